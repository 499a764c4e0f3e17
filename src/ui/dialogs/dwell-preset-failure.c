/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said where a preset, of import or of export, could not be had as wanted. */
#include "config.h"

#include "ui/dialogs/dwell-preset-failure.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "ui/dwell-failure.h"
#include "ui/dwell-toast.h"

/* Returns: (transfer full): what happened, to which preset; where @is_whole, also what to do. */
static char *
make_message (DwellPresetDeed  deed,
              const char      *name,
              const char      *cause,
              gboolean        *is_whole)
{
  *is_whole = FALSE;
  switch (deed)
    {
    case DWELL_PRESET_SAVE:
      /* Translators: a preset, and why */
      return g_strdup_printf (_("Could not save the preset “%s”: %s"), name, cause);
    case DWELL_PRESET_RENAME:
      /* Translators: a preset, and why */
      return g_strdup_printf (_("Could not rename the preset “%s”: %s"), name, cause);
    case DWELL_PRESET_DELETE:
      /* Translators: a preset, and why */
      return g_strdup_printf (_("Could not delete the preset “%s”: %s"), name, cause);
    case DWELL_PRESET_EXPORT:
      /* Translators: a preset, and why */
      return g_strdup_printf (_("Could not export the preset “%s”: %s"), name, cause);
    case DWELL_PRESET_IMPORT:
      *is_whole = TRUE;
      /* Translators: a file, and why it is no preset */
      return g_strdup_printf (_("“%s” is no preset: %s. Choose a file that was exported as one."),
                              name, cause);
    case DWELL_PRESET_USE:
    default:
      *is_whole = TRUE;
      /* Translators: a preset, and what is wrong with its file */
      return g_strdup_printf (_("The preset “%s” cannot be used: %s. Mend its file, or delete it."),
                              name, cause);
    }
}

/**
 * dwell_preset_failure_show:
 * @from: a widget of the window in which to say it
 * @deed: what was wanted
 * @name: of the preset, or of the file that was to become one
 * @path: (nullable): the preset's file, where it can be shown
 * @error: why not
 *
 * Says what went wrong and what to do next, until it is dismissed.
 */
void
dwell_preset_failure_show (GtkWidget       *from,
                           DwellPresetDeed  deed,
                           const char      *name,
                           const char      *path,
                           const GError    *error)
{
  gboolean is_written = deed != DWELL_PRESET_USE && deed != DWELL_PRESET_IMPORT;
  const char *cause = is_written ? dwell_error_get_writing_cause (error) : error->message;
  g_autofree char *message = NULL;
  gboolean is_whole;

  /* The toast's button shows where it is. */
  if (path != NULL && g_str_has_prefix (cause, path) &&
      g_str_has_prefix (cause + strlen (path), ": "))
    cause += strlen (path) + strlen (": ");
  message = make_message (deed, name, cause, &is_whole);

  if (!is_whole)
    {
      dwell_failure_show_saving (from, message, error);
    }
  else if (path != NULL)
    {
      g_autoptr(GFile) file = g_file_new_for_path (path);
      AdwToast *toast = dwell_toast_show_file (from, message, file);

      if (toast != NULL)
        adw_toast_set_timeout (toast, 0);
    }
  else
    {
      g_autoptr(AdwToast) toast = dwell_toast_show_lasting (from, message, NULL);
    }
}
