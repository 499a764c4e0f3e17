/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations that can be undone: they need no confirmation, only a button that undoes them. */
#include "config.h"

#include "ui/widgets/dwell-undo.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/widgets/dwell-toast.h"

#define TIMEOUT_S 10

typedef void (*DwellUndoFunc) (DwellView *view,
                               gpointer   data);

typedef struct {
  DwellView      *view;
  DwellUndoFunc   undo;
  gpointer        data;
  GDestroyNotify  free;
} Offer;

static void
offer_free (gpointer  data,
            GClosure *closure)
{
  Offer *self = data;

  g_object_unref (self->view);
  if (self->free != NULL)
    self->free (self->data);
  g_free (self);
}

static void
on_undo (AdwToast *toast,
         Offer    *self)
{
  self->undo (self->view, self->data);
}

/**
 * dwell_undo_offer:
 * @from: a widget of the window to show it in
 * @message: what was done, plain text
 *
 * Shows @message for a while, with a button to undo it.
 *
 * Returns: (transfer full) (nullable): the toast; %NULL if the window shows no toasts
 */
AdwToast *
dwell_undo_offer (GtkWidget  *from,
                  const char *message)
{
  AdwToast *toast = dwell_toast_show_lasting (from, message, _("_Undo"));

  if (toast != NULL)
    adw_toast_set_timeout (toast, TIMEOUT_S);
  return toast;
}

/* Offers to undo an operation on a view; takes ownership of @data. The toast is dismissed when the
 * trace changes, because @data contains numbers of spans and tracks of this trace. */
static void
offer (GtkWidget      *from,
       const char     *message,
       DwellView      *view,
       DwellUndoFunc   undo,
       gpointer        data,
       GDestroyNotify  free)
{
  g_autoptr(AdwToast) toast = dwell_undo_offer (from, message);
  Offer *self = g_new0 (Offer, 1);

  *self = (Offer) { g_object_ref (view), undo, data, free };
  if (toast == NULL)
    {
      offer_free (self, NULL);
      return;
    }

  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo), self, offer_free, 0);
  g_signal_connect_object (view, "trace-changed", G_CALLBACK (adw_toast_dismiss), toast,
                           G_CONNECT_SWAPPED);
}

static void
clear_marker (gpointer data)
{
  g_free (((DwellMarker *) data)->text);
}

static void
restore_markers (DwellView *view,
                 gpointer   data)
{
  dwell_view_restore_markers (view, data);
}

/**
 * dwell_undo_remove_markers:
 * @from: a widget of the window to show the toast in
 * @view: a view
 * @which: the indexes of the markers to remove
 *
 * Removes markers, and offers to restore them.
 */
/**
 * dwell_undo_remove_markers:
 * @from: a widget of the window to show the toast in
 * @view: a view
 * @which: the indexes of the markers to remove
 *
 * Removes markers, and offers to restore them.
 */
void
dwell_undo_remove_markers (GtkWidget       *from,
                           DwellView       *view,
                           const GtkBitset *which)
{
  GArray *removed = g_array_new (FALSE, FALSE, sizeof (DwellMarker));
  g_autofree char *message = NULL;

  g_array_set_clear_func (removed, clear_marker);
  for (guint i = dwell_view_get_n_markers (view); i-- > 0;)
    if (gtk_bitset_contains (which, i))
      {
        DwellMarker marker = *dwell_view_get_marker (view, i);

        marker.text = g_strdup (marker.text);
        g_array_append_val (removed, marker);
        dwell_view_remove_marker (view, i);
      }

  if (removed->len == 0)
    {
      g_array_unref (removed);
      return;
    }

  if (removed->len == 1 && *g_array_index (removed, DwellMarker, 0).text != '\0')
    {
      const DwellMarker *marker = &g_array_index (removed, DwellMarker, 0);

      message = g_strdup_printf (marker->span != DWELL_NONE ? _("Deleted the note “%s”")
                                                            : _("Deleted the marker “%s”"),
                                 marker->text);
    }
  else
    {
      g_autofree char *count = dwell_text_count (removed->len);

      message = g_strdup_printf (ngettext ("Deleted %s marker or note",
                                           "Deleted %s markers and notes",
                                           removed->len), count);
    }

  offer (from, message, view, restore_markers, removed, (GDestroyNotify) g_array_unref);
}

static void
show_track (DwellView *view,
            gpointer   data)
{
  guint32 track = GPOINTER_TO_UINT (data);

  dwell_view_set_track_state (view, track,
                              dwell_view_get_track_state (view, track) & ~DWELL_TRACK_HIDDEN);
}

/**
 * dwell_undo_hide_track:
 * @from: a widget of the window to show the toast in
 * @view: a view
 * @track: the track to hide
 *
 * Hides a track, and offers to show it again.
 */
/**
 * dwell_undo_hide_track:
 * @from: a widget of the window to show the toast in
 * @view: a view
 * @track: the track to hide
 *
 * Hides a track, and offers to show it again.
 */
void
dwell_undo_hide_track (GtkWidget *from,
                       DwellView *view,
                       guint32    track)
{
  const DwellTrace *trace = dwell_view_get_trace (view);
  const char *name = dwell_trace_get_string (trace, trace->tracks[track].name);
  /* Translators: %s is the name of a thread, a task or a variable */
  g_autofree char *message = g_strdup_printf (_("Hid the track “%s”"), name);

  dwell_view_set_track_state (view, track,
                              dwell_view_get_track_state (view, track) | DWELL_TRACK_HIDDEN);
  offer (from, message, view, show_track, GUINT_TO_POINTER (track), NULL);
}
