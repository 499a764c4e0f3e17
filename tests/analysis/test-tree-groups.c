/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers and callees against a naive model: random trees, whose every node is asked for the names
 * of all that it lies below; folded lines; deep stacks; what a search matches. */
#include "config.h"

#include "analysis/tree/dwell-tree-groups.h"
#include "core/dwell-builder.h"

#define N_AREAS 5
#define DEEP    100000u

typedef struct {
  DwellBuilder *builder;
  guint32       areas[N_AREAS];
  guint32       contexts[2];
} Maker;

static void
maker_init (Maker *maker)
{
  maker->builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  for (guint32 i = 0; i < 2; i++)
    maker->contexts[i] = dwell_builder_add_context (maker->builder, i == 0 ? "one" : "two",
                                                    DWELL_CONTEXT_THREAD, i, DWELL_NONE);
  for (guint32 i = 0; i < N_AREAS; i++)
    {
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_ROUTINE };
      const char name[] = { (char) ('a' + i), 0 };

      area.name = area.title = dwell_strings_intern (maker->builder->strings, name, -1);
      maker->areas[i] = dwell_builder_add_area (maker->builder, &area);
    }
}

static guint32
add_node (Maker   *maker,
          guint32  parent,
          guint32  area,
          guint32  context,
          gint64   self)
{
  guint32 node = dwell_builder_add_stack_node (maker->builder, parent, area, context, NULL);

  dwell_column_index (maker->builder->node_self, gint64, node) = self;
  dwell_column_index (maker->builder->node_count, guint64, node) = (guint64) self + 1;
  return node;
}

static DwellTree *
finish (Maker    *maker,
        gboolean  by_context,
        gboolean  shows_lines)
{
  g_autoptr(DwellTrace) trace = dwell_builder_finish (maker->builder);
  DwellTreeOptions options = { .by_context = by_context, .shows_lines = shows_lines };

  return dwell_tree_new (trace, &options, NULL);
}

static DwellTree *
make_random (GRand *rand)
{
  guint n_nodes = (guint) g_rand_int_range (rand, 1, 80);
  g_autofree guint32 *contexts = g_new (guint32, n_nodes);
  Maker maker;

  maker_init (&maker);
  for (guint node = 0; node < n_nodes; node++)
    {
      gboolean is_root = node == 0 || g_rand_int_range (rand, 0, 6) == 0;
      guint32 parent = is_root ? DWELL_NONE : (guint32) g_rand_int_range (rand, 0, (int) node);

      contexts[node] = is_root ? (guint32) g_rand_int_range (rand, 0, 2) : contexts[parent];
      add_node (&maker, parent, maker.areas[g_rand_int_range (rand, 0, N_AREAS)],
                maker.contexts[contexts[node]], g_rand_int_range (rand, 0, 10));
    }

  return finish (&maker, g_rand_boolean (rand), FALSE);
}

/* Returns the item of the node @steps above @node within @root, or −1 if there is none. */
static gint64
get_caller (const DwellTree *tree,
            guint32          root,
            guint32          node,
            guint            steps)
{
  while (steps-- > 0)
    {
      if (node == root || tree->parents[node] == DWELL_NONE)
        return -1;
      node = tree->parents[node];
    }

  return tree->areas[node] != DWELL_NONE ? (gint64) tree->areas[node]
                                         : (gint64) tree->trace->n_areas + tree->contexts[node];
}

static gint64
get_item (const DwellTree      *tree,
          const DwellTreeGroup *group)
{
  return group->area != DWELL_NONE ? (gint64) group->area
                                   : (gint64) tree->trace->n_areas + group->context;
}

/* Sums over the nodes that are marked; totals of those below no other. */
static void
check_sums (const DwellTree      *tree,
            const DwellTreeGroup *group,
            const guint8         *is_in)
{
  guint64 count = 0;
  gint64 total = 0;
  gint64 self = 0;
  guint32 n = 0;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      gboolean is_outermost = TRUE;

      if (!is_in[node])
        continue;

      for (guint32 above = tree->parents[node]; above != DWELL_NONE; above = tree->parents[above])
        is_outermost = is_outermost && !is_in[above];

      n++;
      count += tree->counts[node];
      self += tree->selves[node];
      total += is_outermost ? tree->totals[node] : 0;
    }

  g_assert_cmpuint (group->n_nodes, ==, n);
  g_assert_cmpuint (group->count, ==, count);
  g_assert_cmpint (group->total, ==, total);
  g_assert_cmpint (group->self, ==, self);
}

/* The way up from an area: in each step the nodes that have it above them are marked. */
static void
check_callers (const DwellTree *tree,
               guint32          root,
               GRand           *rand)
{
  g_autofree guint8 *is_in = g_new (guint8, tree->n_nodes);
  GPtrArray *groups = dwell_tree_get_groups (tree, root, NULL);

  for (guint32 node = 0; node < tree->n_nodes; node++)
    is_in[node] = root == DWELL_NONE || (node >= root && node < tree->ends[root]);

  for (guint steps = 0; groups->len > 0; steps++)
    {
      guint chosen = (guint) g_rand_int_range (rand, 0, (int) groups->len);
      GPtrArray *next = dwell_tree_group_get_callers (groups->pdata[chosen], tree, root, NULL);
      guint64 n_nodes = 0;
      guint64 n_in = 0;

      for (guint32 node = 0; node < tree->n_nodes; node++)
        n_in += is_in[node] && (steps > 0 || tree->areas[node] != DWELL_NONE) &&
                get_caller (tree, root, node, steps) >= 0;

      for (guint i = 0; i < groups->len; i++)
        {
          const DwellTreeGroup *group = groups->pdata[i];
          g_autofree guint8 *is_of = g_new0 (guint8, tree->n_nodes);

          for (guint32 node = 0; node < tree->n_nodes; node++)
            is_of[node] = is_in[node] && get_caller (tree, root, node, steps) ==
                                           get_item (tree, group);
          check_sums (tree, group, is_of);
          n_nodes += group->n_nodes;
          if (i == chosen)
            g_assert_cmpint (dwell_tree_group_has_callers (group, tree, root), ==, next->len > 0);
        }

      g_assert_cmpuint (n_nodes, ==, n_in);
      for (guint32 node = 0; node < tree->n_nodes; node++)
        is_in[node] = is_in[node] && get_caller (tree, root, node, steps) ==
                                       get_item (tree, groups->pdata[chosen]);
      g_ptr_array_unref (groups);
      groups = next;
    }

  g_ptr_array_unref (groups);
}

static void
check_callees (const DwellTree *tree,
               guint32          area)
{
  g_autoptr(DwellTreeGroup) group = dwell_tree_get_group (tree, DWELL_NONE, area, NULL);
  g_autoptr(GPtrArray) callees = NULL;

  if (group == NULL)
    return;

  callees = dwell_tree_group_get_callees (group, tree, NULL);
  g_assert_cmpint (dwell_tree_group_has_callees (group, tree), ==, callees->len > 0);
  for (guint i = 0; i < callees->len; i++)
    {
      const DwellTreeGroup *callee = callees->pdata[i];
      g_autofree guint8 *is_of = g_new0 (guint8, tree->n_nodes);

      for (guint32 node = 0; node < tree->n_nodes; node++)
        is_of[node] = tree->areas[node] == callee->area && tree->parents[node] != DWELL_NONE &&
                      tree->areas[tree->parents[node]] == area;
      check_sums (tree, callee, is_of);
    }
}

/* The weight of what matches, each stack once. */
static void
check_matched (const DwellTree *tree,
               GRand           *rand)
{
  guint8 areas[N_AREAS];
  gint64 weight = 0;
  guint32 n = 0;
  guint32 n_matches;

  for (guint i = 0; i < N_AREAS; i++)
    areas[i] = (guint8) g_rand_boolean (rand);

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      gboolean is_outermost = TRUE;

      if (tree->areas[node] == DWELL_NONE || !areas[tree->areas[node]])
        continue;

      for (guint32 above = tree->parents[node]; above != DWELL_NONE; above = tree->parents[above])
        is_outermost = is_outermost &&
                       (tree->areas[above] == DWELL_NONE || !areas[tree->areas[above]]);
      n++;
      weight += is_outermost ? tree->totals[node] : 0;
    }

  g_assert_cmpint (dwell_tree_get_matched (tree, areas, DWELL_NONE, &n_matches), ==, weight);
  g_assert_cmpuint (n_matches, ==, n);
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr(DwellTree) tree = make_random (rand);

      check_callers (tree, DWELL_NONE, rand);
      check_callers (tree, (guint32) g_rand_int_range (rand, 0, (int) tree->n_nodes), rand);
      for (guint32 area = 0; area < N_AREAS; area++)
        check_callees (tree, area);
      check_matched (tree, rand);
      for (guint32 node = 0; node < tree->n_nodes; node++)
        g_assert_cmpuint (dwell_tree_find_same (tree, tree, node), ==, node);
    }
}

/* A recursion 100 000 deep: from above a node each, from below one row. */
static void
test_deep (void)
{
  Maker maker;
  g_autoptr(DwellTree) tree = NULL;
  g_autoptr(DwellTreeGroup) group = NULL;
  guint32 parent = DWELL_NONE;

  maker_init (&maker);
  for (guint i = 0; i < DEEP; i++)
    parent = add_node (&maker, parent, maker.areas[0], maker.contexts[0], 1);

  tree = finish (&maker, FALSE, FALSE);
  g_assert_cmpuint (tree->n_nodes, ==, DEEP);
  group = dwell_tree_get_group (tree, DWELL_NONE, 0, NULL);
  g_assert_cmpint (group->total, ==, DEEP);
  g_assert_cmpint (group->self, ==, DEEP);
  g_assert_cmpuint (dwell_tree_get_hottest (tree, DWELL_NONE), ==, DEEP - 1);
  g_assert_cmpuint (dwell_tree_find_same (tree, tree, DEEP - 1), ==, DEEP - 1);
}

/* Lines of a routine are part of it, below it or without it; or rows of their own. */
static void
test_lines (void)
{
  for (guint shows_lines = 0; shows_lines < 2; shows_lines++)
    {
      Maker maker;
      g_autoptr(DwellTree) tree = NULL;
      DwellArea line = { .kind = DWELL_AREA_LINE, .has_value = TRUE };
      guint32 lines[2];
      guint32 routine;
      guint32 node;

      maker_init (&maker);
      line.parent = maker.areas[0];
      line.name = line.title = dwell_strings_intern (maker.builder->strings, "10", -1);
      lines[0] = dwell_builder_add_area (maker.builder, &line);
      line.value = 1;
      lines[1] = dwell_builder_add_area (maker.builder, &line);

      routine = add_node (&maker, DWELL_NONE, maker.areas[0], maker.contexts[0], 1);
      node = add_node (&maker, routine, lines[0], maker.contexts[0], 2);
      add_node (&maker, routine, lines[1], maker.contexts[0], 4);
      add_node (&maker, node, maker.areas[1], maker.contexts[0], 8);

      tree = finish (&maker, FALSE, shows_lines);
      g_assert_cmpuint (tree->n_nodes, ==, shows_lines ? 4 : 2);
      g_assert_cmpint (tree->total, ==, 15);
      g_assert_cmpint (tree->selves[0], ==, shows_lines ? 1 : 7);
      if (!shows_lines)
        {
          g_assert_cmpuint (tree->areas[1], ==, maker.areas[1]);
          g_assert_cmpint (tree->totals[1], ==, 8);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tree-groups/random", test_random);
  g_test_add_func ("/tree-groups/deep", test_deep);
  g_test_add_func ("/tree-groups/lines", test_lines);
  return g_test_run ();
}
