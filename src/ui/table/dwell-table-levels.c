/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the base of the indent from the depths of the visible rows, whenever these may have
 * changed. All rows have the same height, so the scroll position determines which are visible. */
#include "config.h"

#include "ui/table/dwell-table-levels.h"

#include <math.h>

/* Up to this depth an indent from the edge leaves room for the names. */
#define MAX_PLAIN_DEPTH 14

/* The base is rounded to these steps, so that it seldom changes during scrolling. */
#define BASE_STEP 4

struct _DwellTableLevels
{
  GObject parent_instance;

  DwellTableRows      *rows;
  GListModel          *list;
  GtkAdjustment       *adjustment;
  DwellTableDepthFunc  get_depth;
  guint                base; /* see dwell_cell_set_base() */
};

enum {
  PROP_0,
  PROP_BASE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellTableLevels, dwell_table_levels, G_TYPE_OBJECT)

static guint
get_depth_at (DwellTableLevels *self,
              guint             position)
{
  g_autoptr(GObject) item = g_list_model_get_item (self->list, position);

  return item != NULL ? self->get_depth (item) : 0;
}

/* Returns the base for the visible rows; 0: none of them is deep. */
static guint
find_base (DwellTableLevels *self)
{
  guint n = g_list_model_get_n_items (self->list);
  double upper = gtk_adjustment_get_upper (self->adjustment);
  double value = gtk_adjustment_get_value (self->adjustment);
  double page = gtk_adjustment_get_page_size (self->adjustment);
  guint least = G_MAXUINT;
  guint most = 0;
  guint first;
  guint end;

  if (n == 0 || !(upper > 0))
    return 0;

  first = (guint) CLAMP (floor (value / upper * n), 0, n - 1);
  end = (guint) CLAMP (ceil ((value + page) / upper * n), first + 1.0, n);
  for (guint i = first; i < end; i++)
    {
      guint depth = get_depth_at (self, i);

      least = MIN (least, depth);
      most = MAX (most, depth);
    }

  return most > MAX_PLAIN_DEPTH ? least - least % BASE_STEP + 1 : 0;
}

static void
update (DwellTableLevels *self)
{
  guint base = find_base (self);

  if (base == self->base)
    return;

  self->base = base;
  dwell_table_rows_refresh (self->rows);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BASE]);
}

static void
dwell_table_levels_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_BASE:
      g_value_set_uint (value, DWELL_TABLE_LEVELS (object)->base);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_table_levels_dispose (GObject *object)
{
  DwellTableLevels *self = DWELL_TABLE_LEVELS (object);

  g_clear_object (&self->rows);
  g_clear_object (&self->list);
  g_clear_object (&self->adjustment);

  G_OBJECT_CLASS (dwell_table_levels_parent_class)->dispose (object);
}

static void
dwell_table_levels_class_init (DwellTableLevelsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_table_levels_get_property;
  object_class->dispose = dwell_table_levels_dispose;

  properties[PROP_BASE] = g_param_spec_uint ("base", NULL, NULL, 0, G_MAXUINT, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_table_levels_init (DwellTableLevels *self)
{
}

/**
 * dwell_table_levels_new:
 * @table: a table, which is already in a scrolled window
 * @rows: its rows
 * @list: the list that @rows show
 * @get_depth: returns the depth of an item of @list
 *
 * Returns: (transfer full): the levels, which follow @table and @list
 */
DwellTableLevels *
dwell_table_levels_new (GtkColumnView       *table,
                        DwellTableRows      *rows,
                        GListModel          *list,
                        DwellTableDepthFunc  get_depth)
{
  DwellTableLevels *self = g_object_new (DWELL_TYPE_TABLE_LEVELS, NULL);

  self->rows = g_object_ref (rows);
  self->list = g_object_ref (list);
  self->adjustment = g_object_ref (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table)));
  self->get_depth = get_depth;
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->adjustment, "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return self;
}

/**
 * dwell_table_levels_apply:
 * @self: the levels of a table
 * @cell: a cell of the table that is being filled
 * @depth: the depth of its item, from 0
 *
 * Sets the indent of @cell.
 */
void
dwell_table_levels_apply (DwellTableLevels *self,
                          DwellCell        *cell,
                          guint             depth)
{
  dwell_cell_set_depth (cell, depth);
  dwell_cell_set_base (cell, self->base);
}
