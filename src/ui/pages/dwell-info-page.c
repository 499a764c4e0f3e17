/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Info page: all that is known of the session as a whole, in groups that are side by side if
 * the width allows it; every value can be selected and copied. */
#include "config.h"

#include "ui/pages/dwell-info-page.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-info-list.h"
#include "ui/widgets/dwell-name-breaks.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellInfoPage
{
  DwellViewBin parent_instance;

  GtkFlowBox *groups;

  DwellInfoList *list;
  guint          fill_id; /* 0: nothing to do */
};

G_DEFINE_FINAL_TYPE (DwellInfoPage, dwell_info_page, DWELL_TYPE_VIEW_BIN)

/* Adds a new group at the end, and returns the grid for its rows. */
static GtkGrid *
add_group (DwellInfoPage *self,
           const char    *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *grid = gtk_grid_new ();

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), grid);
  gtk_widget_add_css_class (box, "info-group");
  gtk_flow_box_append (self->groups, box);
  gtk_widget_set_focusable (gtk_widget_get_parent (box), FALSE);

  return GTK_GRID (grid);
}

/* Narrow enough for two columns in a narrow window with large text. */
#define MIN_VALUE_CHARS 12

static void
add_row (GtkGrid   *grid,
         int        row,
         DwellFact *item)
{
  const char *title = dwell_fact_get_label (item);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (value), MIN_VALUE_CHARS);
  dwell_name_breaks_show (GTK_LABEL (value), dwell_fact_get_value (item), DWELL_VALUE_MAX_CHARS);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (value, "numeric");

  /* A note has no title. */
  if (*title == '\0')
    {
      gtk_grid_attach (grid, value, 0, row, 2, 1);
    }
  else
    {
      GtkWidget *label = gtk_label_new (title);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_widget_set_valign (label, GTK_ALIGN_START);
      gtk_widget_add_css_class (label, "dim-label");
      gtk_grid_attach (grid, label, 0, row, 1, 1);
      gtk_grid_attach (grid, value, 1, row, 1, 1);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      label, NULL, -1);
    }
}

static gboolean
fill (gpointer user_data)
{
  DwellInfoPage *self = user_data;
  GtkGrid *grid = NULL;
  GtkWidget *child;
  g_autofree char *group = NULL;
  int row = 0;

  self->fill_id = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_flow_box_remove (self->groups, child);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      g_autoptr(DwellFact) item = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (g_strcmp0 (group, dwell_fact_get_group (item)) != 0)
        {
          g_free (group);
          group = g_strdup (dwell_fact_get_group (item));
          grid = add_group (self, group);
          row = 0;
        }

      add_row (grid, row++, item);
    }

  return G_SOURCE_REMOVE;
}

/* The list changes in several steps; the page is filled again once. */
static void
on_items_changed (DwellInfoPage *self)
{
  if (self->fill_id == 0)
    self->fill_id = g_idle_add (fill, self);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  g_autofree char *text = dwell_info_list_to_text (DWELL_INFO_PAGE (widget)->list);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  dwell_toast_show (widget, _("Copied the information on the recording"));
}

static void
dwell_info_page_dispose (GObject *object)
{
  DwellInfoPage *self = DWELL_INFO_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_info_page_parent_class)->dispose (object);
}

static void
dwell_info_page_class_init (DwellInfoPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_info_page_dispose;

  gtk_widget_class_install_action (widget_class, "info.copy", NULL, copy_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-info-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellInfoPage, groups);
}

static void
dwell_info_page_init (DwellInfoPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_info_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);
}
