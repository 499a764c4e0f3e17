/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the call tree by functions and by pairs of caller and callee. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-sums.h"

#include "core/dwell-hash.h"
#include "core/dwell-memory.h"
#include "core/dwell-wide.h"

typedef struct {
  DwellCallgrindSums *sums;
  DwellTrace         *trace;
  guint32            *places; /* by area: number of its function, plus 1 */
} Work;

static DwellCallgrindSum *
get_function (Work    *self,
              guint32  area)
{
  GArray *functions = self->sums->functions;

  if (self->places[area] == 0)
    {
      g_array_append_val (functions, ((DwellCallgrindSum) { .area = area }));
      self->places[area] = functions->len;
    }

  return &g_array_index (functions, DwellCallgrindSum, self->places[area] - 1);
}

static void
add_self (Work    *self,
          guint32  area,
          gint64   weight)
{
  DwellCallgrindSum *function = get_function (self, area);

  function->self = dwell_wide_clamp ((DwellWide) function->self + (guint64) weight);
  self->sums->total = dwell_wide_clamp ((DwellWide) self->sums->total + (guint64) weight);
}

/* The arc of a pair. @found: by caller and callee, its place plus 1. */
static DwellCallArc *
get_arc (Work       *self,
         GHashTable *found,
         guint32     caller,
         guint32     callee)
{
  GArray *arcs = self->sums->arcs;
  guint64 key = (guint64) caller << 32 | callee;
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (found, &key));

  if (place == 0)
    {
      g_array_append_val (arcs, ((DwellCallArc) { caller, callee, 0, 0 }));
      place = arcs->len;
      g_hash_table_insert (found, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }

  return &g_array_index (arcs, DwellCallArc, place - 1);
}

/* Adds the nodes from @first to @end; the outermost have @depth. Calls of a function that is
 * already active add no weight, because it is contained in the weight of the outermost call. */
static void
add_tree (Work            *self,
          const DwellTree *tree,
          guint32          first,
          guint32          end,
          guint32          depth)
{
  g_autoptr(GHashTable) found = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                       NULL);
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *n_active = g_new0 (guint32, MAX (self->trace->n_areas, 1));

  for (guint32 node = first; node < end; node++)
    {
      guint32 area = tree->areas[node];

      while (path->len > tree->depths[node] - depth)
        {
          n_active[g_array_index (path, guint32, path->len - 1)]--;
          g_array_set_size (path, path->len - 1);
        }

      add_self (self, area, dwell_tree_get_own (tree, node));
      if (path->len > 0)
        {
          DwellCallArc *arc = get_arc (self, found, g_array_index (path, guint32, path->len - 1),
                                       area);

          arc->calls = dwell_wide_narrow ((DwellWide) arc->calls + tree->counts[node]);
          if (n_active[area] == 0)
            arc->total = dwell_wide_clamp ((DwellWide) arc->total + (guint64) tree->totals[node]);
        }

      g_array_append_val (path, area);
      n_active[area]++;
    }
}

/* Takes the file's own figures. */
static void
add_functions (Work *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_functions; i++)
    add_self (self, trace->functions[i].area, trace->functions[i].self);
  g_array_append_vals (self->sums->arcs, trace->arcs, trace->n_arcs);
}

static int
compare_arcs (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  guint32 left = ((const DwellCallArc *) a)->caller;
  guint32 right = ((const DwellCallArc *) b)->caller;

  return (left > right) - (left < right);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const DwellTrace *trace = user_data;
  const DwellArea *left = &trace->areas[((const DwellLineWeight *) a)->area];
  const DwellArea *right = &trace->areas[((const DwellLineWeight *) b)->area];

  if (left->parent != right->parent)
    return left->parent < right->parent ? -1 : 1;
  if (left->file != right->file)
    return left->file < right->file ? -1 : 1;
  return (left->line > right->line) - (left->line < right->line);
}

/* Takes the lines of functions; a function keeps none if its lines weigh more than the function
 * itself. */
static void
add_lines (Work *self)
{
  const DwellTrace *trace = self->trace;
  GArray *lines = self->sums->lines;

  g_array_append_vals (lines, trace->lines, trace->n_lines);
  g_array_sort_with_data (lines, compare_lines, (gpointer) trace);

  for (guint first = 0, end; first < lines->len; first = end)
    {
      guint32 parent = trace->areas[g_array_index (lines, DwellLineWeight, first).area].parent;
      DwellWide sum = 0;

      for (end = first; end < lines->len; end++)
        {
          const DwellLineWeight *line = &g_array_index (lines, DwellLineWeight, end);

          if (trace->areas[line->area].parent != parent)
            break;
          sum += (guint64) MAX (dwell_callgrind_sums_get_line (self->sums, line), 0);
        }

      if (parent != DWELL_NONE && self->places[parent] != 0 &&
          sum <= (guint64) get_function (self, parent)->self)
        {
          get_function (self, parent)->first_line = first;
          get_function (self, parent)->n_lines = end - first;
        }
    }
}

static void
find_arcs (Work *self)
{
  GArray *arcs = self->sums->arcs;

  g_array_sort_with_data (arcs, compare_arcs, NULL);
  for (guint first = 0, end; first < arcs->len; first = end)
    {
      guint32 caller = g_array_index (arcs, DwellCallArc, first).caller;
      DwellCallgrindSum *function = get_function (self, caller);

      for (end = first; end < arcs->len; end++)
        if (g_array_index (arcs, DwellCallArc, end).caller != caller)
          break;
      function->first_arc = first;
      function->n_arcs = end - first;
    }
}

static int
compare_functions (gconstpointer a,
                   gconstpointer b)
{
  const DwellCallgrindSum *left = a;
  const DwellCallgrindSum *right = b;

  if (left->self != right->self)
    return left->self > right->self ? -1 : 1;
  return (left->area > right->area) - (left->area < right->area);
}

static void
take_unit (Work            *self,
           const DwellTree *tree)
{
  self->sums->are_times = tree->weights_are_times;
  self->sums->unit = tree->weights_are_times ? "ns"
                     : dwell_trace_get_string (self->trace, self->trace->weight_unit);
}

/* Adds up all that the trace has. Returns FALSE if it was cancelled or there is not enough
 * memory. */
static gboolean
add_all (Work         *self,
         gint64        begin,
         gint64        end,
         GCancellable *cancellable)
{
  const DwellTreeOptions options = { .begin = begin, .end = end };
  DwellTrace *trace = self->trace;
  g_autoptr(DwellTree) tree = NULL;

  self->sums->unit = dwell_trace_get_string (trace, trace->weight_unit);
  self->sums->are_times = trace->weights_are_times;
  if (trace->n_functions > 0)
    {
      add_functions (self);
      return TRUE;
    }

  tree = dwell_tree_new (trace, &options, cancellable);
  if (tree == NULL)
    return FALSE;

  take_unit (self, tree);
  add_tree (self, tree, 0, tree->n_nodes, 0);
  return TRUE;
}

static gboolean
begin_work (Work                *self,
            DwellTrace          *trace,
            DwellCallgrindSums  *sums,
            GError             **error)
{
  *self = (Work) { .sums = sums, .trace = trace };
  sums->functions = g_array_new (FALSE, FALSE, sizeof (DwellCallgrindSum));
  sums->lines = g_array_new (FALSE, FALSE, sizeof (DwellLineWeight));
  sums->arcs = g_array_new (FALSE, FALSE, sizeof (DwellCallArc));
  self->places = dwell_big_try_alloc (MAX (trace->n_areas, 1) * sizeof (guint32), error);
  return self->places != NULL;
}

static void
end_work (Work *self)
{
  find_arcs (self);
  g_array_sort (self->sums->functions, compare_functions);
  dwell_big_free (self->places);
}

/**
 * dwell_callgrind_sums_new:
 * @trace: a trace with a call tree, or with functions; must outlive the sums
 * @begin: ns: start of the range, for a trace that consists of spans
 * @end: ns: end of the range
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Returns: (transfer full) (nullable): the sums
 */
DwellCallgrindSums *
dwell_callgrind_sums_new (DwellTrace    *trace,
                          gint64         begin,
                          gint64         end,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autoptr(DwellCallgrindSums) sums = g_new0 (DwellCallgrindSums, 1);
  Work self;

  if (!begin_work (&self, trace, sums, error))
    return NULL;

  if (!add_all (&self, begin, end, cancellable))
    {
      dwell_big_free (self.places);
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        dwell_memory_set_error (error);
      return NULL;
    }

  add_lines (&self);
  end_work (&self);
  return g_steal_pointer (&sums);
}

/**
 * dwell_callgrind_sums_new_part:
 * @tree: a call tree with a root for each context; must outlive the sums
 * @root: one of these
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds up what ran in one context. Has no lines, because these are only known for all contexts
 * together.
 *
 * Returns: (transfer full) (nullable): the sums
 */
DwellCallgrindSums *
dwell_callgrind_sums_new_part (const DwellTree  *tree,
                               guint32           root,
                               GError          **error)
{
  g_autoptr(DwellCallgrindSums) sums = g_new0 (DwellCallgrindSums, 1);
  Work self;

  if (!begin_work (&self, tree->trace, sums, error))
    return NULL;

  take_unit (&self, tree);
  add_tree (&self, tree, root + 1, tree->ends[root], 1);
  end_work (&self);
  return g_steal_pointer (&sums);
}

/**
 * dwell_callgrind_sums_free:
 * @self: (transfer full): sums
 */
void
dwell_callgrind_sums_free (DwellCallgrindSums *self)
{
  g_array_unref (self->functions);
  g_array_unref (self->lines);
  g_array_unref (self->arcs);
  g_free (self);
}
