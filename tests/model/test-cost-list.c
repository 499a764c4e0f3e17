/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of costs over true reports: ranking, order, filters against a naive count, favourites,
 * the copied table; and the plot against the analysis. */
#include "config.h"

#include <math.h>

#include "model-fixture.h"
#include "model/lists/costs/dwell-cost-answer.h"
#include "model/lists/costs/dwell-cost-list.h"
#include "model/lists/costs/dwell-cost-plot.h"
#include "model/view/dwell-view-state.h"
#include "support/text-fixture.h"

static DwellView *
open_view (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "aprof", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);

  dwell_session_load (session);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY &&
              !dwell_session_get_busy (session));
  return dwell_view_new (session);
}

static DwellCostList *
open_list (DwellView *view)
{
  DwellCostList *list = dwell_cost_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_nonnull (dwell_cost_list_get_costs (list));
  return list;
}

static void
settle (DwellCostList *list)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
}

static guint
get_n (DwellCostList *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

static DwellCostItem *
get_item (DwellCostList *list,
          guint          position)
{
  return g_list_model_get_item (G_LIST_MODEL (list), position);
}

static const DwellCostRow *
get_row (DwellCostList *list,
         guint          position)
{
  g_autoptr(DwellCostItem) item = get_item (list, position);
  DwellCosts *costs = dwell_cost_list_get_costs (list);

  return dwell_costs_get_row (costs, dwell_costs_find_row (costs,
                                                           dwell_cost_item_get_area (item)));
}

/* Computes at once what the list computes in portions. */
static DwellGrowth *
work_out (DwellCostList *list,
          gboolean       is_self)
{
  DwellGrowthOptions options = { DWELL_COST_CURVE_WORST, is_self };

  return dwell_growth_classify_all (dwell_cost_list_get_costs (list), &options, NULL);
}

static const DwellGrowth *
get_growth (DwellCostList     *list,
            const DwellGrowth *growths,
            guint              position)
{
  g_autoptr(DwellCostItem) item = get_item (list, position);

  return &growths[dwell_costs_find_row (dwell_cost_list_get_costs (list),
                                        dwell_cost_item_get_area (item))];
}

static char *
get_text (DwellCostList       *list,
          guint                position,
          DwellCostListColumn  column)
{
  g_autoptr(DwellCostItem) item = get_item (list, position);

  return dwell_cost_item_get_text (item, column);
}

static void
close_list (DwellCostList *list,
            DwellView     *view)
{
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* The rules of the ranking once more, each by itself: whether @left comes before @right. */
static gboolean
comes_before (const DwellGrowth  *left,
              const DwellCostRow *left_row,
              const DwellGrowth  *right,
              const DwellCostRow *right_row)
{
  const DwellGrowth *growths[] = { left, right };
  const DwellCostRow *rows[] = { left_row, right_row };
  double rises[2];
  int groups[2];

  for (guint i = 0; i < 2; i++)
    {
      const DwellGrowth *growth = growths[i];
      double size = (double) rows[i]->max_size;

      groups[i] = 2;
      if (growth->is_between || growth->n_measured < 8 || growth->max_size / growth->min_size < 4 ||
          (growth->base > 0 && growth->confidence == DWELL_CONFIDENCE_LOW))
        groups[i] = 1;
      if (growth->class == DWELL_GROWTH_NONE)
        groups[i] = 0;

      rises[i] = groups[i] > 0 ? dwell_growth_value (growth, 10 * size) -
                                 dwell_growth_value (growth, size) : 0;
      for (guint step = growth->confidence; step < DWELL_CONFIDENCE_HIGH && groups[i] > 0; step++)
        rises[i] /= sqrt (10);
    }

  if (groups[0] != groups[1])
    return groups[0] > groups[1];
  if (ABS (rises[0] - rises[1]) > 1e-9 * rises[0])
    return rises[0] > rises[1];
  return left_row->real >= right_row->real;
}

/* What will hurt comes first; routines with too few sizes are left out. */
static void
test_ranking (void)
{
  DwellView *view = open_view ("real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = open_list (view);
  DwellCosts *costs = dwell_cost_list_get_costs (list);
  g_autofree DwellGrowth *growths = work_out (list, FALSE);
  g_autofree guint32 *rank = dwell_growth_rank_rows (costs, growths);
  guint n_ranked = 0;
  guint n_unsure = 0;

  g_assert_cmpuint (dwell_costs_get_n_rows (costs), ==, 340);
  g_assert_cmpuint (get_n (list), >, 10);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellCostItem) item = get_item (list, i);
      const DwellGrowth *growth = get_growth (list, growths, i);
      const DwellCostRow *row = get_row (list, i);

      g_assert_cmpuint (row->n_sizes, >=, DWELL_COST_LIST_MIN_SIZES);
      if (i > 0)
        g_assert_true (comes_before (get_growth (list, growths, i - 1), get_row (list, i - 1),
                                     growth, row));
      if (growth->class != DWELL_GROWTH_NONE)
        g_assert_cmpuint (dwell_cost_item_get_plot (item)->n, >, 1);
      n_unsure += growth->class != DWELL_GROWTH_NONE && !dwell_growth_is_sure (growth);
      g_assert_cmpuint (dwell_cost_list_find (list, dwell_cost_item_get_area (item)), ==, i);

      /* The command line has the same order, of all. */
      while (dwell_costs_get_row (costs, rank[n_ranked])->n_sizes < DWELL_COST_LIST_MIN_SIZES)
        n_ranked++;
      g_assert_true (dwell_costs_get_row (costs, rank[n_ranked++]) == row);
    }

  g_assert_cmpuint (n_unsure, >, 0);
  g_assert_cmpuint (dwell_cost_list_get_n_unsure (list), ==, n_unsure);
  close_list (list, view);
}

/* Each filter shows as many as pass it. */
static void
test_filters (void)
{
  DwellView *view = open_view ("real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = open_list (view);
  DwellCosts *costs = dwell_cost_list_get_costs (list);
  g_autofree DwellGrowth *growths = work_out (list, FALSE);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);
  g_autoptr(GError) error = NULL;
  guint n_calls = 0;
  guint n_share = 0;
  guint n_image = 0;
  guint n_sizes = 0;
  guint n_sure = 0;
  guint n_high = 0;
  guint32 image = dwell_costs_get_trace (costs)->areas[get_row (list, 0)->area].file;

  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    {
      const DwellCostRow *row = dwell_costs_get_row (costs, i);

      n_calls += row->calls >= 100;
      n_share += row->share >= 0.1;
      n_sizes += row->n_sizes >= 20;
      n_sure += dwell_growth_is_sure (&growths[i]);
      n_high += dwell_growth_is_sure (&growths[i]) &&
                growths[i].confidence == DWELL_CONFIDENCE_HIGH;
      n_image += dwell_costs_get_trace (costs)->areas[row->area].file == image;
    }

#define CHECK_FILTER(field, value, n)                                                        \
  G_STMT_START                                                                               \
    {                                                                                        \
      filter = DWELL_COST_FILTER_INIT (0);                                                   \
      filter.field = (value);                                                                \
      dwell_cost_list_set_filter (list, &filter);                                            \
      settle (list);                                                                         \
      g_assert_cmpuint (get_n (list), ==, n);                                                \
    }                                                                                        \
  G_STMT_END

  CHECK_FILTER (min_sizes, 0, 340);
  CHECK_FILTER (min_sizes, 20, n_sizes);
  CHECK_FILTER (min_calls, 100, n_calls);
  CHECK_FILTER (min_share, 0.1, n_share);
  CHECK_FILTER (image, image, n_image);
  CHECK_FILTER (image, image + 1000, 0);
  CHECK_FILTER (only_favourites, TRUE, 0);
  CHECK_FILTER (classes, 0, 0);
  CHECK_FILTER (confidence, DWELL_CONFIDENCE_LOW, n_sure);
  g_assert_cmpuint (dwell_cost_list_get_n_unsure (list), ==, 0);
  CHECK_FILTER (confidence, DWELL_CONFIDENCE_HIGH, n_high);

  filter = DWELL_COST_FILTER_INIT (0);
  filter.classes = 1u << DWELL_GROWTH_LINEAR;
  dwell_cost_list_set_filter (list, &filter);
  settle (list);
  g_assert_cmpuint (get_n (list), >, 0);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_assert_cmpint (get_growth (list, growths, i)->class, ==, DWELL_GROWTH_LINEAR);
    }

  filter = DWELL_COST_FILTER_INIT (0);
  dwell_cost_list_set_filter (list, &filter);
  g_assert_false (dwell_cost_list_set_text (list, "/(/", &error));
  g_assert_nonnull (error);
  g_assert_true (dwell_cost_list_set_text (list, "/^main$/", NULL));
  settle (list);
  g_assert_cmpuint (get_n (list), ==, 1);
  g_assert_true (dwell_cost_list_set_text (list, "calls:>=1 main", NULL));
  settle (list);
  g_assert_cmpuint (get_n (list), >, 0);
  g_assert_true (dwell_cost_list_set_text (list, "calls:<1", NULL));
  settle (list);
  g_assert_cmpuint (get_n (list), ==, 0);
  g_assert_true (dwell_cost_list_set_text (list, "no such routine", NULL));
  settle (list);
  g_assert_cmpuint (get_n (list), ==, 0);
  close_list (list, view);
}

/* Every column both ways: what is not known is last, and the rest in order. */
static void
test_sort (void)
{
  DwellView *view = open_view ("real/drms/sort_23701_0_4.aprof");
  DwellCostList *list = open_list (view);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  dwell_cost_list_set_filter (list, &filter);
  for (guint i = 0; i < 2 * DWELL_N_COST_LIST_COLUMNS; i++)
    {
      guint n = dwell_costs_get_n_rows (dwell_cost_list_get_costs (list));
      gboolean descending = i % 2 == 1;

      dwell_cost_list_sort (list, (DwellCostListColumn) (i / 2), descending);
      settle (list);
      g_assert_cmpuint (get_n (list), ==, n);
      for (guint row = 1; row < n; row++)
        {
          const DwellCostRow *before = get_row (list, row - 1);
          const DwellCostRow *after = get_row (list, row);

          if (i / 2 == DWELL_COST_LIST_CALLS)
            g_assert_true (descending ? before->calls >= after->calls
                                      : before->calls <= after->calls);
          if (i / 2 == DWELL_COST_LIST_SYSCALL)
            g_assert_false (isnan (before->syscall) && !isnan (after->syscall));
        }
    }

  close_list (list, view);
}

static void
test_self (void)
{
  DwellView *view = open_view ("real/rms/sort_23697_0_4.aprof");
  DwellCostList *list = open_list (view);
  g_autofree DwellGrowth *growths = work_out (list, TRUE);

  dwell_cost_list_sort (list, DWELL_COST_LIST_COST, TRUE);
  dwell_cost_list_set_is_self (list, TRUE);
  settle (list);
  for (guint i = 0; i < get_n (list); i++)
    {
      const DwellGrowth *growth = get_growth (list, growths, i);
      g_autofree char *text = get_text (list, i, DWELL_COST_LIST_GROWTH);

      if (growth->class != DWELL_GROWTH_NONE)
        g_assert_true (g_str_has_prefix (text, dwell_growth_class_get_title (growth->class)));
      if (i > 0)
        g_assert_true (get_row (list, i - 1)->self >= get_row (list, i)->self);
    }

  close_list (list, view);
}

/* Figures that an old report lacks are empty cells, and pass filters. */
static void
test_unknown (void)
{
  DwellView *view = open_view ("versions/sort_rms_v0.aprof");
  DwellCostList *list = open_list (view);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);
  g_autofree char *syscall = NULL;
  g_autofree char *cost = NULL;
  g_autofree char *share = NULL;

  dwell_cost_list_set_filter (list, &filter);
  dwell_cost_list_set_is_self (list, TRUE);
  settle (list);
  g_assert_cmpuint (get_n (list), >, 0);
  syscall = get_text (list, 0, DWELL_COST_LIST_SYSCALL);
  cost = get_text (list, 0, DWELL_COST_LIST_COST);
  share = get_text (list, 0, DWELL_COST_LIST_SHARE);
  g_assert_cmpstr (syscall, ==, "");
  g_assert_cmpstr (cost, ==, "");
  g_assert_cmpstr (share, ==, "");

  filter.min_share = 0.5;
  dwell_cost_list_set_filter (list, &filter);
  settle (list);
  g_assert_cmpuint (get_n (list), ==, dwell_costs_get_n_rows (dwell_cost_list_get_costs (list)));
  close_list (list, view);
}

static void
test_favourites (void)
{
  DwellView *view = open_view ("quirks/fav.aprof");
  DwellCostList *list = open_list (view);
  DwellCosts *costs = dwell_cost_list_get_costs (list);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);
  guint n_changes = 0;
  guint n = 0;
  guint32 area;

  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    n += dwell_costs_get_row (costs, i)->is_favourite;
  g_assert_cmpuint (n, >, 0);

  filter.only_favourites = TRUE;
  dwell_cost_list_set_filter (list, &filter);
  settle (list);
  g_assert_cmpuint (get_n (list), ==, n);

  COUNT_SIGNAL (list, "favourites-changed", &n_changes);
  area = get_row (list, 0)->area;
  dwell_cost_list_set_favourite (list, area, FALSE);
  settle (list);
  g_assert_false (dwell_cost_list_is_favourite (list, area));
  g_assert_cmpuint (get_n (list), ==, n - 1);

  /* It stays when the file is read again. */
  dwell_session_reload (dwell_view_get_session (view));
  WAIT_UNTIL (!dwell_session_get_busy (dwell_view_get_session (view)) &&
              dwell_cost_list_get_costs (list) != NULL);
  settle (list);
  g_assert_cmpuint (get_n (list), ==, n - 1);

  dwell_cost_list_set_favourite (list, area, TRUE);
  settle (list);
  g_assert_cmpuint (get_n (list), ==, n);
  g_assert_cmpuint (n_changes, ==, 2);
  close_list (list, view);
}

/* Favourites are in the view, so they are saved with the state of the file and restored; and the
 * list shows those that another page or a restored state has set. */
static void
test_kept_favourites (void)
{
  DwellView *view = open_view ("quirks/fav.aprof");
  DwellView *again = open_view ("quirks/fav.aprof");
  DwellCostList *list = open_list (view);
  DwellCostList *other = open_list (again);
  guint32 area = dwell_costs_get_row (dwell_cost_list_get_costs (list), 0)->area;
  gboolean was = dwell_cost_list_is_favourite (list, area);
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autofree char *text = NULL;

  dwell_cost_list_set_favourite (list, area, !was);
  g_assert_cmpint (dwell_view_get_is_favourite (view, area, was), ==, !was);
  text = dwell_view_state_gather (view);
  g_assert_true (g_key_file_load_from_data (state, text, -1, G_KEY_FILE_NONE, NULL));

  g_assert_cmpint (dwell_cost_list_is_favourite (other, area), ==, was);
  dwell_view_state_apply (again, state);
  settle (other);
  g_assert_cmpint (dwell_cost_list_is_favourite (other, area), ==, !was);

  dwell_view_set_is_favourite (again, area, was);
  settle (other);
  g_assert_cmpint (dwell_cost_list_is_favourite (other, area), ==, was);
  close_list (list, view);
  close_list (other, again);
}

static char *
describe (gpointer item)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_COST_LIST_COLUMNS; i++)
    {
      g_autofree char *cell = dwell_cost_item_get_text (item, i);
      g_autofree char *tip = dwell_cost_item_get_tip (item, i);

      g_string_append_printf (text, "%s|", cell);
      g_assert_true (tip == NULL || *tip != '\0');
    }
  return g_strdup (text->str);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_cost_item_get_plain (item, (DwellCostListColumn) column);
}

/* items-changed is true at every step, growth that comes late included. */
static void
test_mirror (void)
{
  DwellView *view = open_view ("real/rms/sort_23697_0_4.aprof");
  DwellCostList *list = dwell_cost_list_new ();
  Mirror *mirror = mirror_new (list, describe);
  DwellTextColumn columns[DWELL_N_COST_LIST_COLUMNS];
  g_autofree char *table = NULL;
  g_auto(GStrv) lines = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  settle (list);
  dwell_cost_list_set_text (list, "o", NULL);
  dwell_cost_list_sort (list, DWELL_COST_LIST_NAME, FALSE);
  settle (list);
  dwell_cost_list_set_is_self (list, TRUE);
  settle (list);

  for (int i = 0; i < DWELL_N_COST_LIST_COLUMNS; i++)
    columns[i] = (DwellTextColumn) { i, dwell_cost_columns[i].id, get_plain };
  table = fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, DWELL_N_COST_LIST_COLUMNS,
                        '\t');
  lines = g_strsplit (table, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, get_n (list) + 2);
  g_assert_true (g_str_has_prefix (lines[0], "favourite\tname\tgrowth\tat_10x\texponent\tplot\t"));

  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (get_n (list), ==, 0);
  mirror_free (mirror);
  close_list (list, view);
}

/* Every file, also those in which nothing is right, comes to rest. */
static void
test_quirks (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "aprof", "quirks", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      g_autoptr(DwellSession) session = dwell_session_new (&file, 1, "aprof", NULL);
      g_autoptr(DwellView) view = dwell_view_new (session);
      g_autoptr(DwellCostList) list = dwell_cost_list_new ();
      DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

      dwell_cost_list_set_filter (list, &filter);
      dwell_query_set_view (DWELL_QUERY (list), view);
      dwell_session_load (session);
      WAIT_UNTIL (!dwell_session_get_busy (session) && !dwell_query_get_busy (DWELL_QUERY (list)));
      for (guint i = 0; i < get_n (list); i++)
        {
          g_autoptr(DwellCostItem) item = get_item (list, i);
          g_autofree char *text = describe (item);

          g_assert_nonnull (text);
        }
    }
}

/* --- The plot --- */

static void
test_plot (void)
{
  DwellView *view = open_view ("real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = open_list (view);
  DwellCosts *costs = dwell_cost_list_get_costs (list);
  DwellCostPlot *plot = dwell_cost_plot_new ();
  DwellCostPlotOptions options = { .has_fit = TRUE, .size = 5000 };
  const guint32 areas[] = { get_row (list, 0)->area, get_row (list, 2)->area };
  const DwellCostPlotRoutine routines[] = { { costs, areas[0], DWELL_COST_PLOT_ALONE },
                                            { costs, areas[1], DWELL_COST_PLOT_ALONE } };
  DwellCostPlotAnswer *answer;
  g_autofree char *csv = NULL;
  g_auto(GStrv) lines = NULL;
  guint n_points = 0;

  for (guint kind = 0; kind < DWELL_N_COST_CURVES; kind++)
    for (guint divided = 0; divided < 2; divided++)
      {
        options.curve.kind = (DwellCostCurveKind) kind;
        options.curve.bound = dwell_cost_bounds[divided];
        dwell_cost_plot_set (plot, routines, G_N_ELEMENTS (routines), &options);
        WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (plot)));
        answer = dwell_cost_plot_get_answer (plot);
        g_assert_cmpuint (answer->n_parts, ==, 2);

        for (guint part = 0; part < 2; part++)
          {
            guint row = dwell_costs_find_row (costs, areas[part]);
            g_autoptr(DwellCostPoints) points = dwell_costs_get_points (costs, row);
            g_autoptr(DwellCostCurve) curve = dwell_cost_curve_new (points, &options.curve);

            g_assert_cmpuint (answer->parts[part].routine.area, ==, areas[part]);
            g_assert_cmpmem (answer->parts[part].curves[0]->values,
                             curve->n * sizeof (double), curve->values,
                             curve->n * sizeof (double));
            g_assert_true ((answer->parts[part].n_fit > 0) ==
                           dwell_cost_plot_options_have_fit (&options));
          }
      }

  options.curve = (DwellCostCurveOptions) { .kind = DWELL_COST_CURVE_WORST };
  options.shows_spread = TRUE;
  dwell_cost_plot_set (plot, routines, 1, &options);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (plot)));
  answer = dwell_cost_plot_get_answer (plot);
  g_assert_cmpuint (answer->parts[0].n_curves, ==, 3);
  g_assert_true (answer->parts[0].has_growth && answer->parts[0].has_prediction);
  g_assert_cmpfloat (answer->parts[0].prediction.value, ==,
                     dwell_growth_value (&answer->parts[0].growth, 5000));
  g_assert_cmpfloat (answer->parts[0].fit_sizes[answer->parts[0].n_fit - 1], >=, 4999.9);
  for (guint i = 1; i < answer->parts[0].n_fit; i++)
    g_assert_cmpfloat (answer->parts[0].fit_sizes[i], >, answer->parts[0].fit_sizes[i - 1]);

  /* Without a fit there is no prediction. */
  options.shows_spread = FALSE;
  options.curve.kind = DWELL_COST_CURVE_MEAN;
  dwell_cost_plot_set (plot, routines, 1, &options);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (plot)));
  answer = dwell_cost_plot_get_answer (plot);
  g_assert_cmpfloat (answer->options.size, ==, 0);
  g_assert_false (answer->parts[0].has_prediction);

  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    n_points += dwell_costs_get_row (costs, dwell_costs_find_row (costs, areas[i]))->n_sizes;
  csv = dwell_cost_plot_to_csv (routines, G_N_ELEMENTS (routines));
  lines = g_strsplit (csv, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n_points + 2);

  dwell_cost_plot_set (plot, NULL, 0, &options);
  g_assert_null (dwell_cost_plot_get_answer (plot));
  g_assert_finalize_object (plot);
  close_list (list, view);
}

/* In parts as small as can be: the costliest first, each part all of the one before, and in the end
 * the same as all at once. */
static void
test_parts (void)
{
  DwellView *view = open_view ("real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = open_list (view);
  DwellCosts *costs = dwell_cost_list_get_costs (list);
  DwellGrowthOptions options = { .is_self = FALSE };
  g_autofree DwellGrowth *all = dwell_growth_classify_all (costs, &options, NULL);
  guint n_rows = dwell_costs_get_n_rows (costs);
  g_autofree guint8 *was_known = g_new0 (guint8, n_rows);
  DwellGrowthQuestion *query = g_new0 (DwellGrowthQuestion, 1);
  guint n_parts = 0;

  query->costs = dwell_costs_ref (costs);
  do
    {
      DwellWide least_known = DWELL_WIDE_MAX;
      DwellWide most_unknown = 0;

      _dwell_growth_question_run (query, NULL);
      n_parts++;
      for (guint row = 0; row < n_rows; row++)
        {
          const DwellGrowth *growth = _dwell_cost_growths_get (query->growths, row);
          DwellWide cost = dwell_cost_row_get_cost (dwell_costs_get_row (costs, row), FALSE);

          g_assert_true (growth != NULL || !was_known[row]);
          was_known[row] = growth != NULL;
          if (growth != NULL)
            least_known = MIN (least_known, cost);
          else
            most_unknown = MAX (most_unknown, cost);
          if (growth != NULL)
            g_assert_cmpint (growth->class, ==, all[row].class);
        }
      g_assert_true (least_known >= most_unknown);
    }
  while (!_dwell_cost_growths_are_whole (query->growths));

  g_assert_cmpuint (n_parts, >, 1);
  _dwell_growth_question_free (query);
  close_list (list, view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/model/cost-list/ranking", test_ranking);
  g_test_add_func ("/model/cost-list/filters", test_filters);
  g_test_add_func ("/model/cost-list/sort", test_sort);
  g_test_add_func ("/model/cost-list/self", test_self);
  g_test_add_func ("/model/cost-list/unknown", test_unknown);
  g_test_add_func ("/model/cost-list/favourites", test_favourites);
  g_test_add_func ("/model/cost-list/kept-favourites", test_kept_favourites);
  g_test_add_func ("/model/cost-list/mirror", test_mirror);
  g_test_add_func ("/model/cost-list/quirks", test_quirks);
  g_test_add_func ("/model/cost-list/parts", test_parts);
  g_test_add_func ("/model/cost-plot", test_plot);

  return fixture_run ();
}
