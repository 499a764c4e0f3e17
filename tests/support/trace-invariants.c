/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants of every trace that core/dwell-trace.h states, whatever the file. */
#include "config.h"

#include "support/trace-invariants.h"

#include "core/dwell-args.h"

#define KNOWN_FLAGS (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_CLAMPED | DWELL_SPAN_DOUBTFUL | \
                     DWELL_SPAN_OWN_UNDEFINED)

static void
check_text (const DwellTrace *trace,
            guint32           string)
{
  g_assert_cmpuint (string, <, dwell_strings_get_n (trace->strings));
  g_assert_true (g_utf8_validate (dwell_trace_get_string (trace, string), -1, NULL));
}

static void
check_tables (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const DwellArea *area = &trace->areas[i];

      check_text (trace, area->name);
      check_text (trace, area->module);
      check_text (trace, area->author);
      check_text (trace, area->function);
      g_assert_true (area->parent == DWELL_NONE || area->parent < trace->n_areas);
      g_assert_true (area->title != 0 || area->name == 0);
    }

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      check_text (trace, trace->contexts[i].name);
      g_assert_true (trace->contexts[i].parent == DWELL_NONE || trace->contexts[i].parent < i);
    }

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      g_assert_cmpuint (dwell_problems_get (trace->problems, i)->count, >, 0);
      g_assert_true (g_utf8_validate (dwell_problems_get (trace->problems, i)->message, -1, NULL));
    }

  g_assert_cmpint (trace->begin, <=, trace->end);
  g_assert_true (dwell_time_is_in_range (trace->begin) && dwell_time_is_in_range (trace->end));
}

static void
check_spans (const DwellTrace *trace)
{
  g_autofree gint64 *last_begins = g_new (gint64, trace->n_contexts);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    last_begins[i] = G_MININT64;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 parent = trace->span_parent[i];
      gint64 own = dwell_trace_get_span_own (trace, i);
      guint32 context;

      g_assert_cmpuint (trace->span_row[i], <, trace->n_rows);
      g_assert_cmpuint (trace->span_area[i], <, trace->n_areas);
      g_assert_cmpuint (trace->span_flags[i] & ~KNOWN_FLAGS, ==, 0);
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), <=,
                       dwell_trace_get_span_end (trace, i));
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), >=, trace->begin);
      g_assert_cmpint (dwell_trace_get_span_end (trace, i), <=, trace->end);
      g_assert_true (own == DWELL_TIME_NONE || own >= 0);

      context = dwell_trace_get_span_context (trace, i);
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), >=, last_begins[context]);
      last_begins[context] = dwell_trace_get_span_begin (trace, i);

      if (parent != DWELL_NONE)
        {
          g_assert_cmpuint (parent, <, i);
          g_assert_cmpint (dwell_trace_get_span_begin (trace, parent), <=,
                           dwell_trace_get_span_begin (trace, i));
          g_assert_cmpint (dwell_trace_get_span_end (trace, parent), >=,
                           dwell_trace_get_span_end (trace, i));
        }
    }
}

static void
check_rows (const DwellTrace *trace)
{
  guint64 n_row_spans = 0;

  for (guint32 i = 0; i < trace->n_rows; i++)
    {
      const DwellRow *row = &trace->rows[i];

      g_assert_cmpuint (row->track, <, trace->n_tracks);
      g_assert_cmpuint (i - trace->tracks[row->track].first_row, <,
                        trace->tracks[row->track].n_rows);
      n_row_spans += row->n_spans;

      for (guint32 k = 0; k < row->n_spans; k++)
        {
          const guint32 *span = &trace->row_spans[row->first_span + k];

          g_assert_cmpuint (trace->span_row[*span], ==, i);
          if (k == 0)
            continue;

          g_assert_cmpuint (span[-1], <, *span);
          g_assert_cmpint (dwell_trace_get_span_end (trace, span[-1]), <=,
                           dwell_trace_get_span_begin (trace, *span));
        }
    }

  g_assert_cmpuint (n_row_spans, ==, trace->n_spans);
}

static void
check_marks (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      g_assert_cmpuint (trace->mark_track[i], <, trace->n_tracks);
      g_assert_true (trace->mark_span[i] == DWELL_NONE || trace->mark_span[i] < trace->n_spans);
      g_assert_true (trace->mark_area[i] == DWELL_NONE || trace->mark_area[i] < trace->n_areas);
      check_text (trace, trace->mark_text[i]);
    }

  for (guint32 i = 0; i < trace->n_tracks; i++)
    for (guint32 k = 1; k < trace->tracks[i].n_marks; k++)
      {
        const guint32 *marks = trace->track_marks + trace->tracks[i].first_mark;

        g_assert_cmpint (trace->mark_time[marks[k - 1]], <=, trace->mark_time[marks[k]]);
      }
}

static void
check_file_events (const DwellTrace *trace)
{
  guint32 n_writes = 0;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    {
      g_assert_cmpuint (trace->event_area[i], <, trace->n_areas);
      g_assert_cmpuint (trace->event_kind[i], <=, DWELL_EVENT_WRITE);
      g_assert_cmpint (dwell_trace_get_event_time (trace, i), >=, trace->begin);
      g_assert_cmpint (dwell_trace_get_event_time (trace, i), <=, trace->end);
      g_assert_true (trace->event_context == NULL || trace->event_context[i] == DWELL_NONE ||
                     trace->event_context[i] < trace->n_contexts);
      n_writes += trace->event_kind[i] == DWELL_EVENT_WRITE;
    }

  /* Not every format that has writes keeps the events of its file. */
  if (trace->n_file_events > 0)
    g_assert_cmpuint (trace->n_writes, ==, n_writes);
  for (guint32 i = 0; i < trace->n_writes; i++)
    g_assert_cmpuint (trace->write_track[i], <, trace->n_tracks);

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      guint32 span = trace->suspension_span[i];

      g_assert_cmpuint (span, <, trace->n_spans);
      g_assert_cmpint (trace->suspension_begin[i], <=, trace->suspension_end[i]);
      g_assert_cmpint (trace->suspension_begin[i], >=, dwell_trace_get_span_begin (trace, span));
      g_assert_cmpint (trace->suspension_end[i], <=, dwell_trace_get_span_end (trace, span));
    }

  for (guint32 i = 0; i < trace->n_recorded; i++)
    {
      g_assert_cmpuint (trace->recorded[i].area, <, trace->n_areas);
      g_assert_true (trace->recorded[i].context == DWELL_NONE ||
                     trace->recorded[i].context < trace->n_contexts);
    }
}

/* The arguments that begin at @arg, of a span or a mark, or DWELL_NONE. */
static void
check_args (const DwellTrace *trace,
            guint32           arg)
{
  for (; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      g_autofree char *text = NULL;

      g_assert_cmpuint (arg, <, trace->n_args);
      g_assert_cmpuint (trace->args[arg].key, <, trace->n_arg_keys);
      check_text (trace, trace->arg_keys[trace->args[arg].key].name);
      if (trace->args[arg].kind == DWELL_ARG_INTEGER || trace->args[arg].kind == DWELL_ARG_REAL)
        g_assert_cmpuint (trace->args[arg].value, <, trace->n_arg_wides);
      text = dwell_args_dup_text (trace, arg);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

static void
check_flows (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_flows; i++)
    {
      const DwellFlow *flow = &trace->flows[i];

      g_assert_cmpuint (flow->from_span, <, trace->n_spans);
      g_assert_cmpuint (flow->to_span, <, trace->n_spans);
      g_assert_true (dwell_time_is_in_range (flow->from_time));
      g_assert_true (dwell_time_is_in_range (flow->to_time));
      check_text (trace, flow->name);
      check_text (trace, flow->category);
      g_assert_cmpuint (trace->flows_in[i], <, trace->n_flows);
      g_assert_true (i == 0 || trace->flows[i - 1].from_span <= flow->from_span);
      g_assert_true (i == 0 || trace->flows[trace->flows_in[i - 1]].to_span <=
                               trace->flows[trace->flows_in[i]].to_span);
    }
}

/* Looks at everything that @trace holds, once. */
void
check_trace_invariants (const DwellTrace *trace)
{
  check_tables (trace);
  check_spans (trace);
  check_rows (trace);
  check_marks (trace);
  check_file_events (trace);
  check_flows (trace);
  for (guint32 i = 0; i < trace->n_spans; i++)
    check_args (trace, dwell_args_first (trace, i, DWELL_NONE));
  for (guint32 i = 0; i < trace->n_marks; i++)
    check_args (trace, dwell_args_first (trace, DWELL_NONE, i));
}
