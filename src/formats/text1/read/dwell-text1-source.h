/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form of a Text1 file on disk, so that it can be written again byte by byte; trace->source
 * points to it. Everything except rows of events is kept as its bytes. Rows of events are
 * regenerated from the events; but a row that would then differ (in its digits, or in its line end)
 * is kept as its bytes, with the event that it represents.
 *
 * To write the file: write the pieces of the main file; then, if it has a binary timeline, those of
 * the .BIN. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/template/dwell-template.h"

G_BEGIN_DECLS

/* DwellContext.id of a context without a handle in the file: only a statistics section or a row
 * names it. */
#define DWELL_TEXT1_NO_CONTEXT_HANDLE G_MAXUINT64

typedef enum {
  DWELL_TEXT1_LF,
  DWELL_TEXT1_CRLF,
  DWELL_TEXT1_CR,
} DwellText1LineEnd;

typedef enum {
  DWELL_TEXT1_UTF_8,
  DWELL_TEXT1_WINDOWS_1252,
  DWELL_TEXT1_UTF_16_LE, /* pieces are in UTF-8; they contain the BOM */
  DWELL_TEXT1_UTF_16_BE,
} DwellText1Encoding;

/* The form of %CONTEXT% in the rows of a timeline. It is empty in rows without a context. */
typedef enum {
  DWELL_TEXT1_CONTEXT_AS_NAME, /* in the encoding of the file */
  DWELL_TEXT1_CONTEXT_AS_HEX,  /* 0x%x of DwellContext.id */
  DWELL_TEXT1_CONTEXT_AS_DECIMAL,
} DwellText1ContextForm;

/* The form of the rows of one TIMELINE section. HANDLE is %08X; EVENT a letter (S and R exchanged
 * if is_swapped). VALUE is %08X, or %016X if sign-extending 8 digits gives another value; writes
 * have the written value, events of states that of the state, others nothing. TIME is decimal. */
typedef struct {
  DwellTemplate         *entry;
  DwellText1LineEnd      line_end;
  DwellText1ContextForm  context_form;
} DwellText1Timeline;

/* A stretch of a file: bytes, or events that are regenerated. */
typedef struct {
  gsize   text_offset; /* in the text of the part; text_length bytes */
  gsize   text_length; /* 0: the events are regenerated */
  guint32 first_event; /* of the trace; bytes represent n_events of them, mostly none */
  guint32 n_events;
  guint32 timeline;    /* index into timelines; DWELL_NONE in a .BIN */
} DwellText1Piece;

/* A file: the main file, or the .BIN. */
typedef struct {
  GByteArray *text;
  GArray     *pieces; /* DwellText1Piece, in order; they cover all events of the part */
} DwellText1Part;

typedef struct {
  DwellText1Part      main;
  DwellText1Part      binary;    /* records of 24 bytes, and bytes that are no records */
  GArray             *timelines; /* DwellText1Timeline */
  DwellText1Encoding  encoding;
  gboolean            has_binary;    /* the events are from a .BIN */
  gboolean            binary_is_1_0; /* else 1.1 */
  gboolean            is_swapped;    /* suspend and resume have each other's letter and code */
  gboolean            is_exact;      /* FALSE: there was too much text to keep */
  char               *templates[DWELL_N_TEMPLATES]; /* (nullable) each: the first in the file */
} DwellText1Source;

DwellText1Source *dwell_text1_source_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_text1_source_free        (DwellText1Source       *self);
gsize             dwell_text1_source_count_bytes (const DwellText1Source *self);
GBytes           *dwell_text1_source_pack        (gconstpointer           source)
  G_GNUC_WARN_UNUSED_RESULT;
gpointer          dwell_text1_source_unpack      (GBytes                 *bytes,
                                                  GDestroyNotify         *free_source)
  G_GNUC_WARN_UNUSED_RESULT;

gboolean dwell_text1_part_add_text   (DwellText1Part *self,
                                      const char     *bytes,
                                      gsize           length,
                                      guint32         first_event,
                                      guint32         n_events);
void     dwell_text1_part_add_events (DwellText1Part *self,
                                      guint32         first_event,
                                      guint32         n_events,
                                      guint32         timeline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Source, dwell_text1_source_free)

G_END_DECLS
