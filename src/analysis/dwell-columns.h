/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The description of a column wherever it is shown: in a table of the window, in a copy of the
 * table, in the help, on the command line. Each subject has one table of columns next to its
 * figures. */
#pragma once

#include "core/dwell-arrangement.h"

G_BEGIN_DECLS

typedef struct {
  const char   *id;      /* in copied tables, in settings, on the command line: "call.total" */
  const char   *title;   /* untranslated */
  const char   *summary; /* (nullable): one sentence, untranslated */
  DwellCellKind kind;    /* the kind of most cells; NONE: a picture */
  gboolean      is_default; /* for statistics: shown by default */
} DwellColumnInfo;

static inline gboolean
dwell_column_is_number (const DwellColumnInfo *self)
{
  return self->kind != DWELL_CELL_TEXT && self->kind != DWELL_CELL_NONE;
}

/* --- Costs --- */

typedef enum {
  DWELL_COST_LIST_FAVOURITE,
  DWELL_COST_LIST_NAME,
  DWELL_COST_LIST_GROWTH,   /* sorts by growth, then by cost */
  DWELL_COST_LIST_AT_10X,   /* sorts by how urgent it is, then by cost */
  DWELL_COST_LIST_EXPONENT,
  DWELL_COST_LIST_PLOT,     /* no text: dwell_cost_item_get_plot() */
  DWELL_COST_LIST_COST,
  DWELL_COST_LIST_SHARE,
  DWELL_COST_LIST_CALLS,
  DWELL_COST_LIST_CALL_SHARE,
  DWELL_COST_LIST_SIZES,
  DWELL_COST_LIST_MAX_SIZE,
  DWELL_COST_LIST_SYSCALL,
  DWELL_COST_LIST_THREAD,
  DWELL_COST_LIST_CONTEXTS,
  DWELL_COST_LIST_IMAGE,
  DWELL_N_COST_LIST_COLUMNS,
} DwellCostListColumn;

extern const DwellColumnInfo dwell_cost_columns[DWELL_N_COST_LIST_COLUMNS];
/* --- Values --- */

typedef enum {
  DWELL_VALUE_COLUMN_NAME,
  DWELL_VALUE_COLUMN_KIND,
  DWELL_VALUE_COLUMN_CONTEXT,
  DWELL_VALUE_COLUMN_AT_CURSOR,
  DWELL_VALUE_COLUMN_UNIT,
  DWELL_VALUE_COLUMN_COUNT,
  DWELL_VALUE_COLUMN_MIN,
  DWELL_VALUE_COLUMN_MAX,
  DWELL_VALUE_COLUMN_MEAN,
  DWELL_VALUE_COLUMN_LAST,
  DWELL_VALUE_COLUMN_TIME,
  DWELL_VALUE_COLUMN_SHARE,
  DWELL_VALUE_COLUMN_LONGEST,
  DWELL_N_VALUE_COLUMNS,
} DwellValueColumn;

extern const DwellColumnInfo dwell_value_columns[DWELL_N_VALUE_COLUMNS];
/* --- Lines --- */

typedef enum {
  DWELL_LINE_NAME, /* module, routine or position */
  DWELL_LINE_TEXT, /* of a line, if the file has it */
  DWELL_LINE_MODULE,
  DWELL_LINE_ROUTINE,
  DWELL_LINE_HITS,
  DWELL_LINE_SHARE,
  DWELL_LINE_TIME,
  DWELL_LINE_AVERAGE,
  DWELL_LINE_MIN,
  DWELL_LINE_MAX,
  DWELL_N_LINE_COLUMNS,
} DwellLineColumn;

extern const DwellColumnInfo dwell_line_columns[DWELL_N_LINE_COLUMNS];
/* --- Call trees --- */

typedef enum {
  DWELL_TREE_NAME,
  DWELL_TREE_COUNT,
  DWELL_TREE_TOTAL,
  DWELL_TREE_TOTAL_SHARE, /* part of the own time of all that is shown: dwell_tree_get_whole() */
  DWELL_TREE_SELF,
  DWELL_TREE_SELF_SHARE,
  DWELL_N_TREE_COLUMNS,
} DwellTreeColumn;

extern const DwellColumnInfo dwell_tree_columns[DWELL_N_TREE_COLUMNS];
G_END_DECLS
