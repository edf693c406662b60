/* The words of the enums of drmfdinfo.h, from one list of rows each. */
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"

#include "words.h"

static void words(void)
{
    WORDS(drmfd_code_name, drmfd_code, 0, DRMFD_CODE_COUNT - 1);
    WORDS(drmfd_reply_name, drmfd_reply, DRMFD_REPLY_NO_HANDLE, DRMFD_REPLY_YES);
}

int main(void)
{
    RUN(words);
    return run_end();
}
