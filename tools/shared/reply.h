/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define PFX_REPLIES(ROW) \
    ROW(PFX_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(PFX_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(PFX_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(PFX_REPLY_NO, "no", 0) \
    ROW(PFX_REPLY_YES, "yes", 1)
typedef enum pfx_reply { PFX_REPLIES(PFX_I_NUMBERED) PFX_REPLY_COUNT = 5 } pfx_reply;
