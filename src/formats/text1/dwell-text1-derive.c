/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the events of a Text1 timeline mean (text1.md §5): whose they are, which frames and states
 * they open and close. Contexts are settled in the order of the ruling: the row's own; the running
 * task that a state variable tells; the one context whose statistics have the function;
 * 'Unknown'. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/text1/dwell-text1-machine-private.h"

#define RESERVE_STEP 65536

typedef struct {
  DwellText1Machine  *machine;
  DwellText1Variable *running_task; /* whose state tells the running context, or NULL */
  guint32            *task_contexts; /* by area, of those that were mapped: of states */
  gsize               n_mapped;
  guint32             running;      /* context that it told last, or DWELL_NONE */
} Derivation;

static const DwellArea *
get_areas (DwellText1Machine *self)
{
  return self->builder->areas->data;
}

static guint32
get_data_context (DwellText1Machine *self)
{
  if (self->data_context == DWELL_NONE)
    self->data_context = dwell_builder_add_context (self->builder, "session",
                                                    DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  return self->data_context;
}

static guint32
get_unknown_context (DwellText1Machine *self)
{
  if (self->unknown_context == DWELL_NONE)
    {
      self->unknown_context = dwell_builder_add_context (self->builder, "Unknown",
                                                         DWELL_CONTEXT_TASK, 0, DWELL_NONE);
      dwell_builder_add_note (self->builder,
                              N_("The file does not tell in which context all functions ran: "
                                 "what is in “Unknown” was never seen preempted, so its gross "
                                 "time is its call time."));
    }

  return self->unknown_context;
}

static gboolean
is_aux (const DwellArea *area)
{
  guint kind = area->handle >> 28;

  return area->kind == DWELL_AREA_AUX ||
         (area->has_handle && (kind == DWELL_HANDLE_AUX || kind == DWELL_HANDLE_AUX_STATE));
}

/*< private >
 * _dwell_text1_machine_get_variable: what @area is a state of, or itself, with its track */
DwellText1Variable *
_dwell_text1_machine_get_variable (DwellText1Machine *self,
                                   guint32            area)
{
  const DwellArea *areas = get_areas (self);
  guint32 owner = area;
  DwellText1Variable *variable;
  g_autofree char *name = NULL;

  if (areas[area].kind == DWELL_AREA_STATE && areas[area].parent != DWELL_NONE)
    owner = areas[area].parent;

  if (owner >= self->variables->len)
    g_ptr_array_set_size (self->variables, (int) MAX (owner + 1, self->builder->areas->n));

  variable = g_ptr_array_index (self->variables, owner);
  if (variable != NULL)
    return variable;

  variable = g_new0 (DwellText1Variable, 1);
  variable->area = owner;
  variable->row = variable->state = variable->span = DWELL_NONE;
  name = areas[owner].name != 0 || !areas[owner].has_handle
         ? g_strdup (dwell_strings_get (self->builder->strings, areas[owner].name))
         : g_strdup_printf ("%08X", areas[owner].handle);
  variable->track = dwell_builder_add_track (self->builder, name, get_data_context (self), FALSE);
  dwell_builder_set_track_kind (self->builder, variable->track,
                                areas[owner].is_float ? DWELL_TRACK_CURVE : DWELL_TRACK_STEPS,
                                is_aux (&areas[owner]) ? DWELL_TRACKS_AUX : DWELL_TRACKS_DATA,
                                owner);
  self->variables->pdata[owner] = variable;
  return variable;
}

/* Variables that were never written have tracks too; those of states show spans. */
static void
settle_variables (DwellText1Machine *self)
{
  for (guint32 i = 0; i < self->builder->areas->n; i++)
    {
      const DwellArea *area = &get_areas (self)[i];
      DwellText1Variable *variable;

      if (area->kind != DWELL_AREA_VARIABLE && area->kind != DWELL_AREA_AUX &&
          area->kind != DWELL_AREA_STATE)
        continue;

      variable = _dwell_text1_machine_get_variable (self, i);
      if (get_areas (self)[i].kind != DWELL_AREA_STATE || variable->has_states)
        continue;

      variable->has_states = TRUE;
      variable->row = dwell_builder_add_row (self->builder, variable->track, 0);
      dwell_builder_set_track_kind (self->builder, variable->track, DWELL_TRACK_SPANS,
                                    is_aux (&get_areas (self)[variable->area]) ? DWELL_TRACKS_AUX
                                                                               : DWELL_TRACKS_DATA,
                                    variable->area);
    }
}

/* The context called @name, with or without a label as “TSK: ”, or DWELL_NONE. */
static guint32
find_context (DwellText1Machine *self,
              const char        *name)
{
  const DwellContext *contexts = self->builder->contexts->data;
  const char *colon = strstr (name, ": ");

  for (guint32 i = 0; i < self->builder->contexts->n; i++)
    {
      const char *other = dwell_strings_get (self->builder->strings, contexts[i].name);

      if (contexts[i].kind == DWELL_CONTEXT_TASK && *other != '\0' &&
          (g_str_equal (name, other) || (colon != NULL && g_str_equal (colon + 2, other))))
        return i;
    }

  return DWELL_NONE;
}

/* A variable whose named states are all contexts, two at least, tells which of them runs. */
static void
find_running_task (Derivation *derivation)
{
  DwellText1Machine *self = derivation->machine;
  gsize n_areas = self->builder->areas->n;
  g_autofree guint *n_matching = g_new0 (guint, n_areas);
  g_autofree guint *n_named = g_new0 (guint, n_areas);

  derivation->task_contexts = g_new (guint32, n_areas);
  derivation->n_mapped = n_areas;

  for (guint32 i = 0; i < n_areas; i++)
    {
      const DwellArea *area = &get_areas (self)[i];

      derivation->task_contexts[i] = DWELL_NONE;
      if (area->kind != DWELL_AREA_STATE || area->parent == DWELL_NONE || area->name == 0)
        continue;

      derivation->task_contexts[i] =
        find_context (self, dwell_strings_get (self->builder->strings, area->name));
      n_named[area->parent]++;
      n_matching[area->parent] += derivation->task_contexts[i] != DWELL_NONE;
    }

  for (guint32 i = 0; i < n_areas && derivation->running_task == NULL; i++)
    if (n_named[i] >= 2 && n_matching[i] == n_named[i])
      derivation->running_task = _dwell_text1_machine_get_variable (self, i);
}

static guint32
get_event_context (Derivation *derivation,
                   gsize       number,
                   guint32     area)
{
  DwellText1Machine *self = derivation->machine;
  const DwellColumn *told = self->builder->event_context;
  guint32 context = told->n > 0 ? dwell_column_index (told, guint32, number) : DWELL_NONE;

  if (context == DWELL_NONE)
    context = derivation->running;
  if (context == DWELL_NONE)
    context = _dwell_text1_map_get_user (self->map, area);
  if (context == DWELL_NONE && get_areas (self)[area].kind == DWELL_AREA_LINE &&
      get_areas (self)[area].parent != DWELL_NONE)
    context = _dwell_text1_map_get_user (self->map, get_areas (self)[area].parent);

  return context != DWELL_NONE ? context : get_unknown_context (self);
}

static DwellText1Stacks *
get_stacks (DwellText1Machine *self,
            guint32            context)
{
  DwellText1Stacks *stacks;

  if (context >= self->stacks->len)
    g_ptr_array_set_size (self->stacks, (int) context + 1);

  stacks = g_ptr_array_index (self->stacks, context);
  if (stacks == NULL)
    {
      stacks = g_new0 (DwellText1Stacks, 1);
      stacks->last_exit = DWELL_TIME_NONE;
      self->stacks->pdata[context] = stacks;
    }

  return stacks;
}

static DwellFrames *
get_frames (DwellText1Machine *self,
            guint32            context,
            gboolean           of_lines)
{
  DwellText1Stacks *stacks = get_stacks (self, context);
  DwellFrames **frames = of_lines ? &stacks->lines : &stacks->functions;

  if (*frames == NULL)
    {
      const DwellContext *contexts = self->builder->contexts->data;
      const char *name = dwell_strings_get (self->builder->strings, contexts[context].name);
      /* Translators: the name of a track: the source lines that ran in a context. */
      g_autofree char *lines = g_strdup_printf (_("%s: lines"), name);

      *frames = dwell_frames_new (self->builder,
                                  dwell_builder_add_track (self->builder, of_lines ? lines : name,
                                                           context, FALSE));
    }

  return *frames;
}

static gboolean
is_activation (const DwellArea *area,
               guint8           kind)
{
  return (area->kind == DWELL_AREA_FUNCTION || area->kind == DWELL_AREA_LINE) &&
         kind != DWELL_EVENT_WRITE;
}

static guint32
get_state (DwellText1Machine *self,
           guint32            area,
           guint64            value)
{
  guint32 handle;
  guint32 state;

  if (get_areas (self)[area].kind == DWELL_AREA_STATE)
    return area;

  handle = dwell_text1_map_get_state_handle (self->map, get_areas (self)[area].handle);
  state = dwell_text1_map_find_area (self->map, handle, (gint64) value);
  return state != DWELL_NONE ? state : _dwell_text1_machine_add_area (self, handle, (gint64) value);
}

static void
leave_state (DwellText1Machine  *self,
             DwellText1Variable *variable,
             gint64              time,
             guint               flags)
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
enter_state (DwellText1Machine  *self,
             DwellText1Variable *variable,
             guint32             state,
             gint64              time)
{
  leave_state (self, variable, time, 0);
  variable->state = state;
  variable->span = dwell_builder_open_span (self->builder, state, variable->row, DWELL_NONE, time);
}

/* Follows the running task. */
static void
step_running (Derivation         *derivation,
              DwellText1Variable *variable,
              guint8              kind,
              guint32             state)
{
  if (variable != derivation->running_task)
    return;

  if (kind == DWELL_EVENT_EXIT || kind == DWELL_EVENT_SUSPEND || state >= derivation->n_mapped)
    derivation->running = DWELL_NONE;
  else
    derivation->running = derivation->task_contexts[state];
}

static void
step_state (Derivation *derivation,
            guint8      kind,
            guint32     area,
            guint64     value,
            gint64      time)
{
  DwellText1Machine *self = derivation->machine;
  DwellText1Variable *variable = _dwell_text1_machine_get_variable (self, area);
  guint32 state;

  if (!variable->has_states)
    return;

  state = get_state (self, area, value);
  step_running (derivation, variable, kind, state);

  if (kind == DWELL_EVENT_EXIT || kind == DWELL_EVENT_SUSPEND)
    {
      if (variable->state == state)
        leave_state (self, variable, time, 0);
    }
  else if (kind != DWELL_EVENT_RESUME || variable->state != state)
    {
      enter_state (self, variable, state, time);
    }
}

/* First pass over one event. */
static void
scout_event (Derivation *derivation,
             gsize       number,
             guint8      kind,
             guint32     area,
             guint64     value)
{
  DwellText1Machine *self = derivation->machine;
  const DwellArea *info = &get_areas (self)[area];
  gint64 time = dwell_column_index (self->builder->event_time, gint64, number);

  if (is_activation (info, kind))
    {
      guint32 context = get_event_context (derivation, number, area);
      gboolean of_lines = info->kind == DWELL_AREA_LINE;
      DwellFrames *frames = get_frames (self, context, of_lines);
      DwellText1Stacks *stacks = get_stacks (self, context);

      dwell_frames_scout (frames, kind, area, stacks->last_exit == time);
      if (kind == DWELL_EVENT_EXIT && !of_lines)
        stacks->last_exit = time;
    }
  else
    {
      DwellText1Variable *variable = _dwell_text1_machine_get_variable (self, area);

      if (!variable->has_states)
        return;

      if (!variable->began && get_areas (self)[area].kind == DWELL_AREA_STATE &&
          (kind == DWELL_EVENT_EXIT || kind == DWELL_EVENT_SUSPEND))
        variable->state = area;
      variable->began = TRUE;
      step_running (derivation, variable, kind, get_state (self, area, value));
    }
}

/* Between the passes: what was open before the recording is opened at the session's begin. */
static gboolean
begin_all (Derivation  *derivation,
           GError     **error)
{
  DwellText1Machine *self = derivation->machine;

  derivation->running = DWELL_NONE;

  if (!dwell_builder_reserve_spans (self->builder, self->variables->len, error))
    return FALSE;

  for (guint i = 0; i < self->variables->len; i++)
    {
      DwellText1Variable *variable = g_ptr_array_index (self->variables, i);
      guint32 state = variable != NULL ? variable->state : DWELL_NONE;

      if (state == DWELL_NONE)
        continue;

      variable->state = DWELL_NONE;
      enter_state (self, variable, state, self->begin);
      dwell_column_index (self->builder->span_flags, guint8, variable->span) |=
        DWELL_SPAN_BEGIN_MISSING;
    }

  for (guint i = 0; i < self->stacks->len; i++)
    {
      DwellText1Stacks *stacks = g_ptr_array_index (self->stacks, i);

      if (stacks == NULL)
        continue;
      if ((stacks->functions != NULL &&
           !dwell_frames_begin (stacks->functions, self->begin, error)) ||
          (stacks->lines != NULL && !dwell_frames_begin (stacks->lines, self->begin, error)))
        return FALSE;
    }

  return TRUE;
}

static void
complain (Derivation        *derivation,
          DwellFramesResult  result,
          gsize              number)
{
  DwellText1Machine *self = derivation->machine;

  switch (result)
    {
    case DWELL_FRAMES_UNMATCHED:
      _dwell_text1_machine_complain (self, number, DWELL_SEVERITY_WARNING, "unmatched-event",
                                     _("An event of a function or line that is not active"));
      break;
    case DWELL_FRAMES_UNTERMINATED:
      _dwell_text1_machine_complain (self, number, DWELL_SEVERITY_WARNING, "missing-exit",
                                     _("A function or line ends while what it called is active"));
      break;
    case DWELL_FRAMES_TOO_DEEP:
      _dwell_text1_machine_complain (self, number, DWELL_SEVERITY_ERROR, "too-deep",
                                     _("Calls deeper than 1024 are not shown"));
      break;
    case DWELL_FRAMES_DONE:
    default:
      break;
    }
}

/* Second pass over one activation. */
static gboolean
step_activation (Derivation  *derivation,
                 gsize        number,
                 guint8       kind,
                 guint32      area,
                 gint64       time,
                 GError     **error)
{
  DwellText1Machine *self = derivation->machine;
  guint32 context = get_event_context (derivation, number, area);
  DwellText1Stacks *stacks = get_stacks (self, context);
  gboolean of_lines = get_areas (self)[area].kind == DWELL_AREA_LINE;
  DwellFrames *frames = get_frames (self, context, of_lines);
  DwellFramesResult result;

  if (kind == DWELL_EVENT_ENTRY && !of_lines)
    {
      dwell_frames_mark_wait (frames, time);
      if (stacks->lines != NULL)
        dwell_frames_mark_wait (stacks->lines, time);
    }

  result = dwell_frames_step (frames, kind, area, time);
  complain (derivation, result, number);

  return result != DWELL_FRAMES_UNMATCHED ||
         dwell_builder_add_mark (self->builder, DWELL_MARK_ORPHAN_END, time,
                                 dwell_frames_get_track (frames), DWELL_NONE, area, 0, error);
}

/* Both passes look at all events; the values are those of the writes, in step. */
static gboolean
pass (Derivation  *derivation,
      gboolean     is_scouting,
      GError     **error)
{
  DwellText1Machine *self = derivation->machine;
  DwellBuilder *builder = self->builder;
  gsize n_events = builder->event_time->n;
  gsize n_writes = 0;
  gint64 time = self->begin;

  for (gsize i = 0; i < n_events; i++)
    {
      guint8 kind = dwell_column_index (builder->event_kind, guint8, i);
      guint32 area = dwell_column_index (builder->event_area, guint32, i);
      guint64 value = 0;

      if (kind == DWELL_EVENT_WRITE)
        value = dwell_column_index (builder->write_value, guint64, n_writes++);

      if (is_scouting)
        {
          scout_event (derivation, i, kind, area, value);
          continue;
        }

      if (i % RESERVE_STEP == 0 && !dwell_builder_reserve_spans (builder, RESERVE_STEP, error))
        return FALSE;

      time = MAX (time, dwell_column_index (builder->event_time, gint64, i));
      if (!is_activation (&get_areas (self)[area], kind))
        step_state (derivation, kind, area, value, time);
      else if (!step_activation (derivation, i, kind, area, time, error))
        return FALSE;
    }

  return TRUE;
}

static void
finish_all (DwellText1Machine *self)
{
  for (guint i = 0; i < self->stacks->len; i++)
    {
      DwellText1Stacks *stacks = g_ptr_array_index (self->stacks, i);

      if (stacks != NULL && stacks->functions != NULL)
        dwell_frames_finish (stacks->functions, self->end);
      if (stacks != NULL && stacks->lines != NULL)
        dwell_frames_finish (stacks->lines, self->end);
    }

  for (guint i = 0; i < self->variables->len; i++)
    {
      DwellText1Variable *variable = g_ptr_array_index (self->variables, i);

      if (variable != NULL)
        leave_state (self, variable, self->end, DWELL_SPAN_END_MISSING);
    }
}

/*< private >
 * _dwell_text1_machine_derive: spans, suspensions and states of all events */
gboolean
_dwell_text1_machine_derive (DwellText1Machine *self,
                             GError           **error)
{
  Derivation derivation = { .machine = self, .running = DWELL_NONE };
  gboolean is_done;

  settle_variables (self);
  find_running_task (&derivation);

  /* Each event ends one suspension at most; so does each frame that is open at the end. */
  is_done = pass (&derivation, TRUE, error) &&
            dwell_builder_reserve_events (self->builder,
                                          self->builder->event_time->n +
                                          (gsize) self->stacks->len * 2 *
                                          (DWELL_FRAMES_MAX_DEPTH + DWELL_FRAMES_MAX_IMPLICIT),
                                          error) &&
            begin_all (&derivation, error) &&
            pass (&derivation, FALSE, error);

  if (is_done)
    finish_all (self);

  g_free (derivation.task_contexts);
  return is_done;
}
