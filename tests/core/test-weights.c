/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of formats without time stamps: the numbers of stack nodes against a recursive walk,
 * totals against sums over all nodes below; cost points, lines and records. */
#include "config.h"

#include "core/dwell-builder.h"

#define NODES 80

/* A tree as a reader meets it: node i with a parent before it. */
typedef struct {
  guint32 n;
  guint32 parents[NODES];
  gint64  selves[NODES];
  gint64  totals[NODES];
  guint32 numbers[NODES]; /* depth first */
  guint32 ends[NODES];    /* by number as read */
} Model;

static DwellBuilder *
make_builder (void)
{
  return dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES | DWELL_TABLE_COST_POINTS);
}

static gboolean
is_below (const Model *model,
          guint32      node,
          guint32      above)
{
  while (node != DWELL_NONE && node != above)
    node = model->parents[node];
  return node == above;
}

/* Pops a node, numbers it, pushes its children, the eldest last. */
static void
walk (Model *model)
{
  guint32 stack[NODES];
  guint depth = 0;
  guint32 number = 0;

  for (guint32 i = model->n; i-- > 0;)
    if (model->parents[i] == DWELL_NONE)
      stack[depth++] = i;

  while (depth > 0)
    {
      guint32 node = stack[--depth];

      model->numbers[node] = number++;
      for (guint32 i = model->n; i-- > 0;)
        if (model->parents[i] == node)
          stack[depth++] = i;
    }
}

static void
make_model (Model *model)
{
  model->n = (guint32) g_test_rand_int_range (0, NODES);
  for (guint32 i = 0; i < model->n; i++)
    {
      gint32 parent = g_test_rand_int_range (-1, (gint32) i);

      model->parents[i] = parent < 0 ? DWELL_NONE : (guint32) parent;
      model->selves[i] = g_test_rand_int_range (-50, 1000);
      model->totals[i] = g_test_rand_int_range (0, 1000);
    }
  walk (model);

  for (guint32 i = 0; i < model->n; i++)
    {
      model->ends[i] = model->numbers[i];
      for (guint32 j = 0; j < model->n; j++)
        model->ends[i] += is_below (model, j, i);
    }
}

/* Adds nodes @begin … @end − 1; the area of a node is its number when it was read. */
static void
add_nodes (DwellBuilder *builder,
           const Model  *model,
           guint32       begin,
           guint32       end)
{
  for (guint32 i = begin; i < end; i++)
    {
      g_autoptr(GError) error = NULL;
      guint32 node = dwell_builder_add_stack_node (builder, model->parents[i], i, i % 3, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (node, ==, i);
      dwell_column_index (builder->node_count, guint64, node) = i + 7;
      dwell_column_index (builder->node_self, gint64, node) = model->selves[i];
      if (builder->node_totals_are_known)
        dwell_column_index (builder->node_total, gint64, node) = model->totals[i];
    }
}

static void
check_nodes (const Model      *model,
             const DwellTrace *trace,
             gboolean          totals_are_told)
{
  g_assert_cmpuint (trace->n_stack_nodes, ==, model->n);
  for (guint32 i = 0; i < model->n; i++)
    {
      guint32 node = model->numbers[i];
      guint32 parent = model->parents[i];
      gint64 total = 0;

      for (guint32 j = 0; j < model->n; j++)
        total += is_below (model, j, i) ? model->selves[j] : 0;

      g_assert_cmpuint (trace->node_parent[node], ==,
                        parent == DWELL_NONE ? DWELL_NONE : model->numbers[parent]);
      g_assert_cmpuint (trace->node_end[node], ==, model->ends[i]);
      g_assert_cmpuint (trace->node_area[node], ==, i);
      g_assert_cmpuint (trace->node_context[node], ==, i % 3);
      g_assert_cmpuint (trace->node_count[node], ==, i + 7);
      g_assert_cmpint (trace->node_self[node], ==, model->selves[i]);
      g_assert_cmpint (trace->node_total[node], ==, totals_are_told ? model->totals[i] : total);
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      gboolean totals_are_told = g_test_rand_bit ();
      DwellBuilder *builder = make_builder ();
      g_autoptr(DwellTrace) trace = NULL;
      Model model;

      make_model (&model);
      builder->node_totals_are_known = totals_are_told;
      add_nodes (builder, &model, 0, model.n);
      trace = dwell_builder_finish (builder);
      check_nodes (&model, trace, totals_are_told);
    }
}

/* A partial trace is right for what was read, and stays so when more is. */
static void
test_snapshot (void)
{
  for (guint round = 0; round < 100; round++)
    {
      DwellBuilder *builder = make_builder ();
      g_autoptr(DwellTrace) partial = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      Model model, first;

      do
        make_model (&model);
      while (model.n < 2);

      first = model;
      first.n = model.n / 2;
      walk (&first);
      for (guint32 i = 0; i < first.n; i++)
        {
          first.ends[i] = first.numbers[i];
          for (guint32 j = 0; j < first.n; j++)
            first.ends[i] += is_below (&first, j, i);
        }

      add_nodes (builder, &model, 0, first.n);
      partial = dwell_builder_snapshot (builder, 0);
      g_assert_nonnull (partial);
      add_nodes (builder, &model, first.n, model.n);
      trace = dwell_builder_finish (builder);
      check_nodes (&model, trace, FALSE);
      check_nodes (&first, partial, FALSE);
    }
}

/* Sums beyond 2⁶³ saturate at the limit, on either side. */
static void
test_saturation (void)
{
  static const struct {
    gint64 selves[3];
    gint64 total;
  } cases[] = {
    { { 1, G_MAXINT64, 0 }, G_MAXINT64 },
    { { 0, G_MAXINT64, G_MAXINT64 }, G_MAXINT64 },
    { { -1, G_MININT64, 0 }, G_MININT64 },
    { { 0, G_MAXINT64, -1 }, G_MAXINT64 - 1 },
    { { 0, G_MAXINT64, G_MININT64 }, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellBuilder *builder = make_builder ();
      g_autoptr(DwellTrace) trace = NULL;
      Model model = { .n = 3, .parents = { DWELL_NONE, 0, 0 } };

      for (guint j = 0; j < 3; j++)
        model.selves[j] = cases[i].selves[j];
      add_nodes (builder, &model, 0, model.n);
      trace = dwell_builder_finish (builder);
      g_assert_cmpint (trace->node_total[0], ==, cases[i].total);
    }
}

static void
test_deep (void)
{
  enum { DEPTH = 100000 };
  DwellBuilder *builder = make_builder ();
  g_autoptr(DwellTrace) trace = NULL;

  for (guint32 i = 0; i < DEPTH; i++)
    {
      g_autoptr(GError) error = NULL;
      guint32 node = dwell_builder_add_stack_node (builder, i == 0 ? DWELL_NONE : i - 1, 0, 0,
                                                   &error);

      g_assert_no_error (error);
      dwell_column_index (builder->node_self, gint64, node) = 2;
    }

  trace = dwell_builder_finish (builder);
  g_assert_cmpuint (trace->n_stack_nodes, ==, DEPTH);
  for (guint32 i = 0; i < DEPTH; i++)
    {
      g_assert_cmpuint (trace->node_parent[i], ==, i == 0 ? DWELL_NONE : i - 1);
      g_assert_cmpuint (trace->node_end[i], ==, DEPTH);
      g_assert_cmpint (trace->node_total[i], ==, 2 * (gint64) (DEPTH - i));
    }
}

/* A column that a format does not have is missing, not filled with zeros. */
static void
test_unknown_selves (void)
{
  DwellBuilder *builder = make_builder ();
  g_autoptr(DwellTrace) trace = NULL;
  Model model = { .n = 2, .parents = { DWELL_NONE, 0 }, .totals = { 9, 4 } };

  builder->node_totals_are_known = TRUE;
  builder->node_selves_are_unknown = TRUE;
  add_nodes (builder, &model, 0, model.n);
  trace = dwell_builder_finish (builder);
  g_assert_null (trace->node_self);
  g_assert_cmpint (trace->node_total[0], ==, 9);
  g_assert_cmpint (trace->node_total[1], ==, 4);
}

/* Adds an owner to the builder's columns, as a reader does. */
static void
add_owner (DwellBuilder *builder,
           guint32       area,
           guint32       node)
{
  DwellCostOwner owner = { .area = area, .node = node, .id = 100 + area };

  owner.first_point = (guint32) builder->point_size->n;
  dwell_column_append (builder->cost_owners, &owner, 1);
}

static void
add_point (DwellBuilder *builder,
           guint64       size,
           guint32       known)
{
  gsize n = builder->point_size->n;

  dwell_column_index (builder->cost_owners, DwellCostOwner, builder->cost_owners->n - 1).n_points++;
  dwell_packed_append (builder->point_size, &size, 1);
  dwell_packed_append (builder->point_known, &(guint64) { known }, 1);
  dwell_packed_append (builder->point_flags, &(guint64) { size == 3 }, 1);

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    if ((known & (1u << i)) != 0)
      {
        /* The points before it have no value in the new column. */
        dwell_packed_repeat (builder->point_columns[i], 0, n - builder->point_columns[i]->n);
        dwell_packed_append (builder->point_columns[i], &(guint64) { size * 100 + i }, 1);
      }
}

static void
test_costs (void)
{
  static const guint32 known[] = {
    1 << DWELL_COST_CALLS,
    1 << DWELL_COST_CALLS | 1 << DWELL_COST_MAX,
    0,
    1 << DWELL_COST_SUM,
    1 << DWELL_COST_CALLS,
  };
  DwellBuilder *builder = make_builder ();
  g_autoptr(DwellTrace) trace = NULL;
  Model model = { .n = 4, .parents = { DWELL_NONE, DWELL_NONE, 1, 0 } };

  add_nodes (builder, &model, 0, model.n);
  add_owner (builder, 0, DWELL_NONE);
  add_point (builder, 1, known[0]);
  add_point (builder, 2, known[1]);
  add_owner (builder, 1, DWELL_NONE);
  add_owner (builder, 2, 3);
  add_point (builder, 3, known[2]);
  add_owner (builder, 3, 1);
  add_point (builder, 4, known[3]);
  add_point (builder, 5, known[4]);
  trace = dwell_builder_finish (builder);

  g_assert_cmpuint (trace->n_cost_owners, ==, 4);
  g_assert_cmpuint (trace->n_cost_points, ==, 5);
  for (guint i = 0; i < 4; i++)
    {
      static const guint32 nodes[] = { DWELL_NONE, DWELL_NONE, 1, 2 }; /* after renumbering */
      static const guint32 firsts[] = { 0, 2, 2, 3 };
      static const guint32 counts[] = { 2, 0, 1, 2 };
      const DwellCostOwner *owner = &trace->cost_owners[i];

      g_assert_cmpuint (owner->area, ==, i);
      g_assert_cmpuint (owner->id, ==, 100 + i);
      g_assert_cmpuint (owner->node, ==, nodes[i]);
      g_assert_cmpuint (owner->first_point, ==, firsts[i]);
      g_assert_cmpuint (owner->n_points, ==, counts[i]);
    }

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    {
      gboolean is_told = i == DWELL_COST_CALLS || i == DWELL_COST_MAX || i == DWELL_COST_SUM;

      g_assert_true ((trace->point_columns[i] != NULL) == is_told);
      for (guint p = 0; is_told && p < 5; p++)
        g_assert_cmpuint (dwell_trace_get_point (trace, (DwellCostColumn) i, p), ==,
                          (known[p] & (1u << i)) != 0 ? (p + 1) * 100 + i : 0);
    }

  for (guint p = 0; p < 5; p++)
    {
      g_assert_cmpuint (dwell_packed_get (trace->point_size, p), ==, p + 1);
      g_assert_cmpuint (dwell_packed_get (trace->point_known, p), ==, known[p]);
      g_assert_cmpuint (dwell_packed_get (trace->point_flags, p), ==, p + 1 == 3);
    }
}

/* Lines come by area, records as the file has them. */
static void
test_lines_and_records (void)
{
  DwellBuilder *builder = make_builder ();
  g_autoptr(DwellTrace) trace = NULL;

  for (guint32 i = 0; i < 50; i++)
    {
      DwellLineWeight line = { .area = i * 17 % 50, .hits = i * 17 % 50 + 1000 };
      DwellRecord record = { .offset = i * 5, .value = 50 - i, .area = DWELL_NONE,
                             .type = (guint8) (i % 7) };

      dwell_column_append (builder->lines, &line, 1);
      dwell_column_append (builder->records, &record, 1);
    }
  builder->n_records_in_file = 70;
  trace = dwell_builder_finish (builder);

  g_assert_cmpuint (trace->n_lines, ==, 50);
  g_assert_cmpuint (trace->n_records, ==, 50);
  g_assert_cmpuint (trace->n_records_in_file, ==, 70);
  for (guint32 i = 0; i < 50; i++)
    {
      g_assert_cmpuint (trace->lines[i].area, ==, i);
      g_assert_cmpuint (trace->lines[i].hits, ==, i + 1000);
      g_assert_cmpuint (trace->records[i].offset, ==, i * 5);
      g_assert_cmpuint (trace->records[i].value, ==, 50 - i);
      g_assert_cmpuint (trace->records[i].type, ==, i % 7);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/weights/random", test_random);
  g_test_add_func ("/weights/snapshot", test_snapshot);
  g_test_add_func ("/weights/saturation", test_saturation);
  g_test_add_func ("/weights/deep", test_deep);
  g_test_add_func ("/weights/unknown-selves", test_unknown_selves);
  g_test_add_func ("/weights/costs", test_costs);
  g_test_add_func ("/weights/lines-and-records", test_lines_and_records);
  return g_test_run ();
}
