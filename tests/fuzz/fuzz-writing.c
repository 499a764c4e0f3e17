/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every writer, with any options; what it wrote is read, written and read once more, and both times
 * every figure is the same. */
#include "config.h"

#include "formats/btf/dwell-btf.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/session-dump.h"
#include "fuzz.h"

#define MAX_BYTES ((gsize) 8 << 20)

/* NULL if it was more than fits. */
static DwellSink *
write_trace (DwellTrace                *trace,
             const DwellExportSettings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (MAX_BYTES);
  g_autoptr(GError) error = NULL;
  gboolean is_written = dwell_format_write (settings->format, trace, settings, sink, NULL, NULL,
                                            &error);

  g_assert_true (is_written == (error == NULL));
  g_assert_true (is_written || g_utf8_validate (error->message, -1, NULL));
  return is_written && !dwell_sink_is_full (sink) ? g_steal_pointer (&sink) : NULL;
}

/* NULL if nothing was written that can be read. */
static DwellTrace *
read_written (DwellSink                 *sink,
              const DwellExportSettings *settings)
{
  g_autoptr(GBytes) main_file = dwell_sink_get_part (sink, "");
  const char *suffix = settings->format->companion_suffix;
  g_autoptr(GBytes) companion = suffix != NULL ? dwell_sink_get_part (sink, suffix) : NULL;
  g_autofree char *path = NULL;
  g_autofree char *companion_path = NULL;
  g_autofree char *option = NULL;
  g_autoptr(GFile) file = NULL;
  DwellOpenOptions options = { .format = settings->format };
  const char *key_values[] = { NULL, NULL };
  gsize size;
  gconstpointer bytes;

  if (main_file == NULL)
    return NULL;

  bytes = g_bytes_get_data (main_file, &size);
  path = fuzz_path (FUZZ_OTHER_FILE, bytes, size);
  file = g_file_new_for_path (path);
  if (companion != NULL)
    {
      bytes = g_bytes_get_data (companion, &size);
      companion_path = fuzz_path (FUZZ_OTHER_SECOND_FILE, bytes, size);
      key_values[0] = option = g_strconcat ("BinaryFile=", companion_path, NULL);
      options.key_values = key_values;
    }

  return dwell_open_file (file, &options, NULL, NULL, NULL);
}

static char *
draw_value (const FuzzInput   *input,
            const DwellOption *option)
{
  guint n_choices = option->choices != NULL ? g_strv_length ((char **) option->choices) : 0;

  if (option->type == DWELL_OPTION_BOOLEAN)
    return g_strdup (fuzz_chance (input, 2) ? "true" : "false");

  if (n_choices > 0)
    return g_strdup (option->choices[g_rand_int (input->rand) % n_choices]);

  return fuzz_piece (input);
}

/* A built-in preset, changed at random where @is_changed. */
static DwellExportSettings *
draw_settings (const FuzzInput   *input,
               const DwellFormat *format,
               const DwellTrace  *trace,
               gboolean           is_changed)
{
  g_auto(GStrv) presets = dwell_format_get_presets (format, trace);
  guint preset = g_rand_int (input->rand) % g_strv_length (presets);
  DwellExportSettings *settings = dwell_export_settings_new (format, presets[preset], NULL);

  g_assert_nonnull (settings);
  for (guint i = 0; is_changed && i < format->n_write_options; i++)
    if (fuzz_chance (input, 4))
      {
        g_autofree char *value = draw_value (input, &format->write_options[i]);

        dwell_export_settings_set (settings, format->write_options[i].name, value, NULL);
      }

  return settings;
}

/* All that the export dialog does. */
static void
export_somehow (const FuzzInput   *input,
                const DwellFormat *format,
                DwellTrace        *trace)
{
  g_autoptr(DwellExportSettings) settings = draw_settings (input, format, trace, TRUE);
  g_autoptr(DwellSink) sink = NULL;
  g_autoptr(DwellTrace) again = NULL;

  if (!dwell_export_settings_check (settings, NULL))
    return;

  if (fuzz_chance (input, 2))
    {
      settings->begin = fuzz_time (input, trace);
      settings->end = fuzz_time (input, trace);
    }
  g_array_unref (dwell_format_check (format, trace, settings, NULL));

  sink = write_trace (trace, settings);
  if (sink == NULL)
    return;

  if (format->decode != NULL)
    {
      g_autoptr(GBytes) bytes = dwell_sink_get_part (sink, "");
      g_autofree char *text = bytes != NULL ? format->decode (trace, settings, "", bytes) : NULL;

      g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
    }
  if (format->read != NULL)
    again = read_written (sink, settings);
}

/* Whether something of @trace cannot be written, which the export dialog tells. */
static gboolean
has_losses (const DwellFormat         *format,
            DwellTrace                *trace,
            const DwellExportSettings *settings)
{
  g_autoptr(GArray) warnings = dwell_format_check (format, trace, settings, NULL);
  gboolean has = FALSE;

  for (guint i = 0; i < warnings->len; i++)
    has |= g_array_index (warnings, DwellExportWarning, i).is_loss;

  return has;
}

static DwellTrace *
write_and_read (DwellTrace                *trace,
                const DwellExportSettings *settings)
{
  g_autoptr(DwellSink) sink = write_trace (trace, settings);
  DwellTrace *again = sink != NULL ? read_written (sink, settings) : NULL;

  g_assert_nonnull (again);
  return again;
}

/* All that is known of a trace. */
static char *
dump (DwellTrace *trace)
{
  if (trace->spans_are_sequence)
    return g_strdup_printf ("%u %" G_GINT64_FORMAT, trace->n_spans, trace->total_weight);

  return session_dump (trace, trace->begin, trace->end, 0);
}

/* Written as built in, which holds all but what it tells: what is read is what was written. */
static void
return_trip (const FuzzInput   *input,
             const DwellFormat *format,
             DwellTrace        *trace)
{
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "default", NULL);
  g_autoptr(DwellSink) sink = write_trace (trace, settings);
  g_autoptr(DwellTrace) first = sink != NULL ? read_written (sink, settings) : NULL;
  g_autoptr(DwellTrace) second = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (first == NULL || format->can_write == NULL || !format->can_write (first) ||
      has_losses (format, first, settings))
    return;

  /* Begins and ends that this format lacks there may be several ways to understand. */
  if (format == &dwell_btf_format && dwell_problems_get_n (first->problems) > 0)
    return;

  second = write_and_read (first, settings);
  before = dump (first);
  after = dump (second);

  /* Where activations of a process end and begin in one instant, it is not known which of them a
   * state that lasts no time belongs to: that is settled after one more trip. */
  if (format == &dwell_btf_format && !g_str_equal (before, after))
    {
      g_autoptr(DwellTrace) third = write_and_read (second, settings);

      g_free (before);
      before = dump (third);
    }

  g_assert_cmpstr (before, ==, after);
}

void
fuzz_run_writing (const FuzzInput *input)
{
  g_autoptr(DwellTrace) trace = fuzz_open (input, NULL);
  const DwellFormat * const *writers = dwell_formats_get_writers ();

  for (guint i = 0; trace != NULL && writers[i] != NULL; i++)
    if (writers[i]->can_write == NULL || writers[i]->can_write (trace))
      {
        export_somehow (input, writers[i], trace);
        if (writers[i]->read != NULL)
          return_trip (input, writers[i], trace);
      }
}
