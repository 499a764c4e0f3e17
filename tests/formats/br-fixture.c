/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include "br-fixture.h"

#include <string.h>

#include "analysis/dwell-line-table.h"
#include "core/dwell-scan.h"
#include "support/trace-invariants.h"

static void
put (GByteArray *bytes,
     guint64     number,
     guint       n_bytes)
{
  while (n_bytes-- > 0)
    g_byte_array_append (bytes, &(guint8) { (guint8) (number >> 8 * n_bytes) }, 1);
}

static guint64
scan_number (DwellScan *scan)
{
  guint64 number = 0;

  dwell_scan_char (scan, ':');
  g_assert_true (dwell_scan_u64 (scan, &number));
  return number;
}

static void
put_text (GByteArray *bytes,
          guint       n_length_bytes,
          DwellScan  *scan)
{
  gsize length = (gsize) (scan->end - scan->p);

  put (bytes, length, n_length_bytes);
  g_byte_array_append (bytes, (const guint8 *) scan->p, (guint) length);
}

static void
put_frame (GByteArray *bytes,
           guint       type,
           DwellScan  *scan)
{
  put (bytes, type, 1);
  put (bytes, scan_number (scan), 2);
  put (bytes, scan_number (scan), 4);
  put (bytes, scan_number (scan), 1);
}

static void
put_hex (GByteArray *bytes,
         DwellScan  *scan)
{
  for (; scan->p < scan->end; scan->p += 2)
    put (bytes, (guint64) (g_ascii_xdigit_value (scan->p[0]) * 16 +
                           g_ascii_xdigit_value (scan->p[1])), 1);
}

static void
put_word (GByteArray *bytes,
          const char *word)
{
  DwellScan scan = { word + 1, word + strlen (word) };

  switch (*word)
    {
    case 'm':
      put (bytes, 1, 1);
      put (bytes, scan_number (&scan), 2);
      g_assert_true (dwell_scan_char (&scan, '='));
      put_text (bytes, 2, &scan);
      break;

    case 'l':
      put_frame (bytes, 3, &scan);
      break;

    case 't':
      put (bytes, 4, 1);
      put (bytes, scan_number (&scan), 8);
      break;

    case 'b':
      put_frame (bytes, 5, &scan);
      break;

    case 'e':
      put (bytes, 6, 1);
      break;

    case 'f':
      put (bytes, 7, 1);
      put_text (bytes, 1, &scan);
      break;

    case 'g':
      put (bytes, 8, 1);
      break;

    case 'a':
      put (bytes, 9, 1);
      break;

    case 'x':
      put_hex (bytes, &scan);
      break;

    default:
      g_error ("What is “%s”?", word);
    }
}

GBytes *
br_make (const char *words)
{
  GByteArray *bytes = g_byte_array_new ();
  g_auto(GStrv) list = g_strsplit (words, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (*list[i] != '\0')
      put_word (bytes, list[i]);

  return g_byte_array_free_to_bytes (bytes);
}

DwellTrace *
br_open (GBytes  *bytes,
         GError **error)
{
  DwellOpenOptions options = {
    .format = dwell_formats_find ("br"), .limits = file_fixture_limits,
  };
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr(GFile) file = file_fixture_write ("test.prof", data != NULL ? data : "", length);
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, error);

  if (trace != NULL)
    check_trace_invariants (trace);
  return trace;
}

DwellTrace *
br_open_words (const char *words)
{
  g_autoptr(GBytes) bytes = br_make (words);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = br_open (bytes, &error);

  g_assert_no_error (error);
  return trace;
}

char *
br_tell_lines (DwellTrace *trace)
{
  g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, NULL);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < table->n_rows; i++)
    {
      const DwellLineRow *row = &table->rows[i];
      const char *routine = dwell_line_table_get_routine (table, row->routine);

      g_string_append_printf (text, "%s %u:%d %s %" G_GUINT64_FORMAT,
                              dwell_line_table_get_module (table, row->module), row->line,
                              row->clause, routine != NULL ? routine : "?", row->sums.hits);
      if (table->are_times)
        g_string_append_printf (text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                                " %" G_GINT64_FORMAT, row->sums.time, row->sums.min,
                                row->sums.max);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

char *
br_tell_nodes (DwellTrace *trace)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint32 node = 0; node < trace->n_stack_nodes; node++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      if (trace->node_count[node] == 0)
        continue;

      for (guint32 frame = node; frame != DWELL_NONE; frame = trace->node_parent[frame])
        {
          const DwellArea *area = &trace->areas[trace->node_area[frame]];
          g_autofree char *before = g_strdup_printf (
            "%s %s %s;", dwell_trace_get_string (trace, area->module),
            dwell_trace_get_string (trace, area->name),
            area->parent != DWELL_NONE ? dwell_trace_get_area_name (trace, area->parent) : "?");

          g_string_prepend (text, before);
        }
      g_string_append_printf (text, " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT,
                              trace->node_count[node], trace->node_self[node]);
      g_ptr_array_add (lines, g_string_free (g_steal_pointer (&text), FALSE));
    }

  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

char *
br_tell_problems (DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                              problem->code, problem->offset, problem->count);
    }

  return g_string_free (text, FALSE);
}

char *
br_tell_spans (DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 row = 0; row < trace->n_rows; row++)
    for (guint32 i = 0; i < trace->rows[row].n_spans; i++)
      {
        guint32 span = trace->row_spans[trace->rows[row].first_span + i];

        g_string_append_printf (text, "%u %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %s\n", row,
                                dwell_trace_get_span_begin (trace, span),
                                dwell_trace_get_span_end (trace, span),
                                dwell_trace_get_area_title (trace, trace->span_area[span]));
      }

  return g_string_free (text, FALSE);
}
