/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Statistics page: what the view's scope says of every area, as a table to sort, to filter, to
 * group and to take away. The selected row is the area in focus, and the other way round. */
#include "config.h"

#include "ui/pages/dwell-statistics-page.h"

#include <glib/gi18n-lib.h>

#include "ui/dwell-names.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/pages/dwell-statistics-columns.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/table/dwell-table.h"

/* Positions in the list of contexts; those of the trace follow. */
enum {
  CONTEXTS_SUM,
  CONTEXTS_EACH,
  CONTEXTS_FIRST,
};

struct _DwellStatisticsPage
{
  DwellViewBin parent_instance;

  GtkWidget     *filter;
  GtkWidget     *filter_error;
  GtkDropDown   *contexts;
  GtkStringList *context_names;
  GtkDropDown   *groups;
  GtkStack      *states;
  GtkColumnView *table;
  GtkWidget     *row_menu;
  DwellColumnsButton *columns_button;

  DwellStatisticsList *list;
  DwellTableRows      *rows;
  DwellTableColumns   *columns;
  gboolean             is_updating;
};

G_DEFINE_FINAL_TYPE (DwellStatisticsPage, dwell_statistics_page, DWELL_TYPE_VIEW_BIN)

static DwellView *
get_view (DwellStatisticsPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

/* The area of a row: DWELL_NONE for a module or an author. */
static guint32
get_area_at (DwellStatisticsPage *self,
             guint                position)
{
  g_autoptr(DwellStatisticsItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return item != NULL ? dwell_statistics_item_get_row (item)->area : DWELL_NONE;
}

static void
update_actions (DwellStatisticsPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint position = dwell_table_rows_get_selected (self->rows);
  gboolean has_area = position != GTK_INVALID_LIST_POSITION &&
                      get_area_at (self, position) != DWELL_NONE;

  gtk_widget_action_set_enabled (widget, "statistics.longest", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.shortest", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.next", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.previous", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.copy-name",
                                 position != GTK_INVALID_LIST_POSITION);
}

/* Selects the row of the area in focus. One that is selected already stays: with each context by
 * itself an area has several rows. */
static void
follow_focus (DwellStatisticsPage *self,
              gboolean             scroll)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_rows_get_selected (self->rows);

  if (position == GTK_INVALID_LIST_POSITION || get_area_at (self, position) != area)
    {
      position = area != DWELL_NONE ? dwell_statistics_list_find_area (self->list, area)
                                    : GTK_INVALID_LIST_POSITION;
      dwell_table_rows_set_selected (self->rows, position);
      if (scroll && position != GTK_INVALID_LIST_POSITION)
        dwell_table_scroll_to (self->table, position);
    }

  update_actions (self);
}

static void
on_focus_changed (DwellStatisticsPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    follow_focus (self, TRUE);
}

/* Nothing is done for a table that nobody sees. */
static void
on_map (DwellStatisticsPage *self)
{
  dwell_table_rows_set_shown (self->rows, TRUE);
  follow_focus (self, TRUE);
}

static void
on_unmap (DwellStatisticsPage *self)
{
  dwell_table_rows_set_shown (self->rows, FALSE);
}

static void
on_chosen (DwellStatisticsPage *self,
           guint                position)
{
  guint32 area = get_area_at (self, position);

  if (get_view (self) != NULL && area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), area);
  update_actions (self);
}

static void
update_state (DwellStatisticsPage *self)
{
  const char *state = "table";

  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    {
      if (dwell_asker_get_busy (DWELL_ASKER (self->list)))
        state = "loading";
      else if (*gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0')
        state = "no-match";
      else
        state = "empty";
    }

  dwell_page_states_show (self->states, state, dwell_asker_has_lacked (DWELL_ASKER (self->list)));
}

static void
on_items_changed (DwellStatisticsPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    follow_focus (self, FALSE);
  update_state (self);
}

static void
on_sort_changed (DwellStatisticsPage *self,
                 int                  by,
                 gboolean             descending)
{
  dwell_statistics_list_sort (self->list, (DwellStatistic) by, descending);
}

static void
on_filter_changed (DwellStatisticsPage *self)
{
  g_autoptr(GError) error = NULL;

  dwell_statistics_list_set_filter (self->list,
                                    gtk_editable_get_text (GTK_EDITABLE (self->filter)), &error);
  dwell_table_show_filter_error (self->filter, self->filter_error, error);
  update_state (self);
}

static void
on_context_chosen (DwellStatisticsPage *self)
{
  guint position = gtk_drop_down_get_selected (self->contexts);
  guint32 context = DWELL_NONE;

  if (self->is_updating || position == GTK_INVALID_LIST_POSITION)
    return;

  if (position == CONTEXTS_EACH)
    context = DWELL_EACH_CONTEXT;
  else if (position >= CONTEXTS_FIRST)
    context = position - CONTEXTS_FIRST;

  dwell_table_columns_set_available (self->columns, DWELL_STATISTIC_CONTEXT,
                                     context == DWELL_EACH_CONTEXT);
  dwell_statistics_list_set_context (self->list, context);
}

static void
on_group_chosen (DwellStatisticsPage *self)
{
  guint position = gtk_drop_down_get_selected (self->groups);

  dwell_statistics_list_set_group_by (self->list,
                                      position == 1 ? DWELL_GROUP_BY_MODULE
                                      : position == 2 ? DWELL_GROUP_BY_AUTHOR
                                      : DWELL_GROUP_BY_AREA);
}

static gboolean
has_modules (DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].module != 0 || trace->areas[i].author != 0)
      return TRUE;

  return FALSE;
}

/* Offers the trace's contexts, if there are several. A partial trace's are a prefix of the whole
 * one's, so what was chosen stays. */
static void
on_trace_changed (DwellStatisticsPage *self)
{
  DwellTrace *trace = dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
  guint n_known = g_list_model_get_n_items (G_LIST_MODEL (self->context_names)) - CONTEXTS_FIRST;
  guint chosen = gtk_drop_down_get_selected (self->contexts);

  if (trace == NULL)
    return;

  dwell_statistics_columns_show (self->columns, trace);

  if (trace->n_contexts != n_known)
    {
      g_autofree const char **names = g_new0 (const char *, trace->n_contexts + 1);

      for (guint32 i = 0; i < trace->n_contexts; i++)
        names[i] = dwell_trace_get_context_name (trace, i);

      self->is_updating = TRUE;
      gtk_string_list_splice (self->context_names, CONTEXTS_FIRST, n_known, names);
      if (chosen >= CONTEXTS_FIRST + trace->n_contexts)
        chosen = CONTEXTS_SUM;
      self->is_updating = FALSE;
      gtk_drop_down_set_selected (self->contexts, chosen);
    }

  gtk_widget_set_visible (GTK_WIDGET (self->contexts), trace->n_contexts > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->groups), has_modules (trace));
}

static void
on_secondary_press (DwellStatisticsPage *self,
                    int                  n_press,
                    double               x,
                    double               y)
{
  dwell_table_popup_menu (self->table, self->row_menu, x, y);
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (widget);
  DwellMove move = DWELL_MOVE_LONGEST;

  if (g_str_equal (name, "statistics.shortest"))
    move = DWELL_MOVE_SHORTEST;
  else if (g_str_equal (name, "statistics.next"))
    move = DWELL_MOVE_NEXT_SAME_AREA;
  else if (g_str_equal (name, "statistics.previous"))
    move = DWELL_MOVE_PREVIOUS_SAME_AREA;

  if (get_view (self) != NULL && !dwell_view_move_focus (get_view (self), move))
    gtk_widget_error_bell (widget);
}

static void
on_activate (DwellStatisticsPage *self,
             guint                position)
{
  guint32 area = get_area_at (self, position);

  if (get_view (self) == NULL || area == DWELL_NONE)
    return;

  dwell_view_focus_area (get_view (self), area);
  dwell_view_move_focus (get_view (self), DWELL_MOVE_LONGEST);
}

static void
copy_name_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (widget);
  g_autoptr(DwellStatisticsItem) item = NULL;
  g_autofree char *text = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list),
                                dwell_table_rows_get_selected (self->rows));
  if (item == NULL)
    return;

  text = dwell_statistics_item_get_text (item, DWELL_STATISTIC_NAME);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
filter_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (widget);

  if (g_str_equal (name, "statistics.clear-filter"))
    gtk_editable_set_text (GTK_EDITABLE (self->filter), "");
  gtk_widget_grab_focus (self->filter);
}

/* Nothing is asked for a page that nobody sees. */
static void
dwell_statistics_page_take_view (DwellViewBin *bin)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (bin);

  on_trace_changed (self);
  on_focus_changed (self);
}

static void
dwell_statistics_page_dispose (GObject *object)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_pointer (&self->row_menu, gtk_widget_unparent);
  g_clear_object (&self->columns);
  g_clear_object (&self->rows);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_statistics_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-statistics-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, filter);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, filter_error);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, contexts);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, context_names);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, groups);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, columns_button);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, table);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, row_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_context_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_group_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_secondary_press);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
}

static void
dwell_statistics_page_class_init (DwellStatisticsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_statistics_page_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_statistics_page_take_view;

  gtk_widget_class_install_action (widget_class, "statistics.longest", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.shortest", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.next", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.previous", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (widget_class, "statistics.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "statistics.clear-filter", NULL, filter_action);
  dwell_table_tools_install (widget_class, "statistics");

  bind_template (widget_class);
}

static void
dwell_statistics_page_init (DwellStatisticsPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  gtk_widget_set_parent (self->row_menu, GTK_WIDGET (self));

  self->list = dwell_statistics_list_new ();
  dwell_view_bin_add (bin, DWELL_ASKER (self->list));
  self->rows = dwell_table_rows_new (G_LIST_MODEL (self->list));
  dwell_table_rows_set_max_selected (self->rows, G_MAXUINT);
  self->columns = dwell_table_columns_new (self->table, "statistics");
  dwell_statistics_columns_add (self->columns);
  dwell_statistics_columns_show (self->columns, NULL);
  dwell_table_columns_set_available (self->columns, DWELL_STATISTIC_CONTEXT, FALSE);
  dwell_columns_button_set_columns (self->columns_button, self->columns);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->rows));
  dwell_table_tools_set_up (GTK_WIDGET (self), self->columns, DWELL_LIST (self->list),
                            "statistics");

  g_signal_connect_object (self->columns, "sort-changed", G_CALLBACK (on_sort_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self,
                           G_CONNECT_SWAPPED);
  /* After the rows have dropped what is no longer there. */
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_view_bin_connect (bin, "trace-changed", G_CALLBACK (on_trace_changed));

  dwell_table_columns_restore (self->columns, DWELL_STATISTIC_NET, TRUE);
  update_actions (self);
  update_state (self);
}
