#include "tool.h"

#include <stdlib.h>
#include <string.h>

static const char help[] = "nvprofile\n";

enum { OPT_KEYS = 1, OPT_RESOLVE, OPT_PATH, OPT_OPTIONS };

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, "nvprofile", help);
    cli_start(&c);
    if (argc > 2 && strcmp(argv[2], "--keys") == 0) return cli_finish(&c, dump_keys(&c, argv[3]));
    if (argc > 2 && strcmp(argv[2], "--resolve") == 0) return cli_finish(&c, dump_resolve(&c, argv[3], NULL, 0));
    if (argc > 2 && strcmp(argv[2], "--path") == 0) return cli_finish(&c, dump_path(&c, argv[3]));
    return cli_finish(&c, dump_file(&c, argv[2], 0));
}
