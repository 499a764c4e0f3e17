/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter of a table: a pattern (dwell-find.h) for its texts, and conditions on its columns, all
 * of which must hold:
 *
 *   COLUMN:VALUE                  a text that contains VALUE, or a number that equals it
 *   COLUMN:<VALUE, <=, >, >=, !=  a number; ≤, ≥ and ≠ are fine, too
 *
 * for example “q:<0.01 change:>10ms draw”. COLUMN is the column's id, or its title without spaces,
 * in English or in the user's language. Times are in ns, or have a unit; shares are numbers up to
 * 1, or percentages. No condition holds for a missing value. A word with two colons, as std::sort,
 * is a text. A text that starts with a slash is one regular expression. */
#pragma once

#include "analysis/dwell-columns.h"
#include "analysis/dwell-find.h"

G_BEGIN_DECLS

typedef struct _DwellRowFilter DwellRowFilter;

/**
 * DwellRowCellFunc:
 * @data: a row, or data that identifies it
 * @column: a column
 *
 * Returns: the cell of the row
 */
typedef DwellCellValue (*DwellRowCellFunc) (gconstpointer data,
                                            guint         column);

DwellRowFilter *dwell_row_filter_new     (const char             *text,
                                          const DwellColumnInfo  *columns,
                                          guint                   n_columns,
                                          GError                **error) G_GNUC_WARN_UNUSED_RESULT;
DwellRowFilter *dwell_row_filter_ref     (DwellRowFilter         *self);
void            dwell_row_filter_unref   (DwellRowFilter         *self);
gboolean        dwell_row_filter_replace (DwellRowFilter        **filter,
                                          const char             *text,
                                          const DwellColumnInfo  *columns,
                                          guint                   n_columns,
                                          GError                **error);
gboolean        dwell_row_filter_check   (const DwellRowFilter   *self,
                                          GError                **error);
gboolean        dwell_row_filter_asks_for (const DwellRowFilter  *self,
                                           guint                  column);
gboolean        dwell_row_filter_matches (const DwellRowFilter   *self,
                                          const guint            *texts,
                                          guint                   n_texts,
                                          DwellRowCellFunc        get_cell,
                                          gconstpointer           data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRowFilter, dwell_row_filter_unref)

G_END_DECLS
