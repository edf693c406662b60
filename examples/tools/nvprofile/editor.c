/* edit, undo: a file in the user's editor, as crontab -e does it: a copy is edited and checked, and saved only if it is good. */
#define _XOPEN_SOURCE 700
#include "row.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs the editor on a file; 0 with a message. */
static int run_editor(const cli *c, const char *path)
{
    const char *editor = getenv("VISUAL");
    int status;
    pid_t child;
    if (editor == NULL || editor[0] == 0) editor = getenv("EDITOR");
    if (editor == NULL || editor[0] == 0) editor = "vi";
    child = fork();
    if (child == 0) {
        cli_buf command = {NULL, 0, 0};
        cli_putf(&command, "%s \"$1\"", editor); /* it may have options of its own */
        execl("/bin/sh", "sh", "-c", command.ptr, "sh", path, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR) child = -1;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return 1;
    cli_error(c, "%s failed; nothing was written", editor);
    return 0;
}

/* What is typed in answer: the first letter of the line, 0 at the end of input. */
static int ask(const char *question)
{
    char line[80];
    fputs(question, stderr);
    fflush(stderr);
    return fgets(line, sizeof line, stdin) != NULL ? (unsigned char)line[0] : 0;
}

/* Reports what is wrong with a text; the number of errors. */
static uint32_t check(tool *t, const char *path, const char *text, size_t size)
{
    nvp_error error;
    nvp_config *config = nvp_config_open(&t->options, &error);
    uint32_t i, errors = 1;
    if (config == NULL || nvp_config_add(config, nvp_text(path), text, size, &error) != NVP_OK) failed(t->c, path, &error);
    else {
        const nvp_file *f = config->files[0];
        for (i = 0; i < f->problem_count; i++)
            cli_report(t->c, stderr, nvp_severity_name(f->problems[i].severity), path, text, size, f->problems[i].offset, "%s [%s]",
                       f->problems[i].message, nvp_issue_name(f->problems[i].issue));
        errors = f->errors;
    }
    nvp_config_close(config);
    return errors;
}

/* Takes the copy away, and its folder. */
static void drop_copy(char *copy)
{
    if (copy == NULL) return;
    unlink(copy);
    *strrchr(copy, '/') = 0;
    rmdir(copy);
    free(copy);
}

/* A copy of the text to edit, under the file's own name in a folder of its own; NULL with a message. */
static char *copy_to_edit(const cli *c, const char *path, const char *text, size_t size)
{
    const char *folder = getenv("TMPDIR"), *base = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    cli_buf b = {NULL, 0, 0};
    int fd, good;
    size_t done = 0;
    cli_putf(&b, "%s/nvprofile-XXXXXX", folder != NULL && folder[0] != 0 ? folder : "/tmp");
    if (mkdtemp(b.ptr) == NULL) {
        cli_error(c, "%s: %s", b.ptr, strerror(errno));
        cli_buf_free(&b);
        return NULL;
    }
    cli_putf(&b, "/%s", base);
    fd = open(b.ptr, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    good = fd >= 0;
    while (good && done < size) {
        const ssize_t n = write(fd, text + done, size - done);
        if (n < 0 && errno != EINTR) good = 0;
        if (n > 0) done += (size_t)n;
    }
    if (fd >= 0 && close(fd) != 0) good = 0;
    if (good) return b.ptr;
    cli_error(c, "%s: %s", b.ptr, strerror(errno));
    drop_copy(b.ptr);
    return NULL;
}

/* Edits until the text is good, or wanted as it is: 1 with the new text, 0 if nothing is to be saved, -1 with a message. */
static int edit_copy(tool *t, const char *path, const char *copy, char **text, size_t *size)
{
    for (;;) {
        uint32_t errors;
        int answer;
        if (!run_editor(t->c, copy)) return -1;
        free(*text);
        *text = cli_read_most(t->c, copy, LARGEST, size, NULL);
        if (*text == NULL) return -1;
        errors = check(t, path, *text, *size);
        if (errors == 0) return 1;
        answer = ask("The file has errors. e: edit again, x: leave it as it was, s: save it all the same? ");
        if (answer == 'e') continue;
        if (answer != 's') return 0;
        if (ask("A file with such an error may have no effect at all. Save it? y: yes, anything else: no. ") == 'y') return 1;
        return 0;
    }
}

static int do_edit(tool *t)
{
    cli *c = t->c;
    cli_buf path = {NULL, 0, 0}, backup = {NULL, 0, 0};
    cli_stamp stamp;
    struct stat st;
    char *before = NULL, *text = NULL, *copy = NULL;
    size_t size = 0, new_size = 0;
    int code = CLI_INPUT, wanted;
    if (t->operand_count > 1) return cli_usage(c, "edit takes one file; without it, your own");
    if (t->operand_count == 1) cli_putf(&path, "%s", t->operands[0]);
    else if (!user_file(t, &path)) return CLI_INPUT;
    memset(&stamp, 0, sizeof stamp);
    if (leads_nowhere(c, path.ptr)) {
        cli_buf_free(&path);
        return CLI_INPUT;
    }
    if (stat(path.ptr, &st) != 0 && errno == ENOENT) {
        static const char empty[] = "{\n    \"rules\": [\n    ],\n    \"profiles\": [\n    ]\n}\n";
        before = (char *)cli_alloc(1, 1);
        copy = copy_to_edit(c, path.ptr, empty, sizeof empty - 1);
    } else {
        before = cli_read_most(c, path.ptr, LARGEST, &size, &stamp);
        copy = before != NULL ? copy_to_edit(c, path.ptr, before, size) : NULL;
    }
    cli_putf(&backup, "%s", path.ptr);
    backup_of(&backup);
    wanted = copy != NULL ? edit_copy(t, path.ptr, copy, &text, &new_size) : -1;
    if (wanted > 0) {
        if (stamp.exists && new_size == size && memcmp(text, before, size) == 0) {
            out_say(t->to, "Nothing was changed.\n");
            code = CLI_FINE;
        } else {
            session_file with = {NULL, NULL, 0};
            with.path = path.ptr + (t->root != NULL ? strlen(t->root) : 0);
            with.text = text;
            with.size = new_size;
            lines_diff(t->to, path.ptr, before, size, text, new_size);
            if (path.ptr[0] == '/') session(t, &with, 1);
            if (t->dry) out_say(t->to, "Nothing was written (--dry-run).\n");
            if (t->dry || store(t, path.ptr, backup.ptr, &stamp, before, size, text, new_size)) code = CLI_FINE;
        }
    } else if (wanted == 0) {
        out_say(t->to, "Nothing was written.\n");
        code = CLI_FINDING;
    }
    drop_copy(copy);
    free(before);
    free(text);
    cli_buf_free(&path);
    cli_buf_free(&backup);
    return code;
}

/* The backup and the file change places, so that undo undoes itself. */
static int do_undo(tool *t)
{
    cli *c = t->c;
    cli_buf path = {NULL, 0, 0}, backup = {NULL, 0, 0};
    cli_stamp stamp;
    struct stat st;
    char *now = NULL, *old = NULL;
    size_t size = 0, old_size = 0;
    int code = CLI_INPUT;
    if (t->operand_count > 1) return cli_usage(c, "undo takes one file; without it, your own");
    if (t->operand_count == 1) cli_putf(&path, "%s", t->operands[0]);
    else if (!user_file(t, &path)) return CLI_INPUT;
    cli_putf(&backup, "%s", path.ptr);
    backup_of(&backup);
    memset(&stamp, 0, sizeof stamp);
    if (stat(backup.ptr, &st) != 0 && errno == ENOENT) {
        cli_error(c, "%s: there is no backup", backup.ptr);
        code = CLI_FINDING;
    } else if ((old = cli_read_most(c, backup.ptr, LARGEST, &old_size, NULL)) != NULL &&
               (now = stat(path.ptr, &st) != 0 && errno == ENOENT ? (char *)cli_alloc(1, 1)
                                                                  : cli_read_most(c, path.ptr, LARGEST, &size, &stamp)) != NULL) {
        lines_diff(t->to, path.ptr, now, size, old, old_size);
        if (t->dry) out_say(t->to, "Nothing was written (--dry-run).\n");
        if (t->dry || store(t, path.ptr, backup.ptr, &stamp, now, size, old, old_size)) code = CLI_FINE;
        out_group(t->to, NULL);
        out_string(t->to, "file", path.ptr);
        out_string(t->to, "backup", backup.ptr);
        out_truth(t->to, "written", code == CLI_FINE && !t->dry);
        out_close(t->to);
        out_end(t->to);
    }
    free(now);
    free(old);
    cli_buf_free(&path);
    cli_buf_free(&backup);
    return code;
}

ROW(edit, own_options, "opens your file in $VISUAL, $EDITOR or vi",
    "edit works on a copy. A copy with errors is not saved unless you say so twice.\n"
    "  Otherwise the change is shown, the old file kept as FILE.backup.\n\n"
    "  nvprofile edit                your own file\n"
    "  nvprofile edit --system       that of the machine",
    "[FILE]", USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_EXECUTE);

ROW(undo, own_options, "brings the last backup back; a second undo undoes it", "nvprofile undo --dry-run", "[FILE]", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
