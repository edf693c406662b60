#include "../drm/drm.h"
#include "dump.h"
#include <string.h>
int main(int argc, char **argv){ cli c; cli_args a; (void)argc; cli_init(&c,"drmfdinfo",""); memset(&a,0,sizeof a); a.argc=argc; a.argv=argv; a.at=2; return dump(&c,&a);}
