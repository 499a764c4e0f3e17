/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed columns give back what was appended, of any width, however it was appended. */
#include "config.h"

#include "core/dwell-packed.h"

static guint64
draw (void)
{
  return (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
}

static void
compare (DwellPacked *packed,
         GArray      *naive)
{
  dwell_packed_finish (packed);
  g_assert_cmpuint (packed->n, ==, naive->len);

  for (guint i = 0; i < naive->len; i++)
    g_assert_cmpuint (dwell_packed_get (packed, i), ==, g_array_index (naive, guint64, i));
}

/* Differences of up to @width bits, in portions of any size. */
static void
check_width (guint width)
{
  g_autoptr(DwellPacked) packed = dwell_packed_new (10000);
  g_autoptr(GArray) naive = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 mask = width == 0 ? 0 : G_MAXUINT64 >> (64 - width);
  guint64 base = draw ();

  while (naive->len < 3000)
    {
      guint64 values[400];
      guint n = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (values));

      for (guint i = 0; i < n; i++)
        values[i] = base + (draw () & mask); /* may wrap: then all bits are needed */

      dwell_packed_append (packed, values, n);
      g_array_append_vals (naive, values, n);
    }

  compare (packed, naive);
}

static void
test_widths (void)
{
  for (guint width = 0; width <= 64; width++)
    check_width (width);
}

static void
test_repeat (void)
{
  g_autoptr(DwellPacked) packed = dwell_packed_new (100000);
  g_autoptr(GArray) naive = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < 100; i++)
    {
      guint64 value = draw () >> g_test_rand_int_range (0, 64);
      guint n = (guint) g_test_rand_int_range (0, 500);

      dwell_packed_repeat (packed, value, n);
      for (guint k = 0; k < n; k++)
        g_array_append_val (naive, value);
    }

  compare (packed, naive);
}

/* Equal values take no words, whatever they are; small differences few. */
static void
test_size (void)
{
  g_autoptr(DwellPacked) equal = dwell_packed_new (10000);
  g_autoptr(DwellPacked) alike = dwell_packed_new (10000);

  dwell_packed_repeat (equal, G_MAXUINT64, 10000);
  dwell_packed_finish (equal);
  g_assert_cmpuint (equal->words->n, ==, 0);
  g_assert_cmpuint (dwell_packed_get_size (equal), <, 10000);

  for (guint64 i = 0; i < 6400; i++)
    dwell_packed_append (alike, &(guint64) { G_MAXUINT64 - i % 8 }, 1);
  dwell_packed_finish (alike);
  g_assert_cmpuint (alike->words->n, ==, 300);
}

static void
test_limits (void)
{
  g_autoptr(DwellPacked) empty = dwell_packed_new (0);
  g_autoptr(DwellPacked) packed = dwell_packed_new (300);

  dwell_packed_finish (empty);
  g_assert_cmpuint (empty->n, ==, 0);
  g_assert_false (dwell_packed_has_room (empty, 1));

  for (guint64 i = 0; i < 300; i++)
    {
      guint64 value = draw ();

      g_assert_true (dwell_packed_has_room (packed, 300 - i));
      g_assert_false (dwell_packed_has_room (packed, 301 - i));
      dwell_packed_append (packed, &value, 1);
    }

  g_assert_false (dwell_packed_has_room (packed, 1));
  g_assert_false (dwell_packed_has_room (packed, G_MAXSIZE));
  dwell_packed_finish (packed);
  dwell_packed_finish (packed);
  g_assert_cmpuint (packed->n, ==, 300);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/packed/widths", test_widths);
  g_test_add_func ("/packed/repeat", test_repeat);
  g_test_add_func ("/packed/size", test_size);
  g_test_add_func ("/packed/limits", test_limits);
  return g_test_run ();
}
