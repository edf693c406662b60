/* Reports made by hand: bytes as the wire format has them, right or wrong on purpose. */
#ifndef TESTS_NCUREP_WIRE_H
#define TESTS_NCUREP_WIRE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct wire {
    char *ptr;
    size_t len, room;
} wire;

static inline void w_bytes(wire *w, const void *bytes, size_t n)
{
    if (n > w->room - w->len) {
        w->room = (w->len + n) * 2 + 64;
        w->ptr = (char *)realloc(w->ptr, w->room);
        if (w->ptr == NULL) abort();
    }
    if (n > 0) memcpy(w->ptr + w->len, bytes, n);
    w->len += n;
}

static inline void w_varint(wire *w, uint64_t v)
{
    for (; v >= 0x80; v >>= 7) {
        const char c = (char)(unsigned char)(v | 0x80);
        w_bytes(w, &c, 1);
    }
    {
        const char c = (char)(unsigned char)v;
        w_bytes(w, &c, 1);
    }
}

static inline void w_little(wire *w, uint64_t v, unsigned n)
{
    for (; n > 0; n--, v >>= 8) {
        const char c = (char)(unsigned char)v;
        w_bytes(w, &c, 1);
    }
}

static inline void w_tag(wire *w, uint32_t number, uint32_t type) { w_varint(w, (uint64_t)number << 3 | type); }

static inline void w_number(wire *w, uint32_t number, uint64_t v)
{
    w_tag(w, number, 0);
    w_varint(w, v);
}

static inline void w_double(wire *w, uint32_t number, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    w_tag(w, number, 1);
    w_little(w, bits, 8);
}

static inline void w_data(wire *w, uint32_t number, const void *bytes, size_t n)
{
    w_tag(w, number, 2);
    w_varint(w, n);
    w_bytes(w, bytes, n);
}

static inline void w_text(wire *w, uint32_t number, const char *text) { w_data(w, number, text, strlen(text)); }

/* Puts a message in as a field and empties it. */
static inline void w_message(wire *w, uint32_t number, wire *message)
{
    w_data(w, number, message->ptr, message->len);
    message->len = 0;
}

/* The beginning of a report. */
static inline void w_report(wire *w, uint32_t version)
{
    wire head = {NULL, 0, 0};
    w_bytes(w, "NVR", 4);
    w_number(&head, 1, version);
    w_little(w, head.len, 4);
    w_bytes(w, head.ptr, head.len);
    free(head.ptr);
}

/* A block: its header gets the size of the payload; both are emptied. */
static inline void w_block(wire *w, wire *header, wire *payload)
{
    w_number(header, 5, payload->len);
    w_little(w, header->len, 4);
    w_bytes(w, header->ptr, header->len);
    w_bytes(w, payload->ptr, payload->len);
    header->len = payload->len = 0;
}

/* An entry of a payload; it is emptied. */
static inline void w_entry(wire *payload, wire *entry)
{
    w_little(payload, entry->len, 4);
    w_bytes(payload, entry->ptr, entry->len);
    entry->len = 0;
}

#endif
