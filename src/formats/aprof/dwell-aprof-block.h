/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parsed form of a block of a report: its points in columns, its calling contexts, and the
 * offsets of its other lines. A point is a whole line, and its meaning does not depend on the lines
 * before it; so the workers check it here. The memory is reused for later blocks. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/aprof/dwell-aprof-line.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

/* The faults and irregularities of a line: see README.md, "Damage". */
typedef enum {
  DWELL_APROF_SHORT_POINT,      /* no version writes that many numbers */
  DWELL_APROF_BAD_NUMBER,
  DWELL_APROF_MORE_COLUMNS,     /* more than 18, or between two layouts: the last are ignored */
  DWELL_APROF_NO_CALLS,         /* the point is left out */
  DWELL_APROF_NO_COST,
  DWELL_APROF_CONTRADICTION,
  DWELL_APROF_DOUBLE_SQUARES,
  DWELL_APROF_WRAPPED_SQUARES,
  DWELL_APROF_BAD_CONTEXT,
  DWELL_APROF_UNSIGNED_NONE,
  DWELL_APROF_EMPTY_LINE,
  DWELL_APROF_CRLF,
  DWELL_APROF_NO_FINAL_NEWLINE,
  DWELL_APROF_CUT_LINE,         /* the last line is cut: it is left out */
  DWELL_APROF_N_ANOMALIES,
} DwellAprofAnomaly;

typedef struct {
  guint64 values[DWELL_N_COST_COLUMNS];
  guint64 size;
  guint64 known; /* bits 1 << DwellCostColumn: which of the values the report has */
  guint64 flags; /* DwellCostFlags */
} DwellAprofPoint;

typedef struct {
  guint64 id;          /* of the routine or the context */
  guint32 first_point; /* its index in the block */
  guint32 n_points;
  guint32 line;        /* line of the first point; from 0, within the block */
  guint32 n_others;    /* number of other lines before it */
  guint8  is_context;  /* the points are q lines */
} DwellAprofRun;

typedef struct {
  DwellAprofContext context;
  guint32           line;
} DwellAprofContextLine;

/* A line of any other tag, which the reader parses. */
typedef struct {
  guint32 begin;   /* offset in the block */
  guint32 length;  /* without the line end */
  guint32 line;
} DwellAprofOther;

/* A parsed block. A column whose bit is not set in known_anywhere has no valid values. */
typedef struct {
  guint32                n_points;
  guint32                known_anywhere; /* bits 1 << DwellCostColumn */
  guint64               *sizes;
  guint64               *known;
  guint64               *flags;
  guint64               *values[DWELL_N_COST_COLUMNS];

  GArray                *runs;     /* DwellAprofRun: consecutive points of one owner */
  GArray                *contexts; /* DwellAprofContextLine */
  GArray                *others;   /* DwellAprofOther */
  guint64                n_anomalies[DWELL_APROF_N_ANOMALIES];
  guint32                anomaly_lines[DWELL_APROF_N_ANOMALIES]; /* the first of each */
  guint32                n_layouts[19]; /* number of points by how many numbers they have */
  guint32                layout_lines[19]; /* the last line of each */
  guint64                other_sizes;   /* all values of SIZE_SUM and SIZE_SQUARES, or-ed: 0 if
                                         * those columns are constant 0 */

  /*< private >*/
  guint32                n_allocated; /* points */
  gpointer               memory;
} DwellAprofBlock;

DwellAprofBlock *dwell_aprof_block_parse (GAsyncQueue      *pool,
                                          const DwellBlock *block);
void             dwell_aprof_block_free  (DwellAprofBlock  *self);

G_END_DECLS
