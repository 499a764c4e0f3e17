/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of the two recordings of dwell-cli compare. */
#include "config.h"

#include "cli/cli-compare.h"

#include "cli/cli-output.h"

/* Frees what a recording owns. */
void
_dwell_cli_recording_clear (DwellCliRecording *self)
{
  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->file, g_free);
  g_strfreev (self->files);
  dwell_cli_selection_clear (&self->selection);
}

/* Makes the index of its statistics, unless reading made it. Returns FALSE if an error was
 * printed. */
gboolean
_dwell_cli_recording_make_index (DwellCliRecording *recording)
{
  if (recording->index == NULL)
    recording->index = dwell_statistics_index_new (recording->trace, DWELL_GROUP_BY_AREA, NULL);
  if (recording->index == NULL)
    dwell_cli_complain_memory (recording->file);

  return recording->index != NULL;
}

/* Appends an object with the facts about a recording. */
void
_dwell_cli_recording_append (GString                 *json,
                             const DwellCliRecording *recording)
{
  const DwellTrace *trace = recording->trace;
  gboolean has_axis = trace->axis != DWELL_AXIS_SAMPLES &&
                      (trace->n_spans > 0 || trace->n_marks > 0 || trace->begin != trace->end);

  g_string_append (json, "{\"files\":[");
  for (guint i = 0; recording->files[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (recording->files[i]);

      g_string_append (json, i > 0 ? "," : "");
      dwell_cli_append_json (json, name);
    }
  g_string_append (json, "],\"format\":");
  dwell_cli_append_json (json, trace->format_id);
  if (has_axis)
    g_string_append_printf (json, ",\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT
                            ",\"duration\":%" G_GINT64_FORMAT, recording->selection.begin,
                            recording->selection.end,
                            dwell_time_between (recording->selection.begin,
                                                recording->selection.end));
  else
    g_string_append (json, ",\"begin\":null,\"end\":null,\"duration\":null");
  g_string_append (json, ",\"spans\":");
  if (dwell_trace_has (trace, DWELL_TABLE_SPANS))
    g_string_append_printf (json, "%u", trace->n_spans);
  else
    g_string_append (json, "null");
  g_string_append_printf (json, ",\"problems\":%u,\"is_partial\":%s}",
                          recording->n_problems,
                          trace->is_partial ? "true" : "false");
}
