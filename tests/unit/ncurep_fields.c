/* Fields: groups, varints, lists of numbers; every field of the format is known, and each member has its own. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_make.h"
#include "run.h"

/* Fields ---------------------------------------------------------------------------------------------------------- */

static void fields(void)
{
    static const char cut[] = "a field in a group is malformed";
    static const char numbers[] = "a group does not end, or a field in it has no number";
    static const struct {
        const char *bytes;
        size_t len, inside; /* bytes within the group */
        const char *message;
    } cases[] = {{"\x0b\x08\x01\x0c", 4, 2, NULL},
                 {"\x0b\x0c", 2, 0, NULL},
                 {"\x0b\x09" "12345678\x0c", 11, 9, NULL},
                 {"\x0b\x0d" "1234\x0c", 7, 5, NULL},
                 {"\x0b\x12\x02hi\x0c", 6, 4, NULL},
                 {"\x0b\x12\x02hi\x13\x14\x0c", 8, 6, NULL},
                 {"\x0b\x08\xff", 3, 0, cut},
                 {"\x0b\x09" "1234567", 9, 0, cut},
                 {"\x0b\x0d" "123", 5, 0, cut},
                 {"\x0b\x12\xff", 3, 0, cut},
                 {"\x0b\x12\x03hi", 5, 0, cut},
                 {"\x0b\x0e\x01\x0c", 4, 0, cut},
                 {"\x0b\x14", 2, 0, cut},
                 {"\x0b\x13\x0c", 3, 0, cut},
                 {"\x0b\x00\x00\x0c", 4, 0, numbers},
                 {"\x0b\x07\x0c", 3, 0, numbers},
                 {"\x0b\x80\x80\x80\x80\x10\x00\x0c", 8, 0, numbers},
                 {"\x0b", 1, 0, numbers},
                 {"\x0b\x08\x01", 3, 0, numbers}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *bytes = (char *)malloc(cases[i].len); /* exactly this size */
        ncurep_list l;
        ncurep_field f;
        int ok;
        memcpy(bytes, cases[i].bytes, cases[i].len);
        l = ncurep_fields(view_of(bytes, cases[i].len), 100);
        ok = ncurep_field_next(&l, &f);
        if (!CHECK_I64(cases[i].message == NULL, ok)) printf("    number %u\n", (unsigned)i);
        if (ok) {
            CHECK_U64(1, f.number);
            CHECK_U64(3, f.wire);
            if (!CHECK_BYTES(bytes + 1, cases[i].inside, f.bytes.ptr, f.bytes.len)) printf("    number %u\n", (unsigned)i);
            CHECK(f.bytes.ptr == bytes + 1);
            CHECK_U64(100 + cases[i].len, l.at);
            CHECK(!ncurep_field_next(&l, &f) && l.error.code == NCUREP_OK);
        } else if (cases[i].message != NULL) {
            if (!CHECK_STR(cases[i].message, l.error.message)) printf("    number %u\n", (unsigned)i);
            CHECK(l.at == 100 && l.ptr == l.end && f.bytes.ptr != NULL);
        }
        free(bytes);
    }
}

/* A varint of ten bytes holds 64 bits, not one more. */
static void long_varints(void)
{
    ncurep_list l = ncurep_fields(view_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11), 0);
    ncurep_field f;
    CHECK(ncurep_field_next(&l, &f) && f.value == ~(uint64_t)0);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11), 0);
    CHECK(ncurep_field_next(&l, &f) && f.value == 0 && f.number == 1);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", 11), 0);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code != NCUREP_OK);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 12), 0);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code != NCUREP_OK);
}

/* A list of numbers made by hand, with something malformed among them. */
static void broken_numbers(void)
{
    ncurep_list l = list_of("\x78\x05\x7a\x02\x06\x07\x70\x01\x77\x78\x09", 11, 15);
    uint64_t n = 1;
    l.count = 4;
    CHECK(ncurep_reference_next(&l, &n) && n == 5 && l.count == 3);
    CHECK(ncurep_reference_next(&l, &n) && n == 6 && l.count == 2);
    CHECK(ncurep_reference_next(&l, &n) && n == 7 && l.count == 1);
    CHECK(!ncurep_reference_next(&l, &n) && n == 0 && l.count == 0);
    CHECK_U64(108, l.at);
    CHECK_STR("a field has a wire type that does not exist", l.error.message);
    n = 3;
    CHECK(!ncurep_reference_next(&l, &n) && n == 0 && l.at == 108 && l.ptr == l.end);
    l = list_of("\x7a\x02\x06\xff", 4, 15);
    CHECK(ncurep_reference_next(&l, &n) && !ncurep_reference_next(&l, &n) && n == 0 && l.error.offset == 103 && l.i_state == NULL);
}

/* Schema ---------------------------------------------------------------------------------------------------------- */

/* The messages of the format as docs/FORMAT-ncurep.md lists them: numbers, with s for string or bytes, v for varint, d
   for double, f for float, or the name of a message. */
static const struct {
    const char *name, *fields;
} known[] = {
    {"file", "1=v"},
    {"block", "1=v 2=v 3=session 4=set 5=v 6=process 7=v 8=v 9=v 10=v"},
    {"process", "1=v 2=s 3=s"},
    {"session", "1=v 2=v 3=system 4=system 5=properties 6=device 7=s 8=pair 9=executable 10=settings 11=s"},
    {"system", "1=s 2=s 3=s 4=s 5=s 6=v 7=address"},
    {"address", "1=s 2=v"},
    {"properties", "1=pair"},
    {"pair", "1=s 2=s"},
    {"device", "1=v 2=s 3=attribute"},
    {"attribute", "1=s 2=number"},
    {"number", "1=s 2=f 3=d 4=v 5=v"},
    {"executable", "1=s 2=s 3=s 4=s"},
    {"settings", "1=v 2=v 3=v 4=s 5=filters 6=other 7=s 8=s 9=sampling 10=v 11=s 12=v 13=triple 14=s 15=s 16=v"},
    {"triple", "1=v 2=v 3=v"},
    {"filters", "1=s 2=s 3=s 4=v 5=v 6=v 7=s"},
    {"other", "1=v 2=s"},
    {"sampling", "1=v 2=v 3=v 4=v"},
    {"module", "1=v 2=s 3=s 4=s 5=v 6=v 7=v 8=files 9=relocation"},
    {"files", "1=pair"},
    {"relocation", "1=symbol 2=symbol"},
    {"symbol", "1=s 2=v 3=v"},
    {"kernel", "1=v 2=v 3=v 4=v 5=s 6=s 7=s 8=v 9=xyz 10=xyz 11=xyz 12=s 13=measured 14=v 15=module 16=v 17=section 18=comment 19=rule 20=v 21=nvtx "
               "22=v 23=v 24=series 25=flags 26=s 27=s 28=stack 31=s 35=f 36=warp_samples 38=s"},
    {"range", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=flags 13=s 14=stack 15=v"},
    {"cmdlist", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=v 13=flags 14=s 15=s 16=stack 17=v 18=s"},
    {"graph", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=v 13=flags 14=s 15=s 16=stack 17=v"},
    {"xyz", "1=v 2=v 3=v"},
    {"measured", "1=v 2=number 3=instance 4=v"},
    {"instance", "1=number 2=number"},
    {"comment", "1=set 2=s 3=s"},
    {"series", "1=v 2=s"},
    {"nvtx", "1=domain 2=thread 3=started 4=v 5=v"},
    {"domain", "1=v 2=s 3=numbered 4=names_of"},
    {"numbered", "1=v 2=s"},
    {"names_of", "1=v 2=numbered"},
    {"thread", "1=v 2=pushed"},
    {"pushed", "1=v 3=push"},
    {"push", "1=s 2=attributes 3=v"},
    {"started", "1=v 3=start"},
    {"start", "1=v 2=s 3=attributes 4=v 5=v"},
    {"attributes", "1=v 2=v 3=color 4=payload 5=text"},
    {"payload", "1=v 2=v 3=v 4=d 5=v 6=v 7=f 8=s"},
    {"text", "1=v 2=s 3=v"},
    {"stack", "1=frame 2=v"},
    {"warp_samples", "1=s 2=warp_list"},
    {"warp_list", "1=warp_series"},
    {"warp_series", "1=v 2=s 3=s"},
    {"frame", "1=s 2=v 3=s 4=s 5=v"},
    {"rule", "1=s 2=s 3=rule_body 4=s 5=marker"},
    {"rule_body", "1=rule_item"},
    {"rule_item", "1=message 2=table 3=bar 4=histogram 5=line 6=set 7=roofline 8=focus 9=source 10=speedup"},
    {"message", "1=s 2=v 3=v 4=s"},
    {"focus", "1=v 2=s 3=d 4=v 5=s"},
    {"speedup", "1=v 2=d"},
    {"marker", "1=v 2=v 3=v 4=s 5=v 6=s"},
    {"section", "1=s 2=s 3=v 4=header 5=body 6=metrics 7=s 8=set 9=s 10=definitions 11=filter 12=group 13=metrics"},
    {"header", "1=v 2=metric"},
    {"metrics", "1=metric 2=v"},
    {"set", "1=s"},
    {"definitions", "1=definition"},
    {"definition", "1=s 2=s 3=filter"},
    {"group", "1=s 2=s 3=display 4=hints"},
    {"hints", "1=ctr_domain"},
    {"ctr_domain", "1=s 2=v"},
    {"display", "1=flags 2=flags"},
    {"flags", "1=v 2=v"},
    {"metric", "1=s 2=s 3=v 4=v 5=s 6=filter 7=option 8=display 9=s 11=s 13=d 15=s 16=v"},
    {"option", "1=s 2=s 3=filter"},
    {"filter", "1=v 2=v 3=flags 4=collection 5=v 6=f 7=f"},
    {"collection", "1=v"},
    {"body", "1=item 2=s 3=v"},
    {"item", "1=table 2=bar 3=histogram 4=line 5=container 6=roofline 7=source 8=suffixes 101=shared 102=cache 103=cache 104=memory 105=label "
             "106=cache 107=cache 108=label 109=label 110=label 111=cache 112=label 113=timeline 150=widget 200=filter"},
    {"container", "1=item"},
    {"label", "1=s"},
    {"table", "1=s 2=v 3=v 4=v 5=metric 6=v 7=v 8=s"},
    {"bar", "1=s 2=v 3=label 4=axis 5=metric 6=v 7=v 8=v 9=s"},
    {"histogram", "1=s 2=bins 3=axis 4=metric 5=s"},
    {"line", "1=s 2=axis 3=axis 4=metric 5=highlight 6=s"},
    {"highlight", "1=metric"},
    {"axis", "1=s 2=flags 3=v 4=v 5=v"},
    {"bins", "1=s 2=v"},
    {"shared", "1=s 2=v 3=v 4=v 5=v"},
    {"cache", "1=s 2=v 3=v 4=v 5=v 6=v 7=v 8=v 9=v 10=v 11=v 12=v 13=v"},
    {"memory", "1=s 2=v 3=v 4=v"},
    {"widget", "1=s 2=s 3=metric"},
    {"roofline", "1=s 2=roof_axis 3=roof_axis 4=roof 5=achieved 6=wall 7=s 8=aspect"},
    {"roof_axis", "1=s 2=d 3=d 4=d"},
    {"aspect", "1=s"},
    {"roof", "1=value 2=value 3=roof_options"},
    {"roof_options", "1=s 2=color 3=v 4=v 5=value"},
    {"achieved", "1=value 2=value 3=point"},
    {"wall", "1=value 2=point"},
    {"point", "1=s 2=color"},
    {"color", "1=v 2=v"},
    {"value", "1=d 2=metric 3=cycles"},
    {"cycles", "1=metric 2=metric"},
    {"source", "1=s 2=v 3=metric 4=v 5=s"},
    {"suffixes", "1=s 2=names 3=names"},
    {"names", "1=metric"},
    {"timeline", "2=rows 3=metric"},
    {"rows", "1=s 3=v 4=row"},
    {"row", "1=s 2=s 3=v 4=metric"}};

static const struct {
    const char *name;
    ncurep_root root;
} roots[] = {{"file", NCUREP_ROOT_FILE}, {"block", NCUREP_ROOT_BLOCK}, {"module", NCUREP_ROOT_SOURCE}, {"kernel", NCUREP_ROOT_KERNEL},
             {"range", NCUREP_ROOT_RANGE}, {"cmdlist", NCUREP_ROOT_CMDLIST}, {"graph", NCUREP_ROOT_GRAPH}};

static unsigned made_messages, made_fields, made_unknown;

/* Fields of the numbers between these two. */
static void make_unknown(wire *w, uint32_t from, uint32_t to, int way)
{
    uint32_t number;
    for (number = from + 1; number < to; number++) {
        if (way == 3) w_number(w, number, 1);
        else w_text(w, number, "?");
        made_unknown++;
    }
}

/* Puts all fields of a message in: as they are (way 0); after an unknown one (1); after each in another wire type (2);
   or with every number up to 203 that the message does not have between them, as numbers (3) or as texts (4). */
static void make_known(wire *to, const char *name, size_t len, int way, unsigned depth)
{
    const char *p = NULL;
    uint32_t last = 0;
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == len && memcmp(known[i].name, name, len) == 0) p = known[i].fields;
    if (p == NULL) abort();
    made_messages++;
    if (way == 1) w_number(to, 499, 1);
    while (*p != 0) {
        char *end;
        const uint32_t number = (uint32_t)strtoul(p, &end, 10);
        const size_t n = strcspn(end + 1, " ");
        made_fields++;
        if (way == 2) {
            w_tag(to, number, end[1] == 'f' && n == 1 ? 1 : 5);
            w_little(to, 7, end[1] == 'f' && n == 1 ? 8 : 4);
        }
        if (way > 2) make_unknown(to, last, number, way);
        last = number;
        if (n > 1) {
            wire sub = {NULL, 0, 0};
            if (depth > 0) make_known(&sub, end + 1, n, way, depth - 1);
            w_message(to, number, &sub);
            free(sub.ptr);
        } else if (end[1] == 's') w_text(to, number, "text");
        else if (end[1] == 'd') w_double(to, number, 1.5);
        else if (end[1] == 'f') {
            w_tag(to, number, 5);
            w_little(to, 0x3fc00000u, 4);
        } else w_number(to, number, 3);
        p = end + 1 + n + (end[1 + n] == ' ');
    }
    if (way > 2) make_unknown(to, last, 204, way);
}

static void known_fields(void)
{
    size_t i;
    int way;
    for (i = 0; i < sizeof roots / sizeof *roots; i++)
        for (way = 0; way < 5; way++) {
            ncurep_reader walk;
            ncurep_unknown u;
            unsigned count = 0, first = 0, top = 0;
            const unsigned bad = run_bad;
            entry.len = 0;
            made_messages = made_fields = made_unknown = 0;
            make_known(&entry, roots[i].name, strlen(roots[i].name), way, 12);
            CHECK(made_messages < 100000 && (roots[i].root < NCUREP_ROOT_KERNEL || made_messages > 500));
            ncurep_reader_begin(&walk, roots[i].root, view_of(entry.ptr, entry.len), 1000);
            while (ncurep_reader_next(&walk, &u)) {
                if (way == 0 && count < 5) printf("    field %u at depth %u is not known\n", (unsigned)u.field.number, (unsigned)u.depth);
                if (way == 1) CHECK_U64(499, u.field.number);
                if (way == 2) CHECK(u.field.wire == 5 || u.field.wire == 1);
                if (way == 3) CHECK(u.field.wire == 0 && u.field.value == 1);
                if (way == 4) CHECK(u.field.wire == 2 && u.field.bytes.len == 1);
                if (u.depth == 0) top++;
                else if (u.path[u.depth - 1].index == 0) first++;
                count++;
            }
            CHECK_U64(NCUREP_OK, walk.error.code);
            CHECK_U64(0, walk.error.offset);
            CHECK_U64(way == 0 ? 0 : way == 1 ? made_messages : way == 2 ? made_fields : made_unknown, count);
            CHECK_U64(count - top, first); /* all except those of the root are in the first message with their number */
            if (way > 0) CHECK(top > 0 && (way != 1 || top == 1));
            if (run_bad > bad) printf("    in %s, way %d\n", roots[i].name, way);
        }
}

/* What the sections of the report and the session say about their members, each with another value. */
static void members(void)
{
    ncurep_session s;
    ncurep_result k;
    unsigned kind, i;
    start();
    for (i = 1; i <= 12; i++) { /* settings: numbers 1 and above, texts */
        if (i == 4 || i == 7 || i == 8 || i == 11) w_data(&small, i, "settings text", i);
        else if (i == 5)
            for (kind = 1; kind <= 7; kind++) {
                if (kind >= 4 && kind <= 6) w_number(&tiny, kind, 100 + kind);
                else w_data(&tiny, kind, "filters", kind);
            }
        else if (i == 6) {
            w_number(&tiny, 1, 2); /* anything but 0 is true */
            w_data(&tiny, 2, "metrics", 5);
        } else if (i == 9)
            for (kind = 1; kind <= 4; kind++) w_number(&tiny, kind, 200 + kind);
        else w_number(&small, i, i % 2);
        if (i == 5 || i == 6 || i == 9) w_message(&small, i, &tiny);
    }
    w_message(&part, 10, &small);
    for (i = 1; i <= 4; i++) w_data(&small, i, "executable", i);
    w_message(&part, 9, &small);
    w_message(&header, 3, &part);
    for (kind = 0; kind < 4; kind++) {
        for (i = 1; i <= 35; i++) {
            static const char *const texts[4] = {"\5\6\7\14\32\33\37", "\3\15", "\3\16\17\22", "\3\16\17"};
            static const char *const numbers[4] = {"\1\2\3\4\10\16\20\24\26\27", "\1\2\5\6\11\13", "\1\2\5\6\11\13\14", "\1\2\5\6\11\13\14"};
            if (strchr(texts[kind], (int)i) != NULL) w_data(&entry, i, "a text that is cut at its number....", i);
            if (strchr(numbers[kind], (int)i) != NULL) w_number(&entry, i, 1000 + i);
            if (kind == 0 && i == 24) {
                w_number(&small, 1, 77);
                w_text(&small, 2, "combination");
                w_message(&entry, i, &small);
            }
            if (i == (kind == 0 ? 25u : kind == 1 ? 12u : 13u)) {
                w_number(&small, 1, 0);
                w_number(&small, 2, 9);
                w_message(&entry, i, &small);
            }
            if (i == (kind == 0 ? 28u : kind == 1 ? 14u : 16u)) {
                w_number(&tiny, 5, 12);
                w_message(&small, 1, &tiny);
                w_message(&entry, i, &small);
            }
        }
        w_entry(&payload, &entry);
    }
    w_number(&header, 2, 1);
    w_number(&header, 7, 1);
    w_number(&header, 8, 1);
    w_number(&header, 9, 1);
    block();
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(ncurep_report_session(r, &s) && s.settings.has == 0x1ffe && s.settings.filter.has == 0xfe && s.settings.sampling.has == 0x1e && s.settings.other.has == 6 && s.executable.has == 0x1e);
    CHECK(s.settings.nvtx == 1 && s.settings.no_start_stop == 0 && s.settings.from_start == 1 && s.settings.import_source == 0 && s.settings.cpu_stack == 0);
    CHECK(s.settings.activity.len == 4 && s.settings.sections.len == 7 && s.settings.clocks.len == 8 && s.settings.replay.len == 11);
    CHECK(s.settings.filter.kernel.len == 1 && s.settings.filter.base.len == 2 && s.settings.filter.id.len == 3 && s.settings.filter.nvtx.len == 7);
    CHECK(s.settings.filter.skip == 104 && s.settings.filter.skip_before == 105 && s.settings.filter.count == 106);
    CHECK(s.settings.sampling.interval_auto == 1 && s.settings.sampling.interval == 202 && s.settings.sampling.passes == 203 && s.settings.sampling.buffer == 204);
    CHECK(s.settings.other.rules == 1 && s.settings.other.metrics.len == 5);
    CHECK(s.executable.path.len == 1 && s.executable.directory.len == 2 && s.executable.arguments.len == 3 && s.executable.environment.len == 4);
    for (kind = 0; kind < 4; kind++) {
        static const uint64_t created[4] = {1014, 1005, 1005, 1005}, context[4] = {1022, 1011, 1011, 1011}, stream[4] = {1023, 0, 1012, 1012};
        static const size_t comments[4] = {12, 3, 3, 3}, context_name[4] = {26, 13, 14, 14}, stream_name[4] = {27, 0, 15, 15}, display[4] = {0, 0, 18, 0};
        ncurep_frame f;
        CHECK(ncurep_result_at(r, kind, &k, &error));
        CHECK(k.thread == 1001 && k.call == 1002 && k.created == created[kind] && k.context == context[kind] && k.stream == stream[kind]);
        CHECK(k.unsupported == 1 && k.api == (kind == 0 ? 1016 : 1006) && k.clock.requested == 0 && k.clock.executed == 1);
        CHECK(k.comments.len == comments[kind] && k.context_name.len == context_name[kind] && k.stream_name.len == stream_name[kind] && k.display.len == display[kind]);
        CHECK(NCUREP_HAS(&k, 12) && NCUREP_HAS(&k, 14) && NCUREP_HAS(&k, 16) && NCUREP_HAS(&k, 20) && NCUREP_HAS(&k, 22) && NCUREP_HAS(&k, 25) && NCUREP_HAS(&k, 26) && NCUREP_HAS(&k, 28));
        CHECK(NCUREP_HAS(&k, 23) == (kind != 1) && NCUREP_HAS(&k, 27) == (kind != 1) && NCUREP_HAS(&k, 41) == (kind == 2) && NCUREP_HAS(&k, 24) == (kind == 0));
        CHECK(ncurep_frame_next(&k.stack.frames, &f) && f.line == 12 && !ncurep_frame_next(&k.stack.frames, &f));
        if (kind > 0) continue;
        CHECK(k.program == 1003 && k.kernel == 1004 && k.mangled.len == 5 && k.function.len == 6 && k.demangled.len == 7 && k.dimensions == 1008 && k.field31.len == 31);
        CHECK(k.series.id == 77 && k.series.has == 6);
        CHECK_VIEW("combination", k.series.combination);
    }
    ncurep_report_close(r);
}

int main(void)
{
    RUN(fields);
    RUN(long_varints);
    RUN(broken_numbers);
    RUN(known_fields);
    RUN(members);
    made_free();
    return run_end();
}
