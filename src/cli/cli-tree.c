/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli tree: prints the call tree depth first, or bottom up: each area, and below it its
 * callers. Without recursion: the nodes still to print are on a stack. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/tree/dwell-tree-groups.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"

/* The greatest depth that indentation shows: a stack may be 100 000 deep. */
#define INDENTED_DEPTH 40u

/* The depth of callers without --depth: there are more paths upwards than nodes. */
#define CALLERS_DEPTH 8u

static const DwellCliColumn columns[] = {
  DWELL_CLI_COLUMN (dwell_tree_columns[DWELL_TREE_NAME]),
  { "depth", TRUE },
  DWELL_CLI_COLUMN (dwell_tree_columns[DWELL_TREE_COUNT]),
  DWELL_CLI_COLUMN (dwell_tree_columns[DWELL_TREE_TOTAL]),
  DWELL_CLI_COLUMN (dwell_tree_columns[DWELL_TREE_SELF]),
};

typedef struct {
  DwellCliRows            *rows;
  const DwellCliArguments *arguments;
  const DwellTree         *tree;
  const DwellCliSelection *selection;
} Telling;

static void
add_row (const Telling *telling,
         guint32        area,
         guint32        depth,
         guint64        count,
         gint64         total,
         gint64         self)
{
  const DwellTrace *trace = telling->tree->trace;
  g_autofree char *text = NULL;

  if (telling->arguments->form == DWELL_CLI_TABLE)
    {
      g_autofree char *label = dwell_trace_dup_area_label (trace, area);

      text = g_strdup_printf ("%*s%s", (int) (2 * MIN (depth, INDENTED_DEPTH)), "", label);
    }

  dwell_cli_rows_add_text (telling->rows,
                           text != NULL ? text : dwell_trace_get_area_title (trace, area));
  dwell_cli_rows_add_uint (telling->rows, depth);
  if (dwell_tree_knows_count (telling->tree, count))
    dwell_cli_rows_add_uint (telling->rows, count);
  else
    dwell_cli_rows_add_null (telling->rows);
  dwell_cli_rows_add_int (telling->rows, total);
  if (self != DWELL_TIME_NONE)
    dwell_cli_rows_add_int (telling->rows, self);
  else
    dwell_cli_rows_add_null (telling->rows);
}

/* Selects the nodes to print: those whose area is selected, and the nodes above them. */
static guint8 *
select_nodes (const Telling *telling)
{
  const DwellTree *tree = telling->tree;
  guint8 *is_wanted = g_new0 (guint8, MAX (tree->n_nodes, 1));

  for (guint32 node = tree->n_nodes; node-- > 0;)
    {
      is_wanted[node] |= telling->selection->areas[tree->areas[node]];
      if (is_wanted[node] && tree->parents[node] != DWELL_NONE)
        is_wanted[tree->parents[node]] = TRUE;
    }

  return is_wanted;
}

static void
tell_from_above (const Telling *telling)
{
  const DwellTree *tree = telling->tree;
  g_autofree guint8 *is_wanted = select_nodes (telling);
  guint32 max_depth = telling->arguments->depth > 0 ? telling->arguments->depth - 1 : G_MAXUINT32;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    if (is_wanted[node] && tree->depths[node] <= max_depth)
      add_row (telling, tree->areas[node], tree->depths[node], tree->counts[node],
               tree->totals[node], tree->selves != NULL ? tree->selves[node] : DWELL_TIME_NONE);
}

typedef struct {
  DwellTreeGroup *group;
  guint32         depth;
} Step;

/* The heaviest first. */
static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const DwellTreeGroup *left = *(DwellTreeGroup * const *) a;
  const DwellTreeGroup *right = *(DwellTreeGroup * const *) b;

  if (left->self != right->self)
    return left->self > right->self ? -1 : 1;
  return (left->total < right->total) - (left->total > right->total);
}

/* The last first, because steps are taken from the end. Groups of equal weight stay in the order in
 * which they came: that of their first nodes, or of the file. */
static void
push (GArray    *steps,
      GPtrArray *groups,
      guint32    depth)
{
  g_ptr_array_sort (groups, compare_groups);
  for (guint i = groups->len; i-- > 0;)
    {
      Step step = { groups->pdata[i], depth };

      g_array_append_val (steps, step);
    }

  g_ptr_array_set_free_func (groups, NULL);
  g_ptr_array_unref (groups);
}

static gboolean
is_wanted_root (const Telling        *telling,
                const DwellTreeGroup *group)
{
  const char *name = dwell_trace_get_area_title (telling->tree->trace, group->area);

  return telling->selection->areas[group->area] &&
         (telling->arguments->callers_of == NULL ||
          g_str_equal (telling->arguments->callers_of, name));
}

static void
tell_from_below (const Telling *telling)
{
  const DwellTree *tree = telling->tree;
  guint32 n_depths = telling->arguments->depth > 0 ? telling->arguments->depth : CALLERS_DEPTH;
  GPtrArray *roots = dwell_tree_get_groups (tree, DWELL_NONE, NULL);
  g_autoptr(GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint i = roots->len; i-- > 0;)
    if (!is_wanted_root (telling, roots->pdata[i]))
      g_ptr_array_remove_index (roots, i);

  push (steps, roots, 0);
  while (steps->len > 0)
    {
      Step step = g_array_index (steps, Step, steps->len - 1);
      g_autoptr(DwellTreeGroup) group = step.group;

      g_array_set_size (steps, steps->len - 1);
      add_row (telling, group->area, step.depth, group->count, group->total, group->self);
      if (step.depth + 1 < n_depths)
        push (steps, dwell_tree_group_get_callers (group, tree, DWELL_NONE, NULL), step.depth + 1);
    }
}

static gboolean
show_tree (DwellTrace              *trace,
           const char              *file,
           const DwellCliArguments *arguments,
           gpointer                 user_data)
{
  g_auto(DwellCliSelection) selection = { 0 };
  g_autoptr(DwellTree) tree = NULL;
  Telling telling = { user_data, arguments, NULL, &selection };
  DwellTreeOptions options = { 0 };

  if (!dwell_cli_selection_init (&selection, trace, file, arguments) ||
      !dwell_cli_selection_fits_tree (&selection, trace, file))
    return FALSE;

  options.begin = selection.begin;
  options.end = selection.end;
  options.contexts = selection.contexts;
  telling.tree = tree = dwell_tree_new (trace, &options, NULL);
  if (tree == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  dwell_cli_rows_begin (telling.rows, file);
  if (arguments->is_bottom_up || arguments->callers_of != NULL)
    tell_from_below (&telling);
  else
    tell_from_above (&telling);
  dwell_cli_rows_end (telling.rows);

  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "tree", columns,
                                           G_N_ELEMENTS (columns), dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_tree, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_tree = {
  "tree",
  "FILE…",
  N_("Show what called what, and what it cost"),
  N_("A row for each function (scope, process, routine …) in each chain of callers that it ran\n"
     "in, depth first, all contexts merged. The tree is made of the stacks in the file or, if it\n"
     "has none, of how spans are nested.\n"
     "\n"
     "  depth           0: nothing called it\n"
     "  count           how often it began; in a sampled profile, how often it was seen running\n"
     "  total           its weight with all that it called; of spans, gross time\n"
     "  self            its weight without what it called; of spans, net time; null if the file "
     "does\n"
     "                  not record it\n"
     "\n"
     "Of spans these are the times of “dwell-cli statistics”: time in which a context was\n"
     "preempted belongs to no function, the self of a function adds up to its net.total, and its\n"
     "total from the bottom up is its gross.total.\n"
     "\n"
     "Weights are ns, or what the format counts: see weight_unit of “dwell-cli info”.\n"
     "--from and --to make the tree of that range, if the file records when its functions ran.\n"
     "--filter keeps what matches and its callers.\n"
     "\n"
     "--bottom-up lists each function once, the largest self first, with its callers below it, 8\n"
     "deep unless --depth says otherwise: their total and self are the parts of the function’s\n"
     "own that came from these callers. Recursion counts once per stack in total.\n"
     "\n"
     "Example: the ten heaviest functions and who calls them\n"
     "  dwell-cli tree --bottom-up --depth=2 run.log | head"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_TREE | DWELL_CLI_TAKES_NAMES,
  run,
};
