/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source reads one regular file from start to end, through a stream of GIO into the buffer of the
 * caller; without a copy if nothing is compressed. Anything but a regular file is refused before it
 * is opened, because opening a pipe waits for a writer.
 *
 * The first bytes show the compression. GIO's decompressor of gzip gets small portions, because it
 * does not report how much it wrote before an error; zstd has its own streaming interface. Both may
 * consist of several members (frames), one after another. */
#include "config.h"

#include "formats/common/dwell-source-private.h"

#include <string.h>
#include <zstd.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

#define RAW_BYTES          ((gsize) 256 << 10)
#define GZIP_PORTION_BYTES ((gsize) 512)

typedef enum {
  PLAIN,
  GZIP,
  ZSTD,
} Compression;

struct _DwellSource
{
  GFile            *file;
  char             *name;
  guint64           size;        /* when it was opened: no more than this is read */
  GInputStream     *stream;
  GBytes           *head;
  gsize             head_used;   /* how many bytes of head read() has returned */
  DwellProblems    *found;       /* problems that read() has not reported yet */
  double            first;
  double            last;
  DwellReadLimits   limits;

  guint8           *raw;         /* bytes of the file, not yet decompressed */
  gsize             raw_begin;
  gsize             raw_end;
  guint64           raw_offset;  /* offset of raw_end in the file */
  gboolean          raw_is_over;
  Compression       compression;
  GConverter       *gzip;
  ZSTD_DStream     *zstd;
  gboolean          is_in_member;
  gboolean          is_over;

  GConverter       *charset;      /* (nullable): converts to UTF-8 */
  GByteArray       *unconverted;  /* bytes that wait for the converter */
};

/* A file that grows while it is read ends where it ended when it was opened: a program might write
 * faster than we read. Files of the kernel and of some servers report a size of 0. Returns how many
 * bytes to read, at most @size; one more than the file had is tried at the end, to see whether it
 * grew. */
static gsize
limit_to_size (DwellSource *self,
               gsize        size)
{
  guint64 left = self->size - self->raw_offset;

  if (self->size == 0)
    return size;

  return (gsize) MIN (size, MAX (left, 1));
}

/* Reads from the file. Returns 0 at its end or if reading fails, -1 if cancelled. */
static gssize
read_raw (DwellSource   *self,
          void          *buffer,
          gsize          size,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr(GError) failure = NULL;
  gssize n;

  if (self->raw_is_over)
    return 0;

  n = g_input_stream_read (self->stream, buffer, limit_to_size (self, size), cancellable,
                           &failure);
  if (n > 0 && self->size > 0 && self->raw_offset == self->size)
    {
      dwell_problems_add (self->found, DWELL_SEVERITY_INFO, "file-grew", 0,
                          (gint64) self->raw_offset,
                          _("The file became longer while it was read: the rest is left out"));
      self->raw_is_over = TRUE;
      return 0;
    }

  if (n > 0)
    {
      self->raw_offset += (guint64) n;
      return n;
    }

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return -1;
    }

  self->raw_is_over = TRUE;
  if (failure != NULL)
    dwell_problems_add (self->found, DWELL_SEVERITY_ERROR, "read-failed", 0,
                        (gint64) self->raw_offset, _("Reading failed: %s"), failure->message);
  else if (self->raw_offset < self->size)
    dwell_problems_add (self->found, DWELL_SEVERITY_ERROR, "file-shrunk", 0,
                        (gint64) self->raw_offset,
                        _("The file became shorter while it was read"));

  return 0;
}

/* Reads until @n_wanted raw bytes are there, or the file ends. */
static gboolean
fill_raw (DwellSource   *self,
          gsize          n_wanted,
          GCancellable  *cancellable,
          GError       **error)
{
  while (self->raw_end - self->raw_begin < n_wanted && !self->raw_is_over)
    {
      gssize n;

      if (self->raw_begin > 0)
        {
          memmove (self->raw, self->raw + self->raw_begin, self->raw_end - self->raw_begin);
          self->raw_end -= self->raw_begin;
          self->raw_begin = 0;
        }

      n = read_raw (self, self->raw + self->raw_end, RAW_BYTES - self->raw_end, cancellable, error);
      if (n < 0)
        return FALSE;

      self->raw_end += (gsize) n;
    }

  return TRUE;
}

/* Returns the offset in the file up to which bytes are decompressed. */
static gint64
get_raw_position (DwellSource *self)
{
  return (gint64) (self->raw_offset - (self->raw_end - self->raw_begin));
}

static void
end_damaged (DwellSource *self,
             const char  *cause)
{
  dwell_problems_add (self->found, DWELL_SEVERITY_ERROR, "compression-damaged", 0,
                      get_raw_position (self), _("The compressed data is damaged here: %s"), cause);
  self->is_over = TRUE;
}

static void
end_truncated (DwellSource *self)
{
  dwell_problems_add (self->found, DWELL_SEVERITY_ERROR, "compression-truncated", 0,
                      get_raw_position (self), _("The compressed data ends too early"));
  self->is_over = TRUE;
}

/* Returns TRUE if another member begins here. Zeros may follow the last one, nothing else. */
static gboolean
next_gzip_member (DwellSource *self)
{
  const guint8 *raw = self->raw + self->raw_begin;
  gsize n = self->raw_end - self->raw_begin;

  if (n >= 2 && raw[0] == 0x1f && raw[1] == 0x8b)
    {
      g_converter_reset (self->gzip);
      self->is_in_member = TRUE;
      return TRUE;
    }

  if (n > 0 && raw[0] != 0)
    end_damaged (self, _("something else follows"));

  self->is_over = TRUE;
  return FALSE;
}

/* Decompresses some bytes. Returns 0 if more input is needed, or at the end of the stream. */
static gsize
step_gzip (DwellSource *self,
           void        *buffer,
           gsize        size)
{
  g_autoptr(GError) failure = NULL;
  gsize n_read = 0;
  gsize n_written = 0;
  GConverterResult result;

  if (!self->is_in_member && !next_gzip_member (self))
    return 0;

  if (self->raw_begin == self->raw_end)
    {
      end_truncated (self);
      return 0;
    }

  result = g_converter_convert (self->gzip, self->raw + self->raw_begin,
                                MIN (self->raw_end - self->raw_begin, GZIP_PORTION_BYTES),
                                buffer, size, G_CONVERTER_NO_FLAGS, &n_read, &n_written, &failure);
  if (result == G_CONVERTER_ERROR)
    {
      end_damaged (self, failure->message);
      return 0;
    }

  self->raw_begin += n_read;
  if (result == G_CONVERTER_FINISHED)
    self->is_in_member = FALSE;

  return n_written;
}

static gsize
step_zstd (DwellSource *self,
           void        *buffer,
           gsize        size)
{
  ZSTD_inBuffer in = { self->raw, self->raw_end, self->raw_begin };
  ZSTD_outBuffer out = { buffer, size, 0 };
  gsize result;

  if (in.pos == in.size && !self->is_in_member)
    {
      self->is_over = TRUE;
      return 0;
    }

  result = ZSTD_decompressStream (self->zstd, &out, &in);
  if (ZSTD_isError (result))
    end_damaged (self, ZSTD_getErrorName (result));
  else if (in.pos == self->raw_begin && out.pos == 0)
    end_truncated (self);

  self->raw_begin = in.pos;
  self->is_in_member = result != 0;
  return out.pos;
}

/* Reads decompressed bytes. Returns 0 at the end, -1 if cancelled. */
static gssize
read_decompressed (DwellSource   *self,
                   void          *buffer,
                   gsize          size,
                   GCancellable  *cancellable,
                   GError       **error)
{
  gsize n = 0;

  if (self->compression == PLAIN)
    {
      n = MIN (size, self->raw_end - self->raw_begin);
      memcpy (buffer, self->raw + self->raw_begin, n);
      self->raw_begin += n;
      return n > 0 ? (gssize) n : read_raw (self, buffer, size, cancellable, error);
    }

  while (n == 0 && !self->is_over)
    {
      if (!fill_raw (self, GZIP_PORTION_BYTES, cancellable, error))
        return -1;

      n = self->compression == GZIP ? step_gzip (self, buffer, size)
                                    : step_zstd (self, buffer, size);
    }

  return (gssize) n;
}

static gboolean
begin_decompression (DwellSource   *self,
                     GCancellable  *cancellable,
                     GError       **error)
{
  static const guint8 gzip_magic[] = { 0x1f, 0x8b, 0x08 };
  static const guint8 zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

  self->raw = g_malloc (RAW_BYTES);
  if (!fill_raw (self, sizeof zstd_magic, cancellable, error))
    return FALSE;

  if (self->raw_end >= sizeof gzip_magic &&
      memcmp (self->raw, gzip_magic, sizeof gzip_magic) == 0)
    {
      self->compression = GZIP;
      self->gzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
    }
  else if (self->raw_end >= sizeof zstd_magic &&
           memcmp (self->raw, zstd_magic, sizeof zstd_magic) == 0)
    {
      self->compression = ZSTD;
      self->zstd = ZSTD_createDStream ();
    }

  return TRUE;
}

static gboolean
read_head (DwellSource   *self,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autofree char *head = g_malloc (DWELL_SOURCE_HEAD_BYTES);
  gsize length = 0;
  gssize n = 1;

  while (length < DWELL_SOURCE_HEAD_BYTES && n > 0)
    {
      n = read_decompressed (self, head + length, DWELL_SOURCE_HEAD_BYTES - length,
                             cancellable, error);
      if (n < 0)
        return FALSE;

      length += (gsize) n;
    }

  if (length == 0 && dwell_problems_get_n (self->found) > 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_TRUNCATED,
                           dwell_problems_get (self->found, 0)->message);
      return FALSE;
    }

  self->head = g_bytes_new (head, length);
  return TRUE;
}

static gboolean
check_file_type (GFileType   type,
                 gboolean    is_native,
                 GError    **error)
{
  if (type == G_FILE_TYPE_REGULAR || (type == G_FILE_TYPE_UNKNOWN && !is_native))
    return TRUE;

  if (type == G_FILE_TYPE_DIRECTORY)
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE, _("this is a folder"));
  else if (type == G_FILE_TYPE_SYMBOLIC_LINK)
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE,
                         _("this is a broken link"));
  else
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE,
                         _("this is a pipe, a socket or a device, not a file"));

  return FALSE;
}

static gboolean
query_file (DwellSource   *self,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr(GFileInfo) info = NULL;

  info = g_file_query_info (self->file,
                            G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                            G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                            G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME,
                            G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL ||
      !check_file_type (g_file_info_get_file_type (info), g_file_is_native (self->file), error))
    return FALSE;

  self->size = (guint64) MAX (g_file_info_get_size (info), 0);
  self->name = g_strdup (g_file_info_get_display_name (info));
  return TRUE;
}

/* Queries the open file, because another file may have taken the name meanwhile. */
static void
query_size (DwellSource *self)
{
  g_autoptr(GFileInfo) info = _dwell_source_query_info (self, G_FILE_ATTRIBUTE_STANDARD_SIZE);

  if (info != NULL)
    self->size = (guint64) MAX (g_file_info_get_size (info), 0);
}

/**
 * dwell_source_new:
 * @file: a file
 * @cancellable: (nullable): a cancellable
 * @error: %DWELL_ERROR_NOT_A_FILE for folders, pipes and devices; %DWELL_ERROR_TRUNCATED if nothing
 *   can be decompressed; an error of GIO if it cannot be opened. Without the name of the file
 *
 * Opens a file and reads its head. Blocks.
 *
 * Returns: (transfer full): the source, to be used by one thread at a time
 */
DwellSource *
dwell_source_new (GFile         *file,
                  GCancellable  *cancellable,
                  GError       **error)
{
  g_autoptr(DwellSource) self = g_new0 (DwellSource, 1);

  self->file = g_object_ref (file);
  self->found = dwell_problems_new ();
  self->last = 1;

  if (!query_file (self, cancellable, error))
    return NULL;

  self->stream = G_INPUT_STREAM (g_file_read (file, cancellable, error));
  if (self->stream == NULL)
    return NULL;

  query_size (self);

  if (!begin_decompression (self, cancellable, error) || !read_head (self, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

GFileInfo *
_dwell_source_query_info (DwellSource *self,
                          const char  *attributes)
{
  return g_file_input_stream_query_info (G_FILE_INPUT_STREAM (self->stream), attributes, NULL,
                                         NULL);
}

void
_dwell_source_set_name (DwellSource *self,
                        const char  *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

/**
 * dwell_source_find_charset:
 * @head: the first bytes of a file
 * @length: how many there are
 *
 * Returns: (nullable): the name of its encoding, by its byte order mark; %NULL: UTF-8
 */
const char *
dwell_source_find_charset (const char *head,
                           gsize       length)
{
  if (length >= 2 && memcmp (head, "\xff\xfe", 2) == 0)
    return "UTF-16LE";
  if (length >= 2 && memcmp (head, "\xfe\xff", 2) == 0)
    return "UTF-16BE";

  return NULL;
}

/**
 * dwell_source_set_charset:
 * @self: a source that was not read yet
 * @charset: name of an encoding for iconv
 *
 * Has dwell_source_read() convert to UTF-8.
 */
void
dwell_source_set_charset (DwellSource *self,
                          const char  *charset)
{
  g_clear_object (&self->charset);
  self->charset = G_CONVERTER (g_charset_converter_new ("UTF-8", charset, NULL));
  if (self->charset != NULL && self->unconverted == NULL)
    self->unconverted = g_byte_array_new ();
}

/**
 * dwell_source_free:
 * @self: (transfer full): a source
 */
void
dwell_source_free (DwellSource *self)
{
  g_clear_object (&self->stream);
  g_clear_object (&self->gzip);
  g_clear_pointer (&self->zstd, ZSTD_freeDStream);
  g_clear_pointer (&self->head, g_bytes_unref);
  g_clear_object (&self->charset);
  g_clear_pointer (&self->unconverted, g_byte_array_unref);
  dwell_problems_unref (self->found);
  g_object_unref (self->file);
  g_free (self->name);
  g_free (self->raw);
  g_free (self);
}

/**
 * dwell_source_get_file:
 * @self: a source
 *
 * Returns: (transfer none): the file
 */
GFile *
dwell_source_get_file (DwellSource *self)
{
  return self->file;
}

/**
 * dwell_source_get_name:
 * @self: a source
 *
 * Returns: (transfer none): the display name without folders, for messages, and for formats that
 *   read the file's name
 */
const char *
dwell_source_get_name (DwellSource *self)
{
  return self->name;
}

/**
 * dwell_source_get_size:
 * @self: a source
 *
 * Returns: the size of the file on disk, bytes
 */
guint64
dwell_source_get_size (DwellSource *self)
{
  return self->size;
}

/**
 * dwell_source_is_compressed:
 * @self: a source
 *
 * Returns: whether the file is compressed
 */
gboolean
dwell_source_is_compressed (DwellSource *self)
{
  return self->compression != PLAIN;
}

/**
 * dwell_source_get_head:
 * @self: a source
 *
 * Returns: (transfer none): the first decompressed bytes, at most %DWELL_SOURCE_HEAD_BYTES; never
 *   converted
 */
GBytes *
dwell_source_get_head (DwellSource *self)
{
  return self->head;
}

/* Reads unconverted bytes: first those of the head. */
static gssize
read_bytes (DwellSource   *self,
            void          *buffer,
            gsize          size,
            GCancellable  *cancellable,
            GError       **error)
{
  gsize head_bytes;
  const char *head = g_bytes_get_data (self->head, &head_bytes);
  gsize n = MIN (size, head_bytes - self->head_used);

  if (n == 0)
    return read_decompressed (self, buffer, size, cancellable, error);

  memcpy (buffer, head + self->head_used, n);
  self->head_used += n;
  return (gssize) n;
}

/* Converts some bytes. Each byte that is not valid in the charset becomes U+FFFD. */
static gssize
read_converted (DwellSource   *self,
                void          *buffer,
                gsize          size,
                GCancellable  *cancellable,
                GError       **error)
{
  gboolean is_end = FALSE;

  for (;;)
    {
      g_autoptr(GError) failure = NULL;
      guint8 bytes[4096];
      gsize n_read = 0;
      gsize n_written = 0;
      gssize n;

      if (self->unconverted->len > 0 &&
          g_converter_convert (self->charset, self->unconverted->data, self->unconverted->len,
                               buffer, size,
                               is_end ? G_CONVERTER_INPUT_AT_END : G_CONVERTER_NO_FLAGS,
                               &n_read, &n_written, &failure) != G_CONVERTER_ERROR)
        {
          g_byte_array_remove_range (self->unconverted, 0, (guint) n_read);
          if (n_written > 0)
            return (gssize) n_written;
        }
      else if (self->unconverted->len > 0 &&
               (is_end || !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)))
        {
          if (size < 3)
            return 0;

          dwell_problems_add (self->found, DWELL_SEVERITY_WARNING, "bad-encoding", 0, -1,
                              _("Bytes that are not text in the file’s encoding"));
          g_converter_reset (self->charset);
          g_byte_array_remove_index (self->unconverted, 0);
          memcpy (buffer, "\xef\xbf\xbd", 3);
          return 3;
        }

      if (is_end)
        return 0;

      n = read_bytes (self, bytes, sizeof bytes, cancellable, error);
      if (n < 0)
        return -1;

      is_end = n == 0;
      g_byte_array_append (self->unconverted, bytes, (guint) n);
    }
}

/**
 * dwell_source_read:
 * @self: a source
 * @buffer: (out caller-allocates): gets the bytes
 * @size: how many bytes at most, not 0
 * @problems: gets problems: damage, a file that became shorter, a failure of the disk
 * @cancellable: (nullable): a cancellable
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Reads the next decompressed bytes. A damaged or truncated file ends there, with a problem.
 *
 * Returns: how many bytes were read; 0 at the end; -1 if cancelled
 */
gssize
dwell_source_read (DwellSource    *self,
                   void           *buffer,
                   gsize           size,
                   DwellProblems  *problems,
                   GCancellable   *cancellable,
                   GError        **error)
{
  gssize n_read;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;

  n_read = self->charset != NULL ? read_converted (self, buffer, size, cancellable, error)
                                 : read_bytes (self, buffer, size, cancellable, error);

  if (dwell_problems_get_n (self->found) > 0)
    {
      dwell_problems_add_all (problems, self->found, NULL);
      dwell_problems_unref (self->found);
      self->found = dwell_problems_new ();
    }

  return n_read;
}

/**
 * dwell_source_get_own_fraction:
 * @self: a source
 *
 * Returns: how much of this file on disk was read, 0…1
 */
double
dwell_source_get_own_fraction (DwellSource *self)
{
  if (self->size > 0 && !self->is_over)
    return MIN ((double) get_raw_position (self) / (double) self->size, 1);

  return 1;
}

/**
 * dwell_source_get_fraction:
 * @self: a source
 *
 * Returns: how much was read of the work that the file is a part of, 0…1: see
 *   dwell_source_set_range()
 */
double
dwell_source_get_fraction (DwellSource *self)
{
  return self->first + dwell_source_get_own_fraction (self) * (self->last - self->first);
}

/**
 * dwell_source_set_range:
 * @self: a source
 * @first: where the file begins in a longer work, 0…1
 * @last: where it ends
 *
 * Maps dwell_source_get_fraction() to a part of a longer work.
 */
void
dwell_source_set_range (DwellSource *self,
                        double       first,
                        double       last)
{
  self->first = first;
  self->last = last;
}

/**
 * dwell_source_get_range:
 * @self: a source
 * @first: (out): where the file begins in a longer work, 0…1
 * @last: (out): where it ends
 */
void
dwell_source_get_range (DwellSource *self,
                        double      *first,
                        double      *last)
{
  *first = self->first;
  *last = self->last;
}

/**
 * dwell_source_set_limits:
 * @self: a source
 * @limits: limits, which are copied
 *
 * Sets the limits with which the source is read.
 */
void
dwell_source_set_limits (DwellSource           *self,
                         const DwellReadLimits *limits)
{
  self->limits = *limits;
}

/**
 * dwell_source_get_limits:
 * @self: a source
 *
 * Returns: (transfer none): the limits with which the source is read
 */
const DwellReadLimits *
dwell_source_get_limits (DwellSource *self)
{
  return &self->limits;
}
