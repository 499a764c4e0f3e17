/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes spans that are states of variables. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-state.h"

/* A state, from the arguments of a span. */
typedef struct {
  guint32           variable; /* strings; 0: the span is not a state */
  DwellStoreStretch stretch;
} Said;

static void
take_arg (Said                     *said,
          const DwellStrings       *strings,
          const DwellTraceEventArg *arg,
          const guint32            *texts)
{
  const char *key = dwell_strings_get (strings, texts[arg->key]);
  guint32 text = arg->kind == DWELL_ARG_STRING ? texts[arg->value] : 0;
  gboolean is_unknown = text != 0 && g_str_equal (dwell_strings_get (strings, text), "unknown");

  if (g_str_equal (key, DWELL_TRACE_EVENT_VARIABLE))
    said->variable = text;
  else if (g_str_equal (key, DWELL_TRACE_EVENT_STATE))
    said->stretch.name = text;
  else if (g_str_equal (key, DWELL_TRACE_EVENT_VALUE) && arg->kind == DWELL_ARG_INTEGER)
    {
      said->stretch.value = (gint64) arg->value;
      said->stretch.has_value = TRUE;
    }
  else if (g_str_equal (key, "begin") && is_unknown)
    said->stretch.flags |= DWELL_SPAN_BEGIN_MISSING;
  else if (g_str_equal (key, "end") && is_unknown)
    said->stretch.flags |= DWELL_SPAN_END_MISSING;
}

/*< private >
 * _dwell_trace_event_take_state: takes an event if it is a span in which a variable of @process
 * is in a state; its arguments name both. Returns whether it is such a span */
gboolean
_dwell_trace_event_take_state (DwellStore                 *self,
                               const DwellTraceEventBlock *block,
                               const DwellTraceEvent      *event,
                               const guint32              *texts,
                               guint32                     category,
                               guint32                     process)
{
  const DwellStrings *strings = self->builder->strings;
  Said said = { .stretch = { .begin_ns = event->time_ns } };
  guint64 *first = &g_array_index (self->processes, DwellStorePlace, process).first;
  guint32 counter;

  if (event->phase != 'X' || event->n_args < 2 || event->duration_ns < 0 ||
      !g_str_equal (dwell_strings_get (strings, category), DWELL_TRACE_EVENT_STATE))
    return FALSE;

  for (guint32 i = 0; i < event->n_args; i++)
    take_arg (&said, strings, &g_array_index (block->args, DwellTraceEventArg, event->args + i),
              texts);
  if (said.variable == 0 || (said.stretch.name == 0 && !said.stretch.has_value))
    return FALSE;

  said.stretch.end_ns = event->time_ns + event->duration_ns;
  counter = dwell_store_find_counter (self, process, said.variable);
  if (counter != DWELL_NONE)
    dwell_store_add_stretch (self, counter, &said.stretch);
  *first = *first == 0 ? self->n_events : *first;
  return TRUE;
}
