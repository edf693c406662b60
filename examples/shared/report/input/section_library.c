/* Section files from folders and texts. */
#include "section_library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

section_library *library_open(int lenient)
{
    section_library *const l = (section_library *)cli_alloc(1, sizeof *l);
    l->lenient = lenient;
    l->left = (size_t)1 << 30;
    return l;
}

void library_close(section_library *l)
{
    uint32_t i;
    if (l == NULL) return;
    for (i = 0; i < l->count; i++) {
        nvs_document_close(l->files[i].document);
        cli_free(l->files[i].own);
        cli_free((void *)(uintptr_t)l->files[i].path.ptr);
    }
    set_free(&l->identifiers);
    cli_free(l->good);
    cli_free(l->files);
    cli_free(l);
}

/* path is the library's from now on. */
static section_file *new_file(section_library *l, char *path)
{
    section_file *f;
    l->files = (section_file *)cli_grow(l->files, &l->room, (size_t)l->count + 1, sizeof *l->files);
    f = &l->files[l->count++];
    memset(f, 0, sizeof *f);
    f->path = nvs_text(path);
    f->state = SECTION_UNREADABLE;
    f->reply = NVS_REPLY_YES;
    return f;
}

static void parse(section_library *l, section_file *f, const char *text, size_t size)
{
    nvs_document_options options;
    nvs_view id;
    size_t number;
    memset(&options, 0, sizeof options);
    options.lenient = l->lenient;
    options.memory.max_memory = l->left > 0 ? l->left : 1;
    CLI_MEMORY(options.memory);
    f->document = nvs_document_open(text, size, &options, NULL);
    f->state = f->document == NULL ? SECTION_TOO_LARGE : f->document->errors > 0 ? SECTION_WRONG : SECTION_GOOD;
    l->left -= nvs_document_memory_used(f->document);
    if (f->state != SECTION_GOOD) return;
    id = nvs_node_text(f->document->root, NVS_FIELD_IDENTIFIER);
    number = l->identifiers.count;
    l->good = (uint32_t *)cli_grow(l->good, &l->good_room, number + 1, sizeof *l->good);
    l->good[number] = (uint32_t)(f - l->files);
    f->same_as = l->good[set_refer(&l->identifiers, id.ptr, id.len)];
    if (l->identifiers.count == number) f->state = SECTION_DUPLICATE;
}

void library_add(section_library *l, nvs_view path, const char *text, size_t size, int is_own)
{
    cli_buf own = {NULL, 0, 0};
    section_file *f;
    cli_put(&own, path.ptr, path.len);
    f = new_file(l, own.ptr);
    if (is_own) f->own = (char *)(uintptr_t)text;
    parse(l, f, text, size);
}

/* Folders --------------------------------------------------------------------------------------------------------- */

typedef struct entry {
    struct entry *next;
    int is_folder;
    char name[];
} entry;

typedef struct listing {
    entry *first;
    size_t count;
    int ignored; /* .ncu-ignore is there */
} listing;

static nvs_reply found(const char *name, int is_folder, void *to)
{
    listing *const all = (listing *)to;
    const size_t len = strlen(name);
    entry *e;
    if (!is_folder && strcmp(name, ".ncu-ignore") == 0) all->ignored = 1;
    if (!is_folder && (len < 8 || strcmp(name + len - 8, ".section") != 0)) return NVS_REPLY_YES;
    e = (entry *)cli_take(sizeof *e + len + 1, NULL); /* which does not leave while the folder is open */
    if (e == NULL) return NVS_REPLY_FAILED;
    e->next = all->first;
    e->is_folder = is_folder;
    memcpy(e->name, name, len + 1);
    all->first = e;
    all->count++;
    return NVS_REPLY_YES;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(entry *const *)a)->name, (*(entry *const *)b)->name);
}

static void load_file(section_library *l, const section_disk *disk, char *path)
{
    section_file *const f = new_file(l, path);
    size_t size = 0;
    f->reply = disk->read_fn(path, l->left, &f->own, &size, disk->user);
    if (f->reply != NVS_REPLY_YES) return;
    f->state = SECTION_TOO_LARGE;
    if (f->own == NULL) return;
    l->left -= size;
    parse(l, f, f->own, size);
}

/* Folders that wait to be read, the next one last. */
typedef struct folders {
    char **list;
    size_t count, room;
} folders;

static char *path_of(const char *folder, const entry *e)
{
    const size_t len = strlen(folder), slash = len > 0 && folder[len - 1] != '/';
    char *const path = (char *)cli_alloc(len + slash + strlen(e->name) + 1, 1);
    memcpy(path, folder, len);
    memcpy(path + len, "/", slash);
    strcpy(path + len + slash, e->name);
    return path;
}

static void load_entries(section_library *l, const section_disk *disk, const char *folder, const listing *all, entry **sorted, folders *waiting)
{
    size_t i;
    for (i = 0; !all->ignored && i < all->count; i++)
        if (!sorted[i]->is_folder) load_file(l, disk, path_of(folder, sorted[i]));
    for (i = all->count; waiting != NULL && i-- > 0;) {
        if (!sorted[i]->is_folder) continue;
        waiting->list = (char **)cli_grow(waiting->list, &waiting->room, waiting->count + 1, sizeof *waiting->list);
        waiting->list[waiting->count++] = path_of(folder, sorted[i]);
    }
}

/* waiting: takes the folders in it; NULL: they are not wanted. */
static nvs_reply load_folder(section_library *l, const section_disk *disk, const char *folder, folders *waiting)
{
    listing all = {NULL, 0, 0};
    const nvs_reply reply = disk->list_fn(folder, found, &all, disk->user);
    entry **sorted, *e;
    size_t i = 0;
    sorted = (entry **)cli_alloc(all.count, sizeof *sorted);
    for (e = all.first; e != NULL; e = e->next) sorted[i++] = e;
    qsort(sorted, all.count, sizeof *sorted, by_name);
    if (reply == NVS_REPLY_YES) load_entries(l, disk, folder, &all, sorted, waiting);
    for (i = 0; i < all.count; i++) cli_free(sorted[i]);
    cli_free(sorted);
    return reply;
}

const char *library_load(section_library *l, const section_disk *disk, const char *folder, int recursive)
{
    folders waiting = {NULL, 0, 0};
    const nvs_reply top = load_folder(l, disk, folder, recursive ? &waiting : NULL);
    while (waiting.count > 0) {
        char *const path = waiting.list[--waiting.count];
        const nvs_reply reply = load_folder(l, disk, path, &waiting);
        if (reply != NVS_REPLY_YES) new_file(l, path)->reply = reply;
        else cli_free(path);
    }
    cli_free(waiting.list);
    switch (top) {
    case NVS_REPLY_YES: return NULL;
    case NVS_REPLY_NO: return "no such folder";
    case NVS_REPLY_REFUSED: return "no permission to read this folder";
    default: return "this folder cannot be read";
    }
}

const char *library_trouble(const section_file *f)
{
    if (f->state == SECTION_TOO_LARGE) return "too large";
    if (f->state != SECTION_UNREADABLE) return NULL;
    return f->reply == NVS_REPLY_NO ? "not found" : f->reply == NVS_REPLY_REFUSED ? "permission denied" : "cannot read it";
}

static nvs_reply why(void)
{
    if (errno == ENOENT || errno == ENOTDIR) return NVS_REPLY_NO;
    return errno == EACCES ? NVS_REPLY_REFUSED : NVS_REPLY_FAILED;
}

static nvs_reply list_folder(const char *folder, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user)
{
    DIR *const d = opendir(folder);
    const struct dirent *e;
    struct stat st;
    nvs_reply reply = NVS_REPLY_YES;
    (void)user;
    if (d == NULL) return why();
    for (errno = 0; reply == NVS_REPLY_YES && (e = readdir(d)) != NULL; errno = 0) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0) reply = found_fn(e->d_name, S_ISDIR(st.st_mode), to);
    }
    if (errno != 0) reply = NVS_REPLY_FAILED;
    closedir(d);
    return reply;
}

/* Reads a whole file; 0 if its size has changed. */
static int read_all(int fd, char *to, size_t size)
{
    size_t have = 0;
    ssize_t got = 1;
    char more;
    while (have < size && got > 0) {
        got = read(fd, to + have, size - have);
        if (got > 0) have += (size_t)got;
        else if (got < 0 && errno == EINTR) got = 1;
    }
    return have == size && read(fd, &more, 1) == 0;
}

static nvs_reply read_file(const char *path, size_t most, char **text, size_t *size, void *user)
{
    nvs_reply reply = NVS_REPLY_YES;
    struct stat st;
    int fd;
    (void)user;
    if (stat(path, &st) != 0) return why();
    if (!S_ISREG(st.st_mode)) return NVS_REPLY_FAILED;
    if ((uint64_t)st.st_size > most) return NVS_REPLY_YES;
    *size = (size_t)st.st_size;
    *text = (char *)cli_take(*size + 1, NULL);
    if (*text == NULL) return NVS_REPLY_YES;
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) reply = why();
    else if (!read_all(fd, *text, *size)) reply = NVS_REPLY_FAILED;
    if (fd >= 0) close(fd);
    if (reply == NVS_REPLY_YES) return reply;
    cli_free(*text);
    *text = NULL;
    return reply;
}

const section_disk system_disk = {list_folder, read_file, NULL};

/* Choice ---------------------------------------------------------------------------------------------------------- */

const section_file *library_find(const section_library *l, nvs_view identifier)
{
    const size_t number = set_find(&l->identifiers, identifier.ptr, identifier.len);
    return number != NOT_IN_SET ? &l->files[l->good[number]] : NULL;
}

static int is_text(nvs_view v, const char *text)
{
    return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0;
}

static int is_in_set(const nvs_node *section, const char *set)
{
    const nvs_node *n;
    for (n = nvs_node_child(section, NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n))
        if (is_text(nvs_node_text(n, NVS_FIELD_IDENTIFIER), set)) return 1;
    return 0;
}

/* An expression that must match a whole text. */
static nvs_pattern *whole_pattern(const char *expression, nvs_error *error)
{
    cli_buf whole = {NULL, 0, 0};
    nvs_pattern *p = nvs_pattern_open(nvs_text(expression), NULL, error); /* its mistakes, in its places */
    if (p == NULL) return NULL;
    nvs_pattern_close(p);
    cli_putf(&whole, "^(?:%s)$", expression);
    p = nvs_pattern_open(nvs_text(whole.ptr), NULL, error);
    cli_buf_free(&whole);
    return p;
}

static int is_wanted(const nvs_node *section, section_pick how, const char *what, nvs_pattern *pattern)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    if (how == PICK_SET) return is_in_set(section, what);
    if (how == PICK_SECTION) return pattern != NULL ? nvs_pattern_match(pattern, id) : is_text(id, what);
    return 1;
}

int library_pick(section_library *l, section_pick how, const char *what, uint32_t *count, nvs_error *error)
{
    const int is_pattern = how == PICK_SECTION && strncmp(what, "regex:", 6) == 0;
    nvs_pattern *const pattern = is_pattern ? whole_pattern(what + 6, error) : NULL;
    uint32_t i;
    *count = 0;
    if (is_pattern && pattern == NULL) {
        error->offset += 6;
        return 0;
    }
    for (i = 0; i < l->count; i++) {
        section_file *const f = &l->files[i];
        if (f->state != SECTION_GOOD || !is_wanted(f->document->root, how, what, pattern)) continue;
        f->picked = 1;
        ++*count;
    }
    nvs_pattern_close(pattern);
    return 1;
}

static uint64_t order_of(const section_file *f)
{
    const nvs_node *const n = nvs_node_child(f->document->root, NVS_FIELD_ORDER);
    return n != NULL ? n->v.u : UINT64_MAX;
}

static int by_order(const void *a, const void *b)
{
    const section_file *const x = *(const section_file *const *)a, *const y = *(const section_file *const *)b;
    const uint64_t p = order_of(x), q = order_of(y);
    return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

uint32_t library_sections(const section_library *l, const nvs_node **sections)
{
    const section_file **const files = (const section_file **)cli_alloc(l->count, sizeof *files);
    uint32_t count = 0, i;
    for (i = 0; i < l->count; i++)
        if (l->files[i].picked) files[count++] = &l->files[i];
    qsort(files, count, sizeof *files, by_order);
    for (i = 0; i < count; i++) sections[i] = files[i]->document->root;
    cli_free(files);
    return count;
}
