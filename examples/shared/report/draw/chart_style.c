/* How charts look. */
#include "html.h"

#include <string.h>

static const char style[] = {
#include "chart.css.inc"
    0};

/* The value of a colour, and its length: the last of the light ones, or of the dark ones if it is among them. */
static const char *value_of(const char *name, size_t len, chart_theme theme, size_t *size)
{
    const char *found = "", *at;
    int is_dark = 0;
    *size = 0;
    for (at = style; *at != 0; at += strcspn(at, "\n") + 1) {
        is_dark |= *at == '@';
        if (is_dark && theme != CHART_DARK) break;
        while (strncmp(at, "--", 2) == 0) {
            const size_t n = strcspn(at, ":"), end = n + strcspn(at + n, ";\n");
            if (n == len && memcmp(at, name, n) == 0) {
                found = at + n + 2;
                *size = end - n - 2;
            }
            at += end + (at[end] == ';');
            at += *at == ' ';
        }
    }
    return found;
}

/* Lines with their colours put in. A font of its own may not be there where the picture is shown. */
static void put_rules(output *to, const char *line, chart_theme theme)
{
    static const char before[] = "var(", font[] = "--font";
    const char *at;
    while ((at = strstr(line, before)) != NULL) {
        const char *const name = at + sizeof before - 1;
        const size_t len = strcspn(name, ")");
        size_t size;
        const char *value = value_of(name, len, theme, &size);
        put_markup_bytes(to, line, (size_t)(at - line));
        if (len == sizeof font - 1 && memcmp(name, font, len) == 0) put_markup(to, "sans-serif");
        else put_markup_bytes(to, value, size);
        line = name + len + 1;
    }
    put_markup_bytes(to, line, strlen(line));
}

void put_chart_style(output *to, chart_theme theme)
{
    static const char end[] = "\n}\n"; /* of the colours */
    const char *rules = style, *at;
    if (theme == CHART_ON_PAGE) {
        put_markup_bytes(to, style, sizeof style - 1);
        return;
    }
    for (at = style; (at = strstr(at, end)) != NULL; at++) rules = at + sizeof end - 1;
    put_rules(to, rules, theme);
    put_rules(to, "svg .h { font-size: 13px; font-weight: 600; } svg .t { font-size: 12px; } svg .sheet { fill: var(--card); }\n", theme);
}
