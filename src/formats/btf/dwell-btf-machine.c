/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the states of processes (README.md, "Processes"). Events of other entities than processes
 * and runnables change none of them: see dwell-btf-others.c. */
#include "config.h"

#include "formats/btf/dwell-btf-machine.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-hash.h"
#include "formats/btf/dwell-btf-others.h"
#include "formats/btf/dwell-btf-stack.h"

/* Records between two checks of the cancellable. */
#define STEP 65536

/* The greatest number of spans that an event begins: of a process, a runnable, states and a
 * core. */
#define SPANS_PER_EVENT 8

#define EVENTS_AT_A_TIME 1024

typedef struct {
  DwellBuilder           *builder;
  const DwellBtfLog      *log;
  const DwellBtfSettings *settings;
  DwellBtfTracks          tracks;
  DwellBtfStacks          stacks;
  GHashTable             *activations; /* of DwellBtfActivation, by its key */
  gint64                  begin;
  gint64                  end;
  guint32                 states[DWELL_BTF_N_STATES]; /* names: strings */
  gsize                   span_room;  /* room for this many spans, suspensions and writes */
  gsize                   suspension_room;
  gsize                   write_room;
  DwellBtfOthers          others;
} Machine;

static void
activation_free (gpointer data)
{
  DwellBtfActivation *activation = data;

  g_array_unref (activation->frames);
  g_free (activation);
}

static void
complain (Machine              *self,
          DwellSeverity         severity,
          const char           *code,
          const DwellBtfRecord *record, /* (nullable): NULL at the end of the file */
          const char           *message)
{
  dwell_problems_add (self->builder->problems, severity, code,
                      record != NULL ? dwell_btf_log_get_line (self->log, record) : 0, -1, "%s",
                      message);
}

static gint64
get_key (guint32 process,
         gint32  instance)
{
  return (gint64) ((guint64) process << 32 | (guint32) instance);
}

static DwellBtfActivation *
find_activation (Machine *self,
                 guint32  process,
                 gint32   instance)
{
  gint64 key = get_key (process, instance);

  return g_hash_table_lookup (self->activations, &key);
}

static DwellBtfActivation *
add_activation (Machine *self,
                guint32  process,
                gint32   instance,
                gint64   time)
{
  DwellBtfActivation *activation = g_new0 (DwellBtfActivation, 1);

  activation->key = get_key (process, instance);
  activation->process = process;
  activation->instance = instance;
  activation->since = time;
  activation->on_core = DWELL_TIME_NONE;
  activation->frames = g_array_new (FALSE, FALSE, sizeof (DwellBtfFrame));
  g_hash_table_add (self->activations, activation);
  return activation;
}

static void
set_state (Machine            *self,
           DwellBtfActivation *activation,
           DwellBtfState       state,
           gint64              time,
           guint               flags)
{
  activation->state = state;
  if (!self->settings->has_states)
    return;

  if (activation->states == NULL && state != DWELL_BTF_TERMINATED)
    activation->states = dwell_btf_tracks_take_states (&self->tracks, activation->process, time);
  if (activation->states == NULL)
    return;

  if (state != DWELL_BTF_TERMINATED)
    {
      dwell_btf_states_enter (&self->tracks, activation->states, self->states[state], time, flags);
      return;
    }

  dwell_btf_states_leave (&self->tracks, activation->states, time, 0);
  activation->states->is_busy = FALSE;
  activation->states = NULL;
}

/* Adds the span of the core once the process leaves it, because only then is the core sure to be
 * known. It begins only after the end of what the core ran before. */
static void
leave_core (Machine            *self,
            DwellBtfActivation *activation,
            gint64              time,
            guint               flags)
{
  DwellBtfStates *core;
  gint64 begin;
  guint begin_flags;

  if (self->settings->has_states && activation->core != 0 &&
      activation->on_core != DWELL_TIME_NONE &&
      (core = dwell_btf_tracks_get_core (&self->tracks, activation->core)) != NULL)
    {
      begin = MAX (activation->on_core, core->last_end);
      begin_flags = activation->on_core == activation->begin
                    ? g_array_index (activation->frames, DwellBtfFrame, 0).flags : 0;
      if (begin < time)
        {
          dwell_btf_states_enter (&self->tracks, core,
                                  dwell_btf_log_get_entity (self->log, activation->process)->name,
                                  begin, begin_flags);
          dwell_btf_states_leave (&self->tracks, core, time, flags);
          self->stacks.is_shifted = TRUE;
        }
    }

  activation->on_core = DWELL_TIME_NONE;
}

static void
see_core (Machine              *self,
          DwellBtfActivation   *activation,
          const DwellBtfRecord *record)
{
  if (dwell_btf_log_get_entity (self->log, record->source)->is_core)
    activation->core = record->source;
}

/* Begins the span of a process that ran, or was suspended, before its first event. */
static void
open_missing (Machine              *self,
              DwellBtfActivation   *activation,
              const DwellBtfRecord *record)
{
  DwellBtfState state = record->kind == DWELL_BTF_RELEASE ? DWELL_BTF_WAITING
                        : record->kind == DWELL_BTF_RESUME ? DWELL_BTF_READY
                        : record->kind == DWELL_BTF_RUN || record->kind == DWELL_BTF_PARK
                          ? DWELL_BTF_POLLING
                        : record->kind == DWELL_BTF_RELEASE_PARKING ||
                          record->kind == DWELL_BTF_POLL_PARKING
                          ? DWELL_BTF_PARKING : DWELL_BTF_RUNNING;
  gboolean is_suspended = dwell_btf_state_is_off_core (state) || record->kind == DWELL_BTF_RUN;
  gint64 begin = activation->since;

  dwell_btf_stack_open (&self->stacks, activation, begin, DWELL_SPAN_BEGIN_MISSING);
  self->stacks.is_shifted = TRUE;
  set_state (self, activation, state, begin, DWELL_SPAN_BEGIN_MISSING);
  if (activation->frames->len == 0)
    return;

  if (is_suspended)
    dwell_btf_stack_pause (&self->stacks, activation, begin);
  else
    activation->on_core = begin;
  complain (self, DWELL_SEVERITY_WARNING, "begin-missing", record,
            _("A process or runnable began before the recording, or its start is missing"));
}

/* @record: (nullable): the event that ends it */
static void
end_activation (Machine              *self,
                DwellBtfActivation   *activation,
                gint64                time,
                guint                 flags,
                const DwellBtfRecord *record)
{
  DwellBtfProcess *process = dwell_btf_tracks_get_process (&self->tracks, activation->process);
  guint n_open = 0;

  leave_core (self, activation, time, flags);
  if (activation->frames->len > 0)
    n_open = dwell_btf_stack_close (&self->stacks, activation, time, flags);
  if (n_open > 0 && (flags & DWELL_SPAN_END_MISSING) == 0)
    complain (self, DWELL_SEVERITY_WARNING, "runnable-outlives-process", record,
              _("A process ends before its runnables: they end with it"));

  set_state (self, activation, DWELL_BTF_TERMINATED, time, 0);
  process->has_ended = TRUE;
  process->last_instance = activation->instance;
  g_hash_table_remove (self->activations, &activation->key);
}

typedef enum {
  STAYS,
  LEAVES,  /* the core */
  COMES,
  ENDS,
} Motion;

/* What events do to a running process. */
static const struct {
  guint         from; /* bits of states */
  DwellBtfState to;
  Motion        motion;
} transitions[] = {
  [DWELL_BTF_PREEMPT] = { 1u << DWELL_BTF_RUNNING | 1u << DWELL_BTF_POLLING, DWELL_BTF_READY,
                          LEAVES },
  [DWELL_BTF_RESUME] = { 1u << DWELL_BTF_READY | 1u << DWELL_BTF_WAITING, DWELL_BTF_RUNNING,
                         COMES },
  [DWELL_BTF_WAIT] = { 1u << DWELL_BTF_RUNNING, DWELL_BTF_WAITING, LEAVES },
  [DWELL_BTF_RELEASE] = { 1u << DWELL_BTF_WAITING, DWELL_BTF_READY, STAYS },
  [DWELL_BTF_POLL] = { 1u << DWELL_BTF_RUNNING, DWELL_BTF_POLLING, STAYS },
  [DWELL_BTF_RUN] = { 1u << DWELL_BTF_POLLING, DWELL_BTF_RUNNING, STAYS },
  [DWELL_BTF_PARK] = { 1u << DWELL_BTF_POLLING, DWELL_BTF_PARKING, LEAVES },
  [DWELL_BTF_POLL_PARKING] = { 1u << DWELL_BTF_PARKING, DWELL_BTF_POLLING, COMES },
  [DWELL_BTF_RELEASE_PARKING] = { 1u << DWELL_BTF_PARKING, DWELL_BTF_READY, STAYS },
  [DWELL_BTF_TERMINATE] = { ~1u, DWELL_BTF_TERMINATED, ENDS },
};

static void
step_process (Machine              *self,
              DwellBtfActivation   *activation,
              const DwellBtfRecord *record)
{
  Motion motion = transitions[record->kind].motion;

  if ((transitions[record->kind].from & 1u << activation->state) == 0)
    {
      complain (self, DWELL_SEVERITY_WARNING, "illegal-transition", record,
                _("An event does not fit the state of its process: it was left out"));
      return;
    }

  /* From here on, the span of a run that a runnable implied belongs to the process itself. */
  activation->is_implied = FALSE;
  see_core (self, activation, record);
  if (motion == ENDS)
    {
      end_activation (self, activation, record->time, 0, record);
      return;
    }

  if (motion == LEAVES)
    {
      leave_core (self, activation, record->time, 0);
      dwell_btf_stack_pause (&self->stacks, activation, record->time);
    }
  else if (motion == COMES || (record->kind == DWELL_BTF_RUN && activation->is_paused))
    {
      dwell_btf_stack_unpause (&self->stacks, activation, record->time);
      activation->on_core = record->time;
    }

  set_state (self, activation, transitions[record->kind].to, record->time, 0);
}

static void
begin_process (Machine              *self,
               DwellBtfActivation   *activation,
               const DwellBtfRecord *record)
{
  dwell_btf_stack_open (&self->stacks, activation, record->time, 0);
  if (activation->frames->len == 0)
    return;

  see_core (self, activation, record);
  activation->on_core = record->time;
  set_state (self, activation, DWELL_BTF_RUNNING, record->time, 0);
}

static void
start_process (Machine              *self,
               DwellBtfActivation   *activation,
               const DwellBtfRecord *record)
{
  if (activation != NULL && activation->is_implied && activation->begin == record->time)
    {
      /* A runnable that began at the same time comes before it in the file. */
      activation->is_implied = FALSE;
      g_array_index (activation->frames, DwellBtfFrame, 0).flags = 0;
      if (activation->states != NULL)
        activation->states->flags = 0;
      see_core (self, activation, record);
      return;
    }

  if (activation != NULL && activation->frames->len > 0)
    {
      end_activation (self, activation, record->time, DWELL_SPAN_END_MISSING, record);
      activation = NULL;
    }
  if (activation == NULL)
    activation = add_activation (self, record->target, record->target_instance, record->time);
  begin_process (self, activation, record);
}

static void
activate_process (Machine              *self,
                  DwellBtfActivation   *activation,
                  const DwellBtfRecord *record)
{
  dwell_btf_others_mark (&self->others, record, record->target);
  if (activation != NULL)
    {
      complain (self, DWELL_SEVERITY_WARNING, "illegal-transition", record,
                _("An event does not fit the state of its process: it was left out"));
      return;
    }

  activation = add_activation (self, record->target, record->target_instance, record->time);
  set_state (self, activation, DWELL_BTF_ACTIVE, record->time, 0);
}

/* Whether this was the last activation that ended: then it continues. */
static gboolean
was_seen (const DwellBtfProcess *process,
          gint32                 instance)
{
  return process->has_ended && process->last_instance == instance;
}

/* Takes an event of a process that has no span. Returns whether the event has a further effect. */
static gboolean
find_begin (Machine               *self,
            DwellBtfActivation   **activation,
            const DwellBtfRecord  *record)
{
  gboolean comes = record->kind == DWELL_BTF_RESUME || record->kind == DWELL_BTF_RUN ||
                   record->kind == DWELL_BTF_POLL_PARKING;

  if (*activation == NULL && comes &&
      was_seen (self->tracks.things[record->target].process, record->target_instance))
    *activation = add_activation (self, record->target, record->target_instance, record->time);
  if (*activation != NULL && comes)
    {
      begin_process (self, *activation, record);
      return FALSE;
    }

  if (*activation == NULL)
    *activation = add_activation (self, record->target, record->target_instance, self->begin);
  open_missing (self, *activation, record);
  return (*activation)->frames->len > 0;
}

static void
take_process (Machine              *self,
              const DwellBtfRecord *record)
{
  DwellBtfActivation *activation;
  gboolean is_made = record->kind == DWELL_BTF_PREEMPT &&
                     g_str_has_prefix (dwell_btf_others_get_note (&self->others, record), "create");

  if (dwell_btf_tracks_get_process (&self->tracks, record->target) == NULL)
    return;

  activation = find_activation (self, record->target, record->target_instance);
  if (record->kind == DWELL_BTF_ACTIVATE || (is_made && activation == NULL))
    activate_process (self, activation, record);
  else if (record->kind == DWELL_BTF_START)
    start_process (self, activation, record);
  else if (record->kind == DWELL_BTF_INFORMATIVE)
    dwell_btf_others_mark (&self->others, record, record->target);
  else if ((activation != NULL && activation->frames->len > 0) ||
           find_begin (self, &activation, record))
    step_process (self, activation, record);
}

/* The process of a runnable runs, whether or not the file says so. If the runnable starts, the
 * process may have started at the same time; otherwise it was running before. */
static DwellBtfActivation *
find_runner (Machine              *self,
             const DwellBtfRecord *record)
{
  DwellBtfActivation *activation = find_activation (self, record->source,
                                                    record->source_instance);
  DwellBtfProcess *process = dwell_btf_tracks_get_process (&self->tracks, record->source);
  gboolean starts = record->kind == DWELL_BTF_START;
  gint64 begin;

  if (process == NULL || (activation != NULL && activation->frames->len > 0))
    return activation;

  if (activation != NULL)
    begin = starts ? record->time : activation->since;
  else
    begin = (starts ? process->has_ended : was_seen (process, record->source_instance))
            ? record->time : self->begin;
  if (activation == NULL)
    activation = add_activation (self, record->source, record->source_instance, begin);
  dwell_btf_stack_open (&self->stacks, activation, begin, DWELL_SPAN_BEGIN_MISSING);
  if (activation->frames->len == 0)
    return NULL;

  activation->is_implied = TRUE;
  activation->on_core = begin;
  if (dwell_btf_log_get_entity (self->log, record->source)->is_process)
    {
      set_state (self, activation, DWELL_BTF_RUNNING, begin, DWELL_SPAN_BEGIN_MISSING);
      complain (self, DWELL_SEVERITY_WARNING, "begin-missing", record,
                _("A process or runnable began before the recording, or its start is missing"));
    }
  return activation;
}

static void
take_runnable (Machine              *self,
               const DwellBtfRecord *record)
{
  DwellBtfActivation *activation = find_runner (self, record);
  DwellBtfStackResult result;

  if (activation == NULL)
    return;

  result = dwell_btf_stack_step (&self->stacks, activation, record);
  if (result == DWELL_BTF_STACK_BEGIN_MISSING)
    complain (self, DWELL_SEVERITY_WARNING, "begin-missing", record,
              _("A process or runnable began before the recording, or its start is missing"));
  else if (result == DWELL_BTF_STACK_NOT_NESTED)
    complain (self, DWELL_SEVERITY_WARNING, "end-not-nested", record,
              _("A runnable ends before those that it called: they end with it"));
  else if (result == DWELL_BTF_STACK_TOO_DEEP)
    complain (self, DWELL_SEVERITY_ERROR, "too-deep", record,
              _("Runnables deeper than 1024 are not shown"));
  else if (result == DWELL_BTF_STACK_ILLEGAL)
    complain (self, DWELL_SEVERITY_WARNING, "illegal-transition", record,
              _("An event does not fit the state of its process: it was left out"));
}

static void
take (Machine              *self,
      const DwellBtfRecord *record)
{
  gboolean is_known = dwell_btf_takes_event (record->type, record->kind);

  if (is_known && (record->type == DWELL_BTF_TASK || record->type == DWELL_BTF_INTERRUPT))
    take_process (self, record);
  else if (is_known && record->type == DWELL_BTF_RUNNABLE)
    take_runnable (self, record);
  else
    dwell_btf_others_take (&self->others, record);
}

/* Makes room for an event; reserves for many at a time. */
static gboolean
make_room (Machine  *self,
           GError  **error)
{
  DwellBuilder *builder = self->builder;
  gsize n_spans = dwell_builder_get_n_spans (builder);

  if (n_spans + SPANS_PER_EVENT > self->span_room)
    {
      if (!dwell_builder_reserve_spans (builder, SPANS_PER_EVENT * EVENTS_AT_A_TIME, error))
        return FALSE;
      self->span_room = n_spans + SPANS_PER_EVENT * EVENTS_AT_A_TIME;
    }

  if (builder->suspension_begin->n + DWELL_BTF_ROOM > self->suspension_room ||
      builder->write_offset->n + 1 > self->write_room)
    {
      if (!dwell_builder_reserve_events (builder, 2 * DWELL_BTF_ROOM, error))
        return FALSE;
      self->suspension_room = builder->suspension_begin->n + 2 * DWELL_BTF_ROOM;
      self->write_room = builder->write_offset->n + 2 * DWELL_BTF_ROOM;
    }

  return TRUE;
}

static gboolean
take_all (Machine       *self,
          GCancellable  *cancellable,
          GError       **error)
{
  const DwellBtfLog *log = self->log;

  for (gsize i = 0; i < log->records->n; i++)
    {
      if (i % STEP == 0 && (g_cancellable_set_error_if_cancelled (cancellable, error) ||
                            !dwell_builder_check (self->builder, 0, error)))
        return FALSE;
      if (!make_room (self, error))
        return FALSE;

      take (self, dwell_btf_log_get_record (log, i));
      /* The memory of handled records is freed for the spans made from them. */
      if (i % STEP == STEP - 1 && log->order == NULL)
        dwell_big_drop (dwell_btf_log_get_record (log, i + 1 - STEP),
                        STEP * sizeof (DwellBtfRecord));
    }

  return TRUE;
}

static gboolean
end_all (Machine  *self,
         GError  **error)
{
  g_autoptr(GPtrArray) open = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer activation;

  g_hash_table_iter_init (&iter, self->activations);
  while (g_hash_table_iter_next (&iter, &activation, NULL))
    g_ptr_array_add (open, activation);

  for (guint i = 0; i < open->len; i++)
    {
      DwellBtfActivation *last = g_ptr_array_index (open, i);

      if (!make_room (self, error))
        return FALSE;

      if (last->states != NULL)
        dwell_btf_states_leave (&self->tracks, last->states, self->end, DWELL_SPAN_END_MISSING);
      end_activation (self, last, self->end, DWELL_SPAN_END_MISSING, NULL);
    }

  dwell_btf_tracks_finish_states (&self->tracks, self->end);
  return TRUE;
}

/**
 * dwell_btf_machine_run:
 * @log: all events, in order of time
 * @settings: what is shown
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Fills the builder of @log.
 *
 * Returns: %FALSE if a limit is reached, or it was cancelled
 */
gboolean
dwell_btf_machine_run (DwellBtfLog             *log,
                       const DwellBtfSettings  *settings,
                       GCancellable            *cancellable,
                       GError                 **error)
{
  Machine self = { .builder = log->builder, .log = log, .settings = settings };
  gboolean is_good;

  if (log->records->n == 0)
    return TRUE;

  self.begin = dwell_btf_log_get_record (log, 0)->time;
  self.end = dwell_btf_log_get_record (log, log->records->n - 1)->time;
  self.activations = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, NULL, activation_free);
  dwell_btf_tracks_init (&self.tracks, log);
  self.stacks = (DwellBtfStacks) { log->builder, &self.tracks,
                                   dwell_column_new (sizeof (guint32)), FALSE };
  dwell_btf_others_init (&self.others, &self.tracks, settings->has_scheduler);
  for (guint i = 0; i < DWELL_BTF_N_STATES; i++)
    self.states[i] = dwell_strings_intern (log->builder->strings, dwell_btf_state_get_name (i), -1);

  is_good = take_all (&self, cancellable, error) && end_all (&self, error) &&
            dwell_btf_stacks_settle (&self.stacks, error) &&
            dwell_builder_check (log->builder, 0, error);
  log->builder->begin = log->builder->recorded_begin = self.begin;
  log->builder->end = log->builder->recorded_end = self.end;
  log->builder->n_events = log->records->n;
  if (self.others.n_counted > 0)
    dwell_builder_set_property (log->builder, "not_shown", N_("Events Not Shown"),
                                g_variant_new_uint64 (self.others.n_counted));

  dwell_column_free (self.stacks.links);
  dwell_btf_tracks_clear (&self.tracks);
  g_hash_table_unref (self.activations);
  return is_good;
}
