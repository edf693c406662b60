/* Millions of rows of one table, as CSV or JSON Lines. No stdio for each cell: that took three quarters of the time. */
#include "records.h"

#include <string.h>
#include <unistd.h>

#define PART 65536 /* bytes that are written at once */

/* Room for so many more bytes. */
static char *room_for(records *r, size_t more)
{
    if (r->out.room - r->out.len <= more) r->out.ptr = (char *)cli_grow(r->out.ptr, &r->out.room, r->out.len + more + 1, 1);
    return r->out.ptr + r->out.len;
}

static void put(records *r, const char *bytes, size_t len)
{
    char *to = room_for(r, len);
    if (len > 0) memcpy(to, bytes, len);
    r->out.len += len;
}

static void put_quoted(records *r, const char *bytes, size_t len)
{
    size_t i;
    put(r, "\"", 1);
    for (i = 0; i < len; i++) put(r, bytes[i] == '"' ? "\"\"" : &bytes[i], bytes[i] == '"' ? 2 : 1);
    put(r, "\"", 1);
}

static void put_csv(records *r, const char *bytes, size_t len)
{
    cli_buf safe = {NULL, 0, 0};
    size_t i = 0;
    if (r->is_terminal) {
        cli_put_safe(&safe, bytes, len);
        bytes = safe.ptr != NULL ? safe.ptr : "";
        len = safe.len;
    }
    while (i < len && bytes[i] != ',' && bytes[i] != '"' && bytes[i] != '\r' && bytes[i] != '\n') i++;
    if (i == len) put(r, bytes, len);
    else put_quoted(r, bytes, len);
    cli_buf_free(&safe);
}

static void put_json(records *r, const char *bytes, size_t len)
{
    size_t i = 0;
    FILE *f;
    while (i < len && (unsigned char)bytes[i] >= 0x20 && (unsigned char)bytes[i] < 0x7f && bytes[i] != '"' && bytes[i] != '\\') i++;
    if (i == len) {
        put(r, "\"", 1);
        put(r, bytes, len);
        put(r, "\"", 1);
        return;
    }
    f = cli_buf_open(&r->out);
    cli_json_quote(f, CLI_UTF8, bytes, len);
    cli_buf_close(f);
}

/* What comes before a cell. */
static void next(records *r)
{
    if (r->json) put(r, r->key[r->at].ptr, r->key[r->at].len);
    else if (r->at > 0) put(r, ",", 1);
    r->at++;
}

static void put_null(records *r)
{
    if (r->json) put(r, "null", 4);
}

void records_open(records *r, const cli *c, const char *const *titles)
{
    size_t i;
    memset(r, 0, sizeof *r);
    r->json = c->format == CLI_JSON;
    r->f = c->out;
    r->is_terminal = !r->json && isatty(fileno(c->out));
    while (titles[r->columns] != NULL) r->columns++;
    r->key = (cli_buf *)cli_alloc(r->columns, sizeof *r->key);
    for (i = 0; i < r->columns; i++) cli_putf(&r->key[i], "%s\"%s\":", i == 0 ? "{" : ",", titles[i]);
    if (r->json) return;
    record_begin(r);
    for (i = 0; i < r->columns; i++) record_text(r, 1, titles[i], strlen(titles[i]));
    record_end(r);
}

static void flush(records *r)
{
    if (r->out.len > 0) fwrite(r->out.ptr, 1, r->out.len, r->f);
    r->out.len = 0;
}

void records_close(records *r)
{
    size_t i;
    flush(r);
    for (i = 0; i < r->columns; i++) cli_buf_free(&r->key[i]);
    cli_free(r->key);
    cli_buf_free(&r->out);
    cli_buf_free(&r->kept);
}

void record_begin(records *r)
{
    r->at = 0;
    r->start = r->out.len;
}

void record_end(records *r)
{
    put(r, r->json ? "}\n" : "\n", r->json ? 2 : 1);
    if (r->out.len >= PART) flush(r);
}

void record_keep(records *r)
{
    r->kept.len = 0;
    cli_put(&r->kept, r->out.ptr + r->start, r->out.len - r->start);
    r->kept_at = r->at;
    r->out.len = r->start;
}

void record_again(records *r)
{
    record_begin(r);
    put(r, r->kept.ptr, r->kept.len);
    r->at = r->kept_at;
}

void record_text(records *r, int has, const char *bytes, size_t len)
{
    next(r);
    if (!has) put_null(r);
    else if (r->json) put_json(r, bytes, len);
    else put_csv(r, bytes, len);
}

static void put_whole(records *r, uint64_t value)
{
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
                                "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    char digits[20];
    size_t n = sizeof digits;
    while (value >= 10) {
        const char *two = pairs + 2 * (value % 100);
        digits[--n] = two[1];
        digits[--n] = two[0];
        value /= 100;
    }
    if (value > 0 || n == sizeof digits) digits[--n] = (char)('0' + value);
    put(r, digits + n, sizeof digits - n);
}

void record_whole(records *r, int has, uint64_t value)
{
    next(r);
    if (has) put_whole(r, value);
    else put_null(r);
}

void record_real(records *r, double value)
{
    char number[32];
    next(r);
    if (r->json && value - value != 0) put_null(r);
    else if (value >= 1 && value < 1e15 && value == (double)(uint64_t)value) put_whole(r, (uint64_t)value); /* what cli_double writes */
    else {
        cli_double(number, value);
        put(r, number, strlen(number));
    }
}

void record_truth(records *r, int value)
{
    next(r);
    if (r->json) put(r, value ? "true" : "false", value ? 4 : 5);
    else put(r, value ? "1" : "0", 1);
}
