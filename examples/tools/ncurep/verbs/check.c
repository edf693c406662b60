/* ncurep check: what must hold in every report. */
#include "report/pages/checks.h"
#include "report/pages/kernels.h"
#include "limits.h"

#include <string.h>

static int show(const page *pg, opened *o, void *user)
{
    (void)user;
    return checks_page(pg, o);
}

static int check_reports(request *q, const model *m)
{
    output to;
    out_begin(&to, q->c);
    checks_titles(&to);
    return each_report(q, m, &to, EACH_BLANK, show, NULL);
}

typedef struct check_options {
    model m;
    limit_options limits;
    int code, no_spills;
    uint64_t max_registers;
    const char *arch;
} check_options;

/* What the functions of programs may need. */
static int check_code(request *q, const check_options *how)
{
    kernel_choice wanted;
    output to;
    page pg;
    size_t i, tried = 0;
    int code = CLI_FINE;
    wanted.kernel = how->m.chosen.kernel;
    wanted.demangle_fn = how->m.demangle_fn;
    wanted.arch = arch_of(how->arch);
    if (how->arch != NULL && wanted.arch == 0) return cli_usage(q->c, "--arch takes a name such as sm_90, not %s", how->arch);
    if (how->max_registers == 0 && !how->no_spills) return cli_usage(q->c, "--code needs --max-registers or --no-spills");
    out_begin(&to, q->c);
    pg.m = &how->m;
    pg.to = &to;
    out_list(&to, NULL);
    for (i = 0; i < q->path_count; i++) {
        kernels k;
        if (!kernels_read(&k, &wanted, q->c, q->paths[i])) {
            if (!images_refuse(q->c, q->paths[i])) cli_error(q->c, "%s: no program, library, archive, fatbin or cubin", q->paths[i]);
            k.code = CLI_INPUT;
        }
        tried += k.count;
        out_group(&to, NULL);
        out_string(&to, "file", q->paths[i]);
        if (kernels_check_page(&pg, q->paths[i], &k, (uint32_t)how->max_registers, !how->no_spills) > 0 && code == CLI_FINE) code = CLI_FINDING;
        out_close(&to);
        if (k.code > code) code = k.code;
        kernels_free(&k);
    }
    out_close(&to);
    out_end(&to);
    if (tried == 0 && code == CLI_FINE) { /* a limit that applies to nothing would pass unseen */
        cli_error(q->c, "no function was checked");
        code = CLI_FINDING;
    }
    return code;
}

static const option_word fail_words[] = {{"unmatched", 1}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "limits", &take_input, offsetof(check_options, limits.limits), NULL,
     "FILE", "one limit per line: KERNEL METRIC OPERATOR BOUND"},
                                 {0, "baseline", &take_inputs, offsetof(check_options, limits.baselines), NULL,
     "REPORT", "the report that \"baseline\" in a limit refers to; repeatable: the median of these runs, and no value within their spread "
     "breaks it"}, OPT_MATCH,
                                 {0, "fail-on", &take_word, offsetof(check_options, limits.unmatched), fail_words,
     NULL, "kernels that the baseline lacks, or the report, are broken limits, not left out"},
                                 OPT_FORM("md", md_form, check_options, limits.people, "the outcome as Markdown"), OPT_GATE(check_options, limits.gate),
                                 {0, "code", &take_nothing, offsetof(check_options, code), NULL,
     NULL, "the FILEs are programs, libraries, archives, fatbins, cubins: checks their GPU code"},
                                 {0, "max-registers", &take_positive, offsetof(check_options, max_registers), NULL,
     "N", "with --code: no function may use more registers a thread"},
                                 {0, "no-spills", &take_nothing, offsetof(check_options, no_spills), NULL,
     NULL, "with --code: no function may load from or store to local memory"},
                                 {0, "arch", &take_text, offsetof(check_options, arch), NULL,
     "sm_NN", "with --code: only code for this architecture"}, OPTION_END};

static int run(request *q, void *user)
{
    const check_options *how = (const check_options *)user;
    const limit_options *l = &how->limits;
    if (how->code) return check_code(q, how);
    if (how->max_registers > 0 || how->no_spills || how->arch != NULL)
        return cli_usage(q->c, "--max-registers, --no-spills and --arch need --code");
    if (l->limits != NULL) return check_limits(q, &how->m, l);
    if (l->baselines.count > 0 || l->people != OUT_TEXT || l->unmatched || l->gate.junit != NULL || l->gate.github)
        return cli_usage(q->c, "--baseline, --fail-on, --md, --junit and --github need --limits");
    return check_reports(q, &how->m);
}

const verb check_verb = {"check", option_table, sizeof(check_options), run, NULL, NULL,
    "what must hold in every report; with --limits, your own limits",
    "A file of limits:\n      *      gpu__time_duration.sum        <= 2 ms\n      *      gpu__time_duration.sum        <= baseline + 5%\n"
    "      saxpy  launch__registers_per_thread  <= 64    # KERNEL as -k, and * and ?\n"
    "  Exit code 1 if a limit is exceeded or applies to no kernel.\n"
    "\n"
    "  ncurep check --code --max-registers 128 --no-spills libkernels.so",
    FILES, 0, load_demangler, NULL};
