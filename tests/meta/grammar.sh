# The grammar that the headers share: names, verbs, options, enums, the first page, banners, lines. A header counts once for
# each check. The made-up header tests/meta/toy/toy.h passes; each change to it below must be found by the check it names.
. tests/lib.sh
. tests/compile.sh
checks="banners callbacks enums guards names options page pairs posix private sources verbs views width"
grammar() { awk -v name="$(basename "$1")" -f tests/meta/grammar.awk "$1"; }

# What happens inside: lists of rows, replies, problems, memory. Departures that docs/DESIGN.md names: a clock.
inside="iterators memory problems replies rows"
open="drmfdinfo.h,replies"
for h in $headers; do
    grammar $h >"$work/found"
    for c in $checks $inside; do
        case " $open " in *" $h,$c "*) continue ;; esac
        if lines=$(grep "^$c: " "$work/found"); then fail "$h, $c: $(printf '%s\n' "$lines" | grep -c .) found" "$lines"; else ok; fi
    done
done

toy=tests/meta/toy/toy.h
out=$(grammar $toy)
if [ -z "$out" ]; then ok; else fail "$toy" "$out"; fi
# finds CHECK SED_SCRIPT: the toy, changed this way.
finds() {
    sed "$2" $toy >"$work/toy.h"
    out=$(grammar "$work/toy.h")
    if cmp -s $toy "$work/toy.h"; then fail "a change of the toy changes nothing: $2"
    elif printf '%s\n' "$out" | grep -q "^$1: "; then ok
    else fail "expected $1 to find: $2" "found:" "$out"; fi
}
finds banners '/^.\* ---- Words/s/Words/Word/'
finds banners '/= implementation/,$s/- Words -/- Terms -/'
finds banners 's/- Basics -/- Things -/'
finds banners '/= end of the interface/d'
finds banners 's/^\/\* ==== implementation /\/* ==== the bodies ==== /'
finds callbacks 's/paint_fn/paint_f/'
finds callbacks 's/^    void \*user;$/    int user;/'
finds enums 's/TOY_KIND_DOLL/TOY_DOLL/'
finds enums 's/typedef enum toy_kind {/typedef enum {/'
finds enums 's/^typedef struct toy_toy toy_toy;/typedef enum toy_kind_of { TOY_KIND_OF_ONE } toy_kind_of;/; s/TOY_KIND_DOLL/TOY_KIND_OF_DOLL/'
finds guards 's/TOY_H$/TOYS_H/'
finds guards 's/^#define TOY_IMPLEMENTED/#define TOY_DONE_IMPLEMENTED/'
finds names 's/toy_toy_size/toys_toy_size/'
finds names 's/toy_code_name/toy_code_text/'
finds options 's/^    toy_memory memory;/    int colour; toy_memory memory;/'
finds options 's/size_t toy_toy_size(const toy_toy \*toy)/size_t toy_toy_size(const toy_memory *memory)/'
finds page 's/^THREADS        No/THREADS        no/'
finds page 's/^NULL  /NONE  /'
finds page 's/^    P4  Time is/    P4  The time is/'
finds page '/^OWNERSHIP/d'
finds page '/^ERRORS/{h; d;}; /^LIMITS/G'
finds page 's/^LIMITS  .*/&\
FOOD           Toys do not eat./'
finds page '/^and include it plainly/d'
finds page 's/make everything static/all is static/'
finds pairs '/toy_toy_close/d'
finds pairs 's/toy_words_begin/toy_words_read/'
finds pairs 's/toy_toy \*toy_toy_open/int toy_toy_make/'
finds posix 's/^#include <stddef.h>/#error "none"\
&/'
finds private 's/may be NULL/private/'
finds iterators '/^    toy_error error;$/d'
finds memory 's/toy_toy_memory_used/toy_toy_memory/g'
finds problems 's/uint32_t index, toy_problem \*out);/toy_problem *out, uint32_t index);/'
finds replies 's/toy_reply (\*paint_fn)/int (*paint_fn)/'
finds replies 's/(\*paint_fn)(toy_kind kind, void \*user)/(*paint_fn)(void *user, toy_kind kind)/'
finds replies 's/size_t size, toy_reply \*reply, void \*user)/size_t size, void *user)/'
finds replies 's/toy_output/toy_writer/g'
finds rows 's/^typedef enum toy_kind .*/typedef enum toy_kind { TOY_KIND_BALL, TOY_KIND_DOLL } toy_kind;/'
finds rows 's/ TOY_KIND_COUNT }/ TOY_KIND_LAST }/'
finds rows 's/toy_kind_name/toy_kind_word/'
finds rows 's/^typedef struct toy_toy toy_toy;/#define TOY_READ_ALL (1u << 0)\
&/'
finds sources 's/"ball", "doll";/"ball", "doll", row 5;/'
finds sources 's/\[ours\]/[ours] docs\/FORMAT-toy.md/'
finds verbs 's/toy_toy_open(const void \*data, size_t size, const toy_toy_options \*options, toy_error \*error)/toy_toy_open(toy_error *error, const void *data)/'
finds verbs 's/TOY_API int toy_words_next/TOY_API void toy_words_next/'
finds verbs 's/toy_toy_check(const toy_toy \*toy, toy_error \*error)/toy_toy_check(const toy_toy *toy)/'
finds verbs 's/toy_toy_size/toy_toy_free/'
finds views 's/toy_toy_size(const toy_toy \*toy)/toy_toy_size(const char *name)/'
finds width 's/may be NULL/may be NULL, and if it is NULL then nothing is painted, which leaves the toy as the maker of the toy left it/'
finish
