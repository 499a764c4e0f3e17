/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs begins and ends by the rules of README.md, "Pairing", on one thread, in the order of the
 * file.
 *
 * The parent of a span is looked up when the span begins, and again when it ends, if that parent
 * has ended before. The writer takes the time before its lock, so time can go back a little. Then
 * the lines are not in order of time: begins that are late are noted here, and at the end
 * dwell-lms-repair.c sorts spans and finds their parents. If the first label of an id is further
 * down in the file, that label holds from the start: then records wait until it is read. */
#include "config.h"

#include "formats/lms/dwell-lms-pairing.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-hash.h"

/* Smaller ids index an array, others are found by a hash table. */
#define N_NEAR_IDS ((guint64) 1 << 20)

static void
id_clear (gpointer data)
{
  DwellLmsId *id = data;

  g_free (id->opens);
}

/**
 * dwell_lms_pairing_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 * @is_packed: whether the labels of a runtime share rows
 */
void
dwell_lms_pairing_init (DwellLmsPairing *self,
                        DwellBuilder    *builder,
                        gboolean         is_packed)
{
  *self = (DwellLmsPairing) {
    .builder = builder,
    .near_ids = g_array_new (FALSE, TRUE, sizeof (DwellLmsId)),
    .far_ids = g_array_new (FALSE, TRUE, sizeof (DwellLmsId)),
    .far_indexes = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free, NULL),
    .end = G_MININT64,
    .last_begin = G_MININT64,
    .late = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .doubtful = DWELL_NONE,
    .orphans = g_array_new (FALSE, FALSE, sizeof (DwellLmsOrphan)),
  };

  g_array_set_clear_func (self->near_ids, id_clear);
  g_array_set_clear_func (self->far_ids, id_clear);
  dwell_lms_labels_init (&self->labels, builder, is_packed);
}

/**
 * dwell_lms_pairing_clear:
 * @self: a pairing
 *
 * Frees what @self owns.
 */
void
dwell_lms_pairing_clear (DwellLmsPairing *self)
{
  dwell_lms_labels_clear (&self->labels);
  g_array_unref (self->near_ids);
  g_array_unref (self->far_ids);
  g_hash_table_unref (self->far_indexes);
  g_clear_pointer (&self->ahead, g_hash_table_unref);
  g_array_unref (self->late);
  g_array_unref (self->orphans);
}

/* Adds a problem in @line. */
#define add_problem(self, severity, code, line, ...) \
  dwell_problems_add ((self)->builder->problems, (severity), (code), (line), -1, __VA_ARGS__)

static const char *
get_label (DwellLmsPairing    *self,
           const DwellLmsNode *node)
{
  return dwell_strings_get (self->builder->strings, node->name);
}

static DwellLmsId *
add_id (DwellLmsPairing *self,
        guint64          id)
{
  guint index;

  if (id < N_NEAR_IDS)
    {
      g_array_set_size (self->near_ids, MAX (self->near_ids->len, (guint) id + 1));
      return &g_array_index (self->near_ids, DwellLmsId, id);
    }

  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->far_indexes, &id));
  if (index == 0)
    {
      g_array_set_size (self->far_ids, self->far_ids->len + 1);
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
is_label (const DwellLmsIrregular *irregular)
{
  return irregular->type == '2' &&
         (irregular->flaws & (DWELL_LMS_BAD_ID | DWELL_LMS_NO_LABEL)) == 0;
}

/**
 * dwell_lms_pairing_expect:
 * @self: a pairing
 * @block: a block that has to wait
 *
 * Remembers the first label of each id in waiting blocks. To be called in the order of the file.
 */
void
dwell_lms_pairing_expect (DwellLmsPairing     *self,
                          const DwellLmsBlock *block)
{
  for (guint i = 0; self->ahead != NULL && i < block->irregulars->len; i++)
    {
      const DwellLmsIrregular *irregular = &g_array_index (block->irregulars, DwellLmsIrregular, i);

      if (is_label (irregular) && !g_hash_table_contains (self->ahead, &irregular->id))
        g_hash_table_insert (self->ahead, g_memdup2 (&irregular->id, sizeof irregular->id),
                             g_bytes_new (block->labels->data + irregular->label,
                                          irregular->label_length));
    }
}

static void
set_label (DwellLmsPairing *self,
           guint64          id,
           DwellLmsNode    *node,
           guint64          line)
{
  guint n = node->ids->len;

  get_id (self, id)->node = node;
  if (node == self->labels.rest)
    {
      add_problem (self, DWELL_SEVERITY_ERROR, "too-many-labels", line,
                   _("There are too many labels: the remaining labels count as one"));
      return; /* it encloses nothing */
    }

  if (n == 0 || g_array_index (node->ids, guint64, n - 1) != id)
    g_array_append_val (node->ids, id);
}

/* Gives a label to an id that is used before it is mapped. Returns FALSE if blocks to come may have
 * the label. */
static gboolean
assign_label (DwellLmsPairing     *self,
              const DwellLmsBlock *block,
              guint64              id,
              guint64              line)
{
  GBytes *label;
  DwellLmsNode *node;

  if (self->ahead == NULL)
    {
      self->ahead = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
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
                   /* Translators: a number, and a name */
                   _("Id %" PRIu64 " is used before its label “%s”"),
                   id, get_label (self, node));
    }
  else if (self->is_at_end)
    {
      g_autofree char *name = g_strdup_printf ("#%" G_GUINT64_FORMAT, id);

      node = dwell_lms_labels_add (&self->labels, name, strlen (name));
      add_problem (self, DWELL_SEVERITY_WARNING, "unmapped-id", line,
                   _("Id %" PRIu64 " has no label"), id);
    }
  else
    return FALSE;

  set_label (self, id, node, line);
  return TRUE;
}

static void
map_id (DwellLmsPairing         *self,
        const DwellLmsBlock     *block,
        const DwellLmsIrregular *irregular,
        guint64                  line)
{
  const char *label = (const char *) block->labels->data + irregular->label;
  DwellLmsNode *node = dwell_lms_labels_add (&self->labels, label, irregular->label_length);
  const DwellLmsNode *old = get_id (self, irregular->id)->node;

  self->n_labels++;
  if (old != NULL && old != node)
    add_problem (self, DWELL_SEVERITY_WARNING, "remapped-id", line,
                 /* Translators: a number, its new name, its old name */
                 _("Id %" PRIu64 " is “%s” from here on, no longer “%s”"),
                 irregular->id, get_label (self, node), get_label (self, old));

  set_label (self, irregular->id, node, line);
}

/* Adds a difference to the time, unless it would leave the range of times. */
static void
advance (DwellLmsPairing *self,
         gint64           diff_us,
         guint64          line)
{
  gint64 diff;
  gint64 time;

  if (__builtin_mul_overflow (diff_us, 1000, &diff) ||
      __builtin_add_overflow (self->time, diff, &time) ||
      !dwell_time_is_in_range (time))
    {
      add_problem (self, DWELL_SEVERITY_ERROR, "time-overflow", line,
                   _("A time is too large: it counts as 0"));
      time = self->time;
    }

  self->time = time;
  self->end = MAX (self->end, time);
}

/* Returns the open interval of the label @node that began last among those that are older than
 * @span and begin no later than @begin; DWELL_NONE if there is none. */
static guint32
find_enclosing (DwellLmsPairing    *self,
                const DwellLmsNode *node,
                guint32             span,
                gint64              begin,
                guint              *n_steps)
{
  guint32 found = DWELL_NONE;

  for (guint i = 0; i < node->ids->len; i++)
    {
      const DwellLmsId *id = get_id (self, g_array_index (node->ids, guint64, i));

      for (guint32 j = id->n_opens; j > 0 && *n_steps < DWELL_LMS_MAX_PARENT_STEPS;
               j--, (*n_steps)++)
        {
          const DwellLmsOpen *open = &id->opens[j - 1];

          if (open->node == node && open->span < span &&
              dwell_builder_get_span_begin (self->builder, open->span) <= begin)
            {
              if (found == DWELL_NONE || open->span > found)
                found = open->span;
              break;
            }
        }
    }

  return found;
}

/* Returns the open span that encloses the span @span, which begins at @begin: one whose label is a
 * prefix of @node. */
static guint32
find_parent (DwellLmsPairing    *self,
             const DwellLmsNode *node,
             guint32             span,
             gint64              begin)
{
  guint32 parent = DWELL_NONE;
  guint n_steps = 0;

  for (node = node->parent; node != NULL && parent == DWELL_NONE; node = node->parent)
    if (node->ids != NULL)
      parent = find_enclosing (self, node, span, begin, &n_steps);

  return parent;
}

/**
 * dwell_lms_pairing_check_parent:
 * @self: a pairing
 * @open: an open interval
 *
 * Looks for another parent, if the one found when it began has ended since.
 */
void
dwell_lms_pairing_check_parent (DwellLmsPairing    *self,
                                const DwellLmsOpen *open)
{
  guint32 *parents = self->builder->span_parent->data;
  const guint8 *flags = self->builder->span_flags->data;

  if (parents[open->span] != DWELL_NONE &&
      (flags[parents[open->span]] & DWELL_SPAN_IS_OPEN) == 0)
    parents[open->span] =
      find_parent (self, open->node, open->span,
                   dwell_builder_get_span_begin (self->builder, open->span));
}

/**
 * dwell_lms_pairing_each_open:
 * @self: a pairing
 * @func: (scope call): called for each open interval
 * @user_data: for @func
 */
void
dwell_lms_pairing_each_open (DwellLmsPairing *self,
                             void           (*func) (DwellLmsPairing *self,
                                                     DwellLmsOpen    *open,
                                                     gpointer         user_data),
                             gpointer         user_data)
{
  const GArray *ids[] = { self->near_ids, self->far_ids };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint j = 0; j < ids[i]->len; j++)
      {
        DwellLmsId *id = &g_array_index (ids[i], DwellLmsId, j);

        for (guint32 k = 0; k < id->n_opens; k++)
          func (self, &id->opens[k], user_data);
      }
}

static void
grow_opens (DwellLmsPairing *self,
            DwellLmsId      *id)
{
  guint32 n_before = id->n_allocated;

  id->n_allocated = MAX (4, 2 * id->n_allocated);
  self->n_allocated += id->n_allocated - n_before;
  id->opens = g_renew (DwellLmsOpen, id->opens, id->n_allocated);
}

static inline void
begin_interval (DwellLmsPairing *self,
                DwellLmsId      *id,
                gint64           time)
{
  DwellLmsNode *node = id->node;
  DwellLmsRows *rows = node->rows;
  guint32 row = dwell_lms_rows_find (rows, time);
  guint32 parent = node->parent != NULL ? find_parent (self, node, DWELL_NONE, time) : DWELL_NONE;
  guint32 span;

  if (G_UNLIKELY (row == rows->n))
    row = dwell_lms_labels_add_row (&self->labels, node);
  if (G_UNLIKELY (id->n_opens == id->n_allocated))
    grow_opens (self, id);

  dwell_lms_rows_take (rows, row);
  span = dwell_builder_open_span (self->builder, node->area, rows->rows[row].id, parent,
                                  time);
  id->opens[id->n_opens++] = (DwellLmsOpen) { node, span, row };

  if (G_UNLIKELY (time < self->last_begin))
    g_array_append_val (self->late, span);
  else
    self->last_begin = time;
}

static void
add_orphan (DwellLmsPairing *self,
            DwellLmsNode    *node,
            gint64           time,
            guint64          line)
{
  DwellLmsOrphan orphan = { time, node };

  g_array_append_val (self->orphans, orphan);
  add_problem (self, DWELL_SEVERITY_WARNING, "orphan-end", line,
               _("“%s” ends without a start"), get_label (self, node));
}

static inline void
end_interval (DwellLmsPairing *self,
              DwellLmsId      *id,
              gint64           time,
              guint64          line)
{
  DwellLmsOpen *open;
  gint64 begin;
  guint flags = 0;

  if (G_UNLIKELY (id->n_opens == 0))
    {
      add_orphan (self, id->node, time, line);
      return;
    }

  open = &id->opens[--id->n_opens];
  begin = dwell_builder_get_span_begin (self->builder, open->span);
  if (G_UNLIKELY (time < begin))
    {
      add_problem (self, DWELL_SEVERITY_WARNING, "negative-duration", line,
                   _("“%s” ends before it begins: its duration counts as 0"),
                   get_label (self, open->node));
      time = begin;
      flags = DWELL_SPAN_CLAMPED;
    }

  if (open->node->parent != NULL)
    dwell_lms_pairing_check_parent (self, open);

  dwell_builder_close_span (self->builder, open->span, time, flags);
  dwell_lms_rows_leave (open->node->rows, open->row, time);
}

static void
note_flaws (DwellLmsPairing         *self,
            const DwellLmsIrregular *irregular,
            guint64                  line)
{
  if (irregular->flaws & DWELL_LMS_IS_CUT)
    add_problem (self, DWELL_SEVERITY_WARNING, "cut-line", line,
                 _("The last line lacks a line break: it may have been cut, and its content is "
                   "doubtful"));

  if (irregular->flaws & DWELL_LMS_BAD_TYPE)
    {
      add_problem (self, DWELL_SEVERITY_WARNING, "unknown-type", line,
                   _("A line is not a start, an end or a label: it was left out"));
      return;
    }

  if (irregular->flaws & DWELL_LMS_BAD_ID)
    add_problem (self, DWELL_SEVERITY_ERROR, "bad-id", line,
                 _("An id cannot be read: the line was left out, but its time counts"));

  if (irregular->flaws & DWELL_LMS_BAD_TIME)
    add_problem (self, DWELL_SEVERITY_ERROR, "bad-time", line,
                 _("A time cannot be read: it counts as 0"));

  if (irregular->flaws & DWELL_LMS_NO_LABEL)
    add_problem (self, DWELL_SEVERITY_WARNING, "no-label", line,
                 _("A label is missing: the line was left out"));
}

static void
take_event (DwellLmsPairing         *self,
            const DwellLmsIrregular *irregular,
            guint64                  line)
{
  DwellLmsId *id = get_id (self, irregular->id);
  gboolean is_cut = (irregular->flaws & DWELL_LMS_IS_CUT) != 0;

  self->builder->n_events++;
  self->went_back |= self->time < self->end;

  if (irregular->type == '0')
    {
      begin_interval (self, id, self->time);
      if (is_cut)
        self->doubtful = dwell_builder_get_n_spans (self->builder) - 1;
    }
  else if (!is_cut)
    end_interval (self, id, self->time, line);
}

/* Takes an irregular line. Returns FALSE if it must wait for a label. */
static gboolean
take_irregular (DwellLmsPairing         *self,
                const DwellLmsBlock     *block,
                const DwellLmsIrregular *irregular,
                guint64                  line)
{
  gboolean is_event = irregular->type == '0' || irregular->type == '1';
  gboolean has_id = (irregular->flaws & DWELL_LMS_BAD_ID) == 0;

  if (is_event && has_id && get_id (self, irregular->id)->node == NULL &&
      !assign_label (self, block, irregular->id, line))
    return FALSE;

  note_flaws (self, irregular, line);
  if (is_event)
    advance (self, irregular->diff_us, line);

  if (is_event && has_id)
    take_event (self, irregular, line);
  else if (is_label (irregular))
    map_id (self, block, irregular, line);

  return TRUE;
}

/* Takes regular records from the index @i on. Returns the index of the first that it cannot take:
 * an irregular line, an id without a label, or a time out of range. */
static gsize
run_common (DwellLmsPairing     *self,
            const DwellLmsBlock *block,
            gsize                i)
{
  gint64 time = self->time;
  gint64 end = self->end;
  gboolean went_back = FALSE;
  gsize first = i;

  for (; i < block->n_records; i++)
    {
      DwellLmsRecord record = block->records[i];
      guint32 number = record.tag >> 2;
      DwellLmsId *id;
      gint64 next;

      if (G_UNLIKELY ((record.tag & 3) > DWELL_LMS_END || number >= self->near_ids->len))
        break;

      id = &g_array_index (self->near_ids, DwellLmsId, number);
      next = time + (gint64) record.diff_us * 1000;
      if (G_UNLIKELY (id->node == NULL || !dwell_time_is_in_range (next)))
        break;

      time = next;
      end = MAX (end, time);
      if ((record.tag & 3) == DWELL_LMS_BEGIN)
        begin_interval (self, id, time);
      else
        end_interval (self, id, time, block->n_lines_before + i + 1);

      went_back |= time < end;
    }

  self->builder->n_events += i - first;
  self->time = time;
  self->end = end;
  self->went_back |= went_back;
  return i;
}

/* Takes any record. Returns FALSE if it must wait for a label. */
static gboolean
run_record (DwellLmsPairing     *self,
            const DwellLmsBlock *block,
            gsize                i)
{
  DwellLmsRecord record = block->records[i];
  guint32 number = record.tag >> 2;
  guint64 line = block->n_lines_before + i + 1;
  DwellLmsIrregular irregular = { 0, '0', number, record.diff_us, 0, 0 };

  switch ((DwellLmsKind) (record.tag & 3))
    {
    case DWELL_LMS_END:
      irregular.type = '1';
      break;

    case DWELL_LMS_IRREGULAR:
      irregular = g_array_index (block->irregulars, DwellLmsIrregular, number);
      break;

    case DWELL_LMS_NOTHING:
      return TRUE;

    case DWELL_LMS_BEGIN:
    default:
      break;
    }

  return take_irregular (self, block, &irregular, line);
}

static gsize
count_own_bytes (DwellLmsPairing *self)
{
  /* Each open interval has a row of its own, with two nodes in a tree of rows. */
  gsize open_bytes = sizeof (DwellLmsOpen) + sizeof (DwellLmsRow) + 2 * sizeof (gint64);

  return (self->near_ids->len + self->far_ids->len) * sizeof (DwellLmsId) +
         self->n_allocated * open_bytes +
         self->late->len * sizeof (guint32) + self->orphans->len * sizeof (DwellLmsOrphan);
}

/**
 * dwell_lms_pairing_run:
 * @self: a pairing
 * @block: a block of records
 * @position: (inout): index of the next record; afterwards, less than the number of records if that
 *   record waits for a label in a later block
 * @error: %DWELL_ERROR_LIMIT
 *
 * Takes the records of a block from @position on.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_lms_pairing_run (DwellLmsPairing      *self,
                       const DwellLmsBlock  *block,
                       gsize                *position,
                       GError              **error)
{
  if (!dwell_builder_check (self->builder, count_own_bytes (self), error) ||
      !dwell_lms_labels_has_room (&self->labels, block->n_records, error) ||
      !dwell_builder_reserve_spans (self->builder, block->n_records, error))
    return FALSE;

  while ((*position = run_common (self, block, *position)) < block->n_records &&
         run_record (self, block, *position))
    (*position)++;

  return TRUE;
}
