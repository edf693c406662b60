/* Loads a shared object of the Python package, every symbol of it, and opens a report with it: LIBRARY [REPORT]. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

typedef struct fault {
    int32_t code, pad;
    uint64_t offset;
    const char *message;
} fault;

int main(int argc, char **argv)
{
    static char data[1 << 20];
    fault f = {0, 0, 0, NULL};
    void *(*open_fn)(const char *, size_t, fault *);
    void *library, *report;
    FILE *file;
    size_t size;
    if (argc < 2) return 2;
    library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    if (argc < 3) return 0;
    *(void **)&open_fn = dlsym(library, "py_open");
    file = fopen(argv[2], "rb");
    if (open_fn == NULL || file == NULL) return 1;
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    report = open_fn(data, size, &f);
    printf("%d %s\n", (int)f.code, f.message == NULL ? "" : f.message);
    return report == NULL;
}
