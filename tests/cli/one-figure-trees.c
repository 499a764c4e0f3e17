/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages made of stacks show: call tree, from above, from below and around an area; flame
 * graph; costs. */
#include "config.h"

#include <string.h>

#include "model/lists/costs/dwell-cost-list.h"
#include "model/lists/tree/dwell-tree-list.h"
#include "model/lists/tree/dwell-tree-text.h"
#include "one-figure-pages.h"

/* Shows it in @list, all of it unfolded. (transfer full) (nullable): the source */
static DwellTreeSource *
show_tree (const Scope   *scope,
           DwellTreeList *list,
           DwellTreeMode  mode)
{
  DwellTreeSource *source;

  if (!dwell_tree_is_possible (scope->trace))
    return NULL;

  source = dwell_tree_source_get (scope->view);
  dwell_query_hold (DWELL_QUERY (source));
  dwell_tree_list_set_mode (list, mode);
  dwell_tree_list_set_source (list, source);
  WAIT_UNTIL (dwell_tree_source_get_tree (source) != NULL &&
              !dwell_query_get_busy (DWELL_QUERY (source)));
  wait_for (list);
  for (guint i = 0; i < get_n (list) && mode == DWELL_TREE_TOP_DOWN; i++)
    dwell_tree_list_fold (list, i, FALSE);
  wait_for (list);
  return source;
}

static void
drop_tree (DwellTreeList   *list,
           DwellTreeSource *source)
{
  dwell_tree_list_set_source (list, NULL);
  dwell_query_release (DWELL_QUERY (source));
  g_object_unref (source);
}

/* The figures of the columns; of areas made of spans, under the names that statistics have. */
static void
tell_tree_item (const Scope   *scope,
                DwellTreeItem *item,
                const char    *thing,
                gboolean       is_of_area)
{
  FigureType weight_type = get_weight_type (scope);
  const struct {
    DwellTreeColumn  column;
    FigureType       type;
    const char      *name;
    const char      *area_name;
  } figures[] = {
    { DWELL_TREE_COUNT, FIGURE_COUNT, "count", "count" },
    { DWELL_TREE_TOTAL, weight_type, "total", get_total_name (scope) },
    { DWELL_TREE_SELF, weight_type, "self", get_self_name (scope) },
    { DWELL_TREE_TOTAL_SHARE, FIGURE_SHARE, "total_share", "total_share" },
    { DWELL_TREE_SELF_SHARE, FIGURE_SHARE, "self_share", "share" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *plain = dwell_tree_item_get_plain (item, figures[i].column);
      g_autofree char *text = dwell_tree_item_get_text (item, figures[i].column);
      gboolean is_total = figures[i].column == DWELL_TREE_TOTAL ||
                          figures[i].column == DWELL_TREE_TOTAL_SHARE;

      if (is_of_area && is_total && !has_sound_stacks (scope->trace))
        continue;

      book_tell (scope->book, figures[i].type, thing,
                 is_of_area ? figures[i].area_name : figures[i].name, plain, text);
    }
}

void
one_figure_tell_tree (const Scope *scope)
{
  g_autoptr(DwellTreeList) list = dwell_tree_list_new ();
  DwellTreeSource *source = show_tree (scope, list, DWELL_TREE_TOP_DOWN);

  if (source == NULL)
    return;

  g_assert_cmpuint (get_n (list), ==, dwell_tree_source_get_tree (source)->n_nodes);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *thing = thing_node (dwell_tree_item_get_row (item)->node);

      tell_tree_item (scope, item, thing, FALSE);
    }
  drop_tree (list, source);
}

void
one_figure_tell_bottom_up (const Scope *scope)
{
  g_autoptr(DwellTreeList) list = dwell_tree_list_new ();
  DwellTreeSource *source = show_tree (scope, list, DWELL_TREE_BOTTOM_UP);

  if (source == NULL)
    return;

  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const DwellTreeRow *row = dwell_tree_item_get_row (item);
      g_autofree char *thing = thing_area (row->area, DWELL_NONE);

      if (row->depth == 0)
        tell_tree_item (scope, item, thing, TRUE);
    }
  drop_tree (list, source);
}

/* Both halves tell of the area itself. */
void
one_figure_tell_callers (const Scope *scope)
{
  g_autoptr(DwellTreeList) list = dwell_tree_list_new ();
  DwellTreeSource *source = show_tree (scope, list, DWELL_TREE_AROUND);

  if (source == NULL)
    return;

  for (guint32 area = 0; area < MIN (scope->trace->n_areas, MAX_LOOKED_AT); area++)
    {
      g_autofree char *thing = thing_area (area, DWELL_NONE);

      dwell_tree_list_set_area (list, area);
      wait_for (list);
      for (guint i = 0; i < get_n (list); i++)
        {
          g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

          if (dwell_tree_item_get_row (item)->half != DWELL_TREE_NO_HALF)
            tell_tree_item (scope, item, thing, TRUE);
        }
    }
  drop_tree (list, source);
}

/* The text behind @label in @line, up to the next comma; NULL if @line does not begin so. */
static char *
cut (const char *line,
     const char *label)
{
  const char *begin = g_str_has_prefix (line, label) ? line + strlen (label) : NULL;

  return begin != NULL ? g_strndup (begin, strcspn (begin, ",")) : NULL;
}

/* As the tooltip has it: name, “Total 3 ms, 20 % of all, …”, “Self 1 ms”, “Count 7”. Of samples a
 * unit stands behind the number: these are not read. */
static void
tell_flame_node (const Scope     *scope,
                 const DwellTree *tree,
                 guint32          node)
{
  g_autofree char *thing = thing_node (node);
  g_autofree char *text = dwell_tree_describe_node (tree, node);
  g_auto(GStrv) lines = g_strsplit (text + strlen (dwell_tree_get_name (tree, node)) + 1, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *total = cut (lines[i], "Total ");
      g_autofree char *self = cut (lines[i], "Self ");
      g_autofree char *count = cut (lines[i], "Count ");
      const char *of_all = strstr (lines[i], " of all");

      if (total != NULL && tree->weights_are_times)
        book_tell (scope->book, FIGURE_TIME, thing, "total", NULL, total);
      if (self != NULL && tree->weights_are_times)
        book_tell (scope->book, FIGURE_TIME, thing, "self", NULL, self);
      if (count != NULL)
        book_tell (scope->book, FIGURE_COUNT, thing, "count", NULL, count);
      if (total != NULL && of_all != NULL)
        {
          const char *begin = strstr (lines[i], ", ") + 2;
          g_autofree char *share = g_strndup (begin, (gsize) (of_all - begin));

          book_tell (scope->book, FIGURE_SHARE, thing, "total_share", NULL, share);
        }
    }
}

void
one_figure_tell_flame (const Scope *scope)
{
  g_autoptr(DwellTreeList) list = dwell_tree_list_new ();
  DwellTreeSource *source = show_tree (scope, list, DWELL_TREE_TOP_DOWN);
  const DwellTree *tree;

  if (source == NULL)
    return;

  tree = dwell_tree_source_get_tree (source);
  for (guint32 node = 0; node < tree->n_nodes; node++)
    tell_flame_node (scope, tree, node);
  drop_tree (list, source);
}

/* --- Costs --- */

static void
tell_costs_of (const Scope   *scope,
               DwellCostList *list,
               gboolean       is_self)
{
  const struct {
    DwellCostListColumn  column;
    FigureType           type;
    const char          *figure;
  } figures[] = {
    { DWELL_COST_LIST_CALLS, FIGURE_COUNT, "count" },
    { DWELL_COST_LIST_COST, get_weight_type (scope),
      is_self ? get_self_name (scope) : get_total_name (scope) },
    { DWELL_COST_LIST_SHARE, FIGURE_SHARE, is_self ? "share" : "total_share" },
    { DWELL_COST_LIST_AT_10X, FIGURE_VALUE, is_self ? "self_at_10x" : "at_10x" },
  };

  dwell_cost_list_set_is_self (list, is_self);
  wait_for (list);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellCostItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *thing = thing_area (dwell_cost_item_get_area (item), DWELL_NONE);

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        {
          g_autofree char *plain = dwell_cost_item_get_plain (item, figures[j].column);
          g_autofree char *text = dwell_cost_item_get_text (item, figures[j].column);

          book_tell (scope->book, figures[j].type, thing, figures[j].figure, plain, text);
        }
    }
}

void
one_figure_tell_costs (const Scope *scope)
{
  g_autoptr(DwellCostList) list = dwell_cost_list_new ();
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  if (scope->trace->n_cost_owners == 0)
    return;

  dwell_cost_list_set_filter (list, &filter);
  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  tell_costs_of (scope, list, FALSE);
  tell_costs_of (scope, list, TRUE);
}
