/* How, where and with what a report was made. */
#include "session.h"

#include <inttypes.h>
#include <string.h>

/* Tables of two columns, one after the other. */
typedef struct pairs {
    output *to;
    cli_table t;
} pairs;

static void pairs_begin(pairs *p, const char *title, const char *key, const char *name, const char *value)
{
    FILE *out = p->to->f;
    if (p->to->format == OUT_HTML) {
        fprintf(out, "<div class=\"card\"><h3>%s</h3>\n<table><thead><tr><th scope=\"col\">%s<th scope=\"col\" class=\"t\">%s</thead><tbody>\n", title, name, value);
        return;
    }
    if (p->to->format == OUT_JSON) {
        cli_json_object(&p->to->j, key);
        return;
    }
    if (p->to->format == OUT_CSV) {
        fprintf(out, "%s\n", title);
        cli_csv_field(&p->to->v, name, strlen(name));
        cli_csv_field(&p->to->v, value, strlen(value));
        cli_csv_end(&p->to->v);
        return;
    }
    fprintf(out, "%s%s%s\n", cli_style(p->to->color, CLI_BOLD), title, cli_style(p->to->color, CLI_PLAIN));
    cli_table_init(&p->t, "ll", NULL);
}

static void pairs_row(pairs *p, const char *name, size_t name_len, const char *value, size_t len)
{
    if (p->to->format == OUT_HTML) {
        FILE *out = p->to->f;
        fputs("<tr><th>", out);
        put_html(out, name, name_len);
        fputs("<td class=\"t\">", out);
        put_html(out, value, len);
        putc('\n', out);
    } else if (p->to->format == OUT_JSON) {
        cli_json_key(&p->to->j, name, name_len);
        cli_json_text(&p->to->j, NULL, value, len);
    } else if (p->to->format == OUT_CSV) {
        cli_csv_field(&p->to->v, name, name_len);
        cli_csv_field(&p->to->v, value, len);
        cli_csv_end(&p->to->v);
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

static void pairs_view(pairs *p, const char *name, ncurep_view v) { pairs_row(p, name, strlen(name), v.ptr, v.len); }

static void pairs_end(pairs *p, int last)
{
    if (p->to->format == OUT_HTML) fputs("</tbody></table></div>\n", p->to->f);
    else if (p->to->format == OUT_JSON) cli_json_end(&p->to->j);
    else {
        if (p->to->format != OUT_CSV) out_table(p->to, &p->t);
        if (!last) fputc('\n', p->to->f);
    }
}

/* Seconds since 1970 as the vendor's tool writes them: 2026-Feb-09 11:12:15, UTC. */
static void put_time(pairs *p, uint64_t seconds)
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
    pairs_row(p, "Created", 7, text, strlen(text));
}

static void put_os(pairs *p, const char *name, const ncurep_system *s)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, s->os.ptr, s->os.len);
    if (s->build.len > 0) cli_put(&b, " - ", 3);
    cli_put(&b, s->build.ptr, s->build.len);
    pairs_row(p, name, strlen(name), b.len > 0 ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void put_system(pairs *p, ncurep_session *s)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_address a;
    ncurep_pair version;
    if (NCUREP_HAS(s, 2)) put_time(p, s->created);
    if (NCUREP_HAS(s, 3)) {
        pairs_view(p, "Host Name", s->host.computer);
        put_os(p, "Host OS", &s->host);
        pairs_view(p, "Host Architecture", s->host.architecture);
        pairs_view(p, "Host Processor", s->host.processor);
    }
    if (NCUREP_HAS(s, 4)) {
        pairs_view(p, "Target Name", s->target.computer);
        while (ncurep_address_next(&s->target.addresses, &a)) {
            cli_put(&b, ", ", b.len > 0 ? 2 : 0);
            cli_put(&b, a.address.ptr, a.address.len);
        }
        if (b.len > 0) pairs_row(p, "Target IP Addresses", 19, b.ptr, b.len);
        put_os(p, "Target OS", &s->target);
        pairs_view(p, "Target Architecture", s->target.architecture);
        pairs_view(p, "Target Processor", s->target.processor);
    }
    while (ncurep_pair_next(&s->versions, &version)) pairs_row(p, version.name.ptr, version.name.len, version.value.ptr, version.value.len);
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

static void put_device(pairs *p, ncurep_device *d, int all)
{
    static const char prefix[] = "device__attribute_";
    ncurep_attribute a;
    while (ncurep_attribute_next(&d->attributes, &a)) {
        char number[32];
        ncurep_view value = a.value.text;
        if (a.name.len >= sizeof prefix - 1 && memcmp(a.name.ptr, prefix, sizeof prefix - 1) == 0) {
            a.name.ptr += sizeof prefix - 1;
            a.name.len -= sizeof prefix - 1;
        }
        if (!all && !main_attribute(a.name)) continue;
        if (a.value.kind == NCUREP_KIND_DOUBLE || a.value.kind == NCUREP_KIND_FLOAT) cli_double(number, ncurep_value_double(&a.value));
        else snprintf(number, sizeof number, "%" PRIu64, a.value.bits);
        if (a.value.kind != NCUREP_KIND_STRING && a.value.kind != NCUREP_KIND_NONE) {
            value.ptr = number;
            value.len = strlen(number);
        }
        pairs_row(p, a.name.ptr, a.name.len, value.ptr, value.len);
    }
}

int session_page(const page *pg, const opened *o, const session_options *how)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_process process;
    pairs p;
    uint32_t i;
    choice k;
    int code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    (void)ncurep_report_session(o->report, &s);
    p.to = pg->to;
    pg->to->v.always = 1;
    pairs_begin(&p, "Launch Settings", "launch_settings", "Launch Attribute", "Value");
    if (NCUREP_HAS(&s, 11)) pairs_view(&p, "Profiler Command Line", s.command);
    if (NCUREP_HAS(&s, 9)) {
        pairs_view(&p, "Executable", s.executable.path);
        if (s.executable.directory.len > 0) pairs_view(&p, "Working Directory", s.executable.directory);
        if (s.executable.arguments.len > 0) pairs_view(&p, "Arguments", s.executable.arguments);
        if (how->all) pairs_view(&p, "Environment", s.executable.environment);
    }
    pairs_end(&p, 0);
    pairs_begin(&p, "Session Info", "session_info", "Session Attribute", "Value");
    put_system(&p, &s);
    if (NCUREP_HAS(&s, 7)) pairs_view(&p, "Comments", s.comments);
    pairs_end(&p, 0);
    pairs_begin(&p, "Processes", "processes", "Process Id", "Process Name");
    for (i = 0; ncurep_process_at(o->report, i, &process); i++) {
        char id[16];
        if (!k.all && !k.process[i]) continue;
        snprintf(id, sizeof id, "%" PRIu32, process.id);
        while (process.name.len > 0 && process.name.ptr[process.name.len - 1] == 0) process.name.len--;
        pairs_row(&p, id, strlen(id), process.name.ptr, process.name.len);
    }
    pairs_end(&p, s.devices.count == 0);
    while (ncurep_device_next(&s.devices, &d)) {
        char title[32];
        if (!wants_device(&k, d.id)) continue;
        snprintf(title, sizeof title, "Device %" PRIu32, d.id);
        pairs_begin(&p, pg->to->format != OUT_CSV ? title : "Device Attributes", title, "Device Attribute", title);
        put_device(&p, &d, how->all);
        pairs_end(&p, s.devices.count == 0);
    }
    free_choice(&k);
    return code;
}
