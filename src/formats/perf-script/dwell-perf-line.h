/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of the lines of `perf script` (README.md, "The file"): pure functions of a line. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_PERF_EMPTY,
  DWELL_PERF_COMMENT,
  DWELL_PERF_HEAD,    /* head of a sample */
  DWELL_PERF_FRAME,
  DWELL_PERF_SOURCE,  /* FILE:LINE of the previous frame */
  DWELL_PERF_NOWHERE, /* the previous frame has no source line */
  DWELL_PERF_LOST,    /* a report of lost samples */
  DWELL_PERF_BAD,
} DwellPerfKind;

typedef struct {
  DwellScan comm;
  DwellScan event;  /* without its last colon */
  DwellScan rest;   /* what follows the event */
  gint64    process;
  gint64    thread;
  gint64    time;   /* ns */
  guint64   period;
  gboolean  has_process;
  gboolean  has_cpu;
  gboolean  has_time;
  gboolean  has_period;
} DwellPerfHead;

typedef struct {
  DwellScan symbol; /* without its offset */
  DwellScan dso;
  DwellScan both;   /* from the symbol to the end: equal texts are equal frames */
} DwellPerfFrame;

typedef struct {
  DwellScan file;
  guint32   line;
} DwellPerfSource;

gboolean      dwell_perf_parse_head   (DwellScan        text,
                                       DwellPerfHead   *head);
gboolean      dwell_perf_parse_frame  (DwellScan        text,
                                       DwellPerfFrame  *frame);
DwellPerfKind dwell_perf_parse_line   (DwellScan        text,
                                       DwellPerfHead   *head,
                                       DwellPerfFrame  *frame,
                                       DwellPerfSource *source);

static inline gboolean
dwell_perf_is (DwellScan   text,
               const char *word)
{
  gsize length = strlen (word);

  return (gsize) (text.end - text.p) == length && memcmp (text.p, word, length) == 0;
}

G_END_DECLS
