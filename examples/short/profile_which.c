/* Which settings a program of a given name gets on this machine, and where each comes from.
 *
 *     profile_which NAME */
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <stdio.h>

/* One callback of the ready-made set replaced: the name is ours, everything else as the set has it. The set finds its state
   through `user`, so a struct that begins with it carries what we add. */
typedef struct named {
    nvp_posix posix;
    const char *name;
} named;

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    if (what != NVP_FACT_EXE) return NVP_REPLY_UNKNOWN; /* the program does not run */
    *out = nvp_text(((named *)user)->name);
    return NVP_REPLY_YES;
}

int main(int argc, char **argv)
{
    static named state;
    nvp_process process;
    nvp_system system;
    nvp_config *config = NULL;
    const nvp_result *result = NULL;
    nvp_error error;
    uint32_t i;
    if (argc != 2) {
        fputs("usage: profile_which NAME\n", stderr);
        return 2;
    }
    state.name = argv[1];
    if (nvp_posix_open(&state.posix, NULL, &system, &process, &error) == NVP_OK && /* our environment, and so our HOME */
        (config = nvp_config_open(NULL, &error)) != NULL && nvp_config_load(config, &system, &process, &error) == NVP_OK) {
        process.fact_fn = fact;
        process.dso_fn = NULL;
        process.entry_fn = NULL;
        result = nvp_resolve(config, &process, NULL, &error);
    }
    if (result == NULL) fprintf(stderr, "%s\n", error.message);
    for (i = 0; result != NULL && i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_file *file = config->files[config->uses[e->use].profile_file];
        printf("%.*s = %.*s (%.*s, line %u)\n", (int)e->setting->key.len, e->setting->key.ptr, (int)e->setting->value.text.len,
               e->setting->value.text.ptr, (int)file->name.len, file->name.ptr, nvp_file_locate(file, e->setting->value_at).line);
    }
    for (i = 0; result != NULL && i < config->use_count; i++)
        if (result->outcomes[i].unknown) {
            const nvp_file *file = config->files[config->uses[i].file];
            printf("unknown: the rule in %.*s, line %u\n", (int)file->name.len, file->name.ptr,
                   nvp_file_locate(file, file->rules[config->uses[i].rule].at).line);
        }
    nvp_result_close(result);
    nvp_config_close(config);
    nvp_posix_close(&state.posix);
    return result == NULL;
}
