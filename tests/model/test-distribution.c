/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributions: when they ask what, and that chosen durations become the view's hits. */
#include "config.h"

#include "model-fixture.h"
#include "model/lists/distribution/dwell-distribution.h"
#include "model/lists/events/dwell-span-list.h"
#include "model/view/dwell-view-state.h"

#define N_MANY 20000

static void
keep_spans (DwellDistribution *distribution,
            GArray            *spans,
            gpointer           user_data)
{
  GArray **kept = user_data;

  g_clear_pointer (kept, g_array_unref);
  *kept = g_array_ref (spans);
}

/* The list follows the focus, keeps pinned areas, and asks only while it is active. */
static void
test_areas (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();
  guint32 load = trace->span_area[SPAN_LOAD];
  guint32 draw = trace->span_area[SPAN_DRAW];
  DwellDistributionAnswer *answer;

  dwell_query_set_active (DWELL_QUERY (distribution), FALSE);
  dwell_query_set_view (DWELL_QUERY (distribution), view);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 0);

  dwell_view_focus_span (view, SPAN_LOAD);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 1);
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (distribution)));
  fixture_settle ();
  g_assert_null (dwell_distribution_get_answer (distribution));

  dwell_query_set_active (DWELL_QUERY (distribution), TRUE);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (distribution)));
  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);
  answer = dwell_distribution_get_answer (distribution);
  g_assert_cmpuint (answer->n_parts, ==, 1);
  g_assert_cmpuint (answer->parts[0].area, ==, load);
  g_assert_cmpuint (answer->all->n, ==, 2);
  g_assert_cmpint (answer->all->sorted[0], ==, 50 * MS);
  g_assert_cmpint (answer->all->sorted[1], ==, 300 * MS);
  g_assert_null (answer->parts[0].cells);

  g_assert_true (dwell_distribution_keep_area (distribution, load));
  dwell_view_focus_area (view, draw);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 2);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution)->n_parts == 2);
  answer = dwell_distribution_get_answer (distribution);
  g_assert_cmpuint (answer->all->n, ==, 3);
  g_assert_cmpuint (answer->parts[1].area, ==, draw);
  g_assert_cmpuint (answer->parts[1].samples->n, ==, 1);

  /* A narrower scope holds less. */
  dwell_view_set_selection (view, 550 * MS, 1000 * MS);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution)->all->n == 1);

  dwell_distribution_drop_area (distribution, load);
  dwell_distribution_drop_area (distribution, draw);
  g_assert_null (dwell_distribution_get_answer (distribution));
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 0);

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (distribution)));
  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

/* Without a focus the area with most self time is measured, of those with several spans, until
 * something else is chosen. */
static void
test_heaviest (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();
  g_autoptr(DwellStatisticsIndex) index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA,
                                                                      NULL);
  g_autofree gint64 *self_ns = g_new0 (gint64, trace->n_areas);
  g_autofree guint *n_spans = g_new0 (guint, trace->n_areas);
  guint32 heaviest = DWELL_NONE;

  /* Self time once more: durations, each taken from its parent's. */
  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      guint32 parent = trace->span_parent[span];

      n_spans[trace->span_area[span]]++;
      self_ns[trace->span_area[span]] += dwell_trace_get_span_duration (trace, span);
      if (parent != DWELL_NONE)
        self_ns[trace->span_area[parent]] -= dwell_trace_get_span_duration (trace, span);
    }
  for (guint32 area = 0; area < trace->n_areas; area++)
    if (n_spans[area] > 1 && (heaviest == DWELL_NONE || self_ns[area] > self_ns[heaviest]))
      heaviest = area;

  dwell_query_set_view (DWELL_QUERY (distribution), view);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, 1);
  g_assert_cmpuint (dwell_distribution_get_area (distribution, 0), ==, heaviest);
  g_assert_cmpuint (dwell_distribution_get_answer (distribution)->parts[0].area, ==, heaviest);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);

  /* What was dropped does not come back; what is focused takes its place. */
  dwell_distribution_drop_area (distribution, heaviest);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (distribution)));
  g_assert_null (dwell_distribution_get_answer (distribution));
  dwell_view_focus_span (view, SPAN_DRAW);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);
  g_assert_cmpuint (dwell_distribution_get_area (distribution, 0), ==,
                    trace->span_area[SPAN_DRAW]);

  g_assert_cmpuint (dwell_distribution_find_heaviest (index, G_MAXINT64 / 4, G_MAXINT64 / 4 + 1,
                                                      NULL), ==, DWELL_NONE);
  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

static void
test_measures (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();
  static const gint64 expected[DWELL_N_MEASURES] = { 50 * MS, 50 * MS, 500 * MS, 0 };

  dwell_query_set_view (DWELL_QUERY (distribution), view);
  dwell_view_focus_span (view, SPAN_LOAD);

  for (DwellMeasure measure = 0; measure < DWELL_N_MEASURES; measure++)
    {
      dwell_distribution_set_measure (distribution, measure);
      WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL &&
                  dwell_distribution_get_answer (distribution)->measure == measure);
      g_assert_cmpint (dwell_distribution_get_answer (distribution)->all->sorted[0], ==,
                       expected[measure]);
    }

  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

/* A selected range of durations is found in the view and listed, until it is dropped. */
static void
test_select (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();
  DwellSpanList *list = dwell_span_list_new ();
  DwellSampleBox box = { 0, G_MAXINT64, 100 * MS, G_MAXINT64 };
  g_autoptr(GArray) spans = NULL;
  g_autoptr(DwellEventItem) item = NULL;

  g_signal_connect (distribution, "selected", G_CALLBACK (keep_spans), &spans);
  dwell_query_set_view (DWELL_QUERY (distribution), view);
  dwell_view_focus_span (view, SPAN_LOAD);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);

  dwell_distribution_select (distribution, -1, &box, "long ones");
  WAIT_UNTIL (spans != NULL && dwell_view_get_find (view) != NULL);
  g_assert_cmpuint (spans->len, ==, 1);
  g_assert_cmpuint (g_array_index (spans, guint32, 0), ==, SPAN_LOAD);
  g_assert_cmpstr (dwell_view_get_find_label (view), ==, "long ones");
  g_assert_cmpstr (dwell_view_get_find_text (view), ==, "");
  g_assert_true (dwell_find_has_span (dwell_view_get_find (view), SPAN_LOAD));
  g_assert_false (dwell_find_has_span (dwell_view_get_find (view), SPAN_LOAD_AGAIN));

  dwell_span_list_set_spans (list, trace, spans, MS);
  item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpuint (dwell_event_item_get_event (item).span, ==, SPAN_LOAD);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 1));
  dwell_span_list_set_spans (list, NULL, NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);

  dwell_view_set_find_text (view, NULL);
  g_assert_null (dwell_view_get_find_label (view));
  g_assert_null (dwell_view_get_find (view));

  g_clear_object (&item);
  g_assert_finalize_object (list);
  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

/* Deadlines are the view's: marked in the whole trace, whatever the scope; kept in its state; with
 * one for each figure. */
static void
test_deadlines (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellView *other = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(GArray) spans = NULL;
  g_autofree char *text = NULL;
  gint64 limit;

  g_signal_connect (distribution, "selected", G_CALLBACK (keep_spans), &spans);
  dwell_query_set_view (DWELL_QUERY (distribution), view);
  dwell_view_focus_span (view, SPAN_LOAD);
  g_assert_true (dwell_distribution_get_deadline (distribution, &limit));
  g_assert_cmpint (limit, ==, G_MAXINT64);

  dwell_distribution_set_deadline (distribution, 100 * MS);
  WAIT_UNTIL (dwell_view_get_overruns (view) != NULL);
  g_assert_cmpuint (dwell_view_get_overruns (view)->n, ==, 1);
  g_assert_true (dwell_view_is_overrun (view, SPAN_LOAD));
  g_assert_false (dwell_view_is_overrun (view, SPAN_LOAD_AGAIN));
  g_assert_false (dwell_view_is_overrun (view, DWELL_NONE));

  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);
  g_assert_cmpint (dwell_distribution_get_part_limits (distribution, 0).high, ==, 100 * MS);
  dwell_distribution_select_over (distribution, "late ones");
  WAIT_UNTIL (spans != NULL);
  g_assert_cmpuint (spans->len, ==, 1);
  g_assert_cmpuint (g_array_index (spans, guint32, 0), ==, SPAN_LOAD);

  /* Another area beside it has none, another figure neither. */
  dwell_distribution_keep_area (distribution, trace->span_area[SPAN_LOAD]);
  dwell_view_focus_area (view, trace->span_area[SPAN_DRAW]);
  g_assert_false (dwell_distribution_get_deadline (distribution, &limit));
  dwell_distribution_set_measure (distribution, DWELL_MEASURE_PERIOD);
  g_assert_true (dwell_distribution_get_deadline (distribution, &limit));
  g_assert_cmpint (limit, ==, G_MAXINT64);

  text = dwell_view_state_gather (view);
  g_assert_true (g_key_file_load_from_data (state, text, (gsize) -1, G_KEY_FILE_NONE, NULL));
  dwell_view_state_apply (other, state);
  WAIT_UNTIL (dwell_view_get_overruns (other) != NULL);
  g_assert_true (dwell_view_is_overrun (other, SPAN_LOAD));

  dwell_distribution_set_measure (distribution, DWELL_MEASURE_CALL);
  dwell_distribution_set_deadline (distribution, G_MAXINT64);
  g_assert_null (dwell_view_get_overruns (view));

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (distribution)));
  g_assert_finalize_object (distribution);
  fixture_view_free (view);
  fixture_view_free (other);
}

/* Too many for a dot each: all of them are in the cells, and in the bins. */
static void
test_many (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  guint32 area = fixture_area (builder, "tick", "", "");
  g_autoptr(DwellTrace) trace = NULL;
  DwellView *view;
  DwellDistribution *distribution = dwell_distribution_new ();
  DwellDistributionAnswer *answer;
  guint64 n_in_cells = 0;
  guint64 n_in_bins = 0;

  g_assert_true (dwell_builder_reserve_spans (builder, N_MANY, NULL));
  for (guint i = 0; i < N_MANY; i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE,
                                                                i * MS),
                              i * MS + (i % 100 == 0 ? MS : 1000 + i % 50), 0);
  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);

  dwell_query_set_view (DWELL_QUERY (distribution), view);
  dwell_view_focus_area (view, area);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution) != NULL);
  answer = dwell_distribution_get_answer (distribution);

  for (guint i = 0; i < DWELL_DISTRIBUTION_COLUMNS * DWELL_DISTRIBUTION_ROWS; i++)
    n_in_cells += answer->parts[0].cells[i];
  for (guint i = 0; i < answer->parts[0].bins->len; i++)
    n_in_bins += g_array_index (answer->parts[0].bins, DwellBin, i).n;
  g_assert_cmpuint (n_in_cells, ==, N_MANY);
  g_assert_cmpuint (n_in_bins, ==, N_MANY);
  g_assert_cmpint (dwell_samples_get_percentile (answer->all, 0.995), ==, MS);

  dwell_distribution_set_scale (distribution, DWELL_SCALE_LOGARITHMIC);
  WAIT_UNTIL (dwell_distribution_get_answer (distribution)->is_log);

  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

/* Each area has one span. */
static DwellTrace *
make_areas (guint n)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);

  g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("area %u", i);
      guint32 area = fixture_area (builder, name, "", "");
      guint32 span = dwell_builder_open_span (builder, area, row, DWELL_NONE, i * MS);

      dwell_builder_close_span (builder, span, (i + 1) * MS, 0);
    }

  return dwell_builder_finish (builder);
}

/* One area more than there are colours is neither kept nor shown.
 * Limit: model/DWELL_DISTRIBUTION_MAX_AREAS */
static void
test_many_areas (void)
{
  enum { N_MAX = 8 };
  g_autoptr(DwellTrace) trace = make_areas (N_MAX + 1);
  DwellView *view = fixture_view (trace);
  DwellDistribution *distribution = dwell_distribution_new ();

  dwell_query_set_view (DWELL_QUERY (distribution), view);
  for (guint i = 0; i < N_MAX; i++)
    g_assert_true (dwell_distribution_keep_area (distribution, i));
  g_assert_false (dwell_distribution_keep_area (distribution, N_MAX));
  g_assert_true (dwell_distribution_keep_area (distribution, 0));

  dwell_view_focus_area (view, N_MAX);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, N_MAX);
  g_assert_cmpuint (dwell_distribution_get_left_out (distribution), ==, N_MAX);
  dwell_view_focus_area (view, 1);
  g_assert_cmpuint (dwell_distribution_get_left_out (distribution), ==, DWELL_NONE);
  dwell_view_focus_area (view, N_MAX);
  for (guint i = 0; i < N_MAX; i++)
    g_assert_cmpuint (dwell_distribution_get_area (distribution, i), ==, i);

  dwell_distribution_drop_area (distribution, 0);
  g_assert_cmpuint (dwell_distribution_get_left_out (distribution), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_distribution_get_n_areas (distribution), ==, N_MAX);
  g_assert_cmpuint (dwell_distribution_get_area (distribution, N_MAX - 1), ==, N_MAX);
  g_assert_true (dwell_distribution_keep_area (distribution, N_MAX));

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (distribution)));
  g_assert_finalize_object (distribution);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/distribution/areas", test_areas);
  g_test_add_func ("/distribution/heaviest", test_heaviest);
  g_test_add_func ("/distribution/measures", test_measures);
  g_test_add_func ("/distribution/select", test_select);
  g_test_add_func ("/distribution/deadlines", test_deadlines);
  g_test_add_func ("/distribution/many", test_many);
  g_test_add_func ("/distribution/many-areas", test_many_areas);

  return fixture_run ();
}
