/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What was wanted of a preset. */
typedef enum {
  DWELL_PRESET_USE,
  DWELL_PRESET_SAVE,
  DWELL_PRESET_RENAME,
  DWELL_PRESET_DELETE,
  DWELL_PRESET_IMPORT,
  DWELL_PRESET_EXPORT,
} DwellPresetDeed;

void dwell_preset_failure_show (GtkWidget       *from,
                                DwellPresetDeed  deed,
                                const char      *name,
                                const char      *path,
                                const GError    *error);

G_END_DECLS
