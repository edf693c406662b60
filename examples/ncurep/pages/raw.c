/* ncurep list and ncurep raw: results and their metrics. */
#include "../verbs/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void set_scale(scale *s, double by, const char *sign, const char *unit)
{
    s->by = by;
    snprintf(s->unit, sizeof s->unit, "%.15s%.40s", sign, unit);
}

void scale_of(scale *s, ncurep_view name, double value, const request *q)
{
    static const char *const signs[] = {"", "K", "M", "G", "T"};
    ncurep_metric_facts f;
    double by = 1;
    int step = 0, seconds, hz, ratio;
    ncurep_metric_facts_of(name.ptr, name.len, &f);
    set_scale(s, 1, "", f.unit);
    if (q->base_units || q->exact) return;
    if (value < 0) value = -value;
    seconds = strcmp(f.unit, "nsecond") == 0;
    hz = strcmp(f.unit, "hz") == 0;
    ratio = strncmp(f.unit, "%/byte", 6) == 0;
    if (!seconds && !hz && !ratio && strncmp(f.unit, "byte", 4) != 0) return;
    while (step < (seconds ? 3 : 4) && value / by >= 1000) {
        by *= 1000;
        step++;
    }
    if (seconds) {
        static const char *const units[] = {"ns", "us", "ms", "s"};
        set_scale(s, by, units[step], "");
    } else if (ratio) {
        char unit[32];
        snprintf(unit, sizeof unit, "%%/%s", signs[step]);
        set_scale(s, by, unit, f.unit + 2);
    } else {
        char unit[32];
        char *second;
        snprintf(unit, sizeof unit, "%s", f.unit);
        second = strstr(unit, "/second");
        if (second != NULL) second[2] = 0;
        set_scale(s, by, signs[step], unit);
    }
}

void put_value(cli_buf *b, const ncurep_value *v, const scale *s, int exact)
{
    double d = ncurep_as_double(v);
    const int whole = v->kind == NCUREP_UINT32 || v->kind == NCUREP_UINT64;
    char text[32];
    if (v->kind == NCUREP_NOTHING) return;
    if (v->kind == NCUREP_STRING) {
        cli_put(b, v->text.ptr, v->text.len);
        return;
    }
    if (d != d) cli_put(b, "nan", 3);
    else if (d - d != 0) cli_putf(b, "%sinf", d < 0 ? "-" : "");
    else if (exact && !whole) {
        cli_double(text, d);
        cli_putf(b, "%s", text);
    } else if (s->by != 1) cli_putf(b, "%.6f", d / s->by);
    else if (whole) cli_putf(b, "%" PRIu64, v->bits);
    else if (d == 0) cli_put(b, "0", 1);
    else if (s->unit[0] != 0) cli_putf(b, "%.6f", d);
    else if (d < 9e15 && d > -9e15 && d == (double)(int64_t)d) cli_putf(b, "%.0f", d);
    else cli_putf(b, "%.2f", d);
}

void put_metric(cli_buf *b, const request *q, const ncurep_metric *m, const scale *s)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    scale none;
    set_scale(&none, 1, "", "");
    put_value(b, &m->value, s, q->exact);
    while (q->instances > 0 && ncurep_next_instance(&list, &n)) {
        cli_put(b, "; ", b->len > 0 ? 2 : 0);
        if (q->instances > 1) {
            put_value(b, &n.id, &none, 1);
            cli_put(b, ": ", 2);
        }
        put_value(b, &n.value, s, q->exact);
    }
}

int is_list(ncurep_view name)
{
    static const char *const begins[] = {"breakdown:", "group:", "regex:"};
    size_t i;
    for (i = 0; i < 3; i++)
        if (name.len >= strlen(begins[i]) && memcmp(name.ptr, begins[i], strlen(begins[i])) == 0) return 1;
    return 0;
}

static int shown(const request *q, const opened *o, uint32_t id, ncurep_view *name)
{
    return ncurep_string(o->report, id, name) && !is_list(*name) && wants_metric(&q->chosen, *name);
}

/* The columns that both verbs share ------------------------------------------------------------------------------- */

void put_json_value(cli_json *j, const char *key, const ncurep_value *v)
{
    switch (v->kind) {
    case NCUREP_NOTHING: cli_json_null(j, key); break;
    case NCUREP_STRING: cli_json_text(j, key, v->text.ptr, v->text.len); break;
    case NCUREP_UINT32:
    case NCUREP_UINT64: cli_json_u64(j, key, v->bits); break;
    default: cli_json_double(j, key, ncurep_as_double(v)); break;
    }
}

void put_json_result(cli_json *j, const opened *o, const ncurep_result *r)
{
    static const char *const kinds[] = {"kernel", "range", "cmdlist", "graph"};
    const ncurep_view name = result_name(r);
    ncurep_process p;
    char device[32], cc[32];
    unsigned axis;
    const uint64_t block[3] = {r->block_size.x, r->block_size.y, r->block_size.z};
    cli_json_u64(j, "id", r->index);
    cli_json_str(j, "kind", kinds[r->kind]);
    cli_json_text(j, "name", name.ptr, name.len);
    if (r->kind == NCUREP_KERNEL) {
        cli_json_text(j, "demangled", r->demangled.ptr, r->demangled.len);
        cli_json_text(j, "mangled", r->mangled.ptr, r->mangled.len);
        cli_json_array(j, "grid");
        for (axis = 0; axis < 3; axis++) cli_json_u64(j, NULL, r->grid[axis]);
        cli_json_end(j);
        cli_json_array(j, "block");
        for (axis = 0; axis < 3; axis++) cli_json_u64(j, NULL, block[axis]);
        cli_json_end(j);
    }
    cli_json_u64(j, "context", r->context);
    cli_json_u64(j, "stream", r->stream);
    device_of(o, r, device, cc, sizeof device);
    if (device[0] != 0) cli_json_raw(j, "device", "%s", device);
    else cli_json_null(j, "device");
    cli_json_str(j, "cc", cc[0] != 0 ? cc : NULL);
    if (ncurep_process_at(o->report, r->process, &p)) {
        p.name = file_name(p.name);
        cli_json_u64(j, "process", p.id);
        cli_json_text(j, "program", p.name.ptr, p.name.len);
    }
}

void put_csv_result(cli_csv *v, const opened *o, const ncurep_result *r)
{
    ncurep_process p;
    char device[32], cc[32];
    char *name = short_name(r->kind == NCUREP_KERNEL ? r->demangled : result_name(r));
    const int known = ncurep_process_at(o->report, r->process, &p);
    const ncurep_view program = file_name(p.name);
    device_of(o, r, device, cc, sizeof device);
    cli_csv_fieldf(v, "%" PRIu32, r->index);
    if (known) cli_csv_fieldf(v, "%" PRIu32, p.id);
    else cli_csv_field(v, "", 0);
    cli_csv_field(v, program.ptr, program.len);
    cli_csv_field(v, p.host.ptr, p.host.len);
    cli_csv_field(v, name, strlen(name));
    cli_csv_fieldf(v, "%" PRIu32, r->context);
    cli_csv_fieldf(v, "%" PRIu32, r->stream);
    if (r->kind == NCUREP_KERNEL) {
        cli_csv_fieldf(v, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->block_size.x, r->block_size.y, r->block_size.z);
        cli_csv_fieldf(v, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->grid[0], r->grid[1], r->grid[2]);
    } else {
        cli_csv_field(v, "", 0);
        cli_csv_field(v, "", 0);
    }
    cli_csv_field(v, device, strlen(device));
    cli_csv_field(v, cc, strlen(cc));
    free(name);
}

static const char *const columns[] = {"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream",
                                      "Block Size", "Grid Size", "Device", "CC"};

void put_csv_titles(cli_csv *v)
{
    size_t i;
    for (i = 0; i < sizeof columns / sizeof *columns; i++) cli_csv_field(v, columns[i], strlen(columns[i]));
}

/* list ------------------------------------------------------------------------------------------------------------ */

int duration_of(const opened *o, const ncurep_result *r, ncurep_value *out, ncurep_view *name)
{
    static const char *const names[] = {"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max",
                                        "gpu__time_duration", "gpu__time_duration_measured_user"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        ncurep_metric m;
        const uint32_t id = ncurep_string_find(o->report, names[i], strlen(names[i]));
        if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_NOTHING) continue;
        *out = m.value;
        name->ptr = names[i];
        name->len = strlen(names[i]);
        return 1;
    }
    return 0;
}

static void cell_triple(cli_table *t, uint64_t x, uint64_t y, uint64_t z)
{
    if (z != 1) cli_cellf(t, CLI_PLAIN, "%" PRIu64 " %" PRIu64 " %" PRIu64, x, y, z);
    else if (y != 1) cli_cellf(t, CLI_PLAIN, "%" PRIu64 " %" PRIu64, x, y);
    else cli_cellf(t, CLI_PLAIN, "%" PRIu64, x);
}

void list_row(request *q, const opened *o, const ncurep_result *r, cli_table *t)
{
    const ncurep_view name = result_name(r);
    ncurep_value duration;
    ncurep_view metric;
    cli_buf b = {NULL, 0, 0};
    char device[32], cc[32];
    device_of(o, r, device, cc, sizeof device);
    cli_cellf(t, CLI_PLAIN, "%" PRIu32, r->index);
    cli_put_safe(&b, name.ptr, name.len < 32 ? name.len : 29);
    cli_put(&b, "...", name.len < 32 ? 0 : 3);
    cli_cell_text(t, CLI_BOLD, b.ptr, b.len);
    if (r->kind == NCUREP_KERNEL) {
        cell_triple(t, r->grid[0], r->grid[1], r->grid[2]);
        cell_triple(t, r->block_size.x, r->block_size.y, r->block_size.z);
    } else {
        cli_cell_text(t, CLI_PLAIN, "", 0);
        cli_cell_text(t, CLI_PLAIN, "", 0);
    }
    cli_cell_text(t, CLI_PLAIN, device, strlen(device));
    b.len = 0;
    if (duration_of(o, r, &duration, &metric)) {
        scale s;
        const double d = ncurep_as_double(&duration);
        scale_of(&s, metric, d, q);
        if (d - d == 0) cli_putf(&b, "%.2f %s", d / s.by, s.unit);
    }
    cli_cell_text(t, CLI_PLAIN, b.len > 0 ? b.ptr : "", b.len);
    cli_cellf(t, CLI_PLAIN, "%" PRIu32, r->metrics.count);
    cli_buf_free(&b);
}

void list_csv(const opened *o, const ncurep_result *r, cli_csv *v)
{
    ncurep_value duration;
    ncurep_view metric;
    cli_csv_field(v, o->path, strlen(o->path));
    put_csv_result(v, o, r);
    if (duration_of(o, r, &duration, &metric)) {
        char text[32];
        cli_double(text, ncurep_as_double(&duration));
        cli_csv_field(v, text, strlen(text));
    } else
        cli_csv_field(v, "", 0);
    cli_csv_fieldf(v, "%" PRIu32, r->metrics.count);
    cli_csv_end(v);
}

void list_json(const opened *o, const ncurep_result *r, cli_json *j)
{
    ncurep_value duration;
    ncurep_view metric;
    cli_json_object(j, NULL);
    put_json_result(j, o, r);
    if (duration_of(o, r, &duration, &metric)) put_json_value(j, "duration_ns", &duration);
    else cli_json_null(j, "duration_ns");
    cli_json_u64(j, "metrics", r->metrics.count);
    cli_json_end(j);
}

void list_csv_titles(cli_csv *v)
{
    cli_csv_field(v, "File", 4);
    put_csv_titles(v);
    cli_csv_field(v, "Duration ns", 11);
    cli_csv_field(v, "Metrics", 7);
    cli_csv_end(v);
}

/* A line about the file, for people. */
static void heading(request *q, const opened *o)
{
    ncurep_session s;
    ncurep_pair version;
    ncurep_device d;
    cli_buf b = {NULL, 0, 0};
    int any = 0;
    (void)ncurep_session_of(o->report, &s);
    cli_put_safe(&b, o->path, strlen(o->path));
    cli_putf(&b, ": %" PRIu32 " result%s", o->info.results, o->info.results == 1 ? "" : "s");
    while (ncurep_next_device(&s.devices, &d)) {
        cli_put(&b, any ? ", " : " on ", any ? 2 : 4);
        cli_put_safe(&b, d.name.ptr, d.name.len);
        any = 1;
    }
    while (ncurep_next_pair(&s.versions, &version))
        if (version.name.len == 21 && memcmp(version.name.ptr, "Nsight Compute Target", 21) == 0) {
            const char *blank = (const char *)memchr(version.value.ptr, ' ', version.value.len);
            cli_put(&b, ", made by ", 10);
            cli_put_safe(&b, version.value.ptr, blank != NULL ? (size_t)(blank - version.value.ptr) : version.value.len);
        }
    fprintf(q->c->out, "%s\n", b.ptr);
    cli_buf_free(&b);
}

int list_verb(request *q)
{
    static const char *const titles[] = {"ID", "Kernel", "Grid", "Block", "Device", "Duration", "Metrics"};
    cli *c = q->c;
    cli_json j;
    cli_csv v;
    size_t i;
    int code = CLI_FINE;
    memset(&v, 0, sizeof v);
    v.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    if (c->format == CLI_CSV) list_csv_titles(&v);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        cursor at;
        ncurep_result r;
        cli_table t;
        memset(&at, 0, sizeof at);
        if (!open_report(c, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        if (code_of(&o) != CLI_FINE) code = CLI_INPUT;
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_str(&j, "file", o.path);
            cli_json_array(&j, "results");
        }
        if (c->format == CLI_TEXT) {
            if (i > 0) fputc('\n', c->out);
            heading(q, &o);
            cli_table_init(&t, "rlrrrrr", titles);
        }
        while (next_result(q, &o, &at, &r, &code)) {
            if (c->format == CLI_JSON) list_json(&o, &r, &j);
            else if (c->format == CLI_CSV) list_csv(&o, &r, &v);
            else list_row(q, &o, &r, &t);
        }
        if (c->format == CLI_TEXT) cli_table_print(c, &t);
        if (c->format == CLI_JSON) {
            cli_json_end(&j);
            cli_json_end(&j);
        }
        close_report(&o);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    return code;
}

/* raw ------------------------------------------------------------------------------------------------------------- */

/* Calls show for every metric that is asked for, by name; of metrics with the same name each. 0 with a message. */
static int each_metric(request *q, opened *o, const ncurep_result *r, void (*show)(void *, ncurep_view, const ncurep_metric *), void *user)
{
    ncurep_index x;
    ncurep_error e;
    uint32_t place;
    if (!ncurep_index_metrics(o->report, r, &x, &e)) {
        say_error(q->c, o->path, &e);
        return 0;
    }
    for (place = 0; place < x.count; place++) {
        ncurep_metric m;
        ncurep_view name;
        if (ncurep_index_metric(&x, place, &m) && shown(q, o, m.name_id, &name)) show(user, name, &m);
    }
    return 1;
}

typedef struct text_row {
    request *q;
    cli_table t;
} text_row;

static void show_text(void *user, ncurep_view name, const ncurep_metric *m)
{
    text_row *row = (text_row *)user;
    scale s;
    cli_buf text = {NULL, 0, 0}, safe = {NULL, 0, 0};
    scale_of(&s, name, ncurep_as_double(&m->value), row->q);
    put_metric(&text, row->q, m, &s);
    cli_put_safe(&safe, name.ptr, name.len);
    cli_cell_text(&row->t, CLI_PLAIN, safe.ptr, safe.len);
    cli_cellf(&row->t, CLI_DIM, "%s", s.unit);
    safe.len = 0;
    cli_put_safe(&safe, text.len > 0 ? text.ptr : "", text.len);
    cli_cell_text(&row->t, CLI_PLAIN, safe.len > 0 ? safe.ptr : "", safe.len);
    cli_buf_free(&text);
    cli_buf_free(&safe);
}

static int raw_text(request *q, opened *o)
{
    static const char *const titles[] = {"Metric Name", "Metric Unit", "Metric Value"};
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    heading(q, o);
    while (next_result(q, o, &at, &r, &code)) {
        char *name = short_name(r.kind == NCUREP_KERNEL ? r.demangled : result_name(&r));
        char device[32], cc[32];
        cli_buf b = {NULL, 0, 0};
        text_row row;
        row.q = q;
        device_of(o, &r, device, cc, sizeof device);
        cli_put_safe(&b, name, strlen(name));
        if (r.kind == NCUREP_KERNEL)
            cli_putf(&b, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r.grid[0], r.grid[1],
                     r.grid[2], r.block_size.x, r.block_size.y, r.block_size.z);
        fprintf(q->c->out, "\n%s%" PRIu32 "  %s%s, Context %" PRIu32 ", Stream %" PRIu32 ", Device %s, CC %s\n",
                cli_style(q->c->color, CLI_BOLD), r.index, b.ptr, cli_style(q->c->color, CLI_PLAIN), r.context, r.stream,
                device[0] ? device : "?", cc[0] ? cc : "?");
        cli_table_init(&row.t, "llr", titles);
        if (!each_metric(q, o, &r, show_text, &row)) code = CLI_INPUT;
        cli_table_print(q->c, &row.t);
        cli_buf_free(&b);
        free(name);
    }
    return code;
}

typedef struct json_row {
    request *q;
    cli_json j;
} json_row;

static void show_json(void *user, ncurep_view name, const ncurep_metric *m)
{
    json_row *row = (json_row *)user;
    cli_json *j = &row->j;
    ncurep_metric_facts f;
    ncurep_list list = m->instances;
    ncurep_instance n;
    ncurep_metric_facts_of(name.ptr, name.len, &f);
    cli_json_object(j, NULL);
    cli_json_text(j, "name", name.ptr, name.len);
    cli_json_str(j, "unit", f.unit[0] != 0 ? f.unit : NULL);
    put_json_value(j, "value", &m->value);
    if (row->q->instances > 0) {
        cli_json_array(j, "instances");
        while (ncurep_next_instance(&list, &n)) {
            if (row->q->instances == 1) {
                put_json_value(j, NULL, &n.value);
                continue;
            }
            cli_json_array(j, NULL);
            put_json_value(j, NULL, &n.id);
            put_json_value(j, NULL, &n.value);
            cli_json_end(j);
        }
        cli_json_end(j);
    }
    cli_json_end(j);
}

static int raw_json(request *q, opened *o, json_row *row)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    cli_json_object(&row->j, NULL);
    cli_json_str(&row->j, "file", o->path);
    cli_json_array(&row->j, "results");
    while (next_result(q, o, &at, &r, &code)) {
        cli_json_object(&row->j, NULL);
        put_json_result(&row->j, o, &r);
        cli_json_array(&row->j, "metrics");
        if (!each_metric(q, o, &r, show_json, row)) code = CLI_INPUT;
        cli_json_end(&row->j);
        cli_json_end(&row->j);
    }
    cli_json_end(&row->j);
    cli_json_end(&row->j);
    return code;
}

typedef struct csv_row {
    request *q;
    const opened *o;
    const ncurep_result *r;
    cli_csv v;
} csv_row;

static void show_csv(void *user, ncurep_view name, const ncurep_metric *m)
{
    csv_row *row = (csv_row *)user;
    cli_buf b = {NULL, 0, 0};
    scale s;
    scale_of(&s, name, ncurep_as_double(&m->value), row->q);
    put_metric(&b, row->q, m, &s);
    cli_csv_field(&row->v, row->o->path, strlen(row->o->path));
    put_csv_result(&row->v, row->o, row->r);
    cli_csv_field(&row->v, name.ptr, name.len);
    cli_csv_field(&row->v, s.unit, strlen(s.unit));
    cli_csv_field(&row->v, b.len > 0 ? b.ptr : "", b.len);
    cli_csv_end(&row->v);
    cli_buf_free(&b);
}

static int raw_long(request *q, opened *o, csv_row *row)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    row->o = o;
    row->r = &r;
    while (next_result(q, o, &at, &r, &code))
        if (!each_metric(q, o, &r, show_csv, row)) code = CLI_INPUT;
    return code;
}

/* One line a result, one column a metric: which strings of the table are columns, and the largest value in each. */
typedef struct column {
    ncurep_view name;
    uint32_t id;
    scale s;
} column;

typedef struct wide {
    unsigned char *used; /* by string id */
    double *largest;
} wide;

static int by_name(const void *a, const void *b)
{
    const ncurep_view *x = &((const column *)a)->name, *y = &((const column *)b)->name;
    const size_t n = x->len < y->len ? x->len : y->len;
    const int c = n > 0 ? memcmp(x->ptr, y->ptr, n) : 0;
    return c != 0 ? c : x->len < y->len ? -1 : x->len > y->len;
}

/* Columns of the chosen results, sorted by name; to be freed. */
static column *columns_of(request *q, opened *o, size_t *count)
{
    wide w;
    cursor at;
    ncurep_result r;
    ncurep_metric m;
    column *list;
    uint32_t id;
    int ignored = CLI_FINE;
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    w.used = (unsigned char *)cli_alloc((size_t)o->info.strings + 1, 1);
    w.largest = (double *)cli_alloc((size_t)o->info.strings + 1, sizeof *w.largest);
    *count = 0;
    while (next_result(q, o, &at, &r, &ignored))
        while (ncurep_next_metric(&r.metrics, &m)) {
            double d = ncurep_as_double(&m.value);
            ncurep_view name;
            if (m.name_id >= o->info.strings) continue;
            if (!w.used[m.name_id]) w.used[m.name_id] = (unsigned char)(1 + shown(q, o, m.name_id, &name));
            if (d < 0) d = -d;
            if (d - d == 0 && d > w.largest[m.name_id]) w.largest[m.name_id] = d;
        }
    for (id = 0; id < o->info.strings; id++) *count += w.used[id] == 2;
    list = (column *)cli_alloc(*count + 1, sizeof *list);
    *count = 0;
    for (id = 0; id < o->info.strings; id++) {
        if (w.used[id] != 2) continue;
        list[*count].id = id;
        (void)ncurep_string(o->report, id, &list[*count].name);
        scale_of(&list[*count].s, list[*count].name, w.largest[id], q);
        ++*count;
    }
    qsort(list, *count, sizeof *list, by_name);
    free(w.used);
    free(w.largest);
    return list;
}

/* The table of the vendor's raw page. Of metrics with the same name the first is shown. */
static int raw_wide(request *q, opened *o)
{
    size_t count, i;
    column *list = columns_of(q, o, &count);
    uint32_t *place = (uint32_t *)cli_alloc((size_t)o->info.strings + 1, sizeof *place); /* column + 1, by string id */
    cli_buf *cell = (cli_buf *)cli_alloc(count + 1, sizeof *cell);
    unsigned char *filled = (unsigned char *)cli_alloc(count + 1, 1);
    cursor at;
    ncurep_result r;
    ncurep_metric m;
    cli_csv v;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    memset(&v, 0, sizeof v);
    v.f = q->c->out;
    v.always = 1;
    put_csv_titles(&v);
    for (i = 0; i < count; i++) {
        place[list[i].id] = (uint32_t)i + 1;
        cli_csv_field(&v, list[i].name.ptr, list[i].name.len);
    }
    cli_csv_end(&v);
    for (i = 0; i < sizeof columns / sizeof *columns; i++) cli_csv_field(&v, "", 0);
    for (i = 0; i < count; i++) cli_csv_field(&v, list[i].s.unit, strlen(list[i].s.unit));
    cli_csv_end(&v);
    while (next_result(q, o, &at, &r, &code)) {
        for (i = 0; i < count; i++) {
            cell[i].len = 0;
            filled[i] = 0;
        }
        put_csv_result(&v, o, &r);
        while (ncurep_next_metric(&r.metrics, &m)) {
            if (m.name_id >= o->info.strings || place[m.name_id] == 0) continue;
            i = place[m.name_id] - 1;
            if (filled[i]) continue;
            filled[i] = 1;
            put_metric(&cell[i], q, &m, &list[i].s);
        }
        if (r.metrics.error != NULL) {
            cli_error(q->c, "%s: byte %" PRIu64 ": %s", o->path, r.metrics.at, r.metrics.error);
            code = CLI_INPUT;
        }
        for (i = 0; i < count; i++) cli_csv_field(&v, cell[i].len > 0 ? cell[i].ptr : "", cell[i].len);
        cli_csv_end(&v);
    }
    for (i = 0; i < count; i++) cli_buf_free(&cell[i]);
    free(cell);
    free(filled);
    free(place);
    free(list);
    return code;
}

int raw_verb(request *q)
{
    cli *c = q->c;
    json_row json;
    csv_row csv;
    size_t i;
    int code = CLI_FINE;
    json.q = csv.q = q;
    memset(&csv.v, 0, sizeof csv.v);
    csv.v.f = c->out;
    cli_json_init(&json.j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&json.j, NULL);
    if (c->format == CLI_CSV && !q->wide) {
        cli_csv_field(&csv.v, "File", 4);
        put_csv_titles(&csv.v);
        cli_csv_field(&csv.v, "Metric Name", 11);
        cli_csv_field(&csv.v, "Metric Unit", 11);
        cli_csv_field(&csv.v, "Metric Value", 12);
        cli_csv_end(&csv.v);
    }
    for (i = 0; i < q->path_count; i++) {
        opened o;
        int one;
        if (!open_report(c, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        if (i > 0 && (c->format == CLI_TEXT || (c->format == CLI_CSV && q->wide))) fputc('\n', c->out);
        if (c->format == CLI_JSON) one = raw_json(q, &o, &json);
        else if (c->format == CLI_TEXT) one = raw_text(q, &o);
        else if (q->wide) one = raw_wide(q, &o);
        else one = raw_long(q, &o, &csv);
        if (one > code) code = one;
        close_report(&o);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&json.j);
        cli_json_line(&json.j);
    }
    return code;
}
