/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arguments and flows. */
#include "config.h"

#include "core/dwell-args.h"

#include <string.h>

#include "core/dwell-json-scan.h"
#include "core/dwell-search.h"

/**
 * dwell_args_find:
 * @trace: a trace
 * @first: the first argument of a span or mark, or %DWELL_NONE
 * @key: a place among the trace's keys
 *
 * Returns: the argument with that key, or %DWELL_NONE
 */
guint32
dwell_args_find (const DwellTrace *trace,
                 guint32           first,
                 guint32           key)
{
  guint32 arg = first;

  while (arg != DWELL_NONE && trace->args[arg].key != key)
    arg = dwell_args_next (trace, arg);

  return arg;
}

/**
 * dwell_args_find_key:
 * @trace: a trace
 * @name: a key
 *
 * Returns: its place among the trace's keys, or %DWELL_NONE
 */
guint32
dwell_args_find_key (const DwellTrace *trace,
                     const char       *name)
{
  for (guint32 i = 0; i < trace->n_arg_keys; i++)
    if (g_str_equal (dwell_trace_get_string (trace, trace->arg_keys[i].name), name))
      return i;

  return DWELL_NONE;
}

/**
 * dwell_args_rank_keys:
 * @trace: a trace
 * @keys: (out caller-allocates) (array): places among the trace's keys
 * @max: room in @keys
 *
 * Finds the keys that most arguments have, the commonest first.
 *
 * Returns: how many there are, at most @max
 */
guint
dwell_args_rank_keys (const DwellTrace *trace,
                      guint32          *keys,
                      guint             max)
{
  guint n = 0;

  for (guint32 key = 0; key < trace->n_arg_keys; key++)
    {
      guint place = n;

      while (place > 0 && trace->arg_keys[keys[place - 1]].n_args < trace->arg_keys[key].n_args)
        place--;
      if (place == max)
        continue;

      n = MIN (n + 1, max);
      memmove (keys + place + 1, keys + place, (n - 1 - place) * sizeof *keys);
      keys[place] = key;
    }

  return n;
}

/**
 * dwell_args_get_key:
 * @trace: a trace
 * @arg: an argument
 *
 * Returns: (transfer none): its key
 */
const char *
dwell_args_get_key (const DwellTrace *trace,
                    guint32           arg)
{
  return dwell_trace_get_string (trace, trace->arg_keys[trace->args[arg].key].name);
}

/**
 * dwell_args_get_integer:
 * @trace: a trace
 * @arg: an argument
 * @integer: (out): its value
 *
 * Returns: whether it is an integer of 64 bits
 */
gboolean
dwell_args_get_integer (const DwellTrace *trace,
                        guint32           arg,
                        gint64           *integer)
{
  const DwellArg *self = &trace->args[arg];

  if (self->kind == DWELL_ARG_SMALL)
    *integer = (gint32) self->value;
  else if (self->kind == DWELL_ARG_INTEGER)
    *integer = (gint64) trace->arg_wides[self->value];
  else
    return FALSE;

  return TRUE;
}

/**
 * dwell_args_get_real:
 * @trace: a trace
 * @arg: an argument that is not an integer of 64 bits
 * @real: (out): its value
 *
 * Returns: whether it is a number
 */
gboolean
dwell_args_get_real (const DwellTrace *trace,
                     guint32           arg,
                     double           *real)
{
  const DwellArg *self = &trace->args[arg];
  const char *text;

  if (self->kind == DWELL_ARG_REAL)
    {
      memcpy (real, &trace->arg_wides[self->value], sizeof *real);
      return TRUE;
    }
  if (self->kind != DWELL_ARG_JSON)
    return FALSE;

  text = dwell_trace_get_string (trace, self->value);
  *real = *text != '{' && *text != '[' ? g_ascii_strtod (text, NULL) : 0;
  return *text != '{' && *text != '[';
}

/**
 * dwell_args_get_string:
 * @trace: a trace
 * @arg: an argument
 *
 * Returns: (transfer none) (nullable): the text of a string, or of JSON that is kept as it is
 *   written; %NULL for other types
 */
const char *
dwell_args_get_string (const DwellTrace *trace,
                       guint32           arg)
{
  const DwellArg *self = &trace->args[arg];

  return self->kind == DWELL_ARG_STRING || self->kind == DWELL_ARG_JSON
         ? dwell_trace_get_string (trace, self->value) : NULL;
}

/* The shortest text that is this number. */
static char *
print_real (double real)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.15g", real);
  if (g_ascii_strtod (text, NULL) != real)
    g_ascii_formatd (text, sizeof text, "%.17g", real);
  return g_strdup (text);
}

/**
 * dwell_args_dup_text:
 * @trace: a trace
 * @arg: an argument
 *
 * Returns: (transfer full): its value as people read it: a string without quotes, all others as
 *   JSON writes them
 */
char *
dwell_args_dup_text (const DwellTrace *trace,
                     guint32           arg)
{
  const DwellArg *self = &trace->args[arg];
  gint64 integer;
  double real;

  if (dwell_args_get_integer (trace, arg, &integer))
    return g_strdup_printf ("%" G_GINT64_FORMAT, integer);
  if (self->kind == DWELL_ARG_REAL && dwell_args_get_real (trace, arg, &real))
    return print_real (real);
  if (self->kind == DWELL_ARG_NULL)
    return g_strdup ("null");
  if (self->kind == DWELL_ARG_BOOLEAN)
    return g_strdup (self->value != 0 ? "true" : "false");

  return g_strdup (dwell_args_get_string (trace, arg));
}

/**
 * dwell_args_append_json:
 * @trace: a trace
 * @arg: an argument
 * @text: the value is appended to this as JSON, on one line
 */
void
dwell_args_append_json (const DwellTrace *trace,
                        guint32           arg,
                        GString          *text)
{
  g_autofree char *value = dwell_args_dup_text (trace, arg);

  if (trace->args[arg].kind == DWELL_ARG_STRING)
    {
      dwell_json_escape (value, text);
      return;
    }

  /* The text of an array or an object may have line ends between values. */
  g_string_append (text, g_strdelimit (value, "\n\r", ' '));
  /* Without a point, a real number would be read back as an integer. */
  if (trace->args[arg].kind == DWELL_ARG_REAL && strpbrk (value, ".e") == NULL)
    g_string_append (text, ".0");
}

/**
 * dwell_flows_from:
 * @trace: a trace
 * @span: a span
 * @n: (out): how many flows begin there
 *
 * Returns: the first of them, by time: a place in flows
 */
guint32
dwell_flows_from (const DwellTrace *trace,
                  guint32           span,
                  guint32          *n)
{
  guint32 first = dwell_lower_bound (i, 0, trace->n_flows, trace->flows[i].from_span < span);

  *n = dwell_lower_bound (i, first, trace->n_flows, trace->flows[i].from_span <= span) - first;
  return first;
}

/**
 * dwell_flows_to:
 * @trace: a trace
 * @span: a span
 * @n: (out): how many flows end there
 *
 * Returns: the first of them, by time: a place in flows_in
 */
guint32
dwell_flows_to (const DwellTrace *trace,
                guint32           span,
                guint32          *n)
{
  guint32 first = dwell_lower_bound (i, 0, trace->n_flows,
                                     trace->flows[trace->flows_in[i]].to_span < span);

  *n = dwell_lower_bound (i, first, trace->n_flows,
                          trace->flows[trace->flows_in[i]].to_span <= span) - first;
  return first;
}
