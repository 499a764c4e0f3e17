/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up in the trace what the sentence needs: the p99 of a function, the extent of a value. */
#include "config.h"

#include "model/requirements/dwell-requirement-words.h"

#include <math.h>

#include "analysis/requirements/dwell-requirement-sentence.h"
#include "analysis/values/dwell-values.h"

#define PERCENTILE 0.99

/* What is suggested where nothing is known. */
#define UNKNOWN_NS 10000000

static const char * const measures[DWELL_N_MEASURES] = {
  [DWELL_MEASURE_CALL] = "call", [DWELL_MEASURE_NET] = "net", [DWELL_MEASURE_PERIOD] = "period",
  [DWELL_MEASURE_JITTER] = "jitter",
};

static gint64
get_percentile (DwellReading *reading,
                guint32       area,
                GCancellable *cancellable)
{
  DwellTrace *trace = reading->trace;
  DwellSamples *samples = reading->statistics != NULL
    ? dwell_samples_new (reading->statistics, &area, 1, DWELL_NONE, trace->begin, trace->end,
                         DWELL_MEASURE_CALL, cancellable) : NULL;
  gint64 value = samples != NULL && samples->n > 0
                 ? dwell_samples_get_percentile (samples, PERCENTILE) : UNKNOWN_NS;

  g_clear_pointer (&samples, dwell_samples_unref);
  return value;
}

/* The least and the greatest value of all tracks that show the area. */
static void
find_extent (DwellReading *reading,
             guint32       area,
             DwellTopic   *topic)
{
  const DwellTrace *trace = reading->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      DwellValueSummary summary = { 0 };
      gboolean is_real = dwell_values_is_real (trace, i);

      if (trace->tracks[i].area != area || reading->values == NULL)
        continue;

      dwell_value_index_summarise (reading->values, i, trace->begin, trace->end, &summary);
      if (!summary.has_values)
        continue;

      /* Outwards: the sentence has six digits behind the point. */
      topic->low = is_real ? floor (summary.least.real * 1e6) / 1e6
                           : (double) summary.least.integer;
      topic->high = is_real ? ceil (summary.greatest.real * 1e6) / 1e6
                            : (double) summary.greatest.integer;
      return;
    }
}

static void
set_state (const DwellTrace *trace,
           guint32           state,
           DwellTopic       *topic)
{
  topic->kind = DWELL_TOPIC_STATE;
  topic->name = dwell_trace_get_area_title (trace, trace->areas[state].parent);
  topic->other = dwell_trace_get_string (trace, trace->areas[state].name);
}

/* A variable that has states is no number. */
static guint32
find_state (const DwellTrace *trace,
            guint32           variable)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_STATE && trace->areas[i].parent == variable)
      return i;

  return DWELL_NONE;
}

/**
 * dwell_requirement_words_of_area:
 * @reading: a trace with its indexes
 * @area: an area
 * @cancellable: (nullable): looked at now and then
 *
 * Puts into words what could be required of an area: of a function that it takes no longer than its
 * p99 rounded up, of a value that it stays in its range, of a state that it is never taken. It
 * looks at all spans of the area; for a worker.
 *
 * Returns: (transfer full): the words
 */
char *
dwell_requirement_words_of_area (DwellReading *reading,
                                 guint32       area,
                                 GCancellable *cancellable)
{
  const DwellTrace *trace = reading->trace;
  const DwellArea *self = &trace->areas[area];
  DwellTopic topic = { .kind = DWELL_TOPIC_SPAN,
                       .name = dwell_trace_get_area_title (reading->trace, area) };

  if (self->kind == DWELL_AREA_VARIABLE || self->kind == DWELL_AREA_AUX)
    {
      guint32 state = find_state (trace, area);

      topic.kind = DWELL_TOPIC_VALUE;
      if (state != DWELL_NONE)
        set_state (trace, state, &topic);
      else
        find_extent (reading, area, &topic);
    }
  else if (self->kind == DWELL_AREA_STATE && self->parent != DWELL_NONE)
    {
      set_state (trace, area, &topic);
    }
  else
    {
      topic.limit_ns = get_percentile (reading, area, cancellable);
    }

  return dwell_topic_put_into_words (&topic, "");
}

/**
 * dwell_requirement_words_of_track:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Puts into words what could be required of a context: that its load stays low enough.
 *
 * Returns: (transfer full) (nullable): the words; %NULL: it is the track of no context
 */
char *
dwell_requirement_words_of_track (const DwellTrace *trace,
                                  guint32           track)
{
  guint32 context = trace->tracks[track].context;
  DwellTopic topic = { .kind = DWELL_TOPIC_TRACK, .length_ns = trace->end - trace->begin };

  if (context == DWELL_NONE || trace->tracks[track].kind != DWELL_TRACK_SPANS)
    return NULL;

  topic.name = dwell_trace_get_context_name (trace, context);
  return dwell_topic_put_into_words (&topic, "");
}

/**
 * dwell_requirement_words_of_limit:
 * @trace: a trace
 * @area: an area
 * @measure: what is limited
 * @limit_ns: how much it may be
 *
 * Puts a deadline into words.
 *
 * Returns: (transfer full): the words
 */
char *
dwell_requirement_words_of_limit (const DwellTrace *trace,
                                  guint32           area,
                                  DwellMeasure      measure,
                                  gint64            limit_ns)
{
  DwellTopic topic = { .kind = DWELL_TOPIC_DEADLINE, .measure = measures[measure],
                       .name = dwell_trace_get_area_title (trace, area), .limit_ns = limit_ns };

  return dwell_topic_put_into_words (&topic, "");
}

/**
 * dwell_requirement_words_of_percentile:
 * @trace: a trace
 * @area: an area
 * @measure: what is limited
 * @percentile: above 0 and at most 100
 * @value_ns: what it is; of jitter that comes early, its distance
 *
 * Puts into words that a percentile stays where it is, rounded up.
 *
 * Returns: (transfer full): the words
 */
char *
dwell_requirement_words_of_percentile (const DwellTrace *trace,
                                       guint32           area,
                                       DwellMeasure      measure,
                                       double            percentile,
                                       gint64            value_ns)
{
  DwellTopic topic = { .kind = DWELL_TOPIC_PERCENTILE, .measure = measures[measure],
                       .name = dwell_trace_get_area_title (trace, area),
                       .percentile = percentile, .limit_ns = ABS (value_ns) };

  return dwell_topic_put_into_words (&topic, "");
}
