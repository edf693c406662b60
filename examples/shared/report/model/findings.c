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

static ncurep_view part(ncurep_view v, size_t from, size_t to) { return bytes_of(v.ptr + from, to - from); }

/* Hexadecimal digits up to the first byte that is not one, and its position. */
static uint64_t hex_of(ncurep_view v, size_t from, size_t *end)
{
    uint64_t n = 0;
    size_t at = from;
    for (; at < v.len && at - from < 16; at++) {
        const char ch = v.ptr[at];
        const int digit = ch >= '0' && ch <= '9' ? ch - '0' : ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
        if (digit < 0) break;
        n = n * 16 + (uint64_t)digit;
    }
    *end = at;
    return n;
}

/* One link, "@kind:...@", of which v is the text between the signs; 0: not a link. */
static int read_link(ncurep_view v, piece *x)
{
    size_t at, end;
    if (begins(v, 0, "section:") || begins(v, 0, "sass:")) {
        const size_t from = find_byte(v, 0, ':') + 1;
        at = find_byte(v, from, ':');
        if (at == v.len) return 0;
        x->kind = v.ptr[1] == 'e' ? PIECE_SECTION : PIECE_ADDRESS;
        x->target = part(v, from, at);
        if (x->kind == PIECE_ADDRESS) x->number = hex_of(x->target, begins(x->target, 0, "0x") ? 2 : 0, &end);
        x->text = part(v, at + 1, v.len);
        return 1;
    }
    if (begins(v, 0, "source:")) { /* a path may hold colons: the line is the first number between two */
        for (at = find_byte(v, 7, ':'); at < v.len; at = find_byte(v, at + 1, ':')) {
            uint64_t line = 0;
            size_t n = at + 1;
            for (; n < v.len && v.ptr[n] >= '0' && v.ptr[n] <= '9'; n++) line = line < 100000000 ? line * 10 + (uint64_t)(v.ptr[n] - '0') : line;
            if (n == at + 1 || n == v.len || v.ptr[n] != ':') continue;
            x->kind = PIECE_LINE;
            x->target = part(v, 7, at);
            x->number = line;
            x->text = part(v, n + 1, v.len);
            return 1;
        }
        x->number = hex_of(v, 7, &at);
        if (at == 7 || at == v.len || v.ptr[at] != ':') return 0;
        x->kind = PIECE_ADDRESS; /* up to 2021.2 */
        x->text = part(v, at + 1, v.len);
        return 1;
    }
    if (!begins(v, 0, "url:")) return 0;
    for (at = find_byte(v, 4, ':'); at < v.len && !begins(v, at, ":http"); at = find_byte(v, at + 1, ':')) {}
    if (at == v.len) at = find_byte(v, 4, ':');
    if (at == v.len) return 0;
    x->kind = PIECE_URL;
    x->text = part(v, 4, at);
    x->target = part(v, at + 1, v.len);
    return 1;
}

int next_piece(ncurep_view text, size_t *at, piece *x)
{
    size_t open = *at, close;
    memset(x, 0, sizeof *x);
    if (*at >= text.len) return 0;
    for (;; open++) { /* up to the next sign that begins a link */
        open = find_byte(text, open, '@');
        close = find_byte(text, open + 1, '@');
        if (close >= text.len) open = text.len;
        if (open == text.len || read_link(part(text, open + 1, close), x)) break;
    }
    if (open == *at) *at = close + 1;
    else {
        memset(x, 0, sizeof *x);
        x->text = part(text, *at, open);
        *at = open;
    }
    return 1;
}

void put_plain(cli_buf *b, ncurep_view text)
{
    size_t at = 0;
    piece x;
    while (next_piece(text, &at, &x)) {
        cli_put(b, x.text.ptr, x.text.len);
        if (x.kind != PIECE_URL) continue;
        cli_put(b, " (", 2);
        cli_put(b, x.target.ptr, x.target.len);
        cli_put(b, ")", 1);
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
            if (e->source.metric_fn != NULL && e->source.metric_fn(nvs_view_of(label.name), &d, e->source.user) == 1)
                value = nvs_value_number(&d.value, &number);
            if (number) finding_focus(to, label.name, value, label.label);
        }
    }
}

void findings_stored(findings *f, const evaluated *e)
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
            to->marked = item.message.text;
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
