/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps icons from being finalized on any thread but the main thread.
 *
 * GTK loads icons on workers. If the widget that requested an icon is gone already, the worker has
 * the last reference and finalizes the icon. Until the icon is removed from the cache, a look-up on
 * the main thread can find it, reference the finalized object, and crash. In its dispose an object
 * may still be referenced again. That reference is never dropped, because the worker still uses the
 * icon; the leak is bounded, because the icon stays in the cache: at most one icon for each name
 * and size leaks. */
#include "config.h"

#include "ui/compat/dwell-icon-guard.h"

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
 * Lets icons be disposed only on the calling thread, which must be that of the main loop. Calling
 * it again does nothing.
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
