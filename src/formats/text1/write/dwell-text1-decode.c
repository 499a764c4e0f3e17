/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Renders exported bytes for reading. Text written back as it was read can have an encoding
 * other than UTF-8; records of the binary timeline are shown as their bytes, word by word, and
 * their meaning. Names are those that the handles have in the export. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/read/dwell-text1-binary.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* The offsets of the four words in a record, and its length. */
static const guint word_offsets[] = { 0, 4, 8, 16, DWELL_TEXT1_RECORD_BYTES };

/* Returns: (transfer full): areas by handle; for states, their variable */
static GHashTable *
map_handles (const DwellText1Writer *writer)
{
  GHashTable *areas = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < writer->trace->n_areas; i++)
    {
      guint32 handle = writer->handles[i];
      guint32 states = writer->state_handles[i];

      if (handle != DWELL_NONE && !g_hash_table_contains (areas, GUINT_TO_POINTER (handle)))
        g_hash_table_insert (areas, GUINT_TO_POINTER (handle), GUINT_TO_POINTER (i));
      if (states != DWELL_NONE)
        g_hash_table_insert (areas, GUINT_TO_POINTER (states), GUINT_TO_POINTER (i));
    }

  return areas;
}

static guint64
get_word (const guint8 *record,
          guint         word)
{
  guint64 value = 0;

  for (guint i = word_offsets[word + 1]; i > word_offsets[word]; i--)
    value = value << 8 | record[i - 1];

  return value;
}

static const char *
get_event_name (guint type)
{
  switch (type)
    {
    case DWELL_EVENT_EXIT:
      return _("exit");
    case DWELL_EVENT_SUSPEND:
      return _("suspend");
    case DWELL_EVENT_RESUME:
      return _("resume");
    case DWELL_EVENT_ENTRY:
      return _("entry");
    case DWELL_EVENT_WRITE:
      return _("write");
    default:
      return "?";
    }
}

static void
append_padded (GString    *text,
               const char *word,
               int         width)
{
  int missing = width - (int) g_utf8_strlen (word, -1);

  g_string_append (text, word);
  g_string_append_printf (text, "%*s", MAX (missing, 0) + 2, "");
}

static void
append_heading (GString  *text,
                gboolean  is_1_0)
{
  /* Translators: column headings above the bytes of a file: 8, 8, 8, 16, 16 letters wide */
  append_padded (text, _("Offset"), 8);
  append_padded (text, _("Handle"), 8);
  append_padded (text, is_1_0 ? _("Event") : _("Flags"), 8);
  append_padded (text, _("Data"), 16);
  append_padded (text, _("Time"), 16);
  g_string_append (text, _("Meaning"));
  g_string_append_c (text, '\n');
}

static void
append_record (GString                *text,
               const DwellText1Writer *writer,
               GHashTable             *areas,
               const guint8           *record,
               gsize                   offset)
{
  gboolean is_1_0 = writer->settings->binary_is_1_0;
  guint32 handle = (guint32) get_word (record, 0);
  guint32 flags = (guint32) get_word (record, 1);
  guint type = is_1_0 ? flags >> 24 & 0xf : flags & 0xf;
  guint core = flags >> 4 & 0xff;
  gpointer area;

  g_string_append_printf (text, "%08" G_GSIZE_MODIFIER "X  ", offset);

  for (guint word = 0; word < 4; word++)
    {
      for (guint i = word_offsets[word]; i < word_offsets[word + 1]; i++)
        g_string_append_printf (text, "%02X", record[i]);
      g_string_append (text, "  ");
    }

  append_padded (text, get_event_name (type), 8);
  g_string_append_printf (text, "%08X  ", handle);
  if (!is_1_0 && core != 0xff)
    {
      /* Translators: a processor core and its number */
      g_string_append_printf (text, _("core %u"), core);
      g_string_append (text, "  ");
    }
  if (type == DWELL_EVENT_WRITE)
    g_string_append_printf (text, "= %" G_GINT64_FORMAT "  ", (gint64) get_word (record, 2));
  g_string_append_printf (text, "%" G_GINT64_FORMAT " ns", (gint64) get_word (record, 3));
  if (g_hash_table_lookup_extended (areas, GUINT_TO_POINTER (handle), NULL, &area))
    g_string_append_printf (text, "  %s", dwell_trace_get_area_name (writer->trace,
                                                                     GPOINTER_TO_UINT (area)));
  g_string_append_c (text, '\n');
}

/* Returns: (transfer full): a heading, and a line for each whole record. */
static char *
decode_records (DwellTrace               *trace,
                const DwellText1Settings *settings,
                GBytes                   *records)
{
  g_autoptr(DwellText1Writer) writer = dwell_text1_writer_new (trace, settings, NULL);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GHashTable) areas = NULL;
  gsize length;
  const guint8 *bytes = g_bytes_get_data (records, &length);

  append_heading (text, settings->binary_is_1_0);
  if (writer == NULL)
    return g_strdup (text->str);

  areas = map_handles (writer);
  for (gsize i = 0; i + DWELL_TEXT1_RECORD_BYTES <= length; i += DWELL_TEXT1_RECORD_BYTES)
    append_record (text, writer, areas, bytes + i, i);

  return g_utf8_make_valid (text->str, (gssize) text->len);
}

static char *
decode_text (const DwellTrace *trace,
             GBytes           *bytes)
{
  static const char * const names[] = {
    [DWELL_TEXT1_UTF_8] = NULL,
    [DWELL_TEXT1_WINDOWS_1252] = "WINDOWS-1252",
    [DWELL_TEXT1_UTF_16_LE] = "UTF-16LE",
    [DWELL_TEXT1_UTF_16_BE] = "UTF-16BE",
  };
  const DwellText1Source *source = trace->source;
  const char *name = source != NULL ? names[source->encoding] : NULL;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return name != NULL ? g_convert_with_fallback (text, (gssize) length, "UTF-8", name, "?", NULL,
                                                 NULL, NULL) : NULL;
}

/**
 * dwell_text1_decode_part:
 * @trace: the exported trace
 * @settings: the settings of the export
 * @suffix: the suffix of the part: that of the main file or of the .BIN
 * @bytes: the beginning of the part
 *
 * Returns: (transfer full) (nullable): text for a preview, as valid UTF-8; %NULL if @bytes need
 *   no change
 */
char *
dwell_text1_decode_part (DwellTrace                *trace,
                         const DwellExportSettings *settings,
                         const char                *suffix,
                         GBytes                    *bytes)
{
  if (*suffix != '\0')
    return decode_records (trace, (const DwellText1Settings *) settings, bytes);

  return settings->is_as_read ? decode_text (trace, bytes) : NULL;
}
