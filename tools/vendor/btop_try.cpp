// Lets btop's collector look at two made-up folders in place of /proc, FOLDER/1 and FOLDER/2, and prints the GPU use of each process.
#include "btop_shared.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

template <typename T> static void say(const T& p)
{
    printf("%zu %s: ", p.pid, p.name.c_str());
    if constexpr (requires { p.gpu_p; }) {
        if (p.gpu_p >= 0) printf("%.1f %%\n", p.gpu_p);
        else printf("none\n");
    } else
        printf("no figure\n");
}

namespace Shared { extern std::filesystem::path procPath; extern long clkTck; }

int main(int argc, char** argv)
{
    if (argc < 2) return 2;
    Shared::coreCount = 1;
    Shared::clkTck = 100;
    for (const char* look : {"1", "2"}) {
        Shared::procPath = std::filesystem::path(argv[1]) / look;
        Proc::collect(false);
    }
    for (size_t pid : {7, 8, 9})
        for (const auto& p : Proc::collect(true))
            if (p.pid == pid) say(p);
    return 0;
}
