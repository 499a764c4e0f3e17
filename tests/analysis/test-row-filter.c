/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters of tables: words and conditions, what is none, and what is wrong. */
#include <math.h>

#include "analysis/dwell-row-filter.h"
#include "core/dwell-error.h"

enum {
  NAME,
  VERDICT,
  TIME,
  SHARE,
  COUNT,
  CLIFF,
  PICTURE,
  N_COLUMNS
};

static const DwellColumnInfo columns[N_COLUMNS] = {
  [NAME] = { "area", "Name", NULL, DWELL_CELL_TEXT, TRUE },
  [VERDICT] = { "verdict", "Verdict", NULL, DWELL_CELL_TEXT, TRUE },
  [TIME] = { "net.total", "Self", NULL, DWELL_CELL_TIME, TRUE },
  [SHARE] = { "share", "Share", NULL, DWELL_CELL_SHARE, TRUE },
  [COUNT] = { "count.new", "New Count", NULL, DWELL_CELL_COUNT, TRUE },
  [CLIFF] = { "cliff", "Cliff’s δ", NULL, DWELL_CELL_REAL, TRUE },
  [PICTURE] = { "plot", "Plot", NULL, DWELL_CELL_NONE, TRUE },
};

typedef struct {
  const char *name;
  const char *verdict;
  gint64      ns;
  double      share;
  gint64      count; /* negative: none */
  double      cliff;
} Row;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const Row *row = data;

  switch (column)
    {
    case NAME:
      return dwell_cell_text (row->name);
    case VERDICT:
      return dwell_cell_text (row->verdict);
    case TIME:
      return dwell_cell_whole (DWELL_CELL_TIME, row->ns, TRUE);
    case SHARE:
      return dwell_cell_share (row->share);
    case COUNT:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->count, row->count >= 0);
    case CLIFF:
      return dwell_cell_real (DWELL_CELL_REAL, row->cliff, TRUE);
    default:
      g_assert_not_reached ();
    }
}

static gboolean
passes (const char *text,
        const Row  *row)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellRowFilter) filter = dwell_row_filter_new (text, columns, N_COLUMNS, &error);

  g_assert_no_error (error);
  return dwell_row_filter_matches (filter, NULL, 1, get_cell, row);
}

static void
test_passes (void)
{
  static const Row row = { "std::sort new", "+ New", 15000000, 0.25, 7, -0.5 };
  static const struct {
    const char *text;
    gboolean    passes;
  } cases[] = {
    { "", TRUE }, { "SORT", TRUE }, { "sort  new", FALSE }, { "sort new", TRUE },
    { "std::sort", TRUE }, { "std:sort", FALSE }, { "/^std::s/", TRUE },
    { "/x status:new/", FALSE },
    { "verdict:new", TRUE }, { "status:NEW", TRUE }, { "status:gone", FALSE },
    { "status:!=gone", TRUE }, { "status:≠new", FALSE },
    { "net.total:>10ms", TRUE }, { "self:>15ms", FALSE }, { "SELF:>=15ms", TRUE },
    { "self:≥15000000", TRUE }, { "self:<15000001", TRUE }, { "self:15ms", TRUE },
    { "self:=0.015s", TRUE }, { "self:!=15ms", FALSE }, { "self:≤14.9ms", FALSE },
    { "share:>20%", TRUE }, { "share:0.25", TRUE }, { "share:<0.25", FALSE },
    { "newcount:7", TRUE }, { "count.new:<=6", FALSE }, { "delta:<-0.4", TRUE },
    { "cliff:>-0.4", FALSE },
    { "sort share:>20% self:>10ms", TRUE }, { "share:>20% sort self:>20ms", FALSE },
    { "share:>20%  sort new ", TRUE }, { "share:>20% draw", FALSE },
    { "area:sort", TRUE }, { "area:!=sort", FALSE },
    /* A picture has nothing to compare: this is a text. */
    { "plot:>1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (passes (cases[i].text, &row) != cases[i].passes)
      g_error ("“%s” should %spass", cases[i].text, cases[i].passes ? "" : "not ");
}

/* Names of C++ may begin like conditions. */
static void
test_scopes (void)
{
  static const Row row = { "self::Share::count.new::x", "+ New", 15000000, 0.25, 7, -0.5 };
  static const struct {
    const char *text;
    gboolean    passes;
  } cases[] = {
    { "self::", TRUE }, { "self::share", TRUE }, { "self::other", FALSE }, { "share::", TRUE },
    { "SHARE::count.new::x self:15ms", TRUE }, { "share::x", FALSE }, { "area::share", FALSE },
    { "x self:>20ms", FALSE }, { "self::share share:>20%", TRUE }, { "verdict::new", FALSE },
    { "area:::count", FALSE }, { "area:=::count", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (passes (cases[i].text, &row) != cases[i].passes)
      g_error ("“%s” should %spass", cases[i].text, cases[i].passes ? "" : "not ");
}

/* What is not known is neither large nor small, and differs from nothing. */
static void
test_unknown (void)
{
  static const Row row = { "a", NULL, 0, -1, -1, NAN };
  static const char * const texts[] = {
    "count.new:<5", "count.new:!=5", "share:<1", "delta:<1", "delta:!=1", "status:!=new",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_false (passes (texts[i], &row));
  g_assert_true (passes ("self:0", &row));
}

static void
test_errors (void)
{
  static const char * const texts[] = {
    "self:", "self:<", "self:>x", "share:>20%%", "delta:nan", "delta:>inf", "status:", "/(/",
    "q a:b /", "args.frame>10",
  };
  DwellRowFilter *filter = NULL;

  g_assert_true (dwell_row_filter_replace (&filter, "share:>1", columns, N_COLUMNS, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;
      gboolean is_fine = dwell_row_filter_replace (&filter, texts[i], columns, N_COLUMNS, &error);

      /* Words with colons that are no columns are words. */
      g_assert_cmpint (is_fine, ==, g_str_equal (texts[i], "q a:b /"));
      g_assert_true (is_fine || error->domain == DWELL_ERROR || error->domain == G_REGEX_ERROR);
    }

  /* What was right before stays. */
  g_assert_nonnull (filter);
  g_assert_true (dwell_row_filter_replace (&filter, "share:>1 self:2", columns, N_COLUMNS, NULL));
  g_assert_true (dwell_row_filter_asks_for (filter, SHARE));
  g_assert_true (dwell_row_filter_asks_for (filter, TIME));
  g_assert_false (dwell_row_filter_asks_for (filter, COUNT));
  g_assert_true (dwell_row_filter_replace (&filter, "", columns, N_COLUMNS, NULL));
  g_assert_null (filter);
  g_assert_false (dwell_row_filter_asks_for (NULL, SHARE));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-filter/passes", test_passes);
  g_test_add_func ("/row-filter/scopes", test_scopes);
  g_test_add_func ("/row-filter/unknown", test_unknown);
  g_test_add_func ("/row-filter/errors", test_errors);
  return g_test_run ();
}
