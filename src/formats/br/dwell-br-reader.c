/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads record by record, detects all anomalies, and keeps the raw records. When enough records are
 * kept, dwell-br-blocks.c reads regular blocks as a whole. */
#include "config.h"

#include "formats/br/dwell-br-reader-private.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

#define MAX_RECORDS ((gsize) 1000 * 1000)
#define MAX_FRAMES  ((guint) 1 << 20)
#define MAX_SKIPS   100

/**
 * dwell_br_reader_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 * @charset: the encoding of names that are not UTF-8
 * @limits: how much is kept
 */
void
dwell_br_reader_init (DwellBrReader         *self,
                      DwellBuilder          *builder,
                      DwellCharset           charset,
                      const DwellReadLimits *limits)
{
  *self = (DwellBrReader) { .builder = builder };
  dwell_br_profile_init (&self->profile, builder, charset, limits);
  dwell_br_sequence_init (&self->sequence, limits);
  builder->modules_ignore_case = TRUE;
  builder->spans_are_sequence = TRUE;
  self->frames = g_array_new (FALSE, FALSE, sizeof (DwellBrFrame));
  self->tails = g_new0 (DwellBrTail, DWELL_BR_N_TAILS);
  self->tail = self->tails;
  for (guint i = 0; i < DWELL_BR_N_TAILS; i++)
    self->tails[i].node = DWELL_NONE;
  self->max_records = limits->max_records > 0 ? limits->max_records : MAX_RECORDS;
}

/**
 * dwell_br_reader_clear:
 * @self: a reader
 *
 * Frees what @self owns.
 */
void
dwell_br_reader_clear (DwellBrReader *self)
{
  dwell_br_profile_clear (&self->profile);
  dwell_br_sequence_clear (&self->sequence);
  g_array_unref (self->frames);
  g_free (self->tails);
}

static void
note_anomaly (DwellBrReader  *self,
              DwellBrAnomaly  anomaly,
              guint64         offset)
{
  if (self->counts[anomaly]++ == 0)
    self->offsets[anomaly] = offset;
}

/* Keeps a raw record. Returns its index; DWELL_NONE if enough are kept. */
static guint32
keep_record (DwellBrReader *self,
             guint8         type,
             guint64        offset,
             guint64        value,
             guint32        text)
{
  DwellColumn *records = self->builder->records;
  DwellRecord record = {
    .offset = offset,
    .value = value,
    .area = DWELL_NONE,
    .text = text,
    .type = type,
  };

  self->n_records++;
  if (records->n >= self->max_records || !dwell_builder_reserve (self->builder, records, 1))
    return DWELL_NONE;

  dwell_column_append (records, &record, 1);
  return (guint32) records->n - 1;
}

/* Returns the node of the open block, and sets the nodes of all its frames. */
guint32
_dwell_br_reader_find_stack (DwellBrReader *self)
{
  guint32 node = DWELL_NONE;

  for (guint i = self->frames->len; i-- > 0;)
    {
      const DwellBrFrame *frame = &g_array_index (self->frames, DwellBrFrame, i);

      node = dwell_br_profile_get_node (&self->profile, node, frame->module, frame->line,
                                        frame->clause, frame->tag);
      if (node == DWELL_NONE)
        return DWELL_NONE;

      if (frame->record != DWELL_NONE)
        dwell_column_index (self->builder->records, DwellRecord, frame->record).area =
          dwell_column_index (self->builder->node_area, guint32, node);
    }

  return node;
}

/* Excludes the open block from all totals; its records stay in the list. */
void
_dwell_br_reader_exclude_block (DwellBrReader *self)
{
  for (gsize i = self->first_record; i < self->builder->records->n; i++)
    dwell_column_index (self->builder->records, DwellRecord, i).type |= DWELL_BR_RECORD_IS_APART;
}

static void
close_block (DwellBrReader *self)
{
  guint32 node;

  if (!self->is_open)
    return;

  self->is_open = FALSE;
  node = _dwell_br_reader_find_stack (self);
  if (node == DWELL_NONE)
    return;

  if (self->is_dropped)
    {
      _dwell_br_reader_exclude_block (self);
      return;
    }

  if (self->profile.is_timed && !dwell_br_sequence_has_room (&self->sequence, self->time))
    note_anomaly (self, DWELL_BR_TIME_RANGE, self->begin);

  dwell_br_profile_add_block (&self->profile, node, self->time);
  dwell_br_sequence_add (&self->sequence, node, self->profile.is_timed ? self->time : 1);
}

static void
add_frame (DwellBrReader *self,
           const guint8  *p,
           guint64        offset)
{
  guint module = dwell_br_get_u16 (p + 1);
  DwellBrFrame frame = { .line = dwell_br_get_u32 (p + 3), .clause = p[7] };

  frame.record = keep_record (self, *p, offset, DWELL_BR_PACK (module, frame.line, frame.clause),
                              0);
  self->is_after_frame = TRUE;
  if (self->frames->len >= MAX_FRAMES)
    {
      note_anomaly (self, DWELL_BR_STACK_TOO_DEEP, offset);
      return;
    }

  frame.module = dwell_br_profile_get_module (&self->profile, module, offset);
  g_array_append_val (self->frames, frame);
}

static void
take_line (DwellBrReader *self,
           const guint8  *p,
           guint64        offset)
{
  if (self->is_open)
    {
      note_anomaly (self, DWELL_BR_NO_END, offset);
      close_block (self);
    }

  g_array_set_size (self->frames, 0);
  self->begin = offset;
  self->first_record = (guint32) self->builder->records->n;
  self->is_open = TRUE;
  self->is_dropped = self->has_time = FALSE;
  self->time = 0;
  add_frame (self, p, offset);
}

static void
take_time (DwellBrReader *self,
           const guint8  *p,
           guint64        offset)
{
  guint64 time = dwell_br_get_u64 (p + 1);

  keep_record (self, *p, offset, time, 0);
  if (self->has_time)
    note_anomaly (self, DWELL_BR_TIMES_ADDED, offset);
  if (time > (guint64) (DWELL_TIME_MAX - self->time))
    {
      note_anomaly (self, DWELL_BR_TIME_TOO_LARGE, offset);
      time = 0;
    }

  self->time += (gint64) time;
  self->has_time = TRUE;
  self->is_after_frame = FALSE;
  dwell_br_reader_set_timed (self);
}

static void
take_tag (DwellBrReader *self,
          const guint8  *p,
          guint64        offset)
{
  DwellBrFrame *frame = &g_array_index (self->frames, DwellBrFrame, self->frames->len - 1);
  DwellBrTag tag = *p == DWELL_BR_MAIN ? DWELL_BR_TAG_MAIN : DWELL_BR_TAG_GOSUB;

  if (*p == DWELL_BR_FUNCTION)
    tag = dwell_br_profile_get_function (&self->profile, p + 2, p[1], offset);

  keep_record (self, *p, offset, 0,
               tag >= DWELL_BR_TAG_FUNCTIONS ? tag - DWELL_BR_TAG_FUNCTIONS : 0);
  if (frame->tag != DWELL_BR_TAG_NONE)
    note_anomaly (self, DWELL_BR_SECOND_TAG, offset);
  else
    {
      if (!self->is_after_frame)
        note_anomaly (self, DWELL_BR_TAG_MISPLACED, offset);
      frame->tag = tag;
    }

  self->is_after_frame = FALSE;
}

static void
take_mapping (DwellBrReader *self,
              const guint8  *p,
              gsize          length,
              guint64        offset)
{
  guint module = dwell_br_get_u16 (p + 1);
  guint32 name = dwell_br_profile_map_module (&self->profile, module, p + 5, length - 5);

  keep_record (self, *p, offset, module, name);
}

static void
ignore (DwellBrReader *self,
        const guint8  *p,
        guint64        offset)
{
  guint64 value = 0;

  if (*p == DWELL_BR_TIME)
    value = dwell_br_get_u64 (p + 1);
  else if (*p == DWELL_BR_BACKTRACE)
    value = DWELL_BR_PACK (dwell_br_get_u16 (p + 1), dwell_br_get_u32 (p + 3), p[7]);

  keep_record (self, *p | DWELL_BR_RECORD_IS_APART, offset, value, 0);
  note_anomaly (self, DWELL_BR_OUTSIDE_BLOCK, offset);
}

/* Reads one complete record. */
static void
take_record (DwellBrReader *self,
             const guint8  *p,
             gsize          length,
             guint64        offset)
{
  if (*p == DWELL_BR_MAPPING)
    take_mapping (self, p, length, offset);
  else if (*p == DWELL_BR_LINE)
    take_line (self, p, offset);
  else if (!self->is_open)
    ignore (self, p, offset);
  else if (*p == DWELL_BR_TIME)
    take_time (self, p, offset);
  else if (*p == DWELL_BR_BACKTRACE)
    add_frame (self, p, offset);
  else if (*p == DWELL_BR_END)
    {
      keep_record (self, *p, offset, 0, 0);
      close_block (self);
    }
  else
    take_tag (self, p, offset);
}

static void
report_skip (DwellBrReader *self,
             guint8         type,
             guint64        offset,
             gsize          length)
{
  if (self->n_skips++ < MAX_SKIPS)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "skipped-bytes", 0,
                        (gint64) offset,
                        /* Translators: %02X is a byte as a record begins with */
                        ngettext ("%" PRIu64 " byte from 0x%" PRIx64 " on was skipped: record "
                                  "type %02X is not defined",
                                  "%" PRIu64 " bytes from 0x%" PRIx64 " on were skipped: record "
                                  "type %02X is not defined", dwell_text_plural (length)),
                        (guint64) length, offset, type);
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "skipped-bytes", 0,
                        (gint64) offset, _("More stretches of bytes were skipped"));
}

/* Returns how many bytes to skip at @p, where no record begins. */
static gsize
skip (DwellBrReader *self,
      const guint8  *p,
      const guint8  *end,
      guint64        offset)
{
  gboolean is_found;
  gsize n = dwell_br_find_step (p, end, self->is_open, self->profile.modules, &is_found);

  if (self->is_open)
    self->is_dropped = TRUE;
  if (is_found)
    {
      report_skip (self, *p, offset, n);
      return n;
    }

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "stopped", 0, (gint64) offset,
                      _("Record type %02X is not defined, and no valid record follows: the rest "
                        "of the file was not read"), *p);
  self->is_stopped = TRUE;
  return (gsize) (end - p);
}

/* Reports a record at @p that is cut by the end of the file. @length is its length as far as it
 * could be measured. */
static void
report_cut (DwellBrReader *self,
            const guint8  *p,
            const guint8  *end,
            guint64        offset,
            gsize          length)
{
  gsize n = (gsize) (end - p);
  guint64 n_missing = length - n;
  gboolean is_known = !(*p == DWELL_BR_MAPPING && n < 5) && !(*p == DWELL_BR_FUNCTION && n < 2);

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "cut-record", 0,
                      (gint64) offset,
                      is_known
                        /* Translators: where the record begins, and how much of it is missing */
                        ? ngettext ("The file ends inside the record at 0x%" PRIx64 ": "
                                    "%" PRIu64 " byte is missing",
                                    "The file ends inside the record at 0x%" PRIx64 ": "
                                    "%" PRIu64 " bytes are missing", dwell_text_plural (n_missing))
                        /* Translators: where the record begins, and how much of it is missing */
                        : ngettext ("The file ends inside the record at 0x%" PRIx64 ": "
                                    "at least %" PRIu64 " byte is missing",
                                    "The file ends inside the record at 0x%" PRIx64 ": "
                                    "at least %" PRIu64 " bytes are missing",
                                    dwell_text_plural (n_missing)),
                      offset, n_missing);
}

/**
 * dwell_br_reader_take:
 * @self: a reader
 * @p: bytes of the file, beginning with a record
 * @end: the end of the bytes
 * @offset: offset of @p in the file
 * @is_at_end: whether the file ends at @end
 *
 * Reads whole records, until fewer than %DWELL_BR_LOOKAHEAD bytes are left; at the end of the file,
 * all records.
 *
 * Returns: how many bytes were read; the caller passes the rest again, followed by more bytes
 */
gsize
dwell_br_reader_take (DwellBrReader *self,
                      const guint8  *p,
                      const guint8  *end,
                      guint64        offset,
                      gboolean       is_at_end)
{
  const guint8 *begin = p;
  gsize n_kept = is_at_end ? 0 : DWELL_BR_LOOKAHEAD;

  while ((gsize) (end - p) > n_kept && !self->is_stopped && self->profile.error == NULL)
    {
      guint64 here = offset + (guint64) (p - begin);
      gsize length;

      if (!self->is_open && self->builder->records->n >= self->max_records)
        {
          const guint8 *behind = _dwell_br_reader_take_blocks (self, p, end, here);

          if (behind > p)
            {
              p = behind;
              continue;
            }
        }

      length = dwell_br_record_measure (p, end);
      if (length == 0)
        length = skip (self, p, end, here);
      else if (length > (gsize) (end - p))
        {
          report_cut (self, p, end, here, length);
          return (gsize) (end - begin);
        }
      else
        take_record (self, p, length, here);

      p += length;
    }

  return (gsize) (p - begin);
}
