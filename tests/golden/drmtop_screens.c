/* Screens of drmtop after keys, against drmtop_screens.txt: of each only the lines that changed. The sweeps are those of the sample
   recording, once as one and once as a machine that also knows its devices and processes. UPDATE=1 writes the file anew. Besides: what
   bytes of a terminal are which keys, what is written to it, and what settings say. */
#define _DEFAULT_SOURCE /* setenv, mkdtemp */
#include "run.h"

#include "drm/live.h"
#include "drm/options.h"
#include "../examples/tools/drmtop/settings.h"
#include "../examples/tools/drmtop/term.h"
#include "../examples/tools/drmtop/top.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORDING "examples/data/samples/drm/desktop"

/* The machine -------------------------------------------------------------------------------------------------------------- */

static drm_source under; /* where its sweeps come from */

static int no_rising_ids(const char *root)
{
    (void)root;
    return 0;
}

static int opens(drm_source *s, const char *nvml, const drmfd_scanner_options *scan)
{
    (void)nvml;
    (void)scan;
    s->live = &under;
    return drm_source_open(&under, s->c, NULL, RECORDING, NULL, NULL);
}

static void fact(drm_hardware *h, int which, double value) { drm_fact_set(h, which, value); }

static const drmfd_sweep *sweeps(drm_source *s)
{
    int ended;
    const drmfd_sweep *sweep = drm_source_next(&under, &ended);
    drm_hardware *h = (drm_hardware *)cli_alloc(4, sizeof *h);
    static double n;
    n += 1;
    s->stats = under.stats;
    s->time = under.time;
    free(s->hardware);
    s->hardware = h;
    s->hardware_count = 4;
    strcpy(h[0].pdev, "0000:03:00.0");
    strcpy(h[0].driver, "amdgpu");
    strcpy(h[0].render, "renderD128");
    strcpy(h[0].name, "Lantern 9");
    fact(&h[0], DRM_FACT_BUSY, 71 + n);
    fact(&h[0], DRM_FACT_VRAM_USED, (9 + n) * (1 << 28));
    fact(&h[0], DRM_FACT_VRAM_TOTAL, 16.0 * (1 << 28) * 4);
    fact(&h[0], DRM_FACT_CLOCK, 1950e6);
    fact(&h[0], DRM_FACT_MAX_CLOCK, 2575e6);
    fact(&h[0], DRM_FACT_TEMPERATURE, 64);
    fact(&h[0], DRM_FACT_POWER, 182);
    strcpy(h[1].pdev, "0000:00:02.0");
    strcpy(h[1].driver, "xe");
    strcpy(h[1].render, "renderD129");
    fact(&h[1], DRM_FACT_CLOCK, 350e6);
    strcpy(h[2].pdev, "0000:05:00.0"); /* without clients */
    strcpy(h[2].driver, "nouveau");
    h[2].source = DRM_FROM_NVML;
    fact(&h[2], DRM_FACT_BUSY, 12);
    strcpy(h[3].pdev, "0000:06:00.0"); /* of which nothing is known */
    strcpy(h[3].driver, "ast");
    if (sweep == NULL) strcpy(s->why, "no more sweeps");
    return sweep;
}

static void closes(drm_source *s)
{
    (void)s;
    drm_source_close(&under);
}

static int no_node(const drm_source *s, uint64_t device, drm_node *to)
{
    (void)s;
    (void)device;
    (void)to;
    return 0;
}

static const char *user_of(drm_source *s, uint64_t pid)
{
    (void)s;
    return drm_user(&under, pid);
}

static const char *command_of(drm_source *s, uint64_t pid)
{
    (void)s;
    return drm_command(&under, pid);
}

static const drm_process *process_of(drm_source *s, uint64_t pid)
{
    static drm_process p;
    (void)s;
    memset(&p, 0, sizeof p);
    p.pid = pid;
    p.cpu = pid == 3702 ? -1 : (double)(pid % 97);
    p.has_memory = pid != 3520;
    p.memory = (pid % 89) << 22;
    if (pid % 2 == 0) snprintf(p.unit, sizeof p.unit, "docker:%" PRIu64, pid * 7919);
    return &p;
}

static const drm_calls calls = {no_rising_ids, opens, sweeps, closes, no_node, user_of, command_of, process_of, NULL, NULL};

/* Screens ------------------------------------------------------------------------------------------------------------------ */

static cli c;
static cli_buf page, said, before[128];
static top t;
static drm_want want;

/* The lines that are not as they were, escape sequences with ^ for ESC. */
static void put_screen(const char *what)
{
    int i;
    draw(&t.s, &t.m);
    cli_putf(&page, "== %s\n", what);
    for (i = 0; i < t.s.rows && i < 128; i++) {
        const cli_buf *b = &t.s.lines[i];
        size_t k;
        if (b->len == before[i].len && (b->len == 0 || memcmp(b->ptr, before[i].ptr, b->len) == 0)) continue;
        before[i].len = 0;
        cli_put(&before[i], b->ptr, b->len);
        cli_putf(&page, "%2d|", i);
        for (k = 0; k < b->len; k++) {
            const char *version = strncmp(b->ptr + k, VERSION, sizeof VERSION - 1) == 0 ? "VERSION" : NULL;
            if (version != NULL) cli_putf(&page, "%s", version);
            else cli_put(&page, b->ptr[k] == 27 ? "^" : b->ptr + k, 1);
            if (version != NULL) k += sizeof VERSION - 2;
        }
        cli_putf(&page, "|\n");
    }
}

static void start(const char *replay, int columns, int rows)
{
    int i;
    memset(&t, 0, sizeof t);
    memset(&c, 0, sizeof c);
    cli_init(&c, "drmtop", "");
    c.calls = &calls;
    t.c = &c;
    t.root = "/nowhere";
    t.replay = replay;
    t.s.interval = 1000000000;
    t.s.speed = 1;
    t.s.columns = columns;
    t.s.rows = rows;
    t.m.keeps_history = 1;
    t.m.source = &t.source;
    t.m.want = &want;
    for (i = 0; i < 128; i++) before[i].len = 0;
    if (!CHECK(top_open_source(&t))) return;
    if (replay != NULL) top_read_times(&t);
}

static void stop(void)
{
    int i;
    model_end(&t.m);
    drm_source_close(&t.source);
    draw_free(&t.s);
    free(t.times);
    for (i = 0; i < 128; i++) cli_buf_free(&before[i]);
    cli_buf_free(&said);
}

static void put_sized(int columns, int rows, const char *what)
{
    t.s.columns = columns;
    t.s.rows = rows;
    put_screen(what);
}

/* A key; the interval and the speed that it leaves are those of the next sweep. */
static void press(int key, const char *what)
{
    int failed = 0;
    const int going = top_key(&t, key, &said, &failed);
    put_screen(what);
    if (!going || failed) cli_putf(&page, "-- %s\n", failed ? "failed" : "ended");
}

static void type(const char *keys)
{
    char name[2] = "";
    for (; *keys != 0; keys++) {
        name[0] = *keys;
        press((unsigned char)*keys, *keys == '\r' ? "Enter" : *keys == 27 ? "Escape" : *keys == ' ' ? "Space" : name);
    }
}

/* Another recording: drivers and clients as they are rarely seen. */
static const char *const rare[2] = {
    "# processes 12\n@ 0 7 3\npdev:\t0000:03:00.0\npasid:\t32771\nvram mem:\t2048 kB\ngfx0:\t12.5%\ncompute1:\t40.0%\n"
    "@ 1 8 3\ndrm-driver:\tx\033[2Jy\ndrm-engine-e:\t5 ns\ndrm-engine-id:\t0 ns\n"
    "@ 2 9 4\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t77\ndrm-client-name:\ttwo words\ndrm-engine-gfx:\t100 ns\ndrm-engine-capacity-gfx:\t4\n"
    "drm-total-vram:\t12 MiB\ndrm-shared-vram:\t4 MiB\ndrm-resident-vram:\t12 MiB\ndrm-total-gtt:\t7 MiB\ndrm-resident-gtt:\t0\n"
    "@ 3 10 4\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t77\ndrm-engine-gfx:\t100 ns\n"
    "drm-client-name:\ttwo words\ndrm-engine-capacity-gfx:\t4\ndrm-total-vram:\t16 MiB\ndrm-shared-vram:\t4 MiB\ndrm-resident-vram:\t12 MiB\ndrm-total-gtt:\t7 MiB\ndrm-resident-gtt:\t0\n"
    "@ 4 11 5\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t78\nkfd-compute-units:\t40\nkfd-evicted-ms:\t1500\ndrm-total-vram:\t0\n=\n"
    "# processes 13\n# refused 2\n@ 1000000000 7 3\npdev:\t0000:03:00.0\npasid:\t32771\nvram mem:\t4096 kB\ngfx0:\t12.5%\ncompute1:\t40.0%\n"
    "@ 1000000001 8 3\ndrm-driver:\tx\033[2Jy\ndrm-engine-e:\t1000000005 ns\n"
    "@ 1000000002 9 4\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t77\ndrm-client-name:\ttwo words\ndrm-engine-gfx:\t600000100 ns\n"
    "drm-engine-capacity-gfx:\t4\ndrm-total-vram:\t16 MiB\ndrm-shared-vram:\t4 MiB\ndrm-resident-vram:\t12 MiB\ndrm-total-gtt:\t7 MiB\ndrm-resident-gtt:\t0\n"
    "@ 1000000003 10 4\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t77\ndrm-engine-gfx:\t600000100 ns\n"
    "drm-client-name:\ttwo words\ndrm-engine-capacity-gfx:\t4\ndrm-total-vram:\t16 MiB\ndrm-shared-vram:\t4 MiB\ndrm-resident-vram:\t12 MiB\ndrm-total-gtt:\t7 MiB\ndrm-resident-gtt:\t0\n"
    "@ 1000000004 11 5\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t78\nkfd-compute-units:\t44\nkfd-evicted-ms:\t1500\ndrm-total-vram:\t0\n"
    "@ 1000000005 11 6\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t79\ndrm-total-vram:\t1 MiB\n=\n"
    "@ 3000000000 8 3\ndrm-driver:\tx\033[2Jy\ndrm-engine-e:\t1000000005 ns\ndrm-engine-id:\t0 ns\n=\n"
    "@ 7000000000 8 3\ndrm-driver:\tx\033[2Jy\ndrm-engine-e:\t1000000005 ns\ndrm-engine-id:\t0 ns\n=\n",
    "7\tAda\tAZ lamp@[\n8\tbob\033[2J\twick\033[2J\n9\tada\tflame-that-burns-without-a-blank-in-its-name-longer-than-any-line-of-this-screen-has-room-for-so-it-goes-on-and-on\n11\tcy\twith a name that is much longer than a line of the screen has room for, so that it goes on\n"};

static void put_rare(const char *folder, int is_there)
{
    static const char *const names[] = {"sweeps.txt", "processes.txt"};
    int i;
    for (i = 0; i < 2; i++) {
        char path[300];
        FILE *f;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (!is_there) unlink(path);
        else if (CHECK((f = fopen(path, "wb")) != NULL)) {
            fputs(rare[i], f);
            fclose(f);
        }
    }
    if (!is_there) rmdir(folder);
}

static int new_folder(char *to, size_t size)
{
    const char *above = getenv("TMPDIR");
    snprintf(to, size, "%s/drmtop-XXXXXX", above != NULL ? above : "/tmp");
    return CHECK(mkdtemp(to) != NULL);
}

/* Of some processes the command line and the parent, below root. */
static void put_processes(const char *folder, int are_there)
{
    static const struct {
        const char *pid, *line, *parent;
        size_t len;
    } made[] = {{"5310", "panel\0--kiosk\0of one", "4310", 20}, {"4310", "starfall\0", "1", 9}, {"4388", "", "5310", 0}, {"2877", "harbor\0\0", "4310", 8}};
    size_t i;
    for (i = 0; i < sizeof made / sizeof *made; i++) {
        char path[400];
        int k;
        snprintf(path, sizeof path, "%s/%s", folder, made[i].pid);
        if (are_there) CHECK(mkdir(path, 0700) == 0);
        for (k = 0; k < 2; k++) {
            FILE *f;
            snprintf(path, sizeof path, "%s/%s/%s", folder, made[i].pid, k == 0 ? "cmdline" : "stat");
            if (!are_there) unlink(path);
            else if (CHECK((f = fopen(path, "wb")) != NULL)) {
                if (k == 0) fwrite(made[i].line, 1, made[i].len, f);
                else fprintf(f, "%s (x) S %s 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 10 0\n", made[i].pid, made[i].parent);
                fclose(f);
            }
        }
        snprintf(path, sizeof path, "%s/%s", folder, made[i].pid);
        if (!are_there) rmdir(path);
    }
    if (!are_there) rmdir(folder);
}

static void compare_page(void)
{
    const char *path = "tests/golden/drmtop_screens.txt";
    size_t len = 0;
    char *stored;
    FILE *f;
    if (getenv("UPDATE") != NULL) {
        f = fopen(path, "wb");
        if (CHECK(f != NULL)) {
            CHECK(fwrite(page.ptr, 1, page.len, f) == page.len);
            fclose(f);
        }
    }
    stored = run_read(path, &len);
    if (CHECK(stored != NULL)) CHECK_BYTES(stored, len, page.ptr, page.len);
    free(stored);
}

static void screens(void)
{
    static const int at[] = {29, 30, 35, 36, 59, 60, 69, 70, 75, 76, 99, 100, 139, 140};
    static const int letters[] = {0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff};
    char folder[256];
    size_t i;
    cli_putf(&page, "==== a recording, 80 by 18\n");
    start(RECORDING, 80, 18);
    CHECK(top_go_to(&t, 8));
    put_screen("sweep 8");
    type("Mr PrNUDC");
    type("sSSSI");
    press(KEY_DOWN, "Down");
    press(KEY_PAGE_DOWN, "PgDn");
    press(KEY_UP, "Up");
    press(KEY_END, "End");
    press(KEY_PAGE_UP, "PgUp");
    type("gjkPttttddd");
    type("/mi\x7f\x7fzz\x1b/webgl\r\x1b");
    type("\rjkG\x1b");
    type("?jkGgq");
    press(KEY_F2, "F2");
    type("jj j \ra");
    press(KEY_END, "End");
    type("q");
    type("+++--------");
    type(".");
    press(KEY_LEFT, "Left");
    type("0p");
    type("tttt");
    type("K");
    t.s.message = NULL;
    while (!t.at_end && top_step(&t)) {
    }
    put_screen("the end");
    put_sized(40, 10, "40 by 10");
    put_sized(59, 30, "59 by 30");
    t.s.utf8 = t.s.color = 1;
    put_sized(200, 60, "200 by 60, UTF-8, in colour");
    type("ttt\r");
    type("qo");
    put_sized(7, 2, "7 by 2");
    stop();

    cli_putf(&page, "==== widths, sweep 2\n");
    start(RECORDING, 80, 14);
    CHECK(top_go_to(&t, 2));
    t.s.panel = PANEL_SHORT;
    for (i = 0; i < sizeof at / sizeof *at; i++) {
        char what[16];
        snprintf(what, sizeof what, "%d columns", at[i]);
        t.s.columns = at[i];
        put_screen(what);
    }
    stop();

    cli_putf(&page, "==== a setup that is longer than the screen\n");
    start(RECORDING, 60, 6);
    CHECK(top_go_to(&t, 2));
    press(KEY_F2, "F2");
    type("jjjjjjjjjjjjkkkkkkkkkkkk");
    stop();

    cli_putf(&page, "==== one device, of one engine, then of two with short names\n");
    drm_want_device(&want, "c5:00.1");
    start(RECORDING, 80, 8);
    CHECK(top_go_to(&t, 2));
    put_screen("one engine");
    stop();
    drm_want_free(&want);
    memset(&want, 0, sizeof want);
    if (!new_folder(folder, sizeof folder)) return;
    put_rare(folder, 1);
    drm_want_device(&want, "1");
    start(folder, 80, 8);
    CHECK(top_go_to(&t, 2));
    put_screen("short names");
    put_rare(folder, 0);
    stop();
    drm_want_free(&want);
    memset(&want, 0, sizeof want);

    cli_putf(&page, "==== few columns, in colour\n");
    start(RECORDING, 50, 8);
    CHECK(top_go_to(&t, 2));
    t.s.panel = PANEL_NONE;
    t.s.color = 1;
    t.s.columns_on = 1u << COL_PID | 1u << COL_BUSY;
    put_screen("two columns");
    t.s.columns_on = 1u << COL_ENGINES;
    put_screen("one column");
    stop();

    cli_putf(&page, "==== a client goes while its page is shown\n");
    start(RECORDING, 60, 14);
    CHECK(top_go_to(&t, 9));
    t.s.color = 1;
    type("/scribe\r\r");
    type(".....");
    type("q\x1b");
    stop();

    cli_putf(&page, "==== what is rarely seen\n");
    if (!new_folder(folder, sizeof folder)) return;
    put_rare(folder, 1);
    start(folder, 100, 26);
    t.m.sort = SORT_PID;
    CHECK(top_go_to(&t, 2));
    put_screen("sweep 2");
    t.s.mode = MODE_DETAIL;
    for (i = 0; i < t.m.row_count; i++) {
        t.s.selected = i;
        put_screen("a page");
    }
    top_leave_page(&t);
    type("t\r");
    type("qt\r");
    type("qtt/az l\x15" "AZ LAMP@[\x15" "a\x15" "cy\x15" "\x1b..");
    t.m.filter.len = 0;
    type("/");
    for (i = 0; i < 6; i++) press(letters[i], "a letter");
    CHECK_BYTES("\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 18, t.m.filter.ptr, t.m.filter.len);
    for (i = 0; i < 6; i++) press(KEY_BACKSPACE, "Backspace");
    CHECK_U64(0, t.m.filter.len);
    type("\x1b");
    put_rare(folder, 0);
    stop();

    cli_putf(&page, "==== a machine, 110 by 30\n");
    if (!new_folder(folder, sizeof folder)) return;
    put_processes(folder, 1);
    start(NULL, 110, 30);
    t.root = t.source.root = folder;
    t.m.sort = SORT_CPU;
    CHECK(top_step(&t));
    put_screen("sweep 1");
    CHECK(top_step(&t));
    put_screen("sweep 2");
    CHECK(top_step(&t));
    put_screen("sweep 3");
    t.s.color = 1;
    put_screen("in colour");
    t.s.color = 0;
    type("ssd");
    t.s.columns = 50;
    put_screen("50 columns");
    t.s.columns = 110;
    type("ddt\r");
    type("q\x1b");
    type("+++++++++++++------------");
    t.s.columns = 150;
    t.s.utf8 = 1;
    put_screen("150 by 30, UTF-8");
    t.s.color = 1;
    put_sized(150, 70, "150 by 70, in colour");
    type("tt\r");
    type("qc");
    put_processes(folder, 0);
    stop();
    compare_page();
}

/* The text of --once, as a snapshot has it. */
static void text(void)
{
    FILE *f = tmpfile();
    output to;
    char got[4096];
    size_t n;
    if (!CHECK(f != NULL)) return;
    start(NULL, 100, 24);
    CHECK(top_step(&t) && top_step(&t));
    t.s.columns_on = 1u << COL_PID | 1u << COL_TYPE | 1u << COL_TOP | 1u << COL_CPU | 1u << COL_RSS | 1u << COL_UNIT;
    out_init(&to, f, OUT_TEXT);
    top_rows(&t);
    top_text(&t, &to);
    rewind(f);
    n = fread(got, 1, sizeof got - 1, f);
    got[n] = 0;
    CHECK(strstr(got, "\n\n PID  TYPE  ENGINE") != NULL);
    CHECK(strstr(got, "\n3702  C     npu-amdxdna     -  212M  docker:29316138\n4310  GC    gfx          42.0  152M  docker:34130890\n") != NULL);
    CHECK(strstr(got, "\n3520  GM    vcs          28.0     -  docker:27874880\n") != NULL);
    CHECK(strstr(got, "\n2877  G     rcs          64.0  116M  -\n") != NULL);
    CHECK(strstr(got, "\n\n3 of 214 processes are hidden: no right to look into them (root sees more)\n") != NULL);
    fclose(f);
    stop();
}

/* The terminal ------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    int keys[4]; /* until KEY_NONE */
} pressed[] = {
    {"a", {'a'}}, {" ", {' '}}, {"\r", {'\r'}}, {"\x7f", {KEY_BACKSPACE}}, {"\b", {KEY_BACKSPACE}}, {"\x15", {21}}, {"ab\x1b[A", {'a', 'b', KEY_UP}},
    {"\xc2\xa3", {0xa3}}, {"\xe2\x82\xac", {0x20ac}}, {"\xf0\x9f\x98\x80", {0x1f600}}, {"\xdf\xbf", {0x7ff}}, {"\xff" "a", {0, 'a'}}, {"\xc2", {0}},
    {"\x1b", {KEY_ESCAPE}}, {"\x1bx", {KEY_ESCAPE, 'x'}}, {"\x1b[A", {KEY_UP}}, {"\x1b[B", {KEY_DOWN}}, {"\x1b[C", {KEY_RIGHT}}, {"\x1b[D", {KEY_LEFT}},
    {"\x1bOA", {KEY_UP}}, {"\x1bOH", {KEY_HOME}}, {"\x1bOF", {KEY_END}}, {"\x1b[H", {KEY_HOME}}, {"\x1b[F", {KEY_END}}, {"\x1b[1~", {KEY_HOME}},
    {"\x1b[7~", {KEY_HOME}}, {"\x1b[4~", {KEY_END}}, {"\x1b[8~", {KEY_END}}, {"\x1b[5~", {KEY_PAGE_UP}}, {"\x1b[6~", {KEY_PAGE_DOWN}},
    {"\x1bOP", {KEY_F1}}, {"\x1bOQ", {KEY_F2}}, {"\x1bOR", {KEY_F3}}, {"\x1bOS", {KEY_F4}}, {"\x1b[11~", {KEY_F1}}, {"\x1b[12~", {KEY_F2}},
    {"\x1b[13~", {KEY_F3}}, {"\x1b[14~", {KEY_F4}}, {"\x1b[15~", {KEY_F5}}, {"\x1b[17~", {KEY_F6}}, {"\x1b[20~", {KEY_F9}}, {"\x1b[21~", {KEY_F10}},
    {"\x1b[[A", {KEY_F1}}, {"\x1b[[B", {KEY_F2}}, {"\x1b[[C", {KEY_F3}}, {"\x1b[[D", {KEY_F4}}, {"\x1b[[E", {KEY_F5}}, {"\x1b[[Fx", {0, 'x'}},
    {"\x1b[1;5A", {KEY_UP}}, {"\x1b[5;2~", {KEY_PAGE_UP}}, {"\x1b[1;5Px", {KEY_F1, 'x'}}, {"\x1b[9~x", {0, 'x'}}, {"\x1b[Zx", {0, 'x'}},
    {"\x1b[999999999999999~x", {0, 'x'}}, {"\x1b[<0;12;34M", {KEY_CLICK}}, {"\x1b[<;12;34M", {KEY_CLICK}}, {"\x1b[<0;12;34mx", {0, 'x'}}, {"\x1b[<64;1;1M", {KEY_WHEEL_UP}},
    {"\x1b[<65;1;1Mx", {KEY_WHEEL_DOWN, 'x'}}, {"\x1b[<1;1;1Mx", {0, 'x'}}, {"\x1b[<0;1Mx", {0, 'x'}}, {"\x1b[<0;1;1;1Mx", {0, '1', 'M', 'x'}}};

static void keys(void)
{
    const int was = dup(0);
    size_t i;
    int column, line;
    for (i = 0; i < sizeof pressed / sizeof *pressed; i++) {
        int ends[2], k;
        if (!CHECK(pipe(ends) == 0)) return;
        CHECK(write(ends[1], pressed[i].bytes, strlen(pressed[i].bytes)) == (ssize_t)strlen(pressed[i].bytes));
        dup2(ends[0], 0);
        for (k = 0; k < 4; k++) {
            const int key = term_key(1000000);
            if (key != pressed[i].keys[k]) printf("key %d of sequence %zu, ESC%s\n", k, i, pressed[i].bytes + (pressed[i].bytes[0] == 27));
            CHECK_I64(pressed[i].keys[k], key);
        }
        if (pressed[i].keys[0] == KEY_CLICK) {
            term_mouse(&column, &line);
            CHECK(column == 11 && line == 33);
        }
        close(ends[0]);
        close(ends[1]);
    }
    dup2(was, 0);
    close(was);
}

/* What term_show writes, into `to` of 1 KiB; its length. */
static size_t shown(const char *const *lines, int rows, int again, char *to)
{
    cli_buf b[4] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    int ends[2], i;
    const int was = dup(1);
    ssize_t n;
    fflush(stdout);
    if (pipe(ends) != 0) return 0;
    dup2(ends[1], 1);
    for (i = 0; i < rows; i++) cli_put(&b[i], lines[i], strlen(lines[i]));
    term_show(b, rows, again);
    dup2(was, 1);
    close(was);
    close(ends[1]);
    n = read(ends[0], to, 1024);
    close(ends[0]);
    for (i = 0; i < rows; i++) cli_buf_free(&b[i]);
    return n > 0 ? (size_t)n : 0;
}

static void writes(void)
{
    static const char *const first[] = {"one", "two", "three"}, *const second[] = {"one", "2", "three"}, *const third[] = {"one", "2"};
    static const char all[] = "\033[0m\033[2J\033[1;1H\033[Kone\033[2;1H\033[Ktwo\033[3;1H\033[Kthree";
    static const char less[] = "\033[0m\033[2J\033[1;1H\033[Kone\033[2;1H\033[K2";
    char got[1024];
    size_t n = shown(first, 3, 1, got);
    CHECK_BYTES(all, sizeof all - 1, got, n);
    n = shown(first, 3, 0, got);
    CHECK_U64(0, n);
    n = shown(second, 3, 0, got);
    CHECK_BYTES("\033[2;1H\033[K2", 10, got, n);
    n = shown(third, 2, 0, got);
    CHECK_BYTES(less, sizeof less - 1, got, n);
    n = shown(third, 2, 1, got);
    CHECK_BYTES(less, sizeof less - 1, got, n);
}

/* Settings ----------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *line, *then; /* what settings_write then says of it; NULL: not understood */
} given[] = {{"interval 0.05", "interval 0.05"}, {"interval 3600", "interval 3600"}, {"interval 0.0494", NULL}, {"interval 3600.1", NULL},
    {"interval 1x", NULL}, {"interval -1", NULL}, {"interval", NULL}, {"  interval\t 0.2504", "interval 0.25"}, {"sort busy", "sort busy"},
    {"sort memory", "sort memory"}, {"sort pid", "sort pid"}, {"sort user", "sort user"}, {"sort device", "sort device"}, {"sort command", "sort command"},
    {"sort cpu", "sort cpu"}, {"sort rss", "sort rss"}, {"sort size", NULL}, {"reverse yes", "reverse yes"}, {"reverse no", "reverse no"},
    {"reverse maybe", NULL}, {"tree none", "tree none"}, {"tree process", "tree process"}, {"tree device", "tree device"}, {"tree parent", "tree parent"},
    {"full yes", "full yes"}, {"full no", "full no"}, {"devices full", "devices full"}, {"devices short", "devices short"}, {"devices none", "devices none"},
    {"devices", NULL}, {"columns auto", "columns auto"}, {"columns pid, command", "columns pid command"}, {"columns command pid,", "columns pid command"},
    {"columns pid size", NULL}, {"columns ,", NULL}, {"size 1", NULL}};

static void settings(void)
{
    char folder[256], path[300], made[300];
    cli quiet;
    size_t i;
    if (!new_folder(folder, sizeof folder)) return;
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/drmtop/settings", folder);
    cli_init(&quiet, "drmtop", "");
    for (i = 0; i < sizeof given / sizeof *given; i++) {
        screen s;
        model m;
        cli_buf wrong = {NULL, 0, 0};
        char want_line[512], *got;
        size_t len;
        FILE *f;
        memset(&s, 0, sizeof s);
        memset(&m, 0, sizeof m);
        s.interval = 7000000000;
        CHECK(settings_write(&quiet, &s, &m)); /* makes the folder */
        f = fopen(path, "wb");
        if (!CHECK(f != NULL)) return;
        fprintf(f, "# a comment\n\n%s\ninterval 7\n%s", strstr(given[i].line, "interval") == NULL ? given[i].line : "",
                strstr(given[i].line, "interval") != NULL ? given[i].line : "");
        fclose(f);
        settings_read(&quiet, &s, &m, &wrong);
        snprintf(want_line, sizeof want_line, "%s:%d:1: error: not understood: %.*s", path, strstr(given[i].line, "interval") != NULL ? 5 : 3,
                 (int)strcspn(given[i].line, " "), given[i].line);
        CHECK_STR(given[i].then == NULL ? want_line : "", wrong.len > 0 ? wrong.ptr : "");
        CHECK(settings_write(&quiet, &s, &m));
        got = run_read(path, &len);
        snprintf(want_line, sizeof want_line, "\n%s\n", given[i].then != NULL ? given[i].then : "interval 7");
        if (CHECK(got != NULL) && !CHECK(strstr(got, want_line) != NULL)) printf("settings %s: %s", given[i].line, got);
        free(got);
        cli_buf_free(&wrong);
    }
    {
        cli_buf b = {NULL, 0, 0};
        setenv("XDG_CONFIG_HOME", "relative", 1);
        setenv("HOME", "/home/x", 1);
        CHECK(settings_path(&b) == 1);
        CHECK_STR("/home/x/.config/drmtop/settings", b.ptr);
        setenv("HOME", "relative", 1);
        CHECK(settings_path(&b) == 0);
        cli_buf_free(&b);
    }
    unlink(path);
    snprintf(made, sizeof made, "%s/drmtop", folder);
    rmdir(made);
    rmdir(folder);
}

int main(void)
{
    RUN(screens);
    RUN(text);
    RUN(keys);
    RUN(writes);
    RUN(settings);
    cli_buf_free(&page);
    return run_end();
}
