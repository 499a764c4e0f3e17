/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds values of counters to the store. Each key among the arguments of a counter is a series. Only
 * when the second one comes is it known that a counter has several: then each is a variable of its
 * own, named after counter and key. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-counter.h"

#include <math.h>
#include <string.h>

static guint32
intern (DwellStore          *self,
        const DwellJsonText *text)
{
  g_autoptr(GString) bytes = text->is_escaped ? g_string_new (NULL) : NULL;

  if (bytes != NULL)
    dwell_json_unescape (text, bytes);
  return dwell_strings_intern_bytes (self->builder->strings, bytes != NULL ? bytes->str : text->p,
                                     bytes != NULL ? bytes->len : text->length,
                                     DWELL_CHARSET_WINDOWS_1252);
}

/* The counter with a name and, unless @series is %NULL, a series, and the id of the event. */
static guint32
find_counter (DwellStore                 *self,
              guint32                     process,
              guint32                     name,
              const guint32              *series,
              const DwellTraceEventExtra *extra)
{
  DwellStrings *strings = self->builder->strings;
  g_autoptr(GString) title = g_string_new (dwell_strings_get (strings, name));

  if (series != NULL)
    {
      g_string_append_c (title, '.');
      g_string_append (title, dwell_strings_get (strings, *series));
    }
  if (extra->id.p != NULL)
    g_string_append_printf (title, " [%s]",
                            dwell_strings_get (strings, intern (self, &extra->id)));

  return dwell_store_find_counter (self, process,
                                   dwell_strings_intern (strings, title->str,
                                                         (gssize) title->len));
}

/* The counter of a series of the counter @whole, which is that itself while it has no other. */
static guint32
find_series (DwellStore                 *self,
             guint32                     whole,
             guint32                     name,
             guint32                     series,
             const DwellTraceEventExtra *extra)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, whole);
  guint32 process = counter->process;

  if (counter->n_series == 0)
    {
      counter->series = series;
      counter->n_series = 1;
    }
  if (counter->n_series == 1)
    {
      guint32 first = counter->series;

      if (first == series)
        return whole;
      counter->n_series = 2;
      dwell_store_move_values (self, whole, find_counter (self, process, name, &first, extra));
    }

  return find_counter (self, process, name, &series, extra);
}

/* Adds a value of a series of @whole, if it is a number. Returns whether it is. */
static gboolean
take_value (DwellStore                 *self,
            const DwellTraceEvent      *event,
            guint32                     whole,
            guint32                     name,
            const DwellTraceEventExtra *extra,
            const DwellJsonText        *key,
            const DwellJsonText        *text)
{
  DwellScan s = dwell_json_text_scan (text);
  double number = 0;
  gint64 integer;
  char copy[64];
  char *end;
  gboolean is_integer = dwell_scan_i64 (&s, &integer) && s.p == s.end;
  guint32 counter;

  if (!is_integer)
    {
      if (text->length == 0 || text->length >= sizeof copy)
        return FALSE;

      memcpy (copy, text->p, text->length);
      copy[text->length] = '\0';
      number = g_ascii_strtod (copy, &end);
      if (*end != '\0' || end == copy || !isfinite (number))
        return FALSE;
    }

  counter = find_series (self, whole, name, intern (self, key), extra);
  if (is_integer)
    dwell_store_add_integer (self, counter, event->time_ns, integer);
  else
    dwell_store_add_number (self, counter, event->time_ns, number);
  return TRUE;
}

/*< private >
 * _dwell_trace_event_take_values: adds each number among the arguments of a counter of @process,
 * whose name is the string @name. Returns whether there are any */
gboolean
_dwell_trace_event_take_values (DwellStore                 *self,
                                const DwellTraceEvent      *event,
                                guint32                     name,
                                guint32                     process,
                                const DwellTraceEventExtra *extra)
{
  DwellScan object = extra->args;
  guint32 whole = find_counter (self, process, name, NULL, extra);
  gboolean has_number = FALSE;
  gboolean has_key;
  DwellJsonText key, text;
  DwellScan value;

  if (object.p == NULL || dwell_json_enter (&object, '{') != DWELL_JSON_GOOD)
    return FALSE;

  for (gboolean is_first = TRUE;
       dwell_json_next_key (&object, is_first, &key, &has_key) == DWELL_JSON_GOOD && has_key;
       is_first = FALSE)
    {
      DwellScan t = object;

      if (dwell_json_value (&object, &value) != DWELL_JSON_GOOD)
        break;
      if (dwell_json_scalar (&t, &text) == DWELL_JSON_GOOD &&
          take_value (self, event, whole, name, extra, &key, &text))
        has_number = TRUE;
    }

  return has_number;
}
