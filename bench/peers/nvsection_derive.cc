/* std::regex for bench/nvsection_derive: PATTERN as argument, names on the input; prints the least time of three rounds. */
#include <chrono>
#include <cstdio>
#include <iostream>
#include <regex>
#include <string>
#include <vector>

int main(int, char **argv)
{
    std::vector<std::string> names;
    double least = 1e18;
    size_t found = 0;
    for (std::string line; std::getline(std::cin, line);) names.push_back(line);
    for (int round = 0; round < 3; round++) {
        const auto t = std::chrono::steady_clock::now();
        const std::regex r(argv[1], std::regex::ECMAScript | std::regex::optimize);
        found = 0;
        for (const std::string &name : names) found += std::regex_search(name, r);
        const double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t).count();
        if (us < least) least = us;
    }
    std::printf("    %-20s %8.0f us (%zu match)\n", "std::regex", least, found);
}
