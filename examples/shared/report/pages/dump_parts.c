/* The scalars of a dump. */
#include "dump_parts.h"
#include "../model/hash.h"

#include <inttypes.h>
#include <string.h>

void put_hex(dump *d, const char *key, int digits, uint64_t bits)
{
    char text[20];
    snprintf(text, sizeof text, "%0*" PRIx64, digits, bits);
    out_string(d->to, key, text);
}

void put_pair(dump *d, uint64_t a, uint64_t b)
{
    out_list(d->to, NULL);
    out_whole(d->to, NULL, a);
    out_whole(d->to, NULL, b);
    out_close(d->to);
}

void text_or_null(dump *d, const char *key, const ncurep_view *v, int present)
{
    if (present) out_text(d->to, key, v->ptr, v->len);
    else out_null(d->to, key);
}

void number_or_null(dump *d, const char *key, uint64_t n, int present)
{
    if (present) out_whole(d->to, key, n);
    else out_null(d->to, key);
}

void signed_or_null(dump *d, const char *key, int64_t n, int present)
{
    if (present) out_signed(d->to, key, n);
    else out_null(d->to, key);
}

void bool_or_null(dump *d, const char *key, int yes, int present)
{
    if (present) out_truth(d->to, key, yes);
    else out_null(d->to, key);
}

void real_or_null(dump *d, const char *key, double v, int present)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (present) put_hex(d, key, 16, bits);
    else out_null(d->to, key);
}
void blob_or_null(dump *d, const char *key, const ncurep_view *v, int present)
{
    if (!present) {
        out_null(d->to, key);
        return;
    }
    out_list(d->to, key);
    out_whole(d->to, NULL, v->len);
    put_hex(d, NULL, 16, hash_bytes(HASH_START, v->ptr, v->len));
    out_close(d->to);
}

void value_or_null(dump *d, const char *key, const ncurep_value *v)
{
    static const char *const tag[] = {"", "str", "f32", "f64", "u32", "u64", "i32", "i64"};
    if (v->kind == NCUREP_KIND_NONE) {
        out_null(d->to, key);
        return;
    }
    out_list(d->to, key);
    out_string(d->to, NULL, tag[v->kind]);
    switch (v->kind) {
    case NCUREP_KIND_STRING: out_text(d->to, NULL, v->text.ptr, v->text.len); break;
    case NCUREP_KIND_FLOAT: put_hex(d, NULL, 8, v->bits); break;
    case NCUREP_KIND_DOUBLE: put_hex(d, NULL, 16, v->bits); break;
    case NCUREP_KIND_INT32:
    case NCUREP_KIND_INT64: out_signed(d->to, NULL, (int64_t)v->bits); break;
    default: out_whole(d->to, NULL, v->bits); break;
    }
    out_close(d->to);
}

void dump_begin(dump *d, const char *line)
{
    out_group(d->to, NULL);
    out_string(d->to, "line", line);
}

void dump_end(dump *d)
{
    out_close(d->to);
    out_end(d->to);
}
