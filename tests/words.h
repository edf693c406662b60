/* The words of an enum: each value has its own; an invalid one gives "?". */
#ifndef TESTS_WORDS_H
#define TESTS_WORDS_H

#include "run.h"

/* WORDS(nvp_kind_name, nvp_kind, first, last); FLAG_WORDS: of so many bits. */
#define WORDS(name_of, type, first, last)                                                          \
    do {                                                                                           \
        long long v_, w_;                                                                          \
        for (v_ = (first); v_ <= (long long)(last); v_++) {                                        \
            CHECK(strcmp(name_of((type)v_), "?") != 0 && name_of((type)v_)[0] != 0);               \
            for (w_ = (first); w_ < v_; w_++) CHECK(strcmp(name_of((type)v_), name_of((type)w_)) != 0); \
        }                                                                                          \
        CHECK_STR("?", name_of((type)((first) - 1)));                                              \
        CHECK_STR("?", name_of((type)((last) + 1)));                                               \
        CHECK_STR("?", name_of((type)1000));                                                       \
    } while (0)

#define FLAG_WORDS(name_of, type, count)                                                           \
    do {                                                                                           \
        int b_, c_;                                                                                \
        for (b_ = 0; b_ < (int)(count); b_++) {                                                    \
            CHECK(strcmp(name_of((type)(1 << b_)), "?") != 0);                                     \
            for (c_ = 0; c_ < b_; c_++) CHECK(strcmp(name_of((type)(1 << b_)), name_of((type)(1 << c_))) != 0); \
        }                                                                                          \
        CHECK_STR("?", name_of((type)0));                                                          \
        CHECK_STR("?", name_of((type)3));                                                          \
        CHECK_STR("?", name_of((type)(1 << (count))));                                             \
    } while (0)

#endif
