// What yyjson and simdjson need for a file of profiles, the pass to plain JSON included; bench/nvprofile runs this. Prints lines of NAME and MICROSECONDS.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#ifdef PEER_YYJSON
#include "yyjson.h"
#endif
#ifdef PEER_SIMDJSON
#include <simdjson.h>
#endif

static std::string input;
static char *plain;
static size_t plain_len;

static void pre_pass()
{
    const char *p = input.data(), *end = p + input.size();
    char *o = plain;
    while (p < end) {
        const char c = *p;
        if (c == '"') {
            *o++ = *p++;
            while (p < end && *p != '"') {
                if (*p == '\\' && p + 1 < end) *o++ = *p++;
                *o++ = *p++;
            }
            if (p < end) *o++ = *p++;
        } else if (c == '#') {
            const char *lf = static_cast<const char *>(std::memchr(p, '\n', static_cast<size_t>(end - p)));
            p = lf != nullptr ? lf : end;
        } else if (c == '0' && p + 1 < end && (p[1] == 'x' || p[1] == 'X' || (p[1] >= '0' && p[1] <= '7'))) {
            char *stop;
            o += std::sprintf(o, "%llu", std::strtoull(p, &stop, 0));
            p = stop;
        } else
            *o++ = *p++;
    }
    plain_len = static_cast<size_t>(o - plain);
}

template <class F> static void time(const char *name, F f)
{
    using clock = std::chrono::steady_clock;
    double best = 1e30;
    const auto start = clock::now();
    for (int rounds = 0; rounds < 5 || clock::now() - start < std::chrono::milliseconds(400); rounds++) {
        const auto before = clock::now();
        f();
        best = std::min(best, std::chrono::duration<double, std::micro>(clock::now() - before).count());
    }
    std::printf("%s %.2f\n", name, best);
}

int main(int argc, char **argv)
{
    std::FILE *f = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
    char block[65536];
    size_t got;
    if (f == nullptr) return 2;
    while ((got = std::fread(block, 1, sizeof block, f)) > 0) input.append(block, got);
    std::fclose(f);
    plain = static_cast<char *>(std::calloc(input.size() * 3 + 1000, 1));
#ifdef PEER_YYJSON
    time("yyjson", [] {
        pre_pass();
        yyjson_doc *doc = yyjson_read(plain, plain_len, 0);
        if (doc == nullptr) std::abort();
        yyjson_doc_free(doc);
    });
#endif
#ifdef PEER_SIMDJSON
    static simdjson::dom::parser parser;
    time("simdjson", [] {
        pre_pass();
        simdjson::dom::element root;
        if (parser.parse(plain, plain_len, false).get(root) != simdjson::SUCCESS) std::abort();
    });
#endif
    return 0;
}
