/* Sections in a folder. */
#include "section_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

section_library *read_sections(cli *c, const char *folder, const char *tree, const section_disk *with, int *lost)
{
    const char *const paths[] = {folder, tree};
    section_library *const library = library_open(1);
    const char *why = NULL;
    uint32_t i, good = 0;
    int k;
    for (k = 0; k < 2 && why == NULL; k++) {
        if (paths[k] == NULL) continue;
        why = library_load(library, with != NULL ? with : &system_disk, paths[k], k);
        if (why != NULL) cli_error(c, "%s: %s", paths[k], why);
    }
    if (why == NULL) {
        for (i = 0; i < library->count; i++) {
            const section_file *const f = &library->files[i];
            if (f->state == SECTION_GOOD) good++;
            if (f->state == SECTION_GOOD || f->state == SECTION_DUPLICATE) continue;
            *lost = 1;
            cli_error(c, "%s: %s", f->path.ptr, f->state == SECTION_WRONG ? "not a section, skipped" : library_trouble(f));
        }
        if (good > 0) return library;
        cli_error(c, "%s: no sections in it%s", folder != NULL ? folder : tree,
                  with == NULL && tree == NULL ? " (--section-folder-recursive looks into subfolders)" : "");
    }
    c->unread = c->inputs; /* nothing is shown of any report */
    library_close(library);
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
