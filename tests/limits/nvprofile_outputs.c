/* What callers and callbacks give is read only as far as it goes, and output goes where there is room: each lies
   between two forbidden pages. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "pages.h"
#include "run.h"

static pages room, more;
static int side;

static nvp_view placed(pages *where, const char *text)
{
    nvp_view v;
    v.len = strlen(text);
    v.ptr = pages_put(where, text, v.len, side);
    return v;
}

static void decoding(void)
{
    static const char *const texts[] = {"\"\"", "\"a\"", "\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"", "\"\\q\\\"", "\"\\ud83d\"", "\"\\u12\"", "\"plain text that is a little longer\""};
    size_t i;
    for (side = 0; side < 2; side++)
        for (i = 0; i < sizeof texts / sizeof *texts; i++) {
            const nvp_view in = placed(&room, texts[i]);
            char *out = pages_at(&more, in.len - 2, side); /* never more is written than there is between the quotes */
            CHECK(decoded(in.ptr, in.len, out) <= in.len - 2);
        }
}

static const char *const answers[] = {"/opt/moonharbor", "", "/", "moonharbor", "C:\\moonharbor", "/lib/libtide.so", "\\", "a/"};
static size_t answer;

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    (void)what;
    *out = placed(&room, answers[answer]);
    return NVP_REPLY_YES;
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    (void)user;
    *out = placed(&room, answers[(answer + index) % 8]); /* over the previous one, which was valid until this call */
    return index < 5;
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    (void)user;
    *out = placed(&more, strstr(name, "PROFILE") != NULL ? (answer % 2 == 0 ? "-" : "+1") : answers[answer]);
    return 1;
}

static nvp_reply entry(const char *name, void *user)
{
    (void)user;
    return strlen(name) > 0;
}

static nvp_reply put(const void *bytes, size_t size, void *user)
{
    size_t i;
    for (i = 0; i < size; i++) *(unsigned *)user += ((const unsigned char *)bytes)[i];
    return 1;
}

static void asking(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"moonharbor\",\"profile\":[\"a\",1]},{\"pattern\":{\"feature\":\"commname\",\"matches\":\"moonharbor\"},\"profile\":[\"a\",1]},"
                               "{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"moonharbor\"},\"profile\":[\"GLYield\",1]},{\"pattern\":{\"feature\":\"dso\",\"matches\":\"/lib/libtide.so\"},\"profile\":[\"d\",1]},"
                               "{\"pattern\":{\"feature\":\"findfile\",\"matches\":\"a:b\"},\"profile\":[\"e\",\"12\"]}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
    pages whole;
    if (!pages_open(&whole, 1)) return;
    for (side = 0; side < 2; side++) {
        const char *at = pages_put(&whole, text, sizeof text - 1, side);
        nvp_config *c = open_in(NULL, NULL, NULL);
        CHECK(add_text(c, "x", at, sizeof text - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
        for (answer = 0; answer < 8; answer++) {
            nvp_process p;
            nvp_switch s;
            edit_sink to;
            const nvp_result *r;
            nvp_view key, value, globals;
            unsigned sum = 0;
            memset(&p, 0, sizeof p);
            memset(&to, 0, sizeof to);
            p.fact_fn = fact;
            p.dso_fn = dso;
            p.entry_fn = entry;
            p.env_fn = env;
            r = resolve_in(c, &p, NULL, NULL);
            CHECK(r != NULL && r->setting_count <= 5 && find_key(r, "e") != NULL);
            nvp_result_close(r);
            globals = placed(&room, answer % 3 == 0 ? "{\"enabled\":false}" : answer % 3 == 1 ? "{\"enabled\":fals" : "");
            CHECK(switch_of(&p, &globals, NULL, &s, NULL) == NVP_OK);
            to.write_fn = put;
            to.user = &sum;
            key = placed(&room, answers[answer]);
            value = placed(&more, answer % 2 == 0 ? "0x7" : "\"t\"");
            CHECK(edit_set(c->files[0], c->files[0]->profiles, key, value, &to, NULL) == NVP_OK && sum > 0);
            CHECK(edit_unset(c->files[0], c->files[0]->profiles, key, &to, NULL) == NVP_ARGUMENT);
            value = placed(&more, "{\"pattern\":\"a\",\"profile\":[\"k\",1]}");
            CHECK(edit_rule_add(c->files[0], 1, value, &to, NULL) == NVP_OK);
            value = placed(&more, "p");
            CHECK(edit_profile_rename(c->files[0], value, key, &to, NULL) == NVP_OK && nvp_key_variable(key, 0).len == 0);
        }
        nvp_config_close(c);
    }
    pages_close(&whole);
}

int main(void)
{
    if (!pages_open(&room, 1) || !pages_open(&more, 1)) {
        printf("skipped: needs guard pages\n");
        run_skipped++;
        return run_end();
    }
    RUN(decoding);
    RUN(asking);
    pages_close(&room);
    pages_close(&more);
    return run_end();
}
