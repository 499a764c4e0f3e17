/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/pages/dwell-cost-filter-menu.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-collation.h"
#include "ui/compat/dwell-names.h"

struct _DwellCostFilterMenu
{
  GtkPopover parent_instance;

  GtkDropDown    *image;
  GtkDropDown    *growth;
  GtkDropDown    *confidence;
  GtkSpinButton  *share;
  GtkSpinButton  *calls;
  GtkSpinButton  *sizes;
  GtkCheckButton *favourites;

  GArray   *images; /* guint32, strings: the entries of the drop-down after the first */
  gboolean  is_updating;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellCostFilterMenu, dwell_cost_filter_menu, GTK_TYPE_POPOVER)

static void
on_changed (DwellCostFilterMenu *self)
{
  if (!self->is_updating)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
reset_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellCostFilterMenu *self = DWELL_COST_FILTER_MENU (widget);

  dwell_cost_filter_menu_show_all (self);
  gtk_spin_button_set_value (self->sizes, DWELL_COST_LIST_MIN_SIZES);
}

static void
dwell_cost_filter_menu_finalize (GObject *object)
{
  g_array_unref (DWELL_COST_FILTER_MENU (object)->images);

  G_OBJECT_CLASS (dwell_cost_filter_menu_parent_class)->finalize (object);
}

static void
dwell_cost_filter_menu_class_init (DwellCostFilterMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_cost_filter_menu_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "cost-filter.reset", NULL, reset_action);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-cost-filter-menu.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, image);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, growth);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, share);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, favourites);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, confidence);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, calls);
  gtk_widget_class_bind_template_child (widget_class, DwellCostFilterMenu, sizes);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
}

static void
dwell_cost_filter_menu_init (DwellCostFilterMenu *self)
{
  g_autoptr(GtkStringList) growths = gtk_string_list_new (NULL);

  self->images = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->is_updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  /* Translators: a routine's cost may grow in any way */
  gtk_string_list_append (growths, C_("growth", "Any"));
  for (guint i = 0; i < DWELL_N_GROWTH_CLASSES; i++)
    gtk_string_list_append (growths, dwell_growth_class_get_title ((DwellGrowthClass) i));
  gtk_string_list_append (growths, C_("growth", "Not known"));
  gtk_drop_down_set_model (self->growth, G_LIST_MODEL (growths));
  self->is_updating = FALSE;
}

static int
compare_images (gconstpointer a,
                gconstpointer b,
                gpointer      trace)
{
  return dwell_collation_compare (dwell_trace_get_string (trace, *(const guint32 *) a),
                                  dwell_trace_get_string (trace, *(const guint32 *) b));
}

/**
 * dwell_cost_filter_menu_set_costs:
 * @self: a menu
 * @costs: (nullable): the routines to choose from
 *
 * Offers the images of the routines, and chooses none of them.
 */
void
dwell_cost_filter_menu_set_costs (DwellCostFilterMenu *self,
                                  DwellCosts          *costs)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_return_if_fail (DWELL_IS_COST_FILTER_MENU (self));

  g_array_set_size (self->images, 0);
  /* Translators: all images: programs and libraries */
  gtk_string_list_append (titles, C_("images", "All"));
  for (guint row = 0; costs != NULL && row < dwell_costs_get_n_rows (costs); row++)
    {
      const DwellTrace *trace = dwell_costs_get_trace (costs);
      guint32 image = trace->areas[dwell_costs_get_row (costs, row)->area].file;

      if (g_hash_table_add (seen, GUINT_TO_POINTER (image)))
        g_array_append_val (self->images, image);
    }

  if (costs != NULL)
    g_array_sort_with_data (self->images, compare_images, dwell_costs_get_trace (costs));
  for (guint i = 0; i < self->images->len; i++)
    {
      guint32 image = g_array_index (self->images, guint32, i);
      const char *title = dwell_trace_get_string (dwell_costs_get_trace (costs), image);

      gtk_string_list_append (titles, *title != '\0' ? title : C_("image", "None"));
    }

  self->is_updating = TRUE;
  gtk_drop_down_set_model (self->image, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->image, 0);
  self->is_updating = FALSE;
}

/**
 * dwell_cost_filter_menu_get_filter:
 * @self: a menu
 * @filter: (out caller-allocates): the filter
 */
void
dwell_cost_filter_menu_get_filter (DwellCostFilterMenu *self,
                                   DwellCostFilter     *filter)
{
  guint image;
  guint growth;

  g_return_if_fail (DWELL_IS_COST_FILTER_MENU (self));

  image = gtk_drop_down_get_selected (self->image);
  growth = gtk_drop_down_get_selected (self->growth);
  filter->image = image > 0 && image <= self->images->len
                    ? g_array_index (self->images, guint32, image - 1) : DWELL_NONE;
  filter->min_share = gtk_spin_button_get_value (self->share) / 100;
  filter->min_calls = (guint64) gtk_spin_button_get_value (self->calls);
  filter->min_sizes = (guint) gtk_spin_button_get_value_as_int (self->sizes);
  filter->classes = growth == 0 || growth == GTK_INVALID_LIST_POSITION
                      ? DWELL_COST_LIST_ALL_CLASSES : 1u << (growth - 1);
  /* In the order of the drop-down. */
  filter->confidence = (DwellConfidence) MIN (gtk_drop_down_get_selected (self->confidence),
                                              DWELL_CONFIDENCE_HIGH);
  filter->only_favourites = gtk_check_button_get_active (self->favourites);
}

/**
 * dwell_cost_filter_menu_show_all:
 * @self: a menu
 *
 * Resets the filter, so that all routines are shown.
 */
void
dwell_cost_filter_menu_show_all (DwellCostFilterMenu *self)
{
  g_return_if_fail (DWELL_IS_COST_FILTER_MENU (self));

  gtk_drop_down_set_selected (self->image, 0);
  gtk_drop_down_set_selected (self->growth, 0);
  gtk_drop_down_set_selected (self->confidence, 0);
  gtk_check_button_set_active (self->favourites, FALSE);
  gtk_spin_button_set_value (self->share, 0);
  gtk_spin_button_set_value (self->calls, 0);
  gtk_spin_button_set_value (self->sizes, 0);
}
