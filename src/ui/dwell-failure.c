/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tab says of files that could not be read. */
#include "config.h"

#include "ui/dwell-failure.h"

#include <glib/gi18n-lib.h>

/* A message without the name that the title tells already. */
static char *
make_sentence (const char *message,
               const char *name)
{
  g_autofree char *first = NULL;
  const char *rest = message;

  if (g_str_has_prefix (message, name) && g_str_has_prefix (message + strlen (name), ": "))
    rest = message + strlen (name) + 2;
  if (*rest == '\0')
    return g_strdup ("");

  first = g_utf8_strup (rest, g_utf8_next_char (rest) - rest);

  return g_strconcat (first, g_utf8_next_char (rest), NULL);
}

/**
 * dwell_failure_describe:
 * @page: where to say it
 * @name: what could not be read
 * @error: (nullable): why
 */
void
dwell_failure_describe (AdwStatusPage *page,
                        const char    *name,
                        const GError  *error)
{
  g_autofree char *title = NULL;
  g_autofree char *cause = NULL;
  g_autofree char *cause_markup = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      title = g_strdup_printf (_("Stopped Reading “%s”"), name);
      cause = g_strdup (_("You stopped it before there was anything to show."));
    }
  else
    {
      title = g_strdup_printf (_("Could Not Open “%s”"), name);
      cause = make_sentence (error != NULL ? error->message : "", name);
    }

  cause_markup = g_markup_escape_text (cause, -1);
  adw_status_page_set_title (page, title);
  adw_status_page_set_description (page, cause_markup);
}
