/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a tree list: an array of entries. Folding and unfolding splice it; another tree, form
 * or order makes it again. Nothing recurses. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list-private.h"

/* Returns the visible entries below @entry, in the order of the rows. */
static GPtrArray *
gather (DwellTreeEntry *entry)
{
  GPtrArray *rows = g_ptr_array_new ();
  g_autoptr(GPtrArray) waiting = g_ptr_array_new ();

  do
    {
      if (entry->is_unfolded)
        for (guint32 i = entry->n_children; i-- > 0;)
          g_ptr_array_add (waiting, entry->children[i]);

      entry = waiting->len > 0 ? g_ptr_array_steal_index (waiting, waiting->len - 1) : NULL;
      if (entry != NULL)
        g_ptr_array_add (rows, entry);
    }
  while (entry != NULL);

  return rows;
}

/* Makes all rows again. */
void
_dwell_tree_list_renew (DwellTreeList *self)
{
  g_ptr_array_unref (self->rows);
  self->rows = gather (self->top);
  dwell_list_replace (DWELL_LIST (self), self->rows->len);
}

static void
splice (DwellTreeList *self,
        guint          position,
        guint          n_removed,
        GPtrArray     *added)
{
  guint n_behind = self->rows->len - position - n_removed;
  guint n_old = self->rows->len;

  if (added->len > n_removed)
    g_ptr_array_set_size (self->rows, (int) (n_old + added->len - n_removed));
  memmove (self->rows->pdata + position + added->len, self->rows->pdata + position + n_removed,
           n_behind * sizeof (gpointer));
  if (added->len > 0)
    memcpy (self->rows->pdata + position, added->pdata, added->len * sizeof (gpointer));
  if (added->len < n_removed)
    g_ptr_array_set_size (self->rows, (int) (n_old + added->len - n_removed));
}

/* Unfolds @entry, whose children are made. It has no row if an entry above it was folded meanwhile.
 * */
void
_dwell_tree_list_show_below (DwellTreeList  *self,
                             DwellTreeEntry *entry)
{
  g_autoptr(GPtrArray) added = NULL;
  guint position;

  entry->is_wanted = FALSE;
  entry->is_unfolded = TRUE;
  self->serial++;
  if (!g_ptr_array_find (self->rows, entry, &position))
    return;

  added = gather (entry);
  splice (self, position + 1, 0, added);

  /* The row itself changes too: it is unfolded now. */
  dwell_list_change (DWELL_LIST (self), (DwellListChange) { position, 1, 1 + added->len });
}

/* Unfolds the entries above @entry (nullable), makes it current and emits “arrived”. */
void
_dwell_tree_list_arrive (DwellTreeList  *self,
                         DwellTreeEntry *entry)
{
  gboolean is_new = FALSE;

  for (DwellTreeEntry *above = entry != NULL ? entry->parent : NULL;
       above != NULL;
       above = above->parent)
    {
      is_new = is_new || !above->is_unfolded;
      above->is_unfolded = TRUE;
    }

  if (entry != NULL)
    self->current = entry;
  self->serial++;
  if (is_new)
    _dwell_tree_list_renew (self);
  g_signal_emit_by_name (self, "arrived", entry != NULL);
}

static gboolean
is_below (const DwellTreeEntry *entry,
          const DwellTreeEntry *above)
{
  while (entry != NULL && entry != above)
    entry = entry->parent;

  return entry != NULL;
}

/* Folds the row at @position. */
void
_dwell_tree_list_hide_below (DwellTreeList *self,
                             guint          position)
{
  DwellTreeEntry *entry = self->rows->pdata[position];
  g_autoptr(GPtrArray) none = g_ptr_array_new ();
  guint n_removed = 0;

  for (guint i = position + 1; i < self->rows->len; i++, n_removed++)
    if (((DwellTreeEntry *) self->rows->pdata[i])->depth <= entry->depth)
      break;

  if (self->current != NULL && is_below (self->current, entry))
    self->current = entry;

  entry->is_unfolded = FALSE;
  splice (self, position + 1, n_removed, none);
  dwell_list_change (DWELL_LIST (self), (DwellListChange) { position, 1 + n_removed, 1 });
}
