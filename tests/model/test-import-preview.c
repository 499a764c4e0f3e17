/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews of files under options, against tables of rows and templates; and that what a preview
 * shows is what the reader reads. */
#include "config.h"

#include <string.h>

#include "support/file-fixture.h"
#include "core/dwell-error.h"
#include "formats/text1/dwell-text1.h"
#include "model-fixture.h"
#include "model/import/dwell-import-preview.h"

/* "ValueBase=hex|Encoding=utf-8" */
static char **
split_options (const char *options)
{
  return g_strsplit (options, "|", -1);
}

static DwellImportLook *
look_at (const char    *name,
         gconstpointer  bytes,
         gsize          length,
         const char    *options)
{
  g_autoptr(GFile) file = file_fixture_write (name, bytes, length);
  g_auto(GStrv) key_values = split_options (options);

  return dwell_import_look_new (file, NULL, (const char * const *) key_values, NULL);
}

/* Kind, then the text with its fields in brackets: "R[HANDLE 00000000],[NAME main]". */
static void
describe_line (GString                *out,
               const DwellPreview     *preview,
               const DwellPreviewLine *line)
{
  static const char kinds[] = "TH=R!.";
  guint done = 0;

  g_assert_true (g_utf8_validate (line->text, -1, NULL));
  g_string_append_c (out, kinds[line->kind]);

  for (guint i = 0; i < line->fields->len; i++)
    {
      const DwellPreviewField *field = &g_array_index (line->fields, DwellPreviewField, i);

      g_assert_cmpuint (field->begin, >=, done);
      g_assert_cmpuint (field->end, >=, field->begin);
      g_assert_cmpuint (field->end, <=, strlen (line->text));
      g_string_append_len (out, line->text + done, field->begin - done);
      g_string_append_printf (out, "[%s%s %.*s]",
                              g_array_index (preview->meanings, DwellPreviewMeaning,
                                             field->meaning).name,
                              field->is_bad ? "!" : "", (int) (field->end - field->begin),
                              line->text + field->begin);
      done = field->end;
    }

  g_string_append_printf (out, "%s%s%s\n", line->text + done, line->reading != NULL ? " -> " : "",
                          line->reading != NULL ? line->reading : "");
}

static char *
describe (const DwellImportLook *look)
{
  GString *out = g_string_new (NULL);

  g_assert_no_error (look->error);
  g_assert_nonnull (look->preview);
  for (guint i = 0; i < look->preview->lines->len; i++)
    describe_line (out, look->preview, g_ptr_array_index (look->preview->lines, i));

  return g_string_free (out, FALSE);
}

static const struct {
  const char *path;
  const char *file;
  const char *options;
  const char *lines;
} cases[] = {
  { "own-template",
    "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,main,\n10000000,f(a, b);,52\n", "",
    "H* HANDLE(Functions) [HANDLE %HANDLE%],[NAME %NAME%],[VALUE %VALUE%]\n"
    "R[HANDLE 00000000],[NAME main],\n"
    "R[HANDLE 10000000],[NAME f(a, b);],[VALUE 52]\n" },
  { "no-template",
    "* TIMELINE\n00000000,E,,100\n", "",
    "H* TIMELINE\n=[HANDLE %HANDLE%],[EVENT %EVENT%],[VALUE %VALUE%],[TIME %TIME%]\n"
    "R[HANDLE 00000000],[EVENT E],,[TIME 100]\n" },
  { "given-template",
    "* TIMELINE\n100 00000000 E\n", "TimelineEntry=%TIME% %HANDLE% %EVENT%",
    "H* TIMELINE\n=[TIME %TIME%] [HANDLE %HANDLE%] [EVENT %EVENT%]\n"
    "R[TIME 100] [HANDLE 00000000] [EVENT E]\n" },
  { "own-before-given",
    "* TIMELINE %HANDLE%,%EVENT%,%TIME%\n00000000,E,5\n", "TimelineEntry=%TIME%",
    "H* TIMELINE [HANDLE %HANDLE%],[EVENT %EVENT%],[TIME %TIME%]\n"
    "R[HANDLE 00000000],[EVENT E],[TIME 5]\n" },
  { "overridden",
    "* TIMELINE %HANDLE%,%TIME%\n00000000;E;5\n",
    "TimelineEntry=%HANDLE%;%EVENT%;%TIME%|OverrideTemplates=true",
    "H* TIMELINE %HANDLE%,%TIME%\n=[HANDLE %HANDLE%];[EVENT %EVENT%];[TIME %TIME%]\n"
    "R[HANDLE 00000000];[EVENT E];[TIME 5]\n" },
  { "unmatched",
    "stray\n* TIMELINE %HANDLE%,%EVENT%,%TIME%\n00000000,E,5\nrubbish\n00000000,Q,7\n", "",
    "!stray\nH* TIMELINE [HANDLE %HANDLE%],[EVENT %EVENT%],[TIME %TIME%]\n"
    "R[HANDLE 00000000],[EVENT E],[TIME 5]\n!rubbish\n"
    "![HANDLE 00000000],[EVENT! Q],[TIME 7]\n" },
  { "quotes",
    "* HANDLE(Functions) %HANDLE%,%NAME%,%FILE%\n"
    "00000000,\"main.c\"#\"Adder::add(int, int)\",,src/sample.c\n", "",
    "H* HANDLE(Functions) [HANDLE %HANDLE%],[NAME %NAME%],[FILE %FILE%]\n"
    "R[HANDLE 00000000],[NAME \"main.c\"#\"Adder::add(int, int)\",],[FILE src/sample.c]\n" },
  { "line-ends",
    "* TIMELINE %HANDLE%,%EVENT%,%TIME%\r\n00000000,E,1\r00000000,X,2\r\n\r\n", "",
    "H* TIMELINE [HANDLE %HANDLE%],[EVENT %EVENT%],[TIME %TIME%]\n"
    "R[HANDLE 00000000],[EVENT E],[TIME 1]\nR[HANDLE 00000000],[EVENT X],[TIME 2]\n" },
  { "windows-1252",
    "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,gr\xfc\xdf,e\n", "",
    "H* HANDLE(Functions) [HANDLE %HANDLE%],[NAME %NAME%]\n"
    "R[HANDLE 00000000],[NAME grüß,e]\n" },
  { "forced-windows-1252",
    "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,\xc3\xbc\n", "Encoding=windows-1252",
    "H* HANDLE(Functions) [HANDLE %HANDLE%],[NAME %NAME%]\nR[HANDLE 00000000],[NAME Ã¼]\n" },
  { "bom",
    "\xef\xbb\xbf* INFO %TOTAL_TIME%\n700\n7x\n", "",
    "H* INFO [TOTAL_TIME %TOTAL_TIME%]\nR[TOTAL_TIME 700]\n!7x\n" },
  { "values",
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n20000000,W,1F,5\n20000000,W,12,5\n", "",
    "H* TIMELINE [HANDLE %HANDLE%],[EVENT %EVENT%],[VALUE %VALUE%],[TIME %TIME%]\n"
    "R[HANDLE 20000000],[EVENT W],[VALUE 1F],[TIME 5] -> VALUE = 31\n"
    "R[HANDLE 20000000],[EVENT W],[VALUE 12],[TIME 5] -> VALUE = 18\n" },
  { "value-base",
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n20000000,W,12,5\n", "ValueBase=dec",
    "H* TIMELINE [HANDLE %HANDLE%],[EVENT %EVENT%],[VALUE %VALUE%],[TIME %TIME%]\n"
    "R[HANDLE 20000000],[EVENT W],[VALUE 12],[TIME 5]\n" },
  { "header-template",
    "# timeline\n00000000,E,,100\n",
    "TimelineHeader=# timeline|TimelineEntry=%HANDLE%,%EVENT%,,%TIME%",
    "H# timeline\n=[HANDLE %HANDLE%],[EVENT %EVENT%],,[TIME %TIME%]\n"
    "R[HANDLE 00000000],[EVENT E],,[TIME 100]\n" },
};

static void
test_case (gconstpointer user_data)
{
  gsize i = GPOINTER_TO_SIZE (user_data);
  g_auto(GStrv) key_values = split_options (cases[i].options);
  g_autoptr(GFile) file = file_fixture_write ("case.txt", cases[i].file, strlen (cases[i].file));
  g_autoptr(DwellImportLook) look =
    dwell_import_look_new (file, &dwell_text1_format, (const char * const *) key_values, NULL);
  g_autofree char *lines = describe (look);

  g_assert_cmpstr (lines, ==, cases[i].lines);
  g_assert_true (look->preview->is_whole);
  file_fixture_remove_all ();
}

/* The preview marks exactly what the reader reports as problems. */
static void
test_reader_agrees (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = file_fixture_write ("case.txt", cases[i].file,
                                                  strlen (cases[i].file));
      g_auto(GStrv) key_values = split_options (cases[i].options);
      g_autoptr(DwellImportLook) look =
        dwell_import_look_new (file, &dwell_text1_format, (const char * const *) key_values, NULL);
      DwellOpenOptions options = { .format = &dwell_text1_format,
                                   .key_values = (const char * const *) key_values };
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = dwell_open_file (file, &options, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (look->preview->n_unmatched, ==,
                        file_fixture_count (trace, "unmatched-row") +
                        file_fixture_count (trace, "before-header"));
    }

  file_fixture_remove_all ();
}

static void
test_utf_16 (void)
{
  static const char text[] = "\xef\xbb\xbf* HANDLE(Functions) %HANDLE%,%NAME%\r\n"
                             "00000000,größe\r\n";
  g_autofree char *bytes = NULL;
  gsize length;
  g_autoptr(DwellImportLook) look = NULL;
  g_autofree char *lines = NULL;

  bytes = g_convert (text, -1, "UTF-16LE", "UTF-8", NULL, &length, NULL);
  look = look_at ("wide.txt", bytes, length, "");
  lines = describe (look);
  g_assert_cmpstr (lines, ==, "H* HANDLE(Functions) [HANDLE %HANDLE%],[NAME %NAME%]\n"
                              "R[HANDLE 00000000],[NAME größe]\n");
  g_assert_nonnull (strstr (dwell_preview_find (look->preview, "Encoding")->note, "UTF-16 LE"));
  file_fixture_remove_all ();
}

static void
test_findings (void)
{
  static const char text[] = "* CONTEXTS %NAME%,%HANDLE%\nA,0x0\n* TIMELINE\n00000000 E 5\n"
                             "* HANDLE(Functions)\n00000000,main,\n";
  g_autoptr(DwellImportLook) look = look_at ("some.txt", text, strlen (text), "");
  const DwellPreviewFinding *context;
  const DwellPreviewFinding *timeline;
  const DwellPreviewFinding *mapping;

  g_assert_true (look->recognised == &dwell_text1_format);
  context = dwell_preview_find (look->preview, "ContextEntry");
  g_assert_cmpstr (context->own, ==, "%NAME%,%HANDLE%");
  g_assert_false (context->is_needed || context->is_doubtful);

  timeline = dwell_preview_find (look->preview, "TimelineEntry");
  g_assert_null (timeline->own);
  g_assert_true (timeline->is_needed && timeline->is_doubtful);

  mapping = dwell_preview_find (look->preview, "MappingEntry");
  g_assert_true (mapping->is_needed);
  g_assert_false (mapping->is_doubtful);
  g_assert_null (dwell_preview_find (look->preview, "StatisticsEntry"));
  file_fixture_remove_all ();
}

/* The .BIN beside the file, or the file beside the .BIN; a version that is forced. */
static void
test_binary (void)
{
  static const char * const data[] = { "preempt.v11.BIN", "preempt.v10.BIN" };
  static const char main_text[] = "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,main\n";

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_autofree char *path = g_build_filename ("text1", data[i], NULL);
      g_autoptr(GBytes) bytes = file_fixture_load (path);
      g_autoptr(GFile) main_file = file_fixture_write ("x.txt", main_text, strlen (main_text));
      g_autoptr(GFile) binary = file_fixture_write ("x.txt.BIN", g_bytes_get_data (bytes, NULL),
                                                    g_bytes_get_size (bytes));
      g_autoptr(DwellImportLook) from_main = dwell_import_look_new (main_file, NULL, NULL, NULL);
      g_autoptr(DwellImportLook) from_binary = dwell_import_look_new (binary, NULL, NULL, NULL);
      g_autofree char *first = describe (from_main);
      g_autofree char *second = describe (from_binary);

      g_assert_cmpstr (first, ==, second);
      g_assert_nonnull (strstr (first, i == 0 ? "version 1.1" : "version 1.0"));
      g_assert_nonnull (strstr (first, "R0x000000  [HANDLE 00000000]  [EVENT E]  [VALUE ]  "
                                       "[TIME 100]\n"));
      g_assert_cmpstr (dwell_preview_find (from_main->preview, "BinaryFile")->note, ==,
                       "x.txt.BIN");
      g_assert_false (dwell_preview_find (from_main->preview, "BinaryVersion")->is_doubtful);
    }

  file_fixture_remove_all ();
}

static void
test_binary_missing (void)
{
  static const char text[] = "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,main\n";
  g_autoptr(DwellImportLook) look = look_at ("x.txt", text, strlen (text),
                                             "BinaryFile=/nowhere/y.BIN");
  const DwellPreviewFinding *finding = dwell_preview_find (look->preview, "BinaryFile");

  g_assert_true (finding->is_doubtful);
  g_assert_nonnull (strstr (finding->note, "/nowhere/y.BIN"));
  file_fixture_remove_all ();
}

/* Only the head is looked at, compressed or not; and not every row is shown.
 * Limit: formats/DWELL_PREVIEW_BYTES */
static void
test_huge (void)
{
  g_autoptr(GString) text = g_string_new ("* TIMELINE %HANDLE%,%EVENT%,%TIME%\n");
  g_autoptr(GBytes) packed = NULL;
  const char *data;
  gsize length;

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "00000000,%s,%u\n", i % 100 == 99 ? "?" : i % 2 ? "X" : "E", i);

  packed = file_fixture_gzip (text->str, text->len);
  data = g_bytes_get_data (packed, &length);

  for (guint is_packed = 0; is_packed < 2; is_packed++)
    {
      g_autoptr(DwellImportLook) look = is_packed ? look_at ("a.txt.gz", data, length, "")
                                                  : look_at ("a.txt", text->str, text->len, "");
      const DwellPreviewLine *last;

      g_assert_no_error (look->error);
      g_assert_cmpuint (look->preview->n_bytes, ==, DWELL_PREVIEW_BYTES);
      g_assert_false (look->preview->is_whole);
      g_assert_cmpuint (look->preview->n_rows, >, 10000);
      g_assert_cmpuint (look->preview->n_unmatched, ==, look->preview->n_rows / 100);
      g_assert_cmpuint (look->preview->lines->len, <, 40);
      last = g_ptr_array_index (look->preview->lines, look->preview->lines->len - 1);
      g_assert_cmpint (last->kind, ==, DWELL_PREVIEW_OMITTED);
    }

  file_fixture_remove_all ();
}

/* Bytes of all kinds: no crash, valid text. */
static void
test_noise (void)
{
  static const char letters[] = "\n\r,*% 0aE\xc3\xbc\xff\0TIMELINE";

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr(GString) text = g_string_new ("* TIMELINE %HANDLE%,%CONTEXT%%NAME%,%TIME%\n");
      g_autoptr(DwellImportLook) look = NULL;
      g_autofree char *lines = NULL;

      for (int i = g_test_rand_int_range (0, 3000); i > 0; i--)
        g_string_append_c (text, letters[g_test_rand_int_range (0, sizeof letters - 1)]);

      look = look_at ("noise.txt", text->str, text->len,
                      round % 2 ? "Encoding=windows-1252" : "MappingHeader=%CLASS%%FORMAT%");
      lines = describe (look);
    }

  file_fixture_remove_all ();
}

static void
test_other_formats (void)
{
  static const char text[] = "2,0,default\r\n0,0,10\r\n1,0,5\r\n";
  g_autoptr(DwellImportLook) look = look_at ("x.csv", text, strlen (text), "Rows=packed");
  g_autofree char *lines = describe (look);

  g_assert_cmpstr (look->recognised->id, ==, "lms");
  g_assert_cmpstr (lines, ==, "T2,0,default\nT0,0,10\nT1,0,5\n");
  file_fixture_remove_all ();
}

static void
test_errors (void)
{
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/nowhere/at-all");
  g_autoptr(DwellImportLook) missing = dwell_import_look_new (nowhere, NULL, NULL, NULL);
  g_autoptr(DwellImportLook) wrong = look_at ("x.txt", "* TIMELINE\n", 11, "ValueBase=oct");

  g_assert_error (missing->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_error (wrong->error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_null (wrong->preview);
  file_fixture_remove_all ();
}

/* Of many requests only the last needs a result. */
static void
test_asking (void)
{
  static const char text[] = "* TIMELINE\n00000000 E 5\n";
  g_autoptr(GFile) file = file_fixture_write ("x.txt", text, strlen (text));
  DwellImportPreview *preview = dwell_import_preview_new (file);
  const DwellImportLook *look;
  g_autofree char *lines = NULL;
  static const char * const last[] = { "TimelineEntry=%HANDLE% %EVENT% %TIME%", NULL };

  g_assert_null (dwell_import_preview_get_look (preview));
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *entry = g_strdup_printf ("TimelineEntry=%%HANDLE%%%u", i);
      const char *key_values[] = { entry, NULL };

      dwell_import_preview_ask (preview, NULL, key_values);
      g_assert_true (dwell_import_preview_get_busy (preview));
      g_main_context_iteration (NULL, FALSE);
    }

  dwell_import_preview_ask (preview, NULL, last);
  WAIT_UNTIL (!dwell_import_preview_get_busy (preview));
  look = dwell_import_preview_get_look (preview);
  g_assert_cmpuint (look->preview->n_unmatched, ==, 0);
  lines = describe (look);
  g_assert_cmpstr (lines, ==, "H* TIMELINE\n=[HANDLE %HANDLE%] [EVENT %EVENT%] [TIME %TIME%]\n"
                              "R[HANDLE 00000000] [EVENT E] [TIME 5]\n");

  /* One that goes away while it is asked. */
  dwell_import_preview_ask (preview, NULL, NULL);
  g_assert_finalize_object (preview);
  fixture_settle ();
  file_fixture_remove_all ();
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/import-preview/vectors/", cases[i].path, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_case);
    }

  g_test_add_func ("/import-preview/reader-agrees", test_reader_agrees);
  g_test_add_func ("/import-preview/utf-16", test_utf_16);
  g_test_add_func ("/import-preview/findings", test_findings);
  g_test_add_func ("/import-preview/binary", test_binary);
  g_test_add_func ("/import-preview/binary-missing", test_binary_missing);
  g_test_add_func ("/import-preview/huge", test_huge);
  g_test_add_func ("/import-preview/noise", test_noise);
  g_test_add_func ("/import-preview/other-formats", test_other_formats);
  g_test_add_func ("/import-preview/errors", test_errors);
  g_test_add_func ("/import-preview/asking", test_asking);

  return fixture_run ();
}
