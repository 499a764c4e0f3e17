/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the timeline by a pipeline of three stages that run in parallel: while one batch of blocks
 * is written to the stream, the next is formatted on all other processors, and the rows of the one
 * after that are derived from spans. A block fits into the cache. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "formats/text1/write/dwell-text1-writer.h"

#define N_BATCHES   3
#define N_BLOCKS    16
#define BLOCK_ROWS  8192
#define BLOCK_BYTES ((gsize) 512 << 10)
#define MIN_ROWS    16
/* With fewer rows of events, the pipeline is not used. */
#define FEW_ROWS    256
/* Pending bytes are written when there are this many. */
#define PORTION     ((gsize) 256 << 10)

typedef struct {
  DwellText1Row *rows;
  guint8        *bytes;
  guint32        first;    /* first event */
  guint32        n;        /* number of events */
  gsize          n_rows;
  gsize          n_bytes;
} Block;

typedef struct {
  DwellText1Output          *output;
  const DwellText1RowFormat *format;
  const DwellText1Events    *events; /* or */
  DwellText1Spans           *spans;
  guint32   next;        /* the next event */
  guint32   end;
  gsize     block_rows;
  Block     batches[N_BATCHES][N_BLOCKS];
  guint     step;
  gboolean  is_over;     /* all rows were taken */
  GError   *error;
} Pipeline;

static gboolean
write_all (DwellText1Output  *self,
           const char        *bytes,
           gsize              length,
           GError           **error)
{
  g_autofree char *converted = NULL;
  gsize n_converted = length;

  self->is_begun = self->is_begun || length > 0;
  if (self->encoding == DWELL_TEXT1_UTF_16_LE || self->encoding == DWELL_TEXT1_UTF_16_BE)
    {
      converted = g_convert (bytes, (gssize) length,
                             self->encoding == DWELL_TEXT1_UTF_16_LE ? "UTF-16LE" : "UTF-16BE",
                             "UTF-8", NULL, &n_converted, error);
      if (converted == NULL)
        return FALSE;
    }

  return g_output_stream_write_all (self->stream, converted != NULL ? converted : bytes,
                                    n_converted, NULL, self->cancellable, error);
}

/**
 * dwell_text1_output_flush:
 * @self: an output
 * @all: whether to write all pending bytes, otherwise only if there are many
 * @error: the reason of a failure
 *
 * Writes pending bytes.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_output_flush (DwellText1Output  *self,
                          gboolean           all,
                          GError           **error)
{
  gboolean is_written;

  if (self->pending->len == 0 || (!all && self->pending->len < PORTION))
    return TRUE;

  is_written = write_all (self, self->pending->str, self->pending->len, error);
  g_string_truncate (self->pending, 0);
  return is_written;
}

/**
 * dwell_text1_output_write:
 * @self: an output
 * @bytes: whole rows
 * @length: the length of @bytes
 * @error: the reason of a failure
 *
 * Writes bytes after the pending ones.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_output_write (DwellText1Output  *self,
                          const char        *bytes,
                          gsize              length,
                          GError           **error)
{
  if (length < PORTION)
    {
      g_string_append_len (self->pending, bytes, (gssize) length);
      return dwell_text1_output_flush (self, FALSE, error);
    }

  return dwell_text1_output_flush (self, TRUE, error) && write_all (self, bytes, length, error);
}

static Block *
get_batch (Pipeline *self,
           guint     age)
{
  return self->batches[(self->step + N_BATCHES - age) % N_BATCHES];
}

/* The first stage: takes the rows of each block of the newest batch. */
static void
take_batch (Pipeline *self)
{
  Block *blocks = get_batch (self, 0);

  for (guint i = 0; i < N_BLOCKS; i++)
    {
      blocks[i].n_rows = blocks[i].n = 0;

      if (self->spans != NULL)
        blocks[i].n_rows = dwell_text1_spans_fill (self->spans, blocks[i].rows,
                                                   self->block_rows * 2);
      else
        {
          blocks[i].first = self->next;
          blocks[i].n = (guint32) MIN (self->block_rows, self->end - self->next);
          self->next += blocks[i].n;
        }

      self->is_over = blocks[i].n_rows == 0 && blocks[i].n == 0;
    }
}

/* The second stage: formats a block. */
static void
format_block (Pipeline *self,
              Block    *block)
{
  if (self->events != NULL && block->n > 0)
    block->n_rows = dwell_text1_events_fill (self->events, block->first, block->n, block->rows);

  block->n_bytes = dwell_text1_row_format_rows (self->format, block->rows, block->n_rows,
                                                block->bytes);
  block->n = 0;
  block->n_rows = 0;
}

/* The third stage: writes the oldest batch. */
static void
write_batch (Pipeline *self)
{
  Block *blocks = get_batch (self, 2);

  for (guint i = 0; i < N_BLOCKS && self->error == NULL; i++)
    {
      if (blocks[i].n_bytes > 0)
        dwell_text1_output_write (self->output, (const char *) blocks[i].bytes, blocks[i].n_bytes,
                                  &self->error);
      blocks[i].n_bytes = 0;
    }
}

static void
run_job (guint    job,
         gpointer user_data)
{
  Pipeline *self = user_data;

  if (job == 0)
    write_batch (self);
  else if (job == 1)
    take_batch (self);
  else
    format_block (self, &get_batch (self, 1)[job - 2]);
}

/* If there is little memory, the blocks are smaller. */
static gboolean
pipeline_init (Pipeline  *self,
               GError   **error)
{
  gsize row_bytes = N_BATCHES * N_BLOCKS * 2 * (sizeof (DwellText1Row) + self->format->max_row);

  self->block_rows = CLAMP (BLOCK_BYTES / self->format->max_row, MIN_ROWS, BLOCK_ROWS);
  while (self->block_rows > MIN_ROWS && !dwell_memory_check (self->block_rows * row_bytes, NULL))
    self->block_rows = MAX (self->block_rows / 2, MIN_ROWS);

  if (!dwell_memory_check (self->block_rows * row_bytes, error))
    return FALSE;

  for (guint i = 0; i < N_BATCHES; i++)
    for (guint k = 0; k < N_BLOCKS; k++)
      {
        Block *block = &self->batches[i][k];

        block->rows = g_new (DwellText1Row, self->block_rows * 2);
        block->bytes = g_malloc (self->block_rows * 2 * self->format->max_row);
      }

  return TRUE;
}

static void
pipeline_clear (Pipeline *self)
{
  for (guint i = 0; i < N_BATCHES; i++)
    for (guint k = 0; k < N_BLOCKS; k++)
      {
        g_free (self->batches[i][k].rows);
        g_free (self->batches[i][k].bytes);
      }
}

static double
get_fraction (const Pipeline *self,
              guint32         first)
{
  if (self->spans != NULL)
    return dwell_text1_spans_get_fraction (self->spans);

  return self->end > first ? (double) (self->next - first) / (self->end - first) : 1;
}

static gboolean
write_few (Pipeline *self,
           GError  **error)
{
  DwellText1Row rows[FEW_ROWS * 2];
  gsize n = dwell_text1_events_fill (self->events, self->next, self->end - self->next, rows);
  g_autofree guint8 *bytes = g_malloc (n * self->format->max_row + 1);
  gsize length = dwell_text1_row_format_rows (self->format, rows, n, bytes);

  return dwell_text1_output_write (self->output, (const char *) bytes, length, error);
}

/**
 * dwell_text1_write_rows:
 * @output: the output
 * @format: format of the rows
 * @events: (nullable): the events; if there are any, @n from @first on are written
 * @first: the first event
 * @n: the number of events
 * @spans: (nullable): the spans whose rows are written, if there are no @events
 * @progress: (nullable): shows how much is written
 * @error: the reason of a failure; %G_IO_ERROR_CANCELLED
 *
 * Formats rows on all processors and writes them in order. Stops early when the sink is full.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_write_rows (DwellText1Output          *output,
                        const DwellText1RowFormat *format,
                        const DwellText1Events    *events,
                        guint32                    first,
                        guint32                    n,
                        DwellText1Spans           *spans,
                        DwellProgress             *progress,
                        GError                   **error)
{
  g_autofree Pipeline *self = g_new0 (Pipeline, 1);
  guint n_idle = 0;

  self->output = output;
  self->format = format;
  self->events = events;
  self->spans = spans;
  self->next = first;
  self->end = first + n;

  if (events != NULL && n <= FEW_ROWS)
    return write_few (self, error);

  if (!pipeline_init (self, error))
    return FALSE;

  for (; n_idle < N_BATCHES && self->error == NULL; self->step++)
    {
      dwell_parallel_for (N_BLOCKS + 2, run_job, self);
      n_idle = self->is_over ? n_idle + 1 : 0;
      g_cancellable_set_error_if_cancelled (output->cancellable,
                                            self->error == NULL ? &self->error : NULL);
      if (progress != NULL)
        dwell_progress_set (progress, N_("Writing"), get_fraction (self, first));
      if (dwell_sink_is_full (output->sink))
        break;
    }

  pipeline_clear (self);
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, self->error);
  return FALSE;
}
