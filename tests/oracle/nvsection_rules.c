/* The rules of examples/shared/rules against the rule results that reports store: kinds in the same number and order, estimates
   bit for bit where the table says exact, within 1e-9 where it says close. The reports are read by a script. */
#include "run.h"

#include <stdarg.h>

#define NVS_IMPLEMENTATION
#include "rules/stock.c"

#define TABLE "../shared/oracle/nvsection/rules-golden.tsv"
#define MOST 4096

typedef struct metric {
    char *name;
    nvs_metric data;
} metric;

typedef struct block {
    char report[256];
    unsigned result;
    metric metrics[MOST];
    size_t count;
    const nvs_rule *rules[64];
    size_t rule_count;
    nvs_launch launch;
} block;

static unsigned rows, exact, close_rows, figures, focus_rows, focus_equal;

static nvs_reply find(nvs_view name, nvs_metric *data, void *user)
{
    const block *b = (const block *)user;
    size_t i;
    for (i = 0; i < b->count; i++)
        if (strlen(b->metrics[i].name) == name.len && memcmp(b->metrics[i].name, name.ptr, name.len) == 0) {
            *data = b->metrics[i].data;
            return NVS_REPLY_YES;
        }
    return NVS_REPLY_NO;
}

static nvs_reply name_at(size_t index, nvs_view *name, void *user)
{
    const block *b = (const block *)user;
    if (index >= b->count) return NVS_REPLY_NO;
    name->ptr = b->metrics[index].name;
    name->len = strlen(name->ptr);
    return NVS_REPLY_YES;
}

static char *copy(const char *s)
{
    char *c = (char *)malloc(strlen(s) + 1);
    if (c == NULL) abort();
    return strcpy(c, s);
}

static void clear(block *b)
{
    size_t i, k;
    for (i = 0; i < b->count; i++) {
        nvs_value *ids = (nvs_value *)(uintptr_t)b->metrics[i].data.ids.at;
        for (k = 0; k < b->metrics[i].data.count; k++)
            if (ids[k].kind == NVS_KIND_STRING) free((void *)(uintptr_t)ids[k].v.text.ptr);
        free(ids);
        free((void *)(uintptr_t)b->metrics[i].data.values.at);
        free(b->metrics[i].name);
    }
    b->count = b->rule_count = 0;
    memset(&b->launch, 0, sizeof b->launch);
}

/* The cells of a row of the table. */
static size_t split(char *line, char **cells, size_t room)
{
    size_t n = 0;
    while (n < room) {
        cells[n++] = line;
        line += strcspn(line, "\t");
        if (*line == 0) break;
        *line++ = 0;
    }
    return n;
}

/* Whether the metrics of a message are those of the table. */
static void compare_focus(const nvs_rule_result *r, const nvs_finding *item, const char *want)
{
    char got[2048];
    size_t n = 0;
    const nvs_finding *f;
    if (strcmp(want, "-") == 0) return;
    focus_rows++;
    for (f = item; f < r->findings + r->count && n < sizeof got - 400; f++) {
        const char *at = want + n;
        const size_t len = strcspn(at, "=");
        char *end;
        if (f->kind != NVS_FINDING_KIND_FOCUS || f->message != item->message) continue;
        if (len != f->metric.len || memcmp(at, f->metric.ptr, len) != 0 || strtod(at + len + 1, &end) != f->value) return;
        n = (size_t)(end - want) + (*end == ';');
    }
    if (want[n] == 0) focus_equal++;
}

static void check_row(const block *b, const nvs_findings *all, char **cell)
{
    const int is_exact = strcmp(cell[10], "exact") == 0;
    const nvs_finding *item;
    const nvs_rule_result *r = NULL;
    size_t i;
    unsigned number;
    if (!is_exact && strcmp(cell[10], "close") != 0) return;
    rows++;
    for (i = 0; i < all->count; i++)
        if (strcmp(all->results[i].rule->identifier, cell[3]) == 0) r = &all->results[i];
    if (!CHECK(r != NULL)) return;
    if (strcmp(cell[4], "-") == 0) {
        if (!CHECK_U64(0, r->messages)) printf("in %s %u %s\n", b->report, b->result, cell[3]);
        exact++;
        return;
    }
    number = (unsigned)strtoul(cell[4], NULL, 10) + 1;
    for (item = NULL, i = 0; i < r->count && item == NULL; i++)
        if (r->findings[i].kind == NVS_FINDING_KIND_MESSAGE && r->findings[i].message == number) item = &r->findings[i];
    if (!CHECK(item != NULL) || !CHECK_U64(strtoul(cell[5], NULL, 10), (uint64_t)item->level)) {
        printf("in %s %u %s\n", b->report, b->result, cell[3]);
        return;
    }
    if (!CHECK_U64(strcmp(cell[6], "-") == 0 ? 0 : strtoul(cell[6], NULL, 10), (uint64_t)item->speedup))
        printf("in %s %u %s\n", b->report, b->result, cell[3]);
    compare_focus(r, item, cell[12]);
    if (item->speedup == NVS_SPEEDUP_NONE) {
        exact++;
        return;
    }
    figures++;
    if (is_exact) {
        exact++;
        if (!CHECK_DOUBLE(strtod(cell[7], NULL), item->percent)) printf("in %s %u %s\n", b->report, b->result, cell[3]);
    } else {
        const double stored = strtod(cell[7], NULL), off = stored - item->percent;
        close_rows++;
        CHECK((off < 0 ? -off : off) <= 1e-9 * stored);
    }
}

static void check(const block *b, char *table)
{
    nvs_source source;
    nvs_rules_options options;
    const nvs_findings *all;
    nvs_error error;
    char *line = table;
    memset(&source, 0, sizeof source);
    source.user = (void *)(uintptr_t)b;
    source.metric_fn = find;
    source.name_fn = name_at;
    memset(&options, 0, sizeof options);
    options.launch = b->launch;
    all = nvs_rules_run(b->rules, b->rule_count, &source, &options, &error);
    if (!CHECK(all != NULL)) return;
    while (*line != 0) {
        char row[65536], *cell[16];
        const size_t len = strcspn(line, "\n"), name = strcspn(line, "\t");
        if (name == strlen(b->report) && memcmp(line, b->report, name) == 0 && len < sizeof row) {
            memcpy(row, line, len);
            row[len] = 0;
            if (split(row, cell, 16) >= 13 && strtoul(cell[2], NULL, 10) == b->result) check_row(b, all, cell);
        }
        line += len + (line[len] == '\n');
    }
    nvs_findings_close(all);
}

static void instances(FILE *in, metric *m, size_t count)
{
    nvs_value *ids = (nvs_value *)calloc(count + 1, sizeof *ids);
    double *values = (double *)calloc(count + 1, sizeof *values);
    char kind, id[256];
    size_t i;
    if (ids == NULL || values == NULL) abort();
    m->data.ids.kind = NVS_KIND_MIXED;
    m->data.ids.at = ids;
    m->data.values.kind = NVS_KIND_DOUBLE;
    m->data.values.at = values;
    for (i = 0; i < count && fscanf(in, " %c %255s %lf", &kind, id, &values[i]) == 3; i++) {
        ids[i].kind = kind == 'S' ? NVS_KIND_STRING : NVS_KIND_UINT64;
        if (kind == 'S') {
            ids[i].v.text.ptr = copy(id);
            ids[i].v.text.len = strlen(id);
        } else ids[i].v.u = strtoull(id, NULL, 10);
        m->data.count = i + 1;
    }
}

static void stored_results(void)
{
    static block b;
    size_t len, i;
    char *table = run_read(TABLE, &len), name[512];
    char kind;
    FILE *in;
    double v;
    unsigned long n;
    if (table == NULL) {
        SKIP("needs ../shared");
        return;
    }
    if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null") != 0) {
        free(table);
        SKIP("needs python3");
        return;
    }
    in = popen("python3 -B tests/oracle/nvsection_rules.py ../shared", "r");
    if (!CHECK(in != NULL)) return;
    while (fscanf(in, " %c", &kind) == 1) {
        switch (kind) {
        case 'R':
            clear(&b);
            CHECK(fscanf(in, "%255s %u %" SCNu32, b.report, &b.result, &b.launch.year) == 3);
            CHECK(fscanf(in, "%" SCNu32 " %" SCNu32, &b.launch.month, &b.launch.patch) == 2);
            break;
        case 'U':
            CHECK(fscanf(in, "%511s", name) == 1);
            for (i = 0; i < stock_rule_count; i++)
                if (strcmp(stock_rules[i]->identifier, name) == 0 && b.rule_count < 64) b.rules[b.rule_count++] = stock_rules[i];
            break;
        case 'M': case 'T':
            CHECK(fscanf(in, "%511s", name) == 1 && b.count < MOST);
            memset(&b.metrics[b.count], 0, sizeof b.metrics[b.count]);
            b.metrics[b.count].name = copy(name);
            if (kind == 'M' && CHECK(fscanf(in, "%lf", &v) == 1)) {
                b.metrics[b.count].data.value.kind = NVS_KIND_DOUBLE;
                b.metrics[b.count].data.value.v.d = v;
            }
            if (b.count < MOST - 1) b.count++;
            break;
        case 'I':
            if (CHECK(fscanf(in, "%511s %lu", name, &n) == 2 && b.count > 0)) instances(in, &b.metrics[b.count - 1], n);
            break;
        case 'E': check(&b, table); break;
        default: CHECK(kind == 0); break;
        }
    }
    CHECK(pclose(in) == 0);
    clear(&b);
    free(table);
    printf("%u rows, %u exact, %u close, %u estimates; focus metrics equal in %u of %u\n", rows, exact, close_rows, figures,
           focus_equal, focus_rows);
    CHECK(rows > 1000);
}

int main(void)
{
    RUN(stored_results);
    return run_end();
}
