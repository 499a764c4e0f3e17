/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of a requirement while its limit is dragged: benchmark-requirements. */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "analysis/requirements/dwell-requirement-samples.h"
#include "core/dwell-builder.h"
#include "measure.h"

#define N_ROUNDS 101
#define TEXT "dwell-requirements 1\nR: call of act <= 500 us\n"

/* One span: the samples are made up. */
static DwellTrace *
make_trace (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  const DwellArea area = {
    .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE,
    .name = dwell_strings_intern (builder->strings, "act", -1),
  };
  guint32 act = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  gboolean reserved = dwell_builder_reserve_spans (builder, 1, NULL);

  g_assert_true (reserved);
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, act, row, DWELL_NONE, 0),
                            1000000, 0);
  return dwell_builder_finish (builder);
}

static GArray *
make_rows (guint n)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow), n);

  for (guint i = 0; i < n; i++)
    {
      double value = g_rand_int_range (rand, 0, 1000000);
      DwellRequirementSampleRow row = { i, i + (gint64) value, value, value, 0 };

      g_array_append_val (rows, row);
    }
  return rows;
}

static void
measure (DwellTrace                   *trace,
         const DwellRequirementResult *former,
         guint                         n,
         double                        budget)
{
  g_autoptr(GArray) rows = make_rows (n);
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(DwellRequirementSamples) samples = NULL;
  double begin = measure_now ();
  double sorting;
  char *what = g_strdup_printf ("keep and sort %u samples", n);

  samples = dwell_requirement_samples_new (trace, rows, NULL);
  sorting = measure_now () - begin;
  g_assert_nonnull (samples);
  measure_print (&(MeasureRow) { .what = what, .value = sorting });

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autofree char *limit = g_strdup_printf ("<= %u us", i * 10);
      DwellRequirementResult *result;
      double taken;

      begin = measure_now ();
      result = dwell_requirement_samples_judge (samples, former, limit);
      taken = measure_now () - begin;
      g_assert_nonnull (result);
      dwell_requirement_result_free (result);
      g_array_append_val (seconds, taken);
    }
  g_free (what);
  what = g_strdup_printf ("move the limit of %u samples", n);
  measure_print (&(MeasureRow) { .what = what, .values = seconds, .budget = budget });
  g_free (what);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = NULL;

  setlocale (LC_ALL, "");
  trace = make_trace ();
  requirements = dwell_requirements_parse (TEXT, strlen (TEXT));
  results = dwell_requirements_check (requirements, trace, NULL, 1, NULL, NULL, NULL, NULL);
  g_assert_nonnull (results);
  measure (trace, results->pdata[0], 1000000, 0.016);
  measure (trace, results->pdata[0], 10000000, 0.1);
  return 0;
}
