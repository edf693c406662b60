/* librsvg, cairo and GObject are looked for when a picture is asked for, so the tool needs none of them to be built. */
#include "png.h"

#ifndef __wasi__
#include <dlfcn.h>
#endif
#include <string.h>

const char *const png_reads[] = {"/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig", NULL};

/* As their headers have them. */
typedef struct rectangle {
    double x, y, width, height;
} rectangle;

static struct library {
    void *(*handle_fn)(const unsigned char *data, size_t len, void **error);
    int (*size_fn)(void *handle, double *width, double *height);
    int (*render_fn)(void *handle, void *cairo, const rectangle *where, void **error);
    void (*unref_fn)(void *object);
    void *(*surface_fn)(int format, int width, int height);
    void *(*cairo_fn)(void *surface);
    int (*write_fn)(void *surface, int (*write)(void *user, const unsigned char *data, unsigned len), void *user);
    void (*destroy_fn)(void *cairo);
    void (*free_fn)(void *surface);
    int has;
} lib;

#ifdef __wasi__
int png_ready(void) { return lib.has; }
#else
static int find(void *library, const char *name, void *fn)
{
    void *found = library != NULL ? dlsym(library, name) : NULL;
    memcpy(fn, &found, sizeof found);
    return found != NULL;
}

static void *load(const char *linux_name, const char *mac_name)
{
    void *library = dlopen(linux_name, RTLD_NOW | RTLD_LOCAL);
    return library != NULL ? library : dlopen(mac_name, RTLD_NOW | RTLD_LOCAL);
}

int png_ready(void)
{
    void *svg, *cairo, *object;
    if (lib.has) return 1;
    svg = load("librsvg-2.so.2", "librsvg-2.2.dylib");
    cairo = load("libcairo.so.2", "libcairo.2.dylib");
    object = load("libgobject-2.0.so.0", "libgobject-2.0.0.dylib");
    /* rsvg_handle_render_document came with librsvg 2.46. */
    lib.has = find(svg, "rsvg_handle_new_from_data", &lib.handle_fn) && find(svg, "rsvg_handle_get_intrinsic_size_in_pixels", &lib.size_fn) &&
              find(svg, "rsvg_handle_render_document", &lib.render_fn) && find(object, "g_object_unref", &lib.unref_fn) &&
              find(cairo, "cairo_image_surface_create", &lib.surface_fn) && find(cairo, "cairo_create", &lib.cairo_fn) &&
              find(cairo, "cairo_surface_write_to_png_stream", &lib.write_fn) && find(cairo, "cairo_destroy", &lib.destroy_fn) &&
              find(cairo, "cairo_surface_destroy", &lib.free_fn);
    return lib.has;
}
#endif

static int put(void *user, const unsigned char *data, unsigned len)
{
    return fwrite(data, 1, len, (FILE *)user) == len ? 0 : 11; /* CAIRO_STATUS_WRITE_ERROR */
}

int png_draw(const cli *c, const char *svg, size_t len, FILE *out)
{
    void *error = NULL, *handle, *surface, *cairo;
    rectangle where = {0, 0, 0, 0};
    int fine = 0;
    handle = lib.handle_fn((const unsigned char *)svg, len, &error); /* the error, of which only this is known, ends with the program */
    if (handle != NULL && lib.size_fn(handle, &where.width, &where.height) && where.width >= 1 && where.height >= 1 && where.height < 32768) {
        surface = lib.surface_fn(0 /* CAIRO_FORMAT_ARGB32 */, (int)where.width, (int)where.height);
        cairo = lib.cairo_fn(surface);
        fine = lib.render_fn(handle, cairo, &where, &error) && lib.write_fn(surface, put, out) == 0;
        lib.destroy_fn(cairo);
        lib.free_fn(surface);
    }
    if (handle != NULL) lib.unref_fn(handle);
    if (!fine) cli_error(c, "the picture of %.0f by %.0f pixels could not be drawn; --svg needs no memory for pixels", where.width, where.height);
    return fine;
}
