/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the call trees of two recordings, which exists only while a widget shows it. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-call-private.h"

struct _DwellComparisonCall
{
  GObject parent_instance;

  DwellTreeDifference   *difference;
  DwellComparisonCallRow row;
};

G_DEFINE_FINAL_TYPE (DwellComparisonCall, dwell_comparison_call, G_TYPE_OBJECT)

const DwellColumnInfo dwell_comparison_call_columns[DWELL_N_COMPARISON_CALL_COLUMNS] = {
  { "name", N_("Name"), NULL, DWELL_CELL_TEXT, TRUE },
  { "change", N_("Change"), N_("New minus base"), DWELL_CELL_TIME, TRUE },
  { "verdict", N_("Verdict"), N_("Whether both recordings have it"), DWELL_CELL_TEXT, TRUE },
  { "ratio", N_("Ratio"), N_("New divided by base"), DWELL_CELL_REAL, TRUE },
  { "base", N_("Base"), N_("Total in the base"), DWELL_CELL_TIME, TRUE },
  { "new", N_("New"), N_("Total in the new recording"), DWELL_CELL_TIME, TRUE },
  { "lost", N_("Lost"), N_("What the base spent in addition, there and below"),
    DWELL_CELL_TIME, TRUE },
  { "gained", N_("Gained"), N_("What the new recording spent in addition, there and below"),
    DWELL_CELL_TIME, TRUE },
  { "count.base", N_("Base Count"), N_("How often it was called in the base"), DWELL_CELL_COUNT,
    TRUE },
  { "count.new", N_("New Count"), N_("How often it was called in the new recording"),
    DWELL_CELL_COUNT, TRUE },
};

static void
dwell_comparison_call_finalize (GObject *object)
{
  dwell_tree_difference_unref (DWELL_COMPARISON_CALL (object)->difference);

  G_OBJECT_CLASS (dwell_comparison_call_parent_class)->finalize (object);
}

static void
dwell_comparison_call_class_init (DwellComparisonCallClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_call_finalize;
}

static void
dwell_comparison_call_init (DwellComparisonCall *self)
{
}

DwellComparisonCall *
_dwell_comparison_call_new (DwellTreeDifference          *difference,
                            const DwellComparisonCallRow *row)
{
  DwellComparisonCall *self = g_object_new (DWELL_TYPE_COMPARISON_CALL, NULL);

  self->difference = dwell_tree_difference_ref (difference);
  self->row = *row;
  return self;
}

static const char *
get_verdict (const DwellTreeDifference *difference,
             guint32                    node)
{
  const DwellUnionTree *tree = difference->tree;

  if (tree->base_nodes[node] == DWELL_NONE)
    return C_("verdict", "+ New");
  if (tree->new_nodes[node] == DWELL_NONE)
    return C_("verdict", "− Gone");

  return tree->gained[node] > tree->lost[node] ? C_("verdict", "▲ More")
         : tree->gained[node] < tree->lost[node] ? C_("verdict", "▼ Less")
                                                 : C_("verdict", "≈ The Same");
}

static DwellCellValue
get_count (const DwellTree *tree,
           guint32          node)
{
  if (node == DWELL_NONE)
    return (DwellCellValue) { .kind = DWELL_CELL_NONE };

  return dwell_cell_whole (DWELL_CELL_COUNT, tree->counts[node],
                           dwell_tree_knows_count (tree, tree->counts[node]));
}

/* The cell of a node in @column: empty for a side that does not have the node. */
DwellCellValue
_dwell_comparison_call_get_cell (const DwellTreeDifference *difference,
                                 guint32                    node,
                                 DwellComparisonCallColumn  column)
{
  const DwellUnionTree *tree = difference->tree;
  guint32 base_node = tree->base_nodes[node];
  guint32 new_node = tree->new_nodes[node];
  gint64 base = tree->common[node] + tree->lost[node];
  gint64 new = tree->common[node] + tree->gained[node];
  DwellCellValue cell = { .kind = DWELL_CELL_TIME };

  switch (column)
    {
    case DWELL_COMPARISON_CALL_CHANGE:
      cell.whole = new - base;
      return cell;
    case DWELL_COMPARISON_CALL_RATIO:
      cell.kind = base_node != DWELL_NONE && new_node != DWELL_NONE && base > 0 ? DWELL_CELL_REAL
                                                                                : DWELL_CELL_NONE;
      cell.rest = cell.kind == DWELL_CELL_REAL ? (double) new / (double) base : 0;
      return cell;
    case DWELL_COMPARISON_CALL_BASE:
      cell.kind = base_node != DWELL_NONE ? DWELL_CELL_TIME : DWELL_CELL_NONE;
      cell.whole = base;
      return cell;
    case DWELL_COMPARISON_CALL_NEW:
      cell.kind = new_node != DWELL_NONE ? DWELL_CELL_TIME : DWELL_CELL_NONE;
      cell.whole = new;
      return cell;
    case DWELL_COMPARISON_CALL_LOST:
      cell.whole = tree->lost[node];
      return cell;
    case DWELL_COMPARISON_CALL_GAINED:
      cell.whole = tree->gained[node];
      return cell;
    case DWELL_COMPARISON_CALL_COUNT_BASE:
      return get_count (difference->base, base_node);
    case DWELL_COMPARISON_CALL_COUNT_NEW:
      return get_count (difference->new, new_node);
    case DWELL_COMPARISON_CALL_NAME:
      return dwell_cell_text (dwell_tree_difference_get_name (difference, node));
    case DWELL_COMPARISON_CALL_VERDICT:
      return dwell_cell_text (get_verdict (difference, node));
    case DWELL_N_COMPARISON_CALL_COLUMNS:
    default:
      g_assert_not_reached ();
    }
}

/**
 * dwell_comparison_call_get_row:
 * @self: a row
 *
 * Returns: (transfer none): its node, and how the list shows it
 */
const DwellComparisonCallRow *
dwell_comparison_call_get_row (DwellComparisonCall *self)
{
  return &self->row;
}

/**
 * dwell_comparison_call_get_trace:
 * @self: a row
 * @area: (out): the area that is called, in that recording
 *
 * Returns: (transfer none): the new recording if it has the call, else the base
 */
const DwellTrace *
dwell_comparison_call_get_trace (DwellComparisonCall *self,
                                 guint32             *area)
{
  guint32 own;
  const DwellTree *side = dwell_tree_difference_get_side (self->difference, self->row.node, &own);

  *area = side->areas[own];
  return side->trace;
}

/**
 * dwell_comparison_call_get_share:
 * @self: a row
 *
 * Returns: its change, divided by the total gain or the total loss, whichever is larger: −1…1
 */
double
dwell_comparison_call_get_share (DwellComparisonCall *self)
{
  const DwellUnionTree *tree = self->difference->tree;
  double most = (double) MAX (tree->total_lost, tree->total_gained);
  double change = (double) tree->gained[self->row.node] - (double) tree->lost[self->row.node];

  return most > 0 ? CLAMP (change / most, -1, 1) : 0;
}

/**
 * dwell_comparison_call_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_comparison_call_get_text (DwellComparisonCall       *self,
                                DwellComparisonCallColumn  column)
{
  DwellCellValue cell = _dwell_comparison_call_get_cell (self->difference, self->row.node, column);
  gint64 whole = (gint64) cell.whole;

  if (column == DWELL_COMPARISON_CALL_NAME)
    {
      guint32 area;
      const DwellTrace *trace = dwell_comparison_call_get_trace (self, &area);

      return dwell_trace_dup_area_label (trace, area);
    }
  if (column == DWELL_COMPARISON_CALL_VERDICT)
    return g_strdup (get_verdict (self->difference, self->row.node));
  if (cell.kind == DWELL_CELL_NONE)
    return g_strdup ("");
  if (cell.kind == DWELL_CELL_REAL)
    return g_strdup_printf ("×%.3g", cell.rest);
  if (cell.kind == DWELL_CELL_COUNT)
    return dwell_text_count ((guint64) whole);
  if (whole == 0)
    return g_strdup ("0");

  return column == DWELL_COMPARISON_CALL_CHANGE
           ? dwell_tree_difference_dup_change (self->difference, whole)
           : dwell_tree_difference_dup_weight (self->difference, whole);
}

/**
 * dwell_comparison_call_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs: times in ns, with a decimal
 *   point in every locale; "" for a missing value
 */
char *
dwell_comparison_call_get_plain (DwellComparisonCall       *self,
                                 DwellComparisonCallColumn  column)
{
  const DwellUnionTree *tree = self->difference->tree;
  DwellCellValue cell = _dwell_comparison_call_get_cell (self->difference, self->row.node, column);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (column == DWELL_COMPARISON_CALL_NAME)
    return g_strdup (dwell_tree_difference_get_name (self->difference, self->row.node));
  if (column == DWELL_COMPARISON_CALL_VERDICT)
    return g_strdup (tree->base_nodes[self->row.node] == DWELL_NONE ? "new"
                     : tree->new_nodes[self->row.node] == DWELL_NONE ? "gone"
                     : tree->gained[self->row.node] > tree->lost[self->row.node] ? "more"
                     : tree->gained[self->row.node] < tree->lost[self->row.node] ? "less" : "same");
  if (cell.kind == DWELL_CELL_NONE)
    return g_strdup ("");
  if (cell.kind == DWELL_CELL_REAL)
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.9g", cell.rest));

  return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) cell.whole);
}
