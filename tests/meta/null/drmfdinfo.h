/* Callbacks of a machine without processes: a scanner needs them all. */
static drmfd_reply null_process(int first, uint64_t *pid, void *user) { return (void)user, (void)first, (void)pid, DRMFD_REPLY_NO; }
static drmfd_reply null_file(uint64_t pid, int first, uint64_t *fd, void *user) { return (void)pid, null_process(first, fd, user); }
static drmfd_reply null_open(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    return (void)user, (void)pid, (void)fd, (void)handle, DRMFD_REPLY_GONE;
}
static size_t null_read(uint64_t handle, uint64_t offset, char *to, size_t room, drmfd_reply *reply, void *user)
{
    return (void)user, (void)handle, (void)offset, (void)to, (void)room, *reply = DRMFD_REPLY_GONE, 0;
}
static void null_close(uint64_t handle, void *user) { (void)user, (void)handle; }
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
