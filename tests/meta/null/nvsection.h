/* Objects for tests/meta/null.sh: metrics need a source; a rule's context is only there while the rule is applied, so its
   thread stays there. */
#include <pthread.h>

static nvs_reply null_metric(nvs_view name, nvs_metric *metric, void *user) { return (void)user, (void)name, (void)metric, NVS_REPLY_NO; }

static nvs_metrics *made_nvs_metrics(void)
{
    static nvs_source source;
    nvs_metrics *metrics;
    source.metric_fn = null_metric;
    metrics = nvs_metrics_open(NULL, 0, &source, NULL, NULL);
    if (metrics == NULL) no_object("nvs_metrics");
    return metrics;
}

static nvs_rule_context *null_context;

static void null_apply(nvs_rule_context *context)
{
    __atomic_store_n(&null_context, context, __ATOMIC_SEQ_CST);
    for (;;) pause();
}

static void *null_rules(void *user)
{
    static nvs_rule rule;
    static nvs_source source;
    const nvs_rule *list = &rule;
    rule.identifier = "one";
    rule.apply_fn = null_apply;
    source.metric_fn = null_metric;
    nvs_rules_run(&list, 1, &source, NULL, NULL);
    return user;
}

static nvs_rule_context *made_nvs_rule_context(void)
{
    pthread_t thread;
    int tries = 0;
    if (pthread_create(&thread, NULL, null_rules, NULL) != 0) no_object("nvs_rule_context");
    while (__atomic_load_n(&null_context, __ATOMIC_SEQ_CST) == NULL && tries++ < 5000) usleep(1000);
    if (null_context == NULL) no_object("nvs_rule_context");
    return null_context;
}
