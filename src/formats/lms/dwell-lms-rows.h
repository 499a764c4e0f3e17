/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a label (or of a whole runtime, if rows are packed): each span goes to the first row
 * whose spans have all ended by then. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64  end; /* of the last span in it, or DWELL_LMS_ROW_IS_USED */
  guint32 id;
} DwellLmsRow;

/* A few rows are looked through one by one, from the first that may be free: where spans nest, that
 * is the one. Many rows have a tree above them, each node of which holds the least end below it, so
 * that the first free row is found in as many steps as their number has bits. */
typedef struct {
  DwellLmsRow *rows;
  gint64      *tree;        /* or NULL; 1 = the root, n_allocated + i = the end of row i */
  guint32      n;
  guint32      n_allocated; /* a power of two, or 0 */
  guint32      n_used;      /* rows from the first that are surely in use */
} DwellLmsRows;

/* The end of a row that is in use. */
#define DWELL_LMS_ROW_IS_USED G_MAXINT64

void    dwell_lms_rows_append    (DwellLmsRows *self,
                                  guint32       id);
guint32 dwell_lms_rows_find_far  (DwellLmsRows *self,
                                  gint64        time);
void    dwell_lms_rows_update    (DwellLmsRows *self,
                                  guint32       row);
void    dwell_lms_rows_clear     (DwellLmsRows *self);

/* The first row that is free at @time; n if there is none. */
static inline guint32
dwell_lms_rows_find (DwellLmsRows *self,
                     gint64        time)
{
  guint32 row = self->n_used;

  if (G_LIKELY (row == self->n || self->rows[row].end <= time))
    return row;

  return dwell_lms_rows_find_far (self, time);
}

/* A span takes @row, which was found. */
static inline void
dwell_lms_rows_take (DwellLmsRows *self,
                     guint32       row)
{
  self->rows[row].end = DWELL_LMS_ROW_IS_USED;
  self->n_used += row == self->n_used;

  if (G_UNLIKELY (self->tree != NULL))
    dwell_lms_rows_update (self, row);
}

/* The span in @row ends. */
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
