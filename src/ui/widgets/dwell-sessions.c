/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sessions of the program: files that are open are read only once, even if several widgets show
 * them, and are added to the recent files. */
#include "config.h"

#include "ui/widgets/dwell-sessions.h"

#include "formats/common/dwell-stream.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-settings.h"

/* The sessions that exist; not owned. */
static GPtrArray *sessions;

static void
forget (gpointer  data,
        GObject  *session)
{
  g_ptr_array_remove_fast (sessions, session);
}

/* Adds files to the recent files once they are read, and removes those that no longer exist. Input
 * from a pipe is left out, because its file is deleted after a day. */
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
 * @origin: what to read, and how
 *
 * Returns: (transfer full): a session that is still to be loaded
 */
DwellSession *
dwell_sessions_new (const DwellOrigin *origin)
{
  DwellSession *session = dwell_session_new ((GFile * const *) origin->files->pdata,
                                             origin->files->len, origin->format_id,
                                             (const char * const *) origin->key_values);
  GSettings *settings = dwell_settings_get ();

  g_signal_connect (session, "notify::state", G_CALLBACK (remember_files), NULL);
  dwell_session_set_uses_cache (session, settings != NULL &&
                                         g_settings_get_boolean (settings, "keeps-copies"));
  if (sessions == NULL)
    sessions = g_ptr_array_new ();
  g_ptr_array_add (sessions, session);
  g_object_weak_ref (G_OBJECT (session), forget, NULL);
  return session;
}

/**
 * dwell_sessions_ref:
 * @origin: what to read, and how
 *
 * Returns: (transfer full): the session that has its files open and could read them, else a new
 *   one, which is loaded
 */
DwellSession *
dwell_sessions_ref (const DwellOrigin *origin)
{
  DwellSession *session;

  for (guint i = 0; sessions != NULL && i < sessions->len; i++)
    {
      guint n_files;
      GFile **files;

      session = sessions->pdata[i];
      files = dwell_session_get_files (session, &n_files);
      if (dwell_session_get_state (session) == DWELL_SESSION_FAILED ||
          !dwell_origin_is_of (origin, files, n_files))
        continue;

      dwell_sessions_read_as (session, origin);
      return g_object_ref (session);
    }

  session = dwell_sessions_new (origin);
  dwell_session_load (session);
  return session;
}

static gboolean
are_equal (const char * const *a,
           const char * const *b)
{
  static const char * const none[] = { NULL };

  return g_strv_equal (a != NULL ? a : none, b != NULL ? b : none);
}

/**
 * dwell_sessions_read_as:
 * @session: a session
 * @origin: how to read it
 *
 * Reads @session again if @origin asks for a format or options other than those that it was read
 * with, or if that failed.
 */
void
dwell_sessions_read_as (DwellSession      *session,
                        const DwellOrigin *origin)
{
  const char * const *key_values = (const char * const *) origin->key_values;

  if (origin->format_id == NULL && key_values == NULL)
    return;
  if (dwell_session_get_state (session) != DWELL_SESSION_FAILED &&
      g_strcmp0 (origin->format_id, dwell_session_get_format_id (session)) == 0 &&
      are_equal (key_values, dwell_session_get_key_values (session)))
    return;

  dwell_session_reload_with_options (session, origin->format_id, key_values);
}
