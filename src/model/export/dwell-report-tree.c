/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the heaviest nodes of the call tree in a report. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-columns.h"
#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"
#include "model/export/dwell-report-private.h"

/* Nodes at this depth or deeper are indented alike. */
#define INDENTED_DEPTH 12u

#define EM_SPACE "\xe2\x80\x83"

static const DwellTreeColumn columns[] = {
  DWELL_TREE_NAME, DWELL_TREE_COUNT, DWELL_TREE_TOTAL, DWELL_TREE_TOTAL_SHARE, DWELL_TREE_SELF,
};

/* Makes the tree of the scope, if there can be one. */
gboolean
_dwell_report_prepare_tree (DwellReport  *self,
                            GCancellable *cancellable)
{
  const DwellTreeOptions options = { .begin = self->scope_begin, .end = self->scope_end };

  g_clear_pointer (&self->tree, dwell_tree_unref);
  if (dwell_tree_is_possible (self->trace))
    self->tree = dwell_tree_new (self->trace, &options, cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Returns the numbers of the heaviest nodes, in the order of the tree. Their callers are among
 * them, because a caller comes before what it called and weighs no less. */
static GArray *
find_heaviest (const DwellTree *tree)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 least = G_MININT64;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint lightest = 0;

      if (nodes->len == DWELL_REPORT_MAX_ROWS)
        {
          if (tree->totals[node] <= least)
            continue;

          for (guint i = 1; i < nodes->len; i++)
            if (tree->totals[g_array_index (nodes, guint32, i)] <=
                tree->totals[g_array_index (nodes, guint32, lightest)])
              lightest = i;
          g_array_remove_index (nodes, lightest);
        }

      g_array_append_val (nodes, node);
      least = tree->totals[node];
      for (guint i = 0; i < nodes->len; i++)
        least = MIN (least, tree->totals[g_array_index (nodes, guint32, i)]);
    }

  return nodes;
}

static char *
make_weight (const DwellTree *tree,
             gint64           weight)
{
  if (weight == DWELL_TIME_NONE)
    return g_strdup ("");

  return tree->weights_are_times ? dwell_text_duration (weight)
                                 : dwell_text_count ((guint64) MAX (weight, 0));
}

static void
add_node (DwellReportText *text,
          const DwellTree *tree,
          guint32          node,
          guint            numbers)
{
  g_autoptr(GString) name = g_string_new (NULL);
  gint64 self = tree->selves != NULL ? tree->selves[node] : DWELL_TIME_NONE;
  g_autofree char *count = dwell_tree_knows_count (tree, tree->counts[node])
                             ? dwell_text_count (tree->counts[node]) : g_strdup ("");
  g_autofree char *total = make_weight (tree, tree->totals[node]);
  g_autofree char *share = dwell_text_percent (dwell_share ((double) tree->totals[node],
                                                            dwell_tree_get_whole (tree,
                                                                                  DWELL_NONE)));
  g_autofree char *own = make_weight (tree, self);
  const char *cells[] = { NULL, count, total, share, own };

  for (guint32 i = 0; i < MIN (tree->depths[node], INDENTED_DEPTH); i++)
    g_string_append (name, EM_SPACE);
  g_string_append (name, dwell_tree_get_name (tree, node));
  cells[0] = name->str;
  dwell_report_text_row (text, cells, G_N_ELEMENTS (cells), numbers);
}

static void
add_table (DwellReportText *text,
           const DwellTree *tree)
{
  g_autoptr(GArray) nodes = find_heaviest (tree);
  const char *titles[G_N_ELEMENTS (columns)];
  const char *unit = tree->weights_are_times ? "" : dwell_tree_get_unit (tree);
  guint numbers = 0;

  if (*unit != '\0')
    {
      /* Translators: %s is what a profile counts, such as “samples” */
      g_autofree char *counted = g_strdup_printf (_("Counted: %s"), unit);

      dwell_report_text_paragraph (text, counted);
    }

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      titles[i] = _(dwell_tree_columns[columns[i]].title);
      numbers |= dwell_column_is_number (&dwell_tree_columns[columns[i]]) ? 1u << i : 0;
    }

  dwell_report_text_table (text, titles, G_N_ELEMENTS (columns), numbers);
  for (guint i = 0; i < nodes->len; i++)
    add_node (text, tree, g_array_index (nodes, guint32, i), numbers);
  dwell_report_text_end_table (text);

  if (tree->n_nodes > nodes->len)
    {
      guint n = tree->n_nodes - nodes->len;
      g_autofree char *count = dwell_text_count (n);
      g_autofree char *rest = g_strdup_printf (ngettext ("%s lighter call is not listed.",
                                                         "%s lighter calls are not listed.", n),
                                               count);

      dwell_report_text_paragraph (text, rest);
    }
}

/* Writes the picture of the tree, and the tree itself unless the statistics cover it. */
void
_dwell_report_add_tree (DwellReport     *self,
                        DwellReportText *text,
                        const char      *picture)
{
  const DwellTree *tree = dwell_report_get_tree (self);
  gboolean has_table = tree != NULL && !tree->is_of_spans;

  if (tree == NULL || (picture == NULL && !has_table))
    return;

  dwell_report_text_heading (text, _("Call Tree"));
  if (picture != NULL)
    dwell_report_text_picture (text, picture, _("The call tree as a flame graph"));
  if (has_table)
    add_table (text, tree);
}

/**
 * dwell_report_get_tree:
 * @self: a prepared report
 *
 * Returns: (transfer none) (nullable): the call tree of the scope; %NULL if there is none
 */
DwellTree *
dwell_report_get_tree (DwellReport *self)
{
  return self->tree != NULL && self->tree->n_nodes > 0 ? self->tree : NULL;
}
