/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's own key files. Users may edit them, so a file that cannot be read is an error. */
#include "config.h"

#include "model/dwell-key-files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "core/dwell-lock.h"
#include "formats/common/dwell-sink.h"

#define MAX_FOLDER_BYTES (64 << 20)

/* A temporary file older than this was left by a program that was killed. */
#define LEFT_OVER_AFTER_S 3600

/* The holder of a lock writes a small file. If that takes longer, it has stopped. */
#define LOCK_US (2 * G_USEC_PER_SEC)

/* GLib's messages contain the whole line that is wrong. */
#define MAX_MESSAGE_BYTES 160

static void
shorten (GError **error)
{
  if (error == NULL || (*error)->domain != G_KEY_FILE_ERROR ||
      strlen ((*error)->message) <= MAX_MESSAGE_BYTES)
    return;

  g_clear_error (error);
  g_set_error_literal (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE,
                       _("one of its lines is not a setting"));
}

/* Returns: whether @error says that there is no such file */
static gboolean
is_absent (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);
}

/* GIO reports the type of a link only if its target is missing; reading it then shows why. */
static gboolean
is_suitable (GFileInfo *info,
             gsize      max_bytes)
{
  GFileType type = g_file_info_get_file_type (info);

  return type == G_FILE_TYPE_SYMBOLIC_LINK ||
         (type == G_FILE_TYPE_REGULAR && (guint64) g_file_info_get_size (info) <= max_bytes);
}

/* If the file cannot be read, @error is a G_IO_ERROR; if it is not a key file, an error of another
 * domain.
 *
 * Returns: (transfer full) (nullable): the key file; NULL without @error: there is no such file */
GKeyFile *
_dwell_key_file_load (GFile   *file,
                      gsize    max_bytes,
                      GError **error)
{
  g_autoptr(GKeyFile) key_file = g_key_file_new ();
  g_autofree char *text = NULL;
  g_autoptr(GFileInfo) info = NULL;
  g_autoptr(GError) failure = NULL;
  gsize length;

  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                            G_FILE_QUERY_INFO_NONE, NULL, &failure);
  if (info != NULL && !is_suitable (info, max_bytes))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("it is too long, or not a regular file"));
      return NULL;
    }

  if (info == NULL || !g_file_load_contents (file, NULL, &text, &length, NULL, &failure))
    {
      if (!is_absent (failure))
        g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  if (!g_key_file_load_from_data (key_file, text, length, G_KEY_FILE_KEEP_COMMENTS, error))
    {
      shorten (error);
      return NULL;
    }

  return g_steal_pointer (&key_file);
}

gboolean
_dwell_key_file_make_folder (const char  *folder,
                             GError     **error)
{
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;

  /* Translators: a folder, and why */
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _("“%s” cannot be created: %s"),
               folder, g_strerror (errno));
  return FALSE;
}

/* Writes the file, and creates its folder if needed. */
gboolean
_dwell_key_file_save (const char  *path,
                      const char  *text,
                      gsize        length,
                      GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return _dwell_key_file_make_folder (folder, error) &&
         dwell_sink_write_text (file, text, length, NULL, error);
}

typedef struct {
  char    *path;
  gint64   time;
  guint64  bytes;
} KeyFile;

static void
key_file_clear (gpointer data)
{
  g_free (((KeyFile *) data)->path);
}

static int
compare_newest (gconstpointer a,
                gconstpointer b)
{
  gint64 first = ((const KeyFile *) a)->time;
  gint64 second = ((const KeyFile *) b)->time;

  return (first < second) - (first > second);
}

/* Removes a temporary file left by a killed program; one that is being written is younger. */
static void
remove_left_over (const char     *path,
                  const GStatBuf *status)
{
  if (strstr (path, DWELL_KEY_FILE_SUFFIX ".") != NULL &&
      (gint64) status->st_mtime + LEFT_OVER_AFTER_S < g_get_real_time () / G_USEC_PER_SEC)
    g_unlink (path);
}

/* Keeps the newest @max key files of @folder, or fewer if they have over 64 MiB. Removes the
 * others, and temporary files left by programs that were killed. */
void
_dwell_key_files_limit (const char *folder,
                        guint       max)
{
  g_autoptr(GArray) files = g_array_new (FALSE, FALSE, sizeof (KeyFile));
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint64 bytes = 0;
  const char *name;

  g_array_set_clear_func (files, key_file_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (g_stat (path, &status) != 0)
        continue;

      if (g_str_has_suffix (name, DWELL_KEY_FILE_SUFFIX))
        {
          KeyFile file = { .time = status.st_mtime, .bytes = (guint64) status.st_size };

          file.path = g_steal_pointer (&path);
          g_array_append_val (files, file);
        }
      else
        {
          remove_left_over (path, &status);
        }
    }

  g_array_sort (files, compare_newest);
  for (guint i = 0; i < files->len; i++)
    {
      const KeyFile *file = &g_array_index (files, KeyFile, i);

      bytes += file->bytes;
      if (i >= max || bytes > MAX_FOLDER_BYTES)
        g_unlink (file->path);
    }
}

/* Removes the oldest key files of the folder, so that there is room for @path among @max. */
void
_dwell_key_files_make_room (const char *path,
                            guint       max)
{
  g_autofree char *folder = g_path_get_dirname (path);
  GStatBuf status;

  /* An existing file will be replaced, and is then the newest. */
  if (g_stat (path, &status) == 0)
    g_utime (path, NULL);
  else
    max--;

  _dwell_key_files_limit (folder, max);
}

/* Waits until no other thread or program holds the lock @path, but no longer than two seconds. Does
 * not wait where locks are not supported.
 *
 * Returns: the lock, or -1 */
int
_dwell_key_files_lock (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int lock;

  g_mkdir_with_parents (folder, 0700);
  lock = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock >= 0)
    dwell_lock_wait (lock, LOCK_US);
  return lock;
}

/* @lock may be -1. */
void
_dwell_key_files_unlock (int lock)
{
  if (lock >= 0)
    close (lock);
}

/* Puts @path before the message of @error. */
void
_dwell_key_file_prefix (GError     **error,
                        const char  *path)
{
  g_autofree char *name = g_filename_display_name (path);

  if (error != NULL && *error != NULL)
    g_prefix_error (error, "%s: ", name);
}
