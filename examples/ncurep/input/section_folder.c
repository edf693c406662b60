/* Sections in a folder. */
#include "section_folder.h"

#include <string.h>

nvs_library *open_library(cli *c)
{
    nvs_library_options options;
    nvs_library *library;
    nvs_error e;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    CLI_MEMORY(options.memory);
    options.lenient = 1;
    library = nvs_library_open(&options, &e);
    if (library == NULL) cli_error(c, "sections: %s", e.message);
    return library;
}

nvs_library *read_sections(cli *c, const char *folder, int *lost)
{
    nvs_library *library = open_library(c);
    nvs_files files;
    nvs_error error;
    uint32_t i, good = 0;
    if (library == NULL) return NULL;
    nvs_posix_files(&files);
    if (nvs_library_load(library, &files, nvs_text(folder), 1, &error) != NVS_OK) cli_error(c, "%s: %s", folder, error.message);
    else {
        for (i = 0; i < library->count; i++) {
            const nvs_file *f = &library->files[i];
            if (f->state == NVS_FILE_STATE_OK) good++;
            if (f->state == NVS_FILE_STATE_OK || f->state == NVS_FILE_STATE_DUPLICATE) continue;
            *lost = 1;
            cli_error(c, "%s: %s", f->path.ptr,
                      f->state == NVS_FILE_STATE_WRONG       ? "not a section, skipped"
                      : f->state == NVS_FILE_STATE_TOO_LARGE ? "too large"
                      : f->access == NVS_ACCESS_ABSENT       ? "not found"
                      : f->access == NVS_ACCESS_DENIED       ? "permission denied"
                                                             : "cannot read it");
        }
        if (good > 0) return library;
        cli_error(c, "%s: no sections in it", folder);
    }
    c->unread = c->inputs; /* nothing is shown of any report */
    nvs_library_close(library);
    return NULL;
}
