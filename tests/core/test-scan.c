/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scanners, as tables of cases: what they take, what they leave, and that a refusal leaves the
 * cursor where it was. Inputs are copied into memory of exactly their size, so that the address
 * sanitizer sees a byte read too far. */
#include "config.h"

#include "core/dwell-decimal.h"
#include "core/dwell-scan.h"

typedef struct {
  const char *text;
  gboolean    taken;
  guint64     value;
  gsize       left; /* bytes, if taken */
} NumberCase;

static void
scan_begin (DwellScan  *scan,
            const char *text)
{
  gsize length = strlen (text);
  char *bytes = length > 0 ? g_memdup2 (text, length) : g_malloc (1);

  scan->p = bytes;
  scan->end = bytes + length;
}

static void
test_u64 (void)
{
  static const NumberCase cases[] = {
    { "", FALSE, 0, 0 },
    { "0", TRUE, 0, 0 },
    { "007", TRUE, 7, 0 },
    { "12,", TRUE, 12, 1 },
    { " 1", FALSE, 0, 0 },
    { "-1", FALSE, 0, 0 },
    { "+1", FALSE, 0, 0 },
    { "x", FALSE, 0, 0 },
    { "/", FALSE, 0, 0 },
    { ":", FALSE, 0, 0 },
    { "\xb1", FALSE, 0, 0 },
    { "18446744073709551615", TRUE, G_MAXUINT64, 0 },
    { "18446744073709551616", FALSE, 0, 0 },
    { "18446744073709551625", FALSE, 0, 0 },
    { "99999999999999999999", FALSE, 0, 0 },
    { "000000000000000000000000000000001", TRUE, 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScan scan;
      guint64 value = 99;
      g_autofree char *start = NULL;

      scan_begin (&scan, cases[i].text);
      start = (char *) scan.p;
      g_assert_cmpint (dwell_scan_u64 (&scan, &value), ==, cases[i].taken);
      g_assert_cmpuint (value, ==, cases[i].taken ? cases[i].value : 99);
      g_assert_true (scan.p == (cases[i].taken ? scan.end - cases[i].left : start));
    }
}

static void
test_u32 (void)
{
  static const NumberCase cases[] = {
    { "4294967295 ", TRUE, G_MAXUINT32, 1 },
    { "4294967296", FALSE, 0, 0 },
    { "18446744073709551616", FALSE, 0, 0 },
    { "", FALSE, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScan scan;
      guint32 value = 99;
      g_autofree char *start = NULL;

      scan_begin (&scan, cases[i].text);
      start = (char *) scan.p;
      g_assert_cmpint (dwell_scan_u32 (&scan, &value), ==, cases[i].taken);
      g_assert_cmpuint (value, ==, cases[i].taken ? cases[i].value : 99);
      g_assert_true (scan.p == (cases[i].taken ? scan.end - cases[i].left : start));
    }
}

static void
test_i64 (void)
{
  static const struct {
    const char *text;
    gboolean    taken;
    gint64      value;
  } cases[] = {
    { "5", TRUE, 5 },
    { "-5", TRUE, -5 },
    { "+5", TRUE, 5 },
    { "-0", TRUE, 0 },
    { "9223372036854775807", TRUE, G_MAXINT64 },
    { "9223372036854775808", FALSE, 0 },
    { "-9223372036854775808", TRUE, G_MININT64 },
    { "-9223372036854775809", FALSE, 0 },
    { "--1", FALSE, 0 },
    { "+-1", FALSE, 0 },
    { "-", FALSE, 0 },
    { "+", FALSE, 0 },
    { "", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScan scan;
      gint64 value = 99;
      g_autofree char *start = NULL;

      scan_begin (&scan, cases[i].text);
      start = (char *) scan.p;
      g_assert_cmpint (dwell_scan_i64 (&scan, &value), ==, cases[i].taken);
      g_assert_cmpint (value, ==, cases[i].taken ? cases[i].value : 99);
      g_assert_true (scan.p == (cases[i].taken ? scan.end : start));
    }
}

static void
test_small (void)
{
  DwellScan scan;
  g_autofree char *start = NULL;

  scan_begin (&scan, "a \t b");
  start = (char *) scan.p;

  g_assert_false (dwell_scan_char (&scan, 'b'));
  g_assert_true (dwell_scan_char (&scan, 'a'));
  dwell_scan_blanks (&scan);
  g_assert_false (dwell_scan_literal (&scan, "bc"));
  g_assert_false (dwell_scan_literal (&scan, "c"));
  g_assert_true (dwell_scan_literal (&scan, ""));
  g_assert_true (dwell_scan_literal (&scan, "b"));
  g_assert_true (scan.p == scan.end);
  g_assert_false (dwell_scan_char (&scan, 'b'));
  g_assert_false (dwell_scan_literal (&scan, "b"));
  dwell_scan_blanks (&scan);
  g_assert_true (scan.p == scan.end);
}

static void
test_lines (void)
{
  static const struct {
    const char *text;
    const char *lines[5];
  } cases[] = {
    { "", { NULL } },
    { "\n", { "", NULL } },
    { "a", { "a", NULL } },
    { "a\n", { "a", NULL } },
    { "a\r\nb\n\nc", { "a", "b", "", "c", NULL } },
    { "a\r", { "a", NULL } },
    { "a\rb\r\r\n", { "a\rb\r", NULL } },
    { "\r\n\r", { "", "", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScan scan;
      DwellScan line;
      g_autofree char *start = NULL;
      guint n = 0;

      scan_begin (&scan, cases[i].text);
      start = (char *) scan.p;

      for (; dwell_scan_line (&scan, &line); n++)
        {
          g_assert_nonnull (cases[i].lines[n]);
          g_assert_cmpmem (line.p, line.end - line.p, cases[i].lines[n],
                           strlen (cases[i].lines[n]));
        }

      g_assert_null (cases[i].lines[n]);
      g_assert_true (scan.p == scan.end);
    }
}

/* Decimal numbers, scaled: those that do not fit are refused. */
static void
test_decimal (void)
{
  static const struct {
    const char *text;
    const char *points;
    DwellRatio  ratio;
    gint64      result;
    gboolean    is_rounded;
    const char *rest;
  } cases[] = {
    { "0", ".", { 1, 1 }, 0, FALSE, "" },
    { "12", ".", { 1, 1 }, 12, FALSE, "" },
    { "-1.5x", ".", { 1000, 1 }, -1500, FALSE, "x" },
    { "+.5", ".", { 1, 1 }, 1, TRUE, "" },
    { "0.4", ".", { 1, 1 }, 0, TRUE, "" },
    { "-0.5", ".", { 1, 1 }, -1, TRUE, "" },
    { "1,5", ",.", { 10, 1 }, 15, FALSE, "" },
    { "1,5", ".", { 10, 1 }, 10, FALSE, ",5" },
    { "1.2.3", ".", { 10, 1 }, 12, FALSE, ".3" },
    { "1.5e3", ".", { 1, 1 }, 1500, FALSE, "" },
    { "15E-1", ".", { 2, 1 }, 3, FALSE, "" },
    { "1e-400", ".", { 1, 1 }, 0, TRUE, "" },
    { "0.000000000000000000000000000001", ".", { 1, 1 }, 0, TRUE, "" },
    { "0e99", ".", { 1, 1 }, 0, FALSE, "" },
    { "1", ".", { 1, 3 }, 0, TRUE, "" },
    { "2", ".", { 1, 3 }, 1, TRUE, "" },
    { "3", ".", { G_GUINT64_CONSTANT (1000000000), 16000000 }, 188, TRUE, "" },
    { "9223372036854775807", ".", { 1, 1 }, G_MAXINT64, FALSE, "" },
    { "9223372036854775807", ".", { 1000000, 1000000 }, G_MAXINT64, FALSE, "" },
    { "9223372036854775807.4", ".", { 1, 1 }, G_MAXINT64, FALSE, "" },
    { "9223372036854775808", ".", { 1, 1 }, -1, FALSE, NULL },
    { "99999999999999999999", ".", { 1, 1 }, -1, FALSE, NULL },
    { "1e19", ".", { 1, 1 }, -1, FALSE, NULL },
    { "1e400", ".", { 1, 1 }, -1, FALSE, NULL },
    { "18446744073709551615e19", ".", { G_MAXINT64, 1 }, -1, FALSE, NULL },
    { "", ".", { 1, 1 }, -1, FALSE, NULL },
    { ".", ".", { 1, 1 }, -1, FALSE, NULL },
    { "-", ".", { 1, 1 }, -1, FALSE, NULL },
    { "1e", ".", { 1, 1 }, -1, FALSE, NULL },
    { "x", ".", { 1, 1 }, -1, FALSE, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *exact = g_memdup2 (cases[i].text, MAX (strlen (cases[i].text), 1));
      DwellScan s = { exact, exact + strlen (cases[i].text) };
      DwellDecimal number;
      gint64 result = -2;
      gboolean is_rounded = FALSE;
      gboolean is_good = dwell_scan_decimal (&s, cases[i].points, &number) &&
                         dwell_decimal_scale (&number, &cases[i].ratio, &result, &is_rounded);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (is_good, ==, cases[i].rest != NULL);
      if (!is_good)
        continue;
      g_assert_cmpint (result, ==, cases[i].result);
      g_assert_cmpint (is_rounded, ==, cases[i].is_rounded);
      g_assert_cmpint (s.end - s.p, ==, strlen (cases[i].rest));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scan/u64", test_u64);
  g_test_add_func ("/scan/u32", test_u32);
  g_test_add_func ("/scan/i64", test_i64);
  g_test_add_func ("/scan/small", test_small);
  g_test_add_func ("/scan/lines", test_lines);
  g_test_add_func ("/scan/decimal", test_decimal);

  return g_test_run ();
}
