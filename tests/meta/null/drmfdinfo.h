/* Objects for tests/meta/null.sh: a scanner needs callbacks. These know no process. */
static int null_process(void *user, int first, uint64_t *pid) { return (void)user, (void)first, *pid = 0, DRMFD_REPLY_NONE; }
static int null_file(void *user, uint64_t pid, int first, uint64_t *fd) { return (void)user, (void)pid, (void)first, *fd = 0, DRMFD_REPLY_NONE; }
static int null_open(void *user, uint64_t pid, uint64_t fd, uint64_t *handle) { return (void)user, (void)pid, (void)fd, *handle = 0, DRMFD_REPLY_GONE; }
static int null_read(void *user, uint64_t handle, uint64_t offset, char *to, size_t room, size_t *size)
{
    return (void)user, (void)handle, (void)offset, (void)to, (void)room, *size = 0, DRMFD_REPLY_GONE;
}
static void null_close(void *user, uint64_t handle) { (void)user, (void)handle; }
static int64_t null_now(void *user) { return (void)user, 1; }

static drmfd_scanner *made_drmfd_scanner(void)
{
    static drmfd_system system;
    drmfd_scanner *scanner;
    system.process_fn = null_process;
    system.file_fn = null_file;
    system.open_fn = null_open;
    system.read_fn = null_read;
    system.close_fn = null_close;
    system.now_fn = null_now;
    scanner = drmfd_scanner_open(&system, NULL, NULL);
    if (scanner == NULL) no_object("drmfd_scanner");
    return scanner;
}
