/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing of the tree that finds free rows: by doubling, as rows are added at the end only. */
#include "config.h"

#include "formats/lms/dwell-lms-rows.h"

static void
grow (DwellLmsRows *self)
{
  gint64 *old = self->ends;
  guint32 old_capacity = self->capacity;

  self->capacity = MAX (2 * old_capacity, 1);
  self->rows = g_renew (guint32, self->rows, self->capacity);
  self->ends = g_new (gint64, 2 * (gsize) self->capacity);

  for (guint32 i = 0; i < self->capacity; i++)
    self->ends[self->capacity + i] = i < old_capacity ? old[old_capacity + i]
                                                      : DWELL_LMS_ROW_IS_USED;

  for (guint32 i = self->capacity - 1; i > 0; i--)
    self->ends[i] = MIN (self->ends[2 * i], self->ends[2 * i + 1]);

  g_free (old);
}

/**
 * dwell_lms_rows_append:
 * @self: rows
 * @row: id of the new one, which is in use from the beginning
 */
void
dwell_lms_rows_append (DwellLmsRows *self,
                       guint32       row)
{
  if (self->n == self->capacity)
    grow (self);

  self->rows[self->n++] = row;
}

void
dwell_lms_rows_clear (DwellLmsRows *self)
{
  g_free (self->ends);
  g_free (self->rows);
}
