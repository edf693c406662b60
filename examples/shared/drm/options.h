/* Options that tools on drmfdinfo.h take, and the type of the member. */
#ifndef EXAMPLES_DRM_OPTIONS_H
#define EXAMPLES_DRM_OPTIONS_H

#include "cli/verb.h"
#include "want.h"

extern const option_kind take_interval, /* int64_t: ns, from 10 ms to a day */
    take_pid, take_user, take_device;   /* drm_want */

/* Seconds with up to nine decimals, as nanoseconds; 0 with a message if it is not a number or outside the range (in ms). */
int drm_seconds(const cli *c, const char *name, const char *text, uint64_t least_ms, uint64_t most_ms, int64_t *ns);

#endif
