/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks of percentiles against whole numbers, and percentiles as text. */
#include "analysis/statistics/dwell-percentile.h"

/* Percentiles of one decimal: the smallest rank that is at least so many percent of all. */
static void
check_ranks (guint64 n)
{
  for (guint64 tenths = 1; tenths <= 1000; tenths++)
    {
      guint64 rank = (tenths * n + 999) / 1000;
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT ".%" G_GUINT64_FORMAT,
                                               tenths / 10, tenths % 10);
      double fraction;

      g_assert_true (dwell_percentile_parse (text, &fraction));
      g_assert_cmpuint (dwell_percentile_get_rank (fraction, n), ==, rank - 1);
      g_assert_cmpuint (dwell_percentile_get_rank ((double) tenths / 10 / 100, n), ==, rank - 1);
      g_assert_cmpuint (dwell_percentile_get_rank ((double) tenths / 1000, n), ==, rank - 1);
    }
}

static void
test_ranks (void)
{
  for (guint64 n = 1; n <= 1000; n++)
    check_ranks (n);
  check_ranks (1000000);
  check_ranks (999999999);
  check_ranks (G_MAXUINT32 - 1);
}

static void
test_texts (void)
{
  static const struct {
    const char *text;
    double      fraction; /* 0: it is none */
  } cases[] = {
    { "95", 0.95 }, { "99.9", 0.999 }, { "7", 0.07 }, { "100", 1 }, { "100.000", 1 },
    { "0.0000000000001", 1e-15 }, { "99.9999999999999", 0.999999999999999 }, { "050", 0.5 },
    { "0", 0 }, { "0.00000000000001", 0 }, { "99.99999999999999", 0 }, { "100.0000000000001", 0 },
    { "101", 0 }, { "99999999999999999999999999", 0 }, { "", 0 }, { ".", 0 }, { "-5", 0 },
    { "+5", 0 }, { " 5", 0 }, { "5 ", 0 }, { "5%", 0 }, { "5,5", 0 }, { "0x10", 0 }, { "nan", 0 },
    { "1.2.3", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double fraction = 0;
      gboolean is_percentile = dwell_percentile_parse (cases[i].text, &fraction);

      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpint (is_percentile, ==, cases[i].fraction > 0);
      if (is_percentile)
        g_assert_true (fraction == cases[i].fraction);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/percentile/ranks", test_ranks);
  g_test_add_func ("/percentile/texts", test_texts);
  return g_test_run ();
}
