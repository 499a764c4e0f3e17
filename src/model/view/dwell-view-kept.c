/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a view keeps for its pages: their filters, which areas are favourites, deadlines. Areas are
 * known by their keys, so that nothing is lost with a trace that lacks them. */
#include "config.h"

#include "model/dwell-keys.h"
#include "model/view/dwell-view-private.h"
#include "model/view/dwell-view-state-private.h"

#define MAX_DEADLINES 5000

void
_dwell_view_init_kept (DwellView *self)
{
  self->filters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->favourites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->deadlines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
_dwell_view_free_kept (DwellView *self)
{
  g_hash_table_unref (self->filters);
  g_hash_table_unref (self->favourites);
  g_hash_table_unref (self->deadlines);
}

/**
 * dwell_view_get_filter:
 * @self: a view
 * @page_id: a page
 *
 * Returns: (transfer none): the text that the page's table is filtered by; "" if it is not
 */
const char *
dwell_view_get_filter (DwellView  *self,
                       const char *page_id)
{
  const char *text;

  g_return_val_if_fail (DWELL_IS_VIEW (self), "");

  text = g_hash_table_lookup (self->filters, page_id);
  return text != NULL ? text : "";
}

/**
 * dwell_view_set_filter:
 * @self: a view
 * @page_id: a page
 * @text: what its table is filtered by; "": nothing
 */
void
dwell_view_set_filter (DwellView  *self,
                       const char *page_id,
                       const char *text)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (text != NULL);

  if (g_str_equal (dwell_view_get_filter (self, page_id), text))
    return;

  if (*text != '\0')
    g_hash_table_replace (self->filters, g_strdup (page_id), g_strdup (text));
  else
    g_hash_table_remove (self->filters, page_id);

  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/**
 * dwell_view_get_is_favourite:
 * @self: a view
 * @area: an area of its trace
 * @otherwise: what it is if the user never said: whether the file has it bookmarked
 *
 * Returns: whether the user wants to find it again
 */
gboolean
dwell_view_get_is_favourite (DwellView *self,
                             guint32    area,
                             gboolean   otherwise)
{
  g_autofree char *key = NULL;
  gpointer chosen;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (self->trace != NULL && area < self->trace->n_areas, FALSE);

  if (g_hash_table_size (self->favourites) == 0)
    return otherwise;

  key = dwell_key_of_area (self->trace, area);
  return g_hash_table_lookup_extended (self->favourites, key, NULL, &chosen)
           ? GPOINTER_TO_INT (chosen) : otherwise;
}

/**
 * dwell_view_set_is_favourite:
 * @self: a view
 * @area: an area of its trace
 * @is_favourite: whether it is one, whatever the file says; of more than 5000 nothing is kept
 */
void
dwell_view_set_is_favourite (DwellView *self,
                             guint32    area,
                             gboolean   is_favourite)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && area < self->trace->n_areas);

  if (dwell_view_get_is_favourite (self, area, !is_favourite) == !!is_favourite ||
      g_hash_table_size (self->favourites) >= DWELL_STATE_MAX_FAVOURITES)
    return;

  g_hash_table_replace (self->favourites, dwell_key_of_area (self->trace, area),
                        GINT_TO_POINTER (!!is_favourite));
  self->favourites_serial++;
  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/*< private >
 * _dwell_view_copy_favourites: what the user said, by keys of areas, for a worker; NULL: nothing */
GHashTable *
_dwell_view_copy_favourites (DwellView *self)
{
  GHashTable *copy;
  GHashTableIter iter;
  gpointer key, chosen;

  if (g_hash_table_size (self->favourites) == 0)
    return NULL;

  copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_iter_init (&iter, self->favourites);
  while (g_hash_table_iter_next (&iter, &key, &chosen))
    g_hash_table_replace (copy, g_strdup (key), chosen);

  return copy;
}

/*< private >
 * _dwell_view_get_favourites_serial: another number after the user said something new */
guint
_dwell_view_get_favourites_serial (DwellView *self)
{
  return self->favourites_serial;
}

/**
 * dwell_view_get_deadline:
 * @self: a view
 * @area: an area of its trace
 * @measure: of which figure
 *
 * Returns: how large it may be, ns; %G_MAXINT64 if nobody said
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

  if (g_hash_table_size (self->deadlines) == 0)
    return G_MAXINT64;

  key = dwell_key_of_area (self->trace, area);
  limits = g_hash_table_lookup (self->deadlines, key);
  return limits != NULL ? limits[measure] : G_MAXINT64;
}

/*< private >
 * _dwell_view_keep_deadline: notes the deadline of the area with @key, without a word to others */
void
_dwell_view_keep_deadline (DwellView    *self,
                           const char   *key,
                           DwellMeasure  measure,
                           gint64        limit_ns)
{
  gint64 *limits = g_hash_table_lookup (self->deadlines, key);
  gboolean has_any = FALSE;

  if (limits == NULL)
    {
      if (limit_ns == G_MAXINT64 || g_hash_table_size (self->deadlines) >= MAX_DEADLINES)
        return;

      limits = g_new (gint64, DWELL_N_MEASURES);
      for (guint i = 0; i < DWELL_N_MEASURES; i++)
        limits[i] = G_MAXINT64;
      g_hash_table_insert (self->deadlines, g_strdup (key), limits);
    }

  limits[measure] = limit_ns;
  for (guint i = 0; i < DWELL_N_MEASURES; i++)
    has_any = has_any || limits[i] != G_MAXINT64;
  if (!has_any)
    g_hash_table_remove (self->deadlines, key);
}

/**
 * dwell_view_set_deadline:
 * @self: a view
 * @area: an area of its trace
 * @measure: of which figure
 * @limit_ns: how large it may be, not negative; %G_MAXINT64: as large as it likes. Of more than
 *   5000 areas nothing is kept
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
  _dwell_view_update_overruns (self);
  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}
