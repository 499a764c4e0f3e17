/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times in tables: from which column one without a unit has its own, what is then reported, and in
 * the preview; fractions of seconds in dates. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-source.h"
#include "formats/csv/dwell-csv.h"
#include "support/file-fixture.h"

static void
check_span (const DwellTrace *trace,
            gint64            begin,
            gint64            end)
{
  g_assert_cmpuint (trace->n_spans, ==, 1);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 0), ==, begin);
  g_assert_cmpint (dwell_trace_get_span_end (trace, 0), ==, end);
}

/* What the preview of a table notes beside an option, or NULL. */
static char *
find_note (const char *text,
           const char *option)
{
  const char *key_values[] = { NULL };
  g_autoptr(GFile) file = file_fixture_write ("units.csv", text, strlen (text));
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  g_autoptr(DwellOptions) options = dwell_options_new (&dwell_csv_format, key_values, &error);
  g_autoptr(DwellPreview) preview = dwell_csv_format.preview (source, options, NULL, &error);
  const DwellPreviewFinding *finding = dwell_preview_find (preview, option);

  g_assert_no_error (error);
  return finding != NULL ? g_strdup (finding->note) : NULL;
}

/* A column without a unit has that of the column of times, and what the warning and the preview
 * name is the unit that was assumed. */
static void
test_units (void)
{
  static const struct {
    const char *text;
    gint64      begin;
    gint64      end;
    const char *assumed; /* NULL: no warning */
    const char *unit;    /* what the preview notes beside the unit, and the unit of durations */
    const char *duration_unit;
  } cases[] = {
    { "start_us,elapsed,task\n6,4,a\n", 6000, 10000, NULL, "Found: Microseconds", NULL },
    { "end_us,elapsed,task\n10,4,a\n", 6000, 10000, NULL, "Found: Microseconds", NULL },
    { "end_ms,duration,name\n100,20,a\n", 80000000, 100000000, NULL, "Found: Milliseconds",
      NULL },
    { "end,duration,name\n100,20,a\n", 80, 100, "ns", "Assumed: Nanoseconds", NULL },
    { "end,duration_us,name\n100000,20,a\n", 80000, 100000, "ns", "Assumed: Nanoseconds", NULL },
    { "start,elapsed,task\n00:00:01,1.5,a\n", 1000000000, 2500000000, "s",
      "Found: Dates and times of day", "Assumed: Seconds" },
    { "end,elapsed,task\n00:00:10,1.5,a\n", 8500000000, 10000000000, "s",
      "Found: Dates and times of day", "Assumed: Seconds" },
    { "start,end,task\n00:00:01,2500000000,a\n", 1000000000, 2500000000, "ns",
      "Assumed: Nanoseconds", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", cases[i].text, NULL);
      const DwellProblem *problem = dwell_problems_get_n (trace->problems) > 0
                                      ? dwell_problems_get (trace->problems, 0) : NULL;
      g_autofree char *unit = find_note (cases[i].text, "Unit");
      g_autofree char *duration_unit = find_note (cases[i].text, "DurationUnit");

      g_test_message ("%s", cases[i].text);
      check_span (trace, cases[i].begin, cases[i].end);
      g_assert_cmpint (problem != NULL, ==, cases[i].assumed != NULL);
      if (problem != NULL)
        {
          g_autofree char *words = g_strdup_printf (": %s was assumed", cases[i].assumed);

          g_assert_cmpstr (problem->code, ==, "unit-assumed");
          g_assert_nonnull (strstr (problem->message, words));
        }
      g_assert_cmpstr (unit, ==, cases[i].unit);
      g_assert_cmpstr (duration_unit, ==, cases[i].duration_unit);
    }

  file_fixture_remove_all ();
}

/* Digits of a second beyond the ninth round, as those of a number do. */
static void
test_fractions (void)
{
  static const struct {
    const char *begin;
    const char *end;
    gint64      begin_ns;
    gint64      end_ns;
    gboolean    is_rounded;
  } cases[] = {
    { "00:00:00.123456789", "00:00:01", 123456789, 1000000000, FALSE },
    { "00:00:00.1234567890", "00:00:01", 123456789, 1000000000, FALSE },
    { "00:00:00.1234567894999", "00:00:01", 123456789, 1000000000, TRUE },
    { "00:00:00.1234567895", "00:00:01", 123456790, 1000000000, TRUE },
    { "00:00:00.1234567899", "00:00:01", 123456790, 1000000000, TRUE },
    { "00:00:00.99999999949", "00:00:59.9999999995", 999999999, 60000000000, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("begin,end,name\n%s,%s,a\n", cases[i].begin,
                                               cases[i].end);
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", text, NULL);

      check_span (trace, cases[i].begin_ns, cases[i].end_ns);
      g_assert_cmpint (file_fixture_count (trace, "rounded-time") > 0, ==, cases[i].is_rounded);
    }

  file_fixture_remove_all ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv-times/units", test_units);
  g_test_add_func ("/csv-times/fractions", test_fractions);
  return g_test_run ();
}
