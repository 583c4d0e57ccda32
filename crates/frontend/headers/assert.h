/* The tool's own <assert.h>. It may be included several times, each time honouring NDEBUG anew. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __because_assert(e)
#endif

#ifndef __BECAUSE_ASSERT_H
#define __BECAUSE_ASSERT_H
void __because_assert(_Bool);
#endif

#if !defined(static_assert) && defined(__STDC_VERSION__) && __STDC_VERSION__ < 202311L
#define static_assert _Static_assert
#endif
