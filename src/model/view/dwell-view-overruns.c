/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exceeds its deadline in the trace of a view. Asked for on a worker as soon as there are
 * deadlines and the statistics of the trace; what was known of the same trace stays until then. */
#include "config.h"

#include "model/dwell-keys.h"
#include "model/view/dwell-view-private.h"

/* A question and its answer, for a job. */
typedef struct {
  DwellStatisticsIndex *index;
  GHashTable           *deadlines; /* as those of the view */
  DwellOverruns        *overruns;  /* out; NULL: cancelled */
} Query;

static void
query_free (gpointer data)
{
  Query *self = data;

  dwell_statistics_index_unref (self->index);
  g_hash_table_unref (self->deadlines);
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  g_free (self);
}

/*< private >
 * _dwell_view_find_deadlines: the deadlines by area; a key may be that of several areas */
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
answer_query (gpointer      data,
              GCancellable *cancellable)
{
  Query *self = data;
  g_autoptr(GArray) deadlines =
    _dwell_view_find_deadlines (dwell_statistics_index_get_trace (self->index), self->deadlines);

  self->overruns = dwell_overruns_new (self->index,
                                       (const DwellDeadline *) (gpointer) deadlines->data,
                                       deadlines->len, cancellable);
}

static void
take_overruns (DwellView     *self,
               DwellOverruns *overruns)
{
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  self->overruns = overruns;
  _dwell_view_emit (self, DWELL_VIEW_OVERRUNS_CHANGED);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  Query *query = data;
  DwellView *self = user_data;

  self->overruns_job = NULL;
  take_overruns (self, g_steal_pointer (&query->overruns));
}

/*< private >
 * _dwell_view_copy_deadlines: for a worker */
GHashTable *
_dwell_view_copy_deadlines (DwellView *self)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key;
  gpointer limits;

  g_hash_table_iter_init (&iter, self->deadlines);
  while (g_hash_table_iter_next (&iter, &key, &limits))
    g_hash_table_insert (copy, g_strdup (key),
                         g_memdup2 (limits, DWELL_N_MEASURES * sizeof (gint64)));
  return copy;
}

void
_dwell_view_clear_overruns (DwellView *self)
{
  g_clear_pointer (&self->overruns_job, _dwell_job_abandon);
  g_clear_pointer (&self->overruns, dwell_overruns_free);
}

void
_dwell_view_update_overruns (DwellView *self)
{
  DwellStatisticsIndex *index = dwell_session_get_statistics (self->session);
  Query *query;

  g_clear_pointer (&self->overruns_job, _dwell_job_abandon);

  if (self->overruns != NULL && (self->overruns->trace != self->trace ||
                                 g_hash_table_size (self->deadlines) == 0))
    take_overruns (self, NULL);

  if (index == NULL || dwell_statistics_index_get_trace (index) != self->trace ||
      g_hash_table_size (self->deadlines) == 0)
    return;

  query = g_new0 (Query, 1);
  query->index = dwell_statistics_index_ref (index);
  query->deadlines = _dwell_view_copy_deadlines (self);
  self->overruns_job = _dwell_job_start (query, query_free, answer_query, answered, self);
}

/**
 * dwell_view_get_overruns:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the spans of dwell_view_get_trace() that exceed their
 *   deadlines; %NULL if there are no deadlines, or the answer is not there yet
 */
DwellOverruns *
dwell_view_get_overruns (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  return self->overruns;
}

gboolean
dwell_view_is_overrun (DwellView *self,
                       guint32    span)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  return self->overruns != NULL && span != DWELL_NONE &&
         dwell_overruns_has_span (self->overruns, span);
}
