/* lsp: a language server for editors, over standard input and output. What lint finds in texts, and their layout. */
#include "lsp.h"
#include "row.h"

#include <stdlib.h>
#include <string.h>

/* The token at a byte of a file, as a range. */
static size_t end_of_token(const nvp_file *f, uint32_t at)
{
    nvp_reader r;
    nvp_token t;
    nvp_reader_begin(&r, f->text.ptr + at, f->text.len - at, 1);
    return nvp_reader_next(&r, &t) && t.at == 0 ? at + t.len : at;
}

/* The key that an unknown one is probably meant to be, in quotes, to be freed; else NULL. */
static char *fix_of(const knowledge *k, const nvp_file *f, const remark *r, size_t end)
{
    cli_buf b = {NULL, 0, 0};
    const nvp_key *near;
    nvp_view name;
    if (strcmp(r->code, lint_kind_name(LINT_UNKNOWN_KEY)) != 0 || end < r->at + 2 || f->text.ptr[r->at] != '"') return NULL;
    name.ptr = f->text.ptr + r->at + 1;
    name.len = end - r->at - 2;
    near = keys_nearest(&k->keys, name);
    if (near != NULL) cli_putf(&b, "\"%.*s\"", (int)near->key.len, near->key.ptr);
    return b.ptr;
}

static void put_remarks(server *s, open_text *d, const nvp_config *config, const remarks *all)
{
    const knowledge *const k = (const knowledge *)s->user;
    mark m = {NULL, 0};
    size_t i, count = 0;
    if (!diagnostics_begin(s, d)) return;
    for (i = 0; i < all->count && count < MOST_DIAGNOSTICS; i++) {
        const remark *const r = &all->list[i];
        const nvp_file *const f = r->file != NVP_NONE ? config->files[r->file] : NULL;
        cli_buf text = {NULL, 0, 0};
        size_t end;
        char *fix;
        if (f == NULL || strcmp(f->name.ptr, d->path) != 0) continue;
        end = end_of_token(f, r->at);
        fix = fix_of(k, f, r, end);
        cli_putf(&text, "%s", r->text);
        if (r->see != NVP_NONE && r->see_file != NVP_NONE) {
            cli_putf(&text, "; see ");
            put_profile_line(&text, config->files[r->see_file], r->see);
        }
        put_diagnostic(s, d, r->at, end, r->severity == NVP_SEVERITY_ERROR ? SEVERITY_ERROR : r->severity == NVP_SEVERITY_WARNING ? SEVERITY_WARNING
                       : SEVERITY_NOTE, r->code, text.ptr, fix, &m);
        free(fix);
        cli_buf_free(&text);
        count++;
    }
    diagnostics_send(s);
}

/* A text that is too large to be read has one diagnostic. */
static void put_refusal(server *s, open_text *d, const nvp_error *e)
{
    mark m = {NULL, 0};
    if (!diagnostics_begin(s, d)) return;
    put_diagnostic(s, d, 0, 0, SEVERITY_ERROR, "unread", e->message, NULL, &m);
    diagnostics_send(s);
}

static void check(server *s, open_text *changed)
{
    const knowledge *const k = (const knowledge *)s->user;
    remarks all = {NULL, 0, 0};
    lint_findings found;
    folder f;
    size_t i;
    folder_open(s, &f, changed);
    if (f.config == NULL) put_refusal(s, changed, &f.error);
    else {
        lint_config(&found, f.config, &k->keys.keys);
        lint_gather(&all, k->t, f.config, &found, &k->keys);
        lint_findings_free(&found);
        for (i = 0; i < s->count; i++)
            if (same_folder(&s->open[i], changed)) put_remarks(s, &s->open[i], f.config, &all);
    }
    for (i = 0; i < all.count; i++) {
        free(all.list[i].text);
        free(all.list[i].path);
    }
    free(all.list);
    folder_close(&f);
}

/* Layout ------------------------------------------------------------------------------------------------------------- */

/* Whether fmt takes a text: its form has no mistake. */
static int is_sound(const knowledge *k, const open_text *d)
{
    nvp_config *const config = nvp_config_open(&k->t->options, NULL);
    const nvp_file *f;
    int sound = 0;
    if (config != NULL && nvp_config_add(config, nvp_text(d->path), d->text, d->len, NULL) == NVP_OK) {
        f = config->files[0];
        sound = f->errors == 0 || f->used;
    }
    nvp_config_close(config);
    return sound;
}

static void formatting(server *s, size_t params)
{
    const open_text *const d = asked_text(s, params);
    cli_buf b = {NULL, 0, 0};
    mark m = {NULL, 0};
    if (d == NULL || !answer_begin(s)) return;
    cli_json_array(&s->j, "result");
    if (is_sound((const knowledge *)s->user, d)) put_formatted(&b, d->text, d->len);
    if (b.len > 0 && (b.len != d->len || memcmp(b.ptr, d->text, b.len) != 0)) {
        cli_json_object(&s->j, NULL);
        put_range(s, d, 0, d->len, &m);
        cli_json_text(&s->j, "newText", b.ptr, b.len);
        cli_json_end(&s->j);
    }
    cli_json_end(&s->j);
    message_send(s);
    cli_buf_free(&b);
}

/* The verb ----------------------------------------------------------------------------------------------------------- */

static int do_lsp(tool *t)
{
    static const char *const providers[] = {"hoverProvider", "documentFormattingProvider", NULL};
    static const struct language_method methods[] = {{"textDocument/completion", completion}, {"textDocument/hover", hover},
        {"textDocument/formatting", formatting}, {NULL, NULL}};
    static const language profiles = {"nvprofile", "\"", providers, methods, NULL, NULL, check};
    knowledge k;
    nvp_view *known;
    int code;
    if (t->operand_count > 0) return cli_usage(t->c, "lsp takes no files");
    k.t = t;
    if (t->options.version.len == 0) driver_version(t);
    if (!keys_open(t, &k.keys)) return CLI_INPUT;
    known = know_driver_profiles(t);
    code = serve(t->c, &profiles, &k);
    keys_close(&k.keys);
    free(known);
    return code;
}

ROW(lsp, source_options, "a language server for editors, over standard input and output: what lint finds while a file of profiles is written, with fixes; "
    "completes and explains members, features, keys and values; formats as fmt",
    "If a file lies in a folder whose name ends in .d, the server reads the other\n"
    "  files there as well. docs/EDITORS.md has the lines for editors.\n"
    "  Exit code: 0 after shutdown and exit, 1 for an end without them.\n\n"
    "  nvprofile lsp                 what editors start",
    NULL, USE_VALUE, NULL, MAY_READ);
