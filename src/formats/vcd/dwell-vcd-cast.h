/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals as which a trace is written, and where their changes come from. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/vcd/dwell-vcd-writer.h"

G_BEGIN_DECLS

/* A digit is one of 94 characters, so the numbers of all signals fit. */
#define DWELL_VCD_CODE_BYTES 8

typedef enum {
  DWELL_VCD_OUT_TEXT,      /* names of states or spans; empty while there is none */
  DWELL_VCD_OUT_BIT,       /* states with the names of states of a bit */
  DWELL_VCD_OUT_BUSY,      /* 1 during any span or pause */
  DWELL_VCD_OUT_INTEGER,
  DWELL_VCD_OUT_REAL,
  DWELL_VCD_OUT_EVENT,     /* messages */
} DwellVcdOutKind;

typedef struct {
  char    *name;       /* with its scopes, separated by points */
  gsize    n_scopes;   /* bytes of its scopes, including the last point */
  char     code[DWELL_VCD_CODE_BYTES];
  guint8   kind;       /* DwellVcdOutKind */
  guint8   has_value;
  guint8   was_busy;
  guint8   is_ending;  /* it has no state any more, but may still get one at the same time */
  guint8   lacks_end;  /* the last state that ended had no known end */
  guint32  n_inside;   /* spans or pauses that are open */
  guint64  value;      /* the last value: bits of a number, or the string of a state */
} DwellVcdOut;

/* The source of a signal's changes: a list that is in the order of time. */
typedef enum {
  DWELL_VCD_FROM_SPANS,  /* row_spans */
  DWELL_VCD_FROM_WRITES, /* track_writes */
  DWELL_VCD_FROM_MARKS,  /* track_marks */
  DWELL_VCD_FROM_PAUSES, /* pause_begin */
} DwellVcdFrom;

typedef struct {
  gint64  time;      /* of the next change */
  guint32 place;
  guint32 end;
  guint32 signal;    /* into signals */
  guint8  from;      /* DwellVcdFrom */
  guint8  is_inside; /* the next change is the end of the span or pause at @place */
} DwellVcdCursor;

typedef struct {
  const DwellTrace *trace;
  GArray           *signals;   /* DwellVcdOut */
  GArray           *cursors;   /* DwellVcdCursor; only those with changes in the range */
  GHashTable       *names;     /* full names that are taken */
  gint64            begin;     /* ns: the range */
  gint64            end;
  guint64           n_renamed;
  guint64           n_cut;     /* names that are too long */
  guint64           n_texts;   /* messages with more text than the name of their event */
} DwellVcdCast;

void     dwell_vcd_cast_init    (DwellVcdCast           *self,
                                 const DwellTrace       *trace,
                                 const DwellVcdSettings *settings);
void     dwell_vcd_cast_clear   (DwellVcdCast           *self);
gboolean dwell_vcd_cast_aim     (const DwellVcdCast     *self,
                                 DwellVcdCursor         *cursor);
gboolean dwell_vcd_has_scopes    (const char             *name);
guint32  dwell_vcd_cast_get_text (const DwellVcdCast    *self,
                                  guint32                span);

/* In dwell-vcd-definitions.c. */

void     dwell_vcd_cast_append_definitions (const DwellVcdCast *self,
                                            GString            *text);

G_END_DECLS
