/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes of a log, one after another. Usually there is one, but logs can be concatenated.
 * Each has its header, its clock and its threads. */
#pragma once

#include "formats/ooo/dwell-ooo-thread.h"

G_BEGIN_DECLS

#define DWELL_OOO_THREAD_CACHE 64

typedef struct {
  DwellOooLog *log;
  guint        n_processes;  /* begun so far */
  guint        n_threads;    /* of all processes */
  gboolean     has_headers;  /* there was a header line */
  gboolean     all_closed;   /* all processes so far ended with a closing line */
  GString     *ids;          /* of all processes */
  guint        n_ids;

  /* the current process */
  gboolean    has_header;    /* of this process */
  gboolean    is_dropped;    /* there are too many processes */
  gboolean    is_closed;
  gboolean    has_id;
  gboolean    has_timer;
  gboolean    has_time;      /* there was a record */
  guint64     id;
  guint32     timer;         /* ms, when the log was opened */
  guint32     raw;           /* time of the last record, as written */
  guint32     closing;       /* as written */
  gint64      opening_ns;    /* Unix time, or DWELL_OOO_NO_CLOCK */
  gint64      first_clock;   /* Unix time at the first process's zero, or DWELL_OOO_NO_CLOCK */
  gint64      offset;        /* ns: the zero of the process on the axis */
  gint64      time_ms;       /* of the last record, without wraps */
  gint64      min_ms;        /* smallest time_ms that is in range on the axis */
  gint64      max_ms;
  gint64      closing_ns;    /* on the axis */
  guint32     context;       /* of the process, or DWELL_NONE */
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

/* Returns the time of the last record on the axis, ns. */
static inline gint64
dwell_ooo_processes_get_time (const DwellOooProcesses *self)
{
  return self->offset + self->time_ms * 1000000;
}

/* Returns the time of the next record on the axis, ns. @raw: that time as written. */
static inline gint64
dwell_ooo_processes_advance (DwellOooProcesses *self,
                             guint32            raw)
{
  if (G_UNLIKELY (!self->has_time))
    return dwell_ooo_processes_first_time (self, raw);

  /* Removes the wrap after 49.7 days, and follows a clock that is set back. */
  self->time_ms += (gint32) (raw - self->raw);
  self->raw = raw;
  if (G_UNLIKELY (self->time_ms < self->min_ms || self->time_ms > self->max_ms))
    return dwell_ooo_processes_limit_time (self);

  return dwell_ooo_processes_get_time (self);
}

/* Returns the thread @id of the current process; NULL if there are too many. */
static inline DwellOooThread *
dwell_ooo_processes_get_thread (DwellOooProcesses *self,
                                guint32            id)
{
  DwellOooThread *thread = self->cache[id % DWELL_OOO_THREAD_CACHE];

  return G_LIKELY (thread != NULL && thread->id == id) ? thread
                                                       : dwell_ooo_processes_add_thread (self, id);
}

G_END_DECLS
