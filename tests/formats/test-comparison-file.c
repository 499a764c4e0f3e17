/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that say what to compare: written and read again, damaged, and where their names lead. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/dwell-comparison-file.h"
#include "formats/dwell-formats.h"

static GFile *
make_file (const char *text)
{
  g_autoptr(GFileIOStream) stream = NULL;
  GFile *file = g_file_new_tmp ("dwell-test-XXXXXX", &stream, NULL);

  g_assert_true (g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL,
                                          NULL));
  return file;
}

static DwellComparisonFile *
load (const char  *text,
      GError     **error)
{
  g_autoptr(GFile) file = make_file (text);
  DwellComparisonFile *self = dwell_comparison_file_load (file, NULL, error);

  g_file_delete (file, NULL, NULL);
  return self;
}

static void
test_round_trip (void)
{
  static const char * const pairs[] = { "app%0Aload=app%0Aread", "a=b", NULL };
  static const char * const shifts[] = { "line%0Ab=-12", NULL };
  static const char * const base[] = { "old/engine%20start.csv", "old/b%3Bc.csv", NULL };
  static const char * const new[] = { "engine.csv", NULL };
  static const char * const options[] = { "Separator=;", "TimeUnit=ms", NULL };
  DwellComparisonFile written = {
    .base = { .names = (GStrv) base, .format = (char *) "csv", .options = (GStrv) options },
    .new = { .names = (GStrv) new },
    .has_base_range = TRUE, .base_begin = -5, .base_end = G_MAXINT64 / 4,
    .measure = (char *) "p99", .per = (char *) "second", .noise = (char *) "0.05",
    .align = (char *) "anchors", .pairs = (GStrv) pairs, .shifts = (GStrv) shifts,
  };
  g_autoptr(GFile) file = make_file ("");
  g_autoptr(DwellComparisonFile) read = NULL;
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;

  g_assert_true (dwell_comparison_file_save (&written, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_load_contents (file, NULL, &text, &length, NULL, NULL));
  g_assert_true (dwell_comparison_file_is_one (text, length));

  read = dwell_comparison_file_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (read->base.names, base);
  g_assert_cmpstr (read->base.format, ==, "csv");
  g_assert_cmpstrv (read->base.options, options);
  g_assert_cmpstrv (read->new.names, new);
  g_assert_cmpstr (read->new.format, ==, "");
  g_assert_cmpstr (read->new.options[0], ==, NULL);
  g_assert_true (read->has_base_range);
  g_assert_false (read->has_new_range);
  g_assert_cmpint (read->base_begin, ==, written.base_begin);
  g_assert_cmpint (read->base_end, ==, written.base_end);
  g_assert_cmpstr (read->measure, ==, written.measure);
  g_assert_cmpstr (read->per, ==, written.per);
  g_assert_cmpstr (read->noise, ==, written.noise);
  g_assert_cmpstr (read->align, ==, written.align);
  g_assert_cmpstrv (read->pairs, pairs);
  g_assert_cmpstrv (read->shifts, shifts);
  g_file_delete (file, NULL, NULL);
}

#define HEAD "[Dwell Comparison]\nVersion=1\n"

/* What is wrong is named.
 * Limit: formats/MAX_BYTES */
static void
test_damage (void)
{
  static const struct {
    const char *text;
    const char *message; /* begin of it; "": as GLib says */
  } cases[] = {
    { "[Dwell Comparison]\n", "“Version”: " },
    { "[Dwell Comparison]\nVersion=0\nBase=a\nNew=b\n", "“Version”: " },
    { "[Dwell Comparison]\nVersion=2\nBase=a\nNew=b\n", "“Version”: a newer version" },
    { HEAD "New=b\n", "“Base”: the name of a recording is missing" },
    { HEAD "Base=a\n", "“New”: the name of a recording is missing" },
    { HEAD "Base=a;;c\nNew=b\n", "“Base”: this is not the name" },
    { HEAD "Base=;\nNew=b\n", "“Base”: this is not the name" },
    { HEAD "Base=a;b;a\nNew=b\n", "“Base”: a file is named twice" },
    { HEAD "Base=a\nNew=b\nNewFormat=x\n", "“NewFormat”: there is no such format" },
    { HEAD "Base=a%00b\nNew=b\n", "“Base”: this is not the name" },
    { HEAD "Base=a%\nNew=b\n", "“Base”: this is not the name" },
    { HEAD "Base=a\nNew=b\nBaseRange=5 4\n", "“BaseRange”: expected two times" },
    { HEAD "Base=a\nNew=b\nNewRange=5\\;\n", "" },
    { HEAD "Base=a\\E\nNew=b\n", "" },
    { HEAD "Base=a\nNew=b\nNewRange=5\n", "“NewRange”: expected two times" },
    { HEAD "Base=a\nNew=b\nNewRange=0 9223372036854775807\n", "“NewRange”: expected two times" },
    { HEAD "Base=a\nNew=b\nPairs=a=b;c\n", "“Pairs”: each part" },
    { HEAD "Base=a\nNew=b\nPairs=a=b=c\n", "“Pairs”: each part" },
    { HEAD "Base=a\nNew=b\nPairs=a=b c\n", "“Pairs”: each part" },
    { HEAD "Base=\xff\nNew=b\n", "" },
    { HEAD "no setting\n", "" },
    { HEAD "\xff\n", "" },
  };
  g_autofree char *much = g_strnfill (70000, '#');
  g_autofree char *long_text = g_strconcat (HEAD "Base=a\nNew=b\n", much, "\n", NULL);
  g_autofree char *long_line = g_strconcat (HEAD, much, NULL);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellComparisonFile) self = load (cases[i].text, &error);
      g_autofree char *shown = g_strescape (cases[i].text, NULL);

      g_test_message ("%s", shown);
      g_assert_null (self);
      g_assert_nonnull (error);
      g_assert_true (error->domain == DWELL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_str_has_prefix (error->message, cases[i].message));
      g_assert_cmpuint (strlen (error->message), <, 400);
      g_clear_error (&error);
    }

  g_assert_null (load (long_text, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);
  memset (long_line + strlen (HEAD), 'x', 1000);
  long_line[strlen (HEAD) + 1000] = '\0';
  g_assert_null (load (long_line, &error));
  g_assert_cmpuint (strlen (error->message), <, 400);
}

/* Limit: formats/DWELL_COMPARISON_MAX_FILES */
static void
test_many_files (void)
{
  g_autoptr(GString) text = g_string_new (HEAD "New=b\nBase=");
  g_autoptr(DwellComparisonFile) most = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < DWELL_COMPARISON_MAX_FILES; i++)
    g_string_append_printf (text, "%u;", i);
  most = load (text->str, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (most->base.names), ==, DWELL_COMPARISON_MAX_FILES);

  g_string_append (text, "one more;");
  g_assert_null (load (text->str, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
  g_assert_true (g_str_has_prefix (error->message, "“Base”: these are more files"));
  g_clear_error (&error);

  /* What could not be read is not written. */
  file = make_file ("");
  most->new.names[0][0] = '\0';
  g_assert_false (dwell_comparison_file_save (most, file, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
  g_clear_error (&error);
  g_free (most->new.names[0]);
  most->new.names[0] = g_strnfill (70000, 'n');
  g_assert_false (dwell_comparison_file_save (most, file, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_file_delete (file, NULL, NULL);
}

/* Each byte of a file may be another one. */
static void
test_any_byte (void)
{
  static const char text[] = HEAD "Base=a;b\nNew=b\nBaseFormat=csv\nNewOptions=c=d\n"
                             "NewRange=0 5\nPairs=a=b;c=d\n";

  for (guint i = 0; i < sizeof text - 1; i++)
    for (guint k = 0; k < 8; k++)
      {
        g_autofree char *changed = g_strdup (text);
        g_autoptr(DwellComparisonFile) self = NULL;
        g_autoptr(GError) error = NULL;

        changed[i] = (char) (changed[i] ^ 1 << k);
        self = load (changed, &error);
        g_assert_true ((self == NULL) == (error != NULL));
      }
}

static void
test_names (void)
{
  static const struct {
    const char *recording; /* path */
    const char *name;
    gboolean    leaves;
  } cases[] = {
    { "/data/runs/a.csv", "a.csv", FALSE },
    { "/data/runs/old/a b%.csv", "old/a%20b%25.csv", FALSE },
    { "/data/runs/c:d.csv", "c%3Ad.csv", FALSE },
    { "/data/runs/Übung;.csv", "Übung%3B.csv", FALSE },
    { "/data/other/a.csv", "../other/a.csv", TRUE },
    { "/a.csv", "../../a.csv", TRUE },
  };
  static const char * const leaving[] = {
    "/etc/passwd", "../a", "a/../../b", "a/./../..", "%2Fetc/passwd", "%2e%2e/a", "file:///a",
    "http://example.com/a", "./../a", "a//../../b",
  };
  static const char * const staying[] = { "a", "./a", "a/../b", "a/b/..", "..a", "a..", "..." };
  g_autoptr(GFile) file = g_file_new_for_path ("/data/runs/x.dwell-comparison");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) recording = g_file_new_for_path (cases[i].recording);
      g_autofree char *name = dwell_comparison_file_make_name (file, recording);
      g_autoptr(GFile) again = dwell_comparison_file_resolve (file, name);

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_true (g_file_equal (again, recording));
      g_assert_cmpint (dwell_comparison_file_leaves (name), ==, cases[i].leaves);
    }

  for (guint i = 0; i < G_N_ELEMENTS (leaving); i++)
    g_assert_true (dwell_comparison_file_leaves (leaving[i]));
  for (guint i = 0; i < G_N_ELEMENTS (staying); i++)
    g_assert_false (dwell_comparison_file_leaves (staying[i]));
}

/* Where a recording is expected, it is said what it is; or what is wrong with it. */
static void
test_open (void)
{
  g_autoptr(GFile) good = make_file (HEAD "Base=a\nNew=b\n");
  g_autoptr(GFile) bad = make_file (HEAD "Base=a\n");
  g_autoptr(GFile) required = make_file ("dwell-requirements 1\nA: call of act <= 1 ms\n");
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_open_file (good, NULL, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_COMPARISON);
  g_clear_error (&error);
  g_assert_null (dwell_open_file (bad, NULL, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "“New”"));
  g_clear_error (&error);
  g_assert_null (dwell_open_file (required, NULL, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_REQUIREMENTS);

  g_file_delete (required, NULL, NULL);
  g_file_delete (good, NULL, NULL);
  g_file_delete (bad, NULL, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison-file/round-trip", test_round_trip);
  g_test_add_func ("/comparison-file/damage", test_damage);
  g_test_add_func ("/comparison-file/many-files", test_many_files);
  g_test_add_func ("/comparison-file/any-byte", test_any_byte);
  g_test_add_func ("/comparison-file/names", test_names);
  g_test_add_func ("/comparison-file/open", test_open);
  return g_test_run ();
}
