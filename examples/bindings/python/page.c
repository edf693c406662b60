/* The pages of the tool for the Python package: a shared object of its own, so that reading reports needs none of this. */
#include "report/pages/html.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if defined(__GNUC__) || defined(__clang__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

enum { ABI = 2 }; /* ncurep/page.py asks for the same number */

EXPORT int page_abi(void);
EXPORT char *page_html(const char *name, const char *bytes, size_t size, const unsigned char *only, int whole, size_t *out_size);
EXPORT void page_free(char *text);

int page_abi(void) { return ABI; }

/* On Linux the linker (--wrap) puts these in place of functions that have come to glibc anew, so that wheels run on older
   systems. No report in memory needs stat. */
int __wrap_stat(const char *path, struct stat *out);
int __wrap_fstat(int file, struct stat *out);
int __wrap_fstatat(int folder, const char *path, struct stat *out, int flags);
double __wrap_pow(double x, double y);

int __wrap_stat(const char *path, struct stat *out)
{
    (void)path;
    (void)out;
    errno = ENOSYS;
    return -1;
}

int __wrap_fstat(int file, struct stat *out)
{
    (void)file;
    return __wrap_stat("", out);
}

int __wrap_fstatat(int folder, const char *path, struct stat *out, int flags)
{
    (void)folder;
    (void)flags;
    return __wrap_stat(path, out);
}

/* Powers of ten for the labels of axes: exact as far as doubles can be, for whole exponents. */
double __wrap_pow(double x, double y)
{
    const double size = fabs(y);
    double whole = floor(size), part = size - whole, result = 1, root = x;
    for (; part > 0 && root != 1; part -= floor(part)) {
        root = sqrt(root);
        part *= 2;
        if (part >= 1) result *= root;
    }
    for (; whole >= 1 && result > 0 && result - result == 0; whole = floor(whole / 2)) {
        if (whole - 2 * floor(whole / 2) > 0) result *= x;
        x *= x;
    }
    return y < 0 ? 1 / result : result;
}

typedef struct job {
    const char *name, *bytes;
    size_t size;
    const unsigned char *only;
    int whole;
    cli_buf text;
} job;

static void ignore(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static int run(void *user)
{
    static const html_options few = {0, 0} /* of a list, the kernels are not looked at */, whole = {0, HTML_MOST_BYTES};
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    opened o;
    int code = CLI_INPUT;
    cli_init(&c, "ncurep", "");
    c.error_fn = ignore; /* damage is on the page */
    memset(&in, 0, sizeof in);
    memset(&m, 0, sizeof m);
    m.c = in.c = &c; /* no demangle_fn, of which only the source makes use: no library is loaded */
    m.chosen.only = x->only;
    in.max_size = READER_MAX_SIZE;
    if (open_bytes(&in, x->name, x->bytes, x->size, &o)) {
        section_source sections;
        output to;
        page pg;
        FILE *f = cli_buf_open(&x->text);
        out_init(&to, f, OUT_HTML);
        pg.m = &m;
        pg.to = &to;
        if (sections_open(&sections, &m)) code = html_page(&pg, &o, &sections, NULL, 0, x->whole ? &whole : &few);
        sections_close(&sections);
        cli_buf_close(f);
        close_report(&o);
    }
    return code;
}

/* The HTML page of a report; only: a byte for each result, 0 leaves it out, NULL: all are in the list; whole: with the kernels of
   the list, as far as the tool would. Freed with page_free; NULL if it cannot be read or there is not enough memory. One call at a
   time. */
char *page_html(const char *name, const char *bytes, size_t size, const unsigned char *only, int whole, size_t *out_size)
{
    cli_heap heap;
    job x;
    char *made = NULL;
    int code;
    memset(&x, 0, sizeof x);
    memset(&heap, 0, sizeof heap);
    x.name = name;
    x.bytes = bytes;
    x.size = size;
    x.only = only;
    x.whole = whole;
    *out_size = 0;
    if (cli_heap_run(&heap, run, &x, &code) && x.text.len > 0 && (made = (char *)malloc(x.text.len)) != NULL) {
        memcpy(made, x.text.ptr, x.text.len);
        *out_size = x.text.len;
    }
    cli_heap_empty(&heap);
    return made;
}

void page_free(char *text) { free(text); }
