/* The scanner on a made-up system. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_system.h"
#include "drmfdinfo_texts.h"
#include "heap.h"
#include "run.h"

#define S 1000000000
#define SOON (S / 10) /* between small looks */
#define A "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n"
#define B "drm-driver: a\ndrm-client-id: 2\ndrm-engine-e: 6 ns\n"

static fake f;
static drmfd_system calls;
static drmfd_tracker *tracker;
static drmfd_scanner *scanner;
static drmfd_scanner_options options;
static drmfd_scan_stats stats;

static fake_file file(uint64_t pid, uint64_t fd, uint64_t device, int is_device, const char *text)
{
    fake_file x;
    x.pid = pid;
    x.fd = fd;
    x.device = device;
    x.is_device = is_device;
    x.text = text;
    x.len = strlen(text);
    return x;
}

static void start(fake_file *files, size_t count)
{
    calls = fake_system(&f, files, count);
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    CHECK(tracker != NULL && scanner != NULL);
}

static const drmfd_sweep *scan(void)
{
    static const drmfd_sweep nothing;
    drmfd_error e = {DRMFD_OK, 0, ""};
    const drmfd_sweep *s = drmfd_scan(scanner, tracker, &stats, &e);
    CHECK(s != NULL && e.code == DRMFD_OK);
    return s != NULL ? s : &nothing;
}

static void end(void)
{
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    CHECK_U64(0, f.handles);
    CHECK_U64(0, f.wrong);
    memset(&options, 0, sizeof options);
}

static void nulls(void)
{
    fake_file none;
    drmfd_error e = {DRMFD_OK, 0, ""};
    drmfd_system half;
    int i;
    calls = fake_system(&f, &none, 0);
    CHECK(drmfd_scanner_open(NULL, NULL, &e) == NULL && e.code == DRMFD_ARGUMENT);
    CHECK_STR("scanner needs callbacks and a source of memory", e.message);
    CHECK(drmfd_scanner_open(NULL, NULL, NULL) == NULL);
    for (i = 0; i < 6; i++) {
        half = calls;
        if (i == 0) half.process_fn = NULL;
        if (i == 1) half.file_fn = NULL;
        if (i == 2) half.open_fn = NULL;
        if (i == 3) half.read_fn = NULL;
        if (i == 4) half.close_fn = NULL;
        if (i == 5) half.now_fn = NULL;
        CHECK(drmfd_scanner_open(&half, NULL, NULL) == NULL);
    }
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, &e);
    CHECK(drmfd_scan(NULL, tracker, &stats, &e) == NULL && e.code == DRMFD_ARGUMENT);
    CHECK_STR("no scanner or no tracker", e.message);
    CHECK(drmfd_scan(scanner, NULL, NULL, NULL) == NULL);
    CHECK(drmfd_scan(scanner, tracker, NULL, NULL) != NULL);
    drmfd_scanner_close(scanner);
    drmfd_scanner_close(NULL);
    drmfd_tracker_close(tracker);
}

static void one_look(void)
{
    fake_file files[5];
    const drmfd_sweep *s;
    files[0] = file(1, 0, 0, 0, A);
    files[1] = file(1, 3, 77, 1, A);
    files[2] = file(2, 4, 77, 1, B);
    files[3] = file(2, 5, 0, DRMFD_REPLY_GONE, A);
    files[4] = file(9, 1, 78, 1, text_other);
    start(files, 5);
    s = scan();
    CHECK_U64(3, stats.processes);
    CHECK_U64(0, stats.refused);
    CHECK_U64(5, stats.files);
    CHECK_U64(3, stats.candidates);
    CHECK_U64(1, stats.vanished);
    CHECK_U64(2, stats.texts);
    CHECK_U64(0, stats.lost);
    CHECK(stats.looked == 1);
    CHECK(s->client_count == 2 && s->clients[0].device == 77 && s->clients[0].owner == 1);
    CHECK_U64(2, f.handles); /* kept open; whatever was no DRM file is closed */
    CHECK_U64(3, f.opened);
    scan(); /* a refresh reads them again from the start, and nothing else */
    CHECK(stats.looked == 0 && stats.texts == 2 && f.opened == 3 && f.asked == 5 && f.listed == 1);
    CHECK_U64(3, stats.processes); /* of the last look */
    end();
}

static void no_device_fn(void) /* every text is read */
{
    fake_file files[2];
    files[0] = file(1, 0, 5, 0, text_other);
    files[1] = file(1, 3, 5, 0, A);
    calls = fake_system(&f, files, 2);
    calls.device_fn = NULL;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    CHECK_U64(1, scan()->client_count);
    CHECK(stats.candidates == 2 && stats.texts == 1);
    end();
}

static void when_it_looks(void)
{
    fake_file files[3];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    options.look_every = S;
    start(files, 3);
    f.count = 1;
    CHECK_U64(1, scan()->client_count);
    f.count = 2;
    f.now = SOON - 1;
    CHECK(scan()->client_count == 1 && !stats.looked && f.listed == 1); /* not so soon after the last look */
    f.now = SOON;
    CHECK(scan()->client_count == 2 && !stats.looked && f.listed == 3); /* a new process is seen */
    files[1].pid = 1;
    CHECK(scan()->client_count == 1 && !stats.looked);
    f.now = S - 1;
    CHECK(scan()->client_count == 1 && !stats.looked);
    f.now = S;
    CHECK(scan()->client_count == 2 && stats.looked); /* a new file of an old one at the next full look */
    f.count = 3;
    f.now = S + SOON - 1;
    CHECK(scan()->client_count == 2 && !stats.looked); /* a full look counts, too */
    f.now = S + SOON;
    CHECK(scan()->client_count == 3 && !stats.looked);
    f.now = INT64_MAX; /* a sum that does not fit */
    CHECK(scan()->client_count == 3 && stats.looked);
    CHECK(scan()->client_count == 3 && stats.looked);
    end();
    options.look_every = -1; /* at every scan */
    start(files, 3);
    f.count = 1;
    CHECK_U64(1, scan()->client_count);
    f.count = 3;
    CHECK(scan()->client_count == 3 && stats.looked);
    end();
    start(files, 3); /* the default is 3 s */
    scan();
    f.now = 3 * (int64_t)S - 1;
    scan();
    CHECK(!stats.looked);
    f.now = 3 * (int64_t)S;
    scan();
    CHECK(stats.looked);
    end();
}

static void files_that_go(void)
{
    fake_file files[3];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    start(files, 3);
    scan();
    CHECK_U64(3, f.handles);
    files[0] = file(99, 3, 5, 0, A); /* closed: the read fails */
    CHECK_U64(2, scan()->client_count);
    CHECK(stats.lost == 1 && stats.texts == 2 && f.handles == 2);
    files[1] = file(2, 4, 5, 1, text_other); /* the number was reused */
    CHECK_U64(1, scan()->client_count);
    CHECK(stats.lost == 0 && stats.texts == 1 && f.handles == 1);
    files[2].text = ""; /* the device was unplugged */
    files[2].len = 0;
    CHECK_U64(0, scan()->client_count);
    CHECK_U64(0, f.handles);
    files[0].is_device = 1;
    files[1] = file(2, 4, 5, 1, B);
    CHECK_U64(0, scan()->client_count);
    f.now = 4 * (int64_t)S; /* a full look finds them again */
    CHECK_U64(2, scan()->client_count);
    end();
}

static void files_of_a_process_that_may_no_longer_be_listed(void)
{
    fake_file files[2];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    options.look_every = -1;
    start(files, 2);
    scan();
    f.calls = 0;
    f.fail_at = 2; /* the first fd of the first process */
    f.fail_with = DRMFD_REPLY_REFUSED;
    CHECK_U64(2, scan()->client_count); /* still read through the open file */
    CHECK_U64(1, stats.refused);
    f.fail_at = 0;
    CHECK_U64(2, scan()->client_count);
    end();
}

static void keep_open(void)
{
    fake_file files[3];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    options.keep_open = 1;
    start(files, 3);
    scan();
    CHECK_U64(1, f.handles);
    CHECK_U64(3, f.opened);
    CHECK_U64(3, scan()->client_count);
    CHECK_U64(5, f.opened);
    CHECK_U64(1, f.handles);
    end();
}

static void long_texts(void)
{
    fake_file files[1];
    files[0] = file(1, 3, 5, 1, A);
    options.max_text = strlen(A);
    start(files, 1);
    CHECK_U64(1, scan()->clients[0].engine_count); /* fits to the byte: not cut */
    CHECK_U64(0, stats.cut);
    end();
    options.max_text = strlen(A) - 1;
    start(files, 1);
    CHECK_U64(0, scan()->clients[0].engine_count); /* an incomplete line is left out */
    CHECK_U64(1, stats.cut);
    end();
    options.max_text = 1;
    start(files, 1);
    CHECK_U64(0, scan()->client_count);
    CHECK_U64(0, stats.texts);
    end();
}

static unsigned handed;
static void hand(const drmfd_sample *sample, void *user)
{
    CHECK(user == &handed && sample->time == 500 && sample->device == 5 && sample->pid == 1 && sample->fd == 3);
    CHECK_BYTES(A, strlen(A), (const char *)sample->data, sample->size);
    CHECK(sample->flags == 0);
    handed++;
}

static void texts_are_handed_out(void)
{
    fake_file files[2];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 3, 5, 1, text_other);
    options.observer.sample_fn = hand;
    options.observer.user = &handed;
    start(files, 2);
    f.now = 500;
    scan();
    CHECK_U64(1, handed);
    end();
}

static void listed_twice(void)
{
    fake_file files[3];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(1, 3, 5, 1, A);
    files[2] = file(2, 3, 5, 1, B);
    options.look_every = -1;
    start(files, 3);
    scan();
    CHECK_U64(2, scan()->client_count);
    end();
}

static void no_room_in_the_tracker(void)
{
    static char big[60000];
    fake_file files[2];
    drmfd_tracker_options o;
    size_t n = (size_t)sprintf(big, A);
    memset(big + n, 'x', sizeof big - n - 2);
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 3, 5, 1, big);
    start(files, 2);
    drmfd_tracker_close(tracker);
    memset(&o, 0, sizeof o);
    o.memory.max_memory = 90000;
    tracker = drmfd_tracker_open(&o, NULL);
    big[14 + 15] = '9'; /* another id */
    CHECK_U64(1, scan()->client_count);
    CHECK(stats.no_room == 1 && stats.texts == 2);
    end();
}

static void own_time_for_each_read(void) /* row 59 and section 5: dt of the very file */
{
    fake_file files[2];
    const drmfd_sweep *s;
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 0 ns\n");
    files[1] = file(2, 4, 5, 1, "drm-driver: a\ndrm-client-id: 2\ndrm-engine-e: 0 ns\n");
    start(files, 2);
    f.step = 1000;
    scan();
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 1500 ns\n");
    f.now += 7000;
    s = scan();
    CHECK_U64(10000, s->clients[0].engines[0].busy.span);
    CHECK_U64(10000, s->clients[1].engines[0].busy.span);
    CHECK_I64(s->clients[0].time + 1000, s->clients[1].time);
    end();
}

static void no_free(void *p, size_t size, void *user)
{
    (void)user;
    (void)p;
    (void)size;
}

/* Each file stays the same file from look to look, even when there are more than are searched one by one. */
static void many_files(void)
{
    static char texts[40][64];
    fake_file files[40];
    const drmfd_sweep *s;
    unsigned i, look;
    for (i = 0; i < 40; i++) {
        snprintf(texts[i], sizeof texts[i], "drm-driver: a\ndrm-client-id: %u\ndrm-engine-e: 5 ns\n", i * 7);
        files[i] = file(1 + i / 8, i % 8, 3, 1, texts[i]);
    }
    options.look_every = -1;
    start(files, 40);
    for (look = 0; look < 3; look++) {
        s = scan();
        CHECK_U64(40, stats.candidates);
        CHECK_U64(40, stats.texts);
        CHECK_U64(40, s->client_count);
        CHECK_U64(40, s->texts);
        CHECK_U64(40, f.opened);
        for (i = 0; i < s->client_count; i++) CHECK_U64(1, s->clients[i].files);
    }
    end();
}

static void byte_by_byte(void)
{
    fake_file files[1];
    size_t room;
    for (room = 20; room <= sizeof A + 1; room++) {
        files[0] = file(1, 1, 3, 1, A);
        options.max_text = room;
        start(files, 1);
        f.most = 1;
        (void)scan();
        CHECK_U64(1, stats.texts);
        CHECK_U64(room < sizeof A - 1, stats.cut);
        end();
    }
}

static drmfd_reply open_but_one(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    return pid == 2 ? DRMFD_REPLY_REFUSED : fake_open(pid, fd, handle, user);
}

/* A file that may not be opened is lost at each look, and all else is as before: what repeats needs no memory. */
static void a_file_that_may_not_be_opened(void)
{
    static char text[4000];
    fake_file files[2];
    drmfd_tracker_options o;
    heap h;
    size_t n = (size_t)sprintf(text, "drm-driver: a\ndrm-client-id: 1\n");
    unsigned i;
    for (i = 0; i < 60; i++) n += (size_t)sprintf(text + n, "drm-engine-e%u: %u ns\ndrm-total-r%u: 1\n", i, i, i);
    files[0] = file(1, 3, 5, 1, text);
    files[1] = file(2, 4, 5, 1, B);
    calls = fake_system(&f, files, 2);
    calls.open_fn = open_but_one;
    memset(&h, 0, sizeof h);
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &h;
    options.look_every = -1;
    tracker = drmfd_tracker_open(&o, NULL);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    for (i = 0; i < 6; i++) {
        const drmfd_sweep *s;
        f.now += 1000;
        if (i >= 2) h.fail = h.calls + 1;
        s = scan();
        CHECK(stats.lost == 1 && stats.texts == 1 && stats.candidates == 2 && stats.no_room == 0);
        if (!CHECK_U64(1, s->client_count)) break;
        CHECK_U64(60, s->clients[0].engine_count);
        if (i > 0) CHECK_U64(1000, s->clients[0].engines[59].busy.span);
    }
    end();
    CHECK_U64(0, h.live);
}

static void errors(void)
{
    fake_file files[2];
    drmfd_error e = {DRMFD_OK, 0, ""};
    const drmfd_sweep *s;
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    options.look_every = -1;
    start(files, 2);
    s = scan();
    f.calls = 0;
    f.fail_at = 1;
    f.fail_with = DRMFD_REPLY_FAILED;
    memset(&stats, 0x11, sizeof stats);
    CHECK(drmfd_scan(scanner, tracker, &stats, &e) == NULL && e.code == DRMFD_IO);
    CHECK_STR("cannot list processes", e.message);
    CHECK(stats.texts == 0x1111111111111111u); /* a failed call changes nothing */
    CHECK(s->client_count == 2); /* the last sweep is still there */
    CHECK_VIEW("a", s->clients[1].driver);
    f.fail_at = 0;
    CHECK_U64(2, scan()->client_count);
    CHECK_U64(2, f.opened); /* what was known stayed known */
    end();
    options.memory.max_memory = 1;
    calls = fake_system(&f, files, 2);
    CHECK(drmfd_scanner_open(&calls, &options, &e) == NULL && e.code == DRMFD_LIMIT);
    CHECK_STR("max_memory reached", e.message);
    memset(&options, 0, sizeof options);
    options.max_text = (size_t)-1; /* a size that cannot be allocated */
    CHECK(drmfd_scanner_open(&calls, &options, &e) == NULL && e.code == DRMFD_LIMIT);
    memset(&options, 0, sizeof options);
    options.memory.allocator.user = &f;
    options.memory.allocator.free_fn = no_free; /* half an allocator */
    CHECK(drmfd_scanner_open(&calls, &options, &e) == NULL && e.code == DRMFD_ARGUMENT);
    memset(&options, 0, sizeof options);
}

static void the_look_behind_a_full_buffer_fails(void)
{
    fake_file files[1];
    files[0] = file(1, 3, 5, 1, A);
    options.max_text = strlen(A);
    start(files, 1);
    scan();
    CHECK_U64(8, f.calls); /* two of processes, two of files, device, open, the text, the byte after it */
    f.fail_at = f.calls + 2;
    f.fail_with = DRMFD_REPLY_GONE;
    CHECK_U64(1, scan()->client_count); /* what was read is complete */
    CHECK_U64(0, stats.cut);
    end();
}

/* The file for which no handle is left while more than so many are open. */
static unsigned most_handles;
static drmfd_reply few_handles(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    if (f.handles >= most_handles) return DRMFD_REPLY_NO_HANDLE;
    return fake_open(pid, fd, handle, user);
}

static drmfd_reply few_folders(uint64_t pid, int first, uint64_t *fd, void *user)
{
    if (first && f.handles >= most_handles) return DRMFD_REPLY_NO_HANDLE;
    return fake_next(pid, first, fd, user);
}

static void out_of_handles(void)
{
    static char texts[40][64];
    fake_file files[40];
    uint32_t i;
    for (i = 0; i < 40; i++) {
        snprintf(texts[i], sizeof texts[i], "drm-driver: a\ndrm-client-id: %u\n", i);
        files[i] = file(1 + i / 2, i, 5, 1, texts[i]);
    }
    for (most_handles = 0; most_handles < 45; most_handles++) {
        calls = fake_system(&f, files, 40);
        calls.open_fn = few_handles;
        calls.file_fn = few_folders;
        options.look_every = -1;
        tracker = drmfd_tracker_open(NULL, NULL);
        scanner = drmfd_scanner_open(&calls, &options, NULL);
        for (i = 0; i < 3; i++) {
            scan();
            CHECK(stats.open == f.handles && stats.lost == 0 && stats.vanished == 0);
            if (most_handles == 0) {
                CHECK_U64(0, stats.texts);
                CHECK_U64(20, stats.unlisted);
            } else { /* all are seen, with the handles available */
                CHECK_U64(40, stats.texts);
                CHECK(stats.unlisted == 0 && stats.no_handle == 0);
            }
        }
        if (most_handles > 0 && most_handles <= 40) CHECK(stats.keep_open < 64 && stats.open <= most_handles);
        else if (most_handles > 0) CHECK(stats.keep_open == 64 && stats.open == 40);
        end();
        memset(&options, 0, sizeof options);
    }
    /* What could not be listed is tried again at the next small look, not at the next full one. */
    most_handles = 0;
    calls = fake_system(&f, files, 40);
    calls.open_fn = few_handles;
    calls.file_fn = few_folders;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    CHECK_U64(0, scan()->client_count);
    CHECK_U64(20, stats.unlisted);
    most_handles = 1000;
    f.now = SOON;
    CHECK_U64(40, scan()->client_count);
    CHECK(stats.unlisted == 0 && !stats.looked);
    end();
    /* No handle left once the files are known: they stay known, and are counted. */
    most_handles = 1000;
    calls = fake_system(&f, files, 40);
    calls.open_fn = few_handles;
    options.keep_open = DRMFD_KEEP_NONE;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    CHECK_U64(40, scan()->client_count);
    CHECK(stats.open == 0 && stats.keep_open == 0);
    most_handles = 0;
    CHECK_U64(0, scan()->client_count);
    CHECK(stats.no_handle == 40 && stats.lost == 0);
    most_handles = 1;
    CHECK_U64(40, scan()->client_count);
    end();
    memset(&options, 0, sizeof options);
}

static uint64_t file_count = 1;
static drmfd_reply count_files(uint64_t pid, uint64_t *count, void *user)
{
    (void)user;
    *count = file_count;
    return pid == 3 ? DRMFD_REPLY_UNKNOWN : DRMFD_REPLY_YES;
}

static unsigned folder_fails; /* which list of files fails for lack of a handle; 0: none */
static drmfd_reply folders_or_not(uint64_t pid, int first, uint64_t *fd, void *user)
{
    if (first && folder_fails > 0 && --folder_fails == 0) return DRMFD_REPLY_NO_HANDLE;
    return fake_next(pid, first, fd, user);
}

/* A look gives all handles back when it has already taken over what is known of other processes. */
static void out_of_handles_in_the_middle_of_a_look(void)
{
    fake_file files[3];
    int full;
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    for (full = 0; full < 2; full++) {
        calls = fake_system(&f, files, 2);
        calls.file_count_fn = count_files;
        calls.file_fn = folders_or_not;
        tracker = drmfd_tracker_open(NULL, NULL);
        scanner = drmfd_scanner_open(&calls, NULL, NULL);
        CHECK_U64(2, scan()->client_count);
        CHECK_U64(2, f.handles);
        f.count = 3; /* in a small look only the third process is listed */
        f.now = full ? 3 * (int64_t)S : SOON;
        folder_fails = full ? 3 : 1; /* that of the third process */
        CHECK_U64(3, scan()->client_count);
        CHECK(stats.looked == full && stats.unlisted == 0 && stats.lost == 0);
        CHECK_U64(0, f.wrong); /* no handle is read or closed that was given back */
        end();
    }
}

static void files_that_come_between_full_looks(void)
{
    fake_file files[4];
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(1, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    files[3] = file(3, 5, 5, 1, "drm-driver: a\ndrm-client-id: 4\n");
    files[1].is_device = files[3].is_device = 0;
    calls = fake_system(&f, files, 4);
    calls.file_count_fn = count_files;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    CHECK_U64(2, scan()->client_count);
    files[1].is_device = files[3].is_device = 1;
    CHECK_U64(2, scan()->client_count); /* as many files as before */
    CHECK(f.asked == 4 && !stats.looked);
    file_count = 2;
    f.now = SOON;
    CHECK_U64(3, scan()->client_count); /* of process 1; how many process 3 has is unknown */
    CHECK(f.asked == 6 && !stats.looked && stats.files == 4 && stats.candidates == 3 && stats.processes == 2);
    CHECK_U64(3, scan()->client_count);
    CHECK_U64(6, f.asked);
    f.now = 3 * (int64_t)S;
    CHECK_U64(4, scan()->client_count);
    CHECK(stats.looked && scan()->clients[1].client_id == 2); /* in the order of their processes */
    file_count = 1;
    end();
}

static void a_descriptor_of_another_device(void)
{
    fake_file files[1];
    const drmfd_sweep *s;
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\n");
    start(files, 1);
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 6, 1, "drm-driver: a\ndrm-client-id: 2\n"); /* closed and opened again, between two looks */
    s = scan();
    CHECK(!stats.looked && s->client_count == 1 && s->clients[0].device == 6 && s->clients[0].is_new);
    files[0] = file(1, 3, 7, 1, "drm-driver: a\ndrm-client-id: 2\n"); /* without an inode only a full look can see it */
    CHECK_U64(6, scan()->clients[0].device);
    f.now = 3 * (int64_t)S;
    CHECK_U64(7, scan()->clients[0].device);
    files[0] = file(1, 3, 8, DRMFD_REPLY_REFUSED, "drm-driver: b\ndrm-client-id: 3\n"); /* it may no longer be asked: unknown */
    CHECK_U64(0, scan()->clients[0].device);
    files[0] = file(1, 3, 8, 0, "drm-driver: b\ndrm-client-id: 4\n"); /* no device at all */
    CHECK_U64(0, scan()->client_count);
    CHECK_U64(1, stats.lost);
    end();
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\n");
    options.look_every = -1;
    start(files, 1);
    CHECK_U64(1, scan()->client_count);
    files[0].is_device = 0; /* a full look finds that the number is no device */
    CHECK_U64(1, f.handles);
    CHECK_U64(1, scan()->client_count); /* still the old text: a read says when it is gone */
    end();
    memset(&options, 0, sizeof options);
}

/* A process whose descriptors are listed but may not be asked hides its clients: CAP_DAC_READ_SEARCH without CAP_SYS_PTRACE. */
static void descriptors_that_may_not_be_asked(void)
{
    fake_file files[3];
    files[0] = file(1, 3, 5, DRMFD_REPLY_REFUSED, "drm-driver: a\ndrm-client-id: 1\n");
    files[1] = file(1, 4, 5, 1, "drm-driver: a\ndrm-client-id: 2\n");
    files[2] = file(2, 3, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    start(files, 3);
    CHECK_U64(2, scan()->client_count);
    CHECK(stats.refused == 1 && stats.processes == 2 && stats.files == 3 && stats.candidates == 2);
    end();
}

/* Two devices of one driver that number their clients alone: only the lines of the device node differ. */
static void a_descriptor_of_another_inode(void)
{
    static const char *const texts[] = {"pos:\t0\nflags:\t02\nmnt_id:\t29\nino:\t541\n" A, /* as at first */
                                        "pos:\t0\nflags:\t02\nmnt_id:\t29\nino:\t542\n" A,
                                        "pos:\t0\nflags:\t02\nmnt_id:\t30\nino:\t542\n" A,
                                        "pos:\t0\nflags:\t02\n" A, /* it may be the same or not */
                                        "ino:\t542\n" A, "ino:\t5\nino:\t4\n" A, "ino:\t542"};
    static const unsigned asked[] = {0, 1, 1, 1, 1, 1, 0};
    fake_file files[1];
    size_t i;
    files[0] = file(1, 3, 10, 1, texts[0]);
    start(files, 1);
    CHECK_U64(10, scan()->clients[0].device);
    for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const unsigned before = f.asked;
        const uint64_t was = files[0].device;
        const drmfd_sweep *s;
        files[0] = file(1, 3, 10 + i, 1, texts[i]);
        s = scan();
        CHECK(!stats.looked);
        CHECK_U64(before + asked[i], f.asked);
        CHECK(s->client_count == (i < 6) && (i == 6 || s->clients[0].device == (asked[i] ? 10 + i : was)));
    }
    end();
    files[0] = file(1, 3, 5, 1, "pos:\t0\n" A); /* other lines change, and more than the kernel prints come before */
    start(files, 1);
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 6, 1, "pos:\t1\nflags:\t03\n" A "drm-engine-x: 7 ns\nino:\t9\n");
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 6, 1, "a: 1\nb: 1\nc: 1\nd: 1\nino:\t9\n" A);
    CHECK_U64(5, scan()->clients[0].device);
    CHECK_U64(1, f.asked);
    end();
    options.flags = DRMFD_READ_OLD_AMDGPU; /* a text that ends among the first lines, and short ones */
    files[0] = file(1, 3, 5, 1, "pdev: 0000:03:00.0\npasid: 7");
    start(files, 1);
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 6, 1, "a:\npdev: 0000:03:00.0\npasid: 7\na:");
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 6, 1, "ino: 3\npdev: 0000:03:00.0\npasid: 7\n");
    CHECK_U64(6, scan()->clients[0].device);
    end();
}

static int process_fails;
static drmfd_reply process_or_not(int first, uint64_t *pid, void *user)
{
    return process_fails ? DRMFD_REPLY_FAILED : fake_process(first, pid, user);
}

/* A process in place of another, and a list of processes that cannot be had, at a small look. */
static void other_processes(void)
{
    fake_file files[1];
    drmfd_error e;
    files[0] = file(1, 3, 5, 1, A);
    calls = fake_system(&f, files, 1);
    calls.process_fn = process_or_not;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    CHECK_U64(1, scan()->clients[0].owner);
    files[0].pid = 7;
    f.now += SOON;
    CHECK(scan()->clients[0].owner == 7 && !stats.looked);
    f.now += SOON;
    process_fails = 1;
    CHECK(drmfd_scan(scanner, tracker, &stats, &e) == NULL && e.code == DRMFD_IO);
    process_fails = 0;
    CHECK_U64(1, scan()->client_count);
    end();
}

/* The files of any process, without a list of processes before. */
static drmfd_reply of_any_process(uint64_t pid, int first, uint64_t *fd, void *user)
{
    if (first)
        for (f.file_at = 0; f.file_at < f.count && f.files[f.file_at].pid != pid; f.file_at++) {
        }
    if (f.file_at == f.count || f.files[f.file_at].pid != pid) return DRMFD_REPLY_NO;
    (void)user;
    *fd = f.files[f.file_at++].fd;
    return DRMFD_REPLY_YES;
}

/* One more look within the 3 s, with a process that is listed twice. */
static int twice;
static drmfd_reply process_twice(int first, uint64_t *pid, void *user)
{
    static int again;
    const uint64_t was = *pid;
    if (twice && !first && was == 1 && !again) {
        again = 1;
        return DRMFD_REPLY_YES;
    }
    again = 0;
    return fake_process(first, pid, user);
}

static void processes_that_are_listed_twice(void)
{
    fake_file files[3];
    int i;
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(3, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    calls = fake_system(&f, files, 3);
    calls.process_fn = process_twice;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    for (i = 1; i < 4; i++) {
        f.count = (size_t)i;
        f.now += SOON;
        twice = i != 1;
        CHECK_U64((uint64_t)i, scan()->client_count);
        CHECK_U64((uint64_t)i, stats.texts);
    }
    end();
}

/* A client whose driver changes, without a device_fn, or with one that no longer knows the fd. */
static void another_client_of_unknown_device(void)
{
    fake_file files[1];
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\n");
    calls = fake_system(&f, files, 1);
    calls.device_fn = NULL;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    CHECK_U64(1, scan()->client_count);
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 2\n");
    CHECK_U64(0, scan()->clients[0].device);
    end();
    start(files, 1);
    CHECK_U64(5, scan()->clients[0].device);
    files[0] = file(1, 3, 5, DRMFD_REPLY_GONE, "drm-driver: a\ndrm-client-id: 3\n");
    CHECK_U64(0, scan()->client_count);
    CHECK_U64(1, stats.lost);
    end();
}

static int probes;
static size_t read_no_more(uint64_t handle, uint64_t offset, char *to, size_t room, drmfd_reply *reply, void *user)
{
    if (room == 1) {
        probes++;
        *reply = DRMFD_REPLY_GONE;
        return 0;
    }
    return fake_read(handle, offset, to, room, reply, user);
}

static void a_text_as_long_as_the_buffer(void) /* and whether there is more is unknown: it counts as complete */
{
    fake_file files[1];
    files[0] = file(1, 3, 5, 1, A);
    options.max_text = strlen(A);
    calls = fake_system(&f, files, 1);
    calls.read_fn = read_no_more;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    CHECK_U64(1, scan()->client_count);
    CHECK(probes == 1 && stats.cut == 0);
    end();
    memset(&options, 0, sizeof options);
}

static void some_processes_only(void)
{
    fake_file files[3];
    const uint64_t pids[] = {9, 1};
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    files[2] = file(9, 4, 5, 1, "drm-driver: a\ndrm-client-id: 3\n");
    calls = fake_system(&f, files, 3);
    calls.process_fn = NULL;
    calls.file_fn = of_any_process;
    options.pids = pids;
    options.pid_count = 2;
    tracker = drmfd_tracker_open(NULL, NULL);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    if (CHECK(scanner != NULL && scan()->client_count == 2)) {
        CHECK(scan()->clients[0].owner == 9 && scan()->clients[1].owner == 1);
        CHECK(stats.processes == 2 && f.listed == 0);
    }
    end();
    options.pids = pids; /* of none */
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    tracker = drmfd_tracker_open(NULL, NULL);
    CHECK_U64(0, scan()->client_count);
    end();
    memset(&options, 0, sizeof options);
}

/* Nothing in its text grows, so a sweep of the same texts must not be taken for one of a later time. */
static void old_amdgpu(void)
{
#define OLD "pdev:\t0000:03:00.0\npasid:\t7\nvram mem:\t4 kB\ngfx0:\t"
    static const char *const texts[] = {OLD "5.0%\n", OLD "5.0%\n", OLD "0.0%\n", OLD "0.0%\n", OLD "0.0%\n"};
    fake_file files[2];
    size_t i;
    options.flags = DRMFD_READ_OLD_AMDGPU | DRMFD_READ_CUT; /* whether a text is cut is not for the caller to say */
    files[0] = file(1, 3, 5, 1, texts[0]);
    files[1] = file(2, 4, 5, 1, texts[0]); /* the same client in another process */
    start(files, 2);
    f.step = S / 1000;
    for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const drmfd_sweep *s;
        const drmfd_client *c;
        files[0].text = files[1].text = texts[i];
        s = scan();
        if (!CHECK(s->client_count == 1 && s->device_count == 1 && stats.cut == 0)) break;
        c = s->clients;
        CHECK_VIEW("amdgpu", c->driver);
        CHECK_VIEW("0000:03:00.0", s->devices[0].name);
        CHECK_VIEW("amdgpu", s->devices[0].driver);
        CHECK(c->client_id == 7 && c->pid_count == 2 && c->files == 2 && c->is_new == (i == 0));
        CHECK(c->region_count == 1 && c->regions[0].resident == 4096);
        CHECK(c->engine_count == 1 && c->engines[0].busy.why == DRMFD_WHY_FIGURE && c->engines[0].busy.span == 10000);
        CHECK_U64(i < 2 ? 500 : 0, c->engines[0].busy.growth);
        CHECK(s->devices[0].engines[0].best != NULL && s->devices[0].engines[0].best->raw == (i < 2 ? 5.0 : 0.0));
    }
    end();
    start(files, 1); /* without the option */
    CHECK_U64(0, scan()->client_count);
    end();
#undef OLD
}

static void text_of_a_client(void) /* its driver's own keys are in it */
{
    fake_file files[2];
    drmfd_reader reader;
    drmfd_line line;
    const drmfd_sweep *s;
    int round, found = 0;
    files[0] = file(1, 3, 5, 1, "drm-driver: a\ndrm-client-id: 1\namd-evicted-vram: 1 KiB\n");
    files[1] = file(1, 4, 5, 1, "drm-driver: a\ndrm-client-id: 1\namd-evicted-vram: 2 KiB\n");
    start(files, 2);
    for (round = 0; round < 3; round++) {
        s = scan();
        drmfd_reader_begin(&reader, s->clients[0].text.ptr, s->clients[0].text.len, 0);
        while (drmfd_reader_next(&reader, &line))
            if (line.what == DRMFD_KEY_RAW) {
                CHECK_VIEW("amd-evicted-vram", line.key);
                CHECK_VIEW("2 KiB", line.value); /* that of the last file */
                found++;
            }
    }
    CHECK_I64(3, found);
    end();
}

/* A made-up system of many files with one text each; it counts open files. */
static uint64_t file_count, file_at;
static unsigned now_open;
static size_t text_size, bytes_handed;

static drmfd_reply a_process(int first, uint64_t *pid, void *user)
{
    (void)user;
    *pid = 1;
    file_at = 0;
    return first;
}

static drmfd_reply a_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    (void)user;
    (void)pid;
    (void)first;
    *fd = file_at;
    return file_at++ < file_count;
}

static drmfd_reply a_device(uint64_t pid, uint64_t fd, uint64_t *device, void *user)
{
    (void)user;
    (void)pid;
    (void)fd;
    *device = 0;
    return 1;
}

static drmfd_reply an_open(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    (void)user;
    (void)pid;
    *handle = fd;
    now_open++;
    return 1;
}

static size_t a_read(uint64_t handle, uint64_t at, char *to, size_t room, drmfd_reply *reply, void *user)
{
    char begin[60];
    const size_t n = (size_t)sprintf(begin, "drm-driver: a\ndrm-client-id: %u\n", (unsigned)handle);
    size_t i, len;
    (void)user;
    len = at >= text_size ? 0 : text_size - (size_t)at < room ? text_size - (size_t)at : room;
    for (i = 0; i < len; i++) to[i] = at + i < n ? begin[at + i] : '\n';
    *reply = DRMFD_REPLY_NO;
    return len;
}

static void a_close(uint64_t handle, void *user)
{
    (void)user;
    (void)handle;
    now_open--;
}

static int64_t a_time(void *user)
{
    (void)user;
    return 5;
}

static void take_text(const drmfd_sample *sample, void *user)
{
    (void)user;
    bytes_handed = sample->size;
    CHECK(*(const char *)sample->data == 'd');
}

static void default_options(void)
{
    static const struct {
        uint64_t files;
        size_t size;
        unsigned stay_open;
        size_t handed;
        uint64_t cut;
    } cases[] = {{63, 100, 63, 100, 0}, {64, 100, 64, 100, 0}, {600, 100, 64, 100, 0}, {1, 65535, 1, 65535, 0}, {1, 65536, 1, 65536, 0}, {1, 65537, 1, 65536, 1}};
    drmfd_system system;
    size_t i;
    memset(&system, 0, sizeof system);
    system.process_fn = a_process;
    system.file_fn = a_file;
    system.device_fn = a_device;
    system.open_fn = an_open;
    system.read_fn = a_read;
    system.close_fn = a_close;
    system.now_fn = a_time;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drmfd_scanner_options o;
        drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
        drmfd_scanner *s;
        const drmfd_sweep *sweep;
        memset(&o, 0, sizeof o);
        memset(&stats, 0xa5, sizeof stats);
        o.observer.sample_fn = take_text;
        file_count = cases[i].files;
        text_size = cases[i].size;
        s = drmfd_scanner_open(&system, &o, NULL);
        sweep = drmfd_scan(s, t, &stats, NULL);
        if (CHECK(sweep != NULL)) CHECK_U64(cases[i].files, sweep->client_count);
        CHECK_U64(cases[i].stay_open, now_open);
        CHECK_U64(cases[i].handed, bytes_handed);
        CHECK(stats.cut == cases[i].cut && stats.no_room == 0 && stats.lost == 0 && stats.vanished == 0 && stats.refused == 0 && stats.looked == 1);
        CHECK(stats.processes == 1 && stats.files == cases[i].files && stats.candidates == cases[i].files && stats.texts == cases[i].files);
        drmfd_scanner_close(s);
        drmfd_tracker_close(t);
        CHECK_U64(0, now_open);
    }
}

/* Forty files and processes, each named twice: the second full look met them again while it built its trees. */
static void all_named_twice(void)
{
    static fake_file files[80];
    const drmfd_sweep *s;
    size_t i, run;
    for (run = 0; run < 2; run++) {
        for (i = 0; i < 80; i++) {
            const size_t k = run == 0 ? i / 2 : i % 40; /* each fd twice in a row; each process again after all */
            files[i] = file(run == 0 ? 1 : k + 1, run == 0 ? k : 3, 77, 1, k % 2 == 0 ? A : B);
        }
        options.look_every = -1;
        options.keep_open = DRMFD_KEEP_NONE;
        start(files, 80);
        for (i = 0; i < 4; i++) {
            s = scan();
            CHECK(stats.looked && s->client_count == 2);
            CHECK(stats.files == 80 && stats.processes == (run == 0 ? 1 : 80));
        }
        end();
    }
}

/* What a scanner says that it holds is what it took from the allocator. */
static void memory_of_a_scanner(void)
{
    fake_file files[2];
    heap h;
    files[0] = file(1, 3, 5, 1, A);
    files[1] = file(2, 4, 5, 1, B);
    start(files, 2);
    drmfd_scanner_close(scanner);
    HEAP_MEMORY(options.memory, h);
    scanner = drmfd_scanner_open(&calls, &options, NULL);
    (void)scan();
    CHECK(h.held > 0);
    CHECK_U64(h.held, drmfd_scanner_memory_used(scanner));
    CHECK_U64(0, drmfd_scanner_memory_used(NULL));
    end();
    CHECK_U64(0, h.live);
    memset(&options.memory, 0, sizeof options.memory);
}

static drmfd_reply the_same_fd(uint64_t pid, int first, uint64_t *fd, void *user)
{
    (void)user;
    (void)pid;
    (void)first;
    *fd = 3;
    return 1;
}

static drmfd_reply the_same_process(int first, uint64_t *pid, void *user)
{
    (void)user;
    (void)first;
    *pid = 1;
    return 1;
}

/* A callback that never says that it is done, with the limit of answers as it is and small. */
static void named_without_end(void)
{
    fake_file files[1];
    drmfd_error e;
    int k;
    files[0] = file(1, 3, 77, 1, A);
    for (k = 0; k < 6; k++) {
        start(files, 1);
        drmfd_scanner_close(scanner);
        options.max_answers = k < 3 ? 0 : 5;
        if (k % 3 != 1) calls.file_fn = the_same_fd;
        if (k % 3 != 0) calls.process_fn = the_same_process;
        if (k % 3 == 0) files[0].is_device = 0;
        scanner = drmfd_scanner_open(&calls, &options, NULL);
        CHECK(drmfd_scan(scanner, tracker, &stats, &e) == NULL && e.code == DRMFD_LIMIT);
        if (k % 3 == 0) CHECK_STR("the callbacks name files without end", e.message);
        files[0].is_device = 1;
        end();
    }
    for (k = 1; k < 5; k++) { /* a process and its file are two answers */
        start(files, 1);
        drmfd_scanner_close(scanner);
        options.max_answers = (uint32_t)k;
        scanner = drmfd_scanner_open(&calls, &options, NULL);
        CHECK((drmfd_scan(scanner, tracker, &stats, &e) != NULL) == (k >= 2));
        CHECK(e.code == (k >= 2 ? DRMFD_OK : DRMFD_LIMIT));
        end();
    }
    options.max_answers = 0;
}

/* Only a full look says that a client whose id is higher was not there: a quick one may see a later one first. */
static void born_between_looks(void)
{
    static char texts[4][80];
    fake_file files[4];
    drmfd_tracker_options o;
    const drmfd_sweep *s;
    int i;
    for (i = 0; i < 4; i++)
        snprintf(texts[i], sizeof texts[i], "drm-driver: a\ndrm-client-id: %d\ndrm-engine-e: %d ns\n", i == 0 ? 5 : i + 6, 100 * i + 100);
    files[0] = file(1, 3, 77, 1, texts[0]); /* 5 */
    files[1] = file(1, 4, 77, 1, texts[1]); /* 7, in the old process, seen by the next full look */
    files[2] = file(2, 4, 77, 1, texts[2]); /* 8, in a new process */
    memset(&o, 0, sizeof o);
    o.rising_ids = 1;
    start(files, 1);
    drmfd_tracker_close(tracker);
    tracker = drmfd_tracker_open(&o, NULL);
    f.now = S;
    scan();
    files[1] = file(2, 4, 77, 1, texts[2]);
    f.count = 2;
    f.now = 2 * (int64_t)S;
    s = scan();
    CHECK(!stats.looked && s->client_count == 2 && s->clients[1].client_id == 8);
    CHECK(s->clients[1].engines[0].busy.growth == 300 && s->clients[1].engines[0].busy.span == S);
    CHECK_U64(0, s->unseen);
    files[2] = files[1];
    files[1] = file(1, 4, 77, 1, texts[1]);
    f.count = 3;
    f.now = 5 * (int64_t)S;
    s = scan();
    CHECK(stats.looked && s->client_count == 3 && s->clients[1].client_id == 7);
    CHECK(s->clients[1].engines[0].busy.growth == 200 && s->clients[1].engines[0].busy.span == 4 * (uint64_t)S);
    CHECK_U64(1, s->unseen); /* 6 */
    end();
}

int main(void)
{
    RUN(born_between_looks);
    RUN(all_named_twice);
    RUN(memory_of_a_scanner);
    RUN(named_without_end);
    RUN(nulls);
    RUN(one_look);
    RUN(no_device_fn);
    RUN(when_it_looks);
    RUN(files_that_go);
    RUN(files_of_a_process_that_may_no_longer_be_listed);
    RUN(keep_open);
    RUN(long_texts);
    RUN(texts_are_handed_out);
    RUN(listed_twice);
    RUN(no_room_in_the_tracker);
    RUN(own_time_for_each_read);
    RUN(many_files);
    RUN(byte_by_byte);
    RUN(a_file_that_may_not_be_opened);
    RUN(errors);
    RUN(the_look_behind_a_full_buffer_fails);
    RUN(out_of_handles);
    RUN(out_of_handles_in_the_middle_of_a_look);
    RUN(files_that_come_between_full_looks);
    RUN(a_descriptor_of_another_device);
    RUN(descriptors_that_may_not_be_asked);
    RUN(a_descriptor_of_another_inode);
    RUN(other_processes);
    RUN(processes_that_are_listed_twice);
    RUN(another_client_of_unknown_device);
    RUN(a_text_as_long_as_the_buffer);
    RUN(some_processes_only);
    RUN(text_of_a_client);
    RUN(old_amdgpu);
    RUN(default_options);
    return run_end();
}
