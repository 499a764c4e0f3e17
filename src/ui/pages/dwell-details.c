/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details pane.
 *
 * Its content comes from DwellSpanInfo, a list of facts: the main figures are shown large at the
 * top, the others are rows in groups. A fact that leads to another span, mark or area is a row that
 * can be activated; the values of the others can be selected with the mouse. For the keyboard the
 * rows are one stop, within which the arrow keys move. All text is plain, since names come from
 * files. */
#include "config.h"

#include "ui/pages/dwell-details.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-name.h"
#include "model/comparison/dwell-span-partners.h"
#include "model/lists/events/dwell-span-info.h"
#include "ui/widgets/dwell-name-breaks.h"

struct _DwellDetails
{
  DwellViewBin parent_instance;

  GtkStack      *stack;
  GtkLabel      *title;
  GtkLabel      *subtitle;
  GtkLabel      *partner;
  GtkFlowBox    *figures;
  GtkListBox    *facts;
  GtkWidget     *copy;
  GtkSizeGroup  *labels; /* the labels that are beside their values, aligned */

  GSignalGroup  *partners; /* DwellSpanPartners, while another timeline is linked */
  DwellSpanInfo *info;
  GListModel    *rows; /* the facts that are not among the figures */
};

/* Longer values are shown below their labels, where they have the whole width of the pane. A link
 * has less room beside its label, because of its arrow. */
#define MAX_BESIDE_CHARS      18
#define MAX_LINK_BESIDE_CHARS 14

G_DEFINE_FINAL_TYPE (DwellDetails, dwell_details, DWELL_TYPE_VIEW_BIN)

static gboolean
leads_somewhere (DwellFact *fact)
{
  DwellEvent target = dwell_fact_get_target (fact);

  return target.span != DWELL_NONE || target.mark != DWELL_NONE ||
         dwell_fact_get_area (fact) != DWELL_NONE;
}

static GtkWidget *
make_label (const char *text,
            gboolean    is_wide,
            glong       max_chars)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "xalign", 0.0,
                                   "yalign", 0.0,
                                   "wrap", TRUE,
                                   "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "hexpand", is_wide,
                                   "width-chars", is_wide ? 8 : 11,
                                   "max-width-chars", is_wide ? -1 : 11,
                                   NULL);

  dwell_name_breaks_show (GTK_LABEL (label), text, max_chars);
  return label;
}

static GtkWidget *
append_figure_label (GtkWidget  *box,
                     const char *text,
                     const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, style);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
make_figure (gpointer item,
             gpointer user_data)
{
  DwellFact *fact = item;
  GtkWidget *child = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = append_figure_label (box, dwell_fact_get_label (fact), "dim-label");
  GtkWidget *value = append_figure_label (box, dwell_fact_get_value (fact), "title-2");
  const char *note = dwell_fact_get_note (fact);

  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  if (note != NULL)
    gtk_widget_add_css_class (append_figure_label (box, note, "dim-label"), "caption");
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (child),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, value, NULL,
                                  -1);
  return child;
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
  GtkWidget *label = make_label (dwell_fact_get_label (fact), is_below, DWELL_NAME_MAX_CHARS);
  GtkWidget *value = make_label (dwell_fact_get_value (fact), TRUE,
                                 is_link ? DWELL_NAME_MAX_CHARS : DWELL_VALUE_MAX_CHARS);

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
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, value, NULL,
                                  -1);
  return row;
}

/* Shows the name of a group above the first of its facts. */
static void
update_header (GtkListBoxRow *row,
               GtkListBoxRow *before,
               gpointer       user_data)
{
  DwellDetails *self = user_data;
  GListModel *facts = self->rows;
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

  dwell_name_breaks_show (self->title, title, DWELL_NAME_MAX_CHARS);
  dwell_name_breaks_show (self->subtitle, subtitle, DWELL_NAME_MAX_CHARS);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), *subtitle != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->figures),
                          gtk_flow_box_get_child_at_index (self->figures, 0) != NULL);
  gtk_stack_set_visible_child_name (self->stack,
                                    *title != '\0' ||
                                    g_list_model_get_n_items (G_LIST_MODEL (self->info)) > 0
                                    ? "facts" : "empty");
}

/* Shows how long the partner of the span took in the other recording. */
static void
show_partner (DwellDetails *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  DwellSpanPartners *partners = view != NULL ? dwell_span_partners_get (view) : NULL;
  guint32 span = partners != NULL ? dwell_view_get_focus_span (view) : DWELL_NONE;
  const char *title = "";
  g_autofree char *partner = NULL;
  g_autofree char *text = NULL;

  if (span != DWELL_NONE)
    partner = dwell_span_partners_describe (partners, view, span, &title);
  if (partner != NULL)
    /* Translators: which recording, and how long a span took there: “Base: 2.10 ms (+0.41 ms)” */
    text = g_strdup_printf (_("%s: %s"), title, partner);

  gtk_label_set_text (self->partner, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->partner), text != NULL);
}

/* A view has partners while it is linked; “lanes-changed” reports changes of that. */
static void
take_partners (DwellDetails *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  g_signal_group_set_target (self->partners,
                             view != NULL ? dwell_span_partners_get (view) : NULL);
  show_partner (self);
}

static void
dwell_details_take_view (DwellViewBin *bin)
{
  take_partners (DWELL_DETAILS (bin));
}

static void
row_activated (DwellDetails  *self,
               GtkListBoxRow *row)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  g_autoptr(DwellFact) fact = NULL;
  DwellEvent target;

  fact = g_list_model_get_item (self->rows, (guint) gtk_list_box_row_get_index (row));
  if (fact == NULL || view == NULL)
    return;

  target = dwell_fact_get_target (fact);
  if (target.span != DWELL_NONE)
    dwell_view_reveal_span (view, target.span);
  else if (target.mark != DWELL_NONE)
    dwell_view_reveal_mark (view, target.mark);

  /* Otherwise a focused span of the area would stay in focus. */
  if (dwell_fact_get_area (fact) != DWELL_NONE)
    {
      guint32 area = dwell_fact_get_area (fact);

      dwell_view_focus_span (view, DWELL_NONE);
      dwell_view_focus_area (view, area);
    }
}

static void
copy_clicked (DwellDetails *self)
{
  g_autofree char *text = dwell_span_info_to_text (self->info);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static gboolean
has_focus_within (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* Tab visits the button and then the rows, as one stop. */
static gboolean
dwell_details_focus (GtkWidget        *widget,
                     GtkDirectionType  direction)
{
  DwellDetails *self = DWELL_DETAILS (widget);
  GtkWidget *facts = GTK_WIDGET (self->facts);
  gboolean is_forward = direction == GTK_DIR_TAB_FORWARD;

  if ((!is_forward && direction != GTK_DIR_TAB_BACKWARD) || !gtk_widget_get_mapped (self->copy))
    return GTK_WIDGET_CLASS (dwell_details_parent_class)->focus (widget, direction);

  if (has_focus_within (facts))
    return !is_forward && gtk_widget_grab_focus (self->copy);
  if (!has_focus_within (widget))
    return is_forward ? gtk_widget_grab_focus (self->copy)
                      : gtk_widget_child_focus (facts, GTK_DIR_TAB_FORWARD) ||
                        gtk_widget_grab_focus (self->copy);

  return is_forward && gtk_widget_child_focus (facts, GTK_DIR_TAB_FORWARD);
}

static void
dwell_details_dispose (GObject *object)
{
  DwellDetails *self = DWELL_DETAILS (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->partners);
  g_clear_object (&self->rows);
  g_clear_object (&self->info);

  G_OBJECT_CLASS (dwell_details_parent_class)->dispose (object);
}

static void
dwell_details_class_init (DwellDetailsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_details_dispose;
  widget_class->focus = dwell_details_focus;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_details_take_view;

  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-details.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, title);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, subtitle);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, partner);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, figures);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, facts);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, copy);
  gtk_widget_class_bind_template_child (widget_class, DwellDetails, labels);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked);
}

static gboolean
is_figure (gpointer item,
           gpointer user_data)
{
  return (*dwell_fact_get_group (item) == '\0') == (user_data != NULL);
}

/* Returns: the figures among the facts, or the other facts */
static GListModel *
filter_facts (DwellDetails *self,
              gboolean      wants_figures)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_figure, wants_figures ? self : NULL,
                                                         NULL));

  return G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->info)),
                                                  filter));
}

static void
dwell_details_init (DwellDetails *self)
{
  g_autoptr(GListModel) figures = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->partners = g_signal_group_new (DWELL_TYPE_SPAN_PARTNERS);
  g_signal_group_connect_swapped (self->partners, "changed", G_CALLBACK (show_partner), self);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "lanes-changed", G_CALLBACK (take_partners));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed", G_CALLBACK (take_partners));

  self->info = dwell_span_info_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->info));
  g_signal_connect_object (self->info, "notify::title", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->info, "notify::subtitle", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  self->rows = filter_facts (self, FALSE);
  figures = filter_facts (self, TRUE);
  gtk_flow_box_bind_model (self->figures, figures, make_figure, self, NULL);
  gtk_list_box_bind_model (self->facts, self->rows, make_row, self, NULL);
  gtk_list_box_set_header_func (self->facts, update_header, self, NULL);

  update (self);
}
