/* Files that hold a section or a chart. */
#include "tool.h"

#include <string.h>

int top_of(const char *path)
{
    const size_t len = strlen(path);
    return len >= 6 && strcmp(path + len - 6, ".chart") == 0 ? NVS_MESSAGE_BODY_ITEM : NVS_MESSAGE_SECTION;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

nvs_document *load(const cli *c, const char *path, int lenient, char **text, size_t *len)
{
    nvs_document_options options;
    nvs_error error;
    nvs_document *doc;
    memset(&options, 0, sizeof options);
    options.lenient = lenient;
    options.top = top_of(path);
    options.max_problems = 100000;
    options.memory.max_memory = (size_t)1 << 30;
    *text = cli_read(c, path, len, NULL);
    if (*text == NULL) return NULL;
    doc = nvs_document_open(*text, *len, &options, &error);
    if (doc == NULL) cli_error(c, "%s: %s", path, error.message);
    return doc;
}

int first_error(const nvs_document *doc, nvs_problem *out)
{
    uint32_t i;
    for (i = 0; nvs_document_problem_at(doc, i, out); i++)
        if (!out->warning) return 1;
    return 0;
}
