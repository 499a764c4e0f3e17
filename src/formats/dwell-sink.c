/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks. Parts of a file sink are temporaries beside their targets, so that renaming cannot cross a
 * file system; they bear the target's permissions. Committing closes and syncs all, renames the
 * companions, then the main file, then syncs the directory: who looks in between finds the old main
 * file, or the new one with all that belongs to it.
 *
 * A memory sink keeps the first bytes of each part, for previews of what may be gigabytes. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "formats/dwell-sink.h"

/* A stream that keeps what it is given up to a bound, and swallows the rest. */
#define DWELL_TYPE_BOUNDED_STREAM (dwell_bounded_stream_get_type ())
G_DECLARE_FINAL_TYPE (DwellBoundedStream, dwell_bounded_stream, DWELL, BOUNDED_STREAM,
                      GOutputStream)

struct _DwellBoundedStream
{
  GOutputStream parent_instance;

  GByteArray *bytes;
  gsize       max_bytes;
  gboolean    is_full;
  gboolean    is_head; /* a full one takes no more */
};

G_DEFINE_FINAL_TYPE (DwellBoundedStream, dwell_bounded_stream, G_TYPE_OUTPUT_STREAM)

static gssize
bounded_write (GOutputStream  *stream,
               const void     *buffer,
               gsize           count,
               GCancellable   *cancellable,
               GError        **error)
{
  DwellBoundedStream *self = DWELL_BOUNDED_STREAM (stream);
  gsize room = self->max_bytes - self->bytes->len;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;

  if (self->is_full && self->is_head)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, g_strerror (ENOSPC));
      return -1;
    }

  g_byte_array_append (self->bytes, buffer, (guint) MIN (room, count));
  self->is_full = self->is_full || count >= room;
  return (gssize) count;
}

static void
bounded_finalize (GObject *object)
{
  g_byte_array_unref (DWELL_BOUNDED_STREAM (object)->bytes);
  G_OBJECT_CLASS (dwell_bounded_stream_parent_class)->finalize (object);
}

static void
dwell_bounded_stream_class_init (DwellBoundedStreamClass *class)
{
  G_OBJECT_CLASS (class)->finalize = bounded_finalize;
  G_OUTPUT_STREAM_CLASS (class)->write_fn = bounded_write;
}

static void
dwell_bounded_stream_init (DwellBoundedStream *self)
{
  self->bytes = g_byte_array_new ();
}

typedef struct {
  char          *suffix;
  GFile         *target; /* NULL in a memory sink */
  GFile         *temporary;
  GOutputStream *stream;
} Part;

struct _DwellSink
{
  GFile     *file; /* NULL: in memory */
  gsize      max_bytes;
  gboolean   is_head;
  GArray    *parts;   /* Part, the main file anywhere */
  GPtrArray *dropped; /* suffixes of parts that shall not stay beside the main file */
};

static void
part_clear (gpointer data)
{
  Part *part = data;

  if (part->stream != NULL)
    g_output_stream_close (part->stream, NULL, NULL);
  if (part->temporary != NULL)
    g_file_delete (part->temporary, NULL, NULL);
  g_clear_object (&part->stream);
  g_clear_object (&part->temporary);
  g_clear_object (&part->target);
  g_free (part->suffix);
}

static DwellSink *
sink_new (GFile *file,
          gsize  max_bytes)
{
  DwellSink *self = g_new0 (DwellSink, 1);

  self->file = file;
  self->max_bytes = max_bytes;
  self->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
  self->dropped = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* Where @file leads: renaming must not replace a link by a file. */
static GFile *
follow_links (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  GFile *target = real != NULL ? g_file_new_for_path (real) : g_object_ref (file);

  free (real);
  return target;
}

/**
 * dwell_sink_new_for_file:
 * @file: the main file
 *
 * Returns: (transfer full): a sink that has touched nothing yet
 */
DwellSink *
dwell_sink_new_for_file (GFile *file)
{
  return sink_new (follow_links (file), 0);
}

/**
 * dwell_sink_new_for_memory:
 * @max_bytes: how much of each part is kept
 *
 * Returns: (transfer full): a sink for a preview
 */
DwellSink *
dwell_sink_new_for_memory (gsize max_bytes)
{
  return sink_new (NULL, MIN (max_bytes, G_MAXINT32));
}

/**
 * dwell_sink_new_for_head:
 * @max_bytes: how much of each part is kept
 *
 * For writers that do not ask whether a sink is full: a full one refuses with
 * %G_IO_ERROR_NO_SPACE.
 *
 * Returns: (transfer full): a sink that keeps the head of what is written in memory
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
 * Drops what was not committed.
 */
void
dwell_sink_free (DwellSink *self)
{
  g_array_unref (self->parts);
  g_ptr_array_unref (self->dropped);
  g_clear_object (&self->file);
  g_free (self);
}

/**
 * dwell_sink_get_part_file:
 * @self: a file sink
 * @suffix: of a part, opened or not
 *
 * Returns: (transfer full): the file beside the main one whose name has @suffix behind its
 */
GFile *
dwell_sink_get_part_file (DwellSink  *self,
                          const char *suffix)
{
  g_autofree char *uri = g_file_get_uri (self->file);
  g_autofree char *escaped = g_uri_escape_string (suffix, NULL, FALSE);
  g_autofree char *whole = g_strconcat (uri, escaped, NULL);

  return g_file_new_for_uri (whole);
}

static gboolean
open_temporary (Part          *part,
                GCancellable  *cancellable,
                GError       **error)
{
  g_autoptr(GFile) folder = g_file_get_parent (part->target);
  g_autofree char *name = g_file_get_basename (part->target);
  g_autoptr(GError) local_error = NULL;

  /* Renaming over it would take a device away from everybody. */
  if (g_file_query_file_type (part->target, G_FILE_QUERY_INFO_NONE, cancellable) ==
      G_FILE_TYPE_SPECIAL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                           _("this is a pipe, a socket or a device, not a file"));
      return FALSE;
    }

  for (guint attempt = 0; attempt < 100; attempt++)
    {
      g_autofree char *hidden = g_strdup_printf (".%s.%08x", name, g_random_int ());
      g_autoptr(GFile) temporary = g_file_get_child (folder, hidden);
      GFileOutputStream *stream;

      g_clear_error (&local_error);
      stream = g_file_create (temporary, G_FILE_CREATE_NONE, cancellable, &local_error);
      if (stream != NULL)
        {
          part->temporary = g_steal_pointer (&temporary);
          part->stream = G_OUTPUT_STREAM (stream);
          return TRUE;
        }

      if (!g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_EXISTS))
        break;
    }

  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/**
 * dwell_sink_open_part:
 * @self: a sink
 * @suffix: "" for the main file, or what a companion's name has behind the main file's: ".BIN"
 * @cancellable: (nullable): a cancellable
 * @error: why it cannot be written
 *
 * Returns: (transfer none) (nullable): the stream to write the part to; the sink closes it
 */
GOutputStream *
dwell_sink_open_part (DwellSink     *self,
                      const char    *suffix,
                      GCancellable  *cancellable,
                      GError       **error)
{
  Part part = { .suffix = g_strdup (suffix) };

  if (self->file == NULL)
    {
      DwellBoundedStream *stream = g_object_new (DWELL_TYPE_BOUNDED_STREAM, NULL);

      stream->max_bytes = self->max_bytes;
      stream->is_head = self->is_head;
      part.stream = G_OUTPUT_STREAM (stream);
    }
  else
    {
      part.target = dwell_sink_get_part_file (self, suffix);
      if (!open_temporary (&part, cancellable, error))
        {
          part_clear (&part);
          return NULL;
        }
    }

  g_array_append_val (self->parts, part);
  return part.stream;
}

/**
 * dwell_sink_drop_part:
 * @self: a sink
 * @suffix: of a companion, as it would be opened
 *
 * Says that no such part belongs to what is written, so that an old one must not stay beside the
 * new main file. Committing removes it, unless it was opened after all.
 */
void
dwell_sink_drop_part (DwellSink  *self,
                      const char *suffix)
{
  g_ptr_array_add (self->dropped, g_strdup (suffix));
}

/**
 * dwell_sink_get_file:
 * @self: a sink
 *
 * Returns: (transfer none) (nullable): the main file that it writes, or %NULL in memory
 */
GFile *
dwell_sink_get_file (DwellSink *self)
{
  return self->file;
}

/**
 * dwell_sink_get_part:
 * @self: a memory sink
 * @suffix: as it was opened
 *
 * Returns: (transfer full) (nullable): what the part holds, or %NULL if it was never opened
 */
GBytes *
dwell_sink_get_part (DwellSink  *self,
                     const char *suffix)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      if (DWELL_IS_BOUNDED_STREAM (part->stream) && g_str_equal (part->suffix, suffix))
        {
          const GByteArray *bytes = DWELL_BOUNDED_STREAM (part->stream)->bytes;

          return g_bytes_new (bytes->data, bytes->len);
        }
    }

  return NULL;
}

/**
 * dwell_sink_is_full:
 * @self: a sink
 *
 * Returns: whether the part that was opened last keeps no more: a writer may stop there
 */
gboolean
dwell_sink_is_full (DwellSink *self)
{
  const Part *part;

  if (self->parts->len == 0)
    return FALSE;

  part = &g_array_index (self->parts, Part, self->parts->len - 1);
  return DWELL_IS_BOUNDED_STREAM (part->stream) && DWELL_BOUNDED_STREAM (part->stream)->is_full;
}

/* What was written is on the disk, not only on its way. Places that are no local files sync as they
 * see fit. */
static gboolean
sync_path (GFile   *file,
           GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  int fd = path != NULL ? g_open (path, O_RDONLY | O_CLOEXEC, 0) : -1;
  gboolean is_synced;

  if (path == NULL)
    return TRUE;

  is_synced = fd >= 0 && fsync (fd) == 0;
  if (!is_synced)
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return is_synced;
}

static void
keep_permissions (Part *part)
{
  g_autoptr(GFileInfo) info = g_file_query_info (part->target, G_FILE_ATTRIBUTE_UNIX_MODE,
                                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info != NULL && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_UNIX_MODE))
    g_file_set_attribute_uint32 (part->temporary, G_FILE_ATTRIBUTE_UNIX_MODE,
                                 g_file_info_get_attribute_uint32 (info,
                                                                   G_FILE_ATTRIBUTE_UNIX_MODE),
                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);
}

static gboolean
rename_parts (DwellSink     *self,
              gboolean       main_file,
              GCancellable  *cancellable,
              GError       **error)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = &g_array_index (self->parts, Part, i);

      if ((*part->suffix == '\0') != main_file)
        continue;
      if (!g_file_move (part->temporary, part->target,
                        G_FILE_COPY_OVERWRITE | G_FILE_COPY_NO_FALLBACK_FOR_MOVE, cancellable,
                        NULL, NULL, error))
        return FALSE;
      g_clear_object (&part->temporary);
    }

  return TRUE;
}

static gboolean
has_part (DwellSink  *self,
          const char *suffix)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_str_equal (g_array_index (self->parts, Part, i).suffix, suffix))
      return TRUE;

  return FALSE;
}

/* Comes after the renaming: before it, the old main file still needs its companions. */
static gboolean
remove_dropped (DwellSink  *self,
                GError    **error)
{
  for (guint i = 0; i < self->dropped->len; i++)
    {
      const char *suffix = g_ptr_array_index (self->dropped, i);
      g_autoptr(GFile) target = dwell_sink_get_part_file (self, suffix);
      g_autoptr(GError) local_error = NULL;

      if (has_part (self, suffix) || g_file_delete (target, NULL, &local_error) ||
          g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        continue;

      g_set_error (error, local_error->domain, local_error->code,
                   /* Translators: %s is why the old file could not be deleted */
                   _("The file was written, but the old one beside it stays: %s"),
                   local_error->message);
      return FALSE;
    }

  return TRUE;
}

/**
 * dwell_sink_commit:
 * @self: a file sink, all parts written
 * @cancellable: (nullable): a cancellable
 * @error: why it could not be done; the old main file is as it was then, unless it says otherwise
 *
 * Closes and syncs all parts, and puts them in the place of their targets, the main file last. Then
 * old parts that do not belong to it any more are removed.
 *
 * Returns: whether it was done
 */
gboolean
dwell_sink_commit (DwellSink     *self,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autoptr(GFile) folder = NULL;

  if (self->file == NULL)
    return TRUE;

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = &g_array_index (self->parts, Part, i);

      if (!g_output_stream_close (part->stream, cancellable, error) ||
          !sync_path (part->temporary, error))
        return FALSE;
      g_clear_object (&part->stream);
      keep_permissions (part);
    }

  if (!rename_parts (self, FALSE, cancellable, error) ||
      !rename_parts (self, TRUE, cancellable, error) || !remove_dropped (self, error))
    return FALSE;

  folder = g_file_get_parent (self->file);
  sync_path (folder, NULL);
  return TRUE;
}
