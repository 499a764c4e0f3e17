/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/compare/dwell-value-difference.h"

#include <math.h>
#include <string.h>

#include "core/dwell-keys.h"

typedef struct {
  DwellValueDifference *self;
  const DwellMatch     *match;
  GArray               *states[2];   /* DwellStateTime: of the base, of the new recording */
  guint32              *partners[2]; /* by track: that of the other side, or DWELL_NONE */
  GArray               *rows;        /* DwellValueDifferenceRow */
} Making;

/* --- Matching --- */

static void
join (Making  *making,
      guint32  base,
      guint32  new)
{
  making->partners[0][base] = new;
  making->partners[1][new] = base;
}

static void
match_by_key (Making *making)
{
  const DwellTrace *base = making->self->base.trace;
  const DwellTrace *new = making->self->new.trace;
  g_autoptr(GPtrArray) base_keys = dwell_keys_of_tracks (base);
  g_autoptr(GPtrArray) new_keys = dwell_keys_of_tracks (new);
  g_autoptr(GHashTable) of_base = g_hash_table_new (g_str_hash, g_str_equal);
  gpointer track;

  for (guint32 i = 0; i < base->n_tracks; i++)
    if (dwell_values_is_variable (base, i))
      g_hash_table_insert (of_base, base_keys->pdata[i], GUINT_TO_POINTER (i));

  for (guint32 i = 0; i < new->n_tracks; i++)
    if (dwell_values_is_variable (new, i) &&
        g_hash_table_lookup_extended (of_base, new_keys->pdata[i], NULL, &track))
      join (making, GPOINTER_TO_UINT (track), i);
}

/* By area: the one track of the side that has the area and no partner; DWELL_NONE: no such track,
 * or several. */
static guint32 *
list_tracks (const DwellTrace *trace,
             const guint32    *partners)
{
  guint32 *tracks = g_new (guint32, MAX (trace->n_areas, 1));
  g_autofree guint8 *are_several = g_new0 (guint8, MAX (trace->n_areas, 1));

  memset (tracks, 0xff, trace->n_areas * sizeof *tracks);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      guint32 area = trace->tracks[i].area;

      if (area == DWELL_NONE || partners[i] != DWELL_NONE)
        continue;

      are_several[area] |= tracks[area] != DWELL_NONE;
      tracks[area] = i;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (are_several[i])
      tracks[i] = DWELL_NONE;
  return tracks;
}

static void
match_by_area (Making *making)
{
  const DwellTrace *base = making->self->base.trace;
  g_autofree guint32 *of_base = list_tracks (base, making->partners[0]);
  g_autofree guint32 *of_new = list_tracks (making->self->new.trace, making->partners[1]);

  for (guint32 i = 0; i < base->n_areas; i++)
    {
      guint32 area = making->match->new_of_base[i];

      if (of_base[i] != DWELL_NONE && area != DWELL_NONE && of_new[area] != DWELL_NONE)
        join (making, of_base[i], of_new[area]);
    }
}

/* --- Figures --- */

static DwellFigure
make_count (gboolean has_base,
            guint64  base,
            gboolean has_new,
            guint64  new)
{
  return (DwellFigure) {
    .has_base = has_base, .has_new = has_new, .is_sum = TRUE, .base = base, .new = new,
    .base_real = (double) base, .new_real = (double) new,
  };
}

/* A value that either side may lack, and that may be real on only one side. */
static DwellFigure
make_value (gboolean   has_base,
            DwellValue base,
            gboolean   is_base_real,
            gboolean   has_new,
            DwellValue new,
            gboolean   is_new_real)
{
  DwellFigure figure = { .has_base = has_base, .has_new = has_new };

  figure.is_real = (has_base && is_base_real) || (has_new && is_new_real);
  if (has_base)
    figure.base_real = is_base_real ? base.real : (double) base.integer;
  if (has_new)
    figure.new_real = is_new_real ? new.real : (double) new.integer;
  if (has_base && !is_base_real)
    figure.base = base.integer;
  if (has_new && !is_new_real)
    figure.new = new.integer;
  return figure;
}

static void
set_written (const Making            *making,
             DwellValueDifferenceRow *row)
{
  const DwellValueSide *base = &making->self->base;
  const DwellValueSide *new = &making->self->new;
  gboolean has_base = row->base_track != DWELL_NONE;
  gboolean has_new = row->new_track != DWELL_NONE;
  gboolean is_base_real = has_base && dwell_values_is_real (base->trace, row->base_track);
  gboolean is_new_real = has_new && dwell_values_is_real (new->trace, row->new_track);
  DwellValueSummary of_base = { 0 };
  DwellValueSummary of_new = { 0 };

  if (has_base)
    dwell_value_index_summarise (base->values, row->base_track, base->begin, base->end, &of_base);
  if (has_new)
    dwell_value_index_summarise (new->values, row->new_track, new->begin, new->end, &of_new);

  row->base_state = row->new_state = DWELL_NONE;
  row->count = make_count (has_base, of_base.n_writes, has_new, of_new.n_writes);
  row->least = make_value (of_base.has_values, of_base.least, is_base_real,
                           of_new.has_values, of_new.least, is_new_real);
  row->greatest = make_value (of_base.has_values, of_base.greatest, is_base_real,
                              of_new.has_values, of_new.greatest, is_new_real);
  row->mean = make_value (of_base.has_mean, (DwellValue) { .real = of_base.mean }, TRUE,
                          of_new.has_mean, (DwellValue) { .real = of_new.mean }, TRUE);
  row->last = make_value (of_base.has_last, of_base.last, is_base_real,
                          of_new.has_last, of_new.last, is_new_real);
}

/* The states of a track, which are adjacent. */
static const DwellStateTime *
find_states (const GArray *states,
             guint32       track,
             guint        *n)
{
  guint first = 0;
  guint end = states->len;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (states, DwellStateTime, middle).track < track)
        first = middle + 1;
      else
        end = middle;
    }

  for (*n = 0; first + *n < states->len &&
               g_array_index (states, DwellStateTime, first + *n).track == track; (*n)++);
  return (const DwellStateTime *) (gpointer) states->data + first;
}

static guint64
count_entries (const DwellStateTime *states,
               guint                 n)
{
  guint64 count = 0;

  for (guint i = 0; i < n; i++)
    count += states[i].count;
  return count;
}

static guint32
find_last (const DwellValueSide *side,
           guint32               track)
{
  guint32 span = track != DWELL_NONE
                   ? dwell_values_find_last_state (side->trace, track, side->begin, side->end)
                   : DWELL_NONE;

  return span != DWELL_NONE ? side->trace->span_area[span] : DWELL_NONE;
}

/* @base, @new: (nullable) */
static void
add_state (Making               *making,
           guint32               base_track,
           guint32               new_track,
           const DwellStateTime *base,
           const DwellStateTime *new)
{
  DwellValueDifferenceRow row = {
    .base_track = base_track, .new_track = new_track, .is_state = TRUE,
    .base_state = base != NULL ? base->area : DWELL_NONE,
    .new_state = new != NULL ? new->area : DWELL_NONE,
  };
  gboolean has_base_share = base != NULL && base->share >= 0;
  gboolean has_new_share = new != NULL && new->share >= 0;

  row.count = make_count (base != NULL, base != NULL ? base->count : 0,
                          new != NULL, new != NULL ? new->count : 0);
  row.time = make_count (base != NULL, base != NULL ? (guint64) base->time : 0,
                         new != NULL, new != NULL ? (guint64) new->time : 0);
  row.share = make_value (has_base_share, (DwellValue) { .real = base != NULL ? base->share : 0 },
                          TRUE, has_new_share,
                          (DwellValue) { .real = new != NULL ? new->share : 0 }, TRUE);
  g_array_append_val (making->rows, row);
}

static void
add_states (Making  *making,
            guint32  base_track,
            guint32  new_track)
{
  guint n_base = 0;
  guint n_new = 0;
  const DwellStateTime *base = base_track != DWELL_NONE
                                 ? find_states (making->states[0], base_track, &n_base) : NULL;
  const DwellStateTime *new = new_track != DWELL_NONE
                                ? find_states (making->states[1], new_track, &n_new) : NULL;
  g_autofree guint8 *is_told = g_new0 (guint8, MAX (n_base, 1));
  DwellValueDifferenceRow whole = {
    .base_track = base_track, .new_track = new_track,
    .base_state = find_last (&making->self->base, base_track),
    .new_state = find_last (&making->self->new, new_track),
    .count = make_count (base_track != DWELL_NONE, count_entries (base, n_base),
                         new_track != DWELL_NONE, count_entries (new, n_new)),
  };

  whole.ends_differ = whole.base_state == DWELL_NONE
                        ? whole.new_state != DWELL_NONE
                        : making->match->new_of_base[whole.base_state] != whole.new_state;
  g_array_append_val (making->rows, whole);
  for (guint i = 0; i < n_new; i++)
    {
      const DwellStateTime *partner = NULL;

      for (guint k = 0; k < n_base && partner == NULL; k++)
        if (making->match->new_of_base[base[k].area] == new[i].area)
          {
            partner = &base[k];
            is_told[k] = TRUE;
          }
      add_state (making, base_track, new_track, partner, &new[i]);
    }

  for (guint i = 0; i < n_base; i++)
    if (!is_told[i])
      add_state (making, base_track, new_track, &base[i], NULL);
}

static void
add_variable (Making  *making,
              guint32  base_track,
              guint32  new_track)
{
  gboolean has_states =
    (base_track != DWELL_NONE && dwell_values_has_states (making->self->base.trace, base_track)) ||
    (new_track != DWELL_NONE && dwell_values_has_states (making->self->new.trace, new_track));
  DwellValueDifferenceRow row = { .base_track = base_track, .new_track = new_track };

  if (has_states)
    {
      add_states (making, base_track, new_track);
      return;
    }

  set_written (making, &row);
  g_array_append_val (making->rows, row);
}

/* Returns (nullable) the times in states; NULL: cancelled, or too little memory. */
static GArray *
collect_states (const DwellValueSide *side,
                GCancellable         *cancellable)
{
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (side->statistics, side->begin, side->end,
                                  DWELL_STATISTICS_TOTALS, cancellable);

  return statistics != NULL ? dwell_values_collect_states (side->trace, statistics) : NULL;
}

static gboolean
add_rows (Making       *making,
          GCancellable *cancellable)
{
  const DwellTrace *base = making->self->base.trace;
  const DwellTrace *new = making->self->new.trace;

  for (guint32 i = 0; i < new->n_tracks && !g_cancellable_is_cancelled (cancellable); i++)
    if (dwell_values_is_variable (new, i))
      add_variable (making, making->partners[1][i], i);
  for (guint32 i = 0; i < base->n_tracks && !g_cancellable_is_cancelled (cancellable); i++)
    if (dwell_values_is_variable (base, i) && making->partners[0][i] == DWELL_NONE)
      add_variable (making, i, DWELL_NONE);

  return !g_cancellable_is_cancelled (cancellable);
}

/**
 * dwell_value_difference_new:
 * @base: the base; what it points to must outlive the result
 * @new: the new recording; what it points to must outlive the result
 * @match: which areas of the two correspond
 * @cancellable: (nullable): a cancellable
 *
 * Matches variables and states, and compares their values.
 *
 * Returns: (transfer full) (nullable): the difference; %NULL: cancelled, or too little memory
 */
DwellValueDifference *
dwell_value_difference_new (const DwellValueSide *base,
                            const DwellValueSide *new,
                            const DwellMatch     *match,
                            GCancellable         *cancellable)
{
  g_autoptr(DwellValueDifference) self = g_new0 (DwellValueDifference, 1);
  g_autoptr(GArray) of_base = collect_states (base, cancellable);
  g_autoptr(GArray) of_new = of_base != NULL ? collect_states (new, cancellable) : NULL;
  g_autofree guint32 *there = g_new (guint32, MAX (base->trace->n_tracks, 1));
  g_autofree guint32 *back = g_new (guint32, MAX (new->trace->n_tracks, 1));
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellValueDifferenceRow));
  Making making = { self, match, { of_base, of_new }, { there, back }, rows };

  if (of_new == NULL)
    return NULL;

  self->base = *base;
  self->new = *new;
  memset (there, 0xff, base->trace->n_tracks * sizeof *there);
  memset (back, 0xff, new->trace->n_tracks * sizeof *back);
  match_by_key (&making);
  match_by_area (&making);
  if (!add_rows (&making, cancellable))
    return NULL;

  self->n_rows = rows->len;
  self->rows = (DwellValueDifferenceRow *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
  return g_steal_pointer (&self);
}

/**
 * dwell_value_difference_free:
 * @self: (transfer full): a difference
 */
void
dwell_value_difference_free (DwellValueDifference *self)
{
  g_free (self->rows);
  g_free (self);
}

/**
 * dwell_value_difference_get_main:
 * @row: a row
 *
 * Returns: (transfer none): the figure that a row is judged by: the time in a state, the mean of a
 *   variable, else the number of writes
 */
const DwellFigure *
dwell_value_difference_get_main (const DwellValueDifferenceRow *row)
{
  return row->is_state ? &row->time : row->mean.has_base || row->mean.has_new ? &row->mean
                                                                               : &row->count;
}

/**
 * dwell_value_difference_get_relative:
 * @row: a row
 *
 * Returns: the relative change of the figure that the row is judged by; %NAN if there is none
 */
double
dwell_value_difference_get_relative (const DwellValueDifferenceRow *row)
{
  const DwellFigure *figure = dwell_value_difference_get_main (row);

  return figure->has_base && figure->has_new && figure->base_real != 0
           ? (figure->new_real - figure->base_real) / fabs (figure->base_real) : NAN;
}

static gboolean
is_same (const DwellFigure *figure)
{
  return figure->has_base == figure->has_new &&
         (!figure->has_base || (figure->base == figure->new &&
                                figure->base_real == figure->new_real));
}

/**
 * dwell_value_difference_get_verdict:
 * @row: a row
 *
 * Returns: the verdict on the row; %DWELL_VERDICT_SAME: only figures other than the main one differ
 */
DwellVerdict
dwell_value_difference_get_verdict (const DwellValueDifferenceRow *row)
{
  const DwellFigure *main_figure = dwell_value_difference_get_main (row);
  double change = dwell_figure_get_real_change (main_figure);

  if (row->is_state ? row->base_state == DWELL_NONE : row->base_track == DWELL_NONE)
    return DWELL_VERDICT_NEW;
  if (row->is_state ? row->new_state == DWELL_NONE : row->new_track == DWELL_NONE)
    return DWELL_VERDICT_GONE;
  if (is_same (&row->count) && is_same (&row->least) && is_same (&row->greatest) &&
      is_same (&row->mean) && is_same (&row->last) && !row->ends_differ && is_same (&row->time) &&
      is_same (&row->share))
    return DWELL_VERDICT_IDENTICAL;

  return change > 0 ? DWELL_VERDICT_MORE : change < 0 ? DWELL_VERDICT_LESS : DWELL_VERDICT_SAME;
}

/**
 * dwell_value_difference_is_possible:
 * @trace: a trace
 *
 * Returns: whether it has variables, states or signals
 */
gboolean
dwell_value_difference_is_possible (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (dwell_values_is_variable (trace, i))
      return TRUE;

  return FALSE;
}
