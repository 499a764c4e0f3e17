/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of tables as text share. */
#pragma once

#include "model/lists/dwell-table-text.h"

/* Takes over @rows, as a list gives them when it is frozen. */
static inline char *
fixture_text (GListModel            *rows,
              const DwellTextColumn *columns,
              guint                  n_columns,
              char                   separator)
{
  g_autoptr(DwellTableText) text = dwell_table_text_new (rows, columns, n_columns);

  g_object_unref (rows);
  return dwell_table_text_to_string (text, separator);
}
