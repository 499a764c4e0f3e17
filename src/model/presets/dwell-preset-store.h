/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets of one kind, for the main thread: a list of those that the user saved, as they were
 * when the disk was last read, and operations that run on a worker. */
#pragma once

#include "model/presets/dwell-presets.h"

G_BEGIN_DECLS

#define DWELL_TYPE_PRESET_STORE (dwell_preset_store_get_type ())
/* Signal: changed (the names). */
G_DECLARE_FINAL_TYPE (DwellPresetStore, dwell_preset_store, DWELL, PRESET_STORE, GObject)

DwellPresetStore       *dwell_preset_store_get        (const DwellPresetKind  *kind);
const DwellPresetKind  *dwell_preset_store_get_kind   (DwellPresetStore       *self);
const char * const     *dwell_preset_store_get_names  (DwellPresetStore       *self);

void                    dwell_preset_store_run_async  (DwellPresetStore       *self,
                                                       const DwellPresetTask  *task,
                                                       GAsyncReadyCallback     callback,
                                                       gpointer                user_data);
gboolean                dwell_preset_store_run_finish (GAsyncResult           *result,
                                                       GError                **error);
const DwellPresetTask  *dwell_preset_store_get_task   (GAsyncResult           *result);

G_END_DECLS
