/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a label, or of a whole runtime if rows are packed. A span gets the first row whose
 * spans have all ended when it begins. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64  end; /* of its last span, or DWELL_LMS_ROW_IS_USED */
  guint32 id;
} DwellLmsRow;

/* A few rows are searched one by one, from the first that may be free: that one is free if spans
 * nest. Many rows have a binary tree; each of its nodes holds the smallest end below it, so finding
 * the first free row takes logarithmic time. */
typedef struct {
  DwellLmsRow *rows;
  gint64      *tree;        /* (nullable); 1 = the root, n_allocated + i = the end of row i */
  guint32      n;
  guint32      n_allocated; /* a power of two, or 0 */
  guint32      n_used;      /* this many rows at the start are all in use */
} DwellLmsRows;

/* The end of a row with an open span. */
#define DWELL_LMS_ROW_IS_USED G_MAXINT64

void    dwell_lms_rows_append    (DwellLmsRows *self,
                                  guint32       id);
guint32 dwell_lms_rows_find_far  (DwellLmsRows *self,
                                  gint64        time);
void    dwell_lms_rows_update    (DwellLmsRows *self,
                                  guint32       row);
void    dwell_lms_rows_clear     (DwellLmsRows *self);

/* Returns the index of the first row that is free at @time; n if there is none. */
static inline guint32
dwell_lms_rows_find (DwellLmsRows *self,
                     gint64        time)
{
  guint32 row = self->n_used;

  if (G_LIKELY (row == self->n || self->rows[row].end <= time))
    return row;

  return dwell_lms_rows_find_far (self, time);
}

/* Begins a span in @row, which dwell_lms_rows_find() returned. */
static inline void
dwell_lms_rows_take (DwellLmsRows *self,
                     guint32       row)
{
  self->rows[row].end = DWELL_LMS_ROW_IS_USED;
  self->n_used += row == self->n_used;

  if (G_UNLIKELY (self->tree != NULL))
    dwell_lms_rows_update (self, row);
}

/* Ends the span in @row. */
static inline void
dwell_lms_rows_leave (DwellLmsRows *self,
                      guint32       row,
                      gint64        end)
{
  self->rows[row].end = end;
  self->n_used = MIN (self->n_used, row);

  if (G_UNLIKELY (self->tree != NULL))
    dwell_lms_rows_update (self, row);
}

G_END_DECLS
