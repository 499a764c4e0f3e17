/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that the user saved: small key files in a folder of the user's configuration, which
 * `dwell-cli export` knows by name too, or reads with --config. */
#pragma once

#include "formats/text1/dwell-text1-export.h"

G_BEGIN_DECLS

/* What the user calls a preset; the name itself, if it is not built in. */
const char         *dwell_export_presets_get_title (const char               *name);
gboolean            dwell_export_presets_is_own    (const char               *name);
/* Sorted names. */
GStrv               dwell_export_presets_get_saved (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_export_presets_save      (const DwellText1Settings *settings,
                                                    const char               *name,
                                                    GError                  **error);
gboolean            dwell_export_presets_rename    (const char               *name,
                                                    const char               *new_name,
                                                    GError                  **error);
gboolean            dwell_export_presets_remove    (const char               *name,
                                                    GError                  **error);
/* Saves a key file's settings under @wanted, or something like it that is free. The name. */
char               *dwell_export_presets_import    (GBytes                   *bytes,
                                                    const char               *wanted,
                                                    GError                  **error)
                                                   G_GNUC_WARN_UNUSED_RESULT;
/* Settings as a key file's text. */
GBytes             *dwell_export_presets_export    (const DwellText1Settings *settings)
                                                   G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
