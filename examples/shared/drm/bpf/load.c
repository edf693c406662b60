/* Loads the programs and pins them: drmfdinfo-bpf OBJECT FOLDER, where FOLDER is on a bpf file system. What is pinned stays when this
   program ends, and goes with its file. */
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int quiet(enum libbpf_print_level level, const char *format, va_list args)
{
    (void)level;
    (void)format;
    (void)args;
    return 0;
}

/* Attaches a program and pins it, in place of an older one. */
static int pin(struct bpf_object *object, const char *name, const char *folder, mode_t mode)
{
    char path[4096];
    struct bpf_program *program = bpf_object__find_program_by_name(object, name);
    struct bpf_link *link = program != NULL ? bpf_program__attach(program) : NULL;
    int ok = 0;
    if (link == NULL) return 0;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path) {
        (void)unlink(path);
        ok = bpf_link__pin(link, path) == 0 && chmod(path, mode) == 0;
    }
    (void)bpf_link__destroy(link);
    return ok;
}

/* counting: with the program that counts closes, of this function. */
static int load(const char *file, const char *folder, int counting, const char *function)
{
    struct bpf_object *object = bpf_object__open(file);
    struct bpf_program *closes = object != NULL ? bpf_object__find_program_by_name(object, "closes") : NULL;
    struct bpf_map *constants = object != NULL ? bpf_object__find_map_by_name(object, ".rodata") : NULL;
    int ok = closes != NULL && constants != NULL && bpf_map__set_initial_value(constants, &counting, sizeof counting) == 0;
    if (ok && counting) ok = bpf_program__set_autoload(closes, true) == 0 && bpf_program__set_attach_target(closes, 0, function) == 0;
    ok = ok && bpf_object__load(object) == 0 && (!counting || pin(object, "closes", folder, 0400)) && pin(object, "files", folder, 0444);
    bpf_object__close(object);
    return ok;
}

int main(int argc, char **argv)
{
    const char *function = argc > 3 ? argv[3] : "drm_file_free"; /* another one: for tests */
    if (argc < 3) {
        fprintf(stderr, "usage: drmfdinfo-bpf OBJECT FOLDER\n");
        return 2;
    }
    (void)libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
    (void)libbpf_set_print(quiet);
    if (load(argv[1], argv[2], 1, function)) {
        printf("files are found, closes are counted\n");
        return 0;
    }
    (void)libbpf_set_print(NULL);
    if (load(argv[1], argv[2], 0, function)) {
        printf("files are found; closes are not counted: the kernel has no types of %s, or it is a module that is not loaded\n", function);
        return 0;
    }
    fprintf(stderr, "drmfdinfo-bpf: %s: %s\n", argv[1], strerror(errno));
    return 3;
}
