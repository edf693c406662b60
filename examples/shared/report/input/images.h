/* GPU code where programs have it: images in programs, libraries, objects, archives, fatbins; a cubin is one itself. */
#ifndef EXAMPLES_NCUREP_INPUT_IMAGES_H
#define EXAMPLES_NCUREP_INPUT_IMAGES_H

#include "cubin.h"
#include "cli/cli.h"

typedef struct images {
    const cli *c;
    const char *path;
    const char *data;    /* of the file */
    size_t size;
    int is_mapped;
    char *owned;         /* the bytes of standard input */
    size_t passed;       /* bytes of the map that the system may have back */
    cubin_fatbin walk;
    cubin_image image;   /* the one at hand, */
    const char *bytes;   /* its bytes, unpacked, */
    size_t len;
    uint32_t index;      /* its number in the file, */
    uint32_t count;      /* and how many there were */
    char *room;          /* for unpacked ones */
    size_t room_size;
    int is_damaged;      /* something was said on standard error */
} images;

/* Whether bytes are the beginning of such a file. */
int has_images(const char *data, size_t size);

/* What bytes are that are neither such a file nor a report, and what to do; NULL: they may be one. */
const char *other_kind(const char *data, size_t size);

/* 1 with a message that says what a file is: neither such a file nor a report. */
int images_refuse(const cli *c, const char *path);

/* Whether a file begins as one; "-": what standard input begins with, which stays there. */
int images_are(const char *path);

/* Maps a file, or reads standard input. 1: images_next gives what is in it; 0: it is no such file, or cannot be read, which whoever opens it as something
   else will say. To be closed in the first case. */
int images_open(images *x, const cli *c, const char *path);

/* The same of bytes that stay with the caller. */
void images_of(images *x, const cli *c, const char *path, const char *data, size_t size);

/* 1 and the next image that can be unpacked, 0 at the end. What is wrong is said as it is met. */
int images_next(images *x);
void images_close(images *x);

#endif
