/* Mistakes in a file of profiles, with line and column.
 *
 *     profile_lint FILE */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static char text[4 << 20];
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    nvp_config *config = nvp_new(NULL, NULL, NULL);
    const nvp_file *file;
    size_t size;
    uint32_t i;
    int bad;
    if (in == NULL || config == NULL) return 2;
    size = fread(text, 1, sizeof text, in);
    fclose(in);
    if (nvp_add(config, argv[1], text, size, NULL) != NVP_OK) return 2;
    file = &config->files[0];
    for (i = 0; i < file->diagnostic_count; i++) {
        const nvp_diagnostic *d = &file->diagnostics[i];
        const nvp_position p = nvp_locate(file, d->at);
        printf("%s:%u:%u: %s [%s]\n", argv[1], p.line, p.column, nvp_issue_text(d->issue), nvp_issue_name(d->issue));
    }
    bad = file->errors > 0;
    nvp_free(config);
    return bad;
}
