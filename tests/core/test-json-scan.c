/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scanning JSON: values of all kinds, text that ends anywhere, escapes, damage, depth. */
#include "config.h"

#include "core/dwell-json-scan.h"

static const char value[] =
  "{\"a\\\"}\":[1,true,{\"b\":\"]}\\\\\"},[]],\"c\":null,\"d\":\"\\u00e4\"}";

/* A value is passed over whole, wherever its text is parted. */
static void
test_skip (void)
{
  gsize length = strlen (value);

  for (gsize cut = 0; cut <= length; cut++)
    {
      DwellJsonSkip skip = { 0 };
      DwellScan s = { value, value + cut };

      g_assert_cmpint (dwell_json_skip (&s, &skip), ==,
                       cut < length ? DWELL_JSON_CUT : DWELL_JSON_GOOD);
      if (cut == length)
        continue;

      g_assert_true (s.p == value + cut);
      s.end = value + length;
      g_assert_cmpint (dwell_json_skip (&s, &skip), ==, DWELL_JSON_GOOD);
      g_assert_true (s.p == value + length);
    }
}

static DwellJsonResult
pass_over (const char *text)
{
  DwellScan s = { text, text + strlen (text) };
  DwellScan whole;

  return dwell_json_value (&s, &whole);
}

/* Limit: core/DWELL_JSON_MAX_DEPTH */
static void
test_damage (void)
{
  g_autoptr(GString) deep = g_string_new (NULL);

  g_assert_cmpint (pass_over ("{]"), ==, DWELL_JSON_BAD);
  g_assert_cmpint (pass_over ("[}"), ==, DWELL_JSON_BAD);
  g_assert_cmpint (pass_over ("}"), ==, DWELL_JSON_BAD);
  g_assert_cmpint (pass_over (","), ==, DWELL_JSON_BAD);
  g_assert_cmpint (pass_over (""), ==, DWELL_JSON_CUT);
  g_assert_cmpint (pass_over ("12"), ==, DWELL_JSON_CUT);
  g_assert_cmpint (pass_over ("\"x\\\""), ==, DWELL_JSON_CUT);
  g_assert_cmpint (pass_over (" 12 "), ==, DWELL_JSON_GOOD);

  for (guint i = 0; i < DWELL_JSON_MAX_DEPTH - 1; i++)
    g_string_append_c (deep, '[');
  g_assert_cmpint (pass_over (deep->str), ==, DWELL_JSON_CUT);
  g_string_append_c (deep, '[');
  g_assert_cmpint (pass_over (deep->str), ==, DWELL_JSON_BAD);
}

/* What is passed over need not be JSON: what is, is told apart. */
static void
test_valid (void)
{
  static const char * const good[] = {
    "[]", "{}", "[ 1 , -2.5e+3 ,\ttrue, null,\"x\\u00e4\\n\" ,[ ],{ } ]",
    "{\"a\":{\"b\":[0,0.5]},\"\" : false}",
  };
  static const char * const bad[] = {
    "[1 2]", "[1,]", "[,1]", "{1}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}",
    "[NaN]", "[01]", "[1.]", "[.5]", "[+1]", "[1e]", "[-]", "[tru]", "[\"\\x\"]", "[\"\\u12\"]",
    "[\"\n\"]", "[1", "[[]", "{\"a\":[}", "1", "[] ", "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (dwell_json_is_valid ((DwellScan) { good[i], good[i] + strlen (good[i]) }));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (dwell_json_is_valid ((DwellScan) { bad[i], bad[i] + strlen (bad[i]) }));
}

static void
assert_unescaped (const char *text,
                  const char *wanted)
{
  DwellJsonText escaped = { text, (guint32) strlen (text), TRUE, TRUE };
  g_autoptr(GString) bytes = g_string_new (NULL);

  dwell_json_unescape (&escaped, bytes);
  g_assert_cmpstr (bytes->str, ==, wanted);
}

static void
test_escapes (void)
{
  assert_unescaped ("plain", "plain");
  assert_unescaped ("\\\"\\\\\\/\\b\\f\\n\\r\\t\\x", "\"\\/\b\f\n\r\tx");
  assert_unescaped ("\\u00e4\\u65E5", "ä日");
  assert_unescaped ("\\ud83d\\ude00!", "😀!");
  assert_unescaped ("\\ud83d \\ude00", "\uFFFD \uFFFD");
  assert_unescaped ("\\u0000\\uzz\\", "\uFFFD\uFFFDzz");
}

static void
test_escape (void)
{
  static const char text[] = "a\"b\\c\n\x01ä\x7f";
  g_autoptr(GString) bytes = g_string_new (NULL);
  g_autoptr(GString) again = g_string_new (NULL);
  DwellJsonText read;
  DwellScan s;

  dwell_json_escape (text, bytes);
  g_assert_cmpstr (bytes->str, ==, "\"a\\\"b\\\\c\\u000a\\u0001ä\\u007f\"");
  s = (DwellScan) { bytes->str, bytes->str + bytes->len };
  g_assert_cmpint (dwell_json_scalar (&s, &read), ==, DWELL_JSON_GOOD);
  dwell_json_unescape (&read, again);
  g_assert_cmpstr (again->str, ==, text);
}

static void
test_object (void)
{
  DwellScan s = { value, value + strlen (value) };
  static const char * const keys[] = { "a\\\"}", "c", "d" };
  DwellJsonText key;
  DwellScan inner;
  gboolean has_key;

  g_assert_cmpint (dwell_json_enter (&s, '['), ==, DWELL_JSON_BAD);
  g_assert_cmpint (dwell_json_enter (&s, '{'), ==, DWELL_JSON_GOOD);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_assert_cmpint (dwell_json_next_key (&s, i == 0, &key, &has_key), ==, DWELL_JSON_GOOD);
      g_assert_true (has_key);
      g_assert_cmpmem (key.p, key.length, keys[i], strlen (keys[i]));
      g_assert_cmpint (dwell_json_value (&s, &inner), ==, DWELL_JSON_GOOD);
    }

  g_assert_cmpint (dwell_json_next_key (&s, FALSE, &key, &has_key), ==, DWELL_JSON_GOOD);
  g_assert_false (has_key);
  g_assert_true (s.p == s.end);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-scan/skip", test_skip);
  g_test_add_func ("/json-scan/damage", test_damage);
  g_test_add_func ("/json-scan/valid", test_valid);
  g_test_add_func ("/json-scan/escapes", test_escapes);
  g_test_add_func ("/json-scan/escape", test_escape);
  g_test_add_func ("/json-scan/object", test_object);

  return g_test_run ();
}
