/* Sweeps of this machine. */
#ifndef EXAMPLES_DRM_LIVE_H
#define EXAMPLES_DRM_LIVE_H

#include "drm.h"

extern const drm_calls drm_this_machine;

#endif
