/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times and numbers as text: tables of cases. In the expectations "_" represents a narrow no-break
 * space and "~" a no-break space. */
#include "config.h"

#include <locale.h>
#include <math.h>

#include "core/dwell-text-real.h"
#include "core/dwell-text.h"

#define MS G_GINT64_CONSTANT (1000000)
#define S  G_GINT64_CONSTANT (1000000000)

/* Takes @text. */
static void
check_text (char       *text,
            const char *expected)
{
  g_autoptr(GString) spelled = g_string_new (expected);

  g_string_replace (spelled, "_", "\xe2\x80\xaf", 0);
  g_string_replace (spelled, "~", "\xc2\xa0", 0);
  g_assert_cmpstr (text, ==, spelled->str);
  g_free (text);
}

static void
test_duration (void)
{
  static const struct {
    gint64      ns;
    const char *text;
  } cases[] = {
    { 0, "0~ns" },
    { 1, "1~ns" },
    { -1, "−1~ns" },
    { 999, "999~ns" },
    { 1000, "1~µs" },
    { 1001, "1.001~µs" },
    { 1234, "1.234~µs" },
    { 12345, "12.35~µs" },
    { 12344, "12.34~µs" },
    { 123450, "123.5~µs" },
    { 999949, "999.9~µs" },
    { 999950, "1.000~ms" },
    { 999999, "1.000~ms" },
    { 9999499, "9.999~ms" },
    { 9999500, "10.00~ms" },
    { 40 * MS, "40~ms" },
    { 40 * MS + 1, "40.00~ms" },
    { 3333 * MS, "3.333~s" },
    { 12340 * MS, "12.34~s" },
    { 59994 * MS, "59.99~s" },
    { 59995 * MS, "1~min~0.00~s" },
    { 60 * S, "1~min~0~s" },
    { 65430 * MS, "1~min~5.43~s" },
    { 65434 * MS, "1~min~5.43~s" },
    { 65400 * MS, "1~min~5.4~s" },
    { 125 * S, "2~min~5~s" },
    { 125500 * MS, "2~min~5.5~s" },
    { 125540 * MS, "2~min~5.5~s" },
    { 1234500 * MS, "20~min~35~s" },
    { 3599 * S, "59~min~59~s" },
    { 3599500 * MS, "1~h~0~min" },
    { 3600 * S, "1~h~0~min" },
    { 3720 * S, "1~h~2~min" },
    { 86399 * S, "1~d~0~h" },
    { 90000 * S, "1~d~1~h" },
    { -125 * S, "−2~min~5~s" },
    { G_MAXINT64, "106_752~d~0~h" },
    { G_MININT64, "−106_752~d~0~h" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_text (dwell_text_duration (cases[i].ns), cases[i].text);

  /* Sums of overlapping times can be longer than any time. */
  check_text (dwell_text_duration ((DwellSignedWide) 3 * G_MAXINT64), "320_255~d~23~h");
  check_text (dwell_text_duration ((DwellSignedWide) -1000 * G_MAXINT64), "−106_751_991~d~4~h");
}

static void
test_plain_duration (void)
{
  static const struct { gint64 ns; const char *text; } cases[] = {
    { 0, "0 ns" }, { 1, "1 ns" }, { -10, "−10 ns" }, { 999, "999 ns" }, { 1000, "1 µs" },
    { 510000, "510 µs" }, { 999999, "999.999 µs" }, { 2020000, "2.02 ms" },
    { 1802000, "1.802 ms" }, { 1044865000, "1.044865 s" }, { 1000000001, "1.000000001 s" },
    { -60000000000, "−60 s" }, { G_MININT64, "−9223372036.854775808 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dwell_text_plain_duration (cases[i].ns);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_time (void)
{
  static const struct {
    gint64      ns;
    gint64      resolution;
    const char *text;
  } cases[] = {
    { 1234567890, 1, "1.234_567_890~s" },
    { 1234567890, 1000, "1.234_568~s" },
    { 1234567890, 5000, "1.234_568~s" },
    { 1234567890, MS, "1.235~s" },
    { 1234567890, 20 * MS, "1.23~s" },
    { 1234567890, 100 * MS, "1.2~s" },
    { 1234567890, S, "1~s" },
    { 1234567890, 50 * S, "1~s" },
    { 1234567890, G_MAXINT64, "1~s" },
    { 1234567890, 0, "1.234_567_890~s" },
    { 1234567890, -5, "1.234_567_890~s" },
    { 0, 1000, "0.000_000~s" },
    { -1, 1000, "0.000_000~s" },
    { -499, 1000, "0.000_000~s" },
    { -500, 1000, "−0.000_001~s" },
    { -6 * MS, MS, "−0.006~s" },
    { 99999 * MS, MS, "99.999~s" },
    { 12345678 * S, S, "12_345_678~s" },
    { G_MAXINT64, 1, "9_223_372_036.854_775_807~s" },
    { G_MININT64, 1, "−9_223_372_036.854_775_808~s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_text (dwell_text_time (cases[i].ns, cases[i].resolution, G_MAXINT64), cases[i].text);
}

/* In the unit that suits the axis, however small the time is. */
static void
test_time_of_axis (void)
{
  static const struct {
    gint64      largest;
    const char *text; /* of 5 960 ns */
  } cases[] = {
    { 0, "5_960~ns" },
    { 999, "5_960~ns" },
    { 1000, "5.960~µs" },
    { MS - 1, "5.960~µs" },
    { MS, "0.005_960~ms" },
    { S - 1, "0.005_960~ms" },
    { S, "0.000_005_960~s" },
    { -S, "0.000_005_960~s" },
    { G_MININT64, "0.000_005_960~s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_text (dwell_text_time (5960, 1, cases[i].largest), cases[i].text);
}

/* In one unit for all, as the user chose. */
static void
test_time_units (void)
{
  static const struct {
    DwellTimeUnit unit;
    gint64        ns;
    const char   *duration;
    const char   *time;
    const char   *tick;
  } cases[] = {
    { DWELL_TIME_UNIT_S, 0, "0~s", "0.000_000~s", "0~s" },
    { DWELL_TIME_UNIT_S, 1234567, "0.001_235~s", "0.001_235~s", "0.001_2~s" },
    { DWELL_TIME_UNIT_S, 125 * S, "125~s", "125.000_000~s", "125.000_0~s" },
    { DWELL_TIME_UNIT_MS, 1234567, "1.235~ms", "1.235~ms", "1.2~ms" },
    { DWELL_TIME_UNIT_MS, 40 * MS, "40~ms", "40.000~ms", "40.0~ms" },
    { DWELL_TIME_UNIT_MS, 125 * S, "125_000~ms", "125_000.000~ms", "125_000.0~ms" },
    { DWELL_TIME_UNIT_MS, -500, "−0.000_5~ms", "−0.001~ms", "0~ms" },
    { DWELL_TIME_UNIT_US, 1234567, "1_235~µs", "1_235~µs", "1_235~µs" },
    { DWELL_TIME_UNIT_NS, 1234567, "1_234_567~ns", "1_234_567~ns", "1_234_567~ns" },
    { DWELL_TIME_UNIT_NS, G_MAXINT64, "9_223_372_036_854_775_807~ns",
      "9_223_372_036_854_775_807~ns", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      dwell_text_set_time_unit (cases[i].unit);
      check_text (dwell_text_duration (cases[i].ns), cases[i].duration);
      check_text (dwell_text_time (cases[i].ns, 1000, 1), cases[i].time);
      if (cases[i].tick != NULL)
        check_text (dwell_text_tick (cases[i].ns, MS / 10, cases[i].ns), cases[i].tick);
    }
  dwell_text_set_time_unit (DWELL_TIME_UNIT_AUTO);
  check_text (dwell_text_duration (1234567), "1.235~ms");
}

static void
test_wall_clock (void)
{
  /* TZ is set in main(). */
  check_text (dwell_text_wall_clock (0), "1970-01-01 00:00:00.000 UTC");
  check_text (dwell_text_wall_clock (996743774 * S + 123456000), "2001-08-02 09:16:14.123 UTC");
  check_text (dwell_text_wall_clock (-1), "1969-12-31 23:59:59.999 UTC");
  check_text (dwell_text_wall_clock (G_MAXINT64), "2262-04-11 23:47:16.854 UTC");
  check_text (dwell_text_wall_clock (G_MININT64), "1677-09-21 00:12:43.145 UTC");
}

static void
test_numbers (void)
{
  check_text (dwell_text_count (0), "0");
  check_text (dwell_text_count (999), "999");
  check_text (dwell_text_count (1000), "1_000");
  check_text (dwell_text_count (20000000), "20_000_000");
  check_text (dwell_text_count (G_MAXUINT64), "18_446_744_073_709_551_615");

  check_text (dwell_text_percent (0), "0.0~%");
  check_text (dwell_text_percent (-0.0), "0.0~%");
  check_text (dwell_text_percent (1e-9), "<~0.1~%");
  check_text (dwell_text_percent (0.0005), "0.1~%");
  check_text (dwell_text_percent (0.1234), "12.3~%");
  check_text (dwell_text_percent (0.99949), "99.9~%");
  check_text (dwell_text_percent (0.99999), ">~99.9~%");
  check_text (dwell_text_percent (1), "100.0~%");
  check_text (dwell_text_percent (12.5), "1_250.0~%");
  check_text (dwell_text_percent (-1), "");
  check_text (dwell_text_percent (NAN), "");
  check_text (dwell_text_percent (INFINITY), "");

  check_text (dwell_text_size (174000000), "174.0~MB");

  check_text (dwell_text_quantity (0), "0");
  check_text (dwell_text_quantity (9999), "9_999");
  check_text (dwell_text_quantity (10000), "10~k");
  check_text (dwell_text_quantity (-12345), "−12.35~k");
  check_text (dwell_text_quantity (999960), "1~M");
  check_text (dwell_text_quantity (1234567), "1.235~M");
  check_text (dwell_text_quantity (0.05), "0.05");
  check_text (dwell_text_quantity (1.5), "1.5");
  check_text (dwell_text_quantity (0.00012), "0.00012");
  check_text (dwell_text_quantity (1e25), "1e+25");
  check_text (dwell_text_quantity (NAN), "");
}

/* With the locales that are installed, if any: their signs, and a parser that does not care. */
static void
test_reals (void)
{
  static const struct {
    double      real;
    guint       n_digits;
    const char *text;
  } cases[] = {
    { 0, 6, "0" }, { 18.5, 6, "18.5" }, { -1.78125, 6, "-1.78125" }, { 16.6666666, 6, "16.6667" },
    { 99999.94, 6, "99999.9" }, { 99999.96, 6, "100000" }, { 999999.6, 6, "1000000" },
    { 9977710.4, 6, "9977710" }, { -9977710.6, 6, "-9977711" }, { 9999999.7, 7, "10000000" },
    { 123456.75, 7, "123456.8" }, { 999999999999999, 6, "999999999999999" }, { 1e15, 6, "1e+15" },
    { 0.0001, 6, "0.0001" }, { 0.00001, 6, "1e-05" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dwell_text_real (cases[i].real, cases[i].n_digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_locales (void)
{
  static const struct {
    const char *locale;
    const char *time;
    const char *count;
  } cases[] = {
    { "de_DE.UTF-8", "1.234,567_891~s", "20.000.000" },
    { "fr_FR.UTF-8", "1_234,567_891~s", "20_000_000" },
    { "en_US.UTF-8", "1,234.567_891~s", "20,000,000" },
    { "en_IN.UTF-8", "1,234.567_891~s", "2,00,00,000" },
  };
  guint n_tried = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 parsed;

      if (setlocale (LC_NUMERIC, cases[i].locale) == NULL)
        continue;

      n_tried++;
      check_text (dwell_text_time (1234567890900, 1000, G_MAXINT64), cases[i].time);
      check_text (dwell_text_count (20000000), cases[i].count);
      g_assert_true (dwell_text_parse_time ("1.5ms", &parsed));
      g_assert_cmpint (parsed, ==, 1500000);
      g_assert_false (dwell_text_parse_time ("1,5ms", &parsed));
    }

  setlocale (LC_NUMERIC, "C");

  if (n_tried == 0)
    g_test_skip ("none of the locales is installed");
}

static void
test_parse (void)
{
  static const struct {
    const char *text;
    gint64      ns;
  } good[] = {
    { "12", 12 },
    { "0", 0 },
    { "-0", 0 },
    { "12ns", 12 },
    { " 12 ns ", 12 },
    { "1.5 ms", 1500000 },
    { "3us", 3000 },
    { "3µs", 3000 },
    { "3μs", 3000 },
    { "0.2s", 200000000 },
    { ".5s", 500000000 },
    { "2min", 120 * S },
    { "1.5min", 90 * S },
    { "-3us", -3000 },
    { "+3us", 3000 },
    { "-0.5us", -500 },
    { "1.4", 1 },
    { "1.5", 2 },
    { "0.0000000005s", 1 },
    { "0.00000000049999999999999999999999s", 0 },
    { "0.000000000000000000000000000001s", 0 },
    { "1.999999999999999999999999999999s", 2 * S },
    { "9223372036854775807", G_MAXINT64 },
    { "-9223372036854775808", G_MININT64 },
    { "9223372036.854775807s", G_MAXINT64 },
    { "-9223372036.854775808s", G_MININT64 },
  };
  static const char * const bad[] = {
    "", " ", "-", "+", ".", "-.s", "5.", "5.s", "s", "ms", "12 m", "12h", "12nss", "1 2", "1,5ms",
    "1e3", "0x10", "--1", "+-1", "1..5", "1.5.5", "12 ns x", "nan", "inf",
    "9223372036854775808", "-9223372036854775809", "9223372036.854775808s", "18446744073709551616",
    "99999999999999999999", "99999999999999999999.5s", "18446744073709551615s", "153722868min",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      gint64 ns = 99;

      g_test_message ("“%s”", good[i].text);
      g_assert_true (dwell_text_parse_time (good[i].text, &ns));
      g_assert_cmpint (ns, ==, good[i].ns);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint64 ns = 99;

      g_test_message ("“%s”", bad[i]);
      g_assert_false (dwell_text_parse_time (bad[i], &ns));
      g_assert_cmpint (ns, ==, 99);
    }
}

/* Four significant digits, rounded right: against long double arithmetic. */
static void
test_duration_rounding (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      gint64 ns = (gint64) exp (g_test_rand_double_range (log (1000), log (59.9e9)));
      g_autofree char *text = dwell_text_duration (ns);
      double unit = g_str_has_suffix (text, "µs") ? 1e3 : g_str_has_suffix (text, "ms") ? 1e6 : 1e9;
      double shown = g_ascii_strtod (text, NULL) * unit;

      g_assert_cmpfloat (fabs (shown - (double) ns), <=, (double) ns * 0.0005 * 1.0001);
      g_assert_cmpfloat (shown / unit, <, 1000);
      g_assert_cmpfloat (shown / unit, >=, 1);
    }
}

/* One unit and equally many decimals for all durations of a column. */
static void
test_duration_in_column (void)
{
  static const struct {
    gint64      ns[4];
    const char *texts[4];
  } cases[] = {
    { { 1051 * MS, 845 * MS, 93 * MS, 0 }, { "1.051~s", "0.845~s", "0.093~s", "0.000~s" } },
    { { 845 * MS, 40 * MS, -MS, 0 }, { "845~ms", "40~ms", "−1~ms", "0~ms" } },
    { { 60 * MS, 46406977, 72400, 213306 }, { "60.000~ms", "46.407~ms", "0.072~ms", "0.213~ms" } },
    { { 2 * S, 1, 999999999, 1500 },
      { "2.000_000~s", "<~0.000_001~s", "1.000_000~s", "0.000_002~s" } },
    { { 12345, 10000, 900, 250 }, { "12.35~µs", "10.00~µs", "0.90~µs", "0.25~µs" } },
    { { 999, 1, 0, 20 }, { "999~ns", "1~ns", "0~ns", "20~ns" } },
    { { 961600 * MS, 931270 * MS, 60 * S, S },
      { "961.6~s", "931.3~s", "60.0~s", "1.0~s" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellTimeColumn column = { 0 };

      for (guint k = 0; k < G_N_ELEMENTS (cases[i].ns); k++)
        dwell_time_column_add (&column, cases[i].ns[k]);

      for (guint k = 0; k < G_N_ELEMENTS (cases[i].ns); k++)
        check_text (dwell_text_duration_in_column (cases[i].ns[k], &column), cases[i].texts[k]);
    }
}

/* The user's unit stands in every column. */
static void
test_column_in_unit (void)
{
  DwellTimeColumn column = { 0 };

  dwell_time_column_add (&column, 1051 * MS);
  dwell_text_set_time_unit (DWELL_TIME_UNIT_MS);
  check_text (dwell_text_duration_in_column (1051 * MS, &column), "1_051~ms");
  dwell_text_set_time_unit (DWELL_TIME_UNIT_NS);
  check_text (dwell_text_duration_in_column (1051 * MS, &column), "1_051_000_000~ns");
  dwell_text_set_time_unit (DWELL_TIME_UNIT_AUTO);
  check_text (dwell_text_duration_in_column ((DwellSignedWide) 3 * G_MAXINT64, &column),
              "27_670_116_110.564~s");
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text/duration-in-column", test_duration_in_column);
  g_test_add_func ("/text/column-in-unit", test_column_in_unit);
  g_test_add_func ("/text/duration", test_duration);
  g_test_add_func ("/text/duration-rounding", test_duration_rounding);
  g_test_add_func ("/text/plain-duration", test_plain_duration);
  g_test_add_func ("/text/time", test_time);
  g_test_add_func ("/text/time-of-axis", test_time_of_axis);
  g_test_add_func ("/text/time-units", test_time_units);
  g_test_add_func ("/text/wall-clock", test_wall_clock);
  g_test_add_func ("/text/numbers", test_numbers);
  g_test_add_func ("/text/reals", test_reals);
  g_test_add_func ("/text/locales", test_locales);
  g_test_add_func ("/text/parse", test_parse);

  return g_test_run ();
}
