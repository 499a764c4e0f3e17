/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets on the disk: settings of exports, and options with which files of a format are read. Each
 * that the user saved is a key file, <config>/dwell/FOLDER/NAME.conf, as --config of dwell-cli
 * takes it. All errors are of G_IO_ERROR. */
#pragma once

#include <gio/gio.h>

#include "formats/dwell-format.h"

G_BEGIN_DECLS

typedef struct _DwellPresetKind DwellPresetKind;

typedef enum {
  DWELL_PRESET_LIST,
  DWELL_PRESET_LOAD,    /* name → settings */
  DWELL_PRESET_SAVE,    /* name, settings: replaces one of that name */
  DWELL_PRESET_RENAME,  /* name, new_name */
  DWELL_PRESET_DELETE,  /* name → settings, if they can be read */
  DWELL_PRESET_RESTORE, /* name, settings: undoes deleting, but replaces nothing */
  DWELL_PRESET_IMPORT,  /* file → settings, name: that of the file, or with a number */
  DWELL_PRESET_EXPORT,  /* settings, file */
} DwellPresetOperation;

/* What is to be done with presets, and (→) what came of it. */
typedef struct {
  DwellPresetOperation  operation;
  const char           *name;
  const char           *new_name;
  GKeyFile             *settings;
  GFile                *file;
} DwellPresetTask;

const DwellPresetKind *dwell_preset_kind_get_export (void);
const DwellPresetKind *dwell_preset_kind_get_import (const DwellFormat      *format);

const char *dwell_presets_get_title  (const DwellPresetKind  *kind,
                                      const char             *name);
char       *dwell_presets_get_path   (const DwellPresetKind  *kind,
                                      const char             *name) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_presets_check_name (const DwellPresetKind  *kind,
                                      const char             *name,
                                      GError                **error);
/* For workers. */
char      **dwell_presets_list       (const DwellPresetKind  *kind) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_presets_run        (const DwellPresetKind  *kind,
                                      DwellPresetTask        *task,
                                      GError                **error);

G_END_DECLS
