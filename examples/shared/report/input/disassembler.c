/* A program that prints machine code. */
#include "disassembler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs it on a file; its exit code, 127 where it cannot be started. */
static int run(const char *program, cli_buf *out, const char *path)
{
    int ends[2], status = 0;
    pid_t child;
    char piece[8192];
    ssize_t n;
    if (pipe(ends) != 0) return 127;
    child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp(program, program, "-c", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (child > 0 && ((n = read(ends[0], piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0) cli_put(out, piece, (size_t)n);
    close(ends[0]);
    if (child < 0) return 127;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int disassembler_run(const cli *c, const char *program, cli_buf *out, const void *cubin, size_t size)
{
    const char *folder = getenv("TMPDIR");
    cli_buf path = {NULL, 0, 0};
    int file, code = -1;
    cli_putf(&path, "%s/ncurep-XXXXXX", folder != NULL && *folder != 0 ? folder : "/tmp");
    file = mkstemp(path.ptr);
    if (file >= 0) {
        const int ok = write(file, cubin, size) == (ssize_t)size;
        close(file);
        if (ok) code = run(program, out, path.ptr);
        (void)unlink(path.ptr);
    }
    if (code < 0) cli_error(c, "%s: the code for %s cannot be written: %s", path.ptr, program, strerror(errno));
    else if (code == 127) cli_error(c, "%s: cannot be started", program);
    else if (code != 0) cli_error(c, "%s: ended with code %d", program, code);
    cli_buf_free(&path);
    return code == 0;
}
