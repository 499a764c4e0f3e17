/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line, a routine or a module as a row, which exists only while a widget shows it. It keeps its
 * table alive. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-cell-text.h"
#include "model/lists/lines/dwell-line-question.h"

struct _DwellLineItem
{
  GObject parent_instance;

  DwellLineTable *table;
  DwellTimeUnits *units;
  DwellLineRef    ref;
  gboolean        is_flat;
  gboolean        is_folded;
};

G_DEFINE_FINAL_TYPE (DwellLineItem, dwell_line_item, G_TYPE_OBJECT)

static void
dwell_line_item_finalize (GObject *object)
{
  g_clear_pointer (&DWELL_LINE_ITEM (object)->units, _dwell_time_units_unref);
  dwell_line_table_unref (DWELL_LINE_ITEM (object)->table);

  G_OBJECT_CLASS (dwell_line_item_parent_class)->finalize (object);
}

static void
dwell_line_item_class_init (DwellLineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_line_item_finalize;
}

static void
dwell_line_item_init (DwellLineItem *self)
{
}

/* Without @units, each time gets the unit that suits it. */
DwellLineItem *
_dwell_line_item_new (DwellLineTable *table,
                      DwellTimeUnits *units,
                      DwellLineRef    ref,
                      gboolean        is_flat,
                      gboolean        is_folded)
{
  DwellLineItem *self = g_object_new (DWELL_TYPE_LINE_ITEM, NULL);

  self->table = dwell_line_table_ref (table);
  self->units = units != NULL ? _dwell_time_units_ref (units) : NULL;
  self->ref = ref;
  self->is_flat = is_flat;
  self->is_folded = is_folded;
  return self;
}

/**
 * dwell_line_item_get_kind:
 * @self: a row
 *
 * Returns: whether it is a module, a routine or a line
 */
DwellLineKind
dwell_line_item_get_kind (DwellLineItem *self)
{
  return (DwellLineKind) self->ref.kind;
}

/**
 * dwell_line_item_get_area:
 * @self: a row
 *
 * Returns: the area of the line or of the routine; %DWELL_NONE if it has none
 */
guint32
dwell_line_item_get_area (DwellLineItem *self)
{
  return self->ref.kind == DWELL_LINE_IS_LINE ? self->table->rows[self->ref.number].area
                                              : dwell_line_table_get_routine_of (self->table,
                                                                                 self->ref);
}

/**
 * dwell_line_item_get_module:
 * @self: a row
 *
 * Returns: its module in the table; 0 if the file does not name it
 */
guint32
dwell_line_item_get_module (DwellLineItem *self)
{
  return dwell_line_table_get_module_of (self->table, self->ref);
}

/**
 * dwell_line_item_get_share:
 * @self: a row
 *
 * Returns: its part of the weight of the whole trace, 0…1; negative if unknown
 */
double
dwell_line_item_get_share (DwellLineItem *self)
{
  DwellCellValue cell = dwell_line_table_get_cell (self->table, self->ref, DWELL_LINE_SHARE);

  return cell.kind == DWELL_CELL_SHARE ? cell.rest : -1;
}

/**
 * dwell_line_item_is_folded:
 * @self: a row
 *
 * Returns: whether the rows below it are hidden
 */
gboolean
dwell_line_item_is_folded (DwellLineItem *self)
{
  return self->is_folded;
}

/**
 * dwell_line_item_get_depth:
 * @self: a row
 *
 * Returns: its depth in the tree, from 0; 0 if the list shows only lines
 */
guint
dwell_line_item_get_depth (DwellLineItem *self)
{
  return self->is_flat ? 0 : self->ref.kind;
}

/* Makes a text such as “00430:01”. */
static char *
make_number (const DwellLineRow *row)
{
  return row->clause > 0 ? g_strdup_printf ("%05u:%02d", row->line, row->clause)
         : row->clause == 0 ? g_strdup_printf ("%05u", row->line)
                            : g_strdup_printf ("%u", row->line);
}

/**
 * dwell_line_item_has_text:
 * @self: a row
 *
 * Returns: whether it is a line whose text is in the file
 */
gboolean
dwell_line_item_has_text (DwellLineItem *self)
{
  return dwell_line_table_get_text (self->table, self->ref) != NULL;
}

/* Other programs get the full name. */
static char *
make_routine (DwellLineItem *self,
              gboolean       is_plain)
{
  guint32 routine = dwell_line_table_get_routine_of (self->table, self->ref);

  if (routine == DWELL_NONE)
    return g_strdup (_("unknown routine"));

  return is_plain ? g_strdup (dwell_line_table_get_routine (self->table, routine))
                  : dwell_trace_dup_area_label (self->table->trace, routine);
}

static char *
make_module (DwellLineItem *self)
{
  DwellCellValue cell = dwell_line_table_get_cell (self->table, self->ref, DWELL_LINE_MODULE);

  return g_strdup (cell.kind != DWELL_CELL_NONE ? cell.text : _("unknown module"));
}

static char *
make_name (DwellLineItem *self,
           gboolean       is_plain)
{
  const DwellLineRow *row;

  if (self->ref.kind == DWELL_LINE_IS_MODULE)
    return make_module (self);
  if (self->ref.kind == DWELL_LINE_IS_ROUTINE)
    return make_routine (self, is_plain);

  row = &self->table->rows[self->ref.number];
  if (row->line == 0)
    return g_strdup (dwell_trace_get_area_title (self->table->trace, row->area));
  return make_number (row);
}

static DwellCellValue
get_line_cell (gconstpointer data,
               guint         row,
               guint         column)
{
  return dwell_line_table_get_cell (data, (DwellLineRef) { row, DWELL_LINE_IS_LINE },
                                    (DwellLineColumn) column);
}

static char *
cell_to_text (DwellLineItem   *self,
              DwellLineColumn  column,
              gboolean         is_plain)
{
  DwellCellValue cell = dwell_line_table_get_cell (self->table, self->ref, column);

  return is_plain || self->units == NULL
           ? _dwell_cell_to_text (&cell, is_plain)
           : _dwell_time_units_to_text (self->units, &cell, column, get_line_cell, self->table,
                                        self->table->n_rows);
}

static char *
make_text (DwellLineItem   *self,
           DwellLineColumn  column,
           gboolean         is_plain)
{
  if (column == DWELL_LINE_NAME)
    return make_name (self, is_plain);
  if (column == DWELL_LINE_MODULE)
    return make_module (self);
  if (column == DWELL_LINE_ROUTINE && self->ref.kind != DWELL_LINE_IS_MODULE)
    return make_routine (self, is_plain);

  return cell_to_text (self, column, is_plain);
}

/**
 * dwell_line_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_line_item_get_text (DwellLineItem   *self,
                          DwellLineColumn  column)
{
  return make_text (self, column, FALSE);
}

/**
 * dwell_line_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs: times in ns, a point as
 *   decimal sign in every locale; "" for a missing value
 */
char *
dwell_line_item_get_plain (DwellLineItem   *self,
                           DwellLineColumn  column)
{
  return make_text (self, column, TRUE);
}
