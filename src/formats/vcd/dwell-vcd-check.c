/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns of what a value change dump cannot contain. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-warnings.h"
#include "formats/vcd/dwell-vcd-writer.h"

static guint64
count_parents (const DwellTrace          *trace,
               const DwellExportSettings *settings)
{
  gint64 begin;
  gint64 end;
  guint64 n = 0;

  dwell_export_settings_get_range (settings, trace, &begin, &end);
  for (guint32 i = 0; i < trace->n_spans; i++)
    n += trace->span_parent[i] != DWELL_NONE &&
         dwell_trace_span_takes_part (trace, i, begin, end);

  return n;
}

/**
 * dwell_vcd_check:
 * @trace: a trace with times
 * @settings: #DwellVcdSettings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_vcd_check (DwellTrace                *trace,
                 const DwellExportSettings *settings,
                 GCancellable              *cancellable)
{
  gboolean are_busy = ((const DwellVcdSettings *) settings)->spans == DWELL_VCD_WRITE_BUSY;
  GArray *warnings = dwell_export_warnings_new ();
  DwellVcdLosses losses;

  dwell_vcd_count_losses (trace, settings, cancellable, &losses);
  {
    const struct {
      guint64     count;
      gboolean    is_loss;
      const char *message;
    } told[] = {
      { count_parents (trace, settings), TRUE,
        are_busy ? _("Spans are reduced to one bit: whether anything runs")
                 : _("Spans become states of signals, one signal for each row: their callers are "
                     "left out") },
      { losses.borders, TRUE,
        _("Starts and ends that coincide with those of the recording are read back as unknown") },
      { losses.incomplete, TRUE,
        _("Starts and ends that the recording lacks are written as if they were known") },
      { losses.gaps, TRUE, _("A bit without a state is written as x") },
      { losses.texts, TRUE, _("Messages become events without their texts") },
      { losses.repeated, TRUE,
        _("Values that are written again without a change are left out") },
      { losses.cut, TRUE, _("Long names are cut") },
      { losses.renamed, FALSE,
        _("Names with spaces, and duplicate names, are changed") },
    };

    for (guint i = 0; i < G_N_ELEMENTS (told); i++)
      dwell_export_warnings_add (warnings, FALSE, told[i].is_loss, told[i].count,
                                 g_strdup (told[i].message));
  }
  return warnings;
}
