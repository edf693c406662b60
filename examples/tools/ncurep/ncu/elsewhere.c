/* What ncu has besides --import: options that need a GPU, pages that are another program's. One line says what it is, and what to use here. */
#include "import.h"

#include <string.h>

typedef struct elsewhere {
    const char *names; /* with a blank before and after each; those of ncu 2025.4's own help */
    const char *is, *use;
} elsewhere;

static const elsewhere gpu_options[] = {
    {" mode hostname port max-connections kill injection-path-32 injection-path-64 preload-library ", "starts a program or attaches to one", "ncurep session shows how that was done"},
    {" target-processes target-processes-filter ", "chooses processes to profile", "-k and --kernel-id choose among those of the report"},
    {" set ", "chooses what is collected", "--section chooses among the sections of the report; nvsection list-sets"},
    {" list-sections list-sets section-folder-restore ", "is about section files", "nvsection list-sections, nvsection list-sets"},
    {" list-metrics query-metrics query-metrics-mode query-metrics-collection list-chips chips ", "lists metrics of a GPU", "nvsection names, nvsection metrics --chip NAME"},
    {" rule list-rules apply-rules ", "runs rules on a new profile", "what they said is in the report; ncurep details --rules runs ours"},
    {" import-source import-sass source-folders ", "stores sources with a new profile", "--page source shows those of the report; --resolve-source-file names others"},
    {" nvtx nvtx-push-pop-scope ", "collects NVTX ranges with a new profile", "those of the report are always known: --nvtx-include, --print-nvtx-rename"},
    {" call-stack call-stack-type ", "collects call stacks with a new profile", "ncurep dump has those of the report"},
    {" warp-sampling-interval warp-sampling-max-passes warp-sampling-buffer-size warp-samples-per-interval disable-pm-warp-sampling ",
     "sets how warps are sampled", "ncurep source and ncurep export --table warp-samples show the samples"},
    {" pm-sampling-interval pm-sampling-max-passes pm-sampling-buffer-size ", "sets how counters are sampled", "ncurep html draws the timelines of the report"},
    {" replay-mode app-replay-buffer app-replay-match app-replay-mode range-replay-options graph-profiling cache-control clock-control pipeline-boost-state"
     " profile-from-start disable-profiler-start-stop check-exit-code forward-signals disable-extra-suffixes ",
     "sets how a program is profiled", "ncurep session shows how it was"},
    {" communicator communicator-tcp-hostname communicator-tcp-port communicator-tcp-num-peers lockstep-kernel-launch lockstep-nvtx-include"
     " lockstep-nvtx-exclude metric-distribution-groups ",
     "profiles several processes together", "ncurep merge makes one report of theirs"}};

static const elsewhere other_pages[] = {{" summary ", "is a page of the user interface", "ncurep summary"},
                                  {" diff baseline ", "compares in the user interface", "ncurep diff BEFORE AFTER"},
                                  {" detail ", "is not how it is spelt", "--page details"}};

/* The row that names text, up to its '='; NULL: none. */
static const elsewhere *find(const elsewhere *list, size_t count, const char *text)
{
    const size_t len = strcspn(text, "=");
    size_t i;
    for (i = 0; i < count; i++) {
        const char *p = list[i].names + 1;
        for (; *p != 0; p += strcspn(p, " ") + 1)
            if (strcspn(p, " ") == len && memcmp(p, text, len) == 0) return &list[i];
    }
    return NULL;
}

int is_elsewhere(const cli *c, const char *name, const char *page_name)
{
    const elsewhere *x = name != NULL ? find(gpu_options, sizeof gpu_options / sizeof *gpu_options, name)
                                      : find(other_pages, sizeof other_pages / sizeof *other_pages, page_name);
    if (x == NULL) return 0;
    if (name != NULL) cli_usage(c, "--%.*s %s: that takes NVIDIA's tool and a GPU; here: %s", (int)strcspn(name, "="), name, x->is, x->use);
    else cli_usage(c, "--page %s %s; here: %s", page_name, x->is, x->use);
    return 1;
}
