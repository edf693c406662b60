/* nvsection.h - v1.0.0 - section files of NVIDIA Nsight Compute - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define NVS_IMPLEMENTATION
    #include "nvsection.h"
and include it plainly everywhere else.

A whole program: what a section file shows for the metrics of a launch.

    #include <stdio.h>
    #include <string.h>
    #define NVS_IMPLEMENTATION
    #include "nvsection.h"
    static nvs_reply metric(nvs_view name, nvs_metric *out, void *user)
    {
        static const char *const names[] = {"launch__grid_size", "launch__block_size", "launch__registers_per_thread"};
        static const unsigned values[] = {1024, 256, 40};
        size_t i;
        for (i = 0; user == NULL && i < 3; i++)
            if (name.len == strlen(names[i]) && memcmp(name.ptr, names[i], name.len) == 0) {
                out->value.kind = NVS_KIND_UINT64;
                out->value.v.u = values[i];
                return NVS_REPLY_YES;
            }
        return NVS_REPLY_NO;
    }
    int main(int argc, char **argv)
    {
        static char text[1 << 16];
        FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
        const size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
        const nvs_source source = {metric, NULL, NULL, NULL};
        nvs_problem problem;
        nvs_document *section = nvs_document_open(text, size, NULL, NULL);
        const nvs_node *root = section != NULL ? section->root : NULL;
        nvs_metrics *metrics = nvs_metrics_open(&root, 1, &source, NULL, NULL);
        const nvs_evaluation *shown = nvs_evaluate(metrics, root, NULL, NULL);
        size_t i;
        for (i = 0; nvs_document_problem_at(section, (uint32_t)i, &problem); i++)
            printf("line %u: %s\n", (unsigned)problem.line, problem.message);
        for (i = 0; shown != NULL && i < shown->count; i++) {
            const nvs_cell *c = &shown->parts[i].cell;
            if (shown->parts[i].kind != NVS_PART_KIND_HEADER) continue;
            printf("%.*s: ", (int)c->label.len, c->label.ptr);
            if (c->state == NVS_CELL_STATE_VALUE) printf("%.0f\n", nvs_value_number(&c->data.value, NULL));
            else printf("n/a\n");
        }
        nvs_evaluation_close(shown);
        nvs_metrics_close(metrics);
        nvs_document_close(section);
        return file == NULL || fclose(file) != 0 || shown == NULL;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted; 4 KiB where a decimal fraction is read or
        written or a pattern is compiled. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals.

TRUST
    INPUT                                                may be hostile
    section text, binary sections                        yes
    names, lists, patterns, expressions, metric values   yes
    options, callbacks, rules, objects of this header    no

OWNERSHIP      Each _open and each answer has its _close. Views point into the input, which must outlive the document;
               decoded text lies in the document. Nodes live as long as their document, the uses of a selection as
               long as it. Derived metrics and evaluations point into the metrics of their source and into sections,
               which must outlive them.
THREADS        No shared state: different objects in different threads are fine, one object in one thread at a time.
               Documents, selections, metrics and evaluations are read-only once made: threads may share them.
ERRORS         Calls that make objects return NULL and fill nvs_error only for a wrong argument, no memory, a failed
               callback or a limit. Mistakes in the input are problems of the document, with line and column
               (nvs_document_problem_at); a document that is returned with problems sets no error.
NULL           Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS         Input under 4 GiB; messages, pattern groups and parentheses nest at most 100 deep; counts in patterns up
               to 1000; 65,536 bins; fewer than 4,294,967,295 instances; memory 64 MiB unless the options say
               otherwise.
NOT SUPPORTED  .proto files, extensions, groups and Any; binary fields with unknown numbers; what the GUI draws on its
               own (memory charts, NVLink tables); rules in Python.

MACROS, all optional; define them identically everywhere the header is included
    NVS_IMPLEMENTATION  compile the bodies here
    NVS_STATIC          make everything static
    NVS_API             linkage of the functions; default extern
    NVS_NO_LIBC         call nothing of libc: slower, and memory must be given
    NVS_ASSERT(e)       internal checks; default nothing

PARTS that can be left out                           bytes of code, gcc -Os
    (everything)                                     84099
    NVS_NO_WRITE        without writing              79520
    NVS_NO_EVALUATE     without derived metrics, evaluation  54902
    NVS_NO_RULES        without rules                79954
    (all of them left out)                           46020

SOURCES
    The Nsight Compute documentation: Customization Guide (sections, filters, metric options, derived metrics),
    Profiling Guide (names of metrics). The protobuf text format specification. Field numbers: section messages stored
    in reports of 2020.3.1 to 2025.2.1. [ours]: a decision of this header where they are silent. */
#ifndef NVSECTION_H
#define NVSECTION_H

#define NVS_VERSION_MAJOR 1
#define NVS_VERSION_MINOR 0
#define NVS_VERSION_PATCH 0
#define NVS_VERSION "1.0.0"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: api */
#ifndef NVS_API
#if defined(NVS_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define NVS_API static __attribute__((unused))
#elif defined(NVS_STATIC)
#define NVS_API static
#else
#define NVS_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct nvs_view {
    const char *ptr;
    size_t len;
} nvs_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define NVS_I_ENUMERATOR(name, word) name,
#define NVS_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define NVS_CODES(ROW) \
    ROW(NVS_OK, "ok") \
    ROW(NVS_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(NVS_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(NVS_IO, "io")                   /* a callback failed */ \
    ROW(NVS_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(NVS_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(NVS_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(NVS_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum nvs_code { NVS_CODES(NVS_I_ENUMERATOR) NVS_CODE_COUNT } nvs_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets NVS_OK, 0 and "". */
typedef struct nvs_error {
    nvs_code code;
    uint64_t offset;
    const char *message;
} nvs_error;
/* end of shared */

/* shared: reply */
/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define NVS_REPLIES(ROW) \
    ROW(NVS_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(NVS_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(NVS_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(NVS_REPLY_NO, "no", 0) \
    ROW(NVS_REPLY_YES, "yes", 1)
typedef enum nvs_reply { NVS_REPLIES(NVS_I_NUMBERED) NVS_REPLY_COUNT = 5 } nvs_reply;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct nvs_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} nvs_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with NVS_NO_LIBC
   NVS_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct nvs_memory {
    void *buffer;
    size_t buffer_size;
    nvs_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} nvs_memory;
/* end of shared */

/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NVS_API nvs_view nvs_text(const char *string);

/* The word of an enumerator, stable and for programs ("syntax", "refused"); "?" for an invalid value. Each enum below
   has such a function. */
NVS_API const char *nvs_code_name(nvs_code code);
NVS_API const char *nvs_reply_name(nvs_reply reply);

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

/* Mistakes in a section. */
#define NVS_PROBLEM_KINDS(ROW) \
    ROW(NVS_PROBLEM_KIND_CHARACTER, "character", NVS_SYNTAX, "no token starts with this byte") \
    ROW(NVS_PROBLEM_KIND_STRING, "string", NVS_SYNTAX, "no closing quote on this line") \
    ROW(NVS_PROBLEM_KIND_ESCAPE, "escape", NVS_SYNTAX, "unknown escape") \
    ROW(NVS_PROBLEM_KIND_NUMBER, "number", NVS_SYNTAX, "malformed number") /* or glued to the next token */ \
    ROW(NVS_PROBLEM_KIND_TRUNCATED, "truncated", NVS_TRUNCATED, "the file ends inside a message") \
    ROW(NVS_PROBLEM_KIND_DELIMITER, "delimiter", NVS_SYNTAX, "this closes nothing, or the wrong message") \
    ROW(NVS_PROBLEM_KIND_SYNTAX, "syntax", NVS_SYNTAX, "unexpected token") /* any other token that does not fit */ \
    ROW(NVS_PROBLEM_KIND_TYPE, "type", NVS_SYNTAX, "value of the wrong type") \
    ROW(NVS_PROBLEM_KIND_RANGE, "range", NVS_LIMIT, "number out of range") \
    ROW(NVS_PROBLEM_KIND_ENUM, "enum", NVS_UNSUPPORTED, "this field has no such value") \
    ROW(NVS_PROBLEM_KIND_UNKNOWN_FIELD, "unknown-field", NVS_UNSUPPORTED, "unknown field") \
    ROW(NVS_PROBLEM_KIND_UNKNOWN_EXTENSION, "unknown-extension", NVS_UNSUPPORTED, "unknown extension") \
    ROW(NVS_PROBLEM_KIND_DUPLICATE, "duplicate", NVS_SYNTAX, "this may be given only once") \
    ROW(NVS_PROBLEM_KIND_REQUIRED, "required", NVS_SYNTAX, "required field missing") \
    ROW(NVS_PROBLEM_KIND_DEPTH, "depth", NVS_LIMIT, "messages are nested too deeply") \
    ROW(NVS_PROBLEM_KIND_UTF8, "utf8", NVS_SYNTAX, "string is not UTF-8") /* always a warning */ \
    ROW(NVS_PROBLEM_KIND_ARCH, "arch", NVS_UNSUPPORTED, "unknown compute capability") /* always a warning */ \
    ROW(NVS_PROBLEM_KIND_WIRE, "wire", NVS_SYNTAX, "malformed binary form") \
    ROW(NVS_PROBLEM_KIND_PATTERN, "pattern", NVS_SYNTAX, "malformed regular expression") /* only in evaluations */
#define NVS_I_PROBLEM_KIND(name, word, code, text) name,
typedef enum nvs_problem_kind { NVS_PROBLEM_KINDS(NVS_I_PROBLEM_KIND) NVS_PROBLEM_KIND_COUNT } nvs_problem_kind;
#undef NVS_I_PROBLEM_KIND
NVS_API const char *nvs_problem_kind_name(nvs_problem_kind kind);

/* A sentence for people. */
NVS_API const char *nvs_problem_kind_text(nvs_problem_kind kind);

#define NVS_TOKEN_KINDS(ROW) \
    ROW(NVS_TOKEN_KIND_END, "end") \
    ROW(NVS_TOKEN_KIND_NAME, "name") \
    ROW(NVS_TOKEN_KIND_INTEGER, "integer") /* decimal, octal or hex */ \
    ROW(NVS_TOKEN_KIND_FLOAT, "float") \
    ROW(NVS_TOKEN_KIND_STRING, "string")   /* one literal, quotes included; see nvs_token_decode */ \
    ROW(NVS_TOKEN_KIND_SYMBOL, "symbol")   /* one of { } < > [ ] : , ; - . / */ \
    ROW(NVS_TOKEN_KIND_COMMENT, "comment") /* "#" to the end of the line, when the reader gives comments */ \
    ROW(NVS_TOKEN_KIND_BAD, "bad")         /* see problem and at_offset, at_line, at_column */
typedef enum nvs_token_kind { NVS_TOKEN_KINDS(NVS_I_ENUMERATOR) NVS_TOKEN_KIND_COUNT } nvs_token_kind;
NVS_API const char *nvs_token_kind_name(nvs_token_kind kind);

typedef struct nvs_token {
    nvs_token_kind kind;
    char symbol;          /* of NVS_TOKEN_KIND_SYMBOL */
    unsigned char plain;  /* a string without escapes: its content is what is between the quotes */
    unsigned char utf8;   /* 0: a string that is not UTF-8, from at_offset on */
    nvs_view text;        /* as written */
    uint32_t offset;      /* of its first byte */
    uint32_t line;        /* from 1; a line ends with LF */
    uint32_t column;      /* from 1, in bytes; a byte order mark at the start has none */
    nvs_problem_kind problem; /* of NVS_TOKEN_KIND_BAD */
    uint32_t at_offset;       /* where it is */
    uint32_t at_line;
    uint32_t at_column;
} nvs_token;

typedef struct nvs_reader_state {
    const char *start, *at, *end, *line_start;
    uint32_t line;
} nvs_reader_state;

typedef struct nvs_reader {
    int comments;    /* 1, set after nvs_reader_begin: comments are tokens as well */
    nvs_error error; /* LIMIT for 4 GiB or more; a bad token is not an error */
    nvs_reader_state i_state;
} nvs_reader;

/* Starts reading a text of size bytes. */
NVS_API void nvs_reader_begin(nvs_reader *reader, const void *data, size_t size);

/* Reads one token; 0 at the end, whose place is filled in. A bad token is one token: reading resumes after it. Needs no
   memory. Cost: the bytes passed. */
NVS_API int nvs_reader_next(nvs_reader *reader, nvs_token *token);

/* Decodes a string token into out and returns the length, at most token->text.len. out NULL asks for the length;
   nothing is written when size is too small. 0 for other tokens. */
NVS_API size_t nvs_token_decode(const nvs_token *token, char *out, size_t size);

/* ---- Schema ------------------------------------------------------------------------------------------------------ */

/* Messages. Several fields may hold the same message; the name is ours where no file shows one. */
#define NVS_MESSAGES(ROW) \
    ROW(NVS_MESSAGE_SECTION, "Section") ROW(NVS_MESSAGE_METRIC, "Metric") \
    ROW(NVS_MESSAGE_METRIC_OPTION, "MetricOption") ROW(NVS_MESSAGE_SECTION_METRICS, "SectionMetrics") \
    ROW(NVS_MESSAGE_HEADER, "Header") ROW(NVS_MESSAGE_SET, "Set") \
    ROW(NVS_MESSAGE_METRIC_DEFINITIONS, "MetricDefinitions") ROW(NVS_MESSAGE_METRIC_DEFINITION, "MetricDefinition") \
    ROW(NVS_MESSAGE_GROUP, "Group") ROW(NVS_MESSAGE_SCHEDULING_HINTS, "SchedulingHints") \
    ROW(NVS_MESSAGE_HINT_DOMAIN, "HintDomain") ROW(NVS_MESSAGE_DISPLAY_PROPERTIES, "DisplayProperties") \
    ROW(NVS_MESSAGE_SOURCE_CORRELATION, "SourceCorrelation") ROW(NVS_MESSAGE_SOURCE_VIEW, "SourceView") \
    ROW(NVS_MESSAGE_FILTER, "Filter") ROW(NVS_MESSAGE_FILTER_ITEM, "FilterItem") \
    ROW(NVS_MESSAGE_COLLECTION_FILTER, "CollectionFilter") ROW(NVS_MESSAGE_BODY, "Body") \
    ROW(NVS_MESSAGE_BODY_ITEM, "BodyItem") ROW(NVS_MESSAGE_LABELLED, "Labelled") ROW(NVS_MESSAGE_TABLE, "Table") \
    ROW(NVS_MESSAGE_BAR_CHART, "BarChart") ROW(NVS_MESSAGE_HISTOGRAM_CHART, "HistogramChart") \
    ROW(NVS_MESSAGE_LINE_CHART, "LineChart") ROW(NVS_MESSAGE_HIGHLIGHT_X, "HighlightX") \
    ROW(NVS_MESSAGE_VALUE_AXIS, "ValueAxis") ROW(NVS_MESSAGE_RANGE, "Range") \
    ROW(NVS_MESSAGE_HISTOGRAM_AXIS, "HistogramAxis") ROW(NVS_MESSAGE_HORIZONTAL_CONTAINER, "HorizontalContainer") \
    ROW(NVS_MESSAGE_ROOFLINE_CHART, "RooflineChart") ROW(NVS_MESSAGE_ROOFLINE_AXIS, "RooflineAxis") \
    ROW(NVS_MESSAGE_ROOFLINE, "Roofline") ROW(NVS_MESSAGE_ACHIEVED_VALUE, "AchievedValue") \
    ROW(NVS_MESSAGE_WALL, "Wall") ROW(NVS_MESSAGE_ROOFLINE_VALUE, "RooflineValue") \
    ROW(NVS_MESSAGE_CYCLES_EXPRESSION, "CyclesExpression") ROW(NVS_MESSAGE_ROOFLINE_OPTIONS, "RooflineOptions") \
    ROW(NVS_MESSAGE_MARK_OPTIONS, "MarkOptions") ROW(NVS_MESSAGE_COLOR, "Color") \
    ROW(NVS_MESSAGE_ROOFLINE_CONDITION, "RooflineCondition") ROW(NVS_MESSAGE_CHART_OPTIONS, "ChartOptions") \
    ROW(NVS_MESSAGE_SOURCE_METRIC_TABLE, "SourceMetricTable") ROW(NVS_MESSAGE_SUFFIX_TABLE, "SuffixTable") \
    ROW(NVS_MESSAGE_SUFFIXES, "Suffixes") ROW(NVS_MESSAGE_SUFFIX, "Suffix") ROW(NVS_MESSAGE_BASE_NAMES, "BaseNames") \
    ROW(NVS_MESSAGE_TIMELINE, "Timeline") ROW(NVS_MESSAGE_METRIC_GROUP, "MetricGroup") \
    ROW(NVS_MESSAGE_METRIC_ROW, "MetricRow") ROW(NVS_MESSAGE_MEMORY_SHARED_TABLE, "MemorySharedTable") \
    ROW(NVS_MESSAGE_MEMORY_CACHE_TABLE, "MemoryCacheTable") \
    ROW(NVS_MESSAGE_MEMORY_L1TEX_CACHE_TABLE, "MemoryL1TEXCacheTable") \
    ROW(NVS_MESSAGE_MEMORY_L2_CACHE_TABLE, "MemoryL2CacheTable") \
    ROW(NVS_MESSAGE_MEMORY_L2_CACHE_EVICT_POLICY_TABLE, "MemoryL2CacheEvictPolicyTable") \
    ROW(NVS_MESSAGE_MEMORY_DEVICE_MEMORY_TABLE, "MemoryDeviceMemoryTable") \
    ROW(NVS_MESSAGE_GFX_METRICS_WIDGET, "GfxMetricsWidget")
typedef enum nvs_message { NVS_MESSAGES(NVS_I_ENUMERATOR) NVS_MESSAGE_COUNT } nvs_message;

/* Field names. A name may occur in several messages with different types. */
#define NVS_FIELDS(ROW) \
    ROW(NVS_FIELD_NONE, "") ROW(NVS_FIELD_IDENTIFIER, "Identifier") ROW(NVS_FIELD_DISPLAY_NAME, "DisplayName") \
    ROW(NVS_FIELD_ORDER, "Order") ROW(NVS_FIELD_HEADER, "Header") ROW(NVS_FIELD_BODY, "Body") \
    ROW(NVS_FIELD_METRICS, "Metrics") ROW(NVS_FIELD_DESCRIPTION, "Description") ROW(NVS_FIELD_SETS, "Sets") \
    ROW(NVS_FIELD_EXTENDS, "Extends") ROW(NVS_FIELD_METRIC_DEFINITIONS, "MetricDefinitions") \
    ROW(NVS_FIELD_FILTER, "Filter") ROW(NVS_FIELD_GROUP, "Group") ROW(NVS_FIELD_SOURCE_METRICS, "SourceMetrics") \
    ROW(NVS_FIELD_NAME, "Name") ROW(NVS_FIELD_LABEL, "Label") ROW(NVS_FIELD_HW_UNIT, "HWUnit") \
    ROW(NVS_FIELD_SHOW_INSTANCES, "ShowInstances") ROW(NVS_FIELD_UNIT, "Unit") ROW(NVS_FIELD_OPTIONS, "Options") \
    ROW(NVS_FIELD_DISPLAY_PROPERTIES, "DisplayProperties") ROW(NVS_FIELD_GROUPS, "Groups") \
    ROW(NVS_FIELD_CTR_DOMAINS, "CtrDomains") ROW(NVS_FIELD_MULTIPLIER, "Multiplier") \
    ROW(NVS_FIELD_USER_METRIC_EXPR, "UserMetricExpr") ROW(NVS_FIELD_PM_WARP_SAMPLING_METRIC, "PmWarpSamplingMetric") \
    ROW(NVS_FIELD_ROWS, "Rows") ROW(NVS_FIELD_EXPRESSION, "Expression") \
    ROW(NVS_FIELD_SCHEDULING_HINTS, "SchedulingHints") ROW(NVS_FIELD_CTRS, "Ctrs") \
    ROW(NVS_FIELD_SOURCE_CORRELATION, "SourceCorrelation") ROW(NVS_FIELD_SOURCE_VIEW, "SourceView") \
    ROW(NVS_FIELD_DISABLED, "Disabled") ROW(NVS_FIELD_DIVIDE_BY_CORRELATED_LINE_COUNT, "DivideByCorrelatedLineCount") \
    ROW(NVS_FIELD_DEFAULT_VISIBLE, "DefaultVisible") ROW(NVS_FIELD_DISABLE_RELATIVE_VALUES, "DisableRelativeValues") \
    ROW(NVS_FIELD_MIN_ARCH, "MinArch") ROW(NVS_FIELD_MAX_ARCH, "MaxArch") ROW(NVS_FIELD_ITEMS, "Items") \
    ROW(NVS_FIELD_COLLECTION_FILTER, "CollectionFilter") ROW(NVS_FIELD_VGPU, "VGpu") ROW(NVS_FIELD_MIN_KMD, "MinKmd") \
    ROW(NVS_FIELD_MAX_KMD, "MaxKmd") ROW(NVS_FIELD_COLLECTION_SCOPES, "CollectionScopes") \
    ROW(NVS_FIELD_IMPORTANCE, "Importance") ROW(NVS_FIELD_SET_DEFAULT, "SetDefault") ROW(NVS_FIELD_TABLE, "Table") \
    ROW(NVS_FIELD_BAR_CHART, "BarChart") ROW(NVS_FIELD_HISTOGRAM_CHART, "HistogramChart") \
    ROW(NVS_FIELD_LINE_CHART, "LineChart") ROW(NVS_FIELD_HORIZONTAL_CONTAINER, "HorizontalContainer") \
    ROW(NVS_FIELD_ROOFLINE_CHART, "RooflineChart") ROW(NVS_FIELD_SOURCE_METRIC_TABLE, "SourceMetricTable") \
    ROW(NVS_FIELD_SUFFIX_TABLE, "SuffixTable") ROW(NVS_FIELD_MEMORY_SHARED_TABLE, "MemorySharedTable") \
    ROW(NVS_FIELD_MEMORY_FIRST_LEVEL_CACHE_TABLE, "MemoryFirstLevelCacheTable") \
    ROW(NVS_FIELD_MEMORY_SECOND_LEVEL_CACHE_TABLE, "MemorySecondLevelCacheTable") \
    ROW(NVS_FIELD_MEMORY_DEVICE_MEMORY_TABLE, "MemoryDeviceMemoryTable") ROW(NVS_FIELD_MEMORY_CHART, "MemoryChart") \
    ROW(NVS_FIELD_MEMORY_L1TEX_CACHE_TABLE, "MemoryL1TEXCacheTable") \
    ROW(NVS_FIELD_MEMORY_L2_CACHE_TABLE, "MemoryL2CacheTable") ROW(NVS_FIELD_NVLINK_TOPOLOGY, "NvlinkTopology") \
    ROW(NVS_FIELD_NVLINK_PROPERTY_TABLE, "NvlinkPropertyTable") \
    ROW(NVS_FIELD_NVLINK_THROUGHPUT_TABLE, "NvlinkThroughputTable") \
    ROW(NVS_FIELD_MEMORY_L2_CACHE_EVICT_POLICY_TABLE, "MemoryL2CacheEvictPolicyTable") \
    ROW(NVS_FIELD_NUMA_ID_TABLE, "NumaIdTable") ROW(NVS_FIELD_TIMELINE, "Timeline") \
    ROW(NVS_FIELD_GFX_METRICS_WIDGET, "GfxMetricsWidget") ROW(NVS_FIELD_COLUMNS, "Columns") \
    ROW(NVS_FIELD_SORT_KEY, "SortKey") ROW(NVS_FIELD_SORT_DIRECTION, "SortDirection") \
    ROW(NVS_FIELD_DIRECTION, "Direction") ROW(NVS_FIELD_CATEGORY_AXIS, "CategoryAxis") \
    ROW(NVS_FIELD_VALUE_AXIS, "ValueAxis") ROW(NVS_FIELD_VALUE_AXIS_ALIGNMENT, "ValueAxisAlignment") \
    ROW(NVS_FIELD_HISTOGRAM_AXIS, "HistogramAxis") ROW(NVS_FIELD_METRIC, "Metric") ROW(NVS_FIELD_AXIS_X, "AxisX") \
    ROW(NVS_FIELD_AXIS_Y, "AxisY") ROW(NVS_FIELD_HIGHLIGHT_X, "HighlightX") ROW(NVS_FIELD_RANGE, "Range") \
    ROW(NVS_FIELD_TICK_COUNT, "TickCount") ROW(NVS_FIELD_SIZE, "Size") ROW(NVS_FIELD_PRECISION, "Precision") \
    ROW(NVS_FIELD_MIN, "Min") ROW(NVS_FIELD_MAX, "Max") ROW(NVS_FIELD_BIN_COUNT, "BinCount") \
    ROW(NVS_FIELD_AXIS_INTENSITY, "AxisIntensity") ROW(NVS_FIELD_AXIS_WORK, "AxisWork") \
    ROW(NVS_FIELD_ROOFLINES, "Rooflines") ROW(NVS_FIELD_ACHIEVED_VALUES, "AchievedValues") \
    ROW(NVS_FIELD_WALLS, "Walls") ROW(NVS_FIELD_BASE, "Base") ROW(NVS_FIELD_PEAK_WORK, "PeakWork") \
    ROW(NVS_FIELD_PEAK_TRAFFIC, "PeakTraffic") ROW(NVS_FIELD_ACHIEVED_WORK, "AchievedWork") \
    ROW(NVS_FIELD_ACHIEVED_TRAFFIC, "AchievedTraffic") ROW(NVS_FIELD_VALUE, "Value") \
    ROW(NVS_FIELD_CONSTANT, "Constant") \
    ROW(NVS_FIELD_VALUE_CYCLES_PER_SECOND_EXPRESSION, "ValueCyclesPerSecondExpression") \
    ROW(NVS_FIELD_VALUE_PER_CYCLE_METRICS, "ValuePerCycleMetrics") \
    ROW(NVS_FIELD_CYCLES_PER_SECOND_METRIC, "CyclesPerSecondMetric") ROW(NVS_FIELD_COLOR, "Color") \
    ROW(NVS_FIELD_SHOW_ROOFLINE_EXTENSIONS, "ShowRooflineExtensions") \
    ROW(NVS_FIELD_SHOW_ROOFLINE_POINTS, "ShowRooflinePoints") \
    ROW(NVS_FIELD_SHOW_ONLY_IF_NOT_ZERO, "ShowOnlyIfNotZero") ROW(NVS_FIELD_COLOR_TYPE, "ColorType") \
    ROW(NVS_FIELD_COLOR_VALUE, "ColorValue") ROW(NVS_FIELD_ASPECT_RATIO, "AspectRatio") \
    ROW(NVS_FIELD_SUFFIXES, "Suffixes") ROW(NVS_FIELD_BASE_NAMES, "BaseNames") ROW(NVS_FIELD_SUFFIX, "Suffix") \
    ROW(NVS_FIELD_BASE_NAME, "BaseName") ROW(NVS_FIELD_METRIC_GROUPS, "MetricGroups") \
    ROW(NVS_FIELD_EXPANDED, "Expanded") ROW(NVS_FIELD_METRIC_ROWS, "MetricRows") \
    ROW(NVS_FIELD_SHOW_LOADS, "ShowLoads") ROW(NVS_FIELD_SHOW_STORES, "ShowStores") \
    ROW(NVS_FIELD_SHOW_ATOMICS, "ShowAtomics") ROW(NVS_FIELD_SHOW_TOTALS, "ShowTotals") \
    ROW(NVS_FIELD_SHOW_REDUCTIONS, "ShowReductions") ROW(NVS_FIELD_SHOW_GLOBAL, "ShowGlobal") \
    ROW(NVS_FIELD_SHOW_LOCAL, "ShowLocal") ROW(NVS_FIELD_SHOW_SURFACE, "ShowSurface") \
    ROW(NVS_FIELD_SHOW_TEXTURE, "ShowTexture") ROW(NVS_FIELD_SHOW_TOTAL_LOADS, "ShowTotalLoads") \
    ROW(NVS_FIELD_SHOW_TOTAL_STORES, "ShowTotalStores") \
    ROW(NVS_FIELD_SHOW_TOTAL_ATOMICS_AND_REDUCTIONS, "ShowTotalAtomicsAndReductions") ROW(NVS_FIELD_TYPE, "Type")
typedef enum nvs_field { NVS_FIELDS(NVS_I_ENUMERATOR) NVS_FIELD_COUNT } nvs_field;

#define NVS_ENUMS(ROW) \
    ROW(NVS_ENUM_GPU_ARCH, "GpuArch") \
    ROW(NVS_ENUM_COLLECTION_SCOPE, "CollectionScope") \
    ROW(NVS_ENUM_IMPORTANCE, "Importance") \
    ROW(NVS_ENUM_VGPU, "VGpu") \
    ROW(NVS_ENUM_HW_UNIT_TYPE, "HWUnitType") \
    ROW(NVS_ENUM_TABLE_ORDER, "TableOrder") \
    ROW(NVS_ENUM_DIRECTION, "Direction") \
    ROW(NVS_ENUM_SORT_KEY, "SortKey") \
    ROW(NVS_ENUM_SORT_DIRECTION, "SortDirection") \
    ROW(NVS_ENUM_VALUE_AXIS_ALIGNMENT, "ValueAxisAlignment") \
    ROW(NVS_ENUM_COLOR_TYPE, "ColorType") \
    ROW(NVS_ENUM_PM_WARP_SAMPLING, "PmWarpSampling")
typedef enum nvs_enum { NVS_ENUMS(NVS_I_ENUMERATOR) NVS_ENUM_COUNT } nvs_enum;
NVS_API const char *nvs_enum_name(nvs_enum of);

#define NVS_TYPES(ROW) \
    ROW(NVS_TYPE_STRING, "string") \
    ROW(NVS_TYPE_BOOL, "bool") \
    ROW(NVS_TYPE_UINT32, "uint32") \
    ROW(NVS_TYPE_UINT64, "uint64") \
    ROW(NVS_TYPE_INT64, "int64") \
    ROW(NVS_TYPE_DOUBLE, "double") \
    ROW(NVS_TYPE_ENUM, "enum") \
    ROW(NVS_TYPE_MESSAGE, "message") \
    ROW(NVS_TYPE_RAW, "raw") /* only of nodes: a field that the schema does not have, verbatim */
typedef enum nvs_type { NVS_TYPES(NVS_I_ENUMERATOR) NVS_TYPE_COUNT } nvs_type;
NVS_API const char *nvs_type_name(nvs_type type);

#define NVS_PRESENCES(ROW) \
    ROW(NVS_PRESENCE_OPTIONAL, "optional") \
    ROW(NVS_PRESENCE_REQUIRED, "required") \
    ROW(NVS_PRESENCE_REPEATED, "repeated") \
    ROW(NVS_PRESENCE_ONEOF, "oneof") /* at most one of these in its message */
typedef enum nvs_presence { NVS_PRESENCES(NVS_I_ENUMERATOR) NVS_PRESENCE_COUNT } nvs_presence;
NVS_API const char *nvs_presence_name(nvs_presence presence);

typedef struct nvs_field_info {
    nvs_field name;
    nvs_type type;
    nvs_presence presence;
    int of;          /* nvs_message of NVS_TYPE_MESSAGE, nvs_enum of NVS_TYPE_ENUM, else 0 */
    uint32_t number; /* in the binary form; 0: not known */
} nvs_field_info;

/* A field of a message by position, in order of the numbers: 1, or 0. */
NVS_API int nvs_message_field_at(int message, unsigned index, nvs_field_info *field);
/* A field of a message by name: 1, or 0. */
NVS_API int nvs_message_field_find(int message, nvs_view name, nvs_field_info *field);
/* "Identifier" of NVS_FIELD_IDENTIFIER; "?" for an invalid value. */
NVS_API const char *nvs_field_name(int field);
/* "Section" of NVS_MESSAGE_SECTION; "?" for an invalid value. */
NVS_API const char *nvs_message_name(int message);
/* A name of an enum by position, and its value, aliases last: 1, or 0. */
NVS_API int nvs_enum_value_at(int of, unsigned index, const char **name, int32_t *value);

#define NVS_SCOPES(ROW) \
    ROW(NVS_SCOPE_NONE, "none") \
    ROW(NVS_SCOPE_LAUNCH, "launch") \
    ROW(NVS_SCOPE_RANGE, "range") \
    ROW(NVS_SCOPE_CMDLIST, "cmdlist")
typedef enum nvs_scope { NVS_SCOPES(NVS_I_ENUMERATOR) NVS_SCOPE_COUNT } nvs_scope;
NVS_API const char *nvs_scope_name(nvs_scope scope);
/* The numbers are [ours]: no file shows them. */
#define NVS_IMPORTANCES(ROW) \
    ROW(NVS_IMPORTANCE_NONE, "none") \
    ROW(NVS_IMPORTANCE_OPTIONAL, "optional") \
    ROW(NVS_IMPORTANCE_REQUIRED, "required")
typedef enum nvs_importance { NVS_IMPORTANCES(NVS_I_ENUMERATOR) NVS_IMPORTANCE_COUNT } nvs_importance;
NVS_API const char *nvs_importance_name(nvs_importance importance);
#define NVS_ARCH_MAX 2147483647u /* value of the name MaxArch: no limit */

/* ---- Documents --------------------------------------------------------------------------------------------------- */

/* One occurrence of a field. Read-only. The top node is a message without parent and name. */
typedef struct nvs_node {
    struct nvs_node *parent;
    struct nvs_node *next;  /* next field of the same message */
    struct nvs_node *child; /* first field of a message */
    union {
        nvs_view text;         /* NVS_TYPE_STRING, NVS_TYPE_RAW */
        uint64_t u;            /* NVS_TYPE_BOOL, NVS_TYPE_UINT32, NVS_TYPE_UINT64, NVS_TYPE_ENUM (0 to 2147483647) */
        int64_t i;             /* NVS_TYPE_INT64 */
        double d;              /* NVS_TYPE_DOUBLE */
        struct nvs_node *last; /* NVS_TYPE_MESSAGE: its last field */
    } v;
    uint32_t offset; /* of the name; of an element of [...]: of its first byte; in the binary form: of the tag */
    uint32_t line;   /* from 1; 0 in the binary form */
    uint32_t column; /* from 1, in bytes */
    uint32_t index;  /* which occurrence of this field in its message, from 0 */
    uint8_t name;     /* nvs_field */
    uint8_t type;     /* nvs_type */
    uint8_t of;       /* nvs_message or nvs_enum */
    uint8_t presence; /* nvs_presence */
    uint32_t number; /* in the binary form; 0: not known */
} nvs_node;

typedef struct nvs_problem {
    nvs_code code;
    uint64_t offset;
    const char *message; /* nvs_problem_kind_text */
    nvs_problem_kind kind;
    int warning;         /* 0: an error */
    uint32_t line;       /* 0 in the binary form */
    uint32_t column;
    uint32_t after;      /* how many fields were read before it */
    nvs_view name;       /* unknown field or extension, enum text, missing field; else "" */
} nvs_problem;

typedef struct nvs_document {
    const nvs_node *root;
    uint32_t problem_count;    /* those kept, the first ones: nvs_document_problem_at */
    uint32_t errors, warnings; /* all of them; errors 0: the document is good */
    uint32_t fields;           /* nodes without the top and without raw ones */
    int binary;
    nvs_view input;
} nvs_document;

#define NVS_FORMATS(ROW) \
    ROW(NVS_FORMAT_TEXT, "text") \
    ROW(NVS_FORMAT_BINARY, "binary") /* as reports embed sections */
typedef enum nvs_format { NVS_FORMATS(NVS_I_ENUMERATOR) NVS_FORMAT_COUNT } nvs_format;
NVS_API const char *nvs_format_name(nvs_format format);

typedef struct nvs_document_options {
    nvs_memory memory;
    nvs_format format;
    int lenient;              /* unknown fields, extensions and enum values are warnings, not errors */
    int first_error;          /* stop at the first error */
    int top; /* nvs_message of the whole input: NVS_MESSAGE_SECTION, NVS_MESSAGE_BODY_ITEM of a .chart file */
    uint32_t max_problems; /* most to keep; 0: 100. All are counted */
} nvs_document_options;

/* Reads a section; a document also when the input is wrong: see errors. NULL with *error: ARGUMENT, MEMORY, LIMIT. The
   input must outlive the document. Parsing resumes at the next field after an error. Unknown fields are kept verbatim
   in raw nodes; in the binary form they are no error. If a singular field repeats, the first one counts and the others
   are errors. Cost: linear. */
NVS_API nvs_document *nvs_document_open(const void *data, size_t size, const nvs_document_options *options,
                                        nvs_error *error);
NVS_API void nvs_document_close(nvs_document *document);
/* Returns 1 and a mistake in the input, in order of reading; 0 when there are fewer or it was not kept. */
NVS_API int nvs_document_problem_at(const nvs_document *document, uint32_t index, nvs_problem *out);
/* Bytes that it holds from the allocator. */
NVS_API size_t nvs_document_memory_used(const nvs_document *document);

/* First field of this name, or NULL. Cost: the fields of the message. */
NVS_API const nvs_node *nvs_node_child(const nvs_node *message, nvs_field name);
/* Next field of the same name in the same message, or NULL. */
NVS_API const nvs_node *nvs_node_again(const nvs_node *node);

#define NVS_WALKS(ROW) \
    ROW(NVS_WALK_INTO, "into") /* into the fields of a message */ \
    ROW(NVS_WALK_OVER, "over") /* past it */
typedef enum nvs_walk { NVS_WALKS(NVS_I_ENUMERATOR) NVS_WALK_COUNT } nvs_walk;
NVS_API const char *nvs_walk_name(nvs_walk walk);

/* The node after this one in reading order within top, or NULL at the end. Start with top itself. */
NVS_API const nvs_node *nvs_node_walk(const nvs_node *top, const nvs_node *node, nvs_walk how);

/* Value of the first field of this name; "" or 0 when it is absent or of another type. uint reads BOOL, UINT32, UINT64
   and ENUM; real reads all numbers. */
NVS_API nvs_view nvs_node_text(const nvs_node *message, nvs_field name);
NVS_API uint64_t nvs_node_uint(const nvs_node *message, nvs_field name);
NVS_API double nvs_node_real(const nvs_node *message, nvs_field name);

/* Writes the path of a node, "Body[0].Items[2].Table.Metrics[1]", and a NUL; cut when size is too small (0: nothing is
   written). Returns its length without the NUL. */
NVS_API size_t nvs_node_path(const nvs_node *node, char *out, size_t size);

#ifndef NVS_NO_WRITE
/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Where a file goes. write_fn answers YES when it has taken all size bytes. */
typedef struct nvs_output {
    nvs_reply (*write_fn)(const void *bytes, size_t size, void *user);
    void *user;
} nvs_output;

typedef struct nvs_write_options {
    nvs_memory memory; /* only the binary form needs it */
    nvs_format format;
} nvs_write_options;

/* Writes a message. Text: one field per line, two spaces per level, raw fields verbatim (binary ones as a
   comment); comments of the input are not kept. Binary: in order of the field numbers. OK; IO; ARGUMENT if it is not a
   message; MEMORY; LIMIT; UNSUPPORTED when a field has no known number (error->offset is its place) and nothing was
   written. Cost: linear. */
NVS_API nvs_code nvs_node_write(const nvs_node *message, const nvs_write_options *options, const nvs_output *to,
                                nvs_error *error);
#endif /* NVS_NO_WRITE */

/* ---- Metric names ------------------------------------------------------------------------------------------------ */

#define NVS_PREFIXES(ROW) \
    ROW(NVS_PREFIX_NONE, "none") \
    ROW(NVS_PREFIX_REGEX, "regex")         /* all available metrics that an expression matches somewhere */ \
    ROW(NVS_PREFIX_GROUP, "group")         /* the metrics of a group that the tool knows */ \
    ROW(NVS_PREFIX_BREAKDOWN, "breakdown") /* the inputs of a throughput, with an optional depth */ \
    ROW(NVS_PREFIX_PMSAMPLING, "pmsampling") \
    ROW(NVS_PREFIX_WARPSAMPLING, "warpsampling")
typedef enum nvs_prefix { NVS_PREFIXES(NVS_I_ENUMERATOR) NVS_PREFIX_COUNT } nvs_prefix;
NVS_API const char *nvs_prefix_name(nvs_prefix prefix);

/* A name taken apart: views into it, "" for a part that it does not have. */
typedef struct nvs_name_parts {
    nvs_prefix prefix;
    int64_t depth;      /* of breakdown:DEPTH:NAME, else -1 */
    nvs_view rest;      /* after prefix and depth */
    nvs_view domain;    /* words with dots before the unit, as sampling names have them, last dot included */
    nvs_view unit;      /* up to the first "__" */
    nvs_view base;      /* rest without its suffix */
    nvs_view rollup;    /* sum, avg, min, max, pct, ratio, max_rate: the first word of the suffix, whatever it is */
    nvs_view submetric; /* what follows, "peak_sustained_active.per_second" */
    int known;          /* rollup and submetric are a combination that the Profiling Guide lists, or both are "" */
} nvs_name_parts;

/* Takes a name apart. Source: grammar of names in the Customization Guide; names seen in files and reports. */
NVS_API void nvs_name_split(nvs_view name, nvs_name_parts *out);

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

/* What metrics are collected on. All zero but cc: a launch, no virtual GPU, driver not known. */
typedef struct nvs_device {
    uint32_t cc;    /* 10 * major + minor: 90, 100, 121 */
    uint32_t scope; /* nvs_scope; 0: launch */
    int vgpu;       /* a virtual GPU */
    uint32_t kmd;   /* driver branch, 560; 0: not known, every filter passes */
} nvs_device;

/* Why something is not collected. */
#define NVS_REASONS(ROW) \
    ROW(NVS_REASON_NONE, "none") \
    ROW(NVS_REASON_ARCH, "arch")         /* parts of a filter, in the order in which they are tested */ \
    ROW(NVS_REASON_SCOPE, "scope") \
    ROW(NVS_REASON_VGPU, "vgpu") \
    ROW(NVS_REASON_KMD, "kmd") \
    ROW(NVS_REASON_UNKNOWN, "unknown")   /* not among the available names */ \
    ROW(NVS_REASON_EMPTY, "empty")       /* expands to no metric */ \
    ROW(NVS_REASON_UNLISTED, "unlisted") /* an expression, and no names to match */ \
    ROW(NVS_REASON_REGEX, "regex")       /* a malformed expression */
typedef enum nvs_reason { NVS_REASONS(NVS_I_ENUMERATOR) NVS_REASON_COUNT } nvs_reason;
NVS_API const char *nvs_reason_name(nvs_reason reason);

/* The parts of a filter, each as the node that gives it; NULL: not given. arch is MinArch, MaxArch and Items as one,
   kmd is MinKmd and MaxKmd. */
typedef struct nvs_conditions {
    const nvs_node *arch, *vgpu, *kmd; /* a Filter */
    const nvs_node *scopes;            /* its CollectionFilter */
    uint32_t importance;               /* nvs_importance; 0: not given */
} nvs_conditions;

/* The conditions of the Filter of a message (of a section, body item, metric, option, definition). A part that it does
   not give is taken from outer: the section's conditions for everything in it but body items. */
NVS_API void nvs_conditions_of(const nvs_node *message, const nvs_conditions *outer, nvs_conditions *out);
/* The first part that does not pass, and its Filter in *filter; NVS_REASON_NONE and NULL when all pass. */
NVS_API nvs_reason nvs_conditions_test(const nvs_conditions *conditions, const nvs_device *device,
                                       const nvs_node **filter);

/* What a Metric asks for on a device: its first option that passes, else itself, else nothing. */
typedef struct nvs_choice {
    const nvs_node *option; /* NULL: the metric itself */
    const nvs_node *label;  /* Label of the option, else of the metric; NULL: none given */
    nvs_view name;          /* may be "": a filler cell; "" when dropped */
    uint32_t importance;    /* nvs_importance */
    nvs_reason reason;      /* not NONE: dropped */
    const nvs_node *filter; /* the Filter that dropped it: its own or the section's */
} nvs_choice;

/* Chooses for one Metric of a section whose conditions are outer. Cost: its options. */
NVS_API void nvs_metric_choose(const nvs_node *metric, const nvs_conditions *outer, const nvs_device *device,
                               nvs_choice *out);

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

/* A regular expression, as in regex: names. Bytes, case-sensitive; . [] with ranges, \d \w \s \D \W \S, [:alpha:] alnum
   digit upper lower space punct xdigit inside; ^ $ \b \B; ( ) (?: ) (?= ) (?! ); |; * + ? {m} {m,} {m,n}, lazy forms
   are the same; \t \n \r \f \v \xHH, and \ before what is neither letter nor digit. */
typedef struct nvs_pattern nvs_pattern;

typedef struct nvs_pattern_options {
    nvs_memory memory;
} nvs_pattern_options;

/* Compiles a pattern, which need not outlive the call. NULL with *error: SYNTAX or LIMIT with the offset of the
   mistake, ARGUMENT, MEMORY. Cost: linear in the pattern with its counts written out, at most 262144 parts. */
NVS_API nvs_pattern *nvs_pattern_open(nvs_view pattern, const nvs_pattern_options *options, nvs_error *error);
NVS_API void nvs_pattern_close(nvs_pattern *pattern);
NVS_API size_t nvs_pattern_memory_used(const nvs_pattern *pattern);
/* 1 when it matches somewhere in the text. It caches what it learns: one thread at a time. Needs no memory. Cost: parts
   x text at most. */
NVS_API int nvs_pattern_match(nvs_pattern *pattern, nvs_view text);

/* ---- Selection --------------------------------------------------------------------------------------------------- */

/* What a prefixed name expands to. Sections do not say: these lists are the tool's own. */
typedef struct nvs_name_list {
    nvs_view name; /* with prefix: "group:smsp__pcsamp_warp_stall_reasons" */
    const nvs_view *members;
    size_t count;
} nvs_name_list;

/* The available metrics. names NULL: not known, so no name counts as unknown. */
typedef struct nvs_catalog {
    const nvs_view *names;
    size_t count;
    const nvs_name_list *lists;
    size_t list_count;
} nvs_catalog;

typedef struct nvs_select_options {
    nvs_memory memory;
    nvs_device device;
    nvs_catalog catalog; /* all zero: nothing is known */
} nvs_select_options;

#define NVS_USE_KINDS(ROW) \
    ROW(NVS_USE_KIND_ITEM, "item")             /* a body item that its filter drops, with everything in it */ \
    ROW(NVS_USE_KIND_DEFINITION, "definition") /* a metric definition. It collects nothing: its members are only what \
                                                  it needs */ \
    ROW(NVS_USE_KIND_METRIC, "metric")
typedef enum nvs_use_kind { NVS_USE_KINDS(NVS_I_ENUMERATOR) NVS_USE_KIND_COUNT } nvs_use_kind;
NVS_API const char *nvs_use_kind_name(nvs_use_kind kind);

#define NVS_OUTCOMES(ROW) \
    ROW(NVS_OUTCOME_SELECTED, "selected") /* metrics; definitions that are active */ \
    ROW(NVS_OUTCOME_DROPPED, "dropped")   /* by a filter */ \
    ROW(NVS_OUTCOME_FILLER, "filler")     /* an empty name: an empty cell */ \
    ROW(NVS_OUTCOME_UNAVAILABLE, "unavailable") \
    ROW(NVS_OUTCOME_MALFORMED, "error")   /* its regular expression */
typedef enum nvs_outcome { NVS_OUTCOMES(NVS_I_ENUMERATOR) NVS_OUTCOME_COUNT } nvs_outcome;
NVS_API const char *nvs_outcome_name(nvs_outcome outcome);

typedef struct nvs_use {
    nvs_use_kind kind;
    nvs_outcome outcome;
    nvs_reason reason;
    const nvs_node *node;    /* BodyItem, MetricDefinition or Metric */
    nvs_choice choice;       /* of a metric; of the others reason and filter. name with the suffix of a SuffixTable */
    const nvs_view *members; /* what a prefixed name expands to; the names in the expression of a definition */
    uint32_t member_count;
    uint32_t column;         /* of the mistake in a regular expression, from 1; else 0 */
} nvs_use;

typedef struct nvs_collected {
    nvs_view name;
    uint32_t importance; /* NVS_IMPORTANCE_REQUIRED when one of its uses is */
    uint32_t use;        /* the first use that asks for it */
} nvs_collected;

/* One section: all uses in file order, and each name once in order of first use. */
typedef struct nvs_selected {
    const nvs_node *section;
    const nvs_use *uses;
    uint32_t use_count;
    const nvs_collected *metrics;
    uint32_t metric_count;
} nvs_selected;

typedef struct nvs_selection {
    const nvs_selected *sections; /* in the order given */
    uint32_t section_count;
    uint32_t collecting;          /* sections with at least one metric */
    const nvs_collected *metrics; /* each name once over all sections; use counts within its first section */
    uint32_t metric_count;
    uint32_t missing;             /* uses that are Required and not available, or malformed */
} nvs_selection;

/* What sections ask for on a device: the choice of each metric, and whether each name is there. Definitions of all the
   sections count as available names. Views point into the documents, the catalog and the selection. NULL with *error:
   ARGUMENT, MEMORY, LIMIT. Cost: linear, but names x expressions. */
NVS_API const nvs_selection *nvs_select(const nvs_node *const *sections, uint32_t count,
                                        const nvs_select_options *options, nvs_error *error);
NVS_API void nvs_selection_close(const nvs_selection *selection);
NVS_API size_t nvs_selection_memory_used(const nvs_selection *selection);

#define NVS_INDEX_NONE 0xffffffffu /* no index */

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* What a value is. A column whose values are not all of one kind is MIXED. */
#define NVS_KINDS(ROW) \
    ROW(NVS_KIND_NONE, "none")     /* no value: neither 0 nor "" */ \
    ROW(NVS_KIND_DOUBLE, "double") \
    ROW(NVS_KIND_FLOAT, "float")   /* a double that a float can hold */ \
    ROW(NVS_KIND_UINT64, "uint64") \
    ROW(NVS_KIND_UINT32, "uint32") /* below 2^32 */ \
    ROW(NVS_KIND_STRING, "string") \
    ROW(NVS_KIND_MIXED, "mixed")   /* only of columns */
typedef enum nvs_kind { NVS_KINDS(NVS_I_ENUMERATOR) NVS_KIND_COUNT } nvs_kind;
NVS_API const char *nvs_kind_name(nvs_kind kind);

typedef struct nvs_value {
    nvs_kind kind;
    union {
        double d;      /* NVS_KIND_DOUBLE, NVS_KIND_FLOAT */
        uint64_t u;    /* NVS_KIND_UINT64, NVS_KIND_UINT32 */
        nvs_view text; /* NVS_KIND_STRING */
    } v;
} nvs_value;

/* Values side by side: at points at double for DOUBLE and FLOAT, at uint64_t for UINT64 and UINT32, at nvs_value for
   MIXED and STRING, and is not read for NONE: then none of them has a value. */
typedef struct nvs_column {
    nvs_kind kind;
    const void *at;
} nvs_column;

/* A metric: its regular value, and its instances, each with a correlation id and a value. */
typedef struct nvs_metric {
    nvs_value value;
    size_t count; /* instances */
    nvs_column ids, values;
} nvs_metric;

/* The value at an index, below the count of its metric. Constant time. */
NVS_API nvs_value nvs_column_value(const nvs_column *column, size_t index);
/* A number as double; 0, and *number 0, for anything else. */
NVS_API double nvs_value_number(const nvs_value *value, int *number);

/* A place in the source of a kernel. */
typedef struct nvs_place {
    uint64_t address;
    uint32_t line; /* 0: not known */
    nvs_view file; /* "": not known */
    nvs_view sass; /* the instruction; "": not known */
} nvs_place;

/* Where metrics come from. What a callback gives must outlive what is made from it; *metric, *name and *place
   are neutral before the call. */
typedef struct nvs_source {
    /* The metric of this name: YES and *metric, or NO. */
    nvs_reply (*metric_fn)(nvs_view name, nvs_metric *metric, void *user);
    /* The name of any metric by position: YES, or NO after the last one. NULL: regex: finds nothing. */
    nvs_reply (*name_fn)(size_t index, nvs_view *name, void *user);
    /* For rules: the place of an address: YES; NO or UNKNOWN if it has none. May be NULL. */
    nvs_reply (*place_fn)(uint64_t address, nvs_place *place, void *user);
    void *user;
} nvs_source;

#ifndef NVS_NO_EVALUATE
/* ---- Derived metrics --------------------------------------------------------------------------------------------- */

typedef struct nvs_definition {
    nvs_view name, expression;
} nvs_definition;

#define NVS_DERIVED_STATES(ROW) \
    ROW(NVS_DERIVED_STATE_OK, "ok") \
    ROW(NVS_DERIVED_STATE_MISSING, "missing")     /* an operand is neither a good definition nor a metric */ \
    ROW(NVS_DERIVED_STATE_DUPLICATE, "duplicate") /* defined before, with the same expression; the first one counts */ \
    ROW(NVS_DERIVED_STATE_CONFLICT, "conflict")   /* defined before, with another expression; the first one counts */ \
    ROW(NVS_DERIVED_STATE_SYNTAX, "syntax")       /* from here on: mistakes in the expression */ \
    ROW(NVS_DERIVED_STATE_NUMBER, "number")       /* too large, malformed, or glued to a name */ \
    ROW(NVS_DERIVED_STATE_FUNCTION, "function")   /* neither simplify nor nan_as_zero */ \
    ROW(NVS_DERIVED_STATE_DEPTH, "depth")         /* more than 100 nested parentheses, calls and minus signs */ \
    ROW(NVS_DERIVED_STATE_CYCLE, "cycle")         /* it needs its own result through another definition: see next */
typedef enum nvs_derived_state { NVS_DERIVED_STATES(NVS_I_ENUMERATOR) NVS_DERIVED_STATE_COUNT } nvs_derived_state;
NVS_API const char *nvs_derived_state_name(nvs_derived_state state);

typedef struct nvs_derived {
    nvs_view name, expression; /* as given */
    nvs_derived_state state;
    uint32_t column;           /* of the mistake in the expression, from 1 in bytes; 0: none */
    nvs_view operand;          /* of NVS_DERIVED_STATE_MISSING: the first one that is missing, left to right; else "" */
    uint32_t next; /* of NVS_DERIVED_STATE_CYCLE: the definition that it needs; following next leads round the loop */
    int lossy;     /* a conversion lost something: a fraction, the range, digits of a large integer, a string */
    nvs_metric data;           /* of NVS_DERIVED_STATE_OK, else all zero */
    int has_stored;            /* the source has a metric of this name as well */
    nvs_value stored;          /* its regular value */
} nvs_derived;

typedef struct nvs_derivation {
    const nvs_derived *metrics; /* one per definition, in their order */
    size_t count;
} nvs_derivation;

/* How instances are combined. */
#define NVS_ARITHMETICS(ROW) \
    ROW(NVS_ARITHMETIC_CURRENT, "current") /* since 2023.3: instances make up the regular value; as in reports up to \
                                              2025.2 */ \
    ROW(NVS_ARITHMETIC_OLD, "old")         /* up to 2023.2: regular values by themselves; as in reports from 2021.2 on \
                                              */ \
    ROW(NVS_ARITHMETIC_GUIDE, "guide")     /* as the Customization Guide says, even where reports contradict it: as \
                                              OLD, but ids that only the right side has are kept, and one value on the \
                                              left with instances on the right is one sum, product, ... of them all */
typedef enum nvs_arithmetic { NVS_ARITHMETICS(NVS_I_ENUMERATOR) NVS_ARITHMETIC_COUNT } nvs_arithmetic;
NVS_API const char *nvs_arithmetic_name(nvs_arithmetic arithmetic);

typedef struct nvs_derive_options {
    nvs_memory memory;
    nvs_arithmetic arithmetic;
} nvs_derive_options;

/* Computes derived metrics: sums, products, minus, parentheses, simplify(), nan_as_zero(), names of metrics (dots and a
   leading pmsampling: or warpsampling: included), decimal constants. A name means the good definition of that name,
   else the metric of the source; in its own definition the metric. Integers: modulo 2^64, x / 0 is x; doubles: IEEE;
   the kind of the left side decides. Views and instances that are not computed are those of the arguments, which must
   outlive the result. NULL with *error: ARGUMENT, MEMORY, LIMIT (offset: number of the definition), IO when a callback
   failed. Cost: n log n in the length of all definitions, operators x instances; n log n in instances whose ids do not
   rise. Source: derived metrics stored in reports of 2021.2 to 2025.2. */
NVS_API const nvs_derivation *nvs_derive(const nvs_definition *definitions, size_t count, const nvs_source *source,
                                         const nvs_derive_options *options, nvs_error *error);
NVS_API void nvs_derivation_close(const nvs_derivation *derivation);
NVS_API size_t nvs_derivation_memory_used(const nvs_derivation *derivation);

/* ---- Evaluation -------------------------------------------------------------------------------------------------- */

/* The metrics of one result, with those that sections define. */
typedef struct nvs_metrics {
    const nvs_derivation *derivation; /* the active definitions, in the order of the sections */
} nvs_metrics;

typedef struct nvs_metrics_options {
    nvs_memory memory;
    nvs_device device; /* what the result was collected on */
    nvs_arithmetic arithmetic;
} nvs_metrics_options;

/* Computes what the active definitions of these sections say. Sections, source and its metrics must outlive the result.
   NULL with *error as nvs_derive. */
NVS_API nvs_metrics *nvs_metrics_open(const nvs_node *const *sections, uint32_t count, const nvs_source *source,
                                      const nvs_metrics_options *options, nvs_error *error);
NVS_API void nvs_metrics_close(nvs_metrics *metrics);
NVS_API size_t nvs_metrics_memory_used(const nvs_metrics *metrics);
/* A metric: the good definition of this name, else the metric of the source. 1 and *metric, 0 if there is neither, -1
   if a callback failed. */
NVS_API int nvs_metrics_find(const nvs_metrics *metrics, nvs_view name, nvs_metric *metric);

#define NVS_CELL_STATES(ROW) \
    ROW(NVS_CELL_STATE_VALUE, "value") \
    ROW(NVS_CELL_STATE_NONE, "none")       /* the metric is there, without a regular value */ \
    ROW(NVS_CELL_STATE_MISSING, "missing") /* there is no such metric: "n/a", which is not 0 */ \
    ROW(NVS_CELL_STATE_FILLER, "filler")   /* empty, for alignment */
typedef enum nvs_cell_state { NVS_CELL_STATES(NVS_I_ENUMERATOR) NVS_CELL_STATE_COUNT } nvs_cell_state;
NVS_API const char *nvs_cell_state_name(nvs_cell_state state);

/* A metric as it is shown. */
typedef struct nvs_cell {
    nvs_cell_state state;
    nvs_view name;              /* of the metric */
    nvs_view label;             /* of the option, else of the Metric, else the name; templates filled in */
    uint32_t importance;        /* nvs_importance */
    const nvs_node *unit;       /* Unit of the Metric, which overrides the unit of the name; NULL: none given */
    const nvs_node *metric;     /* the Metric */
    const nvs_node *suffix;     /* of a SuffixTable: its Suffix; else NULL */
    const nvs_derived *derived; /* the definition whose value this is; NULL: the source's own */
    nvs_metric data;            /* times Multiplier, if there is one; all zero when missing or filler */
} nvs_cell;

#define NVS_PART_KINDS(ROW) \
    ROW(NVS_PART_KIND_HEADER, "header")       /* cell: row, column of two */ \
    ROW(NVS_PART_KIND_BODY, "body")           /* node: Body */ \
    ROW(NVS_PART_KIND_DROPPED, "dropped")     /* node: a BodyItem that its filter drops; reason */ \
    ROW(NVS_PART_KIND_ITEM, "item")           /* node: an element of a BodyItem (nvs_field says which); its parts \
                                                 follow. Of a Table rows, columns, by_column; of a SuffixTable rows, \
                                                 columns; of a HistogramChart rows: bins; of others what the node says \
                                                 */ \
    ROW(NVS_PART_KIND_CELL, "cell")           /* of a Table, SuffixTable, GfxMetricsWidget: cell, row, column */ \
    ROW(NVS_PART_KIND_BAR, "bar")             /* of a BarChart: cell, index; of an instance id */ \
    ROW(NVS_PART_KIND_LINE, "line")           /* of a LineChart: cell, index; its points are the instances: x id, y \
                                                 value */ \
    ROW(NVS_PART_KIND_VALUES, "values")       /* of a HistogramChart: cell; its instances are what is counted */ \
    ROW(NVS_PART_KIND_HIGHLIGHT, "highlight") /* of a LineChart: cell, index */ \
    ROW(NVS_PART_KIND_BINS, "bins")           /* of a HistogramChart, after its values: bins */ \
    ROW(NVS_PART_KIND_CEILING, "ceiling")     /* of a RooflineChart: point, index; node: Roofline */ \
    ROW(NVS_PART_KIND_ACHIEVED, "achieved")   /* node: AchievedValue */ \
    ROW(NVS_PART_KIND_WALL, "wall")           /* node: Wall; point.work is its value */ \
    ROW(NVS_PART_KIND_COLUMN, "column")       /* of a SourceMetricTable: cell, index */ \
    ROW(NVS_PART_KIND_GROUP, "group")         /* of a Timeline: node: MetricGroup; index */ \
    ROW(NVS_PART_KIND_ROW, "row")             /* of a Timeline: node: MetricRow; row: its group, index */ \
    ROW(NVS_PART_KIND_SERIES, "series")       /* of a Timeline: cell, range; row: its group, column: its row, \
                                                 NVS_INDEX_NONE outside groups */ \
    ROW(NVS_PART_KIND_SOURCE, "source")       /* node: Metrics or SourceMetrics of the section */ \
    ROW(NVS_PART_KIND_COUNTER, "counter")     /* cell; shown: whether the source view shows it */
typedef enum nvs_part_kind { NVS_PART_KINDS(NVS_I_ENUMERATOR) NVS_PART_KIND_COUNT } nvs_part_kind;
NVS_API const char *nvs_part_kind_name(nvs_part_kind kind);

typedef struct nvs_part {
    nvs_part_kind kind;
    const nvs_node *node;
    uint64_t row, column;
    uint64_t index;
    uint64_t rows, columns;
    int by_column;
    int shown;         /* of a ceiling, an achieved value, a counter */
    nvs_reason reason; /* of a dropped item */
    nvs_cell cell;
    union {
        nvs_value id;  /* of a bar */
        struct {
            uint32_t count; /* of numbers; 0: the others mean nothing */
            double first, last, min, max;
        } range;
        struct {
            uint64_t count;
            double low, width; /* bin I holds values from low + width x I on, the last one includes its end */
            const uint64_t *counts;
        } bins;
        struct {
            unsigned char has_work, has_traffic, has_intensity;
            double work, traffic, intensity; /* intensity: work / traffic */
        } point;
    } u;
} nvs_part;

/* A metric that a section shows and the result does not have, or a prefixed name that expands to none there; of source
   counters the latter may be. */
typedef struct nvs_missing {
    nvs_view name;
    uint32_t importance;    /* nvs_importance: REQUIRED when one of its uses is */
    const nvs_node *metric; /* the first Metric that asks for it */
} nvs_missing;

/* What a section shows, part by part in its order. */
typedef struct nvs_evaluation {
    const nvs_node *section;
    const nvs_part *parts;
    size_t count;
    const nvs_missing *missing; /* each name once */
    uint32_t missing_count;
    uint32_t missing_required; /* those of them that are REQUIRED */
    uint32_t problem_count;    /* nvs_evaluation_problem_at */
} nvs_evaluation;

typedef struct nvs_evaluate_options {
    nvs_memory memory;
} nvs_evaluate_options;

/* Evaluates a section: which cells, bars, lines, points it shows and with which values; nothing is formatted. Views
   point into the section, the source, the metrics and the evaluation. NULL with *error: ARGUMENT, MEMORY, LIMIT
   (offset: of the field that needs too much), IO when a callback failed. Cost: section plus what is shown; n log n
   where it is sorted; names x expressions for regex:. */
NVS_API const nvs_evaluation *nvs_evaluate(const nvs_metrics *metrics, const nvs_node *section,
                                           const nvs_evaluate_options *options, nvs_error *error);
NVS_API void nvs_evaluation_close(const nvs_evaluation *evaluation);
/* Returns 1 and what cannot be obeyed as written: RANGE of a BinCount above 65536, which counts as that; PATTERN of a
   Metric. */
NVS_API int nvs_evaluation_problem_at(const nvs_evaluation *evaluation, uint32_t index, nvs_problem *out);
NVS_API size_t nvs_evaluation_memory_used(const nvs_evaluation *evaluation);
#endif /* NVS_NO_EVALUATE */

#ifndef NVS_NO_RULES
/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* How important a message is; the numbers are those that reports store. */
#define NVS_LEVELS(ROW) \
    ROW(NVS_LEVEL_NONE, "none") \
    ROW(NVS_LEVEL_OK, "ok") \
    ROW(NVS_LEVEL_WARNING, "warning") \
    ROW(NVS_LEVEL_ERROR, "error") \
    ROW(NVS_LEVEL_OPTIMIZATION, "optimization")
typedef enum nvs_level { NVS_LEVELS(NVS_I_ENUMERATOR) NVS_LEVEL_COUNT } nvs_level;
NVS_API const char *nvs_level_name(nvs_level level);

#define NVS_SPEEDUPS(ROW) \
    ROW(NVS_SPEEDUP_NONE, "none") \
    ROW(NVS_SPEEDUP_LOCAL, "local")   /* of the part that the rule looks at */ \
    ROW(NVS_SPEEDUP_GLOBAL, "global") /* of the whole workload */
typedef enum nvs_speedup { NVS_SPEEDUPS(NVS_I_ENUMERATOR) NVS_SPEEDUP_COUNT } nvs_speedup;
NVS_API const char *nvs_speedup_name(nvs_speedup speedup);

#define NVS_SEVERITIES(ROW) \
    ROW(NVS_SEVERITY_DEFAULT, "default") \
    ROW(NVS_SEVERITY_LOW, "low") \
    ROW(NVS_SEVERITY_HIGH, "high")
typedef enum nvs_severity { NVS_SEVERITIES(NVS_I_ENUMERATOR) NVS_SEVERITY_COUNT } nvs_severity;
NVS_API const char *nvs_severity_name(nvs_severity severity);

/* "none", "ok", "warning", "error", "optimization"; "none", "local", "global"; "default", "low", "high"; "?" for an
   invalid value. */

/* What was launched, apart from metrics. All zero: not known. */
typedef struct nvs_launch {
    uint32_t cc;                  /* as in nvs_device */
    uint32_t year, month, patch;  /* version of the tool that made the report: 2025.1.0; 0: the newest */
    int range;                    /* not a kernel: a range of launches */
    nvs_view kernel;              /* its name */
} nvs_launch;

/* A run of one rule. */
struct nvs_rule;
typedef struct nvs_rule_context {
    const struct nvs_rule *rule;
    const nvs_launch *launch;
    void *i_state;
} nvs_rule_context;

/* A rule. Everything is constant; lists end with NULL and may be NULL. */
typedef struct nvs_rule {
    const char *identifier;
    const char *name;        /* for people */
    const char *description;
    const char *section;     /* Identifier of the section that it belongs to; NULL: none, it always runs */
    const char *const
        *required; /* metrics that must have a regular value; without one the rule is not applied and says so */
    const char *const *parents;  /* rules that are applied before, and whose numbers it may receive */
    void (*apply_fn)(nvs_rule_context *context);
    void *user; /* for the rule: context->rule->user */
} nvs_rule;

#define NVS_FINDING_KINDS(ROW) \
    ROW(NVS_FINDING_KIND_MESSAGE, "message") /* level, title, text, speedup, percent */ \
    ROW(NVS_FINDING_KIND_FOCUS, "focus")     /* a metric to look at: metric, value, severity, text */ \
    ROW(NVS_FINDING_KIND_MARKER, "marker")   /* level, text, place */
typedef enum nvs_finding_kind { NVS_FINDING_KINDS(NVS_I_ENUMERATOR) NVS_FINDING_KIND_COUNT } nvs_finding_kind;
NVS_API const char *nvs_finding_kind_name(nvs_finding_kind kind);

typedef struct nvs_finding {
    nvs_finding_kind kind;
    uint32_t message;   /* of a message its number, from 1; of others that of the message they belong to, 0: none */
    nvs_level level;
    nvs_view title, text;
    nvs_speedup speedup;
    double percent;     /* of time that could be saved */
    nvs_view metric;
    double value;
    nvs_severity severity;
    nvs_place place;
} nvs_finding;

typedef struct nvs_rule_result {
    const nvs_rule *rule;
    const nvs_finding *findings; /* in the order in which they were added */
    uint32_t count;
    uint32_t messages;
    int failed;                  /* a required metric is missing; the only finding says which */
} nvs_rule_result;

typedef struct nvs_findings {
    const nvs_rule_result *results; /* in the order in which the rules were applied */
    size_t count;
} nvs_findings;

/* What a rule can ask. The values live as long as the source. */
/* A metric: 1 and *metric, or 0. */
NVS_API int nvs_rule_metric(nvs_rule_context *context, nvs_view name, nvs_metric *metric);
/* The name of any metric by position: 1, or 0 after the last one. */
NVS_API int nvs_rule_name_at(nvs_rule_context *context, size_t index, nvs_view *name);
/* The place of an address: 1, or 0 and *place with only the address. */
NVS_API int nvs_rule_place(nvs_rule_context *context, uint64_t address, nvs_place *place);
/* A number that a parent sent: 1, or 0. Only of rules that the rule names as parents. */
NVS_API int nvs_rule_receive(const nvs_rule_context *context, nvs_view parent, nvs_view key, double *value);

/* What a rule can say. Texts are copied. If memory runs out the whole run fails, so a rule need not check. */
/* Adds a finding; returns the number of its message. For a message, `message` is ignored. A focus or marker that names
   a message the rule has not added is dropped; a marker may name none (0). */
NVS_API uint32_t nvs_rule_add(nvs_rule_context *context, const nvs_finding *finding);
/* Sets the estimate of a message: the time that could be saved, in percent. */
NVS_API void nvs_rule_speedup(nvs_rule_context *context, uint32_t message, nvs_speedup speedup, double percent);
/* Sends a number to the rules that name this one as parent; if a key repeats, the last one wins. */
NVS_API void nvs_rule_send(nvs_rule_context *context, nvs_view key, double value);

typedef struct nvs_rules_options {
    nvs_memory memory;
    nvs_launch launch;
    const nvs_view *sections; /* identifiers: only their rules and those without section; NULL: all rules */
    size_t section_count;
} nvs_rules_options;

/* Applies rules: those of the sections, parents before children, else in the order given; a rule in a cycle of parents
   runs as if it had none. Of equal identifiers the first one counts. Rules and source must outlive the result. NULL
   with *error: ARGUMENT, MEMORY, LIMIT, IO when a callback failed. Cost: the rules' own time plus O(n^3) in their
   number. */
NVS_API const nvs_findings *nvs_rules_run(const nvs_rule *const *rules, size_t count, const nvs_source *source,
                                          const nvs_rules_options *options, nvs_error *error);
NVS_API void nvs_findings_close(const nvs_findings *findings);
NVS_API size_t nvs_findings_memory_used(const nvs_findings *findings);
#endif /* NVS_NO_RULES */

/* ==== end of the interface ======================================================================================== */

#undef NVS_I_ENUMERATOR
#undef NVS_I_NUMBERED

#ifdef __cplusplus
}
#endif

#endif /* NVSECTION_H */

/* ==== implementation ============================================================================================== */

#if defined(NVS_IMPLEMENTATION) && !defined(NVS_IMPLEMENTED)
#define NVS_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__) /* the bodies are C, casts included */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#ifdef __FAST_MATH__
#error "nvsection.h computes doubles: compile it without -ffast-math"
#endif

#ifndef NVS_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: bytes */
#ifndef NVS_ASSERT
#define NVS_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
#if defined(NVS_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define NVS_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define NVS_I_PLAIN_LOOP ((void)0)
#endif

static void nvs_i_copy(void *to, const void *from, size_t n)
{
#ifdef NVS_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        NVS_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void nvs_i_zero(void *to, size_t n)
{
#ifdef NVS_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        NVS_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int nvs_i_equal(const void *a, const void *b, size_t n)
{
#ifdef NVS_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        NVS_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: find */
/* First byte c in [p, end), or end. */
static const char *nvs_i_find(const char *p, const char *end, char c)
{
#ifdef NVS_NO_LIBC
    while (p < end && *p != c) {
        p++;
        NVS_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
/* end of shared */

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define NVS_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *nvs_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) NVS_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define NVS_I_DEFINE_NAME(noun, ROWS) \
    NVS_API const char *nvs_##noun##_name(nvs_##noun value) \
    { \
        return nvs_i_nth_word(ROWS(NVS_I_WORD), (unsigned)value); \
    }

NVS_I_DEFINE_NAME(code, NVS_CODES)
/* end of shared */

/* shared: reply_name */
NVS_API const char *nvs_reply_name(nvs_reply reply)
{
#define NVS_I_NUMBERED_WORD(name, word, number) word "\0"
    return nvs_i_nth_word(NVS_REPLIES(NVS_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef NVS_I_NUMBERED_WORD
}
/* end of shared */

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NVS_API nvs_view nvs_text(const char *string)
{
    nvs_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        NVS_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union nvs_i_align {
    void *p;
    uint64_t u;
    double d;
} nvs_i_align;

typedef struct nvs_i_block {
    struct nvs_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
    size_t size; /* as asked from the allocator, this struct included */
} nvs_i_block;

typedef struct nvs_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    nvs_i_block *blocks;
    nvs_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    nvs_code code; /* why the last nvs_i_alloc failed: NVS_MEMORY or NVS_LIMIT */
} nvs_i_arena;

#ifndef NVS_NO_LIBC
static void *nvs_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void nvs_i_mfree(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int nvs_i_arena_open(nvs_i_arena *a, const nvs_memory *m)
{
    nvs_i_zero(a, sizeof *a);
    a->max = (size_t)64 << 20;
    if (m != NULL) {
        if ((m->allocator.alloc_fn == NULL) != (m->allocator.free_fn == NULL)) return 0;
        a->allocator = m->allocator;
        if (m->max_memory != 0) a->max = m->max_memory;
        if (m->buffer != NULL) {
            a->at = (char *)m->buffer;
            a->end = a->at + m->buffer_size;
            return 1;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
#ifdef NVS_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = nvs_i_malloc;
        a->allocator.free_fn = nvs_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void nvs_i_arena_close(nvs_i_arena *a)
{
    nvs_i_block *b = a->blocks;
    nvs_allocator allocator = a->allocator;
    while (b != NULL) {
        nvs_i_block *next = b->next;
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *nvs_i_aligned(char *p)
{
    const size_t unit = sizeof(nvs_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *nvs_i_alloc(nvs_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(nvs_i_block) + 3 * sizeof(nvs_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    nvs_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
        a->code = NVS_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(nvs_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = NVS_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = NVS_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
    if (p == NULL) {
        a->code = NVS_MEMORY;
        return NULL;
    }
    b = (nvs_i_block *)(void *)nvs_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = nvs_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

/* shared: regex */
/* Regular expressions, for one question: does the pattern match anywhere in a text?
 *
 *     nvs_i_regex *r = nvs_i_regex_compile(&arena, "^sm__(?!.*max)", 14, 0, &error);
 *     if (r != NULL && nvs_i_regex_search(r, text, len)) ...
 *
 * Bytes, case counts. Syntax: . [...] [^...] with ranges, \d \w \s \D \W \S and [:alpha:] alnum digit upper lower space
 * punct xdigit inside; \d \w \s \D \W \S (ASCII); ^ $ (only the very ends) \b \B; \t \n \r \f \v \xHH, and \ before any
 * other byte that is not a letter or digit; ( ) (?: ) (?= ) (?! ); |, empty branches too; * + ? {m} {m,} {m,n}, counts
 * up to 1000; a ? after one of them changes nothing. "." is any byte but LF; "}" and "]" alone are literal.
 * Everything else is an error. Groups nest to 100.
 *
 * How: the pattern becomes automata of the reversed pattern, one for each look-ahead and one for the whole; counted
 * parts are written out. A search first refuses a text that lacks a word every match has. Then it reads the text once,
 * backwards, all automata side by side, so at each place it is known whether a look-ahead holds there. States seen
 * before are kept in a small cache of transitions. Time: at most states x text, mostly the text alone; no memory is
 * asked for while searching; no recursion. */
enum {
    NVS_I_RE_BYTE,   /* node: a the byte;          state: x next, y the byte */
    NVS_I_RE_SET,    /* node: a the set;           state: x next, y the set */
    NVS_I_RE_TEST,   /* node: a which;             state: x next, y which */
    NVS_I_RE_LOOK,   /* node: a its number, b not; state: x next, y number x 2 + not */
    NVS_I_RE_CAT,    /* node only: its children one after the other */
    NVS_I_RE_ALT,    /* node: one of its children; state: x, y either of these */
    NVS_I_RE_REPEAT, /* node: a least, b most */
    NVS_I_RE_ACCEPT  /* state only */
};
enum { NVS_I_RE_START, NVS_I_RE_END, NVS_I_RE_EDGE, NVS_I_RE_NO_EDGE }; /* ^ $ \b \B */
enum {
    NVS_I_RE_DEPTH = 100,
    NVS_I_RE_COUNT = 1000,
    NVS_I_RE_STATES = 1 << 18, /* default limit of states */
    NVS_I_RE_ROWS = 8192,      /* transitions of the cache */
    NVS_I_RE_POOL = 4096,      /* members of cached sets */
    NVS_I_RE_HASH = 512,       /* places in the table of cached sets; at most half are used */
    NVS_I_RE_WORDS = 8,        /* words that are searched first */
    NVS_I_RE_WORD = 16         /* most bytes of one */
};
#define NVS_I_RE_NONE 0xffffffffu

typedef struct nvs_i_re_node {
    uint32_t kind, a, b;
    uint32_t child, next; /* first child, next sibling */
    uint32_t at;          /* offset in the pattern */
} nvs_i_re_node;

typedef struct nvs_i_re_state {
    uint32_t kind, x, y;
} nvs_i_re_state;

/* A group that is open: its branches so far, the last of which is still being read. */
typedef struct nvs_i_re_group {
    uint32_t at, look; /* look: 0 none, 1 ahead, 2 not ahead */
    uint32_t first, branch; /* CAT nodes */
    uint32_t last, before;  /* in the branch: its last child and the one before it */
} nvs_i_re_group;

/* A node while its states are made. */
typedef struct nvs_i_re_frame {
    uint32_t node;
    uint32_t out;   /* where it leads to */
    uint32_t child; /* the next one */
    uint32_t round; /* of a repeat */
    uint32_t made;  /* start of what is made so far */
    uint32_t count; /* states before the child that is being made */
} nvs_i_re_frame;

typedef struct nvs_i_re_row {
    uint32_t start, count; /* of its set in the pool */
} nvs_i_re_row;

/* A text without any of the words up to one that is the last of its choice cannot match. */
typedef struct nvs_i_re_literal {
    char text[NVS_I_RE_WORD];
    unsigned char len, last;
} nvs_i_re_literal;

typedef struct nvs_i_regex {
    const nvs_i_re_state *states;
    const unsigned char *sets; /* 32 bytes each */
    const uint32_t *starts; /* of each automaton; the whole one is last */
    const uint32_t *ends;   /* its states lie below this one, those of the automaton before above */
    uint32_t count, automata;
    unsigned char *holds;      /* of each automaton: whether it accepts here */
    uint32_t *set, *next, *stack, *mark; /* count each */
    uint32_t round;
    unsigned char kind[256];   /* bytes that no part of the pattern distinguishes share a kind */
    uint32_t kinds, edges;     /* edges: whether \b or \B is there */
    const char *prefix;        /* what a text must begin with */
    uint32_t prefix_len;
    nvs_i_re_literal words[NVS_I_RE_WORDS];
    uint32_t word_count;
    uint16_t *rows;            /* NULL: too large to cache; 0 not known, 1 a match, else start of the next row + 2 */
    uint16_t *hash;            /* row + 1 */
    uint32_t *pool;
    nvs_i_re_row *row;
    uint32_t row_size, row_room, row_count, pool_count;
} nvs_i_regex;

typedef struct nvs_i_re_maker {
    nvs_i_arena *arena;
    const char *text;
    uint32_t len, at;
    nvs_i_re_node *nodes;
    uint32_t node_count, looks;
    unsigned char *sets;
    uint32_t set_count;
    nvs_i_re_state *states;
    uint32_t state_count, state_room;
    uint32_t steps; /* still allowed while states are made */
    nvs_error *error;
} nvs_i_re_maker;

static int nvs_i_re_fail(nvs_i_re_maker *m, nvs_code code, uint32_t at, const char *message)
{
    m->error->code = code;
    m->error->offset = at;
    m->error->message = message;
    return 0;
}

static void *nvs_i_re_alloc(nvs_i_re_maker *m, size_t count, size_t size)
{
    void *p = nvs_i_alloc(m->arena, count, size);
    if (p == NULL) nvs_i_re_fail(m, m->arena->code, 0, "out of memory for a regular expression");
    return p;
}

static uint32_t nvs_i_re_node_add(nvs_i_re_maker *m, uint32_t kind, uint32_t a, uint32_t b, uint32_t at)
{
    nvs_i_re_node *n = &m->nodes[m->node_count];
    n->kind = kind;
    n->a = a;
    n->b = b;
    n->child = n->next = NVS_I_RE_NONE;
    n->at = at;
    return m->node_count++;
}

static int nvs_i_re_digit(unsigned c) { return c - '0' < 10; }
static int nvs_i_re_letter(unsigned c) { return (c | 32) - 'a' < 26; }
static int nvs_i_re_word(unsigned c) { return nvs_i_re_digit(c) || nvs_i_re_letter(c) || c == '_'; }
static int nvs_i_re_space(unsigned c) { return c == ' ' || c - 9 < 5; }
static int nvs_i_re_hex(unsigned c)
{
    if (nvs_i_re_digit(c)) return (int)c - '0';
    return (c | 32) - 'a' < 6 ? (int)(c | 32) - 'a' + 10 : -1;
}

/* Puts every byte for which the class letter holds into the set: d w s, in capitals the opposite, and for the named
   classes a alpha, n alnum, u upper, l lower, p punct, x xdigit. */
static void nvs_i_re_class(unsigned char *set, char letter)
{
    unsigned c;
    for (c = 0; c < 256; c++) {
        int in = 0;
        switch (letter) {
        case 'd': in = nvs_i_re_digit(c); break;
        case 'D': in = !nvs_i_re_digit(c); break;
        case 'w': in = nvs_i_re_word(c); break;
        case 'W': in = !nvs_i_re_word(c); break;
        case 's': in = nvs_i_re_space(c); break;
        case 'S': in = !nvs_i_re_space(c); break;
        case 'a': in = nvs_i_re_letter(c); break;
        case 'n': in = nvs_i_re_letter(c) || nvs_i_re_digit(c); break;
        case 'u': in = c - 'A' < 26; break;
        case 'l': in = c - 'a' < 26; break;
        case 'p': in = c > 32 && c < 127 && !nvs_i_re_letter(c) && !nvs_i_re_digit(c); break;
        default: in = nvs_i_re_hex(c) >= 0; break;
        }
        if (in) set[c >> 3] = (unsigned char)(set[c >> 3] | 1u << (c & 7));
    }
}

/* After a backslash at offset at: 1 and the byte, or 2 and the letter of a class, or 0. */
static int nvs_i_re_escape(nvs_i_re_maker *m, uint32_t at, unsigned *out)
{
    unsigned c;
    if (m->at == m->len) return nvs_i_re_fail(m, NVS_SYNTAX, m->at, "a pattern ends with a backslash");
    c = (unsigned char)m->text[m->at++];
    *out = c;
    switch (c) {
    case 'd': case 'D': case 'w': case 'W': case 's': case 'S': return 2;
    case 't': *out = 9; return 1;
    case 'n': *out = 10; return 1;
    case 'v': *out = 11; return 1;
    case 'f': *out = 12; return 1;
    case 'r': *out = 13; return 1;
    case 'x': {
        int high = m->at < m->len ? nvs_i_re_hex((unsigned char)m->text[m->at]) : -1;
        int low = m->len - m->at > 1 ? nvs_i_re_hex((unsigned char)m->text[m->at + 1]) : -1;
        if (high < 0 || low < 0) return nvs_i_re_fail(m, NVS_SYNTAX, at, "\\x needs two hex digits");
        m->at += 2;
        *out = (unsigned)(high * 16 + low);
        return 1;
    }
    default:
        if (nvs_i_re_letter(c) || nvs_i_re_digit(c))
            return nvs_i_re_fail(m, NVS_SYNTAX, at, "unknown escape in a pattern (there are no back references)");
        return 1;
    }
}

/* One member of a class that opens at offset open: 1 and the byte, or 2 when a class was put into the set, or 0. */
static int nvs_i_re_member(nvs_i_re_maker *m, uint32_t open, unsigned char *set, unsigned *out)
{
    static const char names[] = "aalpha;ddigit;nalnum;uupper;llower;sspace;ppunct;xxdigit;";
    const uint32_t at = m->at;
    const char *name;
    int what;
    if (m->len - at > 1 && m->text[at] == '[' && m->text[at + 1] == ':') {
        for (name = names; *name != 0; name++) {
            uint32_t i = 1;
            while (name[i] != ';' && m->len - at > i + 1 && m->text[at + i + 1] == name[i]) i++;
            if (name[i] == ';' && m->len - at > i + 2 && m->text[at + i + 1] == ':' && m->text[at + i + 2] == ']') {
                nvs_i_re_class(set, *name);
                m->at = at + i + 3;
                return 2;
            }
            while (*name != ';') name++;
        }
        return nvs_i_re_fail(m, NVS_SYNTAX, open, "unknown class name in a pattern");
    }
    *out = (unsigned char)m->text[m->at++];
    if (*out != '\\') return 1;
    if (m->at < m->len && m->text[m->at] == 'b') {
        m->at++;
        *out = 8;
        return 1;
    }
    what = nvs_i_re_escape(m, at, out);
    if (what == 2) nvs_i_re_class(set, (char)*out);
    return what;
}

/* A class, after its opening bracket at offset open; 1 or 0. */
static int nvs_i_re_bracket(nvs_i_re_maker *m, uint32_t open, unsigned char *set)
{
    int negated = 0, empty = 1, i;
    if (m->at < m->len && m->text[m->at] == '^') {
        negated = 1;
        m->at++;
    }
    for (;; empty = 0) {
        uint32_t first = m->at;
        unsigned low = 0, high = 0;
        int one, other;
        if (m->at == m->len) return nvs_i_re_fail(m, NVS_SYNTAX, open, "a class is not closed");
        if (!empty && m->text[m->at] == ']') break;
        one = nvs_i_re_member(m, open, set, &low);
        if (one == 0) return 0;
        if (m->len - m->at > 1 && m->text[m->at] == '-' && m->text[m->at + 1] != ']') {
            m->at++;
            other = nvs_i_re_member(m, open, set, &high);
            if (other == 0) return 0;
            if (one != 1 || other != 1 || low > high)
                return nvs_i_re_fail(m, NVS_SYNTAX, first, "bad range in a class");
        } else {
            if (one != 1) continue;
            high = low;
        }
        for (; low <= high; low++) set[low >> 3] = (unsigned char)(set[low >> 3] | 1u << (low & 7));
    }
    m->at++;
    for (i = 0; negated && i < 32; i++) set[i] = (unsigned char)(~set[i]);
    return 1;
}

/* The set of a class that begins at offset at: after a backslash the class letter, else the byte there, "." or "[". */
static int nvs_i_re_set(nvs_i_re_maker *m, uint32_t at, char letter)
{
    unsigned char *set = m->sets + (size_t)32 * m->set_count++;
    unsigned i;
    nvs_i_zero(set, 32);
    if (letter != 0) nvs_i_re_class(set, letter);
    else if (m->text[at] == '[') return nvs_i_re_bracket(m, at, set);
    else
        for (i = 0; i < 32; i++) set[i] = i == 1 ? 0xfb : 0xff;
    return 1;
}

/* A number of a quantifier whose brace is at offset at; 1 or 0. */
static int nvs_i_re_number(nvs_i_re_maker *m, uint32_t at, uint32_t *out)
{
    const uint32_t first = m->at;
    uint32_t n = 0;
    for (; m->at < m->len && nvs_i_re_digit((unsigned char)m->text[m->at]); m->at++)
        if (n <= NVS_I_RE_COUNT) n = n * 10 + (uint32_t)(m->text[m->at] - '0');
    if (m->at == first)
        return nvs_i_re_fail(m, NVS_SYNTAX, at, "{ does not start a quantifier (write \\{ for the character)");
    if (n > NVS_I_RE_COUNT) return nvs_i_re_fail(m, NVS_LIMIT, at, "a count above 1000");
    *out = n;
    return 1;
}

/* A quantifier, if there is one: 1 with least and most, 2 none, 0 error. */
static int nvs_i_re_quantifier(nvs_i_re_maker *m, uint32_t *least, uint32_t *most)
{
    const uint32_t at = m->at;
    char c;
    if (at == m->len) return 2;
    c = m->text[at];
    if (c != '*' && c != '+' && c != '?' && c != '{') return 2;
    m->at++;
    *least = c == '+';
    *most = c == '?' ? 1 : NVS_I_RE_NONE;
    if (c == '{') {
        if (!nvs_i_re_number(m, at, least)) return 0;
        *most = *least;
        if (m->at < m->len && m->text[m->at] == ',') {
            m->at++;
            *most = NVS_I_RE_NONE;
            if (m->at == m->len || m->text[m->at] != '}')
                if (!nvs_i_re_number(m, at, most)) return 0;
        }
        if (m->at == m->len || m->text[m->at] != '}')
            return nvs_i_re_fail(m, NVS_SYNTAX, at, "a quantifier is not closed");
        m->at++;
        if (*most < *least) return nvs_i_re_fail(m, NVS_SYNTAX, at, "a quantifier whose most is below its least");
    }
    return 1;
}

/* Puts a node after the others of the branch. */
static void nvs_i_re_append(nvs_i_re_maker *m, nvs_i_re_group *g, uint32_t node)
{
    if (g->last == NVS_I_RE_NONE) m->nodes[g->branch].child = node;
    else m->nodes[g->last].next = node;
    g->before = g->last;
    g->last = node;
}

static void nvs_i_re_branch(nvs_i_re_maker *m, nvs_i_re_group *g)
{
    const uint32_t node = nvs_i_re_node_add(m, NVS_I_RE_CAT, 0, 0, m->at);
    if (g->first == NVS_I_RE_NONE) g->first = node;
    else m->nodes[g->branch].next = node;
    g->branch = node;
    g->last = g->before = NVS_I_RE_NONE;
}

/* The node of all branches of a group. */
static uint32_t nvs_i_re_close(nvs_i_re_maker *m, const nvs_i_re_group *g)
{
    uint32_t node = g->first;
    if (g->first != g->branch) {
        node = nvs_i_re_node_add(m, NVS_I_RE_ALT, 0, 0, g->at);
        m->nodes[node].child = g->first;
    }
    if (g->look != 0) {
        const uint32_t look = nvs_i_re_node_add(m, NVS_I_RE_LOOK, m->looks++, g->look == 2, g->at);
        m->nodes[look].child = node;
        node = look;
    }
    return node;
}

static void nvs_i_re_open(nvs_i_re_maker *m, nvs_i_re_group *g, uint32_t at, uint32_t look)
{
    g->at = at;
    g->look = look;
    g->first = g->branch = NVS_I_RE_NONE;
    nvs_i_re_branch(m, g);
}

/* Opens the group whose ( is at `at`; 0 with an error. */
static int nvs_i_re_group_begin(nvs_i_re_maker *m, nvs_i_re_group *g, int is_deepest, uint32_t at)
{
    uint32_t look = 0;
    if (is_deepest) return nvs_i_re_fail(m, NVS_LIMIT, at, "more than 100 nested groups");
    if (m->at < m->len && m->text[m->at] == '?') {
        const char kind = m->len - m->at > 1 ? m->text[m->at + 1] : 0;
        if (kind != ':' && kind != '=' && kind != '!')
            return nvs_i_re_fail(m, NVS_SYNTAX, at, "unknown kind of group: (?: (?= (?! are known");
        look = kind == '=' ? 1 : kind == '!' ? 2 : 0;
        m->at += 2;
    }
    nvs_i_re_open(m, g + 1, at, look);
    return 1;
}

/* Reads the pattern into nodes; 1 with the node of the whole, or 0. A byte of the pattern makes at most one node. */
static int nvs_i_re_parse(nvs_i_re_maker *m, uint32_t *root)
{
    nvs_i_re_group *groups =
        (nvs_i_re_group *)nvs_i_re_alloc(m, NVS_I_RE_DEPTH + 1, sizeof *groups);
    nvs_i_re_group *g = groups;
    if (groups == NULL) return 0;
    nvs_i_re_open(m, g, 0, 0);
    while (m->at < m->len) {
        const uint32_t at = m->at;
        const unsigned c = (unsigned char)m->text[m->at++];
        uint32_t node = NVS_I_RE_NONE, least = 0, most = 0, quantifier;
        unsigned byte = c;
        int single = 1, test = 0, what; /* single: one byte; test: matches no character */
        switch (c) {
        case '|':
            nvs_i_re_branch(m, g);
            continue;
        case '(':
            if (!nvs_i_re_group_begin(m, g, g - groups == NVS_I_RE_DEPTH, at)) return 0;
            g++;
            continue;
        case ')':
            if (g == groups) return nvs_i_re_fail(m, NVS_SYNTAX, at, ") without (");
            node = nvs_i_re_close(m, g);
            single = 0;
            test = g->look != 0;
            g--;
            break;
        case '*': case '+': case '?': case '{':
            return nvs_i_re_fail(m, NVS_SYNTAX, at, "a quantifier with nothing before it");
        case '^': case '$':
            node = nvs_i_re_node_add(m, NVS_I_RE_TEST, c == '^' ? NVS_I_RE_START : NVS_I_RE_END, 0, at);
            single = 0;
            test = 1;
            break;
        case '.': case '[': case '\\':
            if (c == '\\' && m->at < m->len && (m->text[m->at] == 'b' || m->text[m->at] == 'B')) {
                node = nvs_i_re_node_add(m, NVS_I_RE_TEST,
                                         m->text[m->at++] == 'b' ? NVS_I_RE_EDGE : NVS_I_RE_NO_EDGE, 0, at);
                single = 0;
                test = 1;
                break;
            }
            if (c == '\\') {
                what = nvs_i_re_escape(m, at, &byte);
                if (what == 0) return 0;
                if (what == 1) break;
            }
            single = 0;
            node = nvs_i_re_node_add(m, NVS_I_RE_SET, m->set_count, 0, at);
            if (!nvs_i_re_set(m, at, c == '\\' ? (char)byte : 0)) return 0;
            break;
        default: break;
        }
        if (single) node = nvs_i_re_node_add(m, NVS_I_RE_BYTE, byte, 0, at);
        nvs_i_re_append(m, g, node);
        quantifier = m->at;
        what = nvs_i_re_quantifier(m, &least, &most);
        if (what == 0) return 0;
        if (what == 2) continue;
        if (test) return nvs_i_re_fail(m, NVS_SYNTAX, quantifier, "a quantifier on what matches no character");
        if (m->at < m->len && m->text[m->at] == '?') m->at++;
        if (m->at < m->len &&
            (m->text[m->at] == '*' || m->text[m->at] == '+' || m->text[m->at] == '?' || m->text[m->at] == '{'))
            return nvs_i_re_fail(m, NVS_SYNTAX, m->at, "a second quantifier");
        node = nvs_i_re_node_add(m, NVS_I_RE_REPEAT, least, most, quantifier);
        m->nodes[node].child = g->last;
        g->last = g->before;
        nvs_i_re_append(m, g, node);
    }
    if (g != groups) return nvs_i_re_fail(m, NVS_SYNTAX, g->at, "a group is not closed");
    *root = nvs_i_re_close(m, g);
    return 1;
}

static uint32_t nvs_i_re_state_add(nvs_i_re_maker *m, uint32_t kind, uint32_t x, uint32_t y)
{
    if (m->states != NULL) {
        nvs_i_re_state *s = &m->states[m->state_count];
        s->kind = kind;
        s->x = x;
        s->y = y;
    }
    return m->state_count++;
}

/* Makes the states of a node, last character first, so that they lead to out; while m->states is NULL it only counts
   them. 1 with where they begin, 0 when there are too many. Repeats of what makes no state are not walked again, and
   what else makes none is counted as steps. */
static int nvs_i_re_make(nvs_i_re_maker *m, nvs_i_re_frame *frames, uint32_t root, uint32_t out,
                         uint32_t *begin)
{
    nvs_i_re_frame *f = frames;
    uint32_t node = root, done;
    for (;;) { /* enters node, which leads to out */
        const nvs_i_re_node *n = &m->nodes[node];
        if (m->state_room - m->state_count < 2 || m->steps == 0)
            return nvs_i_re_fail(m, NVS_LIMIT, n->at,
                                 "a regular expression that is too large, its repeats written out");
        m->steps--;
        f->node = node;
        f->out = out;
        f->child = n->child;
        f->round = 0;
        f->made = out;
        f->count = m->state_count;
        done = NVS_I_RE_NONE;
        for (;;) { /* goes on with the innermost node; done is what its child gave, or NONE at first */
            n = &m->nodes[f->node];
            node = f->child;
            out = f->made;
            if (n->kind == NVS_I_RE_CAT || n->kind == NVS_I_RE_ALT) {
                if (done != NVS_I_RE_NONE) {
                    if (n->kind == NVS_I_RE_ALT && f->round++ > 0)
                        done = nvs_i_re_state_add(m, NVS_I_RE_ALT, f->made, done);
                    out = f->made = done;
                    f->child = node = m->nodes[f->child].next;
                }
                if (n->kind == NVS_I_RE_ALT) out = f->out;
            } else if (n->kind == NVS_I_RE_REPEAT) {
                const uint32_t rounds = n->b == NVS_I_RE_NONE ? n->a + (n->a == 0) : n->b;
                if (done != NVS_I_RE_NONE) {
                    const uint32_t at = f->count - 1; /* of the first round without end: the state that goes round */
                    if (n->b == NVS_I_RE_NONE && f->round == 0) {
                        if (m->states != NULL) m->states[at].x = done;
                        if (n->a == 0) done = at;
                    } else if (m->state_count == f->count) f->round = rounds - 1;
                    else if (n->b != NVS_I_RE_NONE && f->round < n->b - n->a)
                        done = nvs_i_re_state_add(m, NVS_I_RE_ALT, done, f->out);
                    f->made = done;
                    f->round++;
                }
                out = f->made;
                if (f->round == rounds) node = NVS_I_RE_NONE;
                else if (n->b == NVS_I_RE_NONE && f->round == 0)
                    out = nvs_i_re_state_add(m, NVS_I_RE_ALT, f->out, f->out);
                f->count = m->state_count;
            } else {
                f->made = n->kind == NVS_I_RE_LOOK ? nvs_i_re_state_add(m, n->kind, f->out, n->a * 2 + n->b)
                                                   : nvs_i_re_state_add(m, n->kind, f->out, n->a);
                node = NVS_I_RE_NONE;
            }
            if (node != NVS_I_RE_NONE) break;
            done = f->made;
            if (f == frames) {
                *begin = done;
                return 1;
            }
            f--;
        }
        f++;
    }
}

/* All automata, look-aheads first, inner ones before outer ones. */
static int nvs_i_re_make_all(nvs_i_re_maker *m, nvs_i_re_frame *frames, uint32_t root, uint32_t *starts,
                             uint32_t *ends)
{
    uint32_t i, k = 0;
    m->state_count = 0;
    m->steps = m->state_room / 8 < NVS_I_RE_NONE / 16 - m->node_count ? 8 * m->node_count + m->state_room
                                                                      : NVS_I_RE_NONE / 2;
    for (i = 0; i <= m->node_count; i++) {
        if (i < m->node_count && m->nodes[i].kind != NVS_I_RE_LOOK) continue;
        if (m->state_room - m->state_count < 2)
            return nvs_i_re_fail(m, NVS_LIMIT, 0, "a regular expression of too many parts");
        if (!nvs_i_re_make(m, frames, i < m->node_count ? m->nodes[i].child : root,
                           nvs_i_re_state_add(m, NVS_I_RE_ACCEPT, 0, 0), &starts[k]))
            return 0;
        ends[k++] = m->state_count;
    }
    return 1;
}

static int nvs_i_re_in(const unsigned char *set, unsigned c) { return set[c >> 3] >> (c & 7) & 1; }

/* Splits the kinds of bytes so that none has members both inside and outside the set. */
static void nvs_i_re_split(nvs_i_regex *r, const unsigned char *set)
{
    uint16_t id[2][256];
    unsigned c;
    uint16_t count = 0;
    nvs_i_zero(id, sizeof id);
    for (c = 0; c < 256; c++) {
        uint16_t *to = &id[nvs_i_re_in(set, c)][r->kind[c]];
        if (*to == 0) *to = ++count;
        r->kind[c] = (unsigned char)(*to - 1);
    }
    r->kinds = count;
}

/* Finds which bytes no part of the pattern distinguishes. */
static void nvs_i_re_kinds(nvs_i_regex *r, const nvs_i_re_maker *m)
{
    unsigned char used[32], set[32];
    uint32_t i;
    unsigned c;
    nvs_i_zero(used, sizeof used);
    nvs_i_zero(r->kind, sizeof r->kind);
    r->kinds = 1;
    for (i = 0; i < m->node_count; i++) {
        const nvs_i_re_node *n = &m->nodes[i];
        if (n->kind == NVS_I_RE_BYTE)
            used[n->a >> 3] = (unsigned char)(used[n->a >> 3] | 1u << (n->a & 7));
        if (n->kind == NVS_I_RE_SET && r->kinds < 256)
            nvs_i_re_split(r, m->sets + (size_t)32 * n->a);
        if (n->kind == NVS_I_RE_TEST && n->a >= NVS_I_RE_EDGE) r->edges = 1;
    }
    if (r->edges) {
        nvs_i_zero(set, sizeof set);
        nvs_i_re_class(set, 'w');
        nvs_i_re_split(r, set);
    }
    for (c = 0; c < 256; c++) {
        if (!nvs_i_re_in(used, c)) continue;
        nvs_i_zero(set, sizeof set);
        set[c >> 3] = (unsigned char)(1u << (c & 7));
        nvs_i_re_split(r, set);
    }
}

/* Finds the bytes that follow a ^ at the start of the pattern: most texts can be refused before they are read. */
static int nvs_i_re_prefix(nvs_i_regex *r, nvs_i_re_maker *m, uint32_t root)
{
    const nvs_i_re_node *n = &m->nodes[root];
    uint32_t at, i, len = 0;
    char *to;
    if (n->kind != NVS_I_RE_CAT || n->child == NVS_I_RE_NONE) return 1;
    n = &m->nodes[n->child];
    if (n->kind != NVS_I_RE_TEST || n->a != NVS_I_RE_START) return 1;
    for (at = n->next; at != NVS_I_RE_NONE && m->nodes[at].kind == NVS_I_RE_BYTE; at = m->nodes[at].next) len++;
    to = (char *)nvs_i_re_alloc(m, len, 1);
    if (to == NULL) return 0;
    for (at = n->next, i = 0; i < len; at = m->nodes[at].next) to[i++] = (char)m->nodes[at].a;
    r->prefix = to;
    r->prefix_len = len;
    return 1;
}

/* Notes the longest run of bytes among nodes that follow one another, from at on, as a word; 0 if there is none, or no
   room. The first run alone, if only that is asked for, and then *at is the node after it. */
static int nvs_i_re_word_add(nvs_i_regex *r, const nvs_i_re_maker *m, uint32_t *at, int only)
{
    nvs_i_re_literal now, best;
    uint32_t i = *at;
    best.len = 0;
    do {
        for (now.len = 0; i != NVS_I_RE_NONE && m->nodes[i].kind == NVS_I_RE_BYTE; i = m->nodes[i].next)
            if (now.len < NVS_I_RE_WORD) now.text[now.len++] = (char)m->nodes[i].a;
        if (now.len > best.len) best = now;
        *at = i;
        if (i != NVS_I_RE_NONE) i = m->nodes[i].next;
    } while (!only && i != NVS_I_RE_NONE);
    if (best.len < 2 || r->word_count == NVS_I_RE_WORDS) return 0;
    best.last = 1;
    r->words[r->word_count++] = best;
    return 1;
}

/* Finds words that every match has: runs of bytes, and choices with a run in each branch, at the top and in groups that
   are there at least once. */
static void nvs_i_re_words(nvs_i_regex *r, const nvs_i_re_maker *m, uint32_t at)
{
    uint32_t open[8]; /* where it goes on after a group */
    unsigned depth = 0;
    for (;;) {
        const nvs_i_re_node *n;
        if (at == NVS_I_RE_NONE) {
            if (depth == 0) return;
            at = open[--depth];
            continue;
        }
        n = &m->nodes[at];
        if (n->kind == NVS_I_RE_BYTE) {
            (void)nvs_i_re_word_add(r, m, &at, 1);
            continue;
        }
        at = n->next;
        while ((n->kind == NVS_I_RE_LOOK && n->b == 0) || (n->kind == NVS_I_RE_REPEAT && n->a > 0))
            n = &m->nodes[n->child];
        if (n->kind == NVS_I_RE_CAT && depth < sizeof open / sizeof open[0]) {
            open[depth++] = at;
            at = n->child;
        } else if (n->kind == NVS_I_RE_ALT) {
            const uint32_t before = r->word_count;
            uint32_t branch = n->child, child = branch;
            for (; branch != NVS_I_RE_NONE; branch = m->nodes[branch].next) {
                child = m->nodes[branch].child;
                if (child == NVS_I_RE_NONE || !nvs_i_re_word_add(r, m, &child, 0)) break;
                r->words[r->word_count - 1].last = m->nodes[branch].next == NVS_I_RE_NONE;
            }
            if (branch != NVS_I_RE_NONE) r->word_count = before;
        }
    }
}

/* Forgets what was cached; row 0 is the empty set. */
static void nvs_i_re_forget(nvs_i_regex *r)
{
    nvs_i_zero(r->hash, NVS_I_RE_HASH * sizeof *r->hash);
    nvs_i_zero(r->rows, r->row_size * sizeof *r->rows);
    r->row[0].start = r->row[0].count = 0;
    r->row_count = 1;
    r->pool_count = 0;
}

/* Compiles a pattern; the result lies in the arena, the pattern is not kept. NULL with error: SYNTAX or LIMIT with the
   offset of the fault, LIMIT for more than max_states states (0: 262144), MEMORY. Linear in the pattern with its
   counted repeats written out. A search changes the result: one thread at a time. */
static nvs_i_regex *nvs_i_regex_compile(nvs_i_arena *arena, const char *pattern, size_t len,
                                        uint32_t max_states, nvs_error *error)
{
    nvs_i_re_maker m;
    nvs_i_regex *r;
    nvs_i_re_frame *frames;
    uint32_t *starts, *ends;
    uint32_t root, i;
    size_t sets = 0;
    nvs_i_zero(&m, sizeof m);
    m.arena = arena;
    m.text = pattern;
    m.len = (uint32_t)len;
    m.error = error;
    if (len > NVS_I_RE_NONE / 64) {
        nvs_i_re_fail(&m, NVS_LIMIT, 0, "a regular expression of more than 64 MiB");
        return NULL;
    }
    for (i = 0; i < m.len; i++) sets += pattern[i] == '[' || pattern[i] == '.' || pattern[i] == '\\';
    m.nodes = (nvs_i_re_node *)nvs_i_re_alloc(&m, len + 2, sizeof *m.nodes);
    if (m.nodes == NULL) return NULL;
    m.sets = (unsigned char *)nvs_i_re_alloc(&m, sets, 32);
    if (m.sets == NULL || !nvs_i_re_parse(&m, &root)) return NULL;

    r = (nvs_i_regex *)nvs_i_re_alloc(&m, 1, sizeof *r);
    if (r == NULL) return NULL;
    nvs_i_zero(r, sizeof *r);
    r->automata = m.looks + 1;
    starts = (uint32_t *)nvs_i_re_alloc(&m, r->automata, sizeof *starts);
    if (starts == NULL) return NULL;
    ends = (uint32_t *)nvs_i_re_alloc(&m, r->automata, sizeof *ends);
    if (ends == NULL) return NULL;
    r->holds = (unsigned char *)nvs_i_re_alloc(&m, r->automata, 1);
    if (r->holds == NULL) return NULL;
    /* A group adds at most four levels: its branches, their choice, its look-ahead and its repeat. */
    frames = (nvs_i_re_frame *)nvs_i_re_alloc(&m, 4 * (NVS_I_RE_DEPTH + 2), sizeof *frames);
    if (frames == NULL) return NULL;
    m.state_room = max_states != 0 && max_states < NVS_I_RE_NONE / 64
                       ? max_states
                       : (uint32_t)NVS_I_RE_STATES;
    if (!nvs_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    m.states = (nvs_i_re_state *)nvs_i_re_alloc(&m, m.state_count, sizeof *m.states);
    if (m.states == NULL || !nvs_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    r->states = m.states;
    r->count = m.state_count;
    r->sets = m.sets;
    r->starts = starts;
    r->ends = ends;
    r->set = (uint32_t *)nvs_i_re_alloc(&m, r->count, 4 * sizeof *r->set);
    if (r->set == NULL) return NULL;
    r->next = r->set + r->count;
    r->stack = r->next + r->count;
    r->mark = r->stack + r->count;
    nvs_i_zero(r->mark, r->count * sizeof *r->mark);
    nvs_i_re_kinds(r, &m);

    if (!nvs_i_re_prefix(r, &m, root)) return NULL;
    nvs_i_re_words(r, &m, root);

    r->row_size = (r->kinds + 1) * 3;
    r->row_room = NVS_I_RE_ROWS / r->row_size;
    if (r->row_room > NVS_I_RE_HASH / 2) r->row_room = NVS_I_RE_HASH / 2;
    if (r->count <= NVS_I_RE_POOL / 4) {
        r->rows = (uint16_t *)nvs_i_re_alloc(&m, NVS_I_RE_ROWS + NVS_I_RE_HASH, sizeof *r->rows);
        if (r->rows == NULL) return NULL;
        r->pool = (uint32_t *)nvs_i_re_alloc(&m, NVS_I_RE_POOL, sizeof *r->pool);
        if (r->pool == NULL) return NULL;
        r->row = (nvs_i_re_row *)nvs_i_re_alloc(&m, r->row_room, sizeof *r->row);
        if (r->row == NULL) return NULL;
        r->hash = r->rows + NVS_I_RE_ROWS;
        nvs_i_re_forget(r);
    }
    return r;
}

/* From the states of r->set, which wait for the byte c (-1: the end of the text), those that wait for the byte before
   it, into r->next; returns how many, or NONE when the whole pattern matches here. before: the byte before this place,
   -1 at the begin. */
static uint32_t nvs_i_re_step(nvs_i_regex *r, uint32_t count, int c, int before)
{
    const int edge = (c >= 0 && nvs_i_re_word((unsigned)c)) !=
                     (before >= 0 && nvs_i_re_word((unsigned)before));
    uint32_t k, at = 0, made = 0;
    if (r->round >= NVS_I_RE_NONE - r->automata) {
        nvs_i_zero(r->mark, r->count * sizeof *r->mark);
        r->round = 0;
    }
    for (k = 0; k < r->automata; k++) {
        uint32_t waiting = 0;
        r->round++;
        r->holds[k] = 0;
        r->stack[waiting++] = r->starts[k];
        r->mark[r->starts[k]] = r->round;
        while (at < count || waiting > 0) {
            const nvs_i_re_state *s;
            uint32_t to;
            if (waiting == 0) {
                if (r->set[at] >= r->ends[k]) break;
                s = &r->states[r->set[at++]];
                if (s->kind == NVS_I_RE_BYTE
                        ? (int)s->y != c
                        : !nvs_i_re_in(r->sets + (size_t)32 * s->y, (unsigned)c))
                    continue;
                to = s->x;
            } else {
                const uint32_t now = r->stack[--waiting];
                int go = 1;
                s = &r->states[now];
                switch (s->kind) {
                case NVS_I_RE_BYTE: case NVS_I_RE_SET:
                    r->next[made++] = now;
                    continue;
                case NVS_I_RE_ACCEPT:
                    r->holds[k] = 1;
                    continue;
                case NVS_I_RE_ALT:
                    if (r->mark[s->y] != r->round) {
                        r->mark[s->y] = r->round;
                        r->stack[waiting++] = s->y;
                    }
                    break;
                case NVS_I_RE_LOOK: go = r->holds[s->y / 2] != (s->y & 1); break;
                default:
                    if (s->y == NVS_I_RE_START) go = before < 0;
                    else if (s->y == NVS_I_RE_END) go = c < 0;
                    else go = (s->y == NVS_I_RE_EDGE) == edge;
                    break;
                }
                if (!go) continue;
                to = s->x;
            }
            if (r->mark[to] != r->round) {
                r->mark[to] = r->round;
                r->stack[waiting++] = to;
            }
        }
    }
    return r->holds[r->automata - 1] ? NVS_I_RE_NONE : made;
}

/* The row of the set that lies in r->set; NONE without room for one more. */
static uint32_t nvs_i_re_row_of(nvs_i_regex *r, uint32_t count)
{
    uint32_t hash = 2166136261u, i, row;
    if (count == 0) return 0;
    for (i = 0; i < count; i++) hash = (hash ^ r->set[i]) * 16777619u;
    hash ^= hash >> 15;
    for (;; hash++) {
        const uint16_t found = r->hash[hash % NVS_I_RE_HASH];
        if (found == 0) break;
        row = found - 1u;
        if (r->row[row].count == count &&
            nvs_i_equal(r->pool + r->row[row].start, r->set, count * sizeof *r->set))
            return row;
    }
    if (r->row_count == r->row_room || count > NVS_I_RE_POOL - r->pool_count) return NVS_I_RE_NONE;
    row = r->row_count++;
    r->hash[hash % NVS_I_RE_HASH] = (uint16_t)(row + 1);
    r->row[row].start = r->pool_count;
    r->row[row].count = count;
    nvs_i_copy(r->pool + r->pool_count, r->set, count * sizeof *r->set);
    r->pool_count += count;
    nvs_i_zero(r->rows + row * r->row_size, r->row_size * sizeof *r->rows);
    return row;
}

/* Takes the step that the cache does not know yet: from the row that begins at `at` on the byte c. Returns where the
   new row begins, or NONE: a match. */
static uint32_t nvs_i_re_learn(nvs_i_regex *r, uint32_t at, uint32_t column, int c, int before)
{
    const nvs_i_re_row *from = &r->row[at / r->row_size];
    uint32_t *swap;
    uint32_t count = from->count, to;
    nvs_i_copy(r->set, r->pool + from->start, count * sizeof *r->set);
    count = nvs_i_re_step(r, count, c, before);
    if (count == NVS_I_RE_NONE) {
        r->rows[at + column] = 1;
        return count;
    }
    swap = r->set;
    r->set = r->next;
    r->next = swap;
    to = nvs_i_re_row_of(r, count);
    if (to != NVS_I_RE_NONE) {
        r->rows[at + column] = (uint16_t)(to * r->row_size + 2);
        return to * r->row_size;
    }
    nvs_i_re_forget(r);
    return nvs_i_re_row_of(r, count) * r->row_size;
}

/* A search without the cache: at each place, from the end on, the bytes on both sides are known. */
static int nvs_i_re_search_plain(nvs_i_regex *r, const unsigned char *p, size_t len)
{
    uint32_t count = 0;
    size_t at;
    for (at = len;; at--) {
        uint32_t *swap = r->set;
        count = nvs_i_re_step(r, count, at < len ? (int)p[at] : -1,
                              at > 0 ? (int)p[at - 1] : -1);
        if (count == NVS_I_RE_NONE) return 1;
        r->set = r->next;
        r->next = swap;
        if (at == 0) return 0;
    }
}

/* Whether a word occurs in a text; its first two bytes are looked for at eight places at once. */
static int nvs_i_re_occurs(const nvs_i_re_literal *w, const char *p, size_t len)
{
    const uint64_t ones = ~(uint64_t)0 / 255;
    const uint64_t first = ones * (unsigned char)w->text[0],
                   second = ones * (unsigned char)w->text[1];
    size_t i, k, end;
    if (len < w->len) return 0;
    end = len - w->len + 1;
    for (i = 0; i < end; i += 8) {
        if (len > 8) {
            uint64_t x, y;
            if (len - i < 9) i = len - 9;
            nvs_i_copy(&x, p + i, 8);
            nvs_i_copy(&y, p + i + 1, 8);
            x = (x ^ first) | (y ^ second);
            if (((x - ones) & ~x & ones << 7) == 0) continue; /* no byte of x is 0 */
        }
        for (k = i; k < end && k < i + 8; k++)
            if (p[k] == w->text[0] && nvs_i_equal(p + k, w->text, w->len)) return 1;
    }
    return 0;
}

/* Whether there is a word of each choice. */
static int nvs_i_re_has_words(const nvs_i_regex *r, const char *p, size_t len)
{
    uint32_t i, found = 0;
    for (i = 0; i < r->word_count; i++) {
        found = found || nvs_i_re_occurs(&r->words[i], p, len);
        if (!r->words[i].last) continue;
        if (!found) return 0;
        found = 0;
    }
    return 1;
}

/* Whether the pattern matches anywhere in the text. Allocates nothing; time at most states x len. */
static int nvs_i_regex_search(nvs_i_regex *r, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const uint32_t plane = r->kinds + 1; /* columns: before the start, before a word character, else */
    uint32_t row = 0;
    size_t at;
    if (len < r->prefix_len || !nvs_i_equal(text, r->prefix, r->prefix_len)) return 0;
    if (!nvs_i_re_has_words(r, text, len)) return 0;
    if (r->rows == NULL) return nvs_i_re_search_plain(r, p, len);
    for (at = len;; at--) { /* the byte at `at` comes now, or the end of the text */
        const int c = at < len ? (int)p[at] : -1;
        const int before = at > 0 ? (int)p[at - 1] : -1;
        uint32_t column = c >= 0 ? r->kind[c] : r->kinds, to;
        if (before >= 0) column += r->edges && nvs_i_re_word((unsigned)before) ? plane : 2 * plane;
        to = r->rows[row + column];
        if (to >= 2) {
            row = to - 2;
            if (!r->edges && at < len && at > 1) { /* the same step again, while it is known */
                const uint16_t *const rows = r->rows + 2 * plane - 2;
                uint32_t now = to;
                while (--at > 0 && (to = rows[now + r->kind[p[at]]]) >= 2) now = to;
                row = now - 2;
                at++;
            }
        } else {
            if (to == 1) return 1;
            row = nvs_i_re_learn(r, row, column, c, before);
            if (row == NVS_I_RE_NONE) return 1;
        }
        if (at == 0) return 0;
    }
}
#undef NVS_I_RE_NONE
/* end of shared */

/* shared: double */
/* The double with these bits. */
static double nvs_i_double_of(uint64_t bits)
{
    double d;
    nvs_i_copy(&d, &bits, sizeof d);
    return d;
}

/* Unsigned big numbers, least word first. 80 words, 2560 bits, hold all that nvs_i_double needs: at most 770 digits,
   below 10^770 < 2^2558, and powers of five up to 5^(770 + 325) < 2^2543. Lined up, neither is longer than the longer
   one was; the dividend, below the divisor from then on, needs one bit more when it is doubled. */
#define NVS_I_BIG 80

typedef struct nvs_i_big {
    uint32_t w[NVS_I_BIG];
    unsigned n; /* words in use; the last one is not 0 */
} nvs_i_big;

static void nvs_i_big_mul(nvs_i_big *b, uint32_t by, uint32_t add)
{
    uint64_t carry = add;
    unsigned i;
    for (i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * by;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && b->n < NVS_I_BIG) b->w[b->n++] = (uint32_t)carry;
}

/* b *= 5^five. */
static void nvs_i_big_power(nvs_i_big *b, unsigned five)
{
    for (; five >= 13; five -= 13) nvs_i_big_mul(b, 1220703125u, 0);
    for (; five > 0; five--) nvs_i_big_mul(b, 5, 0);
}

static void nvs_i_big_shift(nvs_i_big *b, unsigned bits)
{
    const unsigned words = bits / 32;
    unsigned i;
    for (i = 0; i < bits % 32; i++) nvs_i_big_mul(b, 2, 0);
    if (words == 0 || b->n == 0 || b->n + words > NVS_I_BIG) return;
    for (i = b->n; i-- > 0;) b->w[i + words] = b->w[i];
    nvs_i_zero(b->w, words * sizeof *b->w);
    b->n += words;
}

static unsigned nvs_i_big_bits(const nvs_i_big *b)
{
    unsigned bits = 0;
    uint32_t top;
    if (b->n == 0) return 0;
    for (top = b->w[b->n - 1]; top != 0; top >>= 1) bits++;
    return (b->n - 1) * 32 + bits;
}

/* a -= b if a >= b; whether it did. */
static int nvs_i_big_take(nvs_i_big *a, const nvs_i_big *b)
{
    uint64_t borrow = 0;
    unsigned i = a->n;
    if (a->n < b->n) return 0;
    if (a->n == b->n) {
        while (i > 0 && a->w[i - 1] == b->w[i - 1]) i--;
        if (i > 0 && a->w[i - 1] < b->w[i - 1]) return 0;
    }
    for (i = 0; i < a->n; i++) {
        const uint64_t take = (i < b->n ? b->w[i] : 0) + borrow;
        borrow = a->w[i] < take;
        a->w[i] = (uint32_t)(a->w[i] - take);
    }
    while (a->n > 0 && a->w[a->n - 1] == 0) a->n--;
    return 1;
}

/* num / den x 2^two, rounded to nearest, ties to even. Both are used up. den is not 0. */
static double nvs_i_big_ratio(nvs_i_big *num, nvs_i_big *den, int two)
{
    uint64_t q = 0;
    int exponent, bits, i;
    if (num->n == 0) return 0;
    /* Line them up so that 1/2 < num/den < 2; the value is num/den x 2^(exponent + two). */
    exponent = (int)nvs_i_big_bits(num) - (int)nvs_i_big_bits(den);
    if (exponent < 0) nvs_i_big_shift(num, (unsigned)(-exponent));
    else nvs_i_big_shift(den, (unsigned)exponent);
    if (nvs_i_big_take(num, den)) q = 1;
    else { /* below 1: doubling once more puts it in [1, 2) */
        nvs_i_big_mul(num, 2, 0);
        (void)nvs_i_big_take(num, den);
        q = 1;
        exponent--;
    }
    exponent += two;
    if (exponent > 1023) return nvs_i_double_of((uint64_t)0x7ff << 52);
    if (exponent < -1075) return 0;
    bits = exponent < -1022 ? 52 - (-1022 - exponent) : 52; /* after the point; -1 for the half of the least number */
    for (i = 0; i < bits; i++) {
        nvs_i_big_mul(num, 2, 0);
        q = q * 2 + (uint64_t)nvs_i_big_take(num, den);
    }
    if (bits < 0) { /* from half the least number on, below the least: only more than the half rounds up */
        q = num->n != 0;
        return nvs_i_double_of(q);
    }
    nvs_i_big_mul(num, 2, 0);
    if (nvs_i_big_take(num, den) && (num->n != 0 || (q & 1) != 0)) q++;
    /* A carry out of the fraction falls into the exponent, as it should, up to infinity. */
    if (exponent < -1022) return nvs_i_double_of(q);
    return nvs_i_double_of(((uint64_t)(exponent + 1022) << 52) + q);
}

/* The double nearest to digits [. digits] [e|E [+|-] digits], ties to even; infinity above the range. The caller has
   checked the form: at least one digit in the mantissa, and in the exponent if there is one. */
static double nvs_i_double(const char *p, const char *end)
{
    static const double ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *s;
    uint64_t small = 0;
    unsigned digits = 0; /* significant ones */
    int64_t scale = 0;   /* value = the digits x 10^scale */
    int64_t exponent = 0;
    int point = 0, negative = 0, rest = 0;
    nvs_i_big num, den;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.') {
            point = 1;
            continue;
        }
        if (*s != '0' || digits > 0) {
            if (digits < 769) {
                digits++;
                if (digits <= 19) small = small * 10 + (uint64_t)(unsigned char)(*s - '0');
            } else {
                scale++;
                if (*s != '0') rest = 1;
            }
        }
        scale -= point;
    }
    if (s < end) {
        s++;
        if (s < end && (*s == '+' || *s == '-')) negative = *s++ == '-';
        for (; s < end; s++)
            if (exponent < ((int64_t)1 << 56)) exponent = exponent * 10 + (*s - '0');
        scale += negative ? -exponent : exponent;
    }
    if (digits == 0) return 0;
    if (digits <= 15 && scale >= -22 && scale <= 22) /* both exact, so one correctly rounded operation */
        return scale < 0 ? (double)small / ten[-scale] : (double)small * ten[scale];
    if (scale + (int64_t)digits > 310) return nvs_i_double_of((uint64_t)0x7ff << 52);
    if (scale + (int64_t)digits < -325) return 0;
    num.n = den.n = 0;
    nvs_i_big_mul(&den, 0, 1);
    digits = 0;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.' || (*s == '0' && digits == 0)) continue;
        if (digits++ == 769) break;
        nvs_i_big_mul(&num, 10, (uint32_t)(unsigned char)(*s - '0'));
    }
    if (rest) { /* 769 digits decide, except for an exact tie: a last digit that means "a little more" breaks it */
        nvs_i_big_mul(&num, 10, 1);
        scale--;
    }
    if (scale >= 0) nvs_i_big_power(&num, (unsigned)scale);
    else nvs_i_big_power(&den, (unsigned)(-scale));
    return nvs_i_big_ratio(&num, &den, (int)scale); /* 10^scale is 5^scale x 2^scale */
}
/* end of shared */

static nvs_view nvs_i_view(const char *ptr, size_t len)
{
    nvs_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

static int nvs_i_same(nvs_view a, nvs_view b)
{
    return a.len == b.len && nvs_i_equal(a.ptr, b.ptr, a.len);
}

/* A view as it came from a caller: one without pointer is empty. */
static nvs_view nvs_i_given(nvs_view v) { return v.ptr != NULL ? v : nvs_text(NULL); }

static void *nvs_i_fail(nvs_error *error, nvs_code code, uint64_t offset, const char *message)
{
    if (error != NULL) {
        error->code = code;
        error->offset = offset;
        error->message = message;
    }
    return NULL;
}

/* Defines the function that says what an object holds. */
#define NVS_I_DEFINE_MEMORY_USED(noun, own) \
    NVS_API size_t nvs_##noun##_memory_used(const nvs_##noun *noun) \
    { \
        return noun != NULL ? ((const own *)(const void *)noun)->arena.held : 0; \
    }

/* Defines the function that frees an object, whose arena lies in one of the blocks that go. */
#define NVS_I_DEFINE_CLOSE(noun, type, own) \
    NVS_API void nvs_##noun##_close(type *noun) \
    { \
        if (noun != NULL) nvs_i_arena_close(&((own *)(uintptr_t)noun)->arena); \
    }

/* An error for the code that the arena left. */
static void *nvs_i_no_memory(nvs_error *error, nvs_code code)
{
    return nvs_i_fail(error, code, 0, code == NVS_LIMIT ? "max_memory is reached" : "out of memory");
}

/* Offsets of 32 bits reach this far, with some to spare. */
#define NVS_I_MAX_INPUT 0xfffffff0u
#define NVS_I_TOO_LARGE "the input has 4 GiB or more"
#define NVS_I_BAD_MEMORY "no source of memory, or half an allocator"
#define NVS_I_NONE 0xffffffffu

/* Runs of bytes are skipped eight at a time. Where the first byte is lowest in a word, one instruction finds the end of
   a run; elsewhere, and at the end of the input, a loop does. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NVS_I_FIRST(bits) (__builtin_ctzll(bits) >> 3)
#endif
#endif
#define NVS_I_ONES (((uint64_t)0x01010101 << 32) | 0x01010101)

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

NVS_API const char *nvs_problem_kind_name(nvs_problem_kind kind)
{
#define NVS_I_ROW(name, word, code, text) word "\0"
    return nvs_i_nth_word(NVS_PROBLEM_KINDS(NVS_I_ROW), (unsigned)kind);
#undef NVS_I_ROW
}

NVS_API const char *nvs_problem_kind_text(nvs_problem_kind kind)
{
#define NVS_I_ROW(name, word, code, text) text "\0"
    return nvs_i_nth_word(NVS_PROBLEM_KINDS(NVS_I_ROW), (unsigned)kind);
#undef NVS_I_ROW
}

#define NVS_I_ROW(name, word, code, text) (unsigned char)code,
static const unsigned char nvs_i_problem_codes[] = {NVS_PROBLEM_KINDS(NVS_I_ROW) 0};
#undef NVS_I_ROW

/* A problem without its line. */
static void nvs_i_problem_set(nvs_problem *to, nvs_problem_kind kind, int warning, uint32_t offset, nvs_view name)
{
    nvs_i_zero(to, sizeof *to);
    to->kind = kind;
    to->code = (nvs_code)nvs_i_problem_codes[kind];
    to->message = nvs_problem_kind_text(kind);
    to->warning = warning;
    to->offset = offset;
    to->name = name;
}

/* Problem i of a list: 1, or 0 and none. */
static int nvs_i_problem_out(const nvs_problem *list, uint32_t count, uint32_t i, nvs_problem *out)
{
    if (out == NULL) return 0;
    if (i < count) {
        *out = list[i];
        return 1;
    }
    nvs_i_zero(out, sizeof *out);
    out->message = "";
    out->name = nvs_text(NULL);
    return 0;
}

NVS_I_DEFINE_NAME(token_kind, NVS_TOKEN_KINDS)

/* Classes of bytes. */
#define NVS_I_SPACE 1
#define NVS_I_LETTER 2
#define NVS_I_DIGIT 4
#define NVS_I_HEX 8
#define NVS_I_SYMBOL 16
#define NVS_I_STOP 32 /* inside a string: quotes, backslash, control characters and everything that may not be UTF-8 */
static const unsigned char nvs_i_byte[256] = {
    32, 32, 32, 32, 32, 32, 32, 32, 32, 33, 33, 33, 33, 33, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
     1,  0, 32,  0,  0,  0,  0, 32,  0,  0,  0,  0, 16, 16, 16, 16,
    12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 16, 16, 16,  0, 16,  0,
     0, 10, 10, 10, 10, 10, 10,  2,  2,  2,  2,  2,  2,  2,  2,  2,
     2,  2,  2,  2,  2,  2,  2,  2,  2,  2,  2, 16, 32, 16,  0,  2,
     0, 10, 10, 10, 10, 10, 10,  2,  2,  2,  2,  2,  2,  2,  2,  2,
     2,  2,  2,  2,  2,  2,  2,  2,  2,  2,  2, 16,  0, 16,  0,  0,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32
};

static int nvs_i_is(int c, int what)
{
    return c >= 0 && (nvs_i_byte[c] & what) != 0;
}

static int nvs_i_octal(int c)
{
    return c >= '0' && c <= '7';
}

static unsigned nvs_i_hex(int c) { return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10); }

/* The byte at p, or -1 at the end. */
static int nvs_i_peek(const char *p, const char *end) { return p < end ? (int)(unsigned char)*p : -1; }

static void nvs_i_reader_begin(nvs_reader_state *r, const char *text, size_t len)
{
    r->start = text;
    r->end = text + len;
    r->at = text;
    if (len >= 3 && nvs_i_equal(text, "\xef\xbb\xbf", 3)) r->at += 3;
    r->line_start = r->at;
    r->line = 1;
}

NVS_API void nvs_reader_begin(nvs_reader *reader, const void *data, size_t size)
{
    const int large = size > NVS_I_MAX_INPUT;
    if (reader == NULL) return;
    reader->comments = 0;
    (void)nvs_i_fail(&reader->error, large ? NVS_LIMIT : NVS_OK, 0, large ? NVS_I_TOO_LARGE : "");
    nvs_i_reader_begin(&reader->i_state, data != NULL ? (const char *)data : "", data != NULL && !large ? size : 0);
}

/* Makes a bad token that ends at to. */
static void nvs_i_bad(const nvs_reader_state *r, nvs_token *t, nvs_problem_kind kind, const char *at, const char *to)
{
    t->kind = NVS_TOKEN_KIND_BAD;
    t->problem = kind;
    t->at_offset = (uint32_t)(at - r->start);
    t->at_line = r->line;
    t->at_column = (uint32_t)(at - r->line_start) + 1;
    t->text.len = (size_t)(to - t->text.ptr);
}

/* Length of the well-formed UTF-8 sequence at p (RFC 3629), which is before end; 0 when there is none. */
static size_t nvs_i_utf8(const char *p, const char *end)
{
    const unsigned char *s = (const unsigned char *)p;
    const size_t n = (size_t)(end - p);
    NVS_ASSERT(n > 0);
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2) return 0;
    if (s[0] < 0xe0) return n >= 2 && (s[1] & 0xc0) == 0x80 ? 2 : 0;
    if (s[0] < 0xf0) {
        if (n < 3 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80) return 0;
        if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0)) return 0;
        return 3;
    }
    if (s[0] > 0xf4 || n < 4 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80 || (s[3] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90)) return 0;
    return 4;
}

/* Writes a code point as UTF-8; its length. */
static size_t nvs_i_put_utf8(uint32_t point, char *to)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        to[0] = (char)(0xc0 | (point >> 6));
        to[1] = (char)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point < 0x10000) {
        to[0] = (char)(0xe0 | (point >> 12));
        to[1] = (char)(0x80 | ((point >> 6) & 0x3f));
        to[2] = (char)(0x80 | (point & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | (point >> 18));
    to[1] = (char)(0x80 | ((point >> 12) & 0x3f));
    to[2] = (char)(0x80 | ((point >> 6) & 0x3f));
    to[3] = (char)(0x80 | (point & 0x3f));
    return 4;
}

/* Reads count hex digits; 0 when they are not there. */
static int nvs_i_code(const char **p, const char *end, int count, uint32_t *point)
{
    const char *s = *p;
    *point = 0;
    for (; count > 0; count--, s++) {
        if (!nvs_i_is(nvs_i_peek(s, end), NVS_I_HEX)) return 0;
        *point = *point * 16 + nvs_i_hex((unsigned char)*s);
    }
    *p = s;
    return 1;
}

/* Reads the escape at *p, which points to its backslash; writes at most 4 bytes. The length; 0 when it is bad (then *p
   is unchanged). Never longer than the escape. */
static size_t nvs_i_escape(const char **p, const char *end, char *to)
{
    static const char from[] = "abfnrtv?\\'\"";
    static const char what[] = "\a\b\f\n\r\t\v?\\'\"";
    const char *s = *p + 1;
    const int c = nvs_i_peek(s, end);
    uint32_t point = 0, low;
    unsigned i;
    if (c < 0) return 0;
    s++;
    for (i = 0; from[i] != 0; i++)
        if (c == from[i]) {
            *to = what[i];
            *p = s;
            return 1;
        }
    if (nvs_i_octal(c)) {
        point = (uint32_t)(c - '0');
        for (i = 1; i < 3 && nvs_i_octal(nvs_i_peek(s, end)); i++) point = point * 8 + (uint32_t)(*s++ - '0');
        if (point > 0xff) return 0;
        *to = (char)(unsigned char)point;
        *p = s;
        return 1;
    }
    if (c == 'x') {
        for (i = 0; i < 2 && nvs_i_is(nvs_i_peek(s, end), NVS_I_HEX); i++)
            point = point * 16 + nvs_i_hex((unsigned char)*s++);
        if (i == 0) return 0;
        *to = (char)(unsigned char)point;
        *p = s;
        return 1;
    }
    if (c != 'u' && c != 'U') return 0;
    if (!nvs_i_code(&s, end, c == 'u' ? 4 : 8, &point)) return 0;
    if (point >= 0xd800 && point < 0xdc00 && end - s >= 2 && s[0] == '\\' && s[1] == 'u') {
        s += 2;
        if (!nvs_i_code(&s, end, 4, &low) || low < 0xdc00 || low >= 0xe000) return 0;
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    }
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return 0;
    *p = s;
    return nvs_i_put_utf8(point, to);
}

/* The end of the whitespace at p. */
static inline const char *nvs_i_spaces(const char *p, const char *end)
{
#ifdef NVS_I_FIRST
    while (end - p >= 8) {
        uint64_t w;
        nvs_i_copy(&w, p, 8);
        w ^= NVS_I_ONES * ' ';
        if (w != 0) return p + NVS_I_FIRST(w);
        p += 8;
    }
#endif
    while (p < end && *p == ' ') p++;
    return p;
}

/* The first byte of class NVS_I_STOP, except the other kind of quote, or end. */
static inline const char *nvs_i_plain(const char *p, const char *end, char quote)
{
#ifdef NVS_I_FIRST
    const uint64_t quotes = NVS_I_ONES * (unsigned char)quote;
    while (end - p >= 8) {
        uint64_t w;
        nvs_i_copy(&w, p, 8);
        /* The top bit of each byte that is one of them; the lowest is right, the others may not be. */
        w = (((w ^ quotes) - NVS_I_ONES) | ((w ^ NVS_I_ONES * '\\') - NVS_I_ONES) | (w - NVS_I_ONES * ' ') | w) &
            NVS_I_ONES << 7;
        if (w != 0) return p + NVS_I_FIRST(w);
        p += 8;
    }
#endif
    while (p < end && (*p == (quote ^ ('"' ^ '\'')) || !(nvs_i_byte[(unsigned char)*p] & NVS_I_STOP))) p++;
    return p;
}

/* The end of the letters, digits and underscores at p. */
static inline const char *nvs_i_letters(const char *p, const char *end)
{
#ifdef NVS_I_FIRST
    while (end - p >= 8) {
        uint64_t w, low;
        nvs_i_copy(&w, p, 8);
        low = (w | NVS_I_ONES * 0x20) & NVS_I_ONES * 0x7f;
        w = (w | ~(low + NVS_I_ONES * (0x80 - 'a')) | (low + NVS_I_ONES * (0x7f - 'z'))) & NVS_I_ONES << 7;
        if (w == 0) p += 8;
        else { /* the first that is no letter */
            p += NVS_I_FIRST(w);
            if (!(nvs_i_byte[(unsigned char)*p] & (NVS_I_LETTER | NVS_I_DIGIT))) return p;
            p++;
        }
    }
#endif
    while (p < end && (nvs_i_byte[(unsigned char)*p] & (NVS_I_LETTER | NVS_I_DIGIT)) != 0) p++;
    return p;
}

/* The rest of a line, for a string without an end. */
static const char *nvs_i_line_end(const nvs_reader_state *r, const char *p)
{
    return nvs_i_find(p, r->end, '\n');
}

static void nvs_i_string_token(nvs_reader_state *r, nvs_token *t)
{
    const char *const open = r->at;
    const char *const end = r->end;
    const char quote = *open;
    const char *p = open + 1;
    int high = 0;
    t->kind = NVS_TOKEN_KIND_STRING;
    t->plain = 1;
    t->utf8 = 1;
    for (;;) {
        p = nvs_i_plain(p, end, quote);
        if (p == end || *p == '\n') {
            nvs_i_bad(r, t, NVS_PROBLEM_KIND_STRING, open, p);
            break;
        }
        if (*p == quote) {
            p++;
            t->text.len = (size_t)(p - open);
            if (high) {
                const char *s = open + 1;
                size_t n;
                while (s < p && (n = nvs_i_utf8(s, p)) != 0) s += n;
                if (s < p) {
                    t->utf8 = 0;
                    t->at_offset = (uint32_t)(s - r->start);
                    t->at_line = r->line;
                    t->at_column = (uint32_t)(s - r->line_start) + 1;
                }
            }
            break;
        }
        if (*p == 0) {
            nvs_i_bad(r, t, NVS_PROBLEM_KIND_CHARACTER, p, nvs_i_line_end(r, p));
            break;
        }
        if (*p == '\\') {
            char ignored[4];
            const char *const at = p;
            t->plain = 0;
            if (nvs_i_escape(&p, end, ignored) == 0) {
                const int next = nvs_i_peek(at + 1, end);
                nvs_i_bad(r, t, next < 0 || next == '\n' ? NVS_PROBLEM_KIND_STRING : NVS_PROBLEM_KIND_ESCAPE,
                          next < 0 || next == '\n' ? open : at, nvs_i_line_end(r, at));
                break;
            }
        } else
            high |= (unsigned char)*p++ & 0x80;
    }
    r->at = t->text.ptr + t->text.len;
}

static void nvs_i_number_token(nvs_reader_state *r, nvs_token *t)
{
    const char *const open = r->at;
    const char *const end = r->end;
    const char *p = open, *digits;
    int good = 1;
    t->kind = NVS_TOKEN_KIND_INTEGER;
    if (*p == '0' && end - p >= 2 && (p[1] == 'x' || p[1] == 'X')) {
        digits = p += 2;
        while (nvs_i_is(nvs_i_peek(p, end), NVS_I_HEX)) p++;
        good = p > digits;
    } else if (*p == '0' && nvs_i_is(nvs_i_peek(p + 1, end), NVS_I_DIGIT)) {
        while (nvs_i_octal(nvs_i_peek(p, end))) p++;
    } else {
        while (nvs_i_is(nvs_i_peek(p, end), NVS_I_DIGIT)) p++;
        if (nvs_i_peek(p, end) == '.') {
            t->kind = NVS_TOKEN_KIND_FLOAT;
            for (p++; nvs_i_is(nvs_i_peek(p, end), NVS_I_DIGIT); p++) continue;
        }
        if ((nvs_i_peek(p, end) | 32) == 'e') {
            t->kind = NVS_TOKEN_KIND_FLOAT;
            p++;
            if (nvs_i_peek(p, end) == '+' || nvs_i_peek(p, end) == '-') p++;
            for (digits = p; nvs_i_is(nvs_i_peek(p, end), NVS_I_DIGIT); p++) continue;
            good = p > digits;
        }
        if (good && (nvs_i_peek(p, end) | 32) == 'f') {
            t->kind = NVS_TOKEN_KIND_FLOAT;
            p++;
        }
    }
    if (nvs_i_is(nvs_i_peek(p, end), NVS_I_LETTER | NVS_I_DIGIT) || nvs_i_peek(p, end) == '.') {
        good = 0;
        while (nvs_i_is(nvs_i_peek(p, end), NVS_I_LETTER | NVS_I_DIGIT) || nvs_i_peek(p, end) == '.') p++;
    }
    t->text.len = (size_t)(p - open);
    if (!good) nvs_i_bad(r, t, NVS_PROBLEM_KIND_NUMBER, open, p);
    r->at = p;
}

/* Leaves offset, line and column out: no token reaches into another line, so the reader still has what gives them. */
static int nvs_i_reader_next(nvs_reader_state *r, int comments, nvs_token *t)
{
    const char *p = r->at;
    const char *const end = r->end;
    unsigned char c;
    while (p < end) {
        c = (unsigned char)*p;
        if (c > ' ' && (c != '#' || comments)) break;
        if (c == '\n') {
            r->line++;
            r->line_start = p + 1;
            p = nvs_i_spaces(p + 1, end);
        } else if (nvs_i_byte[c] & NVS_I_SPACE) p++;
        else if (c == '#') p = nvs_i_line_end(r, p);
        else break;
    }
    t->text.ptr = p;
    t->text.len = 0;
    r->at = p;
    if (p == end) {
        t->kind = NVS_TOKEN_KIND_END;
        return 0;
    }
    c = (unsigned char)*p;
    if (nvs_i_byte[c] & NVS_I_LETTER) {
        p = nvs_i_letters(p + 1, end);
        t->kind = NVS_TOKEN_KIND_NAME;
        t->text.len = (size_t)(p - r->at);
        r->at = p;
    } else if (c == '"' || c == '\'') {
        nvs_i_string_token(r, t);
    } else if ((nvs_i_byte[c] & NVS_I_DIGIT) != 0 || (c == '.' && nvs_i_is(nvs_i_peek(p + 1, end), NVS_I_DIGIT))) {
        nvs_i_number_token(r, t);
    } else if (nvs_i_byte[c] & NVS_I_SYMBOL) {
        t->kind = NVS_TOKEN_KIND_SYMBOL;
        t->symbol = (char)c;
        t->text.len = 1;
        r->at = p + 1;
    } else if (c == '#') {
        t->kind = NVS_TOKEN_KIND_COMMENT;
        r->at = nvs_i_line_end(r, p);
        t->text.len = (size_t)(r->at - p);
    } else {
        nvs_i_bad(r, t, NVS_PROBLEM_KIND_CHARACTER, p, p + 1);
        r->at = p + 1;
    }
    return 1;
}

NVS_API int nvs_reader_next(nvs_reader *reader, nvs_token *token)
{
    nvs_token ignored;
    int got;
    if (token == NULL) token = &ignored;
    nvs_i_zero(token, sizeof *token);
    token->text = nvs_text(NULL);
    if (reader == NULL) return 0;
    got = nvs_i_reader_next(&reader->i_state, reader->comments, token);
    token->offset = (uint32_t)(token->text.ptr - reader->i_state.start);
    token->line = reader->i_state.line;
    token->column = (uint32_t)(token->text.ptr - reader->i_state.line_start) + 1;
    return got;
}

/* Decodes what is between the quotes. Never longer than that. */
static size_t nvs_i_unescape(const char *p, const char *end, char *out)
{
    char *to = out;
    while (p < end) {
        const char *const stop = nvs_i_find(p, end, '\\');
        nvs_i_copy(to, p, (size_t)(stop - p));
        to += stop - p;
        p = stop;
        if (p < end) to += nvs_i_escape(&p, end, to);
    }
    return (size_t)(to - out);
}

NVS_API size_t nvs_token_decode(const nvs_token *token, char *out, size_t size)
{
    const char *p, *end;
    size_t len = 0;
    char ignored[4];
    if (token == NULL || token->kind != NVS_TOKEN_KIND_STRING) return 0;
    p = token->text.ptr + 1;
    end = token->text.ptr + token->text.len - 1;
    while (p < end)
        if (*p == '\\') len += nvs_i_escape(&p, end, ignored);
        else {
            p++;
            len++;
        }
    if (out != NULL && size >= len) (void)nvs_i_unescape(token->text.ptr + 1, end, out);
    return len;
}

/* ---- Schema ------------------------------------------------------------------------------------------------------ */

/* The one table of the schema. M(message) begins a message; F(message, field, number, type, what of, label)
   follows for each field, in order of the numbers, those without one (0) last. The digit of REP marks the repeated
   fields of a message apart. Numbers are those of section messages in reports of 2020.3.1 to 2025.2.1. */
#define NVS_I_SCHEMA_1(M, F) \
    M(SECTION) \
    F(SECTION, IDENTIFIER, 1, STRING, NONE, REQ) \
    F(SECTION, DISPLAY_NAME, 2, STRING, NONE, REQ) \
    F(SECTION, ORDER, 3, UINT32, NONE, OPT) \
    F(SECTION, HEADER, 4, MESSAGE, MESSAGE_HEADER, OPT) \
    F(SECTION, BODY, 5, MESSAGE, MESSAGE_BODY, REP0) \
    F(SECTION, METRICS, 6, MESSAGE, MESSAGE_SECTION_METRICS, OPT) \
    F(SECTION, DESCRIPTION, 7, STRING, NONE, OPT) \
    F(SECTION, SETS, 8, MESSAGE, MESSAGE_SET, REP1) \
    F(SECTION, EXTENDS, 9, STRING, NONE, OPT) \
    F(SECTION, METRIC_DEFINITIONS, 10, MESSAGE, MESSAGE_METRIC_DEFINITIONS, OPT) \
    F(SECTION, FILTER, 11, MESSAGE, MESSAGE_FILTER, OPT) \
    F(SECTION, GROUP, 12, MESSAGE, MESSAGE_GROUP, REP2) \
    F(SECTION, SOURCE_METRICS, 13, MESSAGE, MESSAGE_SECTION_METRICS, OPT) \
    M(METRIC) \
    F(METRIC, NAME, 1, STRING, NONE, REQ) \
    F(METRIC, LABEL, 2, STRING, NONE, OPT) \
    F(METRIC, HW_UNIT, 3, ENUM, ENUM_HW_UNIT_TYPE, OPT) \
    F(METRIC, SHOW_INSTANCES, 4, BOOL, NONE, OPT) \
    F(METRIC, UNIT, 5, STRING, NONE, OPT) \
    F(METRIC, FILTER, 6, MESSAGE, MESSAGE_FILTER, OPT) \
    F(METRIC, OPTIONS, 7, MESSAGE, MESSAGE_METRIC_OPTION, REP0) \
    F(METRIC, DISPLAY_PROPERTIES, 8, MESSAGE, MESSAGE_DISPLAY_PROPERTIES, OPT) \
    F(METRIC, GROUPS, 9, STRING, NONE, REP1) \
    F(METRIC, CTR_DOMAINS, 11, STRING, NONE, REP2) \
    F(METRIC, DESCRIPTION, 12, STRING, NONE, OPT) \
    F(METRIC, MULTIPLIER, 13, DOUBLE, NONE, OPT) \
    F(METRIC, USER_METRIC_EXPR, 0, STRING, NONE, REP3) \
    F(METRIC, PM_WARP_SAMPLING_METRIC, 0, ENUM, ENUM_PM_WARP_SAMPLING, OPT) \
    M(METRIC_OPTION) \
    F(METRIC_OPTION, NAME, 1, STRING, NONE, REQ) \
    F(METRIC_OPTION, LABEL, 2, STRING, NONE, OPT) \
    F(METRIC_OPTION, FILTER, 3, MESSAGE, MESSAGE_FILTER, OPT) \
    M(SECTION_METRICS) \
    F(SECTION_METRICS, METRICS, 1, MESSAGE, MESSAGE_METRIC, REP0) \
    F(SECTION_METRICS, ORDER, 2, UINT32, NONE, OPT) \
    M(HEADER) \
    F(HEADER, ROWS, 1, UINT32, NONE, OPT) \
    F(HEADER, METRICS, 2, MESSAGE, MESSAGE_METRIC, REP0) \
    M(SET) \
    F(SET, IDENTIFIER, 1, STRING, NONE, REQ) \
    M(METRIC_DEFINITIONS) \
    F(METRIC_DEFINITIONS, METRIC_DEFINITIONS, 1, MESSAGE, MESSAGE_METRIC_DEFINITION, REP0) \
    M(METRIC_DEFINITION) \
    F(METRIC_DEFINITION, NAME, 1, STRING, NONE, REQ) \
    F(METRIC_DEFINITION, EXPRESSION, 2, STRING, NONE, REQ) \
    F(METRIC_DEFINITION, FILTER, 3, MESSAGE, MESSAGE_FILTER, OPT) \
    M(GROUP) \
    F(GROUP, NAME, 1, STRING, NONE, OPT) \
    F(GROUP, LABEL, 2, STRING, NONE, OPT) \
    F(GROUP, DISPLAY_PROPERTIES, 3, MESSAGE, MESSAGE_DISPLAY_PROPERTIES, OPT) \
    F(GROUP, SCHEDULING_HINTS, 0, MESSAGE, MESSAGE_SCHEDULING_HINTS, OPT) \
    M(SCHEDULING_HINTS) \
    F(SCHEDULING_HINTS, CTR_DOMAINS, 0, MESSAGE, MESSAGE_HINT_DOMAIN, REP0) \
    M(HINT_DOMAIN) \
    F(HINT_DOMAIN, NAME, 0, STRING, NONE, OPT) \
    F(HINT_DOMAIN, CTRS, 0, UINT64, NONE, REP0) \
    M(DISPLAY_PROPERTIES) \
    F(DISPLAY_PROPERTIES, SOURCE_CORRELATION, 1, MESSAGE, MESSAGE_SOURCE_CORRELATION, OPT) \
    F(DISPLAY_PROPERTIES, SOURCE_VIEW, 2, MESSAGE, MESSAGE_SOURCE_VIEW, OPT) \
    M(SOURCE_CORRELATION) \
    F(SOURCE_CORRELATION, DISABLED, 1, BOOL, NONE, OPT) \
    F(SOURCE_CORRELATION, DIVIDE_BY_CORRELATED_LINE_COUNT, 2, BOOL, NONE, OPT) \
    M(SOURCE_VIEW) \
    F(SOURCE_VIEW, DEFAULT_VISIBLE, 1, BOOL, NONE, OPT) \
    F(SOURCE_VIEW, DISABLE_RELATIVE_VALUES, 2, BOOL, NONE, OPT)

#define NVS_I_SCHEMA_2(M, F) \
    M(FILTER) \
    F(FILTER, MIN_ARCH, 1, ENUM, ENUM_GPU_ARCH, OPT) \
    F(FILTER, MAX_ARCH, 2, ENUM, ENUM_GPU_ARCH, OPT) \
    F(FILTER, ITEMS, 3, MESSAGE, MESSAGE_FILTER_ITEM, REP0) \
    F(FILTER, COLLECTION_FILTER, 4, MESSAGE, MESSAGE_COLLECTION_FILTER, OPT) \
    F(FILTER, VGPU, 5, ENUM, ENUM_VGPU, OPT) \
    F(FILTER, MIN_KMD, 0, UINT32, NONE, OPT) \
    F(FILTER, MAX_KMD, 0, UINT32, NONE, OPT) \
    M(FILTER_ITEM) \
    F(FILTER_ITEM, MIN_ARCH, 1, ENUM, ENUM_GPU_ARCH, OPT) \
    F(FILTER_ITEM, MAX_ARCH, 2, ENUM, ENUM_GPU_ARCH, OPT) \
    M(COLLECTION_FILTER) \
    F(COLLECTION_FILTER, COLLECTION_SCOPES, 1, ENUM, ENUM_COLLECTION_SCOPE, REP0) \
    F(COLLECTION_FILTER, IMPORTANCE, 0, ENUM, ENUM_IMPORTANCE, OPT) \
    M(BODY) \
    F(BODY, ITEMS, 1, MESSAGE, MESSAGE_BODY_ITEM, REP0) \
    F(BODY, DISPLAY_NAME, 2, STRING, NONE, OPT) \
    F(BODY, SET_DEFAULT, 3, BOOL, NONE, OPT) \
    M(BODY_ITEM) \
    F(BODY_ITEM, TABLE, 1, MESSAGE, MESSAGE_TABLE, OPT) \
    F(BODY_ITEM, BAR_CHART, 2, MESSAGE, MESSAGE_BAR_CHART, OPT) \
    F(BODY_ITEM, HISTOGRAM_CHART, 3, MESSAGE, MESSAGE_HISTOGRAM_CHART, OPT) \
    F(BODY_ITEM, LINE_CHART, 4, MESSAGE, MESSAGE_LINE_CHART, OPT) \
    F(BODY_ITEM, HORIZONTAL_CONTAINER, 5, MESSAGE, MESSAGE_HORIZONTAL_CONTAINER, OPT) \
    F(BODY_ITEM, ROOFLINE_CHART, 6, MESSAGE, MESSAGE_ROOFLINE_CHART, OPT) \
    F(BODY_ITEM, SOURCE_METRIC_TABLE, 7, MESSAGE, MESSAGE_SOURCE_METRIC_TABLE, OPT) \
    F(BODY_ITEM, SUFFIX_TABLE, 8, MESSAGE, MESSAGE_SUFFIX_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_SHARED_TABLE, 101, MESSAGE, MESSAGE_MEMORY_SHARED_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_FIRST_LEVEL_CACHE_TABLE, 102, MESSAGE, MESSAGE_MEMORY_CACHE_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_SECOND_LEVEL_CACHE_TABLE, 103, MESSAGE, MESSAGE_MEMORY_CACHE_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_DEVICE_MEMORY_TABLE, 104, MESSAGE, MESSAGE_MEMORY_DEVICE_MEMORY_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_CHART, 105, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BODY_ITEM, MEMORY_L1TEX_CACHE_TABLE, 106, MESSAGE, MESSAGE_MEMORY_L1TEX_CACHE_TABLE, OPT) \
    F(BODY_ITEM, MEMORY_L2_CACHE_TABLE, 107, MESSAGE, MESSAGE_MEMORY_L2_CACHE_TABLE, OPT) \
    F(BODY_ITEM, NVLINK_TOPOLOGY, 108, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BODY_ITEM, NVLINK_PROPERTY_TABLE, 109, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BODY_ITEM, NVLINK_THROUGHPUT_TABLE, 110, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BODY_ITEM, MEMORY_L2_CACHE_EVICT_POLICY_TABLE, 111, MESSAGE, MESSAGE_MEMORY_L2_CACHE_EVICT_POLICY_TABLE, OPT) \
    F(BODY_ITEM, NUMA_ID_TABLE, 112, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BODY_ITEM, TIMELINE, 113, MESSAGE, MESSAGE_TIMELINE, OPT) \
    F(BODY_ITEM, GFX_METRICS_WIDGET, 150, MESSAGE, MESSAGE_GFX_METRICS_WIDGET, OPT) \
    F(BODY_ITEM, FILTER, 200, MESSAGE, MESSAGE_FILTER, OPT) \
    M(LABELLED) \
    F(LABELLED, LABEL, 1, STRING, NONE, OPT) \
    M(TABLE) \
    F(TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(TABLE, ROWS, 2, UINT32, NONE, OPT) \
    F(TABLE, COLUMNS, 3, UINT32, NONE, REQ) \
    F(TABLE, ORDER, 4, ENUM, ENUM_TABLE_ORDER, OPT) \
    F(TABLE, METRICS, 5, MESSAGE, MESSAGE_METRIC, REP0) \
    F(TABLE, SORT_KEY, 6, ENUM, ENUM_SORT_KEY, OPT) \
    F(TABLE, SORT_DIRECTION, 7, ENUM, ENUM_SORT_DIRECTION, OPT) \
    F(TABLE, DESCRIPTION, 8, STRING, NONE, OPT) \
    M(BAR_CHART) \
    F(BAR_CHART, LABEL, 1, STRING, NONE, OPT) \
    F(BAR_CHART, DIRECTION, 2, ENUM, ENUM_DIRECTION, OPT) \
    F(BAR_CHART, CATEGORY_AXIS, 3, MESSAGE, MESSAGE_LABELLED, OPT) \
    F(BAR_CHART, VALUE_AXIS, 4, MESSAGE, MESSAGE_VALUE_AXIS, OPT) \
    F(BAR_CHART, METRICS, 5, MESSAGE, MESSAGE_METRIC, REP0) \
    F(BAR_CHART, SORT_KEY, 6, ENUM, ENUM_SORT_KEY, OPT) \
    F(BAR_CHART, SORT_DIRECTION, 7, ENUM, ENUM_SORT_DIRECTION, OPT) \
    F(BAR_CHART, VALUE_AXIS_ALIGNMENT, 8, ENUM, ENUM_VALUE_AXIS_ALIGNMENT, OPT) \
    F(BAR_CHART, DESCRIPTION, 9, STRING, NONE, OPT)

#define NVS_I_SCHEMA_3(M, F) \
    M(HISTOGRAM_CHART) \
    F(HISTOGRAM_CHART, LABEL, 1, STRING, NONE, OPT) \
    F(HISTOGRAM_CHART, HISTOGRAM_AXIS, 2, MESSAGE, MESSAGE_HISTOGRAM_AXIS, OPT) \
    F(HISTOGRAM_CHART, VALUE_AXIS, 3, MESSAGE, MESSAGE_VALUE_AXIS, OPT) \
    F(HISTOGRAM_CHART, METRIC, 4, MESSAGE, MESSAGE_METRIC, REQ) \
    F(HISTOGRAM_CHART, DESCRIPTION, 5, STRING, NONE, OPT) \
    M(LINE_CHART) \
    F(LINE_CHART, LABEL, 1, STRING, NONE, OPT) \
    F(LINE_CHART, AXIS_X, 2, MESSAGE, MESSAGE_VALUE_AXIS, OPT) \
    F(LINE_CHART, AXIS_Y, 3, MESSAGE, MESSAGE_VALUE_AXIS, OPT) \
    F(LINE_CHART, METRICS, 4, MESSAGE, MESSAGE_METRIC, REP0) \
    F(LINE_CHART, HIGHLIGHT_X, 5, MESSAGE, MESSAGE_HIGHLIGHT_X, OPT) \
    F(LINE_CHART, DESCRIPTION, 6, STRING, NONE, OPT) \
    M(HIGHLIGHT_X) \
    F(HIGHLIGHT_X, METRICS, 1, MESSAGE, MESSAGE_METRIC, REP0) \
    M(VALUE_AXIS) \
    F(VALUE_AXIS, LABEL, 1, STRING, NONE, OPT) \
    F(VALUE_AXIS, RANGE, 2, MESSAGE, MESSAGE_RANGE, OPT) \
    F(VALUE_AXIS, TICK_COUNT, 3, INT64, NONE, OPT) \
    F(VALUE_AXIS, SIZE, 4, INT64, NONE, OPT) \
    F(VALUE_AXIS, PRECISION, 5, UINT32, NONE, OPT) \
    M(RANGE) \
    F(RANGE, MIN, 1, INT64, NONE, OPT) \
    F(RANGE, MAX, 2, INT64, NONE, OPT) \
    M(HISTOGRAM_AXIS) \
    F(HISTOGRAM_AXIS, LABEL, 1, STRING, NONE, OPT) \
    F(HISTOGRAM_AXIS, BIN_COUNT, 2, INT64, NONE, OPT) \
    M(HORIZONTAL_CONTAINER) \
    F(HORIZONTAL_CONTAINER, ITEMS, 1, MESSAGE, MESSAGE_BODY_ITEM, REP0) \
    M(ROOFLINE_CHART) \
    F(ROOFLINE_CHART, LABEL, 1, STRING, NONE, OPT) \
    F(ROOFLINE_CHART, AXIS_INTENSITY, 2, MESSAGE, MESSAGE_ROOFLINE_AXIS, OPT) \
    F(ROOFLINE_CHART, AXIS_WORK, 3, MESSAGE, MESSAGE_ROOFLINE_AXIS, OPT) \
    F(ROOFLINE_CHART, ROOFLINES, 4, MESSAGE, MESSAGE_ROOFLINE, REP0) \
    F(ROOFLINE_CHART, ACHIEVED_VALUES, 5, MESSAGE, MESSAGE_ACHIEVED_VALUE, REP1) \
    F(ROOFLINE_CHART, WALLS, 6, MESSAGE, MESSAGE_WALL, REP2) \
    F(ROOFLINE_CHART, DESCRIPTION, 7, STRING, NONE, OPT) \
    F(ROOFLINE_CHART, OPTIONS, 8, MESSAGE, MESSAGE_CHART_OPTIONS, OPT) \
    M(ROOFLINE_AXIS) \
    F(ROOFLINE_AXIS, LABEL, 1, STRING, NONE, OPT) \
    F(ROOFLINE_AXIS, BASE, 2, DOUBLE, NONE, OPT) \
    F(ROOFLINE_AXIS, MIN, 3, DOUBLE, NONE, OPT) \
    F(ROOFLINE_AXIS, MAX, 4, DOUBLE, NONE, OPT) \
    M(ROOFLINE) \
    F(ROOFLINE, PEAK_WORK, 1, MESSAGE, MESSAGE_ROOFLINE_VALUE, REQ) \
    F(ROOFLINE, PEAK_TRAFFIC, 2, MESSAGE, MESSAGE_ROOFLINE_VALUE, REQ) \
    F(ROOFLINE, OPTIONS, 3, MESSAGE, MESSAGE_ROOFLINE_OPTIONS, OPT) \
    M(ACHIEVED_VALUE) \
    F(ACHIEVED_VALUE, ACHIEVED_WORK, 1, MESSAGE, MESSAGE_ROOFLINE_VALUE, REQ) \
    F(ACHIEVED_VALUE, ACHIEVED_TRAFFIC, 2, MESSAGE, MESSAGE_ROOFLINE_VALUE, REQ) \
    F(ACHIEVED_VALUE, OPTIONS, 3, MESSAGE, MESSAGE_MARK_OPTIONS, OPT) \
    M(WALL) \
    F(WALL, VALUE, 1, MESSAGE, MESSAGE_ROOFLINE_VALUE, REQ) \
    F(WALL, OPTIONS, 2, MESSAGE, MESSAGE_MARK_OPTIONS, OPT) \
    M(ROOFLINE_VALUE) \
    F(ROOFLINE_VALUE, CONSTANT, 1, DOUBLE, NONE, ONE) \
    F(ROOFLINE_VALUE, METRIC, 2, MESSAGE, MESSAGE_METRIC, ONE) \
    F(ROOFLINE_VALUE, VALUE_CYCLES_PER_SECOND_EXPRESSION, 3, MESSAGE, MESSAGE_CYCLES_EXPRESSION, ONE) \
    M(CYCLES_EXPRESSION) \
    F(CYCLES_EXPRESSION, VALUE_PER_CYCLE_METRICS, 1, MESSAGE, MESSAGE_METRIC, REP0) \
    F(CYCLES_EXPRESSION, CYCLES_PER_SECOND_METRIC, 2, MESSAGE, MESSAGE_METRIC, OPT) \
    M(ROOFLINE_OPTIONS) \
    F(ROOFLINE_OPTIONS, LABEL, 1, STRING, NONE, OPT) \
    F(ROOFLINE_OPTIONS, COLOR, 2, MESSAGE, MESSAGE_COLOR, OPT) \
    F(ROOFLINE_OPTIONS, SHOW_ROOFLINE_EXTENSIONS, 3, BOOL, NONE, OPT) \
    F(ROOFLINE_OPTIONS, SHOW_ROOFLINE_POINTS, 4, BOOL, NONE, OPT) \
    F(ROOFLINE_OPTIONS, SHOW_ONLY_IF_NOT_ZERO, 5, MESSAGE, MESSAGE_ROOFLINE_CONDITION, OPT)

#define NVS_I_SCHEMA_4(M, F) \
    M(MARK_OPTIONS) \
    F(MARK_OPTIONS, LABEL, 1, STRING, NONE, OPT) \
    F(MARK_OPTIONS, COLOR, 2, MESSAGE, MESSAGE_COLOR, OPT) \
    M(COLOR) \
    F(COLOR, COLOR_TYPE, 1, ENUM, ENUM_COLOR_TYPE, REQ) \
    F(COLOR, COLOR_VALUE, 2, UINT32, NONE, OPT) \
    M(ROOFLINE_CONDITION) \
    F(ROOFLINE_CONDITION, METRIC, 2, MESSAGE, MESSAGE_METRIC, OPT) \
    M(CHART_OPTIONS) \
    F(CHART_OPTIONS, ASPECT_RATIO, 1, STRING, NONE, OPT) \
    M(SOURCE_METRIC_TABLE) \
    F(SOURCE_METRIC_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(SOURCE_METRIC_TABLE, ROWS, 2, UINT32, NONE, OPT) \
    F(SOURCE_METRIC_TABLE, METRICS, 3, MESSAGE, MESSAGE_METRIC, REP0) \
    F(SOURCE_METRIC_TABLE, SORT_DIRECTION, 4, ENUM, ENUM_SORT_DIRECTION, OPT) \
    F(SOURCE_METRIC_TABLE, DESCRIPTION, 5, STRING, NONE, OPT) \
    M(SUFFIX_TABLE) \
    F(SUFFIX_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(SUFFIX_TABLE, SUFFIXES, 2, MESSAGE, MESSAGE_SUFFIXES, OPT) \
    F(SUFFIX_TABLE, BASE_NAMES, 3, MESSAGE, MESSAGE_BASE_NAMES, OPT) \
    M(SUFFIXES) \
    F(SUFFIXES, SUFFIX, 1, MESSAGE, MESSAGE_SUFFIX, REP0) \
    M(SUFFIX) \
    F(SUFFIX, NAME, 1, STRING, NONE, REQ) \
    F(SUFFIX, LABEL, 2, STRING, NONE, OPT) \
    M(BASE_NAMES) \
    F(BASE_NAMES, BASE_NAME, 1, MESSAGE, MESSAGE_METRIC, REP0) \
    M(TIMELINE) \
    F(TIMELINE, METRIC_GROUPS, 2, MESSAGE, MESSAGE_METRIC_GROUP, REP0) \
    F(TIMELINE, METRICS, 0, MESSAGE, MESSAGE_METRIC, REP1) \
    M(METRIC_GROUP) \
    F(METRIC_GROUP, LABEL, 1, STRING, NONE, OPT) \
    F(METRIC_GROUP, EXPANDED, 3, BOOL, NONE, OPT) \
    F(METRIC_GROUP, METRIC_ROWS, 4, MESSAGE, MESSAGE_METRIC_ROW, REP0) \
    M(METRIC_ROW) \
    F(METRIC_ROW, METRICS, 4, MESSAGE, MESSAGE_METRIC, REP0) \
    F(METRIC_ROW, LABEL, 0, STRING, NONE, OPT) \
    F(METRIC_ROW, DESCRIPTION, 0, STRING, NONE, OPT) \
    M(MEMORY_SHARED_TABLE) \
    F(MEMORY_SHARED_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_SHARED_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_SHARED_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_SHARED_TABLE, SHOW_ATOMICS, 4, BOOL, NONE, OPT) \
    F(MEMORY_SHARED_TABLE, SHOW_TOTALS, 5, BOOL, NONE, OPT) \
    M(MEMORY_CACHE_TABLE) \
    F(MEMORY_CACHE_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_ATOMICS, 4, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_REDUCTIONS, 5, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_GLOBAL, 6, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_LOCAL, 7, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_SURFACE, 8, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_TEXTURE, 9, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_TOTAL_LOADS, 10, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_TOTAL_STORES, 11, BOOL, NONE, OPT) \
    F(MEMORY_CACHE_TABLE, SHOW_TOTALS, 12, BOOL, NONE, OPT)

#define NVS_I_SCHEMA_5(M, F) \
    M(MEMORY_L1TEX_CACHE_TABLE) \
    F(MEMORY_L1TEX_CACHE_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_ATOMICS, 4, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_REDUCTIONS, 5, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_GLOBAL, 6, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_LOCAL, 7, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_SURFACE, 8, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_TEXTURE, 9, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_TOTAL_LOADS, 10, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_TOTAL_STORES, 11, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_TOTALS, 12, BOOL, NONE, OPT) \
    F(MEMORY_L1TEX_CACHE_TABLE, SHOW_TOTAL_ATOMICS_AND_REDUCTIONS, 13, BOOL, NONE, OPT) \
    M(MEMORY_L2_CACHE_TABLE) \
    F(MEMORY_L2_CACHE_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_L2_CACHE_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_L2_CACHE_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_L2_CACHE_TABLE, SHOW_ATOMICS, 4, BOOL, NONE, OPT) \
    F(MEMORY_L2_CACHE_TABLE, SHOW_REDUCTIONS, 5, BOOL, NONE, OPT) \
    M(MEMORY_L2_CACHE_EVICT_POLICY_TABLE) \
    F(MEMORY_L2_CACHE_EVICT_POLICY_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_L2_CACHE_EVICT_POLICY_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_L2_CACHE_EVICT_POLICY_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_L2_CACHE_EVICT_POLICY_TABLE, SHOW_ATOMICS, 4, BOOL, NONE, OPT) \
    M(MEMORY_DEVICE_MEMORY_TABLE) \
    F(MEMORY_DEVICE_MEMORY_TABLE, LABEL, 1, STRING, NONE, OPT) \
    F(MEMORY_DEVICE_MEMORY_TABLE, SHOW_LOADS, 2, BOOL, NONE, OPT) \
    F(MEMORY_DEVICE_MEMORY_TABLE, SHOW_STORES, 3, BOOL, NONE, OPT) \
    F(MEMORY_DEVICE_MEMORY_TABLE, SHOW_TOTALS, 4, BOOL, NONE, OPT) \
    M(GFX_METRICS_WIDGET) \
    F(GFX_METRICS_WIDGET, TYPE, 1, STRING, NONE, REQ) \
    F(GFX_METRICS_WIDGET, LABEL, 2, STRING, NONE, OPT) \
    F(GFX_METRICS_WIDGET, METRICS, 3, MESSAGE, MESSAGE_METRIC, REP0)
#define NVS_I_SCHEMA(M, F) \
    NVS_I_SCHEMA_1(M, F) NVS_I_SCHEMA_2(M, F) NVS_I_SCHEMA_3(M, F) NVS_I_SCHEMA_4(M, F) NVS_I_SCHEMA_5(M, F)

/* E(enum) begins an enum, V(enum, name, value) follows. */
#define NVS_I_VALUES(E, V) \
    E(GPU_ARCH) V(GPU_ARCH, CC_40, 40) V(GPU_ARCH, CC_43, 43) V(GPU_ARCH, CC_50, 50) V(GPU_ARCH, CC_52, 52) \
    V(GPU_ARCH, CC_53, 53) V(GPU_ARCH, CC_60, 60) V(GPU_ARCH, CC_61, 61) V(GPU_ARCH, CC_62, 62) \
    V(GPU_ARCH, CC_70, 70) V(GPU_ARCH, CC_72, 72) V(GPU_ARCH, CC_75, 75) V(GPU_ARCH, CC_80, 80) \
    V(GPU_ARCH, CC_86, 86) V(GPU_ARCH, CC_87, 87) V(GPU_ARCH, CC_89, 89) V(GPU_ARCH, CC_90, 90) \
    V(GPU_ARCH, CC_100, 100) V(GPU_ARCH, CC_101, 101) V(GPU_ARCH, CC_103, 103) V(GPU_ARCH, CC_110, 110) \
    V(GPU_ARCH, CC_120, 120) V(GPU_ARCH, CC_121, 121) V(GPU_ARCH, InvalidArch, 0) V(GPU_ARCH, MinArch, 40) \
    V(GPU_ARCH, MaxArch, 2147483647) V(GPU_ARCH, GK10x, 40) V(GPU_ARCH, GK11x, 43) V(GPU_ARCH, GK20x, 50) \
    V(GPU_ARCH, GM10x, 50) V(GPU_ARCH, GM20x, 52) V(GPU_ARCH, GM20b, 53) V(GPU_ARCH, GP100, 60) \
    V(GPU_ARCH, GP10x, 61) V(GPU_ARCH, GP10b, 62) V(GPU_ARCH, GV100, 70) V(GPU_ARCH, GV11b, 72) \
    V(GPU_ARCH, TU10x, 75) E(COLLECTION_SCOPE) V(COLLECTION_SCOPE, CollectionScope_Launch, 1) \
    V(COLLECTION_SCOPE, CollectionScope_Range, 2) V(COLLECTION_SCOPE, CollectionScope_Cmdlist, 3) E(IMPORTANCE) \
    V(IMPORTANCE, Optional, 1) V(IMPORTANCE, Required, 2) E(VGPU) V(VGPU, Platform_NotSupported, 2) E(HW_UNIT_TYPE) \
    V(HW_UNIT_TYPE, Invalid, 0) V(HW_UNIT_TYPE, Default, 1) V(HW_UNIT_TYPE, Gpc, 2) V(HW_UNIT_TYPE, Tpc, 3) \
    V(HW_UNIT_TYPE, Sm, 4) V(HW_UNIT_TYPE, Smsp, 5) V(HW_UNIT_TYPE, Tex, 6) V(HW_UNIT_TYPE, Lts, 7) \
    V(HW_UNIT_TYPE, Ltc, 8) V(HW_UNIT_TYPE, Fbpa, 9) E(TABLE_ORDER) V(TABLE_ORDER, RowMajor, 0) \
    V(TABLE_ORDER, ColumnMajor, 1) E(DIRECTION) V(DIRECTION, Horizontal, 0) V(DIRECTION, Vertical, 1) E(SORT_KEY) \
    V(SORT_KEY, ByLabel, 0) V(SORT_KEY, ByValue, 1) E(SORT_DIRECTION) V(SORT_DIRECTION, Ascending, 0) \
    V(SORT_DIRECTION, Descending, 1) E(VALUE_AXIS_ALIGNMENT) V(VALUE_AXIS_ALIGNMENT, ValueAxisAlignments_Default, 0) \
    V(VALUE_AXIS_ALIGNMENT, ValueAxisAlignments_Alternate, 1) V(VALUE_AXIS_ALIGNMENT, ValueAxisAlignments_Both, 2) \
    E(COLOR_TYPE) V(COLOR_TYPE, ChartColorTypeUnknown, 0) V(COLOR_TYPE, ChartColorTypeArgb, 1) E(PM_WARP_SAMPLING) \
    V(PM_WARP_SAMPLING, Hidden, 1) V(PM_WARP_SAMPLING, Visible, 2)

/* Texts are in structs of arrays and found by offset: a table of pointers would have to be written to when a shared
   library is loaded. */
#define NVS_I_ROW(name, word) char f_##name[sizeof word];
typedef struct nvs_i_name_texts {
    NVS_FIELDS(NVS_I_ROW)
    char after[8]; /* so that eight bytes may be read at each name */
} nvs_i_name_texts;
#undef NVS_I_ROW
#define NVS_I_ROW(name, word) word,
static const nvs_i_name_texts nvs_i_name_text = {NVS_FIELDS(NVS_I_ROW) ""};
#undef NVS_I_ROW
#define NVS_I_ROW(name, word) {(uint16_t)offsetof(nvs_i_name_texts, f_##name), (uint8_t)(sizeof word - 1)},
typedef struct nvs_i_text_at {
    uint16_t at;
    uint8_t len;
} nvs_i_text_at;
static const nvs_i_text_at nvs_i_name_at[] = {NVS_FIELDS(NVS_I_ROW)};
#undef NVS_I_ROW

/* The messages of the schema, and the enums of the values below, are those of the interface, in its order. */
#define NVS_I_M(message) NVS_I_ORDER_##message,
#define NVS_I_F(message, field, number, type, of, label)
enum { NVS_I_SCHEMA(NVS_I_M, NVS_I_F) NVS_I_ORDER_COUNT };
#undef NVS_I_M
#define NVS_I_M(message) \
    typedef char nvs_i_order_##message[(int)NVS_I_ORDER_##message == (int)NVS_MESSAGE_##message ? 1 : -1];
NVS_I_SCHEMA(NVS_I_M, NVS_I_F)
typedef char nvs_i_order_all[(int)NVS_I_ORDER_COUNT == (int)NVS_MESSAGE_COUNT ? 1 : -1];
#undef NVS_I_M
#undef NVS_I_F
#define NVS_I_E(of) NVS_I_ORDER_E_##of,
#define NVS_I_V(of, text, value)
enum { NVS_I_VALUES(NVS_I_E, NVS_I_V) NVS_I_ORDER_E_COUNT };
#undef NVS_I_E
#define NVS_I_E(of) typedef char nvs_i_order_e_##of[(int)NVS_I_ORDER_E_##of == (int)NVS_ENUM_##of ? 1 : -1];
NVS_I_VALUES(NVS_I_E, NVS_I_V)
typedef char nvs_i_order_e_all[(int)NVS_I_ORDER_E_COUNT == (int)NVS_ENUM_COUNT ? 1 : -1];
#undef NVS_I_E
#undef NVS_I_V

/* Where the fields of each message begin in the table below. */
#define NVS_I_M(message) NVS_I_FROM_##message, NVS_I_BACK_##message = NVS_I_FROM_##message - 1,
#define NVS_I_F(message, field, number, type, of, label) NVS_I_AT_##message##_##field,
enum { NVS_I_SCHEMA(NVS_I_M, NVS_I_F) NVS_I_FIELDS };
#undef NVS_I_M
#undef NVS_I_F
typedef struct nvs_i_message {
    uint16_t from;     /* its fields end where those of the next message begin */
    uint32_t required; /* a bit for each field that must be given */
} nvs_i_message;
#define NVS_I_BIT_OPT 0u
#define NVS_I_BIT_REQ 1u
#define NVS_I_BIT_ONE 0u
#define NVS_I_BIT_REP0 0u
#define NVS_I_BIT_REP1 0u
#define NVS_I_BIT_REP2 0u
#define NVS_I_BIT_REP3 0u
/* Each message closes the entry before it, the first one an entry of none: hence the 1 added to the index. */
#define NVS_I_M(message)                                                                                         \
    }                                                                                                                  \
    ,                                                                                                                  \
    {                                                                                                                  \
        (uint16_t)(NVS_I_FROM_##message), 0u
#define NVS_I_F(message, field, number, type, of, label) \
    | NVS_I_BIT_##label << (NVS_I_AT_##message##_##field - NVS_I_FROM_##message)
static const nvs_i_message nvs_i_messages[] = {{0, 0u NVS_I_SCHEMA(NVS_I_M, NVS_I_F)}, {NVS_I_FIELDS, 0}};
#undef NVS_I_M
#undef NVS_I_F
#define NVS_I_MESSAGE(message) nvs_i_messages[(message) + 1]

typedef struct nvs_i_field {
    uint8_t name, type, of;
    uint8_t presence; /* nvs_presence */
    uint8_t slot;  /* which repeated field of its message */
    uint8_t number;
} nvs_i_field;
#define NVS_I_PRESENCE_OPT NVS_PRESENCE_OPTIONAL, 0
#define NVS_I_PRESENCE_REQ NVS_PRESENCE_REQUIRED, 0
#define NVS_I_PRESENCE_ONE NVS_PRESENCE_ONEOF, 0
#define NVS_I_PRESENCE_REP0 NVS_PRESENCE_REPEATED, 0
#define NVS_I_PRESENCE_REP1 NVS_PRESENCE_REPEATED, 1
#define NVS_I_PRESENCE_REP2 NVS_PRESENCE_REPEATED, 2
#define NVS_I_PRESENCE_REP3 NVS_PRESENCE_REPEATED, 3
#define NVS_I_SLOTS 4
#define NVS_NONE 0
#define NVS_I_M(message)
#define NVS_I_F(message, field, number, type, of, label) \
    {NVS_FIELD_##field, NVS_TYPE_##type, NVS_##of, NVS_I_PRESENCE_##label, number},
static const nvs_i_field nvs_i_fields[] = {NVS_I_SCHEMA(NVS_I_M, NVS_I_F)};
#undef NVS_I_M
#undef NVS_I_F
#undef NVS_NONE

#define NVS_I_E(of)
#define NVS_I_V(of, text, value) char v_##of##_##text[sizeof #text];
typedef struct nvs_i_value_texts {
    NVS_I_VALUES(NVS_I_E, NVS_I_V)
} nvs_i_value_texts;
#undef NVS_I_V
#define NVS_I_V(of, text, value) #text,
static const nvs_i_value_texts nvs_i_value_text = {NVS_I_VALUES(NVS_I_E, NVS_I_V)};
#undef NVS_I_V
#define NVS_I_V(of, text, value)                                                                                       \
    {(uint16_t)offsetof(nvs_i_value_texts, v_##of##_##text), (uint8_t)(sizeof #text - 1), value},
typedef struct nvs_i_value {
    uint16_t text;
    uint8_t len;
    int32_t value;
} nvs_i_value;
static const nvs_i_value nvs_i_values[] = {NVS_I_VALUES(NVS_I_E, NVS_I_V)};
#undef NVS_I_E
#undef NVS_I_V
#define NVS_I_E(of) NVS_I_FROM_E_##of, NVS_I_BACK_E_##of = NVS_I_FROM_E_##of - 1,
#define NVS_I_V(of, text, value) NVS_I_AT_E_##of##_##text,
enum { NVS_I_VALUES(NVS_I_E, NVS_I_V) NVS_I_VALUE_COUNT };
#undef NVS_I_E
#undef NVS_I_V
#define NVS_I_E(of) NVS_I_FROM_E_##of,
#define NVS_I_V(of, text, value)
static const uint16_t nvs_i_enums[] = {NVS_I_VALUES(NVS_I_E, NVS_I_V) NVS_I_VALUE_COUNT};
#undef NVS_I_E
#undef NVS_I_V

#undef NVS_I_SCHEMA_1
#undef NVS_I_SCHEMA_2
#undef NVS_I_SCHEMA_3
#undef NVS_I_SCHEMA_4
#undef NVS_I_SCHEMA_5
#undef NVS_I_SCHEMA
#undef NVS_I_VALUES
#undef NVS_I_BIT_OPT
#undef NVS_I_BIT_REQ
#undef NVS_I_BIT_ONE
#undef NVS_I_BIT_REP0
#undef NVS_I_BIT_REP1
#undef NVS_I_BIT_REP2
#undef NVS_I_BIT_REP3
#undef NVS_I_PRESENCE_OPT
#undef NVS_I_PRESENCE_REQ
#undef NVS_I_PRESENCE_ONE
#undef NVS_I_PRESENCE_REP0
#undef NVS_I_PRESENCE_REP1
#undef NVS_I_PRESENCE_REP2
#undef NVS_I_PRESENCE_REP3

enum {
    NVS_I_NAME_COUNT = sizeof nvs_i_name_at / sizeof nvs_i_name_at[0],
    NVS_I_MESSAGE_COUNT = sizeof nvs_i_messages / sizeof nvs_i_messages[0] - 2,
    NVS_I_ENUM_COUNT = sizeof nvs_i_enums / sizeof nvs_i_enums[0] - 1
};

static nvs_view nvs_i_name(unsigned name)
{
    return nvs_i_view((const char *)&nvs_i_name_text + nvs_i_name_at[name].at, nvs_i_name_at[name].len);
}

NVS_API const char *nvs_field_name(int field)
{
    return field > 0 && field < (int)NVS_I_NAME_COUNT ? nvs_i_name((unsigned)field).ptr : "?";
}

NVS_API const char *nvs_message_name(int message)
{
    return nvs_i_nth_word(NVS_MESSAGES(NVS_I_WORD), (unsigned)message);
}

NVS_I_DEFINE_NAME(enum, NVS_ENUMS)
NVS_I_DEFINE_NAME(type, NVS_TYPES)
NVS_I_DEFINE_NAME(presence, NVS_PRESENCES)
NVS_I_DEFINE_NAME(scope, NVS_SCOPES)
NVS_I_DEFINE_NAME(importance, NVS_IMPORTANCES)

static void nvs_i_field_out(const nvs_i_field *f, nvs_field_info *out)
{
    out->name = (nvs_field)f->name;
    out->type = (nvs_type)f->type;
    out->presence = (nvs_presence)f->presence;
    out->of = f->of;
    out->number = f->number;
}

NVS_API int nvs_message_field_at(int message, unsigned index, nvs_field_info *field)
{
    const nvs_i_message *m;
    if (field != NULL) nvs_i_zero(field, sizeof *field);
    if (field == NULL || message < 0 || message >= (int)NVS_I_MESSAGE_COUNT) return 0;
    m = &NVS_I_MESSAGE(message);
    if (index >= (unsigned)(m[1].from - m[0].from)) return 0;
    nvs_i_field_out(&nvs_i_fields[m->from + index], field);
    return 1;
}

/* Whether this is the name of a field; not empty. wide: eight bytes of it may be read. */
static inline int nvs_i_is_named(const nvs_i_field *field, nvs_view name, int wide)
{
    const nvs_i_text_at *t = &nvs_i_name_at[field->name];
    const char *const text = (const char *)&nvs_i_name_text + t->at;
    size_t i = 0;
    if (t->len != name.len) return 0;
#ifdef NVS_I_FIRST
    for (; wide; i = name.len - i > 16 ? i + 8 : name.len - 8) {
        uint64_t x, y;
        nvs_i_copy(&x, text + i, 8);
        nvs_i_copy(&y, name.ptr + i, 8);
        if (name.len - i <= 8) return (x ^ y) << (64 - 8 * (name.len - i)) == 0;
        if (x != y) return 0;
    }
#else
    (void)wide;
#endif
    return nvs_i_equal(text, name.ptr, name.len);
}

/* The field of this name in a message, or NULL. Name and wide as above. */
static const nvs_i_field *nvs_i_lookup(unsigned message, nvs_view name, int wide)
{
    const nvs_i_field *field = &nvs_i_fields[NVS_I_MESSAGE(message).from];
    const nvs_i_field *const end = &nvs_i_fields[NVS_I_MESSAGE(message + 1).from];
    while (field < end && !nvs_i_is_named(field, name, wide)) field++;
    return field < end ? field : NULL;
}

NVS_API int nvs_message_field_find(int message, nvs_view name, nvs_field_info *field)
{
    const nvs_i_field *f;
    if (field != NULL) nvs_i_zero(field, sizeof *field);
    if (field == NULL || name.ptr == NULL || message < 0 || message >= (int)NVS_I_MESSAGE_COUNT) return 0;
    f = name.len > 0 ? nvs_i_lookup((unsigned)message, name, 0) : NULL;
    if (f == NULL) return 0;
    nvs_i_field_out(f, field);
    return 1;
}

NVS_API int nvs_enum_value_at(int of, unsigned index, const char **name, int32_t *value)
{
    const int found = (name != NULL || value != NULL) && of >= 0 && of < (int)NVS_I_ENUM_COUNT &&
                      index < (unsigned)(nvs_i_enums[of + 1] - nvs_i_enums[of]);
    const nvs_i_value *v = found ? &nvs_i_values[nvs_i_enums[of] + index] : NULL;
    if (name != NULL) *name = found ? (const char *)&nvs_i_value_text + v->text : "";
    if (value != NULL) *value = found ? v->value : 0;
    return found;
}

/* The first name of a value, or NULL. */
static const char *nvs_i_enum_text(int of, int64_t value)
{
    const char *name;
    int32_t v;
    unsigned i;
    for (i = 0; nvs_enum_value_at(of, i, &name, &v); i++)
        if (v == value) return name;
    return NULL;
}

static int nvs_i_enum_find(unsigned of, const char *name, size_t len, int32_t *value)
{
    unsigned i;
    for (i = nvs_i_enums[of]; i < nvs_i_enums[of + 1]; i++)
        if (nvs_i_values[i].len == len &&
            nvs_i_equal((const char *)&nvs_i_value_text + nvs_i_values[i].text, name, len)) {
            *value = nvs_i_values[i].value;
            return 1;
        }
    return 0;
}

/* ---- Documents --------------------------------------------------------------------------------------------------- */

#define NVS_I_DEPTH 100

typedef struct nvs_i_document {
    nvs_document pub;
    nvs_i_arena arena;
    const nvs_problem *problems;
} nvs_i_document;

/* A message that is being read. */
typedef struct nvs_i_frame {
    nvs_node *node;
    const char *end;             /* in the binary form: where it ends */
    uint32_t seen;               /* a bit for each field that was given */
    uint32_t count[NVS_I_SLOTS]; /* of repeated fields */
    uint8_t *hint;               /* place in the message of the field that came next last time: tried first */
    char close;                  /* delimiter that ends it */
    uint8_t in_list;             /* it is an element of [...] */
    uint8_t broken;              /* an error was inside: what is missing is unknown */
    uint8_t colon;               /* of a message that is skipped: its list follows a colon */
} nvs_i_frame;

/* Where a token begins. Columns and offsets are worked out for those few that need them. */
typedef struct nvs_i_place {
    const char *at, *line_start;
    uint32_t line;
} nvs_i_place;

typedef struct nvs_i_parser {
    nvs_reader_state r;
    nvs_token tok;          /* the one to be judged, without its place; the reader is after it */
    const char *passed;     /* end of the token before it */
    nvs_i_arena *arena;
    nvs_document *doc;
    nvs_problem *problems;
    uint32_t problem_room, max_problems;
    nvs_node *nodes;        /* room for more */
    uint32_t nodes_left, nodes_next;
    nvs_i_frame *frames;
    unsigned frame_room, depth;
    unsigned unclosed;      /* messages skipped that were open when an error came */
    uint8_t first[NVS_I_MESSAGE_COUNT]; /* for each message, the hint of its first field */
    uint8_t next[NVS_I_FIELDS];         /* for each field, the hint of the one after it: files keep an order */
    int lenient, first_error;
    int stop;               /* stop reading: no memory, or NVS_READ_FIRST_ERROR */
    nvs_code code;          /* why no document can be given */
} nvs_i_parser;

static int nvs_i_out_of_memory(nvs_i_parser *p)
{
    p->code = p->arena->code;
    p->stop = 1;
    return 0;
}

static void nvs_i_problem(nvs_i_parser *p, nvs_problem_kind kind, int warning, uint32_t offset, uint32_t line,
                          uint32_t column, nvs_view name)
{
    nvs_problem *d;
    if (warning) p->doc->warnings++;
    else {
        p->doc->errors++;
        if (p->first_error) p->stop = 1;
    }
    if (p->doc->problem_count == p->max_problems) return;
    if (p->doc->problem_count == p->problem_room) {
        uint32_t room = p->problem_room < 4 ? 4 : p->problem_room;
        room = p->max_problems - p->problem_room < room ? p->max_problems : p->problem_room + room;
        d = (nvs_problem *)nvs_i_alloc(p->arena, room, sizeof *d);
        if (d == NULL) {
            (void)nvs_i_out_of_memory(p);
            return;
        }
        nvs_i_copy(d, p->problems, p->doc->problem_count * sizeof *d);
        p->problems = d;
        p->problem_room = room;
        ((nvs_i_document *)(void *)p->doc)->problems = d;
    }
    d = &p->problems[p->doc->problem_count++];
    nvs_i_problem_set(d, kind, warning, offset, name);
    d->line = line;
    d->column = column;
    d->after = p->doc->fields;
}

/* A new node at the end of a message. */
static nvs_node *nvs_i_add(nvs_i_parser *p, nvs_node *parent)
{
    nvs_node *n;
    if (p->nodes_left == 0) {
        /* The rest of a text, if it is like what was read, in one piece: malloc mostly has that from the document
           before. */
        size_t left = 0;
        if (p->r.start != NULL)
            left = (size_t)(p->r.end - p->r.at) / ((size_t)(p->r.at - p->r.start) / (p->doc->fields + 1u) + 1);
        if (left > p->nodes_next) p->nodes_next = left < 32768 ? (uint32_t)left + 8 : 32768;
        p->nodes = (nvs_node *)nvs_i_alloc(p->arena, p->nodes_next, sizeof *n);
        if (p->nodes == NULL && p->nodes_next > 8 &&
            (p->arena->code == NVS_LIMIT || p->arena->allocator.alloc_fn == NULL)) {
            p->nodes_next = 8; /* so many may not be needed */
            p->nodes = (nvs_node *)nvs_i_alloc(p->arena, p->nodes_next, sizeof *n);
        }
        if (p->nodes == NULL) {
            (void)nvs_i_out_of_memory(p);
            return NULL;
        }
        p->nodes_left = p->nodes_next;
        if (p->nodes_next < 512) p->nodes_next *= 2;
    }
    p->nodes_left--;
    n = p->nodes++;
    n->parent = parent;
    n->next = NULL;
    n->child = NULL;
    if (parent != NULL) {
        if (parent->child == NULL) parent->child = n;
        else parent->v.last->next = n;
        parent->v.last = n;
    }
    return n;
}

static nvs_i_frame *nvs_i_push(nvs_i_parser *p, nvs_node *node)
{
    nvs_i_frame *f;
    if (p->depth + 1 >= p->frame_room) {
        const unsigned room = p->frame_room == 0 ? 12 : NVS_I_DEPTH + 2;
        f = (nvs_i_frame *)nvs_i_alloc(p->arena, room, sizeof *f);
        if (f == NULL) {
            (void)nvs_i_out_of_memory(p);
            return NULL;
        }
        if (p->frames != NULL) nvs_i_copy(f, p->frames, p->frame_room * sizeof *f);
        p->frames = f;
        p->frame_room = room;
    }
    f = &p->frames[++p->depth];
    nvs_i_zero(f, sizeof *f);
    f->node = node;
    if (node != NULL) {
        node->v.last = NULL;
        f->hint = &p->first[node->of];
    }
    return f;
}

static void nvs_i_node_field(nvs_node *n, const nvs_i_field *field, nvs_i_frame *f)
{
    n->index = field->presence == NVS_PRESENCE_REPEATED ? f->count[field->slot]++ : 0;
    n->name = field->name;
    n->type = field->type;
    n->of = field->of;
    n->presence = field->presence;
    n->number = field->number;
}

static void nvs_i_node_place(const nvs_i_parser *p, nvs_node *n, const nvs_i_place *at)
{
    n->offset = (uint32_t)(at->at - p->r.start);
    n->line = at->line;
    n->column = (uint32_t)(at->at - at->line_start) + 1;
}

static void nvs_i_missing(nvs_i_parser *p, const nvs_i_frame *f)
{
    const nvs_i_message *m = &NVS_I_MESSAGE(f->node->of);
    unsigned i;
    if ((m->required & ~f->seen) == 0 || f->broken) return;
    for (i = m->from; i < m[1].from && !p->stop; i++)
        if (nvs_i_fields[i].presence == NVS_PRESENCE_REQUIRED && !(f->seen >> (i - m->from) & 1))
            nvs_i_problem(p, NVS_PROBLEM_KIND_REQUIRED, 0, f->node->offset, f->node->line, f->node->column,
                           nvs_i_name(nvs_i_fields[i].name));
}

/* Makes the document and its top node in an arena that is open. */
static nvs_document *nvs_i_begin(nvs_i_parser *p, nvs_i_arena *arena, const char *input, size_t len,
                                 const nvs_document_options *o)
{
    nvs_i_document *d;
    nvs_node *root;
    nvs_i_zero(p, sizeof *p);
    p->arena = arena;
    d = (nvs_i_document *)nvs_i_alloc(arena, 1, sizeof *d);
    if (d == NULL) {
        (void)nvs_i_out_of_memory(p);
        return NULL;
    }
    nvs_i_zero(d, sizeof *d);
    p->doc = &d->pub;
    p->doc->input = nvs_i_view(input, len);
    p->lenient = o != NULL && o->lenient;
    p->first_error = o != NULL && o->first_error;
    p->max_problems = o != NULL && o->max_problems != 0 ? o->max_problems : 100;
    p->nodes_next = len / 48 < 8 ? 8 : len / 48 < 1024 ? (uint32_t)(len / 48) : 1024; /* files have 50 bytes a field */
    root = nvs_i_add(p, NULL);
    if (root == NULL) return NULL;
    nvs_i_zero(root, sizeof *root);
    root->line = root->column = 1;
    root->type = NVS_TYPE_MESSAGE;
    root->of = (uint8_t)(o != NULL ? o->top : NVS_MESSAGE_SECTION);
    p->doc->root = root;
    p->depth = (unsigned)(-1); /* so that the top gets depth 0 */
    return nvs_i_push(p, root) != NULL ? p->doc : NULL;
}

/* The text form. */

/* Moves to the next token. Its own mistakes are reported now, before anything that follows from the last one. */
static void nvs_i_advance(nvs_i_parser *p)
{
    const char *const at = p->r.at;
    p->passed = p->tok.text.ptr + p->tok.text.len;
    if (at < p->r.end && *at == ':') { /* most names are followed by their colon at once */
        p->tok.kind = NVS_TOKEN_KIND_SYMBOL;
        p->tok.symbol = ':';
        p->tok.text = nvs_i_view(at, 1);
        p->r.at = at + 1;
        return;
    }
    (void)nvs_i_reader_next(&p->r, 0, &p->tok);
    if (p->tok.kind <= NVS_TOKEN_KIND_FLOAT || p->tok.kind == NVS_TOKEN_KIND_SYMBOL) return;
    if (p->tok.kind == NVS_TOKEN_KIND_BAD)
        nvs_i_problem(p, p->tok.problem, 0, p->tok.at_offset, p->tok.at_line, p->tok.at_column, nvs_i_view("", 0));
    else if (!p->tok.utf8) /* a string */
        nvs_i_problem(p, NVS_PROBLEM_KIND_UTF8, 1, p->tok.at_offset, p->tok.at_line, p->tok.at_column,
                      nvs_i_view("", 0));
}

static int nvs_i_symbol(const nvs_i_parser *p, char symbol)
{
    return p->tok.kind == NVS_TOKEN_KIND_SYMBOL && p->tok.symbol == symbol;
}

static int nvs_i_accept(nvs_i_parser *p, char symbol)
{
    if (!nvs_i_symbol(p, symbol)) return 0;
    nvs_i_advance(p);
    return 1;
}

/* The place of the token to be judged. */
static nvs_i_place nvs_i_here(const nvs_i_parser *p)
{
    nvs_i_place here;
    here.at = p->tok.text.ptr;
    here.line_start = p->r.line_start;
    here.line = p->r.line;
    return here;
}

static void nvs_i_problem_here(nvs_i_parser *p, nvs_problem_kind kind, int warning, const nvs_i_place *at,
                               nvs_view name)
{
    nvs_i_problem(p, kind, warning, (uint32_t)(at->at - p->r.start), at->line,
                   (uint32_t)(at->at - at->line_start) + 1, name);
}

/* An error at an earlier token. A token that is bad by itself has been reported. */
static int nvs_i_wrong_at(nvs_i_parser *p, nvs_problem_kind kind, const nvs_i_place *at, nvs_view name)
{
    if (p->tok.kind != NVS_TOKEN_KIND_BAD) nvs_i_problem_here(p, kind, 0, at, name);
    return 0;
}

/* An error at this token, TRUNCATED at the end of the file. */
static int nvs_i_wrong(nvs_i_parser *p, nvs_problem_kind kind)
{
    const nvs_i_place here = nvs_i_here(p);
    return nvs_i_wrong_at(p, p->tok.kind == NVS_TOKEN_KIND_END ? NVS_PROBLEM_KIND_TRUNCATED : kind, &here,
                          nvs_i_view("", 0));
}

/* After an error: skips to the next field of this message, or to what closes it. */
static void nvs_i_resume(nvs_i_parser *p)
{
    uint64_t nested = p->unclosed;
    p->unclosed = 0;
    p->frames[p->depth].broken = 1;
    while (!p->stop && p->tok.kind != NVS_TOKEN_KIND_END) {
        if (p->tok.kind == NVS_TOKEN_KIND_SYMBOL) {
            if (p->tok.symbol == '{' || p->tok.symbol == '<') nested++;
            if (p->tok.symbol == '}' || p->tok.symbol == '>') {
                if (nested == 0) return;
                nested--;
            }
        } else if (p->tok.kind == NVS_TOKEN_KIND_NAME && nested == 0) {
            const char *s = p->r.at;
            while (s < p->r.end && (nvs_i_byte[(unsigned char)*s] & NVS_I_SPACE) != 0) s++;
            if (s < p->r.end && (*s == ':' || *s == '{' || *s == '<')) return;
        }
        nvs_i_advance(p);
    }
}

static int nvs_i_pass_name(nvs_i_parser *p)
{
    if (p->tok.kind != NVS_TOKEN_KIND_NAME) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
    nvs_i_advance(p);
    return 1;
}

/* Reads the inside of [a.b/c] and its end; *name is the name. */
static int nvs_i_extension(nvs_i_parser *p, nvs_view *name)
{
    const char *const from = p->tok.text.ptr;
    size_t len = 0;
    nvs_reader_state again;
    nvs_token t;
    char *joined;
    name->ptr = from;
    for (;;) {
        len += p->tok.text.len;
        if (!nvs_i_pass_name(p)) return 0;
        if (!nvs_i_symbol(p, '.') && !nvs_i_symbol(p, '/')) break;
        len++;
        nvs_i_advance(p);
    }
    name->len = (size_t)(p->passed - from);
    if (!nvs_i_symbol(p, ']')) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
    if (name->len != len) { /* with white space or comments inside: joined without */
        joined = (char *)nvs_i_alloc(p->arena, len, 1);
        if (joined == NULL) return nvs_i_out_of_memory(p);
        nvs_i_reader_begin(&again, from, name->len);
        name->ptr = joined;
        name->len = len;
        while (nvs_i_reader_next(&again, 0, &t)) {
            nvs_i_copy(joined, t.text.ptr, t.text.len);
            joined += t.text.len;
        }
    }
    nvs_i_advance(p);
    return 1;
}

static int nvs_i_is_finite_word(nvs_view w) /* 0: inf, infinity, nan in any case */
{
    static const char words[3][9] = {"inf", "infinity", "nan"};
    unsigned i;
    size_t k;
    for (i = 0; i < 3; i++) {
        if (nvs_text(words[i]).len != w.len) continue;
        for (k = 0; k < w.len && (w.ptr[k] | 32) == words[i][k]; k++) continue;
        if (k == w.len) return 0;
    }
    return 1;
}

static void nvs_i_pass_strings(nvs_i_parser *p)
{
    while (p->tok.kind == NVS_TOKEN_KIND_STRING && !p->stop) nvs_i_advance(p);
}

static int nvs_i_open(nvs_i_parser *p, nvs_node *node, int in_list)
{
    nvs_i_frame *f;
    const char close = nvs_i_symbol(p, '{') ? '}' : '>';
    if (close == '>' && !nvs_i_symbol(p, '<')) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
    if (p->depth >= NVS_I_DEPTH) return nvs_i_wrong(p, NVS_PROBLEM_KIND_DEPTH);
    f = nvs_i_push(p, node);
    if (f == NULL) return 0;
    f->close = close;
    f->in_list = (uint8_t)in_list;
    nvs_i_advance(p);
    return 1;
}

/* Skips the value of an unknown field, from the colon on. Says nothing about the names inside. 0: an error. */
static int nvs_i_pass_value(nvs_i_parser *p)
{
    const unsigned base = p->depth;
    nvs_i_place minus;
    nvs_view name;
    int colon, list, negative;
    for (;;) {
        colon = nvs_i_accept(p, ':');
        list = nvs_i_accept(p, '[');
        if (list && nvs_i_accept(p, ']')) goto done;
    value:
        if (nvs_i_symbol(p, '{') || nvs_i_symbol(p, '<')) {
            if (!nvs_i_open(p, NULL, list)) goto failed;
            p->frames[p->depth].colon = (uint8_t)colon;
            goto fields;
        }
        if (!colon) {
            (void)nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
            goto failed;
        }
        if (p->tok.kind == NVS_TOKEN_KIND_STRING) nvs_i_pass_strings(p);
        else {
            minus = nvs_i_here(p);
            negative = nvs_i_accept(p, '-');
            if (p->tok.kind != NVS_TOKEN_KIND_NAME && p->tok.kind != NVS_TOKEN_KIND_INTEGER &&
                p->tok.kind != NVS_TOKEN_KIND_FLOAT) {
                (void)nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
                goto failed;
            }
            if (negative && p->tok.kind == NVS_TOKEN_KIND_NAME && nvs_i_is_finite_word(p->tok.text)) {
                (void)nvs_i_wrong_at(p, NVS_PROBLEM_KIND_TYPE, &minus, nvs_i_view("", 0));
                goto failed;
            }
            nvs_i_advance(p);
        }
    after:
        if (list) {
            if (nvs_i_accept(p, ',')) goto value;
            if (!nvs_i_symbol(p, ']')) {
                (void)nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
                goto failed;
            }
            nvs_i_advance(p);
        }
    done:
        if (p->depth == base) return !p->stop;
        if (!nvs_i_accept(p, ',')) (void)nvs_i_accept(p, ';');
    fields:
        if (p->stop) goto failed;
        if (p->tok.kind == NVS_TOKEN_KIND_SYMBOL && p->tok.symbol == p->frames[p->depth].close) {
            list = p->frames[p->depth].in_list;
            colon = p->frames[p->depth].colon;
            p->depth--;
            nvs_i_advance(p);
            goto after;
        }
        if (nvs_i_accept(p, '[')) {
            if (!nvs_i_extension(p, &name)) goto failed;
        } else if (p->tok.kind == NVS_TOKEN_KIND_NAME) nvs_i_advance(p);
        else {
            (void)nvs_i_wrong(p, nvs_i_symbol(p, '}') || nvs_i_symbol(p, '>') ? NVS_PROBLEM_KIND_DELIMITER
                                                                              : NVS_PROBLEM_KIND_SYNTAX);
            goto failed;
        }
    }
failed:
    p->unclosed = p->depth - base;
    p->depth = base;
    return 0;
}

/* Keeps everything from start to the last token verbatim. */
static void nvs_i_keep_raw(nvs_i_parser *p, const nvs_i_place *start, nvs_view text)
{
    nvs_node *n = nvs_i_add(p, p->frames[p->depth].node);
    if (n == NULL) return;
    n->v.text = text;
    nvs_i_node_place(p, n, start);
    n->index = 0;
    n->name = NVS_FIELD_NONE;
    n->type = NVS_TYPE_RAW;
    n->of = 0;
    n->presence = NVS_PRESENCE_OPTIONAL;
    n->number = 0;
}

static int nvs_i_unknown(nvs_i_parser *p, nvs_problem_kind kind, const nvs_i_place *start, nvs_view name)
{
    if (p->tok.kind == NVS_TOKEN_KIND_BAD) return 0;
    nvs_i_problem_here(p, kind, p->lenient, start, name);
    if (p->stop || !nvs_i_pass_value(p)) return 0;
    nvs_i_keep_raw(p, start, nvs_i_view(start->at, (size_t)(p->passed - start->at)));
    return !p->stop;
}

/* One or more literals, joined; a view into the text when it is one without escapes. */
static int nvs_i_strings(nvs_i_parser *p, nvs_view *out)
{
    const char *const from = p->tok.text.ptr;
    const char *const second = p->r.at;
    nvs_reader_state again;
    nvs_token t;
    size_t len = p->tok.text.len - 2;
    char *to;
    if (p->tok.plain) {
        *out = nvs_i_view(from + 1, len);
        nvs_i_advance(p);
        if (p->tok.kind != NVS_TOKEN_KIND_STRING) return 1;
    } else nvs_i_advance(p);
    /* Their length in a first pass, their contents in a second. */
    nvs_i_reader_begin(&again, second, (size_t)(p->r.end - second));
    while (nvs_i_reader_next(&again, 0, &t) && t.kind == NVS_TOKEN_KIND_STRING) len += t.text.len - 2;
    to = (char *)nvs_i_alloc(p->arena, len, 1);
    if (to == NULL) return nvs_i_out_of_memory(p);
    out->ptr = to;
    nvs_i_reader_begin(&again, from, (size_t)(p->r.end - from));
    while (nvs_i_reader_next(&again, 0, &t) && t.kind == NVS_TOKEN_KIND_STRING)
        to += nvs_i_unescape(t.text.ptr + 1, t.text.ptr + t.text.len - 1, to);
    out->len = (size_t)(to - out->ptr);
    nvs_i_pass_strings(p);
    return !p->stop;
}

/* Value of an integer token: 1, or 0 when it is above 64 bits. */
static int nvs_i_integer(nvs_view text, uint64_t *out)
{
    const char *s = text.ptr;
    const char *const end = s + text.len;
    uint64_t v = 0;
    unsigned base = 10;
    if (*s == '0') base = 8;
    if (text.len > 2 && (s[1] | 32) == 'x') {
        base = 16;
        s += 2;
    }
    for (; s < end; s++) {
        const unsigned digit = nvs_i_hex((unsigned char)*s);
        if (v > (~(uint64_t)0 - digit) / base) return 0;
        v = v * base + digit;
    }
    *out = v;
    return 1;
}

static int nvs_i_bool_word(nvs_view w, uint64_t *out)
{
    *out = 1;
    if (w.len == 4 && (nvs_i_equal(w.ptr, "true", 4) || nvs_i_equal(w.ptr, "True", 4))) return 1;
    if (w.len == 1 && *w.ptr == 't') return 1;
    *out = 0;
    if (w.len == 5 && (nvs_i_equal(w.ptr, "false", 5) || nvs_i_equal(w.ptr, "False", 5))) return 1;
    return w.len == 1 && *w.ptr == 'f';
}

static int nvs_i_double_text(nvs_view text, int negative, double *out)
{
    const char *end = text.ptr + text.len;
    if ((end[-1] | 32) == 'f') end--;
    *out = nvs_i_double(text.ptr, end);
    if (negative) *out = -*out;
    return 1;
}

/* Whether a value of the schema's enum is there; any number and CC_ name of GpuArch is. */
static int nvs_i_enum_value(nvs_i_parser *p, unsigned of, int negative, const nvs_i_place *start, uint64_t *out)
{
    const nvs_view w = p->tok.text;
    int32_t value = 0;
    uint64_t number = 0;
    unsigned i;
    int found;
    if (p->tok.kind == NVS_TOKEN_KIND_NAME) {
        found = nvs_i_enum_find(of, w.ptr, w.len, &value);
        number = (uint64_t)(uint32_t)value;
        if (!found && of == NVS_ENUM_GPU_ARCH && !negative && w.len >= 4 && w.len <= 12 &&
            nvs_i_equal(w.ptr, "CC_", 3)) {
            for (i = 3; i < w.len && nvs_i_is((unsigned char)w.ptr[i], NVS_I_DIGIT); i++)
                number = number * 10 + (uint64_t)(w.ptr[i] - '0');
            if (i < w.len) return 0;
            found = 1;
        }
        if (!found || negative) return 0;
    } else if (!nvs_i_integer(w, &number) || number > NVS_ARCH_MAX || negative) return 0;
    *out = number;
    if (nvs_i_enum_text((int)of, (int64_t)number) != NULL) return 1;
    if (of != NVS_ENUM_GPU_ARCH) return 0;
    nvs_i_problem_here(p, NVS_PROBLEM_KIND_ARCH, 1, start, w);
    return 1;
}

/* An enum value that is not there: an error, or a warning and kept as text. -1: it was skipped; 0: an error. */
static int nvs_i_enum_unknown(nvs_i_parser *p, const nvs_i_field *field, const nvs_i_place *start)
{
    const nvs_view name = nvs_i_name(field->name),
                   value = nvs_i_view(start->at, (size_t)(p->tok.text.ptr + p->tok.text.len - start->at));
    char *raw;
    nvs_i_problem_here(p, NVS_PROBLEM_KIND_ENUM, p->lenient, start, p->tok.text);
    if (p->stop) return 0;
    raw = (char *)nvs_i_alloc(p->arena, name.len + 2 + value.len, 1);
    if (raw == NULL) return nvs_i_out_of_memory(p);
    nvs_i_copy(raw, name.ptr, name.len);
    nvs_i_copy(raw + name.len, ": ", 2);
    nvs_i_copy(raw + name.len + 2, value.ptr, value.len);
    nvs_i_keep_raw(p, start, nvs_i_view(raw, name.len + 2 + value.len));
    nvs_i_advance(p);
    return p->stop ? 0 : -1;
}

/* Reads the value of a field that is neither string nor message into v: 1; -1 when the value was skipped, 0 on an
   error. */
static int nvs_i_scalar(nvs_i_parser *p, const nvs_i_field *field, nvs_node *v)
{
    const nvs_i_place start = nvs_i_here(p);
    const int negative = nvs_i_accept(p, '-');
    int good = 0, big = 0;
    if (p->stop) return 0;
    switch (field->type) {
    case NVS_TYPE_BOOL:
        if (p->tok.kind == NVS_TOKEN_KIND_NAME) good = nvs_i_bool_word(p->tok.text, &v->v.u);
        else if (p->tok.kind == NVS_TOKEN_KIND_INTEGER) good = nvs_i_integer(p->tok.text, &v->v.u) && v->v.u <= 1;
        good = good && !negative;
        break;
    case NVS_TYPE_DOUBLE:
        if (p->tok.kind == NVS_TOKEN_KIND_NAME) {
            good = !nvs_i_is_finite_word(p->tok.text);
            if (good) {
                const uint64_t bits =
                    (p->tok.text.ptr[0] | 32) == 'n' ? (uint64_t)0x7ff80 << 44 : (uint64_t)0x7ff00 << 44;
                v->v.d = nvs_i_double_of(bits | ((uint64_t)negative << 63));
            }
        } else if (p->tok.kind == NVS_TOKEN_KIND_FLOAT ||
                   (p->tok.kind == NVS_TOKEN_KIND_INTEGER && (p->tok.text.len == 1 || p->tok.text.ptr[0] != '0')))
            good = nvs_i_double_text(p->tok.text, negative, &v->v.d);
        break;
    case NVS_TYPE_ENUM:
        if (p->tok.kind != NVS_TOKEN_KIND_NAME && p->tok.kind != NVS_TOKEN_KIND_INTEGER) break;
        if (!nvs_i_enum_value(p, field->of, negative, &start, &v->v.u)) return nvs_i_enum_unknown(p, field, &start);
        good = 1;
        break;
    case NVS_TYPE_INT64:
        if (p->tok.kind != NVS_TOKEN_KIND_INTEGER) break;
        good = 1;
        big = !nvs_i_integer(p->tok.text, &v->v.u) || v->v.u > ((uint64_t)1 << 63) - (negative ? 0u : 1u);
        /* The two's complement of v, without leaving the range of int64_t. */
        if (!big) v->v.i = !negative ? (int64_t)v->v.u : v->v.u == 0 ? 0 : -(int64_t)(v->v.u - 1) - 1;
        break;
    default: /* NVS_TYPE_UINT32, NVS_TYPE_UINT64 */
        if (p->tok.kind != NVS_TOKEN_KIND_INTEGER || negative) break;
        good = 1;
        big = !nvs_i_integer(p->tok.text, &v->v.u) || (field->type == NVS_TYPE_UINT32 && v->v.u > 0xffffffff);
        break;
    }
    if (p->stop) return 0;
    if (!good && p->tok.kind == NVS_TOKEN_KIND_END) return nvs_i_wrong(p, NVS_PROBLEM_KIND_TYPE);
    if (!good) return nvs_i_wrong_at(p, NVS_PROBLEM_KIND_TYPE, &start, nvs_i_view("", 0));
    if (big) return nvs_i_wrong_at(p, NVS_PROBLEM_KIND_RANGE, &start, nvs_i_view("", 0));
    nvs_i_advance(p);
    return 1;
}

/* One value of a field, whose place is that of at. A message is only opened. 0: an error. */
static int nvs_i_element(nvs_i_parser *p, const nvs_i_field *field, const nvs_i_place *at, int in_list)
{
    nvs_i_frame *f = &p->frames[p->depth];
    const unsigned bit = (unsigned)(field - &nvs_i_fields[NVS_I_MESSAGE(f->node->of).from]);
    nvs_node value, *n;
    int got = 1;
    value.v.u = 0;
    if (field->type != NVS_TYPE_MESSAGE) {
        if (field->type != NVS_TYPE_STRING) got = nvs_i_scalar(p, field, &value);
        else if (p->tok.kind == NVS_TOKEN_KIND_STRING) got = nvs_i_strings(p, &value.v.text);
        else got = nvs_i_wrong(p, NVS_PROBLEM_KIND_TYPE);
        if (got <= 0) return got != 0;
        f = &p->frames[p->depth];
    }
    n = nvs_i_add(p, f->node);
    if (n == NULL) return 0;
    n->v = value.v;
    nvs_i_node_place(p, n, at);
    nvs_i_node_field(n, field, f);
    f->seen |= (uint32_t)1 << bit;
    p->doc->fields++;
    if (field->type != NVS_TYPE_MESSAGE) return !p->stop;
    n->v.last = NULL;
    return nvs_i_open(p, n, in_list);
}

/* Whether a field may be given (again). */
static int nvs_i_fresh(const nvs_i_frame *f, const nvs_i_field *field)
{
    if (field->presence == NVS_PRESENCE_REPEATED) return 1;
    if (field->presence == NVS_PRESENCE_ONEOF) return f->seen == 0; /* a message with a oneof holds nothing else */
    return !(f->seen >> (field - &nvs_i_fields[NVS_I_MESSAGE(f->node->of).from]) & 1);
}

/* One field. A message field is only opened: *opened. 0: an error, the caller looks for the next field. */
static int nvs_i_text_field(nvs_i_parser *p, int *opened)
{
    nvs_i_frame *const f = &p->frames[p->depth];
    const nvs_i_place start = nvs_i_here(p);
    nvs_view name = p->tok.text;
    const nvs_i_field *field;
    unsigned from;
    int wide;
    *opened = 0;
    if (nvs_i_symbol(p, '[')) {
        nvs_i_advance(p);
        if (!nvs_i_extension(p, &name)) return 0;
        return nvs_i_unknown(p, NVS_PROBLEM_KIND_UNKNOWN_EXTENSION, &start, name);
    }
    if (!nvs_i_pass_name(p) || p->stop) return 0;
    from = NVS_I_MESSAGE(f->node->of).from;
    field = &nvs_i_fields[from + *f->hint];
    wide = p->r.end - name.ptr >= 8;
    if (!nvs_i_is_named(field, name, wide)) {
        field = nvs_i_lookup(f->node->of, name, wide);
        if (field == NULL) return nvs_i_unknown(p, NVS_PROBLEM_KIND_UNKNOWN_FIELD, &start, name);
        *f->hint = (uint8_t)(field - &nvs_i_fields[from]);
    }
    f->hint = &p->next[field - nvs_i_fields];
    if (!nvs_i_fresh(f, field)) {
        (void)nvs_i_wrong_at(p, NVS_PROBLEM_KIND_DUPLICATE, &start, name);
        return p->tok.kind != NVS_TOKEN_KIND_BAD && !p->stop && nvs_i_pass_value(p);
    }
    if (!nvs_i_accept(p, ':') && field->type != NVS_TYPE_MESSAGE) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
    if (field->presence == NVS_PRESENCE_REPEATED && nvs_i_accept(p, '[')) {
        if (nvs_i_accept(p, ']')) return 1;
        do {
            const nvs_i_place at = nvs_i_here(p);
            if (!nvs_i_element(p, field, &at, 1)) return 0;
            if (field->type == NVS_TYPE_MESSAGE) {
                *opened = 1;
                return 1;
            }
        } while (nvs_i_accept(p, ','));
        if (!nvs_i_symbol(p, ']')) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
        nvs_i_advance(p);
        return 1;
    }
    *opened = field->type == NVS_TYPE_MESSAGE;
    return nvs_i_element(p, field, &start, 0);
}

/* After a message: the next element of its list, or the end of the list. *opened as above. */
static int nvs_i_after_message(nvs_i_parser *p, const nvs_node *node, int in_list, int *opened)
{
    *opened = 0;
    if (!in_list) return 1;
    if (nvs_i_accept(p, ',')) {
        const nvs_i_message *m = &NVS_I_MESSAGE(p->frames[p->depth].node->of);
        const nvs_i_place at = nvs_i_here(p);
        unsigned i = m->from;
        while (nvs_i_fields[i].name != node->name) i++;
        *opened = 1;
        return nvs_i_element(p, &nvs_i_fields[i], &at, 1);
    }
    if (!nvs_i_symbol(p, ']')) return nvs_i_wrong(p, NVS_PROBLEM_KIND_SYNTAX);
    nvs_i_advance(p);
    return 1;
}

static void nvs_i_text(nvs_i_parser *p)
{
    int good, opened;
    p->tok.text = nvs_i_view(p->r.at, 0);
    nvs_i_advance(p);
    while (!p->stop) {
        nvs_i_frame *const f = &p->frames[p->depth];
        if (p->tok.kind == NVS_TOKEN_KIND_END) {
            if (p->depth > 0) (void)nvs_i_wrong(p, NVS_PROBLEM_KIND_TRUNCATED);
            else nvs_i_missing(p, f);
            return;
        }
        if (p->tok.kind == NVS_TOKEN_KIND_SYMBOL && (p->tok.symbol == '}' || p->tok.symbol == '>')) {
            if (p->tok.symbol != f->close) {
                (void)nvs_i_wrong(p, NVS_PROBLEM_KIND_DELIMITER);
                f->broken = 1;
                if (p->stop) return;
            }
            nvs_i_advance(p);
            if (p->depth == 0) continue;
            if (p->stop) return;
            nvs_i_missing(p, f);
            p->depth--;
            if (p->stop) return;
            good = nvs_i_after_message(p, f->node, f->in_list, &opened);
        } else good = nvs_i_text_field(p, &opened);
        if (p->stop) return;
        if (!good) nvs_i_resume(p);
        else if (!opened && !nvs_i_accept(p, ',')) (void)nvs_i_accept(p, ';');
    }
}

NVS_API const nvs_node *nvs_node_child(const nvs_node *message, nvs_field name)
{
    const nvs_node *n;
    if (message == NULL || message->type != NVS_TYPE_MESSAGE) return NULL;
    for (n = message->child; n != NULL && n->name != name; n = n->next) continue;
    return n;
}

NVS_API const nvs_node *nvs_node_again(const nvs_node *node)
{
    const nvs_node *n;
    if (node == NULL) return NULL;
    for (n = node->next; n != NULL && n->name != node->name; n = n->next) continue;
    return n;
}

/* Whether these are sections; the one that is not is the offset of the error. */
static int nvs_i_sections_good(const nvs_node *const *sections, uint32_t count, nvs_error *error)
{
    uint32_t i;
    for (i = 0; sections != NULL && i < count; i++)
        if (sections[i] == NULL || sections[i]->type != NVS_TYPE_MESSAGE || sections[i]->of != NVS_MESSAGE_SECTION)
            break;
    if (i < count) (void)nvs_i_fail(error, NVS_ARGUMENT, i, "not a section");
    return i == count;
}

NVS_API const nvs_node *nvs_node_walk(const nvs_node *top, const nvs_node *node, nvs_walk how)
{
    if (top == NULL || node == NULL) return NULL;
    if (how == NVS_WALK_INTO && node->type == NVS_TYPE_MESSAGE && node->child != NULL) return node->child;
    while (node != top && node->next == NULL) {
        node = node->parent;
        if (node == NULL) return NULL;
    }
    return node == top ? NULL : node->next;
}

NVS_API nvs_view nvs_node_text(const nvs_node *message, nvs_field name)
{
    const nvs_node *n = nvs_node_child(message, name);
    return n != NULL && n->type == NVS_TYPE_STRING ? n->v.text : nvs_i_view("", 0);
}

NVS_API uint64_t nvs_node_uint(const nvs_node *message, nvs_field name)
{
    const nvs_node *n = nvs_node_child(message, name);
    if (n == NULL) return 0;
    switch (n->type) {
    case NVS_TYPE_BOOL:
    case NVS_TYPE_UINT32:
    case NVS_TYPE_UINT64:
    case NVS_TYPE_ENUM: return n->v.u;
    default: return 0;
    }
}

NVS_API double nvs_node_real(const nvs_node *message, nvs_field name)
{
    const nvs_node *n = nvs_node_child(message, name);
    if (n != NULL && n->type == NVS_TYPE_DOUBLE) return n->v.d;
    if (n != NULL && n->type == NVS_TYPE_INT64) return (double)n->v.i;
    return (double)nvs_node_uint(message, name);
}

static size_t nvs_i_digits(uint64_t v, char *to) /* 20 bytes are enough */
{
    char turned[20];
    size_t n = 0, i;
    do {
        turned[n++] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v != 0);
    for (i = 0; i < n; i++) to[i] = turned[n - 1 - i];
    return n;
}

/* Writes from the end, since only the parents are known. */
NVS_API size_t nvs_node_path(const nvs_node *node, char *out, size_t size)
{
    const size_t room = out != NULL ? size : 0;
    const nvs_node *n;
    size_t len = 0, at;
    char digits[20];
    for (n = node; n != NULL && n->parent != NULL; n = n->parent) {
        len +=
            nvs_i_name(n->name).len + (n->presence == NVS_PRESENCE_REPEATED ? nvs_i_digits(n->index, digits) + 2 : 0);
        if (n->parent->parent != NULL) len++;
    }
    if (room == 0) return len;
    out[len < room ? len : room - 1] = 0;
    at = len;
    for (n = node; n != NULL && n->parent != NULL; n = n->parent) {
        const nvs_view name = nvs_i_name(n->name);
        size_t i, count = 0;
        if (n->presence == NVS_PRESENCE_REPEATED) {
            count = nvs_i_digits(n->index, digits);
            if (--at < room - 1) out[at] = ']';
            for (i = count; i-- > 0;)
                if (--at < room - 1) out[at] = digits[i];
            if (--at < room - 1) out[at] = '[';
        }
        for (i = name.len; i-- > 0;)
            if (--at < room - 1) out[at] = name.ptr[i];
        if (n->parent->parent != NULL && --at < room - 1) out[at] = '.';
    }
    return len;
}

/* The binary form. */

/* 1; 0 when the bytes end inside it; -1 when it has more than ten. */
static int nvs_i_varint(const char **p, const char *end, uint64_t *out)
{
    const char *s = *p;
    unsigned shift;
    *out = 0;
    for (shift = 0; shift < 70; shift += 7) {
        if (s == end) return 0;
        *out |= (uint64_t)((unsigned char)*s & 0x7f) << (shift < 63 ? shift : 63);
        if ((unsigned char)*s++ < 0x80) {
            *p = s;
            return 1;
        }
    }
    return -1;
}

static void nvs_i_wire_wrong(nvs_i_parser *p, nvs_problem_kind kind, int warning, const char *at, nvs_view name)
{
    nvs_i_problem(p, kind, warning, (uint32_t)(at - p->r.start), 0, 0, name);
}

static nvs_node *nvs_i_wire_node(nvs_i_parser *p, const nvs_i_field *field, const char *at)
{
    nvs_i_frame *const f = &p->frames[p->depth];
    nvs_node *n = nvs_i_add(p, f->node);
    if (n == NULL) return NULL;
    n->offset = (uint32_t)(at - p->r.start);
    n->line = n->column = 0;
    if (field != NULL) {
        nvs_i_node_field(n, field, f);
        f->seen |= (uint32_t)1 << (field - &nvs_i_fields[NVS_I_MESSAGE(f->node->of).from]);
        p->doc->fields++;
    } else {
        n->index = 0;
        n->name = NVS_FIELD_NONE;
        n->type = NVS_TYPE_RAW;
        n->of = 0;
        n->presence = NVS_PRESENCE_OPTIONAL;
        n->number = 0;
    }
    return n;
}

static int nvs_i_wire_enum(unsigned of, uint64_t u)
{
    return u <= NVS_ARCH_MAX && (of == NVS_ENUM_GPU_ARCH || nvs_i_enum_text((int)of, (int64_t)u) != NULL);
}

/* A number of the wire as a value of the field. */
static void nvs_i_wire_number(nvs_i_parser *p, const nvs_i_field *field, uint64_t u, const char *at)
{
    nvs_node *n;
    if (field->type == NVS_TYPE_BOOL) u = u != 0;
    if (field->type == NVS_TYPE_UINT32) u &= 0xffffffff;
    if (field->type == NVS_TYPE_ENUM && nvs_i_enum_text(field->of, (int64_t)u) == NULL)
        nvs_i_wire_wrong(p, NVS_PROBLEM_KIND_ARCH, 1, at, nvs_i_view("", 0));
    n = nvs_i_wire_node(p, field, at);
    if (n == NULL) return;
    if (field->type == NVS_TYPE_INT64)
        n->v.i = u >> 63 == 0 ? (int64_t)u : -(int64_t)(~u) - 1;
    else if (field->type == NVS_TYPE_DOUBLE) n->v.d = nvs_i_double_of(u);
    else n->v.u = u;
}

/* number is not 0: that of a field whose number is not known. */
static const nvs_i_field *nvs_i_wire_lookup(unsigned message, uint64_t number)
{
    unsigned i;
    for (i = NVS_I_MESSAGE(message).from; i < NVS_I_MESSAGE(message + 1).from; i++)
        if (nvs_i_fields[i].number == number) return &nvs_i_fields[i];
    return NULL;
}

static void nvs_i_wire_string(nvs_i_parser *p, const nvs_i_field *field, nvs_view text, const char *at)
{
    const char *s = text.ptr;
    const char *const end = s + text.len;
    nvs_node *n;
    size_t len;
    while (s < end && (len = nvs_i_utf8(s, end)) != 0) s += len;
    if (s < end) nvs_i_wire_wrong(p, NVS_PROBLEM_KIND_UTF8, 1, s, nvs_i_view("", 0));
    n = nvs_i_wire_node(p, field, at);
    if (n != NULL) n->v.text = text;
}

/* The value of one field, whose tag is at at. Returns what follows it, NULL when it is malformed. */
static const char *nvs_i_wire_field(nvs_i_parser *p, const char *at, const char *end)
{
    nvs_i_frame *const f = &p->frames[p->depth];
    const char *s = at;
    const nvs_i_field *field;
    uint64_t tag, u = 0;
    unsigned i, wire, want;
    nvs_view inside = nvs_i_view(at, 0);
    int got = nvs_i_varint(&s, end, &tag);
    if (got > 0 && (tag >> 3 == 0 || tag >> 32 != 0)) got = -1;
    wire = (unsigned)tag & 7;
    if (got > 0) switch (wire) {
        case 0: got = nvs_i_varint(&s, end, &u); break;
        case 1:
        case 5:
            if ((size_t)(end - s) < (wire == 1 ? 8u : 4u)) {
                got = 0;
                break;
            }
            for (i = 0; i < (wire == 1 ? 8u : 4u); i++) u |= (uint64_t)(unsigned char)*s++ << (8 * i);
            break;
        case 2:
            got = nvs_i_varint(&s, end, &u);
            if (got <= 0) break;
            if (u > (uint64_t)(end - s)) {
                got = 0;
                break;
            }
            inside = nvs_i_view(s, (size_t)u);
            s += inside.len;
            break;
        default: got = -1; break;
        }
    if (got <= 0) {
        nvs_i_wire_wrong(p, got == 0 ? NVS_PROBLEM_KIND_TRUNCATED : NVS_PROBLEM_KIND_WIRE, 0, at, nvs_i_view("", 0));
        return NULL;
    }
    field = nvs_i_wire_lookup(f->node->of, tag >> 3);
    if (field != NULL) {
        want = field->type == NVS_TYPE_STRING || field->type == NVS_TYPE_MESSAGE ? 2
               : field->type == NVS_TYPE_DOUBLE                                  ? 1
                                                                                 : 0;
        if (wire != want) field = NULL; /* another field of the same number, as the format wants it */
        else if (field->type == NVS_TYPE_ENUM && !nvs_i_wire_enum(field->of, u)) {
            nvs_i_wire_wrong(p, NVS_PROBLEM_KIND_ENUM, 1, at, nvs_i_name(field->name));
            field = NULL;
        } else if (!nvs_i_fresh(f, field)) {
            nvs_i_wire_wrong(p, NVS_PROBLEM_KIND_DUPLICATE, 0, at, nvs_i_name(field->name));
            field = NULL;
        } else if (field->type == NVS_TYPE_MESSAGE && p->depth >= NVS_I_DEPTH) {
            nvs_i_wire_wrong(p, NVS_PROBLEM_KIND_DEPTH, 0, at, nvs_i_name(field->name));
            field = NULL;
        }
    }
    if (p->stop) return NULL;
    if (field == NULL) {
        nvs_node *n = nvs_i_wire_node(p, NULL, at);
        if (n != NULL) n->v.text = nvs_i_view(at, (size_t)(s - at));
    } else if (field->type == NVS_TYPE_MESSAGE) {
        nvs_node *n = nvs_i_wire_node(p, field, at);
        if (n != NULL && nvs_i_push(p, n) != NULL) p->frames[p->depth].end = s;
        return inside.ptr;
    } else if (field->type == NVS_TYPE_STRING) nvs_i_wire_string(p, field, inside, at);
    else nvs_i_wire_number(p, field, u, at);
    return s;
}

static void nvs_i_binary(nvs_i_parser *p, const char *data, size_t len)
{
    const char *at = data;
    p->doc->binary = 1;
    p->frames[0].node->line = p->frames[0].node->column = 0;
    p->r.start = p->r.at = p->r.end = data; /* places count from here, and no text is left */
    p->frames[0].end = data + len;
    while (!p->stop) {
        nvs_i_frame *const f = &p->frames[p->depth];
        if (at == f->end) {
            nvs_i_missing(p, f);
            if (p->depth-- == 0) break;
            continue;
        }
        at = nvs_i_wire_field(p, at, f->end);
        if (at == NULL) break;
    }
}

NVS_API nvs_document *nvs_document_open(const void *data, size_t size, const nvs_document_options *options,
                                        nvs_error *error)
{
    const nvs_document_options *const o = options;
    const char *const text = data != NULL ? (const char *)data : "";
    nvs_i_arena arena;
    nvs_i_parser p;
    nvs_document *doc;
    if ((data == NULL && size > 0) || (o != NULL && (unsigned)o->format > NVS_FORMAT_BINARY))
        return (nvs_document *)nvs_i_fail(error, NVS_ARGUMENT, 0, "no input, or no such format");
    if (o != NULL && (o->top < 0 || o->top >= (int)NVS_I_MESSAGE_COUNT))
        return (nvs_document *)nvs_i_fail(error, NVS_ARGUMENT, 0, "no such message");
    if (size > NVS_I_MAX_INPUT) return (nvs_document *)nvs_i_fail(error, NVS_LIMIT, 0, NVS_I_TOO_LARGE);
    if (!nvs_i_arena_open(&arena, o != NULL ? &o->memory : NULL))
        return (nvs_document *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    doc = nvs_i_begin(&p, &arena, text, size, o);
    if (doc != NULL && o != NULL && o->format == NVS_FORMAT_BINARY) nvs_i_binary(&p, text, size);
    else if (doc != NULL) {
        nvs_i_reader_begin(&p.r, text, size);
        nvs_i_text(&p);
    }
    if (p.code != NVS_OK) {
        nvs_i_arena_close(&arena);
        return (nvs_document *)nvs_i_no_memory(error, p.code);
    }
    ((nvs_i_document *)(void *)doc)->arena = arena;
    (void)nvs_i_fail(error, NVS_OK, 0, "");
    return doc;
}

NVS_API int nvs_document_problem_at(const nvs_document *document, uint32_t index, nvs_problem *out)
{
    return nvs_i_problem_out(document != NULL ? ((const nvs_i_document *)(const void *)document)->problems : NULL,
                             document != NULL ? document->problem_count : 0, index, out);
}

NVS_I_DEFINE_CLOSE(document, nvs_document, nvs_i_document)
NVS_I_DEFINE_MEMORY_USED(document, nvs_i_document)
NVS_I_DEFINE_NAME(format, NVS_FORMATS)
NVS_I_DEFINE_NAME(walk, NVS_WALKS)

#ifndef NVS_NO_WRITE
/* ---- Writing ----------------------------------------------------------------------------------------------------- */

typedef struct nvs_i_writer {
    const nvs_output *to;
    nvs_code code;
    uint32_t depth;
    size_t used;
    char buffer[480];
} nvs_i_writer;

static void nvs_i_flush(nvs_i_writer *w)
{
    if (w->used > 0 && w->code == NVS_OK && w->to->write_fn(w->buffer, w->used, w->to->user) != NVS_REPLY_YES)
        w->code = NVS_IO;
    w->used = 0;
}

static void nvs_i_put(nvs_i_writer *w, const char *bytes, size_t len)
{
    if (len > sizeof w->buffer - w->used) nvs_i_flush(w);
    if (len > sizeof w->buffer) {
        if (w->code == NVS_OK && w->to->write_fn(bytes, len, w->to->user) != NVS_REPLY_YES) w->code = NVS_IO;
        return;
    }
    nvs_i_copy(w->buffer + w->used, bytes, len);
    w->used += len;
}

static void nvs_i_put_word(nvs_i_writer *w, const char *text) { nvs_i_put(w, text, nvs_text(text).len); }

static void nvs_i_indent(nvs_i_writer *w)
{
    static const char spaces[] = "                                ";
    uint32_t left = w->depth;
    for (; left > 16; left -= 16) nvs_i_put(w, spaces, 32);
    nvs_i_put(w, spaces, 2 * (size_t)left);
}

/* Between double quotes. Bytes that are not UTF-8, and control characters, as octal escapes of three digits. */
static void nvs_i_put_quoted(nvs_i_writer *w, nvs_view text)
{
    const char *p = text.ptr, *plain = p;
    const char *const end = p + text.len;
    nvs_i_put(w, "\"", 1);
    while (p < end) {
        const unsigned char c = (unsigned char)*p;
        char escape[4];
        size_t len = 2;
        if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
            p++;
            continue;
        }
        if (c >= 0x80) {
            const size_t n = nvs_i_utf8(p, end);
            p += n;
            if (n > 0) continue;
        }
        nvs_i_put(w, plain, (size_t)(p - plain));
        escape[0] = '\\';
        escape[1] = c == '\n' ? 'n' : c == '\t' ? 't' : (char)c;
        if (c != '\n' && c != '\t' && c != '"' && c != '\\') {
            escape[1] = (char)('0' + (c >> 6));
            escape[2] = (char)('0' + (c >> 3 & 7));
            escape[3] = (char)('0' + (c & 7));
            len = 4;
        }
        nvs_i_put(w, escape, len);
        plain = ++p;
    }
    nvs_i_put(w, plain, (size_t)(p - plain));
    nvs_i_put(w, "\"", 1);
}

static void nvs_i_put_number(nvs_i_writer *w, uint64_t value, int negative)
{
    char digits[21];
    size_t n = 0;
    if (negative) digits[n++] = '-';
    n += nvs_i_digits(negative ? ~value + 1 : value, digits + n);
    nvs_i_put(w, digits, n);
}

/* The first 20 decimal digits of mantissa x 2^exponent; its value is 0.d1d2d3... x 10^(what is returned). A 1 after
   them says that more follows. A double needs no more than 2^1100 of the big numbers here. */
static int nvs_i_decimal(uint64_t mantissa, int exponent, char *digits)
{
    nvs_i_big num, den;
    unsigned n = 0;
    int bits, ten;
    num.w[0] = (uint32_t)mantissa;
    num.w[1] = (uint32_t)(mantissa >> 32);
    num.n = num.w[1] != 0 ? 2 : 1;
    den.n = 0;
    nvs_i_big_mul(&den, 0, 1);
    if (exponent > 0)
        nvs_i_big_shift(&num, (unsigned)exponent);
    else
        nvs_i_big_shift(&den, (unsigned)(-exponent));
    /* A first guess of the power of ten that is never above and at most one below. */
    bits = (int)nvs_i_big_bits(&num) - (int)nvs_i_big_bits(&den) - 1;
    ten = bits >= 0 ? bits * 1233 / 4096 : -((-bits * 1233 + 4095) / 4096) - 1;
    if (ten > 0) {
        nvs_i_big_power(&den, (unsigned)ten);
        nvs_i_big_shift(&den, (unsigned)ten);
    } else {
        nvs_i_big_power(&num, (unsigned)(-ten));
        nvs_i_big_shift(&num, (unsigned)(-ten));
    }
    /* num / den lies in (0, 1000): its whole part first, digit by digit from 100 on. */
    nvs_i_big_mul(&den, 100, 0);
    ten += 3;
    while (n < 20) {
        char digit = '0';
        while (nvs_i_big_take(&num, &den)) digit++;
        nvs_i_big_mul(&num, 10, 0);
        if (n == 0 && digit == '0') ten--;
        else digits[n++] = digit;
    }
    digits[n] = num.n != 0 ? '1' : '0';
    return ten;
}

/* The digits rounded to count of them; the exponent may grow by one. Trailing zeros stay. */
static int nvs_i_rounded(const char *digits, unsigned count, char *to)
{
    unsigned i = count, k;
    int up = digits[count] >= '5';
    if (digits[count] == '5') { /* a tie: to even */
        for (k = count + 1; k < 21 && digits[k] == '0'; k++) continue;
        if (k == 21) up = (digits[count - 1] - '0') & 1;
    }
    nvs_i_copy(to, digits, count);
    while (up && i > 0) {
        i--;
        if (to[i] == '9') to[i] = '0';
        else {
            to[i]++;
            up = 0;
        }
    }
    if (up) to[0] = '1';
    return up;
}

/* The shortest text that reads back as value; its length. 32 bytes are enough. */
static size_t nvs_i_real_text(double value, char *to)
{
    uint64_t bits, whole;
    double back;
    char digits[21], some[24];
    size_t len = 0, i;
    unsigned count = 1;
    int exponent, ten, now = 0;
    nvs_i_copy(&bits, &value, sizeof bits);
    exponent = (int)(bits >> 52 & 0x7ff);
    whole = bits & ~((uint64_t)0xfff << 52);
    if (exponent == 0x7ff) {
        if (whole != 0) {
            nvs_i_copy(to, "nan", 3);
            return 3;
        }
        if (bits >> 63 != 0) to[len++] = '-';
        nvs_i_copy(to + len, "inf", 3);
        return len + 3;
    }
    if (bits >> 63 != 0) {
        to[len++] = '-';
        value = -value;
    }
    if (value < 9007199254740992.0 && (double)(uint64_t)value >= value)
        return len + nvs_i_digits((uint64_t)value, to + len);
    if (exponent > 0)
        whole |= (uint64_t)1 << 52;
    else exponent = 1;
    ten = nvs_i_decimal(whole, exponent - 1075, digits);
    for (count = 1;; count++) {
        int e;
        size_t n = 0;
        now = ten + nvs_i_rounded(digits, count, some);
        n = count;
        some[n++] = 'e';
        e = now - (int)count;
        if (e < 0) {
            some[n++] = '-';
            e = -e;
        }
        n += nvs_i_digits((uint64_t)(unsigned)e, some + n);
        back = nvs_i_double(some, some + n);
        if (count == 17 || (back >= value && back <= value)) break;
    }
    /* some: count digits after the point, times 10^now */
    if (now > 0 && now <= 17) {
        for (i = 0; i < (size_t)now; i++) {
            to[len++] = i < count ? some[i] : '0';
            NVS_I_PLAIN_LOOP;
        }
        if (count > (unsigned)now) {
            to[len++] = '.';
            nvs_i_copy(to + len, some + now, count - (unsigned)now);
            len += count - (unsigned)now;
        }
    } else if (now <= 0 && now > -5) {
        to[len++] = '0';
        to[len++] = '.';
        for (i = 0; i < (size_t)(-now); i++) {
            to[len++] = '0';
            NVS_I_PLAIN_LOOP;
        }
        nvs_i_copy(to + len, some, count);
        len += count;
    } else {
        to[len++] = some[0];
        if (count > 1) {
            to[len++] = '.';
            nvs_i_copy(to + len, some + 1, count - 1);
            len += count - 1;
        }
        to[len++] = 'e';
        if (now - 1 < 0) to[len++] = '-';
        len += nvs_i_digits((uint64_t)(unsigned)(now - 1 < 0 ? 1 - now : now - 1), to + len);
    }
    return len;
}

/* A field that the text form cannot hold becomes a comment. */
static void nvs_i_put_raw_bytes(nvs_i_writer *w, nvs_view raw)
{
    static const char hex[] = "0123456789abcdef";
    size_t i;
    nvs_i_put(w, "# unknown field:", 16);
    for (i = 0; i < raw.len; i++) {
        const unsigned char c = (unsigned char)raw.ptr[i];
        char byte[3];
        byte[0] = ' ';
        byte[1] = hex[c >> 4];
        byte[2] = hex[c & 15];
        nvs_i_put(w, byte, 3);
    }
}

/* A field on its own line; of a message only its beginning. */
static void nvs_i_put_node(nvs_i_writer *w, const nvs_node *n)
{
    const char *word = NULL;
    char real[32];
    nvs_i_indent(w);
    if (n->type == NVS_TYPE_RAW) {
        if (n->line == 0) nvs_i_put_raw_bytes(w, n->v.text);
        else nvs_i_put(w, n->v.text.ptr, n->v.text.len);
    } else {
        nvs_i_put_word(w, nvs_field_name(n->name));
        nvs_i_put(w, n->type == NVS_TYPE_MESSAGE ? " {" : ": ", 2);
    }
    switch (n->type) {
    case NVS_TYPE_RAW:
    case NVS_TYPE_MESSAGE: break;
    case NVS_TYPE_STRING: nvs_i_put_quoted(w, n->v.text); break;
    case NVS_TYPE_BOOL: nvs_i_put_word(w, n->v.u != 0 ? "true" : "false"); break;
    case NVS_TYPE_INT64: nvs_i_put_number(w, (uint64_t)n->v.i, n->v.i < 0); break;
    case NVS_TYPE_DOUBLE: nvs_i_put(w, real, nvs_i_real_text(n->v.d, real)); break;
    default:
        if (n->type == NVS_TYPE_ENUM) word = nvs_i_enum_text(n->of, (int64_t)n->v.u);
        if (word != NULL) nvs_i_put_word(w, word);
        else nvs_i_put_number(w, n->v.u, 0);
        break;
    }
    nvs_i_put(w, "\n", 1);
}

static void nvs_i_put_close(nvs_i_writer *w)
{
    w->depth--;
    nvs_i_indent(w);
    nvs_i_put(w, "}\n", 2);
}

static void nvs_i_put_message(nvs_i_writer *w, const nvs_node *message)
{
    const nvs_node *n, *up;
    for (n = message->child; n != NULL && w->code == NVS_OK;) {
        nvs_i_put_node(w, n);
        if (n->type == NVS_TYPE_MESSAGE) w->depth++;
        if (n->type == NVS_TYPE_MESSAGE && n->child != NULL) {
            n = n->child;
            continue;
        }
        if (n->type == NVS_TYPE_MESSAGE) nvs_i_put_close(w);
        for (up = n; up->next == NULL && up->parent != message; up = up->parent) nvs_i_put_close(w);
        n = up->next;
    }
}

/* Bytes of a varint. */
static unsigned nvs_i_varint_size(uint64_t v)
{
    unsigned n = 1;
    for (; v >= 0x80; v >>= 7) n++;
    return n;
}

static void nvs_i_put_varint(nvs_i_writer *w, uint64_t v)
{
    char bytes[10];
    size_t n = 0;
    for (; v >= 0x80; v >>= 7) bytes[n++] = (char)(unsigned char)(0x80 | (v & 0x7f));
    bytes[n++] = (char)v;
    nvs_i_put(w, bytes, n);
}

static uint64_t nvs_i_wire_value(const nvs_node *n) { return n->type == NVS_TYPE_INT64 ? (uint64_t)n->v.i : n->v.u; }

/* Bytes of a field, given those inside when it is a message. */
static uint64_t nvs_i_wire_size(const nvs_node *n, uint64_t inside)
{
    const unsigned tag = nvs_i_varint_size((uint64_t)n->number << 3);
    switch (n->type) {
    case NVS_TYPE_STRING: return tag + nvs_i_varint_size(n->v.text.len) + (uint64_t)n->v.text.len;
    case NVS_TYPE_MESSAGE: return tag + nvs_i_varint_size(inside) + inside;
    case NVS_TYPE_DOUBLE: return tag + 8;
    case NVS_TYPE_RAW: return n->v.text.len;
    default: return tag + nvs_i_varint_size(nvs_i_wire_value(n));
    }
}

/* The field to be written after n in its message (n NULL: the first): by field number, then in file order; raw ones
   last. A message has at most 26 different fields, so this is linear in its fields over a whole message. */
static const nvs_node *nvs_i_wire_next(const nvs_node *message, const nvs_node *n)
{
    const nvs_i_message *m = &NVS_I_MESSAGE(message->of);
    const nvs_node *next = n != NULL ? nvs_node_again(n) : NULL;
    unsigned i = m->from;
    if (next != NULL || (n != NULL && n->type == NVS_TYPE_RAW)) return next;
    if (n != NULL)
        while (nvs_i_fields[i++].name != n->name) continue;
    for (; i < m[1].from; i++) {
        next = nvs_node_child(message, (nvs_field)nvs_i_fields[i].name);
        if (next != NULL) return next;
    }
    return nvs_node_child(message, NVS_FIELD_NONE);
}

static void nvs_i_put_wire(nvs_i_writer *w, const nvs_node *n, uint64_t inside)
{
    uint64_t bits;
    unsigned i;
    if (n->type == NVS_TYPE_RAW) {
        nvs_i_put(w, n->v.text.ptr, n->v.text.len);
        return;
    }
    nvs_i_put_varint(w, (uint64_t)n->number << 3 | (n->type == NVS_TYPE_STRING || n->type == NVS_TYPE_MESSAGE ? 2u
                                                    : n->type == NVS_TYPE_DOUBLE                              ? 1u
                                                                                                              : 0u));
    switch (n->type) {
    case NVS_TYPE_STRING:
        nvs_i_put_varint(w, n->v.text.len);
        nvs_i_put(w, n->v.text.ptr, n->v.text.len);
        break;
    case NVS_TYPE_MESSAGE: nvs_i_put_varint(w, inside); break;
    case NVS_TYPE_DOUBLE:
        nvs_i_copy(&bits, &n->v.d, sizeof bits);
        for (i = 0; i < 8; i++, bits >>= 8) {
            const char byte = (char)(unsigned char)(bits & 0xff);
            nvs_i_put(w, &byte, 1);
        }
        break;
    default: nvs_i_put_varint(w, nvs_i_wire_value(n)); break;
    }
}

/* Goes through a message in the order of the binary form. Without w it adds up the size of each message; sizes has room
   for these, in the order in which messages open. With w it writes. */
static void nvs_i_wire_pass(const nvs_node *message, uint64_t *sizes, nvs_i_writer *w)
{
    const nvs_node *parent = message;
    const nvs_node *n = nvs_i_wire_next(message, NULL);
    uint32_t open[NVS_I_DEPTH + 1];
    uint32_t count = 1, depth = 0;
    open[0] = 0;
    if (w == NULL) sizes[0] = 0;
    for (;;) {
        if (n == NULL) {
            if (parent == message) return;
            depth--;
            if (w == NULL) sizes[open[depth]] += nvs_i_wire_size(parent, sizes[open[depth + 1]]);
            n = nvs_i_wire_next(parent->parent, parent);
            parent = parent->parent;
        } else if (n->type == NVS_TYPE_MESSAGE) {
            open[++depth] = count;
            if (w == NULL) sizes[count] = 0;
            else nvs_i_put_wire(w, n, sizes[count]);
            count++;
            parent = n;
            n = nvs_i_wire_next(n, NULL);
        } else {
            if (w == NULL) sizes[open[depth]] += nvs_i_wire_size(n, 0);
            else nvs_i_put_wire(w, n, 0);
            n = nvs_i_wire_next(parent, n);
        }
    }
}

/* The binary form of a message whose fields all have numbers. */
static nvs_code nvs_i_put_binary(nvs_i_writer *w, const nvs_node *message, size_t messages, const nvs_memory *memory)
{
    nvs_i_arena arena;
    uint64_t *sizes;
    nvs_code code;
    if (!nvs_i_arena_open(&arena, memory)) return NVS_ARGUMENT;
    sizes = (uint64_t *)nvs_i_alloc(&arena, messages, sizeof *sizes);
    code = arena.code;
    if (sizes != NULL) {
        nvs_i_wire_pass(message, sizes, NULL);
        nvs_i_wire_pass(message, sizes, w);
    }
    nvs_i_arena_close(&arena);
    return code;
}

NVS_API nvs_code nvs_node_write(const nvs_node *message, const nvs_write_options *options, const nvs_output *to,
                                nvs_error *error)
{
    nvs_i_writer w;
    const nvs_node *n;
    size_t messages = 0;
    const int binary = options != NULL && options->format == NVS_FORMAT_BINARY;
    if (message == NULL || message->type != NVS_TYPE_MESSAGE || to == NULL || to->write_fn == NULL ||
        (options != NULL && (unsigned)options->format > NVS_FORMAT_BINARY)) {
        (void)nvs_i_fail(error, NVS_ARGUMENT, 0, "no message, no writer, or no such format");
        return NVS_ARGUMENT;
    }
    for (n = message; binary && n != NULL; n = nvs_node_walk(message, n, NVS_WALK_INTO)) {
        if (n->type == NVS_TYPE_MESSAGE) messages++;
        if (n != message && (n->type == NVS_TYPE_RAW ? n->line != 0 : n->number == 0)) {
            (void)nvs_i_fail(error, NVS_UNSUPPORTED, n->offset, "this field has no known number in the binary form");
            return NVS_UNSUPPORTED;
        }
    }
    w.to = to;
    w.code = NVS_OK;
    w.depth = 0;
    w.used = 0;
    if (!binary) nvs_i_put_message(&w, message);
    else {
        const nvs_code code = nvs_i_put_binary(&w, message, messages, &options->memory);
        if (code != NVS_OK) {
            if (code == NVS_ARGUMENT) (void)nvs_i_fail(error, code, 0, NVS_I_BAD_MEMORY);
            else (void)nvs_i_no_memory(error, code);
            return code;
        }
    }
    nvs_i_flush(&w);
    (void)nvs_i_fail(error, w.code, 0, w.code == NVS_OK ? "" : "the writer failed");
    return w.code;
}
#endif /* NVS_NO_WRITE */

/* ---- Metric names ------------------------------------------------------------------------------------------------ */

NVS_I_DEFINE_NAME(prefix, NVS_PREFIXES)

static nvs_prefix nvs_i_prefix(nvs_view name)
{
    static const unsigned char lengths[] = {5, 5, 9, 10, 12};
    unsigned i;
    for (i = 0; i < 5; i++)
        if (name.len > lengths[i] && name.ptr[lengths[i]] == ':' &&
            nvs_i_equal(name.ptr, nvs_prefix_name((nvs_prefix)(i + 1)), lengths[i]))
            return (nvs_prefix)(i + 1);
    return NVS_PREFIX_NONE;
}

/* Whether v is one of the words of a list with spaces around each. */
static int nvs_i_word_of(nvs_view v, const char *list)
{
    const char *s;
    for (s = list + 1; *s != 0; s++) {
        const char *const word = s;
        while (*s != ' ') s++;
        if ((size_t)(s - word) == v.len && nvs_i_equal(word, v.ptr, v.len)) return 1;
    }
    return 0;
}

static int nvs_i_suffix_known(const nvs_name_parts *name)
{
    if (name->rollup.len == 0) return name->submetric.len == 0;
    if (nvs_i_word_of(name->rollup, " pct ratio max_rate ")) return name->submetric.len == 0;
    return nvs_i_word_of(name->rollup, " sum avg min max ") &&
           (name->submetric.len == 0 ||
            nvs_i_word_of(name->submetric, " peak_sustained peak_sustained_active peak_sustained_active.per_second"
                                           " peak_sustained_elapsed peak_sustained_elapsed.per_second per_second"
                                           " per_cycle_active per_cycle_elapsed pct_of_peak_sustained_active"
                                           " pct_of_peak_sustained_elapsed "));
}

NVS_API void nvs_name_split(nvs_view name, nvs_name_parts *out)
{
    const char *p, *end, *s, *unit;
    if (out == NULL) return;
    name = nvs_i_given(name);
    out->prefix = nvs_i_prefix(name);
    out->depth = -1;
    out->rest = name;
    if (out->prefix != NVS_PREFIX_NONE) {
        const size_t skip = nvs_text(nvs_prefix_name(out->prefix)).len + 1;
        out->rest = nvs_i_view(name.ptr + skip, name.len - skip);
    }
    p = out->rest.ptr;
    end = p + out->rest.len;
    if (out->prefix == NVS_PREFIX_BREAKDOWN) {
        int64_t depth = 0;
        for (s = p; s < end && s - p < 10 && nvs_i_is((unsigned char)*s, NVS_I_DIGIT); s++)
            depth = depth * 10 + (*s - '0');
        if (s > p && s - p < 10 && s < end && *s == ':') {
            out->depth = depth;
            p = s + 1;
            out->rest = nvs_i_view(p, (size_t)(end - p));
        }
    }
    for (unit = p; end - unit >= 2 && !(unit[0] == '_' && unit[1] == '_'); unit++) continue;
    out->unit = out->domain = nvs_i_view(p, 0);
    out->rollup = out->submetric = nvs_i_view(end, 0);
    s = p; /* where the suffix is looked for */
    if (out->prefix != NVS_PREFIX_REGEX && end - unit >= 2) {
        for (s = unit; s > p && s[-1] != '.'; s--) continue;
        out->domain.len = (size_t)(s - p);
        out->unit = nvs_i_view(s, (size_t)(unit - s));
        s = unit;
    }
    if (out->prefix != NVS_PREFIX_REGEX) {
        const char *const dot = nvs_i_find(s, end, '.');
        if (dot < end) {
            const char *const next = nvs_i_find(dot + 1, end, '.');
            out->rollup = nvs_i_view(dot + 1, (size_t)(next - dot - 1));
            if (next < end) out->submetric = nvs_i_view(next + 1, (size_t)(end - next - 1));
            end = dot;
        }
    }
    out->base = nvs_i_view(p, (size_t)(end - p));
    out->known = nvs_i_suffix_known(out);
}

/* The next name that an expression needs, from *at on; function calls are not names. 0: no more. */
static int nvs_i_operand_next(nvs_view expression, size_t *at, nvs_view *name)
{
    const char *p = expression.ptr + *at;
    const char *const end = expression.ptr + expression.len;
    while (p < end) {
        const char *const start = p;
        const int letter = nvs_i_is((unsigned char)*p, NVS_I_LETTER);
        if (!letter && !nvs_i_is((unsigned char)*p, NVS_I_DIGIT)) {
            p++;
            continue;
        }
        for (; p < end && (nvs_i_is((unsigned char)*p, NVS_I_LETTER | NVS_I_DIGIT) || *p == '.' || *p == ':'); p++)
            continue;
        *name = nvs_i_view(start, (size_t)(p - start));
        while (p < end && nvs_i_is((unsigned char)*p, NVS_I_SPACE)) p++;
        *at = (size_t)(p - expression.ptr);
        if (letter && (p == end || *p != '(')) return 1;
    }
    return 0;
}

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

NVS_I_DEFINE_NAME(reason, NVS_REASONS)

/* Replaces the parts that a Filter gives. */
static void nvs_i_conditions_add(const nvs_node *filter, nvs_conditions *out)
{
    const nvs_node *n, *k;
    for (n = filter->child; n != NULL; n = n->next) {
        switch (n->name) {
        case NVS_FIELD_MIN_ARCH:
        case NVS_FIELD_MAX_ARCH:
        case NVS_FIELD_ITEMS: out->arch = filter; break;
        case NVS_FIELD_VGPU: out->vgpu = filter; break;
        case NVS_FIELD_MIN_KMD:
        case NVS_FIELD_MAX_KMD: out->kmd = filter; break;
        case NVS_FIELD_COLLECTION_FILTER:
            for (k = n->child; k != NULL; k = k->next)
                if (k->name == NVS_FIELD_COLLECTION_SCOPES) out->scopes = n;
                else if (k->name == NVS_FIELD_IMPORTANCE)
                    out->importance = (uint32_t)k->v.u;
            break;
        default: break;
        }
    }
}

NVS_API void nvs_conditions_of(const nvs_node *message, const nvs_conditions *outer, nvs_conditions *out)
{
    const nvs_node *filter = nvs_node_child(message, NVS_FIELD_FILTER);
    if (out == NULL) return;
    if (outer != NULL) *out = *outer;
    else nvs_i_zero(out, sizeof *out);
    if (filter != NULL) nvs_i_conditions_add(filter, out);
}

/* Whether a number lies between two fields of a message; an absent one is no limit. */
static int nvs_i_within(const nvs_node *message, nvs_field low, nvs_field high, uint32_t number)
{
    const nvs_node *n;
    for (n = message->child; n != NULL; n = n->next) {
        if (n->name == low && number < n->v.u) return 0;
        if (n->name == high && number > n->v.u) return 0;
    }
    return 1;
}

static int nvs_i_arch_passes(const nvs_node *filter, uint32_t cc)
{
    const nvs_node *item = nvs_node_child(filter, NVS_FIELD_ITEMS);
    if (item == NULL) return nvs_i_within(filter, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH, cc);
    for (; item != NULL; item = nvs_node_again(item))
        if (nvs_i_within(item, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH, cc)) return 1;
    return 0;
}

NVS_API nvs_reason nvs_conditions_test(const nvs_conditions *conditions, const nvs_device *device,
                                       const nvs_node **filter)
{
    const nvs_conditions *const c = conditions;
    const uint32_t scope = device != NULL && device->scope != 0 ? device->scope : (uint32_t)NVS_SCOPE_LAUNCH;
    const nvs_node *n, *failed = NULL;
    nvs_reason reason = NVS_REASON_NONE;
    if (filter != NULL) *filter = NULL;
    if (c == NULL || device == NULL) return reason;
    if (c->arch != NULL && !nvs_i_arch_passes(c->arch, device->cc)) {
        reason = NVS_REASON_ARCH;
        failed = c->arch;
    } else if (c->scopes != NULL) {
        for (n = nvs_node_child(c->scopes, NVS_FIELD_COLLECTION_SCOPES); n != NULL && n->v.u != scope;
             n = nvs_node_again(n))
            continue;
        if (n == NULL) {
            reason = NVS_REASON_SCOPE;
            failed = c->scopes->parent;
        }
    }
    if (reason == NVS_REASON_NONE && c->vgpu != NULL && device->vgpu) {
        NVS_ASSERT(nvs_node_uint(c->vgpu, NVS_FIELD_VGPU) == 2); /* Platform_NotSupported, the only value */
        reason = NVS_REASON_VGPU;
        failed = c->vgpu;
    }
    if (reason == NVS_REASON_NONE && c->kmd != NULL && device->kmd != 0 &&
        !nvs_i_within(c->kmd, NVS_FIELD_MIN_KMD, NVS_FIELD_MAX_KMD, device->kmd)) {
        reason = NVS_REASON_KMD;
        failed = c->kmd;
    }
    if (filter != NULL) *filter = failed;
    return reason;
}

NVS_API void nvs_metric_choose(const nvs_node *metric, const nvs_conditions *outer, const nvs_device *device,
                               nvs_choice *out)
{
    const nvs_node *n, *k, *filter = NULL, *option = NULL;
    nvs_conditions none, c;
    uint32_t own;
    if (out == NULL) return;
    out->option = out->label = out->filter = NULL;
    out->name = nvs_i_view("", 0);
    out->importance = NVS_IMPORTANCE_OPTIONAL;
    out->reason = NVS_REASON_NONE;
    if (metric == NULL || device == NULL || metric->type != NVS_TYPE_MESSAGE) return;
    if (outer == NULL) {
        nvs_i_zero(&none, sizeof none);
        outer = &none;
    }
    for (n = metric->child; n != NULL; n = n->next) {
        switch (n->name) {
        case NVS_FIELD_NAME: out->name = n->v.text; break;
        case NVS_FIELD_LABEL: out->label = n; break;
        case NVS_FIELD_FILTER: filter = n; break;
        case NVS_FIELD_OPTIONS:
            if (option == NULL) option = n;
            break;
        default: break;
        }
    }
    for (; option != NULL; option = nvs_node_again(option)) {
        nvs_view name = nvs_i_view("", 0);
        const nvs_node *label = NULL;
        c = *outer;
        c.importance = 0;
        for (k = option->child; k != NULL; k = k->next) {
            if (k->name == NVS_FIELD_NAME) name = k->v.text;
            else if (k->name == NVS_FIELD_LABEL) label = k;
            else if (k->name == NVS_FIELD_FILTER) nvs_i_conditions_add(k, &c);
        }
        if (nvs_conditions_test(&c, device, NULL) != NVS_REASON_NONE) continue;
        out->option = option;
        out->name = name;
        if (label != NULL) out->label = label;
        own = c.importance;
        c = *outer;
        if (own == 0 && filter != NULL) nvs_i_conditions_add(filter, &c);
        if (own == 0) own = c.importance;
        if (own != 0) out->importance = own;
        return;
    }
    c = *outer;
    if (filter != NULL) nvs_i_conditions_add(filter, &c);
    if (c.importance != 0) out->importance = c.importance;
    out->reason = nvs_conditions_test(&c, device, &out->filter);
    if (out->reason != NVS_REASON_NONE) out->name = nvs_i_view("", 0);
}

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

struct nvs_pattern {
    nvs_i_arena arena;
    nvs_i_regex *regex;
};

NVS_API nvs_pattern *nvs_pattern_open(nvs_view pattern, const nvs_pattern_options *options, nvs_error *error)
{
    nvs_i_arena arena;
    nvs_pattern *p;
    nvs_error own;
    if (error == NULL) error = &own;
    pattern = nvs_i_given(pattern);
    if (!nvs_i_arena_open(&arena, options != NULL ? &options->memory : NULL))
        return (nvs_pattern *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    p = (nvs_pattern *)nvs_i_alloc(&arena, 1, sizeof *p);
    if (p == NULL) return (nvs_pattern *)nvs_i_no_memory(error, arena.code);
    p->regex = nvs_i_regex_compile(&arena, pattern.ptr, pattern.len, 0, error);
    p->arena = arena;
    if (p->regex == NULL) {
        nvs_i_arena_close(&arena);
        return NULL;
    }
    (void)nvs_i_fail(error, NVS_OK, 0, "");
    return p;
}

NVS_API int nvs_pattern_match(nvs_pattern *pattern, nvs_view text)
{
    text = nvs_i_given(text);
    return pattern != NULL && nvs_i_regex_search(pattern->regex, text.ptr, text.len);
}

NVS_I_DEFINE_CLOSE(pattern, nvs_pattern, nvs_pattern)
NVS_I_DEFINE_MEMORY_USED(pattern, nvs_pattern)

/* ---- Selection --------------------------------------------------------------------------------------------------- */

/* SipHash-1-3 with a fixed key: collisions are expensive to find, so a tree over the bits stays flat. */
static uint64_t nvs_i_rotated(uint64_t v, unsigned by)
{
    return v << by | v >> (64 - by);
}

static void nvs_i_hash_round(uint64_t *v)
{
    v[0] += v[1];
    v[1] = nvs_i_rotated(v[1], 13) ^ v[0];
    v[0] = nvs_i_rotated(v[0], 32);
    v[2] += v[3];
    v[3] = nvs_i_rotated(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = nvs_i_rotated(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = nvs_i_rotated(v[1], 17) ^ v[2];
    v[2] = nvs_i_rotated(v[2], 32);
}

static uint64_t nvs_i_word(const char *p, size_t n)
{
    uint64_t w = 0;
    size_t i;
    for (i = 0; i < n; i++) w |= (uint64_t)(unsigned char)p[i] << (8 * i);
    return w;
}

static uint64_t nvs_i_hash(nvs_view text)
{
    static const uint32_t key[8] = {0x2d1f0e9c, 0x6c8b7a55, 0x1b873593, 0x9e3779b9,
                                    0x7f4a7c15, 0x85ebca6b, 0x52dce729, 0x38495ab5};
    uint64_t v[4];
    size_t at;
    unsigned i;
    for (i = 0; i < 4; i++) v[i] = (uint64_t)key[2 * i] << 32 | key[2 * i + 1];
    for (at = 0; at < text.len; at += 8) {
        const uint64_t w = text.len - at >= 8 ? nvs_i_word(text.ptr + at, 8) : nvs_i_word(text.ptr + at, text.len - at);
        v[3] ^= w;
        nvs_i_hash_round(v);
        v[0] ^= w;
    }
    v[3] ^= text.len;
    nvs_i_hash_round(v);
    v[0] ^= text.len;
    v[2] ^= 0xff;
    for (i = 0; i < 3; i++) nvs_i_hash_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* What is known of a name: an entry of a tree over the bits of its hash. */
typedef struct nvs_i_entry {
    struct nvs_i_entry *branch[4];
    nvs_view name;
    uint64_t hash;
    const nvs_name_list *list;
    uint32_t section; /* the last section that collects it, from 1 */
    uint32_t at;      /* which of its metrics */
    uint32_t total;   /* which of all metrics, from 1; 0: not collected */
    uint8_t known, defined;
} nvs_i_entry;

typedef struct nvs_i_tree {
    nvs_i_entry *top;
    nvs_i_entry *room; /* for the next ones */
    uint32_t left, next;
} nvs_i_tree;

/* The entry of a name, made when it is not there; NULL: no memory. */
static nvs_i_entry *nvs_i_entry_of(nvs_i_tree *tree, nvs_view name, nvs_i_arena *arena)
{
    const uint64_t hash = nvs_i_hash(name);
    uint64_t bits = hash;
    nvs_i_entry **at = &tree->top;
    nvs_i_entry *e;
    for (; *at != NULL; at = &(*at)->branch[bits & 3], bits = bits >> 2 | bits << 62)
        if ((*at)->hash == hash && nvs_i_same((*at)->name, name)) return *at;
    if (tree->left == 0) {
        const uint32_t made = tree->next == 0 ? 64 : tree->next < 1024 ? tree->next * 2 : 1024;
        tree->room = (nvs_i_entry *)nvs_i_alloc(arena, made, sizeof *tree->room);
        if (tree->room == NULL) return NULL;
        tree->left = tree->next = made;
    }
    e = tree->room++;
    tree->left--;
    nvs_i_zero(e, sizeof *e);
    e->name = name;
    e->hash = hash;
    *at = e;
    return e;
}

typedef struct nvs_i_selection {
    nvs_selection pub;
    nvs_i_arena arena;
} nvs_i_selection;

typedef struct nvs_i_select {
    nvs_i_arena *arena;
    nvs_i_tree tree;
    const nvs_device *device;
    const nvs_catalog *names;
    nvs_conditions outer;
    uint32_t missing;
    nvs_use *uses;
    nvs_collected *collected, *total;
    uint32_t use_count, use_room, collected_count, collected_room, total_count, total_room;
    uint32_t section; /* from 1 */
} nvs_i_select;

/* Room for one more in an array of the arena; NULL: no memory. Old contents are copied, old room is lost. */
static void *nvs_i_more(nvs_i_arena *arena, void *array, uint32_t count, uint32_t *room, size_t size)
{
    void *more;
    uint32_t next = *room < 32 ? 64 : *room * 2;
    if (count < *room) return array;
    if (*room > 0x40000000) {
        arena->code = NVS_LIMIT;
        return NULL;
    }
    more = nvs_i_alloc(arena, next, size);
    if (more == NULL) return NULL;
    nvs_i_copy(more, array, count * size);
    *room = next;
    return more;
}

static nvs_use *nvs_i_use(nvs_i_select *s, nvs_use_kind kind, const nvs_node *node)
{
    nvs_use *u;
    nvs_use *const uses = (nvs_use *)nvs_i_more(s->arena, s->uses, s->use_count, &s->use_room, sizeof *uses);
    if (uses == NULL) return NULL;
    s->uses = uses;
    u = &uses[s->use_count++];
    u->kind = kind;
    u->outcome = NVS_OUTCOME_SELECTED;
    u->node = node;
    u->members = NULL;
    u->member_count = 0;
    u->column = 0;
    return u;
}

static int nvs_i_collect_into(nvs_i_select *s, nvs_collected **list, uint32_t *count, uint32_t *room, nvs_view name,
                              uint32_t importance, uint32_t use)
{
    nvs_collected *c = (nvs_collected *)nvs_i_more(s->arena, *list, *count, room, sizeof *c);
    if (c == NULL) return 0;
    *list = c;
    c += (*count)++;
    c->name = name;
    c->importance = importance;
    c->use = use;
    return 1;
}

static int nvs_i_collect(nvs_i_select *s, nvs_i_entry *e, uint32_t importance)
{
    const uint32_t use = s->use_count - 1;
    if (e->section == s->section) {
        if (importance == NVS_IMPORTANCE_REQUIRED) s->collected[e->at].importance = importance;
    } else {
        e->section = s->section;
        e->at = s->collected_count;
        if (!nvs_i_collect_into(s, &s->collected, &s->collected_count, &s->collected_room, e->name, importance, use))
            return 0;
    }
    if (e->total == 0) {
        if (!nvs_i_collect_into(s, &s->total, &s->total_count, &s->total_room, e->name, importance, use)) return 0;
        e->total = s->total_count;
    } else if (importance == NVS_IMPORTANCE_REQUIRED) s->total[e->total - 1].importance = importance;
    return 1;
}

/* Gives back what an arena handed out since this state of it. */
static void nvs_i_rewind(nvs_i_arena *a, const nvs_i_arena *before)
{
    while (a->blocks != before->blocks) {
        nvs_i_block *const b = a->blocks;
        a->blocks = b->next;
        a->held -= b->size;
        a->allocator.free_fn(b->start, b->size, a->allocator.user);
    }
    a->at = before->at;
    a->end = before->end;
}

/* The names that an expression matches, without those that have a prefix. 0: no memory. */
static int nvs_i_expand_regex(nvs_i_select *s, nvs_use *u)
{
    nvs_i_arena *const a = s->arena;
    const nvs_view name = u->choice.name;
    const size_t count = s->names->names != NULL ? s->names->count : 0;
    unsigned char *const matches = (unsigned char *)nvs_i_alloc(a, count / 8 + 1, 1);
    nvs_i_arena before;
    nvs_error error;
    nvs_view *members;
    nvs_i_regex *re;
    uint32_t found = 0;
    size_t i;
    if (matches == NULL) return 0;
    before = *a;
    re = nvs_i_regex_compile(a, name.ptr + 6, name.len - 6, 0, &error);
    if (re == NULL) {
        if (a->code != NVS_OK) return 0;
        u->outcome = NVS_OUTCOME_MALFORMED;
        u->reason = NVS_REASON_REGEX;
        u->column = (uint32_t)error.offset + 1;
    } else if (s->names->names == NULL) {
        u->outcome = NVS_OUTCOME_UNAVAILABLE;
        u->reason = NVS_REASON_UNLISTED;
    } else {
        nvs_i_zero(matches, count / 8 + 1);
        for (i = 0; i < count; i++) {
            const nvs_view n = s->names->names[i];
            if (nvs_i_prefix(n) != NVS_PREFIX_NONE || !nvs_i_regex_search(re, n.ptr, n.len)) continue;
            matches[i / 8] = (unsigned char)(matches[i / 8] | 1u << i % 8);
            found++;
        }
    }
    nvs_i_rewind(a, &before);
    if (u->outcome != NVS_OUTCOME_SELECTED) return 1;
    if (found == 0) {
        u->outcome = NVS_OUTCOME_UNAVAILABLE;
        u->reason = NVS_REASON_EMPTY;
        return 1;
    }
    members = (nvs_view *)nvs_i_alloc(a, found, sizeof *members);
    if (members == NULL) return 0;
    u->members = members;
    u->member_count = found;
    for (i = 0; i < count; i++)
        if (matches[i / 8] >> i % 8 & 1) *members++ = s->names->names[i];
    return 1;
}

/* A metric that passed: whether its name is available, and what it expands to. 0: no memory. */
static int nvs_i_available(nvs_i_select *s, nvs_use *u)
{
    const nvs_view name = u->choice.name;
    const nvs_prefix prefix = nvs_i_prefix(name);
    nvs_i_entry *e = NULL, *member;
    uint32_t i;
    if (name.len == 0) {
        u->outcome = NVS_OUTCOME_FILLER;
        return 1;
    }
    if (prefix == NVS_PREFIX_REGEX) {
        if (!nvs_i_expand_regex(s, u)) return 0;
    } else {
        e = nvs_i_entry_of(&s->tree, name, s->arena);
        if (e == NULL) return 0;
        if (e->list != NULL && (prefix == NVS_PREFIX_GROUP || prefix == NVS_PREFIX_BREAKDOWN)) {
            u->members = e->list->members;
            u->member_count = (uint32_t)e->list->count;
            if (u->member_count == 0) u->reason = NVS_REASON_EMPTY;
        } else if (s->names->names != NULL && !e->known && !e->defined) u->reason = NVS_REASON_UNKNOWN;
        if (u->reason != NVS_REASON_NONE) u->outcome = NVS_OUTCOME_UNAVAILABLE;
    }
    if (u->outcome != NVS_OUTCOME_SELECTED) return 1;
    if (e != NULL && !nvs_i_collect(s, e, u->choice.importance)) return 0;
    for (i = 0; i < u->member_count; i++) {
        member = nvs_i_entry_of(&s->tree, u->members[i], s->arena);
        if (member == NULL || !nvs_i_collect(s, member, u->choice.importance)) return 0;
    }
    return 1;
}

/* One Metric. In a SuffixTable it stands for a name with each suffix. 0: no memory. */
static int nvs_i_select_metric(nvs_i_select *s, const nvs_node *metric)
{
    const nvs_node *suffix = NULL;
    nvs_choice choice;
    nvs_use *u;
    nvs_metric_choose(metric, &s->outer, s->device, &choice);
    if (metric->parent->of == NVS_MESSAGE_BASE_NAMES && choice.reason == NVS_REASON_NONE) {
        suffix = nvs_node_child(nvs_node_child(metric->parent->parent, NVS_FIELD_SUFFIXES), NVS_FIELD_SUFFIX);
        if (suffix == NULL) return 1;
    }
    do {
        u = nvs_i_use(s, NVS_USE_KIND_METRIC, metric);
        if (u == NULL) return 0;
        u->choice = choice;
        u->reason = choice.reason;
        if (suffix != NULL) {
            const nvs_view tail = nvs_node_text(suffix, NVS_FIELD_NAME);
            char *const joined = (char *)nvs_i_alloc(s->arena, choice.name.len + tail.len, 1);
            if (joined == NULL) return 0;
            nvs_i_copy(joined, choice.name.ptr, choice.name.len);
            nvs_i_copy(joined + choice.name.len, tail.ptr, tail.len);
            u->choice.name = nvs_i_view(joined, choice.name.len + tail.len);
            suffix = nvs_node_again(suffix);
        }
        if (choice.reason != NVS_REASON_NONE) u->outcome = NVS_OUTCOME_DROPPED;
        else if (!nvs_i_available(s, u)) return 0;
        if (u->outcome == NVS_OUTCOME_MALFORMED ||
            (u->outcome == NVS_OUTCOME_UNAVAILABLE && choice.importance == NVS_IMPORTANCE_REQUIRED))
            s->missing++;
    } while (suffix != NULL);
    return 1;
}

/* The names that a definition asks for. 0: no memory. */
static int nvs_i_select_operands(nvs_i_select *s, nvs_use *u)
{
    const nvs_view expression = nvs_node_text(u->node, NVS_FIELD_EXPRESSION);
    nvs_view name, *members;
    size_t at = 0;
    uint32_t count = 0;
    while (nvs_i_operand_next(expression, &at, &name)) count++;
    members = (nvs_view *)nvs_i_alloc(s->arena, count, sizeof *members);
    if (members == NULL) return 0;
    u->members = members;
    u->member_count = count;
    for (at = 0; nvs_i_operand_next(expression, &at, &name);) *members++ = name;
    return 1;
}

/* Adds what has its own filter but is not a metric: a dropped body item, a definition. 0: no memory. */
static int nvs_i_select_other(nvs_i_select *s, nvs_use_kind kind, const nvs_node *node, const nvs_conditions *c)
{
    const nvs_node *filter;
    const nvs_reason reason = nvs_conditions_test(c, s->device, &filter);
    nvs_use *u;
    u = nvs_i_use(s, kind, node);
    if (u == NULL) return 0;
    nvs_i_zero(&u->choice, sizeof u->choice);
    u->choice.name = kind == NVS_USE_KIND_DEFINITION ? nvs_node_text(node, NVS_FIELD_NAME) : nvs_text(NULL);
    u->choice.filter = filter;
    u->choice.reason = u->reason = reason;
    if (reason != NVS_REASON_NONE) u->outcome = NVS_OUTCOME_DROPPED;
    return kind != NVS_USE_KIND_DEFINITION || nvs_i_select_operands(s, u);
}

static int nvs_i_select_section(nvs_i_select *s, const nvs_node *section)
{
    const nvs_node *n = nvs_node_walk(section, section, NVS_WALK_INTO);
    nvs_conditions c;
    nvs_conditions_of(section, NULL, &s->outer);
    while (n != NULL) {
        nvs_walk how = NVS_WALK_INTO;
        if (n->type == NVS_TYPE_MESSAGE) switch (n->of) {
            case NVS_MESSAGE_METRIC:
                if (!nvs_i_select_metric(s, n)) return 0;
                how = NVS_WALK_OVER;
                break;
            case NVS_MESSAGE_METRIC_DEFINITION:
                nvs_conditions_of(n, &s->outer, &c);
                if (!nvs_i_select_other(s, NVS_USE_KIND_DEFINITION, n, &c)) return 0;
                how = NVS_WALK_OVER;
                break;
            case NVS_MESSAGE_BODY_ITEM:
                nvs_conditions_of(n, NULL, &c);
                if (nvs_conditions_test(&c, s->device, NULL) == NVS_REASON_NONE) break;
                if (!nvs_i_select_other(s, NVS_USE_KIND_ITEM, n, &c)) return 0;
                how = NVS_WALK_OVER;
                break;
            case NVS_MESSAGE_FILTER:
            case NVS_MESSAGE_SUFFIXES:
            case NVS_MESSAGE_GROUP: how = NVS_WALK_OVER; break;
            default: break;
            }
        n = nvs_node_walk(section, n, how);
    }
    return 1;
}

/* Enters the names that are known, the lists, and the active definitions of all sections. 0: no memory. */
static int nvs_i_select_names(nvs_i_select *s, const nvs_node *const *sections, uint32_t count)
{
    const nvs_catalog *const names = s->names;
    nvs_i_entry *e;
    size_t i;
    for (i = 0; names->names != NULL && i < names->count; i++) {
        e = nvs_i_entry_of(&s->tree, names->names[i], s->arena);
        if (e == NULL) return 0;
        e->known = 1;
    }
    for (i = 0; i < names->list_count; i++) { /* of equal names the last one counts */
        e = nvs_i_entry_of(&s->tree, names->lists[i].name, s->arena);
        if (e == NULL) return 0;
        e->list = &names->lists[i];
    }
    for (i = 0; i < count; i++) {
        const nvs_node *n =
            nvs_node_child(nvs_node_child(sections[i], NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS);
        nvs_conditions outer, c;
        nvs_conditions_of(sections[i], NULL, &outer);
        for (; n != NULL; n = nvs_node_again(n)) {
            nvs_conditions_of(n, &outer, &c);
            if (nvs_conditions_test(&c, s->device, NULL) != NVS_REASON_NONE) continue;
            e = nvs_i_entry_of(&s->tree, nvs_node_text(n, NVS_FIELD_NAME), s->arena);
            if (e == NULL) return 0;
            e->defined = 1;
        }
    }
    return 1;
}

static int nvs_i_select_all(nvs_i_select *s, const nvs_node *const *sections, uint32_t count, nvs_selection *out)
{
    nvs_selected *const done = (nvs_selected *)nvs_i_alloc(s->arena, count, sizeof *done);
    uint32_t i;
    if (done == NULL || !nvs_i_select_names(s, sections, count)) return 0;
    out->sections = done;
    out->section_count = count;
    for (i = 0; i < count; i++) {
        s->section = i + 1;
        s->uses = NULL;
        s->collected = NULL;
        s->use_count = s->use_room = s->collected_count = s->collected_room = 0;
        if (!nvs_i_select_section(s, sections[i])) return 0;
        done[i].section = sections[i];
        done[i].uses = s->uses;
        done[i].use_count = s->use_count;
        done[i].metrics = s->collected;
        done[i].metric_count = s->collected_count;
        out->collecting += s->collected_count > 0;
    }
    out->metrics = s->total;
    out->metric_count = s->total_count;
    out->missing = s->missing;
    return 1;
}

NVS_API const nvs_selection *nvs_select(const nvs_node *const *sections, uint32_t count,
                                        const nvs_select_options *options, nvs_error *error)
{
    nvs_select_options none;
    nvs_i_arena arena;
    nvs_i_selection *out;
    nvs_i_select s;
    if (!nvs_i_sections_good(sections, count, error)) return NULL;
    if (options == NULL) {
        nvs_i_zero(&none, sizeof none);
        options = &none;
    }
    if (!nvs_i_arena_open(&arena, &options->memory))
        return (const nvs_selection *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    nvs_i_zero(&s, sizeof s);
    s.arena = &arena;
    s.device = &options->device;
    s.names = &options->catalog;
    out = (nvs_i_selection *)nvs_i_alloc(&arena, 1, sizeof *out);
    if (out != NULL) nvs_i_zero(out, sizeof *out);
    if (out == NULL || !nvs_i_select_all(&s, sections, count, &out->pub)) {
        nvs_i_arena_close(&arena);
        return (const nvs_selection *)nvs_i_no_memory(error, arena.code);
    }
    out->arena = arena;
    (void)nvs_i_fail(error, NVS_OK, 0, "");
    return &out->pub;
}

NVS_I_DEFINE_CLOSE(selection, const nvs_selection, nvs_i_selection)
NVS_I_DEFINE_MEMORY_USED(selection, nvs_i_selection)
NVS_I_DEFINE_NAME(use_kind, NVS_USE_KINDS)
NVS_I_DEFINE_NAME(outcome, NVS_OUTCOMES)

/* ---- Values ------------------------------------------------------------------------------------------------------ */

NVS_I_DEFINE_NAME(kind, NVS_KINDS)

static int nvs_i_is_whole(nvs_kind kind) { return kind == NVS_KIND_UINT64 || kind == NVS_KIND_UINT32; }
static int nvs_i_is_real(nvs_kind kind) { return kind == NVS_KIND_DOUBLE || kind == NVS_KIND_FLOAT; }

NVS_API nvs_value nvs_column_value(const nvs_column *column, size_t index)
{
    nvs_value v;
    if (column == NULL || column->at == NULL) {
        nvs_i_zero(&v, sizeof v);
        return v;
    }
    if (column->kind == NVS_KIND_MIXED || column->kind == NVS_KIND_STRING)
        return ((const nvs_value *)column->at)[index];
    v.kind = column->kind;
    v.v.text = nvs_text(NULL);
    if (nvs_i_is_real(v.kind))
        v.v.d = ((const double *)column->at)[index];
    else if (nvs_i_is_whole(v.kind))
        v.v.u = ((const uint64_t *)column->at)[index];
    return v;
}

NVS_API double nvs_value_number(const nvs_value *value, int *number)
{
    const int is = value != NULL && (nvs_i_is_real(value->kind) || nvs_i_is_whole(value->kind));
    if (number != NULL) *number = is;
    return !is ? 0 : nvs_i_is_real(value->kind) ? value->v.d : (double)value->v.u;
}

#if !defined(NVS_NO_EVALUATE) || !defined(NVS_NO_RULES)
/* A reply as 1, 0, or -1 for all that is neither yes nor no. */
static int nvs_i_answer(nvs_reply reply) { return reply == NVS_REPLY_YES ? 1 : reply == NVS_REPLY_NO ? 0 : -1; }

static int nvs_i_metric(const nvs_source *source, nvs_view name, nvs_metric *metric)
{
    return nvs_i_answer(source->metric_fn(name, metric, source->user));
}
#endif

#ifndef NVS_NO_EVALUATE
/* ---- Derived metrics --------------------------------------------------------------------------------------------- */

/* -1, 0, 1: order of two texts by bytes. */
static int nvs_i_compare(nvs_view a, nvs_view b)
{
    const size_t n = a.len < b.len ? a.len : b.len;
    size_t i;
    for (i = 0; i < n; i++)
        if (a.ptr[i] != b.ptr[i]) return (unsigned char)a.ptr[i] < (unsigned char)b.ptr[i] ? -1 : 1;
    return a.len < b.len ? -1 : a.len > b.len;
}

/* Sorts numbers; equal ones stay in order. spare has room for n. */
static void nvs_i_sort(uint32_t *items, uint32_t *spare, size_t n,
                       int (*compare)(const void *user, uint32_t a, uint32_t b), const void *user)
{
    uint32_t *from = items, *to = spare, *swap;
    size_t width, at;
    for (width = 1; width < n; width = width > n / 2 ? n : width * 2) {
        for (at = 0; at < n;) {
            size_t a = at, b = n - at < width ? n : at + width;
            const size_t a_end = b, b_end = n - b < width ? n : b + width;
            while (a < a_end || b < b_end)
                to[at++] = b == b_end || (a < a_end && compare(user, from[a], from[b]) <= 0) ? from[a++] : from[b++];
        }
        swap = from;
        from = to;
        to = swap;
    }
    if (from != items) nvs_i_copy(items, from, n * sizeof *items);
}

enum { NVS_I_EXPRESSION_DEPTH = 100 };

typedef enum nvs_i_op {
    NVS_I_OP_REAL, NVS_I_OP_WHOLE, NVS_I_OP_METRIC, /* put one value on the stack */
    NVS_I_OP_ADD, NVS_I_OP_SUB, NVS_I_OP_MUL, NVS_I_OP_DIV,
    NVS_I_OP_MINUS, NVS_I_OP_SIMPLIFY, NVS_I_OP_NAN_AS_ZERO,
    NVS_I_OP_OPEN /* never a step: an open parenthesis */
} nvs_i_op;

/* A step of an expression in postfix order. */
typedef struct nvs_i_step {
    uint32_t op;
    uint32_t definition; /* that a name means, or NONE: then the source is asked */
    union {
        double d;
        uint64_t u;
        struct {
            uint32_t at, len; /* in the expression */
        } name;
    } v;
} nvs_i_step;

typedef struct nvs_i_expression {
    const char *start, *at, *end;
    nvs_i_step *steps; /* NULL: they are only counted */
    size_t count;
    nvs_derived_state state;
    uint32_t column;
} nvs_i_expression;

static int nvs_i_letter(char c) { return (unsigned char)((c | 32) - 'a') < 26 || c == '_'; }
static int nvs_i_number_char(char c) { return (unsigned char)(c - '0') < 10; }
static int nvs_i_name_char(char c) { return nvs_i_letter(c) || nvs_i_number_char(c) || c == '.'; }

static int nvs_i_expression_fail(nvs_i_expression *e, nvs_derived_state state, const char *at)
{
    e->state = state;
    e->column = (uint32_t)(at - e->start) + 1;
    return 0;
}

static nvs_i_step *nvs_i_step_add(nvs_i_expression *e, nvs_i_op op)
{
    nvs_i_step *s = e->steps != NULL ? &e->steps[e->count] : NULL;
    e->count++;
    if (s != NULL) {
        s->op = op;
        s->definition = NVS_I_NONE;
        s->v.u = 0;
    }
    return s;
}

/* The next character after whitespace; NUL at the end. */
static char nvs_i_expression_peek(nvs_i_expression *e)
{
    while (e->at < e->end && (*e->at == ' ' || *e->at == '\t' || *e->at == '\r' || *e->at == '\n')) e->at++;
    return e->at < e->end ? *e->at : '\0';
}

static void nvs_i_expression_digits(nvs_i_expression *e)
{
    while (e->at < e->end && nvs_i_number_char(*e->at)) e->at++;
}

static int nvs_i_expression_number(nvs_i_expression *e)
{
    const char *start = e->at;
    nvs_i_step *s;
    uint64_t whole = 0;
    int real = 0;
    nvs_i_expression_digits(e);
    if (e->at < e->end && *e->at == '.') {
        real = 1;
        e->at++;
        nvs_i_expression_digits(e);
    }
    if (e->at < e->end && (*e->at == 'e' || *e->at == 'E')) {
        const char *digits;
        real = 1;
        e->at++;
        if (e->at < e->end && (*e->at == '+' || *e->at == '-')) e->at++;
        digits = e->at;
        nvs_i_expression_digits(e);
        if (e->at == digits) return nvs_i_expression_fail(e, NVS_DERIVED_STATE_NUMBER, start);
    }
    if (!real) {
        const char *p = start;
        for (; p < e->at; p++) {
            const uint64_t digit = (uint64_t)(*p - '0');
            if (whole > (~(uint64_t)0 - digit) / 10) return nvs_i_expression_fail(e, NVS_DERIVED_STATE_NUMBER, start);
            whole = whole * 10 + digit;
        }
    }
    if (e->at < e->end && nvs_i_name_char(*e->at)) return nvs_i_expression_fail(e, NVS_DERIVED_STATE_NUMBER, start);
    s = nvs_i_step_add(e, real ? NVS_I_OP_REAL : NVS_I_OP_WHOLE);
    if (s != NULL) {
        if (real) s->v.d = nvs_i_double(start, e->at);
        else s->v.u = whole;
    }
    return 1;
}

static nvs_view nvs_i_expression_name(nvs_i_expression *e)
{
    const char *start = e->at;
    unsigned i;
    while (e->at < e->end && nvs_i_name_char(*e->at)) e->at++;
    for (i = NVS_PREFIX_PMSAMPLING; e->at < e->end && *e->at == ':' && i <= NVS_PREFIX_WARPSAMPLING; i++)
        if (nvs_i_same(nvs_i_view(start, (size_t)(e->at - start)), nvs_text(nvs_prefix_name((nvs_prefix)i)))) {
            e->at++;
            while (e->at < e->end && nvs_i_name_char(*e->at)) e->at++;
            break;
        }
    return nvs_i_view(start, (size_t)(e->at - start));
}

/* Reads an expression into steps. waiting holds what is open or not yet applied: two operators at most in each
   parenthesis. */
static int nvs_i_expression_read(nvs_i_expression *e)
{
    unsigned char waiting[3 * (NVS_I_EXPRESSION_DEPTH + 2)];
    unsigned count = 0, depth = 0;
    char c;
    for (;;) {
        const char *start;
        /* An operand. */
        c = nvs_i_expression_peek(e);
        start = e->at;
        if (e->at < e->end && (c == '-' || c == '(')) {
            e->at++;
            if (++depth > NVS_I_EXPRESSION_DEPTH) return nvs_i_expression_fail(e, NVS_DERIVED_STATE_DEPTH, start);
            waiting[count++] = c == '-' ? NVS_I_OP_MINUS : NVS_I_OP_OPEN;
            continue;
        }
        if (e->at < e->end && nvs_i_number_char(c)) {
            if (!nvs_i_expression_number(e)) return 0;
        } else if (e->at < e->end && nvs_i_letter(c)) {
            const nvs_view name = nvs_i_expression_name(e);
            if (nvs_i_expression_peek(e) == '(') {
                const int zero = name.len == 11 && nvs_i_equal(name.ptr, "nan_as_zero", 11);
                if (!zero && (name.len != 8 || !nvs_i_equal(name.ptr, "simplify", 8)))
                    return nvs_i_expression_fail(e, NVS_DERIVED_STATE_FUNCTION, start);
                e->at++;
                if (++depth > NVS_I_EXPRESSION_DEPTH) return nvs_i_expression_fail(e, NVS_DERIVED_STATE_DEPTH, start);
                waiting[count++] = zero ? NVS_I_OP_NAN_AS_ZERO : NVS_I_OP_SIMPLIFY;
                continue;
            } else {
                nvs_i_step *s = nvs_i_step_add(e, NVS_I_OP_METRIC);
                if (s != NULL) {
                    s->v.name.at = (uint32_t)(name.ptr - e->start);
                    s->v.name.len = (uint32_t)name.len;
                }
            }
        } else return nvs_i_expression_fail(e, NVS_DERIVED_STATE_SYNTAX, e->at);
        /* What follows an operand: closing parentheses, then an operator or the end. */
        for (;;) {
            unsigned char top;
            while (count > 0 && waiting[count - 1] == NVS_I_OP_MINUS) {
                (void)nvs_i_step_add(e, NVS_I_OP_MINUS);
                count--;
                depth--;
            }
            c = nvs_i_expression_peek(e);
            if (c == '+' || c == '-' || c == '*' || c == '/') {
                const int product = c == '*' || c == '/';
                while (count > 0 && waiting[count - 1] >= (product ? NVS_I_OP_MUL : NVS_I_OP_ADD) &&
                       waiting[count - 1] <= NVS_I_OP_DIV)
                    (void)nvs_i_step_add(e, (nvs_i_op)waiting[--count]);
                waiting[count++] = c == '+'   ? NVS_I_OP_ADD
                                   : c == '-' ? NVS_I_OP_SUB
                                   : c == '*' ? NVS_I_OP_MUL
                                              : NVS_I_OP_DIV;
                e->at++;
                break;
            }
            while (count > 0 && waiting[count - 1] <= NVS_I_OP_DIV) (void)nvs_i_step_add(e, (nvs_i_op)waiting[--count]);
            if (count == 0) return e->at == e->end ? 1 : nvs_i_expression_fail(e, NVS_DERIVED_STATE_SYNTAX, e->at);
            if (c != ')') return nvs_i_expression_fail(e, NVS_DERIVED_STATE_SYNTAX, e->at);
            e->at++;
            top = waiting[--count];
            depth--;
            if (top != NVS_I_OP_OPEN) (void)nvs_i_step_add(e, (nvs_i_op)top);
        }
    }
}

/* Reusable room for instances. */
typedef struct nvs_i_room {
    struct nvs_i_room *next;
    size_t size;
} nvs_i_room;

/* A metric while it is computed. */
typedef struct nvs_i_operand {
    nvs_metric data;
    nvs_i_room *own; /* where data.values lie, when they are ours */
    int late;        /* the regular value is the sum of the values, not computed yet; its kind is known */
} nvs_i_operand;

typedef struct nvs_i_machine {
    nvs_i_arena *arena;
    nvs_i_room *rooms; /* free ones */
    nvs_arithmetic arithmetic;
    int lossy;
    int failed;
    const void *rising; /* ids that were seen to rise, and how many of them */
    size_t rising_count;
} nvs_i_machine;

/* Bytes before what a room holds. */
static size_t nvs_i_room_head(void)
{
    return (sizeof(nvs_i_room) + sizeof(nvs_i_align) - 1) / sizeof(nvs_i_align) * sizeof(nvs_i_align);
}

static void *nvs_i_room_start(nvs_i_room *room) { return (char *)room + nvs_i_room_head(); }

static nvs_i_room *nvs_i_room_get(nvs_i_machine *m, size_t count, size_t size)
{
    const size_t head = nvs_i_room_head();
    nvs_i_room *room, **link;
    if (count > ((size_t)(-1) - head) / size) {
        m->arena->code = NVS_LIMIT;
        m->failed = 1;
        return NULL;
    }
    for (link = &m->rooms; *link != NULL; link = &(*link)->next)
        if ((*link)->size >= count * size) {
            room = *link;
            *link = room->next;
            return room;
        }
    room = (nvs_i_room *)nvs_i_alloc(m->arena, 1, head + count * size);
    if (room == NULL) {
        m->failed = 1;
        return NULL;
    }
    room->size = count * size;
    return room;
}

static void nvs_i_room_put(nvs_i_machine *m, nvs_i_operand *o)
{
    if (o->own == NULL) return;
    o->own->next = m->rooms;
    m->rooms = o->own;
    o->own = NULL;
}

static double nvs_i_single(nvs_kind kind, double d) { return kind == NVS_KIND_FLOAT ? (double)(float)d : d; }

/* A value in another kind: toward zero, within the range; a string counts as 0. Notes what is lost. */
static nvs_value nvs_i_convert(nvs_i_machine *m, nvs_value v, nvs_kind kind)
{
    const uint64_t most = kind == NVS_KIND_UINT32 ? 0xffffffffu : ~(uint64_t)0;
    nvs_value to;
    if (v.kind == kind) return v;
    if (v.kind == NVS_KIND_STRING) {
        m->lossy = 1;
        v.kind = NVS_KIND_UINT32;
        v.v.u = 0;
    }
    to.kind = kind;
    if (!nvs_i_is_whole(kind)) {
        to.v.d = nvs_i_is_whole(v.kind) ? (double)v.v.u : v.v.d;
        if (nvs_i_is_whole(v.kind) && (to.v.d >= 18446744073709551616.0 || (uint64_t)to.v.d != v.v.u)) m->lossy = 1;
        to.v.d = nvs_i_single(kind, to.v.d);
    } else if (nvs_i_is_whole(v.kind)) {
        to.v.u = v.v.u > most ? most : v.v.u;
        if (to.v.u != v.v.u) m->lossy = 1;
    } else {
        const double above = kind == NVS_KIND_UINT32 ? 4294967296.0 : 18446744073709551616.0;
        to.v.u = !(v.v.d > 0) ? 0 : v.v.d >= above ? most : (uint64_t)v.v.d;
        if (v.v.d >= above || (double)to.v.u != v.v.d) m->lossy = 1; /* NaN as well */
    }
    return to;
}

static uint64_t nvs_i_whole_op(nvs_i_op op, nvs_kind kind, uint64_t a, uint64_t b)
{
    uint64_t r;
    switch (op) {
    case NVS_I_OP_ADD: r = a + b; break;
    case NVS_I_OP_SUB: r = a - b; break;
    case NVS_I_OP_MUL: r = a * b; break;
    default: r = b != 0 ? a / b : a; break;
    }
    return kind == NVS_KIND_UINT32 ? r & 0xffffffffu : r;
}

static double nvs_i_real_op(nvs_i_op op, double a, double b)
{
    switch (op) {
    case NVS_I_OP_ADD: return a + b;
    case NVS_I_OP_SUB: return a - b;
    case NVS_I_OP_MUL: return a * b;
    default: return a / b;
    }
}

static nvs_value nvs_i_value_op(nvs_i_machine *m, nvs_i_op op, nvs_value a, nvs_value b)
{
    if (a.kind == NVS_KIND_NONE || b.kind == NVS_KIND_NONE || a.kind == NVS_KIND_STRING) return a;
    b = nvs_i_convert(m, b, a.kind);
    if (nvs_i_is_whole(a.kind)) a.v.u = nvs_i_whole_op(op, a.kind, a.v.u, b.v.u);
    else a.v.d = nvs_i_single(a.kind, nvs_i_real_op(op, a.v.d, b.v.d));
    return a;
}

static void nvs_i_store(const nvs_column *column, size_t i, const nvs_value *v)
{
    if (column->kind == NVS_KIND_MIXED)
        ((nvs_value *)(uintptr_t)column->at)[i] = *v;
    else if (nvs_i_is_real(column->kind))
        ((double *)(uintptr_t)column->at)[i] = v->v.d;
    else if (nvs_i_is_whole(column->kind))
        ((uint64_t *)(uintptr_t)column->at)[i] = v->v.u;
}

/* The sum of the values in their own kind, then in kind; nothing when none of them is a number. */
static nvs_value nvs_i_total(nvs_i_machine *m, const nvs_column *c, size_t count, nvs_kind kind)
{
    nvs_value sum;
    size_t i;
    NVS_ASSERT(count > 0);
    sum.kind = NVS_KIND_NONE;
    if (c->kind == NVS_KIND_DOUBLE) {
        const double *d = (const double *)c->at;
        sum.kind = NVS_KIND_DOUBLE;
        sum.v.d = d[0];
        for (i = 1; i < count; i++) sum.v.d += d[i];
    } else if (c->kind == NVS_KIND_UINT64) {
        const uint64_t *u = (const uint64_t *)c->at;
        sum.kind = NVS_KIND_UINT64;
        sum.v.u = 0;
        for (i = 0; i < count; i++) sum.v.u += u[i];
    } else if (c->kind != NVS_KIND_NONE)
        for (i = 0; i < count; i++) {
            const nvs_value v = nvs_column_value(c, i);
            if (v.kind == NVS_KIND_NONE || v.kind == NVS_KIND_STRING) continue;
            sum = sum.kind == NVS_KIND_NONE ? v : nvs_i_value_op(m, NVS_I_OP_ADD, sum, v);
        }
    if (sum.kind == NVS_KIND_NONE || kind == NVS_KIND_NONE) {
        sum.kind = NVS_KIND_NONE;
        return sum;
    }
    return nvs_i_convert(m, sum, kind);
}

/* Computes a regular value that was postponed. */
static void nvs_i_settle(nvs_i_machine *m, nvs_i_operand *o)
{
    if (!o->late) return;
    o->late = 0;
    o->data.value = nvs_i_total(m, &o->data.values, o->data.count, o->data.value.kind);
}

static int nvs_i_has_ids(const nvs_metric *d)
{
    const nvs_value *v = (const nvs_value *)d->ids.at;
    size_t i;
    if (d->count == 0 || d->ids.kind == NVS_KIND_NONE) return 0;
    if (d->ids.kind == NVS_KIND_MIXED)
        for (i = 0; i < d->count; i++)
            if (v[i].kind == NVS_KIND_NONE) return 0;
    return 1;
}

static int nvs_i_id_compare(const nvs_value *a, const nvs_value *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->kind == NVS_KIND_STRING) return nvs_i_compare(a->v.text, b->v.text);
    if (nvs_i_is_whole(a->kind)) return a->v.u < b->v.u ? -1 : a->v.u > b->v.u;
    if (a->v.d != a->v.d || b->v.d != b->v.d) return a->v.d != a->v.d ? (b->v.d != b->v.d ? 0 : 1) : -1;
    return a->v.d < b->v.d ? -1 : a->v.d > b->v.d;
}

static int nvs_i_id_order(const void *user, uint32_t a, uint32_t b)
{
    const nvs_value x = nvs_column_value((const nvs_column *)user, a),
                    y = nvs_column_value((const nvs_column *)user, b);
    return nvs_i_id_compare(&x, &y);
}

/* Whether ids rise from one to the next, so that none occurs twice. */
static int nvs_i_rising(nvs_i_machine *m, const nvs_metric *d)
{
    size_t i;
    if (m->rising == d->ids.at && m->rising_count == d->count) return 1;
    if (d->ids.kind == NVS_KIND_UINT64) {
        const uint64_t *u = (const uint64_t *)d->ids.at;
        for (i = 1; i + 4 <= d->count; i += 4)
            if ((u[i - 1] >= u[i]) | (u[i] >= u[i + 1]) | (u[i + 1] >= u[i + 2]) | (u[i + 2] >= u[i + 3])) return 0;
        for (; i < d->count; i++)
            if (u[i - 1] >= u[i]) return 0;
    } else
        for (i = 1; i < d->count; i++)
            if (nvs_i_id_order(&d->ids, (uint32_t)i - 1, (uint32_t)i) >= 0) return 0;
    m->rising = d->ids.at;
    m->rising_count = d->count;
    return 1;
}

/* For each instance on the left the first one on the right with the same id, or NONE. In *same 1 instead when it is
   always the one at the same place. 0: no memory. */
static int nvs_i_partners(nvs_i_machine *m, const nvs_metric *l, const nvs_metric *r, int *same, nvs_i_operand *found)
{
    uint32_t *partner, *order;
    size_t i, j = 0;
    const int rising = nvs_i_rising(m, l);
    *same = 0;
    if (rising && l->count == r->count && l->ids.kind == r->ids.kind) {
        if (l->ids.at == r->ids.at) *same = 1;
        else if (l->ids.kind == NVS_KIND_UINT64) *same = nvs_i_equal(l->ids.at, r->ids.at, l->count * sizeof(uint64_t));
        if (*same) return 1;
    }
    found->own = nvs_i_room_get(m, l->count + 2 * r->count, sizeof *partner);
    if (found->own == NULL) return 0;
    partner = (uint32_t *)nvs_i_room_start(found->own);
    order = partner + l->count;
    if (rising && nvs_i_rising(m, r)) {
        for (i = 0; i < l->count; i++) {
            const nvs_value id = nvs_column_value(&l->ids, i);
            int c = 1;
            for (; j < r->count; j++) {
                const nvs_value other = nvs_column_value(&r->ids, j);
                c = nvs_i_id_compare(&other, &id);
                if (c >= 0) break;
            }
            partner[i] = j < r->count && c == 0 ? (uint32_t)j : NVS_I_NONE;
        }
        return 1;
    }
    for (i = 0; i < r->count; i++) order[i] = (uint32_t)i;
    nvs_i_sort(order, order + r->count, r->count, nvs_i_id_order, &r->ids);
    for (i = 0; i < l->count; i++) {
        const nvs_value id = nvs_column_value(&l->ids, i);
        size_t low = 0, high = r->count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            const nvs_value other = nvs_column_value(&r->ids, order[middle]);
            if (nvs_i_id_compare(&other, &id) < 0) low = middle + 1;
            else high = middle;
        }
        partner[i] = NVS_I_NONE;
        if (low < r->count) {
            const nvs_value other = nvs_column_value(&r->ids, order[low]);
            if (nvs_i_id_compare(&other, &id) == 0) partner[i] = order[low];
        }
    }
    return 1;
}

/* Asks for what is read half a KiB after p, which need not exist. */
#ifdef __GNUC__
#define NVS_I_SOON(p) __builtin_prefetch((const void *)((uintptr_t)p + 512))
#else
#define NVS_I_SOON(p) ((void)0)
#endif

/* Four at a time, all read before one is written: compilers make vectors of them, and the result may replace a or b. */
#define NVS_I_FOURS(T, OP) \
    for (; n - i >= 4; i += 4) { \
        NVS_I_SOON(&a[i]); \
        NVS_I_SOON(&b[i]); \
        const T r0 = a[i] OP b[i], r1 = a[i + 1] OP b[i + 1], r2 = a[i + 2] OP b[i + 2], r3 = a[i + 3] OP b[i + 3]; \
        to[i] = r0; \
        to[i + 1] = r1; \
        to[i + 2] = r2; \
        to[i + 3] = r3; \
    } \
    for (; i < n; i++) to[i] = a[i] OP b[i];

static void nvs_i_reals(nvs_i_op op, double *to, const double *a, const double *b, size_t n)
{
    size_t i = 0;
    switch (op) {
    case NVS_I_OP_ADD: NVS_I_FOURS(double, +) break;
    case NVS_I_OP_SUB: NVS_I_FOURS(double, -) break;
    case NVS_I_OP_MUL: NVS_I_FOURS(double, *) break;
    default: NVS_I_FOURS(double, /) break;
    }
}

static void nvs_i_wholes(nvs_i_op op, uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n)
{
    size_t i = 0;
    switch (op) {
    case NVS_I_OP_ADD: NVS_I_FOURS(uint64_t, +) break;
    case NVS_I_OP_SUB: NVS_I_FOURS(uint64_t, -) break;
    case NVS_I_OP_MUL: NVS_I_FOURS(uint64_t, *) break;
    default:
        for (; i < n; i++) to[i] = nvs_i_whole_op(op, NVS_KIND_UINT64, a[i], b[i]);
        break;
    }
}
#undef NVS_I_FOURS
#undef NVS_I_SOON

/* A row of values of one kind, DOUBLE or UINT64. */
static void nvs_i_rows(nvs_i_op op, nvs_kind kind, void *to, const void *a, const void *b, size_t n)
{
    if (kind == NVS_KIND_DOUBLE)
        nvs_i_reals(op, (double *)to, (const double *)a, (const double *)b, n);
    else
        nvs_i_wholes(op, (uint64_t *)to, (const uint64_t *)a, (const uint64_t *)b, n);
}

enum { NVS_I_WORD = sizeof(uint64_t), NVS_I_FILLED = 64 };

/* A row of the same value. */
static void nvs_i_fill(void *row, const void *one, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++) nvs_i_copy((char *)row + i * NVS_I_WORD, one, NVS_I_WORD);
}

/* Values of one kind with values or one value of the same kind. */
static void nvs_i_alike(nvs_i_op op, const nvs_column *to, const void *a, int one_a, const void *b, int one_b, size_t n)
{
    union {
        double d[NVS_I_FILLED];
        uint64_t u[NVS_I_FILLED];
    } filled;
    const size_t room = one_a || one_b ? (size_t)NVS_I_FILLED : n;
    size_t i;
    if (one_a || one_b) nvs_i_fill(&filled, one_a ? a : b, NVS_I_FILLED);
    for (i = 0; i < n; i += room) {
        const char *const x = (const char *)a + i * NVS_I_WORD;
        const char *const y = (const char *)b + i * NVS_I_WORD;
        nvs_i_rows(op, to->kind, (char *)(uintptr_t)to->at + i * NVS_I_WORD, one_a ? &filled : (const void *)x,
                   one_b ? &filled : (const void *)y, n - i < room ? n - i : room);
    }
}

/* Takes the room of an operand, or new room, for count values of a kind. */
static int nvs_i_target(nvs_i_machine *m, nvs_i_operand *o, nvs_kind kind, size_t count, nvs_i_room **room,
                        nvs_column *column)
{
    const size_t size = kind == NVS_KIND_MIXED ? sizeof(nvs_value) : sizeof(double);
    column->kind = kind;
    column->at = NULL;
    *room = NULL;
    if (kind == NVS_KIND_NONE) return 1;
    if (o->own != NULL && (o->data.values.kind == NVS_KIND_MIXED) == (kind == NVS_KIND_MIXED) &&
        o->own->size / size >= count) {
        *room = o->own;
        o->own = NULL;
    } else *room = nvs_i_room_get(m, count, size);
    if (*room == NULL) return 0;
    column->at = nvs_i_room_start(*room);
    return 1;
}

/* The values of an operation, into l: those of a column or one value, with those of a column (through partner, when
   that is not NULL) or one value. ids and count are the result's. */
static int nvs_i_instances(nvs_i_machine *m, nvs_i_op op, nvs_i_operand *l, int l_one, nvs_i_operand *r, int r_one,
                           const uint32_t *partner)
{
    const size_t count = l_one ? r->data.count : l->data.count;
    nvs_kind kind = l_one ? l->data.value.kind : l->data.values.kind;
    const nvs_kind other = r_one ? r->data.value.kind : r->data.values.kind;
    nvs_column a = l->data.values, to;
    const nvs_column b = r->data.values;
    nvs_i_room *room;
    size_t i;
    if (kind == NVS_KIND_STRING) kind = NVS_KIND_MIXED;
    if (!l_one && r_one && (other == NVS_KIND_NONE || kind == NVS_KIND_NONE)) return 1; /* unchanged */
    /* In place is right: an element is read before its place is written, and with partners only on the left. */
    if (!nvs_i_target(m, l->own != NULL || partner != NULL || r->data.count < count ? l : r, kind, count, &room, &to))
        return 0;
    if (kind == other && !partner && (l_one || r_one || r->data.count >= count) &&
        (kind == NVS_KIND_DOUBLE || kind == NVS_KIND_UINT64)) {
        nvs_i_alike(op, &to, l_one ? (const void *)&l->data.value.v : a.at, l_one,
                    r_one ? (const void *)&r->data.value.v : b.at, r_one, count);
    } else
        for (i = 0; i < count; i++) {
            const uint32_t j = partner != NULL ? partner[i] : (uint32_t)i;
            nvs_value x = l_one ? l->data.value : nvs_column_value(&a, i), y;
            if (r_one) y = r->data.value;
            else if (j < r->data.count) y = nvs_column_value(&b, j);
            else y.kind = NVS_KIND_NONE;
            x = nvs_i_value_op(m, op, x, y);
            nvs_i_store(&to, i, &x);
        }
    nvs_i_room_put(m, l);
    l->own = room;
    l->data.values = to;
    if (l_one) {
        l->data.ids = r->data.ids;
        l->data.count = count;
    }
    return 1;
}

/* Adds the instances of r whose ids l does not have, in the kind of l. 0: no memory. */
static int nvs_i_right_only(nvs_i_machine *m, nvs_i_operand *l, const nvs_i_operand *r)
{
    nvs_i_operand partners, joined;
    nvs_value *ids, *values;
    const uint32_t *partner;
    size_t i, n = 0;
    int same, good;
    partners.own = joined.own = NULL;
    if (!nvs_i_partners(m, &r->data, &l->data, &same, &partners)) return 0;
    if (same) return 1;
    partner = (const uint32_t *)nvs_i_room_start(partners.own);
    for (i = 0; i < r->data.count; i++) n += partner[i] == NVS_I_NONE;
    ids = (nvs_value *)nvs_i_alloc(m->arena, l->data.count + n, sizeof *ids);
    joined.own = ids != NULL ? nvs_i_room_get(m, l->data.count + n, sizeof *values) : NULL;
    good = joined.own != NULL;
    if (good) {
        values = (nvs_value *)nvs_i_room_start(joined.own);
        for (i = 0; i < l->data.count; i++) {
            ids[i] = nvs_column_value(&l->data.ids, i);
            values[i] = nvs_column_value(&l->data.values, i);
        }
        for (i = 0, n = l->data.count; i < r->data.count; i++) {
            if (partner[i] != NVS_I_NONE) continue;
            ids[n] = nvs_column_value(&r->data.ids, i);
            values[n] = nvs_column_value(&r->data.values, i);
            if (values[n].kind != NVS_KIND_NONE) values[n] = nvs_i_convert(m, values[n], l->data.value.kind);
            n++;
        }
        nvs_i_room_put(m, l);
        l->own = joined.own;
        l->data.count = n;
        l->data.ids.kind = l->data.values.kind = NVS_KIND_MIXED;
        l->data.ids.at = ids;
        l->data.values.at = values;
    } else m->failed = 1;
    nvs_i_room_put(m, &partners);
    return good;
}

/* l op r, into l. 0: no memory. */
static int nvs_i_combine(nvs_i_machine *m, nvs_i_op op, nvs_i_operand *l, nvs_i_operand *r)
{
    const nvs_kind like = l->data.value.kind;
    const int l_ids = nvs_i_has_ids(&l->data), r_ids = nvs_i_has_ids(&r->data);
    int good = 1, same = 1, instances = 1;
    nvs_value value = l->data.value;
    if (like == NVS_KIND_STRING) {
        nvs_i_room_put(m, r);
        return 1;
    }
    if (m->arithmetic != NVS_ARITHMETIC_CURRENT || (l->data.count == 0 && r->data.count == 0)) {
        nvs_i_settle(m, l);
        nvs_i_settle(m, r);
        value = nvs_i_value_op(m, op, l->data.value, r->data.value);
    }
    if (l->data.count > 0 && r->data.count > 0 && l_ids == r_ids) {
        nvs_i_operand partners;
        partners.own = NULL;
        if (l_ids) good = nvs_i_partners(m, &l->data, &r->data, &same, &partners);
        if (good) {
            const uint32_t *partner = same ? NULL : (const uint32_t *)nvs_i_room_start(partners.own);
            good = nvs_i_instances(m, op, l, 0, r, 0, partner);
            if (good && l_ids && m->arithmetic == NVS_ARITHMETIC_GUIDE) good = nvs_i_right_only(m, l, r);
        }
        nvs_i_room_put(m, &partners);
    } else if (l->data.count > 0 && (l_ids || r->data.count == 0)) {
        nvs_i_settle(m, r);
        good = nvs_i_instances(m, op, l, 0, r, 1, NULL);
    } else if (r->data.count > 0 && m->arithmetic == NVS_ARITHMETIC_CURRENT) {
        nvs_i_settle(m, l);
        good = nvs_i_instances(m, op, l, 1, r, 0, NULL);
    } else {
        size_t i;
        if (l->data.count == 0 && r->data.count > 0 && m->arithmetic == NVS_ARITHMETIC_GUIDE)
            for (value = l->data.value, i = 0; i < r->data.count; i++)
                value = nvs_i_value_op(m, op, value, nvs_column_value(&r->data.values, i));
        instances = 0;
        l->data.count = 0;
        nvs_i_room_put(m, l);
    }
    nvs_i_room_put(m, r);
    if (!good) return 0;
    l->late = 0;
    l->data.value = value;
    if (instances && m->arithmetic == NVS_ARITHMETIC_CURRENT) {
        /* A sum without conversion can wait: most are never asked for. */
        if (like != NVS_KIND_NONE && l->data.values.kind == like) l->late = 1;
        else l->data.value = nvs_i_total(m, &l->data.values, l->data.count, like);
    }
    return 1;
}

static nvs_value nvs_i_unary(nvs_i_machine *m, nvs_i_op op, nvs_value v)
{
    if (v.kind == NVS_KIND_NONE || v.kind == NVS_KIND_STRING) return v;
    if (op == NVS_I_OP_MINUS) {
        v = nvs_i_convert(m, v, NVS_KIND_DOUBLE);
        v.v.d = -v.v.d;
    } else if (nvs_i_is_real(v.kind) && v.v.d != v.v.d) v.v.d = 0;
    return v;
}

/* -o, simplify(o), nan_as_zero(o), into o. 0: no memory. */
static int nvs_i_apply(nvs_i_machine *m, nvs_i_op op, nvs_i_operand *o)
{
    nvs_kind kind = o->data.values.kind;
    nvs_column from = o->data.values, to;
    nvs_i_room *room;
    size_t i;
    nvs_i_settle(m, o);
    if (op == NVS_I_OP_SIMPLIFY) {
        o->data.count = 0;
        nvs_i_room_put(m, o);
        return 1;
    }
    o->data.value = nvs_i_unary(m, op, o->data.value);
    if (o->data.count == 0 || kind == NVS_KIND_NONE || (op == NVS_I_OP_NAN_AS_ZERO && nvs_i_is_whole(kind))) return 1;
    if (kind == NVS_KIND_STRING) kind = NVS_KIND_MIXED;
    if (op == NVS_I_OP_MINUS && kind != NVS_KIND_MIXED) kind = NVS_KIND_DOUBLE;
    if (!nvs_i_target(m, o, kind, o->data.count, &room, &to)) return 0;
    for (i = 0; i < o->data.count; i++) {
        const nvs_value v = nvs_i_unary(m, op, nvs_column_value(&from, i));
        nvs_i_store(&to, i, &v);
    }
    nvs_i_room_put(m, o);
    o->own = room;
    o->data.values = to;
    return 1;
}

typedef struct nvs_i_derived {
    nvs_derivation pub;
    nvs_i_arena arena;
    nvs_derived *metrics;
    const uint32_t *sorted; /* definitions by name, the first one of each name */
    size_t names;
} nvs_i_derived;

/* While it is made: the steps of each definition, and its place in the search for loops. */
typedef struct nvs_i_definition {
    const nvs_i_step *steps;
    size_t count;
    size_t at;       /* next step to look at */
    uint32_t number; /* in order of the visit, from 1; 0: not visited */
    uint32_t low;    /* least number that it reaches within its group */
    uint32_t group;  /* definitions that need each other have the same */
} nvs_i_definition;

static int nvs_i_definition_order(const void *user, uint32_t a, uint32_t b)
{
    const nvs_definition *d = (const nvs_definition *)user;
    return nvs_i_compare(d[a].name, d[b].name);
}

static uint32_t nvs_i_definition_find(const nvs_i_derived *d, nvs_view name)
{
    size_t low = 0, high = d->names;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int c = nvs_i_compare(d->metrics[d->sorted[middle]].name, name);
        if (c == 0) return d->sorted[middle];
        if (c < 0) low = middle + 1;
        else high = middle;
    }
    return NVS_I_NONE;
}

/* Whether a step asks for another definition. */
static int nvs_i_needs(const nvs_i_step *s, uint32_t self)
{
    return s->op == NVS_I_OP_METRIC && s->definition != NVS_I_NONE && s->definition != self;
}

/* Orders definitions so that each follows those that it needs, and finds groups that need each other (after
   Tarjan, without recursion). order, open, path: room for count each. Returns how many are in order. */
static size_t nvs_i_definitions_order(nvs_i_definition *all, size_t count, uint32_t *order, uint32_t *open,
                                      uint32_t *path)
{
    size_t ordered = 0, opened = 0, deep, i;
    uint32_t number = 0;
    for (i = 0; i < count; i++) {
        if (all[i].number != 0) continue;
        deep = 0;
        path[deep++] = (uint32_t)i;
        while (deep > 0) {
            const uint32_t self = path[deep - 1];
            nvs_i_definition *d = &all[self];
            if (d->number == 0) {
                d->number = d->low = ++number;
                open[opened++] = self;
            }
            while (d->at < d->count) {
                const nvs_i_step *s = &d->steps[d->at];
                const nvs_i_definition *o;
                if (nvs_i_needs(s, self)) {
                    o = &all[s->definition];
                    if (o->number == 0) break; /* d->at stays: its result is taken in afterwards */
                    if (o->group == NVS_I_NONE && o->low < d->low) d->low = o->low;
                }
                d->at++;
            }
            if (d->at < d->count) {
                path[deep++] = d->steps[d->at].definition;
                continue;
            }
            deep--;
            if (d->low == d->number) {
                uint32_t member;
                do {
                    member = open[--opened];
                    all[member].group = self;
                    order[ordered++] = member;
                } while (member != self);
            }
        }
    }
    return ordered;
}

/* The fast way through a whole expression, piece by piece, so that what is between its operators stays in the cache:
   when it is made of sums and products, all values are of one kind, DOUBLE or UINT64, and all instances have the same
   rising ids. */
enum { NVS_I_PIECE = 256, NVS_I_PIECE_DEPTH = 8, NVS_I_PIECE_OPERANDS = 16 };

typedef struct nvs_i_lane {
    const char *at;
    size_t step;         /* bytes to the next value; 0: a row of one value */
    const uint64_t *ids; /* to be compared with those of the first one with instances; NULL: they are these */
    nvs_value one;
} nvs_i_lane;

/* Whether a metric fits beside those before it, but for its ids, with enough instances that it is worth it; kind, count
   and ids of the first one with instances are kept in *same. */
static int nvs_i_lane_fits(const nvs_metric *x, nvs_metric *same)
{
    if (x->value.kind != NVS_KIND_DOUBLE && x->value.kind != NVS_KIND_UINT64) return 0;
    if (same->value.kind == NVS_KIND_NONE) same->value.kind = x->value.kind;
    if (same->value.kind != x->value.kind) return 0;
    if (x->count == 0) return 1;
    if (x->values.kind != x->value.kind || x->ids.kind != NVS_KIND_UINT64 || x->count < NVS_I_PIECE ||
        x->count >= NVS_I_NONE)
        return 0;
    if (same->count == 0) *same = *x;
    return same->count == x->count;
}

/* What goes on from piece to piece. */
typedef struct nvs_i_pieces {
    const uint64_t *ids, *others; /* must rise; must be the same */
    size_t at;                    /* where this piece begins, and how long it is */
    size_t n;
    double real; /* the sum so far, of one kind */
    uint64_t whole;
} nvs_i_pieces;

/* The last step for a piece: results are added up as they come, and in the time that takes ids are looked at. */
#define NVS_I_LAST(T, RESULT, SUM) \
    for (i = 0; i < p->n; i++) { \
        const T r = RESULT; \
        to[i] = r; \
        SUM += r; \
        if (last >= ids[i] && p->at + i > 0) return 0; \
        last = ids[i]; \
        differ |= last ^ others[i]; \
    }

static int nvs_i_reals_last(nvs_i_op op, double *to, const double *a, const double *b, nvs_i_pieces *p)
{
    const uint64_t *const ids = p->ids + p->at;
    const uint64_t *const others = p->others + p->at;
    uint64_t last = p->at > 0 ? ids[-1] : 0, differ = 0;
    double sum = p->real;
    size_t i;
    switch (op) {
    case NVS_I_OP_ADD: NVS_I_LAST(double, a[i] + b[i], sum) break;
    case NVS_I_OP_SUB: NVS_I_LAST(double, a[i] - b[i], sum) break;
    case NVS_I_OP_MUL: NVS_I_LAST(double, a[i] * b[i], sum) break;
    default: NVS_I_LAST(double, a[i] / b[i], sum) break;
    }
    p->real = sum;
    return differ == 0;
}

static int nvs_i_wholes_last(nvs_i_op op, uint64_t *to, const uint64_t *a, const uint64_t *b, nvs_i_pieces *p)
{
    const uint64_t *const ids = p->ids + p->at;
    const uint64_t *const others = p->others + p->at;
    uint64_t last = p->at > 0 ? ids[-1] : 0, differ = 0, sum = p->whole;
    size_t i;
    switch (op) {
    case NVS_I_OP_ADD: NVS_I_LAST(uint64_t, a[i] + b[i], sum) break;
    case NVS_I_OP_SUB: NVS_I_LAST(uint64_t, a[i] - b[i], sum) break;
    case NVS_I_OP_MUL: NVS_I_LAST(uint64_t, a[i] * b[i], sum) break;
    default: NVS_I_LAST(uint64_t, b[i] != 0 ? a[i] / b[i] : a[i], sum) break;
    }
    p->whole = sum;
    return differ == 0;
}
#undef NVS_I_LAST

static int nvs_i_rows_last(nvs_i_op op, nvs_kind kind, void *to, const void *a, const void *b, nvs_i_pieces *p)
{
    if (kind == NVS_KIND_DOUBLE) return nvs_i_reals_last(op, (double *)to, (const double *)a, (const double *)b, p);
    return nvs_i_wholes_last(op, (uint64_t *)to, (const uint64_t *)a, (const uint64_t *)b, p);
}

/* The metric of a step: 1 and *data (zeroed before), 0 when there is none, -1 when a callback failed, in error. */
static int nvs_i_step_metric(const nvs_i_derived *all, const nvs_i_step *s, uint32_t self, const nvs_source *source,
                             nvs_metric *data, nvs_error *error)
{
    int found;
    if (nvs_i_needs(s, self)) {
        *data = all->metrics[s->definition].data;
        return all->metrics[s->definition].state == NVS_DERIVED_STATE_OK;
    }
    if (source == NULL) return 0;
    found = nvs_i_metric(source, nvs_i_view(all->metrics[self].expression.ptr + s->v.name.at, s->v.name.len), data);
    if (found < 0) {
        error->code = NVS_IO;
        error->message = "a callback for a metric of a definition failed";
    }
    return found;
}

/* The operands of an expression, if it can go the fast way: how many. 0: it cannot; -1: a callback failed. */
static int nvs_i_lanes(const nvs_i_derived *all, nvs_i_machine *m, const nvs_i_definition *d, uint32_t self,
                       const nvs_source *source, nvs_i_lane *lanes, nvs_metric *same, nvs_error *error)
{
    unsigned char kinds[NVS_I_PIECE_DEPTH]; /* of what is on the stack: 0 one value, 1 instances, 2 a whole constant */
    size_t i, depth = 0;
    int n = 0, real = 0, left = 0; /* lanes; real constants; whole ones on the left */
    if (m->arithmetic != NVS_ARITHMETIC_CURRENT || d->count < 3) return 0;
    for (i = 0; i < d->count; i++) {
        const nvs_i_step *s = &d->steps[i];
        nvs_i_lane *lane = &lanes[n];
        if (s->op >= NVS_I_OP_ADD && s->op <= NVS_I_OP_DIV) {
            depth--;
            left |= kinds[depth - 1] == 2;
            if (kinds[depth] == 1) kinds[depth - 1] = 1;
            continue;
        }
        if (s->op > NVS_I_OP_METRIC || n == NVS_I_PIECE_OPERANDS || depth == NVS_I_PIECE_DEPTH) return 0;
        nvs_i_zero(lane, sizeof *lane);
        kinds[depth] = 0;
        if (s->op == NVS_I_OP_REAL) {
            lane->one.kind = NVS_KIND_DOUBLE;
            lane->one.v.d = s->v.d;
            real = 1;
        } else if (s->op == NVS_I_OP_WHOLE) {
            lane->one.kind = NVS_KIND_UINT64;
            lane->one.v.u = s->v.u;
            kinds[depth] = 2;
        } else {
            nvs_metric x;
            int found;
            nvs_i_zero(&x, sizeof x);
            found = nvs_i_step_metric(all, s, self, source, &x, error);
            if (found <= 0) return found;
            if (!nvs_i_lane_fits(&x, same)) return 0;
            lane->one = x.value;
            if (x.count > 0) {
                lane->at = (const char *)x.values.at;
                lane->step = NVS_I_WORD;
                if (x.ids.at != same->ids.at) lane->ids = (const uint64_t *)x.ids.at;
                kinds[depth] = 1;
            }
        }
        n++;
        depth++;
    }
    if (kinds[0] != 1 || (same->value.kind == NVS_KIND_DOUBLE ? left : real)) return 0;
    return n;
}

/* The result, into to. 0: it cannot go this way, or there is no memory (then m->failed); -1: a callback failed. */
static int nvs_i_run_pieces(const nvs_i_derived *all, nvs_i_machine *m, const nvs_i_definition *d, uint32_t self,
                            const nvs_source *source, nvs_i_operand *to, nvs_error *error)
{
    nvs_i_lane lanes[NVS_I_PIECE_OPERANDS];
    const char *stack[NVS_I_PIECE_DEPTH];
    nvs_i_operand between;
    nvs_metric same;
    /* Short ones overlap: the next piece begins while the sum of this one waits for the adder. Rows are a little apart,
       since processors take addresses that differ by a multiple of 4 KiB for the same at first. */
    const size_t piece = d->count > 3 ? 64 : NVS_I_PIECE, row = (piece + 8) * NVS_I_WORD;
    nvs_i_pieces p;
    nvs_kind kind;
    char *out, *rows, *filled;
    size_t i;
    int lane, good = 1, count;
    nvs_i_zero(&same, sizeof same);
    count = nvs_i_lanes(all, m, d, self, source, lanes, &same, error);
    if (count <= 0) return count;
    /* In this order: else a result, which stays, would take the room that the definition before needed only briefly. */
    between.own = nvs_i_room_get(m, NVS_I_PIECE_DEPTH + NVS_I_PIECE_OPERANDS, row);
    to->own = between.own != NULL ? nvs_i_room_get(m, same.count, NVS_I_WORD) : NULL;
    if (to->own == NULL) return 0;
    out = (char *)nvs_i_room_start(to->own);
    rows = (char *)nvs_i_room_start(between.own);
    filled = rows + NVS_I_PIECE_DEPTH * row;
    kind = same.value.kind;
    nvs_i_zero(&p, sizeof p);
    p.real = -0.0; /* the sum of one value is this value, -0 too */
    p.ids = (const uint64_t *)same.ids.at;
    for (lane = 0; lane < count; lane++) {
        nvs_i_lane *const l = &lanes[lane];
        if (p.others == NULL) p.others = l->ids;
        if (l->ids == p.others) l->ids = NULL;
        if (l->step > 0) continue;
        l->one = nvs_i_convert(m, l->one, kind);
        l->at = filled;
        nvs_i_fill(filled, &l->one.v, piece);
        filled += row;
    }
    if (p.others == NULL) p.others = p.ids;
    for (; p.at < same.count && good; p.at += piece) {
        size_t depth = 0;
        p.n = same.count - p.at < piece ? same.count - p.at : piece;
        for (lane = 0, i = 0; i + 1 < d->count; i++) {
            if (d->steps[i].op <= NVS_I_OP_METRIC) {
                const nvs_i_lane *const l = &lanes[lane++];
                if (l->ids != NULL) good &= nvs_i_equal(l->ids + p.at, p.ids + p.at, p.n * sizeof *p.ids);
                stack[depth++] = l->at + l->step * p.at;
            } else {
                char *const into = rows + (--depth - 1) * row;
                const nvs_i_op op = (nvs_i_op)d->steps[i].op;
                nvs_i_rows(op, kind, into, stack[depth - 1], stack[depth], p.n);
                stack[depth - 1] = into;
            }
        }
        good &= nvs_i_rows_last((nvs_i_op)d->steps[i].op, kind, out + p.at * NVS_I_WORD, stack[0], stack[1], &p);
    }
    nvs_i_room_put(m, &between);
    if (!good) {
        nvs_i_room_put(m, to);
        return 0;
    }
    to->late = 0;
    to->data.value.kind = kind;
    if (kind == NVS_KIND_DOUBLE) to->data.value.v.d = p.real;
    else to->data.value.v.u = p.whole;
    to->data.count = same.count;
    to->data.ids = same.ids;
    to->data.values.kind = kind;
    to->data.values.at = out;
    return 1;
}

/* Computes one definition whose needs are computed. 0: no memory, or a callback failed (error says so). */
static int nvs_i_definition_run(nvs_i_derived *all, nvs_i_machine *m, const nvs_i_definition *d, uint32_t self,
                                const nvs_source *source, nvs_i_operand *stack, nvs_error *error)
{
    nvs_derived *metric = &all->metrics[self];
    nvs_i_operand *top = stack; /* after the last one */
    size_t i;
    int pieces;
    m->lossy = 0;
    m->rising = NULL;
    nvs_i_zero(stack, sizeof *stack);
    pieces = nvs_i_run_pieces(all, m, d, self, source, stack, error);
    if (pieces < 0) return 0;
    for (i = pieces ? d->count : 0; i < d->count && !m->failed; i++) {
        const nvs_i_step *s = &d->steps[i];
        int good = 1;
        switch (s->op) {
        case NVS_I_OP_REAL: case NVS_I_OP_WHOLE: case NVS_I_OP_METRIC:
            nvs_i_zero(top, sizeof *top);
            if (s->op == NVS_I_OP_METRIC) {
                const int found = nvs_i_step_metric(all, s, self, source, &top->data, error);
                if (found < 0) return 0;
                if (found == 0) {
                    metric->state = NVS_DERIVED_STATE_MISSING;
                    metric->operand = nvs_i_view(metric->expression.ptr + s->v.name.at, s->v.name.len);
                    while (top > stack) nvs_i_room_put(m, --top);
                    return 1;
                }
                if (top->data.count >= NVS_I_NONE) {
                    error->code = NVS_LIMIT;
                    error->message = "more instances than a derived metric can have";
                    return 0;
                }
            } else {
                top->data.value.kind = s->op == NVS_I_OP_REAL ? NVS_KIND_DOUBLE : NVS_KIND_UINT64;
                if (s->op == NVS_I_OP_REAL) top->data.value.v.d = s->v.d;
                else top->data.value.v.u = s->v.u;
            }
            top++;
            break;
        case NVS_I_OP_MINUS: case NVS_I_OP_SIMPLIFY:
        case NVS_I_OP_NAN_AS_ZERO: good = nvs_i_apply(m, (nvs_i_op)s->op, top - 1); break;
        default:
            top--;
            good = nvs_i_combine(m, (nvs_i_op)s->op, top - 1, top);
            break;
        }
        if (!good) m->failed = 1;
    }
    if (m->failed) {
        error->code = all->arena.code;
        error->message = "out of memory for the instances of a derived metric";
        return 0;
    }
    nvs_i_settle(m, stack);
    metric->data = stack->data;
    metric->lossy = m->lossy;
    return 1;
}

/* The steps of an expression; 1, also where it is malformed, which *d says, or 0 with an error. */
static int nvs_i_definition_read(nvs_i_derived *all, nvs_derived *d, nvs_i_definition *work, nvs_error *error)
{
    nvs_i_expression e;
    nvs_i_step *steps;
    size_t k, total;
    if (d->expression.len >= NVS_I_NONE) {
        error->code = NVS_LIMIT;
        error->message = "more definitions or a longer expression than 4294967294";
        return 0;
    }
    nvs_i_zero(&e, sizeof e);
    e.start = e.at = d->expression.ptr;
    e.end = e.at + d->expression.len;
    if (!nvs_i_expression_read(&e)) {
        d->state = e.state;
        d->column = e.column;
        return 1;
    }
    total = e.count;
    steps = (nvs_i_step *)nvs_i_alloc(&all->arena, total, sizeof *steps);
    if (steps == NULL) return 0;
    e.steps = steps;
    e.at = e.start;
    e.count = 0;
    (void)nvs_i_expression_read(&e);
    for (k = 0; k < total; k++)
        if (steps[k].op == NVS_I_OP_METRIC)
            steps[k].definition =
                nvs_i_definition_find(all, nvs_i_view(d->expression.ptr + steps[k].v.name.at, steps[k].v.name.len));
    work->steps = steps;
    work->count = total;
    return 1;
}

static int nvs_i_derive(nvs_i_derived *all, const nvs_definition *definitions, size_t count, nvs_arithmetic arithmetic,
                        const nvs_source *source, nvs_error *error)
{
    nvs_i_machine m;
    nvs_i_definition *work;
    nvs_i_operand *stack;
    uint32_t *sorted, *order, *spare, *path;
    size_t i, k, ordered;
    error->code = NVS_LIMIT;
    error->message = "more definitions or a longer expression than 4294967294";
    if (count >= NVS_I_NONE) return 0;
    error->code = NVS_OK;
    all->metrics = (nvs_derived *)nvs_i_alloc(&all->arena, count, sizeof *all->metrics);
    sorted = (uint32_t *)nvs_i_alloc(&all->arena, count, sizeof *sorted);
    order = (uint32_t *)nvs_i_alloc(&all->arena, count, 3 * sizeof *order);
    work = (nvs_i_definition *)nvs_i_alloc(&all->arena, count, sizeof *work);
    stack = (nvs_i_operand *)nvs_i_alloc(&all->arena, 2 * (NVS_I_EXPRESSION_DEPTH + 2) + 1, sizeof *stack);
    error->message = "out of memory for derived metrics";
    if (all->metrics == NULL || sorted == NULL || order == NULL || work == NULL || stack == NULL) return 0;
    spare = order + count;
    path = spare + count;
    nvs_i_zero(all->metrics, count * sizeof *all->metrics);
    nvs_i_zero(work, count * sizeof *work);
    for (i = 0; i < count; i++) {
        all->metrics[i].name = nvs_i_given(definitions[i].name);
        all->metrics[i].expression = nvs_i_given(definitions[i].expression);
        all->metrics[i].operand = nvs_text(NULL);
        sorted[i] = (uint32_t)i;
    }
    nvs_i_sort(sorted, spare, count, nvs_i_definition_order, definitions);
    for (i = k = 0; i < count; i++) {
        nvs_derived *d = &all->metrics[sorted[i]];
        if (k > 0 && nvs_i_same(all->metrics[sorted[k - 1]].name, d->name))
            d->state = nvs_i_same(all->metrics[sorted[k - 1]].expression, d->expression) ? NVS_DERIVED_STATE_DUPLICATE
                                                                                        : NVS_DERIVED_STATE_CONFLICT;
        else sorted[k++] = sorted[i];
    }
    all->sorted = sorted;
    all->names = k;

    for (i = 0; i < count; i++) {
        work[i].group = NVS_I_NONE;
        if (all->metrics[i].state != NVS_DERIVED_STATE_OK) continue;
        error->offset = i;
        if (!nvs_i_definition_read(all, &all->metrics[i], &work[i], error)) return 0;
    }
    ordered = nvs_i_definitions_order(work, count, order, spare, path);

    nvs_i_zero(&m, sizeof m);
    m.arena = &all->arena;
    m.arithmetic = arithmetic;
    for (i = 0; i < ordered; i++) {
        const uint32_t self = order[i];
        const nvs_i_definition *d = &work[self];
        if (all->metrics[self].state != NVS_DERIVED_STATE_OK) continue;
        error->offset = self;
        for (k = 0; k < d->count; k++)
            if (nvs_i_needs(&d->steps[k], self) && work[d->steps[k].definition].group == d->group) break;
        if (k < d->count) {
            all->metrics[self].state = NVS_DERIVED_STATE_CYCLE;
            all->metrics[self].next = d->steps[k].definition;
            continue;
        }
        if (!nvs_i_definition_run(all, &m, d, self, source, stack, error)) return 0;
    }
    for (i = 0; source != NULL && i < count; i++) {
        nvs_metric stored;
        int found;
        nvs_i_zero(&stored, sizeof stored);
        found = nvs_i_metric(source, all->metrics[i].name, &stored);
        all->metrics[i].has_stored = found > 0;
        if (found > 0) all->metrics[i].stored = stored.value;
        if (found >= 0) continue;
        (void)nvs_i_fail(error, NVS_IO, i, "a callback for a defined metric failed");
        return 0;
    }
    return 1;
}

NVS_API const nvs_derivation *nvs_derive(const nvs_definition *definitions, size_t count, const nvs_source *source,
                                         const nvs_derive_options *options, nvs_error *error)
{
    nvs_i_arena arena;
    nvs_i_derived *d;
    nvs_error own;
    if (error == NULL) error = &own;
    if ((definitions == NULL && count > 0) || (source != NULL && source->metric_fn == NULL))
        return (const nvs_derivation *)nvs_i_fail(error, NVS_ARGUMENT, 0,
                                                  "no definitions, or a source without metric_fn");
    if (options != NULL && (unsigned)options->arithmetic > NVS_ARITHMETIC_GUIDE)
        return (const nvs_derivation *)nvs_i_fail(error, NVS_ARGUMENT, 0, "no such arithmetic");
    if (!nvs_i_arena_open(&arena, options != NULL ? &options->memory : NULL))
        return (const nvs_derivation *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    (void)nvs_i_fail(error, NVS_OK, 0, "out of memory for derived metrics");
    d = (nvs_i_derived *)nvs_i_alloc(&arena, 1, sizeof *d);
    if (d != NULL) {
        nvs_i_zero(d, sizeof *d);
        d->arena = arena;
        if (nvs_i_derive(d, definitions, count, options != NULL ? options->arithmetic : NVS_ARITHMETIC_CURRENT, source,
                         error)) {
            d->pub.metrics = d->metrics;
            d->pub.count = count;
            (void)nvs_i_fail(error, NVS_OK, 0, "");
            return &d->pub;
        }
        arena = d->arena;
    }
    if (error->code == NVS_OK) error->code = arena.code;
    nvs_i_arena_close(&arena);
    return NULL;
}

NVS_I_DEFINE_CLOSE(derivation, const nvs_derivation, nvs_i_derived)
NVS_I_DEFINE_MEMORY_USED(derivation, nvs_i_derived)

NVS_I_DEFINE_NAME(derived_state, NVS_DERIVED_STATES)
NVS_I_DEFINE_NAME(arithmetic, NVS_ARITHMETICS)

/* ---- Evaluation -------------------------------------------------------------------------------------------------- */

typedef struct nvs_i_metrics {
    nvs_metrics pub;
    nvs_i_arena arena;
    nvs_source source;
    nvs_device device;
} nvs_i_metrics;

/* The definitions of these sections that are active on a device, into list, which may be NULL; their number. */
static size_t nvs_i_definitions(const nvs_node *const *sections, uint32_t count, const nvs_device *device,
                                nvs_definition *list)
{
    size_t n = 0;
    uint32_t i;
    for (i = 0; i < count; i++) {
        const nvs_node *d =
            nvs_node_child(nvs_node_child(sections[i], NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS);
        nvs_conditions outer, conditions;
        nvs_conditions_of(sections[i], NULL, &outer);
        for (; d != NULL; d = nvs_node_again(d)) {
            nvs_conditions_of(d, &outer, &conditions);
            if (nvs_conditions_test(&conditions, device, NULL) != NVS_REASON_NONE) continue;
            if (list != NULL) {
                list[n].name = nvs_node_text(d, NVS_FIELD_NAME);
                list[n].expression = nvs_node_text(d, NVS_FIELD_EXPRESSION);
            }
            n++;
        }
    }
    return n;
}

NVS_API nvs_metrics *nvs_metrics_open(const nvs_node *const *sections, uint32_t count, const nvs_source *source,
                                      const nvs_metrics_options *options, nvs_error *error)
{
    nvs_metrics_options none;
    nvs_derive_options derive;
    nvs_i_arena arena;
    nvs_i_metrics *r;
    nvs_definition *list;
    size_t n;
    if (!nvs_i_sections_good(sections, count, error)) return NULL;
    if (options == NULL) {
        nvs_i_zero(&none, sizeof none);
        options = &none;
    }
    if (source == NULL || source->metric_fn == NULL)
        return (nvs_metrics *)nvs_i_fail(error, NVS_ARGUMENT, 0, "no source, or a source without metric_fn");
    if (!nvs_i_arena_open(&arena, &options->memory))
        return (nvs_metrics *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    n = nvs_i_definitions(sections, count, &options->device, NULL);
    r = (nvs_i_metrics *)nvs_i_alloc(&arena, 1, sizeof *r);
    list = r != NULL ? (nvs_definition *)nvs_i_alloc(&arena, n, sizeof *list) : NULL;
    if (list == NULL) {
        nvs_i_arena_close(&arena);
        return (nvs_metrics *)nvs_i_no_memory(error, arena.code);
    }
    (void)nvs_i_definitions(sections, count, &options->device, list);
    r->source = *source;
    r->device = options->device;
    derive.memory = options->memory;
    derive.arithmetic = options->arithmetic;
    derive.memory.max_memory = arena.max > arena.held ? arena.max - arena.held : 1;
    if (derive.memory.buffer != NULL) { /* what is left of it */
        derive.memory.buffer = arena.at;
        derive.memory.buffer_size = arena.blocks == NULL ? (size_t)(arena.end - arena.at) : 0;
    }
    r->pub.derivation = nvs_derive(list, n, source, &derive, error);
    r->arena = arena;
    if (r->pub.derivation == NULL) {
        nvs_i_arena_close(&arena);
        return NULL;
    }
    return &r->pub;
}

/* As nvs_metrics_find; *derived is the definition that wins, or NULL. */
static int nvs_i_metrics_get(const nvs_i_metrics *m, nvs_view name, nvs_metric *metric, const nvs_derived **derived)
{
    const nvs_i_derived *const all = (const nvs_i_derived *)(const void *)m->pub.derivation;
    const uint32_t at = nvs_i_definition_find(all, name);
    int found;
    nvs_i_zero(metric, sizeof *metric);
    *derived = NULL;
    if (at != NVS_I_NONE && all->metrics[at].state == NVS_DERIVED_STATE_OK) {
        *derived = &all->metrics[at];
        *metric = (*derived)->data;
        return 1;
    }
    found = nvs_i_metric(&m->source, name, metric);
    if (found <= 0) nvs_i_zero(metric, sizeof *metric);
    return found;
}

NVS_API int nvs_metrics_find(const nvs_metrics *metrics, nvs_view name, nvs_metric *metric)
{
    const nvs_derived *ignored;
    nvs_metric own;
    if (metric == NULL) metric = &own;
    nvs_i_zero(metric, sizeof *metric);
    return metrics != NULL
               ? nvs_i_metrics_get((const nvs_i_metrics *)(const void *)metrics, nvs_i_given(name), metric, &ignored)
               : 0;
}

NVS_API void nvs_metrics_close(nvs_metrics *metrics)
{
    if (metrics == NULL) return;
    nvs_derivation_close(metrics->derivation);
    nvs_i_arena_close(&((nvs_i_metrics *)(void *)metrics)->arena);
}

NVS_API size_t nvs_metrics_memory_used(const nvs_metrics *metrics)
{
    if (metrics == NULL) return 0;
    return ((const nvs_i_metrics *)(const void *)metrics)->arena.held + nvs_derivation_memory_used(metrics->derivation);
}

typedef struct nvs_i_evaluation {
    nvs_evaluation pub;
    nvs_i_arena arena;
    const nvs_problem *problems;
} nvs_i_evaluation;

typedef struct nvs_i_evaluator {
    nvs_i_arena *arena;
    const nvs_i_metrics *metrics;
    const nvs_node *section;
    nvs_conditions outer;
    nvs_part *parts;
    size_t count, room;
    nvs_missing *missing;
    nvs_problem *problems;
    uint32_t missing_count, missing_room, missing_required, problem_count, problem_room;
    nvs_i_tree missed; /* names of missing metrics */
    const nvs_node *at; /* what needs memory */
    nvs_code code;      /* why it failed */
    const char *message;
} nvs_i_evaluator;

static int nvs_i_evaluate_fail(nvs_i_evaluator *e, nvs_code code, const char *message)
{
    e->code = code;
    e->message = message;
    return 0;
}

static void *nvs_i_evaluate_alloc(nvs_i_evaluator *e, size_t count, size_t size)
{
    void *p = nvs_i_alloc(e->arena, count, size);
    if (p == NULL) (void)nvs_i_evaluate_fail(e, e->arena->code, "out of memory for what a section shows");
    return p;
}

/* One more part, all zero. NULL: no memory. */
static nvs_part *nvs_i_part(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *node)
{
    nvs_part *p;
    if (e->count == e->room) {
        const size_t room = e->room < 16 ? 16 : e->room * 2;
        p = (nvs_part *)nvs_i_evaluate_alloc(e, room, sizeof *p);
        if (p == NULL) return NULL;
        nvs_i_copy(p, e->parts, e->count * sizeof *p);
        e->parts = p;
        e->room = room;
    }
    p = &e->parts[e->count++];
    nvs_i_zero(p, sizeof *p);
    p->kind = kind;
    p->node = node;
    p->cell.name = p->cell.label = nvs_text(NULL);
    return p;
}

/* Notes a field that cannot be obeyed as written. */
static int nvs_i_evaluate_problem(nvs_i_evaluator *e, nvs_problem_kind kind, const nvs_node *node)
{
    nvs_problem *d = (nvs_problem *)nvs_i_more(e->arena, e->problems, e->problem_count, &e->problem_room, sizeof *d);
    if (d == NULL) return nvs_i_evaluate_fail(e, e->arena->code, "out of memory for problems of a section");
    e->problems = d;
    d += e->problem_count++;
    nvs_i_problem_set(d, kind, 1, node->offset, nvs_i_name(node->name));
    d->line = node->line;
    d->column = node->column;
    return 1;
}

/* Notes a missing metric, each name once. */
static int nvs_i_miss(nvs_i_evaluator *e, const nvs_node *metric, nvs_view name, uint32_t importance)
{
    nvs_i_entry *const entry = nvs_i_entry_of(&e->missed, name, e->arena);
    nvs_missing *list;
    if (entry == NULL) return nvs_i_evaluate_fail(e, e->arena->code, "out of memory for the names of missing metrics");
    if (importance == NVS_IMPORTANCE_REQUIRED && !entry->defined) {
        entry->defined = 1; /* counted */
        e->missing_required++;
        if (entry->known) e->missing[entry->at].importance = importance;
    }
    if (entry->known) return 1;
    list = (nvs_missing *)nvs_i_more(e->arena, e->missing, e->missing_count, &e->missing_room, sizeof *list);
    if (list == NULL) return nvs_i_evaluate_fail(e, e->arena->code, "out of memory for missing metrics");
    e->missing = list;
    entry->known = 1;
    entry->at = e->missing_count;
    list = &e->missing[e->missing_count++];
    list->name = name;
    list->importance = importance;
    list->metric = metric;
    return 1;
}

static int nvs_i_has(nvs_view text, nvs_view what)
{
    size_t i;
    for (i = 0; text.len >= what.len && i <= text.len - what.len; i++)
        if (nvs_i_equal(text.ptr + i, what.ptr, what.len)) return 1;
    return 0;
}

static char nvs_i_upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }

/* The label of a metric that a prefixed name expands to: {UNIT} and {COMPOUND_NAME} filled in; without them its name.
   With out NULL only the length. */
static size_t nvs_i_label_write(nvs_view label, nvs_view name, char *out)
{
    static const char unit_mark[] = "{UNIT}", name_mark[] = "{COMPOUND_NAME}";
    size_t i, n = 0, unit = name.len, k;
    for (i = 0; i + 1 < name.len; i++)
        if (name.ptr[i] == '_' && name.ptr[i + 1] == '_') {
            unit = i;
            break;
        }
    for (i = 0; i < label.len;) {
        if (label.len - i >= 6 && nvs_i_equal(label.ptr + i, unit_mark, 6)) {
            const int l1 = unit == 5 && nvs_i_equal(name.ptr, "l1tex", 5),
                      l2 = unit == 3 && nvs_i_equal(name.ptr, "lts", 3);
            if (l1 || l2) {
                if (out != NULL) {
                    out[n] = 'L';
                    out[n + 1] = l1 ? '1' : '2';
                }
                n += 2;
            } else
                for (k = 0; k < unit; k++, n++)
                    if (out != NULL) out[n] = nvs_i_upper(name.ptr[k]);
            i += 6;
        } else if (label.len - i >= 15 && nvs_i_equal(label.ptr + i, name_mark, 15)) {
            int first = 1, inside = 0;
            for (k = unit + 2; k < name.len && name.ptr[k] != '.'; k++) {
                if (name.ptr[k] == '_') {
                    inside = 0;
                    continue;
                }
                if (!inside && !first) {
                    if (out != NULL) out[n] = ' ';
                    n++;
                }
                if (out != NULL) out[n] = inside ? name.ptr[k] : nvs_i_upper(name.ptr[k]);
                n++;
                inside = 1;
                first = 0;
            }
            i += 15;
        } else {
            if (out != NULL) out[n] = label.ptr[i];
            n++;
            i++;
        }
    }
    return n;
}

/* Data times a factor, as doubles; strings and absent ones stay. */
static int nvs_i_scale(nvs_i_evaluator *e, nvs_metric *d, double factor)
{
    nvs_column to;
    size_t i;
    int number;
    double n = nvs_value_number(&d->value, &number);
    if (number) {
        d->value.kind = NVS_KIND_DOUBLE;
        d->value.v.d = n * factor;
    }
    if (d->count == 0 || d->values.kind == NVS_KIND_NONE || d->values.kind == NVS_KIND_STRING) return 1;
    to.kind = d->values.kind == NVS_KIND_MIXED ? NVS_KIND_MIXED : NVS_KIND_DOUBLE;
    to.at = nvs_i_evaluate_alloc(e, d->count, to.kind == NVS_KIND_MIXED ? sizeof(nvs_value) : sizeof(double));
    if (to.at == NULL) return 0;
    for (i = 0; i < d->count; i++) {
        nvs_value v = nvs_column_value(&d->values, i);
        n = nvs_value_number(&v, &number);
        if (number) {
            v.kind = NVS_KIND_DOUBLE;
            v.v.d = n * factor;
        }
        nvs_i_store(&to, i, &v);
    }
    d->values = to;
    return 1;
}

/* A part with the cell of one name. */
static int nvs_i_cell(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *metric, const nvs_choice *choice,
                      nvs_view name, nvs_view label)
{
    const nvs_node *factor = nvs_node_child(metric, NVS_FIELD_MULTIPLIER);
    nvs_part *p = nvs_i_part(e, kind, metric);
    int found;
    if (p == NULL) return 0;
    p->cell.name = name;
    p->cell.label = label;
    p->cell.importance = choice->importance;
    p->cell.unit = nvs_node_child(metric, NVS_FIELD_UNIT);
    p->cell.metric = metric;
    found = nvs_i_metrics_get(e->metrics, name, &p->cell.data, &p->cell.derived);
    if (found < 0) return nvs_i_evaluate_fail(e, NVS_IO, "a callback for metrics failed");
    p->cell.state = found == 0                                 ? NVS_CELL_STATE_MISSING
                    : p->cell.data.value.kind == NVS_KIND_NONE ? NVS_CELL_STATE_NONE
                                                               : NVS_CELL_STATE_VALUE;
    if (found == 0) return nvs_i_miss(e, metric, name, choice->importance);
    return factor == NULL || nvs_i_scale(e, &p->cell.data, factor->v.d);
}

/* A part for a metric that a prefixed name expands to. */
static int nvs_i_member(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *metric, const nvs_choice *choice,
                        nvs_view name)
{
    const nvs_node *const label = choice->label;
    nvs_view text = name;
    if (label != NULL && (nvs_i_has(label->v.text, nvs_i_view("{UNIT}", 6)) ||
                          nvs_i_has(label->v.text, nvs_i_view("{COMPOUND_NAME}", 15)))) {
        const size_t len = nvs_i_label_write(label->v.text, name, NULL);
        char *out = (char *)nvs_i_evaluate_alloc(e, len, 1);
        if (out == NULL) return 0;
        text = nvs_i_view(out, nvs_i_label_write(label->v.text, name, out));
    }
    return nvs_i_cell(e, kind, metric, choice, name, text);
}

/* A pattern or group found no metric. Source counters offer what may be there, so they miss nothing. */
static int nvs_i_nothing(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *metric, nvs_view name,
                         uint32_t importance)
{
    if (kind == NVS_PART_KIND_COUNTER) return 1;
    return nvs_i_miss(e, metric, name, importance);
}

/* Parts for all metrics that match an expression. */
static int nvs_i_matching(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *metric, const nvs_choice *choice,
                          nvs_view pattern)
{
    const nvs_source *s = &e->metrics->source;
    nvs_i_regex *regex;
    nvs_error error;
    nvs_view name;
    const size_t before = e->count;
    size_t i;
    int got;
    regex = nvs_i_regex_compile(e->arena, pattern.ptr, pattern.len, 0, &error);
    if (regex == NULL && e->arena->code != NVS_OK)
        return nvs_i_evaluate_fail(e, e->arena->code, "out of memory for names that match");
    if (regex == NULL) return nvs_i_evaluate_problem(e, NVS_PROBLEM_KIND_PATTERN, metric);
    for (i = 0; s->name_fn != NULL; i++) {
        name = nvs_text(NULL);
        got = nvs_i_answer(s->name_fn(i, &name, s->user));
        if (got < 0) return nvs_i_evaluate_fail(e, NVS_IO, "a callback for names of metrics failed");
        if (got == 0) break;
        if (nvs_i_prefix(name) == NVS_PREFIX_NONE && nvs_i_regex_search(regex, name.ptr, name.len) &&
            !nvs_i_member(e, kind, metric, choice, name))
            return 0;
    }
    if (e->count > before) return 1;
    return nvs_i_nothing(e, kind, metric, choice->name, choice->importance);
}

/* Parts for what one Metric shows: none when it is dropped, several when its name stands for several. suffix may be
   NULL. */
static int nvs_i_cells(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *metric, const nvs_node *suffix,
                       int table)
{
    nvs_choice choice;
    nvs_view name, list;
    nvs_prefix prefix;
    e->at = metric;
    nvs_metric_choose(metric, &e->outer, &e->metrics->device, &choice);
    if (choice.reason != NVS_REASON_NONE) return 1;
    name = choice.name;
    if (name.len == 0 || (table && choice.label != NULL && choice.label->v.text.len == 0)) {
        nvs_part *p = nvs_i_part(e, kind, metric);
        if (p == NULL) return 0;
        p->cell.state = NVS_CELL_STATE_FILLER;
        p->cell.name = name;
        if (choice.label != NULL) p->cell.label = choice.label->v.text;
        p->cell.importance = choice.importance;
        p->cell.unit = nvs_node_child(metric, NVS_FIELD_UNIT);
        p->cell.metric = metric;
        return 1;
    }
    if (suffix != NULL) {
        const nvs_view more = nvs_node_text(suffix, NVS_FIELD_NAME);
        char *joined = (char *)nvs_i_evaluate_alloc(e, name.len + more.len, 1);
        if (joined == NULL) return 0;
        nvs_i_copy(joined, name.ptr, name.len);
        nvs_i_copy(joined + name.len, more.ptr, more.len);
        name = nvs_i_view(joined, name.len + more.len);
    }
    prefix = nvs_i_prefix(name);
    if (prefix == NVS_PREFIX_REGEX)
        return nvs_i_matching(e, kind, metric, &choice, nvs_i_view(name.ptr + 6, name.len - 6));
    if (prefix == NVS_PREFIX_GROUP || prefix == NVS_PREFIX_BREAKDOWN) {
        /* The source keeps the list as a text: names with commas between them. */
        const nvs_source *s = &e->metrics->source;
        nvs_metric data;
        int found;
        nvs_i_zero(&data, sizeof data);
        found = nvs_i_metric(s, name, &data);
        if (found < 0) return nvs_i_evaluate_fail(e, NVS_IO, "a callback for metrics by pattern failed");
        if (found == 0 || data.value.kind != NVS_KIND_STRING)
            return nvs_i_nothing(e, kind, metric, name, choice.importance);
        list = data.value.v.text;
        for (;;) {
            const char *comma = nvs_i_find(list.ptr, list.ptr + list.len, ',');
            const size_t len = (size_t)(comma - list.ptr);
            if (!nvs_i_member(e, kind, metric, &choice, nvs_i_view(list.ptr, len))) return 0;
            if (len == list.len) return 1;
            list = nvs_i_view(comma + 1, list.len - len - 1);
        }
    }
    return nvs_i_cell(e, kind, metric, &choice, name, choice.label != NULL ? choice.label->v.text : name);
}

/* Parts for all Metrics of this name in a message, with index from 0. */
static int nvs_i_all_cells(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *message, nvs_field name, int table)
{
    const size_t start = e->count;
    const nvs_node *n;
    size_t i;
    for (n = nvs_node_child(message, name); n != NULL; n = nvs_node_again(n))
        if (!nvs_i_cells(e, kind, n, NULL, table)) return 0;
    for (i = start; i < e->count; i++) e->parts[i].index = i - start;
    return 1;
}

/* The number of a Metric, if it is there and has one; the parts that it takes are given back. */
static int nvs_i_cell_number(nvs_i_evaluator *e, const nvs_node *metric, unsigned char *has, double *out)
{
    const size_t start = e->count;
    int number = 0;
    *has = 0;
    *out = 0;
    if (metric == NULL) return 1;
    if (!nvs_i_cells(e, NVS_PART_KIND_CELL, metric, NULL, 0)) return 0;
    if (e->count > start) *out = nvs_value_number(&e->parts[start].cell.data.value, &number);
    *has = (unsigned char)number;
    e->count = start;
    return 1;
}

typedef struct nvs_i_sorting {
    const nvs_part *parts;
    int by_value, down;
} nvs_i_sorting;

/* Whether a part has the key it is sorted by. */
static int nvs_i_sortable(const nvs_i_sorting *s, const nvs_cell *c, double *number)
{
    int is;
    if (!s->by_value) return c->state != NVS_CELL_STATE_FILLER && c->label.len > 0;
    *number = nvs_value_number(&c->data.value, &is);
    return is && *number == *number;
}

static int nvs_i_sorting_order(const void *user, uint32_t a, uint32_t b)
{
    const nvs_i_sorting *s = (const nvs_i_sorting *)user;
    double x = 0, y = 0;
    const int has_x = nvs_i_sortable(s, &s->parts[a].cell, &x), has_y = nvs_i_sortable(s, &s->parts[b].cell, &y);
    int c;
    if (!has_x || !has_y) return has_y - has_x;
    c = s->by_value ? (x < y ? -1 : x > y) : nvs_i_compare(s->parts[a].cell.label, s->parts[b].cell.label);
    return s->down ? -c : c;
}

/* Sorts the parts from start on as SortKey and SortDirection of the message say, and numbers them. */
static int nvs_i_arrange(nvs_i_evaluator *e, const nvs_node *message, size_t start)
{
    const nvs_node *key = nvs_node_child(message, NVS_FIELD_SORT_KEY);
    const size_t n = e->count - start;
    nvs_i_sorting s;
    nvs_part *copy;
    uint32_t *order;
    size_t i;
    if (key != NULL && n > 1) {
        if (n >= NVS_I_NONE) return nvs_i_evaluate_fail(e, NVS_LIMIT, "more cells than can be sorted");
        copy = (nvs_part *)nvs_i_evaluate_alloc(e, n, sizeof *copy);
        order = copy != NULL ? (uint32_t *)nvs_i_evaluate_alloc(e, n, 2 * sizeof *order) : NULL;
        if (order == NULL) return 0;
        nvs_i_copy(copy, e->parts + start, n * sizeof *copy);
        s.parts = copy;
        s.by_value = key->v.u == 1;
        s.down = nvs_node_uint(message, NVS_FIELD_SORT_DIRECTION) == 1;
        for (i = 0; i < n; i++) order[i] = (uint32_t)i;
        nvs_i_sort(order, order + n, n, nvs_i_sorting_order, &s);
        for (i = 0; i < n; i++) nvs_i_copy(&e->parts[start + i], &copy[order[i]], sizeof *copy);
    }
    for (i = 0; i < n; i++) e->parts[start + i].index = i;
    return 1;
}

static int nvs_i_table(nvs_i_evaluator *e, const nvs_node *message, size_t item)
{
    const size_t start = e->count;
    uint64_t rows, columns, n, i;
    int by_column;
    if (!nvs_i_all_cells(e, NVS_PART_KIND_CELL, message, NVS_FIELD_METRICS, 1) || !nvs_i_arrange(e, message, start))
        return 0;
    n = e->count - start;
    columns = nvs_node_uint(message, NVS_FIELD_COLUMNS);
    if (columns == 0) columns = 1;
    rows = nvs_node_uint(message, NVS_FIELD_ROWS);
    if (rows == 0) rows = (n + columns - 1) / columns;
    by_column = nvs_node_uint(message, NVS_FIELD_ORDER) == 1;
    e->parts[item].rows = rows;
    e->parts[item].columns = columns;
    e->parts[item].by_column = by_column;
    for (i = 0; i < n; i++) {
        nvs_part *p = &e->parts[start + i];
        p->row = by_column ? i % rows : i / columns;
        p->column = by_column ? i / rows : i % columns;
    }
    return 1;
}

/* A correlation id as a label: texts and whole numbers; others have none. */
static int nvs_i_id_label(nvs_i_evaluator *e, const nvs_value *id, nvs_view *out)
{
    char *text;
    uint64_t u;
    size_t n = 1;
    *out = nvs_text(NULL);
    if (id->kind == NVS_KIND_STRING) *out = id->v.text;
    if (!nvs_i_is_whole(id->kind)) return 1;
    for (u = id->v.u; u >= 10; u /= 10) n++;
    text = (char *)nvs_i_evaluate_alloc(e, n, 1);
    if (text == NULL) return 0;
    *out = nvs_i_view(text, n);
    for (u = id->v.u; n > 0; u /= 10) text[--n] = (char)('0' + u % 10);
    return 1;
}

/* Removes the parts from start on and returns them; NULL: no memory. */
static nvs_part *nvs_i_take_off(nvs_i_evaluator *e, size_t start)
{
    const size_t count = e->count - start;
    nvs_part *parts = (nvs_part *)nvs_i_evaluate_alloc(e, count, sizeof *parts);
    if (parts == NULL) return NULL;
    nvs_i_copy(parts, e->parts + start, count * sizeof *parts);
    e->count = start;
    return parts;
}

static int nvs_i_bars(nvs_i_evaluator *e, const nvs_node *message)
{
    const size_t start = e->count;
    const nvs_node *n;
    for (n = nvs_node_child(message, NVS_FIELD_METRICS); n != NULL; n = nvs_node_again(n)) {
        const size_t first = e->count;
        nvs_part *cells;
        size_t count, i, k;
        if (!nvs_i_cells(e, NVS_PART_KIND_BAR, n, NULL, 0)) return 0;
        if (!nvs_node_uint(n, NVS_FIELD_SHOW_INSTANCES)) continue;
        count = e->count - first;
        cells = nvs_i_take_off(e, first);
        if (cells == NULL) return 0;
        for (i = 0; i < count; i++) {
            const nvs_cell *c = &cells[i].cell;
            const int whole = c->state == NVS_CELL_STATE_MISSING || c->state == NVS_CELL_STATE_FILLER;
            for (k = 0; k < (whole ? 1 : c->data.count); k++) {
                nvs_part *p = nvs_i_part(e, NVS_PART_KIND_BAR, n);
                if (p == NULL) return 0;
                nvs_i_copy(&p->cell, c, sizeof p->cell);
                if (whole) continue;
                p->u.id = nvs_column_value(&c->data.ids, k);
                nvs_i_zero(&p->cell.data, sizeof p->cell.data);
                p->cell.data.value = nvs_column_value(&c->data.values, k);
                p->cell.state = p->cell.data.value.kind == NVS_KIND_NONE ? NVS_CELL_STATE_NONE : NVS_CELL_STATE_VALUE;
                if (!nvs_i_id_label(e, &p->u.id, &p->cell.label)) return 0;
            }
        }
    }
    return nvs_i_arrange(e, message, start);
}

static int nvs_i_finite(double d) { return d - d == 0; }

/* The bins of a line: values from the least to the largest in equal steps. */
static int nvs_i_bins(nvs_i_evaluator *e, const nvs_node *metric, const nvs_metric *d, uint64_t bins)
{
    double low = 0, high = 0, width;
    uint64_t *counts;
    nvs_part *p;
    size_t i;
    int any = 0, number;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_value(&d->values, i);
        const double x = nvs_value_number(&v, &number);
        if (!number || !nvs_i_finite(x)) continue;
        if (!any || x < low) low = x;
        if (!any || x > high) high = x;
        any = 1;
    }
    if (!any) return 1;
    counts = (uint64_t *)nvs_i_evaluate_alloc(e, (size_t)bins, sizeof *counts);
    if (counts == NULL) return 0;
    nvs_i_zero(counts, (size_t)bins * sizeof *counts);
    width = (high - low) / (double)bins;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_value(&d->values, i);
        const double x = nvs_value_number(&v, &number);
        double at;
        if (!number || !nvs_i_finite(x)) continue;
        at = width > 0 ? (x - low) / width : 0;
        counts[at < (double)bins && (uint64_t)at < bins ? (size_t)at : (size_t)bins - 1]++;
    }
    p = nvs_i_part(e, NVS_PART_KIND_BINS, metric);
    if (p == NULL) return 0;
    p->u.bins.count = bins;
    p->u.bins.low = low;
    p->u.bins.width = width;
    p->u.bins.counts = counts;
    return 1;
}

enum { NVS_I_BINS = 65536 };

static int nvs_i_histogram(nvs_i_evaluator *e, const nvs_node *message, size_t item)
{
    const nvs_node *metric = nvs_node_child(message, NVS_FIELD_METRIC);
    const nvs_node *const field =
        nvs_node_child(nvs_node_child(message, NVS_FIELD_HISTOGRAM_AXIS), NVS_FIELD_BIN_COUNT);
    const int64_t asked = field != NULL ? field->v.i : 0;
    const uint64_t bins = asked == 0 ? 10 : asked < 1 ? 1 : asked > NVS_I_BINS ? (uint64_t)NVS_I_BINS : (uint64_t)asked;
    size_t i, count;
    nvs_part *lines;
    e->parts[item].rows = bins;
    if (metric == NULL) return 1;
    if (asked > NVS_I_BINS && !nvs_i_evaluate_problem(e, NVS_PROBLEM_KIND_RANGE, field)) return 0;
    if (!nvs_i_cells(e, NVS_PART_KIND_VALUES, metric, NULL, 0)) return 0;
    count = e->count - item - 1; /* a name may stand for several */
    lines = nvs_i_take_off(e, item + 1);
    if (lines == NULL) return 0;
    for (i = 0; i < count; i++) {
        nvs_part *p = nvs_i_part(e, NVS_PART_KIND_VALUES, metric);
        if (p == NULL) return 0;
        nvs_i_copy(p, &lines[i], sizeof *p);
        if (!nvs_i_bins(e, metric, &lines[i].cell.data, bins)) return 0;
    }
    return 1;
}

static uint32_t nvs_i_count(const nvs_node *message, nvs_field name)
{
    const nvs_node *n;
    uint32_t count = 0;
    for (n = nvs_node_child(message, name); n != NULL; n = nvs_node_again(n)) count++;
    return count;
}

static int nvs_i_suffix_table(nvs_i_evaluator *e, const nvs_node *message, size_t item)
{
    const nvs_node *suffixes = nvs_node_child(message, NVS_FIELD_SUFFIXES);
    const nvs_node *base = nvs_node_child(nvs_node_child(message, NVS_FIELD_BASE_NAMES), NVS_FIELD_BASE_NAME);
    uint64_t row = 0;
    for (; base != NULL; base = nvs_node_again(base)) {
        const nvs_node *suffix = nvs_node_child(suffixes, NVS_FIELD_SUFFIX);
        const size_t start = e->count;
        size_t i;
        for (i = start; suffix != NULL; suffix = nvs_node_again(suffix)) {
            if (!nvs_i_cells(e, NVS_PART_KIND_CELL, base, suffix, 0)) return 0;
            for (; i < e->count; i++) e->parts[i].cell.suffix = suffix;
        }
        for (i = start; i < e->count; i++) {
            e->parts[i].row = row;
            e->parts[i].column = i - start;
        }
        row += e->count > start;
    }
    e->parts[item].rows = row;
    e->parts[item].columns = nvs_i_count(suffixes, NVS_FIELD_SUFFIX);
    return 1;
}

static int nvs_i_series(nvs_i_evaluator *e, const nvs_node *metric, uint64_t group, uint64_t row)
{
    size_t i, k = e->count;
    if (!nvs_i_cells(e, NVS_PART_KIND_SERIES, metric, NULL, 0)) return 0;
    for (; k < e->count; k++) {
        nvs_part *p = &e->parts[k];
        p->row = group;
        p->column = row;
        for (i = 0; i < p->cell.data.count; i++) {
            const nvs_value v = nvs_column_value(&p->cell.data.values, i);
            int number;
            const double x = nvs_value_number(&v, &number);
            if (!number || x != x) continue;
            if (p->u.range.count == 0) p->u.range.first = p->u.range.min = p->u.range.max = x;
            if (x < p->u.range.min) p->u.range.min = x;
            if (x > p->u.range.max) p->u.range.max = x;
            p->u.range.last = x;
            if (p->u.range.count < NVS_I_NONE) p->u.range.count++;
        }
    }
    return 1;
}

static int nvs_i_timeline(nvs_i_evaluator *e, const nvs_node *message)
{
    const nvs_node *n, *row, *metric;
    for (n = message->child; n != NULL; n = n->next) {
        nvs_part *p;
        if (n->type != NVS_TYPE_MESSAGE) continue;
        if (n->of == NVS_MESSAGE_METRIC) {
            if (!nvs_i_series(e, n, NVS_INDEX_NONE, NVS_INDEX_NONE)) return 0;
            continue;
        }
        e->at = n;
        p = nvs_i_part(e, NVS_PART_KIND_GROUP, n);
        if (p == NULL) return 0;
        p->index = n->index;
        for (row = nvs_node_child(n, NVS_FIELD_METRIC_ROWS); row != NULL; row = nvs_node_again(row)) {
            e->at = row;
            p = nvs_i_part(e, NVS_PART_KIND_ROW, row);
            if (p == NULL) return 0;
            p->row = n->index;
            p->index = row->index;
            for (metric = nvs_node_child(row, NVS_FIELD_METRICS); metric != NULL; metric = nvs_node_again(metric))
                if (!nvs_i_series(e, metric, n->index, row->index)) return 0;
        }
    }
    return 1;
}

/* A constant, a metric, or the sum of metrics a cycle times cycles a second. */
static int nvs_i_roofline_value(nvs_i_evaluator *e, const nvs_node *value, unsigned char *has, double *out)
{
    const nvs_node *constant = nvs_node_child(value, NVS_FIELD_CONSTANT),
                   *metric = nvs_node_child(value, NVS_FIELD_METRIC);
    const nvs_node *expression = nvs_node_child(value, NVS_FIELD_VALUE_CYCLES_PER_SECOND_EXPRESSION);
    const size_t start = e->count;
    unsigned char good;
    double rate;
    size_t i;
    *has = constant != NULL;
    *out = constant != NULL ? constant->v.d : 0;
    if (constant != NULL) return 1;
    if (metric != NULL) return nvs_i_cell_number(e, metric, has, out);
    if (!nvs_i_all_cells(e, NVS_PART_KIND_CELL, expression, NVS_FIELD_VALUE_PER_CYCLE_METRICS, 0)) return 0;
    good = e->count > start;
    for (i = start; i < e->count; i++) {
        int number;
        const double x = nvs_value_number(&e->parts[i].cell.data.value, &number);
        if (!number) good = 0;
        *out = i == start ? x : *out + x;
    }
    e->count = start;
    if (!nvs_i_cell_number(e, nvs_node_child(expression, NVS_FIELD_CYCLES_PER_SECOND_METRIC), has, &rate)) return 0;
    *has = *has && good;
    *out = *has ? *out * rate : 0;
    return 1;
}

static int nvs_i_roofline_point(nvs_i_evaluator *e, nvs_part_kind kind, const nvs_node *node, nvs_field work,
                                nvs_field traffic)
{
    const nvs_node *condition =
        nvs_node_child(nvs_node_child(node, NVS_FIELD_OPTIONS), NVS_FIELD_SHOW_ONLY_IF_NOT_ZERO);
    nvs_part p, *to;
    unsigned char has = 0;
    double x = 1;
    e->at = node;
    nvs_i_zero(&p, sizeof p);
    p.index = node->index;
    if (!nvs_i_roofline_value(e, nvs_node_child(node, work), &p.u.point.has_work, &p.u.point.work)) return 0;
    if (traffic != NVS_FIELD_NONE &&
        !nvs_i_roofline_value(e, nvs_node_child(node, traffic), &p.u.point.has_traffic, &p.u.point.traffic))
        return 0;
    if (kind == NVS_PART_KIND_CEILING && condition != NULL) {
        if (!nvs_i_cell_number(e, nvs_node_child(condition, NVS_FIELD_METRIC), &has, &x)) return 0;
        if (!has) x = 0;
    }
    if (p.u.point.has_work && p.u.point.has_traffic) {
        p.u.point.has_intensity = 1;
        p.u.point.intensity = p.u.point.work / p.u.point.traffic;
    }
    p.shown = p.u.point.has_intensity && x != 0;
    to = nvs_i_part(e, kind, node);
    if (to == NULL) return 0;
    to->index = p.index;
    to->shown = p.shown;
    to->u.point = p.u.point;
    return 1;
}

static int nvs_i_roofline(nvs_i_evaluator *e, const nvs_node *message)
{
    const nvs_node *n;
    for (n = nvs_node_child(message, NVS_FIELD_ROOFLINES); n != NULL; n = nvs_node_again(n))
        if (!nvs_i_roofline_point(e, NVS_PART_KIND_CEILING, n, NVS_FIELD_PEAK_WORK, NVS_FIELD_PEAK_TRAFFIC)) return 0;
    for (n = nvs_node_child(message, NVS_FIELD_ACHIEVED_VALUES); n != NULL; n = nvs_node_again(n))
        if (!nvs_i_roofline_point(e, NVS_PART_KIND_ACHIEVED, n, NVS_FIELD_ACHIEVED_WORK, NVS_FIELD_ACHIEVED_TRAFFIC))
            return 0;
    for (n = nvs_node_child(message, NVS_FIELD_WALLS); n != NULL; n = nvs_node_again(n))
        if (!nvs_i_roofline_point(e, NVS_PART_KIND_WALL, n, NVS_FIELD_VALUE, NVS_FIELD_NONE)) return 0;
    return 1;
}

/* An element of a body item. */
static int nvs_i_element_parts(nvs_i_evaluator *e, const nvs_node *n)
{
    const size_t item = e->count;
    size_t i;
    e->at = n;
    if (nvs_i_part(e, NVS_PART_KIND_ITEM, n) == NULL) return 0;
    switch (n->of) {
    case NVS_MESSAGE_TABLE: return nvs_i_table(e, n, item);
    case NVS_MESSAGE_BAR_CHART: return nvs_i_bars(e, n);
    case NVS_MESSAGE_LINE_CHART:
        return nvs_i_all_cells(e, NVS_PART_KIND_LINE, n, NVS_FIELD_METRICS, 0) &&
               nvs_i_all_cells(e, NVS_PART_KIND_HIGHLIGHT, nvs_node_child(n, NVS_FIELD_HIGHLIGHT_X), NVS_FIELD_METRICS,
                               0);
    case NVS_MESSAGE_HISTOGRAM_CHART: return nvs_i_histogram(e, n, item);
    case NVS_MESSAGE_ROOFLINE_CHART: return nvs_i_roofline(e, n);
    case NVS_MESSAGE_SOURCE_METRIC_TABLE: return nvs_i_all_cells(e, NVS_PART_KIND_COLUMN, n, NVS_FIELD_METRICS, 0);
    case NVS_MESSAGE_SUFFIX_TABLE: return nvs_i_suffix_table(e, n, item);
    case NVS_MESSAGE_TIMELINE: return nvs_i_timeline(e, n);
    case NVS_MESSAGE_GFX_METRICS_WIDGET:
        if (!nvs_i_all_cells(e, NVS_PART_KIND_CELL, n, NVS_FIELD_METRICS, 0)) return 0;
        for (i = item + 1; i < e->count; i++) e->parts[i].row = i - item - 1;
        return 1;
    default: return 1;
    }
}

static int nvs_i_body(nvs_i_evaluator *e, const nvs_node *body)
{
    const nvs_node *n;
    nvs_walk how = NVS_WALK_INTO;
    e->at = body;
    if (nvs_i_part(e, NVS_PART_KIND_BODY, body) == NULL) return 0;
    e->parts[e->count - 1].index = body->index;
    for (n = nvs_node_walk(body, body, NVS_WALK_INTO); n != NULL; n = nvs_node_walk(body, n, how)) {
        how = NVS_WALK_OVER;
        if (n->type != NVS_TYPE_MESSAGE) continue;
        if (n->of == NVS_MESSAGE_BODY_ITEM) {
            nvs_conditions conditions;
            nvs_reason reason;
            nvs_conditions_of(n, NULL, &conditions);
            reason = nvs_conditions_test(&conditions, &e->metrics->device, NULL);
            if (reason == NVS_REASON_NONE) {
                how = NVS_WALK_INTO;
                continue;
            }
            e->at = n;
            if (nvs_i_part(e, NVS_PART_KIND_DROPPED, n) == NULL) return 0;
            e->parts[e->count - 1].reason = reason;
        } else if (n->of != NVS_MESSAGE_FILTER) {
            if (!nvs_i_element_parts(e, n)) return 0;
            if (n->of == NVS_MESSAGE_HORIZONTAL_CONTAINER) how = NVS_WALK_INTO;
        }
    }
    return 1;
}

static int nvs_i_counters(nvs_i_evaluator *e, const nvs_node *group)
{
    size_t k, i;
    if (group == NULL) return 1;
    e->at = group;
    if (nvs_i_part(e, NVS_PART_KIND_SOURCE, group) == NULL) return 0;
    k = e->count;
    if (!nvs_i_all_cells(e, NVS_PART_KIND_COUNTER, group, NVS_FIELD_METRICS, 0)) return 0;
    for (; k < e->count; k++) {
        nvs_part *p = &e->parts[k];
        p->shown = p->cell.label.len > 0 && p->cell.data.count > 0;
        for (i = 0; p->shown && group->name == NVS_FIELD_METRICS && i < p->cell.data.count; i++) {
            const nvs_value v = nvs_column_value(&p->cell.data.values, i);
            if (v.kind != NVS_KIND_NONE && v.kind != NVS_KIND_UINT64) p->shown = 0;
        }
    }
    return 1;
}

static int nvs_i_evaluate_all(nvs_i_evaluator *e)
{
    const nvs_node *n, *header = nvs_node_child(e->section, NVS_FIELD_HEADER);
    size_t i;
    if (!nvs_i_all_cells(e, NVS_PART_KIND_HEADER, header, NVS_FIELD_METRICS, 1)) return 0;
    for (i = 0; i < e->count; i++) {
        e->parts[i].row = i / 2;
        e->parts[i].column = i % 2;
    }
    for (n = nvs_node_child(e->section, NVS_FIELD_BODY); n != NULL; n = nvs_node_again(n))
        if (!nvs_i_body(e, n)) return 0;
    return nvs_i_counters(e, nvs_node_child(e->section, NVS_FIELD_METRICS)) &&
           nvs_i_counters(e, nvs_node_child(e->section, NVS_FIELD_SOURCE_METRICS));
}

NVS_API const nvs_evaluation *nvs_evaluate(const nvs_metrics *metrics, const nvs_node *section,
                                           const nvs_evaluate_options *options, nvs_error *error)
{
    nvs_i_arena arena;
    nvs_i_evaluation *v;
    nvs_i_evaluator e;
    if (metrics == NULL || !nvs_i_sections_good(&section, 1, NULL))
        return (const nvs_evaluation *)nvs_i_fail(error, NVS_ARGUMENT, 0, "no metrics, or not a section");
    if (!nvs_i_arena_open(&arena, options != NULL ? &options->memory : NULL))
        return (const nvs_evaluation *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    v = (nvs_i_evaluation *)nvs_i_alloc(&arena, 1, sizeof *v);
    if (v == NULL) return (const nvs_evaluation *)nvs_i_no_memory(error, arena.code);
    nvs_i_zero(&e, sizeof e);
    e.arena = &arena;
    e.metrics = (const nvs_i_metrics *)(const void *)metrics;
    e.section = e.at = section;
    nvs_conditions_of(section, NULL, &e.outer);
    if (!nvs_i_evaluate_all(&e)) {
        nvs_i_arena_close(&arena);
        return (const nvs_evaluation *)nvs_i_fail(error, e.code, e.at->offset, e.message);
    }
    nvs_i_zero(v, sizeof *v);
    v->arena = arena;
    v->pub.section = section;
    v->pub.parts = e.parts;
    v->pub.count = e.count;
    v->pub.missing = e.missing;
    v->pub.missing_count = e.missing_count;
    v->pub.missing_required = e.missing_required;
    v->problems = e.problems;
    v->pub.problem_count = e.problem_count;
    (void)nvs_i_fail(error, NVS_OK, 0, "");
    return &v->pub;
}

NVS_I_DEFINE_CLOSE(evaluation, const nvs_evaluation, nvs_i_evaluation)
NVS_API int nvs_evaluation_problem_at(const nvs_evaluation *evaluation, uint32_t index, nvs_problem *out)
{
    return nvs_i_problem_out(evaluation != NULL ? ((const nvs_i_evaluation *)(const void *)evaluation)->problems : NULL,
                             evaluation != NULL ? evaluation->problem_count : 0, index, out);
}

NVS_I_DEFINE_MEMORY_USED(evaluation, nvs_i_evaluation)

NVS_I_DEFINE_NAME(cell_state, NVS_CELL_STATES)
NVS_I_DEFINE_NAME(part_kind, NVS_PART_KINDS)
#endif /* NVS_NO_EVALUATE */

#ifndef NVS_NO_RULES
/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* A number that a rule sends to its children. */
typedef struct nvs_i_sent {
    struct nvs_i_sent *next;
    const nvs_rule *from;
    nvs_view key;
    double value;
} nvs_i_sent;

typedef struct nvs_i_rules {
    nvs_findings pub;
    nvs_rule_context context; /* what the running rule receives */
    nvs_i_arena arena;
    nvs_source source;
    nvs_launch launch;
    const nvs_rule **rules; /* that take part, in order */
    size_t count;
    nvs_rule_result *results;
    nvs_rule_result *now;
    nvs_finding *findings;  /* of the rule that runs */
    uint32_t room;
    nvs_i_sent *sent;
    nvs_code code;          /* why the run fails */
} nvs_i_rules;

/* The run that a context belongs to; NULL for NULL. */
static nvs_i_rules *nvs_i_rules_of(const nvs_rule_context *context)
{
    return context != NULL ? (nvs_i_rules *)context->i_state : NULL;
}

NVS_I_DEFINE_NAME(level, NVS_LEVELS)
NVS_I_DEFINE_NAME(speedup, NVS_SPEEDUPS)
NVS_I_DEFINE_NAME(severity, NVS_SEVERITIES)
NVS_I_DEFINE_NAME(finding_kind, NVS_FINDING_KINDS)

static void *nvs_i_rule_alloc(nvs_i_rules *c, size_t count, size_t size)
{
    void *p = nvs_i_alloc(&c->arena, count, size);
    if (p == NULL && c->code == NVS_OK) c->code = c->arena.code;
    return p;
}

static nvs_view nvs_i_rule_text(nvs_i_rules *c, nvs_view text)
{
    char *copy;
    if (text.ptr == NULL || text.len == 0) return nvs_text(NULL);
    copy = (char *)nvs_i_rule_alloc(c, text.len, 1);
    if (copy == NULL) return nvs_text(NULL);
    nvs_i_copy(copy, text.ptr, text.len);
    return nvs_i_view(copy, text.len);
}

NVS_API int nvs_rule_metric(nvs_rule_context *context, nvs_view name, nvs_metric *metric)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    nvs_metric own;
    int found;
    if (metric == NULL) metric = &own;
    nvs_i_zero(metric, sizeof *metric);
    if (c == NULL) return 0;
    found = nvs_i_metric(&c->source, nvs_i_given(name), metric);
    if (found < 0 && c->code == NVS_OK) c->code = NVS_IO;
    if (found <= 0) nvs_i_zero(metric, sizeof *metric);
    return found > 0;
}

NVS_API int nvs_rule_name_at(nvs_rule_context *context, size_t index, nvs_view *name)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    nvs_view own;
    int found = 0;
    if (name == NULL) name = &own;
    *name = nvs_text(NULL);
    if (c != NULL && c->source.name_fn != NULL) found = nvs_i_answer(c->source.name_fn(index, name, c->source.user));
    if (found < 0 && c->code == NVS_OK) c->code = NVS_IO;
    if (found <= 0) *name = nvs_text(NULL);
    return found > 0;
}

NVS_API int nvs_rule_place(nvs_rule_context *context, uint64_t address, nvs_place *place)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    nvs_place own;
    int found = 0, again;
    if (place == NULL) place = &own;
    for (again = 0; again < 2 && found <= 0; again++) { /* what a callback that finds nothing left there goes */
        nvs_i_zero(place, sizeof *place);
        place->address = address;
        place->file = place->sass = nvs_text(NULL);
        if (again == 0 && c != NULL && c->source.place_fn != NULL) {
            const nvs_reply reply = c->source.place_fn(address, place, c->source.user);
            found = reply == NVS_REPLY_UNKNOWN ? 0 : nvs_i_answer(reply);
        }
    }
    if (found < 0 && c->code == NVS_OK) c->code = NVS_IO;
    return found > 0;
}

/* Whether a list of names holds this one. */
static int nvs_i_lists(const char *const *list, nvs_view what)
{
    for (; list != NULL && *list != NULL; list++)
        if (nvs_i_same(nvs_text(*list), what)) return 1;
    return 0;
}

NVS_API int nvs_rule_receive(const nvs_rule_context *context, nvs_view parent, nvs_view key, double *value)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    const nvs_i_sent *s;
    if (value != NULL) *value = 0;
    parent = nvs_i_given(parent);
    if (c == NULL || !nvs_i_lists(c->now->rule->parents, parent)) return 0;
    for (s = c->sent; s != NULL; s = s->next)
        if (nvs_i_same(nvs_text(s->from->identifier), parent) && nvs_i_same(s->key, nvs_i_given(key))) {
            if (value != NULL) *value = s->value;
            return 1;
        }
    return 0;
}

NVS_API void nvs_rule_send(nvs_rule_context *context, nvs_view key, double value)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    nvs_i_sent *s = c != NULL ? (nvs_i_sent *)nvs_i_rule_alloc(c, 1, sizeof *s) : NULL;
    if (s == NULL) return;
    s->from = c->now->rule;
    s->key = nvs_i_rule_text(c, key);
    s->value = value;
    s->next = c->sent; /* of equal keys the last one counts */
    c->sent = s;
}

NVS_API uint32_t nvs_rule_add(nvs_rule_context *context, const nvs_finding *finding)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    nvs_rule_result *now;
    nvs_finding *f;
    if (c == NULL || finding == NULL || c->code != NVS_OK || (unsigned)finding->kind > NVS_FINDING_KIND_MARKER)
        return 0;
    now = c->now;
    if (finding->kind != NVS_FINDING_KIND_MESSAGE &&
        (finding->message > now->messages || (finding->message == 0 && finding->kind == NVS_FINDING_KIND_FOCUS)))
        return 0;
    f = (nvs_finding *)nvs_i_more(&c->arena, c->findings, now->count, &c->room, sizeof *f);
    if (f == NULL) {
        c->code = c->arena.code;
        return 0;
    }
    now->findings = c->findings = f;
    f += now->count++;
    nvs_i_copy(f, finding, sizeof *f);
    if (f->kind == NVS_FINDING_KIND_MESSAGE) f->message = ++now->messages;
    f->title = nvs_i_rule_text(c, finding->title);
    f->text = nvs_i_rule_text(c, finding->text);
    f->metric = nvs_i_rule_text(c, finding->metric);
    f->place.file = nvs_i_rule_text(c, finding->place.file);
    f->place.sass = nvs_i_rule_text(c, finding->place.sass);
    return f->message;
}

NVS_API void nvs_rule_speedup(nvs_rule_context *context, uint32_t message, nvs_speedup speedup, double percent)
{
    nvs_i_rules *const c = nvs_i_rules_of(context);
    uint32_t i;
    for (i = 0; c != NULL && i < c->now->count; i++)
        if (c->findings[i].kind == NVS_FINDING_KIND_MESSAGE && c->findings[i].message == message) {
            c->findings[i].speedup = speedup;
            c->findings[i].percent = percent;
        }
}

/* Whether a rule belongs to the sections that are asked for. */
static int nvs_i_rule_wanted(const nvs_rule *rule, const nvs_rules_options *options)
{
    size_t i;
    if (options == NULL || options->sections == NULL || rule->section == NULL) return 1;
    for (i = 0; i < options->section_count; i++)
        if (nvs_i_same(nvs_i_given(options->sections[i]), nvs_text(rule->section))) return 1;
    return 0;
}

/* Puts rules into order: repeatedly the first one whose parents are all placed or do not take part; if there is none,
   the first one left. */
static void nvs_i_rules_order(nvs_i_rules *c, const nvs_rule **waiting, size_t count)
{
    size_t i, k, j;
    for (c->count = 0; c->count < count;) {
        size_t best = count;
        for (i = 0; i < count && best == count; i++) {
            int ready = waiting[i] != NULL;
            for (k = 0; ready && k < count; k++)
                if (k != i && waiting[k] != NULL && nvs_i_lists(waiting[i]->parents, nvs_text(waiting[k]->identifier)))
                    ready = 0;
            if (ready) best = i;
        }
        for (j = 0; best == count; j++)
            if (waiting[j] != NULL) best = j;
        c->rules[c->count++] = waiting[best];
        waiting[best] = NULL;
    }
}

static int nvs_i_rules_start(nvs_i_rules *c, const nvs_rule *const *rules, size_t count,
                             const nvs_rules_options *options)
{
    const nvs_rule **waiting;
    size_t i, k, n = 0;
    c->rules = (const nvs_rule **)nvs_i_rule_alloc(c, count, 2 * sizeof *c->rules);
    c->results = (nvs_rule_result *)nvs_i_rule_alloc(c, count, sizeof *c->results);
    if (c->rules == NULL || c->results == NULL) return 0;
    waiting = c->rules + count;
    for (i = 0; i < count; i++) {
        if (!nvs_i_rule_wanted(rules[i], options)) continue;
        for (k = 0; k < n && !nvs_i_same(nvs_text(waiting[k]->identifier), nvs_text(rules[i]->identifier)); k++) {}
        if (k == n) waiting[n++] = rules[i];
    }
    nvs_i_rules_order(c, waiting, n);
    return 1;
}

/* Whether all metrics that the rule requires are there; if not, reports which one is missing. */
static int nvs_i_rule_ready(nvs_i_rules *c)
{
    static const char before[] = "This rule needs the metric ", after[] = ", which is missing.";
    const char *const *name = c->now->rule->required;
    nvs_finding missing;
    nvs_metric metric;
    nvs_view text;
    char *out;
    int has = 1;
    for (; name != NULL && *name != NULL; name++) {
        (void)nvs_rule_metric(&c->context, nvs_text(*name), &metric);
        (void)nvs_value_number(&metric.value, &has);
        if (!has) break;
    }
    if (has) return 1;
    if (c->code != NVS_OK) return 0;
    text = nvs_text(*name);
    out = (char *)nvs_i_rule_alloc(c, sizeof before + text.len + sizeof after, 1);
    if (out == NULL) return 0;
    nvs_i_copy(out, before, sizeof before - 1);
    nvs_i_copy(out + sizeof before - 1, text.ptr, text.len);
    nvs_i_copy(out + sizeof before - 1 + text.len, after, sizeof after - 1);
    c->now->failed = 1;
    nvs_i_zero(&missing, sizeof missing);
    missing.level = NVS_LEVEL_ERROR;
    missing.text = nvs_i_view(out, sizeof before - 1 + text.len + sizeof after - 1);
    (void)nvs_rule_add(&c->context, &missing);
    return 0;
}

NVS_API const nvs_findings *nvs_rules_run(const nvs_rule *const *rules, size_t count, const nvs_source *source,
                                          const nvs_rules_options *options, nvs_error *error)
{
    nvs_i_arena arena;
    nvs_i_rules *c;
    size_t i;
    for (i = 0; rules != NULL && i < count && rules[i] != NULL && rules[i]->apply_fn != NULL; i++) continue;
    if (i < count)
        return (const nvs_findings *)nvs_i_fail(error, NVS_ARGUMENT, i, "not a rule, or one without apply_fn");
    if (source == NULL || source->metric_fn == NULL)
        return (const nvs_findings *)nvs_i_fail(error, NVS_ARGUMENT, 0, "rules without a source or its metric_fn");
    if (!nvs_i_arena_open(&arena, options != NULL ? &options->memory : NULL))
        return (const nvs_findings *)nvs_i_fail(error, NVS_ARGUMENT, 0, NVS_I_BAD_MEMORY);
    c = (nvs_i_rules *)nvs_i_alloc(&arena, 1, sizeof *c);
    if (c == NULL) return (const nvs_findings *)nvs_i_no_memory(error, arena.code);
    nvs_i_zero(c, sizeof *c);
    c->arena = arena;
    c->source = *source;
    if (options != NULL) c->launch = options->launch;
    c->launch.kernel = nvs_i_given(c->launch.kernel);
    if (nvs_i_rules_start(c, rules, count, options))
        for (i = 0; i < c->count && c->code == NVS_OK; i++) {
            c->now = &c->results[i];
            nvs_i_zero(c->now, sizeof *c->now);
            c->now->rule = c->rules[i];
            c->context.rule = c->rules[i];
            c->context.i_state = c;
            c->context.launch = &c->launch;
            c->findings = NULL;
            c->room = 0;
            if (nvs_i_rule_ready(c)) c->rules[i]->apply_fn(&c->context);
        }
    if (c->code != NVS_OK) {
        if (c->code == NVS_IO) (void)nvs_i_fail(error, c->code, 0, "a callback of a rule failed");
        else (void)nvs_i_no_memory(error, c->code);
        nvs_i_arena_close(&c->arena);
        return NULL;
    }
    c->pub.results = c->results;
    c->pub.count = c->count;
    (void)nvs_i_fail(error, NVS_OK, 0, "");
    return &c->pub;
}

NVS_I_DEFINE_CLOSE(findings, const nvs_findings, nvs_i_rules)
NVS_I_DEFINE_MEMORY_USED(findings, nvs_i_rules)
#endif /* NVS_NO_RULES */

/* Private macros go no further. */
#undef NVS_I_NONE
#undef NVS_I_MAX_INPUT
#undef NVS_I_TOO_LARGE
#undef NVS_I_BAD_MEMORY
#undef NVS_I_PLAIN_LOOP
#undef NVS_I_WORD
#undef NVS_I_DEFINE_NAME
#undef NVS_I_DEFINE_CLOSE
#undef NVS_I_DEFINE_MEMORY_USED
#undef NVS_I_BIG
#undef NVS_I_FIRST
#undef NVS_I_MESSAGE
#undef NVS_I_SLOTS
#undef NVS_I_SPACE
#undef NVS_I_LETTER
#undef NVS_I_DIGIT
#undef NVS_I_HEX
#undef NVS_I_SYMBOL
#undef NVS_I_STOP
#undef NVS_I_DEPTH
#undef NVS_I_ONES

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* NVS_IMPLEMENTATION */

/*
This software is available under three licences. Choose whichever you prefer.

------------------------------------------------------------------------------
ALTERNATIVE A - MIT No Attribution (MIT-0)

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE B - Public Domain (Unlicense, unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE C - MIT

Copyright (c) 2026 the authors of nvsection.h

The text of A with, after "do so", "subject to the following conditions: The
above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software."
*/
