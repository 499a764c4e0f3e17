/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The requirements of a view as a list: a worked example, its order and filters, a file that
 * changes, has errors or is not there, and the state that keeps which file it is. */
#include "config.h"

#include <math.h>

#include <glib/gstdio.h>

#include "core/dwell-trace-derived.h"
#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/lists/distribution/dwell-distribution.h"
#include "model/lists/events/dwell-span-info.h"
#include "model/requirements/dwell-requirement-list.h"
#include "model/view/dwell-view-state.h"

typedef struct {
  DwellView            *view;
  DwellRequirementList *list;
  GFile                *file; /* of the requirements, in a folder of its own */
} Fixture;

static void
set_text (Fixture    *self,
          const char *text)
{
  g_assert_true (g_file_replace_contents (self->file, text, strlen (text), NULL, FALSE, 0, NULL,
                                          NULL, NULL));
}

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requirements",
                                                 "01-deadlines", "trace.csv", NULL);
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *requirements = g_build_filename (folder, "deadlines", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  self->file = g_file_new_for_path (requirements);
  self->view = fixture_view (trace);
  self->list = dwell_requirement_list_new ();
  dwell_query_set_view (DWELL_QUERY (self->list), self->view);
  dwell_query_set_active (DWELL_QUERY (self->list), TRUE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  g_autoptr(GFile) folder = g_file_get_parent (self->file);

  dwell_query_set_view (DWELL_QUERY (self->list), NULL);
  g_assert_finalize_object (self->list);
  fixture_view_free (self->view);
  g_file_delete (self->file, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
  g_object_unref (self->file);
}

/* “D1 violated 1 of 3, −10 µs”, a line each, by other programs’ texts. */
static char *
describe (Fixture *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      static const DwellRequirementColumn columns[] = {
        DWELL_REQUIREMENT_ID, DWELL_REQUIREMENT_SUBJECT, DWELL_REQUIREMENT_VERDICT,
        DWELL_REQUIREMENT_VIOLATIONS, DWELL_REQUIREMENT_SAMPLES, DWELL_REQUIREMENT_MARGIN,
      };
      g_autoptr(DwellRequirementItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
        {
          g_autofree char *cell = dwell_requirement_item_get_plain (item, columns[k]);

          g_string_append_printf (text, "%s%c", cell, k + 1 < G_N_ELEMENTS (columns) ? ' ' : '\n');
        }
    }

  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture    *self,
             const char *expected)
{
  g_autofree char *text = NULL;

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (self->list)));
  text = describe (self);
  g_assert_cmpstr (text, ==, expected);
}

#define THREE "dwell-requirements 1\n" \
              "A: call of cycle <= 800 us\n" \
              "B: call of cycle.act <= 350 us\n" \
              "C: call of nothing <= 1 us\n"
#define A_ROW "A cycle passed 0 3 100000\n"
#define B_ROW "B cycle.act violated 2 3 -160000\n"
#define C_ROW "C nothing inconclusive   \n"

static void
test_rows (Fixture       *self,
           gconstpointer  user_data)
{
  const DwellRequirementResult *result;
  g_autofree char *violation = NULL;
  g_autoptr(GError) error = NULL;

  assert_rows (self, "");
  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  g_assert_cmpuint (dwell_requirement_list_count (self->list, DWELL_OUTCOME_PASSED), ==, 1);
  g_assert_cmpuint (dwell_requirement_list_count (self->list, DWELL_OUTCOME_SKIPPED), ==, 0);

  result = dwell_requirement_list_get_result (self->list, 0);
  g_assert_cmpuint (result->worst->len, ==, 2);
  violation = dwell_requirement_describe_violation (
    result, &g_array_index (result->worst, DwellRequirementViolation, 1),
    dwell_view_get_trace (self->view));
  g_assert_cmpstr (violation, ==, "1.27\u00a0ms · 400\u00a0µs");
  g_assert_null (dwell_requirement_list_get_result (self->list, 3));

  dwell_requirement_list_sort (self->list, DWELL_REQUIREMENT_LINE, FALSE);
  assert_rows (self, A_ROW B_ROW C_ROW);
  dwell_requirement_list_set_outcomes (self->list, 1u << DWELL_OUTCOME_PASSED);
  assert_rows (self, A_ROW);
  dwell_requirement_list_set_outcomes (self->list, DWELL_ALL_OUTCOMES);
  g_assert_true (dwell_requirement_list_set_filter (self->list, "cycle.act", &error));
  assert_rows (self, B_ROW);
  g_assert_false (dwell_requirement_list_set_filter (self->list, "/(/", &error));
  g_assert_nonnull (error);
  assert_rows (self, B_ROW);
  g_assert_true (dwell_requirement_list_set_filter (self->list, "samples:>=0 cycle.act", NULL));
  assert_rows (self, B_ROW);
  g_assert_true (dwell_requirement_list_set_filter (self->list, "samples:<0", NULL));
  assert_rows (self, "");

  dwell_view_set_requirements (self->view, NULL);
  assert_rows (self, "");
}

/* Returns: the only track that was derived, or DWELL_NONE */
static guint32
find_derived (DwellView *view)
{
  const DwellTrace *trace = dwell_view_get_trace (view);
  guint32 found = DWELL_NONE;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    if (dwell_trace_is_derived (trace, track))
      {
        g_assert_cmpuint (found, ==, DWELL_NONE);
        found = track;
      }
  return found;
}

/* The details of a derived track are the samples of what it was derived from. */
static void
assert_derived_facts (DwellView *view)
{
  g_autoptr(DwellSpanInfo) info = dwell_span_info_new ();
  g_autofree char *text = NULL;

  dwell_query_set_view (DWELL_QUERY (info), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (info)) &&
              g_list_model_get_n_items (G_LIST_MODEL (info)) > 0);
  text = dwell_span_info_to_text (info);
  fixture_assert_text (text, "How long\n"
                             "Derived · Whole recording\n"
                             "Max: 400 µs\n"
                             "Count: 2\n"
                             "Median: 300 µs\n"
                             "Min: 300 µs\n"
                             "Requirement: track calls \"How long\": call of cycle.act\n");
}

#define TRACK "track calls \"How long\": call of cycle.act\n"

/* A track is part of the trace of the view, and of nobody else's; its state outlives a change. */
static void
test_tracks (Fixture       *self,
             gconstpointer  user_data)
{
  DwellTrace *own = dwell_session_get_trace (dwell_view_get_session (self->view));
  DwellReading *reading;
  DwellTrace *trace;
  const DwellArea *area;
  DwellValueSummary summary;
  g_autofree char *saved = NULL;
  guint32 track;

  set_text (self, THREE TRACK);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  track = find_derived (self->view);
  g_assert_cmpuint (track, ==, own->n_tracks);
  reading = dwell_view_get_reading (self->view);
  trace = reading->trace;
  g_assert_cmpuint (trace->n_tracks, ==, own->n_tracks + 1);
  g_assert_cmpuint (trace->n_spans, ==, own->n_spans);
  g_assert_true (dwell_session_get_trace (dwell_view_get_session (self->view)) == own);
  area = &trace->areas[trace->tracks[track].area];
  g_assert_cmpstr (dwell_trace_get_string (trace, area->name), ==, "calls");
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[track].name), ==, "How long");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->unit), ==, "µs");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->full_name), ==,
                   "track calls \"How long\": call of cycle.act");

  /* It behaves as any track of values; the statistics know its area, and nothing of it. */
  dwell_value_index_summarise (reading->values, track, trace->begin, trace->end, &summary);
  g_assert_cmpuint (summary.n_writes, ==, 3);
  /* The third call was still open: nobody knows how long it took. */
  g_assert_cmpfloat (summary.least.real, ==, 300);
  g_assert_cmpfloat (summary.greatest.real, ==, 400);
  WAIT_UNTIL (dwell_view_get_reading (self->view)->statistics != NULL);
  reading = dwell_view_get_reading (self->view);
  g_assert_true (dwell_statistics_index_get_trace (reading->statistics) == trace);
  g_assert_cmpuint (dwell_statistics_index_get_longest (reading->statistics, 0,
                                                        trace->tracks[track].area, trace->begin,
                                                        trace->end), ==, DWELL_NONE);
  dwell_view_focus_area (self->view, trace->tracks[track].area);
  WAIT_UNTIL (dwell_view_get_overruns (self->view) != NULL);
  g_assert_true (dwell_view_get_overruns (self->view)->trace == trace);

  assert_derived_facts (self->view);

  /* A change elsewhere in the file leaves the trace, one of the line does not. */
  dwell_view_set_track_state (self->view, track, DWELL_TRACK_PINNED);
  set_text (self, "dwell-requirements 1\nA: call of cycle <= 900 us\n" TRACK);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 1);
  assert_rows (self, "A cycle passed 0 3 200000\n");
  g_assert_true (dwell_view_get_trace (self->view) == trace);
  set_text (self, THREE);
  WAIT_UNTIL (dwell_view_get_trace (self->view) == own);
  assert_rows (self, B_ROW C_ROW A_ROW);
  g_assert_cmpuint (dwell_view_get_focus_area (self->view), ==, DWELL_NONE);
  saved = dwell_view_state_gather (self->view);
  g_assert_nonnull (strstr (saved, "How long"));
  set_text (self, THREE TRACK);
  WAIT_UNTIL (dwell_view_get_trace (self->view) != own);
  track = find_derived (self->view);
  g_assert_cmpint (dwell_view_get_track_state (self->view, track), ==, DWELL_TRACK_PINNED);

  dwell_view_set_requirements (self->view, NULL);
  assert_rows (self, "");
  g_assert_true (dwell_view_get_trace (self->view) == own);
}

/* A requirement is shown as a track with its limit, if one asks for it; that is kept by its id, and
 * the limit follows the file. */
static void
test_curve (Fixture       *self,
            gconstpointer  user_data)
{
  DwellTrace *own = dwell_session_get_trace (dwell_view_get_session (self->view));
  const DwellDerivedLimit *limit;
  const GArray *limits;
  guint32 track;

  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  g_assert_true (dwell_view_get_trace (self->view) == own);
  g_assert_false (dwell_view_shows_requirement (self->view, "B"));

  dwell_view_show_requirement (self->view, "B", TRUE);
  g_assert_true (dwell_view_shows_requirement (self->view, "B"));
  WAIT_UNTIL (dwell_view_get_trace (self->view) != own);
  assert_rows (self, B_ROW C_ROW A_ROW);
  track = find_derived (self->view);
  g_assert_cmpuint (track, ==, own->n_tracks);
  limits = dwell_view_get_limits (self->view);
  g_assert_cmpuint (limits->len, ==, 1);
  limit = &g_array_index (limits, DwellDerivedLimit, 0);
  g_assert_cmpuint (limit->track, ==, track);
  g_assert_true (isinf (limit->low));
  g_assert_cmpfloat (limit->high, ==, 350); /* µs, as the values */

  set_text (self, "dwell-requirements 1\nB: call of cycle.act in 0.2 ms .. 0.3 ms\n");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 1 &&
              !dwell_query_get_busy (DWELL_QUERY (self->list)));
  limit = &g_array_index (dwell_view_get_limits (self->view), DwellDerivedLimit, 0);
  g_assert_cmpfloat (limit->low, ==, 200);
  g_assert_cmpfloat (limit->high, ==, 300);

  dwell_view_show_requirement (self->view, "B", FALSE);
  WAIT_UNTIL (dwell_view_get_trace (self->view) == own);
  g_assert_false (dwell_view_shows_requirement (self->view, "B"));
}

/* A derived track in focus is what the distribution is of: the samples of its requirement, with its
 * limit. What was shown before comes back when the track is gone. */
static void
test_distribution (Fixture       *self,
                   gconstpointer  user_data)
{
  DwellTrace *own = dwell_session_get_trace (dwell_view_get_session (self->view));
  g_autoptr(DwellDistribution) distribution = dwell_distribution_new ();
  const DwellDistributionAnswer *answer;
  const DwellTrace *trace;
  guint32 area = own->span_area[0];

  dwell_query_set_view (DWELL_QUERY (distribution), self->view);
  dwell_view_focus_area (self->view, area);
  g_assert_true (dwell_distribution_keep_area (distribution, area));
  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  dwell_view_show_requirement (self->view, "B", TRUE);
  WAIT_UNTIL (dwell_view_get_trace (self->view) != own);
  g_assert_false (dwell_distribution_is_derived (distribution));
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 1);
  g_assert_true (dwell_distribution_is_kept (distribution, 0));

  trace = dwell_view_get_trace (self->view);
  dwell_view_focus_area (self->view, trace->tracks[find_derived (self->view)].area);
  g_assert_true (dwell_distribution_is_derived (distribution));
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 1);
  WAIT_UNTIL ((answer = dwell_distribution_get_answer (distribution)) != NULL &&
              answer->is_derived);
  /* The third lasts longer than the recording: its value is not known. */
  g_assert_cmpuint (answer->all->n, ==, 2);
  g_assert_cmpint (answer->all->sorted[0], ==, 300000);
  g_assert_cmpint (answer->all->sorted[1], ==, 400000);
  g_assert_cmpint (dwell_distribution_get_part_limits (distribution, 0).high, ==, 350000);
  g_assert_cmpint (dwell_distribution_get_part_limits (distribution, 0).low, ==, G_MININT64);

  dwell_view_show_requirement (self->view, "B", FALSE);
  WAIT_UNTIL (dwell_view_get_trace (self->view) == own);
  g_assert_false (dwell_distribution_is_derived (distribution));
  g_assert_cmpuint (dwell_distribution_get_area (distribution, 0), ==, area);
}

/* Where in the recording a requirement is violated. */
static void
test_places (Fixture       *self,
             gconstpointer  user_data)
{
  guint8 places[DWELL_REQUIREMENT_N_PLACES];
  g_autoptr(DwellRequirementItem) violated = NULL;
  g_autoptr(DwellRequirementItem) passed = NULL;
  g_autofree char *nowhere = NULL;
  g_autofree char *range = NULL;
  guint n = 0;

  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  violated = g_list_model_get_item (G_LIST_MODEL (self->list), 0);
  passed = g_list_model_get_item (G_LIST_MODEL (self->list), 2);

  g_assert_true (dwell_requirement_item_get_places (violated, places));
  for (guint i = 0; i < DWELL_REQUIREMENT_N_PLACES; i++)
    n += places[i];
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, <, DWELL_REQUIREMENT_N_PLACES);
  /* One begins at 2.02 ms and is cut by the end of the recording. */
  g_assert_true (places[DWELL_REQUIREMENT_N_PLACES - 1]);
  g_assert_false (places[0]);

  g_assert_false (dwell_requirement_item_get_places (passed, places));
  nowhere = dwell_requirement_item_describe_places (passed);
  g_assert_cmpstr (nowhere, ==, "");
  range = dwell_requirement_describe_range (dwell_requirement_item_get_result (passed));
  g_strdelimit (range, "\302\240", ' ');
  g_assert_true (g_str_has_prefix (range, "From 440"));
}

/* A state that comes before the tracks is applied when they are there. */
static void
test_track_state (Fixture       *self,
                  gconstpointer  user_data)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autofree char *text = NULL;

  set_text (self, THREE TRACK);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  dwell_view_set_track_state (self->view, find_derived (self->view), DWELL_TRACK_HIDDEN);
  text = dwell_view_state_gather (self->view);
  dwell_view_set_requirements (self->view, NULL);
  assert_rows (self, "");

  {
    g_autoptr(DwellView) other = dwell_view_new (dwell_view_get_session (self->view));

    g_assert_true (g_key_file_load_from_data (state, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
    dwell_view_state_apply (other, state);
    WAIT_UNTIL (dwell_view_get_requirements_answer (other) != NULL);
    g_assert_cmpint (dwell_view_get_track_state (other, find_derived (other)), ==,
                     DWELL_TRACK_HIDDEN);
  }
}

/* Limit: model/MAX_ABSENT */
static void
test_absent_tracks (Fixture       *self,
                    gconstpointer  user_data)
{
  const guint most = 1000;
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_auto(GStrv) hidden = NULL;

  for (guint i = 0; i < most + 5; i++)
    g_ptr_array_add (keys, g_strdup_printf ("session\ttrack %u\t1", i));
  g_key_file_set_integer (state, "dwell-view", "Version", 1);
  g_key_file_set_string_list (state, "tracks", "Hidden", (const char * const *) keys->pdata,
                              keys->len);
  dwell_view_state_apply (self->view, state);
  text = dwell_view_state_gather (self->view);
  g_assert_null (strstr (text, "track 1"));
  g_clear_pointer (&text, g_free);

  g_key_file_set_string (state, "layout", "requirements", "file:///nowhere");
  dwell_view_state_apply (self->view, state);
  text = dwell_view_state_gather (self->view);
  g_assert_true (g_key_file_load_from_data (state, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
  hidden = g_key_file_get_string_list (state, "tracks", "Hidden", NULL, NULL);
  g_assert_cmpuint (g_strv_length (hidden), ==, most);
}

/* That there may be more than the timeline marks is told, and only then. */
static void
test_many_marks (Fixture       *self,
                 gconstpointer  user_data)
{
  DwellRequirementsAnswer *answer;
  g_autofree char *few = NULL;
  g_autofree char *many = NULL;
  guint n_marks;

  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);
  answer = dwell_view_get_requirements_answer (self->view);
  few = dwell_requirements_answer_describe_marks (answer);
  g_assert_null (few);

  n_marks = answer->marks->len;
  g_array_set_size (answer->marks, DWELL_REQUIREMENTS_MAX_MARKS);
  many = dwell_requirements_answer_describe_marks (answer);
  g_array_set_size (answer->marks, n_marks);
  g_assert_cmpstr (many, ==,
                   "the timeline marks no more than the first 1\342\200\257000\342\200\257000 "
                   "violations");
}

/* Of levels in a row that break a limit, the worst is told, and when that was. */
static void
test_run (Fixture       *self,
          gconstpointer  user_data)
{
  const DwellRequirementResult *result;
  g_autofree char *summary = NULL;
  g_autofree char *violation = NULL;

  set_text (self, "dwell-requirements 1\nA: concurrency of cycle, cycle.act < 1 until 1 ms\n");
  dwell_view_set_requirements (self->view, self->file);
  WAIT_UNTIL (dwell_requirement_list_get_result (self->list, 0) != NULL);
  result = dwell_requirement_list_get_result (self->list, 0);
  violation = dwell_requirement_describe_violation (
    result, &g_array_index (result->worst, DwellRequirementViolation, 0),
    dwell_view_get_trace (self->view));
  g_assert_cmpstr (violation, ==, "130\u00a0µs · 2 · from 0\u00a0ns to 440\u00a0µs");
  summary = dwell_requirement_describe_result (result);
  g_assert_nonnull (strstr (summary, "worst 2 at 130\u00a0µs"));
}

/* What the recording cuts is told of in the table, of the span and of the track; it is no
 * violation. */
static void
test_undecided (Fixture       *self,
                gconstpointer  user_data)
{
  DwellTrace *trace = dwell_view_get_trace (self->view);
  const DwellRequirementResult *result;
  const DwellOverruns *overruns;
  const DwellOverrunBar *bar;
  g_autofree char *cell = NULL;
  g_autofree char *of_span = NULL;
  g_autofree char *of_track = NULL;
  guint32 span = trace->n_spans - 1;

  set_text (self, "dwell-requirements 1\nA: call of cycle.act <= 600 us\n");
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, "A cycle.act passed 0 3 200000\n");
  result = dwell_requirement_list_get_result (self->list, 0);
  g_assert_cmpuint (result->worst->len, ==, 0);
  g_assert_cmpuint (result->undecided->len, ==, 1);
  cell = dwell_requirement_describe_violation (
    result, &g_array_index (result->undecided, DwellRequirementViolation, 0), trace);
  g_assert_cmpstr (cell, ==, "2.02\u00a0ms · at least 510\u00a0µs · not decided, because the "
                             "recording cuts it off");

  WAIT_UNTIL ((overruns = dwell_view_get_overruns (self->view)) != NULL);
  g_assert_cmpuint (dwell_overruns_count (overruns), ==, 0);
  g_assert_cmpuint (overruns->torn->len, ==, 1);
  bar = &g_array_index (overruns->torn, DwellOverrunBar, 0);
  g_assert_cmpint (bar->begin, ==, 2020000);
  g_assert_false (bar->is_torn_at_begin);
  g_assert_true (bar->is_torn_at_end);
  g_assert_null (dwell_view_step_overrun (self->view, 1));
  g_assert_null (dwell_view_step_overrun (self->view, -1));

  while (dwell_trace_get_span_begin (trace, span) != bar->begin)
    span--;
  g_assert_false (dwell_view_is_overrun (self->view, span));
  of_span = dwell_view_describe_overrun (self->view, span);
  g_assert_cmpstr (of_span, ==, "Not decided, because the recording cuts it off: A: call of "
                                "cycle.act <= 600 us · at least 510\u00a0µs");
  of_track = dwell_view_describe_undecided (self->view, bar->track, 2100000);
  g_assert_cmpstr (of_track, ==, of_span);
  g_assert_null (dwell_view_describe_overrun (self->view, 0));
}

static void
assert_worst (Fixture    *self,
              gint64      begin,
              gint64      end,
              const char *expected)
{
  g_autofree char *told = dwell_view_step_worst (self->view);
  gint64 from = 0;
  gint64 to = 0;

  g_assert_cmpstr (told, ==, expected);
  g_assert_true (dwell_view_get_selection (self->view, &from, &to));
  g_assert_cmpint (from, ==, begin);
  g_assert_cmpint (to, ==, end);
}

/* From the worst violation to the next worst; of what is chosen, else of the first. */
static void
test_worst (Fixture       *self,
            gconstpointer  user_data)
{
  g_autofree char *next = NULL;

  g_assert_null (dwell_view_step_worst (self->view));
  set_text (self, THREE "D: call of cycle <= 600 us\n");
  dwell_view_set_requirements (self->view, self->file);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 4);
  WAIT_UNTIL (dwell_view_get_overruns (self->view) != NULL);

  assert_worst (self, 2020000, 2530000, "1 of 2, the worst first · B: call of cycle.act <= 350 us "
                                        "· 510\u00a0µs");
  g_assert_cmpuint (dwell_view_get_focus_span (self->view), !=, DWELL_NONE);
  assert_worst (self, 1270000, 1670000, "2 of 2, the worst first · B: call of cycle.act <= 350 us "
                                        "· 400\u00a0µs");
  g_assert_null (dwell_view_step_worst (self->view));

  /* V goes on from there in the order of time. */
  next = dwell_view_step_overrun (self->view, 1);
  g_assert_nonnull (strstr (next, "510"));

  dwell_requirement_list_sort (self->list, DWELL_REQUIREMENT_LINE, FALSE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (self->list)));
  dwell_view_choose_requirement (self->view, dwell_requirement_list_get_result (self->list, 3));
  assert_worst (self, 1000000, 1700000, "1 of 1, the worst first · D: call of cycle <= 600 us · "
                                        "700\u00a0µs");
  dwell_view_choose_requirement (self->view, dwell_requirement_list_get_result (self->list, 0));
  g_assert_null (dwell_view_step_worst (self->view));
}

/* It is read again when it changes; while it has errors nothing is judged. */
static void
test_changes (Fixture       *self,
              gconstpointer  user_data)
{
  const GArray *faults;

  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  assert_rows (self, B_ROW C_ROW A_ROW);

  set_text (self, "dwell-requirements 1\nA: call of cycle <= twelve us\n");
  WAIT_UNTIL ((faults = dwell_requirement_list_get_faults (self->list)) != NULL &&
              faults->len == 1);
  g_assert_cmpuint (g_array_index (faults, DwellRequirementsError, 0).line, ==, 2);
  assert_rows (self, "");

  set_text (self, "dwell-requirements 1\nA: call of cycle <= 800 us\n");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 1);
  assert_rows (self, A_ROW);

  g_assert_true (g_file_delete (self->file, NULL, NULL));
  WAIT_UNTIL (dwell_requirement_list_get_error (self->list) != NULL);
  g_assert_error (dwell_requirement_list_get_error (self->list), G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Goes from one violation to the next as the timeline marks them, and back. */
static void
test_marks (Fixture       *self,
            gconstpointer  user_data)
{
  const DwellOverruns *overruns;
  g_autofree char *told = NULL;
  gint64 begin;
  gint64 end;
  guint32 span = 0;

  set_text (self, "dwell-requirements 1\n"
                  "B: call of cycle.act <= 350 us\n"
                  "L: load of cycle in any 100 us <= 50 %\n");
  g_assert_null (dwell_view_step_overrun (self->view, 1));
  dwell_view_set_requirements (self->view, self->file);
  WAIT_UNTIL (dwell_view_get_overruns (self->view) != NULL);
  overruns = dwell_view_get_overruns (self->view);
  g_assert_cmpuint (overruns->n, ==, 2);
  g_assert_cmpuint (dwell_overruns_count (overruns), ==, 2 + overruns->bars->len);

  while (!dwell_view_is_overrun (self->view, span))
    span++;
  told = dwell_view_describe_overrun (self->view, span);
  g_assert_cmpstr (told, ==, "B: call of cycle.act <= 350 us · 400\u00a0µs");
  g_clear_pointer (&told, g_free);
  g_assert_null (dwell_view_describe_overrun (self->view, DWELL_NONE));

  for (guint64 place = 0; place < dwell_overruns_count (overruns); place++)
    {
      DwellOverrunMark mark = dwell_overruns_get_mark (overruns, place);
      g_autofree char *number = g_strdup_printf ("%u of ", (guint) place + 1);

      told = dwell_view_step_overrun (self->view, 1);
      g_assert_true (g_str_has_prefix (told, number));
      g_assert_true (strstr (told, mark.span != DWELL_NONE ? "B: call" : "L: load") != NULL);
      g_assert_true (dwell_view_get_selection (self->view, &begin, &end));
      g_assert_cmpint (begin, ==, mark.begin);
      g_assert_cmpint (end, ==, mark.end);
      if (mark.span != DWELL_NONE)
        g_assert_cmpuint (dwell_view_get_focus_span (self->view), ==, mark.span);
      g_clear_pointer (&told, g_free);
    }

  g_assert_null (dwell_view_step_overrun (self->view, 1));
  told = dwell_view_step_overrun (self->view, -1);
  g_assert_true (dwell_view_get_selection (self->view, &begin, NULL));
  g_assert_cmpint (begin, ==, dwell_overruns_get_mark (
                                overruns, dwell_overruns_count (overruns) - 2).begin);

  dwell_view_set_requirements (self->view, NULL);
  WAIT_UNTIL (dwell_view_get_overruns (self->view) == NULL);
}

static void
test_state (Fixture       *self,
            gconstpointer  user_data)
{
  g_autoptr(GKeyFile) saved = g_key_file_new ();
  g_autoptr(GFile) kept = NULL;
  g_autofree char *state = NULL;

  set_text (self, THREE);
  dwell_view_set_requirements (self->view, self->file);
  state = dwell_view_state_gather (self->view);
  dwell_view_set_requirements (self->view, NULL);
  g_assert_null (dwell_view_get_requirements (self->view));

  g_assert_true (g_key_file_load_from_data (saved, state, (gsize) -1, G_KEY_FILE_NONE, NULL));
  dwell_view_state_apply (self->view, saved);
  kept = dwell_view_get_requirements (self->view);
  g_assert_true (g_file_equal (kept, self->file));
  assert_rows (self, B_ROW C_ROW A_ROW);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add ("/requirement-list/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/requirement-list/tracks", Fixture, NULL, set_up, test_tracks, tear_down);
  g_test_add ("/requirement-list/curve", Fixture, NULL, set_up, test_curve, tear_down);
  g_test_add ("/requirement-list/distribution", Fixture, NULL, set_up, test_distribution,
              tear_down);
  g_test_add ("/requirement-list/places", Fixture, NULL, set_up, test_places, tear_down);
  g_test_add ("/requirement-list/track-state", Fixture, NULL, set_up, test_track_state, tear_down);
  g_test_add ("/requirement-list/absent-tracks", Fixture, NULL, set_up, test_absent_tracks,
              tear_down);
  g_test_add ("/requirement-list/many-marks", Fixture, NULL, set_up, test_many_marks, tear_down);
  g_test_add ("/requirement-list/run", Fixture, NULL, set_up, test_run, tear_down);
  g_test_add ("/requirement-list/undecided", Fixture, NULL, set_up, test_undecided, tear_down);
  g_test_add ("/requirement-list/worst", Fixture, NULL, set_up, test_worst, tear_down);
  g_test_add ("/requirement-list/changes", Fixture, NULL, set_up, test_changes, tear_down);
  g_test_add ("/requirement-list/marks", Fixture, NULL, set_up, test_marks, tear_down);
  g_test_add ("/requirement-list/state", Fixture, NULL, set_up, test_state, tear_down);

  return g_test_run ();
}
