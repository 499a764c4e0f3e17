/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of two recordings, as several pages share them: made when the first holds them,
 * kept for the next, and a flame graph of them made only when one wants it. */
#include "config.h"

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-comparison-tree.h"

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

static void
wait_for_answer (DwellComparisonTree *tree)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (tree)));
}

static void
test_shared (void)
{
  g_autoptr(DwellTrace) base_trace = open_vector ("compare/base.csv");
  g_autoptr(DwellTrace) new_trace = open_vector ("compare/new.csv");
  DwellView *view = fixture_view (new_trace);
  DwellSession *base = dwell_session_new_for_trace (base_trace, "base");
  DwellComparisonTree *tree = dwell_comparison_tree_new ();
  DwellQuery *query = DWELL_QUERY (tree);
  g_autoptr(DwellTreeDifference) first = NULL;
  DwellFlame *flame;

  dwell_query_set_active (query, FALSE);
  dwell_query_set_view (query, view);
  dwell_view_set_base (view, base, FALSE);

  /* The table. */
  dwell_query_hold (query);
  WAIT_UNTIL (dwell_comparison_tree_get_difference (tree) != NULL);
  wait_for_answer (tree);
  first = dwell_tree_difference_ref (dwell_comparison_tree_get_difference (tree));
  g_assert_null (dwell_comparison_tree_take_flame (tree));

  /* The flame graph comes before the table goes. */
  dwell_comparison_tree_want_flame (tree, TRUE);
  dwell_query_hold (query);
  dwell_query_release (query);
  g_assert_true (dwell_query_get_busy (query));
  wait_for_answer (tree);
  g_assert_true (dwell_comparison_tree_get_difference (tree) == first);
  flame = dwell_comparison_tree_take_flame (tree);
  g_assert_nonnull (flame);
  dwell_flame_free (flame);

  /* The table, and the flame graph again, which has taken what was made. */
  dwell_comparison_tree_want_flame (tree, FALSE);
  dwell_query_release (query);
  dwell_query_hold (query);
  dwell_comparison_tree_want_flame (tree, TRUE);
  g_assert_false (dwell_query_get_busy (query));
  g_assert_true (dwell_comparison_tree_get_difference (tree) == first);

  /* Nobody holds it: nothing is made of what changes now. */
  dwell_query_release (query);
  dwell_view_set_base (view, base, TRUE);
  g_assert_null (dwell_comparison_tree_get_difference (tree));
  wait_for_workers ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (dwell_comparison_tree_get_difference (tree));
  dwell_query_hold (query);
  WAIT_UNTIL (dwell_comparison_tree_get_difference (tree) != NULL);
  flame = dwell_comparison_tree_take_flame (tree);
  g_assert_nonnull (flame);
  dwell_flame_free (flame);

  dwell_view_set_base (view, NULL, FALSE);
  dwell_query_set_view (query, NULL);
  g_assert_finalize_object (tree);
  g_assert_finalize_object (base);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/comparison-tree/shared", test_shared);

  return g_test_run ();
}
