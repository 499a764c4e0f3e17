/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random-trace.h"

#define MAX_ROWS 64

/* The state of a context in the generator. */
typedef struct {
  guint32 track;
  guint32 rows[MAX_ROWS];
  gint64  row_ends[MAX_ROWS];
  guint   n_rows;
  gint64  now;
  GArray *spans; /* all of it */
} Context;

typedef struct {
  GRand                  *rand;
  const RandomTraceShape *shape;
  DwellBuilder           *builder;
  guint32                *areas;
  Context                *contexts;
} Generator;

guint32
random_trace_new_seed (void)
{
  return g_test_rand_int ();
}

void
random_trace_choose_shape (GRand            *rand,
                           RandomTraceShape *shape)
{
  static const gint64 bases[] = { 0, 0, 0, -40, 1000000, -(G_GINT64_CONSTANT (1) << 62) };
  static const gint64 steps[] = { 1, 1, 1, 1000, G_GINT64_CONSTANT (1) << 29,
                                  G_GINT64_CONSTANT (1) << 40 };

  shape->n_spans = (guint) g_rand_int_range (rand, 0, 60);
  shape->n_contexts = (guint) g_rand_int_range (rand, 1, 5);
  shape->n_areas = (guint) g_rand_int_range (rand, 1, 6);
  shape->n_marks = (guint) g_rand_int_range (rand, 0, 20);
  shape->base = bases[g_rand_int_range (rand, 0, G_N_ELEMENTS (bases))];
  shape->step = steps[g_rand_int_range (rand, 0, G_N_ELEMENTS (steps))];
  shape->has_flags = g_rand_boolean (rand);
  shape->is_nested = g_rand_boolean (rand);
  shape->has_suspensions = FALSE;
}

static gint64
get_end (Generator *generator,
         guint32    span)
{
  return dwell_builder_get_span_end (generator->builder, span);
}

/* Returns an open span as the parent, or DWELL_NONE; in nested traces the innermost one. */
static guint32
choose_parent (Generator *generator,
               Context   *context)
{
  guint32 chosen = DWELL_NONE;
  guint n_open = 0;

  for (guint i = 0; i < context->spans->len; i++)
    {
      guint32 span = g_array_index (context->spans, guint32, i);

      if (get_end (generator, span) < context->now)
        continue;

      n_open++;
      if (generator->shape->is_nested || g_rand_int_range (generator->rand, 0, (int) n_open) == 0)
        chosen = span;
    }

  return generator->shape->is_nested || g_rand_int_range (generator->rand, 0, 4) > 0
           ? chosen : DWELL_NONE;
}

/* A row that is free now, any of them; another one if there is none. Nested: the depth. */
static guint
choose_row (Generator *generator,
            Context   *context,
            guint32    parent)
{
  guint chosen = MAX_ROWS;
  guint n_free = 0;

  for (guint row = 0; row < context->n_rows && !generator->shape->is_nested; row++)
    if (context->row_ends[row] <= context->now &&
        g_rand_int_range (generator->rand, 0, (int) ++n_free) == 0)
      chosen = row;

  if (generator->shape->is_nested)
    {
      chosen = 0;
      if (parent != DWELL_NONE)
        while (context->rows[chosen++] !=
               dwell_column_index (generator->builder->span_row, guint32, parent))
          ;
    }

  if (chosen < context->n_rows)
    return chosen;

  g_assert_cmpuint (context->n_rows, <, MAX_ROWS);
  context->rows[context->n_rows] = dwell_builder_add_row (generator->builder, context->track, 0);
  return context->n_rows++;
}

static guint
choose_flags (Generator *generator,
              gboolean   is_empty)
{
  guint flags = 0;

  if (!generator->shape->has_flags)
    return 0;

  if (g_rand_int_range (generator->rand, 0, 8) == 0)
    flags |= DWELL_SPAN_BEGIN_MISSING;
  if (g_rand_int_range (generator->rand, 0, 8) == 0)
    flags |= DWELL_SPAN_END_MISSING;
  if (g_rand_int_range (generator->rand, 0, 12) == 0)
    flags |= DWELL_SPAN_DOUBTFUL;
  if (g_rand_int_range (generator->rand, 0, 24) == 0)
    flags |= DWELL_SPAN_OWN_UNDEFINED;
  if (is_empty && g_rand_boolean (generator->rand))
    flags |= DWELL_SPAN_CLAMPED;

  return flags;
}

static void
add_span (Generator *generator,
          Context   *context)
{
  gint64 step = generator->shape->step;
  int wait = g_rand_int_range (generator->rand, -3, 5);
  int length = g_rand_int_range (generator->rand, -4, 24);
  guint32 parent;
  guint32 area;
  guint32 span;
  guint row;
  gint64 end;

  context->now += step * MAX (0, wait);
  parent = choose_parent (generator, context);
  end = context->now + step * MAX (0, length);
  if (parent != DWELL_NONE)
    end = MIN (end, get_end (generator, parent));

  area = generator->areas[g_rand_int_range (generator->rand, 0, (int) generator->shape->n_areas)];
  row = choose_row (generator, context, parent);
  span = dwell_builder_open_span (generator->builder, area, context->rows[row], parent,
                                  context->now);
  dwell_builder_close_span (generator->builder, span, end,
                            choose_flags (generator, end == context->now));
  context->row_ends[row] = end;
  g_array_append_val (context->spans, span);
}

/* Disjoint stretches of every span, or none. */
static void
add_suspensions (Generator *generator)
{
  guint32 n_spans = dwell_builder_get_n_spans (generator->builder);
  gint64 step = generator->shape->step;
  gboolean reserved = dwell_builder_reserve_events (generator->builder, 8 * (gsize) n_spans, NULL);

  g_assert_true (reserved);
  for (guint32 span = 0; span < n_spans; span++)
    {
      gint64 time = dwell_builder_get_span_begin (generator->builder, span);

      for (guint i = 0; i < 8 && g_rand_int_range (generator->rand, 0, 3) > 0; i++)
        {
          gint64 begin = time + step * g_rand_int_range (generator->rand, 0, 4);

          time = begin + step * g_rand_int_range (generator->rand, 1, 5);
          if (time > get_end (generator, span))
            break;
          dwell_builder_add_suspension (generator->builder,
                                        g_rand_boolean (generator->rand) ? DWELL_SUSPENSION_PAUSE
                                                                         : DWELL_SUSPENSION_WAIT,
                                        span, begin, time);
        }
    }
}

typedef struct {
  gint64  time;
  guint32 context;
  guint32 span;
} Mark;

static int
compare_marks (gconstpointer a,
               gconstpointer b)
{
  const Mark *left = a;
  const Mark *right = b;

  return (left->time > right->time) - (left->time < right->time);
}

static Mark
choose_mark (Generator *generator)
{
  guint32 n_spans = dwell_builder_get_n_spans (generator->builder);
  Mark mark = { 0, 0, DWELL_NONE };

  mark.context = (guint32) g_rand_int_range (generator->rand, 0,
                                             (int) generator->shape->n_contexts);
  mark.time = generator->shape->base +
              generator->shape->step * g_rand_int_range (generator->rand, 0, 100);

  if (n_spans > 0 && g_rand_boolean (generator->rand))
    {
      mark.span = (guint32) g_rand_int_range (generator->rand, 0, (int) n_spans);
      mark.time = dwell_builder_get_span_begin (generator->builder, mark.span);
      if (g_rand_boolean (generator->rand))
        mark.time = get_end (generator, mark.span);
    }

  return mark;
}

/* In order of time within each track, but tracks are out of step. */
static void
add_marks (Generator *generator)
{
  static const char * const texts[] = { "begin", "Ünïted", "step 7", "a longer message", "" };
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  for (guint i = 0; i < generator->shape->n_marks; i++)
    {
      Mark mark = choose_mark (generator);

      g_array_append_val (marks, mark);
    }

  g_array_sort (marks, compare_marks);

  while (marks->len > 0)
    {
      const char *text = texts[g_rand_int_range (generator->rand, 0, G_N_ELEMENTS (texts))];
      guint chosen = (guint) g_rand_int_range (generator->rand, 0, (int) marks->len);
      guint32 context = g_array_index (marks, Mark, chosen).context;
      const Mark *mark;
      gboolean added;

      for (guint i = chosen; i > 0; i--)
        if (g_array_index (marks, Mark, i - 1).context == context)
          chosen = i - 1;

      mark = &g_array_index (marks, Mark, chosen);
      added = dwell_builder_add_mark (generator->builder, DWELL_MARK_MESSAGE, mark->time,
                                      generator->contexts[mark->context].track, mark->span,
                                      DWELL_NONE,
                                      dwell_strings_intern (generator->builder->strings, text, -1),
                                      NULL);
      g_assert_true (added);
      g_array_remove_index (marks, chosen);
    }
}

static void
add_areas (Generator *generator)
{
  static const char * const names[] = { "alpha", "Beta", "gamma::Delta (int)", "ÉPSILON", "zeta" };
  static const char * const modules[] = { "", "core", "ui" };
  static const char * const authors[] = { "ann", "bob", "" };
  DwellStrings *strings = generator->builder->strings;

  for (guint i = 0; i < generator->shape->n_areas; i++)
    {
      g_autofree char *name = i < G_N_ELEMENTS (names) ? g_strdup (names[i])
                                                       : g_strdup_printf ("area %u", i);
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
      const char *module = modules[g_rand_int_range (generator->rand, 0, G_N_ELEMENTS (modules))];
      const char *author = authors[g_rand_int_range (generator->rand, 0, G_N_ELEMENTS (authors))];

      area.name = dwell_strings_intern (strings, name, -1);
      area.module = dwell_strings_intern (strings, module, -1);
      area.author = dwell_strings_intern (strings, author, -1);
      generator->areas[i] = dwell_builder_add_area (generator->builder, &area);
    }
}

static void
add_contexts (Generator *generator)
{
  for (guint i = 0; i < generator->shape->n_contexts; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);
      guint32 context = dwell_builder_add_context (generator->builder, name, DWELL_CONTEXT_THREAD,
                                                   i, DWELL_NONE);

      generator->contexts[i].track = dwell_builder_add_track (generator->builder, name, context,
                                                              FALSE);
      generator->contexts[i].now = generator->shape->base;
      generator->contexts[i].spans = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
}

DwellTrace *
random_trace_new (GRand                  *rand,
                  const RandomTraceShape *shape)
{
  g_autofree guint32 *areas = g_new0 (guint32, shape->n_areas);
  g_autofree Context *contexts = g_new0 (Context, shape->n_contexts);
  DwellBuilder *builder = dwell_builder_new ("random", "Random",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_MARKS |
                                               (shape->has_suspensions
                                                  ? DWELL_TABLE_SUSPENSIONS : 0));
  Generator generator = { rand, shape, builder, areas, contexts };
  gboolean reserved = dwell_builder_reserve_spans (builder, shape->n_spans, NULL);

  g_assert_true (reserved);
  add_areas (&generator);
  add_contexts (&generator);

  for (guint i = 0; i < shape->n_spans; i++)
    add_span (&generator, &contexts[g_rand_int_range (rand, 0, (int) shape->n_contexts)]);

  add_marks (&generator);
  if (shape->has_suspensions)
    add_suspensions (&generator);

  for (guint i = 0; i < shape->n_contexts; i++)
    g_array_unref (contexts[i].spans);

  return dwell_builder_finish (builder);
}
