/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tracks are made when they are first needed. Beyond the limit no more are made, and their contents
 * are left out. */
#include "config.h"

#include "formats/btf/dwell-btf-tracks.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-contexts.h"

/* The greatest number of tracks: each is a line in every table. */
#define MAX_TRACKS 65536

/* Activations of one process at the same time. */
#define MAX_LANES 256

static void
lane_free (gpointer data)
{
  DwellBtfLane *lane = data;

  if (lane == NULL)
    return;

  g_array_unref (lane->rows);
  g_free (lane);
}

static void
process_free (DwellBtfProcess *process)
{
  if (process == NULL)
    return;

  g_ptr_array_unref (process->lanes);
  g_ptr_array_unref (process->states);
  g_free (process);
}

/**
 * dwell_btf_tracks_init:
 * @self: (out caller-allocates): no tracks
 * @log: the events, all of them; must outlive @self
 */
void
dwell_btf_tracks_init (DwellBtfTracks    *self,
                       const DwellBtfLog *log)
{
  *self = (DwellBtfTracks) {
    .builder = log->builder,
    .log = log,
    .n_entities = log->entities->n,
    .things = g_new0 (DwellBtfThings, log->entities->n),
    .lanes = g_ptr_array_new_with_free_func (lane_free),
    .data_context = DWELL_NONE,
    .stimuli = DWELL_NONE,
  };
  for (gsize i = 0; i < self->n_entities; i++)
    self->things[i].runnable = DWELL_NONE;
}

/**
 * dwell_btf_tracks_clear:
 * @self: tracks
 *
 * Frees what @self owns.
 */
void
dwell_btf_tracks_clear (DwellBtfTracks *self)
{
  for (gsize i = 0; i < self->n_entities; i++)
    {
      process_free (self->things[i].process);
      g_free (self->things[i].signal);
      g_free (self->things[i].frequency);
      g_free (self->things[i].semaphore);
      g_free (self->things[i].core);
    }

  g_ptr_array_unref (self->lanes);
  g_free (self->things);
}

static const char *
get_name (DwellBtfTracks *self,
          guint32         entity)
{
  return dwell_strings_get (self->log->names, entity);
}

static gboolean
refuse_track (DwellBtfTracks *self)
{
  if (!self->is_full)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "too-many-tracks", 0, -1,
                        _("There are more processes, simultaneous activations or variables than "
                          "can be shown: the rest is left out"));
  self->is_full = TRUE;
  return FALSE;
}

/* Whether one more track may be made. */
static gboolean
claim_track (DwellBtfTracks *self)
{
  return self->n_tracks++ < MAX_TRACKS || refuse_track (self);
}

static guint32
add_track (DwellBtfTracks *self,
           const char     *name,
           guint32         context,
           DwellBtfLane   *lane)
{
  guint32 track = dwell_builder_add_track (self->builder, name, context, FALSE);

  g_ptr_array_set_size (self->lanes, (int) MAX (self->lanes->len, track + 1));
  if (self->lanes->pdata[track] == NULL)
    self->lanes->pdata[track] = lane;
  return track;
}

static DwellBtfLane *
add_lane (DwellBtfTracks  *self,
          DwellBtfProcess *process,
          guint32          entity)
{
  DwellBtfLane *lane;
  g_autofree char *name = NULL;

  if ((process->lanes->len == MAX_LANES && !refuse_track (self)) || !claim_track (self))
    return NULL;

  name = process->lanes->len == 0
         ? g_strdup (get_name (self, entity))
         : g_strdup_printf ("%s (%u)", get_name (self, entity), process->lanes->len + 1);
  lane = g_new0 (DwellBtfLane, 1);
  lane->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  lane->context = dwell_builder_add_context (self->builder, name, DWELL_CONTEXT_TASK, 0,
                                             DWELL_NONE);
  lane->track = add_track (self, name, lane->context, lane);
  g_ptr_array_add (process->lanes, lane);
  return lane;
}

/**
 * dwell_btf_tracks_get_process:
 * @self: tracks
 * @entity: a process
 *
 * Returns: (transfer none) (nullable): the process with its first lane; %NULL if there are too many
 *   tracks
 */
DwellBtfProcess *
dwell_btf_tracks_get_process (DwellBtfTracks *self,
                              guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];
  DwellArea area = { .kind = DWELL_AREA_PROCESS, .parent = DWELL_NONE };

  if (things->process != NULL)
    return things->process->lanes->len > 0 ? things->process : NULL;

  things->process = g_new0 (DwellBtfProcess, 1);
  things->process->lanes = g_ptr_array_new ();
  things->process->states = g_ptr_array_new_with_free_func (g_free);
  area.name = dwell_btf_log_get_entity (self->log, entity)->name;
  if (add_lane (self, things->process, entity) == NULL)
    return NULL;

  things->process->area = dwell_builder_add_area (self->builder, &area);
  return things->process;
}

/**
 * dwell_btf_tracks_take_lane:
 * @self: tracks
 * @entity: a process
 * @begin: when its activation began
 *
 * Returns: (transfer none) (nullable): a lane that is free from @begin on, busy from now on; %NULL
 *   if there are too many
 */
DwellBtfLane *
dwell_btf_tracks_take_lane (DwellBtfTracks *self,
                            guint32         entity,
                            gint64          begin)
{
  DwellBtfProcess *process = dwell_btf_tracks_get_process (self, entity);
  DwellBtfLane *lane = NULL;

  if (process == NULL)
    return NULL;

  for (guint i = 0; i < process->lanes->len; i++)
    {
      lane = g_ptr_array_index (process->lanes, i);
      if (!lane->is_busy && lane->last_end <= begin)
        break;
      lane = NULL;
    }

  if (lane == NULL)
    lane = add_lane (self, process, entity);
  if (lane != NULL)
    lane->is_busy = TRUE;
  return lane;
}

/**
 * dwell_btf_tracks_get_row:
 * @self: tracks
 * @lane: a lane
 * @depth: how deep a span is nested
 *
 * Returns: the row of that depth
 */
guint32
dwell_btf_tracks_get_row (DwellBtfTracks *self,
                          DwellBtfLane   *lane,
                          guint32         depth)
{
  while (depth >= lane->rows->len)
    {
      guint32 row = dwell_builder_add_row (self->builder, lane->track, 0);

      g_array_append_val (lane->rows, row);
    }

  return g_array_index (lane->rows, guint32, depth);
}

/**
 * dwell_btf_tracks_get_runnable:
 * @self: tracks
 * @entity: a runnable
 *
 * Returns: its area
 */
guint32
dwell_btf_tracks_get_runnable (DwellBtfTracks *self,
                               guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];
  DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };

  if (things->runnable == DWELL_NONE)
    {
      area.name = dwell_btf_log_get_entity (self->log, entity)->name;
      things->runnable = dwell_builder_add_area (self->builder, &area);
    }

  return things->runnable;
}

static guint32
get_data_context (DwellBtfTracks *self)
{
  if (self->data_context == DWELL_NONE)
    self->data_context = dwell_builder_add_context (self->builder, DWELL_CONTEXT_UNNAMED,
                                                    DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  return self->data_context;
}

static DwellBtfVariable *
add_variable (DwellBtfTracks *self,
              const char     *name,
              const char     *unit,
              gboolean        is_real)
{
  DwellArea area = { .kind = DWELL_AREA_VARIABLE, .parent = DWELL_NONE };
  DwellBtfVariable *variable;

  if (!claim_track (self))
    return NULL;

  area.name = dwell_strings_intern (self->builder->strings, name, -1);
  area.unit = dwell_strings_intern (self->builder->strings, unit, -1);
  variable = g_new0 (DwellBtfVariable, 1);
  variable->area = dwell_builder_add_area (self->builder, &area);
  variable->track = add_track (self, name, get_data_context (self), NULL);
  dwell_builder_set_track_kind (self->builder, variable->track,
                                is_real ? DWELL_TRACK_CURVE : DWELL_TRACK_STEPS,
                                DWELL_TRACKS_DATA, variable->area);
  variable->is_real = is_real;
  if (is_real)
    dwell_builder_begin_reals (self->builder, variable->track);
  return variable;
}

static DwellBtfStates *
add_states (DwellBtfTracks *self,
            const char     *name)
{
  g_autofree DwellBtfVariable *variable = add_variable (self, name, "", FALSE);
  DwellBtfStates *states;

  if (variable == NULL)
    return NULL;

  states = g_new0 (DwellBtfStates, 1);
  states->area = variable->area;
  states->span = DWELL_NONE;
  states->row = dwell_builder_add_row (self->builder, variable->track, 0);
  dwell_builder_set_track_kind (self->builder, variable->track, DWELL_TRACK_SPANS,
                                DWELL_TRACKS_DATA, variable->area);
  return states;
}

/**
 * dwell_btf_tracks_take_states:
 * @self: tracks
 * @entity: a process, which has a lane
 * @begin: when its activation entered a state
 *
 * Returns: (transfer none) (nullable): the variable of its state, busy from now on; each of several
 *   overlapping activations gets another variable; %NULL if there are too many
 */
DwellBtfStates *
dwell_btf_tracks_take_states (DwellBtfTracks *self,
                              guint32         entity,
                              gint64          begin)
{
  GPtrArray *all = self->things[entity].process->states;
  DwellBtfStates *states = NULL;
  g_autofree char *name = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      states = g_ptr_array_index (all, i);
      if (!states->is_busy && states->last_end <= begin)
        break;
      states = NULL;
    }

  if (states == NULL && all->len < MAX_LANES)
    {
      name = all->len == 0 ? g_strdup_printf ("%s state", get_name (self, entity))
                           : g_strdup_printf ("%s state (%u)", get_name (self, entity),
                                              all->len + 1);
      states = add_states (self, name);
      if (states != NULL)
        g_ptr_array_add (all, states);
    }

  if (states != NULL)
    states->is_busy = TRUE;
  return states;
}

/**
 * dwell_btf_tracks_get_core:
 * @self: tracks
 * @entity: a core
 *
 * Returns: (transfer none) (nullable): the variable with the process that it runs
 */
DwellBtfStates *
dwell_btf_tracks_get_core (DwellBtfTracks *self,
                           guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];

  if (things->core == NULL)
    things->core = add_states (self, get_name (self, entity));
  return things->core;
}

/**
 * dwell_btf_tracks_get_semaphore:
 * @self: tracks
 * @entity: a semaphore
 *
 * Returns: (transfer none) (nullable): the variable of its state
 */
DwellBtfStates *
dwell_btf_tracks_get_semaphore (DwellBtfTracks *self,
                                guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];

  if (things->semaphore == NULL)
    things->semaphore = add_states (self, get_name (self, entity));
  return things->semaphore;
}

/**
 * dwell_btf_tracks_get_signal:
 * @self: tracks
 * @entity: a signal
 *
 * Returns: (transfer none) (nullable): its variable
 */
DwellBtfVariable *
dwell_btf_tracks_get_signal (DwellBtfTracks *self,
                             guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];

  if (things->signal == NULL)
    things->signal = add_variable (self, get_name (self, entity), "",
                                   dwell_btf_log_get_entity (self->log, entity)->is_float);
  return things->signal;
}

/**
 * dwell_btf_tracks_get_frequency:
 * @self: tracks
 * @entity: a core
 *
 * Returns: (transfer none) (nullable): the variable of its frequency
 */
DwellBtfVariable *
dwell_btf_tracks_get_frequency (DwellBtfTracks *self,
                                guint32         entity)
{
  DwellBtfThings *things = &self->things[entity];
  g_autofree char *name = g_strdup_printf ("%s frequency", get_name (self, entity));

  if (things->frequency == NULL)
    things->frequency = add_variable (self, name, "Hz", FALSE);
  return things->frequency;
}

/**
 * dwell_btf_tracks_get_mark_track:
 * @self: tracks
 * @entity: the entity that a mark came from
 *
 * Returns: the track of the process if it is one, else that of stimuli; %DWELL_NONE if there are
 *   too many
 */
guint32
dwell_btf_tracks_get_mark_track (DwellBtfTracks *self,
                                 guint32         entity)
{
  if (dwell_btf_log_get_entity (self->log, entity)->is_process)
    {
      DwellBtfProcess *process = dwell_btf_tracks_get_process (self, entity);

      return process != NULL ? ((DwellBtfLane *) process->lanes->pdata[0])->track : DWELL_NONE;
    }

  if (self->stimuli == DWELL_NONE)
    self->stimuli = add_track (self, "Stimuli",
                               dwell_builder_add_context (self->builder, "Stimuli",
                                                          DWELL_CONTEXT_TASK, 0, DWELL_NONE),
                               NULL);
  return self->stimuli;
}

/**
 * dwell_btf_states_enter:
 * @tracks: tracks
 * @self: a variable that has states
 * @name: the name of a state: string of the builder
 * @time: when it enters the state
 * @flags: of the span
 *
 * Ends the present state, and begins another. Room for a span must have been reserved.
 */
void
dwell_btf_states_enter (DwellBtfTracks *tracks,
                        DwellBtfStates *self,
                        guint32         name,
                        gint64          time,
                        guint           flags)
{
  DwellArea state = { .kind = DWELL_AREA_STATE, .parent = self->area, .name = name };
  guint32 area = dwell_builder_add_area (tracks->builder, &state);

  /* A state that was only assumed before the recording did not last. */
  if (self->span != DWELL_NONE && (self->flags & DWELL_SPAN_BEGIN_MISSING) != 0 &&
      dwell_builder_get_span_begin (tracks->builder, self->span) == time)
    {
      dwell_column_index (tracks->builder->span_area, guint32, self->span) = area;
      return;
    }

  dwell_btf_states_leave (tracks, self, time, 0);
  self->span = dwell_builder_open_span (tracks->builder, area, self->row, DWELL_NONE, time);
  self->flags = flags;
}

/**
 * dwell_btf_states_leave:
 * @tracks: tracks
 * @self: a variable that has states
 * @time: when it leaves the present state
 * @flags: flags added to the span
 *
 * Ends the present state, if there is one.
 */
void
dwell_btf_states_leave (DwellBtfTracks *tracks,
                        DwellBtfStates *self,
                        gint64          time,
                        guint           flags)
{
  if (self->span != DWELL_NONE)
    dwell_builder_close_span (tracks->builder, self->span, time, self->flags | flags);

  self->last_end = MAX (self->last_end, time);
  self->span = DWELL_NONE;
}

/**
 * dwell_btf_tracks_finish_states:
 * @self: tracks
 * @end: the end of the trace
 *
 * Ends the states that are open.
 */
void
dwell_btf_tracks_finish_states (DwellBtfTracks *self,
                                gint64          end)
{
  for (gsize i = 0; i < self->n_entities; i++)
    {
      DwellBtfThings *things = &self->things[i];

      if (things->semaphore != NULL)
        dwell_btf_states_leave (self, things->semaphore, end, DWELL_SPAN_END_MISSING);
      for (guint k = 0; things->process != NULL && k < things->process->states->len; k++)
        dwell_btf_states_leave (self, g_ptr_array_index (things->process->states, k), end,
                                DWELL_SPAN_END_MISSING);
    }
}
