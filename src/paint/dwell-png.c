/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes PNG files (ISO/IEC 15948). Most of the work of a large picture is compression, so its rows
 * are cut into bands, which all processors compress in parallel: each band is a part of one deflate
 * stream that refers to nothing before it, and a chunk of its own. Rows are not filtered: those of
 * a timeline repeat what is a few rows above, which deflate finds by itself. */
#include "config.h"

#include "paint/dwell-png.h"

#include <gio/gio.h>
#include <string.h>

#include "core/dwell-parallel.h"

/* Approximate bytes of a band: enough that little compression is lost at its start, where nothing
 * repeats yet. */
#define BAND_BYTES (1 << 20)

#define LEVEL 6

/* RFC 1950: the modulus of the checksum, and how many bytes can be summed before it must be
 * applied. */
#define ADLER_BASE 65521
#define ADLER_RUN  5552

/* Bytes of length and type before the data of a chunk, and of the checksum after it. */
#define CHUNK_HEAD 8
#define CHUNK_TAIL 4

typedef struct {
  guint8  *chunk;
  gsize    n;     /* bytes of the chunk; 0: it could not be made */
  gsize    n_raw; /* bytes of its rows */
  guint32  adler; /* of its rows */
} Band;

typedef struct {
  const guint8 *pixels;
  gsize         stride;
  guint         width;
  guint         height;
  guint         band_rows;
  guint         n_bands;
  guint         first;  /* the band that the first job makes */
  Band         *bands;  /* of the jobs */
  guint32       crc_table[256];
} Picture;

static void
put_u32 (guint8  *to,
         guint32  value)
{
  value = GUINT32_TO_BE (value);
  memcpy (to, &value, sizeof value);
}

static void
make_crc_table (guint32 table[256])
{
  for (guint32 i = 0; i < 256; i++)
    {
      guint32 crc = i;

      for (guint bit = 0; bit < 8; bit++)
        crc = (crc & 1) != 0 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
      table[i] = crc;
    }
}

/* Completes @chunk, which has @n bytes of data in place. Returns how many bytes it has in all. */
static gsize
finish_chunk (const Picture *self,
              guint8        *chunk,
              const char    *type,
              gsize          n)
{
  guint32 crc = 0xffffffffu;

  put_u32 (chunk, (guint32) n);
  memcpy (chunk + 4, type, 4);
  for (gsize i = 4; i < CHUNK_HEAD + n; i++)
    crc = self->crc_table[(crc ^ chunk[i]) & 0xff] ^ crc >> 8;
  put_u32 (chunk + CHUNK_HEAD + n, ~crc);

  return CHUNK_HEAD + n + CHUNK_TAIL;
}

static guint32
get_adler (const guint8 *bytes,
           gsize         n)
{
  guint32 a = 1;
  guint32 b = 0;

  while (n > 0)
    {
      gsize run = MIN (n, ADLER_RUN);

      for (gsize i = 0; i < run; i++)
        {
          a += bytes[i];
          b += a;
        }
      a %= ADLER_BASE;
      b %= ADLER_BASE;
      bytes += run;
      n -= run;
    }

  return b << 16 | a;
}

/* The checksum of two texts in sequence from their checksums @left and @right; the second has
 * @n_right bytes. */
static guint32
join_adlers (guint32 left,
             guint32 right,
             gsize   n_right)
{
  guint64 a = left & 0xffff;
  guint64 b = left >> 16;
  guint64 n = n_right % ADLER_BASE;

  b = (b + n * (a + ADLER_BASE - 1) + (right >> 16)) % ADLER_BASE;
  a = (a + (right & 0xffff) + ADLER_BASE - 1) % ADLER_BASE;

  return (guint32) (b << 16 | a);
}

/* Copies @n_rows rows from row @first on as red, green, blue, each after the number of its filter:
 * none. */
static void
copy_rows (const Picture *self,
           guint          first,
           guint          n_rows,
           guint8        *to)
{
  for (guint y = first; y < first + n_rows; y++)
    {
      const guint8 *row = self->pixels + y * self->stride;

      *to++ = 0;
      for (guint x = 0; x < self->width; x++)
        {
          guint32 pixel;

          memcpy (&pixel, row + 4 * (gsize) x, sizeof pixel);
          *to++ = (guint8) (pixel >> 16);
          *to++ = (guint8) (pixel >> 8);
          *to++ = (guint8) pixel;
        }
    }
}

static void
make_band (guint    job,
           gpointer data)
{
  Picture *self = data;
  Band *band = &self->bands[job];
  guint number = self->first + job;
  guint first_row = number * self->band_rows;
  guint n_rows = MIN (self->band_rows, self->height - first_row);
  gsize n_raw = n_rows * (1 + 3 * (gsize) self->width);
  gsize room = n_raw + n_raw / 256 + 256; /* more than deflate can need */
  g_autofree guint8 *raw = g_try_malloc (n_raw);
  g_autoptr(GConverter) deflate = G_CONVERTER (
    g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, LEVEL));
  gsize n_head = number == 0 ? 2 : 0;
  gsize n_read = 0;
  gsize n_written = 0;
  GConverterResult result;

  band->n = 0;
  band->n_raw = n_raw;
  band->chunk = g_try_malloc (CHUNK_HEAD + 2 + room + CHUNK_TAIL);
  if (raw == NULL || band->chunk == NULL)
    return;

  copy_rows (self, first_row, n_rows, raw);
  band->adler = get_adler (raw, n_raw);
  memcpy (band->chunk + CHUNK_HEAD, "\x78\x9c", n_head); /* the head of a zlib stream */
  result = g_converter_convert (deflate, raw, n_raw, band->chunk + CHUNK_HEAD + n_head, room,
                                number + 1 < self->n_bands ? G_CONVERTER_FLUSH
                                                           : G_CONVERTER_INPUT_AT_END,
                                &n_read, &n_written, NULL);

  if (result != G_CONVERTER_ERROR && n_read == n_raw && n_written < room)
    band->n = finish_chunk (self, band->chunk, "IDAT", n_head + n_written);
}

static cairo_status_t
write_chunk (const Picture      *self,
             const char         *type,
             const guint8       *data,
             gsize               n,
             cairo_write_func_t  write,
             gpointer            closure)
{
  guint8 chunk[CHUNK_HEAD + 13 + CHUNK_TAIL];

  memcpy (chunk + CHUNK_HEAD, data, n);
  return write (closure, chunk, (guint) finish_chunk (self, chunk, type, n));
}

/* Writes the bands, as many at a time as there are processors. */
static cairo_status_t
write_bands (Picture            *self,
             cairo_write_func_t  write,
             gpointer            closure)
{
  guint n_threads = dwell_parallel_get_n_threads ();
  g_autofree Band *bands = g_new0 (Band, n_threads);
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  guint32 adler = 1;
  guint8 tail[4];

  self->bands = bands;
  for (; self->first < self->n_bands && status == CAIRO_STATUS_SUCCESS; self->first += n_threads)
    {
      guint n = MIN (n_threads, self->n_bands - self->first);

      dwell_parallel_for (n, make_band, self);
      for (guint i = 0; i < n; i++)
        {
          if (status == CAIRO_STATUS_SUCCESS)
            status = bands[i].n > 0 ? write (closure, bands[i].chunk, (guint) bands[i].n)
                                    : CAIRO_STATUS_NO_MEMORY;
          adler = join_adlers (adler, bands[i].adler, bands[i].n_raw);
          g_clear_pointer (&bands[i].chunk, g_free);
        }
    }

  put_u32 (tail, adler);
  return status == CAIRO_STATUS_SUCCESS
           ? write_chunk (self, "IDAT", tail, sizeof tail, write, closure) : status;
}

/**
 * dwell_png_write:
 * @surface: an image surface of opaque pixels, %CAIRO_FORMAT_RGB24
 * @write: takes the bytes of the file
 * @closure: for @write
 *
 * Writes @surface as PNG. May be called on any thread; @write is called on the same.
 *
 * Returns: the status: that of @write, or %CAIRO_STATUS_NO_MEMORY
 */
cairo_status_t
dwell_png_write (cairo_surface_t    *surface,
                 cairo_write_func_t  write,
                 gpointer            closure)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  Picture self = {
    .pixels = cairo_image_surface_get_data (surface),
    .stride = (gsize) cairo_image_surface_get_stride (surface),
    .width = (guint) cairo_image_surface_get_width (surface),
    .height = (guint) cairo_image_surface_get_height (surface),
  };
  guint8 header[13] = { [8] = 8, [9] = 2 }; /* 8 bits each of red, green and blue */
  cairo_status_t status;

  cairo_surface_flush (surface);
  make_crc_table (self.crc_table);
  self.band_rows = MAX (BAND_BYTES / (1 + 3 * self.width), 1);
  self.n_bands = (self.height + self.band_rows - 1) / self.band_rows;
  put_u32 (header, self.width);
  put_u32 (header + 4, self.height);

  status = write (closure, signature, sizeof signature);
  if (status == CAIRO_STATUS_SUCCESS)
    status = write_chunk (&self, "IHDR", header, sizeof header, write, closure);
  if (status == CAIRO_STATUS_SUCCESS)
    status = write_bands (&self, write, closure);
  if (status == CAIRO_STATUS_SUCCESS)
    status = write_chunk (&self, "IEND", header, 0, write, closure);

  return status;
}
