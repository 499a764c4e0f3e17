/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two recordings as a list of what changed: the worked example, itself against itself, both sides
 * swapped, rows that are hidden or chosen, a base that goes away. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-comparison-list.h"
#include "model/comparison/dwell-comparison-options-private.h"
#include "model/comparison/dwell-comparison-summary.h"

typedef struct {
  DwellView           *view;
  DwellSession        *base;
  DwellComparisonList *list;
} Fixture;

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_path_is_absolute (name)
                            ? g_strdup (name)
                            : g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
wait_for_answer (Fixture *fixture)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (fixture->list)));
}

static void
fixture_open (Fixture    *self,
              const char *base,
              const char *new)
{
  g_autoptr(DwellTrace) base_trace = open_vector (base);
  g_autoptr(DwellTrace) new_trace = open_vector (new);

  self->view = fixture_view (new_trace);
  self->base = dwell_session_new_for_trace (base_trace, "base");
  self->list = dwell_comparison_list_new ();
  dwell_query_set_view (DWELL_QUERY (self->list), self->view);
  dwell_query_set_active (DWELL_QUERY (self->list), TRUE);
  g_assert_null (dwell_comparison_list_get_difference (self->list));

  /* Its statistics are made after that. */
  dwell_view_set_base (self->view, self->base, FALSE);
  wait_for_answer (self);
  g_assert_nonnull (dwell_comparison_list_get_difference (self->list));
}

static void
fixture_close (Fixture *self)
{
  dwell_view_set_base (self->view, NULL, FALSE);
  g_assert_null (dwell_comparison_list_get_difference (self->list));
  dwell_query_set_view (DWELL_QUERY (self->list), NULL);
  g_assert_finalize_object (self->list);
  g_assert_finalize_object (self->base);
  fixture_view_free (self->view);
}

/* The rows as they are read by other programs, a line each. */
static char *
describe (Fixture *self)
{
  static const DwellDifferenceColumn columns[] = {
    DWELL_DIFFERENCE_NAME, DWELL_DIFFERENCE_VERDICT, DWELL_DIFFERENCE_CHANGE,
    DWELL_DIFFERENCE_BASE, DWELL_DIFFERENCE_NEW, DWELL_DIFFERENCE_COUNT_CHANGE,
    DWELL_DIFFERENCE_BY_COUNT, DWELL_DIFFERENCE_BY_TIME,
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      g_autoptr(DwellComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
        {
          g_autofree char *cell = dwell_comparison_item_get_plain (item, columns[k]);

          g_string_append_printf (text, "%s%s", k > 0 ? " " : "", *cell != '\0' ? cell : "-");
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_example (void)
{
  Fixture fixture;
  g_autofree char *rows = NULL;
  g_autofree char *swapped = NULL;
  g_autofree char *some = NULL;
  g_autofree char *all = NULL;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  rows = describe (&fixture);
  g_assert_cmpstr (rows, ==,
                   "app.load more 160000 220000 380000 1 118333 41667\n"
                   "app.draw gone -100000 100000 - -2 -100000 0\n"
                   "app.save new 40000 - 40000 1 40000 0\n");
  g_assert_cmpuint (dwell_comparison_list_get_n_hidden (fixture.list), ==, 1);

  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  wait_for_answer (&fixture);
  swapped = describe (&fixture);
  g_assert_cmpstr (swapped, ==,
                   "app.load less -160000 380000 220000 -1 -118333 -41667\n"
                   "app.draw new 100000 - 100000 2 100000 0\n"
                   "app.save gone -40000 40000 - -1 -40000 0\n");

  dwell_comparison_list_set_verdicts (fixture.list, 1u << DWELL_VERDICT_NEW, FALSE);
  wait_for_answer (&fixture);
  some = describe (&fixture);
  g_assert_cmpstr (some, ==, "app.draw new 100000 - 100000 2 100000 0\n");

  dwell_comparison_list_set_verdicts (fixture.list, DWELL_ALL_VERDICTS, TRUE);
  dwell_comparison_list_sort (fixture.list, DWELL_DIFFERENCE_NAME, FALSE);
  g_assert_true (dwell_comparison_list_set_filter (fixture.list, "/^app(.load)?$/", NULL));
  g_assert_false (dwell_comparison_list_set_filter (fixture.list, "/(/", NULL));
  wait_for_answer (&fixture);
  all = describe (&fixture);
  g_assert_cmpstr (all, ==, "app same 0 60000 60000 0 0 0\n"
                   "app.load less -160000 380000 220000 -1 -118333 -41667\n");

  g_clear_pointer (&all, g_free);
  g_assert_true (dwell_comparison_list_set_filter (fixture.list, "change:<0 status:less app",
                                                   NULL));
  g_assert_false (dwell_comparison_list_set_filter (fixture.list, "change:<", NULL));
  wait_for_answer (&fixture);
  all = describe (&fixture);
  g_assert_cmpstr (all, ==, "app.load less -160000 380000 220000 -1 -118333 -41667\n");
  fixture_close (&fixture);
}

/* Rows by area of the view’s own session; one that it lacks has none. */
static void
test_areas (void)
{
  Fixture fixture;
  DwellTrace *trace;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  trace = dwell_view_get_trace (fixture.view);
  g_assert_cmpuint (dwell_comparison_list_get_area (fixture.list, 1), ==, DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_area_name (trace,
                                              dwell_comparison_list_get_area (fixture.list, 0)),
                   ==, "app.load");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture.list)); i++)
    {
      guint32 area = dwell_comparison_list_get_area (fixture.list, i);

      if (area != DWELL_NONE)
        g_assert_cmpuint (dwell_comparison_list_find_area (fixture.list, area), ==, i);
    }
  fixture_close (&fixture);
}

static void
test_itself (void)
{
  static const char * const files[] = {
    "compare/base.csv", "compare/new.csv", "lms/doc_example.csv", "ooo/doc_example.log",
    "text1/doc_examples.txt",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      Fixture fixture;
      const DwellDifference *difference;

      fixture_open (&fixture, files[i], files[i]);
      difference = dwell_comparison_list_get_difference (fixture.list);
      g_assert_cmpint (dwell_difference_get_verdict (difference), ==, DWELL_VERDICT_IDENTICAL);
      g_assert_true (dwell_figure_get_change (&difference->total) == 0);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
      g_assert_cmpuint (dwell_comparison_list_get_n_hidden (fixture.list), ==, difference->n_rows);
      fixture_close (&fixture);
    }
}

/* A range of the view stands beside the same range of the base, and the sums beside each other are
 * those of the naive sums over spans. */
static void
test_range (void)
{
  Fixture fixture;
  const DwellDifference *difference;
  DwellTrace *trace;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  trace = dwell_view_get_trace (fixture.view);
  dwell_view_set_selection (fixture.view, trace->begin + 20000, trace->begin + 120000);
  dwell_view_set_scope (fixture.view, DWELL_SCOPE_SELECTION);
  wait_for_answer (&fixture);

  difference = dwell_comparison_list_get_difference (fixture.list);
  g_assert_cmpint (difference->options.new.begin, ==, trace->begin + 20000);
  g_assert_cmpint (difference->options.new.end, ==, trace->begin + 120000);
  g_assert_cmpint (difference->options.base.begin, ==, difference->base->begin + 20000);
  g_assert_cmpint (difference->options.base.end, ==, difference->base->begin + 120000);

  /* One process ran all the time on either side. */
  g_assert_true (difference->total.base == 100000);
  g_assert_true (difference->total.new == 100000);

  /* Beyond the end of the base there is nothing. */
  dwell_view_set_selection (fixture.view, trace->begin + 450000, trace->end);
  wait_for_answer (&fixture);
  difference = dwell_comparison_list_get_difference (fixture.list);
  g_assert_cmpint (difference->options.base.begin, ==, difference->base->end);
  g_assert_cmpint (difference->options.base.end, ==, difference->base->end);
  fixture_close (&fixture);
}

/* The comparison keeps the session that it needs. */
static void
test_closed_base (void)
{
  Fixture fixture;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  g_object_unref (fixture.base);
  dwell_comparison_list_set_verdicts (fixture.list, DWELL_ALL_VERDICTS, TRUE);
  wait_for_answer (&fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 4);
  g_object_ref (fixture.base);
  fixture_close (&fixture);
}

/* Comparing ends, or goes the other way round, while a worker is busy: its answer is dropped. */
static void
test_outdated (void)
{
  Fixture fixture;
  GListModel *rows;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  rows = G_LIST_MODEL (fixture.list);
  dwell_comparison_list_set_verdicts (fixture.list, DWELL_ALL_VERDICTS, TRUE);
  g_assert_nonnull (dwell_query_get_question (DWELL_QUERY (fixture.list)));
  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (fixture.list)));
  g_assert_true (dwell_comparison_list_get_difference (fixture.list)->new ==
                 dwell_session_get_trace (fixture.base));

  dwell_comparison_list_set_filter (fixture.list, "a", NULL);
  g_assert_nonnull (dwell_query_get_question (DWELL_QUERY (fixture.list)));
  dwell_view_set_base (fixture.view, NULL, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  WAIT_UNTIL (dwell_query_get_question (DWELL_QUERY (fixture.list)) == NULL);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  g_assert_null (dwell_comparison_list_get_difference (fixture.list));
  fixture_close (&fixture);
}

static void
set_options (Fixture          *fixture,
             DwellCompared     by,
             DwellComparedPer  per,
             double            noise)
{
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (fixture->view);

  options->by = by;
  options->per = per;
  options->noise = noise;
  dwell_comparison_options_keep (options, fixture->view);
  wait_for_answer (fixture);
}

static void
assert_row (Fixture    *fixture,
            guint       position,
            const char *name,
            const char *base,
            const char *new,
            const char *change)
{
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->list),
                                                               position);
  const char * const wanted[] = { name, base, new, change };
  static const DwellDifferenceColumn columns[] = {
    DWELL_DIFFERENCE_NAME, DWELL_DIFFERENCE_BASE, DWELL_DIFFERENCE_NEW, DWELL_DIFFERENCE_CHANGE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = dwell_comparison_item_get_text (item, columns[i]);

      g_assert_cmpstr (text, ==, wanted[i]);
    }
}

/* What a row's change comes of. */
static void
assert_parts (const Fixture *fixture,
              guint          position,
              const char    *by_count,
              const char    *by_time)
{
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->list),
                                                               position);
  g_autofree char *count = dwell_comparison_item_get_text (item, DWELL_DIFFERENCE_BY_COUNT);
  g_autofree char *time = dwell_comparison_item_get_text (item, DWELL_DIFFERENCE_BY_TIME);

  g_assert_cmpstr (count, ==, by_count);
  g_assert_cmpstr (time, ==, by_time);
}

/* Figures of the worked example by other measures, per second of 400 and 500 µs, and as parts of
 * 380 and 480 µs; what is noise; and what is kept of all that. */
static void
test_options (void)
{
  Fixture fixture;
  g_autoptr(DwellComparisonOptions) kept = NULL;

  fixture_open (&fixture, "compare/base.csv", "compare/new.csv");
  dwell_comparison_list_set_verdicts (fixture.list, DWELL_ALL_VERDICTS, TRUE);

  set_options (&fixture, DWELL_COMPARED_COUNT, DWELL_COMPARED_AS_IS, 0.01);
  assert_row (&fixture, 0, "app.draw", "2", "", "−2");
  set_options (&fixture, DWELL_COMPARED_COUNT, DWELL_COMPARED_PER_SECOND, 0.01);
  assert_row (&fixture, 0, "app.draw", "5000", "", "−5000");
  set_options (&fixture, DWELL_COMPARED_MAX, DWELL_COMPARED_AS_IS, 0.01);
  assert_row (&fixture, 0, "app", "200\u00a0µs", "280\u00a0µs", "+80\u00a0µs");
  set_options (&fixture, DWELL_COMPARED_SELF, DWELL_COMPARED_PER_TOTAL, 0.01);
  assert_row (&fixture, 0, "app.draw", "26.3\u00a0%", "", "−26.3\u00a0%");
  assert_row (&fixture, 1, "app.load", "57.9\u00a0%", "79.2\u00a0%", "+21.3\u00a0%");
  assert_parts (&fixture, 1, "+11.7\u00a0%", "+9.6\u00a0%");

  set_options (&fixture, DWELL_COMPARED_SELF, DWELL_COMPARED_PER_SECOND, 0.01);
  assert_row (&fixture, 1, "app.load", "550\u00a0ms", "760\u00a0ms", "+210\u00a0ms");
  assert_parts (&fixture, 1, "+118.3\u00a0ms", "+91.67\u00a0ms");
  set_options (&fixture, DWELL_COMPARED_SELF, DWELL_COMPARED_AS_IS, 1);
  g_assert_cmpuint (dwell_comparison_list_get_difference (fixture.list)->n_verdicts[
                      DWELL_VERDICT_MORE], ==, 0);

  kept = dwell_comparison_options_new (fixture.view);
  g_assert_cmpfloat (kept->noise, ==, 1);
  dwell_view_set_kept (fixture.view, DWELL_KEPT_LAYOUT, "comparison-noise", "-1");
  g_clear_pointer (&kept, dwell_comparison_options_free);
  kept = dwell_comparison_options_new (fixture.view);
  g_assert_cmpfloat (kept->noise, ==, 0.01);
  fixture_close (&fixture);
}

/* What was recorded by another program is doubtful, and says so. */
static void
test_doubts (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "btf", "listing.btf", NULL);
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *other = g_build_filename (folder, "other.btf", NULL);
  g_autofree char *text = NULL;
  g_autofree char *doubts = NULL;
  g_autoptr(GString) changed = NULL;
  Fixture fixture;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, "Dwell's tests", "another", 0), ==, 1);
  g_assert_true (g_file_set_contents (other, changed->str, -1, NULL));

  fixture_open (&fixture, "btf/listing.btf", other);
  doubts = dwell_comparison_summary_make_doubts (
    dwell_comparison_list_get_difference (fixture.list));
  g_assert_nonnull (strstr (doubts, ": “Dwell's tests” and “another”."));
  fixture_close (&fixture);
  g_remove (other);
  g_rmdir (folder);
}

/* What has no room is not kept, and a file that has more is refused.
 * Limit: model/DWELL_COMPARISON_MAX_PAIRS_BYTES */
static void
test_no_room (void)
{
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (NULL);
  g_autofree char *key = g_strnfill (DWELL_COMPARISON_MAX_PAIRS_BYTES - 3, 'k');
  g_autofree char *longer = g_strconcat (key, "k", NULL);
  g_autofree char *pair = g_strconcat (longer, "=ab", NULL);
  const char *pairs[] = { pair, NULL };
  DwellComparisonFile file = {
    .measure = (char *) "", .per = (char *) "", .noise = (char *) "", .pairs = (GStrv) pairs,
    .shifts = (GStrv) pairs + 1,
  };
  g_autoptr(GError) error = NULL;

  g_assert_false (dwell_comparison_options_pair (options, longer, "ab"));
  g_assert_cmpstr (options->pairs, ==, "");
  g_assert_true (dwell_comparison_options_pair (options, key, "ab"));
  g_assert_cmpuint (strlen (options->pairs), ==, DWELL_COMPARISON_MAX_PAIRS_BYTES);
  g_assert_false (dwell_comparison_options_set_shift (options, longer, -1));
  g_assert_true (dwell_comparison_options_set_shift (options, key, 12));

  g_assert_false (dwell_comparison_options_read (options, &file, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/comparison-list/example", test_example);
  g_test_add_func ("/comparison-list/areas", test_areas);
  g_test_add_func ("/comparison-list/itself", test_itself);
  g_test_add_func ("/comparison-list/range", test_range);
  g_test_add_func ("/comparison-list/closed-base", test_closed_base);
  g_test_add_func ("/comparison-list/outdated", test_outdated);
  g_test_add_func ("/comparison-list/options", test_options);
  g_test_add_func ("/comparison-list/doubts", test_doubts);
  g_test_add_func ("/comparison-list/no-room", test_no_room);

  return g_test_run ();
}
