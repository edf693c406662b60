/* A stock section can have a roofline for each architecture: 700 roofs, which take three megabytes when parsed, of which a device has
   a tenth. So the filters are looked at before the rest is parsed. */
#include "fitting.h"

#include <string.h>

#define LARGE 32768 /* bytes of a section; most are below, and looking costs more than it saves */

enum { BODY, ITEMS, FILTER, HEADER, METRICS, SOURCE_METRICS, FIELDS };

static const struct {
    int message;
    int field;
} fields[FIELDS] = {{NVS_MESSAGE_SECTION, NVS_FIELD_BODY},
    {NVS_MESSAGE_BODY, NVS_FIELD_ITEMS},
    {NVS_MESSAGE_BODY_ITEM, NVS_FIELD_FILTER},
    {NVS_MESSAGE_SECTION, NVS_FIELD_HEADER},
    {NVS_MESSAGE_SECTION, NVS_FIELD_METRICS},
    {NVS_MESSAGE_SECTION, NVS_FIELD_SOURCE_METRICS}};

typedef struct fitting {
    const nvs_device *device;
    uint32_t number[FIELDS]; /* of the fields above, in the binary form */
    size_t saved;            /* bytes */
} fitting;

static int is_field(const fitting *w, const ncurep_field *f, int which) { return f->wire == 2 && f->number == w->number[which]; }

/* Whether the device has an item of which these are the filters. */
static int fits(const fitting *w, const cli_buf *filters)
{
    nvs_document_options options;
    nvs_conditions conditions;
    nvs_document *d;
    nvs_reason reason;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    options.format = NVS_FORMAT_BINARY;
    options.top = NVS_MESSAGE_BODY_ITEM;
    d = nvs_document_open(filters->ptr, filters->len, &options, NULL);
    if (d == NULL) return 1;
    nvs_conditions_of(d->root, NULL, &conditions);
    reason = nvs_conditions_test(&conditions, w->device, NULL);
    nvs_document_close(d);
    return reason == NVS_REASON_NONE;
}

/* An item as it is, or its filters alone. */
static void put_item(fitting *w, ncurep_view item, cli_buf *to)
{
    ncurep_list l = ncurep_fields(item, 0);
    ncurep_field f;
    cli_buf filters = {NULL, 0, 0};
    const char *from = l.ptr;
    for (; ncurep_field_next(&l, &f); from = l.ptr)
        if (is_field(w, &f, FILTER)) cli_put(&filters, from, (size_t)(l.ptr - from));
    if (filters.len == 0 || l.error.code != NCUREP_OK || fits(w, &filters)) cli_put(to, item.ptr, item.len);
    else {
        cli_put(to, filters.ptr, filters.len);
        w->saved += item.len - filters.len;
    }
    cli_buf_free(&filters);
}

static void put_varint(cli_buf *to, uint64_t n)
{
    char byte;
    for (; n > 0x7f; n >>= 7) {
        byte = (char)(n | 0x80);
        cli_put(to, &byte, 1);
    }
    byte = (char)n;
    cli_put(to, &byte, 1);
}

/* A message with the one inside it on the way from a section to its items. */
static int put_way(fitting *w, ncurep_view message, int step, cli_buf *to)
{
    ncurep_list l = ncurep_fields(message, 0);
    ncurep_field f;
    const char *from = l.ptr;
    int good = 1;
    for (; good && ncurep_field_next(&l, &f); from = l.ptr) {
        cli_buf b = {NULL, 0, 0};
        if (!is_field(w, &f, step)) {
            cli_put(to, from, (size_t)(l.ptr - from));
            continue;
        }
        if (step == ITEMS) put_item(w, f.bytes, &b);
        else good = put_way(w, f.bytes, step + 1, &b);
        put_varint(to, (uint64_t)f.number << 3 | f.wire);
        put_varint(to, b.len);
        cli_put(to, b.ptr, b.len);
        cli_buf_free(&b);
    }
    return good && l.error.code == NCUREP_OK;
}

static void begin(fitting *w, const nvs_device *device)
{
    size_t i;
    memset(w, 0, sizeof *w);
    w->device = device;
    for (i = 0; i < FIELDS; i++) {
        nvs_field_info info;
        if (nvs_message_field_find(fields[i].message, nvs_text(nvs_field_name(fields[i].field)), &info)) w->number[i] = info.number;
    }
}

int put_fitting(ncurep_view section, const nvs_device *device, cli_buf *to)
{
    fitting w;
    if (section.len <= LARGE) return 0;
    begin(&w, device);
    return put_way(&w, section, BODY, to) && w.saved > section.len / 4;
}

void put_cut(ncurep_view section, cli_buf *to)
{
    ncurep_list l = ncurep_fields(section, 0);
    ncurep_field f;
    const char *from = l.ptr;
    fitting w;
    begin(&w, NULL);
    for (; ncurep_field_next(&l, &f); from = l.ptr) {
        if (is_field(&w, &f, BODY) || is_field(&w, &f, HEADER)) continue;
        if (is_field(&w, &f, METRICS) || is_field(&w, &f, SOURCE_METRICS)) {
            put_varint(to, (uint64_t)f.number << 3 | f.wire);
            put_varint(to, 0);
        } else cli_put(to, from, (size_t)(l.ptr - from));
    }
}
