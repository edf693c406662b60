/* Names of C++, by __cxa_demangle: linked in where the build has HAVE_CXXABI, as it mostly does; else the C++ runtime is looked for when the
   first name comes up, so the tool neither needs it to be built nor waits for it at the start. */
#include "demangle.h"

#ifndef HAVE_CXXABI
#include <dlfcn.h>
#endif
#include <stdlib.h>
#include <string.h>

typedef char *(*demangle_fn)(const char *mangled, char *buffer, size_t *size, int *status);

#ifdef HAVE_CXXABI
char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);
static demangle_fn find(void) { return __cxa_demangle; }
#else
static demangle_fn find(void)
{
    static const char *const names[] = {"libstdc++.so.6", "libc++abi.so.1", "/usr/lib/libc++.1.dylib"};
    demangle_fn fn = NULL;
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names && fn == NULL; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL); /* stays: a second time it is there at once */
        void *found = library != NULL ? dlsym(library, "__cxa_demangle") : NULL;
        if (found != NULL) memcpy(&fn, &found, sizeof fn);
    }
    return fn;
}
#endif

void demangle_ready(void) { (void)find(); }

int demangle(cli_buf *b, const char *mangled, size_t len)
{
    demangle_fn fn;
    char *name, *text, *own;
    int status = -1;
    if (len < 3 || mangled[0] != '_' || mangled[1] != 'Z' || memchr(mangled, 0, len) != NULL || (fn = find()) == NULL) return 0;
    name = (char *)cli_alloc(len + 1, 1);
    memcpy(name, mangled, len);
    text = fn(name, NULL, NULL, &status);
    cli_free(name);
    if (text == NULL || status != 0) return 0;
    len = strlen(text);
    own = (char *)cli_take(len + 1, NULL);
    if (own != NULL) memcpy(own, text, len);
    free(text); /* before anything that may give the call up */
    if (own == NULL) return 0;
    cli_put(b, own, len);
    cli_free(own);
    return 1;
}
