/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview of a file under options that change while one types: asked for on a worker when the
 * typing rests, answers to outdated questions dropped. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* An answer: what became of one look at the file. */
typedef struct {
  const DwellFormat *recognised; /* (nullable) */
  const DwellFormat *format;     /* (nullable): it, or the one that is forced */
  DwellPreview      *preview;    /* (nullable): there is an error */
  GError            *error;      /* why there is no preview */
  guint64            n_bytes;    /* of the file, on disk */
  gboolean           is_compressed;
} DwellImportLook;

/* Blocks. @format: (nullable): instead of the one recognised. */
DwellImportLook *dwell_import_look_new  (GFile              *file,
                                         const DwellFormat  *format,
                                         const char * const *key_values,
                                         GCancellable       *cancellable)
                                         G_GNUC_WARN_UNUSED_RESULT;
void             dwell_import_look_free (DwellImportLook    *self);

#define DWELL_TYPE_IMPORT_PREVIEW (dwell_import_preview_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportPreview, dwell_import_preview, DWELL, IMPORT_PREVIEW, GObject)

/* Signal: changed (a new answer is there, or one is under way). */
DwellImportPreview    *dwell_import_preview_new      (GFile              *file)
                                                      G_GNUC_WARN_UNUSED_RESULT;
void                   dwell_import_preview_ask      (DwellImportPreview *self,
                                                      const DwellFormat  *format,
                                                      const char * const *key_values);
/* The newest answer, perhaps to an older question; NULL before the first. */
const DwellImportLook *dwell_import_preview_get_look (DwellImportPreview *self);
/* Whether the newest question is not answered yet. */
gboolean               dwell_import_preview_get_busy (DwellImportPreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellImportLook, dwell_import_look_free)

G_END_DECLS
