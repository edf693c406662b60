/* What rules say about a result. */
#include "findings.h"

#include <stdlib.h>
#include <string.h>

/* Links ----------------------------------------------------------------------------------------------------------- */

static size_t find_byte(ncurep_view v, size_t from, char ch)
{
    const char *p = from < v.len ? (const char *)memchr(v.ptr + from, ch, v.len - from) : NULL;
    return p != NULL ? (size_t)(p - v.ptr) : v.len;
}

static int begins(ncurep_view v, size_t at, const char *with)
{
    return at <= v.len && strlen(with) <= v.len - at && memcmp(v.ptr + at, with, strlen(with)) == 0;
}

/* One link, "@kind:...@", of which inner is the text between the signs; 0: not a link. */
static int put_link(cli_buf *b, ncurep_view inner)
{
    size_t at;
    if (begins(inner, 0, "section:") || begins(inner, 0, "sass:")) {
        at = find_byte(inner, find_byte(inner, 0, ':') + 1, ':');
        if (at == inner.len) return 0;
        cli_put(b, inner.ptr + at + 1, inner.len - at - 1);
        return 1;
    }
    if (begins(inner, 0, "source:")) { /* a path may hold colons: the line is the first number between two */
        for (at = find_byte(inner, 7, ':'); at < inner.len; at = find_byte(inner, at + 1, ':')) {
            size_t n = at + 1;
            while (n < inner.len && inner.ptr[n] >= '0' && inner.ptr[n] <= '9') n++;
            if (n > at + 1 && n < inner.len && inner.ptr[n] == ':') {
                cli_put(b, inner.ptr + n + 1, inner.len - n - 1);
                return 1;
            }
        }
        for (at = 7; at < inner.len && ((inner.ptr[at] >= '0' && inner.ptr[at] <= '9') || (inner.ptr[at] >= 'a' && inner.ptr[at] <= 'f')); at++) {}
        if (at == 7 || at == inner.len || inner.ptr[at] != ':') return 0;
        cli_put(b, inner.ptr + at + 1, inner.len - at - 1); /* an address instead: up to 2021.2 */
        return 1;
    }
    if (!begins(inner, 0, "url:")) return 0;
    for (at = find_byte(inner, 4, ':'); at < inner.len && !begins(inner, at, ":http"); at = find_byte(inner, at + 1, ':')) {}
    if (at == inner.len) at = find_byte(inner, 4, ':');
    if (at == inner.len) return 0;
    cli_put(b, inner.ptr + 4, at - 4);
    cli_put(b, " (", 2);
    cli_put(b, inner.ptr + at + 1, inner.len - at - 1);
    cli_put(b, ")", 1);
    return 1;
}

void put_plain(cli_buf *b, ncurep_view text)
{
    size_t at = 0;
    while (at < text.len) {
        const size_t open = find_byte(text, at, '@'), close = find_byte(text, open + 1, '@');
        ncurep_view inner;
        cli_put(b, text.ptr + at, open - at);
        if (open == text.len) return;
        if (close < text.len) {
            inner.ptr = text.ptr + open + 1;
            inner.len = close - open - 1;
            if (put_link(b, inner)) {
                at = close + 1;
                continue;
            }
        }
        cli_put(b, "@", 1);
        at = open + 1;
    }
}

/* Findings -------------------------------------------------------------------------------------------------------- */

finding *findings_add(findings *f)
{
    finding *to;
    f->list = (finding *)cli_grow(f->list, &f->room, f->count + 1, sizeof *f->list);
    to = &f->list[f->count++];
    memset(to, 0, sizeof *to);
    return to;
}

void finding_focus(finding *to, ncurep_view name, double value, ncurep_view info)
{
    focus *x;
    to->focus = (focus *)cli_grow(to->focus, &to->focus_room, to->focus_count + 1, sizeof *to->focus);
    x = &to->focus[to->focus_count++];
    x->name = name;
    x->value = value;
    x->info = info;
}

/* The metrics of the tables and charts of an item. */
static void add_tables(finding *to, const ncurep_rule_item *item, const evaluated *e)
{
    int kind;
    for (kind = NCUREP_TABLE_KIND_TABLE; kind <= NCUREP_TABLE_KIND_SOURCE_METRIC_TABLE; kind++) {
        ncurep_table t;
        ncurep_label label;
        if (!ncurep_table_find(item, (ncurep_table_kind)kind, &t)) continue;
        while (ncurep_table_metric_next(&t, &label)) {
            nvs_metric d;
            int number = 0;
            double value = 0;
            memset(&d, 0, sizeof d);
            if (e->source.metric_fn != NULL && e->source.metric_fn(e->source.user, nvs_view_of(label.name), &d) == 1)
                value = nvs_value_number(&d.value, &number);
            if (number) finding_focus(to, label.name, value, label.label);
        }
    }
}

static void stored_findings(findings *f, const evaluated *e)
{
    ncurep_list rules = e->r->rules;
    ncurep_rule rule;
    while (ncurep_rule_next(&rules, &rule)) {
        ncurep_list items = rule.body.list;
        ncurep_rule_item item;
        finding *to = NULL;
        while (ncurep_rule_item_next(&items, &item)) {
            ncurep_focus x;
            if (!NCUREP_HAS(&item, 1)) { /* tables follow the message they belong to */
                if (to != NULL) add_tables(to, &item, e);
                continue;
            }
            to = findings_add(f);
            to->section = rule.section;
            to->rule = rule.identifier;
            to->name = rule.name;
            to->title = item.message.name;
            to->type = item.message.type;
            put_plain(&to->text, item.message.text);
            if (NCUREP_HAS(&item, 10)) {
                to->speedup = item.speedup.type;
                to->percent = item.speedup.percent;
            }
            while (ncurep_focus_next(&item.focus, &x)) finding_focus(to, x.name, x.value, x.info);
            add_tables(to, &item, e);
        }
    }
}

void findings_of(findings *f, evaluated *e)
{
    memset(f, 0, sizeof *f);
    if (!e->m->sections.run_rules) stored_findings(f, e);
    else run_rules(f, e);
}

void findings_free(findings *f)
{
    size_t i;
    for (i = 0; i < f->count; i++) {
        cli_buf_free(&f->list[i].text);
        cli_free(f->list[i].focus);
    }
    cli_free(f->list);
    nvs_findings_close(f->run);
    memset(f, 0, sizeof *f);
}

const char *finding_word(int type)
{
    static const char *const words[] = {"INF", "INF", "WRN", "ERR", "OPT"};
    return type >= 0 && type < 5 ? words[type] : "INF";
}

const char *speedup_word(int type)
{
    return type == SPEEDUP_LOCAL ? "local" : type == SPEEDUP_GLOBAL ? "global" : "";
}

static int by_gain(const void *a, const void *b)
{
    const finding *x = *(const finding *const *)a, *y = *(const finding *const *)b;
    if ((x->speedup == SPEEDUP_GLOBAL) != (y->speedup == SPEEDUP_GLOBAL)) return x->speedup == SPEEDUP_GLOBAL ? -1 : 1;
    return x->percent != y->percent ? (x->percent > y->percent ? -1 : 1) : x < y ? -1 : x > y;
}

const finding **findings_by_gain(const findings *f, size_t *count)
{
    const finding **list = (const finding **)cli_alloc(f->count + 1, sizeof *list);
    size_t i;
    *count = 0;
    for (i = 0; i < f->count; i++)
        if (f->list[i].percent > 0) list[(*count)++] = &f->list[i];
    qsort((void *)(uintptr_t)list, *count, sizeof *list, by_gain);
    return list;
}

int of_section(const finding *f, const nvs_node *section)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    return f->section.len == id.len && memcmp(f->section.ptr, id.ptr, id.len) == 0;
}

int is_homeless(const evaluated *e, const finding *f)
{
    uint32_t i;
    for (i = 0; i < e->count; i++)
        if (of_section(f, e->sections[i])) return 0;
    return e->m->sections.count == 0 && e->m->chosen.metric_count == 0;
}
