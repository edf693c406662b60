/* The source page as ncu prints it: head lines, labels and order of the files in ../shared/corpus/ncutxt, which ncu 2025.4 printed.
   What they leave open (several files, PTX, counters beside lines in text) follows what they show. */
#include "source_parts.h"
#include "../model/counters.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_WIDTH = 18, COUNTER_WIDTH = 6, LINES_WIDTH = 60 };

/* A line that an instruction belongs to: its own, and those of the calls around it. */
typedef struct placed {
    size_t file, row;
    uint32_t line;
} placed;

typedef struct vendor_page {
    const shown *x;
    output *out;
    int csv, by_line; /* by_line: source lines with instructions below, not instructions alone */
    page_counters counters;
    text_set files;  /* directory and name */
    char **paths;    /* of files */
    size_t path_room;
    int ptx;
    placed *list;
    size_t count, room;
    size_t *labels; /* by row: number + 1 of the label at the target; 0: it names none. NULL: as ncu before 2025.4 */
    size_t width; /* of the column of sources */
} vendor_page;

/* Cells ------------------------------------------------------------------------------------------------------------- */

static void put_cell(const vendor_page *v, const char *text) { cli_csv_field(&v->x->pg->to->v, text, strlen(text)); }

static void put_page_number(cli_buf *b, double value)
{
    if (value - value == 0 && fabs(value) < 1e15 && value - floor(value) <= 0) cli_putf(b, "%.0f", value);
    else cli_putf(b, "%.2f", value);
}

static void put_cells(const vendor_page *v, const cli_buf *cells)
{
    size_t i;
    for (i = 0; i < v->counters.count; i++) put_cell(v, cells != NULL ? cells[i].ptr : "-");
    cli_csv_end(&v->x->pg->to->v);
}

static void put_padded(const vendor_page *v, const char *text, size_t len, size_t width)
{
    const size_t used = cli_width(text, len);
    out_say(v->out, "%.*s", (int)len, text);
    if (used < width) out_say(v->out, "%*s", (int)(width - used), "");
}

/* Address or line number, source, and what the counters say. cells: NULL, none. */
static void put_text_row(const vendor_page *v, const char *address, const char *source, const cli_buf *cells)
{
    size_t i;
    put_padded(v, address, strlen(address), ADDRESS_WIDTH);
    out_say(v->out, " ");
    put_padded(v, source, strlen(source), v->width);
    for (i = 0; i < v->counters.count; i++) {
        out_say(v->out, " ");
        put_padded(v, cells != NULL && cells[i].len > 0 ? cells[i].ptr : "", cells != NULL ? cells[i].len : 0, COUNTER_WIDTH);
    }
    out_say(v->out, "\n");
}

static void put_ruler(const vendor_page *v)
{
    size_t i, k;
    for (k = 0; k < ADDRESS_WIDTH; k++) out_say(v->out, "-");
    out_say(v->out, " ");
    for (k = 0; k < v->width; k++) out_say(v->out, "-");
    for (i = 0; i < v->counters.count; i++) out_say(v->out, " ------");
    out_say(v->out, "\n");
}

/* "Address", "Source", and labels, which are cut after every six bytes. */
static void put_titles(const vendor_page *v)
{
    cli_buf *cells = (cli_buf *)cli_alloc(v->counters.count + 1, sizeof *cells);
    size_t i, at;
    int more = 1;
    for (at = 0; more; at += COUNTER_WIDTH) {
        more = 0;
        for (i = 0; i < v->counters.count; i++) {
            const nvs_view label = v->counters.list[i].label;
            const size_t left = label.len > at ? label.len - at : 0;
            cells[i].len = 0;
            if (left > 0) cli_put(&cells[i], label.ptr + at, left < COUNTER_WIDTH ? left : COUNTER_WIDTH);
            more |= left > COUNTER_WIDTH;
        }
        put_text_row(v, at == 0 ? "Address" : "", at == 0 ? "Source" : "", cells);
    }
    for (i = 0; i < v->counters.count; i++) cli_buf_free(&cells[i]);
    cli_free(cells);
}

static void put_csv_titles(const vendor_page *v, const char *const *titles, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) put_cell(v, titles[i]);
    for (i = 0; i < v->counters.count; i++) cli_csv_field(&v->x->pg->to->v, v->counters.list[i].label.ptr, v->counters.list[i].label.len);
    cli_csv_end(&v->x->pg->to->v);
}

/* What codes mean was read off the instructions of public reports, whose mnemonics name the memory; other codes stay numbers. */
static void put_code_words(cli_buf *b, nvs_view name, uint64_t code)
{
    static const struct {
        const char *name;
        uint64_t bit;
        const char *word;
    } words[] = {{"memory_type", 4, "Global"}, {"memory_type", 8, "Local"}, {"memory_type", 16, "Shared"},
                 {"memory_access_type", 2, "Load"}, {"memory_access_type", 4, "Store"}};
    const size_t start = b->len;
    size_t i;
    uint64_t left = code;
    for (i = 0; i < sizeof words / sizeof *words; i++) {
        if ((left & words[i].bit) == 0 || !same_text(view_of(name), words[i].name)) continue;
        cli_putf(b, "%s%s", b->len > start ? ", " : "", words[i].word);
        left &= ~words[i].bit;
    }
    if (left != 0) cli_putf(b, "%s%" PRIu64, b->len > start ? ", " : "", left);
}

/* The text of a counter of words at an instruction, in b; 0: it has none there. */
static int word_at(const listing *l, size_t column, size_t row, cli_buf *b)
{
    const source_column *c = &l->columns[column];
    b->len = 0;
    cli_put(b, "", 0);
    if (c->texts != NULL) {
        cli_put_safe(b, c->texts[row].ptr, c->texts[row].len);
        return c->texts[row].ptr != NULL;
    }
    if (c->held[row]) put_code_words(b, c->name, (uint64_t)value_of(l, column, row));
    return c->held[row];
}

/* Values of the instructions of list together, by counter: sums; of texts each once. "-": none has one. */
static void counter_cells(const vendor_page *v, const placed *list, size_t count, cli_buf *cells)
{
    const listing *l = &v->x->l;
    size_t i, k, n;
    for (i = 0; i < v->counters.count; i++) {
        const page_counter *c = &v->counters.list[i];
        const int words = c->count > 0 && (l->columns[c->of[0]].texts != NULL || l->columns[c->of[0]].held != NULL);
        cli_buf word = {NULL, 0, 0};
        double sum = 0;
        text_set seen;
        cells[i].len = 0;
        cli_put(&cells[i], "", 0);
        memset(&seen, 0, sizeof seen);
        for (n = 0; n < count; n++)
            for (k = 0; k < c->count; k++) {
                if (!words) sum += value_of(l, c->of[k], list[n].row);
                else if (word_at(l, c->of[k], list[n].row, &word) && set_find(&seen, word.ptr, word.len) == NOT_IN_SET) {
                    if (seen.count > 0) cli_put(&cells[i], ", ", 2);
                    (void)set_add(&seen, word.ptr, word.len);
                    cli_put(&cells[i], word.ptr, word.len);
                }
            }
        cli_buf_free(&word);
        if (!words) put_page_number(&cells[i], sum);
        else if (seen.count == 0) cli_put(&cells[i], "-", 1);
        set_free(&seen);
    }
}

/* Instructions -------------------------------------------------------------------------------------------------------- */

static const char *text_at(const vendor_page *v, size_t at, cubin_instruction *to)
{
    const source_row *row = &v->x->l.rows[at];
    return row->function == NULL ? NULL : sass_for(v->x->l.code, row->function, row->address - row->function->address, row->address, to);
}

/* Labels as public listings of nvdisasm number them: in a function, in the order in which branches and BSSY first name a target.
   Each function begins with 0: the third one of a module whose listing says .L_x_4 has .L_x_0 on ncu's page. */
static void number_labels(vendor_page *v)
{
    const listing *l = &v->x->l;
    text_set targets;
    size_t i;
    memset(&targets, 0, sizeof targets);
    v->labels = (size_t *)cli_alloc(l->count, sizeof *v->labels);
    for (i = 0; i < l->count; i++) {
        cubin_instruction in;
        if (i > 0 && l->rows[i].function != l->rows[i - 1].function) set_free(&targets);
        if (text_at(v, i, &in) != NULL && in.has_target && (in.flow == CUBIN_FLOW_BRANCH || in.flow == CUBIN_FLOW_SET))
            v->labels[i] = set_add(&targets, (const char *)&in.target, sizeof in.target) + 1;
    }
    set_free(&targets);
}

/* "@P0   EXIT", "      BRA `(.L_x_0) 0x700e7d220": the predicate in six columns, absolute targets, nothing about reuse. */
static void put_instruction(const vendor_page *v, cli_buf *b, size_t at)
{
    const listing *l = &v->x->l;
    const source_row *row = &l->rows[at];
    cubin_instruction in;
    const char *text = text_at(v, at, &in), *p, *cut;
    char target[24];
    size_t guard = 0;
    if (text == NULL) {
        cli_put(b, "      ", 6);
        put_bytes(b, l, row);
        return;
    }
    if (text[0] == '@') guard = strcspn(text, " ");
    cli_putf(b, "%-5.*s ", (int)guard, text);
    for (p = text + guard + (guard > 0); (cut = strstr(p, ".reuse")) != NULL; p = cut + 6) cli_put_safe(b, p, (size_t)(cut - p));
    if (v->labels != NULL && v->labels[at] > 0) {
        snprintf(target, sizeof target, "0x%" PRIx64, in.target);
        if ((cut = strstr(p, target)) != NULL) {
            cli_put_safe(b, p, (size_t)(cut - p));
            cli_putf(b, "`(.L_x_%zu) ", v->labels[at] - 1);
            p = cut;
        }
    }
    cli_put_safe(b, p, strlen(p));
}

/* below: with a line above, which has its own column of numbers. */
static void put_row(const vendor_page *v, const placed *at, int below, cli_buf *cells)
{
    cli_buf text = {NULL, 0, 0}, address = {NULL, 0, 0};
    put_instruction(v, &text, at->row);
    if (!v->csv && below) cli_put(&address, "    ", 4);
    cli_putf(&address, "0x%" PRIx64, v->x->l.rows[at->row].address);
    counter_cells(v, at, 1, cells);
    if (!v->csv) put_text_row(v, address.ptr, text.ptr, cells);
    else {
        if (below) put_cell(v, "");
        if (below) put_cell(v, "");
        put_cell(v, address.ptr);
        put_cell(v, text.ptr);
        put_cells(v, cells);
    }
    cli_buf_free(&text);
    cli_buf_free(&address);
}

static size_t widest_instruction(const vendor_page *v)
{
    cli_buf b = {NULL, 0, 0};
    size_t i, most = 6;
    for (i = 0; i < v->x->l.count; i++) {
        b.len = 0;
        put_instruction(v, &b, i);
        if (cli_width(b.ptr, b.len) > most) most = cli_width(b.ptr, b.len);
    }
    cli_buf_free(&b);
    return most;
}

static void page_of_instructions(vendor_page *v, const char *name, cli_buf *cells)
{
    static const char *const titles[] = {"Address", "Source"};
    size_t i;
    v->width = widest_instruction(v);
    if (v->csv) {
        put_cell(v, "Kernel Name");
        put_cell(v, name);
        if (v->counters.count > 0) put_cell(v, "");
        cli_csv_end(&v->x->pg->to->v);
        put_csv_titles(v, titles, 2);
    } else {
        put_ruler(v);
        put_text_row(v, "Kernel Name", name, NULL);
        put_ruler(v);
        put_titles(v);
    }
    for (i = 0; i < v->x->l.count; i++) {
        placed one;
        one.row = i;
        put_row(v, &one, 0, cells);
    }
}

/* Lines ------------------------------------------------------------------------------------------------------------- */

static void place_row(vendor_page *v, size_t row, size_t file, uint32_t line)
{
    placed *to;
    v->list = (placed *)cli_grow(v->list, &v->room, v->count + 1, sizeof *v->list);
    to = &v->list[v->count++];
    to->file = file;
    to->line = line;
    to->row = row;
}

static int by_line(const void *a, const void *b)
{
    const placed *x = (const placed *)a, *y = (const placed *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* The path of the text that the report holds, else that of the line tables, with the slashes of the former. */
static char *path_of(const vendor_page *v, const code_place *place)
{
    const machine_code *code = v->x->l.code;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < code->text_count; i++)
        if (same_view(file_name(bytes_of(code->texts[i].path, code->texts[i].path_len)), file_name(place->file)))
            return copy_text(code->texts[i].path, code->texts[i].path_len);
    cli_put(&b, place->directory.ptr, place->directory.len);
    if (place->directory.len > 0) cli_put(&b, "/", 1);
    cli_put(&b, place->file.ptr, place->file.len);
    return b.ptr;
}

static size_t file_of(vendor_page *v, const code_place *place)
{
    cli_buf key = {NULL, 0, 0};
    const size_t known = v->files.count;
    size_t number;
    cli_put(&key, place->directory.ptr, place->directory.len);
    cli_put(&key, "", 1);
    cli_put(&key, place->file.ptr, place->file.len);
    number = set_add(&v->files, key.ptr, key.len);
    cli_buf_free(&key);
    if (v->files.count > known) {
        v->paths = (char **)cli_grow(v->paths, &v->path_room, v->files.count, sizeof *v->paths);
        v->paths[number] = path_of(v, place);
    }
    return number;
}

static void place_rows(vendor_page *v)
{
    const listing *l = &v->x->l;
    size_t i, k = 0;
    for (i = 0; i < l->count; i++) {
        code_place place;
        memset(&place, 0, sizeof place);
        if (v->ptx) {
            place.file = bytes_of("-", 1);
            if (l->rows[i].ptx > 0) place_row(v, i, file_of(v, &place), l->rows[i].ptx);
            continue;
        }
        row_place(l, &l->rows[i], &place);
        if (place.line == 0) continue;
        do place_row(v, i, file_of(v, &place), place.line);
        while (code_outer(l->code->lines, &place));
    }
    if (v->count > 0) qsort(v->list, v->count, sizeof *v->list, by_line);
    for (i = 0; i < v->count; i++) /* a function that calls itself */
        if (k == 0 || by_line(&v->list[i], &v->list[k - 1]) != 0) v->list[k++] = v->list[i];
    v->count = k;
}

static void put_line_text(const vendor_page *v, cli_buf *b, const placed *at)
{
    const char *path = v->paths[at->file];
    ncurep_view text = v->ptx ? ptx_line(v->x->l.code->lines, at->line) : code_line(v->x->l.code, file_name(bytes_of(path, strlen(path))), at->line);
    while (text.len > 0 && (unsigned char)text.ptr[0] <= ' ') {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0 && (unsigned char)text.ptr[text.len - 1] <= ' ') text.len--;
    cli_put_safe(b, text.ptr, text.len);
}

/* A line and, where they are wanted, its instructions, with dots where others lie between them. */
static void put_line(const vendor_page *v, const placed *list, size_t count, cli_buf *cells)
{
    const int with_code = v->x->how->view == VIEW_LINE_ADDRESS || v->x->how->view == VIEW_PTX_ADDRESS;
    cli_buf text = {NULL, 0, 0};
    char number[16];
    size_t i, k;
    snprintf(number, sizeof number, "%" PRIu32, list->line);
    put_line_text(v, &text, list);
    counter_cells(v, list, count, cells);
    if (v->csv) {
        put_cell(v, number);
        put_cell(v, text.ptr != NULL ? text.ptr : "");
        if (with_code) put_cell(v, "-");
        if (with_code) put_cell(v, "-");
        put_cells(v, cells);
    } else {
        if (with_code) {
            put_ruler(v);
            put_titles(v);
        }
        put_text_row(v, number, text.ptr != NULL ? text.ptr : "", cells);
        if (with_code) put_ruler(v);
    }
    for (i = 0; with_code && i < count; i++) {
        if (i > 0 && list[i].row != list[i - 1].row + 1) {
            if (!v->csv) {
                for (k = 0; k < v->counters.count; k++) {
                    cells[k].len = 0;
                    cli_put(&cells[k], "-", 1);
                }
                put_text_row(v, "    ...", "     ...", cells);
            } else {
                put_cell(v, "");
                put_cell(v, "");
                put_cell(v, "...");
                put_cell(v, "...");
                put_cells(v, NULL);
            }
        }
        put_row(v, &list[i], 1, cells);
    }
    cli_buf_free(&text);
}

static void put_file_head(const vendor_page *v, const char *path, const char *name)
{
    static const char *const titles[] = {"Line No", "Source", "Address", "Source"};
    const int with_code = v->x->how->view == VIEW_LINE_ADDRESS || v->x->how->view == VIEW_PTX_ADDRESS;
    if (v->csv) {
        put_cell(v, "File Path");
        put_cell(v, path);
        cli_csv_end(&v->x->pg->to->v);
        put_cell(v, "Function Name");
        put_cell(v, name);
        cli_csv_end(&v->x->pg->to->v);
        put_csv_titles(v, titles, with_code ? 4 : 2);
        return;
    }
    out_say(v->out, "/*\nFile Path: ");
    out_safe(v->out, path, strlen(path));
    out_say(v->out, "\n*/\n/*\nFunction Name: %s\n*/\n", name);
    if (!with_code) {
        put_ruler(v);
        put_titles(v);
    }
}

static void page_of_lines(vendor_page *v, const char *name, cli_buf *cells)
{
    size_t i, end;
    v->width = widest_instruction(v);
    if (v->width < LINES_WIDTH) v->width = LINES_WIDTH;
    place_rows(v);
    for (i = 0; i < v->count; i = end) {
        if (i == 0 || v->list[i].file != v->list[i - 1].file) put_file_head(v, v->paths[v->list[i].file], name);
        for (end = i; end < v->count && v->list[end].file == v->list[i].file && v->list[end].line == v->list[i].line; end++) {}
        put_line(v, &v->list[i], end - i, cells);
    }
}

int vendor_source(shown *x, section_source *sections)
{
    vendor_page v;
    cli_buf name = {NULL, 0, 0}, *cells;
    size_t i;
    const ncurep_view full = full_name(x->l.r);
    memset(&v, 0, sizeof v);
    v.x = x;
    v.out = x->pg->to;
    v.ptx = x->how->view == VIEW_PTX_TEXT || x->how->view == VIEW_PTX_ADDRESS;
    v.csv = !out_talks(x->pg->to);
    if (x->how->view == VIEW_TILE) {
        cli_error(x->pg->m->c, "%s: no Tile IR is known of this kernel", x->l.o->path);
        return 1;
    }
    if (!page_counters_open(&v.counters, &x->l, sections)) return 0;
    if (version_number(x->l.o) >= 202504) number_labels(&v);
    cells = (cli_buf *)cli_alloc(v.counters.count + 1, sizeof *cells);
    cli_put_safe(&name, full.ptr, full.len);
    if (x->how->view == VIEW_ADDRESS) page_of_instructions(&v, name.ptr != NULL ? name.ptr : "", cells);
    else page_of_lines(&v, name.ptr != NULL ? name.ptr : "", cells);
    for (i = 0; i < v.counters.count; i++) cli_buf_free(&cells[i]);
    cli_free(cells);
    cli_buf_free(&name);
    page_counters_close(&v.counters);
    for (i = 0; i < v.files.count; i++) cli_free(v.paths[i]);
    cli_free(v.paths);
    set_free(&v.files);
    cli_free(v.list);
    cli_free(v.labels);
    return 1;
}
