/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The insides of a report, for its own files alone. */
#pragma once

#include "model/export/dwell-report-text.h"
#include "model/lists/costs/dwell-cost-answer.h"

G_BEGIN_DECLS

/* Rows of a table at the most: a report is read, not searched. */
#define DWELL_REPORT_MAX_ROWS 30

struct _DwellReport
{
  /* What belongs to the main thread, taken down. */
  char                 *title;
  GPtrArray            *facts;      /* title, value, title, value … */
  DwellTrace           *trace;
  DwellStatisticsIndex *statistics; /* NULL: none, or not there yet */
  DwellProblems        *problems;
  GPtrArray            *markers;    /* time, text, since, span */
  GHashTable           *favourites; /* (nullable): key of an area → whether it is one */
  GHashTable           *limits;     /* key of an area → its deadlines */
  gint64                begin;      /* visible range, ns */
  gint64                end;
  gint64                scope_begin;
  gint64                scope_end;
  gint64                resolution;

  /* What is asked for on a worker, once. */
  gboolean              is_prepared;
  GArray               *deadlines;  /* DwellDeadline */
  DwellOverruns        *overruns;   /* NULL: there are no deadlines */
  DwellCostQuestion       *costs;      /* ranked; NULL: the trace has none */
};

/* “Of 1.2 s – 3.4 s, 2.2 s”: what statistics are of. */
char    *_dwell_report_describe_scope  (DwellReport     *self) G_GNUC_WARN_UNUSED_RESULT;

/* FALSE, here and below: cancelled. */
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
gboolean _dwell_report_add_lines       (DwellReport     *self,
                                        DwellReportText *text,
                                        GCancellable    *cancellable);

G_END_DECLS
