/* One line of text that a test puts together and compares with what it expects. The C file says how long it can become
   (SAY_ROOM) before it includes this. */
#ifndef TESTS_SAY_H
#define TESTS_SAY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[SAY_ROOM];
static size_t used; /* bytes of line; 0 begins anew */

static void say(const char *text)
{
    const size_t n = strlen(text);
    if (used + n + 1 > sizeof line) abort();
    memcpy(line + used, text, n + 1);
    used += n;
}

/* In quotes; what is no visible ASCII, a quote or a backslash as two hexadecimal digits. */
static void say_text(const char *text, size_t len)
{
    size_t i;
    char one[8];
    say("\"");
    for (i = 0; i < len; i++) {
        const unsigned c = (unsigned char)text[i];
        sprintf(one, c >= 32 && c < 127 && c != '"' && c != '\\' ? "%c" : "\\%02x", c);
        say(one);
    }
    say("\"");
}

#endif
