/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of two recordings beside each other. Sources are not asked: a line is the same line of
 * the same routine if it stands as far below the first line of its routine, which has moved if code
 * above it has. Lines of no known routine are matched by their numbers.
 *
 *   module   by the last component of its name
 *   routine  by the match of areas, else by its name
 *   line     less the first line of the routine that either recording has counted
 *   clause   the same
 *
 * Two that fit one are matched to none. A row for each line that ran on a side; changes of hits and
 * of times add up to those of the whole. If the lines of a routine fit better with another
 * distance, that is a suggestion (a line was put into the routine before the first that ran). */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/dwell-line-table.h"

G_BEGIN_DECLS

typedef struct {
  guint32     base_row; /* of the base’s table, or DWELL_NONE: new */
  guint32     new_row;  /* DWELL_NONE: gone */
  DwellFigure hits;
  DwellFigure time;     /* ns; of no side where either counts samples */
} DwellLineDifferenceRow;

/* The lines of a routine stand @shift lines further down in the new recording than its first line
 * says. */
typedef struct {
  guint32 base_routine; /* areas */
  guint32 routine;      /* of the new recording */
  gint64  shift;
  guint   n_now;   /* of what is suggested: lines that fit without it */
  guint   n_then;  /* and with it */
} DwellLineShift;

typedef struct {
  /*< public, read-only >*/
  const DwellLineTable   *base;
  const DwellLineTable   *new;
  DwellLineDifferenceRow *rows; /* by falling |change| of the weight */
  guint32                 n_rows;
  gboolean                are_times; /* both recordings have times: the weight is the time */
  GArray                 *shifts;    /* DwellLineShift: with which more lines would fit */
  GArray                 *taken;     /* DwellLineShift: with which lines were matched */
} DwellLineDifference;

DwellLineDifference *dwell_line_difference_new  (const DwellLineTable      *base,
                                                 const DwellLineTable      *new,
                                                 const DwellMatch          *match,
                                                 const GArray              *taken)
                                                G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_line_difference_free (DwellLineDifference       *self);

const DwellLineRow * dwell_line_difference_get_line    (const DwellLineDifference    *self,
                                                        const DwellLineDifferenceRow *row,
                                                        const DwellLineTable        **table);
DwellVerdict         dwell_line_difference_get_verdict (const DwellLineDifference    *self,
                                                        const DwellLineDifferenceRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLineDifference, dwell_line_difference_free)

G_END_DECLS
