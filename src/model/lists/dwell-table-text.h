/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes rows of a table as text for other programs: separated by tabs, or as CSV (RFC 4180).
 * Numbers are plain: times in ns, and a point as decimal sign in every locale. The data of the
 * rows no longer changes, so a worker can write any number of rows, a block at a time. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns the text of a cell as it is shown or, with @is_plain, as other programs read it. The
 * text depends only on @item, so the function can be called on any thread. */
typedef char *(*DwellTableTextFunc) (gpointer item,
                                     int      column,
                                     gboolean is_plain);

typedef struct {
  int                 id;      /* for @get_text */
  const char         *heading;
  DwellTableTextFunc  get_text;
  guint             (*get_depth) (gpointer item); /* (nullable): how far the shown text is
                                                   * indented; also called on any thread */
} DwellTextColumn;

typedef struct _DwellTableText DwellTableText;

DwellTableText *dwell_table_text_new       (GListModel            *rows,
                                            const DwellTextColumn *columns,
                                            guint                  n_columns)
                                           G_GNUC_WARN_UNUSED_RESULT;
DwellTableText *dwell_table_text_ref       (DwellTableText        *self);
void            dwell_table_text_unref     (DwellTableText        *self);

void            dwell_table_text_choose    (DwellTableText        *self,
                                            GArray                *positions);
void            dwell_table_text_limit     (DwellTableText        *self,
                                            guint                  n_rows);
guint           dwell_table_text_get_n     (const DwellTableText  *self);
GStrv           dwell_table_text_get_shown (DwellTableText        *self,
                                            guint                  row)
                                           G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_table_text_write     (DwellTableText        *self,
                                            char                   separator,
                                            GOutputStream         *stream,
                                            GCancellable          *cancellable,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTableText, dwell_table_text_unref)

G_END_DECLS
