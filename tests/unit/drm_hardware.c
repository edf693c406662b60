/* What the kernel says about a device, from made-up files in memory: each driver's way to say it, and each way not to. */
#include "run.h"
#include "drm/drm.h"
#include "drm/kfd.h"
#include "drm/pmu.h"

typedef struct file {
    const char *path, *text; /* "!refused", "!failed": what a read says */
} file;

static const file *files; /* ended by a NULL */
static const char *gone;  /* a path that is not there, for now */
static int no_reads, no_lists; /* nothing can be opened, for now */

static int read_file(void *user, const char *path, char *to, size_t room, size_t *len)
{
    const file *f;
    (void)user;
    *len = 0;
    if (no_reads) return DRM_FILE_FAILED;
    for (f = files; f->path != NULL; f++) {
        if (strcmp(f->path, path) != 0 || (gone != NULL && strcmp(gone, path) == 0)) continue;
        if (strcmp(f->text, "!refused") == 0) return DRM_FILE_REFUSED;
        if (strcmp(f->text, "!failed") == 0) return DRM_FILE_FAILED;
        *len = strlen(f->text) < room ? strlen(f->text) : room;
        memcpy(to, f->text, *len);
        return DRM_FILE_OK;
    }
    return DRM_FILE_NONE;
}

/* The next parts of the paths that begin like this. */
static int list_folder(void *user, const char *path, cli_buf *names)
{
    const size_t n = strlen(path);
    const file *f;
    int any = 0;
    (void)user;
    if (no_lists) return DRM_FILE_FAILED;
    for (f = files; f->path != NULL; f++) {
        char name[64];
        size_t at;
        if (strncmp(f->path, path, n) != 0 || f->path[n] != '/') continue;
        any = 1;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(f->path + n + 1, "/"), f->path + n + 1);
        for (at = 0; at < names->len && strcmp(names->ptr + at, name) != 0; at += strlen(names->ptr + at) + 1) {
        }
        if (at == names->len) cli_put(names, name, strlen(name) + 1);
    }
    return any ? DRM_FILE_OK : DRM_FILE_NONE;
}

static drm_machine machine;

static void begin(const file *tree)
{
    memset(&machine, 0, sizeof machine);
    machine.files.read_fn = read_file;
    machine.files.list_fn = list_folder;
    files = tree;
    gone = NULL;
}

static const char *line(const drm_hardware *h)
{
    static char text[256];
    cli_buf b = {NULL, 0, 0};
    drm_put_hardware(&b, h);
    snprintf(text, sizeof text, "%s", b.ptr);
    cli_buf_free(&b);
    return text;
}

static double fact(const drm_hardware *h, int which)
{
    double value;
    return drm_fact_get(h, which, &value) ? value : -1;
}

#define CARD0 "sys/class/drm/card0/"

static const file radeon[] = {
    {CARD0 "device/uevent", "DRIVER=amdgpu\nPCI_CLASS=30000\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n"},
    {CARD0 "device/revision", "0xc1\n"},
    {CARD0 "device/drm/card0/dev", "226:0\n"},
    {CARD0 "device/drm/renderD128/dev", "226:128\n"},
    {"sys/class/drm/card0-DP-1/status", "connected\n"},
    {"sys/class/drm/renderD128/dev", "226:128\n"},
    {"sys/class/drm/version", "drm 1.1.0 20060810\n"},
    {CARD0 "device/mem_info_vram_used", "5476083712\n"},
    {CARD0 "device/mem_info_vram_total", "17163091968\n"},
    {CARD0 "device/mem_info_gtt_used", "524288\n"},
    {CARD0 "device/mem_info_gtt_total", "8589934592\n"},
    {CARD0 "device/gpu_busy_percent", "97\n"},
    {CARD0 "device/mem_busy_percent", "41\n"},
    {CARD0 "device/pp_dpm_sclk", "0: 500Mhz \n1: 2285Mhz *\n2: 2575Mhz \n"},
    {CARD0 "device/current_link_speed", "16.0 GT/s PCIe\n"},
    {CARD0 "device/current_link_width", "16\n"},
    {CARD0 "device/max_link_speed", "16.0 GT/s PCIe\n"},
    {CARD0 "device/max_link_width", "16\n"},
    {CARD0 "device/hwmon/hwmon4/freq1_input", "2294000000\n"},
    {CARD0 "device/hwmon/hwmon4/freq2_input", "1000000000\n"},
    {CARD0 "device/hwmon/hwmon4/temp1_label", "junction\n"},
    {CARD0 "device/hwmon/hwmon4/temp1_input", "81000\n"},
    {CARD0 "device/hwmon/hwmon4/temp2_label", "edge\n"},
    {CARD0 "device/hwmon/hwmon4/temp2_input", "64000\n"},
    {CARD0 "device/hwmon/hwmon4/temp3_label", "mem\n"},
    {CARD0 "device/hwmon/hwmon4/temp3_input", "70000\n"},
    {CARD0 "device/hwmon/hwmon4/power1_average", "182000000\n"},
    {CARD0 "device/hwmon/hwmon4/power1_cap", "255000000\n"},
    {CARD0 "device/hwmon/hwmon4/energy1_input", "17000000\n"},
    {CARD0 "device/hwmon/hwmon4/fan1_input", "1420\n"},
    {CARD0 "device/hwmon/hwmon4/pwm1", "102\n"},
    {CARD0 "device/hwmon/hwmon4/pwm1_max", "255\n"},
    {"usr/share/libdrm/amdgpu.ids", "# made up\n1.0.0\n73BF,\tC0,\tAMD Example 6800 XT\n73BF,\tC1,\tAMD Example 6900\n"},
    {"usr/share/misc/pci.ids", "1002  Made Up\n\t73bf  Chip [Another name]\n"},
    {NULL, NULL}};

static void amdgpu(void)
{
    const drm_hardware *h;
    begin(radeon);
    drm_machine_read(&machine, 1);
    if (!CHECK_U64(1, machine.count)) return;
    h = &machine.list[0];
    CHECK_STR("busy 97%  mem 5.1G/16G  gtt 512K/8.0G  2294/2575 MHz  64 C, junction 81, mem 70  182/255 W  1420 rpm  PCIe 4 x16", line(h));
    CHECK_DOUBLE(524288.0, fact(h, DRM_FACT_GTT_USED));
    CHECK_DOUBLE(8589934592.0, fact(h, DRM_FACT_GTT_TOTAL));
    CHECK_DOUBLE(81.0, fact(h, DRM_FACT_JUNCTION_TEMPERATURE));
    CHECK_DOUBLE(70.0, fact(h, DRM_FACT_MEMORY_TEMPERATURE));
    CHECK_STR("AMD Example 6900", h->name);
    CHECK_STR("0000:03:00.0", h->pdev);
    CHECK_STR("card0", h->card);
    CHECK_STR("renderD128", h->render);
    CHECK_DOUBLE(40.0, fact(h, DRM_FACT_FAN_PERCENT));
    CHECK_DOUBLE(41.0, fact(h, DRM_FACT_MEMORY_BUSY));
    CHECK_DOUBLE(1000e6, fact(h, DRM_FACT_MEMORY_CLOCK));
    CHECK_DOUBLE(16e9, fact(h, DRM_FACT_MAX_LINK_SPEED));
    CHECK_U64(0, h->refused);
    drm_machine_close(&machine);
    CHECK_U64(0, machine.count);
}

/* Without its sensor the clock is the one that has a star. */
static void starred_clock(void)
{
    begin(radeon);
    gone = CARD0 "device/hwmon/hwmon4/freq1_input";
    drm_machine_read(&machine, 1);
    CHECK_DOUBLE(2285e6, fact(&machine.list[0], DRM_FACT_CLOCK));
    drm_machine_close(&machine);
}

/* Every file of the tree can be missing, and takes with it only what it says; a few facts have a second source. */
static void each_file_gone(void)
{
    static const struct {
        const char *name;
        size_t facts;
    } loses[] = {{"mem_info", 1},    {"busy_percent", 1},   {"pp_dpm_sclk", 1}, {"link_speed", 2}, {"link_width", 1}, {"freq2_input", 1},
                 {"power1_average", 1}, {"power1_cap", 1}, {"fan1_input", 1},  {"pwm1", 1},       {"pwm1_max", 0},
                 {"temp1", 1},       {"temp3", 1},         {"energy1_input", 1}};
    size_t i, k;
    for (i = 0; radeon[i].path != NULL; i++) {
        const char *name = strrchr(radeon[i].path, '/') + 1;
        size_t want = 0, lost = 0;
        for (k = 0; k < sizeof loses / sizeof *loses; k++)
            if (strstr(name, loses[k].name) != NULL) want = loses[k].facts;
        begin(radeon);
        gone = radeon[i].path;
        drm_machine_read(&machine, 1);
        for (k = 0; k < DRM_FACTS; k++) lost += (machine.list[0].has >> k & 1) == 0;
        if (!CHECK_U64(want, lost)) printf("    without %s\n", gone);
        drm_machine_close(&machine);
    }
}

static const file asleep[] = {{CARD0 "device/uevent", "DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n"},
                              {CARD0 "device/power/runtime_status", "suspended\n"},
                              {CARD0 "device/mem_info_vram_used", "5476083712\n"},
                              {CARD0 "device/hwmon/hwmon4/temp1_input", "64000\n"},
                              {NULL, NULL}};

static void a_sleeping_device_is_not_woken(void)
{
    begin(asleep);
    drm_machine_read(&machine, 1);
    CHECK_U64(0, machine.list[0].has);
    CHECK_STR("asleep: not read, as that would wake it", line(&machine.list[0]));
    drm_machine_close(&machine);
}

/* Files that are there and say nothing. */
static const file wrong[] = {
    {CARD0 "device/uevent", "DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n"},
    {CARD0 "device/mem_info_vram_used", "!refused"},
    {CARD0 "device/mem_info_vram_total", "!failed"},
    {CARD0 "device/gpu_busy_percent", "12%\n"},
    {CARD0 "device/mem_busy_percent", "\n"},
    {CARD0 "device/pp_dpm_sclk", "off\n0:\n1: fast *"},
    {CARD0 "device/current_link_speed", "Unknown\n"},
    {CARD0 "device/current_link_width", "0\n"},
    {CARD0 "device/max_link_speed", "Unknown\n"},
    {CARD0 "device/max_link_width", "255\n"},
    {CARD0 "device/hwmon/hwmon4/freq1_input", "-5\n"},
    {CARD0 "device/hwmon/hwmon4/temp1_input", "x\n"},
    {CARD0 "device/hwmon/hwmon4/power1_average", "99999999999999999999999\n"},
    {CARD0 "device/hwmon/hwmon4/power1_cap", "0\n"},
    {CARD0 "device/hwmon/hwmon4/fan1_input", "!refused"},
    {CARD0 "device/hwmon/hwmon4/pwm1", "300\n"},
    {NULL, NULL}};

/* What is refused in one file and said in another is known. */
static const file twice[] = {{CARD0 "device/uevent", "DRIVER=amdgpu\n"},
                             {CARD0 "device/hwmon/hwmon4/power1_average", "!refused"},
                             {CARD0 "device/hwmon/hwmon4/power1_input", "12000000\n"},
                             {NULL, NULL}};

static void a_second_source(void)
{
    begin(twice);
    drm_machine_read(&machine, 1);
    CHECK_DOUBLE(12.0, fact(&machine.list[0], DRM_FACT_POWER));
    CHECK_U64(0, machine.list[0].refused);
    drm_machine_close(&machine);
}

static void unknown_is_not_zero(void)
{
    begin(wrong);
    drm_machine_read(&machine, 1);
    CHECK_U64(0, machine.list[0].has);
    CHECK_U64(1u << DRM_FACT_VRAM_USED | 1u << DRM_FACT_FAN, machine.list[0].refused);
    CHECK_STR("mem -  - MHz  - C  - W  - rpm  PCIe -", line(&machine.list[0]));
    CHECK_STR("", machine.list[0].name);
    drm_machine_close(&machine);
}

/* Zero is a figure where the file says so; it may be colder than that. */
static const file zero[] = {{CARD0 "device/uevent", "DRIVER=amdgpu\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=0000:03:00.0\n"},
                            {CARD0 "device/mem_info_vram_used", "0\n"},
                            {CARD0 "device/hwmon/hwmon4/fan1_input", "0\n"},
                            {CARD0 "device/hwmon/hwmon4/temp1_input", "-3000\n"},
                            {NULL, NULL}};

static void zero_is_known(void)
{
    begin(zero);
    drm_machine_read(&machine, 1);
    CHECK_STR("mem 0  - MHz  -3 C  - W  0 rpm  PCIe -", line(&machine.list[0]));
    drm_machine_close(&machine);
}

static file joule[] = {{CARD0 "device/uevent", "DRIVER=xe\nPCI_ID=8086:56A0\nPCI_SLOT_NAME=0000:03:00.0\n"},
                       {CARD0 "device/tile0/gt0/freq0/act_freq", "2350\n"},
                       {CARD0 "device/tile0/gt0/freq0/max_freq", "2400\n"},
                       {CARD0 "device/hwmon/hwmon2/energy1_input", "17000000\n"},
                       {CARD0 "device/hwmon/hwmon2/power1_max", "190000000\n"},
                       {CARD0 "device/hwmon/hwmon2/temp1_input", "99000\n"},
                       {CARD0 "device/hwmon/hwmon2/temp2_label", "pkg\n"},
                       {CARD0 "device/hwmon/hwmon2/temp2_input", "51000\n"},
                       {CARD0 "device/hwmon/hwmon2/temp3_label", "other\n"},
                       {CARD0 "device/hwmon/hwmon2/temp3_input", "98000\n"},
                       {"usr/share/hwdata/pci.ids", "# made up\n1002  Other\n\t56a0  Wrong\n8086  Made Up Corp\n\t5690  No\n"
                                                    "\t56a0  Chip G10 [Example A770]\n\t\t1234 5678  Board\n8087  Other\n"},
                       {NULL, NULL}};

/* Power is the growth of a counter: not known at first, nor after it stepped back. */
static void energy(void)
{
    begin(joule);
    drm_machine_read(&machine, 1000000000);
    CHECK_STR("mem -  2350/2400 MHz  51 C  -/190 W  - rpm  PCIe -", line(&machine.list[0]));
    CHECK_STR("Example A770", machine.list[0].name);
    joule[3].text = "191000000\n";
    drm_machine_read(&machine, 3000000000);
    CHECK_DOUBLE(87.0, fact(&machine.list[0], DRM_FACT_POWER));
    CHECK_DOUBLE(191.0, fact(&machine.list[0], DRM_FACT_ENERGY));
    joule[3].text = "1000000\n";
    drm_machine_read(&machine, 4000000000);
    CHECK_DOUBLE(-1.0, fact(&machine.list[0], DRM_FACT_POWER));
    joule[3].text = "3000000\n";
    drm_machine_read(&machine, 5000000000);
    CHECK_DOUBLE(2.0, fact(&machine.list[0], DRM_FACT_POWER));
    joule[3].text = "17000000\n";
    drm_machine_close(&machine);
}

static const file several[] = {
    {"sys/class/drm/card1/device/uevent", "DRIVER=i915\nPCI_ID=8086:9A49\nPCI_SLOT_NAME=0000:00:02.0\n"},
    {"sys/class/drm/card1/gt_act_freq_mhz", "350\n"},
    {"sys/class/drm/card1/gt_cur_freq_mhz", "400\n"},
    {"sys/class/drm/card1/gt_max_freq_mhz", "1300\n"},
    {"sys/class/drm/card1/device/hwmon/hwmon10/name", "i915_gt0\n"},
    {"sys/class/drm/card1/device/hwmon/hwmon10/temp1_input", "99000\n"},
    {"sys/class/drm/card1/device/hwmon/hwmon9/name", "i915\n"},
    {"sys/class/drm/card1/device/hwmon/hwmon9/temp1_input", "47000\n"},
    {"sys/class/drm/card2/device/uevent", "DRIVER=panfrost\nOF_NAME=gpu\nOF_COMPATIBLE_0=rockchip,rk3399-mali\n"},
    {"sys/class/drm/card2/device/devfreq/ff9a0000.gpu/cur_freq", "200000000\n"},
    {"sys/class/drm/card2/device/devfreq/ff9a0000.gpu/max_freq", "800000000\n"},
    {"sys/class/drm/card3/device/uevent", "DRIVER=nouveau\nPCI_ID=10DE:1380\nPCI_SLOT_NAME=0000:01:00.0\n"},
    {"sys/class/drm/card3/device/hwmon/hwmon1/temp1_input", "38000\n"},
    {"sys/class/drm/card3/device/hwmon/hwmon1/pwm1", "33\n"},
    {"sys/class/drm/card3/device/current_link_speed", "2.5 GT/s PCIe\n"},
    {"sys/class/drm/card3/device/current_link_width", "8\n"},
    {"sys/class/drm/card4/device/uevent", "DRIVER=v3d\nOF_COMPATIBLE_0=brcm,2712-v3d\n"},
    {"sys/class/drm/card/device/uevent", "DRIVER=no_number\n"},
    {"sys/class/drm/card5x/device/uevent", "DRIVER=no_number\n"},
    {"sys/class/drm/card5/device/uevent", "DRIVER=msm_dpu\nOF_COMPATIBLE_0=qcom,sdm845-dpu\n"},
    {"sys/class/accel/accel0/device/uevent", "DRIVER=intel_vpu\nPCI_ID=8086:7D1D\nPCI_SLOT_NAME=0000:00:0b.0\n"},
    {"sys/class/accel/accel0/device/npu_current_frequency_mhz", "0\n"},
    {"sys/class/accel/accel0/device/npu_max_frequency_mhz", "1400\n"},
    {NULL, NULL}};

static void each_driver(void)
{
    begin(several);
    drm_machine_read(&machine, 1);
    if (!CHECK_U64(6, machine.count)) return;
    CHECK_STR("mem -  350/1300 MHz  47 C  - W  - rpm  PCIe -", line(&machine.list[0]));
    CHECK_STR("mem -  200/800 MHz  - C  - W  - rpm  PCIe -", line(&machine.list[1]));
    CHECK_STR("rockchip,rk3399-mali", machine.list[1].name);
    CHECK_STR("", machine.list[1].pdev);
    CHECK_STR("mem -  - MHz  38 C  - W  fan 13%  PCIe 1 x8", line(&machine.list[2]));
    CHECK_STR("mem -  - MHz  - C  - W  - rpm  PCIe -", line(&machine.list[3]));
    CHECK_STR("accel0", machine.list[5].card);
    CHECK_STR("mem -  0/1400 MHz  - C  - W  - rpm  PCIe -", line(&machine.list[5]));
    files = radeon; /* other devices now, under one of the same nodes */
    drm_machine_read(&machine, 2);
    CHECK_U64(1, machine.count);
    CHECK_STR("amdgpu", machine.list[0].driver);
    drm_machine_close(&machine);
}

/* Each file by itself: the fact it is, in the unit of the fact. */
static void each_file_alone(void)
{
    static const struct {
        const char *file, *text;
        int fact;
        double value;
    } rows[] = {
        {"device/mem_info_vram_used", "1001", DRM_FACT_VRAM_USED, 1001},
        {"device/mem_info_vram_total", "1002", DRM_FACT_VRAM_TOTAL, 1002},
        {"device/mem_info_gtt_used", "1003", DRM_FACT_GTT_USED, 1003},
        {"device/mem_info_gtt_total", "1004", DRM_FACT_GTT_TOTAL, 1004},
        {"device/gpu_busy_percent", "13", DRM_FACT_BUSY, 13},
        {"device/mem_busy_percent", "14", DRM_FACT_MEMORY_BUSY, 14},
        {"device/hwmon/hwmon3/freq1_input", "1005", DRM_FACT_CLOCK, 1005},
        {"device/hwmon/hwmon3/freq2_input", "1006", DRM_FACT_MEMORY_CLOCK, 1006},
        {"gt_act_freq_mhz", "1007", DRM_FACT_CLOCK, 1007e6},
        {"gt_cur_freq_mhz", "1008", DRM_FACT_CLOCK, 1008e6},
        {"gt_max_freq_mhz", "1009", DRM_FACT_MAX_CLOCK, 1009e6},
        {"device/tile0/gt0/freq0/act_freq", "1010", DRM_FACT_CLOCK, 1010e6},
        {"device/tile0/gt0/freq0/cur_freq", "1011", DRM_FACT_CLOCK, 1011e6},
        {"device/tile0/gt0/freq0/max_freq", "1012", DRM_FACT_MAX_CLOCK, 1012e6},
        {"device/devfreq/x.gpu/cur_freq", "1013", DRM_FACT_CLOCK, 1013},
        {"device/devfreq/x.gpu/max_freq", "1014", DRM_FACT_MAX_CLOCK, 1014},
        {"device/npu_current_frequency_mhz", "1015", DRM_FACT_CLOCK, 1015e6},
        {"device/npu_max_frequency_mhz", "1016", DRM_FACT_MAX_CLOCK, 1016e6},
        {"device/pp_dpm_sclk", "0: 300Mhz\n1: 1017Mhz *\n2: 400Mhz\n", DRM_FACT_CLOCK, 1017e6},
        {"device/pp_dpm_sclk", "0: 300Mhz *\n1: 1018Mhz\n2: 400mhz\n", DRM_FACT_MAX_CLOCK, 1018e6},
        {"device/hwmon/hwmon3/power1_average", "19000000", DRM_FACT_POWER, 19},
        {"device/hwmon/hwmon3/power1_input", "20000000", DRM_FACT_POWER, 20},
        {"device/hwmon/hwmon3/power1_cap", "21000000", DRM_FACT_POWER_CAP, 21},
        {"device/hwmon/hwmon3/power1_max", "22000000", DRM_FACT_POWER_CAP, 22},
        {"device/hwmon/hwmon3/power2_cap", "23000000", DRM_FACT_POWER_CAP, 23},
        {"device/hwmon/hwmon3/power2_max", "1000000", DRM_FACT_POWER_CAP, 1},
        {"device/hwmon/hwmon3/power1_cap", "0", DRM_FACT_POWER_CAP, -1},
        {"device/hwmon/hwmon3/energy1_input", "24000000", DRM_FACT_ENERGY, 24},
        {"device/hwmon/hwmon3/energy2_input", "25000000", DRM_FACT_ENERGY, 25},
        {"device/hwmon/hwmon3/temp1_input", "26000", DRM_FACT_TEMPERATURE, 26},
        {"device/hwmon/hwmon3/temp4_input", "27000", DRM_FACT_TEMPERATURE, 27},
        {"device/hwmon/hwmon3/temp5_input", "28000", DRM_FACT_TEMPERATURE, -1},
        {"device/hwmon/hwmon3/fan1_input", "1028", DRM_FACT_FAN, 1028},
        {"device/hwmon/hwmon3/pwm1", "51", DRM_FACT_FAN_PERCENT, 20},
        {"device/hwmon/hwmon3/pwm1", "255", DRM_FACT_FAN_PERCENT, 100},
        {"device/hwmon/hwmon3/pwm1", "256", DRM_FACT_FAN_PERCENT, -1},
        {"device/current_link_width", "4", DRM_FACT_LINK_WIDTH, -1}, /* no width without a speed */
        {"device/max_link_width", "8", DRM_FACT_MAX_LINK_WIDTH, -1},
        {"device/current_link_speed", "2.5 GT/s PCIe", DRM_FACT_LINK_SPEED, 2.5e9},
        {"device/max_link_speed", "32.0 GT/s PCIe", DRM_FACT_MAX_LINK_SPEED, 32e9}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[96];
        file one[3];
        memset(one, 0, sizeof one);
        one[0].path = CARD0 "device/uevent";
        one[0].text = "DRIVER=x\n";
        snprintf(path, sizeof path, CARD0 "%s", rows[i].file);
        one[1].path = path;
        one[1].text = rows[i].text;
        begin(one);
        drm_machine_read(&machine, 1);
        if (CHECK_U64(1, machine.count)) CHECK_DOUBLE(rows[i].value, fact(&machine.list[0], rows[i].fact));
        drm_machine_close(&machine);
    }
}

/* Without descriptors the devices stay, as what they are, without facts. */
static void out_of_descriptors(void)
{
    begin(radeon);
    drm_machine_read(&machine, 1);
    no_reads = 1;
    for (no_lists = 0; no_lists < 2; no_lists++) {
        drm_machine_read(&machine, 2);
        if (!CHECK_U64(1, machine.count)) break;
        CHECK_U64(0, machine.list[0].has);
        CHECK_STR("amdgpu", machine.list[0].driver);
        CHECK_STR("0000:03:00.0", machine.list[0].pdev);
        CHECK_STR("AMD Example 6900", machine.list[0].name);
    }
    no_reads = no_lists = 0;
    drm_machine_read(&machine, 3);
    CHECK_DOUBLE(2294e6, fact(&machine.list[0], DRM_FACT_CLOCK));
    drm_machine_close(&machine);
}

static void no_files_at_all(void)
{
    memset(&machine, 0, sizeof machine);
    drm_machine_read(&machine, 1);
    CHECK_U64(0, machine.count);
    drm_machine_close(&machine);
}

static void units(void)
{
    static const char *const cases[][2] = {
        {"0::/system.slice/sshd.service\n", "sshd"},
        {"0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-gnome-harbor-2877.scope\n", "app-gnome-harbor-2877"},
        {"0::/system.slice/docker-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope\n",
         "docker:0123456789ab"},
        {"0::/machine.slice/libpod-fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210.scope/container\n",
         "podman:fedcba987654"},
        {"0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod1.slice/"
         "cri-containerd-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope\n", "containerd:0123456789ab"},
        {"12:devices:/docker/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n1:name=systemd:/docker/"
         "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n0::/\n", "docker:0123456789ab"},
        {"0::/lxc.payload.web/init.scope\n", "lxc:web"},
        {"0::/docker-0123.scope\n", "docker-0123"},
        {"0::/web.service/cri-containerd-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeg\n", "web"},
        {"0::/web.service/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde`\n", "web"},
        {"0::/web.service/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n", "web"},
        {"0::/pods/f90a56789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0\n", "container:f90a56789abc"},
        {"4:cpu:/first.service\n1:name=systemd:/second.scope\n0::/\n", "second"},
        {"4:cpu:/first.service\n0::/third.service\n1:name=systemd:/second.scope\n", "third"},
        {"4:cpu:/first.service\n5:net:/second.scope\n", "first"},
        {"0::/outer.service/inner.scope/x\n", "inner"},
        {"0::/outer.service/.scope/.service\n", "outer"},
        {"0::/outer.service/lxc.payload.\n", "outer"},
        {"0::/\n", ""},
        {"0::/user.slice\n", ""},
        {"nonsense/without\na colon", ""},
        {"", ""}};
    static const char *const pods[] = {
        "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0a1b2c3d_1111_2222_3333_444455556666.slice/crio-0.scope\n",
        "4:devices:/kubepods/besteffort/pod0a1b2c3d-1111-2222-3333-444455556666/0123\n",
        "4:devices:/kubepods/podcast/x-pod0a1b2c3d-1111-2222-3333-444455556666/0123\n",
        "0::/system.slice/pod0a1b2c3d-1111-2222-3333-444455556666.service\n",
        "4:devices:/kubepods/besteffort/pod0a1b2c3d-1111-2222-3333-44445555666g/0123\n",
        "4:devices:/kubepods/besteffort/pod0a1b2c3d-1111-2222+3333-444455556666/0123\n",
        "4:devices:/kubepods/besteffort/pod0a1b2c3d-1111-2222-3333-44445555666\n",
        "4:devices:/kubepods/besteffort/tripod0a1b2c3d-1111-2222-3333-444455556666/0123\n"};
    char unit[64], pod[40];
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drm_unit(unit, sizeof unit, cases[i][0]);
        CHECK_STR(cases[i][1], unit);
        drm_pod(pod, cases[i][0]);
        CHECK_STR("", pod);
    }
    for (i = 0; i < sizeof pods / sizeof *pods; i++) {
        drm_pod(pod, pods[i]);
        CHECK_STR(i < 3 ? "0a1b2c3d-1111-2222-3333-444455556666" : "", pod);
    }
}

/* What amdkfd says about processes: two GPUs, of which each process uses one, and a node that is a CPU. */
#define KFD "sys/class/kfd/kfd/"
static const file compute[] = {
    {KFD "topology/nodes/0/gpu_id", "0\n"},
    {KFD "topology/nodes/0/properties", "cpu_cores_count 32\nlocation_id 0\n"},
    {KFD "topology/nodes/1/gpu_id", "51140\n"},
    {KFD "topology/nodes/1/properties", "simd_count 240\ndomain 0\nlocation_id 768\n"},
    {KFD "topology/nodes/2/gpu_id", "9091\n"},
    {KFD "topology/nodes/2/properties", "domain 1\nlocation_id 33275\n"},
    {KFD "proc/4310/pasid", "32770\n"},
    {KFD "proc/4310/vram_51140", "1073741824\n"},
    {KFD "proc/4310/sdma_51140", "2500\n"},
    {KFD "proc/4310/stats_51140/cu_occupancy", "12\n"},
    {KFD "proc/4310/stats_51140/evicted_ms", "7\n"},
    {KFD "proc/4310/vram_9091", "0\n"},
    {KFD "proc/4310/sdma_9091", "0\n"},
    {KFD "proc/77/vram_9091", "4096\n"},
    {KFD "proc/77/sdma_9091", "12x\n"},
    {KFD "proc/78/vram_51140", "!refused"},
    {KFD "proc/x/vram_51140", "1\n"},
    {KFD "proc/79/vram_51140", "1\n"},
    {KFD "proc/80/sdma_51140", "1\n"},
    {KFD "proc/81/stats_51140/cu_occupancy", "1\n"},
    {KFD "proc/82/stats_51140/evicted_ms", "1\n"},
    {KFD "proc/1234567890/vram_51140", "2\n"},
    {KFD "proc/12345678901/vram_51140", "3\n"},
    {NULL, NULL}};

static void processes_of_kfd(void)
{
    drm_kfd k;
    memset(&k, 0, sizeof k);
    begin(compute);
    drm_kfd_read(&k, &machine.files);
    CHECK_U64(6, k.count); /* one byte, one microsecond or one unit is use; that it was evicted is none */
    CHECK_U64(4310, k.list[0].pid);
    CHECK_STR("0000:03:00.0", k.list[0].pdev);
    CHECK_U64(DRM_KFD_VRAM | DRM_KFD_SDMA | DRM_KFD_UNITS | DRM_KFD_EVICTED, k.list[0].has);
    CHECK_U64(1073741824, k.list[0].vram);
    CHECK_U64(2500, k.list[0].sdma);
    CHECK_U64(12, k.list[0].units);
    CHECK_U64(7, k.list[0].evicted);
    CHECK_U64(77, k.list[1].pid);
    CHECK_U64(1, k.list[1].gpu);
    CHECK_STR("0001:81:1f.3", k.list[1].pdev);
    CHECK_U64(DRM_KFD_VRAM, k.list[1].has); /* a word in place of a number: unknown */
    CHECK_U64(79, k.list[2].pid);
    CHECK_U64(80, k.list[3].pid);
    CHECK_U64(81, k.list[4].pid);
    CHECK_U64(1234567890, k.list[5].pid);
    CHECK_U64(1, k.refused);
    no_lists = 1;
    drm_kfd_read(&k, &machine.files);
    CHECK_U64(0, k.count);
    no_lists = 0;
    drm_kfd_free(&k);
}

/* PMUs: an integrated device of i915 with two video engines, and one of xe. */
#define PMU "sys/bus/event_source/devices/"
static const file pmus[] = {
    {"sys/class/drm/card0/device/uevent", "DRIVER=i915\nPCI_SLOT_NAME=0000:00:02.0\n"},
    {"sys/class/drm/card1/device/uevent", "DRIVER=xe\nPCI_SLOT_NAME=0000:03:00.0\n"},
    {"sys/class/drm/card2/device/uevent", "DRIVER=i915\nPCI_SLOT_NAME=0000:04:00.0\n"},
    {PMU "i915/type", "18\n"},
    {PMU "i915/cpumask", "2\n"},
    {PMU "i915/events/rcs0-busy", "config=0x0\n"},
    {PMU "i915/events/rcs0-busy.unit", "ns\n"},
    {PMU "i915/events/rcs0-wait", "config=0x1\n"},
    {PMU "i915/events/rcs0-wait.unit", "ns\n"},
    {PMU "i915/events/vcs0-busy", "config=0x2000\n"},
    {PMU "i915/events/vcs0-busy.unit", "ns\n"},
    {PMU "i915/events/vcs1-busy", "config=0x2010\n"},
    {PMU "i915/events/vcs1-busy.unit", "ns\n"},
    {PMU "i915/events/bcs0-busy", "config=0x1000\n"}, /* no unit: not known what it counts */
    {PMU "i915/events/actual-frequency", "config=0x100000\n"},
    {PMU "xe_0000_03_00.0/type", "20\n"},
    {PMU "xe_0000_03_00.0/events/engine-active-ticks", "event=0x02\n"},
    {PMU "xe_0000_03_00.0/events/engine-total-ticks", "event=0x03\n"},
    {PMU "xe_0000_03_00.0/format/event", "config:0-11\n"},
    {PMU "xe_0000_03_00.0/format/engine_instance", "config:12-19\n"},
    {PMU "xe_0000_03_00.0/format/engine_class", "config:20-27\n"},
    {PMU "xe_0000_03_00.0/format/gt", "config:60-63\n"},
    {NULL, NULL}};

/* Counters: a handle is a place in these. */
static struct { uint32_t type; uint64_t config, value; int cpu; } opened[16];
static int opened_count, closed_count;
static drm_reply counters_say;

static drm_reply open_made(uint32_t type, uint64_t config, int cpu, int *handle, void *user)
{
    (void)user;
    if (counters_say != DRM_REPLY_YES) return counters_say;
    /* Of xe, class 0 and both instances of class 2 on the first GT. */
    if (type == 20 && (config >> 60 != 0 || ((config >> 12) != 0 && (config >> 12) != 0x200 && (config >> 12) != 0x201))) return DRM_REPLY_NO;
    if (opened_count == 16) return DRM_REPLY_FAILED;
    opened[opened_count].type = type;
    opened[opened_count].config = config;
    opened[opened_count].cpu = cpu;
    opened[opened_count].value = 1000;
    *handle = opened_count++;
    return DRM_REPLY_YES;
}

static drm_reply read_made(int handle, uint64_t *value, void *user)
{
    (void)user;
    *value = opened[handle].value;
    return DRM_REPLY_YES;
}

static void close_made(int handle, void *user)
{
    (void)handle;
    (void)user;
    closed_count++;
}

static const drm_counters made = {open_made, read_made, close_made, NULL};

static void count(uint32_t type, uint64_t config, uint64_t more)
{
    int i;
    for (i = 0; i < opened_count; i++)
        if (opened[i].type == type && opened[i].config == config) opened[i].value += more;
}

static void counters_of_pmus(void)
{
    drm_pmu *p = drm_pmu_open(&made);
    const drm_hardware *h;
    begin(pmus);
    opened_count = closed_count = 0;
    counters_say = DRM_REPLY_YES;
    drm_machine_read(&machine, 1);
    if (!CHECK_U64(3, machine.count)) return;
    drm_pmu_read(p, &machine.files, machine.list, machine.count, 1000000000);
    CHECK_U64(0, machine.list[0].busy_count); /* a figure needs two readings */
    CHECK_I64(9, opened_count);
    CHECK_I64(2, opened[0].cpu);
    count(18, 0, 250000000);        /* a quarter of a second */
    count(18, 0x2000, 1000000000);  /* one of two video engines all the time */
    count(20, 2, 300);
    count(20, 3, 1000);
    count(20, 2 | 0x200 << 12, 10);
    count(20, 3 | 0x200 << 12, 1000);
    count(20, 2 | 0x201 << 12, 30);
    count(20, 3 | 0x201 << 12, 1000);
    drm_pmu_read(p, &machine.files, machine.list, machine.count, 2000000000);
    h = &machine.list[0];
    CHECK_U64(2, h->busy_count);
    CHECK_STR("render", h->busy[0].name);
    CHECK_DOUBLE(25.0, h->busy[0].percent);
    CHECK_STR("video", h->busy[1].name);
    CHECK_DOUBLE(50.0, h->busy[1].percent);
    h = &machine.list[1];
    CHECK_U64(2, h->busy_count);
    CHECK_STR("rcs", h->busy[0].name);
    CHECK_DOUBLE(30.0, h->busy[0].percent);
    CHECK_STR("vcs", h->busy[1].name);
    CHECK_DOUBLE(2.0, h->busy[1].percent);
    CHECK_STR("mem -  - MHz  - C  - W  - rpm  PCIe -  all use: rcs 30% vcs 2%", line(h));
    CHECK_U64(0, machine.list[2].busy_count); /* "i915" is the integrated device's */
    opened[0].value = 5; /* backwards: no figure */
    drm_pmu_read(p, &machine.files, machine.list, machine.count, 3000000000);
    CHECK_U64(1, machine.list[0].busy_count);
    CHECK_STR("video", machine.list[0].busy[0].name);
    drm_pmu_close(p);
    CHECK_I64(9, closed_count);
    drm_machine_close(&machine);
}

static void refused_counters(void)
{
    drm_pmu *p = drm_pmu_open(&made);
    begin(pmus);
    counters_say = DRM_REPLY_REFUSED;
    drm_machine_read(&machine, 1);
    drm_pmu_read(p, &machine.files, machine.list, machine.count, 1000000000);
    drm_pmu_read(p, &machine.files, machine.list, machine.count, 2000000000);
    CHECK_U64(0, machine.list[0].busy_count);
    CHECK_I64(1, machine.list[0].busy_refused);
    CHECK_I64(1, machine.list[1].busy_refused);
    CHECK_I64(0, machine.list[2].busy_refused);
    drm_pmu_close(p);
    drm_machine_close(&machine);
}

/* Descriptors ran out on the way: figures of some instances would not be those of the engine. */
static void half_the_counters(void)
{
    drm_pmu *p = drm_pmu_open(&made);
    begin(pmus);
    counters_say = DRM_REPLY_YES;
    opened_count = 14;
    drm_machine_read(&machine, 1);
    drm_pmu_read(p, &machine.files, machine.list, 1, 1000000000);
    drm_pmu_read(p, &machine.files, machine.list, 1, 2000000000);
    CHECK_U64(0, machine.list[0].busy_count);
    drm_pmu_close(p);
    drm_machine_close(&machine);
}

int main(void)
{
    RUN(amdgpu);
    RUN(starred_clock);
    RUN(each_file_gone);
    RUN(a_sleeping_device_is_not_woken);
    RUN(unknown_is_not_zero);
    RUN(a_second_source);
    RUN(zero_is_known);
    RUN(energy);
    RUN(each_driver);
    RUN(each_file_alone);
    RUN(out_of_descriptors);
    RUN(no_files_at_all);
    RUN(units);
    RUN(processes_of_kfd);
    RUN(counters_of_pmus);
    RUN(refused_counters);
    RUN(half_the_counters);
    return run_end();
}
