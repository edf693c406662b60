/* See posix.h. */
#include "posix.h"

#undef main
#undef signal
#undef fopen
#undef fflush
#undef fclose
#undef getenv

#include <stdarg.h>
#include <wchar.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

/* Text ----------------------------------------------------------------------------------------------------------- */

static char *utf8(const wchar_t *w)
{
    const int n = WideCharToMultiByte(CP_UTF8, 0, w, -1, NULL, 0, NULL, NULL);
    char *to = n > 0 ? (char *)malloc((size_t)n) : NULL;
    if (to != NULL) WideCharToMultiByte(CP_UTF8, 0, w, -1, to, n, NULL, NULL);
    return to;
}

static wchar_t *wide(const char *text)
{
    const int n = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *to = n > 0 ? (wchar_t *)malloc((size_t)n * sizeof *to) : NULL;
    if (to != NULL) MultiByteToWideChar(CP_UTF8, 0, text, -1, to, n);
    return to;
}

static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_BAD_PATHNAME: errno = ENOENT; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_PRIVILEGE_NOT_HELD: errno = EACCES; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_DIR_NOT_EMPTY: errno = ENOTEMPTY; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_TOO_MANY_OPEN_FILES: errno = EMFILE; break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: errno = ENOMEM; break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: errno = EPIPE; break;
    case ERROR_FILENAME_EXCED_RANGE: errno = ENAMETOOLONG; break;
    default: errno = EIO;
    }
    return -1;
}

/* The name as Windows takes it, of any length; NULL with errno. */
static wchar_t *place_of(const char *path)
{
    static const wchar_t local[] = L"\\\\?\\", net[] = L"\\\\?\\UNC";
    wchar_t *name, *to;
    DWORD n;
    if (path[0] == 0) {
        errno = ENOENT;
        return NULL;
    }
    if (strcmp(path, "/dev/null") == 0) return wide("NUL");
    name = wide(path);
    if (name == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    if (wcslen(name) < 200 || wcsncmp(name, L"\\\\?\\", 4) == 0) return name;
    n = GetFullPathNameW(name, 0, NULL, NULL);
    to = (wchar_t *)malloc((n + 16) * sizeof *to);
    if (n == 0 || to == NULL) {
        free(name);
        free(to);
        errno = ENOMEM;
        return NULL;
    }
    /* A share, \\host\folder, begins with \\?\UNC\host there. */
    GetFullPathNameW(name, n, to + 8, NULL);
    if (to[8] == L'\\') {
        memmove(to, net, 7 * sizeof *to);
        memmove(to + 7, to + 9, (wcslen(to + 9) + 1) * sizeof *to);
    } else {
        memmove(to, local, 4 * sizeof *to);
        memmove(to + 4, to + 8, (wcslen(to + 8) + 1) * sizeof *to);
    }
    free(name);
    return to;
}

/* Files ---------------------------------------------------------------------------------------------------------- */

static void time_of(struct timespec *t, const FILETIME *f)
{
    const uint64_t ticks = ((uint64_t)f->dwHighDateTime << 32 | f->dwLowDateTime) - 116444736000000000u; /* from 1601, 100 ns each */
    t->tv_sec = (time_t)(ticks / 10000000u);
    t->tv_nsec = (long)(ticks % 10000000u) * 100;
}

static int stat_handle(HANDLE h, struct posix_stat *st)
{
    BY_HANDLE_FILE_INFORMATION i;
    const DWORD kind = GetFileType(h);
    memset(st, 0, sizeof *st);
    st->st_nlink = 1;
    if (kind != FILE_TYPE_DISK) {
        st->st_mode = kind == FILE_TYPE_PIPE ? S_IFIFO | 0600 : S_IFCHR | 0600;
        return 0;
    }
    if (!GetFileInformationByHandle(h, &i)) { /* an inherited one need not allow it */
        st->st_mode = S_IFIFO | 0600;
        return 0;
    }
    st->st_dev = i.dwVolumeSerialNumber;
    st->st_ino = (uint64_t)i.nFileIndexHigh << 32 | i.nFileIndexLow;
    st->st_nlink = i.nNumberOfLinks;
    st->st_size = (int64_t)((uint64_t)i.nFileSizeHigh << 32 | i.nFileSizeLow);
    st->st_mode = (i.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) ? S_IFDIR | 0777 : S_IFREG | 0666;
    if (i.dwFileAttributes & FILE_ATTRIBUTE_READONLY) st->st_mode &= (mode_t)~0222;
    time_of(&st->st_mtim, &i.ftLastWriteTime);
    return 0;
}

static int stat_path(const char *path, struct posix_stat *st, DWORD flags)
{
    wchar_t *const name = place_of(path);
    HANDLE h;
    int found;
    if (name == NULL) return -1;
    h = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    free(name);
    if (h == INVALID_HANDLE_VALUE) return fail();
    found = stat_handle(h, st);
    if (found == 0 && flags != 0) {
        BY_HANDLE_FILE_INFORMATION i;
        if (GetFileInformationByHandle(h, &i) && (i.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)) st->st_mode = S_IFLNK | 0777;
    }
    CloseHandle(h);
    return found;
}

int posix_stat(const char *path, struct posix_stat *st) { return stat_path(path, st, 0); }
int posix_lstat(const char *path, struct posix_stat *st) { return stat_path(path, st, FILE_FLAG_OPEN_REPARSE_POINT); }

int posix_fstat(int fd, struct posix_stat *st)
{
    const HANDLE h = (HANDLE)_get_osfhandle(fd);
    if (h == INVALID_HANDLE_VALUE) return -1;
    return stat_handle(h, st);
}

int posix_access(const char *path, int mode)
{
    struct posix_stat st;
    if (posix_stat(path, &st) != 0) return -1;
    if (!(mode & 2) || (st.st_mode & 0222)) return 0;
    errno = EACCES;
    return -1;
}

int posix_chmod(const char *path, mode_t mode)
{
    wchar_t *const name = place_of(path);
    const int done = name != NULL ? _wchmod(name, (mode & 0200) ? _S_IREAD | _S_IWRITE : _S_IREAD) : -1;
    free(name);
    return done;
}

int posix_open(const char *path, int flags, ...)
{
    wchar_t *const name = place_of(path);
    const int how = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    HANDLE h;
    int fd;
    if (name == NULL) return -1;
    h = CreateFileW(name, how == O_WRONLY ? GENERIC_WRITE : how == O_RDWR ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        (flags & O_CREAT) == 0 ? ((flags & O_TRUNC) ? TRUNCATE_EXISTING : OPEN_EXISTING)
        : (flags & O_EXCL)     ? CREATE_NEW
        : (flags & O_TRUNC)    ? CREATE_ALWAYS
                               : OPEN_ALWAYS,
        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(name);
    if (h == INVALID_HANDLE_VALUE) return fail();
    fd = _open_osfhandle((intptr_t)h, _O_BINARY | (flags & O_APPEND ? _O_APPEND : 0) | (how == O_RDONLY ? _O_RDONLY : 0));
    if (fd < 0) CloseHandle(h);
    return fd;
}

int posix_close(int fd) { return _close(fd); }

ssize_t posix_read(int fd, void *to, size_t room)
{
    const int got = _read(fd, to, room > 1 << 30 ? 1u << 30 : (unsigned)room);
    struct posix_stat st;
    if (got < 0 && posix_fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) errno = EISDIR;
    return got;
}

ssize_t posix_pread(int fd, void *to, size_t room, int64_t at)
{
    OVERLAPPED o;
    DWORD got = 0;
    memset(&o, 0, sizeof o);
    o.Offset = (DWORD)at;
    o.OffsetHigh = (DWORD)((uint64_t)at >> 32);
    if (ReadFile((HANDLE)_get_osfhandle(fd), to, room > 1 << 30 ? 1u << 30 : (DWORD)room, &got, &o)) return (ssize_t)got;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : fail();
}

FILE *posix_fopen(const char *path, const char *mode)
{
    const int plus = strchr(mode, '+') != NULL;
    const int fd = posix_open(path, mode[0] == 'r' ? (plus ? O_RDWR : O_RDONLY)
        : (plus ? O_RDWR : O_WRONLY) | O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND), 0666);
    FILE *const f = fd >= 0 ? _fdopen(fd, mode) : NULL;
    if (fd >= 0 && f == NULL) _close(fd);
    return f;
}

ssize_t posix_write(int fd, const void *from, size_t size) { return _write(fd, from, size > 1 << 30 ? 1u << 30 : (unsigned)size); }
int posix_fsync(int fd) { return _commit(fd); }
int posix_ftruncate(int fd, int64_t size) { return _chsize_s(fd, size) == 0 ? 0 : -1; }

int posix_mkdir(const char *path, mode_t mode)
{
    wchar_t *const name = place_of(path);
    const int made = name == NULL ? -1 : CreateDirectoryW(name, NULL) ? 0 : fail();
    (void)mode;
    free(name);
    return made;
}

int posix_mkstemp(char *pattern)
{
    char *const last = pattern + strlen(pattern) - 6;
    unsigned try;
    for (try = 0; try < 100; try++) {
        int fd;
        snprintf(last, 7, "%06x", ((unsigned)GetCurrentProcessId() * 7919u + (unsigned)GetTickCount() + try) & 0xffffffu);
        fd = posix_open(pattern, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

char *posix_realpath(const char *path, char *to)
{
    wchar_t *const name = place_of(path), *full;
    char *text = NULL;
    HANDLE h;
    if (name == NULL) return NULL;
    h = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(name);
    if (h == INVALID_HANDLE_VALUE) {
        (void)fail();
        return NULL;
    }
    full = (wchar_t *)calloc(PATH_MAX, sizeof *full);
    if (full != NULL && GetFinalPathNameByHandleW(h, full, PATH_MAX - 1, 0) != 0)
        text = utf8(wcsncmp(full, L"\\\\?\\UNC", 7) == 0 ? full + 6 : wcsncmp(full, L"\\\\?\\", 4) == 0 ? full + 4 : full);
    CloseHandle(h);
    if (full != NULL && text != NULL && full[4] == L'U') text[0] = '\\';
    free(full);
    if (text == NULL || strlen(text) >= PATH_MAX) {
        free(text);
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (char *c = text; *c != 0; c++)
        if (*c == '\\') *c = '/';
    if (to == NULL) return text;
    strcpy(to, text);
    free(text);
    return to;
}

int posix_rename(const char *from, const char *to)
{
    wchar_t *const a = place_of(from), *const b = place_of(to);
    const int moved = a == NULL || b == NULL ? -1 : MoveFileExW(a, b, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : fail();
    free(a);
    free(b);
    return moved;
}

int posix_rmdir(const char *path)
{
    wchar_t *const name = place_of(path);
    const int gone = name == NULL ? -1 : RemoveDirectoryW(name) ? 0 : fail();
    free(name);
    return gone;
}

int posix_unlink(const char *path)
{
    wchar_t *const name = place_of(path);
    const int gone = name == NULL ? -1 : DeleteFileW(name) ? 0 : fail();
    free(name);
    return gone;
}

struct posix_dir {
    HANDLE h;
    WIN32_FIND_DATAW next;
    int has_next;
    struct dirent e;
    char *path;
};

DIR *posix_opendir(const char *path)
{
    DIR *const d = (DIR *)calloc(1, sizeof *d);
    char *const all = (char *)malloc(strlen(path) + 3);
    struct posix_stat st;
    wchar_t *name = NULL;
    if (d != NULL && all != NULL && posix_stat(path, &st) == 0) {
        if (!S_ISDIR(st.st_mode)) errno = ENOTDIR;
        else {
            sprintf(all, "%s\\*", path);
            name = place_of(all);
        }
    }
    free(all);
    if (name == NULL) {
        free(d);
        return NULL;
    }
    d->h = FindFirstFileW(name, &d->next);
    free(name);
    d->path = _strdup(path);
    d->has_next = d->h != INVALID_HANDLE_VALUE;
    if (d->has_next && d->path != NULL) return d;
    (void)fail();
    free(d);
    return NULL;
}

struct dirent *posix_readdir(DIR *d)
{
    char *name;
    if (!d->has_next) return NULL;
    name = utf8(d->next.cFileName);
    d->has_next = FindNextFileW(d->h, &d->next) != 0;
    snprintf(d->e.d_name, sizeof d->e.d_name, "%s", name != NULL ? name : "");
    free(name);
    return &d->e;
}

int posix_closedir(DIR *d)
{
    FindClose(d->h);
    free(d->path);
    free(d);
    return 0;
}

static const DIR *asked;
enum { ASKED = 1 << 30 };

int posix_dirfd(DIR *d)
{
    asked = d;
    return ASKED;
}

int posix_fstatat(int dir, const char *name, struct posix_stat *st, int how)
{
    char *path;
    int found;
    (void)how;
    if (dir != ASKED) return posix_none(0);
    path = (char *)malloc(strlen(asked->path) + strlen(name) + 2);
    if (path == NULL) return -1;
    sprintf(path, "%s/%s", asked->path, name);
    found = posix_lstat(path, st);
    free(path);
    return found;
}

void *posix_mmap(void *at, size_t size, int rights, int how, int fd, int64_t offset)
{
    const HANDLE m = CreateFileMappingW((HANDLE)_get_osfhandle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = NULL;
    (void)at;
    (void)rights;
    (void)how;
    (void)offset;
    if (m != NULL) view = MapViewOfFile(m, FILE_MAP_READ, 0, 0, size);
    if (view == NULL) (void)fail();
    if (m != NULL) CloseHandle(m);
    return view != NULL ? view : MAP_FAILED;
}

int posix_munmap(void *at, size_t size)
{
    (void)size;
    return UnmapViewOfFile(at) ? 0 : fail();
}

/* Streams -------------------------------------------------------------------------------------------------------- */

typedef struct into {
    struct into *next;
    FILE *f;
    void *cookie;
    cookie_io_functions_t io;
    char **bytes; /* of open_memstream */
    size_t *len;
    int64_t given;
} into;
static into *intos;

static FILE *nameless(void)
{
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    HANDLE h;
    int fd;
    if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"mem", 0, name) == 0) {
        (void)fail();
        return NULL;
    }
    h = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (h == INVALID_HANDLE_VALUE) {
        (void)fail();
        return NULL;
    }
    fd = _open_osfhandle((intptr_t)h, _O_BINARY);
    return fd >= 0 ? _fdopen(fd, "w+b") : NULL;
}

static FILE *open_into(const into *of)
{
    into *const x = (into *)malloc(sizeof *x);
    if (x == NULL) return NULL;
    *x = *of;
    x->f = nameless();
    if (x->f == NULL) {
        free(x);
        return NULL;
    }
    x->next = intos;
    intos = x;
    return x->f;
}

FILE *posix_fopencookie(void *cookie, const char *mode, cookie_io_functions_t io)
{
    into x;
    (void)mode;
    memset(&x, 0, sizeof x);
    x.cookie = cookie;
    x.io = io;
    return open_into(&x);
}

FILE *posix_open_memstream(char **bytes, size_t *len)
{
    into x;
    memset(&x, 0, sizeof x);
    x.bytes = bytes;
    x.len = len;
    *bytes = (char *)calloc(1, 1);
    *len = 0;
    return *bytes != NULL ? open_into(&x) : NULL;
}

/* Hands on what was written since the last time. */
static int give(into *x)
{
    int64_t end;
    size_t n;
    char *piece;
    int ok = 1;
    if (fflush(x->f) != 0) return -1;
    end = _ftelli64(x->f);
    if (end <= x->given) return 0;
    n = (size_t)(end - x->given);
    if (x->bytes != NULL) {
        char *const more = (char *)realloc(*x->bytes, *x->len + n + 1);
        if (more == NULL) return -1;
        *x->bytes = more;
        piece = more + *x->len;
    } else piece = (char *)malloc(n);
    if (piece == NULL) return -1;
    _fseeki64(x->f, x->given, SEEK_SET);
    ok = fread(piece, 1, n, x->f) == n;
    _fseeki64(x->f, end, SEEK_SET);
    x->given = end;
    if (x->bytes != NULL) {
        *x->len += n;
        (*x->bytes)[*x->len] = 0;
    } else {
        ok = ok && x->io.write(x->cookie, piece, n) == (ssize_t)n;
        free(piece);
    }
    return ok ? 0 : -1;
}

int posix_fflush(FILE *f)
{
    into *x = intos;
    while (x != NULL && x->f != f) x = x->next;
    return x != NULL ? give(x) : fflush(f);
}

int posix_fclose(FILE *f)
{
    into **at = &intos, *x;
    int ok;
    while (*at != NULL && (*at)->f != f) at = &(*at)->next;
    x = *at;
    if (x == NULL) return fclose(f);
    ok = give(x) == 0;
    *at = x->next;
    if (x->io.close != NULL && x->io.close(x->cookie) != 0) ok = 0;
    free(x);
    return fclose(f) == 0 && ok ? 0 : EOF;
}

/* Time, environment, terminal ------------------------------------------------------------------------------------- */

int posix_clock_gettime(int clock, struct timespec *t)
{
    FILETIME now;
    LARGE_INTEGER count, second;
    if (clock == CLOCK_REALTIME) {
        GetSystemTimeAsFileTime(&now);
        time_of(t, &now);
        return 0;
    }
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&second);
    t->tv_sec = (time_t)(count.QuadPart / second.QuadPart);
    t->tv_nsec = (long)((double)(count.QuadPart % second.QuadPart) * 1e9 / (double)second.QuadPart);
    return 0;
}

int posix_nanosleep(const struct timespec *t, struct timespec *left)
{
    (void)left;
    Sleep((DWORD)(t->tv_sec * 1000 + t->tv_nsec / 1000000));
    return 0;
}

/* Values are kept, as those of getenv are. HOME is the profile's folder, TMPDIR that of Windows, and text is UTF-8. */
char *posix_getenv(const char *name)
{
    static struct {
        char name[32];
        char *value;
    } known[64];
    size_t i;
    wchar_t *w;
    const wchar_t *value;
    for (i = 0; i < sizeof known / sizeof *known && known[i].name[0] != 0; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].value;
    w = wide(name);
    value = w != NULL ? _wgetenv(w) : NULL;
    free(w);
    if (value == NULL && strcmp(name, "HOME") == 0) value = _wgetenv(L"USERPROFILE");
    if (value == NULL && strcmp(name, "TMPDIR") == 0) value = _wgetenv(L"TEMP");
    if (value == NULL && strcmp(name, "LC_ALL") == 0) value = L"C.UTF-8";
    if (i == sizeof known / sizeof *known || strlen(name) >= sizeof known[i].name) return value != NULL ? utf8(value) : NULL;
    strcpy(known[i].name, name);
    known[i].value = value != NULL ? utf8(value) : NULL;
    return known[i].value;
}

int posix_isatty(int fd)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode) != 0;
}

int posix_ioctl(int fd, int what, struct winsize *size)
{
    CONSOLE_SCREEN_BUFFER_INFO i;
    (void)what;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(fd), &i)) return -1;
    size->ws_col = (unsigned short)(i.srWindow.Right - i.srWindow.Left + 1);
    size->ws_row = (unsigned short)(i.srWindow.Bottom - i.srWindow.Top + 1);
    return 0;
}

/* Whether something can be read, or the end was reached. */
static int is_ready(HANDLE h)
{
    DWORD n = 0;
    switch (GetFileType(h)) {
    case FILE_TYPE_PIPE: return !PeekNamedPipe(h, NULL, 0, NULL, &n, NULL) || n > 0;
    case FILE_TYPE_CHAR: return WaitForSingleObject(h, 0) == WAIT_OBJECT_0;
    default: return 1;
    }
}

int posix_poll(struct pollfd *p, unsigned long count, int milliseconds)
{
    const ULONGLONG begin = GetTickCount64();
    for (;;) {
        unsigned long i;
        int ready = 0;
        for (i = 0; i < count; i++) {
            p[i].revents = p[i].fd >= 0 && is_ready((HANDLE)_get_osfhandle(p[i].fd)) ? POLLIN : 0;
            ready += p[i].revents != 0;
        }
        if (ready != 0 || (milliseconds >= 0 && GetTickCount64() - begin >= (ULONGLONG)milliseconds)) return ready;
        Sleep(5);
    }
}

/* Processes ------------------------------------------------------------------------------------------------------ */

void (*posix_signal_(int which, void (*to)(int)))(int) { return which == SIGINT || which == SIGTERM ? signal(which, to) : SIG_DFL; }
int posix_signal(int which, void (*to)(int)) { return posix_signal_(which, to) == SIG_ERR ? -1 : 0; }

int posix_none(int first, ...)
{
    (void)first;
    errno = ENOSYS;
    return -1;
}

int posix_gethostname(char *to, size_t room)
{
    wchar_t name[256];
    DWORD n = sizeof name / sizeof *name;
    char *text = GetComputerNameW(name, &n) ? utf8(name) : NULL;
    if (text == NULL) return -1;
    snprintf(to, room, "%s", text);
    free(text);
    return 0;
}

/* The tools look for '/' in names of files. An argument that names a file, or one in a folder that is there, gets it. */
static void slashes(char *arg)
{
    char *c, *const last = strrchr(arg, '\\');
    char *const start = strncmp(arg, "--", 2) == 0 && strchr(arg, '=') != NULL ? strchr(arg, '=') + 1 : arg;
    struct posix_stat st;
    int is_file;
    if (last == NULL || last < start) return;
    is_file = posix_stat(start, &st) == 0;
    if (!is_file && last > start) {
        *last = 0;
        is_file = posix_stat(start, &st) == 0 && S_ISDIR(st.st_mode);
        *last = '\\';
    }
    for (c = start; is_file && *c != 0; c++)
        if (*c == '\\') *c = '/';
}

int main(void)
{
    int count = 0, i, code;
    wchar_t **const args = CommandLineToArgvW(GetCommandLineW(), &count);
    char **const argv = (char **)calloc((size_t)count + 1, sizeof *argv);
    DWORD mode;
    if (args == NULL || argv == NULL) return 3;
    for (i = 0; i < 3; i++) _setmode(i, _O_BINARY);
    setvbuf(stderr, NULL, _IONBF, 0); /* messages come before the rest of the output, as elsewhere */
    for (i = 1; i < 3; i++) {
        const HANDLE h = (HANDLE)_get_osfhandle(i);
        if (!GetConsoleMode(h, &mode)) continue;
        SetConsoleOutputCP(CP_UTF8);
        SetConsoleMode(h, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    for (i = 0; i < count; i++) {
        argv[i] = utf8(args[i]);
        if (argv[i] == NULL) return 3;
        if (i > 0) slashes(argv[i]);
    }
    LocalFree(args);
    code = posix_main(count, argv);
    fflush(stdout);
    return code;
}
