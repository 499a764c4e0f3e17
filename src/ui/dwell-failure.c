/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tab says of files that could not be read. */
#include "config.h"

#include "ui/dwell-failure.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

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

/* What to do next, by what the user can do about it. Returns: translated. */
static const char *
get_advice (const GError *error)
{
  static const struct {
    GQuark    (*domain) (void);
    int         code;
    const char *advice;
  } advices[] = {
    { g_io_error_quark, G_IO_ERROR_NOT_FOUND,
      N_("Look whether it was moved or renamed, and open it from there.") },
    { g_io_error_quark, G_IO_ERROR_PERMISSION_DENIED,
      N_("Ask whoever owns it to let you read it.") },
    { dwell_error_quark, DWELL_ERROR_UNRECOGNIZED,
      N_("If you know what wrote it, say so in Import Options.") },
    { dwell_error_quark, DWELL_ERROR_NOT_A_FILE,
      N_("Open one of the files that a profiler wrote.") },
    { dwell_error_quark, DWELL_ERROR_EMPTY,
      N_("Perhaps the profiler is still writing it, or was ended too early: record again.") },
    { dwell_error_quark, DWELL_ERROR_SYNTAX,
      N_("Another format or other templates, in Import Options, may read it.") },
    { dwell_error_quark, DWELL_ERROR_TRUNCATED,
      N_("Copy it anew from where it was recorded: part of it is missing.") },
    { dwell_error_quark, DWELL_ERROR_LIMIT,
      N_("Record for a shorter time, or fewer things at once.") },
    { dwell_error_quark, DWELL_ERROR_OPTION,
      N_("Choose another value in Import Options.") },
  };

  for (guint i = 0; error != NULL && i < G_N_ELEMENTS (advices); i++)
    if (g_error_matches (error, advices[i].domain (), advices[i].code))
      return _(advices[i].advice);

  return _("Try again, or look whether the disk or the network is well.");
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
  g_autofree char *sentence = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      title = g_strdup_printf (_("Stopped Reading “%s”"), name);
      cause = g_strdup (_("You stopped it before there was anything to show."));
    }
  else
    {
      title = g_strdup_printf (_("Could Not Open “%s”"), name);
      sentence = make_sentence (error != NULL ? error->message : "", name);
      cause = g_strdup_printf ("%s\n\n%s", sentence, get_advice (error));
    }

  cause_markup = g_markup_escape_text (cause, -1);
  adw_status_page_set_title (page, title);
  adw_status_page_set_description (page, cause_markup);
}
