/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row object of the list of costs, made only while something shows the row. */
#include "config.h"

#include "model/lists/costs/dwell-cost-answer.h"

struct _DwellCostItem
{
  GObject parent_instance;

  DwellCostFacts facts;
};

G_DEFINE_FINAL_TYPE (DwellCostItem, dwell_cost_item, G_TYPE_OBJECT)

static void
dwell_cost_item_finalize (GObject *object)
{
  DwellCostItem *self = DWELL_COST_ITEM (object);

  dwell_costs_unref (self->facts.costs);
  g_clear_pointer (&self->facts.growths, _dwell_cost_growths_unref);

  G_OBJECT_CLASS (dwell_cost_item_parent_class)->finalize (object);
}

static void
dwell_cost_item_class_init (DwellCostItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_cost_item_finalize;
}

static void
dwell_cost_item_init (DwellCostItem *self)
{
}

DwellCostItem *
_dwell_cost_item_new (const DwellCostFacts *facts)
{
  DwellCostItem *self = g_object_new (DWELL_TYPE_COST_ITEM, NULL);

  self->facts = *facts;
  dwell_costs_ref (self->facts.costs);
  if (facts->growths != NULL)
    _dwell_cost_growths_ref (self->facts.growths);
  return self;
}

/**
 * dwell_cost_item_get_area:
 * @self: a row
 *
 * Returns: the area of the routine
 */
guint32
dwell_cost_item_get_area (DwellCostItem *self)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), DWELL_NONE);

  return dwell_costs_get_row (self->facts.costs, self->facts.row)->area;
}

/**
 * dwell_cost_item_get_trace:
 * @self: a row
 *
 * Returns: (transfer none): the trace of its routine
 */
const DwellTrace *
dwell_cost_item_get_trace (DwellCostItem *self)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), NULL);

  return dwell_costs_get_trace (self->facts.costs);
}

/**
 * dwell_cost_item_is_favourite:
 * @self: a row
 *
 * Returns: true if the routine was a favourite when the row was made
 */
gboolean
dwell_cost_item_is_favourite (DwellCostItem *self)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), FALSE);

  return self->facts.is_favourite;
}

/**
 * dwell_cost_item_get_share:
 * @self: a row
 * @column: a column
 *
 * Returns: 0…1, or a negative number if the share is not known or @column holds no shares
 */
double
dwell_cost_item_get_share (DwellCostItem       *self,
                           DwellCostListColumn  column)
{
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), -1);

  cell = _dwell_cost_facts_get_cell (&self->facts, column);
  return cell.kind == DWELL_CELL_SHARE ? cell.rest : -1;
}

/**
 * dwell_cost_item_get_plot:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the points of the small plot; %NULL: not known yet
 */
const DwellCostItemPlot *
dwell_cost_item_get_plot (DwellCostItem *self)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), NULL);

  return _dwell_cost_growths_get_plot (self->facts.growths, self->facts.row);
}

/**
 * dwell_cost_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as the window shows it; empty if the value is not
 *   known
 */
char *
dwell_cost_item_get_text (DwellCostItem       *self,
                          DwellCostListColumn  column)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), NULL);

  if (column == DWELL_COST_LIST_NAME)
    return dwell_trace_dup_area_label (dwell_cost_item_get_trace (self),
                                       dwell_cost_item_get_area (self));

  return _dwell_cost_facts_get_text (&self->facts, column, FALSE);
}

/**
 * dwell_cost_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as other programs read it: numbers without grouping
 *   and units; empty if the value is not known
 */
char *
dwell_cost_item_get_plain (DwellCostItem       *self,
                           DwellCostListColumn  column)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), NULL);

  return _dwell_cost_facts_get_text (&self->facts, column, TRUE);
}

/**
 * dwell_cost_item_get_tip:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full) (nullable): a tooltip for the cell
 */
char *
dwell_cost_item_get_tip (DwellCostItem       *self,
                         DwellCostListColumn  column)
{
  g_return_val_if_fail (DWELL_IS_COST_ITEM (self), NULL);

  return _dwell_cost_facts_get_tip (&self->facts, column);
}
