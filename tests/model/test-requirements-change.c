/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changing a line of a file of requirements, taking it back, and what would become of a line while
 * it is edited. */
#include "config.h"

#include <glib/gstdio.h>

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/requirements/dwell-requirement-list.h"
#include "model/requirements/dwell-requirement-preview.h"
#include "model/requirements/dwell-requirement-words.h"
#include "model/requirements/dwell-requirements-change.h"

#define TEXT "# ours\r\ndwell-requirements 1\r\nA: call of cycle <= 800 us\r\n" \
             "B: call of cycle.act <= 350 us\r\n"

typedef struct {
  GFile *folder;
  GFile *file;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  self->folder = g_file_new_for_path (folder);
  self->file = g_file_get_child (self->folder, "trace.requirements");
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  g_file_delete (self->file, NULL, NULL);
  g_file_delete (self->folder, NULL, NULL);
  g_object_unref (self->file);
  g_object_unref (self->folder);
}

static void
set_text (Fixture    *self,
          const char *text)
{
  g_assert_true (g_file_replace_contents (self->file, text, strlen (text), NULL, FALSE, 0, NULL,
                                          NULL, NULL));
}

static void
assert_text (Fixture    *self,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_load_contents (self->file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_change (Fixture       *self,
             gconstpointer  user_data)
{
  g_autoptr(DwellRequirementsChange) change =
    dwell_requirements_change_new (self->file, 3, "A: call of cycle <= 800 us", "A: x");
  g_autoptr(DwellRequirementsChange) removal =
    dwell_requirements_change_new (self->file, 4, "B: call of cycle.act <= 350 us", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_false (dwell_requirements_change_make (change, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  set_text (self, TEXT);
  g_assert_true (dwell_requirements_change_make (change, NULL, &error));
  assert_text (self, "# ours\r\ndwell-requirements 1\r\nA: x\r\n"
                     "B: call of cycle.act <= 350 us\r\n");
  g_assert_false (dwell_requirements_change_makes_file (change));
  g_assert_true (dwell_requirements_change_undo (change, NULL, &error));
  assert_text (self, TEXT);

  /* Another program has written a line above, then the line itself. */
  set_text (self, "#\n" TEXT);
  g_assert_true (dwell_requirements_change_make (removal, NULL, &error));
  assert_text (self, "#\n# ours\r\ndwell-requirements 1\r\nA: call of cycle <= 800 us\r\n");
  set_text (self, "dwell-requirements 1\n");
  g_assert_false (dwell_requirements_change_undo (removal, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_clear_error (&error);
  g_assert_false (dwell_requirements_change_make (removal, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  assert_text (self, "dwell-requirements 1\n");
}

static void
test_new_file (Fixture       *self,
               gconstpointer  user_data)
{
  g_autoptr(DwellRequirementsChange) change = dwell_requirements_change_new (self->file, 0, NULL,
                                                                             "A: x");
  g_autoptr(GError) error = NULL;

  g_assert_true (dwell_requirements_change_make (change, NULL, &error));
  g_assert_true (dwell_requirements_change_makes_file (change));
  assert_text (self, "dwell-requirements 1\nA: x\n");
  g_assert_true (dwell_requirements_change_undo (change, NULL, &error));
  g_assert_false (g_file_query_exists (self->file, NULL));
}

static void
assert_preview (DwellRequirementPreview *preview,
                const char              *text,
                guint                    line,
                const char              *sentence,
                const char              *fault,
                const char              *expected)
{
  g_autoptr(GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autofree char *described = NULL;
  g_auto(GStrv) words = NULL;
  g_autofree char *found = NULL;

  dwell_requirement_preview_set_line (preview, bytes, line, NULL, sentence);
  g_assert_false (dwell_requirement_preview_is_good (preview));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (preview)));
  described = dwell_requirement_preview_describe (preview);
  words = g_strsplit (described, "\u00a0", -1);
  found = g_strjoinv (" ", words);
  g_assert_cmpstr (dwell_requirement_preview_get_fault (preview), ==, fault);
  g_assert_cmpstr (found, ==, expected);
  g_assert_true (dwell_requirement_preview_is_good (preview) == (fault == NULL));
}

static void
test_preview (Fixture       *self,
              gconstpointer  user_data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requirements",
                                                 "01-deadlines", "trace.csv", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
  DwellView *view = fixture_view (trace);
  DwellRequirementPreview *preview = dwell_requirement_preview_new ();

  dwell_query_set_view (DWELL_QUERY (preview), view);
  assert_preview (preview, TEXT, 3, "A: call of cycle <= 900 us", NULL,
                  "Passed: 3 samples · from 440 µs to 700 µs");
  assert_preview (preview, TEXT, 4, "B: call of cycle.act <= 350 us", NULL,
                  "Violated: 2 of 3 · worst 510 µs at 2.02 ms");
  assert_preview (preview, TEXT, 0, "C: call of cycle.act <= 10 min", NULL,
                  "Passed: 3 samples · from 300 µs to 400 µs");
  assert_preview (preview, TEXT, 0, "C: max of call of cycle <= 1 us", NULL,
                  "Violated: 700 µs");
  assert_preview (preview, TEXT, 3, "A: call of cycl <= 1 us", NULL,
                  "Inconclusive: Nothing has this name. Did you mean “cycle”?");
  assert_preview (preview, TEXT, 3, "A: call of cycle <= 900 parsecs",
                  "a time needs a unit: ns, us, ms, s or min", "");
  /* The same name as the next line; a line that is wrong already is no fault of this one. */
  assert_preview (preview, TEXT, 3, "B: call of cycle <= 1 us",
                  "Line 4: the id “B” is already used in line 3", "");
  assert_preview (preview, TEXT "C: what\n", 3, "A: call of cycle <= 900 us", NULL,
                  "Passed: 3 samples · from 440 µs to 700 µs");
  /* Chains stand above their use; one alone has no result. */
  assert_preview (preview, "dwell-requirements 1\nchain c: cycle -> cycle.act\nA: x\n", 2,
                  "chain c: cycle.act -> cycle", NULL, "");
  assert_preview (preview, "", 0, "A: call of cycle >= 1 us", NULL,
                  "Passed: 3 samples · from 440 µs to 700 µs");

  dwell_query_set_view (DWELL_QUERY (preview), NULL);
  g_assert_finalize_object (preview);
  fixture_view_free (view);
}

static char *
describe_plainly (DwellRequirementPreview *preview)
{
  g_autofree char *described = dwell_requirement_preview_describe (preview);
  g_auto(GStrv) words = g_strsplit (described, "\u00a0", -1);

  return g_strjoinv (" ", words);
}

/* Another limit is judged at once, as it is afterwards by all of the trace. What is wrong in a
 * sentence is known by its place. */
static void
test_at_once (Fixture       *self,
              gconstpointer  user_data)
{
  static const char * const limits[] = {
    "<= 350 us", "<= 400 us", "< 400 us", ">= 300 us", "in 300 us .. 600 us", "<= 510 us",
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requirements",
                                                 "01-deadlines", "trace.csv", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
  g_autoptr(GBytes) text = g_bytes_new_static (TEXT, strlen (TEXT));
  DwellView *view = fixture_view (trace);
  DwellRequirementPreview *preview = dwell_requirement_preview_new ();
  guint begin;
  guint end;

  dwell_query_set_view (DWELL_QUERY (preview), view);
  dwell_requirement_preview_set_line (preview, text, 4, NULL, "B: call of cycle.act <= 1 us");
  WAIT_UNTIL (dwell_requirement_preview_is_good (preview));
  g_assert_cmpuint (dwell_requirement_preview_get_samples (preview)->n, ==, 3);

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autofree char *sentence = g_strconcat ("B: call of cycle.act ", limits[i], NULL);
      g_autofree char *at_once = NULL;
      g_autofree char *afterwards = NULL;

      dwell_requirement_preview_set_line (preview, text, 4, NULL, sentence);
      g_assert_false (dwell_requirement_preview_is_good (preview));
      at_once = describe_plainly (preview);
      WAIT_UNTIL (dwell_requirement_preview_is_good (preview));
      afterwards = describe_plainly (preview);
      g_assert_cmpstr (at_once, ==, afterwards);
    }

  g_assert_false (dwell_requirement_preview_get_place (preview, &begin, &end));
  dwell_requirement_preview_set_line (preview, text, 4, NULL, "B: cal of cycle.act <= 1 us");
  WAIT_UNTIL (dwell_requirement_preview_get_fault (preview) != NULL);
  g_assert_true (dwell_requirement_preview_get_place (preview, &begin, &end));
  g_assert_cmpuint (begin, ==, strlen ("B: "));
  g_assert_cmpuint (end, ==, strlen ("B: cal"));

  dwell_query_set_view (DWELL_QUERY (preview), NULL);
  g_assert_finalize_object (preview);
  fixture_view_free (view);
}

static void
assert_words (char       *words,
              const char *expected)
{
  g_assert_cmpstr (words, ==, expected);
  g_free (words);
}

/* A limit that is made of the recording is kept by it, and what happens in it is not never. */
static DwellOutcome
judge (DwellTrace *trace,
       const char *words)
{
  g_autofree char *text = g_strdup_printf ("dwell-requirements 1\nR1%s\n", words);
  g_autoptr(DwellRequirements) parsed = dwell_requirements_parse (text, strlen (text));
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpuint (parsed->errors->len, ==, 0);
  results = dwell_requirements_check (parsed, trace, NULL, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 1);
  return ((DwellRequirementResult *) results->pdata[0])->verdict;
}

static void
test_words (Fixture       *self,
            gconstpointer  user_data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requirements", "05-states",
                                                 "trace.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
  g_autoptr(DwellReading) reading = NULL;
  guint n_values = 0;
  guint n_states = 0;

  g_assert_no_error (error);
  reading = dwell_reading_new (dwell_trace_ref (trace));
  reading->statistics = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  reading->values = dwell_value_index_new (trace, NULL);
  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      g_autofree char *words = dwell_requirement_words_of_area (reading, i, NULL);

      n_values += g_str_has_prefix (words, ": value of ");
      n_states += g_str_has_prefix (words, ": never ");
      g_assert_cmpint (judge (trace, words), ==,
                       g_str_has_prefix (words, ": never ") ? DWELL_OUTCOME_VIOLATED
                                                            : DWELL_OUTCOME_PASSED);
    }
  g_assert_cmpuint (n_values, >, 0);
  g_assert_cmpuint (n_states, >, 0);
  assert_words (dwell_requirement_words_of_limit (trace, 0, DWELL_MEASURE_NET, 1310),
                ": net of '\"control.c\"#set_torque' <= 1.31 us");
  assert_words (dwell_requirement_words_of_percentile (trace, 0, DWELL_MEASURE_JITTER, 99, -1310),
                ": p99 of jitter of '\"control.c\"#set_torque' <= 2 us");
}

static guint32
find_span (const DwellTrace *trace,
           const char       *title,
           gint64            begin_ns)
{
  for (guint32 i = 0; i < trace->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, trace->span_area[i]), title) &&
        dwell_trace_get_span_begin (trace, i) == begin_ns)
      return i;

  g_assert_not_reached ();
}

/* Chosen spans become a delay or a chain, with the time that they took themselves. */
static void
test_spans (Fixture       *self,
            gconstpointer  user_data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requirements", "04-chain",
                                                 "trace.csv", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
  DwellView *view;
  guint32 spans[3];
  char *words;

  g_assert_no_error (error);
  view = fixture_view (trace);
  spans[0] = find_span (trace, "sensor", 30000000);
  spans[1] = find_span (trace, "control", 45000000);
  spans[2] = find_span (trace, "actuator", 50000000);
  assert_words (dwell_requirement_words_of_spans (view, spans, 2),
                ": delay from end of sensor to begin of control <= 20 ms");
  words = dwell_requirement_words_of_spans (view, spans, 3);
  g_assert_cmpstr (words, ==, "chain C1: sensor -> control -> actuator\n"
                              ": reaction of C1 <= 50 ms");
  g_free (words);

  /* Names that others have are left to them. */
  set_text (self, "dwell-requirements 1\nchain C7: sensor -> control\nC2: lost of C7 <= 9\n");
  dwell_view_set_requirements (view, self->file);
  WAIT_UNTIL (dwell_view_get_requirements_answer (view) != NULL);
  words = dwell_requirement_words_of_spans (view, spans, 3);
  g_assert_true (g_str_has_prefix (words, "chain C8: sensor -> "));
  g_free (words);
  fixture_view_free (view);
}

/* Several lines are added together, and taken back together. */
static void
test_lines (Fixture       *self,
            gconstpointer  user_data)
{
  static const char * const lines[] = { "chain C1: a -> b", ": lost of C1 <= 1", ": x", NULL };
  g_autoptr(DwellRequirementsChange) change =
    dwell_requirements_change_new_of_lines (self->file, lines);
  g_autoptr(GError) error = NULL;

  set_text (self, "dwell-requirements 1\r\nR4: x");
  g_assert_true (dwell_requirements_change_make (change, NULL, &error));
  assert_text (self, "dwell-requirements 1\r\nR4: x\r\nchain C1: a -> b\r\n"
                     "R5: lost of C1 <= 1\r\nR6: x\r\n");
  g_assert_true (dwell_requirements_change_undo (change, NULL, &error));
  assert_text (self, "dwell-requirements 1\r\nR4: x");
}

/* What is put into words of recordings without a time axis holds of them, or is not decided. */
static void
test_figures (Fixture       *self,
              gconstpointer  user_data)
{
  static const struct { const char *file; const char *words; } cases[] = {
    { "requirements/13-lines/trace.prof", ": time of C:\\APP\\LIB.BR:510 <= 20 us" },
    { "requirements/13-lines/trace.prof", ": share of FNSUM <= 100 %" },
    { "requirements/14-sampled-lines/trace.prof", ": hits of C:\\APP\\MAIN.BR:110 <= 5" },
    { "requirements/15-costs/trace.aprof", ": growth of insert <= n" },
    { "requirements/15-costs/trace.aprof", ": cost of permutations <= 20000" },
    { "../../data/examples/compiler.folded", ": share of wait_for_job <= 20 %" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", cases[i].file, NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
      g_autoptr(DwellReading) reading = NULL;
      guint n_found = 0;

      g_assert_no_error (error);
      reading = dwell_reading_new (dwell_trace_ref (trace));
      for (guint32 area = 0; area < trace->n_areas; area++)
        {
          g_autofree char *words = dwell_requirement_words_of_area (reading, area, NULL);

          g_test_message ("%s", words);
          n_found += g_str_equal (words, cases[i].words);
          g_assert_cmpint (judge (trace, words), !=, DWELL_OUTCOME_VIOLATED);
        }
      g_assert_cmpuint (n_found, >=, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add ("/requirements-change/change", Fixture, NULL, set_up, test_change, tear_down);
  g_test_add ("/requirements-change/figures", Fixture, NULL, set_up, test_figures, tear_down);
  g_test_add ("/requirements-change/new-file", Fixture, NULL, set_up, test_new_file, tear_down);
  g_test_add ("/requirements-change/preview", Fixture, NULL, set_up, test_preview, tear_down);

  g_test_add ("/requirements-change/at-once", Fixture, NULL, set_up, test_at_once, tear_down);
  g_test_add ("/requirements-change/lines", Fixture, NULL, set_up, test_lines, tear_down);
  g_test_add ("/requirements-change/spans", Fixture, NULL, set_up, test_spans, tear_down);
  g_test_add ("/requirements-change/words", Fixture, NULL, set_up, test_words, tear_down);

  return g_test_run ();
}
