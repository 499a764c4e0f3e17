/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing Text1 from any trace. The settings are plain data: the dialog edits them, the command
 * line and key files fill them, presets are whole sets of them. A trace not read from Text1
 * is given handles in order, and suspends and resumes from its nesting. */
#pragma once

#include "core/dwell-progress.h"
#include "core/dwell-trace.h"
#include "formats/dwell-sink.h"
#include "formats/text1/dwell-text1-template.h"

G_BEGIN_DECLS

/* Behind the main file's name: its timeline as records. */
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
  DWELL_TEXT1_CONTEXT_AUTO, /* the handle where a CONTEXTS section is written, else the name */
  DWELL_TEXT1_CONTEXT_NAME,
  DWELL_TEXT1_CONTEXT_HANDLE,
} DwellText1ContextValue;

typedef enum {
  DWELL_TEXT1_STATES_AUTO,      /* as writes, unless these cannot tell all */
  DWELL_TEXT1_STATES_AS_WRITES, /* of their variable */
  DWELL_TEXT1_STATES_AS_EVENTS, /* on their state handles */
} DwellText1States;

typedef struct {
  char     *templates[DWELL_N_TEMPLATES];
  gboolean  from_source;     /* preset `source`: as the Text1 file that was read */
  gboolean  timeline_binary;
  gboolean  binary_is_1_0;
  DwellText1States timeline_states;
  gboolean  line_ends_are_lf;
  guint     sections;        /* DwellText1Sections */
  guint     only;            /* of these: what is written of the whole; of one use, so not kept */
  guint     classes;         /* DwellText1Classes */
  char     *contexts;        /* pattern, or "" = all */
  char     *areas;           /* "all", "active", or a pattern (text, wildcard or /regex/) */
  DwellText1ContextValue context_value;
  gint64    begin;           /* the range; begin > end: the whole session */
  gint64    end;
} DwellText1Settings;

DwellText1Settings *dwell_text1_settings_new   (const char               *preset,
                                                GError                  **error)
                                               G_GNUC_WARN_UNUSED_RESULT;
DwellText1Settings *dwell_text1_settings_copy  (const DwellText1Settings *self)
                                               G_GNUC_WARN_UNUSED_RESULT;
void                dwell_text1_settings_free  (DwellText1Settings       *self);
gboolean            dwell_text1_settings_equal (const DwellText1Settings *self,
                                                const DwellText1Settings *other);
/* One setting by its name on the command line ("TimelineEntry", "LineEnds"): README.md,
 * "Settings". */
gboolean            dwell_text1_settings_set   (DwellText1Settings       *self,
                                                const char               *name,
                                                const char               *value,
                                                GError                  **error);
char               *dwell_text1_settings_get   (const DwellText1Settings *self,
                                                const char               *name);
/* Key files, group [text1]. */
gboolean            dwell_text1_settings_load  (DwellText1Settings       *self,
                                                GKeyFile                 *file,
                                                GError                  **error);
void                dwell_text1_settings_save  (const DwellText1Settings *self,
                                                GKeyFile                 *file);
/* "default", "full", "csv", and "source" where @trace came from Text1. NULL-terminated. */
const char * const *dwell_text1_get_presets    (const DwellTrace         *trace);

/* What a careful user wants to know before writing (README.md, "What is lost"). Each with how
 * often. */
typedef struct {
  gboolean  is_error; /* cannot be written like that */
  gboolean  is_loss;  /* cannot come back from this export */
  guint64   count;
  char     *message;  /* translated */
} DwellText1Warning;

GArray   *dwell_text1_check  (DwellTrace               *trace,
                              const DwellText1Settings *settings,
                              GCancellable             *cancellable) G_GNUC_WARN_UNUSED_RESULT;
gboolean  dwell_text1_export (DwellTrace               *trace,
                              const DwellText1Settings *settings,
                              DwellSink                *sink,
                              DwellProgress            *progress,
                              GCancellable             *cancellable,
                              GError                  **error);
/* What a trace has of what Text1 tells: events at times; times at all; statistics of its own. */
gboolean  dwell_text1_has_timeline      (const DwellTrace         *trace);
gboolean  dwell_text1_has_time          (const DwellTrace         *trace);
gboolean  dwell_text1_has_weights       (const DwellTrace         *trace);
/* Whether an export writes a .BIN beside the main file. */
gboolean  dwell_text1_has_binary        (const DwellTrace         *trace,
                                         const DwellText1Settings *settings);
/* What each macro writes first in @kind, from the trace: the dialog's examples. By DwellMacro; NULL
 * where it writes nothing, or does not apply. */
GPtrArray *dwell_text1_get_examples (DwellTrace        *trace,
                                     DwellTemplateKind  kind,
                                     GCancellable      *cancellable) G_GNUC_WARN_UNUSED_RESULT;
/* Records of a .BIN, as hexadecimal bytes and what they mean, a line each below a heading. */
char      *dwell_text1_decode_records (DwellTrace               *trace,
                                       const DwellText1Settings *settings,
                                       GBytes                   *records)
                                      G_GNUC_WARN_UNUSED_RESULT;
gboolean   dwell_text1_check_pattern  (const char               *text,
                                       GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Settings, dwell_text1_settings_free)

G_END_DECLS
