/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the tests of the timeline and of the details: a small trace whose every number is
 * known, a window around a widget, and emitting signals of controllers, because GTK 4 cannot
 * synthesize events. */
#pragma once

#include <adwaita.h>
#include <locale.h>

#include "core/dwell-builder.h"
#include "layout.h"
#include "model/view/dwell-view.h"
#include "quark-table.h"
#include "support/wait.h"
#include "ui/shell/dwell-ui.h"

/* Spans of fixture_trace(), by number; times in ms. */
enum {
  SPAN_MAIN,  /*   0 … 1000, Thread 11, row 0 */
  SPAN_LOAD,  /* 100 …  400, row 1 */
  SPAN_PARSE, /* 150 …  250, row 2 */
  SPAN_DRAW,  /* 500 …  900, row 1 */
  SPAN_LOAD_AGAIN, /* 600 … 650, row 2 */
  SPAN_WORK,  /* 200 …  800, Thread 12, row 0 */
};

#define MS G_GINT64_CONSTANT (1000000)

static inline guint32
fixture_area (DwellBuilder *builder,
              const char   *name)
{
  DwellArea area = {
    .name = dwell_strings_intern (builder->strings, name, -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_FUNCTION,
  };

  return dwell_builder_add_area (builder, &area);
}

/* Two threads that ran and one that did not, and a message. */
static inline DwellTrace *
fixture_trace (void)
{
  static const struct {
    const char *name;
    guint       row;
    guint       parent;
    gint64      begin;
    gint64      end;
  } spans[] = {
    { "main", 0, DWELL_NONE, 0, 1000 },
    { "load", 1, SPAN_MAIN, 100, 400 },
    { "parse", 2, SPAN_LOAD, 150, 250 },
    { "draw", 1, SPAN_MAIN, 500, 900 },
    { "load", 2, SPAN_DRAW, 600, 650 },
    { "work <b>&amp;", 3, DWELL_NONE, 200, 800 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  guint32 tracks[3], rows[4], text;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("Thread %u", 11 + i);
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_THREAD, 11 + i,
                                                   DWELL_NONE);

      tracks[i] = dwell_builder_add_track (builder, name, context, FALSE);
    }

  for (guint i = 0; i < 3; i++)
    rows[i] = dwell_builder_add_row (builder, tracks[0], 0);
  rows[3] = dwell_builder_add_row (builder, tracks[1], 0);

  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (spans), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      guint32 span = dwell_builder_open_span (builder, fixture_area (builder, spans[i].name),
                                              rows[spans[i].row], spans[i].parent,
                                              spans[i].begin * MS);

      dwell_builder_close_span (builder, span, spans[i].end * MS, 0);
    }

  text = dwell_strings_intern (builder->strings, "half way", -1);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 300 * MS, tracks[0],
                                         SPAN_LOAD, DWELL_NONE, text, NULL));
  builder->begin = 0;
  builder->end = 1000 * MS;
  return dwell_builder_finish (builder);
}

static inline DwellView *
fixture_view (DwellTrace *trace)
{
  g_autoptr(DwellSession) session = dwell_session_new_for_trace (trace, "test");

  return dwell_view_new (session);
}

static inline gboolean
has_file_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window))
        return TRUE;
    }

  return FALSE;
}

#define NO_SURFACE "assertion 'GDK_IS_SURFACE (surface)' failed"
#define NO_MONITOR "assertion 'GDK_IS_MONITOR (monitor)' failed"

/* Whether GTK says that it draws a widget of its own which it has not allocated: a scrollbar, for
 * on a slow machine GtkTextView can compute the heights of its lines while it draws, or a folder of
 * the path in its file dialog. The next frame is right. Or that GTK 4.8 wants to show a tooltip,
 * half a second late, of what has been closed: on a slow machine within the next test. Or that it
 * asks for the geometry of no monitor, seen once on a busy machine: Dwell never asks for
 * monitors. */
static inline gboolean
is_late (const char *message)
{
  if (message == NULL)
    return FALSE;

  return g_str_equal (message, "gdk_surface_get_device_position: " NO_SURFACE) ||
         g_str_equal (message, "_gtk_widget_find_at_coords: " NO_SURFACE) ||
         g_str_equal (message, "gdk_monitor_get_geometry: " NO_MONITOR) ||
         (g_str_has_suffix (message, " without a current allocation") &&
          (g_str_has_prefix (message, "Trying to snapshot GtkGizmo ") ||
           (g_str_has_prefix (message, "Trying to snapshot Gtk") && has_file_dialog ())));
}

static inline gboolean
is_fatal (const char     *domain,
          GLogLevelFlags  level,
          const char     *message,
          gpointer        user_data)
{
  return !is_late (message);
}

/* For the test that calls it: GTest forgets it with the next. */
static inline void
ignore_late_messages (void)
{
  g_test_log_set_fatal_handler (is_fatal, NULL);
}

/* Returns: (nullable): the menu of @widget or of what it contains that is open */
static inline GtkWidget *
find_open_menu (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_POPOVER_MENU (widget))
    return gtk_widget_get_visible (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_open_menu (child);

  return found;
}

/* A window around @child, shown, of a size that the tests count on. */
static inline GtkWidget *
fixture_window (GtkWidget *child)
{
  GtkWidget *window = gtk_window_new ();

  ignore_late_messages ();
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 500);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  wait_for_layout (child);
  return window;
}

static inline void
fixture_close (GtkWidget *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* @actual is @expected, its narrow and unbreakable spaces taken for spaces. */
static inline void
fixture_assert_text (const char *actual,
                     const char *expected)
{
  g_autoptr(GString) plain = g_string_new (actual);

  g_string_replace (plain, "\xe2\x80\xaf", " ", 0);
  g_string_replace (plain, "\xc2\xa0", " ", 0);
  g_assert_cmpstr (plain->str, ==, expected);
}

/* Returns what a screen reader reads of @widget. */
static inline char *
fixture_spoken (gpointer widget)
{
  return gtk_test_accessible_check_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, "");
}

/* The first widget of @type in @widget, itself included. */
static inline GtkWidget *
fixture_find (GtkWidget *widget,
              GType      type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = fixture_find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Returns: (nullable): the menu that is open in @widget */
static inline GtkPopover *
fixture_find_menu (GtkWidget *widget)
{
  if (GTK_IS_POPOVER_MENU (widget) && gtk_widget_get_mapped (widget))
    return GTK_POPOVER (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkPopover *found = fixture_find_menu (child);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* @widget's controller of @type; of gestures the one for @button (0: any). */
static inline gpointer
fixture_controller (GtkWidget *widget,
                    GType      type,
                    guint      button)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type) &&
          (button == 0 || !GTK_IS_GESTURE_SINGLE (controller) ||
           gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == button))
        return controller;
    }

  g_assert_not_reached ();
}

static inline void
fixture_drag (GtkWidget *widget,
              guint      button,
              double     x,
              double     y,
              double     to_x,
              double     to_y)
{
  gpointer drag = fixture_controller (widget, GTK_TYPE_GESTURE_DRAG, button);

  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", (to_x - x) / 2, (to_y - y) / 2);
  g_signal_emit_by_name (drag, "drag-update", to_x - x, to_y - y);
  g_signal_emit_by_name (drag, "drag-end", to_x - x, to_y - y);
}

static inline void
fixture_click (GtkWidget *widget,
               int        n_press,
               double     x,
               double     y)
{
  gpointer click = fixture_controller (widget, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_PRIMARY);

  g_signal_emit_by_name (click, "pressed", n_press, x, y);
  g_signal_emit_by_name (click, "released", n_press, x, y);
}

static inline gboolean
fixture_is_trigger (GtkShortcutTrigger *trigger,
                    guint               key,
                    GdkModifierType     modifiers)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    {
      GtkAlternativeTrigger *both = GTK_ALTERNATIVE_TRIGGER (trigger);

      return fixture_is_trigger (gtk_alternative_trigger_get_first (both), key, modifiers) ||
             fixture_is_trigger (gtk_alternative_trigger_get_second (both), key, modifiers);
    }

  return GTK_IS_KEYVAL_TRIGGER (trigger) &&
         gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key &&
         gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers;
}

/* Presses a key that is bound in the class of @widget, or in it if it is a window; returns whether
 * it was handled. */
static inline gboolean
fixture_key (GtkWidget       *widget,
             guint            key,
             GdkModifierType  modifiers)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GObject) controller = g_list_model_get_item (controllers, i);

      for (guint j = 0;
           GTK_IS_SHORTCUT_CONTROLLER (controller) &&
           j < g_list_model_get_n_items (G_LIST_MODEL (controller));
           j++)
        {
          g_autoptr(GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (fixture_is_trigger (trigger, key, modifiers))
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                 gtk_shortcut_get_arguments (shortcut));
        }
    }

  g_test_message ("no binding for %s", gdk_keyval_name (key));
  g_test_fail ();
  return FALSE;
}

/* Presses a key that a controller of @widget waits for; returns whether it was handled. */
static inline gboolean
fixture_press (GtkWidget       *widget,
               guint            key,
               GdkModifierType  modifiers)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean is_handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !is_handled; i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, modifiers, &is_handled);
    }

  return is_handled;
}

/* The button that says @label. */
static inline GtkWidget *
fixture_find_button (GtkWidget  *root,
                     const char *label)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = fixture_find_button (child, label);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static inline gboolean
fixture_has_tooltip (GtkWidget *widget,
                     int        x,
                     int        y,
                     gboolean   by_keyboard)
{
  g_autoptr(GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", x, y, by_keyboard, tooltip, &has);
  return has;
}

static inline GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && is_late (fields[i].value))
      {
        g_test_message ("%s", (const char *) fields[i].value);
        return G_LOG_WRITER_HANDLED;
      }

  return g_log_writer_default (level, fields, n_fields, user_data);
}

/* False if there is no display: the program then has said so. */
static inline gboolean
fixture_init (int    *argc,
              char ***argv)
{
  g_test_init (argc, argv, NULL);
  g_log_set_writer_func (write_log, NULL, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  /* One of GTK's threads that ends with the program would leave memory that looks like a leak. */
  g_thread_pool_set_max_unused_threads (-1);
  g_thread_pool_set_max_idle_time (0);

  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP no display\n");
      return FALSE;
    }

  adw_init ();
  dwell_ui_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  return TRUE;
}
