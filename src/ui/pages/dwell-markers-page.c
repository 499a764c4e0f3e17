/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Markers page: the moments that the user marked and the notes on spans. The user can go to
 * them, rename and delete them, and select the time between two of them. */
#include "config.h"

#include "ui/pages/dwell-markers-page.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/dwell-marker-list.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "ui/widgets/dwell-undo.h"

struct _DwellMarkersPage
{
  DwellTablePage parent_instance;

  GtkWidget *tools;
  GtkLabel  *summary;
  GtkWidget *rename;
  GtkWidget *entry;

  DwellMarkerList *list; /* the table page owns it */
};

G_DEFINE_FINAL_TYPE (DwellMarkersPage, dwell_markers_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellMarkersPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static GtkBitset *
get_selection (DwellMarkersPage *self)
{
  DwellTableRows *rows = dwell_table_page_get_rows (DWELL_TABLE_PAGE (self));

  return gtk_selection_model_get_selection (GTK_SELECTION_MODEL (rows));
}

static const char * const names[] = { "time", "text", "since", "span" };

enum {
  COLUMN_TIME,
  COLUMN_TEXT,
  COLUMN_SINCE,
  COLUMN_SPAN,
};

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  g_object_get (item, names[id], &text, NULL);
  line = dwell_marker_get_first_line (text);
  dwell_cell_set_text (cell, line);
  dwell_cell_set_tip (cell, strchr (text, '\n') != NULL ? text : NULL);
  if (id == COLUMN_SPAN)
    dwell_cell_set_swatch_of (cell, *text != '\0' ? text : NULL);
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  gint64 since = dwell_marker_item_get_since (item);
  char *text;

  if (is_plain && id == COLUMN_TIME)
    return g_strdup_printf ("%" G_GINT64_FORMAT, dwell_marker_item_get_time (item));
  if (is_plain && id == COLUMN_SINCE && since != DWELL_TIME_NONE)
    return g_strdup_printf ("%" G_GINT64_FORMAT, since);

  g_object_get (item, names[id], &text, NULL);
  return text;
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  const DwellTableColumn infos[] = {
    { _("Time"), 160, TRUE, FALSE, COLUMN_TIME, fill },
    { _("Text"), 300, FALSE, TRUE, COLUMN_TEXT, fill },
    { _("Since Previous"), 150, TRUE, FALSE, COLUMN_SINCE, fill },
    { _("Span"), 200, FALSE, FALSE, COLUMN_SPAN, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      DwellTableColumn column = infos[i];

      column.name = names[i];
      column.get_text = get_text;
      column.is_fixed = i == COLUMN_TEXT;
      dwell_table_columns_add (columns, &column);
    }
}

/* Finds the first and the last chosen row; returns FALSE if no row is chosen. */
static gboolean
get_chosen (DwellMarkersPage *self,
            guint            *first,
            guint            *last)
{
  g_autoptr(GtkBitset) chosen = get_selection (self);

  if (get_view (self) == NULL || gtk_bitset_is_empty (chosen))
    return FALSE;

  *first = gtk_bitset_get_minimum (chosen);
  *last = gtk_bitset_get_maximum (chosen);
  return *last < dwell_view_get_n_markers (get_view (self));
}

static void
update_actions (DwellMarkersPage *self)
{
  guint first = 0;
  guint last = 0;
  gboolean is_chosen = get_chosen (self, &first, &last);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "markers.rename", is_chosen && first == last);
  gtk_widget_action_set_enabled (widget, "markers.delete", is_chosen);
  gtk_widget_action_set_enabled (widget, "markers.select-between",
                                 is_chosen &&
                                 (first < last ||
                                  last + 1 < dwell_view_get_n_markers (get_view (self))));
}

static void
update_state (DwellTablePage *page)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (page);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *count = dwell_text_count (n);
  g_autofree char *summary = g_strdup_printf (ngettext ("%s marker or note",
                                                        "%s markers and notes", n), count);

  DWELL_TABLE_PAGE_CLASS (dwell_markers_page_parent_class)->update_state (page);
  gtk_label_set_text (self->summary, summary);
  gtk_widget_set_visible (self->tools, n > 0);
  update_actions (self);
}

/* Choosing a note focuses its span; choosing a marker moves the cursor to it. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (page));
  const DwellMarker *marker;

  if (position >= dwell_view_get_n_markers (view))
    return FALSE;

  marker = dwell_view_get_marker (view, position);
  dwell_view_focus_span (view, marker->span);
  dwell_view_set_cursor (view, marker->time);
  return TRUE;
}

static void
activated (DwellTablePage *page,
           guint           position)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (page));

  if (view != NULL && position < dwell_view_get_n_markers (view))
    dwell_view_reveal_marker (view, position);
}

static void
select_between_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (widget);
  DwellView *view = get_view (self);
  guint first;
  guint last;

  if (!get_chosen (self, &first, &last))
    return;

  if (first == last)
    last = MIN (last + 1, dwell_view_get_n_markers (view) - 1);
  dwell_view_set_selection (view, dwell_view_get_marker (view, first)->time,
                            dwell_view_get_marker (view, last)->time);
}

static void
rename_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (widget);
  const DwellMarker *marker;
  graphene_rect_t bounds;
  guint first;
  guint last;

  if (!get_chosen (self, &first, &last) ||
      !gtk_widget_compute_bounds (self->rename, widget, &bounds))
    return;

  marker = dwell_view_get_marker (get_view (self), first);
  dwell_marker_entry_ask (DWELL_MARKER_ENTRY (self->entry), get_view (self), marker->time,
                          marker->span,
                          &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                                            (int) bounds.size.width, (int) bounds.size.height });
}

static void
delete_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (widget);
  g_autoptr(GtkBitset) chosen = get_selection (self);

  if (get_view (self) != NULL)
    dwell_undo_remove_markers (widget, get_view (self), chosen);
}

static void
dwell_markers_page_dispose (GObject *object)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_markers_page_parent_class)->dispose (object);
}

static void
dwell_markers_page_class_init (DwellMarkersPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_markers_page_dispose;
  page_class->add_columns = add_columns;
  page_class->focus = focus;
  page_class->activated = activated;
  page_class->update_state = update_state;

  gtk_widget_class_install_action (widget_class, "markers.select-between", NULL,
                                   select_between_action);
  gtk_widget_class_install_action (widget_class, "markers.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "markers.delete", NULL, delete_action);
  dwell_table_page_class_set_up (page_class, "markers");

  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, tools);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, rename);
}

static void
dwell_markers_page_init (DwellMarkersPage *self)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (self);

  gtk_widget_init_template (GTK_WIDGET (self));

  self->entry = dwell_marker_entry_new (GTK_WIDGET (self));
  self->list = dwell_marker_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (page, self->list, -1, FALSE);
  g_signal_connect_object (dwell_table_page_get_rows (page), "selection-changed",
                           G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
}
