/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large valid traces, the same for the same seed: four threads, unless the kind says otherwise,
 * each with its own stack. */
#pragma once

#include <stdio.h>

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  GENERATE_LMS, /* runtimes with dotted modules below, plain labels inside; threads overlap */
  GENERATE_OOO, /* scopes of modules and authors, messages, logical scopes; header and clean exit */
  GENERATE_TEXT1, /* calls with suspend and resume, writes into variables */
  GENERATE_TEXT1_BINARY, /* the same events in a .BIN */
  GENERATE_BR,  /* lines that ran, timed, with their callers; an event is a block */
  GENERATE_BR_SAMPLED,
  GENERATE_APROF, /* cost points, which are its events */
  GENERATE_OOO_1, /* as GENERATE_OOO, of so many threads */
  GENERATE_OOO_100,
  GENERATE_OOO_10000,
  GENERATE_TRACE_EVENT, /* the spans of GENERATE_LMS as begins and ends */
  GENERATE_FOLDED, /* different stacks, which are its events */
  GENERATE_CALLGRIND, /* an event is a line of costs */
  GENERATE_PERF_SCRIPT, /* an event is a sample with its stack */
  GENERATE_BTF, /* tasks, runnables, interrupts, signals */
  GENERATE_VCD, /* changes of bits and vectors */
  GENERATE_CSV, /* an event is a row, a span; in the order of begins */
  GENERATE_CSV_BY_END,
} GenerateKind;

/* Exactly @n_events begins, ends and messages; every begin has its end (in LMS and
 * trace events, which have no messages, if @n_events is even). */
void     generate_trace       (GenerateKind  kind,
                               guint64       n_events,
                               guint64       seed,
                               FILE         *out,
                               FILE         *binary);
gboolean generate_kind_parse  (const char   *name,
                               GenerateKind *kind);

/* The parts of the generator. */
void     generate_text1       (guint64       n_events,
                               guint64       seed,
                               FILE         *out,
                               FILE         *binary);
void     generate_br          (guint64       n_events,
                               guint64       seed,
                               gboolean      is_timed,
                               FILE         *out);
void     generate_aprof       (guint64       n_points,
                               guint64       seed,
                               FILE         *out);
void     generate_stacks      (guint64       n_stacks,
                               guint64       seed,
                               gboolean      is_folded,
                               FILE         *out);
void     generate_callgrind   (guint64       n_costs,
                               guint64       seed,
                               FILE         *out);
void     generate_btf         (guint64       n_events,
                               guint64       seed,
                               FILE         *out);
void     generate_signals     (guint64       n_changes,
                               guint64       seed,
                               FILE         *out);
void     generate_csv         (guint64       n_rows,
                               guint64       seed,
                               gboolean      by_end,
                               FILE         *out);
guint64  generate_draw        (guint64      *random);
guint32  generate_draw_below  (guint64      *random,
                               guint32       n);

G_END_DECLS
