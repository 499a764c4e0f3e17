/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Narrowing: of random traces what is kept, and nothing else, is found again in the part, in the
 * order that it had; parents are the innermost that are kept. */
#include "config.h"

#include "core/dwell-narrow.h"
#include "support/random-trace.h"
#include "support/trace-invariants.h"

typedef struct {
  DwellTrace *trace;
  guint8     *contexts;
  guint8     *areas;
  guint8     *marks;
} Part;

static guint8 *
draw_bits (GRand   *rand,
           guint32  n)
{
  guint8 *bits = g_malloc (n + 1);
  gint32 one_in = g_rand_int_range (rand, 1, 4);

  for (guint32 i = 0; i < n; i++)
    bits[i] = g_rand_int_range (rand, 0, one_in) == 0;
  return bits;
}

static gboolean
is_kept (const Part *part,
         guint32     span)
{
  return part->contexts[dwell_trace_get_span_context (part->trace, span)] &&
         part->areas[part->trace->span_area[span]];
}

static void
describe_span (const DwellTrace *trace,
               guint32           span,
               guint32           parent,
               GString          *text)
{
  guint32 context = dwell_trace_get_span_context (trace, span);

  g_string_append_printf (text, "%s/%s %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " %u",
                          dwell_trace_get_context_name (trace, context),
                          dwell_trace_get_area_name (trace, trace->span_area[span]),
                          dwell_trace_get_span_begin (trace, span),
                          dwell_trace_get_span_duration (trace, span), trace->span_flags[span]);
  if (parent != DWELL_NONE)
    g_string_append_printf (text, " in %s %" G_GINT64_FORMAT,
                            dwell_trace_get_area_name (trace, trace->span_area[parent]),
                            dwell_trace_get_span_begin (trace, parent));
  g_string_append_c (text, '\n');
}

static void
describe_mark (const DwellTrace *trace,
               guint32           mark,
               GString          *text)
{
  g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %s\n",
                          dwell_trace_get_string (trace,
                                                  trace->tracks[trace->mark_track[mark]].name),
                          trace->mark_time[mark],
                          dwell_trace_get_string (trace, trace->mark_text[mark]));
}

static void
describe_suspension (const DwellTrace *trace,
                     guint32           number,
                     GString          *text)
{
  g_string_append_printf (text, "%u %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                          "\n", trace->suspension_kind[number], trace->suspension_begin[number],
                          trace->suspension_end[number],
                          dwell_trace_get_span_begin (trace, trace->suspension_span[number]));
}

/* As simple as can be. */
static char *
describe_kept (const Part *part)
{
  const DwellTrace *trace = part->trace;
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 parent = trace->span_parent[i];

      while (parent != DWELL_NONE && !is_kept (part, parent))
        parent = trace->span_parent[parent];
      if (is_kept (part, i))
        describe_span (trace, i, parent, text);
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    if (part->marks[i] && part->contexts[trace->tracks[trace->mark_track[i]].context])
      describe_mark (trace, i, text);
  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (is_kept (part, trace->suspension_span[i]))
      describe_suspension (trace, i, text);

  return g_string_free (text, FALSE);
}

static char *
describe_all (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    describe_span (trace, i, trace->span_parent[i], text);
  for (guint32 i = 0; i < trace->n_marks; i++)
    describe_mark (trace, i, text);
  for (guint32 i = 0; i < trace->n_suspensions; i++)
    describe_suspension (trace, i, text);

  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellTrace) narrowed = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree guint8 *contexts = NULL;
      g_autofree guint8 *areas = NULL;
      g_autofree guint8 *marks = NULL;
      g_autofree char *wanted = NULL;
      g_autofree char *found = NULL;

      random_trace_choose_shape (rand, &shape);
      shape.has_suspensions = i % 2 == 0;
      trace = random_trace_new (rand, &shape);
      contexts = draw_bits (rand, trace->n_contexts);
      areas = draw_bits (rand, trace->n_areas);
      marks = draw_bits (rand, trace->n_marks);
      narrowed = dwell_narrow (trace, &(DwellNarrowing) { contexts, areas, marks }, NULL, &error);
      g_assert_no_error (error);
      if (dwell_time_is_in_range (trace->begin) && dwell_time_is_in_range (trace->end))
        check_trace_invariants (narrowed);
      g_assert_cmpint (narrowed->begin, ==, trace->begin);
      g_assert_cmpint (narrowed->end, ==, trace->end);

      wanted = describe_kept (&(Part) { trace, contexts, areas, marks });
      found = describe_all (narrowed);
      g_assert_cmpstr (found, ==, wanted);
    }
}

/* Nodes: main (1) calls work (2), which calls deep (4) and back (8); and deep itself (16). Without
 * work its own weight is main's; what it called is called by main, once each. */
static void
test_nodes (void)
{
  static const char * const names[] = { "main", "work", "deep", "back", "deep" };
  const guint8 contexts[] = { TRUE };
  const guint8 areas[] = { TRUE, FALSE, TRUE, TRUE };
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_STACK_NODES);
  guint32 context = dwell_builder_add_context (builder, "all", DWELL_CONTEXT_SESSION, 0,
                                               DWELL_NONE);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) narrowed = NULL;
  g_autoptr(GError) error = NULL;

  for (guint32 i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellArea area = { .name = dwell_strings_intern (builder->strings, names[i], -1),
                         .parent = DWELL_NONE };
      guint32 above = i == 0 ? DWELL_NONE : i == 1 || i == 4 ? 0 : 1;
      guint32 node = dwell_builder_add_stack_node (builder, above,
                                                   dwell_builder_add_area (builder, &area), context,
                                                   NULL);

      dwell_column_index (builder->node_count, guint64, node) = 1;
      dwell_column_index (builder->node_self, gint64, node) = 1 << i;
    }

  trace = dwell_builder_finish (builder);
  narrowed = dwell_narrow (trace, &(DwellNarrowing) { contexts, areas, contexts }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (narrowed->n_stack_nodes, ==, 3);
  g_assert_cmpint (narrowed->node_total[0], ==, 31);
  g_assert_cmpint (narrowed->node_self[0], ==, 3);
  g_assert_cmpint (narrowed->node_self[1], ==, 20);
  g_assert_cmpuint (narrowed->node_count[1], ==, 2);
  g_assert_cmpuint (narrowed->node_parent[1], ==, 0);
  g_assert_cmpuint (narrowed->node_parent[2], ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree guint8 *all = NULL;
  RandomTraceShape shape;

  random_trace_choose_shape (rand, &shape);
  shape.n_spans = 10;
  trace = random_trace_new (rand, &shape);
  all = g_malloc0 (trace->n_areas + trace->n_contexts + trace->n_marks + 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_narrow (trace, &(DwellNarrowing) { all, all, all }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/narrow/random", test_random);
  g_test_add_func ("/narrow/nodes", test_nodes);
  g_test_add_func ("/narrow/cancelled", test_cancelled);
  return g_test_run ();
}
