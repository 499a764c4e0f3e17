/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a session for people: what the file is, what is shown of it, the statistics of what
 * the view speaks of, markers and notes, what is wrong; as Markdown or as HTML of one file. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_REPORT_MARKDOWN,
  DWELL_REPORT_HTML,
} DwellReportType;

typedef struct _DwellReport DwellReport;

/* Takes down what the view, which has a trace, is like now: on the main thread. */
DwellReport *dwell_report_new     (DwellView       *view) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_report_free    (DwellReport     *self);
/* On any thread. @picture: (nullable): the address of a picture of the timeline. NULL only if
 * cancelled. */
char        *dwell_report_to_text (DwellReport     *self,
                                   DwellReportType  type,
                                   const char      *picture,
                                   GCancellable    *cancellable) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellReport, dwell_report_free)

G_END_DECLS
