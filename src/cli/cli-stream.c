/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes through a pipe is copied into a file first: formats look at a file's size, and at some
 * files twice. That file has no name, so it is gone when the program is, however it ends; only its
 * owner can read it. */
#include "config.h"

#include "cli/cli-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Opens what @name says if that is no file of its own, else returns -1. */
static int
open_stream (const char *name)
{
  struct stat status;
  int fd;

  if (g_str_equal (name, "-"))
    return dup (STDIN_FILENO);

  /* Nobody may have opened a pipe for writing yet: that is waited for, as other programs do. */
  if (g_stat (name, &status) != 0 || !S_ISFIFO (status.st_mode))
    return -1;

  do
    fd = open (name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  while (fd < 0 && errno == EINTR);

  return fd;
}

/* Returns a file for reading and writing that has no name any more. */
static int
make_nameless (GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("dwell-XXXXXX", &path, error);

  if (fd >= 0)
    g_unlink (path);
  return fd;
}

static gboolean
copy (int      from,
      int      to,
      GError **error)
{
  g_autoptr(GInputStream) input = g_unix_input_stream_new (from, TRUE);
  g_autoptr(GOutputStream) output = g_unix_output_stream_new (to, FALSE);

  return g_output_stream_splice (output, input, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, NULL,
                                 error) >= 0;
}

/**
 * dwell_cli_file_new:
 * @name: a file as the command line names it; "-" is standard input
 * @fd: (out): what must stay open as long as the file is used, then be closed; -1: nothing
 * @error: the cause: a pipe cannot be read, or there is no room for what comes out of it
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
  int stream = open_stream (name);
  g_autofree char *path = NULL;

  *fd = -1;
  if (stream < 0 && g_str_equal (name, "-"))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("standard input is closed"));
      return NULL;
    }
  if (stream < 0)
    return g_file_new_for_commandline_arg (name);

  *fd = make_nameless (error);
  if (*fd < 0 || !copy (stream, *fd, error))
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
