// What protobuf's C++ code needs for the same files; prints "NAME<tab>MILLISECONDS" lines for bench/ncurep.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <google/protobuf/arena.h>

#include "ncurep_small.pb.h"
#include "report.pb.h"

using google::protobuf::Arena;
static std::vector<std::string> files;
static uint64_t sink;

static uint32_t u32(const char *p)
{
    uint32_t v;
    std::memcpy(&v, p, 4);
    return v;
}

// Calls block(header bytes, payload) for each block.
template <class F> static void walk(const std::string &s, F block)
{
    const char *p = s.data() + 8 + u32(s.data() + 4), *end = s.data() + s.size();
    while (p < end) {
        const uint32_t n = u32(p);
        const uint32_t payload = block(p + 4, n, p + 4 + n);
        p += 4 + n + payload;
    }
}

template <class Message> static Message *make(Arena *arena) { return Arena::CreateMessage<Message>(arena); }

static void parse_all(bool use_arena, bool read)
{
    for (const auto &s : files) {
        Arena arena;
        std::vector<std::string> strings;
        walk(s, [&](const char *p, uint32_t n, const char *payload) {
            ncurep::BlockHeader *h = make<ncurep::BlockHeader>(use_arena ? &arena : nullptr);
            h->ParseFromArray(p, (int)n);
            const uint32_t size = h->payloadsize();
            if (h->numsources() == 1) {
                auto *m = make<ncurep::SourceData>(use_arena ? &arena : nullptr);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                sink += m->reference();
                if (!use_arena) delete m;
            }
            if (h->numresults() == 1) {
                auto *m = make<ncurep::ProfileResult>(use_arena ? &arena : nullptr);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                if (read)
                    for (const auto &metric : m->metricresults())
                        for (const auto &i : metric.instances()) sink += i.correlationid().uint64value() + i.value().uint64value();
                sink += (uint64_t)m->metricresults_size();
                if (!use_arena) delete m;
            }
            if (!use_arena) delete h;
            return size;
        });
    }
}

static void list_full()
{
    for (const auto &s : files) {
        Arena arena;
        int id = -1, next = 0;
        walk(s, [&](const char *p, uint32_t n, const char *payload) {
            auto *h = make<ncurep::BlockHeader>(&arena);
            h->ParseFromArray(p, (int)n);
            for (const auto &t : h->stringtable().strings()) {
                if (t == "gpu__time_duration.sum") id = next;
                next++;
            }
            if (h->numresults() == 1) {
                auto *m = make<ncurep::ProfileResult>(&arena);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                sink += m->kernelfunctionname().size() + m->gridsize().x();
                for (const auto &metric : m->metricresults())
                    if ((int)metric.nameid() == id) sink += metric.value().uint64value();
            }
            return h->payloadsize();
        });
    }
}

static void list_small()
{
    for (const auto &s : files) {
        Arena arena;
        int id = -1, next = 0;
        walk(s, [&](const char *p, uint32_t n, const char *payload) {
            auto *h = make<small::Header>(&arena);
            h->ParseFromArray(p, (int)n);
            for (const auto &t : h->strings().text()) {
                if (t == "gpu__time_duration.sum") id = next;
                next++;
            }
            if (h->kernels() == 1) {
                auto *m = make<small::Kernel>(&arena);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                sink += m->function().size() + m->grid().x();
                for (const auto &metric : m->metrics())
                    if ((int)metric.name() == id) sink += metric.value().whole();
            }
            return h->payload();
        });
    }
}

static void row(const char *name, const std::function<void()> &round)
{
    std::vector<double> t;
    round();
    for (int i = 0; i < 11; i++) {
        const auto start = std::clock();
        round();
        t.push_back((double)(std::clock() - start) * 1e3 / CLOCKS_PER_SEC);
    }
    std::sort(t.begin(), t.end());
    std::printf("%s\t%f\n", name, t[t.size() / 2]);
}

int main(int argc, char **argv)
{
    for (const auto &e : std::filesystem::directory_iterator(argc > 1 ? argv[1] : ".")) {
        const auto name = e.path().filename().string();
        if (name.find(".ncu-rep") == name.npos && name.find(".nsight-cuprof-report") == name.npos) continue;
        std::ifstream in(e.path(), std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    row("protobuf C++, list, full schema", list_full);
    row("protobuf C++, list, minimal schema", list_small);
    row("protobuf C++, parse only, arena", [] { parse_all(true, false); });
    row("protobuf C++, parse and read, arena", [] { parse_all(true, true); });
    row("protobuf C++, parse only, heap", [] { parse_all(false, false); });
    return sink == 42;
}
