/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading through the real thing, dumps, and random files. */
#include "config.h"

#include <string.h>

#include "core/dwell-scan.h"
#include "formats/lms/dwell-lms.h"
#include "lms-fixture.h"

DwellTrace *
lms_read (const char  *bytes,
          gsize        length,
          const char  *option,
          GError     **error)
{
  const char *key_values[] = { option, NULL };
  DwellOpenOptions options = {
    .format = &dwell_lms_format, .key_values = key_values, .limits = file_fixture_limits,
  };
  g_autoptr(GFile) file = file_fixture_write ("lms.csv", bytes, length);

  return dwell_open_file (file, &options, NULL, NULL, error);
}

static void
dump_flags (GString *out,
            guint    flags)
{
  if (flags & DWELL_SPAN_END_MISSING)
    g_string_append (out, " [missing]");
  if (flags & DWELL_SPAN_CLAMPED)
    g_string_append (out, " [clamped]");
  if (flags & DWELL_SPAN_DOUBTFUL)
    g_string_append (out, " [doubtful]");
}

/* Returns how many rows of the same label precede @row in its track. */
static guint
count_rows_before (const DwellTrace *trace,
                   guint32           row)
{
  const DwellTrack *track = &trace->tracks[trace->rows[row].track];
  guint n = 0;

  for (guint32 i = track->first_row; i < row; i++)
    n += trace->rows[i].label == trace->rows[row].label;

  return n;
}

char *
lms_dump (const DwellTrace *trace)
{
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      g_string_append_printf (out, "%u %s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " row %u", i,
                              dwell_trace_get_area_name (trace, trace->span_area[i]),
                              dwell_trace_get_span_begin (trace, i) / 1000,
                              dwell_trace_get_span_end (trace, i) / 1000,
                              count_rows_before (trace, trace->span_row[i]));
      if (trace->span_parent[i] != DWELL_NONE)
        g_string_append_printf (out, " in %u", trace->span_parent[i]);
      dump_flags (out, trace->span_flags[i]);
      g_string_append_c (out, '\n');
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      g_assert_cmpint (trace->mark_kind[i], ==, DWELL_MARK_ORPHAN_END);
      g_string_append_printf (out, "orphan %s %" G_GINT64_FORMAT "\n",
                              dwell_trace_get_area_name (trace, trace->mark_area[i]),
                              trace->mark_time[i] / 1000);
    }

  g_string_append_printf (out, "events %" G_GUINT64_FORMAT ", end %" G_GINT64_FORMAT "\n",
                          trace->n_events, trace->end / 1000);
  return g_string_free (out, FALSE);
}

char *
lms_dump_problems (const DwellTrace *trace)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (out, "%s %" G_GUINT64_FORMAT " x%" G_GUINT64_FORMAT "\n",
                              problem->code, problem->line, problem->count);
    }

  return g_string_free (out, FALSE);
}

static const char * const labels[] = {
  "a", "a.b", "a.b.c", "a.b.c.d", "a.bb", "aa.b", "a.", ".a", "a..b", "caf\xc3\xa9.x",
  "caf\xe9", "with, comma", "\"quoted\"", "#5", "longer.label", "longer",
};

static void
append_sane_event (GString *out,
                   GRand   *rand,
                   guint   *n_open)
{
  guint id = (guint) g_rand_int_range (rand, 0, 6);
  gboolean ends = n_open[id] > 0 && g_rand_int_range (rand, 0, 5) < 3;
  int diff = g_rand_int_range (rand, 0, 12);

  /* Threads that quarrel for the lock. */
  if (g_rand_int_range (rand, 0, 10) == 0)
    diff = -g_rand_int_range (rand, 0, 4);

  if (ends)
    n_open[id]--;
  else
    n_open[id]++;

  g_string_append_printf (out, "%d,%u,%d\n", ends, id, diff);
}

static void
append_wild_line (GString *out,
                  GRand   *rand)
{
  static const char * const oddities[] = {
    "", " ", "9,1,1", "0", "0,", "0,1", "0,1,", "1,1,x", "0,x,5", "1,-1,5", "2,3", "2,3,",
    "2,x,lost", "0,1,5,6", "garbage", ",,,", "0,1,99999999999999999999", "0,18446744073709551616,1",
    " 0 , 2 , 3 ", "\t1,2,3\t", "0,1,+4", "1,1,-7", "0,70000000,1", "1,70000000,2",
    "0,18446744073709551615,3", "1,18446744073709551615,3", "0,2000000000,2147483648", "00,1,1",
    "0,1,9000000000000", "1,1,-9000000000000", "0,1,9200000000000000", "0,0001,0003",
    "0,1,12345678", "1,1,-12345678",
  };
  guint choice = (guint) g_rand_int_range (rand, 0, 100);

  if (choice < 8)
    g_string_append (out, oddities[g_rand_int_range (rand, 0, G_N_ELEMENTS (oddities))]);
  else if (choice < 14)
    g_string_append_printf (out, "2,%d,%s", g_rand_int_range (rand, 0, 8),
                            labels[g_rand_int_range (rand, 0, G_N_ELEMENTS (labels))]);
  else
    g_string_append_printf (out, "%d,%d,%d", g_rand_int_range (rand, 0, 2),
                            g_rand_int_range (rand, 0, 8), g_rand_int_range (rand, -4, 12));

  g_string_append (out, g_rand_int_range (rand, 0, 20) == 0 ? "\r\n" : "\n");
}

GString *
lms_make_random (GRand    *rand,
                 guint     n_lines,
                 gboolean  is_wild)
{
  GString *out = g_string_new (is_wild && g_rand_boolean (rand) ? "\xef\xbb\xbf" : NULL);
  guint n_open[6] = { 0 };

  for (guint id = 0; !is_wild && id < G_N_ELEMENTS (n_open); id++)
    g_string_append_printf (out, "2,%u,%s\n", id,
                            labels[g_rand_int_range (rand, 0, G_N_ELEMENTS (labels))]);

  for (guint i = 0; i < n_lines; i++)
    if (is_wild)
      append_wild_line (out, rand);
    else
      append_sane_event (out, rand, n_open);

  if (is_wild && g_rand_boolean (rand))
    g_string_truncate (out, out->len - 1 - (gsize) g_rand_int_range (rand, 0, 4));

  return out;
}
