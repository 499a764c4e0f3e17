/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dwell's only error domain. The codes distinguish what the user can do about an error; see the
 * header. A cancelled operation ends in G_IO_ERROR_CANCELLED, which is not shown. */
#include "config.h"

#include "core/dwell-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (dwell-error-quark, dwell_error)

typedef struct {
  int         io;
  int         file; /* the GFileError code, or -1 */
  const char *cause;
} Cause;

static const char *
find_cause (const Cause  *causes,
            guint         n_causes,
            const GError *error)
{
  g_return_val_if_fail (error != NULL, "");

  for (guint i = 0; i < n_causes; i++)
    if (g_error_matches (error, G_IO_ERROR, causes[i].io) ||
        g_error_matches (error, G_FILE_ERROR, causes[i].file))
      return _(causes[i].cause);

  return error->message;
}

/**
 * dwell_error_get_reading_cause:
 * @error: why a file could not be read
 *
 * Makes the long messages of GIO, which hold the whole path, short.
 *
 * Returns: (transfer none): why
 */
const char *
dwell_error_get_reading_cause (const GError *error)
{
  static const Cause causes[] = {
    { G_IO_ERROR_NOT_FOUND, G_FILE_ERROR_NOENT, N_("there is no such file") },
    { G_IO_ERROR_PERMISSION_DENIED, G_FILE_ERROR_ACCES, N_("you do not have permission to read "
                                                           "this file") },
    { G_IO_ERROR_IS_DIRECTORY, G_FILE_ERROR_ISDIR, N_("this is a folder") },
  };

  return find_cause (causes, G_N_ELEMENTS (causes), error);
}

/**
 * dwell_error_get_writing_cause:
 * @error: why a file could not be written
 *
 * Shortens GIO's long messages, which name temporary files that no user knows of.
 *
 * Returns: (transfer none): why, in a few words where they are enough
 */
const char *
dwell_error_get_writing_cause (const GError *error)
{
  static const Cause causes[] = {
    { G_IO_ERROR_NO_SPACE, G_FILE_ERROR_NOSPC, N_("the disk is full") },
    { G_IO_ERROR_PERMISSION_DENIED, G_FILE_ERROR_ACCES, N_("you do not have permission to write "
                                                           "in that folder") },
    { G_IO_ERROR_READ_ONLY, G_FILE_ERROR_ROFS, N_("nothing can be written in that folder") },
    { G_IO_ERROR_NOT_FOUND, G_FILE_ERROR_NOENT, N_("there is no such folder") },
    { G_IO_ERROR_NOT_DIRECTORY, G_FILE_ERROR_NOTDIR, N_("a part of the path is not a folder") },
    { G_IO_ERROR_IS_DIRECTORY, G_FILE_ERROR_ISDIR, N_("a folder has this name") },
    { G_IO_ERROR_FILENAME_TOO_LONG, G_FILE_ERROR_NAMETOOLONG, N_("the name is too long") },
    { G_IO_ERROR_TOO_MANY_LINKS, G_FILE_ERROR_LOOP, N_("the link points to itself") },
    { G_IO_ERROR_NOT_REGULAR_FILE, -1, N_("this is a pipe, a socket or a device, not a file") },
  };

  return find_cause (causes, G_N_ELEMENTS (causes), error);
}

/**
 * dwell_error_name_file:
 * @error: (inout): why a file could not be read
 * @name: its name
 *
 * Makes the message “NAME: cause”, with the cause of dwell_error_get_reading_cause().
 */
void
dwell_error_name_file (GError     **error,
                       const char  *name)
{
  GError *named;

  g_return_if_fail (error == NULL || *error != NULL);

  if (error == NULL)
    return;

  named = g_error_new ((*error)->domain, (*error)->code, "%s: %s", name,
                       dwell_error_get_reading_cause (*error));
  g_error_free (*error);
  *error = named;
}
