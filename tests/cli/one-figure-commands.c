/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dwell-cli prints: each witness runs a command and reads its rows, as JSON or as CSV. Rows
 * name areas and contexts by their names, which need not be unique; they come in an order that is
 * known, so that it is clear which ones are meant. */
#include "config.h"

#include "analysis/dwell-event-order.h"
#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree.h"
#include "analysis/values/dwell-values.h"
#include "cli-run.h"
#include "model/lists/statistics/dwell-statistics-list.h"
#include "one-figure.h"

/* --- Rows: texts by column, "call.total", whatever they were printed as --- */

static void
flatten (GHashTable *row,
         const char *path,
         JsonNode   *node)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &member))
        {
          g_autofree char *below = *path != '\0' ? g_strdup_printf ("%s.%s", path, name)
                                                 : g_strdup (name);

          flatten (row, below, member);
        }
      return;
    }

  if (!JSON_NODE_HOLDS_VALUE (node))
    g_hash_table_insert (row, g_strdup (path), g_strdup (""));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    g_hash_table_insert (row, g_strdup (path),
                         g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node)));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    g_hash_table_insert (row, g_strdup (path),
                         g_strdup (g_ascii_dtostr (digits, sizeof digits,
                                                   json_node_get_double (node))));
  else
    g_hash_table_insert (row, g_strdup (path), g_strdup (json_node_get_string (node)));
}

static GHashTable *
row_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static GPtrArray *
rows_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
}

static JsonNode *
run_json (const Scope *scope,
          const char  *command)
{
  g_autofree char *line = g_strdup_printf ("%s --as=json%s %s", command, scope->options,
                                           scope->file);

  return cli_run_json (line);
}

static GPtrArray *
read_json (const Scope *scope,
           const char  *command)
{
  g_autoptr(JsonNode) node = run_json (scope, command);
  JsonArray *array = json_node_get_array (node);
  GPtrArray *rows = rows_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GHashTable *row = row_new ();

      flatten (row, "", json_array_get_element (array, i));
      g_ptr_array_add (rows, row);
    }

  return rows;
}

/* A cell of RFC 4180 at @p, which moves behind it and the comma or line end that ends it. */
static char *
read_cell (const char **p,
           gboolean    *is_last)
{
  g_autoptr(GString) cell = g_string_new (NULL);
  gboolean is_quoted = **p == '"';

  for (*p += is_quoted; **p != '\0'; (*p)++)
    {
      if (is_quoted && **p == '"' && *++*p != '"')
        is_quoted = FALSE;
      if (!is_quoted && strchr (",\r\n", **p) != NULL)
        break;
      g_string_append_c (cell, **p);
    }

  *is_last = **p != ',';
  *p += strspn (*p, *is_last ? "\r\n" : ",") > 0 ? (*is_last ? strspn (*p, "\r\n") : 1) : 0;
  return g_strdup (cell->str);
}

static GPtrArray *
read_csv (const Scope *scope,
          const char  *command)
{
  g_autofree char *line = g_strdup_printf ("%s --as=csv%s %s", command, scope->options,
                                           scope->file);
  g_autoptr(GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_auto(CliRun) run = { 0 };
  GPtrArray *rows = rows_new ();
  gboolean is_last = FALSE;
  const char *p;

  cli_run_well (&run, line);
  for (p = run.out; !is_last;)
    g_ptr_array_add (titles, read_cell (&p, &is_last));

  while (*p != '\0')
    {
      GHashTable *row = row_new ();

      is_last = FALSE;
      for (guint i = 0; !is_last; i++)
        {
          char *cell = read_cell (&p, &is_last);

          g_assert_cmpuint (i, <, titles->len);
          g_hash_table_insert (row, g_strdup (g_ptr_array_index (titles, i)), cell);
        }
      g_ptr_array_add (rows, row);
    }

  return rows;
}

static const char *
get (GPtrArray  *rows,
     guint       i,
     const char *column)
{
  const char *text = g_hash_table_lookup (g_ptr_array_index (rows, i), column);

  g_assert_nonnull (text);
  return text;
}

/* --- Statistics --- */

/* The figures of the statistics page under the same names. */
static void
tell_statistics_row (const Scope *scope,
                     GPtrArray   *rows,
                     guint        i,
                     const char  *thing)
{
  static const FigureType types[] = {
    [DWELL_CELL_COUNT] = FIGURE_COUNT,
    [DWELL_CELL_TIME] = FIGURE_TIME,
    [DWELL_CELL_SHARE] = FIGURE_SHARE,
  };

  for (DwellStatistic id = DWELL_STATISTIC_COUNT; id <= DWELL_STATISTIC_INCOMPLETE; id++)
    {
      const DwellColumnInfo *info = &dwell_statistic_columns[id];

      book_tell (scope->book, types[info->kind], thing, info->id, get (rows, i, info->id), NULL);
    }
}

/* Rows come in the order of the index, each of it. */
static void
tell_statistics_rows (const Scope *scope,
                      GPtrArray   *rows)
{
  g_assert_cmpuint (rows->len, ==, scope->statistics->n_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const DwellStatisticsRow *row = &scope->statistics->rows[i];
      g_autofree char *thing = thing_area (row->area, row->context);

      g_assert_cmpstr (get (rows, i, "area"), ==,
                       dwell_trace_get_area_title (scope->trace, row->area));
      tell_statistics_row (scope, rows, i, thing);
    }
}

static void
tell_statistics_json (const Scope *scope)
{
  g_autoptr(GPtrArray) rows = NULL;

  if (scope->trace->spans_are_sequence)
    return;

  rows = read_json (scope, "statistics");
  tell_statistics_rows (scope, rows);
}

static void
tell_statistics_csv (const Scope *scope)
{
  g_autoptr(GPtrArray) rows = NULL;

  if (scope->trace->spans_are_sequence)
    return;

  rows = read_csv (scope, "statistics");
  tell_statistics_rows (scope, rows);
}

static void
tell_modules (const Scope *scope)
{
  g_autoptr(GPtrArray) rows = NULL;

  if (scope->trace->spans_are_sequence)
    return;

  rows = read_json (scope, "statistics --group-by=module");
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *thing = g_strdup_printf ("group %s", get (rows, i, "area"));

      if (*get (rows, i, "context") == '\0')
        tell_statistics_row (scope, rows, i, thing);
    }
}

/* --- Tree --- */

/* Rows come in the order of nodes, each of it. */
static void
tell_tree (const Scope *scope)
{
  const DwellTreeOptions options = { .begin = scope->begin, .end = scope->end };
  g_autoptr(DwellTree) tree = dwell_tree_new (scope->trace, &options, NULL);
  g_autoptr(GPtrArray) rows = read_json (scope, "tree");

  g_assert_cmpuint (rows->len, ==, tree->n_nodes);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *thing = thing_node (i);

      g_assert_cmpstr (get (rows, i, "name"), ==, dwell_tree_get_name (tree, i));
      book_tell (scope->book, FIGURE_COUNT, thing, "count", get (rows, i, "count"), NULL);
      book_tell (scope->book, get_weight_type (scope), thing, "total", get (rows, i, "total"),
                 NULL);
      book_tell (scope->book, get_weight_type (scope), thing, "self", get (rows, i, "self"), NULL);
    }
}

/* One more than the area of each name, and nothing where several have it. */
static GHashTable *
index_areas (const DwellTrace *trace)
{
  GHashTable *areas = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      const char *title = dwell_trace_get_area_title (trace, area);
      gboolean is_known = g_hash_table_contains (areas, title);

      g_hash_table_insert (areas, (gpointer) title, GUINT_TO_POINTER (is_known ? 0 : area + 1));
    }

  return areas;
}

static void
tell_bottom_up (const Scope *scope)
{
  g_autoptr(GHashTable) areas = index_areas (scope->trace);
  g_autoptr(GPtrArray) rows = read_csv (scope, "tree --bottom-up --depth=1");

  for (guint i = 0; i < rows->len; i++)
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (areas, get (rows, i, "name")));
      g_autofree char *thing = thing_area (number - 1, DWELL_NONE);

      if (number == 0)
        continue;

      book_tell (scope->book, FIGURE_COUNT, thing, "count", get (rows, i, "count"), NULL);
      if (has_sound_stacks (scope->trace))
        book_tell (scope->book, get_weight_type (scope), thing, get_total_name (scope),
                   get (rows, i, "total"), NULL);
      book_tell (scope->book, get_weight_type (scope), thing, get_self_name (scope),
                 get (rows, i, "self"), NULL);
    }
}

/* --- Lines --- */

static char *
make_line_key (const char *module,
               const char *line,
               const char *clause,
               const char *routine)
{
  return g_strjoin ("\n", module, line, clause, routine, NULL);
}

/* The areas of the lines by what the rows name them by; two of one name: none. */
static GHashTable *
index_lines (const DwellLineTable *table)
{
  GHashTable *areas = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < table->n_rows; i++)
    {
      const DwellLineRow *row = &table->rows[i];
      const char *routine = dwell_line_table_get_routine (table, row->routine);
      g_autofree char *line = g_strdup_printf ("%u", row->line);
      g_autofree char *clause = row->clause >= 0 ? g_strdup_printf ("%d", row->clause)
                                                 : g_strdup ("");
      char *key = make_line_key (dwell_line_table_get_module (table, row->module), line, clause,
                                 routine != NULL ? routine : "");
      gboolean is_known = g_hash_table_contains (areas, key);

      g_hash_table_replace (areas, key, GUINT_TO_POINTER (is_known ? 0 : row->area + 1));
    }

  return areas;
}

static void
tell_lines (const Scope *scope)
{
  static const struct {
    const char *column;
    const char *figure;
    FigureType  type;
  } figures[] = {
    { "hits", "count", FIGURE_COUNT }, { "hits", "hits", FIGURE_COUNT },
    { "time", "net.total", FIGURE_TIME },
    { "min", "net.min", FIGURE_TIME }, { "max", "net.max", FIGURE_TIME },
    { "share", "share", FIGURE_SHARE },
  };
  g_autoptr(DwellLineTable) table = NULL;
  g_autoptr(GHashTable) areas = NULL;
  g_autoptr(GPtrArray) rows = NULL;

  /* Not all know times. */
  if (!dwell_line_table_is_possible (scope->trace) ||
      (!scope->is_whole && !dwell_line_table_has_times (scope->trace)))
    return;

  table = dwell_line_table_new (scope->trace, NULL);
  areas = index_lines (table);
  rows = read_json (scope, "lines");
  g_assert_cmpuint (rows->len, <=, table->n_rows);
  if (scope->is_whole)
    g_assert_cmpuint (rows->len, ==, table->n_rows);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *key = make_line_key (get (rows, i, "module"), get (rows, i, "line"),
                                            get (rows, i, "clause"), get (rows, i, "routine"));
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (areas, key));
      g_autofree char *thing = thing_area (number - 1, DWELL_NONE);

      for (guint j = 0; j < G_N_ELEMENTS (figures) && number > 0; j++)
        book_tell (scope->book, figures[j].type, thing, figures[j].figure,
                   get (rows, i, figures[j].column), NULL);
    }
}

/* --- Values --- */

/* States come in the order of dwell_values_collect_states(), those of @track from @first on. */
static void
tell_states (const Scope  *scope,
             JsonNode     *node,
             const GArray *states,
             guint32       track)
{
  guint first = 0;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return;

  while (first < states->len && g_array_index (states, DwellStateTime, first).track < track)
    first++;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      const DwellStateTime *state = &g_array_index (states, DwellStateTime, first + i);
      g_autoptr(GHashTable) row = row_new ();
      g_autofree char *thing = thing_area (state->area, scope->trace->tracks[track].context);

      flatten (row, "", json_array_get_element (json_node_get_array (node), i));
      g_assert_cmpuint (state->track, ==, track);
      g_assert_cmpstr (g_hash_table_lookup (row, "name"), ==,
                       dwell_trace_get_area_name (scope->trace, state->area));
      book_tell (scope->book, FIGURE_TIME, thing, "net.total", g_hash_table_lookup (row, "time"),
                 NULL);
      book_tell (scope->book, FIGURE_COUNT, thing, "count", g_hash_table_lookup (row, "count"),
                 NULL);
      book_tell (scope->book, FIGURE_SHARE, thing, "share", g_hash_table_lookup (row, "share"),
                 NULL);
    }
}

static void
tell_values (const Scope *scope)
{
  static const char * const figures[] = { "writes", "min", "max", "mean", "last" };
  g_autoptr(GArray) states = dwell_values_collect_states (scope->trace, scope->statistics);
  g_autoptr(JsonNode) node = run_json (scope, "values");
  JsonArray *array = json_node_get_array (node);
  guint n = 0;

  for (guint32 track = 0; track < scope->trace->n_tracks; track++)
    {
      g_autofree char *thing = g_strdup_printf ("track %u", track);
      g_autoptr(GHashTable) row = NULL;

      if (!dwell_values_is_variable (scope->trace, track))
        continue;

      row = row_new ();
      flatten (row, "", json_array_get_element (array, n));
      for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
        book_tell (scope->book, i == 0 ? FIGURE_COUNT : FIGURE_VALUE, thing, figures[i],
                   g_hash_table_lookup (row, figures[i]), NULL);
      tell_states (scope, cli_get (json_array_get_element (array, n++), "states"), states, track);
    }

  g_assert_cmpuint (json_array_get_length (array), ==, n);
}

/* --- Costs --- */

/* What its outermost activations cost, or where that is not told all of them. */
static void
tell_costs (const Scope *scope)
{
  g_autoptr(GHashTable) areas = index_areas (scope->trace);
  g_autoptr(GPtrArray) rows = NULL;

  if (scope->trace->n_cost_owners == 0)
    return;

  rows = read_csv (scope, "costs");
  for (guint i = 0; i < rows->len; i++)
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (areas, get (rows, i, "name")));
      g_autofree char *thing = thing_area (number - 1, DWELL_NONE);
      const char *cost = get (rows, i, "real");

      if (number == 0)
        continue;

      book_tell (scope->book, FIGURE_COUNT, thing, "count", get (rows, i, "calls"), NULL);
      book_tell (scope->book, get_weight_type (scope), thing, get_total_name (scope),
                 *cost != '\0' ? cost : get (rows, i, "cumulative"), NULL);
      book_tell (scope->book, get_weight_type (scope), thing, get_self_name (scope),
                 get (rows, i, "self"), NULL);
      book_tell (scope->book, FIGURE_SHARE, thing, "total_share", get (rows, i, "share"), NULL);
      book_tell (scope->book, FIGURE_SHARE, thing, "share", get (rows, i, "self_share"), NULL);
      book_tell (scope->book, FIGURE_VALUE, thing, "at_10x", get (rows, i, "growth.at_10x"),
                 NULL);
    }
}

/* --- Events, info --- */

static void
tell_events (const Scope *scope)
{
  g_autoptr(DwellEventOrder) order = NULL;
  g_autoptr(GPtrArray) rows = NULL;
  guint64 first;

  if (scope->trace->spans_are_sequence)
    return;

  order = dwell_event_order_new (scope->trace, NULL);
  rows = read_json (scope, "events");
  first = dwell_event_order_search (order, scope->begin);
  for (guint i = 0; i < rows->len; i++)
    {
      DwellEvent event = dwell_event_order_get (order, first + i);
      g_autofree char *thing = thing_span (event.span);

      if (event.span == DWELL_NONE)
        continue;

      g_assert_cmpstr (get (rows, i, "area"), ==,
                       dwell_trace_get_area_title (scope->trace,
                                                   scope->trace->span_area[event.span]));
      book_tell (scope->book, FIGURE_TIME, thing, "duration", get (rows, i, "duration"), NULL);
    }
}

static void
tell_info (const Scope *scope)
{
  static const char * const figures[] = { "spans", "marks", "areas", "problems" };
  g_autofree char *line = g_strdup_printf ("info --as=json %s", scope->file);
  g_autoptr(GHashTable) row = row_new ();
  g_autoptr(JsonNode) node = NULL;

  if (!scope->is_whole)
    return;

  node = cli_run_json (line);
  flatten (row, "", node);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const char *plain = g_hash_table_lookup (row, figures[i]);

      /* The page leaves out what a format cannot have. */
      if (*plain != '\0')
        book_tell (scope->book, FIGURE_COUNT, "session", figures[i], plain, NULL);
    }
}

const Witness one_figure_commands[] = {
  { "dwell-cli statistics --as=json", tell_statistics_json },
  { "dwell-cli statistics --as=csv", tell_statistics_csv },
  { "dwell-cli statistics --group-by=module", tell_modules },
  { "dwell-cli tree", tell_tree },
  { "dwell-cli tree --bottom-up", tell_bottom_up },
  { "dwell-cli lines", tell_lines },
  { "dwell-cli costs", tell_costs },
  { "dwell-cli values", tell_values },
  { "dwell-cli events", tell_events },
  { "dwell-cli info", tell_info },
  { NULL, NULL },
};
