/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-waterfall.h"

#include "analysis/compare/dwell-waterfall-text.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-summary.h"
#include "paint/dwell-waterfall-painter.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/table/dwell-cell.h"
#include "ui/widgets/dwell-style.h"

#define ROW_HEIGHT 24 /* px */
#define NAME_WIDTH 96 /* px, at least */
#define BAR_WIDTH  64

struct _DwellComparisonWaterfall
{
  DwellViewBin parent_instance;

  GtkStack     *states;
  GtkListBox   *steps;
  GtkLabel     *counts;
  GtkLabel     *cut;
  GtkLabel     *chance; /* what two recordings cannot show */
  GtkSizeGroup *values; /* the columns after the bars */
  GtkSizeGroup *notes;

  DwellComparisonList *list; /* the page owns it */
  DwellWaterfall       waterfall;
};

G_DEFINE_FINAL_TYPE (DwellComparisonWaterfall, dwell_comparison_waterfall, DWELL_TYPE_VIEW_BIN)

static const DwellDifferenceRow *
get_row (DwellComparisonWaterfall *self,
         guint                     step)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);

  return difference != NULL ? dwell_waterfall_get_row (&self->waterfall, difference, step) : NULL;
}

/* Returns the area of a step in the tab's own session, or DWELL_NONE. */
static guint32
get_area (DwellComparisonWaterfall *self,
          guint                     step)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  const DwellDifferenceRow *row = get_row (self, step);
  gboolean is_swapped = FALSE;

  if (row == NULL || view == NULL || dwell_view_get_base (view, &is_swapped) == NULL)
    return DWELL_NONE;

  return is_swapped ? row->base_area : row->new_area;
}

static void
draw_bar (GtkDrawingArea *area,
          cairo_t        *cr,
          int             width,
          int             height,
          gpointer        user_data)
{
  DwellComparisonWaterfall *self = user_data;
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (area), GTK_TYPE_LIST_BOX_ROW);
  int step = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));

  if (step >= 0 && (guint) step < self->waterfall.n_steps)
    dwell_waterfall_draw_step (&self->waterfall, (guint) step, cr, dwell_style_get_palette (),
                               width, height);
}

static GtkWidget *
make_label (GtkSizeGroup *group,
            const char   *text,
            float         xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_add_css_class (label, "numeric");
  gtk_size_group_add_widget (group, label);
  return label;
}

static GtkWidget *
make_name (DwellComparisonWaterfall *self,
           guint                     step,
           const char               *name)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);
  const DwellDifferenceRow *row = get_row (self, step);
  GtkWidget *cell = dwell_cell_new ();

  gtk_widget_set_size_request (cell, NAME_WIDTH, -1);
  gtk_widget_set_hexpand (cell, TRUE);
  dwell_cell_set_text (DWELL_CELL (cell), name);
  if (row != NULL)
    dwell_cell_set_area (DWELL_CELL (cell), row->new != NULL ? difference->new : difference->base,
                         row->new != NULL ? row->new_area : row->base_area);
  return cell;
}

static GtkWidget *
make_row (DwellComparisonWaterfall *self,
          guint                     step,
          const DwellWaterfallText *text)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *bar = gtk_drawing_area_new ();
  g_autofree char *spoken = NULL;

  gtk_box_append (GTK_BOX (box), make_name (self, step, text->name));
  gtk_widget_set_size_request (bar, BAR_WIDTH, ROW_HEIGHT);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_bar, self, NULL);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), make_label (self->values, text->value, 1));
  gtk_box_append (GTK_BOX (box), make_label (self->notes, text->note, 0));

  spoken = g_strjoin (", ", text->name, text->value, *text->note != '\0' ? text->note : NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), get_area (self, step) != DWELL_NONE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

static void
show_steps (DwellComparisonWaterfall *self)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);
  g_autoptr(GArray) texts = NULL;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->steps, 0)) != NULL)
    gtk_list_box_remove (self->steps, GTK_WIDGET (row));

  if (difference != NULL)
    texts = dwell_waterfall_make_texts (&self->waterfall, difference);
  for (guint i = 0; i < self->waterfall.n_steps; i++)
    gtk_list_box_append (self->steps, make_row (self, i, &g_array_index (texts, DwellWaterfallText,
                                                                         i)));
}

static void
show_sentences (DwellComparisonWaterfall *self,
                const DwellDifference    *difference)
{
  g_autoptr(DwellComparisonOptions) options =
    dwell_comparison_options_new (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)));
  g_autofree char *counts =
    dwell_comparison_summary_count (dwell_compared_get_title (options->by), difference->n_verdicts);
  g_autofree char *cut = dwell_waterfall_describe_cut (&self->waterfall);

  gtk_label_set_text (self->counts, counts);
  gtk_label_set_text (self->cut, cut != NULL ? cut : "");
  gtk_widget_set_visible (GTK_WIDGET (self->cut), cut != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->chance), !difference->is_of_one);
}

static void
update (DwellComparisonWaterfall *self)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);
  gboolean is_busy = dwell_query_get_busy (DWELL_QUERY (self->list));

  self->waterfall = (DwellWaterfall) { 0 };
  if (difference != NULL && difference->n_rows > 0)
    {
      dwell_waterfall_make (&self->waterfall, difference);
      show_sentences (self, difference);
    }

  show_steps (self);
  dwell_page_states_show (self->states,
                          self->waterfall.n_steps > 0 ? "waterfall" : is_busy ? "loading" : "empty",
                          dwell_query_has_lacked (DWELL_QUERY (self->list)));
}

static void
on_row_activated (DwellComparisonWaterfall *self,
                  GtkListBoxRow            *row)
{
  guint32 area = get_area (self, (guint) gtk_list_box_row_get_index (row));

  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
}

static void
dwell_comparison_waterfall_dispose (GObject *object)
{
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_comparison_waterfall_parent_class)->dispose (object);
}

static void
dwell_comparison_waterfall_finalize (GObject *object)
{
  DwellComparisonWaterfall *self = DWELL_COMPARISON_WATERFALL (object);

  g_clear_object (&self->list);
  g_clear_object (&self->values);
  g_clear_object (&self->notes);

  G_OBJECT_CLASS (dwell_comparison_waterfall_parent_class)->finalize (object);
}

static void
dwell_comparison_waterfall_class_init (DwellComparisonWaterfallClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_waterfall_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_waterfall_finalize;
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-waterfall.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonWaterfall, states);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonWaterfall, steps);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonWaterfall, counts);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonWaterfall, cut);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonWaterfall, chance);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
dwell_comparison_waterfall_init (DwellComparisonWaterfall *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  self->values = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->notes = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
}

/**
 * dwell_comparison_waterfall_set_list:
 * @self: a summary
 * @list: the list of differences; set once
 *
 * Shows the comparison of @list, and follows its changes.
 */
void
dwell_comparison_waterfall_set_list (DwellComparisonWaterfall *self,
                                     DwellComparisonList      *list)
{
  g_return_if_fail (DWELL_IS_COMPARISON_WATERFALL (self));
  g_return_if_fail (self->list == NULL && DWELL_IS_COMPARISON_LIST (list));

  self->list = g_object_ref (list);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (list, "notify::busy", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
