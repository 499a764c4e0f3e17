/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With which options files were opened, kept between runs in key files. The options stand in a
 * group of the format's id, as they do in presets. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* How many files are remembered; the oldest go. */
#define DWELL_IMPORT_MEMORY_MAX 200

typedef struct {
  const DwellFormat *format;     /* that the options belong to */
  gboolean           is_forced;  /* instead of what is recognised */
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

/* What follows waits for the disk: for workers. Files are known by their URIs: profilers write the
 * next recording to the same name. NULL without an error: nothing is remembered. */
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
