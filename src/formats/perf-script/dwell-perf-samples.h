/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples of a file: their threads, and their stacks as nodes of the builder's tree. The spans
 * that show them in time are made at the end. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/perf-script/dwell-perf-line.h"

G_BEGIN_DECLS

/* Frames of a stack beyond this number are left out. */
#define DWELL_PERF_MAX_FRAMES 100000

typedef struct {
  gint64  process;
  gint64  thread;
  guint32 context;
  guint32 comm;  /* string: the last name of its command */
} DwellPerfThread;

/* A frame of a stack, the innermost first. */
typedef struct {
  guint32 area; /* DWELL_NONE: inlined into the next one */
  guint32 name; /* string */
} DwellPerfStackFrame;

typedef struct {
  gint64  time;   /* ns, or the number of the sample */
  guint32 thread;
  guint32 node;
} DwellPerfSample;

typedef struct {
  gint64  time;
  guint32 thread;
  guint32 text; /* string */
} DwellPerfMark;

typedef struct {
  DwellBuilder *builder;
  GArray       *threads;  /* DwellPerfThread */
  DwellColumn  *samples;  /* DwellPerfSample */
  DwellColumn  *marks;    /* DwellPerfMark */
  gboolean      is_timed; /* whether the first sample has a time */

  /*< private >*/
  GHashTable   *thread_numbers;
  GHashTable   *processes;
  GHashTable   *lines;    /* area → place among the builder's lines, plus 1 */
  DwellIds      nodes;
  gint64        last_time;
} DwellPerfSamples;

void     dwell_perf_samples_init  (DwellPerfSamples           *self,
                                   DwellBuilder               *builder);
void     dwell_perf_samples_clear (DwellPerfSamples           *self);
guint32  dwell_perf_samples_get_thread (DwellPerfSamples      *self,
                                        const DwellPerfHead   *head);
guint32  dwell_perf_samples_add_frame_area (DwellPerfSamples     *self,
                                            const DwellPerfFrame *frame,
                                            guint32              *name);
gint64   dwell_perf_samples_get_time (DwellPerfSamples        *self,
                                      const DwellPerfHead     *head);
gboolean dwell_perf_samples_add   (DwellPerfSamples           *self,
                                   guint32                     thread,
                                   gint64                      time,
                                   gint64                      weight,
                                   const GArray               *frames,
                                   guint32                     file,
                                   guint32                     line,
                                   GError                    **error);
gboolean dwell_perf_samples_add_mark (DwellPerfSamples        *self,
                                      guint32                  thread,
                                      gint64                   time,
                                      DwellScan                text,
                                      GError                 **error);

gboolean dwell_perf_samples_finish (DwellPerfSamples          *self,
                                    GError                   **error);

G_END_DECLS
