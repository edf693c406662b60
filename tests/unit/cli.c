/* What the tools share: text for terminals, every form of JSON strings, CSV, tables, doubles, lines and columns. */
#include "cli/heap.c" /* first: it asks for more than POSIX */
#include "run.h"
#include "cli/cli.c"

static FILE *file; /* which a test writes into */

static FILE *begin(void) { return file = tmpfile(); }

static const char *end(void)
{
    static char text[4096];
    size_t n;
    rewind(file);
    n = fread(text, 1, sizeof text - 1, file);
    text[n] = 0;
    fclose(file);
    return text;
}

static const char *safe(const char *text, size_t len)
{
    static char copy[256];
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, text, len);
    snprintf(copy, sizeof copy, "%s", b.ptr);
    cli_buf_free(&b);
    return copy;
}

static void text_for_terminals(void)
{
    CHECK_STR("plain \xc3\xa9 \xe4\xb8\xad", safe("plain \xc3\xa9 \xe4\xb8\xad", 12));
    CHECK_STR("\\x1b[31m", safe("\033[31m", 5));
    CHECK_STR("a\\x00b\\x7f", safe("a\0b\x7f", 4));
    CHECK_STR("\\xc2\\x9b", safe("\xc2\x9b", 2));         /* CSI as one character */
    CHECK_STR("\\xff\\xc0\\x80", safe("\xff\xc0\x80", 3)); /* ill-formed */
    CHECK_STR("\\xe2\\x80\\xae", safe("\xe2\x80\xae", 3)); /* right to left override */
    CHECK_STR("\xe2\x80\xa6", safe("\xe2\x80\xa6", 3));    /* an ellipsis is kept */
    CHECK_U64(3, cli_width("a\xc3\xa9z", 4));
    CHECK_U64(2, cli_width("\xe4\xb8\xad", 3));
    CHECK_U64(9, cli_width("ab \xe4\xb8\xad\xff!\x01~", 10));
    CHECK(cli_is_plain("", 0) && cli_is_plain(" a~", 3) && !cli_is_plain("a\x7f", 2) && !cli_is_plain("\xc3\xa9", 2) && !cli_is_plain("a\tb", 3));
}

static void well_formed(void)
{
    static const char *const bad[] = {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80", "\xe2\x82", "\xc3"};
    static const char *const good[] = {"a", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) CHECK_U64(0, cli_utf8(bad[i], bad[i] + strlen(bad[i])));
    for (i = 0; i < sizeof good / sizeof *good; i++) CHECK_U64(strlen(good[i]), cli_utf8(good[i], good[i] + strlen(good[i])));
}

static const char *quoted(int mode, const char *text, size_t len)
{
    cli_json_quote(begin(), mode, text, len);
    return end();
}

static void json_strings(void)
{
    static const char text[] = "a\"\\\n\x0b\x7f\xc3\xa9\xff";
    const size_t len = sizeof text - 1;
    CHECK_STR("\"a\\\"\\\\\\u000a\\u000b\\u007f\xc3\xa9\xef\xbf\xbd\"", quoted(CLI_UTF8, text, len));
    /* Characters that steer a terminal are escaped: U+009B, U+200F, U+202E, U+2069; U+00A0 and U+2010 are not. */
    CHECK_STR("\"\\u009b\\u200f\\u202e\\u2069\xc2\xa0\xe2\x80\x90\"",
              quoted(CLI_UTF8, "\xc2\x9b\xe2\x80\x8f\xe2\x80\xae\xe2\x81\xa9\xc2\xa0\xe2\x80\x90", 16));
    CHECK_STR("\"a\\\"\\\\\\u000a\\u000b\\u007f\\u00c3\\u00a9\\u00ff\"", quoted(CLI_BYTES, text, len));
    CHECK_STR("\"a\\\"\\\\\\u000a\\u000b\x7f\xc3\xa9\\udcff\"", quoted(CLI_SURROGATE, text, len));
    CHECK_STR("\"a\\\"\\\\\\n\\u000b\x7f\\u00c3\\u00a9\\u00ff\"", quoted(CLI_SHORT, text, len));
    CHECK_STR("\"a\\u003cb\\u003e\\u0026\\t\\u007f\"", quoted(CLI_MARKUP, "a<b>&\t\x7f", 7));
}

static void json_values(void)
{
    cli_json j;
    cli_json_init(&j, begin(), CLI_UTF8, 0);
    cli_json_object(&j, NULL);
    cli_json_u64(&j, "u", UINT64_MAX);
    cli_json_i64(&j, "i", INT64_MIN);
    cli_json_double(&j, "d", 0.1);
    cli_json_double(&j, "inf", strtod("inf", NULL));
    cli_json_array(&j, "list");
    cli_json_str(&j, NULL, NULL);
    cli_json_bool(&j, NULL, 1);
    cli_json_end(&j);
    cli_json_array(&j, "none");
    cli_json_end(&j);
    cli_json_key(&j, "k\0", 2);
    cli_json_object(&j, NULL);
    cli_json_end(&j);
    cli_json_end(&j);
    cli_json_line(&j);
    CHECK_STR("{\"u\":18446744073709551615,\"i\":-9223372036854775808,\"d\":0.1,\"inf\":null,\"list\":[null,true],"
              "\"none\":[],\"k\\u0000\":{}}\n",
              end());
    cli_json_init(&j, begin(), CLI_UTF8, 2);
    cli_json_object(&j, NULL);
    cli_json_u64(&j, "a", 1);
    cli_json_u64(&j, "b", 2);
    cli_json_end(&j);
    CHECK_STR("{\n  \"a\": 1,\n  \"b\": 2\n}", end());
    cli_json_init(&j, begin(), CLI_UTF8, 0);
    cli_json_array(&j, NULL);
    cli_json_u64(&j, NULL, 0);
    cli_json_double(&j, NULL, 0);
    cli_json_double(&j, NULL, -0.0);
    cli_json_double(&j, NULL, 999999999999999);
    cli_json_double(&j, NULL, 1e15);
    cli_json_double(&j, NULL, 1.5);
    cli_json_end(&j);
    CHECK_STR("[0,0,-0,999999999999999,1e+15,1.5]", end());
}

static void csv(void)
{
    cli_csv v = {NULL, 0, 0};
    v.f = begin();
    cli_csv_field(&v, "plain", 5);
    cli_csv_field(&v, "a,b", 3);
    cli_csv_field(&v, "say \"hi\"", 8);
    cli_csv_field(&v, "two\nlines", 9);
    cli_csv_fieldf(&v, "%d", 7);
    cli_csv_end(&v);
    v.always = 1;
    cli_csv_field(&v, "x", 1);
    cli_csv_end(&v);
    CHECK_STR("plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",7\n\"x\"\n", end());
}

static void tables(void)
{
    static const char *const titles[] = {"NAME", "N", "NOTE"};
    cli c;
    cli_table t;
    cli_init(&c, "test", "");
    c.out = begin();
    cli_table_init(&t, "lrl", titles);
    cli_cellf(&t, CLI_PLAIN, "a");
    cli_cellf(&t, CLI_PLAIN, "%d", 1000);
    cli_cellf(&t, CLI_PLAIN, "%s", "");
    cli_cellf(&t, CLI_PLAIN, "longer");
    cli_cellf(&t, CLI_PLAIN, "%d", 1);
    cli_cellf(&t, CLI_BOLD, "last");
    cli_table_print(&c, &t);
    CHECK_STR("NAME       N  NOTE\na       1000\nlonger     1  last\n", end());
}

static void places(void)
{
    static const char text[] = "one\n\ttwo\r\nthree";
    uint64_t line, column;
    cli_line_of(text, sizeof text - 1, 0, &line, &column);
    CHECK_U64(1, line);
    CHECK_U64(1, column);
    cli_line_of(text, sizeof text - 1, 5, &line, &column);
    CHECK_U64(2, line);
    CHECK_U64(2, column);
    cli_line_of(text, sizeof text - 1, 1000, &line, &column);
    CHECK_U64(3, line);
    CHECK_U64(6, column);
}

static void report(void)
{
    cli c;
    cli_init(&c, "test", "");
    c.want_color = 0;
    cli_report(&c, begin(), "error", "f.rc", "first\nse\tcond, \x1b here\n", 23, 11, "no %s", "good");
    CHECK_STR("f.rc:2:6: error: no good\n    2 | se cond, \\x1b here\n      |      ^\n", end());
}

static void doubles(void)
{
    static const double values[] = {0, 1, 0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789012345678.0};
    static const char *const texts[] = {"0", "1", "0.1", "0.3333333333333333", "4.94065645841247e-324", "1.7976931348623157e+308",
                                        "1.2345678901234568e+17"};
    size_t i;
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        char text[32];
        cli_double(text, values[i]);
        CHECK_STR(texts[i], text);
    }
    for (i = 0; i < 2; i++) { /* one of the two has the sign that printf shows */
        char text[32];
        const double infinite = values[5] * 10, nan = infinite - infinite;
        cli_double(text, i == 0 ? nan : -nan);
        CHECK_STR("nan", text);
        cli_double(text, i == 0 ? infinite : -infinite);
        CHECK_STR(i == 0 ? "inf" : "-inf", text);
    }
}

static void options(void)
{
    enum { A = 1, NAME };
    static const cli_option table[] = {{A, 'a', "all", 0}, {NAME, 'n', "name", 1}, {0, 0, NULL, 0}};
    static char *argv[] = {"tool", "-an1", "file", "--name=2", "--all", "--name", "3", "-", "--json", "--", "--all"};
    cli c;
    cli_args a;
    memset(&a, 0, sizeof a);
    cli_init(&c, "test", "");
    a.argc = (int)(sizeof argv / sizeof *argv);
    a.argv = argv;
    a.at = 1;
    CHECK_I64(A, cli_next(&c, &a, table));
    CHECK_I64(NAME, cli_next(&c, &a, table));
    CHECK_STR("1", a.value);
    CHECK_I64(CLI_OPERAND, cli_next(&c, &a, table));
    CHECK_STR("file", a.value);
    CHECK_I64(NAME, cli_next(&c, &a, table));
    CHECK_STR("2", a.value);
    CHECK_I64(A, cli_next(&c, &a, table));
    CHECK_I64(NAME, cli_next(&c, &a, table));
    CHECK_STR("3", a.value);
    CHECK_I64(CLI_OPERAND, cli_next(&c, &a, table));
    CHECK_STR("-", a.value);
    CHECK_I64(CLI_OPERAND, cli_next(&c, &a, table));
    CHECK_STR("--all", a.value);
    CHECK_I64(CLI_JSON, c.format);
    CHECK_I64(CLI_END, cli_next(&c, &a, table));
}

/* A file replaces another as a whole, with its mode, or not at all. */
static void replace(void)
{
    char path[] = "/tmp/cli-test-XXXXXX";
    const int fd = mkstemp(path);
    cli c;
    cli_stamp stamp;
    size_t len;
    char *text;
    struct stat st;
    if (fd < 0) {
        SKIP("needs a writable /tmp");
        return;
    }
    cli_init(&c, "test", "");
    CHECK(write(fd, "old", 3) == 3 && fchmod(fd, 0640) == 0);
    close(fd);
    text = cli_read(&c, path, &len, &stamp);
    CHECK_BYTES("old", 3, text, len);
    free(text);
    CHECK(cli_replace(&c, path, &stamp, "new text", 8));
    CHECK(stat(path, &st) == 0 && (st.st_mode & 07777) == 0640);
    if (freopen("/dev/null", "w", stderr) == NULL) return; /* the error message says why */
    CHECK(!cli_replace(&c, path, &stamp, "late", 4));
    text = cli_read(&c, path, &len, NULL);
    CHECK_BYTES("new text", 8, text, len);
    free(text);
    unlink(path);
}

int main(void)
{
    RUN(text_for_terminals);
    RUN(well_formed);
    RUN(json_strings);
    RUN(json_values);
    RUN(csv);
    RUN(tables);
    RUN(places);
    RUN(report);
    RUN(doubles);
    RUN(options);
    RUN(replace);
    return run_end();
}
