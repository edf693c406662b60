#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong with a line, and where in it; NULL if nothing is. old: the text is one of amdgpu in Linux 5.14 to 5.18. */
static const char *problem(int old, const drmfd_line *line, uint64_t *offset)
{
    *offset = line->offset;
    if (line->what == DRMFD_KEY_BAD) {
        size_t i;
        if (old && drm_is_old_memory(line)) return NULL;
        if (line->key.len == 0) return "no key before the colon";
        for (i = 0; i < line->key.len; i++) {
            if (line->key.ptr[i] != ' ' && line->key.ptr[i] != '\t' && line->key.ptr[i] != 0) continue;
            *offset += i;
            return line->key.ptr[i] == 0 ? "a NUL in the line" : "whitespace in the key";
        }
        return line->key.ptr[line->key.len - 1] == '-' ? "no name after the prefix" : "not a line of the form \"key: value\"";
    }
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

static void size_cell(cli_table *t, int there, uint64_t bytes)
{
    char size[16] = "-";
    if (there) drm_bytes(size, bytes);
    cli_cellf(t, CLI_PLAIN, "%s", size);
}

static void number_cell(cli_table *t, int there, uint64_t value)
{
    if (there) cli_cellf(t, CLI_PLAIN, "%" PRIu64, value);
    else cli_cellf(t, CLI_PLAIN, "-");
}

static void put_view(cli_buf *b, const char *before, drmfd_view v)
{
    if (v.len == 0) return;
    cli_putf(b, "%s", before);
    cli_put_safe(b, v.ptr, v.len);
}

static void show_people(cli *c, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    static const char *const engine_titles[] = {"  ENGINE", "BUSY", "CYCLES", "OF CYCLES", "TOP CLOCK", "COUNT"};
    static const char *const region_titles[] = {"  MEMORY", "RESIDENT", "TOTAL", "SHARED", "ACTIVE", "PURGEABLE", "WHERE"};
    cli_buf b = {NULL, 0, 0};
    cli_table t;
    drmfd_reader lines;
    drmfd_line line;
    uint32_t i;
    cli_put_safe(&b, file, strlen(file));
    if (s->result == DRMFD_RESULT_NOT_DRM) cli_putf(&b, ": not a DRM client");
    else {
        put_view(&b, ": client of driver ", s->driver);
        put_view(&b, ", device ", s->pdev);
        if (s->has_client_id) cli_putf(&b, ", id %" PRIu64, s->client_id);
        put_view(&b, ", named ", s->client_name);
        if (s->result == DRMFD_RESULT_EMPTY) cli_putf(&b, "; it prints no engine and no memory");
    }
    fprintf(c->out, "%s%s%s\n", cli_style(c->color, CLI_BOLD), b.ptr, cli_style(c->color, CLI_PLAIN));
    if (s->result == DRMFD_RESULT_NOT_DRM) {
        cli_buf_free(&b);
        return;
    }
    cli_table_init(&t, "lrrrrr", engine_titles);
    for (i = 0; i < s->engine_count; i++) {
        const drmfd_engine *e = &s->engines[i];
        b.len = 0;
        put_view(&b, "  ", e->name);
        cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
        if ((e->has & DRMFD_ENGINE_HAS_NS) != 0) cli_cellf(&t, CLI_PLAIN, "%.3f s", (double)e->ns / 1e9);
        else if ((e->has & DRMFD_ENGINE_HAS_LOAD) != 0) cli_cellf(&t, CLI_PLAIN, "%.2f %%", (double)e->load / 100);
        else cli_cellf(&t, CLI_PLAIN, "-");
        number_cell(&t, (e->has & DRMFD_ENGINE_HAS_CYCLES) != 0, e->cycles);
        number_cell(&t, (e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0, e->total_cycles);
        if ((e->has & DRMFD_ENGINE_HAS_MAXFREQ) == 0) cli_cellf(&t, CLI_PLAIN, "-");
        else if (e->maxfreq < 1000000) cli_cellf(&t, CLI_PLAIN, "%" PRIu64 " Hz", e->maxfreq);
        else cli_cellf(&t, CLI_PLAIN, "%.0f MHz", (double)e->maxfreq / 1e6);
        number_cell(&t, 1, e->capacity);
    }
    if (s->engine_count > 0) cli_table_print(c, &t);
    cli_table_init(&t, "lrrrrrl", region_titles);
    for (i = 0; i < s->region_count; i++) {
        const drmfd_region *r = &s->regions[i];
        b.len = 0;
        put_view(&b, "  ", r->name);
        cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
        size_cell(&t, (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, r->resident);
        size_cell(&t, (r->has & DRMFD_REGION_HAS_TOTAL) != 0, r->total);
        size_cell(&t, (r->has & DRMFD_REGION_HAS_SHARED) != 0, r->shared);
        size_cell(&t, (r->has & DRMFD_REGION_HAS_ACTIVE) != 0, r->active);
        size_cell(&t, (r->has & DRMFD_REGION_HAS_PURGEABLE) != 0, r->purgeable);
        cli_cellf(&t, CLI_PLAIN, "%s", drmfd_class_name(r->where));
    }
    if (s->region_count > 0) cli_table_print(c, &t);
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.what != DRMFD_KEY_RAW) continue;
        b.len = 0;
        put_view(&b, "  ", line.key);
        put_view(&b, ": ", line.value);
        fprintf(c->out, "%s  (the driver's own)\n", b.ptr);
    }
    if (s->counts.duplicates > 0) fprintf(c->out, "  %" PRIu64 " of the values repeat a key\n", s->counts.duplicates);
    if (s->cut) fputs("  cut: the last line is incomplete and was ignored\n", c->out);
    cli_buf_free(&b);
}

static void json_number(cli_json *j, const char *key, int there, uint64_t value)
{
    if (there) cli_json_u64(j, key, value);
}

static void show_json(cli *c, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    const int old = is_old(s, text, len);
    cli_json j;
    drmfd_reader lines;
    drmfd_line line;
    uint64_t row;
    uint32_t i;
    cli_json_init(&j, c->out, CLI_UTF8, 0);
    cli_json_object(&j, NULL);
    cli_json_str(&j, "file", file);
    cli_json_str(&j, "result", drmfd_result_name(s->result));
    if (s->driver.len > 0) cli_json_text(&j, "driver", s->driver.ptr, s->driver.len);
    if (s->pdev.len > 0) cli_json_text(&j, "pdev", s->pdev.ptr, s->pdev.len);
    json_number(&j, "client_id", s->has_client_id, s->client_id);
    if (s->client_name.len > 0) cli_json_text(&j, "client_name", s->client_name.ptr, s->client_name.len);
    cli_json_array(&j, "engines");
    for (i = 0; i < s->engine_count; i++) {
        const drmfd_engine *e = &s->engines[i];
        cli_json_object(&j, NULL);
        cli_json_text(&j, "name", e->name.ptr, e->name.len);
        json_number(&j, "ns", (e->has & DRMFD_ENGINE_HAS_NS) != 0, e->ns);
        json_number(&j, "cycles", (e->has & DRMFD_ENGINE_HAS_CYCLES) != 0, e->cycles);
        json_number(&j, "total_cycles", (e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0, e->total_cycles);
        json_number(&j, "maxfreq", (e->has & DRMFD_ENGINE_HAS_MAXFREQ) != 0, e->maxfreq);
        if ((e->has & DRMFD_ENGINE_HAS_LOAD) != 0) cli_json_double(&j, "load_percent", (double)e->load / 100);
        cli_json_u64(&j, "capacity", e->capacity);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    drm_regions_json(&j, s->regions, s->region_count);
    cli_json_array(&j, "other");
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.what != DRMFD_KEY_RAW) continue;
        cli_json_object(&j, NULL);
        cli_json_text(&j, "key", line.key.ptr, line.key.len);
        cli_json_text(&j, "value", line.value.ptr, line.value.len);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_array(&j, "problems");
    drmfd_reader_begin(&lines, text, len, flags);
    for (row = 1; drmfd_reader_next(&lines, &line); row++) {
        uint64_t offset;
        const char *what = problem(old, &line, &offset);
        if (what == NULL) continue;
        cli_json_object(&j, NULL);
        cli_json_u64(&j, "line", row);
        cli_json_u64(&j, "column", offset - line.offset + 1);
        cli_json_str(&j, "message", what);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_bool(&j, "cut", s->cut);
    cli_json_end(&j);
    cli_json_line(&j);
}

/* A line of CSV for each line that is understood. */
static void show_csv(cli *c, const char *file, const char *text, size_t len, unsigned flags)
{
    cli_csv v = {NULL, 0, 0};
    drmfd_reader lines;
    drmfd_line line;
    v.f = c->out;
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        cli_buf b = {NULL, 0, 0};
        if (line.what < DRMFD_KEY_RAW || line.what == DRMFD_KEY_UNKNOWN || (line.what > DRMFD_KEY_UNKNOWN && !line.usable))
            continue;
        cli_csv_field(&v, file, strlen(file));
        cli_csv_fieldf(&v, "%s", drmfd_key_name(line.what));
        cli_put_safe(&b, line.what == DRMFD_KEY_RAW ? line.key.ptr : line.name.ptr,
                     line.what == DRMFD_KEY_RAW ? line.key.len : line.name.len);
        cli_csv_field(&v, b.ptr != NULL ? b.ptr : "", b.len);
        b.len = 0;
        if (line.what == DRMFD_KEY_CLIENT_ID || line.what >= DRMFD_KEY_ENGINE) cli_putf(&b, "%" PRIu64, line.number);
        else cli_put_safe(&b, line.value.ptr, line.value.len);
        cli_csv_field(&v, b.ptr != NULL ? b.ptr : "", b.len);
        cli_csv_end(&v);
        cli_buf_free(&b);
    }
}

/* Points at the first lines that are not understood; returns whether there are any. */
static int report(cli *c, const char *file, const drmfd_snapshot *s, const char *text, size_t len, unsigned flags)
{
    const int old = is_old(s, text, len);
    drmfd_reader lines;
    drmfd_line line;
    uint64_t count = 0;
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        uint64_t offset;
        const char *what = problem(old, &line, &offset);
        if (what == NULL || count++ >= 20 || c->format == CLI_JSON) continue;
        cli_report(c, stderr, line.what == DRMFD_KEY_UNKNOWN ? "warning" : "error", file, text, len, offset, "%s", what);
    }
    if (count > 20 && c->format != CLI_JSON) cli_error(c, "%s: %" PRIu64 " more lines are not understood", file, count - 20);
    return count > 0;
}

typedef struct show_options {
    int cut;
} show_options;

static const option table[] = {
    {0, "cut", &take_nothing, offsetof(show_options, cut), NULL, NULL, "the text may end mid-line; ignore that line"}, OPTION_END};

static int run(request *q, void *user)
{
    const unsigned flags = DRMFD_READ_OLD_AMDGPU | (((const show_options *)user)->cut ? DRMFD_READ_CUT : 0u);
    cli *c = q->c;
    size_t i;
    int code = CLI_FINE;
    if (c->format == CLI_CSV) fputs("file,key,name,value\n", c->out);
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
        if (c->format == CLI_JSON) show_json(c, name, &s, text, len, flags);
        else if (c->format == CLI_CSV) show_csv(c, name, text, len, flags);
        else show_people(c, name, &s, text, len, flags);
        fflush(c->out);
        if (s.result != DRMFD_RESULT_NOT_DRM && report(c, name, &s, text, len, flags) && code == CLI_FINE) code = CLI_FINDING;
        drm_parse_free(&s);
        free(text);
    }
    return code;
}

const verb show_verb = {"show", table, sizeof(show_options), run, NULL, NULL,
    "explains a text, pointing at what is not understood",
    "drmfdinfo show /proc/4310/fdinfo/33",
    "FILE...", USE_READ, "show takes the files to read, such as /proc/PID/fdinfo/FD", 0, NULL};
