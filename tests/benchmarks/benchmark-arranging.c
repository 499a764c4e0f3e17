/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting the tables of the statistics, of the call tree and of the lines by a name and by numbers,
 * as their lists do on a worker: benchmark-arranging [CONTEXTS [AREAS]]. Each of so many contexts
 * runs so many areas once and their lines: 300 and 400 by default. */
#include "config.h"

#include <locale.h>

#include "core/dwell-builder.h"
#include "measure.h"
#include "model/lists/lines/dwell-line-question.h"
#include "model/lists/statistics/dwell-statistics-question.h"
#include "model/lists/tree/dwell-tree-entry.h"

#define N_ROUNDS 9

static const char * const names[] = {
  "draw", "Update", "parse_line", "Ärger", "main", "Zone", "éclair", "handle", "Open", "sort",
};

/* Spans side by side, a new random length each. */
static DwellTrace *
make_trace (guint n_contexts,
            guint n_areas)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autofree guint32 *areas = g_new (guint32, n_areas);

  for (guint i = 0; i < n_areas; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("%s_%u", names[g_rand_int (rand) % G_N_ELEMENTS (names)],
                         g_rand_int (rand) % 1000);
      const DwellArea area = {
        .kind = i % 2 == 0 ? DWELL_AREA_FUNCTION : DWELL_AREA_LINE,
        .parent = DWELL_NONE,
        .name = dwell_strings_intern (builder->strings, name, -1),
        .line = i,
      };

      areas[i] = dwell_builder_add_area (builder, &area);
    }

  for (guint i = 0; i < n_contexts; i++)
    {
      g_autofree char *name = g_strdup_printf ("context %u", i);
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_SESSION, 0,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, name, context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);
      gboolean reserved = dwell_builder_reserve_spans (builder, n_areas, NULL);
      gint64 time = 0;

      g_assert_true (reserved);
      for (guint j = 0; j < n_areas; j++)
        {
          gint64 length = g_rand_int_range (rand, 1, 1000000);
          guint32 span = dwell_builder_open_span (builder, areas[j], row, DWELL_NONE, time);

          dwell_builder_close_span (builder, span, time + length, 0);
          time += length;
        }
    }

  return dwell_builder_finish (builder);
}

static void
report (const char *title,
        GArray     *seconds,
        guint       n_rows)
{
  g_autofree char *what = g_strdup_printf ("%s, %u rows", title, n_rows);

  measure_print (&(MeasureRow) { .what = what, .values = seconds });
  g_array_set_size (seconds, 0);
}

static void
measure_statistics (DwellTrace     *trace,
                    const char     *title,
                    DwellStatistic  by)
{
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  const DwellStatisticsOrder order = { DWELL_EACH_CONTEXT, G_MAXUINT, NULL, by, TRUE };
  DwellStatisticsQuestion *query = _dwell_statistics_question_new (trace, &order);
  guint n_rows = 0;

  query->index = dwell_statistics_index_ref (index);
  query->begin = trace->begin;
  query->end = trace->end;
  query->detail = DWELL_STATISTICS_ALL;
  _dwell_statistics_question_run (query, NULL);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin = measure_now ();
      double end;

      g_clear_pointer (&query->rows, g_array_unref);
      begin = measure_now ();
      _dwell_statistics_question_run (query, NULL);
      end = measure_now () - begin;
      n_rows = query->rows->len;
      g_array_append_val (seconds, end);
    }

  report (title, seconds, n_rows);
  _dwell_statistics_question_free (query);
}

static void
measure_tree (DwellTrace      *trace,
              const char      *title,
              DwellTreeColumn  by)
{
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  DwellTreeOptions options = { .begin = trace->begin, .end = trace->end, .by_context = TRUE };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
  DwellTreeForm form = { .tree = tree, .mode = DWELL_TREE_TOP_DOWN, .area = DWELL_NONE,
                         .root = DWELL_NONE, .sort_by = DWELL_TREE_TOTAL, .descending = TRUE };
  DwellTreeEntry *top = _dwell_tree_entry_new (&form, NULL);

  for (guint32 i = 0; i < top->n_children; i++)
    _dwell_tree_entry_unfold (top->children[i], &form, NULL);

  form.sort_by = by;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin = measure_now ();
      double taken;

      form.descending = i % 2;
      _dwell_tree_entry_sort_all (top, &form, NULL);
      taken = measure_now () - begin;
      g_array_append_val (seconds, taken);
    }

  report (title, seconds, tree->n_nodes);
  _dwell_tree_entry_unref (top);
}

static void
measure_lines (DwellTrace      *trace,
               const char      *title,
               DwellLineColumn  by)
{
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  DwellLineQuestion *query = g_new0 (DwellLineQuestion, 1);
  guint n_rows = 0;

  query->trace = dwell_trace_ref (trace);
  query->is_flat = TRUE;
  query->sort_by = by;
  _dwell_line_question_run (query, NULL);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin = measure_now ();
      double taken;

      g_clear_pointer (&query->rows, g_array_unref);
      _dwell_line_question_run (query, NULL);
      taken = measure_now () - begin;
      n_rows = query->rows->len;
      g_array_append_val (seconds, taken);
    }

  report (title, seconds, n_rows);
  _dwell_line_question_free (query);
}

int
main (int   argc,
      char *argv[])
{
  guint n_contexts = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 300;
  guint n_areas = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 400;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) lines = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  trace = make_trace (n_contexts, n_areas);
  lines = make_trace (1, 100000);
  measure_statistics (trace, "statistics by name", DWELL_STATISTIC_NAME);
  measure_statistics (trace, "statistics by count", DWELL_STATISTIC_COUNT);
  measure_statistics (trace, "statistics by self", DWELL_STATISTIC_NET);
  measure_statistics (trace, "statistics by mean", DWELL_STATISTIC_CALL_AVG);
  measure_statistics (trace, "statistics by share", DWELL_STATISTIC_SHARE);
  measure_tree (trace, "tree by name", DWELL_TREE_NAME);
  measure_tree (trace, "tree by total", DWELL_TREE_TOTAL);
  measure_lines (lines, "lines by text", DWELL_LINE_TEXT);
  measure_lines (lines, "lines by time", DWELL_LINE_TIME);
  return 0;
}
