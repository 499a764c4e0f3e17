/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening: what the errors say, options, partial traces that stay as they were, several files as
 * one trace, progress and cancelling. */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-checkpoint.h"
#include "lms-fixture.h"
#include "support/trace-invariants.h"

static void
assert_fails (GFile                  *file,
              const DwellOpenOptions *options,
              GQuark                  domain,
              int                     code,
              const char             *message)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_open_file (file, options, NULL, NULL, &error));
  g_assert_error (error, domain, code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
assert_bytes_fail (const char *name,
                   const char *bytes,
                   gsize       length,
                   int         code,
                   const char *message)
{
  g_autoptr(GFile) file = file_fixture_write (name, bytes, length);

  assert_fails (file, NULL, DWELL_ERROR, code, message);
}

/* Files of profilers that Dwell does not read, with what can be done about them. */
static void
test_foreign (void)
{
  static const struct {
    const char *head;
    const char *what;
  } cases[] = {
    { "PERFILE2\1\2", "a recording of perf: convert it to text with “perf script -i FILE”" },
    { "desc: (none)\ncmd: ./x\ntime_unit: i\n#-----------\nsnapshot=0\n",
      "a heap profile of massif: ms_print shows it" },
    { "{\"dhatFileVersion\":2\n", "a heap profile of DHAT: dh_view.html shows it" },
    { "==71== Memcheck, a memory error detector\n==71== Copyright (C) 2002-2022\n",
      "a log of Valgrind" },
    { "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\"}}]}",
      "a CPU profile of V8: speedscope.app shows it" },
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{}}",
      "a profile of speedscope" },
    { "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":44},\"libs\":[]}",
      "a profile of Firefox: profiler.firefox.com shows it" },
    { "# tracer: nop\n#\n", "text from ftrace: convert it to trace events with “traceconv json "
                            "FILE”" },
    { "Flat profile:\n\nEach sample counts as 0.01 seconds.\n", "a report of gprof" },
    { "\n\5\x40\x90\x4e\x50\2\n\4\x50\2\x68\1",
      "a trace of Perfetto: convert it to trace events with “traceconv json FILE”, or open it at "
      "ui.perfetto.dev" },
    { "\n\4\x08\1\x10\2\n\4\x08\3\x10\4\x12\4\n\2\1\2",
      "a profile of pprof: convert it to a callgrind profile with “pprof -callgrind FILE”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message =
        g_strdup_printf ("other: the file is not in a format that Dwell reads (%s)",
                         cases[i].what);

      assert_bytes_fail ("other", cases[i].head, strlen (cases[i].head), DWELL_ERROR_FOREIGN,
                         message);
    }
}

static void
test_errors (void)
{
  static const char zeros[100000];
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0";
  g_autofree char *pipe_path = file_fixture_path ("a pipe");
  g_autofree char *folder_path = g_path_get_dirname (pipe_path);
  g_autofree char *folder_name = g_path_get_basename (folder_path);
  g_autofree char *folder_message = g_strconcat (folder_name, ": this is a folder", NULL);
  g_autoptr(GFile) pipe_file = g_file_new_for_path (pipe_path);
  g_autoptr(GFile) folder = g_file_new_for_path (folder_path);
  g_autofree char *link_path = file_fixture_path ("a link");
  g_autoptr(GFile) link = g_file_new_for_path (link_path);
  g_autoptr(GFile) nothing = g_file_new_for_path ("/nowhere/nothing.csv");

  assert_bytes_fail ("empty.csv", "", 0, DWELL_ERROR_EMPTY, "empty.csv: the file is empty");
  assert_bytes_fail ("zeros", zeros, sizeof zeros, DWELL_ERROR_UNRECOGNIZED,
                     "zeros: the file holds nothing but zeros");
  assert_bytes_fail ("prose.txt", "Once upon a time\n", 17, DWELL_ERROR_UNRECOGNIZED,
                     "prose.txt: the file is not in a format that Dwell reads");
  assert_bytes_fail ("picture.csv", png, sizeof png, DWELL_ERROR_FOREIGN,
                     "picture.csv: the file is not in a format that Dwell reads (a PNG picture)");
  assert_bytes_fail ("lines.txt", "\n\4text\n\4text\n", 13, DWELL_ERROR_UNRECOGNIZED,
                     "lines.txt: the file is not in a format that Dwell reads");
  assert_bytes_fail ("cut.gz", "\x1f\x8b\x08\0\0\0\0\0\0\3", 10, DWELL_ERROR_TRUNCATED,
                     "cut.gz: The compressed data ends too early");

  g_assert_cmpint (mkfifo (pipe_path, 0644), ==, 0);
  assert_fails (pipe_file, NULL, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE,
                "a pipe: this is a pipe, a socket or a device, not a file");
  assert_fails (folder, NULL, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE, folder_message);
  g_assert_cmpint (symlink ("nothing", link_path), ==, 0);
  assert_fails (link, NULL, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE,
                "a link: this is a broken link");
  assert_fails (nothing, NULL, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                "nothing.csv: there is no such file");
}

static void
test_registry (void)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();
  guint n = 0;

  for (; formats[n] != NULL; n++)
    {
      g_assert_true (dwell_formats_find (formats[n]->id) == formats[n]);
      g_assert_nonnull (formats[n]->title);
      g_assert_nonnull (formats[n]->mime_type);
      g_assert_cmpuint (formats[n]->recognise ("", 0), ==, 0);
      g_assert_cmpuint (formats[n]->tables, !=, 0);
      for (guint i = 0; i < formats[n]->n_read_options; i++)
        g_assert_nonnull (formats[n]->read_options[i].summary);
    }

  g_assert_cmpuint (n, >=, 1);
  g_assert_null (dwell_formats_find ("nonsense"));
}

static const char * const colours[] = { "red", "green", NULL };

static const DwellOption some_options[] = {
  { "Colour", DWELL_OPTION_CHOICE, colours, "green", "" },
  { "Name", DWELL_OPTION_TEXT, NULL, "", "" },
  { "Loud", DWELL_OPTION_BOOLEAN, NULL, "false", "" },
};

static const DwellFormat some_format = {
  .id = "some", .read_options = some_options, .n_read_options = G_N_ELEMENTS (some_options),
};

static const DwellFormat bare_format = { .id = "bare" };

static void
test_options (void)
{
  static const char * const good[] = { "Colour=red", "Name=a=b", "Loud=true", NULL };
  static const struct {
    const DwellFormat *format;
    const char        *option;
    const char        *message;
  } bad[] = {
    { &some_format, "Colour", "“Colour” is not an option: expected NAME=VALUE" },
    { &some_format, "colour=red", "“colour” is not an option of the format some; there are: "
                                  "Colour, Name, Loud" },
    { &some_format, "Colour=blue", "Colour does not take “blue”; it takes: red, green" },
    { &some_format, "Loud=yes", "Loud does not take “yes”; it takes: true, false" },
    { &bare_format, "Size=1", "“Size”: the format bare has no options" },
  };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellOptions) options = dwell_options_new (&some_format, good, &error);
  g_autoptr(DwellOptions) defaults = dwell_options_new (&some_format, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (dwell_options_get (options, "Colour"), ==, "red");
  g_assert_cmpstr (dwell_options_get (options, "Name"), ==, "a=b");
  g_assert_cmpstr (dwell_options_get (options, "Loud"), ==, "true");
  g_assert_cmpstr (dwell_options_get (defaults, "Colour"), ==, "green");

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const char *key_values[] = { bad[i].option, NULL };
      g_autoptr(GError) failure = NULL;

      g_assert_null (dwell_options_new (bad[i].format, key_values, &failure));
      g_assert_error (failure, DWELL_ERROR, DWELL_ERROR_OPTION);
      g_assert_cmpstr (failure->message, ==, bad[i].message);
    }
}

typedef struct {
  GPtrArray *traces; /* DwellTrace */
  GPtrArray *dumps;  /* the number of spans of each when it arrived */
} Partials;

static void
keep_partial (DwellTrace *trace,
              gpointer    user_data)
{
  Partials *partials = user_data;

  g_assert_true (trace->is_partial);
  check_trace_invariants (trace);
  g_ptr_array_add (partials->dumps, lms_dump (trace));
  g_ptr_array_add (partials->traces, trace);
}

static void
count_partial (DwellTrace *trace,
               gpointer    user_data)
{
  *(guint *) user_data += 1;
  dwell_trace_unref (trace);
}

static void
add_spans (DwellBuilder *builder,
           guint         n)
{
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };

  g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));
  for (guint i = 0; i < n; i++)
    {
      gint64 begin = 2 * (gint64) dwell_builder_get_n_spans (builder);
      guint32 span = dwell_builder_open_span (builder, dwell_builder_add_area (builder, &area), 0,
                                              DWELL_NONE, begin);

      dwell_builder_close_span (builder, span, begin + 1, 0);
    }
}

/* A partial trace is due when it has grown and its cost, as reckoned by the last one, is a small
 * part of the time. The times are set: nothing depends on how fast this is. */
static void
test_checkpoint (void)
{
  const gint64 second = 1000000;
  g_autoptr(DwellBuilder) builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "thread", DWELL_CONTEXT_THREAD, 1,
                                               DWELL_NONE);
  DwellCheckpoint checkpoint;
  guint n_partials = 0;

  dwell_builder_add_row (builder, dwell_builder_add_track (builder, "t", context, FALSE), 0);
  dwell_checkpoint_init (&checkpoint, count_partial, &n_partials, NULL, FALSE);
  checkpoint.begin_us = g_get_monotonic_time () - 1000 * second;
  g_assert_false (dwell_checkpoint_is_due (&checkpoint, builder));

  add_spans (builder, 10);
  g_assert_false (dwell_checkpoint_is_due (NULL, builder));
  g_assert_true (dwell_checkpoint_is_due (&checkpoint, builder));
  dwell_checkpoint_show (&checkpoint, builder, 100);
  g_assert_cmpuint (n_partials, ==, 1);

  checkpoint.last_us = 0;
  add_spans (builder, 5);
  g_assert_false (dwell_checkpoint_is_due (&checkpoint, builder));
  add_spans (builder, 5);
  g_assert_true (dwell_checkpoint_is_due (&checkpoint, builder));

  /* Of twice the size: 2 · 20 s of 1000 s are a twentieth; 2 · 30 s are more. */
  checkpoint.last_us = 20 * second;
  g_assert_true (dwell_checkpoint_is_due (&checkpoint, builder));
  checkpoint.last_us = 30 * second;
  g_assert_false (dwell_checkpoint_is_due (&checkpoint, builder));
  checkpoint.last_us = 20 * second;
  checkpoint.spent_us = 20 * second;
  g_assert_false (dwell_checkpoint_is_due (&checkpoint, builder));

  checkpoint.begin_us = g_get_monotonic_time () + 1000 * second;
  checkpoint.last_us = checkpoint.spent_us = 0;
  g_assert_false (dwell_checkpoint_is_due (&checkpoint, builder));
  checkpoint.is_eager = TRUE;
  g_assert_true (dwell_checkpoint_is_due (&checkpoint, builder));
}

static void
test_partial (void)
{
  for (guint32 seed = 0; seed < 40; seed++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr(GString) text = lms_make_random (rand, 1500, seed % 2 != 0);
      g_autoptr(GFile) file = file_fixture_write ("partial.csv", text->str, text->len);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) whole = NULL;
      g_autofree char *expected = lms_dump_naive (text->str, text->len);
      g_autofree char *dump = NULL;
      gsize n_before = 0;
      Partials partials = {
        g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_trace_unref),
        g_ptr_array_new_with_free_func (g_free),
      };
      DwellOpenOptions options = {
        .format = dwell_formats_find ("lms"), .partial = keep_partial, .user_data = &partials,
        .limits = { .block_bytes = 100, .is_eager = TRUE },
      };

      whole = dwell_open_file (file, &options, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_false (whole->is_partial);
      check_trace_invariants (whole);
      dump = lms_dump (whole);
      g_assert_cmpstr (dump, ==, expected);

      for (guint i = 0; i < partials.traces->len; i++)
        {
          const DwellTrace *trace = g_ptr_array_index (partials.traces, i);
          g_autofree char *now = lms_dump (trace);

          g_assert_cmpstr (now, ==, g_ptr_array_index (partials.dumps, i));
          g_assert_cmpuint (trace->n_spans, >=, n_before * 3 / 2);
          n_before = trace->n_spans;
        }

      /* A wild file may wait for a label until its end. */
      g_assert_true (seed % 2 != 0 || partials.traces->len > 4);
      g_ptr_array_unref (partials.traces);
      g_ptr_array_unref (partials.dumps);
    }
}

static void
test_joined (void)
{
  static const char first[] = "2,0,a\n0,0,10\n1,0,10\n";
  static const char second[] = "2,0,b\n2,1,a\n0,1,5\n0,0,10\n1,0,10\n1,1,1\n";
  g_autoptr(GFile) one = file_fixture_write ("one.csv", first, strlen (first));
  g_autoptr(GFile) two = file_fixture_write ("two.csv", second, strlen (second));
  g_autoptr(GFile) none = g_file_new_for_path ("/nowhere/none.csv");
  GFile *files[] = { one, two, none };
  g_autoptr(DwellProgress) progress = dwell_progress_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_joined (files, 2, NULL, progress, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_spans, ==, 3);
  g_assert_cmpuint (trace->n_events, ==, 6);
  g_assert_cmpfloat (dwell_progress_get_fraction (progress), ==, 1);

  g_assert_null (dwell_open_joined (files, 3, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "none.csv: there is no such file");
}

static void
test_mixed_formats (void)
{
  static const char lms[] = "2,0,a\n0,0,10\n1,0,10\n";
  static const char ooo[] = "opening log file 1 seconds past January 1st 1970\n"
                            "000010 1 { a\n000020 1 } a\n";
  g_autoptr(GFile) one = file_fixture_write ("one.csv", lms, strlen (lms));
  g_autoptr(GFile) two = file_fixture_write ("two.log", ooo, strlen (ooo));
  GFile *files[] = { one, two };
  g_autoptr(GError) error = NULL;

  if (dwell_formats_find ("ooo") == NULL)
    {
      g_test_skip ("There is only one format");
      return;
    }

  g_assert_null (dwell_open_joined (files, 2, NULL, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_APART);
  g_assert_cmpstr (error->message, ==,
                   "two.log: the file has a different format (OpenOffice RTL_LOGFILE log) from the "
                   "files before it (LMS profiler CSV)");
}

static void
cancel_at_partial (DwellTrace *trace,
                   gpointer    user_data)
{
  g_cancellable_cancel (user_data);
  dwell_trace_unref (trace);
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GString) text = lms_make_random (rand, 20000, FALSE);
  g_autoptr(GFile) file = file_fixture_write ("cancelled.csv", text->str, text->len);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  DwellOpenOptions options = {
    .partial = cancel_at_partial, .user_data = cancellable,
    .limits = { .block_bytes = 1000, .is_eager = TRUE },
  };

  g_assert_null (dwell_open_file (file, &options, NULL, cancellable, &error));

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/open/errors", test_errors);
  g_test_add_func ("/open/foreign", test_foreign);
  g_test_add_func ("/open/registry", test_registry);
  g_test_add_func ("/open/options", test_options);
  g_test_add_func ("/open/checkpoint", test_checkpoint);
  g_test_add_func ("/open/partial", test_partial);
  g_test_add_func ("/open/joined", test_joined);
  g_test_add_func ("/open/mixed-formats", test_mixed_formats);
  g_test_add_func ("/open/cancelled", test_cancelled);

  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
