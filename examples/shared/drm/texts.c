#include "texts.h"

#include <string.h>

static int decimal(const char **p, const char *end, uint64_t *out)
{
    const char *s = *p;
    uint64_t v = 0;
    while (*p < end && **p >= '0' && **p <= '9') {
        const uint64_t digit = (uint64_t)(*(*p)++ - '0');
        if (v > (UINT64_MAX - digit) / 10) return 0;
        v = v * 10 + digit;
    }
    *out = v;
    return *p > s;
}

/* "@ TIME" or "@ TIME PID FD" and a line feed at p. */
static int opens(const drm_texts *t, const char *p, const char *eol, drm_text *text)
{
    uint64_t number, *to[3];
    int i, minus;
    to[0] = &number;
    to[1] = &text->pid;
    to[2] = &text->fd;
    if (eol == t->end || eol - p < 3 || p[0] != '@' || p[1] != ' ') return 0;
    p += 2;
    minus = *p == '-';
    p += minus;
    for (i = 0; i < t->numbers; i++) {
        if (i > 0 && (p == eol || *p++ != ' ')) return 0;
        if (!decimal(&p, eol, to[i])) return 0;
    }
    if (p != eol || number > (uint64_t)INT64_MAX) return 0;
    text->time = minus ? -(int64_t)number : (int64_t)number;
    return 1;
}

static const char *line_end(const char *p, const char *end)
{
    const char *eol = p < end ? (const char *)memchr(p, '\n', (size_t)(end - p)) : NULL;
    return eol != NULL ? eol : end;
}

void drm_texts_begin(drm_texts *t, const char *data, size_t len, int numbers)
{
    t->at = data;
    t->end = data + len;
    t->numbers = numbers;
    t->inside = 0;
}

int drm_texts_next(drm_texts *t, drm_text *text)
{
    while (t->at < t->end) {
        const char *p = t->at, *eol = line_end(p, t->end);
        t->at = eol < t->end ? eol + 1 : eol;
        if (t->numbers == 3 && eol - p == 1 && *p == '=' && eol < t->end) {
            text->kind = DRM_SWEEP_END;
            t->inside = 0;
            return 1;
        }
        if (!t->inside && t->numbers == 3 && eol - p > 2 && p[0] == '#' && p[1] == ' ') {
            text->kind = DRM_NOTE;
            text->text.ptr = p + 2;
            text->text.len = (size_t)(eol - p) - 2;
            return 1;
        }
        if (opens(t, p, eol, text)) {
            drm_text next;
            const char *from = t->at;
            text->kind = DRM_TEXT;
            t->inside = 1;
            while (t->at < t->end) {
                eol = line_end(t->at, t->end);
                if (opens(t, t->at, eol, &next)) break;
                if (t->numbers == 3 && eol - t->at == 1 && *t->at == '=' && eol < t->end) break;
                t->at = eol < t->end ? eol + 1 : eol;
            }
            text->text.ptr = from;
            text->text.len = (size_t)(t->at - from);
            return 1;
        }
    }
    return 0;
}

drmfd_sample drm_sample(const drm_text *text)
{
    drmfd_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.time = text->time;
    sample.pid = text->pid;
    sample.fd = text->fd;
    sample.data = text->text.ptr;
    sample.size = text->text.len;
    return sample;
}
