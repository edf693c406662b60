/* What each object says it holds is what the allocator gave it; problems by their index. */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "run.h"

static nvp_reply written(const void *bytes, size_t size, void *user)
{
    (void)bytes;
    *(size_t *)user += size;
    return NVP_REPLY_YES;
}

static void memory_and_problems(void)
{
    static const char text[] = "{ \"rules\": [ { \"pattern\": \"a\", \"profile\": \"none\" }, { \"pattern\": 5, \"profile\": [] } ] }";
    heap heaps[3];
    nvp_config_options con;
    nvp_resolve_options res;
    nvp_keys_options key;
    nvp_process process;
    nvp_config *config;
    const nvp_result *result;
    const nvp_keys *keys;
    nvp_problem problem;
    nvp_change change;
    nvp_output to;
    size_t size = 0;
    memset(&con, 0, sizeof con);
    memset(&res, 0, sizeof res);
    memset(&key, 0, sizeof key);
    memset(&process, 0, sizeof process);
    HEAP_MEMORY(con.memory, heaps[0]);
    HEAP_MEMORY(res.memory, heaps[1]);
    HEAP_MEMORY(key.memory, heaps[2]);
    config = nvp_config_open(&con, NULL);
    CHECK_U64(NVP_OK, nvp_config_add(config, nvp_text("a"), text, sizeof text - 1, NULL));
    CHECK_U64(NVP_OK, nvp_config_link(config, NULL));
    result = nvp_resolve(config, &process, &res, NULL);
    keys = nvp_keys_open("[]", 2, &key, NULL);
    CHECK(result != NULL && keys != NULL && heaps[0].held > 0);
    CHECK_U64(heaps[0].held, nvp_config_memory_used(config));
    CHECK_U64(heaps[1].held, nvp_result_memory_used(result));
    CHECK_U64(heaps[2].held, nvp_keys_memory_used(keys));
    CHECK(config->files[0]->problem_count > 0);
    CHECK(nvp_file_problem_at(config->files[0], 0, &problem) && problem.code == NVP_SYNTAX && problem.message[0] != 0);
    CHECK_STR(nvp_issue_text(problem.issue), problem.message);
    CHECK(!nvp_file_problem_at(config->files[0], config->files[0]->problem_count, &problem));
    CHECK(problem.code == NVP_OK && problem.message[0] == 0);
    CHECK(!nvp_file_problem_at(NULL, 0, &problem) && !nvp_file_problem_at(config->files[0], 0, NULL));
    memset(&change, 0, sizeof change);
    change.action = NVP_ACTION_RULE_REMOVE;
    to.write_fn = written;
    to.user = &size;
    CHECK_U64(NVP_OK, nvp_edit(config->files[0], &change, 1, &to, NULL, NULL)); /* without options */
    CHECK(size > 0 && size < sizeof text - 1);
    nvp_keys_close(keys);
    nvp_result_close(result);
    nvp_config_close(config);
    CHECK(nvp_config_memory_used(NULL) + nvp_result_memory_used(NULL) + nvp_keys_memory_used(NULL) == 0);
}

static void reports(void)
{
    int bit;
    for (bit = 0; bit < NVP_REPORT_COUNT; bit++) CHECK(strlen(nvp_report_text((nvp_report)(1 << bit))) > 20);
    CHECK_STR("?", nvp_report_text((nvp_report)0));
}

int main(void)
{
    RUN(memory_and_problems);
    RUN(reports);
    return run_end();
}
