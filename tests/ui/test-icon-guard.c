/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Icons are disposed only on the main thread: those whose last reference a worker drops are
 * kept. */
#include "config.h"

#include "timeline-fixture.h"

static gpointer
let_go (gpointer icon)
{
  g_object_unref (icon);
  return NULL;
}

static void
test_thread (gconstpointer user_data)
{
  gboolean is_worker = GPOINTER_TO_INT (user_data);
  g_autoptr(GFile) file = g_file_new_for_path ("/none.svg");
  gpointer icon = gtk_icon_paintable_new_for_file (file, 16, 1);

  g_object_add_weak_pointer (icon, &icon);

  if (is_worker)
    g_thread_join (g_thread_new ("icon", let_go, icon));
  else
    g_object_unref (icon);

  g_assert_true ((icon != NULL) == is_worker);
  if (is_worker)
    g_object_remove_weak_pointer (icon, &icon);
}

int
main (int   argc,
      char *argv[])
{
  if (!fixture_init (&argc, &argv))
    return 0;

  g_test_add_data_func ("/ui/icon-guard/main", GINT_TO_POINTER (FALSE), test_thread);
  g_test_add_data_func ("/ui/icon-guard/worker", GINT_TO_POINTER (TRUE), test_thread);

  return g_test_run ();
}
