/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits that a test sets itself, in a process of its own: none can be raised again for certain. */
#pragma once

#include <sys/resource.h>

#include <glib.h>

#include "support/sanitizers.h"

G_BEGIN_DECLS

#define MIB ((gsize) 1 << 20)

/* Returns how much address space this process has mapped, bytes. */
static inline gsize
limits_get_used (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  return (gsize) g_ascii_strtoull (text, NULL, 10) * 4096;
}

static inline void
limits_set (gsize n_bytes)
{
  struct rlimit limit = { n_bytes, n_bytes };

  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* Runs @func in a process of its own, which may take no more than @n_more bytes beside what it has
 * to begin with; with 0 @func sets the limit. */
static inline void
limits_run (void  (*func) (void),
            gsize   n_more)
{
#if TEST_IS_LIMITLESS
  g_test_skip (TEST_LIMITLESS);
#else
  if (g_test_subprocess ())
    {
      if (n_more > 0)
        limits_set (limits_get_used () + n_more);
      func ();
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
#endif
}

G_END_DECLS
