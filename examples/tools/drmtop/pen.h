/* Lines of the screen. */
#ifndef EXAMPLES_DRMTOP_PEN_H
#define EXAMPLES_DRMTOP_PEN_H

#include "draw.h"

/* A pen writes into one line and stops at its right edge. */
typedef struct pen {
    cli_buf *b;
    int left; /* columns that are left */
    int color;
} pen;

pen pen_of(screen *s, int line); /* the line is empty then */
void pen_style(pen *p, int which);

/* As much of a text, already made safe, as fits into width columns; returns the columns taken. */
int pen_clipped(pen *p, const char *text, size_t len, int width);
void pen_blanks(pen *p, int n);
void pen_put(pen *p, const char *format, ...);

/* A text in this many columns; "~" shows that some was cut off. The second is for texts of any origin. */
void pen_field(pen *p, const char *text, int width, int right);
void pen_view(pen *p, const char *ptr, size_t len, int width);

/* A space and blocks of an eighth to eight eighths of a line, or what ASCII has for them. */
const char *pen_mark(int utf8, int level);

/* Where an axis of memory of unknown size ends whose largest value is this: at a power of two that leaves a quarter free, as a full
   plot would say that the memory is. 0 for nothing. */
double pen_axis(double most);

int heat(double percent); /* its style */
void percent_text(char to[16], double percent);
void size_text(char to[16], int has, uint64_t bytes);

#endif
