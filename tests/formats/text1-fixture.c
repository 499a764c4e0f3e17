/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "support/trace-invariants.h"
#include "text1-fixture.h"

DwellTrace *
text1_open (GFile      *file,
            const char *options)
{
  g_auto(GStrv) key_values = options != NULL ? g_strsplit (options, "\n", -1) : NULL;
  DwellOpenOptions open_options = {
    .format = dwell_formats_find ("text1"),
    .key_values = (const char * const *) key_values,
    .limits = file_fixture_limits,
  };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &open_options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  check_trace_invariants (trace);
  return trace;
}

DwellTrace *
text1_open_bytes (gconstpointer  bytes,
                  gsize          length,
                  const char    *options)
{
  g_autoptr(GFile) file = file_fixture_write ("trace.txt", bytes, length);

  return text1_open (file, options);
}

DwellTrace *
text1_open_text (const char *text,
                 const char *options)
{
  return text1_open_bytes (text, strlen (text), options);
}

const DwellText1Source *
text1_get_source (const DwellTrace *trace)
{
  g_assert_nonnull (trace->source);
  return trace->source;
}

static DwellEventKind
get_kind (const DwellTrace *trace,
          guint32           event)
{
  DwellEventKind kind = trace->event_kind[event];

  if (text1_get_source (trace)->is_swapped &&
      (kind == DWELL_EVENT_SUSPEND || kind == DWELL_EVENT_RESUME))
    return DWELL_EVENT_SUSPEND + DWELL_EVENT_RESUME - kind;
  return kind;
}

/* Gets the value in the event's row; returns FALSE if there is none. */
static gboolean
get_value (const DwellTrace *trace,
           guint32           event,
           guint64          *value)
{
  const DwellArea *area = &trace->areas[trace->event_area[event]];
  guint32 n_writes = 0;

  *value = (guint64) area->value;
  if (trace->event_kind[event] != DWELL_EVENT_WRITE)
    return area->kind == DWELL_AREA_STATE;

  for (guint32 i = 0; i < event; i++)
    n_writes += trace->event_kind[i] == DWELL_EVENT_WRITE;

  *value = trace->write_value[n_writes];
  return TRUE;
}

static void
write_context (const DwellTrace         *trace,
               const DwellText1Timeline *timeline,
               guint32                   context,
               GString                  *out)
{
  g_autofree char *name = NULL;

  if (context == DWELL_NONE)
    return;

  if (timeline->context_form == DWELL_TEXT1_CONTEXT_AS_HEX)
    g_string_append_printf (out, "0x%x", (guint) trace->contexts[context].id);
  else if (timeline->context_form == DWELL_TEXT1_CONTEXT_AS_DECIMAL)
    g_string_append_printf (out, "%u", (guint) trace->contexts[context].id);
  else if (text1_get_source (trace)->encoding == DWELL_TEXT1_WINDOWS_1252)
    {
      name = g_convert (dwell_trace_get_context_name (trace, context), -1, "WINDOWS-1252", "UTF-8",
                        NULL, NULL, NULL);
      g_string_append (out, name);
    }
  else
    g_string_append (out, dwell_trace_get_context_name (trace, context));
}

static void
write_field (const DwellTrace         *trace,
             const DwellText1Timeline *timeline,
             guint32                   event,
             DwellMacro                macro,
             GString                  *out)
{
  guint64 value;

  switch ((guint) macro)
    {
    case DWELL_MACRO_HANDLE:
      g_string_append_printf (out, "%08X", trace->areas[trace->event_area[event]].handle);
      break;
    case DWELL_MACRO_EVENT:
      g_string_append_c (out, "XSREW"[get_kind (trace, event)]);
      break;
    case DWELL_MACRO_VALUE:
      if (!get_value (trace, event, &value))
        break;
      if ((gint64) value == (gint32) value)
        g_string_append_printf (out, "%08X", (guint) value);
      else
        g_string_append_printf (out, "%016" G_GINT64_MODIFIER "X", value);
      break;
    case DWELL_MACRO_TIME:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, dwell_trace_get_event_time (trace, event));
      break;
    case DWELL_MACRO_CONTEXT:
      if (trace->event_context != NULL)
        write_context (trace, timeline, trace->event_context[event], out);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
write_event (const DwellTrace *trace,
             guint32           timeline_number,
             guint32           event,
             GString          *out)
{
  static const char * const line_ends[] = { "\n", "\r\n", "\r" };
  const DwellText1Timeline *timeline = &g_array_index (text1_get_source (trace)->timelines,
                                                       DwellText1Timeline, timeline_number);
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (timeline->entry, &n);

  for (guint i = 0; i < n; i++)
    if (tokens[i].is_literal)
      g_string_append_len (out, tokens[i].text, (gssize) tokens[i].length);
    else
      write_field (trace, timeline, event, tokens[i].macro, out);

  g_string_append (out, line_ends[timeline->line_end]);
}

static void
put_u32 (GString *out,
         guint32  value)
{
  value = GUINT32_TO_LE (value);
  g_string_append_len (out, (const char *) &value, sizeof value);
}

static void
put_u64 (GString *out,
         guint64  value)
{
  value = GUINT64_TO_LE (value);
  g_string_append_len (out, (const char *) &value, sizeof value);
}

static void
write_record (const DwellTrace *trace,
              guint32           event,
              GString          *out)
{
  guint32 core = trace->event_core != NULL ? trace->event_core[event] : DWELL_CORE_UNKNOWN;
  guint32 kind = get_kind (trace, event);
  guint64 value;

  put_u32 (out, trace->areas[trace->event_area[event]].handle);
  put_u32 (out, text1_get_source (trace)->binary_is_1_0 ? kind << 24 : kind | core << 4);
  put_u64 (out, get_value (trace, event, &value) ? value : 0);
  put_u64 (out, (guint64) dwell_trace_get_event_time (trace, event));
}

/* Every event is in one piece, and they are in order. */
static GString *
write_part (const DwellTrace     *trace,
            const DwellText1Part *part,
            gboolean              is_binary)
{
  GString *out = g_string_new (NULL);
  guint32 next = 0;

  for (guint i = 0; i < part->pieces->len; i++)
    {
      const DwellText1Piece *piece = &g_array_index (part->pieces, DwellText1Piece, i);

      if (piece->n_events > 0)
        {
          g_assert_cmpuint (piece->first_event, ==, next);
          next += piece->n_events;
        }

      if (piece->text_length > 0)
        {
          g_assert_cmpuint (piece->text_offset + piece->text_length, <=, part->text->len);
          g_string_append_len (out, (const char *) part->text->data + piece->text_offset,
                               (gssize) piece->text_length);
          continue;
        }

      for (guint32 event = piece->first_event; event < next; event++)
        if (is_binary)
          write_record (trace, event, out);
        else
          write_event (trace, piece->timeline, event, out);
    }

  g_assert_cmpuint (next, ==,
                    is_binary == text1_get_source (trace)->has_binary ? trace->n_file_events : 0);
  return out;
}

GBytes *
text1_write_main (const DwellTrace *trace)
{
  const DwellText1Source *source = text1_get_source (trace);
  g_autoptr(GBytes) bytes = g_string_free_to_bytes (write_part (trace, &source->main, FALSE));
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  gsize n_written;
  char *converted;

  g_assert_true (source->is_exact);
  if (source->encoding < DWELL_TEXT1_UTF_16_LE)
    return g_steal_pointer (&bytes);

  converted = g_convert (text, (gssize) length,
                         source->encoding == DWELL_TEXT1_UTF_16_LE ? "UTF-16LE" : "UTF-16BE",
                         "UTF-8", NULL, &n_written, NULL);
  return g_bytes_new_take (converted, n_written);
}

GBytes *
text1_write_binary (const DwellTrace *trace)
{
  return g_string_free_to_bytes (write_part (trace, &text1_get_source (trace)->binary, TRUE));
}
