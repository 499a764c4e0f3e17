/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports whose points have the columns of several versions: they are written with their header and
 * all that is known of each point. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-costs.h"
#include "formats/aprof/dwell-aprof.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (gconstpointer bytes,
            gsize         length)
{
  g_autoptr(GFile) file = file_fixture_write ("x_1_0_4.aprof", bytes, length);
  DwellOpenOptions options = { .format = &dwell_aprof_format, .limits = file_fixture_limits };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static GBytes *
write_report (DwellTrace *trace)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (G_MAXINT32);

  g_assert_true (dwell_aprof_format.write (trace, NULL, sink, NULL, NULL, &error));
  g_assert_true (dwell_sink_commit (sink, NULL, &error));
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, "");
}

static void
assert_same_points (const DwellCosts *left,
                    const DwellCosts *right)
{
  g_autoptr(DwellCostPoints) a = dwell_costs_get_points (left, 0);
  g_autoptr(DwellCostPoints) b = dwell_costs_get_points (right, 0);

  g_assert_cmpuint (a->n_points, ==, b->n_points);
  for (guint i = 0; i < a->n_points; i++)
    {
      const DwellCostPoint *p = &a->points[i];
      const DwellCostPoint *q = &b->points[i];

      g_assert_true (p->size == q->size && p->calls == q->calls && p->min == q->min &&
                     p->max == q->max && p->sum == q->sum && p->real == q->real &&
                     p->self == q->self && p->self_min == q->self_min &&
                     p->self_max == q->self_max);
      g_assert_cmpint (isnan (p->variance), ==, isnan (q->variance));
      g_assert_true (isnan (p->variance) || fabs (p->variance - q->variance) < 1e-9);
    }
}

#define HEADER(version) "v " version "\nk 1000\nm time-usec\ni rms\nt 4\nr \"f\" \"x\" 1\n"

/* A report keeps its header, and each point what is known of it, whatever the others lack; what
 * cannot be written is reported. */
static void
test_mixed_versions (void)
{
  static const struct {
    const char *text;
    guint64     n_lost;
  } cases[] = {
    /* One point of another version. */
    { HEADER ("6") "p 1 5 2 11 30 250 4 30 20 1 9 110\np 1 16 7 3\n", 0 },
    { HEADER ("6") "p 1 16 7 3\n", 0 },
    { HEADER ("1") "p 1 5 3 9 20 150 3\np 1 8 2 11 30 4 30 20 1 9\n", 0 },
    { HEADER ("6") "p 1 5 2 11 30 250 4 30 20 1 9 110 0 0 3 4 5 6\n"
                   "p 1 8 2 11 30 250 4 30 20 1 9 110 9 27 3 4\n", 0 },
    /* Merged from two that have min, max, sum and calls in common; the squares of large costs would
     * be taken for wrapped. */
    { HEADER ("1") "p 1 5 3 9 20 150 3\np 1 5 2 11 30 4 30 20 1 9\n", 0 },
    { HEADER ("1") "p 1 5 1 6000000000 6000000001 1 2\np 1 5 2 11 30 4 30 20 1 9\n", 0 },
    /* 41 for 6 calls: only the average can be written. */
    { HEADER ("1") "p 1 5 3 9 20 150 3\np 1 5 7 3\n", 1 },
    { HEADER ("1") "p 1 5 3 9 21 150 3\np 1 5 7 3\n", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = open_bytes (cases[i].text, strlen (cases[i].text));
      g_autoptr(GBytes) written = write_report (trace);
      g_autoptr(DwellTrace) again = open_bytes (g_bytes_get_data (written, NULL),
                                                g_bytes_get_size (written));
      g_autoptr(GBytes) rewritten = write_report (again);
      g_autoptr(DwellCosts) left = dwell_costs_new (trace, DWELL_NONE, NULL);
      g_autoptr(DwellCosts) right = dwell_costs_new (again, DWELL_NONE, NULL);
      g_autoptr(GArray) warnings = dwell_aprof_format.check (trace, NULL, NULL);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (warnings->len, ==, cases[i].n_lost);
      g_assert_cmpint (again->total_weight, ==, 1000);
      g_assert_cmpuint (again->size_bytes, ==, 4);
      g_assert_cmpstr (dwell_trace_get_string (again, again->weight_unit), ==, "time-usec");
      if (cases[i].n_lost == 0)
        assert_same_points (left, right);
      g_assert_true (g_bytes_equal (written, rewritten));
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/aprof-written/mixed-versions", test_mixed_versions);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
