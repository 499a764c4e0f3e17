/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of two recordings side by side: the values of each variable, state variable and
 * signal, and the time in each state. The figures are those of values/dwell-values.h, for each side
 * over its own range; they are facts, which are not tested.
 *
 * Variables are matched by the keys of their tracks, then by the match of areas where exactly one
 * track of each side has the area; states by the match of areas within their variables. */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/values/dwell-values.h"

G_BEGIN_DECLS

typedef struct {
  const DwellTrace     *trace;
  DwellValueIndex      *values;
  DwellStatisticsIndex *statistics;
  gint64                begin;
  gint64                end;
} DwellValueSide;

typedef struct {
  guint32     base_track; /* DWELL_NONE: new */
  guint32     new_track;  /* DWELL_NONE: gone */
  gboolean    is_state;   /* else the variable as a whole */
  guint32     base_state; /* areas of a state; of a state variable as a whole, the states in which
                           * it ended, or DWELL_NONE */
  guint32     new_state;
  gboolean    ends_differ; /* of a state variable as a whole: whether these two differ */
  DwellFigure count;      /* writes, or entries of states */
  DwellFigure least;      /* of the values written */
  DwellFigure greatest;
  DwellFigure mean;
  DwellFigure last;
  DwellFigure time;       /* ns, in a state */
  DwellFigure share;      /* of the range, in a state */
} DwellValueDifferenceRow;

typedef struct {
  /*< public, read-only >*/
  DwellValueSide           base;
  DwellValueSide           new;
  DwellValueDifferenceRow *rows; /* variables in the order of the new recording, then those that are
                                  * gone; each followed by its states */
  guint32                  n_rows;
} DwellValueDifference;

DwellValueDifference *dwell_value_difference_new  (const DwellValueSide       *base,
                                                   const DwellValueSide       *new,
                                                   const DwellMatch           *match,
                                                   GCancellable               *cancellable)
                                                  G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_value_difference_free (DwellValueDifference       *self);

const DwellFigure *dwell_value_difference_get_main    (const DwellValueDifferenceRow *row);
double             dwell_value_difference_get_relative (const DwellValueDifferenceRow *row);
DwellVerdict       dwell_value_difference_get_verdict (const DwellValueDifferenceRow *row);
gboolean           dwell_value_difference_is_possible (const DwellTrace              *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueDifference, dwell_value_difference_free)

G_END_DECLS
