/* Where gates leave what the machine that runs them reads. */
#include "gate.h"
#include "report/pages/gate.h"

#include <errno.h>
#include <string.h>

static int write_junit(const cli *c, const char *path, const char *rules, const outcomes *all)
{
    FILE *f = fopen(path, "w");
    output to;
    int bad = 1;
    if (f != NULL) {
        out_init(&to, f, OUT_HTML);
        junit_page(&to, rules, all);
        bad = ferror(f);
        bad |= fclose(f) != 0;
    }
    if (bad) cli_error(c, "%s: %s", path, strerror(errno));
    return !bad;
}

int gate_write(const cli *c, const gate_options *how, const char *rules, const outcomes *all)
{
    output to;
    if (how->github) {
        out_init(&to, stderr, OUT_TEXT);
        annotations_page(&to, rules, all);
    }
    return how->junit == NULL || write_junit(c, how->junit, rules, all);
}
