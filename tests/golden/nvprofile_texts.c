/* Every kind of text that a profile file can hold, and everything that comes out: whether the file is used, what is
   reported where, the rules, patterns, profiles and settings with their places. Each text lies between two forbidden
   pages, once at the start and once at the end of the room between them. The expected lines come from an independent
   reader. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "pages.h"
#include "run.h"
#define SAY_ROOM 100000
#include "say.h"

#define W(text) text, sizeof(text) - 1
#define V(value) W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\"," value "]}]}")
#define S(settings) W("{\"rules\":[{\"pattern\":[],\"profile\":[" settings "]}]}")
#define T(pattern) W("{\"rules\":[{\"pattern\":" pattern ",\"profile\":[]}]}")
#define R(rules) W("{\"rules\":[" rules "]}")
#define P(profiles) W("{\"profiles\":[" profiles "]}")
#define K(value) "+; 1:11 1:22 and() -> 1:35 {\"k\"1:36=" value " 1:40}"

/* Expected: + or - (used), then !error ?warning .note with its place and the other one, then rules and profiles. Numbers
   are i, u or r with the bits of the double. */
static const struct {
    const char *text;
    size_t size;
    unsigned flags;
    const char *want;
} cases[] = {
    {V("0"), 0, K("i0")},
    {V("-0"), 0, K("i0")},
    {V("-"), 0, "- !bad-number@1:41"},
    {V("00"), 0, K("i0")},
    {V("-00"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i0 1:40}"},
    {V("08"), 0, "- !bad-number@1:41"},
    {V("09"), 0, "- !bad-number@1:41"},
    {V("018"), 0, "- !bad-number@1:42"},
    {V("0x"), 0, "- !bad-number@1:42"},
    {V("0xg"), 0, "- !bad-number@1:42"},
    {V("0X1F"), 0, K("i31")},
    {V("0xabcdefABCDEF"), 0, K("i188900977659375")},
    {V("0x`"), 0, "- !bad-number@1:42 !unexpected-byte@1:42"},
    {V("0xG"), 0, "- !bad-number@1:42"},
    {V("-0x"), 0, "- !bad-number@1:43"},
    {V("-0x0"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i0 1:40}"},
    {V("-0x10"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i-16 1:40}"},
    {V("01777"), 0, K("i1023")},
    {V("-01777"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i-1023 1:40}"},
    {V("0777777777777777777777"), 0, K("i9223372036854775807")},
    {V("01777777777777777777777"), 0, K("u18446744073709551615")},
    {V("02000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000000 1:40}"},
    {V("-01000000000000000000000"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i-9223372036854775808 1:40}"},
    {V("-01000000000000000000001"), 0, "+ \?integer-range@1:40 .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3e0000000000000 1:40}"},
    {V("-02000000000000000000000"), 0, "+ \?integer-range@1:40 .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3f0000000000000 1:40}"},
    {V("0x7fffffffffffffff"), 0, K("i9223372036854775807")},
    {V("0x8000000000000000"), 0, K("u9223372036854775808")},
    {V("0xffffffffffffffff"), 0, K("u18446744073709551615")},
    {V("0x10000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000000 1:40}"},
    {V("0x10000000000000800"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000000 1:40}"},
    {V("0x10000000000001800"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000002 1:40}"},
    {V("0x10000000000000801"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000001 1:40}"},
    {V("0x10000000000000800000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r44b0000000000000 1:40}"},
    {V("0x100000000000008000001"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r44f0000000000001 1:40}"},
    {V("-0x8000000000000000"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i-9223372036854775808 1:40}"},
    {V("-0x8000000000000001"), 0, "+ \?integer-range@1:40 .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3e0000000000000 1:40}"},
    {V("-0xffffffffffffffff"), 0, "+ \?integer-range@1:40 .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3f0000000000000 1:40}"},
    {V("-0x10000000000000000"), 0, "+ \?integer-range@1:40 .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3f0000000000000 1:40}"},
    {V("9223372036854775807"), 0, K("i9223372036854775807")},
    {V("9223372036854775808"), 0, K("u9223372036854775808")},
    {V("18446744073709551615"), 0, K("u18446744073709551615")},
    {V("18446744073709551616"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r43f0000000000000 1:40}"},
    {V("-9223372036854775808"), 0, K("i-9223372036854775808")},
    {V("-9223372036854775809"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3e0000000000000 1:40}"},
    {V("99999999999999999999"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4415af1d78b58c40 1:40}"},
    {V("100000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4415af1d78b58c40 1:40}"},
    {V("-18446744073709551615"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=rc3f0000000000000 1:40}"},
    {V("1e"), 0, "- !bad-number@1:42"},
    {V("1e+"), 0, "- !bad-number@1:43"},
    {V("1e-"), 0, "- !bad-number@1:43"},
    {V("1e5"), 0, K("r40f86a0000000000")},
    {V("1E5"), 0, K("r40f86a0000000000")},
    {V("1e+5"), 0, K("r40f86a0000000000")},
    {V("1e-5"), 0, K("r3ee4f8b588e368f1")},
    {V("1E-05"), 0, K("r3ee4f8b588e368f1")},
    {V("1."), 0, "- !bad-number@1:42"},
    {V("1.5"), 0, K("r3ff8000000000000")},
    {V("1.x"), 0, "- !bad-number@1:42"},
    {V("1.5x"), 0, "- !bad-number@1:43"},
    {V("1.e5"), 0, "- !bad-number@1:42"},
    {V("1.5e"), 0, "- !bad-number@1:44"},
    {V("1.5e3"), 0, K("r4097700000000000")},
    {V("1.5e3x"), 0, "- !bad-number@1:45"},
    {V("1e5."), 0, "- !bad-number@1:43"},
    {V("0.5"), 0, K("r3fe0000000000000")},
    {V("-0.5"), 0, K("rbfe0000000000000")},
    {V("0e0"), 0, K("r0000000000000000")},
    {V("0.0"), 0, K("r0000000000000000")},
    {V("-0.0"), 0, K("r8000000000000000")},
    {V("0x1.5"), 0, "- !bad-number@1:43"},
    {V("00.5"), 0, "- !bad-number@1:42"},
    {V("01.5"), 0, "- !bad-number@1:42"},
    {V(".5"), 0, "- !bad-number@1:40"},
    {V("+5"), 0, "- !bad-number@1:40"},
    {V("+0x1"), 0, "- !bad-number@1:40"},
    {V("1_000"), 0, "- !bad-number@1:41"},
    {V("1a"), 0, "- !bad-number@1:41"},
    {V("1-2"), 0, "- !bad-number@1:41"},
    {V("--1"), 0, "- !bad-number@1:41"},
    {V("-a"), 0, "- !bad-number@1:41"},
    {V("12-"), 0, "- !bad-number@1:42"},
    {V("1e308"), 0, K("r7fe1ccf385ebc8a0")},
    {V("1e309"), 0, "- !number-overflow@1:40"},
    {V("-1e309"), 0, "- !number-overflow@1:40"},
    {V("1.7976931348623157e308"), 0, K("r7fefffffffffffff")},
    {V("1.7976931348623159e308"), 0, "- !number-overflow@1:40"},
    {V("4.9e-324"), 0, K("r0000000000000001")},
    {V("2e-324"), 0, K("r0000000000000000")},
    {V("1e400"), 0, "- !number-overflow@1:40"},
    {V("1e-400"), 0, K("r0000000000000000")},
    {V("1e99999999999"), 0, "- !number-overflow@1:40"},
    {V("0.00000000000000000000000000000000000001e38"), 0, K("r3ff0000000000000")},
    {V("123456789012345678901234567890e-10"), 0, K("r43e56a95319d63e1")},
    {V("true"), 0, K("true")},
    {V("false"), 0, K("false")},
    {V("null"), 0, "+ !settings-value-type@1:40; 1:11 1:22 and() -> 1:35 bad {}"},
    {V("tru"), 0, "- !bad-word@1:40"},
    {V("truex"), 0, "- !bad-word@1:40"},
    {V("fals"), 0, "- !bad-word@1:40"},
    {V("falsee"), 0, "- !bad-word@1:40"},
    {V("nul"), 0, "- !bad-word@1:40"},
    {V("True"), 0, "- !bad-word@1:40"},
    {V("TRUE"), 0, "- !bad-word@1:40"},
    {V("t"), 0, "- !bad-word@1:40"},
    {V("f"), 0, "- !bad-word@1:40"},
    {V("n"), 0, "- !bad-word@1:40"},
    {V("wrong"), 0, "- !bad-word@1:40"},
    {V("wrongs"), 0, "- !bad-word@1:40"},
    {V("trues"), 0, "- !bad-word@1:40"},
    {V("falsy"), 0, "- !bad-word@1:40"},
    {V("0x123456789abcdef"), 0, K("i81985529216486895")},
    {V("0X0"), 0, K("i0")},
    {V("00000"), 0, K("i0")},
    {V("-00001"), 0, "+ .signed-base@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i-1 1:40}"},
    {V("07"), 0, K("i7")},
    {V("0b1"), 0, "- !bad-number@1:41"},
    {V("1f"), 0, "- !bad-number@1:41"},
    {V("1.0f"), 0, "- !bad-number@1:43"},
    {V("12e"), 0, "- !bad-number@1:43"},
    {V("12e3e"), 0, "- !bad-number@1:44"},
    {V("5e5e"), 0, "- !bad-number@1:43"},
    {V("0x1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fb0000000000000 1:40}"},
    {V("0x10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0x100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"), 0, "- !number-overflow@1:40"},
    {V("0xfffffffffffff800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fefffffffffffff 1:40}"},
    {V("0xfffffffffffffbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fefffffffffffff 1:40}"},
    {V("0xfffffffffffffc00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0xfffffffffffff7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fefffffffffffff 1:40}"},
    {V("0x8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fe0000000000000 1:40}"},
    {V("0x1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, K("i0")},
    {V("0x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007"), 0, K("i7")},
    {V("0xfffffffffffff400"), 0, K("u18446744073709548544")},
    {V("0x1000000000000000800000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r48f0000000000000 1:40}"},
    {V("0x10000000000000008000000000000000000001"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4930000000000000 1:40}"},
    {V("0x1000000000000180000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r45f0000000000002 1:40}"},
    {V("0x1000000000000080000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r45f0000000000000 1:40}"},
    {V("0x1fffffffffffff80000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4600000000000000 1:40}"},
    {V("0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r7fe0000000000000 1:40}"},
    {V("01000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"), 0, "- !number-overflow@1:40"},
    {V("0377777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777"), 0, "- !number-overflow@1:40"},
    {V("020000000000000000000000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4420000000000000 1:40}"},
    {V("020000000000000000040000"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4420000000000000 1:40}"},
    {V("0200000000000000000400001"), 0, "+ \?integer-range@1:40; 1:11 1:22 and() -> 1:35 {\"k\"1:36=r4450000000000001 1:40}"},
    {V("\"\\u0041\""), 0, K("\"A\"")},
    {V("'\\u0041'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\u00e9\\u20ac\""), 0, K("\"\\c3\\a9\\e2\\82\\ac\"")},
    {V("'\\u00e9\\u20ac'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud83d\\ude00\""), 0, K("\"\\f0\\9f\\98\\80\"")},
    {V("'\\ud83d\\ude00'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud800\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud800'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\udfff\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\udfff'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\udc00\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\udc00'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\udbff\\udfff\""), 0, K("\"\\f4\\8f\\bf\\bf\"")},
    {V("'\\udbff\\udfff'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud800\\udc00\""), 0, K("\"\\f0\\90\\80\\80\"")},
    {V("'\\ud800\\udc00'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud83d\\u0041\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud83d\\u0041'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\ud83d\\ue000\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud83d\\ue000'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\ud83d\\udbff\""), 0, "- !lone-surrogate@1:41 !lone-surrogate@1:47"},
    {V("'\\ud83d\\udbff'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41 !lone-surrogate@1:47"},
    {V("\"\\ud83dx\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud83dx'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\ud83dabcdefgh\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud83dabcdefgh'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\ud83d\\n\""), 0, "- !lone-surrogate@1:41"},
    {V("'\\ud83d\\n'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41"},
    {V("\"\\ud7ff\\ue000\""), 0, K("\"\\ed\\9f\\bf\\ee\\80\\80\"")},
    {V("'\\ud7ff\\ue000'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud7ff\\ude00\""), 0, "- !lone-surrogate@1:47"},
    {V("'\\ud7ff\\ude00'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:47"},
    {V("\"\\udc00\\udc00\""), 0, "- !lone-surrogate@1:41 !lone-surrogate@1:47"},
    {V("'\\udc00\\udc00'"), 0, "- !single-quoted-value@1:40 !lone-surrogate@1:41 !lone-surrogate@1:47"},
    {V("\"\\ud83d\\udfff\""), 0, K("\"\\f0\\9f\\9f\\bf\"")},
    {V("'\\ud83d\\udfff'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\ud83d\\udc00\""), 0, K("\"\\f0\\9f\\90\\80\"")},
    {V("'\\ud83d\\udc00'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\u0000\""), 0, "- !nul-escape@1:41"},
    {V("'\\u0000'"), 0, "- !single-quoted-value@1:40 !nul-escape@1:41"},
    {V("\"\\u0001\""), 0, K("\"\\01\"")},
    {V("'\\u0001'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\u007f\\u0080\\u07ff\\u0800\\uffff\""), 0, K("\"\\7f\\c2\\80\\df\\bf\\e0\\a0\\80\\ef\\bf\\bf\"")},
    {V("'\\u007f\\u0080\\u07ff\\u0800\\uffff'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\u00G0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00G0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u00@0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00@0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u00g0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00g0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u00`0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00`0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u00:0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00:0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u00/0\""), 0, "- !bad-escape@1:41"},
    {V("'\\u00/0'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u004\""), 0, "- !bad-escape@1:41"},
    {V("'\\u004'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\u\""), 0, "- !bad-escape@1:41"},
    {V("'\\u'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\\""), 0, "- !unterminated-string@1:40 !unexpected-end@1:47"},
    {V("\"\\\"\""), 0, K("\"\\22\"")},
    {V("\"\\\\\""), 0, K("\"\\5c\"")},
    {V("\"\\/\""), 0, K("\"/\"")},
    {V("'\\/'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\b\\f\\n\\r\\t\""), 0, K("\"\\08\\0c\\0a\\0d\\09\"")},
    {V("'\\b\\f\\n\\r\\t'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\\q\""), 0, "- !bad-escape@1:41"},
    {V("'\\q'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\U0041\""), 0, "- !bad-escape@1:41"},
    {V("'\\U0041'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\'\""), 0, "- !bad-escape@1:41"},
    {V("'\\''"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\\x01\""), 0, "- !bad-escape@1:41 !control-character@1:42"},
    {V("'\\\x01'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41 !control-character@1:42"},
    {V("\"\\\xc3\xa9\""), 0, "- !bad-escape@1:41"},
    {V("'\\\xc3\xa9'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41"},
    {V("\"\\\xff\""), 0, "- !bad-escape@1:41 \?invalid-utf8@1:42"},
    {V("'\\\xff'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:41 \?invalid-utf8@1:42"},
    {V("\"a\\x41\""), 0, "- !bad-escape@1:42"},
    {V("'a\\x41'"), 0, "- !single-quoted-value@1:40 !bad-escape@1:42"},
    {V("\"\x09\""), 0, "- !control-character@1:41"},
    {V("'\x09'"), 0, "- !single-quoted-value@1:40 !control-character@1:41"},
    {V("\"\x01\""), 0, "- !control-character@1:41"},
    {V("'\x01'"), 0, "- !single-quoted-value@1:40 !control-character@1:41"},
    {V("\"\x1f\""), 0, "- !control-character@1:41"},
    {V("'\x1f'"), 0, "- !single-quoted-value@1:40 !control-character@1:41"},
    {V("\"\x7f\""), 0, K("\"\\7f\"")},
    {V("'\x7f'"), 0, "- !single-quoted-value@1:40"},
    {V("\"a\x00""b\""), 0, "- !nul-byte@1:42"},
    {V("'a\x00""b'"), 0, "- !single-quoted-value@1:40 !nul-byte@1:42"},
    {V("\"\x00\""), 0, "- !nul-byte@1:41"},
    {V("'\x00'"), 0, "- !single-quoted-value@1:40 !nul-byte@1:41"},
    {V("\"\xc3\xa9\""), 0, K("\"\\c3\\a9\"")},
    {V("'\xc3\xa9'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xc3\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\c3\" 1:40}"},
    {V("'\xc3'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xc1\x81\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\c1\\81\" 1:40}"},
    {V("'\xc1\x81'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xc2\x80\""), 0, K("\"\\c2\\80\"")},
    {V("'\xc2\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xdf\xbf\""), 0, K("\"\\df\\bf\"")},
    {V("'\xdf\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xdf\xc0\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\df\\c0\" 1:40}"},
    {V("'\xdf\xc0'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xe0\xa0\x80\""), 0, K("\"\\e0\\a0\\80\"")},
    {V("'\xe0\xa0\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xe0\x9f\xbf\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\e0\\9f\\bf\" 1:40}"},
    {V("'\xe0\x9f\xbf'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xe0\xa0\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\e0\\a0\" 1:40}"},
    {V("'\xe0\xa0'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xe1\x80\x80\""), 0, K("\"\\e1\\80\\80\"")},
    {V("'\xe1\x80\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xec\xbf\xbf\""), 0, K("\"\\ec\\bf\\bf\"")},
    {V("'\xec\xbf\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xed\x9f\xbf\""), 0, K("\"\\ed\\9f\\bf\"")},
    {V("'\xed\x9f\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xed\xa0\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\ed\\a0\\80\" 1:40}"},
    {V("'\xed\xa0\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xee\x80\x80\""), 0, K("\"\\ee\\80\\80\"")},
    {V("'\xee\x80\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xef\xbf\xbf\""), 0, K("\"\\ef\\bf\\bf\"")},
    {V("'\xef\xbf\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xf0\x90\x80\x80\""), 0, K("\"\\f0\\90\\80\\80\"")},
    {V("'\xf0\x90\x80\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xf0\x8f\xbf\xbf\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f0\\8f\\bf\\bf\" 1:40}"},
    {V("'\xf0\x8f\xbf\xbf'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xf1\x80\x80\x80\""), 0, K("\"\\f1\\80\\80\\80\"")},
    {V("'\xf1\x80\x80\x80'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xf3\xbf\xbf\xbf\""), 0, K("\"\\f3\\bf\\bf\\bf\"")},
    {V("'\xf3\xbf\xbf\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xf4\x8f\xbf\xbf\""), 0, K("\"\\f4\\8f\\bf\\bf\"")},
    {V("'\xf4\x8f\xbf\xbf'"), 0, "- !single-quoted-value@1:40"},
    {V("\"\xf4\x90\x80\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f4\\90\\80\\80\" 1:40}"},
    {V("'\xf4\x90\x80\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xf5\x80\x80\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f5\\80\\80\\80\" 1:40}"},
    {V("'\xf5\x80\x80\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xf0\x90\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f0\\90\\80\" 1:40}"},
    {V("'\xf0\x90\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xf0\x90\x80""A\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f0\\90\\80A\" 1:40}"},
    {V("'\xf0\x90\x80""A'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xf0\x90""A\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\f0\\90A\\80\" 1:40}"},
    {V("'\xf0\x90""A\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xe1\x80""A\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\e1\\80A\" 1:40}"},
    {V("'\xe1\x80""A'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xe1""A\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\e1A\\80\" 1:40}"},
    {V("'\xe1""A\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\x80\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\80\" 1:40}"},
    {V("'\x80'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xbf\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\bf\" 1:40}"},
    {V("'\xbf'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"\xff\""), 0, "+ \?invalid-utf8@1:41; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"\\ff\" 1:40}"},
    {V("'\xff'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:41"},
    {V("\"ab\xc3\xa9""cd\xff""ef\xfe\""), 0, "+ \?invalid-utf8@1:47; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"ab\\c3\\a9cd\\ffef\\fe\" 1:40}"},
    {V("'ab\xc3\xa9""cd\xff""ef\xfe'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:47"},
    {V("\"abcdefghijklmnopqrst\xc3\xa9\""), 0, K("\"abcdefghijklmnopqrst\\c3\\a9\"")},
    {V("'abcdefghijklmnopqrst\xc3\xa9'"), 0, "- !single-quoted-value@1:40"},
    {V("\"abcdefghijklmnopqrst\xe9\""), 0, "+ \?invalid-utf8@1:61; 1:11 1:22 and() -> 1:35 {\"k\"1:36=\"abcdefghijklmnopqrst\\e9\" 1:40}"},
    {V("'abcdefghijklmnopqrst\xe9'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:61"},
    {V("\"abcdefghijklmnop\\\"qrst\""), 0, K("\"abcdefghijklmnop\\22qrst\"")},
    {V("\"it's\""), 0, K("\"it's\"")},
    {V("'it's'"), 0, "- !single-quoted-value@1:40 !bad-word@1:44 !missing-comma@1:44 !missing-comma@1:45 !single-quoted-value@1:45 !unterminated-string@1:45 !unexpected-end@1:50"},
    {V("\"plain but rather long text of some words \\\" and more\""), 0, K("\"plain but rather long text of some words \\22 and more\"")},
    {V("\"\\ud83d\\ude00 \xff \\q \x02\""), 0, "- \?invalid-utf8@1:54 !bad-escape@1:56 !control-character@1:59"},
    {V("'\\ud83d\\ude00 \xff \\q \x02'"), 0, "- !single-quoted-value@1:40 \?invalid-utf8@1:54 !bad-escape@1:56 !control-character@1:59"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abc"), 0, "- !unterminated-string@1:40 !unexpected-end@1:44"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abc\n\"]"), 0, "- !unterminated-string@1:40 !missing-comma@2:1 !unterminated-string@2:1 !unexpected-end@2:3"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abc\\"), 0, "- !unterminated-string@1:40 !bad-escape@1:44 !unexpected-end@1:45"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abc\\\""), 0, "- !unterminated-string@1:40 !unexpected-end@1:46"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abc\\\n\""), 0, "- !unterminated-string@1:40 !bad-escape@1:44 !missing-comma@2:1 !unterminated-string@2:1 !unexpected-end@2:2"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"\\u00"), 0, "- !unterminated-string@1:40 !bad-escape@1:41 !unexpected-end@1:45"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",'abc"), 0, "- !single-quoted-value@1:40 !unterminated-string@1:40 !unexpected-end@1:44"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\""), 0, "- !unterminated-string@1:40 !unexpected-end@1:41"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",\"abcdefghijklmnopqrstuvw"), 0, "- !unterminated-string@1:40 !unexpected-end@1:64"},
    {W("{\""), 0, "- !unterminated-string@1:2 !unexpected-end@1:3"},
    {W("{\"a"), 0, "- !unterminated-string@1:2 !unexpected-end@1:4"},
    {W("{\"a\""), 0, "- !unexpected-end@1:5"},
    {W("{\"a\" "), 0, "- !unexpected-end@1:6"},
    {W("{\"a\":"), 0, "- !unexpected-end@1:6"},
    {W("{\"a\": "), 0, "- !unexpected-end@1:7"},
    {W("{\"rules\""), 0, "- !unexpected-end@1:9"},
    {W("{\"rules\" "), 0, "- !unexpected-end@1:10"},
    {W("{\"rules\":"), 0, "- !unexpected-end@1:10"},
    {W("{\"rules\":["), 0, "- !unexpected-end@1:11"},
    {W("{\"rules\":[ "), 0, "- !unexpected-end@1:12"},
    {W("{\"rules\":[{"), 0, "- !unexpected-end@1:12"},
    {W("{\"rules\":[]"), 0, "- !unexpected-end@1:12"},
    {W("{\"rules\":[] "), 0, "- !unexpected-end@1:13"},
    {W("{\"rules\":[1"), 0, "- !unexpected-end@1:12"},
    {W("{\"rules\":[1,"), 0, "- !unexpected-end@1:13"},
    {W("{\"rules\":[tru"), 0, "- !bad-word@1:11 !unexpected-end@1:14"},
    {W("{"), 0, "- !unexpected-end@1:2"},
    {W("["), 0, "- !unexpected-end@1:2"},
    {W("{\x09"), 0, "- !unexpected-end@1:3"},
    {W("[\n"), 0, "- !unexpected-end@2:1"},
    {W("{\"rules\":[]}x"), 0, "- !text-after-root@1:13"},
    {W("{\"rules\":[]} \n "), 0, "+"},
    {W("{\"rules\":[]}\x00"), 0, "- !nul-byte@1:13"},
    {W("{\"rules\":[]}\x00\x00 \x00"), 0, "- !nul-byte@1:13 !nul-byte@1:14 !nul-byte@1:16"},
    {W("{\"rules\":[]}\x00x"), 0, "- !nul-byte@1:13 !text-after-root@1:14"},
    {W("{\"rules\":[]}{}"), 0, "- !text-after-root@1:13"},
    {W("{\"rules\":[]}#c"), 0, "+"},
    {W("{\"rules\":[]}#c\x00""d"), 0, "- !nul-byte@1:15"},
    {W("{\"rules\":[]}#c\nx"), 0, "- !text-after-root@2:1"},
    {W("{\"rules\":[]}//"), 0, "- !text-after-root@1:13"},
    {W("{\"rules\":[]},"), 0, "- !text-after-root@1:13"},
    {W("{\"rules\":[]}]"), 0, "- !text-after-root@1:13"},
    {W(""), 0, "- !no-root@1:1"},
    {W(" "), 0, "- !no-root@1:2"},
    {W("\n\n"), 0, "- !no-root@3:1"},
    {W("#"), 0, "- !no-root@1:2"},
    {W("#x"), 0, "- !no-root@1:3"},
    {W("# x\n"), 0, "- !no-root@2:1"},
    {W("\x00"), 0, "- !nul-byte@1:1 !no-root@1:2"},
    {W("\x00{}"), 0, "- !nul-byte@1:1"},
    {W("{\x00}"), 0, "- !nul-byte@1:2"},
    {W("{}"), 0, "+"},
    {W("[]"), 0, "- !root-not-object@1:1"},
    {W("7"), 0, "- !root-not-object@1:1"},
    {W("\"x\""), 0, "- !root-not-object@1:1"},
    {W("'x'"), 0, "- !single-quoted-value@1:1"},
    {W("true"), 0, "- !root-not-object@1:1"},
    {W("null"), 0, "- !root-not-object@1:1"},
    {W("x"), 0, "- !bad-word@1:1"},
    {W("\xef\xbb\xbf{}"), 0, "- !bom@1:1"},
    {W("\xef\xbb{}"), 0, "- !unexpected-byte@1:1"},
    {W("\xef\xbb\xbf"), 0, "- !bom@1:1 !no-root@1:4"},
    {W("{}\xef\xbb\xbf"), 0, "- !text-after-root@1:3"},
    {W("/"), 0, "- !unexpected-byte@1:1 !no-root@1:2"},
    {W("/{}"), 0, "- !unexpected-byte@1:1"},
    {W("//x\n{}"), 0, "- !slash-comment@1:1"},
    {W("/*x*/{}"), 0, "- !slash-comment@1:1"},
    {W("/*x\ny*/{}"), 0, "- !slash-comment@1:1"},
    {W("/*x"), 0, "- !slash-comment@1:1 !no-root@1:4"},
    {W("/*x*"), 0, "- !slash-comment@1:1 !no-root@1:5"},
    {W("/*/{}"), 0, "- !slash-comment@1:1 !no-root@1:6"},
    {W("/**/{}"), 0, "- !slash-comment@1:1"},
    {W("/***/{}"), 0, "- !slash-comment@1:1"},
    {W("/*\x00*/{}"), 0, "- !slash-comment@1:1 !nul-byte@1:3"},
    {W("//\x00\n{}"), 0, "- !slash-comment@1:1 !nul-byte@1:3"},
    {W("{}/"), 0, "- !text-after-root@1:3"},
    {W("{} /"), 0, "- !text-after-root@1:4"},
    {W("@"), 0, "- !unexpected-byte@1:1 !no-root@1:2"},
    {W("{@}"), 0, "- !unexpected-byte@1:2"},
    {W("@@@{}"), 0, "- !unexpected-byte@1:1"},
    {W("\x0b{}"), 0, "- !unexpected-byte@1:1"},
    {W("{\x0b\"rules\":[]}"), 0, "- !unexpected-byte@1:2"},
    {W("{\x01                \"rules\":[]}"), 0, "- !unexpected-byte@1:2"},
    {W("{ \x01                 \"rules\":[]}"), 0, "- !unexpected-byte@1:3"},
    {W("{                \x0b  \"rules\":[]}"), 0, "- !unexpected-byte@1:18"},
    {W("{\x0d\n\x09 \"rules\"\x0d\n\x09 :\x0d\n\x09 [\x0d\n\x09 ]\x0d\n\x09 }\x0d\n"), 0, "+"},
    {W("{#c\n\"rules\"#c\n:#c\n[#c\n]#c\n}#c\n"), 0, "+"},
    {W("{#c\x00\n\"rules\":[]}"), 0, "- !nul-byte@1:4"},
    {W("{\"rules\":[]#\x00\n}"), 0, "- !nul-byte@1:13"},
    {W("{\"rules\":                    [                                           ]         }"), 0, "+"},
    {W("{\"rules\":\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09\x09[]}"), 0, "+"},
    {W("\xff\xfe{}"), 0, "- !unexpected-byte@1:1"},
    {W("{\x80:1}"), 0, "- !unexpected-byte@1:2 !unexpected-token@1:3 !unexpected-token@1:4 !missing-colon@1:5"},
    {W(",{}"), 0, "- !unexpected-token@1:1"},
    {W(":{}"), 0, "- !unexpected-token@1:1"},
    {W("]{}"), 0, "- !unexpected-token@1:1"},
    {W("}{}"), 0, "- !unexpected-token@1:1"},
    {W("{\"rules\":[] 7}"), 0, "- !unexpected-token@1:13"},
    {W("{\"rules\":[] {}}"), 0, "- !unexpected-token@1:13"},
    {W("{\"rules\":[] \"x\"}"), 0, "- !missing-comma@1:13 !missing-colon@1:16"},
    {W("{\"rules\":[] \"x\":1}"), 0, "- !missing-comma@1:13 .unknown-member@1:13"},
    {R("] \"profiles\":["), 0, "- !missing-comma@1:13"},
    {W("{\"rules\":[] tru}"), 0, "- !bad-word@1:13"},
    {W("{{}:1}"), 0, "- !unexpected-token@1:2 !unexpected-token@1:4 !unexpected-token@1:5"},
    {W("{[]:1}"), 0, "- !unexpected-token@1:2 !unexpected-token@1:4 !unexpected-token@1:5"},
    {W("{7:1}"), 0, "- !unexpected-token@1:2"},
    {W("{tru:1}"), 0, "- !bad-word@1:2"},
    {W("{true:1}"), 0, "- !unexpected-token@1:2"},
    {W("{'rules':[]}"), 0, "+ \?single-quoted-name@1:2"},
    {W("{'rules:[]}"), 0, "- \?single-quoted-name@1:2 !unterminated-string@1:2 !unexpected-end@1:12"},
    {W("{\"a\"}"), 0, "- !missing-colon@1:5"},
    {W("{\"a\",}"), 0, "- !missing-colon@1:5 !trailing-comma@1:5"},
    {W("{\"a\":,}"), 0, "- !missing-value@1:6 !trailing-comma@1:6"},
    {W("{\"a\":}"), 0, "- !missing-value@1:6"},
    {W("{\"a\":1,}"), 0, "- .unknown-member@1:2 !trailing-comma@1:7"},
    {W("{,}"), 0, "- !trailing-comma@1:2 !unexpected-token@1:2"},
    {W("{,\"a\":1}"), 0, "- !unexpected-token@1:2"},
    {W("{\"a\":1,,\"b\":2}"), 0, "- !unexpected-token@1:8"},
    {W("{\"a\" 1}"), 0, "- !missing-colon@1:6"},
    {W("{\"a\" \"b\"}"), 0, "- !missing-colon@1:6"},
    {W("{\"a\":1 \"b\":2}"), 0, "- .unknown-member@1:2 !missing-comma@1:8 .unknown-member@1:8"},
    {W("{\"a\":1:2}"), 0, "- !unexpected-token@1:7 !unexpected-token@1:8"},
    {W("{:1}"), 0, "- !unexpected-token@1:2 !unexpected-token@1:3 !missing-colon@1:4"},
    {W("{\"a\"::1}"), 0, "- !unexpected-token@1:6"},
    {W("{\"rules\":[[}"), 0, "- !wrong-bracket@1:12"},
    {W("{\"a\":[{]}"), 0, "- !wrong-bracket@1:8"},
    {W("{\"a\":[1}"), 0, "- !wrong-bracket@1:8"},
    {W("{\"a\":{\"b\":[1}"), 0, "- !wrong-bracket@1:13 !unexpected-end@1:14"},
    {W("{\"a\":(1)}"), 0, "- !unexpected-byte@1:6 !unexpected-byte@1:8"},
    {W("[1 2]"), 0, "- !root-not-object@1:1 !missing-comma@1:4"},
    {W("[1,,2]"), 0, "- !unexpected-token@1:4"},
    {W("[,1]"), 0, "- !unexpected-token@1:2"},
    {W("[1,]"), 0, "- !root-not-object@1:1 !trailing-comma@1:3"},
    {W("[1:2]"), 0, "- !unexpected-token@1:3 !missing-comma@1:4"},
    {W("[:]"), 0, "- !unexpected-token@1:2"},
    {W("[\"a\" \"b\"]"), 0, "- !root-not-object@1:1 !missing-comma@1:6"},
    {W("[{} {}]"), 0, "- !root-not-object@1:1 !missing-comma@1:5"},
    {W("[[] []]"), 0, "- !root-not-object@1:1 !missing-comma@1:5"},
    {W("{\"a\":[1 2 3]}"), 0, "- .unknown-member@1:2 !missing-comma@1:9 !missing-comma@1:11"},
    {W("{\"a\":1]"), 0, "- !wrong-bracket@1:7 !unexpected-end@1:8"},
    {W("]"), 0, "- !unexpected-token@1:1 !no-root@1:2"},
    {W("}"), 0, "- !unexpected-token@1:1 !no-root@1:2"},
    {W("{]"), 0, "- !wrong-bracket@1:2 !unexpected-end@1:3"},
    {W("[}"), 0, "- !wrong-bracket@1:2 !unexpected-end@1:3"},
    {W("[[[}]]"), 0, "- !wrong-bracket@1:4 !unexpected-end@1:7"},
    {W("{\"a\":{\"b\":{\"c\":[}}}"), 0, "- !wrong-bracket@1:17"},
    {W("{\"x\":18446744073709551615}"), 0, "+ .unknown-member@1:2"},
    {W("{\"rules\":[}"), 0, "- !wrong-bracket@1:11"},
    {W("{\"rules\":[{\"pattern\":[],\"profile\":[]}]]"), 0, "- !wrong-bracket@1:39 !unexpected-end@1:40"},
    {W("{\"a\":{}\"b\":1}"), 0, "- .unknown-member@1:2 !missing-comma@1:8 .unknown-member@1:8"},
    {W("{\"a\":1 {\"b\":2}}"), 0, "- !unexpected-token@1:8"},
    {W("{\"a\" {}}"), 0, "- !missing-colon@1:6"},
    {W("{\"a\" [}"), 0, "- !missing-colon@1:6 !wrong-bracket@1:7"},
    {W("{\"a\":1 [2] }"), 0, "- !unexpected-token@1:8"},
    {W("{\"rules\":[],}"), 0, "- !trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 2, "+ \?trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 1, "- !trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 4, "- !trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 3, "+ \?trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 5, "- !trailing-comma@1:12"},
    {W("{\"rules\":[],}"), 6, "+ \?trailing-comma@1:12"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 0, "- !trailing-comma@1:41 !trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 2, "+ \?trailing-comma@1:41 \?trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 1, "- !trailing-comma@1:41 !trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 4, "- !trailing-comma@1:41 !trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 3, "+ \?trailing-comma@1:41 \?trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 5, "- !trailing-comma@1:41 !trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1,]},"), 6, "+ \?trailing-comma@1:41 \?trailing-comma@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 0, "- !bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 2, "+ \?bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 1, "- !bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 4, "- !bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 3, "+ \?bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 5, "- !bom@1:1"},
    {W("\xef\xbb\xbf{\"rules\":[]}"), 6, "+ \?bom@1:1"},
    {T("[\"x\"]"), 0, "+ !pattern-string@1:23; 1:11 - -> 1:38 {}"},
    {T("[\"x\"]"), 2, "+ \?pattern-string@1:23; 1:11 1:22 and(1:23 procname\"x\") -> 1:38 {}"},
    {T("[\"x\"]"), 1, "+ !pattern-string@1:23; 1:11 - -> 1:38 {}"},
    {T("[\"x\"]"), 4, "- !pattern-string@1:23; 1:11 - -> 1:38 {}"},
    {T("[\"x\"]"), 3, "+ \?pattern-string@1:23; 1:11 1:22 and(1:23 procname\"x\") -> 1:38 {}"},
    {T("[\"x\"]"), 5, "- !pattern-string@1:23; 1:11 - -> 1:38 {}"},
    {T("[\"x\"]"), 6, "+ \?pattern-string@1:23; 1:11 1:22 and(1:23 procname\"x\") -> 1:38 {}"},
    {R("] \"profiles\":["), 2, "- !missing-comma@1:13"},
    {R("] \"profiles\":["), 1, "- !missing-comma@1:13"},
    {R("] \"profiles\":["), 4, "- !missing-comma@1:13"},
    {R("] \"profiles\":["), 3, "- !missing-comma@1:13"},
    {R("] \"profiles\":["), 5, "- !missing-comma@1:13"},
    {R("] \"profiles\":["), 6, "- !missing-comma@1:13"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 0, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 2, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 1, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 4, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 3, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 5, "- !bad-word@1:49"},
    {R("{\"pattern\":[\"x\",\"y\",7],\"profile\":[\"k\",tru]}"), 6, "- !bad-word@1:49"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 0, "+ !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 2, "+ !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 1, "+ !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 4, "- !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 3, "+ !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 5, "- !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("{\"pattern\":[],\"profile\":[\"k\",1]},7"), 6, "- !rule-not-object@1:44; 1:11 1:22 and() -> 1:35 {\"k\"1:36=i1 1:40}; 1:44 - -> -"},
    {R("],\"rules\":["), 0, "+ \?duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 2, "+ \?duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 1, "- !duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 4, "+ \?duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 3, "- !duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 5, "- !duplicate-member@1:13/1:2"},
    {R("],\"rules\":["), 6, "+ \?duplicate-member@1:13/1:2"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 0, "+ \?invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 2, "+ \?invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 1, "- !invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 4, "+ \?invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 3, "- !invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 5, "- !invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {R("{\"pattern\":\"\xff\",\"profile\":[\"k\",1]}"), 6, "+ \?invalid-utf8@1:23; 1:11 1:22 procname\"\\ff\" -> 1:36 {\"k\"1:37=i1 1:41}"},
    {W("{\"zzz\":1}"), 0, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 2, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 1, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 4, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 3, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 5, "+ .unknown-member@1:2"},
    {W("{\"zzz\":1}"), 6, "+ .unknown-member@1:2"},
    {S("\"k\""), 0, "+ !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 2, "+ !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 1, "+ !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 4, "- !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 3, "+ !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 5, "- !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"k\""), 6, "- !settings-odd@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {W("{\"rulez\":[]}"), 0, "+ .unknown-member@1:2"},
    {W("{\"ruleses\":[]}"), 0, "+ .unknown-member@1:2"},
    {W("{\"Rules\":[]}"), 0, "+ .unknown-member@1:2"},
    {W("{\"rules\":{}}"), 0, "- !rules-not-array@1:10"},
    {W("{\"rules\":7,\"profiles\":\"x\"}"), 0, "- !rules-not-array@1:10 !profiles-not-array@1:23"},
    {W("{\"rules\":[],\"rules\":[7],\"profiles\":[],\"x\":1,\"x\":2}"), 0, "+ \?duplicate-member@1:13/1:2 !rule-not-object@1:22 \?duplicate-member@1:45/1:39 .unknown-member@1:45; 1:22 - -> -"},
    {W("{\"r\\u0075les\":[7]}"), 0, "+ !rule-not-object@1:16; 1:16 - -> -"},
    {W("{\"r\\u0075les\":[7],\"rules\":[]}"), 0, "+ \?duplicate-member@1:19/1:2"},
    {R("],\"r\\u0075les\":[7"), 0, "+ \?duplicate-member@1:13/1:2 !rule-not-object@1:27; 1:27 - -> -"},
    {W("{\"\\u0061\":1,\"a\":2,\"\\u0061\":3}"), 0, "+ \?duplicate-member@1:13/1:2 \?duplicate-member@1:19/1:13 .unknown-member@1:19"},
    {W("{\"a\":1,\"\\u0062\":2}"), 0, "+ .unknown-member@1:2 .unknown-member@1:8"},
    {W("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1}"), 0, "+ .unknown-member@1:2 .unknown-member@1:8 .unknown-member@1:14 .unknown-member@1:20 .unknown-member@1:26 .unknown-member@1:32 .unknown-member@1:38 .unknown-member@1:44 .unknown-member@1:50 .unknown-member@1:56 .unknown-member@1:62 .unknown-member@1:68 .unknown-member@1:74"},
    {W("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"a\":1,\"a\":1,\"b\":2}"), 0, "+ .unknown-member@1:14 .unknown-member@1:20 .unknown-member@1:26 .unknown-member@1:32 .unknown-member@1:38 .unknown-member@1:44 .unknown-member@1:50 .unknown-member@1:56 .unknown-member@1:62 \?duplicate-member@1:68/1:2 \?duplicate-member@1:74/1:68 .unknown-member@1:74 \?duplicate-member@1:80/1:8 .unknown-member@1:80"},
    {W("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,7:1,\"m\":2,\"a\":3}"), 0, "- !unexpected-token@1:74 \?duplicate-member@1:84/1:2"},
    {W("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"a\":1}"), 0, "+ .unknown-member@1:8 .unknown-member@1:14 .unknown-member@1:20 .unknown-member@1:26 .unknown-member@1:32 .unknown-member@1:38 .unknown-member@1:44 .unknown-member@1:50 .unknown-member@1:56 .unknown-member@1:62 \?duplicate-member@1:68/1:2 .unknown-member@1:68"},
    {W("{\"member-one\":1,\"member-two\":1,\"member-one\":2,\"member-tw\":3,\"member-onE\":4}"), 0, "+ .unknown-member@1:17 \?duplicate-member@1:32/1:2 .unknown-member@1:32 .unknown-member@1:47 .unknown-member@1:61"},
    {W("{\"name\":1,\"type\":1,\"tyqe\":1,\"nama\":1,\"value\":1,\"valve\":1,\"rulez\":1,\"settings\":1,\"profilez\":1,\"description\":1,\"descriptiom\":1,\"registry_keys\":1,\"registry_keyz\":1,\"op\":1,\"oq\":1,\"key\":1,\"sub\":1,\"kez\":1,\"k\":1,\"v\":1,\"w\":1,\"enabled\":1,\"enablee\":1,\"feature\":1,\"matches\":1,\"pattern\":1,\"profile\":1,\"\":1,\"abcdef\":1}"), 0, "+ .unknown-member@1:2 .unknown-member@1:11 .unknown-member@1:20 .unknown-member@1:29 .unknown-member@1:38 .unknown-member@1:48 .unknown-member@1:58 .unknown-member@1:68 .unknown-member@1:81 .unknown-member@1:94 .unknown-member@1:110 .unknown-member@1:126 .unknown-member@1:144 .unknown-member@1:162 .unknown-member@1:169 .unknown-member@1:176 .unknown-member@1:184 .unknown-member@1:192 .unknown-member@1:200 .unknown-member@1:206 .unknown-member@1:212 .unknown-member@1:218 .unknown-member@1:230 .unknown-member@1:242 .unknown-member@1:254 .unknown-member@1:266 .unknown-member@1:278 .unknown-member@1:290 .unknown-member@1:295"},
    {R("7"), 0, "+ !rule-not-object@1:11; 1:11 - -> -"},
    {R("[]"), 0, "+ !rule-not-object@1:11; 1:11 - -> -"},
    {R("\"x\""), 0, "+ !rule-not-object@1:11; 1:11 - -> -"},
    {R("null"), 0, "+ !rule-not-object@1:11; 1:11 - -> -"},
    {R("{}"), 0, "+ !rule-no-pattern@1:11 !rule-no-profile@1:11; 1:11 - -> -"},
    {R("{\"pattern\":[]}"), 0, "+ !rule-no-profile@1:11; 1:11 1:22 and() -> -"},
    {R("{\"profile\":[]}"), 0, "+ !rule-no-pattern@1:11; 1:11 - -> 1:22 {}"},
    {R("{\"pattern\":[],\"profile\":[],\"x\":1,\"name\":2}"), 0, "+ .unknown-member@1:38 .unknown-member@1:44; 1:11 1:22 and() -> 1:35 {}"},
    {R("{\"pattern\":[],\"profile\":7}"), 0, "+ !profile-type@1:35; 1:11 1:22 and() -> -"},
    {R("{\"pattern\":[],\"profile\":null}"), 0, "+ !profile-type@1:35; 1:11 1:22 and() -> -"},
    {R("{\"pattern\":[],\"profile\":true}"), 0, "+ !profile-type@1:35; 1:11 1:22 and() -> -"},
    {R("{\"pattern\":[],\"profile\":\"\"}"), 0, "+; 1:11 1:22 and() -> 1:35 ref \"\""},
    {R("{\"pattern\":[],\"profile\":\"p\\u0041\"}"), 0, "+; 1:11 1:22 and() -> 1:35 ref \"pA\""},
    {R("{\"pattern\":[],\"pattern\":\"x\",\"profile\":[],\"profile\":\"y\"}"), 0, "+ \?duplicate-member@1:25/1:12 \?duplicate-member@1:52/1:39; 1:11 1:35 procname\"x\" -> 1:62 ref \"y\""},
    {R("{\"pattern\":7,\"profile\":7}"), 0, "+ !pattern-type@1:22 !profile-type@1:34; 1:11 - -> -"},
    {R("{\"pattern\":[],\"profile\":{}}"), 0, "+ !profile-no-settings@1:35; 1:11 1:22 and() -> 1:35 bad {}"},
    {R("{\"pattern\":[],\"profile\":{\"settings\":[]}}"), 0, "+; 1:11 1:22 and() -> 1:35 {}"},
    {R("{\"pattern\":[],\"profile\":{\"settings\":7}}"), 0, "+ !settings-type@1:47; 1:11 1:22 and() -> 1:35 bad {}"},
    {R("{\"pattern\":[],\"profile\":{\"settings\":{}}}"), 0, "+ !settings-type@1:47; 1:11 1:22 and() -> 1:35 bad {}"},
    {R("{\"pattern\":[],\"profile\":{\"name\":7,\"settings\":[]}}"), 0, "+ !profile-name-type@1:43; 1:11 1:22 and() -> 1:35 bad {}"},
    {R("{\"pattern\":[],\"profile\":{\"name\":\"\",\"settings\":[\"k\",1]}}"), 0, "+ \?empty-name@1:43; 1:11 1:22 and() -> 1:35 \"\"1:43 {\"k\"1:58=i1 1:62}"},
    {R("{\"pattern\":[],\"profile\":{\"name\":\"n\",\"settings\":[\"k\",1],\"x\":0,\"rules\":1}}"), 0, "+ .unknown-member@1:66 .unknown-member@1:72; 1:11 1:22 and() -> 1:35 \"n\"1:43 {\"k\"1:59=i1 1:63}"},
    {R("{\"pattern\":[],\"profile\":{\"name\":\"n\"}}"), 0, "+ !profile-no-settings@1:35; 1:11 1:22 and() -> 1:35 \"n\"1:43 bad {}"},
    {R("{\"pattern\":[],\"profile\":{\"name\":\"n\",\"settings\":[\"k\",1]}},{\"pattern\":[],\"profile\":{\"name\":\"n\",\"settings\":[\"k\",2]}}"), 0, "+ \?duplicate-profile@1:100/1:43; 1:11 1:22 and() -> 1:35 \"n\"1:43 {\"k\"1:59=i1 1:63}; 1:68 1:79 and() -> 1:92 \"n\"1:100 {\"k\"1:116=i2 1:120}"},
    {P("7"), 0, "+ !profile-not-object@1:14"},
    {P("[]"), 0, "+ !profile-not-object@1:14"},
    {P("\"x\""), 0, "+ !profile-not-object@1:14"},
    {P("{}"), 0, "+ !profile-no-name@1:14 !profile-no-settings@1:14; profile 1:14 bad {}"},
    {P("{\"name\":\"p\"}"), 0, "+ !profile-no-settings@1:14; profile 1:14 \"p\"1:22 bad {}"},
    {P("{\"settings\":[]}"), 0, "+ !profile-no-name@1:14; profile 1:14 bad {}"},
    {P("{\"name\":\"p\",\"settings\":[]}"), 0, "+; profile 1:14 \"p\"1:22 {}"},
    {P("{\"name\":7,\"settings\":[]}"), 0, "+ !profile-name-type@1:22; profile 1:14 bad {}"},
    {P("{\"name\":\"\",\"settings\":[]}"), 0, "+ \?empty-name@1:22; profile 1:14 \"\"1:22 {}"},
    {P("{\"name\":\"p\",\"settings\":7}"), 0, "+ !settings-type@1:37; profile 1:14 \"p\"1:22 bad {}"},
    {P("{\"name\":\"p\",\"settings\":[],\"x\":1}"), 0, "+ .unknown-member@1:40; profile 1:14 \"p\"1:22 {}"},
    {P("{\"name\":\"p\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]},{\"name\":\"q\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]}"), 0, "+ \?duplicate-profile@1:49/1:22 \?duplicate-profile@1:103/1:22; profile 1:14 \"p\"1:22 {}; profile 1:41 \"p\"1:49 {}; profile 1:68 \"q\"1:76 {}; profile 1:95 \"p\"1:103 {}"},
    {P("{\"name\":\"profile-one\",\"settings\":[]},{\"name\":\"profile-two\",\"settings\":[]},{\"name\":\"profile-one\",\"settings\":[]},{\"name\":\"profile-\",\"settings\":[]},{\"name\":\"profile\",\"settings\":[]}"), 0, "+ \?duplicate-profile@1:96/1:22; profile 1:14 \"profile-one\"1:22 {}; profile 1:51 \"profile-two\"1:59 {}; profile 1:88 \"profile-one\"1:96 {}; profile 1:125 \"profile-\"1:133 {}; profile 1:159 \"profile\"1:167 {}"},
    {P("{\"name\":\"p\",\"settings\":[\"k\"]},7,{\"name\":\"q\",\"settings\":[]}"), 0, "+ !settings-odd@1:38 !profile-not-object@1:44; profile 1:14 \"p\"1:22 bad {}; profile 1:46 \"q\"1:54 {}"},
    {V("1,\"l\""), 0, "+ !settings-odd@1:42; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("7,1"), 0, "+ !settings-key-type@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {V("[]"), 0, "+ !settings-value-type@1:40; 1:11 1:22 and() -> 1:35 bad {}"},
    {V("{}"), 0, "+ !settings-value-type@1:40; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("null,1"), 0, "+ !settings-key-type@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("[],1"), 0, "+ !settings-key-type@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{},1"), 0, "+ !setting-no-key@1:36 !setting-no-value@1:36 !settings-mixed@1:39; 1:11 1:22 and() -> 1:35 bad {}"},
    {V("{\"k\":1}"), 0, "+ !settings-value-type@1:40; 1:11 1:22 and() -> 1:35 bad {}"},
    {V("1,{\"k\":\"l\",\"v\":2}"), 0, "+ !settings-mixed@1:42; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"l\",\"v\":2},\"k\",1"), 0, "+ !settings-mixed@1:52; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"l\",\"v\":2},7"), 0, "+ !settings-mixed@1:52; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{}"), 0, "+ !setting-no-key@1:36 !setting-no-value@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"a\"}"), 0, "+ !setting-no-value@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"v\":1}"), 0, "+ !setting-no-key@1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"a\",\"v\":1}"), 0, "+; 1:11 1:22 and() -> 1:35 {\"a\"1:41=i1 1:49}"},
    {S("{\"key\":\"a\",\"value\":1}"), 0, "+; 1:11 1:22 and() -> 1:35 {\"a\"1:43=i1 1:55}"},
    {S("{\"key\":\"a\",\"k\":\"b\",\"v\":1,\"value\":2}"), 0, "+ \?setting-both@1:47 \?setting-both@1:55; 1:11 1:22 and() -> 1:35 {\"a\"1:43=i2 1:69}"},
    {S("{\"k\":\"b\",\"key\":\"a\",\"value\":2,\"v\":1}"), 0, "+ \?setting-both@1:37 \?setting-both@1:65; 1:11 1:22 and() -> 1:35 {\"a\"1:51=i2 1:63}"},
    {S("{\"k\":7,\"v\":1}"), 0, "+ !settings-key-type@1:41; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"a\",\"v\":null}"), 0, "+ !settings-value-type@1:49; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":7,\"v\":null}"), 0, "+ !settings-key-type@1:41 !settings-value-type@1:47; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("{\"k\":\"a\",\"v\":1,\"x\":0,\"sub\":1}"), 0, "+ .unknown-member@1:51 .unknown-member@1:57; 1:11 1:22 and() -> 1:35 {\"a\"1:41=i1 1:49}"},
    {S("{\"k\":\"a\",\"v\":1,\"x\":0}"), 0, "+ .unknown-member@1:51; 1:11 1:22 and() -> 1:35 {\"a\"1:41=i1 1:49}"},
    {S("{\"k\":\"a\",\"v\":1,\"v\":2}"), 0, "+ \?duplicate-member@1:51/1:45; 1:11 1:22 and() -> 1:35 {\"a\"1:41=i2 1:55}"},
    {S("{\"k\":\"a\",\"v\":1},{\"k\":\"A\",\"v\":2},{\"k\":\"a\",\"v\":3}"), 0, "+ \?key-case@1:57/1:41 \?duplicate-key@1:73/1:41; 1:11 1:22 and() -> 1:35 {\"a\"1:41=i1 1:49, \"A\"1:57=i2 1:65, \"a\"1:73=i3 1:81}"},
    {S("\"a\",1,\"A\",2,\"a\",3"), 0, "+ \?key-case@1:42/1:36 \?duplicate-key@1:48/1:36; 1:11 1:22 and() -> 1:35 {\"a\"1:36=i1 1:40, \"A\"1:42=i2 1:46, \"a\"1:48=i3 1:52}"},
    {S("\"a\",1,\"b\",2,\"a\",3"), 0, "+ \?duplicate-key@1:48/1:36; 1:11 1:22 and() -> 1:35 {\"a\"1:36=i1 1:40, \"b\"1:42=i2 1:46, \"a\"1:48=i3 1:52}"},
    {S("\"a\",null,\"a\",1"), 0, "+ !settings-value-type@1:40 \?duplicate-key@1:45/1:36; 1:11 1:22 and() -> 1:35 bad {}"},
    {S("\"GLThreadedOptimizations\",1,\"GLThreadedOptimization\",2,\"GLThreadedOptimizationz\",3,\"glthreadedoptimizationS\",4"), 0, "+ \?key-case@1:119/1:36; 1:11 1:22 and() -> 1:35 {\"GLThreadedOptimizations\"1:36=i1 1:62, \"GLThreadedOptimization\"1:64=i2 1:89, \"GLThreadedOptimizationz\"1:91=i3 1:117, \"glthreadedoptimizationS\"1:119=i4 1:145}"},
    {S("\"a\",1,\"b\",1,\"c\",1,\"d\",1,\"e\",1,\"f\",1,\"g\",1,\"h\",1,\"i\",1,\"j\",1,\"k\",1,\"l\",1,\"m\",1,\"A\",2,\"m\",3"), 0, "+ \?key-case@1:114/1:36 \?duplicate-key@1:120/1:108; 1:11 1:22 and() -> 1:35 {\"a\"1:36=i1 1:40, \"b\"1:42=i1 1:46, \"c\"1:48=i1 1:52, \"d\"1:54=i1 1:58, \"e\"1:60=i1 1:64, \"f\"1:66=i1 1:70, \"g\"1:72=i1 1:76, \"h\"1:78=i1 1:82, \"i\"1:84=i1 1:88, \"j\"1:90=i1 1:94, \"k\"1:96=i1 1:100, \"l\"1:102=i1 1:106, \"m\"1:108=i1 1:112, \"A\"1:114=i2 1:118, \"m\"1:120=i3 1:124}"},
    {S("\"key\",true,\"key2\",false,\"r\",1.5,\"s\",\"x\\u0041\""), 0, "+; 1:11 1:22 and() -> 1:35 {\"key\"1:36=true 1:42, \"key2\"1:47=false 1:54, \"r\"1:60=r3ff8000000000000 1:64, \"s\"1:68=\"xA\" 1:72}"},
    {S("\"\\u0061\",1,\"A\",2"), 0, "+ \?key-case@1:47/1:36; 1:11 1:22 and() -> 1:35 {\"a\"1:36=i1 1:45, \"A\"1:47=i2 1:51}"},
    {S("true,1,false,2"), 0, "+ !settings-key-type@1:36 !settings-key-type@1:43; 1:11 1:22 and() -> 1:35 bad {}"},
    {T("7"), 0, "+ !pattern-type@1:22; 1:11 - -> 1:34 {}"},
    {T("null"), 0, "+ !pattern-type@1:22; 1:11 - -> 1:37 {}"},
    {T("\"x\""), 0, "+; 1:11 1:22 procname\"x\" -> 1:36 {}"},
    {T("\"x\""), 2, "+; 1:11 1:22 procname\"x\" -> 1:36 {}"},
    {T("\"moonharbor-long-name\""), 0, "+; 1:11 1:22 procname\"moonharbor-long-name\" -> 1:55 {}"},
    {T("[]"), 0, "+; 1:11 1:22 and() -> 1:35 {}"},
    {T("[[]]"), 0, "+ !pattern-type@1:23; 1:11 - -> 1:37 {}"},
    {T("[7]"), 0, "+ !pattern-type@1:23; 1:11 - -> 1:36 {}"},
    {T("[null,\"x\",{}]"), 0, "+ !pattern-type@1:23 !pattern-string@1:28 !pattern-neither@1:32; 1:11 - -> 1:46 {}"},
    {T("[null,\"x\",{}]"), 2, "+ !pattern-type@1:23 \?pattern-string@1:28 !pattern-neither@1:32; 1:11 - -> 1:46 {}"},
    {T("{}"), 0, "+ !pattern-neither@1:22; 1:11 - -> 1:35 {}"},
    {T("{\"x\":1}"), 0, "+ !pattern-neither@1:22 .unknown-member@1:23; 1:11 - -> 1:40 {}"},
    {T("{\"x\":1}"), 2, "+ !pattern-neither@1:22 .unknown-member@1:23; 1:11 - -> 1:40 {}"},
    {T("{\"feature\":\"true\",\"op\":\"and\"}"), 0, "+ !pattern-both@1:22; 1:11 - -> 1:62 {}"},
    {T("{\"feature\":\"true\",\"op\":\"and\",\"sub\":[],\"x\":1}"), 0, "+ !pattern-both@1:22 .unknown-member@1:60; 1:11 - -> 1:77 {}"},
    {T("{\"feature\":\"true\",\"op\":\"and\",\"sub\":[],\"x\":1}"), 2, "+ !pattern-both@1:22 .unknown-member@1:60; 1:11 - -> 1:77 {}"},
    {T("{\"x\":1,\"sub\":[],\"matches\":\"y\"}"), 0, "+ !pattern-neither@1:22 .unknown-member@1:23; 1:11 - -> 1:63 {}"},
    {T("{\"x\":1,\"sub\":[],\"matches\":\"y\"}"), 2, "+ !pattern-neither@1:22 .unknown-member@1:23; 1:11 - -> 1:63 {}"},
    {T("{\"op\":7,\"sub\":[]}"), 0, "+ !pattern-op@1:28; 1:11 - -> 1:50 {}"},
    {T("{\"op\":\"xor\",\"sub\":[]}"), 0, "+ !pattern-op@1:28; 1:11 - -> 1:54 {}"},
    {T("{\"op\":\"And\",\"sub\":[]}"), 0, "+ !pattern-op@1:28; 1:11 - -> 1:54 {}"},
    {T("{\"op\":\"and\"}"), 0, "+ !pattern-sub@1:22; 1:11 - -> 1:45 {}"},
    {T("{\"op\":\"and\",\"sub\":7}"), 0, "+ !pattern-sub@1:40; 1:11 - -> 1:53 {}"},
    {T("{\"op\":\"and\",\"sub\":\"x\"}"), 0, "+ !pattern-sub@1:40; 1:11 - -> 1:55 {}"},
    {T("{\"op\":\"and\",\"sub\":\"x\"}"), 2, "+ !pattern-sub@1:40; 1:11 - -> 1:55 {}"},
    {T("{\"op\":\"and\",\"sub\":[]}"), 0, "+ \?empty-sub@1:40; 1:11 1:22 and() -> 1:54 {}"},
    {T("{\"op\":\"or\",\"sub\":[]}"), 0, "+ \?empty-sub@1:39; 1:11 1:22 or() -> 1:53 {}"},
    {T("{\"op\":\"not\",\"sub\":[]}"), 0, "+ \?not-operands@1:40; 1:11 1:22 not() -> 1:54 {}"},
    {T("{\"op\":\"not\",\"sub\":{}}"), 0, "+ !pattern-neither@1:40; 1:11 - -> 1:54 {}"},
    {T("{\"op\":\"not\",\"sub\":{\"feature\":\"true\",\"matches\":\"\"}}"), 0, "+; 1:11 1:22 not(1:40 true\"\") -> 1:83 {}"},
    {T("{\"op\":\"not\",\"sub\":[{\"feature\":\"true\",\"matches\":\"\"},{\"feature\":\"true\",\"matches\":\"\"}]}"), 0, "+ \?not-operands@1:40; 1:11 1:22 not(1:41 true\"\", 1:73 true\"\") -> 1:117 {}"},
    {T("{\"op\":\"or\",\"sub\":[{\"feature\":\"true\",\"matches\":\"\"},{\"feature\":\"dso\",\"matches\":\"x\"}]}"), 0, "+; 1:11 1:22 or(1:40 true\"\", 1:72 dso\"x\") -> 1:116 {}"},
    {T("{\"op\":\"or\",\"sub\":[{\"feature\":\"true\",\"matches\":\"\"},{\"feature\":\"dso\",\"matches\":\"x\"}]}"), 2, "+; 1:11 1:22 or(1:40 true\"\", 1:72 dso\"x\") -> 1:116 {}"},
    {T("{\"op\":\"and\",\"sub\":[],\"matches\":\"x\"}"), 0, "+ \?empty-sub@1:40 .unknown-member@1:43; 1:11 1:22 and() -> 1:68 {}"},
    {T("{\"op\":\"and\",\"sub\":[],\"matches\":\"x\"}"), 2, "+ \?empty-sub@1:40 .unknown-member@1:43; 1:11 1:22 and() -> 1:68 {}"},
    {T("{\"op\":\"and\",\"sub\":[],\"x\":\"y\",\"matches\":1}"), 0, "+ \?empty-sub@1:40 .unknown-member@1:43 .unknown-member@1:51; 1:11 1:22 and() -> 1:74 {}"},
    {T("{\"op\":\"and\",\"sub\":[],\"x\":\"y\",\"matches\":1}"), 2, "+ \?empty-sub@1:40 .unknown-member@1:43 .unknown-member@1:51; 1:11 1:22 and() -> 1:74 {}"},
    {T("{\"op\":\"xor\",\"sub\":7}"), 0, "+ !pattern-op@1:28 !pattern-sub@1:40; 1:11 - -> 1:53 {}"},
    {T("{\"op\":\"and\",\"sub\":[[]]}"), 0, "+ !pattern-type@1:41; 1:11 - -> 1:56 {}"},
    {T("{\"op\":\"and\",\"sub\":[\"x\"]}"), 0, "+ !pattern-string@1:41; 1:11 - -> 1:57 {}"},
    {T("{\"op\":\"and\",\"sub\":[\"x\"]}"), 2, "+ \?pattern-string@1:41; 1:11 1:22 and(1:41 procname\"x\") -> 1:57 {}"},
    {T("{\"op\":\"and\",\"sub\":[{\"op\":\"or\",\"sub\":[{\"op\":\"not\",\"sub\":{\"feature\":\"procname\",\"matches\":\"a\"}},{\"feature\":\"procname\",\"matches\":\"b\"}]},{\"feature\":\"dso\",\"matches\":\"c\"}]}"), 0, "+; 1:11 1:22 and(1:41 or(1:59 not(1:77 procname\"a\"), 1:115 procname\"b\"), 1:154 dso\"c\") -> 1:198 {}"},
    {T("{\"feature\":7}"), 0, "+ !pattern-feature@1:33; 1:11 - -> 1:46 {}"},
    {T("{\"feature\":7,\"matches\":\"x\"}"), 0, "+ !pattern-feature@1:33; 1:11 - -> 1:60 {}"},
    {T("{\"feature\":7,\"matches\":\"x\"}"), 2, "+ !pattern-feature@1:33; 1:11 - -> 1:60 {}"},
    {T("{\"feature\":[],\"matches\":\"x\"}"), 0, "+ !pattern-feature@1:33; 1:11 - -> 1:61 {}"},
    {T("{\"feature\":[],\"matches\":\"x\"}"), 2, "+ !pattern-feature@1:33; 1:11 - -> 1:61 {}"},
    {T("{\"feature\":\"procname\"}"), 0, "+ !pattern-matches@1:22; 1:11 - -> 1:55 {}"},
    {T("{\"feature\":\"procname\",\"matches\":7}"), 0, "+ !pattern-matches@1:54; 1:11 - -> 1:67 {}"},
    {T("{\"feature\":\"procname\",\"matches\":null}"), 0, "+ !pattern-matches@1:54; 1:11 - -> 1:70 {}"},
    {T("{\"feature\":\"procname\",\"matches\":\"\"}"), 0, "+; 1:11 1:22 procname\"\" -> 1:68 {}"},
    {T("{\"feature\":\"procname\",\"matches\":\"x\",\"sub\":[]}"), 0, "+ .unknown-member@1:58; 1:11 1:22 procname\"x\" -> 1:78 {}"},
    {T("{\"feature\":\"procname\",\"matches\":\"x\",\"sub\":[]}"), 2, "+ .unknown-member@1:58; 1:11 1:22 procname\"x\" -> 1:78 {}"},
    {T("{\"feature\":\"procname\",\"matches\":\"x\",\"name\":\"y\"}"), 0, "+ .unknown-member@1:58; 1:11 1:22 procname\"x\" -> 1:80 {}"},
    {T("{\"feature\":\"procname\",\"matches\":\"x\",\"name\":\"y\"}"), 2, "+ .unknown-member@1:58; 1:11 1:22 procname\"x\" -> 1:80 {}"},
    {T("{\"feature\":\"true\"}"), 0, "+ \?true-matches@1:22; 1:11 1:22 true -> 1:51 {}"},
    {T("{\"feature\":\"true\",\"matches\":7}"), 0, "+ \?true-matches@1:22; 1:11 1:22 true -> 1:63 {}"},
    {T("{\"feature\":\"true\",\"matches\":\"x\"}"), 0, "+; 1:11 1:22 true\"x\" -> 1:65 {}"},
    {T("{\"feature\":\"true\",\"matches\":\"x\"}"), 2, "+; 1:11 1:22 true\"x\" -> 1:65 {}"},
    {T("{\"feature\":\"Procname\",\"matches\":\"x\"}"), 0, "+ \?unknown-feature@1:33; 1:11 1:22 Procname\"x\" -> 1:69 {}"},
    {T("{\"feature\":\"Procname\",\"matches\":\"x\"}"), 2, "+ \?unknown-feature@1:33; 1:11 1:22 Procname\"x\" -> 1:69 {}"},
    {T("{\"feature\":\"procnam\",\"matches\":\"x\"}"), 0, "+ \?unknown-feature@1:33; 1:11 1:22 procnam\"x\" -> 1:68 {}"},
    {T("{\"feature\":\"procnam\",\"matches\":\"x\"}"), 2, "+ \?unknown-feature@1:33; 1:11 1:22 procnam\"x\" -> 1:68 {}"},
    {T("{\"feature\":\"unknown\"}"), 0, "+ !pattern-matches@1:22 \?unknown-feature@1:33; 1:11 - -> 1:54 {}"},
    {T("{\"feature\":\"unknown\",\"matches\":7}"), 0, "+ \?unknown-feature@1:33 !pattern-matches@1:53; 1:11 - -> 1:66 {}"},
    {T("{\"feature\":\"commname\",\"matches\":\"123456789012345\"}"), 0, "+; 1:11 1:22 commname\"123456789012345\" -> 1:83 {}"},
    {T("{\"feature\":\"commname\",\"matches\":\"1234567890123456\"}"), 0, "+ \?commname-long@1:54; 1:11 1:22 commname\"1234567890123456\" -> 1:84 {}"},
    {T("{\"feature\":\"cmdline\",\"matches\":\"1234567890123456\"}"), 0, "+; 1:11 1:22 cmdline\"1234567890123456\" -> 1:83 {}"},
    {T("{\"feature\":\"findfile\",\"matches\":\"\"}"), 0, "+ \?findfile-empty@1:54; 1:11 1:22 findfile\"\" -> 1:68 {}"},
    {T("{\"feature\":\"findfile\",\"matches\":\":::\"}"), 0, "+ \?findfile-empty@1:54; 1:11 1:22 findfile\":::\" -> 1:71 {}"},
    {T("{\"feature\":\"findfile\",\"matches\":\":a:\"}"), 0, "+; 1:11 1:22 findfile\":a:\" -> 1:71 {}"},
    {T("{\"feature\":\"findfile\",\"matches\":\"a/b\"}"), 0, "+ \?findfile-slash@1:54; 1:11 1:22 findfile\"a/b\" -> 1:71 {}"},
    {T("{\"feature\":\"findfile\",\"matches\":\"/\"}"), 0, "+ \?findfile-slash@1:54; 1:11 1:22 findfile\"/\" -> 1:69 {}"},
    {T("{\"feature\":\"dso\",\"matches\":\"a/b\"}"), 0, "+; 1:11 1:22 dso\"a/b\" -> 1:66 {}"},
    {T("[{\"feature\":\"dso\",\"matches\":\"a\"},{\"feature\":\"dso\",\"matches\":\"b\"}]"), 0, "+; 1:11 1:22 and(1:23 dso\"a\", 1:55 dso\"b\") -> 1:98 {}"},
    {T("[{\"feature\":\"true\",\"matches\":\"\"},\"x\",[],7]"), 0, "+ !pattern-string@1:55 !pattern-type@1:59 !pattern-type@1:62; 1:11 - -> 1:75 {}"},
    {T("[{\"feature\":\"true\",\"matches\":\"\"},\"x\",[],7]"), 2, "+ \?pattern-string@1:55 !pattern-type@1:59 !pattern-type@1:62; 1:11 - -> 1:75 {}"},
    {T("{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"op\":\"not\",\"sub\":[{\"feature\":\"true\",\"matches\":\"\"}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}]}"), 0, "+; 1:11 1:22 not(1:41 not(1:60 not(1:79 not(1:98 not(1:117 not(1:136 not(1:155 not(1:174 not(1:193 not(1:212 not(1:231 not(1:250 not(1:269 not(1:288 not(1:307 not(1:326 not(1:345 not(1:364 not(1:383 not(1:402 true\"\")))))))))))))))))))) -> 1:484 {}"},
    {T("[,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7]"), 0, "- !unexpected-token@1:23"},
    {R("7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,\"x\",{}"), 0, "+ !rule-not-object@1:11 !rule-not-object@1:13 !rule-not-object@1:15 !rule-not-object@1:17 !rule-not-object@1:19 !rule-not-object@1:21 !rule-not-object@1:23 !rule-not-object@1:25 !rule-not-object@1:27 !rule-not-object@1:29 !rule-not-object@1:31 !rule-not-object@1:33 !rule-not-object@1:35 !rule-not-object@1:37 !rule-not-object@1:39 !rule-not-object@1:41 !rule-not-object@1:43 !rule-not-object@1:45 !rule-not-object@1:47 !rule-not-object@1:49 !rule-not-object@1:51 !rule-not-object@1:53 !rule-not-object@1:55 !rule-not-object@1:57 !rule-not-object@1:59 !rule-not-object@1:61 !rule-not-object@1:63 !rule-not-object@1:65 !rule-not-object@1:67 !rule-not-object@1:69 !rule-not-object@1:71 !rule-no-pattern@1:75 !rule-no-profile@1:75; 1:11 - -> -; 1:13 - -> -; 1:15 - -> -; 1:17 - -> -; 1:19 - -> -; 1:21 - -> -; 1:23 - -> -; 1:25 - -> -; 1:27 - -> -; 1:29 - -> -; 1:31 - -> -; 1:33 - -> -; 1:35 - -> -; 1:37 - -> -; 1:39 - -> -; 1:41 - -> -; 1:43 - -> -; 1:45 - -> -; 1:47 - -> -; 1:49 - -> -; 1:51 - -> -; 1:53 - -> -; 1:55 - -> -; 1:57 - -> -; 1:59 - -> -; 1:61 - -> -; 1:63 - -> -; 1:65 - -> -; 1:67 - -> -; 1:69 - -> -; 1:71 - -> -; 1:75 - -> -"},
    {W("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["), 0, "- !unexpected-end@1:129"},
    {W("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["), 0, "- !depth@1:129"},
    {W("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"), 0, "- !depth@1:129"},
};

static void say_view(nvp_view v) { say_text(v.ptr, v.len); }

static void say_place(const nvp_file *f, uint32_t at)
{
    char text[40];
    const nvp_position p = nvp_file_locate(f, at);
    sprintf(text, "%u:%u", (unsigned)p.line, (unsigned)p.column);
    say(text);
}

static void say_pattern(const nvp_file *f, const nvp_pattern *p)
{
    uint32_t i, k, closes[200], depth = 0;
    if (p == NULL) {
        say("-");
        return;
    }
    for (i = 0; i < p->size; i++) {
        if (i > 0 && p[i].up != 1) say(", ");
        if (i > 0 && CHECK(p[i].up <= i)) CHECK(p[i - p[i].up].feature >= NVP_FEATURE_AND);
        say_place(f, p[i].at);
        say(" ");
        for (k = 0; k < p[i].name.len; k++) {
            const char one[2] = {p[i].name.ptr[k], 0};
            say(one);
        }
        if (p[i].feature < NVP_FEATURE_AND && p[i].has_matches) say_view(p[i].matches);
        if (p[i].feature >= NVP_FEATURE_AND) {
            say("(");
            closes[depth++] = i + p[i].size;
        }
        while (depth > 0 && closes[depth - 1] == i + 1) {
            say(")");
            depth--;
        }
    }
}

static void say_profile(const nvp_file *f, const nvp_profile *p)
{
    uint32_t i;
    say_place(f, p->at);
    if (p->named) {
        say(" ");
        say_view(p->name);
        say_place(f, p->name_at);
    }
    say(p->bad ? " bad {" : " {");
    for (i = 0; i < p->setting_count; i++) {
        const nvp_setting *s = &p->settings[i];
        char text[60];
        if (i > 0) say(", ");
        say_view(s->key);
        say_place(f, s->key_at);
        say("=");
        if (s->value.type == NVP_TYPE_STRING) say_view(s->value.text);
        else { /* as it is written */
            CHECK(s->value.text.ptr == f->text.ptr + s->value_at);
            if (s->value.type == NVP_TYPE_BOOL) sprintf(text, s->value.i == 1 ? "true" : "false");
            else if (s->value.type == NVP_TYPE_INT) sprintf(text, "i%" PRId64, s->value.i);
            else if (s->value.type == NVP_TYPE_UINT) sprintf(text, "u%" PRIu64, s->value.u);
            else {
                uint64_t bits;
                memcpy(&bits, &s->value.r, sizeof bits);
                sprintf(text, "r%016" PRIx64, bits);
            }
            say(text);
        }
        say(" ");
        say_place(f, s->value_at);
    }
    say("}");
}

static void say_file(const nvp_file *f)
{
    uint32_t i, count[3] = {0, 0, 0};
    used = 0;
    say(f->used ? "+" : "-");
    for (i = 0; i < f->problem_count; i++) {
        const nvp_problem *d = &f->problems[i];
        count[d->severity]++;
        say(d->severity == NVP_SEVERITY_ERROR ? " !" : d->severity == NVP_SEVERITY_WARNING ? " ?" : " .");
        say(nvp_issue_name(d->issue));
        say("@");
        say_place(f, (uint32_t)d->offset);
        if (d->see != NVP_NONE) {
            say("/");
            say_place(f, d->see);
        }
    }
    CHECK(count[NVP_SEVERITY_ERROR] == f->errors && count[NVP_SEVERITY_WARNING] == f->warnings && count[NVP_SEVERITY_NOTE] == f->notes);
    for (i = 0; i < f->rule_count; i++) {
        const nvp_rule *r = &f->rules[i];
        say("; ");
        say_place(f, r->at);
        say(" ");
        say_pattern(f, r->pattern);
        say(" -> ");
        if (r->has_ref) {
            say_place(f, r->ref_at);
            say(" ref ");
            say_view(r->ref);
        } else if (r->profile != NULL)
            say_profile(f, r->profile);
        else
            say("-");
    }
    for (i = 0; i < f->profile_count; i++) {
        say("; profile ");
        say_profile(f, &f->profiles[i]);
    }
}

/* The tokens of a text follow each other, and say what the file says. */
static void tokens(const char *text, size_t size)
{
    nvp_reader x;
    nvp_token t;
    char out[800];
    uint32_t end = 0;
    int comments;
    for (comments = 0; comments < 2; comments++) {
        nvp_reader_begin(&x, text, size, comments);
        end = 0;
        while (nvp_reader_next(&x, &t)) {
            CHECK(t.len > 0 && t.at <= size && t.len <= size - t.at);
            CHECK(t.at >= end || (t.kind == NVP_TOKEN_KIND_WRONG && t.issue == NVP_ISSUE_NUL_BYTE));
            CHECK(t.issue == NVP_ISSUE_NONE || (t.issue_at >= t.at && t.issue_at <= t.at + t.len));
            CHECK(t.kind != NVP_TOKEN_KIND_WRONG || t.issue != NVP_ISSUE_NONE);
            if (t.kind == NVP_TOKEN_KIND_STRING) CHECK(decoded(text + t.at, t.len, out) <= t.len);
            end = t.at + t.len;
        }
        CHECK(t.kind == NVP_TOKEN_KIND_END && t.at == size && t.len == 0);
        CHECK(!nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END);
    }
}

static void every_text(void)
{
    pages room;
    size_t i;
    int side;
    if (!pages_open(&room, 2)) {
        SKIP("needs guard pages");
        return;
    }
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (side = 0; side < 2; side++) {
            const char *text = pages_put(&room, cases[i].text, cases[i].size, side);
            nvp_config_options o;
            nvp_config *c;
            memset(&o, 0, sizeof o);
            o.flags = cases[i].flags;
            c = open_in(&o, NULL, NULL);
            if (CHECK(c != NULL && add_text(c, "x", text, cases[i].size, NULL) == NVP_OK)) {
                say_file(c->files[0]);
                if (!CHECK_STR(cases[i].want, line)) printf("    %.*s\n", (int)(cases[i].size < 200 ? cases[i].size : 200), cases[i].text);
            }
            nvp_config_close(c);
            tokens(text, cases[i].size);
        }
    pages_close(&room);
}

/* Valid texts, written in every other way: with whitespace and comments of all lengths between all tokens. */
static void spaces(void)
{
    static const char *const parts[] = {"{", "\"rules\"", ":", "[", "{", "\"pattern\"", ":", "{", "\"op\"", ":", "\"or\"", ",", "\"sub\"", ":", "[", "]", "}", ",",
                                        "\"profile\"", ":", "[", "\"k\"", ",", "0x10", ",", "\"l\"", ",", "false", "]", "}", "]", "}"};
    static const char *const between[] = {"", " ", "  ", "\t", "\n", "\r\n", "#c\n", " # { \" \n", "               ", "                ", "                 ",
                                          "\n                                   ", "                   \n   # x\n  \t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t", "#\n#\n#\n"};
    char text[4000];
    size_t i, k, at;
    for (i = 0; i < sizeof between / sizeof *between; i++)
        for (at = 0; at <= sizeof parts / sizeof *parts + 1; at++) { /* at one place, or at all */
            nvp_config *c = open_in(NULL, NULL, NULL);
            const nvp_file *f;
            char *p = text;
            for (k = 0; k < sizeof parts / sizeof *parts; k++) {
                if (at == k || at > sizeof parts / sizeof *parts) p += sprintf(p, "%s", between[i]);
                p += sprintf(p, "%s", parts[k]);
            }
            if (at >= k) p += sprintf(p, "%s", between[i]);
            CHECK(add_text(c, "x", text, (size_t)(p - text), NULL) == NVP_OK);
            f = c->files[0];
            if (!CHECK(f->used && f->errors == 0 && f->warnings == 1 && f->notes == 0 && f->rule_count == 1) ||
                !CHECK(f->problems[0].issue == NVP_ISSUE_EMPTY_SUB && f->text.ptr[f->problems[0].offset] == '[') ||
                !CHECK(f->rules[0].pattern != NULL && f->rules[0].pattern->feature == NVP_FEATURE_OR && f->rules[0].profile != NULL) ||
                !CHECK(f->rules[0].profile->setting_count == 2 && f->rules[0].profile->settings[0].value.i == 16 &&
                       memcmp(f->text.ptr + f->rules[0].profile->settings[0].value_at, "0x10", 4) == 0))
                printf("    %s\n", text);
            nvp_config_close(c);
        }
}

int main(void)
{
    RUN(every_text);
    RUN(spaces);
    return run_end();
}
