/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distribution query. A serial numbers the wanted answers; while the last answer has another
 * serial, the next question is asked. */
#include "config.h"

#include "model/lists/distribution/dwell-distribution.h"

#include "core/dwell-trace-derived.h"
#include "model/lists/distribution/dwell-selecting.h"

/* A question and its answer, for a job. */
typedef struct {
  DwellDistributionQuestion  question;
  guint                      serial;
  gboolean                   chooses; /* the job is to choose the heaviest area */
  gboolean                   is_done; /* out: not cancelled */
  DwellDistributionAnswer   *answer;  /* out; NULL if cancelled, or without areas */
} Work;

struct _DwellDistribution
{
  DwellQuery parent_instance;

  DwellMeasure  measure;
  DwellScaleKind scale;
  DwellTrace   *trace; /* of the areas; NULL: there are none */
  gboolean      is_derived; /* derived tracks are shown, not areas of spans */
  guint32       focus;      /* area, or DWELL_NONE */
  GArray       *kept[2];    /* guint32: areas of spans; those of derived tracks */
  gboolean      has_chosen; /* an area was chosen in this trace, by the user or for them */

  guint         serial;   /* of the wanted answer */
  DwellDistributionAnswer *answer; /* NULL before the first */
  guint         answer_serial;
  DwellJob     *select_job;
};

enum {
  AREAS_CHANGED,
  ANSWER_CHANGED,
  DEADLINES_CHANGED,
  SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellDistribution, dwell_distribution, DWELL_TYPE_QUERY)

static void
work_free (gpointer data)
{
  Work *self = data;

  dwell_statistics_index_unref (self->question.index);
  g_array_unref (self->question.areas);
  g_clear_pointer (&self->answer, dwell_distribution_answer_unref);
  g_free (self);
}

static void
answer_question (gpointer      data,
                 GCancellable *cancellable)
{
  Work *self = data;
  DwellDistributionQuestion *question = &self->question;

  if (self->chooses)
    {
      guint32 area = dwell_distribution_find_heaviest (question->index, question->begin,
                                                       question->end, cancellable);

      if (area != DWELL_NONE)
        g_array_append_val (question->areas, area);
    }

  if (question->areas->len > 0)
    self->answer = dwell_distribution_answer_new (question, cancellable);
  self->is_done = !g_cancellable_is_cancelled (cancellable);
}

static DwellView *
get_view (DwellDistribution *self)
{
  return dwell_query_get_view (DWELL_QUERY (self));
}

static void
change_deadlines (DwellDistribution *self)
{
  g_signal_emit (self, signals[DEADLINES_CHANGED], 0);
}

static void
drop_answer (DwellDistribution *self)
{
  g_clear_pointer (&self->select_job, _dwell_job_abandon);
  if (self->answer == NULL)
    return;

  g_clear_pointer (&self->answer, dwell_distribution_answer_unref);
  g_signal_emit (self, signals[ANSWER_CHANGED], 0);
}

static DwellStatisticsIndex *
get_index (DwellQuery *query)
{
  DwellReading *reading = dwell_query_get_reading (query);

  return reading != NULL ? reading->statistics : NULL;
}

/* Until an area is chosen, the heaviest one is measured; after that, no answer is wanted while
 * there are no areas. */
static gboolean
wants_answer (DwellDistribution *self)
{
  return dwell_distribution_get_n_areas (self) > 0 || !self->has_chosen;
}

static gboolean
dwell_distribution_shows_wanted (DwellQuery *query)
{
  return !wants_answer (DWELL_DISTRIBUTION (query)) || get_index (query) != NULL;
}

static void
dwell_distribution_ask (DwellQuery *query)
{
  DwellDistribution *self = DWELL_DISTRIBUTION (query);
  DwellStatisticsIndex *index = get_index (query);
  guint n_areas = dwell_distribution_get_n_areas (self);
  DwellDistributionQuestion *question;
  Work *work;

  if (!wants_answer (self) || index == NULL ||
      (self->answer != NULL && self->answer_serial == self->serial))
    return;

  work = g_new0 (Work, 1);
  work->serial = self->serial;
  work->chooses = n_areas == 0;
  question = &work->question;
  question->index = dwell_statistics_index_ref (index);
  question->measure = self->measure;
  question->scale = self->scale;
  question->resolution_ns = dwell_query_get_reading (query)->resolution;
  question->areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  dwell_view_get_scope_range (get_view (self), &question->begin, &question->end);
  for (guint i = 0; i < n_areas; i++)
    {
      guint32 area = dwell_distribution_get_area (self, i);

      g_array_append_val (question->areas, area);
    }
  dwell_query_ask (query, work, work_free, answer_question);
}

/* Chooses the area that a job found to be the heaviest, if there is any. */
static void
choose (DwellDistribution *self,
        const GArray      *areas)
{
  self->has_chosen = TRUE;
  if (areas->len == 0)
    return;

  self->focus = g_array_index (areas, guint32, 0);
  g_signal_emit (self, signals[AREAS_CHANGED], 0);
  change_deadlines (self);
}

static void
dwell_distribution_take (DwellQuery *query,
                         gpointer    data)
{
  DwellDistribution *self = DWELL_DISTRIBUTION (query);
  Work *work = data;

  /* Meanwhile the user may have chosen something else. */
  if (work->chooses && self->has_chosen)
    return;
  if (work->chooses && work->is_done)
    choose (self, work->question.areas);
  if (work->answer == NULL || dwell_distribution_get_n_areas (self) == 0)
    return;

  g_clear_pointer (&self->answer, dwell_distribution_answer_unref);
  self->answer = g_steal_pointer (&work->answer);
  self->answer_serial = work->serial;
  g_signal_emit (self, signals[ANSWER_CHANGED], 0);
}

static void
change (DwellDistribution *self)
{
  self->serial++;
  if (dwell_distribution_get_n_areas (self) == 0)
    drop_answer (self);
  dwell_query_update (DWELL_QUERY (self));
}

/* Returns the kept areas of the kind that is shown. */
static GArray *
get_kept (DwellDistribution *self)
{
  return self->kept[self->is_derived];
}

static gboolean
is_among_kept (DwellDistribution *self,
               guint32            area)
{
  const GArray *kept = get_kept (self);

  for (guint i = 0; i < kept->len; i++)
    if (g_array_index (kept, guint32, i) == area)
      return TRUE;
  return FALSE;
}

static void
change_areas (DwellDistribution *self)
{
  g_signal_emit (self, signals[AREAS_CHANGED], 0);
  change_deadlines (self);
  change (self);
}

static gboolean
has_samples (const DwellTrace *trace,
             guint32           area)
{
  guint32 track = dwell_trace_find_derived (trace, area);
  DwellAreaKind kind = trace->areas[area].kind;

  return track != DWELL_NONE ? dwell_samples_has_track (trace, track)
                             : kind != DWELL_AREA_VARIABLE && kind != DWELL_AREA_AUX;
}

/* A focused area without samples changes nothing: the last focused area with samples stays. */
static void
follow_focus (DwellDistribution *self)
{
  const DwellTrace *trace = dwell_query_get_trace (DWELL_QUERY (self));
  guint32 area = dwell_view_get_focus_area (get_view (self));

  if (trace == NULL || area == DWELL_NONE || area == self->focus || !has_samples (trace, area))
    return;

  self->focus = area;
  self->is_derived = dwell_trace_find_derived (trace, area) != DWELL_NONE;
  self->has_chosen = TRUE;
  change_areas (self);
}

/* When a trace becomes complete or gets other derived tracks, areas keep their numbers, except for
 * those of derived tracks. */
static void
dwell_distribution_take_trace (DwellQuery *query)
{
  DwellDistribution *self = DWELL_DISTRIBUTION (query);
  DwellTrace *trace = dwell_query_get_trace (query);

  drop_answer (self);
  if (get_view (self) == NULL)
    return;

  if (trace == NULL || (!trace->is_partial && (self->trace == NULL ||
                                                !dwell_trace_is_of_same_base (self->trace, trace))))
    {
      g_array_set_size (self->kept[FALSE], 0);
      self->focus = DWELL_NONE;
      self->has_chosen = FALSE;
    }
  g_array_set_size (self->kept[TRUE], 0);
  if (self->is_derived)
    {
      self->is_derived = FALSE;
      self->focus = DWELL_NONE;
    }
  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  follow_focus (self);
  change_areas (self);
}

static void
dwell_distribution_dispose (GObject *object)
{
  DwellDistribution *self = DWELL_DISTRIBUTION (object);

  g_clear_pointer (&self->select_job, _dwell_job_abandon);

  G_OBJECT_CLASS (dwell_distribution_parent_class)->dispose (object);
}

static void
dwell_distribution_finalize (GObject *object)
{
  DwellDistribution *self = DWELL_DISTRIBUTION (object);

  g_clear_pointer (&self->answer, dwell_distribution_answer_unref);
  g_array_unref (self->kept[FALSE]);
  g_array_unref (self->kept[TRUE]);
  g_clear_pointer (&self->trace, dwell_trace_unref);

  G_OBJECT_CLASS (dwell_distribution_parent_class)->finalize (object);
}

static void
dwell_distribution_class_init (DwellDistributionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  object_class->dispose = dwell_distribution_dispose;
  object_class->finalize = dwell_distribution_finalize;

  query_class->take_trace = dwell_distribution_take_trace;
  query_class->ask = dwell_distribution_ask;
  query_class->take = dwell_distribution_take;
  query_class->shows_wanted = dwell_distribution_shows_wanted;

  signals[AREAS_CHANGED] = g_signal_new ("areas-changed", DWELL_TYPE_DISTRIBUTION,
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DEADLINES_CHANGED] = g_signal_new ("deadlines-changed", DWELL_TYPE_DISTRIBUTION,
                                             G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                             0);
  signals[SELECTED] = g_signal_new ("selected", DWELL_TYPE_DISTRIBUTION, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ARRAY);
  signals[ANSWER_CHANGED] = g_signal_new ("answer-changed", DWELL_TYPE_DISTRIBUTION,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_distribution_init (DwellDistribution *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->focus = DWELL_NONE;
  self->kept[FALSE] = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->kept[TRUE] = g_array_new (FALSE, FALSE, sizeof (guint32));

  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change));
  dwell_query_connect_view (query, "focus-changed", G_CALLBACK (follow_focus));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (change_deadlines));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_distribution_new:
 *
 * Returns: (transfer full): a distribution of durations without areas
 */
DwellDistribution *
dwell_distribution_new (void)
{
  return g_object_new (DWELL_TYPE_DISTRIBUTION, NULL);
}

/**
 * dwell_distribution_set_measure:
 * @self: a distribution
 * @measure: the quantity whose distribution is wanted
 */
void
dwell_distribution_set_measure (DwellDistribution *self,
                                DwellMeasure       measure)
{
  g_return_if_fail (DWELL_IS_DISTRIBUTION (self));

  if (self->measure == measure)
    return;

  self->measure = measure;
  change_deadlines (self);
  change (self);
}

/**
 * dwell_distribution_set_scale:
 * @self: a distribution
 * @scale: the scale of values; a logarithmic one is used only if the values allow it
 */
void
dwell_distribution_set_scale (DwellDistribution *self,
                              DwellScaleKind     scale)
{
  g_return_if_fail (DWELL_IS_DISTRIBUTION (self));

  if (self->scale == scale)
    return;

  self->scale = scale;
  change (self);
}

/**
 * dwell_distribution_get_measure:
 * @self: a distribution
 *
 * Returns: the quantity whose distribution is wanted
 */
DwellMeasure
dwell_distribution_get_measure (DwellDistribution *self)
{
  return self->measure;
}

/**
 * dwell_distribution_is_derived:
 * @self: a distribution
 *
 * Returns: whether its areas are those of derived tracks, which have neither measures nor deadlines
 */
gboolean
dwell_distribution_is_derived (DwellDistribution *self)
{
  return self->is_derived;
}

/**
 * dwell_distribution_get_n_areas:
 * @self: a distribution
 *
 * Returns: the number of areas: those kept, and the focused one if it is not kept and there is
 *   room
 */
guint
dwell_distribution_get_n_areas (DwellDistribution *self)
{
  guint n_kept = get_kept (self)->len;

  return n_kept + (self->focus != DWELL_NONE && !is_among_kept (self, self->focus) &&
                   n_kept < DWELL_DISTRIBUTION_MAX_AREAS);
}

/**
 * dwell_distribution_get_left_out:
 * @self: a distribution
 *
 * Returns: the area in focus, if it is not shown because %DWELL_DISTRIBUTION_MAX_AREAS are kept;
 *   else %DWELL_NONE
 */
guint32
dwell_distribution_get_left_out (DwellDistribution *self)
{
  g_return_val_if_fail (DWELL_IS_DISTRIBUTION (self), DWELL_NONE);

  return get_kept (self)->len < DWELL_DISTRIBUTION_MAX_AREAS ||
         self->focus == DWELL_NONE || is_among_kept (self, self->focus) ? DWELL_NONE : self->focus;
}

/**
 * dwell_distribution_get_area:
 * @self: a distribution
 * @i: the number of an area, from 0
 *
 * Returns: the area; the kept ones come first, in the order in which the user kept them
 */
guint32
dwell_distribution_get_area (DwellDistribution *self,
                             guint              i)
{
  const GArray *kept = get_kept (self);

  return i < kept->len ? g_array_index (kept, guint32, i) : self->focus;
}

/**
 * dwell_distribution_is_kept:
 * @self: a distribution
 * @i: the number of an area, from 0
 *
 * Returns: whether the user keeps the area; otherwise it follows the focus
 */
gboolean
dwell_distribution_is_kept (DwellDistribution *self,
                            guint              i)
{
  return i < get_kept (self)->len;
}

/**
 * dwell_distribution_keep_area:
 * @self: a distribution
 * @area: one of its areas
 *
 * Keeps @area, so that it stays when the focus changes.
 *
 * Returns: whether it is kept now; false if %DWELL_DISTRIBUTION_MAX_AREAS are kept already
 */
gboolean
dwell_distribution_keep_area (DwellDistribution *self,
                              guint32            area)
{
  g_return_val_if_fail (DWELL_IS_DISTRIBUTION (self), FALSE);

  if (is_among_kept (self, area))
    return TRUE;
  if (get_kept (self)->len >= DWELL_DISTRIBUTION_MAX_AREAS)
    return FALSE;

  g_array_append_val (get_kept (self), area);
  self->has_chosen = TRUE;
  change_areas (self);
  return TRUE;
}

/**
 * dwell_distribution_drop_area:
 * @self: a distribution
 * @area: an area, kept or focused
 *
 * Removes @area from the distribution.
 */
void
dwell_distribution_drop_area (DwellDistribution *self,
                              guint32            area)
{
  GArray *kept;

  g_return_if_fail (DWELL_IS_DISTRIBUTION (self));

  kept = get_kept (self);
  for (guint i = 0; i < kept->len; i++)
    if (g_array_index (kept, guint32, i) == area)
      {
        g_array_remove_index (kept, i);
        break;
      }
  if (self->focus == area)
    self->focus = DWELL_NONE;
  if (kept->len == 0 && self->focus == DWELL_NONE)
    self->is_derived = FALSE;
  self->has_chosen = TRUE;
  change_areas (self);
}

/**
 * dwell_distribution_get_answer:
 * @self: a distribution
 *
 * Returns: (transfer none) (nullable): the last answer, maybe for other areas or another measure
 *   than are wanted now; %NULL before the first
 */
DwellDistributionAnswer *
dwell_distribution_get_answer (DwellDistribution *self)
{
  return self->answer;
}

static void
selected (gpointer data,
          gpointer user_data)
{
  DwellSelecting *selecting = data;
  DwellDistribution *self = user_data;

  self->select_job = NULL;
  if (selecting->spans == NULL ||
      selecting->answer->trace != dwell_query_get_trace (DWELL_QUERY (self)))
    return;

  dwell_view_set_found_spans (get_view (self), selecting->label, g_array_ref (selecting->spans));
  g_signal_emit (self, signals[SELECTED], 0, selecting->spans);
}

static void
start_selecting (DwellDistribution *self,
                 DwellSelecting    *selecting,
                 const char        *label)
{
  g_clear_pointer (&self->select_job, _dwell_job_abandon);
  selecting->answer = dwell_distribution_answer_ref (self->answer);
  selecting->label = g_strdup (label);
  self->select_job = _dwell_job_start (selecting, _dwell_selecting_free, _dwell_selecting_work,
                                       selected, self);
}

/**
 * dwell_distribution_select:
 * @self: a distribution with an answer, of spans
 * @part: one of the answer's parts, or −1 for all
 * @box: the range of the samples
 * @label: a translated name for these spans
 *
 * Finds the spans of the samples in @box on a worker and makes them the view's hits. The signal
 * selected follows, with the spans (GArray of guint32) of the answer's trace.
 */
void
dwell_distribution_select (DwellDistribution    *self,
                           int                   part,
                           const DwellSampleBox *box,
                           const char           *label)
{
  DwellSelecting *selecting;

  g_return_if_fail (DWELL_IS_DISTRIBUTION (self) && self->answer != NULL);
  g_return_if_fail (part < (int) self->answer->n_parts);

  selecting = g_new0 (DwellSelecting, 1);
  selecting->part = part;
  selecting->box = *box;
  start_selecting (self, selecting, label);
}

/* Returns the limits that a requirement sets for the values of a derived track. */
static DwellSampleLimits
get_track_limits (DwellDistribution *self,
                  guint32            track)
{
  const GArray *limits = dwell_view_get_limits (get_view (self));

  for (guint i = 0; limits != NULL && i < limits->len; i++)
    {
      const DwellDerivedLimit *limit = &g_array_index (limits, DwellDerivedLimit, i);

      if (limit->track == track)
        return dwell_sample_limits_of_track (self->answer->trace, track, limit->low, limit->high);
    }

  return DWELL_SAMPLE_NO_LIMITS;
}

/**
 * dwell_distribution_get_part_limits:
 * @self: a distribution with an answer
 * @part: one of its parts
 *
 * Returns: the limits of the part's values: for spans, the deadline of their area for the answer's
 *   measure; for a track, the limits of its requirement
 */
DwellSampleLimits
dwell_distribution_get_part_limits (DwellDistribution *self,
                                    guint              part)
{
  const DwellDistributionAnswer *answer;
  guint32 area;

  g_return_val_if_fail (DWELL_IS_DISTRIBUTION (self) && self->answer != NULL,
                        DWELL_SAMPLE_NO_LIMITS);
  g_return_val_if_fail (part < self->answer->n_parts, DWELL_SAMPLE_NO_LIMITS);

  answer = self->answer;
  area = answer->parts[part].area;
  if (answer->is_derived)
    return get_track_limits (self, dwell_trace_find_derived (answer->trace, area));

  return dwell_sample_limits_of_deadline (answer->measure,
                                          dwell_view_get_deadline (get_view (self), area,
                                                                   answer->measure));
}

/**
 * dwell_distribution_select_over:
 * @self: a distribution with an answer, of spans
 * @label: a translated name for these spans
 *
 * Finds the spans whose samples exceed the deadlines of their areas on a worker and makes them
 * the view's hits. The signal selected follows, as after dwell_distribution_select().
 */
void
dwell_distribution_select_over (DwellDistribution *self,
                                const char        *label)
{
  DwellSelecting *selecting;

  g_return_if_fail (DWELL_IS_DISTRIBUTION (self) && self->answer != NULL);

  selecting = g_new0 (DwellSelecting, 1);
  selecting->limits = g_new (DwellSampleLimits, MAX (self->answer->n_parts, 1));
  for (guint i = 0; i < self->answer->n_parts; i++)
    selecting->limits[i] = dwell_distribution_get_part_limits (self, i);
  start_selecting (self, selecting, label);
}

/**
 * dwell_distribution_set_deadline:
 * @self: a distribution
 * @limit_ns: the greatest value allowed of the measure, not negative; %G_MAXINT64 for no deadline
 *
 * Sets the deadline of all its areas in the view.
 */
void
dwell_distribution_set_deadline (DwellDistribution *self,
                                 gint64             limit_ns)
{
  g_return_if_fail (DWELL_IS_DISTRIBUTION (self) && get_view (self) != NULL);

  for (guint i = 0; i < dwell_distribution_get_n_areas (self); i++)
    dwell_view_set_deadline (get_view (self), dwell_distribution_get_area (self, i),
                             self->measure, limit_ns);
}

/**
 * dwell_distribution_get_deadline:
 * @self: a distribution
 * @limit_ns: (out): the deadline of its areas in the view; %G_MAXINT64 if they have none
 *
 * Returns: whether the deadline is the same for all of them
 */
gboolean
dwell_distribution_get_deadline (DwellDistribution *self,
                                 gint64            *limit_ns)
{
  *limit_ns = G_MAXINT64;
  for (guint i = 0; i < dwell_distribution_get_n_areas (self); i++)
    {
      gint64 limit = dwell_view_get_deadline (get_view (self),
                                              dwell_distribution_get_area (self, i),
                                              self->measure);

      if (i > 0 && limit != *limit_ns)
        return FALSE;
      *limit_ns = limit;
    }
  return TRUE;
}
