/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the tests of tables as text. */
#pragma once

#include "model/lists/dwell-table-text.h"

static inline char *
fixture_table (DwellTableText *table,
               char            separator)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();

  g_assert_true (dwell_table_text_write (table, separator, stream, NULL, NULL));
  g_assert_true (g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Takes over @rows, as a list gives them when it is frozen. */
static inline char *
fixture_text (GListModel            *rows,
              const DwellTextColumn *columns,
              guint                  n_columns,
              char                   separator)
{
  g_autoptr(DwellTableText) text = dwell_table_text_new (rows, columns, n_columns);

  g_object_unref (rows);
  return fixture_table (text, separator);
}
