/* The blocks that cubin.h shares with the other headers. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#define PART(x) cubin_##x
#define PARTS(x) CUBIN_##x
#define HAS_FIND
#include "shared_parts.h"

int main(void)
{
    run_shared();
    return run_end();
}
