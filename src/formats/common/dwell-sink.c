/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each part of a file sink is written to a temporary beside its target, so that the rename stays
 * within a file system. dwell-sink-commit.c puts the parts into their places.
 *
 * A memory sink keeps the first bytes of each part, for previews of output that may be
 * gigabytes. */
#include "config.h"

#include "formats/common/dwell-sink-private.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-beside.h"
#include "formats/common/dwell-bounded-stream.h"

struct _DwellSink
{
  GFile    *file; /* (nullable): the main file; NULL: in memory */
  gsize     max_bytes;
  gboolean  is_head;
  GArray   *parts; /* DwellSinkPart, in the order in which they were opened */
  guint     last;  /* index of the part that was opened last */
  guint32   mode;  /* of new files; 0: not determined yet, or unknown */
  gboolean  has_old; /* that is the mode of the main file that is replaced */
};

static void
part_clear (gpointer data)
{
  DwellSinkPart *part = data;

  g_clear_object (&part->memory);
  g_clear_pointer (&part->temporary, dwell_temporary_free);
  g_clear_object (&part->target);
  g_clear_object (&part->model);
  g_free (part->suffix);
}

/* Returns NULL if there is no such part yet. */
static DwellSinkPart *
find_part (DwellSink  *self,
           const char *suffix)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      DwellSinkPart *part = &g_array_index (self->parts, DwellSinkPart, i);

      if (g_str_equal (part->suffix, suffix))
        return part;
    }

  return NULL;
}

/* Returns the part @suffix; adds it if there is none. */
static DwellSinkPart *
get_part (DwellSink  *self,
          const char *suffix)
{
  DwellSinkPart part = { 0 };

  if (find_part (self, suffix) == NULL)
    {
      part.suffix = g_strdup (suffix);
      part.target = self->file != NULL ? dwell_sink_get_part_file (self, suffix) : NULL;
      g_array_append_val (self->parts, part);
    }

  return find_part (self, suffix);
}

static DwellSink *
sink_new (GFile *file,
          gsize  max_bytes)
{
  DwellSink *self = g_new0 (DwellSink, 1);

  self->file = file;
  self->max_bytes = max_bytes;
  self->parts = g_array_new (FALSE, TRUE, sizeof (DwellSinkPart));
  g_array_set_clear_func (self->parts, part_clear);
  return self;
}

/**
 * dwell_sink_new_for_file:
 * @file: the main file
 *
 * Changes nothing yet.
 *
 * Returns: (transfer full): a file sink
 */
DwellSink *
dwell_sink_new_for_file (GFile *file)
{
  return sink_new (dwell_beside_follow_links (file), 0);
}

/**
 * dwell_sink_new_for_memory:
 * @max_bytes: how many bytes of each part are kept; the rest is dropped
 *
 * Returns: (transfer full): a memory sink, for previews
 */
DwellSink *
dwell_sink_new_for_memory (gsize max_bytes)
{
  return sink_new (NULL, max_bytes);
}

/**
 * dwell_sink_new_for_head:
 * @max_bytes: how many bytes of each part are kept
 *
 * Makes a memory sink for writers that do not call dwell_sink_is_full(): writing more fails with
 * %G_IO_ERROR_NO_SPACE.
 *
 * Returns: (transfer full): the sink
 */
DwellSink *
dwell_sink_new_for_head (gsize max_bytes)
{
  DwellSink *self = dwell_sink_new_for_memory (max_bytes);

  self->is_head = TRUE;
  return self;
}

/**
 * dwell_sink_free:
 * @self: (transfer full): a sink
 *
 * Frees the sink. What was not committed is lost.
 */
void
dwell_sink_free (DwellSink *self)
{
  g_array_unref (self->parts);
  g_clear_object (&self->file);
  g_free (self);
}

/**
 * dwell_sink_get_part_file:
 * @self: a file sink
 * @suffix: suffix of a part, which need not be opened; "" for the main file
 *
 * Returns: (transfer full): the file of the part, with links followed
 */
GFile *
dwell_sink_get_part_file (DwellSink  *self,
                          const char *suffix)
{
  return dwell_beside_get_part (self->file, suffix);
}

/**
 * dwell_sink_get_part_name:
 * @self: a file sink
 * @suffix: suffix of a part, opened or not
 *
 * Returns: (transfer full): the name of the part, for messages; for a link, its own name
 */
char *
dwell_sink_get_part_name (DwellSink  *self,
                          const char *suffix)
{
  g_autofree char *main_name = g_file_get_basename (self->file);
  g_autofree char *name = g_strconcat (main_name, suffix, NULL);

  return g_filename_display_name (name);
}

/* Sets the error of a link that could not be followed. */
static void
set_link_error (GFile   *link,
                GError **error)
{
  g_autofree char *path = g_file_get_path (link);
  GStatBuf status;
  int number = path != NULL && g_stat (path, &status) != 0 ? errno : ENOENT;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number), g_strerror (number));
}

/* Refuses a target that a rename would not replace, or must not: replacing a device would remove it
 * for all programs. @mode: (out): of the file; 0: there is none, or the file system has no modes */
static gboolean
check_target (GFile         *target,
              guint32       *mode,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(GFileInfo) info = g_file_query_info (target, G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                                                 G_FILE_ATTRIBUTE_UNIX_MODE,
                                                 G_FILE_QUERY_INFO_NONE, cancellable, &failure);
  GFileType type = info != NULL ? g_file_info_get_file_type (info) : G_FILE_TYPE_REGULAR;

  *mode = info != NULL ? g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) : 0;
  if (info == NULL && !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (type == G_FILE_TYPE_DIRECTORY || !g_file_has_parent (target, NULL))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                         _("a folder has this name"));
  else if (type == G_FILE_TYPE_SYMBOLIC_LINK)
    set_link_error (target, error);
  else if (type == G_FILE_TYPE_SPECIAL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                         _("this is a pipe, a socket or a device, not a file"));
  else
    return TRUE;

  return FALSE;
}

/* Returns the mode of new files: that of the main file, if it is replaced. */
static guint32
get_mode (DwellSink    *self,
          GCancellable *cancellable)
{
  if (self->mode != 0)
    return self->mode;
  if (!check_target (self->file, &self->mode, cancellable, NULL))
    return 0;

  self->has_old = self->mode != 0;
  if (!self->has_old)
    self->mode = dwell_temporary_ask_mode (self->file, cancellable);

  return self->mode;
}

static GOutputStream *
open_temporary (DwellSink      *self,
                DwellSinkPart  *part,
                GCancellable   *cancellable,
                GError        **error)
{
  g_autoptr(GFile) folder = NULL;

  if (!check_target (part->target, &part->mode, cancellable, error))
    return NULL;

  /* Clears up each folder once: a companion may be a link into another folder. */
  folder = g_file_get_parent (self->file);
  if (*part->suffix == '\0' || !g_file_has_parent (part->target, folder))
    _dwell_sink_clear_up (self->file, part->target);

  if (part->mode != 0)
    part->model = g_object_ref (part->target);
  else if ((part->mode = get_mode (self, cancellable)) != 0 && self->has_old)
    part->model = g_object_ref (self->file);

  part->temporary = dwell_temporary_new (self->file, part->suffix, cancellable, error);
  return part->temporary != NULL ? dwell_temporary_get_stream (part->temporary) : NULL;
}

/**
 * dwell_sink_open_part:
 * @self: a sink
 * @suffix: "" for the main file; for a companion the suffix of its name: ".BIN"
 * @cancellable: (nullable): a cancellable
 * @error: why it cannot be written
 *
 * Opens a part that was not opened yet.
 *
 * Returns: (transfer none) (nullable): the stream of the part, which the sink closes; %NULL with an
 *   error
 */
GOutputStream *
dwell_sink_open_part (DwellSink     *self,
                      const char    *suffix,
                      GCancellable  *cancellable,
                      GError       **error)
{
  DwellSinkPart *part = get_part (self, suffix);

  g_return_val_if_fail (part->memory == NULL && part->temporary == NULL, NULL);

  self->last = (guint) (part - (DwellSinkPart *) (gpointer) self->parts->data);
  if (self->file != NULL)
    return open_temporary (self, part, cancellable, error);

  part->memory = dwell_bounded_stream_new (self->max_bytes, self->is_head);
  return part->memory;
}

/**
 * dwell_sink_drop_part:
 * @self: a sink
 * @suffix: suffix of a companion
 *
 * Declares that the new main file has no such companion: committing removes an old one. Has no
 * effect on a part that is opened.
 */
void
dwell_sink_drop_part (DwellSink  *self,
                      const char *suffix)
{
  get_part (self, suffix);
}

/**
 * dwell_sink_check_begun:
 * @self: a sink of a format in which an empty file is invalid
 * @is_begun: whether anything was written
 * @error: that nothing was
 *
 * An empty file must not replace an old one; a preview may be empty.
 *
 * Returns: whether that can be committed
 */
gboolean
dwell_sink_check_begun (DwellSink  *self,
                        gboolean    is_begun,
                        GError    **error)
{
  if (is_begun || self->file == NULL)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_EMPTY,
                       _("these settings leave nothing to write"));
  return FALSE;
}

/**
 * dwell_sink_get_file:
 * @self: a sink
 *
 * Returns: (transfer none) (nullable): the main file; %NULL for a memory sink
 */
GFile *
dwell_sink_get_file (DwellSink *self)
{
  return self->file;
}

/**
 * dwell_sink_get_part:
 * @self: a memory sink
 * @suffix: suffix of a part
 *
 * Returns: (transfer full) (nullable): the bytes that the part keeps; %NULL if it was never opened
 */
GBytes *
dwell_sink_get_part (DwellSink  *self,
                     const char *suffix)
{
  const DwellSinkPart *part = find_part (self, suffix);

  if (part == NULL || part->memory == NULL)
    return NULL;

  return dwell_bounded_stream_get_bytes (DWELL_BOUNDED_STREAM (part->memory));
}

/**
 * dwell_sink_is_full:
 * @self: a sink
 *
 * Returns: %TRUE if the part that was opened last keeps no more bytes: the writer may stop
 */
gboolean
dwell_sink_is_full (DwellSink *self)
{
  const DwellSinkPart *part;

  if (self->parts->len == 0)
    return FALSE;

  part = &g_array_index (self->parts, DwellSinkPart, self->last);
  return part->memory != NULL &&
         dwell_bounded_stream_is_full (DWELL_BOUNDED_STREAM (part->memory));
}

/**
 * dwell_sink_commit:
 * @self: a file sink whose parts are all written
 * @cancellable: (nullable): a cancellable
 * @error: the cause: then all files are as they were
 *
 * Closes and syncs all parts and puts them into their places, and removes old parts that were
 * dropped: all of that or nothing.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_sink_commit (DwellSink     *self,
                   GCancellable  *cancellable,
                   GError       **error)
{
  if (self->file == NULL)
    return TRUE;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const DwellSinkPart *part = &g_array_index (self->parts, DwellSinkPart, i);

      if (part->temporary != NULL &&
          !dwell_temporary_finish (part->temporary, part->model, part->mode, cancellable, error))
        return FALSE;
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error) &&
         _dwell_sink_replace (self->file, self->parts, error);
}

/**
 * dwell_sink_write_text:
 * @file: where to
 * @text: what
 * @length: its bytes
 * @cancellable: (nullable): a cancellable
 * @error: why it could not be written; then nothing was changed
 *
 * Writes a text into a file of its own. Blocks: for workers.
 *
 * Returns: whether it was written
 */
gboolean
dwell_sink_write_text (GFile         *file,
                       const char    *text,
                       gsize          length,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);

  return stream != NULL &&
         g_output_stream_write_all (stream, text, length, NULL, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}
