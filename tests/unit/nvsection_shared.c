/* The blocks that nvsection.h shares with the other headers. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"

#define PART(x) nvs_##x
#define PARTS(x) NVS_##x
#define HAS_FIND
#define HAS_REGEX
#define HAS_DOUBLE
#include "shared_parts.h"

int main(void)
{
    run_shared();
    return run_end();
}
