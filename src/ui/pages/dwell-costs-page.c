/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Costs page: routines ranked by how their costs grow with the input, and the chart of the
 * selected ones. The order and the filter change positions, so the selection is kept as areas. */
#include "config.h"

#include "ui/pages/dwell-costs-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/pages/dwell-cost-filter-menu.h"
#include "ui/pages/dwell-costs-columns.h"
#include "ui/table/dwell-table.h"

#define N_MAX DWELL_COST_PLOT_MAX_ROUTINES

/* The share of the page that the chart has at first. */
#define CHART_SHARE 0.5

struct _DwellCostsPage
{
  DwellTablePage parent_instance;

  GtkToggleButton     *self_costs;
  GtkLabel            *shown;
  GtkWidget           *show_all;
  DwellCostFilterMenu *filter_menu;
  GtkWidget           *working;
  GtkLabel            *sentence;
  GtkPaned            *halves;
  DwellCostPlotView   *plot;
  GtkStack            *table_states;

  DwellCostList *list;          /* the table page owns it */
  guint32        areas[N_MAX]; /* the selected ones; the last that was chosen comes first */
  guint          n_areas;
  gboolean       is_split;
};

G_DEFINE_FINAL_TYPE (DwellCostsPage, dwell_costs_page, DWELL_TYPE_TABLE_PAGE)

/* --- What is selected --- */

static void
plot_selected (DwellCostsPage *self)
{
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);
  DwellCostPlotRoutine routines[N_MAX];

  for (guint i = 0; i < self->n_areas; i++)
    routines[i] = (DwellCostPlotRoutine) { costs, self->areas[i], DWELL_COST_PLOT_ALONE };
  dwell_cost_plot_view_set_routines (self->plot, routines, costs != NULL ? self->n_areas : 0,
                                     dwell_cost_list_get_is_self (self->list));
}

/* Selects the rows of the routines that were selected before, wherever they are now. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellCostsPage *self = DWELL_COSTS_PAGE (page);
  g_autoptr(GtkBitset) selection = gtk_bitset_new_empty ();
  guint last = GTK_INVALID_LIST_POSITION;

  for (guint i = self->n_areas; i-- > 0;)
    {
      guint position = dwell_cost_list_find (self->list, self->areas[i]);

      if (position == G_MAXUINT)
        continue;
      gtk_bitset_add (selection, position);
      last = position;
    }

  dwell_table_rows_set_selection (dwell_table_page_get_rows (page), selection, last);
  if (scroll && last != GTK_INVALID_LIST_POSITION)
    dwell_table_scroll_to (dwell_table_page_get_table (page), last);
}

static DwellCostItem *
get_item (DwellCostsPage *self,
          guint           position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->list), position);
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  g_autoptr(DwellCostItem) item = get_item (DWELL_COSTS_PAGE (page), position);

  if (item == NULL)
    return FALSE;

  dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (page)),
                         dwell_cost_item_get_area (item));
  return TRUE;
}

static void
on_selection_chosen (DwellCostsPage *self)
{
  DwellTableRows *rows = dwell_table_page_get_rows (DWELL_TABLE_PAGE (self));
  g_autoptr(GtkBitset) selection = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (rows));
  guint last = dwell_table_rows_get_selected (rows);
  GtkBitsetIter iter;
  guint position;

  self->n_areas = 0;
  if (last != GTK_INVALID_LIST_POSITION)
    {
      g_autoptr(DwellCostItem) item = get_item (self, last);

      self->areas[self->n_areas++] = dwell_cost_item_get_area (item);
    }

  for (gboolean has = gtk_bitset_iter_init_first (&iter, selection, &position);
       has && self->n_areas < N_MAX; has = gtk_bitset_iter_next (&iter, &position))
    if (position != last)
      {
        g_autoptr(DwellCostItem) item = get_item (self, position);

        self->areas[self->n_areas++] = dwell_cost_item_get_area (item);
      }

  plot_selected (self);
  if (self->n_areas > 0)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), self->areas[0]);
}

/* Selects only the routine in focus, unless it is selected already. */
static void
on_focus_changed (DwellCostsPage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);

  if (area == DWELL_NONE || costs == NULL ||
      dwell_costs_find_row (costs, area) == G_MAXUINT)
    return;

  for (guint i = 0; i < self->n_areas; i++)
    if (self->areas[i] == area)
      return;

  self->areas[0] = area;
  self->n_areas = 1;
  follow (DWELL_TABLE_PAGE (self), TRUE);
  plot_selected (self);
}

/* --- States --- */

/* Shows how many rows are left by the filter, and for how many of them the growth is not certain:
 * “34 of 812 · 12 not sure”. */
static void
update_shown (DwellCostsPage *self)
{
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);
  guint n_all = costs != NULL ? dwell_costs_get_n_rows (costs) : 0;
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint n_unsure = dwell_cost_list_get_n_unsure (self->list);
  g_autofree char *shown = dwell_text_count (n_shown);
  g_autofree char *all = dwell_text_count (n_all);
  g_autofree char *unsure = dwell_text_count (n_unsure);
  /* Translators: how many of how many routines are in the table */
  g_autofree char *text = g_strdup_printf (_("%s of %s"), shown, all);
  /* Translators: “34 of 812” routines, and of how many of the former the growth is not sure */
  g_autofree char *both = g_strdup_printf (_("%s · %s not sure"), text, unsure);

  gtk_label_set_text (self->shown, costs == NULL ? "" : n_unsure > 0 ? both : text);
  gtk_widget_set_visible (self->show_all, n_shown < n_all);
}

static void
update_state (DwellTablePage *page)
{
  DwellCostsPage *self = DWELL_COSTS_PAGE (page);
  gboolean is_busy = dwell_query_get_busy (DWELL_QUERY (self->list));
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  const char *state = "costs";

  if (costs == NULL && n_shown == 0)
    state = is_busy ? "loading" : "empty";
  else if (costs != NULL && dwell_costs_get_n_rows (costs) == 0)
    state = "empty";

  dwell_table_page_show_state (page, state, dwell_query_has_lacked (DWELL_QUERY (self->list)));
  gtk_stack_set_visible_child_name (self->table_states, n_shown > 0 ? "table" : "no-match");
  gtk_widget_set_visible (self->working, is_busy && costs != NULL);
  update_shown (self);
}

/* Shows what the costs are. */
static void
update_sentence (DwellCostsPage *self)
{
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);
  g_autofree char *text = costs != NULL ? dwell_cost_list_describe_measure (costs) : NULL;

  gtk_label_set_text (self->sentence, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), text);
}

/* At first, draws the routine at the top of the ranking. */
static void
choose_first (DwellCostsPage *self)
{
  g_autoptr(DwellCostItem) item = get_item (self, 0);

  if (self->n_areas > 0 || item == NULL)
    return;

  self->areas[0] = dwell_cost_item_get_area (item);
  self->n_areas = 1;
  follow (DWELL_TABLE_PAGE (self), FALSE);
  plot_selected (self);
}

static void
on_costs_changed (DwellCostsPage *self)
{
  DwellCosts *costs = dwell_cost_list_get_costs (self->list);

  self->n_areas = 0;
  dwell_cost_filter_menu_set_costs (self->filter_menu, costs);
  if (costs != NULL)
    {
      DwellCostFilter filter = *dwell_cost_list_get_filter (self->list);

      /* The numbers of images have changed. */
      filter.image = DWELL_NONE;
      dwell_cost_list_set_filter (self->list, &filter);

      /* The filter would hide all routines. */
      if (dwell_cost_list_get_least_sizes (costs) == 0)
        dwell_cost_filter_menu_show_all (self->filter_menu);
      gtk_widget_set_sensitive (GTK_WIDGET (self->self_costs),
                                dwell_costs_columns_show (
                                  dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)), costs));
    }

  update_sentence (self);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
  plot_selected (self);
  on_focus_changed (self);
}

static void
on_units_changed (DwellCostsPage *self)
{
  dwell_cost_plot_view_change_units (self->plot);
}

/* The ranking is final only when growth is known. */
static void
on_busy (DwellCostsPage *self)
{
  if (!dwell_query_get_busy (DWELL_QUERY (self->list)) &&
      dwell_cost_list_get_costs (self->list) != NULL)
    choose_first (self);
}

/* The divider's position is a share of a size that is not known before the first allocation. */
static void
on_max_position (DwellCostsPage *self)
{
  gboolean is_vertical = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->halves)) ==
                         GTK_ORIENTATION_VERTICAL;
  int size = is_vertical ? gtk_widget_get_height (GTK_WIDGET (self->halves))
                         : gtk_widget_get_width (GTK_WIDGET (self->halves));

  if (self->is_split || size <= 0)
    return;
  self->is_split = TRUE;
  gtk_paned_set_position (self->halves, (int) (size * CHART_SHARE));
}

/* Without a timeline the page has the whole height, so the chart is above the table, where the
 * timeline would be. */
static void
take_trace (DwellViewBin *bin)
{
  DwellCostsPage *self = DWELL_COSTS_PAGE (bin);
  DwellTrace *trace = dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
  gboolean is_low = trace != NULL && dwell_trace_has (trace, DWELL_TABLE_SPANS);

  self->is_split = FALSE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->halves),
                                  is_low ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
}

/* --- Controls --- */

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  dwell_costs_columns_add (columns);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_cost_list_sort (DWELL_COSTS_PAGE (page)->list, (DwellCostListColumn) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_cost_list_set_text (DWELL_COSTS_PAGE (page)->list, text, error);
}

static void
on_filter_changed (DwellCostsPage *self)
{
  DwellCostFilter filter;

  dwell_cost_filter_menu_get_filter (self->filter_menu, &filter);
  dwell_cost_list_set_filter (self->list, &filter);
}

static void
on_self (DwellCostsPage *self)
{
  dwell_cost_list_set_is_self (self->list, gtk_toggle_button_get_active (self->self_costs));
  plot_selected (self);
}

static void
show_all_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  DwellCostsPage *self = DWELL_COSTS_PAGE (widget);

  DWELL_TABLE_PAGE_CLASS (dwell_costs_page_parent_class)->clear_filter (DWELL_TABLE_PAGE (self));
  dwell_cost_filter_menu_show_all (self->filter_menu);
  gtk_widget_activate_action (widget, "costs.filter", NULL);
}

static void
turn_favourite (DwellCostsPage *self,
                guint32         area)
{
  dwell_cost_list_set_favourite (self->list, area,
                                 !dwell_cost_list_is_favourite (self->list, area));
}

/* If the first selected routine is a favourite, none of the selected ones is any more; else all
 * become favourites. */
static void
favourite_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  DwellCostsPage *self = DWELL_COSTS_PAGE (widget);
  gboolean is_favourite = self->n_areas > 0 &&
                          !dwell_cost_list_is_favourite (self->list, self->areas[0]);

  for (guint i = 0; i < self->n_areas; i++)
    dwell_cost_list_set_favourite (self->list, self->areas[i], is_favourite);
}

static void
on_press (GtkGestureClick *gesture,
          int              n_press,
          double           x,
          double           y,
          DwellCostsPage  *self)
{
  g_autoptr(DwellCostItem) item = NULL;
  guint position;

  if (!dwell_table_pick_icon (dwell_table_page_get_table (DWELL_TABLE_PAGE (self)), x, y,
                              &position))
    return;

  item = get_item (self, position);
  if (item != NULL)
    turn_favourite (self, dwell_cost_item_get_area (item));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
dwell_costs_page_class_init (DwellCostsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  g_type_ensure (DWELL_TYPE_COST_FILTER_MENU);
  g_type_ensure (DWELL_TYPE_COST_PLOT_VIEW);
  DWELL_VIEW_BIN_CLASS (klass)->take_view = take_trace;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->clear_filter = NULL; /* more than its text filters: see show-all */
  page_class->focus = focus;
  page_class->follow = follow;
  page_class->update_state = update_state;

  gtk_widget_class_install_action (widget_class, "costs.favourite", NULL, favourite_action);
  gtk_widget_class_install_action (widget_class, "costs.show-all", NULL, show_all_action);
  dwell_table_page_class_set_up (page_class, "costs");

  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, self_costs);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, shown);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, show_all);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, filter_menu);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, working);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, plot);
  gtk_widget_class_bind_template_child (widget_class, DwellCostsPage, table_states);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_max_position);
  gtk_widget_class_bind_template_callback (widget_class, on_press);
  gtk_widget_class_bind_template_callback (widget_class, on_self);
}

static void
dwell_costs_page_init (DwellCostsPage *self)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (self);
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  self->list = dwell_cost_list_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->list));
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_table_page_set_up (page, self->list, DWELL_COST_LIST_AT_10X, TRUE);
  dwell_table_rows_set_max_selected (dwell_table_page_get_rows (page), N_MAX);

  g_signal_connect_object (dwell_table_page_get_rows (page), "selection-chosen",
                           G_CALLBACK (on_selection_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_menu, "changed", G_CALLBACK (on_filter_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "costs-changed", G_CALLBACK (on_costs_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (on_busy), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_view_bin_connect (bin, "trace-changed", G_CALLBACK (take_trace));
  dwell_view_bin_connect (bin, "units-changed", G_CALLBACK (on_units_changed));
  update_sentence (self);
}
