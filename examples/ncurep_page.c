/* A page of a report without the tool: ncurep_page list|details|session|html REPORT
   The report is bytes in memory, the page is bytes in memory, and what is wrong is an exit code and messages: as a viewer or
   another language would use the files in examples/ncurep that are below its verbs. */
#include "examples/ncurep/pages/details.h"
#include "examples/ncurep/pages/html.h"
#include "examples/ncurep/pages/list.h"
#include "examples/ncurep/pages/session.h"

#include <stdlib.h>
#include <string.h>

/* Keeps messages, a line each. */
static void keep_message(void *user, const char *message)
{
    cli_buf *to = (cli_buf *)user;
    cli_putf(to, "%s\n", message);
}

/* The page of this name to f; an exit code. */
static int render(const model *m, opened *o, const char *name, FILE *f)
{
    static const details_options all = {PARTS_ALL, 1, 0};
    static const session_options brief = {0};
    static const html_options plain = {0};
    section_source sections;
    output to;
    page pg;
    int code = CLI_USAGE;
    out_init(&to, f, strcmp(name, "html") == 0 ? OUT_HTML : OUT_TEXT);
    pg.m = m;
    pg.to = &to;
    if (!sections_open(&sections, m)) code = CLI_INPUT;
    else if (strcmp(name, "list") == 0) code = list_page(&pg, o);
    else if (strcmp(name, "details") == 0) code = details_page(&pg, o, &sections, &all);
    else if (strcmp(name, "session") == 0) code = session_page(&pg, o, &brief);
    else if (strcmp(name, "html") == 0) code = html_page(&pg, o, &sections, NULL, NULL, &plain);
    sections_close(&sections);
    return code;
}

int main(int argc, char **argv)
{
    cli c;
    cli_buf messages = {NULL, 0, 0};
    reader in;
    model m;
    opened o;
    char *bytes, *text = NULL;
    size_t size = 0, length = 0;
    FILE *f;
    int code = CLI_INPUT;
    cli_init(&c, "ncurep_page", "usage: ncurep_page list|details|session|html REPORT\n");
    if (argc != 3) {
        fputs(c.help, stderr);
        return CLI_USAGE;
    }
    bytes = cli_read(&c, argv[2], &size, NULL);
    if (bytes == NULL) return CLI_INPUT;
    c.error_fn = keep_message;
    c.user = &messages;
    memset(&m, 0, sizeof m);
    m.c = in.c = &c;
    in.max_size = READER_MAX_SIZE;
    f = open_memstream(&text, &length);
    if (f != NULL && open_bytes(&in, argv[2], bytes, size, &o)) {
        code = render(&m, &o, argv[1], f);
        close_report(&o);
    }
    if (f != NULL) fclose(f);
    fwrite(text, 1, length, stdout);
    fputs(messages.len > 0 ? messages.ptr : "", stderr);
    cli_buf_free(&messages);
    free(text);
    free(bytes);
    return code;
}
