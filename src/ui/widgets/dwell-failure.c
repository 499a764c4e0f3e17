/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages for files that could not be read or written, with advice and buttons for the next
 * step. */
#include "config.h"

#include "ui/widgets/dwell-failure.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "ui/widgets/dwell-toast.h"

/* Returns the message as a sentence, without the file's name, which the title has already. */
static char *
make_sentence (const char *message,
               const char *name)
{
  g_autofree char *first = NULL;
  const char *rest = message;
  const char *blank;

  if (g_str_has_prefix (message, name) && g_str_has_prefix (message + strlen (name), ": "))
    rest = message + strlen (name) + 2;
  if (*rest == '\0')
    return g_strdup ("");

  /* The error of a joined session begins with a file's name, whose case is kept. */
  blank = strchr (rest, ' ');
  if (blank != NULL && blank > rest && blank[-1] == ':')
    first = g_strndup (rest, (gsize) (g_utf8_next_char (rest) - rest));
  else
    first = g_utf8_strup (rest, g_utf8_next_char (rest) - rest);

  return g_strconcat (first, g_utf8_next_char (rest), g_str_has_suffix (rest, ".") ? NULL : ".",
                      NULL);
}

/* The next step that the failure page offers as a button. */
typedef enum {
  TRY_AGAIN,
  OPEN_ANOTHER,
  OPEN_RECORDING,
  IMPORT_OPTIONS,
  OPEN_APART,
} Step;

typedef struct {
  GQuark    (*domain) (void);
  int         code;
  const char *advice;
  Step        step;  /* this and the next are used for reading only */
  const char *title; /* (nullable): of a single file, instead of the usual one */
} Advice;

/* Returns: (nullable): the entry for the error; its advice is untranslated. */
static const Advice *
find_advice (const Advice *advices,
             guint         n_advices,
             const GError *error)
{
  for (guint i = 0; error != NULL && i < n_advices; i++)
    if (g_error_matches (error, advices[i].domain (), advices[i].code))
      return &advices[i];

  return NULL;
}

static const Advice *
get_advice (const GError *error)
{
  static const Advice advices[] = {
    { g_io_error_quark, G_IO_ERROR_NOT_FOUND,
      N_("Check whether it was moved or renamed, and open it from there."), OPEN_ANOTHER },
    { g_io_error_quark, G_IO_ERROR_PERMISSION_DENIED,
      N_("Ask its owner for permission to read it."), TRY_AGAIN },
    { dwell_error_quark, DWELL_ERROR_UNRECOGNIZED,
      N_("If you know which program wrote it, choose the format in Import Options."),
      IMPORT_OPTIONS },
    { dwell_error_quark, DWELL_ERROR_FOREIGN,
      N_("The help lists the formats that Dwell opens, and the programs that write "
         "them."), OPEN_ANOTHER },
    { dwell_error_quark, DWELL_ERROR_NOT_A_FILE,
      N_("Open one of the files that a profiler wrote."), OPEN_ANOTHER },
    { dwell_error_quark, DWELL_ERROR_EMPTY,
      N_("The profiler may still be writing it, or was stopped too early. Record again."),
      TRY_AGAIN },
    { dwell_error_quark, DWELL_ERROR_SYNTAX,
      N_("Try another format or other templates in Import Options."), IMPORT_OPTIONS },
    { dwell_error_quark, DWELL_ERROR_TRUNCATED,
      N_("Part of it is missing. Copy it again from where it was recorded."), TRY_AGAIN },
    { dwell_error_quark, DWELL_ERROR_LIMIT,
      N_("Record for a shorter time, or fewer things at once."), OPEN_ANOTHER },
    { dwell_error_quark, DWELL_ERROR_OPTION,
      N_("Choose another value in Import Options."), IMPORT_OPTIONS },
    { dwell_error_quark, DWELL_ERROR_APART,
      N_("Open them as tabs instead: each is then a recording of its own."), OPEN_APART },
    { dwell_error_quark, DWELL_ERROR_COMPARISON,
      N_("Try again, and allow its recordings to be opened."), TRY_AGAIN },
    { dwell_error_quark, DWELL_ERROR_REQUIREMENTS,
      N_("Open the recording that they are for: it is then checked against them."),
      OPEN_RECORDING, N_("No Recording to Check") },
  };
  static const Advice other = {
    NULL, 0, N_("Try again, or check the disk and the network."), TRY_AGAIN
  };
  const Advice *advice = find_advice (advices, G_N_ELEMENTS (advices), error);

  return advice != NULL ? advice : &other;
}

static const char *
get_saving_advice (const GError *error)
{
  static const Advice advices[] = {
    { g_io_error_quark, G_IO_ERROR_NO_SPACE, N_("Free some space, or save to another disk.") },
    { g_io_error_quark, G_IO_ERROR_PERMISSION_DENIED,
      N_("Choose a folder that you can write to.") },
    { g_io_error_quark, G_IO_ERROR_READ_ONLY, N_("Choose a folder that you can write to.") },
    { g_io_error_quark, G_IO_ERROR_EXISTS, N_("Choose another name.") },
    { g_io_error_quark, G_IO_ERROR_NOT_FOUND,
      N_("Check that the folder is still there, or choose another.") },
    { g_io_error_quark, G_IO_ERROR_NOT_DIRECTORY,
      N_("Check that the folder is still there, or choose another.") },
    { g_file_error_quark, G_FILE_ERROR_NOSPC, N_("Free some space, or save to another disk.") },
    { g_file_error_quark, G_FILE_ERROR_ACCES, N_("Choose a folder that you can write to.") },
    { g_file_error_quark, G_FILE_ERROR_ROFS, N_("Choose a folder that you can write to.") },
    { g_file_error_quark, G_FILE_ERROR_NOENT,
      N_("Check that the folder is still there, or choose another.") },
  };
  const Advice *advice = find_advice (advices, G_N_ELEMENTS (advices), error);

  return advice != NULL ? _(advice->advice) : _("Try again, or save it elsewhere.");
}

/* The toast cannot name the action "tab.reload": that is the action of the tab in front, which may
 * be another tab by now. */
static void
on_try_again (GActionGroup *actions)
{
  g_action_group_activate_action (actions, "reload", NULL);
}

/**
 * dwell_failure_show_reading:
 * @from: a widget of the tab, which shows what was read before
 * @actions: the tab's actions, “reload” among them
 * @error: the error of the reload
 *
 * Shows the error in a toast, until the user dismisses it or tries again.
 */
void
dwell_failure_show_reading (GtkWidget    *from,
                            GActionGroup *actions,
                            const GError *error)
{
  g_autofree char *message = NULL;
  g_autoptr(AdwToast) toast = NULL;

  /* Translators: %s is why the file could not be read again */
  message = g_strdup_printf (_("%s. You still see what was read before."), error->message);
  toast = dwell_toast_show_lasting (from, message, _("Try Again"));
  if (toast != NULL)
    g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_try_again), actions,
                             G_CONNECT_SWAPPED);
}

/**
 * dwell_failure_describe_saving:
 * @message: what went wrong, a sentence without a full stop
 * @error: the cause, which decides the advice
 *
 * Returns: (transfer full): @message, and a sentence of advice
 */
char *
dwell_failure_describe_saving (const char   *message,
                               const GError *error)
{
  /* Translators: what went wrong, and a sentence that says what to do about it */
  return g_strdup_printf (_("%s. %s"), message, get_saving_advice (error));
}

/**
 * dwell_failure_show_saving:
 * @from: a widget of the window to show the toast in
 * @message: what went wrong, a sentence without a full stop
 * @error: the cause, which decides the advice
 *
 * Shows @message and advice in a toast, until the user dismisses it.
 */
void
dwell_failure_show_saving (GtkWidget    *from,
                           const char   *message,
                           const GError *error)
{
  g_autofree char *text = dwell_failure_describe_saving (message, error);
  g_autoptr(AdwToast) toast = dwell_toast_show_lasting (from, text, NULL);
}

static void
add_button (GtkBox     *box,
            const char *label,
            const char *action,
            gboolean    is_suggested)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "pill");
  if (is_suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  gtk_box_append (box, button);
}

/* The suggested step comes first; trying again and closing are always offered. */
static GtkWidget *
make_buttons (Step step)
{
  static const struct { const char *label; const char *action; } steps[] = {
    [TRY_AGAIN] = { N_("_Try Again"), "tab.reload" },
    [OPEN_ANOTHER] = { N_("_Open Another…"), "win.open" },
    [OPEN_RECORDING] = { N_("_Open a Recording…"), "win.open" },
    [IMPORT_OPTIONS] = { N_("_Import Options…"), "tab.import-options" },
    [OPEN_APART] = { N_("Open as Ta_bs"), "win.open-apart" },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  add_button (GTK_BOX (box), _(steps[step].label), steps[step].action, TRUE);
  if (step != TRY_AGAIN)
    add_button (GTK_BOX (box), _(steps[TRY_AGAIN].label), steps[TRY_AGAIN].action, FALSE);
  add_button (GTK_BOX (box), _("_Close"), "win.close", FALSE);

  return box;
}

/**
 * dwell_failure_describe:
 * @page: the page to fill
 * @name: the title of the session that could not be read
 * @file: (nullable): its file; %NULL if it has several
 * @error: (nullable): the cause
 *
 * Shows what happened to which file, advice, and buttons for the next steps.
 */
void
dwell_failure_describe (AdwStatusPage *page,
                        const char    *name,
                        GFile         *file,
                        const GError  *error)
{
  g_autofree char *path = file != NULL ? g_file_get_parse_name (file) : NULL;
  g_autofree char *title = NULL;
  g_autofree char *cause = NULL;
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;
  const char *advice = NULL;
  Step step = TRY_AGAIN;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      title = g_strdup_printf (_("Stopped Reading “%s”"), name);
      cause = g_strdup (_("You stopped it before there was anything to show."));
    }
  else
    {
      const Advice *found = get_advice (error);

      title = found->title != NULL && file != NULL
                ? g_strdup (_(found->title)) : g_strdup_printf (_("Could Not Open “%s”"), name);
      cause = make_sentence (error != NULL ? error->message : "", name);
      advice = _(found->advice);
      step = found->step;
    }

  text = g_strjoin ("\n\n", cause, advice != NULL ? advice : path, advice != NULL ? path : NULL,
                    NULL);
  markup = g_markup_escape_text (text, -1);
  adw_status_page_set_title (page, title);
  adw_status_page_set_description (page, markup);
  adw_status_page_set_child (page, make_buttons (step));
}
