/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a great call tree: made on a worker, whatever is asked meanwhile; and the same as
 * those of before when they come. */
#include "config.h"

#include "model-fixture.h"
#include "model/dwell-tree-list.h"

#define N_AREAS 50u
#define N_NODES 2000000u

/* Node i was called by node (i − 1) / 3. */
static DwellTrace *
make_great_trace (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 areas[N_AREAS];

  for (guint i = 0; i < N_AREAS; i++)
    {
      g_autofree char *name = g_strdup_printf ("area %u", i);

      areas[i] = fixture_area (builder, name, "", "");
    }

  for (guint32 i = 0; i < N_NODES; i++)
    {
      guint32 node = dwell_builder_add_stack_node (builder, i > 0 ? (i - 1) / 3 : DWELL_NONE,
                                                   areas[i % N_AREAS], context, NULL);

      dwell_column_index (builder->node_self, gint64, node) = 1;
      dwell_column_index (builder->node_count, guint64, node) = 1;
    }

  return dwell_builder_finish (builder);
}

static guint
get_n_rows (DwellTreeList *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

static void
test_great (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace ();
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  DwellTreeList *list = dwell_tree_list_new ();

  dwell_tree_source_hold (source);
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (get_n_rows (list) > 0);

  /* Nothing is there when the call returns: the main loop has gone on. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  g_assert_cmpint (dwell_tree_list_get_mode (list), ==, DWELL_TREE_BOTTOM_UP);
  g_assert_true (dwell_tree_list_get_busy (list));
  g_assert_cmpuint (get_n_rows (list), ==, 0);
  g_assert_false (dwell_tree_list_go_to_hottest (list));
  WAIT_UNTIL (!dwell_tree_list_get_busy (list));
  g_assert_cmpuint (get_n_rows (list), ==, N_AREAS);

  /* An answer that nobody wants any more is not shown. */
  dwell_tree_list_set_area (list, 7);
  dwell_tree_list_set_mode (list, DWELL_TREE_AROUND);
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  dwell_tree_list_set_mode (list, DWELL_TREE_TOP_DOWN);
  g_assert_false (dwell_tree_list_get_busy (list));
  g_assert_cmpuint (get_n_rows (list), >, 0);

  /* What is sorted meanwhile comes sorted; both halves come unfolded. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  dwell_tree_list_sort (list, DWELL_TREE_NAME, TRUE);
  WAIT_UNTIL (!dwell_tree_list_get_busy (list));
  {
    g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);

    g_assert_cmpstr (dwell_tree_item_get_name (item), ==, "area 9");
  }
  dwell_tree_list_set_mode (list, DWELL_TREE_AROUND);
  WAIT_UNTIL (!dwell_tree_list_get_busy (list));
  g_assert_cmpuint (get_n_rows (list), >, 2);

  /* Who goes away is not called back. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  g_assert_true (dwell_tree_list_get_busy (list));
  g_assert_finalize_object (list);
  dwell_tree_source_release (source);
  g_object_unref (source);
  fixture_view_free (view);
}

int
main (int    argc,
      char **argv)
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/tree-list/great", test_great);

  return fixture_run ();
}
