/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks are cut here at line ends, each in memory of its own with exactly the padding that is
 * promised, so that a sanitizer sees every byte read beyond. */
#include "config.h"

#include <string.h>

#include "formats/ooo/dwell-ooo-reader.h"
#include "formats/ooo/dwell-ooo.h"
#include "ooo-dump.h"

static gboolean
read_block (DwellOooReader  *reader,
            const char      *text,
            gsize            length,
            gboolean         is_last,
            guint64          n_lines_before,
            GError         **error)
{
  g_autofree char *copy = g_malloc0 (length + DWELL_BLOCK_PADDING);
  DwellBlock block = { .text = copy, .length = length, .is_last = is_last };
  gpointer parsed;
  gboolean is_good;

  memcpy (copy, text, length);
  parsed = dwell_ooo_line_work.parse (&block, reader);
  is_good = dwell_ooo_line_work.consume (&block, parsed, n_lines_before, reader, error);
  dwell_ooo_line_work.free (parsed, reader);
  return is_good;
}

static gboolean
read_blocks (DwellOooReader  *reader,
             const char      *text,
             gsize            length,
             guint            lines_per_block,
             GError         **error)
{
  const char *end = text + length;
  guint64 n_lines_before = 0;

  do
    {
      const char *p = lines_per_block > 0 ? text : end;
      guint n = 0;

      while (p < end && n < lines_per_block)
        {
          const char *newline = memchr (p, '\n', (gsize) (end - p));

          p = newline != NULL ? newline + 1 : end;
          n++;
        }

      if (!read_block (reader, text, (gsize) (p - text), p == end, n_lines_before, error))
        return FALSE;

      n_lines_before += n;
      text = p;
    }
  while (text < end);

  return TRUE;
}

DwellTrace *
ooo_read (const char  *text,
          gsize        length,
          const char  *file_name,
          guint        lines_per_block,
          GError     **error)
{
  g_autoptr(DwellBuilder) builder = dwell_builder_new (dwell_ooo_format.id, dwell_ooo_format.title,
                                                       dwell_ooo_format.tables);
  g_autoptr(DwellOooReader) reader = dwell_ooo_reader_new (builder, NULL);

  if (!read_blocks (reader, text, length, lines_per_block, error) ||
      !dwell_ooo_reader_finish (reader, file_name, error))
    return NULL;

  return dwell_builder_finish (g_steal_pointer (&builder));
}

static void
append_time (GString *text,
             gint64   time)
{
  g_assert_cmpint (time % 1000, ==, 0);

  if (time % 1000000 == 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, time / 1000000);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT ".%03d", time / 1000000,
                            (int) (ABS (time) / 1000 % 1000));
}

static void
append_span (GString          *text,
             const DwellTrace *trace,
             guint32           span)
{
  const DwellArea *area = &trace->areas[trace->span_area[span]];
  guint32 row = trace->span_row[span];
  const DwellTrack *track = &trace->tracks[trace->rows[row].track];
  gint64 own = dwell_trace_get_span_own (trace, span);
  guint flags = trace->span_flags[span];

  g_string_append_printf (text, "#%u %s row %u: ", span,
                          dwell_trace_get_string (trace, track->name), row - track->first_row);
  append_time (text, dwell_trace_get_span_begin (trace, span));
  g_string_append_c (text, '-');
  append_time (text, dwell_trace_get_span_end (trace, span));
  g_string_append (text, " self ");
  if (own != DWELL_TIME_NONE)
    append_time (text, own);
  else
    g_string_append_c (text, '?');
  g_string_append_printf (text, " %s \"%s\"", dwell_area_kind_get_id (area->kind),
                          dwell_trace_get_string (trace, area->name));
  if (trace->span_parent[span] != DWELL_NONE)
    g_string_append_printf (text, " in #%u", trace->span_parent[span]);
  if (flags & DWELL_SPAN_END_MISSING)
    g_string_append (text, " [missing]");
  if (flags & DWELL_SPAN_CLAMPED)
    g_string_append (text, " [clamped]");
  if (flags & DWELL_SPAN_OWN_UNDEFINED)
    g_string_append (text, " [undefined]");
  g_string_append_c (text, '\n');
}

static void
append_mark (GString          *text,
             const DwellTrace *trace,
             guint32           mark)
{
  static const char * const kinds[] = { "message", "exit", "orphan" };
  const DwellTrack *track = &trace->tracks[trace->mark_track[mark]];

  g_string_append_printf (text, "%s: ", dwell_trace_get_string (trace, track->name));
  append_time (text, trace->mark_time[mark]);
  g_string_append_printf (text, " %s \"%s\"", kinds[trace->mark_kind[mark]],
                          dwell_trace_get_string (trace, trace->mark_text[mark]));
  if (trace->mark_area[mark] != DWELL_NONE)
    g_string_append_printf (text, " of \"%s\"",
                            dwell_trace_get_area_name (trace, trace->mark_area[mark]));
  if (trace->mark_span[mark] != DWELL_NONE)
    g_string_append_printf (text, " in #%u", trace->mark_span[mark]);
  g_string_append_c (text, '\n');
}

char *
ooo_dump (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    append_span (text, trace, i);

  for (guint32 i = 0; i < trace->n_marks; i++)
    append_mark (text, trace, i);

  return g_string_free (text, FALSE);
}

char *
ooo_dump_problems (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (text, "%s x%" G_GUINT64_FORMAT " line %" G_GUINT64_FORMAT "\n",
                              problem->code, problem->count, problem->line);
    }

  return g_string_free (text, FALSE);
}

char *
ooo_dump_properties (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < trace->n_properties; i++)
    {
      g_autofree char *value = g_variant_print (trace->properties[i].value, FALSE);

      g_string_append_printf (text, "%s=%s\n", trace->properties[i].key, value);
    }

  return g_string_free (text, FALSE);
}

static void
check_spans (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 parent = trace->span_parent[i];

      g_assert_cmpuint (trace->span_area[i], <, trace->n_areas);
      g_assert_cmpuint (trace->span_row[i], <, trace->n_rows);
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), <=,
                       dwell_trace_get_span_end (trace, i));
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), >=, trace->begin);
      g_assert_cmpint (dwell_trace_get_span_end (trace, i), <=, trace->end);
      g_assert_cmpuint (trace->span_flags[i], <, 1 << 5);

      if (parent != DWELL_NONE)
        {
          g_assert_cmpuint (parent, <, i);
          g_assert_cmpint (dwell_trace_get_span_begin (trace, parent), <=,
                           dwell_trace_get_span_begin (trace, i));
          g_assert_cmpint (dwell_trace_get_span_end (trace, parent), >=,
                           dwell_trace_get_span_end (trace, i));
          g_assert_cmpuint (dwell_trace_get_span_track (trace, parent), ==,
                            dwell_trace_get_span_track (trace, i));
        }
    }
}

static void
check_rows (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_rows; i++)
    {
      const DwellRow *row = &trace->rows[i];
      const guint32 *spans = trace->row_spans + row->first_span;

      for (guint32 k = 1; k < row->n_spans; k++)
        g_assert_cmpint (dwell_trace_get_span_end (trace, spans[k - 1]), <=,
                         dwell_trace_get_span_begin (trace, spans[k]));
    }
}

static void
check_marks (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];

      for (guint32 k = 1; k < track->n_marks; k++)
        g_assert_cmpint (trace->mark_time[trace->track_marks[track->first_mark + k - 1]], <=,
                         trace->mark_time[trace->track_marks[track->first_mark + k]]);
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      g_assert_cmpuint (trace->mark_track[i], <, trace->n_tracks);
      g_assert_true (trace->mark_area[i] == DWELL_NONE || trace->mark_area[i] < trace->n_areas);
      g_assert_true (trace->mark_span[i] == DWELL_NONE || trace->mark_span[i] < trace->n_spans);
      g_assert_true (g_utf8_validate (dwell_trace_get_string (trace, trace->mark_text[i]), -1,
                                      NULL));
      g_assert_cmpint (trace->mark_time[i], >=, trace->begin);
      g_assert_cmpint (trace->mark_time[i], <=, trace->end);
    }
}

void
ooo_check (const DwellTrace *trace)
{
  check_spans (trace);
  check_rows (trace);
  check_marks (trace);

  for (guint32 i = 0; i < trace->n_areas; i++)
    g_assert_true (g_utf8_validate (dwell_trace_get_area_name (trace, i), -1, NULL));

  for (guint32 i = 0; i < trace->n_contexts; i++)
    g_assert_true (trace->contexts[i].parent == DWELL_NONE || trace->contexts[i].parent < i);

  g_assert_nonnull (dwell_trace_get_property (trace, "clean_exit"));
}

GBytes *
ooo_load (const char *path)
{
  g_autofree char *name = g_test_build_filename (G_TEST_DIST, "data", path, NULL);
  g_autoptr(GError) error = NULL;
  char *text;
  gsize length;

  g_file_get_contents (name, &text, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (text, length);
}
