/* Units that are derived from names, against the unit line of raw pages beside real reports. */
#include "report/model/metric_text.h"

#include <dirent.h>

#include "run.h"

#define FOLDER "../shared/corpus/ncurep"

static unsigned compared;

/* Next field of a CSV line; quotes around each. */
static char *field(char **p)
{
    char *s = *p, *to, *start;
    if (*s == ',') s++;
    if (*s != '"') return NULL;
    start = to = ++s;
    while (*s != 0 && !(*s == '"' && s[1] != '"')) {
        if (*s == '"') s++;
        *to++ = *s++;
    }
    *p = *s != 0 ? s + 1 : s;
    *to = 0;
    return start;
}

/* Whether the unit shown is the base unit, scaled or not: K, M, G, T before byte and hz, and us, ms, s for nsecond. */
static int scaled(const char *base, const char *shown)
{
    if (strcmp(base, "nsecond") == 0)
        return strcmp(shown, "ns") == 0 || strcmp(shown, "us") == 0 || strcmp(shown, "ms") == 0 || strcmp(shown, "s") == 0;
    if (strcmp(base, "%/byte") == 0 && strcmp(shown, "%/Kbyte") == 0) return 1;
    if (strcmp(base, shown) == 0) return 1;
    return strchr("KMGT", *shown) != NULL && *shown != 0 && strcmp(base, shown + 1) == 0;
}

static void page(const char *path)
{
    size_t len;
    char *data = run_read(path, &len), *names = NULL, *units, *name, *unit, *end;
    unsigned column = 0;
    if (!CHECK(data != NULL)) return;
    names = strstr(data, "\"ID\",");
    end = names != NULL ? strchr(names, '\n') : NULL;
    if (!CHECK(end != NULL)) return;
    *end = 0;
    units = end + 1;
    while ((name = field(&names)) != NULL && (unit = field(&units)) != NULL) {
        metric_facts f;
        if (column++ < 11) continue;
        metric_describe(ncurep_text(name), &f);
        if (!CHECK(scaled(f.unit, unit))) printf("    %s: \"%s\", derived \"%s\"\n", name, unit, f.unit);
        compared++;
    }
    free(data);
}

static void units(void)
{
    DIR *d = opendir(FOLDER);
    struct dirent *e;
    if (d == NULL) {
        SKIP("needs ../shared");
        return;
    }
    while ((e = readdir(d)) != NULL) {
        char path[512];
        const size_t n = strlen(e->d_name);
        if (n < 8 || strcmp(e->d_name + n - 8, ".raw.csv") != 0) continue;
        snprintf(path, sizeof path, FOLDER "/%s", e->d_name);
        page(path);
    }
    closedir(d);
    CHECK(compared > 500);
}

/* The list of all base names that one version offers for one GPU: name, type, unit. */
static void listed(void)
{
    size_t len;
    char *data = run_read("../shared/corpus/metrics/query_ncu2025.4.0_cc86.tsv", &len), *line, *next;
    unsigned rows = 0;
    if (data == NULL) {
        SKIP("needs ../shared");
        return;
    }
    for (line = data; *line != 0; line = next) {
        char *end = strchr(line, '\n'), *type, *unit, name[200];
        metric_facts f;
        next = end != NULL ? end + 1 : line + strlen(line);
        if (end != NULL) *end = 0;
        if (*line == '#' || (type = strchr(line, '\t')) == NULL) continue;
        *type++ = 0;
        unit = strchr(type, '\t');
        if (unit != NULL) *unit++ = 0;
        snprintf(name, sizeof name, "%s%s", line, *type == 'C' ? ".sum" : *type == 'R' ? ".ratio" : ".avg.pct_of_peak_sustained_elapsed");
        metric_describe(ncurep_text(name), &f);
        if (!CHECK(scaled(f.unit, unit != NULL ? unit : ""))) printf("    %s: \"%s\", derived \"%s\"\n", name, unit, f.unit);
        rows++;
    }
    free(data);
    CHECK(rows > 3000);
}

int main(void)
{
    RUN(listed);
    RUN(units);
    return run_end();
}
