/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data from a pipe is copied into a file first, because formats need a file's size, and read some
 * files twice. The file has no name, so it disappears with the program, however that ends; only its
 * owner can read it. */
#include "config.h"

#include "cli/cli-stream.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-stream.h"

/* Returns a file for reading and writing whose name was removed already. */
static int
make_nameless (GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("dwell-XXXXXX", &path, error);

  if (fd >= 0)
    g_unlink (path);
  return fd;
}

/**
 * dwell_cli_file_new:
 * @name: a file as the command line names it; "-" is standard input
 * @fd: (out): a descriptor to close when the file is no longer used; -1: none
 * @error: the cause: a pipe cannot be read, or there is no room for its data
 *
 * Reads a pipe to its end. Everything else is opened later.
 *
 * Returns: (transfer full) (nullable): the file to open; %NULL with @error
 */
GFile *
dwell_cli_file_new (const char  *name,
                    int         *fd,
                    GError     **error)
{
  int stream;
  g_autofree char *path = NULL;

  *fd = -1;
  if (!dwell_stream_is_one (name))
    return g_file_new_for_commandline_arg (name);

  stream = dwell_stream_open (name);
  if (stream < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      return NULL;
    }

  *fd = make_nameless (error);
  if (*fd < 0 || !dwell_stream_copy (stream, *fd, NULL, error))
    {
      if (*fd < 0)
        close (stream);
      else
        g_close (*fd, NULL);
      *fd = -1;
      return NULL;
    }

  path = g_strdup_printf ("/proc/self/fd/%d", *fd);
  return g_file_new_for_path (path);
}

/**
 * dwell_cli_read_text:
 * @name: a file or pipe that an option names
 * @max_bytes: how long it may be
 * @length: (out): its bytes
 * @error: why it cannot be read, or that it is longer
 *
 * Stops after @max_bytes, even if the file or pipe has no end.
 *
 * Returns: (transfer full) (nullable): its bytes, followed by a NUL
 */
char *
dwell_cli_read_text (const char  *name,
                     gsize        max_bytes,
                     gsize       *length,
                     GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (name);
  g_autoptr(GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *text = g_malloc (max_bytes + 1);
  gboolean is_read = stream != NULL &&
                     g_input_stream_read_all (G_INPUT_STREAM (stream), text, max_bytes + 1, length,
                                              NULL, error);

  if (is_read && *length <= max_bytes)
    {
      text[*length] = '\0';
      return g_steal_pointer (&text);
    }

  if (is_read)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT, _("it is larger than %d bytes"),
                 (int) max_bytes);
  dwell_error_name_file (error, shown);
  return NULL;
}
