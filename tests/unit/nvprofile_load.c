/* The search path: over made-up files in memory, and over real ones of kinds that must not stop a reader. */
#define _XOPEN_SOURCE 700
#include <sys/stat.h>
#include <unistd.h>
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

/* A file system in memory. */
typedef struct node {
    const char *path;
    nvp_kind kind;
    const char *text; /* NULL: cannot be opened, or is read forever with endless */
    uint64_t size;    /* what stat says, when it is not the length */
    int endless;
} node;

typedef struct disk {
    const node *nodes;
    size_t count;
    size_t at; /* in the open file */
    int open;
    int read_fails, list_fails;
} disk;

static const node *find(const disk *d, const char *path)
{
    size_t i;
    for (i = 0; i < d->count; i++)
        if (strcmp(d->nodes[i].path, path) == 0) return &d->nodes[i];
    return NULL;
}

static void disk_stat(const char *path, nvp_stat *out, void *user)
{
    const node *n = find((disk *)user, path);
    out->kind = n != NULL ? n->kind : NVP_KIND_MISSING;
    out->size = n == NULL ? 0 : n->size != 0 ? n->size : n->text != NULL ? strlen(n->text) : 0;
}

static nvp_reply disk_open(const char *path, void **handle, void *user)
{
    disk *d = (disk *)user;
    const node *n = find(d, path);
    CHECK(n != NULL && n->kind == NVP_KIND_REGULAR);
    if (n == NULL || (n->text == NULL && !n->endless)) return NVP_REPLY_UNKNOWN;
    d->at = 0;
    d->open++;
    *handle = (void *)(uintptr_t)n;
    return NVP_REPLY_YES;
}

static size_t disk_read(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    disk *d = (disk *)user;
    const node *n = (const node *)handle;
    const size_t step = size < 7 ? size : 7; /* short reads */
    size_t left;
    if (d->read_fails) {
        *reply = NVP_REPLY_FAILED;
        return 0;
    }
    if (n->endless) {
        memset(buffer, ' ', size);
        return size;
    }
    left = strlen(n->text) - d->at;
    if (left > step) left = step;
    memcpy(buffer, n->text + d->at, left);
    d->at += left;
    if (left == 0) *reply = NVP_REPLY_NO;
    return left;
}

static void disk_close(void *handle, void *user)
{
    (void)handle;
    ((disk *)user)->open--;
}

static nvp_reply disk_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    const disk *d = (const disk *)user;
    const size_t len = strlen(path);
    size_t i;
    if (d->list_fails) return NVP_REPLY_UNKNOWN;
    add_fn(".", to);
    add_fn("..", to);
    for (i = 0; i < d->count; i++) {
        const char *p = d->nodes[i].path;
        if (strncmp(p, path, len) == 0 && p[len] == '/' && strchr(p + len + 1, '/') == NULL && !add_fn(p + len + 1, to)) return 1;
    }
    return 1;
}

static const char *home = "/home/u", *enabled = NULL, *logging = NULL;

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    const char *v = strcmp(name, "HOME") == 0 ? home : strcmp(name, "__GL_APPLICATION_PROFILE") == 0 ? enabled
                    : strcmp(name, "__GL_APPLICATION_PROFILE_LOG") == 0 ? logging : NULL;
    (void)user;
    if (v == NULL) return 0;
    out->ptr = v;
    out->len = strlen(v);
    return 1;
}

static void system_of(nvp_system *s, disk *d, const node *nodes, size_t count)
{
    memset(d, 0, sizeof *d);
    d->nodes = nodes;
    d->count = count;
    memset(s, 0, sizeof *s);
    s->stat_fn = disk_stat;
    s->open_fn = disk_open;
    s->read_fn = disk_read;
    s->close_fn = disk_close;
    s->list_fn = disk_list;
    s->user = d;
}

#define RULE(n) "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\"," #n "]}]}"

static void order(void)
{
    static const node nodes[] = {
        {"/home/u/.nv/nvidia-application-profiles-rc.d", NVP_KIND_DIRECTORY, NULL, 0, 0},
        {"/home/u/.nv/nvidia-application-profiles-rc.d/b", NVP_KIND_REGULAR, RULE(2), 0, 0},
        {"/home/u/.nv/nvidia-application-profiles-rc.d/.hidden", NVP_KIND_REGULAR, RULE(1), 0, 0},
        {"/home/u/.nv/nvidia-application-profiles-rc.d/sub", NVP_KIND_DIRECTORY, NULL, 0, 0},
        {"/home/u/.nv/nvidia-application-profiles-rc.d/pipe", NVP_KIND_OTHER, NULL, 0, 0},
        {"/home/u/.nv/nvidia-application-profiles-rc.d/c~", NVP_KIND_REGULAR, "{", 0, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc", NVP_KIND_REGULAR, NULL, 5, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d", NVP_KIND_BROKEN_LINK, NULL, 0, 0},
        {"/usr/share/nvidia/nvidia-application-profiles-1.2-rc", NVP_KIND_REGULAR, RULE(5), 0, 0},
        {"/usr/share/nvidia/nvidia-application-profiles-rc", NVP_KIND_REGULAR, "", 0, 1},
        {"/home/u/.nv/nvidia-application-profile-globals-rc", NVP_KIND_REGULAR, "# on\n{\"enabled\":true}", 1, 0},
    };
    static const struct {
        unsigned entry;
        const char *path;
        nvp_place_state outcome;
        int leftover, used;
    } want[] = {
        {1, "/home/u/.nv/nvidia-application-profiles-rc", NVP_PLACE_STATE_MISSING, 0, -1},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d", NVP_PLACE_STATE_DIRECTORY, 0, -1},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d/.hidden", NVP_PLACE_STATE_READ, 1, 1},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d/b", NVP_PLACE_STATE_READ, 0, 1},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d/c~", NVP_PLACE_STATE_READ, 1, 0},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d/pipe", NVP_PLACE_STATE_IGNORED, 0, -1},
        {2, "/home/u/.nv/nvidia-application-profiles-rc.d/sub", NVP_PLACE_STATE_IGNORED, 0, -1},
        {3, "/etc/nvidia/nvidia-application-profiles-rc", NVP_PLACE_STATE_UNREADABLE, 0, -1},
        {4, "/etc/nvidia/nvidia-application-profiles-rc.d", NVP_PLACE_STATE_BROKEN_LINK, 0, -1},
        {5, "/usr/share/nvidia/nvidia-application-profiles-1.2-rc", NVP_PLACE_STATE_READ, 0, 1},
        {6, "/usr/share/nvidia/nvidia-application-profiles-rc", NVP_PLACE_STATE_TOO_LARGE, 0, -1},
    };
    nvp_system s;
    disk d;
    nvp_process p;
    nvp_config_options o;
    nvp_config *c;
    const nvp_result *r;
    uint32_t i;
    system_of(&s, &d, nodes, sizeof nodes / sizeof *nodes);
    memset(&p, 0, sizeof p);
    memset(&o, 0, sizeof o);
    p.env_fn = env;
    o.version = nvp_text("1.2");
    o.max_file = 100000;
    c = open_in(&o, NULL, NULL);
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
    CHECK_I64(0, d.open);
    CHECK(c->state.enabled && c->state.by == NVP_BY_GLOBALS && c->state.reports == 0);
    CHECK_VIEW("/home/u/.nv/nvidia-application-profile-globals-rc", c->globals);
    CHECK_U64(sizeof want / sizeof *want, c->place_count);
    for (i = 0; i < c->place_count && i < sizeof want / sizeof *want; i++) {
        const nvp_place *place = &c->places[i];
        CHECK_U64(want[i].entry, place->entry);
        CHECK_VIEW(want[i].path, place->path);
        if (!CHECK_I64(want[i].outcome, place->state)) printf("    %s\n", place->path.ptr);
        CHECK_I64(want[i].leftover, place->leftover);
        CHECK_I64(want[i].used, place->file == NVP_NONE ? -1 : c->files[place->file]->used);
        if (place->file != NVP_NONE) CHECK_VIEW(want[i].path, c->files[place->file]->name);
    }
    r = resolve_in(c, &p, NULL, NULL);
    CHECK_I64(1, r->settings[0].setting->value.i);
    CHECK_I64(2, r->settings[0].shadows->setting->value.i);
    nvp_result_close(r);
    /* Loading again adds; searching alone reads nothing. */
    CHECK_I64(NVP_OK, nvp_config_search(c, &s, &p, NULL));
    CHECK_U64(sizeof want / sizeof *want, c->place_count);
    nvp_config_close(c);
}

/* Variables and globals, in their order (row 94). */
static void switches(void)
{
    static const struct {
        const char *home, *enabled, *log, *globals;
        int on, by, logs;
        unsigned reports;
    } cases[] = {
        {"/h", NULL, NULL, NULL, 1, NVP_BY_DEFAULT, 0, 0},
        {"/h", "0", NULL, "{\"enabled\":true}", 0, NVP_BY_ENVIRONMENT, 0, 0},
        {"/h", "-00", NULL, NULL, 0, NVP_BY_ENVIRONMENT, 0, 0},
        {"/h", "+7", "1", NULL, 1, NVP_BY_ENVIRONMENT, 1, 0},
        {"/h", "", "x", NULL, 1, NVP_BY_DEFAULT, 0, NVP_REPORT_SWITCH_VALUE | NVP_REPORT_LOG_VALUE},
        {"/h", "yes", NULL, "{\"enabled\":false}", 0, NVP_BY_GLOBALS, 0, NVP_REPORT_SWITCH_VALUE},
        {"/h", NULL, NULL, "{\"enabled\":false,\"enabled\":true}", 1, NVP_BY_GLOBALS, 0, 0},
        {"/h", NULL, NULL, "{", 1, NVP_BY_DEFAULT, 0, NVP_REPORT_GLOBALS_MALFORMED},
        {"/h", NULL, NULL, "[]", 1, NVP_BY_DEFAULT, 0, NVP_REPORT_GLOBALS_MALFORMED},
        {"/h", NULL, NULL, "{}", 1, NVP_BY_DEFAULT, 0, NVP_REPORT_GLOBALS_NO_ENABLED},
        {"/h", NULL, NULL, "{\"enabled\":0}", 1, NVP_BY_DEFAULT, 0, NVP_REPORT_GLOBALS_TYPE},
        {NULL, NULL, NULL, "{\"enabled\":false}", 1, NVP_BY_DEFAULT, 0, 0},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        node nodes[2];
        nvp_system s;
        disk d;
        nvp_process p;
        nvp_switch state;
        nvp_view text;
        nvp_config *c = open_in(NULL, NULL, NULL);
        memset(&p, 0, sizeof p);
        memset(nodes, 0, sizeof nodes);
        p.env_fn = env;
        home = cases[i].home;
        enabled = cases[i].enabled;
        logging = cases[i].log;
        nodes[0].path = "/h/.nv/nvidia-application-profiles-rc";
        nodes[0].kind = NVP_KIND_REGULAR;
        nodes[0].text = RULE(1);
        nodes[1].path = "/h/.nv/nvidia-application-profile-globals-rc";
        nodes[1].kind = NVP_KIND_REGULAR;
        nodes[1].text = cases[i].globals;
        text.ptr = cases[i].globals;
        text.len = text.ptr != NULL ? strlen(text.ptr) : 0;
        system_of(&s, &d, nodes, cases[i].globals != NULL ? 2 : 1);
        CHECK_I64(NVP_OK, switch_of(&p, text.ptr != NULL ? &text : NULL, NULL, &state, NULL));
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
        if (!CHECK(memcmp(&state, &c->state, sizeof state) == 0)) printf("    case %zu\n", i);
        if (!CHECK(state.enabled == cases[i].on && (int)state.by == cases[i].by && state.log == cases[i].logs && state.reports == cases[i].reports))
            printf("    case %zu\n", i);
        CHECK_U64(state.enabled && home != NULL ? 1 : 0, c->file_count);
        if (!state.enabled) CHECK_U64(0, c->place_count);
        nvp_config_close(c);
    }
    home = "/home/u";
    enabled = logging = NULL;
}

/* The size from stat decides whether a file is opened; leftovers are recognised by name (row 97). */
static void sizes_and_names(void)
{
    static const node nodes[] = {
        {"/etc/nvidia/nvidia-application-profiles-rc.d", NVP_KIND_DIRECTORY, NULL, 0, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d/a.pacnew", NVP_KIND_REGULAR, "{}", 50, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d/b.rpmsave", NVP_KIND_REGULAR, NULL, 51, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d/c.swp", NVP_KIND_REGULAR, "{}", 0, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d/d.conf", NVP_KIND_REGULAR, "{}", 0, 0},
    };
    nvp_config_options o;
    nvp_system s;
    disk d;
    nvp_config *c;
    uint32_t i;
    memset(&o, 0, sizeof o);
    o.max_file = 50;
    c = open_in(&o, NULL, NULL);
    system_of(&s, &d, nodes, sizeof nodes / sizeof *nodes);
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
    CHECK_U64(7, c->place_count); /* no HOME: entries 3, 4 with four names, 6 */
    for (i = 2; i < 6 && i < c->place_count; i++) {
        CHECK_I64(i == 3 ? NVP_PLACE_STATE_TOO_LARGE : NVP_PLACE_STATE_READ, c->places[i].state);
        CHECK_I64(i < 5, c->places[i].leftover);
    }
    nvp_config_close(c);
}

static void callbacks_that_fail(void)
{
    static const node nodes[] = {
        {"/home/u/.nv/nvidia-application-profiles-rc", NVP_KIND_REGULAR, RULE(1), 0, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d", NVP_KIND_DIRECTORY, NULL, 0, 0},
        {"/etc/nvidia/nvidia-application-profiles-rc.d/a", NVP_KIND_REGULAR, RULE(2), 0, 0},
    };
    nvp_system s;
    disk d;
    nvp_process p;
    nvp_config *c = open_in(NULL, NULL, NULL);
    memset(&p, 0, sizeof p);
    p.env_fn = env;
    system_of(&s, &d, nodes, 3);
    d.read_fails = 1;
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
    CHECK_U64(0, c->file_count);
    CHECK_I64(NVP_PLACE_STATE_UNREADABLE, c->places[0].state);
    CHECK_I64(0, d.open);
    d.read_fails = 0;
    d.list_fails = 1;
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
    CHECK_U64(1, c->file_count);
    CHECK_I64(NVP_PLACE_STATE_UNREADABLE, c->places[3].state);
    nvp_config_close(c);
}

/* Real files: a pipe nobody writes to, a loop of links, an endless device, names in locale order. */
static char root[] = "/tmp/nvprofile-XXXXXX";

static void put(const char *path, const char *text)
{
    char name[400];
    FILE *f;
    snprintf(name, sizeof name, "%s%s", root, path);
    f = fopen(name, "w");
    if (CHECK(f != NULL)) {
        fputs(text, f);
        fclose(f);
    }
}

static void make_dir(const char *path)
{
    char name[400];
    snprintf(name, sizeof name, "%s%s", root, path);
    CHECK(mkdir(name, 0777) == 0);
}

static void real_files(void)
{
    static const char dir[] = "/.nv/nvidia-application-profiles-rc.d";
    char a[400], b[400], command[500];
    nvp_system s;
    nvp_config *c;
    nvp_posix state;
    nvp_process p;
    uint32_t i;
    if (mkdtemp(root) == NULL) {
        SKIP("needs a folder for temporary files");
        return;
    }
    make_dir("/.nv");
    make_dir(dir);
    put("/.nv/nvidia-application-profiles-rc.d/10-b", RULE(1));
    snprintf(a, sizeof a, "%s%s/20-pipe", root, dir);
    CHECK(mkfifo(a, 0600) == 0);
    snprintf(a, sizeof a, "%s%s/30-loop", root, dir);
    snprintf(b, sizeof b, "%s%s/40-loop", root, dir);
    CHECK(symlink(a, b) == 0 && symlink(b, a) == 0);
    snprintf(a, sizeof a, "%s%s/50-device", root, dir);
    CHECK(symlink("/dev/zero", a) == 0);
    snprintf(a, sizeof a, "%s%s/60-again", root, dir);
    CHECK(symlink("10-b", a) == 0);
    snprintf(a, sizeof a, "%s%s/70-proc", root, dir);
    CHECK(symlink("/proc/self/maps", a) == 0); /* a file whose size is given as 0 */
    c = open_in(NULL, NULL, NULL);
    setenv("HOME", root, 1);
    CHECK(posix_of(&state, 0, NULL, &s, &p) == NVP_OK);
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
    nvp_posix_close(&state);
    for (i = 0; i < c->place_count; i++) {
        const char *name = strrchr(c->places[i].path.ptr, '/') + 1;
        const nvp_place_state got = c->places[i].state;
        if (strcmp(name, "10-b") == 0) CHECK(got == NVP_PLACE_STATE_READ && c->files[c->places[i].file]->used);
        if (strcmp(name, "20-pipe") == 0 || strcmp(name, "50-device") == 0) CHECK_I64(NVP_PLACE_STATE_IGNORED, got);
        if (strcmp(name, "30-loop") == 0 || strcmp(name, "40-loop") == 0) CHECK_I64(NVP_PLACE_STATE_BROKEN_LINK, got);
        if (strcmp(name, "60-again") == 0) CHECK_I64(NVP_PLACE_STATE_READ, got);
        if (strcmp(name, "70-proc") == 0 && got == NVP_PLACE_STATE_READ) CHECK(!c->files[c->places[i].file]->used && c->files[c->places[i].file]->text.len > 100);
    }
    nvp_config_close(c);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    CHECK(system(command) == 0);
}

/* This process itself. */
static void self(void)
{
    static const char text[] =
        "{\"rules\":[{\"pattern\":\"nvprofile_load\",\"profile\":[\"name\",1]},"
        "{\"pattern\":{\"feature\":\"findfile\",\"matches\":\"nvprofile_load\"},\"profile\":[\"file\",1]},"
        "{\"pattern\":{\"feature\":\"findfile\",\"matches\":\"no-such-file\"},\"profile\":[\"nofile\",1]},"
        "{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"nvprofile_load\"},\"profile\":[\"argument\",1]},"
        "{\"pattern\":{\"feature\":\"commname\",\"matches\":\"nvprofile_load\"},\"profile\":[\"comm\",1]},"
        "{\"pattern\":{\"feature\":\"dso\",\"matches\":\"libc\"},\"profile\":[\"library\",1]}]}";
    long pids[2];
    unsigned i;
    char comm[32] = "";
    FILE *own = fopen("/proc/self/comm", "rb");
    pids[0] = 0;
    pids[1] = (long)getpid();
    if (own != NULL) {
        if (fgets(comm, sizeof comm, own) == NULL) comm[0] = 0;
        fclose(own);
    }
    if (strcmp(comm, "nvprofile_load\n") != 0 || access("/proc/self/maps", R_OK) != 0) {
        SKIP("needs /proc, and a program that runs under its own name (not under an emulator)");
        return;
    }
    setenv("NVPROFILE_TEST", "told", 1);
    for (i = 0; i < 2; i++) {
        nvp_config_options o;
        nvp_config *c;
        nvp_posix state;
        nvp_process p;
        nvp_view v;
        const nvp_result *r;
        memset(&o, 0, sizeof o);
        c = open_in(&o, NULL, NULL);
        memset(&p, 0x55, sizeof p);
        CHECK(posix_of(&state, pids[i], NULL, NULL, &p) == NVP_OK);
        CHECK(p.exe.ptr == NULL && p.comm.ptr == NULL && p.argv0.ptr == NULL); /* asked for, not given */
        CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
        r = resolve_as(c, &p, NVP_DSO_PREFIX, NULL, NULL);
        CHECK(find_key(r, "name") != NULL);
        CHECK(find_key(r, "file") != NULL);
        CHECK(find_key(r, "nofile") == NULL);
        CHECK(find_key(r, "argument") != NULL);
        CHECK(find_key(r, "comm") != NULL);
        CHECK(find_key(r, "library") != NULL || r->outcomes[5].why == NVP_WHY_DIFFERENT); /* a static program has none */
        nvp_result_close(r);
        nvp_config_close(c);
        CHECK(p.env_fn("HOM", &v, p.user) == 0);
        if (i == 0) CHECK(p.env_fn("NVPROFILE_TEST", &v, p.user) == 1 && v.len == 4);
        else if (getenv("PATH") != NULL) CHECK(p.env_fn("PATH", &v, p.user) == 1 && v.len == strlen(getenv("PATH")));
        nvp_posix_close(&state);
    }
}

int main(void)
{
    RUN(order);
    RUN(switches);
    RUN(sizes_and_names);
    RUN(callbacks_that_fail);
    RUN(real_files);
    RUN(self);
    return run_end();
}
