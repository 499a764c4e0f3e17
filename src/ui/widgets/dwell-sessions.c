/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sessions of the window: what is open is read once, whatever shows it, and is remembered among
 * the recent files. */
#include "config.h"

#include "ui/widgets/dwell-sessions.h"

#include "formats/common/dwell-stream.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-settings.h"

/* Sessions of one file that live, which nobody here owns. */
static GPtrArray *sessions;

static void
forget (gpointer  data,
        GObject  *session)
{
  g_ptr_array_remove_fast (sessions, session);
}

/* Adds files to the recent files once they are read, and removes those that no longer exist. What
 * was piped in is gone after a day. */
static void
remember_files (DwellSession *session)
{
  DwellSessionState state = dwell_session_get_state (session);
  guint n_files;
  GFile **files = dwell_session_get_files (session, &n_files);

  for (guint i = 0; i < n_files; i++)
    if (dwell_stream_is_kept (files[i]))
      continue;
    else if (state == DWELL_SESSION_READY)
      dwell_recent_add (files[i]);
    else if (state == DWELL_SESSION_FAILED &&
             g_error_matches (dwell_session_get_error (session), G_IO_ERROR,
                              G_IO_ERROR_NOT_FOUND))
      dwell_recent_remove (files[i]);
}

/**
 * dwell_sessions_new:
 * @files: (array length=n_files): files
 * @n_files: how many: 1 or more, which are joined
 * @format_id: (nullable): the format; %NULL: to be recognised
 * @key_values: (nullable): import options
 *
 * Returns: (transfer full): a session that is still to be loaded
 */
DwellSession *
dwell_sessions_new (GFile              **files,
                    guint                n_files,
                    const char          *format_id,
                    const char * const  *key_values)
{
  DwellSession *session = dwell_session_new (files, n_files, format_id, key_values);
  GSettings *settings = dwell_settings_get ();

  g_signal_connect (session, "notify::state", G_CALLBACK (remember_files), NULL);
  dwell_session_set_uses_cache (session, settings != NULL &&
                                         g_settings_get_boolean (settings, "keeps-copies"));
  if (n_files == 1)
    {
      if (sessions == NULL)
        sessions = g_ptr_array_new ();
      g_ptr_array_add (sessions, session);
      g_object_weak_ref (G_OBJECT (session), forget, NULL);
    }

  return session;
}

/**
 * dwell_sessions_ref:
 * @file: a file
 *
 * Returns: (transfer full): the session that has it open alone and could read it, else a new one,
 *   which is loaded
 */
DwellSession *
dwell_sessions_ref (GFile *file)
{
  DwellSession *session;

  for (guint i = 0; sessions != NULL && i < sessions->len; i++)
    {
      guint n_files;

      session = sessions->pdata[i];
      if (dwell_session_get_state (session) != DWELL_SESSION_FAILED &&
          g_file_equal (dwell_session_get_files (session, &n_files)[0], file))
        return g_object_ref (session);
    }

  session = dwell_sessions_new (&file, 1, NULL, NULL);
  dwell_session_load (session);
  return session;
}
