/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every figure that the documents of the formats state for their vectors
 * (src/formats/lms/README.md, "Vectors", and its siblings), as dwell-cli prints it. */
#include "config.h"

#include "cli-run.h"

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

/* Not there: null. */
#define NONE G_MININT64

typedef struct {
  const char *context;
  const char *area;
  const char *path;
  gint64      value;
} Figure;

static JsonNode *
find_row (JsonNode   *rows,
          const char *context,
          const char *area)
{
  JsonArray *array = json_node_get_array (rows);
  JsonNode *found = NULL;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);

      if (g_strcmp0 (cli_get_text (row, "context"), context) == 0 &&
          g_strcmp0 (cli_get_text (row, "area"), area) == 0)
        {
          g_assert_null (found);
          found = row;
        }
    }

  if (found == NULL)
    g_test_message ("no row “%s” “%s”", context, area);

  g_assert_nonnull (found);
  return found;
}

static void
check_figures (const char   *file,
               gint64        unit,
               const Figure *figures,
               guint         n_figures)
{
  g_autofree char *line = g_strdup_printf ("statistics --as=json %s", file);
  g_autoptr(JsonNode) rows = cli_run_json (line);

  for (guint i = 0; i < n_figures; i++)
    {
      const Figure *figure = &figures[i];
      JsonNode *row = find_row (rows, figure->context, figure->area);
      gboolean is_count = strchr (figure->path, '.') == NULL &&
                          (g_str_equal (figure->path, "count") ||
                           g_str_equal (figure->path, "incomplete"));

      g_test_message ("%s: %s", figure->area, figure->path);

      if (figure->value == NONE)
        g_assert_true (cli_is_null (row, figure->path));
      else
        g_assert_cmpint (cli_get_int (row, figure->path), ==,
                         is_count ? figure->value : figure->value * unit);
    }
}

/* An event: times in the unit of the format. */
typedef struct {
  const char *kind;
  const char *context;
  const char *area;    /* NULL = null */
  gint64      time;
  gint64      duration; /* NONE = null */
  const char *text;    /* NULL = null */
} Event;

/* Checks that each of @events exists as often as in the list, and no others of these kinds. */
static void
check_events (const char  *file,
              gint64       unit,
              const Event *events,
              guint        n_events)
{
  g_autofree char *line = g_strdup_printf ("events --as=json %s", file);
  g_autoptr(JsonNode) rows = cli_run_json (line);
  JsonArray *array = json_node_get_array (rows);
  g_autofree gboolean *seen = g_new0 (gboolean, n_events);
  gint64 last = G_MININT64;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);
      gint64 time = cli_get_int (row, "time");
      guint k;

      g_assert_cmpint (time, >=, last);
      last = time;

      for (k = 0; k < n_events; k++)
        if (!seen[k] && g_strcmp0 (cli_get_text (row, "kind"), events[k].kind) == 0 &&
            g_strcmp0 (cli_get_text (row, "context"), events[k].context) == 0 &&
            g_strcmp0 (cli_get_text (row, "area"), events[k].area) == 0 &&
            g_strcmp0 (cli_get_text (row, "text"), events[k].text) == 0 &&
            time == events[k].time * unit &&
            (events[k].duration == NONE
               ? cli_is_null (row, "duration")
               : !cli_is_null (row, "duration") &&
                 cli_get_int (row, "duration") == events[k].duration * unit))
          break;

      if (k == n_events)
        g_test_message ("unexpected: %s %s “%s” “%s” at %" G_GINT64_FORMAT,
                        cli_get_text (row, "context"), cli_get_text (row, "kind"),
                        cli_get_text (row, "area"), cli_get_text (row, "text"), time);

      g_assert_cmpuint (k, <, n_events);
      seen[k] = TRUE;
    }

  for (guint k = 0; k < n_events; k++)
    {
      g_test_message ("%s %s", events[k].kind, events[k].area);
      g_assert_true (seen[k]);
    }
}

static void
test_lms_doc (void)
{
  static const Figure figures[] = {
    { "", "reader", "count", 2 },
    { "", "reader", "call.total", 1690 },
    { "", "reader", "call.sum", 1690 },
    { "", "reader", "call.min", 700 },
    { "", "reader", "call.max", 990 },
    { "", "reader", "call.avg", 845 },
    { "", "reader", "std", 145 },
    { "", "reader", "incomplete", 0 },
    { "", "reader", "period.min", 1200 },
    { "", "reader", "period.max", 1200 },
    { "", "reader", "outside.min", 210 },
    { "", "reader", "outside.max", 210 },
    { "session", "reader", "call.total", 1690 },
    { "", "writer", "count", 1 },
    { "", "writer", "call.total", 200 },
    { "", "writer", "call.min", 200 },
    { "", "writer", "std", 0 },
    { "", "writer", "period.min", NONE },
    { "", "writer", "period.avg", NONE },
    { "", "writer", "outside.min", NONE },
    { "", "writer", "handle", NONE },
    { "", "writer", "value", NONE },
    { "", "writer", "module", NONE },
    { "", "writer", "author", NONE },
  };
  static const Event events[] = {
    { "span", "session", "reader", 10, 990, NULL },
    { "span", "session", "writer", 1000, 200, NULL },
    { "span", "session", "reader", 1210, 700, NULL },
  };
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json lms/doc_example.csv");

  g_assert_cmpstr (cli_get_text (info, "format"), ==, "lms");
  g_assert_cmpint (cli_get_int (info, "end"), ==, 1910 * US);
  g_assert_cmpint (cli_get_int (info, "spans"), ==, 3);
  g_assert_cmpint (cli_get_int (info, "areas"), ==, 2);
  g_assert_cmpint (cli_get_int (info, "contexts"), ==, 1);
  g_assert_cmpint (cli_get_int (info, "problems"), ==, 0);
  g_assert_true (cli_is_null (info, "writes"));
  g_assert_true (cli_is_null (info, "stack_nodes"));
  g_assert_true (cli_is_null (info, "cost_points"));

  check_figures ("lms/doc_example.csv", US, figures, G_N_ELEMENTS (figures));
  check_events ("lms/doc_example.csv", US, events, G_N_ELEMENTS (events));
}

static void
test_lms_nested (void)
{
  static const Figure figures[] = {
    { "", "default", "count", 2 },
    { "", "default", "call.min", 1005 },
    { "", "default", "call.max", 1112 },
    { "", "default", "call.total", 2117 },
    { "", "default", "net.min", 12 },
    { "", "default", "net.max", 15 },
    { "", "default", "net.total", 27 },
    { "", "default", "outside.min", 4000 },
    { "", "default", "outside.max", 4000 },
    { "", "default.importer", "call.min", 900 },
    { "", "default.importer", "call.max", 1000 },
    { "", "default.importer", "net.total", 1900 },
    { "", "default.render", "call.min", 90 },
    { "", "default.render", "call.max", 100 },
  };
  static const Figure halves[] = {
    { "", "default", "call.avg", 1058500 },
    { "", "default", "std", 53500 },
  };
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json lms/runtime_nested.csv");

  g_assert_cmpint (cli_get_int (info, "end"), ==, 7617 * US);
  check_figures ("lms/runtime_nested.csv", US, figures, G_N_ELEMENTS (figures));
  check_figures ("lms/runtime_nested.csv", 1, halves, G_N_ELEMENTS (halves));
}

static void
test_lms_quirks (void)
{
  static const Figure figures[] = {
    { "", "default.a,b\"c\"\\d", "count", 4 },
    { "", "default.a,b\"c\"\\d", "call.min", 5 },
    { "", "default.a,b\"c\"\\d", "call.max", 50 },
    { "", "default.a,b\"c\"\\d", "call.sum", 82 },
    { "", "default.a,b\"c\"\\d", "call.total", 82 },
    { "", "default.a,b\"c\"\\d", "incomplete", 0 },
    { "", "default.m2", "count", 1 },
    { "", "default.m2", "call.max", 36 },
    { "", "#7", "call.total", 9 },
    { "", "renamed", "call.total", 2 },
    { "", "default", "call.total", 135 },
  };
  static const Event events[] = {
    { "span", "session", "default", 10, 135, NULL },
    { "span", "session", "default.a,b\"c\"\\d", 15, 50, NULL },
    { "span", "session", "default.m2", 35, 36, NULL },
    { "span", "session", "default.a,b\"c\"\\d", 61, 16, NULL },
    { "span", "session", "#7", 78, 9, NULL },
    { "orphan-end", "session", "default.m2", 90, NONE, "" },
    { "span", "session", "default.a,b\"c\"\\d", 91, 11, NULL },
    { "span", "session", "default.a,b\"c\"\\d", 92, 5, NULL },
    { "span", "session", "renamed", 103, 2, NULL },
    { "span", "session", "default.m2", 146, 0, NULL },
  };
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json lms/quirks.csv");

  g_assert_cmpint (cli_get_int (info, "end"), ==, 146 * US);
  check_figures ("lms/quirks.csv", US, figures, G_N_ELEMENTS (figures));
  check_events ("lms/quirks.csv", US, events, G_N_ELEMENTS (events));
}

static void
test_ooo_doc (void)
{
  static const char open[] = "desktop (cd100003) ::Desktop::OpenStartupscreen";
  static const char close[] = "desktop (cd100003) ::Desktop::CloseStartupscreen";
  const Figure figures[] = {
    { "thread 11", open, "count", 1 },
    { "thread 11", open, "call.total", 3333 },
    { "thread 11", open, "net.total", 2222 },
    { "", open, "net.total", 2222 },
    { "", "lengthy calculation", "call.total", 1111 },
  };
  const Event events[] = {
    { "span", "thread 11", open, 1234, 3333, NULL },
    { "span", "thread 11", "lengthy calculation", 2345, 1111, NULL },
    { "message", "thread 11", close, 99999, NONE, "Startup finished" },
  };
  g_autoptr(JsonNode) rows = cli_run_json ("statistics --as=json ooo/doc_example.log");
  JsonNode *row = find_row (rows, "thread 11", open);

  g_assert_cmpstr (cli_get_text (row, "module"), ==, "desktop");
  g_assert_cmpstr (cli_get_text (row, "author"), ==, "cd100003");
  g_assert_cmpstr (cli_get_text (row, "kind"), ==, "function");
  row = find_row (rows, "thread 11", "lengthy calculation");
  g_assert_cmpstr (cli_get_text (row, "kind"), ==, "scope");

  check_figures ("ooo/doc_example.log", MS, figures, G_N_ELEMENTS (figures));
  check_events ("ooo/doc_example.log", MS, events, G_N_ELEMENTS (events));
}

/* A state variable: its states in full in JSON, in one cell elsewhere; a range cuts them. */
static void
test_values (void)
{
  g_autoptr(JsonNode) rows = cli_run_json ("values --as=json text1/preempt.txt");
  g_auto(CliRun) run = { 0 };
  JsonArray *states;
  JsonNode *row;

  g_assert_cmpuint (json_array_get_length (json_node_get_array (rows)), ==, 1);
  row = json_array_get_element (json_node_get_array (rows), 0);
  g_assert_cmpstr (cli_get_text (row, "area"), ==, "VAR");
  g_assert_cmpstr (cli_get_text (row, "kind"), ==, "variable");
  g_assert_cmpstr (cli_get_text (row, "last"), ==, "ON");
  g_assert_true (json_object_get_null_member (json_node_get_object (row), "mean"));
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (row), "writes"), ==, 3);

  states = json_object_get_array_member (json_node_get_object (row), "states");
  g_assert_cmpuint (json_array_get_length (states), ==, 2);
  row = json_array_get_element (states, 0);
  g_assert_cmpstr (cli_get_text (row, "name"), ==, "OFF");
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (row), "value"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (row), "time"), ==, 200);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (row), "count"), ==, 1);

  cli_run (&run, "values --as=csv --from=200 --to=400 text1/preempt.txt");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "VAR,variable,,1,,,,OFF,\"OFF 80 (1), ON 120 (0)\"\r\n"));
}

static void
test_ooo_clean (void)
{
  static const char init[] = "desktop (cd100003) ::Desktop::Init";
  static const char sfx[] = "sfx2 (mb93783) ::SfxApplication::SfxApplication";
  static const char sw[] = "SW (JP93722) SwDLL";
  const Figure figures[] = {
    { "thread 1", init, "call.total", 100 },
    { "thread 1", init, "net.total", 60 },
    { "thread 1", sfx, "call.total", 40 },
    { "thread 1", sfx, "net.total", 20 },
    { "thread 1", "initialize DDE", "call.total", 20 },
    { "thread 2", sw, "call.total", 35 },
    { "", sw, "call.total", 35 },
  };
  const Event events[] = {
    { "message", "thread 1", NULL, 1, NONE, "PERFORMANCE - enter Main()" },
    { "message", "thread 1", "desktop (cd100003) ::Desktop::Desktop", 2, NONE, "" },
    { "span", "thread 1", init, 10, 100, NULL },
    { "span", "thread 1", sfx, 20, 40, NULL },
    { "span", "thread 1", "initialize DDE", 25, 20, NULL },
    { "span", "thread 2", sw, 35, 35, NULL },
    { "message", "thread 1", "desktop (cd100003) ::Desktop::CloseStartupscreen", 80, NONE,
      "Startup finished" },
  };
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json ooo/clean_4711.log");

  g_assert_cmpstr (cli_get_text (info, "format"), ==, "ooo");
  g_assert_cmpint (cli_get_int (info, "properties.process_id"), ==, 4711);
  g_assert_true (json_node_get_boolean (cli_get (info, "properties.clean_exit")));
  g_assert_cmpint (cli_get_int (info, "properties.closing_time_ms"), ==, 120);
  g_assert_cmpint (cli_get_int (info, "marks"), ==, 3);

  check_figures ("ooo/clean_4711.log", MS, figures, G_N_ELEMENTS (figures));
  check_events ("ooo/clean_4711.log", MS, events, G_N_ELEMENTS (events));
}

static void
test_ooo_quirks (void)
{
  static const char cache[] = "framework (as96863) ::FilterCache::FilterCache";
  static const char dispose[] = "LogBridge () com.sun.star.lang.XComponent::dispose";
  const Figure figures[] = {
    { "thread 1", "A (x1) ::f", "count", 2 },
    { "thread 1", "A (x1) ::f", "call.sum", 13 },
    { "thread 1", "A (x1) ::f", "call.total", 10 },
    { "thread 1", "osl_loadModule start: libfoo", "call.total", 4 },
    { "thread 1", cache, "call.total", 11 },
    { "thread 1", "creation ConfigItem", "call.total", 8 },
    { "thread 1", "never closed", "call.total", 1 },
    { "thread 1", "never closed", "incomplete", 1 },
    { "thread 1", "never closed", "call.min", NONE },
    { "thread 1", dispose, "call.total", 7 },
    { "thread 2", "C (z3) ::h", "call.total", 9 },
    { "thread 1", "D (w4) ::wall", "call.total", 0 },
    { "thread 1", "D (w4) ::wall", "call.min", 0 },
    { "thread 1", "D (w4) ::wall", "incomplete", 0 },
    { "thread 1", "D (w4) ::open_at_eof", "incomplete", 1 },
    { "thread 1", "D (w4) ::open_at_eof", "call.max", NONE },
  };
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json ooo/quirks_99.log");
  g_autoptr(JsonNode) rows = cli_run_json ("events --as=json ooo/quirks_99.log");
  JsonArray *array = json_node_get_array (rows);
  guint n_found = 0;

  g_assert_cmpint (cli_get_int (info, "properties.process_id"), ==, 99);
  g_assert_false (json_node_get_boolean (cli_get (info, "properties.clean_exit")));
  check_figures ("ooo/quirks_99.log", MS, figures, G_N_ELEMENTS (figures));

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);
      const char *text = cli_get_text (row, "text");
      const char *kind = cli_get_text (row, "kind");
      gint64 time = cli_get_int (row, "time");

      if (g_strcmp0 (text, "return : void") == 0)
        {
          g_assert_cmpstr (kind, ==, "exit");
          g_assert_cmpstr (cli_get_text (row, "area"), ==, dispose);
          g_assert_cmpint (time, ==, 40 * MS);
          n_found++;
        }
      else if (g_strcmp0 (text, "loading item 7") == 0)
        {
          g_assert_cmpstr (cli_get_text (row, "area"), ==, "B (y2) ::g");
          g_assert_cmpint (time, ==, 41 * MS);
          n_found++;
        }
      else if (g_strcmp0 (kind, "orphan-end") == 0)
        {
          g_assert_cmpint (time, ==, 51 * MS);
          n_found++;
        }
      else if (g_strcmp0 (cli_get_text (row, "context"), "thread 3") == 0)
        {
          g_assert_cmpint (time, ==, 39 * MS);
          n_found++;
        }
      else if (text != NULL && strlen (text) > 4000)
        {
          g_assert_cmpint (time, ==, 52 * MS);
          n_found++;
        }
    }

  g_assert_cmpuint (n_found, ==, 5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/lms/doc-example", test_lms_doc);
  g_test_add_func ("/cli/lms/runtime-nested", test_lms_nested);
  g_test_add_func ("/cli/lms/quirks", test_lms_quirks);
  g_test_add_func ("/cli/ooo/doc-example", test_ooo_doc);
  g_test_add_func ("/cli/text1/values", test_values);
  g_test_add_func ("/cli/ooo/clean", test_ooo_clean);
  g_test_add_func ("/cli/ooo/quirks", test_ooo_quirks);

  return g_test_run ();
}
