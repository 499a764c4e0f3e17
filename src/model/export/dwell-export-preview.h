/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export would write: the head of each section, what macros write, and what there is to
 * warn of, from the real data and in the order of what is quickest.
 *
 * Settings may change with every letter that is typed: only what a change touches is asked again,
 * on a worker and once the typing pauses; what is outdated by then is never told. */
#pragma once

#include "formats/text1/dwell-text1-export.h"

G_BEGIN_DECLS

/* Parts of a preview, as they follow one another in the file. SOURCE stands alone, where the preset
 * `source` writes all as it was read. */
typedef enum {
  DWELL_EXPORT_INFO,
  DWELL_EXPORT_CONTEXTS,
  DWELL_EXPORT_MAPPING,
  DWELL_EXPORT_STATISTICS,
  DWELL_EXPORT_TIMELINE,
  DWELL_EXPORT_SOURCE,
  DWELL_EXPORT_N_PARTS,
} DwellExportPart;

typedef struct {
  gboolean  is_written;   /* by these settings; nothing else holds if not */
  gboolean  is_outdated;  /* text and records are an older answer, or NULL */
  gboolean  is_cut;       /* there is more than the head */
  GBytes   *text;         /* (nullable): bytes of the main file */
  GBytes   *records;      /* (nullable): bytes of the .BIN */
  char     *shown;        /* (nullable): the text as valid UTF-8, whole lines */
  char     *decoded;      /* (nullable): the records, decoded */
  char     *error;        /* (nullable): why it cannot be written */
} DwellExportPiece;

#define DWELL_TYPE_EXPORT_PREVIEW (dwell_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportPreview, dwell_export_preview, DWELL, EXPORT_PREVIEW, GObject)

/* Signals: changed (a piece), checked (warnings came in or are outdated), examples-changed. */
DwellExportPreview *dwell_export_preview_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void                dwell_export_preview_set_trace    (DwellExportPreview       *self,
                                                       DwellTrace               *trace);
void                dwell_export_preview_set_settings (DwellExportPreview       *self,
                                                       const DwellText1Settings *settings);
const DwellExportPiece *dwell_export_preview_get_piece (DwellExportPreview      *self,
                                                        DwellExportPart          part);
/* (nullable) (element-type DwellText1Warning): NULL while they are not known. */
const GArray       *dwell_export_preview_get_warnings (DwellExportPreview       *self);
/* (nullable): what @macro writes in @kind; "" for nothing; NULL while it is not known. */
const char         *dwell_export_preview_get_example  (DwellExportPreview       *self,
                                                       DwellTemplateKind         kind,
                                                       DwellMacro                macro);
/* Whether anything is still to come. */
gboolean            dwell_export_preview_is_busy      (DwellExportPreview       *self);

G_END_DECLS
