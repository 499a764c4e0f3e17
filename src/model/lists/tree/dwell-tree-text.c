/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes a node of a call tree in a few lines of text. */
#include "config.h"

#include "model/lists/tree/dwell-tree-text.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"

static char *
weight_to_text (const DwellTree *tree,
                gint64           weight)
{
  g_autofree char *count = NULL;

  if (tree->weights_are_times)
    return dwell_text_duration (weight);

  count = dwell_text_count ((guint64) weight);
  if (*dwell_tree_get_unit (tree) == '\0')
    return g_steal_pointer (&count);

  /* Translators: a number, and what it counts: “20,310,154 bb-count” */
  return g_strdup_printf (C_("cost", "%s %s"), count, dwell_tree_get_unit (tree));
}

/* The share of the whole is left out if the sum of all self times has no meaning. */
static void
append_total (GString         *text,
              const DwellTree *tree,
              guint32          node)
{
  guint32 parent = tree->parents[node];
  g_autofree char *total = weight_to_text (tree, tree->totals[node]);
  g_autofree char *share =
    dwell_text_percent (dwell_share ((double) tree->totals[node],
                                     dwell_tree_get_whole (tree, DWELL_NONE)));
  g_autofree char *of_parent = NULL;

  if (parent != DWELL_NONE)
    of_parent = dwell_text_percent (dwell_share ((double) tree->totals[node],
                                                 (double) tree->totals[parent]));

  if (*share != '\0' && of_parent != NULL && *of_parent != '\0')
    /* Translators: a time (or number of samples), how much of all that is, how much it is of the
     * function that called, and the name of that one */
    g_string_append_printf (text, _("Total %s, %s of all, %s of %s"), total, share, of_parent,
                            dwell_tree_get_name (tree, parent));
  else if (*share != '\0')
    /* Translators: a time (or number of samples), and how much of all that is */
    g_string_append_printf (text, _("Total %s, %s of all"), total, share);
  else if (of_parent != NULL && *of_parent != '\0')
    /* Translators: a time (or number of samples), how much it is of the function that called, and
     * the name of that one */
    g_string_append_printf (text, _("Total %s, %s of %s"), total, of_parent,
                            dwell_tree_get_name (tree, parent));
  else
    /* Translators: a time (or number of samples) */
    g_string_append_printf (text, _("Total %s"), total);
}

/**
 * dwell_tree_describe_node:
 * @tree: a call tree
 * @node: a node
 *
 * Returns: (transfer full): name, total with shares, self and count, each on a line; a value that
 *   is not known has no line
 */
char *
dwell_tree_describe_node (const DwellTree *tree,
                          guint32          node)
{
  GString *text = g_string_new (dwell_tree_get_name (tree, node));

  g_string_append_c (text, '\n');
  append_total (text, tree, node);

  if (tree->selves != NULL && tree->selves[node] != DWELL_TIME_NONE &&
      tree->areas[node] != DWELL_NONE)
    {
      g_autofree char *own = weight_to_text (tree, tree->selves[node]);

      g_string_append_c (text, '\n');
      /* Translators: a time (or number of samples) in the function itself */
      g_string_append_printf (text, _("Self %s"), own);
    }

  if (tree->areas[node] != DWELL_NONE && dwell_tree_knows_count (tree, tree->counts[node]))
    {
      g_autofree char *count = dwell_text_count (tree->counts[node]);

      g_string_append_c (text, '\n');
      /* Translators: how often it was called */
      g_string_append_printf (text, _("Count %s"), count);
    }

  return g_string_free (text, FALSE);
}
