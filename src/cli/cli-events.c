/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli events: prints spans and messages in order of time. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-event-order.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"
#include "cli/cli-select.h"
#include "core/dwell-args.h"

#define N_COLUMNS 8

static const DwellCliColumn columns[N_COLUMNS] = {
  { "time", TRUE }, { "duration", TRUE }, { "context", FALSE }, { "area", FALSE },
  { "depth", TRUE }, { "kind", FALSE }, { "value", TRUE }, { "text", FALSE },
};

/* The most keys that an error lists. */
#define MAX_NAMED_KEYS 24

typedef struct {
  DwellCliRows *rows;
  gboolean      is_json;
  guint         n_keys; /* of arguments: columns, or the only members in JSON; 0: all in JSON */
  guint32      *keys;   /* their numbers in the file */
} Telling;

/* Adds the arguments of a row in JSON; null if it has none of them. */
static void
add_args_object (const Telling    *telling,
                 const DwellTrace *trace,
                 guint32           first)
{
  g_autoptr(GString) object = g_string_new (NULL);

  for (guint32 arg = first; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      guint i = 0;

      while (i < telling->n_keys && telling->keys[i] != trace->args[arg].key)
        i++;
      if (telling->n_keys > 0 && i == telling->n_keys)
        continue;

      g_string_append_c (object, object->len > 0 ? ',' : '{');
      dwell_cli_append_json (object, dwell_args_get_key (trace, arg));
      g_string_append_c (object, ':');
      dwell_args_append_json (trace, arg, object);
    }

  if (object->len == 0)
    {
      dwell_cli_rows_add_null (telling->rows);
      return;
    }

  g_string_append_c (object, '}');
  dwell_cli_rows_add_json (telling->rows, object->str);
}

static void
add_args (const Telling    *telling,
          const DwellTrace *trace,
          DwellEvent        event)
{
  guint32 first = dwell_args_first (trace, event.span, event.mark);

  if (telling->is_json)
    {
      if (trace->n_args > 0)
        add_args_object (telling, trace, first);
      return;
    }

  for (guint i = 0; i < telling->n_keys; i++)
    {
      guint32 arg = dwell_args_find (trace, first, telling->keys[i]);
      g_autofree char *text = arg != DWELL_NONE ? dwell_args_dup_text (trace, arg) : NULL;

      dwell_cli_rows_add_text (telling->rows, text);
    }
}

static void
complain_about_key (const DwellTrace *trace,
                    const char       *file,
                    const char       *wanted)
{
  guint32 keys[MAX_NAMED_KEYS];
  guint n = dwell_args_rank_keys (trace, keys, MAX_NAMED_KEYS);
  g_autoptr(GString) names = g_string_new (NULL);

  if (trace->n_arg_keys == 0)
    {
      dwell_cli_complain (file, _("its spans and messages have no arguments"));
      return;
    }

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "",
                            dwell_trace_get_string (trace, trace->arg_keys[keys[i]].name));
  if (n < trace->n_arg_keys)
    g_string_append (names, ", …");

  /* Translators: what was asked for, and the names of the arguments */
  dwell_cli_complain (file, _("there is no argument “%s”; there are: %s"), wanted, names->str);
}

/* Looks the wanted keys up in the file. */
static gboolean
find_keys (Telling                 *telling,
           const DwellTrace        *trace,
           const char              *file,
           const DwellCliArguments *arguments)
{
  for (guint i = 0; i < telling->n_keys; i++)
    {
      telling->keys[i] = dwell_args_find_key (trace, arguments->args[i]);
      if (telling->keys[i] == DWELL_NONE)
        {
          complain_about_key (trace, file, arguments->args[i]);
          return FALSE;
        }
    }

  return TRUE;
}

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

/* @filter: (nullable): also matched with the text of a message
 * @find: (nullable): spans and marks that meet its condition on an argument */
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
  Telling *telling = user_data;
  DwellCliRows *rows = telling->rows;
  g_autoptr(DwellEventOrder) order = NULL;
  g_autoptr(DwellFind) find = NULL;
  g_auto(DwellCliSelection) selection = { 0 };
  gboolean has_condition = arguments->filter != NULL &&
                           dwell_pattern_is_condition (arguments->filter);
  guint64 n;

  if (trace->spans_are_sequence)
    {
      dwell_cli_complain (file, _("it has no starts and ends to list; see “dwell-cli lines” and "
                                  "“dwell-cli tree”"));
      return FALSE;
    }

  if (!find_keys (telling, trace, file, arguments) ||
      !dwell_cli_selection_init (&selection, trace, file, arguments))
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
  if (telling->is_json)
    dwell_cli_rows_set_has_last (rows, trace->n_args > 0);

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
      add_args (telling, trace, event);
    }

  dwell_cli_rows_end (rows);
  return TRUE;
}

/* Columns of arguments have the names that they have in JSON. Returns: (element-type
 * DwellCliColumn): all columns */
static GArray *
make_columns (const Telling *telling,
              const GStrv    paths)
{
  GArray *all = g_array_new (FALSE, TRUE, sizeof (DwellCliColumn));

  g_array_append_vals (all, columns, N_COLUMNS);
  for (guint i = 0; i < (telling->is_json ? 1 : telling->n_keys); i++)
    {
      DwellCliColumn column = { telling->is_json ? "args" : paths[i], FALSE, NULL };

      g_array_append_val (all, column);
    }

  return all;
}

static int
run (const DwellCliArguments *arguments)
{
  guint n_keys = arguments->args != NULL ? g_strv_length (arguments->args) : 0;
  g_autofree guint32 *keys = g_new0 (guint32, n_keys + 1);
  g_auto(GStrv) paths = g_new0 (char *, n_keys + 1);
  g_autoptr(GArray) all = NULL;
  Telling telling = { NULL, arguments->form == DWELL_CLI_JSON, n_keys, keys };
  int status;

  for (guint i = 0; i < n_keys; i++)
    paths[i] = g_strconcat ("args.", arguments->args[i], NULL);

  all = make_columns (&telling, paths);
  telling.rows = dwell_cli_rows_new (arguments->form, "events",
                                     (const DwellCliColumn *) (gconstpointer) all->data, all->len,
                                     dwell_cli_is_many (arguments));
  status = dwell_cli_for_each (arguments, show_events, &telling);
  return dwell_cli_rows_finish (telling.rows) ? status : DWELL_CLI_FAILED;
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
     "                  end without a start)\n"
     "  value           what was written, where a format records writes\n"
     "  text            the message\n"
     "  args            in JSON, of a file that has any: the arguments, each of its own type\n"
     "  args.KEY        the argument KEY, for each --args=KEY; in a table and CSV\n"
     "\n"
     "--from and --to list what begins in that range, both ends included. --filter keeps what\n"
     "has the text in its name, and messages that contain it; --filter='args.KEY>10' keeps what "
     "has\n"
     "an argument for which that holds (=, !=, <, <=, >, >=; = and != compare texts, too).\n"
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
