/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers the file dialog as a user does. */
#pragma once

#include "window-fixture.h"

/* What GTK's dialog shows at its side is found by libcloudproviders, which leaks. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#define FILE_DIALOG_BEGIN_LEAKS() __lsan_disable ()
#define FILE_DIALOG_END_LEAKS()   __lsan_enable ()
#else
#define FILE_DIALOG_BEGIN_LEAKS() ((void) 0)
#define FILE_DIALOG_END_LEAKS()   ((void) 0)
#endif

G_BEGIN_DECLS

/* Returns: (nullable): the one that is shown */
static inline GtkFileChooser *
file_dialog_find (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (window))
        return GTK_FILE_CHOOSER (window);
    }

  return NULL;
}

static inline gboolean
file_dialog_has (GtkFileChooser *dialog,
                 GFile          *file)
{
  g_autoptr(GFile) chosen = gtk_file_chooser_get_file (dialog);

  return chosen != NULL && g_file_equal (chosen, file);
}

/* Lets the dialog load for a while what it shows first: nothing tells when it has. */
static inline void
file_dialog_settle (void)
{
  for (guint i = 0; i < 30; i++)
    {
      g_usleep (10000);
      drain ();
    }
}

/* Chooses a file. Returns whether that is still so after a while: what the dialog shows first is
 * loaded meanwhile, and takes its place. */
static inline gboolean
file_dialog_keeps (GtkFileChooser *dialog,
                   GFile          *folder,
                   const char     *name,
                   GFile          *file)
{
  g_autoptr(GFile) shown = gtk_file_chooser_get_current_folder (dialog);

  if (shown == NULL)
    return FALSE;

  gtk_file_chooser_set_current_folder (dialog, folder, NULL);
  gtk_file_chooser_set_current_name (dialog, name);
  WAIT_UNTIL (file_dialog_has (dialog, file));
  file_dialog_settle ();

  return file_dialog_has (dialog, file);
}

/* Waits for a dialog, and saves as @name in @folder. Returns: (transfer full): that file */
static inline GFile *
file_dialog_save (Fixture    *fixture,
                  GFile      *folder,
                  const char *name)
{
  GFile *file = g_file_get_child (folder, name);
  GtkFileChooser *dialog;

  FILE_DIALOG_BEGIN_LEAKS ();
  WAIT_UNTIL (file_dialog_find () != NULL);
  dialog = file_dialog_find ();
  WAIT_UNTIL (file_dialog_keeps (dialog, folder, name, file));
  FILE_DIALOG_END_LEAKS ();
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  WAIT_UNTIL (file_dialog_find () == NULL);
  return file;
}

/* Waits for a dialog, and opens @file by it; NULL: cancels it. */
static inline void
file_dialog_open (Fixture *fixture,
                  GFile   *file)
{
  GtkFileChooser *dialog;

  FILE_DIALOG_BEGIN_LEAKS ();
  WAIT_UNTIL (file_dialog_find () != NULL);
  dialog = file_dialog_find ();
  file_dialog_settle ();
  WAIT_UNTIL (file == NULL || file_dialog_has (dialog, file) ||
              (gtk_file_chooser_set_file (dialog, file, NULL), drain (), FALSE));
  gtk_dialog_response (GTK_DIALOG (dialog),
                       file != NULL ? GTK_RESPONSE_ACCEPT : GTK_RESPONSE_CANCEL);
  WAIT_UNTIL (file_dialog_find () == NULL);
  FILE_DIALOG_END_LEAKS ();
}

/* What a file holds, as soon as it is there. */
static inline char *
file_dialog_load (GFile *file)
{
  char *text = NULL;

  WAIT_UNTIL (g_file_query_exists (file, NULL));
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  return text;
}

G_END_DECLS
