/* Metrics of kernels over many reports. */
#ifndef EXAMPLES_NCUREP_PAGES_TREND_H
#define EXAMPLES_NCUREP_PAGES_TREND_H

#include "../model/trend.h"
#include "damage.h"
#include "page.h"

/* order: of trend_order. d: of each report, by its index. */
void trend_page(const page *pg, const trend *t, const size_t *order, const damage *d);
void trend_end(const page *pg); /* after what the verb says below it */

#endif
