/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the parts of the writer: the areas and contexts to write, their handles, and the
 * output. All of it is made before the first row and only read afterwards. */
#pragma once

#include <gio/gio.h>

#include "formats/text1/common/dwell-text1-handle.h"
#include "formats/text1/read/dwell-text1-source.h"
#include "formats/text1/write/dwell-text1-export.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TEXT1_AREA_IS_CHOSEN = 1 << 0, /* its events and statistics are written */
  DWELL_TEXT1_AREA_IS_LISTED = 1 << 1, /* it is in the mapping: it is chosen, or a parent is */
  DWELL_TEXT1_AREA_HAS_STATES = 1 << 2,
  DWELL_TEXT1_AREA_IS_SHARED = 1 << 3, /* it ran in several contexts */
} DwellText1AreaFlags;

typedef struct {
  DwellTrace               *trace;      /* in it no variable is in several contexts */
  guint32                   n_split;    /* number of variables that were in several contexts */
  const DwellText1Settings *settings;
  DwellTemplate *templates[DWELL_N_TEMPLATES];
  gboolean       is_text1;        /* the trace came from Text1 */
  guint32       *handles;         /* by area */
  guint32       *state_handles;   /* by area: for a variable, the handle that its states share */
  gint64        *state_numbers;   /* by area: VALUE of a state; unique within a handle */
  guint8        *areas;           /* by area: DwellText1AreaFlags */
  guint32       *order;           /* listed areas, each followed by its lines or states */
  guint32        n_listed;
  guint32       *context_handles; /* by context; DWELL_NONE: it is not a context of Text1 */
  char         **context_names;   /* by context: one line each, unique if handles are equal */
  GHashTable    *known_contexts;  /* names of the contexts that have handles */
  guint8        *contexts;        /* by context: chosen */
  guint32       *area_contexts;   /* by area: the context of its spans, or DWELL_NONE */
  guint32        n_shared;        /* functions and lines that ran in several contexts */
  guint32        n_half_known;    /* … of which only one has a name */
  gboolean       has_unnamed;     /* some functions ran in no named context */
  gboolean       is_filtered;     /* not all areas or contexts are chosen */
  gint64         begin;           /* ns: the range to write */
  gint64         end;
  gint64         total_time;      /* ns: value of TOTAL_TIME; DWELL_TIME_NONE: not written */
  gint64         read_begin;      /* ns: the session that a reader of the export finds */
  gint64         read_end;
  gboolean       states_are_events; /* else writes of their variable */
  guint64        n_lost_states;   /* states whose start or end would be lost by writes */
  guint64        n_excess[DWELL_N_HANDLE_KINDS]; /* areas for which no handle was left */
} DwellText1Writer;

DwellText1Writer *dwell_text1_writer_new  (DwellTrace               *base,
                                           const DwellText1Settings *settings,
                                           GError                  **error)
                                          G_GNUC_WARN_UNUSED_RESULT;
void              dwell_text1_writer_free (DwellText1Writer         *self);
gboolean          _dwell_text1_writer_choose (DwellText1Writer         *self,
                                              GError                  **error);
gboolean          dwell_text1_writer_has_class (const DwellText1Writer *self,
                                                DwellText1Classes       class_bit,
                                                guint32                 area);
gboolean          dwell_text1_writer_writes_handles (const DwellText1Writer *self);
void              dwell_text1_writer_settle_states  (DwellText1Writer *self);
void              dwell_text1_writer_settle_session (DwellText1Writer *self);

/* Returns whether a range is written, rather than the whole session. */
static inline gboolean
dwell_text1_writer_has_range (const DwellText1Writer *self)
{
  return self->settings->base.begin <= self->settings->base.end;
}

/* A stream that is written in large portions, encoded. */
typedef struct {
  GOutputStream      *stream;
  DwellSink          *sink;     /* asked whether it is full */
  GString            *pending;
  DwellText1Encoding  encoding; /* text arrives in it, or as UTF-8 if it is UTF-16 */
  GCancellable       *cancellable;
  gboolean            is_begun; /* something was written */
} DwellText1Output;

gboolean dwell_text1_output_write (DwellText1Output  *self,
                                   const char        *bytes,
                                   gsize              length,
                                   GError           **error);
gboolean dwell_text1_output_flush (DwellText1Output  *self,
                                   gboolean           all,
                                   GError           **error);

/* The small sections. */

gboolean dwell_text1_write_mapping    (DwellText1Writer  *self,
                                       DwellText1Output  *output,
                                       GError           **error);
gboolean dwell_text1_write_statistics (DwellText1Writer  *self,
                                       DwellText1Output  *output,
                                       GError           **error);
gboolean dwell_text1_write_weights    (DwellText1Writer  *self,
                                       DwellText1Output  *output,
                                       GError           **error);
void     dwell_text1_append_header    (DwellText1Writer  *self,
                                       GString           *out,
                                       DwellTemplateKind  kind,
                                       const char        *class_name,
                                       guint32            context);
/* The fields of one entry; values by macro are statistics, T.NET … T.OUTSIDE.AVG. */
typedef struct {
  guint32       area;     /* or DWELL_NONE */
  guint32       context;  /* or DWELL_NONE */
  guint64       count;
  const gint64 *times;    /* by macro from T.NET on, or NULL */
  guint32       known;    /* bits 1 << DwellRecorded; the others write nothing */
} DwellText1Entry;

void     dwell_text1_append_macro     (DwellText1Writer      *self,
                                       GString               *out,
                                       DwellTemplateKind      kind,
                                       DwellMacro             macro,
                                       gboolean               without_tabs,
                                       const DwellText1Entry *entry);
void     dwell_text1_append_entry     (DwellText1Writer      *self,
                                       GString               *out,
                                       DwellTemplateKind      kind,
                                       const DwellText1Entry *entry);
void     dwell_text1_append_context   (const DwellText1Writer *self,
                                       GString                *out,
                                       guint32                 context,
                                       gboolean                without_tabs);
void     dwell_text1_append_name      (GString               *out,
                                       const char            *name,
                                       gboolean               without_tabs);
gboolean dwell_text1_has_tabs         (const DwellTemplate   *template);
const char *dwell_text1_get_class_name (const DwellText1Writer *self,
                                        guint32                 area);

/* A row of the timeline, ready to be formatted. */
typedef struct {
  gint64  time;
  guint64 value;
  guint32 handle;
  guint32 context;   /* DWELL_NONE: the row has none */
  guint8  kind;      /* DwellEventKind */
  guint8  core;
  guint8  has_value;
} DwellText1Row;

/* The format in which rows become bytes. */
typedef struct {
  const DwellTemplate *entry;    /* NULL: binary records */
  DwellText1LineEnd    line_end;
  gboolean             is_1_0;
  gboolean             is_swapped;
  char               **contexts; /* by context: value of %CONTEXT%; NULL: not set */
  gsize               *context_lengths;
  guint32              n_contexts;
  gsize                max_row;  /* bytes */
} DwellText1RowFormat;

void  dwell_text1_row_format_init (DwellText1RowFormat       *self,
                                   const DwellTemplate       *entry,
                                   DwellText1LineEnd          line_end,
                                   guint32                    n_contexts);
void  dwell_text1_row_format_init_for (DwellText1RowFormat    *self,
                                       const DwellText1Writer *writer);
void  dwell_text1_row_format_append (const DwellText1RowFormat *self,
                                     DwellMacro                 macro,
                                     const DwellText1Row       *row,
                                     GString                   *text);
void  dwell_text1_row_format_clear (DwellText1RowFormat      *self);
void  dwell_text1_row_format_set_context (DwellText1RowFormat *self,
                                          guint32              context,
                                          char                *text);
gsize dwell_text1_row_format_rows (const DwellText1RowFormat *self,
                                   const DwellText1Row       *rows,
                                   gsize                      n_rows,
                                   guint8                    *bytes);
guint8 *dwell_text1_format_record (const DwellText1RowFormat *self,
                                   const DwellText1Row       *row,
                                   guint8                    *p);

/* The sources of rows. */
typedef struct _DwellText1Events DwellText1Events; /* the trace's own events, any stretch at once */
typedef struct _DwellText1Spans  DwellText1Spans;  /* events derived from
                                                      * spans, suspensions, writes; in order */

DwellText1Events *dwell_text1_events_new  (DwellText1Writer *writer,
                                           gboolean          as_read) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_text1_events_free (DwellText1Events *self);
gsize             dwell_text1_events_fill (const DwellText1Events *self,
                                           guint32                 first,
                                           guint32                 n,
                                           DwellText1Row          *rows);
/* In addition to spans: the chosen suspensions of each context, in the order of their starts and of
 * their ends. */
typedef struct {
  guint32 *first;  /* by context and one more: into the next two */
  guint32 *begins;
  guint32 *ends;
} DwellText1Stops;

void     dwell_text1_stops_init     (DwellText1Stops        *self,
                                     const DwellText1Writer *writer);
void     dwell_text1_stops_clear    (DwellText1Stops        *self);
gboolean dwell_text1_stop_has_begin (const DwellTrace       *trace,
                                     guint32                 suspension);
gboolean dwell_text1_stop_has_end   (const DwellTrace       *trace,
                                     guint32                 suspension);
gboolean dwell_text1_write_has_row  (const DwellText1Writer *writer,
                                     guint32                 write);
guint32 *dwell_text1_order_writes   (const DwellText1Writer *writer,
                                     guint32                *n) G_GNUC_WARN_UNUSED_RESULT;

DwellText1Spans  *dwell_text1_spans_new   (DwellText1Writer *writer) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_text1_spans_free  (DwellText1Spans  *self);
gsize             dwell_text1_spans_fill  (DwellText1Spans  *self,
                                           DwellText1Row    *rows,
                                           gsize             n_max);
double            dwell_text1_spans_get_fraction (const DwellText1Spans *self);
guint64           dwell_text1_spans_get_n_crossing (const DwellText1Spans *self);
guint64           dwell_text1_spans_get_n_mistaken (const DwellText1Spans *self);
guint64           dwell_text1_spans_get_n_inferred (const DwellText1Spans *self);
guint64           dwell_text1_spans_get_n_without_row (const DwellText1Spans *self);

guint64 dwell_text1_count_without_row (const DwellText1Writer *self);
guint64 dwell_text1_count_held        (const DwellText1Writer *self);
guint64 dwell_text1_count_unassigned  (const DwellText1Writer *self);

gboolean dwell_text1_write_rows       (DwellText1Output          *output,
                                       const DwellText1RowFormat *format,
                                       const DwellText1Events    *events,
                                       guint32                    first,
                                       guint32                    n,
                                       DwellText1Spans           *spans,
                                       DwellProgress             *progress,
                                       GError                   **error);
gboolean dwell_text1_write_source     (DwellText1Writer          *self,
                                       DwellSink                 *sink,
                                       DwellProgress             *progress,
                                       GCancellable              *cancellable,
                                       GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Writer, dwell_text1_writer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Events, dwell_text1_events_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Spans, dwell_text1_spans_free)

G_END_DECLS
