/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli events: prints spans and messages in order of time. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-event-order.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"

static const DwellCliColumn columns[] = {
  { "time", TRUE }, { "duration", TRUE }, { "context", FALSE }, { "area", FALSE },
  { "depth", TRUE }, { "kind", FALSE }, { "value", TRUE }, { "text", FALSE },
};

static void
add_span (DwellCliRows     *rows,
          const DwellTrace *trace,
          guint32           span)
{
  guint32 context = dwell_trace_get_span_context (trace, span);
  guint32 area = trace->span_area[span];

  dwell_cli_rows_add_int (rows, dwell_trace_get_span_begin (trace, span));
  dwell_cli_rows_add_int (rows, dwell_trace_get_span_duration (trace, span));
  dwell_cli_rows_add_name (rows, trace->strings, trace->contexts[context].name);
  dwell_cli_rows_add_area (rows, trace, area, trace->areas[area].title);
  dwell_cli_rows_add_uint (rows, dwell_trace_get_span_depth (trace, span));
  dwell_cli_rows_add_text (rows, "span");
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_null (rows);
}

/* Returns the area of a message: its own, otherwise that of its span, or DWELL_NONE. */
static guint32
get_mark_area (const DwellTrace *trace,
               guint32           mark)
{
  if (trace->mark_area[mark] != DWELL_NONE || trace->mark_span[mark] == DWELL_NONE)
    return trace->mark_area[mark];

  return trace->span_area[trace->mark_span[mark]];
}

static void
add_mark (DwellCliRows     *rows,
          const DwellTrace *trace,
          guint32           mark)
{
  static const char * const kinds[] = {
    [DWELL_MARK_MESSAGE] = "message",
    [DWELL_MARK_EXIT] = "exit",
    [DWELL_MARK_ORPHAN_END] = "orphan-end",
  };
  guint32 context = trace->tracks[trace->mark_track[mark]].context;
  guint32 area = get_mark_area (trace, mark);
  guint32 span = trace->mark_span[mark];

  dwell_cli_rows_add_int (rows, trace->mark_time[mark]);
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_name (rows, trace->strings, trace->contexts[context].name);

  if (area != DWELL_NONE)
    dwell_cli_rows_add_area (rows, trace, area, trace->areas[area].title);
  else
    dwell_cli_rows_add_null (rows);

  if (span != DWELL_NONE)
    dwell_cli_rows_add_uint (rows, (guint64) dwell_trace_get_span_depth (trace, span) + 1);
  else
    dwell_cli_rows_add_null (rows);

  dwell_cli_rows_add_text (rows, kinds[trace->mark_kind[mark]]);
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_text (rows, dwell_trace_get_string (trace, trace->mark_text[mark]));
}

/* @filter: (nullable): what a message is also looked for in its text
 * @find: (nullable): what its condition on an argument holds for */
static gboolean
is_selected (const DwellCliSelection *selection,
             const DwellTrace        *trace,
             DwellEvent               event,
             const DwellPattern      *filter,
             const DwellFind         *find)
{
  guint32 context;
  guint32 area;
  gboolean is_found = filter == NULL;

  if (find != NULL)
    is_found = event.span != DWELL_NONE ? dwell_find_has_span (find, event.span)
                                        : dwell_find_has_mark (find, event.mark);

  if (event.span != DWELL_NONE)
    {
      context = dwell_trace_get_span_context (trace, event.span);
      area = trace->span_area[event.span];
    }
  else
    {
      context = trace->tracks[trace->mark_track[event.mark]].context;
      area = get_mark_area (trace, event.mark);
      is_found = is_found ||
                 dwell_pattern_matches (filter,
                                        dwell_trace_get_string (trace,
                                                                trace->mark_text[event.mark]));
    }

  return selection->contexts[context] &&
         (is_found || (area != DWELL_NONE && selection->areas[area]));
}

static gint64
get_time (const DwellTrace *trace,
          DwellEvent        event)
{
  return event.span != DWELL_NONE ? dwell_trace_get_span_begin (trace, event.span)
                                  : trace->mark_time[event.mark];
}

static gboolean
show_events (DwellTrace              *trace,
             const char              *file,
             const DwellCliArguments *arguments,
             gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  g_autoptr(DwellEventOrder) order = NULL;
  g_autoptr(DwellFind) find = NULL;
  g_auto(DwellCliSelection) selection = { 0 };
  gboolean has_condition = arguments->filter != NULL &&
                           dwell_pattern_is_condition (arguments->filter);
  guint64 n;

  if (trace->spans_are_sequence)
    {
      dwell_cli_complain (file, _("it has no begins and ends to list; see “dwell-cli lines” and "
                                  "“dwell-cli tree”"));
      return FALSE;
    }

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  order = dwell_event_order_new (trace, NULL);
  if (order != NULL && has_condition)
    find = dwell_find_new (trace, arguments->filter, NULL);
  if (order == NULL || (has_condition && find == NULL))
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  n = dwell_event_order_get_n (order);
  dwell_cli_rows_begin (rows, file);

  for (guint64 i = dwell_event_order_search (order, selection.begin); i < n; i++)
    {
      DwellEvent event = dwell_event_order_get (order, i);

      if (get_time (trace, event) > selection.end)
        break;

      if (!is_selected (&selection, trace, event, arguments->filter, find))
        continue;

      if (event.span != DWELL_NONE)
        add_span (rows, trace, event.span);
      else
        add_mark (rows, trace, event.mark);
    }

  dwell_cli_rows_end (rows);
  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "events", columns,
                                           G_N_ELEMENTS (columns), dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_events, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_events = {
  "events",
  "FILE…",
  N_("List spans and messages in order of time"),
  N_("A row for each span (from entry to exit) and each message, in order of time.\n"
     "\n"
     "  time            ns since the format’s own zero\n"
     "  duration        ns, of a span\n"
     "  depth           how many spans it lies in; of a message, if its span is known\n"
     "  kind            span, message, exit (the message at the end of a span) or orphan-end (an\n"
     "                  end without a begin)\n"
     "  value           what was written, where a format records writes\n"
     "  text            the message\n"
     "\n"
     "--from and --to list what begins in that range, both ends included. --filter keeps what\n"
     "has the text in its name, and messages that hold it; --filter='args.KEY>10' what has an\n"
     "argument for which that holds (=, !=, <, <=, >, >=; = and != compare texts, too).\n"
     "\n"
     "Several files are listed one after another: JSON is then an array of {\"file\",\n"
     "\"events\"}, and CSV begins with a column “file”. With --joined they are one list in order\n"
     "of time.\n"
     "\n"
     "Example: the longest ten spans of a thread\n"
     "  dwell-cli events --context='thread 11' --as=csv run.log | sort -t, -k2 -rn | head"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_NAMES | DWELL_CLI_TAKES_ARGS,
  run,
};
