/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Markers page: the moments that the user named and the notes on spans, to go to, rename and
 * delete; the time between two of them can be selected. */
#include "config.h"

#include "ui/pages/dwell-markers-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/dwell-marker-list.h"
#include "ui/dwell-undo.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/timeline/dwell-marker-entry.h"

struct _DwellMarkersPage
{
  DwellViewBin parent_instance;

  GtkWidget     *tools;
  GtkLabel      *summary;
  GtkWidget     *rename;
  GtkStack      *states;
  GtkColumnView *table;
  DwellColumnsButton *columns_button;

  DwellMarkerList   *list;
  GtkSelectionModel *selection; /* DwellTableRows */
  DwellTableColumns *columns;
  GtkWidget         *entry;
};

G_DEFINE_FINAL_TYPE (DwellMarkersPage, dwell_markers_page, DWELL_TYPE_VIEW_BIN)

static DwellView *
get_view (DwellMarkersPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
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

  g_object_get (item, names[id], &text, NULL);
  dwell_cell_set_text (cell, text);
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
add_columns (DwellMarkersPage *self)
{
  const DwellTableColumn infos[] = {
    { _("Time"), 160, TRUE, FALSE, COLUMN_TIME, fill },
    { _("Text"), 300, FALSE, TRUE, COLUMN_TEXT, fill },
    { _("Since the Previous"), 150, TRUE, FALSE, COLUMN_SINCE, fill },
    { _("Span"), 200, FALSE, FALSE, COLUMN_SPAN, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      DwellTableColumn column = infos[i];

      column.name = names[i];
      column.get_text = get_text;
      column.is_fixed = i == COLUMN_TEXT;
      dwell_table_columns_add (self->columns, &column);
    }
}

/* The first and the last chosen row; false if none is. */
static gboolean
get_chosen (DwellMarkersPage *self,
            guint            *first,
            guint            *last)
{
  g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection (self->selection);

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
update_state (DwellMarkersPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *count = dwell_text_count (n);
  g_autofree char *summary = g_strdup_printf (ngettext ("%s marker or note",
                                                        "%s markers and notes", n), count);

  gtk_label_set_text (self->summary, summary);
  gtk_widget_set_visible (self->tools, n > 0);
  gtk_stack_set_visible_child_name (self->states, n > 0 ? "table" : "empty");
  update_actions (self);
}

static void
on_activate (DwellMarkersPage *self,
             guint             position)
{
  if (get_view (self) != NULL && position < dwell_view_get_n_markers (get_view (self)))
    dwell_view_reveal_marker (get_view (self), position);
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
  g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection (self->selection);

  if (get_view (self) != NULL)
    dwell_undo_remove_markers (widget, get_view (self), chosen);
}

static void
dwell_markers_page_dispose (GObject *object)
{
  DwellMarkersPage *self = DWELL_MARKERS_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->columns);
  g_clear_object (&self->selection);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_markers_page_parent_class)->dispose (object);
}

static void
dwell_markers_page_class_init (DwellMarkersPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_markers_page_dispose;

  gtk_widget_class_install_action (widget_class, "markers.select-between", NULL,
                                   select_between_action);
  gtk_widget_class_install_action (widget_class, "markers.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "markers.delete", NULL, delete_action);
  dwell_table_tools_install (widget_class, "markers");

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-markers-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, tools);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, rename);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, table);
  gtk_widget_class_bind_template_child (widget_class, DwellMarkersPage, columns_button);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
dwell_markers_page_init (DwellMarkersPage *self)
{
  DwellTableRows *rows;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_marker_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_ASKER (self->list));
  rows = dwell_table_rows_new (G_LIST_MODEL (self->list));
  dwell_table_rows_set_max_selected (rows, G_MAXUINT);
  dwell_table_rows_set_shown (rows, TRUE);
  self->selection = GTK_SELECTION_MODEL (rows);
  self->entry = dwell_marker_entry_new (GTK_WIDGET (self));
  self->columns = dwell_table_columns_new (self->table, "markers");
  add_columns (self);
  dwell_columns_button_set_columns (self->columns_button, self->columns);
  dwell_table_columns_restore (self->columns, -1, FALSE);
  gtk_column_view_set_model (self->table, self->selection);
  dwell_table_tools_set_up (GTK_WIDGET (self), self->columns, DWELL_LIST (self->list),
                            "markers");

  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update_state (self);
}
