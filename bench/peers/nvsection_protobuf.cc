// protobuf's TextFormat over the same files; prints "NAME<tab>MILLISECONDS" for bench/nvsection.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <google/protobuf/text_format.h>

#include "sections.pb.h"

int main(int argc, char **argv)
{
    std::vector<std::string> texts;
    std::vector<double> times;
    unsigned bad = 0;
    for (int i = 1; i < argc; i++) {
        std::ifstream in(argv[i], std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    for (int round = 0; round < 11; round++) {
        const std::clock_t start = std::clock();
        for (const auto &text : texts) {
            sections::Section section;
            if (!google::protobuf::TextFormat::ParseFromString(text, &section)) bad++;
        }
        times.push_back(1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::sort(times.begin(), times.end());
    std::printf("protobuf TextFormat, C++ (%u refused)\t%.3f\n", bad / 11, times[times.size() / 2]);
}
