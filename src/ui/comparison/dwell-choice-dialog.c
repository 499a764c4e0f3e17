/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of the choices, with an entry to filter a long one. */
#include "config.h"

#include "ui/comparison/dwell-choice-dialog.h"
#include "ui/widgets/dwell-tip.h"

#include <string.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define WIDTH 420
#define HEIGHT 480

/* A shorter list is seen at a glance and has no search entry. */
#define LEAST_SEARCHED 8

static void
answer (GTask *task,
        int    place)
{
  if (!g_task_get_completed (task) && g_task_get_task_data (task) == NULL)
    {
      /* A task can return only once, and destroying the window answers it, too. */
      g_task_set_task_data (task, task, NULL);
      g_task_return_int (task, place);
    }
}

static void
on_activated (GtkWidget *row,
              GTask     *task)
{
  GtkWidget *window = gtk_widget_get_ancestor (row, GTK_TYPE_WINDOW);

  answer (task, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "place")));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
on_destroy (GtkWidget *window,
            GTask     *task)
{
  answer (task, DWELL_CHOICE_CANCELLED);
}

static void
add_row (GtkListBox *list,
         const char *title,
         const char *subtitle,
         int         place,
         GTask      *task)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  dwell_tip_set (row, subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "place", GINT_TO_POINTER (place));
  g_signal_connect_object (row, "activated", G_CALLBACK (on_activated), task, 0);
  gtk_list_box_append (list, row);
}

static gboolean
is_found (GtkListBoxRow *row,
          gpointer       user_data)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (user_data));
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row));
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  g_autofree char *folded = g_utf8_casefold (title, -1);

  return strstr (folded, wanted) != NULL;
}

/* Chooses the first row that matches. The list may not yet show what the typed text matches. */
static void
on_entered (GtkWidget  *entry,
            GtkListBox *list)
{
  GtkListBoxRow *row;
  int i = 0;

  while ((row = gtk_list_box_get_row_at_index (list, i)) != NULL && !is_found (row, entry))
    i++;

  if (row != NULL)
    adw_action_row_activate (ADW_ACTION_ROW (row));
  else
    gtk_widget_error_bell (entry);
}

static GtkWidget *
make_search (GtkListBox *list)
{
  GtkWidget *entry = gtk_search_entry_new ();

  gtk_widget_set_margin_start (entry, 12);
  gtk_widget_set_margin_end (entry, 12);
  g_object_set (entry, "placeholder-text", _("Search"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Search"), -1);
  gtk_list_box_set_filter_func (list, is_found, entry, NULL);
  g_signal_connect_object (entry, "search-changed", G_CALLBACK (gtk_list_box_invalidate_filter),
                           list, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_entered), list, 0);
  return entry;
}

static GtkWidget *
make_list (const DwellChoice *choices,
           guint              n_choices,
           const char        *other,
           const char        *title,
           GTask             *task)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_margin_top (list, 12);
  gtk_widget_set_margin_bottom (list, 12);
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  for (guint i = 0; i < n_choices; i++)
    add_row (GTK_LIST_BOX (list), choices[i].title, choices[i].subtitle, (int) i, task);
  if (other != NULL)
    add_row (GTK_LIST_BOX (list), other, NULL, DWELL_CHOICE_OTHER, task);

  return list;
}

static GtkWidget *
make_content (GtkWidget *list,
              gboolean   is_long)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  adw_clamp_set_child (ADW_CLAMP (clamp), list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  if (is_long)
    gtk_box_append (GTK_BOX (box), make_search (GTK_LIST_BOX (list)));
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

/**
 * dwell_choice_dialog_ask_async:
 * @parent: the window to open it for
 * @title: the question
 * @choices: (array length=n_choices): what to choose from
 * @n_choices: how many there are
 * @other: (nullable): the label of a choice of something that is not offered; %NULL: there is no
 *   such choice
 * @callback: called with the answer
 * @user_data: data for @callback
 *
 * Asks for one of @choices.
 */
void
dwell_choice_dialog_ask_async (GtkWindow           *parent,
                               const char          *title,
                               const DwellChoice   *choices,
                               guint                n_choices,
                               const char          *other,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  GtkWidget *window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "modal", TRUE,
                                    "destroy-with-parent", TRUE, "title", title,
                                    "default-width", WIDTH, "default-height", HEIGHT, NULL);
  GtkWidget *list = make_list (choices, n_choices, other, title, task);
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  g_task_set_source_tag (task, dwell_choice_dialog_ask_async);
  adw_window_set_content (ADW_WINDOW (window), make_content (list, n_choices >= LEAST_SEARCHED));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (shortcuts),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, shortcuts);
  g_signal_connect_data (window, "destroy", G_CALLBACK (on_destroy), g_object_ref (task),
                         (GClosureNotify) (GCallback) g_object_unref, 0);
  gtk_window_present (GTK_WINDOW (window));
}

/**
 * dwell_choice_dialog_ask_finish:
 * @result: the result that the callback got
 *
 * Returns: the place of the choice, %DWELL_CHOICE_OTHER or %DWELL_CHOICE_CANCELLED
 */
int
dwell_choice_dialog_ask_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_choice_dialog_ask_async),
                        DWELL_CHOICE_CANCELLED);

  return (int) g_task_propagate_int (G_TASK (result), NULL);
}
