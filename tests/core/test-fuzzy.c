/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzy matching: which titles a few letters match, and in which order. */
#include "config.h"

#include "core/dwell-fuzzy.h"

static void
test_fits (void)
{
  static const struct {
    const char *query;
    const char *text;
    gboolean    fits;
  } cases[] = {
    { "", "Read again", TRUE },
    { "   ", "Read again", TRUE },
    { "read", "Read again", TRUE },
    { "again re", "Read again", TRUE },
    { "rdagn", "Read again", TRUE },
    { "rg", "Read again", TRUE },
    { "reada", "Read again", TRUE },
    { "ga", "again", TRUE },
    { "gg", "again", FALSE },
    { "read x", "Read again", FALSE },
    { "read again once more", "Read again", FALSE },
    { "uber", "Über das Programm", TRUE },
    { "ÜBER", "über", TRUE },
    { "漢", "漢字", TRUE },
    { "x", "", FALSE },
    { "\xff", "abc", FALSE },
    { "abc", "\xff" "abc", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int score = dwell_fuzzy_score (cases[i].query, cases[i].text);

      g_test_message ("case %u: %d", i, score);
      g_assert_cmpint (score >= 0, ==, cases[i].fits);
    }
}

/* The better fit first. */
static void
test_order (void)
{
  static const char * const cases[][3] = {
    { "find", "Find", "Next find" },
    { "page", "Page alone", "Copy the page" },
    { "page", "Copy the page", "Homepage" },
    { "age", "Page", "Away, gone, else" },
    { "cp", "Copy", "Clear the filter on top" },
    { "time page", "Timeline and page", "Timeline, spread age" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (dwell_fuzzy_score (cases[i][0], cases[i][1]), >,
                     dwell_fuzzy_score (cases[i][0], cases[i][2]));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/fuzzy/fits", test_fits);
  g_test_add_func ("/fuzzy/order", test_order);

  return g_test_run ();
}
