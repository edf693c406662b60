/* Loads a file of application profiles as nvidia-settings does, and prints what it holds then, as one line of JSON; without the
   time of the load. */
#include <stdio.h>
#include <stdlib.h>
#include "app-profiles.h"

int main(int argc, char **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        AppProfileConfig *config = nv_app_profile_config_load(NULL, &argv[i], 1);
        json_t *file = json_array_get(config->parsed_files, 0);
        char *text;
        json_object_del(file, "atime");
        json_object_del(file, "filename");
        text = file != NULL ? json_dumps(file, JSON_SORT_KEYS | JSON_COMPACT) : NULL;
        puts(text != NULL ? text : "not used");
        free(text);
        nv_app_profile_config_free(config);
    }
    return 0;
}
