/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides how an export writes states: as writes of their variable, or as entry and exit of the
 * states themselves. A write enters a state and ends the one before. Writes cannot express the
 * state before the first write, or that there was none for a while (README.md, "Meaning of
 * events"). */
#include "config.h"

#include "formats/text1/write/dwell-text1-writer.h"

/* A variable at a point of its events. */
typedef struct {
  gint64 left_at;    /* end of its last state, if none began since */
  guint8 is_in;      /* it is in a state */
  guint8 has_left;   /* it was in a state */
  guint8 has_begun;  /* it had an event in the range */
} Variable;

/* Returns the variable whose state the event is about, or DWELL_NONE. */
static guint32
find_variable (const DwellText1Writer *self,
               guint32                 event)
{
  guint32 area = self->trace->event_area[event];
  const DwellArea *info = &self->trace->areas[area];
  guint32 variable = info->kind == DWELL_AREA_STATE ? info->parent : area;

  if ((self->areas[area] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0 || variable == DWELL_NONE ||
      (self->areas[variable] & DWELL_TEXT1_AREA_HAS_STATES) == 0)
    return DWELL_NONE;

  return variable;
}

/* Returns whether writes would lose the information of this event of the range. */
static gboolean
is_lost (const Variable *variable,
         guint8          kind,
         gboolean        is_end,
         gint64          time)
{
  if (!variable->has_begun)
    return is_end || variable->is_in;
  if (variable->has_left)
    return is_end || time != variable->left_at;

  /* The state continues, but a write would begin another. */
  return kind == DWELL_EVENT_RESUME;
}

static guint64
count_lost (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree Variable *variables = g_new0 (Variable, (gsize) trace->n_areas + 1);
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    {
      guint32 number = find_variable (self, i);
      guint8 kind = trace->event_kind[i];
      gint64 time = dwell_trace_get_event_time (trace, i);
      gboolean is_end = kind == DWELL_EVENT_EXIT || kind == DWELL_EVENT_SUSPEND;
      Variable *variable;

      if (number == DWELL_NONE || time > self->end)
        continue;

      variable = &variables[number];
      if (time >= self->begin)
        {
          n += is_lost (variable, kind, is_end, time);
          variable->has_begun = TRUE;
          variable->has_left = (guint8) is_end;
          variable->left_at = time;
        }
      variable->is_in = !is_end;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    n += variables[i].has_left;

  return n;
}

/* Does the same for a trace with only spans of states, where those of a variable follow one
 * another. */
static guint64
count_lost_spans (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree Variable *variables = g_new0 (Variable, (gsize) trace->n_areas + 1);
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      const DwellArea *state = &trace->areas[trace->span_area[i]];
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      gint64 end = dwell_trace_get_span_end (trace, i);
      guint flags = trace->span_flags[i];
      Variable *variable;

      if (state->kind != DWELL_AREA_STATE || state->parent == DWELL_NONE ||
          (self->areas[trace->span_area[i]] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0 ||
          begin > self->end || end < self->begin)
        continue;

      variable = &variables[state->parent];
      if (!variable->has_begun)
        n += begin < self->begin || (flags & DWELL_SPAN_BEGIN_MISSING) != 0;
      else
        n += variable->has_left && begin != variable->left_at;

      variable->has_begun = TRUE;
      variable->has_left = end <= self->end && (flags & DWELL_SPAN_END_MISSING) == 0;
      variable->left_at = end;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    n += variables[i].has_left;

  return n;
}

static gboolean
has_states (const DwellText1Writer *self)
{
  for (guint32 i = 0; i < self->trace->n_areas; i++)
    if ((self->areas[i] & DWELL_TEXT1_AREA_HAS_STATES) != 0)
      return TRUE;

  return FALSE;
}

/**
 * dwell_text1_writer_settle_states:
 * @self: a writer that has the areas, contexts and range to write
 *
 * Decides how states are written, and counts the states whose start or end would be lost by writes
 * of their variables.
 */
void
dwell_text1_writer_settle_states (DwellText1Writer *self)
{
  DwellText1States states = self->settings->timeline_states;

  if (states != DWELL_TEXT1_STATES_AS_EVENTS && has_states (self))
    self->n_lost_states = self->trace->n_file_events > 0 ? count_lost (self)
                                                         : count_lost_spans (self);

  self->states_are_events = states == DWELL_TEXT1_STATES_AS_EVENTS ||
                            (states == DWELL_TEXT1_STATES_AUTO && self->n_lost_states > 0);
}
