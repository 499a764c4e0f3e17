/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointer and the modifier keys of the display, moved by xdotool: signals that a test emits
 * itself have no modifiers. What it does comes through the display: wait for what it leads to. */
#pragma once

#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>

#include "timeline-fixture.h"

G_BEGIN_DECLS

/* Returns whether there is one to move; otherwise the test is skipped. */
static inline gboolean
real_pointer_exists (void)
{
  g_autofree char *path = g_find_program_in_path ("xdotool");
  gboolean exists = path != NULL && GDK_IS_X11_DISPLAY (gdk_display_get_default ());

  if (!exists)
    g_test_skip ("no xdotool, or a display that it cannot use");
  return exists;
}

/* @words: what xdotool is asked, such as "keydown ctrl click 4 keyup ctrl" */
static inline void
real_pointer_do (const char *words)
{
  g_autofree char *line = g_strconcat ("xdotool ", words, NULL);
  g_autoptr(GError) error = NULL;
  int status = 0;

  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* Writes where (@x, @y) of @widget is: what follows "mousemove". */
static inline char *
real_pointer_place (GtkWidget *widget,
                    double     x,
                    double     y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  double native_x = 0, native_y = 0, shadow_x, shadow_y;

  g_assert_true (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &native_x,
                                                   &native_y));
  gtk_native_get_surface_transform (native, &shadow_x, &shadow_y);
  return g_strdup_printf ("--window %lu %d %d",
                          gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
                          (int) (native_x + shadow_x), (int) (native_y + shadow_y));
}

/* Moves the pointer over @widget. */
static inline void
real_pointer_move (GtkWidget *widget,
                   double     x,
                   double     y)
{
  g_autofree char *place = NULL;
  g_autofree char *words = NULL;

  wait_for_layout (widget);
  place = real_pointer_place (widget, x, y);
  words = g_strconcat ("mousemove ", place, NULL);
  real_pointer_do (words);
  WAIT_UNTIL (gtk_event_controller_motion_contains_pointer (
                fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0)));
}

/* Drags with the first button while @modifier is held, "shift", say. */
static inline void
real_pointer_drag (GtkWidget  *widget,
                   const char *modifier,
                   double      x,
                   double      y,
                   double      to_x,
                   double      to_y)
{
  g_autofree char *middle = real_pointer_place (widget, (x + to_x) / 2, (y + to_y) / 2);
  g_autofree char *end = real_pointer_place (widget, to_x, to_y);
  g_autofree char *words = g_strdup_printf ("keydown %s mousedown 1 mousemove %s mousemove %s "
                                            "mouseup 1 keyup %s", modifier, middle, end, modifier);

  real_pointer_move (widget, x, y);
  real_pointer_do (words);
}

G_END_DECLS
