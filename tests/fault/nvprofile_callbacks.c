/* One call of one callback answers otherwise: yes, no, unknown, an error, a value that does not exist; for each call of a load and a
   resolution in turn. Whatever it is, nothing leaks, and an answer that came out different is never given as certain, unless
   the callback itself said for certain what is not so. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

enum { ASK_FACT, ASK_DSO, ASK_ENTRY, ASK_ENV, ASK_STAT, ASK_OPEN, ASK_READ, ASK_LIST, ASKS };

static const char *const ask_names[] = {"fact_fn", "dso_fn", "entry_fn", "env_fn", "stat_fn", "open_fn", "read_fn", "list_fn"};

/* What is there. */
static const struct {
    const char *path, *text; /* text NULL: a folder */
} disk[] = {
    {"/h/.nv/nvidia-application-profile-globals-rc", "{\"enabled\": true}"},
    {"/h/.nv/nvidia-application-profiles-rc", "{\"rules\":[{\"pattern\":\"game\",\"profile\":[\"a\",1,\"GLYield\",\"NOTHING\"]}]}"},
    {"/h/.nv/nvidia-application-profiles-rc.d", NULL},
    {"/h/.nv/nvidia-application-profiles-rc.d/10", "{\"rules\":[{\"pattern\":{\"feature\":\"commname\",\"matches\":\"gam\"},\"profile\":[\"a\",2,\"b\",2]}]}"},
    {"/h/.nv/nvidia-application-profiles-rc.d/20", "{\"rules\":[{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"g.exe\"},\"profile\":[\"b\",3,\"c\",3]}]}"},
    {"/etc/nvidia/nvidia-application-profiles-rc",
     "{\"rules\":[{\"pattern\":{\"feature\":\"dso\",\"matches\":\"libx.so\"},\"profile\":[\"c\",4,\"d\",4]},"
     "{\"pattern\":{\"op\":\"not\",\"sub\":{\"feature\":\"findfile\",\"matches\":\"e1:e2\"}},\"profile\":[\"d\",5,\"e\",5]}]}"},
    {"/usr/share/nvidia/nvidia-application-profiles-rc", "{\"rules\":[{\"pattern\":[],\"profile\":[\"a\",6,\"e\",6,\"f\",6]}]}"},
};
enum { THINGS = sizeof disk / sizeof *disk };

typedef struct world {
    unsigned calls;        /* so far, of all callbacks */
    unsigned other_at;     /* this call, from 1, answers otherwise */
    unsigned answer;       /* how: 0, 1, 2, ... up to the number of ways */
    int asked;             /* which callback that was; -1: none yet */
    int said_no;           /* it said for certain that something is otherwise */
    int denied;            /* and that it is not there */
    unsigned open;
    const char *text; /* of the file that is open */
    size_t at;
} world;

static int otherwise(world *w, int ask)
{
    if (++w->calls != w->other_at) return 0;
    w->asked = ask;
    return 1;
}

/* yes, no, unknown, an error, a value that does not exist. */
static const int answers[] = {NVP_REPLY_YES, NVP_REPLY_NO, NVP_REPLY_UNKNOWN, -1, 77};
enum { WAYS = 7 };

/* The answer of this call: the true one, or another. A certain one that is not true is what the callback is to blame for. */
static nvp_reply say(world *w, int ask, nvp_reply truth)
{
    int answer;
    if (!otherwise(w, ask)) return truth;
    answer = answers[w->answer % 5];
    if ((answer == NVP_REPLY_YES || answer == NVP_REPLY_NO) && answer != (int)truth) w->said_no = 1;
    if (answer == NVP_REPLY_NO) w->denied = 1;
    return (nvp_reply)answer;
}

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    *out = nvp_text(what == NVP_FACT_EXE ? "/opt/game" : what == NVP_FACT_COMM ? "gam" : "C:\\g.exe");
    return say((world *)user, ASK_FACT, NVP_REPLY_YES);
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    world *w = (world *)user;
    *out = nvp_text(index == 1 ? "/usr/lib/libx.so" : "/usr/lib/libc.so");
    /* "Yes, one more" for ever is no answer that a test may give. */
    if (w->answer % 5 == 0 && w->calls + 1 == w->other_at && index >= 2) w->said_no = 1;
    return say(w, ASK_DSO, index < 2 ? NVP_REPLY_YES : NVP_REPLY_NO);
}

static nvp_reply beside(const char *name, void *user)
{
    return say((world *)user, ASK_ENTRY, strcmp(name, "e1") == 0 ? NVP_REPLY_YES : NVP_REPLY_NO);
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    const int home = strcmp(name, "HOME") == 0;
    *out = nvp_text(home ? "/h" : "0");
    return say((world *)user, ASK_ENV, home || strcmp(name, "__GL_YIELD") == 0 ? NVP_REPLY_YES : NVP_REPLY_NO);
}

static int thing(const char *path)
{
    int i;
    for (i = 0; i < THINGS && strcmp(disk[i].path, path) != 0; i++) {}
    return i < THINGS ? i : -1;
}

static void look_at(const char *path, nvp_stat *out, void *user)
{
    static const int kinds[] = {NVP_KIND_MISSING, NVP_KIND_BROKEN_LINK, NVP_KIND_UNREADABLE, NVP_KIND_REGULAR, NVP_KIND_DIRECTORY, NVP_KIND_OTHER, 77};
    world *w = (world *)user;
    const int i = thing(path);
    memset(out, 0, sizeof *out);
    out->kind = i < 0 ? NVP_KIND_MISSING : disk[i].text != NULL ? NVP_KIND_REGULAR : NVP_KIND_DIRECTORY;
    if (i >= 0) out->id[0] = (uint64_t)i + 1;
    if (!otherwise(w, ASK_STAT)) return;
    if (kinds[w->answer] != (int)out->kind && kinds[w->answer] != NVP_KIND_UNREADABLE && kinds[w->answer] != 77) w->said_no = 1;
    out->kind = (nvp_kind)kinds[w->answer];
    if (out->kind == NVP_KIND_MISSING || out->kind == NVP_KIND_BROKEN_LINK || out->kind == NVP_KIND_OTHER) w->denied = 1;
}

static nvp_reply open_it(const char *path, void **handle, void *user)
{
    world *w = (world *)user;
    const int i = thing(path);
    const nvp_reply answer = say(w, ASK_OPEN, i >= 0 && disk[i].text != NULL ? NVP_REPLY_YES : NVP_REPLY_UNKNOWN);
    if (answer == NVP_REPLY_YES) {
        if (i < 0 || disk[i].text == NULL) return NVP_REPLY_UNKNOWN; /* there is nothing to read from */
        w->open++;
        w->at = 0;
        w->text = disk[i].text;
        *handle = w;
    }
    return answer;
}

static size_t read_it(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    world *w = (world *)user;
    size_t n = strlen(w->text) - w->at;
    CHECK(w->open == 1 && handle == w);
    if (n > size) n = size;
    if (n == 0) *reply = NVP_REPLY_NO;
    if (otherwise(w, ASK_READ)) {
        switch (w->answer) {
        case 0: *reply = NVP_REPLY_FAILED; return 0;
        case 1: w->said_no = 1; *reply = NVP_REPLY_NO; return 0;             /* the end, too early */
        case 2: n = n > 1 ? 1 : n; break;             /* in pieces: no difference */
        case 3: return size + 1;             /* more than there was room for */
        case 4: return SIZE_MAX;
        case 5: *reply = NVP_REPLY_YES; return 0;
        default: *reply = (nvp_reply)-77; return 0;
        }
    }
    memcpy(buffer, w->text + w->at, n);
    w->at += n;
    return n;
}

static void close_it(void *handle, void *user)
{
    world *w = (world *)user;
    CHECK(w->open == 1 && handle == w);
    w->open--;
}

static nvp_reply list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    world *w = (world *)user;
    const size_t n = strlen(path);
    int i, there = thing(path) >= 0;
    const nvp_reply answer = say(w, ASK_LIST, there ? NVP_REPLY_YES : NVP_REPLY_NO);
    const int late = answer == NVP_REPLY_NO && w->answer == 6; /* it is gone after the first name was read */
    if (late) w->denied = 0;
    /* What cannot be read ends after the first name. */
    for (i = 0; there && (late || answer != NVP_REPLY_NO) && i < THINGS; i++)
        if (strncmp(disk[i].path, path, n) == 0 && disk[i].path[n] == '/') {
            if (!add_fn(disk[i].path + n + 1, to) || answer != NVP_REPLY_YES) break;
        }
    return answer;
}

/* What came out: one line a setting. *certain: nothing is flagged as unknown. */
static void outcome(world *w, char *text, int *certain)
{
    nvp_config_options options;
    nvp_process p;
    nvp_system s;
    nvp_error e;
    nvp_config *c;
    const nvp_result *r;
    uint32_t i;
    memset(&options, 0, sizeof options);
    memset(&p, 0, sizeof p);
    memset(&s, 0, sizeof s);
    w->asked = -1;
    p.fact_fn = fact;
    p.dso_fn = dso;
    p.entry_fn = beside;
    p.env_fn = env;
    p.user = w;
    s.stat_fn = look_at;
    s.open_fn = open_it;
    s.read_fn = read_it;
    s.close_fn = close_it;
    s.list_fn = list;
    s.user = w;
    *text = 0;
    c = nvp_config_open(&options, &e);
    CHECK_U64(NVP_OK, nvp_config_load(c, &s, &p, &e)); /* no answer makes it fail */
    CHECK_U64(0, w->open);
    r = nvp_resolve(c, &p, NULL, &e);
    CHECK(r != NULL);
    *certain = !c->state.unknown && c->failed_count == 0 && r->unknown_count == 0 && r->unknown == 0;
    text += sprintf(text, "%s\n", c->state.enabled ? "enabled" : "disabled");
    for (i = 0; i < r->setting_count; i++) {
        const nvp_effective *f = &r->settings[i];
        text += sprintf(text, "%.*s=%.*s%s\n", (int)f->setting->key.len, f->setting->key.ptr, (int)f->setting->value.text.len,
                        f->setting->value.text.ptr, f->overridden == NVP_REPLY_YES ? " overridden" : "");
        if (f->unknown || (f->overridden != NVP_REPLY_YES && f->overridden != NVP_REPLY_NO)) *certain = 0;
        if (f->unknown) CHECK(r->unknown_count > 0);
    }
    nvp_result_close(r);
    nvp_config_close(c);
}

static char truth[4000], found[4000];

static void as_it_is(void)
{
    world w;
    int certain;
    memset(&w, 0, sizeof w);
    outcome(&w, truth, &certain);
    CHECK(certain);
    CHECK_STR("enabled\na=1\nGLYield=NOTHING overridden\nb=2\nc=3\nd=4\ne=5\nf=6\n", truth);
}

static void each_answer_of_each_call(void)
{
    unsigned at, way, tried[ASKS], flagged[ASKS], other[ASKS], total = 0;
    int i, more = 1;
    memset(tried, 0, sizeof tried);
    memset(flagged, 0, sizeof flagged);
    memset(other, 0, sizeof other);
    for (at = 1; more; at++)
        for (way = 0; way < WAYS; way++) {
            world w;
            int certain;
            memset(&w, 0, sizeof w);
            w.other_at = at;
            w.answer = way;
            outcome(&w, found, &certain);
            more = w.asked >= 0;
            if (!more) break;
            total++;
            tried[w.asked]++;
            if (!certain) flagged[w.asked]++;
            if (strcmp(truth, found) != 0) other[w.asked]++;
            if (w.denied && !certain) { /* "no" is an answer: it leaves nothing open */
                CHECK(!"a no is not taken as one");
                printf("call %u (%s):\n%s", at, ask_names[w.asked], found);
            }
            if (certain && !w.said_no && strcmp(truth, found) != 0) {
                CHECK(!"another answer, given as certain");
                printf("call %u (%s), way %u:\n%s", at, ask_names[w.asked], way, found);
            }
        }
    CHECK(total > 200);
    for (i = 0; i < ASKS; i++) { /* every callback was tried, was doubted, and made a difference */
        if (!CHECK(tried[i] > 0 && flagged[i] > 0 && other[i] > 0)) printf("%s: %u, %u, %u\n", ask_names[i], tried[i], flagged[i], other[i]);
    }
}

/* Each callback left out is unknown, not no. */
static void no_callbacks(void)
{
    nvp_config *c = nvp_config_open(NULL, NULL);
    nvp_process p;
    const nvp_result *r;
    size_t i;
    memset(&p, 0, sizeof p);
    for (i = 0; i < THINGS; i++)
        if (disk[i].text != NULL) CHECK_U64(NVP_OK, nvp_config_add(c, nvp_text(disk[i].path), disk[i].text, strlen(disk[i].text), NULL));
    CHECK_U64(NVP_OK, nvp_config_link(c, NULL));
    r = nvp_resolve(c, &p, NULL, NULL);
    CHECK(r != NULL && r->unknown_count == 5);
    CHECK_U64(1u << NVP_FACT_EXE | 1u << NVP_FACT_COMM | 1u << NVP_FACT_ARGV0 | 1u << NVP_FACT_DSO | 1u << NVP_FACT_ENTRY, r->unknown & ~(1u << NVP_FACT_ENV));
    nvp_result_close(r);
    nvp_config_close(c);
}

int main(void)
{
    RUN(as_it_is);
    RUN(each_answer_of_each_call);
    RUN(no_callbacks);
    return run_end();
}
