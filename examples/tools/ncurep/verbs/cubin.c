/* ncurep cubin: the machine code of a report, or what each function of a program's GPU code needs. */
#include "report/pages/kernels.h"
#include "report/pages/modules.h"
#include "verb.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct cubin_options {
    model m;
    maybe_number module; /* reference: only this one */
    const char *to;      /* folder where they are written */
    const char *arch;    /* sm_NN */
    int diff, ptx;
} cubin_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "module", &take_maybe, offsetof(cubin_options, module), NULL,
     "REFERENCE", "only this module"},
                                 {0, "to", &take_output, offsetof(cubin_options, to), NULL,
     "FOLDER", "write REFERENCE.cubin files there; of programs NUMBER.sm_NN.cubin and NUMBER.compute_NN.ptx"},
                                 {0, "arch", &take_text, offsetof(cubin_options, arch), NULL,
     "sm_NN", "of programs: only code for this architecture"},
                                 {0, "diff", &take_nothing, offsetof(cubin_options, diff), NULL,
     NULL, "two programs, the older one first: what needs more now, and what spills"},
                                 {0, "ptx", &take_nothing, offsetof(cubin_options, ptx), NULL,
     NULL, "of programs: print the PTX text"}, OPTION_END};

static int write_cubin(const page *pg, const char *folder, const module_code *x)
{
    cli_buf path = {NULL, 0, 0};
    int ok;
    cli_putf(&path, "%s/%" PRIu64 ".cubin", folder, x->reference);
    ok = cli_replace(pg->m->c, path.ptr, NULL, x->cubin.ptr, x->cubin.len);
    cli_buf_free(&path);
    return ok;
}

static int show(const page *pg, opened *o, void *user)
{
    const cubin_options *how = (const cubin_options *)user;
    module_codes walk;
    int code = CLI_FINE;
    if (!module_codes_begin(&walk, pg->m, o, &how->module, &code)) return CLI_INPUT;
    modules_page(pg, &walk);
    if (how->module.given && walk.found == 0) {
        cli_error(pg->m->c, "%s: no module has reference %" PRIu64, o->path, how->module.value);
        code = CLI_FINDING;
    }
    for (walk.next = 0; how->to != NULL && module_codes_next(&walk);)
        if (walk.x.cubin.len > 0 && !write_cubin(pg, how->to, &walk.x)) code = CLI_INPUT;
    module_codes_end(&walk);
    return code;
}

/* Programs, libraries, objects, archives, fatbins ------------------------------------------------------------------ */

static int write_image(const cubin_options *how, const images *x)
{
    const int ptx = x->image.kind == CUBIN_IMAGE_KIND_PTX;
    cli_buf path = {NULL, 0, 0};
    size_t len = x->len;
    int ok;
    while (ptx && len > 0 && x->bytes[len - 1] == 0) len--;
    cli_putf(&path, "%s/%" PRIu32 ".%s_%" PRIu32 ".%s", how->to, x->index, ptx ? "compute" : "sm", x->image.arch,
             ptx ? "ptx" : cubin_image_kind_name(x->image.kind));
    ok = cli_replace(x->c, path.ptr, NULL, x->bytes, len);
    cli_buf_free(&path);
    return ok;
}

static void print_ptx(const page *pg, const images *x)
{
    const char *end = (const char *)memchr(x->bytes, 0, x->len);
    const size_t len = end != NULL ? (size_t)(end - x->bytes) : x->len;
    if (x->image.kind == CUBIN_IMAGE_KIND_PTX) out_patch(pg->to, x->bytes, len);
}

/* A file of which images_open has said that it has images. */
static int show_images(const page *pg, const cubin_options *how, const kernel_choice *wanted, images *x)
{
    kernels k;
    int code;
    memset(&k, 0, sizeof k);
    while (images_next(x)) {
        if (how->ptx && image_fits(wanted, x)) print_ptx(pg, x);
        else if (!how->ptx) kernels_add(&k, wanted, x);
        if (how->to != NULL && image_fits(wanted, x) && !write_image(how, x)) k.code = CLI_INPUT;
    }
    code = x->is_damaged ? CLI_INPUT : k.code;
    if (!how->ptx) {
        out_group(pg->to, NULL);
        out_string(pg->to, "file", x->path);
        kernels_page(pg, x->path, &k);
        out_close(pg->to);
    }
    kernels_free(&k);
    return code;
}

static int show_files(request *q, const page *pg, const cubin_options *how, const kernel_choice *wanted)
{
    size_t i;
    int code = CLI_FINE;
    if (!how->ptx) {
        out_list(pg->to, NULL);
        kernels_titles(pg->to);
    }
    for (i = 0; i < q->path_count; i++) {
        images x;
        int one = CLI_INPUT;
        if (images_open(&x, q->c, q->paths[i])) {
            if (i > 0 && !how->ptx) out_gap(pg->to);
            if (q->path_count > 1 && !how->ptx) out_line(pg->to, "%s", x.path);
            one = show_images(pg, how, wanted, &x);
            images_close(&x);
        } else if (!images_refuse(q->c, q->paths[i]))
            cli_error(q->c, "%s: no program, library, archive, fatbin or cubin, as the first file is one", q->paths[i]);
        if (one > code) code = one;
    }
    if (!how->ptx) {
        out_close(pg->to);
        out_end(pg->to);
    }
    return code;
}

static int show_diff(request *q, const page *pg, const kernel_choice *wanted)
{
    kernels k[2];
    int code = CLI_FINE, i;
    memset(k, 0, sizeof k);
    for (i = 0; i < 2; i++) {
        if (!kernels_read(&k[i], wanted, q->c, q->paths[i])) {
            if (!images_refuse(q->c, q->paths[i])) cli_error(q->c, "%s: no program, library, archive, fatbin or cubin", q->paths[i]);
            k[i].code = CLI_INPUT;
        }
        kernels_sort(&k[i]);
        if (k[i].code > code) code = k[i].code;
    }
    if (k[0].code == CLI_FINE || k[0].count > 0) {
        kernels_match(&k[0], &k[1]);
        if (kernels_diff_page(pg, q->paths[0], &k[0], q->paths[1], &k[1]) > 0 && code == CLI_FINE) code = CLI_FINDING;
    }
    kernels_free(&k[0]);
    kernels_free(&k[1]);
    return code;
}

/* Makes the folder that --to names, if it is not there. */
static int folder_ready(const request *q, const char *to)
{
    if (to == NULL || mkdir(to, 0777) == 0 || errno == EEXIST) return 1;
    cli_error(q->c, "%s: %s", to, strerror(errno));
    return 0;
}

static int run(request *q, void *user)
{
    const cubin_options *how = (const cubin_options *)user;
    kernel_choice wanted;
    output to;
    page pg;
    wanted.kernel = how->m.chosen.kernel;
    wanted.demangle_fn = how->m.demangle_fn;
    wanted.arch = arch_of(how->arch);
    if (how->arch != NULL && wanted.arch == 0) return cli_usage(q->c, "--arch takes a name such as sm_90, not %s", how->arch);
    if (how->diff && q->path_count != 2) return cli_usage(q->c, "--diff takes two files: the older one, then the newer one");
    out_begin(&to, q->c);
    pg.m = &how->m;
    pg.to = &to;
    if (how->diff) return show_diff(q, &pg, &wanted);
    if (images_are(q->paths[0])) {
        if (how->module.given) return cli_usage(q->c, "--module is of reports");
        if (!folder_ready(q, how->to)) return CLI_INPUT;
        return show_files(q, &pg, how, &wanted);
    }
    if (how->arch != NULL || how->ptx) return cli_usage(q->c, "--arch and --ptx are of programs, libraries, archives and fatbins");
    if (images_refuse(q->c, q->paths[0]) || !folder_ready(q, how->to)) return CLI_INPUT;
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

static const verb_lack lacks[] = {{"ptx", LACKS_BOTH, NULL, "--ptx prints plain text: no --json, no --csv"}, LACK_END};

const verb cubin_verb = {"cubin", option_table, sizeof(cubin_options), run, NULL, NULL,
    "lists or extracts machine code: of reports, programs, libraries, archives, fatbins",
    "Of programs and the like it lists what each function needs: registers,\n"
    "  bytes of shared memory and of local memory (frame), instructions that load\n"
    "  and store local memory, as spills do. --diff: exit code 1 if any needs more.\n"
    "\n"
    "  ncurep cubin --arch sm_90 -k gemm libkernels.so\n"
    "  ncurep cubin --diff old.so new.so\n"
    "  ncurep cubin --to cubins libkernels.so",
    FILES, 0, load_demangler, lacks};
