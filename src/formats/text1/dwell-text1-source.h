/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a Text1 file stood on disk: what trace->source points to, so that it can be written back byte
 * for byte. Everything but rows of events is kept as its bytes; rows of events are kept as events
 * and written anew, except those that would not come out as they were (other digits, another line
 * end, none at all): these are bytes too, and tell which event they stand for.
 *
 * To write it back: walk the pieces of the main file, then, if it has a binary timeline, those of
 * the .BIN. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/text1/dwell-text1-template.h"

G_BEGIN_DECLS

/* DwellContext.id of a context that the file gives no handle: named by a statistics section or a
 * row alone. */
#define DWELL_TEXT1_NO_CONTEXT_HANDLE G_MAXUINT64

typedef enum {
  DWELL_TEXT1_LF,
  DWELL_TEXT1_CRLF,
  DWELL_TEXT1_CR,
} DwellText1LineEnd;

typedef enum {
  DWELL_TEXT1_UTF_8,
  DWELL_TEXT1_WINDOWS_1252,
  DWELL_TEXT1_UTF_16_LE, /* pieces stand in UTF-8 then, a BOM at the begin among them */
  DWELL_TEXT1_UTF_16_BE,
} DwellText1Encoding;

/* How %CONTEXT% stands in a timeline's rows. Rows without a context leave it empty. */
typedef enum {
  DWELL_TEXT1_CONTEXT_AS_NAME, /* in the file's encoding */
  DWELL_TEXT1_CONTEXT_AS_HEX,  /* 0x%x of DwellContext.id */
  DWELL_TEXT1_CONTEXT_AS_DECIMAL,
} DwellText1ContextForm;

/* How the rows of one TIMELINE section are written: HANDLE %08X; EVENT a letter (S and R exchanged
 * if is_swapped); VALUE %08X, or %016X where sign-extending 8 digits gives another value, of writes
 * (what is written) and of events of states (the state's value), else empty; TIME decimal. */
typedef struct {
  DwellTemplate         *entry;
  DwellText1LineEnd      line_end;
  DwellText1ContextForm  context_form;
} DwellText1Timeline;

/* A stretch of a file: bytes, or events that are written anew. */
typedef struct {
  gsize   text_offset; /* into the part's text; text_length bytes */
  gsize   text_length; /* 0: the events are written anew */
  guint32 first_event; /* of the trace; bytes stand for n_events of them, mostly for none */
  guint32 n_events;
  guint32 timeline;    /* into timelines, where events are written anew in text */
} DwellText1Piece;

/* A file: the main file, or the .BIN. */
typedef struct {
  GByteArray *text;
  GArray     *pieces; /* DwellText1Piece, in order; they cover all events of the part */
} DwellText1Part;

typedef struct {
  DwellText1Part      main;
  DwellText1Part      binary;    /* records of 24 bytes, and bytes that are none */
  GArray             *timelines; /* DwellText1Timeline */
  DwellText1Encoding  encoding;
  gboolean            has_binary;    /* the events came from a .BIN */
  gboolean            binary_is_1_0; /* else 1.1 */
  gboolean            is_swapped;    /* suspend and resume have each other's letter and code */
  gboolean            is_exact;      /* else there were too many odd rows to keep */
  char               *templates[DWELL_N_TEMPLATES]; /* those found first; NULL where none is */
} DwellText1Source;

DwellText1Source *dwell_text1_source_new  (void) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_text1_source_free (DwellText1Source *self);
/* What it takes. */
gsize             dwell_text1_source_count_bytes (const DwellText1Source *self);

/* Bytes at the end of the part, which stand for @n_events events. */
gboolean dwell_text1_part_add_text   (DwellText1Part *self,
                                      const char     *bytes,
                                      gsize           length,
                                      guint32         first_event,
                                      guint32         n_events);
/* Events at the end of the part, to be written anew. */
void     dwell_text1_part_add_events (DwellText1Part *self,
                                      guint32         first_event,
                                      guint32         n_events,
                                      guint32         timeline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Source, dwell_text1_source_free)

G_END_DECLS
