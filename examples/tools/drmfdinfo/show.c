#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong with a bad line, whose key is all of it, and where. */
static const char *mistake(drmfd_view line, uint64_t *offset)
{
    const char *nul;
    size_t i = 0;
    while (i < line.len && line.ptr[i] != ' ' && line.ptr[i] != '\t' && line.ptr[i] != 0 && line.ptr[i] != ':') i++;
    if (i == line.len) return "not a line of the form \"key: value\"";
    *offset += i;
    if (line.ptr[i] == ' ' || line.ptr[i] == '\t') return "whitespace in the key";
    if (i == 0 && line.ptr[i] == ':') return "no key before the colon";
    nul = (const char *)memchr(line.ptr + i, 0, line.len - i);
    if (nul == NULL) return "no name after the prefix";
    *offset += (uint64_t)(nul - line.ptr) - i;
    return "a NUL in the line";
}

/* What is wrong with a line, and where in it; NULL if nothing is. old: the text is one of amdgpu in Linux 5.14 to 5.18. */
static const char *problem(int old, const drmfd_line *line, uint64_t *offset)
{
    *offset = line->offset;
    if (line->what == DRMFD_KEY_BAD) return old && drm_is_old_memory(line) ? NULL : mistake(line->key, offset);
    if (line->what == DRMFD_KEY_UNKNOWN) return "unknown drm- key";
    if (line->what <= DRMFD_KEY_RAW || line->usable) return NULL;
    *offset += (uint64_t)(line->value.ptr - line->key.ptr);
    if (line->value.len == 0) return "no value";
    switch (line->what) {
    case DRMFD_KEY_PDEV: return "not a PCI address such as 0000:03:00.0";
    case DRMFD_KEY_ENGINE: return "not a number of ns below 2^64";
    case DRMFD_KEY_MAXFREQ: return "not a number of Hz, KHz or MHz below 2^64";
    case DRMFD_KEY_CLIENT_ID:
    case DRMFD_KEY_CAPACITY:
    case DRMFD_KEY_CYCLES:
    case DRMFD_KEY_TOTAL_CYCLES: return "not a number without a unit below 2^64";
    default: return "not a number of bytes, KiB, MiB or GiB below 2^64";
    }
}

static int is_old(const drmfd_snapshot *s, const char *text, size_t len)
{
    drmfd_line line;
    return s->driver.len > 0 && !drmfd_line_find(text, len, 0, drmfd_text("drm-driver"), &line);
}

static void put_view(cli_buf *b, const char *before, drmfd_view v)
{
    if (v.len == 0) return;
    cli_putf(b, "%s", before);
    cli_put_safe(b, v.ptr, v.len);
}

/* Which client it is, for people. */
static void say_client(output *to, const char *file, const drmfd_snapshot *s)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, file, strlen(file));
    if (s->result == DRMFD_RESULT_NOT_DRM) cli_putf(&b, ": not a DRM client");
    else {
        put_view(&b, ": client of driver ", s->driver);
        put_view(&b, ", device ", s->pdev);
        if (s->has_client_id) cli_putf(&b, ", id %" PRIu64, s->client_id);
        put_view(&b, ", named ", s->client_name);
        if (s->result == DRMFD_RESULT_EMPTY) cli_putf(&b, "; it prints no engine and no memory");
    }
    out_say(to, "%s%s%s\n", cli_style(to->color, CLI_BOLD), b.ptr, cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
}

/* The values of an engine or a region, or why there is none. */
typedef void put_value(cli_buf *b, const drm_member *m, const void *of);

static void engine_value(cli_buf *b, const drm_member *m, const void *of) { drm_put_engine_value(b, m, (const drmfd_engine *)of); }

static void region_value(cli_buf *b, const drm_member *m, const void *of)
{
    char size[16] = "-";
    uint64_t bytes;
    if (drm_region_get(m, (const drmfd_region *)of, &bytes)) drm_bytes(size, bytes);
    cli_putf(b, "%s", size);
}

/* A table for people of all engines or regions, which begin with a name: a column for each member that one of them has. */
static void say_members(output *to, const char *title, const drm_member *members, int count, const void *list, uint32_t n, size_t size,
                        put_value *put, int is_region)
{
    table_column columns[16];
    const drm_member *shown[16];
    char titles[16][32];
    table t;
    size_t k, columns_count = 0;
    uint32_t i;
    int m;
    if (n == 0) return;
    memset(columns, 0, sizeof columns);
    columns[columns_count].align = 'l';
    columns[columns_count++].title = title;
    for (m = 0; m < count && columns_count < 15; m++) {
        unsigned has = 0;
        for (i = 0; i < n; i++)
            has |= is_region ? ((const drmfd_region *)list)[i].has : ((const drmfd_engine *)list)[i].has | DRMFD_ENGINE_HAS_CAPACITY;
        if ((has & members[m].flag) == 0) continue;
        shown[columns_count] = &members[m];
        columns[columns_count].align = 'r';
        columns[columns_count].title = drm_member_title(&members[m], titles[columns_count]);
        columns_count++;
    }
    if (is_region) columns[columns_count].title = "WHERE";
    columns[columns_count].align = 'l';
    table_begin(&t, to, NULL, columns, columns_count + (is_region != 0), 0);
    for (i = 0; i < n; i++) {
        const void *of = (const char *)list + i * size;
        cli_buf b = {NULL, 0, 0};
        put_view(&b, "  ", *(const drmfd_view *)of);
        table_buf(&t, &b);
        for (k = 1; k < columns_count; k++) {
            put(&b, shown[k], of);
            table_buf(&t, &b);
        }
        if (is_region) table_string(&t, drmfd_class_name(((const drmfd_region *)of)->where));
        table_row(&t);
    }
    table_end(&t);
}

static void say_rest(output *to, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    cli_buf b = {NULL, 0, 0};
    drmfd_reader lines;
    drmfd_line line;
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.what != DRMFD_KEY_RAW) continue;
        b.len = 0;
        put_view(&b, "  ", line.key);
        put_view(&b, ": ", line.value);
        out_say(to, "%s  (the driver's own)\n", b.ptr);
    }
    if (s->counts.duplicates > 0) out_say(to, "  %" PRIu64 " of the values repeat a key\n", s->counts.duplicates);
    if (s->cut) out_say(to, "  cut: the last line is incomplete and was ignored\n");
    cli_buf_free(&b);
}

static void out_engines(output *to, const drmfd_snapshot *s)
{
    uint64_t value;
    uint32_t i;
    int k;
    out_list(to, "engines");
    for (i = 0; i < s->engine_count; i++) {
        const drmfd_engine *e = &s->engines[i];
        out_group(to, NULL);
        out_text(to, "name", e->name.ptr, e->name.len);
        for (k = 0; k < DRM_ENGINE_MEMBERS; k++) {
            const drm_member *m = &drm_engine_members[k];
            if (m->flag == DRMFD_ENGINE_HAS_CAPACITY || !drm_engine_get(m, e, &value)) continue;
            if (m->flag == DRMFD_ENGINE_HAS_LOAD) out_real(to, "load_percent", (double)value / 100);
            else out_whole(to, m->word, value);
        }
        out_whole(to, "capacity", e->capacity); /* 1 where none is printed */
        out_close(to);
    }
    out_close(to);
}

/* What is wrong, as a list for programs. */
static void out_problems(output *to, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    const int old = is_old(s, text, len);
    drmfd_reader lines;
    drmfd_line line;
    uint64_t row;
    out_list(to, "problems");
    drmfd_reader_begin(&lines, text, len, flags);
    for (row = 1; drmfd_reader_next(&lines, &line); row++) {
        uint64_t offset;
        const char *what = problem(old, &line, &offset);
        if (what == NULL) continue;
        out_group(to, NULL);
        out_whole(to, "line", row);
        out_whole(to, "column", offset - line.offset + 1);
        out_string(to, "message", what);
        out_close(to);
    }
    out_close(to);
}

static void out_snapshot(output *to, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    drmfd_reader lines;
    drmfd_line line;
    out_group(to, NULL);
    out_string(to, "file", file);
    out_string(to, "result", drmfd_result_name(s->result));
    if (s->driver.len > 0) out_text(to, "driver", s->driver.ptr, s->driver.len);
    if (s->pdev.len > 0) out_text(to, "pdev", s->pdev.ptr, s->pdev.len);
    if (s->has_client_id) out_whole(to, "client_id", s->client_id);
    if (s->client_name.len > 0) out_text(to, "client_name", s->client_name.ptr, s->client_name.len);
    out_engines(to, s);
    drm_out_regions(to, s->regions, s->region_count);
    out_list(to, "other");
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.what != DRMFD_KEY_RAW) continue;
        out_group(to, NULL);
        out_text(to, "key", line.key.ptr, line.key.len);
        out_text(to, "value", line.value.ptr, line.value.len);
        out_close(to);
    }
    out_close(to);
    out_problems(to, s, text, len, flags);
    out_truth(to, "cut", s->cut);
    out_close(to);
    out_end(to);
}

static const table_column values[] = {
    {'l', NULL, "file", NULL, 0}, {'l', NULL, "key", NULL, 0}, {'l', NULL, "name", NULL, 0}, {'r', NULL, "value", NULL, 0}};

/* A row for each line that is understood. */
static void put_values(output *to, const char *file, const char *text, size_t len, unsigned flags)
{
    drmfd_reader lines;
    drmfd_line line;
    table t;
    if (!table_has(to, values, 4)) return;
    table_begin(&t, to, NULL, values, 4, TABLE_AGAIN);
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        cli_buf b = {NULL, 0, 0};
        const drmfd_view name = line.what == DRMFD_KEY_RAW ? line.key : line.name;
        if (line.what < DRMFD_KEY_RAW || line.what == DRMFD_KEY_UNKNOWN || (line.what > DRMFD_KEY_UNKNOWN && !line.usable))
            continue;
        table_string(&t, file);
        table_string(&t, drmfd_key_name(line.what));
        cli_put_safe(&b, name.ptr, name.len);
        table_buf(&t, &b);
        if (line.what == DRMFD_KEY_CLIENT_ID || line.what >= DRMFD_KEY_ENGINE) cli_putf(&b, "%" PRIu64, line.number);
        else cli_put_safe(&b, line.value.ptr, line.value.len);
        table_buf(&t, &b);
        table_row(&t);
    }
    table_end(&t);
}

static void put_text(output *to, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    if (out_talks(to)) say_client(to, file, s);
    if (out_talks(to) && s->result != DRMFD_RESULT_NOT_DRM) {
        say_members(to, "  ENGINE", drm_engine_members, DRM_ENGINE_MEMBERS, s->engines, s->engine_count, sizeof *s->engines, engine_value, 0);
        say_members(to, "  REGION", drm_region_members, DRM_REGION_MEMBERS, s->regions, s->region_count, sizeof *s->regions, region_value, 1);
        say_rest(to, s, text, len, flags);
    }
    if (out_is_tree(to)) out_snapshot(to, file, s, text, len, flags);
    put_values(to, file, text, len, flags);
}

/* Points at the first lines that are not understood, beside the output; returns whether there are any. */
static int report(cli *c, FILE *beside, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    const int old = is_old(s, text, len);
    drmfd_reader lines;
    drmfd_line line;
    uint64_t count = 0;
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        uint64_t offset;
        const char *what = problem(old, &line, &offset);
        if (what == NULL || count++ >= 20 || beside == NULL) continue;
        cli_report(c, beside, line.what == DRMFD_KEY_UNKNOWN ? "warning" : "error", file, text, len, offset, "%s", what);
    }
    if (count > 20 && beside != NULL) cli_error(c, "%s: %" PRIu64 " more lines are not understood", file, count - 20);
    return count > 0;
}

typedef struct show_options {
    int cut;
} show_options;

static const option rows[] = {
    {0, "cut", &take_nothing, offsetof(show_options, cut), NULL, NULL, "the text may end mid-line; ignore that line"}, OPTION_END};

static int run(request *q, void *user)
{
    const unsigned flags = DRMFD_READ_OLD_AMDGPU | (((const show_options *)user)->cut ? DRMFD_READ_CUT : 0u);
    cli *c = q->c;
    size_t i;
    int code = CLI_FINE;
    output to;
    out_begin(&to, c);
    to.j.indent = 0; /* a line per file */
    table_titles(&to, values, 4);
    for (i = 0; i < q->path_count; i++) {
        const char *name = strcmp(q->paths[i], "-") == 0 ? "<stdin>" : q->paths[i];
        drmfd_snapshot s;
        size_t len;
        char *text = cli_read(c, q->paths[i], &len, NULL);
        c->inputs++;
        if (text == NULL) {
            c->unread++;
            code = CLI_INPUT;
            continue;
        }
        s = drm_parse(text, len, flags);
        if (s.result == DRMFD_RESULT_NOT_DRM && code == CLI_FINE) code = CLI_FINDING;
        put_text(&to, name, &s, text, len, flags);
        fflush(c->out);
        if (s.result != DRMFD_RESULT_NOT_DRM && report(c, out_beside(&to, stderr), name, &s, text, len, flags) && code == CLI_FINE) code = CLI_FINDING;
        drm_parse_free(&s);
        free(text);
    }
    return code;
}

const verb show_verb = {"show", rows, sizeof(show_options), run, NULL, NULL,
    "explains a text, pointing at what is not understood",
    "drmfdinfo show /proc/4310/fdinfo/33",
    "FILE...", USE_READ, "show takes the files to read, such as /proc/PID/fdinfo/FD", 0, NULL, NULL};
