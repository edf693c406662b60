/* Names of results, files and devices, as pages show them. */
#include "names.h"
#include "cli/text_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

int same_text(ncurep_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

int same_view(ncurep_view a, ncurep_view b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

char *copy_text(const char *text, size_t len)
{
    char *to = (char *)cli_alloc(len + 1, 1);
    memcpy(to, text, len);
    return to;
}

static const char *kind_name(ncurep_result_kind kind)
{
    static const char *const kinds[] = {"kernel", "range", "command list", "graph"};
    return kinds[kind];
}

ncurep_view result_name(const ncurep_result *r)
{
    ncurep_view v;
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) return r->function;
    if (r->display.len > 0) return r->display;
    v.ptr = kind_name(r->kind);
    v.len = strlen(v.ptr);
    return v;
}

ncurep_view full_name(const ncurep_result *r)
{
    if (r->kind != NCUREP_RESULT_KIND_KERNEL || (r->demangled.len == 0 && r->function.len > 0)) return result_name(r);
    return r->demangled.len > 0 ? r->demangled : r->mangled; /* of extern "C", libraries and JIT compilers */
}

int walk_ranges(const ncurep_result *r, void (*each)(void *, ncurep_view), void *user)
{
    ncurep_list threads = r->nvtx.threads;
    ncurep_nvtx_thread t;
    int found = 0;
    while (ncurep_nvtx_thread_next(&threads, &t)) {
        ncurep_nvtx_open open;
        if (t.id != r->thread) continue;
        while (ncurep_nvtx_open_next(&t.domains, &open)) {
            ncurep_nvtx_range range;
            while (ncurep_nvtx_range_next(&open.ranges, &range)) {
                each(user, range.name);
                found = 1;
            }
        }
    }
    return found;
}

static void keep_range(void *user, ncurep_view name) { *(ncurep_view *)user = name; }

int innermost_range(const ncurep_result *r, ncurep_view *name) { return walk_ranges(r, keep_range, name); }

ncurep_view file_name(ncurep_view path)
{
    size_t i;
    while (path.len > 0 && path.ptr[path.len - 1] == 0) path.len--;
    for (i = path.len; i > 0; i--)
        if (path.ptr[i - 1] == '/' || path.ptr[i - 1] == '\\') {
            path.ptr += i;
            path.len -= i;
            break;
        }
    return path;
}

static int in_name(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch == '$';
}

char *short_name(ncurep_view v)
{
    char *to = (char *)cli_alloc(v.len + 1, 1);
    size_t n = 0, i;
    for (i = 0; i < v.len; i++) {
        if (v.ptr[i] == ':' && i + 1 < v.len && v.ptr[i + 1] == ':' && n > 0) {
            const size_t before = n;
            while (n > 0 && in_name(to[n - 1])) n--;
            if (n == before && to[n - 1] == ')') { /* "(anonymous namespace)::" */
                while (n > 0 && to[n - 1] != '(') n--;
                if (n > 0) n--;
            } else if (n == before && to[n - 1] == '>') { /* "Outer<int>::": back to where it opened */
                size_t depth = 0;
                while (n > 0) {
                    n--;
                    if (to[n] == '>') depth++;
                    if (to[n] == '<' && --depth == 0) break;
                }
                while (n > 0 && in_name(to[n - 1])) n--;
            }
            i++;
            continue;
        }
        to[n++] = v.ptr[i];
    }
    to[n] = 0;
    return to;
}

int number_metric(const opened *o, const ncurep_result *r, const char *name, uint64_t *out)
{
    ncurep_metric m;
    const uint32_t id = string_id(o->report, ncurep_text(name));
    if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_KIND_NONE || m.value.kind == NCUREP_KIND_STRING) return 0;
    *out = ncurep_value_u64(&m.value);
    return 1;
}

double real_metric(const opened *o, const ncurep_result *r, const char *name)
{
    ncurep_metric m;
    const uint32_t id = string_id(o->report, ncurep_text(name));
    if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_KIND_NONE || m.value.kind == NCUREP_KIND_STRING) return (double)NAN;
    return ncurep_value_double(&m.value);
}

/* An attribute of the device of this index (any device for NCUREP_NONE). */
static int number_attribute(const opened *o, uint64_t device, const char *name, uint64_t *out)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    (void)ncurep_report_session(o->report, &s);
    while (ncurep_device_next(&s.devices, &d))
        while (d.id == device && ncurep_attribute_next(&d.attributes, &a))
            if (a.name.len == strlen(name) && memcmp(a.name.ptr, name, a.name.len) == 0) {
                *out = ncurep_value_u64(&a.value);
                return 1;
            }
    return 0;
}

void device_of(const opened *o, const ncurep_result *r, char *device, char *cc, size_t room)
{
    static const char *const major_name = "device__attribute_compute_capability_major";
    static const char *const minor_name = "device__attribute_compute_capability_minor";
    uint64_t id = 0, major, minor;
    ncurep_session s;
    *device = *cc = 0;
    (void)ncurep_report_session(o->report, &s);
    if (number_metric(o, r, "launch__device_id", &id) || s.devices.count == 1) snprintf(device, room, "%" PRIu64, id);
    if ((number_metric(o, r, major_name, &major) || number_attribute(o, id, major_name, &major)) &&
        (number_metric(o, r, minor_name, &minor) || number_attribute(o, id, minor_name, &minor)))
        snprintf(cc, room, "%" PRIu64 ".%" PRIu64, major, minor);
}

void put_launch_size(cli_buf *b, const ncurep_result *r)
{
    if (r->kind == NCUREP_RESULT_KIND_KERNEL)
        cli_putf(b, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->grid[0], r->grid[1],
                 r->grid[2], r->block_size.x, r->block_size.y, r->block_size.z);
}

void put_result_line(cli_buf *b, const opened *o, const ncurep_result *r)
{
    char *name = short_name(full_name(r));
    char device[32], cc[32];
    device_of(o, r, device, cc, sizeof device);
    cli_put_safe(b, name, strlen(name));
    put_launch_size(b, r);
    cli_putf(b, ", Context %" PRIu32 ", Stream %" PRIu32, r->context, r->stream);
    if (device[0] != 0) cli_putf(b, ", Device %s", device);
    if (cc[0] != 0) cli_putf(b, ", CC %s", cc);
    cli_free(name);
}

report_version version_of(const opened *o)
{
    report_version v = {0, 0, 0};
    uint32_t *part[3];
    ncurep_session s;
    ncurep_pair p;
    part[0] = &v.year;
    part[1] = &v.month;
    part[2] = &v.patch;
    (void)ncurep_report_session(o->report, &s);
    while (ncurep_pair_next(&s.versions, &p)) {
        size_t i, k = 0;
        if (!same_text(p.name, "Nsight Compute Target")) continue;
        for (i = 0; i < p.value.len && k < 3; i++) {
            const char ch = p.value.ptr[i];
            if (ch == '.') k++;
            else if (ch < '0' || ch > '9') break;
            else if (*part[k] < 100000) *part[k] = *part[k] * 10 + (uint32_t)(ch - '0');
        }
    }
    return v;
}

uint32_t version_number(const opened *o)
{
    const report_version v = version_of(o);
    return v.year < 100000 && v.month < 100 ? v.year * 100 + v.month : 0;
}

void put_devices(cli_buf *b, const opened *o)
{
    ncurep_session s;
    ncurep_device d;
    text_set seen; /* the devices of a merged report, or of a machine, are often alike */
    memset(&seen, 0, sizeof seen);
    (void)ncurep_report_session(o->report, &s);
    while (ncurep_device_next(&s.devices, &d)) {
        if (set_find(&seen, d.name.ptr, d.name.len) != NOT_IN_SET) continue;
        (void)set_add(&seen, d.name.ptr, d.name.len);
        if (b->len > 0) cli_put(b, ", ", 2);
        cli_put_safe(b, d.name.ptr, d.name.len);
    }
    set_free(&seen);
}

void put_collector(cli_buf *b, const opened *o)
{
    ncurep_session s;
    ncurep_pair version;
    (void)ncurep_report_session(o->report, &s);
    while (ncurep_pair_next(&s.versions, &version))
        if (same_text(version.name, "Nsight Compute Target")) {
            const char *space = (const char *)memchr(version.value.ptr, ' ', version.value.len);
            cli_put(b, ", ", b->len > 0 ? 2 : 0); /* of a merged report: one each */
            cli_put_safe(b, version.value.ptr, space != NULL ? (size_t)(space - version.value.ptr) : version.value.len);
        }
}
