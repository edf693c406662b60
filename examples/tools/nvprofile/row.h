/* What the rows of verbs share: options, and how they begin. */
#ifndef EXAMPLES_NVPROFILE_ROW_H
#define EXAMPLES_NVPROFILE_ROW_H

#include "tool.h"

#define AT(member) offsetof(tool, member)
extern const option_word lenient_word[], strict_word[], atomic_word[], exact_word[], last_word[], dso_words[];

/* Options of all verbs that read files of profiles. */
#define SOURCES \
    {'f', "file", &take_inputs, AT(file_list), NULL, "FILE", "read FILE instead of the search path; repeatable, the first wins"}, \
    {0, "root", &take_folder, AT(root), NULL, "DIR", "replaces / in the search path; links stay inside"}, \
    {0, "driver", &take_text, AT(driver), NULL, "V", "driver version (default: that of the loaded driver)"}, \
    {0, "keys", &take_input, AT(keys_path), NULL, "FILE", "key documentation (default: the installed one, and a list of our own)"}, \
    {0, "known", &take_texts, AT(known_list), NULL, "NAME", "assume that this profile exists; repeatable"}, \
    {0, "home", &take_folder, AT(home), NULL, "DIR", "the home directory"}, \
    {0, "dso", &take_word, AT(dso), dso_words, NULL, \
     "what dso compares: names of libraries, or beginnings; without it or a fact, rules where these differ are unknown"}, \
    {0, "lenient", &take_bits, AT(options.flags), lenient_word, "", "trailing commas, byte order mark, strings among patterns"}, \
    {0, "strict", &take_bits, AT(options.flags), strict_word, "", "duplicate members and bad UTF-8 are errors"}, \
    {0, "atomic", &take_bits, AT(options.flags), atomic_word, "", "ignore files that have any error"}, \
    {0, "exact-keys", &take_bits, AT(options.flags), exact_word, "", "keys are case-sensitive"}, \
    {0, "last-profile", &take_bits, AT(options.flags), last_word, "", "if two profiles share a name, the last wins"}

/* Of those that change the user's file or the machine's. */
#define WHOSE \
    {0, "user", &take_nothing, AT(of_user), NULL, NULL, "~/.nv/nvidia-application-profiles-rc (default)"}, \
    {0, "system", &take_nothing, AT(of_system), NULL, NULL, "/etc/nvidia/nvidia-application-profiles-rc"}, \
    {'n', "dry-run", &take_nothing, AT(dry), NULL, NULL, "only show what would change, and with what result"}

extern const option source_options[], own_options[]; /* the first alone; both */

/* From options to what the verbs use, and the end of it. */
tool *tool_ready(request *q, tool *t);
void tool_end(void *options);

/* What verbs that write a file lack. */
#define IN_FILES "what is written is a file: no --json, no --csv"
extern const verb_lack file_lacks[];

#define ROW_OF(word, options, about, notes, operands, use, missing, may, ready_fn, lacks) \
    static int run_##word(request *q, void *how) { return do_##word(tool_ready(q, (tool *)how)); } \
    const verb word##_verb = {#word, options, sizeof(tool), run_##word, NULL, tool_end, about, notes, operands, use, missing, may, ready_fn, lacks}
#define ROW(word, options, about, notes, operands, use, missing, may) \
    ROW_OF(word, options, about, notes, operands, use, missing, may, NULL, NULL)
#define ROW_LACKS(word, options, about, notes, operands, use, missing, may, lacks) \
    ROW_OF(word, options, about, notes, operands, use, missing, may, NULL, lacks)

#endif
