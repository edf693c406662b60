#include "metrics.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
    cli *c;
    const char *path;
    char *text, *at;
    size_t len;
    int bad;
} json;

static int fail(json *j, const char *what)
{
    if (!j->bad) cli_report(j->c, stderr, "error", j->path, j->text, j->len, (uint64_t)(j->at - j->text), "%s", what);
    j->bad = 1;
    return 0;
}

static char peek(json *j)
{
    while (*j->at == ' ' || *j->at == '\t' || *j->at == '\r' || *j->at == '\n') j->at++;
    return *j->at;
}

static int accept(json *j, char c)
{
    if (j->bad || peek(j) != c) return 0;
    j->at++;
    return 1;
}

static int expect(json *j, char c, const char *what)
{
    return accept(j, c) ? 1 : fail(j, what);
}

/* The second generation came with 2023.3; without a version, assume a new one. */
static int generation_of(const metrics *m)
{
    return m->version[0] != 0 && (m->version[0] < 2023 || (m->version[0] == 2023 && m->version[1] < 3)) ? 1 : 2;
}

/* A string, decoded in place. */
static int string(json *j, nvs_view *out)
{
    char *to;
    if (!expect(j, '"', "a string was expected")) return 0;
    out->ptr = to = j->at;
    for (; *j->at != '"'; j->at++) {
        if ((unsigned char)*j->at < ' ') return fail(j, "a string that is not closed");
        if (*j->at != '\\') {
            *to++ = *j->at;
            continue;
        }
        j->at++;
        switch (*j->at) {
        case '"': case '\\': case '/': *to++ = *j->at; break;
        case 'b': *to++ = '\b'; break;
        case 'f': *to++ = '\f'; break;
        case 'n': *to++ = '\n'; break;
        case 'r': *to++ = '\r'; break;
        case 't': *to++ = '\t'; break;
        case 'u': {
            unsigned code = 0, i;
            for (i = 1; i <= 4; i++) {
                const char c = j->at[i];
                const unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0')
                                       : (c | 32) >= 'a' && (c | 32) <= 'f' ? (unsigned)((c | 32) - 'a') + 10 : 16;
                if (digit == 16) return fail(j, "\\u needs four hex digits");
                code = code * 16 + digit;
            }
            if (code > 255) return fail(j, "text is bytes: \\u0000 to \\u00ff");
            *to++ = (char)code;
            j->at += 4;
            break;
        }
        default: return fail(j, "unknown escape");
        }
    }
    j->at++;
    out->len = (size_t)(to - out->ptr);
    return 1;
}

/* Skips any value. */
static int skip(json *j)
{
    size_t depth = 0;
    nvs_view s;
    do {
        switch (peek(j)) {
        case '"':
            if (!string(j, &s)) return 0;
            break;
        case '[': case '{':
            depth++;
            j->at++;
            break;
        case ']': case '}':
            if (depth == 0) return fail(j, "a value was expected");
            depth--;
            j->at++;
            break;
        case ',': case ':':
            if (depth == 0) return fail(j, "a value was expected");
            j->at++;
            break;
        case 0: return fail(j, "the text ends too early");
        default:
            while (*j->at > ' ' && strchr(",:]}[{\"", *j->at) == NULL) j->at++;
            break;
        }
    } while (depth > 0);
    return 1;
}

/* After an element of a list or object: 1 if another follows. */
static int more(json *j, char close)
{
    if (accept(j, ',')) return 1;
    (void)expect(j, close, "\",\" or the closing bracket was expected");
    return 0;
}

static int is(nvs_view v, const char *text)
{
    return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0;
}

/* The key of a member and its colon. */
static int key(json *j, nvs_view *out)
{
    return string(j, out) && expect(j, ':', "\":\" was expected");
}

static int whole(json *j, uint64_t *out)
{
    uint64_t v = 0;
    if (peek(j) < '0' || *j->at > '9') return fail(j, "a whole number was expected");
    for (; *j->at >= '0' && *j->at <= '9'; j->at++) {
        if (v > (UINT64_MAX - (uint64_t)(*j->at - '0')) / 10) return fail(j, "a number above 64 bits");
        v = v * 10 + (uint64_t)(*j->at - '0');
    }
    *out = v;
    return 1;
}

static int real(json *j, double *out)
{
    nvs_view s;
    if (peek(j) == '"') {
        if (!string(j, &s)) return 0;
        *out = is(s, "inf") ? HUGE_VAL : is(s, "-inf") ? -HUGE_VAL : strtod("nan", NULL);
        return is(s, "inf") || is(s, "-inf") || is(s, "nan") ? 1 : fail(j, "a number, \"inf\", \"-inf\" or \"nan\" was expected");
    }
    if (*j->at != '-' && (*j->at < '0' || *j->at > '9')) return fail(j, "a number was expected");
    *out = strtod(j->at, &j->at);
    return 1;
}

static int value(json *j, nvs_value *v)
{
    nvs_view kind;
    memset(v, 0, sizeof *v);
    if (peek(j) == 'n' && strncmp(j->at, "null", 4) == 0) {
        j->at += 4;
        return 1;
    }
    if (!expect(j, '[', "null or [kind, content] was expected") || !string(j, &kind) ||
        !expect(j, ',', "\",\" was expected"))
        return 0;
    if (is(kind, "double") || is(kind, "float")) {
        v->kind = is(kind, "double") ? NVS_KIND_DOUBLE : NVS_KIND_FLOAT;
        if (!real(j, &v->v.d)) return 0;
    } else if (is(kind, "uint64") || is(kind, "uint32")) {
        v->kind = is(kind, "uint64") ? NVS_KIND_UINT64 : NVS_KIND_UINT32;
        if (!whole(j, &v->v.u)) return 0;
    } else if (is(kind, "string")) {
        v->kind = NVS_KIND_STRING;
        if (!string(j, &v->v.text)) return 0;
    } else return fail(j, "unknown kind: double, float, uint64, uint32, string");
    return expect(j, ']', "\"]\" was expected");
}

/* Values side by side, packed as tightly as they allow. Takes ownership of the list. */
static nvs_column column(metrics *m, nvs_value *list, size_t count)
{
    nvs_column to;
    nvs_kind kind = count > 0 ? list[0].kind : NVS_KIND_NONE;
    size_t i;
    for (i = 0; i < count; i++)
        if (list[i].kind != kind) kind = NVS_KIND_MIXED;
    if (kind == NVS_KIND_STRING) kind = NVS_KIND_MIXED;
    to.kind = kind;
    to.at = list;
    m->kept = (void **)cli_grow(m->kept, &m->kept_room, m->kept_count + 1, sizeof *m->kept);
    if (kind != NVS_KIND_MIXED) {
        double *real = (double *)cli_alloc(count + 1, sizeof *real);
        uint64_t *whole = (uint64_t *)(void *)real;
        for (i = 0; i < count; i++) {
            if (kind == NVS_KIND_DOUBLE || kind == NVS_KIND_FLOAT) real[i] = list[i].v.d;
            else whole[i] = list[i].v.u;
        }
        free(list);
        to.at = real;
    }
    m->kept[m->kept_count++] = (void *)(uintptr_t)to.at;
    return to;
}

static int instances(json *j, metrics *m, nvs_metric *d)
{
    nvs_value *ids = NULL, *values = NULL;
    size_t room = 0, count = 0;
    if (!expect(j, '[', "a list of instances was expected")) return 0;
    if (!accept(j, ']')) do {
        size_t other = room;
        ids = (nvs_value *)cli_grow(ids, &room, count + 1, sizeof *ids);
        values = (nvs_value *)cli_grow(values, &other, count + 1, sizeof *values);
        if (!expect(j, '[', "[id, value] was expected") || !value(j, &ids[count]) || !expect(j, ',', "\",\" was expected") ||
            !value(j, &values[count]) || !expect(j, ']', "\"]\" was expected"))
            break;
        count++;
    } while (more(j, ']'));
    if (count > 0) {
        d->count = count;
        d->ids = column(m, ids, count);
        d->values = column(m, values, count);
    } else {
        free(ids);
        free(values);
    }
    return !j->bad;
}

static int one(json *j, metrics *m, nvs_view name)
{
    metric *to;
    nvs_view k;
    m->list = (metric *)cli_grow(m->list, &m->room, m->count + 1, sizeof *m->list);
    to = &m->list[m->count++];
    memset(to, 0, sizeof *to);
    to->name = name;
    if (!expect(j, '{', "\"{\" was expected") || accept(j, '}')) return !j->bad;
    do {
        if (!key(j, &k)) return 0;
        if (is(k, "value") ? !value(j, &to->data.value) : is(k, "instances") ? !instances(j, m, &to->data) : !skip(j)) return 0;
    } while (more(j, '}'));
    return !j->bad;
}

static int definition(json *j, metrics *m)
{
    nvs_definition *to;
    nvs_view k;
    m->derived = (nvs_definition *)cli_grow(m->derived, &m->derived_room, m->derived_count + 1, sizeof *m->derived);
    to = &m->derived[m->derived_count++];
    to->name.ptr = to->expression.ptr = "";
    to->name.len = to->expression.len = 0;
    if (!expect(j, '{', "\"{\" was expected") || accept(j, '}')) return !j->bad;
    do {
        if (!key(j, &k)) return 0;
        if (is(k, "name") ? !string(j, &to->name) : is(k, "expression") ? !string(j, &to->expression) : !skip(j)) return 0;
    } while (more(j, '}'));
    return !j->bad;
}

static int all(json *j, metrics *m)
{
    nvs_view k, version = {"", 0};
    uint64_t n = 0;
    if (!expect(j, '{', "\"{\" was expected")) return 0;
    if (!accept(j, '}')) do {
        if (!key(j, &k)) return 0;
        if (is(k, "ncu_version") && peek(j) == '"') {
            if (!string(j, &version)) return 0;
        } else if (is(k, "compute_capability") && peek(j) != 'n') {
            if (!whole(j, &n)) return 0;
            m->cc = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
        } else if (is(k, "generation") && peek(j) != 'n') {
            if (!whole(j, &n)) return 0;
            if (n != 1 && n != 2) return fail(j, "a generation is 1 or 2");
            m->generation = (int)n;
        } else if (is(k, "metrics")) {
            if (!expect(j, '{', "\"{\" was expected")) return 0;
            if (!accept(j, '}')) do {
                if (!key(j, &k) || !one(j, m, k)) return 0;
            } while (more(j, '}'));
        } else if (is(k, "derived")) {
            if (!expect(j, '[', "\"[\" was expected")) return 0;
            if (!accept(j, ']')) do {
                if (!definition(j, m)) return 0;
            } while (more(j, ']'));
        } else if (!skip(j)) return 0;
    } while (more(j, '}'));
    if (!j->bad && peek(j) != 0) return fail(j, "more text after the object");
    for (n = 0; n < 3 && version.len > 0; n++) {
        while (version.len > 0 && *version.ptr != '.') {
            const unsigned digit = (unsigned)(*version.ptr - '0');
            if (digit < 10 && m->version[n] < 100000) m->version[n] = m->version[n] * 10 + digit;
            version.ptr++;
            version.len--;
        }
        if (version.len > 0) {
            version.ptr++;
            version.len--;
        } else if (n == 0) m->version[1] = 99; /* a year alone: its end */
    }
    if (m->generation == 0) m->generation = generation_of(m);
    return !j->bad;
}

static int compare(nvs_view a, nvs_view b)
{
    const size_t n = a.len < b.len ? a.len : b.len;
    const int c = n > 0 ? memcmp(a.ptr, b.ptr, n) : 0;
    return c != 0 ? c : a.len < b.len ? -1 : a.len > b.len;
}

static int by_name(const void *a, const void *b)
{
    const metric *x = *(metric *const *)a, *y = *(metric *const *)b;
    const int c = compare(x->name, y->name);
    return c != 0 ? c : x < y ? -1 : x > y;
}

/* JSON begins with a brace; reports with NVR, compressed ones with one of two other bytes. */
static int begins_report(int byte) { return byte == 'N' || byte == 0x1f || byte == 0x28; }

static int is_report(const char *path)
{
    FILE *f = strcmp(path, "-") != 0 ? fopen(path, "rb") : NULL;
    int byte;
    if (f == NULL) return 0;
    byte = getc(f);
    fclose(f);
    return begins_report(byte);
}

static int take_report(metrics *m, report_result *r)
{
    m->report = r;
    if (r == NULL || !report_prepare(r)) return 0;
    m->cc = r->e.cc;
    m->version[0] = r->e.version.year;
    m->version[1] = r->e.version.month;
    m->version[2] = r->e.version.patch;
    m->scope = r->r.kind == NCUREP_RESULT_KIND_KERNEL ? NVS_SCOPE_LAUNCH : r->r.kind == NCUREP_RESULT_KIND_CMDLIST ? NVS_SCOPE_CMDLIST : NVS_SCOPE_RANGE;
    m->generation = generation_of(m);
    return 1;
}

int metrics_read(cli *c, const char *path, const result_choice *which, metrics *m)
{
    json j;
    size_t i;
    memset(m, 0, sizeof *m);
    memset(&j, 0, sizeof j);
    m->path = path;
    if (which != NULL && is_report(path)) return take_report(m, report_open(c, path, NULL, 0, which));
    j.c = c;
    j.path = path;
    j.text = m->text = j.at = cli_read(c, path, &j.len, NULL);
    if (m->text == NULL) return 0;
    if (which != NULL && j.len > 0 && begins_report((unsigned char)*m->text))
        return take_report(m, report_open(c, path, m->text, j.len, which));
    if (memchr(j.text, 0, j.len) != NULL) {
        cli_error(c, "%s: not a file of metrics: it holds a NUL byte", path);
        return 0;
    }
    if (!all(&j, m)) return 0;
    m->sorted = (metric **)cli_alloc(m->count + 1, sizeof *m->sorted);
    for (i = 0; i < m->count; i++) m->sorted[i] = &m->list[i];
    qsort(m->sorted, m->count, sizeof *m->sorted, by_name);
    return 1;
}

void put_whose(output *to, const metrics *m)
{
    out_string(to, "file", m->path);
    if (m->report != NULL) out_whole(to, "result", m->report->r.index);
    else out_null(to, "result");
}

void metrics_free(metrics *m)
{
    size_t i;
    for (i = 0; i < m->kept_count; i++) free(m->kept[i]);
    free(m->kept);
    free(m->derived);
    free(m->sorted);
    free(m->list);
    report_close(m->report);
    free(m->text);
}

/* Of equal names the last counts, as in JSON. */
static nvs_reply find_metric(nvs_view name, nvs_metric *data, void *user)
{
    const metrics *m = (const metrics *)user;
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare(m->sorted[middle]->name, name) <= 0) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || compare(m->sorted[low - 1]->name, name) != 0) return NVS_REPLY_NO;
    *data = m->sorted[low - 1]->data;
    return NVS_REPLY_YES;
}

static nvs_reply name_at(size_t index, nvs_view *name, void *user)
{
    const metrics *m = (const metrics *)user;
    if (index >= m->count) return NVS_REPLY_NO;
    *name = m->list[index].name;
    return NVS_REPLY_YES;
}

void metrics_source(metrics *m, nvs_source *source)
{
    if (m->report != NULL) {
        *source = m->report->e.source;
        return;
    }
    source->user = m;
    source->metric_fn = find_metric;
    source->name_fn = name_at;
}

int metrics_code(const metrics *m, int code)
{
    return m->report != NULL && code < code_of(&m->report->o) ? code_of(&m->report->o) : code;
}

nvs_arithmetic arithmetic_of(int generation, const metrics *m)
{
    if (generation == GENERATION_GUIDE) return NVS_ARITHMETIC_GUIDE;
    return (generation != 0 ? generation : m->generation) == 1 ? NVS_ARITHMETIC_OLD : NVS_ARITHMETIC_CURRENT;
}

void value_text(cli_buf *b, const nvs_value *v)
{
    char text[64];
    size_t n, i, digits;
    double d;
    int number;
    if (v->kind == NVS_KIND_NONE) {
        cli_putf(b, "n/a");
        return;
    }
    if (v->kind == NVS_KIND_STRING) {
        cli_put_safe(b, v->v.text.ptr, v->v.text.len);
        return;
    }
    d = nvs_value_number(v, &number);
    if (v->kind == NVS_KIND_UINT64 || v->kind == NVS_KIND_UINT32) snprintf(text, sizeof text, "%" PRIu64, v->v.u);
    else if (d - d != 0) snprintf(text, sizeof text, "%s", d != d ? "nan" : d > 0 ? "inf" : "-inf");
    else if (d >= 1e15 || d <= -1e15) snprintf(text, sizeof text, "%g", d);
    else if ((d >= 1000 || d <= -1000) && d == (double)(int64_t)d) snprintf(text, sizeof text, "%.0f", d);
    else if (d != 0 && d < 0.01 && d > -0.01) snprintf(text, sizeof text, "%.3g", d);
    else snprintf(text, sizeof text, "%.2f", d);
    n = strlen(text);
    digits = strspn(text, "0123456789");
    for (i = 0; i < n; i++) {
        cli_put(b, text + i, 1);
        if (i + 1 < digits && (digits - i - 1) % 3 == 0) cli_put(b, ",", 1);
    }
}

void out_number(output *to, const char *key, double d)
{
    if (d - d == 0) out_real(to, key, d);
    else out_string(to, key, d != d ? "nan" : d > 0 ? "inf" : "-inf");
}

void out_value(output *to, const char *key, const nvs_value *v)
{
    switch (v->kind) {
    case NVS_KIND_DOUBLE: case NVS_KIND_FLOAT: out_number(to, key, v->v.d); break;
    case NVS_KIND_UINT64: case NVS_KIND_UINT32: out_whole(to, key, v->v.u); break;
    case NVS_KIND_STRING: out_text(to, key, v->v.text.ptr, v->v.text.len); break;
    default: out_null(to, key); break;
    }
}

void table_value(table *t, const nvs_value *v)
{
    char text[32] = "";
    if (v->kind == NVS_KIND_STRING) {
        table_text(t, v->v.text.ptr, v->v.text.len);
        return;
    }
    if (v->kind == NVS_KIND_DOUBLE || v->kind == NVS_KIND_FLOAT) cli_double(text, v->v.d);
    else if (v->kind != NVS_KIND_NONE) snprintf(text, sizeof text, "%" PRIu64, v->v.u);
    table_string(t, text);
}
