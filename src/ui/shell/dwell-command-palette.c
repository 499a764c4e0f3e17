/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command palette: finds an enabled action by a few letters of its title, or by other words
 * for it.
 *
 * Its rows come from the tables of actions and of pages. Actions that are disabled, or that the
 * page in front does not have, are left out. */
#include "config.h"

#include "ui/shell/dwell-command-palette.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-fuzzy.h"
#include "ui/commands/dwell-actions.h"
#include "ui/commands/dwell-pages.h"
#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-text-scale.h"

/* The prefix of the page in front in the table of actions. */
#define PAGE_PREFIX "page."
#define TIMELINE_PREFIX "timeline."

/* px, with text of the usual size */
#define WIDTH  640
#define HEIGHT 480

/* Narrow enough for the keys beside it on a phone. */
#define TITLE_CHARS 6

/* More than dwell_fuzzy_score() has for scattered letters of a word, less than for its inside. */
#define KEYWORDS_SCORE 40

struct _DwellCommandPalette
{
  AdwWindow parent_instance;

  GtkSearchEntry    *search;
  GtkListBox        *list;
  GtkScrolledWindow *scroller;
  GtkSizeGroup      *keys; /* the shortcuts: of the same width, to align the groups */
  guint              n_commands;
};

/* The action of a row, attached to the row. */
typedef struct {
  char      *action; /* the name, without the target */
  GVariant  *target; /* (nullable) */
  GtkWidget *widget; /* the widget to activate the action on */
  char      *title;  /* the title and the group, which are searched */
  char      *words;  /* title, and other words for it */
  int        score;  /* how well it matches the query; negative: not at all */
  guint      order;  /* its position without a query */
} Command;

G_DEFINE_FINAL_TYPE ( DwellCommandPalette,
                      dwell_command_palette,
                      ADW_TYPE_WINDOW)

static void
command_free (gpointer data)
{
  Command *command = data;

  g_free (command->action);
  g_clear_pointer (&command->target, g_variant_unref);
  g_object_unref (command->widget);
  g_free (command->title);
  g_free (command->words);
  g_free (command);
}

static Command *
get_command (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "command");
}

/* Both wrap where there is little room. A group may even be cut, but no title is: only it tells
 * what a row does. */
static GtkWidget *
make_title (const char *title)
{
  return g_object_new (GTK_TYPE_LABEL,
                       "label", title,
                       "xalign", 0.f,
                       "hexpand", TRUE,
                       "wrap", TRUE,
                       "wrap-mode", PANGO_WRAP_WORD_CHAR,
                       "width-chars", (int) MIN (g_utf8_strlen (title, -1), TITLE_CHARS),
                       NULL);
}

static GtkWidget *
make_group (const char *group)
{
  return g_object_new (GTK_TYPE_LABEL,
                       "label", group,
                       "xalign", 0.f,
                       "wrap", TRUE,
                       "lines", 2,
                       "ellipsize", PANGO_ELLIPSIZE_END,
                       "css-classes", (const char *[]) { "dim-label", NULL },
                       NULL);
}

static void
append_row (DwellCommandPalette *self,
            const char          *title,
            const char          *group,
            const char          *accel,
            Command             *command)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *keys = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  guint key;
  GdkModifierType modifiers;

  gtk_box_append (GTK_BOX (box), make_title (title));
  gtk_box_append (GTK_BOX (box), make_group (group));
  gtk_widget_set_hexpand (keys, FALSE);
  gtk_box_append (GTK_BOX (box), keys);
  gtk_size_group_add_widget (self->keys, keys);
  if (accel != NULL && gtk_accelerator_parse (accel, &key, &modifiers))
    {
      GtkWidget *shortcut = dwell_actions_make_key_label (accel);

      gtk_widget_set_hexpand (shortcut, TRUE);
      gtk_widget_set_halign (shortcut, GTK_ALIGN_END);
      gtk_widget_set_valign (shortcut, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (keys), shortcut);
    }

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  command->title, -1);
  g_object_set_data_full (G_OBJECT (row), "command", command, command_free);
  gtk_list_box_append (self->list, row);
}

/* Returns whether an action is enabled. GTK has no function for that, but it makes a button
 * insensitive whose action is disabled; so an invisible button is added for a moment. */
static gboolean
is_enabled (GtkWidget  *widget,
            const char *name,
            GVariant   *target)
{
  GtkWidget *button = g_object_ref_sink (gtk_button_new ());
  gboolean result;

  gtk_widget_set_visible (button, FALSE);
  gtk_widget_insert_before (button, widget, NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), name);
  result = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);
  g_object_unref (button);

  return result;
}

static void
add_command (DwellCommandPalette *self,
             DwellSessionPage    *tab,
             const char          *detailed_name,
             const char          *title,
             const char          *group,
             const char          *accel,
             const char          *keywords)
{
  GtkWidget *window = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self)));
  g_autoptr(GVariant) target = NULL;
  g_autofree char *name = NULL;
  GtkWidget *widget = window;
  Command *command;

  if (!g_action_parse_detailed_name (detailed_name, &name, &target, NULL))
    g_return_if_reached ();

  if (g_str_has_prefix (name, PAGE_PREFIX))
    {
      GtkWidget *page = tab != NULL ? dwell_session_page_get_shown (tab) : NULL;
      char *full = NULL;

      if (page != NULL)
        full = dwell_actions_find_in_page (page, name + strlen (PAGE_PREFIX),
                                           target != NULL ? g_variant_get_type (target) : NULL);
      if (full == NULL)
        return;
      g_free (g_steal_pointer (&name));
      name = full;
      widget = page;
    }

  if (g_str_has_prefix (name, TIMELINE_PREFIX))
    widget = tab != NULL ? dwell_session_page_get_timeline (tab) : NULL;

  if (widget == NULL || !is_enabled (widget, name, target))
    return;

  command = g_new0 (Command, 1);
  command->action = g_steal_pointer (&name);
  command->target = g_steal_pointer (&target);
  command->widget = g_object_ref (widget);
  command->title = g_strdup_printf ("%s — %s", title, group);
  command->words = g_strdup_printf ("%s %s", command->title, keywords != NULL ? _(keywords) : "");
  command->order = self->n_commands++;
  append_row (self, title, group, accel, command);
}

static void
add_pages (DwellCommandPalette *self,
           DwellSessionPage    *tab)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  guint place = 0;

  for (guint i = 0; i < n_pages; i++)
    if (tab != NULL && dwell_session_page_has_page (tab, pages[i].id))
      {
        g_autofree char *action = g_strdup_printf ("tab.page('%s')", pages[i].id);
        g_autofree char *accel = dwell_actions_get_page_accel (place++);

        add_command (self, tab, action, _(pages[i].title),
                     _(dwell_actions_get_group_title (DWELL_ACTIONS_PAGES)), accel,
                     pages[i].keywords);
      }
}

/* Adds all actions except the one that opens the palette. */
static void
add_commands (DwellCommandPalette *self,
              DwellSessionPage    *tab)
{
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  for (guint i = 0; i < n_actions; i++)
    if (actions[i].action != NULL && !g_str_equal (actions[i].action, "win.palette"))
      add_command (self, tab, actions[i].action, _(actions[i].title),
                   _(dwell_actions_get_group_title (actions[i].group)), actions[i].accels[0],
                   actions[i].keywords);
  add_pages (self, tab);
}

static gboolean
is_match (GtkListBoxRow *row,
          gpointer       user_data)
{
  return get_command (row)->score >= 0;
}

static int
compare_rows (GtkListBoxRow *a,
              GtkListBoxRow *b,
              gpointer       user_data)
{
  const Command *left = get_command (a);
  const Command *right = get_command (b);

  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;

  return left->order < right->order ? -1 : left->order > right->order;
}

/* Returns: (nullable): the next visible row after @row, or the previous one if @step is
 *   negative. */
static GtkListBoxRow *
get_neighbour (GtkListBoxRow *row,
               int            step)
{
  GtkWidget *widget = GTK_WIDGET (row);

  do
    widget = step > 0 ? gtk_widget_get_next_sibling (widget)
                      : gtk_widget_get_prev_sibling (widget);
  while (widget != NULL &&
         (!GTK_IS_LIST_BOX_ROW (widget) || !gtk_widget_get_child_visible (widget)));

  return widget != NULL ? GTK_LIST_BOX_ROW (widget) : NULL;
}

static void
select_row (DwellCommandPalette *self,
            GtkListBoxRow       *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t bounds;

  gtk_list_box_select_row (self->list, row);
  if (row != NULL && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

static void
select_first (DwellCommandPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  if (row != NULL && !gtk_widget_get_child_visible (GTK_WIDGET (row)))
    row = get_neighbour (row, 1);
  gtk_list_box_select_row (self->list, row);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* If other words for a command match, it comes after those whose titles match, but before those
 * whose titles only contain the letters. The words must start with the words of the query. */
static int
score_command (const char    *query,
               const Command *command)
{
  int score = dwell_fuzzy_score (query, command->title);

  if (score < KEYWORDS_SCORE && g_str_match_string (query, command->words, TRUE))
    score = KEYWORDS_SCORE;

  return score;
}

static void
on_search_changed (DwellCommandPalette *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      Command *command = get_command (row);

      command->score = score_command (query, command);
    }

  gtk_list_box_invalidate_filter (self->list);
  gtk_list_box_invalidate_sort (self->list);
  select_first (self);
}

static void
on_row_activated (DwellCommandPalette *self,
                  GtkListBoxRow       *row)
{
  Command *command = get_command (row);
  g_autoptr(GtkWidget) widget = g_object_ref (command->widget);
  g_autofree char *action = g_strdup (command->action);
  g_autoptr(GVariant) target = command->target != NULL ? g_variant_ref (command->target) : NULL;

  /* A window that the action opens belongs to the active window, so the palette closes first. */
  gtk_window_destroy (GTK_WINDOW (self));
  gtk_widget_activate_action_variant (widget, action, target);
}

static void
on_activate (DwellCommandPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    on_row_activated (self, row);
}

static gboolean
on_key_pressed (DwellCommandPalette *self,
                guint                key,
                guint                keycode,
                GdkModifierType      state)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  guint plain = dwell_keypad_get_plain (key);
  int step = plain == GDK_KEY_Down ? 1 : plain == GDK_KEY_Up ? -1 : 0;

  if (step == 0)
    return GDK_EVENT_PROPAGATE;

  if (row != NULL)
    row = get_neighbour (row, step);
  if (row != NULL)
    select_row (self, row);

  return GDK_EVENT_STOP;
}

/* Grows with the text, but not beyond @parent. */
static void
set_size (DwellCommandPalette *self,
          GtkWidget           *parent)
{
  double scale = dwell_text_scale_get (parent);
  int width = MIN ((int) (WIDTH * scale), gtk_widget_get_width (parent));
  int height = MIN ((int) (HEIGHT * scale), gtk_widget_get_height (parent));

  gtk_window_set_default_size (GTK_WINDOW (self), MAX (width, WIDTH), MAX (height, HEIGHT));
}

static void
dwell_command_palette_class_init (DwellCommandPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-command-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellCommandPalette, search);
  gtk_widget_class_bind_template_child (widget_class, DwellCommandPalette, keys);
  gtk_widget_class_bind_template_child (widget_class, DwellCommandPalette, list);
  gtk_widget_class_bind_template_child (widget_class, DwellCommandPalette, scroller);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
dwell_command_palette_init (DwellCommandPalette *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, is_match, NULL, NULL);
  gtk_list_box_set_sort_func (self->list, compare_rows, NULL, NULL);
}

/**
 * dwell_command_palette_new:
 * @parent: the window whose actions it lists
 * @tab: (nullable): the tab in front in @parent
 *
 * Returns: (transfer none): the palette, to be presented; it destroys itself after use
 */
GtkWidget *
dwell_command_palette_new (GtkWindow        *parent,
                           DwellSessionPage *tab)
{
  DwellCommandPalette *self;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);

  self = g_object_new (DWELL_TYPE_COMMAND_PALETTE, "transient-for", parent, NULL);
  set_size (self, GTK_WIDGET (parent));
  add_commands (self, tab);
  select_first (self);

  return GTK_WIDGET (self);
}
