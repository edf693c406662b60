/* Calls of nvsection.h with what tests vary as arguments, and questions that only tests ask. After nvsection.h. Nothing
   of libc: tests/job.c also runs without. */
#ifndef TESTS_NVSECTION_CALLS_H
#define TESTS_NVSECTION_CALLS_H

/* Ways to read, for tests that try them all. */
enum { READ_LENIENT = 1, READ_FIRST_ERROR = 2 };
static inline void set_ways(nvs_document_options *options, unsigned ways)
{
    options->lenient = (ways & READ_LENIENT) != 0;
    options->first_error = (ways & READ_FIRST_ERROR) != 0;
}

/* Problem i of a document, which has it. */
static inline nvs_problem problem_of(const nvs_document *document, uint32_t i)
{
    nvs_problem problem;
    (void)nvs_document_problem_at(document, i, &problem);
    return problem;
}

#ifndef NVS_NO_EVALUATE
static inline nvs_problem evaluation_problem(const nvs_evaluation *evaluation, uint32_t i)
{
    nvs_problem problem;
    (void)nvs_evaluation_problem_at(evaluation, i, &problem);
    return problem;
}
#endif

static inline nvs_document *binary_open(const void *data, size_t size, const nvs_document_options *options, nvs_error *error)
{
    static nvs_document_options none;
    nvs_document_options o = none;
    if (options != NULL) o = *options;
    o.format = NVS_FORMAT_BINARY;
    return nvs_document_open(data, size, &o, error);
}

static inline nvs_code write_text(const nvs_node *message, nvs_reply (*write_fn)(const void *, size_t, void *), void *user)
{
    nvs_output to;
    to.write_fn = write_fn;
    to.user = user;
    return nvs_node_write(message, NULL, &to, NULL);
}

static inline nvs_code write_binary(const nvs_node *message, const nvs_memory *memory, nvs_reply (*write_fn)(const void *, size_t, void *),
                                    void *user, nvs_error *error)
{
    static nvs_write_options none;
    nvs_write_options options = none;
    nvs_output to;
    if (memory != NULL) options.memory = *memory;
    options.format = NVS_FORMAT_BINARY;
    to.write_fn = write_fn;
    to.user = user;
    return nvs_node_write(message, &options, &to, error);
}

static inline uint32_t node_count(const nvs_node *message, nvs_field name)
{
    const nvs_node *n;
    uint32_t count = 0;
    for (n = nvs_node_child(message, name); n != NULL; n = nvs_node_again(n)) count++;
    return count;
}

/* The name of a value of an enum, or NULL. */
static inline const char *enum_word(int of, int64_t value)
{
    const char *name;
    int32_t v;
    unsigned i;
    for (i = 0; nvs_enum_value_at(of, i, &name, &v); i++)
        if (v == value) return name;
    return NULL;
}

static inline const nvs_selection *select_on(const nvs_node *const *sections, uint32_t count, const nvs_device *device,
                                             const nvs_catalog *catalog, const nvs_memory *memory, nvs_error *error)
{
    static nvs_select_options none;
    nvs_select_options o = none;
    if (memory != NULL) o.memory = *memory;
    if (device != NULL) o.device = *device;
    if (catalog != NULL) o.catalog = *catalog;
    return nvs_select(sections, count, &o, error);
}

static inline nvs_pattern *pattern_open(nvs_view pattern, const nvs_memory *memory, nvs_error *error)
{
    static nvs_pattern_options none;
    nvs_pattern_options o = none;
    if (memory != NULL) o.memory = *memory;
    return nvs_pattern_open(pattern, &o, error);
}

static inline const nvs_evaluation *evaluate_in(const nvs_metrics *metrics, const nvs_node *section, const nvs_memory *memory,
                                                nvs_error *error)
{
    static nvs_evaluate_options none;
    nvs_evaluate_options o = none;
    if (memory != NULL) o.memory = *memory;
    return nvs_evaluate(metrics, section, &o, error);
}

static inline int same_view(nvs_view a, nvs_view b)
{
    size_t i;
    for (i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i];) i++;
    return i == a.len && i == b.len;
}

/* The first definition of this name, or NULL. */
static inline const nvs_derived *derived_named(const nvs_derivation *d, nvs_view name)
{
    size_t i;
    for (i = 0; d != NULL && i < d->count; i++)
        if (same_view(d->metrics[i].name, name)) return &d->metrics[i];
    return NULL;
}

/* Findings of a rule with fewer words. */
static inline uint32_t rule_message(nvs_rule_context *c, nvs_level level, const char *title, const char *text)
{
    static nvs_finding none;
    nvs_finding f = none;
    f.level = level;
    f.title = nvs_text(title);
    f.text = nvs_text(text);
    return nvs_rule_add(c, &f);
}

static inline void rule_focus(nvs_rule_context *c, uint32_t message, const char *metric, double value, nvs_severity severity,
                              const char *info)
{
    static nvs_finding none;
    nvs_finding f = none;
    f.kind = NVS_FINDING_KIND_FOCUS;
    f.message = message;
    f.metric = nvs_text(metric);
    f.value = value;
    f.severity = severity;
    f.text = nvs_text(info);
    (void)nvs_rule_add(c, &f);
}

static inline void rule_marker(nvs_rule_context *c, uint32_t message, nvs_level level, const nvs_place *place, const char *text)
{
    static nvs_finding none;
    nvs_finding f = none;
    f.kind = NVS_FINDING_KIND_MARKER;
    f.message = message;
    f.level = level;
    f.place = *place;
    f.text = nvs_text(text);
    (void)nvs_rule_add(c, &f);
}

static inline double rule_number(nvs_rule_context *c, const char *name, int *known)
{
    nvs_metric m;
    (void)nvs_rule_metric(c, nvs_text(name), &m);
    return nvs_value_number(&m.value, known);
}

#endif
