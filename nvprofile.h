/* nvprofile.h - v1.0.0 - NVIDIA application profiles: read, edit - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define NVP_IMPLEMENTATION
    #include "nvprofile.h"
and include it plainly everywhere else.

A whole program: the settings that a running process gets from the files of this machine.

    #define _POSIX_C_SOURCE 200809L
    #define NVP_POSIX
    #define NVP_IMPLEMENTATION
    #include "nvprofile.h"
    #include <stdio.h>
    #include <stdlib.h>

    int main(int argc, char **argv)
    {
        static nvp_posix_target which;
        nvp_posix posix;
        nvp_system system;
        nvp_process process;
        nvp_config *config = NULL;
        const nvp_result *result = NULL;
        nvp_error error;
        uint32_t i;
        which.pid = argc > 1 ? atol(argv[1]) : 0;
        if (nvp_posix_open(&posix, &which, &system, &process, &error) == NVP_OK &&
            (config = nvp_config_open(NULL, &error)) != NULL &&
            nvp_config_load(config, &system, &process, &error) == NVP_OK)
            result = nvp_resolve(config, &process, NULL, &error);
        if (result == NULL) fprintf(stderr, "%s\n", error.message);
        for (i = 0; result != NULL && i < result->setting_count; i++)
            printf("%.*s = %.*s\n", (int)result->settings[i].setting->key.len, result->settings[i].setting->key.ptr,
                   (int)result->settings[i].setting->value.text.len, result->settings[i].setting->value.text.ptr);
        if (result != NULL && (result->unknown_count > 0 || config->failed_count > 0))
            puts("incomplete: some files or facts could not be read");
        nvp_result_close(result);
        nvp_config_close(config);
        nvp_posix_close(&posix);
        return result == NULL;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals; files only in the POSIX part.

TRUST
    INPUT                                              may be hostile
    texts, names of files, facts about a process       yes
    options, callbacks, structs handed out             no: they are yours

OWNERSHIP      Configurations, results and key lists own their memory until closed. Text passed to nvp_config_add or
               nvp_keys_open must outlive the object; nvp_config_load keeps what it reads.
THREADS        No shared state: different objects in different threads are fine, one object in one thread at a time. A
               linked configuration may be resolved by several threads at once.
ERRORS         A failed call returns NULL or a code, and nvp_error says why. Mistakes in a text become problems of
               its file, an unreadable file a place with a state, an unreadable fact an unknown outcome.
NULL           Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS         4 MiB per file, 128 levels of nesting, 1024 problems kept per file, 64 MiB of memory, a quarter
               of that per file of the search path; all are options.
NOT SUPPORTED  Settings built into the driver; what a driver does with a key.

MACROS, all optional; define them identically everywhere the header is included
    NVP_IMPLEMENTATION    compile the bodies here
    NVP_STATIC            make everything static
    NVP_API               linkage of the functions; default extern
    NVP_NO_LIBC           call nothing of libc: slower, and memory must be given
    NVP_ASSERT(e)         internal checks; default nothing
    NVP_POSIX             add callbacks for files and processes; needs POSIX.1-2008, and /proc for processes

PARTS that can be left out                           bytes of code, gcc -Os
    (everything)                                     62674
    NVP_NO_EDIT         without nvp_edit             51105
    NVP_NO_KEYS         without key lists            61652
    NVP_NO_LOAD         without the search path      57092
    (all of them left out)                           44534

SOURCES
    [L]    NVIDIA driver README for Linux, appendix "Application Profiles"; [S] the same for Solaris
    [V]    profile files that come with the driver
    [G]    what nvidia-settings does, from its source
    [ours] a decision where these are silent or disagree */
#ifndef NVPROFILE_H
#define NVPROFILE_H

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

#define NVP_VERSION_MAJOR 1
#define NVP_VERSION_MINOR 0
#define NVP_VERSION_PATCH 0
#define NVP_VERSION "1.0.0"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* shared: api */
#ifndef NVP_API
#if defined(NVP_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define NVP_API static __attribute__((unused))
#elif defined(NVP_STATIC)
#define NVP_API static
#else
#define NVP_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct nvp_view {
    const char *ptr;
    size_t len;
} nvp_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define NVP_I_ENUMERATOR(name, word) name,
#define NVP_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define NVP_CODES(ROW) \
    ROW(NVP_OK, "ok") \
    ROW(NVP_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(NVP_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(NVP_IO, "io")                   /* a callback failed */ \
    ROW(NVP_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(NVP_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(NVP_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(NVP_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum nvp_code { NVP_CODES(NVP_I_ENUMERATOR) NVP_CODE_COUNT } nvp_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets NVP_OK, 0 and "". */
typedef struct nvp_error {
    nvp_code code;
    uint64_t offset;
    const char *message;
} nvp_error;
/* end of shared */

/* shared: reply */
/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define NVP_REPLIES(ROW) \
    ROW(NVP_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(NVP_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(NVP_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(NVP_REPLY_NO, "no", 0) \
    ROW(NVP_REPLY_YES, "yes", 1)
typedef enum nvp_reply { NVP_REPLIES(NVP_I_NUMBERED) NVP_REPLY_COUNT = 5 } nvp_reply;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct nvp_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} nvp_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with NVP_NO_LIBC
   NVP_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct nvp_memory {
    void *buffer;
    size_t buffer_size;
    nvp_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} nvp_memory;
/* end of shared */

/* No offset, no index. */
#define NVP_NONE 0xffffffffu

/* Where a text goes, piece by piece. write_fn returns NVP_REPLY_YES once it has all of the bytes. */
typedef struct nvp_output {
    nvp_reply (*write_fn)(const void *bytes, size_t size, void *user);
    void *user;
} nvp_output;

/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NVP_API nvp_view nvp_text(const char *string);

/* "ok" and so on; "?" for an invalid value. */
NVP_API const char *nvp_code_name(nvp_code code);
NVP_API const char *nvp_reply_name(nvp_reply reply);

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

/* Everything that can be wrong with a text, in alphabetical order: a class, a word, a sentence. A file with a
   problem of class SYNTAX, REPAIRED (its meaning is certain) or FILE is unused, as is a rule or profile with ERROR. */
#define NVP_ISSUES(ROW) \
    ROW(NVP_ISSUE_NONE, "ok", NOTE, "no issue") \
    ROW(NVP_ISSUE_BAD_ESCAPE, "bad-escape", SYNTAX, "invalid escape sequence") \
    ROW(NVP_ISSUE_BAD_NUMBER, "bad-number", SYNTAX, "invalid byte in a number") \
    ROW(NVP_ISSUE_BAD_WORD, "bad-word", SYNTAX, "unknown word; strings need double quotes") \
    ROW(NVP_ISSUE_BOM, "bom", REPAIRED, "the file begins with a byte order mark; save it without one") \
    ROW(NVP_ISSUE_COMMNAME_LONG, "commname-long", WARNING, "a command name has at most 15 bytes; never matches") \
    ROW(NVP_ISSUE_CONTROL_CHARACTER, "control-character", SYNTAX, \
        "a control character in a string must be written as an escape") \
    ROW(NVP_ISSUE_DEPTH, "depth", SYNTAX, "objects and arrays are nested too deeply") \
    ROW(NVP_ISSUE_DUPLICATE_KEY, "duplicate-key", WARNING, "duplicate key; the first value wins") \
    ROW(NVP_ISSUE_DUPLICATE_MEMBER, "duplicate-member", WARNING, "duplicate member; the last one wins") \
    ROW(NVP_ISSUE_DUPLICATE_PROFILE, "duplicate-profile", WARNING, "duplicate profile name; the first profile wins") \
    ROW(NVP_ISSUE_EMPTY_NAME, "empty-name", WARNING, "empty profile name") \
    ROW(NVP_ISSUE_EMPTY_SUB, "empty-sub", WARNING, "no operands: 'and' is always true, 'or' never") \
    ROW(NVP_ISSUE_FINDFILE_EMPTY, "findfile-empty", WARNING, "empty file name; never matches") \
    ROW(NVP_ISSUE_FINDFILE_SLASH, "findfile-slash", WARNING, \
        "findfile looks only in the program's folder; a name with a slash never matches") \
    ROW(NVP_ISSUE_INTEGER_RANGE, "integer-range", WARNING, "integer exceeds 64 bits; kept as a real number") \
    ROW(NVP_ISSUE_INVALID_UTF8, "invalid-utf8", WARNING, "invalid UTF-8; bytes are compared as they are") \
    ROW(NVP_ISSUE_KEY_CASE, "key-case", WARNING, "duplicate key in different letter case; the first value wins") \
    ROW(NVP_ISSUE_LONE_SURROGATE, "lone-surrogate", SYNTAX, "unpaired surrogate") \
    ROW(NVP_ISSUE_MISSING_COLON, "missing-colon", SYNTAX, "a colon is missing before this") \
    ROW(NVP_ISSUE_MISSING_COMMA, "missing-comma", REPAIRED, "a comma is missing before this") \
    ROW(NVP_ISSUE_MISSING_VALUE, "missing-value", SYNTAX, "a value is missing before this") \
    ROW(NVP_ISSUE_NO_ROOT, "no-root", SYNTAX, "the file ends without an object in it") \
    ROW(NVP_ISSUE_NOT_OPERANDS, "not-operands", WARNING, \
        "'not' takes exactly one operand; with another number it is false") \
    ROW(NVP_ISSUE_NUL_BYTE, "nul-byte", SYNTAX, "a NUL byte") \
    ROW(NVP_ISSUE_NUL_ESCAPE, "nul-escape", SYNTAX, "a string cannot contain NUL") \
    ROW(NVP_ISSUE_NUMBER_OVERFLOW, "number-overflow", SYNTAX, "the number is too large") \
    ROW(NVP_ISSUE_PATTERN_BOTH, "pattern-both", ERROR, "a pattern has either 'feature' or 'op', not both") \
    ROW(NVP_ISSUE_PATTERN_FEATURE, "pattern-feature", ERROR, "'feature' must be a string") \
    ROW(NVP_ISSUE_PATTERN_MATCHES, "pattern-matches", ERROR, "the pattern needs 'matches' with a string") \
    ROW(NVP_ISSUE_PATTERN_NEITHER, "pattern-neither", ERROR, "a pattern needs 'feature' or 'op'") \
    ROW(NVP_ISSUE_PATTERN_OP, "pattern-op", ERROR, "'op' must be \"and\", \"or\" or \"not\"") \
    ROW(NVP_ISSUE_PATTERN_STRING, "pattern-string", ERROR, \
        "a plain string is a pattern only directly after \"pattern\":") \
    ROW(NVP_ISSUE_PATTERN_SUB, "pattern-sub", ERROR, "the pattern needs 'sub' with an object or an array") \
    ROW(NVP_ISSUE_PATTERN_TYPE, "pattern-type", ERROR, "not a pattern") \
    ROW(NVP_ISSUE_PROFILE_NAME_TYPE, "profile-name-type", ERROR, "the name of a profile must be a string") \
    ROW(NVP_ISSUE_PROFILE_NO_NAME, "profile-no-name", ERROR, "the profile has no name") \
    ROW(NVP_ISSUE_PROFILE_NO_SETTINGS, "profile-no-settings", ERROR, "the profile has no settings") \
    ROW(NVP_ISSUE_PROFILE_NOT_OBJECT, "profile-not-object", ERROR, "a profile must be an object") \
    ROW(NVP_ISSUE_PROFILE_TYPE, "profile-type", ERROR, "'profile' must be a name, an object or an array of settings") \
    ROW(NVP_ISSUE_PROFILES_NOT_ARRAY, "profiles-not-array", FILE, "'profiles' must be an array") \
    ROW(NVP_ISSUE_ROOT_NOT_OBJECT, "root-not-object", FILE, "the file must be one object") \
    ROW(NVP_ISSUE_RULE_NO_PATTERN, "rule-no-pattern", ERROR, "the rule has no pattern; never matches") \
    ROW(NVP_ISSUE_RULE_NO_PROFILE, "rule-no-profile", ERROR, "the rule has no profile; no effect") \
    ROW(NVP_ISSUE_RULE_NOT_OBJECT, "rule-not-object", ERROR, "a rule must be an object") \
    ROW(NVP_ISSUE_RULES_NOT_ARRAY, "rules-not-array", FILE, "'rules' must be an array") \
    ROW(NVP_ISSUE_SETTING_BOTH, "setting-both", WARNING, "short and long name are both present; the long one wins") \
    ROW(NVP_ISSUE_SETTING_NO_KEY, "setting-no-key", ERROR, "the setting has no key") \
    ROW(NVP_ISSUE_SETTING_NO_VALUE, "setting-no-value", ERROR, "the setting has no value") \
    ROW(NVP_ISSUE_SETTINGS_KEY_TYPE, "settings-key-type", ERROR, "a key must be a string") \
    ROW(NVP_ISSUE_SETTINGS_MIXED, "settings-mixed", ERROR, \
        "a list of settings is either key, value, key, value or objects, not both") \
    ROW(NVP_ISSUE_SETTINGS_ODD, "settings-odd", ERROR, "the last key has no value") \
    ROW(NVP_ISSUE_SETTINGS_TYPE, "settings-type", ERROR, "'settings' must be an array") \
    ROW(NVP_ISSUE_SETTINGS_VALUE_TYPE, "settings-value-type", ERROR, \
        "a value must be a string, a number, true or false") \
    ROW(NVP_ISSUE_SIGNED_BASE, "signed-base", NOTE, "a sign before an octal or hexadecimal number is not documented") \
    ROW(NVP_ISSUE_SINGLE_QUOTED_NAME, "single-quoted-name", WARNING, \
        "single quotes around a name are not understood everywhere") \
    ROW(NVP_ISSUE_SINGLE_QUOTED_VALUE, "single-quoted-value", SYNTAX, "a string needs double quotes") \
    ROW(NVP_ISSUE_SLASH_COMMENT, "slash-comment", SYNTAX, "comments begin with '#'") \
    ROW(NVP_ISSUE_TEXT_AFTER_ROOT, "text-after-root", SYNTAX, "text after the end of the object") \
    ROW(NVP_ISSUE_TOO_LARGE, "too-large", SYNTAX, "the file exceeds the size limit and was not read") \
    ROW(NVP_ISSUE_TRAILING_COMMA, "trailing-comma", REPAIRED, "trailing comma") \
    ROW(NVP_ISSUE_TRUE_MATCHES, "true-matches", WARNING, \
        "feature \"true\" without a string in 'matches'; it matches anyway") \
    ROW(NVP_ISSUE_UNEXPECTED_BYTE, "unexpected-byte", SYNTAX, "unexpected byte") \
    ROW(NVP_ISSUE_UNEXPECTED_END, "unexpected-end", SYNTAX, "unclosed bracket at the end of the file") \
    ROW(NVP_ISSUE_UNEXPECTED_TOKEN, "unexpected-token", SYNTAX, "unexpected token") \
    ROW(NVP_ISSUE_UNKNOWN_FEATURE, "unknown-feature", WARNING, "unknown feature; never matches") \
    ROW(NVP_ISSUE_UNKNOWN_MEMBER, "unknown-member", NOTE, "unknown member; ignored") \
    ROW(NVP_ISSUE_UNTERMINATED_STRING, "unterminated-string", SYNTAX, "unterminated string") \
    ROW(NVP_ISSUE_WRONG_BRACKET, "wrong-bracket", SYNTAX, "mismatched bracket")

#define NVP_I_ISSUE(name, word, kind, text) name,
typedef enum nvp_issue { NVP_ISSUES(NVP_I_ISSUE) NVP_ISSUE_COUNT } nvp_issue;
#undef NVP_I_ISSUE

#define NVP_SEVERITIES(ROW) \
    ROW(NVP_SEVERITY_NOTE, "note") \
    ROW(NVP_SEVERITY_WARNING, "warning") \
    ROW(NVP_SEVERITY_ERROR, "error")
typedef enum nvp_severity { NVP_SEVERITIES(NVP_I_ENUMERATOR) NVP_SEVERITY_COUNT } nvp_severity;

/* What is wrong with a text, in bytes from its start. see is an earlier place, or NVP_NONE. */
typedef struct nvp_problem {
    nvp_code code; /* LIMIT for NVP_ISSUE_DEPTH and NVP_ISSUE_TOO_LARGE, else SYNTAX */
    uint64_t offset;
    const char *message; /* nvp_issue_text */
    nvp_issue issue;
    nvp_severity severity;
    uint32_t see;
} nvp_problem;

#define NVP_TOKEN_KINDS(ROW) \
    ROW(NVP_TOKEN_KIND_END, "end") \
    ROW(NVP_TOKEN_KIND_MARK, "mark")       /* { } [ ] , : */ \
    ROW(NVP_TOKEN_KIND_STRING, "string")   /* with its quotes */ \
    ROW(NVP_TOKEN_KIND_INT, "int")         /* fits 64 bits signed */ \
    ROW(NVP_TOKEN_KIND_UINT, "uint")       /* fits 64 bits unsigned only */ \
    ROW(NVP_TOKEN_KIND_REAL, "real") \
    ROW(NVP_TOKEN_KIND_TRUE, "true") \
    ROW(NVP_TOKEN_KIND_FALSE, "false") \
    ROW(NVP_TOKEN_KIND_NULL, "null") \
    ROW(NVP_TOKEN_KIND_COMMENT, "comment") /* '#' to before the line feed; only if asked for */ \
    ROW(NVP_TOKEN_KIND_WRONG, "wrong")     /* a malformed word or number, or not a token at all: see issue */
typedef enum nvp_token_kind { NVP_TOKEN_KINDS(NVP_I_ENUMERATOR) NVP_TOKEN_KIND_COUNT } nvp_token_kind;

typedef struct nvp_token {
    nvp_token_kind kind;
    uint32_t at;       /* bytes from the start of the text */
    uint32_t len;
    nvp_issue issue;   /* the first thing wrong with it, or NVP_ISSUE_NONE */
    uint32_t issue_at;
} nvp_token;

typedef struct nvp_reader_state {
    const char *text;
    uint32_t size, at, until;
    int comments;
} nvp_reader_state;

/* A tokenizer; it allocates nothing. */
typedef struct nvp_reader {
    nvp_error error; /* LIMIT: 4 GiB or more; nothing is read then */
    nvp_reader_state i_state;
} nvp_reader;

/* Starts at the first byte of a text, which must outlive the reader. comments: 1 returns comments as tokens. */
NVP_API void nvp_reader_begin(nvp_reader *reader, const void *data, size_t size, int comments);

/* Reads the next token: 1, or 0 at the end (NVP_TOKEN_KIND_END). Mistakes never end it: a token says what is wrong with
   it. Linear over all calls. [L], for malformed text [ours]. */
NVP_API int nvp_reader_next(nvp_reader *reader, nvp_token *token);

/* A string token with its escapes decoded into buffer; invalid escapes stay as they are. *out lies in buffer.
   Errors: ARGUMENT (no quotes), LIMIT (buffer_size below string.len - 2). */
NVP_API nvp_code nvp_decode(nvp_view string, void *buffer, size_t buffer_size, nvp_view *out, nvp_error *error);

/* "bad-escape" and so on; "?" for an invalid value. */
NVP_API const char *nvp_issue_name(nvp_issue issue);

/* An English sentence without a full stop; "?" for an invalid value. */
NVP_API const char *nvp_issue_text(nvp_issue issue);

/* "note" and so on; "?" for an invalid value. */
NVP_API const char *nvp_severity_name(nvp_severity severity);
NVP_API const char *nvp_token_kind_name(nvp_token_kind kind);

/* ---- Files ------------------------------------------------------------------------------------------------------- */

#define NVP_TYPES(ROW) \
    ROW(NVP_TYPE_STRING, "string") \
    ROW(NVP_TYPE_INT, "int") \
    ROW(NVP_TYPE_UINT, "uint") \
    ROW(NVP_TYPE_REAL, "real") \
    ROW(NVP_TYPE_BOOL, "bool")
typedef enum nvp_type { NVP_TYPES(NVP_I_ENUMERATOR) NVP_TYPE_COUNT } nvp_type;

/* A value as the file has it; nothing is converted. text: what the string says, or the number or word as written. */
typedef struct nvp_value {
    nvp_type type;
    nvp_view text;
    int64_t i;  /* NVP_TYPE_INT; 0 or 1 for NVP_TYPE_BOOL */
    uint64_t u; /* NVP_TYPE_UINT */
    double r;   /* NVP_TYPE_REAL */
} nvp_value;

typedef struct nvp_setting {
    nvp_view key;
    nvp_value value;
    uint32_t key_at;
    uint32_t value_at;
    uint32_t key_id; /* after nvp_config_link: equal keys have equal numbers, from 0 to key_count - 1 */
} nvp_setting;

typedef struct nvp_profile {
    nvp_view name; /* empty without one */
    int named;
    int bad;          /* it has an error and no effect */
    uint32_t name_at; /* NVP_NONE without a name */
    uint32_t at;
    const nvp_setting *settings;
    uint32_t setting_count;
} nvp_profile;

/* Features of a process, then operators, and what decides them. [L] */
#define NVP_FEATURES(ROW) \
    ROW(NVP_FEATURE_TRUE, "true", NOTHING) \
    ROW(NVP_FEATURE_PROCNAME, "procname", EXE) \
    ROW(NVP_FEATURE_COMMNAME, "commname", COMM) \
    ROW(NVP_FEATURE_CMDLINE, "cmdline", ARGV0) \
    ROW(NVP_FEATURE_DSO, "dso", DSO) \
    ROW(NVP_FEATURE_FINDFILE, "findfile", ENTRY) \
    ROW(NVP_FEATURE_UNSUPPORTED, "unsupported", NAME) /* an unknown name; never matches */ \
    ROW(NVP_FEATURE_AND, "and", NAME) /* operators: their operands are asked, not they */ \
    ROW(NVP_FEATURE_OR, "or", NAME) \
    ROW(NVP_FEATURE_NOT, "not", NAME)
#define NVP_I_FEATURE(name, word, fact) name,
typedef enum nvp_feature { NVP_FEATURES(NVP_I_FEATURE) NVP_FEATURE_COUNT } nvp_feature;
#undef NVP_I_FEATURE

/* A pattern is an array of these: each is followed by its operands, one whole subtree after the other. */
typedef struct nvp_pattern {
    nvp_feature feature;
    nvp_view name;    /* of the feature, as written; of the operator */
    nvp_view matches; /* of a feature */
    int has_matches;  /* 0 for feature "true" without a usable one */
    uint32_t at;
    uint32_t count; /* operands */
    uint32_t size;  /* elements of the subtree, this one included */
    uint32_t up;    /* steps back to the operator it belongs to; 0 for the first */
} nvp_pattern;

typedef struct nvp_rule {
    uint32_t at;
    const nvp_pattern *pattern; /* NULL: none, or an error in it; then the rule never matches */
    const nvp_profile *profile; /* written inside the rule, or NULL */
    int has_ref;                /* it names a profile */
    nvp_view ref;
    uint32_t ref_at;
} nvp_rule;

/* A file of profiles. Members that a syntax error leaves uncertain are empty. */
typedef struct nvp_file {
    nvp_view name; /* as given */
    nvp_view text;
    int used; /* its rules and profiles apply; if 0, they may still be here, for display */
    uint32_t errors, warnings, notes;  /* all of them, kept or not */
    const nvp_problem *problems; /* in the order of the text; at most max_problems */
    uint32_t problem_count;
    const nvp_rule *rules;
    uint32_t rule_count;
    const nvp_profile *profiles; /* of the member "profiles" */
    uint32_t profile_count;
} nvp_file;

/* Line and column from 1. Columns count bytes, a tab is one; a line ends at a line feed. */
typedef struct nvp_position {
    uint32_t line;
    uint32_t column;
} nvp_position;

/* Line and column of a byte; 1, 1 without a file. Looks at 256 bytes of the text at most. */
NVP_API nvp_position nvp_file_locate(const nvp_file *file, uint32_t at);

/* Problem number `index` of a file, in the order of the text: 1 and *out, or 0. */
NVP_API int nvp_file_problem_at(const nvp_file *file, uint32_t index, nvp_problem *out);

/* "string" and so on, "true" and so on; "?" for an invalid value. */
NVP_API const char *nvp_type_name(nvp_type type);
NVP_API const char *nvp_feature_name(nvp_feature feature);

/* What a value says: OK, or ARGUMENT (NULL), UNSUPPORTED (it says nothing of the kind), LIMIT (an integer beyond
   int64_t); *out is left alone then. Boolean: true, false, 1, 0 and strings of these. Integer: an integer, or a string
   of one in any base. [ours] */
NVP_API nvp_code nvp_value_bool(const nvp_value *value, int *out, nvp_error *error);
NVP_API nvp_code nvp_value_int(const nvp_value *value, int64_t *out, nvp_error *error);

/* ---- Configuration ----------------------------------------------------------------------------------------------- */

/* Bits of nvp_config_options.flags, in their order. */
#define NVP_FLAGS(ROW) \
    ROW(NVP_FLAG_STRICT, "strict", 1)             /* duplicate members and invalid UTF-8 make a file unused */ \
    ROW(NVP_FLAG_LENIENT, "lenient", 2)           /* trailing commas, a BOM, strings among patterns: warnings */ \
    ROW(NVP_FLAG_ATOMIC, "atomic", 4)             /* a file with any error is not used */ \
    ROW(NVP_FLAG_EXACT_KEYS, "exact-keys", 8)     /* letter case of keys matters */ \
    ROW(NVP_FLAG_LAST_PROFILE, "last-profile", 16) /* if several profiles share a name, the last one wins */
typedef enum nvp_flag { NVP_FLAGS(NVP_I_NUMBERED) NVP_FLAG_COUNT = 5 } nvp_flag;

/* What happened, for a log. */
#define NVP_EVENTS(ROW) \
    ROW(NVP_EVENT_PLACE, "place")    /* what: path; detail: its state, as nvp_place_state_name says */ \
    ROW(NVP_EVENT_RULE, "rule")      /* a rule matched. what: its profile, or empty; detail: name of its file */ \
    ROW(NVP_EVENT_SETTING, "setting") /* a setting is in force. what: key; detail: value as written */
typedef enum nvp_event { NVP_EVENTS(NVP_I_ENUMERATOR) NVP_EVENT_COUNT } nvp_event;

/* Called only for a process that asks for a log (nvp_switch.log), on the calling thread. log_fn may be NULL. */
typedef struct nvp_log {
    void (*log_fn)(nvp_event event, nvp_view what, nvp_view detail, void *user);
    void *user;
} nvp_log;

/* All zero is a good default. What the members point to must outlive the configuration. */
typedef struct nvp_config_options {
    nvp_memory memory;
    unsigned flags;           /* bits of nvp_flag */
    uint32_t max_file;        /* bytes; 0: 4 MiB */
    uint32_t max_depth;       /* 0: 128 */
    uint32_t max_problems; /* kept per file; 0: 1024 */
    size_t max_file_memory;   /* most memory one file of the search path may take; 0: a quarter of the total */
    const nvp_view *known;    /* profiles that exist although no file defines them */
    uint32_t known_count;
    nvp_view version;         /* of the driver, for its entry of the search path; empty: that entry is left out */
    nvp_log log;
} nvp_config_options;

/* Where a rule leads. */
#define NVP_GIVINGS(ROW) \
    ROW(NVP_GIVES_SETTINGS, "settings") \
    ROW(NVP_GIVES_NOTHING, "nothing")     /* a profile without settings */ \
    ROW(NVP_GIVES_BAD, "bad")             /* an error in the profile, or no profile */ \
    ROW(NVP_GIVES_UNDEFINED, "undefined") /* no such profile */ \
    ROW(NVP_GIVES_KNOWN, "known")         /* one of options.known */
typedef enum nvp_gives { NVP_GIVINGS(NVP_I_ENUMERATOR) NVP_GIVES_COUNT } nvp_gives;

/* A rule of a used file, in order of precedence, with the profile it leads to. */
typedef struct nvp_use {
    uint32_t file; /* index in files */
    uint32_t rule; /* index in the rules of the file */
    nvp_gives gives;
    const nvp_profile *profile; /* or NULL */
    uint32_t profile_file;      /* NVP_NONE without a profile */
    uint32_t definition;        /* index in definitions if the rule names it, else NVP_NONE */
} nvp_use;

/* A definition of a profile name. */
typedef struct nvp_definition {
    const nvp_profile *profile;
    uint32_t file;
    uint32_t first;  /* index of the first definition of this name, in order of precedence */
    uint32_t next;   /* index of the next one, or NVP_NONE */
    uint32_t counts; /* index of the one that counts; set in the first one */
} nvp_definition;

/* What decided whether profiles are enabled. */
#define NVP_BYS(ROW) \
    ROW(NVP_BY_DEFAULT, "default") \
    ROW(NVP_BY_ENVIRONMENT, "environment") \
    ROW(NVP_BY_GLOBALS, "globals")
typedef enum nvp_by { NVP_BYS(NVP_I_ENUMERATOR) NVP_BY_COUNT } nvp_by;

/* Bits of nvp_switch.reports, in their order. */
#define NVP_REPORTS(ROW) \
    ROW(NVP_REPORT_SWITCH_VALUE, "switch-value", 1, "__GL_APPLICATION_PROFILE is not an integer and is ignored") \
    ROW(NVP_REPORT_LOG_VALUE, "log-value", 2, "__GL_APPLICATION_PROFILE_LOG is not an integer and is ignored") \
    ROW(NVP_REPORT_GLOBALS_MALFORMED, "globals-malformed", 4, "the globals file has an error and is ignored") \
    ROW(NVP_REPORT_GLOBALS_NO_ENABLED, "globals-no-enabled", 8, "the globals file has no member 'enabled'") \
    ROW(NVP_REPORT_GLOBALS_TYPE, "globals-type", 16, "'enabled' in the globals file is neither true nor false") \
    ROW(NVP_REPORT_GLOBALS_UNREADABLE, "globals-unreadable", 32, "the globals file cannot be read") \
    ROW(NVP_REPORT_ENVIRONMENT_UNKNOWN, "environment-unknown", 64, "the environment of the process cannot be read")
#define NVP_I_REPORT(name, word, bit, text) name = bit,
typedef enum nvp_report { NVP_REPORTS(NVP_I_REPORT) NVP_REPORT_COUNT = 7 } nvp_report;
#undef NVP_I_REPORT

typedef struct nvp_switch {
    int enabled;
    int unknown; /* 1: something that may decide otherwise cannot be read */
    nvp_by by;
    int log;          /* the process asks for a log */
    unsigned reports; /* bits of nvp_report */
} nvp_switch;

typedef struct nvp_config {
    const nvp_file *const *files; /* highest precedence first */
    uint32_t file_count;
    const struct nvp_place *places; /* after nvp_config_search or nvp_config_load */
    uint32_t place_count;
    uint32_t failed_count; /* places that may hold rules but could not be read */
    nvp_view globals;      /* path of the globals file; empty without HOME */
    nvp_switch state;      /* after nvp_config_switch or nvp_config_load */
    const nvp_use *uses;   /* after nvp_config_link */
    uint32_t use_count;
    const nvp_definition *definitions; /* after nvp_config_link, in order of precedence */
    uint32_t definition_count;
    uint32_t key_count; /* after nvp_config_link: different keys in used files */
} nvp_config;

/* An empty configuration, or NULL: ARGUMENT, MEMORY, LIMIT. Close it with nvp_config_close. The options are copied. */
NVP_API nvp_config *nvp_config_open(const nvp_config_options *options, nvp_error *error);

/* Frees a configuration and everything that points into it. */
NVP_API void nvp_config_close(nvp_config *config);

/* Bytes from the allocator. */
NVP_API size_t nvp_config_memory_used(const nvp_config *config);

/* Parses a text as one more file, of the lowest precedence so far. name and text must outlive the configuration.
   Mistakes in the text are problems of the file. Undoes nvp_config_link. Errors: ARGUMENT, MEMORY, LIMIT (memory; 4
   GiB of text). n log n in names. */
NVP_API nvp_code nvp_config_add(nvp_config *config, nvp_view name, const void *data, size_t size, nvp_error *error);

/* Ties rules to profiles across the used files. Call it after the last nvp_config_add; nvp_config_load calls it itself.
   Errors: ARGUMENT, MEMORY, LIMIT. n log n in profiles, rules and settings. */
NVP_API nvp_code nvp_config_link(nvp_config *config, nvp_error *error);

/* "strict" and so on; "?" for an invalid value, and for flags and reports that are not one bit. */
NVP_API const char *nvp_flag_name(nvp_flag flag);
NVP_API const char *nvp_event_name(nvp_event event);
NVP_API const char *nvp_gives_name(nvp_gives gives);
NVP_API const char *nvp_by_name(nvp_by by);
NVP_API const char *nvp_report_name(nvp_report report);

/* An English sentence without a full stop. */
NVP_API const char *nvp_report_text(nvp_report report);

/* ---- Process ----------------------------------------------------------------------------------------------------- */

/* What a rule can ask about a process. */
#define NVP_FACTS(ROW) \
    ROW(NVP_FACT_EXE, "exe")     /* path of the executable */ \
    ROW(NVP_FACT_COMM, "comm")   /* command name */ \
    ROW(NVP_FACT_ARGV0, "argv0") /* argument 0 */ \
    ROW(NVP_FACT_DSO, "dso")     /* loaded libraries: dso_fn */ \
    ROW(NVP_FACT_ENTRY, "entry") /* files beside the executable: entry_fn */ \
    ROW(NVP_FACT_ENV, "env")     /* environment: env_fn */
typedef enum nvp_fact { NVP_FACTS(NVP_I_ENUMERATOR) NVP_FACT_COUNT } nvp_fact;

/* What is known about a process. exe, comm and argv0 are either given, or their ptr is NULL and fact_fn is asked. Facts
   are asked for lazily, at most once each. A missing callback means NVP_REPLY_UNKNOWN. Views that callbacks return
   must stay valid until the next callback. */
typedef struct nvp_process {
    nvp_view exe;
    nvp_view comm;
    nvp_view argv0;
    /* EXE, COMM or ARGV0. NO: the process has none (argument 0 of a process without arguments). */
    nvp_reply (*fact_fn)(nvp_fact what, nvp_view *out, void *user);
    /* Loaded library number `index`, asked for from 0 up, as the system lists it: on Linux without folders. Where a
       path is given, a pattern may be that or its last part. NO: there are no more. */
    nvp_reply (*dso_fn)(uint32_t index, nvp_view *out, void *user);
    /* Whether the folder of the executable has an entry of this name, which ends in a NUL. */
    nvp_reply (*entry_fn)(const char *name, void *user);
    /* Value of an environment variable, whose name ends in a NUL. NO: it is not set. */
    nvp_reply (*env_fn)(const char *name, nvp_view *out, void *user);
    void *user;
} nvp_process;

/* Decides whether profiles are enabled, into config->state: __GL_APPLICATION_PROFILE, else the globals file (globals is
   its text; ptr NULL: no such file), which counts only if HOME is set, else yes. [L], for malformed values [ours]
   Errors: ARGUMENT, MEMORY, LIMIT. */
NVP_API nvp_code nvp_config_switch(nvp_config *config, const nvp_process *process, nvp_view globals, nvp_error *error);

/* Why a pattern matched, or did not. */
#define NVP_WHYS(ROW) \
    ROW(NVP_WHY_ALWAYS, "always") \
    ROW(NVP_WHY_EQUAL, "equal") \
    ROW(NVP_WHY_DIFFERENT, "different") \
    ROW(NVP_WHY_PREFIX, "prefix")           /* dso: a library's name begins with it but is longer */ \
    ROW(NVP_WHY_PRESENT, "present") \
    ROW(NVP_WHY_MISSING, "missing") \
    ROW(NVP_WHY_EMPTY, "empty")             /* findfile without a name */ \
    ROW(NVP_WHY_SLASH, "slash")             /* findfile with a slash */ \
    ROW(NVP_WHY_UNKNOWN, "unknown")         /* the fact cannot be read */ \
    ROW(NVP_WHY_UNSUPPORTED, "unsupported") /* an unknown feature */ \
    ROW(NVP_WHY_ALL, "all") \
    ROW(NVP_WHY_NONE, "none") \
    ROW(NVP_WHY_OPERANDS, "operands")       /* "not" needs exactly one operand */ \
    ROW(NVP_WHY_ERROR, "error")
typedef enum nvp_why { NVP_WHYS(NVP_I_ENUMERATOR) NVP_WHY_COUNT } nvp_why;

/* What became of a rule: the element of the same index in config->uses. */
typedef struct nvp_outcome {
    int matched;      /* facts that cannot be read count as no match */
    int unknown;      /* 1: facts that cannot be read might change `matched` */
    nvp_why why;      /* what the deciding pattern itself gave */
    uint32_t decided; /* place of that pattern; of the rule after an error */
    uint32_t won;     /* keys of this rule that are in force */
    uint32_t lost;    /* keys that an earlier rule had already set */
} nvp_outcome;

/* A setting that lost to another one with the same key. */
typedef struct nvp_shadow {
    const nvp_setting *setting;
    uint32_t use; /* index in config->uses */
    const struct nvp_shadow *next;
} nvp_shadow;

/* A setting that is in force. */
typedef struct nvp_effective {
    const nvp_setting *setting;
    uint32_t use;         /* index in config->uses: the rule, and the profile with its file */
    int unknown;          /* 1: a rule whose outcome is unknown may change it */
    nvp_reply overridden; /* whether the variable `environment` is set and overrides it */
    nvp_view environment; /* the variable of this key; empty if it has none */
    const nvp_shadow *shadows;
} nvp_effective;

typedef struct nvp_result {
    const nvp_outcome *outcomes; /* config->use_count of them */
    const nvp_effective *settings; /* in order of the first setting of each key */
    uint32_t setting_count;
    uint32_t unknown_count; /* outcomes that are unknown */
    unsigned unknown;       /* facts that were needed and cannot be read: bits 1u << nvp_fact */
} nvp_result;

/* What dso compares. [L] says equality; the driver's own files have beginnings of names [V]. */
#define NVP_DSOS(ROW) \
    ROW(NVP_DSO_UNKNOWN, "unknown") /* where the two differ, the outcome is unknown */ \
    ROW(NVP_DSO_EQUAL, "equal")     /* the whole name of a library */ \
    ROW(NVP_DSO_PREFIX, "prefix")   /* its beginning */
typedef enum nvp_dso { NVP_DSOS(NVP_I_ENUMERATOR) NVP_DSO_COUNT } nvp_dso;

typedef struct nvp_resolve_options {
    nvp_memory memory;
    nvp_log log;
    nvp_dso dso;
} nvp_resolve_options;

/* The settings of a process, or NULL. config must be linked (else ARGUMENT) and outlive the result. Close it with
   nvp_result_close. process NULL: nothing is known. Errors: ARGUMENT, MEMORY, LIMIT. Linear in rules and settings. [L],
   for what it leaves open [ours] */
NVP_API const nvp_result *nvp_resolve(const nvp_config *config, const nvp_process *process,
                                      const nvp_resolve_options *options, nvp_error *error);

NVP_API void nvp_result_close(const nvp_result *result);
NVP_API size_t nvp_result_memory_used(const nvp_result *result);

/* The setting of a key that is in force: 1 and *out, or 0. Letter case as the configuration has it. Linear in the
   settings. */
NVP_API int nvp_result_find(const nvp_result *result, nvp_view key, nvp_effective *out);

/* "equal" and so on; "?" for an invalid value. */
NVP_API const char *nvp_why_name(nvp_why why);
NVP_API const char *nvp_fact_name(nvp_fact fact);
NVP_API const char *nvp_dso_name(nvp_dso dso);

/* The environment variable that overrides a key, or the empty view. exact: letter case matters. [L] */
NVP_API nvp_view nvp_key_variable(nvp_view key, int exact);

/* ---- Search path ------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_LOAD
#define NVP_KINDS(ROW) \
    ROW(NVP_KIND_MISSING, "missing") \
    ROW(NVP_KIND_BROKEN_LINK, "broken-link") \
    ROW(NVP_KIND_UNREADABLE, "unreadable") /* stat failed */ \
    ROW(NVP_KIND_REGULAR, "regular") \
    ROW(NVP_KIND_DIRECTORY, "directory") \
    ROW(NVP_KIND_OTHER, "other")
typedef enum nvp_kind { NVP_KINDS(NVP_I_ENUMERATOR) NVP_KIND_COUNT } nvp_kind;

/* What a path leads to, links followed. id: equal for the same file only (device and inode); 0, 0 if not known. */
typedef struct nvp_stat {
    nvp_kind kind;
    uint64_t size;
    uint64_t id[2];
} nvp_stat;

/* Files as the process sees them: a container, or a folder used as "/", is the callbacks' business. Paths and
   names end in a NUL. */
typedef struct nvp_system {
    void (*stat_fn)(const char *path, nvp_stat *out, void *user);
    /* Opens a regular file. NO: it is gone; UNKNOWN: it cannot be opened. Must not wait for the other end of a FIFO. */
    nvp_reply (*open_fn)(const char *path, void **handle, void *user);
    /* Delivers bytes. NO: there are no more. */
    size_t (*read_fn)(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user);
    void (*close_fn)(void *handle, void *user);
    /* Calls add_fn(name, to) for every name in a directory until that returns 0. NO: it is gone; UNKNOWN: it cannot be
       read, or only in part. */
    nvp_reply (*list_fn)(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user);
    int (*compare_fn)(const char *a, const char *b, void *user); /* order of names, as strcoll; NULL: by bytes */
    void *user;
} nvp_system;

#define NVP_PLACE_STATES(ROW) \
    ROW(NVP_PLACE_STATE_READ, "read")             /* a file in use; of nvp_config_search: a regular file */ \
    ROW(NVP_PLACE_STATE_DIRECTORY, "directory")   /* its entries follow */ \
    ROW(NVP_PLACE_STATE_MISSING, "missing") \
    ROW(NVP_PLACE_STATE_BROKEN_LINK, "broken-link") \
    ROW(NVP_PLACE_STATE_UNREADABLE, "unreadable") /* a directory only in part: the entries seen follow */ \
    ROW(NVP_PLACE_STATE_IGNORED, "ignored")       /* of another type */ \
    ROW(NVP_PLACE_STATE_TOO_LARGE, "too-large")   /* above max_file */ \
    ROW(NVP_PLACE_STATE_MEMORY, "memory")         /* needs more memory than there is, or than one file may use */ \
    ROW(NVP_PLACE_STATE_UNKNOWN, "unknown")       /* below HOME, which cannot be read; the path begins with "$HOME" */
typedef enum nvp_place_state { NVP_PLACE_STATES(NVP_I_ENUMERATOR) NVP_PLACE_STATE_COUNT } nvp_place_state;

typedef struct nvp_place {
    unsigned entry; /* of the search path: 1 to 6 */
    nvp_view path;  /* as the process would write it */
    nvp_place_state state;
    int leftover;   /* in a directory: a hidden file, a backup and so on */
    uint32_t file;  /* index in files, or NVP_NONE */
    uint64_t id[2]; /* of nvp_stat */
} nvp_place;

/* Fills config->places and config->globals without reading a file. In order of precedence: two entries below $HOME/.nv,
   two below /etc/nvidia, two below /usr/share/nvidia. [L], the last one [V] Errors: ARGUMENT, MEMORY, LIMIT. n log n in
   the names of a directory. */
NVP_API nvp_code nvp_config_search(nvp_config *config, const nvp_system *system, const nvp_process *process,
                                   nvp_error *error);

/* nvp_config_switch, nvp_config_search, then nvp_config_add of every file that was found, and nvp_config_link. One bad
   file takes only itself down: it leaves no trace but the state of its place. Nothing is searched if profiles are
   disabled. Errors: as above. */
NVP_API nvp_code nvp_config_load(nvp_config *config, const nvp_system *system, const nvp_process *process,
                                 nvp_error *error);

/* "read" and so on; "?" for an invalid value. */
NVP_API const char *nvp_place_state_name(nvp_place_state state);
NVP_API const char *nvp_kind_name(nvp_kind kind);
#endif

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_KEYS
/* A documented key. */
typedef struct nvp_key {
    nvp_view key;
    nvp_view type; /* boolean, integer, string, float */
    nvp_view description;
} nvp_key;

/* A list of documented keys, such as the one that comes with the driver. */
typedef struct nvp_keys {
    int used; /* no error, and the root is an object */
    const nvp_key *items;
    uint32_t count;
    uint32_t skipped; /* elements that are not a key */
    const nvp_file *file; /* text and problems */
} nvp_keys;

typedef struct nvp_keys_options {
    nvp_memory memory;
} nvp_keys_options;

/* The key list in a text, or NULL: ARGUMENT, MEMORY, LIMIT. The text must outlive it. Mistakes are problems. Close
   it with nvp_keys_close. [G] */
NVP_API const nvp_keys *nvp_keys_open(const void *data, size_t size, const nvp_keys_options *options, nvp_error *error);

NVP_API void nvp_keys_close(const nvp_keys *keys);
NVP_API size_t nvp_keys_memory_used(const nvp_keys *keys);
#endif

/* ---- Edit -------------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_EDIT
#define NVP_ACTIONS(ROW) \
    /* Gives key `name` of profile `index` the value `value`: JSON, or a hexadecimal or octal number. A key that \
       exists keeps its place and spelling; of equal keys the first is changed, since that one counts; a new key \
       becomes the last. */ \
    ROW(NVP_ACTION_SET, "set") \
    ROW(NVP_ACTION_UNSET, "unset")               /* takes every setting of key `name` out of profile `index` */ \
    ROW(NVP_ACTION_RULE_ADD, "rule-add")         /* puts the JSON `value` before rule `index`, or at the end */ \
    ROW(NVP_ACTION_RULE_REMOVE, "rule-remove")   /* takes rule `index` out, with its comma, comments and own lines */ \
    ROW(NVP_ACTION_RULE_MOVE, "rule-move")       /* moves rule `index`, with its comments: it becomes rule `to` */ \
    ROW(NVP_ACTION_PROFILE_ADD, "profile-add")   /* as NVP_ACTION_RULE_ADD */ \
    ROW(NVP_ACTION_PROFILE_REMOVE, "profile-remove") /* as NVP_ACTION_RULE_REMOVE */ \
    ROW(NVP_ACTION_PROFILE_RENAME, "profile-rename") /* gives profiles `name` the name `value`, here and in rules */
typedef enum nvp_action { NVP_ACTIONS(NVP_I_ENUMERATOR) NVP_ACTION_COUNT } nvp_action;

typedef struct nvp_change {
    nvp_action action;
    uint32_t index; /* of a rule or profile of the file */
    uint32_t to;
    int in_rule;    /* SET, UNSET: 1: the profile written inside rule `index` */
    nvp_view name;
    nvp_view value;
} nvp_change;

typedef struct nvp_edit_options {
    nvp_memory memory; /* for the duration of the call */
} nvp_edit_options;

/* Writes the text of a file with changes made to it, one after the other; each sees the result of those before it.
   Bytes that no change concerns stay, and new text follows the style of the file. A file without text gets a root. file
   itself does not change: parse the new text to go on. Errors: ARGUMENT (offset: index of the change), SYNTAX (a syntax
   error in the file), MEMORY, LIMIT, IO (write_fn did not say yes). Linear in the file for each change. */
NVP_API nvp_code nvp_edit(const nvp_file *file, const nvp_change *changes, uint32_t count, const nvp_output *output,
                          const nvp_edit_options *options, nvp_error *error);

/* "set" and so on; "?" for an invalid value. */
NVP_API const char *nvp_action_name(nvp_action action);
#endif

/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

#ifdef NVP_POSIX
typedef struct nvp_posix_target {
    long pid;      /* 0: the calling process */
    nvp_view root; /* folder to use as "/"; empty: the root of the process, in its mount namespace */
} nvp_posix_target;

typedef struct nvp_posix_state {
    long pid;
    int proc, root, maps; /* descriptors, or -1 */
    size_t at, have;
    char name[4096], path[4096], rest[4096], link[4096];
    char buffer[8192];
} nvp_posix_state;

/* A process and its files. It holds four descriptors at most. */
typedef struct nvp_posix {
    nvp_posix_state i_state;
} nvp_posix;

struct nvp_system; /* where NVP_NO_LOAD leaves it out, pass NULL */

/* Fills callbacks over the files of this machine and over a process, by way of /proc; one of the two may be NULL. posix
   must not be moved while they are used, by one thread at a time; make it the first member of a struct of your own to
   replace single callbacks. Names are ordered by strcoll; the environment of the calling process is what
   getenv says. Errors: ARGUMENT, IO (no such process; no right to look at its root; no such folder). Close it with
   nvp_posix_close, whatever it returned. */
NVP_API nvp_code nvp_posix_open(nvp_posix *posix, const nvp_posix_target *target, struct nvp_system *system,
                                nvp_process *process, nvp_error *error);

NVP_API void nvp_posix_close(nvp_posix *posix);
#endif

#undef NVP_I_ENUMERATOR
#undef NVP_I_NUMBERED

#ifdef __cplusplus
}
#endif

/* ==== end of the interface ======================================================================================== */

#endif /* NVPROFILE_H */
/* ==== implementation ============================================================================================== */

#if defined(NVP_IMPLEMENTATION) && !defined(NVP_IMPLEMENTED)
#define NVP_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__) /* the bodies are C, casts included */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

#ifndef NVP_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* shared: bytes */
#ifndef NVP_ASSERT
#define NVP_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
#if defined(NVP_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define NVP_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define NVP_I_PLAIN_LOOP ((void)0)
#endif

static void nvp_i_copy(void *to, const void *from, size_t n)
{
#ifdef NVP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        NVP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void nvp_i_zero(void *to, size_t n)
{
#ifdef NVP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        NVP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int nvp_i_equal(const void *a, const void *b, size_t n)
{
#ifdef NVP_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        NVP_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: find */
/* First byte c in [p, end), or end. */
static const char *nvp_i_find(const char *p, const char *end, char c)
{
#ifdef NVP_NO_LIBC
    while (p < end && *p != c) {
        p++;
        NVP_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
/* end of shared */

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define NVP_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *nvp_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) NVP_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define NVP_I_DEFINE_NAME(noun, ROWS) \
    NVP_API const char *nvp_##noun##_name(nvp_##noun value) \
    { \
        return nvp_i_nth_word(ROWS(NVP_I_WORD), (unsigned)value); \
    }

NVP_I_DEFINE_NAME(code, NVP_CODES)
/* end of shared */

/* shared: reply_name */
NVP_API const char *nvp_reply_name(nvp_reply reply)
{
#define NVP_I_NUMBERED_WORD(name, word, number) word "\0"
    return nvp_i_nth_word(NVP_REPLIES(NVP_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef NVP_I_NUMBERED_WORD
}
/* end of shared */

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NVP_API nvp_view nvp_text(const char *string)
{
    nvp_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        NVP_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union nvp_i_align {
    void *p;
    uint64_t u;
    double d;
} nvp_i_align;

typedef struct nvp_i_block {
    struct nvp_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
    size_t size; /* as asked from the allocator, this struct included */
} nvp_i_block;

typedef struct nvp_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    nvp_i_block *blocks;
    nvp_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    nvp_code code; /* why the last nvp_i_alloc failed: NVP_MEMORY or NVP_LIMIT */
} nvp_i_arena;

#ifndef NVP_NO_LIBC
static void *nvp_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void nvp_i_mfree(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int nvp_i_arena_open(nvp_i_arena *a, const nvp_memory *m)
{
    nvp_i_zero(a, sizeof *a);
    a->max = (size_t)64 << 20;
    if (m != NULL) {
        if ((m->allocator.alloc_fn == NULL) != (m->allocator.free_fn == NULL)) return 0;
        a->allocator = m->allocator;
        if (m->max_memory != 0) a->max = m->max_memory;
        if (m->buffer != NULL) {
            a->at = (char *)m->buffer;
            a->end = a->at + m->buffer_size;
            return 1;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
#ifdef NVP_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = nvp_i_malloc;
        a->allocator.free_fn = nvp_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void nvp_i_arena_close(nvp_i_arena *a)
{
    nvp_i_block *b = a->blocks;
    nvp_allocator allocator = a->allocator;
    while (b != NULL) {
        nvp_i_block *next = b->next;
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *nvp_i_aligned(char *p)
{
    const size_t unit = sizeof(nvp_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *nvp_i_alloc(nvp_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(nvp_i_block) + 3 * sizeof(nvp_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    nvp_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
        a->code = NVP_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(nvp_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = NVP_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = NVP_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
    if (p == NULL) {
        a->code = NVP_MEMORY;
        return NULL;
    }
    b = (nvp_i_block *)(void *)nvp_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = nvp_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

/* shared: number */
/* Reads decimal digits from *p; moves *p past them. 1: a number; 0: no digit; -1: more than 64 bits (all digits are
   passed over). */
static int nvp_i_u64(const char **p, const char *end, uint64_t *out)
{
    const char *s = *p;
    const char *first;
    uint64_t v = 0;
    int fits = 1;
    const char *start = s;
    while (s < end && *s == '0') s++;
    first = s;
    for (; s < end && (unsigned char)(*s - '0') < 10; s++) {
        const uint64_t digit = (uint64_t)(unsigned char)(*s - '0');
        /* Nineteen digits always fit; the twentieth may. */
        if (s - first >= 19) {
            if (s - first >= 20 || v > (~(uint64_t)0 - digit) / 10) fits = 0;
        }
        v = v * 10 + digit;
    }
    *p = s;
    if (s == start) return 0;
    if (!fits) return -1;
    *out = v;
    return 1;
}
/* end of shared */

/* shared: double */
/* The double with these bits. */
static double nvp_i_double_of(uint64_t bits)
{
    double d;
    nvp_i_copy(&d, &bits, sizeof d);
    return d;
}

/* Unsigned big numbers, least word first. 80 words, 2560 bits, hold all that nvp_i_double needs: at most 770 digits,
   below 10^770 < 2^2558, and powers of five up to 5^(770 + 325) < 2^2543. Lined up, neither is longer than the longer
   one was; the dividend, below the divisor from then on, needs one bit more when it is doubled. */
#define NVP_I_BIG 80

typedef struct nvp_i_big {
    uint32_t w[NVP_I_BIG];
    unsigned n; /* words in use; the last one is not 0 */
} nvp_i_big;

static void nvp_i_big_mul(nvp_i_big *b, uint32_t by, uint32_t add)
{
    uint64_t carry = add;
    unsigned i;
    for (i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * by;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && b->n < NVP_I_BIG) b->w[b->n++] = (uint32_t)carry;
}

/* b *= 5^five. */
static void nvp_i_big_power(nvp_i_big *b, unsigned five)
{
    for (; five >= 13; five -= 13) nvp_i_big_mul(b, 1220703125u, 0);
    for (; five > 0; five--) nvp_i_big_mul(b, 5, 0);
}

static void nvp_i_big_shift(nvp_i_big *b, unsigned bits)
{
    const unsigned words = bits / 32;
    unsigned i;
    for (i = 0; i < bits % 32; i++) nvp_i_big_mul(b, 2, 0);
    if (words == 0 || b->n == 0 || b->n + words > NVP_I_BIG) return;
    for (i = b->n; i-- > 0;) b->w[i + words] = b->w[i];
    nvp_i_zero(b->w, words * sizeof *b->w);
    b->n += words;
}

static unsigned nvp_i_big_bits(const nvp_i_big *b)
{
    unsigned bits = 0;
    uint32_t top;
    if (b->n == 0) return 0;
    for (top = b->w[b->n - 1]; top != 0; top >>= 1) bits++;
    return (b->n - 1) * 32 + bits;
}

/* a -= b if a >= b; whether it did. */
static int nvp_i_big_take(nvp_i_big *a, const nvp_i_big *b)
{
    uint64_t borrow = 0;
    unsigned i = a->n;
    if (a->n < b->n) return 0;
    if (a->n == b->n) {
        while (i > 0 && a->w[i - 1] == b->w[i - 1]) i--;
        if (i > 0 && a->w[i - 1] < b->w[i - 1]) return 0;
    }
    for (i = 0; i < a->n; i++) {
        const uint64_t take = (i < b->n ? b->w[i] : 0) + borrow;
        borrow = a->w[i] < take;
        a->w[i] = (uint32_t)(a->w[i] - take);
    }
    while (a->n > 0 && a->w[a->n - 1] == 0) a->n--;
    return 1;
}

/* num / den x 2^two, rounded to nearest, ties to even. Both are used up. den is not 0. */
static double nvp_i_big_ratio(nvp_i_big *num, nvp_i_big *den, int two)
{
    uint64_t q = 0;
    int exponent, bits, i;
    if (num->n == 0) return 0;
    /* Line them up so that 1/2 < num/den < 2; the value is num/den x 2^(exponent + two). */
    exponent = (int)nvp_i_big_bits(num) - (int)nvp_i_big_bits(den);
    if (exponent < 0) nvp_i_big_shift(num, (unsigned)(-exponent));
    else nvp_i_big_shift(den, (unsigned)exponent);
    if (nvp_i_big_take(num, den)) q = 1;
    else { /* below 1: doubling once more puts it in [1, 2) */
        nvp_i_big_mul(num, 2, 0);
        (void)nvp_i_big_take(num, den);
        q = 1;
        exponent--;
    }
    exponent += two;
    if (exponent > 1023) return nvp_i_double_of((uint64_t)0x7ff << 52);
    if (exponent < -1075) return 0;
    bits = exponent < -1022 ? 52 - (-1022 - exponent) : 52; /* after the point; -1 for the half of the least number */
    for (i = 0; i < bits; i++) {
        nvp_i_big_mul(num, 2, 0);
        q = q * 2 + (uint64_t)nvp_i_big_take(num, den);
    }
    if (bits < 0) { /* from half the least number on, below the least: only more than the half rounds up */
        q = num->n != 0;
        return nvp_i_double_of(q);
    }
    nvp_i_big_mul(num, 2, 0);
    if (nvp_i_big_take(num, den) && (num->n != 0 || (q & 1) != 0)) q++;
    /* A carry out of the fraction falls into the exponent, as it should, up to infinity. */
    if (exponent < -1022) return nvp_i_double_of(q);
    return nvp_i_double_of(((uint64_t)(exponent + 1022) << 52) + q);
}

/* The double nearest to digits [. digits] [e|E [+|-] digits], ties to even; infinity above the range. The caller has
   checked the form: at least one digit in the mantissa, and in the exponent if there is one. */
static double nvp_i_double(const char *p, const char *end)
{
    static const double ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *s;
    uint64_t small = 0;
    unsigned digits = 0; /* significant ones */
    int64_t scale = 0;   /* value = the digits x 10^scale */
    int64_t exponent = 0;
    int point = 0, negative = 0, rest = 0;
    nvp_i_big num, den;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.') {
            point = 1;
            continue;
        }
        if (*s != '0' || digits > 0) {
            if (digits < 769) {
                digits++;
                if (digits <= 19) small = small * 10 + (uint64_t)(unsigned char)(*s - '0');
            } else {
                scale++;
                if (*s != '0') rest = 1;
            }
        }
        scale -= point;
    }
    if (s < end) {
        s++;
        if (s < end && (*s == '+' || *s == '-')) negative = *s++ == '-';
        for (; s < end; s++)
            if (exponent < ((int64_t)1 << 56)) exponent = exponent * 10 + (*s - '0');
        scale += negative ? -exponent : exponent;
    }
    if (digits == 0) return 0;
    if (digits <= 15 && scale >= -22 && scale <= 22) /* both exact, so one correctly rounded operation */
        return scale < 0 ? (double)small / ten[-scale] : (double)small * ten[scale];
    if (scale + (int64_t)digits > 310) return nvp_i_double_of((uint64_t)0x7ff << 52);
    if (scale + (int64_t)digits < -325) return 0;
    num.n = den.n = 0;
    nvp_i_big_mul(&den, 0, 1);
    digits = 0;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.' || (*s == '0' && digits == 0)) continue;
        if (digits++ == 769) break;
        nvp_i_big_mul(&num, 10, (uint32_t)(unsigned char)(*s - '0'));
    }
    if (rest) { /* 769 digits decide, except for an exact tie: a last digit that means "a little more" breaks it */
        nvp_i_big_mul(&num, 10, 1);
        scale--;
    }
    if (scale >= 0) nvp_i_big_power(&num, (unsigned)scale);
    else nvp_i_big_power(&den, (unsigned)(-scale));
    return nvp_i_big_ratio(&num, &den, (int)scale); /* 10^scale is 5^scale x 2^scale */
}
/* end of shared */

static nvp_code nvp_i_fail(nvp_error *error, nvp_code code, uint64_t offset, const char *message)
{
    if (error != NULL) {
        error->code = code;
        error->offset = offset;
        error->message = message;
    }
    return code;
}

/* What a call that succeeds leaves in *error. */
static void nvp_i_fine(nvp_error *error)
{
    (void)nvp_i_fail(error, NVP_OK, 0, "");
}

static nvp_code nvp_i_no_memory(nvp_error *error, nvp_code code)
{
    return nvp_i_fail(error, code, 0, code == NVP_LIMIT ? "more memory needed than max_memory" : "no memory");
}

static nvp_view nvp_i_view(const char *ptr, size_t len)
{
    nvp_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

/* A function whose locals must not be part of its only caller's frame. */
#ifdef __GNUC__
#define NVP_I_APART static __attribute__((noinline))
#else
#define NVP_I_APART static
#endif

static int nvp_i_same(nvp_view a, nvp_view b)
{
    return a.len == b.len && nvp_i_equal(a.ptr, b.ptr, a.len);
}

static int nvp_i_is(nvp_view a, const char *text)
{
    return a.len == nvp_text(text).len && nvp_i_equal(a.ptr, text, a.len);
}

/* More room for an array in the arena; the old one stays there, so all of them together take less than twice the
   last. */
static void *nvp_i_grow(nvp_i_arena *a, void *old, uint32_t count, uint32_t *room, size_t size)
{
    const uint32_t more = *room < 8 ? 16 : *room > NVP_NONE / 2 ? NVP_NONE : *room * 2;
    void *p;
    if (*room == NVP_NONE) {
        a->code = NVP_LIMIT;
        return NULL;
    }
    p = nvp_i_alloc(a, more, size);
    if (p == NULL) return NULL;
    nvp_i_copy(p, old, count * size);
    *room = more;
    return p;
}

/* A NUL-terminated copy. */
static char *nvp_i_string(nvp_i_arena *a, const char *ptr, size_t len)
{
    char *p = (char *)nvp_i_alloc(a, len < (size_t)(-1) ? len + 1 : len, 1); /* one that large is refused */
    if (p == NULL) return NULL;
    nvp_i_copy(p, ptr, len);
    p[len] = 0;
    return p;
}

/* An arena inside its own memory, or NULL with *code set. */
static nvp_i_arena *nvp_i_arena_new(const nvp_memory *memory, nvp_error *error)
{
    nvp_i_arena a, *own;
    if (!nvp_i_arena_open(&a, memory)) {
        nvp_i_fail(error, NVP_ARGUMENT, 0, "neither a buffer nor an allocator");
        return NULL;
    }
    own = (nvp_i_arena *)nvp_i_alloc(&a, 1, sizeof a);
    if (own == NULL) {
        nvp_i_no_memory(error, a.code);
        return NULL;
    }
    *own = a;
    return own;
}

/* A state of an arena. */
typedef struct nvp_i_mark {
    char *at, *end;
    nvp_i_block *blocks;
    size_t held;
} nvp_i_mark;

static nvp_i_mark nvp_i_mark_of(const nvp_i_arena *a)
{
    nvp_i_mark m;
    m.at = a->at;
    m.end = a->end;
    m.blocks = a->blocks;
    m.held = a->held;
    return m;
}

/* Gives back everything allocated since. */
static void nvp_i_back(nvp_i_arena *a, const nvp_i_mark *m)
{
    while (a->blocks != m->blocks) {
        nvp_i_block *b = a->blocks;
        a->blocks = b->next;
        a->allocator.free_fn(b->start, b->size, a->allocator.user);
    }
    a->at = m->at;
    a->end = m->end;
    a->held = m->held;
}

/* The same byte eight times. */
#define NVP_I_EIGHT(byte) ((uint64_t)(byte) * ((uint64_t)0x01010101u << 32 | 0x01010101u))

/* Eight bytes at once, the first in the lowest bits. */
static inline uint64_t nvp_i_load(const char *p)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    nvp_i_copy(&v, p, sizeof v);
    return v;
#else
    const unsigned char *u = (const unsigned char *)p;
    return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 | (uint64_t)u[4] << 32 |
           (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 | (uint64_t)u[7] << 56;
#endif
}

/* Index of the lowest byte of v that is not 0; there is one. */
static inline unsigned nvp_i_low_byte(uint64_t v)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(v) / 8;
#else
    const uint64_t below = (v & (~v + 1)) - 1; /* all bits below the lowest one that is set */
    return (unsigned)((((below & NVP_I_EIGHT(128)) >> 7) * NVP_I_EIGHT(1)) >> 56);
#endif
}

/* Not 0 if a byte of v is below n (n up to 128). May also be so because of a byte after such a byte, or of a byte from
   128 on. */
#define NVP_I_BELOW(v, n) (((v) - NVP_I_EIGHT(n)) & ~(v) & NVP_I_EIGHT(128))

/* A name to be sorted. key: its first eight bytes, which decide most comparisons. */
typedef struct nvp_i_item {
    uint64_t key;
    const char *ptr;
    uint32_t len;
    uint32_t id;
} nvp_i_item;

typedef struct nvp_i_sorting {
    int fold;   /* letter case does not count */
    int hashed; /* keys are of nvp_i_hashed */
    int (*order_fn)(const char *a, const char *b, void *user);
    void *user;
} nvp_i_sorting;

static unsigned char nvp_i_fold(char c) { return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

static nvp_i_item nvp_i_item_of(nvp_view v, uint32_t id, int fold)
{
    nvp_i_item item;
    size_t i;
    item.key = 0;
    item.ptr = v.ptr;
    item.len = (uint32_t)v.len;
    item.id = id;
    if (!fold && v.len >= 8) {
        for (i = 0; i < 8; i++) item.key = item.key << 8 | (unsigned char)v.ptr[i];
        return item;
    }
    for (i = 0; i < 8; i++)
        item.key = item.key << 8 | (i < v.len ? fold ? nvp_i_fold(v.ptr[i]) : (unsigned char)v.ptr[i] : 0u);
    return item;
}

/* What memcmp gives. */
static int nvp_i_order(const char *a, const char *b, size_t n)
{
#ifdef NVP_NO_LIBC
    for (; n > 0 && *a == *b; n--) {
        a++;
        b++;
        NVP_I_PLAIN_LOOP;
    }
    return n == 0 ? 0 : (unsigned char)*a < (unsigned char)*b ? -1 : 1;
#else
    return memcmp(a, b, n);
#endif
}

/* Below, equal to or above 0: by bytes, as memcmp compares, a prefix before the whole. */
static int nvp_i_compare(const nvp_i_item *a, const nvp_i_item *b, const nvp_i_sorting *how)
{
    uint32_t i, n;
    if (how->order_fn != NULL) {
        const int by = how->order_fn(a->ptr, b->ptr, how->user);
        if (by != 0) return by;
    }
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    n = a->len < b->len ? a->len : b->len;
    i = how->hashed ? 0 : n < 8 ? n : 8;
    if (!how->fold && n > i) {
        const int by = nvp_i_order(a->ptr + i, b->ptr + i, n - i);
        if (by != 0) return by;
        i = n;
    }
    for (; i < n; i++) { /* only where letter case does not count */
        const unsigned char x = nvp_i_fold(a->ptr[i]), y = nvp_i_fold(b->ptr[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    return a->len == b->len ? 0 : a->len < b->len ? -1 : 1;
}

enum { NVP_I_RUN = 8 }; /* so many are sorted without spare room */

/* Sorts; equal items keep their order. spare: room for count items, not used up to NVP_I_RUN of them. */
static void nvp_i_sort(nvp_i_item *items, nvp_i_item *spare, uint32_t count, const nvp_i_sorting *how)
{
    const uint32_t run = NVP_I_RUN;
    nvp_i_item *from = items, *to = spare;
    uint32_t at, i, j, width;
    for (at = 0; at < count; at += run) {
        const uint32_t end = count - at < run ? count : at + run;
        for (i = at + 1; i < end; i++) {
            const nvp_i_item item = items[i];
            for (j = i; j > at && nvp_i_compare(&items[j - 1], &item, how) > 0; j--) items[j] = items[j - 1];
            items[j] = item;
        }
        if (count - at < run) break;
    }
    for (width = run; width < count; width = width > count / 2 ? count : width * 2) {
        nvp_i_item *other;
        for (at = 0; at < count;) {
            const uint32_t middle = count - at < width ? count : at + width;
            const uint32_t end = count - middle < width ? count : middle + width;
            uint32_t a = at, b = middle;
            for (i = at; i < end; i++) {
                if (a < middle && (b >= end || nvp_i_compare(&from[a], &from[b], how) <= 0)) to[i] = from[a++];
                else to[i] = from[b++];
            }
            at = end;
        }
        other = from;
        from = to;
        to = other;
    }
    if (from != items) nvp_i_copy(items, from, count * sizeof *items);
}

/* Index of the first of the sorted items that is not below item. */
static uint32_t nvp_i_lower_item(const nvp_i_item *items, uint32_t count, const nvp_i_item *item,
                                 const nvp_i_sorting *how)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int below = items[middle].key != item->key ? items[middle].key < item->key
                                                         : nvp_i_compare(&items[middle], item, how) < 0;
        if (below) low = middle + 1;
        else high = middle;
    }
    return low;
}

static uint32_t nvp_i_lower(const nvp_i_item *items, uint32_t count, nvp_view v, const nvp_i_sorting *how)
{
    const nvp_i_item item = nvp_i_item_of(v, 0, how->fold);
    return nvp_i_lower_item(items, count, &item, how);
}

/* Eight bytes with capital letters in lower case. */
static uint64_t nvp_i_fold_eight(uint64_t v)
{
    const uint64_t low = v & NVP_I_EIGHT(0x7f);
    const uint64_t from_a = low + NVP_I_EIGHT(0x80 - 'A'), past_z = low + NVP_I_EIGHT(0x7f - 'Z');
    return v | ((from_a ^ past_z) & ~v & NVP_I_EIGHT(0x80)) >> 2;
}

/* A hash of a name's length, first and last eight bytes; its upper bits are the good ones. */
static uint64_t nvp_i_hash(nvp_view v, int fold)
{
    uint64_t first = 0, last = 0;
    size_t i;
    if (v.len >= 8) {
        first = nvp_i_load(v.ptr);
        last = nvp_i_load(v.ptr + v.len - 8);
    } else
        for (i = 0; i < v.len; i++) first = first << 8 | (unsigned char)v.ptr[i];
    if (fold) {
        first = nvp_i_fold_eight(first);
        last = nvp_i_fold_eight(last);
    }
    return (first + 3 * last + v.len) * ((uint64_t)0x9e3779b9u << 32 | 0x7f4a7c15u);
}

/* Names by hash, in buckets by the upper bits, each of them sorted: as quick as a hash table for ordinary names, and n
   log n for the worst that can be made. */
typedef struct nvp_i_index {
    nvp_i_item *items, *spare;
    uint32_t *buckets; /* where each begins */
    uint32_t count;
    unsigned shift;
    nvp_i_sorting how;
} nvp_i_index;

/* Room for so many names; 0 without memory. */
static int nvp_i_index_open(nvp_i_index *x, nvp_i_arena *a, uint32_t most, int fold)
{
    nvp_i_zero(x, sizeof *x);
    x->how.fold = fold;
    x->how.hashed = 1;
    for (x->shift = 63; (uint64_t)1 << (64 - x->shift) < most; x->shift--) {
    }
    x->items = (nvp_i_item *)nvp_i_alloc(a, most, 2 * sizeof *x->items);
    x->buckets = (uint32_t *)nvp_i_alloc(a, ((size_t)1 << (64 - x->shift)) + 2, sizeof *x->buckets);
    if (x->items == NULL || x->buckets == NULL) return 0;
    x->spare = x->items + most;
    return 1;
}

static nvp_i_item nvp_i_hashed(nvp_view v, uint32_t id, int fold)
{
    nvp_i_item item;
    item.key = nvp_i_hash(v, fold);
    item.ptr = v.ptr;
    item.len = (uint32_t)v.len;
    item.id = id;
    return item;
}

/* Whether two items of an index are one name. */
static int nvp_i_index_same(const nvp_i_index *x, const nvp_i_item *a, const nvp_i_item *b)
{
    const char *p = a->ptr, *q = b->ptr;
    uint32_t i = 0;
    if (a->key != b->key || a->len != b->len) return 0;
    if (!x->how.fold) return nvp_i_equal(p, q, a->len);
    for (; a->len - i >= 8; i += 8)
        if (nvp_i_fold_eight(nvp_i_load(p + i)) != nvp_i_fold_eight(nvp_i_load(q + i))) return 0;
    return 1; /* the rest is in the last eight bytes, which by the hash are equal if the first eight are */
}

static void nvp_i_index_put(nvp_i_index *x, nvp_view v, uint32_t id)
{
    x->items[x->count++] = nvp_i_hashed(v, id, x->how.fold);
}

/* To be called after the last name: equal ones then follow each other, in the order they came. */
static void nvp_i_index_sort(nvp_i_index *x)
{
    const size_t buckets = (size_t)1 << (64 - x->shift);
    nvp_i_item *sorted = x->spare;
    uint32_t *at = x->buckets;
    uint32_t i, from, to;
    size_t k;
    nvp_i_zero(at, (buckets + 2) * sizeof *at);
    for (i = 0; i < x->count; i++) at[(x->items[i].key >> x->shift) + 2]++;
    for (k = 2; k < buckets + 2; k++) at[k] += at[k - 1];
    for (i = 0; i < x->count; i++) sorted[at[(x->items[i].key >> x->shift) + 1]++] = x->items[i];
    x->spare = x->items;
    x->items = sorted;
    for (from = 0; from < x->count; from = to) {
        to = at[(sorted[from].key >> x->shift) + 1];
        for (i = from + 1; i < to; i++)
            if (sorted[i - 1].key >= sorted[i].key && !nvp_i_index_same(x, &sorted[i - 1], &sorted[i])) break;
        if (i < to) nvp_i_sort(sorted + from, x->spare + from, to - from, &x->how);
    }
}

/* The first item of a name, or NULL. */
static const nvp_i_item *nvp_i_index_find(const nvp_i_index *x, nvp_view v)
{
    const nvp_i_item item = nvp_i_hashed(v, 0, x->how.fold);
    const uint32_t to = x->buckets[(item.key >> x->shift) + 1];
    uint32_t at = x->buckets[item.key >> x->shift];
    const int few = to - at <= 4;
    if (!few) at += nvp_i_lower_item(x->items + at, to - at, &item, &x->how);
    for (; at < to; at++) {
        if (nvp_i_index_same(x, &x->items[at], &item)) return &x->items[at];
        if (!few) break;
    }
    return NULL;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

/* The severity of an issue. A repaired error leaves the meaning of the text certain. */
enum { NVP_I_SYNTAX, NVP_I_REPAIRED, NVP_I_FILE, NVP_I_ERROR, NVP_I_WARNING, NVP_I_NOTE };

#define NVP_I_COUNT(table) (sizeof(table) / sizeof *(table))

/* The index of the only bit; NVP_NONE if there is none, or more than one. */
static uint32_t nvp_i_bit(uint32_t bits)
{
    uint32_t index = 0;
    if (bits == 0 || (bits & (bits - 1)) != 0) return NVP_NONE;
    for (; bits > 1; bits >>= 1) index++;
    return index;
}

#define NVP_I_BIT_WORD(name, word, bit) word "\0"
#define NVP_I_ROW_WORD(name, word, kind, text) word "\0"
#define NVP_I_ROW_TEXT(name, word, kind, text) text "\0"
NVP_I_DEFINE_NAME(severity, NVP_SEVERITIES)
NVP_I_DEFINE_NAME(token_kind, NVP_TOKEN_KINDS)
NVP_I_DEFINE_NAME(type, NVP_TYPES)
NVP_I_DEFINE_NAME(event, NVP_EVENTS)
NVP_I_DEFINE_NAME(gives, NVP_GIVINGS)
NVP_I_DEFINE_NAME(by, NVP_BYS)
NVP_I_DEFINE_NAME(fact, NVP_FACTS)
NVP_I_DEFINE_NAME(why, NVP_WHYS)
NVP_I_DEFINE_NAME(dso, NVP_DSOS)
#ifndef NVP_NO_LOAD
NVP_I_DEFINE_NAME(kind, NVP_KINDS)
NVP_I_DEFINE_NAME(place_state, NVP_PLACE_STATES)
#endif
#ifndef NVP_NO_EDIT
NVP_I_DEFINE_NAME(action, NVP_ACTIONS)
#endif

#define NVP_I_FEATURE_WORD(name, word, fact) {word, sizeof word - 1},
static const struct {
    char text[12];
    unsigned char len;
} nvp_i_features[] = { NVP_FEATURES(NVP_I_FEATURE_WORD) };

NVP_API const char *nvp_feature_name(nvp_feature feature)
{
    return (size_t)feature < NVP_I_COUNT(nvp_i_features) ? nvp_i_features[feature].text : "?";
}

NVP_API const char *nvp_flag_name(nvp_flag flag)
{
    return nvp_i_nth_word(NVP_FLAGS(NVP_I_BIT_WORD), nvp_i_bit((uint32_t)flag));
}

NVP_API const char *nvp_report_name(nvp_report report)
{
    return nvp_i_nth_word(NVP_REPORTS(NVP_I_ROW_WORD), nvp_i_bit((uint32_t)report));
}

NVP_API const char *nvp_report_text(nvp_report report)
{
    return nvp_i_nth_word(NVP_REPORTS(NVP_I_ROW_TEXT), nvp_i_bit((uint32_t)report));
}

#define NVP_I_ISSUE_KIND(name, word, kind, text) NVP_I_##kind,
static const unsigned char nvp_i_issue_kinds[] = { NVP_ISSUES(NVP_I_ISSUE_KIND) };

/* Words and texts of issues by offsets: every problem gets its text, and a table of pointers would be relocated. */
#define NVP_I_ISSUE_MEMBER(name, word, kind, text) char w_##name[sizeof word], t_##name[sizeof text];
#define NVP_I_ISSUE_TEXT(name, word, kind, text) word, text,
#define NVP_I_ISSUE_AT(name, word, kind, text) \
    {(uint16_t)offsetof(nvp_i_issue_texts, w_##name), (uint16_t)offsetof(nvp_i_issue_texts, t_##name)},
typedef struct nvp_i_issue_texts {
    NVP_ISSUES(NVP_I_ISSUE_MEMBER)
} nvp_i_issue_texts;
static const nvp_i_issue_texts nvp_i_texts = { NVP_ISSUES(NVP_I_ISSUE_TEXT) };
static const uint16_t nvp_i_text_at[][2] = { NVP_ISSUES(NVP_I_ISSUE_AT) };

static const char *nvp_i_issue(nvp_issue issue, int text)
{
    return (size_t)issue < NVP_I_COUNT(nvp_i_text_at) ? (const char *)&nvp_i_texts + nvp_i_text_at[issue][text] : "?";
}

NVP_API const char *nvp_issue_name(nvp_issue issue) { return nvp_i_issue(issue, 0); }

NVP_API const char *nvp_issue_text(nvp_issue issue) { return nvp_i_issue(issue, 1); }

enum { /* token flags */
    NVP_I_ESCAPED = 1,
    NVP_I_CONTROL = 2,
    NVP_I_HIGH = 4,
    NVP_I_OPEN = 8, /* no closing quote */
    NVP_I_SIGNED = 16,
    NVP_I_RANGE = 32
};

typedef struct nvp_i_token {
    nvp_token_kind kind;
    uint32_t at, len;
    nvp_issue issue;
    uint32_t issue_at;
    unsigned char flags;
    unsigned char type; /* 1: a wrong token that does not count as a value */
} nvp_i_token;

typedef struct nvp_i_number {
    nvp_token_kind kind;
    nvp_issue issue; /* where it stops being a number */
    uint32_t issue_at;
    unsigned flags;
    int64_t i;
    double r;
} nvp_i_number;

static int nvp_i_digit(char c) { return (unsigned char)(c - '0') < 10; }

/* Value of a hexadecimal digit, or 16. */
static unsigned nvp_i_hex(char c)
{
    if (nvp_i_digit(c)) return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 16;
}

static int nvp_i_finite(double d) { return d - d == 0; }

/* Digits of 3 or 4 bits as a double, to nearest and even. They are not all 0. */
static double nvp_i_base(const char *p, const char *end, unsigned bits)
{
    uint64_t m = 0, more = 0, q, rest;
    for (; p < end; p++) {
        const unsigned digit = nvp_i_hex(*p);
        if (m >> (64 - bits) == 0) m = m << bits | digit;
        else {
            more += bits;
            if (digit != 0) m |= 1; /* after at least 60 bits: only means "a little more" */
        }
    }
    NVP_ASSERT(m != 0);
    if (more > 1024) return nvp_i_double_of((uint64_t)0x7ff << 52);
    for (more += 1023 + 63; m >> 63 == 0; m <<= 1) more--;
    q = m >> 11;
    rest = m & 0x7ff;
    if (rest > 0x400 || (rest == 0x400 && (q & 1) != 0)) q++;
    /* The leading bit adds 1 to the exponent, and so does a carry out of the fraction. */
    if (more > 2046 || (more == 2046 && q >> 53 != 0)) return nvp_i_double_of((uint64_t)0x7ff << 52);
    return nvp_i_double_of(((more - 1) << 52) + q);
}

/* An integer that is not kept as one:. */
static void nvp_i_integer(nvp_i_number *out, uint64_t v, int fits, int negative, double rounded)
{
    if (fits && !negative) {
        out->kind = v >> 63 != 0 ? NVP_TOKEN_KIND_UINT : NVP_TOKEN_KIND_INT;
        out->i = v >> 63 != 0 ? 0 : (int64_t)v;
    } else if (fits && v <= (uint64_t)1 << 63) {
        out->kind = NVP_TOKEN_KIND_INT;
        out->i = v == 0 ? 0 : -(int64_t)(v - 1) - 1; /* -0 is 0 */
    } else if (!nvp_i_finite(rounded)) {
        out->issue = NVP_ISSUE_NUMBER_OVERFLOW;
    } else {
        out->kind = NVP_TOKEN_KIND_REAL;
        out->flags |= NVP_I_RANGE;
        out->r = negative ? -rounded : rounded;
    }
}

/* The integer in [p, p + n), which is one and fits: *i when it does so with a sign, else *u. */
static void nvp_i_integer_at(const char *p, uint32_t n, int64_t *i, uint64_t *u)
{
    const char *end = p + n;
    const int negative = *p == '-';
    unsigned base = 10;
    uint64_t v = 0;
    p += negative;
    if (end - p > 1 && *p == '0') {
        base = nvp_i_digit(p[1]) ? 8 : 16;
        p += base == 8 ? 1 : 2;
    }
    while (p < end) v = v * base + nvp_i_hex(*p++);
    if (negative)
        *i = v == 0 ? 0 : -(int64_t)(v - 1) - 1; /* -0 is 0 */
    else if (v >> 63 == 0)
        *i = (int64_t)v;
    else *u = v;
}

/* Reads [p, p + n), a run that begins like a number:. */
static void nvp_i_number_of(const char *p, uint32_t n, nvp_i_number *out)
{
    const char *end = p + n, *d = p, *s, *first;
    uint64_t v = 0;
    int negative = 0, fits = 1;
    out->kind = NVP_TOKEN_KIND_WRONG;
    out->issue = NVP_ISSUE_NONE;
    out->issue_at = 0;
    out->flags = 0;
    out->i = 0;
    out->r = 0;
    if (*d == '-') {
        negative = 1;
        d++;
    }
    if (end - d > 1 && *d == '0' && (nvp_i_digit(d[1]) || d[1] == 'x' || d[1] == 'X')) {
        const unsigned bits = nvp_i_digit(d[1]) ? 3 : 4;
        first = s = d + (bits == 3 ? 1 : 2);
        while (s < end && nvp_i_hex(*s) < 1u << bits) {
            if (v >> (64 - bits) != 0) fits = 0;
            v = v << bits | nvp_i_hex(*s++);
        }
        if (s == end && s > first) {
            if (negative) out->flags |= NVP_I_SIGNED;
            nvp_i_integer(out, v, fits, negative,
                          !fits || (negative && v > (uint64_t)1 << 63) ? nvp_i_base(first, end, bits) : 0);
            return;
        }
    } else {
        s = d;
        if (s < end && *s == '0') s++;
        else
            while (s < end && nvp_i_digit(*s)) s++;
        if (s > d && s == end) {
            const char *q = d;
            fits = nvp_i_u64(&q, end, &v) > 0;
            nvp_i_integer(out, v, fits, negative,
                          !fits || (negative && v > (uint64_t)1 << 63) ? nvp_i_double(d, end) : 0);
            return;
        }
        if (s > d) {
            int whole = 1;
            if (*s == '.') {
                first = ++s;
                while (s < end && nvp_i_digit(*s)) s++;
                whole = s > first;
            }
            if (whole && s < end && (*s == 'e' || *s == 'E')) {
                s++;
                if (s < end && (*s == '+' || *s == '-')) s++;
                first = s;
                while (s < end && nvp_i_digit(*s)) s++;
                whole = s > first;
            }
            if (whole && s == end) {
                out->r = nvp_i_double(d, end);
                if (!nvp_i_finite(out->r)) out->issue = NVP_ISSUE_NUMBER_OVERFLOW;
                else out->kind = NVP_TOKEN_KIND_REAL;
                if (negative) out->r = -out->r;
                return;
            }
        }
    }
    out->issue = NVP_ISSUE_BAD_NUMBER;
    out->issue_at = (uint32_t)(s - p);
}

/* Length of the well-formed sequence at p (RFC 3629), or 0. */
static uint32_t nvp_i_utf8(const char *p, const char *end)
{
    const unsigned char a = (unsigned char)p[0];
    const unsigned char b = end - p > 1 ? (unsigned char)p[1] : 0;
    uint32_t n, i;
    if (a < 0x80) return 1;
    n = a >= 0xc2 && a <= 0xdf ? 2 : (a & 0xf0) == 0xe0 ? 3 : a >= 0xf0 && a <= 0xf4 ? 4 : 0;
    if (n == 0 || (size_t)(end - p) < n) return 0;
    for (i = 1; i < n; i++)
        if (((unsigned char)p[i] & 0xc0) != 0x80) return 0;
    if ((a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) || (a == 0xf0 && b < 0x90) ||
        (a == 0xf4 && b > 0x8f)) return 0;
    return n;
}

static char *nvp_i_put_utf8(char *out, uint32_t c)
{
    if (c < 0x80)
        *out++ = (char)c;
    else {
        if (c < 0x800)
            *out++ = (char)(0xc0 | c >> 6);
        else {
            if (c < 0x10000)
                *out++ = (char)(0xe0 | c >> 12);
            else {
                *out++ = (char)(0xf0 | c >> 18);
                *out++ = (char)(0x80 | (c >> 12 & 63));
            }
            *out++ = (char)(0x80 | (c >> 6 & 63));
        }
        *out++ = (char)(0x80 | (c & 63));
    }
    return out;
}

/* The four hexadecimal digits of an escape whose backslash is at p, or 0x10000 if it is not such an escape. */
static uint32_t nvp_i_unit(const char *p, const char *end)
{
    uint32_t v = 0;
    int i;
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return 0x10000;
    for (i = 2; i < 6; i++) {
        if (nvp_i_hex(p[i]) > 15) return 0x10000;
        v = v << 4 | nvp_i_hex(p[i]);
    }
    return v;
}

/* Reads the escape at p: what is wrong with it, its length, the character.. */
static nvp_issue nvp_i_escape(const char *p, const char *end, uint32_t *len, uint32_t *character)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    uint32_t c = nvp_i_unit(p, end), low, i;
    *len = end - p > 1 && (unsigned char)p[1] >= 32 ? 2 : 1;
    *character = 0;
    if (c == 0x10000) {
        for (i = 0; i < 8 && *len == 2; i++)
            if (p[1] == from[i]) {
                *character = (unsigned char)to[i];
                return NVP_ISSUE_NONE;
            }
        return NVP_ISSUE_BAD_ESCAPE;
    }
    *len = 6;
    if (c >= 0xd800 && c < 0xdc00) {
        low = nvp_i_unit(p + 6, end);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            *len = 12;
        }
    }
    *character = c;
    return c == 0 ? NVP_ISSUE_NUL_ESCAPE : c >= 0xd800 && c < 0xe000 ? NVP_ISSUE_LONE_SURROGATE : NVP_ISSUE_NONE;
}

/* What is wrong with a string, one mistake after the other. */
typedef struct nvp_i_faults {
    const char *text;
    uint32_t start, at, end; /* of the bytes between the quotes */
    int stage;               /* 0: is it closed; 1: bytes and escapes; 2: UTF-8; 3: done */
    unsigned flags;
} nvp_i_faults;

static void nvp_i_faults_of(nvp_i_faults *f, const char *text, const nvp_i_token *t)
{
    f->text = text;
    f->start = f->at = t->at + 1;
    f->flags = t->flags;
    f->end = t->at + t->len - ((f->flags & NVP_I_OPEN) != 0 ? 0 : 1);
    f->stage = 0;
}

static int nvp_i_next_fault(nvp_i_faults *f, nvp_issue *issue, uint32_t *at)
{
    if (f->stage == 0) {
        f->stage = 1;
        if ((f->flags & NVP_I_OPEN) != 0) {
            *issue = NVP_ISSUE_UNTERMINATED_STRING;
            *at = f->start - 1;
            return 1;
        }
    }
    while (f->stage == 1 && f->at < f->end) {
        const char c = f->text[f->at];
        *at = f->at;
        if (c == '\\') {
            uint32_t len, character;
            *issue = nvp_i_escape(f->text + f->at, f->text + f->end, &len, &character);
            f->at += len;
            if (*issue != NVP_ISSUE_NONE) return 1;
        } else {
            f->at++;
            if ((unsigned char)c < 32) {
                *issue = c == 0 ? NVP_ISSUE_NUL_BYTE : NVP_ISSUE_CONTROL_CHARACTER;
                return 1;
            }
        }
    }
    if (f->stage < 2) {
        f->stage = 2;
        f->at = f->start;
    }
    while (f->stage == 2 && (f->flags & NVP_I_HIGH) != 0 && f->at < f->end) {
        const uint32_t n = nvp_i_utf8(f->text + f->at, f->text + f->end);
        if (n == 0) {
            *issue = NVP_ISSUE_INVALID_UTF8; /* the first bad sequence only */
            *at = f->at;
            f->stage = 3;
            return 1;
        }
        f->at += n;
    }
    return 0;
}

static size_t nvp_i_decode(const char *p, const char *end, char *out)
{
    char *o = out;
    while (p < end) {
        uint32_t len, c;
        if (*p != '\\') *o++ = *p++;
        else if (nvp_i_escape(p, end, &len, &c) == NVP_ISSUE_NONE) {
            o = nvp_i_put_utf8(o, c);
            p += len;
        } else
            for (; len > 0; len--) *o++ = *p++;
    }
    return (size_t)(o - out);
}

NVP_API nvp_code nvp_decode(nvp_view string, void *buffer, size_t buffer_size, nvp_view *out, nvp_error *error)
{
    nvp_i_fine(error);
    if (string.ptr == NULL || string.len < 2 || out == NULL || (buffer == NULL && buffer_size > 0))
        return nvp_i_fail(error, NVP_ARGUMENT, 0, "no string in quotes, or no room for what it says");
    if (buffer_size < string.len - 2) return nvp_i_fail(error, NVP_LIMIT, 0, "the buffer is smaller than the string");
    *out = nvp_text(NULL);
    if (string.len == 2) return NVP_OK;
    *out = nvp_i_view((const char *)buffer, nvp_i_decode(string.ptr + 1, string.ptr + string.len - 1, (char *)buffer));
    return NVP_OK;
}

/* 0 other, 1 whitespace, 2 NUL, 3 '#', 4 '/', 5 mark, 6 quote, 7 begins a number, 8 letter. */
static const unsigned char nvp_i_class[256] = {
    2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 6, 3, 0, 0, 0, 6, 0, 0, 0, 7, 5, 7, 7, 4, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 5, 0, 0, 0, 0, 0,
    0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 5, 0, 5, 0, 8,
    0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 5, 0, 5, 0, 0,
};

#define NVP_I_CLASS(c) nvp_i_class[(unsigned char)c]

/* First byte from p on that needs attention in a string: a quote of its kind, a backslash, a control character or a
   byte from 128 on. */
static inline const char *nvp_i_plain(const char *p, const char *end, char quote)
{
    while (end - p >= 8) {
        const uint64_t v = nvp_i_load(p);
        const uint64_t q = v ^ NVP_I_EIGHT((unsigned char)quote);
        const uint64_t b = v ^ NVP_I_EIGHT(0x5c);
        const uint64_t found =
            (NVP_I_BELOW(v, 32) | NVP_I_BELOW(q, 1) | NVP_I_BELOW(b, 1) | v) & NVP_I_EIGHT(128);
        if (found != 0) return p + nvp_i_low_byte(found);
        p += 8;
    }
    while (p < end && *p != quote && *p != '\\' && (unsigned char)(*p - 32) < 96) p++;
    return p;
}

NVP_I_APART void nvp_i_lex_string(nvp_reader_state *x, nvp_i_token *t, uint32_t at)
{
    const char *text = x->text, *end = text + x->size, *p = text + at + 1;
    const char quote = text[at];
    unsigned flags = 0;
    for (;;) {
        p = nvp_i_plain(p, end, quote);
        if (p == end || *p == '\n') {
            flags |= NVP_I_OPEN;
            break;
        }
        if (*p == quote) {
            p++;
            break;
        }
        if (*p == '\\') {
            flags |= NVP_I_ESCAPED;
            p += end - p > 1 && (unsigned char)p[1] >= 32 ? 2 : 1;
        } else
            flags |= (unsigned char)*p++ < 32 ? 0u + NVP_I_CONTROL : 0u + NVP_I_HIGH;
    }
    /* A byte above 127 may follow a backslash. */
    if ((flags & NVP_I_ESCAPED) != 0) flags |= NVP_I_HIGH;
    t->kind = NVP_TOKEN_KIND_STRING;
    t->flags = (unsigned char)flags;
    t->len = (uint32_t)(p - text) - at;
    x->at = at + t->len;
    if (flags != 0) {
        nvp_i_faults f;
        nvp_i_faults_of(&f, text, t);
        if (!nvp_i_next_fault(&f, &t->issue, &t->issue_at)) t->issue = NVP_ISSUE_NONE;
    }
}

static void nvp_i_wrong(nvp_i_token *t, nvp_issue issue, uint32_t at, uint32_t len)
{
    t->kind = NVP_TOKEN_KIND_WRONG;
    t->at = t->issue_at = at;
    t->len = len;
    t->issue = issue;
    t->type = 1; /* not in place of a value */
}

/* Reads a number, its value too, or a word. */
static void nvp_i_lex_word(nvp_reader_state *x, nvp_i_token *t, uint32_t at, nvp_i_number *value)
{
    const char *const text = x->text;
    nvp_view word;
    uint32_t to = at;
    while (to < x->size && NVP_I_CLASS(text[to]) >= 7) to++;
    t->len = to - at;
    x->at = to;
    word = nvp_i_view(text + at, t->len);
    if (NVP_I_CLASS(text[at]) == 7) {
        nvp_i_number_of(word.ptr, t->len, value);
        t->kind = value->kind;
        t->flags = (unsigned char)value->flags;
        t->issue = value->issue;
        t->issue_at = at + value->issue_at;
        if (t->issue == NVP_ISSUE_NONE && t->flags != 0)
            t->issue = (t->flags & NVP_I_RANGE) != 0 ? NVP_ISSUE_INTEGER_RANGE : NVP_ISSUE_SIGNED_BASE;
    } else if (nvp_i_is(word, "true")) t->kind = NVP_TOKEN_KIND_TRUE;
    else if (nvp_i_is(word, "false")) t->kind = NVP_TOKEN_KIND_FALSE;
    else if (nvp_i_is(word, "null")) t->kind = NVP_TOKEN_KIND_NULL;
    else {
        nvp_i_wrong(t, NVP_ISSUE_BAD_WORD, at, t->len);
        t->type = 0;
    }
}

/* Behind a comment in the way of C or C++. */
static const char *nvp_i_slash_end(const char *p, const char *end)
{
    if (p[1] == '/') return nvp_i_find(p, end, '\n');
    for (p = nvp_i_find(p + 2, end, '*'); p < end; p = nvp_i_find(p + 1, end, '*'))
        if (end - p > 1 && p[1] == '/') return p + 2;
    return end;
}

/* value: of the number, where the token is one. */
static void nvp_i_lex(nvp_reader_state *x, nvp_i_token *t, nvp_i_number *value)
{
    const char *text = x->text, *end = text + x->size, *p = text + x->at;
    t->issue = NVP_ISSUE_NONE;
    t->flags = 0;
    t->type = 0;
    for (;;) {
        uint32_t at;
        if (p < text + x->until) { /* within a comment, where only a NUL is reported */
            p = nvp_i_find(p, text + x->until, 0);
            if (p < text + x->until) {
                x->at = (uint32_t)(p - text) + 1;
                nvp_i_wrong(t, NVP_ISSUE_NUL_BYTE, x->at - 1, 1);
                return;
            }
        }
        while (p < end && NVP_I_CLASS(*p) == 1) {
            p++;
            while (end - p >= 8 && nvp_i_load(p) == NVP_I_EIGHT(0x20)) p += 8;
        }
        t->at = t->issue_at = at = (uint32_t)(p - text);
        if (p == end) {
            t->kind = NVP_TOKEN_KIND_END;
            t->len = 0;
            x->at = at;
            return;
        }
        switch (NVP_I_CLASS(*p)) {
        case 5:
            t->kind = NVP_TOKEN_KIND_MARK;
            t->len = 1;
            x->at = at + 1;
            return;
        case 6: nvp_i_lex_string(x, t, at); return;
        case 2:
            x->at = at + 1;
            nvp_i_wrong(t, NVP_ISSUE_NUL_BYTE, at, 1);
            return;
        case 3: /* only a line feed ends it */
            x->until = (uint32_t)(nvp_i_find(p, end, '\n') - text);
            if (x->comments) {
                t->kind = NVP_TOKEN_KIND_COMMENT;
                t->len = x->until - at;
                x->at = at + 1;
                return;
            }
            break;
        case 4:
            if (end - p > 1 && (p[1] == '/' || p[1] == '*')) {
                x->until = (uint32_t)(nvp_i_slash_end(p, end) - text);
                x->at = at + 1;
                nvp_i_wrong(t, NVP_ISSUE_SLASH_COMMENT, at, x->until - at);
                return;
            }
            x->at = at + 1;
            nvp_i_wrong(t, NVP_ISSUE_UNEXPECTED_BYTE, at, 1);
            return;
        case 7:
        case 8: nvp_i_lex_word(x, t, at, value); return;
        default:
            while (p < end && NVP_I_CLASS(*p) == 0) p++;
            x->at = (uint32_t)(p - text);
            nvp_i_wrong(t, NVP_ISSUE_UNEXPECTED_BYTE, at, x->at - at);
            return;
        }
    }
}

static int nvp_i_next(nvp_reader_state *x, nvp_i_token *t)
{
    nvp_i_number number;
    nvp_i_lex(x, t, &number);
    return t->kind != NVP_TOKEN_KIND_END;
}

/* Starts within a text: its bytes [at, size). */
static void nvp_i_tokens(nvp_reader_state *x, const char *text, uint32_t at, uint32_t size)
{
    nvp_i_zero(x, sizeof *x);
    x->text = text;
    x->at = at;
    x->size = size;
}

NVP_API void nvp_reader_begin(nvp_reader *reader, const void *data, size_t size, int comments)
{
    if (reader == NULL) return;
    nvp_i_zero(reader, sizeof *reader);
    reader->error.message = "";
    nvp_i_tokens(&reader->i_state, data != NULL ? (const char *)data : "", 0, 0);
    reader->i_state.comments = comments;
    if (data == NULL && size > 0) nvp_i_fail(&reader->error, NVP_ARGUMENT, 0, "no text to read tokens from");
    else if (size >= NVP_NONE) nvp_i_fail(&reader->error, NVP_LIMIT, 0, "a text of 4 GiB or more to read tokens from");
    else
        reader->i_state.size = (uint32_t)size;
}

NVP_API int nvp_reader_next(nvp_reader *reader, nvp_token *token)
{
    nvp_i_token t;
    if (reader == NULL || token == NULL) {
        if (token != NULL) nvp_i_zero(token, sizeof *token);
        return 0;
    }
    (void)nvp_i_next(&reader->i_state, &t);
    token->kind = t.kind;
    token->at = t.at;
    token->len = t.len;
    token->issue = t.issue;
    token->issue_at = t.issue_at;
    return t.kind != NVP_TOKEN_KIND_END;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

enum {
    NVP_I_OBJECT, NVP_I_ARRAY, NVP_I_STRING, NVP_I_INT, NVP_I_UINT, NVP_I_REAL, NVP_I_TRUE, NVP_I_FALSE, NVP_I_NULL,
    NVP_I_BAD,    /* in place of a value */
    NVP_I_NAME,   /* before the value it names */
    NVP_I_NO_NAME /* likewise, where a value has none */
};

/* A value, or the name before one. The nodes of a container follow it. Node 0 is the root. */
typedef struct nvp_i_node {
    uint32_t at, len;
    uint32_t more; /* container: index after the last node in it; while open, the container around it. String with
                      escapes: index in decoded. Real: index in reals */
    unsigned char kind;
    unsigned char flags; /* of the token; NVP_I_LATER */
    unsigned char id;    /* name: the id of one that the format knows, or 0 */
} nvp_i_node;

enum { NVP_I_LATER = 64 }; /* name: the same name follows in the object, so this one does not count */

typedef struct nvp_i_lines {
    uint32_t line;  /* its number, from 1 */
    uint32_t start; /* its first byte */
} nvp_i_lines;

#define NVP_I_PIECE 256

/* A file, with what nvp_file_locate and edits need. */
typedef struct nvp_i_file {
    nvp_file open;
    unsigned classes; /* bit by class: errors that were found */
    unsigned flags;   /* options of the configuration */
    int inlines;      /* there are profiles in rules */
    const nvp_i_lines *lines; /* some lines: the first that begins at least NVP_I_PIECE bytes after the previous one */
    uint32_t line_count;
} nvp_i_file;

static const nvp_i_file *nvp_i_file_of(const nvp_file *file) { return (const nvp_i_file *)(const void *)file; }

typedef struct nvp_i_doc {
    nvp_i_arena *arena;
    nvp_code code; /* MEMORY or LIMIT once memory ran out */
    const char *text;
    uint32_t size;
    unsigned flags;
    uint32_t max_depth, max_problems;
    nvp_i_node *nodes;
    uint32_t count, room;
    nvp_problem *list;
    uint32_t listed, list_room;
    uint32_t errors, warnings, notes;
    unsigned classes;
    int inlines;
    nvp_view *decoded;
    uint32_t decoded_count, decoded_room;
    double *reals;
    uint32_t real_count, real_room;
    nvp_i_lines *lines; /* see nvp_i_file */
    uint32_t line_count;
    uint32_t line;      /* number of the last line so far */
} nvp_i_doc;

static void nvp_i_report(nvp_i_doc *d, nvp_issue issue, uint32_t at, uint32_t see)
{
    const int kind = nvp_i_issue_kinds[issue];
    nvp_severity severity = kind <= NVP_I_ERROR ? NVP_SEVERITY_ERROR : kind == NVP_I_WARNING ? NVP_SEVERITY_WARNING
        : NVP_SEVERITY_NOTE;
    nvp_problem *to;
    int fatal = kind;
    if ((d->flags & NVP_FLAG_LENIENT) != 0 && (issue == NVP_ISSUE_TRAILING_COMMA || issue == NVP_ISSUE_BOM ||
                                               issue == NVP_ISSUE_PATTERN_STRING))
        severity = NVP_SEVERITY_WARNING;
    if ((d->flags & NVP_FLAG_STRICT) != 0 && (issue == NVP_ISSUE_DUPLICATE_MEMBER || issue == NVP_ISSUE_INVALID_UTF8)) {
        severity = NVP_SEVERITY_ERROR;
        fatal = NVP_I_FILE;
    }
    if (severity == NVP_SEVERITY_ERROR) d->errors++;
    else if (severity == NVP_SEVERITY_WARNING) d->warnings++;
    else d->notes++;
    if (severity == NVP_SEVERITY_ERROR) d->classes |= 1u << fatal;
    if (d->listed == d->max_problems || d->code != NVP_OK) return;
    if (d->listed == d->list_room) {
        nvp_problem *more = (nvp_problem *)nvp_i_grow(d->arena, d->list, d->listed, &d->list_room, sizeof *more);
        if (more == NULL) {
            d->code = d->arena->code;
            return;
        }
        d->list = more;
    }
    to = &d->list[d->listed++];
    nvp_i_zero(to, sizeof *to);
    to->code = issue == NVP_ISSUE_DEPTH || issue == NVP_ISSUE_TOO_LARGE ? NVP_LIMIT : NVP_SYNTAX;
    to->offset = at;
    to->message = nvp_issue_text(issue);
    to->issue = issue;
    to->severity = severity;
    to->see = see;
}

static int nvp_i_more_nodes(nvp_i_doc *d)
{
    nvp_i_node *more = (nvp_i_node *)nvp_i_grow(d->arena, d->nodes, d->count, &d->room, sizeof *more);
    if (more == NULL) d->code = d->arena->code;
    else d->nodes = more;
    return more != NULL;
}

static void nvp_i_set(nvp_i_node *n, int kind, uint32_t at, uint32_t len)
{
    n->at = at;
    n->len = len;
    n->more = 0;
    n->kind = (unsigned char)kind;
    n->flags = 0;
    n->id = 0;
}

static nvp_i_node *nvp_i_push(nvp_i_doc *d, int kind, uint32_t at, uint32_t len)
{
    if (d->count == d->room && !nvp_i_more_nodes(d)) return NULL;
    nvp_i_set(&d->nodes[d->count], kind, at, len);
    return &d->nodes[d->count++];
}

/* Names of members that the format knows. Those that occur together follow each other. */
enum {
    NVP_I_RULES = 1, NVP_I_PROFILES,
    NVP_I_PATTERN, NVP_I_PROFILE,
    NVP_I_CALLED, NVP_I_SETTINGS,
    NVP_I_K, NVP_I_V, NVP_I_LONG_V, NVP_I_KEY, /* "value" and "key" are the long forms */
    NVP_I_TYPE, NVP_I_DESCRIPTION,
    NVP_I_OP, NVP_I_SUB, NVP_I_FEATURE, NVP_I_MATCHES,
    NVP_I_REGISTRY, NVP_I_ENABLED
};

static int nvp_i_id(const char *p, size_t len)
{
#define NVP_I_NAMED(text, id) \
    if (nvp_i_equal(p, text, sizeof text - 1)) return id
    switch (len) {
    case 1:
        if (*p == 'k') return NVP_I_K;
        if (*p == 'v') return NVP_I_V;
        break;
    case 2: NVP_I_NAMED("op", NVP_I_OP); break;
    case 3:
        NVP_I_NAMED("key", NVP_I_KEY);
        NVP_I_NAMED("sub", NVP_I_SUB);
        break;
    case 4:
        NVP_I_NAMED("name", NVP_I_CALLED);
        NVP_I_NAMED("type", NVP_I_TYPE);
        break;
    case 5:
        NVP_I_NAMED("value", NVP_I_LONG_V);
        NVP_I_NAMED("rules", NVP_I_RULES);
        break;
    case 7:
        NVP_I_NAMED("pattern", NVP_I_PATTERN);
        NVP_I_NAMED("profile", NVP_I_PROFILE);
        NVP_I_NAMED("feature", NVP_I_FEATURE);
        NVP_I_NAMED("matches", NVP_I_MATCHES);
        NVP_I_NAMED("enabled", NVP_I_ENABLED);
        break;
    case 8:
        NVP_I_NAMED("settings", NVP_I_SETTINGS);
        NVP_I_NAMED("profiles", NVP_I_PROFILES);
        break;
    case 11: NVP_I_NAMED("description", NVP_I_DESCRIPTION); break;
    case 13: NVP_I_NAMED("registry_keys", NVP_I_REGISTRY); break;
    default: break;
    }
#undef NVP_I_NAMED
    return 0;
}

/* Index of the node after node i and all in it. */
static uint32_t nvp_i_after(const nvp_i_node *nodes, uint32_t i)
{
    return nodes[i].kind <= NVP_I_ARRAY ? nodes[i].more : i + 1;
}

/* The content of a string or name. */
static nvp_view nvp_i_said(const nvp_i_doc *d, uint32_t i)
{
    const nvp_i_node *n = &d->nodes[i];
    if ((n->flags & NVP_I_ESCAPED) != 0) return d->decoded[n->more];
    return nvp_i_view(d->text + n->at + 1, n->len - 2);
}

/* Reports members with the same name and marks all but the last of them. */
static void nvp_i_duplicates(nvp_i_doc *d, uint32_t object)
{
    enum { FEW = 12 };
    uint32_t few[FEW];
    uint32_t count = 0, i, j, n = 0;
    nvp_i_node *nodes = d->nodes;
    const uint32_t end = nodes[object].more;
    nvp_i_item *items;
    nvp_i_sorting plain;
    for (i = object + 1; i < end; i = nvp_i_after(nodes, i + 1)) {
        if (nodes[i].kind != NVP_I_NAME) continue;
        if (count < FEW) few[count] = i;
        count++;
    }
    if (count <= FEW) {
        for (i = 1; i < count; i++)
            for (j = i; j-- > 0;)
                if (nodes[few[j]].len == nodes[few[i]].len ||
                    ((nodes[few[j]].flags | nodes[few[i]].flags) & NVP_I_ESCAPED) != 0)
                    if (nvp_i_same(nvp_i_said(d, few[j]), nvp_i_said(d, few[i]))) {
                        nvp_i_report(d, NVP_ISSUE_DUPLICATE_MEMBER, nodes[few[i]].at, nodes[few[j]].at);
                        nodes[few[j]].flags |= NVP_I_LATER;
                        break;
                    }
        return;
    }
    items = (nvp_i_item *)nvp_i_alloc(d->arena, count, 2 * sizeof *items);
    if (items == NULL) {
        d->code = d->arena->code;
        return;
    }
    for (i = object + 1; i < end; i = nvp_i_after(nodes, i + 1))
        if (nodes[i].kind == NVP_I_NAME) items[n++] = nvp_i_item_of(nvp_i_said(d, i), i, 0);
    nvp_i_zero(&plain, sizeof plain);
    nvp_i_sort(items, items + count, count, &plain);
    for (i = 1; i < count; i++)
        if (nvp_i_compare(&items[i - 1], &items[i], &plain) == 0) {
            nvp_i_report(d, NVP_ISSUE_DUPLICATE_MEMBER, nodes[items[i].id].at, nodes[items[i - 1].id].at);
            nodes[items[i - 1].id].flags |= NVP_I_LATER;
        }
}

/* Reports what is wrong with a string token, and keeps its decoded form; 0 when it has no certain value. */
static int nvp_i_string_token(nvp_i_doc *d, const nvp_i_token *t, uint32_t *decoded)
{
    nvp_i_faults f;
    nvp_issue issue;
    uint32_t at;
    int good = 1;
    nvp_i_faults_of(&f, d->text, t);
    while (nvp_i_next_fault(&f, &issue, &at)) {
        nvp_i_report(d, issue, at, NVP_NONE);
        if (issue != NVP_ISSUE_INVALID_UTF8) good = 0;
    }
    if (good && (t->flags & NVP_I_ESCAPED) != 0) {
        char *out = (char *)nvp_i_alloc(d->arena, t->len, 1);
        if (d->decoded_count == d->decoded_room && out != NULL) {
            nvp_view *more =
                (nvp_view *)nvp_i_grow(d->arena, d->decoded, d->decoded_count, &d->decoded_room, sizeof *more);
            if (more == NULL) out = NULL;
            else d->decoded = more;
        }
        if (out == NULL) {
            d->code = d->arena->code;
            return 0;
        }
        *decoded = d->decoded_count;
        d->decoded[d->decoded_count++] = nvp_i_view(out,
                                                    nvp_i_decode(d->text + t->at + 1, d->text + t->at + t->len - 1,
                                                                 out));
    }
    return good;
}

static uint32_t nvp_i_real(nvp_i_doc *d, double r)
{
    if (d->real_count == d->real_room) {
        double *more = (double *)nvp_i_grow(d->arena, d->reals, d->real_count, &d->real_room, sizeof *more);
        if (more == NULL) {
            d->code = d->arena->code;
            return 0;
        }
        d->reals = more;
    }
    d->reals[d->real_count] = r;
    return d->real_count++;
}

/* Sorted by place, then by name; few are out of order. */
static void nvp_i_sort_list(nvp_problem *list, uint32_t count)
{
    uint32_t start, end, root, child;
    nvp_problem spare;
#define NVP_I_LATER_THAN(a, b) ((a).offset > (b).offset || ((a).offset == (b).offset && (a).issue > (b).issue))
    for (start = 1; start < count && !NVP_I_LATER_THAN(list[start - 1], list[start]); start++) {}
    if (start >= count) return;
    for (start = count / 2, end = count; end > 1;) { /* heap sort: no memory, no bad case */
        if (start > 0) start--;
        else {
            end--;
            spare = list[end];
            list[end] = list[0];
            list[0] = spare;
        }
        for (root = start; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && NVP_I_LATER_THAN(list[child + 1], list[child])) child++;
            if (!NVP_I_LATER_THAN(list[child], list[root])) break;
            spare = list[child];
            list[child] = list[root];
            list[root] = spare;
        }
    }
#undef NVP_I_LATER_THAN
}

NVP_API int nvp_file_problem_at(const nvp_file *file, uint32_t index, nvp_problem *out)
{
    const int found = file != NULL && out != NULL && index < file->problem_count;
    if (found) *out = file->problems[index];
    else if (out != NULL) {
        nvp_i_zero(out, sizeof *out);
        out->message = "";
        out->see = NVP_NONE;
    }
    return found;
}

NVP_API nvp_position nvp_file_locate(const nvp_file *file, uint32_t at)
{
    const nvp_i_file *f = nvp_i_file_of(file);
    uint32_t low = 0, high, middle, start;
    const char *p, *end;
    nvp_position to;
    to.line = to.column = 1;
    if (file == NULL || f->line_count == 0) return to;
    if (at > file->text.len) at = (uint32_t)file->text.len;
    for (high = f->line_count; high - low > 1;) {
        middle = low + (high - low) / 2;
        if (f->lines[middle].start <= at) low = middle;
        else high = middle;
    }
    to.line = f->lines[low].line;
    start = f->lines[low].start;
    p = file->text.ptr + start;
    /* The next line that begins after this many bytes goes into the list. */
    end = p + (at - start < NVP_I_PIECE ? at - start : NVP_I_PIECE);
    for (; (p = nvp_i_find(p, end, '\n')) < end; p++) {
        to.line++;
        start = (uint32_t)(p - file->text.ptr) + 1;
    }
    to.column = at - start + 1;
    return to;
}


static void nvp_i_doc_open(nvp_i_doc *d, nvp_i_arena *a, const char *text, uint32_t size, const nvp_config_options *o)
{
    nvp_i_zero(d, sizeof *d);
    d->arena = a;
    d->text = text;
    d->size = size;
    d->flags = o != NULL ? o->flags : 0;
    d->max_depth = o != NULL && o->max_depth != 0 ? o->max_depth : 128;
    d->max_problems = o != NULL && o->max_problems != 0 ? o->max_problems : 1024;
    d->lines = (nvp_i_lines *)nvp_i_alloc(a, size / NVP_I_PIECE + 1, sizeof *d->lines);
    if (d->lines == NULL) {
        d->code = a->code;
        return;
    }
    d->line = d->line_count = d->lines[0].line = 1;
    d->lines[0].start = 0;
}

/* Finds members of an object: to[k] becomes the node of the value whose name is first + k, or 0. Gives the number of
   members with other names. The text has no syntax error, so every value has a name. */
static uint32_t nvp_i_members(const nvp_i_doc *d, uint32_t object, unsigned first, unsigned count, uint32_t *to)
{
    const nvp_i_node *nodes = d->nodes;
    uint32_t i, others = 0;
    unsigned k;
    for (k = 0; k < count; k++) {
        to[k] = 0;
        NVP_I_PLAIN_LOOP;
    }
    for (i = object + 1; i < nodes[object].more; i = nvp_i_after(nodes, i + 1)) {
        NVP_ASSERT(nodes[i].kind == NVP_I_NAME);
        if ((nodes[i].flags & NVP_I_LATER) != 0) continue;
        k = nodes[i].id - first;
        if (k < count) to[k] = i + 1;
        else others++;
    }
    return others;
}

/* nvp_i_members for the usual objects: two members, named first and first + 1 in this order. 0, with `to` untouched,
   for others. */
static int nvp_i_two_members(const nvp_i_doc *d, uint32_t object, unsigned first, uint32_t *to)
{
    const nvp_i_node *nodes = d->nodes;
    const uint32_t end = nodes[object].more;
    uint32_t second;
    if (end - object < 5 || nodes[object + 1].id != first) return 0;
    second = nvp_i_after(nodes, object + 2) + 1;
    if (second >= end || nodes[second - 1].id != first + 1 || nvp_i_after(nodes, second) != end) return 0;
    to[0] = object + 2;
    to[1] = second;
    return 1;
}

/* Reports the members whose names are not first to first + count - 1. */
static void nvp_i_unknown(nvp_i_doc *d, uint32_t object, unsigned first, unsigned count)
{
    const nvp_i_node *nodes = d->nodes;
    uint32_t i;
    for (i = object + 1; i < nodes[object].more; i = nvp_i_after(nodes, i + 1))
        if ((nodes[i].flags & NVP_I_LATER) == 0 && nodes[i].id - first >= count)
            nvp_i_report(d, NVP_ISSUE_UNKNOWN_MEMBER, nodes[i].at, NVP_NONE);
}

static nvp_view nvp_i_feature_view(nvp_feature feature)
{
    return nvp_i_view(nvp_i_features[feature].text, nvp_i_features[feature].len);
}

/* The feature of a name from first to last - 1; last if there is none. */
static uint32_t nvp_i_feature_of(nvp_view name, uint32_t first, uint32_t last)
{
    for (; first < last; first++)
        if (name.len == nvp_i_features[first].len && nvp_i_equal(name.ptr, nvp_i_features[first].text, name.len)) break;
    return first;
}

static void nvp_i_value(const nvp_i_doc *d, uint32_t i, nvp_value *to)
{
    const nvp_i_node *n = &d->nodes[i];
    to->text = nvp_i_view(d->text + n->at, n->len);
    to->i = 0;
    to->u = 0;
    to->r = 0;
    switch (n->kind) {
    case NVP_I_STRING:
        to->type = NVP_TYPE_STRING;
        to->text = nvp_i_said(d, i);
        break;
    case NVP_I_REAL:
        to->type = NVP_TYPE_REAL;
        to->r = d->reals[n->more];
        break;
    case NVP_I_TRUE:
    case NVP_I_FALSE:
        to->type = NVP_TYPE_BOOL;
        to->i = n->kind == NVP_I_TRUE;
        break;
    default:
        to->type = n->kind == NVP_I_INT ? NVP_TYPE_INT : NVP_TYPE_UINT;
        nvp_i_integer_at(to->text.ptr, n->len, &to->i, &to->u);
        break;
    }
}

/* Reports keys that a profile has already. The first key that is equal when letter case is ignored is the
   other place. */
static void nvp_i_same_keys(nvp_i_doc *d, const nvp_setting *s, uint32_t count)
{
    nvp_i_sorting folded;
    nvp_i_item few[NVP_I_RUN];
    nvp_i_item *items = few;
    uint32_t i, first = 0;
    if (count < 2) return;
    if (count > NVP_I_RUN) {
        items = (nvp_i_item *)nvp_i_alloc(d->arena, count, 2 * sizeof *items);
        if (items == NULL) {
            d->code = d->arena->code;
            return;
        }
    }
    nvp_i_zero(&folded, sizeof folded);
    folded.fold = 1;
    for (i = 0; i < count; i++) items[i] = nvp_i_item_of(s[i].key, i, 1);
    nvp_i_sort(items, items + count, count, &folded);
    for (i = 1; i < count; i++) {
        const nvp_setting *a = &s[items[first].id], *b = &s[items[i].id];
        if (nvp_i_compare(&items[first], &items[i], &folded) != 0) first = i;
        else nvp_i_report(d, nvp_i_same(a->key, b->key) ? NVP_ISSUE_DUPLICATE_KEY : NVP_ISSUE_KEY_CASE, b->key_at,
                          a->key_at);
    }
}

/* Reads the settings in an array; 0 after an error in one of them. */
static int nvp_i_settings(nvp_i_doc *d, uint32_t array, nvp_profile *profile)
{
    const uint32_t before = d->errors;
    const uint32_t end = d->nodes[array].more;
    uint32_t i, count = 0;
    nvp_setting *list;
    const int objects = array + 1 < end && d->nodes[array + 1].kind == NVP_I_OBJECT;
    for (i = array + 1; i < end; i = nvp_i_after(d->nodes, i)) count++;
    list = (nvp_setting *)nvp_i_alloc(d->arena, objects ? count : count / 2, sizeof *list);
    if (list == NULL) {
        d->code = d->arena->code;
        return 0;
    }
    count = 0;
    for (i = array + 1; i < end;) {
        uint32_t key, value, m[4];
        if ((d->nodes[i].kind == NVP_I_OBJECT) != objects) {
            nvp_i_report(d, NVP_ISSUE_SETTINGS_MIXED, d->nodes[i].at, NVP_NONE);
            break;
        }
        if (objects) {
            if (nvp_i_members(d, i, NVP_I_K, 4, m) > 0) nvp_i_unknown(d, i, NVP_I_K, 4);
            if (m[0] != 0 && m[3] != 0) nvp_i_report(d, NVP_ISSUE_SETTING_BOTH, d->nodes[m[0] - 1].at, NVP_NONE);
            if (m[1] != 0 && m[2] != 0) nvp_i_report(d, NVP_ISSUE_SETTING_BOTH, d->nodes[m[1] - 1].at, NVP_NONE);
            key = m[3] != 0 ? m[3] : m[0];
            value = m[2] != 0 ? m[2] : m[1];
            if (key == 0) nvp_i_report(d, NVP_ISSUE_SETTING_NO_KEY, d->nodes[i].at, NVP_NONE);
            if (value == 0) nvp_i_report(d, NVP_ISSUE_SETTING_NO_VALUE, d->nodes[i].at, NVP_NONE);
            i = nvp_i_after(d->nodes, i);
        } else {
            key = i;
            value = nvp_i_after(d->nodes, i);
            if (value == end) {
                nvp_i_report(d, NVP_ISSUE_SETTINGS_ODD, d->nodes[i].at, NVP_NONE);
                break;
            }
            i = nvp_i_after(d->nodes, value);
        }

        if (key != 0 && d->nodes[key].kind != NVP_I_STRING)
            nvp_i_report(d, NVP_ISSUE_SETTINGS_KEY_TYPE, d->nodes[key].at, NVP_NONE);
        if (value != 0 && (d->nodes[value].kind < NVP_I_STRING || d->nodes[value].kind > NVP_I_FALSE))
            nvp_i_report(d, NVP_ISSUE_SETTINGS_VALUE_TYPE, d->nodes[value].at, NVP_NONE);
        else if (key != 0 && value != 0 && d->nodes[key].kind == NVP_I_STRING) {
            list[count].key = nvp_i_said(d, key);
            list[count].key_at = d->nodes[key].at;
            list[count].value_at = d->nodes[value].at;
            list[count].key_id = 0;
            nvp_i_value(d, value, &list[count].value);
            count++;
            continue;
        }
        if (key != 0 && value != 0 && d->nodes[key].kind == NVP_I_STRING) {
            /* A value of a wrong type: the key still counts when equal keys are reported. */
            list[count].key = nvp_i_said(d, key);
            list[count].key_at = d->nodes[key].at;
            count++;
        }
    }
    nvp_i_same_keys(d, list, count);
    profile->settings = list;
    profile->setting_count = count;
    return d->errors == before && d->code == NVP_OK;
}

static void nvp_i_profile(nvp_i_doc *d, uint32_t i, int is_inline, nvp_profile *to)
{
    uint32_t m[2], settings = i;
    nvp_i_zero(to, sizeof *to);
    to->name = nvp_i_view(d->text, 0);
    to->name_at = NVP_NONE;
    to->at = d->nodes[i].at;
    if (d->nodes[i].kind == NVP_I_OBJECT) {
        if (!nvp_i_two_members(d, i, NVP_I_CALLED, m) && nvp_i_members(d, i, NVP_I_CALLED, 2, m) > 0)
            nvp_i_unknown(d, i, NVP_I_CALLED, 2);
        settings = m[1];
        if (m[0] != 0 && d->nodes[m[0]].kind == NVP_I_STRING) {
            to->named = 1;
            to->name = nvp_i_said(d, m[0]);
            to->name_at = d->nodes[m[0]].at;
            if (to->name.len == 0) nvp_i_report(d, NVP_ISSUE_EMPTY_NAME, to->name_at, NVP_NONE);
        } else if (m[0] != 0 || !is_inline) {
            nvp_i_report(d, m[0] != 0 ? NVP_ISSUE_PROFILE_NAME_TYPE : NVP_ISSUE_PROFILE_NO_NAME,
                         d->nodes[m[0] != 0 ? m[0] : i].at, NVP_NONE);
            to->bad = 1;
        }
    }
    if (settings == 0 || d->nodes[settings].kind != NVP_I_ARRAY) {
        nvp_i_report(d, settings != 0 ? NVP_ISSUE_SETTINGS_TYPE : NVP_ISSUE_PROFILE_NO_SETTINGS,
                     d->nodes[settings != 0 ? settings : i].at, NVP_NONE);
        to->bad = 1;
    } else if (!nvp_i_settings(d, settings, to))
        to->bad = 1;
    if (to->bad) to->setting_count = 0;
}

/* An operator whose operands are being read. */
typedef struct nvp_i_level {
    uint32_t pattern;   /* index of the operator */
    uint32_t next, end; /* nodes of the operands still to read */
} nvp_i_level;

typedef struct nvp_i_reader {
    nvp_i_doc *doc;
    nvp_i_level *levels;
    uint32_t level_room;
    nvp_pattern *spare; /* room for patterns of one element, as most are */
    uint32_t spares;
} nvp_i_reader;

enum { NVP_I_SPARES = 16 };

static int nvp_i_findfile_empty(nvp_view list)
{
    size_t i;
    for (i = 0; i < list.len && list.ptr[i] == ':'; i++) {}
    return i == list.len;
}

static int nvp_i_has(nvp_view v, char c)
{
    return nvp_i_find(v.ptr, v.ptr + v.len, c) < v.ptr + v.len;
}

static void nvp_i_leaf(nvp_i_doc *d, nvp_pattern *p, uint32_t matches)
{
    p->matches = nvp_i_said(d, matches);
    p->has_matches = 1;
    if (p->feature == NVP_FEATURE_COMMNAME && p->matches.len > 15)
        nvp_i_report(d, NVP_ISSUE_COMMNAME_LONG, d->nodes[matches].at, NVP_NONE);
    if (p->feature != NVP_FEATURE_FINDFILE) return;
    if (nvp_i_findfile_empty(p->matches)) nvp_i_report(d, NVP_ISSUE_FINDFILE_EMPTY, d->nodes[matches].at, NVP_NONE);
    if (nvp_i_has(p->matches, '/')) nvp_i_report(d, NVP_ISSUE_FINDFILE_SLASH, d->nodes[matches].at, NVP_NONE);
}

/* Reads an operator, whose op and sub are nodes m[0] and m[1], as nvp_i_pattern_node does. */
static int nvp_i_operator_node(nvp_i_doc *d, const nvp_i_node *n, const uint32_t *m, nvp_pattern *p, uint32_t *next,
                               uint32_t *end)
{
    uint32_t k, count = 0;
    int good = 1;
    k = NVP_FEATURE_NOT + 1;
    if (d->nodes[m[0]].kind == NVP_I_STRING) k = nvp_i_feature_of(nvp_i_said(d, m[0]), NVP_FEATURE_AND, k);
    if (k > NVP_FEATURE_NOT) {
        nvp_i_report(d, NVP_ISSUE_PATTERN_OP, d->nodes[m[0]].at, NVP_NONE);
        good = 0;
    }
    if (m[1] == 0 || d->nodes[m[1]].kind > NVP_I_ARRAY) {
        nvp_i_report(d, NVP_ISSUE_PATTERN_SUB, m[1] != 0 ? d->nodes[m[1]].at : n->at, NVP_NONE);
        return 0;
    }
    if (d->nodes[m[1]].kind == NVP_I_ARRAY) {
        *next = m[1] + 1;
        *end = d->nodes[m[1]].more;
        if (*next < *end) count = nvp_i_after(d->nodes, *next) == *end ? 1 : 2;
    } else {
        *next = m[1];
        *end = d->nodes[m[1]].more;
        count = 1;
    }
    if (good) {
        p->feature = (nvp_feature)k;
        p->name = nvp_i_feature_view(p->feature);
        if (p->feature == NVP_FEATURE_NOT && count != 1) nvp_i_report(d, NVP_ISSUE_NOT_OPERANDS,
                                                                      d->nodes[m[1]].at, NVP_NONE);
        else if (count == 0) nvp_i_report(d, NVP_ISSUE_EMPTY_SUB, d->nodes[m[1]].at, NVP_NONE);
    }
    return good;
}

/* Reads one pattern node, not its operands: those are nodes [*next, *end). 0 after an error. */
static int nvp_i_pattern_node(nvp_i_doc *d, uint32_t i, int shorthand, nvp_pattern *p, uint32_t *next, uint32_t *end)
{
    const nvp_i_node *n = &d->nodes[i];
    uint32_t m[4], others, k;
    *next = *end = 0;
    nvp_i_zero(p, sizeof *p);
    p->at = n->at;
    p->size = 1;
    p->matches = nvp_i_view(d->text, 0);
    if (n->kind == NVP_I_STRING) {
        if (!shorthand) {
            nvp_i_report(d, NVP_ISSUE_PATTERN_STRING, n->at, NVP_NONE);
            if ((d->flags & NVP_FLAG_LENIENT) == 0) return 0;
        }
        p->feature = NVP_FEATURE_PROCNAME;
        p->name = nvp_i_feature_view(NVP_FEATURE_PROCNAME);
        nvp_i_leaf(d, p, i);
        return 1;
    }
    if (n->kind == NVP_I_ARRAY && shorthand) {
        p->feature = NVP_FEATURE_AND;
        p->name = nvp_i_feature_view(NVP_FEATURE_AND);
        *next = i + 1;
        *end = n->more;
        return 1;
    }
    if (n->kind != NVP_I_OBJECT) {
        nvp_i_report(d, NVP_ISSUE_PATTERN_TYPE, n->at, NVP_NONE);
        return 0;
    }
    m[0] = m[1] = others = 0;
    if (!nvp_i_two_members(d, i, NVP_I_FEATURE, m + 2)) others = nvp_i_members(d, i, NVP_I_OP, 4, m);
    if ((m[0] != 0) == (m[2] != 0)) {
        if (others > 0) nvp_i_unknown(d, i, NVP_I_OP, 4);
        nvp_i_report(d, m[0] != 0 ? NVP_ISSUE_PATTERN_BOTH : NVP_ISSUE_PATTERN_NEITHER, n->at, NVP_NONE);
        return 0;
    }
    if (m[0] != 0) {
        if (others > 0 || m[3] != 0) nvp_i_unknown(d, i, NVP_I_OP, 2);
        return nvp_i_operator_node(d, n, m, p, next, end);
    }
    if (others > 0 || m[1] != 0) nvp_i_unknown(d, i, NVP_I_FEATURE, 2);
    if (d->nodes[m[2]].kind != NVP_I_STRING) {
        nvp_i_report(d, NVP_ISSUE_PATTERN_FEATURE, d->nodes[m[2]].at, NVP_NONE);
        return 0;
    }
    p->name = nvp_i_said(d, m[2]);
    k = nvp_i_feature_of(p->name, NVP_FEATURE_TRUE, NVP_FEATURE_UNSUPPORTED);
    p->feature = (nvp_feature)k;
    if (k == NVP_FEATURE_UNSUPPORTED) nvp_i_report(d, NVP_ISSUE_UNKNOWN_FEATURE, d->nodes[m[2]].at, NVP_NONE);
    if (m[3] != 0 && d->nodes[m[3]].kind == NVP_I_STRING) nvp_i_leaf(d, p, m[3]);
    else if (p->feature == NVP_FEATURE_TRUE) nvp_i_report(d, NVP_ISSUE_TRUE_MATCHES, n->at, NVP_NONE);
    else {
        nvp_i_report(d, NVP_ISSUE_PATTERN_MATCHES, m[3] != 0 ? d->nodes[m[3]].at : n->at, NVP_NONE);
        return 0;
    }
    return 1;
}

/* Room for a pattern of so many elements, or NULL. */
static nvp_pattern *nvp_i_patterns(nvp_i_reader *r, uint32_t count)
{
    nvp_i_arena *a = r->doc->arena;
    nvp_pattern *list;
    if (count == 1 && r->spares > 0) {
        r->spares--;
        return r->spare++;
    }
    list = (nvp_pattern *)nvp_i_alloc(a, count == 1 ? 0u + NVP_I_SPARES : count, sizeof *list);
    if (list == NULL) r->doc->code = a->code;
    else if (count == 1) {
        r->spares = NVP_I_SPARES - 1;
        r->spare = list + 1;
    }
    return list;
}

/* Reads a whole pattern; NULL after an error in it. */
static const nvp_pattern *nvp_i_pattern(nvp_i_reader *r, uint32_t i)
{
    nvp_i_doc *d = r->doc;
    nvp_pattern *list;
    uint32_t count = 1, used = 0, depth = 0, k, next, end;
    int good = 1;
    /* Every pattern except the first is an element of an array, or an object; a feature contains none. */
    end = nvp_i_after(d->nodes, i);
    if (i + 1 < end && d->nodes[i + 1].id != NVP_I_FEATURE)
        for (k = i + 1; k < end; k++)
            if (d->nodes[k].kind == NVP_I_OBJECT || (d->nodes[k].kind < NVP_I_NAME &&
                                                     d->nodes[k - 1].kind < NVP_I_NAME))
                count++;
    list = nvp_i_patterns(r, count);
    if (list == NULL) return NULL;
    if (!nvp_i_pattern_node(d, i, 1, &list[used++], &next, &end)) good = 0;
    for (;;) {
        if (next < end) { /* go down to the first operand */
            if (depth == r->level_room) {
                nvp_i_level *more = (nvp_i_level *)nvp_i_grow(d->arena, r->levels, depth, &r->level_room, sizeof *more);
                if (more == NULL) {
                    d->code = d->arena->code;
                    return NULL;
                }
                r->levels = more;
            }
            r->levels[depth].pattern = used - 1;
            r->levels[depth].next = next;
            r->levels[depth++].end = end;
        }
        while (depth > 0 && r->levels[depth - 1].next == r->levels[depth - 1].end) {
            const uint32_t op = r->levels[--depth].pattern;
            list[op].size = used - op;
        }
        if (depth == 0) break;
        k = r->levels[depth - 1].next;
        r->levels[depth - 1].next = nvp_i_after(d->nodes, k);
        NVP_ASSERT(used < count);
        if (!nvp_i_pattern_node(d, k, 0, &list[used], &next, &end)) good = 0;
        list[used].up = used - r->levels[depth - 1].pattern;
        list[r->levels[depth - 1].pattern].count++;
        used++;
    }
    return good ? list : NULL;
}

static void nvp_i_rule(nvp_i_reader *r, uint32_t i, nvp_rule *rule)
{
    nvp_i_doc *d = r->doc;
    uint32_t m[2];
    rule->at = d->nodes[i].at;
    rule->pattern = NULL;
    rule->profile = NULL;
    rule->has_ref = 0;
    rule->ref = nvp_i_view(d->text, 0);
    rule->ref_at = NVP_NONE;
    if (d->nodes[i].kind != NVP_I_OBJECT) {
        nvp_i_report(d, NVP_ISSUE_RULE_NOT_OBJECT, rule->at, NVP_NONE);
        return;
    }
    if (!nvp_i_two_members(d, i, NVP_I_PATTERN, m) && nvp_i_members(d, i, NVP_I_PATTERN, 2, m) > 0)
        nvp_i_unknown(d, i, NVP_I_PATTERN, 2);
    if (m[0] == 0) nvp_i_report(d, NVP_ISSUE_RULE_NO_PATTERN, rule->at, NVP_NONE);
    else rule->pattern = nvp_i_pattern(r, m[0]);
    if (m[1] == 0) nvp_i_report(d, NVP_ISSUE_RULE_NO_PROFILE, rule->at, NVP_NONE);
    else if (d->nodes[m[1]].kind == NVP_I_STRING) {
        rule->has_ref = 1;
        rule->ref = nvp_i_said(d, m[1]);
        rule->ref_at = d->nodes[m[1]].at;
    } else if (d->nodes[m[1]].kind <= NVP_I_ARRAY) {
        nvp_profile *profile = (nvp_profile *)nvp_i_alloc(d->arena, 1, sizeof *profile);
        if (profile == NULL) d->code = d->arena->code;
        else nvp_i_profile(d, m[1], 1, profile);
        rule->profile = profile;
        d->inlines = 1;
    } else
        nvp_i_report(d, NVP_ISSUE_PROFILE_TYPE, d->nodes[m[1]].at, NVP_NONE);
}

/* Where a reading puts the rules and profiles of a file. */
typedef struct nvp_i_taking {
    nvp_file *file;
    nvp_i_reader reader;
    nvp_rule *rules;
    nvp_profile *profiles;
    uint32_t rule_room, profile_room;
    unsigned list; /* that is being read: NVP_I_RULES or NVP_I_PROFILES */
} nvp_i_taking;

/* A list begins: its array is the last node. 0 if it is neither rules nor profiles, or without memory. */
static int nvp_i_take_list(nvp_i_doc *d, nvp_i_taking *to, uint32_t array)
{
    /* Rules and profiles mostly average more than 96 bytes; there can be more of them. */
    const uint32_t room = (d->size - d->nodes[array].at) / 96 + 4;
    to->list = d->nodes[array - 1].id;
    if (to->list == NVP_I_RULES && to->rules == NULL) {
        to->rule_room = room;
        to->file->rules = to->rules = (nvp_rule *)nvp_i_alloc(d->arena, room, sizeof *to->rules);
        if (to->rules == NULL) d->code = d->arena->code;
    } else if (to->list == NVP_I_PROFILES && to->profiles == NULL) {
        to->profile_room = room;
        to->file->profiles = to->profiles = (nvp_profile *)nvp_i_alloc(d->arena, room, sizeof *to->profiles);
        if (to->profiles == NULL) d->code = d->arena->code;
    } else
        return 0;
    return d->code == NVP_OK;
}

/* Room for one more rule, or NULL. */
static nvp_rule *nvp_i_next_rule(nvp_i_doc *d, nvp_i_taking *to)
{
    nvp_file *f = to->file;
    if (f->rule_count == to->rule_room) {
        nvp_rule *more = (nvp_rule *)nvp_i_grow(d->arena, to->rules, f->rule_count, &to->rule_room, sizeof *more);
        if (more == NULL) {
            d->code = d->arena->code;
            return NULL;
        }
        f->rules = to->rules = more;
    }
    return &to->rules[f->rule_count++];
}

/* Likewise of a profile. */
static nvp_profile *nvp_i_next_profile(nvp_i_doc *d, nvp_i_taking *to)
{
    nvp_file *f = to->file;
    if (f->profile_count == to->profile_room) {
        nvp_profile *more =
            (nvp_profile *)nvp_i_grow(d->arena, to->profiles, f->profile_count, &to->profile_room, sizeof *more);
        if (more == NULL) {
            d->code = d->arena->code;
            return NULL;
        }
        f->profiles = to->profiles = more;
    }
    return &to->profiles[f->profile_count++];
}

/* Takes an element of the list: node i and all after it, whose room is then reused. 0 if the list of problems is
   full, so that a reading of the whole text must decide which are kept, or without memory. */
static int nvp_i_take_element(nvp_i_doc *d, nvp_i_taking *to, uint32_t i)
{
    if (to->list == NVP_I_RULES) {
        nvp_rule *rule = nvp_i_next_rule(d, to);
        if (rule != NULL) nvp_i_rule(&to->reader, i, rule);
    } else {
        nvp_profile *profile = nvp_i_next_profile(d, to);
        if (profile != NULL) nvp_i_profile(d, i, 0, profile);
    }
    d->count = i;
    d->real_count = d->decoded_count = 0;
    return d->code == NVP_OK && d->listed < d->max_problems;
}

enum { NVP_I_AT_START, NVP_I_AT_COLON, NVP_I_AT_VALUE, NVP_I_AT_NEXT, NVP_I_AT_MORE };

/* Where a reading is. */
typedef struct nvp_i_reading {
    nvp_reader_state x;  /* for tokens that are not plain */
    uint32_t top;       /* the innermost open container, or NVP_NONE */
    uint32_t depth;
    uint32_t comma;     /* the last one */
    uint32_t open[2];   /* open containers of each kind */
    unsigned names;     /* of the open object: a bit by id, and NVP_I_LOOK */
    int state;
    int rooted;
    int has_name;       /* in an object, after a name */
    nvp_i_token name;
    uint32_t name_decoded;
} nvp_i_reading;

enum { NVP_I_LOOK = 1 << 30 }; /* a name may occur twice in the object */

/* A line begins at byte `start`. */
static void nvp_i_new_line(nvp_i_doc *d, uint32_t start)
{
    NVP_ASSERT(start > d->lines[d->line_count - 1].start);
    d->line++;
    if (start - d->lines[d->line_count - 1].start < NVP_I_PIECE) return;
    d->lines[d->line_count].line = d->line;
    d->lines[d->line_count++].start = start;
}

/* Counts the lines that begin after a line feed in bytes [from, to). */
static void nvp_i_count_lines(nvp_i_doc *d, uint32_t from, uint32_t to)
{
    const char *p = d->text + from, *end = d->text + to;
    for (; (p = nvp_i_find(p, end, '\n')) < end; p++) nvp_i_new_line(d, (uint32_t)(p - d->text) + 1);
}

/* The innermost container ends before byte `end`. */
static void nvp_i_close(nvp_i_doc *d, nvp_i_reading *r, uint32_t end)
{
    const uint32_t top = r->top;
    nvp_i_node *n = &d->nodes[top];
    const uint32_t around = n->more;
    r->open[n->kind]--;
    r->depth--;
    n->more = d->count;
    n->len = end - n->at;
    if ((r->names & NVP_I_LOOK) != 0) nvp_i_duplicates(d, top);
    r->top = around;
    if (around != NVP_NONE) r->names = d->nodes[around].len;
    r->state = NVP_I_AT_NEXT;
}

/* The container in node `at` begins. */
static void nvp_i_descend(nvp_i_doc *d, nvp_i_reading *r, uint32_t at)
{
    nvp_i_node *n = &d->nodes[at];
    if (r->top != NVP_NONE) d->nodes[r->top].len = r->names; /* until it is closed */
    n->more = r->top;
    r->top = at;
    r->names = 0;
    r->open[n->kind]++;
    r->depth++;
    r->state = NVP_I_AT_START;
}

/* That an object has a member of that name, or a second one. */
static void nvp_i_note_name(nvp_i_reading *r, int id)
{
    if ((r->names >> id & 1) != 0) r->names |= NVP_I_LOOK;
    r->names |= 1u << id;
}

/* The name in r, before its value. */
static int nvp_i_push_name(nvp_i_doc *d, nvp_i_reading *r)
{
    nvp_i_node *n = nvp_i_push(d, r->has_name ? NVP_I_NAME : NVP_I_NO_NAME, r->name.at, r->name.len);
    nvp_view said;
    if (n == NULL) return 0;
    if (!r->has_name) return 1;
    n->flags = (unsigned char)(r->name.flags & NVP_I_ESCAPED);
    n->more = r->name_decoded;
    said = nvp_i_said(d, d->count - 1);
    n->id = (unsigned char)nvp_i_id(said.ptr, said.len);
    nvp_i_note_name(r, n->id);
    return 1;
}

/* Takes a comma, a colon or a closing bracket inside that kind of container, -1 in none; 0 at the end of reading. */
static int nvp_i_odd_mark(nvp_i_doc *d, nvp_i_reading *r, uint32_t at, int inside)
{
    const char mark = d->text[at];
    const int closes = mark == '}' ? NVP_I_OBJECT : NVP_I_ARRAY;
    if (mark == ':') {
        if (r->state == NVP_I_AT_COLON) r->state = NVP_I_AT_VALUE;
        else nvp_i_report(d, NVP_ISSUE_UNEXPECTED_TOKEN, at, NVP_NONE);
        return 1;
    }
    if (inside < 0) {
        nvp_i_report(d, NVP_ISSUE_UNEXPECTED_TOKEN, at, NVP_NONE);
        return 1;
    }
    if (mark == ',') {
        if (r->state != NVP_I_AT_NEXT)
            nvp_i_report(d, r->state == NVP_I_AT_COLON   ? NVP_ISSUE_MISSING_COLON
                            : r->state == NVP_I_AT_VALUE ? NVP_ISSUE_MISSING_VALUE
                                                         : NVP_ISSUE_UNEXPECTED_TOKEN,
                         at, NVP_NONE);
        r->state = NVP_I_AT_MORE;
        r->comma = at;
        return 1;
    }
    if (inside == closes) {
        if (r->state == NVP_I_AT_MORE) nvp_i_report(d, NVP_ISSUE_TRAILING_COMMA, r->comma, NVP_NONE);
        if (r->state == NVP_I_AT_COLON) nvp_i_report(d, NVP_ISSUE_MISSING_COLON, at, NVP_NONE);
        if (r->state == NVP_I_AT_VALUE) nvp_i_report(d, NVP_ISSUE_MISSING_VALUE, at, NVP_NONE);
    } else {
        nvp_i_report(d, NVP_ISSUE_WRONG_BRACKET, at, NVP_NONE);
        if (r->open[closes] == 0) return 1;
        while (d->nodes[r->top].kind != closes && d->code == NVP_OK) nvp_i_close(d, r, at);
    }
    nvp_i_close(d, r, at + 1);
    return r->top != NVP_NONE;
}

/* Reads one token that is not plain, or that is out of place; 0 at the end of reading. After an error it goes on in
   such a way that another reader reports the same errors at the same places. [ours] */
static int nvp_i_odd(nvp_i_doc *d, nvp_i_reading *r)
{
    const uint32_t from = r->x.at;
    uint32_t decoded = 0;
    int inside = -1, kind, good = 1;
    nvp_i_number number;
    nvp_i_token t;
    nvp_i_node *n;
    char mark;
    nvp_i_lex(&r->x, &t, &number);
    nvp_i_count_lines(d, from, r->x.at);
    if (r->top != NVP_NONE) inside = d->nodes[r->top].kind;
    switch (t.kind) {
    case NVP_TOKEN_KIND_END:
        nvp_i_report(d, inside >= 0 ? NVP_ISSUE_UNEXPECTED_END : NVP_ISSUE_NO_ROOT, d->size, NVP_NONE);
        return 0;
    case NVP_TOKEN_KIND_MARK:
        mark = d->text[t.at];
        if (mark != '{' && mark != '[') return nvp_i_odd_mark(d, r, t.at, inside);
        kind = mark == '{' ? NVP_I_OBJECT : NVP_I_ARRAY;
        break;
    case NVP_TOKEN_KIND_STRING:
        kind = NVP_I_STRING;
        if (t.flags != 0) good = nvp_i_string_token(d, &t, &decoded);
        break;
    case NVP_TOKEN_KIND_INT: kind = NVP_I_INT; break;
    case NVP_TOKEN_KIND_UINT: kind = NVP_I_UINT; break;
    case NVP_TOKEN_KIND_REAL: kind = NVP_I_REAL; break;
    case NVP_TOKEN_KIND_TRUE: kind = NVP_I_TRUE; break;
    case NVP_TOKEN_KIND_FALSE: kind = NVP_I_FALSE; break;
    case NVP_TOKEN_KIND_NULL: kind = NVP_I_NULL; break;
    default: /* NVP_TOKEN_KIND_WRONG: comments were not asked for */
        nvp_i_report(d, t.issue, t.issue_at, NVP_NONE);
        if (t.type != 0) return 1;
        kind = NVP_I_BAD;
        break;
    }
    if ((t.flags & NVP_I_SIGNED) != 0) nvp_i_report(d, NVP_ISSUE_SIGNED_BASE, t.at, NVP_NONE);
    if ((t.flags & NVP_I_RANGE) != 0) nvp_i_report(d, NVP_ISSUE_INTEGER_RANGE, t.at, NVP_NONE);
    if (r->state == NVP_I_AT_COLON) {
        nvp_i_report(d, NVP_ISSUE_MISSING_COLON, t.at, NVP_NONE);
        r->state = NVP_I_AT_VALUE;
    } else if (r->state == NVP_I_AT_NEXT && (inside == NVP_I_ARRAY || kind == NVP_I_STRING)) {
        nvp_i_report(d, NVP_ISSUE_MISSING_COMMA, t.at, NVP_NONE);
        r->state = NVP_I_AT_MORE;
    }
    if (inside == NVP_I_OBJECT && r->state != NVP_I_AT_VALUE) { /* where a name belongs */
        if (kind != NVP_I_STRING && kind != NVP_I_BAD) nvp_i_report(d, NVP_ISSUE_UNEXPECTED_TOKEN, t.at, NVP_NONE);
        else if (kind == NVP_I_STRING && d->text[t.at] == '\'')
            nvp_i_report(d, NVP_ISSUE_SINGLE_QUOTED_NAME, t.at, NVP_NONE);
        if (kind > NVP_I_ARRAY) {
            if (r->state == NVP_I_AT_NEXT) return 1;
            r->has_name = kind == NVP_I_STRING && good;
            r->name = t;
            r->name_decoded = decoded;
            r->state = NVP_I_AT_COLON;
            return 1;
        }
        r->has_name = 0;
    } else if (kind == NVP_I_STRING && d->text[t.at] == '\'')
        nvp_i_report(d, NVP_ISSUE_SINGLE_QUOTED_VALUE, t.at, NVP_NONE);
    if (inside == NVP_I_OBJECT && !nvp_i_push_name(d, r)) return 0;
    n = nvp_i_push(d, kind == NVP_I_STRING && !good ? NVP_I_BAD : kind, t.at, t.len);
    if (n == NULL) return 0;
    r->rooted = 1;
    r->state = NVP_I_AT_NEXT;
    if (kind == NVP_I_REAL) n->more = nvp_i_real(d, number.r);
    if (kind == NVP_I_STRING && good) {
        n->flags = (unsigned char)(t.flags & NVP_I_ESCAPED);
        n->more = decoded;
    }
    if (kind > NVP_I_ARRAY) return r->top != NVP_NONE;
    if (r->depth == d->max_depth) {
        nvp_i_report(d, NVP_ISSUE_DEPTH, t.at, NVP_NONE);
        n->more = d->count;
        return 0;
    }
    nvp_i_descend(d, r, d->count - 1);
    return 1;
}
/* First byte that is neither whitespace nor in a comment; *last is a bracket, so there is one. Also stops at what needs
   attention: a control character, a comment with a NUL in it, or one without an end before last. */
static const char *nvp_i_skip(nvp_i_doc *d, const char *p, const char *last)
{
    for (;;) {
        if (*p == '\n') {
            p++;
            nvp_i_new_line(d, (uint32_t)(p - d->text));
            while (last - p >= 8) { /* indentation */
                const uint64_t other = nvp_i_load(p) ^ NVP_I_EIGHT(' ');
                if (other != 0) {
                    p += nvp_i_low_byte(other);
                    break;
                }
                p += 8;
            }
        } else if (NVP_I_CLASS(*p) == 1)
            p++;
        else if (*p == '#') {
            const char *lf = nvp_i_find(p, last, '\n');
            if (lf == last || nvp_i_find(p, lf, 0) < lf) return p;
            p = lf;
        } else
            return p;
    }
}

/* Moves p to the next token; mostly one space is before it, or none. */
#define NVP_I_SKIP(p)                                                                                                  \
    do {                                                                                                               \
        if (*(p) == ' ') (p)++;                                                                                        \
        if ((unsigned char)*(p) <= ' ' || *(p) == '#') (p) = nvp_i_skip(d, (p), last);                                 \
    } while (0)

/* The id of the name after the quote at p, with *p moved past its other quote; 0 for an unknown one, -1 if it is not
   plain. */
static int nvp_i_plain_name(const char **p, const char *last)
{
    const char *start = *p + 1, *q;
    if (last - start >= 8) { /* those of rules */
        const uint64_t v = nvp_i_load(start);
        *p = start + 8;
        if (v == nvp_i_load("pattern\"")) return NVP_I_PATTERN;
        if (v == nvp_i_load("profile\"")) return NVP_I_PROFILE;
        if (v == nvp_i_load("feature\"")) return NVP_I_FEATURE;
        if (v == nvp_i_load("matches\"")) return NVP_I_MATCHES;
    }
    q = nvp_i_plain(start, last, '"');
    if (*q != '"') {
        *p = start - 1;
        return -1;
    }
    *p = q + 1;
    return nvp_i_id(start, (size_t)(q - start));
}

/* Whether [p, end), which begins like a number, is an integer that certainly fits. */
static int nvp_i_plain_integer(const char *p, const char *end)
{
    const char *start = p;
    if (*p != '0') {
        while (p < end && nvp_i_digit(*p)) p++;
        return p == end && p - start <= 18;
    }
    if (end - p == 1) return 1;
    if (p[1] != 'x') return 0;
    for (p += 2; p < end && nvp_i_hex(*p) < 16; p++) {}
    return p == end && p - start > 2 && p - start <= 17;
}

/* The kind of the value at *at, or -1 for one that is not plain; moves *at past it, or past the bracket that opens an
   object or array. */
static int nvp_i_plain_value(const char **at, const char *last)
{
    const char *const start = *at, *p = start;
    int kind = -1;
    if (*p == '"') {
        p = nvp_i_plain(p + 1, last, '"');
        if (*p++ == '"') kind = NVP_I_STRING;
    } else if (*p == '{' || *p == '[') kind = *p++ == '{' ? NVP_I_OBJECT : NVP_I_ARRAY;
    else {
        while (NVP_I_CLASS(*p) >= 7) p++;
        if (NVP_I_CLASS(*start) == 7 && nvp_i_plain_integer(start, p)) kind = NVP_I_INT;
        else if (p - start == 4 && nvp_i_equal(start, "true", 4)) kind = NVP_I_TRUE;
        else if (p - start == 5 && nvp_i_equal(start, "false", 5)) kind = NVP_I_FALSE;
    }
    *at = p;
    return kind;
}

enum { NVP_I_IS_ODD, NVP_I_IS_DONE, NVP_I_IS_OTHER };

/* Reads on while everything is as usual: no mistakes, no escapes, no reals. ODD: something else comes next; DONE: the
   root is closed; OTHER: not a file whose rules and profiles can be taken one by one, or no memory. */
static int nvp_i_plain_part(nvp_i_doc *d, nvp_i_taking *to, nvp_i_reading *r, const char *last)
{
    const char *const text = d->text;
    const char *p = text + r->x.at, *start;
    nvp_i_node *n;
    uint32_t element;
    int object = d->nodes[r->top].kind == NVP_I_OBJECT, id = 0, kind;
    if (r->state == NVP_I_AT_NEXT) goto after;
value:
    NVP_I_SKIP(p);
    if (*p == (object ? '}' : ']')) {
        if (r->state != NVP_I_AT_START) goto odd;
        goto close;
    }
    if (d->room - d->count < 2 && !nvp_i_more_nodes(d)) return NVP_I_IS_OTHER;
    n = &d->nodes[d->count];
    if (object) {
        start = p;
        if (*p != '"' || (id = nvp_i_plain_name(&p, last)) < 0) goto odd;
        nvp_i_set(n, NVP_I_NAME, (uint32_t)(start - text), (uint32_t)(p - start));
        n->id = (unsigned char)id;
        NVP_I_SKIP(p);
        if (*p != ':') {
            r->state = NVP_I_AT_COLON;
            goto keep_name;
        }
        p++;
        NVP_I_SKIP(p);
        n++;
    }
    start = p;
    kind = nvp_i_plain_value(&p, last);
    if (kind < 0 || (kind <= NVP_I_ARRAY && r->depth == d->max_depth)) goto odd_value;
    if (kind <= NVP_I_ARRAY && to != NULL && r->depth < 3 && (kind == NVP_I_OBJECT) != (r->depth != 1))
        return NVP_I_IS_OTHER;
    nvp_i_set(n, kind, (uint32_t)(start - text), (uint32_t)(p - start));
    if (object) nvp_i_note_name(r, id);
    d->count += 1 + (uint32_t)object;
    if (kind <= NVP_I_ARRAY) {
        nvp_i_descend(d, r, d->count - 1);
        object = kind == NVP_I_OBJECT;
        if (to != NULL && r->depth == 2 && !nvp_i_take_list(d, to, r->top)) return NVP_I_IS_OTHER;
        goto value;
    }
    if (to != NULL && r->depth < 3) return NVP_I_IS_OTHER;
    r->state = NVP_I_AT_NEXT;
after:
    NVP_I_SKIP(p);
    if (*p == ',') {
        r->comma = (uint32_t)(p - text);
        r->state = NVP_I_AT_MORE;
        p++;
        goto value;
    }
    if (*p != (object ? '}' : ']')) goto odd;
close:
    element = r->top;
    p++;
    nvp_i_close(d, r, (uint32_t)(p - text));
    if (d->code != NVP_OK) return NVP_I_IS_OTHER;
    if (r->top == NVP_NONE) {
        r->x.at = (uint32_t)(p - text);
        return NVP_I_IS_DONE;
    }
    if (to != NULL && r->depth == 2 && !nvp_i_take_element(d, to, element)) return NVP_I_IS_OTHER;
    object = d->nodes[r->top].kind == NVP_I_OBJECT;
    if (p <= last) goto after;
    goto odd;
odd_value:
    p = start;
    if (object) {
        r->state = NVP_I_AT_VALUE;
        n--;
    keep_name:
        r->has_name = 1;
        r->name.at = n->at;
        r->name.len = n->len;
        r->name.flags = 0;
    }
odd:
    r->x.at = (uint32_t)(p - text);
    return NVP_I_IS_ODD;
}

/* Reads a text. Without `to` it makes the tree of the whole text, whatever that is. With `to` the text must be a file
   of profiles without syntax errors: its rules and profiles are read while their nodes exist, and no tree remains; 0 if
   it is something else. */
static int nvp_i_read(nvp_i_doc *d, nvp_i_taking *to)
{
    const char *last = d->text + d->size;
    nvp_i_reading *r = (nvp_i_reading *)nvp_i_alloc(d->arena, 1, sizeof *r);
    nvp_i_token t;
    uint32_t depth, element;
    int got = NVP_I_IS_ODD;
    if (r == NULL) {
        d->code = d->arena->code;
        return 0;
    }
    nvp_i_zero(r, sizeof *r);
    nvp_i_tokens(&r->x, d->text, 0, d->size);
    r->top = NVP_NONE;
    r->state = NVP_I_AT_VALUE;
    if (d->size >= 3 && nvp_i_equal(d->text, "\xef\xbb\xbf", 3)) {
        nvp_i_report(d, NVP_ISSUE_BOM, 0, NVP_NONE);
        r->x.at = 3;
    }
    /* The last bracket. No reading of whitespace, marks, words and numbers can run past it. */
    while (last > d->text && last[-1] != '}' && last[-1] != ']') last--;
    if (last > d->text) last--;
    while (d->code == NVP_OK) { /* where there is no bracket, nothing is open */
        if (r->top != NVP_NONE && d->text + r->x.at <= last && r->x.at >= r->x.until && r->state != NVP_I_AT_COLON &&
            r->state != NVP_I_AT_VALUE) {
            got = nvp_i_plain_part(d, to, r, last);
            if (got == NVP_I_IS_OTHER && to != NULL) return 0;
            if (got != NVP_I_IS_ODD) break;
        }
        if (to != NULL && r->rooted && r->depth < 3) return 0;
        depth = r->depth;
        element = r->top;
        if (!nvp_i_odd(d, r)) break;
        if (to != NULL && r->depth == 2 && depth == 3 && !nvp_i_take_element(d, to, element)) return 0;
        /* Whatever comes before the root is a syntax error. */
        if (to != NULL && ((d->classes & 1u << NVP_I_SYNTAX) != 0 || d->nodes[0].kind != NVP_I_OBJECT)) return 0;
    }
    if (d->code != NVP_OK || (to != NULL && got != NVP_I_IS_DONE)) return 0; /* x.at is an old one */
    nvp_i_count_lines(d, r->x.at, d->size);
    depth = r->depth;
    while (r->top != NVP_NONE && d->code == NVP_OK) nvp_i_close(d, r, d->size);
    if (!r->rooted || d->code != NVP_OK || depth > 0) return 1;
    while (nvp_i_next(&r->x, &t) && t.kind == NVP_TOKEN_KIND_WRONG && t.issue == NVP_ISSUE_NUL_BYTE)
        nvp_i_report(d, NVP_ISSUE_NUL_BYTE, t.at, NVP_NONE);
    if (t.kind != NVP_TOKEN_KIND_END) nvp_i_report(d, NVP_ISSUE_TEXT_AFTER_ROOT, t.at, NVP_NONE);
    return to == NULL || (d->classes & 1u << NVP_I_SYNTAX) == 0;
}

static void nvp_i_room(nvp_i_doc *d, uint32_t room)
{
    d->nodes = (nvp_i_node *)nvp_i_alloc(d->arena, room, sizeof *d->nodes);
    d->room = room;
    if (d->nodes == NULL) d->code = d->arena->code;
}

/* In real files a node takes some 12 bytes of text. */
static uint32_t nvp_i_usual_room(const nvp_i_doc *d) { return d->size / 12 + 16; }

/* Reads the text into a tree, unless something failed before. */
static void nvp_i_tree(nvp_i_doc *d)
{
    if (d->code == NVP_OK) nvp_i_room(d, nvp_i_usual_room(d));
    if (d->code == NVP_OK) (void)nvp_i_read(d, NULL);
}

/* Profiles of a file that rules can name, in order of precedence: those of the list, then inline ones. Starts
   with *at 0. */
static const nvp_profile *nvp_i_named(const nvp_file *f, uint32_t *at)
{
    const uint32_t end = f->profile_count + (nvp_i_file_of(f)->inlines ? f->rule_count : 0);
    while (*at < end) {
        const uint32_t i = (*at)++;
        const nvp_profile *p = i < f->profile_count ? &f->profiles[i] : f->rules[i - f->profile_count].profile;
        if (p != NULL && p->named) return p;
    }
    return NULL;
}

/* Which names may occur twice: each has a bit by its hash, so equal names meet. Names that meet no other need not be
   sorted. */
typedef struct nvp_i_meetings {
    uint32_t *once, *twice; /* bits that were set, and that were set again */
    unsigned shift;         /* 64 less the width of a bit's number */
} nvp_i_meetings;

/* Reports names that a profile of the file has already. */
NVP_I_APART void nvp_i_same_profiles(nvp_i_doc *d, const nvp_file *f)
{
    nvp_i_sorting plain;
    nvp_i_item *items;
    nvp_i_meetings m;
    const nvp_profile *p;
    uint32_t count, met = 0, i, first = 0, at;
    size_t words;
    if (f->profile_count < 2 && !nvp_i_file_of(f)->inlines) return;
    count = f->profile_count + (nvp_i_file_of(f)->inlines ? f->rule_count : 0);
    for (m.shift = 64 - 6; (uint64_t)1 << (64 - m.shift) < (uint64_t)count * 8; m.shift--) {
    }
    words = (size_t)1 << (64 - 5 - m.shift);
    m.once = (uint32_t *)nvp_i_alloc(d->arena, words, 2 * sizeof *m.once);
    if (m.once == NULL) {
        d->code = d->arena->code;
        return;
    }
    m.twice = m.once + words;
    nvp_i_zero(m.once, words * 2 * sizeof *m.once);
    for (at = 0; (p = nvp_i_named(f, &at)) != NULL;) {
        const uint64_t bit = nvp_i_hash(p->name, 0) >> m.shift;
        uint32_t *word = &m.once[bit >> 5], mask = 1u << (bit & 31);
        if ((*word & mask) != 0) {
            m.twice[bit >> 5] |= mask;
            met++;
        }
        *word |= mask;
    }
    if (met == 0) return;
    /* each with one that came before */
    items = (nvp_i_item *)nvp_i_alloc(d->arena, 2 * (size_t)met, 2 * sizeof *items);
    if (items == NULL) {
        d->code = d->arena->code;
        return;
    }
    count = 0;
    for (at = 0; (p = nvp_i_named(f, &at)) != NULL;) {
        const uint64_t bit = nvp_i_hash(p->name, 0) >> m.shift;
        if ((m.twice[bit >> 5] >> (bit & 31) & 1) != 0) items[count++] = nvp_i_item_of(p->name, p->name_at, 0);
    }
    nvp_i_zero(&plain, sizeof plain);
    nvp_i_sort(items, items + count, count, &plain);
    for (i = 1; i < count; i++) {
        if (nvp_i_compare(&items[first], &items[i], &plain) != 0) first = i;
        else nvp_i_report(d, NVP_ISSUE_DUPLICATE_PROFILE, items[i].id, items[first].id);
    }
}

NVP_I_APART void nvp_i_meaning(nvp_i_doc *d, nvp_file *f)
{
    nvp_i_reader reader;
    nvp_profile *profiles;
    nvp_rule *rules;
    uint32_t m[2], i, k, count;
    if (d->nodes[0].kind != NVP_I_OBJECT) {
        nvp_i_report(d, NVP_ISSUE_ROOT_NOT_OBJECT, d->nodes[0].at, NVP_NONE);
        return;
    }
    if (nvp_i_members(d, 0, NVP_I_RULES, 2, m) > 0) nvp_i_unknown(d, 0, NVP_I_RULES, 2);
    for (k = 0; k < 2; k++)
        if (m[k] != 0 && d->nodes[m[k]].kind != NVP_I_ARRAY) {
            nvp_i_report(d, k == 0 ? NVP_ISSUE_RULES_NOT_ARRAY : NVP_ISSUE_PROFILES_NOT_ARRAY, d->nodes[m[k]].at,
                         NVP_NONE);
            m[k] = 0;
        }
    if (m[1] != 0) {
        count = 0;
        for (i = m[1] + 1; i < d->nodes[m[1]].more; i = nvp_i_after(d->nodes, i)) count++;
        f->profiles = profiles = (nvp_profile *)nvp_i_alloc(d->arena, count, sizeof *profiles);
        if (profiles == NULL) {
            d->code = d->arena->code;
            return;
        }
        for (i = m[1] + 1; i < d->nodes[m[1]].more && d->code == NVP_OK; i = nvp_i_after(d->nodes, i)) {
            if (d->nodes[i].kind == NVP_I_OBJECT) nvp_i_profile(d, i, 0, &profiles[f->profile_count++]);
            else nvp_i_report(d, NVP_ISSUE_PROFILE_NOT_OBJECT, d->nodes[i].at, NVP_NONE);
        }
    }
    if (m[0] != 0) {
        nvp_i_zero(&reader, sizeof reader);
        reader.doc = d;
        count = 0;
        for (i = m[0] + 1; i < d->nodes[m[0]].more; i = nvp_i_after(d->nodes, i)) count++;
        f->rules = rules = (nvp_rule *)nvp_i_alloc(d->arena, count, sizeof *rules);
        if (rules == NULL) {
            d->code = d->arena->code;
            return;
        }
        for (i = m[0] + 1; i < d->nodes[m[0]].more && d->code == NVP_OK; i = nvp_i_after(d->nodes, i))
            nvp_i_rule(&reader, i, &rules[f->rule_count++]);
    }
}

/* What a reading found out about a file. */
static void nvp_i_doc_file(const nvp_i_doc *d, nvp_i_file *to)
{
    to->open.problems = d->list;
    to->open.problem_count = d->listed;
    to->open.errors = d->errors;
    to->open.warnings = d->warnings;
    to->open.notes = d->notes;
    to->classes = d->classes;
    to->flags = d->flags;
    to->lines = d->lines;
    to->line_count = d->line_count;
}

/* Reads one text as a profile file. */
static nvp_code nvp_i_parse(nvp_i_arena *a, const nvp_config_options *o, nvp_i_file *file)
{
    const unsigned fatal = 1u << NVP_I_SYNTAX | 1u << NVP_I_REPAIRED | 1u << NVP_I_FILE;
    nvp_file *f = &file->open;
    const int large = f->text.len > (o->max_file != 0 ? o->max_file : (uint32_t)4 << 20);
    nvp_i_doc *d = (nvp_i_doc *)nvp_i_alloc(a, 1, sizeof *d);
    nvp_i_taking *to = (nvp_i_taking *)nvp_i_alloc(a, 1, sizeof *to);
    const nvp_i_mark mark = nvp_i_mark_of(a);
    if (d == NULL || to == NULL) return a->code;
    nvp_i_zero(to, sizeof *to);
    to->file = f;
    to->reader.doc = d;
    nvp_i_doc_open(d, a, f->text.ptr, large ? 0 : (uint32_t)f->text.len, o);
    if (d->code != NVP_OK) return d->code;
    if (large) nvp_i_report(d, NVP_ISSUE_TOO_LARGE, 0, NVP_NONE);
    else {
        const uint32_t room = nvp_i_usual_room(d);
        nvp_i_room(d, room < 64 ? room : 64u); /* a rule or profile at a time */
        if (d->code == NVP_OK && !nvp_i_read(d, to) && d->code == NVP_OK) { /* start again, with the whole text */
            f->rules = NULL;
            f->profiles = NULL;
            f->rule_count = f->profile_count = 0;
            nvp_i_back(a, &mark);
            nvp_i_doc_open(d, a, f->text.ptr, (uint32_t)f->text.len, o);
            nvp_i_tree(d);
            if (d->code == NVP_OK && (d->classes & 1u << NVP_I_SYNTAX) == 0) nvp_i_meaning(d, f);
        }
        file->inlines = d->inlines;
        if (d->code == NVP_OK) nvp_i_same_profiles(d, f);
    }
    if (d->code != NVP_OK) return d->code;
    nvp_i_sort_list(d->list, d->listed);
    nvp_i_doc_file(d, file);
    if (large) file->line_count = 0;
    f->used = (d->classes & fatal) == 0 && !((o->flags & NVP_FLAG_ATOMIC) != 0 && d->errors > 0);
    return NVP_OK;
}

/* The number in a string, if the whole string would be a valid number without quotes. */
static int nvp_i_number_in(nvp_view text, nvp_i_number *number)
{
    size_t i;
    if (text.len == 0 || text.len > 400 || NVP_I_CLASS(text.ptr[0]) != 7) return 0;
    for (i = 0; i < text.len; i++)
        if (NVP_I_CLASS(text.ptr[i]) < 7) return 0;
    nvp_i_number_of(text.ptr, (uint32_t)text.len, number);
    return number->issue == NVP_ISSUE_NONE;
}

NVP_API nvp_code nvp_value_bool(const nvp_value *value, int *out, nvp_error *error)
{
    const nvp_view text = value != NULL ? value->text : nvp_i_view("", 0);
    int no, yes;
    nvp_i_fine(error);
    if (value == NULL || out == NULL) return nvp_i_fail(error, NVP_ARGUMENT, 0, "no value or no room for a boolean");
    if (value->type == NVP_TYPE_STRING) {
        no = nvp_i_is(text, "false") || nvp_i_is(text, "0");
        yes = nvp_i_is(text, "true") || nvp_i_is(text, "1");
    } else {
        const int whole = value->type == NVP_TYPE_BOOL || value->type == NVP_TYPE_INT;
        no = whole && value->i == 0;
        yes = whole && value->i == 1;
    }
    if (!no && !yes) return nvp_i_fail(error, NVP_UNSUPPORTED, 0, "the value is not a boolean");
    *out = yes;
    return NVP_OK;
}

NVP_API nvp_code nvp_value_int(const nvp_value *value, int64_t *out, nvp_error *error)
{
    nvp_i_number number;
    nvp_i_fine(error);
    if (value == NULL || out == NULL) return nvp_i_fail(error, NVP_ARGUMENT, 0, "no value or no room for an integer");
    number.kind = value->type == NVP_TYPE_INT ? NVP_TOKEN_KIND_INT
                  : value->type == NVP_TYPE_UINT ? NVP_TOKEN_KIND_UINT : NVP_TOKEN_KIND_NULL;
    number.i = value->i;
    number.flags = 0;
    if (value->type == NVP_TYPE_STRING && !nvp_i_number_in(value->text, &number)) number.kind = NVP_TOKEN_KIND_NULL;
    if (number.kind == NVP_TOKEN_KIND_UINT || (number.kind == NVP_TOKEN_KIND_REAL && (number.flags & NVP_I_RANGE) != 0))
        return nvp_i_fail(error, NVP_LIMIT, 0, "the integer does not fit 64 bits with a sign");
    if (number.kind != NVP_TOKEN_KIND_INT) return nvp_i_fail(error, NVP_UNSUPPORTED, 0, "the value is not an integer");
    *out = number.i;
    return NVP_OK;
}

/* ---- Configuration ----------------------------------------------------------------------------------------------- */

typedef struct nvp_i_config {
    nvp_config open;
    nvp_i_arena arena;
    nvp_config_options options;
    nvp_file **files;
    struct nvp_place *places;
    uint32_t file_room;
    size_t file_memory; /* that one file of the search path may take */
    int linked;
} nvp_i_config;

static nvp_i_config *nvp_i_config_of(const nvp_config *config) { return (nvp_i_config *)(uintptr_t)config; }

NVP_API nvp_config *nvp_config_open(const nvp_config_options *options, nvp_error *error)
{
    nvp_i_arena *a;
    nvp_i_config *c;
    nvp_i_fine(error);
    a = nvp_i_arena_new(options != NULL ? &options->memory : NULL, error);
    if (a == NULL) return NULL;
    c = (nvp_i_config *)nvp_i_alloc(a, 1, sizeof *c);
    if (c == NULL) {
        nvp_i_no_memory(error, a->code);
        nvp_i_arena_close(a);
        return NULL;
    }
    nvp_i_zero(c, sizeof *c);
    c->arena = *a;
    if (options != NULL) c->options = *options;
    c->options.version = options != NULL && options->version.ptr != NULL ? options->version : nvp_text(NULL);
    c->file_memory = c->options.max_file_memory;
    if (c->file_memory == 0) {
        const size_t all = c->arena.allocator.alloc_fn != NULL ? c->arena.max : c->options.memory.buffer_size;
        c->file_memory = all / 4;
    }
    c->open.globals = nvp_text(NULL);
    c->open.state.enabled = 1;
    return &c->open;
}

NVP_API void nvp_config_close(nvp_config *config)
{
    if (config != NULL) nvp_i_arena_close(&nvp_i_config_of(config)->arena);
}

NVP_API size_t nvp_config_memory_used(const nvp_config *config)
{
    return config != NULL ? nvp_i_config_of(config)->arena.held : 0;
}

static void nvp_i_unlink(nvp_config *c)
{
    nvp_i_config_of(c)->linked = 0;
    c->uses = NULL;
    c->definitions = NULL;
    c->use_count = c->definition_count = c->key_count = 0;
}

/* Adds a file as a whole, or nothing. */
static nvp_code nvp_i_add(nvp_config *c, nvp_view name, nvp_view text)
{
    nvp_i_config *own = nvp_i_config_of(c);
    nvp_i_mark mark;
    nvp_i_file *f;
    nvp_code code;
    if (c->file_count == own->file_room) {
        nvp_file **more =
            (nvp_file **)nvp_i_grow(&own->arena, own->files, c->file_count, &own->file_room, sizeof *more);
        if (more == NULL) return own->arena.code;
        own->files = more;
        c->files = (const nvp_file *const *)more;
    }
    mark = nvp_i_mark_of(&own->arena);
    f = (nvp_i_file *)nvp_i_alloc(&own->arena, 1, sizeof *f);
    if (f == NULL) return own->arena.code;
    nvp_i_zero(f, sizeof *f);
    f->open.name = name;
    f->open.text = text;
    code = nvp_i_parse(&own->arena, &own->options, f);
    if (code != NVP_OK) {
        nvp_i_back(&own->arena, &mark);
        return code;
    }
    own->files[c->file_count++] = &f->open;
    nvp_i_unlink(c);
    return NVP_OK;
}

NVP_API nvp_code nvp_config_add(nvp_config *config, nvp_view name, const void *data, size_t size, nvp_error *error)
{
    nvp_code code;
    nvp_i_fine(error);
    if (config == NULL || (data == NULL && size > 0)) return nvp_i_fail(error, NVP_ARGUMENT, 0,
                                                                        "no configuration or no text");
    if (size >= NVP_NONE) return nvp_i_fail(error, NVP_LIMIT, 0, "a text of 4 GiB or more");
    code = nvp_i_add(config, name.ptr != NULL ? name : nvp_text(NULL),
                     nvp_i_view(data != NULL ? (const char *)data : "", size));
    return code != NVP_OK ? nvp_i_no_memory(error, code) : NVP_OK;
}

/* Gives every setting of the used files a number that equal keys share. */
static int nvp_i_link_keys(nvp_config *c)
{
    nvp_i_config *own = nvp_i_config_of(c);
    nvp_i_index x;
    nvp_setting **settings;
    uint32_t count = 0, n = 0, f, i, pass;
    nvp_i_zero(&x, sizeof x);
    settings = NULL;
    for (pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            settings = (nvp_setting **)nvp_i_alloc(&own->arena, count, sizeof *settings);
            if (settings == NULL || !nvp_i_index_open(&x, &own->arena, count,
                                                      (own->options.flags & NVP_FLAG_EXACT_KEYS) == 0))
                return 0;
        }
        for (f = 0; f < c->file_count; f++) {
            const nvp_file *file = c->files[f];
            const uint32_t end = file->profile_count + (nvp_i_file_of(file)->inlines ? file->rule_count : 0);
            for (i = 0; file->used && i < end; i++) {
                const nvp_profile *p = i < file->profile_count ? &file->profiles[i]
                    : file->rules[i - file->profile_count].profile;
                uint32_t k;
                if (p == NULL) continue;
                if (pass == 0) count += p->setting_count;
                else
                    for (k = 0; k < p->setting_count; k++, n++) {
                        /* The only part of a parsed file that changes later. */
                        settings[n] = (nvp_setting *)(uintptr_t)&p->settings[k];
                        nvp_i_index_put(&x, p->settings[k].key, n);
                    }
            }
        }
    }
    nvp_i_index_sort(&x);
    c->key_count = 0;
    for (i = 0; i < count; i++) {
        if (i == 0 || !nvp_i_index_same(&x, &x.items[i - 1], &x.items[i])) c->key_count++;
        settings[x.items[i].id]->key_id = c->key_count - 1;
    }
    return 1;
}

static nvp_gives nvp_i_gives(const nvp_profile *p)
{
    return p->bad ? NVP_GIVES_BAD : p->setting_count > 0 ? NVP_GIVES_SETTINGS : NVP_GIVES_NOTHING;
}

/* What a rule of a file refers to, whose numbers are known. */
static void nvp_i_link_use(const nvp_i_config *own, const nvp_i_index *x, const nvp_definition *definitions,
                           const nvp_rule *rule, nvp_use *to)
{
    uint32_t k;
    to->profile = rule->profile;
    to->profile_file = rule->profile != NULL ? to->file : NVP_NONE;
    to->definition = NVP_NONE;
    to->gives = NVP_GIVES_BAD;
    if (rule->has_ref) {
        const nvp_i_item *found = nvp_i_index_find(x, rule->ref);
        if (found != NULL) {
            const nvp_definition *d = &definitions[definitions[found->id].counts];
            to->definition = definitions[found->id].counts;
            to->profile = d->profile;
            to->profile_file = d->file;
        } else {
            to->gives = NVP_GIVES_UNDEFINED;
            for (k = 0; k < own->options.known_count; k++)
                if (nvp_i_same(own->options.known[k], rule->ref)) to->gives = NVP_GIVES_KNOWN;
        }
    }
    if (to->profile != NULL) to->gives = nvp_i_gives(to->profile);
}

NVP_API nvp_code nvp_config_link(nvp_config *config, nvp_error *error)
{
    nvp_i_config *own;
    nvp_i_mark mark;
    nvp_definition *definitions;
    nvp_use *uses;
    const nvp_i_item *items;
    nvp_i_index x;
    uint32_t definition_count = 0, use_count = 0, f, i, first, at;
    const nvp_profile *p;
    nvp_i_fine(error);
    if (config == NULL) return nvp_i_fail(error, NVP_ARGUMENT, 0, "no configuration");
    own = nvp_i_config_of(config);
    mark = nvp_i_mark_of(&own->arena);
    for (f = 0; f < config->file_count; f++) {
        if (!config->files[f]->used) continue;
        use_count += config->files[f]->rule_count;
        for (at = 0; nvp_i_named(config->files[f], &at) != NULL;) definition_count++;
    }
    definitions = (nvp_definition *)nvp_i_alloc(&own->arena, definition_count, sizeof *definitions);
    uses = (nvp_use *)nvp_i_alloc(&own->arena, use_count, sizeof *uses);
    if (definitions == NULL || uses == NULL || !nvp_i_index_open(&x, &own->arena, definition_count, 0) ||
        !nvp_i_link_keys(config)) {
        nvp_i_back(&own->arena, &mark);
        return nvp_i_no_memory(error, own->arena.code);
    }
    definition_count = 0;
    for (f = 0; f < config->file_count; f++) {
        if (!config->files[f]->used) continue;
        for (at = 0; (p = nvp_i_named(config->files[f], &at)) != NULL; definition_count++) {
            nvp_definition *to = &definitions[definition_count];
            to->profile = p;
            to->file = f;
            to->first = to->counts = definition_count;
            to->next = NVP_NONE;
            nvp_i_index_put(&x, p->name, definition_count);
        }
    }
    nvp_i_index_sort(&x);
    items = x.items;
    for (i = 1, first = 0; i < definition_count; i++) {
        if (!nvp_i_index_same(&x, &items[first], &items[i])) first = i;
        else {
            definitions[items[i].id].first = items[first].id;
            definitions[items[i - 1].id].next = items[i].id;
            if ((own->options.flags & NVP_FLAG_LAST_PROFILE) != 0) definitions[items[first].id].counts = items[i].id;
        }
    }
    use_count = 0;
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        for (i = 0; file->used && i < file->rule_count; i++) {
            nvp_use *to = &uses[use_count++];
            to->file = f;
            to->rule = i;
            nvp_i_link_use(own, &x, definitions, &file->rules[i], to);
        }
    }
    config->definitions = definitions;
    config->definition_count = definition_count;
    config->uses = uses;
    config->use_count = use_count;
    own->linked = 1;
    return NVP_OK;
}

/* ---- Process ----------------------------------------------------------------------------------------------------- */

static nvp_reply nvp_i_env(const nvp_process *p, const char *name, nvp_view *out)
{
    const nvp_reply answer = p != NULL && p->env_fn != NULL ? p->env_fn(name, out, p->user) : NVP_REPLY_UNKNOWN;
    return answer == NVP_REPLY_NO || answer == NVP_REPLY_YES ? answer : NVP_REPLY_UNKNOWN;
}

/* 0 off, 1 on, -1 not an integer. */
static int nvp_i_switch(nvp_view v)
{
    size_t i = v.len > 0 && (v.ptr[0] == '+' || v.ptr[0] == '-') ? 1 : 0;
    int on = 0;
    if (i == v.len) return -1;
    for (; i < v.len; i++) {
        if (!nvp_i_digit(v.ptr[i])) return -1;
        if (v.ptr[i] != '0') on = 1;
    }
    return on;
}

/* 1: the variables decide; 0: the globals file below *home may; -1: it is not to be looked at (no HOME). */
static int nvp_i_variables(const nvp_process *process, nvp_switch *out, nvp_view *home)
{
    nvp_view v;
    nvp_reply answer = nvp_i_env(process, "__GL_APPLICATION_PROFILE_LOG", &v);
    int on = -1;
    nvp_i_zero(out, sizeof *out);
    out->enabled = 1; /* since driver 325.08 */
    if (answer == NVP_REPLY_UNKNOWN) out->reports |= NVP_REPORT_ENVIRONMENT_UNKNOWN;
    if (answer == NVP_REPLY_YES) {
        out->log = nvp_i_switch(v) == 1;
        if (nvp_i_switch(v) < 0) out->reports |= NVP_REPORT_LOG_VALUE;
    }
    answer = nvp_i_env(process, "__GL_APPLICATION_PROFILE", &v);
    if (answer == NVP_REPLY_YES) {
        on = nvp_i_switch(v);
        if (on < 0) out->reports |= NVP_REPORT_SWITCH_VALUE;
    }
    if (on >= 0) {
        out->enabled = on;
        out->by = NVP_BY_ENVIRONMENT;
        return 1;
    }
    if (answer != NVP_REPLY_UNKNOWN) answer = nvp_i_env(process, "HOME", home);
    if (answer == NVP_REPLY_UNKNOWN) {
        out->unknown = 1;
        out->reports |= NVP_REPORT_ENVIRONMENT_UNKNOWN;
    }
    return answer == NVP_REPLY_YES ? 0 : -1;
}

static nvp_code nvp_i_globals(nvp_i_arena *a, nvp_view text, nvp_switch *out)
{
    nvp_i_doc *d = (nvp_i_doc *)nvp_i_alloc(a, 1, sizeof *d);
    uint32_t m;
    if (d == NULL) return a->code;
    nvp_i_doc_open(d, a, text.ptr, (uint32_t)text.len, NULL);
    nvp_i_tree(d);
    if (d->code != NVP_OK) return d->code;
    if (d->errors > 0 || d->nodes[0].kind != NVP_I_OBJECT) {
        out->reports |= NVP_REPORT_GLOBALS_MALFORMED;
        return NVP_OK;
    }
    (void)nvp_i_members(d, 0, NVP_I_ENABLED, 1, &m);
    if (m == 0) out->reports |= NVP_REPORT_GLOBALS_NO_ENABLED;
    else if (d->nodes[m].kind != NVP_I_TRUE && d->nodes[m].kind != NVP_I_FALSE) out->reports |= NVP_REPORT_GLOBALS_TYPE;
    else {
        out->enabled = d->nodes[m].kind == NVP_I_TRUE;
        out->by = NVP_BY_GLOBALS;
    }
    return NVP_OK;
}

NVP_API nvp_code nvp_config_switch(nvp_config *config, const nvp_process *process, nvp_view globals, nvp_error *error)
{
    nvp_switch found;
    nvp_view home;
    nvp_code code = NVP_OK;
    nvp_i_fine(error);
    if (config == NULL) return nvp_i_fail(error, NVP_ARGUMENT, 0, "no configuration to switch");
    if (nvp_i_variables(process, &found, &home) == 0 && globals.ptr != NULL) {
        nvp_i_arena *a = &nvp_i_config_of(config)->arena;
        const nvp_i_mark mark = nvp_i_mark_of(a);
        if (globals.len >= NVP_NONE) return nvp_i_fail(error, NVP_LIMIT, 0, "a file of globals of 4 GiB or more");
        code = nvp_i_globals(a, globals, &found);
        nvp_i_back(a, &mark);
    }
    if (code != NVP_OK) return nvp_i_no_memory(error, code);
    config->state = found;
    return NVP_OK;
}

/* What a process has been asked so far. */
typedef struct nvp_i_asked {
    const nvp_config *config;
    const nvp_process *process;
    nvp_i_arena *arena;
    nvp_code code;
    nvp_dso dso;
    struct {
        int asked;
        nvp_reply answer;
        nvp_view name; /* without folders */
    } fact[3];
    unsigned unknown; /* facts that cannot be read, bit by fact */
    int met_unknown;  /* one of them was needed for the pattern at hand */
    int dso_state; /* -1: not asked, 0: not known, 1: known */
    nvp_i_item *bases, *paths; /* of the libraries, sorted; paths only once a pattern has a slash */
    uint32_t library_count;
    int paths_sorted;
    nvp_i_item *parts; /* names in findfile patterns, sorted, without repeats */
    uint32_t part_count;
    signed char *answers; /* 2: not asked, else nvp_reply */
    unsigned char *seen;  /* for nvp_i_kleene */
    uint32_t seen_room;
} nvp_i_asked;

/* What follows the last slash, or backslash if those count. */
static nvp_view nvp_i_base_name(nvp_view path, int backslash)
{
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/' && !(backslash && path.ptr[at - 1] == '\\')) at--;
    return nvp_i_view(path.ptr + at, path.len - at);
}

static nvp_reply nvp_i_fact(nvp_i_asked *a, nvp_fact what)
{
    nvp_reply answer = NVP_REPLY_YES;
    nvp_view v;
    if (a->fact[what].asked) return a->fact[what].answer;
    v = what == NVP_FACT_EXE ? a->process->exe : what == NVP_FACT_COMM ? a->process->comm : a->process->argv0;
    if (v.ptr == NULL) {
        answer = a->process->fact_fn != NULL ? a->process->fact_fn(what, &v, a->process->user) : NVP_REPLY_UNKNOWN;
        if (answer == NVP_REPLY_YES) {
            const char *copy = nvp_i_string(a->arena, v.ptr, v.len);
            if (copy == NULL) {
                a->code = a->arena->code;
                return NVP_REPLY_UNKNOWN;
            }
            v = nvp_i_view(copy, v.len);
        } else if (answer != NVP_REPLY_NO)
            answer = NVP_REPLY_UNKNOWN;
    }
    if (answer == NVP_REPLY_YES && what != NVP_FACT_COMM) v = nvp_i_base_name(v, what == NVP_FACT_ARGV0);
    a->fact[what].asked = 1;
    a->fact[what].answer = answer;
    a->fact[what].name = v;
    return answer;
}

static void nvp_i_libraries(nvp_i_asked *a)
{
    nvp_i_sorting plain;
    nvp_i_item *list = NULL, *more;
    uint32_t count = 0, room = 0;
    nvp_reply got = NVP_REPLY_UNKNOWN;
    a->dso_state = 0;
    while (a->process->dso_fn != NULL) {
        nvp_view v;
        const char *copy;
        got = a->process->dso_fn(count, &v, a->process->user);
        if (got != NVP_REPLY_YES) break;
        copy = v.len < NVP_NONE ? nvp_i_string(a->arena, v.ptr, v.len) : NULL;
        if (copy != NULL && count == room) {
            more = (nvp_i_item *)nvp_i_grow(a->arena, list, count, &room, sizeof *list);
            if (more == NULL) copy = NULL;
            else list = more;
        }
        if (copy == NULL) {
            a->code = a->arena->code;
            return;
        }
        list[count++] = nvp_i_item_of(nvp_i_view(copy, v.len), 0, 0);
    }
    if (got != NVP_REPLY_NO) return;
    more = (nvp_i_item *)nvp_i_alloc(a->arena, count, 3 * sizeof *more);
    if (more == NULL) {
        a->code = a->arena->code;
        return;
    }
    a->paths = list;
    a->bases = more;
    a->library_count = count;
    a->dso_state = 1;
    for (count = 0; count < a->library_count; count++)
        more[count] = nvp_i_item_of(nvp_i_base_name(nvp_i_view(list[count].ptr, list[count].len), 0), 0, 0);
    nvp_i_zero(&plain, sizeof plain);
    nvp_i_sort(more, more + count, count, &plain);
}

static nvp_why nvp_i_dso(nvp_i_asked *a, nvp_view matches)
{
    nvp_i_sorting plain;
    const nvp_i_item *items;
    uint32_t at;
    if (a->dso_state < 0) nvp_i_libraries(a);
    if (a->dso_state == 0) return NVP_WHY_UNKNOWN;
    nvp_i_zero(&plain, sizeof plain);
    items = a->bases;
    if (nvp_i_has(matches, '/')) { /* only a full path can be equal */
        if (!a->paths_sorted) nvp_i_sort(a->paths, a->bases + a->library_count, a->library_count, &plain);
        a->paths_sorted = 1;
        items = a->paths;
    }
    at = nvp_i_lower(items, a->library_count, matches, &plain);
    if (at < a->library_count && items[at].len >= matches.len && nvp_i_equal(items[at].ptr, matches.ptr, matches.len)) {
        if (items[at].len == matches.len) return NVP_WHY_EQUAL;
        if (items == a->bases) return NVP_WHY_PREFIX;
    }
    return NVP_WHY_DIFFERENT;
}

/* Next name of a colon-separated list that is not empty. */
static int nvp_i_part(nvp_view list, size_t *at, nvp_view *part)
{
    while (*at < list.len && list.ptr[*at] == ':') (*at)++;
    if (*at >= list.len) return 0;
    part->ptr = list.ptr + *at;
    part->len = (size_t)(nvp_i_find(part->ptr, list.ptr + list.len, ':') - part->ptr);
    *at += part->len;
    return 1;
}

/* Gathers every name that a findfile pattern could need, so that each is asked for once. */
static int nvp_i_gather_parts(nvp_i_asked *a)
{
    nvp_i_sorting plain;
    uint32_t count = 0, n = 0, pass, u, i;
    for (pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            a->answers = (signed char *)nvp_i_alloc(a->arena, count, 1);
            if (a->answers != NULL) a->parts = (nvp_i_item *)nvp_i_alloc(a->arena, count, 2 * sizeof *a->parts);
            if (a->parts == NULL) {
                a->code = a->arena->code;
                return 0;
            }
        }
        for (u = 0; u < a->config->use_count; u++) {
            const nvp_pattern *p = a->config->files[a->config->uses[u].file]->rules[a->config->uses[u].rule].pattern;
            for (i = 0; p != NULL && i < p->size; i++) {
                nvp_view part;
                size_t at = 0;
                while (p[i].feature == NVP_FEATURE_FINDFILE && nvp_i_part(p[i].matches, &at, &part)) {
                    if (pass == 0) count++;
                    else a->parts[n++] = nvp_i_item_of(part, 0, 0);
                }
            }
        }
    }
    nvp_i_zero(&plain, sizeof plain);
    nvp_i_sort(a->parts, a->parts + count, count, &plain);
    for (i = 0, n = 0; i < count; i++)
        if (n == 0 || nvp_i_compare(&a->parts[n - 1], &a->parts[i], &plain) != 0) {
            a->answers[n] = 2;
            a->parts[n++] = a->parts[i];
        }
    a->part_count = n;
    return 1;
}

static nvp_why nvp_i_findfile(nvp_i_asked *a, nvp_view list)
{
    nvp_why why = NVP_WHY_PRESENT;
    nvp_i_sorting plain;
    nvp_view part;
    nvp_reply reply;
    size_t at = 0;
    if (nvp_i_findfile_empty(list)) return NVP_WHY_EMPTY;
    if (nvp_i_has(list, '/')) return NVP_WHY_SLASH;
    if (a->process->entry_fn == NULL) return NVP_WHY_UNKNOWN;
    if (a->parts == NULL && !nvp_i_gather_parts(a)) return NVP_WHY_UNKNOWN;
    nvp_i_zero(&plain, sizeof plain);
    while (nvp_i_part(list, &at, &part)) {
        signed char *answer = &a->answers[nvp_i_lower(a->parts, a->part_count, part, &plain)];
        if (*answer == 2) {
            const char *name = nvp_i_string(a->arena, part.ptr, part.len);
            if (name == NULL) {
                a->code = a->arena->code;
                return NVP_WHY_UNKNOWN;
            }
            reply = a->process->entry_fn(name, a->process->user);
            *answer = reply == NVP_REPLY_NO ? 0 : reply == NVP_REPLY_YES ? 1 : -1;
        }
        if (*answer == NVP_REPLY_NO) return NVP_WHY_MISSING; /* whatever the others are */
        if (*answer == NVP_REPLY_UNKNOWN) why = NVP_WHY_UNKNOWN;
    }
    return why;
}

/* Whether a feature gave no certain answer. */
static int nvp_i_open(const nvp_i_asked *a, nvp_why why)
{
    return why == NVP_WHY_UNKNOWN || (why == NVP_WHY_PREFIX && a->dso == NVP_DSO_UNKNOWN);
}

static nvp_why nvp_i_name_is(nvp_i_asked *a, nvp_fact fact, nvp_view matches)
{
    const nvp_reply reply = nvp_i_fact(a, fact);
    if (reply == NVP_REPLY_YES && nvp_i_same(a->fact[fact].name, matches)) return NVP_WHY_EQUAL;
    return reply == NVP_REPLY_UNKNOWN ? NVP_WHY_UNKNOWN : NVP_WHY_DIFFERENT;
}

/* What a feature asks for: the last column of NVP_FEATURES. */
enum {
    NVP_I_ASK_EXE = NVP_FACT_EXE, NVP_I_ASK_COMM = NVP_FACT_COMM, NVP_I_ASK_ARGV0 = NVP_FACT_ARGV0,
    NVP_I_ASK_DSO = NVP_FACT_DSO, NVP_I_ASK_ENTRY = NVP_FACT_ENTRY, NVP_I_ASK_NOTHING = NVP_FACT_COUNT, NVP_I_ASK_NAME
};

/* Whether one feature matches, and why; notes what is unknown. */
static int nvp_i_feature(nvp_i_asked *a, const nvp_pattern *p, nvp_why *why)
{
#define NVP_I_ASK(name, word, fact) NVP_I_ASK_##fact,
    static const unsigned char asks[] = { NVP_FEATURES(NVP_I_ASK) };
#undef NVP_I_ASK
    const unsigned ask = asks[p->feature];
    switch (ask) {
    case NVP_I_ASK_EXE: case NVP_I_ASK_COMM: case NVP_I_ASK_ARGV0:
        *why = nvp_i_name_is(a, (nvp_fact)ask, p->matches);
        break;
    case NVP_I_ASK_DSO: *why = nvp_i_dso(a, p->matches); break;
    case NVP_I_ASK_ENTRY: *why = nvp_i_findfile(a, p->matches); break;
    case NVP_I_ASK_NOTHING: *why = NVP_WHY_ALWAYS; return 1;
    default: *why = NVP_WHY_UNSUPPORTED; return 0;
    }
    if (nvp_i_open(a, *why)) {
        a->unknown |= 1u << ask;
        a->met_unknown = 1;
    }
    return *why == NVP_WHY_EQUAL || *why == NVP_WHY_PRESENT || (*why == NVP_WHY_PREFIX && a->dso == NVP_DSO_PREFIX);
}

/* Whether a pattern is true (1), false (0), or may be either (2). seen: a byte for each element. */
static int nvp_i_kleene(const nvp_pattern *p, unsigned char *seen, nvp_i_asked *a)
{
    uint32_t i = p->size;
    nvp_why why;
    int value = 0;
    nvp_i_zero(seen, p->size);
    while (i-- > 0) {
        switch (p[i].feature) {
        case NVP_FEATURE_NOT: value = p[i].count != 1 ? 0 : (seen[i] & 4) != 0 ? 2 : (seen[i] & 1) != 0; break;
        case NVP_FEATURE_AND: value = (seen[i] & 1) != 0 ? 0 : (seen[i] & 4) != 0 ? 2 : 1; break;
        case NVP_FEATURE_OR: value = (seen[i] & 2) != 0 ? 1 : (seen[i] & 4) != 0 ? 2 : 0; break;
        case NVP_FEATURE_TRUE: value = 1; break;
        case NVP_FEATURE_UNSUPPORTED: value = 0; break;
        default:
            value = nvp_i_feature(a, &p[i], &why);
            if (nvp_i_open(a, why)) value = 2;
            break;
        }
        seen[i - p[i].up] = (unsigned char)(seen[i - p[i].up] | 1 << value);
    }
    return value;
}

/* Whether a pattern matches; *by is the one in it that decided. Operands after it are not evaluated. */
static int nvp_i_decide(nvp_i_asked *a, const nvp_pattern *p, nvp_why *why, uint32_t *by)
{
    uint32_t i = 0;
    for (;;) {
        int match;
        if (p[i].feature >= NVP_FEATURE_AND && p[i].count > 0 && (p[i].feature != NVP_FEATURE_NOT || p[i].count == 1)) {
            i++;
            continue;
        }
        *by = i;
        if (p[i].feature == NVP_FEATURE_AND) {
            match = 1;
            *why = NVP_WHY_ALL;
        } else if (p[i].feature == NVP_FEATURE_OR || p[i].feature == NVP_FEATURE_NOT) {
            match = 0;
            *why = p[i].feature == NVP_FEATURE_OR ? NVP_WHY_NONE : NVP_WHY_OPERANDS;
        } else
            match = nvp_i_feature(a, &p[i], why);
        for (;;) { /* up, as far as this result settles it */
            uint32_t up, next;
            if (i == 0) return match;
            up = i - p[i].up;
            if (p[up].feature == NVP_FEATURE_NOT) match = !match;
            else if (match != (p[up].feature == NVP_FEATURE_OR)) {
                next = i + p[i].size;
                if (next < up + p[up].size) {
                    i = next;
                    break;
                }
                *why = p[up].feature == NVP_FEATURE_AND ? NVP_WHY_ALL : NVP_WHY_NONE;
                *by = up;
            }
            i = up;
        }
    }
}

/* Keys and the variables that do the same [L], each ended by a zero byte. */
#define NVP_I_VARIABLE(key, variable) key "\0" variable "\0"
static const char nvp_i_variables_of[] =
    NVP_I_VARIABLE("GLFSAAMode", "__GL_FSAA_MODE")
    NVP_I_VARIABLE("GLLogMaxAniso", "__GL_LOG_MAX_ANISO")
    NVP_I_VARIABLE("GLNoDsoFinalizer", "__GL_NO_DSO_FINALIZER")
    NVP_I_VARIABLE("GLSingleThreaded", "__GL_SINGLE_THREADED")
    NVP_I_VARIABLE("GLSyncDisplayDevice", "__GL_SYNC_DISPLAY_DEVICE")
    NVP_I_VARIABLE("GLSyncToVblank", "__GL_SYNC_TO_VBLANK")
    NVP_I_VARIABLE("GLSortFbconfigs", "__GL_SORT_FBCONFIGS")
    NVP_I_VARIABLE("GLAllowUnofficialProtocol", "__GL_ALLOW_UNOFFICIAL_PROTOCOL")
    NVP_I_VARIABLE("GLSELinuxBooleans", "__GL_SELINUX_BOOLEANS")
    NVP_I_VARIABLE("GLShaderDiskCache", "__GL_SHADER_DISK_CACHE")
    NVP_I_VARIABLE("GLShaderDiskCachePath", "__GL_SHADER_DISK_CACHE_PATH")
    NVP_I_VARIABLE("GLYield", "__GL_YIELD")
    NVP_I_VARIABLE("GLThreadedOptimizations", "__GL_THREADED_OPTIMIZATIONS")
    NVP_I_VARIABLE("GLDoom3", "__GL_DOOM3")
    NVP_I_VARIABLE("GLExtensionStringVersion", "__GL_ExtensionStringVersion")
    NVP_I_VARIABLE("GLConformantBlitFramebufferScissor", "__GL_ConformantBlitFramebufferScissor")
    NVP_I_VARIABLE("GLAllowFXAAUsage", "__GL_ALLOW_FXAA_USAGE")
    NVP_I_VARIABLE("GLVRRAllowed", "__GL_VRR_ALLOWED")
    NVP_I_VARIABLE("GLWriteTextSection", "__GL_WRITE_TEXT_SECTION")
    NVP_I_VARIABLE("GLIgnoreGLSLExtReqs", "__GL_IGNORE_GLSL_EXT_REQS")
    NVP_I_VARIABLE("GLShowGraphicsOSD", "__GL_SHOW_GRAPHICS_OSD")
    NVP_I_VARIABLE("GLSharpenEnable", "__GL_SHARPEN_ENABLE")
    NVP_I_VARIABLE("GLSharpenValue", "__GL_SHARPEN_VALUE")
    NVP_I_VARIABLE("GLSharpenIgnoreFilmGrain", "__GL_SHARPEN_IGNORE_FILM_GRAIN");
#undef NVP_I_VARIABLE

/* Whether two keys are the same. */
static int nvp_i_same_key(nvp_view a, nvp_view b, int exact)
{
    size_t i;
    if (exact) return nvp_i_same(a, b);
    if (a.len != b.len) return 0;
    for (i = 0; i < a.len && nvp_i_fold(a.ptr[i]) == nvp_i_fold(b.ptr[i]); i++) {}
    return i == a.len;
}

NVP_API nvp_view nvp_key_variable(nvp_view key, int exact)
{
    const char *p;
    for (p = nvp_i_variables_of; *p != '\0';) {
        const nvp_view k = nvp_text(p), variable = nvp_text(p + k.len + 1);
        if (nvp_i_same_key(key, k, exact)) return variable;
        p = variable.ptr + variable.len + 1;
    }
    return nvp_text(NULL);
}

typedef struct nvp_i_result {
    nvp_result open;
    nvp_i_arena *arena;
    int exact; /* letter case of keys matters */
} nvp_i_result;

/* What nvp_i_apply keeps of the settings found so far, by key. */
typedef struct nvp_i_applied {
    nvp_effective *settings;
    nvp_shadow **last;
    uint32_t *slots;      /* number of the setting, from 1 */
    unsigned char *maybe; /* an earlier rule may give it */
    uint32_t count;
} nvp_i_applied;

/* Applies the settings of a rule that matches, or may: the first one of a key wins. */
static void nvp_i_apply(nvp_i_asked *a, nvp_i_applied *to, uint32_t use, nvp_outcome *o)
{
    const nvp_profile *p = a->config->uses[use].profile;
    uint32_t i;
    for (i = 0; i < p->setting_count; i++) {
        const nvp_setting *s = &p->settings[i];
        if (!o->matched) to->maybe[s->key_id] = 1;
        else if (to->slots[s->key_id] == 0) {
            nvp_effective *e = &to->settings[to->count];
            nvp_view ignored;
            e->setting = s;
            e->use = use;
            e->unknown = o->unknown || to->maybe[s->key_id];
            e->shadows = NULL;
            e->environment = nvp_key_variable(s->key,
                                              (nvp_i_config_of(a->config)->options.flags & NVP_FLAG_EXACT_KEYS) != 0);
            e->overridden = e->environment.len > 0 ? nvp_i_env(a->process, e->environment.ptr, &ignored)
                : NVP_REPLY_NO;
            if (e->overridden == NVP_REPLY_UNKNOWN) a->unknown |= 1u << NVP_FACT_ENV;
            to->last[to->count] = NULL;
            to->slots[s->key_id] = ++to->count;
            o->won++;
        } else {
            const uint32_t slot = to->slots[s->key_id] - 1;
            nvp_shadow *shadow = (nvp_shadow *)nvp_i_alloc(a->arena, 1, sizeof *shadow);
            if (shadow == NULL) {
                a->code = a->arena->code;
                return;
            }
            shadow->setting = s;
            shadow->use = use;
            shadow->next = NULL;
            if (to->last[slot] == NULL) to->settings[slot].shadows = shadow;
            else to->last[slot]->next = shadow;
            to->last[slot] = shadow;
            o->lost++;
        }
    }
}

/* Decides one rule. */
static void nvp_i_judge(nvp_i_asked *a, const nvp_rule *rule, nvp_outcome *o)
{
    uint32_t by = 0;
    nvp_i_zero(o, sizeof *o);
    o->why = NVP_WHY_ERROR;
    o->decided = rule->at;
    if (rule->pattern == NULL) return;
    a->met_unknown = 0;
    o->matched = nvp_i_decide(a, rule->pattern, &o->why, &by);
    o->decided = rule->pattern[by].at;
    if (!a->met_unknown || a->code != NVP_OK) return;
    if (rule->pattern->size > a->seen_room) {
        a->seen = (unsigned char *)nvp_i_alloc(a->arena, rule->pattern->size, 2);
        a->seen_room = a->seen != NULL ? rule->pattern->size * 2 : 0;
    }
    if (a->seen == NULL) a->code = a->arena->code;
    else o->unknown = nvp_i_kleene(rule->pattern, a->seen, a) == 2;
}

static void nvp_i_log_result(const nvp_config *config, const nvp_result *result, const nvp_log *log)
{
    uint32_t i;
    for (i = 0; i < config->use_count; i++)
        if (result->outcomes[i].matched) {
            const nvp_profile *p = config->uses[i].profile;
            log->log_fn(NVP_EVENT_RULE, p != NULL ? p->name
                        : config->files[config->uses[i].file]->rules[config->uses[i].rule].ref,
                        config->files[config->uses[i].file]->name, log->user);
        }
    for (i = 0; i < result->setting_count; i++)
        log->log_fn(NVP_EVENT_SETTING, result->settings[i].setting->key,
                    result->settings[i].setting->value.text, log->user);
}

NVP_API const nvp_result *nvp_resolve(const nvp_config *config, const nvp_process *process,
                                      const nvp_resolve_options *options, nvp_error *error)
{
    static const nvp_process nothing = {{NULL, 0}, {NULL, 0}, {NULL, 0}, NULL, NULL, NULL, NULL, NULL};
    nvp_i_arena *arena;
    nvp_i_asked a;
    nvp_i_applied to;
    nvp_i_result *result;
    nvp_outcome *outcomes;
    uint32_t i, keys;
    nvp_i_fine(error);
    if (config == NULL || !nvp_i_config_of(config)->linked) {
        nvp_i_fail(error, NVP_ARGUMENT, 0, "the configuration is not linked");
        return NULL;
    }
    arena = nvp_i_arena_new(options != NULL ? &options->memory : NULL, error);
    if (arena == NULL) return NULL;
    keys = config->key_count;
    nvp_i_zero(&a, sizeof a);
    nvp_i_zero(&to, sizeof to);
    result = (nvp_i_result *)nvp_i_alloc(arena, 1, sizeof *result);
    outcomes = (nvp_outcome *)nvp_i_alloc(arena, config->use_count, sizeof *outcomes);
    to.settings = (nvp_effective *)nvp_i_alloc(arena, keys, sizeof *to.settings);
    to.last = (nvp_shadow **)nvp_i_alloc(arena, keys, sizeof *to.last);
    to.slots = (uint32_t *)nvp_i_alloc(arena, keys, sizeof *to.slots);
    to.maybe = (unsigned char *)nvp_i_alloc(arena, keys, 1);
    if (result == NULL || outcomes == NULL || to.settings == NULL || to.last == NULL || to.slots == NULL ||
        to.maybe == NULL)
        a.code = arena->code;
    else {
        nvp_i_zero(to.slots, keys * sizeof *to.slots);
        nvp_i_zero(to.maybe, keys);
        nvp_i_zero(result, sizeof *result);
        a.config = config;
        a.process = process != NULL ? process : &nothing;
        a.arena = arena;
        a.dso = options != NULL ? options->dso : NVP_DSO_UNKNOWN;
        a.dso_state = -1;
    }
    for (i = 0; a.code == NVP_OK && i < config->use_count; i++) {
        nvp_outcome *o = &outcomes[i];
        nvp_i_judge(&a, &config->files[config->uses[i].file]->rules[config->uses[i].rule], o);
        result->open.unknown_count += o->unknown != 0;
        if ((o->matched || o->unknown) && config->uses[i].gives == NVP_GIVES_SETTINGS) nvp_i_apply(&a, &to, i, o);
    }
    if (a.code != NVP_OK) {
        nvp_i_no_memory(error, a.code);
        nvp_i_arena_close(arena);
        return NULL;
    }
    result->open.outcomes = outcomes;
    result->open.settings = to.settings;
    result->open.setting_count = to.count;
    result->open.unknown = a.unknown;
    result->arena = arena;
    result->exact = (nvp_i_config_of(config)->options.flags & NVP_FLAG_EXACT_KEYS) != 0;
    if (config->state.log && options != NULL && options->log.log_fn != NULL) nvp_i_log_result(config, &result->open,
                                                                                              &options->log);
    return &result->open;
}

NVP_API void nvp_result_close(const nvp_result *result)
{
    if (result != NULL) nvp_i_arena_close(((const nvp_i_result *)(const void *)result)->arena);
}

NVP_API size_t nvp_result_memory_used(const nvp_result *result)
{
    return result != NULL ? ((const nvp_i_result *)(const void *)result)->arena->held : 0;
}

NVP_API int nvp_result_find(const nvp_result *result, nvp_view key, nvp_effective *out)
{
    uint32_t i;
    if (out != NULL) {
        nvp_i_zero(out, sizeof *out);
        out->environment = nvp_text(NULL);
    }
    for (i = 0; result != NULL && key.ptr != NULL && i < result->setting_count; i++)
        if (nvp_i_same_key(result->settings[i].setting->key, key,
                           ((const nvp_i_result *)(const void *)result)->exact)) {
            if (out != NULL) *out = result->settings[i];
            return 1;
        }
    return 0;
}

/* ---- Search path ------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_LOAD
typedef struct nvp_i_names {
    nvp_i_arena *arena;
    nvp_i_item *items;
    uint32_t count, room;
    int failed;
} nvp_i_names;

static int nvp_i_add_name(const char *name, void *to)
{
    nvp_i_names *n = (nvp_i_names *)to;
    const size_t len = name != NULL ? nvp_text(name).len : 0;
    char *copy;
    if (len == 0 || len >= NVP_NONE || (name[0] == '.' && (len == 1 || (len == 2 && name[1] == '.')))) return 1;
    copy = nvp_i_string(n->arena, name, len);
    if (n->count == n->room && copy != NULL) {
        nvp_i_item *more = (nvp_i_item *)nvp_i_grow(n->arena, n->items, n->count, &n->room, sizeof *more);
        if (more == NULL) copy = NULL;
        else n->items = more;
    }
    if (copy == NULL) {
        n->failed = 1;
        return 0;
    }
    n->items[n->count++] = nvp_i_item_of(nvp_i_view(copy, len), 0, 0);
    return 1;
}

static int nvp_i_ends(nvp_view v, const char *with)
{
    const size_t len = nvp_text(with).len;
    return v.len >= len && nvp_i_equal(v.ptr + v.len - len, with, len);
}

/* a b c, ended by a NUL. They are different strings in memory, so their lengths together fit. */
static char *nvp_i_join(nvp_i_arena *arena, const char *a, const char *b, nvp_view c)
{
    const size_t x = nvp_text(a).len, y = nvp_text(b).len;
    char *p = (char *)nvp_i_alloc(arena, x + y + c.len + 1, 1);
    if (p == NULL) return NULL;
    nvp_i_copy(p, a, x);
    nvp_i_copy(p + x, b, y);
    nvp_i_copy(p + x + y, c.ptr, c.len);
    p[x + y + c.len] = 0;
    return p;
}

/* What a search has found so far. */
typedef struct nvp_i_searching {
    nvp_i_arena *arena;
    const nvp_system *system;
    nvp_place *places;
    uint32_t count, room;
} nvp_i_searching;

/* One more place, or NULL without memory. */
static nvp_place *nvp_i_place(nvp_i_searching *s, unsigned entry, const char *path, nvp_place_state state)
{
    nvp_place *to;
    if (s->count == s->room) {
        nvp_place *more = (nvp_place *)nvp_i_grow(s->arena, s->places, s->count, &s->room, sizeof *more);
        if (more == NULL) return NULL;
        s->places = more;
    }
    to = &s->places[s->count++];
    nvp_i_zero(to, sizeof *to);
    to->entry = entry;
    to->path = nvp_text(path);
    to->state = state;
    to->file = NVP_NONE;
    return to;
}

static nvp_place_state nvp_i_state_of(nvp_kind kind)
{
    switch (kind) {
    case NVP_KIND_REGULAR: return NVP_PLACE_STATE_READ;
    case NVP_KIND_DIRECTORY: return NVP_PLACE_STATE_DIRECTORY;
    case NVP_KIND_MISSING: return NVP_PLACE_STATE_MISSING;
    case NVP_KIND_BROKEN_LINK: return NVP_PLACE_STATE_BROKEN_LINK;
    case NVP_KIND_OTHER: return NVP_PLACE_STATE_IGNORED;
    default: return NVP_PLACE_STATE_UNREADABLE;
    }
}

/* Examines one place; NULL without memory. */
static nvp_place *nvp_i_visit(nvp_i_searching *s, unsigned entry, const char *path)
{
    nvp_place *to = nvp_i_place(s, entry, path, NVP_PLACE_STATE_UNREADABLE);
    nvp_stat st;
    if (to == NULL) return NULL;
    nvp_i_zero(&st, sizeof st);
    s->system->stat_fn(path, &st, s->system->user); /* before anything is opened: some files must not be */
    to->state = nvp_i_state_of(st.kind);
    to->id[0] = st.id[0];
    to->id[1] = st.id[1];
    return to;
}

/* Examines the entries of a directory, whose state goes to *state; 0 without memory. */
static int nvp_i_visit_all(nvp_i_searching *s, unsigned entry, const char *path, nvp_place_state *state)
{
    static const char left[][10] = {"~", ".swp", ".rpmsave", ".pacnew"};
    nvp_i_names names;
    nvp_i_sorting how;
    nvp_i_item *spare;
    nvp_reply answer;
    uint32_t i, k;
    nvp_i_zero(&names, sizeof names);
    names.arena = s->arena;
    answer = s->system->list_fn(path, nvp_i_add_name, &names, s->system->user);
    if (names.failed) return 0;
    *state = answer == NVP_REPLY_YES ? NVP_PLACE_STATE_DIRECTORY
        : answer == NVP_REPLY_NO && names.count == 0 ? NVP_PLACE_STATE_MISSING : NVP_PLACE_STATE_UNREADABLE;
    nvp_i_zero(&how, sizeof how);
    how.order_fn = s->system->compare_fn;
    how.user = s->system->user;
    spare = (nvp_i_item *)nvp_i_alloc(s->arena, names.count, sizeof *spare);
    if (spare == NULL) return 0;
    nvp_i_sort(names.items, spare, names.count, &how);
    for (i = 0; i < names.count; i++) {
        const nvp_view name = nvp_i_view(names.items[i].ptr, names.items[i].len);
        const char *inner = nvp_i_join(s->arena, path, "/", name);
        nvp_place *place = inner != NULL ? nvp_i_visit(s, entry, inner) : NULL;
        if (place == NULL) return 0;
        if (place->state == NVP_PLACE_STATE_DIRECTORY) place->state = NVP_PLACE_STATE_IGNORED;
        place->leftover = name.ptr[0] == '.'; /* [ours] */
        for (k = 0; k < NVP_I_COUNT(left); k++) place->leftover |= nvp_i_ends(name, left[k]);
    }
    return 1;
}

/* Examines one entry of the search path and, for a directory, what is in it; 0 without memory. */
static int nvp_i_visit_entry(nvp_i_searching *s, unsigned entry, const char *path)
{
    nvp_place *place = path != NULL ? nvp_i_visit(s, entry, path) : NULL;
    nvp_i_mark mark;
    uint32_t count, room;
    nvp_place *places;
    nvp_place_state state;
    if (place == NULL) return 0;
    if (place->state != NVP_PLACE_STATE_DIRECTORY) return 1;
    mark = nvp_i_mark_of(s->arena);
    places = s->places;
    count = s->count;
    room = s->room;
    if (!nvp_i_visit_all(s, entry, path, &state)) { /* too many names: that directory alone is lost */
        nvp_i_back(s->arena, &mark);
        s->places = places;
        s->count = count;
        s->room = room;
        state = NVP_PLACE_STATE_MEMORY;
    }
    s->places[count - 1].state = state;
    return 1;
}

static uint32_t nvp_i_failed(const nvp_place *places, uint32_t count)
{
    uint32_t i, failed = 0;
    for (i = 0; i < count; i++)
        failed += places[i].state == NVP_PLACE_STATE_UNREADABLE || places[i].state == NVP_PLACE_STATE_TOO_LARGE ||
                  places[i].state == NVP_PLACE_STATE_MEMORY || places[i].state == NVP_PLACE_STATE_UNKNOWN;
    return failed;
}

NVP_API nvp_code nvp_config_search(nvp_config *config, const nvp_system *system, const nvp_process *process,
                                   nvp_error *error)
{
    static const char nv[] = "/.nv/nvidia-application-profile";
    static const char shared[] = "/usr/share/nvidia/nvidia-application-profiles-";
    static const char tails[][48] = {"s-rc", "s-rc.d", "/etc/nvidia/nvidia-application-profiles-rc",
                                     "/etc/nvidia/nvidia-application-profiles-rc.d"};
    nvp_i_searching s;
    nvp_i_config *own;
    nvp_i_mark mark;
    nvp_view value;
    nvp_reply home;
    const char *user = "$HOME", *globals = NULL;
    unsigned entry;
    int good = 1;
    nvp_i_fine(error);
    if (config == NULL || system == NULL || system->stat_fn == NULL || system->list_fn == NULL)
        return nvp_i_fail(error, NVP_ARGUMENT, 0, "no configuration or no callbacks");
    own = nvp_i_config_of(config);
    mark = nvp_i_mark_of(&own->arena);
    nvp_i_zero(&s, sizeof s);
    s.arena = &own->arena;
    s.system = system;
    home = nvp_i_env(process, "HOME", &value);
    if (home == NVP_REPLY_YES) {
        user = nvp_i_string(s.arena, value.ptr, value.len);
        if (user != NULL) globals = nvp_i_join(s.arena, user, nv, nvp_text("-globals-rc"));
        good = globals != NULL;
    }
    for (entry = 1; entry <= 6 && good; entry++) {
        const char *path;
        if (entry <= 2) {
            if (home == NVP_REPLY_NO) continue; /* [G] */
            path = nvp_i_join(s.arena, user, nv, nvp_text(tails[entry - 1]));
        } else if (entry <= 4)
            path = tails[entry - 1];
        else if (entry == 5) {
            if (own->options.version.len == 0) continue;
            path = nvp_i_join(s.arena, shared, "", own->options.version);
            if (path != NULL) path = nvp_i_join(s.arena, path, "", nvp_text("-rc"));
        } else
            path = nvp_i_join(s.arena, shared, "", nvp_text("rc"));
        if (path != NULL && entry <= 2 && home == NVP_REPLY_UNKNOWN)
            good = nvp_i_place(&s, entry, path, NVP_PLACE_STATE_UNKNOWN) != NULL;
        else
            good = nvp_i_visit_entry(&s, entry, path);
    }
    if (!good) {
        nvp_i_back(&own->arena, &mark);
        return nvp_i_no_memory(error, own->arena.code);
    }
    config->places = own->places = s.places;
    config->place_count = s.count;
    config->failed_count = nvp_i_failed(s.places, s.count);
    config->globals = nvp_text(globals);
    return NVP_OK;
}

/* Reads a regular file; at most `most` bytes. */
NVP_I_APART nvp_place_state nvp_i_read_file(nvp_i_arena *a, const nvp_system *s, const char *path, uint32_t most,
                                            nvp_view *out)
{
    nvp_place_state state = NVP_PLACE_STATE_READ;
    nvp_reply opened;
    nvp_stat st;
    void *handle = NULL;
    char *buffer;
    size_t room, size = 0;
    nvp_i_zero(&st, sizeof st);
    s->stat_fn(path, &st, s->user);
    if (st.kind != NVP_KIND_REGULAR) return st.kind == NVP_KIND_DIRECTORY ? NVP_PLACE_STATE_IGNORED
        : nvp_i_state_of(st.kind);
    if (st.size > most) return NVP_PLACE_STATE_TOO_LARGE;
    opened = s->open_fn(path, &handle, s->user);
    if (opened != NVP_REPLY_YES) return opened == NVP_REPLY_NO ? NVP_PLACE_STATE_MISSING : NVP_PLACE_STATE_UNREADABLE;
    /* Some files claim a size of 0 and have more; some never end. */
    room = st.size == 0 ? (most < 4095 ? most : 4095) : (size_t)st.size;
    buffer = (char *)nvp_i_alloc(a, room + 1, 1);
    while (buffer != NULL) {
        nvp_reply reply = NVP_REPLY_FAILED;
        const size_t got = s->read_fn(handle, buffer + size, room + 1 - size, &reply, s->user);
        if ((got == 0 && reply != NVP_REPLY_NO) || got > room + 1 - size) state = NVP_PLACE_STATE_UNREADABLE;
        if (got == 0 || state != NVP_PLACE_STATE_READ) break;
        size += got;
        if (size <= room) continue;
        if (room >= most) {
            state = NVP_PLACE_STATE_TOO_LARGE;
            break;
        }
        room = room > most / 2 ? most : room * 2;
        {
            char *more = (char *)nvp_i_alloc(a, room + 1, 1);
            if (more != NULL) nvp_i_copy(more, buffer, size);
            buffer = more;
        }
    }
    s->close_fn(handle, s->user);
    if (buffer == NULL) state = NVP_PLACE_STATE_MEMORY;
    *out = nvp_i_view(buffer != NULL ? buffer : "", size);
    return state;
}

/* The globals file, whose fate is in out->reports. */
NVP_I_APART void nvp_i_load_globals(nvp_i_config *own, const nvp_system *system, nvp_view home, uint32_t most,
                                    nvp_switch *out)
{
    nvp_i_arena *a = &own->arena;
    const nvp_i_mark mark = nvp_i_mark_of(a);
    nvp_place_state state = NVP_PLACE_STATE_MEMORY;
    nvp_view text;
    const char *path = nvp_i_join(a, "", "", home);
    if (path != NULL) path = nvp_i_join(a, path, "/.nv/nvidia-application-profile-globals-rc", nvp_text(""));
    if (path != NULL) state = nvp_i_read_file(a, system, path, most, &text);
    if (state == NVP_PLACE_STATE_READ && nvp_i_globals(a, text, out) != NVP_OK) state = NVP_PLACE_STATE_MEMORY;
    if (state != NVP_PLACE_STATE_READ && state != NVP_PLACE_STATE_MISSING && state != NVP_PLACE_STATE_BROKEN_LINK) {
        out->reports |= NVP_REPORT_GLOBALS_UNREADABLE;
        out->unknown |= state != NVP_PLACE_STATE_IGNORED;
    }
    nvp_i_back(a, &mark);
}

/* Reads the file at a place, within the memory that one file may take; without a trace but its state when it fails. */
static void nvp_i_load_place(nvp_config *config, const nvp_system *system, nvp_place *place, uint32_t most)
{
    nvp_i_config *own = nvp_i_config_of(config);
    nvp_i_arena *a = &own->arena;
    const nvp_i_mark mark = nvp_i_mark_of(a);
    const size_t max = a->max;
    nvp_file **files = own->files;
    const uint32_t file_room = own->file_room;
    nvp_view text;
    if (a->allocator.alloc_fn == NULL) {
        if ((size_t)(a->end - a->at) > own->file_memory) a->end = a->at + own->file_memory;
    } else if (a->max - a->held > own->file_memory)
        a->max = a->held + own->file_memory;
    place->state = nvp_i_read_file(a, system, place->path.ptr, most, &text);
    if (place->state == NVP_PLACE_STATE_READ) {
        if (nvp_i_add(config, place->path, text) == NVP_OK) place->file = config->file_count - 1;
        else place->state = NVP_PLACE_STATE_MEMORY;
    }
    if (place->state != NVP_PLACE_STATE_READ) {
        own->files = files;
        own->file_room = file_room;
        config->files = (const nvp_file *const *)files;
        nvp_i_back(a, &mark);
    }
    if (a->allocator.alloc_fn == NULL) a->end = mark.end;
    a->max = max;
}

NVP_API nvp_code nvp_config_load(nvp_config *config, const nvp_system *system, const nvp_process *process,
                                 nvp_error *error)
{
    nvp_i_config *own, *before; /* not on the stack, which must stay small */
    nvp_i_mark mark;
    nvp_switch state;
    nvp_view home;
    nvp_code code = NVP_OK;
    uint32_t i, most;
    nvp_i_fine(error);
    if (config == NULL || system == NULL || system->stat_fn == NULL || system->list_fn == NULL ||
        system->open_fn == NULL || system->read_fn == NULL || system->close_fn == NULL)
        return nvp_i_fail(error, NVP_ARGUMENT, 0, "no configuration to load into or no callbacks");
    own = nvp_i_config_of(config);
    mark = nvp_i_mark_of(&own->arena);
    before = (nvp_i_config *)nvp_i_alloc(&own->arena, 1, sizeof *before);
    if (before == NULL) return nvp_i_no_memory(error, own->arena.code);
    nvp_i_copy(before, own, sizeof *before);
    most = own->options.max_file != 0 ? own->options.max_file : (uint32_t)4 << 20;
    if (nvp_i_variables(process, &state, &home) == 0) nvp_i_load_globals(own, system, home, most, &state);
    if (state.enabled) code = nvp_config_search(config, system, process, NULL);
    for (i = 0; code == NVP_OK && state.enabled && i < config->place_count; i++) {
        nvp_place *place = &own->places[i];
        if (place->state == NVP_PLACE_STATE_READ) nvp_i_load_place(config, system, place, most);
        if (state.log && own->options.log.log_fn != NULL)
            own->options.log.log_fn(NVP_EVENT_PLACE, place->path, nvp_text(nvp_place_state_name(place->state)),
                                    own->options.log.user);
    }
    if (code == NVP_OK) code = nvp_config_link(config, NULL);
    if (code != NVP_OK) {
        const nvp_i_arena now = own->arena;
        nvp_i_copy(own, before, sizeof *own);
        own->arena = now;
        nvp_i_back(&own->arena, &mark);
        return nvp_i_no_memory(error, code);
    }
    config->failed_count = nvp_i_failed(config->places, config->place_count);
    config->state = state;
    return NVP_OK;
}
#endif

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_KEYS
typedef struct nvp_i_keys {
    nvp_keys open;
    nvp_i_file file;
    nvp_i_arena *arena;
} nvp_i_keys;

/* Reads the members of one documented key; 0 if it is none. */
static int nvp_i_key(const nvp_i_doc *d, uint32_t i, nvp_key *to)
{
    uint32_t m[3], k;
    if (d->nodes[i].kind != NVP_I_OBJECT) return 0;
    (void)nvp_i_members(d, i, NVP_I_KEY, 3, m);
    for (k = 0; k < 3; k++)
        if (m[k] == 0 || d->nodes[m[k]].kind != NVP_I_STRING) return 0;
    to->key = nvp_i_said(d, m[0]);
    to->type = nvp_i_said(d, m[1]);
    to->description = nvp_i_said(d, m[2]);
    return 1;
}

NVP_API const nvp_keys *nvp_keys_open(const void *data, size_t size, const nvp_keys_options *options, nvp_error *error)
{
    nvp_i_arena *a;
    nvp_i_keys *list;
    nvp_key *keys;
    nvp_i_doc d;
    uint32_t array, i, count = 0;
    nvp_i_fine(error);
    if (data == NULL && size > 0) {
        nvp_i_fail(error, NVP_ARGUMENT, 0, "no text");
        return NULL;
    }
    if (size >= NVP_NONE) {
        nvp_i_fail(error, NVP_LIMIT, 0, "a key list of 4 GiB or more");
        return NULL;
    }
    a = nvp_i_arena_new(options != NULL ? &options->memory : NULL, error);
    if (a == NULL) return NULL;
    list = (nvp_i_keys *)nvp_i_alloc(a, 1, sizeof *list);
    nvp_i_zero(&d, sizeof d);
    if (list == NULL) d.code = a->code;
    else {
        nvp_i_zero(list, sizeof *list);
        list->arena = a;
        nvp_i_doc_open(&d, a, data != NULL ? (const char *)data : "", (uint32_t)size, NULL);
    }
    nvp_i_tree(&d);
    if (d.code == NVP_OK && d.errors == 0 && d.nodes[0].kind == NVP_I_OBJECT) {
        list->open.used = 1;
        (void)nvp_i_members(&d, 0, NVP_I_REGISTRY, 1, &array);
        if (array != 0 && d.nodes[array].kind == NVP_I_ARRAY) {
            for (i = array + 1; i < d.nodes[array].more; i = nvp_i_after(d.nodes, i)) count++;
            list->open.items = keys = (nvp_key *)nvp_i_alloc(a, count, sizeof *keys);
            if (keys == NULL) d.code = a->code;
            for (i = array + 1; keys != NULL && i < d.nodes[array].more; i = nvp_i_after(d.nodes, i)) {
                if (nvp_i_key(&d, i, &keys[list->open.count])) list->open.count++;
                else list->open.skipped++;
            }
        }
    }
    if (d.code != NVP_OK) {
        nvp_i_no_memory(error, d.code);
        nvp_i_arena_close(a);
        return NULL;
    }
    nvp_i_sort_list(d.list, d.listed);
    list->file.open.name = list->file.open.text = nvp_text(NULL);
    list->file.open.text = nvp_i_view(d.text, size);
    list->file.open.used = list->open.used;
    nvp_i_doc_file(&d, &list->file);
    list->file.classes = list->open.used ? 0u : 1u << NVP_I_FILE; /* for edits */
    list->open.file = &list->file.open;
    return &list->open;
}

NVP_API void nvp_keys_close(const nvp_keys *keys)
{
    if (keys != NULL) nvp_i_arena_close(((const nvp_i_keys *)(const void *)keys)->arena);
}

NVP_API size_t nvp_keys_memory_used(const nvp_keys *keys)
{
    return keys != NULL ? ((const nvp_i_keys *)(const void *)keys)->arena->held : 0;
}
#endif

/* ---- Edit -------------------------------------------------------------------------------------------------------- */

#ifndef NVP_NO_EDIT
/* Bytes [at, at + cut) become put. */
typedef struct nvp_i_patch {
    uint32_t at, cut;
    nvp_view put;
} nvp_i_patch;

/* An element of an array, two of them in a list of keys and values, or a member of an object with its name. */
typedef struct nvp_i_element {
    uint32_t from, to; /* bytes */
    int marked;
} nvp_i_element;

typedef struct nvp_i_edit {
    nvp_i_doc doc;   /* nodes of the file */
    nvp_i_doc given; /* of the value of a change */
    nvp_i_reader reader;
    nvp_profile profile;
    nvp_rule rule;
    nvp_config_options options; /* as the file was read */
    nvp_i_arena *arena;
    nvp_i_patch *patches;
    uint32_t patch_count, patch_room;
    nvp_view newline, colon, comma, pad, step; /* as the file writes them */
} nvp_i_edit;

/* Text under construction. */
typedef struct nvp_i_text {
    nvp_i_arena *arena;
    char *ptr;
    uint32_t len, room;
    int failed;
} nvp_i_text;

static void nvp_i_put(nvp_i_text *t, nvp_view v)
{
    while (!t->failed && v.len > t->room - t->len) {
        char *more = (char *)nvp_i_grow(t->arena, t->ptr, t->len, &t->room, 1);
        if (more == NULL) t->failed = 1;
        else t->ptr = more;
    }
    if (t->failed) return;
    nvp_i_copy(t->ptr + t->len, v.ptr, v.len);
    t->len += (uint32_t)v.len;
}

static void nvp_i_puts(nvp_i_text *t, const char *text) { nvp_i_put(t, nvp_text(text)); }

static void nvp_i_text_open(nvp_i_text *t, nvp_i_edit *e)
{
    nvp_i_zero(t, sizeof *t);
    t->arena = e->arena;
    t->ptr = (char *)(uintptr_t)("");
}

/* A JSON string. Bytes stay as they are except for quotes, backslashes and control characters. */
static void nvp_i_put_quoted(nvp_i_text *t, nvp_view v)
{
    static const char hex[] = "0123456789abcdef";
    size_t i;
    nvp_i_puts(t, "\"");
    for (i = 0; i < v.len; i++) {
        char escape[6] = {'\\', 'u', '0', '0', 0, 0};
        const unsigned char u = (unsigned char)v.ptr[i];
        if (u < 32) {
            escape[4] = hex[u >> 4];
            escape[5] = hex[u & 15];
            nvp_i_put(t, nvp_i_view(escape, 6));
        } else {
            if (u == '"' || u == '\\') nvp_i_puts(t, "\\");
            nvp_i_put(t, nvp_i_view(v.ptr + i, 1));
        }
    }
    nvp_i_puts(t, "\"");
}

static void nvp_i_patch_at(nvp_i_edit *e, uint32_t at, uint32_t cut, nvp_view put)
{
    if (e->patch_count == e->patch_room) {
        nvp_i_patch *more =
            (nvp_i_patch *)nvp_i_grow(e->arena, e->patches, e->patch_count, &e->patch_room, sizeof *more);
        if (more == NULL) {
            e->doc.code = e->arena->code;
            return;
        }
        e->patches = more;
    }
    e->patches[e->patch_count].at = at;
    e->patches[e->patch_count].cut = cut;
    e->patches[e->patch_count++].put = put;
}

static void nvp_i_patch_text(nvp_i_edit *e, uint32_t at, uint32_t cut, const nvp_i_text *t)
{
    if (t->failed) e->doc.code = e->arena->code;
    else nvp_i_patch_at(e, at, cut, nvp_i_view(t->ptr, t->len));
}

static int nvp_i_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static uint32_t nvp_i_line_start(const char *text, uint32_t at)
{
    while (at > 0 && text[at - 1] != '\n') at--;
    return at;
}

/* Whether only whitespace comes before `at` in its line. Somewhere before it is a bracket. */
static int nvp_i_first_in_line(const char *text, uint32_t at)
{
    while (nvp_i_is_blank(text[at - 1])) at--;
    return text[at - 1] == '\n';
}

/* The byte after the line feed, if from `at` on there is only whitespace (and a comment, if that is fine), else 0.
   Somewhere after it is a bracket. */
static uint32_t nvp_i_line_end(const nvp_i_edit *e, uint32_t at, int comment)
{
    const char *text = e->doc.text;
    while (nvp_i_is_blank(text[at])) at++;
    if (comment && text[at] == '#') at = (uint32_t)(nvp_i_find(text + at, text + e->doc.size, '\n') - text);
    return text[at] == '\n' ? at + 1 : 0;
}

static int nvp_i_all_blank(const char *text, uint32_t from, uint32_t to, int lines)
{
    while (from < to && (nvp_i_is_blank(text[from]) || (lines && text[from] == '\n'))) from++;
    return from >= to;
}

/* The indentation of the line of `at`. */
static nvp_view nvp_i_indent(const char *text, uint32_t at)
{
    const uint32_t start = nvp_i_line_start(text, at);
    uint32_t end = start;
    while (end < at && nvp_i_is_blank(text[end])) end++;
    return nvp_i_view(text + start, end - start);
}

/* Place of the comma after a unit that ends before `at`, or NVP_NONE where a bracket follows. */
static uint32_t nvp_i_comma(const nvp_i_edit *e, uint32_t at)
{
    nvp_reader_state x;
    nvp_i_token t;
    nvp_i_tokens(&x, e->doc.text, at, e->doc.size);
    (void)nvp_i_next(&x, &t);
    return x.text[t.at] == ',' ? t.at : NVP_NONE;
}

/* How the file writes lines, colons, commas, brackets and steps of indentation: as at the first place that shows it, if
   possible within the container being changed. */
static void nvp_i_style(nvp_i_edit *e, uint32_t container)
{
    const char *text = e->doc.text, *end = text + e->doc.size;
    const char *lf = nvp_i_find(text, end, '\n');
    int found = 0, pass;
    e->newline = nvp_i_view(lf < end && lf > text && lf[-1] == '\r' ? "\r\n" : "\n", lf < end && lf > text &&
                            lf[-1] == '\r' ? 2 : 1);
    e->colon = nvp_i_view(": ", 2);
    e->pad = nvp_i_view(" ", 1);
    e->step = nvp_i_view("    ", 4);
    for (pass = 0; pass < 2 && e->doc.count > 0; pass++) {
        nvp_reader_state x;
        nvp_i_token t;
        nvp_i_tokens(&x, text, 0, e->doc.size);
        if (pass == 0) {
            x.at = e->doc.nodes[container].at;
            x.size = x.at + e->doc.nodes[container].len;
        }
        while (found < 7 && nvp_i_next(&x, &t)) {
            const char mark = t.kind == NVP_TOKEN_KIND_MARK ? text[t.at] : 0;
            const char after = t.at + t.len < e->doc.size ? text[t.at + t.len] : '\n';
            const int line = after == '\n' || after == '\r', wide = after == ' ' || after == '\t';
            if (mark == ':' && (found & 1) == 0) {
                found |= 1;
                e->colon = nvp_i_is_blank(text[t.at - 1]) ? nvp_i_view(" : ", 3) : wide ? nvp_i_view(": ", 2)
                    : nvp_i_view(":", 1);
            }
            if (mark == ',' && (found & 2) == 0 && !line) {
                found |= 2;
                e->comma = nvp_i_view(", ", wide ? 2 : 1);
            }
            if ((mark == '{' || mark == '[') && (found & 4) == 0 && !line && after != '}' && after != ']') {
                found |= 4;
                e->pad = nvp_i_view(" ", wide ? 1 : 0);
            }
        }
    }
    if ((found & 2) == 0) e->comma = nvp_i_view(", ", e->colon.len == 1 ? 1 : 2);
    if (e->doc.count > 1 && nvp_i_first_in_line(text, e->doc.nodes[1].at)) {
        const nvp_view outer = nvp_i_indent(text, e->doc.nodes[0].at), inner = nvp_i_indent(text, e->doc.nodes[1].at);
        if (inner.len > outer.len) e->step = nvp_i_view(inner.ptr + outer.len, inner.len - outer.len);
    }
}

/* Appends JSON in the file's style. */
static void nvp_i_put_json(nvp_i_edit *e, nvp_i_text *to, nvp_view json)
{
    nvp_reader_state x;
    nvp_i_token t;
    int opened = 0;
    nvp_i_tokens(&x, json.ptr, 0, (uint32_t)json.len);
    while (nvp_i_next(&x, &t)) {
        const char mark = t.kind == NVP_TOKEN_KIND_MARK ? x.text[t.at] : 0;
        const int closes = mark == '}' || mark == ']';
        if (mark == ',') nvp_i_put(to, e->comma);
        else if (mark == ':') nvp_i_put(to, e->colon);
        else {
            /* after an opening bracket or before a closing one, not both */
            if (opened != closes) nvp_i_put(to, e->pad);
            nvp_i_put(to, nvp_i_view(x.text + t.at, t.len));
        }
        opened = mark == '{' || mark == '[';
    }
}

/* The units of a container: `each` nodes of its own level make one. */
static nvp_i_element *nvp_i_elements(nvp_i_edit *e, uint32_t container, int each, uint32_t *count)
{
    const nvp_i_node *nodes = e->doc.nodes;
    nvp_i_element *list;
    uint32_t i, n = 0;
    for (i = container + 1; i < nodes[container].more; i = nvp_i_after(nodes, i)) n++;
    list = (nvp_i_element *)nvp_i_alloc(e->arena, n / (uint32_t)each, sizeof *list);
    *count = 0;
    if (list == NULL) {
        e->doc.code = e->arena->code;
        return NULL;
    }
    for (i = container + 1; i < nodes[container].more;) {
        nvp_i_element *u = &list[(*count)++];
        u->from = nodes[i].at;
        u->marked = 0;
        if (each == 2) i = nvp_i_after(nodes, i);
        u->to = nodes[i].at + nodes[i].len;
        i = nvp_i_after(nodes, i);
    }
    return list;
}

/* Start of the comments that belong to what begins a line: those in the lines right above it, but not in the line of
   the bracket around it. */
static uint32_t nvp_i_comments_above(const char *text, uint32_t at)
{
    uint32_t start = nvp_i_line_start(text, at);
    for (;;) {
        uint32_t up = nvp_i_line_start(text, start - 1);
        const uint32_t line = up;
        while (nvp_i_is_blank(text[up])) up++;
        if (text[up] != '#') break;
        at = up;
        start = line;
    }
    return at;
}

/* Removes the marked units; comments: with the comment that ends the line of each. */
static void nvp_i_take(nvp_i_edit *e, uint32_t container, const nvp_i_element *u, uint32_t count, int comments)
{
    const nvp_view nothing = nvp_i_view("", 0);
    const char *text = e->doc.text;
    const uint32_t open = e->doc.nodes[container].at + 1;
    const uint32_t close = e->doc.nodes[container].at + e->doc.nodes[container].len - 1;
    uint32_t i, kept = NVP_NONE, at = open;
    for (i = 0; i < count; i++)
        if (!u[i].marked) kept = i;
    if (kept == NVP_NONE) { /* only whitespace and commas left: the brackets close up */
        for (i = 0; i < count && at != NVP_NONE; i++) {
            const uint32_t comma = nvp_i_comma(e, u[i].to); /* after the last one as well, where that is fine */
            const uint32_t end = comma != NVP_NONE ? comma : u[i].to;
            if (!nvp_i_all_blank(text, at, u[i].from, 1) || !nvp_i_all_blank(text, u[i].to, end, 1)) at = NVP_NONE;
            else at = comma != NVP_NONE ? comma + 1 : end;
        }
        if (at != NVP_NONE && nvp_i_all_blank(text, at, close, 1)) {
            nvp_i_patch_at(e, open, close - open, nothing);
            return;
        }
    }
    for (i = 0; i < count; i++) {
        const int lines = nvp_i_first_in_line(text, u[i].from);
        const uint32_t start = lines ? nvp_i_line_start(text, u[i].from) : u[i].from;
        const uint32_t after = nvp_i_comma(e, u[i].to);
        if (!u[i].marked) continue;
        if (i + 1 < count || (kept == NVP_NONE && after != NVP_NONE)) { /* with the comma after it */
            const uint32_t comma = after, next = i + 1 < count ? u[i + 1].from : close;
            uint32_t end = comma + 1;
            if (!nvp_i_all_blank(text, u[i].to, comma, 0)) {
                nvp_i_patch_at(e, u[i].from, u[i].to - u[i].from, nothing);
                nvp_i_patch_at(e, comma, 1, nothing);
            } else if (lines && nvp_i_line_end(e, end, comments) != 0)
                nvp_i_patch_at(e, start, nvp_i_line_end(e, end, comments) - start, nothing);
            else {
                while (end < next && (text[end] == ' ' || text[end] == '\t')) end++;
                nvp_i_patch_at(e, u[i].from, end - u[i].from, nothing);
            }
        } else { /* the last one: with the comma before it */
            const uint32_t comma = kept != NVP_NONE ? nvp_i_comma(e, u[kept].to) : 0;
            const uint32_t end = nvp_i_line_end(e, u[i].to, comments);
            if (kept != NVP_NONE && kept + 1 == i && !(lines && end != 0) &&
                nvp_i_all_blank(text, comma + 1, u[i].from, 1)) {
                nvp_i_patch_at(e, comma, u[i].to - comma, nothing);
                continue;
            }
            if (kept != NVP_NONE) { /* whitespace after it too, if what follows in the line goes */
                const uint32_t next = u[kept + 1].from;
                const int joined = kept + 1 < i && nvp_i_all_blank(text, comma + 1, next, 0);
                nvp_i_patch_at(e, comma, joined ? next - comma : 1, nothing);
            }
            if (lines && end != 0) nvp_i_patch_at(e, start, end - start, nothing);
            else nvp_i_patch_at(e, u[i].from, u[i].to - u[i].from, nothing);
        }
    }
}

/* Puts a new unit in front of number `index`. wide: an empty container gets its own lines. */
static void nvp_i_insert(nvp_i_edit *e, uint32_t container, int each, uint32_t index, nvp_view unit, int wide)
{
    const char *text = e->doc.text;
    const uint32_t open = e->doc.nodes[container].at + 1;
    const uint32_t close = e->doc.nodes[container].at + e->doc.nodes[container].len - 1;
    nvp_i_text t;
    uint32_t count, line, before;
    const nvp_i_element *u = nvp_i_elements(e, container, each, &count);
    if (u == NULL) return;
    nvp_i_text_open(&t, e);
    if (count == 0) {
        const int empty = nvp_i_all_blank(text, open, close, 0);
        if (wide || !empty) {
            nvp_i_put(&t, e->newline);
            nvp_i_put(&t, nvp_i_indent(text, open - 1));
            nvp_i_put(&t, e->step);
            nvp_i_put(&t, unit);
            if (empty) {
                nvp_i_put(&t, e->newline);
                nvp_i_put(&t, nvp_i_indent(text, open - 1));
            }
        } else {
            nvp_i_put(&t, e->pad);
            nvp_i_put(&t, unit);
            nvp_i_put(&t, e->pad);
        }
        nvp_i_patch_text(e, open, empty ? close - open : 0, &t);
        return;
    }
    if (index >= count) { /* after the last one */
        const nvp_i_element *last = &u[count - 1];
        if (nvp_i_first_in_line(text, last->from)) {
            line = nvp_i_line_end(e, last->to, 1);
            if (line != 0) {
                nvp_i_patch_at(e, last->to, 0, nvp_i_view(",", 1));
                nvp_i_put(&t, nvp_i_indent(text, last->from));
                nvp_i_put(&t, unit);
                nvp_i_put(&t, e->newline);
                nvp_i_patch_text(e, line, 0, &t);
                return;
            }
            nvp_i_puts(&t, ",");
            nvp_i_put(&t, e->newline);
            nvp_i_put(&t, nvp_i_indent(text, last->from));
        } else
            nvp_i_put(&t, e->comma);
        nvp_i_put(&t, unit);
        nvp_i_patch_text(e, last->to, 0, &t);
        return;
    }
    before = index > 0 ? nvp_i_comma(e, u[index - 1].to) + 1 : open;
    line = nvp_i_first_in_line(text, u[index].from) ? nvp_i_line_end(e, before, 1) : 0;
    if (line != 0) {
        nvp_i_put(&t, nvp_i_indent(text, u[index].from));
        nvp_i_put(&t, unit);
        nvp_i_puts(&t, ",");
        nvp_i_put(&t, e->newline);
        nvp_i_patch_text(e, line, 0, &t);
    } else {
        nvp_i_put(&t, unit);
        nvp_i_put(&t, e->comma);
        nvp_i_patch_text(e, u[index].from, 0, &t);
    }
}

/* Reads the file to be changed. */
static nvp_code nvp_i_edit_open(nvp_i_edit *e, nvp_i_arena *arena, const nvp_file *file, nvp_error *error)
{
    const unsigned fatal = 1u << NVP_I_SYNTAX | 1u << NVP_I_REPAIRED | 1u << NVP_I_FILE;
    if ((nvp_i_file_of(file)->classes & fatal) != 0 &&
        !(file->errors == 1 && file->problem_count == 1 && file->problems[0].issue == NVP_ISSUE_NO_ROOT))
        return nvp_i_fail(error, NVP_SYNTAX, file->problem_count > 0 ? file->problems[0].offset : 0,
                          "a file with syntax errors is not edited");
    nvp_i_zero(e, sizeof *e);
    e->arena = arena;
    nvp_i_doc_open(&e->doc, arena, file->text.ptr, (uint32_t)file->text.len, NULL);
    e->doc.max_depth = NVP_NONE;
    nvp_i_tree(&e->doc);
    return e->doc.code != NVP_OK ? nvp_i_no_memory(error, e->doc.code) : NVP_OK;
}

static nvp_reply nvp_i_to_text(const void *bytes, size_t size, void *user)
{
    nvp_i_text *t = (nvp_i_text *)user;
    nvp_i_put(t, nvp_i_view((const char *)bytes, size));
    return t->failed ? NVP_REPLY_FAILED : NVP_REPLY_YES;
}

/* Writes the text with its patches. */
NVP_I_APART nvp_code nvp_i_edit_write(nvp_i_edit *e, const nvp_output *to)
{
    nvp_i_item *items = (nvp_i_item *)nvp_i_alloc(e->arena, e->patch_count, 2 * sizeof *items);
    nvp_i_sorting plain;
    uint32_t i, at = 0;
    if (items == NULL) return e->arena->code;
    nvp_i_zero(&plain, sizeof plain);
    for (i = 0; i < e->patch_count; i++) {
        items[i] = nvp_i_item_of(nvp_i_view("", 0), i, 0);
        items[i].key = e->patches[i].at;
    }
    nvp_i_sort(items, items + e->patch_count, e->patch_count, &plain);
    for (i = 0;; i++) {
        const nvp_i_patch *p = i < e->patch_count ? &e->patches[items[i].id] : NULL;
        const uint32_t stop = p != NULL ? p->at : e->doc.size;
        NVP_ASSERT(stop >= at);
        if (stop > at && to->write_fn(e->doc.text + at, stop - at, to->user) != NVP_REPLY_YES) return NVP_IO;
        if (p == NULL) return NVP_OK;
        if (p->put.len > 0 && to->write_fn(p->put.ptr, p->put.len, to->user) != NVP_REPLY_YES) return NVP_IO;
        at = stop + p->cut;
    }
}

/* Parses JSON given by the caller; NVP_ARGUMENT when it is not right. */
static nvp_code nvp_i_given(nvp_i_edit *e, nvp_view json)
{
    nvp_i_doc *d = &e->given;
    if (json.ptr == NULL || json.len >= NVP_NONE / 4) return NVP_ARGUMENT;
    nvp_i_doc_open(d, e->arena, json.ptr, (uint32_t)json.len, NULL);
    nvp_i_tree(d);
    if (d->code != NVP_OK) return d->code;
    return d->errors > 0 ? NVP_ARGUMENT : NVP_OK;
}

/* The array `rules` or `profiles` of the file, or 0. */
static uint32_t nvp_i_list_of(const nvp_i_edit *e, int rules)
{
    uint32_t m[2];
    if (e->doc.count == 0) return 0;
    (void)nvp_i_members(&e->doc, 0, NVP_I_RULES, 2, m);
    return m[rules ? 0 : 1];
}

/* The container that begins at this byte of the text. */
static uint32_t nvp_i_node_at(const nvp_i_edit *e, uint32_t at)
{
    uint32_t low = 0, high = e->doc.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (e->doc.nodes[middle].at < at) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The array with the settings of a profile, or 0. */
static uint32_t nvp_i_settings_of(const nvp_i_edit *e, const nvp_profile *p)
{
    const uint32_t node = nvp_i_node_at(e, p->at);
    uint32_t m[2];
    if (p->bad) return 0;
    if (e->doc.nodes[node].kind == NVP_I_ARRAY) return node;
    (void)nvp_i_members(&e->doc, node, NVP_I_CALLED, 2, m);
    return m[1];
}

/* How lists of settings are written: 0 key, value; else objects, with the names of the last one. */
static int nvp_i_form(nvp_i_edit *e, const nvp_file *file, uint32_t array, const char **key, const char **value)
{
    uint32_t m[4], i, last = 0;
    *key = "key";
    *value = "value";
    for (i = array + 1; i < e->doc.nodes[array].more; i = nvp_i_after(e->doc.nodes, i)) last = i;
    for (i = 0; last == 0 && i < file->profile_count; i++) { /* an empty list: like another one of the file */
        const uint32_t other = nvp_i_settings_of(e, &file->profiles[i]);
        if (other != 0 && e->doc.nodes[other].more > other + 1) last = other + 1;
    }
    if (last == 0 || e->doc.nodes[last].kind != NVP_I_OBJECT) return 0;
    (void)nvp_i_members(&e->doc, last, NVP_I_K, 4, m);
    if (m[3] == 0) *key = "k";
    if (m[2] == 0) *value = "v";
    return 1;
}

/* Records that a change cannot be made, and why. */
static nvp_code nvp_i_refuse(const char **why, nvp_code code, const char *message)
{
    *why = message;
    return code;
}

static nvp_code nvp_i_edit_set(nvp_i_edit *e, const nvp_file *file, const nvp_profile *profile, const nvp_change *c,
                               const char **why)
{
    const char *key_name, *value_name;
    const uint32_t array = nvp_i_settings_of(e, profile);
    const nvp_i_doc *given = &e->given;
    nvp_i_text t, json;
    nvp_code code;
    nvp_view text;
    uint32_t i;
    int objects;
    if (array == 0) return nvp_i_refuse(why, NVP_SYNTAX, "the profile has an error in it");
    code = nvp_i_given(e, c->value);
    if (code == NVP_OK && (given->nodes[0].kind < NVP_I_STRING || given->nodes[0].kind > NVP_I_FALSE)) code =
        NVP_ARGUMENT;
    if (code != NVP_OK) return nvp_i_refuse(why, code, "the value is not a string, number, true or false");
    text = nvp_i_view(given->text + given->nodes[0].at, given->nodes[0].len);
    for (i = 0; i < profile->setting_count; i++)
        if (nvp_i_same_key(profile->settings[i].key, c->name,
                           (nvp_i_file_of(file)->flags & NVP_FLAG_EXACT_KEYS) != 0)) {
            nvp_reader_state x;
            nvp_i_token old;
            nvp_i_tokens(&x, e->doc.text, profile->settings[i].value_at, e->doc.size);
            (void)nvp_i_next(&x, &old);
            nvp_i_patch_at(e, old.at, old.len, text);
            return NVP_OK;
        }
    nvp_i_style(e, array);
    objects = nvp_i_form(e, file, array, &key_name, &value_name);
    nvp_i_text_open(&json, e);
    nvp_i_text_open(&t, e);
    if (objects) {
        nvp_i_puts(&json, "{\"");
        nvp_i_puts(&json, key_name);
        nvp_i_puts(&json, "\":");
    }
    nvp_i_put_quoted(&json, c->name);
    nvp_i_puts(&json, ",");
    if (objects) {
        nvp_i_puts(&json, "\"");
        nvp_i_puts(&json, value_name);
        nvp_i_puts(&json, "\":");
    }
    nvp_i_put(&json, text);
    if (objects) nvp_i_puts(&json, "}");
    nvp_i_put_json(e, &t, nvp_i_view(json.ptr, json.len));
    if (json.failed || t.failed) return e->arena->code;
    nvp_i_insert(e, array, objects ? 1 : 2, NVP_NONE, nvp_i_view(t.ptr, t.len), 0);
    return NVP_OK;
}

static nvp_code nvp_i_edit_unset(nvp_i_edit *e, const nvp_file *file, const nvp_profile *profile, const nvp_change *c,
                                 const char **why)
{
    const uint32_t array = nvp_i_settings_of(e, profile);
    nvp_i_element *u;
    uint32_t i, count, marked = 0;
    int each;
    if (array == 0) return nvp_i_refuse(why, NVP_SYNTAX, "the profile has an error in it");
    each = e->doc.nodes[array].more > array + 1 && e->doc.nodes[array + 1].kind == NVP_I_OBJECT ? 1 : 2;
    u = nvp_i_elements(e, array, each, &count);
    NVP_ASSERT(u == NULL || count == profile->setting_count);
    for (i = 0; u != NULL && i < count; i++)
        if (nvp_i_same_key(profile->settings[i].key, c->name,
                           (nvp_i_file_of(file)->flags & NVP_FLAG_EXACT_KEYS) != 0)) {
            u[i].marked = 1;
            marked++;
        }
    if (u == NULL) return e->doc.code;
    if (marked == 0) return nvp_i_refuse(why, NVP_ARGUMENT, "the profile has no such key");
    nvp_i_take(e, array, u, count, 0);
    return NVP_OK;
}

/* Puts a rule or profile into its list; makes the list, and the root, where there is none. */
static nvp_code nvp_i_edit_add(nvp_i_edit *e, const nvp_change *c, const char **why)
{
    const int rules = c->action == NVP_ACTION_RULE_ADD;
    const uint32_t array = nvp_i_list_of(e, rules);
    const nvp_i_element *u = NULL;
    nvp_view inner, outer;
    nvp_i_text t, one;
    nvp_code code;
    uint32_t count = 0;
    int lines = 1;
    code = nvp_i_given(e, c->value);
    if (code == NVP_OK && e->given.nodes[0].kind != NVP_I_OBJECT) code = NVP_ARGUMENT;
    if (code == NVP_OK) { /* its meaning must be right too */
        nvp_i_zero(&e->reader, sizeof e->reader);
        e->reader.doc = &e->given;
        if (rules) nvp_i_rule(&e->reader, 0, &e->rule);
        else nvp_i_profile(&e->given, 0, 0, &e->profile);
        code = e->given.code != NVP_OK ? e->given.code : e->given.errors > 0 ? NVP_ARGUMENT : NVP_OK;
    }
    if (code != NVP_OK) return nvp_i_refuse(why, code, rules ? "the JSON is not a valid rule"
                                            : "the JSON is not a valid profile");
    nvp_i_style(e, array);
    nvp_i_text_open(&one, e);
    nvp_i_put_json(e, &one, c->value);
    if (one.failed) return e->arena->code;
    if (array != 0) {
        nvp_i_insert(e, array, 1, c->index, nvp_i_view(one.ptr, one.len), 1);
        return NVP_OK;
    }
    inner = e->step;
    outer = nvp_i_view("", 0);
    if (e->doc.count > 0) {
        outer = nvp_i_indent(e->doc.text, e->doc.nodes[0].at);
        u = nvp_i_elements(e, 0, 2, &count);
    }
    if (count > 0) {
        lines = nvp_i_first_in_line(e->doc.text, u[count - 1].from);
        outer = nvp_i_indent(e->doc.text, u[count - 1].from);
        inner = nvp_i_view("", 0);
    }
    nvp_i_text_open(&t, e);
    if (e->doc.count == 0) {
        if (e->doc.size > 0 && e->doc.text[e->doc.size - 1] != '\n') nvp_i_put(&t, e->newline);
        nvp_i_puts(&t, "{");
        nvp_i_put(&t, e->newline);
        nvp_i_put(&t, inner);
    }
    nvp_i_puts(&t, rules ? "\"rules\"" : "\"profiles\"");
    nvp_i_put(&t, e->colon);
    nvp_i_puts(&t, "[");
    if (lines) {
        nvp_i_put(&t, e->newline);
        nvp_i_put(&t, outer);
        nvp_i_put(&t, inner);
        nvp_i_put(&t, e->step);
    } else
        nvp_i_put(&t, e->pad);
    nvp_i_put(&t, nvp_i_view(one.ptr, one.len));
    if (lines) {
        nvp_i_put(&t, e->newline);
        nvp_i_put(&t, outer);
        nvp_i_put(&t, inner);
    } else
        nvp_i_put(&t, e->pad);
    nvp_i_puts(&t, "]");
    if (e->doc.count == 0) {
        nvp_i_put(&t, e->newline);
        nvp_i_puts(&t, "}");
        nvp_i_put(&t, e->newline);
    }
    if (t.failed) return e->arena->code;
    if (e->doc.count == 0) nvp_i_patch_text(e, e->doc.size, 0, &t);
    else nvp_i_insert(e, 0, 2, NVP_NONE, nvp_i_view(t.ptr, t.len), 1);
    return NVP_OK;
}

static nvp_code nvp_i_edit_remove(nvp_i_edit *e, const nvp_file *file, const nvp_change *c, const char **why)
{
    const int rules = c->action == NVP_ACTION_RULE_REMOVE;
    const uint32_t array = nvp_i_list_of(e, rules);
    nvp_i_element *u;
    uint32_t count, i, at;
    if (c->index >= (rules ? file->rule_count : file->profile_count))
        return nvp_i_refuse(why, NVP_ARGUMENT, rules ? "no such rule" : "no such profile");
    at = rules ? file->rules[c->index].at : file->profiles[c->index].at;
    u = nvp_i_elements(e, array, 1, &count);
    for (i = 0; i < count; i++) {
        u[i].marked = u[i].from == at;
        if (u[i].marked && nvp_i_first_in_line(e->doc.text, at)) u[i].from = nvp_i_comments_above(e->doc.text, at);
    }
    if (u != NULL) nvp_i_take(e, array, u, count, 1);
    return NVP_OK;
}

/* Where the comment begins that ends a unit's line, after its comma; *end: where it ends, equal if there is none.
   Nothing else follows in the line. */
static uint32_t nvp_i_comment_after(const nvp_i_edit *e, const nvp_i_element *u, uint32_t *end)
{
    const uint32_t comma = nvp_i_comma(e, u->to), at = comma != NVP_NONE ? comma + 1 : u->to;
    *end = nvp_i_line_end(e, at, 0) == 0 ? nvp_i_line_end(e, at, 1) - 1 : at;
    if (*end > at && e->doc.text[*end - 1] == '\r') --*end;
    return at;
}

static nvp_code nvp_i_edit_move(nvp_i_edit *e, const nvp_file *file, const nvp_change *c, const char **why)
{
    const uint32_t from = c->index, to = c->to < file->rule_count ? c->to : file->rule_count - 1;
    const uint32_t low = from < to ? from : to, high = from < to ? to : from;
    const char *text = e->doc.text;
    nvp_i_element *u;
    uint32_t count, i, end, at;
    int lines = 1;
    if (from >= file->rule_count) return nvp_i_refuse(why, NVP_ARGUMENT, "no such rule to move");
    u = nvp_i_elements(e, nvp_i_list_of(e, 1), 1, &count);
    if (u == NULL || from == to) return NVP_OK;
    for (i = low; i <= high; i++) { /* rules that share a line leave comments where they are */
        const uint32_t comma = nvp_i_comma(e, u[i].to);
        if (!nvp_i_first_in_line(text, u[i].from) ||
            nvp_i_line_end(e, comma != NVP_NONE ? comma + 1 : u[i].to, 1) == 0)
            lines = 0;
    }
    for (i = low; lines && i <= high; i++) u[i].from = nvp_i_comments_above(text, u[i].from);
    for (i = low; i <= high; i++) {
        const uint32_t source = i == to ? from : from < to ? i + 1 : i - 1;
        nvp_i_patch_at(e, u[i].from, u[i].to - u[i].from,
                       nvp_i_view(text + u[source].from, u[source].to - u[source].from));
        if (lines) {
            uint32_t source_end;
            const uint32_t source_at = nvp_i_comment_after(e, &u[source], &source_end);
            at = nvp_i_comment_after(e, &u[i], &end);
            if (end > at || source_end > source_at)
                nvp_i_patch_at(e, at, end - at, nvp_i_view(text + source_at, source_end - source_at));
        }
    }
    return NVP_OK;
}

static nvp_code nvp_i_edit_rename(nvp_i_edit *e, const nvp_file *file, const nvp_change *c, const char **why)
{
    nvp_i_text t;
    nvp_reader_state x;
    nvp_i_token old;
    uint32_t i;
    if (c->value.ptr == NULL) return nvp_i_refuse(why, NVP_ARGUMENT, "no new name");
    for (i = 0; i < file->profile_count + file->rule_count && !nvp_i_same(c->name, c->value); i++) {
        const nvp_profile *p =
            i < file->profile_count ? &file->profiles[i] : file->rules[i - file->profile_count].profile;
        if (p != NULL && p->named && nvp_i_same(p->name, c->value))
            return nvp_i_refuse(why, NVP_ARGUMENT, "there is a profile of the new name already");
    }
    nvp_i_text_open(&t, e);
    nvp_i_put_quoted(&t, c->value);
    for (i = 0; i < file->profile_count + 2 * file->rule_count; i++) {
        const nvp_rule *rule = i >= file->profile_count ? &file->rules[(i - file->profile_count) / 2] : NULL;
        const nvp_profile *p = rule == NULL ? &file->profiles[i] : rule->profile;
        uint32_t at = NVP_NONE;
        if (rule != NULL && (i - file->profile_count) % 2 == 1) {
            if (rule->has_ref && nvp_i_same(rule->ref, c->name)) at = rule->ref_at;
        } else if (p != NULL && p->named && nvp_i_same(p->name, c->name))
            at = p->name_at;
        if (at == NVP_NONE) continue;
        nvp_i_tokens(&x, e->doc.text, at, e->doc.size);
        (void)nvp_i_next(&x, &old);
        nvp_i_patch_text(e, old.at, old.len, &t);
    }
    if (t.failed) return e->arena->code;
    if (e->patch_count == 0 && e->doc.code == NVP_OK) return nvp_i_refuse(why, NVP_ARGUMENT,
                                                                          "the file has no such profile");
    return NVP_OK;
}

/* Makes the patches of one change. */
NVP_I_APART nvp_code nvp_i_change(nvp_i_edit *e, const nvp_file *file, const nvp_change *c, const char **why)
{
    const nvp_profile *profile = NULL;
    if (c->action <= NVP_ACTION_UNSET) {
        if (!c->in_rule && c->index < file->profile_count) profile = &file->profiles[c->index];
        if (c->in_rule && c->index < file->rule_count) profile = file->rules[c->index].profile;
        if (profile == NULL) return nvp_i_refuse(why, NVP_ARGUMENT, "no profile of this number");
    }
    if ((profile != NULL || c->action == NVP_ACTION_PROFILE_RENAME) && c->name.ptr == NULL)
        return nvp_i_refuse(why, NVP_ARGUMENT, "no name");
    switch (c->action) {
    case NVP_ACTION_SET: return nvp_i_edit_set(e, file, profile, c, why);
    case NVP_ACTION_UNSET: return nvp_i_edit_unset(e, file, profile, c, why);
    case NVP_ACTION_RULE_ADD:
    case NVP_ACTION_PROFILE_ADD: return nvp_i_edit_add(e, c, why);
    case NVP_ACTION_RULE_REMOVE:
    case NVP_ACTION_PROFILE_REMOVE: return nvp_i_edit_remove(e, file, c, why);
    case NVP_ACTION_RULE_MOVE: return nvp_i_edit_move(e, file, c, why);
    case NVP_ACTION_PROFILE_RENAME: return nvp_i_edit_rename(e, file, c, why);
    default: return nvp_i_refuse(why, NVP_ARGUMENT, "no such action");
    }
}

NVP_API nvp_code nvp_edit(const nvp_file *file, const nvp_change *changes, uint32_t count, const nvp_output *output,
                          const nvp_edit_options *options, nvp_error *error)
{
    nvp_error reason;
    nvp_i_arena *arena;
    nvp_i_edit *e;
    nvp_code code = NVP_OK;
    uint32_t i;
    nvp_i_fine(error);
    if (file == NULL || (changes == NULL && count > 0) || output == NULL || output->write_fn == NULL)
        return nvp_i_fail(error, NVP_ARGUMENT, 0, "no file, no changes or no output");
    if (error == NULL) error = &reason;
    arena = nvp_i_arena_new(options != NULL ? &options->memory : NULL, error);
    if (arena == NULL) return error->code;
    e = (nvp_i_edit *)nvp_i_alloc(arena, 1, sizeof *e);
    if (e == NULL) code = nvp_i_no_memory(error, arena->code);
    for (i = 0; code == NVP_OK; i++) {
        const char *why = "";
        code = nvp_i_edit_open(e, arena, file, error);
        if (code != NVP_OK) break;
        if (i < count) code = nvp_i_change(e, file, &changes[i], &why);
        if (code == NVP_OK) code = e->doc.code;
        if (code == NVP_OK && i + 1 >= count) {
            code = nvp_i_edit_write(e, output);
            if (code == NVP_IO) nvp_i_fail(error, code, 0, "the output failed");
            else if (code != NVP_OK) nvp_i_no_memory(error, code);
            break;
        }
        if (code == NVP_OK) { /* the next change sees the new text */
            nvp_i_file *next = (nvp_i_file *)nvp_i_alloc(arena, 1, sizeof *next);
            nvp_i_text t;
            nvp_output again;
            again.write_fn = nvp_i_to_text;
            again.user = &t;
            nvp_i_text_open(&t, e);
            if (next == NULL || nvp_i_edit_write(e, &again) != NVP_OK) code = arena->code;
            else {
                nvp_i_zero(next, sizeof *next);
                next->open.text = nvp_i_view(t.ptr, t.len);
                e->options.flags = nvp_i_file_of(file)->flags;
                e->options.max_file = e->options.max_depth = NVP_NONE;
                code = nvp_i_parse(arena, &e->options, next);
                file = &next->open;
            }
        }
        if (code == NVP_MEMORY || code == NVP_LIMIT) nvp_i_no_memory(error, code);
        else if (code != NVP_OK) nvp_i_fail(error, code, i, why);
    }
    nvp_i_arena_close(arena);
    return code;
}
#endif

/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

#ifdef NVP_POSIX
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(O_CLOEXEC) || !defined(AT_FDCWD)
#error "NVP_POSIX needs POSIX.1-2008: define _POSIX_C_SOURCE as 200809L before the first include"
#endif

static void nvp_i_shut(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* read, restarted after signals. */
static ssize_t nvp_i_read_some(int fd, void *buffer, size_t size)
{
    ssize_t got;
    do got = read(fd, buffer, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Appends a component to p->path; 0 without room, which does not mean that there is no such file. */
static int nvp_i_step(nvp_posix_state *p, const char *name, size_t len)
{
    const size_t have = strlen(p->path), slash = have > 0;
    if (len >= sizeof p->path - have - slash) {
        errno = EOVERFLOW;
        return 0;
    }
    if (slash) p->path[have] = '/';
    memcpy(p->path + have + slash, name, len);
    p->path[have + slash + len] = 0;
    return 1;
}

static void nvp_i_step_back(nvp_posix_state *p)
{
    char *slash = strrchr(p->path, '/');
    *(slash != NULL ? slash : p->path) = 0;
}

/* Puts a text before the rest of the path; 0 without room. */
static int nvp_i_detour(nvp_posix_state *p, const char *left, const char *text, size_t len)
{
    const size_t n = strlen(left), slash = n > 0;
    if (len + slash + n >= sizeof p->rest) {
        errno = EOVERFLOW;
        return 0;
    }
    memmove(p->rest + len + slash, left, n + 1);
    memcpy(p->rest, text, len);
    if (slash) p->rest[len] = '/';
    return 1;
}

/* Follows a path within the root: absolute links start there again, and ".." does not leave it. The resolved path is
   then in p->path, for calls relative to the root. 0 with errno; *link: the last component is a link. */
static int nvp_i_walk(nvp_posix_state *p, const char *path, struct stat *st, int *link)
{
    char *s = p->rest;
    unsigned links = 0;
    ssize_t n;
    *link = 0;
    p->path[0] = p->rest[0] = 0;
    if (!nvp_i_detour(p, path, "", 0)) return 0;
    if (path[0] != '/' && p->pid != 0) { /* from the working directory of the process */
        n = readlinkat(p->proc, "cwd", p->link, sizeof p->link);
        if (n < 0) errno = EACCES; /* it exists, but cannot be read: nothing more is known */
        if (n < 0 || !nvp_i_detour(p, path, p->link, (size_t)n)) return 0;
    }
    for (;;) {
        size_t len;
        while (*s == '/') s++;
        len = strcspn(s, "/");
        if (len == 0) break;
        if (len == 2 && s[0] == '.' && s[1] == '.') nvp_i_step_back(p);
        else if (len != 1 || s[0] != '.') {
            if (!nvp_i_step(p, s, len) || fstatat(p->root, p->path, st, AT_SYMLINK_NOFOLLOW) != 0) return 0;
            if (S_ISLNK(st->st_mode)) {
                n = readlinkat(p->root, p->path, p->link, sizeof p->link);
                if (n < 0) return 0;
                if (s[len + strspn(s + len, "/")] == 0) *link = 1;
                if (++links > 40) {
                    errno = ELOOP;
                    return 0;
                }
                if (n > 0 && p->link[0] == '/') p->path[0] = 0;
                else nvp_i_step_back(p);
                if (!nvp_i_detour(p, s + len, p->link, (size_t)n)) return 0;
                s = p->rest;
                continue;
            }
            if (s[len] == '/' && !S_ISDIR(st->st_mode)) {
                errno = ENOTDIR;
                return 0;
            }
        }
        s += len;
    }
    return fstatat(p->root, p->path[0] != 0 ? p->path : ".", st, AT_SYMLINK_NOFOLLOW) == 0;
}

#ifndef NVP_NO_LOAD
static void nvp_i_posix_stat(const char *path, nvp_stat *out, void *user)
{
    nvp_posix_state *p = &((nvp_posix *)user)->i_state;
    struct stat st;
    int link = 0, good;
    if (p->root >= 0) good = nvp_i_walk(p, path, &st, &link);
    else {
        good = stat(path, &st) == 0;
        if (!good && errno == ENOENT) {
            link = lstat(path, &st) == 0;
            errno = ENOENT;
        }
    }
    if (!good) {
        out->kind = errno == ELOOP ? NVP_KIND_BROKEN_LINK
                    : errno != ENOENT && errno != ENOTDIR ? NVP_KIND_UNREADABLE
                    : link ? NVP_KIND_BROKEN_LINK : NVP_KIND_MISSING;
        return;
    }
    out->kind = S_ISREG(st.st_mode) ? NVP_KIND_REGULAR : S_ISDIR(st.st_mode) ? NVP_KIND_DIRECTORY : NVP_KIND_OTHER;
    out->size = st.st_size > 0 ? (uint64_t)st.st_size : 0;
    out->id[0] = (uint64_t)st.st_dev;
    out->id[1] = (uint64_t)st.st_ino;
}

/* open, within the root; -1 with errno. */
static int nvp_i_open_within(nvp_posix_state *p, const char *path, int flags)
{
    struct stat before, after;
    int fd, link;
    if (p->root < 0) return open(path, flags);
    if (!nvp_i_walk(p, path, &before, &link)) return -1;
    fd = openat(p->root, p->path[0] != 0 ? p->path : ".", flags | O_NOFOLLOW);
    if (fd >= 0 && (fstat(fd, &after) != 0 || before.st_dev != after.st_dev || before.st_ino != after.st_ino)) {
        close(fd); /* somebody changed the path in between */
        errno = EAGAIN;
        return -1;
    }
    return fd;
}

static nvp_reply nvp_i_posix_open(const char *path, void **handle, void *user)
{
    struct stat st;
    int fd = nvp_i_open_within(&((nvp_posix *)user)->i_state, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT || errno == ENOTDIR ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return NVP_REPLY_UNKNOWN;
    }
    *handle = (void *)((intptr_t)fd + 1);
    return NVP_REPLY_YES;
}

static size_t nvp_i_posix_read(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    const ssize_t got = nvp_i_read_some((int)((intptr_t)handle - 1), buffer, size);
    (void)user;
    *reply = got == 0 ? NVP_REPLY_NO : NVP_REPLY_FAILED;
    return got < 0 ? 0 : (size_t)got;
}

static void nvp_i_posix_shut(void *handle, void *user)
{
    (void)user;
    close((int)((intptr_t)handle - 1));
}

static nvp_reply nvp_i_posix_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    const int fd = nvp_i_open_within(&((nvp_posix *)user)->i_state, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *e;
    int broken;
    if (dir == NULL) {
        const int gone = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
        if (fd >= 0) close(fd);
        return gone ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    }
    do {
        errno = 0;
        e = readdir(dir);
        broken = errno != 0;
    } while (e != NULL && add_fn(e->d_name, to));
    closedir(dir);
    return broken ? NVP_REPLY_UNKNOWN : NVP_REPLY_YES;
}

static int nvp_i_posix_compare(const char *a, const char *b, void *user)
{
    (void)user;
    return strcoll(a, b);
}
#endif

/* Fills the buffer from the start of a file of the process; the number of bytes, or -1. */
static int64_t nvp_i_proc_read(nvp_posix_state *p, const char *name)
{
    const int fd = openat(p->proc, name, O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    ssize_t got = 0;
    if (fd < 0) return -1;
    while (size < sizeof p->buffer) {
        got = nvp_i_read_some(fd, p->buffer + size, sizeof p->buffer - size);
        if (got <= 0) break;
        size += (size_t)got;
    }
    close(fd);
    return got < 0 ? -1 : (int64_t)size;
}

/* Puts the path of the executable into the buffer. NO: the process has none, like a kernel thread. */
static nvp_reply nvp_i_proc_exe(nvp_posix_state *p, size_t *size)
{
    static const char gone[] = " (deleted)";
    const size_t tail = sizeof gone - 1;
    struct stat st;
    ssize_t len = readlinkat(p->proc, "exe", p->buffer, sizeof p->buffer);
    *size = 0;
    if (len < 0) return errno == ENOENT && fstatat(p->proc, "comm", &st, 0) == 0 ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    if (len == 0 || (size_t)len == sizeof p->buffer) return NVP_REPLY_UNKNOWN;
    if ((size_t)len > tail && memcmp(p->buffer + (size_t)len - tail, gone, tail) == 0) len -= (ssize_t)tail;
    *size = (size_t)len;
    return NVP_REPLY_YES;
}

static nvp_reply nvp_i_proc_fact(nvp_fact what, nvp_view *out, void *user)
{
    nvp_posix_state *p = &((nvp_posix *)user)->i_state;
    nvp_reply answer = NVP_REPLY_YES;
    size_t len = 0;
    nvp_i_shut(&p->maps);
    if (what == NVP_FACT_EXE) answer = nvp_i_proc_exe(p, &len);
    else {
        const int64_t got = nvp_i_proc_read(p, what == NVP_FACT_COMM ? "comm" : "cmdline");
        if (got < 0) return NVP_REPLY_UNKNOWN;
        len = (size_t)got;
        if (what == NVP_FACT_ARGV0) {
            if (len == 0) return NVP_REPLY_NO;
            len = (size_t)(nvp_i_find(p->buffer, p->buffer + len, 0) - p->buffer);
            if (len == sizeof p->buffer) return NVP_REPLY_UNKNOWN;
        } else if (len > 0 && p->buffer[len - 1] == '\n')
            len--;
    }
    if (answer == NVP_REPLY_YES) *out = nvp_i_view(p->buffer, len);
    return answer;
}

/* Libraries are the lines of maps that name a file; lines of the same file are adjacent. On Linux folders do not
   count. [L] */
static nvp_reply nvp_i_proc_dso(uint32_t index, nvp_view *out, void *user)
{
    nvp_posix_state *p = &((nvp_posix *)user)->i_state;
    int empty = index == 0; /* nothing has been read */
    if (index == 0) {
        nvp_i_shut(&p->maps);
        p->maps = openat(p->proc, "maps", O_RDONLY | O_CLOEXEC);
        p->at = p->have = 0;
        p->name[0] = 0;
        if (p->maps < 0) return NVP_REPLY_UNKNOWN;
    }
    while (p->maps >= 0) {
        char *line = p->buffer + p->at, *end = p->buffer + p->have, *lf, *slash;
        size_t len;
        lf = (char *)(uintptr_t)nvp_i_find(line, end, '\n');
        if (lf == end) { /* more of the file, after what is left */
            ssize_t got;
            if (p->at == 0 && p->have == sizeof p->buffer) p->have = 0; /* no line is that long: drop it */
            memmove(p->buffer, p->buffer + p->at, p->have - p->at);
            p->have -= p->at;
            p->at = 0;
            got = nvp_i_read_some(p->maps, p->buffer + p->have, sizeof p->buffer - p->have);
            if (got < 0 || (got == 0 && (empty || p->have > 0))) { /* half a line is not the end of the list */
                nvp_i_shut(&p->maps); /* an empty list means a process that we may not read */
                return NVP_REPLY_UNKNOWN;
            }
            if (got == 0) break;
            empty = 0;
            p->have += (size_t)got;
            continue;
        }
        p->at = (size_t)(lf - p->buffer) + 1;
        slash = (char *)(uintptr_t)nvp_i_find(line, lf, '/');
        len = (size_t)(lf - slash);
        if (len > 10 && memcmp(lf - 10, " (deleted)", 10) == 0) len -= 10;
        if (len == 0 || len >= sizeof p->name || (memcmp(slash, p->name, len) == 0 && p->name[len] == 0)) continue;
        memcpy(p->name, slash, len);
        p->name[len] = 0;
        *out = nvp_i_base_name(nvp_i_view(p->name, len), 0);
        return NVP_REPLY_YES;
    }
    nvp_i_shut(&p->maps);
    return NVP_REPLY_NO;
}

/* Any entry with the name counts, even a broken link. [ours] */
static nvp_reply nvp_i_proc_entry(const char *name, void *user)
{
    nvp_posix_state *p = &((nvp_posix *)user)->i_state;
    const size_t name_len = strlen(name);
    nvp_reply answer;
    struct stat st;
    size_t len;
    int link, good;
    nvp_i_shut(&p->maps);
    answer = nvp_i_proc_exe(p, &len);
    if (answer != NVP_REPLY_YES) return answer;
    while (len > 0 && p->buffer[len - 1] != '/') len--;
    if (len == 0) return NVP_REPLY_UNKNOWN;
    if (name_len >= sizeof p->name - len) return NVP_REPLY_NO;
    memcpy(p->name, p->buffer, len);
    p->name[len] = 0;
    if (p->root < 0) {
        memcpy(p->name + len, name, name_len + 1);
        good = lstat(p->name, &st) == 0;
    } else
        good = nvp_i_walk(p, p->name, &st, &link) && nvp_i_step(p, name, name_len) &&
               fstatat(p->root, p->path, &st, AT_SYMLINK_NOFOLLOW) == 0;
    if (good) return NVP_REPLY_YES;
    return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
}

static nvp_reply nvp_i_proc_env(const char *name, nvp_view *out, void *user)
{
    nvp_posix_state *p = &((nvp_posix *)user)->i_state;
    const size_t name_len = strlen(name);
    nvp_reply answer = NVP_REPLY_UNKNOWN;
    size_t at = 0, have = 0;
    int fd;
    if (p->pid == 0) {
        const char *value = getenv(name);
        if (value == NULL) return NVP_REPLY_NO;
        *out = nvp_i_view(value, strlen(value));
        return NVP_REPLY_YES;
    }
    nvp_i_shut(&p->maps);
    fd = openat(p->proc, "environ", O_RDONLY | O_CLOEXEC);
    while (fd >= 0) {
        char *entry = p->buffer + at, *end = p->buffer + have, *nul;
        const int ours =
            (size_t)(end - entry) > name_len && memcmp(entry, name, name_len) == 0 && entry[name_len] == '=';
        ssize_t got;
        nul = (char *)(uintptr_t)nvp_i_find(entry, end, 0);
        if (nul < end) {
            if (ours) {
                *out = nvp_i_view(entry + name_len + 1, (size_t)(nul - entry) - name_len - 1);
                answer = NVP_REPLY_YES;
                break;
            }
            at = (size_t)(nul - p->buffer) + 1;
            continue;
        }
        if (at == 0 && have == sizeof p->buffer) {
            if (ours) break; /* longer than there is room for */
            p->buffer[0] = '='; /* only its end matters */
            have = 1;
        }
        memmove(p->buffer, p->buffer + at, have - at);
        have -= at;
        at = 0;
        got = nvp_i_read_some(fd, p->buffer + have, sizeof p->buffer - have);
        if (got < 0) break;
        if (got == 0) {
            answer = NVP_REPLY_NO;
            break;
        }
        have += (size_t)got;
    }
    nvp_i_shut(&fd);
    return answer;
}

NVP_API nvp_code nvp_posix_open(nvp_posix *posix, const nvp_posix_target *target, struct nvp_system *system,
                                nvp_process *process, nvp_error *error)
{
    const long pid = target != NULL ? target->pid : 0;
    const nvp_view root = target != NULL && target->root.ptr != NULL ? target->root : nvp_text(NULL);
    nvp_posix_state *p;
    nvp_i_fine(error);
    if (posix == NULL) return nvp_i_fail(error, NVP_ARGUMENT, 0, "no room for the state of the callbacks");
    p = &posix->i_state;
    p->pid = pid;
    p->proc = p->root = p->maps = -1;
    p->at = p->have = 0;
    if (pid < 0 || root.len >= sizeof p->path) return nvp_i_fail(error, NVP_ARGUMENT, 0,
                                                                 "no such process id, or too long a root");
    if (pid == 0) strcpy(p->path, "/proc/self");
    else snprintf(p->path, sizeof p->path, "/proc/%ld", pid);
    p->proc = open(p->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->proc < 0 && pid != 0)
        return nvp_i_fail(error, NVP_IO, 0, errno == ENOENT ? "no such process" : "the process cannot be looked at");
    if (root.len > 0) {
        memcpy(p->path, root.ptr, root.len);
        p->path[root.len] = 0;
        p->root = open(p->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    } else if (pid != 0)
        p->root = openat(p->proc, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->root < 0 && (root.len > 0 || pid != 0)) {
        nvp_posix_close(posix);
        return nvp_i_fail(error, NVP_IO, 0, root.len > 0 ? "the root cannot be opened as a folder"
                                                         : "no right to look at the files as the process sees them");
    }
#ifdef NVP_NO_LOAD
    (void)system;
#else
    if (system != NULL) {
        system->stat_fn = nvp_i_posix_stat;
        system->open_fn = nvp_i_posix_open;
        system->read_fn = nvp_i_posix_read;
        system->close_fn = nvp_i_posix_shut;
        system->list_fn = nvp_i_posix_list;
        system->compare_fn = nvp_i_posix_compare;
        system->user = posix;
    }
#endif
    if (process != NULL) {
        nvp_i_zero(process, sizeof *process);
        process->fact_fn = nvp_i_proc_fact;
        process->dso_fn = nvp_i_proc_dso;
        process->entry_fn = nvp_i_proc_entry;
        process->env_fn = nvp_i_proc_env;
        process->user = posix;
    }
    return NVP_OK;
}

NVP_API void nvp_posix_close(nvp_posix *posix)
{
    if (posix == NULL) return;
    nvp_i_shut(&posix->i_state.maps);
    nvp_i_shut(&posix->i_state.root);
    nvp_i_shut(&posix->i_state.proc);
}
#endif /* NVP_POSIX */

#ifdef __cplusplus
}
#endif

#undef NVP_I_APART
#undef NVP_I_BELOW
#undef NVP_I_BIG
#undef NVP_I_BIT_WORD
#undef NVP_I_CLASS
#undef NVP_I_COUNT
#undef NVP_I_DEFINE_NAME
#undef NVP_I_EIGHT
#undef NVP_I_FEATURE_WORD
#undef NVP_I_ISSUE_KIND
#undef NVP_I_ISSUE_MEMBER
#undef NVP_I_ISSUE_TEXT
#undef NVP_I_ISSUE_AT
#undef NVP_I_PIECE
#undef NVP_I_PLAIN_LOOP
#undef NVP_I_ROW_TEXT
#undef NVP_I_ROW_WORD
#undef NVP_I_SKIP
#undef NVP_I_WORD

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* NVP_IMPLEMENTATION */

/* This software is available under three licences. Choose whichever you prefer.

   ------------------------------------------------------------------------------
   ALTERNATIVE A - MIT No Attribution (MIT-0)

   Permission is hereby granted, free of charge, to any person obtaining a copy of
   this software and associated documentation files (the "Software"), to deal in
   the Software without restriction, including without limitation the rights to
   use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
   of the Software, and to permit persons to whom the Software is furnished to do
   so.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
   IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
   FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
   AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
   LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
   OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
   SOFTWARE.

   ------------------------------------------------------------------------------
   ALTERNATIVE B - Public Domain (Unlicense, unlicense.org)

   This is free and unencumbered software released into the public domain.

   Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
   software, either in source code form or as a compiled binary, for any purpose,
   commercial or non-commercial, and by any means.

   In jurisdictions that recognize copyright laws, the author or authors of this
   software dedicate any and all copyright interest in the software to the public
   domain. We make this dedication for the benefit of the public at large and to
   the detriment of our heirs and successors. We intend this dedication to be an
   overt act of relinquishment in perpetuity of all present and future rights to
   this software under copyright law.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
   IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
   FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
   AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
   ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
   WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

   ------------------------------------------------------------------------------
   ALTERNATIVE C - MIT

   Copyright (c) 2026 the authors of nvprofile.h

   The text of A with, after "do so", "subject to the following conditions: The
   above copyright notice and this permission notice shall be included in all
   copies or substantial portions of the Software." */
