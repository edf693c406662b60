/* Finds the open files of DRM and accel devices without a look at every descriptor through /proc, and counts the clients that close.
   The kernel takes helpers as bpf_seq_write only under a licence of its own list: "Dual MIT/GPL" says that this file
   may be used under MIT, as all others, and under GPL-2.0 as well. */
#include "record.h"

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

/* Members that are read; where they are, the running kernel says. */
#define RELOCATED __attribute__((preserve_access_index))
struct inode {
    unsigned short i_mode;
    unsigned i_rdev;
} RELOCATED;
struct file {
    struct inode *f_inode;
} RELOCATED;
struct task_struct {
    int pid, tgid;
} RELOCATED;
struct seq_file;
struct bpf_iter_meta {
    struct seq_file *seq;
    unsigned long long seq_num;
} RELOCATED;
struct bpf_iter__task_file {
    struct bpf_iter_meta *meta;
    struct task_struct *task;
    unsigned fd;
    struct file *file;
} RELOCATED;

const volatile int counts; /* set before loading: the second program is there, too */
unsigned long long closed;

SEC("iter/task_file")
int files(struct bpf_iter__task_file *ctx)
{
    struct seq_file *seq = ctx->meta->seq;
    struct task_struct *task = ctx->task;
    struct file *file = ctx->file;
    struct drm_bpf_record r = {0};
    if (ctx->meta->seq_num == 0) {
        r.kind = DRM_BPF_HEAD;
        r.number = DRM_BPF_MAGIC;
        bpf_seq_write(seq, &r, sizeof r);
        r.number = 0;
    }
    if (task == 0) {
        r.kind = DRM_BPF_END;
        r.pid = (unsigned)counts;
        r.number = closed;
        bpf_seq_write(seq, &r, sizeof r);
        return 0;
    }
    /* /proc/PID lists the files of the first thread. */
    if (file == 0 || task->pid != task->tgid || (file->f_inode->i_mode & 0170000) != 0020000) return 0;
    r.major = file->f_inode->i_rdev >> 20;
    r.minor = file->f_inode->i_rdev & 0xfffff;
    if (r.major != 226 && r.major != 261) return 0;
    r.kind = DRM_BPF_FILE;
    r.pid = (unsigned)task->tgid;
    r.fd = ctx->fd;
    bpf_seq_write(seq, &r, sizeof r);
    return 0;
}

/* Whatever closes a client ends here: drm_release, drm_release_noglobal. */
SEC("?fexit/drm_file_free")
int closes(void *ctx)
{
    (void)ctx;
    __sync_fetch_and_add(&closed, 1);
    return 0;
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
