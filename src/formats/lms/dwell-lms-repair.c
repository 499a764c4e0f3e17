/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repairs what pairing leaves: sorts spans that began late, finds parents by time if the lines are
 * not in order of time, closes what is open at the end of the file, and makes marks of ends without
 * a begin. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/lms/dwell-lms-pairing.h"

/* By begin, and by id where begins are equal. */
static gboolean
begins_before (const DwellBuilder *builder,
               guint32             left,
               guint32             right)
{
  gint64 begin = dwell_builder_get_span_begin (builder, left);
  gint64 other = dwell_builder_get_span_begin (builder, right);

  return begin < other || (begin == other && left < right);
}

static int
compare_late (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return begins_before (user_data, left, right) ? -1 : left != right;
}

/* Sorts spans by begin, and by id where begins are equal: merges those that began late with the
 * others, which are sorted. Fills @order; @is_late: zeros. */
static void
order_spans (DwellLmsPairing *self,
             guint32          n,
             guint8          *is_late,
             guint32         *order)
{
  guint n_late = self->late->len;
  guint next_late = 0;
  guint32 place = 0;

  for (guint i = 0; i < n_late; i++)
    is_late[g_array_index (self->late, guint32, i)] = 1;

  g_array_sort_with_data (self->late, compare_late, self->builder);

  for (guint32 i = 0; i < n; i++)
    {
      if (is_late[i])
        continue;

      for (; next_late < n_late; next_late++)
        {
          guint32 late = g_array_index (self->late, guint32, next_late);

          if (begins_before (self->builder, i, late))
            break;

          order[place++] = late;
        }

      order[place++] = i;
    }

  for (; next_late < n_late; next_late++)
    order[place++] = g_array_index (self->late, guint32, next_late);
}

static void
renumber_open (DwellLmsPairing *self,
               DwellLmsOpen    *open,
               gpointer         user_data)
{
  const guint32 *new_numbers = user_data;

  open->span = new_numbers[open->span];
}

static gboolean
sort_spans (DwellLmsPairing  *self,
            GError          **error)
{
  guint32 n = dwell_builder_get_n_spans (self->builder);
  gsize n_bytes = (gsize) n * (2 * sizeof (guint32) + sizeof (guint8));
  gboolean is_good;
  guint8 *is_late;
  guint32 *order;
  guint32 *new_numbers;

  if (self->late->len == 0)
    return TRUE;
  if (!dwell_memory_claim (n_bytes, error))
    return FALSE;

  is_late = dwell_big_alloc (n);
  order = dwell_big_alloc ((gsize) n * sizeof (guint32));
  new_numbers = dwell_big_alloc ((gsize) n * sizeof (guint32));
  dwell_memory_release (n_bytes);

  order_spans (self, n, is_late, order);
  is_good = dwell_builder_reorder_spans (self->builder, order, new_numbers, error);
  dwell_lms_pairing_each_open (self, renumber_open, new_numbers);
  if (self->doubtful != DWELL_NONE)
    self->doubtful = new_numbers[self->doubtful];

  g_array_set_size (self->late, 0);
  dwell_big_free (new_numbers);
  dwell_big_free (order);
  dwell_big_free (is_late);
  return is_good;
}

/* The intervals of each label that may still enclose others, in a sweep over spans in order of
 * begin. Those of one label form a list, the last begun first, each with the next that began before
 * it and ends after it: no other can be a parent. */
typedef struct {
  DwellLmsPairing *pairing;
  DwellLmsNode   **nodes; /* by area */
  guint32         *last;  /* by area: the last begun, or DWELL_NONE */
  guint32         *outer; /* by span: the next of its list, or DWELL_NONE */
} Sweep;

/* An open span ends after all that have ended. */
static gint64
get_end (const DwellBuilder *builder,
         guint32             span)
{
  if (dwell_column_index (builder->span_flags, guint8, span) & DWELL_SPAN_IS_OPEN)
    return G_MAXINT64;

  return dwell_builder_get_span_end (builder, span);
}

/* Returns the first span of the list that begins with @span and ends at @end or later. */
static guint32
skip_ended (const Sweep *self,
            guint32      span,
            gint64       end,
            guint       *n_steps)
{
  while (span != DWELL_NONE && get_end (self->pairing->builder, span) < end)
    {
      if (++*n_steps > DWELL_LMS_MAX_PARENT_STEPS)
        return DWELL_NONE;
      span = self->outer[span];
    }

  return span;
}

/* Returns the span that encloses @span, which is of the label @node. */
static guint32
find_parent_by_time (Sweep              *self,
                     const DwellLmsNode *node,
                     guint32             span)
{
  const DwellBuilder *builder = self->pairing->builder;
  gint64 begin = dwell_builder_get_span_begin (builder, span);
  gint64 end = get_end (builder, span);
  guint32 parent = DWELL_NONE;
  guint n_steps = 0;

  for (node = node->parent; node != NULL && parent == DWELL_NONE; node = node->parent)
    if (node->ids != NULL && node->ids->len > 0)
      {
        guint32 *last = &self->last[node->area];

        while (*last != DWELL_NONE && get_end (builder, *last) < begin)
          *last = self->outer[*last];
        parent = skip_ended (self, *last, end, &n_steps);
      }

  return parent;
}

static void
sweep_spans (Sweep   *self,
             guint32  n)
{
  DwellBuilder *builder = self->pairing->builder;
  guint32 *parents = builder->span_parent->data;

  for (guint32 span = 0; span < n; span++)
    {
      guint32 area = dwell_column_index (builder->span_area, guint32, span);
      guint32 *last = &self->last[area];
      gint64 end = get_end (builder, span);

      if (self->nodes[area]->parent != NULL)
        parents[span] = find_parent_by_time (self, self->nodes[area], span);

      while (*last != DWELL_NONE && get_end (builder, *last) <= end)
        *last = self->outer[*last];
      self->outer[span] = *last;
      *last = span;
    }
}

/* If time went back, the order of the lines does not tell which interval encloses which. */
static gboolean
settle_parents (DwellLmsPairing  *self,
                GError          **error)
{
  guint32 n = dwell_builder_get_n_spans (self->builder);
  gsize n_areas = self->builder->areas->n;
  Sweep sweep = { .pairing = self };

  if (!self->went_back)
    return TRUE;

  sweep.outer = dwell_big_try_alloc ((gsize) n * sizeof (guint32), error);
  if (sweep.outer == NULL)
    return FALSE;

  sweep.nodes = dwell_lms_labels_by_area (&self->labels);
  sweep.last = g_new (guint32, n_areas);
  memset (sweep.last, 0xff, n_areas * sizeof (guint32));
  sweep_spans (&sweep, n);

  g_free (sweep.last);
  g_free (sweep.nodes);
  dwell_big_free (sweep.outer);
  return TRUE;
}

static void
check_open (DwellLmsPairing *self,
            DwellLmsOpen    *open,
            gpointer         user_data)
{
  dwell_lms_pairing_check_parent (self, open);
}

/**
 * dwell_lms_pairing_repair:
 * @self: a pairing
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes the contents of the builder a correct trace, except that spans may still be open.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_lms_pairing_repair (DwellLmsPairing  *self,
                          GError          **error)
{
  dwell_lms_pairing_each_open (self, check_open, NULL);
  if (!sort_spans (self, error))
    return FALSE;

  return settle_parents (self, error);
}

static void
close_open (DwellLmsPairing *self,
            DwellLmsOpen    *open,
            gpointer         user_data)
{
  const guint64 *last_line = user_data;

  dwell_builder_close_span (self->builder, open->span, self->end,
                            DWELL_SPAN_END_MISSING |
                            (open->span == self->doubtful ? DWELL_SPAN_DOUBTFUL : 0));
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "still-open", *last_line, -1,
                      _("“%s” is still open at the end of the file"),
                      dwell_strings_get (self->builder->strings, open->node->name));
}

static int
compare_orphans (gconstpointer a,
                 gconstpointer b)
{
  const DwellLmsOrphan *left = a;
  const DwellLmsOrphan *right = b;

  return (left->time > right->time) - (left->time < right->time);
}

/**
 * dwell_lms_pairing_finish:
 * @self: a pairing that has run all records
 * @last_line: number of the last line of the file
 * @error: %DWELL_ERROR_LIMIT
 *
 * Completes the trace.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_lms_pairing_finish (DwellLmsPairing  *self,
                          guint64           last_line,
                          GError          **error)
{
  if (!dwell_lms_pairing_repair (self, error))
    return FALSE;

  dwell_lms_pairing_each_open (self, close_open, &last_line);

  g_array_sort (self->orphans, compare_orphans);
  for (guint i = 0; i < self->orphans->len; i++)
    {
      const DwellLmsOrphan *orphan = &g_array_index (self->orphans, DwellLmsOrphan, i);

      if (!dwell_builder_add_mark (self->builder, DWELL_MARK_ORPHAN_END, orphan->time,
                                   orphan->node->track, DWELL_NONE, orphan->node->area, 0, error))
        return FALSE;
    }

  if (dwell_builder_get_n_spans (self->builder) + self->builder->mark_time->n > 0)
    self->builder->end = self->end;

  return TRUE;
}
