/* What is wrong in a report. */
#include "damage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Results that the header of the cut block counts; 0: the header is not there, or makes no sense. */
static int read_block(const opened *o, uint64_t *results)
{
    unsigned char size[4];
    ncurep_view header;
    ncurep_list list;
    ncurep_field f;
    char *bytes;
    int ok;
    *results = 0;
    if (o->info.cut_have < 4 || !input_bytes(o, o->info.cut_at, size, 4)) return 0;
    header.len = (size_t)size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    if (header.len > o->info.cut_have - 4) return 0;
    bytes = (char *)cli_alloc(header.len + 1, 1);
    header.ptr = bytes;
    ok = input_bytes(o, o->info.cut_at + 4, bytes, header.len);
    list = ncurep_fields(header, 0);
    while (ok && ncurep_field_next(&list, &f)) /* kernels, ranges, command lists, graphs */
        if (f.wire == 0 && (f.number == 2 || (f.number >= 7 && f.number <= 9))) *results += f.value & 0xffffffffu;
    ok = ok && list.error.code == NCUREP_OK;
    cli_free(bytes);
    return ok;
}

int damage_of(const opened *o, damage *d)
{
    ncurep_result r;
    uint64_t more = 0;
    uint32_t i;
    memset(d, 0, sizeof *d);
    d->path = o->path;
    ncurep_report_info(o->report, &d->info);
    if (d->info.problems == 0) return 0;
    for (i = 0; i < d->info.results; i++) d->read += (uint32_t)ncurep_result_at(o->report, i, &r, NULL);
    if (d->info.is_cut) d->has_block = read_block(o, &more);
    if (d->has_block) d->missing = more < UINT32_MAX / 2 ? (uint32_t)more : UINT32_MAX / 2;
    d->missing += d->info.results - d->read;
    ncurep_report_info(o->report, &d->info);
    while (d->problems < 16 && ncurep_report_problem_at(o->report, d->problems, &d->problem[d->problems])) d->problems++;
    return 1;
}

int is_damaged(const damage *d) { return d->info.problems > 0; }

/* Whether there is nothing worse than what a newer version brings. */
static int is_unknown(const damage *d)
{
    uint32_t i;
    for (i = 0; i < d->problems; i++)
        if (d->problem[i].code != NCUREP_UNSUPPORTED) return 0;
    return !d->info.is_damaged;
}

void damage_words(const damage *d, cli_buf *b)
{
    const char *s = d->read == 1 ? "" : "s";
    if (is_unknown(d)) {
        cli_putf(b, "This report is of an unknown version: what is shown may be wrong.");
        return;
    }
    cli_putf(b, "This report is %s: ", d->info.is_cut ? "cut" : "damaged");
    if (d->info.is_cut) cli_putf(b, "its blocks are whole up to byte %" PRIu64 " of %" PRIu64 "; ", d->info.cut_at, d->info.size);
    else if (d->info.is_damaged) cli_putf(b, "byte %" PRIu64 " of %" PRIu64 " and what follows cannot be read; ", d->info.damaged_at, d->info.size);
    else if (d->missing == 0) {
        cli_putf(b, "%" PRIu32 " result%s can be read, but not everything in them.", d->read, s);
        return;
    }
    cli_putf(b, "%" PRIu32 " result%s can be read, ", d->read, s);
    if (!d->info.is_cut && !d->info.is_damaged) cli_putf(b, "%" PRIu32 " cannot.", d->missing); /* nothing follows */
    else if (d->missing > 0) cli_putf(b, "at least %" PRIu32 " %s missing.", d->missing, d->missing == 1 ? "is" : "are");
    else cli_putf(b, "how many are missing is unknown.");
}

void damage_lines(output *to, const damage *d, int path)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    if (path) {
        cli_put_safe(&b, d->path, strlen(d->path));
        cli_putf(&b, ": ");
    }
    damage_words(d, &b);
    out_alert(to, b.ptr);
    for (i = 0; i < d->problems; i++) {
        b.len = 0;
        cli_putf(&b, "byte %" PRIu64 ": %s", d->problem[i].offset, d->problem[i].message);
        out_item(to, b.ptr);
    }
    b.len = 0;
    cli_putf(&b, "and %" PRIu32 " more", d->info.problems - i);
    if (d->info.problems > i) out_item(to, b.ptr);
    cli_buf_free(&b);
}

void damage_member(output *to, const damage *d)
{
    uint32_t i;
    if (!is_damaged(d)) return;
    out_group(to, "damage");
    out_truth(to, "cut", d->info.is_cut);
    out_whole(to, "bytes", d->info.size);
    if (d->info.is_cut) out_whole(to, "bytes_whole", d->info.cut_at);
    if (d->info.is_damaged) out_whole(to, "unreadable_from", d->info.damaged_at);
    out_whole(to, "results_read", d->read);
    out_whole(to, "results_missing_at_least", d->missing);
    out_whole(to, "problem_count", d->info.problems);
    out_list(to, "problems");
    for (i = 0; i < d->problems; i++) {
        out_group(to, NULL);
        out_string(to, "code", ncurep_code_name(d->problem[i].code));
        out_whole(to, "offset", d->problem[i].offset);
        out_string(to, "message", d->problem[i].message);
        out_close(to);
    }
    out_close(to);
    out_close(to);
}

void damage_element(output *to, const damage *d)
{
    out_group(to, NULL);
    out_string(to, "file", d->path);
    damage_member(to, d);
    out_close(to);
}

void damage_list(output *to, const damage *d, size_t count)
{
    size_t i;
    out_list(to, "reports");
    for (i = 0; i < count; i++) damage_element(to, &d[i]);
    out_close(to);
}

void damage_of_both(output *to, const opened *a, const opened *b)
{
    damage d[2];
    size_t i;
    (void)damage_of(a, &d[0]);
    (void)damage_of(b, &d[1]);
    for (i = 0; i < 2; i++)
        if (is_damaged(&d[i])) damage_lines(to, &d[i], 1);
    damage_list(to, d, 2);
}
