/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of events: its items-changed against a mirror, its content against a naive walk of the
 * order of events, under random scopes, filters and traces. */
#include "config.h"

#include "core/dwell-trace-contexts.h"
#include "model-fixture.h"
#include "model/lists/events/dwell-event-list-private.h"
#include "model/session/dwell-session-private.h"

static char *
describe (gpointer item)
{
  g_autofree char *time = NULL;
  g_autofree char *duration = NULL;
  g_autofree char *context = NULL;
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;
  g_autofree char *kind = NULL;
  DwellEvent event = dwell_event_item_get_event (item);
  guint depth;

  g_object_get (item, "time", &time, "duration", &duration, "depth", &depth, "context", &context,
                "name", &name, "message", &message, "kind", &kind, NULL);
  return g_strdup_printf ("%u %u %s|%s|%u|%s|%s|%s|%s", event.span, event.mark, time, duration,
                          depth, context, name, message, kind);
}

static gboolean
holds (const char *text,
       const char *part)
{
  g_autofree char *folded_text = g_utf8_casefold (text, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return strstr (folded_text, folded_part) != NULL;
}

static guint32
get_track (DwellTrace *trace,
           DwellEvent  event)
{
  return event.span != DWELL_NONE ? dwell_trace_get_span_track (trace, event.span)
                                  : trace->mark_track[event.mark];
}

static gint64
get_time (DwellTrace *trace,
          DwellEvent  event)
{
  return event.span != DWELL_NONE ? dwell_trace_get_span_begin (trace, event.span)
                                  : trace->mark_time[event.mark];
}

/* A span by the names of its area and context, a mark by its text (and by nothing else). */
static gboolean
matches (DwellTrace *trace,
         DwellEvent  event,
         const char *filter)
{
  guint32 context;

  if (event.span == DWELL_NONE)
    return holds (dwell_trace_get_string (trace, trace->mark_text[event.mark]), filter);

  context = trace->tracks[get_track (trace, event)].context;
  return holds (dwell_trace_get_area_name (trace, trace->span_area[event.span]), filter)
         || holds (dwell_trace_get_context_name (trace, context), filter);
}

/* Checks which rows are marked as hits; @found: their positions (guint). */
static void
check_found (DwellEventList *list,
             GArray         *found,
             guint           n)
{
  guint from = n > 0 ? (guint) g_test_rand_int_range (0, (int) n) : G_MAXUINT;
  guint next = G_MAXUINT;
  guint previous = G_MAXUINT;

  g_assert_cmpuint (dwell_event_list_count_found (list), ==, found->len);
  if (found->len > 0)
    {
      next = g_array_index (found, guint, 0);
      previous = g_array_index (found, guint, found->len - 1);
    }
  g_assert_cmpuint (dwell_event_list_step_found (list, G_MAXUINT, 1), ==, next);
  g_assert_cmpuint (dwell_event_list_step_found (list, G_MAXUINT, -1), ==, previous);
  for (guint i = found->len; i-- > 0;)
    if (g_array_index (found, guint, i) > from)
      next = g_array_index (found, guint, i);
  for (guint i = 0; i < found->len; i++)
    if (g_array_index (found, guint, i) < from)
      previous = g_array_index (found, guint, i);
  g_assert_cmpuint (dwell_event_list_step_found (list, from, 1), ==, next);
  g_assert_cmpuint (dwell_event_list_step_found (list, from, -1), ==, previous);
}

static void
check_list (DwellEventList *list,
            DwellView      *view,
            const char     *filter,
            gboolean        only_found)
{
  const char *find = dwell_view_get_find_text (view);
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  DwellTrace *trace = dwell_view_get_trace (view);
  DwellEventOrder *order = dwell_session_get_reading (dwell_view_get_session (view))->event_order;
  DwellEvent focus = { dwell_view_get_focus_span (view), dwell_view_get_focus_mark (view) };
  guint focus_position = G_MAXUINT;
  guint n = 0;
  gint64 begin;
  gint64 end;

  dwell_view_get_scope_range (view, &begin, &end);

  for (guint64 i = 0; i < dwell_event_order_get_n (order); i++)
    {
      DwellEvent event = dwell_event_order_get (order, i);
      gint64 time = get_time (trace, event);
      gboolean is_found = *find != '\0' && matches (trace, event, find);
      g_autoptr(DwellEventItem) item = NULL;
      DwellEvent actual;

      if (time < begin || time > end || (*filter != '\0' && !matches (trace, event, filter))
          || (only_found && *find != '\0' && !is_found))
        continue;

      g_assert_cmpint (dwell_event_list_is_found (list, event), ==, is_found);
      if (is_found)
        g_array_append_val (found, n);

      if (event.span == focus.span && event.mark == focus.mark)
        focus_position = n;

      item = g_list_model_get_item (G_LIST_MODEL (list), n++);
      g_assert_nonnull (item);
      actual = dwell_event_item_get_event (item);
      g_assert_cmpuint (actual.span, ==, event.span);
      g_assert_cmpuint (actual.mark, ==, event.mark);
    }

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  g_assert_cmpuint (dwell_event_list_find_focus (list), ==, focus_position);
  check_found (list, found, n);
}

static gint64
random_time (GRand     *rand,
             DwellView *view)
{
  DwellTrace *trace = dwell_view_get_trace (view);

  return trace->begin + (gint64) (g_rand_double (rand) * (double) (trace->end - trace->begin));
}

static DwellTrace *
make_random_trace (GRand *rand)
{
  RandomTraceShape shape;

  random_trace_choose_shape (rand, &shape);
  return random_trace_new (rand, &shape);
}

static void
change_randomly (GRand           *rand,
                 DwellEventList  *list,
                 DwellView       *view,
                 const char     **filter,
                 gboolean        *only_found)
{
  static const char * const filters[] = { "", "a", "ÉPS", "step", "thread 1", "nothing", "b" };
  DwellTrace *trace = dwell_view_get_trace (view);
  gboolean taken;

  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0:
      *filter = filters[g_rand_int_range (rand, 0, G_N_ELEMENTS (filters))];
      taken = dwell_event_list_set_filter (list, *filter, NULL);
      g_assert_true (taken);
      break;

    case 1:
      dwell_view_set_scope (view, (DwellScope) g_rand_int_range (rand, 0, 3));
      break;

    case 2:
      dwell_view_set_range (view, random_time (rand, view), random_time (rand, view));
      break;

    case 3:
      if (trace->n_spans > 0)
        dwell_view_focus_span (view, (guint32) g_rand_int_range (rand, 0, (int) trace->n_spans));
      break;

    case 4:
      if (trace->n_marks > 0)
        dwell_view_focus_mark (view, (guint32) g_rand_int_range (rand, 0, (int) trace->n_marks));
      break;

    case 5:
      dwell_view_set_find_text (view, filters[g_rand_int_range (rand, 0,
                                                                G_N_ELEMENTS (filters))]);
      break;

    case 6:
      *only_found = g_rand_boolean (rand);
      dwell_event_list_set_only_found (list, *only_found);
      break;

    default:
      dwell_view_set_selection (view, random_time (rand, view), random_time (rand, view));
    }
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr(DwellTrace) trace = make_random_trace (rand);
      DwellView *view = fixture_view (trace);
      DwellEventList *list = dwell_event_list_new ();
      Mirror *mirror = mirror_new (list, describe);
      const char *filter = "";
      gboolean only_found = FALSE;

      dwell_query_set_view (DWELL_QUERY (list), view);
      check_list (list, view, filter, only_found);

      for (guint i = 0; i < 40; i++)
        {
          for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
            {
              change_randomly (rand, list, view, &filter, &only_found);

              if (g_rand_boolean (rand))
                g_main_context_iteration (NULL, FALSE);
            }

          if (g_rand_int_range (rand, 0, 10) == 0)
            _dwell_session_adopt_reading (dwell_view_get_session (view),
                                          dwell_reading_new (make_random_trace (rand)),
                                          DWELL_SESSION_READY);

          if (g_rand_boolean (rand))
            {
              WAIT_UNTIL (!dwell_view_is_finding (view) &&
                          !dwell_query_get_busy (DWELL_QUERY (list)));
              check_list (list, view, filter, only_found);
            }
        }

      mirror_free (mirror);
      g_assert_finalize_object (list);
      fixture_view_free (view);
    }
}

static void
test_drag (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape = { 2000, 4, 6, 50, 0, 1000, TRUE, TRUE };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  DwellView *view = fixture_view (trace);
  DwellEventList *list = dwell_event_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_true (dwell_event_list_set_filter (list, "a", NULL));

  for (guint i = 0; i < 1000; i++)
    {
      dwell_view_set_selection (view, random_time (rand, view), random_time (rand, view));

      if (i % 7 == 0)
        g_main_context_iteration (NULL, FALSE);
    }

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  check_list (list, view, "a", FALSE);

  /* Closed in the middle of it. */
  g_assert_true (dwell_event_list_set_filter (list, "b", NULL));
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static void
assert_item (DwellEventList *list,
             guint           position,
             const char     *expected)
{
  g_autoptr(DwellEventItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);
  g_autofree char *text = describe (item);

  fixture_assert_text (strchr (strchr (text, ' ') + 1, ' ') + 1, expected);
}

static void
test_items (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(GError) error = NULL;
  DwellView *view = fixture_view (trace);
  DwellEventList *list = dwell_event_list_new ();
  gboolean is_windowed;

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_object_get (list, "is-windowed", &is_windowed, NULL);
  g_assert_false (is_windowed);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 8);
  assert_item (list, 0, "0.000 s|1.00 s|0|thread 11|main||Function");
  assert_item (list, 1, "0.100 s|0.30 s|1|thread 11|load||Function");
  assert_item (list, 2, "0.150 s|0.10 s|2|thread 11|parse||Function");
  assert_item (list, 3, "0.200 s|0.60 s|0|thread 12|work||Function");
  assert_item (list, 4, "0.300 s||2|thread 11||half way|Message");
  assert_item (list, 7, "0.950 s||0|thread 12||lost|Message");

  dwell_view_focus_mark (view, MARK_HALF_WAY);
  g_assert_cmpuint (dwell_event_list_find_focus (list), ==, 4);
  dwell_view_set_selection (view, 150 * MS, 300 * MS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  g_assert_cmpuint (dwell_event_list_find_focus (list), ==, 2);
  dwell_view_focus_span (view, SPAN_MAIN);
  g_assert_cmpuint (dwell_event_list_find_focus (list), ==, G_MAXUINT);

  g_assert_false (dwell_event_list_set_filter (list, "/[/", &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  g_assert_true (dwell_event_list_set_filter (list, "half", NULL));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);

  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* The recording itself has no name, also if it is the only context. */
static void
test_unnamed_context (void)
{
  static const struct {
    const char       *name;
    DwellContextKind  kind;
    const char       *shown;
  } cases[] = {
    { DWELL_CONTEXT_UNNAMED, DWELL_CONTEXT_SESSION, "" },
    { DWELL_CONTEXT_UNNAMED, DWELL_CONTEXT_TASK, DWELL_CONTEXT_UNNAMED },
    { "a.csv", DWELL_CONTEXT_SESSION, "a.csv" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
      DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                         .parent = DWELL_NONE };
      guint32 context = dwell_builder_add_context (builder, cases[i].name, cases[i].kind, 0,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellEventItem) item = NULL;
      DwellEventList *list = dwell_event_list_new ();
      g_autofree char *shown = NULL;
      DwellView *view;

      dwell_builder_add_area (builder, &area);
      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, 0, row, DWELL_NONE, 0), 1, 0);
      trace = dwell_builder_finish (builder);
      view = fixture_view (trace);
      dwell_query_set_view (DWELL_QUERY (list), view);
      WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
      item = g_list_model_get_item (G_LIST_MODEL (list), 0);
      g_object_get (item, "context", &shown, NULL);
      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_clear_object (&item);
      g_assert_finalize_object (list);
      fixture_view_free (view);
    }
}

/* Spans of which the n-th begins at n, with an argument “v” as @values says, NULL for none; each
 * but the last two has “w”, too. */
static DwellTrace *
make_trace_with_args (const char * const *values,
                      guint               n_values)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, n_values, NULL));
  for (guint i = 0; i < n_values; i++)
    {
      guint32 key = dwell_strings_intern (builder->strings, "v", -1);
      char *end;
      gint64 integer = values[i] != NULL ? g_ascii_strtoll (values[i], &end, 10) : 0;

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, 0, row, DWELL_NONE, i), i + 1,
                                0);
      if (values[i] != NULL && *end == '\0')
        dwell_builder_add_arg (builder, key, DWELL_ARG_INTEGER, (guint64) integer);
      else if (values[i] != NULL)
        dwell_builder_add_arg (builder, key, DWELL_ARG_STRING,
                               dwell_strings_intern (builder->strings, values[i], -1));
      if (i + 2 < n_values)
        dwell_builder_add_arg (builder, dwell_strings_intern (builder->strings, "w", -1),
                               DWELL_ARG_NULL, 0);
      dwell_builder_set_span_args (builder, i, dwell_builder_end_args (builder));
    }

  return dwell_builder_finish (builder);
}

/* The spans in the order of the rows; each is found where it is. */
static void
assert_order (DwellEventList *list,
              DwellView      *view,
              const char     *wanted)
{
  g_autoptr(GString) text = g_string_new (NULL);

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellEventItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      guint32 span = dwell_event_item_get_event (item).span;

      g_string_append_printf (text, "%u ", span);
      dwell_view_focus_span (view, span);
      g_assert_cmpuint (dwell_event_list_find_focus (list), ==, i);
    }

  g_assert_cmpstr (text->str, ==, wanted);
}

/* By an argument: numbers, texts, and what has none last, whatever the direction. */
static void
test_sort (void)
{
  static const char * const values[] = { "5", "b", NULL, "-3", "A", "12", NULL, "5" };
  g_autoptr(DwellTrace) trace = make_trace_with_args (values, G_N_ELEMENTS (values));
  DwellView *view = fixture_view (trace);
  DwellEventList *list = dwell_event_list_new ();
  g_autoptr(DwellEventItem) item = NULL;
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  /* Both keys have six. */
  g_assert_cmpstr (dwell_event_list_get_arg (list, 0), ==, "v");
  g_assert_cmpstr (dwell_event_list_get_arg (list, 1), ==, "w");
  g_assert_null (dwell_event_list_get_arg (list, 2));
  item = g_list_model_get_item (G_LIST_MODEL (list), 5);
  text = dwell_event_item_dup_arg (item, 0);
  other = dwell_event_item_dup_arg (item, 5);
  g_assert_cmpstr (text, ==, "12");
  g_assert_cmpstr (other, ==, "");
  g_assert_true (dwell_event_item_is_number (item, 0));
  g_assert_false (dwell_event_item_is_number (item, 1));

  dwell_event_list_sort (list, 0, FALSE);
  assert_order (list, view, "3 0 7 5 4 1 2 6 ");
  dwell_event_list_sort (list, 0, TRUE);
  assert_order (list, view, "1 4 5 0 7 3 2 6 ");
  g_assert_true (dwell_event_list_set_filter (list, "args.v>=5", NULL));
  assert_order (list, view, "5 0 7 ");
  dwell_event_list_sort (list, -1, TRUE);
  assert_order (list, view, "7 5 0 ");
  dwell_event_list_sort (list, -1, FALSE);
  assert_order (list, view, "0 5 7 ");
  g_assert_true (dwell_event_list_set_filter (list, NULL, NULL));
  assert_order (list, view, "0 1 2 3 4 5 6 7 ");
  /* There is no such argument. */
  dwell_event_list_sort (list, 7, TRUE);
  assert_order (list, view, "0 1 2 3 4 5 6 7 ");

  /* What was found is stepped through in the order of the rows. */
  dwell_event_list_sort (list, 0, TRUE);
  dwell_view_set_find_text (view, "args.v=5");
  WAIT_UNTIL (dwell_view_get_find (view) != NULL &&
              !dwell_query_get_busy (DWELL_QUERY (list)) &&
              dwell_event_list_count_found (list) == 2);
  g_assert_cmpuint (dwell_event_list_step_found (list, G_MAXUINT, 1), ==, 3);
  g_assert_cmpuint (dwell_event_list_step_found (list, 3, 1), ==, 4);
  g_assert_cmpuint (dwell_event_list_step_found (list, 4, 1), ==, 3);

  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* If there are more events than can be listed, the first are, and the list says so.
 * Limit: model/DWELL_EVENT_LIST_MAX */
static void
test_windowed (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellEventList *list = dwell_event_list_new ();
  Mirror *mirror = mirror_new (list, describe);
  guint n_notified = 0;
  gboolean is_windowed;

  COUNT_SIGNAL (list, "notify::is-windowed", &n_notified);
  _dwell_event_list_set_max (list, 5);
  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  g_object_get (list, "is-windowed", &is_windowed, NULL);
  g_assert_true (is_windowed);
  dwell_view_focus_mark (view, MARK_LOST);
  g_assert_cmpuint (dwell_event_list_find_focus (list), ==, G_MAXUINT);

  /* A range that has no more than that is shown wholly. */
  dwell_view_set_selection (view, 150 * MS, 600 * MS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  assert_item (list, 4, "0.600 s|0.05 s|2|thread 11|load||Function");
  g_object_get (list, "is-windowed", &is_windowed, NULL);
  g_assert_false (is_windowed);
  g_assert_cmpuint (n_notified, ==, 2);

  mirror_free (mirror);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/event-list/items", test_items);
  g_test_add_func ("/event-list/windowed", test_windowed);
  g_test_add_func ("/event-list/sort", test_sort);
  g_test_add_func ("/event-list/random", test_random);
  g_test_add_func ("/event-list/drag", test_drag);
  g_test_add_func ("/event-list/unnamed-context", test_unnamed_context);

  return fixture_run ();
}
