/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of two recordings side by side. Source files are not read: a line is matched to the
 * line of the same routine that is as far below the first line of the routine, so routines may have
 * moved within the file. Lines whose routine is unknown are matched by their numbers.
 *
 *   module   by the last component of its name
 *   routine  by the match of areas, else by its name
 *   line     the distance from the first line of the routine that was counted in its recording
 *   clause   the same
 *
 * If two lines fit the same line, none is matched. There is a row for each line that ran on either
 * side; changes of hits and of times add up to those of the whole. If the lines of a routine fit
 * better at another distance, that is suggested (perhaps a line was inserted into the routine
 * before the first that ran). */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/dwell-line-table.h"

G_BEGIN_DECLS

typedef struct {
  guint32     base_row; /* row in the base’s table, or DWELL_NONE: new */
  guint32     new_row;  /* DWELL_NONE: gone */
  DwellFigure hits;
  DwellFigure time;     /* ns; on neither side if either counts samples */
} DwellLineDifferenceRow;

/* The lines of a routine are @shift lines further down in the new recording than its first line
 * suggests. */
typedef struct {
  guint32 base_routine; /* areas */
  guint32 routine;      /* of the new recording */
  gint64  shift;
  guint   n_now;   /* for suggestions: lines that fit without the shift */
  guint   n_then;  /* lines that fit with it */
} DwellLineShift;

typedef struct {
  /*< public, read-only >*/
  const DwellLineTable   *base;
  const DwellLineTable   *new;
  DwellLineDifferenceRow *rows; /* by falling |change| of the weight */
  guint32                 n_rows;
  gboolean                are_times; /* both recordings have times: the weight is the time */
  GArray                 *shifts;    /* DwellLineShift: shifts with which more lines would fit */
  GArray                 *taken;     /* DwellLineShift: shifts with which lines were matched */
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
