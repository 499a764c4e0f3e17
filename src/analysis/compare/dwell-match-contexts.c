/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches contexts: by the user's pairs, by kind and name, by what ran in them, then in the order
 * in which they started. */
#include "config.h"

#include "analysis/compare/dwell-match.h"

#include <stdlib.h>
#include <string.h>

/* Contexts that are at least this similar are matched. */
#define LEAST_LIKENESS 0.5

/* With more contexts than this, they are not compared by what ran in them. */
#define MAX_LIKENED 1000

typedef struct {
  const DwellMatch *areas;
  const DwellTrace *traces[2];
  guint32          *partners[2]; /* by context: that of the other side, or DWELL_NONE */
} Matching;

static void
join (Matching *self,
      guint32   base,
      guint32   new)
{
  self->partners[0][base] = new;
  self->partners[1][new] = base;
}

/* By kind and name: the one context that has them, or DWELL_NONE if several do. */
static GHashTable *
index_names (const DwellTrace *trace)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      char *key = g_strdup_printf ("%u %s", trace->contexts[i].kind,
                                   dwell_trace_get_context_name (trace, i));
      guint32 context = g_hash_table_contains (index, key) ? DWELL_NONE : i;

      g_hash_table_replace (index, key, GUINT_TO_POINTER (context));
    }

  return index;
}

static void
match_by_user (Matching *self)
{
  for (guint i = 0; i < self->areas->contexts->len; i++)
    {
      const DwellContextPair *pair = &g_array_index (self->areas->contexts, DwellContextPair, i);

      if (self->partners[0][pair->base_context] == DWELL_NONE &&
          self->partners[1][pair->new_context] == DWELL_NONE)
        join (self, pair->base_context, pair->new_context);
    }
}

static void
match_by_name (Matching *self)
{
  g_autoptr(GHashTable) base = index_names (self->traces[0]);
  g_autoptr(GHashTable) new = index_names (self->traces[1]);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_hash_table_iter_init (&iter, base);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gpointer other;

      if (GPOINTER_TO_UINT (value) != DWELL_NONE &&
          self->partners[0][GPOINTER_TO_UINT (value)] == DWELL_NONE &&
          g_hash_table_lookup_extended (new, key, NULL, &other) &&
          GPOINTER_TO_UINT (other) != DWELL_NONE &&
          self->partners[1][GPOINTER_TO_UINT (other)] == DWELL_NONE)
        join (self, GPOINTER_TO_UINT (value), GPOINTER_TO_UINT (other));
    }
}

/* By context and area of the new side: the part of the context's own time that the area took. */
static double *
make_shares (const Matching        *self,
             const DwellStatistics *statistics,
             guint                  side)
{
  guint32 n_areas = self->areas->n_new;
  guint32 n_contexts = self->traces[side]->n_contexts;
  double *shares = g_new0 (double, MAX ((gsize) n_contexts * n_areas, 1));
  g_autofree double *wholes = g_new0 (double, MAX (n_contexts, 1));

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      guint32 area = side == 0 ? self->areas->new_of_base[row->area] : row->area;

      if (row->context == DWELL_NONE || !row->net_is_defined)
        continue;

      wholes[row->context] += (double) row->net.total;
      if (area != DWELL_NONE)
        shares[(gsize) row->context * n_areas + area] += (double) row->net.total;
    }

  for (guint32 i = 0; i < n_contexts; i++)
    for (guint32 k = 0; k < n_areas; k++)
      shares[(gsize) i * n_areas + k] /= wholes[i] > 0 ? wholes[i] : 1;

  return shares;
}

/* Σ min / Σ max; shares add up to 1, including areas without a partner. */
static double
get_likeness (const double *a,
              const double *b,
              guint32       n)
{
  double common = 0;

  for (guint32 i = 0; i < n; i++)
    common += MIN (a[i], b[i]);

  return common / (2 - common);
}

/* The unmatched context of the other side that is most like @context; DWELL_NONE if no context is
 * similar enough. */
static guint32
find_likest (const Matching *self,
             double * const  shares[2],
             guint           side,
             guint32         context)
{
  guint other_side = 1 - side;
  guint32 n_areas = self->areas->n_new;
  guint32 likest = DWELL_NONE;
  double best = LEAST_LIKENESS;

  for (guint32 i = 0; i < self->traces[other_side]->n_contexts; i++)
    {
      double likeness;

      if (self->partners[other_side][i] != DWELL_NONE ||
          self->traces[side]->contexts[context].kind !=
            self->traces[other_side]->contexts[i].kind)
        continue;

      likeness = get_likeness (shares[side] + (gsize) context * n_areas,
                               shares[other_side] + (gsize) i * n_areas, n_areas);
      if (likeness > best || (likeness == best && likest == DWELL_NONE))
        {
          best = likeness;
          likest = i;
        }
    }

  return likest;
}

static void
match_by_likeness (Matching              *self,
                   const DwellStatistics *of_base,
                   const DwellStatistics *of_new)
{
  g_autofree double *of_base_shares = NULL;
  g_autofree double *of_new_shares = NULL;
  double *shares[2];
  gboolean is_changed = TRUE;

  if (self->traces[0]->n_contexts > MAX_LIKENED || self->traces[1]->n_contexts > MAX_LIKENED ||
      self->areas->n_new > 100 * MAX_LIKENED)
    return;

  shares[0] = of_base_shares = make_shares (self, of_base, 0);
  shares[1] = of_new_shares = make_shares (self, of_new, 1);

  while (is_changed)
    {
      is_changed = FALSE;
      for (guint32 i = 0; i < self->traces[0]->n_contexts; i++)
        {
          guint32 likest = self->partners[0][i] == DWELL_NONE ? find_likest (self, shares, 0, i)
                                                              : DWELL_NONE;

          if (likest != DWELL_NONE && find_likest (self, shares, 1, likest) == i)
            {
              join (self, i, likest);
              is_changed = TRUE;
            }
        }
    }
}

typedef struct {
  gint64  begin;
  guint32 context;
} First;

static int
compare_firsts (gconstpointer a,
                gconstpointer b)
{
  const First *left = a;
  const First *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  return (left->context > right->context) - (left->context < right->context);
}

/* The contexts in the order in which something first ran in them. */
static First *
sort_contexts (const DwellTrace *trace)
{
  First *firsts = g_new (First, MAX (trace->n_contexts, 1));

  for (guint32 i = 0; i < trace->n_contexts; i++)
    firsts[i] = (First) { G_MAXINT64, i };

  for (guint32 i = 0; i < trace->n_rows; i++)
    {
      const DwellRow *row = &trace->rows[i];
      First *first = &firsts[trace->tracks[row->track].context];

      if (row->n_spans > 0)
        {
          gint64 begin = dwell_trace_get_span_begin (trace, trace->row_spans[row->first_span]);

          first->begin = MIN (first->begin, begin);
        }
    }

  qsort (firsts, trace->n_contexts, sizeof *firsts, compare_firsts);
  return firsts;
}

static void
match_by_order (Matching *self)
{
  g_autofree First *base = sort_contexts (self->traces[0]);
  g_autofree First *new = sort_contexts (self->traces[1]);
  guint32 next[DWELL_CONTEXT_TASK + 1] = { 0 }; /* by kind: how far the contexts of new are used
                                                 * up */

  for (guint32 i = 0; i < self->traces[0]->n_contexts; i++)
    {
      DwellContextKind kind = self->traces[0]->contexts[base[i].context].kind;
      guint32 *k = &next[kind];

      if (self->partners[0][base[i].context] != DWELL_NONE)
        continue;

      while (*k < self->traces[1]->n_contexts &&
             (self->partners[1][new[*k].context] != DWELL_NONE ||
              self->traces[1]->contexts[new[*k].context].kind != kind))
        (*k)++;
      if (*k < self->traces[1]->n_contexts)
        join (self, base[i].context, new[*k].context);
    }
}

/**
 * dwell_match_contexts:
 * @areas: which areas of the two correspond, and the user’s pairs of contexts
 * @base: a trace
 * @of_base: its statistics by area
 * @new: another
 * @of_new: its statistics
 *
 * Returns: (transfer full): by context of @base its partner in @new, or %DWELL_NONE
 */
guint32 *
dwell_match_contexts (const DwellMatch      *areas,
                      const DwellTrace      *base,
                      const DwellStatistics *of_base,
                      const DwellTrace      *new,
                      const DwellStatistics *of_new)
{
  g_autofree guint32 *back = g_new (guint32, MAX (new->n_contexts, 1));
  guint32 *there = g_new (guint32, MAX (base->n_contexts, 1));
  Matching matching = { areas, { base, new }, { there, back } };

  memset (there, 0xff, base->n_contexts * sizeof *there);
  memset (back, 0xff, new->n_contexts * sizeof *back);

  match_by_user (&matching);
  match_by_name (&matching);
  match_by_likeness (&matching, of_base, of_new);
  match_by_order (&matching);

  return there;
}
