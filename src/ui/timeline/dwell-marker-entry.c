/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small popover for the text of a marker or a note: Enter saves, Escape leaves all as it was. A
 * marker that is there already can be deleted in it. */
#include "config.h"

#include "ui/timeline/dwell-marker-entry.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "ui/dwell-undo.h"

struct _DwellMarkerEntry
{
  GtkPopover parent_instance;

  GtkLabel  *title;
  GtkWidget *text;
  GtkWidget *remove;

  DwellView *view;  /* NULL: nothing is asked */
  gint64     time;
  guint32    span;
};

G_DEFINE_FINAL_TYPE (DwellMarkerEntry, dwell_marker_entry, GTK_TYPE_POPOVER)

static void
on_save (DwellMarkerEntry *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->text));
  int n;

  if (self->view == NULL)
    return;

  n = dwell_view_find_marker (self->view, self->time, self->span);
  if (n >= 0)
    dwell_view_rename_marker (self->view, (guint) n, text);
  else if (self->span != DWELL_NONE)
    dwell_view_add_note (self->view, self->span, text);
  else
    dwell_view_add_marker (self->view, self->time, text);

  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
on_remove (DwellMarkerEntry *self)
{
  int n = self->view != NULL ? dwell_view_find_marker (self->view, self->time, self->span) : -1;

  if (n >= 0)
    {
      g_autoptr(GtkBitset) which = gtk_bitset_new_range ((guint) n, 1);

      dwell_undo_remove_markers (GTK_WIDGET (self), self->view, which);
    }

  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
dwell_marker_entry_closed (GtkPopover *popover)
{
  g_clear_object (&DWELL_MARKER_ENTRY (popover)->view);
}

/* Spans of another trace have other numbers. */
static void
trace_changed (DwellMarkerEntry *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
dwell_marker_entry_dispose (GObject *object)
{
  DwellMarkerEntry *self = DWELL_MARKER_ENTRY (object);

  g_clear_object (&self->view);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_MARKER_ENTRY);

  G_OBJECT_CLASS (dwell_marker_entry_parent_class)->dispose (object);
}

static void
dwell_marker_entry_class_init (DwellMarkerEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_marker_entry_dispose;
  GTK_POPOVER_CLASS (klass)->closed = dwell_marker_entry_closed;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-marker-entry.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, title);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, text);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, remove);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
dwell_marker_entry_init (DwellMarkerEntry *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_marker_entry_new:
 * @parent: the widget whose child the popover becomes
 *
 * Returns: (transfer none): the popover
 */
GtkWidget *
dwell_marker_entry_new (GtkWidget *parent)
{
  GtkWidget *self = g_object_new (DWELL_TYPE_MARKER_ENTRY, NULL);

  gtk_widget_set_parent (self, parent);
  return self;
}

static char *
make_title (DwellView *view,
            gint64     time,
            guint32    span)
{
  DwellTrace *trace = dwell_view_get_trace (view);
  g_autofree char *time_text = NULL;
  gint64 begin;
  gint64 end;
  gint64 resolution = 1;

  if (span != DWELL_NONE)
    /* Translators: %s is the name of a function */
    return g_strdup_printf (_("Note on “%s”"),
                            dwell_trace_get_area_title (trace, trace->span_area[span]));

  /* As fine as can be pointed at. */
  dwell_view_get_range (view, &begin, &end);
  while (resolution <= ((end >> 1) - (begin >> 1)) / 5000)
    resolution *= 10;

  time_text = dwell_axis_time (trace, time, resolution);
  /* Translators: %s is a time */
  return g_strdup_printf (_("Marker at %s"), time_text);
}

/**
 * dwell_marker_entry_ask:
 * @self: the popover
 * @view: whose marker it is
 * @time: ns: where the marker is, or is to be
 * @span: the span that the note is on, or %DWELL_NONE
 * @rect: what the popover points at, in its parent
 */
void
dwell_marker_entry_ask (DwellMarkerEntry   *self,
                        DwellView          *view,
                        gint64              time,
                        guint32             span,
                        const GdkRectangle *rect)
{
  g_autofree char *title = NULL;
  int n;

  g_return_if_fail (DWELL_IS_MARKER_ENTRY (self));
  g_return_if_fail (DWELL_IS_VIEW (view) && dwell_view_get_trace (view) != NULL);

  g_set_object (&self->view, view);
  self->time = time;
  self->span = span;
  g_signal_handlers_disconnect_by_func (view, trace_changed, self);
  g_signal_connect_object (view, "trace-changed", G_CALLBACK (trace_changed), self,
                           G_CONNECT_SWAPPED);

  n = dwell_view_find_marker (view, time, span);
  title = make_title (view, time, span);
  gtk_label_set_text (self->title, title);
  gtk_editable_set_text (GTK_EDITABLE (self->text),
                         n >= 0 ? dwell_view_get_marker (view, (guint) n)->text : "");
  gtk_widget_set_visible (self->remove, n >= 0);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), rect);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->text);
}
