/* nvdisasm, a public CUDA tool, where it is on PATH. */
#include "nvdisasm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int on_path(const char *name)
{
    const char *p = getenv("PATH");
    int found = 0;
    while (p != NULL && *p != 0 && !found) {
        const size_t n = strcspn(p, ":");
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "%.*s/%s", (int)n, p, name);
        found = n > 0 && access(b.ptr, X_OK) == 0;
        cli_buf_free(&b);
        p += n + (p[n] == ':');
    }
    return found;
}

/* Runs nvdisasm on a file; what it prints. */
static void run(cli_buf *out, const char *path)
{
    int ends[2];
    pid_t child;
    char piece[8192];
    ssize_t n;
    if (pipe(ends) != 0) return;
    child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("nvdisasm", "nvdisasm", "-c", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (child > 0 && (n = read(ends[0], piece, sizeof piece)) > 0) cli_put(out, piece, (size_t)n);
    close(ends[0]);
    if (child > 0) (void)waitpid(child, NULL, 0);
}

void nvdisasm_run(cli_buf *out, const void *cubin, size_t size)
{
    const char *folder = getenv("TMPDIR");
    cli_buf path = {NULL, 0, 0};
    int file;
    if (!on_path("nvdisasm")) return;
    cli_putf(&path, "%s/ncurep-XXXXXX", folder != NULL && *folder != 0 ? folder : "/tmp");
    file = mkstemp(path.ptr);
    if (file >= 0) {
        const int ok = write(file, cubin, size) == (ssize_t)size;
        close(file);
        if (ok) run(out, path.ptr);
        (void)unlink(path.ptr);
    }
    cli_buf_free(&path);
}
