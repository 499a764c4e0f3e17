/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a great call tree: made on a worker, whatever is asked meanwhile; and the same as
 * those of before when they come. */
#include "config.h"

#include "model-fixture.h"
#include "model/lists/tree/dwell-tree-list.h"
#include "support/text-fixture.h"

#define N_AREAS 50u

/* Node i was called by node (i − 1) / 3. */
static DwellTrace *
make_great_trace (guint32 n_nodes)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 areas[N_AREAS];

  for (guint i = 0; i < N_AREAS; i++)
    {
      g_autofree char *name = g_strdup_printf ("area %u", i);

      areas[i] = fixture_area (builder, name, "", "");
    }

  for (guint32 i = 0; i < n_nodes; i++)
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
test_large (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace (2000000);
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  DwellTreeList *list = dwell_tree_list_new ();

  dwell_query_hold (DWELL_QUERY (source));
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (get_n_rows (list) > 0);

  /* Nothing is there when the call returns: the main loop has gone on. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  g_assert_cmpint (dwell_tree_list_get_mode (list), ==, DWELL_TREE_BOTTOM_UP);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_n_rows (list), ==, 0);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_n_rows (list), ==, N_AREAS);

  /* An outdated answer is not shown. */
  dwell_tree_list_set_area (list, 7);
  dwell_tree_list_set_mode (list, DWELL_TREE_AROUND);
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  dwell_tree_list_set_mode (list, DWELL_TREE_TOP_DOWN);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_n_rows (list), >, 0);

  /* An answer that was cancelled is not shown, even if the same is asked for again. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  dwell_tree_list_set_mode (list, DWELL_TREE_TOP_DOWN);
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_n_rows (list), ==, N_AREAS);
  dwell_tree_list_set_mode (list, DWELL_TREE_TOP_DOWN);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));

  /* An order that is set meanwhile applies to the answer; both halves are unfolded. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  dwell_tree_list_sort (list, DWELL_TREE_NAME, TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  {
    g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);

    g_assert_cmpstr (dwell_tree_item_get_name (item), ==, "area 49");
  }
  dwell_tree_list_set_mode (list, DWELL_TREE_AROUND);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_n_rows (list), >, 2);

  /* A list that is disposed is not called back. */
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_finalize_object (list);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

#define N_CHILDREN 60000u

/* The root called children, the later the heavier; each of them the same leaf. */
static DwellTrace *
make_wide_trace (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 leaf = fixture_area (builder, "leaf", "", "");
  guint32 root = dwell_builder_add_stack_node (builder, DWELL_NONE,
                                               fixture_area (builder, "root", "", ""), context,
                                               NULL);

  for (guint32 i = 0; i < N_CHILDREN; i++)
    {
      g_autofree char *name = g_strdup_printf ("child %06u", i);
      guint32 child = dwell_builder_add_stack_node (builder, root,
                                                    fixture_area (builder, name, "", ""), context,
                                                    NULL);
      guint32 node = dwell_builder_add_stack_node (builder, child, leaf, context, NULL);

      dwell_column_index (builder->node_self, gint64, node) = 1 + i;
      dwell_column_index (builder->node_count, guint64, child) = 1;
      dwell_column_index (builder->node_count, guint64, node) = 1;
    }

  return dwell_builder_finish (builder);
}

static void
assert_name (DwellTreeList *list,
             guint          position,
             const char    *expected)
{
  g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);

  g_assert_cmpstr (dwell_tree_item_get_name (item), ==, expected);
}

static void
on_arrived (int      *n_arrived,
            gboolean  is_there)
{
  *n_arrived += is_there ? 1 : 1000;
}

static void
wait_for (DwellTreeList *list)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
}

/* Siblings so many that a worker makes and sorts them; whatever comes between. Of what is unfolded
 * at once, only one level.
 * Limit: model/UNFOLDED_MAX */
static void
test_wide (void)
{
  g_autoptr(DwellTrace) trace = make_wide_trace ();
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  DwellTreeList *list = dwell_tree_list_new ();
  int n_arrived = 0;
  int n_unfolded = 0;

  g_signal_connect_swapped (list, "arrived", G_CALLBACK (on_arrived), &n_arrived);
  g_signal_connect_swapped (list, "unfolded-below", G_CALLBACK (on_arrived), &n_unfolded);
  dwell_query_hold (DWELL_QUERY (source));
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (get_n_rows (list) > 0);
  wait_for (list);
  /* The way down is unfolded until it parts. */
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);
  dwell_tree_list_fold (list, 1, TRUE);
  g_assert_cmpuint (get_n_rows (list), ==, 1 + N_CHILDREN);
  assert_name (list, 1, "child 059999");

  /* Sorted on the worker; what is unfolded meanwhile waits for that, what is folded does not. */
  dwell_tree_list_sort (list, DWELL_TREE_NAME, FALSE);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  assert_name (list, 1, "child 059999");
  dwell_tree_list_fold (list, 1, FALSE);
  g_assert_cmpuint (get_n_rows (list), ==, 1 + N_CHILDREN);
  dwell_tree_list_fold (list, 2, FALSE);
  dwell_tree_list_fold (list, 2, TRUE);
  wait_for (list);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);
  assert_name (list, 1, "child 000000");
  assert_name (list, N_CHILDREN, "child 059999");
  assert_name (list, 1 + N_CHILDREN, "leaf");
  dwell_tree_list_fold (list, 0, TRUE);
  g_assert_cmpuint (get_n_rows (list), ==, 1);
  dwell_tree_list_fold (list, 0, FALSE);
  wait_for (list);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);

  /* Two ways, one after the other. */
  dwell_tree_list_fold (list, 0, TRUE);
  dwell_tree_list_go_to_hottest (list);
  dwell_tree_list_go_to_node (list, 3);
  wait_for (list);
  g_assert_cmpint (n_arrived, ==, 2);
  assert_name (list, dwell_tree_list_get_current (list), "child 000001");
  dwell_tree_list_unfold_below (list, 0);
  wait_for (list);
  g_assert_cmpint (n_unfolded, ==, 1000); /* not all of them */
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);

  /* The same tree cut down to a subtree and back, from below, and searched. */
  dwell_tree_list_set_root (list, 1);
  dwell_tree_list_go_to_node (list, 2);
  wait_for (list);
  g_assert_cmpint (n_arrived, ==, 3);
  g_assert_cmpuint (get_n_rows (list), ==, 2);
  dwell_tree_list_set_root (list, DWELL_NONE);
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  wait_for (list);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);
  dwell_tree_list_sort (list, DWELL_TREE_NAME, TRUE);
  wait_for (list);
  assert_name (list, 0, "root");
  assert_name (list, 1, "leaf");
  dwell_tree_list_fold (list, 1, FALSE);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + N_CHILDREN);
  wait_for (list);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + 2 * N_CHILDREN);
  dwell_tree_list_set_current (list, 1);
  g_assert_true (dwell_tree_source_set_search (source, "child 000007", NULL));
  WAIT_UNTIL (dwell_tree_source_get_match (source) != NULL);
  dwell_tree_list_go_to_match (list, 1);
  wait_for (list);
  assert_name (list, dwell_tree_list_get_current (list), "child 000007");
  g_assert_cmpint (n_arrived, ==, 4);

  /* A new tree keeps the unfolded nodes. */
  dwell_tree_source_set_shows_lines (source, TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (source)));
  wait_for (list);
  g_assert_cmpuint (get_n_rows (list), ==, 2 + 2 * N_CHILDREN);

  g_assert_finalize_object (list);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_tree_item_get_plain (item, (DwellTreeColumn) column);
}

static char *
make_text (DwellTreeList *list)
{
  static const DwellTextColumn columns[] = {
    { DWELL_TREE_NAME, "name", get_plain }, { DWELL_TREE_COUNT, "count", get_plain },
    { DWELL_TREE_TOTAL, "total", get_plain }, { DWELL_TREE_SELF, "self", get_plain },
  };

  return fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, G_N_ELEMENTS (columns),
                       '\t');
}

/* Rows keep what is unfolded, and which is current, when the tree of another range comes. */
static void
test_kept (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace (100000);
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  DwellTreeList *list = dwell_tree_list_new ();
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint current;

  dwell_query_hold (DWELL_QUERY (source));
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (get_n_rows (list) > 0);
  dwell_tree_list_set_mode (list, DWELL_TREE_BOTTOM_UP);
  wait_for (list);
  for (guint i = 40; i > 0; i -= 10)
    dwell_tree_list_fold (list, i, FALSE);
  wait_for (list);
  dwell_tree_list_fold (list, 42, FALSE);
  wait_for (list);
  dwell_tree_list_set_current (list, 43);
  current = dwell_tree_list_get_current (list);
  before = make_text (list);

  /* Lines are folded into routines, of which there are none, so the new tree is the same. A row
   * that is folded and unfolded in the meantime keeps its state. */
  dwell_tree_source_set_shows_lines (source, TRUE);
  WAIT_UNTIL (dwell_query_get_busy (DWELL_QUERY (list)));
  dwell_tree_list_fold (list, 42, TRUE);
  dwell_tree_list_fold (list, 42, FALSE);
  dwell_tree_list_set_current (list, 43);
  wait_for (list);
  after = make_text (list);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, current);

  g_object_unref (list);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

/* The node of the current row, which is among the rows. */
static guint32
get_current_node (DwellTreeList *list)
{
  g_autoptr(DwellTreeItem) item =
    g_list_model_get_item (G_LIST_MODEL (list), dwell_tree_list_get_current (list));

  g_assert_nonnull (item);
  return dwell_tree_item_get_row (item)->node;
}

/* Stepping through the matches of a folded tree comes to each of them once, and then to the first
 * again; backwards in the opposite order. */
static void
test_matches (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace (2000);
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  DwellTreeList *list = dwell_tree_list_new ();
  g_autoptr(GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *is_seen = g_new0 (guint8, 2000);
  guint n_matches;

  dwell_query_hold (DWELL_QUERY (source));
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (get_n_rows (list) > 0);
  dwell_tree_list_fold (list, 0, TRUE);
  g_assert_true (dwell_tree_source_set_search (source, "area 7", NULL));
  WAIT_UNTIL (dwell_tree_source_get_match (source) != NULL);
  n_matches = dwell_tree_source_get_match (source)->n_nodes;
  g_assert_cmpuint (n_matches, ==, 2000 / N_AREAS);

  for (guint i = 0; i <= n_matches; i++)
    {
      guint32 node;

      dwell_tree_list_go_to_match (list, 1);
      wait_for (list);
      node = get_current_node (list);
      g_assert_cmpstr (dwell_tree_get_name (dwell_tree_source_get_tree (source), node), ==,
                       "area 7");
      g_assert_cmpint (is_seen[node], ==, i == n_matches);
      is_seen[node] = TRUE;
      g_array_append_val (nodes, node);
    }

  g_assert_cmpuint (g_array_index (nodes, guint32, 0), ==,
                    g_array_index (nodes, guint32, n_matches));
  for (guint i = n_matches; i-- > 0;)
    {
      dwell_tree_list_go_to_match (list, -1);
      wait_for (list);
      g_assert_cmpuint (get_current_node (list), ==, g_array_index (nodes, guint32, i));
    }

  g_object_unref (list);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

/* The rows that would be there if all were unfolded. */
static void
unfold_all (DwellTreeList *list)
{
  for (guint i = 0; i < get_n_rows (list); i++)
    {
      dwell_tree_list_fold (list, i, FALSE);
      wait_for (list);
    }
}

/* The places of the rows that match, of a list that is wholly unfolded. */
static GArray *
find_matches (DwellTreeList  *list,
              DwellTreeMatch *match)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < get_n_rows (list); i++)
    {
      g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const DwellTreeRow *row = dwell_tree_item_get_row (item);

      if (row->half == DWELL_TREE_NO_HALF && row->area != DWELL_NONE && match->areas[row->area])
        g_array_append_val (places, i);
    }

  return places;
}

/* In trees from below and around, too, no match of a folded list is skipped or listed twice. */
static void
check_matches_of_groups (DwellTreeSource *source,
                         DwellTreeMode    mode,
                         guint32          root,
                         int              direction)
{
  DwellTreeList *whole = dwell_tree_list_new ();
  DwellTreeList *list = dwell_tree_list_new ();
  DwellTreeList *both[] = { whole, list };
  g_autoptr(GArray) places = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      dwell_tree_list_set_source (both[i], source);
      dwell_tree_list_set_area (both[i], 3);
      dwell_tree_list_set_mode (both[i], mode);
      dwell_tree_list_set_root (both[i], root);
      wait_for (both[i]);
    }

  unfold_all (whole);
  for (guint i = 0; i < get_n_rows (list); i++)
    dwell_tree_list_fold (list, i, TRUE);
  dwell_tree_list_set_current (list, G_MAXUINT);
  places = find_matches (whole, dwell_tree_source_get_match (source));
  for (guint i = 0; i <= places->len && places->len > 0; i++)
    {
      dwell_tree_list_go_to_match (list, direction);
      wait_for (list);
      g_assert_cmpuint (dwell_tree_list_get_current (list), <, get_n_rows (list));
    }

  /* Once around: all of them are unfolded now, and the current one is the first again. */
  if (places->len > 0)
    {
      g_autoptr(GArray) found = find_matches (list, dwell_tree_source_get_match (source));
      guint edge = direction > 0 ? 0 : found->len - 1;

      g_assert_cmpuint (found->len, ==, places->len);
      g_assert_cmpuint (dwell_tree_list_get_current (list), ==,
                        g_array_index (found, guint, edge));
    }

  g_object_unref (whole);
  g_object_unref (list);
}

static void
test_matches_of_groups (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace (60);
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);

  dwell_query_hold (DWELL_QUERY (source));
  g_assert_true (dwell_tree_source_set_search (source, "area 2", NULL));
  WAIT_UNTIL (dwell_tree_source_get_match (source) != NULL);
  for (int direction = -1; direction <= 1; direction += 2)
    for (guint32 root = 0; root < 12; root++)
      {
        guint32 node = root == 0 ? DWELL_NONE : root;

        check_matches_of_groups (source, DWELL_TREE_TOP_DOWN, node, direction);
        check_matches_of_groups (source, DWELL_TREE_BOTTOM_UP, node, direction);
        check_matches_of_groups (source, DWELL_TREE_AROUND, node, direction);
      }

  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

/* A followed node is found in the next tree, even if another tree comes in between. */
static void
test_followed (void)
{
  g_autoptr(DwellTrace) trace = make_great_trace (2000);
  DwellView *view = fixture_view (trace);
  DwellTreeSource *source = dwell_tree_source_get (view);
  g_autoptr(DwellTree) tree = NULL;
  guint32 node = DWELL_NONE;
  guint32 other = DWELL_NONE;

  dwell_query_hold (DWELL_QUERY (source));
  WAIT_UNTIL (dwell_tree_source_get_tree (source) != NULL);
  tree = dwell_tree_ref (dwell_tree_source_get_tree (source));
  dwell_tree_source_follow (source, &node);
  dwell_tree_source_follow (source, &other);
  node = 700;
  other = 3;

  dwell_tree_source_set_shows_lines (source, !dwell_tree_source_get_shows_lines (source));
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (source)));
  node = 701;
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (source)));
  g_assert_true (dwell_tree_source_get_tree (source) != tree);
  g_assert_cmpuint (node, ==, 701);
  g_assert_cmpuint (other, ==, 3);

  /* In a tree by context all nodes are different. */
  dwell_tree_source_unfollow (source, &other);
  dwell_tree_source_set_by_context (source, !dwell_tree_source_get_by_context (source));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (source)));
  g_assert_cmpuint (node, ==, DWELL_NONE);
  g_assert_cmpuint (other, ==, 3);

  dwell_tree_source_unfollow (source, &node);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
  fixture_view_free (view);
}

int
main (int    argc,
      char **argv)
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/tree-list/large", test_large);
  g_test_add_func ("/tree-list/wide", test_wide);
  g_test_add_func ("/tree-list/kept", test_kept);
  g_test_add_func ("/tree-list/followed", test_followed);
  g_test_add_func ("/tree-list/matches", test_matches);
  g_test_add_func ("/tree-list/matches-of-groups", test_matches_of_groups);

  return fixture_run ();
}
