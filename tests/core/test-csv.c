/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of CSV: quotes, and what a spreadsheet would take for a formula. */
#include "config.h"

#include "core/dwell-csv.h"

static void
test_append (void)
{
  static const struct {
    const char *field;
    const char *plain;
    const char *guarded;
  } cases[] = {
    { "", "", "" },
    { "main", "main", "main" },
    { "a,b", "\"a,b\"", "\"a,b\"" },
    { "a;b", "\"a;b\"", "\"a;b\"" },
    { "say \"a\"\r\n", "\"say \"\"a\"\"\r\n\"", "\"say \"\"a\"\"\r\n\"" },
    { "=cmd|'/C calc'!A0", "=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0" },
    { "=1,2", "\"=1,2\"", "\"'=1,2\"" },
    { "+a", "+a", "'+a" },
    { "-[View draw]", "-[View draw]", "'-[View draw]" },
    { "@plt", "@plt", "'@plt" },
    { "\t=1", "\t=1", "'\t=1" },
    { "\r=1", "\"\r=1\"", "\"'\r=1\"" },
    { "-", "-", "'-" },
    { "-5", "-5", "-5" },
    { "+1.5e-7", "+1.5e-7", "+1.5e-7" },
    { "-5+a", "-5+a", "'-5+a" },
    { "=5", "=5", "'=5" },
    { "a=b", "a=b", "a=b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GString) out = g_string_new ("before,");

      dwell_csv_append (out, cases[i].field);
      g_assert_true (g_str_has_prefix (out->str, "before,"));
      g_assert_cmpstr (out->str + 7, ==, cases[i].plain);
      g_string_truncate (out, 7);
      dwell_csv_set_is_guarded (TRUE);
      dwell_csv_append (out, cases[i].field);
      dwell_csv_set_is_guarded (FALSE);
      g_assert_cmpstr (out->str + 7, ==, cases[i].guarded);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv/append", test_append);

  return g_test_run ();
}
