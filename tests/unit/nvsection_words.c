/* The words of every enum of nvsection.h, from one list of rows each. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"

#include "words.h"

static void words(void)
{
    WORDS(nvs_code_name, nvs_code, 0, NVS_CODE_COUNT - 1);
    WORDS(nvs_problem_kind_name, nvs_problem_kind, 0, NVS_PROBLEM_KIND_COUNT - 1);
    WORDS(nvs_token_kind_name, nvs_token_kind, 0, NVS_TOKEN_KIND_COUNT - 1);
    WORDS(nvs_enum_name, nvs_enum, 0, NVS_ENUM_COUNT - 1);
    WORDS(nvs_type_name, nvs_type, 0, NVS_TYPE_COUNT - 1);
    WORDS(nvs_presence_name, nvs_presence, 0, NVS_PRESENCE_COUNT - 1);
    WORDS(nvs_scope_name, nvs_scope, 0, NVS_SCOPE_COUNT - 1);
    WORDS(nvs_importance_name, nvs_importance, 0, NVS_IMPORTANCE_COUNT - 1);
    WORDS(nvs_format_name, nvs_format, 0, NVS_FORMAT_COUNT - 1);
    WORDS(nvs_walk_name, nvs_walk, 0, NVS_WALK_COUNT - 1);
    WORDS(nvs_prefix_name, nvs_prefix, 0, NVS_PREFIX_COUNT - 1);
    WORDS(nvs_reason_name, nvs_reason, 0, NVS_REASON_COUNT - 1);
    WORDS(nvs_use_kind_name, nvs_use_kind, 0, NVS_USE_KIND_COUNT - 1);
    WORDS(nvs_outcome_name, nvs_outcome, 0, NVS_OUTCOME_COUNT - 1);
    WORDS(nvs_kind_name, nvs_kind, 0, NVS_KIND_COUNT - 1);
    WORDS(nvs_derived_state_name, nvs_derived_state, 0, NVS_DERIVED_STATE_COUNT - 1);
    WORDS(nvs_arithmetic_name, nvs_arithmetic, 0, NVS_ARITHMETIC_COUNT - 1);
    WORDS(nvs_cell_state_name, nvs_cell_state, 0, NVS_CELL_STATE_COUNT - 1);
    WORDS(nvs_part_kind_name, nvs_part_kind, 0, NVS_PART_KIND_COUNT - 1);
    WORDS(nvs_level_name, nvs_level, 0, NVS_LEVEL_COUNT - 1);
    WORDS(nvs_speedup_name, nvs_speedup, 0, NVS_SPEEDUP_COUNT - 1);
    WORDS(nvs_severity_name, nvs_severity, 0, NVS_SEVERITY_COUNT - 1);
    WORDS(nvs_finding_kind_name, nvs_finding_kind, 0, NVS_FINDING_KIND_COUNT - 1);
    WORDS(nvs_reply_name, nvs_reply, NVS_REPLY_FAILED, NVS_REPLY_YES);
}

int main(void)
{
    RUN(words);
    return run_end();
}
