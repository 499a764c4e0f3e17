/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks which recording to compare with: one that is open, a recent one, or another file. */
#include "config.h"

#include "ui/comparison/dwell-compare-dialog.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define WIDTH 420
#define HEIGHT 480

static void
answer (GTask *task,
        int    place)
{
  if (!g_task_get_completed (task) && g_task_get_task_data (task) == NULL)
    {
      /* A task can return once only, and a window that is destroyed answers, too. */
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
  answer (task, DWELL_COMPARE_CANCELLED);
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
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "place", GINT_TO_POINTER (place));
  g_signal_connect_object (row, "activated", G_CALLBACK (on_activated), task, 0);
  gtk_list_box_append (list, row);
}

static GtkWidget *
make_content (const char               *name,
              const DwellCompareChoice *choices,
              guint                     n_choices,
              GTask                    *task)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_margin_top (list, 12);
  gtk_widget_set_margin_bottom (list, 12);
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Recordings"), -1);
  for (guint i = 0; i < n_choices; i++)
    add_row (GTK_LIST_BOX (list), choices[i].title, choices[i].subtitle, (int) i, task);
  add_row (GTK_LIST_BOX (list), _("Another File…"), NULL, DWELL_COMPARE_OTHER, task);

  adw_clamp_set_child (ADW_CLAMP (clamp), list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

/**
 * dwell_compare_dialog_ask_async:
 * @parent: the window to open it for
 * @name: the name of the recording that is to be compared
 * @choices: (array length=n_choices): the recordings to choose from
 * @n_choices: how many there are
 * @callback: called with the answer
 * @user_data: data for @callback
 *
 * Asks what to compare with.
 */
void
dwell_compare_dialog_ask_async (GtkWindow                *parent,
                                const char               *name,
                                const DwellCompareChoice *choices,
                                guint                     n_choices,
                                GAsyncReadyCallback       callback,
                                gpointer                  user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  /* Translators: the name of a file */
  g_autofree char *title = g_strdup_printf (_("Compare “%s” With"), name);
  GtkWidget *window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "modal", TRUE,
                                    "destroy-with-parent", TRUE, "title", title,
                                    "default-width", WIDTH, "default-height", HEIGHT, NULL);
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  g_task_set_source_tag (task, dwell_compare_dialog_ask_async);
  adw_window_set_content (ADW_WINDOW (window), make_content (name, choices, n_choices, task));
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
 * dwell_compare_dialog_ask_finish:
 * @result: the result that the callback got
 *
 * Returns: the place of the choice, %DWELL_COMPARE_OTHER or %DWELL_COMPARE_CANCELLED
 */
int
dwell_compare_dialog_ask_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_compare_dialog_ask_async),
                        DWELL_COMPARE_CANCELLED);

  return (int) g_task_propagate_int (G_TASK (result), NULL);
}
