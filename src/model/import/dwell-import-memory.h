/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With which options files were opened, kept between runs; and presets of options that the user
 * named. Both are key files with the options in a group of the format's id, as `--config` of
 * dwell-cli takes them. All of it waits for the disk: for workers. */
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

/* Files are known by their URIs: profilers write the next recording to the same name. NULL without
 * an error: nothing is remembered. */
DwellImportOptions *dwell_import_memory_recall (GFile * const            *files,
                                                guint                     n_files,
                                                GError                  **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_import_memory_keep   (GFile * const            *files,
                                                guint                     n_files,
                                                const DwellImportOptions *options,
                                                GError                  **error);

void                dwell_import_memory_forget (void);

/* Sorted names of the presets of a format; NULL-terminated. */
char              **dwell_import_presets_list  (const DwellFormat        *format)
                                                G_GNUC_WARN_UNUSED_RESULT;
char               *dwell_import_preset_get_path (const DwellFormat      *format,
                                                  const char             *name,
                                                  GError                **error)
                                                  G_GNUC_WARN_UNUSED_RESULT;
/* "KEY=VALUE" texts, checked. */
char              **dwell_import_preset_load   (const DwellFormat        *format,
                                                const char               *name,
                                                GError                  **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_import_preset_save   (const DwellFormat        *format,
                                                const char               *name,
                                                const char * const       *key_values,
                                                GError                  **error);
/* An error if @new_name is taken. */
gboolean            dwell_import_preset_rename (const DwellFormat        *format,
                                                const char               *name,
                                                const char               *new_name,
                                                GError                  **error);
gboolean            dwell_import_preset_delete (const DwellFormat        *format,
                                                const char               *name,
                                                GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellImportOptions, dwell_import_options_free)

G_END_DECLS
