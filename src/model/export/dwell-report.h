/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a session for people: the visible range, markers and notes, the costs of routines,
 * deadlines, the statistics and the call tree of the view's scope, lines, problems, and technical
 * data, as far as the session has them. It is written as Markdown, or as a single HTML file. */
#pragma once

#include "analysis/costs/dwell-costs.h"
#include "analysis/tree/dwell-tree.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_REPORT_MARKDOWN,
  DWELL_REPORT_HTML,
} DwellReportType;

typedef struct _DwellReport DwellReport;

/* Addresses of pictures: names of files beside the report, or their data. Each is nullable. */
typedef struct {
  const char *timeline; /* the visible range */
  const char *costs;    /* the routines whose costs grow fastest */
  const char *tree;     /* the call tree as a flame graph */
} DwellReportPictures;

DwellReport *dwell_report_new     (DwellView       *view) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_report_free    (DwellReport     *self);
gboolean     dwell_report_prepare (DwellReport     *self,
                                   GCancellable    *cancellable);
DwellOverruns *dwell_report_get_overruns (DwellReport *self);
DwellCosts  *dwell_report_get_costs    (DwellReport *self);
DwellTree   *dwell_report_get_tree     (DwellReport *self);
guint        dwell_report_get_routines (DwellReport *self,
                                        guint32     *areas,
                                        guint        max);
char        *dwell_report_to_text (DwellReport               *self,
                                   DwellReportType            type,
                                   const DwellReportPictures *pictures,
                                   GCancellable              *cancellable)
                                  G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellReport, dwell_report_free)

G_END_DECLS
