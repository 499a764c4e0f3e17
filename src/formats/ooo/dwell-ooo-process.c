/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header and the closing line of a process, its clock, and its threads.
 *
 * The zero of the axis is that of the first process (the start of its timer). A later process
 * begins at its wall-clock time, if it and the first have one; otherwise at the same zero, with a
 * note.
 *
 * Contexts: a process, if a header has its id, and below it its threads. A thread is called "thread
 * 11" and, when the log turns out to have several processes, "process 4711, thread 11". */
#include "config.h"

#include "formats/ooo/dwell-ooo-process.h"

#include <glib/gi18n-lib.h>

#include "formats/ooo/dwell-ooo-line.h"

#define MAX_PROCESSES 4096
#define MAX_THREADS   65536
/* The number of process ids that the properties list. */
#define MAX_IDS       16

static void
reset (DwellOooProcesses *self)
{
  self->has_header = FALSE;
  self->is_closed = FALSE;
  self->has_id = FALSE;
  self->has_timer = FALSE;
  self->has_time = FALSE;
  self->opening_ns = DWELL_OOO_NO_CLOCK;
  self->offset = 0;
  self->time_ms = 0;
  self->context = DWELL_NONE;
  g_hash_table_remove_all (self->threads);
  memset (self->cache, 0, sizeof self->cache);
}

/**
 * dwell_ooo_processes_init:
 * @self: (out): uninitialised memory
 * @log: the log; must outlive @self
 */
void
dwell_ooo_processes_init (DwellOooProcesses *self,
                          DwellOooLog       *log)
{
  *self = (DwellOooProcesses) { .log = log, .all_closed = TRUE };
  self->ids = g_string_new (NULL);
  self->first_clock = DWELL_OOO_NO_CLOCK;
  self->threads = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) dwell_ooo_thread_free);
  self->n_processes = 1;
  reset (self);
}

/**
 * dwell_ooo_processes_clear:
 * @self: processes
 *
 * Frees what @self owns.
 */
void
dwell_ooo_processes_clear (DwellOooProcesses *self)
{
  g_string_free (self->ids, TRUE);
  g_hash_table_unref (self->threads);
}

static char *
name_thread (DwellOooProcesses  *self,
             const DwellContext *process,
             guint32             id)
{
  const DwellStrings *strings = self->log->builder->strings;

  if (self->n_processes == 1)
    return g_strdup_printf ("thread %u", id);

  return g_strdup_printf ("%s, thread %u",
                          process != NULL ? dwell_strings_get (strings, process->name)
                                          : "unknown process", id);
}

static const DwellContext *
get_context (DwellOooProcesses *self,
             guint32            context)
{
  return context == DWELL_NONE
         ? NULL : &dwell_column_index (self->log->builder->contexts, DwellContext, context);
}

/* Renames the threads of the first process, once there is a second one. */
static void
rename_threads (DwellOooProcesses *self)
{
  DwellBuilder *builder = self->log->builder;

  for (gsize i = 0; i < builder->tracks->n; i++)
    {
      DwellTrack *track = &dwell_column_index (builder->tracks, DwellTrack, i);
      DwellContext *thread = &dwell_column_index (builder->contexts, DwellContext, track->context);
      g_autofree char *name = name_thread (self, get_context (self, thread->parent),
                                           (guint32) thread->id);

      track->name = thread->name = dwell_strings_intern (builder->strings, name, -1);
    }
}

/* Closes open scopes: after a clean exit, at the end of the process; otherwise, at the thread's
 * last record. */
static void
end_process (DwellOooProcesses *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      DwellOooThread *thread = value;

      dwell_ooo_thread_end (thread, self->is_closed && !thread->is_late ? self->closing_ns
                                                                        : thread->last);
    }

  self->all_closed = self->all_closed && self->is_closed;
}

/**
 * dwell_ooo_processes_begin:
 * @self: processes
 *
 * Begins a process with its header. If the current one has neither header nor records yet, the
 * header belongs to it.
 */
void
dwell_ooo_processes_begin (DwellOooProcesses *self)
{
  if (self->has_header || self->has_time || self->is_closed)
    {
      end_process (self);
      reset (self);

      if (self->n_processes == MAX_PROCESSES)
        {
          dwell_ooo_log_complain (self->log, DWELL_OOO_TOO_MANY_PROCESSES);
          self->is_dropped = TRUE;
        }
      else if (++self->n_processes == 2)
        {
          rename_threads (self);
        }
    }

  self->has_header = TRUE;
  self->has_headers = TRUE;
}

/**
 * dwell_ooo_processes_set_opening:
 * @self: processes
 * @unix_ns: Unix time at which the log was opened, or %DWELL_OOO_NO_CLOCK
 */
void
dwell_ooo_processes_set_opening (DwellOooProcesses *self,
                                 gint64             unix_ns)
{
  gint64 seconds = unix_ns / 1000000000;
  g_autoptr(GDateTime) date = NULL;
  g_autofree char *text = NULL;

  self->opening_ns = unix_ns;
  if (unix_ns == DWELL_OOO_NO_CLOCK || self->n_processes > 1)
    return;

  date = g_date_time_new_from_unix_utc (seconds);
  text = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");
  dwell_builder_set_property (self->log->builder, "wall_clock", N_("Log opened (UTC)"),
                              g_variant_new_take_string (
                                g_strdup_printf ("%s.%06uZ", text,
                                                 (guint) (unix_ns % 1000000000 / 1000))));
}

/**
 * dwell_ooo_processes_set_timer:
 * @self: processes
 * @time: time of the timer when the log was opened, ms
 */
void
dwell_ooo_processes_set_timer (DwellOooProcesses *self,
                               guint32            time)
{
  self->has_timer = TRUE;
  self->timer = time;

  if (self->n_processes == 1)
    dwell_builder_set_property (self->log->builder, "timer_at_opening_ms",
                                N_("Timer when the log was opened (ms)"),
                                g_variant_new_uint64 (time));
}

/* Adds "process 4711", or "process 4711 (2)" if the system used the id again. */
static guint32
add_process_context (DwellOooProcesses *self,
                     guint64            id)
{
  DwellBuilder *builder = self->log->builder;
  g_autofree char *name = NULL;
  guint n = 1;

  for (gsize i = 0; i < builder->contexts->n; i++)
    {
      const DwellContext *context = &dwell_column_index (builder->contexts, DwellContext, i);

      n += context->kind == DWELL_CONTEXT_PROCESS && context->id == id;
    }

  name = n == 1 ? g_strdup_printf ("process %" G_GUINT64_FORMAT, id)
                : g_strdup_printf ("process %" G_GUINT64_FORMAT " (%u)", id, n);
  return dwell_builder_add_context (builder, name, DWELL_CONTEXT_PROCESS, id, DWELL_NONE);
}

/**
 * dwell_ooo_processes_set_id:
 * @self: processes
 * @id: id of the current process
 */
void
dwell_ooo_processes_set_id (DwellOooProcesses *self,
                            guint64            id)
{
  if (self->is_dropped)
    return;

  self->has_id = TRUE;
  self->id = id;
  self->context = add_process_context (self, id);

  if (self->n_ids < MAX_IDS)
    g_string_append_printf (self->ids, "%s%" G_GUINT64_FORMAT, self->n_ids > 0 ? ", " : "", id);
  else if (self->n_ids == MAX_IDS)
    g_string_append (self->ids, ", …");

  dwell_builder_set_property (self->log->builder, "process_id", N_("Process"),
                              self->n_ids++ == 0 ? g_variant_new_uint64 (id)
                                                 : g_variant_new_string (self->ids->str));
}

/* Sets the zero of the process on the axis. To be called when the header is complete. */
static void
place_on_axis (DwellOooProcesses *self)
{
  DwellBuilder *builder = self->log->builder;
  gint64 clock = DWELL_OOO_NO_CLOCK;

  if (self->opening_ns != DWELL_OOO_NO_CLOCK && self->has_timer)
    clock = self->opening_ns - (gint64) self->timer * 1000000;

  if (self->n_processes == 1)
    {
      self->first_clock = clock;
      if (clock != DWELL_OOO_NO_CLOCK)
        builder->wall_clock_ns = clock;
    }
  else if (clock != DWELL_OOO_NO_CLOCK && self->first_clock != DWELL_OOO_NO_CLOCK)
    {
      self->offset = clock - self->first_clock;
    }
  else
    {
      dwell_builder_add_note (builder, N_("Not all processes of this log record the time of day, "
                                          "so some begin at the zero of the first."));
    }

  /* The seconds have 32 bits, so the offset is in range. */
  self->min_ms = (-DWELL_TIME_MAX - self->offset) / 1000000;
  self->max_ms = (DWELL_TIME_MAX - self->offset) / 1000000;
}

/**
 * dwell_ooo_processes_first_time:
 * @self: processes
 * @raw: time of the first record of the current process, as written
 *
 * Returns: that time on the axis, ns
 */
gint64
dwell_ooo_processes_first_time (DwellOooProcesses *self,
                                guint32            raw)
{
  place_on_axis (self);
  self->has_time = TRUE;
  self->raw = raw;
  self->time_ms = raw;

  return dwell_ooo_processes_get_time (self);
}

/**
 * dwell_ooo_processes_limit_time:
 * @self: processes, whose time is out of range
 *
 * Returns: the nearest valid time on the axis, ns
 */
gint64
dwell_ooo_processes_limit_time (DwellOooProcesses *self)
{
  dwell_ooo_log_complain (self->log, DWELL_OOO_TIME_RANGE);
  self->time_ms = CLAMP (self->time_ms, self->min_ms, self->max_ms);

  return dwell_ooo_processes_get_time (self);
}

/**
 * dwell_ooo_processes_set_closing:
 * @self: processes
 * @time: time of the exit as written, ms
 */
void
dwell_ooo_processes_set_closing (DwellOooProcesses *self,
                                 guint32            time)
{
  self->closing_ns = dwell_ooo_processes_advance (self, time);
  self->closing = time;
  self->is_closed = TRUE;
}

/**
 * dwell_ooo_processes_add_thread:
 * @self: processes
 * @id: id of a thread of the current process
 *
 * Adds a thread, or finds one that is not in the cache.
 *
 * Returns: (transfer none) (nullable): the thread; %NULL if there are too many
 */
DwellOooThread *
dwell_ooo_processes_add_thread (DwellOooProcesses *self,
                                guint32            id)
{
  DwellOooThread *thread = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (id));
  DwellBuilder *builder = self->log->builder;

  if (self->is_dropped)
    return NULL;

  if (thread == NULL)
    {
      g_autofree char *name = name_thread (self, get_context (self, self->context), id);
      guint32 context;

      if (self->n_threads == MAX_THREADS)
        {
          dwell_ooo_log_complain (self->log, DWELL_OOO_TOO_MANY_THREADS);
          return NULL;
        }

      self->n_threads++;
      context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_THREAD, id, self->context);
      thread = dwell_ooo_thread_new (self->log, id, context,
                                     dwell_builder_add_track (builder, name, context, FALSE));
      g_hash_table_insert (self->threads, GUINT_TO_POINTER (id), thread);
    }

  self->cache[id % DWELL_OOO_THREAD_CACHE] = thread;
  return thread;
}

/* Reads the process id from NAME_<pid>.log, also compressed. NAME.nopid has none. */
static gboolean
find_id_in_name (const char *file_name,
                 guint64    *id)
{
  const char *suffix = g_strrstr (file_name, ".log");
  DwellScan s = { suffix, suffix };

  if (suffix == NULL || (suffix[4] != '\0' && suffix[4] != '.'))
    return FALSE;

  while (s.p > file_name && g_ascii_isdigit (s.p[-1]))
    s.p--;

  return s.p > file_name && s.p[-1] == '_' && dwell_scan_u64 (&s, id) && s.p == s.end;
}

/**
 * dwell_ooo_processes_end:
 * @self: processes
 * @file_name: name of the log, without folders
 *
 * Ends the log: closes what is open, and adds the properties of the processes.
 */
void
dwell_ooo_processes_end (DwellOooProcesses *self,
                         const char        *file_name)
{
  DwellBuilder *builder = self->log->builder;
  guint64 id;

  if (!self->has_time)
    place_on_axis (self);

  end_process (self);

  if (self->n_processes > 1)
    dwell_builder_set_property (builder, "processes", N_("Processes in the log"),
                                g_variant_new_uint64 (self->n_processes));
  else if (self->n_ids == 0 && find_id_in_name (file_name, &id))
    dwell_builder_set_property (builder, "process_id", N_("Process"), g_variant_new_uint64 (id));

  dwell_builder_set_property (builder, "clean_exit", N_("Clean exit"),
                              g_variant_new_boolean (self->all_closed));
  if (self->n_processes == 1 && self->is_closed)
    dwell_builder_set_property (builder, "closing_time_ms", N_("Log closed (ms)"),
                                g_variant_new_uint64 (self->closing));
}
