/* How, where and with what a report was made. */
#include "session.h"
#include "../model/names.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* A part of the page, names with values: a table of ours, or for ncu's form in text those that come to wait for their width. */
typedef struct part {
    table t;
    int vendor;
    table_column columns[2];
    char **cells; /* of ncu's form: name and value in turn, the titles first */
    size_t count, room;
} part;

static void put_pair(part *p, const char *name, size_t name_len, const char *value, size_t len)
{
    if (p->vendor) {
        p->cells = (char **)cli_grow(p->cells, &p->room, p->count + 2, sizeof *p->cells);
        p->cells[p->count++] = copy_text(name, name_len);
        p->cells[p->count++] = copy_text(value, len);
        return;
    }
    table_text(&p->t, name, name_len);
    table_text(&p->t, value, len);
    table_row(&p->t);
}

static void put_view(part *p, const char *name, ncurep_view v) { put_pair(p, name, strlen(name), v.ptr, v.len); }

/* Begins a part, which columns calls so. csv: as of out_block. */
static void begin_part(part *p, output *to, const char *title, const char *csv, const char *key, const char *name, const char *value)
{
    table_column *columns = p->columns;
    p->count = 0;
    if (p->vendor) {
        out_line(to, "%s", title);
        put_pair(p, name, strlen(name), value, strlen(value));
        return;
    }
    memset(columns, 0, sizeof p->columns);
    columns[0].align = columns[1].align = 'l';
    columns[0].title = name;
    columns[1].title = value;
    columns[0].csv = csv != NULL ? name : NULL;
    columns[1].csv = csv != NULL ? value : NULL;
    columns[0].key = columns[1].key = "";
    out_block(to, title, csv);
    table_begin(&p->t, to, key, columns, 2, TABLE_PAIRS | TABLE_UNTITLED);
    p->t.indent = 2;
}

enum { VENDOR_WIDTH = 120 }; /* of a value: then it goes on in the next line, in the midst of a word */

static size_t put_cut(output *to, const char *text, size_t width)
{
    size_t len = 0, wide = 0, next;
    while (text[len] != 0 && wide < width) {
        next = cli_utf8(text + len, text + strlen(text));
        if (next == 0) next = 1;
        wide += cli_width(text + len, next);
        len += next;
    }
    out_safe(to, text, len);
    out_say(to, "%*s", (int)(wide < width ? width - wide : 0), "");
    return len;
}

static void end_vendor_part(part *p, output *to, int last)
{
    size_t width[2] = {0, 0}, i, at;
    cli_buf rule = {NULL, 0, 0};
    for (i = 0; i < p->count; i++) {
        const size_t wide = cli_width(p->cells[i], strlen(p->cells[i]));
        if (wide > width[i % 2]) width[i % 2] = wide;
    }
    if (width[1] > VENDOR_WIDTH) width[1] = VENDOR_WIDTH;
    for (i = 0; i < width[0] + 1 + width[1]; i++) cli_put(&rule, i == width[0] ? " " : "-", 1);
    for (i = 0; i < p->count; i += 2) {
        if (i < 4) out_line(to, "%s", rule.ptr);
        at = 0;
        do {
            (void)put_cut(to, at == 0 ? p->cells[i] : "", width[0]);
            out_say(to, " ");
            at += put_cut(to, p->cells[i + 1] + at, width[1]);
            out_say(to, "\n");
        } while (p->cells[i + 1][at] != 0);
    }
    if (!last) out_gap(to);
    for (i = 0; i < p->count; i++) cli_free(p->cells[i]);
    cli_buf_free(&rule);
}

static void end_part(part *p, output *to, int last)
{
    if (p->vendor) {
        end_vendor_part(p, to, last);
        return;
    }
    table_end(&p->t);
    out_block_end(to, last);
}

/* Seconds since 1970 as the vendor's tool writes them: 2026-Feb-09 11:12:15, UTC. */
static void put_time(part *t, uint64_t seconds)
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
    put_pair(t, "Created", 7, text, strlen(text));
}

static void put_os(part *t, const char *name, const ncurep_system *s)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, s->os.ptr, s->os.len);
    if (s->build.len > 0) cli_put(&b, " - ", 3);
    cli_put(&b, s->build.ptr, s->build.len);
    put_pair(t, name, strlen(name), b.len > 0 ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void put_system(part *t, ncurep_session *s)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_address a;
    ncurep_pair version;
    if (NCUREP_HAS(s, 2)) put_time(t, s->created);
    if (NCUREP_HAS(s, 3)) {
        put_view(t, "Host Name", s->host.computer);
        put_os(t, "Host OS", &s->host);
        put_view(t, "Host Architecture", s->host.architecture);
        put_view(t, "Host Processor", s->host.processor);
    }
    if (NCUREP_HAS(s, 4)) {
        put_view(t, "Target Name", s->target.computer);
        while (ncurep_address_next(&s->target.addresses, &a)) {
            cli_put(&b, ", ", b.len > 0 ? 2 : 0);
            cli_put(&b, a.address.ptr, a.address.len);
        }
        if (b.len > 0) put_pair(t, "Target IP Addresses", 19, b.ptr, b.len);
        put_os(t, "Target OS", &s->target);
        put_view(t, "Target Architecture", s->target.architecture);
        put_view(t, "Target Processor", s->target.processor);
    }
    while (ncurep_pair_next(&s->versions, &version)) put_pair(t, version.name.ptr, version.name.len, version.value.ptr, version.value.len);
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

static void put_device(part *t, ncurep_device *d, int all)
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
        put_pair(t, a.name.ptr, a.name.len, value.ptr, value.len);
    }
}

/* The options of the user interface that collected the report, by message and field; our words, those that are not known by
   their number. */
static const struct setting {
    size_t has;  /* where the message begins in ncurep_settings, */
    size_t at;   /* and the field */
    unsigned char number;
    char kind;   /* b: yes or no, s: text, u: uint32_t, U: uint64_t */
    const char *name;
} settings[] = {
#define ROW(message, number, kind, member, name) {offsetof(ncurep_settings, message has), offsetof(ncurep_settings, message member), number, kind, name},
    ROW(, 4, 's', activity, "Activity")
    ROW(, 7, 's', sections, "Sections")
    ROW(other., 1, 'b', rules, "Apply Rules")
    ROW(other., 2, 's', metrics, "Metrics")
    ROW(, 11, 's', replay, "Replay Mode")
    ROW(, 8, 's', clocks, "Clock Control")
    ROW(filter., 1, 's', kernel, "Kernel Name")
    ROW(filter., 2, 's', base, "Kernel Name Base")
    ROW(filter., 3, 's', id, "Kernel Id")
    ROW(filter., 4, 'u', skip, "Launch Skip")
    ROW(filter., 5, 'u', skip_before, "Launch Skip Before Match")
    ROW(filter., 6, 'u', count, "Launch Count")
    ROW(filter., 7, 's', nvtx, "NVTX Push/Pop Scope")
    ROW(, 1, 'b', nvtx, "NVTX")
    ROW(, 2, 'b', no_start_stop, "Disable Profiling Start/Stop")
    ROW(, 3, 'b', from_start, "Profile From Start")
    ROW(, 10, 'b', import_source, "Import Source")
    ROW(, 12, 'b', cpu_stack, "CPU Call Stack")
    ROW(, 14, 's', stack_type, "CPU Call Stack Type")
    ROW(sampling., 1, 'b', interval_auto, "Sampling Interval Auto")
    ROW(sampling., 2, 'U', interval, "Sampling Interval")
    ROW(sampling., 3, 'U', passes, "Sampling Max Passes")
    ROW(sampling., 4, 'U', buffer, "Sampling Buffer Size")
    ROW(pm_sampling., 1, 'U', interval, "PM Sampling Interval")
    ROW(pm_sampling., 2, 'U', buffer, "PM Sampling Buffer Size")
    ROW(pm_sampling., 3, 'U', passes, "PM Sampling Max Passes")
    ROW(, 15, 's', field15, "Setting 15")
    ROW(, 16, 'U', field16, "Setting 16")
#undef ROW
};

static void put_settings(part *t, const ncurep_settings *s)
{
    size_t i;
    for (i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *base = (const char *)s;
        const void *p = base + settings[i].at;
        char number[32];
        uint64_t has;
        memcpy(&has, base + settings[i].has, sizeof has);
        if (!(has >> settings[i].number & 1)) continue;
        switch (settings[i].kind) {
        case 's': put_view(t, settings[i].name, *(const ncurep_view *)p); continue;
        case 'b': snprintf(number, sizeof number, "%s", *(const int *)p ? "yes" : "no"); break;
        case 'u': snprintf(number, sizeof number, "%" PRIu32, *(const uint32_t *)p); break;
        default: snprintf(number, sizeof number, "%" PRIu64, *(const uint64_t *)p);
        }
        put_pair(t, settings[i].name, strlen(settings[i].name), number, strlen(number));
    }
}

int session_page(const page *pg, const opened *o, const session_options *how)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_process process;
    part t;
    uint32_t i;
    choice k;
    int code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    (void)ncurep_report_session(o->report, &s);
    pg->to->v.always = 1;
    memset(&t, 0, sizeof t);
    t.vendor = how->as_vendor && out_talks(pg->to);
    begin_part(&t, pg->to, "Launch Settings", "Launch Settings", "launch_settings", "Launch Attribute", "Value");
    if (NCUREP_HAS(&s, 11)) put_view(&t, "Profiler Command Line", s.command);
    if (NCUREP_HAS(&s, 9)) {
        put_view(&t, "Executable", s.executable.path);
        if (s.executable.directory.len > 0) put_view(&t, "Working Directory", s.executable.directory);
        if (s.executable.arguments.len > 0) put_view(&t, "Arguments", s.executable.arguments);
        if (how->all) put_view(&t, "Environment", s.executable.environment);
    }
    end_part(&t, pg->to, 0);
    if (NCUREP_HAS(&s, 10) && !t.vendor) { /* the vendor's page has no such table */
        begin_part(&t, pg->to, "Profiler Settings", NULL, "profiler_settings", "Setting", "Value");
        put_settings(&t, &s.settings);
        end_part(&t, pg->to, 0);
    }
    begin_part(&t, pg->to, "Session Info", "Session Info", "session_info", "Session Attribute", "Value");
    put_system(&t, &s);
    if (NCUREP_HAS(&s, 7)) put_view(&t, "Comments", s.comments);
    end_part(&t, pg->to, 0);
    begin_part(&t, pg->to, "Processes", "Processes", "processes", "Process Id", "Process Name");
    for (i = 0; ncurep_process_at(o->report, i, &process); i++) {
        char id[16];
        if (!k.all && !k.process[i]) continue;
        snprintf(id, sizeof id, "%" PRIu32, process.id);
        while (process.name.len > 0 && process.name.ptr[process.name.len - 1] == 0) process.name.len--;
        put_pair(&t, id, strlen(id), process.name.ptr, process.name.len);
    }
    end_part(&t, pg->to, s.devices.count == 0);
    while (ncurep_device_next(&s.devices, &d)) {
        char title[32];
        if (!wants_device(&k, d.id)) continue;
        snprintf(title, sizeof title, "Device %" PRIu32, d.id);
        begin_part(&t, pg->to, t.vendor ? "Device Attributes" : title, "Device Attributes", title, "Device Attribute", title);
        put_device(&t, &d, how->all);
        end_part(&t, pg->to, s.devices.count == 0);
    }
    cli_free(t.cells);
    free_choice(&k);
    return code;
}
