/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the information that a range cuts off or that statistics cannot express. A span that
 * began before the range is written only if one of its events lies inside. */
#include "config.h"

#include "core/dwell-search.h"
#include "core/dwell-wide.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* Returns the duration of the part of a span that lies in the range, ns. */
static gint64
clip (const DwellText1Writer *self,
      gint64                  begin,
      gint64                  end)
{
  begin = MAX (begin, self->begin);
  end = MIN (end, self->end);
  return begin < end ? end - begin : 0;
}

/* Returns whether there is a row with the event @kind of @area at @time. Times that run backwards
 * can hide it. */
static gboolean
has_event (const DwellText1Writer *self,
           guint32                 area,
           guint32                 context,
           DwellEventKind          kind,
           gint64                  time)
{
  const DwellTrace *trace = self->trace;
  guint32 first;

  if (time < self->begin || time > self->end)
    return FALSE;

  first = dwell_lower_bound (i, 0, trace->n_file_events,
                             dwell_trace_get_event_time (trace, i) < time);
  for (; first < trace->n_file_events && dwell_trace_get_event_time (trace, first) == time; first++)
    if (trace->event_area[first] == area && trace->event_kind[first] == kind &&
        (trace->event_context == NULL || trace->event_context[first] == DWELL_NONE ||
         trace->event_context[first] == context))
      return TRUE;

  return FALSE;
}

/* Returns whether there is a row for the end of the activation or for one of its suspensions. */
static gboolean
has_activation_row (const DwellText1Writer *self,
                    guint32                 span)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->span_area[span];
  guint32 context = dwell_trace_get_span_context (trace, span);
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  guint32 place = dwell_trace_suspension_search (trace, trace->span_row[span], self->begin);

  if ((trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0 &&
      has_event (self, area, context, DWELL_EVENT_EXIT, dwell_trace_get_span_end (trace, span)))
    return TRUE;

  for (; place < row->first_suspension + row->n_suspensions; place++)
    {
      guint32 number = trace->row_suspensions[place];

      gint64 begin = trace->suspension_begin[number];
      gint64 end = trace->suspension_end[number];

      if (begin > MIN (self->end, dwell_trace_get_span_end (trace, span)))
        return FALSE;

      /* A suspension at the start or the end of the span has no row of its own. */
      if (trace->suspension_span[number] == span &&
          ((begin > dwell_trace_get_span_begin (trace, span) &&
            has_event (self, area, context, DWELL_EVENT_SUSPEND, begin)) ||
           (end < dwell_trace_get_span_end (trace, span) &&
            has_event (self, area, context, DWELL_EVENT_RESUME, end))))
        return TRUE;
    }

  return FALSE;
}

/* The write that ends a state shows that it was active. */
static gboolean
has_state_row (const DwellText1Writer *self,
               guint32                 span)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->span_area[span];
  guint32 variable = trace->areas[area].parent;
  gint64 end = dwell_trace_get_span_end (trace, span);

  return self->states_are_events && (trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0 &&
         (has_event (self, area, DWELL_NONE, DWELL_EVENT_EXIT, end) ||
          has_event (self, area, DWELL_NONE, DWELL_EVENT_SUSPEND, end) ||
          (variable != DWELL_NONE &&
           has_event (self, variable, DWELL_NONE, DWELL_EVENT_WRITE, end)));
}

/**
 * dwell_text1_count_without_row:
 * @self: a writer of a trace that has events
 *
 * Returns: the number of activations and states that were active when the range began and have no
 *   row; always 0 for the whole session
 */
guint64
dwell_text1_count_without_row (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint64 n = 0;

  if (!dwell_text1_writer_has_range (self))
    return 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 area = trace->span_area[i];
      gboolean is_entered = dwell_trace_get_span_begin (trace, i) >= self->begin &&
                            (trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) == 0;

      if (is_entered || dwell_trace_get_span_begin (trace, i) > self->end ||
          dwell_trace_get_span_end (trace, i) < self->begin ||
          (self->areas[area] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0 ||
          !self->contexts[dwell_trace_get_span_context (trace, i)])
        continue;

      n += trace->areas[area].kind == DWELL_AREA_STATE ? !has_state_row (self, i)
                                                       : !has_activation_row (self, i);
    }

  return n;
}

/**
 * dwell_text1_count_held:
 * @self: a writer
 *
 * Returns: the number of variables and signals that had a value when the range began, written
 *   before
 */
guint64
dwell_text1_count_held (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];

      n += track->n_writes > 0 && track->kind != DWELL_TRACK_SPANS &&
           (self->areas[track->area] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0 &&
           dwell_trace_find_held_write (trace, i, self->begin) != DWELL_NONE;
    }

  return n;
}

/* The figures of an area in statistics sections. */
typedef struct {
  gint64   call; /* ns, of all spans */
  gboolean has_net;
  gboolean has_entry;
  gboolean is_there;
} Figures;

/* Returns the own time of a span. */
static gint64
measure_own (const DwellText1Writer *self,
             guint32                 span)
{
  const DwellTrace *trace = self->trace;
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  gint64 own = clip (self, dwell_trace_get_span_begin (trace, span),
                     dwell_trace_get_span_end (trace, span));
  guint32 place = dwell_trace_suspension_search (trace, trace->span_row[span],
                                                 dwell_trace_get_span_begin (trace, span));

  for (; place < row->first_suspension + row->n_suspensions; place++)
    {
      guint32 number = trace->row_suspensions[place];

      if (trace->suspension_begin[number] >= dwell_trace_get_span_end (trace, span))
        break;
      if (trace->suspension_span[number] == span)
        own -= clip (self, trace->suspension_begin[number], trace->suspension_end[number]);
    }

  return own;
}

static void
gather_figures (const DwellText1Writer *self,
                Figures                *figures)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      Figures *of_area = &figures[trace->span_area[i]];
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      gint64 end = dwell_trace_get_span_end (trace, i);

      if (begin > self->end || end < self->begin)
        continue;

      of_area->is_there = TRUE;
      of_area->has_entry = of_area->has_entry ||
                           (begin >= self->begin &&
                            (trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) == 0);
      of_area->has_net = of_area->has_net || measure_own (self, i) > 0;
      dwell_add_saturated (&of_area->call, clip (self, begin, end));
    }
}

static gboolean
is_tied (const DwellText1Writer *self,
         const Figures          *figures)
{
  const DwellTemplate *entry = self->templates[DWELL_TEMPLATE_STATISTICS_ENTRY];

  return (figures->has_entry && dwell_template_has_macro (entry, DWELL_MACRO_COUNT)) ||
         (figures->has_net && dwell_template_has_macro (entry, DWELL_MACRO_T_NET)) ||
         (figures->call > 0 && dwell_template_has_macro (entry, DWELL_MACRO_T_CALL)) ||
         (figures->call < dwell_time_between (self->begin, self->end) &&
          dwell_template_has_macro (entry, DWELL_MACRO_T_OUTSIDE));
}

/**
 * dwell_text1_count_unassigned:
 * @self: a writer that shows contexts only in statistics sections
 *
 * A reader assigns a function to the context in whose statistics it has a figure that is not 0
 * (README.md, "Meaning of events").
 *
 * Returns: the number of functions and lines that ran in one context, but have only zeros there
 */
guint64
dwell_text1_count_unassigned (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree Figures *figures = g_new0 (Figures, (gsize) trace->n_areas + 1);
  guint64 n = 0;

  gather_figures (self, figures);

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      guint32 context = self->area_contexts[i];
      guint32 parent = trace->areas[i].kind == DWELL_AREA_LINE ? trace->areas[i].parent
                                                               : DWELL_NONE;

      if (!figures[i].is_there || trace->areas[i].kind == DWELL_AREA_STATE ||
          context == DWELL_NONE || self->context_handles[context] == DWELL_NONE ||
          is_tied (self, &figures[i]))
        continue;

      /* A line is read in the context of its function. */
      n += parent == DWELL_NONE || self->area_contexts[parent] != context ||
           !figures[parent].is_there || !is_tied (self, &figures[parent]);
    }

  return n;
}
