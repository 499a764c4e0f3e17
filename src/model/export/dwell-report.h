/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a session for people: what the file is, what is shown of it, markers and notes, the
 * costs of routines, deadlines, the statistics of what the view speaks of, lines, what is wrong; of
 * all this what the session has. As Markdown or as HTML of one file. */
#pragma once

#include "analysis/costs/dwell-costs.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_REPORT_MARKDOWN,
  DWELL_REPORT_HTML,
} DwellReportType;

typedef struct _DwellReport DwellReport;

/* Where pictures are: names beside the report, or their data; each (nullable). */
typedef struct {
  const char *timeline; /* the visible range */
  const char *costs;    /* the routines whose costs grow fastest */
} DwellReportPictures;

/* Takes down what the view, which has a trace, is like now: on the main thread. */
DwellReport *dwell_report_new     (DwellView       *view) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_report_free    (DwellReport     *self);
/* On any thread, before pictures are made; FALSE only if cancelled. */
gboolean     dwell_report_prepare (DwellReport     *self,
                                   GCancellable    *cancellable);
/* Of a prepared one, (nullable): what exceeds a deadline. */
DwellOverruns *dwell_report_get_overruns (DwellReport *self);
/* (nullable), with at most @max of the routines that grow fastest. */
DwellCosts  *dwell_report_get_costs    (DwellReport *self);
guint        dwell_report_get_routines (DwellReport *self,
                                        guint32     *areas,
                                        guint        max);
/* On any thread. @pictures: (nullable). NULL only if cancelled. */
char        *dwell_report_to_text (DwellReport               *self,
                                   DwellReportType            type,
                                   const DwellReportPictures *pictures,
                                   GCancellable              *cancellable)
                                  G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellReport, dwell_report_free)

G_END_DECLS
