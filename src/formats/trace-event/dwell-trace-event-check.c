/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns of what trace events cannot contain, and shows compressed output as text. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-split.h"
#include "formats/common/dwell-export-warnings.h"
#include "formats/common/dwell-track-numbers.h"
#include "formats/trace-event/dwell-trace-event-out.h"
#include "formats/trace-event/dwell-trace-event-writer.h"

static guint64
count_no_numbers (const DwellTrace *trace,
                  gint64            begin,
                  gint64            end)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      guint32 write = dwell_event_out_find_held (trace, i, begin);

      n += write != DWELL_NONE && !dwell_event_out_has_number (trace, write);
    }

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      gint64 time = dwell_trace_get_write_time (trace, i);

      n += time >= begin && time <= end && !dwell_event_out_has_number (trace, i);
    }

  return n;
}

/* A value and a state name their variable and their process, but no thread. */
static guint32
count_split (DwellTrace *trace)
{
  g_autoptr(DwellTrace) split = NULL;
  DwellTrackNumbers numbers;
  guint32 n_split = 0;

  dwell_track_numbers_init (&numbers, trace);
  split = dwell_trace_split_variables (trace, numbers.processes, &n_split, NULL);
  dwell_track_numbers_clear (&numbers);
  return n_split;
}

static guint64
count_lines (const DwellTrace *trace,
             gint64            begin,
             gint64            end)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    n += trace->areas[trace->span_area[i]].kind == DWELL_AREA_LINE &&
         dwell_trace_span_takes_part (trace, i, begin, end);

  return n;
}

/**
 * dwell_trace_event_check:
 * @trace: a trace with times
 * @settings: #DwellTraceEventSettings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_trace_event_check (DwellTrace                *trace,
                         const DwellExportSettings *settings,
                         GCancellable              *cancellable)
{
  const DwellTraceEventSettings *own = (const DwellTraceEventSettings *) settings;
  GArray *warnings = dwell_export_warnings_new ();
  gint64 begin;
  gint64 end;

  dwell_export_settings_get_range (settings, trace, &begin, &end);
  dwell_export_warnings_add (warnings, FALSE, TRUE,
                             dwell_event_out_count_parted (trace, begin, end),
                             g_strdup (_("Spans that overlap others, or outlast their caller, are "
                                         "read back without a caller")));
  dwell_export_warnings_add (warnings, FALSE, FALSE,
                             dwell_export_count_incomplete (trace, begin, end),
                             g_strdup (_("Starts and ends that the recording lacks are written "
                                         "with an argument that marks them as unknown")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, dwell_export_count_orphans (trace, begin, end),
                             g_strdup (_("Ends without a start become instants")));
  if (!own->has_suspensions)
    dwell_export_warnings_add (warnings, FALSE, TRUE,
                               dwell_export_count_pauses (trace, begin, end),
                               g_strdup (_("Preempted time is left out")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, count_lines (trace, begin, end),
                             g_strdup (_("Source lines become spans like those of functions")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, count_no_numbers (trace, begin, end),
                             g_strdup (_("Values that are not finite numbers, such as infinity, "
                                         "are left out")));
  dwell_export_warnings_add (warnings, FALSE, FALSE, count_split (trace),
                             g_strdup (_("Variables of several contexts are written as one for "
                                         "each context, with both names")));
  return warnings;
}

/**
 * dwell_trace_event_decode:
 * @trace: the exported trace
 * @settings: #DwellTraceEventSettings
 * @suffix: the suffix of the part
 * @bytes: the first bytes of the part
 *
 * Implements #DwellFormat.decode.
 *
 * Returns: (transfer full) (nullable): the text, if the part is compressed
 */
char *
dwell_trace_event_decode (DwellTrace                *trace,
                          const DwellExportSettings *settings,
                          const char                *suffix,
                          GBytes                    *bytes)
{
  g_autoptr(GInputStream) base = NULL;
  g_autoptr(GInputStream) stream = NULL;
  g_autoptr(GZlibDecompressor) decompressor = NULL;
  g_autoptr(GString) text = NULL;
  char buffer[4096];
  gssize n;

  if (!((const DwellTraceEventSettings *) settings)->is_compressed)
    return NULL;

  base = g_memory_input_stream_new_from_bytes (bytes);
  decompressor = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  stream = g_converter_input_stream_new (base, G_CONVERTER (decompressor));
  text = g_string_new (NULL);
  /* The compressed data may be incomplete: then decompressing ends early. */
  while (text->len < 1 << 20 &&
         (n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL)) > 0)
    g_string_append_len (text, buffer, n);

  return g_utf8_make_valid (text->str, (gssize) text->len);
}
