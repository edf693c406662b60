/* probe: questions about the driver itself. A folder of marked files and a script for a machine that has it; the log of that
   script becomes a table of facts. */
#define _XOPEN_SOURCE 700
#include "row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The mark hides every GPU from EGL, which a program that lists them shows. */
#define MARK "[ \"EGLVisibleDGPUDevices\", 0 ]"
#define ALL "[ \"EGLVisibleDGPUDevices\", 4294967295 ]"
#define NOBODY "\"nvprofile-probe-nobody\""

/* A question, and the file whose mark has an effect if the answer is yes. The first two are for comparison. */
static const struct {
    const char *name, *question, *text;
} cases[] = {
    {"baseline", "no mark", "{}"},
    {"control", "a mark for every program", "{ \"rules\": [ { \"pattern\": [], \"profile\": " MARK " } ] }"},
    {"dso-equal", "dso has the whole name of a library",
     "{ \"rules\": [ { \"pattern\": { \"feature\": \"dso\", \"matches\": \"libc.so.6\" }, \"profile\": " MARK " } ] }"},
    {"dso-prefix", "dso has the beginning of the name of a library",
     "{ \"rules\": [ { \"pattern\": { \"feature\": \"dso\", \"matches\": \"libc.s\" }, \"profile\": " MARK " } ] }"},
    {"dso-inside", "dso has a piece from the middle of the name of a library",
     "{ \"rules\": [ { \"pattern\": { \"feature\": \"dso\", \"matches\": \"ibc.so\" }, \"profile\": " MARK " } ] }"},
    {"key-case", "letter case of keys does not count",
     "{ \"rules\": [ { \"pattern\": [], \"profile\": [ \"eglvisibledgpudevices\", 0 ] } ] }"},
    {"first-profile", "of two profiles of one name the first counts",
     "{ \"rules\": [ { \"pattern\": [], \"profile\": \"p\" } ],\n  \"profiles\": [ { \"name\": \"p\", \"settings\": " MARK
     " }, { \"name\": \"p\", \"settings\": " ALL " } ] }"},
    {"trailing-comma", "a trailing comma does no harm", "{ \"rules\": [ { \"pattern\": [], \"profile\": " MARK " }, ] }"},
    {"bad-rule", "a rule with an error does not take the others with it",
     "{ \"rules\": [ { \"pattern\": 7, \"profile\": [] }, { \"pattern\": [], \"profile\": " MARK " } ] }"},
    {"not-two", "'not' of two patterns that are false is true",
     "{ \"rules\": [ { \"pattern\": { \"op\": \"not\", \"sub\": [ { \"feature\": \"procname\", \"matches\": " NOBODY
     " }, { \"feature\": \"procname\", \"matches\": " NOBODY " } ] }, \"profile\": " MARK " } ] }"},
    {"duplicate-member", "of two members of one name the last counts",
     "{ \"rules\": [], \"rules\": [ { \"pattern\": [], \"profile\": " MARK " } ] }"},
};
enum { CASES = sizeof cases / sizeof *cases, BASELINE = 0, CONTROL = 1 };

/* Files of one folder, whose order the log shows. */
static const char *const in_folder[] = {"B-second", "a-first", ".hidden", "c-backup~"};

static const char script[] =
    "#!/bin/sh\n"
    "# Runs a program that lists the GPUs of EGL, such as eglinfo, once for each question, and writes a log:\n"
    "#     sh run.sh eglinfo >probe.log\n"
    "# Send us probe.log, or look at it: nvprofile probe --read probe.log\n"
    "[ $# -gt 0 ] || { echo 'usage: sh run.sh PROGRAM [ARGUMENT...] >probe.log' >&2; exit 2; }\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1\n"
    "echo 'nvprofile-probe 1'\n"
    "echo \"driver $(cat /sys/module/nvidia/version 2>/dev/null || echo unknown)\"\n"
    "for home in \"$here\"/homes/*; do\n"
    "    echo \"case ${home##*/}\"\n"
    "    HOME=$home __GL_APPLICATION_PROFILE=1 __GL_APPLICATION_PROFILE_LOG=1 \"$@\" 2>\"$here/log\" >\"$here/out\"\n"
    "    code=$?\n"
    "    sed 's/^/| /' \"$here/log\"\n"
    "    echo \"end $code $(cksum <\"$here/out\")\"\n"
    "done\n"
    "rm -f \"$here/log\" \"$here/out\"\n";

static int put_file(const tool *t, const char *folder, const char *name, const char *text)
{
    cli_buf path = {NULL, 0, 0};
    int good;
    cli_putf(&path, "%s/%s", folder, name);
    good = make_folders(t, path.ptr) && cli_replace(t->c, path.ptr, NULL, text, strlen(text));
    cli_buf_free(&path);
    return good;
}

static int write_probe(tool *t, const char *folder)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int good;
    if (cli_exists(folder)) {
        cli_error(t->c, "%s: is there already; nothing was written", folder);
        return CLI_INPUT;
    }
    good = put_file(t, folder, "run.sh", script);
    for (i = 0; good && i < CASES; i++) {
        b.len = 0;
        cli_putf(&b, "# Question: %s\n%s\n", cases[i].question, cases[i].text);
        {
            cli_buf name = {NULL, 0, 0};
            cli_putf(&name, "homes/%s/.nv/nvidia-application-profiles-rc", cases[i].name);
            good = put_file(t, folder, name.ptr, b.ptr);
            cli_buf_free(&name);
        }
    }
    for (i = 0; good && i < sizeof in_folder / sizeof *in_folder; i++) {
        cli_buf name = {NULL, 0, 0};
        cli_putf(&name, "homes/order/.nv/nvidia-application-profiles-rc.d/%s", in_folder[i]);
        good = put_file(t, folder, name.ptr, "{ \"rules\": [] }\n");
        cli_buf_free(&name);
    }
    cli_buf_free(&b);
    if (!good) return CLI_INPUT;
    out_safe(t->to, folder, strlen(folder));
    out_say(t->to, "/run.sh asks %d questions; on a machine with the driver:\n    sh run.sh eglinfo >probe.log\n", (int)CASES - 1);
    return CLI_FINE;
}

/* What the log says of one case. */
typedef struct seen {
    char *sum;     /* NULL: the case is not there, or its program failed */
    cli_buf files; /* names of parsed files, in order */
    uint32_t parsed, other;
} seen;

static const char *answer_of(const seen *all, size_t i)
{
    const char *base = all[BASELINE].sum, *control = all[CONTROL].sum;
    if (base == NULL || control == NULL || all[i].sum == NULL || strcmp(base, control) == 0) return "unknown";
    return strcmp(all[i].sum, control) == 0 ? "yes" : strcmp(all[i].sum, base) == 0 ? "no" : "unknown";
}

/* A line of the driver: "Parsing file PATH" is the only form that has been published. */
static void take_line(seen *s, const char *line)
{
    static const char parsing[] = "Parsing file ";
    const char *at = strstr(line, parsing), *base;
    if (at == NULL) {
        s->other++;
        return;
    }
    at += sizeof parsing - 1;
    base = strrchr(at, '/') != NULL ? strrchr(at, '/') + 1 : at;
    if (strstr(at, "/nvidia-application-profiles-rc.d/") == NULL) return;
    if (s->parsed++ > 0) cli_put(&s->files, ",", 1);
    cli_put_safe(&s->files, base, strlen(base));
}

static int is_version(const char *v) { return v[0] != 0 && v[strspn(v, "0123456789.")] == 0; }

/* The log, line by line; 0 if it is none. order: what was seen of the folder. */
static int take_log(char *text, seen *all, seen *order, char *driver, size_t size)
{
    seen *now = NULL;
    char *line, *next;
    int is_log = 0;
    snprintf(driver, size, "unknown");
    for (line = text; line != NULL && *line != 0; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = 0;
        if (line == text) is_log = strcmp(line, "nvprofile-probe 1") == 0;
        else if (strncmp(line, "driver ", 7) == 0 && is_version(line + 7)) snprintf(driver, size, "%s", line + 7);
        else if (strncmp(line, "case ", 5) == 0) {
            size_t i;
            now = strcmp(line + 5, "order") == 0 ? order : NULL;
            for (i = 0; i < CASES; i++)
                if (strcmp(line + 5, cases[i].name) == 0) now = &all[i];
        } else if (now != NULL && strncmp(line, "| ", 2) == 0) take_line(now, line + 2);
        else if (now != NULL && strncmp(line, "end 0 ", 6) == 0 && now->sum == NULL) now->sum = line + 6;
        if (strncmp(line, "end ", 4) == 0) now = NULL;
    }
    return is_log;
}

#define FACT_COLUMNS(X) \
    X('l', NULL, "driver", "driver", table_string(rows, driver)) \
    X('l', NULL, "fact", "fact", table_string(rows, fact)) \
    X('l', NULL, "answer", "answer", table_string(rows, answer)) \
    X('l', NULL, "question", "question", table_string(rows, question))

static void put_fact(table *rows, const char *driver, const char *fact, const char *answer, const char *question)
{
    FACT_COLUMNS(TABLE_CELL)
    table_row(rows);
    out_say(rows->to, "%s\t%s\t%s\t%s\n", driver, fact, answer, question);
}

static int read_probe(tool *t, const char *path)
{
    cli *c = t->c;
    seen all[CASES], order;
    char driver[64], *text;
    table rows;
    size_t size, i;
    int code = CLI_FINE;
    text = cli_read_most(c, path, LARGEST, &size, NULL);
    if (text == NULL) return CLI_INPUT;
    memset(all, 0, sizeof all);
    memset(&order, 0, sizeof order);
    if (strlen(text) != size || !take_log(text, all, &order, driver, sizeof driver)) {
        cli_error(c, "%s: not a log of nvprofile probe", path);
        code = CLI_INPUT;
    } else {
        TABLE_BEGIN(&rows, t->to, NULL, FACT_COLUMNS, 0);
        out_say(t->to, "# driver\tfact\tanswer\tquestion or source\n");
        for (i = CONTROL + 1; i < CASES; i++) {
            const char *answer = answer_of(all, i);
            put_fact(&rows, driver, cases[i].name, answer, cases[i].question);
            if (answer[0] == 'u') code = CLI_FINDING;
        }
        put_fact(&rows, driver, "folder-order", order.parsed > 0 ? order.files.ptr : "unknown", "the files of a folder, in order");
        if (order.parsed == 0 || strcmp(driver, "unknown") == 0) code = CLI_FINDING;
        table_end(&rows);
        out_end(t->to);
    }
    for (i = 0; i < CASES; i++) cli_buf_free(&all[i].files);
    cli_buf_free(&order.files);
    free(text);
    return code;
}

static int do_probe(tool *t)
{
    if (t->read_log != NULL && t->operand_count == 0) return read_probe(t, t->read_log);
    if (t->read_log != NULL || t->operand_count != 1) return cli_usage(t->c, "probe takes a folder to make, or --read LOG");
    return write_probe(t, t->operands[0]);
}

static const option probe_options[] = {
    {0, "read", &take_input, AT(read_log), NULL, "LOG", "facts from the log that run.sh of the folder writes"}, SOURCES, OPTION_END};
static const verb_lack probe_lacks[] = {{"!read", LACKS_BOTH, NULL, IN_FILES " but of --read"}, LACK_END};

ROW_LACKS(probe, probe_options, "questions that only a driver can answer",
    "nvprofile probe questions           makes a folder with a script run.sh\n"
    "  nvprofile probe --read probe.log    facts from the log that it writes\n"
    "  run.sh needs a machine with the driver and a program that lists the GPUs of\n"
    "  EGL, such as eglinfo. What the log does not show stays unknown.",
    "[FOLDER]", USE_VALUE, NULL, MAY_READ | MAY_WRITE, probe_lacks);
