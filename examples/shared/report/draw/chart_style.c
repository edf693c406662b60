/* How charts look. */
#include "html.h"

#include <string.h>

static const char *const style[] = {
#include "chart.css.inc"
};
#define LINES (sizeof style / sizeof *style)

/* The value of a colour, and its length: the last of the light ones, or of the dark ones if it is among them. */
static const char *value_of(const char *name, size_t len, chart_theme theme, size_t *size)
{
    const char *found = "";
    size_t i;
    int is_dark = 0;
    *size = 0;
    for (i = 0; i < LINES; i++) {
        const char *at = style[i];
        is_dark |= *at == '@';
        if (is_dark && theme != CHART_DARK) break;
        while (strncmp(at, "--", 2) == 0) {
            const size_t n = strcspn(at, ":"), end = n + strcspn(at + n, ";");
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

/* A line with its colours put in. A font of its own may not be there where the picture is shown. */
static void put_rule(output *to, const char *line, chart_theme theme)
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
    put_markup_lines(to, &line, 1);
}

void put_chart_style(output *to, chart_theme theme)
{
    size_t i, first = 0;
    for (i = 0; i < LINES && theme != CHART_ON_PAGE; i++)
        if (strcmp(style[i], "}") == 0) first = i + 1;
    for (i = first; i < LINES; i++) {
        if (theme == CHART_ON_PAGE) put_markup_lines(to, &style[i], 1);
        else put_rule(to, style[i], theme);
    }
    if (theme != CHART_ON_PAGE) put_rule(to, "svg .h { font-size: 13px; font-weight: 600; } svg .t { font-size: 12px; } svg .sheet { fill: var(--card); }", theme);
}
