/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/widgets/dwell-print.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/widgets/dwell-toast.h"

/**
 * dwell_print_new:
 * @title: the name of the print job
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
