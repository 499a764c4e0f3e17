/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps icons from ending anywhere but on the main thread.
 *
 * GTK loads icons on workers. A worker that holds the last reference to an icon, because the widget
 * that asked for it is gone already, finalizes it there, and until it is out of the cache of icons
 * a look-up on the main thread finds it, references what has ended, and crashes. Disposal is where
 * an object may be given a further life. It is kept for good, for the worker is not done with it
 * yet; and it stays in the cache, so that there is one of a name and a size at most. */
#include "config.h"

#include "ui/dwell-icon-guard.h"

G_LOCK_DEFINE_STATIC (kept);

static GThread *main_thread;
static void (*dispose_icon) (GObject *object);
static GSList *kept;

static void
keep_or_dispose (GObject *object)
{
  if (g_thread_self () == main_thread)
    {
      dispose_icon (object);
      return;
    }

  G_LOCK (kept);
  kept = g_slist_prepend (kept, g_object_ref (object));
  G_UNLOCK (kept);
}

/**
 * dwell_icon_guard_install:
 *
 * Lets icons end on the thread that calls this, that of the main loop, alone. Calling it again does
 * nothing.
 */
void
dwell_icon_guard_install (void)
{
  GObjectClass *klass;

  if (main_thread != NULL)
    return;

  main_thread = g_thread_self ();
  klass = g_type_class_ref (GTK_TYPE_ICON_PAINTABLE);
  dispose_icon = klass->dispose;
  klass->dispose = keep_or_dispose;
}
