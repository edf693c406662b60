/* The canonical output: JSON lines to compare with another program's, byte for byte. */
#ifndef EXAMPLES_NVSECTION_DUMP_H
#define EXAMPLES_NVSECTION_DUMP_H

#include "tool.h"

typedef struct dump_options {
    unsigned mode;      /* of dump.c */
    int lenient;
    nvs_device device;  /* cc, kmd 0: not given */
    int generation;     /* 0: not given */
    const char *names, *expand, *metrics;
    char **files;
    size_t count;
} dump_options;

int dump_derive(cli *c, const dump_options *o);
int dump_evaluate(cli *c, const dump_options *o);
int dump_match(cli *c, const dump_options *o);

/* The "file" line of a section file; the identifier of an earlier file makes it a duplicate. Returns the document if
   its lines may follow. */
typedef struct dump_files {
    char **texts;
    nvs_document **docs;     /* of each file; NULL: could not be read */
    unsigned char *duplicate;
    const nvs_node **sections; /* of the good ones, in order */
    uint32_t count;            /* of the good ones */
} dump_files;
int dump_load(cli *c, const dump_options *o, dump_files *f); /* 0 with a message */
int dump_file(cli *c, const dump_options *o, const dump_files *f, size_t i); /* prints the line; whether the file is good */
void dump_unload(const dump_options *o, dump_files *f);

/* One line: line_begin, then line_... for each key in order, then line_end. key is NULL inside an array. */
void line_begin(cli *c, const char *kind);
void line_view(cli *c, const char *key, nvs_view v);
void line_str(cli *c, const char *key, const char *s); /* NULL: null */
void line_u64(cli *c, const char *key, uint64_t v);
void line_i64(cli *c, const char *key, int64_t v);
void line_double(cli *c, const char *key, double v);   /* its bits in hex */
void line_bool(cli *c, const char *key, int v);
void line_null(cli *c, const char *key);
void line_value(cli *c, const char *key, const nvs_value *v);
void line_path(cli *c, const nvs_node *node);          /* key "path" */
void line_end(cli *c);

#endif
