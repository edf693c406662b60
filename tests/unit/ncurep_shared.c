/* The blocks that ncurep.h shares with the other headers. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#define PART(x) ncurep_##x
#define PARTS(x) NCUREP_##x
#define HAS_REGEX
#include "shared_parts.h"

int main(void)
{
    run_shared();
    return run_end();
}
