/* What is known of drivers: --facts FILE, then the table of examples/data/driver-facts.tsv, which is built in. */
#define _XOPEN_SOURCE 700
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char built_in[] = {
#include "driver-facts.inc"
    0};

static const char *const names[FACTS] = {"dso-equal", "dso-prefix", "dso-inside", "key-case", "first-profile", "bad-rule", "unversioned-file"};

static int same(nvp_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

/* A line of driver, fact, answer and source, with tabs between them; one of this very driver has a higher rank than one of
   "*", every driver, and of two such lines that of --facts. */
static void take_line(tool *t, const char *line, size_t size, int given)
{
    nvp_view part[4];
    size_t i, k;
    int rank;
    memset(part, 0, sizeof part);
    for (i = 0; i < 4 && size > 0; i++) {
        const char *tab = i < 3 ? (const char *)memchr(line, '\t', size) : NULL;
        part[i].ptr = line;
        part[i].len = tab != NULL ? (uint32_t)(tab - line) : (uint32_t)size;
        size -= part[i].len + (tab != NULL);
        line = tab != NULL ? tab + 1 : NULL;
    }
    if (part[0].len == 0 || part[0].ptr[0] == '#' || i < 3) return;
    if (t->options.version.len > 0 && same(part[0], t->options.version.ptr)) rank = 3 + given;
    else if (same(part[0], "*")) rank = 1 + given;
    else return;
    for (k = 0; k < FACTS; k++) {
        driver_fact *f = &t->known_facts[k];
        if (rank <= f->rank || !same(part[1], names[k])) continue;
        f->rank = rank;
        f->answer = same(part[2], "yes") ? NVP_REPLY_YES
                    : same(part[2], "no") ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
        snprintf(f->driver, sizeof f->driver, "%.*s", (int)part[0].len, part[0].ptr);
        snprintf(f->source, sizeof f->source, "%.*s", part[3].len < sizeof f->source ? (int)part[3].len : 0,
                 part[3].ptr != NULL ? part[3].ptr : "");
    }
}

static int is(const tool *t, fact_number f, nvp_reply answer)
{
    return t->known_facts[f].rank > 0 && t->known_facts[f].answer == answer;
}

static void take_lines(tool *t, const char *line, int given)
{
    size_t size;
    for (; *line != 0; line += size + (line[size] == '\n')) {
        size = strcspn(line, "\n");
        take_line(t, line, size, given);
    }
}

int take_facts(tool *t)
{
    size_t size;
    char *text = NULL;
    if (t->facts != NULL && (text = cli_read_most(t->c, t->facts, LARGEST, &size, NULL)) == NULL) return 0;
    if (t->options.version.len == 0) driver_version(t);
    if (text != NULL) take_lines(t, text, 1);
    free(text);
    take_lines(t, built_in, 0);
    t->dso_told = t->dso != NVP_DSO_UNKNOWN;
    if (!t->dso_told && is(t, FACT_DSO_PREFIX, NVP_REPLY_YES) && !is(t, FACT_DSO_INSIDE, NVP_REPLY_YES)) t->dso = NVP_DSO_PREFIX;
    if (!t->dso_told && is(t, FACT_DSO_PREFIX, NVP_REPLY_NO) && !is(t, FACT_DSO_EQUAL, NVP_REPLY_NO)) t->dso = NVP_DSO_EQUAL;
    if (is(t, FACT_KEY_CASE, NVP_REPLY_NO)) t->options.flags |= NVP_FLAG_EXACT_KEYS;
    if (is(t, FACT_FIRST_PROFILE, NVP_REPLY_NO)) t->options.flags |= NVP_FLAG_LAST_PROFILE;
    if (is(t, FACT_BAD_RULE, NVP_REPLY_NO)) t->options.flags |= NVP_FLAG_ATOMIC;
    return 1;
}

const nvp_place *place_unversioned(const nvp_config *config)
{
    uint32_t i;
    for (i = 0; i < config->place_count; i++)
        if (config->places[i].entry == 6 && config->places[i].file != NVP_NONE) return &config->places[i];
    return NULL;
}

static int fact_decides(const tool *t, const nvp_config *config, size_t i)
{
    const driver_fact *f = &t->known_facts[i];
    if (i >= FACTS || f->rank == 0 || f->answer == NVP_REPLY_UNKNOWN) return 0;
    if (i <= FACT_DSO_INSIDE) return !t->dso_told && t->dso != NVP_DSO_UNKNOWN;
    return i != FACT_UNVERSIONED_FILE || place_unversioned(config) != NULL;
}

void facts_print(const tool *t, const nvp_config *config)
{
    output *to = t->to;
    size_t i;
    for (i = 0; i < FACTS; i++) {
        const driver_fact *f = &t->known_facts[i];
        if (!fact_decides(t, config, i)) continue;
        out_say(to, "fact       %s: %s, %s", names[i], f->answer == NVP_REPLY_YES ? "yes" : "no",
                f->driver[0] == '*' ? "every driver" : "driver ");
        if (f->driver[0] != '*') out_safe(to, f->driver, strlen(f->driver));
        out_say(to, "; ");
        out_safe(to, f->source, strlen(f->source));
        out_say(to, "\n");
    }
}

void facts_tree(const tool *t, const nvp_config *config)
{
    output *to = t->to;
    size_t i;
    out_list(to, "driver_facts");
    for (i = 0; i < FACTS; i++) {
        const driver_fact *f = &t->known_facts[i];
        if (!fact_decides(t, config, i)) continue;
        out_group(to, NULL);
        out_string(to, "driver", f->driver);
        out_string(to, "fact", names[i]);
        out_string(to, "answer", f->answer == NVP_REPLY_YES ? "yes" : "no");
        out_string(to, "source", f->source);
        out_close(to);
    }
    out_close(to);
}
