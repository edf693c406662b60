/* The blocks that nvprofile.h shares with the other headers. */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#define PART(x) nvp_##x
#define PARTS(x) NVP_##x
#define HAS_FIND
#define HAS_NUMBER
#define HAS_DOUBLE
#include "shared_parts.h"

int main(void)
{
    run_shared();
    return run_end();
}
