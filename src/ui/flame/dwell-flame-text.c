/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the text of a frame for tooltips, screen readers and the clipboard. */
#include "config.h"

#include "ui/flame/dwell-flame-graph-private.h"

#include <glib/gi18n-lib.h>

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

static char *
share_to_text (gint64 weight,
               gint64 whole)
{
  return dwell_text_percent (whole > 0 ? (double) weight / (double) whole : 0);
}

/**
 * dwell_flame_graph_describe:
 * @self: a flame graph with a tree
 * @node: a node of the tree
 *
 * Returns: (transfer full): name, total with shares, self and count, each on a line
 */
char *
dwell_flame_graph_describe (DwellFlameGraph *self,
                            guint32          node)
{
  const DwellTree *tree = dwell_flame_get_tree (self->flame);
  guint32 parent = tree->parents[node];
  GString *text = g_string_new (dwell_tree_get_name (tree, node));
  g_autofree char *total = weight_to_text (tree, tree->totals[node]);
  g_autofree char *share = share_to_text (tree->totals[node], tree->total);

  g_string_append_c (text, '\n');
  if (parent != DWELL_NONE)
    {
      g_autofree char *of_parent = share_to_text (tree->totals[node], tree->totals[parent]);

      /* Translators: a time (or number of samples), how much of all that is, how much it is of the
       * function that called, and the name of that one */
      g_string_append_printf (text, _("Total %s, %s of all, %s of %s"), total, share, of_parent,
                              dwell_tree_get_name (tree, parent));
    }
  else
    {
      /* Translators: a time (or number of samples), and how much of all that is */
      g_string_append_printf (text, _("Total %s, %s of all"), total, share);
    }

  if (tree->selves != NULL && tree->selves[node] != DWELL_TIME_NONE &&
      tree->areas[node] != DWELL_NONE)
    {
      g_autofree char *own = weight_to_text (tree, tree->selves[node]);

      g_string_append_c (text, '\n');
      /* Translators: a time (or number of samples) in the function itself */
      g_string_append_printf (text, _("Self %s"), own);
    }

  if (tree->areas[node] != DWELL_NONE)
    {
      g_autofree char *count = dwell_text_count (tree->counts[node]);

      g_string_append_c (text, '\n');
      /* Translators: how often it was called */
      g_string_append_printf (text, _("Count %s"), count);
    }

  return g_string_free (text, FALSE);
}
