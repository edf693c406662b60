/* What lint says about metric definitions. */
#include "lint.h"

#include <stdlib.h>
#include <string.h>

typedef struct definition {
    const nvs_node *node;       /* MetricDefinition */
    const nvs_node *expression; /* its field */
    nvs_conditions conditions;
    uint32_t passes;            /* see lint_passes */
    size_t number;
    int kind;                   /* of its value: 0 not determined yet, else a kind below */
} definition;

typedef struct definitions {
    lint *l;
    definition *list; /* in the order of the sections */
    size_t count, room;
    definition **by_name; /* and then in that order */
} definitions;

static int compare_views(nvs_view a, nvs_view b)
{
    const int d = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
    return d != 0 ? d : a.len < b.len ? -1 : a.len > b.len;
}

static nvs_view name_of(const definition *d)
{
    return nvs_node_text(d->node, NVS_FIELD_NAME);
}

static int by_name(const void *a, const void *b)
{
    const definition *const x = *(definition *const *)a, *const y = *(definition *const *)b;
    const int d = compare_views(name_of(x), name_of(y));
    return d != 0 ? d : x->number < y->number ? -1 : 1;
}

/* The place in by_name of the first definition of this name or a later one. */
static size_t find(const definitions *all, nvs_view name)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_views(name_of(all->by_name[middle]), name) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void gather(definitions *all)
{
    size_t k;
    uint32_t i;
    const nvs_node *n;
    for (i = 0; i < all->l->w->root_count; i++) {
        nvs_conditions outer;
        nvs_conditions_of(all->l->w->roots[i], NULL, &outer);
        n = nvs_node_child(nvs_node_child(all->l->w->roots[i], NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS);
        for (; n != NULL; n = nvs_node_again(n)) {
            definition *d;
            all->list = (definition *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
            d = &all->list[all->count];
            d->number = all->count++;
            d->kind = 0;
            d->node = n;
            d->expression = nvs_node_child(n, NVS_FIELD_EXPRESSION);
            nvs_conditions_of(n, &outer, &d->conditions);
            d->passes = lint_passes(&d->conditions);
        }
    }
    all->by_name = (definition **)cli_alloc(all->count, sizeof *all->by_name);
    for (k = 0; k < all->count; k++) all->by_name[k] = &all->list[k];
    if (all->count > 0) qsort(all->by_name, all->count, sizeof *all->by_name, by_name);
}

/* Conflicts -------------------------------------------------------------------------------------------------------- */

/* Whether the parts of two filters other than compute capabilities can pass at once. */
static int meet(const nvs_conditions *a, const nvs_conditions *b)
{
    const nvs_conditions *const both[] = {a, b};
    nvs_device d;
    uint32_t kmds[4] = {0}, count = 0, i, k;
    /* If ranges meet, they do so where one of them begins or ends; 0, an unknown driver, passes all. */
    for (i = 0; i < 2; i++) {
        if (both[i]->kmd != NULL && nvs_node_uint(both[i]->kmd, NVS_FIELD_MIN_KMD) > 0)
            kmds[count++] = (uint32_t)nvs_node_uint(both[i]->kmd, NVS_FIELD_MIN_KMD);
        if (both[i]->kmd != NULL && nvs_node_uint(both[i]->kmd, NVS_FIELD_MAX_KMD) > 0)
            kmds[count++] = (uint32_t)nvs_node_uint(both[i]->kmd, NVS_FIELD_MAX_KMD);
    }
    if (count == 0) count = 1;
    for (i = 0; i < count * 6; i++) {
        memset(&d, 0, sizeof d);
        d.kmd = kmds[i / 6];
        d.scope = NVS_SCOPE_LAUNCH + i % 3;
        d.vgpu = (int)(i % 6 / 3);
        for (k = 0; k < 2; k++) {
            nvs_conditions c = *both[k];
            c.arch = NULL;
            if (nvs_conditions_test(&c, &d, NULL) != NVS_REASON_NONE) break;
        }
        if (k == 2) return 1;
    }
    return 0;
}

/* Of two definitions with one name and different expressions, the first counts wherever both apply. Each is compared
   with the first hundred of its name. */
static void conflicts(const definitions *all)
{
    size_t i, k, first_of = 0;
    for (k = 1; k < all->count; k++) {
        if (!same(name_of(all->by_name[k]), name_of(all->by_name[first_of]))) first_of = k;
        for (i = first_of; i < k && i < first_of + 100; i++) {
            const definition *const first = all->by_name[i], *const d = all->by_name[k];
            const uint32_t both = first->passes & d->passes;
            const section_file *const f = work_file(all->l->w, first->node);
            cli_buf b = {NULL, 0, 0};
            if (same(first->expression->v.text, d->expression->v.text)) continue;
            if (both == 0 || !meet(&first->conditions, &d->conditions)) continue;
            if ((d->passes & ~both) != 0 || (first->passes & ~both) != 0) {
                cli_putf(&b, " on ");
                put_ccs(&b, both);
            }
            lint_node(all->l, d->node, 1, "conflict", NULL, "\"%.*s\" has another expression in %s:%u, which wins%s",
                (int)name_of(d).len, name_of(d).ptr,
                      f->path.ptr, (unsigned)first->node->line, b.len > 0 ? b.ptr : "");
            cli_buf_free(&b);
            break;
        }
    }
}

/* Operands --------------------------------------------------------------------------------------------------------- */

/* "smsp__pcsamp_" of "smsp__pcsamp_warp_stall_reasons": what members of a group are assumed to have in common. */
static size_t stem(nvs_view name)
{
    size_t k;
    for (k = 2; k < name.len; k++)
        if (name.ptr[k - 1] == '_' && name.ptr[k - 2] == '_') break;
    while (k < name.len && name.ptr[k] != '_') k++;
    return k;
}

/* Whether a name with a prefix may stand for this one among others. */
static int may_expand(nvs_view chosen, nvs_view name)
{
    nvs_name_parts n;
    nvs_name_split(chosen, &n);
    if (n.prefix == NVS_PREFIX_REGEX) {
        nvs_pattern *const p = nvs_pattern_open(n.rest, NULL, NULL);
        const int found = nvs_pattern_match(p, name);
        nvs_pattern_close(p);
        return found;
    }
    if (n.prefix == NVS_PREFIX_GROUP || n.prefix == NVS_PREFIX_BREAKDOWN)
        return stem(n.rest) <= name.len && memcmp(n.rest.ptr, name.ptr, stem(n.rest)) == 0;
    return 0;
}

/* A bit for each compute capability on which sections collect or define a name for a launch. */
typedef struct collected {
    nvs_view name;
    uint32_t on;
} collected;

typedef struct collection {
    collected *list; /* sorted, each name once; before merge possibly more often */
    size_t count, room;
} collection;

static void add(collection *c, nvs_view name, uint32_t on)
{
    c->list = (collected *)cli_grow(c->list, &c->room, c->count + 1, sizeof *c->list);
    c->list[c->count].name = name;
    c->list[c->count++].on = on;
}

static int by_collected(const void *a, const void *b)
{
    return compare_views(((const collected *)a)->name, ((const collected *)b)->name);
}

static void merge(collection *c)
{
    size_t i, to = 0;
    if (c->count > 0) qsort(c->list, c->count, sizeof *c->list, by_collected);
    for (i = 0; i < c->count; i++)
        if (to > 0 && same(c->list[to - 1].name, c->list[i].name)) c->list[to - 1].on |= c->list[i].on;
        else c->list[to++] = c->list[i];
    c->count = to;
}

static uint32_t collected_on(const collection *c, nvs_view name)
{
    collected key;
    const collected *found;
    uint32_t on;
    size_t i;
    key.name = name;
    found = c->count > 0 ? (const collected *)bsearch(&key, c->list, c->count, sizeof key, by_collected) : NULL;
    on = found != NULL ? found->on : 0;
    for (i = 0; i < c->count; i++)
        if ((c->list[i].on & ~on) != 0 && memchr(c->list[i].name.ptr, ':', c->list[i].name.len) != NULL &&
            may_expand(c->list[i].name, name))
            on |= c->list[i].on;
    return on;
}

/* Only these names, and those with a prefix, can answer for an operand. */
static collection operands_of(const nvs_selection *s)
{
    collection c = {NULL, 0, 0};
    uint32_t i, k, m;
    for (i = 0; s != NULL && i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *const u = &s->sections[i].uses[k];
            for (m = 0; u->kind == NVS_USE_KIND_DEFINITION && m < u->member_count; m++) add(&c, u->members[m], 0);
        }
    merge(&c);
    return c;
}

static void add_wanted(collection *c, const collection *wanted, nvs_view name, uint32_t on)
{
    collected key;
    key.name = name;
    if (memchr(name.ptr, ':', name.len) != NULL ||
        (wanted->count > 0 && bsearch(&key, wanted->list, wanted->count, sizeof key, by_collected) != NULL))
        add(c, name, on);
}

static void operand(const definitions *all, const definition *d, nvs_view name, uint32_t lacks)
{
    lint *const l = all->l;
    const size_t defined = find(all, name);
    const int unknown = l->known_count > 0 && !lint_knows(l, name) &&
        !(defined < all->count && same(name_of(all->by_name[defined]), name));
    const char *like;
    cli_buf b = {NULL, 0, 0};
    if (lacks == 0 && !unknown) return;
    if (name.len > 18 && memcmp(name.ptr, "device__attribute_", 18) == 0) return; /* every result has them */
    like = lint_like(l, name);
    if (lacks == 0) cli_putf(&b, "\"%.*s\" is not among the names given", (int)name.len, name.ptr);
    else if ((lacks & d->passes) == d->passes)
        cli_putf(&b,
                 unknown ? "\"%.*s\" is neither defined nor among the names given"
                         : "the expression needs \"%.*s\", which no section here collects",
                 (int)name.len, name.ptr);
    else {
        cli_putf(&b, "the expression needs \"%.*s\", which no section here collects on ", (int)name.len, name.ptr);
        put_ccs(&b, lacks);
    }
    if (like != NULL) cli_putf(&b, "; is \"%s\" meant?", like);
    lint_node(l, d->expression, 1, "operand", like, "%s", b.ptr);
    cli_buf_free(&b);
}

/* GPUs that every filter of the sections treats alike: the bits of all of a kind, at the place of the first; 0 at those of the others. */
static void kinds_of_gpus(const work *w, uint32_t kinds[32])
{
    const nvs_node *n;
    uint32_t i, k, first;
    memset(kinds, 0, 32 * sizeof *kinds);
    for (k = 0; known_cc[k] != 0; k++) kinds[0] |= (uint32_t)1 << k;
    for (i = 0; i < w->root_count; i++)
        for (n = w->roots[i]; n != NULL; n = nvs_node_walk(w->roots[i], n, NVS_WALK_INTO)) {
            nvs_conditions c;
            uint32_t bits;
            if (n->type != NVS_TYPE_MESSAGE || n->of != NVS_MESSAGE_FILTER) continue;
            nvs_conditions_of(n->parent, NULL, &c);
            bits = lint_passes(&c);
            for (k = 0; known_cc[k] != 0; k++) {
                const uint32_t others = (bits >> k & 1) != 0 ? kinds[k] & ~bits : kinds[k] & bits;
                if (others == 0) continue;
                kinds[k] &= ~others;
                for (first = 0; (others >> first & 1) == 0;) first++;
                kinds[first] = others;
            }
        }
}

/* What the operands of definitions may come from, as collected on the GPUs of these bits. */
static void add_selected(collection *c, const collection *wanted, const nvs_selection *s, uint32_t on)
{
    uint32_t i, k, m;
    for (i = 0; s != NULL && i < s->metric_count; i++) add_wanted(c, wanted, s->metrics[i].name, on);
    for (i = 0; s != NULL && i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *const u = &s->sections[i].uses[k];
            if (u->kind == NVS_USE_KIND_DEFINITION && u->outcome == NVS_OUTCOME_SELECTED)
                add_wanted(c, wanted, nvs_node_text(u->node, NVS_FIELD_NAME), on);
            for (m = 0; u->kind == NVS_USE_KIND_METRIC && m < u->member_count; m++) add_wanted(c, wanted, u->members[m], on);
            /* Without names of metrics an expression selects none, but what it would match may well exist. */
            if (u->kind == NVS_USE_KIND_METRIC && u->choice.reason == NVS_REASON_NONE && u->choice.name.len > 0)
                add_wanted(c, wanted, u->choice.name, on);
        }
}

/* What a definition needs: an operand that nothing collects gives it no value. */
static void operands(const definitions *all)
{
    const nvs_selection *s[32] = {NULL};
    const work *const w = all->l->w;
    collection c = {NULL, 0, 0}, wanted = {NULL, 0, 0};
    nvs_select_options o;
    uint32_t i, k, m, kinds[32];
    unsigned cc;
    size_t at = 0;
    if (all->count == 0) return;
    memset(&o, 0, sizeof o);
    o.catalog.lists = w->lists.known.lists;
    o.catalog.list_count = w->lists.known.list_count;
    kinds_of_gpus(w, kinds);
    for (cc = 0; known_cc[cc] != 0; cc++) {
        if (kinds[cc] == 0) continue;
        o.device.cc = known_cc[cc];
        s[cc] = nvs_select(w->roots, w->root_count, &o, NULL);
        if (cc == 0) wanted = operands_of(s[0]);
        add_selected(&c, &wanted, s[cc], kinds[cc]);
    }
    merge(&c);
    for (i = 0; s[0] != NULL && i < s[0]->section_count; i++)
        for (k = 0; k < s[0]->sections[i].use_count; k++) { /* definitions come in the order of the list */
            const nvs_use *const u = &s[0]->sections[i].uses[k];
            if (u->kind != NVS_USE_KIND_DEFINITION) continue;
            while (at < all->count && all->list[at].node != u->node) at++;
            for (m = 0; at < all->count && m < u->member_count; m++) {
                const nvs_view name = u->members[m];
                uint32_t before = m > 50 ? m - 50 : 0;
                while (before < m && !same(u->members[before], name)) before++;
                if (before < m) continue; /* already reported */
                /* Its own name means the metric that it replaces. */
                if (!same(name, name_of(&all->list[at])))
                    operand(all, &all->list[at], name, all->list[at].passes & ~collected_on(&c, name));
            }
        }
    for (cc = 0; known_cc[cc] != 0; cc++) nvs_selection_close(s[cc]);
    free(c.list);
    free(wanted.list);
}

/* Integers --------------------------------------------------------------------------------------------------------- */

/* What is known about a value before there is one. A metric with a suffix is a double in all reports; attributes of the
   device and counters without a unit, such as inst_executed, are integers. The kind of others differs by version. */
enum { UNKNOWN = 1, INTEGER, REAL };

typedef struct known {
    int kind;
    int literal;
    uint64_t u; /* of a literal integer */
    double d;   /* of another literal */
    nvs_view text, lead; /* as written; its first operand */
} known;

typedef struct scan {
    const definitions *all;
    const definition *d; /* where findings go; NULL: only the kind is wanted */
    const char *at, *end;
    unsigned depth, level; /* of parentheses; of definitions that depend on each other */
    int said;                    /* one finding per expression */
} scan;

static known sum(scan *s);
static known kind_of_expression(const definitions *all, const definition *d, nvs_view text, unsigned level);

/* format: \1 and \2 stand for the operands, \3 for what to write. */
static void trap(scan *s, const char *format, const known *a, const known *b)
{
    cli_buf text = {NULL, 0, 0};
    const char *p;
    if (s->d == NULL || s->said) return;
    s->said = 1;
    for (p = format; *p != 0; p++) {
        if (*p == 1) cli_put(&text, a->text.ptr, a->text.len);
        else if (*p == 2) cli_put(&text, b->text.ptr, b->text.len);
        else if (*p == 3 && a->lead.ptr[0] >= '0' && a->lead.ptr[0] <= '9')
            cli_putf(&text, "%.*s.0", (int)a->lead.len, a->lead.ptr);
        else if (*p == 3) cli_putf(&text, "1.0 * %.*s", (int)a->lead.len, a->lead.ptr);
        else cli_put(&text, p, 1);
    }
    lint_node(s->all->l, s->d->expression, 1, "integer", NULL, "%s", text.ptr);
    cli_buf_free(&text);
}

static void spaces(scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n\v\f", *s->at) != NULL) s->at++;
}

static int letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == ':' || (c >= '0' && c <= '9');
}

static known kind_of_name(const scan *s, nvs_view name)
{
    known k = {UNKNOWN, 0, 0, 0, {NULL, 0}, {NULL, 0}};
    nvs_name_parts n;
    size_t i;
    k.text = name;
    i = find(s->all, name);
    if (i < s->all->count && s->all->by_name[i] == s->d) i++;
    if (i < s->all->count && same(name_of(s->all->by_name[i]), name)) {
        definition *const d = s->all->by_name[i];
        if (d->kind == 0 && s->level < 20) {
            d->kind = UNKNOWN; /* while it is being determined: in a loop nothing is known */
            d->kind = kind_of_expression(s->all, NULL, d->expression->v.text, s->level + 1).kind;
        }
        k.kind = d->kind != 0 ? d->kind : UNKNOWN;
        return k;
    }
    nvs_name_split(name, &n);
    if (n.prefix != NVS_PREFIX_NONE) return k;
    if (n.rollup.len > 0 && n.known) k.kind = REAL;
    else if (memchr(name.ptr, '.', name.len) == NULL &&
             (n.unit.len == 0 || (name.len > 18 && memcmp(name.ptr, "device__attribute_", 18) == 0)))
        k.kind = INTEGER;
    return k;
}

static known primary(scan *s)
{
    known k = {UNKNOWN, 0, 0, 0, {NULL, 0}, {NULL, 0}};
    const char *const from = (spaces(s), s->at);
    if (s->at == s->end || s->depth > 120) return k;
    s->depth++;
    if (*s->at == '-') { /* a minus gives a double */
        s->at++;
        k = primary(s);
        if (k.kind == INTEGER && k.literal) k.d = (double)k.u;
        k.d = -k.d;
        k.kind = REAL;
    } else if (*s->at == '(') {
        s->at++;
        k = sum(s);
        spaces(s);
        if (s->at < s->end) s->at++;
    } else if (*s->at >= '0' && *s->at <= '9') {
        int point = 0;
        for (; s->at < s->end && (letter(*s->at) || ((*s->at == '+' || *s->at == '-') && (s->at[-1] | 32) == 'e')); s->at++) {
            if (*s->at == '.' || (*s->at | 32) == 'e') point = 1;
            else if (!point) k.u = k.u * 10 + (uint64_t)(*s->at - '0');
        }
        k.kind = point ? REAL : INTEGER;
        k.literal = 1;
        if (point) { /* all that matters is whether it is 0, below 1, or whole */
            nvs_value v;
            nvs_definition one;
            const nvs_derivation *x;
            one.name = nvs_text("x");
            one.expression.ptr = from;
            one.expression.len = (size_t)(s->at - from);
            x = nvs_derive(&one, 1, NULL, NULL, NULL);
            memset(&v, 0, sizeof v);
            if (x != NULL) v = x->metrics[0].data.value;
            k.d = nvs_value_number(&v, NULL);
            nvs_derivation_close(x);
        }
    } else {
        while (s->at < s->end && letter(*s->at)) s->at++;
        k.text.ptr = from;
        k.text.len = (size_t)(s->at - from);
        if (k.text.len == 0) s->at++; /* a mistake, reported elsewhere */
        spaces(s);
        if (s->at < s->end && *s->at == '(') {
            s->at++;
            k = sum(s);
            k.literal = 0;
            spaces(s);
            if (s->at < s->end) s->at++;
        } else k = kind_of_name(s, k.text);
    }
    k.text.ptr = from;
    k.text.len = (size_t)(s->at - from);
    while (k.text.len > 0 && strchr(" \t", k.text.ptr[k.text.len - 1]) != NULL) k.text.len--;
    if (*from != '(') k.lead = k.text;
    s->depth--;
    return k;
}

static uint64_t compute(char op, uint64_t a, uint64_t b)
{
    return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : b == 0 ? a : a / b;
}

static int wraps(char op, uint64_t a, uint64_t b)
{
    return op == '+' ? a + b < a : op == '-' ? a < b : op == '*' ? a != 0 && a * b / a != b : 0;
}

static known combine(scan *s, char op, known a, known b)
{
    known k = {UNKNOWN, 0, 0, 0, {NULL, 0}, {NULL, 0}};
    const int zero = b.literal && (b.kind == INTEGER ? b.u == 0 : b.d > -1e-300 && b.d < 1e-300);
    const int fraction = b.literal && b.kind == REAL && b.d > -9e15 && b.d < 9e15 && b.d != (double)(int64_t)b.d;
    k.kind = a.kind;
    k.text.ptr = a.text.ptr;
    k.text.len = (size_t)(b.text.ptr + b.text.len - a.text.ptr);
    k.lead = a.lead;
    if (op == '/' && zero) trap(s, "division by 0: an integer stays as it is, anything else becomes infinite", &a, &b);
    else if (a.kind == INTEGER && a.literal && b.kind == INTEGER && b.literal) {
        k.literal = 1;
        k.u = compute(op, a.u, b.u);
        if (wraps(op, a.u, b.u))
            trap(s, "\1 and \2 are integers: the result does not fit into 64 bits without a sign and wraps around", &a, &b);
        else if (op == '/' && a.u % b.u != 0) trap(s, "\1 and \2 are integers: the fraction of the quotient is lost", &a, &b);
    } else if (a.kind == INTEGER && fraction)
        trap(s, "\1 is an integer, so \2 loses its fraction: put the number on the left", &a, &b);
    else if (a.kind == INTEGER && b.kind == REAL && !b.literal)
        trap(s, "\1 is an integer, so \2 loses its fraction: write \3", &a, &b);
    else if (a.kind == INTEGER && op == '/') trap(s, "\1 is an integer, so the quotient loses its fraction: write \3", &a, &b);
    else if (a.kind == INTEGER && a.literal && op == '-')
        trap(s, "\1 is an integer: where \2 is greater, the difference wraps around; write \3", &a, &b);
    return k;
}

static known product(scan *s)
{
    known a = primary(s);
    for (spaces(s); s->at < s->end && (*s->at == '*' || *s->at == '/'); spaces(s)) {
        const char op = *s->at++;
        a = combine(s, op, a, primary(s));
    }
    return a;
}

static known sum(scan *s)
{
    known a = product(s);
    for (spaces(s); s->at < s->end && (*s->at == '+' || *s->at == '-'); spaces(s)) {
        const char op = *s->at++;
        a = combine(s, op, a, product(s));
    }
    return a;
}

static known kind_of_expression(const definitions *all, const definition *d, nvs_view text, unsigned level)
{
    scan s;
    memset(&s, 0, sizeof s);
    s.all = all;
    s.d = d;
    s.at = text.ptr;
    s.end = text.ptr + text.len;
    s.level = level;
    return sum(&s);
}

/* Expressions ------------------------------------------------------------------------------------------------------ */

/* Mistakes in expressions, and loops among them. */
static void expressions(const definitions *all)
{
    lint *const l = all->l;
    nvs_definition *const list = (nvs_definition *)cli_alloc(all->count, sizeof *list);
    const nvs_derivation *derived;
    size_t k;
    for (k = 0; k < all->count; k++) {
        list[k].name = name_of(&all->list[k]);
        list[k].expression = all->list[k].expression->v.text;
    }
    derived = nvs_derive(list, all->count, NULL, NULL, NULL);
    for (k = 0; derived != NULL && k < all->count; k++) {
        const nvs_derived *m = &derived->metrics[k];
        const nvs_node *const e = all->list[k].expression;
        const section_file *f = work_file(l->w, e);
        const char *const input = f->document->input.ptr;
        const int plain = m->expression.ptr >= input && m->expression.ptr <= input + f->document->input.len;
        cli_buf text = {NULL, 0, 0};
        if (m->state < NVS_DERIVED_STATE_SYNTAX) {
            (void)kind_of_expression(all, &all->list[k], e->v.text, 0);
            continue;
        }
        if (m->state == NVS_DERIVED_STATE_CYCLE) {
            size_t at = m->next, steps;
            cli_putf(&text, "circular definition: \"%.*s\" needs itself through", (int)m->name.len, m->name.ptr);
            for (steps = 0; at != k && at < all->count && steps < 8; at = derived->metrics[at].next, steps++)
                cli_putf(&text, " %.*s", (int)derived->metrics[at].name.len, derived->metrics[at].name.ptr);
        } else
            cli_putf(&text, "%s in this expression, character %u",
                     m->state == NVS_DERIVED_STATE_NUMBER ? "malformed number"
                     : m->state == NVS_DERIVED_STATE_FUNCTION ? "unknown function"
                     : m->state == NVS_DERIVED_STATE_DEPTH ? "too many nested parentheses" : "syntax error",
                     (unsigned)m->column);
        /* In an expression written plainly in the file, the mistake itself has a place. */
        lint_at(l, f, plain &&
            m->column > 0 ? (uint64_t)(m->expression.ptr - input) + m->column - 1 : e->offset, 0, "expression",
                NULL, text.ptr);
        cli_buf_free(&text);
    }
    nvs_derivation_close(derived);
    free(list);
}

void lint_definitions(lint *l)
{
    definitions all;
    memset(&all, 0, sizeof all);
    all.l = l;
    gather(&all);
    expressions(&all);
    conflicts(&all);
    operands(&all);
    free(all.list);
    free(all.by_name);
}
