/* The base of the program that tests/meta/null.sh writes: each call is made in a process of its own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *said = "";

/* Zeroed memory for texts and numbers, the same for every argument. */
static inline void *memory(void)
{
    static uint64_t room[64];
    memset(room, 0, sizeof room);
    return room;
}

static inline void expect(int right, const char *text)
{
    if (right) return;
    printf("FAILED %s: %s\n", said, text);
    fflush(stdout);
    _exit(1);
}

static inline void no_object(const char *type)
{
    printf("FAILED %s: no object of type %s\n", said, type);
    fflush(stdout);
    _exit(1);
}

/* Prints failures, then "PASSED FAILED 0". */
static int null_main(void (*one)(int), const char *const *names, int number)
{
    int passed = 0, failed = 0, i, status;
    for (i = 1; i < number; i++) {
        pid_t child;
        said = names[i];
        fflush(stdout);
        child = fork();
        if (child == 0) {
            alarm(20);
            one(i);
            fflush(stdout);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return 2;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            passed++;
            continue;
        }
        failed++;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 1) continue; /* has said why */
        printf("FAILED %s: ended with signal or code %d\n", said, WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    printf("%d %d 0\n", passed, failed);
    return failed > 0;
}
