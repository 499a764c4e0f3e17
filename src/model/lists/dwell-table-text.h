/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a table as text for other programs: tab-separated, or CSV as RFC 4180 has it. Numbers are
 * plain: times in ns, a point whatever the locale. What the rows are made from does not change any
 * more, so that a worker can write as many as there are, a block at a time. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a cell says: as it is shown, or (@is_plain) as other programs read it. Of @item alone, so
 * that any thread may ask. */
typedef char *(*DwellTableTextFunc) (gpointer item,
                                     int      column,
                                     gboolean is_plain);

typedef struct {
  int                 id;      /* for @get_text */
  const char         *heading;
  DwellTableTextFunc  get_text;
} DwellTextColumn;

typedef struct _DwellTableText DwellTableText;

/* @rows: a list that nobody changes any more. */
DwellTableText *dwell_table_text_new       (GListModel            *rows,
                                            const DwellTextColumn *columns,
                                            guint                  n_columns)
                                           G_GNUC_WARN_UNUSED_RESULT;
DwellTableText *dwell_table_text_ref       (DwellTableText        *self);
void            dwell_table_text_unref     (DwellTableText        *self);

/* Only these rows. @positions: (transfer full): guint32. */
void            dwell_table_text_choose    (DwellTableText        *self,
                                            GArray                *positions);
/* Only so many of them. */
void            dwell_table_text_limit     (DwellTableText        *self,
                                            guint                  n_rows);
guint           dwell_table_text_get_n     (const DwellTableText  *self);
/* What the cells of a row show: (transfer full): one for each column. */
GStrv           dwell_table_text_get_shown (DwellTableText        *self,
                                            guint                  row)
                                           G_GNUC_WARN_UNUSED_RESULT;
/* A heading, then the rows. @separator: a tab, or a comma for CSV. */
gboolean        dwell_table_text_write     (DwellTableText        *self,
                                            char                   separator,
                                            GOutputStream         *stream,
                                            GCancellable          *cancellable,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTableText, dwell_table_text_unref)

G_END_DECLS
