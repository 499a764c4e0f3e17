/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/perfetto/dwell-perfetto-decode.h"

#include <string.h>

#include "formats/perfetto/dwell-perfetto-fields.h"
#include "formats/perfetto/dwell-protobuf.h"

#define MAX_DEPTH 8

typedef enum {
  MESSAGE_NONE, /* a value, not a message: a number or a text */
  MESSAGE_PACKET, MESSAGE_CLOCKS, MESSAGE_CLOCK, MESSAGE_TRACK, MESSAGE_PROCESS, MESSAGE_THREAD,
  MESSAGE_COUNTER, MESSAGE_EVENT, MESSAGE_ARG, MESSAGE_INTERNED, MESSAGE_NAMED, MESSAGE_SOURCE,
} Message;

typedef struct {
  Message     of;
  guint       number;
  const char *name;   /* the name in Perfetto */
  Message     message;
  gboolean    is_real;
} Field;

/* All fields, except those that are the same in all packets. */
static const Field fields[] = {
  { MESSAGE_PACKET, DWELL_PERFETTO_PACKET_CLOCKS, "clock_snapshot", MESSAGE_CLOCKS },
  { MESSAGE_PACKET, DWELL_PERFETTO_PACKET_TIME, "timestamp" },
  { MESSAGE_PACKET, DWELL_PERFETTO_PACKET_EVENT, "track_event", MESSAGE_EVENT },
  { MESSAGE_PACKET, DWELL_PERFETTO_PACKET_INTERNED, "interned_data", MESSAGE_INTERNED },
  { MESSAGE_PACKET, DWELL_PERFETTO_PACKET_DESCRIPTOR, "track_descriptor", MESSAGE_TRACK },
  { MESSAGE_CLOCKS, DWELL_PERFETTO_CLOCKS_CLOCK, "clocks", MESSAGE_CLOCK },
  { MESSAGE_CLOCK, DWELL_PERFETTO_CLOCK_ID, "clock_id" },
  { MESSAGE_CLOCK, DWELL_PERFETTO_CLOCK_TIME, "timestamp" },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_ID, "uuid" },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_NAME, "name" },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_PROCESS, "process", MESSAGE_PROCESS },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_THREAD, "thread", MESSAGE_THREAD },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_PARENT, "parent_uuid" },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_COUNTER, "counter", MESSAGE_COUNTER },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_ORDERING, "child_ordering" },
  { MESSAGE_TRACK, DWELL_PERFETTO_TRACK_RANK, "sibling_order_rank" },
  { MESSAGE_PROCESS, DWELL_PERFETTO_PROCESS_NUMBER, "pid" },
  { MESSAGE_PROCESS, DWELL_PERFETTO_PROCESS_NAME, "process_name" },
  { MESSAGE_THREAD, DWELL_PERFETTO_THREAD_PROCESS, "pid" },
  { MESSAGE_THREAD, DWELL_PERFETTO_THREAD_NUMBER, "tid" },
  { MESSAGE_THREAD, DWELL_PERFETTO_THREAD_NAME, "thread_name" },
  { MESSAGE_COUNTER, DWELL_PERFETTO_COUNTER_UNIT, "unit_name" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_CATEGORY, "category_iids" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_ARG, "debug_annotations", MESSAGE_ARG },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_TYPE, "type" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_NAME, "name_iid" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_TRACK, "track_uuid" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_TEXT, "name" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_INTEGER, "counter_value" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_SOURCE, "source_location_iid" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_REAL, "double_counter_value", .is_real = TRUE },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_FLOW, "flow_ids" },
  { MESSAGE_EVENT, DWELL_PERFETTO_EVENT_FLOW_END, "terminating_flow_ids" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_KEY, "name_iid" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_BOOLEAN, "bool_value" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_INTEGER, "int_value" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_REAL, "double_value", .is_real = TRUE },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_STRING, "string_value" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_JSON, "legacy_json_value" },
  { MESSAGE_ARG, DWELL_PERFETTO_ARG_NAME, "name" },
  { MESSAGE_INTERNED, DWELL_PERFETTO_INTERNED_CATEGORIES, "event_categories", MESSAGE_NAMED },
  { MESSAGE_INTERNED, DWELL_PERFETTO_INTERNED_NAMES, "event_names", MESSAGE_NAMED },
  { MESSAGE_INTERNED, DWELL_PERFETTO_INTERNED_KEYS, "debug_annotation_names", MESSAGE_NAMED },
  { MESSAGE_INTERNED, DWELL_PERFETTO_INTERNED_SOURCES, "source_locations", MESSAGE_SOURCE },
  { MESSAGE_NAMED, DWELL_PERFETTO_INTERNED_ID, "iid" },
  { MESSAGE_NAMED, DWELL_PERFETTO_INTERNED_NAME, "name" },
  { MESSAGE_SOURCE, DWELL_PERFETTO_INTERNED_ID, "iid" },
  { MESSAGE_SOURCE, DWELL_PERFETTO_INTERNED_NAME, "file_name" },
  { MESSAGE_SOURCE, DWELL_PERFETTO_INTERNED_FUNCTION, "function_name" },
  { MESSAGE_SOURCE, DWELL_PERFETTO_INTERNED_LINE, "line_number" },
};

static const char * const types[] = {
  [DWELL_PERFETTO_BEGIN] = "TYPE_SLICE_BEGIN", [DWELL_PERFETTO_END] = "TYPE_SLICE_END",
  [DWELL_PERFETTO_INSTANT] = "TYPE_INSTANT", [DWELL_PERFETTO_VALUE] = "TYPE_COUNTER",
};

static const Field *
find_field (Message of,
            guint   number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].of == of && fields[i].number == number)
      return &fields[i];

  return NULL;
}

static void
print_bytes (GString      *text,
             const guchar *bytes,
             gsize         length)
{
  g_autofree char *raw = g_strndup ((const char *) bytes, length);
  g_autofree char *valid = g_utf8_make_valid (raw, -1);

  g_string_append_c (text, '"');
  for (const char *p = valid; *p != '\0'; p++)
    if (*p == '\n' || *p == '\r' || *p == '\t' || *p == '"' || *p == '\\')
      {
        const char *letter = strchr ("\nn\rr\tt\"\"\\\\", *p);

        g_string_append_printf (text, "\\%c", letter[1]);
      }
    else
      g_string_append_c (text, *p);
  g_string_append_c (text, '"');
}

static void
print_number (GString     *text,
              const Field *field,
              guint64      value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double real;

  memcpy (&real, &value, sizeof real);
  if (field->is_real)
    g_string_append (text, g_ascii_dtostr (number, sizeof number, real));
  else if (field->of == MESSAGE_EVENT && field->number == DWELL_PERFETTO_EVENT_TYPE &&
           value > 0 && value < G_N_ELEMENTS (types))
    g_string_append (text, types[value]);
  else if (field->number == DWELL_PERFETTO_ARG_BOOLEAN && field->of == MESSAGE_ARG)
    g_string_append (text, value != 0 ? "true" : "false");
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
}

/* Prints a packet on a line. Fields that are not in the table are not shown. */
static void
print_packet (GString      *text,
              const guchar *p,
              const guchar *end)
{
  struct {
    Message       message;
    const guchar *end;
  } open[MAX_DEPTH] = { { MESSAGE_PACKET, end } };
  guint depth = 0;
  guint number;
  guint coding;
  guint64 value;

  g_string_append (text, "packet {");
  for (;;)
    {
      const Field *field;

      while (depth > 0 && p >= open[depth].end)
        {
          g_string_append (text, " }");
          depth--;
        }
      if (!dwell_protobuf_take_field (&p, open[depth].end, &number, &coding, &value) ||
          (coding == DWELL_PROTOBUF_BYTES && value > (gsize) (open[depth].end - p)))
        break;

      field = find_field (open[depth].message, number);
      if (field != NULL && field->message != MESSAGE_NONE && coding == DWELL_PROTOBUF_BYTES &&
          depth + 1 < MAX_DEPTH)
        {
          g_string_append_printf (text, " %s {", field->name);
          open[++depth].message = field->message;
          open[depth].end = p + value;
          continue;
        }

      if (field != NULL)
        {
          g_string_append_printf (text, " %s: ", field->name);
          if (coding == DWELL_PROTOBUF_BYTES)
            print_bytes (text, p, value);
          else
            print_number (text, field, value);
        }
      p += coding == DWELL_PROTOBUF_BYTES ? value : 0;
    }

  for (; depth > 0; depth--)
    g_string_append (text, " }");
  g_string_append (text, " }\n");
}

/**
 * dwell_perfetto_decode:
 * @trace: the exported trace
 * @settings: the settings
 * @suffix: the suffix of the part
 * @bytes: the first bytes of the part
 *
 * Implements #DwellFormat.decode: one packet per line, in the text format of protocol buffers.
 *
 * Returns: (transfer full): the text
 */
char *
dwell_perfetto_decode (DwellTrace                *trace,
                       const DwellExportSettings *settings,
                       const char                *suffix,
                       GBytes                    *bytes)
{
  GString *text = g_string_new (NULL);
  gsize length;
  const guchar *p = g_bytes_get_data (bytes, &length);
  const guchar *end = p + length;
  guint field;
  guint coding;
  guint64 value;

  while (dwell_protobuf_take_field (&p, end, &field, &coding, &value) &&
         coding == DWELL_PROTOBUF_BYTES && value <= (gsize) (end - p))
    {
      print_packet (text, p, p + value);
      p += value;
    }

  return g_string_free (text, FALSE);
}
