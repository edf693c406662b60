/* Private strings of a report: finding them, looking for them, making up others. */
#include "private.h"
#include "report/model/hash.h"

#include <stdlib.h>
#include <string.h>

enum { PATTERN_MAX = 256 }; /* of a longer string the first bytes are looked for */

/* Dictionaries --------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const char *p, size_t len)
{
    const uint64_t h = hash_bytes(HASH_START, p, len);
    return h ^ h >> 29;
}

static size_t slot_of(const dict *d, const char *ptr, size_t len)
{
    size_t i = (size_t)hash_of(ptr, len) & (d->slots - 1);
    while (d->slot[i] != 0) {
        const entry *e = &d->at[d->slot[i] - 1];
        if (e->len == len && memcmp(e->ptr, ptr, len) == 0) break;
        i = (i + 1) & (d->slots - 1);
    }
    return i;
}

size_t dict_find(const dict *d, const char *ptr, size_t len) { return d->slots == 0 ? NOWHERE : d->slot[slot_of(d, ptr, len)] - 1; }

size_t dict_add(dict *d, const char *ptr, size_t len)
{
    size_t i, k;
    entry *e;
    if (d->count + 1 > d->slots / 2) {
        d->slots = d->slots == 0 ? 64 : d->slots * 2;
        free(d->slot);
        d->slot = (size_t *)cli_alloc(d->slots, sizeof *d->slot);
        for (k = 0; k < d->count; k++) d->slot[slot_of(d, d->at[k].ptr, d->at[k].len)] = k + 1;
    }
    i = slot_of(d, ptr, len);
    if (d->slot[i] != 0) return d->slot[i] - 1;
    d->at = (entry *)cli_grow(d->at, &d->room, d->count + 1, sizeof *d->at);
    e = &d->at[d->count++];
    e->ptr = (char *)cli_alloc(len + 1, 1);
    memcpy(e->ptr, ptr, len);
    e->len = len;
    e->value = 0;
    d->slot[i] = d->count;
    return d->count - 1;
}

void dict_free(dict *d)
{
    size_t i;
    for (i = 0; i < d->count; i++) free(d->at[i].ptr);
    free(d->at);
    free(d->slot);
    memset(d, 0, sizeof *d);
}

/* Collecting ----------------------------------------------------------------------------------------------------------- */

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int is_separator(char c) { return c == '/' || c == '\\'; }
static int in_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/* fold: upper case is as lower case. */
static int is_among(const char *const *list, size_t count, const char *p, size_t len, int fold)
{
    size_t i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < len && list[i][k] != 0 && (p[k] | (fold && is_letter(p[k]) ? 32 : 0)) == list[i][k]; k++) {}
        if (k == len && list[i][k] == 0) return 1;
    }
    return 0;
}

int is_public(const char *text, size_t len)
{
    static const char *const names[] = {"127.0.0.1", "::1", "localhost", "root", "user", "users", "home", "ubuntu", "admin", "administrator",
                                        "default", "public", "guest", "host", "nvidia", "docker", "runner", "build", "ec2-user", "unknown", "test", "kernel", "function"};
    return is_among(names, sizeof names / sizeof *names, text, len, 1);
}

/* Endings that say what kind of file it is, not whose. */
static int is_known_ending(const char *end, size_t len)
{
    static const char *const known[] = {".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".inl", ".ptx", ".py", ".jl", ".so", ".exe", ".dll"};
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == len && memcmp(known[i], end, len) == 0) return 1;
    return 0;
}

/* Whether a text is one of those made up here, in a report that this verb made. */
static int is_made_up(const char *text, size_t len)
{
    size_t i = 1;
    if (len < 2 || memchr("dfhmnruv", text[0], 8) == NULL) return 0;
    while (i < len && is_digit(text[i])) i++;
    return i > 1 && (i == len || is_known_ending(text + i, len - i));
}

void add_word(secrets *s, const char *text, size_t len, uint64_t flags)
{
    size_t i, letters = 0;
    while (len > 0 && text[len - 1] == 0) len--;
    if (len > PATTERN_MAX) len = PATTERN_MAX;
    for (i = 0; i < len; i++) letters += !is_digit(text[i]) && text[i] != '.' && text[i] != '-' && text[i] != '_';
    if (len < 4 || (letters == 0 && (flags & WORD_STRONG) == 0) || is_made_up(text, len)) return; /* a number says nothing */
    i = dict_add(&s->word, text, len);
    s->word.at[i].value |= flags;
    if (len > s->longest) s->longest = len;
}

/* Where the ending of a file name begins; len when it has none. */
static size_t ending(const char *name, size_t len)
{
    size_t i, k;
    for (i = len; i > 1 && name[i - 1] != '.'; i--) {}
    if (i <= 1 || i == len || len - i > 6) return len;
    for (k = i; k < len; k++)
        if (!is_letter(name[k]) && !is_digit(name[k])) return len;
    return is_letter(name[i]) ? i - 1 : len;
}

/* Whether this is the name of a file with an ending, not that of a metric. */
static int is_file_name(const char *name, size_t len, int in_path)
{
    static const char *const rollups[] = {".avg", ".sum", ".min", ".max", ".pct", ".ratio"};
    const size_t end = ending(name, len);
    size_t i;
    if (end == len || !in_path) return end < len && is_known_ending(name + end, len - end);
    for (i = 0; i < sizeof rollups / sizeof *rollups; i++)
        if (strlen(rollups[i]) == len - end && memcmp(rollups[i], name + end, len - end) == 0) return 0;
    return 1;
}

void add_path(secrets *s, ncurep_view path)
{
    size_t i = 0, start, separators = 0, others = 0; /* others: parts that are not made up */
    int person = 0;                                  /* whether the next part is the name of a user */
    while (path.len > 0 && path.ptr[path.len - 1] == 0) path.len--;
    while (i < path.len) {
        for (start = i; i < path.len && !is_separator(path.ptr[i]); i++) {}
        if (i > start) {
            const char *part = path.ptr + start;
            const size_t len = i - start;
            const int last = i == path.len, file = last && is_file_name(part, len, 1);
            others += !is_made_up(part, len) && len > 2;
            add_word(s, part, len, person && !last && !is_public(part, len) ? WORD_STRONG : file ? WORD_STRONG | WORD_FILE : 0);
            if (file) add_word(s, part, ending(part, len), 0);
            person = (len == 4 && memcmp(part, "home", 4) == 0) || (len == 5 && (memcmp(part, "Users", 5) == 0 || memcmp(part, "users", 5) == 0));
        }
        if (i < path.len) separators++;
        i++;
    }
    if (separators > 0 && others > 0) add_word(s, path.ptr, path.len, separators > 1 || path.len >= 8 ? WORD_STRONG : 0);
}

void add_host(secrets *s, ncurep_view name)
{
    size_t i, start;
    if (is_public(name.ptr, name.len)) return;
    add_word(s, name.ptr, name.len, WORD_STRONG);
    for (i = 0; i < name.len; i++) {
        for (start = i; i < name.len && name.ptr[i] != '.' && name.ptr[i] != '%'; i++) {}
        add_word(s, name.ptr + start, i - start, i < name.len && name.ptr[i] == '%' ? WORD_STRONG : 0);
    }
}

static int ends_word(char c) { return (unsigned char)c <= ' ' || memchr("\"'`;,()[]{}<>|&=:", c, 17) != NULL; }

/* Variables whose value is the name of a person or a machine. */
static int names_someone(const char *name, size_t len)
{
    static const char *const names[] = {"USER", "LOGNAME", "USERNAME", "HOSTNAME", "COMPUTERNAME", "USERDOMAIN", "SUDO_USER"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (len == strlen(names[i]) && memcmp(name, names[i], len) == 0) return 1;
    return 0;
}

void add_text(secrets *s, ncurep_view text)
{
    size_t i = 0, start, equal = 0, blanks = 0, separators = 0;
    int someone = 0;
    while (text.len > 0 && (text.ptr[text.len - 1] == 0 || text.ptr[text.len - 1] == ' ')) text.len--;
    while (i < text.len) {
        ncurep_view part;
        size_t k, inner = 0;
        for (start = i; i < text.len && !ends_word(text.ptr[i]); i++) inner += (size_t)is_separator(text.ptr[i]);
        part.ptr = text.ptr + start;
        part.len = i - start;
        for (k = 0; k < part.len && part.ptr[k] == '-'; k++) {} /* an option */
        part.ptr += k;
        part.len -= k;
        if (inner > 0) add_path(s, part);
        else
            add_word(s, part.ptr, part.len, someone && !is_public(part.ptr, part.len) ? WORD_STRONG : is_file_name(part.ptr, part.len, 0) ? WORD_STRONG | WORD_FILE : 0);
        separators += inner;
        someone = i < text.len && text.ptr[i] == '=' && names_someone(part.ptr, part.len);
        equal += i < text.len && text.ptr[i] == '=';
        blanks += i < text.len && (unsigned char)text.ptr[i] <= ' ';
        i++;
    }
    add_word(s, text.ptr, text.len, equal + separators > 0 || (blanks > 0 && text.len >= 16) ? WORD_STRONG : 0);
}

/* Whether a path begins here, rather than a mere slash between two words. */
static int begins_path(ncurep_view t, size_t i)
{
    size_t k;
    if (i > 0 && !ends_word(t.ptr[i - 1]) && t.ptr[i - 1] != '@') return 0;
    if (i > 0 && t.ptr[i - 1] == ':') return 0; /* of a URL */
    if (i + 3 < t.len && is_letter(t.ptr[i]) && t.ptr[i + 1] == ':' && is_separator(t.ptr[i + 2])) return 1;
    if (i + 1 >= t.len || t.ptr[i] != '/' || is_separator(t.ptr[i + 1]) || ends_word(t.ptr[i + 1])) return 0;
    for (k = i + 1; k < t.len && !ends_word(t.ptr[k]); k++)
        if (t.ptr[k] == '/') return 1;
    return 0;
}

static size_t path_end(ncurep_view t, size_t i)
{
    size_t k = i + 2; /* after the colon of a drive */
    while (k < t.len && !ends_word(t.ptr[k]) && t.ptr[k] != '@') k++;
    return k;
}

void add_paths_in(secrets *s, ncurep_view t, size_t least)
{
    size_t i, k;
    for (i = 0; i < t.len; i++)
        if (begins_path(t, i)) {
            ncurep_view path;
            path.ptr = t.ptr + i;
            path.len = path_end(t, i) - i;
            for (k = 0; k < path.len && (unsigned char)path.ptr[k] < 0x7f; k++) {}
            if (path.len >= least && (least == 0 || k == path.len)) add_path(s, path);
            i += path.len - 1;
        }
}

static unsigned key_of(const char *p)
{
    const uint32_t v = (uint32_t)(unsigned char)p[0] | (uint32_t)(unsigned char)p[1] << 8 | (uint32_t)(unsigned char)p[2] << 16 | (uint32_t)(unsigned char)p[3] << 24;
    return v * 2654435761u >> 16;
}

void seal(secrets *s)
{
    size_t i;
    s->bucket = (uint32_t *)cli_alloc((size_t)1 << 16, sizeof *s->bucket);
    s->next = (uint32_t *)cli_alloc(s->word.count + 1, sizeof *s->next);
    for (i = s->word.count; i-- > 0;) {
        const unsigned k = key_of(s->word.at[i].ptr);
        s->next[i] = s->bucket[k];
        s->bucket[k] = (uint32_t)i + 1;
    }
}

void secrets_free(secrets *s)
{
    dict_free(&s->word);
    dict_free(&s->part);
    dict_free(&s->who);
    dict_free(&s->name);
    dict_free(&s->known);
    dict_free(&s->range);
    dict_free(&s->object);
    dict_free(&s->id);
    free(s->bucket);
    free(s->next);
}

size_t word_at(const secrets *s, const char *p, size_t left, size_t after)
{
    uint32_t i;
    if (left < 4) return NOWHERE;
    i = after == NOWHERE ? s->bucket[key_of(p)] : s->next[after];
    for (; i != 0; i = s->next[i - 1]) {
        const entry *e = &s->word.at[i - 1];
        if (e->len <= left && memcmp(e->ptr, p, e->len) == 0) return i - 1;
    }
    return NOWHERE;
}

/* The longest strong word that begins here. */
static const entry *strong_at(const secrets *s, const char *p, size_t left)
{
    const entry *found = NULL;
    size_t i;
    for (i = word_at(s, p, left, NOWHERE); i != NOWHERE; i = word_at(s, p, left, i))
        if ((s->word.at[i].value & WORD_STRONG) != 0 && (found == NULL || s->word.at[i].len > found->len)) found = &s->word.at[i];
    return found;
}

/* Replacing ------------------------------------------------------------------------------------------------------------ */

/* The number of a text, the least free one whose made-up word is not itself private. */
static uint64_t number_of(secrets *s, dict *of, const char *stem, const char *end, size_t end_len, const char *text, size_t len)
{
    const size_t i = dict_add(of, text, len);
    if (of->at[i].value == 0) {
        uint64_t n = i > 0 ? of->at[i - 1].value : 0;
        cli_buf b = {NULL, 0, 0};
        do {
            b.len = 0;
            cli_putf(&b, "%s%llu", stem, (unsigned long long)++n);
            cli_put(&b, end, end_len);
        } while (dict_find(&s->word, b.ptr, b.len) != NOWHERE);
        cli_buf_free(&b);
        of->at[i].value = n;
    }
    return of->at[i].value;
}

void put_made_up(secrets *s, dict *of, cli_buf *b, const char *stem, ncurep_view text)
{
    cli_putf(b, "%s%llu", stem, (unsigned long long)number_of(s, of, stem, "", 0, text.ptr, text.len));
}

static void put_file(secrets *s, cli_buf *b, const char *name, size_t len)
{
    const size_t end = ending(name, len);
    const size_t keep = is_known_ending(name + end, len - end) ? len - end : 0;
    cli_putf(b, "f%llu", (unsigned long long)number_of(s, &s->part, "f", name + end, keep, name, len));
    cli_put(b, name + end, keep);
}

void put_path(secrets *s, cli_buf *b, ncurep_view path)
{
    size_t i = 0, start, zeros = 0;
    for (; path.len > 0 && path.ptr[path.len - 1] == 0; path.len--) zeros++;
    while (i < path.len) {
        for (start = i; i < path.len && !is_separator(path.ptr[i]); i++) {}
        if (i > start) {
            const char *part = path.ptr + start;
            const size_t len = i - start;
            const int dots = part[0] == '.' && (len == 1 || (len == 2 && part[1] == '.'));
            const int drive = start == 0 && len == 2 && part[1] == ':';
            if (dots || drive) cli_put(b, part, len);
            else if (i == path.len) put_file(s, b, part, len);
            else cli_putf(b, "d%llu", (unsigned long long)number_of(s, &s->part, "d", "", 0, part, len));
        }
        if (i < path.len) cli_put(b, path.ptr + i, 1);
        i++;
    }
    for (; zeros > 0; zeros--) cli_put(b, "", 1);
}

void put_text(secrets *s, cli_buf *b, ncurep_view t)
{
    size_t i = 0;
    while (i < t.len) {
        const entry *e;
        ncurep_view part;
        part.ptr = t.ptr + i;
        if (begins_path(t, i)) {
            part.len = path_end(t, i) - i;
            put_path(s, b, part);
        } else if ((e = strong_at(s, t.ptr + i, t.len - i)) != NULL) {
            part.len = e->len;
            if (memchr(e->ptr, '/', e->len) != NULL || memchr(e->ptr, '\\', e->len) != NULL || (e->value & WORD_FILE) != 0) put_path(s, b, part);
            else put_made_up(s, &s->who, b, "u", part);
        } else {
            part.len = 1;
            cli_put(b, part.ptr, 1);
        }
        i += part.len;
    }
}

/* Free text: what may stay ---------------------------------------------------------------------------------------------- */

/* The end of an IPv6 or MAC address that begins at i: hexadecimal digits with five colons, or two of them together; i: none does. */
static size_t hex_address_end(ncurep_view t, size_t i)
{
    const size_t start = i;
    size_t colons = 0, digits = 0;
    int twice = 0;
    for (; i < t.len && (is_digit(t.ptr[i]) || t.ptr[i] == ':' || t.ptr[i] == '.' || ((t.ptr[i] | 32) >= 'a' && (t.ptr[i] | 32) <= 'f')); i++) {
        twice |= t.ptr[i] == ':' && i > start && t.ptr[i - 1] == ':';
        colons += t.ptr[i] == ':';
        digits += is_digit(t.ptr[i]) != 0;
    }
    return (twice || colons >= 5) && digits > 0 && (i == t.len || !in_name(t.ptr[i])) ? i : start;
}

/* A piece of a text between delimiters, as private texts go: a URL, a path, an address or a::b is one piece. */
static size_t piece_end(ncurep_view t, size_t i)
{
    const int url = i + 2 < t.len && t.ptr[i] == '/' && t.ptr[i + 1] == '/'; /* its query belongs to it */
    const char *const delimiters = url ? "\"'`;,()[]{}<>|^" : "\"'`;,()[]{}<>|&=*+!?#%~^$";
    const size_t start = i, address = hex_address_end(t, i);
    if (address > i) return address;
    for (; i < t.len && (unsigned char)t.ptr[i] > ' ' && strchr(delimiters, t.ptr[i]) == NULL; i++) {
        if (t.ptr[i] == '@' && (i == start || i + 1 == t.len || !in_name(t.ptr[i - 1]) || !in_name(t.ptr[i + 1]))) break;
        if (t.ptr[i] != ':') continue;
        if (i == start + 1 && i + 1 < t.len && is_letter(t.ptr[start]) && is_separator(t.ptr[i + 1])) continue; /* a drive */
        if (i == start || i + 2 >= t.len || t.ptr[i + 1] != ':' || !in_name(t.ptr[i + 2])) break;
        i++;
    }
    return i;
}

/* Words of the vendor's texts that have the form of identifiers, and those that it joins by a slash. */
static const char *const usual_words[] = {
    "NVLink", "NVLinks", "PCIe", "GPUs", "OptiX", "e.g", "i.e", "w/", "WorkId", "WorkID", "SysL2", "GLoadInst", "GStoreInst", "FADD2", "FMUL2", "FFMA2",
    "FrameBuffer", "StoreToShared", "LoadDataShared", "__syncthreads", "__syncwarp", "COMPOUND_NAME", "stall_long_sb", "stall_short_sb", "stall_sleep"};
static const char *const joined_words[] = {
    "inst", "instruction", "instructions", "cycle", "cycles", "byte", "bytes", "sector", "sectors", "request", "requests", "req", "warp", "warps", "thread", "threads",
    "block", "blocks", "second", "s", "op", "flop", "read", "reads", "write", "writes", "load", "loads", "store", "stores", "and", "or", "on", "input", "output", "i",
    "o", "local", "global", "transmit", "receive", "latencies", "tex", "register", "usage", "wavefront", "wavefronts", "hit", "miss", "min", "max", "avg", "sum",
    "workid", "clc", "opcode", "pipeline"};

/* "FP16", "L1TEX", "x64": at most three letters, four digits, three letters. */
static int is_short_name(const char *p, size_t len)
{
    size_t i = 0, digits, tail;
    while (i < len && is_letter(p[i])) i++;
    for (digits = i; digits < len && is_digit(p[digits]); digits++) {}
    for (tail = digits; tail < len && is_letter(p[tail]); tail++) {}
    return i <= 3 && digits - i <= 4 && tail - digits <= 3 && tail == len;
}

/* "4.00x", "0x7f", "12th", "10": digits, at most one dot, then a few letters; or a hexadecimal address. */
static int is_number(const char *p, size_t len)
{
    size_t i = 0, dots = 0, tail;
    const int hex = len > 2 && p[0] == '0' && p[1] == 'x';
    if (len == 0 || !is_digit(p[0])) return 0;
    for (; i < len && (is_digit(p[i]) || (p[i] == '.' && i + 1 < len && is_digit(p[i + 1]))); i++) dots += p[i] == '.';
    for (tail = i; tail < len && is_letter(p[tail]); tail++) {}
    if (dots <= 1 && tail == len && tail - i <= 4) return 1;
    for (i = hex ? 2 : 0; i < len && (is_digit(p[i]) || ((p[i] | 32) >= 'a' && (p[i] | 32) <= 'f')); i++) {}
    return i == len;
}

/* Letters, in one case or with a capital in front; bytes that are not ASCII count as letters. */
static int is_plain_word(const char *p, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) {
        if (!is_letter(p[i]) && (unsigned char)p[i] < 0x80) return 0;
        if (i > 0 && p[i] >= 'A' && p[i] <= 'Z' && p[i - 1] >= 'a' && p[i - 1] <= 'z') return 0;
    }
    return 1;
}

/* A name with the prefix of a unit of the GPU, or of words that known names consist of. */
static int is_metric_word(const secrets *s, const char *p, size_t len)
{
    static const char *const prefixes[] = {"sm__", "smsp__", "l1tex__", "lts__", "ltc__", "lrc__", "dram__", "fbpa__", "gpu__", "gpc__", "tpc__", "gr__", "fe__",
                                           "idc__", "pcie__", "nvlink__", "nvlrx__", "nvltx__", "launch__", "device__", "derived__", "sass__", "profiler__", "syslts__"};
    size_t i, from;
    for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (len > strlen(prefixes[i]) && memcmp(p, prefixes[i], strlen(prefixes[i])) == 0) return strcspn(p, "/\\@-") >= len;
    for (i = 0; i < len; i = from + 1) {
        for (from = i; from < len && p[from] != '_' && p[from] != '.'; from++) {}
        if (dict_find(&s->known, p + i, from - i) == NOWHERE) return 0;
    }
    return len > 0;
}

void add_known(secrets *s, ncurep_view name)
{
    size_t i, from;
    (void)dict_add(&s->known, name.ptr, name.len);
    for (i = 0; i < name.len; i = from + 1) {
        for (from = i; from < name.len && name.ptr[from] != '_' && name.ptr[from] != '.'; from++) {}
        (void)dict_add(&s->known, name.ptr + i, from - i);
    }
}

/* Of the documentation that rules point to. */
static int is_vendor_url(const char *p, size_t len)
{
    static const char domain[] = "nvidia.com";
    size_t end;
    if (len < 3 || p[0] != '/' || p[1] != '/') return 0;
    for (end = 2; end < len && p[end] != '/'; end++) {}
    return end >= 2 + sizeof domain - 1 && memcmp(p + end - (sizeof domain - 1), domain, sizeof domain - 1) == 0 &&
           (end == 2 + sizeof domain - 1 || p[end - sizeof domain] == '.');
}

/* Whether a piece is what a text of the vendor's consists of: a word, a number, a unit, a name of the report's own. */
static int may_stay(const secrets *s, const char *p, size_t len)
{
    size_t i, from;
    if (len == 0 || is_plain_word(p, len) || is_number(p, len) || is_short_name(p, len) || is_vendor_url(p, len) || is_made_up(p, len)) return 1;
    if (is_among(usual_words, sizeof usual_words / sizeof *usual_words, p, len, 0) || dict_find(&s->known, p, len) != NOWHERE) return 1;
    if (memchr(p, '/', len) != NULL && memchr(p, '_', len) == NULL) { /* "bytes/sector" */
        for (i = 0; i < len; i = from + 1) {
            for (from = i; from < len && p[from] != '/'; from++) {}
            if (from > i && !is_among(joined_words, sizeof joined_words / sizeof *joined_words, p + i, from - i, 1) && !is_number(p + i, from - i) &&
                !is_short_name(p + i, from - i))
                return 0;
        }
        return p[0] != '/' || len == 1;
    }
    if (memchr(p, '-', len) != NULL && strcspn(p, "_.@/\\:") >= len) { /* "32-byte", "non-coalesced" */
        for (i = 0; i < len; i = from + 1) {
            for (from = i; from < len && p[from] != '-'; from++) {}
            if (!is_plain_word(p + i, from - i) && !(from - i <= 6 && is_number(p + i, from - i)) && !is_short_name(p + i, from - i)) return 0;
        }
        return 1;
    }
    return (memchr(p, '_', len) != NULL || memchr(p, '.', len) != NULL) && is_metric_word(s, p, len);
}

static int is_identifier(ncurep_view v)
{
    size_t i;
    for (i = 0; i < v.len && in_name(v.ptr[i]); i++) {}
    return i == v.len;
}

/* Whether a path from its root may go on after a blank: "C:\\Users\\Ann Other" does, "C:\\x.cu" does not. */
static int may_go_on(ncurep_view path)
{
    size_t name = path.len;
    if (!is_separator(path.ptr[0]) && !(path.len > 2 && path.ptr[1] == ':')) return 0;
    while (name > 0 && !is_separator(path.ptr[name - 1])) name--;
    return ending(path.ptr + name, path.len - name) == path.len - name;
}

void put_free(secrets *s, cli_buf *b, ncurep_view t)
{
    static const char mark[] = "@section:";
    size_t i = 0, end, last, open = NOWHERE; /* open: after the blank that follows a path that may go on */
    while (i < t.len) {
        const int section = i >= sizeof mark - 1 && memcmp(t.ptr + i - (sizeof mark - 1), mark, sizeof mark - 1) == 0;
        ncurep_view piece;
        cli_buf word = {NULL, 0, 0}; /* ends with a zero, so that a search for a character ends with the piece */
        end = piece_end(t, i);
        if (end == i) end++;
        for (; i < end && t.ptr[i] == '-'; i++) cli_put(b, "-", 1);
        for (last = end; last > i && strchr(".:-", t.ptr[last - 1]) != NULL; last--) {}
        piece.ptr = t.ptr + i;
        piece.len = last - i;
        cli_put(&word, piece.ptr, piece.len);
        if (open == i && piece.len > 1 && piece.ptr[0] >= 'A' && piece.ptr[0] <= 'Z') {
            put_path(s, b, piece);
            open = last < t.len && t.ptr[last] == ' ' ? last + 1 : NOWHERE;
        } else if (piece.len <= 1 || may_stay(s, word.ptr, word.len) || (section && is_identifier(piece))) put_text(s, b, piece);
        else if (memchr(piece.ptr, '@', piece.len) != NULL) put_made_up(s, &s->who, b, "m", piece);
        else if (memchr(piece.ptr, '/', piece.len) != NULL || memchr(piece.ptr, '\\', piece.len) != NULL || is_file_name(piece.ptr, piece.len, 0)) {
            put_path(s, b, piece);
            if (may_go_on(piece) && last < t.len && t.ptr[last] == ' ') open = last + 1;
        } else put_made_up(s, &s->name, b, "n", piece);
        cli_put(b, t.ptr + last, end - last);
        cli_buf_free(&word);
        i = end;
    }
}

/* Four numbers below 256. */
static int is_address(const char *p, size_t len)
{
    size_t i, digits = 0, parts = 1;
    unsigned value = 0;
    for (i = 0; i < len; i++) {
        if (p[i] == '.' && digits > 0) {
            parts++;
            digits = value = 0;
        } else if (is_digit(p[i]) && digits < 3) {
            digits++;
            value = value * 10 + (unsigned)(p[i] - '0');
        } else
            return 0;
        if (value > 255) return 0;
    }
    return parts == 4 && digits > 0;
}

static int is_host(const char *p, size_t len)
{
    static const char *const ends[] = {".com", ".org", ".net", ".edu", ".gov", ".io", ".ai", ".local", ".lan", ".internal", ".localdomain", ".home", ".corp"};
    size_t i, n;
    for (i = 0; i < sizeof ends / sizeof *ends; i++) {
        n = strlen(ends[i]);
        if (len > n && memcmp(p + len - n, ends[i], n) == 0) return memchr(p, '_', len) == NULL;
    }
    return 0;
}

static int is_made_up_path(const char *p, size_t len)
{
    size_t i, start;
    for (i = 0; i < len; i++) {
        for (start = i; i < len && !is_separator(p[i]); i++) {}
        if (i - start > 0 && !(i - start == 2 && p[start + 1] == ':') && !(i - start <= 2 && p[start] == '.') && !is_made_up(p + start, i - start)) return 0;
    }
    return 1;
}

size_t private_shape(ncurep_view t, size_t *at)
{
    size_t i = *at, end, k, separators;
    for (; i < t.len; i = end) {
        const char *p = t.ptr + i;
        size_t len;
        end = piece_end(t, i);
        if (end == i) end++;
        for (len = end - i; len > 0 && (p[len - 1] == '.' || p[len - 1] == ':'); len--) {}
        for (k = separators = 0; k < len; k++) separators += (size_t)is_separator(p[k]);
        *at = i;
        if (len < 4 || is_vendor_url(p, len) || is_made_up_path(p, len)) continue;
        if (memchr(p, '@', len) != NULL || is_address(p, len) || hex_address_end(t, i) > i || is_host(p, len) || is_file_name(p, len, 0)) return len;
        if (separators > 1 && (is_separator(p[0]) || (is_letter(p[0]) && p[1] == ':'))) return len;
    }
    *at = t.len;
    return 0;
}

/* As many bytes as the text has: a letter, its number, then x. */
static void put_filler(secrets *s, dict *of, cli_buf *b, const char *stem, const char *text, size_t len)
{
    cli_buf made = {NULL, 0, 0};
    const ncurep_view v = {text, len};
    size_t i;
    put_made_up(s, of, &made, stem, v);
    for (i = 0; i < len; i++) cli_put(b, made.len <= len && i < made.len ? made.ptr + i : "x", 1);
    cli_buf_free(&made);
}

/* Names with internal linkage hold that of their file: <length>_GLOBAL__N__<hash>_<file>... From i on: the bytes of the name
   that must go, in *from and *to. */
static int hides_file(ncurep_view v, size_t i, size_t *from, size_t *to)
{
    static const char *const marks[] = {"_GLOBAL__N_", "_INTERNAL_", "__nv_static_", "tmpxft_"};
    size_t k, m, end;
    for (m = 0; m < sizeof marks / sizeof *marks; m++) {
        const size_t len = strlen(marks[m]);
        if (v.len - i < len || memcmp(v.ptr + i, marks[m], len) != 0) continue;
        for (end = i + len; end < v.len && in_name(v.ptr[end]); end++) {}
        for (k = i; k > 0 && is_digit(v.ptr[k - 1]); k--) {}
        if (k < i && i - k < 8) { /* its length comes first */
            size_t n = 0;
            for (; k < i; k++) n = n * 10 + (size_t)(v.ptr[k] - '0');
            if (n >= len && n <= v.len - i) end = i + n;
        }
        *from = i + len;
        *to = end;
        return end > *from + 2; /* _GLOBAL__N_1 holds none */
    }
    return 0;
}

void put_name(secrets *s, cli_buf *b, ncurep_view v)
{
    size_t i = 0, from, to;
    while (i < v.len) {
        const entry *e;
        if (hides_file(v, i, &from, &to)) {
            cli_put(b, v.ptr + i, from - i);
            put_filler(s, &s->part, b, "f", v.ptr + from, to - from);
            i = to;
        } else if ((e = strong_at(s, v.ptr + i, v.len - i)) != NULL) {
            put_filler(s, &s->who, b, "u", v.ptr + i, e->len);
            i += e->len;
        } else
            cli_put(b, v.ptr + i++, 1);
    }
}
