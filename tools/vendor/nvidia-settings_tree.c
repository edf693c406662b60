/* The rules and profiles of a file as the tree that the caller walks, or NULL if the file is not to be used. A message
   names the place of each error. */
#define NVP_STATIC
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

static json_t *tree_text(nvp_view v)
{
    char *copy = nvstrndup(v.ptr, v.len);
    json_t *text = json_string(copy);
    free(copy);
    return text;
}

/* NULL: what the tree cannot hold. */
static json_t *tree_value(const nvp_value *v)
{
    switch (v->type) {
    case NVP_TYPE_INT: return json_integer(v->i);
    case NVP_TYPE_REAL: return json_real(v->r);
    case NVP_TYPE_BOOL: return v->i ? json_true() : json_false();
    case NVP_TYPE_STRING: return tree_text(v->text);
    default: return NULL;
    }
}

static int tree_message(const char *filename, const nvp_file *file, uint32_t at, const char *message)
{
    const nvp_position place = nvp_file_locate(file, at);
    nv_error_msg("%s:%u:%u: %s", filename, (unsigned)place.line, (unsigned)place.column, message);
    return 0;
}

static int tree_profile(json_t *to, const char *filename, const nvp_file *file, const nvp_profile *p)
{
    json_t *settings = json_array();
    uint32_t i;
    json_object_set_new(to, "settings", settings);
    if (p->named) json_object_set_new(to, "name", tree_text(p->name));
    for (i = 0; i < p->setting_count; i++) {
        json_t *setting = json_object();
        json_array_append_new(settings, setting);
        if (json_object_set_new(setting, "key", tree_text(p->settings[i].key)) != 0 ||
            json_object_set_new(setting, "value", tree_value(&p->settings[i].value)) != 0)
            return tree_message(filename, file, p->settings[i].value_at, "a value that cannot be edited here");
    }
    return 1;
}

static int tree_rule(json_t *to, const char *filename, const nvp_file *file, const nvp_rule *r)
{
    json_t *pattern = json_object(), *profile;
    json_object_set_new(to, "pattern", pattern);
    if (r->pattern == NULL || r->pattern->feature >= NVP_FEATURE_AND)
        return tree_message(filename, file, r->at, "a pattern that cannot be edited here");
    json_object_set_new(pattern, "feature", tree_text(r->pattern->name));
    json_object_set_new(pattern, "matches", tree_text(r->pattern->matches));
    if (r->profile == NULL) return json_object_set_new(to, "profile", tree_text(r->ref)) == 0;
    profile = json_object();
    json_object_set_new(to, "profile", profile);
    return tree_profile(profile, filename, file, r->profile);
}

static json_t *profile_tree(FILE *fp, const char *filename)
{
    const nvp_config_options options = { .flags = NVP_FLAG_ATOMIC };
    nvp_config *config = nvp_config_open(&options, NULL);
    const nvp_file *file;
    json_t *tree = NULL, *rules, *profiles;
    char *text = NULL;
    size_t size = 0, room = 0, n;
    uint32_t i;
    int fine = 1;
    do {
        if (size == room) text = nvrealloc(text, room = 2 * room + 4096);
        n = fread(text + size, 1, room - size, fp);
        size += n;
    } while (n > 0);
    if (config == NULL || nvp_config_add(config, nvp_text(filename), text, size, NULL) != NVP_OK) {
        nv_error_msg("%s: too large, or out of memory", filename);
        goto done;
    }
    file = config->files[0];
    for (i = 0; i < file->problem_count; i++)
        if (file->problems[i].severity == NVP_SEVERITY_ERROR)
            tree_message(filename, file, file->problems[i].offset, nvp_issue_text(file->problems[i].issue));
    if (!file->used) goto done;
    tree = json_object();
    json_object_set_new(tree, "rules", rules = json_array());
    json_object_set_new(tree, "profiles", profiles = json_array());
    for (i = 0; fine && i < file->rule_count; i++) {
        json_array_append_new(rules, json_object());
        fine = tree_rule(json_array_get(rules, i), filename, file, &file->rules[i]);
    }
    for (i = 0; fine && i < file->profile_count; i++) {
        json_array_append_new(profiles, json_object());
        fine = tree_profile(json_array_get(profiles, i), filename, file, &file->profiles[i]);
    }
    if (!fine) {
        json_decref(tree);
        tree = NULL;
    }
done:
    nvp_config_close(config);
    free(text);
    return tree;
}

