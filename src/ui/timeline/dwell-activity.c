/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activity that the overview shows: for each column the time that all tracks of functions
 * together cover (all other tracks only if there are none of functions), as a fraction of that of
 * the busiest column, and the function that ran most.
 *
 * A worker answers one question at a time; of the questions that arrive meanwhile only the last is
 * kept. Until the next answer arrives, the last one is shown, with its values moved to the present
 * places of their times: a trace that is still being read grows to the right. */
#include "config.h"

#include "ui/timeline/dwell-activity.h"

#include <math.h>

#include "analysis/layout/dwell-lanes.h"
#include "core/dwell-task.h"
#include "paint/dwell-timeline-painter.h"

typedef struct {
  DwellTrace       *trace;
  DwellLayoutIndex *layout; /* NULL: there is none yet */
  gint64            begin;
  gint64            end;
  guint             n_columns;
} Question;

struct _DwellActivity
{
  GObject   parent_instance;

  Question *asked;   /* being answered, or answered last */
  Question *next;    /* the one to answer next, or NULL */
  gboolean  is_busy;
  GArray   *values;  /* DwellActivityColumn: the last answer */
  gint64    begin;   /* the range of the values, ns */
  gint64    end;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (DwellActivity, dwell_activity, G_TYPE_OBJECT)

static Question *
question_new (DwellTrace       *trace,
              DwellLayoutIndex *layout,
              gint64            begin,
              gint64            end,
              guint             n_columns)
{
  Question *self = g_new (Question, 1);

  *self = (Question) {
    dwell_trace_ref (trace),
    layout != NULL ? dwell_layout_index_ref (layout) : NULL,
    begin, end, n_columns,
  };
  return self;
}

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static gboolean
question_equal (const Question   *self,
                DwellTrace       *trace,
                DwellLayoutIndex *layout,
                gint64            begin,
                gint64            end,
                guint             n_columns)
{
  return self != NULL && self->trace == trace && self->layout == layout &&
         self->begin == begin && self->end == end && self->n_columns == n_columns;
}

/* Names in each column the function that ran most in @track: the deepest one, unless it covers less
 * than half of what its caller does. */
static void
name_functions (const Question      *question,
                DwellLayoutIndex    *layout,
                guint32              track,
                GArray              *bars,
                float               *covered,
                DwellActivityColumn *columns)
{
  const DwellTrace *trace = question->trace;
  const DwellTrack *t = &trace->tracks[track];
  gboolean has_lines = dwell_lanes_has_lines (trace, track);

  for (guint32 row = t->first_row; row < t->first_row + t->n_rows; row++)
    {
      if (has_lines && trace->rows[row].is_lines)
        continue;

      g_array_set_size (bars, 0);
      dwell_layout_row (layout, row, question->begin, question->end, question->n_columns, 1, bars);

      for (guint i = 0; i < bars->len; i++)
        {
          const DwellBar *bar = &g_array_index (bars, DwellBar, i);
          guint end = (guint) CLAMP (ceil (bar->x1), 0, question->n_columns);

          for (guint x = (guint) MAX (bar->x0, 0); x < end; x++)
            {
              double width = MIN (bar->x1, x + 1) - MAX (bar->x0, x);
              float share = (float) (width * bar->coverage / 255);

              if (2 * share < covered[x] || share <= 0)
                continue;

              covered[x] = share;
              columns[x].span = bar->span;
            }
        }
    }
}

static gboolean
runs_functions (const DwellTrace *trace,
                guint32           track)
{
  return trace->tracks[track].group == DWELL_TRACKS_FUNCTIONS && trace->tracks[track].n_rows > 0;
}

/* Returns TRUE if a column is to show @span rather than @other. If both cover much of it, the
 * shorter one is better, because it may have interrupted the other. */
static gboolean
is_better (const DwellTrace *trace,
           guint32           span,
           float             covered,
           guint32           other,
           float             other_covered)
{
  if (other == DWELL_NONE || covered < other_covered / 2 || other_covered < covered / 2)
    return covered > other_covered;

  return dwell_trace_get_span_end (trace, span) - dwell_trace_get_span_begin (trace, span) <
         dwell_trace_get_span_end (trace, other) - dwell_trace_get_span_begin (trace, other);
}

/* Adds what ran in @track to @sum. */
static void
add_track (const Question      *question,
           DwellLayoutIndex    *layout,
           guint32              track,
           GArray              *bars,
           float               *best,
           DwellActivityColumn *sum)
{
  guint n = question->n_columns;
  g_autofree float *coverage = g_new (float, n);
  g_autofree float *covered = g_new0 (float, n);
  g_autofree DwellActivityColumn *columns = g_new0 (DwellActivityColumn, n);

  dwell_layout_coverage (layout, track, question->begin, question->end, n, coverage);
  name_functions (question, layout, track, bars, covered, columns);

  for (guint i = 0; i < n; i++)
    {
      sum[i].activity += coverage[i];
      if (is_better (question->trace, columns[i].span, covered[i], sum[i].span, best[i]))
        {
          best[i] = covered[i];
          sum[i].span = columns[i].span;
        }
    }
}

static void
work (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  const Question *question = task_data;
  g_autoptr(DwellLayoutIndex) layout = NULL;
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  g_autofree float *best = g_new0 (float, question->n_columns);
  DwellActivityColumn *sum = g_new (DwellActivityColumn, question->n_columns);
  gboolean has_functions = FALSE;
  float most = 0;

  if (question->layout != NULL)
    layout = dwell_layout_index_ref (question->layout);
  else
    layout = dwell_layout_index_new_plain (question->trace);

  for (guint i = 0; i < question->n_columns; i++)
    sum[i] = (DwellActivityColumn) { 0, DWELL_NONE };

  for (guint32 track = 0; track < question->trace->n_tracks; track++)
    has_functions |= runs_functions (question->trace, track);
  for (guint32 track = 0; track < question->trace->n_tracks; track++)
    if (!has_functions || runs_functions (question->trace, track))
      add_track (question, layout, track, bars, best, sum);

  for (guint i = 0; i < question->n_columns; i++)
    most = MAX (most, sum[i].activity);
  for (guint i = 0; most > 0 && i < question->n_columns; i++)
    sum[i].activity /= most;

  g_task_return_pointer (task, sum, g_free);
}

static void start (DwellActivity *self);

static void
answered (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  DwellActivity *self = DWELL_ACTIVITY (object);
  g_autofree DwellActivityColumn *values = g_task_propagate_pointer (G_TASK (result), NULL);

  self->is_busy = FALSE;

  if (self->asked != NULL)
    {
      g_array_set_size (self->values, 0);
      g_array_append_vals (self->values, values, self->asked->n_columns);
      self->begin = self->asked->begin;
      self->end = self->asked->end;
      g_signal_emit (self, changed_signal, 0);
    }

  if (self->next != NULL)
    start (self);
}

static void
start (DwellActivity *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, answered, NULL);

  g_clear_pointer (&self->asked, question_free);
  self->asked = g_steal_pointer (&self->next);
  self->is_busy = TRUE;

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task,
                        question_new (self->asked->trace, self->asked->layout, self->asked->begin,
                                      self->asked->end, self->asked->n_columns),
                        question_free);
  dwell_task_run_in_thread (task, work);
}

static void
dwell_activity_finalize (GObject *object)
{
  DwellActivity *self = DWELL_ACTIVITY (object);

  g_clear_pointer (&self->asked, question_free);
  g_clear_pointer (&self->next, question_free);
  g_array_unref (self->values);

  G_OBJECT_CLASS (dwell_activity_parent_class)->finalize (object);
}

static void
dwell_activity_class_init (DwellActivityClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_activity_finalize;

  changed_signal = g_signal_new ("changed", DWELL_TYPE_ACTIVITY, G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_activity_init (DwellActivity *self)
{
  self->values = g_array_new (FALSE, FALSE, sizeof (DwellActivityColumn));
}

/**
 * dwell_activity_new:
 * Returns: (transfer full): an activity without values
 */
DwellActivity *
dwell_activity_new (void)
{
  return g_object_new (DWELL_TYPE_ACTIVITY, NULL);
}

/**
 * dwell_activity_ask:
 * @self: the activity
 * @trace: the trace whose activity is to be computed
 * @layout: (nullable): the layout index of @trace; %NULL while there is none
 * @begin: ns
 * @end: ns, > @begin
 * @n_columns: the number of values, > 0
 *
 * Requests the activity of @trace between @begin and @end, in equal intervals. "changed" is emitted
 * when the answer is available. Does nothing if the last request was the same.
 */
void
dwell_activity_ask (DwellActivity    *self,
                    DwellTrace       *trace,
                    DwellLayoutIndex *layout,
                    gint64            begin,
                    gint64            end,
                    guint             n_columns)
{
  g_return_if_fail (DWELL_IS_ACTIVITY (self));
  g_return_if_fail (trace != NULL && begin < end && n_columns > 0);

  if (question_equal (self->next != NULL ? self->next : self->asked,
                      trace, layout, begin, end, n_columns))
    return;

  g_clear_pointer (&self->next, question_free);
  self->next = question_new (trace, layout, begin, end, n_columns);
  if (!self->is_busy)
    start (self);
}

/**
 * dwell_activity_forget:
 * @self: the activity
 *
 * Drops the values and the requests, because another trace is shown from now on.
 */
void
dwell_activity_forget (DwellActivity *self)
{
  g_return_if_fail (DWELL_IS_ACTIVITY (self));

  g_clear_pointer (&self->asked, question_free);
  g_clear_pointer (&self->next, question_free);
  g_array_set_size (self->values, 0);
}

/**
 * dwell_activity_get_values:
 * @self: the activity
 * @begin: ns
 * @end: ns, > @begin
 *
 * Returns: (transfer full) (element-type DwellActivityColumn): one for each of the equal intervals
 *   between @begin and @end: the last answer, moved to these times; empty before the first answer
 */
GArray *
dwell_activity_get_values (DwellActivity *self,
                           gint64         begin,
                           gint64         end)
{
  double step;
  double offset;
  double scale;
  GArray *values;

  g_return_val_if_fail (DWELL_IS_ACTIVITY (self), NULL);

  if (self->values->len == 0 || (self->begin == begin && self->end == end))
    return g_array_ref (self->values);

  values = g_array_sized_new (FALSE, TRUE, sizeof (DwellActivityColumn), self->values->len);
  g_array_set_size (values, self->values->len);
  step = ((double) end - (double) begin) / values->len;
  offset = (double) begin - (double) self->begin;
  scale = values->len / ((double) self->end - (double) self->begin);

  for (guint i = 0; i < values->len; i++)
    {
      double column = (offset + (i + 0.5) * step) * scale;

      if (column >= 0 && column < self->values->len)
        g_array_index (values, DwellActivityColumn, i) =
          g_array_index (self->values, DwellActivityColumn, (guint) column);
    }

  return values;
}
