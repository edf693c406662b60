/* What is suspicious in a configuration of nvprofile.h, beyond the problems of its files. No program that applies profiles needs
   it, so it is not in the header. */
#ifndef EXAMPLES_PROFILES_LINT_H
#define EXAMPLES_PROFILES_LINT_H

#include "nvprofile.h"

/* Why a rule has no effect. */
typedef enum lint_dead { LINT_DEAD_NOT, LINT_DEAD_NEVER, LINT_DEAD_NOTHING, LINT_DEAD_SHADOWED } lint_dead;

/* What is looked for: a word, how bad it is, a sentence. */
#define LINT_KINDS(ROW) \
    /* of a rule; see of LINT_SHADOWED: the first of those rules */ \
    ROW(LINT_NEVER, "never-matches", WARNING, "the rule can match no process") \
    ROW(LINT_NOTHING, "gives-nothing", WARNING, "the profile of this rule gives no setting") \
    ROW(LINT_SHADOWED, "shadowed", WARNING, "earlier rules give all keys of this rule whenever it matches") \
    ROW(LINT_UNDEFINED, "undefined-profile", WARNING, "no file defines this profile") \
    /* of a profile; another file may name one that is unused; see of LINT_HIDDEN: the profile that counts */ \
    ROW(LINT_UNUSED, "unused-profile", NOTE, "no rule leads to this profile") \
    ROW(LINT_HIDDEN, "hidden-profile", WARNING, "another file's profile of this name counts") \
    /* of a setting */ \
    ROW(LINT_UNKNOWN_KEY, "unknown-key", NOTE, "the key is not in the key list; the list is not complete") \
    ROW(LINT_KEY_SPELLING, "key-spelling", NOTE, "the key list writes this key with other capital letters") \
    ROW(LINT_VALUE_TYPE, "value-type", WARNING, "the value does not fit the documented type") \
    /* of a place; see: the place where the same file was reached, the one that it follows */ \
    ROW(LINT_LEFTOVER, "leftover", WARNING, "looks like a hidden or backup file, but it is read as configuration") \
    ROW(LINT_SAME_FILE, "same-file", NOTE, "the same file was reached before") \
    ROW(LINT_UNREADABLE, "unreadable", WARNING, "cannot be read") \
    ROW(LINT_IGNORED, "ignored", NOTE, "not a regular file, and so not read") \
    ROW(LINT_LARGE, "too-large", WARNING, "too large, and so not read") \
    ROW(LINT_ORDER, "order", NOTE, "another locale may read it before the file it follows, which changes which rule wins")
#define LINT_KIND(name, word, severity, text) name,
typedef enum lint_kind { LINT_KINDS(LINT_KIND) LINT_KIND_COUNT } lint_kind;
#undef LINT_KIND

typedef struct lint_finding {
    lint_kind kind;
    nvp_severity severity;
    uint32_t file;  /* index in config->files, or NVP_NONE */
    uint32_t at;    /* in that file; 0 of a place */
    uint32_t place; /* index in config->places, or NVP_NONE */
    uint32_t see_file;
    uint32_t see;       /* offset in see_file, of a place an index in places; or NVP_NONE */
    nvp_view name;      /* of the profile or key; empty otherwise */
    const nvp_key *key; /* LINT_KEY_SPELLING, LINT_VALUE_TYPE: the documented key */
} lint_finding;

typedef struct lint_findings {
    lint_dead *dead; /* of config->uses, index by index */
    lint_finding *list;
    size_t count, room;
} lint_findings;

/* Looks through a configuration after nvp_config_link. keys may be NULL: keys are not checked. n log n. */
void lint_config(lint_findings *to, const nvp_config *config, const nvp_keys *keys);
void lint_findings_free(lint_findings *l);

/* Whether a value is of the type that the key list names. */
int lint_fits(const nvp_value *value, nvp_view type);

const char *lint_kind_name(lint_kind kind);
const char *lint_kind_text(lint_kind kind);

#endif
