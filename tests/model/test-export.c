/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exporting, without a window: drafts and their history, presets, previews against what is
 * written, and jobs. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-job.h"
#include "model/export/dwell-export-preview.h"
#include "support/text1-settings.h"

static DwellTrace *
open_data (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
assert_template (DwellExportDraft  *draft,
                 DwellTemplateKind  kind,
                 const char        *text)
{
  const DwellText1Settings *settings =
    (const DwellText1Settings *) dwell_export_draft_get_settings (draft);

  g_assert_cmpstr (settings->templates[kind], ==, text);
}

static void
set_text (DwellExportDraft *draft,
          const char       *name,
          const char       *text)
{
  const DwellOption *option = dwell_format_find_write_option (&dwell_text1_format, name);
  const DwellExportSettings *settings;

  dwell_export_draft_set_text (draft, option, text);
  settings = dwell_export_draft_get_settings (draft);
  g_assert_cmpstr (dwell_export_settings_get_text (settings, option), ==, text);
}

static void
set_number (DwellExportDraft *draft,
            const char       *name,
            guint             number)
{
  dwell_export_draft_set_number (draft, dwell_format_find_write_option (&dwell_text1_format, name),
                                 number);
}

static guint
get_sections (DwellExportDraft *draft)
{
  return dwell_export_settings_get_number (dwell_export_draft_get_settings (draft),
                                           dwell_format_find_sections (&dwell_text1_format));
}

static void
type (DwellExportDraft *draft,
      const char       *name,
      const char       *letters)
{
  for (; *letters != '\0'; letters++)
    {
      g_autofree char *before =
        dwell_export_settings_get (dwell_export_draft_get_settings (draft), name);
      g_autofree char *after = g_strdup_printf ("%s%c", before, *letters);

      set_text (draft, name, after);
    }
}

/* Typing is undone in one step; other settings one by one; presets as a whole. */
static void
test_history (void)
{
  g_autoptr(DwellExportDraft) draft = dwell_export_draft_new (&dwell_text1_format);
  guint n_changes = 0;
  gboolean can_undo;

  COUNT_SIGNAL (draft, "changed", &n_changes);
  g_assert_false (dwell_export_draft_is_modified (draft));
  set_text (draft, "InfoEntry", "");
  set_text (draft, "InfoEntry", "");
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (dwell_export_draft_is_modified (draft));

  type (draft, "InfoEntry", "one %TIME%");
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one %TIME%");
  dwell_draft_undo (DWELL_DRAFT (draft));
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one %");
  dwell_draft_undo (DWELL_DRAFT (draft));
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one ");
  dwell_draft_redo (DWELL_DRAFT (draft));
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one %");

  /* Removing is another step than typing, and what was undone is gone. */
  set_text (draft, "InfoEntry", "one ");
  set_text (draft, "InfoEntry", "one");
  dwell_draft_redo (DWELL_DRAFT (draft));
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one");
  dwell_draft_undo (DWELL_DRAFT (draft));
  assert_template (draft, DWELL_TEMPLATE_INFO_ENTRY, "one %");

  set_number (draft, "Sections", get_sections (draft) & ~(guint) DWELL_TEXT1_TIMELINE);
  g_assert_cmpuint (get_sections (draft) & DWELL_TEXT1_TIMELINE, ==, 0);
  dwell_export_draft_set_range (draft, DWELL_EXPORT_SELECTION, 5, 9);
  /* The same range in another scope is no step of the history. */
  dwell_export_draft_set_range (draft, DWELL_EXPORT_SELECTION, 6, 9);
  g_assert_cmpint (dwell_export_draft_get_settings (draft)->begin, ==, 6);
  g_assert_true (dwell_export_draft_set_preset (draft, "full", NULL, NULL));
  g_assert_cmpint (dwell_export_draft_get_settings (draft)->begin, ==, 6);
  g_assert_false (dwell_export_draft_is_modified (draft));
  g_assert_cmpuint (get_sections (draft) & DWELL_TEXT1_TIMELINE, !=, 0);
  dwell_draft_undo (DWELL_DRAFT (draft));
  g_assert_cmpstr (dwell_export_draft_get_preset (draft), ==, "default");
  dwell_draft_undo (DWELL_DRAFT (draft));
  g_assert_cmpint (dwell_export_draft_get_range (draft), ==, DWELL_EXPORT_WHOLE);
  g_assert_cmpuint (get_sections (draft) & DWELL_TEXT1_TIMELINE, ==, 0);
  dwell_draft_undo (DWELL_DRAFT (draft));
  g_assert_cmpuint (get_sections (draft) & DWELL_TEXT1_TIMELINE, !=, 0);

  for (guint i = 0; i < 20; i++)
    dwell_draft_undo (DWELL_DRAFT (draft));
  g_object_get (draft, "can-undo", &can_undo, NULL);
  g_assert_false (can_undo);
  g_assert_false (dwell_export_draft_is_modified (draft));
}

static void
test_faults (void)
{
  static const struct {
    const char *name;
    const char *value;
    gboolean    is_fault;
  } cases[] = {
    { "TimelineEntry", "%TIME%", FALSE },
    { "TimelineEntry", "%TIMES%", TRUE },
    { "TimelineEntry", "%COUNT%", TRUE },
    { "TimelineEntry", "%TIME", TRUE },
    { "TimelineEntry", "100%%", FALSE },
    { "Areas", "a*", FALSE },
    { "Areas", "/(/", TRUE },
    { "Contexts", "/[/", TRUE },
    { "Contexts", "/^T/", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellExportDraft) draft = dwell_export_draft_new (&dwell_text1_format);
      g_autofree char *fault = NULL;

      set_text (draft, cases[i].name, cases[i].value);
      fault = dwell_export_draft_get_fault (draft);
      g_test_message ("%s=%s: %s", cases[i].name, cases[i].value, fault);
      g_assert_true ((fault != NULL) == cases[i].is_fault);

      /* Faults in parts that are not written are ignored. */
      if (cases[i].is_fault && g_str_has_prefix (cases[i].name, "Timeline"))
        {
          g_autofree char *none = NULL;

          set_number (draft, "Sections", get_sections (draft) & ~(guint) DWELL_TEXT1_TIMELINE);
          none = dwell_export_draft_get_fault (draft);
          g_assert_null (none);
        }
    }
}

/* Nothing would be written. */
static void
test_no_section (void)
{
  g_autoptr(DwellExportDraft) draft = dwell_export_draft_new (&dwell_text1_format);
  g_autofree char *fault = NULL;

  set_number (draft, "Sections", 0);
  fault = dwell_export_draft_get_fault (draft);
  g_assert_nonnull (fault);
}

/* A session has one draft of a format for good. */
static void
test_session (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellSession *session = dwell_view_get_session (view);
  DwellExportDraft *draft = dwell_export_draft_get (session, &dwell_text1_format);

  g_assert_true (dwell_export_draft_get (session, &dwell_text1_format) == draft);
  g_assert_true (dwell_export_draft_get (session, dwell_formats_find ("br")) != draft);
  fixture_view_free (view);
}

static GKeyFile *
get_settings (DwellExportDraft *draft)
{
  GKeyFile *settings = g_key_file_new ();

  dwell_export_settings_save (dwell_export_draft_get_settings (draft), settings);
  return settings;
}

static void
assert_preset (DwellExportDraft *draft,
               const char       *preset,
               gboolean          is_modified)
{
  g_assert_cmpstr (dwell_export_draft_get_preset (draft), ==, preset);
  g_assert_cmpint (dwell_export_draft_is_modified (draft), ==, is_modified);
}

/* Built in, saved, renamed and deleted; and no step back leads to a preset that is gone. */
static void
test_presets (void)
{
  g_autoptr(DwellExportDraft) draft = dwell_export_draft_new (&dwell_text1_format);
  g_autoptr(DwellExportSettings) wanted = NULL;
  g_autoptr(GKeyFile) settings = NULL;
  g_autoptr(GKeyFile) broken = g_key_file_new ();
  g_autoptr(GError) error = NULL;

  set_text (draft, "TimelineEntry", "%TIME%\t“ü”;\\n");
  set_number (draft, "LineEnds", 1);
  assert_preset (draft, "default", TRUE);

  /* A setting that changed while it was being saved counts as a change. */
  wanted = dwell_export_settings_copy (dwell_export_draft_get_settings (draft));
  settings = get_settings (draft);
  dwell_export_draft_saved (draft, "mine", settings);
  assert_preset (draft, "mine", FALSE);
  set_text (draft, "Contexts", "a*");
  dwell_export_draft_saved (draft, "mine", settings);
  assert_preset (draft, "mine", TRUE);

  g_assert_true (dwell_export_draft_set_preset (draft, "full", NULL, NULL));
  assert_preset (draft, "full", FALSE);
  g_assert_true (dwell_export_draft_set_preset (draft, "mine", settings, &error));
  g_assert_no_error (error);
  assert_preset (draft, "mine", FALSE);
  g_assert_true (dwell_export_settings_equal (wanted, dwell_export_draft_get_settings (draft)));

  dwell_draft_renamed (DWELL_DRAFT (draft), "mine", "ours");
  assert_preset (draft, "ours", FALSE);
  dwell_draft_undo (DWELL_DRAFT (draft));
  assert_preset (draft, "full", FALSE);
  dwell_draft_undo (DWELL_DRAFT (draft));
  assert_preset (draft, "ours", TRUE);
  dwell_draft_renamed (DWELL_DRAFT (draft), "ours", NULL);
  assert_preset (draft, NULL, TRUE);
  dwell_draft_redo (DWELL_DRAFT (draft));
  dwell_draft_redo (DWELL_DRAFT (draft));
  assert_preset (draft, NULL, FALSE);

  g_key_file_set_string (broken, "text1", "LineEnds", "cr");
  g_assert_false (dwell_export_draft_set_preset (draft, "broken", broken, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_false (dwell_export_draft_set_preset (draft, "unknown", NULL, NULL));
  assert_preset (draft, NULL, FALSE);
}

static GBytes *
write_whole (DwellTrace               *trace,
             const DwellText1Settings *settings,
             const char               *part)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (G_MAXINT32);
  g_autoptr(GError) error = NULL;

  dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, part);
}

/* All pieces one behind the other. */
static void
assert_preview (DwellExportPreview       *preview,
                DwellTrace               *trace,
                const DwellText1Settings *settings)
{
  g_autoptr(GBytes) text = write_whole (trace, settings, "");
  g_autoptr(GBytes) records = write_whole (trace, settings, ".BIN");
  g_autoptr(GByteArray) shown = g_byte_array_new ();
  g_autoptr(GByteArray) binary = g_byte_array_new ();
  gboolean is_cut = FALSE;

  for (guint i = 0; i < dwell_export_preview_get_n_parts (preview) && !is_cut; i++)
    {
      const DwellExportPiece *piece = dwell_export_preview_get_piece (preview, i);

      if (!piece->is_written)
        continue;

      g_assert_false (piece->is_outdated);
      g_assert_null (piece->error);
      g_assert_true (g_utf8_validate (piece->shown, -1, NULL));
      g_byte_array_append (shown, g_bytes_get_data (piece->text, NULL),
                           (guint) g_bytes_get_size (piece->text));
      if (piece->records != NULL)
        g_byte_array_append (binary, g_bytes_get_data (piece->records, NULL),
                             (guint) g_bytes_get_size (piece->records));
      is_cut = piece->is_cut;
    }

  g_assert_cmpuint (shown->len, <=, g_bytes_get_size (text));
  g_assert_cmpmem (shown->data, shown->len, g_bytes_get_data (text, NULL), shown->len);
  if (!is_cut)
    g_assert_cmpuint (shown->len, ==, g_bytes_get_size (text));

  g_assert_true ((records != NULL) == (binary->len > 0));
  if (records != NULL)
    g_assert_cmpmem (binary->data, binary->len, g_bytes_get_data (records, NULL), binary->len);
}

/* For each preset, of each format, text and binary. */
static void
test_preview (gconstpointer name)
{
  g_autoptr(DwellTrace) trace = open_data (name);
  g_autoptr(DwellExportPreview) preview = dwell_export_preview_new ();
  g_auto(GStrv) presets = dwell_format_get_presets (&dwell_text1_format, trace);

  dwell_export_preview_set_trace (preview, trace);

  for (guint i = 0; presets[i] != NULL; i++)
    for (guint variant = 0; variant < 4; variant++)
      {
        g_autoptr(DwellText1Settings) settings = text1_settings_new (presets[i]);

        if (variant > 0 && settings->base.is_as_read)
          continue;

        settings->timeline_binary = variant % 2 != 0;
        settings->binary_is_1_0 = settings->line_ends_are_lf = variant == 3;
        if (variant == 2)
          settings->sections &= ~(guint) DWELL_TEXT1_CONTEXTS;

        dwell_export_preview_set_settings (preview, &settings->base);
        WAIT_UNTIL (!dwell_export_preview_is_busy (preview));
        assert_preview (preview, trace, settings);
        g_assert_nonnull (dwell_export_preview_get_warnings (preview));
      }

  g_assert_cmpstr (dwell_export_preview_get_example (preview, "TimelineEntry",
                                                     DWELL_MACRO_EVENT), !=, NULL);
  g_assert_cmpstr (dwell_export_preview_get_example (preview, "TimelineEntry",
                                                     DWELL_MACRO_COUNT), ==, "");
}

/* Sections that are larger than what is shown of them. */
static void
test_cut (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape = { .n_spans = 5000, .n_contexts = 3, .n_areas = 20, .n_marks = 5,
                             .step = 7, .is_nested = TRUE };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  g_autoptr(DwellExportPreview) preview = dwell_export_preview_new ();
  g_autoptr(DwellText1Settings) settings = text1_settings_new ("default");
  const DwellExportPiece *piece;

  dwell_export_preview_set_trace (preview, trace);
  dwell_export_preview_set_settings (preview, &settings->base);
  WAIT_UNTIL (!dwell_export_preview_is_busy (preview));
  assert_preview (preview, trace, settings);
  piece = dwell_export_preview_get_piece (preview, 4);
  g_assert_true (piece->is_cut);
  g_assert_true (g_str_has_suffix (piece->shown, "\n"));

  settings->timeline_binary = TRUE;
  dwell_export_preview_set_settings (preview, &settings->base);
  WAIT_UNTIL (!dwell_export_preview_is_busy (preview));
  assert_preview (preview, trace, settings);
  g_assert_true (piece->is_cut);
  g_assert_nonnull (strstr (piece->decoded, "\n00000018  "));
}

typedef struct {
  DwellExportPreview *preview;
  const char         *wanted; /* the output of the newest settings */
  guint               n_answers;
} Watch;

/* A preview that is not marked as outdated is that of the newest settings. */
static void
on_preview (Watch *self)
{
  const DwellExportPiece *piece = dwell_export_preview_get_piece (self->preview,
                                                                  0);

  if (piece->is_outdated || piece->shown == NULL)
    return;

  g_assert_true (g_str_has_prefix (piece->shown, self->wanted));
  self->n_answers++;
}

/* Settings that change before, while and after a question is asked. */
static void
test_outdated (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  g_autoptr(DwellExportPreview) preview = dwell_export_preview_new ();
  g_autoptr(DwellText1Settings) settings = text1_settings_new ("default");
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  g_autofree char *wanted = NULL;
  const GArray *warnings;
  Watch watch = { preview, NULL, 0 };

  dwell_export_preview_set_trace (preview, trace);
  g_signal_connect_swapped (preview, "changed", G_CALLBACK (on_preview), &watch);

  for (guint i = 0; i < 80; i++)
    {
      g_free (wanted);
      wanted = g_strdup_printf ("* INFO %d", g_rand_int_range (rand, 0, 3));
      g_assert_true (dwell_export_settings_set (&settings->base, "InfoHeader", wanted, NULL));
      watch.wanted = wanted;
      dwell_export_preview_set_settings (preview, &settings->base);

      for (int k = g_rand_int_range (rand, 0, 12); k > 0; k--)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (i % 10 == 0 ? 20000 : 100);
        }
    }

  WAIT_UNTIL (!dwell_export_preview_is_busy (preview));
  on_preview (&watch);
  g_assert_cmpuint (watch.n_answers, >, 0);

  /* A fault replaces the preview, and disappears with its cause. */
  g_assert_true (dwell_export_settings_set (&settings->base, "InfoEntry", "%NO%", NULL));
  watch.wanted = "";
  dwell_export_preview_set_settings (preview, &settings->base);
  g_assert_null (dwell_export_preview_get_warnings (preview));
  WAIT_UNTIL (!dwell_export_preview_is_busy (preview));
  g_assert_nonnull (dwell_export_preview_get_piece (preview, 0)->error);
  warnings = dwell_export_preview_get_warnings (preview);
  g_assert_cmpuint (warnings->len, >, 0);
  g_assert_true (g_array_index (warnings, DwellExportWarning, 0).is_error);

  settings->sections = 0;
  dwell_export_preview_set_settings (preview, &settings->base);
  g_assert_false (dwell_export_preview_get_piece (preview, 0)->is_written);

  /* Goes with a question under way. */
  settings->sections = DWELL_TEXT1_STATISTICS;
  dwell_export_preview_set_settings (preview, &settings->base);
}

static void
wait_for_job (DwellExportJob *job)
{
  guint n_finished = 0;

  COUNT_SIGNAL (job, "finished", &n_finished);
  WAIT_UNTIL (n_finished == 1);
}

static void
assert_file (const char *path,
             GBytes     *expected)
{
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpmem (text, length, g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));
}

/* Both files are replaced; a .BIN that the new file has none of goes if that is wanted, and stays
 * if it is no timeline. */
static void
test_job (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  g_autoptr(DwellText1Settings) settings = text1_settings_new ("default");
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *binary_path = g_build_filename (folder, "a.txt.BIN", NULL);
  g_autofree char *other_path = g_build_filename (folder, "b.txt", NULL);
  g_autofree char *other_binary = g_build_filename (folder, "b.txt.BIN", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) other = g_file_new_for_path (other_path);
  g_autoptr(GFile) lost = g_file_new_for_path ("/nonexistent/a.txt");
  g_autoptr(GBytes) text = NULL;
  g_autoptr(GBytes) binary = NULL;
  g_autoptr(GBytes) whole = write_whole (trace, settings, "");

  settings->timeline_binary = TRUE;
  text = write_whole (trace, settings, "");
  binary = write_whole (trace, settings, ".BIN");

  {
    g_autoptr(DwellExportJob) job = dwell_export_job_start (trace, &settings->base, file, FALSE);
    g_autofree char *words = dwell_export_job_describe (job);

    g_assert_cmpstr (words, !=, "");
    wait_for_job (job);
    g_assert_no_error (dwell_export_job_get_error (job));
    g_assert_true (dwell_export_job_get_file (job) == file);
    g_assert_cmpfloat (dwell_export_job_get_fraction (job), ==, 1);
    assert_file (path, text);
    assert_file (binary_path, binary);
  }

  /* Cancelled: as it was. */
  settings->timeline_binary = FALSE;
  {
    g_autoptr(DwellExportJob) job = dwell_export_job_start (trace, &settings->base, file, FALSE);

    dwell_export_job_cancel (job);
    wait_for_job (job);
    if (dwell_export_job_get_error (job) != NULL)
      {
        g_assert_error (dwell_export_job_get_error (job), G_IO_ERROR, G_IO_ERROR_CANCELLED);
        assert_file (path, text);
        assert_file (binary_path, binary);
      }
  }

  for (guint removes = 0; removes < 2; removes++)
    {
      g_autoptr(DwellExportJob) job = dwell_export_job_start (trace, &settings->base, file,
                                                              removes == 1);

      wait_for_job (job);
      g_assert_no_error (dwell_export_job_get_error (job));
      assert_file (path, whole);
      g_assert_cmpint (g_file_test (binary_path, G_FILE_TEST_EXISTS), ==, removes == 0);
      g_assert_false (dwell_export_job_leaves_foreign (job));
    }

  g_assert_true (g_file_set_contents (other_path, "notes\n", -1, NULL));
  g_assert_true (g_file_set_contents (other_binary, "x", -1, NULL));
  for (guint removes = 0; removes < 2; removes++)
    {
      g_autoptr(DwellExportJob) job = dwell_export_job_start (trace, &settings->base, other,
                                                              removes == 1);

      wait_for_job (job);
      assert_file (other_path, whole);
      g_assert_true (g_file_test (other_binary, G_FILE_TEST_EXISTS));
      g_assert_true (dwell_export_job_leaves_foreign (job));
    }

  {
    g_autoptr(DwellExportJob) job = dwell_export_job_start (trace, &settings->base, lost, FALSE);

    wait_for_job (job);
    g_assert_nonnull (dwell_export_job_get_error (job));
  }

  /* Dropped on its way. */
  g_object_unref (dwell_export_job_start (trace, &settings->base, other, FALSE));

  g_remove (path);
  g_remove (other_path);
  g_remove (other_binary);
}

int
main (int    argc,
      char **argv)
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/export/history", test_history);
  g_test_add_func ("/export/faults", test_faults);
  g_test_add_func ("/export/no-section", test_no_section);
  g_test_add_func ("/export/session", test_session);
  g_test_add_func ("/export/presets", test_presets);
  g_test_add_data_func ("/export/preview/text1", "text1/preempt.txt", test_preview);
  g_test_add_data_func ("/export/preview/text1-page", "text1/doc_examples.txt", test_preview);
  g_test_add_data_func ("/export/preview/lms", "lms/runtime_nested.csv", test_preview);
  g_test_add_data_func ("/export/preview/ooo", "ooo/clean_4711.log", test_preview);
  g_test_add_func ("/export/preview/cut", test_cut);
  g_test_add_func ("/export/preview/outdated", test_outdated);
  g_test_add_func ("/export/job", test_job);

  return fixture_run ();
}
