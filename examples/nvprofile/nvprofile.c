#include "tool.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "nvprofile - NVIDIA application profiles: what a program gets, and why\n"
    "\n"
    "  nvprofile which firefox             settings for a program of this name\n"
    "  nvprofile which --explain 4711      for a running process, rule by rule (-e)\n"
    "  nvprofile which -- ./game -w        for a command, as if started now\n"
    "  nvprofile show                      this machine's files, in search order\n"
    "  nvprofile lint FILE...              mistakes; exit code 1 if there are any\n"
    "  nvprofile keys                      keys and types documented by the driver\n"
    "\n"
    "Edits touch no byte they need not. -o - prints instead of writing.\n"
    "  nvprofile set FILE PROFILE KEY VALUE          profile by name, or rule:N for\n"
    "  nvprofile unset FILE PROFILE KEY              the one written inside rule N\n"
    "  nvprofile rule add FILE PATTERN PROFILE       before all others, or --at N\n"
    "  nvprofile rule add FILE game KEY=VALUE...     a rule with its own settings\n"
    "  nvprofile rule add FILE dso=libfoo.so PROFILE\n"
    "  nvprofile rule move FILE N TO                 rules count from 0\n"
    "  nvprofile rule rm FILE N\n"
    "  nvprofile profile add FILE NAME KEY=VALUE...\n"
    "  nvprofile profile rm FILE NAME                --force: even if rules name it\n"
    "  nvprofile profile rename FILE OLD NEW\n"
    "  nvprofile fmt FILE...                         reformat; --check: only report\n"
    "\n"
    "Where files come from\n"
    "  -f, --file FILE      read FILE instead of the search path; repeatable, the\n"
    "                       first wins\n"
    "      --root DIR       replaces / in the search path; links stay inside\n"
    "      --driver V       driver version (default: that of the loaded driver)\n"
    "      --keys FILE      key documentation (default: the installed one)\n"
    "      --known NAME     assume that this profile exists; repeatable\n"
    "What is known of the process (which)\n"
    "      --exe PATH, --comm NAME, --argv TEXT, --home DIR\n"
    "      --dso NAME       a loaded library; repeatable, replaces the real ones\n"
    "How they are parsed\n"
    "      --lenient        trailing commas, byte order mark, strings among patterns\n"
    "      --strict         duplicate members and bad UTF-8 are errors\n"
    "      --atomic         ignore files that have any error\n"
    "      --exact-keys     keys are case-sensitive\n"
    "      --last-profile   if two profiles share a name, the last wins\n"
    "      --dso-prefix     dso matches the beginning of a library's name\n"
    "Output\n"
    "      --json, --csv, -o FILE, --color=auto|always|never, --version\n"
    "\n"
    "For programs: dump FILE, dump --keys FILE, dump --resolve SCENARIO,\n"
    "dump --path SCENARIO print one line of JSON each.\n"
    "\n"
    "Exit codes: 0 fine, 1 findings or an incomplete answer, 2 wrong usage,\n"
    "3 cannot read input.\n";

enum {
    OPT_FILE = 1, OPT_ROOT, OPT_DRIVER, OPT_KEYS, OPT_KNOWN, OPT_LENIENT, OPT_STRICT, OPT_ATOMIC, OPT_EXACT, OPT_LAST,
    OPT_PREFIX, OPT_EXPLAIN, OPT_AT, OPT_FORCE, OPT_CHECK, OPT_RESOLVE, OPT_PATH, OPT_EXE, OPT_COMM,
    OPT_ARGV0, OPT_HOME, OPT_DSO
};

static const cli_option table[] = {
    {OPT_FILE, 'f', "file", 1},       {OPT_ROOT, 0, "root", 1},           {OPT_DRIVER, 0, "driver", 1},
    {OPT_KEYS, 0, "keys", 1},         {OPT_KNOWN, 0, "known", 1},         {OPT_LENIENT, 0, "lenient", 0},
    {OPT_STRICT, 0, "strict", 0},     {OPT_ATOMIC, 0, "atomic", 0},       {OPT_EXACT, 0, "exact-keys", 0},
    {OPT_LAST, 0, "last-profile", 0}, {OPT_PREFIX, 0, "dso-prefix", 0},   {OPT_EXPLAIN, 'e', "explain", 0},
    {OPT_AT, 0, "at", 1},             {OPT_FORCE, 0, "force", 0},         {OPT_CHECK, 0, "check", 0},
    {OPT_RESOLVE, 0, "resolve", 1},   {OPT_PATH, 0, "path", 1},           {OPT_EXE, 0, "exe", 1},
    {OPT_COMM, 0, "comm", 1},         {OPT_ARGV0, 0, "argv", 1},          {OPT_HOME, 0, "home", 1},
    {OPT_DSO, 0, "dso", 1},           {0, 0, NULL, 0},
};

char *keep(texts *t, char *text)
{
    t->text = (char **)cli_grow(t->text, &t->room, t->count + 1, sizeof *t->text);
    t->text[t->count++] = text;
    return text;
}

void texts_free(texts *t)
{
    size_t i;
    for (i = 0; i < t->count; i++) free(t->text[i]);
    free(t->text);
}

int failed(const cli *c, const char *path, const nvp_error *e)
{
    cli_error(c, "%s: %s", path, e->message);
    return CLI_INPUT;
}

/* The version of the loaded driver, which entry 5 of the search path has in its name. */
static void driver_version(tool *t)
{
    FILE *f = fopen("/sys/module/nvidia/version", "r");
    size_t n;
    if (f == NULL) return;
    n = fread(t->version, 1, sizeof t->version - 1, f);
    fclose(f);
    while (n > 0 && (unsigned char)t->version[n - 1] <= ' ') n--;
    t->version[n] = 0;
    if (n > 0 && strchr(t->version, '/') == NULL) t->options.version = nvp_text(t->version);
}

int look(tool *t, nvp_posix *posix, long pid, nvp_system *system, nvp_process *process)
{
    nvp_posix_target options;
    nvp_error error;
    memset(&options, 0, sizeof options);
    options.pid = pid;
    options.root = nvp_text(t->root);
    if (nvp_posix_open(posix, &options, system, process, &error) == NVP_OK) return 1;
    if (pid > 0) cli_error(&t->c, "process %ld: %s", pid, error.message);
    else failed(&t->c, t->root != NULL ? t->root : "/", &error);
    return 0;
}

nvp_config *load(tool *t, const nvp_system *system, const nvp_process *process, const char **paths, int count, texts *kept)
{
    nvp_view no_globals = {NULL, 0};
    nvp_error error;
    nvp_config *config;
    int i, ok;
    if (count == 0) {
        paths = t->files;
        count = t->file_count;
    }
    if (count == 0 && t->options.version.len == 0) driver_version(t);
    config = nvp_config_open(&t->options, &error);
    ok = config != NULL;
    for (i = 0; ok && i < count; i++) {
        size_t size;
        char *text = keep(kept, cli_read_most(&t->c, paths[i], LARGEST, &size, NULL));
        if (text == NULL) {
            nvp_config_close(config);
            return NULL;
        }
        ok = nvp_config_add(config, nvp_text(paths[i]), text, size, &error) == NVP_OK;
    }
    if (ok && count > 0)
        ok = nvp_config_switch(config, process, no_globals, &error) == NVP_OK && nvp_config_link(config, &error) == NVP_OK;
    if (ok && count == 0) ok = nvp_config_load(config, system, process, &error) == NVP_OK;
    if (ok) return config;
    failed(&t->c, count > 0 ? paths[i > 0 ? i - 1 : 0] : "search path", &error);
    nvp_config_close(config);
    return NULL;
}

void put_value(cli_buf *b, const nvp_value *v)
{
    if (v->type == NVP_TYPE_STRING) cli_put(b, "\"", 1);
    cli_put_safe(b, v->text.ptr, v->text.len);
    if (v->type == NVP_TYPE_STRING) cli_put(b, "\"", 1);
}

void json_value(cli_json *j, const nvp_value *v)
{
    switch (v->type) {
    case NVP_TYPE_INT: cli_json_i64(j, "value", v->i); break;
    case NVP_TYPE_UINT: cli_json_u64(j, "value", v->u); break;
    case NVP_TYPE_REAL: cli_json_double(j, "value", v->r); break;
    case NVP_TYPE_BOOL: cli_json_bool(j, "value", v->i == 1); break;
    default: cli_json_text(j, "value", v->text.ptr, v->text.len); break;
    }
    if (v->type != NVP_TYPE_STRING && v->type != NVP_TYPE_BOOL) cli_json_text(j, "text", v->text.ptr, v->text.len);
}

static int verb_dump(tool *t)
{
    if (t->dump_resolve != NULL) return dump_resolve(&t->c, t->dump_resolve, t->operands, t->operand_count);
    if (t->dump_path != NULL) return dump_path(&t->c, t->dump_path);
    if (t->keys_path != NULL) return dump_keys(&t->c, t->keys_path);
    if (t->operand_count != 1) return cli_usage(&t->c, "dump takes one file");
    return dump_file(&t->c, t->operands[0], t->options.flags);
}

static const struct {
    const char *name;
    int (*run)(tool *t);
} verbs[] = {{"which", verb_which}, {"show", verb_show}, {"lint", verb_lint},       {"keys", verb_keys}, {"set", verb_set},
             {"unset", verb_unset}, {"rule", verb_rule}, {"profile", verb_profile}, {"fmt", verb_fmt},   {"dump", verb_dump}};

int main(int argc, char **argv)
{
    tool t;
    cli_args a;
    const char *verb = NULL;
    uint64_t number;
    size_t i;
    int got, code;
    memset(&t, 0, sizeof t);
    memset(&a, 0, sizeof a);
    cli_init(&t.c, "nvprofile", help);
    setlocale(LC_COLLATE, ""); /* the order of files in a folder is that of the locale */
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    t.files = (const char **)cli_alloc((size_t)argc, sizeof *t.files);
    t.operands = (const char **)cli_alloc((size_t)argc, sizeof *t.operands);
    t.dso = (const char **)cli_alloc((size_t)argc, sizeof *t.dso);
    t.known = (nvp_view *)cli_alloc((size_t)argc, sizeof *t.known);
    t.command_at = argc;
    while ((got = cli_next(&t.c, &a, table)) != CLI_END) {
        switch (got) {
        case CLI_OPERAND:
            if (verb == NULL) verb = a.value;
            else {
                if (a.rest && t.command_at == argc) t.command_at = t.operand_count;
                t.operands[t.operand_count++] = a.value;
            }
            break;
        case OPT_FILE: t.files[t.file_count++] = a.value; break;
        case OPT_ROOT: t.root = a.value; break;
        case OPT_DRIVER: t.options.version = nvp_text(a.value); break;
        case OPT_KEYS: t.keys_path = a.value; break;
        case OPT_KNOWN:
            t.known[t.options.known_count].ptr = a.value;
            t.known[t.options.known_count++].len = strlen(a.value);
            break;
        case OPT_LENIENT: t.options.flags |= NVP_FLAG_LENIENT; break;
        case OPT_STRICT: t.options.flags |= NVP_FLAG_STRICT; break;
        case OPT_ATOMIC: t.options.flags |= NVP_FLAG_ATOMIC; break;
        case OPT_EXACT: t.options.flags |= NVP_FLAG_EXACT_KEYS; break;
        case OPT_LAST: t.options.flags |= NVP_FLAG_LAST_PROFILE; break;
        case OPT_PREFIX: t.options.flags |= NVP_FLAG_DSO_PREFIX; break;
        case OPT_EXPLAIN: t.explain = 1; break;
        case OPT_EXE: t.exe = a.value; break;
        case OPT_COMM: t.comm = a.value; break;
        case OPT_ARGV0: t.argv0 = a.value; break;
        case OPT_HOME: t.home = a.value; break;
        case OPT_DSO: t.dso[t.dso_count++] = a.value; break;
        case OPT_FORCE: t.force = 1; break;
        case OPT_CHECK: t.check = 1; break;
        case OPT_RESOLVE: t.dump_resolve = a.value; break;
        case OPT_PATH: t.dump_path = a.value; break;
        case OPT_AT:
            if (!cli_number(&t.c, "--at", a.value, 0, NVP_NONE - 1, &number)) return CLI_USAGE;
            t.at = (uint32_t)number;
            t.has_at = 1;
            break;
        case CLI_DONE: return CLI_FINE;
        default: return CLI_USAGE;
        }
    }
    t.options.known = t.known;
    if (t.command_at > t.operand_count) t.command_at = t.operand_count;
    if (verb == NULL) {
        fputs(help, stderr);
        return CLI_USAGE;
    }
    for (i = 0; i < sizeof verbs / sizeof *verbs && strcmp(verbs[i].name, verb) != 0; i++) {}
    if (i == sizeof verbs / sizeof *verbs) return cli_usage(&t.c, "unknown verb %s", verb);
    if (!cli_start(&t.c)) return CLI_INPUT;
    code = cli_finish(&t.c, verbs[i].run(&t));
    free(t.files);
    free(t.operands);
    free(t.known);
    free(t.dso);
    return code;
}
