/* Runs a fuzz target over files and over every file of folders, with any compiler: fuzz/NAME.c linked with this file.
   Prints how many inputs ran; a find ends the program as it would end the fuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long ran;

static void one(const char *path)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data, *exact;
    size_t size = 0, room = 1 << 20, got;
    if (f == NULL) {
        perror(path);
        exit(2);
    }
    data = (uint8_t *)malloc(room);
    while (data != NULL && (got = fread(data + size, 1, room - size, f)) > 0) {
        size += got;
        if (size == room) data = (uint8_t *)realloc(data, room *= 2);
    }
    fclose(f);
    if (data == NULL) abort();
    /* A copy of the exact size, so that memory checkers see a read past the end. */
    exact = (uint8_t *)malloc(size > 0 ? size : 1);
    if (exact == NULL) abort();
    memcpy(exact, data, size);
    free(data);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    ran++;
}

int main(int argc, char **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        DIR *d = opendir(argv[i]);
        struct dirent *e;
        char path[4096];
        if (d == NULL) {
            one(argv[i]);
            continue;
        }
        while ((e = readdir(d)) != NULL) {
            if (e->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], e->d_name);
            one(path);
        }
        closedir(d);
    }
    printf("%lu inputs\n", ran);
    return 0;
}
