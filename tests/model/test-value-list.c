/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of values: rows, states below their variable, the cursor, scope, filter, order, folding,
 * steps that the view follows, and the copied table. */
#include "config.h"

#include "model-fixture.h"
#include "model/lists/values/dwell-value-list.h"
#include "support/text-fixture.h"

/* Tracks of make_trace(). */
enum {
  TRACK_SPEED,
  TRACK_VOLTAGE,
  TRACK_MODE,
  N_TRACKS
};

static guint32
add_area (DwellBuilder  *builder,
          const char    *name,
          DwellAreaKind  kind,
          guint32        parent,
          gint64         value)
{
  DwellArea area = {
    .name = dwell_strings_intern (builder->strings, name, -1),
    .parent = parent,
    .kind = kind,
    .is_float = kind == DWELL_AREA_AUX,
    .has_value = kind == DWELL_AREA_STATE,
    .value = value,
    .unit = kind == DWELL_AREA_AUX ? dwell_strings_intern (builder->strings, "V", -1) : 0,
  };

  return dwell_builder_add_area (builder, &area);
}

static guint64
to_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* speed: 10 at 0 ms, 30 at 40, 30 at 60, -5 at 90. voltage: 1.5 at 20, 2.25 at 70.
 * mode: Off 0 … 30 ms, On 30 … 80, Off 80 … 100. */
static DwellTrace *
make_trace (void)
{
  static const struct { guint state; gint64 begin; gint64 end; } states[] = {
    { 0, 0, 30 }, { 1, 30, 80 }, { 0, 80, 100 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_WRITES);
  guint32 context = dwell_builder_add_context (builder, "data", DWELL_CONTEXT_SESSION, 0,
                                               DWELL_NONE);
  guint32 areas[N_TRACKS];
  guint32 tracks[N_TRACKS];
  guint32 modes[2];
  guint32 row;

  areas[TRACK_SPEED] = add_area (builder, "speed", DWELL_AREA_VARIABLE, DWELL_NONE, 0);
  areas[TRACK_VOLTAGE] = add_area (builder, "voltage", DWELL_AREA_AUX, DWELL_NONE, 0);
  areas[TRACK_MODE] = add_area (builder, "mode", DWELL_AREA_VARIABLE, DWELL_NONE, 0);
  modes[0] = add_area (builder, "Off", DWELL_AREA_STATE, areas[TRACK_MODE], 0);
  modes[1] = add_area (builder, "On", DWELL_AREA_STATE, areas[TRACK_MODE], 7);

  for (guint i = 0; i < N_TRACKS; i++)
    {
      static const char * const names[] = { "speed", "voltage", "mode" };
      static const DwellTrackKind kinds[] = {
        DWELL_TRACK_STEPS, DWELL_TRACK_CURVE, DWELL_TRACK_SPANS
      };

      tracks[i] = dwell_builder_add_track (builder, names[i], context, FALSE);
      dwell_builder_set_track_kind (builder, tracks[i], kinds[i], DWELL_TRACKS_DATA, areas[i]);
    }
  dwell_builder_begin_reals (builder, tracks[TRACK_VOLTAGE]);

  row = dwell_builder_add_row (builder, tracks[TRACK_MODE], 0);
  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (states), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    dwell_builder_close_span (builder,
                              dwell_builder_open_span (builder, modes[states[i].state], row,
                                                       DWELL_NONE, states[i].begin * MS),
                              states[i].end * MS, 0);

  g_assert_true (dwell_builder_reserve_events (builder, 6, NULL));
  dwell_builder_add_write (builder, tracks[TRACK_SPEED], 0, 10);
  dwell_builder_add_write (builder, tracks[TRACK_VOLTAGE], 20 * MS, to_bits (1.5));
  dwell_builder_add_write (builder, tracks[TRACK_SPEED], 40 * MS, 30);
  dwell_builder_add_write (builder, tracks[TRACK_SPEED], 60 * MS, 30);
  dwell_builder_add_write (builder, tracks[TRACK_VOLTAGE], 70 * MS, to_bits (2.25));
  dwell_builder_add_write (builder, tracks[TRACK_SPEED], 90 * MS, (guint64) (gint64) -5);
  return dwell_builder_finish (builder);
}

typedef struct {
  DwellView      *view;
  DwellValueList *list;
} Setup;

static void
wait_for_list (Setup *setup)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (setup->list)) &&
              g_list_model_get_n_items (G_LIST_MODEL (setup->list)) > 0);
  fixture_settle ();
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (setup->list)));
}

static void
set_up (Setup         *setup,
        gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = make_trace ();
  g_autoptr(DwellSession) session = dwell_session_new_for_trace (trace, "test");

  setup->view = dwell_view_new (session);
  setup->list = dwell_value_list_new ();
  dwell_query_set_view (DWELL_QUERY (setup->list), setup->view);
  wait_for_list (setup);
}

static void
tear_down (Setup         *setup,
           gconstpointer  user_data)
{
  dwell_query_set_view (DWELL_QUERY (setup->list), NULL);
  g_assert_finalize_object (setup->list);
  g_assert_finalize_object (setup->view);
}

/* The cells of a row, parted by bars; empty ones left out. */
static void
assert_row (Setup      *setup,
            guint       position,
            const char *expected)
{
  static const DwellValueColumn columns[] = {
    DWELL_VALUE_COLUMN_NAME, DWELL_VALUE_COLUMN_AT_CURSOR, DWELL_VALUE_COLUMN_UNIT,
    DWELL_VALUE_COLUMN_COUNT, DWELL_VALUE_COLUMN_MIN, DWELL_VALUE_COLUMN_MAX,
    DWELL_VALUE_COLUMN_MEAN, DWELL_VALUE_COLUMN_LAST, DWELL_VALUE_COLUMN_TIME,
    DWELL_VALUE_COLUMN_SHARE, DWELL_VALUE_COLUMN_LONGEST,
  };
  g_autoptr(DwellValueItem) item = g_list_model_get_item (G_LIST_MODEL (setup->list), position);
  g_autoptr(GString) row = g_string_new (NULL);

  g_assert_nonnull (item);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = dwell_value_item_get_text (item, columns[i]);

      if (*text != '\0')
        g_string_append_printf (row, "%s%s", row->len > 0 ? "|" : "", text);
    }

  fixture_assert_text (row->str, expected);
}

static void
test_rows (Setup         *setup,
           gconstpointer  user_data)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (setup->list)), ==, 5);
  assert_row (setup, 0, "mode|3|Off");
  assert_row (setup, 1, "Off (0)|2|50 ms|50.0 %|30 ms");
  assert_row (setup, 2, "On (7)|1|50 ms|50.0 %|50 ms");
  assert_row (setup, 3, "speed|4|-5|30|18.5|-5");
  assert_row (setup, 4, "voltage|V|2|1.5|2.25|1.78125|2.25");
}

/* An inactive list asks nothing; active again, it asks for what changed. */
static void
test_active (Setup         *setup,
             gconstpointer  user_data)
{
  dwell_query_set_active (DWELL_QUERY (setup->list), FALSE);
  dwell_view_set_selection (setup->view, 0, 10);
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (setup->list)));
  dwell_query_set_active (DWELL_QUERY (setup->list), TRUE);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (setup->list)));
  wait_for_list (setup);
}

static void
test_scope (Setup         *setup,
            gconstpointer  user_data)
{
  dwell_view_set_selection (setup->view, 20 * MS, 60 * MS);
  wait_for_list (setup);

  /* The cursor went to the selection's begin. */
  assert_row (setup, 0, "mode|Off|1|On");
  assert_row (setup, 1, "Off (0)|0|10 ms|25.0 %");
  assert_row (setup, 2, "On (7)|1|30 ms|75.0 %");
  assert_row (setup, 3, "speed|10|2|10|30|20|30");
  assert_row (setup, 4, "voltage|1.5|V|1|1.5|1.5|1.5|1.5");
}

static void
test_cursor (Setup         *setup,
             gconstpointer  user_data)
{
  guint n_changes = 0;

  COUNT_SIGNAL (setup->view, "cursor-changed", &n_changes);
  dwell_view_set_cursor (setup->view, 10 * MS);
  wait_for_list (setup);
  assert_row (setup, 0, "mode|Off|3|Off");
  assert_row (setup, 3, "speed|10|4|-5|30|18.5|-5");
  assert_row (setup, 4, "voltage|V|2|1.5|2.25|1.78125|2.25");
  g_assert_cmpuint (n_changes, ==, 1);

  dwell_view_focus_span (setup->view, 1);
  wait_for_list (setup);
  assert_row (setup, 0, "mode|On|3|Off");

  dwell_view_drop_cursor (setup->view);
  wait_for_list (setup);
  assert_row (setup, 0, "mode|3|Off");
  g_assert_cmpuint (n_changes, ==, 3);
}

static void
test_order (Setup         *setup,
            gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  dwell_value_list_sort (setup->list, DWELL_VALUE_COLUMN_MEAN, TRUE);
  wait_for_list (setup);
  assert_row (setup, 0, "speed|4|-5|30|18.5|-5");
  assert_row (setup, 2, "mode|3|Off");

  dwell_value_list_sort (setup->list, DWELL_VALUE_COLUMN_COUNT, FALSE);
  wait_for_list (setup);
  assert_row (setup, 0, "voltage|V|2|1.5|2.25|1.78125|2.25");
  assert_row (setup, 2, "On (7)|1|50 ms|50.0 %|50 ms");

  dwell_value_list_set_folded (setup->list, TRACK_MODE, TRUE);
  wait_for_list (setup);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (setup->list)), ==, 3);

  g_assert_true (dwell_value_list_set_filter (setup->list, "on", &error));
  wait_for_list (setup);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (setup->list)), ==, 1);
  assert_row (setup, 0, "mode|3|Off");
  g_assert_cmpuint (dwell_value_list_find (setup->list, TRACK_MODE, DWELL_NONE), ==, 0);
  g_assert_cmpuint (dwell_value_list_find (setup->list, TRACK_SPEED, DWELL_NONE), ==, G_MAXUINT);

  /* A variable stays if it or one of its states holds. */
  g_assert_true (dwell_value_list_set_filter (setup->list, "mean:>18", NULL));
  wait_for_list (setup);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (setup->list)), ==, 1);
  assert_row (setup, 0, "speed|4|-5|30|18.5|-5");

  g_assert_false (dwell_value_list_set_filter (setup->list, "/(/", &error));
  g_assert_nonnull (error);
}

static void
stepped (DwellValueList *list,
         gboolean        found,
         int            *result)
{
  *result = found;
}

static void
step (Setup      *setup,
      guint32     track,
      int         direction,
      const char *text,
      gint64      expected_ms)
{
  g_autoptr(DwellValueCondition) condition = NULL;
  int result = -1;
  gint64 cursor = 0;

  if (text != NULL)
    condition = dwell_value_condition_new (text, NULL);

  g_signal_connect (setup->list, "stepped", G_CALLBACK (stepped), &result);
  g_assert_true (dwell_value_list_step (setup->list, track, direction, condition, NULL));
  WAIT_UNTIL (result >= 0);
  g_signal_handlers_disconnect_by_data (setup->list, &result);

  g_assert_cmpint (result, ==, expected_ms >= 0);
  if (expected_ms >= 0)
    {
      g_assert_true (dwell_view_get_cursor (setup->view, &cursor));
      g_assert_cmpint (cursor, ==, expected_ms * MS);
    }
}

static void
test_steps (Setup         *setup,
            gconstpointer  user_data)
{
  g_autoptr(DwellValueCondition) unknown = dwell_value_condition_new ("Standby", NULL);
  g_autoptr(GError) error = NULL;

  step (setup, TRACK_SPEED, 1, NULL, 0);
  step (setup, TRACK_SPEED, 1, NULL, 40);
  g_assert_cmpuint (dwell_view_get_cursor_track (setup->view), ==, TRACK_SPEED);
  g_assert_cmpuint (dwell_view_get_focus_area (setup->view), ==, 0);
  step (setup, TRACK_SPEED, 1, NULL, 90);
  step (setup, TRACK_SPEED, 1, NULL, -1);
  step (setup, TRACK_SPEED, -1, ">= 30", 40);
  step (setup, TRACK_SPEED, -1, "< 0", -1);
  step (setup, TRACK_VOLTAGE, 1, "> 2.2", 70);
  step (setup, TRACK_MODE, -1, "on", 30);
  g_assert_cmpuint (dwell_view_get_focus_span (setup->view), ==, 1);
  step (setup, TRACK_MODE, 1, "= 0", 80);

  g_assert_false (dwell_value_list_step (setup->list, TRACK_MODE, 1, unknown, &error));
  g_assert_nonnull (error);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_value_item_get_plain (item, (DwellValueColumn) column);
}

static void
test_text (Setup         *setup,
           gconstpointer  user_data)
{
  DwellTextColumn columns[DWELL_N_VALUE_COLUMNS];
  g_autofree char *text = NULL;

  for (int i = 0; i < DWELL_N_VALUE_COLUMNS; i++)
    columns[i] = (DwellTextColumn) { i, dwell_value_columns[i].id, get_plain };
  dwell_view_set_cursor (setup->view, 45 * MS);
  wait_for_list (setup);
  text = fixture_text (dwell_list_freeze (DWELL_LIST (setup->list)), columns,
                       DWELL_N_VALUE_COLUMNS, ',');
  g_assert_cmpstr (text, ==,
                   "name,kind,context,value,unit,writes,min,max,mean,last,time,share,"
                   "longest\r\n"
                   "mode,State variable,data,On,,3,,,,Off,,,\r\n"
                   "mode = Off (0),State,,,,2,,,,,50000000,0.5,30000000\r\n"
                   "mode = On (7),State,,,,1,,,,,50000000,0.5,50000000\r\n"
                   "speed,Variable,data,30,,4,-5,30,18.5,-5,,,\r\n"
                   "voltage,Auxiliary Signal,data,1.5,V,2,1.5,2.25,1.78125,2.25,,,\r\n");
}

#define ADD(path, function) g_test_add (path, Setup, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");

  ADD ("/value-list/active", test_active);
  ADD ("/value-list/rows", test_rows);
  ADD ("/value-list/scope", test_scope);
  ADD ("/value-list/cursor", test_cursor);
  ADD ("/value-list/order", test_order);
  ADD ("/value-list/steps", test_steps);
  ADD ("/value-list/text", test_text);

  return fixture_run ();
}
