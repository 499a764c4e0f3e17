/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details pane.
 *
 * What it says comes from DwellSpanInfo, a list of facts in groups; here they become rows. A fact
 * that leads to another span or mark is a row to be activated; the others' values can be selected
 * with the mouse. Everything is plain text: names come from files. */
#include "config.h"

#include "ui/pages/dwell-details.h"

#include <glib/gi18n-lib.h>

#include "model/lists/events/dwell-span-info.h"

struct _DwellDetails
{
  DwellViewBin parent_instance;

  GtkStack      *stack;
  GtkLabel      *title;
  GtkLabel      *subtitle;
  GtkListBox    *facts;
  GtkWidget     *copy;
  GtkSizeGroup  *labels; /* those beside their values, which stand below one another */

  DwellSpanInfo *info;
};

/* Longer values stand below their labels, where they have the pane's whole width. A link has less
 * room beside, for its arrow. */
#define MAX_BESIDE_CHARS      40
#define MAX_LINK_BESIDE_CHARS 14

G_DEFINE_FINAL_TYPE (DwellDetails, dwell_details, DWELL_TYPE_VIEW_BIN)

static gboolean
leads_somewhere (DwellFact *fact)
{
  DwellEvent target = dwell_fact_get_target (fact);

  return target.span != DWELL_NONE || target.mark != DWELL_NONE;
}

static GtkWidget *
make_label (const char *text,
            gboolean    is_wide)
{
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();

  /* A hyphen in a broken name would be read as part of the name. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));

  return g_object_new (GTK_TYPE_LABEL,
                       "label", text,
                       "attributes", attributes,
                       "xalign", 0.0,
                       "yalign", 0.0,
                       "wrap", TRUE,
                       "wrap-mode", PANGO_WRAP_WORD_CHAR,
                       "hexpand", is_wide,
                       "width-chars", is_wide ? 8 : 11,
                       "max-width-chars", is_wide ? -1 : 11,
                       NULL);
}

static gboolean
stands_below (DwellFact *fact)
{
  return g_utf8_strlen (dwell_fact_get_value (fact), -1) >
         (leads_somewhere (fact) ? MAX_LINK_BESIDE_CHARS : MAX_BESIDE_CHARS);
}

static GtkWidget *
make_row (gpointer item,
          gpointer user_data)
{
  DwellDetails *self = user_data;
  DwellFact *fact = item;
  gboolean is_link = leads_somewhere (fact);
  gboolean is_below = stands_below (fact);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (is_below ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL,
                                  is_below ? 0 : 12);
  GtkWidget *label = make_label (dwell_fact_get_label (fact), is_below);
  GtkWidget *value = make_label (dwell_fact_get_value (fact), TRUE);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (value, "numeric");
  gtk_box_append (GTK_BOX (texts), label);
  gtk_box_append (GTK_BOX (texts), value);
  gtk_box_append (GTK_BOX (box), texts);
  if (!is_below)
    gtk_size_group_add_widget (self->labels, label);

  if (is_link)
    {
      GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (box), arrow);
    }
  else
    {
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
    }

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), is_link);
  gtk_widget_set_focusable (row, is_link);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, value, NULL,
                                  -1);
  return row;
}

/* A group's name above the first of its facts. */
static void
update_header (GtkListBoxRow *row,
               GtkListBoxRow *before,
               gpointer       user_data)
{
  DwellDetails *self = user_data;
  GListModel *facts = G_LIST_MODEL (self->info);
  guint position = (guint) gtk_list_box_row_get_index (row);
  g_autoptr(DwellFact) fact = g_list_model_get_item (facts, position);
  g_autoptr(DwellFact) previous = NULL;
  GtkWidget *header;

  if (before != NULL)
    previous = g_list_model_get_item (facts, position - 1);

  if (fact == NULL ||
      (previous != NULL && g_str_equal (dwell_fact_get_group (previous),
                                        dwell_fact_get_group (fact))))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }

  header = gtk_label_new (dwell_fact_get_group (fact));
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "heading");
  gtk_widget_add_css_class (header, "details-group");
  gtk_list_box_row_set_header (row, header);
}

static void
update (DwellDetails *self)
{
  const char *title = dwell_span_info_get_title (self->info);
  const char *subtitle = dwell_span_info_get_subtitle (self->info);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->subtitle, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), *subtitle != '\0');
  gtk_stack_set_visible_child_name (self->stack,
                                    *title != '\0' ||
                                    g_list_model_get_n_items (G_LIST_MODEL (self->info)) > 0
                                    ? "facts" : "empty");
}

static void
row_activated (DwellDetails  *self,
               GtkListBoxRow *row)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  g_autoptr(DwellFact) fact = NULL;
  DwellEvent target;

  fact = g_list_model_get_item (G_LIST_MODEL (self->info),
                                (guint) gtk_list_box_row_get_index (row));
  if (fact == NULL || view == NULL)
    return;

  target = dwell_fact_get_target (fact);
  if (target.span != DWELL_NONE)
    dwell_view_reveal_span (view, target.span);
  else if (target.mark != DWELL_NONE)
    dwell_view_reveal_mark (view, target.mark);
}

static void
copy_clicked (DwellDetails *self)
{
  g_autofree char *text = dwell_span_info_to_text (self->info);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
dwell_details_dispose (GObject *object)
{
  DwellDetails *self = DWELL_DETAILS (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->info);

  G_OBJECT_CLASS (dwell_details_parent_class)->dispose (object);
}

static void
dwell_details_class_init (DwellDetailsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_details_dispose;

  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-details.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, title);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, subtitle);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, facts);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, copy);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, labels);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked);
}

static void
dwell_details_init (DwellDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->info = dwell_span_info_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->info));
  g_signal_connect_object (self->info, "notify::title", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->info, "notify::subtitle", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->facts, G_LIST_MODEL (self->info), make_row, self, NULL);
  gtk_list_box_set_header_func (self->facts, update_header, self, NULL);

  update (self);
}
