/* JSON in document order: the values of a text in one list, each followed by its contents. */
#ifndef LSP_JSON_H
#define LSP_JSON_H

#include "cli/cli.h"

#define JSON_NONE ((size_t)-1)

typedef struct json_item {
    char kind;    /* { [ " 0 (number) t f n */
    size_t at;    /* of a text: of its first byte after the quote; else of the first byte of the value */
    size_t len;   /* of a text without quotes, escapes as written; of a number */
    size_t after; /* the value after this one and its contents */
} json_item;

typedef struct json_text {
    const char *text;
    json_item *list; /* members of an object: key, value, key, value */
    size_t count, room;
} json_text;

/* 0 if it is not JSON or nests deeper than 200. To be freed either way. */
int json_read(json_text *j, const char *text, size_t len);
void json_free(json_text *j);

/* The value of a key, JSON_NONE if it is missing or this is not an object. */
size_t json_get(const json_text *j, size_t object, const char *key);
/* Several keys with dots between them. */
size_t json_path(const json_text *j, size_t object, const char *path);

/* A string, decoded to UTF-8; "" if it is not one; to be freed. */
char *json_string(const json_text *j, size_t value, size_t *len);
int json_is(const json_text *j, size_t value, const char *text);
/* A whole number from 0 on; -1 if it is not one, or above 2^31 - 1. */
long json_number(const json_text *j, size_t value);

#endif
