/* Names of C++ from standard input, one a line, as the tool shows them; what it cannot tell stays as it is. */
#include "report/input/demangle.h"

#include <string.h>

int main(void)
{
    char line[65536];
    while (fgets(line, sizeof line, stdin) != NULL) {
        cli_buf b = {NULL, 0, 0};
        line[strcspn(line, "\n")] = 0;
        if (!demangle(&b, line, strlen(line))) cli_put(&b, line, strlen(line));
        puts(b.ptr);
        cli_buf_free(&b);
    }
    return 0;
}
