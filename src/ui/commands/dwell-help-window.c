/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of the help: a list of topics on the left, one topic on the right. A search hides the
 * topics that do not contain all its words, and marks the words in the topic that is shown. */
#include "config.h"

#include "ui/commands/dwell-help-window.h"

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-help-topics.h"
#include "ui/commands/dwell-key-list.h"

/* Height of what stays visible above and below a mark, for context. */
#define MARK_MARGIN_PX 48

struct _DwellHelpWindow
{
  AdwWindow parent_instance;

  AdwLeaflet        *leaflet;
  GtkSearchEntry    *search;
  GtkListBox        *topics;
  AdwWindowTitle    *title;
  GtkScrolledWindow *scroller;
  GtkBox            *content;

  GRegex    *marked;     /* the words of the search, or NULL */
  GtkWidget *first_mark; /* the first label with a mark, or NULL */
  guint      scrolling;  /* id of the tick callback that scrolls to it, or 0 */
};

G_DEFINE_FINAL_TYPE (DwellHelpWindow, dwell_help_window, ADW_TYPE_WINDOW)

static const DwellHelpTopic *
get_topic (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "topic");
}

/* Marks the words of the search: underlined and bold, so that colour is not needed. */
static void
mark_words (DwellHelpWindow *self,
            GtkWidget       *label)
{
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  g_autoptr(GMatchInfo) match = NULL;

  if (self->marked == NULL)
    return;

  g_regex_match (self->marked, gtk_label_get_text (GTK_LABEL (label)), 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_SINGLE);
      PangoAttribute *weight = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
      int begin;
      int end;

      if (self->first_mark == NULL)
        self->first_mark = label;
      g_match_info_fetch_pos (match, 0, &begin, &end);
      line->start_index = weight->start_index = (guint) begin;
      line->end_index = weight->end_index = (guint) end;
      pango_attr_list_insert (attributes, line);
      pango_attr_list_insert (attributes, weight);
    }

  gtk_label_set_attributes (GTK_LABEL (label), attributes);
}

static GtkWidget *
make_label (DwellHelpWindow *self,
            const char      *text,
            const char      *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  mark_words (self, label);

  return label;
}

static void
append_part (const char *term,
             const char *text,
             gpointer    user_data)
{
  DwellHelpWindow *self = user_data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label;

  if (term != NULL)
    gtk_box_append (GTK_BOX (box), make_label (self, term, "heading"));
  label = make_label (self, text, NULL);
  /* The user can copy from it, and reach all of it with the keyboard. */
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (self->content, box);
}

static void
append_keys (DwellHelpWindow  *self,
             DwellActionGroup  group)
{
  GtkWidget *list = dwell_key_list_new (group);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++)
    mark_words (self, dwell_key_list_get_label (row));
  gtk_box_append (self->content,
                  make_label (self, _(dwell_actions_get_group_title (group)), "heading"));
  gtk_box_append (self->content, list);
}

/* Scrolls until the first mark is visible. It waits until labels have a size, which is after the
 * first layout. */
static gboolean
scroll_to_mark (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  DwellHelpWindow *self = DWELL_HELP_WINDOW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t bounds;

  if (self->first_mark != NULL && gtk_widget_get_height (self->first_mark) == 0)
    return G_SOURCE_CONTINUE;

  if (self->first_mark != NULL &&
      gtk_widget_compute_bounds (self->first_mark, GTK_WIDGET (self->content), &bounds))
    gtk_adjustment_clamp_page (adjustment, MAX (bounds.origin.y - MARK_MARGIN_PX, 0),
                               bounds.origin.y + bounds.size.height + MARK_MARGIN_PX);

  self->scrolling = 0;
  return G_SOURCE_REMOVE;
}

static void
show_topic (DwellHelpWindow      *self,
            const DwellHelpTopic *topic)
{
  GtkWidget *child;

  self->first_mark = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);

  adw_window_title_set_title (self->title, dwell_help_get_title (topic));
  dwell_help_foreach (topic, append_part, self);
  for (DwellActionGroup group = 0; group < DWELL_ACTIONS_N_GROUPS; group++)
    if (topic->groups & 1u << group)
      append_keys (self, group);

  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  if (self->first_mark != NULL && self->scrolling == 0)
    self->scrolling = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_mark, NULL, NULL);
}

static void
on_row_selected (DwellHelpWindow *self,
                 GtkListBoxRow   *row)
{
  if (row != NULL)
    show_topic (self, get_topic (row));
}

static void
on_row_activated (DwellHelpWindow *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
on_back (DwellHelpWindow *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static gboolean
matches_search (GtkListBoxRow *row,
                gpointer       user_data)
{
  DwellHelpWindow *self = user_data;
  g_autofree char *text = dwell_help_get_text (get_topic (row));

  return g_str_match_string (gtk_editable_get_text (GTK_EDITABLE (self->search)), text, TRUE);
}

/* Builds the expression that finds the words of the search, at the starts of words. */
static void
update_marked (DwellHelpWindow *self)
{
  g_auto(GStrv) words = NULL;
  g_autoptr(GString) pattern = g_string_new ("\\b(?:");

  g_clear_pointer (&self->marked, g_regex_unref);

  words = g_str_tokenize_and_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)), NULL, NULL);
  if (words[0] == NULL)
    return;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (words[i], -1);

      g_string_append_printf (pattern, "%s%s", i > 0 ? "|" : "", escaped);
    }
  g_string_append_c (pattern, ')');
  self->marked = g_regex_new (pattern->str, G_REGEX_CASELESS, 0, NULL);
}

/* Filters the topics. The topic that was shown stays if it matches; otherwise the first that does
 * is shown. If a text of the topic has the focus, it disappears with the topic, so the search entry
 * gets the focus. */
static void
on_search_changed (DwellHelpWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->topics);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->content)))
    gtk_widget_grab_focus (GTK_WIDGET (self->search));

  update_marked (self);
  gtk_list_box_invalidate_filter (self->topics);

  if (row == NULL || !matches_search (row, self))
    for (int i = 0; (row = gtk_list_box_get_row_at_index (self->topics, i)) != NULL; i++)
      if (matches_search (row, self))
        break;

  gtk_list_box_select_row (self->topics, row);
  if (row != NULL)
    show_topic (self, get_topic (row));
}

static void
on_search_activated (DwellHelpWindow *self)
{
  if (gtk_list_box_get_selected_row (self->topics) != NULL)
    adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
dwell_help_window_finalize (GObject *object)
{
  g_clear_pointer (&DWELL_HELP_WINDOW (object)->marked, g_regex_unref);

  G_OBJECT_CLASS (dwell_help_window_parent_class)->finalize (object);
}

static void
dwell_help_window_class_init (DwellHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_help_window_finalize;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, search);
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, topics);
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, title);
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, DwellHelpWindow, content);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
dwell_help_window_init (DwellHelpWindow *self)
{
  guint n_topics;
  const DwellHelpTopic *topics = dwell_help_get_topics (&n_topics);

  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < n_topics; i++)
    {
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *label = gtk_label_new (dwell_help_get_title (&topics[i]));

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      g_object_set_data (G_OBJECT (row), "topic", (gpointer) &topics[i]);
      gtk_list_box_append (self->topics, row);
    }

  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->topics, matches_search, self, NULL);
}

/**
 * dwell_help_window_new:
 * @parent: the window that the help stays above
 *
 * Returns: (transfer none): the window of the help, not yet presented
 */
GtkWidget *
dwell_help_window_new (GtkWindow *parent)
{
  return g_object_new (DWELL_TYPE_HELP_WINDOW, "transient-for", parent, NULL);
}

/**
 * dwell_help_window_show:
 * @self: the window of the help
 * @topic: (nullable): the id of a topic; if there is none with this id, the first topic is shown
 *
 * Shows a topic, and empties the search.
 */
void
dwell_help_window_show (DwellHelpWindow *self,
                        const char      *topic)
{
  const DwellHelpTopic *wanted = dwell_help_find_topic (topic);
  GtkListBoxRow *row;
  int i = 0;

  g_return_if_fail (DWELL_IS_HELP_WINDOW (self));

  while ((row = gtk_list_box_get_row_at_index (self->topics, i)) != NULL &&
         wanted != NULL && get_topic (row) != wanted)
    i++;

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_list_box_select_row (self->topics, row);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}
