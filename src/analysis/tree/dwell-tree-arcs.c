/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the figures of groups from the functions and arcs of the trace. */
#include "config.h"

#include "analysis/tree/dwell-tree-arcs.h"

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"

/* Returns: (transfer full): the numbers of the arcs sorted by @areas, which has one of the two
 *   areas of each; @firsts: (out): by area, and one more, the place of its first */
static guint32 *
sort_arcs (const DwellTrace  *trace,
           const guint32     *areas,
           guint32          **firsts)
{
  guint32 *counts = dwell_big_alloc (trace->n_areas * sizeof (guint32));
  guint32 *sorted;

  *firsts = dwell_big_alloc ((trace->n_areas + 1) * sizeof (guint32));
  sorted = dwell_sort_numbers (areas, trace->n_arcs, trace->n_areas, *firsts, counts,
                               sizeof (guint32));
  (*firsts)[trace->n_areas] = trace->n_arcs;
  dwell_big_free (counts);
  return sorted;
}

/*< private >
 * _dwell_tree_arcs_index: finds the arcs of each area in a @tree that has arcs */
void
_dwell_tree_arcs_index (DwellTree *tree)
{
  const DwellTrace *trace = tree->trace;
  guint32 *areas = dwell_big_alloc (trace->n_arcs * sizeof (guint32));

  for (guint32 i = 0; i < trace->n_arcs; i++)
    areas[i] = trace->arcs[i].callee;
  tree->arcs_in = sort_arcs (trace, areas, &tree->first_arcs_in);

  for (guint32 i = 0; i < trace->n_arcs; i++)
    areas[i] = trace->arcs[i].caller;
  tree->arcs_out = sort_arcs (trace, areas, &tree->first_arcs_out);
  dwell_big_free (areas);
}

/* Groups by area; those that got figures from arcs are kept. */
typedef struct {
  GHashTable *found; /* area + 1 → DwellTreeGroup, owned */
  GPtrArray  *groups;
} Correction;

static void
correction_init (Correction *self,
                 GPtrArray  *groups)
{
  self->groups = groups;
  self->found = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) dwell_tree_group_free);
  g_ptr_array_set_free_func (groups, NULL);
  for (guint i = 0; i < groups->len; i++)
    {
      DwellTreeGroup *group = groups->pdata[i];

      g_hash_table_insert (self->found, GSIZE_TO_POINTER ((gsize) group->area + 1), group);
    }
  g_ptr_array_set_size (groups, 0);
  g_ptr_array_set_free_func (groups, (GDestroyNotify) dwell_tree_group_free);
}

/* The group of @area, without nodes if the tree has none of the area, appended to those kept. */
static DwellTreeGroup *
keep (Correction *self,
      guint32     area)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) area + 1);
  gpointer group;

  if (!g_hash_table_steal_extended (self->found, key, NULL, &group))
    {
      group = g_new0 (DwellTreeGroup, 1);
      ((DwellTreeGroup *) group)->area = area;
      ((DwellTreeGroup *) group)->context = DWELL_NONE;
    }

  g_ptr_array_add (self->groups, group);
  return group;
}

static void
correction_clear (Correction *self)
{
  g_hash_table_unref (self->found);
}

static void
keep_function (Correction                *self,
               const DwellFunctionWeight *function)
{
  DwellTreeGroup *group = keep (self, function->area);

  group->count = function->calls;
  group->self = function->self;
  group->total = function->total;
  group->is_whole = TRUE;
}

/* The weight of recursive calls is already in that of the outermost call. */
static void
keep_arc (Correction         *self,
          const DwellCallArc *arc,
          guint32             area)
{
  DwellTreeGroup *group = keep (self, area);

  group->count = arc->calls;
  group->self = DWELL_TIME_NONE;
  group->total = arc->caller == arc->callee ? 0 : arc->total;
}

/*< private >
 * _dwell_tree_arcs_correct_all: @groups: (inout): of all areas of the tree; afterwards of all
 * functions, in the order of the file */
void
_dwell_tree_arcs_correct_all (const DwellTree *tree,
                              GPtrArray       *groups)
{
  const DwellTrace *trace = tree->trace;
  Correction correction;

  correction_init (&correction, groups);
  for (guint32 i = 0; i < trace->n_functions; i++)
    keep_function (&correction, &trace->functions[i]);
  correction_clear (&correction);
}

/*< private >
 * _dwell_tree_arcs_correct: @groups: (inout): that of @area, if the tree has it */
void
_dwell_tree_arcs_correct (const DwellTree *tree,
                          guint32          area,
                          GPtrArray       *groups)
{
  const DwellTrace *trace = tree->trace;
  Correction correction;

  /* A cycle keeps the figures of the tree. */
  for (guint32 i = 0; i < trace->n_functions; i++)
    if (trace->functions[i].area == area)
      {
        correction_init (&correction, groups);
        keep_function (&correction, &trace->functions[i]);
        correction_clear (&correction);
        return;
      }
}

/*< private >
 * _dwell_tree_arcs_correct_callers: @groups: (inout): of the callers of @area */
void
_dwell_tree_arcs_correct_callers (const DwellTree *tree,
                                  guint32          area,
                                  GPtrArray       *groups)
{
  Correction correction;

  correction_init (&correction, groups);
  for (guint32 i = tree->first_arcs_in[area]; i < tree->first_arcs_in[area + 1]; i++)
    {
      const DwellCallArc *arc = &tree->trace->arcs[tree->arcs_in[i]];

      keep_arc (&correction, arc, arc->caller);
    }
  correction_clear (&correction);
}

/*< private >
 * _dwell_tree_arcs_correct_callees: @groups: (inout): of the callees of @area */
void
_dwell_tree_arcs_correct_callees (const DwellTree *tree,
                                  guint32          area,
                                  GPtrArray       *groups)
{
  Correction correction;

  correction_init (&correction, groups);
  for (guint32 i = tree->first_arcs_out[area]; i < tree->first_arcs_out[area + 1]; i++)
    {
      const DwellCallArc *arc = &tree->trace->arcs[tree->arcs_out[i]];

      keep_arc (&correction, arc, arc->callee);
    }
  correction_clear (&correction);
}

/*< private >
 * _dwell_tree_arcs_has_callers: whether @area has callers */
gboolean
_dwell_tree_arcs_has_callers (const DwellTree *tree,
                              guint32          area)
{
  return tree->first_arcs_in[area] < tree->first_arcs_in[area + 1];
}

/*< private >
 * _dwell_tree_arcs_has_callees: whether @area has callees */
gboolean
_dwell_tree_arcs_has_callees (const DwellTree *tree,
                              guint32          area)
{
  return tree->first_arcs_out[area] < tree->first_arcs_out[area + 1];
}
