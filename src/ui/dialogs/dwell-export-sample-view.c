/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample is made by a worker; one of another trace or format is never shown. */
#include "config.h"

#include "ui/dialogs/dwell-export-sample-view.h"

#include <glib/gi18n-lib.h>

#include "model/export/dwell-export-sample.h"

struct _DwellExportSampleView
{
  AdwBin parent_instance;

  GtkTextView *sample_text;
  GtkSpinner  *spinner;

  GCancellable *cancellable; /* of the question under way, or NULL */
};

G_DEFINE_FINAL_TYPE (DwellExportSampleView, dwell_export_sample_view, ADW_TYPE_BIN)

static void
forget_question (DwellExportSampleView *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
on_sample (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellExportSampleView) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean is_cut;
  g_autofree char *text = dwell_export_sample_finish (result, &is_cut, &error);
  GtkTextBuffer *buffer;
  GtkTextIter end;

  if (self->cancellable != g_task_get_cancellable (G_TASK (result)))
    return;

  g_clear_object (&self->cancellable);
  gtk_spinner_stop (self->spinner);
  buffer = gtk_text_view_get_buffer (self->sample_text);
  gtk_text_buffer_set_text (buffer, text != NULL ? text : error->message, -1);
  gtk_text_buffer_get_end_iter (buffer, &end);
  if (text != NULL && is_cut)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, _("…  and more\n"), -1, "more", NULL);
}

static void
dwell_export_sample_view_dispose (GObject *object)
{
  forget_question (DWELL_EXPORT_SAMPLE_VIEW (object));

  G_OBJECT_CLASS (dwell_export_sample_view_parent_class)->dispose (object);
}

static void
dwell_export_sample_view_class_init (DwellExportSampleViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_sample_view_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-sample-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportSampleView, sample_text);
  gtk_widget_class_bind_template_child (widget_class, DwellExportSampleView, spinner);
}

static void
dwell_export_sample_view_init (DwellExportSampleView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_text_buffer_create_tag (gtk_text_view_get_buffer (self->sample_text), "more", "style",
                              PANGO_STYLE_ITALIC, NULL);
}

/**
 * dwell_export_sample_view_show:
 * @self: a view
 * @trace: (nullable): what would be written
 * @format: (nullable): that can write it
 *
 * Shows how the file would begin, as soon as that is known.
 */
void
dwell_export_sample_view_show (DwellExportSampleView *self,
                               DwellTrace            *trace,
                               const DwellFormat     *format)
{
  g_return_if_fail (DWELL_IS_EXPORT_SAMPLE_VIEW (self));

  forget_question (self);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->sample_text), "", -1);
  if (trace == NULL || format == NULL)
    return;

  gtk_spinner_start (self->spinner);
  self->cancellable = g_cancellable_new ();
  dwell_export_sample_async (trace, format, self->cancellable, on_sample, g_object_ref (self));
}
