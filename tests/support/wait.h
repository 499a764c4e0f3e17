/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting for conditions in the main loop. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

static inline gboolean
wait_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the main loop until @condition holds, at most a minute (sanitizers are slow). The timer
 * wakes the loop, because a condition may become true without an event. */
#define WAIT_UNTIL(condition)                                                             \
  G_STMT_START                                                                            \
    {                                                                                     \
      gint64 wait_deadline = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;               \
      guint wait_source = g_timeout_add (20, wait_tick, NULL);                            \
      while (!(condition) && g_get_monotonic_time () < wait_deadline)                     \
        g_main_context_iteration (NULL, TRUE);                                            \
      g_source_remove (wait_source);                                                      \
      g_assert_true (condition);                                                          \
    }                                                                                     \
  G_STMT_END

G_END_DECLS
