#ifndef PFX_API
#if defined(PFX_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define PFX_API static __attribute__((unused))
#elif defined(PFX_STATIC)
#define PFX_API static
#else
#define PFX_API extern
#endif
#endif
