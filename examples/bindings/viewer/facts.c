/* What a viewer asks of a report besides its pages, as JSON. */
#include "facts.h"
#include "report/model/listing.h"
#include "report/model/metric_text.h"
#include "report/model/names.h"
#include "report/model/rules.h"
#include "report/pages/html_parts.h"

#include <string.h>

static void put_view(cli_json *j, const char *key, ncurep_view v) { cli_json_text(j, key, v.ptr, v.len); }

static void put_about(cli_json *j, ncurep_view name)
{
    char about[512];
    metric_facts facts;
    metric_describe(name, &facts);
    (void)metric_text(&facts, about, sizeof about);
    cli_json_str(j, "about", about);
}

/* The result; 0 with *code. */
static int result_of(const page *pg, opened *o, uint32_t index, ncurep_result *r, int *code)
{
    ncurep_error e;
    ncurep_info info;
    ncurep_report_info(o->report, &info);
    if (index >= info.results) *code = CLI_FINDING;
    else if (ncurep_result_at(o->report, index, r, &e)) return 1;
    else {
        say_error(pg->m->c, o->path, &e);
        *code = CLI_INPUT;
    }
    return 0;
}

/* What was measured comes first, what the device is last. */
int facts_metrics(const page *pg, opened *o, uint32_t index)
{
    static const char device[] = "device__attribute_";
    cli_json *j = &pg->to->j;
    ncurep_result r;
    ncurep_index x;
    ncurep_error e;
    uint64_t i;
    int code;
    if (!result_of(pg, o, index, &r, &code)) return code;
    if (ncurep_index_build(o->report, &r, &x, &e) != NCUREP_OK) {
        say_error(pg->m->c, o->path, &e);
        return CLI_INPUT;
    }
    cli_json_array(j, "metrics");
    for (i = 0; i < 2 * (uint64_t)x.count; i++) {
        ncurep_metric m;
        ncurep_view name;
        cli_buf b = {NULL, 0, 0};
        scale s;
        if (!ncurep_index_at(&x, (uint32_t)(i % x.count), &m) || !ncurep_string_at(o->report, m.name_id, &name) || is_list(name)) continue;
        if ((name.len >= sizeof device - 1 && memcmp(name.ptr, device, sizeof device - 1) == 0) != (i >= x.count)) continue;
        scale_of(&s, name, ncurep_value_double(&m.value), &pg->m->style);
        put_value(&b, &m.value, &s, 0);
        cli_json_object(j, NULL);
        put_view(j, "name", name);
        cli_json_text(j, "value", b.ptr != NULL ? b.ptr : "", b.len);
        cli_json_str(j, "unit", s.unit);
        cli_json_double(j, "exact", ncurep_value_double(&m.value));
        cli_json_u64(j, "instances", m.instances.count);
        put_about(j, name);
        cli_json_end(j);
        cli_buf_free(&b);
    }
    cli_json_end(j);
    return code_of(o);
}

/* Names of the sections that show a metric, and of the rules that name it. */
static void put_users(cli_json *j, evaluated *e, ncurep_view name)
{
    findings f;
    uint32_t i;
    size_t k, n;
    cli_json_array(j, "sections");
    for (i = 0; i < e->count; i++) {
        const nvs_evaluation *v = evaluate_section(e, e->sections[i], 1);
        for (k = 0; v != NULL && k < v->count && !same_view(view_of(v->parts[k].cell.name), name);) k++;
        if (v != NULL && k < v->count) put_view(j, NULL, view_of(section_title(e->sections[i])));
        nvs_evaluation_close(v);
        evaluated_forget(e, 0);
    }
    cli_json_end(j);
    findings_of(&f, e);
    cli_json_array(j, "rules");
    for (k = 0; k < f.count; k++) {
        for (n = 0; n < f.list[k].focus_count && !same_view(f.list[k].focus[n].name, name);) n++;
        if (n == f.list[k].focus_count) continue;
        cli_json_object(j, NULL);
        put_view(j, "name", f.list[k].name.len > 0 ? f.list[k].name : f.list[k].rule);
        put_view(j, "info", f.list[k].focus[n].info);
        cli_json_end(j);
    }
    cli_json_end(j);
    findings_free(&f);
}

static void put_instances(cli_json *j, const ncurep_metric *m, const scale *s)
{
    ncurep_list list = m->instances;
    ncurep_instance x;
    scale plain;
    int n;
    set_scale(&plain, 1, "", "");
    cli_json_array(j, "instances");
    for (n = 0; n < FACTS_INSTANCES && ncurep_instance_next(&list, &x); n++) {
        cli_buf id = {NULL, 0, 0}, value = {NULL, 0, 0};
        put_value(&id, &x.id, &plain, 1);
        put_value(&value, &x.value, s, 0);
        cli_json_object(j, NULL);
        cli_json_text(j, "id", id.ptr != NULL ? id.ptr : "", id.len);
        cli_json_text(j, "value", value.ptr != NULL ? value.ptr : "", value.len);
        cli_json_double(j, "exact", ncurep_value_double(&x.value));
        cli_json_end(j);
        cli_buf_free(&id);
        cli_buf_free(&value);
    }
    cli_json_end(j);
    cli_json_u64(j, "instance_count", m->instances.count);
    cli_json_bool(j, "times", m->id_kind == 1);
}

int facts_metric(const page *pg, opened *o, section_source *sections, uint32_t index, const char *word)
{
    cli_json *j = &pg->to->j;
    const ncurep_view name = bytes_of(word, strlen(word));
    ncurep_result r;
    evaluated e;
    ncurep_metric m;
    uint32_t place;
    int code;
    if (!result_of(pg, o, index, &r, &code)) return code;
    if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
    else if (!ncurep_index_find(&e.index, name, &place, NULL) || !ncurep_index_at(&e.index, place, &m)) code = CLI_FINDING;
    else {
        metric_facts facts;
        scale s;
        metric_describe(name, &facts);
        scale_of(&s, name, ncurep_value_double(&m.value), &pg->m->style);
        cli_json_str(j, "type", metric_type_name(facts.type));
        cli_json_str(j, "rollup", metric_rollup_name(facts.rollup));
        cli_json_str(j, "unit", facts.unit);
        put_view(j, "base", facts.base);
        put_instances(j, &m, &s);
        put_users(j, &e, name);
        code = code_of(o);
    }
    evaluated_free(&e);
    return code;
}

int facts_names(const page *pg, opened *o)
{
    cli_json *j = &pg->to->j;
    struct named {
        uint32_t results, first;
    } *list = NULL;
    size_t room = 0, count = 0, i;
    selection all;
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&all, 0, sizeof all);
    memset(&at, 0, sizeof at);
    while (next_result(pg->m->c, &all, o, &at, &r, &code)) {
        ncurep_list metrics = r.metrics;
        ncurep_metric m;
        ncurep_view name;
        while (ncurep_metric_next(&metrics, &m)) {
            if (!ncurep_string_at(o->report, m.name_id, &name)) continue;
            list = (struct named *)cli_grow(list, &room, (size_t)m.name_id + 1, sizeof *list);
            for (; count <= m.name_id; count++) memset(&list[count], 0, sizeof *list);
            if (list[m.name_id].results == 0) list[m.name_id].first = r.index;
            list[m.name_id].results++;
        }
    }
    cli_json_array(j, "names");
    for (i = 0; i < count; i++) {
        ncurep_view name;
        if (list[i].results == 0 || !ncurep_string_at(o->report, (uint32_t)i, &name) || is_list(name)) continue;
        cli_json_object(j, NULL);
        put_view(j, "name", name);
        put_about(j, name);
        cli_json_u64(j, "results", list[i].results);
        cli_json_u64(j, "first", list[i].first);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_free(list);
    return code;
}

static ncurep_view domain_name(ncurep_list domains, uint64_t id)
{
    ncurep_nvtx_domain d;
    while (ncurep_nvtx_domain_next(&domains, &d))
        if (d.id == id) return d.name;
    return bytes_of("", 0);
}

static void put_ranges(cli_json *j, const ncurep_result *r, ncurep_list opens, const char *kind, uint32_t thread)
{
    ncurep_nvtx_open open;
    ncurep_nvtx_range range;
    while (ncurep_nvtx_open_next(&opens, &open))
        while (ncurep_nvtx_range_next(&open.ranges, &range)) {
            const uint32_t own = strcmp(kind, "push") == 0 ? thread : range.thread;
            cli_json_object(j, NULL);
            put_view(j, "name", range.name);
            put_view(j, "domain", domain_name(r->nvtx.domains, open.id));
            cli_json_u64(j, "thread", own);
            cli_json_bool(j, "own", own == r->thread);
            cli_json_str(j, "open", kind);
            if (range.attributes.color.color != 0) cli_json_u64(j, "color", range.attributes.color.color);
            cli_json_end(j);
        }
}

static void put_comment(cli_json *j, ncurep_view section, ncurep_view name, ncurep_view text)
{
    cli_json_object(j, NULL);
    put_view(j, "section", section);
    put_view(j, "name", name);
    put_view(j, "text", text);
    cli_json_end(j);
}

/* The comment on a section; empty where the report says nothing. */
static ncurep_view comment_on(const ncurep_result *r, ncurep_view section)
{
    ncurep_list list = r->section_comments;
    ncurep_comment c;
    while (ncurep_comment_next(&list, &c))
        if (same_view(c.id.section, section)) return c.text;
    return bytes_of("", 0);
}

/* On the result, then on each section that is shown. */
static int put_comments(cli_json *j, opened *o, section_source *sections, const ncurep_result *r)
{
    evaluated e;
    uint32_t i;
    const int ok = evaluate_result(sections, o, r, &e);
    cli_json_array(j, "comments");
    put_comment(j, bytes_of("", 0), bytes_of("", 0), r->comments);
    for (i = 0; ok && i < e.count; i++) {
        const ncurep_view section = view_of(nvs_node_text(e.sections[i], NVS_FIELD_IDENTIFIER));
        put_comment(j, section, view_of(section_title(e.sections[i])), comment_on(r, section));
    }
    cli_json_end(j);
    evaluated_free(&e);
    return ok;
}

int facts_context(const page *pg, opened *o, section_source *sections, uint32_t index)
{
    cli_json *j = &pg->to->j;
    ncurep_result r;
    ncurep_list threads, frames;
    ncurep_nvtx_thread t;
    ncurep_frame f;
    int code;
    if (!result_of(pg, o, index, &r, &code)) return code;
    if (!put_comments(j, o, sections, &r)) return CLI_INPUT;
    cli_json_u64(j, "thread", r.thread);
    cli_json_array(j, "ranges");
    threads = r.nvtx.threads;
    while (ncurep_nvtx_thread_next(&threads, &t)) put_ranges(j, &r, t.domains, "push", t.id);
    put_ranges(j, &r, r.nvtx.start_end, "start", 0);
    cli_json_end(j);
    cli_json_array(j, "stack");
    frames = r.stack.frames;
    while (ncurep_frame_next(&frames, &f)) {
        cli_json_object(j, NULL);
        put_view(j, "function", f.function);
        put_view(j, "file", f.file);
        if (f.line > 0) cli_json_u64(j, "line", f.line);
        else cli_json_null(j, "line");
        put_view(j, "module", f.module);
        cli_json_raw(j, "address", "\"0x%llx\"", (unsigned long long)f.address);
        cli_json_end(j);
    }
    cli_json_end(j);
    return code_of(o);
}

static int lower(char ch) { return ch >= 'A' && ch <= 'Z' ? ch - 'A' + 'a' : ch; }

/* Whether a text holds each word of words, which are in lower case. */
static int has_words(ncurep_view text, const char *words)
{
    while (*words != 0) {
        const size_t len = strcspn(words, " ");
        size_t i, k = 0;
        for (i = 0; len > 0 && i + len <= text.len && k < len; i++)
            for (k = 0; k < len && lower(text.ptr[i + k]) == words[k];) k++;
        if (k < len) return 0;
        words += len + (words[len] == ' ');
    }
    return 1;
}

static void put_line(cli_json *j, const listing *l, const code_place *place, uint64_t address, ncurep_view text)
{
    cli_buf anchor = {NULL, 0, 0};
    put_anchor(&anchor, l, address, place->file, address != 0 ? 0 : place->line);
    cli_json_object(j, NULL);
    put_view(j, "file", place->line > 0 ? file_name(place->file) : bytes_of("", 0));
    if (place->line > 0) cli_json_u64(j, "line", place->line);
    else cli_json_null(j, "line");
    put_view(j, "text", text);
    cli_json_text(j, "anchor", anchor.len > 0 ? anchor.ptr : "", anchor.len);
    cli_buf_free(&anchor);
}

int facts_find(const page *pg, opened *o, uint32_t index, const char *words)
{
    cli_json *j = &pg->to->j;
    ncurep_result r;
    listing l;
    text_set seen;
    cli_buf low = {NULL, 0, 0};
    uint64_t found[2] = {0, 0};
    size_t i;
    int code;
    if (!result_of(pg, o, index, &r, &code)) return code;
    memset(&seen, 0, sizeof seen);
    cli_put(&low, "", 0);
    for (; *words != 0; words++) {
        const char ch = (char)lower(*words);
        cli_put(&low, &ch, 1);
    }
    code = open_listing(&l, pg->m, o, &r, 0) ? code_of(o) : CLI_INPUT;
    cli_json_array(j, "lines");
    for (i = 0; low.len > 0 && i < l.count; i++) {
        code_place place;
        cli_buf b = {NULL, 0, 0};
        ncurep_view text;
        row_place(&l, &l.rows[i], &place);
        if (place.line == 0) continue;
        text = code_line(l.code, place.file, place.line);
        put_place(&b, &place);
        if (set_find(&seen, b.ptr, b.len) == NOT_IN_SET) {
            (void)set_add(&seen, b.ptr, b.len);
            if ((has_words(text, low.ptr) || has_words(bytes_of(b.ptr, b.len), low.ptr)) && found[0]++ < FACTS_MOST) {
                put_line(j, &l, &place, 0, text);
                cli_json_end(j);
            }
        }
        cli_buf_free(&b);
    }
    cli_json_end(j);
    cli_json_array(j, "instructions");
    for (i = 0; low.len > 0 && i < l.count; i++) {
        const source_row *row = &l.rows[i];
        const uint64_t offset = row->address - (row->function != NULL ? row->function->address : 0);
        const char *text = row->function != NULL ? sass_at(l.code, row->function, offset) : NULL;
        code_place place;
        if (text == NULL || !has_words(bytes_of(text, strlen(text)), low.ptr) || found[1]++ >= FACTS_MOST) continue;
        row_place(&l, row, &place);
        put_line(j, &l, &place, row->address, bytes_of(text, strlen(text)));
        cli_json_raw(j, "address", "\"%llx\"", (unsigned long long)row->address);
        cli_json_raw(j, "offset", "\"%llx\"", (unsigned long long)offset);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_u64(j, "more", (found[0] > FACTS_MOST ? found[0] - FACTS_MOST : 0) + (found[1] > FACTS_MOST ? found[1] - FACTS_MOST : 0));
    cli_buf_free(&low);
    set_free(&seen);
    close_listing(&l);
    return code;
}
