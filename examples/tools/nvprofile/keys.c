/* The keys that this tool knows without a driver, what installed key documentation adds, and the verb keys. */
#include "row.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The newest driver whose README went into the table. */
static const char newest[] = "580.105.08";

/* since, last: the oldest and the newest driver whose texts have the key. Exact: the driver's change log names `since` as
   the first. Sources: key documentations 384.59 to 570.133.07, README 440.44 to 580.105.08, profiles that come with the
   driver 384.59 to 570.153.02; FSAA: NVCtrl.h of nvidia-settings. */
static const known_key known[] = {
    {"GLFSAAMode", "integer", "384.59", "580.105.08", 0, 1, KEY_RANGE, 0, 15,
     "Antialiasing forced on OpenGL programs: the number of the mode, as nvidia-settings has it for FSAA. 0 is none."},
    {"GLLogMaxAniso", "integer", "384.59", "580.105.08", 0, 1, KEY_RANGE, 0, 4,
     "Anisotropic filtering, as a power of two: 0 is none, 4 is 16 samples."},
    {"GLNoDsoFinalizer", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Skips the library's own clean-up, for programs that leave one thread in OpenGL while another exits."},
    {"GLSingleThreaded", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "No threads of the driver, for programs that old loaders crash when they load libGL several times."},
    {"GLSyncDisplayDevice", "string", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "The display whose refresh counts when buffer swaps wait for it, such as \"DP-1\"."},
    {"GLSyncToVblank", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0, "Buffer swaps wait for the display's refresh."},
    {"GLSortFbconfigs", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "False leaves framebuffer configurations in the driver's order instead of the one that GLX asks for."},
    {"GLAllowUnofficialProtocol", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Lets the client send GLX protocol that was never made official."},
    {"GLSELinuxBooleans", "string", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Replaces what the driver finds out about SELinux booleans."},
    {"GLShaderDiskCache", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0, "Keeps compiled shaders on disk."},
    {"GLShaderDiskCachePath", "string", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0, "The folder of that cache."},
    {"GLYield", "string", "384.59", "580.105.08", 0, 1, KEY_WORDS, 0, 0,
     "What a waiting thread does: \"USLEEP\" sleeps for no time, \"NOTHING\" spins, anything else gives up its turn."},
    {"GLThreadedOptimizations", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Moves the driver's work for OpenGL to a thread of its own."},
    {"GLDoom3", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "How several GPUs share the work of Doom 3, Quake 4 and their like."},
    {"GLExtensionStringVersion", "string", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Gives the extension string of an older driver, for programs whose buffer is too small for today's."},
    {"GLConformantBlitFramebufferScissor", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Whether framebuffer blits obey the scissor rectangle as the specification has it."},
    {"GLAllowFXAAUsage", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "False keeps FXAA off in this program where it is on for all."},
    {"GLGSYNCAllowed", "boolean", "384.59", "570.133.07", 0, 1, KEY_ANY, 0, 0,
     "Whether G-SYNC may be used. README texts from 440.44 on have GLVRRAllowed instead."},
    {"GLVRRAllowed", "boolean", "440.44", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Whether a variable refresh rate (G-SYNC and compatible displays) may be used."},
    {"GLWriteTextSection", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Whether the driver may write to executable memory to save time."},
    {"GLIgnoreGLSLExtReqs", "boolean", "384.59", "580.105.08", 0, 1, KEY_ANY, 0, 0,
     "Compiles shaders that use an extension without naming it."},
    {"EGLVisibleDGPUDevices", "integer", "390.12", "580.105.08", 1, 1, KEY_MASK, 0, 0xffffffffu,
     "The discrete GPUs that EGL shows: a mask of 32 bits, bit N for the device of minor number N."},
    {"EGLVisibleTegraDevices", "integer", "390.12", "580.105.08", 1, 1, KEY_MASK, 0, 0xffffffffu,
     "The same for the GPUs of Tegra."},
    {"GLShowGraphicsOSD", "boolean", "410.57", "580.105.08", 1, 1, KEY_ANY, 0, 0,
     "Draws which graphics interface is in use over the program's window."},
    {"GLSharpenEnable", "boolean", "460.67", "580.105.08", 0, 1, KEY_ANY, 0, 0, "Sharpens the picture in the driver."},
    {"GLSharpenValue", "integer", "460.67", "580.105.08", 0, 1, KEY_RANGE, 0, 100, "How much, in percent."},
    {"GLSharpenIgnoreFilmGrain", "integer", "460.67", "580.105.08", 0, 1, KEY_RANGE, 0, 100,
     "How much noise to remove when sharpening, in percent."},
    {"ForceGLXTrueColorVisual", "integer", "525.53", "570.133.07", 0, 1, KEY_ANY, 0, 0, "1 makes GLX give TrueColor visuals."},
    {"GLVidHeapReuseRatio", "integer", "565.77", "570.133.07", 1, 1, KEY_RANGE, 0, 1000,
     "How much video memory an OpenGL process may keep for reuse, in tenths of a percent of all."},
    {"UseATSGpuInMixedCoherencySystems", "unknown", NULL, NULL, 0, 0, KEY_ANY, 0, 0,
     "For machines with a coherent GPU (Grace) beside others: guides name a profile that is called so."},
    {"0x166c5e", "unknown", NULL, NULL, 0, 0, KEY_ANY, 0, 0,
     "Not documented; distributions set it against the clock limit of CUDA programs (CudaNoStablePerfLimit)."},
    {"0x528ab3", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"10572898", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"ForceRequestedESVersion", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"GL23cd0e", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"GLStrictDrawRangeElements", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"GLShaderPortabilityWarnings", "unknown", "384.59", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"VKDirectGSYNCAllowed", "unknown", "440.44", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"VKDirectGSYNCCompatibleAllowed", "unknown", "440.44", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"0xe6056f", "unknown", "440.82", "440.82", 0, 0, KEY_ANY, 0, 0, NULL},
    {"DisablePersampleFragcoord", "unknown", "440.82", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"OVERRIDE_VENDORID", "unknown", "460.67", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"__GL_CPMM", "unknown", "460.67", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"IdleQueueOnSwapchainOOD", "unknown", "460.67", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"HostVisibleVidmem", "unknown", "525.53", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"HWSTATE_PER_CTX", "unknown", "525.53", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"0x306c59", "unknown", "525.53", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"0xbb93f8", "unknown", "530.41.03", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"PromoteSysmemToHostVisibleVidmem", "unknown", "535.104.05", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"PinToPCores", "unknown", "570.133.07", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"SkipClearStorageBuffer", "unknown", "570.133.07", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
    {"DisableDBus", "unknown", "570.133.07", "570.153.02", 0, 0, KEY_ANY, 0, 0, NULL},
};
enum { KNOWN = sizeof known / sizeof *known };

/* Profiles in files that come with the driver, 384.59 to 570.153.02, and one of R595: a rule elsewhere may name them. */
static const char *const driver_profiles[] = {
    "CL1C", "CudaNoStablePerfLimit", "DedicatedHwStatePerCtx", "DedicatedHwStatePerRobustCtx", "DisableDBus",
    "DisableHostVisibleVidmem", "DisablePersampleFragcoord", "ExactGLESVersion", "FA0", "ForceGLXTrueColorVisual",
    "ForceSeparateTrimThread", "HideVendorID", "IdleQueueOnSwapchainOOD", "IgnoreGLSLExtensionRequirements",
    "NamedVertexAttributesApplyDivisor", "No GSYNC", "No GSYNC/OSD", "No VRR/OSD", "No VidMem Reuse", "NoAniso",
    "NoEnforceShaderInputOutputMatching", "NoThreadedOptimizations", "NonConformantBlitFramebufferScissor",
    "NonStrictDrawRangeElements", "OCL_MAYA_HANG_WAR", "OclAdditionalCompilerOptionWar", "OclCompuBenchRemoveConstArgWar",
    "PinToPCores", "PromoteUncachedSysmemToHostVisibleMemory", "SkipClearStorageBuffer", "UseATSGpuInMixedCoherencySystems",
    "UseThreadedOptimizations",
};

nvp_view driver_profile(uint32_t i)
{
    return nvp_text(i < sizeof driver_profiles / sizeof *driver_profiles ? driver_profiles[i] : NULL);
}

static const char undocumented[] = "Not documented; the driver's own profiles set it.";

static const char *const yield_words[] = {"USLEEP", "NOTHING"};

nvp_view *know_driver_profiles(tool *t)
{
    uint32_t n = 0, i;
    nvp_view *all;
    while (driver_profile(n).len > 0) n++;
    all = (nvp_view *)cli_alloc((size_t)n + t->options.known_count, sizeof *all);
    for (i = 0; i < t->options.known_count; i++) all[i] = t->known[i];
    for (i = 0; i < n; i++) all[t->options.known_count + i] = driver_profile(i);
    t->options.known = all;
    t->options.known_count += n;
    return all;
}

static int same_word(nvp_view a, const char *b)
{
    size_t i;
    for (i = 0; i < a.len && b[i] != 0; i++)
        if (tolower((unsigned char)a.ptr[i]) != tolower((unsigned char)b[i])) return 0;
    return i == a.len && b[i] == 0;
}

const known_key *known_find(nvp_view key)
{
    size_t i;
    for (i = 0; i < KNOWN; i++)
        if (same_word(key, known[i].key)) return &known[i];
    return NULL;
}

const char *key_word(const known_key *k, size_t i)
{
    return k != NULL && k->kind == KEY_WORDS && i < sizeof yield_words / sizeof *yield_words ? yield_words[i] : NULL;
}

/* Three numbers with dots between them; 1 if a is the newer driver. */
int later(const char *a, const char *b)
{
    int i;
    for (i = 0; i < 3; i++) {
        char *x, *y;
        const unsigned long m = strtoul(a, &x, 10), n = strtoul(b, &y, 10);
        if (m != n) return m > n;
        a = *x == '.' ? x + 1 : x;
        b = *y == '.' ? y + 1 : y;
    }
    return 0;
}

int keys_outdated(const tool *t) { return t->options.version.len > 0 && later(t->options.version.ptr, newest); }

const char *keys_newest(void) { return newest; }

/* The installed file of key documentation: "" if there is none. */
void keys_installed(const tool *t, cli_buf *b)
{
    int i;
    for (i = 0; i < 2; i++) {
        b->len = 0;
        if (i == 0 && t->options.version.len == 0) continue;
        cli_putf(b, "%s/usr/share/nvidia/nvidia-application-profiles-", t->root != NULL ? t->root : "");
        if (i == 0) cli_putf(b, "%s-", t->options.version.ptr);
        cli_putf(b, "key-documentation");
        if (access(b->ptr, F_OK) == 0) return;
    }
    b->len = 0;
    cli_put(b, "", 0);
}

int keys_open(tool *t, key_list *to)
{
    cli_buf b = {NULL, 0, 0};
    const char *path = t->keys_path;
    nvp_error error;
    size_t size;
    uint32_t i, count = 0;
    memset(to, 0, sizeof *to);
    if (path == NULL) {
        keys_installed(t, &b);
        if (b.len > 0) path = b.ptr;
    }
    if (path != NULL) {
        to->text = cli_read_most(t->c, path, LARGEST, &size, NULL);
        to->file = to->text != NULL ? nvp_keys_open(to->text, size, NULL, &error) : NULL;
        if (to->text != NULL && to->file == NULL) failed(t->c, path, &error);
        if (to->file != NULL && !to->file->used) cli_error(t->c, "%s: no key documentation", path);
        if (to->file == NULL || !to->file->used) {
            cli_buf_free(&b);
            keys_close(to);
            return 0;
        }
        count = to->file->count;
    }
    cli_buf_free(&b);
    to->items = (nvp_key *)cli_alloc((size_t)count + KNOWN, sizeof *to->items);
    for (i = 0; i < count; i++) to->items[i] = to->file->items[i];
    to->from_file = count;
    for (i = 0; i < KNOWN; i++) {
        uint32_t k;
        for (k = 0; k < to->from_file && !same_word(to->items[k].key, known[i].key); k++) {}
        if (k < to->from_file) continue;
        to->items[count].key = nvp_text(known[i].key);
        to->items[count].type = nvp_text(known[i].type);
        to->items[count++].description = nvp_text(known[i].description != NULL ? known[i].description : undocumented);
    }
    to->keys.used = 1;
    to->keys.items = to->items;
    to->keys.count = count;
    return 1;
}

void keys_close(key_list *k)
{
    nvp_keys_close(k->file);
    free(k->text);
    free(k->items);
    memset(k, 0, sizeof *k);
}

typedef struct spelled {
    const key_list *list;
    char *lower; /* of the key asked for last */
} spelled;

static const char *lower_key(const void *user, size_t i)
{
    const spelled *s = (const spelled *)user;
    size_t n;
    if (i >= s->list->keys.count) return NULL;
    for (n = 0; n < s->list->items[i].key.len && n < 255; n++)
        s->lower[i * 256 + n] = (char)tolower((unsigned char)s->list->items[i].key.ptr[n]);
    return s->lower + i * 256;
}

static int same_view(nvp_view a, nvp_view b)
{
    size_t i;
    for (i = 0; a.len == b.len && i < a.len; i++)
        if (tolower((unsigned char)a.ptr[i]) != tolower((unsigned char)b.ptr[i])) return 0;
    return a.len == b.len && a.len > 0;
}

const nvp_key *keys_nearest(const key_list *list, nvp_view key)
{
    char word[256];
    const char *near;
    const nvp_key *found = NULL;
    spelled s;
    size_t n;
    /* Names that are numbers are not corrected: an unlisted one is not a slip of another. */
    if (key.len < 5 || key.len >= sizeof word || isdigit((unsigned char)key.ptr[0])) return NULL;
    for (n = 0; n < list->keys.count; n++) /* the name of its environment variable */
        if (same_view(nvp_key_variable(list->items[n].key, 0), key)) return &list->items[n];
    for (n = 0; n < key.len; n++) word[n] = (char)tolower((unsigned char)key.ptr[n]);
    word[n] = 0;
    s.list = list;
    s.lower = (char *)cli_alloc((size_t)list->keys.count + 1, 256);
    near = cli_nearest(word, lower_key, &s);
    if (near != NULL && !isdigit((unsigned char)near[0])) found = &list->items[(size_t)(near - s.lower) / 256];
    for (n = 0; found == NULL && n < list->keys.count; n++) /* a name cut short, if only one begins so */
        if (list->items[n].key.len > key.len && key.len >= 8 && strncmp(lower_key(&s, n), word, key.len) == 0) {
            size_t k;
            for (k = n + 1; k < list->keys.count && strncmp(lower_key(&s, k), word, key.len) != 0; k++) {}
            if (k < list->keys.count) break;
            found = &list->items[n];
        }
    free(s.lower);
    return found;
}

const nvp_key *keys_find(const key_list *list, nvp_view key)
{
    uint32_t i;
    for (i = 0; i < list->keys.count; i++)
        if (list->items[i].key.len == key.len) {
            char name[256];
            if (key.len >= sizeof name) continue;
            memcpy(name, list->items[i].key.ptr, key.len);
            name[key.len] = 0;
            if (same_word(key, name)) return &list->items[i];
        }
    return NULL;
}

/* What values a key takes, in words; "" if any of its type. */
void put_key_values(cli_buf *b, const known_key *k)
{
    cli_put(b, "", 0);
    if (k == NULL) return;
    if (k->kind == KEY_RANGE) cli_putf(b, "%" PRId64 " to %" PRId64, k->least, k->most);
    if (k->kind == KEY_MASK) cli_putf(b, "a mask of 32 bits");
    if (k->kind == KEY_WORDS) cli_putf(b, "\"%s\", \"%s\" or any other word", yield_words[0], yield_words[1]);
}

value_problem keys_value(nvp_view key, const nvp_value *value, cli_buf *why)
{
    const known_key *k = known_find(key);
    nvp_value v = *value;
    int64_t n;
    size_t i;
    nvp_code code;
    if (k == NULL) return VALUE_FINE;
    if (k->kind == KEY_WORDS && v.type == NVP_TYPE_STRING) {
        for (i = 0; i < sizeof yield_words / sizeof *yield_words; i++)
            if (same_word(v.text, yield_words[i]) && memcmp(v.text.ptr, yield_words[i], v.text.len) != 0) {
                cli_putf(why, "%s documents this word as \"%s\"", k->key, yield_words[i]);
                return VALUE_WORD;
            }
        return VALUE_FINE;
    }
    if (k->kind != KEY_RANGE && k->kind != KEY_MASK) return VALUE_FINE;
    code = nvp_value_int(&v, &n, NULL);
    if (code == NVP_UNSUPPORTED) return VALUE_FINE; /* its type is wrong, which is a separate finding */
    if (code == NVP_OK && n >= k->least && n <= k->most) return VALUE_FINE;
    cli_putf(why, "%s takes ", k->key);
    put_key_values(why, k);
    return VALUE_RANGE;
}

/* Words in lines of at most 76 columns, four spaces before each. */
static void wrap(output *to, const char *text, size_t len)
{
    size_t column = 0, i = 0;
    int started = 0;
    while (i < len) {
        cli_buf word = {NULL, 0, 0};
        size_t end, width;
        for (; i < len && strchr(" \t\r\n", text[i]) != NULL && text[i] != 0; i++)
            if (text[i] == '\n') column = 0;
        for (end = i; end < len && (text[end] == 0 || strchr(" \t\r\n", text[end]) == NULL);) end++;
        if (end == i) break;
        cli_put_safe(&word, text + i, end - i);
        width = cli_width(word.ptr, word.len);
        if (column > 0 && column + 1 + width > 76) column = 0;
        out_say(to, "%s%s", column > 0 ? " " : started ? "\n    " : "    ", word.ptr);
        started = 1;
        column = column > 0 ? column + 1 + width : 4 + width;
        cli_buf_free(&word);
        i = end;
    }
    out_say(to, "\n");
}

void put_key_since(cli_buf *b, const known_key *k)
{
    cli_put(b, "", 0);
    if (k == NULL || k->since == NULL) return;
    cli_putf(b, "%s %s", k->since_exact ? "since" : "in", k->since);
    if (strcmp(k->last, newest) != 0 && strcmp(k->last, k->since) != 0) cli_putf(b, " to %s", k->last);
    else if (!k->since_exact && strcmp(k->last, k->since) != 0) cli_putf(b, " already");
}

/* A key for people. */
static void put_key(output *to, const nvp_key *k, const char *values, const char *since, const char *variable)
{
    if (!out_talks(to)) return;
    out_say(to, "%s", cli_style(to->color, CLI_BOLD));
    out_safe(to, k->key.ptr, k->key.len);
    out_say(to, "%s (", cli_style(to->color, CLI_PLAIN));
    if (k->type.len == 7 && memcmp(k->type.ptr, "unknown", 7) == 0) out_say(to, "type ");
    out_safe(to, k->type.ptr, k->type.len);
    out_say(to, "%s%s%s%s)%s%s\n", values[0] != 0 ? ", " : "", values, since[0] != 0 ? "; " : "", since,
            variable != NULL ? ", overridden by " : "", variable != NULL ? variable : "");
    wrap(to, k->description.ptr, k->description.len);
}

static int do_keys(tool *t)
{
    cli *c = t->c;
    key_list list;
#define KEY_COLUMNS(X) \
    X('l', NULL, "key", "key", table_text(&rows, k->key.ptr, k->key.len)) \
    X('l', NULL, "type", "type", table_text(&rows, k->type.ptr, k->type.len)) \
    X('l', NULL, "values", "values", table_string(&rows, values.len > 0 ? values.ptr : NULL)) \
    X('l', NULL, "variable", "variable", table_string(&rows, variable)) \
    X('l', NULL, "since", "since", table_string(&rows, fact != NULL ? fact->since : NULL)) \
    X('l', NULL, "since_exact", "since_exact", table_truth(&rows, fact != NULL && fact->since_exact, "1", "0")) \
    X('l', NULL, "last", "last", table_string(&rows, fact != NULL ? fact->last : NULL)) \
    X('l', NULL, "documented", "documented", table_truth(&rows, documented, "1", "0")) \
    X('l', NULL, "source", "source", table_string(&rows, i < list.from_file ? "file" : "built-in")) \
    X('l', NULL, "description", "description", table_text(&rows, k->description.ptr, k->description.len))
    output *to = t->to;
    table rows;
    uint32_t i;
    const nvp_key *one = NULL;
    if (t->operand_count > 1) return cli_usage(c, "keys takes one name of a key; --keys FILE names a list");
    if (t->options.version.len == 0 && t->keys_path == NULL) driver_version(t);
    if (!keys_open(t, &list)) return CLI_INPUT;
    if (t->operand_count == 1) {
        const nvp_view name = nvp_text(t->operands[0]);
        one = keys_find(&list, name);
        if (one == NULL) {
            const nvp_key *near = keys_nearest(&list, name);
            cli_buf b = {NULL, 0, 0};
            cli_put_safe(&b, name.ptr, name.len);
            if (near != NULL) cli_error(c, "unknown key %s; is it %.*s?", b.ptr, (int)near->key.len, near->key.ptr);
            else if (keys_outdated(t))
                cli_error(c, "unknown key %s; driver %s is newer than this list (%s)", b.ptr, t->options.version.ptr, newest);
            else cli_error(c, "unknown key %s; the list is not complete", b.ptr != NULL ? b.ptr : "");
            cli_buf_free(&b);
            keys_close(&list);
            return CLI_FINDING;
        }
    }
    TABLE_BEGIN(&rows, to, NULL, KEY_COLUMNS, 0);
    for (i = 0; i < list.keys.count; i++) {
        const nvp_key *k = &list.items[i];
        const known_key *fact = known_find(k->key);
        const nvp_view name = nvp_key_variable(k->key, 0);
        const char *variable = name.len > 0 ? name.ptr : NULL;
        const int documented = i < list.from_file || fact->documented;
        cli_buf values = {NULL, 0, 0}, since = {NULL, 0, 0};
        if (one != NULL && k != one) continue;
        put_key_values(&values, fact);
        put_key_since(&since, fact);
        KEY_COLUMNS(TABLE_CELL)
        table_row(&rows);
        put_key(to, k, values.ptr, since.ptr, variable);
        cli_buf_free(&values);
        cli_buf_free(&since);
    }
    table_end(&rows);
    out_end(to);
    keys_close(&list);
    return CLI_FINE;
}

ROW(keys, source_options, "keys, their types, values and driver versions", "nvprofile keys GLYield", "[NAME]", USE_VALUE, NULL, MAY_READ);
