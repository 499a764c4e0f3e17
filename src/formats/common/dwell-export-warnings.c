/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-export-warnings.h"

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
 * @is_error: whether it cannot be written like that
 * @is_loss: whether something cannot come back from this export
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
