/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals of a dump and their tracks, with the functions that apply changes to the builder. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/vcd/dwell-vcd-changes.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_VCD_BIT,
  DWELL_VCD_NUMBER,
  DWELL_VCD_FLOAT,
  DWELL_VCD_TEXT,
  DWELL_VCD_EVENT,
} DwellVcdType;

typedef struct {
  guint64 last;        /* the last value that was written, if has_value */
  guint32 next;        /* another signal with the same code, or DWELL_NONE */
  guint32 track;
  guint32 area;
  guint32 row;         /* of its states, or DWELL_NONE */
  guint32 span;        /* the state that is open, or DWELL_NONE */
  guint32 state;       /* its area */
  guint32 width;
  guint32 states[DWELL_VCD_N_STATES]; /* areas of the states of a bit; DWELL_NONE: not made yet */
  guint8  type;        /* DwellVcdType */
  guint8  is_signed;
  guint8  is_real;     /* real numbers are written from now on */
  guint8  is_inexact;  /* an integer was written that no real number equals */
  guint8  has_value;   /* a value was written */
  guint8  is_unknown;  /* the last value was unknown */
  guint8  is_used;     /* it has changed */
  guint8  is_active;   /* it has a value, which is unknown once recording stops */
} DwellVcdSignal;

typedef struct {
  DwellBuilder *builder;
  GArray       *signals;       /* DwellVcdSignal */
  GArray       *short_codes;   /* guint32, by number: the first signal, or DWELL_NONE */
  DwellStrings *long_codes;
  GArray       *long_firsts;   /* guint32, by string */
  GHashTable   *names;         /* name → number of signals with it */
  GArray       *active;        /* guint32: the active signals */
  guint32       context;
  guint32       max_aliases;   /* the greatest number of signals with one code */
  guint32       n_states;      /* number of different states of texts */
  gint64        factor_fs;     /* fs per unit of time */
  gint64        zero;          /* units that are added to each time */
  gint64        now;           /* ns */
  gint64        begin;         /* the first time */
  gint64        resumed;       /* when recording was resumed */
  guint64       n_changes;
  guint64       n_rounded;     /* times that are not whole ns */
  guint64       first_rounded; /* its line */
  guint8        has_time;
  guint8        is_time_bad;   /* changes have no valid time now */
  guint8        is_in_off;     /* within the section that stops recording */
  guint8        has_rounded_value;
} DwellVcdSignals;

void     dwell_vcd_signals_init   (DwellVcdSignals      *self,
                                   DwellBuilder         *builder);
void     dwell_vcd_signals_clear  (DwellVcdSignals      *self);
void     dwell_vcd_signals_add    (DwellVcdSignals      *self,
                                   DwellVcdType          type,
                                   gboolean              is_signed,
                                   guint32               width,
                                   DwellScan             code,
                                   const char           *name,
                                   guint64               line);
gboolean dwell_vcd_signals_play   (DwellVcdSignals      *self,
                                   const GArray         *changes,
                                   const char           *text,
                                   guint64               n_lines_before,
                                   GError              **error);
void     dwell_vcd_signals_finish (DwellVcdSignals      *self);

G_END_DECLS
