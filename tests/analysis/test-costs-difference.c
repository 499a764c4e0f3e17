/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of two reports as rows: worked examples, a report with itself, that swapped sides
 * negate, and reports that measured different things. What two recordings can be compared by at
 * all. */
#include <math.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/compare/dwell-costs-difference.h"
#include "support/file-fixture.h"

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellCostsDifference *
compare (const char *base,
         const char *new)
{
  g_autoptr(DwellTrace) of_base = open_vector (base);
  g_autoptr(DwellTrace) of_new = open_vector (new);
  const DwellMatchOptions options = { .loosest = DWELL_MATCHED_BY_NOTHING };
  g_autoptr(DwellMatch) match = dwell_match_new (of_base, of_new, &options, NULL);
  g_autoptr(GCancellable) cancelled = g_cancellable_new ();
  DwellCostsDifference *difference =
    dwell_costs_difference_new (of_base, DWELL_NONE, of_new, DWELL_NONE, match, NULL);

  g_assert_nonnull (difference);
  g_cancellable_cancel (cancelled);
  g_assert_null (dwell_costs_difference_new (of_base, DWELL_NONE, of_new, DWELL_NONE, match,
                                             cancelled));
  return difference;
}

static char *
describe (const DwellCostsDifference *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const DwellCostsDifferenceRow *row = &self->rows[i];
      const char *growth = dwell_growth_change_get_id (row->growth.change);

      g_string_append_printf (text, "%s %s %s %" G_GINT64_FORMAT "\n",
                              dwell_costs_difference_get_name (self, row),
                              dwell_verdict_get_id (row->verdict), growth != NULL ? growth : "-",
                              (gint64) dwell_figure_get_change (&row->cost));
    }

  return g_string_free (text, FALSE);
}

static void
test_example (void)
{
  g_autoptr(DwellCostsDifference) there = compare ("compare/costs-base.aprof",
                                                   "compare/costs-new.aprof");
  g_autoptr(DwellCostsDifference) back = compare ("compare/costs-new.aprof",
                                                  "compare/costs-base.aprof");
  g_autofree char *rows = describe (there);
  g_autofree char *swapped = describe (back);
  const DwellGrowth *base;
  const DwellGrowth *new;

  g_assert_cmpstr (rows, ==,
                   "scan more steeper 8663616\n"
                   "fresh new - 21024\n"
                   "parse less same -14016\n"
                   "old gone - -7008\n"
                   "sum same same 0\n");
  g_assert_cmpstr (swapped, ==,
                   "scan less flatter -8663616\n"
                   "fresh gone - -21024\n"
                   "parse more same 14016\n"
                   "old new - 7008\n"
                   "sum same same 0\n");

  g_assert_nonnull (dwell_costs_difference_get_base (there, &there->rows[0], &base));
  g_assert_nonnull (dwell_costs_difference_get_new (there, &there->rows[0], &new));
  g_assert_cmpint (base->class, ==, DWELL_GROWTH_LINEAR);
  g_assert_cmpint (new->class, ==, DWELL_GROWTH_SQUARE);
  g_assert_null (dwell_costs_difference_get_base (there, &there->rows[1], &base));
  g_assert_null (base);
  g_assert_null (dwell_costs_difference_get_new (there, &there->rows[3], &new));
  g_assert_null (new);
}

/* Of a report with itself nothing changed, whatever its version. */
static void
test_itself (void)
{
  static const char * const files[] = {
    "aprof/versions/sort_rms_v0.aprof", "aprof/versions/sort_rms_v4.aprof",
    "aprof/real/cct/sort_23705_0_4.aprof", "aprof/quirks/u64_max.aprof",
    "aprof/quirks/zero_rms_zero_cost.aprof",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellCostsDifference) difference = compare (files[i], files[i]);

      g_assert_cmpuint (difference->n_rows, ==, dwell_costs_get_n_rows (difference->base));
      for (guint k = 0; k < difference->n_rows; k++)
        {
          const DwellCostsDifferenceRow *row = &difference->rows[k];

          g_assert_cmpint (row->verdict, ==, DWELL_VERDICT_SAME);
          g_assert_cmpuint (row->base_row, ==, row->new_row);
          g_assert_true (dwell_figure_get_change (&row->calls) == 0);
          g_assert_true (row->growth.by_inputs == 0 && row->growth.by_cost == 0);
          g_assert_true (isnan (row->growth.factor) || row->growth.factor == 1);
          g_assert_true (row->growth.change == DWELL_GROWTH_IS_SAME ||
                         row->growth.change == DWELL_GROWTH_IS_UNKNOWN);
        }
    }
}

/* One measurement, in cells of 4 bytes, compared with itself as others would have recorded it. */
static void
test_measured (void)
{
  static const struct {
    const char *new;
    gboolean    has_change;
    gboolean    has_growth;
    guint32     size_bytes;
  } cases[] = {
    { "compare/measured-cells.aprof", TRUE, TRUE, 4 },
    { "compare/measured-bytes.aprof", TRUE, TRUE, 1 },
    { "compare/measured-time.aprof", FALSE, FALSE, 4 },
    { "compare/measured-drms.aprof", TRUE, FALSE, 4 },
    { "compare/measured-unknown.aprof", TRUE, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellCostsDifference) difference = compare ("compare/measured-cells.aprof",
                                                            cases[i].new);

      g_assert_cmpuint (difference->n_rows, ==, 2);
      g_assert_true (dwell_costs_difference_has_change (difference) == cases[i].has_change);
      g_assert_cmpuint (dwell_costs_get_size_bytes (difference->new), ==, cases[i].size_bytes);
      for (guint k = 0; k < difference->n_rows; k++)
        {
          const DwellCostsDifferenceRow *row = &difference->rows[k];

          g_assert_true (dwell_costs_difference_has_verdict (difference, row) ==
                         cases[i].has_change);
          g_assert_true (dwell_costs_difference_has_growth (difference, row) ==
                         cases[i].has_growth);
          g_assert_cmpint (row->growth.change, ==, cases[i].has_growth ? DWELL_GROWTH_IS_SAME
                                                                       : DWELL_GROWTH_IS_UNKNOWN);
          g_assert_cmpfloat (row->growth.factor, ==, cases[i].has_growth ? 1 : 0);
          g_assert_true (row->growth.by_inputs == 0 && row->growth.by_cost == 0);
        }
    }
}

/* Sizes of 16 to 16384 cells of 4 bytes. */
static void
test_bytes (void)
{
  g_autoptr(DwellCostsDifference) difference = compare ("compare/measured-cells.aprof",
                                                        "compare/measured-bytes.aprof");
  g_autoptr(DwellCostPoints) points = dwell_costs_get_points (difference->base, 0);
  const DwellCostRow *row = dwell_costs_get_row (difference->base, 0);

  g_assert_cmpuint (dwell_costs_get_size_bytes (difference->base), ==, 1);
  g_assert_cmpuint (row->min_size, ==, 64);
  g_assert_cmpuint (row->max_size, ==, 65536);
  g_assert_cmpuint (points->n_points, ==, 11);
  g_assert_cmpuint (points->points[0].size, ==, 64);
  g_assert_cmpuint (points->points[10].size, ==, 65536);
  g_assert_cmpfloat (difference->base_growths[0].min_size, ==,
                     difference->new_growths[0].min_size);
}

static guint
find_comparable (const char *base,
                 const char *new)
{
  g_autoptr(DwellTrace) of_base = open_vector (base);
  g_autoptr(DwellTrace) of_new = open_vector (new);

  return dwell_comparable_find (of_base, of_new);
}

static void
test_comparable (void)
{
  g_assert_cmpuint (find_comparable ("compare/costs-base.aprof", "compare/costs-new.aprof"), ==,
                    DWELL_COMPARABLE_COSTS);
  g_assert_cmpuint (find_comparable ("compare/base.csv", "compare/new.csv"), ==,
                    DWELL_COMPARABLE_SPANS | DWELL_COMPARABLE_TREES | DWELL_COMPARABLE_TIMELINE);
  g_assert_cmpuint (find_comparable ("compare/foo-a.folded", "compare/foo-b.folded"), ==,
                    DWELL_COMPARABLE_TREES);
  g_assert_cmpuint (find_comparable ("br/timed_backtrace.prof", "br/timed_backtrace.prof") &
                    DWELL_COMPARABLE_LINES, !=, 0);
  g_assert_cmpuint (find_comparable ("compare/base.csv", "compare/costs-new.aprof"), ==, 0);

  /* Beside nothing, all is new or gone. */
  g_assert_cmpuint (find_comparable ("compare/empty.json", "compare/new.csv"), ==,
                    DWELL_COMPARABLE_SPANS | DWELL_COMPARABLE_TREES);
  g_assert_cmpuint (find_comparable ("compare/foo-a.folded", "compare/empty.json"), ==,
                    DWELL_COMPARABLE_TREES);
  g_assert_cmpuint (find_comparable ("compare/empty.json", "compare/empty.json"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/costs-difference/example", test_example);
  g_test_add_func ("/costs-difference/itself", test_itself);
  g_test_add_func ("/costs-difference/measured", test_measured);
  g_test_add_func ("/costs-difference/bytes", test_bytes);
  g_test_add_func ("/costs-difference/comparable", test_comparable);

  return g_test_run ();
}
