/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting until widgets have their places. */
#pragma once

#include <gtk/gtk.h>

#include "support/wait.h"

G_BEGIN_DECLS

/* So many frames after a change all widgets have their places: one lays them out, an idle source
 * may add others that fit into what there is (the names of tracks), and one lays out these. */
#define LAYOUT_N_FRAMES 3

/* Waits until @widget and what its window shows around it have been laid out. */
static inline void
wait_for_layout (gpointer widget)
{
  GdkFrameClock *clock;

  WAIT_UNTIL (gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 1);
  clock = gtk_widget_get_frame_clock (widget);

  for (guint i = 0; i < LAYOUT_N_FRAMES; i++)
    {
      gint64 frame;

      while (g_main_context_iteration (NULL, FALSE))
        ;
      frame = gdk_frame_clock_get_frame_counter (clock);
      gtk_widget_queue_draw (widget);
      WAIT_UNTIL (gdk_frame_clock_get_frame_counter (clock) > frame);
    }

  while (g_main_context_iteration (NULL, FALSE))
    ;
}

G_END_DECLS
