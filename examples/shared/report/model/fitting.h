/* Sections without what is meant for other devices, or without what they show. */
#ifndef EXAMPLES_NCUREP_FITTING_H
#define EXAMPLES_NCUREP_FITTING_H

#include "sections.h"

/* Whether much of a section, in the binary form, is body items whose filter leaves the device out. If so the section comes into to,
   with nothing of those items but their filters: it shows the same. Time: the length of the section. */
int put_fitting(ncurep_view section, const nvs_device *device, cli_buf *to);

/* A section in the binary form without header and bodies, and with nothing in its metrics. */
void put_cut(ncurep_view section, cli_buf *to);

#endif
