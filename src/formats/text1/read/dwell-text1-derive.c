/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives spans, suspensions and states. Stepping and scouting handle the events in the same way;
 * but stepping makes spans, and scouting finds what was open before the recording. */
#include "config.h"

#include "formats/text1/read/dwell-text1-derive.h"

#include <glib/gi18n-lib.h>

#define RESERVE_STEP 65536

/* An event of the builder. */
typedef struct {
  gsize   number;
  gint64  raw_time;  /* as in the file */
  guint64 value;     /* of a write */
  guint32 area;
  guint32 context;   /* of the row, or DWELL_NONE */
  guint8  kind;      /* DwellEventKind */
} Event;

/**
 * dwell_text1_derivation_init:
 * @self: (out): uninitialised memory
 * @tracks: the tracks with their frames and variables; must outlive @self
 * @places: places of the events, for problems; must outlive @self
 */
void
dwell_text1_derivation_init (DwellText1Derivation   *self,
                             DwellText1Tracks       *tracks,
                             const DwellText1Places *places)
{
  *self = (DwellText1Derivation) { .builder = tracks->builder, .tracks = tracks, .places = places };
  self->problems = dwell_problems_new ();
  self->time = G_MININT64;
  self->begin = G_MAXINT64;
  self->running = self->first_running = DWELL_NONE;
}

/**
 * dwell_text1_derivation_clear:
 * @self: a derivation
 *
 * Frees what @self owns.
 */
void
dwell_text1_derivation_clear (DwellText1Derivation *self)
{
  g_clear_pointer (&self->problems, dwell_problems_unref);
}

static void
complain (DwellText1Derivation *self,
          gsize                 number,
          DwellFramesResult     result)
{
  switch (result)
    {
    case DWELL_FRAMES_UNMATCHED:
      dwell_text1_places_complain (self->places, self->problems, number, DWELL_SEVERITY_WARNING,
                                   "unmatched-event",
                                   _("An event of a function or line that is not active"));
      break;
    case DWELL_FRAMES_UNTERMINATED:
      dwell_text1_places_complain (self->places, self->problems, number, DWELL_SEVERITY_WARNING,
                                   "missing-exit",
                                   _("A function or line ends while what it called is active"));
      break;
    case DWELL_FRAMES_TOO_DEEP:
      dwell_text1_places_complain (self->places, self->problems, number, DWELL_SEVERITY_ERROR,
                                   "too-deep", _("Calls deeper than 1024 are not shown"));
      break;
    case DWELL_FRAMES_DONE:
    default:
      break;
    }
}

/* Events are only scouted from here on, because the result so far is not correct. */
static void
become_stale (DwellText1Derivation *self)
{
  GPtrArray *stacks = self->tracks->stacks;

  if (self->is_stale)
    return;

  self->is_stale = TRUE;
  for (guint i = 0; i < stacks->len; i++)
    {
      DwellText1Stacks *of_context = g_ptr_array_index (stacks, i);

      if (of_context != NULL && of_context->functions != NULL)
        dwell_frames_begin_scouting (of_context->functions);
      if (of_context != NULL && of_context->lines != NULL)
        dwell_frames_begin_scouting (of_context->lines);
    }
}

static void
leave_state (DwellText1Derivation *self,
             DwellText1Variable   *variable,
             gint64                time,
             guint                 flags)
{
  guint begin_flags;

  if (variable->state == DWELL_NONE)
    return;

  begin_flags = dwell_column_index (self->builder->span_flags, guint8, variable->span) &
                DWELL_SPAN_BEGIN_MISSING;
  dwell_builder_close_span (self->builder, variable->span, time, flags | begin_flags);
  variable->state = DWELL_NONE;
}

static void
enter_state (DwellText1Derivation *self,
             DwellText1Variable   *variable,
             guint32               state,
             gint64                time)
{
  leave_state (self, variable, time, 0);
  variable->state = state;
  variable->span = dwell_builder_open_span (self->builder, state, variable->row, DWELL_NONE, time);
}

static guint32
get_task_context (DwellText1Derivation *self,
                  guint32               state)
{
  return state < self->tracks->n_mapped ? self->tracks->task_contexts[state] : DWELL_NONE;
}

static void
follow_running_task (DwellText1Derivation *self,
                     guint8                kind,
                     guint32               state)
{
  gboolean is_end = kind == DWELL_EVENT_EXIT || kind == DWELL_EVENT_SUSPEND;

  self->running = is_end ? DWELL_NONE : get_task_context (self, state);
}

/* The state that ends first began before all events, so these ran in its context. */
static void
find_first_running (DwellText1Derivation *self,
                    guint32               state)
{
  guint32 context = get_task_context (self, state);

  self->is_foreign = self->is_foreign || context != self->first_running;
  self->first_running = context;
}

static void
step_state (DwellText1Derivation *self,
            const Event          *event,
            DwellText1Variable   *variable,
            guint32               state)
{
  if (event->kind == DWELL_EVENT_EXIT || event->kind == DWELL_EVENT_SUSPEND)
    {
      if (variable->state == state)
        leave_state (self, variable, self->time, 0);
    }
  else if (event->kind != DWELL_EVENT_RESUME || variable->state != state)
    {
      enter_state (self, variable, state, self->time);
    }
}

/* Takes an event of a variable or signal, or of one of its states. */
static void
take_variable (DwellText1Derivation *self,
               const Event          *event)
{
  DwellText1Target *target = dwell_text1_tracks_get_target (self->tracks, event->area);
  DwellText1Variable *variable = target->variable;
  DwellAreaKind kind = dwell_column_index (self->builder->areas, DwellArea, event->area).kind;
  gboolean was_seen;
  guint32 state;

  if (G_UNLIKELY (variable == NULL))
    variable = target->variable = dwell_text1_tracks_get_variable (self->tracks, event->area);

  was_seen = variable->began;
  variable->began = TRUE;

  /* The earlier writes of this variable are states, too. */
  if (G_UNLIKELY (!variable->has_states && kind == DWELL_AREA_STATE))
    {
      dwell_text1_tracks_set_has_states (self->tracks, variable);
      if (was_seen)
        become_stale (self);
    }

  if (!variable->has_states)
    return;

  if (!was_seen && kind == DWELL_AREA_STATE &&
      (event->kind == DWELL_EVENT_EXIT || event->kind == DWELL_EVENT_SUSPEND))
    {
      variable->initial = event->area;
      become_stale (self);
      if (variable == self->tracks->running_task)
        find_first_running (self, event->area);
    }

  state = dwell_text1_tracks_get_state (self->tracks, event->area, event->value);
  if (variable == self->tracks->running_task)
    follow_running_task (self, event->kind, state);
  if (!self->is_stale)
    step_state (self, event, variable, state);
}

static gboolean
take_activation (DwellText1Derivation  *self,
                 const Event           *event,
                 gboolean               is_line,
                 GError               **error)
{
  guint32 context = event->context != DWELL_NONE ? event->context : self->running;
  DwellText1Stacks *stacks =
    context == DWELL_NONE ? dwell_text1_tracks_get_own_stacks (self->tracks, event->area)
                          : dwell_text1_tracks_get_stacks (self->tracks, context);
  DwellFrames *frames = dwell_text1_tracks_get_frames (self->tracks, stacks, is_line);
  gboolean is_after_exit = stacks->last_exit == event->raw_time;
  DwellFramesResult result = DWELL_FRAMES_DONE;

  if (event->kind == DWELL_EVENT_EXIT && !is_line)
    stacks->last_exit = event->raw_time;

  if (!self->is_stale)
    {
      if (event->kind == DWELL_EVENT_ENTRY && !is_line)
        {
          dwell_frames_mark_wait (frames, self->time);
          if (stacks->lines != NULL)
            dwell_frames_mark_wait (stacks->lines, self->time);
        }

      result = dwell_frames_step (frames, event->kind, event->area, self->time);
      if (G_LIKELY (result == DWELL_FRAMES_DONE))
        return TRUE;

      if (result == DWELL_FRAMES_UNMATCHED && event->number >= self->n_settled &&
          dwell_frames_can_imply (frames))
        become_stale (self);
    }

  if (self->is_stale)
    {
      dwell_frames_scout (frames, event->kind, event->area, is_after_exit);
      return TRUE;
    }

  complain (self, event->number, result);
  return result != DWELL_FRAMES_UNMATCHED ||
         dwell_builder_add_mark (self->builder, DWELL_MARK_ORPHAN_END, self->time,
                                 dwell_frames_get_track (frames), DWELL_NONE, event->area, 0,
                                 error);
}

/* Counts the open frames, each of which an event may resume: they need room for a suspension. */
static gsize
count_open (DwellText1Derivation *self)
{
  GPtrArray *stacks = self->tracks->stacks;
  gsize n = 0;

  for (guint i = 0; i < stacks->len; i++)
    {
      const DwellText1Stacks *of_context = g_ptr_array_index (stacks, i);

      if (of_context != NULL && of_context->functions != NULL)
        n += dwell_frames_get_n_open (of_context->functions);
      if (of_context != NULL && of_context->lines != NULL)
        n += dwell_frames_get_n_open (of_context->lines);
    }

  return n;
}

static gboolean
take_events (DwellText1Derivation  *self,
             gsize                  end,
             GError               **error)
{
  DwellBuilder *builder = self->builder;
  const guint32 *areas;
  const guint8 *kinds;
  const guint32 *contexts;
  const guint64 *values;

  if (!dwell_builder_reserve_spans (builder, end - self->n_events, error) ||
      !dwell_builder_reserve_events (builder, end - self->n_events + count_open (self), error))
    return FALSE;

  areas = builder->event_area->data;
  kinds = builder->event_kind->data;
  contexts = builder->event_context->n > 0 ? builder->event_context->data : NULL;
  values = builder->write_value->data;

  for (gsize i = self->n_events; i < end; i++)
    {
      Event event = { i, dwell_builder_get_event_time (builder, i), 0, areas[i],
                      contexts != NULL ? contexts[i] : DWELL_NONE, kinds[i] };
      const DwellText1Target *target;

      self->time = MAX (self->time, event.raw_time);
      if (event.kind == DWELL_EVENT_WRITE)
        {
          event.value = values[self->n_writes++];
          take_variable (self, &event);
          continue;
        }

      target = dwell_text1_tracks_get_target (self->tracks, event.area);
      if (target->kind == DWELL_TEXT1_TARGET_VARIABLE)
        take_variable (self, &event);
      else if (!take_activation (self, &event, target->kind == DWELL_TEXT1_TARGET_LINE, error))
        return FALSE;
    }

  self->n_events = end;
  return TRUE;
}

/**
 * dwell_text1_derivation_run:
 * @self: a derivation
 * @end: number of the builder's events up to which to derive
 * @error: %DWELL_ERROR_LIMIT
 *
 * Derives the events that are new.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_text1_derivation_run (DwellText1Derivation  *self,
                            gsize                  end,
                            GError               **error)
{
  while (self->n_events < end)
    if (!take_events (self, MIN (end, self->n_events + RESERVE_STEP), error))
      return FALSE;

  return TRUE;
}

/* Opens what was open before the recording, at the start of the session. */
static gboolean
begin_all (DwellText1Derivation  *self,
           GError               **error)
{
  GPtrArray *variables = self->tracks->variables;
  GPtrArray *stacks = self->tracks->stacks;

  if (!dwell_builder_reserve_spans (self->builder, variables->len, error))
    return FALSE;

  self->has_initial = FALSE;
  for (guint i = 0; i < variables->len; i++)
    {
      DwellText1Variable *variable = g_ptr_array_index (variables, i);

      if (variable == NULL)
        continue;

      variable->state = DWELL_NONE;
      if (variable->initial == DWELL_NONE)
        continue;

      enter_state (self, variable, variable->initial, self->begin);
      dwell_column_index (self->builder->span_flags, guint8, variable->span) |=
        DWELL_SPAN_BEGIN_MISSING;
      self->has_initial = TRUE;
    }

  for (guint i = 0; i < stacks->len; i++)
    {
      DwellText1Stacks *of_context = g_ptr_array_index (stacks, i);
      DwellFrames *frames[] = { of_context != NULL ? of_context->functions : NULL,
                                of_context != NULL ? of_context->lines : NULL };

      for (gsize k = 0; k < G_N_ELEMENTS (frames); k++)
        {
          int n = frames[k] != NULL ? dwell_frames_begin (frames[k], self->begin, error) : 0;

          if (n < 0)
            return FALSE;
          self->has_initial = self->has_initial || n > 0;
        }
    }

  return TRUE;
}

/**
 * dwell_text1_derivation_reset:
 * @self: a derivation
 *
 * Drops what was found to be open before the recording, except the context that ran first: the
 * contexts of events, or the order of suspend and resume, turned out to be different.
 */
void
dwell_text1_derivation_reset (DwellText1Derivation *self)
{
  GPtrArray *variables = self->tracks->variables;
  GPtrArray *stacks = self->tracks->stacks;

  for (guint i = 0; i < variables->len; i++)
    {
      DwellText1Variable *variable = g_ptr_array_index (variables, i);

      if (variable == NULL)
        continue;
      variable->initial = DWELL_NONE;
      variable->began = FALSE;
    }

  for (guint i = 0; i < stacks->len; i++)
    {
      DwellText1Stacks *of_context = g_ptr_array_index (stacks, i);

      if (of_context != NULL && of_context->functions != NULL)
        dwell_frames_drop_implicit (of_context->functions);
      if (of_context != NULL && of_context->lines != NULL)
        dwell_frames_drop_implicit (of_context->lines);
    }

  self->n_events = 0;
}

/**
 * dwell_text1_derivation_rerun:
 * @self: a derivation
 * @begin: start of the session as far as it is known, ns
 * @error: %DWELL_ERROR_LIMIT
 *
 * Drops what was derived, and derives all events so far again with the present knowledge. After
 * dwell_text1_derivation_reset() only drops: the caller then runs the events.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_text1_derivation_rerun (DwellText1Derivation  *self,
                              gint64                 begin,
                              GError               **error)
{
  gsize n_events = self->n_events;

  dwell_builder_clear_spans (self->builder);
  dwell_problems_unref (self->problems);
  self->problems = dwell_problems_new ();
  self->n_events = self->n_writes = 0;
  self->n_settled = n_events;
  self->time = self->begin = begin;
  self->running = self->first_running;
  self->is_stale = self->is_foreign = FALSE;
  for (guint i = 0; i < self->tracks->stacks->len; i++)
    {
      DwellText1Stacks *of_context = g_ptr_array_index (self->tracks->stacks, i);

      if (of_context != NULL)
        of_context->last_exit = DWELL_TIME_NONE;
    }

  return begin_all (self, error) && dwell_text1_derivation_run (self, n_events, error);
}

/**
 * dwell_text1_derivation_finish:
 * @self: a derivation that is not stale
 * @end: end of the session, ns
 *
 * Ends what is open, and gives the problems to the builder.
 */
void
dwell_text1_derivation_finish (DwellText1Derivation *self,
                               gint64                end)
{
  GPtrArray *variables = self->tracks->variables;
  GPtrArray *stacks = self->tracks->stacks;

  for (guint i = 0; i < stacks->len; i++)
    {
      DwellText1Stacks *of_context = g_ptr_array_index (stacks, i);

      if (of_context != NULL && of_context->functions != NULL)
        dwell_frames_finish (of_context->functions, end);
      if (of_context != NULL && of_context->lines != NULL)
        dwell_frames_finish (of_context->lines, end);
    }

  for (guint i = 0; i < variables->len; i++)
    if (g_ptr_array_index (variables, i) != NULL)
      leave_state (self, g_ptr_array_index (variables, i), end, DWELL_SPAN_END_MISSING);

  dwell_problems_add_all (self->builder->problems, self->problems, NULL);
}
