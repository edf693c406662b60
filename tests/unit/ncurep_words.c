/* The words of every enum of ncurep.h, from one list of rows each. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "words.h"

static void words(void)
{
    WORDS(ncurep_code_name, ncurep_code, 0, NCUREP_CODE_COUNT - 1);
    WORDS(ncurep_kind_name, ncurep_kind, 0, NCUREP_KIND_COUNT - 1);
    WORDS(ncurep_result_kind_name, ncurep_result_kind, 0, NCUREP_RESULT_KIND_COUNT - 1);
    WORDS(ncurep_table_kind_name, ncurep_table_kind, 0, NCUREP_TABLE_KIND_COUNT - 1);
    WORDS(ncurep_root_name, ncurep_root, 0, NCUREP_ROOT_COUNT - 1);
    WORDS(ncurep_reply_name, ncurep_reply, NCUREP_REPLY_FAILED, NCUREP_REPLY_YES);
}

int main(void)
{
    RUN(words);
    return run_end();
}
