/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=tree: the call trees of both as one, depth first. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-union-tree.h"
#include "cli/cli-compare-figures.h"

/* The greatest depth that indentation shows: a stack may be 100 000 deep. */
#define INDENTED_DEPTH 40u

static const DwellCliColumn columns[] = {
  { "name", FALSE }, { "depth", TRUE }, { "base", TRUE }, { "new", TRUE }, { "common", TRUE },
  { "lost", TRUE }, { "gained", TRUE },
  { "count.base", TRUE }, { "count.new", TRUE }, { "count.change", TRUE }, { "count.ratio", TRUE },
};

/* Returns: (transfer full) (nullable): the call tree of what is compared; NULL if an error was
 *   printed */
DwellTree *
_dwell_cli_compare_make_tree (const DwellCliRecording *recording)
{
  DwellTreeOptions options = {
    .begin = recording->selection.begin, .end = recording->selection.end,
    .contexts = recording->selection.contexts,
  };
  DwellTree *tree;

  if (!dwell_cli_selection_fits_tree (&recording->selection, recording->trace, recording->file))
    return NULL;

  tree = dwell_tree_new (recording->trace, &options, NULL);
  if (tree == NULL)
    dwell_cli_complain_memory (recording->file);
  return tree;
}

/* A side without the node called it 0 times. If a count is not known, neither is the change. */
static DwellFigure
make_count (const DwellTree *base,
            guint32          base_node,
            const DwellTree *new,
            guint32          new_node)
{
  guint64 base_count = base_node != DWELL_NONE ? base->counts[base_node] : 0;
  guint64 new_count = new_node != DWELL_NONE ? new->counts[new_node] : 0;
  DwellFigure count = {
    .base = (DwellSignedWide) base_count,
    .new = (DwellSignedWide) new_count,
    .base_real = (double) base_count,
    .new_real = (double) new_count,
    .has_base = base_node != DWELL_NONE && dwell_tree_knows_count (base, base_count),
    .has_new = new_node != DWELL_NONE && dwell_tree_knows_count (new, new_count),
  };

  count.is_sum = count.has_base == (base_node != DWELL_NONE) &&
                 count.has_new == (new_node != DWELL_NONE);
  return count;
}

static void
add_row (const DwellCliPair   *pair,
         DwellCliRows         *rows,
         const DwellTree      *base,
         const DwellTree      *new,
         const DwellUnionTree *tree,
         guint32               node)
{
  guint32 base_node = tree->base_nodes[node];
  guint32 new_node = tree->new_nodes[node];
  const DwellTree *named = new_node != DWELL_NONE ? new : base;
  guint32 area = named->areas[new_node != DWELL_NONE ? new_node : base_node];
  DwellFigure count = make_count (base, base_node, new, new_node);
  g_autofree char *text = NULL;

  if (pair->arguments->form == DWELL_CLI_TABLE || pair->arguments->form == DWELL_CLI_MARKDOWN)
    {
      g_autofree char *label = dwell_trace_dup_area_label (named->trace, area);

      text = g_strdup_printf ("%*s%s", (int) (2 * MIN (tree->depths[node], INDENTED_DEPTH)), "",
                              label);
    }

  dwell_cli_rows_add_text (rows, text != NULL ? text
                                              : dwell_trace_get_area_title (named->trace, area));
  dwell_cli_rows_add_uint (rows, tree->depths[node]);
  dwell_cli_rows_add_int (rows, tree->common[node] + tree->lost[node]);
  dwell_cli_rows_add_int (rows, tree->common[node] + tree->gained[node]);
  dwell_cli_rows_add_int (rows, tree->common[node]);
  dwell_cli_rows_add_int (rows, tree->lost[node]);
  dwell_cli_rows_add_int (rows, tree->gained[node]);
  _dwell_cli_rows_add_figure (rows, &count);
}

/* Selects the nodes to print: those whose area is selected on either side, and the nodes above
 * them. */
static guint8 *
select_nodes (const DwellCliPair   *pair,
              const DwellTree      *base,
              const DwellTree      *new,
              const DwellUnionTree *tree)
{
  guint8 *is_wanted = g_new0 (guint8, MAX (tree->n_nodes, 1));

  for (guint32 node = tree->n_nodes; node-- > 0;)
    {
      guint32 base_node = tree->base_nodes[node];
      guint32 new_node = tree->new_nodes[node];

      is_wanted[node] |=
        (base_node != DWELL_NONE && pair->base.selection.areas[base->areas[base_node]]) ||
        (new_node != DWELL_NONE && pair->new.selection.areas[new->areas[new_node]]);
      if (is_wanted[node] && tree->parents[node] != DWELL_NONE)
        is_wanted[tree->parents[node]] = TRUE;
    }

  return is_wanted;
}

static gboolean
is_told (const DwellCliCompare *options,
         DwellCliForm           form,
         const DwellUnionTree  *tree,
         guint32                node)
{
  double whole = (double) tree->total_common + (double) tree->total_lost;
  double moved = (double) tree->lost[node] + (double) tree->gained[node];

  return form == DWELL_CLI_CSV || form == DWELL_CLI_JSON || options->tells_all ||
         (moved > 0 && moved >= options->least_share * whole);
}

/* Returns the exit status. */
int
_dwell_cli_compare_tree (const DwellCliPair *pair)
{
  const DwellCliCompare *options = pair->options;
  g_autoptr(DwellTree) base = _dwell_cli_compare_make_tree (&pair->base);
  g_autoptr(DwellTree) new = _dwell_cli_compare_make_tree (&pair->new);
  g_autoptr(DwellUnionTree) tree = NULL;
  g_autofree guint8 *is_wanted = NULL;
  gboolean differ;
  guint32 n_told = 0;
  DwellCliRows *rows;

  if (base == NULL || new == NULL)
    return DWELL_CLI_FAILED;

  differ = g_strcmp0 (dwell_tree_get_unit (base), dwell_tree_get_unit (new)) != 0;
  tree = dwell_union_tree_new (base, new, pair->match, differ || options->per == DWELL_PER_TOTAL);
  if (tree == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }

  if (tree->are_shares)
    dwell_cli_complain (NULL, _("weights are millionths of the whole of each recording"));

  is_wanted = select_nodes (pair, base, new, tree);
  rows = dwell_cli_rows_new (pair->arguments->form, "tree", columns, G_N_ELEMENTS (columns), FALSE);
  dwell_cli_rows_begin (rows, pair->new.file);
  for (guint32 i = 0; i < tree->n_nodes && n_told < options->top; i++)
    if (is_wanted[i] && is_told (options, pair->arguments->form, tree, i))
      {
        add_row (pair, rows, base, new, tree, i);
        n_told++;
      }
  dwell_cli_rows_end (rows);

  return dwell_cli_rows_finish (rows) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}
