/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through a trace in order of time and writes a line for each event. Only what is open at one
 * time is kept. */
#pragma once

#include "core/dwell-progress.h"
#include "core/dwell-sort.h"
#include "formats/btf/dwell-btf-cast.h"
#include "formats/btf/dwell-btf-line.h"
#include "formats/btf/dwell-btf-tracks.h"

G_BEGIN_DECLS

/* The order of events at the same time. */
typedef enum {
  DWELL_BTF_RANK_END,
  DWELL_BTF_RANK_LEAVE,   /* the core */
  DWELL_BTF_RANK_SUSPEND,
  DWELL_BTF_RANK_COME,
  DWELL_BTF_RANK_RESUME,
  DWELL_BTF_RANK_INSTANT, /* messages and values */
  DWELL_BTF_RANK_BEGIN,
  DWELL_BTF_RANK_LAST,    /* the end of a span that began at this time, or is left open */
} DwellBtfRank;

/* Counts of what cannot be written, or not unchanged. */
typedef struct {
  guint64 lines;       /* spans of source lines */
  guint64 overlapping; /* spans that are cut out of the span that called them */
  guint64 completed;   /* missing starts and ends that are written nevertheless */
  guint64 values;      /* values that are not numbers */
  guint64 cut;         /* lines whose note or target is too long */
  guint64 states;      /* states whose names are lost */
  guint64 numbers;     /* states that have no number, and are given one */
} DwellBtfLosses;

typedef struct {
  const DwellTrace            *trace;
  const DwellBtfWriteSettings *settings;
  DwellBtfCast                 cast;
  DwellBtfLosses               losses;
  GOutputStream               *stream;    /* (nullable): NULL: only count, do not write */
  GString                     *text;      /* not yet written */
  DwellProgress               *progress;
  GCancellable                *cancellable;
  gint64                       begin;     /* the range */
  gint64                       end;
  gint64                       shift;     /* is added to all times, so that none is negative */
  gint64                       last;      /* time of the last line, or DWELL_TIME_NONE */
  gboolean                     is_begun;  /* a line was written that is not a border of the
                                           * session */
  GSequence                   *active;    /* DwellBtfRun, by their next event */
  GHashTable                  *open;      /* number of a span → DwellBtfRun */
  GHashTable                  *restarts;  /* number of a span → instance of the activation that ends
                                           * when it begins, and that it starts once more */
  guint32                     *instances; /* by area: how many runnables of it began */
  gint64                      *state_numbers; /* by area */
  guint32                     *order;     /* (nullable): spans by start; NULL: they are in this
                                           * order */
  guint32                      next;      /* how many spans in this order have begun */
  DwellKeyed                  *late;      /* (nullable): spans that begin when their caller ends,
                                           * by caller */
  gsize                        n_late;
  DwellKeyed                  *instants;  /* marks, then writes, then spans of states */
  gsize                        n_instants;
} DwellBtfPlay;

void     dwell_btf_play_add_line     (DwellBtfPlay *self,
                                      gint64        time,
                                      const char   *source,
                                      guint32       source_instance,
                                      const char   *type,
                                      const char   *target,
                                      guint32       target_instance,
                                      const char   *event,
                                      const char   *note);
guint32  dwell_btf_play_get_late     (const DwellBtfPlay *self,
                                      guint32             caller,
                                      guint32             number);

/* dwell-btf-runs.c: activations that are open. */

void     dwell_btf_runs_begin        (DwellBtfPlay *self,
                                      guint32       span);
gboolean dwell_btf_runs_peek         (DwellBtfPlay *self,
                                      gint64       *time,
                                      DwellBtfRank *rank);
void     dwell_btf_runs_step         (DwellBtfPlay *self);
guint32  dwell_btf_runs_get_instance (DwellBtfPlay  *self,
                                      DwellBtfActor *actor);

/* dwell-btf-instants.c: events of single times. */

gboolean dwell_btf_instants_gather   (DwellBtfPlay  *self,
                                      GError       **error);
void     dwell_btf_instants_write    (DwellBtfPlay  *self,
                                      guint32        number,
                                      gint64         time);

/* The spans by start. */
static inline guint32
dwell_btf_play_get_span (const DwellBtfPlay *self,
                         guint32             number)
{
  return self->order != NULL ? self->order[number] : number;
}

/* Times within the range. */

static inline gint64
dwell_btf_play_get_begin (const DwellBtfPlay *self,
                          guint32             span)
{
  return MAX (dwell_trace_get_span_begin (self->trace, span), self->begin);
}

static inline gint64
dwell_btf_play_get_end (const DwellBtfPlay *self,
                        guint32             span)
{
  return MIN (dwell_trace_get_span_end (self->trace, span), self->end);
}

static inline guint
dwell_btf_play_get_flags (const DwellBtfPlay *self,
                          guint32             span)
{
  return self->trace->span_flags[span] |
         (dwell_trace_get_span_begin (self->trace, span) < self->begin ? DWELL_SPAN_BEGIN_MISSING
                                                                       : 0) |
         (dwell_trace_get_span_end (self->trace, span) > self->end ? DWELL_SPAN_END_MISSING : 0);
}

G_END_DECLS
