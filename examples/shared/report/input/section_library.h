/* Section files from folders and texts, and which of them are chosen. No program that evaluates a section needs this, so it is not
   in nvsection.h. */
#ifndef EXAMPLES_NCUREP_INPUT_SECTION_LIBRARY_H
#define EXAMPLES_NCUREP_INPUT_SECTION_LIBRARY_H

#include "cli/cli.h"
#include "cli/text_set.h"
#include "nvsection.h"

typedef enum section_state {
    SECTION_GOOD,
    SECTION_DUPLICATE,  /* an earlier file has this Identifier: that one counts */
    SECTION_WRONG,      /* its document has errors: it is left out */
    SECTION_UNREADABLE, /* a file or folder that could not be read: see reply */
    SECTION_TOO_LARGE   /* for what is left of the library */
} section_state;

typedef struct section_file {
    nvs_view path; /* as found; a NUL follows */
    section_state state;
    nvs_reply reply;  /* YES, or why it could not be read; NO: it does not exist */
    uint32_t same_as; /* of a duplicate: the index of the file that counts */
    int picked;
    nvs_document *document; /* NULL: not read */
    char *own;              /* its text, where the library frees it */
} section_file;

typedef struct section_library {
    section_file *files; /* valid until more are added */
    uint32_t count;
    int lenient;          /* as in nvs_document_options */
    size_t left;          /* bytes that texts and documents may still take: 1 GiB at first */
    size_t room, good_room;
    text_set identifiers; /* of good files, */
    uint32_t *good;       /* and their indexes by number of the text */
} section_library;

/* How to reach folders and files. A path is the one given to library_load with "/" and names appended. NO: there is no such file or
   folder. */
typedef struct section_disk {
    /* Calls found_fn for each entry of a folder but "." and "..", in any order, as long as it answers YES. */
    nvs_reply (*list_fn)(const char *folder, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user);
    /* A whole file, in memory of cli_take; *text stays NULL where it has more than most bytes or there is no room for them. */
    nvs_reply (*read_fn)(const char *path, size_t most, char **text, size_t *size, void *user);
    void *user;
} section_disk;

/* That of the system. Links to folders are not followed. */
extern const section_disk system_disk;

section_library *library_open(int lenient);
void library_close(section_library *l);

/* Parses a text, whatever is wrong with it: see the state of its file. path is copied, the text must outlive the library; is_own: it is
   of cli_alloc, and freed with it. */
void library_add(section_library *l, nvs_view path, const char *text, size_t size, int is_own);

/* Adds the files of a folder whose names end in .section, in byte order of their names, then with recursive those of the folders in it.
   A folder with a file .ncu-ignore contributes no files. What cannot be read is listed with its state and stops nothing. NULL, or why
   the folder itself cannot be read. n log n in the files of a folder. Source: Nsight Compute CLI, search of section folders. */
const char *library_load(section_library *l, const section_disk *disk, const char *folder, int recursive);

/* The good file with this Identifier, or NULL. */
const section_file *library_find(const section_library *l, nvs_view identifier);

/* Why a file could not be read, in words; NULL: it was. */
const char *library_trouble(const section_file *f);

typedef enum section_pick {
    PICK_ALL,
    PICK_SET,    /* what: the identifier of a set */
    PICK_SECTION /* what: an Identifier, or "regex:" and an expression that matches a whole one */
} section_pick;

/* Marks good files, in addition to earlier ones, and counts those that match. 0 with *error for a malformed expression, whose offset
   is that in what. Source: Nsight Compute CLI, choice of sections. */
int library_pick(section_library *l, section_pick how, const char *what, uint32_t *count, nvs_error *error);

/* Writes the picked sections to a list with room for one per file: by Order, those without one last, ties in the order of loading.
   Returns their number. */
uint32_t library_sections(const section_library *l, const nvs_node **sections);

#endif
