/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps texts for the pages of a view (filters, sorting), and which areas are favourites. Areas are
 * identified by their keys, so that nothing is lost if a trace lacks them. */
#include "config.h"

#include "core/dwell-keys.h"
#include "model/view/dwell-view-private.h"
#include "model/view/dwell-view-state-private.h"

static void
kept_free (gpointer data)
{
  DwellKeptParts *self = data;

  for (guint i = 0; i < DWELL_N_KEPT; i++)
    g_hash_table_unref (self->texts[i]);
  g_hash_table_unref (self->favourites);
  g_free (self);
}

void
_dwell_view_add_kept (DwellView *self)
{
  self->kept = g_new0 (DwellKeptParts, 1);
  for (guint i = 0; i < DWELL_N_KEPT; i++)
    self->kept->texts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->kept->favourites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  _dwell_view_add_part (self, self->kept, kept_free, NULL, NULL);
}

/**
 * dwell_view_get_kept:
 * @self: a view
 * @kind: the kind of text
 * @name: the name of a page, a table or a part of the layout
 *
 * Returns: (transfer none): the text that is kept; "" if none is
 */
const char *
dwell_view_get_kept (DwellView  *self,
                     DwellKept   kind,
                     const char *name)
{
  const char *text;

  g_return_val_if_fail (DWELL_IS_VIEW (self), "");
  g_return_val_if_fail (kind < DWELL_N_KEPT, "");

  text = g_hash_table_lookup (self->kept->texts[kind], name);
  return text != NULL ? text : "";
}

/**
 * dwell_view_set_kept:
 * @self: a view
 * @kind: the kind of text
 * @name: the name of a page, a table or a part of the layout
 * @text: the text; "": none
 *
 * Keeps a text with the trace.
 */
void
dwell_view_set_kept (DwellView  *self,
                     DwellKept   kind,
                     const char *name,
                     const char *text)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (text != NULL);

  if (g_str_equal (dwell_view_get_kept (self, kind, name), text))
    return;

  if (*text != '\0')
    g_hash_table_replace (self->kept->texts[kind], g_strdup (name), g_strdup (text));
  else
    g_hash_table_remove (self->kept->texts[kind], name);

  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/**
 * dwell_view_get_is_favourite:
 * @self: a view
 * @area: an area of its trace
 * @otherwise: the answer if the user has made no choice: whether the file has a bookmark on it
 *
 * Returns: whether @area is a favourite
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

  if (g_hash_table_size (self->kept->favourites) == 0)
    return otherwise;

  key = dwell_key_of_area (self->trace, area);
  return g_hash_table_lookup_extended (self->kept->favourites, key, NULL, &chosen)
           ? GPOINTER_TO_INT (chosen) : otherwise;
}

/**
 * dwell_view_set_is_favourite:
 * @self: a view
 * @area: an area of its trace
 * @is_favourite: whether it is a favourite, whatever the file says
 *
 * Sets whether @area is a favourite. At most 5000 choices are kept.
 */
void
dwell_view_set_is_favourite (DwellView *self,
                             guint32    area,
                             gboolean   is_favourite)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && area < self->trace->n_areas);

  if (dwell_view_get_is_favourite (self, area, !is_favourite) == !!is_favourite ||
      g_hash_table_size (self->kept->favourites) >= DWELL_STATE_MAX_FAVOURITES)
    return;

  g_hash_table_replace (self->kept->favourites, dwell_key_of_area (self->trace, area),
                        GINT_TO_POINTER (!!is_favourite));
  self->kept->favourites_serial++;
  _dwell_view_emit (self, DWELL_VIEW_KEPT_CHANGED);
}

/* Returns: (nullable): the user's choices by keys of areas, for a worker; %NULL: there are none */
GHashTable *
_dwell_view_copy_favourites (DwellView *self)
{
  GHashTable *copy;
  GHashTableIter iter;
  gpointer key, chosen;

  if (g_hash_table_size (self->kept->favourites) == 0)
    return NULL;

  copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_iter_init (&iter, self->kept->favourites);
  while (g_hash_table_iter_next (&iter, &key, &chosen))
    g_hash_table_replace (copy, g_strdup (key), chosen);

  return copy;
}

/* Returns: a number that increases with each choice of the user */
guint
_dwell_view_get_favourites_serial (DwellView *self)
{
  return self->kept->favourites_serial;
}
