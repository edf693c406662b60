/* The tools are written to POSIX. Here is what Windows has under other names, or not at all: the compiler includes this first in
   every file of a tool (see `windows` in the Makefile), and the headers that Windows lacks consist of it alone. Names of files are
   UTF-8 and may be longer than 260 characters; streams are binary. Where Windows has no such thing (processes that fork, links,
   owners), the call fails with ENOSYS or says that there is none. */
#ifndef POSIX_ON_WINDOWS_H
#define POSIX_ON_WINDOWS_H

#define tell posix_tell_ /* a name of io.h that the tools use otherwise */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#undef tell
#include <limits.h>
#include <process.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* Files ---------------------------------------------------------------------------------------------------------- */

#define O_CLOEXEC O_NOINHERIT
#define O_DIRECTORY 0
#define O_NOCTTY 0
#define O_NOFOLLOW 0
#define O_NONBLOCK 0
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
#undef PATH_MAX
#define PATH_MAX 32768

typedef unsigned posix_id;
#define uid_t posix_id
#define gid_t posix_id

struct posix_stat {
    uint64_t st_dev, st_ino;
    mode_t st_mode;
    unsigned st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    int64_t st_size;
    struct timespec st_mtim;
};
#undef stat
#undef fstat
#define stat posix_stat
#define fstat posix_fstat
#define lstat posix_lstat
#undef st_mtime
#define st_mtime st_mtim.tv_sec
int posix_stat(const char *path, struct posix_stat *st);
int posix_lstat(const char *path, struct posix_stat *st);
int posix_fstat(int fd, struct posix_stat *st);

#define access posix_access
#define chmod posix_chmod
#define close posix_close
#define fchmod(fd, mode) 0
#define fchown(fd, uid, gid) 0
#undef fopen
#define fopen posix_fopen
#define fsync posix_fsync
#undef ftruncate
#define ftruncate posix_ftruncate
#undef lseek
#define lseek _lseeki64
#undef fseeko
#define fseeko _fseeki64
#undef ftello
#define ftello _ftelli64
#define mkdir posix_mkdir
#define mkstemp posix_mkstemp
#define open posix_open
#define pread posix_pread
#define read posix_read
#define readlink(path, to, room) posix_none(0, path, to, room)
#define realpath posix_realpath
#define remove(path) posix_unlink(path)
#define rename posix_rename
#define rmdir posix_rmdir
#define unlink posix_unlink
#define write posix_write
int posix_access(const char *path, int mode);
int posix_chmod(const char *path, mode_t mode);
int posix_close(int fd);
FILE *posix_fopen(const char *path, const char *mode);
int posix_fsync(int fd);
int posix_ftruncate(int fd, int64_t size);
int posix_mkdir(const char *path, mode_t mode);
int posix_mkstemp(char *pattern);
int posix_open(const char *path, int flags, ...);
ssize_t posix_pread(int fd, void *to, size_t room, int64_t at);
ssize_t posix_read(int fd, void *to, size_t room);
char *posix_realpath(const char *path, char *to);
int posix_rename(const char *from, const char *to);
int posix_rmdir(const char *path);
int posix_unlink(const char *path);
ssize_t posix_write(int fd, const void *from, size_t size);

#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define flock(fd, how) 0 /* a file that is replaced is looked at again just before: two writers at once are noticed there */

struct dirent {
    char d_name[PATH_MAX];
};
typedef struct posix_dir DIR;
#define opendir posix_opendir
#define readdir posix_readdir
#define closedir posix_closedir
DIR *posix_opendir(const char *path);
struct dirent *posix_readdir(DIR *d);
int posix_closedir(DIR *d);
/* What is relative to an open folder, for an entry of the one that dirfd was asked for last. The rest serves /proc. */
#define dirfd posix_dirfd
#define fstatat posix_fstatat
#define openat(...) posix_none(0, __VA_ARGS__)
#define readlinkat(...) posix_none(0, __VA_ARGS__)
#define fdopendir(fd) ((void)(fd), (DIR *)NULL)
#define mkdtemp(pattern) ((void)(pattern), errno = ENOSYS, (char *)NULL)
int posix_dirfd(DIR *d);
int posix_fstatat(int dir, const char *name, struct posix_stat *st, int how);
int posix_none(int first, ...); /* -1, ENOSYS */

#define PROT_READ 1
#define MAP_PRIVATE 2
#define MAP_FAILED ((void *)-1)
#define mmap posix_mmap
#define munmap posix_munmap
void *posix_mmap(void *at, size_t size, int rights, int how, int fd, int64_t offset); /* reading of a whole file */
int posix_munmap(void *at, size_t size);

/* Streams -------------------------------------------------------------------------------------------------------- */

/* A stream into memory is a nameless file until it is flushed or closed. */
typedef struct cookie_io_functions_t {
    ssize_t (*read)(void *cookie, char *bytes, size_t len);
    ssize_t (*write)(void *cookie, const char *bytes, size_t len);
    int (*seek)(void *cookie, int64_t *at, int from);
    int (*close)(void *cookie);
} cookie_io_functions_t;
#define fopencookie posix_fopencookie
#define open_memstream posix_open_memstream
#undef fflush
#define fflush posix_fflush
#undef fclose
#define fclose posix_fclose
FILE *posix_fopencookie(void *cookie, const char *mode, cookie_io_functions_t io);
FILE *posix_open_memstream(char **bytes, size_t *len);
int posix_fflush(FILE *f);
int posix_fclose(FILE *f);

/* Time, environment, terminal ------------------------------------------------------------------------------------- */

#undef clock_gettime
#define clock_gettime posix_clock_gettime
#define nanosleep posix_nanosleep
#undef getenv
#define getenv posix_getenv
#undef CLOCK_REALTIME
#define CLOCK_REALTIME 0
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC 1
int posix_clock_gettime(int clock, struct timespec *t);
int posix_nanosleep(const struct timespec *t, struct timespec *left);
char *posix_getenv(const char *name);

struct winsize {
    unsigned short ws_row, ws_col;
};
#define TIOCGWINSZ 1
#undef isatty
#define isatty posix_isatty
#define ioctl posix_ioctl
int posix_isatty(int fd);
int posix_ioctl(int fd, int what, struct winsize *size);

struct pollfd {
    int fd;
    short events, revents;
};
#define POLLIN 1
#define POLLHUP 16
#define poll posix_poll
int posix_poll(struct pollfd *p, unsigned long count, int milliseconds);

/* Processes ------------------------------------------------------------------------------------------------------ */

#define SIGHUP 1
#define SIGPIPE 13
#define SIGIO 29
struct sigaction {
    void (*sa_handler)(int);
    int sa_flags, sa_mask;
};
#define sigemptyset(set) (*(set) = 0)
#define sigaction(which, new, old) posix_signal(which, (new)->sa_handler)
#define signal posix_signal_
void (*posix_signal_(int which, void (*to)(int)))(int);
int posix_signal(int which, void (*to)(int));

#define fork() posix_none(0)
#define pipe(ends) posix_none(0, ends)
#define execlp(...) posix_none(0, __VA_ARGS__)
#define waitpid(child, status, how) posix_none(0, child, status, how)
#define WIFEXITED(status) ((void)(status), 0)
#define WEXITSTATUS(status) ((void)(status), 0)
int posix_none(int first, ...); /* -1, ENOSYS */
#define getuid() 0u
#define geteuid() 0u
#define gethostname posix_gethostname
int posix_gethostname(char *to, size_t room);

#define RTLD_NOW 0
#define RTLD_LOCAL 0
#define dlopen(name, how) ((void)(name), (void *)NULL)
#define dlsym(library, name) ((void)(library), (void)(name), (void *)NULL)
#define dlclose(library) ((void)(library))

/* posix.c has the main that Windows calls; it hands on arguments in UTF-8. */
#define main posix_main
int posix_main(int argc, char **argv);

#endif
