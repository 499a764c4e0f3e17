/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli-picture.h"

#include <glib/gi18n-lib.h>

#include "cli/cli-open.h"
#include "core/dwell-error.h"

/**
 * dwell_cli_picture_check:
 * @arguments: of the command line
 *
 * Prints an error if no picture is named, or its type cannot be written.
 *
 * Returns: whether a picture can be written
 */
gboolean
dwell_cli_picture_check (const DwellCliArguments *arguments)
{
  if (arguments->output == NULL)
    dwell_cli_complain (NULL, _("no picture to write: name one with -o"));
  else if (!dwell_picture_has_type (arguments->output))
    dwell_cli_complain (arguments->output, _("the name of a picture must end in .png, .svg or "
                                             ".pdf"));
  else
    return TRUE;

  return FALSE;
}

/**
 * dwell_cli_picture_begin:
 * @self: (out caller-allocates): a picture
 * @arguments: output file and size
 * @width: px, unless @arguments give it
 * @height: px, likewise
 *
 * Opens the file of a picture. To be ended by dwell_cli_picture_end().
 */
void
dwell_cli_picture_begin (DwellCliPicture         *self,
                         const DwellCliArguments *arguments,
                         int                      width,
                         int                      height)
{
  g_autoptr(GFile) target = g_file_new_for_path (arguments->output);

  *self = (DwellCliPicture) {
    .path = arguments->output,
    .type = dwell_picture_get_type (arguments->output),
    .width = arguments->width > 0 ? (int) arguments->width : width,
    .height = arguments->height > 0 ? (int) arguments->height : height,
    .sink = dwell_sink_new_for_file (target),
  };
  self->stream = dwell_sink_open_part (self->sink, "", NULL, &self->error);
}

/**
 * dwell_cli_picture_end:
 * @self: a picture
 * @is_drawn: whether all was written into its stream
 *
 * Puts the picture into its place, or prints why it cannot be written.
 *
 * Returns: whether it was written
 */
gboolean
dwell_cli_picture_end (DwellCliPicture *self,
                       gboolean         is_drawn)
{
  gboolean is_written = is_drawn && dwell_sink_commit (self->sink, NULL, &self->error);

  if (!is_written)
    dwell_cli_complain (self->path, "%s", dwell_error_get_writing_cause (self->error));

  g_clear_error (&self->error);
  g_clear_pointer (&self->sink, dwell_sink_free);
  return is_written;
}
