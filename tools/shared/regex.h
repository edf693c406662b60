/* Regular expressions, for one question: does the pattern match anywhere in a text?
 *
 *     pfx_i_regex *r = pfx_i_regex_compile(&arena, "^sm__(?!.*max)", 14, 0, &error);
 *     if (r != NULL && pfx_i_regex_search(r, text, len)) ...
 *
 * Bytes, case counts. Syntax: . [...] [^...] with ranges, \d \w \s \D \W \S and [:alpha:] alnum digit upper lower space
 * punct xdigit inside; \d \w \s \D \W \S (ASCII); ^ $ (only the very ends) \b \B; \t \n \r \f \v \xHH, and \ before any
 * other byte that is not a letter or digit; ( ) (?: ) (?= ) (?! ); |, empty branches too; * + ? {m} {m,} {m,n}, counts
 * up to 1000; a ? after one of them changes nothing. "." is any byte but LF; "}" and "]" alone are literal.
 * Everything else is an error. Groups nest to 100.
 *
 * How: the pattern becomes automata of the reversed pattern, one for each look-ahead and one for the whole; counted
 * parts are written out. A search first refuses a text that lacks a word every match has. Then it reads the text once,
 * backwards, all automata side by side, so at each place it is known whether a look-ahead holds there. States seen
 * before are kept in a small cache of transitions. Time: at most states x text, mostly the text alone; no memory is
 * asked for while searching; no recursion. */
enum {
    PFX_I_RE_BYTE,   /* node: a the byte;          state: x next, y the byte */
    PFX_I_RE_SET,    /* node: a the set;           state: x next, y the set */
    PFX_I_RE_TEST,   /* node: a which;             state: x next, y which */
    PFX_I_RE_LOOK,   /* node: a its number, b not; state: x next, y number x 2 + not */
    PFX_I_RE_CAT,    /* node only: its children one after the other */
    PFX_I_RE_ALT,    /* node: one of its children; state: x, y either of these */
    PFX_I_RE_REPEAT, /* node: a least, b most */
    PFX_I_RE_ACCEPT  /* state only */
};
enum { PFX_I_RE_START, PFX_I_RE_END, PFX_I_RE_EDGE, PFX_I_RE_NO_EDGE }; /* ^ $ \b \B */
enum {
    PFX_I_RE_DEPTH = 100,
    PFX_I_RE_COUNT = 1000,
    PFX_I_RE_STATES = 1 << 18, /* default limit of states */
    PFX_I_RE_ROWS = 8192,      /* transitions of the cache */
    PFX_I_RE_POOL = 4096,      /* members of cached sets */
    PFX_I_RE_HASH = 512,       /* places in the table of cached sets; at most half are used */
    PFX_I_RE_WORDS = 8,        /* words that are searched first */
    PFX_I_RE_WORD = 16         /* most bytes of one */
};
#define PFX_I_RE_NONE 0xffffffffu

typedef struct pfx_i_re_node {
    uint32_t kind, a, b;
    uint32_t child, next; /* first child, next sibling */
    uint32_t at;          /* offset in the pattern */
} pfx_i_re_node;

typedef struct pfx_i_re_state {
    uint32_t kind, x, y;
} pfx_i_re_state;

/* A group that is open: its branches so far, the last of which is still being read. */
typedef struct pfx_i_re_group {
    uint32_t at, look; /* look: 0 none, 1 ahead, 2 not ahead */
    uint32_t first, branch; /* CAT nodes */
    uint32_t last, before;  /* in the branch: its last child and the one before it */
} pfx_i_re_group;

/* A node while its states are made. */
typedef struct pfx_i_re_frame {
    uint32_t node;
    uint32_t out;   /* where it leads to */
    uint32_t child; /* the next one */
    uint32_t round; /* of a repeat */
    uint32_t made;  /* start of what is made so far */
    uint32_t count; /* states before the child that is being made */
} pfx_i_re_frame;

typedef struct pfx_i_re_row {
    uint32_t start, count; /* of its set in the pool */
} pfx_i_re_row;

/* A text without any of the words up to one that is the last of its choice cannot match. */
typedef struct pfx_i_re_literal {
    char text[PFX_I_RE_WORD];
    unsigned char len, last;
} pfx_i_re_literal;

typedef struct pfx_i_regex {
    const pfx_i_re_state *states;
    const unsigned char *sets; /* 32 bytes each */
    const uint32_t *starts; /* of each automaton; the whole one is last */
    const uint32_t *ends;   /* its states lie below this one, those of the automaton before above */
    uint32_t count, automata;
    unsigned char *holds;      /* of each automaton: whether it accepts here */
    uint32_t *set, *next, *stack, *mark; /* count each */
    uint32_t round;
    unsigned char kind[256];   /* bytes that no part of the pattern distinguishes share a kind */
    uint32_t kinds, edges;     /* edges: whether \b or \B is there */
    const char *prefix;        /* what a text must begin with */
    uint32_t prefix_len;
    pfx_i_re_literal words[PFX_I_RE_WORDS];
    uint32_t word_count;
    uint16_t *rows;            /* NULL: too large to cache; 0 not known, 1 a match, else start of the next row + 2 */
    uint16_t *hash;            /* row + 1 */
    uint32_t *pool;
    pfx_i_re_row *row;
    uint32_t row_size, row_room, row_count, pool_count;
} pfx_i_regex;

typedef struct pfx_i_re_maker {
    pfx_i_arena *arena;
    const char *text;
    uint32_t len, at;
    pfx_i_re_node *nodes;
    uint32_t node_count, looks;
    unsigned char *sets;
    uint32_t set_count;
    pfx_i_re_state *states;
    uint32_t state_count, state_room;
    uint32_t steps; /* still allowed while states are made */
    pfx_error *error;
} pfx_i_re_maker;

static int pfx_i_re_fail(pfx_i_re_maker *m, pfx_code code, uint32_t at, const char *message)
{
    m->error->code = code;
    m->error->offset = at;
    m->error->message = message;
    return 0;
}

static void *pfx_i_re_alloc(pfx_i_re_maker *m, size_t count, size_t size)
{
    void *p = pfx_i_alloc(m->arena, count, size);
    if (p == NULL) pfx_i_re_fail(m, m->arena->code, 0, "out of memory for a regular expression");
    return p;
}

static uint32_t pfx_i_re_node_add(pfx_i_re_maker *m, uint32_t kind, uint32_t a, uint32_t b, uint32_t at)
{
    pfx_i_re_node *n = &m->nodes[m->node_count];
    n->kind = kind;
    n->a = a;
    n->b = b;
    n->child = n->next = PFX_I_RE_NONE;
    n->at = at;
    return m->node_count++;
}

static int pfx_i_re_digit(unsigned c) { return c - '0' < 10; }
static int pfx_i_re_letter(unsigned c) { return (c | 32) - 'a' < 26; }
static int pfx_i_re_word(unsigned c) { return pfx_i_re_digit(c) || pfx_i_re_letter(c) || c == '_'; }
static int pfx_i_re_space(unsigned c) { return c == ' ' || c - 9 < 5; }
static int pfx_i_re_hex(unsigned c)
{
    if (pfx_i_re_digit(c)) return (int)c - '0';
    return (c | 32) - 'a' < 6 ? (int)(c | 32) - 'a' + 10 : -1;
}

/* Puts every byte for which the class letter holds into the set: d w s, in capitals the opposite, and for the named
   classes a alpha, n alnum, u upper, l lower, p punct, x xdigit. */
static void pfx_i_re_class(unsigned char *set, char letter)
{
    unsigned c;
    for (c = 0; c < 256; c++) {
        int in = 0;
        switch (letter) {
        case 'd': in = pfx_i_re_digit(c); break;
        case 'D': in = !pfx_i_re_digit(c); break;
        case 'w': in = pfx_i_re_word(c); break;
        case 'W': in = !pfx_i_re_word(c); break;
        case 's': in = pfx_i_re_space(c); break;
        case 'S': in = !pfx_i_re_space(c); break;
        case 'a': in = pfx_i_re_letter(c); break;
        case 'n': in = pfx_i_re_letter(c) || pfx_i_re_digit(c); break;
        case 'u': in = c - 'A' < 26; break;
        case 'l': in = c - 'a' < 26; break;
        case 'p': in = c > 32 && c < 127 && !pfx_i_re_letter(c) && !pfx_i_re_digit(c); break;
        default: in = pfx_i_re_hex(c) >= 0; break;
        }
        if (in) set[c >> 3] = (unsigned char)(set[c >> 3] | 1u << (c & 7));
    }
}

/* After a backslash at offset at: 1 and the byte, or 2 and the letter of a class, or 0. */
static int pfx_i_re_escape(pfx_i_re_maker *m, uint32_t at, unsigned *out)
{
    unsigned c;
    if (m->at == m->len) return pfx_i_re_fail(m, PFX_SYNTAX, m->at, "a pattern ends with a backslash");
    c = (unsigned char)m->text[m->at++];
    *out = c;
    switch (c) {
    case 'd': case 'D': case 'w': case 'W': case 's': case 'S': return 2;
    case 't': *out = 9; return 1;
    case 'n': *out = 10; return 1;
    case 'v': *out = 11; return 1;
    case 'f': *out = 12; return 1;
    case 'r': *out = 13; return 1;
    case 'x': {
        int high = m->at < m->len ? pfx_i_re_hex((unsigned char)m->text[m->at]) : -1;
        int low = m->len - m->at > 1 ? pfx_i_re_hex((unsigned char)m->text[m->at + 1]) : -1;
        if (high < 0 || low < 0) return pfx_i_re_fail(m, PFX_SYNTAX, at, "\\x needs two hex digits");
        m->at += 2;
        *out = (unsigned)(high * 16 + low);
        return 1;
    }
    default:
        if (pfx_i_re_letter(c) || pfx_i_re_digit(c))
            return pfx_i_re_fail(m, PFX_SYNTAX, at, "unknown escape in a pattern (there are no back references)");
        return 1;
    }
}

/* One member of a class that opens at offset open: 1 and the byte, or 2 when a class was put into the set, or 0. */
static int pfx_i_re_member(pfx_i_re_maker *m, uint32_t open, unsigned char *set, unsigned *out)
{
    static const char names[] = "aalpha;ddigit;nalnum;uupper;llower;sspace;ppunct;xxdigit;";
    const uint32_t at = m->at;
    const char *name;
    int what;
    if (m->len - at > 1 && m->text[at] == '[' && m->text[at + 1] == ':') {
        for (name = names; *name != 0; name++) {
            uint32_t i = 1;
            while (name[i] != ';' && m->len - at > i + 1 && m->text[at + i + 1] == name[i]) i++;
            if (name[i] == ';' && m->len - at > i + 2 && m->text[at + i + 1] == ':' && m->text[at + i + 2] == ']') {
                pfx_i_re_class(set, *name);
                m->at = at + i + 3;
                return 2;
            }
            while (*name != ';') name++;
        }
        return pfx_i_re_fail(m, PFX_SYNTAX, open, "unknown class name in a pattern");
    }
    *out = (unsigned char)m->text[m->at++];
    if (*out != '\\') return 1;
    if (m->at < m->len && m->text[m->at] == 'b') {
        m->at++;
        *out = 8;
        return 1;
    }
    what = pfx_i_re_escape(m, at, out);
    if (what == 2) pfx_i_re_class(set, (char)*out);
    return what;
}

/* A class, after its opening bracket at offset open; 1 or 0. */
static int pfx_i_re_bracket(pfx_i_re_maker *m, uint32_t open, unsigned char *set)
{
    int negated = 0, empty = 1, i;
    if (m->at < m->len && m->text[m->at] == '^') {
        negated = 1;
        m->at++;
    }
    for (;; empty = 0) {
        uint32_t first = m->at;
        unsigned low = 0, high = 0;
        int one, other;
        if (m->at == m->len) return pfx_i_re_fail(m, PFX_SYNTAX, open, "a class is not closed");
        if (!empty && m->text[m->at] == ']') break;
        one = pfx_i_re_member(m, open, set, &low);
        if (one == 0) return 0;
        if (m->len - m->at > 1 && m->text[m->at] == '-' && m->text[m->at + 1] != ']') {
            m->at++;
            other = pfx_i_re_member(m, open, set, &high);
            if (other == 0) return 0;
            if (one != 1 || other != 1 || low > high)
                return pfx_i_re_fail(m, PFX_SYNTAX, first, "bad range in a class");
        } else {
            if (one != 1) continue;
            high = low;
        }
        for (; low <= high; low++) set[low >> 3] = (unsigned char)(set[low >> 3] | 1u << (low & 7));
    }
    m->at++;
    for (i = 0; negated && i < 32; i++) set[i] = (unsigned char)(~set[i]);
    return 1;
}

/* The set of a class that begins at offset at: after a backslash the class letter, else the byte there, "." or "[". */
static int pfx_i_re_set(pfx_i_re_maker *m, uint32_t at, char letter)
{
    unsigned char *set = m->sets + (size_t)32 * m->set_count++;
    unsigned i;
    pfx_i_zero(set, 32);
    if (letter != 0) pfx_i_re_class(set, letter);
    else if (m->text[at] == '[') return pfx_i_re_bracket(m, at, set);
    else
        for (i = 0; i < 32; i++) set[i] = i == 1 ? 0xfb : 0xff;
    return 1;
}

/* A number of a quantifier whose brace is at offset at; 1 or 0. */
static int pfx_i_re_number(pfx_i_re_maker *m, uint32_t at, uint32_t *out)
{
    const uint32_t first = m->at;
    uint32_t n = 0;
    for (; m->at < m->len && pfx_i_re_digit((unsigned char)m->text[m->at]); m->at++)
        if (n <= PFX_I_RE_COUNT) n = n * 10 + (uint32_t)(m->text[m->at] - '0');
    if (m->at == first)
        return pfx_i_re_fail(m, PFX_SYNTAX, at, "{ does not start a quantifier (write \\{ for the character)");
    if (n > PFX_I_RE_COUNT) return pfx_i_re_fail(m, PFX_LIMIT, at, "a count above 1000");
    *out = n;
    return 1;
}

/* A quantifier, if there is one: 1 with least and most, 2 none, 0 error. */
static int pfx_i_re_quantifier(pfx_i_re_maker *m, uint32_t *least, uint32_t *most)
{
    const uint32_t at = m->at;
    char c;
    if (at == m->len) return 2;
    c = m->text[at];
    if (c != '*' && c != '+' && c != '?' && c != '{') return 2;
    m->at++;
    *least = c == '+';
    *most = c == '?' ? 1 : PFX_I_RE_NONE;
    if (c == '{') {
        if (!pfx_i_re_number(m, at, least)) return 0;
        *most = *least;
        if (m->at < m->len && m->text[m->at] == ',') {
            m->at++;
            *most = PFX_I_RE_NONE;
            if (m->at == m->len || m->text[m->at] != '}')
                if (!pfx_i_re_number(m, at, most)) return 0;
        }
        if (m->at == m->len || m->text[m->at] != '}')
            return pfx_i_re_fail(m, PFX_SYNTAX, at, "a quantifier is not closed");
        m->at++;
        if (*most < *least) return pfx_i_re_fail(m, PFX_SYNTAX, at, "a quantifier whose most is below its least");
    }
    return 1;
}

/* Puts a node after the others of the branch. */
static void pfx_i_re_append(pfx_i_re_maker *m, pfx_i_re_group *g, uint32_t node)
{
    if (g->last == PFX_I_RE_NONE) m->nodes[g->branch].child = node;
    else m->nodes[g->last].next = node;
    g->before = g->last;
    g->last = node;
}

static void pfx_i_re_branch(pfx_i_re_maker *m, pfx_i_re_group *g)
{
    const uint32_t node = pfx_i_re_node_add(m, PFX_I_RE_CAT, 0, 0, m->at);
    if (g->first == PFX_I_RE_NONE) g->first = node;
    else m->nodes[g->branch].next = node;
    g->branch = node;
    g->last = g->before = PFX_I_RE_NONE;
}

/* The node of all branches of a group. */
static uint32_t pfx_i_re_close(pfx_i_re_maker *m, const pfx_i_re_group *g)
{
    uint32_t node = g->first;
    if (g->first != g->branch) {
        node = pfx_i_re_node_add(m, PFX_I_RE_ALT, 0, 0, g->at);
        m->nodes[node].child = g->first;
    }
    if (g->look != 0) {
        const uint32_t look = pfx_i_re_node_add(m, PFX_I_RE_LOOK, m->looks++, g->look == 2, g->at);
        m->nodes[look].child = node;
        node = look;
    }
    return node;
}

static void pfx_i_re_open(pfx_i_re_maker *m, pfx_i_re_group *g, uint32_t at, uint32_t look)
{
    g->at = at;
    g->look = look;
    g->first = g->branch = PFX_I_RE_NONE;
    pfx_i_re_branch(m, g);
}

/* Opens the group whose ( is at `at`; 0 with an error. */
static int pfx_i_re_group_begin(pfx_i_re_maker *m, pfx_i_re_group *g, int is_deepest, uint32_t at)
{
    uint32_t look = 0;
    if (is_deepest) return pfx_i_re_fail(m, PFX_LIMIT, at, "more than 100 nested groups");
    if (m->at < m->len && m->text[m->at] == '?') {
        const char kind = m->len - m->at > 1 ? m->text[m->at + 1] : 0;
        if (kind != ':' && kind != '=' && kind != '!')
            return pfx_i_re_fail(m, PFX_SYNTAX, at, "unknown kind of group: (?: (?= (?! are known");
        look = kind == '=' ? 1 : kind == '!' ? 2 : 0;
        m->at += 2;
    }
    pfx_i_re_open(m, g + 1, at, look);
    return 1;
}

/* Reads the pattern into nodes; 1 with the node of the whole, or 0. A byte of the pattern makes at most one node. */
static int pfx_i_re_parse(pfx_i_re_maker *m, uint32_t *root)
{
    pfx_i_re_group *groups =
        (pfx_i_re_group *)pfx_i_re_alloc(m, PFX_I_RE_DEPTH + 1, sizeof *groups);
    pfx_i_re_group *g = groups;
    if (groups == NULL) return 0;
    pfx_i_re_open(m, g, 0, 0);
    while (m->at < m->len) {
        const uint32_t at = m->at;
        const unsigned c = (unsigned char)m->text[m->at++];
        uint32_t node = PFX_I_RE_NONE, least = 0, most = 0, quantifier;
        unsigned byte = c;
        int single = 1, test = 0, what; /* single: one byte; test: matches no character */
        switch (c) {
        case '|':
            pfx_i_re_branch(m, g);
            continue;
        case '(':
            if (!pfx_i_re_group_begin(m, g, g - groups == PFX_I_RE_DEPTH, at)) return 0;
            g++;
            continue;
        case ')':
            if (g == groups) return pfx_i_re_fail(m, PFX_SYNTAX, at, ") without (");
            node = pfx_i_re_close(m, g);
            single = 0;
            test = g->look != 0;
            g--;
            break;
        case '*': case '+': case '?': case '{':
            return pfx_i_re_fail(m, PFX_SYNTAX, at, "a quantifier with nothing before it");
        case '^': case '$':
            node = pfx_i_re_node_add(m, PFX_I_RE_TEST, c == '^' ? PFX_I_RE_START : PFX_I_RE_END, 0, at);
            single = 0;
            test = 1;
            break;
        case '.': case '[': case '\\':
            if (c == '\\' && m->at < m->len && (m->text[m->at] == 'b' || m->text[m->at] == 'B')) {
                node = pfx_i_re_node_add(m, PFX_I_RE_TEST,
                                         m->text[m->at++] == 'b' ? PFX_I_RE_EDGE : PFX_I_RE_NO_EDGE, 0, at);
                single = 0;
                test = 1;
                break;
            }
            if (c == '\\') {
                what = pfx_i_re_escape(m, at, &byte);
                if (what == 0) return 0;
                if (what == 1) break;
            }
            single = 0;
            node = pfx_i_re_node_add(m, PFX_I_RE_SET, m->set_count, 0, at);
            if (!pfx_i_re_set(m, at, c == '\\' ? (char)byte : 0)) return 0;
            break;
        default: break;
        }
        if (single) node = pfx_i_re_node_add(m, PFX_I_RE_BYTE, byte, 0, at);
        pfx_i_re_append(m, g, node);
        quantifier = m->at;
        what = pfx_i_re_quantifier(m, &least, &most);
        if (what == 0) return 0;
        if (what == 2) continue;
        if (test) return pfx_i_re_fail(m, PFX_SYNTAX, quantifier, "a quantifier on what matches no character");
        if (m->at < m->len && m->text[m->at] == '?') m->at++;
        if (m->at < m->len &&
            (m->text[m->at] == '*' || m->text[m->at] == '+' || m->text[m->at] == '?' || m->text[m->at] == '{'))
            return pfx_i_re_fail(m, PFX_SYNTAX, m->at, "a second quantifier");
        node = pfx_i_re_node_add(m, PFX_I_RE_REPEAT, least, most, quantifier);
        m->nodes[node].child = g->last;
        g->last = g->before;
        pfx_i_re_append(m, g, node);
    }
    if (g != groups) return pfx_i_re_fail(m, PFX_SYNTAX, g->at, "a group is not closed");
    *root = pfx_i_re_close(m, g);
    return 1;
}

static uint32_t pfx_i_re_state_add(pfx_i_re_maker *m, uint32_t kind, uint32_t x, uint32_t y)
{
    if (m->states != NULL) {
        pfx_i_re_state *s = &m->states[m->state_count];
        s->kind = kind;
        s->x = x;
        s->y = y;
    }
    return m->state_count++;
}

/* Makes the states of a node, last character first, so that they lead to out; while m->states is NULL it only counts
   them. 1 with where they begin, 0 when there are too many. Repeats of what makes no state are not walked again, and
   what else makes none is counted as steps. */
static int pfx_i_re_make(pfx_i_re_maker *m, pfx_i_re_frame *frames, uint32_t root, uint32_t out,
                         uint32_t *begin)
{
    pfx_i_re_frame *f = frames;
    uint32_t node = root, done;
    for (;;) { /* enters node, which leads to out */
        const pfx_i_re_node *n = &m->nodes[node];
        if (m->state_room - m->state_count < 2 || m->steps == 0)
            return pfx_i_re_fail(m, PFX_LIMIT, n->at,
                                 "a regular expression that is too large, its repeats written out");
        m->steps--;
        f->node = node;
        f->out = out;
        f->child = n->child;
        f->round = 0;
        f->made = out;
        f->count = m->state_count;
        done = PFX_I_RE_NONE;
        for (;;) { /* goes on with the innermost node; done is what its child gave, or NONE at first */
            n = &m->nodes[f->node];
            node = f->child;
            out = f->made;
            if (n->kind == PFX_I_RE_CAT || n->kind == PFX_I_RE_ALT) {
                if (done != PFX_I_RE_NONE) {
                    if (n->kind == PFX_I_RE_ALT && f->round++ > 0)
                        done = pfx_i_re_state_add(m, PFX_I_RE_ALT, f->made, done);
                    out = f->made = done;
                    f->child = node = m->nodes[f->child].next;
                }
                if (n->kind == PFX_I_RE_ALT) out = f->out;
            } else if (n->kind == PFX_I_RE_REPEAT) {
                const uint32_t rounds = n->b == PFX_I_RE_NONE ? n->a + (n->a == 0) : n->b;
                if (done != PFX_I_RE_NONE) {
                    const uint32_t at = f->count - 1; /* of the first round without end: the state that goes round */
                    if (n->b == PFX_I_RE_NONE && f->round == 0) {
                        if (m->states != NULL) m->states[at].x = done;
                        if (n->a == 0) done = at;
                    } else if (m->state_count == f->count) f->round = rounds - 1;
                    else if (n->b != PFX_I_RE_NONE && f->round < n->b - n->a)
                        done = pfx_i_re_state_add(m, PFX_I_RE_ALT, done, f->out);
                    f->made = done;
                    f->round++;
                }
                out = f->made;
                if (f->round == rounds) node = PFX_I_RE_NONE;
                else if (n->b == PFX_I_RE_NONE && f->round == 0)
                    out = pfx_i_re_state_add(m, PFX_I_RE_ALT, f->out, f->out);
                f->count = m->state_count;
            } else {
                f->made = n->kind == PFX_I_RE_LOOK ? pfx_i_re_state_add(m, n->kind, f->out, n->a * 2 + n->b)
                                                   : pfx_i_re_state_add(m, n->kind, f->out, n->a);
                node = PFX_I_RE_NONE;
            }
            if (node != PFX_I_RE_NONE) break;
            done = f->made;
            if (f == frames) {
                *begin = done;
                return 1;
            }
            f--;
        }
        f++;
    }
}

/* All automata, look-aheads first, inner ones before outer ones. */
static int pfx_i_re_make_all(pfx_i_re_maker *m, pfx_i_re_frame *frames, uint32_t root, uint32_t *starts,
                             uint32_t *ends)
{
    uint32_t i, k = 0;
    m->state_count = 0;
    m->steps = m->state_room / 8 < PFX_I_RE_NONE / 16 - m->node_count ? 8 * m->node_count + m->state_room
                                                                      : PFX_I_RE_NONE / 2;
    for (i = 0; i <= m->node_count; i++) {
        if (i < m->node_count && m->nodes[i].kind != PFX_I_RE_LOOK) continue;
        if (m->state_room - m->state_count < 2)
            return pfx_i_re_fail(m, PFX_LIMIT, 0, "a regular expression of too many parts");
        if (!pfx_i_re_make(m, frames, i < m->node_count ? m->nodes[i].child : root,
                           pfx_i_re_state_add(m, PFX_I_RE_ACCEPT, 0, 0), &starts[k]))
            return 0;
        ends[k++] = m->state_count;
    }
    return 1;
}

static int pfx_i_re_in(const unsigned char *set, unsigned c) { return set[c >> 3] >> (c & 7) & 1; }

/* Splits the kinds of bytes so that none has members both inside and outside the set. */
static void pfx_i_re_split(pfx_i_regex *r, const unsigned char *set)
{
    uint16_t id[2][256];
    unsigned c;
    uint16_t count = 0;
    pfx_i_zero(id, sizeof id);
    for (c = 0; c < 256; c++) {
        uint16_t *to = &id[pfx_i_re_in(set, c)][r->kind[c]];
        if (*to == 0) *to = ++count;
        r->kind[c] = (unsigned char)(*to - 1);
    }
    r->kinds = count;
}

/* Finds which bytes no part of the pattern distinguishes. */
static void pfx_i_re_kinds(pfx_i_regex *r, const pfx_i_re_maker *m)
{
    unsigned char used[32], set[32];
    uint32_t i;
    unsigned c;
    pfx_i_zero(used, sizeof used);
    pfx_i_zero(r->kind, sizeof r->kind);
    r->kinds = 1;
    for (i = 0; i < m->node_count; i++) {
        const pfx_i_re_node *n = &m->nodes[i];
        if (n->kind == PFX_I_RE_BYTE)
            used[n->a >> 3] = (unsigned char)(used[n->a >> 3] | 1u << (n->a & 7));
        if (n->kind == PFX_I_RE_SET && r->kinds < 256)
            pfx_i_re_split(r, m->sets + (size_t)32 * n->a);
        if (n->kind == PFX_I_RE_TEST && n->a >= PFX_I_RE_EDGE) r->edges = 1;
    }
    if (r->edges) {
        pfx_i_zero(set, sizeof set);
        pfx_i_re_class(set, 'w');
        pfx_i_re_split(r, set);
    }
    for (c = 0; c < 256; c++) {
        if (!pfx_i_re_in(used, c)) continue;
        pfx_i_zero(set, sizeof set);
        set[c >> 3] = (unsigned char)(1u << (c & 7));
        pfx_i_re_split(r, set);
    }
}

/* Finds the bytes that follow a ^ at the start of the pattern: most texts can be refused before they are read. */
static int pfx_i_re_prefix(pfx_i_regex *r, pfx_i_re_maker *m, uint32_t root)
{
    const pfx_i_re_node *n = &m->nodes[root];
    uint32_t at, i, len = 0;
    char *to;
    if (n->kind != PFX_I_RE_CAT || n->child == PFX_I_RE_NONE) return 1;
    n = &m->nodes[n->child];
    if (n->kind != PFX_I_RE_TEST || n->a != PFX_I_RE_START) return 1;
    for (at = n->next; at != PFX_I_RE_NONE && m->nodes[at].kind == PFX_I_RE_BYTE; at = m->nodes[at].next) len++;
    to = (char *)pfx_i_re_alloc(m, len, 1);
    if (to == NULL) return 0;
    for (at = n->next, i = 0; i < len; at = m->nodes[at].next) to[i++] = (char)m->nodes[at].a;
    r->prefix = to;
    r->prefix_len = len;
    return 1;
}

/* Notes the longest run of bytes among nodes that follow one another, from at on, as a word; 0 if there is none, or no
   room. The first run alone, if only that is asked for, and then *at is the node after it. */
static int pfx_i_re_word_add(pfx_i_regex *r, const pfx_i_re_maker *m, uint32_t *at, int only)
{
    pfx_i_re_literal now, best;
    uint32_t i = *at;
    best.len = 0;
    do {
        for (now.len = 0; i != PFX_I_RE_NONE && m->nodes[i].kind == PFX_I_RE_BYTE; i = m->nodes[i].next)
            if (now.len < PFX_I_RE_WORD) now.text[now.len++] = (char)m->nodes[i].a;
        if (now.len > best.len) best = now;
        *at = i;
        if (i != PFX_I_RE_NONE) i = m->nodes[i].next;
    } while (!only && i != PFX_I_RE_NONE);
    if (best.len < 2 || r->word_count == PFX_I_RE_WORDS) return 0;
    best.last = 1;
    r->words[r->word_count++] = best;
    return 1;
}

/* Finds words that every match has: runs of bytes, and choices with a run in each branch, at the top and in groups that
   are there at least once. */
static void pfx_i_re_words(pfx_i_regex *r, const pfx_i_re_maker *m, uint32_t at)
{
    uint32_t open[8]; /* where it goes on after a group */
    unsigned depth = 0;
    for (;;) {
        const pfx_i_re_node *n;
        if (at == PFX_I_RE_NONE) {
            if (depth == 0) return;
            at = open[--depth];
            continue;
        }
        n = &m->nodes[at];
        if (n->kind == PFX_I_RE_BYTE) {
            (void)pfx_i_re_word_add(r, m, &at, 1);
            continue;
        }
        at = n->next;
        while ((n->kind == PFX_I_RE_LOOK && n->b == 0) || (n->kind == PFX_I_RE_REPEAT && n->a > 0))
            n = &m->nodes[n->child];
        if (n->kind == PFX_I_RE_CAT && depth < sizeof open / sizeof open[0]) {
            open[depth++] = at;
            at = n->child;
        } else if (n->kind == PFX_I_RE_ALT) {
            const uint32_t before = r->word_count;
            uint32_t branch = n->child, child = branch;
            for (; branch != PFX_I_RE_NONE; branch = m->nodes[branch].next) {
                child = m->nodes[branch].child;
                if (child == PFX_I_RE_NONE || !pfx_i_re_word_add(r, m, &child, 0)) break;
                r->words[r->word_count - 1].last = m->nodes[branch].next == PFX_I_RE_NONE;
            }
            if (branch != PFX_I_RE_NONE) r->word_count = before;
        }
    }
}

/* Forgets what was cached; row 0 is the empty set. */
static void pfx_i_re_forget(pfx_i_regex *r)
{
    pfx_i_zero(r->hash, PFX_I_RE_HASH * sizeof *r->hash);
    pfx_i_zero(r->rows, r->row_size * sizeof *r->rows);
    r->row[0].start = r->row[0].count = 0;
    r->row_count = 1;
    r->pool_count = 0;
}

/* Compiles a pattern; the result lies in the arena, the pattern is not kept. NULL with error: SYNTAX or LIMIT with the
   offset of the fault, LIMIT for more than max_states states (0: 262144), MEMORY. Linear in the pattern with its
   counted repeats written out. A search changes the result: one thread at a time. */
static pfx_i_regex *pfx_i_regex_compile(pfx_i_arena *arena, const char *pattern, size_t len,
                                        uint32_t max_states, pfx_error *error)
{
    pfx_i_re_maker m;
    pfx_i_regex *r;
    pfx_i_re_frame *frames;
    uint32_t *starts, *ends;
    uint32_t root, i;
    size_t sets = 0;
    pfx_i_zero(&m, sizeof m);
    m.arena = arena;
    m.text = pattern;
    m.len = (uint32_t)len;
    m.error = error;
    if (len > PFX_I_RE_NONE / 64) {
        pfx_i_re_fail(&m, PFX_LIMIT, 0, "a regular expression of more than 64 MiB");
        return NULL;
    }
    for (i = 0; i < m.len; i++) sets += pattern[i] == '[' || pattern[i] == '.' || pattern[i] == '\\';
    m.nodes = (pfx_i_re_node *)pfx_i_re_alloc(&m, len + 2, sizeof *m.nodes);
    if (m.nodes == NULL) return NULL;
    m.sets = (unsigned char *)pfx_i_re_alloc(&m, sets, 32);
    if (m.sets == NULL || !pfx_i_re_parse(&m, &root)) return NULL;

    r = (pfx_i_regex *)pfx_i_re_alloc(&m, 1, sizeof *r);
    if (r == NULL) return NULL;
    pfx_i_zero(r, sizeof *r);
    r->automata = m.looks + 1;
    starts = (uint32_t *)pfx_i_re_alloc(&m, r->automata, sizeof *starts);
    if (starts == NULL) return NULL;
    ends = (uint32_t *)pfx_i_re_alloc(&m, r->automata, sizeof *ends);
    if (ends == NULL) return NULL;
    r->holds = (unsigned char *)pfx_i_re_alloc(&m, r->automata, 1);
    if (r->holds == NULL) return NULL;
    /* A group adds at most four levels: its branches, their choice, its look-ahead and its repeat. */
    frames = (pfx_i_re_frame *)pfx_i_re_alloc(&m, 4 * (PFX_I_RE_DEPTH + 2), sizeof *frames);
    if (frames == NULL) return NULL;
    m.state_room = max_states != 0 && max_states < PFX_I_RE_NONE / 64
                       ? max_states
                       : (uint32_t)PFX_I_RE_STATES;
    if (!pfx_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    m.states = (pfx_i_re_state *)pfx_i_re_alloc(&m, m.state_count, sizeof *m.states);
    if (m.states == NULL || !pfx_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    r->states = m.states;
    r->count = m.state_count;
    r->sets = m.sets;
    r->starts = starts;
    r->ends = ends;
    r->set = (uint32_t *)pfx_i_re_alloc(&m, r->count, 4 * sizeof *r->set);
    if (r->set == NULL) return NULL;
    r->next = r->set + r->count;
    r->stack = r->next + r->count;
    r->mark = r->stack + r->count;
    pfx_i_zero(r->mark, r->count * sizeof *r->mark);
    pfx_i_re_kinds(r, &m);

    if (!pfx_i_re_prefix(r, &m, root)) return NULL;
    pfx_i_re_words(r, &m, root);

    r->row_size = (r->kinds + 1) * 3;
    r->row_room = PFX_I_RE_ROWS / r->row_size;
    if (r->row_room > PFX_I_RE_HASH / 2) r->row_room = PFX_I_RE_HASH / 2;
    if (r->count <= PFX_I_RE_POOL / 4) {
        r->rows = (uint16_t *)pfx_i_re_alloc(&m, PFX_I_RE_ROWS + PFX_I_RE_HASH, sizeof *r->rows);
        if (r->rows == NULL) return NULL;
        r->pool = (uint32_t *)pfx_i_re_alloc(&m, PFX_I_RE_POOL, sizeof *r->pool);
        if (r->pool == NULL) return NULL;
        r->row = (pfx_i_re_row *)pfx_i_re_alloc(&m, r->row_room, sizeof *r->row);
        if (r->row == NULL) return NULL;
        r->hash = r->rows + PFX_I_RE_ROWS;
        pfx_i_re_forget(r);
    }
    return r;
}

/* From the states of r->set, which wait for the byte c (-1: the end of the text), those that wait for the byte before
   it, into r->next; returns how many, or NONE when the whole pattern matches here. before: the byte before this place,
   -1 at the begin. */
static uint32_t pfx_i_re_step(pfx_i_regex *r, uint32_t count, int c, int before)
{
    const int edge = (c >= 0 && pfx_i_re_word((unsigned)c)) !=
                     (before >= 0 && pfx_i_re_word((unsigned)before));
    uint32_t k, at = 0, made = 0;
    if (r->round >= PFX_I_RE_NONE - r->automata) {
        pfx_i_zero(r->mark, r->count * sizeof *r->mark);
        r->round = 0;
    }
    for (k = 0; k < r->automata; k++) {
        uint32_t waiting = 0;
        r->round++;
        r->holds[k] = 0;
        r->stack[waiting++] = r->starts[k];
        r->mark[r->starts[k]] = r->round;
        while (at < count || waiting > 0) {
            const pfx_i_re_state *s;
            uint32_t to;
            if (waiting == 0) {
                if (r->set[at] >= r->ends[k]) break;
                s = &r->states[r->set[at++]];
                if (s->kind == PFX_I_RE_BYTE
                        ? (int)s->y != c
                        : !pfx_i_re_in(r->sets + (size_t)32 * s->y, (unsigned)c))
                    continue;
                to = s->x;
            } else {
                const uint32_t now = r->stack[--waiting];
                int go = 1;
                s = &r->states[now];
                switch (s->kind) {
                case PFX_I_RE_BYTE: case PFX_I_RE_SET:
                    r->next[made++] = now;
                    continue;
                case PFX_I_RE_ACCEPT:
                    r->holds[k] = 1;
                    continue;
                case PFX_I_RE_ALT:
                    if (r->mark[s->y] != r->round) {
                        r->mark[s->y] = r->round;
                        r->stack[waiting++] = s->y;
                    }
                    break;
                case PFX_I_RE_LOOK: go = r->holds[s->y / 2] != (s->y & 1); break;
                default:
                    if (s->y == PFX_I_RE_START) go = before < 0;
                    else if (s->y == PFX_I_RE_END) go = c < 0;
                    else go = (s->y == PFX_I_RE_EDGE) == edge;
                    break;
                }
                if (!go) continue;
                to = s->x;
            }
            if (r->mark[to] != r->round) {
                r->mark[to] = r->round;
                r->stack[waiting++] = to;
            }
        }
    }
    return r->holds[r->automata - 1] ? PFX_I_RE_NONE : made;
}

/* The row of the set that lies in r->set; NONE without room for one more. */
static uint32_t pfx_i_re_row_of(pfx_i_regex *r, uint32_t count)
{
    uint32_t hash = 2166136261u, i, row;
    if (count == 0) return 0;
    for (i = 0; i < count; i++) hash = (hash ^ r->set[i]) * 16777619u;
    hash ^= hash >> 15;
    for (;; hash++) {
        const uint16_t found = r->hash[hash % PFX_I_RE_HASH];
        if (found == 0) break;
        row = found - 1u;
        if (r->row[row].count == count &&
            pfx_i_equal(r->pool + r->row[row].start, r->set, count * sizeof *r->set))
            return row;
    }
    if (r->row_count == r->row_room || count > PFX_I_RE_POOL - r->pool_count) return PFX_I_RE_NONE;
    row = r->row_count++;
    r->hash[hash % PFX_I_RE_HASH] = (uint16_t)(row + 1);
    r->row[row].start = r->pool_count;
    r->row[row].count = count;
    pfx_i_copy(r->pool + r->pool_count, r->set, count * sizeof *r->set);
    r->pool_count += count;
    pfx_i_zero(r->rows + row * r->row_size, r->row_size * sizeof *r->rows);
    return row;
}

/* Takes the step that the cache does not know yet: from the row that begins at `at` on the byte c. Returns where the
   new row begins, or NONE: a match. */
static uint32_t pfx_i_re_learn(pfx_i_regex *r, uint32_t at, uint32_t column, int c, int before)
{
    const pfx_i_re_row *from = &r->row[at / r->row_size];
    uint32_t *swap;
    uint32_t count = from->count, to;
    pfx_i_copy(r->set, r->pool + from->start, count * sizeof *r->set);
    count = pfx_i_re_step(r, count, c, before);
    if (count == PFX_I_RE_NONE) {
        r->rows[at + column] = 1;
        return count;
    }
    swap = r->set;
    r->set = r->next;
    r->next = swap;
    to = pfx_i_re_row_of(r, count);
    if (to != PFX_I_RE_NONE) {
        r->rows[at + column] = (uint16_t)(to * r->row_size + 2);
        return to * r->row_size;
    }
    pfx_i_re_forget(r);
    return pfx_i_re_row_of(r, count) * r->row_size;
}

/* A search without the cache: at each place, from the end on, the bytes on both sides are known. */
static int pfx_i_re_search_plain(pfx_i_regex *r, const unsigned char *p, size_t len)
{
    uint32_t count = 0;
    size_t at;
    for (at = len;; at--) {
        uint32_t *swap = r->set;
        count = pfx_i_re_step(r, count, at < len ? (int)p[at] : -1,
                              at > 0 ? (int)p[at - 1] : -1);
        if (count == PFX_I_RE_NONE) return 1;
        r->set = r->next;
        r->next = swap;
        if (at == 0) return 0;
    }
}

/* Whether a word occurs in a text; its first two bytes are looked for at eight places at once. */
static int pfx_i_re_occurs(const pfx_i_re_literal *w, const char *p, size_t len)
{
    const uint64_t ones = ~(uint64_t)0 / 255;
    const uint64_t first = ones * (unsigned char)w->text[0],
                   second = ones * (unsigned char)w->text[1];
    size_t i, k, end;
    if (len < w->len) return 0;
    end = len - w->len + 1;
    for (i = 0; i < end; i += 8) {
        if (len > 8) {
            uint64_t x, y;
            if (len - i < 9) i = len - 9;
            pfx_i_copy(&x, p + i, 8);
            pfx_i_copy(&y, p + i + 1, 8);
            x = (x ^ first) | (y ^ second);
            if (((x - ones) & ~x & ones << 7) == 0) continue; /* no byte of x is 0 */
        }
        for (k = i; k < end && k < i + 8; k++)
            if (p[k] == w->text[0] && pfx_i_equal(p + k, w->text, w->len)) return 1;
    }
    return 0;
}

/* Whether there is a word of each choice. */
static int pfx_i_re_has_words(const pfx_i_regex *r, const char *p, size_t len)
{
    uint32_t i, found = 0;
    for (i = 0; i < r->word_count; i++) {
        found = found || pfx_i_re_occurs(&r->words[i], p, len);
        if (!r->words[i].last) continue;
        if (!found) return 0;
        found = 0;
    }
    return 1;
}

/* Whether the pattern matches anywhere in the text. Allocates nothing; time at most states x len. */
static int pfx_i_regex_search(pfx_i_regex *r, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const uint32_t plane = r->kinds + 1; /* columns: before the start, before a word character, else */
    uint32_t row = 0;
    size_t at;
    if (len < r->prefix_len || !pfx_i_equal(text, r->prefix, r->prefix_len)) return 0;
    if (!pfx_i_re_has_words(r, text, len)) return 0;
    if (r->rows == NULL) return pfx_i_re_search_plain(r, p, len);
    for (at = len;; at--) { /* the byte at `at` comes now, or the end of the text */
        const int c = at < len ? (int)p[at] : -1;
        const int before = at > 0 ? (int)p[at - 1] : -1;
        uint32_t column = c >= 0 ? r->kind[c] : r->kinds, to;
        if (before >= 0) column += r->edges && pfx_i_re_word((unsigned)before) ? plane : 2 * plane;
        to = r->rows[row + column];
        if (to >= 2) {
            row = to - 2;
            if (!r->edges && at < len && at > 1) { /* the same step again, while it is known */
                const uint16_t *const rows = r->rows + 2 * plane - 2;
                uint32_t now = to;
                while (--at > 0 && (to = rows[now + r->kind[p[at]]]) >= 2) now = to;
                row = now - 2;
                at++;
            }
        } else {
            if (to == 1) return 1;
            row = pfx_i_re_learn(r, row, column, c, before);
            if (row == PFX_I_RE_NONE) return 1;
        }
        if (at == 0) return 0;
    }
}
#undef PFX_I_RE_NONE
