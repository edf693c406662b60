/* What the files of the tool share. */
#ifndef EXAMPLES_NVPROFILE_TOOL_H
#define EXAMPLES_NVPROFILE_TOOL_H

#define NVP_POSIX
#include "cli/verb.h"
#include "write/table.h"
#include "profiles/lint.h"

/* Most bytes of a file of profiles: the header's own limit. Larger ones are reported as such. */
enum { LARGEST = 4 << 20 };

/* Texts that live as long as what was made from them. */
typedef struct texts {
    char **text;
    size_t count, room;
} texts;

char *keep(texts *t, char *text);
void texts_free(texts *t);

/* Questions about drivers, and what is known of this one. */
typedef enum fact_number {
    FACT_DSO_EQUAL, FACT_DSO_PREFIX, FACT_DSO_INSIDE, FACT_KEY_CASE, FACT_FIRST_PROFILE, FACT_BAD_RULE, FACT_UNVERSIONED_FILE, FACTS
} fact_number;

typedef struct driver_fact {
    int rank; /* 0: no line is about it */
    nvp_reply answer;
    char driver[64], source[256];
} driver_fact;

/* What the command line says. */
typedef struct tool {
    cli *c;
    output *to; /* what all verbs write to */
    nvp_config_options options; /* of the configuration */
    char version[64];
    const char *root;      /* --root DIR */
    const char *root_read; /* the root without it */
    const char *exe, *comm, *argv0, *home; /* --exe and so on: facts given on the command line */
    text_list library_list; /* --library, repeated, */
    const char **libraries; /* and the names in it */
    int library_count;
    nvp_dso dso;           /* --dso */
    const char *keys_path; /* --keys FILE */
    text_list file_list;   /* --file, repeated, */
    const char **files;    /* and the names in it */
    int file_count;
    text_list known_list;  /* --known, repeated */
    nvp_view *known;
    const char *driver;    /* --driver */
    const char **operands; /* after the verb */
    int operand_count;
    int command_at; /* index of the first operand after "--", or operand_count */
    const char *recipe;    /* --recipe */
    const char *with;      /* --with FILE */
    int session;           /* --session */
    const char *read_log;  /* --read LOG */
    const char *facts;     /* --facts FILE */
    driver_fact known_facts[FACTS];
    int dso_told;          /* --dso decides, no fact */
    int explain, force, check, in_place, dry, of_user, of_system;
    const char *dump_resolve, *dump_path;
    maybe_number at; /* --at */
} tool;

/* dump.c */
int dump_file(cli *c, const char *path, unsigned flags);

/* program.c */

/* A program that is asked about, running or not. The process callbacks find their state through it. */
typedef struct program {
    nvp_posix posix;
    const tool *t;
    nvp_process real; /* as the ready-made callbacks have it */
    int planned;      /* it is not running: only what is known before it starts */
    char exe[4096], folder[4096], argv0[4096], comm[16];
    char stopped[4096]; /* why the program that will run is not known; empty: it is, or nothing is there of that name */
    char starts[4200];  /* the shell script or program that starts others, and what this answer is about; empty: none */
    texts changes;      /* what env does to the environment: NAME=VALUE, or NAME where that is unset, */
    int cleared;        /* after all else was taken out of it */
    /* A file as it would be: these bytes count instead of those on disk. */
    nvp_system files;
    const char *path, *text;
    size_t size, at;
    int (*add_fn)(const char *name, void *to);
    void *add_to;
    int listed; /* the folder being listed already has it */
} program;

/* A command, as if started now; the command line may set facts. */
void program_plan(program *p, tool *t, nvp_process *out, const char *const *command, int count);
void program_facts(program *p, tool *t, nvp_process *out); /* the same of one that is running */
void program_close(program *p);

/* follow.c */
const char *base_of(const char *path); /* without folders */
int follow(program *p, const char *const *command, int count); /* fills exe, comm and argv0, or stopped */
void home_unused(const tool *t, int used); /* says that --home changes nothing, where it does not */
int follow_variable(const program *p, const char *name, const char **value); /* 1: env decides it; NULL: it is not set */

/* doubts.c: what an answer does not know */
typedef struct doubt {
    const char *what; /* "switch", "driver", "file", "rule", "profile", "program", "variable" */
    char *text;
} doubt;

typedef struct doubts {
    doubt *list;
    size_t count, room;
    uint32_t rules;   /* how many are about rules */
    uint32_t from;    /* this rule and those after it may lose, or not count; NVP_NONE: none does */
} doubts;

void doubts_of(const tool *t, const program *p, const nvp_system *system, const nvp_config *config, const nvp_result *result,
               doubts *to);
void doubts_driver(const tool *t, const nvp_system *system, const nvp_config *config, doubts *to); /* only those of its version */
void doubts_free(doubts *d);
int doubts_touch(const doubts *d, const nvp_effective *e); /* whether a setting may be another */

/* Makes system show `text` at `path`, written as the process would write it. */
void program_overlay(program *p, nvp_system *system, const char *path, const char *text, size_t size);

/* words.c */
void put_profile_line(cli_buf *b, const nvp_file *f, uint32_t at);
void tree_place(output *to, const char *key, const nvp_file *f, uint32_t at);
void put_why(cli_buf *b, const nvp_config *config, const nvp_result *result, uint32_t use); /* "procname is "x"" and so on */
void switches(output *to, const nvp_switch *s);
void tree_switches(output *to, const nvp_switch *s);
const char *by_words(nvp_by by);          /* "by default" */
const char *gives_words(nvp_gives gives); /* ", whose profile has an error" */

/* Reports the files unused because of an error; returns their number. */
uint32_t refused(const cli *c, const nvp_config *config);

/* Puts the version of the loaded driver into t->options, if one is loaded. */
void driver_version(tool *t);

/* keys.c: what is known about keys without a driver */
typedef enum key_kind { KEY_ANY, KEY_RANGE, KEY_MASK, KEY_WORDS } key_kind;

typedef struct known_key {
    const char *key, *type;
    const char *since, *last; /* driver versions, or NULL */
    int since_exact, documented;
    key_kind kind;
    int64_t least, most;
    const char *description; /* or NULL */
} known_key;

/* The built-in list, after what installed or given key documentation has. */
typedef struct key_list {
    nvp_keys keys;
    nvp_key *items;
    uint32_t from_file; /* the first ones are from that file */
    const nvp_keys *file;
    char *text;
} key_list;

typedef enum value_problem { VALUE_FINE, VALUE_RANGE, VALUE_WORD } value_problem;

int keys_open(tool *t, key_list *to); /* 0 with a message */
void keys_close(key_list *k);
const nvp_key *keys_find(const key_list *list, nvp_view key);    /* ignoring case */
const nvp_key *keys_nearest(const key_list *list, nvp_view key); /* what a slip was probably meant to be, or NULL */
const known_key *known_find(nvp_view key);
value_problem keys_value(nvp_view key, const nvp_value *value, cli_buf *why);
void put_key_values(cli_buf *b, const known_key *k); /* in words; "" if any of its type */
const char *key_word(const known_key *k, size_t i); /* word number i that it takes; NULL after the last */
void put_key_since(cli_buf *b, const known_key *k); /* the drivers that have it; "" if that is not known */
int later(const char *a, const char *b); /* 1 if driver version a is newer than b */
int keys_outdated(const tool *t); /* the driver is newer than the list */
const char *keys_newest(void);
void keys_installed(const tool *t, cli_buf *path);
nvp_view driver_profile(uint32_t i); /* name number i of those that come with drivers; empty after the last */

/* recipes.c */
typedef struct recipe {
    const char *name, *about, *programs, *settings; /* KEY=VALUE words */
    const char *since; /* driver version, or NULL: not known */
    const char *source, *check; /* what to look at afterwards */
    const char *no_key; /* why there is none, and what to do instead; NULL: there are settings */
} recipe;

const recipe *recipe_of(const tool *t, const char *name); /* NULL with a message */
void recipe_after(const tool *t, const recipe *r);        /* what to know once it is used */

/* session.c */

/* A file as it might be: these bytes, where path is. */
typedef struct session_file {
    const char *path; /* NULL: the file of each process's own user */
    const char *text;
    size_t size;
} session_file;

int session(tool *t, const session_file *with, int only_changes); /* with NULL: as all is */
int do_session(tool *t);

/* facts.c */
int take_facts(tool *t); /* --facts and those built in, into known_facts, dso and options; 0 with a message */
const nvp_place *place_unversioned(const nvp_config *config); /* the driver's file without a version, if it was read */
void facts_print(const tool *t, const nvp_config *config); /* those that decide, for people */
void facts_tree(const tool *t, const nvp_config *config);  /* the same for programs */

/* lint.c */

/* One thing to say about a file, a place of the search path, or another path. */
typedef struct remark {
    uint32_t file, at; /* at without a file: a place, or NVP_NONE */
    nvp_severity severity;
    const char *code;
    char *text;
    char *path;             /* NULL: that of the file or place */
    uint32_t see_file, see; /* NVP_NONE: no other place */
    size_t number;          /* keeps the sort stable */
} remark;

typedef struct remarks {
    remark *list;
    size_t count, room;
} remarks;

/* Adds a remark, with text formatted as by printf. */
remark *remark_add(remarks *r, uint32_t file, uint32_t at, nvp_severity severity, const char *code, const char *format, ...);
void lint_gather(remarks *to, const tool *t, const nvp_config *config, const lint_findings *found, const key_list *keys);

/* kept.c: what nvidia-settings keeps */
typedef struct kept_value {
    uint32_t line;
    char *written; /* the line without whitespace and comment */
    const char *key, *value;
    const char *lost_to; /* "profile", "environment", "unknown": perhaps; NULL: it counts once nvidia-settings has loaded it */
    const nvp_setting *setting; /* of the profile */
} kept_value;

typedef struct kept_values {
    char *path, *text;        /* path: as the process would write it; NULL: its home is unknown or not set */
    const char *state;        /* "read", "missing", "unreadable", "no-home", "unknown" */
    kept_value *list;
    size_t count, room;
} kept_values;

void kept_read(const nvp_system *system, const nvp_process *process, const nvp_config *config, const nvp_result *result,
               kept_values *to);
void kept_free(kept_values *k);
void kept_print(output *to, const kept_values *k); /* for people */
void kept_tree(output *to, const kept_values *k);  /* the same for programs */

/* mistakes.c: what people get wrong and no reader notices */
void mistakes_in(const tool *t, const nvp_config *config, remarks *to);
void mistakes_around(tool *t, const char *home, remarks *to); /* what lies where the driver does not look; home may be NULL */
void mistakes_of_path(tool *t, const char *path, remarks *to);

/* diff.c */
void lines_diff(output *to, const char *path, const char *a, size_t n, const char *b, size_t m); /* unified, one hunk */

/* game.c */
int user_file(const tool *t, cli_buf *path); /* the file of the user or, with --system, of the machine; 0 with a message */
int make_folders(const tool *t, const char *path); /* those above a file; 0 with a message */
void backup_of(cli_buf *path);               /* the path of a file becomes that of its backup */
int store(tool *t, const char *path, const char *backup, const cli_stamp *stamp, const char *before, size_t before_size,
          const char *text, size_t size); /* writes text, with a backup of what was there; 0 with a message */

/* edit.c */

/* A file that is being changed. */
typedef struct edit {
    tool *t;
    const char *path;
    char *text;
    size_t size;
    cli_stamp stamp;
    int lock; /* descriptor, or -1 */
    int prints; /* the new text, instead of writing it back */
    nvp_config *config;
    const nvp_file *file;
    cli_buf out;
    nvp_output to;
    nvp_error error;
} edit;

int edit_begin(edit *e, tool *t, const char *path, int create); /* 0 with a message */
int edit_broken(const edit *e);
int leads_nowhere(const cli *c, const char *path); /* a link to a file that does not exist, with a message */
int edit_commit(edit *e, nvp_code code);
int edit_drop(edit *e, int code);
void put_quoted(cli_buf *b, const char *text);
void put_typed(cli_buf *b, const char *text);
void put_pattern(cli_buf *b, const char *word);
void put_formatted(cli_buf *b, const char *text, size_t size); /* a text without mistakes in its form */

/* Lets rules of files loaded on their own name the profiles that come with drivers. To be freed after use. */
nvp_view *know_driver_profiles(tool *t);

/* The files that paths stand for: a folder stands for every regular file directly in it, in the order the driver reads
   them. */
typedef struct path_list {
    const char **list;
    size_t count, room;
} path_list;

void paths_of(tool *t, const char *const *operands, int count, path_list *to, texts *kept);

/* Patterns and settings for people. */
void put_pattern_text(cli_buf *b, const nvp_pattern *p);

/* A linked configuration of --file, of `paths`, or of this machine; NULL with a message. With t->c.inputs set, files that
   cannot be read are counted in t->c.unread and left out. */
nvp_config *load(tool *t, const nvp_system *system, const nvp_process *process, const char **paths, int count, texts *kept);

/* The callbacks for a process (0: this one) and its files, or those below --root; 0 with a message. */
int look(tool *t, nvp_posix *posix, long pid, nvp_system *system, nvp_process *process);

/* Puts a value as in a file: strings in quotes, everything else as written. */
void put_setting_value(cli_buf *b, const nvp_value *v);

/* Key, then value in JSON's own types; a number too large for them is a string. */
void tree_value(output *to, const nvp_value *v);

int failed(const cli *c, const char *path, const nvp_error *e);

/* How a verb reaches what is not part of every program it is linked into; the tool's main sets it as cli.calls. */
typedef struct nvp_calls {
    int (*session_fn)(tool *t);
} nvp_calls;

/* Every verb, in the order of --help. */
#define VERBS(ROW) \
    ROW(which) ROW(add) ROW(remove) ROW(recipes) ROW(edit) ROW(undo) ROW(show) ROW(lint) ROW(lsp) ROW(keys) ROW(diff) \
    ROW(enable) ROW(disable) ROW(set) ROW(unset) ROW(rule) ROW(profile) ROW(fmt) ROW(probe) ROW(dump)
VERBS(VERB_DECLARE)

#endif
