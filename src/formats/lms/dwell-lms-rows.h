/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a label (or of a whole runtime, if rows are packed): each span goes to the first row
 * whose spans have all ended by then. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A tree over the rows: each node holds the least of the ends below it, so that the first row that
 * is free at a time is found in as many steps as the number of rows has bits. */
typedef struct {
  gint64  *ends;     /* 1: the root; capacity + i: the end of row i's last span */
  guint32 *rows;     /* ids */
  guint32  n;
  guint32  capacity; /* a power of two, or 0 */
} DwellLmsRows;

/* A row that is in use, or not there. */
#define DWELL_LMS_ROW_IS_USED G_MAXINT64

void dwell_lms_rows_append (DwellLmsRows *self,
                            guint32       row);
void dwell_lms_rows_clear  (DwellLmsRows *self);

/* The first row that is free at @time; n if there is none. */
static inline guint32
dwell_lms_rows_find (const DwellLmsRows *self,
                     gint64              time)
{
  guint32 i = 1;

  if (self->capacity == 0 || self->ends[1] > time)
    return self->n;

  while (i < self->capacity)
    {
      i *= 2;
      i += self->ends[i] > time;
    }

  return i - self->capacity;
}

/* The last span of row @index ends at @end. */
static inline void
dwell_lms_rows_set_end (DwellLmsRows *self,
                        guint32       index,
                        gint64        end)
{
  guint32 i = self->capacity + index;

  self->ends[i] = end;

  while (i > 1)
    {
      i /= 2;
      self->ends[i] = MIN (self->ends[2 * i], self->ends[2 * i + 1]);
    }
}

G_END_DECLS
