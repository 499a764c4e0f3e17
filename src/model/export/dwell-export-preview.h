/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews an export, from the real data and the quickest answers first: the head of each
 * section, examples of macros, and warnings.
 *
 * Settings can change with every letter typed: only the affected questions are asked again, on a
 * worker and once the typing pauses. An outdated answer is never shown. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

typedef struct {
  gboolean  is_written;   /* with these settings; otherwise the other fields are not valid */
  gboolean  is_outdated;  /* text and records are an older answer, or NULL */
  gboolean  is_cut;       /* only the head is here */
  GBytes   *text;         /* (nullable): bytes of the main file */
  GBytes   *records;      /* (nullable): bytes of the companion */
  char     *shown;        /* (nullable): the text as valid UTF-8, whole lines; other bytes in
                           * hexadecimal */
  char     *decoded;      /* (nullable): the records, decoded */
  char     *error;        /* (nullable): the reason why it cannot be written */
} DwellExportPiece;

#define DWELL_TYPE_EXPORT_PREVIEW (dwell_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportPreview, dwell_export_preview, DWELL, EXPORT_PREVIEW, GObject)

/* Signals: changed (a piece), checked (warnings came in or are outdated), examples-changed. */

DwellExportPreview *dwell_export_preview_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void                dwell_export_preview_set_trace    (DwellExportPreview        *self,
                                                       DwellTrace                *trace);
void                dwell_export_preview_set_settings (DwellExportPreview        *self,
                                                       const DwellExportSettings *settings);
const DwellExportSettings *
                    dwell_export_preview_get_settings (DwellExportPreview        *self);
guint               dwell_export_preview_get_n_parts  (DwellExportPreview        *self);
const DwellExportPiece *dwell_export_preview_get_piece (DwellExportPreview       *self,
                                                        guint                     part);
const GArray       *dwell_export_preview_get_warnings (DwellExportPreview        *self);
const char         *dwell_export_preview_get_example  (DwellExportPreview        *self,
                                                       const char                *option,
                                                       guint                      macro);
gboolean            dwell_export_preview_is_busy      (DwellExportPreview        *self);

G_END_DECLS
