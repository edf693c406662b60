#define DRMFD_IMPLEMENTATION
#include <drmfdinfo.h>
#define NVP_IMPLEMENTATION
#include <nvprofile.h>
#define NCUREP_IMPLEMENTATION
#include <ncurep.h>
#define NVS_IMPLEMENTATION
#include <nvsection.h>
#define CUBIN_IMPLEMENTATION
#include <cubin.h>

int main(void)
{
    return drmfd_code_name(DRMFD_OK)[0] != 'o' || nvp_code_name(NVP_OK)[0] != 'o' || ncurep_code_name(NCUREP_OK)[0] != 'o' ||
           nvs_code_name(NVS_OK)[0] != 'o' || cubin_code_name(CUBIN_OK)[0] != 'o';
}
