// What protobuf's C++ code needs to read reports and write them into one file: IN... OUT. Metrics get new string ids, as they
// have to when several reports become one; nothing else is done that merge does.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

#include <google/protobuf/arena.h>

#include "report.pb.h"

using google::protobuf::Arena;

static uint32_t u32(const char *p)
{
    uint32_t v;
    std::memcpy(&v, p, 4);
    return v;
}

static void put_u32(std::string &s, size_t v)
{
    const uint32_t n = (uint32_t)v;
    s.append(reinterpret_cast<const char *>(&n), 4);
}

int main(int argc, char **argv)
{
    std::unordered_map<std::string, uint32_t> ids;
    std::ofstream out(argv[argc - 1], std::ios::binary);
    for (int file = 1; file + 1 < argc; file++) {
        std::ifstream in(argv[file], std::ios::binary);
        const std::string s{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        Arena arena;
        std::vector<std::string> strings;
        const char *const first = s.data() + 8 + u32(s.data() + 4), *const end = s.data() + s.size();
        if (file == 1) out.write(s.data(), first - s.data());
        std::vector<ncurep::BlockHeader *> headers;
        for (const char *p = first; p < end;) { // ids point forward: all strings first
            auto *h = Arena::CreateMessage<ncurep::BlockHeader>(&arena);
            h->ParseFromArray(p + 4, (int)u32(p));
            for (const auto &t : h->stringtable().strings()) strings.push_back(t);
            headers.push_back(h);
            p += 4 + u32(p) + h->payloadsize();
        }
        size_t block = 0;
        for (const char *p = first; p < end; block++) {
            auto *h = headers[block];
            const char *payload = p + 4 + u32(p);
            std::string made, bytes;
            p = payload + h->payloadsize();
            h->clear_stringtable();
            if (h->numsources() == 1) {
                auto *m = Arena::CreateMessage<ncurep::SourceData>(&arena);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                m->SerializeToString(&bytes);
            } else if (h->numresults() == 1) {
                auto *m = Arena::CreateMessage<ncurep::ProfileResult>(&arena);
                m->ParseFromArray(payload + 4, (int)u32(payload));
                for (auto &metric : *m->mutable_metricresults()) {
                    if (metric.nameid() >= strings.size()) continue;
                    const auto &name = strings[metric.nameid()];
                    const auto found = ids.emplace(name, (uint32_t)ids.size());
                    if (found.second) h->mutable_stringtable()->add_strings(name);
                    metric.set_nameid(found.first->second);
                }
                m->SerializeToString(&bytes);
            }
            if (!bytes.empty()) {
                put_u32(made, bytes.size());
                made += bytes;
            }
            h->set_payloadsize((uint32_t)made.size());
            h->SerializeToString(&bytes);
            std::string head;
            put_u32(head, bytes.size());
            out << head << bytes << made;
        }
    }
    out.close();
    return out ? 0 : 1;
}
