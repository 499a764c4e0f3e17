/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes Text1: the sections in the order of the vendor's page, and the timeline in the main file
 * or, as records, in a .BIN beside it. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "core/dwell-sort.h"
#include "formats/text1/write/dwell-text1-writer.h"

static gboolean
has_section (const DwellText1Writer *self,
             DwellText1Sections      section)
{
  guint alone = self->settings->base.section;

  return (self->settings->sections & section) != 0 &&
         (alone == 0 || section == 1u << (alone - 1));
}

static gboolean
has_timeline (const DwellText1Writer *self)
{
  return has_section (self, DWELL_TEXT1_TIMELINE) && dwell_text1_has_timeline (self->trace);
}

/* Output of a template with issues could not be read again with the same meaning. */
static gboolean
check_templates (const DwellText1Writer  *self,
                 GError                 **error)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      guint n;
      const DwellTemplateIssue *issues = dwell_template_get_issues (self->templates[i], &n);

      if (n == 0 || !has_section (self, 1u << i / 2))
        continue;

      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, "%s: %s",
                   dwell_template_get_id ((DwellTemplateKind) i), issues[0].message);
      return FALSE;
    }

  return TRUE;
}

static void
append_contexts (DwellText1Writer *self,
                 GString          *out)
{
  gboolean has_header = FALSE;

  for (guint32 i = 0; i < self->trace->n_contexts; i++)
    {
      DwellText1Entry entry = { .area = DWELL_NONE, .context = i };

      if (self->context_handles[i] == DWELL_NONE || !self->contexts[i])
        continue;

      if (!has_header)
        dwell_text1_append_header (self, out, DWELL_TEMPLATE_CONTEXT_HEADER, NULL, DWELL_NONE);
      has_header = TRUE;
      dwell_text1_append_entry (self, out, DWELL_TEMPLATE_CONTEXT_ENTRY, &entry);
    }
}

static gboolean
write_small_sections (DwellText1Writer  *self,
                      DwellText1Output  *output,
                      GError           **error)
{
  DwellText1Entry nothing = { .area = DWELL_NONE, .context = DWELL_NONE };

  /* Without any value, the section would be only a blank line. */
  if (has_section (self, DWELL_TEXT1_INFO) &&
      (self->total_time != DWELL_TIME_NONE ||
       !dwell_template_has_macro (self->templates[DWELL_TEMPLATE_INFO_ENTRY],
                                  DWELL_MACRO_TOTAL_TIME)))
    {
      dwell_text1_append_header (self, output->pending, DWELL_TEMPLATE_INFO_HEADER, NULL,
                                 DWELL_NONE);
      dwell_text1_append_entry (self, output->pending, DWELL_TEMPLATE_INFO_ENTRY, &nothing);
    }

  if (has_section (self, DWELL_TEXT1_CONTEXTS))
    append_contexts (self, output->pending);

  if ((has_section (self, DWELL_TEXT1_MAPPING) &&
       !dwell_text1_write_mapping (self, output, error)) ||
      !dwell_text1_output_flush (output, TRUE, error))
    return FALSE;

  /* A preview that is full does not need statistics. */
  return !has_section (self, DWELL_TEXT1_STATISTICS) || dwell_sink_is_full (output->sink) ||
         dwell_text1_write_statistics (self, output, error);
}

static gboolean
write_timeline (DwellText1Writer  *self,
                DwellText1Output  *output,
                DwellProgress     *progress,
                GError           **error)
{
  gboolean has_events = self->trace->n_file_events > 0;
  g_autoptr(DwellText1Events) events = has_events ? dwell_text1_events_new (self, FALSE) : NULL;
  g_autoptr(DwellText1Spans) spans = has_events ? NULL : dwell_text1_spans_new (self);
  DwellText1RowFormat format;
  gboolean is_written;

  dwell_text1_row_format_init_for (&format, self);
  is_written = dwell_text1_write_rows (output, &format, events, 0, self->trace->n_file_events,
                                       spans, progress, error) &&
               dwell_text1_output_flush (output, TRUE, error);
  dwell_text1_row_format_clear (&format);
  return is_written;
}

static gboolean
write_parts (DwellText1Writer  *self,
             DwellText1Output  *output,
             DwellProgress     *progress,
             GError           **error)
{
  gboolean is_binary = self->settings->timeline_binary;

  if (progress != NULL && has_section (self, DWELL_TEXT1_STATISTICS))
    dwell_progress_set (progress, N_("Computing statistics"), 0);

  output->stream = dwell_sink_open_part (output->sink, "", output->cancellable, error);
  if (output->stream == NULL || !write_small_sections (self, output, error))
    return FALSE;

  if (has_timeline (self) && !is_binary)
    dwell_text1_append_header (self, output->pending, DWELL_TEMPLATE_TIMELINE_HEADER, NULL,
                               DWELL_NONE);
  if (!dwell_text1_output_flush (output, TRUE, error))
    return FALSE;
  if (!has_timeline (self))
    return TRUE;

  if (is_binary)
    output->stream = dwell_sink_open_part (output->sink, DWELL_TEXT1_BINARY_SUFFIX,
                                           output->cancellable, error);
  return output->stream != NULL && write_timeline (self, output, progress, error);
}

/**
 * dwell_text1_has_binary:
 * @trace: the trace to write
 * @base: the settings
 *
 * Returns: whether the timeline goes to a .BIN
 */
gboolean
dwell_text1_has_binary (const DwellTrace          *trace,
                        const DwellExportSettings *base)
{
  const DwellText1Settings *settings = (const DwellText1Settings *) base;
  const DwellText1Source *source = trace->source;

  if (base->is_as_read)
    return source != NULL && source->has_binary;

  return settings->timeline_binary && (settings->sections & DWELL_TEXT1_TIMELINE) != 0 &&
         dwell_text1_has_timeline (trace);
}

/* An existing .BIN is overwritten only if it is a timeline that belongs to the file. */
static gboolean
check_beside (DwellSink     *sink,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autofree char *name = NULL;

  if (dwell_text1_look_beside (sink, cancellable) != DWELL_BESIDE_FOREIGN)
    return TRUE;

  name = dwell_sink_get_part_name (sink, DWELL_TEXT1_BINARY_SUFFIX);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               /* Translators: %s is the name of a .BIN */
               _("the timeline would overwrite “%s”, which holds something else"), name);
  return FALSE;
}

/* Returns the greatest memory that writing needs, without statistics: orders of spans, suspensions
 * and writes, and the memory for sorting them; handles, names and rows of areas and contexts. */
static gsize
count_bytes (const DwellTrace *trace)
{
  gsize n_sorted = trace->n_file_events == 0 ? (gsize) trace->n_suspensions + trace->n_writes : 0;

  return ((gsize) trace->n_spans + trace->n_writes) * sizeof (guint32) +
         n_sorted * 2 * (sizeof (DwellKeyed) + sizeof (guint32)) +
         ((gsize) trace->n_areas + trace->n_contexts) * 256 + trace->n_tracks * sizeof (guint32);
}

/**
 * dwell_text1_export:
 * @trace: the trace to write
 * @settings: the settings
 * @sink: the sink; the caller commits it after success
 * @progress: (nullable): shows how much is written
 * @cancellable: (nullable): a cancellable
 * @error: the reason of a failure
 *
 * Writes Text1. Blocks, so it is for workers and the command line. A full memory sink ends it
 * early and successfully. An existing .BIN that is not written stays unless the caller drops it:
 * see dwell_text1_look_beside().
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_export (DwellTrace                 *trace,
                    const DwellExportSettings  *settings,
                    DwellSink                  *sink,
                    DwellProgress              *progress,
                    GCancellable               *cancellable,
                    GError                    **error)
{
  g_autoptr(DwellText1Writer) self = NULL;
  g_autoptr(GString) pending = g_string_new (NULL);
  DwellText1Output output = { .sink = sink, .pending = pending, .cancellable = cancellable };

  if (!dwell_memory_check (count_bytes (trace), error))
    return FALSE;

  self = dwell_text1_writer_new (trace, (const DwellText1Settings *) settings, error);
  if (self == NULL || g_cancellable_set_error_if_cancelled (cancellable, error) ||
      (dwell_text1_has_binary (trace, settings) && !check_beside (sink, cancellable, error)))
    return FALSE;

  if (settings->is_as_read)
    return dwell_text1_write_source (self, sink, progress, cancellable, error);

  for (guint i = 0; i < DWELL_N_HANDLE_KINDS; i++)
    if (self->n_excess[i] > 0)
      {
        g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                             _("There are more areas of a kind than Text1 has handles for"));
        return FALSE;
      }

  return check_templates (self, error) && write_parts (self, &output, progress, error) &&
         dwell_sink_check_begun (sink, output.is_begun, error);
}
