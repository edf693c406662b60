/* Values of metrics and their units, as text. */
#include "values.h"

#include <inttypes.h>
#include <string.h>

void set_scale(scale *s, double by, const char *sign, const char *unit)
{
    s->by = by;
    snprintf(s->unit, sizeof s->unit, "%.15s%.40s", sign, unit);
}

void scale_of(scale *s, ncurep_view name, double value, const value_style *style)
{
    static const char *const signs[] = {"", "K", "M", "G", "T"};
    ncurep_metric_facts f;
    double by = 1;
    int step = 0, seconds, hz, ratio;
    ncurep_metric_describe(name, &f);
    set_scale(s, 1, "", f.unit);
    if (style->unit == UNITS_BASE || style->exact) return;
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
    else if (d == 0) cli_put(b, "0", 1);
    else if (s->unit[0] != 0) cli_putf(b, "%.6f", d);
    else if (d < 9e15 && d > -9e15 && d == (double)(int64_t)d) cli_putf(b, "%.0f", d);
    else cli_putf(b, "%.2f", d);
}

void put_metric(cli_buf *b, const value_style *style, const ncurep_metric *m, const scale *s)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    scale none;
    set_scale(&none, 1, "", "");
    put_value(b, &m->value, s, style->exact);
    while (style->instance != INSTANCES_NONE && ncurep_instance_next(&list, &n)) {
        cli_put(b, "; ", b->len > 0 ? 2 : 0);
        if (style->instance == INSTANCES_DETAILS) {
            put_value(b, &n.id, &none, 1);
            cli_put(b, ": ", 2);
        }
        put_value(b, &n.value, s, style->exact);
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
