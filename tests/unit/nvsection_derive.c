/* Derived metrics: arithmetic of both generations, instances, definitions, mistakes with their place. */
#include "nvsection_values.h"
#include "heap.h"

static char out[8192];
static const nvs_source *used = &test_source;

/* What an expression gives, or "missing NAME", "syntax 3", ...; a "~" follows if something was lost. */
static const char *derived(const char *expression, int generation)
{
    nvs_definition d;
    nvs_derive_options o;
    const nvs_derivation *r;
    char *to = out;
    d.name = nvs_text("x");
    d.expression = nvs_text(expression);
    memset(&o, 0, sizeof o);
    o.arithmetic = generation == 1 ? NVS_ARITHMETIC_OLD : NVS_ARITHMETIC_CURRENT;
    r = nvs_derive(&d, 1, used, &o, NULL);
    if (r == NULL) return "no result";
    switch (r->metrics[0].state) {
    case NVS_DERIVED_STATE_OK:
        to = put_data(to, &r->metrics[0].data);
        if (r->metrics[0].lossy) strcpy(to, " ~");
        break;
    case NVS_DERIVED_STATE_MISSING:
        sprintf(out, "missing %.*s", (int)r->metrics[0].operand.len, r->metrics[0].operand.ptr);
        break;
    default: sprintf(out, "%s %u", nvs_derived_state_name(r->metrics[0].state), (unsigned)r->metrics[0].column); break;
    }
    nvs_derivation_close(r);
    return out;
}

static void both(const char *want, const char *expression)
{
    CHECK_STR(want, derived(expression, 1));
    CHECK_STR(want, derived(expression, 2));
}

static void single_values(void)
{
    both("3u", "one + two");
    both("18446744073709551615u", "one - two"); /* modulo 2^64 */
    both("0u", "one / two");
    both("1u", "one / 0");                      /* by zero: the left one */
    both("1u ~", "one + half");                 /* the kind of the left one */
    both("1.5", "half + one");
    both("14u", "2 + 3 * 4");
    both("20u", "(2 + 3) * 4");
    both("1u", "7 - 4 - 2");
    both("4u", "16 / 2 / 2");
    both("-3", "-(one + two)");
    both("2", "--two");
    both("-1", "-one * one");
    both("nan", "zero / zero");
    both("0", "nan_as_zero(zero / zero)");
    both("inf", "half / zero");
    both("4294967294u32", "small - one");
    both("0u32", "small + one");
    both("4294967295u32", "small * 0 - 1");
    both("1u32 ~", "small * 1e300");        /* 1e300 counts as the largest integer; its square modulo 2^32 is 1 */
    both("4294967295u32 ~", "small - -0.5"); /* negative numbers count as 0 */
    both("0.100000001f", "single * 0.2");
    both("9007199254740992 ~", "0.0 + big");
    both("inf", "1e400");
    both("0.30000000000000004", "0.1 + 0.2");
    both("1000", "1.e3");
    both("1500", "1.5E+3");
    both("0.0015", "1.5e-3");
    both("0.5", "pmsampling:half");
    both("\"text\"", "word + one");
    both("1u ~", "one + word");
    both("0.5 ~", "half + word");
    both("-", "none + one");
    both("1u", "one + none");
    both("\"text\"", "-word");
    both("18446744073709551615u", "18446744073709551615");
    both("2u", "  one\t+\r\n one  ");
}

/* What a value in another kind loses, at both sides of each border. */
static void lost(void)
{
    both("0u32", "small - 4294967295");
    both("0u32 ~", "small - 4294967296");
    both("0u32", "small - 4294967295.0");
    both("0u32 ~", "small - 4294967296.0");
    both("4294967295u32 ~", "small - -1.0");
    both("4294967295u32", "small - -0.0");
    both("4294967295u32 ~", "small - 0.0 / zero");
    both("4294967294u32 ~", "small - 1.5");
    both("18446744073709549569u", "one + 18446744073709549568.0");
    both("0u ~", "one + 18446744073709551616.0");
    both("9007199254740992", "0.0 + 9007199254740992");
    both("9007199254740992 ~", "0.0 + 9007199254740993");
    both("1.844674407370955e+19", "0.0 + 18446744073709549568");
    both("1.8446744073709552e+19 ~", "0.0 + 18446744073709551615");
    both("1f ~", "single + word + 0.5");
}

/* A definition says what it loses itself, not what one before it lost. */
static void lost_by_one_of_two(void)
{
    static const char *const expressions[] = {"one + half", "one + two", "one - half"};
    nvs_definition d[3];
    const nvs_derivation *r;
    size_t i;
    memset(d, 0, sizeof d);
    for (i = 0; i < 3; i++) {
        d[i].name = nvs_text(i == 0 ? "x" : i == 1 ? "y" : "z");
        d[i].expression = nvs_text(expressions[i]);
    }
    r = nvs_derive(d, 3, used, NULL, NULL);
    if (!CHECK(r != NULL)) return;
    for (i = 0; i < 3; i++) CHECK_I64(i != 1, r->metrics[i].lossy);
    nvs_derivation_close(r);
}

/* One instance is not a single value: on the left, on the right, with an id and without. */
static void one_instance(void)
{
    static const struct {
        const char *expression, *old, *current;
    } cases[] = {{"half - solo", "-4.5", "-9.5 [32u=-9.5]"}, {"solo - half", "4.5 [32u=9.5]", "9.5 [32u=9.5]"},
                 {"half - lone", "-5.5", "-2.5 [-2.5]"}, {"lone - half", "5.5 [2.5]", "2.5 [2.5]"},
                 {"half * solo", "2.5", "5 [32u=5]"}, {"half / solo", "0.10000000000000001", "0.050000000000000003 [32u=0.050000000000000003]"},
                 {"reals - solo", "95 [16u=1.5 32u=-12 48u=4]", "-6.5 [16u=1.5 32u=-12 48u=4]"},
                 {"solo - reals", "-95 [32u=12]", "12 [32u=12]"}, {"solo - solo", "0 [32u=0]", "0 [32u=0]"},
                 {"plain - lone", "-3 [-2.5 2]", "-0.5 [-2.5 2]"}, {"lone - plain", "3 [2.5]", "2.5 [2.5]"},
                 {"plain - solo", "-2", "-7 [32u=-7]"}, {"reals - lone", "94 [16u=-4.5 32u=-8 48u=-2]", "-14.5 [16u=-4.5 32u=-8 48u=-2]"}, {"lone - reals", "-94", "14.5 [16u=4.5 32u=8 48u=2]"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(cases[i].old, derived(cases[i].expression, 1));
        CHECK_STR(cases[i].current, derived(cases[i].expression, 2));
    }
}

static void instances(void)
{
    /* By id: all from the left; on the right the first of equal ids (16 is 2) counts, 64 is left out. */
    CHECK_STR("107 [16u=3.5 32u=-2 48u=4.5]", derived("reals + others", 1));
    CHECK_STR("6 [16u=3.5 32u=-2 48u=4.5]", derived("reals + others", 2));
    CHECK_STR("17.5 [48u=4.5 16u=3.5 64u=0 16u=9.5]", derived("others + reals", 2));
    CHECK_STR("0 [16u=0 32u=0 48u=0]", derived("reals - reals", 2));
    /* With one value. */
    CHECK_STR("200 [16u=3 32u=-4 48u=8]", derived("reals * two", 1));
    CHECK_STR("7 [16u=3 32u=-4 48u=8]", derived("reals * two", 2));
    CHECK_STR("50", derived("half * reals", 1)); /* generation 1: no instances from the right */
    CHECK_STR("1.75 [16u=0.75 32u=-1 48u=2]", derived("half * reals", 2));
    CHECK_STR("5u [16u=1u 32u=0u 48u=4u] ~", derived("1 * reals", 2)); /* 1.5, -2, 4 in the kind of the 1 */
    CHECK_STR("- [16u=- 32u=- 48u=-]", derived("none + reals", 2));
    /* Without ids: by index; a longer left side keeps its end, a longer right side loses it. */
    CHECK_STR("6 [1 4]", derived("plain + plain", 1));
    CHECK_STR("5 [1 4]", derived("plain + plain", 2));
    CHECK_STR("7.5 [\"x\" 4.5 3u -]", derived("mixed + plain", 2)); /* a text stays, and so does an absent value */
    CHECK_STR("5 [0.5 4.5] ~", derived("plain + mixed", 2));          /* the text counts as 0 */
    /* Ids against none: the single value of the side without. */
    CHECK_STR("103 [16u=4.5 32u=1 48u=7]", derived("reals + plain", 1));
    CHECK_STR("12.5 [16u=4.5 32u=1 48u=7]", derived("reals + plain", 2));
    CHECK_STR("103", derived("plain + reals", 1));
    CHECK_STR("12.5 [16u=4.5 32u=1 48u=7]", derived("plain + reals", 2));
    CHECK_STR("7u [16u=1u 32u=18446744073709551615u 48u=7u]", derived("wholes + 0", 2)); /* the sum wraps, too */
    CHECK_STR("100", derived("simplify(reals)", 2));
    CHECK_STR("-100 [16u=-1.5 32u=2 48u=-4]", derived("-reals", 2));
    CHECK_STR("-3 [-0.5 -2]", derived("-plain", 2));
    CHECK_STR("- [16u=3 32u=-4 48u=8]", derived("no_value * 2.0", 2)); /* no value on the left: none */
    CHECK_STR("0 [16u=0 32u=0 48u=0]", derived("nan_as_zero(reals * 0.0 / zero)", 2));
    CHECK_STR("1 [\"x\" 2.5 3u -]", derived("nan_as_zero(mixed)", 2));
    CHECK_STR("-1 [\"x\" -2.5 -3 -]", derived("-mixed", 2));
}

static void mistakes(void)
{
    both("missing a.b", "one + a.b * c");
    both("syntax 1", "");
    both("syntax 3", "  ");
    both("syntax 6", "one +");
    both("syntax 5", "one two");
    both("syntax 5", "(one");
    both("syntax 4", "one)");
    both("syntax 1", "+one");
    both("syntax 1", ".5");
    both("syntax 4", "one$");
    both("number 1", "18446744073709551616");
    both("number 3", "1+2x");
    both("number 1", "1.2.3");
    both("number 1", "1e+");
    both("number 1", "1e");
    both("number 1", "1E-");
    both("number 1", "1e5x");
    both("function 7", "one + sqrt(two)");
    both("syntax 10", "simplify()");
    both("syntax 4", "foo:bar");
    both("syntax 11", "ofsampling:one");
    both("syntax 13", "cupsampling0:half");
    both("function 1", "nan_as_zer0(one)");
    both("function 1", "simplifi(one)");
}

static void deep(void)
{
    char text[1024];
    memset(text, '(', 100);
    strcpy(text + 100, "one");
    memset(text + 103, ')', 100);
    text[203] = 0;
    both("1u", text);
    memset(text, '-', 101);
    strcpy(text + 101, "one");
    both("depth 101", text);
    text[0] = ' ';
    both("1", text);
    memset(text, '(', 100);
    strcpy(text + 99, "simplify(one");
    memset(text + 111, ')', 100);
    text[211] = 0;
    both("1u", text);
    strcpy(text + 99, "simplify(nan_as_zero(one");
    both("depth 109", text);
    { /* many, but one after the other */
        char row[2048] = "(one)";
        int i;
        for (i = 1; i < 150; i++) strcat(row, "+(one)");
        both("150u", row);
        strcpy(row, "-one");
        for (i = 1; i < 150; i++) strcat(row, "+-one");
        both("-150", row);
        strcpy(row, "simplify(one)");
        for (i = 1; i < 120; i++) strcat(row, "+simplify(one)");
        both("120u", row);
    }
}

/* Columns of texts and of nothing, incomplete ids, ids of which only the first ones rise. */
static nvs_reply corner_metric(nvs_view name, nvs_metric *d, void *user)
{
    static const uint64_t falling[] = {16, 32, 8}, rising[] = {8, 16, 32};
    static const double ones[] = {1, 2}, tens[] = {10, 20, 30}, units[] = {1, 2, 3};
    static nvs_value texts[2], some[3];
    texts[0] = text("x");
    texts[1] = text("yy");
    some[0] = whole(16);
    some[1].kind = NVS_KIND_NONE;
    some[2] = whole(48);
    d->value = real(2);
    d->count = 3;
    d->ids.kind = NVS_KIND_UINT64;
    d->ids.at = test_ids;
    d->values.kind = NVS_KIND_DOUBLE;
    d->values.at = test_reals;
    if (is(name, "texts")) {
        d->count = 2;
        d->ids.kind = NVS_KIND_NONE;
        d->values.kind = NVS_KIND_STRING;
        d->values.at = texts;
    } else if (is(name, "empties")) d->values.kind = NVS_KIND_NONE;
    else if (is(name, "some_ids")) {
        d->ids.kind = NVS_KIND_MIXED;
        d->ids.at = some;
    } else if (is(name, "short")) {
        d->count = 2;
        d->ids.at = falling;
        d->values.at = ones;
    } else if (is(name, "long")) {
        d->ids.at = falling;
        d->values.at = tens;
    } else if (is(name, "rising")) {
        d->ids.at = rising;
        d->values.at = units;
    } else if (is(name, "endless")) d->count = 0xffffffffu;
    else {
        memset(d, 0, sizeof *d);
        return test_metric(name, d, user);
    }
    return NVS_REPLY_YES;
}

static const nvs_source corners = {corner_metric, NULL, NULL, NULL};

static void columns(void)
{
    used = &corners;
    CHECK_STR("- [\"x\" \"yy\"]", derived("texts + one", 2));
    CHECK_STR("3 [\"x\" \"yy\"]", derived("texts + one", 1));
    CHECK_STR("-2 [\"x\" \"yy\"]", derived("-texts", 2));
    CHECK_STR("2 [\"x\" \"yy\"]", derived("nan_as_zero(texts)", 2));
    CHECK_STR("1 [0.5 0.5] ~", derived("half + texts", 2)); /* a text counts as 0 */
    CHECK_STR("3.5 [16u=1.5 32u=-2 48u=4]", derived("reals + none", 2));
    CHECK_STR("100 [16u=1.5 32u=-2 48u=4]", derived("reals + none", 1));
    CHECK_STR("- [16u=- 32u=- 48u=-]", derived("empties + one", 2));
    CHECK_STR("3 [16u=- 32u=- 48u=-]", derived("empties + one", 1));
    CHECK_STR("-2 [16u=- 32u=- 48u=-]", derived("-empties", 2));
    CHECK_STR("2 [16u=- 32u=- 48u=-]", derived("nan_as_zero(empties)", 2));
    CHECK_STR("1.5 [16u=0.5 32u=0.5 48u=0.5]", derived("half + empties", 2));
    CHECK_STR("3.5 [16u=1.5 32u=-2 48u=4]", derived("reals + empties", 2));
    CHECK_STR("10u [16u=1u 32u=18446744073709551615u 48u=7u]", derived("nan_as_zero(wholes)", 2));
    /* Ids with one missing do not count: matching is by index, or the single value meets those of the other side. */
    CHECK_STR("6.5 [16u=2.5 -1 48u=5]", derived("some_ids + one", 2));
    CHECK_STR("6 [16u=2 0 48u=4]", derived("some_ids + plain", 2));
    CHECK_STR("9.5 [16u=3.5 32u=0 48u=6]", derived("some_ids + reals", 2));
    CHECK_STR("33 [16u=11 32u=22]", derived("short + long", 2));
    CHECK_STR("63 [16u=11 32u=22 8u=30]", derived("long + short", 2));
    /* 5 of short and the first of others, then long, whose ids begin like those of short and do not rise, with rising
       ones. */
    CHECK_STR("81 [16u=17 32u=28 8u=36]", derived("simplify(short + others) + (long + rising)", 2));
    used = &test_source;
}

/* More instances, definitions and bytes than can be numbered: reported before any is touched. */
static void too_many(void)
{
    static const char *const asking[] = {"endless + 1", "(endless + half) * half", "-endless", "half * half + endless"};
    nvs_definition d[2];
    nvs_error error;
    size_t i;
    d[0].name = nvs_text("fine");
    d[0].expression = nvs_text("1");
    d[1].name = nvs_text("x");
    for (i = 0; i < sizeof asking / sizeof *asking; i++) {
        d[1].expression = nvs_text(asking[i]);
        CHECK(nvs_derive(d, 2, &corners, NULL, &error) == NULL && error.code == NVS_LIMIT && error.offset == 1);
        CHECK_STR("more instances than a derived metric can have", error.message);
    }
    d[1].expression.len = 0xffffffffu;
    CHECK(nvs_derive(d, 2, &corners, NULL, &error) == NULL && error.code == NVS_LIMIT && error.offset == 1);
    CHECK_STR("more definitions or a longer expression than 4294967294", error.message);
    CHECK(nvs_derive(d, 0xffffffffu, &corners, NULL, &error) == NULL && error.code == NVS_LIMIT && error.offset == 0);
    CHECK_STR("more definitions or a longer expression than 4294967294", error.message);
}

static void definitions(void)
{
    static const char *const list[][2] = {{"late", "early * 2"}, {"early", "one + one"}, {"a", "b + 1"}, {"b", "c"},
                                          {"c", "2 * a"},        {"uses", "a"},           {"two", "two + two"},
                                          {"early", "one + one"}, {"early", "two"},        {"bad", "1 +"},
                                          {"of_bad", "one * bad"}, {"", "7"}};
    nvs_definition d[12];
    const nvs_derivation *r;
    const nvs_derived *m;
    nvs_error error;
    size_t i;
    char *to = out;
    for (i = 0; i < 12; i++) {
        d[i].name = nvs_text(list[i][0]);
        d[i].expression = nvs_text(list[i][1]);
    }
    r = nvs_derive(d, 12, &test_source, NULL, &error);
    if (!CHECK(r != NULL)) return;
    CHECK(error.code == NVS_OK);
    for (i = 0; i < r->count; i++) {
        m = &r->metrics[i];
        to += sprintf(to, "%.*s %s", (int)m->name.len, m->name.ptr, nvs_derived_state_name(m->state));
        if (m->state == NVS_DERIVED_STATE_OK) {
            *to++ = ' ';
            to = put_data(to, &m->data);
        }
        if (m->state == NVS_DERIVED_STATE_CYCLE) to += sprintf(to, " %.*s", (int)r->metrics[m->next].name.len, r->metrics[m->next].name.ptr);
        if (m->state == NVS_DERIVED_STATE_MISSING) to += sprintf(to, " %.*s", (int)m->operand.len, m->operand.ptr);
        *to++ = '\n';
    }
    *to = 0;
    CHECK_STR("late ok 4u\nearly ok 2u\na cycle b\nb cycle c\nc cycle a\nuses missing a\ntwo ok 4u\n"
              "early duplicate\nearly conflict\nbad syntax\nof_bad missing bad\n ok 7u\n",
              out);
    CHECK(derived_named(r, nvs_text("early")) == &r->metrics[1]);
    CHECK(derived_named(r, nvs_text("gone")) == NULL);
    CHECK(derived_named(NULL, nvs_text("gone")) == NULL);
    nvs_derivation_close(r);
    nvs_derivation_close(NULL);
}

static void arguments(void)
{
    nvs_definition d;
    nvs_derive_options o;
    nvs_error error;
    nvs_source broken = {NULL, NULL, NULL, NULL};
    const nvs_derivation *r;
    d.name = nvs_text("x");
    d.expression = nvs_text("one");
    memset(&o, 0, sizeof o);
    CHECK(nvs_derive(NULL, 1, NULL, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_derive(&d, 1, &broken, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    o.arithmetic = (nvs_arithmetic)3;
    CHECK(nvs_derive(&d, 1, NULL, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    r = nvs_derive(NULL, 0, NULL, NULL, &error);
    CHECK(r != NULL && r->count == 0);
    nvs_derivation_close(r);
    r = nvs_derive(&d, 1, NULL, NULL, &error); /* no source: all is missing */
    CHECK(r != NULL && r->metrics[0].state == NVS_DERIVED_STATE_MISSING);
    nvs_derivation_close(r);
    test_fail = test_calls + 1;
    CHECK(nvs_derive(&d, 1, &test_source, NULL, &error) == NULL && error.code == NVS_IO);
    test_fail = 0;
}

/* An instance without a value on the right stays one. */
static nvs_reply with_a_gap(nvs_view name, nvs_metric *d, void *user)
{
    static const uint64_t ids[] = {16, 99};
    static nvs_value values[2];
    if (!is(name, "gap")) return test_metric(name, d, user);
    values[0] = real(1);
    memset(&values[1], 0, sizeof values[1]);
    d->value = real(1);
    d->count = 2;
    d->ids.kind = NVS_KIND_UINT64;
    d->ids.at = ids;
    d->values.kind = NVS_KIND_MIXED;
    d->values.at = values;
    return NVS_REPLY_YES;
}

/* In the guide's words: ids that only the right side has are kept, and a single value with instances on the right gives
   a single result. */
static void by_the_guide(void)
{
    static const char *const cases[][2] = {{"reals + others", "107 [16u=3.5 32u=-2 48u=4.5 64u=0]"}, {"others + reals", "107 [48u=4.5 16u=3.5 64u=0 16u=9.5 32u=-2]"},
                                           {"half * reals", "-6"}, {"reals * half", "50 [16u=0.75 32u=-1 48u=2]"}, {"reals - reals", "0 [16u=0 32u=0 48u=0]"},
                                           {"plain + plain", "6 [1 4]"}, {"one + two", "3u"}, {"wholes + others", "17u [16u=3u 32u=18446744073709551615u 48u=7u 64u=0u]"},
                                           {"plain + reals", "103"}, {"reals + plain", "103 [16u=4.5 32u=1 48u=7]"}, {"mixed + reals", "101"},
                                           {"half - solo", "-9.5"}, {"half - lone", "-2.5"}, {"solo - half", "4.5 [32u=9.5]"}, {"solo - reals", "-95 [32u=12 16u=1.5 48u=4]"},
                                           {"reals + no_value", "100 [16u=3 32u=-4 48u=8]"}, {"reals + gap", "101 [16u=2.5 32u=-2 48u=4 99u=-]"}};
    nvs_source source = test_source;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvs_definition d;
        nvs_derive_options o;
        const nvs_derivation *r;
        d.name = nvs_text("x");
        d.expression = nvs_text(cases[i][0]);
        memset(&o, 0, sizeof o);
        o.arithmetic = NVS_ARITHMETIC_GUIDE;
        source.metric_fn = with_a_gap;
        r = nvs_derive(&d, 1, &source, &o, NULL);
        if (!CHECK(r != NULL)) return;
        put_data(out, &r->metrics[0].data);
        if (!CHECK_STR(cases[i][1], out)) printf("    %s\n", cases[i][0]);
        nvs_derivation_close(r);
    }
}

/* Many instances take the column path when all are of one kind with the same ids; simplify beside them rules that path out. */
enum { MANY = 1300 };
static double many_values[3][MANY];
static uint64_t many_wholes[2][MANY];
static uint64_t many_id_room[3][MANY + 1]; /* starts with a 0, from which the ids rise */
static uint64_t *const many_ids[3] = {many_id_room[0] + 1, many_id_room[1] + 1, many_id_room[2] + 1};
static uint64_t falling_ids[MANY];

static nvs_reply many_metric(nvs_view name, nvs_metric *d, void *user)
{
    const char c = name.len == 1 ? name.ptr[0] : 0;
    if (c == 0 || strchr("abcdefuvw", c) == NULL) return test_metric(name, d, user);
    d->value = real(3.25);
    d->count = MANY;
    d->ids.kind = NVS_KIND_UINT64;
    d->ids.at = many_ids[c == 'b' || c == 'w' ? 1 : c == 'f' ? 2 : 0];
    d->values.kind = NVS_KIND_DOUBLE;
    d->values.at = many_values[c == 'b' ? 1 : c == 'c' ? 2 : 0];
    if (c == 'd') d->value = whole(3);
    if (c == 'e') d->ids.at = falling_ids;
    if (c >= 'u') {
        d->value = whole(3);
        d->values.kind = NVS_KIND_UINT64;
        d->values.at = many_wholes[c == 'w'];
    }
    return NVS_REPLY_YES;
}

static void many_instances(void)
{
    static const char *const expressions[] = {
        "a / b", "100.0 * (a - b) / a", "a - 2", "0.5 * half + c * (half - 1.5) / 3 - a", "a + b * (c - a * (b + c))", "(a + half) * 7",
        "x - a", "a - d", "d - a", "2 * a", "a - 9007199254740993", "a * (b - one)", "half * (half + half) - a", "a + a + a + a", "a / (b - b)",
        "half + a", "half - a", "half * a", "half / a", "a + half", "a - half", "a * half", "a / half", "a + b", "a - b", "a * b",
        "(half - a) / b", "(a / half) - (b / a)", /* more operands, and more open, than the quick path takes: */
        "a + b + c + a + b + c + a + b + c + a + b + c + a + b + c + a", "a + b + c + a + b + c + a + b + c + a + b + c + a + b + c + a + b",
        "a - (b - (c - (a - (b - (c - (a - b))))))", "a - (b - (c - (a - (b - (c - (a - (b - c)))))))", /* other ids of two kinds; integers */
        "a + b * f", "f - b", "u - w", "u + w", "u * w", "u / w", "100 * (u - w) / u", "u * v / w - v", "(u / 7) * (3 - u)", "7 - u * one",
        "u - 18446744073709551615", "u * 2.5", "2.5 * u", "u + a", "a + u", "2 * half + a", "(2 - 1) * u"};
    static const nvs_source source = {many_metric, NULL, NULL, NULL};
    nvs_definition d[128];
    char wrapped[64][128];
    const nvs_derivation *r;
    size_t i, k, count = sizeof expressions / sizeof expressions[0];
    for (i = 0; i < MANY; i++) {
        many_values[0][i] = (double)(i * 7 % 100) + 0.1;
        many_values[1][i] = (double)(i * 13 % 57) - 20.3;
        many_values[2][i] = (double)i / 3;
        many_wholes[0][i] = i * 7919 % 1013;
        many_wholes[1][i] = i % 5;
    }
    for (k = 0; k < 9; k++) {
        for (i = 0; i < MANY; i++) many_ids[0][i] = many_ids[1][i] = many_ids[2][i] = i * 16;
        if (k == 1) many_ids[1][MANY - 1]++; /* the last id of b is another one */
        if (k == 2) many_ids[1][600]++;
        if (k == 3) many_ids[0][512] = many_ids[1][512] = many_ids[0][511]; /* ids that do not rise: between pieces, */
        if (k == 4) many_ids[0][1] = many_ids[1][1] = 0;                    /* at the start, */
        if (k == 5) many_ids[0][MANY - 1] = many_ids[1][MANY - 1] = 5;      /* at the end */
        if (k == 7) many_ids[2][700]++;
        if (k == 8) many_ids[1][0] = 1;
        if (k == 6)
            for (i = 0; i < MANY; i++) {
                many_values[0][i] = -0.0;
                many_values[1][i] = 2;
            }
        for (i = 0; i < count; i++) {
            d[2 * i].name = nvs_text(i == 6 ? "y" : i == 0 ? "x" : expressions[i]);
            d[2 * i].expression = nvs_text(expressions[i]);
            sprintf(wrapped[i], "(%s) * simplify(1.0)", expressions[i]);
            d[2 * i + 1].name = nvs_text(wrapped[i]);
            d[2 * i + 1].expression = nvs_text(wrapped[i]);
        }
        r = nvs_derive(d, 2 * count, &source, NULL, NULL);
        if (!CHECK(r != NULL)) return;
        for (i = 0; i < count; i++) {
            const nvs_derived *x = &r->metrics[2 * i], *y = &r->metrics[2 * i + 1];
            size_t n;
            int same = x->data.count == MANY && y->data.count == MANY && x->data.value.kind == y->data.value.kind;
            CHECK(x->state == NVS_DERIVED_STATE_OK && y->state == NVS_DERIVED_STATE_OK);
            CHECK(x->lossy == y->lossy);
            if (x->data.value.kind == NVS_KIND_DOUBLE) same &= memcmp(&x->data.value.v.d, &y->data.value.v.d, sizeof(double)) == 0;
            for (n = 0; same && n < MANY; n++) {
                const nvs_value v = nvs_column_value(&x->data.values, n), w = nvs_column_value(&y->data.values, n);
                const nvs_value id = nvs_column_value(&x->data.ids, n), other = nvs_column_value(&y->data.ids, n);
                same = memcmp(&v.v.u, &w.v.u, sizeof v.v.u) == 0 && id.v.u == other.v.u;
            }
            if (!CHECK(same)) printf("in %s\n", expressions[i]);
        }
        nvs_derivation_close(r);
    }
}

/* Instances that nobody needs any more make room for others: a long expression takes no more memory than a short
   one. */
static void memory(void)
{
    static const char *const pairs[][2] = {{"-a", "-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(a))))))))))))))))))))"},
                                           {"a - b", "-a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b - a - b"},
                                           {"a + e", "a + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e + e"}};
    static const nvs_source source = {many_metric, NULL, NULL, NULL};
    size_t i, k;
    for (i = 0; i < MANY; i++) {
        many_ids[0][i] = many_ids[1][i] = i;
        falling_ids[i] = MANY - i;
    }
    for (i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t held[2];
        for (k = 0; k < 2; k++) {
            nvs_definition d;
            nvs_derive_options o;
            const nvs_derivation *r;
            memset(&o, 0, sizeof o);
            o.arithmetic = NVS_ARITHMETIC_OLD;
            d.name = nvs_text("x");
            d.expression = nvs_text(pairs[i][k]);
            r = nvs_derive(&d, 1, &source, &o, NULL);
            if (!CHECK(r != NULL && r->metrics[0].data.count == MANY)) return;
            held[k] = nvs_derivation_memory_used(r);
            nvs_derivation_close(r);
        }
        CHECK(held[1] < held[0] + 5 * MANY * sizeof(double));
    }
    { /* what lies between the operators of one definition serves the next one; blocks may be half as large again */
        nvs_definition d[40];
        char names[40][8];
        const nvs_derivation *r;
        for (i = 0; i < 40; i++) {
            sprintf(names[i], "x%u", (unsigned)i);
            d[i].name = nvs_text(names[i]);
            d[i].expression = nvs_text("a / b + half");
        }
        r = nvs_derive(d, 40, &source, NULL, NULL);
        if (!CHECK(r != NULL && r->metrics[39].data.count == MANY)) return;
        CHECK(nvs_derivation_memory_used(r) < 2 * (40 * MANY * sizeof(double) + 65536));
        nvs_derivation_close(r);
    }
}

/* Each allocation fails once, and only that one. */
static void no_memory(void)
{
    static const char *const expressions[] = {"a / c + half", "a - a * e", "-a", "nan_as_zero(a) - d"};
    static const nvs_source source = {many_metric, NULL, NULL, NULL};
    size_t i;
    for (i = 0; i < MANY; i++) many_ids[0][i] = i;
    for (i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        const nvs_derivation *r = NULL;
        unsigned n;
        for (n = 1; r == NULL && n < 50; n++) {
            heap h;
            nvs_definition d;
            nvs_derive_options o;
            nvs_error e;
            memset(&h, 0, sizeof h);
            memset(&o, 0, sizeof o);
            o.memory.allocator.alloc_fn = take;
            o.memory.allocator.free_fn = give;
            o.memory.allocator.user = &h;
            h.fail = n;
            d.name = nvs_text("x");
            d.expression = nvs_text(expressions[i]);
            r = nvs_derive(&d, 1, &source, &o, &e);
            CHECK((r != NULL) == (h.calls < n));
            if (r == NULL) CHECK(e.code == NVS_MEMORY && h.live == 0 && (n < 3 || strcmp(e.message, "out of memory for the instances of a derived metric") == 0 || strcmp(e.message, "out of memory for derived metrics") == 0));
            else {
                CHECK_U64(h.held, nvs_derivation_memory_used(r));
                nvs_derivation_close(r);
                CHECK_U64(0, h.live);
            }
        }
        CHECK(r != NULL && n > 3);
    }
}

/* A callback that fails once is reported, whichever call it was. */
static unsigned metric_calls, metric_fails;
static nvs_reply failing_metric(nvs_view name, nvs_metric *d, void *user)
{
    return ++metric_calls == metric_fails ? NVS_REPLY_FAILED : many_metric(name, d, user);
}

static void failing_callback(void)
{
    static const nvs_source source = {failing_metric, NULL, NULL, NULL};
    nvs_definition d[2];
    const nvs_derivation *r = NULL;
    nvs_error e;
    d[0].name = nvs_text("x");
    d[0].expression = nvs_text("a / c");
    d[1].name = nvs_text("y");
    d[1].expression = nvs_text("half + one * nan_as_zero(a)");
    for (metric_fails = 1; r == NULL && metric_fails < 20; metric_fails++) {
        metric_calls = 0;
        r = nvs_derive(d, 2, &source, NULL, &e);
        CHECK((r != NULL) == (metric_calls < metric_fails));
        if (r == NULL) CHECK_U64(NVS_IO, e.code);
    }
    CHECK(r != NULL && metric_fails > 5);
    nvs_derivation_close(r);
}

int main(void)
{
    RUN(single_values);
    RUN(lost);
    RUN(lost_by_one_of_two);
    RUN(one_instance);
    RUN(instances);
    RUN(many_instances);
    RUN(memory);
    RUN(no_memory);
    RUN(failing_callback);
    RUN(mistakes);
    RUN(deep);
    RUN(columns);
    RUN(too_many);
    RUN(definitions);
    RUN(arguments);
    RUN(by_the_guide);
    return run_end();
}
