/* NVTX filters on a real report, as a public notebook shows their answer. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "run.h"

static void notebook(void)
{
    size_t len;
    char *data = run_read("../shared/corpus/ncurep/2022.3.0_rtx3070_nvidia_8399c713.ncu-rep", &len);
    ncurep_report *r;
    ncurep_error error;
    ncurep_nvtx_filter *run, *check, *daxpy, *other;
    ncurep_result result;
    uint32_t i;
    unsigned chosen = 0, inner = 0;
    if (data == NULL) {
        SKIP("needs ../shared");
        return;
    }
    r = ncurep_report_open(data, len, NULL, &error);
    run = ncurep_nvtx_filter_open(ncurep_text("run_test/"), NULL, &error);
    check = ncurep_nvtx_filter_open(ncurep_text("check_results/"), NULL, &error);
    daxpy = ncurep_nvtx_filter_open(ncurep_text("[run_test/daxpy]"), NULL, &error);
    other = ncurep_nvtx_filter_open(ncurep_text("run_test"), NULL, &error);
    for (i = 0; ncurep_result_at(r, i, &result, &error); i++) {
        if (ncurep_nvtx_filter_match(run, &result) && !ncurep_nvtx_filter_match(check, &result)) {
            chosen++;
            if (ncurep_nvtx_filter_match(daxpy, &result)) inner = chosen;
        }
        CHECK(!ncurep_nvtx_filter_match(other, &result));
    }
    CHECK_U64(2, chosen);
    CHECK_U64(2, inner); /* the second of them */
    ncurep_nvtx_filter_close(run);
    ncurep_nvtx_filter_close(check);
    ncurep_nvtx_filter_close(daxpy);
    ncurep_nvtx_filter_close(other);
    ncurep_report_close(r);
    free(data);
}

int main(void)
{
    RUN(notebook);
    return run_end();
}
