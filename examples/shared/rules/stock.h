/* Rules for nvsection.h that look at what the stock rules of Nsight Compute look at: the same conditions and figures, in
   words of our own. Compile stock.c with the program, and give stock_rules to nvs_rules_run. */
#ifndef EXAMPLES_RULES_STOCK_H
#define EXAMPLES_RULES_STOCK_H

#include "nvsection.h"

extern const nvs_rule *const stock_rules[];
extern const size_t stock_rule_count;

#endif
