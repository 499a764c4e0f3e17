/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-track-numbers.h"

#include "core/dwell-hash.h"

/* Viewers mistake greater numbers of processes and threads for other ones. */
#define MAX_ID G_MAXINT32

/* Returns the process that a context belongs to, or DWELL_NONE. */
static guint32
find_process (const DwellTrace *trace,
              guint32           context)
{
  while (context != DWELL_NONE && trace->contexts[context].kind != DWELL_CONTEXT_PROCESS)
    context = trace->contexts[context].parent;

  return context;
}

/* Takes @wanted if it is free and not too great for viewers, otherwise the next free number. */
static guint32
take_number (GHashTable *taken,
             guint64     group,
             guint64     wanted,
             guint32    *next)
{
  guint64 number = wanted;

  if (number == 0 || number > MAX_ID)
    number = ++*next;
  while (!g_hash_table_add (taken, g_memdup2 (&(guint64) { group << 32 | number },
                                              sizeof (guint64))))
    number = ++*next;

  return (guint32) number;
}

/* Returns: the process number of tracks that belong to no process */
static guint32
number_processes (DwellTrackNumbers *self)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GHashTable) taken = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                       NULL);
  guint32 next = 0;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (trace->contexts[i].kind == DWELL_CONTEXT_PROCESS)
      self->of_contexts[i] = take_number (taken, 0, trace->contexts[i].id, &next);

  return take_number (taken, 0, 1, &next);
}

static void
number_tracks (DwellTrackNumbers *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint8 *has_main = g_new0 (guint8, trace->n_contexts + 1);
  guint32 none = number_processes (self);
  guint32 next = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      guint32 context = trace->tracks[i].context;
      guint32 process = find_process (trace, context);

      self->processes[i] = process != DWELL_NONE ? self->of_contexts[process] : none;
      self->threads[i] = self->processes[i];
      if (!dwell_track_numbers_has_thread (self, i))
        continue;

      self->is_main[i] = context != DWELL_NONE && !has_main[context] &&
                         trace->tracks[i].area == DWELL_NONE;
      self->threads[i] = take_number (self->taken, self->processes[i],
                                      self->is_main[i] ? trace->contexts[context].id : 0, &next);
      if (self->is_main[i])
        has_main[context] = TRUE;
    }
}

/**
 * dwell_track_numbers_init:
 * @self: (out): numbers
 * @trace: a trace, which must outlive them
 */
void
dwell_track_numbers_init (DwellTrackNumbers *self,
                          const DwellTrace  *trace)
{
  *self = (DwellTrackNumbers) {
    .trace = trace,
    .of_contexts = g_new0 (guint32, trace->n_contexts + 1),
    .processes = g_new0 (guint32, trace->n_tracks + 1),
    .threads = g_new0 (guint32, trace->n_tracks + 1),
    .is_main = g_new0 (guint8, trace->n_tracks + 1),
    .taken = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free, NULL),
  };
  number_tracks (self);
}

/**
 * dwell_track_numbers_clear:
 * @self: numbers
 */
void
dwell_track_numbers_clear (DwellTrackNumbers *self)
{
  g_hash_table_unref (self->taken);
  g_free (self->is_main);
  g_free (self->threads);
  g_free (self->processes);
  g_free (self->of_contexts);
}

/**
 * dwell_track_numbers_has_thread:
 * @self: numbers
 * @track: a track
 *
 * Returns: whether it is a thread: it has spans, and they do not belong to a process as a whole,
 *   unless they are the states of a variable
 */
gboolean
dwell_track_numbers_has_thread (const DwellTrackNumbers *self,
                                guint32                  track)
{
  return self->trace->tracks[track].kind == DWELL_TRACK_SPANS &&
         (self->trace->tracks[track].group == DWELL_TRACKS_DATA ||
          !dwell_track_is_of_process (self->trace, track));
}

/**
 * dwell_track_is_of_process:
 * @trace: a trace
 * @track: a track of it
 *
 * Returns: whether it belongs to a process as a whole
 */
gboolean
dwell_track_is_of_process (const DwellTrace *trace,
                           guint32           track)
{
  guint32 context = trace->tracks[track].context;

  return context != DWELL_NONE && trace->contexts[context].kind == DWELL_CONTEXT_PROCESS;
}
