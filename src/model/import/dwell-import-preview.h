/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview of a file with import options that change while the user types: requested from a
 * worker at a pause in typing; results of outdated requests are dropped. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* The result of reading the head of a file. */
typedef struct {
  const DwellFormat *recognised; /* (nullable): the recognised format */
  const DwellFormat *suggested;  /* (nullable): if none is recognised, one that may fit */
  const DwellFormat *format;     /* (nullable): the requested format, or the recognised one */
  DwellPreview      *preview;    /* (nullable): NULL on error */
  GError            *error;      /* (nullable): why there is no preview */
  guint64            n_bytes;    /* the size of the file on disk */
  gboolean           is_compressed;
} DwellImportLook;

DwellImportLook *dwell_import_look_new  (GFile              *file,
                                         const DwellFormat  *format,
                                         const char * const *key_values,
                                         GCancellable       *cancellable)
                                         G_GNUC_WARN_UNUSED_RESULT;
void             dwell_import_look_free (DwellImportLook    *self);

#define DWELL_TYPE_IMPORT_PREVIEW (dwell_import_preview_get_type ())
/* Signal: changed: there is a new result, or a new request is pending. */
G_DECLARE_FINAL_TYPE (DwellImportPreview, dwell_import_preview, DWELL, IMPORT_PREVIEW, GObject)

DwellImportPreview    *dwell_import_preview_new      (GFile              *file)
                                                      G_GNUC_WARN_UNUSED_RESULT;
void                   dwell_import_preview_ask      (DwellImportPreview *self,
                                                      const DwellFormat  *format,
                                                      const char * const *key_values);
const DwellImportLook *dwell_import_preview_get_look (DwellImportPreview *self);
gboolean               dwell_import_preview_get_busy (DwellImportPreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellImportLook, dwell_import_look_free)

G_END_DECLS
