/* Recordings: many texts in one file. */
#ifndef EXAMPLES_DRM_TEXTS_H
#define EXAMPLES_DRM_TEXTS_H

#include "drmfdinfo.h"

/* Texts in one file. A line "@ TIME" or "@ TIME PID FD" (numbers: 1 or 3) opens a text; in the second form a line "="
   ends a sweep, and lines before the first text of a sweep that begin with "# " are notes. */
enum { DRM_TEXT, DRM_SWEEP_END, DRM_NOTE };

typedef struct drm_text {
    int kind;
    int64_t time;
    uint64_t pid, fd;
    drmfd_view text; /* or the note, without "# " */
} drm_text;

typedef struct drm_texts {
    const char *at, *end;
    int numbers;
    int inside; /* a text of this sweep has been seen */
} drm_texts;

void drm_texts_begin(drm_texts *t, const char *data, size_t len, int numbers);
int drm_texts_next(drm_texts *t, drm_text *text);

/* A text in the form the tracker takes. */
drmfd_sample drm_sample(const drm_text *text);

#endif
