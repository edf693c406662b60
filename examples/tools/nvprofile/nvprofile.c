#include "tool.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "nvprofile - NVIDIA application profiles: what a program gets, and why\n"
    "\n"
    "  nvprofile which firefox             settings for a program of this name\n"
    "  nvprofile which --explain 4711      for a running process, rule by rule (-e)\n"
    "  nvprofile add firefox GLSyncToVblank=0     a rule for it, in your own file\n"
    "  nvprofile remove firefox            takes the rule out again\n"
    "  nvprofile recipes                   what guides set for what, with the source\n"
    "  nvprofile edit                      your file in $EDITOR; undo: back again\n"
    "  nvprofile show                      this machine's files, in search order\n"
    "  nvprofile lint                      mistakes in them; exit code 1 if any\n"
    "  nvprofile keys GLYield              what a key is; without a name all keys\n"
    "  nvprofile diff 535.129.03 570.133.07       what another driver changes\n"
    "  nvprofile disable                   no profiles for you; enable: again\n"
    "\n"
    "Edits of any file: set, unset, rule, profile, fmt.\n"
    "What the driver itself does: probe.\n"
    "For comparison with other readers: dump.\n"
    "nvprofile VERB --help says more about a verb.\n"
    "\n"
    "Where files come from\n"
    "  -f, --file FILE      read FILE instead of the search path; repeatable, the\n"
    "                       first wins\n"
    "      --root DIR       replaces / in the search path; links stay inside\n"
    "      --driver V       driver version (default: that of the loaded driver)\n"
    "      --keys FILE      key documentation (default: the installed one, and a\n"
    "                       list of our own)\n"
    "      --known NAME     assume that this profile exists; repeatable\n"
    "How they are parsed\n"
    "      --lenient        trailing commas, byte order mark, strings among patterns\n"
    "      --strict         duplicate members and bad UTF-8 are errors\n"
    "      --atomic         ignore files that have any error\n"
    "      --exact-keys     keys are case-sensitive\n"
    "      --last-profile   if two profiles share a name, the last wins\n"
    "      --dso equal|prefix\n"
    "                       what dso compares: names of libraries, or beginnings;\n"
    "                       without it, rules where these differ are unknown\n"
    "Output\n"
    "      --json, --csv, -o FILE, --color=auto|always|never, --version\n"
    "\n"
    "Exit codes: 0 fine, 1 findings or an incomplete answer, 2 wrong usage,\n"
    "3 cannot read input.\n";

static const char help_which[] =
    "nvprofile which NAME | PID | -- COMMAND...: the settings a program gets\n"
    "\n"
    "  nvprofile which firefox             a program of this name\n"
    "  nvprofile which 4711                a process, as it sees the files\n"
    "  nvprofile which -- ./game -w        a command, as if started now\n"
    "  nvprofile which -e firefox          and why, rule by rule\n"
    "  nvprofile which --session           all of your processes\n"
    "  nvprofile which --session --with new.rc    and with another file of yours\n"
    "\n"
    "  -e, --explain        each rule and what decided it; values that\n"
    "                       nvidia-settings keeps, which any profile overrides\n"
    "      --facts FILE     what is known of drivers, as probe --read prints it\n"
    "      --session        every process of yours\n"
    "      --with FILE      what --session would change with FILE as your own file\n"
    "      --exe PATH, --comm NAME, --argv TEXT, --home DIR\n"
    "                       what is known of the process, instead of what is read\n"
    "      --library NAME   a loaded library; repeatable, replaces the real ones\n";

static const char help_show[] =
    "nvprofile show [FILE | FOLDER]...: the files that count, or what is in files\n"
    "\n"
    "  nvprofile show                      this machine's, in search order\n"
    "  nvprofile show --root /mnt          those of another installation\n"
    "  nvprofile show my.rc                its rules and profiles\n";

static const char help_lint[] =
    "nvprofile lint [FILE | FOLDER]...: mistakes, with line and column\n"
    "\n"
    "  nvprofile lint                      this machine's files, and files that lie\n"
    "                                      where the driver does not look\n"
    "  nvprofile lint my.rc                one file; exit code 1 if it has mistakes\n"
    "  nvprofile lint profiles.d           every file in a folder\n"
    "\n"
    "Notes are not mistakes and do not change the exit code. Where the kernel has\n"
    "Landlock, lint can write only -o FILE; CLI_CONFINE=0 turns that off.\n";

static const char help_keys[] =
    "nvprofile keys [NAME]: keys, their types, values and driver versions\n"
    "\n"
    "  nvprofile keys                      all that are known, driver or not\n"
    "  nvprofile keys GLYield              one of them\n"
    "  nvprofile keys --keys FILE          with the documentation of a driver\n";

static const char help_diff[] =
    "nvprofile diff OLD NEW: what changes, by rule and by what programs get\n"
    "\n"
    "  nvprofile diff old.rc new.rc        two files, or folders\n"
    "  nvprofile diff 535.129.03 570.133.07       installed profiles of two drivers\n"
    "  nvprofile diff 535.129.03 570.133.07 --root /mnt\n"
    "\n"
    "Exit code 1 if there is a difference.\n";

static const char help_game[] =
    "nvprofile add PROGRAM KEY=VALUE...: a rule for one program, before all others\n"
    "nvprofile remove PROGRAM [KEY...]: takes it, or some of its keys, out again\n"
    "\n"
    "  nvprofile add firefox GLSyncToVblank=0 GLYield=USLEEP\n"
    "  nvprofile add Game.exe GLThreadedOptimizations=true    under Wine\n"
    "  nvprofile add dso=libgame.so GLYield=NOTHING --system\n"
    "  nvprofile remove firefox GLYield\n"
    "\n"
    "      --recipe NAME    the settings of a recipe: nvprofile recipes\n"
    "      --user           ~/.nv/nvidia-application-profiles-rc (default)\n"
    "      --system         /etc/nvidia/nvidia-application-profiles-rc\n"
    "  -n, --dry-run        only show what would change, and with what result\n"
    "      --force          take keys and values that are not known\n"
    "      --home DIR       the user's home directory\n"
    "\n"
    "Prints the change as a diff, keeps the old file as FILE.backup, and says what\n"
    "the program gets now; exit code 1 if that is not what was asked for.\n";

static const char help_recipes[] =
    "nvprofile recipes [NAME]: settings that public guides recommend\n"
    "\n"
    "  nvprofile recipes                   all of them, and which process is meant\n"
    "  nvprofile recipes vram              one of them\n"
    "  nvprofile add niri --recipe vram    uses it\n";

static const char help_editor[] =
    "nvprofile edit [FILE]: a file in your editor ($VISUAL, $EDITOR, vi)\n"
    "nvprofile undo [FILE]: the last backup, which undo also undoes\n"
    "\n"
    "  nvprofile edit                      your own file\n"
    "  nvprofile edit --system             the machine's\n"
    "  nvprofile edit my.rc -n             only shows what would change\n"
    "  nvprofile undo                      brings the backup of it back\n"
    "\n"
    "edit works on a copy. A copy with errors is not saved unless you say so\n"
    "twice. Otherwise the change is shown, the old file kept as FILE.backup.\n";

static const char help_probe[] =
    "nvprofile probe FOLDER: questions that only a driver can answer\n"
    "\n"
    "  nvprofile probe questions           makes the folder, with a script run.sh\n"
    "  nvprofile probe --read probe.log    facts from the log that run.sh writes\n"
    "  nvprofile which --facts FILE niri   uses such facts\n"
    "\n"
    "run.sh needs a machine with the driver and a program that lists the GPUs of\n"
    "EGL, such as eglinfo. A question whose answer the log does not show stays\n"
    "unknown; the exit code is then 1.\n";

static const char help_switch[] =
    "nvprofile enable, nvprofile disable: the switch for all profiles of a user\n"
    "\n"
    "  nvprofile disable                   no profiles for any program\n"
    "  nvprofile enable --dry-run          only shows what would change (-n)\n"
    "\n"
    "It is in ~/.nv/nvidia-application-profile-globals-rc; the variable\n"
    "__GL_APPLICATION_PROFILE overrides it: 0 is off, 1 is on.\n";

static const char help_edit[] =
    "Edits of a file; they touch no byte they need not. -o - prints instead.\n"
    "\n"
    "  nvprofile set FILE PROFILE KEY VALUE          profile by name, or rule:N for\n"
    "  nvprofile unset FILE PROFILE KEY              the one written inside rule N\n"
    "  nvprofile rule add FILE PATTERN PROFILE       before all others, or --at N\n"
    "  nvprofile rule add FILE game KEY=VALUE...     a rule with its own settings\n"
    "  nvprofile rule add FILE dso=libfoo.so PROFILE\n"
    "  nvprofile rule move FILE N TO                 rules count from 0\n"
    "  nvprofile rule rm FILE N\n"
    "  nvprofile profile add FILE NAME KEY=VALUE...\n"
    "  nvprofile profile rm FILE NAME                --force: even if rules name it\n"
    "  nvprofile profile rename FILE OLD NEW\n";

static const char help_fmt[] =
    "nvprofile fmt FILE...: a new layout\n"
    "\n"
    "  nvprofile fmt my.rc\n"
    "  nvprofile fmt --check my.rc         only report; exit code 1 if it differs\n";

static const char help_dump[] =
    "nvprofile dump: one line of JSON in a fixed form, to compare readers by\n"
    "\n"
    "  nvprofile dump FILE\n"
    "  nvprofile dump --keys FILE          a key documentation\n"
    "  nvprofile dump --resolve SCENARIO   settings on a made-up machine\n"
    "  nvprofile dump --path SCENARIO      its search path\n";

enum {
    OPT_FILE = 1, OPT_ROOT, OPT_DRIVER, OPT_KEYS, OPT_KNOWN, OPT_LENIENT, OPT_STRICT, OPT_ATOMIC, OPT_EXACT, OPT_LAST,
    OPT_LIBRARY, OPT_EXPLAIN, OPT_AT, OPT_FORCE, OPT_CHECK, OPT_RESOLVE, OPT_PATH, OPT_EXE, OPT_COMM,
    OPT_ARGV0, OPT_HOME, OPT_DSO, OPT_RECIPE, OPT_SESSION, OPT_WITH, OPT_READ, OPT_FACTS, OPT_USER, OPT_SYSTEM, OPT_DRY
};

static const cli_option table[] = {
    {OPT_FILE, 'f', "file", 1},       {OPT_ROOT, 0, "root", 1},           {OPT_DRIVER, 0, "driver", 1},
    {OPT_KEYS, 0, "keys", 1},         {OPT_KNOWN, 0, "known", 1},         {OPT_LENIENT, 0, "lenient", 0},
    {OPT_STRICT, 0, "strict", 0},     {OPT_ATOMIC, 0, "atomic", 0},       {OPT_EXACT, 0, "exact-keys", 0},
    {OPT_LAST, 0, "last-profile", 0}, {OPT_LIBRARY, 0, "library", 1},   {OPT_EXPLAIN, 'e', "explain", 0},
    {OPT_AT, 0, "at", 1},             {OPT_FORCE, 0, "force", 0},         {OPT_CHECK, 0, "check", 0},
    {OPT_RESOLVE, 0, "resolve", 1},   {OPT_PATH, 0, "path", 1},           {OPT_EXE, 0, "exe", 1},
    {OPT_COMM, 0, "comm", 1},         {OPT_ARGV0, 0, "argv", 1},          {OPT_HOME, 0, "home", 1},
    {OPT_DSO, 0, "dso", 1},           {OPT_USER, 0, "user", 0},           {OPT_SYSTEM, 0, "system", 0},
    {OPT_DRY, 'n', "dry-run", 0},     {OPT_RECIPE, 0, "recipe", 1},       {OPT_SESSION, 0, "session", 0},
    {OPT_WITH, 0, "with", 1},           {OPT_READ, 0, "read", 1},           {OPT_FACTS, 0, "facts", 1},
    {0, 0, NULL, 0},
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

/* The version of the loaded driver, which is in the name of entry 5 of the search path. */
void driver_version(tool *t)
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

nvp_view *know_driver_profiles(tool *t)
{
    uint32_t n = 0, i;
    nvp_view *all;
    while (driver_profile(n).len > 0) n++;
    all = (nvp_view *)cli_alloc((size_t)n + t->options.known_count, sizeof *all);
    for (i = 0; i < t->options.known_count; i++) all[i] = t->known[i];
    for (i = 0; i < n; i++) all[t->options.known_count + i] = driver_profile(i);
    t->options.known = all;
    t->options.known_count += n;
    return all;
}

static int in_locale(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const int n = strcoll(x, y);
    return n != 0 ? n : strcmp(x, y);
}

static void put_path(path_list *to, const char *path)
{
    to->list = (const char **)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    to->list[to->count++] = path;
}

void paths_of(tool *t, const char *const *operands, int count, path_list *to, texts *kept)
{
    int i;
    for (i = 0; i < count; i++) {
        const size_t first = to->count;
        struct stat st;
        struct dirent *e;
        DIR *d;
        size_t k;
        if (strcmp(operands[i], "-") == 0 || stat(operands[i], &st) != 0 || !S_ISDIR(st.st_mode)) {
            put_path(to, operands[i]);
            continue;
        }
        d = opendir(operands[i]);
        while (d != NULL && (errno = 0, e = readdir(d)) != NULL)
            put_path(to, keep(kept, strcpy((char *)cli_alloc(strlen(e->d_name) + 1, 1), e->d_name)));
        if (d == NULL || errno != 0) {
            cli_error(&t->c, "%s: %s", operands[i], strerror(errno));
            t->c.unread++;
        }
        if (d != NULL) closedir(d);
        if (to->count > first) qsort(to->list + first, to->count - first, sizeof *to->list, in_locale);
        for (k = first; k < to->count;) {
            cli_buf b = {NULL, 0, 0};
            cli_putf(&b, "%s%s%s", operands[i], operands[i][strlen(operands[i]) - 1] == '/' ? "" : "/", to->list[k]);
            if (stat(b.ptr, &st) == 0 && S_ISREG(st.st_mode)) to->list[k++] = keep(kept, b.ptr);
            else {
                cli_buf_free(&b);
                memmove(to->list + k, to->list + k + 1, (--to->count - k) * sizeof *to->list);
            }
        }
        if (to->count == first && d != NULL) cli_error(&t->c, "%s: no file in this folder", operands[i]);
    }
}

nvp_config *load(tool *t, const nvp_system *system, const nvp_process *process, const char **paths, int count, texts *kept)
{
    nvp_view no_globals = {NULL, 0};
    nvp_error error;
    nvp_config *config;
    int i, ok, unread = 0;
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
            t->c.unread++;
            if (++unread < count && t->c.inputs > 0) continue;
            nvp_config_close(config);
            return NULL;
        }
        ok = nvp_config_add(config, nvp_text(paths[i]), text, size, &error) == NVP_OK;
    }
    if (ok && count > 0)
        ok = (process == NULL || nvp_config_switch(config, process, no_globals, &error) == NVP_OK) &&
             nvp_config_link(config, &error) == NVP_OK;
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

static const struct verb {
    const char *name;
    int (*run)(tool *t);
    const char *help;
} verbs[] = {
    {"which", verb_which, help_which},    {"show", verb_show, help_show},        {"lint", verb_lint, help_lint},
    {"keys", verb_keys, help_keys},       {"diff", verb_diff, help_diff},        {"add", verb_add, help_game},
    {"remove", verb_remove, help_game},   {"enable", verb_enable, help_switch},  {"disable", verb_disable, help_switch},
    {"recipes", verb_recipes, help_recipes}, {"edit", verb_edit, help_editor}, {"undo", verb_undo, help_editor},
    {"probe", verb_probe, help_probe},
    {"set", verb_set, help_edit},         {"unset", verb_unset, help_edit},      {"rule", verb_rule, help_edit},
    {"profile", verb_profile, help_edit}, {"fmt", verb_fmt, help_fmt},           {"dump", verb_dump, help_dump},
};

static const char *verb_name(const void *user, size_t i)
{
    (void)user;
    return i < sizeof verbs / sizeof *verbs ? verbs[i].name : NULL;
}

static const struct verb *verb_of(const char *name)
{
    size_t i;
    for (i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    return NULL;
}

int main(int argc, char **argv)
{
    tool t;
    cli_args a;
    const char *word = NULL;
    const struct verb *verb = NULL;
    uint64_t number;
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
    t.libraries = (const char **)cli_alloc((size_t)argc, sizeof *t.libraries);
    t.known = (nvp_view *)cli_alloc((size_t)argc, sizeof *t.known);
    t.command_at = argc;
    while ((got = cli_next(&t.c, &a, table)) != CLI_END) {
        switch (got) {
        case CLI_OPERAND:
            if (word == NULL) {
                word = a.value;
                verb = verb_of(word);
                if (verb != NULL) t.c.help = verb->help;
            } else {
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
        case OPT_EXPLAIN: t.explain = 1; break;
        case OPT_SESSION: t.session = 1; break;
        case OPT_READ: t.read_log = a.value; break;
        case OPT_FACTS: t.facts = a.value; break;
        case OPT_WITH: t.with = a.value; break;
        case OPT_RECIPE: t.recipe = a.value; break;
        case OPT_EXE: t.exe = a.value; break;
        case OPT_COMM: t.comm = a.value; break;
        case OPT_ARGV0: t.argv0 = a.value; break;
        case OPT_HOME: t.home = a.value; break;
        case OPT_LIBRARY: t.libraries[t.library_count++] = a.value; break;
        case OPT_DSO:
            if (strcmp(a.value, "equal") != 0 && strcmp(a.value, "prefix") != 0)
                return cli_usage(&t.c, "--dso is equal or prefix; --library NAME is a loaded library");
            t.dso = a.value[0] == 'e' ? NVP_DSO_EQUAL : NVP_DSO_PREFIX;
            break;
        case OPT_FORCE: t.force = 1; break;
        case OPT_USER: t.of_user = 1; break;
        case OPT_SYSTEM: t.of_system = 1; break;
        case OPT_DRY: t.dry = 1; break;
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
    if (word == NULL) {
        fputs(help, stderr);
        return CLI_USAGE;
    }
    if (verb == NULL) {
        const char *near = cli_nearest(word, verb_name, NULL);
        return near != NULL ? cli_usage(&t.c, "unknown verb %s; is it %s?", word, near)
                            : cli_usage(&t.c, "unknown verb %s", word);
    }
    if (!(verb->run == verb_lint ? cli_start_confined(&t.c) : cli_start(&t.c))) return CLI_INPUT;
    code = cli_finish(&t.c, verb->run(&t));
    free(t.files);
    free(t.operands);
    free(t.known);
    free(t.libraries);
    return code;
}
