/* ncurep session, strings, blocks, unknown, cubin: what lies around the results. */
#include "../pages/html.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Calls show for every file that can be opened; JSON comes as one list of them. */
static int each_file(request *q, int (*show)(request *, opened *, cli_json *))
{
    cli_json j;
    size_t i;
    int code = CLI_FINE;
    cli_json_init(&j, q->c->out, CLI_UTF8, 2);
    if (q->c->format == CLI_JSON) cli_json_array(&j, NULL);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        int one = CLI_INPUT;
        if (open_report(q->c, q->paths[i], &o)) {
            if (q->c->format == CLI_JSON) {
                cli_json_object(&j, NULL);
                cli_json_str(&j, "file", o.path);
            } else {
                if (i > 0) fputc('\n', q->c->out);
                if (q->path_count > 1 && q->c->format == CLI_TEXT) fprintf(q->c->out, "%s\n", o.path);
            }
            one = show(q, &o, &j);
            if (code_of(&o) > one) one = code_of(&o);
            if (q->c->format == CLI_JSON) cli_json_end(&j);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    if (q->c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    return code;
}

/* session --------------------------------------------------------------------------------------------------------- */

/* The tables of the session page: rows of texts, to any of the three formats. */
typedef struct page {
    request *q;
    cli_json *j;
    cli_csv v;
    cli_table t;
    int html;
} page;

static void page_begin(page *p, const char *title, const char *key, const char *name, const char *value)
{
    FILE *out = p->q->c->out;
    if (p->html) {
        fprintf(out, "<div class=\"card\"><h3>%s</h3>\n<table><thead><tr><th scope=\"col\">%s<th scope=\"col\" class=\"t\">%s</thead><tbody>\n", title, name, value);
        return;
    }
    if (p->q->c->format == CLI_JSON) {
        cli_json_object(p->j, key);
        return;
    }
    if (p->q->c->format == CLI_CSV) {
        fprintf(out, "%s\n", title);
        cli_csv_field(&p->v, name, strlen(name));
        cli_csv_field(&p->v, value, strlen(value));
        cli_csv_end(&p->v);
        return;
    }
    fprintf(out, "%s%s%s\n", cli_style(p->q->c->color, CLI_BOLD), title, cli_style(p->q->c->color, CLI_PLAIN));
    cli_table_init(&p->t, "ll", NULL);
}

static void page_row(page *p, const char *name, size_t name_len, const char *value, size_t len)
{
    if (p->html) {
        FILE *out = p->q->c->out;
        fputs("<tr><th>", out);
        put_html(out, name, name_len);
        fputs("<td class=\"t\">", out);
        put_html(out, value, len);
        putc('\n', out);
    } else if (p->q->c->format == CLI_JSON) {
        cli_json_key(p->j, name, name_len);
        cli_json_text(p->j, NULL, value, len);
    } else if (p->q->c->format == CLI_CSV) {
        cli_csv_field(&p->v, name, name_len);
        cli_csv_field(&p->v, value, len);
        cli_csv_end(&p->v);
    } else {
        cli_buf b = {NULL, 0, 0};
        cli_put(&b, "  ", 2);
        cli_put_safe(&b, name, name_len);
        cli_cell_text(&p->t, CLI_PLAIN, b.ptr, b.len);
        b.len = 0;
        cli_put_safe(&b, value, len);
        cli_cell_text(&p->t, CLI_PLAIN, b.len > 0 ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
}

static void page_view(page *p, const char *name, ncurep_view v) { page_row(p, name, strlen(name), v.ptr, v.len); }

static void page_end(page *p, int last)
{
    if (p->html) fputs("</tbody></table></div>\n", p->q->c->out);
    else if (p->q->c->format == CLI_JSON) cli_json_end(p->j);
    else {
        if (p->q->c->format == CLI_TEXT) cli_table_print(p->q->c, &p->t);
        if (!last) fputc('\n', p->q->c->out);
    }
}

/* Seconds since 1970 as the vendor's tool writes them: 2026-Feb-09 11:12:15, UTC. */
static void put_time(page *p, uint64_t seconds)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    uint64_t days = seconds / 86400, year = 1970;
    unsigned month = 0;
    char text[64];
    const uint64_t rest = seconds % 86400;
    if (days > 36500000) return;
    for (;; year++) {
        const unsigned leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        if (days < 365 + leap) break;
        days -= 365 + leap;
    }
    for (;; month++) {
        static const unsigned length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        const unsigned n = length[month] + (month == 1 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
        if (days < n) break;
        days -= n;
    }
    snprintf(text, sizeof text, "%04" PRIu64 "-%.3s-%02" PRIu64 " %02" PRIu64 ":%02" PRIu64 ":%02" PRIu64, year, months + month * 3,
             days + 1, rest / 3600, rest / 60 % 60, rest % 60);
    page_row(p, "Created", 7, text, strlen(text));
}

static void put_os(page *p, const char *name, const ncurep_system *s)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, s->os.ptr, s->os.len);
    if (s->build.len > 0) cli_put(&b, " - ", 3);
    cli_put(&b, s->build.ptr, s->build.len);
    page_row(p, name, strlen(name), b.len > 0 ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void put_system(page *p, ncurep_session *s)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_address a;
    ncurep_pair version;
    if (NCUREP_HAS(s, 2)) put_time(p, s->created);
    if (NCUREP_HAS(s, 3)) {
        page_view(p, "Host Name", s->host.computer);
        put_os(p, "Host OS", &s->host);
        page_view(p, "Host Architecture", s->host.architecture);
        page_view(p, "Host Processor", s->host.processor);
    }
    if (NCUREP_HAS(s, 4)) {
        page_view(p, "Target Name", s->target.computer);
        while (ncurep_next_address(&s->target.addresses, &a)) {
            cli_put(&b, ", ", b.len > 0 ? 2 : 0);
            cli_put(&b, a.address.ptr, a.address.len);
        }
        if (b.len > 0) page_row(p, "Target IP Addresses", 19, b.ptr, b.len);
        put_os(p, "Target OS", &s->target);
        page_view(p, "Target Architecture", s->target.architecture);
        page_view(p, "Target Processor", s->target.processor);
    }
    while (ncurep_next_pair(&s->versions, &version)) page_row(p, version.name.ptr, version.name.len, version.value.ptr, version.value.len);
    cli_buf_free(&b);
}

static int main_attribute(ncurep_view name)
{
    static const char *const names[] = {"confidential_computing_mode", "multiprocessor_count", "display_name",
                                        "compute_capability_major", "compute_capability_minor", "total_memory"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (name.len == strlen(names[i]) && memcmp(name.ptr, names[i], name.len) == 0) return 1;
    return 0;
}

static void put_device(page *p, ncurep_device *d, int all)
{
    static const char prefix[] = "device__attribute_";
    ncurep_attribute a;
    while (ncurep_next_attribute(&d->attributes, &a)) {
        char number[32];
        ncurep_view value = a.value.text;
        if (a.name.len >= sizeof prefix - 1 && memcmp(a.name.ptr, prefix, sizeof prefix - 1) == 0) {
            a.name.ptr += sizeof prefix - 1;
            a.name.len -= sizeof prefix - 1;
        }
        if (!all && !main_attribute(a.name)) continue;
        if (a.value.kind == NCUREP_DOUBLE || a.value.kind == NCUREP_FLOAT) cli_double(number, ncurep_as_double(&a.value));
        else snprintf(number, sizeof number, "%" PRIu64, a.value.bits);
        if (a.value.kind != NCUREP_STRING && a.value.kind != NCUREP_NOTHING) {
            value.ptr = number;
            value.len = strlen(number);
        }
        page_row(p, a.name.ptr, a.name.len, value.ptr, value.len);
    }
}

static int wants_device(const choice *k, uint32_t id)
{
    size_t i;
    for (i = 0; i < k->devices; i++)
        if (k->device[i] == id) return 1;
    return k->all || k->any_device;
}

static int put_session(request *q, opened *o, cli_json *j, int as_html)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_process process;
    page p;
    uint32_t i;
    choice k;
    int code = CLI_FINE;
    make_choice(q, o, &k, 0, &code);
    (void)ncurep_session_of(o->report, &s);
    memset(&p, 0, sizeof p);
    p.q = q;
    p.j = j;
    p.html = as_html;
    p.v.f = q->c->out;
    p.v.always = 1;
    page_begin(&p, "Launch Settings", "launch_settings", "Launch Attribute", "Value");
    if (NCUREP_HAS(&s, 11)) page_view(&p, "Profiler Command Line", s.command);
    if (NCUREP_HAS(&s, 9)) {
        page_view(&p, "Executable", s.executable.path);
        if (s.executable.directory.len > 0) page_view(&p, "Working Directory", s.executable.directory);
        if (s.executable.arguments.len > 0) page_view(&p, "Arguments", s.executable.arguments);
        if (q->all) page_view(&p, "Environment", s.executable.environment);
    }
    page_end(&p, 0);
    page_begin(&p, "Session Info", "session_info", "Session Attribute", "Value");
    put_system(&p, &s);
    if (NCUREP_HAS(&s, 7)) page_view(&p, "Comments", s.comments);
    page_end(&p, 0);
    page_begin(&p, "Processes", "processes", "Process Id", "Process Name");
    for (i = 0; ncurep_process_at(o->report, i, &process); i++) {
        char id[16];
        if (!k.all && !k.process[i]) continue;
        snprintf(id, sizeof id, "%" PRIu32, process.id);
        while (process.name.len > 0 && process.name.ptr[process.name.len - 1] == 0) process.name.len--;
        page_row(&p, id, strlen(id), process.name.ptr, process.name.len);
    }
    page_end(&p, s.devices.count == 0);
    while (ncurep_next_device(&s.devices, &d)) {
        char title[32];
        if (!wants_device(&k, d.id)) continue;
        snprintf(title, sizeof title, "Device %" PRIu32, d.id);
        page_begin(&p, q->c->format == CLI_TEXT ? title : "Device Attributes", title, "Device Attribute", title);
        put_device(&p, &d, q->all);
        page_end(&p, s.devices.count == 0);
    }
    free_choice(&k);
    return code;
}

static int show_session(request *q, opened *o, cli_json *j) { return put_session(q, o, j, 0); }

void put_html_session(request *q, opened *o) { (void)put_session(q, o, NULL, 1); }

int session_verb(request *q) { return each_file(q, show_session); }

/* strings --------------------------------------------------------------------------------------------------------- */

/* By id: 1 for the names of the chosen metrics of the chosen results; NULL: every string is wanted. */
static unsigned char *used_strings(request *q, opened *o, const choice *k)
{
    unsigned char *used;
    ncurep_result r;
    ncurep_metric m;
    ncurep_view name;
    ncurep_error e;
    uint32_t i;
    if (k->all && q->chosen.metric_count == 0) return NULL;
    used = (unsigned char *)cli_alloc((size_t)o->info.strings + 1, 1);
    for (i = 0; i < o->info.results; i++)
        if (wants_result(k, i) && ncurep_result_at(o->report, i, &r, &e))
            while (ncurep_next_metric(&r.metrics, &m))
                if (ncurep_string(o->report, m.name_id, &name) && wants_metric(&q->chosen, name)) used[m.name_id] = 1;
    return used;
}

static int show_strings(request *q, opened *o, cli_json *j)
{
    cli_buf b = {NULL, 0, 0};
    cli_csv v;
    ncurep_view text;
    choice k;
    unsigned char *used;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(q, o, &k, 0, &code);
    used = used_strings(q, o, &k);
    memset(&v, 0, sizeof v);
    v.f = q->c->out;
    if (q->c->format == CLI_JSON) cli_json_array(j, "strings");
    for (i = 0; ncurep_string(o->report, i, &text); i++) {
        if (used != NULL && !used[i]) continue;
        if (q->c->format == CLI_JSON) cli_json_text(j, NULL, text.ptr, text.len);
        else if (q->c->format == CLI_CSV) {
            cli_csv_fieldf(&v, "%" PRIu32, i);
            cli_csv_field(&v, text.ptr, text.len);
            cli_csv_end(&v);
        } else {
            b.len = 0;
            cli_put_safe(&b, text.ptr, text.len);
            fprintf(q->c->out, "%6" PRIu32 "  %s\n", i, b.len > 0 ? b.ptr : "");
        }
    }
    if (q->c->format == CLI_JSON) cli_json_end(j);
    cli_buf_free(&b);
    free(used);
    free_choice(&k);
    return code;
}

int strings_verb(request *q) { return each_file(q, show_strings); }

/* blocks ---------------------------------------------------------------------------------------------------------- */

static void put_contents(cli_buf *b, const ncurep_block *k)
{
    const struct {
        uint32_t n;
        const char *name;
    } parts[] = {{k->sources, "source"}, {k->kernels, "kernel"}, {k->ranges, "range"}, {k->cmdlists, "command list"},
                 {k->graphs, "graph"}, {k->strings, "string"}};
    size_t i;
    for (i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 0)
            cli_putf(b, "%s%" PRIu32 " %s%s", b->len > 0 ? ", " : "", parts[i].n, parts[i].name, parts[i].n > 1 ? "s" : "");
    if (k->has_session) cli_putf(b, "%ssession", b->len > 0 ? ", " : "");
    if (k->rest_size > 0) cli_putf(b, "%s%" PRIu32 " bytes of an unknown kind", b->len > 0 ? ", " : "", k->rest_size);
}

static int show_blocks(request *q, opened *o, cli_json *j)
{
    static const char *const titles[] = {"Block", "Offset", "Header", "Payload", "Contents"};
    static const char *const names[] = {"block", "offset", "header", "payload", "sources", "kernels", "ranges", "cmdlists",
                                        "graphs", "strings", "session", "rest"};
    cli *c = q->c;
    cli_table t;
    cli_csv v;
    ncurep_block k;
    ncurep_error e;
    choice chosen;
    uint32_t i;
    size_t n;
    int code = CLI_FINE;
    make_choice(q, o, &chosen, 0, &code);
    memset(&v, 0, sizeof v);
    v.f = c->out;
    if (c->format == CLI_JSON) cli_json_array(j, "blocks");
    if (c->format == CLI_TEXT) cli_table_init(&t, "rrrrl", titles);
    if (c->format == CLI_CSV) {
        for (n = 0; n < 12; n++) cli_csv_field(&v, names[n], strlen(names[n]));
        cli_csv_end(&v);
    }
    for (i = 0; ncurep_block_at(o->report, i, &k, &e); i++) {
        const uint64_t number[] = {i, k.at, k.header_size, k.payload_size, k.sources, k.kernels, k.ranges, k.cmdlists, k.graphs,
                                   k.strings, (uint64_t)k.has_session, k.rest_size};
        if (!wants_block(&chosen, &k)) continue;
        if (c->format == CLI_JSON) {
            cli_json_object(j, NULL);
            for (n = 0; n < 12; n++) cli_json_u64(j, names[n], number[n]);
            cli_json_end(j);
        } else if (c->format == CLI_CSV) {
            for (n = 0; n < 12; n++) cli_csv_fieldf(&v, "%" PRIu64, number[n]);
            cli_csv_end(&v);
        } else {
            cli_buf b = {NULL, 0, 0};
            put_contents(&b, &k);
            for (n = 0; n < 4; n++) cli_cellf(&t, CLI_PLAIN, "%" PRIu64, number[n]);
            cli_cell_text(&t, CLI_PLAIN, b.len > 0 ? b.ptr : "", b.len);
            cli_buf_free(&b);
        }
    }
    if (c->format == CLI_JSON) cli_json_end(j);
    if (c->format == CLI_TEXT) cli_table_print(c, &t);
    free_choice(&chosen);
    if (e.code == NCUREP_OK) return code;
    say_error(c, o->path, &e);
    return CLI_INPUT;
}

int blocks_verb(request *q) { return each_file(q, show_blocks); }

/* unknown --------------------------------------------------------------------------------------------------------- */

typedef struct unknowns {
    request *q;
    opened *o;
    cli_json *j;
    uint64_t count;
    int code;
} unknowns;

static void walk(unknowns *w, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_walk state;
    ncurep_unknown u;
    ncurep_walk_start(&state, root, bytes, at);
    while (ncurep_walk_next(&state, &u)) {
        const ncurep_field *f = &u.field;
        cli_buf path = {NULL, 0, 0};
        uint32_t k;
        for (k = 0; k < u.depth; k++) cli_putf(&path, "%" PRIu32 "[%" PRIu32 "].", u.path[k].field, u.path[k].index);
        cli_putf(&path, "%" PRIu32, f->number);
        w->count++;
        if (w->q->c->format == CLI_JSON) {
            cli_json_object(w->j, NULL);
            cli_json_str(w->j, "of", of);
            cli_json_u64(w->j, "i", i);
            cli_json_str(w->j, "path", path.ptr);
            cli_json_u64(w->j, "offset", u.at);
            cli_json_u64(w->j, "wire", f->wire);
            if (f->wire == 2 || f->wire == 3) cli_json_u64(w->j, "bytes", f->bytes.len);
            else cli_json_u64(w->j, "value", f->value);
            cli_json_end(w->j);
        } else if (w->q->c->format == CLI_CSV) {
            cli_csv v;
            memset(&v, 0, sizeof v);
            v.f = w->q->c->out;
            cli_csv_field(&v, of, strlen(of));
            cli_csv_fieldf(&v, "%" PRIu32, i);
            cli_csv_field(&v, path.ptr, path.len);
            cli_csv_fieldf(&v, "%" PRIu64, u.at);
            cli_csv_fieldf(&v, "%" PRIu32, f->wire);
            cli_csv_fieldf(&v, "%" PRIu64, f->wire == 2 || f->wire == 3 ? f->bytes.len : f->value);
            cli_csv_end(&v);
        } else {
            fprintf(w->q->c->out, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": ", of, i, path.ptr, u.at);
            if (f->wire == 2 || f->wire == 3) fprintf(w->q->c->out, "%zu bytes%s\n", f->bytes.len, f->wire == 3 ? " (a group)" : "");
            else fprintf(w->q->c->out, "%" PRIu64 " (%s)\n", f->value, f->wire == 0 ? "varint" : f->wire == 1 ? "8 bytes" : "4 bytes");
        }
        cli_buf_free(&path);
    }
    if (state.error.code != NCUREP_OK) {
        say_error(w->q->c, w->o->path, &state.error);
        w->code = CLI_INPUT;
    }
}

static int show_unknown(request *q, opened *o, cli_json *j)
{
    unknowns w;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_error e;
    choice k;
    uint32_t i;
    w.q = q;
    w.o = o;
    w.j = j;
    w.count = 0;
    w.code = CLI_FINE;
    make_choice(q, o, &k, 0, &w.code);
    if (q->c->format == CLI_JSON) cli_json_array(j, "unknown");
    if (q->c->format == CLI_CSV) fputs("of,i,path,offset,wire,value or bytes\n", q->c->out);
    walk(&w, "file", 0, NCUREP_ROOT_FILE, o->info.header, 8);
    for (i = 0; i < o->info.blocks; i++)
        if (ncurep_block_at(o->report, i, &b, &e) && wants_block(&k, &b)) walk(&w, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
    for (i = 0; i < o->info.sources; i++) {
        if (!ncurep_source_at(o->report, i, &s, &e)) {
            say_error(q->c, o->path, &e);
            w.code = CLI_INPUT;
        } else if (wants_module(&k, s.reference))
            walk(&w, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at);
    }
    for (i = 0; i < o->info.results; i++) {
        if (!wants_result(&k, i)) continue;
        if (ncurep_result_at(o->report, i, &r, &e)) walk(&w, "result", i, (ncurep_root)(NCUREP_ROOT_KERNEL + r.kind), r.bytes, r.at);
        else {
            say_error(q->c, o->path, &e);
            w.code = CLI_INPUT;
        }
    }
    if (q->c->format == CLI_JSON) cli_json_end(j);
    if (q->c->format == CLI_TEXT && w.count == 0) fputs("every field is known\n", q->c->out);
    free_choice(&k);
    return w.code;
}

int unknown_verb(request *q) { return each_file(q, show_unknown); }

/* cubin ----------------------------------------------------------------------------------------------------------- */

/* The source of a module that holds its cubin, the last one counts; 0 when none does. */
static int find_cubin(opened *o, const ncurep_module *m, ncurep_source *out)
{
    ncurep_error e;
    uint32_t i, with = NCUREP_NONE;
    for (i = m->first; i != NCUREP_NONE; i = ncurep_module_next(o->report, i))
        if (ncurep_source_at(o->report, i, out, &e) && NCUREP_HAS(out, 4)) with = i;
    return with != NCUREP_NONE && ncurep_source_at(o->report, with, out, &e);
}

static int write_cubin(request *q, uint64_t reference, ncurep_view bytes)
{
    cli_buf path = {NULL, 0, 0};
    int ok;
    cli_putf(&path, "%s/%" PRIu64 ".cubin", q->to, reference);
    ok = cli_replace(q->c, path.ptr, NULL, bytes.ptr, bytes.len);
    cli_buf_free(&path);
    return ok;
}

static int show_cubin(request *q, opened *o, cli_json *j)
{
    static const char *const titles[] = {"Reference", "CC", "Bytes", "Functions", "Pieces"};
    cli *c = q->c;
    cli_table t;
    cli_csv v;
    ncurep_module m;
    ncurep_error e;
    choice chosen;
    uint32_t i, count;
    int code = CLI_FINE, found = 0;
    memset(&v, 0, sizeof v);
    v.f = c->out;
    if (!ncurep_modules(o->report, &count, &e)) {
        say_error(c, o->path, &e);
        return CLI_INPUT;
    }
    make_choice(q, o, &chosen, 0, &code);
    if (c->format == CLI_JSON) cli_json_array(j, "modules");
    if (c->format == CLI_CSV) fputs("reference,revision,bytes,functions,pieces\n", c->out);
    if (c->format == CLI_TEXT) cli_table_init(&t, "rrrrr", titles);
    for (i = 0; ncurep_module_at(o->report, i, &m); i++) {
        ncurep_source s;
        uint64_t functions = 0;
        uint32_t k;
        size_t bytes;
        if ((q->has_module && m.reference != q->module) || !wants_module(&chosen, m.reference)) continue;
        found = 1;
        for (k = m.first; k != NCUREP_NONE; k = ncurep_module_next(o->report, k))
            if (ncurep_source_at(o->report, k, &s, &e)) functions += s.relocation.functions.count;
        bytes = find_cubin(o, &m, &s) ? s.binary.len : 0;
        if (q->to != NULL && bytes > 0 && !write_cubin(q, m.reference, s.binary)) code = CLI_INPUT;
        if (c->format == CLI_JSON) {
            cli_json_object(j, NULL);
            cli_json_u64(j, "reference", m.reference);
            cli_json_u64(j, "revision", s.revision);
            cli_json_u64(j, "bytes", bytes);
            cli_json_u64(j, "functions", functions);
            cli_json_u64(j, "pieces", m.pieces);
            cli_json_end(j);
        } else if (c->format == CLI_CSV)
            fprintf(c->out, "%" PRIu64 ",%" PRIu32 ",%zu,%" PRIu64 ",%" PRIu32 "\n", m.reference, s.revision, bytes, functions, m.pieces);
        else {
            cli_cellf(&t, CLI_PLAIN, "%" PRIu64, m.reference);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu32 ".%" PRIu32, s.revision >> 16, s.revision & 0xffff);
            cli_cellf(&t, CLI_PLAIN, "%zu", bytes);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu64, functions);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu32, m.pieces);
        }
    }
    if (c->format == CLI_JSON) cli_json_end(j);
    if (c->format == CLI_TEXT) cli_table_print(c, &t);
    free_choice(&chosen);
    if (q->has_module && !found) {
        cli_error(c, "%s: no module has the reference %" PRIu64, o->path, q->module);
        code = CLI_FINDING;
    }
    return code;
}

int cubin_verb(request *q) { return each_file(q, show_cubin); }
