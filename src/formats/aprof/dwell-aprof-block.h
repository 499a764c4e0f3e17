/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker makes of a block of a report: its points in columns, its calling contexts, and
 * where its other lines stand. Points are whole lines that mean the same in any state, so they are
 * checked here. The memory is used for block after block. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/aprof/dwell-aprof-line.h"
#include "formats/dwell-lines.h"

G_BEGIN_DECLS

/* What is odd about a line. */
typedef enum {
  DWELL_APROF_SHORT_POINT,      /* too few numbers, or such a number of them as no version writes */
  DWELL_APROF_BAD_NUMBER,
  DWELL_APROF_MORE_COLUMNS,     /* more than 18, or between two layouts: the rest is left out */
  DWELL_APROF_NO_CALLS,         /* left out */
  DWELL_APROF_NO_COST,
  DWELL_APROF_CONTRADICTION,
  DWELL_APROF_DOUBLE_SQUARES,
  DWELL_APROF_WRAPPED_SQUARES,
  DWELL_APROF_BAD_CONTEXT,
  DWELL_APROF_UNSIGNED_NONE,
  DWELL_APROF_EMPTY_LINE,
  DWELL_APROF_CRLF,
  DWELL_APROF_NO_FINAL_NEWLINE,
  DWELL_APROF_CUT_LINE,         /* the last one, without its end: left out */
  DWELL_APROF_N_ODDITIES,
} DwellAprofOddity;

typedef struct {
  guint64 values[DWELL_N_COST_COLUMNS];
  guint64 size;
  guint64 known; /* bits 1 << DwellCostColumn */
  guint64 flags; /* DwellCostFlags */
} DwellAprofPoint;

typedef struct {
  guint64 id;          /* of the routine or the context */
  guint32 first_point; /* in the block */
  guint32 n_points;
  guint32 line;        /* in the block, from 0; of the first point */
  guint32 n_others;    /* other lines before it */
  guint8  is_context;  /* q */
} DwellAprofRun;

typedef struct {
  DwellAprofContext context;
  guint32           line;
} DwellAprofContextLine;

/* A line that the reader takes apart. */
typedef struct {
  guint32 begin;   /* offset in the block */
  guint32 length;  /* without the line end */
  guint32 line;
} DwellAprofOther;

/* Points one after another, by column; columns whose bits are not in known_anywhere hold junk. */
typedef struct {
  guint32                n_points;
  guint32                known_anywhere; /* bits 1 << DwellCostColumn */
  guint64               *sizes;
  guint64               *known;
  guint64               *flags;
  guint64               *values[DWELL_N_COST_COLUMNS];

  GArray                *runs;     /* DwellAprofRun: points of one owner in a row */
  GArray                *contexts; /* DwellAprofContextLine */
  GArray                *others;   /* DwellAprofOther */
  guint64                n_odd[DWELL_APROF_N_ODDITIES];
  guint32                odd_lines[DWELL_APROF_N_ODDITIES]; /* the first of each */
  guint32                n_layouts[19]; /* points by their count of numbers */
  guint32                layout_lines[19]; /* the last of each */
  guint64                other_sizes;   /* all bits of the two columns that may be constant 0 */

  /*< private >*/
  GAsyncQueue           *pool;
  guint32                n_allocated; /* points */
  gpointer               memory;
} DwellAprofBlock;

DwellAprofBlock *dwell_aprof_block_parse (GAsyncQueue      *pool,
                                          const DwellBlock *block);
/* Back to its pool. */
void             dwell_aprof_block_done  (DwellAprofBlock  *self);
void             dwell_aprof_block_free  (DwellAprofBlock  *self);

G_END_DECLS
