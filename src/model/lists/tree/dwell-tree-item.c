/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row object of the tree list, made only while something shows the row, and the text of its
 * cells. */
#include "config.h"

#include "model/lists/tree/dwell-tree-item.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-cell-text.h"

/* In plain text, deeper rows are not indented further. */
#define INDENTED_DEPTH 40u

struct _DwellTreeItem
{
  GObject parent_instance;

  DwellTree      *tree;
  DwellTimeUnits *units;
  DwellTreeRow    row;
};

G_DEFINE_FINAL_TYPE (DwellTreeItem, dwell_tree_item, G_TYPE_OBJECT)

static void
dwell_tree_item_finalize (GObject *object)
{
  _dwell_time_units_unref (DWELL_TREE_ITEM (object)->units);
  dwell_tree_unref (DWELL_TREE_ITEM (object)->tree);

  G_OBJECT_CLASS (dwell_tree_item_parent_class)->finalize (object);
}

static void
dwell_tree_item_class_init (DwellTreeItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_tree_item_finalize;
}

static void
dwell_tree_item_init (DwellTreeItem *self)
{
}

DwellTreeItem *
_dwell_tree_item_new (DwellTree          *tree,
                      DwellTimeUnits     *units,
                      const DwellTreeRow *row)
{
  DwellTreeItem *self = g_object_new (DWELL_TYPE_TREE_ITEM, NULL);

  self->tree = dwell_tree_ref (tree);
  self->units = _dwell_time_units_ref (units);
  self->row = *row;
  return self;
}

/**
 * dwell_tree_item_get_row:
 * @self: a row
 *
 * Returns: (transfer none): the figures of the row
 */
const DwellTreeRow *
dwell_tree_item_get_row (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  return &self->row;
}

static const char *
get_name (const DwellTreeRow *self,
          const DwellTree    *tree)
{
  return self->area != DWELL_NONE ? dwell_trace_get_area_title (tree->trace, self->area)
                                  : dwell_trace_get_context_name (tree->trace, self->context);
}

/* The unit of weights is time or a count, as the tree says. */
DwellCellValue
_dwell_tree_row_get_cell (const DwellTreeRow *self,
                          const DwellTree    *tree,
                          DwellTreeColumn     column)
{
  DwellCellKind weight = tree->weights_are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT;

  switch (column)
    {
    case DWELL_TREE_COUNT:
      return dwell_cell_whole (DWELL_CELL_COUNT, self->count,
                               self->area != DWELL_NONE &&
                               dwell_tree_knows_count (tree, self->count));
    case DWELL_TREE_TOTAL:
      return dwell_cell_whole (weight, self->total, self->total != DWELL_TIME_NONE);
    case DWELL_TREE_TOTAL_SHARE:
      return dwell_cell_share (self->total_share);
    case DWELL_TREE_SELF:
      return dwell_cell_whole (weight, self->self, self->self != DWELL_TIME_NONE);
    case DWELL_TREE_SELF_SHARE:
      return dwell_cell_share (self->self_share);
    case DWELL_TREE_NAME:
    case DWELL_N_TREE_COLUMNS:
    default:
      return dwell_cell_text (get_name (self, tree));
    }
}

/**
 * dwell_tree_item_get_name:
 * @self: a row
 *
 * Returns: (transfer none): the name of the area or context
 */
const char *
dwell_tree_item_get_name (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  return get_name (&self->row, self->tree);
}

/**
 * dwell_tree_item_get_trace:
 * @self: a row
 *
 * Returns: (transfer none): the trace of its area and its context
 */
const DwellTrace *
dwell_tree_item_get_trace (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  return self->tree->trace;
}

/* The unit of a column is chosen from the times of the nodes, not of the rows. */
static DwellCellValue
get_node_cell (gconstpointer data,
               guint         node,
               guint         column)
{
  const DwellTree *tree = data;

  const gint64 *times = column == DWELL_TREE_TOTAL ? tree->totals : tree->selves;

  gboolean exists = times != NULL && times[node] != DWELL_TIME_NONE;

  return dwell_cell_whole (DWELL_CELL_TIME, exists ? times[node] : 0, exists);
}

/* Takes over @name, which is that of the row's area or context. */
static char *
make_name (DwellTreeItem *self,
           char          *name)
{
  g_autofree char *taken = name;

  switch (self->row.half)
    {
    case DWELL_TREE_CALLERS:
      /* Translators: %s is a function; below it stand those that called it */
      return g_strdup_printf (_("Callers of %s"), name);
    case DWELL_TREE_CALLEES:
      /* Translators: %s is a function; below it stand those that it called */
      return g_strdup_printf (_("Called by %s"), name);
    case DWELL_TREE_NO_HALF:
    default:
      return g_steal_pointer (&taken);
    }
}

/**
 * dwell_tree_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as the window shows it; empty if there is no value
 */
char *
dwell_tree_item_get_text (DwellTreeItem   *self,
                          DwellTreeColumn  column)
{
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  if (column == DWELL_TREE_NAME)
    return make_name (self, self->row.area != DWELL_NONE
                              ? dwell_trace_dup_area_label (self->tree->trace, self->row.area)
                              : g_strdup (dwell_tree_item_get_name (self)));

  cell = _dwell_tree_row_get_cell (&self->row, self->tree, column);
  return _dwell_time_units_to_text (self->units, &cell, column, get_node_cell, self->tree,
                                    self->tree->n_nodes);
}

/**
 * dwell_tree_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as other programs read it: times in ns, numbers as
 *   in the C locale, names indented by two spaces a level; empty if there is no value
 */
char *
dwell_tree_item_get_plain (DwellTreeItem   *self,
                           DwellTreeColumn  column)
{
  g_autofree char *name = NULL;
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  if (column == DWELL_TREE_NAME)
    {
      name = make_name (self, g_strdup (dwell_tree_item_get_name (self)));
      return g_strdup_printf ("%*s%s", (int) (2 * MIN (self->row.depth, INDENTED_DEPTH)), "", name);
    }

  cell = _dwell_tree_row_get_cell (&self->row, self->tree, column);
  return _dwell_cell_to_text (&cell, TRUE);
}
