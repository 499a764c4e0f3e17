/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of statistics that hold for every file: own ≤ gross ≤ total ≤ sum in each row, and no
 * more time outside than the range has. Random files with activations that overlap, recurse,
 * straddle, began before the recording, and with clocks that are set back. */
#include "config.h"

#include "analysis/statistics/dwell-statistics.h"
#include "core/dwell-error.h"
#include "lms-fixture.h"
#include "ooo-dump.h"
#include "text1-fixture.h"

#define N_FILES 300

static void
check_rows (const DwellTrace      *trace,
            const DwellStatistics *statistics)
{
  gint64 length = statistics->end - statistics->begin;

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      guint n_contexts = row->context == DWELL_NONE ? trace->n_contexts : 1;

      if (row->of != DWELL_STATISTICS_OF_SPANS)
        continue;

      g_test_message ("%s", dwell_trace_get_area_title (trace, row->area));
      g_assert_true (!row->net_is_defined || row->net.total <= row->gross.total);
      g_assert_true (row->gross.total <= row->call.total);
      g_assert_true (row->call.total <= row->call_sum);
      g_assert_true (row->outside.total <= (DwellWide) length * n_contexts);
    }
}

static void
check_trace (DwellTrace *trace)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  gint64 length = trace->end - trace->begin;

  for (guint i = 0; i < 8; i++)
    {
      gint64 from = i == 0 ? 0 : (gint64) (g_test_rand_double () * (double) length);
      gint64 to = i == 0 ? length : (gint64) (g_test_rand_double () * (double) length);
      g_autoptr(DwellStatistics) statistics =
        dwell_statistics_index_query (index, trace->begin + MIN (from, to),
                                      trace->begin + MAX (from, to), DWELL_STATISTICS_TOTALS,
                                      NULL);

      check_rows (trace, statistics);
    }
}

static void
test_lms (void)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());
      GString *text = lms_make_random (rand, 200, i % 2 == 0);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = lms_read (text->str, text->len, NULL, &error);

      g_string_free (text, TRUE);
      if (trace != NULL)
        check_trace (trace);
      else
        g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
    }
}

static int
choose (int n)
{
  return g_test_rand_int_range (0, n);
}

/* Scopes of three functions on two threads, with logical scopes between them. */
static void
test_ooo (void)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      int time = 1000;

      for (guint line = 0; line < 100; line++)
        {
          char bracket = choose (2) ? '{' : '}';

          time += choose (40) == 0 ? -choose (30) : choose (5);
          if (choose (4) > 0)
            g_string_append_printf (text, "%06d %d %c m (a) ::f%d\n", time, choose (2), bracket,
                                    choose (3));
          else
            g_string_append_printf (text, "%06d %d | m (a) ::f%d : %c part %d\n", time,
                                    choose (2), choose (3), bracket, choose (3));
        }

      trace = ooo_read (text->str, text->len, "random.log", 0, &error);
      g_assert_no_error (error);
      check_trace (trace);
    }
}

/* Appends a stack of functions as profilers record it: a caller is suspended at once, and so is a
 * preempted function. It begins after the recording does and ends before it. */
static void
append_stack (GString *text)
{
  guint stack[12];
  int depth = 0;
  int time = 0;
  gboolean is_paused = FALSE;

  for (guint line = 0; line < 120; line++)
    {
      GString *before = g_string_new (NULL);

      time += choose (4);
      if (is_paused)
        g_string_printf (before, "%08X,R,,%d\n", stack[depth - 1], time);
      else if (depth > 0 && choose (8) == 0)
        g_string_printf (before, "%08X,S,,%d\n", stack[depth - 1], time);
      else if (depth < 12 && choose (2))
        {
          if (depth > 0)
            g_string_append_printf (before, "%08X,S,,%d\n", stack[depth - 1], time);
          stack[depth++] = (guint) choose (4);
          g_string_append_printf (before, "%08X,E,,%d\n", stack[depth - 1], time);
        }
      else if (depth > 0)
        {
          g_string_append_printf (before, "%08X,X,,%d\n", stack[--depth], time);
          if (depth > 0)
            g_string_append_printf (before, "%08X,R,,%d\n", stack[depth - 1], time);
        }

      is_paused = !is_paused && g_strrstr (before->str, ",S,") != NULL &&
                  g_strrstr (before->str, ",E,") == NULL;
      if (line >= 20)
        g_string_append (text, before->str);
      g_string_free (before, TRUE);
    }
}

static void
test_text1 (void)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autoptr(GString) text =
        g_string_new ("* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n"
                      "00000000,f,\n00000001,g,\n00000002,h,\n00000003,i,\n"
                      "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n");
      g_autoptr(DwellTrace) trace = NULL;

      append_stack (text);
      trace = text1_open_text (text->str, NULL);
      check_trace (trace);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistics-bounds/lms", test_lms);
  g_test_add_func ("/statistics-bounds/ooo", test_ooo);
  g_test_add_func ("/statistics-bounds/text1", test_text1);
  status = g_test_run ();

  file_fixture_remove_all ();
  return status;
}
