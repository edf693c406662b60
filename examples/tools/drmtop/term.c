#include "term.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t opened, ended_by, resized, continued, stopped;
static sigset_t outside; /* the signal mask while waiting for keys */
static unsigned char in[256];
static size_t in_at, in_len;
static cli_buf *shown;
static size_t shown_room;
static int shown_rows;

/* Auto-wrap off: a name that the terminal takes to be wider cannot push lines down. */
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[?1000h\033[?1006h\033[H\033[2J";
static const char leave[] = "\033[0m\033[?1006l\033[?1000l\033[?7h\033[?25h\033[?1049l";

static void write_all(const char *p, size_t len)
{
    while (len > 0) {
        const ssize_t put = write(1, p, len);
        if (put > 0) {
            p += put;
            len -= (size_t)put;
        } else if (errno == EAGAIN) {
            struct pollfd ready;
            ready.fd = 1;
            ready.events = POLLOUT;
            (void)poll(&ready, 1, 1000);
        } else if (errno != EINTR)
            return;
    }
}

static void raw(void)
{
    struct termios t = before;
    t.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    t.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
    t.c_cc[VMIN] = 1;
    t.c_cc[VTIME] = 0;
    tcsetattr(0, TCSAFLUSH, &t);
    write_all(enter, sizeof enter - 1);
    opened = 1;
}

void term_close(void)
{
    if (!opened) return;
    opened = 0;
    write_all(leave, sizeof leave - 1);
    tcsetattr(0, TCSAFLUSH, &before);
}

static void on_end(int signal) { ended_by = signal; }

static void on_resize(int signal)
{
    (void)signal;
    resized = 1;
}

static void on_continue(int signal)
{
    (void)signal;
    continued = 1;
}

static void on_stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* Only calls that are safe in a handler: write and tcsetattr. */
static void on_crash(int signal)
{
    term_close();
    raise(signal); /* SA_RESETHAND has removed the handler */
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int term_able(void)
{
    const char *name = getenv("TERM");
    return isatty(0) && isatty(1) && name != NULL && name[0] != 0 && strcmp(name, "dumb") != 0;
}

int term_open(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT}, crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t mine;
    size_t i;
    if (tcgetattr(0, &before) != 0) return 0;
    sigemptyset(&mine);
    for (i = 0; i < sizeof ends / sizeof *ends; i++) {
        handle(ends[i], on_end, 0);
        sigaddset(&mine, ends[i]);
    }
    handle(SIGWINCH, on_resize, 0);
    handle(SIGCONT, on_continue, 0);
    handle(SIGTSTP, on_stop, 0);
    sigaddset(&mine, SIGWINCH);
    sigaddset(&mine, SIGCONT);
    sigaddset(&mine, SIGTSTP);
    sigprocmask(SIG_BLOCK, &mine, &outside);
    for (i = 0; i < sizeof ends / sizeof *ends; i++) sigdelset(&outside, ends[i]);
    sigdelset(&outside, SIGWINCH);
    sigdelset(&outside, SIGCONT);
    sigdelset(&outside, SIGTSTP);
    for (i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], on_crash, (int)SA_RESETHAND);
    atexit(term_close);
    raw();
    return 1;
}

int term_end(int code)
{
    term_close();
    if (ended_by != 0 && ended_by != SIGINT) { /* so that whoever waits for the program sees what ended it */
        handle((int)ended_by, SIG_DFL, 0);
        sigprocmask(SIG_SETMASK, &outside, NULL);
        raise((int)ended_by);
    }
    return code;
}

void term_size(int *columns, int *rows)
{
    struct winsize size;
    *columns = 80;
    *rows = 24;
    if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

/* Stops as if the signal were not handled, with the terminal as it was; continues when the shell says so. */
static void stop(void)
{
    sigset_t only;
    stopped = 0;
    term_close();
    handle(SIGTSTP, SIG_DFL, 0);
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &only, NULL); /* stops here */
    sigprocmask(SIG_BLOCK, &only, NULL);
    handle(SIGTSTP, on_stop, 0);
    continued = 1;
}

/* Waits for bytes; 1 if there are some, 0 if not, -1 for a signal or the end of the terminal. */
static int fill(int64_t wait)
{
    struct timespec limit;
    fd_set set;
    ssize_t got;
    FD_ZERO(&set);
    FD_SET(0, &set);
    if (wait < 0) wait = 0;
    limit.tv_sec = (time_t)(wait / 1000000000);
    limit.tv_nsec = (long)(wait % 1000000000);
    switch (pselect(1, &set, NULL, NULL, &limit, &outside)) {
    case 0: return 0;
    case 1: break;
    default: return errno == EINTR ? -1 : 0;
    }
    memmove(in, in + in_at, in_len - in_at);
    in_len -= in_at;
    in_at = 0;
    got = read(0, in + in_len, sizeof in - in_len);
    if (got > 0) {
        in_len += (size_t)got;
        return 1;
    }
    if (got == 0 || errno != EINTR) ended_by = SIGHUP;
    return -1;
}

static int mouse_column, mouse_row;

void term_mouse(int *column, int *row)
{
    *column = mouse_column;
    *row = mouse_row;
}

/* After ESC [ <: the button, column and row, from 1, and M for pressed or m for released. */
static int mouse(void)
{
    int number[3] = {0, 0, 0}, i = 0;
    while (in_at < in_len || fill(30000000) > 0) {
        const int c = in[in_at++];
        if (c >= '0' && c <= '9' && number[i] < 10000) number[i] = number[i] * 10 + c - '0';
        else if (c == ';' && i < 2) i++;
        else if (c == 'M' && i == 2) {
            mouse_column = number[1] - 1;
            mouse_row = number[2] - 1;
            return number[0] == 0 ? KEY_CLICK : number[0] == 64 ? KEY_WHEEL_UP : number[0] == 65 ? KEY_WHEEL_DOWN : KEY_NONE;
        } else
            return KEY_NONE;
    }
    return KEY_NONE;
}

/* After ESC [ or ESC O. */
static int sequence(void)
{
    int number = 0;
    while (in_at < in_len) {
        const int c = in[in_at++];
        if (c >= '0' && c <= '9') {
            if (number < 1000) number = number * 10 + c - '0';
        } else if (c == '<' && number == 0)
            return mouse();
        else if (c == ';') {
            while (in_at < in_len && in[in_at] >= '0' && in[in_at] <= '9') in_at++; /* shift, control and so on */
        } else if (c == '[') { /* function keys of the Linux console: ESC [ [ A */
            if (in_at == in_len) return KEY_NONE;
            switch (in[in_at++]) {
            case 'A': return KEY_F1;
            case 'B': return KEY_F2;
            case 'C': return KEY_F3;
            case 'D': return KEY_F4;
            case 'E': return KEY_F5;
            default: return KEY_NONE;
            }
        } else if (c == '~') {
            switch (number) {
            case 1:
            case 7: return KEY_HOME;
            case 4:
            case 8: return KEY_END;
            case 5: return KEY_PAGE_UP;
            case 6: return KEY_PAGE_DOWN;
            case 11: return KEY_F1;
            case 12: return KEY_F2;
            case 13: return KEY_F3;
            case 14: return KEY_F4;
            case 15: return KEY_F5;
            case 17: return KEY_F6;
            case 20: return KEY_F9;
            case 21: return KEY_F10;
            default: return KEY_NONE;
            }
        } else {
            switch (c) {
            case 'A': return KEY_UP;
            case 'B': return KEY_DOWN;
            case 'C': return KEY_RIGHT;
            case 'D': return KEY_LEFT;
            case 'H': return KEY_HOME;
            case 'F': return KEY_END;
            case 'P': return KEY_F1;
            case 'Q': return KEY_F2;
            case 'R': return KEY_F3;
            case 'S': return KEY_F4;
            default: return KEY_NONE;
            }
        }
    }
    return KEY_NONE;
}

static int character(void)
{
    const char *p = (const char *)in + in_at;
    size_t n = cli_utf8(p, (const char *)in + in_len), i;
    int code;
    /* The rest of a character may be on its way. */
    for (i = 0; n == 0 && i < 3 && in[in_at] >= 0xc2 && fill(20000000) > 0; i++) {
        p = (const char *)in + in_at;
        n = cli_utf8(p, (const char *)in + in_len);
    }
    if (n == 0) {
        in_at++;
        return KEY_NONE;
    }
    code = n == 1 ? (unsigned char)p[0] : (unsigned char)p[0] & (n == 2 ? 31 : n == 3 ? 15 : 7);
    for (i = 1; i < n; i++) code = code << 6 | ((unsigned char)p[i] & 63);
    in_at += n;
    return code == 8 ? KEY_BACKSPACE : code;
}

static int of_signals(void)
{
    if (stopped) stop();
    if (ended_by != 0) return KEY_QUIT;
    if (continued) { /* in the background this waits for the shell to give the terminal back */
        continued = 0;
        raw();
        resized = 1;
    }
    if (!resized) return KEY_NONE;
    resized = 0;
    return KEY_RESIZE;
}

int term_key(int64_t wait)
{
    int key = of_signals();
    if (key != KEY_NONE) return key;
    if (in_at == in_len && fill(wait) <= 0) return of_signals();
    if (in[in_at] != 27) return character();
    in_at++;
    if (in_at == in_len && fill(30000000) <= 0) return KEY_ESCAPE;
    if (in[in_at] != '[' && in[in_at] != 'O') return KEY_ESCAPE;
    in_at++;
    if (in_at == in_len) (void)fill(30000000);
    return sequence();
}

void term_show(const cli_buf *lines, int rows, int again)
{
    cli_buf out = {NULL, 0, 0};
    size_t had = shown_room;
    int i;
    shown = (cli_buf *)cli_grow(shown, &shown_room, (size_t)rows, sizeof *shown);
    if (shown_room > had) memset(shown + had, 0, (shown_room - had) * sizeof *shown);
    if (again || rows != shown_rows) {
        cli_putf(&out, "\033[0m\033[2J");
        for (i = 0; i < (int)shown_room; i++) shown[i].len = 0;
    }
    shown_rows = rows;
    for (i = 0; i < rows; i++) {
        if (lines[i].len == shown[i].len && (lines[i].len == 0 || memcmp(lines[i].ptr, shown[i].ptr, lines[i].len) == 0)) continue;
        cli_putf(&out, "\033[%d;1H\033[K", i + 1);
        if (lines[i].len > 0) cli_put(&out, lines[i].ptr, lines[i].len);
        shown[i].len = 0;
        if (lines[i].len > 0) cli_put(&shown[i], lines[i].ptr, lines[i].len);
    }
    if (out.len > 0) write_all(out.ptr, out.len);
    cli_buf_free(&out);
}
