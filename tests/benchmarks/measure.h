/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that all benchmarks use. Results of different machines or times are not comparable, so
 * benchmarks print ratios within one run, after warming up, of medians. */
#pragma once

#include "formats/dwell-formats.h"

#include "generator.h"

G_BEGIN_DECLS

/* "lms", "ooo", "text1" or "text1-binary", or a file, and a number of events, from the arguments;
 * the number else from the environment (DWELL_BENCHMARK_EVENTS), else a million. */
typedef struct {
  GenerateKind  kind;
  const char   *format;
  guint64       n_events;
  char         *path;    /* of the generated file, or of the given one */
  gboolean      is_given;
  char         *binary_path; /* of the .BIN that goes with it, or NULL */
  guint64       n_bytes;
} Load;

void        load_init   (Load        *self,
                         int          argc,
                         char       **argv);
void        load_clear  (Load        *self);
DwellTrace *load_open   (const Load  *self) G_GNUC_WARN_UNUSED_RESULT;

/* Seconds of the monotonic clock. */
double      measure_now (void);
/* Sorts. @fraction: 0.5 is the median. */
double      measure_quantile (GArray *seconds,
                              double  fraction);
/* Scales a budget that holds for @for_events to the events of this run. */
double      measure_scale (const Load *load,
                           double      budget,
                           double      for_events);

G_END_DECLS
