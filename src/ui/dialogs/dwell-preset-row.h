/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/presets/dwell-preset-store.h"

G_BEGIN_DECLS

/* Whose settings are kept as presets. */
typedef struct {
  /* (nullable): the preset that the settings come from; whether they were changed since. */
  const char *(*get_preset)   (gpointer     owner,
                               gboolean    *is_changed);
  /* (transfer full) (nullable): as a preset holds them. */
  GKeyFile   *(*get_settings) (gpointer     owner,
                               GError     **error);
  /* Takes the settings of a preset; @settings is NULL for one that is built in. */
  gboolean    (*take_preset)  (gpointer     owner,
                               const char  *name,
                               GKeyFile    *settings,
                               GError     **error);
  /* @settings are a preset now. */
  void        (*saved)        (gpointer     owner,
                               const char  *name,
                               GKeyFile    *settings);
  /* (nullable) @new_name: NULL if the preset is gone. */
  void        (*renamed)      (gpointer     owner,
                               const char  *name,
                               const char  *new_name);
} DwellPresetOwner;

#define DWELL_TYPE_PRESET_ROW (dwell_preset_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellPresetRow, dwell_preset_row, DWELL, PRESET_ROW, AdwActionRow)

/* Actions: preset.save, preset.rename, preset.delete, preset.import, preset.export,
 * preset.reset. */
void dwell_preset_row_set_owner (DwellPresetRow         *self,
                                 const DwellPresetOwner *functions,
                                 GObject                *owner);
void dwell_preset_row_set_kind  (DwellPresetRow         *self,
                                 const DwellPresetKind  *kind,
                                 const char * const     *built_in);
/* What the owner tells of its settings is another now. */
void dwell_preset_row_update    (DwellPresetRow         *self);

G_END_DECLS
