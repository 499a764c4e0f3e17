/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of aprof: one problem for each quirk, the same trace whatever the block borders, written
 * and read again, merged from contexts, joined; and whatever damaged bytes, a trace or an error. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-costs.h"
#include "core/dwell-error.h"
#include "formats/aprof/dwell-aprof.h"
#include "support/file-fixture.h"
#include "support/stride.h"
#include "support/trace-invariants.h"

static const char * const reals[] = {
  "real/cct/sort_23705_0_4.aprof", "real/cpp/cpp_23740_0_4.aprof", "real/drms/sort_23701_0_4.aprof",
  "real/io/io_23713_0_4.aprof", "real/mt/mt_23717_1_4.aprof", "real/rms/sort_3325_0_16.aprof",
  "versions/bubble_1_v0.aprof", "versions/io_v6_rvms_18col_g.aprof", "versions/merge_1_v0.aprof",
  "versions/quick_1_v0.aprof", "versions/sort_cct_v2.aprof", "versions/sort_rms_v0.aprof",
  "versions/sort_rms_v1.aprof", "versions/sort_rms_v3.aprof", "versions/sort_rms_v4.aprof",
  "versions/sort_rms_v6.aprof.gz",
};

static char *
get_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", "aprof", name, NULL);
}

static DwellTrace *
open_path (const char  *path,
           GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = {
    .format = &dwell_aprof_format, .limits = file_fixture_limits,
  };

  return dwell_open_file (file, &options, NULL, NULL, error);
}

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = get_path (name);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = open_path (path, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            GError     **error)
{
  g_autoptr(GFile) file = file_fixture_write ("x_1_0_4.aprof", bytes, length);
  g_autofree char *path = g_file_get_path (file);

  return open_path (path, error);
}

static DwellTrace *
open_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = open_bytes (text, strlen (text), &error);

  g_assert_no_error (error);
  return trace;
}

/* Checks the invariants of every trace of this format. */
static void
check (const DwellTrace *trace)
{
  guint32 n_points = 0;
  gboolean are_nodes = FALSE;

  check_trace_invariants (trace);

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      guint32 parent = trace->node_parent[i];

      g_assert_cmpuint (trace->node_end[i], >, i);
      g_assert_cmpuint (trace->node_area[i], <, trace->n_areas);
      if (parent == DWELL_NONE)
        continue;

      g_assert_cmpuint (parent, <, i);
      g_assert_cmpuint (trace->node_end[i], <=, trace->node_end[parent]);
    }

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[i];

      g_assert_cmpuint (owner->first_point, ==, n_points);
      g_assert_true (owner->node != DWELL_NONE || !are_nodes);
      g_assert_true (owner->node == DWELL_NONE || owner->node < trace->n_stack_nodes);
      are_nodes = owner->node != DWELL_NONE;
      n_points += owner->n_points;

      for (guint32 p = owner->first_point + 1; p < n_points; p++)
        g_assert_cmpuint (dwell_packed_get (trace->point_size, p - 1), <,
                          dwell_packed_get (trace->point_size, p));
    }

  g_assert_cmpuint (n_points, ==, trace->n_cost_points);
  for (guint32 p = 0; p < n_points; p++)
    {
      g_assert_cmpuint (dwell_packed_get (trace->point_known, p) & (1u << DWELL_COST_CALLS), !=, 0);
      g_assert_cmpuint (dwell_trace_get_point (trace, DWELL_COST_CALLS, p), >, 0);
    }
}

static void
dump_points (GString              *text,
             const DwellTrace     *trace,
             const DwellCostOwner *owner)
{
  for (guint32 p = owner->first_point; p < owner->first_point + owner->n_points; p++)
    {
      guint flags = (guint) dwell_packed_get (trace->point_flags, p);

      g_string_append_printf (text, " %" G_GUINT64_FORMAT "[%x",
                              dwell_packed_get (trace->point_size, p), flags);
      for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
        if (dwell_packed_get (trace->point_known, p) & (1u << i))
          g_string_append_printf (text, " %" G_GUINT64_FORMAT,
                                  dwell_trace_get_point (trace, (DwellCostColumn) i, p));
      g_string_append_c (text, ']');
    }
}

/* Returns all data of a report; ids of routines only if they must be the same. */
static char *
dump (const DwellTrace *trace,
      gboolean          with_ids)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %u %" G_GINT64_FORMAT "\n",
                          dwell_trace_get_string (trace, trace->weight_unit), trace->size_bytes,
                          trace->total_weight);

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    g_string_append_printf (text, "node %u %u %s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                            trace->node_parent[i], trace->node_end[i],
                            dwell_trace_get_area_name (trace, trace->node_area[i]),
                            trace->node_count[i], trace->node_total[i]);

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[i];
      const DwellArea *area = &trace->areas[owner->area];

      g_string_append_printf (text, "owner “%s” “%s” “%s” “%s” %u %" G_GUINT64_FORMAT " %u:",
                              dwell_trace_get_string (trace, area->name),
                              dwell_trace_get_string (trace, area->file),
                              dwell_trace_get_string (trace, area->mangled),
                              dwell_trace_get_string (trace, area->full_name), owner->node,
                              with_ids ? owner->id : 0, owner->is_favourite);
      dump_points (text, trace, owner);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

/* Each file has one fault, which is one problem with its place. */
static const struct {
  const char *name;
  const char *code;
  guint64     line;
  guint64     count;
} quirks[] = {
  { "crlf", "crlf", 1, 7 },
  { "d_tag", "full-name", 7, 1 },
  { "doc_example", "contradiction", 7, 1 },
  { "doc_example_ctx", "contradiction", 7, 1 },
  { "duplicate_routine_id", "duplicate-id", 8, 1 },
  { "fav", "unknown-bookmark", 8, 1 },
  { "huge_routine_id", "odd-id", 6, 1 },
  { "k_too_small", "stale-total", 2, 1 },
  { "latin1_name", "not-utf8", 6, 1 },
  { "merged_double_sqr", "double-squares", 9, 1 },
  { "metric_underscore", "metric-spelling", 2, 1 },
  { "metric_unknown", "other-metric", 2, 1 },
  { "no_final_newline", "no-final-newline", 7, 1 },
  { "no_version_quoted", "no-version", 2, 1 },
  { "occ_zero", "no-calls", 7, 1 },
  { "point_before_routine", "early-point", 6, 1 },
  { "r_four_fields", "extra-number", 7, 1 },
  { "t_date", "no-cell-size", 6, 1 },
  { "truncated_mid_line", "cut-line", 8, 1 },
  { "u64_max", "stale-total", 2, 1 },
  { "udl_operator", "quote-in-name", 6, 1 },
  { "unsorted_dup_rms", "duplicate-size", 6, 1 },
  { "x_before_q", "late-point", 10, 2 },
  { "x_child_before_parent", "child-before-parent", 10, 1 },
  { "x_cycle", "caller-cycle", 9, 1 },
  { "x_missing_parent", "missing-caller", 8, 1 },
  { "x_unsigned_minus1", "unsigned-none", 8, 1 },
  { "zero_rms_zero_cost", "no-cost", 8, 1 },
};

static DwellTrace *
open_quirk (const char *name)
{
  g_autofree char *path = g_strdup_printf ("quirks/%s.aprof", name);

  return open_vector (path);
}

static void
test_quirks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (quirks); i++)
    {
      g_autoptr(DwellTrace) trace = open_quirk (quirks[i].name);
      const DwellProblem *problem;

      g_test_message ("%s", quirks[i].name);
      check (trace);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 1);
      problem = dwell_problems_get (trace->problems, 0);
      g_assert_cmpstr (problem->code, ==, quirks[i].code);
      g_assert_cmpuint (problem->line, ==, quirks[i].line);
      g_assert_cmpuint (problem->count, ==, quirks[i].count);
    }
}

static void
assert_dump (const char *quirk,
             const char *expected)
{
  g_autoptr(DwellTrace) trace = open_quirk (quirk);
  g_autofree char *text = dump (trace, TRUE);

  g_assert_cmpstr (strchr (text, '\n') + 1, ==, expected);
}

static void
test_readings (void)
{
  assert_dump ("duplicate_routine_id",
               "owner “g” “/bin/a” “” “” 4294967295 1 0: 4[0 1 5 5 5 25 5 5 5 5 25]\n"
               "owner “h” “/bin/b” “” “” 4294967295 1 0: 8[0 1 6 6 6 36 6 6 6 6 36]\n");
  assert_dump ("udl_operator", "owner “operator\"\" _km(long double)” “/bin/a” “_Zli3_kme” “” "
               "4294967295 84 0: 8[0 1 1 1 1 1 1 1 1 1 1]\n");
  assert_dump ("latin1_name", "owner “café()” “/bin/a” “” “” 4294967295 1 0: "
               "4[0 1 5 5 5 25 5 5 5 5 25]\n");
  assert_dump ("unsorted_dup_rms", "owner “g” “/bin/a” “” “” 4294967295 1 0: "
               "10[0 2 1 2 3 5 3 3 1 2 5] 50[0 4 4 20 38 522 38 38 4 20 522]\n");
  assert_dump ("no_version_quoted",
               "owner “f” “/bin/a” “” “” 4294967295 1 0: 10[4 2 10] 20[4 3 27]\n");
  assert_dump ("occ_zero", "owner “g” “/bin/a” “” “” 4294967295 1 0:\n");
  assert_dump ("truncated_mid_line", "owner “g” “/bin/a” “” “” 4294967295 1 0: "
               "4[0 1 5 5 5 25 5 5 5 5 25]\n");
  assert_dump ("x_cycle", "node 4294967295 3 (unknown caller) 0 0\n"
               "node 0 3 g 0 0\nnode 1 3 g 1 60\n"
               "owner “g” “/bin/a” “” “” 2 1 0: 5[0 1 60 60 60 3600 60 60 60 60 3600]\n");
}

static void
test_bookmarks (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("v 6\nr \"f\" \"a\" 7\nq 1 1 1 1 1 1 1 1 1 1 1 1\nq 2 1 1 1 1 1 1 1 1 1 1 1\n"
               "r \"g\" \"a\" 8\nfav 8 7_2\nx 7 2 -1\nx 7 1 2\n");
  const DwellCostOwner *owners = trace->cost_owners;

  /* The second in the order of x is the one that came first. */
  g_assert_cmpuint (trace->n_cost_owners, ==, 3);
  g_assert_cmpuint (owners[0].id, ==, 8);
  g_assert_true (owners[0].is_favourite);
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (owners[i].is_favourite, ==,
                     trace->node_parent[owners[i].node] != DWELL_NONE);
}

/* Squares that wrapped once, that cannot be, and of one activation. */
static void
test_squares (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("v 6\nr \"f\" \"a\" 7\n"
               "p 7 1 4000000000 5000000000 9000000000 4106511852580896768 2 9000000000 1 0 1 1\n"
               "p 7 2 4 5 9 1000 2 9 9 4 5 41\n"
               "p 7 3 4 4 4 1000 1 4 4 4 4 7\n");
  g_autoptr(DwellCosts) costs = dwell_costs_new (trace, DWELL_NONE, NULL);
  g_autoptr(DwellCostPoints) points = dwell_costs_get_points (costs, 0);

  g_assert_cmpuint (file_fixture_count (trace, "wrapped-squares"), ==, 1);
  g_assert_cmpuint (file_fixture_count (trace, "contradiction"), ==, 1);
  g_assert_cmpfloat (points->points[0].variance, ==, 250000000000000000.0);
  g_assert_true (isnan (points->points[1].variance));
  g_assert_cmpfloat (points->points[1].self_variance, ==, 0.25);
  g_assert_cmpfloat (points->points[2].variance, ==, 0);
}

/* Wherever blocks end. */
static void
test_block_borders (void)
{
  static const gsize borders[] = { 1, 2, 3, 7, 61, 100, 333, 1000 };

  for (gsize i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      g_autoptr(DwellTrace) whole = open_vector (reals[i]);
      g_autofree char *expected = dump (whole, TRUE);

      check (whole);
      g_assert_cmpuint (dwell_problems_get_n (whole->problems), ==, 0);

      for (gsize k = 0; k < G_N_ELEMENTS (borders); k++)
        {
          g_autoptr(DwellTrace) trace = NULL;
          g_autofree char *text = NULL;

          file_fixture_limits.block_bytes = borders[k];
          trace = open_vector (reals[i]);
          file_fixture_limits.block_bytes = 0;
          text = dump (trace, TRUE);
          g_assert_cmpstr (text, ==, expected);
        }
    }
}

static void
assert_round_trip (DwellTrace *trace,
                   gboolean    with_ids)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (G_MAXINT32);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(DwellTrace) again = NULL;
  g_autofree char *left = dump (trace, with_ids);
  g_autofree char *right = NULL;

  g_assert_true (dwell_aprof_format.write (trace, NULL, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (dwell_sink_commit (sink, NULL, &error));
  bytes = dwell_sink_get_part (sink, "");
  again = open_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  check (again);
  right = dump (again, with_ids);
  g_assert_cmpstr (right, ==, left);
}

static void
test_round_trip (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      g_autoptr(DwellTrace) trace = open_vector (reals[i]);

      g_test_message ("%s", reals[i]);
      assert_round_trip (trace, TRUE);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (quirks); i++)
    {
      g_autoptr(DwellTrace) trace = open_quirk (quirks[i].name);

      g_test_message ("%s", quirks[i].name);
      if (trace->n_cost_points > 0)
        assert_round_trip (trace, !g_str_equal (quirks[i].name, "duplicate_routine_id"));
    }
}

static void
assert_same_points (const DwellCosts *left,
                    guint             left_row,
                    const DwellCosts *right,
                    guint             right_row)
{
  g_autoptr(DwellCostPoints) a = dwell_costs_get_points (left, left_row);
  g_autoptr(DwellCostPoints) b = dwell_costs_get_points (right, right_row);

  g_assert_cmpuint (a->n_points, ==, b->n_points);
  for (guint i = 0; i < a->n_points; i++)
    {
      const DwellCostPoint *p = &a->points[i];
      const DwellCostPoint *q = &b->points[i];

      g_assert_true (p->size == q->size && p->calls == q->calls && p->min == q->min &&
                     p->max == q->max && p->sum == q->sum && p->real == q->real &&
                     p->self == q->self && p->self_min == q->self_min &&
                     p->self_max == q->self_max);
      g_assert_cmpfloat_with_epsilon (p->variance, q->variance, 1e-9 * (1 + q->variance));
      g_assert_cmpfloat_with_epsilon (p->self_variance, q->self_variance,
                                      1e-9 * (1 + q->self_variance));
    }
}

/* Merging the contexts of a report gives the same as the report without contexts. */
static void
test_contexts_merged (void)
{
  g_autoptr(DwellTrace) contexts = open_vector ("real/cct/sort_23705_0_4.aprof");
  g_autoptr(DwellTrace) routines = open_vector ("real/rms/sort_23697_0_4.aprof");
  g_autoptr(DwellCosts) left = dwell_costs_new (contexts, DWELL_NONE, NULL);
  g_autoptr(DwellCosts) right = dwell_costs_new (routines, DWELL_NONE, NULL);
  guint n_points = 0;

  g_assert_cmpuint (dwell_costs_get_n_rows (left), ==, dwell_costs_get_n_rows (right));

  for (guint i = 0; i < dwell_costs_get_n_rows (left); i++)
    for (guint k = 0; k < dwell_costs_get_n_rows (right); k++)
      if (dwell_costs_get_row (left, i)->id == dwell_costs_get_row (right, k)->id)
        {
          assert_same_points (left, i, right, k);
          n_points += dwell_costs_get_row (left, i)->n_sizes;
        }

  g_assert_cmpuint (n_points, ==, 869);
}

static DwellTrace *
join (const char * const *names)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace;

  for (; *names != NULL; names++)
    {
      g_autofree char *path = get_path (*names);

      g_ptr_array_add (files, g_file_new_for_path (path));
    }

  trace = dwell_open_joined ((GFile * const *) files->pdata, files->len, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* Threads of one run have one process, and their totals add up. */
static void
test_threads (void)
{
  g_autoptr(DwellTrace) trace = join ((const char * const[]) { "real/mt/mt_23717_0_4.aprof",
                                                               "real/mt/mt_23717_1_4.aprof",
                                                               "real/mt/mt_23717_2_4.aprof",
                                                               NULL });
  g_autoptr(DwellCosts) all = dwell_costs_new (trace, DWELL_NONE, NULL);
  g_autoptr(DwellCosts) process = dwell_costs_new (trace, 0, NULL);
  g_autoptr(DwellCosts) thread = dwell_costs_new (trace, 2, NULL);

  check (trace);
  g_assert_cmpuint (trace->n_contexts, ==, 4);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 0), ==, "process 23717");
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 2), ==, "process 23717, thread 1");
  g_assert_cmpint (trace->total_weight, ==, 11636 + 43265 + 44422);
  g_assert_true (dwell_costs_get_total (all, 0) == (DwellWide) trace->total_weight);
  g_assert_cmpuint (dwell_costs_get_n_rows (process), ==, dwell_costs_get_n_rows (all));
  g_assert_cmpuint (dwell_costs_get_n_rows (thread), ==, 31);
  g_assert_true (dwell_costs_get_total (thread, 0) == 43265);
  g_assert_cmpuint (trace->notes[0] != NULL && trace->notes[1] != NULL, ==, 0);
}

/* Cells of 1, 4 and 16 bytes become bytes; contexts keep their tree; other measures stay
 * separate. */
static void
test_joins (void)
{
  g_autoptr(DwellTrace) cells = join ((const char * const[]) { "real/rms/sort_23697_0_4.aprof",
                                                               "real/rms/sort_3323_0_1.aprof",
                                                               "real/cct/sort_23705_0_4.aprof",
                                                               NULL });
  g_autoptr(DwellTrace) measures = join ((const char * const[]) { "real/rms/sort_23697_0_4.aprof",
                                                                  "real/drms/sort_23701_0_4.aprof",
                                                                  NULL });
  g_autoptr(DwellTrace) single = open_vector ("real/rms/sort_23697_0_4.aprof");
  g_autoptr(DwellCosts) costs = dwell_costs_new (measures, DWELL_NONE, NULL);

  check (cells);
  check (measures);
  g_assert_cmpuint (cells->size_bytes, ==, 1);
  g_assert_cmpuint (file_fixture_count (cells, "rescaled-sizes"), ==, 1);
  g_assert_cmpuint (cells->n_stack_nodes, ==, 211);
  g_assert_cmpuint (dwell_packed_get (cells->point_size, 0), ==,
                    4 * dwell_packed_get (single->point_size, 0));
  g_assert_cmpuint (dwell_costs_get_n_rows (costs), ==, 246);
  g_assert_true (dwell_costs_get_total (costs, 0) == 1715103);
  g_assert_cmpstr (dwell_trace_get_string (measures, measures->areas[0].module), ==, "rms");
}

/* A tree as deep as it has nodes, a circle as long, and ids beyond all measure. */
static void
test_deep (void)
{
  enum { DEPTH = 100000 };
  g_autoptr(GString) deep = g_string_new ("v 6\nk 5\nr \"f\" \"a\" 9223372036854775808\n");
  g_autoptr(GString) circle = g_string_new (deep->str);
  g_autoptr(DwellTrace) deep_trace = NULL;
  g_autoptr(DwellTrace) circle_trace = NULL;

  for (guint i = DEPTH; i > 0; i--)
    {
      g_string_append_printf (deep, "q %u 1 1 1 1 1 1 1 1 1 1 1\n", i);
      g_string_append_printf (circle, "x 9223372036854775808 %u %u\n", i, i % DEPTH + 1);
    }
  for (guint i = DEPTH; i > 0; i--)
    g_string_append_printf (deep, "x 9223372036854775808 %u %d\n", i, i > 1 ? (int) i - 1 : -1);

  deep_trace = open_text (deep->str);
  check (deep_trace);
  g_assert_cmpuint (deep_trace->n_stack_nodes, ==, DEPTH);
  g_assert_cmpuint (deep_trace->node_parent[DEPTH - 1], ==, DEPTH - 2);
  g_assert_cmpuint (deep_trace->cost_owners[0].id, ==, G_GUINT64_CONSTANT (1) << 63);

  circle_trace = open_text (circle->str);
  check (circle_trace);
  g_assert_cmpuint (circle_trace->n_stack_nodes, ==, DEPTH + 1);
  g_assert_cmpuint (file_fixture_count (circle_trace, "caller-cycle"), ==, 1);
}

/* A million points of one routine, from the largest size down. */
static void
test_many_points (void)
{
  enum { N = 1000000 };
  g_autoptr(GString) text = g_string_new ("v 6\nk 2000000\nr \"f\" \"a\" 1\n");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = N; i > 0; i--)
    g_string_append_printf (text, "p 1 %u 2 2 2 4 1 2 2 2 2 4\n", i);

  trace = open_text (text->str);
  check (trace);
  g_assert_cmpuint (trace->n_cost_owners, ==, 1);
  g_assert_cmpuint (trace->n_cost_points, ==, N);
  g_assert_cmpuint (dwell_packed_get (trace->point_size, 0), ==, 1);
  g_assert_cmpuint (dwell_packed_get (trace->point_size, N - 1), ==, N);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
}

static void
read_damaged (const char *bytes,
              gsize       length)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_bytes (bytes, length, &error);

  if (trace != NULL)
    check (trace);
  else
    g_assert_true (error->domain == DWELL_ERROR);
}

static void
test_damage (void)
{
  static const char others[] = { 0, '\n', ' ', '"', '-', '9', 'p', 'q', 'x', 'r', '.', -1 };

  for (gsize i = 0; i < G_N_ELEMENTS (quirks); i++)
    {
      g_autofree char *name = g_strdup_printf ("aprof/quirks/%s.aprof", quirks[i].name);
      g_autoptr(GBytes) bytes = file_fixture_load (name);
      gsize length;
      const char *whole = g_bytes_get_data (bytes, &length);
      g_autofree char *damaged = g_memdup2 (whole, length);

      for (gsize n = test_first (); n < length; n += TEST_STRIDE)
        {
          read_damaged (whole, n);
          damaged[n] = (char) (whole[n] ^ (1 << n % 8));
          read_damaged (damaged, length);
          damaged[n] = others[(n + i) % sizeof others];
          read_damaged (damaged, length);
          damaged[n] = whole[n];
        }
    }
}

/* Limit: formats/aprof/CELL_BYTES_MAX */
static void
test_cell_bytes (void)
{
  static const struct {
    const char *line;
    guint32     bytes; /* 0: not known */
  } cells[] = {
    { "t 1", 1 }, { "t 16", 16 }, { "t 32", 0 }, { "t 12", 0 }, { "g 16", 16 }, { "g 17", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autofree char *text = g_strdup_printf ("c -------\nv 1\n%s\nr \"a\" \"b\" 1\n"
                                               "p 1 2 3 4 5 6 7 8\n", cells[i].line);
      g_autoptr(DwellTrace) trace = open_text (text);

      g_assert_cmpuint (trace->size_bytes, ==, cells[i].bytes);
    }
}

/* Lines in any order. */
static void
test_pieces (void)
{
  static const char * const pieces[] = {
    "v 6", "v 18446744073709551616", "k 18446744073709551615", "t 3", "t 16", "g 8", "g 1 2 3",
    "m", "i drms", "r \"a\" \"b\" 1", "r \"c\" \"d\" 2 3", "r \"\" \"\" 1", "r e 0x1 f 1", "r \"",
    "u 1 \"_Z\"",
    "u 1 \"full\"", "d 2 \"x\"", "u 9 \"y\"", "p 1 2 3 4", "p 1 2 3 4 5 6 7", "p 1 2 3 4 5 6 7 8",
    "p 2 1 1 9 9 81 1 9 9 9 9 81 1 1 1 1 1 1", "p 2 1 1 9 9 81 1 9 9 9 9 81 1 1 1 1 1 1 1",
    "q 1 2 3 4", "q 1 1 5 5 5 25 1 5 5 5 5 25", "q 3 1 5 5 5 2.5e1 1 5 5 5 5 25", "x 1 1 -1",
    "x 2 3 1", "x 1 1 3", "x 5 6 7", "x", "fav 1 2 1_1 9_9 x", "p 1 0 0 0 0 0 0", "", "c", "zz 1",
    "p 1 18446744073709551615 18446744073709551615 18446744073709551615 "
    "18446744073709551615 18446744073709551615 18446744073709551615",
  };

  for (guint n = 0; n < test_rounds (2000); n++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      for (int i = g_test_rand_int_range (1, 30); i > 0; i--)
        g_string_append_printf (text, "%s\n",
                                pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);

      read_damaged (text->str, text->len);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aprof/quirks", test_quirks);
  g_test_add_func ("/aprof/readings", test_readings);
  g_test_add_func ("/aprof/bookmarks", test_bookmarks);
  g_test_add_func ("/aprof/squares", test_squares);
  g_test_add_func ("/aprof/block-borders", test_block_borders);
  g_test_add_func ("/aprof/round-trip", test_round_trip);
  g_test_add_func ("/aprof/contexts-merged", test_contexts_merged);
  g_test_add_func ("/aprof/threads", test_threads);
  g_test_add_func ("/aprof/joins", test_joins);
  g_test_add_func ("/aprof/deep", test_deep);
  g_test_add_func ("/aprof/many-points", test_many_points);
  g_test_add_func ("/aprof/damage", test_damage);
  g_test_add_func ("/aprof/cell-bytes", test_cell_bytes);
  g_test_add_func ("/aprof/pieces", test_pieces);
  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
