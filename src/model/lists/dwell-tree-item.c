/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the tree list while something shows it, and its cells as text. */
#include "config.h"

#include "model/lists/dwell-tree-item.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-share.h"
#include "core/dwell-text.h"

/* Deeper rows are indented like these in text. */
#define INDENTED_DEPTH 40u

struct _DwellTreeItem
{
  GObject parent_instance;

  DwellTree    *tree;
  DwellTreeRow  row;
};

G_DEFINE_FINAL_TYPE (DwellTreeItem, dwell_tree_item, G_TYPE_OBJECT)

static void
dwell_tree_item_finalize (GObject *object)
{
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
                      const DwellTreeRow *row)
{
  DwellTreeItem *self = g_object_new (DWELL_TYPE_TREE_ITEM, NULL);

  self->tree = dwell_tree_ref (tree);
  self->row = *row;
  return self;
}

const DwellTreeRow *
dwell_tree_item_get_row (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  return &self->row;
}

/**
 * dwell_tree_item_get_name:
 * @self: an item
 *
 * Returns: (transfer none): the name of its area or context
 */
const char *
dwell_tree_item_get_name (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  if (self->row.area != DWELL_NONE)
    return dwell_trace_get_area_title (self->tree->trace, self->row.area);

  return dwell_trace_get_context_name (self->tree->trace, self->row.context);
}

const char *
dwell_tree_item_get_area_name (DwellTreeItem *self)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  return self->row.area != DWELL_NONE
           ? dwell_trace_get_area_name (self->tree->trace, self->row.area) : NULL;
}

/* A time, or a number. */
static char *
weight_to_text (const DwellTree *tree,
                gint64           weight)
{
  if (weight == DWELL_TIME_NONE)
    return g_strdup ("");

  return tree->weights_are_times ? dwell_text_duration (weight)
                                 : dwell_text_count ((guint64) weight);
}

/**
 * dwell_tree_item_get_text:
 * @self: an item
 * @column: a column
 *
 * Returns: (transfer full): what its cell shows
 */
char *
dwell_tree_item_get_text (DwellTreeItem   *self,
                          DwellTreeColumn  column)
{
  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  switch (column)
    {
    case DWELL_TREE_COUNT:
      return self->row.area != DWELL_NONE ? dwell_text_count (self->row.count) : g_strdup ("");
    case DWELL_TREE_TOTAL:
      return weight_to_text (self->tree, self->row.total);
    case DWELL_TREE_TOTAL_SHARE:
      return dwell_text_percent (self->row.total_share);
    case DWELL_TREE_SELF:
      return weight_to_text (self->tree, self->row.self);
    case DWELL_TREE_SELF_SHARE:
      return dwell_text_percent (self->row.self_share);
    case DWELL_TREE_NAME:
    case DWELL_N_TREE_COLUMNS:
    default:
      break;
    }

  switch (self->row.half)
    {
    case DWELL_TREE_CALLERS:
      /* Translators: %s is a function; below it stand those that called it */
      return g_strdup_printf (_("Callers of %s"), dwell_tree_item_get_name (self));
    case DWELL_TREE_CALLEES:
      /* Translators: %s is a function; below it stand those that it called */
      return g_strdup_printf (_("Called by %s"), dwell_tree_item_get_name (self));
    case DWELL_TREE_NO_HALF:
    default:
      return g_strdup (dwell_tree_item_get_name (self));
    }
}

static char *
weight_to_plain (gint64 weight)
{
  return weight != DWELL_TIME_NONE ? g_strdup_printf ("%" G_GINT64_FORMAT, weight) : g_strdup ("");
}

/**
 * dwell_tree_item_get_plain:
 * @self: an item
 * @column: a column
 *
 * Returns: (transfer full): what its cell says to other programs: times in ns, whatever the locale,
 *   and names indented by two blanks a level
 */
char *
dwell_tree_item_get_plain (DwellTreeItem   *self,
                           DwellTreeColumn  column)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (DWELL_IS_TREE_ITEM (self), NULL);

  switch (column)
    {
    case DWELL_TREE_COUNT:
      return self->row.area != DWELL_NONE ? g_strdup_printf ("%" G_GUINT64_FORMAT, self->row.count)
                                          : g_strdup ("");
    case DWELL_TREE_TOTAL:
      return weight_to_plain (self->row.total);
    case DWELL_TREE_TOTAL_SHARE:
      return dwell_share_to_plain (self->row.total_share);
    case DWELL_TREE_SELF:
      return weight_to_plain (self->row.self);
    case DWELL_TREE_SELF_SHARE:
      return dwell_share_to_plain (self->row.self_share);
    case DWELL_TREE_NAME:
    case DWELL_N_TREE_COLUMNS:
    default:
      name = dwell_tree_item_get_text (self, DWELL_TREE_NAME);
      return g_strdup_printf ("%*s%s", (int) (2 * MIN (self->row.depth, INDENTED_DEPTH)), "", name);
    }
}
