/* Opening reports. */
#include "pack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void say_error(const cli *c, const char *path, const ncurep_error *e)
{
    cli_error(c, "%s: byte %" PRIu64 ": %s", path, e->offset, e->message);
}

int open_input(const reader *in, const char *path, opened *o, int beginning)
{
    ncurep_error e;
    struct stat st;
    memset(o, 0, sizeof *o);
    o->path = path;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        if (ncurep_posix_open(&o->posix, path, &o->file, &e) != NCUREP_OK) {
            cli_error(in->c, "%s: %s", path, e.message);
            return 0;
        }
    } else { /* a pipe, or a name for which cli_read explains what is wrong */
        o->data = cli_read(in->c, path, &o->size, NULL);
        if (o->data == NULL) return 0;
    }
    return unpack_report(in, o, beginning);
}

size_t input_read(const opened *o, uint64_t at, void *to, size_t size)
{
    ncurep_reply reply = NCUREP_REPLY_FAILED;
    if (at >= o->info.size) return 0;
    if (size > o->info.size - at) size = (size_t)(o->info.size - at);
    if (o->data == NULL && o->lent == NULL) return o->file.read_fn(at, to, size, &reply, o->file.user);
    memcpy(to, (o->lent != NULL ? o->lent : o->data) + at, size);
    return size;
}

int input_bytes(const opened *o, uint64_t at, void *to, size_t size)
{
    char *p = (char *)to;
    while (size > 0) {
        const size_t got = input_read(o, at, p, size);
        if (got == 0) return 0;
        p += got;
        at += got;
        size -= got;
    }
    return 1;
}

ncurep_report *open_opened(opened *o, const ncurep_report_options *options, ncurep_error *e)
{
    o->report = o->data != NULL ? ncurep_report_open(o->data, o->size, options, e) : ncurep_report_open_input(&o->file, options, e);
    return o->report;
}

/* Warns about what is wrong in a report; 0, with the report closed, if there is nothing to read. */
static int warn(const reader *in, opened *o, const ncurep_error *why)
{
    ncurep_error e;
    uint32_t i;
    if (o->report == NULL) say_error(in->c, o->path, why);
    else {
        ncurep_report_info(o->report, &o->info);
        for (i = 0; ncurep_report_problem_at(o->report, i, &e); i++) say_error(in->c, o->path, &e);
        if (o->info.problems > i) cli_error(in->c, "%s: and %" PRIu32 " more", o->path, o->info.problems - i);
        if (o->info.has_version || !o->info.is_damaged) return 1;
    }
    close_report(o);
    return 0;
}

static void report_memory(ncurep_report_options *options)
{
    memset(options, 0, sizeof *options);
    options->memory.max_memory = (size_t)-1 / 2;
    CLI_MEMORY(options->memory);
}

int open_bytes(const reader *in, const char *name, const void *bytes, size_t size, opened *o)
{
    ncurep_report_options options;
    ncurep_error e;
    report_memory(&options);
    memset(o, 0, sizeof *o);
    o->path = name;
    o->lent = (const char *)bytes;
    o->report = ncurep_report_open(bytes, size, &options, &e);
    return warn(in, o, &e);
}

int open_source(const reader *in, const char *name, const ncurep_input *file, opened *o)
{
    ncurep_report_options options;
    ncurep_error e;
    report_memory(&options);
    memset(o, 0, sizeof *o);
    o->path = name;
    o->file = *file;
    if (!unpack_report(in, o, 0)) {
        close_report(o);
        return 0;
    }
    (void)open_opened(o, &options, &e);
    return warn(in, o, &e);
}

static int open_any(const reader *in, const char *path, opened *o, int beginning)
{
    ncurep_report_options options;
    ncurep_error e;
    report_memory(&options);
    if (!open_input(in, path, o, beginning)) {
        close_report(o);
        return 0;
    }
    (void)open_opened(o, &options, &e);
    return warn(in, o, &e);
}

static int open_counted(const reader *in, const char *path, opened *o, int beginning)
{
    const int ok = open_any(in, path, o, beginning);
    in->c->inputs++;
    in->c->unread += !ok;
    return ok;
}

int open_report(const reader *in, const char *path, opened *o) { return open_counted(in, path, o, 0); }
int open_part(const reader *in, const char *path, opened *o) { return open_counted(in, path, o, 1); }

void close_report(opened *o)
{
    if (o->drop_fn != NULL) o->drop_fn(o->kept);
    ncurep_report_close(o->report);
    temp_close(o->unpacked);
    ncurep_posix_close(&o->posix);
    cli_free(o->data);
    memset(o, 0, sizeof *o);
}

int code_of(const opened *o)
{
    ncurep_error e;
    uint32_t i;
    for (i = 0; ncurep_report_problem_at(o->report, i, &e); i++)
        if (e.code != NCUREP_UNSUPPORTED) return CLI_INPUT;
    return o->info.is_damaged ? CLI_INPUT : CLI_FINE;
}

int open_whole(const reader *in, const char *path, opened *o)
{
    if (!open_report(in, path, o)) return 0;
    if (code_of(o) == CLI_FINE) return 1;
    cli_error(in->c, "%s: not whole; \"ncurep salvage\" makes a report from what is intact", path);
    close_report(o);
    return 0;
}
