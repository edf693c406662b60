/* A report that has every field ncurep.h knows, each with a value of its own.
 *
 *     build/tests/golden/ncurep_full         what the reader counts in it
 *     build/tests/golden/ncurep_full FILE    writes it, for ncurep_full.sh
 */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "run.h"

/* A letter begins an entry, or B the header of a block, and ; ends a block. Field 5 is 5:12 as a number, 5~1.5 as a double, 5'text',
   5"string of the table", 5#00ff as bytes or
   5{fields}; %00ff is a field as it is in the file,
   5@path the bytes of a file. */
static const char *const parts[] = {
    "B 3{ 1:101 2:1750000102 3{ 1'host os' 2'host build' 3'host processor' 4'host architecture' 5'host computer' 6:103 7{1'10.0.0.4' 2:1} 7{1'::5' 2:2} }\n"
    "   4{ 1'target os' 2'target build' 3'target processor' 4'target architecture' 5'target computer' 6:104 7{1'10.0.0.6' 2:1} } 5{ 1{1'property' 2'its value'} }\n"
    "   6{ 1:0 2'made up GPU' 3{1'compute_capability_major' 2{4:9}} 3{1'multiprocessor_count' 2{4:105}} 3{1'share' 2{3~0.625}} 3{1'word' 2{1'text'}} }\n"
    "   6{ 1:1 2'other GPU' 3{1'multiprocessor_count' 2{5:106}} }\n"
    "   7'comments 107' 8{1'CUDA Version' 2'12.8'} 8{1'Nsight Compute Target' 2'2025.1.0.0'}\n"
    "   9{ 1'path 109' 2'directory 110' 3'arguments 111' 4'environment 112' }\n"
    "   10{ 1:1 2:0 3:1 4'activity' 5{1'kernel 113' 2'base 114' 3'id 115' 4:116 5:117 6:118 7'nvtx 119'} 6{1:1 2'metrics 120'} 7'sections 121' 8'clocks 122'\n"
    "       9{1:0 2:123 3:124 4:125} 10:1 11'replay 126' 12:1 13{1:127 2:128 3:129} 14'stack 130' 15'field 131' 16:132 }\n"
    "   11'command 133' } 6{1:201 2'host 202' 3'process 203'} ;",
    "B 6{1:201 2'host 202' 3'process 203'}\n"
    "S{ 1:77 2'code of module' 3'ptx' 5:5 6:6 7:7 8{ 1{1'/src/a.cu'  2'first\nsecond\n'} 1{1'/src/b.cu'} } 9{ 1{1'f' 2:4096 3:1} 1{1'g' 2:8192 3:2} 2{1'o' 2:12288 3:3} } } ;",
    "B 6{1:201 2'host 202' 3'process 203'}\n"
    "K{ 1:7 2:302 3:303 4:304 5'_Z1fv' 6'f' 7'f()' 8:3 9{1:305 2:306 3:307} 10{1:4 2:3 3:2} 11{1:64 2:2 3:1} 12'comments 308'\n"
    "   13{1\"gpu__time_duration.sum\" 2{3~1536}} 13{1\"launch__grid_size\" 2{4:24}} 13{1\"a.sum\" 2{5:9} 3{1{5:4096} 2{3~2.5}} 3{1{5:4112} 2{3~6.5}} 4:1}\n"
    "   13{1\"words\" 2{1'a word'}} 13{1\"nothing\"} 13{1\"breakdown:a.sum\" 2{1'gpu__time_duration.sum,words,launch__grid_size'}} 13{1\"by_name\" 2{3~3} 3{1{1'one'} 2{4:1}} 3{1{1'two'} 2{4:2}}} 14:1750000309 15{1:77 5:310} 16:2\n"
    "   17{ 1'First' 2'The first' 3:11 4{ 1:2 2{1'gpu__time_duration.sum' 2'Duration'} 2{1'a.sum' 2'A'} } 5{ 1{} 1{} 2'Body' 3:1 } 5{2'Other'} 6{1{1'by_name' 2'By'} 2:4}\n"
    "       7'What it is.' 8{1'full'} 8{1'basic'} 9'Base' 10{1{1'definition' 2'its text'}} 12{1'group' 2'Group'} 13{1{1'a.sum' 2'A'} 2:6} }\n"
    "   18{1{1'First'} 2'The first' 3'on the section'}\n"
    "   19{ 1'FirstRule' 2'First rule' 3{ 1{ 1{1'said @section:First:here@ and @url:a page:https://example.org/x@ at @source:/src/a.cu:2:line 2@ or @sass:0x1010:there@' 2:4 3:5 4'Name'}\n"
    "           2{1'Table' 3:2 5{1'a.sum' 2'A'} 5{1'by_name'}} 3{1'Bars' 5{1'by_name' 2'By'}} 4{1'Histogram' 4{1'a.sum' 2'A again'}} 5{1'Lines' 4{1'words' 2'Words'}}\n"
    "           6{1'First'} 7{1'Roof' 4{1{2{1'work' 2'Work'}} 2{2{1'traffic' 2'Traffic'}}}} 8{1:5 2'a.sum' 3~9.25 4:2 5'above 5'}\n"
    "           9{1'Source' 3{1'gpu__time_duration.sum' 2'Time'}} 10{1:2 2~12.5} } }\n"
    "       4'First' 5{1:1 2:2 3:4112 4'marked' 5:3 6'/src/a.cu'} 5{1:2 3:4096 4'at an address' 5:2} }\n"
    "   20:1 21{ 1{1:1 2'domain' 3{1:401 2'registered'} 4{1:-2 2{1:402 2'category'}} 4{1:3 2{1:403 2'thread name'}} 4{1:9} }\n"
    "       2{1:7 2{1:1 3{1'outer' 2{1:2 2:402 3{1:1 2:4278255360} 4{1:5 2:404} 5{1:1 2'outer message' 3:405}} 3:406} 3{1'inner' 3:407}}} 2{1:8 2{1:1 3{1'elsewhere'}}}\n"
    "       3{1:1 3{1:408 2'started' 3{1:3 2:2 4{1:3 4~0.75}} 4:409 5:410}} 4:1 5:411 }\n"
    "   22:312 23:313 24{1:314 2'combination'} 25{1:1 2:0} 26'context 315' 27'stream 316'\n"
    "   28{ 1{1'module 317' 2:318 3'main.py' 4'main' 5:319} 1{1'module 320' 2:321 4'call'} 2:2 } 31'field 322' %9d0278563412\n"
    "   36{1'warps' 2{ 1{1:3 2#e8030000000000000100000000000000d0070000000000000300000000000000\n"
    "       3#00100000000000001100000001080102101000000000000012000000030c000420100000000000001300000005080106}}} 38'field 323' } ;",
    "R{ 1:8 2:502 } ;",
    "B 6{1:201 2'host 202' 3'process 203'}\n"
    "S{ 1:78 4@examples/data/samples/ncurep/loops_sm75.cubin 5:5 8{ 1{1'/src/loops.cu' 2@examples/data/samples/ncurep/loops.cu} } 9{ 1{1'many' 2:131072 3:13} } } ;",
    "B 6{1:201 2'host 202' 3'process 203'} 11:42\n"
    "K{ 1:7 2:602 5'_ZN2ns5OuterIiE4manyEv' 6'many' 7'void ns::Outer<int, ns::Inner<2> >::many<(anonymous namespace)::Tag>(const float *, float *, int)' 8:3\n"
    "   10{1:8 2:1 3:1} 11{1:128 2:1 3:1} 13{1\"gpu__time_duration.sum\" 2{3~4096}} 13{1\"smsp__sass_branch_targets_threads_divergent.sum\" 2{5:7}}\n"
    "   13{1\"launch__thread_count\" 2{4:1024}} 13{1\"smsp__pcsamp_sample_count\" 2{5:90} 3{1{5:131168} 2{5:40}} 3{1{5:131200} 2{5:30}} 3{1{5:131520} 2{5:20}}}\n"
    "   13{1\"smsp__pcsamp_warps_issue_stalled_long_scoreboard\" 2{5:60} 3{1{5:131168} 2{5:35}} 3{1{5:131200} 2{5:25}}}\n"
    "   13{1\"smsp__pcsamp_warps_issue_stalled_selected\" 2{5:30} 3{1{5:131168} 2{5:5}} 3{1{5:131200} 2{5:5}} 3{1{5:131520} 2{5:20}}}\n"
    "   13{1\"inst_executed\" 2{5:300} 3{1{5:131072} 2{5:100}} 3{1{5:131168} 2{5:110}} 3{1{5:131200} 2{5:90}}}\n"
    "   13{1\"memory_l2_theoretical_sectors_global\" 2{5:80} 3{1{5:131168} 2{5:80}}} 13{1\"memory_l2_theoretical_sectors_global_ideal\" 2{5:40} 3{1{5:131168} 2{5:40}}}\n"
    "   13{1\"what_it_says\" 3{1{5:131168} 2{1'a load'}} 3{1{5:131200} 2{1'a sum'}}} 15{1:78 5:5}\n"
    "   17{ 1'First' 2'The first' 3:1 4{ 2{1'launch__thread_count' 2'Threads'} } } 17{ 1'Second' 2'The second' 3:2 4{ 2{1'gpu__time_duration.sum' 2'Time'} } }\n"
    "   18{1{1'Second'} 2'The second' 3'on the second'}\n"
    "   19{ 1'CodeRule' 2'Code rule' 3{ 1{ 1{1'slow at @source:/src/loops.cu:316:this line@, as is @sass:0x20060:this load@ and @sass:0x99999:that@' 2:2} } } 4'Second' } } ;",
    "K{ 1:7 2:603 6'g' 7'g()' 10{1:1 2:1 3:1} 11{1:32 2:1 3:1} 13{1\"gpu__time_duration.sum\" 2{3~512}} }\n"
    "K{ 1:7 2:604 6'f' 7'f(int)' 10{1:1 2:1 3:1} 11{1:32 2:1 3:1} 13{1\"gpu__time_duration.sum\" 2{3~513}} }\n"
    "K{ 1:7 2:605 6'g' 7'g(int)' 10{1:1 2:1 3:1} 11{1:32 2:1 3:1} 13{1\"gpu__time_duration.sum\" 2{3~514}} } ;"};

static int hex_of(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* What stands between two marks, or hexadecimal digits, as bytes. */
static const char *take(const char *p, ncurep_view *v)
{
    static char bytes[400];
    const char mark = *p++;
    size_t n = 0;
    if (mark == '\'' || mark == '"')
        for (; *p != mark; p++) bytes[n++] = *p;
    else
        for (; hex_of(p[0]) >= 0; p += 2) bytes[n++] = (char)(unsigned char)(hex_of(p[0]) * 16 + hex_of(p[1]));
    v->ptr = bytes;
    v->len = n;
    return mark == '\'' || mark == '"' ? p + 1 : p;
}

static void put_all(ncurep_writer *w, const char *p)
{
    static const struct {
        char letter;
        ncurep_root root;
    } entries[] = {{'B', NCUREP_ROOT_BLOCK}, {'S', NCUREP_ROOT_SOURCE}, {'K', NCUREP_ROOT_KERNEL}, {'R', NCUREP_ROOT_RANGE}, {'C', NCUREP_ROOT_CMDLIST},
                   {'G', NCUREP_ROOT_GRAPH}};
    while (*p != 0) {
        char *end;
        const uint32_t field = (uint32_t)strtoul(p, &end, 10);
        ncurep_view v;
        size_t i;
        p = *p >= '0' && *p <= '9' ? end : p;
        end = (char *)(uintptr_t)(p + 1);
        for (i = 0; i < sizeof entries / sizeof *entries; i++)
            if (*p == entries[i].letter) ncurep_write_entry(w, entries[i].root);
        switch (*p) {
        case ':': ncurep_write_u64(w, field, (uint64_t)strtoll(p + 1, &end, 10)); break;
        case '~': ncurep_write_double(w, field, strtod(p + 1, &end)); break;
        case '\'':
        case '#':
            end = (char *)(uintptr_t)take(p, &v);
            ncurep_write_text(w, field, v);
            break;
        case '"':
            end = (char *)(uintptr_t)take(p, &v);
            ncurep_write_u64(w, field, ncurep_write_string(w, v));
            break;
        case '@': {
            char path[100];
            size_t len;
            snprintf(path, sizeof path, "%.*s", (int)strcspn(p + 1, " }"), p + 1);
            end = (char *)(uintptr_t)(p + 1 + strlen(path));
            v.ptr = run_read(path, &len);
            v.len = v.ptr != NULL ? len : 0;
            ncurep_write_text(w, field, v);
            free((void *)(uintptr_t)v.ptr);
            break;
        }
        case '%':
            end = (char *)(uintptr_t)take(p, &v);
            ncurep_write_fields(w, v);
            break;
        case '{':
            if (field > 0) ncurep_write_begin(w, field);
            break;
        case '}': ncurep_write_end(w); break;
        case ';': ncurep_write_block(w); break;
        default: break;
        }
        p = end;
    }
}

static int make(FILE *f)
{
    ncurep_output out;
    ncurep_error e;
    ncurep_writer *w;
    size_t i;
    out.write_fn = put_in_file;
    out.user = f;
    w = ncurep_writer_open(&out, NULL, &e);
    if (w == NULL) return 0;
    for (i = 0; i < sizeof parts / sizeof *parts; i++) put_all(w, parts[i]);
    if (end_writer(w, &e)) return 1;
    printf("%s\n", e.message);
    return 0;
}

static void counts(void)
{
    FILE *f = tmpfile();
    ncurep_report *report;
    ncurep_result r;
    ncurep_error e;
    ncurep_info info;
    char bytes[1 << 15];
    size_t len;
    if (!CHECK(f != NULL)) return;
    CHECK(make(f));
    rewind(f);
    len = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    report = ncurep_report_open(bytes, len, NULL, &e);
    if (!CHECK(report != NULL)) return;
    ncurep_report_info(report, &info);
    CHECK_U64(6, info.results);
    CHECK_U64(2, info.sources);
    CHECK(ncurep_result_at(report, 0, &r, &e));
    CHECK_U64(7, r.metrics.count);
    CHECK_U64(1, r.rules.count);
    CHECK_U64(2, r.stack.frames.count);
    ncurep_report_close(report);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        FILE *f = fopen(argv[1], "wb");
        return f == NULL || !make(f) || fclose(f) != 0;
    }
    RUN(counts);
    return run_end();
}
