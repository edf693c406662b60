/* What the charts of the HTML page share. */
#ifndef EXAMPLES_REPORT_DRAW_CHART_PARTS_H
#define EXAMPLES_REPORT_DRAW_CHART_PARTS_H

#include "html.h"

#define COLORS 7 /* classes c1 to c7 of the style sheet */
const char *color_of(size_t i);

/* A number for coordinates: one digit after the point, none where it is 0. */
void put_coordinate(output *out, double v);

int is_finite(double d);

/* Where v lies between low and high, from 0 to 1. */
double part_of(double v, double low, double high);

/* A number with a sign for its power of 1000, four digits. */
void add_si(cli_buf *b, double v);
void put_si(output *out, double v);

nvs_view label_of(const nvs_node *n);

/* A value of a metric with its unit. */
void put_value_of(const figure *h, const nvs_cell *x, double value);

/* A plot of two axes: its rectangle in the picture, and what the edges stand for. */
typedef struct plot {
    double left, right, top, bottom; /* of the rectangle */
    double x0, x1, y0, y1;           /* values; powers of ten where log is set */
    int log;
} plot;

double at_x(const plot *p, double x);
double at_y(const plot *p, double y);

/* A step of 1, 2 or 5 times a power of ten, so that about count of them fit. */
double step_of(double low, double high, int count);

/* Grid lines and numbers of one axis; by divides the numbers. */
void put_ticks(output *out, const plot *p, int y, int count, double by);
void axis_title(output *out, const plot *p, int y, const char *text, size_t len);

/* What stands in a text of a picture: whole, or so many letters of it, three dots, and a title that says all. */
void put_short(output *out, const char *text, size_t len, size_t letters);

/* The edges of the plot and the numbers there, from which the script works out values under the pointer. */
void put_edges(output *to, const plot *p, double by, const char *unit);

void begin_figure(output *to, const char *name, const char *label, size_t len);
void end_figure(output *to);
void begin_picture(const figure *h, int width, int height, const char *what, nvs_view label);

/* A chart by itself is laid out line by line: there is no table, and nothing can be unfolded. Widths of texts are estimates, a
   little more than what common fonts have. */
#define SHEET_MARGIN 14
#define SHEET_LINE 17 /* of a text */
#define SHEET_LETTER 7 /* how wide one is */

/* A text at x, in lines of so many letters, of which the first stands on the line that is y. */
void sheet_text(output *to, double x, const char *look, const char *text, size_t len, size_t letters);
void sheet_string(output *to, double x, const char *look, const char *text);

/* A picture in it: a rectangle. */
void sheet_picture(output *to, double x, double y, double width, double height);

/* Instances as points; the id of one may be a time, which is counted from origin. 0: no point. */
int point_of(const nvs_metric *d, size_t i, uint64_t origin, double *x, double *y);
void put_points(output *out, const plot *p, const nvs_metric *d, uint64_t origin, int area);
void widen(double *low, double *high, int *any, double v);

/* Points, lowest and highest of each line: what the text page says, too. */
void line_table(const figure *h, const nvs_part *one, const nvs_part *end, int kind, const char *what);

/* The charts. */
void draw_bars(const figure *h, int kind);
void draw_lines(const figure *h);
void draw_histogram(const figure *h);
void draw_roofline(const figure *h);
void draw_timeline(const figure *h);

#endif
