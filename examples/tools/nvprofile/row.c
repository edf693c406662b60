/* What the rows of verbs share. */
#include "row.h"

#include <stdlib.h>

#define BIT(name, flag) const option_word name[] = {{"", flag}, {NULL, 0}}
BIT(lenient_word, NVP_FLAG_LENIENT);
BIT(strict_word, NVP_FLAG_STRICT);
BIT(atomic_word, NVP_FLAG_ATOMIC);
BIT(exact_word, NVP_FLAG_EXACT_KEYS);
BIT(last_word, NVP_FLAG_LAST_PROFILE);
const option_word dso_words[] = {{"equal", NVP_DSO_EQUAL}, {"prefix", NVP_DSO_PREFIX}, {NULL, 0}};

const option source_options[] = {SOURCES, OPTION_END}, own_options[] = {WHOSE, SOURCES, OPTION_END};
const verb_lack file_lacks[] = {{NULL, LACKS_BOTH, NULL, IN_FILES}, LACK_END};

tool *tool_ready(request *q, tool *t)
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

void tool_end(void *options)
{
    free(((tool *)options)->known);
    free(((tool *)options)->operands);
}
