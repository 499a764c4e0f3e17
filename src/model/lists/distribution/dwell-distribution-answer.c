/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the answer of a distribution on a worker. */
#include "config.h"

#include "model/lists/distribution/dwell-distribution-answer.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-memory.h"
#include "core/dwell-trace-derived.h"

#define MEDIAN_POINTS 400

/**
 * dwell_measure_get_title:
 * @measure: a measure
 *
 * Returns: its translated name
 */
const char *
dwell_measure_get_title (DwellMeasure measure)
{
  switch (measure)
    {
    case DWELL_MEASURE_NET:
      return _("Self Time");
    case DWELL_MEASURE_PERIOD:
      return _("Period");
    case DWELL_MEASURE_JITTER:
      return _("Jitter");
    case DWELL_MEASURE_CALL:
    case DWELL_N_MEASURES:
    default:
      return _("Duration");
    }
}

/* Returns the bins of @all, filled with the counts of @samples. */
static GArray *
count_bins (const GArray       *bins,
            const DwellSamples *samples)
{
  GArray *counted = g_array_sized_new (FALSE, FALSE, sizeof (DwellBin), bins->len);
  guint64 before = 0;

  for (guint i = 0; i < bins->len; i++)
    {
      DwellBin bin = g_array_index (bins, DwellBin, i);
      guint64 up_to = i == bins->len - 1 ? samples->n
                                         : dwell_samples_count_up_to (samples, bin.high - 1);

      bin.n = up_to - before;
      before = up_to;
      g_array_append_val (counted, bin);
    }
  return counted;
}

static void
fill_part (DwellDistributionAnswer *self,
           DwellDistributionPart   *part,
           const GArray            *bins)
{
  part->bins = count_bins (bins, part->samples);
  part->median = dwell_samples_get_median (part->samples, MEDIAN_POINTS);
  if (self->all->n > DWELL_DISTRIBUTION_MAX_DOTS)
    part->cells = dwell_samples_count_cells (part->samples, &self->box, DWELL_DISTRIBUTION_COLUMNS,
                                             DWELL_DISTRIBUTION_ROWS, self->is_log);
}

static void
measure_all (DwellDistributionAnswer         *self,
             const DwellDistributionQuestion *question)
{
  const DwellSamples *all = self->all;
  gboolean can_be_log;

  self->box.begin = self->begin;
  self->box.end = self->end;
  if (all->n == 0)
    return;

  self->box.low = all->sorted[0];
  self->box.high = all->sorted[all->n - 1];
  can_be_log = self->box.high > 0 && self->box.low >= 0;
  self->is_log = can_be_log && (question->scale == DWELL_SCALE_LOGARITHMIC ||
                                (question->scale == DWELL_SCALE_AUTOMATIC &&
                                 dwell_samples_suggest_log (all)));
}

/* Returns how informative a distribution of the row is. Functions come before lines, which ran in
 * the same time, and before states, which are not calls; several spans come before a single one. */
static int
get_merit (const DwellTrace         *trace,
           const DwellStatisticsRow *row)
{
  DwellAreaKind kind = trace->areas[row->area].kind;
  gboolean is_function = kind != DWELL_AREA_LINE && kind != DWELL_AREA_STATE;

  return 2 * is_function + (row->count > 1);
}

/* @than: (nullable) */
static gboolean
is_heavier (const DwellTrace         *trace,
            const DwellStatisticsRow *row,
            const DwellStatisticsRow *than)
{
  if (row->of != DWELL_STATISTICS_OF_SPANS || row->context != DWELL_NONE || row->call_sum == 0)
    return FALSE;
  if (than == NULL)
    return TRUE;

  if (get_merit (trace, row) != get_merit (trace, than))
    return get_merit (trace, row) > get_merit (trace, than);
  return row->net.total != than->net.total ? row->net.total > than->net.total
                                           : row->gross.total > than->gross.total;
}

/**
 * dwell_distribution_find_heaviest:
 * @index: the statistics of areas
 * @begin: where the range begins, ns
 * @end: where it ends
 * @cancellable: (nullable): cancels the computation
 *
 * Returns: the area with the most self time in the range. Functions come before others, and areas
 *   with several spans before those with one; %DWELL_NONE if nothing ran there, or if cancelled
 */
guint32
dwell_distribution_find_heaviest (DwellStatisticsIndex *index,
                                  gint64                begin,
                                  gint64                end,
                                  GCancellable         *cancellable)
{
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_TOTALS, cancellable);
  const DwellStatisticsRow *heaviest = NULL;

  for (guint i = 0; statistics != NULL && i < statistics->n_rows; i++)
    if (is_heavier (trace, &statistics->rows[i], heaviest))
      heaviest = &statistics->rows[i];

  return heaviest != NULL ? heaviest->area : DWELL_NONE;
}

/* Returns the samples of the spans of @areas, or of the derived tracks that @areas belong to. */
static DwellSamples *
gather (const DwellDistributionAnswer   *self,
        const DwellDistributionQuestion *question,
        const guint32                   *areas,
        guint                            n_areas,
        GCancellable                    *cancellable)
{
  g_autofree guint32 *tracks = NULL;

  if (!self->is_derived)
    return dwell_samples_new (question->index, areas, n_areas, DWELL_NONE, self->begin, self->end,
                              self->measure, cancellable);

  tracks = g_new (guint32, n_areas);
  for (guint i = 0; i < n_areas; i++)
    tracks[i] = dwell_trace_find_derived (self->trace, areas[i]);
  return dwell_samples_new_of_tracks (self->trace, tracks, n_areas, self->begin, self->end,
                                      cancellable);
}

/**
 * dwell_distribution_answer_new:
 * @question: a question
 * @cancellable: (nullable): cancels the computation
 *
 * Returns: (transfer full) (nullable): the answer, or %NULL if it was cancelled
 */
DwellDistributionAnswer *
dwell_distribution_answer_new (const DwellDistributionQuestion *question,
                               GCancellable                    *cancellable)
{
  DwellDistributionAnswer *self = g_new0 (DwellDistributionAnswer, 1);
  const guint32 *areas = (const guint32 *) (gpointer) question->areas->data;
  g_autoptr(GArray) bins = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (dwell_statistics_index_get_trace (question->index));
  self->measure = question->measure;
  self->is_derived = question->areas->len > 0 &&
                     dwell_trace_find_derived (self->trace, areas[0]) != DWELL_NONE;
  self->begin = question->begin;
  self->end = question->end;
  self->parts = g_new0 (DwellDistributionPart, question->areas->len);

  for (guint i = 0; i < question->areas->len; i++)
    {
      self->parts[i].area = areas[i];
      self->parts[i].samples = gather (self, question, &areas[i], 1, cancellable);
      if (self->parts[i].samples == NULL)
        break;
      self->n_parts++;
    }

  if (self->n_parts == question->areas->len)
    self->all = self->n_parts == 1 ? dwell_samples_ref (self->parts[0].samples)
                                   : gather (self, question, areas, self->n_parts, cancellable);
  if (self->all == NULL)
    {
      dwell_distribution_answer_unref (self);
      return NULL;
    }

  measure_all (self, question);
  bins = dwell_samples_get_bins (self->all, self->is_log, question->resolution_ns);
  for (guint i = 0; i < self->n_parts; i++)
    fill_part (self, &self->parts[i], bins);
  return self;
}

/**
 * dwell_distribution_answer_get_title:
 * @self: an answer
 *
 * Returns: the translated name of what was measured
 */
const char *
dwell_distribution_answer_get_title (const DwellDistributionAnswer *self)
{
  return self->is_derived ? _("Value") : dwell_measure_get_title (self->measure);
}

/**
 * dwell_distribution_answer_ref:
 * @self: an answer
 *
 * Returns: (transfer full): @self
 */
DwellDistributionAnswer *
dwell_distribution_answer_ref (DwellDistributionAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_distribution_answer_unref:
 * @self: (transfer full): an answer
 *
 * Drops a reference, on any thread.
 */
void
dwell_distribution_answer_unref (DwellDistributionAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_parts; i++)
    {
      dwell_samples_unref (self->parts[i].samples);
      g_clear_pointer (&self->parts[i].bins, g_array_unref);
      g_clear_pointer (&self->parts[i].median, g_array_unref);
      dwell_big_free (self->parts[i].cells);
    }
  g_free (self->parts);
  g_clear_pointer (&self->all, dwell_samples_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}
