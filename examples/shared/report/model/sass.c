/* Text of machine instructions: that of cubin.h, or what a disassembler prints. */
#include "code.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const sass_line *x = (const sass_line *)a, *y = (const sass_line *)b;
    const int c = strcmp(x->section, y->section);
    return c != 0 ? c : x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Lines ".text.NAME:" and "/" "*0010*" "/ TEXT ;". */
static void take(sass *s, char *text)
{
    char *line, *next;
    const char *section = "";
    for (line = text; line != NULL && *line != 0; line = next) {
        char *p = line, *end;
        next = strchr(line, '\n');
        if (next != NULL) *next++ = 0;
        if (strncmp(p, ".text.", 6) == 0 && (end = strrchr(p, ':')) != NULL) {
            *end = 0;
            section = p + 6;
            continue;
        }
        while (*p == ' ' || *p == '\t') p++;
        if (p[0] == '/' && p[1] == '*') {
            const uint64_t offset = strtoull(p + 2, &end, 16);
            if (end == p + 2 || end[0] != '*' || end[1] != '/') continue;
            p = end + 2;
            while (*p == ' ' || *p == '\t') p++;
            end = strchr(p, ';');
            if (end == NULL) continue;
            while (end > p && end[-1] == ' ') end--;
            s->list = (sass_line *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
            s->list[s->count].offset = offset;
            s->list[s->count].section = copy_text(section, strlen(section));
            s->list[s->count++].text = copy_text(p, (size_t)(end - p));
        }
    }
    if (s->count > 0) qsort(s->list, s->count, sizeof *s->list, by_place);
}

/* "$kernel$function" is in the section of the kernel. */
static ncurep_view section_of(const code_function *f)
{
    ncurep_view name = f->name;
    const char *end = name.len > 1 && name.ptr[0] == '$' ? (const char *)memchr(name.ptr + 1, '$', name.len - 1) : NULL;
    if (end == NULL) return name;
    name.ptr++;
    name.len = (size_t)(end - name.ptr);
    return name;
}

static void find_sections(machine_code *x)
{
    text_set set;
    size_t *first = (size_t *)cli_alloc(x->count, sizeof *first), i;
    memset(&set, 0, sizeof set);
    for (i = 0; i < x->count; i++) { /* several parts of a module may name it */
        const code_function *f = &x->functions[i];
        const size_t before = set.count;
        if (f->bytes.len > 0 && set_add(&set, f->name.ptr, f->name.len) == before) first[before] = i + 1;
    }
    for (i = 0; i < x->count; i++) {
        const ncurep_view name = section_of(&x->functions[i]);
        const size_t number = name.ptr != x->functions[i].name.ptr ? set_find(&set, name.ptr, name.len) : NOT_IN_SET;
        if (number != NOT_IN_SET) x->functions[i].outer = first[number];
    }
    set_free(&set);
    cli_free(first);
}

int sass_read(machine_code *x, const model *m)
{
    cli_buf out = {NULL, 0, 0};
    int ok;
    if (x->sass_known || x->cubin == NULL || m->disassembler == NULL) return 1;
    x->sass_known = 1;
    ok = m->disassemble_fn(m->c, m->disassembler, &out, x->cubin, x->cubin_size);
    if (ok && out.len > 0) take(&x->sass, out.ptr);
    if (x->sass.count > 0) find_sections(x);
    cli_buf_free(&out);
    return ok;
}

/* Texts of cubin.h: a module may have a hundred results, and each shows the same ones. */
typedef struct sass_texts {
    char now[CUBIN_TEXT_ROOM]; /* one that is not kept */
    cli_buf kept;
    uint32_t **at;   /* by function, by the number of the instruction: 1 + where its text begins in kept; NULL: none of them is */
    size_t at_count; /* of all functions */
} sass_texts;

#define MOST_KEPT ((size_t)4 << 20) /* bytes of a module's texts; what does not fit is made each time */

void sass_open(machine_code *x)
{
    x->sass_texts = (sass_texts *)cli_alloc(1, sizeof *x->sass_texts);
    x->sass_texts->at = (uint32_t **)cli_alloc(x->count + 1, sizeof *x->sass_texts->at);
}

void sass_close(machine_code *x)
{
    sass *const s = &x->sass;
    sass_texts *const texts = x->sass_texts;
    size_t i;
    for (i = 0; i < s->count; i++) {
        cli_free(s->list[i].section);
        cli_free(s->list[i].text);
    }
    cli_free(s->list);
    memset(s, 0, sizeof *s);
    if (texts == NULL) return;
    for (i = 0; i < x->count; i++) cli_free(texts->at[i]);
    cli_free(texts->at);
    cli_buf_free(&texts->kept);
    cli_free(texts);
    x->sass_texts = NULL;
}

/* One of 8 bytes, which has its scheduling in the control word of its group: that begins where the function lies in its section. */
static const char *narrow_text(const machine_code *x, const code_function *f, uint64_t offset, cubin_instruction *to)
{
    cubin_location at;
    cubin_symbol_id id;
    id.number = f->symbol;
    if (f->symbol == NCUREP_NONE || offset % 8 != 0 || !cubin_location_find(x->lines, id, offset, &at) || at.instruction.size == 0) return NULL;
    if (to != NULL) *to = at.instruction;
    memcpy(x->sass_texts->now, at.text, strlen(at.text) + 1);
    return x->sass_texts->now;
}

const char *sass_for(const machine_code *x, const code_function *f, uint64_t offset, uint64_t address, cubin_instruction *to)
{
    sass_texts *const s = x->sass_texts;
    const uint32_t size = cubin_instruction_size(x->arch);
    if (s == NULL || offset >= f->bytes.len) return NULL;
    if (size != 16) return size == 8 && address == offset ? narrow_text(x, f, offset, to) : NULL;
    return cubin_disassemble(x->arch, f->bytes.ptr + offset, f->bytes.len - (size_t)offset, address, to, s->now, sizeof s->now, NULL) == CUBIN_OK
               ? s->now
               : NULL;
}

/* Ours, at its offset. */
static const char *own_text(const machine_code *x, const code_function *f, uint64_t offset)
{
    sass_texts *const s = x->sass_texts;
    const uint32_t size = cubin_instruction_size(x->arch);
    const size_t number = (size_t)(f - x->functions), count = size > 0 ? f->bytes.len / size : 0;
    const char *text;
    uint32_t *at;
    if (s == NULL || size == 0 || offset % size != 0 || offset / size >= count) return sass_for(x, f, offset, offset, NULL);
    if (s->at[number] == NULL && count <= MOST_KEPT / sizeof *at - s->at_count) {
        s->at[number] = (uint32_t *)cli_alloc(count, sizeof *at);
        s->at_count += count;
    }
    at = s->at[number] != NULL ? &s->at[number][offset / size] : NULL;
    if (at != NULL && *at > 0) return s->kept.ptr + *at - 1;
    text = sass_for(x, f, offset, offset, NULL);
    if (at == NULL || text == NULL || s->kept.len + CUBIN_TEXT_ROOM > MOST_KEPT) return text;
    *at = (uint32_t)s->kept.len + 1;
    cli_put(&s->kept, text, strlen(text) + 1);
    return s->kept.ptr + *at - 1;
}

const char *sass_at(const machine_code *x, const code_function *f, uint64_t offset)
{
    const sass *s = &x->sass;
    sass_line key, *found;
    const ncurep_view name = section_of(f);
    if (s->count == 0) return own_text(x, f, offset);
    if (f->name.len > 1 && f->name.ptr[0] == '$') {
        if (name.ptr == f->name.ptr || f->bytes.len == 0) return NULL;
        if (f->outer > 0) offset += (uint64_t)(f->bytes.ptr - x->functions[f->outer - 1].bytes.ptr);
    }
    key.offset = offset;
    key.text = NULL;
    key.section = copy_text(name.ptr, name.len);
    found = (sass_line *)bsearch(&key, s->list, s->count, sizeof *s->list, by_place);
    cli_free(key.section);
    return found != NULL ? found->text : NULL;
}

int has_sass(const machine_code *x)
{
    return x->sass.count > 0 || cubin_instruction_size(x->arch) != 0;
}
