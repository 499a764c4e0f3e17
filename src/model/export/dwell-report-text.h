/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes headings, paragraphs and tables as Markdown or HTML. All texts passed in are plain:
 * characters with a special meaning are escaped. */
#pragma once

#include "model/export/dwell-report.h"

G_BEGIN_DECLS

typedef struct {
  GString         *text;
  DwellReportType  type;
} DwellReportText;

void  dwell_report_text_begin     (DwellReportText *self,
                                   DwellReportType  type,
                                   const char      *title);
char *dwell_report_text_end       (DwellReportText *self) G_GNUC_WARN_UNUSED_RESULT;
void  dwell_report_text_heading   (DwellReportText *self,
                                   const char      *heading);
void  dwell_report_text_paragraph (DwellReportText *self,
                                   const char      *paragraph);
void  dwell_report_text_picture   (DwellReportText *self,
                                   const char      *address,
                                   const char      *description);
void  dwell_report_text_table     (DwellReportText    *self,
                                   const char * const *titles,
                                   guint               n_columns,
                                   guint               numbers);
void  dwell_report_text_row       (DwellReportText    *self,
                                   const char * const *cells,
                                   guint               n_columns,
                                   guint               numbers);
void  dwell_report_text_end_table (DwellReportText    *self);

G_END_DECLS
