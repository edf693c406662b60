/* The terminal: raw keys, the alternate screen, its size, and its state put back whatever ends the program. */
#ifndef EXAMPLES_DRMTOP_TERM_H
#define EXAMPLES_DRMTOP_TERM_H

#include "cli/cli.h"

enum {
    KEY_NONE = 0,
    KEY_ESCAPE = 27,
    KEY_BACKSPACE = 127,
    KEY_UP = 0x110000, /* above every character */
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_HOME,
    KEY_END,
    KEY_F1,
    KEY_F2,
    KEY_F3,
    KEY_F4,
    KEY_F5,
    KEY_F6,
    KEY_F9,
    KEY_F10,
    KEY_CLICK, /* of the mouse: term_mouse says where */
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
    KEY_RESIZE, /* the size changed, or the program was stopped and continues: draw everything */
    KEY_QUIT    /* SIGINT, SIGTERM, SIGHUP, or the terminal is gone */
};

/* 1 if standard input and output are a terminal that can move its cursor. */
int term_able(void);

int term_open(void); /* 0: it cannot be set up */
void term_close(void);

/* Ends the program the way the signal that asked for it would, or with this code if there was none. Closes the
   terminal. */
int term_end(int code);

void term_size(int *columns, int *rows);

/* The next key within this many ns: a Unicode character, a KEY_, or KEY_NONE. */
int term_key(int64_t wait);

/* Where the mouse was at the last KEY_CLICK, from 0. */
void term_mouse(int *column, int *row);

/* Shows lines (rows of them, each no wider than the screen) and writes only those that differ from what is there. */
void term_show(const cli_buf *lines, int rows, int again);

#endif
