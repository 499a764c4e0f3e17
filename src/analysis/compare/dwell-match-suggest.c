/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggests which new area a gone area may have become: names, callers and callees, counts and times
 * are similar. */
#include "config.h"

#include "analysis/compare/dwell-match.h"

#include <stdlib.h>
#include <string.h>

/* Only this many of the heaviest areas of each side are compared. */
#define MAX_CANDIDATES 500

/* Longer names are compared up to this length. */
#define MAX_NAME 100

#define WEIGHT_OF_NAME       0.4
#define WEIGHT_OF_NEIGHBOURS 0.4
#define WEIGHT_OF_FIGURES    0.2
#define LEAST_SCORE          0.6

typedef struct {
  guint32     area;
  guint64     count;
  double      mean;
  DwellWide   weight;
  gunichar    name[MAX_NAME];
  guint       n_name;
  GHashTable *neighbours; /* areas of the new side that call it or that it calls */
} Candidate;

static void
candidate_clear (gpointer data)
{
  g_hash_table_unref (((Candidate *) data)->neighbours);
}

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *left = a;
  const Candidate *right = b;

  if (left->weight != right->weight)
    return left->weight > right->weight ? -1 : 1;
  return (left->area > right->area) - (left->area < right->area);
}

/* The function's part of the name, with case folded. */
static void
set_name (Candidate        *self,
          const DwellTrace *trace)
{
  const DwellArea *area = &trace->areas[self->area];
  const char *name = dwell_trace_get_string (trace, area->function != 0 ? area->function
                                                                        : area->name);
  g_autofree char *valid = g_utf8_make_valid (name, (gssize) strnlen (name, 4 * MAX_NAME));
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  self->n_name = 0;
  for (const char *p = folded; *p != '\0' && self->n_name < MAX_NAME; p = g_utf8_next_char (p))
    self->name[self->n_name++] = g_utf8_get_char (p);
}

/* The heaviest areas, over all contexts, that ran and have no partner. */
static GArray *
make_candidates (const DwellTrace      *trace,
                 const DwellStatistics *statistics,
                 const guint32         *partners)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      Candidate candidate = { .area = row->area, .count = row->count, .weight = row->call_sum };

      if (row->context != DWELL_NONE || row->count == 0 || partners[row->area] != DWELL_NONE)
        continue;

      candidate.mean = (double) row->call_sum / (double) row->count;
      g_array_append_val (candidates, candidate);
    }

  g_array_sort (candidates, compare_candidates);
  g_array_set_size (candidates, MIN (candidates->len, MAX_CANDIDATES));
  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < candidates->len; i++)
    {
      Candidate *candidate = &g_array_index (candidates, Candidate, i);

      candidate->neighbours = g_hash_table_new (NULL, NULL);
      set_name (candidate, trace);
    }

  return candidates;
}

static void
note_neighbour (Candidate     *self,
                const guint32 *neighbours,
                guint32        area,
                gboolean       is_caller)
{
  guint32 neighbour = neighbours[area];

  if (self != NULL && neighbour != DWELL_NONE)
    g_hash_table_add (self->neighbours,
                      GSIZE_TO_POINTER (((gsize) neighbour << 1 | (is_caller != 0)) + 1));
}

/* One walk along all spans, or stack nodes. Most repeat the pair of areas before them.
 * @neighbours: by area of @trace its number on the new side; an area without a partner cannot be a
 *   common neighbour */
static void
gather_neighbours (GArray           *candidates,
                   const DwellTrace *trace,
                   const guint32    *neighbours)
{
  gboolean is_of_nodes = trace->n_stack_nodes > 0;
  guint32 n = is_of_nodes ? trace->n_stack_nodes : trace->n_spans;
  const guint32 *parents = is_of_nodes ? trace->node_parent : trace->span_parent;
  const guint32 *areas = is_of_nodes ? trace->node_area : trace->span_area;
  g_autofree Candidate **by_area = g_new0 (Candidate *, MAX (trace->n_areas, 1));
  g_autofree guint32 *last = g_new (guint32, MAX (trace->n_areas, 1));

  memset (last, 0xff, trace->n_areas * sizeof *last);
  for (guint i = 0; i < candidates->len; i++)
    {
      Candidate *candidate = &g_array_index (candidates, Candidate, i);

      by_area[candidate->area] = candidate;
    }

  for (guint32 i = 0; i < n; i++)
    {
      guint32 caller = parents[i] != DWELL_NONE ? areas[parents[i]] : DWELL_NONE;

      if (caller == DWELL_NONE || last[areas[i]] == caller)
        continue;

      last[areas[i]] = caller;
      note_neighbour (by_area[areas[i]], neighbours, caller, TRUE);
      note_neighbour (by_area[caller], neighbours, areas[i], FALSE);
    }
}

static double
get_common_part (GHashTable *a,
                 GHashTable *b)
{
  GHashTableIter iter;
  gpointer key;
  guint n_common = 0;
  guint n_all;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    n_common += g_hash_table_contains (b, key);

  n_all = g_hash_table_size (a) + g_hash_table_size (b) - n_common;
  return n_all > 0 ? (double) n_common / n_all : 0;
}

/* Levenshtein's distance, as a part of the longer name. */
static double
get_likeness (const Candidate *a,
              const Candidate *b)
{
  guint costs[MAX_NAME + 1];
  guint longer = MAX (a->n_name, b->n_name);

  for (guint j = 0; j <= b->n_name; j++)
    costs[j] = j;

  for (guint i = 0; i < a->n_name; i++)
    {
      guint diagonal = costs[0];

      costs[0] = i + 1;
      for (guint j = 0; j < b->n_name; j++)
        {
          guint replaced = diagonal + (a->name[i] != b->name[j]);

          diagonal = costs[j + 1];
          costs[j + 1] = MIN (replaced, MIN (costs[j], costs[j + 1]) + 1);
        }
    }

  return longer > 0 ? 1 - (double) costs[b->n_name] / longer : 1;
}

static double
get_part (double a,
          double b)
{
  return MAX (a, b) > 0 ? MIN (a, b) / MAX (a, b) : 1;
}

static double
get_score (const Candidate *base,
           const Candidate *new)
{
  double score = WEIGHT_OF_NEIGHBOURS * get_common_part (base->neighbours, new->neighbours) +
                 WEIGHT_OF_FIGURES * get_part ((double) base->count, (double) new->count) *
                   get_part (base->mean, new->mean);

  /* Where even equal names could not reach the least score, names need not be compared. */
  if (score + WEIGHT_OF_NAME < LEAST_SCORE)
    return 0;

  return score + WEIGHT_OF_NAME * get_likeness (base, new);
}

/**
 * dwell_match_suggest:
 * @self: a match
 * @base: a trace
 * @of_base: its statistics by area
 * @new: another
 * @of_new: its statistics
 *
 * Returns: (transfer full) (element-type DwellSuggestion): pairs of areas without a partner each of
 *   which is the most similar to the other
 */
GArray *
dwell_match_suggest (const DwellMatch      *self,
                     const DwellTrace      *base,
                     const DwellStatistics *of_base,
                     const DwellTrace      *new,
                     const DwellStatistics *of_new)
{
  g_autoptr(GArray) gone = make_candidates (base, of_base, self->new_of_base);
  g_autoptr(GArray) came = make_candidates (new, of_new, self->base_of_new);
  GArray *suggestions = g_array_new (FALSE, FALSE, sizeof (DwellSuggestion));
  g_autofree guint32 *matched = g_new (guint32, MAX (self->n_new, 1));
  g_autofree DwellSuggestion *of_gone = g_new0 (DwellSuggestion, MAX (gone->len, 1));
  g_autofree DwellSuggestion *of_came = g_new0 (DwellSuggestion, MAX (came->len, 1));

  if (gone->len == 0 || came->len == 0)
    return suggestions;

  for (guint32 i = 0; i < self->n_new; i++)
    matched[i] = self->base_of_new[i] != DWELL_NONE ? i : DWELL_NONE;
  gather_neighbours (gone, base, self->new_of_base);
  gather_neighbours (came, new, matched);

  for (guint i = 0; i < gone->len; i++)
    for (guint k = 0; k < came->len; k++)
      {
        const Candidate *a = &g_array_index (gone, Candidate, i);
        const Candidate *b = &g_array_index (came, Candidate, k);
        DwellSuggestion pair = { a->area, b->area, 0 };

        if (base->areas[a->area].kind == new->areas[b->area].kind)
          pair.score = get_score (a, b);
        if (pair.score > of_gone[i].score)
          of_gone[i] = pair;
        if (pair.score > of_came[k].score)
          of_came[k] = pair;
      }

  for (guint i = 0; i < gone->len; i++)
    for (guint k = 0; k < came->len && of_gone[i].score >= LEAST_SCORE; k++)
      if (of_came[k].new_area == of_gone[i].new_area && of_came[k].base_area == of_gone[i].base_area
          && of_came[k].score == of_gone[i].score)
        {
          g_array_append_val (suggestions, of_gone[i]);
          break;
        }

  return suggestions;
}
