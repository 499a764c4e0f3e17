/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of its own for the states that a test program keeps. */
#pragma once

#include <glib/gstdio.h>

#include "model-fixture.h"
#include "model/view/dwell-state-store.h"
#include "support/folder.h"

G_BEGIN_DECLS

/* Begins a test program. One that a test starts again has the folder of that test, which says so by
 * DWELL_TEST_FILE. */
static inline void
states_init (int    *argc,
             char ***argv)
{
  if (g_getenv ("DWELL_TEST_FILE") == NULL)
    {
      g_autofree char *folder = g_dir_make_tmp ("dwell-state-XXXXXX", NULL);

      g_setenv ("XDG_STATE_HOME", folder, TRUE);
    }
  fixture_init (argc, argv);
}

static inline char *
states_get_folder (void)
{
  g_autofree char *path = dwell_state_store_get_path ("x");

  return g_path_get_dirname (path);
}

static inline guint
states_count (void)
{
  g_autofree char *folder = states_get_folder ();

  return folder_count (folder);
}

/* Removes all, those that were put aside, too. */
static inline void
states_forget (void)
{
  g_autofree char *folder = states_get_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
}

G_END_DECLS
