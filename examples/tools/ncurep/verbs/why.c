/* ncurep why: which instructions make warps wait. */
#include "report/pages/why.h"
#include "verb.h"

typedef struct why_options {
    model m;
    uint64_t top;
    out_format people;
} why_options;

static const option option_table[] = {OPT_CHOOSING, {0, "top", &take_positive, offsetof(why_options, top), NULL,
     "N", "only the N largest causes of each result (default 10 in text, all of them in --json and --csv)"},
                                 OPT_MD(why_options, people), OPT_FILES, OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    const why_options *how = (const why_options *)user;
    return why_page(pg, o, how->top);
}

static int run(request *q, void *user)
{
    why_options *how = (why_options *)user;
    output to;
    out_begin_as(&to, q->c, how->people);
    return each_report(q, &how->m, &to, EACH_BLANK | EACH_NAMED, show, how);
}

const verb why_verb = {"why", option_table, sizeof(why_options), run, NULL, NULL,
    "the instructions that make warps wait, and what mending them would gain",
    "Samples say where warps stood; why goes back to what they waited for: the\n"
    "  instruction that sets the barrier, on every way there. The column Gone says\n"
    "  how many times as fast the kernel would be without that cause, Hidden how\n"
    "  many times if other work hid its latency. Where why finds no such\n"
    "  instruction, it says so.\n"
    "\n"
    "  ncurep why -k gemm --top 3 report.ncu-rep",
    FILES, 0, load_demangler, NULL};
