/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
PFX_API pfx_view pfx_text(const char *string)
{
    pfx_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        PFX_I_PLAIN_LOOP;
    }
    return view;
}
