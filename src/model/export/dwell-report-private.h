/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The private parts of a report, for its own files. */
#pragma once

#include "analysis/tree/dwell-tree.h"
#include "model/export/dwell-report-text.h"
#include "model/lists/costs/dwell-cost-answer.h"

G_BEGIN_DECLS

/* The greatest number of rows in a table: a report is read, not searched. */
#define DWELL_REPORT_MAX_ROWS 30

struct _DwellReport
{
  /* Copied on the main thread. */
  char                 *title;
  char                 *subtitle;
  GPtrArray            *facts;      /* title, value, title, value … */
  DwellTrace           *trace;
  DwellStatisticsIndex *statistics; /* NULL: none, or not made yet */
  DwellProblems        *problems;
  GPtrArray            *markers;    /* time, text, since, span */
  GHashTable           *favourites; /* (nullable): key of an area → whether it is one */
  GHashTable           *limits;     /* key of an area → its deadlines */
  gint64                begin;      /* visible range, ns */
  gint64                end;
  gint64                scope_begin;
  gint64                scope_end;
  gint64                resolution;

  /* Computed on a worker, once. */
  gboolean              is_prepared;
  GArray               *deadlines;  /* DwellDeadline */
  DwellOverruns        *overruns;   /* NULL: there are no deadlines */
  DwellCostQuestion    *costs;      /* ranked; NULL: the trace has none */
  DwellTree            *tree;       /* NULL: there is none */
};

char    *_dwell_report_describe_scope  (DwellReport     *self) G_GNUC_WARN_UNUSED_RESULT;

/* Functions that return a boolean return FALSE if they are cancelled. */
gboolean _dwell_report_prepare_costs   (DwellReport     *self,
                                        GCancellable    *cancellable);
gboolean _dwell_report_add_costs       (DwellReport     *self,
                                        DwellReportText *text,
                                        const char      *picture,
                                        GCancellable    *cancellable);
gboolean _dwell_report_prepare_deadlines (DwellReport   *self,
                                        GCancellable    *cancellable);
gboolean _dwell_report_add_deadlines   (DwellReport     *self,
                                        DwellReportText *text,
                                        GCancellable    *cancellable);
gboolean _dwell_report_prepare_tree    (DwellReport     *self,
                                        GCancellable    *cancellable);
void     _dwell_report_add_tree        (DwellReport     *self,
                                        DwellReportText *text,
                                        const char      *picture);
gboolean _dwell_report_add_lines       (DwellReport     *self,
                                        DwellReportText *text,
                                        GCancellable    *cancellable);

G_END_DECLS
