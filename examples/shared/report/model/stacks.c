/* What is open or called where a result was launched. */
#include "stacks.h"
#include "figures.h"
#include "names.h"

#include <inttypes.h>
#include <string.h>

size_t nvtx_stack(const ncurep_result *r, cli_buf *to)
{
    ncurep_list threads = r->nvtx.threads;
    ncurep_nvtx_thread thread;
    size_t n = 0;
    to->len = 0;
    while (ncurep_nvtx_thread_next(&threads, &thread)) {
        ncurep_nvtx_open open;
        while (thread.id == r->thread && ncurep_nvtx_open_next(&thread.domains, &open)) {
            ncurep_list domains = r->nvtx.domains;
            ncurep_nvtx_domain d;
            ncurep_nvtx_range range;
            ncurep_view domain = {"", 0};
            while (open.id != r->nvtx.default_domain && ncurep_nvtx_domain_next(&domains, &d))
                if (d.id == open.id) domain = d.name;
            for (; ncurep_nvtx_range_next(&open.ranges, &range); n++) {
                size_t i = to->len;
                cli_put(to, domain.ptr, domain.len);
                if (domain.len > 0) cli_put(to, "@", 1);
                cli_put(to, range.name.ptr, range.name.len);
                for (; i < to->len; i++)
                    if (to->ptr[i] == 0) to->ptr[i] = ' ';
                cli_put(to, "", 1);
            }
        }
    }
    return n;
}

/* A frame of a folded stack: what would end a frame or a line is replaced. */
static void put_frame(cli_buf *to, const char *text, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) cli_put(to, text[i] == ';' ? ":" : (unsigned char)text[i] < 0x20 ? " " : text + i, 1);
}

void folded_stack(cli_buf *line, stack_kind how, const opened *o, const ncurep_result *r)
{
    const ncurep_view name = result_name(r);
    ncurep_value time;
    ncurep_view metric;
    cli_buf stack = {NULL, 0, 0};
    if (how == STACK_NVTX) {
        size_t n = nvtx_stack(r, &stack), i;
        const char *p = stack.ptr;
        for (i = 0; i < n; i++, p += strlen(p) + 1) {
            put_frame(line, p, strlen(p));
            cli_put(line, ";", 1);
        }
    } else {
        ncurep_list frames = r->stack.frames;
        ncurep_frame *frame = NULL;
        size_t n = 0, room = 0;
        for (;; n++) {
            frame = (ncurep_frame *)cli_grow(frame, &room, n + 1, sizeof *frame);
            if (!ncurep_frame_next(&frames, &frame[n])) break;
        }
        while (n-- > 0) { /* innermost first in the report, outermost first here */
            if (frame[n].function.len > 0) put_frame(line, frame[n].function.ptr, frame[n].function.len);
            else {
                const ncurep_view module = file_name(frame[n].module);
                put_frame(line, module.ptr, module.len);
                cli_putf(line, "+0x%" PRIx64, frame[n].address);
            }
            cli_put(line, ";", 1);
        }
        cli_free(frame);
    }
    put_frame(line, name.ptr, name.len);
    cli_putf(line, " %" PRIu64, duration_of(o, r, &time, &metric) ? ncurep_value_u64(&time) : 0);
    cli_buf_free(&stack);
}
