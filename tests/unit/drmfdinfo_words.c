/* The words of the enums of drmfdinfo.h, from one list of rows each. */
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"

#include "words.h"

static void words(void)
{
    WORDS(drmfd_code_name, drmfd_code, 0, DRMFD_CODE_COUNT - 1);
    WORDS(drmfd_key_name, drmfd_key, 0, DRMFD_KEY_COUNT - 1);
    WORDS(drmfd_class_name, drmfd_class, 0, DRMFD_CLASS_COUNT - 1);
    WORDS(drmfd_result_name, drmfd_result, 0, DRMFD_RESULT_COUNT - 1);
    WORDS(drmfd_why_name, drmfd_why, 0, DRMFD_WHY_COUNT - 1);
    FLAG_WORDS(drmfd_read_name, drmfd_read, DRMFD_READ_COUNT);
    FLAG_WORDS(drmfd_engine_has_name, drmfd_engine_has, DRMFD_ENGINE_HAS_COUNT);
    FLAG_WORDS(drmfd_region_has_name, drmfd_region_has, DRMFD_REGION_HAS_COUNT);
    CHECK_STR("load", drmfd_engine_has_name(DRMFD_ENGINE_HAS_LOAD));
    CHECK_STR("capacity_zero", drmfd_engine_has_name(DRMFD_ENGINE_HAS_ZERO_CAPACITY));
    CHECK_STR("unshared", drmfd_region_has_name(DRMFD_REGION_HAS_UNSHARED));
    WORDS(drmfd_reply_name, drmfd_reply, DRMFD_REPLY_NO_HANDLE, DRMFD_REPLY_YES);
}

int main(void)
{
    RUN(words);
    return run_end();
}
