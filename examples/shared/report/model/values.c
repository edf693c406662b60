/* Values of metrics and their units, as text. */
#include "values.h"
#include "metric_text.h"

#include <inttypes.h>
#include <string.h>

static void set_unit(scale *s, double by, const char *sign, const char *unit)
{
    s->by = by;
    snprintf(s->unit, sizeof s->unit, "%.23s%.40s", sign, unit);
}

void set_scale(scale *s, double by, const char *sign, const char *unit)
{
    s->plain = s->has_digits = 0;
    set_unit(s, by, sign, unit);
}

/* "sector/s" in thousandths: the seconds below the line shrink as the number grows. */
static const char *const times[] = {"s", "ms", "us", "ns"}, *const old_times[] = {"second", "msecond", "usecond", "nsecond"};

static double scale_step(double value, int most, int *step)
{
    double by = 1;
    *step = 0;
    while (*step < most && value / by >= 1000) {
        by *= 1000;
        ++*step;
    }
    return by;
}

static int has_old_words(const value_style *style) { return style->version > 0 && style->version < 202401; }

/* Base unit of a metric, in the words of the version that made the report. Sources: public pages of 2023 and before write "nsecond",
   "byte/second", "cycle/second"; those with the label "Dropped Samples", which sections have until 2025.2, no unit for the last row. */
static void base_unit(char *unit, size_t room, ncurep_view name, const value_style *style)
{
    static const struct {
        const char *base;
        uint32_t before;
        const char *unit;
    } older[] = {{"smsp__sass_branch_targets_threads_divergent", 202503, ""}, {"sm__sass_branch_targets_threads_divergent", 202503, ""}};
    metric_facts f;
    char *second;
    size_t i;
    metric_describe(name, &f);
    snprintf(unit, room, "%s", f.unit);
    for (i = 0; i < sizeof older / sizeof *older; i++)
        if (style->version > 0 && style->version < older[i].before && f.base.len == strlen(older[i].base) &&
            memcmp(f.base.ptr, older[i].base, f.base.len) == 0)
            snprintf(unit, room, "%s", older[i].unit);
    if (has_old_words(style)) {
        if (strcmp(unit, "hz") == 0 && f.subtype != METRIC_SUBTYPE_NONE) snprintf(unit, room, "cycle/second");
        return;
    }
    second = strstr(unit, "/second");
    if (second != NULL) second[2] = 0;
    if (strcmp(unit, "nsecond") == 0) snprintf(unit, room, "ns");
}

void scale_of(scale *s, ncurep_view name, double value, const value_style *style)
{
    static const char *const signs[] = {"", "K", "M", "G", "T"};
    const char *const *words = has_old_words(style) ? old_times : times;
    char unit[sizeof s->unit], *per;
    double by;
    int step;
    base_unit(unit, sizeof unit, name, style);
    set_scale(s, 1, "", unit);
    s->plain = style->unit == UNITS_BASE;
    s->has_digits = unit[0] != 0 && !s->plain && (value < 0 || value > 0);
    if (s->plain || style->exact) return;
    if (value < 0) value = -value;
    per = strrchr(unit, '/');
    if (strcmp(unit, words[3]) == 0) {
        by = scale_step(value, 3, &step);
        set_unit(s, by, words[3 - step], "");
    } else if (strncmp(unit, "%/byte", 6) == 0) {
        char percent[8];
        by = scale_step(value, 4, &step);
        snprintf(percent, sizeof percent, "%%/%s", signs[step]);
        set_unit(s, by, percent, unit + 2);
    } else if (strcmp(unit, "hz") == 0 || strncmp(unit, "byte", 4) == 0) {
        by = scale_step(value, 4, &step);
        set_unit(s, by, signs[step], unit);
    } else if (per != NULL && strcmp(per + 1, words[0]) == 0) {
        char counted[sizeof unit];
        snprintf(counted, sizeof counted, "%.*s", (int)(per + 1 - unit), unit);
        by = scale_step(value, 3, &step);
        set_unit(s, by, counted, words[step]);
    }
}

void put_value(cli_buf *b, const ncurep_value *v, const scale *s, int exact)
{
    double d = ncurep_value_double(v);
    const int whole = v->kind == NCUREP_KIND_UINT32 || v->kind == NCUREP_KIND_UINT64;
    char text[32];
    if (v->kind == NCUREP_KIND_NONE) return;
    if (v->kind == NCUREP_KIND_STRING) {
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
    else if (d == 0 && !s->has_digits) cli_put(b, "0", 1);
    else if (s->unit[0] != 0 && !s->plain) cli_putf(b, "%.6f", d);
    else if (d < 9e15 && d > -9e15 && d == (double)(int64_t)d) cli_putf(b, "%.0f", d);
    else cli_putf(b, "%.2f", d);
}

/* "18 (7; 11)", "18 (0x10: 7; 0x20: 11)": in parentheses, since a value has a unit. */
void put_metric(cli_buf *b, const value_style *style, const ncurep_metric *m, const scale *s)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    const char *before = " (";
    scale none;
    set_scale(&none, 1, "", "");
    if (m->value.kind == NCUREP_KIND_NONE && m->instances.count == 0) cli_put(b, "no data", 7);
    put_value(b, &m->value, s, style->exact);
    while (style->instance != INSTANCES_NONE && ncurep_instance_next(&list, &n)) {
        cli_putf(b, "%s", b->len > 0 ? before : before + 1);
        before = "; ";
        if (style->instance == INSTANCES_DETAILS) {
            put_value(b, &n.id, &none, 1);
            cli_put(b, ": ", 2);
        }
        put_value(b, &n.value, s, style->exact);
    }
    if (before[0] == ';') cli_put(b, ")", 1);
}

int is_list(ncurep_view name)
{
    static const char *const begins[] = {"breakdown:", "group:", "regex:"};
    size_t i;
    for (i = 0; i < 3; i++)
        if (name.len >= strlen(begins[i]) && memcmp(name.ptr, begins[i], strlen(begins[i])) == 0) return 1;
    return 0;
}

void put_page_value(cli_buf *b, const value_style *style, const ncurep_value *v, const scale *s)
{
    const int whole = v->kind == NCUREP_KIND_UINT32 || v->kind == NCUREP_KIND_UINT64;
    double d = ncurep_value_double(v);
    if (v->kind == NCUREP_KIND_NONE || v->kind == NCUREP_KIND_STRING || d - d != 0 || style->exact) {
        put_value(b, v, s, style->exact);
        return;
    }
    if (whole && s->by == 1 && !style->fp) {
        cli_putf(b, "%" PRIu64, v->bits);
        return;
    }
    d /= s->by;
    if (!style->fp && d < 9e15 && d > -9e15 && d == (double)(int64_t)d) cli_putf(b, "%.0f", d);
    else cli_putf(b, "%.2f", d);
}

void put_duration(cli_buf *b, const value_style *style, double ns)
{
    static const char metric[] = "gpu__time_duration.sum";
    ncurep_view name;
    scale s;
    name.ptr = metric;
    name.len = sizeof metric - 1;
    scale_of(&s, name, ns, style);
    b->len = 0;
    cli_putf(b, "%.2f %s", ns / s.by, s.unit);
}

void put_count(cli_buf *b, double v)
{
    static const char *const signs[] = {"", " K", " M", " G", " T", " P", " E"};
    int step = 0;
    if (!(v >= 1e6 || v <= -1e6) || v - v != 0) {
        cli_putf(b, "%.6g", v);
        return;
    }
    while (step < 6 && (v >= 999.95 || v <= -999.95)) {
        v /= 1000;
        step++;
    }
    cli_putf(b, "%.4g%s", v, signs[step]);
}

void put_digits(cli_buf *b, double v)
{
    char digits[32];
    const double size = v < 0 ? -v : v;
    uint64_t whole;
    size_t len = 0;
    if (v - v != 0 || size >= 1e18 || (size < 99999.5 && size - (double)(uint64_t)size > 0)) {
        cli_putf(b, "%.6g", v);
        return;
    }
    whole = (uint64_t)size;
    if (size - (double)whole >= 0.5) whole++;
    do {
        if (len % 4 == 3) digits[sizeof digits - ++len] = ',';
        digits[sizeof digits - ++len] = (char)('0' + whole % 10);
    } while ((whole /= 10) > 0);
    if (v < 0) digits[sizeof digits - ++len] = '-';
    cli_put(b, digits + sizeof digits - len, len);
}
