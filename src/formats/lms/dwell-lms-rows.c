/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds free rows where the inline functions do not, and adds rows. */
#include "config.h"

#include "formats/lms/dwell-lms-rows.h"

/* With more rows than this a tree is used. */
#define MAX_FLAT 64

static void
build_tree (DwellLmsRows *self)
{
  guint32 n = self->n_allocated;

  self->tree = g_renew (gint64, self->tree, 2 * (gsize) n);

  for (guint32 i = 0; i < n; i++)
    self->tree[n + i] = i < self->n ? self->rows[i].end : DWELL_LMS_ROW_IS_USED;

  for (guint32 i = n - 1; i > 0; i--)
    self->tree[i] = MIN (self->tree[2 * i], self->tree[2 * i + 1]);
}

/**
 * dwell_lms_rows_append:
 * @self: rows
 * @id: id of the row
 *
 * Adds a row, which is free at all times.
 */
void
dwell_lms_rows_append (DwellLmsRows *self,
                       guint32       id)
{
  if (self->n == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 1);
      self->rows = g_renew (DwellLmsRow, self->rows, self->n_allocated);
      if (self->n_allocated > MAX_FLAT)
        build_tree (self);
    }

  self->rows[self->n++] = (DwellLmsRow) { G_MININT64, id };
  if (self->tree != NULL)
    dwell_lms_rows_update (self, self->n - 1);
}

/**
 * dwell_lms_rows_find_far:
 * @self: rows; the first that may be free is not
 * @time: ns
 *
 * Returns: index of the first row that is free at @time; n if there is none
 */
guint32
dwell_lms_rows_find_far (DwellLmsRows *self,
                         gint64        time)
{
  guint32 i = 1;

  if (self->tree == NULL)
    {
      /* Rows stay in use until dwell_lms_rows_leave(), which lowers n_used. */
      while (self->n_used < self->n && self->rows[self->n_used].end == DWELL_LMS_ROW_IS_USED)
        self->n_used++;

      for (i = self->n_used; i < self->n && self->rows[i].end > time;)
        i++;

      return i;
    }

  if (self->tree[1] > time)
    return self->n;

  while (i < self->n_allocated)
    {
      i *= 2;
      i += self->tree[i] > time;
    }

  return i - self->n_allocated;
}

/**
 * dwell_lms_rows_update:
 * @self: rows with a tree
 * @row: index of a row whose end has changed
 *
 * Updates the tree.
 */
void
dwell_lms_rows_update (DwellLmsRows *self,
                       guint32       row)
{
  guint32 i = self->n_allocated + row;

  self->tree[i] = self->rows[row].end;

  while ((i /= 2) > 0)
    self->tree[i] = MIN (self->tree[2 * i], self->tree[2 * i + 1]);
}

/**
 * dwell_lms_rows_clear:
 * @self: rows
 *
 * Frees what @self owns.
 */
void
dwell_lms_rows_clear (DwellLmsRows *self)
{
  g_free (self->rows);
  g_free (self->tree);
}
