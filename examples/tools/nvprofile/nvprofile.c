/* The verbs of nvprofile, a row each, and the command line. */
#include "tool.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(tool, member)
#define BIT(name, flag) static const option_word name[] = {{"", flag}, {NULL, 0}}
BIT(lenient, NVP_FLAG_LENIENT);
BIT(strict, NVP_FLAG_STRICT);
BIT(atomic, NVP_FLAG_ATOMIC);
BIT(exact_keys, NVP_FLAG_EXACT_KEYS);
BIT(last_profile, NVP_FLAG_LAST_PROFILE);
static const option_word dsos[] = {{"equal", NVP_DSO_EQUAL}, {"prefix", NVP_DSO_PREFIX}, {NULL, 0}};

/* Options of all verbs that read files of profiles. */
#define SOURCES \
    {'f', "file", &take_inputs, AT(file_list), NULL, "FILE", "read FILE instead of the search path; repeatable, the first wins"}, \
    {0, "root", &take_folder, AT(root), NULL, "DIR", "replaces / in the search path; links stay inside"}, \
    {0, "driver", &take_text, AT(driver), NULL, "V", "driver version (default: that of the loaded driver)"}, \
    {0, "keys", &take_input, AT(keys_path), NULL, "FILE", "key documentation (default: the installed one, and a list of our own)"}, \
    {0, "known", &take_texts, AT(known_list), NULL, "NAME", "assume that this profile exists; repeatable"}, \
    {0, "home", &take_folder, AT(home), NULL, "DIR", "the home directory"}, \
    {0, "dso", &take_word, AT(dso), dsos, NULL, \
     "what dso compares: names of libraries, or beginnings; without it or a fact, rules where these differ are unknown"}, \
    {0, "lenient", &take_bits, AT(options.flags), lenient, "", "trailing commas, byte order mark, strings among patterns"}, \
    {0, "strict", &take_bits, AT(options.flags), strict, "", "duplicate members and bad UTF-8 are errors"}, \
    {0, "atomic", &take_bits, AT(options.flags), atomic, "", "ignore files that have any error"}, \
    {0, "exact-keys", &take_bits, AT(options.flags), exact_keys, "", "keys are case-sensitive"}, \
    {0, "last-profile", &take_bits, AT(options.flags), last_profile, "", "if two profiles share a name, the last wins"}

/* Of those that change the user's file or the machine's. */
#define WHOSE \
    {0, "user", &take_nothing, AT(of_user), NULL, NULL, "~/.nv/nvidia-application-profiles-rc (default)"}, \
    {0, "system", &take_nothing, AT(of_system), NULL, NULL, "/etc/nvidia/nvidia-application-profiles-rc"}, \
    {'n', "dry-run", &take_nothing, AT(dry), NULL, NULL, "only show what would change, and with what result"}

static const option sources[] = {SOURCES, OPTION_END};

static const option which_options[] = {
    {'e', "explain", &take_nothing, AT(explain), NULL, NULL,
     "each rule and what decided it; values that nvidia-settings keeps, which any profile overrides"},
    {0, "facts", &take_input, AT(facts), NULL, "FILE", "what is known of drivers, as probe --read prints it; overrides the built-in table"},
    {0, "session", &take_nothing, AT(session), NULL, NULL, "every process of yours"},
    {0, "with", &take_input, AT(with), NULL, "FILE", "what --session would change with FILE as your own file"},
    {0, "exe", &take_text, AT(exe), NULL, "PATH", "what is known of the process, instead of what is read:"},
    {0, "comm", &take_text, AT(comm), NULL, "NAME", "command name"},
    {0, "argv", &take_text, AT(argv0), NULL, "TEXT", "argument 0"},
    {0, "library", &take_texts, AT(library_list), NULL, "NAME", "a loaded library; repeatable, replaces the real ones"},
    SOURCES, OPTION_END};

static const option add_options[] = {
    {0, "recipe", &take_text, AT(recipe), NULL, "NAME", "the settings of a recipe: nvprofile recipes"},
    {0, "force", &take_nothing, AT(force), NULL, NULL, "accept what is unknown or still in use"},
    {0, "library", &take_texts, AT(library_list), NULL, "NAME", "a loaded library, for what the program then gets; repeatable"},
    WHOSE, SOURCES, OPTION_END};
static const option own_file_options[] = {WHOSE, SOURCES, OPTION_END};
static const option change_options[] = {
    {0, "at", &take_maybe, AT(at), NULL, "N", "rule add, profile add: insert before number N"},
    {0, "force", &take_nothing, AT(force), NULL, NULL, "accept what is unknown or still in use"},
    SOURCES, OPTION_END};
static const option fmt_options[] = {
    {'i', "in-place", &take_nothing, AT(in_place), NULL, NULL, "write the files back"},
    {0, "check", &take_nothing, AT(check), NULL, NULL, "only say which files would change; exit code 1 if one would"}, SOURCES, OPTION_END};
static const option probe_options[] = {
    {0, "read", &take_input, AT(read_log), NULL, "LOG", "facts from the log that run.sh of the folder writes"}, SOURCES, OPTION_END};
static const option dump_options[] = {
    {0, "resolve", &take_folder, AT(dump_resolve), NULL, "SCENARIO", "settings on a made-up machine"},
    {0, "path", &take_folder, AT(dump_path), NULL, "SCENARIO", "its search path"}, SOURCES, OPTION_END};

/* From options to what the verbs use. */
static tool *ready(request *q, tool *t)
{
    static output to;
    size_t i;
    t->c = q->c;
    out_begin(&to, q->c);
    t->to = &to;
    t->operands = (const char **)cli_alloc(q->path_count, sizeof *t->operands);
    for (i = 0; i < q->path_count; i++) t->operands[i] = q->paths[i];
    t->operand_count = (int)q->path_count;
    t->command_at = (int)q->rest;
    t->files = t->file_list.at;
    t->file_count = (int)t->file_list.count;
    t->libraries = t->library_list.at;
    t->library_count = (int)t->library_list.count;
    t->options.version = nvp_text(t->driver);
    t->known = (nvp_view *)cli_alloc(t->known_list.count, sizeof *t->known);
    for (i = 0; i < t->known_list.count; i++) t->known[i] = nvp_text(t->known_list.at[i]);
    t->options.known = t->known;
    t->options.known_count = (uint32_t)t->known_list.count;
    return t;
}

static void end(void *options)
{
    free(((tool *)options)->known);
    free(((tool *)options)->operands);
}

/* Another process can be looked at only by one that is not confined itself. */
static void ready_which(const request *q, const void *how, cli_rights *r)
{
    const tool *t = (const tool *)how;
    const int pid = q->rest > 0 && q->path_count > 0 && q->paths[0][strspn(q->paths[0], "0123456789")] == 0;
    if (t->session || pid) r->may |= MAY_READ | MAY_WRITE | MAY_EXECUTE;
}

/* Verbs that write a file, and the one that prints JSON alone. */
#define IN_FILES "what is written is a file: no --json, no --csv"
static const verb_lack file_lacks[] = {{NULL, LACKS_BOTH, NULL, IN_FILES}, LACK_END};
static const verb_lack fmt_lacks[] = {{"!check", LACKS_BOTH, NULL, IN_FILES " but of --check"}, LACK_END};
static const verb_lack probe_lacks[] = {{"!read", LACKS_BOTH, NULL, IN_FILES " but of --read"}, LACK_END};
static const verb_lack dump_lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON"}, LACK_END};

#define ROW_OF(word, options, about, notes, operands, use, missing, may, ready_fn, lacks) \
    static int run_##word(request *q, void *how) { return do_##word(ready(q, (tool *)how)); } \
    static const verb word##_row = {#word, options, sizeof(tool), run_##word, NULL, end, about, notes, operands, use, missing, may, ready_fn, lacks}
#define ROW(word, options, about, notes, operands, use, missing, may) \
    ROW_OF(word, options, about, notes, operands, use, missing, may, NULL, NULL)
#define ROW_LACKS(word, options, about, notes, operands, use, missing, may, lacks) \
    ROW_OF(word, options, about, notes, operands, use, missing, may, NULL, lacks)

ROW_OF(which, which_options, "the settings a program gets, and why",
    "nvprofile which firefox             a program of this name\n"
    "  nvprofile which 4711                a process, as it sees the files\n"
    "  nvprofile which -- ./game -w        a command, as if started now\n"
    "  nvprofile which -e firefox          and why, rule by rule\n"
    "  nvprofile which --session --with new.rc    all processes, with another file",
    "NAME | PID | -- COMMAND...", USE_VALUE, NULL, MAY_READ, ready_which, NULL);
ROW(add, add_options, "a rule for one program, before all others",
    "nvprofile add firefox GLSyncToVblank=0 GLYield=USLEEP\n"
    "  nvprofile add niri --recipe vram\n"
    "  nvprofile add Game.exe GLThreadedOptimizations=true    under Wine\n"
    "  nvprofile add dso=libgame.so GLYield=NOTHING --system\n"
    "  Prints the change as a diff, keeps the old file as FILE.backup, and says what\n"
    "  the program gets now; exit code 1 if that is not what was asked for.",
    "PROGRAM KEY=VALUE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
ROW(remove, add_options, "takes the rule, or some of its keys, out again", "nvprofile remove firefox GLYield", "PROGRAM [KEY...]",
    USE_VALUE, NULL, MAY_READ | MAY_WRITE);
ROW(recipes, sources, "what guides set for what, with the source", "nvprofile recipes vram", "[NAME]", USE_VALUE, NULL, 0);
ROW(edit, own_file_options, "opens your file in $VISUAL, $EDITOR or vi",
    "edit works on a copy. A copy with errors is not saved unless you say so twice.\n"
    "  Otherwise the change is shown, the old file kept as FILE.backup.",
    "[FILE]", USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_EXECUTE);
ROW(undo, own_file_options, "brings the last backup back; a second undo undoes it", NULL, "[FILE]", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
ROW(show, sources, "this machine's files in search order, or what is in files",
    "nvprofile show --root /mnt          those of another installation\n"
    "  nvprofile show my.rc                its rules and profiles",
    "[FILE | FOLDER]...", USE_READ_ANY, NULL, MAY_READ);
ROW(lint, sources, "mistakes, with line and column; exit code 1 if any",
    "nvprofile lint                      this machine's files, and files that lie\n"
    "                                      where the driver does not look\n"
    "  nvprofile lint profiles.d           every file in a folder\n"
    "  Notes are not mistakes and do not change the exit code.",
    "[FILE | FOLDER]...", USE_READ_ANY, NULL, MAY_READ);
ROW(lsp, sources, "a language server for editors, over standard input and output: what lint finds while a file of profiles is written, with fixes; "
    "completes and explains members, features, keys and values; formats as fmt",
    "If a file lies in a folder whose name ends in .d, the server reads the other\n"
    "  files there as well. docs/EDITORS.md has the lines for editors.\n"
    "  Exit code: 0 after shutdown and exit, 1 for an end without them.",
    NULL, USE_VALUE, NULL, MAY_READ);
ROW(keys, sources, "keys, their types, values and driver versions", "nvprofile keys GLYield", "[NAME]", USE_VALUE, NULL, MAY_READ);
ROW(diff, sources, "what changes, by rule and by what programs get",
    "nvprofile diff old.rc new.rc        two files, or folders\n"
    "  nvprofile diff 535.129.03 570.133.07       installed profiles of two drivers\n"
    "  Exit code 1 if there is a difference.",
    "OLD NEW", USE_READ_ANY, NULL, MAY_READ);
ROW(enable, own_file_options, "turns profiles on for your programs again", NULL, "", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
ROW(disable, own_file_options, "turns profiles off for all your programs",
    "The switch is in ~/.nv/nvidia-application-profile-globals-rc; the variable\n"
    "  __GL_APPLICATION_PROFILE overrides it: 0 is off, 1 is on.",
    "", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
ROW_LACKS(set, change_options, "changes a setting in a file and leaves the rest as it is",
    "PROFILE is a name, or rule:N for the one written inside rule N. -o - prints\n  instead.", "FILE PROFILE KEY VALUE", USE_VALUE, NULL,
    MAY_READ | MAY_WRITE, file_lacks);
ROW_LACKS(unset, change_options, "takes a setting out", NULL, "FILE PROFILE KEY", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);
ROW_LACKS(rule, change_options, "add, move, rm: rules of a file, counted from 0",
    "nvprofile rule add FILE PATTERN PROFILE       before all others, or --at N\n"
    "  nvprofile rule add FILE game KEY=VALUE...     a rule with its own settings\n"
    "  nvprofile rule add FILE dso=libfoo.so PROFILE\n"
    "  nvprofile rule move FILE N TO\n"
    "  nvprofile rule rm FILE N",
    "add|move|rm FILE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);
ROW_LACKS(profile, change_options, "add, rm, rename: profiles of a file",
    "nvprofile profile add FILE NAME KEY=VALUE...\n"
    "  nvprofile profile rm FILE NAME                --force: even if rules name it\n"
    "  nvprofile profile rename FILE OLD NEW",
    "add|rm|rename FILE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);
ROW_LACKS(fmt, fmt_options, "files in one layout, with all comments and the same meaning", "nvprofile fmt --check profiles.d/*", "FILE...",
    USE_VALUE, NULL, MAY_READ | MAY_WRITE, fmt_lacks);
ROW_LACKS(probe, probe_options, "questions that only a driver can answer",
    "nvprofile probe questions           makes a folder with a script run.sh\n"
    "  nvprofile probe --read probe.log    facts from the log that it writes\n"
    "  run.sh needs a machine with the driver and a program that lists the GPUs of\n"
    "  EGL, such as eglinfo. What the log does not show stays unknown.",
    "[FOLDER]", USE_VALUE, NULL, MAY_READ | MAY_WRITE, probe_lacks);
ROW_LACKS(dump, dump_options, "one line of JSON in a fixed form, for comparing readers", "nvprofile dump --keys FILE          a key documentation",
    "[FILE]", USE_READ_ANY, NULL, MAY_READ, dump_lacks);

static const verb *const verbs[] = {&which_row, &add_row, &remove_row, &recipes_row, &edit_row, &undo_row, &show_row, &lint_row, &lsp_row, &keys_row,
                                    &diff_row, &enable_row, &disable_row, &set_row, &unset_row, &rule_row, &profile_row, &fmt_row,
                                    &probe_row, &dump_row, NULL};

static const verb_set set = {"nvprofile",
    "nvprofile: NVIDIA application profiles: what a program gets, and why\n"
    "  --json, --csv, -o FILE, --color auto|always|never, --help, --version\n"
    "\n"
    "Exit codes: 0 fine, 1 findings or an incomplete answer, 2 wrong usage,\n"
    "3 cannot read input.\n"
    "On a kernel with Landlock a verb gives up what it does not need; the variable\n"
    "CLI_CONFINE=0 turns that off.\n",
    "", "which verb? which, add, remove, show, lint and so on: nvprofile --help", verbs, NULL, NULL, 0, NULL, NULL, sources,
    "files and how they are read", " (all verbs)"};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, "nvprofile", set.intro);
    setlocale(LC_COLLATE, ""); /* the order of files in a folder is that of the locale */
    return verb_main(&set, &c, argc, argv);
}
