/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics as text for other programs: tab-separated for the clipboard, or CSV as RFC 4180
 * has it. Numbers are plain: times in ns, a point whatever the locale. */
#include "config.h"

#include "model/dwell-field.h"
#include "model/dwell-statistics-answer.h"

static void
append_header (GString              *text,
               const DwellStatistic *columns,
               guint                 n_columns,
               char                  separator)
{
  for (guint column = 0; column < n_columns; column++)
    {
      if (column > 0)
        g_string_append_c (text, separator);

      _dwell_field_append (text, dwell_statistic_get_info (columns[column])->id, separator);
    }
}

static void
append_row (GString                     *text,
            const DwellStatisticsAnswer *answer,
            guint32                      row,
            const DwellStatistic        *columns,
            guint                        n_columns,
            char                         separator)
{
  for (guint column = 0; column < n_columns; column++)
    {
      DwellStatisticValue value = _dwell_statistics_answer_get (answer, row, columns[column]);
      g_autofree char *field = _dwell_statistic_value_to_plain (&value, columns[column]);

      if (column > 0)
        g_string_append_c (text, separator);

      _dwell_field_append (text, field, separator);
    }
}

/* @answer may be NULL if there are no @rows. */
char *
_dwell_statistics_answer_to_text (const DwellStatisticsAnswer *answer,
                                  const GArray                *rows,
                                  const DwellStatistic        *columns,
                                  guint                        n_columns,
                                  char                         separator)
{
  GString *text = g_string_new (NULL);
  const char *line_end = separator == '\t' ? "\n" : "\r\n";

  append_header (text, columns, n_columns, separator);
  g_string_append (text, line_end);

  for (guint i = 0; i < rows->len; i++)
    {
      append_row (text, answer, g_array_index (rows, guint32, i), columns, n_columns, separator);
      g_string_append (text, line_end);
    }

  return g_string_free (text, FALSE);
}
