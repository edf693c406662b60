/* Libraries of section files: order, duplicates, what is left out and why, choices, sizes. tests/fault/section_library.c has real
   folders. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "report/input/section_library.h"

#include <stdlib.h>

#include "nvsection_calls.h"
#include "pages.h"
#include "run.h"

/* A file system in memory: path, content (NULL: a folder), not in the order of the names. */
static const struct entry {
    const char *path, *content;
} tree[] = {
    {"top", NULL}, {"top/z.section", "Identifier: \"Z\" DisplayName: \"z\" Order: 5 Sets { Identifier: \"basic\" }"},
    {"top/b.section", "Identifier: \"B\" DisplayName: \"b\" Extends: \"Z\""}, {"top/sub", NULL},
    {"top/a.section", "Identifier: \"A\" DisplayName: \"a\" Order: 5 Sets { Identifier: \"basic\" } Sets { Identifier: \"full\" }"},
    {"top/bad.section", "Identifier: }"}, {"top/c.txt", "no section"}, {"top/locked.section", "?"},
    {"top/sub/a.section", "Identifier: \"A\" DisplayName: \"again\""}, {"top/sub/deep", NULL}, {"top/hidden", NULL},
    {"top/hidden/.ncu-ignore", ""}, {"top/hidden/x.section", "Identifier: \"X\" DisplayName: \"x\""},
    {"top/hidden/in", NULL}, {"top/hidden/in/y.section", "Identifier: \"Y\" DisplayName: \"y\" Order: 1"},
    {"top/su", NULL},
    {"top/sub/deep/w.section", "Identifier: \"W\" DisplayName: \"w\""}, {"top/broken", NULL},
    {"top/broken/v.section", "Identifier: \"V\" DisplayName: \"v\""}, {"top/shut", NULL}};

static const struct entry *find_entry(const char *path)
{
    size_t i;
    for (i = 0; i < sizeof tree / sizeof tree[0]; i++)
        if (strcmp(tree[i].path, path) == 0) return &tree[i];
    return NULL;
}

static nvs_reply list_fn(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    const size_t len = strlen(folder);
    size_t i;
    (void)user;
    if (find_entry(folder) == NULL) return NVS_REPLY_NO;
    if (strcmp(folder, "top/shut") == 0) return NVS_REPLY_REFUSED;
    for (i = 0; i < sizeof tree / sizeof tree[0]; i++)
        if (strncmp(tree[i].path, folder, len) == 0 && tree[i].path[len] == '/' && strchr(tree[i].path + len + 1, '/') == NULL)
            if (found(tree[i].path + len + 1, tree[i].content == NULL, to) != NVS_REPLY_YES) return NVS_REPLY_FAILED;
    return strcmp(folder, "top/broken") == 0 ? NVS_REPLY_FAILED : NVS_REPLY_YES; /* what it has listed does not count */
}

static nvs_reply give(const char *content, size_t most, char **text, size_t *size)
{
    *size = strlen(content);
    if (*size > most) return NVS_REPLY_YES;
    *text = (char *)cli_alloc(*size + 1, 1);
    memcpy(*text, content, *size);
    return NVS_REPLY_YES;
}

static nvs_reply read_fn(const char *path, size_t most, char **text, size_t *size, void *user)
{
    const struct entry *e = find_entry(path);
    (void)user;
    if (e == NULL || e->content == NULL) return NVS_REPLY_NO;
    if (strcmp(e->content, "?") == 0) return NVS_REPLY_REFUSED;
    return give(e->content, most, text, size);
}

static const section_disk disk = {list_fn, read_fn, NULL};

static uint32_t picked(section_library *l, section_pick how, const char *what)
{
    uint32_t count = 77;
    nvs_error e;
    CHECK(library_pick(l, how, what, &count, &e));
    return count;
}

static void add(section_library *l, const char *path, const char *text) { library_add(l, nvs_text(path), text, strlen(text), 0); }

static uint32_t index_of(const section_library *l, const char *identifier)
{
    const section_file *const f = library_find(l, nvs_text(identifier));
    return f != NULL ? (uint32_t)(f - l->files) : 1000;
}

static void library(void)
{
    static const struct {
        const char *path;
        section_state state;
        nvs_reply reply;
        const char *trouble;
    } want[] = {
        {"top/a.section", SECTION_GOOD, NVS_REPLY_YES, NULL}, {"top/b.section", SECTION_GOOD, NVS_REPLY_YES, NULL},
        {"top/bad.section", SECTION_WRONG, NVS_REPLY_YES, NULL}, {"top/locked.section", SECTION_UNREADABLE, NVS_REPLY_REFUSED, "permission denied"},
        {"top/z.section", SECTION_GOOD, NVS_REPLY_YES, NULL}, {"top/broken", SECTION_UNREADABLE, NVS_REPLY_FAILED, "cannot read it"},
        {"top/hidden/in/y.section", SECTION_GOOD, NVS_REPLY_YES, NULL}, {"top/shut", SECTION_UNREADABLE, NVS_REPLY_REFUSED, "permission denied"},
        {"top/sub/a.section", SECTION_DUPLICATE, NVS_REPLY_YES, NULL}, {"top/sub/deep/w.section", SECTION_GOOD, NVS_REPLY_YES, NULL}};
    static const char *const by_order[] = {"Y", "A", "Z", "B", "W"}; /* ties as loaded, those without one last */
    section_library *l = library_open(0);
    const nvs_node *sections[16];
    uint32_t i, count = 7;
    nvs_error e;
    CHECK_STR("no such folder", library_load(l, &disk, "nowhere", 1));
    CHECK_STR("this folder cannot be read", library_load(l, &disk, "top/broken", 1));
    CHECK_STR("no permission to read this folder", library_load(l, &disk, "top/shut", 1));
    CHECK_U64(0, l->count);
    CHECK(library_load(l, &disk, "top", 1) == NULL);
    CHECK_U64(10, l->count);
    for (i = 0; i < l->count && i < 10; i++) {
        const section_file *const f = &l->files[i];
        CHECK_VIEW(want[i].path, f->path);
        CHECK(f->path.ptr[f->path.len] == 0 && (f->document != NULL) == (f->state != SECTION_UNREADABLE));
        CHECK_U64(want[i].state, f->state);
        CHECK(f->reply == want[i].reply);
        CHECK_STR(want[i].trouble != NULL ? want[i].trouble : "none", library_trouble(f) != NULL ? library_trouble(f) : "none");
    }
    CHECK_U64(0, l->files[8].same_as);
    CHECK(index_of(l, "Z") == 4 && index_of(l, "W") == 9 && index_of(l, "A") == 0 && index_of(l, "X") == 1000 && index_of(l, "") == 1000);
    CHECK_U64(5, picked(l, PICK_ALL, ""));
    CHECK_U64(5, library_sections(l, sections));
    for (i = 0; i < 5; i++) CHECK_VIEW(by_order[i], nvs_node_text(sections[i], NVS_FIELD_IDENTIFIER));
    library_close(l);

    l = library_open(0);
    CHECK(library_load(l, &disk, "top", 0) == NULL);
    CHECK_U64(5, l->count); /* no subfolders */
    CHECK(library_load(l, &disk, "top/sub", 1) == NULL);
    CHECK_U64(7, l->count);
    CHECK_U64(0, library_sections(l, sections));
    CHECK_U64(1, picked(l, PICK_SECTION, "regex:[WX-Y]"));
    CHECK_U64(0, picked(l, PICK_SECTION, "regex:")); /* matches only an empty identifier */
    CHECK_U64(1, picked(l, PICK_SECTION, "B"));
    CHECK_U64(0, picked(l, PICK_SECTION, "b"));
    CHECK_U64(2, library_sections(l, sections)); /* W and B */
    CHECK_U64(1, picked(l, PICK_SET, "full"));
    CHECK_U64(0, picked(l, PICK_SET, "ful"));
    CHECK_U64(3, library_sections(l, sections));
    CHECK_U64(2, picked(l, PICK_SET, "basic"));
    CHECK_U64(4, library_sections(l, sections));
    CHECK(!library_pick(l, PICK_SECTION, "regex:a(b", &count, &e) && e.code == NVS_SYNTAX && e.offset == 7 && count == 0);
    CHECK(!library_pick(l, PICK_SECTION, "regex:a)|(b", &count, &e) && e.code == NVS_SYNTAX && e.offset == 7);
    add(l, "more", "Identifier: \"B\" DisplayName: \"b\"");
    CHECK(l->files[7].state == SECTION_DUPLICATE && l->files[7].same_as == 1 && !l->files[7].picked);
    add(l, "mistakes", "Identifier: \"M\" DisplayName: \"m\" Nothing: 1");
    CHECK(l->files[8].state == SECTION_WRONG && index_of(l, "M") == 1000);
    library_close(l);
    library_close(NULL);

    l = library_open(1);
    add(l, "mistakes", "Identifier: \"M\" DisplayName: \"m\" Nothing: 1");
    CHECK(l->files[0].state == SECTION_GOOD && l->files[0].document->warnings == 1 && index_of(l, "M") == 0);
    library_add(l, nvs_text("a slash\xff"), NULL, 0, 0);
    CHECK(l->files[1].state == SECTION_WRONG); /* without an identifier */
    CHECK_VIEW("a slash\xff", l->files[1].path);
    library_close(l);
}

/* Paths: a slash is put in between, and not doubled. */
static nvs_reply list_one(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    (void)user;
    (void)folder;
    return found("a.section", 0, to);
}

static nvs_reply read_short(const char *path, size_t most, char **text, size_t *size, void *user)
{
    (void)user;
    if (strcmp(path, "/f/a.section") != 0 && strcmp(path, "a.section") != 0) return NVS_REPLY_NO;
    return give("abc", most, text, size);
}

static void paths(void)
{
    static const section_disk one = {list_one, read_short, NULL};
    section_library *const l = library_open(0);
    CHECK(library_load(l, &one, "/f", 0) == NULL && library_load(l, &one, "/f/", 0) == NULL && library_load(l, &one, "", 0) == NULL && library_load(l, &one, "g", 0) == NULL);
    CHECK_U64(4, l->count);
    CHECK_VIEW("/f/a.section", l->files[0].path);
    CHECK_VIEW("/f/a.section", l->files[1].path);
    CHECK_VIEW("a.section", l->files[2].path);
    CHECK(l->files[2].state == SECTION_WRONG && l->files[3].state == SECTION_UNREADABLE);
    CHECK_STR("not found", library_trouble(&l->files[3]));
    library_close(l);
}

/* A folder of many files, in no order, with folders as deep as a path may be long. */
static nvs_reply list_many(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    char name[32];
    int i;
    (void)user;
    for (i = 0; i < 300; i++) {
        sprintf(name, "%03d.section", i * 7 % 300);
        if (strlen(folder) < 4 && found(name, 0, to) != NVS_REPLY_YES) return NVS_REPLY_FAILED;
    }
    return strlen(folder) < 20000 ? found("deep", 1, to) : NVS_REPLY_YES;
}

static nvs_reply read_many(const char *path, size_t most, char **text, size_t *size, void *user)
{
    char one[100];
    (void)user;
    sprintf(one, "Identifier: \"%-11.11s\" DisplayName: \"d\"", path + 2);
    return give(one, most, text, size);
}

static void many(void)
{
    static const section_disk all = {list_many, read_many, NULL};
    section_library *const l = library_open(0);
    uint32_t i;
    char id[32];
    CHECK(library_load(l, &all, "f", 1) == NULL);
    CHECK_U64(300, l->count);
    for (i = 0; i < l->count; i++) {
        sprintf(id, "%03u.section", (unsigned)i);
        CHECK(l->files[i].state == SECTION_GOOD && index_of(l, id) == i);
    }
    library_close(l);
}

/* What is too large is left out, and what is left afterwards is right: with each limit at most so many bytes are taken. */
static void sizes(void)
{
    size_t limit, whole = 0;
    uint32_t k, good, last = 0;
    section_library *l;
    for (limit = 0; whole == 0 && limit < 100000; limit += 97) {
        size_t used = 0;
        l = library_open(0);
        l->left = limit;
        CHECK(library_load(l, &disk, "top", 1) == NULL);
        for (k = good = 0; k < l->count; k++) {
            const section_file *const f = &l->files[k];
            const int is_large = f->state == SECTION_TOO_LARGE;
            CHECK((f->document == NULL) == (is_large || f->state == SECTION_UNREADABLE));
            if (is_large) CHECK_STR("too large", library_trouble(f));
            used += nvs_document_memory_used(f->document) + (f->own != NULL && f->document != NULL ? f->document->input.len : 0);
            good += f->state == SECTION_GOOD;
        }
        CHECK(used <= limit && l->left <= limit - used);
        CHECK(good + 1 >= last);
        last = good;
        if (good == 5) whole = limit;
        library_close(l);
    }
    CHECK(whole > 5 * 97);
    if (sizeof(size_t) <= 4) return;
    l = library_open(0);
    library_add(l, nvs_text("x"), "", (size_t)0xfffffff1u, 0);
    CHECK(l->files[0].state == SECTION_TOO_LARGE && l->files[0].document == NULL);
    library_close(l);
}

/* The list of sections is as long as there are files. */
static void lists(void)
{
    static pages room;
    static char texts[20][80];
    section_library *const l = library_open(0);
    uint32_t i, k;
    int side;
    if (!pages_open(&room, 1)) {
        SKIP("needs pages that nothing may touch");
        library_close(l);
        return;
    }
    for (i = 1; i < 20; i++) {
        sprintf(texts[i], "Identifier: \"S%u\" DisplayName: \"d\" Order: %u", (unsigned)i, (unsigned)(40 - i));
        add(l, "p", texts[i]);
        CHECK_U64(i < 10 ? 1 : i - 8, picked(l, PICK_SECTION, "regex:S1.*"));
        CHECK_U64(i, picked(l, PICK_ALL, ""));
        for (side = 0; side < 2; side++) {
            const nvs_node **const sections = (const nvs_node **)(void *)pages_at(&room, l->count * sizeof *sections, side);
            CHECK_U64(l->count, library_sections(l, sections));
            for (k = 0; k < l->count; k++) CHECK_U64(40 - i + k, nvs_node_uint(sections[k], NVS_FIELD_ORDER));
        }
    }
    library_close(l);
    pages_close(&room);
}

/* The sections of examples/ on disk: no mistakes, all three sets. */
static void bundled(void)
{
    static const uint32_t ccs[] = {70, 75, 80, 86, 89, 90, 100, 120};
    section_library *const l = library_open(0);
    const nvs_node *sections[32];
    uint32_t i, n, metrics = 0;
    CHECK_STR("no such folder", library_load(l, &system_disk, "examples/no-such-folder", 0));
    CHECK(library_load(l, &system_disk, "examples/data/sections", 0) == NULL);
    CHECK(l->count >= 9 && l->count <= 32);
    for (i = 0; i < l->count; i++) CHECK(l->files[i].state == SECTION_GOOD && l->files[i].document->warnings == 0);
    (void)picked(l, PICK_ALL, "");
    n = library_sections(l, sections);
    CHECK_U64(l->count, n);
    for (i = 0; i < sizeof ccs / sizeof ccs[0]; i++) {
        nvs_device d;
        const nvs_selection *s;
        memset(&d, 0, sizeof d);
        d.cc = ccs[i];
        s = select_on(sections, n, &d, NULL, NULL, NULL);
        CHECK_U64(n, s->collecting);
        CHECK(s->metric_count > 100 && s->metric_count >= metrics / 2);
        metrics = s->metric_count;
        nvs_selection_close(s);
    }
    library_close(l);
}

int main(void)
{
    RUN(library);
    RUN(paths);
    RUN(many);
    RUN(sizes);
    RUN(lists);
    RUN(bundled);
    return run_end();
}
