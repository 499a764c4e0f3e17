/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each block of 1 MiB has a sum, computed on all processors; the sum of the whole is computed from
 * these sums. Within a block, four words are mixed in parallel, each into a state of its own,
 * because a multiplication has to wait for the result of the one before. Each step is reversible,
 * so changing a single word always changes the sum of its block. */
#include "config.h"

#include "core/dwell-checksum.h"

#include "core/dwell-load.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define BLOCK_BYTES ((gsize) 1 << 20)
#define N_LANES     4

/* Odd numbers without a pattern: the fractions of the golden ratio and of square roots. */
#define FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
static const guint64 seeds[N_LANES] = {
  G_GUINT64_CONSTANT (0x6a09e667f3bcc909), G_GUINT64_CONSTANT (0xbb67ae8584caa73b),
  G_GUINT64_CONSTANT (0x3c6ef372fe94f82b), G_GUINT64_CONSTANT (0xa54ff53a5f1d36f1),
};

static inline guint64
mix (guint64 state,
     guint64 word)
{
  state = (state ^ word) * FACTOR;
  return state ^ state >> 29;
}

static guint64
sum_block (const char *bytes,
           gsize       length)
{
  guint64 lanes[N_LANES];
  guint64 sum = length;
  char tail[N_LANES * sizeof (guint64)] = { 0 };

  memcpy (lanes, seeds, sizeof lanes);

  for (; length >= sizeof tail; bytes += sizeof tail, length -= sizeof tail)
    for (guint i = 0; i < N_LANES; i++)
      lanes[i] = mix (lanes[i], dwell_load_u64 (bytes + i * sizeof (guint64)));

  if (length > 0)
    memcpy (tail, bytes, length);

  for (guint i = 0; i < N_LANES; i++)
    {
      lanes[i] = mix (lanes[i], dwell_load_u64 (tail + i * sizeof (guint64)));
      sum = mix (sum, lanes[i]);
    }

  return sum;
}

static gsize
count_blocks (guint64 length)
{
  return (gsize) ((length + BLOCK_BYTES - 1) / BLOCK_BYTES);
}

/* The sums are taken as little-endian, so that the result is the same on every machine. */
static guint64
sum_up (guint64 *sums,
        gsize    n_blocks)
{
  for (gsize i = 0; i < n_blocks; i++)
    sums[i] = GUINT64_TO_LE (sums[i]);

  return sum_block ((const char *) sums, n_blocks * sizeof *sums);
}

typedef struct {
  const char *bytes;
  gsize       length;
  guint64    *sums;
} Memory;

static void
sum_memory_block (guint    job,
                  gpointer user_data)
{
  const Memory *memory = user_data;
  gsize begin = job * BLOCK_BYTES;

  memory->sums[job] = sum_block (memory->bytes + begin,
                                 MIN (BLOCK_BYTES, memory->length - begin));
}

/**
 * dwell_checksum:
 * @bytes: (array length=length): what to sum up
 * @length: bytes
 *
 * Reads @bytes on all processors.
 *
 * Returns: their checksum
 */
guint64
dwell_checksum (gconstpointer bytes,
                gsize         length)
{
  gsize n_blocks = count_blocks (length);
  g_autofree guint64 *sums = g_new (guint64, n_blocks);
  Memory memory = { bytes, length, sums };

  dwell_parallel_for ((guint) n_blocks, sum_memory_block, &memory);
  return sum_up (sums, n_blocks);
}

/* A file whose blocks are shared out among jobs; each job reads them through a stream of its
 * own. */
typedef struct {
  GFile        *file;
  guint64      *sums;
  guint64       size;
  guint         n_jobs;
  GCancellable *cancellable;
  GError      **failures; /* by job */
} File;

static gboolean
sum_file_block (GInputStream  *stream,
                const File    *file,
                gsize          block,
                char          *buffer,
                GError       **error)
{
  gsize wanted = MIN (BLOCK_BYTES, file->size - block * BLOCK_BYTES);
  gsize n_read;

  if (!g_input_stream_read_all (stream, buffer, wanted, &n_read, file->cancellable, error))
    return FALSE;

  file->sums[block] = sum_block (buffer, n_read);
  return TRUE;
}

static void
sum_file_share (guint    job,
                gpointer user_data)
{
  const File *file = user_data;
  gsize n_blocks = count_blocks (file->size);
  gsize first = n_blocks * job / file->n_jobs;
  gsize end = n_blocks * (job + 1) / file->n_jobs;
  GError **error = &file->failures[job];
  g_autoptr(GFileInputStream) stream = g_file_read (file->file, file->cancellable, error);
  char *buffer;

  if (stream == NULL ||
      !g_seekable_seek (G_SEEKABLE (stream), (goffset) (first * BLOCK_BYTES), G_SEEK_SET,
                        file->cancellable, error))
    return;

  buffer = dwell_big_alloc (BLOCK_BYTES);
  for (gsize block = first; block < end; block++)
    if (!sum_file_block (G_INPUT_STREAM (stream), file, block, buffer, error))
      break;
  dwell_big_free (buffer);
}

/**
 * dwell_checksum_of_file:
 * @file: a regular file
 * @checksum: (out): the checksum of its bytes, the same as that of dwell_checksum()
 * @cancellable: (nullable): a cancellable
 * @error: why the file could not be read
 *
 * Reads the file on all processors. Bytes that are appended meanwhile are ignored. Blocks.
 *
 * Returns: whether it could be read
 */
gboolean
dwell_checksum_of_file (GFile         *file,
                        guint64       *checksum,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                 G_FILE_QUERY_INFO_NONE, cancellable, error);
  guint n_jobs = dwell_parallel_get_n_threads ();
  g_autofree GError **failures = g_new0 (GError *, n_jobs);
  g_autofree guint64 *sums = NULL;
  gboolean has_failed = FALSE;
  File work;

  if (info == NULL)
    return FALSE;

  work = (File) { file, NULL, (guint64) g_file_info_get_size (info), n_jobs, cancellable,
                  failures };
  work.sums = sums = g_new0 (guint64, count_blocks (work.size));
  dwell_parallel_for (n_jobs, sum_file_share, &work);

  for (guint job = 0; job < n_jobs; job++)
    if (failures[job] != NULL && has_failed)
      g_error_free (failures[job]);
    else if (failures[job] != NULL)
      {
        g_propagate_error (error, failures[job]);
        has_failed = TRUE;
      }

  *checksum = sum_up (sums, count_blocks (work.size));
  return !has_failed;
}
