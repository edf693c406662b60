/* Options that tools on drmfdinfo.h take, and the type of the member. */
#ifndef EXAMPLES_DRM_OPTIONS_H
#define EXAMPLES_DRM_OPTIONS_H

#include "cli/verb.h"
#include "client.h"

extern const option_kind take_interval, /* int64_t: ns, from 10 ms to a day */
    take_pid, take_user, take_device;   /* drm_want */

#endif
