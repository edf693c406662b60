/* Random churn against a model: processes, descriptors and devices come, go and are used again while a scanner and a
 * tracker follow them, and what each sweep says is compared with what is there.
 *
 *     build/tests/limits/drmfdinfo_soak [SECONDS [SEED]]
 *
 * Without an argument it makes a fixed number of steps. At the end it prints what it has gone through. */
#define _POSIX_C_SOURCE 200809L
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "heap.h"
#include "run.h"

#include <time.h>

#define PROCESSES 48
#define SLOTS 12
#define DEVICES 6
#define CLIENTS 512
#define S ((int64_t)1000000000)

/* ---- the model ---- */

typedef struct device {
    unsigned number; /* 0: unplugged */
    unsigned kind;   /* of its driver */
    uint64_t next_id;
} device;

typedef struct client {
    int used; /* how many descriptors have it open */
    int seen; /* 1: the scan has to find it; 2: it did */
    unsigned device, number;
    uint64_t id, ns, resident, ns_told;
    unsigned told; /* the scan that found it last; 0: none did */
} client;

typedef struct slot {
    int open;  /* -1: closed, -2: a file of another kind, else the client */
    int known; /* the scanner has listed it and not lost it since */
} slot;

typedef struct process {
    int alive, refused;
    uint64_t pid;
    unsigned generation;
    slot slots[SLOTS];
} process;

typedef struct handle {
    int open;
    unsigned process, fd, generation;
    uint64_t pid;
} handle;

static struct {
    device devices[DEVICES];
    client clients[CLIENTS];
    process processes[PROCESSES];
    handle handles[256];
    unsigned most_handles, open_handles, at_process, at_fd, device_numbers;
    int64_t now;
    unsigned scans;
    int lazy;           /* the scanner looks fully every 3 s; else at each scan, so that it is certain what it knows */
    int out_of_handles; /* the last scan was, so that it may not know all that it could list */
} m;

static struct {
    uint64_t scans, exact, texts, clients, lost, processes, reused, unplugged, outages, figures;
} sum;

static uint64_t state;
static unsigned any(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Drivers 0 and 1 print a pdev; 2 and 3 do not, and number the clients of each device by themselves. */
static int has_pdev(const device *d) { return d->kind < 2; }
static const char *const drivers[] = {"amdgpu", "i915", "msm", "v3d"};

static process *process_of(uint64_t pid)
{
    unsigned i;
    for (i = 0; i < PROCESSES; i++)
        if (m.processes[i].alive && m.processes[i].pid == pid) return &m.processes[i];
    return NULL;
}

static size_t text_of(char *to, size_t room, const slot *s)
{
    const client *c;
    const device *d;
    size_t n = (size_t)snprintf(to, room, "pos:\t0\nflags:\t02100002\n");
    if (s->open < 0) return n + (size_t)snprintf(to + n, room - n, "mnt_id:\t9\nino:\t7\neventfd-count: 1\n");
    c = &m.clients[s->open];
    d = &m.devices[c->device];
    n += (size_t)snprintf(to + n, room - n, "mnt_id:\t26\nino:\t%u\n", 500 + c->number);
    if (d->number != c->number) return n; /* unplugged since */
    n += (size_t)snprintf(to + n, room - n, "drm-driver:\t%s\n", drivers[d->kind]);
    if (has_pdev(d)) n += (size_t)snprintf(to + n, room - n, "drm-pdev:\t0000:%02x:00.0\n", d->number & 0xff);
    return n + (size_t)snprintf(to + n, room - n, "drm-client-id:\t%llu\ndrm-engine-gfx:\t%llu ns\ndrm-resident-vram:\t%llu KiB\n",
                                (unsigned long long)c->id, (unsigned long long)c->ns, (unsigned long long)c->resident);
}

/* ---- the system, as the scanner sees it ---- */

static drmfd_reply next_process(int first, uint64_t *pid, void *user)
{
    (void)user;
    if (first) m.at_process = 0;
    while (m.at_process < PROCESSES && !m.processes[m.at_process].alive) m.at_process++;
    if (m.at_process == PROCESSES) return DRMFD_REPLY_NO;
    *pid = m.processes[m.at_process++].pid;
    return DRMFD_REPLY_YES;
}

static drmfd_reply file_count(uint64_t pid, uint64_t *count, void *user)
{
    const process *p = process_of(pid);
    unsigned i;
    (void)user;
    if (p == NULL) return DRMFD_REPLY_GONE;
    for (*count = 0, i = 0; i < SLOTS; i++) *count += p->slots[i].open != -1;
    return DRMFD_REPLY_YES;
}

static drmfd_reply next_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    const process *p = process_of(pid);
    (void)user;
    if (p == NULL) return DRMFD_REPLY_GONE;
    if (p->refused) return DRMFD_REPLY_REFUSED;
    if (first && m.open_handles >= m.most_handles) return DRMFD_REPLY_NO_HANDLE;
    if (first) m.at_fd = 0;
    while (m.at_fd < SLOTS && p->slots[m.at_fd].open == -1) m.at_fd++;
    if (m.at_fd == SLOTS) return DRMFD_REPLY_NO;
    *fd = m.at_fd++;
    return DRMFD_REPLY_YES;
}

static drmfd_reply device_of(uint64_t pid, uint64_t fd, uint64_t *number, void *user)
{
    const process *p = process_of(pid);
    (void)user;
    if (p == NULL || p->slots[fd].open == -1) return DRMFD_REPLY_GONE;
    if (p->slots[fd].open < 0) return DRMFD_REPLY_NO;
    *number = m.clients[p->slots[fd].open].number;
    return DRMFD_REPLY_YES;
}

static drmfd_reply open_file(uint64_t pid, uint64_t fd, uint64_t *out, void *user)
{
    const process *p = process_of(pid);
    unsigned i;
    (void)user;
    if (p == NULL || p->slots[fd].open == -1) return DRMFD_REPLY_GONE;
    if (m.open_handles >= m.most_handles) return DRMFD_REPLY_NO_HANDLE;
    for (i = 0; m.handles[i].open; i++) {
    }
    m.handles[i].open = 1;
    m.handles[i].process = (unsigned)(p - m.processes);
    m.handles[i].generation = p->generation;
    m.handles[i].pid = pid;
    m.handles[i].fd = (unsigned)fd;
    m.open_handles++;
    *out = i;
    return DRMFD_REPLY_YES;
}

static size_t read_file(uint64_t h, uint64_t offset, char *to, size_t room, drmfd_reply *reply, void *user)
{
    const handle *x = &m.handles[h];
    const process *p = &m.processes[x->process];
    char text[512];
    size_t n;
    (void)user;
    CHECK(x->open);
    *reply = DRMFD_REPLY_GONE;
    if (!p->alive || p->generation != x->generation || p->slots[x->fd].open == -1) return 0;
    n = text_of(text, sizeof text, &p->slots[x->fd]);
    n = offset < n ? n - (size_t)offset : 0;
    if (n > room) n = room;
    if (n > 0) memcpy(to, text + offset, n);
    *reply = DRMFD_REPLY_NO;
    return n;
}

static void close_file(uint64_t h, void *user)
{
    (void)user;
    CHECK(m.handles[h].open);
    m.handles[h].open = 0;
    m.open_handles--;
}

static int64_t now_of(void *user)
{
    (void)user;
    return m.now += 1 + any(500);
}

/* ---- churn ---- */

static void close_slot(slot *s)
{
    if (s->open >= 0) m.clients[s->open].used--;
    s->open = -1;
}

static void plug(device *d)
{
    d->number = ++m.device_numbers;
    d->kind = any(4);
    d->next_id = 1;
}

/* A descriptor of a device opens: mostly a new client, else one that exists, as after dup and a socket. */
static void open_slot(slot *s)
{
    unsigned i, k = any(DEVICES);
    static uint64_t ids = 1000;
    if (any(4) == 0) {
        s->open = -2;
        return;
    }
    i = any(CLIENTS);
    if (any(3) == 0 && m.clients[i].used > 0) {
        m.clients[i].used++;
        s->open = (int)i;
        return;
    }
    for (i = 0; i < CLIENTS && m.clients[i].used > 0; i++) {
    }
    if (i == CLIENTS || m.devices[k].number == 0) return;
    memset(&m.clients[i], 0, sizeof m.clients[i]);
    m.clients[i].used = 1;
    m.clients[i].device = k;
    m.clients[i].number = m.devices[k].number;
    m.clients[i].id = has_pdev(&m.devices[k]) ? ++ids : m.devices[k].next_id++;
    m.clients[i].ns = any(1000000);
    s->open = (int)i;
}

static void churn(void)
{
    process *p = &m.processes[any(PROCESSES)];
    slot *s = &p->slots[any(SLOTS)];
    client *c = &m.clients[any(CLIENTS)];
    unsigned i;
    static uint64_t pids = 100;
    switch (any(16)) {
    case 0:
        if (p->alive) {
            for (i = 0; i < SLOTS; i++) close_slot(&p->slots[i]);
            p->alive = 0;
        } else {
            if (p->pid == 0 || any(4) != 0) {
                p->pid = ++pids;
                for (i = 0; i < SLOTS; i++) p->slots[i].known = 0;
            } else
                sum.reused++; /* the number of the process that was here */
            p->generation++;
            p->alive = 1;
            p->refused = 0;
            sum.processes++;
        }
        break;
    case 1:
        i = any(DEVICES);
        if (any(20) != 0) break;
        if (m.devices[i].number == 0) plug(&m.devices[i]);
        else {
            m.devices[i].number = 0;
            sum.unplugged++;
        }
        break;
    case 2: /* a process that may not be listed changes no descriptor, so that what is known of it is certain */
        if (p->alive && !m.out_of_handles && !m.lazy && any(4) == 0) p->refused = !p->refused;
        break;
    case 3:
    case 4:
        if (p->alive && !p->refused) close_slot(s);
        break;
    case 5: /* its number is used again at once */
        if (p->alive && !p->refused && s->open != -1) {
            close_slot(s);
            open_slot(s);
        }
        break;
    case 6:
    case 7:
    case 8:
        if (p->alive && !p->refused && s->open == -1) open_slot(s);
        break;
    case 9:
        if (c->used > 0) c->resident = any(100000);
        break;
    default:
        if (c->used > 0) c->ns += any(1000000);
        break;
    }
}

/* ---- what a sweep has to say ---- */

/* Whether a handle of this number is open to a process that is gone: its read fails, and the file is known again only
   after the next look. */
static int has_old_handle(const process *p, unsigned fd)
{
    unsigned i;
    for (i = 0; i < 256; i++)
        if (m.handles[i].open && m.handles[i].pid == p->pid && m.handles[i].fd == fd &&
            m.handles[i].generation != p->generation)
            return 1;
    return 0;
}

/* Before a scan: which clients it will find. */
static unsigned expect(void)
{
    unsigned i, k, clients = 0;
    for (i = 0; i < CLIENTS; i++) m.clients[i].seen = 0;
    for (i = 0; i < PROCESSES; i++)
        for (k = 0; k < SLOTS; k++) {
            process *p = &m.processes[i];
            slot *s = &p->slots[k];
            const int is = p->alive && s->open >= 0 && m.devices[m.clients[s->open].device].number == m.clients[s->open].number;
            if (p->alive && !p->refused && s->open >= 0) s->known = 1;
            if (!is) s->known = 0; /* its read says so */
            if (s->known && has_old_handle(p, k)) s->known = 0;
            else if (s->known) {
                clients += m.clients[s->open].seen == 0;
                m.clients[s->open].seen = 1;
            }
        }
    return clients;
}

static client *client_of(const drmfd_client *c)
{
    unsigned i;
    for (i = 0; i < CLIENTS; i++) {
        const client *x = &m.clients[i];
        const device *d = &m.devices[x->device];
        if (x->used > 0 && x->id == c->client_id && x->number == c->device && d->number == x->number) return &m.clients[i];
    }
    return NULL;
}

/* Compares a sweep with the model; exact: nothing may be missing either. */
static int compare(const drmfd_sweep *s, unsigned clients, int exact)
{
    uint32_t i, k, on_devices = 0;
    int fine = 1;
    if (exact) fine &= CHECK_U64(clients, s->client_count);
    fine &= CHECK_U64(0, s->no_memory);
    for (i = 0; i < s->client_count && fine; i++) {
        const drmfd_client *c = &s->clients[i];
        client *x = client_of(c);
        unsigned files = 0, holders = 0, at;
        if (!CHECK(x != NULL)) return 0;
        if (exact) fine &= CHECK(x->seen == 1);
        x->seen = 2; /* each once */
        for (at = 0; at < PROCESSES; at++) {
            const unsigned before = files;
            for (k = 0; k < SLOTS; k++)
                files += m.processes[at].alive && m.processes[at].slots[k].known &&
                         m.processes[at].slots[k].open == (int)(x - m.clients);
            holders += files > before;
        }
        if (exact) fine &= CHECK_U64(files, c->files) && CHECK_U64(holders, c->pid_count);
        fine &= CHECK(c->region_count == 1 && c->regions[0].resident == x->resident << 10);
        fine &= CHECK(c->engine_count == 1 && c->engines[0].engine->ns == x->ns);
        fine &= CHECK(!c->is_new == (x->told != 0));
        if (x->told != 0) {
            fine &= CHECK_U64(DRMFD_WHY_FIGURE, c->engines[0].busy.why) && CHECK_U64(x->ns - x->ns_told, c->engines[0].busy.growth);
            sum.figures++;
        } else
            fine &= CHECK_U64(DRMFD_WHY_FIRST, c->engines[0].busy.why);
        x->told = m.scans;
        x->ns_told = x->ns;
    }
    for (i = 0; i < s->device_count; i++) on_devices += s->devices[i].clients;
    fine &= CHECK_U64(s->client_count, on_devices);
    sum.clients += s->client_count;
    return fine;
}

/* ---- the run ---- */

static double seconds;
static uint64_t seed = 1;

/* A scanner and a tracker from their opening to their close. Returns 0 after a difference. */
static int life(unsigned steps)
{
    heap of_scanner, of_tracker;
    drmfd_scanner_options so;
    drmfd_tracker_options to;
    drmfd_system calls;
    drmfd_scanner *scanner;
    drmfd_tracker *tracker;
    drmfd_scan_stats stats;
    unsigned i, outage = 0;
    int fine = 1, exact;
    memset(&m, 0, sizeof m);
    for (i = 0; i < PROCESSES * SLOTS; i++) m.processes[i / SLOTS].slots[i % SLOTS].open = -1;
    for (i = 0; i < DEVICES; i++) plug(&m.devices[i]);
    memset(&calls, 0, sizeof calls);
    calls.process_fn = next_process;
    calls.file_count_fn = file_count;
    calls.file_fn = next_file;
    calls.device_fn = device_of;
    calls.open_fn = open_file;
    calls.read_fn = read_file;
    calls.close_fn = close_file;
    calls.now_fn = now_of;
    memset(&so, 0, sizeof so);
    memset(&to, 0, sizeof to);
    HEAP_MEMORY(so.memory, of_scanner);
    HEAP_MEMORY(to.memory, of_tracker);
    m.lazy = any(2) == 0;
    so.look_every = m.lazy ? 0 : -1;
    so.keep_open = 1 + any(100);
    so.max_text = 512;
    to.forget_after = 1u << 30;
    scanner = drmfd_scanner_open(&calls, &so, NULL);
    tracker = drmfd_tracker_open(&to, NULL);
    fine &= CHECK(scanner != NULL && tracker != NULL);
    while (fine && steps-- > 0) {
        const drmfd_sweep *s;
        unsigned clients;
        for (i = any(40); i > 0; i--) churn();
        m.now += any(2) ? any(1000) : (int64_t)any(1500) * 1000000;
        m.scans++;
        if (outage > 0) outage--;
        else if (any(50) == 0) {
            outage = 1 + any(5);
            sum.outages++;
        }
        m.most_handles = outage > 0 ? m.open_handles / 2 + any(4) : 200;
        m.out_of_handles = outage > 0;
        clients = expect();
        s = drmfd_scan(scanner, tracker, &stats, NULL);
        if (!CHECK(s != NULL)) break;
        exact = outage == 0 && stats.looked;
        fine = compare(s, clients, exact);
        fine &= CHECK(m.open_handles <= so.keep_open && stats.open == m.open_handles && m.open_handles <= 200);
        fine &= CHECK(of_scanner.held <= (size_t)1 << 20 && of_tracker.held <= (size_t)4 << 20);
        sum.scans++;
        sum.exact += (unsigned)exact;
        sum.texts += stats.texts;
        sum.lost += stats.lost;
        if (m.out_of_handles) { /* what is known of a process that may not be listed is not certain */
            unsigned k;
            for (i = 0; i < PROCESSES; i++)
                for (k = 0; k < SLOTS; k++)
                    if (m.processes[i].refused) close_slot(&m.processes[i].slots[k]);
        }
    }
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    return CHECK(fine && m.open_handles == 0 && of_scanner.live == 0 && of_tracker.live == 0);
}

static void churn_and_scans(void)
{
    struct timespec t;
    double until;
    clock_gettime(CLOCK_MONOTONIC, &t);
    until = (double)t.tv_sec + seconds;
    state = seed;
    if (seconds <= 0)
        for (seed = 0; seed < 6 && life(400); seed++) {
        }
    else
        while (life(5000) && (double)t.tv_sec < until) clock_gettime(CLOCK_MONOTONIC, &t);
}

int main(int argc, char **argv)
{
    if (argc > 1) seconds = strtod(argv[1], NULL);
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    RUN(churn_and_scans);
    if (argc > 1)
        printf("%llu scans, %llu compared exactly, %llu texts, %llu clients, %llu figures, %llu files lost, %llu processes, %llu "
               "pids used again, %llu devices unplugged, %llu times out of descriptors\n",
               (unsigned long long)sum.scans, (unsigned long long)sum.exact, (unsigned long long)sum.texts,
               (unsigned long long)sum.clients, (unsigned long long)sum.figures, (unsigned long long)sum.lost,
               (unsigned long long)sum.processes, (unsigned long long)sum.reused, (unsigned long long)sum.unplugged,
               (unsigned long long)sum.outages);
    return run_end();
}
