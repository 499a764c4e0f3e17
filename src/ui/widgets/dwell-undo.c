/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations that can be undone: they need no confirmation, only a button that undoes them. */
#include "config.h"

#include "ui/widgets/dwell-undo.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/widgets/dwell-toast.h"

#define TIMEOUT_S 10
#define PENDING   "dwell-undo-pending"

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

/* Returns the toasts of the operations on a view that can still be undone, the latest last. They
 * are kept even when they are no longer visible. */
static GPtrArray *
get_pending (DwellView *view)
{
  GPtrArray *pending = g_object_get_data (G_OBJECT (view), PENDING);

  if (pending == NULL)
    {
      pending = g_ptr_array_new_with_free_func (g_object_unref);
      g_object_set_data_full (G_OBJECT (view), PENDING, pending,
                              (GDestroyNotify) g_ptr_array_unref);
    }

  return pending;
}

static void
on_undo (AdwToast *toast,
         Offer    *self)
{
  g_autoptr(AdwToast) kept = g_object_ref (toast);

  g_ptr_array_remove (get_pending (self->view), toast);
  self->undo (self->view, self->data);
}

static void
on_trace_changed (AdwToast  *toast,
                  DwellView *view)
{
  g_autoptr(AdwToast) kept = g_object_ref (toast);

  g_ptr_array_remove (get_pending (view), toast);
  adw_toast_dismiss (toast);
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

/**
 * dwell_undo_add:
 * @from: a widget of the window to show the toast in
 * @message: what was done, plain text
 * @view: a view
 * @undo: undoes it
 * @data: (transfer full): data for @undo
 * @free: (nullable): frees @data
 *
 * Offers to undo an operation on a view. The offer ends when the trace changes, because @data may
 * contain numbers of its spans and tracks.
 */
void
dwell_undo_add (GtkWidget      *from,
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
  g_signal_connect_object (view, "trace-changed", G_CALLBACK (on_trace_changed), toast,
                           G_CONNECT_SWAPPED);
  g_ptr_array_add (get_pending (view), g_object_ref (toast));
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

  dwell_undo_add (from, message, view, restore_markers, removed, (GDestroyNotify) g_array_unref);
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
  dwell_undo_add (from, message, view, show_track, GUINT_TO_POINTER (track), NULL);
}

/* Restores the matching of areas and lines; the other options may have changed since. */
static void
restore_matching (DwellView *view,
                  gpointer   data)
{
  const DwellComparisonOptions *former = data;
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (view);

  g_free (options->pairs);
  g_free (options->shifts);
  options->pairs = g_strdup (former->pairs);
  options->shifts = g_strdup (former->shifts);
  dwell_comparison_options_keep (options, view);
}

static void
free_options (gpointer data)
{
  dwell_comparison_options_free (data);
}

/**
 * dwell_undo_matching:
 * @from: a widget of the window to show the toast in
 * @view: a view
 * @options: the new options of its comparison, with other pairs of areas or other shifts of lines
 * @message: what was done, plain text
 *
 * Compares with @options, and offers to restore the former matching.
 */
void
dwell_undo_matching (GtkWidget                    *from,
                       DwellView                    *view,
                       const DwellComparisonOptions *options,
                       const char                   *message)
{
  g_autoptr(DwellComparisonOptions) former = dwell_comparison_options_new (view);

  dwell_comparison_options_keep (options, view);
  dwell_undo_add (from, message, view, restore_matching, g_steal_pointer (&former), free_options);
}

/**
 * dwell_undo_last:
 * @view: a view
 *
 * Undoes the last operation on @view that was offered to be undone and is not undone yet, even if
 * its toast has disappeared.
 *
 * Returns: whether there was one
 */
gboolean
dwell_undo_last (DwellView *view)
{
  GPtrArray *pending = get_pending (view);
  g_autoptr(AdwToast) toast = NULL;

  if (pending->len == 0)
    return FALSE;

  toast = g_object_ref (g_ptr_array_index (pending, pending->len - 1));
  g_signal_emit_by_name (toast, "button-clicked");
  adw_toast_dismiss (toast);
  return TRUE;
}
