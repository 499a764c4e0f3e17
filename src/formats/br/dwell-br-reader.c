/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ways lead through a file: record by record, which knows every oddity and keeps the raw
 * records; and, once enough of those are kept, block by block. A block is then one look-up, for its
 * callers are mostly those of the block before, byte by byte. What is odd in any way goes the first
 * way. */
#include "config.h"

#include "formats/br/dwell-br-reader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

#define MAX_RECORDS   ((gsize) 1000 * 1000)
#define MAX_FRAMES    ((guint) 1 << 20)
#define MAX_SKIPS     100
#define N_TAILS       1024
#define TAIL_FRAMES   31 /* in DWELL_BR_TAIL_BYTES */
/* What may be looked at of a block that is taken as a whole: a line, its function, a time, a tail,
 * and the last caller's function that makes the tail too long. */
#define BLOCK_BYTES   (8 + 257 + 9 + DWELL_BR_TAIL_BYTES + 8 + 257)

static gsize tested_max_records;

/**
 * dwell_br_reader_init:
 * @self: a reader, to be cleared
 * @builder: (transfer none): what it fills
 * @charset: what names are that are not UTF-8
 */
void
dwell_br_reader_init (DwellBrReader *self,
                      DwellBuilder  *builder,
                      DwellCharset   charset)
{
  *self = (DwellBrReader) { .builder = builder };
  dwell_br_profile_init (&self->profile, builder, charset);
  dwell_br_sequence_init (&self->sequence);
  self->frames = g_array_new (FALSE, FALSE, sizeof (DwellBrFrame));
  self->tails = g_new0 (DwellBrTail, N_TAILS);
  self->tail = self->tails;
  for (guint i = 0; i < N_TAILS; i++)
    self->tails[i].node = DWELL_NONE;
  self->max_records = tested_max_records > 0 ? tested_max_records : MAX_RECORDS;
}

void
dwell_br_reader_clear (DwellBrReader *self)
{
  dwell_br_profile_clear (&self->profile);
  dwell_br_sequence_clear (&self->sequence);
  g_array_unref (self->frames);
  g_free (self->tails);
}

static void
note_oddity (DwellBrReader *self,
             DwellBrOddity  oddity,
             guint64        offset)
{
  if (self->counts[oddity]++ == 0)
    self->offsets[oddity] = offset;
}

/* The number of the record if it is kept, else DWELL_NONE. */
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
  if (records->n >= self->max_records)
    return DWELL_NONE;

  dwell_column_append (records, &record, 1);
  return (guint32) records->n - 1;
}

static void
set_timed (DwellBrReader *self)
{
  if (self->profile.is_timed)
    return;

  self->profile.is_timed = TRUE;
  dwell_br_sequence_restart (&self->sequence);
}

/* The node of the open block, of which every frame learns its own. */
static guint32
find_stack (DwellBrReader *self)
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

/* Its records stand in the list, but it is in no totals. */
static void
set_apart (DwellBrReader *self)
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
  node = find_stack (self);
  if (node == DWELL_NONE)
    return;

  if (self->is_dropped)
    {
      set_apart (self);
      return;
    }

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
      note_oddity (self, DWELL_BR_STACK_TOO_DEEP, offset);
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
      note_oddity (self, DWELL_BR_NO_END, offset);
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
    note_oddity (self, DWELL_BR_TIMES_ADDED, offset);
  if (time > G_MAXINT64)
    {
      note_oddity (self, DWELL_BR_TIME_TOO_LARGE, offset);
      time = 0;
    }

  if (__builtin_add_overflow (self->time, (gint64) time, &self->time))
    self->time = G_MAXINT64;
  self->has_time = TRUE;
  self->is_after_frame = FALSE;
  set_timed (self);
}

static void
take_tag (DwellBrReader *self,
          const guint8  *p,
          guint64        offset)
{
  DwellBrFrame *frame = &g_array_index (self->frames, DwellBrFrame, self->frames->len - 1);
  DwellBrTag tag = *p == DWELL_BR_MAIN ? DWELL_BR_TAG_MAIN : DWELL_BR_TAG_GOSUB;

  if (*p == DWELL_BR_FUNCTION)
    tag = dwell_br_profile_get_function (&self->profile, p + 2, p[1]);

  keep_record (self, *p, offset, 0,
               tag >= DWELL_BR_TAG_FUNCTIONS ? tag - DWELL_BR_TAG_FUNCTIONS : 0);
  if (frame->tag != DWELL_BR_TAG_NONE)
    note_oddity (self, DWELL_BR_SECOND_TAG, offset);
  else
    {
      if (!self->is_after_frame)
        note_oddity (self, DWELL_BR_TAG_MISPLACED, offset);
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
  note_oddity (self, DWELL_BR_OUTSIDE_BLOCK, offset);
}

/* One record that is all there. */
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
                        _("%" G_GSIZE_FORMAT " bytes from 0x%" G_GINT64_MODIFIER "x on were "
                          "skipped: record type %02X is not defined"),
                        length, offset, type);
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "skipped-bytes", 0,
                        (gint64) offset, _("More stretches of bytes were skipped"));
}

/* Bytes that are no record. Returns how many to skip. */
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
                      _("Record type %02X is not defined, and no place was found behind it from "
                        "which records go on: the rest of the file was not read"), *p);
  self->is_stopped = TRUE;
  return (gsize) (end - p);
}

/* A record that the file's end cuts at @p; @length as it was measured. */
static void
report_cut (DwellBrReader *self,
            const guint8  *p,
            const guint8  *end,
            guint64        offset,
            gsize          length)
{
  gsize n = (gsize) (end - p);
  gboolean is_known = !(*p == DWELL_BR_MAPPING && n < 5) && !(*p == DWELL_BR_FUNCTION && n < 2);

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "cut-record", 0,
                      (gint64) offset,
                      is_known ? _("The file ends inside the record at 0x%" G_GINT64_MODIFIER "x: "
                                   "%" G_GSIZE_FORMAT " bytes are missing")
                               : _("The file ends inside the record at 0x%" G_GINT64_MODIFIER "x: "
                                   "at least %" G_GSIZE_FORMAT " bytes are missing"),
                      offset, length - n);
}

/* The tag at *@p, past which it moves; a name that is not the last one again is interned. */
static inline DwellBrTag
scan_tag (DwellBrReader  *self,
          const guint8  **p)
{
  const guint8 *tag = *p;

  switch (*tag)
    {
    case DWELL_BR_MAIN:
      *p = tag + 1;
      return DWELL_BR_TAG_MAIN;

    case DWELL_BR_GOSUB:
      *p = tag + 1;
      return DWELL_BR_TAG_GOSUB;

    case DWELL_BR_FUNCTION:
      *p = tag + 2 + tag[1];
      if (memcmp (self->name, tag, 2 + (gsize) tag[1]) != 0)
        {
          memcpy (self->name, tag, 2 + (gsize) tag[1]);
          self->name_tag = dwell_br_profile_get_function (&self->profile, tag + 2, tag[1]);
        }
      return self->name_tag;

    default:
      return DWELL_BR_TAG_NONE;
    }
}

static guint
hash_tail (const guint8 *p,
           gsize         length)
{
  guint64 hash = length;
  guint64 word;

  for (; length >= 8; p += 8, length -= 8)
    {
      memcpy (&word, p, 8);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }

  for (; length > 0; p++, length--)
    hash = (hash ^ *p) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (hash >> 40) % N_TAILS;
}

/* Callers that were not met lately: outermost first, each below the one before. */
static guint32
find_callers (DwellBrReader         *self,
              const guint8 * const  *frames,
              guint                  n_frames,
              guint64                offset)
{
  guint32 node = DWELL_NONE;

  for (guint i = n_frames; i-- > 0;)
    {
      const guint8 *p = frames[i];
      const guint8 *tag = p + DWELL_BR_FRAME_BYTES;
      guint32 module = dwell_br_profile_get_module (&self->profile, dwell_br_get_u16 (p + 1),
                                                    offset);

      node = dwell_br_profile_get_node (&self->profile, node, module, dwell_br_get_u32 (p + 3),
                                        p[7], scan_tag (self, &tag));
      if (node == DWELL_NONE)
        break;
    }

  return node;
}

/* What stands at @p up to the block's end, or NULL if that is anything but callers and their tags.
 * @offset: of the block */
static DwellBrTail *
find_tail (DwellBrReader *self,
           const guint8  *p,
           guint64        offset)
{
  const guint8 *frames[TAIL_FRAMES];
  const guint8 *q = p;
  guint n_frames = 0;
  guint n_tags = 0;
  DwellBrTail *tail;
  gsize length;

  while (*q == DWELL_BR_BACKTRACE && n_frames < TAIL_FRAMES)
    {
      const guint8 *tag = q + DWELL_BR_FRAME_BYTES;

      frames[n_frames++] = q;
      q = tag + (*tag == DWELL_BR_FUNCTION ? 2 + (gsize) tag[1]
                 : *tag == DWELL_BR_GOSUB || *tag == DWELL_BR_MAIN ? 1 : 0);
      n_tags += q > tag;
      if (q - p > DWELL_BR_TAIL_BYTES)
        return NULL;
    }

  if (*q != DWELL_BR_END)
    return NULL;

  length = (gsize) (q - p);
  tail = &self->tails[hash_tail (p, length)];
  if (tail->length == length && tail->mapping == self->profile.mapping &&
      memcmp (tail->bytes, p, length) == 0)
    return tail;

  tail->length = (guint32) length;
  tail->mapping = self->profile.mapping;
  tail->n_records = n_frames + n_tags;
  memcpy (tail->bytes, p, length);
  tail->node = find_callers (self, frames, n_frames, offset);
  return tail;
}

static inline gboolean
is_same_tail (DwellBrReader *self,
              const guint8  *p)
{
  const DwellBrTail *tail = self->tail;

  return p[tail->length] == DWELL_BR_END && memcmp (tail->bytes, p, tail->length) == 0 &&
         tail->mapping == self->profile.mapping;
}

/* A block of which nothing is odd: line, tag, time, callers, end. Returns its length; 0: it is
 * another kind of block. BLOCK_BYTES and more may be read at @p. */
static inline gsize
take_block (DwellBrReader *self,
            const guint8  *p,
            guint64        offset)
{
  const guint8 *q = p + DWELL_BR_FRAME_BYTES;
  DwellBrTag tag = scan_tag (self, &q);
  guint n_records = 2 + (tag != DWELL_BR_TAG_NONE);
  guint64 time = 0;
  guint32 module;
  guint32 node;

  if (*q == DWELL_BR_TIME)
    {
      time = dwell_br_get_u64 (q + 1);
      if (time > G_MAXINT64)
        return 0;

      set_timed (self);
      q += DWELL_BR_TIME_BYTES;
      n_records++;
    }

  if (!is_same_tail (self, q))
    {
      DwellBrTail *tail = find_tail (self, q, offset);

      if (tail == NULL)
        return 0;
      self->tail = tail;
    }

  module = dwell_br_profile_get_module (&self->profile, dwell_br_get_u16 (p + 1), offset);
  node = dwell_br_profile_get_node (&self->profile, self->tail->node, module,
                                    dwell_br_get_u32 (p + 3), p[7], tag);
  if (G_UNLIKELY (node == DWELL_NONE))
    return 0;

  dwell_br_profile_add_block (&self->profile, node, (gint64) time);
  dwell_br_sequence_add (&self->sequence, node, self->profile.is_timed ? (gint64) time : 1);
  self->n_records += n_records + self->tail->n_records;
  return (gsize) (q - p) + self->tail->length + 1;
}

/* Blocks that are taken as a whole, as many as follow one another. */
static const guint8 *
take_blocks (DwellBrReader *self,
             const guint8  *p,
             const guint8  *end,
             guint64        offset)
{
  const guint8 *begin = p;

  while (end - p > BLOCK_BYTES && *p == DWELL_BR_LINE)
    {
      gsize length = take_block (self, p, offset + (guint64) (p - begin));

      if (length == 0)
        break;
      p += length;
    }

  return p;
}

/**
 * dwell_br_reader_take:
 * @self: a reader
 * @p: bytes, at the begin of a record
 * @end: behind the last byte
 * @offset: of @p in the file
 * @is_at_end: whether the file ends at @end
 *
 * Returns: how many of the bytes were used; the rest is to be given again with more behind it
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
          const guint8 *behind = take_blocks (self, p, end, here);

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

static void
report_oddities (DwellBrReader *self)
{
  static const struct {
    const char *code;
    const char *message;
  } words[DWELL_BR_N_ODDITIES] = {
    [DWELL_BR_NO_END] = { "no-end", N_("A line begins before the end of the one before") },
    [DWELL_BR_OUTSIDE_BLOCK] = { "outside-block",
                                 N_("A record that belongs to a line stands outside one: it was "
                                    "ignored") },
    [DWELL_BR_TAG_MISPLACED] = { "misplaced-routine",
                                 N_("What kind of routine it is stands not right after its line: "
                                    "it was taken for the last one's") },
    [DWELL_BR_SECOND_TAG] = { "second-routine",
                              N_("A line is told to be in two routines: the first was kept") },
    [DWELL_BR_TIMES_ADDED] = { "several-times",
                               N_("A line has more than one time: they were added up") },
    [DWELL_BR_TIME_TOO_LARGE] = { "time-too-large",
                                  N_("A time of 2^63 ns or more was taken for 0") },
    [DWELL_BR_STACK_TOO_DEEP] = { "stack-too-deep",
                                  N_("Of a stack deeper than 1 048 576 frames the outermost were "
                                     "left out") },
  };

  for (guint i = 0; i < DWELL_BR_N_ODDITIES; i++)
    if (self->counts[i] > 0)
      dwell_problems_add_n (self->builder->problems, self->counts[i], DWELL_SEVERITY_WARNING,
                            words[i].code, 0, (gint64) self->offsets[i], "%s",
                            _(words[i].message));
}

/* The block that the end of the file leaves open: to be seen, but in no totals. Returns its node,
 * or DWELL_NONE. */
static guint32
leave_open (DwellBrReader *self)
{
  if (!self->is_open)
    return DWELL_NONE;

  self->is_open = FALSE;
  set_apart (self);
  if (!self->is_stopped)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unfinished-line", 0,
                        (gint64) self->begin,
                        _("The file ends inside the description of a line, which is in no totals"));
  return self->is_dropped ? DWELL_NONE : find_stack (self);
}

static void
add_properties (DwellBrReader *self)
{
  DwellBuilder *builder = self->builder;

  dwell_builder_set_property (builder, "profile", N_("Profile"),
                              g_variant_new_string (self->profile.is_timed ? "timed" : "sampled"));
  dwell_builder_set_property (builder, "blocks", N_("Lines that ran"),
                              g_variant_new_uint64 (self->profile.n_blocks));
  dwell_builder_set_property (builder, "modules", N_("Modules"),
                              g_variant_new_uint64 (g_hash_table_size (self->profile.module_names)));
  if (self->sequence.stride > 0)
    dwell_builder_set_property (builder, "sequence_step", N_("Step of the sequence"),
                                g_variant_new_int64 (self->sequence.stride));

  dwell_builder_add_note (builder, self->profile.is_timed
                                   ? N_("The file holds no time stamps: the axis is the time of "
                                        "the lines before, added up.")
                                   : N_("The file holds no time stamps: the axis counts samples."));
  if (self->profile.is_timed)
    dwell_builder_add_note (builder, N_("A line's time is taken as its own, without what it calls; "
                                        "times with what is called are added up from the "
                                        "stacks."));
}

/**
 * dwell_br_reader_tell:
 * @self: a reader
 *
 * Between blocks: the builder gets what was read so far, but for the sequence.
 */
void
dwell_br_reader_tell (DwellBrReader *self)
{
  dwell_br_profile_tell (&self->profile);
  self->builder->n_records_in_file = self->n_records;
  self->builder->n_events = self->profile.n_blocks;
}

/**
 * dwell_br_reader_finish:
 * @self: a reader that took all
 * @error: %DWELL_ERROR_SYNTAX if there was no record, %DWELL_ERROR_LIMIT
 *
 * Returns: whether there is something to show
 */
gboolean
dwell_br_reader_finish (DwellBrReader  *self,
                        GError        **error)
{
  guint32 unfinished = leave_open (self);

  if (self->profile.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->profile.error));
      return FALSE;
    }

  if (self->n_records == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("offset 0x0: no record of a Business Rules! profile"));
      return FALSE;
    }

  report_oddities (self);
  dwell_br_reader_tell (self);
  if (!dwell_br_sequence_tell (&self->sequence, &self->profile, unfinished, error))
    return FALSE;

  add_properties (self);
  return TRUE;
}

/**
 * dwell_br_reader_set_max_records:
 * @max_records: how many raw records are kept, or 0 for the default
 *
 * For tests.
 */
void
dwell_br_reader_set_max_records (gsize max_records)
{
  tested_max_records = max_records;
}
