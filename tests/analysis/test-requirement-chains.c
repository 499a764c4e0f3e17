/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains, by what must hold of them whatever the recording: the longest reaction with sampling is
 * the greatest age with hold away from the edges (Günzel et al., ECRTS 2023), and no reaction is
 * shorter than the latency of what got through. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-builder.h"
#include "support/random-trace.h"

#define N_TRACES 300

/* Tasks of a chain, each with a rhythm of its own; none overlaps itself. */
static DwellTrace *
make_trace (GRand *rand,
            guint  n_stages)
{
  DwellBuilder *builder = dwell_builder_new ("random", "Random", DWELL_TABLE_SPANS);
  const guint n_spans = 40;
  gboolean reserved = dwell_builder_reserve_spans (builder, (gsize) n_stages * n_spans, NULL);

  g_assert_true (reserved);
  for (guint stage = 0; stage < n_stages; stage++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", stage);
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_TASK, stage,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, name, context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);
      int pace = g_rand_int_range (rand, 2, 40);
      gint64 time = g_rand_int_range (rand, 0, pace);
      guint32 number;

      area.name = area.title = dwell_strings_intern (builder->strings, name, -1);
      number = dwell_builder_add_area (builder, &area);
      for (guint i = 0; i < n_spans; i++)
        {
          gint64 end = time + g_rand_int_range (rand, 0, pace);
          guint32 span = dwell_builder_open_span (builder, number, row, DWELL_NONE, time);

          dwell_builder_close_span (builder, span, end, 0);
          time = end + g_rand_int_range (rand, 1, pace + 1);
        }
    }
  return dwell_builder_finish (builder);
}

static GArray *
get_samples (const DwellRequirements *requirements,
             DwellTrace              *trace,
             const char              *id)
{
  const char *only[] = { id, NULL };
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, only, 0, rows,
                                                           NULL, NULL, &error);

  g_assert_no_error (error);
  return rows;
}

#define ROW(array, i) (&g_array_index ((array), DwellRequirementSampleRow, (i)))

static gboolean
is_known (const DwellRequirementSampleRow *row)
{
  return row->low == row->high;
}

/* The greatest of the samples that are known; NULL: there is none. */
static const DwellRequirementSampleRow *
find_greatest (const GArray *rows)
{
  const DwellRequirementSampleRow *greatest = NULL;

  for (guint i = 0; i < rows->len; i++)
    if (is_known (ROW (rows, i)) && (greatest == NULL || ROW (rows, i)->low > greatest->low))
      greatest = ROW (rows, i);
  return greatest;
}

/* Returns: the one that holds all of @row, as far as it is known; NULL: none does */
static const DwellRequirementSampleRow *
find_around (const GArray                    *rows,
             const DwellRequirementSampleRow *row)
{
  for (guint i = 0; i < rows->len; i++)
    if (ROW (rows, i)->begin <= row->begin && ROW (rows, i)->end >= row->end)
      return ROW (rows, i);
  return NULL;
}

/* Each reaction lies in an age unless it ends with the first response, and each age in a reaction
 * unless it begins with the last stimulus; so if what holds the greatest is known, both are the
 * same. */
static gboolean
compare_long (const GArray *reactions,
              const GArray *ages)
{
  const DwellRequirementSampleRow *reaction = find_greatest (reactions);
  const DwellRequirementSampleRow *age = find_greatest (ages);
  const DwellRequirementSampleRow *around_reaction;
  const DwellRequirementSampleRow *around_age;
  gint64 first = G_MAXINT64;
  gint64 last = G_MININT64;

  for (guint i = 0; i < ages->len; i++)
    first = MIN (first, ROW (ages, i)->end);
  for (guint i = 0; i < reactions->len; i++)
    {
      last = MAX (last, ROW (reactions, i)->begin);
      if (is_known (ROW (reactions, i)) && ROW (reactions, i)->end >= first)
        g_assert_nonnull (find_around (ages, ROW (reactions, i)));
    }
  for (guint i = 0; i < ages->len; i++)
    if (is_known (ROW (ages, i)) && ROW (ages, i)->begin <= last)
      g_assert_nonnull (find_around (reactions, ROW (ages, i)));

  if (reaction == NULL || age == NULL)
    return FALSE;
  around_reaction = find_around (ages, reaction);
  around_age = find_around (reactions, age);
  if (around_reaction == NULL || around_age == NULL || !is_known (around_reaction) ||
      !is_known (around_age))
    return FALSE;

  g_assert_cmpfloat (reaction->low, ==, age->low);
  return TRUE;
}

/* Of each stimulus that gets through the reaction is known, and at least the latency. */
static void
compare_latencies (const GArray *reactions,
                   const GArray *latencies)
{
  for (guint i = 0; i < latencies->len; i++)
    {
      gboolean is_found = FALSE;

      for (guint j = 0; j < reactions->len && !is_found; j++)
        if (ROW (reactions, j)->begin == ROW (latencies, i)->begin)
          {
            is_found = TRUE;
            g_assert_true (is_known (ROW (reactions, j)));
            g_assert_cmpfloat (ROW (reactions, j)->low, >=, ROW (latencies, i)->low);
          }
      g_assert_true (is_found);
    }
}

static void
test_reaction_is_age (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  guint n_equal = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      guint n_stages = (guint) g_rand_int_range (rand, 2, 5);
      g_autoptr(DwellTrace) trace = make_trace (rand, n_stages);
      g_autoptr(GString) text = g_string_new ("dwell-requirements 1\nchain c: s0");
      g_autoptr(DwellRequirements) requirements = NULL;
      g_autoptr(GArray) long_reactions = NULL;
      g_autoptr(GArray) long_ages = NULL;
      g_autoptr(GArray) reactions = NULL;
      g_autoptr(GArray) latencies = NULL;

      for (guint stage = 1; stage < n_stages; stage++)
        g_string_append_printf (text, " -> s%u", stage);
      g_string_append (text, "\nR: reaction of c with sampling <= 1 s\n"
                             "A: age of c with hold <= 1 s\nS: reaction of c <= 1 s\n"
                             "L: latency of c <= 1 s\n");
      requirements = dwell_requirements_parse (text->str, text->len);
      g_assert_cmpuint (requirements->errors->len, ==, 0);

      long_reactions = get_samples (requirements, trace, "R");
      long_ages = get_samples (requirements, trace, "A");
      reactions = get_samples (requirements, trace, "S");
      latencies = get_samples (requirements, trace, "L");
      n_equal += compare_long (long_reactions, long_ages);
      compare_latencies (reactions, latencies);
    }
  g_test_message ("%u of %d traces", n_equal, N_TRACES);
  g_assert_cmpuint (n_equal, >, N_TRACES / 10);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requirement-chains/reaction-is-age", test_reaction_is_age);
  return g_test_run ();
}
