/* The walk of nvprofile.h through links below a root, on a real tree, against a slow model of what a kernel does. Bytes: up to
   NODES nodes of four and more (what it is, its folder, its name, the length of a link's text, the text), then the path that is
   asked for. Beside the root lies a file that no path may reach. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOLDS(e) ((e) ? (void)0 : abort())
enum { NODES = 8, NAMES = 4, TEXT = 24 };
enum { ROOT, FOLDER, FIL, LINK };

typedef struct node {
    int kind, above; /* index of the folder it is in */
    char name[2], text[TEXT + 1], path[64];
} node;

static node tree[NODES + 1];
static int nodes;

static int child(int folder, const char *name, size_t len)
{
    int i;
    for (i = 1; i < nodes; i++)
        if (tree[i].above == folder && len == 1 && tree[i].name[0] == *name) return i;
    return -1;
}

/* The node that a path leads to, or -1. */
static int model(const char *path)
{
    char rest[4096], next[4096];
    int at = 0, links = 0;
    strcpy(rest, path);
    for (;;) {
        const size_t slashes = strspn(rest, "/"), len = strcspn(rest + slashes, "/");
        const char *name = rest + slashes;
        int to;
        if ((slashes > 0 || len > 0) && at != 0 && tree[at].kind != FOLDER) return -1;
        if (len == 0) return at;
        if (len == 1 && *name == '.') to = at;
        else if (len == 2 && memcmp(name, "..", 2) == 0) to = at != 0 ? tree[at].above : 0;
        else to = child(at, name, len);
        if (to < 0) return -1;
        if (tree[to].kind == LINK) {
            if (++links > 40) return -1;
            snprintf(next, sizeof next, "%s%s", tree[to].text, name + len);
            if (next[0] == '/') at = 0;
        } else {
            snprintf(next, sizeof next, "%s", name + len);
            at = to;
        }
        memcpy(rest, next, sizeof rest);
    }
}

static const char *letters(uint8_t byte) /* of a path */
{
    static const char *const few[] = {"a", "b", "c", "d", "/", ".", "/..", "/../"};
    return few[byte % 8];
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    HOLDS(f != NULL);
    fputs(text, f);
    fclose(f);
}

static int ignore(const char *name, void *to)
{
    int *seen = (int *)to;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) ++*seen;
    HOLDS(strlen(name) <= 2);
    return 1;
}

static void ask(const char *top, const char *path)
{
    nvp_posix posix;
    nvp_posix_target target;
    nvp_system system;
    nvp_error error;
    nvp_stat st;
    void *handle = NULL;
    char text[8];
    const int want = model(path);
    int seen = 0, there = 0, i;
    memset(&target, 0, sizeof target);
    target.root = nvp_text(top);
    HOLDS(nvp_posix_open(&posix, &target, &system, NULL, &error) == NVP_OK);
    memset(&st, 0, sizeof st);
    system.stat_fn(path, &st, system.user);
    HOLDS((st.kind == NVP_KIND_REGULAR) == (want >= 0 && tree[want].kind == FIL));
    HOLDS((st.kind == NVP_KIND_DIRECTORY) == (want >= 0 && (want == 0 || tree[want].kind == FOLDER)));
    if (system.open_fn(path, &handle, system.user) == NVP_REPLY_YES) {
        nvp_reply reply = NVP_REPLY_FAILED;
        const size_t got = system.read_fn(handle, text, sizeof text, &reply, system.user);
        HOLDS(want >= 0 && tree[want].kind == FIL && got == 1 && text[0] == '0' + want);
        system.close_fn(handle, system.user);
    } else
        HOLDS(want < 0 || tree[want].kind != FIL);
    if (system.list_fn(path, ignore, &seen, system.user) == NVP_REPLY_YES) {
        for (i = 1; i < nodes; i++) there += tree[i].above == want;
        HOLDS(want >= 0 && (want == 0 || tree[want].kind == FOLDER) && seen == there);
    } else
        HOLDS(want < 0 || (want != 0 && tree[want].kind != FOLDER));
    nvp_posix_close(&posix);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    char top[300], root[320], outside[320], path[400], parent[62];
    size_t i = 0, n;
    if (strlen(folder) > 200) return 0;
    sprintf(top, "%s/nvprofile_links.XXXXXX", folder);
    HOLDS(mkdtemp(top) != NULL);
    sprintf(root, "%s/root", top);
    sprintf(outside, "%s/a", top); /* where too many ".." would lead */
    HOLDS(mkdir(root, 0700) == 0);
    write_file(outside, "outside");
    memset(tree, 0, sizeof tree);
    for (nodes = 1; nodes <= NODES && size - i >= 4 && data[i] != 0; ) {
        node *to = &tree[nodes];
        int above = data[i + 1] % nodes;
        memset(to, 0, sizeof *to);
        to->kind = FOLDER + data[i] % 3;
        if (above != 0 && tree[above].kind != FOLDER) above = 0;
        to->above = above;
        to->name[0] = (char)('a' + data[i + 2] % NAMES);
        n = data[i + 3] % 12;
        i += 4;
        while (n-- > 0 && i < size && strlen(to->text) + 4 <= TEXT) strcat(to->text, letters(data[i++]));
        if (child(above, to->name, 1) >= 0 || strlen(tree[above].path) + 3 > sizeof to->path) continue;
        if (to->kind == LINK && to->text[0] == 0) strcpy(to->text, "a"); /* Linux has no empty links */
        strcpy(parent, tree[above].path);
        sprintf(to->path, "%s/%c", parent, to->name[0]);
        sprintf(path, "%s%s", root, to->path);
        if (to->kind == FOLDER) HOLDS(mkdir(path, 0700) == 0);
        else if (to->kind == LINK) HOLDS(symlink(to->text, path) == 0);
        else {
            char mark[2] = {(char)('0' + nodes), 0};
            write_file(path, mark);
        }
        nodes++;
    }
    i += i < size && data[i] == 0;
    path[0] = '/';
    path[1] = 0;
    for (n = 0; n < 40 && i < size; n++) strcat(path, letters(data[i++]));
    ask(root, path);
    for (n = 1; n < (size_t)nodes; n++) ask(root, tree[n].path);
    for (n = (size_t)nodes; n-- > 1;) {
        sprintf(path, "%s%s", root, tree[n].path);
        HOLDS((tree[n].kind == FOLDER ? rmdir(path) : unlink(path)) == 0);
    }
    HOLDS(unlink(outside) == 0 && rmdir(root) == 0 && rmdir(top) == 0);
    return 0;
}
