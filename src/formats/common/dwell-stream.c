/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that is piped into the window is kept in the cache for a day, under a recognisable name,
 * because it may be reloaded, and another instance may be the one that opens it. */
#include "config.h"

#include "formats/common/dwell-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "formats/common/dwell-cache-folder.h"

#define FOLDER "piped"

/* The most streams that can be kept within one second. */
#define MAX_NAMES 1000

/**
 * dwell_stream_is_one:
 * @name: a file as the command line names it
 *
 * Returns: whether it is standard input ("-") or a pipe
 */
gboolean
dwell_stream_is_one (const char *name)
{
  struct stat status;

  return g_str_equal (name, "-") || (g_stat (name, &status) == 0 && S_ISFIFO (status.st_mode));
}

static int
open_stream (const char *name,
             int         flags)
{
  int fd;

  if (g_str_equal (name, "-"))
    return dup (STDIN_FILENO);

  do
    fd = open (name, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags);
  while (fd < 0 && errno == EINTR);

  return fd;
}

/**
 * dwell_stream_open:
 * @name: a stream, for which dwell_stream_is_one() is true
 *
 * Opens a stream. If no program has opened a pipe for writing yet, waits for that, as other
 * programs do.
 *
 * Returns: a file descriptor to close; -1 with errno if it cannot be opened
 */
int
dwell_stream_open (const char *name)
{
  return open_stream (name, 0);
}

/**
 * dwell_stream_copy:
 * @from: a file descriptor, which is closed
 * @to: a file descriptor
 * @cancellable: (nullable): ends the wait for what comes next
 * @error: the cause
 *
 * Copies to the end.
 *
 * Returns: whether all was copied
 */
gboolean
dwell_stream_copy (int            from,
                   int            to,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autoptr(GInputStream) input = g_unix_input_stream_new (from, TRUE);
  g_autoptr(GOutputStream) output = g_unix_output_stream_new (to, FALSE);

  return g_output_stream_splice (output, input, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, cancellable,
                                 error) >= 0;
}

/* Makes a file in the folder, named by the current time. */
static int
make_file (const char  *folder,
           char       **path,
           GError     **error)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%H.%M.%S");
  int fd = -1;

  for (guint i = 1; fd < 0 && i <= MAX_NAMES; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup_printf ("standard input %s", time)
                                     : g_strdup_printf ("standard input %s (%u)", time, i);

      g_free (*path);
      *path = g_build_filename (folder, name, NULL);
      fd = open (*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      if (fd < 0 && errno != EEXIST)
        break;
    }

  if (fd < 0)
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return fd;
}

/**
 * dwell_stream_keep:
 * @name: a stream, for which dwell_stream_is_one() is true
 * @cancellable: (nullable): ends the wait for what comes next
 * @error: the cause: the stream cannot be read, or there is no room for its data
 *
 * Reads a stream to its end into a file of the cache; for a worker.
 *
 * Returns: (transfer full) (nullable): the file; %NULL with @error
 */
GFile *
dwell_stream_keep (const char    *name,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autofree char *folder = dwell_cache_folder_make (FOLDER);
  g_autofree char *path = NULL;
  /* Does not wait for the writer of a pipe here: copying waits for it, which can be cancelled. */
  int stream = open_stream (name, O_NONBLOCK);
  int fd;
  gboolean is_copied;

  if (stream < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      return NULL;
    }

  fd = make_file (folder, &path, error);
  if (fd < 0)
    {
      close (stream);
      return NULL;
    }

  is_copied = dwell_stream_copy (stream, fd, cancellable, error);
  close (fd);
  if (!is_copied)
    {
      g_unlink (path);
      return NULL;
    }

  return g_file_new_for_path (path);
}

/**
 * dwell_stream_is_kept:
 * @file: a file
 *
 * Returns: whether dwell_stream_keep() made it, so that it is removed after a day
 */
gboolean
dwell_stream_is_kept (GFile *file)
{
  g_autofree char *path = dwell_cache_folder_get (FOLDER);
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  return g_file_has_prefix (file, folder);
}
