/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/widgets/dwell-print.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "ui/widgets/dwell-toast.h"

/* Returns the settings of a print job. If it prints to a file, the file is named after @title. */
static GtkPrintSettings *
make_settings (const char *title)
{
  GtkPrintSettings *settings = gtk_print_settings_new ();
  g_autoptr(GString) name = g_string_new (title);

  g_string_replace (name, " · ", " - ", 0);
  g_strdelimit (name->str, G_DIR_SEPARATOR_S, '-');
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name->str);
  return settings;
}

/**
 * dwell_print_new:
 * @title: the name of the print job, and the suggested name of a file
 * @orientation: the initial orientation of the paper
 * @begin_print: handler of #GtkPrintOperation::begin-print, which counts the pages; its user data
 *   is @job
 * @draw_page: handler of #GtkPrintOperation::draw-page; its user data is @job
 * @job: (transfer full): data for both
 * @job_free: frees @job
 *
 * Returns: (transfer full): a print operation
 */
GtkPrintOperation *
dwell_print_new (const char         *title,
                 GtkPageOrientation  orientation,
                 GCallback           begin_print,
                 GCallback           draw_page,
                 gpointer            job,
                 GClosureNotify      job_free)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr(GtkPageSetup) setup = gtk_page_setup_new ();
  g_autoptr(GtkPrintSettings) settings = make_settings (title);

  gtk_print_operation_set_print_settings (operation, settings);
  gtk_page_setup_set_orientation (setup, orientation);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_job_name (operation, title);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_allow_async (operation, TRUE);
  g_signal_connect_data (operation, "begin-print", begin_print, job, job_free, 0);
  g_signal_connect (operation, "draw-page", draw_page, job);

  return operation;
}

static void
on_done (GtkPrintOperation       *operation,
         GtkPrintOperationResult  result,
         gpointer                 user_data)
{
  g_autoptr(GtkWidget) from = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *message = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;

  gtk_print_operation_get_error (operation, &error);
  message = g_strdup_printf (_("Could not print: %s. Print to a file, or try another printer."),
                             error->message);
  dwell_toast_show (from, message);
}

/**
 * dwell_print_run:
 * @operation: a print operation
 * @from: a widget of the window that the print dialog belongs to
 *
 * Opens the print dialog and prints. A failure is shown in a toast of the window.
 */
void
dwell_print_run (GtkPrintOperation *operation,
                 GtkWidget         *from)
{
  g_signal_connect (operation, "done", G_CALLBACK (on_done), g_object_ref (from));
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG,
                           GTK_WINDOW (gtk_widget_get_root (from)), NULL);
}

/**
 * dwell_print_name_page:
 * @number: the number of a page, from 0
 * @n_pages: the number of pages
 *
 * Returns: (transfer full): the text at the foot of the page, translated
 */
char *
dwell_print_name_page (guint number,
                       guint n_pages)
{
  g_autofree char *page = dwell_text_count (number + 1);
  g_autofree char *pages = dwell_text_count (n_pages);

  /* Translators: which page of how many */
  return g_strdup_printf (_("Page %s of %s"), page, pages);
}

/**
 * dwell_print_describe_scope:
 * @view: a view with a trace
 *
 * Returns: (transfer full) (nullable): which part of the session the view's scope is, and its
 *   range; %NULL if the trace has no timeline
 */
char *
dwell_print_describe_scope (DwellView *view)
{
  g_autofree char *range = NULL;
  gint64 begin;
  gint64 end;

  if (!dwell_trace_has_timeline (dwell_view_get_trace (view)))
    return NULL;

  dwell_view_get_scope_range (view, &begin, &end);
  range = dwell_axis_range (dwell_view_get_trace (view), begin, end);
  switch (dwell_view_get_scope (view))
    {
    case DWELL_SCOPE_VISIBLE:
      /* Translators: %s is start, end and length of a range of time */
      return g_strdup_printf (_("Visible range: %s"), range);
    case DWELL_SCOPE_SELECTION:
      /* Translators: %s is start, end and length of a range of time */
      return g_strdup_printf (_("Selection: %s"), range);
    case DWELL_SCOPE_WHOLE:
    default:
      /* Translators: %s is start, end and length of a range of time */
      return g_strdup_printf (_("Whole recording: %s"), range);
    }
}
