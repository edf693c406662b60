/* What the files of the tool share. */
#ifndef EXAMPLES_NVPROFILE_TOOL_H
#define EXAMPLES_NVPROFILE_TOOL_H

#define NVP_POSIX
#include "examples/cli/cli.h"
#include "nvprofile.h"

/* Bytes of a file of profiles: the header's own limit. What is larger is reported as such. */
enum { LARGEST = 4 << 20 };

/* What the command line says. */
typedef struct tool {
    cli c;
    nvp_config_options options; /* of the configuration */
    char version[64];
    const char *root;      /* --root DIR */
    const char *root_read; /* what stands for / without it */
    const char *exe, *comm, *argv0, *home; /* --exe and so on: facts that are given */
    const char **dso;      /* --dso, repeated */
    int dso_count;
    const char *keys_path; /* --keys FILE */
    const char **files;    /* --file, repeated */
    int file_count;
    nvp_view *known; /* --known, repeated */
    const char **operands; /* after the verb */
    int operand_count;
    int command_at; /* index of the first operand after "--", or operand_count */
    int explain, force, check, has_at, dump_keys;
    const char *dump_resolve, *dump_path;
    uint32_t at; /* --at */
} tool;

/* dump.c */
int dump_file(cli *c, const char *path, unsigned flags);
int dump_keys(cli *c, const char *path);
int dump_resolve(cli *c, const char *path, const char **files, int file_count);
int dump_path(cli *c, const char *path);

/* show.c */
int verb_show(tool *t);
int verb_which(tool *t);

/* The note about the switch number i, or NULL if it is not there. */
int report_count(void);
const char *report_of(const nvp_switch *s, int i, const char **name);

/* lint.c */
int verb_lint(tool *t);
int verb_keys(tool *t);

/* edit.c */
int verb_set(tool *t);
int verb_unset(tool *t);
int verb_rule(tool *t);
int verb_profile(tool *t);
int verb_fmt(tool *t);

/* Texts that live as long as what was made of them. */
typedef struct texts {
    char **text;
    size_t count, room;
} texts;

char *keep(texts *t, char *text);
void texts_free(texts *t);

/* A linked configuration of --file, of `paths`, or of this machine; NULL with a message. */
nvp_config *load(tool *t, const nvp_system *system, const nvp_process *process, const char **paths, int count, texts *kept);

/* The callbacks over a process (0: this one) and over its files, or those below --root; 0 with a message. */
int look(tool *t, nvp_posix *posix, long pid, nvp_system *system, nvp_process *process);

/* Puts a value as a file would have it: strings in quotes, everything else as written. */
void put_value(cli_buf *b, const nvp_value *v);

/* Key, then value in JSON's own types; a number too large for them is a string. */
void json_value(cli_json *j, const nvp_value *v);

int failed(const cli *c, const char *path, const nvp_error *e);

#endif
