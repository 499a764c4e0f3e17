/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets on disk: settings of exports, and import options of each format. Each preset that the
 * user saved is a key file, <config>/dwell/FOLDER/NAME.conf, in the form that --config of dwell-cli
 * reads. All errors have the domain G_IO_ERROR. */
#pragma once

#include <gio/gio.h>

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

typedef struct _DwellPresetKind DwellPresetKind;

typedef enum {
  DWELL_PRESET_LIST,
  DWELL_PRESET_LOAD,    /* name → settings */
  DWELL_PRESET_SAVE,    /* name, settings: replaces a preset of that name */
  DWELL_PRESET_RENAME,  /* name, new_name */
  DWELL_PRESET_DELETE,  /* name → settings, NULL if they cannot be read */
  DWELL_PRESET_RESTORE, /* name, settings: undoes DELETE; unlike SAVE replaces no preset */
  DWELL_PRESET_IMPORT,  /* file → settings, name: that of the file, with a number if it exists */
  DWELL_PRESET_EXPORT,  /* settings, file */
} DwellPresetOperation;

/* An operation on presets: its parameters and, after “→” above, its results. */
typedef struct {
  DwellPresetOperation  operation;
  const char           *name;
  const char           *new_name;
  GKeyFile             *settings;
  GFile                *file;
} DwellPresetTask;

const DwellPresetKind *dwell_preset_kind_get_export (const DwellFormat      *format);
const DwellPresetKind *dwell_preset_kind_get_import (const DwellFormat      *format);

const char *dwell_presets_get_title  (const DwellPresetKind  *kind,
                                      const char             *name);
char       *dwell_presets_get_path   (const DwellPresetKind  *kind,
                                      const char             *name) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_presets_check_name (const DwellPresetKind  *kind,
                                      const char             *name,
                                      GError                **error);
const char *dwell_presets_find_alike (const char * const     *names,
                                      const char             *name);

/* These functions block: for workers. */

char      **dwell_presets_list       (const DwellPresetKind  *kind) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_presets_run        (const DwellPresetKind  *kind,
                                      DwellPresetTask        *task,
                                      GError                **error);

G_END_DECLS
