/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the arguments of an event: the members of an object. A value in brackets is kept as
 * written, if it is valid JSON. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "formats/trace-event/dwell-trace-event-parse.h"

static guint32
number_text (DwellTraceEventBlock *self,
             const DwellJsonText  *text)
{
  const DwellPair pair = { *text, { 0 } };

  return dwell_pairs_number (&self->texts, &pair);
}

static gboolean
is_word (const DwellJsonText *text,
         const char          *word)
{
  return text->length == strlen (word) && memcmp (text->p, word, text->length) == 0;
}

/* A number: an integer of 64 bits, else a double. A larger integer would lose digits as a double,
 * so it is kept as written; so is a number that does not fit into a double. */
static gboolean
take_number (DwellTraceEventBlock *self,
             const DwellJsonText  *text,
             DwellTraceEventArg   *arg)
{
  DwellScan s = dwell_json_text_scan (text);
  char copy[64];
  gboolean is_integer;
  gint64 integer;
  double real;

  if (!dwell_json_is_number (text, &is_integer))
    return FALSE;

  if (is_integer && dwell_scan_i64 (&s, &integer) && s.p == s.end)
    {
      arg->kind = DWELL_ARG_INTEGER;
      arg->value = (guint64) integer;
      return TRUE;
    }

  if (!is_integer && text->length < sizeof copy)
    {
      memcpy (copy, text->p, text->length);
      copy[text->length] = '\0';
      real = g_ascii_strtod (copy, NULL);
      arg->kind = DWELL_ARG_REAL;
      memcpy (&arg->value, &real, sizeof real);
      if (isfinite (real))
        return TRUE;
    }

  arg->kind = DWELL_ARG_JSON;
  arg->value = number_text (self, text);
  return TRUE;
}

/* A string, a number or a word. An unknown word, such as NaN, is kept as a string. */
static void
take_scalar (DwellTraceEventBlock *self,
             DwellJsonText         text,
             DwellTraceEventArg   *arg,
             guint8               *faults)
{
  arg->value = 0;
  if (text.length > DWELL_TRACE_EVENT_MAX_ARG_BYTES)
    *faults |= DWELL_TRACE_EVENT_MANY_ARGS;

  if (!text.is_string && is_word (&text, "null"))
    arg->kind = DWELL_ARG_NULL;
  else if (!text.is_string && (is_word (&text, "true") || is_word (&text, "false")))
    {
      arg->kind = DWELL_ARG_BOOLEAN;
      arg->value = *text.p == 't';
    }
  else if (text.is_string || text.length > DWELL_TRACE_EVENT_MAX_ARG_BYTES ||
           !take_number (self, &text, arg))
    {
      arg->kind = DWELL_ARG_STRING;
      arg->value = number_text (self, &text);
    }
}

/* Returns whether the value is kept. */
static gboolean
take_value (DwellTraceEventBlock *self,
            DwellScan             value,
            DwellTraceEventArg   *arg,
            guint8               *faults)
{
  DwellJsonText text;

  if (*value.p != '{' && *value.p != '[')
    {
      value.end++; /* lets a word at the end count as complete: the byte after it was seen */
      if (dwell_json_scalar (&value, &text) == DWELL_JSON_GOOD)
        {
          take_scalar (self, text, arg, faults);
          return TRUE;
        }

      *faults |= DWELL_TRACE_EVENT_BAD_ARGS;
      return FALSE;
    }

  if ((gsize) (value.end - value.p) > DWELL_TRACE_EVENT_MAX_ARG_BYTES)
    {
      *faults |= DWELL_TRACE_EVENT_MANY_ARGS;
      return FALSE;
    }
  if (!dwell_json_is_valid (value))
    {
      *faults |= DWELL_TRACE_EVENT_BAD_ARGS;
      return FALSE;
    }

  text = (DwellJsonText) { value.p, (guint32) (value.end - value.p), FALSE, FALSE };
  arg->kind = DWELL_ARG_JSON;
  arg->value = number_text (self, &text);
  return TRUE;
}

/* Whether the text replaces arguments that were removed from the file. */
static gboolean
is_stripped (DwellScan object)
{
  return dwell_scan_literal (&object, "\"__stripped__\"");
}

/*< private >
 * _dwell_trace_event_parse_args: adds the members of @object to the block's arguments; returns how
 * many */
guint
_dwell_trace_event_parse_args (DwellTraceEventBlock *self,
                               DwellScan             object,
                               guint8               *faults)
{
  DwellJsonText key;
  DwellScan value;
  gboolean has_key;
  guint n = 0;

  if (is_stripped (object))
    return 0;
  if (dwell_json_enter (&object, '{') != DWELL_JSON_GOOD)
    {
      *faults |= DWELL_TRACE_EVENT_BAD_ARGS;
      return 0;
    }

  for (gboolean is_first = TRUE;; is_first = FALSE)
    {
      DwellTraceEventArg arg = { 0 };

      if (dwell_json_next_key (&object, is_first, &key, &has_key) != DWELL_JSON_GOOD ||
          (has_key && dwell_json_value (&object, &value) != DWELL_JSON_GOOD))
        *faults |= DWELL_TRACE_EVENT_BAD_ARGS;
      else if (has_key && n == DWELL_TRACE_EVENT_MAX_ARGS)
        *faults |= DWELL_TRACE_EVENT_MANY_ARGS;
      else if (has_key)
        {
          if (!take_value (self, value, &arg, faults))
            continue;

          arg.key = number_text (self, &key);
          g_array_append_val (self->args, arg);
          n++;
          continue;
        }
      return n;
    }
}
