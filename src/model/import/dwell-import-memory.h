/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembers between runs with which options files were opened, in key files. The options are in a
 * group with the ID of the format, as in presets. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* The number of remembered files; the least recently used are forgotten. */
#define DWELL_IMPORT_MEMORY_MAX 200

typedef struct {
  const DwellFormat *format;     /* the format that the options belong to */
  gboolean           is_forced;  /* the format was chosen rather than recognised */
  char             **key_values; /* "KEY=VALUE", NULL-terminated */
} DwellImportOptions;

DwellImportOptions *dwell_import_options_new  (const DwellFormat         *format,
                                               gboolean                   is_forced,
                                               const char * const        *key_values)
                                               G_GNUC_WARN_UNUSED_RESULT;
void                dwell_import_options_free (DwellImportOptions        *self);

char              **dwell_import_options_load (const DwellFormat         *format,
                                               GKeyFile                  *file,
                                               GError                   **error)
                                               G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_import_options_save (const DwellFormat         *format,
                                               const char * const        *key_values,
                                               GKeyFile                  *file,
                                               GError                   **error);

/* These functions block: for workers. Files are identified by their URIs, not their content,
 * because profilers write the next recording to the same name. */

DwellImportOptions *dwell_import_memory_recall (GFile * const            *files,
                                                guint                     n_files,
                                                GError                  **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_import_memory_keep   (GFile * const            *files,
                                                guint                     n_files,
                                                const DwellImportOptions *options,
                                                GError                  **error);

void                dwell_import_memory_forget (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellImportOptions, dwell_import_options_free)

G_END_DECLS
