/* What has one form in several verbs: switches, patterns, what decided, and places. */
#include "tool.h"

#include <inttypes.h>

const char *by_words(nvp_by by)
{
    static const char *const words[] = {"by default", "by the environment", "by the globals file"};
    return words[by];
}

const char *gives_words(nvp_gives gives)
{
    static const char *const words[] = {"", ", whose profile has no settings", ", whose profile has an error", ", whose profile no file defines",
                                        ", whose profile is built in"};
    return words[gives];
}

void switches(output *to, const nvp_switch *s)
{
    unsigned bit;
    out_say(to, "Profiles are %s%s%s%s %s.\n", s->unknown ? "perhaps " : "",
            cli_style(to->color, s->enabled ? CLI_GREEN : CLI_RED), s->enabled ? "enabled" : "disabled",
            cli_style(to->color, CLI_PLAIN), by_words(s->by));
    for (bit = 1; bit <= s->reports; bit <<= 1)
        if ((s->reports & bit) != 0) out_say(to, "Note: %s.\n", nvp_report_text((nvp_report)bit));
}

void tree_switches(output *to, const nvp_switch *s)
{
    unsigned bit;
    out_truth(to, "enabled", s->enabled);
    out_truth(to, "enabled_unknown", s->unknown);
    out_string(to, "by", nvp_by_name(s->by));
    out_truth(to, "log", s->log);
    out_list(to, "reports");
    for (bit = 1; bit <= s->reports; bit <<= 1)
        if ((s->reports & bit) != 0) out_string(to, NULL, nvp_report_name((nvp_report)bit));
    out_close(to);
}

void put_pattern_text(cli_buf *b, const nvp_pattern *p)
{
    uint32_t i, n;
    if (p == NULL) {
        cli_putf(b, "(no pattern, or an error in it)");
        return;
    }
    if (p->feature < NVP_FEATURE_AND) {
        if (p->feature == NVP_FEATURE_TRUE) {
            cli_putf(b, "every program");
            return;
        }
        if (p->feature == NVP_FEATURE_UNSUPPORTED) cli_put_safe(b, p->name.ptr, p->name.len);
        else cli_putf(b, "%s", nvp_feature_name(p->feature));
        cli_putf(b, " \"");
        cli_put_safe(b, p->matches.ptr, p->matches.len);
        cli_putf(b, "\"");
        return;
    }
    if (p->feature == NVP_FEATURE_NOT) cli_putf(b, "not ");
    else if (p->count == 0) cli_putf(b, p->feature == NVP_FEATURE_AND ? "every program" : "no program");
    if (p->count > 1 || (p->feature == NVP_FEATURE_NOT && p->count != 1)) cli_putf(b, "(");
    for (i = 1, n = 0; n < p->count; n++, i += p[i].size) {
        if (n > 0) cli_putf(b, p->feature == NVP_FEATURE_OR ? " or " : " and ");
        put_pattern_text(b, &p[i]);
    }
    if (p->count > 1 || (p->feature == NVP_FEATURE_NOT && p->count != 1)) cli_putf(b, ")");
}

static void put_decided(cli_buf *b, const nvp_pattern *p, nvp_why why)
{
    switch (why) {
    case NVP_WHY_ALWAYS: cli_putf(b, "always"); return;
    case NVP_WHY_ALL: cli_putf(b, p->count > 0 ? "all patterns hold" : "no pattern, so always"); return;
    case NVP_WHY_NONE: cli_putf(b, "no pattern holds"); return;
    case NVP_WHY_OPERANDS: cli_putf(b, "'not' needs exactly one operand"); return;
    default: break;
    }
    cli_put_safe(b, p->name.ptr, p->name.len);
    switch (why) {
    case NVP_WHY_EQUAL: cli_putf(b, p->feature == NVP_FEATURE_DSO ? " has \"" : " is \""); break;
    case NVP_WHY_DIFFERENT: cli_putf(b, p->feature == NVP_FEATURE_DSO ? " has no \"" : " is not \""); break;
    case NVP_WHY_PREFIX: cli_putf(b, " has a library whose name only begins with \""); break;
    case NVP_WHY_PRESENT: cli_putf(b, " finds \""); break;
    case NVP_WHY_MISSING: cli_putf(b, " misses \""); break;
    case NVP_WHY_EMPTY: cli_putf(b, " without a name: \""); break;
    case NVP_WHY_SLASH: cli_putf(b, " with a slash: \""); break;
    case NVP_WHY_UNKNOWN: cli_putf(b, " is not known here: \""); break;
    default: cli_putf(b, " is not a known feature: \""); break;
    }
    cli_put_safe(b, p->matches.ptr, p->matches.len);
    cli_put(b, "\"", 1);
}

/* The first pattern that asks for what cannot be read. */
static const nvp_pattern *open_pattern(const nvp_pattern *p, unsigned unknown)
{
#define FACT(name, word, fact) ASKS_##fact,
    enum {
        ASKS_EXE = NVP_FACT_EXE, ASKS_COMM = NVP_FACT_COMM, ASKS_ARGV0 = NVP_FACT_ARGV0, ASKS_DSO = NVP_FACT_DSO,
        ASKS_ENTRY = NVP_FACT_ENTRY, ASKS_NOTHING = NVP_FACT_COUNT, ASKS_NAME = NVP_FACT_COUNT
    };
    static const unsigned char asks[] = {NVP_FEATURES(FACT)};
#undef FACT
    uint32_t i;
    for (i = 0; i < p->size; i++)
        if (asks[p[i].feature] != NVP_FACT_COUNT && (unknown & 1u << asks[p[i].feature]) != 0) return &p[i];
    return NULL;
}

/* "procname is "x"" and so on, for the pattern that decided; where that is not certain, also what cannot be read. */
void put_why(cli_buf *b, const nvp_config *config, const nvp_result *result, uint32_t use)
{
    const nvp_outcome *o = &result->outcomes[use];
    const nvp_rule *r = &config->files[config->uses[use].file]->rules[config->uses[use].rule];
    const nvp_pattern *p = r->pattern, *also;
    uint32_t i = 0;
    if (o->why == NVP_WHY_ERROR) {
        cli_putf(b, r->at == o->decided && p == NULL ? "an error in its pattern, or no pattern" : "an error");
        return;
    }
    while (i + 1 < p->size && p[i].at != o->decided) i++;
    put_decided(b, &p[i], o->why);
    if (!o->unknown || o->why == NVP_WHY_UNKNOWN) return;
    also = open_pattern(p, result->unknown);
    if (also == NULL || also == &p[i]) return;
    cli_putf(b, ", but ");
    put_decided(b, also, NVP_WHY_UNKNOWN);
}

void put_profile_line(cli_buf *b, const nvp_file *f, uint32_t at)
{
    const nvp_position p = nvp_file_locate(f, at);
    cli_put_safe(b, f->name.ptr, f->name.len);
    cli_putf(b, ":%" PRIu32 ":%" PRIu32, p.line, p.column);
}

void tree_place(output *to, const char *key, const nvp_file *f, uint32_t at)
{
    const nvp_position p = nvp_file_locate(f, at);
    out_group(to, key);
    out_text(to, "file", f->name.ptr, f->name.len);
    out_whole(to, "line", p.line);
    out_whole(to, "column", p.column);
    out_close(to);
}
