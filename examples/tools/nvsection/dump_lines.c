/* What every mode of dump prints: lines, and one for each file. */
#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void line_key(cli *c, const char *key)
{
    if (key != NULL) fprintf(c->out, ",\"%s\":", key);
}

void line_begin(cli *c, const char *kind)
{
    fprintf(c->out, "{\"kind\":\"%s\"", kind);
}

void line_view(cli *c, const char *key, nvs_view v)
{
    line_key(c, key);
    cli_json_quote(c->out, CLI_BYTES, v.ptr, v.len);
}

void line_str(cli *c, const char *key, const char *s)
{
    line_key(c, key);
    if (s == NULL) fputs("null", c->out);
    else cli_json_quote(c->out, CLI_BYTES, s, strlen(s));
}

void line_u64(cli *c, const char *key, uint64_t v)
{
    line_key(c, key);
    fprintf(c->out, "%" PRIu64, v);
}

void line_i64(cli *c, const char *key, int64_t v)
{
    line_key(c, key);
    fprintf(c->out, "%" PRId64, v);
}

void line_double(cli *c, const char *key, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (v != v) bits = (uint64_t)0x7ff80 << 44;
    line_key(c, key);
    fprintf(c->out, "\"%016" PRIx64 "\"", bits);
}

void line_bool(cli *c, const char *key, int v)
{
    line_key(c, key);
    fputs(v ? "true" : "false", c->out);
}

void line_null(cli *c, const char *key)
{
    line_key(c, key);
    fputs("null", c->out);
}

void line_path(cli *c, const nvs_node *node)
{
    const size_t len = nvs_node_path(node, NULL, 0);
    char *path = (char *)cli_alloc(len + 1, 1);
    (void)nvs_node_path(node, path, len + 1);
    line_str(c, "path", path);
    free(path);
}

void line_end(cli *c)
{
    fputs("}\n", c->out);
}

/* Files ------------------------------------------------------------------------------------------------------------ */

int dump_load(cli *c, const dump_options *o, dump_files *f)
{
    size_t i, k, len;
    memset(f, 0, sizeof *f);
    f->texts = (char **)cli_alloc(o->count, sizeof *f->texts);
    f->docs = (nvs_document **)cli_alloc(o->count, sizeof *f->docs);
    f->duplicate = (unsigned char *)cli_alloc(o->count, 1);
    f->sections = (const nvs_node **)cli_alloc(o->count, sizeof *f->sections);
    for (i = 0; i < o->count; i++) {
        nvs_view id;
        f->docs[i] = load(c, o->files[i], 0, &f->texts[i], &len);
        if (f->docs[i] == NULL) {
            dump_unload(o, f);
            return 0;
        }
        if (f->docs[i]->errors > 0) continue;
        id = nvs_node_text(f->docs[i]->root, NVS_FIELD_IDENTIFIER);
        for (k = 0; k < f->count; k++) {
            const nvs_view other = nvs_node_text(f->sections[k], NVS_FIELD_IDENTIFIER);
            if (other.len == id.len && memcmp(other.ptr, id.ptr, id.len) == 0) f->duplicate[i] = 1;
        }
        if (!f->duplicate[i]) f->sections[f->count++] = f->docs[i]->root;
    }
    return 1;
}

int dump_file(cli *c, const dump_options *o, const dump_files *f, size_t i)
{
    nvs_problem error;
    const int wrong = first_error(f->docs[i], &error);
    line_begin(c, "file");
    line_str(c, "name", base_name(o->files[i]));
    line_str(c, "state", wrong ? "error" : f->duplicate[i] ? "duplicate" : "ok");
    if (wrong) {
        line_str(c, "class", nvs_problem_kind_name(error.kind));
        line_u64(c, "line", error.line);
        line_u64(c, "column", error.column);
    }
    line_end(c);
    return !wrong && !f->duplicate[i];
}

void dump_unload(const dump_options *o, dump_files *f)
{
    size_t i;
    for (i = 0; i < o->count; i++) {
        nvs_document_close(f->docs[i]);
        free(f->texts[i]);
    }
    free(f->texts);
    free(f->docs);
    free(f->duplicate);
    free(f->sections);
    memset(f, 0, sizeof *f);
}
