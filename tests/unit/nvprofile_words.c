/* The words of every enum of nvprofile.h, from one list of rows each. */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "words.h"

static void words(void)
{
    WORDS(nvp_code_name, nvp_code, 0, NVP_CODE_COUNT - 1);
    WORDS(nvp_issue_name, nvp_issue, 0, NVP_ISSUE_COUNT - 1);
    WORDS(nvp_severity_name, nvp_severity, 0, NVP_SEVERITY_COUNT - 1);
    WORDS(nvp_token_kind_name, nvp_token_kind, 0, NVP_TOKEN_KIND_COUNT - 1);
    WORDS(nvp_type_name, nvp_type, 0, NVP_TYPE_COUNT - 1);
    WORDS(nvp_feature_name, nvp_feature, 0, NVP_FEATURE_COUNT - 1);
    WORDS(nvp_event_name, nvp_event, 0, NVP_EVENT_COUNT - 1);
    WORDS(nvp_gives_name, nvp_gives, 0, NVP_GIVES_COUNT - 1);
    WORDS(nvp_by_name, nvp_by, 0, NVP_BY_COUNT - 1);
    WORDS(nvp_why_name, nvp_why, 0, NVP_WHY_COUNT - 1);
    WORDS(nvp_fact_name, nvp_fact, 0, NVP_FACT_COUNT - 1);
    WORDS(nvp_dso_name, nvp_dso, 0, NVP_DSO_COUNT - 1);
    WORDS(nvp_place_state_name, nvp_place_state, 0, NVP_PLACE_STATE_COUNT - 1);
    WORDS(nvp_kind_name, nvp_kind, 0, NVP_KIND_COUNT - 1);
    WORDS(nvp_action_name, nvp_action, 0, NVP_ACTION_COUNT - 1);
    FLAG_WORDS(nvp_flag_name, nvp_flag, NVP_FLAG_COUNT);
    FLAG_WORDS(nvp_report_name, nvp_report, NVP_REPORT_COUNT);
    WORDS(nvp_reply_name, nvp_reply, NVP_REPLY_FAILED, NVP_REPLY_YES);
}

int main(void)
{
    RUN(words);
    return run_end();
}
