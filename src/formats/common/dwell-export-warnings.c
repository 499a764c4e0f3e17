/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-export-warnings.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

static void
warning_clear (gpointer data)
{
  DwellExportWarning *warning = data;

  g_free (warning->message);
}

/**
 * dwell_export_warnings_new:
 *
 * Returns: (transfer full) (element-type DwellExportWarning): no warnings so far
 */
GArray *
dwell_export_warnings_new (void)
{
  GArray *warnings = g_array_new (FALSE, FALSE, sizeof (DwellExportWarning));

  g_array_set_clear_func (warnings, warning_clear);
  return warnings;
}

/**
 * dwell_export_warnings_add:
 * @warnings: (inout) (element-type DwellExportWarning): warnings
 * @is_error: whether it cannot be written with these settings
 * @is_loss: whether something cannot be read back from this export
 * @count: how often
 * @message: (transfer full): what it is, translated
 *
 * Adds a warning, unless the count is 0.
 */
void
dwell_export_warnings_add (GArray   *warnings,
                           gboolean  is_error,
                           gboolean  is_loss,
                           guint64   count,
                           char     *message)
{
  DwellExportWarning warning = { is_error, is_loss, count, message };

  if (count > 0)
    g_array_append_val (warnings, warning);
  else
    g_free (message);
}

/**
 * dwell_export_warnings_add_doubtful:
 * @warnings: (inout) (element-type DwellExportWarning): warnings
 * @count: how many spans are written for which dwell_export_is_doubtful() is true
 *
 * Warns of them, unless there are none.
 */
void
dwell_export_warnings_add_doubtful (GArray  *warnings,
                                    guint64  count)
{
  dwell_export_warnings_add (warnings, FALSE, TRUE, count,
                             g_strdup (ngettext ("An activation whose time is doubtful or was "
                                                 "corrected: the format cannot express this",
                                                 "Activations whose times are doubtful or were "
                                                 "corrected: the format cannot express this",
                                                 dwell_text_plural (count))));
}

/**
 * dwell_export_is_doubtful:
 * @trace: a trace
 * @span: a span
 *
 * Returns: whether its time, or its self time, is known not to be what ran
 */
gboolean
dwell_export_is_doubtful (const DwellTrace *trace,
                          guint32           span)
{
  return (trace->span_flags[span] & ~DWELL_SPAN_INCOMPLETE) != 0;
}

/**
 * dwell_export_count_incomplete:
 * @trace: a trace
 * @begin: ns: the range that is written
 * @end: ns
 *
 * Returns: how many spans in the range have no recorded start or end; ends cut off by the range do
 *   not count, because the format does not lose them
 */
guint64
dwell_export_count_incomplete (const DwellTrace *trace,
                               gint64            begin,
                               gint64            end)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_span_takes_part (trace, i, begin, end))
      n += (trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) != 0 ||
           ((trace->span_flags[i] & DWELL_SPAN_END_MISSING) != 0 &&
            dwell_trace_get_span_end (trace, i) < end);

  return n;
}

/**
 * dwell_export_count_pauses:
 * @trace: a trace
 * @begin: ns: the range that is written
 * @end: ns
 *
 * Returns: how many pauses of spans lie in the range
 */
guint64
dwell_export_count_pauses (const DwellTrace *trace,
                           gint64            begin,
                           gint64            end)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    n += trace->suspension_kind[i] == DWELL_SUSPENSION_PAUSE &&
         trace->suspension_begin[i] <= end && trace->suspension_end[i] >= begin;

  return n;
}

/**
 * dwell_export_count_orphans:
 * @trace: a trace
 * @begin: ns: the range that is written
 * @end: ns
 *
 * Returns: how many ends without a start lie in the range
 */
guint64
dwell_export_count_orphans (const DwellTrace *trace,
                            gint64            begin,
                            gint64            end)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_marks; i++)
    n += trace->mark_kind[i] == DWELL_MARK_ORPHAN_END && trace->mark_time[i] >= begin &&
         trace->mark_time[i] <= end;

  return n;
}
