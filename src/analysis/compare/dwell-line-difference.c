/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches lines by a hash table of keys, in one pass over each table. */
#include "config.h"

#include "analysis/compare/dwell-line-difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/dwell-hash.h"

/* A routine with fewer lines would fit at any distance. */
#define SHIFT_MIN_LINES 4
#define SHIFT_MAX_LINES 2000

typedef struct {
  guint32 routine; /* place among the routines of the base, followed by those only in the new
                    * recording */
  gint64  line;    /* minus the first line of the routine */
  gint    clause;
} Key;

/* The number of each routine of a side: that of its partner in the base, or a number of its own
 * after those. */
typedef struct {
  const DwellLineTable *table;
  guint32              *routines; /* by group */
  gint64               *firsts;   /* the first line, by group; 0 where the routine is unknown */
} Side;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return dwell_hash_u64 ((guint64) key->routine << 32 ^ (guint64) key->line << 8 ^
                         (guint) key->clause);
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  const Key *left = a;
  const Key *right = b;

  return left->routine == right->routine && left->line == right->line &&
         left->clause == right->clause;
}

static const char *
get_base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *backslash = strrchr (path, '\\');

  if (slash == NULL || (backslash != NULL && backslash > slash))
    slash = backslash;
  return slash != NULL ? slash + 1 : path;
}

static char *
make_routine_key (const DwellLineTable *table,
                  const DwellLineGroup *group,
                  guint32               partner)
{
  const char *module = dwell_line_table_get_module (table, group->module);
  const char *routine = dwell_line_table_get_routine (table, group->routine);

  if (partner != DWELL_NONE)
    return g_strdup_printf ("%u\n%s", partner, get_base_name (module != NULL ? module : ""));

  return g_strdup_printf ("%s\n%s", routine != NULL ? routine : "",
                          get_base_name (module != NULL ? module : ""));
}

static void
side_init (Side                 *self,
           const DwellLineTable *table,
           const guint32        *partners, /* (nullable): areas of the base, by area of this side */
           GHashTable           *numbers)
{
  *self = (Side) { table, g_new (guint32, table->n_routines + 1),
                   g_new0 (gint64, table->n_routines + 1) };

  for (guint32 i = 0; i < table->n_routines; i++)
    {
      const DwellLineGroup *group = &table->routines[i];
      guint32 partner = group->routine == DWELL_NONE || partners == NULL ? group->routine
                                                                         : partners[group->routine];
      char *key = make_routine_key (table, group, partner);
      gpointer number;

      if (g_hash_table_lookup_extended (numbers, key, NULL, &number))
        {
          g_free (key);
        }
      else
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, key, number);
        }

      self->routines[i] = GPOINTER_TO_UINT (number);
      if (group->routine != DWELL_NONE && group->n > 0)
        self->firsts[i] = table->rows[group->first].line;
    }
}

static void
side_shift (Side         *self,
            const GArray *shifts)
{
  for (guint i = 0; i < shifts->len; i++)
    {
      const DwellLineShift *shift = &g_array_index (shifts, DwellLineShift, i);

      for (guint32 k = 0; k < self->table->n_routines; k++)
        if (self->table->routines[k].routine == shift->routine)
          self->firsts[k] += shift->shift;
    }
}

static void
side_clear (Side *self)
{
  g_free (self->routines);
  g_free (self->firsts);
}

static Key
get_key (const Side *self,
         guint32     group,
         guint32     row)
{
  const DwellLineRow *line = &self->table->rows[row];

  return (Key) { self->routines[group], (gint64) line->line - self->firsts[group], line->clause };
}

/* The rows of a side by key, as row + 1; 0: several rows have the key. */
static GHashTable *
make_places (const Side *self)
{
  GHashTable *places = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);

  for (guint32 group = 0; group < self->table->n_routines; group++)
    for (guint32 i = 0; i < self->table->routines[group].n; i++)
      {
        guint32 row = self->table->routines[group].first + i;
        Key key = get_key (self, group, row);
        gboolean is_there = g_hash_table_contains (places, &key);

        g_hash_table_insert (places, g_memdup2 (&key, sizeof key),
                             GUINT_TO_POINTER (is_there ? 0 : row + 1));
      }

  return places;
}

/* Finds the partner of each row of @of_side on the other side, whose rows are in @places. */
static guint32 *
find_partners (const Side *of_side,
               GHashTable *own_places,
               GHashTable *places)
{
  const DwellLineTable *table = of_side->table;
  guint32 *partners = g_new (guint32, table->n_rows + 1);

  for (guint32 group = 0; group < table->n_routines; group++)
    for (guint32 i = 0; i < table->routines[group].n; i++)
      {
        guint32 row = table->routines[group].first + i;
        Key key = get_key (of_side, group, row);
        guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &key));
        gboolean is_only = g_hash_table_lookup (own_places, &key) != NULL;

        partners[row] = place > 0 && is_only ? place - 1 : DWELL_NONE;
      }

  return partners;
}

static DwellFigure
make_figure (const guint64 *base,
             const guint64 *new)
{
  DwellFigure figure = { .has_base = base != NULL, .has_new = new != NULL, .is_sum = TRUE };

  if (base != NULL)
    figure.base = (DwellSignedWide) *base;
  if (new != NULL)
    figure.new = (DwellSignedWide) *new;
  figure.base_real = (double) figure.base;
  figure.new_real = (double) figure.new;
  return figure;
}

static void
add_row (const DwellLineDifference *self,
         GArray                    *rows,
         guint32                    base_row,
         guint32                    new_row)
{
  const DwellLineSums *base = base_row != DWELL_NONE ? &self->base->rows[base_row].sums : NULL;
  const DwellLineSums *new = new_row != DWELL_NONE ? &self->new->rows[new_row].sums : NULL;
  DwellLineDifferenceRow row = { .base_row = base_row, .new_row = new_row };
  guint64 times[2] = { 0, 0 };

  row.hits = make_figure (base != NULL ? &base->hits : NULL, new != NULL ? &new->hits : NULL);
  if (self->are_times)
    {
      times[0] = base != NULL ? (guint64) base->time : 0;
      times[1] = new != NULL ? (guint64) new->time : 0;
      row.time = make_figure (base != NULL ? &times[0] : NULL, new != NULL ? &times[1] : NULL);
    }

  g_array_append_val (rows, row);
}

static DwellSignedWide
get_size (const DwellLineDifference    *self,
          const DwellLineDifferenceRow *row)
{
  DwellSignedWide change = dwell_figure_get_change (self->are_times ? &row->time : &row->hits);

  return change < 0 ? -change : change;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellLineDifference *self = user_data;
  const DwellLineDifferenceRow *left = a;
  const DwellLineDifferenceRow *right = b;
  DwellSignedWide x = get_size (self, left);
  DwellSignedWide y = get_size (self, right);

  if (x != y)
    return x > y ? -1 : 1;
  if (left->new_row != right->new_row)
    return left->new_row < right->new_row ? -1 : 1;
  return left->base_row < right->base_row ? -1 : left->base_row > right->base_row;
}

static void
make_rows (DwellLineDifference *self,
           const guint32       *new_of_base,
           const guint32       *base_of_new)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DwellLineDifferenceRow));

  for (guint32 i = 0; i < self->new->n_rows; i++)
    {
      guint32 partner = base_of_new[i];

      if (dwell_line_table_has_run (self->new, i) ||
          (partner != DWELL_NONE && dwell_line_table_has_run (self->base, partner)))
        add_row (self, rows, partner, i);
    }

  for (guint32 i = 0; i < self->base->n_rows; i++)
    if (new_of_base[i] == DWELL_NONE && dwell_line_table_has_run (self->base, i))
      add_row (self, rows, i, DWELL_NONE);

  g_array_sort_with_data (rows, compare_rows, self);
  self->n_rows = rows->len;
  self->rows = (DwellLineDifferenceRow *) (gpointer) g_array_free (rows, FALSE);
}

/* Counts how many lines of two routines fit at each distance between them. */
static guint
count_fits (const DwellLineRow *base,
            guint32             n_base,
            const DwellLineRow *new,
            guint32             n_new,
            gint64              distance)
{
  guint n = 0;

  for (guint32 i = 0, k = 0; i < n_base && k < n_new;)
    {
      gint64 wanted = (gint64) base[i].line + distance;

      if (new[k].line == wanted && new[k].clause == base[i].clause)
        {
          n++;
          i++;
          k++;
        }
      else if (new[k].line < wanted || (new[k].line == wanted && new[k].clause < base[i].clause))
        k++;
      else
        i++;
    }

  return n;
}

static void
suggest_shift (DwellLineDifference *self,
               const Side          *base,
               guint32              base_group,
               const Side          *new,
               guint32              new_group)
{
  const DwellLineGroup *of_base = &base->table->routines[base_group];
  const DwellLineGroup *of_new = &new->table->routines[new_group];
  const DwellLineRow *base_rows = &base->table->rows[of_base->first];
  const DwellLineRow *new_rows = &new->table->rows[of_new->first];
  gint64 distance = new->firsts[new_group] - base->firsts[base_group];
  DwellLineShift best = { of_base->routine, of_new->routine };

  if (of_base->n < SHIFT_MIN_LINES || of_new->n < SHIFT_MIN_LINES ||
      of_base->n > SHIFT_MAX_LINES || of_new->n > SHIFT_MAX_LINES)
    return;

  best.n_now = best.n_then = count_fits (base_rows, of_base->n, new_rows, of_new->n, distance);
  for (guint32 i = 0; i < of_new->n; i++)
    for (guint32 k = 0; k < 2; k++)
      {
        /* The first line of one is matched with any line of the other. */
        gint64 tried = k == 0 ? (gint64) new_rows[i].line - base_rows[0].line
                              : i < of_base->n ? (gint64) new_rows[0].line - base_rows[i].line
                                               : distance;
        guint n = count_fits (base_rows, of_base->n, new_rows, of_new->n, tried);

        if (n > best.n_then)
          {
            best.n_then = n;
            best.shift = tried - distance;
          }
      }

  if (best.n_then > best.n_now && best.n_then >= SHIFT_MIN_LINES)
    g_array_append_val (self->shifts, best);
}

static void
suggest_shifts (DwellLineDifference *self,
                const Side          *base,
                const Side          *new)
{
  g_autoptr(GHashTable) groups = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < base->table->n_routines; i++)
    if (base->table->routines[i].routine != DWELL_NONE)
      g_hash_table_insert (groups, GUINT_TO_POINTER (base->routines[i]), GUINT_TO_POINTER (i + 1));

  for (guint32 i = 0; i < new->table->n_routines; i++)
    {
      guint group = new->table->routines[i].routine == DWELL_NONE ? 0
                    : GPOINTER_TO_UINT (g_hash_table_lookup (groups,
                                                             GUINT_TO_POINTER (new->routines[i])));

      if (group > 0)
        suggest_shift (self, base, group - 1, new, i);
    }
}

/**
 * dwell_line_difference_new:
 * @base: (transfer none): the lines of the base; they must outlive the result
 * @new: (transfer none): the lines of the new recording; they must outlive the result
 * @match: which areas of the two correspond
 * @taken: (nullable) (element-type DwellLineShift): routines whose lines have moved, and how far
 *
 * Matches lines and subtracts what they cost. Takes time linear in the lines, except for
 * suggestions, which consider routines of up to 2000 lines.
 *
 * Returns: (transfer full): the difference
 */
DwellLineDifference *
dwell_line_difference_new (const DwellLineTable *base,
                           const DwellLineTable *new,
                           const DwellMatch     *match,
                           const GArray         *taken)
{
  DwellLineDifference *self = g_new0 (DwellLineDifference, 1);
  g_autoptr(GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) base_places = NULL;
  g_autoptr(GHashTable) new_places = NULL;
  g_autofree guint32 *new_of_base = NULL;
  g_autofree guint32 *base_of_new = NULL;
  Side of_base;
  Side of_new;

  self->base = base;
  self->new = new;
  self->are_times = base->are_times && new->are_times;
  self->shifts = g_array_new (FALSE, FALSE, sizeof (DwellLineShift));
  self->taken = g_array_new (FALSE, FALSE, sizeof (DwellLineShift));
  if (taken != NULL)
    g_array_append_vals (self->taken, taken->data, taken->len);

  side_init (&of_base, base, NULL, numbers);
  side_init (&of_new, new, match->base_of_new, numbers);
  side_shift (&of_new, self->taken);
  base_places = make_places (&of_base);
  new_places = make_places (&of_new);
  new_of_base = find_partners (&of_base, base_places, new_places);
  base_of_new = find_partners (&of_new, new_places, base_places);

  make_rows (self, new_of_base, base_of_new);
  suggest_shifts (self, &of_base, &of_new);
  side_clear (&of_base);
  side_clear (&of_new);
  return self;
}

/**
 * dwell_line_difference_free:
 * @self: (transfer full): a difference
 */
void
dwell_line_difference_free (DwellLineDifference *self)
{
  g_free (self->rows);
  g_array_unref (self->shifts);
  g_array_unref (self->taken);
  g_free (self);
}

/**
 * dwell_line_difference_get_line:
 * @self: a difference
 * @row: a row of it
 * @table: (out): the table that the line is in
 *
 * Returns: (transfer none): the line in the new recording if it is there, else in the base
 */
const DwellLineRow *
dwell_line_difference_get_line (const DwellLineDifference     *self,
                                const DwellLineDifferenceRow  *row,
                                const DwellLineTable         **table)
{
  *table = row->new_row != DWELL_NONE ? self->new : self->base;
  return &(*table)->rows[row->new_row != DWELL_NONE ? row->new_row : row->base_row];
}

/**
 * dwell_line_difference_get_verdict:
 * @self: a difference
 * @row: a row of it
 *
 * Returns: how the weight of the line changed; hits and times are facts and not tested
 */
DwellVerdict
dwell_line_difference_get_verdict (const DwellLineDifference    *self,
                                   const DwellLineDifferenceRow *row)
{
  DwellSignedWide change = dwell_figure_get_change (self->are_times ? &row->time : &row->hits);

  return row->base_row == DWELL_NONE ? DWELL_VERDICT_NEW
         : row->new_row == DWELL_NONE ? DWELL_VERDICT_GONE
         : change > 0 ? DWELL_VERDICT_MORE
         : change < 0 ? DWELL_VERDICT_LESS
         : dwell_figure_get_change (&row->hits) != 0 ? DWELL_VERDICT_SAME
                                                     : DWELL_VERDICT_IDENTICAL;
}
