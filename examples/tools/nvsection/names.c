/* Files with the names of metrics. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

/* The next line that is neither a comment nor empty; 0 at the end. */
static int next_line(const char **at, const char *end, nvs_view *line)
{
    while (*at < end) {
        const char *stop = (const char *)memchr(*at, '\n', (size_t)(end - *at));
        if (stop == NULL) stop = end;
        line->ptr = *at;
        line->len = (size_t)(stop - *at);
        *at = stop < end ? stop + 1 : end;
        if (line->len > 0 && line->ptr[line->len - 1] == '\r') line->len--;
        if (line->len > 0 && line->ptr[0] != '#') return 1;
    }
    return 0;
}

static int read_list(const cli *c, const char *path, name_lists *out)
{
    size_t len, lists = 0, list_room = 0, members = 0, member_room = 0, i;
    const char *at, *end;
    nvs_view line;
    out->lists_text = cli_read(c, path, &len, NULL);
    if (out->lists_text == NULL) return 0;
    at = out->lists_text;
    end = at + len;
    while (next_line(&at, end, &line)) {
        const char *tab = (const char *)memchr(line.ptr, '\t', line.len);
        const char *p = tab != NULL ? tab + 1 : line.ptr + line.len, *stop = line.ptr + line.len;
        nvs_name_list *l;
        out->lists = (nvs_name_list *)cli_grow(out->lists, &list_room, lists + 1, sizeof *out->lists);
        l = &out->lists[lists++];
        l->name.ptr = line.ptr;
        l->name.len = tab != NULL ? (size_t)(tab - line.ptr) : line.len;
        l->members = NULL;
        l->count = 0;
        while (p < stop) {
            const char *comma = (const char *)memchr(p, ',', (size_t)(stop - p));
            if (comma == NULL) comma = stop;
            out->members = (nvs_view *)cli_grow(out->members, &member_room, members + 1, sizeof *out->members);
            out->members[members].ptr = p;
            out->members[members++].len = (size_t)(comma - p);
            l->count++;
            p = comma < stop ? comma + 1 : stop;
        }
    }
    for (i = 0, members = 0; i < lists; i++) {
        out->lists[i].members = out->lists[i].count > 0 ? out->members + members : NULL;
        members += out->lists[i].count;
    }
    out->known.lists = out->lists;
    out->known.list_count = lists;
    return 1;
}

int read_names(const cli *c, const char *names, const char *lists, name_lists *out)
{
    memset(out, 0, sizeof *out);
    if (names != NULL) {
        size_t len, room = 0, count = 0;
        const char *at;
        nvs_view line;
        out->names_text = cli_read(c, names, &len, NULL);
        if (out->names_text == NULL) return 0;
        at = out->names_text;
        out->names = (nvs_view *)cli_grow(NULL, &room, 1, sizeof line);
        while (next_line(&at, out->names_text + len, &line)) {
            const char *tab = (const char *)memchr(line.ptr, '\t', line.len);
            if (tab != NULL) line.len = (size_t)(tab - line.ptr);
            if (line.len == 0) continue;
            out->names = (nvs_view *)cli_grow(out->names, &room, count + 1, sizeof line);
            out->names[count++] = line;
        }
        out->known.names = out->names;
        out->known.count = count;
    }
    if (lists != NULL && !read_list(c, lists, out)) {
        free_names(out);
        return 0;
    }
    return 1;
}

void free_names(name_lists *lists)
{
    free(lists->names_text);
    free(lists->lists_text);
    free(lists->names);
    free(lists->members);
    free(lists->lists);
    memset(lists, 0, sizeof *lists);
}
