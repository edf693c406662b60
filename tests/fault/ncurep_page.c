/* The pages of ncurep, called as examples/short/ncurep_page.c does, where each allocation in turn finds no memory: the call comes
   back and says so, nothing stays, and the next one works. */
#define main page_main
#include "../../examples/short/ncurep_page.c"
#undef main

#include "run.h"

typedef struct tally {
    size_t live, calls, fail; /* fail: the call that gives nothing; 0: none */
} tally;

static void *resize(void *user, void *ptr, size_t size)
{
    tally *const t = (tally *)user;
    void *to;
    if (size == 0) {
        free(ptr);
        t->live--;
        return NULL;
    }
    if (++t->calls == t->fail) return NULL;
    to = realloc(ptr, size);
    t->live += ptr == NULL;
    return to;
}

static char *report;
static size_t report_size;

static tally taken;
static cli_heap heap = {resize, &taken, NULL, NULL, NULL, 0};
static job work;

/* 1: the page was made, and *code is its own. */
static int try_page(const char *name, out_format format, size_t fail, int *code)
{
    memset(&taken, 0, sizeof taken);
    memset(&work, 0, sizeof work);
    taken.fail = fail;
    work.page = name;
    work.format = format;
    work.path = "report";
    work.bytes = report;
    work.size = report_size;
    return cli_heap_run(&heap, run, &work, code);
}

static void everywhere(const char *name, out_format format)
{
    size_t n, count, length;
    char *whole;
    int code;
    if (!CHECK(try_page(name, format, 0, &code) && code == CLI_FINE)) return;
    count = taken.calls;
    length = work.text.len;
    whole = (char *)malloc(length + 1);
    if (CHECK(whole != NULL && count > 20)) memcpy(whole, work.text.ptr, length);
    cli_heap_empty(&heap);
    CHECK_U64(0, taken.live);
    for (n = 1; n <= count; n += n < 1000 ? 1 : n / 64) { /* each of the first thousand, then fewer and fewer */
        CHECK(!try_page(name, format, n, &code));
        CHECK_U64(0, taken.live);
    }
    CHECK(try_page(name, format, 0, &code) && code == CLI_FINE);
    CHECK(work.text.len == length && memcmp(work.text.ptr, whole, length) == 0);
    cli_heap_empty(&heap);
    free(whole);
}

/* Listing charts draws each of them. */
static void charts(void)
{
    cli c;
    cli_init(&c, "test", "");
    report = cli_read(&c, "examples/data/samples/ncurep/canopy.ncu-rep", &report_size, NULL);
    if (!CHECK(report != NULL)) return;
    everywhere("chart", OUT_TEXT);
    free(report);
}

static void all(void)
{
    static const char *const pages[] = {"list", "details", "source", "session", "html"};
    static const char *const samples[] = {"examples/data/samples/ncurep/saxpy.ncu-rep", "examples/data/samples/ncurep/mixed.ncu-rep"};
    cli c;
    size_t i, k;
    cli_init(&c, "test", "");
    for (k = 0; k < sizeof samples / sizeof *samples; k++) {
        report = cli_read(&c, samples[k], &report_size, NULL);
        if (!CHECK(report != NULL)) return;
        for (i = 0; i < sizeof pages / sizeof *pages; i++) everywhere(pages[i], OUT_TEXT);
        for (i = OUT_MARKDOWN; i <= OUT_HTML; i++) everywhere("details", (out_format)i);
        free(report);
    }
}

int main(void)
{
    RUN(charts);
    RUN(all);
    return run_end();
}
