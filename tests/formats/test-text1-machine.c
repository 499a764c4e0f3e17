/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of Text1 events, without a file: the worked case of src/formats/text1/README.md,
 * "Vectors", frames from before the recording, calls without suspend and resume, and the swapped
 * order. */
#include "config.h"

#include <glib.h>

#include "formats/text1/read/dwell-text1-machine.h"

typedef struct {
  DwellBuilder      *builder;
  DwellText1Map     *map;
  DwellText1Machine *machine;
  guint32            contexts[2];
} Fixture;

typedef struct {
  guint32 handle;
  char    event; /* as in a timeline */
  guint64 value;
  gint64  time;
  int     context; /* -1 = none */
} Row;

static void
add_area (Fixture       *fixture,
          DwellAreaKind  kind,
          guint32        handle,
          const char    *name,
          gint64         value)
{
  gboolean is_state = kind == DWELL_AREA_STATE;
  DwellArea area = {
    .name = dwell_strings_intern (fixture->builder->strings, name, -1),
    .kind = kind,
    .parent = is_state ? dwell_text1_map_find_area (fixture->map, handle - 0x10000000, 0)
                       : DWELL_NONE,
    .handle = handle,
    .has_handle = TRUE,
    .has_value = is_state,
    .value = value,
  };

  dwell_text1_map_add_area (fixture->map, handle, is_state, value,
                            dwell_builder_add_area (fixture->builder, &area));
}

static void
set_up (Fixture         *fixture,
        DwellText1Order  order)
{
  fixture->builder = dwell_builder_new ("text1", "Text1",
                                        DWELL_TABLE_SPANS | DWELL_TABLE_EVENTS |
                                        DWELL_TABLE_WRITES | DWELL_TABLE_SUSPENSIONS);
  fixture->map = dwell_text1_map_new (fixture->builder);
  fixture->contexts[0] = dwell_builder_add_context (fixture->builder, "TASK_A", DWELL_CONTEXT_TASK,
                                                    0, DWELL_NONE);
  fixture->contexts[1] = dwell_builder_add_context (fixture->builder, "ISR_B", DWELL_CONTEXT_TASK,
                                                    1, DWELL_NONE);
  fixture->machine = dwell_text1_machine_new (fixture->builder, fixture->map, order, NULL);
  add_area (fixture, DWELL_AREA_FUNCTION, 0, "taskA_main", 0);
  add_area (fixture, DWELL_AREA_FUNCTION, 1, "foo", 0);
  add_area (fixture, DWELL_AREA_FUNCTION, 2, "isrB", 0);
  add_area (fixture, DWELL_AREA_VARIABLE, 0x20000000, "VAR", 0);
  add_area (fixture, DWELL_AREA_STATE, 0x30000000, "OFF", 0);
  add_area (fixture, DWELL_AREA_STATE, 0x30000000, "ON", 1);
}

static DwellTrace *
run (Fixture   *fixture,
     const Row *rows,
     gsize      n_rows,
     gboolean  *was_swapped)
{
  static const char letters[] = "XSREW";
  g_autoptr(GError) error = NULL;

  for (gsize i = 0; i < n_rows; i++)
    {
      DwellText1Event event = {
        .time = rows[i].time,
        .value = rows[i].value,
        .handle = rows[i].handle,
        .context = rows[i].context >= 0 ? fixture->contexts[rows[i].context] : DWELL_NONE,
        .kind = (guint8) (strchr (letters, rows[i].event) - letters),
        .core = DWELL_CORE_UNKNOWN,
      };

      g_assert_true (dwell_text1_machine_push (fixture->machine, &event, 1, FALSE, 10 + i, 1,
                                               &error));
      g_assert_no_error (error);
    }

  g_assert_true (dwell_text1_machine_finish (fixture->machine, was_swapped, &error));
  g_assert_no_error (error);
  dwell_text1_machine_free (fixture->machine);
  dwell_text1_map_free (fixture->map);
  return dwell_builder_finish (fixture->builder);
}

static const Row preempt[] = {
  { 0, 'E', 0, 100, 0 }, { 0x20000000, 'W', 1, 120, -1 }, { 0, 'S', 0, 200, 0 },
  { 1, 'E', 0, 200, 0 }, { 1, 'S', 0, 250, 0 }, { 2, 'E', 0, 250, 1 }, { 2, 'X', 0, 290, 1 },
  { 1, 'R', 0, 290, 0 }, { 0x20000000, 'W', 0, 320, -1 }, { 1, 'X', 0, 400, 0 },
  { 0, 'R', 0, 400, 0 }, { 0, 'X', 0, 500, 0 }, { 0x20000000, 'W', 1, 520, -1 },
  { 0, 'E', 0, 600, 0 }, { 0, 'X', 0, 650, 0 },
};

/* The span of the area called @name that begins at @begin. */
static guint32
find_span (DwellTrace *trace,
           const char *name,
           gint64      begin)
{
  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_get_span_begin (trace, i) == begin &&
        g_str_equal (dwell_trace_get_area_name (trace, trace->span_area[i]), name))
      return i;

  g_error ("No span of %s at %" G_GINT64_FORMAT, name, begin);
}

static gint64
suspended (DwellTrace          *trace,
           guint32              span,
           DwellSuspensionKind  kind)
{
  gint64 sum = 0;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_span[i] == span && trace->suspension_kind[i] == kind)
      sum += trace->suspension_end[i] - trace->suspension_begin[i];

  return sum;
}

static void
check_span (DwellTrace *trace,
            const char *name,
            gint64      begin,
            gint64      end,
            gint64      waits,
            gint64      pauses,
            guint       flags)
{
  guint32 span = find_span (trace, name, begin);

  g_assert_cmpint (dwell_trace_get_span_end (trace, span), ==, end);
  g_assert_cmpint (suspended (trace, span, DWELL_SUSPENSION_WAIT), ==, waits);
  g_assert_cmpint (suspended (trace, span, DWELL_SUSPENSION_PAUSE), ==, pauses);
  g_assert_cmpuint (trace->span_flags[span], ==, flags);
}

static void
test_preempt (void)
{
  Fixture fixture;
  g_autoptr(DwellTrace) trace = NULL;
  gboolean was_swapped;

  set_up (&fixture, DWELL_TEXT1_ORDER_AUTO);
  fixture.builder->total_time = 700;
  trace = run (&fixture, preempt, G_N_ELEMENTS (preempt), &was_swapped);

  g_assert_false (was_swapped);
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 700);
  g_assert_cmpuint (trace->n_file_events, ==, G_N_ELEMENTS (preempt));
  g_assert_cmpuint (trace->n_writes, ==, 3);
  g_assert_cmpuint (trace->n_spans, ==, 7);
  check_span (trace, "taskA_main", 100, 500, 200, 0, 0);
  check_span (trace, "taskA_main", 600, 650, 0, 0, 0);
  check_span (trace, "foo", 200, 400, 0, 40, 0);
  check_span (trace, "isrB", 250, 290, 0, 0, 0);
  check_span (trace, "ON", 120, 320, 0, 0, 0);
  check_span (trace, "OFF", 320, 520, 0, 0, 0);
  check_span (trace, "ON", 520, 700, 0, 0, DWELL_SPAN_END_MISSING);
  g_assert_cmpuint (trace->span_parent[find_span (trace, "foo", 200)], ==,
                    find_span (trace, "taskA_main", 100));
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
}

/* Two frames of a recursion, and a preempted one, were open when the recording began. */
static void
test_from_before (void)
{
  static const Row rows[] = {
    { 2, 'R', 0, 5, 1 },
    { 1, 'X', 0, 10, 0 }, { 1, 'R', 0, 10, 0 }, { 1, 'S', 0, 20, 0 }, { 0, 'E', 0, 20, 0 },
    { 0, 'X', 0, 25, 0 }, { 1, 'R', 0, 25, 0 }, { 1, 'X', 0, 30, 0 },
    { 2, 'X', 0, 40, 1 },
  };
  Fixture fixture;
  g_autoptr(DwellTrace) trace = NULL;
  guint32 outer;

  set_up (&fixture, DWELL_TEXT1_ORDER_AUTO);
  fixture.builder->total_time = 50;
  trace = run (&fixture, rows, G_N_ELEMENTS (rows), NULL);

  g_assert_cmpuint (trace->n_spans, ==, 4);
  check_span (trace, "isrB", 0, 40, 0, 5, DWELL_SPAN_BEGIN_MISSING);
  check_span (trace, "taskA_main", 20, 25, 0, 0, 0);
  outer = find_span (trace, "foo", 0);
  g_assert_cmpint (dwell_trace_get_span_end (trace, outer), ==, 30);
  g_assert_cmpint (suspended (trace, outer, DWELL_SUSPENSION_WAIT), ==, 15);
  g_assert_cmpint (dwell_trace_get_span_end (trace, outer + 1), ==, 10);
  g_assert_cmpuint (trace->span_parent[outer + 1], ==, outer);
  g_assert_cmpuint (trace->span_flags[outer + 1], ==, DWELL_SPAN_BEGIN_MISSING);
}

/* A function that was suspended when the recording began does not wait for one that is entered just
 * then. */
static void
test_suspended_before (void)
{
  static const Row rows[] = {
    { 1, 'E', 0, 10, 0 }, { 1, 'X', 0, 20, 0 }, { 0, 'R', 0, 30, 0 }, { 0, 'X', 0, 40, 0 },
  };
  Fixture fixture;
  g_autoptr(DwellTrace) trace = NULL;

  set_up (&fixture, DWELL_TEXT1_ORDER_AUTO);
  trace = run (&fixture, rows, G_N_ELEMENTS (rows), NULL);
  g_assert_cmpuint (trace->n_suspensions, ==, 1);
  g_assert_cmpint (trace->suspension_begin[0], ==, 10);
  g_assert_cmpint (trace->suspension_end[0], ==, 30);
  g_assert_cmpuint (trace->suspension_kind[0], ==, DWELL_SUSPENSION_PAUSE);
}

/* Entries and exits alone: callers wait for what they call all the same. */
static void
test_without_suspend (void)
{
  static const Row rows[] = {
    { 0, 'E', 0, 10, -1 }, { 1, 'E', 0, 20, -1 }, { 1, 'X', 0, 30, -1 }, { 0, 'X', 0, 50, -1 },
    { 0, 'E', 0, 60, -1 }, { 1, 'E', 0, 70, -1 }, { 0, 'X', 0, 80, -1 }, { 1, 'E', 0, 90, -1 },
  };
  Fixture fixture;
  g_autoptr(DwellTrace) trace = NULL;

  set_up (&fixture, DWELL_TEXT1_ORDER_AUTO);
  trace = run (&fixture, rows, G_N_ELEMENTS (rows), NULL);

  check_span (trace, "taskA_main", 10, 50, 10, 0, 0);
  check_span (trace, "taskA_main", 60, 80, 10, 0, 0);
  check_span (trace, "foo", 70, 80, 0, 0, DWELL_SPAN_END_MISSING);
  check_span (trace, "foo", 90, 90, 0, 0, DWELL_SPAN_END_MISSING);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, dwell_trace_get_span_context (trace, 0)),
                   ==, "Unknown");
  g_assert_nonnull (trace->notes[0]);
}

static void
test_swapped (void)
{
  Row rows[G_N_ELEMENTS (preempt)];
  Fixture fixture;
  g_autoptr(DwellTrace) trace = NULL;
  gboolean was_swapped;

  memcpy (rows, preempt, sizeof rows);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i].event = rows[i].event == 'S' ? 'R' : rows[i].event == 'R' ? 'S' : rows[i].event;

  set_up (&fixture, DWELL_TEXT1_ORDER_AUTO);
  trace = run (&fixture, rows, G_N_ELEMENTS (rows), &was_swapped);

  g_assert_true (was_swapped);
  check_span (trace, "foo", 200, 400, 0, 40, 0);
  g_assert_cmpuint (trace->event_kind[2], ==, DWELL_EVENT_SUSPEND);
}

/* No mapping, times that run backwards, exits of nothing: all is kept and reported. */
static void
test_hostile (void)
{
  GRand *random = g_rand_new_with_seed (4711);

  for (guint round = 0; round < 200; round++)
    {
      Row rows[300];
      Fixture fixture;
      g_autoptr(DwellTrace) trace = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
        rows[i] = (Row) {
          .handle = (guint32) g_rand_int_range (random, 0, 8) << 28 |
                    (guint32) g_rand_int_range (random, 0, 3),
          .event = "XSREW"[g_rand_int_range (random, 0, 5)],
          .value = (guint64) g_rand_int_range (random, 0, 4),
          .time = (gint64) i * 3 + g_rand_int_range (random, -20, 20),
          .context = g_rand_int_range (random, -1, 2),
        };

      set_up (&fixture, DWELL_TEXT1_ORDER_PAGE);
      trace = run (&fixture, rows, G_N_ELEMENTS (rows), NULL);
      g_assert_cmpuint (trace->n_file_events, ==, G_N_ELEMENTS (rows));

      for (guint32 row = 0; row < trace->n_rows; row++)
        {
          const DwellRow *r = &trace->rows[row];
          const guint32 *spans = trace->row_spans + r->first_span;

          for (guint32 i = 0; i < r->n_spans; i++)
            {
              guint32 span = spans[i];

              g_assert_cmpint (dwell_trace_get_span_begin (trace, span), <=,
                               dwell_trace_get_span_end (trace, span));
              if (i > 0)
                g_assert_cmpint (dwell_trace_get_span_end (trace, spans[i - 1]), <=,
                                 dwell_trace_get_span_begin (trace, span));
            }
          for (guint32 i = 1; i < r->n_suspensions; i++)
            g_assert_cmpint (
              trace->suspension_end[trace->row_suspensions[r->first_suspension + i - 1]], <=,
              trace->suspension_begin[trace->row_suspensions[r->first_suspension + i]]);
        }
    }

  g_rand_free (random);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text1/machine/preempt", test_preempt);
  g_test_add_func ("/text1/machine/from-before", test_from_before);
  g_test_add_func ("/text1/machine/suspended-before", test_suspended_before);
  g_test_add_func ("/text1/machine/without-suspend", test_without_suspend);
  g_test_add_func ("/text1/machine/swapped", test_swapped);
  g_test_add_func ("/text1/machine/hostile", test_hostile);
  return g_test_run ();
}
