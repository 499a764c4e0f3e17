/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/presets/dwell-preset-store.h"

G_BEGIN_DECLS

/* The functions of an object (the owner) whose settings are saved as presets. */
typedef struct {
  /* Returns: (nullable): the preset that the settings come from. @is_changed: (out): whether they
   * were changed since. */
  const char *(*get_preset)   (gpointer     owner,
                               gboolean    *is_changed);
  /* Returns: (transfer full) (nullable): the settings, in the form of a preset. */
  GKeyFile   *(*get_settings) (gpointer     owner,
                               GError     **error);
  /* Applies the settings of a preset; @settings is NULL for a built-in one. */
  gboolean    (*take_preset)  (gpointer     owner,
                               const char  *name,
                               GKeyFile    *settings,
                               GError     **error);
  /* @settings were saved as the preset @name. */
  void        (*saved)        (gpointer     owner,
                               const char  *name,
                               GKeyFile    *settings);
  /* The preset @name was renamed; @new_name is NULL if it was deleted. */
  void        (*renamed)      (gpointer     owner,
                               const char  *name,
                               const char  *new_name);
} DwellPresetOwner;

#define DWELL_TYPE_PRESET_ROW (dwell_preset_row_get_type ())
/* Actions: preset.save, preset.rename, preset.delete, preset.import, preset.export,
 * preset.reset. */
G_DECLARE_FINAL_TYPE (DwellPresetRow, dwell_preset_row, DWELL, PRESET_ROW, AdwActionRow)

void dwell_preset_row_set_owner (DwellPresetRow         *self,
                                 const DwellPresetOwner *functions,
                                 GObject                *owner);
void dwell_preset_row_set_kind  (DwellPresetRow         *self,
                                 const DwellPresetKind  *kind,
                                 const char * const     *built_in);
void dwell_preset_row_update    (DwellPresetRow         *self);

G_END_DECLS
