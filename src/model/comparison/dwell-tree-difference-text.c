/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes a node of two call trees in a few lines of text. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference.h"
#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-tree.h"

/* “Was 220 µs, now 380 µs: 160 µs more (×1.7)” */
static void
append_weights (GString                   *text,
                const DwellTreeDifference *self,
                guint32                    node)
{
  const DwellUnionTree *tree = self->tree;
  gint64 base = tree->common[node] + tree->lost[node];
  gint64 new = tree->common[node] + tree->gained[node];
  gint64 change = new - base;
  g_autofree char *was = dwell_tree_difference_dup_weight (self, base);
  g_autofree char *now = dwell_tree_difference_dup_weight (self, new);
  g_autofree char *by = dwell_tree_difference_dup_weight (self, change < 0 ? -change : change);
  g_autofree char *times = base > 0 && new > 0
                             ? g_strdup_printf (" (×%.3g)", (double) new / (double) base)
                             : g_strdup ("");

  if (tree->base_nodes[node] == DWELL_NONE)
    /* Translators: of a call that the base does not have: its time */
    g_string_append_printf (text, _("New: %s"), now);
  else if (tree->new_nodes[node] == DWELL_NONE)
    /* Translators: of a call that the new recording does not have: its time */
    g_string_append_printf (text, _("Gone: was %s"), was);
  else if (change == 0)
    /* Translators: of a call: its time in both recordings */
    g_string_append_printf (text, _("%s in both"), was);
  else
    g_string_append_printf (text, change > 0
                                    /* Translators: three times; “ (×1.7)” or nothing */
                                    ? _("Was %s, now %s: %s more%s")
                                    /* Translators: three times; “ (×0.7)” or nothing */
                                    : _("Was %s, now %s: %s less%s"), was, now, by, times);
}

static void
append_shares (GString                   *text,
               const DwellTreeDifference *self,
               guint32                    node)
{
  const DwellUnionTree *tree = self->tree;
  double of_base = dwell_share ((double) tree->common[node] + (double) tree->lost[node],
                                (double) tree->total_common + (double) tree->total_lost);
  double of_new = dwell_share ((double) tree->common[node] + (double) tree->gained[node],
                               (double) tree->total_common + (double) tree->total_gained);
  g_autofree char *was = dwell_text_percent (of_base);
  g_autofree char *now = dwell_text_percent (of_new);

  if (*was != '\0' && *now != '\0')
    {
      g_string_append_c (text, '\n');
      /* Translators: how much of all time of the base, and of the new recording */
      g_string_append_printf (text, _("Share %s → %s"), was, now);
    }
}

/* Appends how much of the change is due to how often it was called. */
static void
append_counts (GString                   *text,
               const DwellTreeDifference *self,
               guint32                    node)
{
  const DwellUnionTree *tree = self->tree;
  guint32 base = tree->base_nodes[node];
  guint32 new = tree->new_nodes[node];
  guint64 base_count = base != DWELL_NONE ? self->base->counts[base] : 0;
  guint64 new_count = new != DWELL_NONE ? self->new->counts[new] : 0;
  g_autofree char *was = dwell_text_count (base_count);
  g_autofree char *now = dwell_text_count (new_count);
  DwellSignedWide by_count;
  DwellSignedWide by_time;

  if ((base != DWELL_NONE && !dwell_tree_knows_count (self->base, base_count)) ||
      (new != DWELL_NONE && !dwell_tree_knows_count (self->new, new_count)))
    return;

  g_string_append_c (text, '\n');
  /* Translators: how often it was called in the base, and in the new recording */
  g_string_append_printf (text, _("Count %s → %s"), was, now);
  if (base_count == 0 || new_count == 0 || base_count == new_count || tree->are_shares)
    return;

  dwell_difference_explain (base_count, tree->common[node] + tree->lost[node], new_count,
                            tree->common[node] + tree->gained[node], &by_count, &by_time);
  g_clear_pointer (&was, g_free);
  g_clear_pointer (&now, g_free);
  was = dwell_tree_difference_dup_change (self, (gint64) by_count);
  now = dwell_tree_difference_dup_change (self, (gint64) by_time);
  g_string_append_c (text, '\n');
  /* Translators: two changes of time with their signs */
  g_string_append_printf (text, _("%s by count, %s by time"), was, now);
}

/**
 * dwell_tree_difference_describe:
 * @self: a difference
 * @node: a node of the union
 *
 * Returns: (transfer full): its name, its times, its shares and its counts, each on a line
 */
char *
dwell_tree_difference_describe (const DwellTreeDifference *self,
                                guint32                    node)
{
  GString *text = g_string_new (dwell_tree_difference_get_name (self, node));

  g_string_append_c (text, '\n');
  append_weights (text, self, node);
  append_shares (text, self, node);
  append_counts (text, self, node);
  return g_string_free (text, FALSE);
}
