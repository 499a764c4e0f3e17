/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes any trace as Text1, by typed settings. A trace that was not read from Text1 gets handles
 * in order, and suspends and resumes from its nesting. */
#pragma once

#include "formats/common/dwell-export-settings.h"
#include "formats/template/dwell-template.h"

G_BEGIN_DECLS

/* The suffix to the main file's name for its timeline as records. */
#define DWELL_TEXT1_BINARY_SUFFIX ".BIN"

typedef enum {
  DWELL_TEXT1_INFO       = 1 << 0,
  DWELL_TEXT1_CONTEXTS   = 1 << 1,
  DWELL_TEXT1_MAPPING    = 1 << 2,
  DWELL_TEXT1_STATISTICS = 1 << 3,
  DWELL_TEXT1_TIMELINE   = 1 << 4,
} DwellText1Sections;

typedef enum {
  DWELL_TEXT1_FUNCTIONS = 1 << 0,
  DWELL_TEXT1_LINES     = 1 << 1,
  DWELL_TEXT1_DATA      = 1 << 2,
  DWELL_TEXT1_AUX       = 1 << 3,
} DwellText1Classes;

typedef enum {
  DWELL_TEXT1_CONTEXT_AUTO, /* the handle if a CONTEXTS section is written, otherwise the name */
  DWELL_TEXT1_CONTEXT_NAME,
  DWELL_TEXT1_CONTEXT_HANDLE,
} DwellText1ContextValue;

typedef enum {
  DWELL_TEXT1_STATES_AUTO,      /* as writes, unless these would lose information */
  DWELL_TEXT1_STATES_AS_WRITES, /* of their variable */
  DWELL_TEXT1_STATES_AS_EVENTS, /* on their state handles */
} DwellText1States;

typedef struct {
  DwellExportSettings base; /* its areas may be “all” or “active”, too */
  char     *templates[DWELL_N_TEMPLATES];
  gboolean  timeline_binary;
  gboolean  binary_is_1_0;
  DwellText1States timeline_states;
  gboolean  line_ends_are_lf;
  guint     sections;        /* DwellText1Sections */
  guint     classes;         /* DwellText1Classes */
  DwellText1ContextValue context_value;
} DwellText1Settings;

#define DWELL_TEXT1_N_WRITE_OPTIONS (DWELL_N_TEMPLATES + 9)
#define DWELL_TEXT1_N_PRESETS       4

extern const DwellOption       dwell_text1_write_options[DWELL_TEXT1_N_WRITE_OPTIONS];
extern const DwellExportPreset dwell_text1_presets[DWELL_TEXT1_N_PRESETS];

/* The writing functions of the format. */

gboolean    dwell_text1_check_text    (const DwellOption         *option,
                                       const char                *text,
                                       GError                   **error);
GArray     *dwell_text1_check         (DwellTrace                *trace,
                                       const DwellExportSettings *settings,
                                       GCancellable              *cancellable)
                                      G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_text1_export        (DwellTrace                *trace,
                                       const DwellExportSettings *settings,
                                       DwellSink                 *sink,
                                       DwellProgress             *progress,
                                       GCancellable              *cancellable,
                                       GError                   **error);
char       *dwell_text1_decode_part   (DwellTrace                *trace,
                                       const DwellExportSettings *settings,
                                       const char                *suffix,
                                       GBytes                    *bytes) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray  *dwell_text1_get_examples  (DwellTrace                *trace,
                                       const DwellOption         *option,
                                       GCancellable              *cancellable)
                                      G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_text1_has_binary    (const DwellTrace          *trace,
                                       const DwellExportSettings *settings);
DwellBeside dwell_text1_look_beside   (DwellSink                 *sink,
                                       GCancellable              *cancellable);

/* The parts of Text1 that a trace can fill: events at times; times at all; statistics of its
 * own. */

gboolean    dwell_text1_has_timeline  (const DwellTrace          *trace);
gboolean    dwell_text1_has_time      (const DwellTrace          *trace);
gboolean    dwell_text1_has_weights   (const DwellTrace          *trace);

G_END_DECLS
