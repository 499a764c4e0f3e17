/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the blocks of a report, on any thread. */
#include "config.h"

#include "formats/aprof/dwell-aprof-block.h"

#include <math.h>
#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-squares.h"
#include "core/dwell-wide.h"

/* The initial number of points that fit: slightly more than a block of long points has. */
#define FIRST_POINTS 8192

/* The numbers of a point that are read; the rest is ignored. */
#define NUMBERS_MAX 18

#define BIT(column) (1u << DWELL_COST_##column)

/* The columns of each layout, in the order of the numbers after id and size. AVERAGE: the number is
 * the average cost, from which the sum is computed. */
#define AVERAGE DWELL_N_COST_COLUMNS

static const guint8 layout_4[] = { AVERAGE, DWELL_COST_CALLS };
static const guint8 layout_7[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_SQUARES, DWELL_COST_CALLS,
};
static const guint8 layout_8[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_CALLS, DWELL_COST_REAL,
  DWELL_COST_SELF, DWELL_COST_SELF_MIN, DWELL_COST_SELF_MAX,
};
static const guint8 layout_12[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_SQUARES, DWELL_COST_CALLS,
  DWELL_COST_REAL, DWELL_COST_SELF, DWELL_COST_SELF_MIN, DWELL_COST_SELF_MAX,
  DWELL_COST_SELF_SQUARES, DWELL_COST_SIZE_SUM, DWELL_COST_SIZE_SQUARES, DWELL_COST_SYSCALL,
  DWELL_COST_THREAD, DWELL_COST_SELF_SYSCALL, DWELL_COST_SELF_THREAD,
};

typedef struct {
  const guint8 *columns;
  guint         n; /* numbers after id and size */
} Layout;

/* The layouts by how many numbers follow the tag; NULL: no version writes that many. Lines with 13,
 * 15 or 17 numbers, which are cut or from an unknown writer, are read with the next shorter
 * layout. */
static const Layout layouts[NUMBERS_MAX + 1] = {
  [4] = { layout_4, 2 }, [7] = { layout_7, 5 }, [8] = { layout_8, 6 }, [10] = { layout_8, 8 },
  [12] = { layout_12, 10 }, [13] = { layout_12, 10 }, [14] = { layout_12, 12 },
  [15] = { layout_12, 12 }, [16] = { layout_12, 14 }, [17] = { layout_12, 14 },
  [18] = { layout_12, 16 },
};

static DwellAprofBlock *
block_new (void)
{
  DwellAprofBlock *self = g_new0 (DwellAprofBlock, 1);

  self->runs = g_array_new (FALSE, FALSE, sizeof (DwellAprofRun));
  self->contexts = g_array_new (FALSE, FALSE, sizeof (DwellAprofContextLine));
  self->others = g_array_new (FALSE, FALSE, sizeof (DwellAprofOther));
  return self;
}

static void
block_reset (DwellAprofBlock *self)
{
  self->n_points = 0;
  self->known_anywhere = 0;
  self->other_sizes = 0;
  g_array_set_size (self->runs, 0);
  g_array_set_size (self->contexts, 0);
  g_array_set_size (self->others, 0);
  memset (self->n_anomalies, 0, sizeof self->n_anomalies);
  memset (self->n_layouts, 0, sizeof self->n_layouts);
}

static guint64 *
move_column (const guint64  *old,
             guint32         n_old,
             guint64       **place,
             guint32         n_allocated)
{
  guint64 *fresh = *place;

  if (n_old > 0)
    memcpy (fresh, old, n_old * sizeof *fresh);

  *place += n_allocated;
  return fresh;
}

/* Doubles the memory. All of it is returned to the system as soon as everything is read. */
static void
block_grow (DwellAprofBlock *self)
{
  guint32 n = MAX (2 * self->n_allocated, FIRST_POINTS);
  gpointer memory = dwell_big_alloc ((gsize) n * sizeof (guint64) * (DWELL_N_COST_COLUMNS + 3));
  guint64 *place = memory;

  self->sizes = move_column (self->sizes, self->n_points, &place, n);
  self->known = move_column (self->known, self->n_points, &place, n);
  self->flags = move_column (self->flags, self->n_points, &place, n);
  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    self->values[i] = move_column (self->values[i], self->n_points, &place, n);

  dwell_big_free (self->memory);
  self->memory = memory;
  self->n_allocated = n;
}

static void
note (DwellAprofBlock   *self,
      DwellAprofAnomaly  anomaly,
      guint32            line)
{
  if (self->n_anomalies[anomaly]++ == 0)
    self->anomaly_lines[anomaly] = line;
}

/* Reads digits up to a blank: the fast path of dwell_aprof_scan_number(). */
static inline gboolean
scan_plain (DwellScan *s,
            guint64   *value)
{
  const char *p = s->p;
  const char *begin;
  guint64 v = 0;

  while (p < s->end && *p == ' ')
    p++;

  begin = p;
  for (; p < s->end && (guchar) (*p - '0') < 10; p++)
    v = v * 10 + (guchar) (*p - '0');

  if (p == begin || p - begin > 19 || (p < s->end && *p != ' '))
    return FALSE;

  *value = v;
  s->p = p;
  return TRUE;
}

static gboolean
has_more (DwellScan *s)
{
  dwell_scan_blanks (s);
  return s->p < s->end;
}

/* Returns how many numbers the rest of the line has; 0 if a word is not a number. Stores at most
 * NUMBERS_MAX: doubles as their bits, with the bit of their position set in @doubles. */
static guint
scan_numbers (DwellScan *s,
              guint64   *numbers,
              guint32   *doubles)
{
  guint n = 0;

  *doubles = 0;
  while (has_more (s))
    {
      DwellAprofNumber number;
      guint64 value;

      if (!scan_plain (s, &value))
        {
          if (!dwell_aprof_scan_number (s, &number))
            return 0;

          value = number.value;
          if (number.is_double)
            {
              memcpy (&value, &number.real, sizeof value);
              if (n < NUMBERS_MAX)
                *doubles |= 1u << n;
            }
        }

      if (n < NUMBERS_MAX)
        numbers[n] = value;
      n++;
    }

  return n;
}

/* Returns FALSE if a number that must be an integer is a double. */
static gboolean
fill_point (DwellAprofPoint *point,
            const Layout    *layout,
            const guint64   *numbers,
            guint32          doubles)
{
  point->known = 0;
  point->flags = 0;
  point->size = numbers[1];

  if (doubles & 3)
    return FALSE;

  for (guint i = 0; i < layout->n; i++)
    {
      guint column = layout->columns[i];

      if (column == AVERAGE)
        {
          point->values[DWELL_COST_SUM] =
            dwell_wide_narrow ((DwellWide) numbers[i + 2] * numbers[i + 3]);
          point->known |= BIT (SUM);
          point->flags |= DWELL_COST_SUM_IS_OF_AVERAGES;
          if (doubles & 1u << (i + 2))
            return FALSE;
          continue;
        }

      point->values[column] = numbers[i + 2];
      if ((doubles & 1u << (i + 2)) == 0 || column < DWELL_COST_SIZE_SUM)
        point->known |= 1u << column;

      if ((doubles & 1u << (i + 2)) == 0 || column >= DWELL_COST_SIZE_SUM)
        continue;

      if (column == DWELL_COST_SQUARES)
        point->flags |= DWELL_COST_SQUARES_ARE_DOUBLE;
      else if (column == DWELL_COST_SELF_SQUARES)
        point->flags |= DWELL_COST_SELF_SQUARES_ARE_DOUBLE;
      else
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_between (guint64 calls,
            guint64 min,
            guint64 max,
            guint64 sum)
{
  return min <= max && (DwellWide) min * calls <= sum && (DwellWide) max * calls >= sum;
}

/* Returns FALSE if these numbers are not possible. Does not look at the squares. */
static gboolean
is_possible (const DwellAprofPoint *point)
{
  const guint64 *values = point->values;
  guint64 sum = values[DWELL_COST_SUM];

  return ((point->known & BIT (MAX)) == 0 ||
          is_between (values[DWELL_COST_CALLS], values[DWELL_COST_MIN], values[DWELL_COST_MAX],
                      sum)) &&
         ((point->known & BIT (SELF_MAX)) == 0 ||
          is_between (values[DWELL_COST_CALLS], values[DWELL_COST_SELF_MIN],
                      values[DWELL_COST_SELF_MAX], values[DWELL_COST_SELF])) &&
         ((point->known & BIT (REAL)) == 0 || values[DWELL_COST_REAL] <= sum) &&
         ((point->known & BIT (SELF)) == 0 || values[DWELL_COST_SELF] <= sum);
}

static DwellSquares
solve_squares (const DwellAprofPoint *point,
               gboolean               is_self)
{
  const guint64 *values = point->values;
  double variance;

  if ((point->known & (is_self ? BIT (SELF_SQUARES) : BIT (SQUARES))) == 0)
    return DWELL_SQUARES_GOOD;

  return is_self
         ? dwell_squares_solve (values[DWELL_COST_CALLS], values[DWELL_COST_SELF],
                                values[DWELL_COST_SELF_MAX], values[DWELL_COST_SELF_SQUARES],
                                point->flags & DWELL_COST_SELF_SQUARES_ARE_DOUBLE, &variance)
         : dwell_squares_solve (values[DWELL_COST_CALLS], values[DWELL_COST_SUM],
                                values[DWELL_COST_MAX], values[DWELL_COST_SQUARES],
                                point->flags & DWELL_COST_SQUARES_ARE_DOUBLE, &variance);
}

/* Records the first fault of a point that is kept nevertheless. */
static void
check_point (DwellAprofBlock       *self,
             const DwellAprofPoint *point,
             guint32                line)
{
  DwellSquares squares = solve_squares (point, FALSE);
  DwellSquares self_squares = solve_squares (point, TRUE);

  if (point->values[DWELL_COST_SUM] == 0)
    note (self, DWELL_APROF_NO_COST, line);

  if (point->flags & (DWELL_COST_SQUARES_ARE_DOUBLE | DWELL_COST_SELF_SQUARES_ARE_DOUBLE))
    note (self, DWELL_APROF_DOUBLE_SQUARES, line);
  else if (!is_possible (point) || squares == DWELL_SQUARES_UNAVAILABLE ||
           self_squares == DWELL_SQUARES_UNAVAILABLE)
    note (self, DWELL_APROF_CONTRADICTION, line);
  else if (squares == DWELL_SQUARES_RECOVERED || self_squares == DWELL_SQUARES_RECOVERED)
    note (self, DWELL_APROF_WRAPPED_SQUARES, line);
}

static void
add_point (DwellAprofBlock       *self,
           const DwellAprofPoint *point,
           guint64                owner,
           gboolean               is_context,
           guint32                line)
{
  guint n_runs = self->runs->len;
  DwellAprofRun *last = n_runs > 0 ? &g_array_index (self->runs, DwellAprofRun, n_runs - 1) : NULL;
  guint32 number;

  if (self->n_points == self->n_allocated)
    block_grow (self);

  number = self->n_points++;
  self->sizes[number] = point->size;
  self->known[number] = point->known;
  self->flags[number] = point->flags;
  self->known_anywhere |= point->known;
  self->other_sizes |= point->known & BIT (SIZE_SUM) ? point->values[DWELL_COST_SIZE_SUM] |
                                                       point->values[DWELL_COST_SIZE_SQUARES] : 0;

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    self->values[i][number] = point->known & (1u << i) ? point->values[i] : 0;

  if (last != NULL && last->id == owner && last->is_context == is_context &&
      last->n_others == self->others->len)
    {
      last->n_points++;
      return;
    }

  g_array_append_val (self->runs, ((DwellAprofRun) {
    .id = owner, .first_point = number, .n_points = 1, .line = line,
    .n_others = self->others->len, .is_context = is_context != FALSE,
  }));
}

static void
parse_point (DwellAprofBlock *self,
             DwellScan        s,
             guint32          line,
             gboolean         is_context,
             gboolean         is_cut)
{
  guint64 numbers[NUMBERS_MAX];
  guint32 doubles;
  guint n = scan_numbers (&s, numbers, &doubles);
  guint n_taken = MIN (n, NUMBERS_MAX);
  DwellAprofPoint point;

  /* The last line of the file has no line end: it is complete only if earlier points have as many
   * numbers. */
  if (is_cut && (layouts[n_taken].columns == NULL ||
                 (self->n_points > 0 && self->n_layouts[n_taken] == 0)))
    {
      note (self, DWELL_APROF_CUT_LINE, line);
      return;
    }

  if (n == 0)
    {
      note (self, has_more (&s) ? DWELL_APROF_BAD_NUMBER : DWELL_APROF_SHORT_POINT, line);
      return;
    }

  if (layouts[n_taken].columns == NULL)
    {
      note (self, DWELL_APROF_SHORT_POINT, line);
      return;
    }

  if (!fill_point (&point, &layouts[n_taken], numbers, doubles))
    {
      note (self, DWELL_APROF_BAD_NUMBER, line);
      return;
    }

  if (point.values[DWELL_COST_CALLS] == 0)
    {
      note (self, DWELL_APROF_NO_CALLS, line);
      return;
    }

  if (n > NUMBERS_MAX || n_taken == 13 || n_taken == 15 || n_taken == 17)
    note (self, DWELL_APROF_MORE_COLUMNS, line);

  self->n_layouts[n_taken]++;
  self->layout_lines[n_taken] = line;
  check_point (self, &point, line);
  add_point (self, &point, numbers[0], is_context, line);
}

static void
parse_context (DwellAprofBlock *self,
               DwellScan        s,
               guint32          line,
               gboolean         is_cut)
{
  DwellAprofContextLine added = { .line = line };

  if (!dwell_aprof_scan_context (s, &added.context))
    {
      note (self, is_cut ? DWELL_APROF_CUT_LINE : DWELL_APROF_BAD_CONTEXT, line);
      return;
    }

  if (added.context.is_unsigned)
    note (self, DWELL_APROF_UNSIGNED_NONE, line);
  g_array_append_val (self->contexts, added);
}

static void
parse_line (DwellAprofBlock  *self,
            const DwellBlock *block,
            DwellScan         s,
            guint32           line,
            gboolean          is_cut)
{
  gboolean is_short_tag = s.end - s.p >= 2 && (s.p[1] == ' ' || s.p[1] == '\t');

  if (is_short_tag && (s.p[0] == 'p' || s.p[0] == 'q'))
    parse_point (self, (DwellScan) { s.p + 2, s.end }, line, s.p[0] == 'q', is_cut);
  else if (is_short_tag && s.p[0] == 'x')
    parse_context (self, (DwellScan) { s.p + 2, s.end }, line, is_cut);
  else if (!has_more (&(DwellScan) { s.p, s.end }))
    note (self, DWELL_APROF_EMPTY_LINE, line);
  else if (s.end - s.p == 1 && (s.p[0] == 'p' || s.p[0] == 'q'))
    note (self, is_cut ? DWELL_APROF_CUT_LINE : DWELL_APROF_SHORT_POINT, line);
  else
    g_array_append_val (self->others, ((DwellAprofOther) {
      (guint32) (s.p - block->text), (guint32) (s.end - s.p), line,
    }));
}

/**
 * dwell_aprof_block_parse:
 * @pool: blocks (#DwellAprofBlock) that are free for reuse
 * @block: whole lines of the report
 *
 * Parses a block. May be called on any thread.
 *
 * Returns: (transfer full): the points, contexts and other lines
 */
DwellAprofBlock *
dwell_aprof_block_parse (GAsyncQueue      *pool,
                         const DwellBlock *block)
{
  DwellAprofBlock *self = g_async_queue_try_pop (pool);
  DwellScan s = { block->text, block->text + block->length };
  DwellScan line;
  guint32 number = 0;

  if (self == NULL)
    self = block_new ();
  block_reset (self);

  for (; dwell_scan_line (&s, &line); number++)
    {
      gboolean is_cut = block->is_last && s.p == s.end && s.p[-1] != '\n';

      if (line.end < s.p && *line.end == '\r')
        note (self, DWELL_APROF_CRLF, number);

      parse_line (self, block, line, number, is_cut);
      if (is_cut && self->n_anomalies[DWELL_APROF_CUT_LINE] == 0)
        note (self, DWELL_APROF_NO_FINAL_NEWLINE, number);
    }

  return self;
}

/**
 * dwell_aprof_block_free:
 * @self: (transfer full): a block that is in no pool
 *
 * Frees the block.
 */
void
dwell_aprof_block_free (DwellAprofBlock *self)
{
  g_array_unref (self->runs);
  g_array_unref (self->contexts);
  g_array_unref (self->others);
  dwell_big_free (self->memory);
  g_free (self);
}
