/* Mistakes in a file of profiles, with line and column.
 *
 *     profile_lint FILE */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static char text[(4 << 20) + 1]; /* a file of more than 4 MiB is refused */
    FILE *in;
    nvp_config *config;
    const nvp_file *file;
    nvp_error error;
    size_t size;
    uint32_t i;
    int bad;
    if (argc != 2) {
        fputs("usage: profile_lint FILE\n", stderr);
        return 2;
    }
    in = fopen(argv[1], "rb");
    size = in != NULL ? fread(text, 1, sizeof text, in) : 0;
    if (in == NULL || ferror(in)) {
        perror(argv[1]);
        return 2;
    }
    fclose(in);
    config = nvp_config_open(NULL, &error);
    if (config == NULL || nvp_config_add(config, nvp_text(argv[1]), text, size, &error) != NVP_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        nvp_config_close(config);
        return 2;
    }
    file = config->files[0];
    for (i = 0; i < file->problem_count; i++) {
        const nvp_problem *d = &file->problems[i];
        const nvp_position p = nvp_file_locate(file, (uint32_t)d->offset);
        printf("%s:%u:%u: %s [%s]\n", argv[1], p.line, p.column, nvp_issue_text(d->issue), nvp_issue_name(d->issue));
    }
    bad = file->errors > 0;
    nvp_config_close(config);
    return bad;
}
