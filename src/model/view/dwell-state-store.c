/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files with the states of views: their ids, reading, writing, removing. */
#include "config.h"

#include "model/view/dwell-state-store.h"

#include <errno.h>
#include <string.h>
#include <utime.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "model/dwell-key-files.h"
#include "model/view/dwell-view-state.h"

/* The id is made of this much of a file, spread evenly from its first to its last byte. */
#define N_SAMPLES    18
#define SAMPLE_BYTES (16 << 10)

/* Longer files were not written by Dwell. */
#define MAX_STATE_BYTES (16 << 20)

/* The greatest number of broken files that are kept; further ones replace the last. */
#define MAX_BROKEN 10

static gboolean
add_sample (GChecksum     *checksum,
            GInputStream  *stream,
            guint8        *buffer,
            GCancellable  *cancellable,
            GError       **error)
{
  gsize n_read;

  if (!g_input_stream_read_all (stream, buffer, SAMPLE_BYTES, &n_read, cancellable, error))
    return FALSE;

  g_checksum_update (checksum, buffer, (gssize) n_read);
  return TRUE;
}

static gboolean
add_file (GChecksum     *checksum,
          GFile         *file,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr(GFileInfo) info = NULL;
  g_autofree guint8 *buffer = g_malloc (SAMPLE_BYTES);
  guint64 size;
  guint64 size_le;

  if (stream == NULL)
    return FALSE;

  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable,
                                         error);
  if (info == NULL)
    return FALSE;

  size = (guint64) MAX (g_file_info_get_size (info), 0);
  size_le = GUINT64_TO_LE (size);
  g_checksum_update (checksum, (const guchar *) &size_le, sizeof size_le);

  /* If seeking is impossible, or the file is short, its beginning must suffice. */
  if (size <= SAMPLE_BYTES || !g_seekable_can_seek (G_SEEKABLE (stream)))
    return add_sample (checksum, G_INPUT_STREAM (stream), buffer, cancellable, error);

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      guint64 step = (size - SAMPLE_BYTES) / (N_SAMPLES - 1);
      guint64 offset = i + 1 < N_SAMPLES ? step * i : size - SAMPLE_BYTES;

      if (!g_seekable_seek (G_SEEKABLE (stream), (goffset) offset, G_SEEK_SET, cancellable,
                            error) ||
          !add_sample (checksum, G_INPUT_STREAM (stream), buffer, cancellable, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_state_store_make_id:
 * @files: (array length=n_files): the files of a session, in its order
 * @n_files: how many
 * @cancellable: (nullable): to stop
 * @error: why they cannot be read
 *
 * Makes an id of the sizes and of samples of the files, which takes no longer for gigabytes. It can
 * be part of a file's name.
 *
 * Returns: (transfer full) (nullable): the id of a session of that content; %NULL: see @error
 */
char *
dwell_state_store_make_id (GFile * const  *files,
                           guint           n_files,
                           GCancellable   *cancellable,
                           GError        **error)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < n_files; i++)
    if (!add_file (checksum, files[i], cancellable, error))
      return NULL;

  return g_strndup (g_checksum_get_string (checksum), 32);
}

/**
 * dwell_state_store_get_path:
 * @id: of a session
 *
 * Returns: (transfer full): the path of its state
 */
char *
dwell_state_store_get_path (const char *id)
{
  g_autofree char *name = g_strconcat (id, DWELL_KEY_FILE_SUFFIX, NULL);

  return g_build_filename (g_get_user_state_dir (), "dwell", "views", name, NULL);
}

/* Renames a state that cannot be used to a name that is free. Returns: (transfer full) (nullable):
 * its new path */
static char *
put_aside (const char *id,
           const char *path)
{
  g_autofree char *aside = NULL;

  for (guint i = 1; i <= MAX_BROKEN; i++)
    {
      g_autofree char *name = i == 1 ? g_strconcat (id, "-broken", NULL)
                                     : g_strdup_printf ("%s-broken-%u", id, i);

      g_free (aside);
      aside = dwell_state_store_get_path (name);
      if (!g_file_test (aside, G_FILE_TEST_EXISTS))
        break;
    }

  return g_rename (path, aside) == 0 ? g_steal_pointer (&aside) : NULL;
}

/**
 * dwell_state_store_load:
 * @id: of a session
 * @broken: (out) (optional) (transfer full) (nullable): where a file that is not a state was moved
 * @error: why its state cannot be used
 *
 * Reads a state. A file that is not a state is renamed, so that notes in it are not overwritten. A
 * file that cannot be read now stays where it is.
 *
 * Returns: (transfer full) (nullable): the state; %NULL without @error: there is none
 */
GKeyFile *
dwell_state_store_load (const char  *id,
                        char       **broken,
                        GError     **error)
{
  g_autofree char *path = dwell_state_store_get_path (id);
  g_autoptr(GError) failure = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GKeyFile) state = _dwell_key_file_load (file, MAX_STATE_BYTES, &failure);

  if (state != NULL && dwell_view_state_check (state, &failure))
    {
      g_utime (path, NULL); /* it was used */
      return g_steal_pointer (&state);
    }

  if (failure != NULL)
    {
      g_autofree char *aside = failure->domain != G_IO_ERROR ? put_aside (id, path) : NULL;

      if (broken != NULL)
        *broken = g_steal_pointer (&aside);
      g_propagate_error (error, g_steal_pointer (&failure));
    }

  return NULL;
}

static gboolean
is_state (const char *text)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();

  return g_key_file_load_from_data (state, text, (gsize) -1, G_KEY_FILE_NONE, NULL) &&
         dwell_view_state_check (state, NULL);
}

static gboolean
write_state (const char  *path,
             const char  *text,
             GError     **error)
{
  gsize length = strlen (text);

  if (length > MAX_STATE_BYTES)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("This view is too large to be saved"));
      return FALSE;
    }

  _dwell_key_files_make_room (path, DWELL_STATE_STORE_MAX);
  return _dwell_key_file_save (path, text, length, error);
}

/* Reads the state at @path. Returns: FALSE if there is a file that cannot be read
 * @text: (nullable): NULL if there is no state that can be used
 * @is_broken: whether there is a file that is not a state */
static gboolean
read_text (const char  *path,
           char       **text,
           gboolean    *is_broken,
           GError     **error)
{
  GStatBuf status;

  *text = NULL;
  *is_broken = FALSE;
  if (g_stat (path, &status) == 0)
    {
      *is_broken = !S_ISREG (status.st_mode) || status.st_size > MAX_STATE_BYTES;
      if (*is_broken)
        return TRUE;
      if (!g_file_get_contents (path, text, NULL, error))
        return FALSE;

      *is_broken = !is_state (*text);
      if (*is_broken)
        g_clear_pointer (text, g_free);
      return TRUE;
    }
  if (errno == ENOENT || errno == ENOTDIR)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return FALSE;
}

/* If the file at @path is not a state, it is renamed, because it may contain the user's notes. */
static gboolean
make_way (const char  *id,
          const char  *path,
          GError     **error)
{
  g_autofree char *aside = put_aside (id, path);

  if (aside == NULL)
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));

  return aside != NULL;
}

/**
 * dwell_state_store_save:
 * @id: of a session
 * @base: (nullable): its state when it was loaded or saved last
 * @text: its state
 * @error: why it cannot be kept
 *
 * Writes a state. If another window or program has written one since @base, the changes of both are
 * merged. A state that cannot be read stays, and a file that is not a state is renamed.
 *
 * Returns: whether it was written
 */
gboolean
dwell_state_store_save (const char  *id,
                        const char  *base,
                        const char  *text,
                        GError     **error)
{
  g_autofree char *path = dwell_state_store_get_path (id);
  g_autofree char *lock_path = g_build_filename (g_get_user_state_dir (), "dwell", "lock", NULL);
  int lock = _dwell_key_files_lock (lock_path);
  g_autofree char *theirs = NULL;
  g_autofree char *merged = NULL;
  gboolean is_broken;
  gboolean is_kept = read_text (path, &theirs, &is_broken, error);

  if (theirs != NULL && g_strcmp0 (theirs, base) != 0)
    merged = dwell_view_state_merge (base, text, theirs);

  if (is_kept && is_broken)
    is_kept = make_way (id, path, error);
  is_kept = is_kept && write_state (path, merged != NULL ? merged : text, error);
  _dwell_key_files_unlock (lock);
  return is_kept;
}

/**
 * dwell_state_store_forget:
 *
 * Removes all states, also those of open sessions, which are written again when they change.
 */
void
dwell_state_store_forget (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "views", NULL);

  _dwell_key_files_limit (folder, 0);
}
