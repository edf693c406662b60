/* Every section file of the corpus: text to document to text to document, and text to binary to text to binary. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "run.h"

#include <dirent.h>

typedef struct bytes {
    char *ptr;
    size_t len, room;
} bytes;

static nvs_reply put(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    bytes *b = (bytes *)user;
    if (b->len + len > b->room) {
        b->room = (b->len + len) * 2;
        b->ptr = (char *)realloc(b->ptr, b->room);
    }
    if (len > 0) memcpy(b->ptr + b->len, p, len);
    b->len += len;
    return NVS_REPLY_YES;
}

/* Whether two messages hold the same fields; ordered: in the same order. */
static int same(const nvs_node *a, const nvs_node *b)
{
    const nvs_node *x = a, *y = b;
    while (x != NULL && y != NULL) {
        if (x != a && (x->name != y->name || x->type != y->type || x->index != y->index)) return 0;
        if (x->type == NVS_TYPE_STRING && (x->v.text.len != y->v.text.len || memcmp(x->v.text.ptr, y->v.text.ptr, x->v.text.len))) return 0;
        if (x->type != NVS_TYPE_STRING && x->type != NVS_TYPE_MESSAGE && x->v.u != y->v.u) return 0;
        x = nvs_node_walk(a, x, NVS_WALK_INTO);
        y = nvs_node_walk(b, y, NVS_WALK_INTO);
    }
    return x == NULL && y == NULL;
}

static unsigned files, encoded;

static void one(const char *path, int chart)
{
    nvs_document_options o;
    size_t len;
    char *text = run_read(path, &len);
    bytes again = {0}, wire = {0}, other = {0}, sorted = {0};
    nvs_document *a, *b, *c = NULL, *d = NULL;
    memset(&o, 0, sizeof o);
    o.top = chart ? NVS_MESSAGE_BODY_ITEM : NVS_MESSAGE_SECTION;
    a = nvs_document_open(text, len, &o, NULL);
    if (!CHECK(a != NULL && a->errors == 0)) return;
    CHECK(write_text(a->root, put, &again) == NVS_OK);
    b = nvs_document_open(again.ptr, again.len, &o, NULL);
    CHECK(b != NULL && b->errors == 0 && same(a->root, b->root));
    files++;
    if (write_binary(a->root, NULL, put, &wire, NULL) == NVS_OK) {
        c = binary_open(wire.ptr, wire.len, &o, NULL);
        CHECK(c != NULL && c->errors == 0 && c->fields == a->fields);
        CHECK(write_text(c->root, put, &sorted) == NVS_OK);
        d = nvs_document_open(sorted.ptr, sorted.len, &o, NULL);
        CHECK(d != NULL && same(c->root, d->root));
        CHECK(write_binary(d->root, NULL, put, &other, NULL) == NVS_OK);
        CHECK_BYTES(wire.ptr, wire.len, other.ptr, other.len);
        encoded++;
    }
    nvs_document_close(a);
    nvs_document_close(b);
    nvs_document_close(c);
    nvs_document_close(d);
    free(text);
    free(again.ptr);
    free(wire.ptr);
    free(other.ptr);
    free(sorted.ptr);
}

static const char *const root = "../shared/corpus/section";

static void corpus(void)
{
    DIR *top = opendir(root);
    struct dirent *e, *f;
    char path[1024];
    if (top == NULL) {
        SKIP("needs ../shared");
        return;
    }
    while ((e = readdir(top)) != NULL) {
        DIR *folder;
        snprintf(path, sizeof path, "%s/%s", root, e->d_name);
        folder = e->d_name[0] != '.' ? opendir(path) : NULL;
        if (folder == NULL) continue;
        while ((f = readdir(folder)) != NULL) {
            const char *dot = strrchr(f->d_name, '.');
            if (dot == NULL || (strcmp(dot, ".section") != 0 && strcmp(dot, ".chart") != 0)) continue;
            snprintf(path, sizeof path, "%s/%s/%s", root, e->d_name, f->d_name);
            one(path, strcmp(dot, ".chart") == 0);
        }
        closedir(folder);
    }
    closedir(top);
    CHECK_U64(170, files);
    CHECK(encoded > 150);
    printf("%u files, %u in the binary form\n", files, encoded);
}

int main(void)
{
    RUN(corpus);
    return run_end();
}
