/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of files that could not be read or written, and what to do about it. */
#include "config.h"

#include "ui/dwell-failure.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "ui/dwell-toast.h"

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

typedef struct {
  GQuark    (*domain) (void);
  int         code;
  const char *advice;
} Advice;

/* What to do next, by what the user can do about it. Returns: (nullable): translated. */
static const char *
find_advice (const Advice *advices,
             guint         n_advices,
             const GError *error)
{
  for (guint i = 0; error != NULL && i < n_advices; i++)
    if (g_error_matches (error, advices[i].domain (), advices[i].code))
      return _(advices[i].advice);

  return NULL;
}

static const char *
get_advice (const GError *error)
{
  static const Advice advices[] = {
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

  const char *advice = find_advice (advices, G_N_ELEMENTS (advices), error);

  return advice != NULL ? advice : _("Try again, or look whether the disk or the network is well.");
}

static const char *
get_saving_advice (const GError *error)
{
  static const Advice advices[] = {
    { g_io_error_quark, G_IO_ERROR_NO_SPACE, N_("Free some space, or save to another disk.") },
    { g_io_error_quark, G_IO_ERROR_PERMISSION_DENIED,
      N_("Choose a folder in which you may write.") },
    { g_io_error_quark, G_IO_ERROR_READ_ONLY, N_("Choose a folder in which you may write.") },
    { g_io_error_quark, G_IO_ERROR_NOT_FOUND,
      N_("Look whether the folder is still there, or choose another.") },
    { g_io_error_quark, G_IO_ERROR_NOT_DIRECTORY,
      N_("Look whether the folder is still there, or choose another.") },
    { g_file_error_quark, G_FILE_ERROR_NOSPC, N_("Free some space, or save to another disk.") },
    { g_file_error_quark, G_FILE_ERROR_ACCES, N_("Choose a folder in which you may write.") },
    { g_file_error_quark, G_FILE_ERROR_ROFS, N_("Choose a folder in which you may write.") },
    { g_file_error_quark, G_FILE_ERROR_NOENT,
      N_("Look whether the folder is still there, or choose another.") },
  };
  const char *advice = find_advice (advices, G_N_ELEMENTS (advices), error);

  return advice != NULL ? advice : _("Try again, or save it elsewhere.");
}

/**
 * dwell_failure_tell_saving:
 * @message: what went wrong, without a full stop
 * @error: why
 *
 * Returns: (transfer full): @message, and what to do next
 */
char *
dwell_failure_tell_saving (const char   *message,
                           const GError *error)
{
  /* Translators: what went wrong, and a sentence that says what to do about it */
  return g_strdup_printf (_("%s. %s"), message, get_saving_advice (error));
}

/**
 * dwell_failure_show_saving:
 * @from: a widget of the window in which to say it
 * @message: (nullable): what went wrong, without a full stop; %NULL: what @error says
 * @error: why
 *
 * Says what could not be saved, and what to do next, until it is dismissed.
 */
void
dwell_failure_show_saving (GtkWidget    *from,
                           const char   *message,
                           const GError *error)
{
  g_autofree char *text = dwell_failure_tell_saving (message != NULL ? message : error->message,
                                                     error);

  g_autoptr(AdwToast) toast = dwell_toast_show_lasting (from, text, NULL);
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
