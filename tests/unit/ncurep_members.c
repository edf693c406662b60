/* Every member of the public structs that are read from a report: a message with a single field fills the member that
   docs/FORMAT-ncurep.md assigns to it, and no other; its bit is the only one in `has`; what is absent, and what a
   failed call leaves, is 0 or an empty view with a valid pointer. Each message is cut at every byte, and what is read ends where memory
   does. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "ncurep_wire.h"
#include "pages.h"
#include "run.h"

/* type: b bool, u uint32_t, i int32_t, U uint64_t, d double, f float, s view, l list of messages, n list of numbers, m
   message within the struct, 1 to 7 value of this kind. has: where the field's bits are. */
typedef struct member {
    const char *path; /* numbers of the fields from the message down */
    unsigned bit;
    char type;
    size_t has, offset;
} member;

#define NO_BITS ((size_t)-1)
#define M(path, bit, type, m) {path, bit, type, offsetof(S, has), offsetof(S, m)}
#define N(path, bit, type, in, m) {path, bit, type, offsetof(S, in.has), offsetof(S, in.m)}
#define V(path, type, m) {path, 0, type, NO_BITS, offsetof(S, m)}
#define VALUE(path, m) V(path ".1", '1', m), V(path ".2", '2', m), V(path ".3", '3', m), V(path ".4", '4', m), V(path ".5", '5', m)

#define S ncurep_process
static const member process[] = {M("1", 1, 'u', id), M("2", 2, 's', host), M("3", 3, 's', name)};
#undef S
#define S ncurep_address
static const member address[] = {M("1", 1, 's', address), M("2", 2, 'i', type)};
#undef S
#define S ncurep_pair
static const member pair[] = {M("1", 1, 's', name), M("2", 2, 's', value)};
#undef S
#define S ncurep_device
static const member device[] = {M("1", 1, 'u', id), M("2", 2, 's', name), M("3", 3, 'l', attributes)};
#undef S
#define S ncurep_attribute
static const member attribute[] = {M("1", 1, 's', name), M("2", 2, 'm', value), VALUE("2", value)};
#undef S
#define S ncurep_session
#define SYSTEM(n, bit, in) \
    M(n, bit, 'm', in), N(n ".1", 1, 's', in, os), N(n ".2", 2, 's', in, build), N(n ".3", 3, 's', in, processor), N(n ".4", 4, 's', in, architecture), \
    N(n ".5", 5, 's', in, computer), N(n ".6", 6, 'i', in, platform), N(n ".7", 7, 'l', in, addresses)
static const member session[] = {
    M("1", 1, 'u', pid), M("2", 2, 'U', created), SYSTEM("3", 3, host), SYSTEM("4", 4, target), M("5", 5, 'm', properties),
    N("5.1", 1, 'l', properties, list), M("6", 6, 'l', devices), M("7", 7, 's', comments), M("8", 8, 'l', versions), M("9", 9, 'm', executable),
    N("9.1", 1, 's', executable, path), N("9.2", 2, 's', executable, directory), N("9.3", 3, 's', executable, arguments),
    N("9.4", 4, 's', executable, environment), M("10", 10, 'm', settings), N("10.1", 1, 'b', settings, nvtx), N("10.2", 2, 'b', settings, no_start_stop),
    N("10.3", 3, 'b', settings, from_start), N("10.4", 4, 's', settings, activity), N("10.5", 5, 'm', settings, filter),
    N("10.5.1", 1, 's', settings.filter, kernel), N("10.5.2", 2, 's', settings.filter, base), N("10.5.3", 3, 's', settings.filter, id),
    N("10.5.4", 4, 'u', settings.filter, skip), N("10.5.5", 5, 'u', settings.filter, skip_before), N("10.5.6", 6, 'u', settings.filter, count),
    N("10.5.7", 7, 's', settings.filter, nvtx), N("10.6", 6, 'm', settings, other), N("10.6.1", 1, 'b', settings.other, rules),
    N("10.6.2", 2, 's', settings.other, metrics), N("10.7", 7, 's', settings, sections), N("10.8", 8, 's', settings, clocks),
    N("10.9", 9, 'm', settings, sampling), N("10.9.1", 1, 'b', settings.sampling, interval_auto), N("10.9.2", 2, 'U', settings.sampling, interval),
    N("10.9.3", 3, 'U', settings.sampling, passes), N("10.9.4", 4, 'U', settings.sampling, buffer), N("10.10", 10, 'b', settings, import_source),
    N("10.11", 11, 's', settings, replay), N("10.12", 12, 'b', settings, cpu_stack),
    N("10.13", 13, 'm', settings, pm_sampling), N("10.13.1", 1, 'U', settings.pm_sampling, interval), N("10.13.2", 2, 'U', settings.pm_sampling, buffer),
    N("10.13.3", 3, 'U', settings.pm_sampling, passes), N("10.14", 14, 's', settings, stack_type), N("10.15", 15, 's', settings, field15),
    N("10.16", 16, 'U', settings, field16), M("11", 11, 's', command)};
#undef S
#define S ncurep_symbol
static const member symbol[] = {M("1", 1, 's', name), M("2", 2, 'U', address), M("3", 3, 'u', index)};
#undef S
#define S ncurep_source_file
static const member source_file[] = {M("1", 1, 's', path), M("2", 2, 's', content)};
#undef S
#define S ncurep_source
static const member source[] = {M("1", 1, 'U', reference), M("2", 2, 's', code), M("3", 3, 's', intermediate), M("4", 4, 's', binary), M("5", 5, 'i', sass),
    M("6", 6, 'u', revision), M("7", 7, 'u', flags), M("8", 8, 'm', files), N("8.1", 1, 'l', files, list), M("9", 9, 'm', relocation),
    N("9.1", 1, 'l', relocation, functions), N("9.2", 2, 'l', relocation, objects)};
#undef S
#define S ncurep_result
#define XYZ(n, bit, in) M(n, bit, 'm', in), N(n ".1", 1, 'U', in, x), N(n ".2", 2, 'U', in, y), N(n ".3", 3, 'U', in, z)
#define NVTX(n) \
    M(n, 21, 'm', nvtx), N(n ".1", 1, 'l', nvtx, domains), N(n ".2", 2, 'l', nvtx, threads), N(n ".3", 3, 'l', nvtx, start_end), \
    N(n ".4", 4, 'U', nvtx, default_domain), N(n ".5", 5, 'U', nvtx, field5)
#define CLOCK(n) M(n, 25, 'm', clock), N(n ".1", 1, 'b', clock, requested), N(n ".2", 2, 'b', clock, executed)
#define STACK(n) M(n, 28, 'm', stack), N(n ".1", 1, 'l', stack, frames), N(n ".2", 2, 'i', stack, type)
static const member kernel[] = {
    M("1", 1, 'u', thread), M("2", 2, 'U', call), M("3", 3, 'U', program), M("4", 4, 'U', kernel), M("5", 5, 's', mangled), M("6", 6, 's', function),
    M("7", 7, 's', demangled), M("8", 8, 'u', dimensions), XYZ("9", 9, offset), XYZ("10", 10, global_size), XYZ("11", 11, block_size), M("12", 12, 's', comments),
    M("13", 13, 'l', metrics), M("14", 14, 'U', created), M("15", 15, 'm', source), N("15.1", 1, 'U', source, reference), N("15.5", 5, 'i', source, sass),
    M("16", 16, 'i', api), M("17", 17, 'l', sections), M("18", 18, 'l', section_comments), M("19", 19, 'l', rules), M("20", 20, 'b', unsupported), NVTX("21"),
    M("22", 22, 'u', context), M("23", 23, 'u', stream), M("24", 24, 'm', series), N("24.1", 1, 'u', series, id), N("24.2", 2, 's', series, combination),
    CLOCK("25"), M("26", 26, 's', context_name), M("27", 27, 's', stream_name), STACK("28"), M("31", 31, 's', field31), M("35", 35, 'f', driver),
    M("36", 36, 'l', warp_samples), M("38", 38, 's', field38)};
#define START \
    M("1", 1, 'u', thread), M("2", 2, 'U', call), M("3", 12, 's', comments), M("4", 13, 'l', metrics), M("5", 14, 'U', created), M("6", 16, 'i', api), \
    M("7", 17, 'l', sections), M("8", 18, 'l', section_comments), M("9", 20, 'b', unsupported), NVTX("10"), M("11", 22, 'u', context)
static const member range[] = {START, CLOCK("12"), M("13", 26, 's', context_name), STACK("14"), M("15", 40, 'n', references)};
static const member cmdlist[] = {START, M("12", 23, 'u', stream), CLOCK("13"), M("14", 26, 's', context_name), M("15", 27, 's', stream_name), STACK("16"),
    M("17", 40, 'n', references), M("18", 41, 's', display)};
static const member graph[] = {START, M("12", 23, 'u', stream), CLOCK("13"), M("14", 26, 's', context_name), M("15", 27, 's', stream_name), STACK("16"),
    M("17", 40, 'n', references)};
#undef S
#define S ncurep_metric
static const member metric[] = {M("1", 1, 'u', name_id), M("2", 2, 'm', value), VALUE("2", value), M("3", 3, 'l', instances), M("4", 4, 'i', id_kind)};
#undef S
#define S ncurep_instance
static const member instance[] = {M("1", 1, 'm', id), VALUE("1", id), M("2", 2, 'm', value), VALUE("2", value)};
#undef S
#define S ncurep_nvtx_string
static const member nvtx_string[] = {M("1", 1, 'U', id), M("2", 2, 's', text)};
#undef S
#define S ncurep_nvtx_names
static const member nvtx_names[] = {M("1", 1, 'i', family), M("2", 2, 'l', mappings)};
#undef S
#define S ncurep_nvtx_domain
static const member nvtx_domain[] = {M("1", 1, 'U', id), M("2", 2, 's', name), M("3", 3, 'l', strings), M("4", 4, 'l', tables)};
#undef S
#define S ncurep_nvtx_thread
static const member nvtx_thread[] = {M("1", 1, 'u', id), M("2", 2, 'l', domains)};
#undef S
#define S ncurep_nvtx_open
static const member nvtx_open[] = {M("1", 1, 'U', id), M("3", 3, 'l', ranges)};
#undef S
#define S ncurep_nvtx_range
#define ATTRIBUTES(n) \
    M(n, 3, 'm', attributes), N(n ".1", 1, 'u', attributes, version), N(n ".2", 2, 'u', attributes, category), N(n ".3", 3, 'm', attributes, color), \
    N(n ".3.1", 1, 'i', attributes.color, type), N(n ".3.2", 2, 'u', attributes.color, color), N(n ".4", 4, 'm', attributes, payload), \
    N(n ".4.1", 1, 'i', attributes.payload, type), N(n ".4.2", 2, '5', attributes.payload, value), N(n ".4.3", 3, '7', attributes.payload, value), \
    N(n ".4.4", 4, '3', attributes.payload, value), N(n ".4.5", 5, '4', attributes.payload, value), N(n ".4.6", 6, '6', attributes.payload, value), \
    N(n ".4.7", 7, '2', attributes.payload, value), N(n ".4.8", 8, '1', attributes.payload, value), N(n ".5", 5, 'm', attributes, message), \
    N(n ".5.1", 1, 'i', attributes.message, type), N(n ".5.2", 2, 's', attributes.message, text), N(n ".5.3", 3, 'U', attributes.message, handle)
static const member nvtx_push[] = {M("1", 2, 's', name), ATTRIBUTES("2"), M("3", 4, 'U', call)};
static const member nvtx_start[] = {M("1", 1, 'U', id), M("2", 2, 's', name), ATTRIBUTES("3"), M("4", 4, 'U', call), M("5", 5, 'u', thread)};
#undef S
#define S ncurep_frame
static const member frame[] = {M("1", 1, 's', module), M("2", 2, 'U', address), M("3", 3, 's', file), M("4", 4, 's', function), M("5", 5, 'u', line)};
#undef S
#define S ncurep_warp_samples
static const member warp_samples[] = {M("1", 1, 's', name), M("2", 2, 'm', series), N("2.1", 1, 'l', series, list)};
#undef S
#define S ncurep_warp_series
static const member warp_series[] = {M("1", 1, 'u', unit), M("2", 2, 's', times), M("3", 3, 's', records)};
#undef S
#define S ncurep_label
static const member label[] = {M("1", 1, 's', name), M("2", 2, 's', label)};
#undef S
#define S ncurep_section_metrics
static const member section_metrics[] = {M("1", 1, 'l', metrics), M("2", 2, 'u', order)};
#undef S
#define S ncurep_section_body
static const member section_body[] = {M("1", 1, 'l', items), M("2", 2, 's', name), M("3", 3, 'b', set_default)};
#undef S
#define S ncurep_section
static const member section[] = {M("1", 1, 's', identifier), M("2", 2, 's', name), M("3", 3, 'u', order), M("4", 4, 'm', header),
    N("4.1", 1, 'u', header, order), N("4.2", 2, 'l', header, metrics), M("5", 5, 'l', bodies), M("6", 6, 'm', metrics), N("6.1", 1, 'l', metrics, metrics),
    N("6.2", 2, 'u', metrics, order), M("7", 7, 's', description), M("8", 8, 'l', sets), M("9", 9, 's', extends), M("10", 10, 'm', definitions),
    N("10.1", 1, 'l', definitions, list), M("12", 12, 'l', groups), M("13", 13, 'l', source_metrics)};
#undef S
#define S ncurep_comment
static const member comment[] = {M("1", 1, 'm', id), N("1.1", 1, 's', id, section), M("2", 2, 's', name), M("3", 3, 's', text)};
#undef S
#define S ncurep_rule
static const member rule[] = {M("1", 1, 's', identifier), M("2", 2, 's', name), M("3", 3, 'm', body), N("3.1", 1, 'l', body, list), M("4", 4, 's', section),
    M("5", 5, 'l', markers)};
#undef S
#define S ncurep_rule_item
static const member rule_item[] = {M("1", 1, 'm', message), N("1.1", 1, 's', message, text), N("1.2", 2, 'i', message, type), N("1.3", 3, 'i', message, id),
    N("1.4", 4, 's', message, name), M("2", 2, 's', chart[0]), M("3", 3, 's', chart[1]), M("4", 4, 's', chart[2]), M("5", 5, 's', chart[3]),
    M("6", 6, 'm', proposal), N("6.1", 1, 's', proposal, section), M("7", 7, 's', chart[4]), M("8", 8, 'l', focus), M("9", 9, 's', chart[5]),
    M("10", 10, 'm', speedup), N("10.1", 1, 'i', speedup, type), N("10.2", 2, 'd', speedup, percent)};
#undef S
#define S ncurep_focus
static const member focus[] = {M("1", 1, 'i', message), M("2", 2, 's', name), M("3", 3, 'd', value), M("4", 4, 'i', severity), M("5", 5, 's', info)};
#undef S
#define S ncurep_marker
static const member marker[] = {M("1", 1, 'i', kind), M("2", 2, 'u', line), M("3", 3, 'U', address), M("4", 4, 's', text), M("5", 5, 'i', type), M("6", 6, 's', path)};
#undef S

static union {
    ncurep_process process; ncurep_address address; ncurep_pair pair; ncurep_device device; ncurep_attribute attribute; ncurep_session session;
    ncurep_symbol symbol; ncurep_source_file source_file; ncurep_source source; ncurep_result result; ncurep_metric metric; ncurep_instance instance;
    ncurep_nvtx_string nvtx_string; ncurep_nvtx_names nvtx_names; ncurep_nvtx_domain nvtx_domain; ncurep_nvtx_thread nvtx_thread; ncurep_nvtx_open nvtx_open;
    ncurep_nvtx_range range; ncurep_frame frame; ncurep_warp_samples warp_samples; ncurep_warp_series warp_series; ncurep_label label; ncurep_section_metrics section_metrics; ncurep_section_body section_body;
    ncurep_section section; ncurep_comment comment; ncurep_rule rule; ncurep_rule_item rule_item; ncurep_focus focus; ncurep_marker marker;
} got;

/* What else is there and describes the message as a whole; NULL where there is no such member. */
static const ncurep_view *whole;
static const char *origin; /* of the offsets in lists; NULL: not known here */

static void expect_empty(const ncurep_view *v) { CHECK(v->len == 0 && v->ptr != NULL); }

/* Whether the entry is on the path to the one present, or is it. */
static int on_the_way(const member *x, const member *there)
{
    const size_t n = strlen(x->path);
    return there != NULL && strncmp(x->path, there->path, n) == 0 && (there->path[n] == 0 || there->path[n] == '.');
}

/* What each member must hold when only this one, or nothing (NULL), is present. */
static void expect(const member *all, size_t n, const member *there, const char *bytes, size_t len)
{
    const char *const from = (const char *)&got;
    size_t i, k;
    for (i = 0; i < n; i++) {
        const member *const x = &all[i];
        const unsigned bad = run_bad;
        const int here = x == there;
        uint64_t bits = 0, has = 0;
        if (x->has != NO_BITS) {
            for (k = 0; k < n; k++)
                if (all[k].has == x->has && on_the_way(&all[k], there)) bits |= (uint64_t)1 << all[k].bit;
            memcpy(&has, from + x->has, sizeof has);
            CHECK_U64(bits, has);
        }
        switch (x->type) {
        case 'b': CHECK_I64(here, *(const int *)(const void *)(from + x->offset)); break;
        case 'u': CHECK_U64(here ? 0xfffffff1u : 0, *(const uint32_t *)(const void *)(from + x->offset)); break;
        case 'i': CHECK_I64(here ? -15 : 0, *(const int32_t *)(const void *)(from + x->offset)); break;
        case 'U': CHECK_U64(here ? ~(uint64_t)14 : 0, *(const uint64_t *)(const void *)(from + x->offset)); break;
        case 'd': CHECK_DOUBLE(here ? 1.5 : 0, *(const double *)(const void *)(from + x->offset)); break;
        case 'f': CHECK(*(const float *)(const void *)(from + x->offset) == (here ? 1.5f : 0)); break;
        case 's': {
            const ncurep_view *const v = (const ncurep_view *)(const void *)(from + x->offset);
            if (here) CHECK_VIEW("text", *v);
            else expect_empty(v);
            break;
        }
        case 'l':
        case 'n': {
            const ncurep_list *const l = (const ncurep_list *)(const void *)(from + x->offset);
            CHECK(l->error.code == NCUREP_OK && l->ptr != NULL && l->i_state == NULL && l->count == (uint32_t)here);
            if (here) {
                CHECK_U64((uint64_t)strtoul(strrchr(x->path, '.') != NULL ? strrchr(x->path, '.') + 1 : x->path, NULL, 10), l->field);
                CHECK(l->end - l->ptr >= 2 && l->end - l->ptr <= 3);
                if (origin != NULL) CHECK(origin + l->at == l->ptr);
            } else CHECK(l->ptr == l->end && l->field == 0 && l->at == 0);
            break;
        }
        case 'm': break;
        default: {
            const ncurep_value *const v = (const ncurep_value *)(const void *)(from + x->offset);
            if (here) {
                static const uint64_t want[8] = {0, 0, 0x3fc00000u, (uint64_t)0x3ff80000u << 32, 0xfffffff1u, ~(uint64_t)14, ~(uint64_t)14, ~(uint64_t)14};
                CHECK_U64((uint64_t)(x->type - '0'), (uint64_t)v->kind);
                CHECK_U64(want[x->type - '0'], v->bits);
                if (x->type == '1') CHECK_VIEW("text", v->text);
                else expect_empty(&v->text);
            } else if (there == NULL || x->offset != there->offset) {
                CHECK(v->kind == NCUREP_KIND_NONE && v->bits == 0);
                expect_empty(&v->text);
            }
            break;
        }
        }
        if (run_bad > bad) printf("    at field %s, with field %s\n", x->path, there != NULL ? there->path : "none");
    }
    if (whole != NULL) CHECK_BYTES(bytes, len, whole->ptr, whole->len);
    if (whole != NULL) CHECK(whole->ptr != NULL);
}

/* The message with only this member, of whose own field no more than `keep` bytes are there. */
static void put_part(wire *to, const member *x, size_t keep)
{
    wire inner = {NULL, 0, 0};
    uint32_t number[4];
    const char *p = x->path;
    int n = 0;
    for (;;) {
        number[n++] = (uint32_t)strtoul(p, NULL, 10);
        p = strchr(p, '.');
        if (p == NULL) break;
        p++;
    }
    to->len = 0;
    switch (x->type) {
    case 'b': w_number(to, number[n - 1], 2); break;
    case 'u':
    case '4': w_number(to, number[n - 1], 0xfffffff1u); break;
    case 'i':
    case 'U':
    case '5':
    case '6':
    case '7': w_number(to, number[n - 1], ~(uint64_t)14); break;
    case 'd':
    case '3': w_double(to, number[n - 1], 1.5); break;
    case 'f':
    case '2':
        w_tag(to, number[n - 1], 5);
        w_little(to, 0x3fc00000u, 4);
        break;
    case 's':
    case '1': w_text(to, number[n - 1], "text"); break;
    case 'n': w_number(to, number[n - 1], 5); break;
    default: w_text(to, number[n - 1], ""); break;
    }
    if (to->len > keep) to->len = keep;
    while (--n > 0) {
        inner.len = 0;
        w_bytes(&inner, to->ptr, to->len);
        to->len = 0;
        w_message(to, number[n - 1], &inner);
    }
    free(inner.ptr);
}

static void put(wire *to, const member *x) { put_part(to, x, (size_t)-1); }

static pages guard; /* after which nothing can be read, where the machine gives such a page */
static char plain[4096];
static wire message, outer, file, header, payload;
static uint32_t outer_number; /* of the field that holds a list's messages */

/* Readers of a message: 1, or 0 when the call fails. Each call gets garbage to fill. */

#define LIST_BY(name, type, mark) \
    static int read_##name(void) \
    { \
        ncurep_list l; \
        ncurep_view v; \
        outer.len = 0; \
        w_data(&outer, outer_number, message.ptr, message.len); \
        v.ptr = pages_put(&guard, outer.ptr, outer.len, 1); \
        v.len = outer.len; \
        l = ncurep_fields(v, 0); \
        l.field = outer_number; \
        l.count = 1; \
        origin = v.ptr; \
        memset(&got, 0x5a, sizeof got); \
        l.i_state = mark; \
        return ncurep_##type##_next(&l, (ncurep_##type *)(void *)&got); \
    }
#define LIST(name) LIST_BY(name, name, NULL)
LIST(address)
LIST(pair)
LIST(device)
LIST(attribute)
LIST(symbol)
LIST(source_file)
LIST(metric)
LIST(instance)
LIST(nvtx_string)
LIST(nvtx_names)
LIST(nvtx_domain)
LIST(nvtx_thread)
LIST(nvtx_open)
LIST_BY(nvtx_push, nvtx_range, l.ptr) /* a list of push/pop ranges is marked */
LIST_BY(nvtx_start, nvtx_range, NULL)
LIST(frame)
LIST(warp_samples)
LIST(warp_series)
LIST(label)
LIST(section_metrics)
LIST(section_body)
LIST(comment)
LIST(rule)
LIST(rule_item)
LIST(focus)
LIST(marker)
LIST(section)

static ncurep_report *report;
static ncurep_error error;

static void open_file(void)
{
    file.len = 0;
    w_report(&file, 7);
    w_block(&file, &header, &payload);
    ncurep_report_close(report);
    origin = pages_put(&guard, file.ptr, file.len, 1);
    report = ncurep_report_open(origin, file.len, NULL, NULL);
    memset(&got, 0x5a, sizeof got);
    memset(&error, 0x5a, sizeof error);
}

static int read_session(void)
{
    w_data(&header, 3, message.ptr, message.len);
    open_file();
    origin = NULL; /* its pieces are joined */
    return ncurep_report_session(report, &got.session);
}

static int read_process(void)
{
    w_data(&header, 6, message.ptr, message.len);
    open_file();
    return ncurep_process_at(report, 0, &got.process);
}

static int read_source(void)
{
    w_number(&header, 1, 1);
    w_little(&payload, message.len, 4);
    w_bytes(&payload, message.ptr, message.len);
    open_file();
    return ncurep_source_at(report, 0, &got.source, &error);
}

static int read_result(uint32_t count)
{
    w_number(&header, count, 1);
    w_little(&payload, message.len, 4);
    w_bytes(&payload, message.ptr, message.len);
    open_file();
    return ncurep_result_at(report, 0, &got.result, &error);
}

static int read_kernel(void) { return read_result(2); }
static int read_range(void) { return read_result(7); }
static int read_cmdlist(void) { return read_result(8); }
static int read_graph(void) { return read_result(9); }

#define KIND(name, bytes) {#name, name, sizeof name / sizeof *name, read_##name, bytes}
static const struct {
    const char *name;
    const member *members;
    size_t n;
    int (*read)(void);
    const ncurep_view *bytes;
} kinds[] = {KIND(process, NULL), KIND(address, NULL), KIND(pair, NULL), KIND(device, NULL), KIND(attribute, NULL), KIND(session, NULL), KIND(symbol, NULL),
             KIND(source_file, NULL), KIND(source, &got.source.bytes), KIND(kernel, &got.result.bytes), KIND(range, &got.result.bytes),
             KIND(cmdlist, &got.result.bytes), KIND(graph, &got.result.bytes), KIND(metric, NULL), KIND(instance, NULL), KIND(nvtx_string, NULL),
             KIND(nvtx_names, NULL), KIND(nvtx_domain, NULL), KIND(nvtx_thread, NULL), KIND(nvtx_open, NULL), KIND(nvtx_push, NULL), KIND(nvtx_start, NULL),
             KIND(frame, NULL), KIND(warp_samples, NULL), KIND(warp_series, NULL), KIND(label, NULL), KIND(section_metrics, NULL), KIND(section_body, NULL), KIND(section, &got.section.bytes),
             KIND(comment, NULL), KIND(rule, NULL), KIND(rule_item, NULL), KIND(focus, NULL), KIND(marker, NULL)};

static void each_alone(void)
{
    static const uint32_t numbers[] = {7, 17, 0x1fffffff}; /* with tags of one, two and five bytes */
    size_t k, i, n;
    for (n = 0; n < sizeof numbers / sizeof *numbers; n++)
        for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const unsigned bad = run_bad;
            outer_number = numbers[n];
            whole = kinds[k].bytes;
            message.len = 0;
            if (CHECK_I64(1, kinds[k].read())) expect(kinds[k].members, kinds[k].n, NULL, "", 0);
            for (i = 0; i < kinds[k].n; i++) {
                put(&message, &kinds[k].members[i]);
                if (CHECK_I64(1, kinds[k].read())) expect(kinds[k].members, kinds[k].n, &kinds[k].members[i], message.ptr, message.len);
            }
            if (run_bad > bad) printf("    in %s\n", kinds[k].name);
        }
}

/* A message that breaks off after each of its fields: nothing of it is left. */
static void malformed(void)
{
    size_t k, i;
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const unsigned bad = run_bad;
        if (kinds[k].read == read_session || kinds[k].read == read_process ) continue; /* a problem of the report */
        whole = kinds[k].bytes;
        for (i = 0; i < kinds[k].n; i++) {
            put(&message, &kinds[k].members[i]);
            w_bytes(&message, "\x0f", 1);
            if (CHECK_I64(0, kinds[k].read())) expect(kinds[k].members, kinds[k].n, NULL, "", 0);
        }
        if (run_bad > bad) printf("    in %s\n", kinds[k].name);
    }
}

/* Cut within a field, its own or that of a message around it: it fails, and nothing is left. */
static void cut(void)
{
    size_t k, i, n;
    outer_number = 7;
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const unsigned bad = run_bad;
        const int quiet = kinds[k].read == read_session || kinds[k].read == read_process; /* a problem of the report */
        whole = kinds[k].bytes;
        for (i = 0; i < kinds[k].n; i++) {
            const member *const x = &kinds[k].members[i];
            size_t all, before;
            put(&message, x);
            for (all = message.len, n = 1; n < all; n++) {
                put(&message, x);
                message.len = n;
                if (quiet) (void)kinds[k].read();
                else if (CHECK_I64(0, kinds[k].read())) expect(kinds[k].members, kinds[k].n, NULL, "", 0);
            }
            if (strchr(x->path, '.') == NULL) continue;
            for (before = n = 0; put_part(&message, x, n), message.len != before; before = message.len, n++)
                if (quiet || n == 0 || message.len == all) (void)kinds[k].read();
                else if (CHECK_I64(0, kinds[k].read())) expect(kinds[k].members, kinds[k].n, NULL, "", 0);
        }
        if (run_bad > bad) printf("    in %s\n", kinds[k].name);
    }
}

/* Warp samples and their ticks are records of 16 bytes; what is left of one is none. */
static void cut_records(void)
{
    static const char zeros[48] = {0};
    ncurep_warp_sample one;
    size_t n;
    for (n = 0; n <= sizeof zeros; n++) {
        ncurep_warp_series s;
        size_t count = 0, timed = 0;
        memset(&s, 0, sizeof s);
        s.records.ptr = pages_put(&guard, zeros, n, 1);
        s.records.len = n;
        while (ncurep_warp_sample_next(&s, &one)) count++;
        CHECK_U64(n / 16, count);
        CHECK_I64(n % 16 != 0 ? NCUREP_SYNTAX : NCUREP_OK, s.error.code);
        memset(&s, 0, sizeof s);
        s.records.ptr = zeros;
        s.records.len = 16;
        s.times.ptr = pages_put(&guard, zeros, n, 1);
        s.times.len = n;
        while (ncurep_warp_sample_next(&s, &one)) timed += one.has_time != 0;
        CHECK_U64(n >= 16, timed);
        CHECK_U64(n % 16, s.times.len);
    }
}

int main(void)
{
    const int guarded = pages_open(&guard, 4);
    if (!guarded) {
        guard.start = plain;
        guard.size = sizeof plain;
    }
    RUN(each_alone);
    RUN(malformed);
    RUN(cut);
    RUN(cut_records);
    if (guarded) pages_close(&guard);
    ncurep_report_close(report);
    free(message.ptr);
    free(outer.ptr);
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    return run_end();
}
