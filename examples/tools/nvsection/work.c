#include "work.h"
#include "report.h"
#include "report/input/section_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const uint32_t known_cc[] = {60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121, 0};

work *work_of(const request *q, void *options)
{
    work *const w = (work *)options;
    w->operands = q->paths;
    w->operand_count = q->path_count;
    return w;
}

static void report(cli *c, const section_file *f)
{
    uint32_t k;
    for (k = 0; k < f->document->problem_count; k++) {
        nvs_problem d_at;
        const nvs_problem *const d = &d_at;
        (void)nvs_document_problem_at(f->document, k, &d_at);
        cli_report(c, stderr, d->warning ? "warning" : "error", f->path.ptr, f->document->input.ptr, f->document->input.len,
                   d->offset, "%s%s%.*s", nvs_problem_kind_text(d->kind), d->name.len > 0 ? ": " : "", (int)d->name.len, d->name.ptr);
    }
}

/* A chart is one body item, not a section, so it stays outside the library. */
static int add_chart(cli *c, work *w, const char *path)
{
    nvs_document *doc;
    section_file *f;
    char *text;
    size_t len;
    if (!w->with_charts) {
        cli_error(c, "%s: a chart, not a section", path);
        return 0;
    }
    doc = load(c, path, w->lenient, &text, &len);
    if (doc == NULL) {
        free(text);
        return 0;
    }
    w->charts = (section_file *)cli_grow(w->charts, &w->chart_room, w->chart_count + 1, sizeof *w->charts);
    f = &w->charts[w->chart_count++];
    memset(f, 0, sizeof *f);
    f->path = nvs_text(path);
    f->state = doc->errors > 0 ? SECTION_WRONG : SECTION_GOOD;
    f->document = doc;
    f->own = text;
    return 1;
}

static int add_operand(cli *c, work *w, const char *path, int recursive)
{
    struct stat st;
    const uint32_t before = w->library->count;
    const char *why = NULL;
    size_t len;
    char *text;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        why = library_load(w->library, &system_disk, path, recursive);
    } else if (top_of(path) != NVS_MESSAGE_SECTION) {
        return add_chart(c, w, path);
    } else {
        text = cli_read(c, path, &len, NULL);
        if (text == NULL) return 0;
        library_add(w->library, nvs_text(path), text, len, 1);
    }
    if (why != NULL) cli_error(c, "%s: %s", path, why);
    else if (w->library->count == before) cli_error(c, "%s: no section files in it%s", path, recursive ? "" : " (--recursive looks into subfolders)");
    return w->library->count > before;
}

static int pick(cli *c, work *w)
{
    nvs_error error;
    uint32_t found;
    size_t i;
    for (i = 0; i < w->sets.count + w->sections.count; i++) {
        const int set = i < w->sets.count;
        const char *const what = set ? w->sets.at[i] : w->sections.at[i - w->sets.count];
        if (!library_pick(w->library, set ? PICK_SET : PICK_SECTION, what, &found, &error)) {
            cli_error(c, "%s: character %u: %s", what, (unsigned)error.offset + 1, error.message);
            return 0;
        }
        if (found == 0) cli_error(c, "no section %s\"%s\" here", set ? "in set " : "", what);
        if (found == 0) return 0;
    }
    if (i == 0) (void)library_pick(w->library, PICK_ALL, "", &found, NULL);
    return 1;
}

int work_files(cli *c, work *w, size_t first)
{
    if (first < w->operand_count || w->folders.count + w->trees.count > 0) return CLI_FINE;
    w->deployed = deployed_sections();
    if (w->deployed == NULL) return cli_usage(c, "which section files or folders?");
    cli_error(c, "sections of %s", w->deployed);
    return CLI_FINE;
}

int work_load(cli *c, work *w, size_t first)
{
    uint32_t i;
    size_t k;
    w->library = library_open(w->lenient);
    for (k = first; k < w->operand_count; k++)
        if (!add_operand(c, w, w->operands[k], w->recursive)) return 0;
    for (k = 0; k < w->folders.count; k++)
        if (!add_operand(c, w, w->folders.at[k], 0)) return 0;
    for (k = 0; k < w->trees.count; k++)
        if (!add_operand(c, w, w->trees.at[k], 1)) return 0;
    if (w->deployed != NULL && !add_operand(c, w, w->deployed, 0)) return 0;
    for (i = 0; i < w->library->count; i++) {
        const section_file *f = &w->library->files[i];
        if (f->state != SECTION_GOOD && f->state != SECTION_DUPLICATE) w->lost++;
        if (library_trouble(f) != NULL) cli_error(c, "%s: %s", f->path.ptr, library_trouble(f));
        else if (!w->silent) report(c, f);
        if (f->state == SECTION_DUPLICATE && !w->silent)
            cli_error(c, "%s: has the same Identifier as %s, which wins", f->path.ptr, w->library->files[f->same_as].path.ptr);
    }
    w->roots = (const nvs_node **)cli_alloc(w->library->count, sizeof *w->roots);
    if (!read_names(c, w->names, w->expand, &w->lists) || !pick(c, w)) return 0;
    w->root_count = library_sections(w->library, w->roots);
    return 1;
}

int work_code(const work *w, int code)
{
    return w->lost > 0 && code < CLI_INPUT ? CLI_INPUT : code;
}

void work_free(work *w)
{
    size_t i;
    library_close(w->library);
    for (i = 0; i < w->chart_count; i++) {
        nvs_document_close(w->charts[i].document);
        free(w->charts[i].own);
    }
    free(w->charts);
    free(w->roots);
    cli_free(w->deployed);
    free_names(&w->lists);
}

const nvs_selection *work_select(cli *c, const work *w)
{
    nvs_select_options options;
    nvs_error error;
    const nvs_selection *s;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    options.device = w->device;
    options.catalog = w->lists.known;
    s = nvs_select(w->roots, w->root_count, &options, &error);
    if (s == NULL) cli_error(c, "%s", error.message);
    return s;
}

const section_file *work_file(const work *w, const nvs_node *node)
{
    uint32_t i;
    while (node->parent != NULL) node = node->parent;
    for (i = 0; i < w->chart_count; i++)
        if (w->charts[i].document->root == node) return &w->charts[i];
    for (i = 0; i + 1 < w->library->count; i++)
        if (w->library->files[i].document != NULL && w->library->files[i].document->root == node) break;
    return &w->library->files[i];
}

void put_device(cli_buf *b, const nvs_device *device)
{
    cli_putf(b, "cc %u.%u, %s", (unsigned)(device->cc / 10), (unsigned)(device->cc % 10), device->scope != NVS_SCOPE_NONE ? nvs_scope_name((nvs_scope)device->scope) : "?");
    if (device->vgpu) cli_putf(b, ", virtual GPU");
    if (device->kmd != 0) cli_putf(b, ", driver %u", (unsigned)device->kmd);
}

static void put_cc(cli_buf *b, uint64_t cc)
{
    cli_putf(b, "%u.%u", (unsigned)(cc / 10), (unsigned)(cc % 10));
}

/* "7.5 to 8.9", "up to 7.2", "9.0 and newer", "any" */
static void put_range(cli_buf *b, const nvs_node *from)
{
    const nvs_node *low = nvs_node_child(from, NVS_FIELD_MIN_ARCH), *high = nvs_node_child(from, NVS_FIELD_MAX_ARCH);
    if (high != NULL && high->v.u == NVS_ARCH_MAX) high = NULL;
    if (low == NULL && high == NULL) cli_putf(b, "any");
    else if (low != NULL && high != NULL && low->v.u == high->v.u) put_cc(b, low->v.u);
    else if (low != NULL) {
        put_cc(b, low->v.u);
        if (high == NULL) cli_putf(b, " and newer");
        else {
            cli_putf(b, " to ");
            put_cc(b, high->v.u);
        }
    } else {
        cli_putf(b, "up to ");
        put_cc(b, high->v.u);
    }
}

void put_filter(cli_buf *b, const nvs_node *filter, nvs_reason reason)
{
    const int any = reason == NVS_REASON_NONE;
    const nvs_node *n = nvs_node_child(filter, NVS_FIELD_ITEMS);
    const size_t start = b->len;
    const int arch = any || reason == NVS_REASON_ARCH, kmd = any || reason == NVS_REASON_KMD;
    if (arch && n != NULL) {
        cli_putf(b, "cc ");
        for (; n != NULL; n = nvs_node_again(n)) {
            put_range(b, n);
            if (nvs_node_again(n) != NULL) cli_putf(b, " or ");
        }
    } else if (arch && (nvs_node_child(filter, NVS_FIELD_MIN_ARCH) != NULL || nvs_node_child(filter, NVS_FIELD_MAX_ARCH) != NULL)) {
        cli_putf(b, "cc ");
        put_range(b, filter);
    }
    n = nvs_node_child(nvs_node_child(filter, NVS_FIELD_COLLECTION_FILTER), NVS_FIELD_COLLECTION_SCOPES);
    if (!any && reason != NVS_REASON_SCOPE) n = NULL;
    if (n != NULL) cli_putf(b, "%sscope ", b->len > start ? ", " : "");
    for (; n != NULL; n = nvs_node_again(n))
        cli_putf(b, "%s%s", n->v.u != 0 ? nvs_scope_name((nvs_scope)n->v.u) : "?", nvs_node_again(n) != NULL ? " or " : "");
    if ((any || reason == NVS_REASON_VGPU) && nvs_node_uint(filter, NVS_FIELD_VGPU) == 2)
        cli_putf(b, "%snot on a virtual GPU", b->len > start ? ", " : "");
    if (kmd && nvs_node_child(filter, NVS_FIELD_MIN_KMD) != NULL)
        cli_putf(b, "%sdriver from %u", b->len > start ? ", " : "", (unsigned)nvs_node_uint(filter, NVS_FIELD_MIN_KMD));
    if (kmd && nvs_node_child(filter, NVS_FIELD_MAX_KMD) != NULL)
        cli_putf(b, "%sdriver up to %u", b->len > start ? ", " : "", (unsigned)nvs_node_uint(filter, NVS_FIELD_MAX_KMD));
    if (b->len == start) cli_putf(b, "any device");
}

void put_conditions(cli_buf *b, const nvs_conditions *c)
{
    const nvs_node *const filters[] = {c->arch, c->scopes != NULL ? c->scopes->parent : NULL, c->vgpu, c->kmd};
    static const nvs_reason reasons[] = {NVS_REASON_ARCH, NVS_REASON_SCOPE, NVS_REASON_VGPU, NVS_REASON_KMD};
    const size_t start = b->len;
    size_t i;
    for (i = 0; i < 4; i++) {
        if (filters[i] == NULL) continue;
        if (b->len > start) cli_putf(b, ", ");
        put_filter(b, filters[i], reasons[i]);
    }
    if (b->len == start) cli_putf(b, "any device");
}

char *copy_view(nvs_view v)
{
    char *s = (char *)cli_alloc(v.len + 1, 1);
    memcpy(s, v.ptr, v.len);
    return s;
}
