/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export: plain data in a struct of the format, which begins with
 * DwellExportSettings and is described by the format's table of options. So the dialog, the command
 * line, presets and key files need no code for individual formats. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

struct _DwellExportSettings {
  const DwellFormat *format;
  gboolean           is_as_read; /* a preset that writes back what was read: no option applies */
  char              *areas;      /* which are written: patterns of dwell-name-matcher.h; "": all */
  char              *contexts;
  /* For one export only, so not kept in presets: */
  gint64             begin;      /* ns: the range; begin > end: the whole session */
  gint64             end;
  guint              section;    /* the only one to write, for a preview; 0: all */
};

DwellExportSettings *dwell_export_settings_new   (const DwellFormat         *format,
                                                  const char                *preset,
                                                  GError                   **error)
                                                 G_GNUC_WARN_UNUSED_RESULT;
DwellExportSettings *dwell_export_settings_copy  (const DwellExportSettings *self)
                                                 G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_export_settings_free  (DwellExportSettings       *self);
gboolean             dwell_export_settings_equal (const DwellExportSettings *self,
                                                  const DwellExportSettings *other);

void                 dwell_export_settings_get_range (const DwellExportSettings *self,
                                                      const DwellTrace          *trace,
                                                      gint64                    *begin,
                                                      gint64                    *end);

/* By name and as text: command line and key files. */

gboolean dwell_export_settings_set  (DwellExportSettings        *self,
                                     const char                 *name,
                                     const char                 *value,
                                     GError                    **error);
char    *dwell_export_settings_get  (const DwellExportSettings  *self,
                                     const char                 *name);
gboolean dwell_export_settings_load (DwellExportSettings        *self,
                                     GKeyFile                   *file,
                                     GError                    **error);
void     dwell_export_settings_save (const DwellExportSettings  *self,
                                     GKeyFile                   *file);

/* By option and as they are: dialogs. */

guint       dwell_export_settings_get_number (const DwellExportSettings *self,
                                              const DwellOption         *option);
void        dwell_export_settings_set_number (DwellExportSettings       *self,
                                              const DwellOption         *option,
                                              guint                      number);
const char *dwell_export_settings_get_text   (const DwellExportSettings *self,
                                              const DwellOption         *option);
void        dwell_export_settings_set_text   (DwellExportSettings       *self,
                                              const DwellOption         *option,
                                              const char                *text);
gboolean    dwell_export_settings_has_number (const DwellOption         *option);
gboolean    dwell_export_settings_has_section (const DwellExportSettings *self,
                                               guint                      section);
gboolean    dwell_export_settings_check      (const DwellExportSettings *self,
                                              GError                   **error);

/* What a format provides for writing. */

const DwellOption *dwell_format_find_write_option (const DwellFormat *format,
                                                   const char        *name);
const DwellOption *dwell_format_find_sections     (const DwellFormat *format);
gboolean           dwell_format_check_text        (const DwellFormat  *format,
                                                   const DwellOption  *option,
                                                   const char         *text,
                                                   GError            **error);
char             **dwell_format_get_presets       (const DwellFormat *format,
                                                   const DwellTrace  *trace)
                                                  G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellExportSettings, dwell_export_settings_free)

G_END_DECLS
