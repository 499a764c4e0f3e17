/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that all benchmarks use. Results of different machines or times are not comparable, so
 * benchmarks print ratios within one run, after warming up, of medians. */
#pragma once

#include "formats/dwell-formats.h"

#include "generator.h"

G_BEGIN_DECLS

/* A format of the generator, or a file, and a number of events, from the arguments; the number else
 * from the environment (DWELL_BENCHMARK_EVENTS), else a million. The generated file is kept in the
 * folder DWELL_BENCHMARK_DATA, and used again, if that is set. */
typedef struct {
  GenerateKind  kind;
  const char   *format;
  guint64       n_events;
  char         *path;    /* of the generated file, or of the given one */
  gboolean      is_kept; /* somebody else needs it, too */
  char         *binary_path; /* of the .BIN that goes with it, or NULL */
  guint64       n_bytes;
} Load;

void        load_init   (Load        *self,
                         int          argc,
                         char       **argv);
void        load_clear  (Load        *self);
DwellTrace *load_open   (const Load  *self) G_GNUC_WARN_UNUSED_RESULT;

/* A row of the table that `run` prints. Times are in ms. */
typedef struct {
  const char *what;
  const char *unit;      /* NULL: ms */
  GArray     *values;    /* double; times in seconds */
  double      value;     /* without @values */
  double      yardstick; /* of the same run, in the same unit; 0: none */
  const char *yardstick_name;
  double      budget;    /* the most it may be; 0: none. Times in seconds */
  double      goal;
} MeasureRow;

/* Seconds of the monotonic clock. */
double      measure_now (void);
double      measure_get_peak_bytes (void);
double      measure_count_lines (const Load *load);
void        measure_print (const MeasureRow *row);
/* Sorts. @fraction: 0.5 is the median. */
double      measure_quantile (GArray *seconds,
                              double  fraction);
/* Scales a budget that holds for @for_events to the events of this run. */
double      measure_scale (const Load *load,
                           double      budget,
                           double      for_events);

G_END_DECLS
