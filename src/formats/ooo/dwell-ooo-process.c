/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the header and the closing line of a process tell, its clock, and its threads.
 *
 * The axis' zero is the first process's own (its timer's start). A later process begins where its
 * wall clock says, if it and the first tell theirs; else at the same zero, and a note says so.
 *
 * Contexts: a process, if the header told one, and below it its threads. These are called "thread
 * 11" and, once the log turns out to hold several processes, "process 4711, thread 11". */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-process.h"

#define MAX_PROCESSES 4096
#define MAX_THREADS   65536
/* Process ids beyond this are not listed. */
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
 * @self: processes
 * @log: (transfer none): the log that they are of; must outlive them
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

/* There are several processes, as was not known when the first's threads were named. */
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

/* After a clean exit, what is open ends with the process, else with its thread's last record. */
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
 * The header of a process begins. If the one at hand has nothing yet, it is that one's.
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
 * @unix_ns: when the process's log was opened, or %DWELL_OOO_NO_CLOCK
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
 * @time: ms, what the timer showed when the log was opened
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

/* "process 4711", and "process 4711 (2)" where the system used the number again. */
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
 * @id: the process's
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

/* Where its zero is on the axis: known when the header is complete. */
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
      dwell_builder_add_note (builder, N_("Not all processes of this log tell the time of day, so "
                                          "some begin at the zero of the first."));
    }

  /* Seconds of 32 bits keep the offset in range. */
  self->least_ms = (-DWELL_TIME_MAX - self->offset) / 1000000;
  self->most_ms = (DWELL_TIME_MAX - self->offset) / 1000000;
}

/**
 * dwell_ooo_processes_first_time:
 * @self: processes
 * @raw: time of the first record of the process, as written
 *
 * Returns: that on the axis, ns
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
 * @self: processes whose time went too far
 *
 * Returns: the furthest time on the axis, ns
 */
gint64
dwell_ooo_processes_limit_time (DwellOooProcesses *self)
{
  dwell_ooo_log_complain (self->log, DWELL_OOO_TIME_RANGE);
  self->time_ms = CLAMP (self->time_ms, self->least_ms, self->most_ms);

  return dwell_ooo_processes_get_time (self);
}

/**
 * dwell_ooo_processes_set_closing:
 * @self: processes
 * @time: ms, as written: the process exited then
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
 * @id: a thread's, in the process at hand
 *
 * Returns: (transfer none) (nullable): the thread, which is new unless it was only not in the cache
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

/* The process id in NAME_<pid>.log, also compressed. The writer leaves it out of NAME.nopid. */
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
 * @file_name: the log's
 *
 * The log ends: closes what is open and tells what is known of the processes.
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
