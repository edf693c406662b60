/* Sections in a folder. */
#include "section_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

nvs_library *read_sections(cli *c, const char *folder, const char *tree, const nvs_files *with, int *lost)
{
    const char *const paths[] = {folder, tree};
    nvs_library *library = open_library(c);
    nvs_files files;
    nvs_error error;
    uint32_t i, good = 0;
    int k, loaded = 1;
    if (library == NULL) return NULL;
    if (with != NULL) files = *with;
    else nvs_posix_files(&files);
    for (k = 0; k < 2 && loaded; k++) {
        if (paths[k] == NULL) continue;
        loaded = nvs_library_load(library, &files, nvs_text(paths[k]), k, &error) == NVS_OK;
        if (!loaded) cli_error(c, "%s: %s", paths[k], error.message);
    }
    if (loaded) {
        for (i = 0; i < library->count; i++) {
            const nvs_file *f = &library->files[i];
            if (f->state == NVS_FILE_STATE_OK) good++;
            if (f->state == NVS_FILE_STATE_OK || f->state == NVS_FILE_STATE_DUPLICATE) continue;
            *lost = 1;
            cli_error(c, "%s: %s", f->path.ptr,
                      f->state == NVS_FILE_STATE_WRONG       ? "not a section, skipped"
                      : f->state == NVS_FILE_STATE_TOO_LARGE ? "too large"
                      : f->reply == NVS_REPLY_NO       ? "not found"
                      : f->reply == NVS_REPLY_REFUSED       ? "permission denied"
                                                             : "cannot read it");
        }
        if (good > 0) return library;
        cli_error(c, "%s: no sections in it%s", folder != NULL ? folder : tree,
                  with == NULL && tree == NULL ? " (--section-folder-recursive looks into subfolders)" : "");
    }
    c->unread = c->inputs; /* nothing is shown of any report */
    nvs_library_close(library);
    return NULL;
}

/* Order of versions such as 2024.3 and 2024.10.1: -1, 0, 1. */
static int compare_versions(const char *a, const char *b)
{
    for (;;) {
        char *a_end, *b_end;
        const unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
        if (x != y) return x < y ? -1 : 1;
        if (*a_end != '.' || *b_end != '.') return (*a_end == '.') - (*b_end == '.');
        a = a_end + 1;
        b = b_end + 1;
    }
}

char *deployed_sections(void)
{
    const char *const home = getenv("HOME");
    cli_buf top = {NULL, 0, 0};
    char *newest = NULL;
    const struct dirent *d;
    DIR *dir;
    if (home == NULL || *home == 0) return NULL;
    cli_putf(&top, "%s/Documents/NVIDIA Nsight Compute", home);
    dir = opendir(top.ptr);
    while (dir != NULL && (d = readdir(dir)) != NULL) {
        cli_buf path = {NULL, 0, 0};
        struct stat st;
        if (d->d_name[0] < '0' || d->d_name[0] > '9') continue;
        cli_putf(&path, "%s/%s/Sections", top.ptr, d->d_name);
        if (stat(path.ptr, &st) == 0 && S_ISDIR(st.st_mode) &&
            (newest == NULL || compare_versions(newest + top.len + 1, d->d_name) < 0)) {
            char *const old = newest;
            newest = path.ptr;
            path.ptr = old;
        }
        cli_free(path.ptr);
    }
    if (dir != NULL) closedir(dir);
    cli_buf_free(&top);
    return newest;
}
