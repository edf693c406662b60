/* std::regex for bench/nvsection_derive: PATTERN and our own microseconds as arguments, names on the input; prints the least
   time of three rounds. */
#include "../bench.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <regex>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    std::vector<std::string> names;
    double least = 1e18;
    size_t found = 0;
    for (std::string line; std::getline(std::cin, line);) names.push_back(line);
    for (int round = 0; round < 3; round++) {
        const std::clock_t t = std::clock();
        const std::regex r(argv[1], std::regex::ECMAScript | std::regex::optimize);
        found = 0;
        for (const std::string &name : names) found += std::regex_search(name, r);
        const double us = double(std::clock() - t) * 1e6 / CLOCKS_PER_SEC;
        if (us < least) least = us;
    }
    std::printf("    %-20s %8.0f us (%zu match)\n", "std::regex", least, found);
    bench_line((std::string("match ") + argv[1]).c_str(), std::strtod(argv[2], nullptr), "us", "std::regex", least);
}
