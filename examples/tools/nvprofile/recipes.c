/* recipes: what public guides set by hand, with where it comes from and what to look at afterwards. */
#include "row.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const recipe recipes[] = {
    {"vram", "compositors that hold on to video memory", "niri Hyprland sway labwc wayfire kwin_wayland gnome-shell mutter gamescope weston",
     "GLVidHeapReuseRatio=0", "565.77",
     "niri-wm/niri issue 1962; files of Pop!_OS and CachyOS for wlroots, KWin, Mutter and gamescope",
     "nvidia-smi, used memory of the compositor, after windows have been opened and closed", NULL},
    {"threads", "OpenGL programs that one thread of the processor holds back", "", "GLThreadedOptimizations=true", "384.59",
     "driver README, OpenGL environment variables", "frames per second, and the program's threads in top -H", NULL},
    {"no-threads", "OpenGL programs that crash or stutter with the driver's own threads", "", "GLThreadedOptimizations=false", "384.59",
     "driver README; profile NoThreadedOptimizations of the driver", "whether the crash or stutter is gone", NULL},
    {"vsync", "tearing", "", "GLSyncToVblank=true", "384.59", "driver README", "a moving vertical edge", NULL},
    {"no-vsync", "input lag", "", "GLSyncToVblank=false", "384.59", "driver README",
     "frames per second above the display's refresh rate", NULL},
    {"yield", "programs that use a whole core while they wait for the GPU", "kwin_x11 kwin_wayland picom", "GLYield=USLEEP", "384.59",
     "driver README, __GL_YIELD; guides for KWin and picom", "processor time of the program in top", NULL},
    {"no-gsync", "flicker or odd pacing with a variable refresh rate", "", "GLVRRAllowed=false", "440.44",
     "driver README; profile No VRR/OSD of the driver", "the refresh rate that the display itself shows", NULL},
    {"cuda-clocks", "CUDA programs that hold the GPU at lower clocks of its memory", "", "0x166c5e=0", NULL,
     "files of CachyOS and Pop!_OS (CudaNoStablePerfLimit); the key is not documented", "nvidia-smi -q -d CLOCK while it runs", NULL},
    {"cuda-peer", "CUDA programs whose GPUs copy through the memory of the host, or hang when they do not", "", "", NULL,
     "driver README to 580.105.08, key documentation and files of drivers 384.59 to 570.153.02: none names a key for it", "nvidia-smi topo -p2p r",
     "no key of profiles for peer access is known: the program asks for it (cudaDeviceEnablePeerAccess), and the driver, the boards and the "
     "IOMMU decide; nvidia-smi topo -p2p r shows which GPUs can; NCCL_P2P_DISABLE=1 turns it off for programs that use NCCL"},
};

static const struct {
    const char *name, *what;
} places[] = {
    {"Wine, Proton", "the driver is loaded by wine-preloader or wine64-preloader; argument 0 is the Windows program: add Game.exe (cmdline, drivers "
                     "from 535.104.05 on)"},
    {"NixOS", "X is a wrapper that starts .X-wrapped, and that is the process: add .X-wrapped; which X follows it"},
    {"Flatpak", "the process sees its own home: the file is ~/.var/app/ID/.nv/nvidia-application-profiles-rc (--home), and /etc of the host is not seen"},
    {"Snap", "the process sees its own home: the file is ~/snap/NAME/current/.nv/nvidia-application-profiles-rc (--home); current is a link to "
             "the revision that is in use"},
    {"scripts", "a launcher in /usr/bin is often a shell script; the rule is for the program that it starts, which ps shows"},
};

static const recipe *recipe_find(const char *name)
{
    size_t i;
    for (i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (strcmp(recipes[i].name, name) == 0) return &recipes[i];
    return NULL;
}

static const char *recipe_name(const void *user, size_t i)
{
    (void)user;
    return i < sizeof recipes / sizeof *recipes ? recipes[i].name : NULL;
}

const recipe *recipe_of(const tool *t, const char *name)
{
    const recipe *r = recipe_find(name);
    const char *near = r == NULL ? cli_nearest(name, recipe_name, NULL) : NULL;
    if (r == NULL)
        cli_usage(t->c, "unknown recipe %s; %s%s", name, near != NULL ? "is it " : "nvprofile recipes lists them", near != NULL ? near : "");
    return r;
}

static void put_recipe(output *to, const recipe *r)
{
    out_say(to, "%s%s%s: %s\n    %s\n", cli_style(to->color, CLI_BOLD), r->name, cli_style(to->color, CLI_PLAIN), r->about,
            r->no_key != NULL ? r->no_key : r->settings);
    if (r->programs[0] != 0) out_say(to, "    programs  %s\n", r->programs);
    if (r->no_key == NULL) out_say(to, "    drivers   %s%s\n", r->since != NULL ? r->since : "not known", r->since != NULL ? " and later" : "");
    out_say(to, "    source    %s\n    look at   %s\n", r->source, r->check);
}

static int do_recipes(tool *t)
{
#define RECIPE_COLUMNS(X) \
    X('l', NULL, "recipe", "recipe", table_string(&rows, r->name)) \
    X('l', NULL, "for", "for", table_string(&rows, r->about)) \
    X('l', NULL, "programs", "programs", table_string(&rows, r->programs)) \
    X('l', NULL, "settings", "settings", table_string(&rows, r->settings)) \
    X('l', NULL, "since", "since", table_string(&rows, r->since)) \
    X('l', NULL, "source", "source", table_string(&rows, r->source)) \
    X('l', NULL, "check", "check", table_string(&rows, r->check)) \
    X('l', NULL, "no_key", "no_key", table_string(&rows, r->no_key))
    output *to = t->to;
    const recipe *one = NULL;
    table rows;
    size_t i;
    if (t->operand_count > 1) return cli_usage(t->c, "recipes takes one name; nvprofile add PROGRAM --recipe NAME uses it");
    if (t->operand_count == 1 && (one = recipe_of(t, t->operands[0])) == NULL) return CLI_USAGE;
    TABLE_BEGIN(&rows, to, NULL, RECIPE_COLUMNS, 0);
    for (i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        const recipe *r = &recipes[i];
        if (one != NULL && r != one) continue;
        RECIPE_COLUMNS(TABLE_CELL)
        table_row(&rows);
        put_recipe(to, r);
    }
    table_end(&rows);
    out_end(to);
    for (i = 0; one == NULL && i < sizeof places / sizeof *places; i++)
        out_say(to, "%s%s: %s\n", i == 0 ? "\nWhich process loads the driver\n" : "", places[i].name, places[i].what);
    return CLI_FINE;
}

void recipe_after(const tool *t, const recipe *r)
{
    output *to = t->to;
    if (t->options.version.len > 0 && r->since != NULL && later(r->since, t->options.version.ptr))
        out_say(to, "note: driver %s is older than %s, the first that is known to have this key\n", t->options.version.ptr, r->since);
    else if (t->options.version.len == 0 && r->since != NULL)
        out_say(to, "note: for drivers from %s on; the version of this one is not known\n", r->since);
    out_say(to, "Start the program again, then look at: %s\n", r->check);
}

ROW(recipes, source_options, "what guides set for what, with the source", "nvprofile recipes vram", "[NAME]", USE_VALUE, NULL, 0);
