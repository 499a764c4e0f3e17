/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of lines of source: a row for each line in a routine, and the sums of routines and of
 * modules above them. Made from the weights that a file has for its lines; otherwise from the own
 * times and counts of areas that are lines, which are known for any range.
 *
 * Plain arrays: rows by module, routine, line and clause, so that the rows of a group are adjacent.
 *
 *   hits     samples, or how often it ran
 *   time     ns, net time: without what the line called
 *   average  of one run, like min and max: over complete runs, as in the statistics
 *   weight   the basis of shares (dwell-share.h): the time, or the hits if nothing was timed */
#pragma once

#include <gio/gio.h>

#include "analysis/dwell-columns.h"
#include "analysis/statistics/dwell-statistics.h"
#include "core/dwell-trace.h"
#include "core/dwell-wide.h"

G_BEGIN_DECLS

typedef struct {
  guint64   hits;
  gint64    time; /* valid if are_times of the table is set, like all that follow */
  gint64    min;  /* min and max: DWELL_TIME_NONE if nothing is complete */
  gint64    max;
  guint64   n_timed; /* runs that average, min and max are over */
  DwellWide timed;   /* ns: the total of these runs */
} DwellLineSums;

typedef struct {
  guint32       area;    /* of kind LINE */
  guint32       module;  /* index in the table's names; 0: not known */
  guint32       routine; /* area, or DWELL_NONE: not known */
  guint32       line;
  gint          clause;  /* -1: the format has no clauses */
  DwellLineSums sums;
} DwellLineRow;

/* The rows first … first + n - 1; for modules, the routines. */
typedef struct {
  guint32       module;  /* index in the table's names */
  guint32       routine; /* area, or DWELL_NONE; for a module: DWELL_NONE */
  guint32       first;
  guint32       n;
  DwellLineSums sums;
} DwellLineGroup;

typedef struct {
  /*< public, read-only >*/
  DwellTrace     *trace;
  DwellLineRow   *rows;
  guint32         n_rows;
  DwellLineGroup *routines; /* of rows */
  guint32         n_routines;
  DwellLineGroup *modules;  /* of routines */
  guint32         n_modules;
  DwellStrings   *names;    /* of modules */
  gint64          total;    /* the weight of all that the file counts */
  gboolean        has_times; /* as dwell_line_table_has_times(): begin and end matter */
  gint64          begin;    /* ns: the range of the table */
  gint64          end;
  gboolean        are_times;

  /*< private >*/
  gatomicrefcount ref_count;
} DwellLineTable;

/* The kinds of rows in a list of lines. */
typedef enum {
  DWELL_LINE_IS_MODULE,
  DWELL_LINE_IS_ROUTINE,
  DWELL_LINE_IS_LINE,
} DwellLineKind;

/* One of the modules, routines or rows. */
typedef struct {
  guint32 number; /* number among those of its kind */
  guint8  kind;   /* DwellLineKind */
} DwellLineRef;

gboolean        dwell_line_table_is_possible (const DwellTrace     *trace);
gboolean        dwell_line_table_has_times   (const DwellTrace     *trace);
DwellLineTable *dwell_line_table_new         (DwellTrace           *trace,
                                              GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
DwellLineTable *dwell_line_table_new_in_range (DwellTrace           *trace,
                                               DwellStatisticsIndex *index,
                                               gint64                begin,
                                               gint64                end,
                                               GCancellable         *cancellable)
                                              G_GNUC_WARN_UNUSED_RESULT;
DwellLineTable *dwell_line_table_ref         (DwellLineTable       *self);
void            dwell_line_table_unref       (DwellLineTable       *self);

static inline gint64
dwell_line_table_get_weight (const DwellLineTable *self,
                             const DwellLineSums  *sums)
{
  return self->are_times ? sums->time : (gint64) sums->hits;
}

/* The mean time of a run, to the nearest ns; DWELL_TIME_NONE: nothing is complete. */
static inline gint64
dwell_line_sums_get_average (const DwellLineSums *sums)
{
  return sums->n_timed > 0 ? dwell_mean_round (dwell_mean_new (sums->timed, sums->n_timed))
                           : DWELL_TIME_NONE;
}

gboolean        dwell_line_table_has_run     (const DwellLineTable *self,
                                              guint32               row);
double          dwell_line_table_get_share   (const DwellLineTable *self,
                                              const DwellLineSums  *sums);
const char     *dwell_line_table_get_module  (const DwellLineTable *self,
                                              guint32               module);
const char     *dwell_line_table_get_routine (const DwellLineTable *self,
                                              guint32               routine);

guint32         dwell_line_table_get_module_of  (const DwellLineTable *self,
                                                 DwellLineRef          ref);
guint32         dwell_line_table_get_routine_of (const DwellLineTable *self,
                                                 DwellLineRef          ref);
const char     *dwell_line_table_get_text       (const DwellLineTable *self,
                                                 DwellLineRef          ref);
DwellCellValue  dwell_line_table_get_cell       (const DwellLineTable *self,
                                                 DwellLineRef          ref,
                                                 DwellLineColumn       column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLineTable, dwell_line_table_unref)

G_END_DECLS
