/* Completion and hover: what fits at a place of a file of profiles, and what stands there. */
#include "lsp.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where a byte is ---------------------------------------------------------------------------------------------------- */

/* What stands between two brackets. */
typedef enum part { PART_OTHER, PART_ROOT, PART_RULES, PART_RULE, PART_PATTERNS, PART_PATTERN, PART_PROFILES, PART_PROFILE, PART_SETTINGS,
    PART_SETTING } part;

/* Members of objects: what they are called, and what the brackets in their value hold. */
static const struct member {
    part in;
    const char *name;
    part object, list;
    const char *about;
} members[] = {
    {PART_ROOT, "rules", PART_OTHER, PART_RULES, "a list of rules; of those that match, each adds the settings of its profile that none before it has"},
    {PART_ROOT, "profiles", PART_OTHER, PART_PROFILES, "a list of profiles, for rules to name"},
    {PART_RULE, "pattern", PART_PATTERN, PART_PATTERNS, "which programs: a name of a program, a pattern, or a list of patterns that all have to match"},
    {PART_RULE, "profile", PART_PROFILE, PART_SETTINGS, "what they get: the name of a profile, a profile, or its settings"},
    {PART_PATTERN, "feature", PART_OTHER, PART_OTHER, "what is compared"},
    {PART_PATTERN, "matches", PART_OTHER, PART_OTHER, "what it is compared with"},
    {PART_PATTERN, "op", PART_OTHER, PART_OTHER, "and, or, not: of the patterns in \"sub\""},
    {PART_PATTERN, "sub", PART_PATTERN, PART_PATTERNS, "a pattern, or a list of them"},
    {PART_PROFILE, "name", PART_OTHER, PART_OTHER, "what rules call the profile"},
    {PART_PROFILE, "settings", PART_OTHER, PART_SETTINGS, "key, value, key, value and so on, or objects with \"key\" and \"value\""},
    {PART_SETTING, "key", PART_OTHER, PART_OTHER, "what is set: nvprofile keys lists them"},
    {PART_SETTING, "value", PART_OTHER, PART_OTHER, "what it is set to"},
    {PART_SETTING, "k", PART_OTHER, PART_OTHER, "short for \"key\""},
    {PART_SETTING, "v", PART_OTHER, PART_OTHER, "short for \"value\""}};
enum { MEMBERS = sizeof members / sizeof *members };

static const struct word {
    const char *name, *about;
} features[] = {
    {"true", "every program"},
    {"procname", "the file name of the program, without folders"},
    {"commname", "the command name in /proc/PID/comm, at most 15 bytes"},
    {"cmdline", "argument 0, without folders; of Windows programs under Wine their .exe"},
    {"dso", "a library that is loaded when the driver's is: the name of its file, without folders"},
    {"findfile", "names with colons between, all of them files beside the program"},
    {NULL, NULL}},
  operators[] = {{"and", "all patterns match"}, {"or", "one of the patterns matches"}, {"not", "the one pattern does not match"}, {NULL, NULL}},
  booleans[] = {{"true", ""}, {"false", ""}, {NULL, NULL}};

typedef struct level {
    part of;
    int is_list;
    const struct member *member; /* of an object: whose value comes; NULL: none */
    nvp_token key;               /* of settings: the key read last; len 0: none */
    int after;                   /* of an object: 1 after the name of a member, 2 after its colon */
    size_t count;                /* elements so far */
} level;

typedef enum role { ROLE_NONE, ROLE_MEMBER, ROLE_VALUE } role;

/* A place: what stands there and what could. */
typedef struct place {
    level in;
    role role;
    nvp_token token; /* the one that the byte is in or just after; len 0: none */
} place;

static nvp_view inside(const open_text *d, const nvp_token *t)
{
    nvp_view v;
    const size_t quoted = t->len > 0 && d->text[t->at] == '"';
    v.ptr = d->text + t->at + quoted;
    v.len = t->len - quoted;
    if (quoted && v.len > 0 && v.ptr[v.len - 1] == '"') v.len--;
    return v;
}

static int is_word(nvp_view v, const char *word)
{
    return v.len == strlen(word) && memcmp(v.ptr, word, v.len) == 0;
}

static const struct member *member_of(part in, nvp_view name)
{
    size_t i;
    for (i = 0; i < MEMBERS; i++)
        if (members[i].in == in && is_word(name, members[i].name)) return &members[i];
    return NULL;
}

static void go_in(const level *from, level *to, int is_list)
{
    memset(to, 0, sizeof *to);
    to->is_list = is_list;
    if (from == NULL) to->of = is_list ? PART_OTHER : PART_ROOT;
    else if (!from->is_list) to->of = from->member == NULL ? PART_OTHER : is_list ? from->member->list : from->member->object;
    else if (!is_list)
        to->of = from->of == PART_RULES ? PART_RULE : from->of == PART_PROFILES ? PART_PROFILE : from->of == PART_PATTERNS ? PART_PATTERN
            : from->of == PART_SETTINGS ? PART_SETTING : PART_OTHER;
}

static role role_of(const level *l)
{
    if (l->is_list) return ROLE_VALUE;
    return l->after == 2 ? ROLE_VALUE : ROLE_MEMBER;
}

/* A token that is no bracket. */
static void take(level *l, const open_text *d, const nvp_token *t)
{
    const char sign = t->kind == NVP_TOKEN_KIND_MARK ? d->text[t->at] : 0;
    if (sign == ',') {
        if (!l->is_list) l->member = NULL;
        l->after = 0;
        l->count++;
    } else if (sign == ':') l->after = 2;
    else if (l->is_list) {
        if (l->of == PART_SETTINGS && l->count % 2 == 0) l->key = *t;
    } else if (l->after == 0) {
        l->member = member_of(l->of, inside(d, t));
        l->after = 1;
    }
    else if (l->after == 2 && l->of == PART_SETTING && l->member != NULL && *l->member->name == 'k') l->key = *t;
}

static void place_of(const open_text *d, size_t offset, place *out)
{
    enum { MOST_LEVELS = 64 };
    level levels[MOST_LEVELS];
    size_t depth = 0;
    nvp_reader r;
    nvp_token t;
    memset(out, 0, sizeof *out);
    nvp_reader_begin(&r, d->text, d->len, 1);
    while (nvp_reader_next(&r, &t) && t.at < offset) {
        const char sign = t.kind == NVP_TOKEN_KIND_MARK ? d->text[t.at] : 0;
        level *const l = depth > 0 && depth <= MOST_LEVELS ? &levels[depth - 1] : NULL;
        if (sign == 0 && t.at + t.len >= offset) {
            if (t.kind == NVP_TOKEN_KIND_COMMENT) return;
            out->token = t;
            break;
        }
        if (t.kind == NVP_TOKEN_KIND_COMMENT) continue;
        if (sign == '{' || sign == '[') {
            if (depth < MOST_LEVELS) go_in(l, &levels[depth], sign == '[');
            depth++;
        } else if (sign == '}' || sign == ']') depth -= depth > 0;
        else if (l != NULL) take(l, d, &t);
    }
    if (depth == 0 || depth > MOST_LEVELS) return;
    out->in = levels[depth - 1];
    out->role = role_of(&out->in);
}

/* Whether a place is for the key of a setting, and the key whose value a place is for. */
static int takes_key(const place *p)
{
    if (p->role != ROLE_VALUE) return 0;
    return p->in.is_list ? p->in.of == PART_SETTINGS && p->in.count % 2 == 0
                         : p->in.of == PART_SETTING && p->in.member != NULL && *p->in.member->name == 'k';
}

static int takes_value(const place *p)
{
    if (p->role != ROLE_VALUE) return 0;
    return p->in.is_list ? p->in.of == PART_SETTINGS && p->in.count % 2 == 1
                         : p->in.of == PART_SETTING && p->in.member != NULL && *p->in.member->name == 'v';
}

static int takes(const place *p, const char *member)
{
    return p->role == ROLE_VALUE && !p->in.is_list && p->in.member != NULL && strcmp(p->in.member->name, member) == 0;
}

/* What is known of a key: of a hover, and of completion. */
static void put_key(cli_buf *b, const nvp_key *k)
{
    const known_key *const fact = known_find(k->key);
    const nvp_view variable = nvp_key_variable(k->key, 0);
    cli_buf values = {NULL, 0, 0}, since = {NULL, 0, 0};
    put_key_values(&values, fact);
    put_key_since(&since, fact);
    cli_putf(b, "**%.*s** %.*s", (int)k->key.len, k->key.ptr, (int)k->type.len, k->type.ptr);
    if (values.len > 0) cli_putf(b, ", %s", values.ptr);
    cli_putf(b, "\n\n%.*s", (int)k->description.len, k->description.ptr);
    if (variable.len > 0) cli_putf(b, "\n\nThe environment variable %.*s overrides it.", (int)variable.len, variable.ptr);
    if (since.len > 0) cli_putf(b, "\n\nDrivers: %s.", since.ptr);
    cli_buf_free(&values);
    cli_buf_free(&since);
}

/* Completion --------------------------------------------------------------------------------------------------------- */

enum { KIND_FIELD = 5, KIND_MODULE = 9, KIND_VALUE = 12, KIND_ENUM_MEMBER = 20 };

typedef struct offer {
    server *s;
    const open_text *d;
    size_t from, to; /* what an item replaces */
    int quoted;      /* it begins with a quote */
    mark m;
} offer;

/* One item; text: with its quotes, if it has any. */
static void item(offer *o, nvp_view name, unsigned kind, const char *detail, const cli_buf *about, int is_string)
{
    server *const s = o->s;
    cli_buf text = {NULL, 0, 0};
    cli_putf(&text, is_string ? "\"%.*s\"" : "%.*s", (int)name.len, name.ptr);
    if (is_string || !o->quoted) {
        cli_json_object(&s->j, NULL);
        cli_json_text(&s->j, "label", name.ptr, name.len);
        cli_json_u64(&s->j, "kind", kind);
        if (detail != NULL) cli_json_str(&s->j, "detail", detail);
        if (about != NULL && about->len > 0) put_help(s, "documentation", about);
        if (o->quoted) cli_json_text(&s->j, "filterText", text.ptr, text.len);
        cli_json_object(&s->j, "textEdit");
        put_range(s, o->d, o->from, o->to, &o->m);
        cli_json_text(&s->j, "newText", text.ptr, text.len);
        cli_json_end(&s->j);
        cli_json_end(&s->j);
    }
    cli_buf_free(&text);
}

static void words(offer *o, const struct word *w, unsigned kind, int is_string)
{
    for (; w->name != NULL; w++) item(o, nvp_text(w->name), kind, w->about[0] != 0 ? w->about : NULL, NULL, is_string);
}

static void keys(offer *o, const key_list *list)
{
    uint32_t i;
    for (i = 0; i < list->keys.count; i++) {
        const nvp_key *const k = &list->items[i];
        cli_buf about = {NULL, 0, 0}, type = {NULL, 0, 0};
        put_key(&about, k);
        cli_putf(&type, "%.*s", (int)k->type.len, k->type.ptr);
        item(o, k->key, KIND_FIELD, type.ptr, &about, 1);
        cli_buf_free(&about);
        cli_buf_free(&type);
    }
}

/* Values of the key before: words, true and false, or numbers where there are few. */
static void values(offer *o, const place *p, const key_list *list)
{
    const nvp_view name = inside(o->d, &p->in.key);
    const nvp_key *const k = keys_find(list, name);
    const known_key *const fact = known_find(name);
    int64_t n;
    size_t i;
    if (k == NULL) return;
    if (is_word(k->type, "boolean")) words(o, booleans, KIND_VALUE, 0);
    for (i = 0; key_word(fact, i) != NULL; i++) item(o, nvp_text(key_word(fact, i)), KIND_ENUM_MEMBER, NULL, NULL, 1);
    for (n = fact != NULL ? fact->least : 0; fact != NULL && fact->kind == KEY_RANGE && fact->most - fact->least < 32 && n <= fact->most; n++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, n);
        item(o, nvp_text(text), KIND_VALUE, NULL, NULL, 0);
    }
}

/* Names for a rule: the profiles of the files here, and those that come with drivers. */
static void profiles(offer *o)
{
    nvp_view name;
    folder f;
    uint32_t i, k;
    folder_open(o->s, &f, o->d);
    for (i = 0; f.config != NULL && i < f.config->file_count; i++)
        for (k = 0; k < f.config->files[i]->profile_count; k++)
            if (f.config->files[i]->profiles[k].name.len > 0) item(o, f.config->files[i]->profiles[k].name, KIND_MODULE, NULL, NULL, 1);
    folder_close(&f);
    for (i = 0; (name = driver_profile(i)).len > 0; i++) item(o, name, KIND_MODULE, "comes with drivers", NULL, 1);
}

static void put_members(offer *o, const place *p)
{
    size_t i;
    for (i = 0; i < MEMBERS; i++)
        if (members[i].in == p->in.of && strlen(members[i].name) > 1) item(o, nvp_text(members[i].name), KIND_FIELD, members[i].about, NULL, 1);
}

void completion(server *s, size_t params)
{
    const knowledge *const known = (const knowledge *)s->user;
    size_t offset;
    open_text *const d = asked_place(s, params, &offset);
    place p;
    offer o;
    if (d == NULL || !answer_begin(s)) return;
    place_of(d, offset, &p);
    memset(&o, 0, sizeof o);
    o.s = s;
    o.d = d;
    o.from = p.token.len > 0 ? p.token.at : offset;
    o.to = offset;
    o.quoted = p.token.len > 0 && d->text[p.token.at] == '"';
    if (o.quoted && p.token.kind == NVP_TOKEN_KIND_STRING && p.token.issue == NVP_ISSUE_NONE) o.to = p.token.at + p.token.len;
    cli_json_array(&s->j, "result");
    if (o.quoted && o.to == offset && p.token.len > 1 && d->text[offset - 1] == '"') { /* it is complete */
    } else if (p.role == ROLE_MEMBER && p.in.after == 0) put_members(&o, &p);
    else if (takes_key(&p)) keys(&o, &known->keys);
    else if (takes_value(&p)) values(&o, &p, &known->keys);
    else if (takes(&p, "feature")) words(&o, features, KIND_ENUM_MEMBER, 1);
    else if (takes(&p, "op")) words(&o, operators, KIND_ENUM_MEMBER, 1);
    else if (takes(&p, "profile")) profiles(&o);
    cli_json_end(&s->j);
    message_send(s);
}

/* Hover -------------------------------------------------------------------------------------------------------------- */

static void put_word(cli_buf *b, const struct word *w, nvp_view name)
{
    for (; w->name != NULL; w++)
        if (is_word(name, w->name)) cli_putf(b, "**%s**\n\n%s", w->name, w->about);
}

void hover(server *s, size_t params)
{
    const knowledge *const known = (const knowledge *)s->user;
    size_t offset;
    open_text *const d = asked_place(s, params, &offset);
    mark m = {NULL, 0};
    cli_buf b = {NULL, 0, 0};
    nvp_view name;
    place p;
    if (d == NULL || !answer_begin(s)) return;
    place_of(d, offset + (offset < d->len), &p); /* the byte after the cursor */
    name = inside(d, &p.token);
    if (p.token.len > 0 && p.role == ROLE_MEMBER) {
        const struct member *const one = member_of(p.in.of, name);
        if (one != NULL) cli_putf(&b, "**%s**\n\n%s", one->name, one->about);
    } else if (p.token.len > 0 && (takes_key(&p) || takes_value(&p))) {
        const nvp_key *const k = keys_find(&known->keys, takes_key(&p) ? name : inside(d, &p.in.key));
        if (k != NULL) put_key(&b, k);
    } else if (p.token.len > 0 && takes(&p, "feature")) put_word(&b, features, name);
    else if (p.token.len > 0 && takes(&p, "op")) put_word(&b, operators, name);
    if (b.len > 0) {
        cli_json_object(&s->j, "result");
        put_help(s, "contents", &b);
        put_range(s, d, p.token.at, p.token.at + p.token.len, &m);
        cli_json_end(&s->j);
    } else cli_json_null(&s->j, "result");
    message_send(s);
    cli_buf_free(&b);
}
