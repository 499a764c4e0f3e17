/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the binary timeline. One thread reads and decodes blocks of records ahead, while the
 * calling thread pushes them into the machine.
 *
 * Word 1 shows the version: 1.0 has the type in bits 24-27 and zeros in bits 0-11, 1.1 has type and
 * core in bits 0-11 and zeros above. A record that Dwell would write in another form is kept as it
 * is, beside its event. */
#include "config.h"

#include "formats/text1/read/dwell-text1-binary.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-load.h"
#include "formats/text1/read/dwell-text1-map-private.h"

#define BLOCK_RECORDS ((gsize) 16384)
#define BLOCK_BYTES   (BLOCK_RECORDS * DWELL_TEXT1_RECORD_BYTES)
#define N_BLOCKS      6

/* Word 1. */
#define TYPE_1_1(word) ((word) & 0xf)
#define CORE_1_1(word) ((word) >> 4 & 0xff)
#define TYPE_1_0(word) ((word) >> 24 & 0xf)
#define MAX_TYPE       DWELL_EVENT_WRITE

/* Faults, for which a record makes no event. */
enum {
  GOOD,
  BAD_TYPE,
  BAD_TIME,
};

typedef struct {
  gsize           n_bytes;
  gboolean        is_last;
  double          fraction; /* how much of the file was read with this block, 0…1 */
  GError         *error;
  gsize           n_irregular;
  guint64         votes_1_0;
  guint64         votes_1_1;
  gsize           n_kinds[MAX_TYPE + 1];
  guint8          is_irregular[BLOCK_RECORDS]; /* boolean: kept as it is */
  guint8          faults[BLOCK_RECORDS];
  DwellText1Event events[BLOCK_RECORDS];
  guint8          bytes[BLOCK_BYTES];
} Block;

typedef struct {
  DwellSource       *source;
  GCancellable      *cancellable;
  DwellProblems     *problems; /* of the source; used by the reading thread */
  DwellText1Machine *machine;
  gboolean           is_1_0;
  GAsyncQueue       *empty;
  GAsyncQueue       *full;
  int                is_stopped; /* atomic */
} Reader;

static inline gboolean
votes_for_1_0 (guint32 word)
{
  return (word & 0x0f000000) != 0 && (word & 0xfff) == 0;
}

static inline gboolean
votes_for_1_1 (guint32 word)
{
  return (word & 0xfff) != 0 && word >> 12 == 0;
}

static inline guint8
find_fault (const DwellText1Event *event)
{
  if (event->kind > MAX_TYPE)
    return BAD_TYPE;

  return dwell_time_is_in_range (event->time) ? GOOD : BAD_TIME;
}

/* Decodes a record. Returns whether Dwell would write it in the same form. */
static inline gboolean
decode_record (const guint8    *bytes,
               gboolean         is_1_0,
               DwellText1Event *event)
{
  guint32 word = dwell_load_u32 (bytes + 4);
  guint type = is_1_0 ? TYPE_1_0 (word) : TYPE_1_1 (word);
  guint kind;
  gboolean is_usual;

  event->handle = dwell_load_u32 (bytes);
  event->value = dwell_load_u64 (bytes + 8);
  event->time = (gint64) dwell_load_u64 (bytes + 16);
  event->context = DWELL_NONE;
  event->core = is_1_0 ? DWELL_CORE_UNKNOWN : CORE_1_1 (word);
  kind = dwell_text1_handle_get_kind (event->handle);
  is_usual = is_1_0 ? word == type << 24 : word >> 12 == 0;

  if (is_1_0 && (kind == DWELL_HANDLE_VARIABLE || kind == DWELL_HANDLE_AUX))
    {
      is_usual = is_usual && type == DWELL_EVENT_WRITE;
      type = DWELL_EVENT_WRITE;
    }

  event->kind = (guint8) type;
  event->has_value = type == DWELL_EVENT_WRITE || dwell_text1_handle_is_shared (event->handle);
  return is_usual && (event->has_value || event->value == 0);
}

static void
decode_block (Block    *block,
              gboolean  is_1_0)
{
  gsize n = block->n_bytes / DWELL_TEXT1_RECORD_BYTES;

  block->n_irregular = block->votes_1_0 = block->votes_1_1 = 0;
  memset (block->n_kinds, 0, sizeof block->n_kinds);

  for (gsize i = 0; i < n; i++)
    {
      const guint8 *bytes = block->bytes + i * DWELL_TEXT1_RECORD_BYTES;
      guint32 word = dwell_load_u32 (bytes + 4);
      gboolean is_usual = decode_record (bytes, is_1_0, &block->events[i]);

      block->faults[i] = find_fault (&block->events[i]);
      if (block->faults[i] == GOOD)
        block->n_kinds[block->events[i].kind]++;
      block->is_irregular[i] = !is_usual || block->faults[i] != GOOD;
      block->n_irregular += block->is_irregular[i];
      block->votes_1_0 += votes_for_1_0 (word);
      block->votes_1_1 += votes_for_1_1 (word);
    }
}

/* Fills a block. The last one may end inside a record. */
static void
fill_block (Reader *self,
            Block  *block)
{
  gssize n = 1;

  block->n_bytes = 0;
  while (n > 0 && block->n_bytes < BLOCK_BYTES)
    {
      n = dwell_source_read (self->source, block->bytes + block->n_bytes,
                             BLOCK_BYTES - block->n_bytes, self->problems, self->cancellable,
                             &block->error);
      if (n > 0)
        block->n_bytes += (gsize) n;
    }

  block->is_last = n <= 0;
  block->fraction = dwell_source_get_fraction (self->source);
  decode_block (block, self->is_1_0);
}

static gpointer
read_ahead (gpointer user_data)
{
  Reader *self = user_data;
  gboolean is_last = FALSE;

  while (!is_last)
    {
      Block *block = g_async_queue_pop (self->empty);

      if (g_atomic_int_get (&self->is_stopped))
        block->is_last = TRUE;
      else
        {
          fill_block (self, block);
          dwell_text1_machine_expect (self->machine, block->n_kinds);
        }

      is_last = block->is_last;
      g_async_queue_push (self->full, block);
    }

  return NULL;
}

static void
count_votes (const char *bytes,
             gsize       length,
             guint64    *votes_1_0,
             guint64    *votes_1_1)
{
  *votes_1_0 = *votes_1_1 = 0;
  for (gsize i = 0; i + DWELL_TEXT1_RECORD_BYTES <= length; i += DWELL_TEXT1_RECORD_BYTES)
    {
      guint32 word = dwell_load_u32 (bytes + i + 4);

      *votes_1_0 += votes_for_1_0 (word);
      *votes_1_1 += votes_for_1_1 (word);
    }
}

/* Finds the version from the records in the head, or takes the newer version if they do not show
 * it. */
static gboolean
is_version_1_0 (DwellSource       *source,
                DwellText1Version  version)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);
  guint64 votes_1_0;
  guint64 votes_1_1;

  if (version != DWELL_TEXT1_VERSION_AUTO)
    return version == DWELL_TEXT1_VERSION_1_0;

  count_votes (head, length, &votes_1_0, &votes_1_1);
  return votes_1_0 > votes_1_1;
}

/**
 * dwell_text1_binary_vote:
 * @head: the first bytes of a binary timeline
 * @length: how many
 * @votes_1_0: (out): how many records can only be of version 1.0
 * @votes_1_1: (out): how many records can only be of version 1.1
 *
 * Counts what the records show of their version. If both counts are above 0, versions are mixed.
 */
void
dwell_text1_binary_vote (const char *head,
                         gsize       length,
                         guint64    *votes_1_0,
                         guint64    *votes_1_1)
{
  count_votes (head, length, votes_1_0, votes_1_1);
}

/**
 * dwell_text1_binary_decode:
 * @record: (array fixed-size=24): bytes of a record
 * @is_1_0: whether to read it as version 1.0, else 1.1
 * @event: (out): the event
 *
 * Returns: %FALSE if the type is not known, or the time out of range
 */
gboolean
dwell_text1_binary_decode (const char      *record,
                           gboolean         is_1_0,
                           DwellText1Event *event)
{
  decode_record ((const guint8 *) record, is_1_0, event);
  return find_fault (event) == GOOD;
}

/**
 * dwell_text1_binary_recognise:
 * @head: the first bytes of a file
 * @length: how many
 *
 * All records must be of a single version and of known kinds of handles, and times must not run
 * backwards often.
 *
 * Returns: the certainty that the file is a binary timeline, in per cent
 */
guint
dwell_text1_binary_recognise (const char *head,
                              gsize       length)
{
  gsize n = length / DWELL_TEXT1_RECORD_BYTES;
  gint64 previous = G_MININT64;
  guint64 votes_1_0;
  guint64 votes_1_1;
  gsize n_backwards = 0;
  gboolean is_zero = TRUE;

  count_votes (head, length, &votes_1_0, &votes_1_1);
  if (n == 0 || (votes_1_0 > 0) == (votes_1_1 > 0))
    return 0;

  for (gsize i = 0; i < n; i++)
    {
      const guint8 *bytes = (const guint8 *) head + i * DWELL_TEXT1_RECORD_BYTES;
      guint32 word = dwell_load_u32 (bytes + 4);
      DwellText1Event event;

      decode_record (bytes, votes_1_0 > 0, &event);
      if (event.kind > MAX_TYPE ||
          dwell_text1_handle_get_kind (event.handle) >= DWELL_N_HANDLE_KINDS ||
          (word != 0 && !votes_for_1_0 (word) && !votes_for_1_1 (word)))
        return 0;

      n_backwards += event.time < previous;
      previous = event.time;
      is_zero = is_zero && event.time == 0;
    }

  return n_backwards * 8 > n || (is_zero && n > 1) ? 0 : 70;
}

/* Pushes the events [from, to) of the block, and records their form. */
static gboolean
push_records (DwellText1Machine  *machine,
              DwellBuilder       *builder,
              DwellText1Source   *record,
              Block              *block,
              gsize               from,
              gsize               to,
              guint64             offset,
              GError            **error)
{
  const char *bytes = (const char *) block->bytes + from * DWELL_TEXT1_RECORD_BYTES;
  guint32 first = (guint32) builder->event_offset->n;
  gboolean is_irregular = block->is_irregular[from];
  gsize n_events = block->faults[from] == GOOD ? to - from : 0;

  if (n_events > 0 &&
      !dwell_text1_machine_push (machine, block->events + from, n_events, TRUE,
                                 offset + from * DWELL_TEXT1_RECORD_BYTES,
                                 DWELL_TEXT1_RECORD_BYTES, error))
    return FALSE;

  if (!is_irregular)
    dwell_text1_part_add_events (&record->binary, first, (guint32) n_events, DWELL_NONE);
  else if (!dwell_text1_part_add_text (&record->binary, bytes,
                                       (to - from) * DWELL_TEXT1_RECORD_BYTES, first,
                                       (guint32) n_events))
    record->is_exact = FALSE;

  return TRUE;
}

static void
note_fault (DwellBuilder *builder,
            guint8        fault,
            gsize         n,
            guint64       offset)
{
  if (fault == BAD_TYPE)
    dwell_problems_add_n (builder->problems, n, DWELL_SEVERITY_ERROR, "unknown-event-type", 0,
                          (gint64) offset, _("A record has an unknown type of event"));
  else
    dwell_problems_add_n (builder->problems, n, DWELL_SEVERITY_ERROR, "time-range", 0,
                          (gint64) offset,
                          _("A time is too large: its event was left out"));
}

static gboolean
push_block (DwellText1Machine  *machine,
            DwellBuilder       *builder,
            DwellText1Source   *record,
            Block              *block,
            guint64             offset,
            GError            **error)
{
  gsize n = block->n_bytes / DWELL_TEXT1_RECORD_BYTES;

  if (!dwell_builder_check (builder, dwell_text1_machine_count_bytes (machine) +
                                     dwell_text1_source_count_bytes (record), error))
    return FALSE;
  if (block->n_irregular == 0 && n > 0)
    return push_records (machine, builder, record, block, 0, n, offset, error);

  for (gsize from = 0, to; from < n; from = to)
    {
      for (to = from + 1; to < n && block->is_irregular[to] == block->is_irregular[from] &&
                          block->faults[to] == block->faults[from];)
        to++;

      if (block->faults[from] != GOOD)
        note_fault (builder, block->faults[from], to - from,
                    offset + from * DWELL_TEXT1_RECORD_BYTES);

      if (!push_records (machine, builder, record, block, from, to, offset, error))
        return FALSE;
    }

  return TRUE;
}

static void
note_trailing_bytes (DwellBuilder     *builder,
                     DwellText1Source *record,
                     const Block      *block,
                     guint64           offset)
{
  gsize n = block->n_bytes % DWELL_TEXT1_RECORD_BYTES;
  gsize whole = block->n_bytes - n;

  if (n == 0)
    return;

  dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "trailing-bytes", 0,
                      (gint64) (offset + whole),
                      ngettext ("%u byte at the end is not a whole record of 24 bytes: if the "
                                "file is cut off, what is still open there may be shown as "
                                "longer than it was",
                                "%u bytes at the end are not a whole record of 24 bytes: if the "
                                "file is cut off, what is still open there may be shown as "
                                "longer than it was",
                                (guint) n),
                      (guint) n);
  dwell_text1_part_add_text (&record->binary, (const char *) block->bytes + whole, n,
                             (guint32) builder->event_offset->n, 0);
}

static void
note_mixed_version (DwellBuilder *builder,
                    const Block  *block,
                    gboolean      is_1_0,
                    guint64       offset)
{
  gsize n = block->n_bytes / DWELL_TEXT1_RECORD_BYTES;
  guint64 n_others = is_1_0 ? block->votes_1_1 : block->votes_1_0;

  for (gsize i = 0; i < n && n_others > 0; i++)
    {
      guint32 word = dwell_load_u32 (block->bytes + i * DWELL_TEXT1_RECORD_BYTES + 4);

      if (is_1_0 ? votes_for_1_1 (word) : votes_for_1_0 (word))
        {
          dwell_problems_add_n (builder->problems, n_others, DWELL_SEVERITY_WARNING,
                                "mixed-binary-versions", 0,
                                (gint64) (offset + i * DWELL_TEXT1_RECORD_BYTES),
                                /* Translators: versions, “1.0” and “1.1” */
                                _("A record looks like one of version %s; all are read as %s"),
                                is_1_0 ? "1.1" : "1.0", is_1_0 ? "1.0" : "1.1");
          return;
        }
    }
}

static gboolean
push_all (Reader             *self,
          DwellText1Machine  *machine,
          DwellBuilder       *builder,
          DwellText1Source   *record,
          DwellCheckpoint    *checkpoint,
          DwellProgress      *progress,
          GError            **error)
{
  guint64 offset = 0;
  gboolean is_good = TRUE;
  gboolean is_last = FALSE;

  while (is_good && !is_last)
    {
      Block *block = g_async_queue_pop (self->full);

      if (block->error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&block->error));
          is_good = FALSE;
        }
      else
        {
          is_good = push_block (machine, builder, record, block, offset, error);
          note_mixed_version (builder, block, self->is_1_0, offset);
          note_trailing_bytes (builder, record, block, offset);
        }

      if (is_good)
        dwell_text1_machine_show (machine, checkpoint);
      offset += block->n_bytes;
      is_last = block->is_last;
      if (progress != NULL)
        dwell_progress_set (progress, N_("Reading"), block->fraction);
      g_async_queue_push (self->empty, block);
    }

  return is_good;
}

/* The thread may wait for an empty block, which must be given to it, so that it can end. */
static void
stop_reading (Reader  *self,
              GThread *thread)
{
  Block *block;

  g_atomic_int_set (&self->is_stopped, TRUE);
  while ((block = g_async_queue_try_pop (self->full)) != NULL)
    g_async_queue_push (self->empty, block);
  g_thread_join (thread);
}

/**
 * dwell_text1_binary_read:
 * @source: the .BIN file
 * @version: its version, or that it is to be detected
 * @machine: gets the events
 * @builder: the builder of @machine; gets problems
 * @record: (inout): records the form of the file
 * @checkpoint: (nullable): gets partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED or %DWELL_ERROR_LIMIT
 *
 * Reads all records.
 *
 * Returns: %FALSE with @error set if it was cancelled or a limit was reached
 */
gboolean
dwell_text1_binary_read (DwellSource        *source,
                         DwellText1Version   version,
                         DwellText1Machine  *machine,
                         DwellBuilder       *builder,
                         DwellText1Source   *record,
                         DwellCheckpoint    *checkpoint,
                         DwellProgress      *progress,
                         GCancellable       *cancellable,
                         GError            **error)
{
  Reader self = {
    .source = source,
    .cancellable = cancellable,
    .machine = machine,
    .problems = dwell_problems_new (),
    .is_1_0 = is_version_1_0 (source, version),
    .empty = g_async_queue_new (),
    .full = g_async_queue_new (),
  };
  Block *blocks = g_new (Block, N_BLOCKS);
  gboolean is_good;
  GThread *thread;

  record->has_binary = TRUE;
  record->binary_is_1_0 = self.is_1_0;
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      blocks[i].error = NULL;
      blocks[i].is_last = FALSE;
      blocks[i].n_bytes = 0;
      g_async_queue_push (self.empty, &blocks[i]);
    }

  thread = g_thread_try_new ("dwell-binary", read_ahead, &self, NULL);
  is_good = thread != NULL &&
            push_all (&self, machine, builder, record, checkpoint, progress, error);
  if (thread != NULL)
    stop_reading (&self, thread);
  else
    dwell_memory_set_error (error);

  for (guint i = 0; i < N_BLOCKS; i++)
    g_clear_error (&blocks[i].error);
  g_free (blocks);
  g_async_queue_unref (self.empty);
  g_async_queue_unref (self.full);
  dwell_problems_add_all (builder->problems, self.problems, NULL);
  dwell_problems_unref (self.problems);
  return is_good;
}
