/* The blocks that drmfdinfo.h shares with the other headers. */
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"

#define PART(x) drmfd_##x
#define PARTS(x) DRMFD_##x
#define HAS_FIND
#include "shared_parts.h"

int main(void)
{
    run_shared();
    return run_end();
}
