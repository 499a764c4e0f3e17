/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The less common ways of finding a free row, and growing. */
#include "config.h"

#include "formats/lms/dwell-lms-rows.h"

/* More rows have a tree. */
#define MAX_FLAT 64

/* The tree, whose leaves hold their ends already. */
static void
build_tree (DwellLmsRows *self)
{
  for (guint32 i = self->capacity - 1; i > 0; i--)
    self->ends[i] = MIN (self->ends[2 * i], self->ends[2 * i + 1]);
}

static void
grow (DwellLmsRows *self)
{
  gint64 *old = self->ends;
  guint32 old_capacity = self->capacity;

  self->n_allocated = MAX (2 * self->n_allocated, 1);
  self->capacity = self->n_allocated > MAX_FLAT ? self->n_allocated : 0;
  self->ids = g_renew (guint32, self->ids, self->n_allocated);
  self->ends = g_new (gint64, (gsize) self->capacity + self->n_allocated);

  for (guint32 i = 0; i < self->n_allocated; i++)
    self->ends[self->capacity + i] = i < self->n ? old[old_capacity + i] : DWELL_LMS_ROW_IS_USED;

  if (self->capacity > 0)
    build_tree (self);

  g_free (old);
}

/**
 * dwell_lms_rows_append:
 * @self: rows
 * @id: of one more, which is free at all times
 */
void
dwell_lms_rows_append (DwellLmsRows *self,
                       guint32       id)
{
  if (self->n == self->n_allocated)
    grow (self);

  self->ids[self->n] = id;
  self->ends[self->capacity + self->n] = G_MININT64;
  if (self->capacity > 0)
    dwell_lms_rows_update (self, self->n);
  self->n++;
}

/**
 * dwell_lms_rows_find_far:
 * @self: rows, of which the first that may be free is not
 * @time: ns
 *
 * Returns: the first row that is free at @time; n if there is none
 */
guint32
dwell_lms_rows_find_far (DwellLmsRows *self,
                         gint64        time)
{
  guint32 i = 1;

  if (self->capacity == 0)
    {
      /* Rows in use stay so until they are left, which lowers n_used. */
      while (self->n_used < self->n && self->ends[self->n_used] == DWELL_LMS_ROW_IS_USED)
        self->n_used++;

      for (i = self->n_used; i < self->n && self->ends[i] > time;)
        i++;

      return i;
    }

  if (self->ends[1] > time)
    return self->n;

  while (i < self->capacity)
    {
      i *= 2;
      i += self->ends[i] > time;
    }

  return i - self->capacity;
}

/**
 * dwell_lms_rows_update:
 * @self: rows with a tree
 * @row: whose end has changed
 */
void
dwell_lms_rows_update (DwellLmsRows *self,
                       guint32       row)
{
  for (guint32 i = (self->capacity + row) / 2; i > 0; i /= 2)
    self->ends[i] = MIN (self->ends[2 * i], self->ends[2 * i + 1]);
}

void
dwell_lms_rows_clear (DwellLmsRows *self)
{
  g_free (self->ends);
  g_free (self->ids);
}
