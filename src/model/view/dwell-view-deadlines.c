/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deadlines of a view, and everything that is marked: spans that exceed deadlines, and
 * violations of requirements. A worker gathers it as soon as there is a deadline or a violation and
 * the statistics of the trace are known; until it is done, the former answer for the same trace
 * stays. Areas are identified by their keys. */
#include "config.h"

#include "core/dwell-keys.h"
#include "model/view/dwell-view-private.h"

#define MAX_DEADLINES 5000

/* A question and its answer, for a job. */
typedef struct {
  DwellTrace    *trace;
  GHashTable    *limits;    /* a copy of the view's */
  DwellRequirementsAnswer *answer; /* (nullable): of requirements on the same trace */
  GArray        *deadlines; /* DwellDeadline; out */
  DwellOverruns *overruns;  /* out; NULL: cancelled */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->deadlines, g_array_unref);
  g_hash_table_unref (self->limits);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  g_free (self);
}

/* Returns: (element-type DwellDeadline): the deadlines of @trace's areas; areas may share a key */
GArray *
_dwell_view_find_deadlines (const DwellTrace *trace,
                            GHashTable       *by_key)
{
  GArray *deadlines = g_array_new (FALSE, FALSE, sizeof (DwellDeadline));

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      g_autofree char *key = dwell_key_of_area (trace, area);
      const gint64 *limits = g_hash_table_lookup (by_key, key);

      for (guint i = 0; limits != NULL && i < DWELL_N_MEASURES; i++)
        {
          DwellDeadline deadline = { area, (DwellMeasure) i, limits[i] };

          if (limits[i] != G_MAXINT64)
            g_array_append_val (deadlines, deadline);
        }
    }

  return deadlines;
}

static void
answer_question (gpointer      data,
                 GCancellable *cancellable)
{
  Question *self = data;
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  guint n_results = self->answer != NULL ? self->answer->results->len : 0;

  self->deadlines = _dwell_view_find_deadlines (self->trace, self->limits);
  if (dwell_deadlines_check ((const DwellDeadline *) (gpointer) self->deadlines->data,
                             self->deadlines->len, self->trace, n_results, marks, cancellable))
    self->overruns = dwell_overruns_new (self->trace, marks,
                                         self->answer != NULL ? self->answer->marks : NULL);
}

/* Takes over all parts of an answer. @answer and @deadlines (nullable) are kept to describe
 * marks. */
static void
take_overruns (DwellDeadlines          *self,
               DwellOverruns           *overruns,
               DwellRequirementsAnswer *answer,
               GArray                  *deadlines)
{
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_clear_pointer (&self->marked, g_array_unref);
  self->overruns = overruns;
  self->answer = answer;
  self->marked = deadlines;
  self->place = G_MAXUINT64;
  _dwell_view_emit (self->view, DWELL_VIEW_OVERRUNS_CHANGED);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  Question *question = data;
  DwellDeadlines *self = user_data;

  self->job = NULL;
  take_overruns (self, g_steal_pointer (&question->overruns), g_steal_pointer (&question->answer),
                 g_steal_pointer (&question->deadlines));
}

/* Returns: a copy of the deadlines by keys of areas, for a worker */
GHashTable *
_dwell_view_copy_deadlines (DwellView *self)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key;
  gpointer limits;

  g_hash_table_iter_init (&iter, self->deadlines->limits);
  while (g_hash_table_iter_next (&iter, &key, &limits))
    g_hash_table_insert (copy, g_strdup (key),
                         g_memdup2 (limits, DWELL_N_MEASURES * sizeof (gint64)));
  return copy;
}

/* Returns: (nullable): the answer for the present trace, if anything is to be marked */
static DwellRequirementsAnswer *
get_answer (DwellView *self)
{
  DwellRequirementsAnswer *answer = dwell_view_get_requirements_answer (self);

  return answer != NULL && answer->marks->len > 0 && answer->reading->trace == self->trace
           ? answer : NULL;
}

/* To be called when the deadlines, the requirements, the trace or its statistics have changed. */
static void
update (DwellDeadlines *self)
{
  const DwellReading *reading = self->view->reading;
  DwellRequirementsAnswer *answer = get_answer (self->view);
  gboolean has_any = g_hash_table_size (self->limits) > 0 || answer != NULL;
  Question *question;

  g_clear_pointer (&self->job, _dwell_job_abandon);

  if (self->overruns != NULL && (self->overruns->trace != self->view->trace || !has_any))
    take_overruns (self, NULL, NULL, NULL);

  if (!has_any || reading == NULL || reading->statistics == NULL)
    return;

  question = g_new0 (Question, 1);
  question->trace = dwell_trace_ref (reading->trace);
  question->answer = answer != NULL ? dwell_requirements_answer_ref (answer) : NULL;
  question->limits = _dwell_view_copy_deadlines (self->view);
  self->job = _dwell_job_start (question, question_free, answer_question, answered, self);
}

static void
adapt (gpointer data)
{
  update (data);
}

/* Of all indexes, only the statistics matter here, and they come once. */
static void
indexes_changed (DwellDeadlines *self)
{
  if (self->overruns == NULL && self->job == NULL)
    update (self);
}

static void
deadlines_free (gpointer data)
{
  DwellDeadlines *self = data;

  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_clear_pointer (&self->marked, g_array_unref);
  g_hash_table_unref (self->limits);
  g_free (self);
}

void
_dwell_view_add_deadlines (DwellView *self)
{
  self->deadlines = g_new0 (DwellDeadlines, 1);
  self->deadlines->view = self;
  self->deadlines->limits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  _dwell_view_add_part (self, self->deadlines, deadlines_free, adapt, NULL);
  g_signal_connect_swapped (self, "indexes-changed", G_CALLBACK (indexes_changed),
                            self->deadlines);
}

void
_dwell_view_update_overruns (DwellView *self)
{
  update (self->deadlines);
}

/**
 * dwell_view_get_deadline:
 * @self: a view
 * @area: an area of its trace
 * @measure: the measure that is limited
 *
 * Returns: the deadline of a span of @area for @measure, ns; %G_MAXINT64: there is none
 */
gint64
dwell_view_get_deadline (DwellView    *self,
                         guint32       area,
                         DwellMeasure  measure)
{
  g_autofree char *key = NULL;
  const gint64 *limits;

  g_return_val_if_fail (DWELL_IS_VIEW (self), G_MAXINT64);
  g_return_val_if_fail (measure < DWELL_N_MEASURES, G_MAXINT64);
  g_return_val_if_fail (self->trace != NULL && area < self->trace->n_areas, G_MAXINT64);

  if (g_hash_table_size (self->deadlines->limits) == 0)
    return G_MAXINT64;

  key = dwell_key_of_area (self->trace, area);
  limits = g_hash_table_lookup (self->deadlines->limits, key);
  return limits != NULL ? limits[measure] : G_MAXINT64;
}

/**
 * dwell_view_find_deadlines:
 * @self: a view
 *
 * Returns: (transfer full) (element-type DwellDeadline): the deadlines of the areas of its trace
 */
GArray *
dwell_view_find_deadlines (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  if (self->trace == NULL || g_hash_table_size (self->deadlines->limits) == 0)
    return g_array_new (FALSE, FALSE, sizeof (DwellDeadline));

  return _dwell_view_find_deadlines (self->trace, self->deadlines->limits);
}

/* Keeps the deadline of the area with @key, without a signal. */
void
_dwell_view_keep_deadline (DwellView    *self,
                           const char   *key,
                           DwellMeasure  measure,
                           gint64        limit_ns)
{
  gint64 *limits = g_hash_table_lookup (self->deadlines->limits, key);
  gboolean has_any = FALSE;

  if (limits == NULL)
    {
      if (limit_ns == G_MAXINT64 || g_hash_table_size (self->deadlines->limits) >= MAX_DEADLINES)
        return;

      limits = g_new (gint64, DWELL_N_MEASURES);
      for (guint i = 0; i < DWELL_N_MEASURES; i++)
        limits[i] = G_MAXINT64;
      g_hash_table_insert (self->deadlines->limits, g_strdup (key), limits);
    }

  limits[measure] = limit_ns;
  for (guint i = 0; i < DWELL_N_MEASURES; i++)
    has_any = has_any || limits[i] != G_MAXINT64;
  if (!has_any)
    g_hash_table_remove (self->deadlines->limits, key);
}

/**
 * dwell_view_set_deadline:
 * @self: a view
 * @area: an area of its trace
 * @measure: the measure that is limited
 * @limit_ns: the greatest value allowed, ns, not negative; %G_MAXINT64: any
 *
 * Sets or removes the deadline of the spans of @area for @measure. At most 5000 areas have
 * deadlines.
 */
void
dwell_view_set_deadline (DwellView    *self,
                         guint32       area,
                         DwellMeasure  measure,
                         gint64        limit_ns)
{
  g_autofree char *key = NULL;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (measure < DWELL_N_MEASURES && limit_ns >= 0);
  g_return_if_fail (self->trace != NULL && area < self->trace->n_areas);

  if (dwell_view_get_deadline (self, area, measure) == limit_ns)
    return;

  key = dwell_key_of_area (self->trace, area);
  _dwell_view_keep_deadline (self, key, measure, limit_ns);
  update (self->deadlines);
  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/**
 * dwell_view_get_overruns:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): everything in the whole trace that exceeds deadlines or
 *   violates requirements; %NULL if there is nothing, or the answer is not there yet
 */
DwellOverruns *
dwell_view_get_overruns (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  return self->deadlines->overruns;
}

/**
 * dwell_view_is_overrun:
 * @self: a view
 * @span: a span, or %DWELL_NONE
 *
 * Returns: whether @span is known to exceed a deadline, or to violate a requirement
 */
gboolean
dwell_view_is_overrun (DwellView *self,
                       guint32    span)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  return self->deadlines->overruns != NULL && span != DWELL_NONE &&
         dwell_overruns_has_span (self->deadlines->overruns, span);
}
