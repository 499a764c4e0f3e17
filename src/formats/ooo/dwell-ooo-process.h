/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes of a log, one after the other: mostly there is one; files can have been put
 * together. Each has its header, its clock and its threads. */
#pragma once

#include "formats/ooo/dwell-ooo-thread.h"

G_BEGIN_DECLS

#define DWELL_OOO_THREAD_CACHE 64

typedef struct {
  DwellOooLog *log;
  guint        n_processes;  /* begun */
  guint        n_threads;    /* of all processes */
  gboolean     has_headers;  /* some line told of a process */
  gboolean     all_closed;   /* no process so far ended without a closing line */
  GString     *ids;          /* of all processes */
  guint        n_ids;

  /* The process at hand. */
  gboolean    has_header;    /* of this process */
  gboolean    is_dropped;    /* there were too many */
  gboolean    is_closed;
  gboolean    has_id;
  gboolean    has_timer;
  gboolean    has_time;      /* a record was read */
  guint64     id;
  guint32     timer;         /* ms, as the log was opened */
  guint32     raw;           /* time of the record before, as written */
  guint32     closing;       /* as written */
  gint64      opening_ns;    /* Unix time, or DWELL_OOO_NO_CLOCK */
  gint64      first_clock;   /* Unix time at the first process's zero, or DWELL_OOO_NO_CLOCK */
  gint64      offset;        /* ns: where its zero is on the axis */
  gint64      time_ms;       /* of the record before, wraps undone */
  gint64      least_ms;      /* what it can be, so that times on the axis are in range */
  gint64      most_ms;
  gint64      closing_ns;    /* on the axis */
  guint32     context;       /* or DWELL_NONE */
  GHashTable *threads;       /* (element-type DwellOooThread) (owned) by id */

  DwellOooThread *cache[DWELL_OOO_THREAD_CACHE]; /* by the low bits of the id */
} DwellOooProcesses;

void            dwell_ooo_processes_init        (DwellOooProcesses *self,
                                                 DwellOooLog       *log);
void            dwell_ooo_processes_clear       (DwellOooProcesses *self);

void            dwell_ooo_processes_begin       (DwellOooProcesses *self);
void            dwell_ooo_processes_set_opening (DwellOooProcesses *self,
                                                 gint64             unix_ns);
void            dwell_ooo_processes_set_timer   (DwellOooProcesses *self,
                                                 guint32            time);
void            dwell_ooo_processes_set_id      (DwellOooProcesses *self,
                                                 guint64            id);
void            dwell_ooo_processes_set_closing (DwellOooProcesses *self,
                                                 guint32            time);
void            dwell_ooo_processes_end         (DwellOooProcesses *self,
                                                 const char        *file_name);

gint64          dwell_ooo_processes_first_time  (DwellOooProcesses *self,
                                                 guint32            raw);
gint64          dwell_ooo_processes_limit_time  (DwellOooProcesses *self);
DwellOooThread *dwell_ooo_processes_add_thread  (DwellOooProcesses *self,
                                                 guint32            id);

/* The time on the axis, ns, of the record before. */
static inline gint64
dwell_ooo_processes_get_time (const DwellOooProcesses *self)
{
  return self->offset + self->time_ms * 1000000;
}

/* The time on the axis, ns, of the next record in the file. */
static inline gint64
dwell_ooo_processes_advance (DwellOooProcesses *self,
                             guint32            raw)
{
  if (G_UNLIKELY (!self->has_time))
    return dwell_ooo_processes_first_time (self, raw);

  /* Undoes the wrap after 49.7 days, and follows a clock that is set back. */
  self->time_ms += (gint32) (raw - self->raw);
  self->raw = raw;
  if (G_UNLIKELY (self->time_ms < self->least_ms || self->time_ms > self->most_ms))
    return dwell_ooo_processes_limit_time (self);

  return dwell_ooo_processes_get_time (self);
}

/* The thread of that id in the process at hand; NULL if there are too many. */
static inline DwellOooThread *
dwell_ooo_processes_get_thread (DwellOooProcesses *self,
                                guint32            id)
{
  DwellOooThread *thread = self->cache[id % DWELL_OOO_THREAD_CACHE];

  return G_LIKELY (thread != NULL && thread->id == id) ? thread
                                                       : dwell_ooo_processes_add_thread (self, id);
}

G_END_DECLS
