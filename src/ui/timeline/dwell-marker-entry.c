/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover for the text of a marker or a note, which may have several lines: Enter saves it, and
 * Shift+Enter or Ctrl+Enter starts a new line. When it closes, the text is saved, unless it was
 * closed with Escape. An existing marker can be deleted in it. */
#include "config.h"

#include "ui/timeline/dwell-marker-entry.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-undo.h"

struct _DwellMarkerEntry
{
  GtkPopover parent_instance;

  GtkLabel    *title;
  GtkTextView *text;
  GtkWidget   *remove;

  DwellView *view;  /* NULL: the popover is closed */
  guint32    id;    /* the id of the marker; 0: a new one */
  gint64     time;
  guint32    span;
  char      *before; /* the text before the user edits it */
  gboolean   saves;  /* the user chose to save, with or without a text */
  gboolean   leaves; /* the text must not be saved */
};

G_DEFINE_FINAL_TYPE (DwellMarkerEntry, dwell_marker_entry, GTK_TYPE_POPOVER)

/* Returns the number of the edited marker in the view, or -1. */
static int
find_marker (DwellMarkerEntry *self)
{
  for (guint i = 0; self->id != 0 && i < dwell_view_get_n_markers (self->view); i++)
    if (dwell_view_get_marker (self->view, i)->id == self->id)
      return (int) i;

  return -1;
}

static void
remove_marker (DwellMarkerEntry *self,
               int               n)
{
  g_autoptr(GtkBitset) which = gtk_bitset_new_range ((guint) n, 1);

  dwell_undo_remove_markers (GTK_WIDGET (self), self->view, which);
}

static void
add_marker (DwellMarkerEntry *self,
            const char       *text)
{
  int n = self->span != DWELL_NONE ? dwell_view_add_note (self->view, self->span, text)
                                   : dwell_view_add_marker (self->view, self->time, text);

  if (n < 0)
    dwell_toast_show (GTK_WIDGET (self), _("There are too many markers and notes for one more"));
}

static char *
get_text (DwellMarkerEntry *self)
{
  char *text;

  g_object_get (gtk_text_view_get_buffer (self->text), "text", &text, NULL);
  return text;
}

/* Sets the text, which cannot be undone, because the text before it was another marker's. */
static void
set_text (DwellMarkerEntry *self,
          const char       *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_select_range (buffer, &end, &start);
}

/* Saves the text. An empty note is removed or not added; a marker can have an empty text. */
static void
keep (DwellMarkerEntry *self)
{
  g_autofree char *text = get_text (self);
  int n = find_marker (self);
  gboolean is_empty = *g_strstrip (text) == '\0';

  if (self->leaves || (!self->saves && g_str_equal (text, self->before)))
    return;

  if (n >= 0 && is_empty && self->span != DWELL_NONE)
    remove_marker (self, n);
  else if (n >= 0)
    dwell_view_rename_marker (self->view, (guint) n, text);
  else if (!is_empty || (self->saves && self->span == DWELL_NONE))
    add_marker (self, text);
}

static void
on_save (DwellMarkerEntry *self)
{
  self->saves = TRUE;
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
on_remove (DwellMarkerEntry *self)
{
  int n = self->view != NULL ? find_marker (self) : -1;

  if (n >= 0)
    remove_marker (self, n);

  self->leaves = TRUE;
  gtk_popover_popdown (GTK_POPOVER (self));
}

/* Enter with a modifier is left to the text, which starts a new line. The input method comes first,
 * because it may need the key to finish its input. */
static gboolean
on_text_key_pressed (DwellMarkerEntry   *self,
                     guint               key,
                     guint               code,
                     GdkModifierType     state,
                     GtkEventController *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (controller);

  if (dwell_keypad_get_plain (key) != GDK_KEY_Return ||
      (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;

  if (event == NULL || !gtk_text_view_im_context_filter_keypress (self->text, event))
    on_save (self);
  return GDK_EVENT_STOP;
}

/* On Escape; GTK closes the popover itself. */
static gboolean
on_key_pressed (DwellMarkerEntry *self,
                guint             key)
{
  self->leaves = self->leaves || key == GDK_KEY_Escape;
  return GDK_EVENT_PROPAGATE;
}

/* Saves the text here, because this also runs when the whole tab is closed. */
static void
dwell_marker_entry_unmap (GtkWidget *widget)
{
  DwellMarkerEntry *self = DWELL_MARKER_ENTRY (widget);

  GTK_WIDGET_CLASS (dwell_marker_entry_parent_class)->unmap (widget);

  if (self->view != NULL)
    {
      g_autoptr(DwellView) view = g_object_ref (self->view);

      keep (self);
      g_signal_handlers_disconnect_by_data (view, self);
      g_clear_object (&self->view);
    }
}

static char *
make_title (DwellView *view,
            gint64     time,
            guint32    span)
{
  DwellTrace *trace = dwell_view_get_trace (view);
  g_autofree char *name = NULL;
  g_autofree char *time_text = NULL;
  gint64 begin;
  gint64 end;
  gint64 resolution = 1;

  if (span != DWELL_NONE)
    {
      name = dwell_trace_dup_area_label (trace, trace->span_area[span]);
      /* Translators: %s is the name of a function */
      return g_strdup_printf (_("Note on “%s”"), name);
    }

  /* As many digits as the pointer can resolve. */
  dwell_view_get_range (view, &begin, &end);
  while (resolution <= ((end >> 1) - (begin >> 1)) / 5000)
    resolution *= 10;

  time_text = dwell_axis_time (trace, time, resolution);
  /* Translators: %s is a time */
  return g_strdup_printf (_("Marker at %s"), time_text);
}

static void
show_title (DwellMarkerEntry *self)
{
  g_autofree char *title = make_title (self->view, self->time, self->span);

  gtk_label_set_text (self->title, title);
}

/* Another trace numbers its spans differently. The span of a new note is the focused one. If it is
 * gone, the note becomes a marker at its time, as existing notes do. */
static void
trace_changed (DwellMarkerEntry *self)
{
  DwellTrace *trace = dwell_view_get_trace (self->view);
  int n = find_marker (self);

  if (trace == NULL)
    {
      self->span = DWELL_NONE;
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }

  if (n >= 0)
    self->span = dwell_view_get_marker (self->view, (guint) n)->span;
  else if (self->span != DWELL_NONE)
    self->span = dwell_view_get_focus_span (self->view);
  show_title (self);
}

static void
dwell_marker_entry_dispose (GObject *object)
{
  DwellMarkerEntry *self = DWELL_MARKER_ENTRY (object);

  g_clear_object (&self->view);
  g_clear_pointer (&self->before, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_MARKER_ENTRY);

  G_OBJECT_CLASS (dwell_marker_entry_parent_class)->dispose (object);
}

static void
dwell_marker_entry_class_init (DwellMarkerEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_marker_entry_dispose;
  widget_class->unmap = dwell_marker_entry_unmap;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-marker-entry.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, title);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, text);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkerEntry, remove);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_text_key_pressed);
}

static void
dwell_marker_entry_init (DwellMarkerEntry *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_marker_entry_new:
 * @parent: the parent of the popover, which unparents it when disposed
 *
 * Returns: (transfer none): a closed popover
 */
GtkWidget *
dwell_marker_entry_new (GtkWidget *parent)
{
  GtkWidget *self = g_object_new (DWELL_TYPE_MARKER_ENTRY, NULL);

  gtk_widget_set_parent (self, parent);
  return self;
}

/**
 * dwell_marker_entry_ask:
 * @self: the popover
 * @view: the view of the marker, with a trace
 * @time: the time of the marker, ns
 * @span: the span of the note; %DWELL_NONE: a marker, not a note
 * @rect: the place in the parent that the popover points at, px
 *
 * Opens the popover for the marker or note at that place, or for a new one if there is none. A
 * popover that is already open is closed first, which saves its text.
 */
void
dwell_marker_entry_ask (DwellMarkerEntry   *self,
                        DwellView          *view,
                        gint64              time,
                        guint32             span,
                        const GdkRectangle *rect)
{
  const DwellMarker *marker;
  int n;

  g_return_if_fail (DWELL_IS_MARKER_ENTRY (self));
  g_return_if_fail (DWELL_IS_VIEW (view) && dwell_view_get_trace (view) != NULL);

  /* Saves the text that was edited before. */
  gtk_popover_popdown (GTK_POPOVER (self));

  n = dwell_view_find_marker (view, time, span);
  marker = n >= 0 ? dwell_view_get_marker (view, (guint) n) : NULL;
  self->view = g_object_ref (view);
  self->id = marker != NULL ? marker->id : 0;
  self->time = time;
  self->span = span;
  g_free (self->before);
  self->before = g_strdup (marker != NULL ? marker->text : "");
  self->saves = self->leaves = FALSE;
  g_signal_connect_object (view, "trace-changed", G_CALLBACK (trace_changed), self,
                           G_CONNECT_SWAPPED);

  show_title (self);
  set_text (self, self->before);
  gtk_widget_set_visible (self->remove, marker != NULL);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), rect);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}
