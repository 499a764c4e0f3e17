/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=flame: the call trees of both as one picture. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

#include "cli/cli-render.h"

/* The nodes that a filter matches on either side: for each node, and after the last, the number of
 * matches before it. */
static guint32 *
count_matches (const DwellCliPair        *pair,
               const DwellTreeDifference *difference)
{
  const DwellUnionTree *tree = difference->tree;
  guint32 *before = g_new0 (guint32, (gsize) tree->n_nodes + 1);

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 base = tree->base_nodes[node];
      guint32 new = tree->new_nodes[node];

      before[node + 1] =
        before[node] +
        ((base != DWELL_NONE && pair->base.selection.areas[difference->base->areas[base]]) ||
         (new != DWELL_NONE && pair->new.selection.areas[difference->new->areas[new]]));
    }

  return before;
}

static gboolean
draw (const DwellCliPair  *pair,
      DwellTreeDifference *difference)
{
  const DwellCliArguments *arguments = pair->arguments;
  g_autoptr(DwellFlame) flame =
    dwell_tree_difference_make_flame (difference, DWELL_TREE_WIDTH_BOTH, DWELL_FLAME_BY_TIME);
  g_autofree guint32 *before = arguments->filter != NULL ? count_matches (pair, difference) : NULL;
  /* Translators: headline of a picture: the files of the base and of the new recording */
  g_autofree char *title = g_strdup_printf (_("Base %s · New %s"), pair->base.file,
                                            pair->new.file);
  DwellFlameScene scene = {
    .flame = flame, .difference = difference, .x1 = 1, .before = before,
    .palette = dwell_palette_get (arguments->is_dark, FALSE),
    .zoomed = DWELL_NONE, .focus = DWELL_NONE, .hover = DWELL_NONE,
  };

  return dwell_cli_write_flame (&scene, title, arguments);
}

/* Returns the exit status. */
int
_dwell_cli_compare_flame (const DwellCliPair *pair)
{
  g_autoptr(DwellTree) base = _dwell_cli_compare_make_tree (&pair->base);
  g_autoptr(DwellTree) new = base != NULL ? _dwell_cli_compare_make_tree (&pair->new) : NULL;
  g_autoptr(DwellTreeDifference) difference = NULL;

  if (new == NULL)
    return DWELL_CLI_FAILED;

  difference = dwell_tree_difference_new (base, new, pair->match);
  if (difference == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }
  if (difference->tree->n_nodes == 0)
    {
      dwell_cli_complain (pair->new.file, _("there is no call tree to draw"));
      return DWELL_CLI_FAILED;
    }

  return draw (pair, difference) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}
