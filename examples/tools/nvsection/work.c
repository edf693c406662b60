#include "work.h"
#include "report.h"
#include "report/input/section_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const uint32_t known_cc[] = {60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121, 0};

static const struct {
    const char *name;
    uint32_t cc;
} chips[] = {{"gp100", 60}, {"gp102", 61}, {"gp104", 61}, {"gp106", 61}, {"gp107", 61}, {"gp108", 61}, {"gp10b", 62},
             {"gv100", 70}, {"gv11b", 72}, {"tu102", 75}, {"tu104", 75}, {"tu106", 75}, {"tu116", 75}, {"tu117", 75},
             {"ga100", 80}, {"ga102", 86}, {"ga103", 86}, {"ga104", 86}, {"ga106", 86}, {"ga107", 86}, {"ga10b", 87},
             {"ad102", 89}, {"ad103", 89}, {"ad104", 89}, {"ad106", 89}, {"ad107", 89}, {"gh100", 90}, {"gb100", 100},
             {"gb202", 120}, {"gb203", 120}, {"gb205", 120}, {"gb206", 120}, {"gb207", 120}};

enum { CC = 1, CHIP, SCOPE, VGPU, KMD, NAMES, EXPAND, SET, SECTION, RECURSIVE, LENIENT, CHECK, IN_PLACE, EVERYTHING,
       METRICS, GENERATION, INSTANCES, NO_RULES, KERNEL, SKIP, HTML, FOLDER, FOLDER_TREE, JOIN };

/* "90" and "9.0". */
static int take_cc(cli *c, const char *text, uint32_t *cc)
{
    uint64_t major = 0, minor = 0;
    const char *p = text;
    while (*p >= '0' && *p <= '9' && p - text < 5) major = major * 10 + (uint64_t)(*p++ - '0');
    if (p > text && *p == '.' && p[1] >= '0' && p[1] <= '9' && p[2] == 0) {
        minor = (uint64_t)(p[1] - '0');
        *cc = (uint32_t)(major * 10 + minor);
        return 1;
    }
    *cc = (uint32_t)major;
    if (p > text && *p == 0 && major >= 10) return 1;
    (void)cli_usage(c, "--cc takes a compute capability such as 8.6 or 86, not \"%s\"", text);
    return 0;
}

static int take_chip(cli *c, const char *text, uint32_t *cc)
{
    size_t i;
    for (i = 0; i < sizeof chips / sizeof chips[0]; i++)
        if (strcmp(text, chips[i].name) == 0) {
            *cc = chips[i].cc;
            return 1;
        }
    (void)cli_usage(c, "unknown chip \"%s\"; use --cc with its compute capability", text);
    return 0;
}

static int take(cli *c, work *w, int option, const char *value)
{
    static const char *const scopes[] = {"launch", "range", "cmdlist"};
    uint64_t number;
    uint32_t i;
    switch (option) {
    case CC: return take_cc(c, value, &w->device.cc);
    case CHIP: return take_chip(c, value, &w->device.cc);
    case VGPU: w->device.vgpu = 1; break;
    case KMD:
        if (!cli_number(c, "--kmd", value, 1, 0xffffffff, &number)) return 0;
        w->device.kmd = (uint32_t)number;
        break;
    case SCOPE:
        for (i = 0; i < 3 && strcmp(value, scopes[i]) != 0; i++) continue;
        if (i == 3) {
            (void)cli_usage(c, "--scope is launch, range or cmdlist, not \"%s\"", value);
            return 0;
        }
        w->device.scope = i + NVS_SCOPE_LAUNCH;
        break;
    case NAMES: w->names = value; break;
    case EXPAND: w->expand = value; break;
    case SET: w->sets[w->set_count++] = value; break;
    case SECTION: w->sections[w->section_count++] = value; break;
    case RECURSIVE: w->recursive = 1; break;
    case LENIENT: w->lenient = 1; break;
    case CHECK: w->check = 1; break;
    case IN_PLACE: w->in_place = 1; break;
    case METRICS: w->metrics = value; break;
    case GENERATION:
        if (strcmp(value, "1") != 0 && strcmp(value, "2") != 0 && strcmp(value, "guide") != 0) {
            (void)cli_usage(c, "--generation is 1, 2 or guide, not \"%s\"", value);
            return 0;
        }
        w->generation = value[0] == 'g' ? GENERATION_GUIDE : value[0] - '0';
        break;
    case INSTANCES:
        if (!cli_number(c, "--instances", value, 0, UINT64_MAX, &w->instances)) return 0;
        break;
    case NO_RULES: w->no_rules = 1; break;
    case HTML: w->html = 1; break;
    case JOIN: w->join = 1; break;
    case FOLDER:
    case FOLDER_TREE:
        w->folder_tree[w->folder_count] = option == FOLDER_TREE;
        w->folders[w->folder_count++] = value;
        break;
    case KERNEL: {
        ncurep_pattern *p = kernel_pattern(c, value);
        ncurep_pattern_close(p);
        w->which.kernel = value;
        return p != NULL;
    }
    case SKIP:
        if (!cli_number(c, "--launch-skip", value, 0, UINT64_MAX, &w->which.skip)) return 0;
        break;
    default: w->everything = 1; break;
    }
    return 1;
}

int work_options(cli *c, work *w, int argc, char **argv, unsigned what, const char *help, int *stop)
{
    static const cli_option table[] = {
        {CC, 0, "cc", 1},        {CHIP, 0, "chip", 1},     {SCOPE, 0, "scope", 1},         {VGPU, 0, "vgpu", 0},
        {KMD, 0, "kmd", 1},      {NAMES, 0, "names", 1},   {EXPAND, 0, "expand", 1},       {SET, 0, "set", 1},
        {SECTION, 0, "section", 1}, {EVERYTHING, 'a', "dropped", 0}, {CHECK, 0, "check", 0},
        {IN_PLACE, 'i', "in-place", 0}, {RECURSIVE, 'r', "recursive", 0}, {LENIENT, 0, "lenient", 0},
        {METRICS, 'm', "metrics", 1}, {GENERATION, 0, "generation", 1}, {INSTANCES, 'n', "instances", 1},
        {NO_RULES, 0, "no-rules", 0}, {KERNEL, 'k', "kernel-name", 1}, {SKIP, 's', "launch-skip", 1},
        {HTML, 0, "html", 0}, {FOLDER, 0, "section-folder", 1}, {FOLDER_TREE, 0, "section-folder-recursive", 1},
        {JOIN, 0, "join", 0}, {0, 0, NULL, 0}};
    static const unsigned groups[] = {0,          WORK_DEVICE, WORK_DEVICE, WORK_DEVICE, WORK_DEVICE, WORK_DEVICE,
                                      WORK_NAMES, WORK_NAMES,  WORK_PICK,   WORK_PICK,   0,           0,
                                      WORK_FORMAT, WORK_FORMAT, WORK_DEVICE, WORK_RESULT, WORK_VALUES, WORK_VALUES,
                                      WORK_METRICS, WORK_RESULT, WORK_RESULT, WORK_HTML, WORK_PICK, WORK_PICK, WORK_JOIN};
    cli_args a;
    cli_option mine[sizeof table / sizeof table[0]];
    size_t i, n = 0;
    int option;
    for (i = 0; table[i].id != 0; i++)
        if (groups[table[i].id] == 0 || (groups[table[i].id] & what) != 0) mine[n++] = table[i];
    memset(&mine[n], 0, sizeof mine[n]);
    memset(w, 0, sizeof *w);
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    c->help = help;
    *stop = 1;
    w->sets = (const char **)cli_alloc((size_t)argc, sizeof *w->sets);
    w->sections = (const char **)cli_alloc((size_t)argc, sizeof *w->sections);
    w->operands = (char **)cli_alloc((size_t)argc, sizeof *w->operands);
    w->folders = (const char **)cli_alloc((size_t)argc, sizeof *w->folders);
    w->folder_tree = (unsigned char *)cli_alloc((size_t)argc, 1);
    while ((option = cli_next(c, &a, mine)) != CLI_END) {
        if (option == CLI_OPERAND) w->operands[w->operand_count++] = argv[a.at - 1];
        else if (option == CLI_DONE) return CLI_FINE;
        else if (option == CLI_BAD || !take(c, w, option, a.value)) return CLI_USAGE;
    }
    if (w->device.scope == 0 && (what & WORK_VALUES) == 0) w->device.scope = NVS_SCOPE_LAUNCH;
    *stop = 0;
    return CLI_FINE;
}

static void report(cli *c, const nvs_file *f)
{
    uint32_t k;
    for (k = 0; k < f->document->diagnostic_count; k++) {
        const nvs_diagnostic *d = &f->document->diagnostics[k];
        cli_report(c, stderr, d->warning ? "warning" : "error", f->path.ptr, f->document->input.ptr, f->document->input.len,
                   d->offset, "%s%s%.*s", nvs_issue_text(d->issue), d->name.len > 0 ? ": " : "", (int)d->name.len, d->name.ptr);
    }
}

/* A chart is one body item, not a section, so it stays outside the library. */
static int add_chart(cli *c, work *w, const char *path)
{
    nvs_document *doc;
    nvs_file *f;
    char *text;
    size_t len;
    if (!w->with_charts) {
        cli_error(c, "%s: a chart, not a section", path);
        return 0;
    }
    doc = load(c, path, w->lenient, &text, &len);
    w->texts = (char **)cli_grow(w->texts, &w->text_room, w->text_count + 1, sizeof *w->texts);
    w->texts[w->text_count++] = text;
    if (doc == NULL) return 0;
    w->charts = (nvs_file *)cli_grow(w->charts, &w->chart_room, w->chart_count + 1, sizeof *w->charts);
    f = &w->charts[w->chart_count++];
    memset(f, 0, sizeof *f);
    f->path = nvs_text(path);
    f->same_as = NVS_INDEX_NONE;
    f->state = doc->errors > 0 ? NVS_FILE_STATE_WRONG : NVS_FILE_STATE_OK;
    f->document = doc;
    return 1;
}

static int add_operand(cli *c, work *w, const char *path, int recursive)
{
    struct stat st;
    nvs_files files;
    const uint32_t before = w->library->count;
    nvs_error error;
    size_t len;
    char *text;
    nvs_code code;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        nvs_posix_files(&files);
        code = nvs_library_load(w->library, &files, nvs_text(path), recursive, &error);
    } else if (top_of(path) != NVS_MESSAGE_SECTION) {
        return add_chart(c, w, path);
    } else {
        text = cli_read(c, path, &len, NULL);
        if (text == NULL) return 0;
        w->texts = (char **)cli_grow(w->texts, &w->text_room, w->text_count + 1, sizeof *w->texts);
        w->texts[w->text_count++] = text;
        code = nvs_library_add(w->library, nvs_text(path), text, len, &error);
    }
    if (code != NVS_OK) cli_error(c, "%s: %s", path, error.message);
    else if (w->library->count == before) cli_error(c, "%s: no section files in it%s", path, recursive ? "" : " (--recursive looks into subfolders)");
    return code == NVS_OK && w->library->count > before;
}

static int pick(cli *c, work *w)
{
    nvs_error error;
    uint32_t found;
    size_t i;
    for (i = 0; i < w->set_count + w->section_count; i++) {
        const int set = i < w->set_count;
        const char *const what = set ? w->sets[i] : w->sections[i - w->set_count];
        if (nvs_library_pick(w->library, set ? NVS_PICK_SET : NVS_PICK_SECTION, nvs_text(what), &found, &error) != NVS_OK) {
            cli_error(c, "%s: character %u: %s", what, (unsigned)error.offset + 1, error.message);
            return 0;
        }
        if (found == 0) cli_error(c, "no section %s\"%s\" here", set ? "in set " : "", what);
        if (found == 0) return 0;
    }
    if (i == 0) (void)nvs_library_pick(w->library, NVS_PICK_ALL, nvs_text(NULL), NULL, NULL);
    return 1;
}

int work_files(cli *c, work *w, size_t first)
{
    if (first < w->operand_count || w->folder_count > 0) return CLI_FINE;
    w->deployed = deployed_sections();
    if (w->deployed == NULL) return cli_usage(c, "which section files or folders?");
    cli_error(c, "sections of %s", w->deployed);
    return CLI_FINE;
}

int work_load(cli *c, work *w, size_t first)
{
    nvs_library_options options;
    nvs_error error;
    uint32_t i;
    size_t k;
    memset(&options, 0, sizeof options);
    options.lenient = w->lenient;
    options.memory.max_memory = (size_t)1 << 30;
    w->library = nvs_library_open(&options, &error);
    if (w->library == NULL) {
        cli_error(c, "%s", error.message);
        return 0;
    }
    for (k = first; k < w->operand_count; k++)
        if (!add_operand(c, w, w->operands[k], w->recursive)) return 0;
    for (k = 0; k < w->folder_count; k++)
        if (!add_operand(c, w, w->folders[k], w->folder_tree[k])) return 0;
    if (w->deployed != NULL && !add_operand(c, w, w->deployed, 0)) return 0;
    for (i = 0; i < w->library->count; i++) {
        const nvs_file *f = &w->library->files[i];
        static const char *const why[] = {"cannot read it", "not found", "permission denied", "cannot read it"};
        if (f->state != NVS_FILE_STATE_OK && f->state != NVS_FILE_STATE_DUPLICATE) w->lost++;
        if (f->state == NVS_FILE_STATE_UNREADABLE) cli_error(c, "%s: %s", f->path.ptr, why[f->access]);
        else if (f->state == NVS_FILE_STATE_TOO_LARGE) cli_error(c, "%s: too large", f->path.ptr);
        else if (!w->silent) report(c, f);
        if (f->state == NVS_FILE_STATE_DUPLICATE && !w->silent)
            cli_error(c, "%s: has the same Identifier as %s, which wins", f->path.ptr, w->library->files[f->same_as].path.ptr);
    }
    w->roots = (const nvs_node **)cli_alloc(w->library->count, sizeof *w->roots);
    if (!read_names(c, w->names, w->expand, &w->lists) || !pick(c, w)) return 0;
    w->root_count = nvs_library_sections(w->library, w->roots);
    return 1;
}

int work_code(const work *w, int code)
{
    return w->lost > 0 && code < CLI_INPUT ? CLI_INPUT : code;
}

void work_free(work *w)
{
    size_t i;
    nvs_library_close(w->library);
    for (i = 0; i < w->chart_count; i++) nvs_document_close((nvs_document *)(uintptr_t)w->charts[i].document);
    free(w->charts);
    for (i = 0; i < w->text_count; i++) free(w->texts[i]);
    free(w->texts);
    free(w->roots);
    free((void *)(uintptr_t)w->sets);
    free((void *)(uintptr_t)w->sections);
    free(w->operands);
    free((void *)(uintptr_t)w->folders);
    free(w->folder_tree);
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

const nvs_file *work_file(const work *w, const nvs_node *node)
{
    uint32_t i;
    while (node->parent != NULL) node = node->parent;
    for (i = 0; i < w->chart_count; i++)
        if (w->charts[i].document->root == node) return &w->charts[i];
    for (i = 0; i + 1 < w->library->count; i++)
        if (w->library->files[i].document != NULL && w->library->files[i].document->root == node) break;
    return &w->library->files[i];
}

static const char *const scope_names[] = {"?", "launch", "range", "cmdlist"};

void put_device(cli_buf *b, const nvs_device *device)
{
    cli_putf(b, "cc %u.%u, %s", (unsigned)(device->cc / 10), (unsigned)(device->cc % 10), scope_names[device->scope]);
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
        cli_putf(b, "%s%s", scope_names[n->v.u <= 3 ? n->v.u : 0], nvs_node_again(n) != NULL ? " or " : "");
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
