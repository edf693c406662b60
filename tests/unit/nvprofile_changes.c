/* Several changes in one call, each of which sees the effect of those before it; and calls without options. */
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

static char out[4000];

static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
static nvp_change changes[5];

static void fill(void)
{
    memset(changes, 0, sizeof changes);
    changes[0].action = NVP_ACTION_PROFILE_ADD;
    changes[0].value = nvp_text("{\"name\":\"q\",\"settings\":[]}");
    changes[1].action = NVP_ACTION_SET; /* index 0 is the new one now */
    changes[1].name = nvp_text("n");
    changes[1].value = nvp_text("2");
    changes[2].action = NVP_ACTION_PROFILE_RENAME;
    changes[2].name = nvp_text("p");
    changes[2].value = nvp_text("r");
    changes[3].action = NVP_ACTION_RULE_ADD;
    changes[3].index = 1;
    changes[3].value = nvp_text("{\"pattern\":\"b\",\"profile\":[\"x\",1]}");
    changes[4].action = NVP_ACTION_SET;
    changes[4].in_rule = 1;
    changes[4].index = 1;
    changes[4].name = nvp_text("x");
    changes[4].value = nvp_text("0x2");
}

static const char want[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"r\"},{\"pattern\":\"b\",\"profile\":[\"x\",0x2]}],"
                           "\"profiles\":[{\"name\":\"q\",\"settings\":[\"n\",2]},{\"name\":\"r\",\"settings\":[\"k\",1]}]}";

static void several(void)
{
    nvp_config *c = nvp_config_open(NULL, NULL);
    edit_sink to;
    nvp_error e;
    memset(&to, 0, sizeof to);
    to.write_fn = append;
    to.user = out;
    fill();
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    out[0] = 0;
    CHECK_I64(NVP_OK, edit_into(c->files[0], changes, 5, &to, &e));
    CHECK_STR(want, out);
    out[0] = 0; /* none: the text as it is */
    CHECK_I64(NVP_OK, edit_into(c->files[0], NULL, 0, &to, &e));
    CHECK_STR(text, out);
    nvp_config_close(c);
}

/* What cannot be done is refused as a whole, with the number of the change at fault. */
static void refusals(void)
{
    static const char *const messages[] = {"there is a profile of the new name already", "no such action", "no profile of this number", "no such rule"};
    nvp_config *c = nvp_config_open(NULL, NULL);
    edit_sink to;
    nvp_error e;
    unsigned way;
    memset(&to, 0, sizeof to);
    to.write_fn = append;
    to.user = out;
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    for (way = 0; way < 4; way++) {
        fill();
        if (way == 0) changes[2].value = nvp_text("q");
        if (way == 1) changes[2].action = (nvp_action)99;
        if (way == 2) {
            changes[2].action = NVP_ACTION_UNSET;
            changes[2].index = 9;
            changes[2].in_rule = 1;
        }
        if (way == 3) {
            changes[2].action = NVP_ACTION_RULE_REMOVE;
            changes[2].index = 9;
        }
        out[0] = 0;
        CHECK_I64(NVP_ARGUMENT, edit_into(c->files[0], changes, 5, &to, &e));
        CHECK_U64(2, e.offset);
        CHECK_STR(messages[way], e.message);
        CHECK_STR("", out);
    }
    CHECK_I64(NVP_ARGUMENT, edit_into(c->files[0], NULL, 1, &to, &e));
    fill();
    changes[0].action = NVP_ACTION_PROFILE_RENAME; /* onto itself is fine */
    changes[0].name = changes[0].value = nvp_text("p");
    CHECK_I64(NVP_OK, edit_into(c->files[0], changes, 1, &to, &e));
    CHECK_STR(text, out);
    nvp_config_close(c);
}

/* Each allocation fails in turn. */
static void memory_ends(void)
{
    nvp_config *c = nvp_config_open(NULL, NULL);
    unsigned fail, good = 0;
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    fill();
    for (fail = 1; !good && fail < 200; fail++) {
        heap h;
        edit_sink to;
        nvp_error e;
        memset(&h, 0, sizeof h);
        memset(&to, 0, sizeof to);
        h.fail = fail;
        to.memory.allocator.alloc_fn = take;
        to.memory.allocator.free_fn = give;
        to.memory.allocator.user = &h;
        to.write_fn = append;
        to.user = out;
        out[0] = 0;
        good = edit_into(c->files[0], changes, 5, &to, &e) == NVP_OK;
        if (good) CHECK_STR(want, out);
        else CHECK(e.code == NVP_MEMORY);
        CHECK(h.live == 0 && h.held == 0);
    }
    CHECK(good && fail > 3);
    {
        static char room[40000];
        size_t size;
        for (size = 200, good = 0; !good && size < sizeof room; size += 16) {
            edit_sink to;
            nvp_error e;
            memset(&to, 0, sizeof to);
            to.memory.buffer = room;
            to.memory.buffer_size = size;
            to.write_fn = append;
            to.user = out;
            out[0] = 0;
            good = edit_into(c->files[0], changes, 5, &to, &e) == NVP_OK;
            if (!good) CHECK(e.code == NVP_MEMORY && out[0] == 0);
        }
        CHECK(good);
    }
    nvp_config_close(c);
}

/* Options may be NULL, and so may be outputs that a caller does not want. */
static void defaults(void)
{
    nvp_config *c = nvp_config_open(NULL, NULL);
    nvp_process p;
    const nvp_result *r;
    const nvp_keys *k;
    nvp_view none = {NULL, 0}, said;
    nvp_effective e;
    nvp_value v;
    int64_t n = 7;
    char buffer[4];
    memset(&p, 0, sizeof p);
    p.exe = nvp_text("/opt/a");
    CHECK(nvp_config_add(c, none, text, sizeof text - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    CHECK_VIEW("", c->files[0]->name);
    r = nvp_resolve(c, &p, NULL, NULL);
    CHECK(nvp_result_find(r, nvp_text("K"), NULL) == 1 && nvp_result_find(r, none, &e) == 0 && e.setting == NULL);
    CHECK(nvp_result_find(r, nvp_text("k"), &e) == 1 && e.setting->value.i == 1);
    nvp_result_close(r);
    k = nvp_keys_open("{}", 2, NULL, NULL);
    CHECK(k != NULL && k->used && k->count == 0);
    nvp_keys_close(k);
    CHECK_STR("?", nvp_place_state_name((nvp_place_state)99));
    CHECK(nvp_decode(nvp_text("\"ab\""), buffer, 1, &said, NULL) == NVP_LIMIT && nvp_decode(nvp_text("\"a"), NULL, 1, &said, NULL) == NVP_ARGUMENT);
    CHECK(nvp_decode(nvp_text("\"\""), NULL, 0, &said, NULL) == NVP_OK && said.len == 0 && nvp_decode(nvp_text("\"\""), buffer, 4, NULL, NULL) == NVP_ARGUMENT);
    memset(&v, 0, sizeof v);
    v.text = nvp_text("0xffffffffffffffff1");
    CHECK(nvp_value_int(&v, &n, NULL) == NVP_LIMIT && n == 7);
    v.text = nvp_text("1.5");
    CHECK(nvp_value_int(&v, &n, NULL) == NVP_UNSUPPORTED && n == 7);
    v.type = NVP_TYPE_UINT;
    CHECK(nvp_value_int(&v, &n, NULL) == NVP_LIMIT && n == 7);
    nvp_config_close(c);
}

int main(void)
{
    RUN(several);
    RUN(refusals);
    RUN(memory_ends);
    RUN(defaults);
    return run_end();
}
