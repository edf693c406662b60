/* Outputs go where the caller has room: each lies between two forbidden pages. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "pages.h"
#include "run.h"

static pages room;

static void instances(void)
{
    size_t size, take, got;
    char *data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &size);
    ncurep_report *r = ncurep_report_open(data, size, NULL, NULL);
    ncurep_result result;
    ncurep_metric m;
    uint32_t i;
    unsigned read = 0;
    int side, which;
    for (i = 0; ncurep_result_at(r, i, &result, NULL); i++)
        while (ncurep_metric_next(&result.metrics, &m))
            for (take = 0; take <= m.instances.count + 1 && take < 40; take++)
                for (side = 0; side < 2; side++)
                    for (which = 0; which < 3; which++) {
                        ncurep_list l = m.instances;
                        uint64_t *u = (uint64_t *)(void *)pages_at(&room, take * 8, side);
                        got = ncurep_instances(&l, which == 0 ? u : NULL, which == 1 ? (double *)(void *)u : NULL, which == 2 ? u : NULL, take);
                        CHECK(got == (take < m.instances.count ? take : m.instances.count) && l.error.code == NCUREP_OK);
                        read += got > 0;
                    }
    CHECK(read > 20);
    ncurep_report_close(r);
    free(data);
}

static size_t read_a(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    memset(to, (int)('a' + offset % 7), size);
    return size;
}

static ncurep_reply step(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    size_t n = *in_size < *out_size ? *in_size : *out_size;
    (void)user;
    memcpy(out, in, n); /* all that is promised is read and written */
    memset((char *)out + n, 0, *out_size - n);
    *in_size = *out_size = n;
    return NCUREP_REPLY_YES;
}

static ncurep_reply count(const void *bytes, size_t n, void *user)
{
    (void)bytes;
    *(size_t *)user += n;
    return NCUREP_REPLY_YES;
}

static void unpacking(void)
{
    ncurep_input in;
    ncurep_decompress with;
    ncurep_output out;
    size_t size, sum;
    int side;
    in.read_fn = read_a;
    in.user = NULL;
    in.size = 1000;
    with.step_fn = step;
    with.user = NULL;
    out.write_fn = count;
    out.user = &sum;
    for (size = 2; size < 70; size++)
        for (side = 0; side < 2; side++) {
            sum = 0;
            CHECK(ncurep_unpack(&in, &with, &out, pages_at(&room, size, side), size, 0, NULL) == NCUREP_OK && sum == 1000);
        }
}

int main(void)
{
    if (!pages_open(&room, 1)) {
        printf("skipped: needs guard pages\n");
        run_skipped++;
        return run_end();
    }
    RUN(instances);
    RUN(unpacking);
    pages_close(&room);
    return run_end();
}
