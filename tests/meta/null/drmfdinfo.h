/* Callbacks of a machine without processes: a scanner needs them all. */
static int null_process(void *user, int first, uint64_t *pid) { return (void)user, (void)first, (void)pid, DRMFD_REPLY_NONE; }
static int null_file(void *user, uint64_t pid, int first, uint64_t *fd) { return (void)pid, null_process(user, first, fd); }
static int null_open(void *user, uint64_t pid, uint64_t fd, uint64_t *handle)
{
    return (void)user, (void)pid, (void)fd, (void)handle, DRMFD_REPLY_GONE;
}
static int null_read(void *user, uint64_t handle, uint64_t offset, char *to, size_t room, size_t *size)
{
    return (void)user, (void)handle, (void)offset, (void)to, (void)room, (void)size, DRMFD_REPLY_GONE;
}
static void null_close(void *user, uint64_t handle) { (void)user, (void)handle; }
static int64_t null_now(void *user) { return (void)user, 0; }

static drmfd_system *made_drmfd_system(void)
{
    static drmfd_system system;
    system.process_fn = null_process;
    system.file_fn = null_file;
    system.open_fn = null_open;
    system.read_fn = null_read;
    system.close_fn = null_close;
    system.now_fn = null_now;
    return &system;
}
