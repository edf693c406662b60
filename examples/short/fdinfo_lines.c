/* The lower layer alone: what each line of a text is. fdinfo_lines </proc/PID/fdinfo/FD */
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    static char text[65536];
    const size_t len = fread(text, 1, sizeof text, stdin);
    drmfd_reader lines;
    drmfd_line line;
    drmfd_reader_begin(&lines, text, len, feof(stdin) ? 0 : DRMFD_READ_CUT);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.name.len > 0 && line.usable)
            printf("%-12.*s %" PRIu64 "\n", (int)line.name.len, line.name.ptr, line.number);
        else if (line.what >= DRMFD_KEY_DRIVER) printf("%.*s is %.*s\n", (int)line.key.len, line.key.ptr,
                                                       (int)line.value.len, line.value.ptr);
        else if (line.what == DRMFD_KEY_BAD) printf("byte %" PRIu64 ": not understood\n", line.offset);
    }
    return 0;
}
