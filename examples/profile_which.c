/* Which settings a program of a given name gets on this machine, and where each comes from.
 *
 *     profile_which NAME */
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    nvp_posix_process state;
    nvp_process process;
    nvp_system system;
    nvp_config *config;
    const nvp_result *result;
    nvp_error error;
    uint32_t i;
    if (argc != 2) {
        fputs("usage: profile_which NAME\n", stderr);
        return 2;
    }
    config = nvp_new(NULL, NULL, &error);
    if (config == NULL) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    nvp_posix_system(&system);
    nvp_posix_open(&state, 0, &process); /* our environment, and so our HOME */
    process.exe.ptr = argv[1];
    process.exe.len = strlen(argv[1]);
    if (nvp_load(config, &system, &process, &error) != NVP_OK || (result = nvp_resolve(config, &process, NULL, &error)) == NULL) {
        fprintf(stderr, "%s\n", error.message);
        nvp_free(config);
        return 1;
    }
    nvp_posix_close(&state);
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_file *file = &config->files[config->uses[e->use].profile_file];
        printf("%.*s = %.*s (%.*s, line %u)\n", (int)e->setting->key.len, e->setting->key.ptr, (int)e->setting->value.text.len,
               e->setting->value.text.ptr, (int)file->name.len, file->name.ptr, nvp_locate(file, e->setting->value_at).line);
    }
    nvp_result_free(result);
    nvp_free(config);
    return 0;
}
