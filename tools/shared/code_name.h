PFX_API const char *pfx_code_name(pfx_code code)
{
    switch (code) {
    case PFX_OK: return "ok";
    case PFX_ARGUMENT: return "argument";
    case PFX_MEMORY: return "memory";
    case PFX_IO: return "io";
    case PFX_TRUNCATED: return "truncated";
    case PFX_SYNTAX: return "syntax";
    case PFX_LIMIT: return "limit";
    case PFX_UNSUPPORTED: return "unsupported";
    default: return "?";
    }
}
