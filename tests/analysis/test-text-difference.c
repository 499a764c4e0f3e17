/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts aligned line by line: lines put in, taken out and moved, lines that repeat; of random texts
 * each line comes once, in order, and only equal lines are paired. */
#include "config.h"

#include <string.h>

#include "analysis/compare/dwell-text-difference.h"

static GArray *
number_lines (const char *text)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (const char *p = text; *p != '\0'; p++)
    {
      guint32 line = (guint32) (guchar) *p;

      g_array_append_val (lines, line);
    }
  return lines;
}

/* Each letter is a line: “a” in both, “-a” removed, “+a” new. */
static char *
align (const char *base,
       const char *new)
{
  g_autoptr(GArray) of_base = number_lines (base);
  g_autoptr(GArray) of_new = number_lines (new);
  g_autoptr(GArray) pairs =
    dwell_text_difference_new ((const guint32 *) (gpointer) of_base->data, of_base->len,
                               (const guint32 *) (gpointer) of_new->data, of_new->len);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const DwellTextPair *pair = &g_array_index (pairs, DwellTextPair, i);

      if (pair->base == DWELL_TEXT_NO_LINE)
        g_string_append_printf (text, "+%c", new[pair->new]);
      else if (pair->new == DWELL_TEXT_NO_LINE)
        g_string_append_printf (text, "-%c", base[pair->base]);
      else
        g_string_append_c (text, base[pair->base]);
    }
  return g_string_free (text, FALSE);
}

static void
test_examples (void)
{
  static const struct {
    const char *base;
    const char *new;
    const char *expected;
  } examples[] = {
    { "", "", "" },
    { "abc", "abc", "abc" },
    { "", "ab", "+a+b" },
    { "ab", "", "-a-b" },
    { "abc", "abxc", "ab+xc" },
    { "abxc", "abc", "ab-xc" },
    { "abc", "axc", "a-b+xc" },
    /* One of two that change places has moved. */
    { "abcde", "acdbe", "a-bcd+be" },
    /* Lines that repeat stand beside others. */
    { "a  b  c", "a  x  b  c", "a  +x+ + b  c" },
    { "1.2.3.", "1.3.", "1.-2-.3." },
    { "....", "..", "..-.-." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *text = align (examples[i].base, examples[i].new);

      g_assert_cmpstr (text, ==, examples[i].expected);
    }
}

static void
make_random (char *text,
             guint n)
{
  for (guint i = 0; i < n; i++)
    text[i] = (char) g_test_rand_int_range ('a', 'a' + 40);
  text[n] = '\0';
}

static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      char base[101];
      char new[101];
      g_autoptr(GString) of_base = g_string_new (NULL);
      g_autoptr(GString) of_new = g_string_new (NULL);
      g_autofree char *text = NULL;

      make_random (base, (guint) g_test_rand_int_range (0, 100));
      make_random (new, (guint) g_test_rand_int_range (0, 100));
      text = align (base, new);
      for (const char *p = text; *p != '\0'; p++)
        {
          char mark = *p == '-' || *p == '+' ? *p++ : ' ';

          if (mark != '+')
            g_string_append_c (of_base, *p);
          if (mark != '-')
            g_string_append_c (of_new, *p);
        }
      g_assert_cmpstr (of_base->str, ==, base);
      g_assert_cmpstr (of_new->str, ==, new);
    }
}

/* Equal texts of any length are equal, and long ones without a common line are done at once. */
static void
test_long (void)
{
  const guint32 n = 200000;
  g_autofree guint32 *base = g_new (guint32, n);
  g_autofree guint32 *new = g_new (guint32, n);
  g_autoptr(GArray) equal = NULL;
  g_autoptr(GArray) apart = NULL;
  g_autoptr(GArray) backwards = NULL;

  for (guint32 i = 0; i < n; i++)
    base[i] = i;
  equal = dwell_text_difference_new (base, n, base, n);
  g_assert_cmpuint (equal->len, ==, n);

  for (guint32 i = 0; i < n; i++)
    new[i] = n + i;
  apart = dwell_text_difference_new (base, n, new, n);
  g_assert_cmpuint (apart->len, ==, 2 * n);

  for (guint32 i = 0; i < n; i++)
    new[i] = n - 1 - i;
  backwards = dwell_text_difference_new (base, n, new, n);
  g_assert_cmpuint (backwards->len, ==, 2 * n - 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-difference/examples", test_examples);
  g_test_add_func ("/text-difference/random", test_random);
  g_test_add_func ("/text-difference/long", test_long);

  return g_test_run ();
}
