/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/perfetto/dwell-perfetto-packets.h"

#include "core/dwell-args.h"
#include "formats/perfetto/dwell-protobuf.h"

/* All packets belong to one sequence. */
#define SEQUENCE 1

#define FLAG_CLEARED 1
#define FLAG_NEEDS   2

#define CLOCK_OF_DAY  1
#define CLOCK_OF_TIME 6

/**
 * dwell_perfetto_packets_init:
 * @self: (out): packets
 * @trace: a trace, which must outlive @self
 */
void
dwell_perfetto_packets_init (DwellPerfettoPackets *self,
                             const DwellTrace     *trace)
{
  gsize n_strings = dwell_strings_get_n (trace->strings);
  const gsize n[] = { n_strings, n_strings, trace->n_arg_keys, trace->n_areas };

  G_STATIC_ASSERT (G_N_ELEMENTS (n) == DWELL_PERFETTO_N_INTERNED);
  *self = (DwellPerfettoPackets) {
    .trace = trace,
    .text = g_string_new (NULL),
    .event = g_string_new (NULL),
    .interned = g_string_new (NULL),
  };
  for (guint i = 0; i < DWELL_PERFETTO_N_INTERNED; i++)
    self->known[i] = g_new0 (guint8, n[i] / 8 + 1);
}

/**
 * dwell_perfetto_packets_clear:
 * @self: packets
 */
void
dwell_perfetto_packets_clear (DwellPerfettoPackets *self)
{
  for (guint i = 0; i < DWELL_PERFETTO_N_INTERNED; i++)
    g_free (self->known[i]);
  g_string_free (self->interned, TRUE);
  g_string_free (self->event, TRUE);
  g_string_free (self->text, TRUE);
}

static void
add_clock (GString *text,
           guint    id,
           guint64  time)
{
  gsize begin = dwell_protobuf_begin (text, DWELL_PERFETTO_CLOCKS_CLOCK);

  dwell_protobuf_add_varint (text, DWELL_PERFETTO_CLOCK_ID, id);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_CLOCK_TIME, time);
  dwell_protobuf_end (text, begin);
}

/**
 * dwell_perfetto_packets_add_head:
 * @self: packets
 *
 * Adds the first packet, which clears the interned data. It contains the time of day when the
 * recording began, if it is known.
 */
void
dwell_perfetto_packets_add_head (DwellPerfettoPackets *self)
{
  const DwellTrace *trace = self->trace;
  gsize packet = dwell_protobuf_begin (self->text, DWELL_PERFETTO_PACKET);
  gint64 of_day;

  if (trace->wall_clock_ns != DWELL_TIME_NONE &&
      !__builtin_add_overflow (trace->wall_clock_ns, trace->begin, &of_day) && of_day >= 0)
    {
      gsize clocks = dwell_protobuf_begin (self->text, DWELL_PERFETTO_PACKET_CLOCKS);

      add_clock (self->text, CLOCK_OF_TIME, (guint64) trace->begin + self->shift_ns);
      add_clock (self->text, CLOCK_OF_DAY, (guint64) of_day);
      dwell_protobuf_end (self->text, clocks);
    }

  dwell_protobuf_add_varint (self->text, DWELL_PERFETTO_PACKET_SEQUENCE, SEQUENCE);
  dwell_protobuf_add_varint (self->text, DWELL_PERFETTO_PACKET_FLAGS, FLAG_CLEARED);
  dwell_protobuf_end (self->text, packet);
}

/**
 * dwell_perfetto_packets_add_track:
 * @self: packets
 * @descriptor: the description of a track
 */
void
dwell_perfetto_packets_add_track (DwellPerfettoPackets *self,
                                  const GString        *descriptor)
{
  gsize packet = dwell_protobuf_begin (self->text, DWELL_PERFETTO_PACKET);

  dwell_protobuf_add_varint (self->text, DWELL_PERFETTO_PACKET_SEQUENCE, SEQUENCE);
  dwell_protobuf_add_bytes (self->text, DWELL_PERFETTO_PACKET_DESCRIPTOR, descriptor->str,
                            descriptor->len);
  dwell_protobuf_end (self->text, packet);
}

/**
 * dwell_perfetto_packets_begin_event:
 * @self: packets
 * @time: ns
 * @type: the type of the event
 * @track: the track on which it happens
 */
void
dwell_perfetto_packets_begin_event (DwellPerfettoPackets *self,
                                    gint64                time,
                                    DwellPerfettoType     type,
                                    guint64               track)
{
  self->time = time;
  g_string_truncate (self->event, 0);
  g_string_truncate (self->interned, 0);
  dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_EVENT_TYPE, type);
  dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_EVENT_TRACK, track);
}

/* Marks an interned item as known. Returns whether it is new. */
static gboolean
get_to_know (DwellPerfettoPackets  *self,
             DwellPerfettoInterned  what,
             guint32                number)
{
  guint8 *byte = &self->known[what][number / 8];
  guint8 bit = (guint8) (1 << number % 8);
  gboolean is_new = (*byte & bit) == 0;

  *byte |= bit;
  return is_new;
}

static void
intern (DwellPerfettoPackets  *self,
        DwellPerfettoInterned  what,
        guint                  field,
        guint32                number,
        guint32                string)
{
  gsize begin;

  if (!get_to_know (self, what, number))
    return;

  begin = dwell_protobuf_begin (self->interned, field);
  dwell_protobuf_add_varint (self->interned, DWELL_PERFETTO_INTERNED_ID, (guint64) number + 1);
  dwell_protobuf_add_text (self->interned, DWELL_PERFETTO_INTERNED_NAME,
                           dwell_trace_get_string (self->trace, string));
  dwell_protobuf_end (self->interned, begin);
}

/**
 * dwell_perfetto_packets_add_name:
 * @self: packets
 * @string: the name of the event, a string of the trace
 */
void
dwell_perfetto_packets_add_name (DwellPerfettoPackets *self,
                                 guint32               string)
{
  if (string == 0)
    return;

  intern (self, DWELL_PERFETTO_NAMES, DWELL_PERFETTO_INTERNED_NAMES, string, string);
  dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_EVENT_NAME, (guint64) string + 1);
}

static void
add_source (DwellPerfettoPackets *self,
            guint32               number)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[number];

  if (area->file == 0 || area->line == 0)
    return;

  if (get_to_know (self, DWELL_PERFETTO_SOURCES, number))
    {
      gsize begin = dwell_protobuf_begin (self->interned, DWELL_PERFETTO_INTERNED_SOURCES);

      dwell_protobuf_add_varint (self->interned, DWELL_PERFETTO_INTERNED_ID, (guint64) number + 1);
      dwell_protobuf_add_text (self->interned, DWELL_PERFETTO_INTERNED_NAME,
                               dwell_trace_get_string (trace, area->file));
      if (area->function != 0)
        dwell_protobuf_add_text (self->interned, DWELL_PERFETTO_INTERNED_FUNCTION,
                                 dwell_trace_get_string (trace, area->function));
      dwell_protobuf_add_varint (self->interned, DWELL_PERFETTO_INTERNED_LINE, area->line);
      dwell_protobuf_end (self->interned, begin);
    }
  dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_EVENT_SOURCE, (guint64) number + 1);
}

/**
 * dwell_perfetto_packets_add_area:
 * @self: packets
 * @area: the area of the event
 *
 * Adds its name, its module as the category, and its place in the sources.
 */
void
dwell_perfetto_packets_add_area (DwellPerfettoPackets *self,
                                 guint32               area)
{
  guint32 module = self->trace->areas[area].module;

  if (module != 0)
    {
      intern (self, DWELL_PERFETTO_CATEGORIES, DWELL_PERFETTO_INTERNED_CATEGORIES, module, module);
      dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_EVENT_CATEGORY, (guint64) module + 1);
    }
  dwell_perfetto_packets_add_name (self, self->trace->areas[area].title);
  add_source (self, area);
}

static void
add_value (DwellPerfettoPackets *self,
           guint32               arg)
{
  const DwellTrace *trace = self->trace;
  DwellArgKind kind = trace->args[arg].kind;
  gint64 integer;
  double real;

  if (dwell_args_get_integer (trace, arg, &integer))
    dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_ARG_INTEGER, (guint64) integer);
  else if (kind == DWELL_ARG_REAL && dwell_args_get_real (trace, arg, &real))
    dwell_protobuf_add_double (self->event, DWELL_PERFETTO_ARG_REAL, real);
  else if (kind == DWELL_ARG_BOOLEAN)
    dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_ARG_BOOLEAN, trace->args[arg].value);
  else
    {
      g_autofree char *text = dwell_args_dup_text (trace, arg);

      dwell_protobuf_add_text (self->event, kind == DWELL_ARG_STRING ? DWELL_PERFETTO_ARG_STRING
                                                                     : DWELL_PERFETTO_ARG_JSON,
                               text);
    }
}

/**
 * dwell_perfetto_packets_add_args:
 * @self: packets
 * @span: a span, or %DWELL_NONE
 * @mark: a mark, or %DWELL_NONE
 *
 * Adds the arguments of the span or mark.
 */
void
dwell_perfetto_packets_add_args (DwellPerfettoPackets *self,
                                 guint32               span,
                                 guint32               mark)
{
  const DwellTrace *trace = self->trace;

  for (guint32 arg = dwell_args_first (trace, span, mark);
       arg != DWELL_NONE;
       arg = dwell_args_next (trace, arg))
    {
      guint key = trace->args[arg].key;
      gsize begin = dwell_protobuf_begin (self->event, DWELL_PERFETTO_EVENT_ARG);

      intern (self, DWELL_PERFETTO_KEYS, DWELL_PERFETTO_INTERNED_KEYS, key,
              trace->arg_keys[key].name);
      dwell_protobuf_add_varint (self->event, DWELL_PERFETTO_ARG_KEY, (guint64) key + 1);
      add_value (self, arg);
      dwell_protobuf_end (self->event, begin);
    }
}

/**
 * dwell_perfetto_packets_add_word:
 * @self: packets
 * @key: a key
 * @value: a value
 *
 * Adds an argument that is not in the trace.
 */
void
dwell_perfetto_packets_add_word (DwellPerfettoPackets *self,
                                 const char           *key,
                                 const char           *value)
{
  gsize begin = dwell_protobuf_begin (self->event, DWELL_PERFETTO_EVENT_ARG);

  dwell_protobuf_add_text (self->event, DWELL_PERFETTO_ARG_NAME, key);
  dwell_protobuf_add_text (self->event, DWELL_PERFETTO_ARG_STRING, value);
  dwell_protobuf_end (self->event, begin);
}

/**
 * dwell_perfetto_packets_end_event:
 * @self: packets
 *
 * Adds the packet of the event, with the interned data that it needs first.
 */
void
dwell_perfetto_packets_end_event (DwellPerfettoPackets *self)
{
  GString *text = self->text;
  gsize packet = dwell_protobuf_begin (text, DWELL_PERFETTO_PACKET);

  dwell_protobuf_add_varint (text, DWELL_PERFETTO_PACKET_TIME,
                             (guint64) self->time + self->shift_ns);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_PACKET_SEQUENCE, SEQUENCE);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_PACKET_FLAGS, FLAG_NEEDS);
  if (self->interned->len > 0)
    dwell_protobuf_add_bytes (text, DWELL_PERFETTO_PACKET_INTERNED, self->interned->str,
                              self->interned->len);
  dwell_protobuf_add_bytes (text, DWELL_PERFETTO_PACKET_EVENT, self->event->str,
                            self->event->len);
  dwell_protobuf_end (text, packet);
}
