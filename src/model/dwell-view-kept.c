/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a view keeps for its pages: their filters, favourite areas, deadlines. Areas are known by
 * their keys, so that nothing is lost with a trace that lacks them. */
#include "config.h"

#include "model/dwell-keys.h"
#include "model/dwell-view-private.h"

#define MAX_FAVOURITES 5000
#define MAX_DEADLINES  5000

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
 *
 * Returns: whether the user wants to find it again
 */
gboolean
dwell_view_get_is_favourite (DwellView *self,
                             guint32    area)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (self->trace != NULL && area < self->trace->n_areas, FALSE);

  if (g_hash_table_size (self->favourites) == 0)
    return FALSE;

  key = dwell_key_of_area (self->trace, area);
  return g_hash_table_contains (self->favourites, key);
}

/**
 * dwell_view_set_is_favourite:
 * @self: a view
 * @area: an area of its trace
 * @is_favourite: whether it is one; of more than 5000 nothing is kept
 */
void
dwell_view_set_is_favourite (DwellView *self,
                             guint32    area,
                             gboolean   is_favourite)
{
  char *key;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && area < self->trace->n_areas);

  if (dwell_view_get_is_favourite (self, area) == is_favourite ||
      (is_favourite && g_hash_table_size (self->favourites) >= MAX_FAVOURITES))
    return;

  key = dwell_key_of_area (self->trace, area);
  if (is_favourite)
    {
      g_hash_table_add (self->favourites, key);
    }
  else
    {
      g_hash_table_remove (self->favourites, key);
      g_free (key);
    }

  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/**
 * dwell_view_get_deadline:
 * @self: a view
 * @area: an area of its trace
 *
 * Returns: how long its spans may last, ns; %G_MAXINT64 if nobody said
 */
gint64
dwell_view_get_deadline (DwellView *self,
                         guint32    area)
{
  g_autofree char *key = NULL;
  const gint64 *deadline;

  g_return_val_if_fail (DWELL_IS_VIEW (self), G_MAXINT64);
  g_return_val_if_fail (self->trace != NULL && area < self->trace->n_areas, G_MAXINT64);

  key = dwell_key_of_area (self->trace, area);
  deadline = g_hash_table_lookup (self->deadlines, key);
  return deadline != NULL ? *deadline : G_MAXINT64;
}

/**
 * dwell_view_set_deadline:
 * @self: a view
 * @area: an area of its trace
 * @deadline_ns: how long its spans may last; %G_MAXINT64: as long as they like
 */
void
dwell_view_set_deadline (DwellView *self,
                         guint32    area,
                         gint64     deadline_ns)
{
  g_autofree char *key = NULL;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && area < self->trace->n_areas);

  if (dwell_view_get_deadline (self, area) == deadline_ns ||
      (deadline_ns != G_MAXINT64 && g_hash_table_size (self->deadlines) >= MAX_DEADLINES))
    return;

  key = dwell_key_of_area (self->trace, area);
  if (deadline_ns != G_MAXINT64)
    g_hash_table_replace (self->deadlines, g_steal_pointer (&key),
                          g_memdup2 (&deadline_ns, sizeof deadline_ns));
  else
    g_hash_table_remove (self->deadlines, key);

  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}
