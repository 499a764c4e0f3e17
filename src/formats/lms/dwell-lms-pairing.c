/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairing, on one thread, in the order of the file. The rules ([ours] where the format is silent):
 *
 *   A begin and an end belong together by id, the last begun first. Open at the end of the file: ends
 *   at the latest time. The parent of a span is, of the open spans that enclose it and whose label
 *   is a dotted prefix of its own, the one with the longest label, then the one begun last. A span
 *   that outlives its parent is its sibling.
 *
 * The parent is looked for when a span begins, and again when it ends if that parent has ended
 * before. Stamps are taken before the writer's lock, so that time can go back by a little: what that
 * disturbs (the order of begins, ends before those of children) is noted here and mended at the
 * end (dwell-lms-mend.c). An id whose first label stands further on has it from the beginning: then
 * records wait until it turns up. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/lms/dwell-lms-pairing.h"

/* Ids below are found by index, those beyond in a hash table. */
#define N_NEAR_IDS ((guint64) 1 << 20)

/* How many open intervals of a label are looked at for one that was begun early enough. */
#define MAX_PARENT_STEPS 4096

void
dwell_lms_pairing_init (DwellLmsPairing *self,
                        DwellBuilder    *builder,
                        gboolean         is_packed)
{
  *self = (DwellLmsPairing) {
    .builder = builder,
    .near_ids = g_array_new (FALSE, FALSE, sizeof (DwellLmsId)),
    .far_ids = g_array_new (FALSE, FALSE, sizeof (DwellLmsId)),
    .far_indexes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .opens = g_array_new (FALSE, FALSE, sizeof (DwellLmsOpen)),
    .free_open = DWELL_NONE,
    .end = G_MININT64,
    .last_begin = G_MININT64,
    .late = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .doubtful = DWELL_NONE,
    .orphans = g_array_new (FALSE, FALSE, sizeof (DwellLmsOrphan)),
  };

  dwell_lms_labels_init (&self->labels, builder, is_packed);
}

void
dwell_lms_pairing_clear (DwellLmsPairing *self)
{
  dwell_lms_labels_clear (&self->labels);
  g_array_unref (self->near_ids);
  g_array_unref (self->far_ids);
  g_hash_table_unref (self->far_indexes);
  g_clear_pointer (&self->ahead, g_hash_table_unref);
  g_array_unref (self->opens);
  g_array_unref (self->late);
  g_array_unref (self->orphans);
}

/* Notes that something is wrong in the line of a record. */
#define add_problem(self, severity, code, line, ...) \
  dwell_problems_add ((self)->builder->problems, (severity), (code), (line), -1, __VA_ARGS__)

static const char *
get_label (DwellLmsPairing *self,
           guint32          node)
{
  return dwell_strings_get (self->builder->strings,
                            dwell_lms_labels_get (&self->labels, node)->name);
}

static DwellLmsId *
add_id (DwellLmsPairing *self,
        guint64          id)
{
  DwellLmsId fresh = { DWELL_NONE, DWELL_NONE };
  guint index;

  if (id < N_NEAR_IDS)
    {
      while (self->near_ids->len <= id)
        g_array_append_val (self->near_ids, fresh);

      return &g_array_index (self->near_ids, DwellLmsId, id);
    }

  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->far_indexes, &id));
  if (index == 0)
    {
      g_array_append_val (self->far_ids, fresh);
      index = self->far_ids->len;
      g_hash_table_insert (self->far_indexes, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (index));
    }

  return &g_array_index (self->far_ids, DwellLmsId, index - 1);
}

static inline DwellLmsId *
get_id (DwellLmsPairing *self,
        guint64          id)
{
  if (G_LIKELY (id < self->near_ids->len))
    return &g_array_index (self->near_ids, DwellLmsId, id);

  return add_id (self, id);
}

static gboolean
is_label (const DwellLmsOdd *odd)
{
  return odd->type == '2' && (odd->flaws & (DWELL_LMS_BAD_ID | DWELL_LMS_NO_LABEL)) == 0;
}

/**
 * dwell_lms_pairing_expect:
 * @self: a pairing
 * @block: a block to come
 *
 * Remembers the first label of each id in blocks that wait, in the order of the file.
 */
void
dwell_lms_pairing_expect (DwellLmsPairing     *self,
                          const DwellLmsBlock *block)
{
  for (guint i = 0; self->ahead != NULL && i < block->odds->len; i++)
    {
      const DwellLmsOdd *odd = &g_array_index (block->odds, DwellLmsOdd, i);

      if (is_label (odd) && !g_hash_table_contains (self->ahead, &odd->id))
        g_hash_table_insert (self->ahead, g_memdup2 (&odd->id, sizeof odd->id),
                             g_bytes_new (block->labels->data + odd->label, odd->label_length));
    }
}

/* Gives an id a name that was not mapped before its use. False if that is still to come. */
static gboolean
name_id (DwellLmsPairing     *self,
         const DwellLmsBlock *block,
         guint64              id,
         guint64              line)
{
  GBytes *label;
  guint32 node;

  if (self->ahead == NULL)
    {
      self->ahead = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                           (GDestroyNotify) g_bytes_unref);
      dwell_lms_pairing_expect (self, block);
    }

  label = g_hash_table_lookup (self->ahead, &id);
  if (label != NULL)
    {
      gsize length;
      const char *bytes = g_bytes_get_data (label, &length);

      node = dwell_lms_labels_add (&self->labels, bytes, length);
      add_problem (self, DWELL_SEVERITY_WARNING, "late-label", line,
                   _("Id %" G_GUINT64_FORMAT " is used before its label “%s”"),
                   id, get_label (self, node));
    }
  else if (self->is_at_end)
    {
      g_autofree char *name = g_strdup_printf ("#%" G_GUINT64_FORMAT, id);

      node = dwell_lms_labels_add (&self->labels, name, strlen (name));
      add_problem (self, DWELL_SEVERITY_WARNING, "unmapped-id", line,
                   _("Id %" G_GUINT64_FORMAT " has no label"), id);
    }
  else
    return FALSE;

  get_id (self, id)->node = node;
  return TRUE;
}

static void
map_id (DwellLmsPairing     *self,
        const DwellLmsBlock *block,
        const DwellLmsOdd   *odd,
        guint64              line)
{
  const char *label = (const char *) block->labels->data + odd->label;
  guint32 node = dwell_lms_labels_add (&self->labels, label, odd->label_length);
  DwellLmsId *id = get_id (self, odd->id);

  self->n_labels++;
  if (id->node != DWELL_NONE && id->node != node)
    add_problem (self, DWELL_SEVERITY_WARNING, "remapped-id", line,
                 _("Id %" G_GUINT64_FORMAT " is “%s” from here on, no longer “%s”"),
                 odd->id, get_label (self, node), get_label (self, id->node));

  id->node = node;
}

/* Time passes; not at all if it would leave the range of times. */
static inline void
advance (DwellLmsPairing *self,
         gint64           diff_us,
         guint64          line)
{
  gint64 diff;
  gint64 time;

  if (G_UNLIKELY (__builtin_mul_overflow (diff_us, 1000, &diff) ||
                  __builtin_add_overflow (self->time, diff, &time) ||
                  time == DWELL_LMS_ROW_IS_USED || time == DWELL_TIME_NONE))
    {
      add_problem (self, DWELL_SEVERITY_ERROR, "time-overflow", line,
                   _("A time is beyond all that can be counted: it counts as 0"));
      time = self->time;
    }

  self->time = time;
  self->end = MAX (self->end, time);
}

/* The open span that encloses what begins at @begin as number @span, by the labels above @node. */
static guint32
find_parent (DwellLmsPairing *self,
             guint32          node,
             guint32          span,
             gint64           begin)
{
  guint n_steps = 0;

  for (node = dwell_lms_labels_get (&self->labels, node)->parent;
       node != DWELL_NONE;
       node = dwell_lms_labels_get (&self->labels, node)->parent)
    {
      guint32 open = dwell_lms_labels_get (&self->labels, node)->top;

      for (; open != DWELL_NONE && n_steps < MAX_PARENT_STEPS; n_steps++)
        {
          guint32 parent = dwell_lms_pairing_get_open (self, open)->span;

          if (parent < span && dwell_column_index (self->builder->span_begin, gint64, parent) <= begin)
            return parent;

          open = dwell_lms_pairing_get_open (self, open)->below;
        }
    }

  return DWELL_NONE;
}

/**
 * dwell_lms_pairing_check_parent:
 * @self: a pairing
 * @open: an open interval
 *
 * Looks for another parent if the one that was found at the begin has ended meanwhile.
 */
void
dwell_lms_pairing_check_parent (DwellLmsPairing    *self,
                                const DwellLmsOpen *open)
{
  guint32 *parents = self->builder->span_parent->data;
  guint32 parent = parents[open->span];

  if (parent != DWELL_NONE &&
      (dwell_column_index (self->builder->span_flags, guint8, parent) & DWELL_SPAN_IS_OPEN) == 0)
    parents[open->span] =
      find_parent (self, open->node, open->span,
                   dwell_column_index (self->builder->span_begin, gint64, open->span));
}

static inline guint32
take_open (DwellLmsPairing *self)
{
  guint32 open = self->free_open;

  if (open != DWELL_NONE)
    {
      self->free_open = dwell_lms_pairing_get_open (self, open)->below_of_id;
      return open;
    }

  g_array_set_size (self->opens, self->opens->len + 1);
  return self->opens->len - 1;
}

static inline void
begin_interval (DwellLmsPairing *self,
                DwellLmsId      *id)
{
  DwellLmsNode *node = dwell_lms_labels_get (&self->labels, id->node);
  DwellLmsRows *rows = dwell_lms_labels_get_rows (&self->labels, id->node);
  guint32 row = dwell_lms_rows_find (rows, self->time);
  guint32 parent = DWELL_NONE;
  guint32 open = take_open (self);
  guint32 span;

  if (G_UNLIKELY (row == rows->n))
    row = dwell_lms_labels_add_row (&self->labels, id->node);

  if (node->parent != DWELL_NONE)
    parent = find_parent (self, id->node, DWELL_NONE, self->time);

  span = dwell_builder_open_span (self->builder, node->area, rows->rows[row], parent, self->time);
  dwell_lms_rows_set_end (rows, row, DWELL_LMS_ROW_IS_USED);

  *dwell_lms_pairing_get_open (self, open) =
    (DwellLmsOpen) { span, id->node, row, id->top, node->top, DWELL_NONE };
  if (node->top != DWELL_NONE)
    dwell_lms_pairing_get_open (self, node->top)->above = open;
  node->top = open;
  id->top = open;

  if (G_UNLIKELY (self->time < self->last_begin))
    g_array_append_val (self->late, span);
  else
    self->last_begin = self->time;
}

/* Takes @open out of its label's list; its id's is the caller's. */
static inline void
release_open (DwellLmsPairing *self,
              guint32          index)
{
  DwellLmsOpen *open = dwell_lms_pairing_get_open (self, index);
  DwellLmsNode *node = dwell_lms_labels_get (&self->labels, open->node);

  if (open->above != DWELL_NONE)
    dwell_lms_pairing_get_open (self, open->above)->below = open->below;
  else
    node->top = open->below;

  if (open->below != DWELL_NONE)
    dwell_lms_pairing_get_open (self, open->below)->above = open->above;

  open->span = DWELL_NONE;
  open->below_of_id = self->free_open;
  self->free_open = index;
}

static inline void
close_open (DwellLmsPairing *self,
            guint32          index,
            gint64           end,
            guint            flags)
{
  DwellLmsOpen *open = dwell_lms_pairing_get_open (self, index);

  dwell_lms_pairing_check_parent (self, open);
  dwell_builder_close_span (self->builder, open->span, end, flags);
  dwell_lms_rows_set_end (dwell_lms_labels_get_rows (&self->labels, open->node), open->row, end);
  release_open (self, index);
}

static void
add_orphan (DwellLmsPairing *self,
            guint32          node,
            guint64          line)
{
  DwellLmsOrphan orphan = { self->time, node };

  g_array_append_val (self->orphans, orphan);
  add_problem (self, DWELL_SEVERITY_WARNING, "orphan-end", line,
               _("“%s” ends without a begin"), get_label (self, node));
}

static inline void
end_interval (DwellLmsPairing *self,
              DwellLmsId      *id,
              guint64          line)
{
  guint32 index = id->top;
  gint64 end = self->time;
  guint flags = 0;
  gint64 begin;

  if (G_UNLIKELY (index == DWELL_NONE))
    {
      add_orphan (self, id->node, line);
      return;
    }

  id->top = dwell_lms_pairing_get_open (self, index)->below_of_id;
  begin = dwell_column_index (self->builder->span_begin, gint64, dwell_lms_pairing_get_open (self, index)->span);
  self->went_back |= end < self->end;

  if (G_UNLIKELY (end < begin))
    {
      add_problem (self, DWELL_SEVERITY_WARNING, "negative-duration", line,
                   _("“%s” ends before it begins: its duration counts as 0"),
                   get_label (self, dwell_lms_pairing_get_open (self, index)->node));
      end = begin;
      flags = DWELL_SPAN_CLAMPED;
    }

  close_open (self, index, end, flags);
}

static void
note_flaws (DwellLmsPairing   *self,
            const DwellLmsOdd *odd,
            guint64            line)
{
  if (odd->flaws & DWELL_LMS_IS_CUT)
    add_problem (self, DWELL_SEVERITY_WARNING, "cut-line", line,
                 _("The last line has no end: it may have been cut, and what it says is doubtful"));

  if (odd->flaws & DWELL_LMS_BAD_TYPE)
    {
      add_problem (self, DWELL_SEVERITY_WARNING, "unknown-type", line,
                   _("A line is neither begin, end nor label: it is left out"));
      return;
    }

  if (odd->flaws & DWELL_LMS_BAD_ID)
    add_problem (self, DWELL_SEVERITY_ERROR, "bad-id", line,
                 _("An id cannot be read: the line is left out, its time counts"));

  if (odd->flaws & DWELL_LMS_BAD_TIME)
    add_problem (self, DWELL_SEVERITY_ERROR, "bad-time", line,
                 _("A time cannot be read: it counts as 0"));

  if (odd->flaws & DWELL_LMS_NO_LABEL)
    add_problem (self, DWELL_SEVERITY_WARNING, "no-label", line,
                 _("A label is missing: the line is left out"));
}

static void
take_event (DwellLmsPairing   *self,
            const DwellLmsOdd *odd,
            guint64            line)
{
  DwellLmsId *id = get_id (self, odd->id);
  gboolean is_cut = (odd->flaws & DWELL_LMS_IS_CUT) != 0;

  self->builder->n_events++;

  if (odd->type == '0')
    {
      begin_interval (self, id);
      if (is_cut)
        self->doubtful = (guint32) self->builder->span_begin->n - 1;
    }
  else if (!is_cut)
    {
      end_interval (self, id, line);
    }
}

/* A line that is more than a record. False if it must wait for a label. */
static gboolean
take_odd (DwellLmsPairing     *self,
          const DwellLmsBlock *block,
          const DwellLmsOdd   *odd,
          guint64              line)
{
  gboolean is_event = odd->type == '0' || odd->type == '1';
  gboolean has_id = (odd->flaws & DWELL_LMS_BAD_ID) == 0;

  if (is_event && has_id && get_id (self, odd->id)->node == DWELL_NONE &&
      !name_id (self, block, odd->id, line))
    return FALSE;

  note_flaws (self, odd, line);
  if (is_event)
    advance (self, odd->diff_us, line);

  if (is_event && has_id)
    take_event (self, odd, line);
  else if (is_label (odd))
    map_id (self, block, odd, line);

  return TRUE;
}

/**
 * dwell_lms_pairing_run:
 * @self: a pairing
 * @block: records, of which those before @position have been run before
 * @position: (inout): of the next record; less than all if that waits for a label of a later block
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there was room for what the records say
 */
gboolean
dwell_lms_pairing_run (DwellLmsPairing      *self,
                       DwellLmsBlock        *block,
                       gsize                *position,
                       GError              **error)
{
  gsize i;

  if (!dwell_lms_labels_has_room (&self->labels, block->n_records, error) ||
      !dwell_builder_reserve_spans (self->builder, block->n_records, error))
    return FALSE;

  for (i = *position; i < block->n_records; i++)
    {
      DwellLmsRecord record = block->records[i];
      guint64 line = block->n_lines_before + i + 1;
      guint32 number = record.tag >> 2;
      DwellLmsKind kind = record.tag & 3;

      if (G_LIKELY (kind <= DWELL_LMS_END))
        {
          DwellLmsId *id = get_id (self, number);

          if (G_UNLIKELY (id->node == DWELL_NONE))
            {
              if (!name_id (self, block, number, line))
                break;

              id = get_id (self, number);
            }

          advance (self, record.diff_us, line);
          self->builder->n_events++;
          if (kind == DWELL_LMS_BEGIN)
            begin_interval (self, id);
          else
            end_interval (self, id, line);
        }
      else if (kind == DWELL_LMS_ODD &&
               !take_odd (self, block, &g_array_index (block->odds, DwellLmsOdd, number), line))
        break;
    }

  *position = i;
  return TRUE;
}
