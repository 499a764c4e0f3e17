/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output stream that keeps its first bytes in an array. */
#include "config.h"

#include "formats/common/dwell-bounded-stream.h"

#include <errno.h>

struct _DwellBoundedStream
{
  GOutputStream parent_instance;

  GByteArray *bytes;
  gsize       max_bytes;
  gboolean    is_full;
  gboolean    refuses;
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

  if (self->is_full && self->refuses)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, g_strerror (ENOSPC));
      return -1;
    }

  g_byte_array_append (self->bytes, buffer, (guint) MIN (room, count));
  self->is_full = self->is_full || count >= room;
  return (gssize) count;
}

static void
dwell_bounded_stream_finalize (GObject *object)
{
  g_byte_array_unref (DWELL_BOUNDED_STREAM (object)->bytes);
  G_OBJECT_CLASS (dwell_bounded_stream_parent_class)->finalize (object);
}

static void
dwell_bounded_stream_class_init (DwellBoundedStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_bounded_stream_finalize;
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = bounded_write;
}

static void
dwell_bounded_stream_init (DwellBoundedStream *self)
{
  self->bytes = g_byte_array_new ();
}

/**
 * dwell_bounded_stream_new:
 * @max_bytes: how many bytes are kept
 * @refuses: whether writing more fails with %G_IO_ERROR_NO_SPACE; else the rest is dropped
 *
 * Returns: (transfer full): an empty stream
 */
GOutputStream *
dwell_bounded_stream_new (gsize    max_bytes,
                          gboolean refuses)
{
  DwellBoundedStream *self = g_object_new (DWELL_TYPE_BOUNDED_STREAM, NULL);

  self->max_bytes = MIN (max_bytes, G_MAXINT32);
  self->refuses = refuses;
  return G_OUTPUT_STREAM (self);
}

/**
 * dwell_bounded_stream_is_full:
 * @self: a stream
 *
 * Returns: %TRUE if @self keeps no more bytes
 */
gboolean
dwell_bounded_stream_is_full (DwellBoundedStream *self)
{
  return self->is_full;
}

/**
 * dwell_bounded_stream_get_bytes:
 * @self: a stream
 *
 * Returns: (transfer full): the bytes kept so far
 */
GBytes *
dwell_bounded_stream_get_bytes (DwellBoundedStream *self)
{
  return g_bytes_new (self->bytes->data, self->bytes->len);
}
