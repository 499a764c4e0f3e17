/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How thorough a test is that does the same for every byte of a file, or for many random ones.
 * Under sanitizers, which make it ten times slower, it takes each ninth; with which it begins is
 * random, so that runs together see all. */
#pragma once

#include <glib.h>

#include "support/sanitizers.h"

#define TEST_STRIDE (TEST_IS_SLOW ? 9 : 1)

/* The first of those that are taken. */
static inline guint
test_first (void)
{
  return TEST_STRIDE > 1 ? (guint) g_test_rand_int_range (0, TEST_STRIDE) : 0;
}

/* How many of @n random ones are enough. */
static inline guint
test_rounds (guint n)
{
  return (n + TEST_STRIDE - 1) / TEST_STRIDE;
}
