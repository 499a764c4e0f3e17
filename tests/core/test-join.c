/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joining: random traces must be found again in the joined one, span for span; names, clocks,
 * properties, problems and notes as dwell-join.h promises. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "core/dwell-join.h"
#include "support/trace-maker.h"

/* Makes a file of a process (0: unknown) with one thread, a span in a span and a message. */
static DwellTrace *
make_file (guint64 process,
           gint64  wall_clock_ns,
           gint64  begin)
{
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "outer", -1),
                     .parent = DWELL_NONE };
  guint32 context = DWELL_NONE;
  guint32 track;
  guint32 rows[2];
  guint32 areas[2];
  guint32 spans[2];

  if (process != 0)
    {
      g_autofree char *name = g_strdup_printf ("process %" G_GUINT64_FORMAT, process);

      context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_PROCESS, process,
                                           DWELL_NONE);
    }

  context = dwell_builder_add_context (builder, "thread 11", DWELL_CONTEXT_THREAD, 11, context);
  track = dwell_builder_add_track (builder, "thread 11", context, FALSE);
  rows[0] = dwell_builder_add_row (builder, track, 0);
  rows[1] = dwell_builder_add_row (builder, track, 0);
  areas[0] = dwell_builder_add_area (builder, &area);
  area.name = dwell_strings_intern (builder->strings, "inner", -1);
  area.parent = areas[0];
  areas[1] = dwell_builder_add_area (builder, &area);

  g_assert_true (dwell_builder_reserve_spans (builder, 2, NULL));
  spans[0] = dwell_builder_open_span (builder, areas[0], rows[0], DWELL_NONE, begin);
  spans[1] = dwell_builder_open_span (builder, areas[1], rows[1], spans[0], begin + 10);
  dwell_builder_close_span (builder, spans[1], begin + 30, DWELL_SPAN_CLAMPED);
  dwell_builder_close_span (builder, spans[0], begin + 100, 0);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_EXIT, begin + 30, track, spans[1],
                                         areas[1],
                                         dwell_strings_intern (builder->strings, "said", -1),
                                         NULL));

  if (process != 0)
    dwell_builder_set_property (builder, "process_id", "Process", g_variant_new_uint64 (process));

  dwell_builder_set_property (builder, "clean_exit", "Clean", g_variant_new_boolean (TRUE));
  dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "odd", 3, -1, "Odd");
  builder->wall_clock_ns = wall_clock_ns;
  builder->n_events = 5;
  return dwell_builder_finish (builder);
}

static DwellTrace *
join_two (DwellTrace *first,
          DwellTrace *second)
{
  DwellTrace *traces[] = { first, second };
  static const char * const names[] = { "a.log", "b.log" };
  g_autoptr(GError) error = NULL;
  DwellTrace *joined = dwell_join (traces, names, 2, &error);

  g_assert_no_error (error);
  dwell_trace_unref (first);
  dwell_trace_unref (second);
  return joined;
}

static void
check_context (const DwellTrace *trace,
               guint32           context,
               const char       *name,
               DwellContextKind  kind,
               guint32           parent)
{
  g_assert_cmpuint (context, <, trace->n_contexts);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, context), ==, name);
  g_assert_cmpint (trace->contexts[context].kind, ==, kind);
  g_assert_cmpuint (trace->contexts[context].parent, ==, parent);
}

static void
test_processes (void)
{
  g_autoptr(DwellTrace) trace = join_two (make_file (4711, 5000, 0), make_file (4712, 3000, 7));

  g_assert_cmpuint (trace->n_contexts, ==, 4);
  check_context (trace, 0, "process 4711", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  check_context (trace, 1, "process 4711, thread 11", DWELL_CONTEXT_THREAD, 0);
  check_context (trace, 2, "process 4712", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  check_context (trace, 3, "process 4712, thread 11", DWELL_CONTEXT_THREAD, 2);
  g_assert_cmpuint (trace->contexts[0].id, ==, 4711);
  g_assert_cmpuint (trace->contexts[3].id, ==, 11);

  g_assert_cmpuint (trace->n_tracks, ==, 2);
  g_assert_cmpuint (trace->tracks[1].context, ==, 3);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[1].name), ==,
                   "process 4712, thread 11");

  /* One area each, whichever file they are from; the parent too. */
  g_assert_cmpuint (trace->n_areas, ==, 2);
  g_assert_cmpuint (trace->areas[1].parent, ==, 0);
  g_assert_cmpuint (trace->n_spans, ==, 4);
  g_assert_cmpuint (trace->span_area[0], ==, trace->span_area[2]);
  g_assert_cmpuint (trace->span_parent[3], ==, 2);
  g_assert_cmpuint (trace->span_flags[3], ==, DWELL_SPAN_CLAMPED);
  g_assert_cmpuint (trace->mark_span[1], ==, 3);
  g_assert_cmpuint (trace->mark_kind[1], ==, DWELL_MARK_EXIT);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->mark_text[1]), ==, "said");

  /* The second file's clock is the earlier: its zero is the joined one. */
  g_assert_cmpint (trace->wall_clock_ns, ==, 3000);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 0), ==, 2000);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 2), ==, 7);
  g_assert_cmpint (trace->mark_time[0], ==, 2030);
  g_assert_cmpint (trace->begin, ==, 7);
  g_assert_cmpint (trace->end, ==, 2100);
  g_assert_cmpuint (trace->n_events, ==, 10);
  g_assert_null (trace->notes[0]);
}

static void
test_without_clock (void)
{
  g_autoptr(DwellTrace) trace = join_two (make_file (1, DWELL_TIME_NONE, 5),
                                          make_file (2, 3000, 7));

  g_assert_cmpint (trace->wall_clock_ns, ==, DWELL_TIME_NONE);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 0), ==, 5);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 2), ==, 7);
  g_assert_nonnull (trace->notes[0]);
  g_assert_null (trace->notes[1]);
}

/* Clocks so far apart that a time would not fit are no clocks. */
static void
test_wild_clocks (void)
{
  g_autoptr(DwellTrace) far = join_two (make_file (1, G_MAXINT64, 0), make_file (2, -2, 0));
  g_autoptr(DwellTrace) end = join_two (make_file (1, 0, 0), make_file (2, G_MAXINT64 - 50, 0));

  g_assert_cmpint (far->wall_clock_ns, ==, DWELL_TIME_NONE);
  g_assert_cmpint (far->end, ==, 100);
  g_assert_cmpint (end->wall_clock_ns, ==, DWELL_TIME_NONE);
  g_assert_cmpint (end->end, ==, 100);
}

static void
test_names (void)
{
  g_autoptr(DwellTrace) same = join_two (make_file (7, 0, 0), make_file (7, 0, 0));
  g_autoptr(DwellTrace) unknown = join_two (make_file (0, 0, 0), make_file (9, 0, 0));

  check_context (same, 0, "process 7", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  check_context (same, 3, "process 7 (2), thread 11", DWELL_CONTEXT_THREAD, 2);
  check_context (unknown, 0, "a.log", DWELL_CONTEXT_SESSION, DWELL_NONE);
  check_context (unknown, 1, "a.log, thread 11", DWELL_CONTEXT_THREAD, 0);
  check_context (unknown, 2, "process 9", DWELL_CONTEXT_PROCESS, DWELL_NONE);
}

/* The names of a file that has two processes itself contain the process. */
static DwellTrace *
make_two_processes (void)
{
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_SPANS);

  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *process = g_strdup_printf ("process %u", i);
      g_autofree char *thread = g_strdup_printf ("process %u, thread 1", i);
      guint32 context = dwell_builder_add_context (builder, process, DWELL_CONTEXT_PROCESS, i,
                                                   DWELL_NONE);

      context = dwell_builder_add_context (builder, thread, DWELL_CONTEXT_THREAD, 1, context);
      dwell_builder_add_track (builder, thread, context, FALSE);
    }

  return dwell_builder_finish (builder);
}

static void
test_several_processes (void)
{
  g_autoptr(DwellTrace) trace = join_two (make_file (2, 0, 0), make_two_processes ());

  g_assert_cmpuint (trace->n_contexts, ==, 6);
  check_context (trace, 2, "process 1", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  check_context (trace, 3, "process 1, thread 1", DWELL_CONTEXT_THREAD, 2);
  check_context (trace, 4, "process 2 (2)", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  check_context (trace, 5, "process 2 (2), thread 1", DWELL_CONTEXT_THREAD, 4);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[2].name), ==,
                   "process 2 (2), thread 1");
}

static DwellTrace *
make_other (DwellContextKind kind,
            const char      *context_name,
            const char      *track_name)
{
  DwellBuilder *builder = dwell_builder_new ("other", "Other", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, context_name, kind, 1, DWELL_NONE);

  dwell_builder_add_track (builder, track_name, context, TRUE);
  return dwell_builder_finish (builder);
}

/* A context that represents a whole file gets the file's name; a process keeps its own. */
static void
test_other_roots (void)
{
  g_autoptr(DwellTrace) trace = join_two (make_other (DWELL_CONTEXT_SESSION, "session", "modules"),
                                          make_other (DWELL_CONTEXT_PROCESS, "process 3",
                                                      "process 3"));

  g_assert_cmpuint (trace->n_contexts, ==, 2);
  check_context (trace, 0, "a.log", DWELL_CONTEXT_SESSION, DWELL_NONE);
  check_context (trace, 1, "process 3", DWELL_CONTEXT_PROCESS, DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[0].name), ==, "a.log, modules");
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[1].name), ==, "process 3");
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 0);
}

static void
test_properties (void)
{
  g_autoptr(DwellTrace) trace = join_two (make_file (4711, 0, 0), make_file (0, 0, 0));
  const DwellProperty *property = dwell_trace_get_property (trace, "clean_exit");

  g_assert_true (g_variant_get_boolean (property->value));
  property = dwell_trace_get_property (trace, "process_id");
  g_assert_cmpstr (g_variant_get_string (property->value, NULL), ==, "a.log: 4711");
  g_assert_cmpstr (property->title, ==, "Process");
  property = dwell_trace_get_property (trace, "files");
  g_assert_cmpstr (g_variant_get_string (property->value, NULL), ==, "a.log; b.log");
  g_assert_cmpuint (trace->n_properties, ==, 3);

  g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 2);
  g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->file, ==, "a.log");
  g_assert_cmpstr (dwell_problems_get (trace->problems, 1)->file, ==, "b.log");
  g_assert_cmpuint (dwell_problems_get (trace->problems, 1)->line, ==, 3);
}

static void
test_refused (void)
{
  DwellTrace *traces[] = { make_file (1, 0, 0), make_other (DWELL_CONTEXT_SESSION, "s", "t") };
  static const char * const names[] = { "a.log", "b.csv" };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) alone = NULL;

  g_assert_null (dwell_join (traces, names, 2, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_APART);
  g_assert_nonnull (strstr (error->message, "b.csv"));

  /* One alone is itself. */
  alone = dwell_join (traces, names, 1, NULL);
  g_assert_true (alone == traces[0]);

  dwell_trace_unref (traces[0]);
  dwell_trace_unref (traces[1]);
}

static DwellTrace *
make_sampled (DwellAxis axis)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);

  builder->axis = axis;
  return dwell_builder_finish (builder);
}

/* Numbers of samples are not added to times. */
static void
test_samples (void)
{
  static const char * const names[] = { "times.prof", "samples.prof" };
  g_autoptr(DwellTrace) times = make_sampled (DWELL_AXIS_CUMULATIVE_TIME);
  g_autoptr(DwellTrace) samples = make_sampled (DWELL_AXIS_SAMPLES);
  g_autoptr(DwellTrace) joined = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_join ((DwellTrace *[]) { times, samples }, names, 2, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_APART);
  g_assert_nonnull (strstr (error->message, "“samples.prof” counts samples"));

  joined = dwell_join ((DwellTrace *[]) { samples, samples }, names, 2, NULL);
  g_assert_nonnull (joined);
  g_assert_cmpint (joined->axis, ==, DWELL_AXIS_SAMPLES);
}

/* A trace without processes, whose tasks come before what belongs to all of it. */
static DwellTrace *
make_tasks (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);

  dwell_builder_add_context (builder, "task", DWELL_CONTEXT_TASK, 1, DWELL_NONE);
  dwell_builder_add_context (builder, "session", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  dwell_builder_add_context (builder, "other", DWELL_CONTEXT_TASK, 2, DWELL_NONE);
  return dwell_builder_finish (builder);
}

/* Each file is one outermost context, that of its session, and has its tasks. */
static void
test_sessions (void)
{
  g_autoptr(DwellTrace) joined = join_two (make_tasks (), make_tasks ());
  guint32 n_outermost = 0;

  for (guint32 i = 0; i < joined->n_contexts; i++)
    if (joined->contexts[i].parent == DWELL_NONE)
      {
        g_assert_cmpint (joined->contexts[i].kind, ==, DWELL_CONTEXT_SESSION);
        g_assert_cmpstr (dwell_trace_get_context_name (joined, i), ==,
                         n_outermost == 0 ? "a.log" : "b.log");
        n_outermost++;
      }

  g_assert_cmpuint (n_outermost, ==, 2);
  g_assert_cmpuint (joined->n_contexts, ==, 6);
}

static DwellTrace *
make_weighed (const char *unit,
              gboolean    has_nodes)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "main", -1),
                     .parent = DWELL_NONE, .kind = DWELL_AREA_ROUTINE };
  guint32 number = dwell_builder_add_area (builder, &area);

  builder->weight_unit = dwell_strings_intern (builder->strings, unit, -1);
  if (has_nodes)
    dwell_builder_add_stack_node (builder, DWELL_NONE, number, context, NULL);
  return dwell_builder_finish (builder);
}

/* Neither are blocks to instructions, where both files have a call tree. */
static void
test_weights (void)
{
  static const char * const names[] = { "a.aprof", "b.aprof", "c.aprof" };
  g_autoptr(DwellTrace) blocks = make_weighed ("bb-count", TRUE);
  g_autoptr(DwellTrace) flat = make_weighed ("time-usec", FALSE);
  g_autoptr(DwellTrace) instructions = make_weighed ("vex-instr", TRUE);
  g_autoptr(DwellTrace) alike = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_join ((DwellTrace *[]) { flat, blocks, instructions }, names, 3, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_APART);
  g_assert_nonnull (strstr (error->message, "“b.aprof” (bb-count), “c.aprof” (vex-instr)"));

  alike = dwell_join ((DwellTrace *[]) { blocks, flat, blocks }, names, 3, NULL);
  g_assert_nonnull (alike);
  g_assert_cmpuint (alike->n_stack_nodes, ==, 2);
}

static DwellTrace *
random_trace (gboolean is_free)
{
  TraceMaker maker;

  trace_maker_init (&maker, is_free);
  maker.builder->wall_clock_ns = g_test_rand_int_range (0, 1000);

  for (int i = 0; i < 200; i++)
    trace_maker_step (&maker);

  return trace_maker_finish (&maker);
}

/* Everything of @part is in @joined, from the span and the mark with these numbers on. */
static void
check_part (const DwellTrace *joined,
            const DwellTrace *part,
            guint32           first_span,
            guint32           first_mark)
{
  gint64 offset = part->wall_clock_ns - joined->wall_clock_ns;

  for (guint32 i = 0; i < part->n_spans; i++)
    {
      guint32 span = first_span + i;
      guint32 parent = part->span_parent[i];
      guint32 track = dwell_trace_get_span_track (part, i);
      guint32 joined_track = dwell_trace_get_span_track (joined, span);

      g_assert_cmpint (dwell_trace_get_span_begin (joined, span), ==,
                       dwell_trace_get_span_begin (part, i) + offset);
      g_assert_cmpint (dwell_trace_get_span_end (joined, span), ==,
                       dwell_trace_get_span_end (part, i) + offset);
      g_assert_cmpuint (joined->span_flags[span], ==, part->span_flags[i]);
      g_assert_cmpuint (joined->span_parent[span], ==,
                        parent == DWELL_NONE ? DWELL_NONE : parent + first_span);
      g_assert_cmpstr (dwell_trace_get_area_name (joined, joined->span_area[span]), ==,
                       dwell_trace_get_area_name (part, part->span_area[i]));
      g_assert_cmpuint (joined->span_row[span] - joined->tracks[joined_track].first_row, ==,
                        part->span_row[i] - part->tracks[track].first_row);
      g_assert_cmpuint (joined->contexts[joined->tracks[joined_track].context].id, ==,
                        part->contexts[part->tracks[track].context].id);
      g_assert_cmpint (dwell_trace_get_span_own (joined, span), ==,
                       dwell_trace_get_span_own (part, i));
    }

  for (guint32 i = 0; i < part->n_marks; i++)
    g_assert_cmpint (joined->mark_time[first_mark + i], ==, part->mark_time[i] + offset);
}

static void
test_random (void)
{
  static const char * const names[] = { "a", "b", "a" };

  for (guint round = 0; round < 30; round++)
    {
      DwellTrace *parts[] = { random_trace (FALSE), random_trace (TRUE), random_trace (FALSE) };
      g_autoptr(DwellTrace) joined = dwell_join (parts, names, 3, NULL);
      guint32 n_spans = 0;
      guint32 n_marks = 0;

      for (guint i = 0; i < 3; i++)
        {
          check_part (joined, parts[i], n_spans, n_marks);
          n_spans += parts[i]->n_spans;
          n_marks += parts[i]->n_marks;
          dwell_trace_unref (parts[i]);
        }

      g_assert_cmpuint (joined->n_spans, ==, n_spans);
      g_assert_cmpuint (joined->n_marks, ==, n_marks);
    }
}

/* A file with a variable that is written, and a span that was preempted. */
static DwellTrace *
make_recording (guint64  value,
                gboolean is_real)
{
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_SPANS | DWELL_TABLE_WRITES |
                                             DWELL_TABLE_EVENTS | DWELL_TABLE_SUSPENSIONS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "speed", -1),
                     .kind = DWELL_AREA_VARIABLE, .parent = DWELL_NONE };
  guint32 variable = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "task", DWELL_CONTEXT_TASK, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "task", context, FALSE);
  guint32 values = dwell_builder_add_track (builder, "speed", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  guint8 core = 1;
  guint32 span;

  dwell_builder_set_track_kind (builder, values, DWELL_TRACK_STEPS, DWELL_TRACKS_DATA, variable);
  if (is_real)
    dwell_builder_begin_reals (builder, values);
  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  g_assert_true (dwell_builder_reserve_events (builder, 1, NULL));
  span = dwell_builder_open_span (builder, variable, row, DWELL_NONE, 10);
  dwell_builder_close_span (builder, span, 90, 0);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_PAUSE, span, 20, 40);
  dwell_builder_add_event (builder, DWELL_EVENT_WRITE, variable, 30);
  dwell_column_append (builder->event_core, &core, 1);
  dwell_column_append (builder->event_context, &context, 1);
  dwell_builder_add_write (builder, values, 30, value);

  return dwell_builder_finish (builder);
}

static void
test_file_tables (void)
{
  static const char * const names[] = { "one", "two" };
  g_autoptr(GError) error = NULL;
  DwellTrace *parts[] = { make_recording (11, FALSE), make_recording (22, FALSE) };
  g_autoptr(DwellTrace) joined = dwell_join (parts, names, 2, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (joined->n_writes, ==, 2);
  g_assert_cmpuint (joined->n_suspensions, ==, 2);
  g_assert_cmpuint (joined->n_file_events, ==, 2);
  g_assert_nonnull (joined->event_core);

  for (guint i = 0; i < 2; i++)
    {
      const DwellTrack *track = &joined->tracks[joined->write_track[i]];

      g_assert_cmpuint (joined->write_value[i], ==, 11 * (i + 1));
      g_assert_cmpint (dwell_trace_get_write_time (joined, i), ==, 30);
      g_assert_cmpuint (track->kind, ==, DWELL_TRACK_STEPS);
      g_assert_cmpuint (track->n_writes, ==, 1);
      g_assert_cmpuint (track->area, ==, joined->event_area[i]);
      g_assert_cmpuint (joined->suspension_span[i], ==, i);
      g_assert_cmpint (dwell_trace_get_span_own (joined, i), ==, 60);
      g_assert_cmpuint (joined->event_context[i], ==, track->context);
      dwell_trace_unref (parts[i]);
    }
}

/* A variable that has integers in one file and reals in the other has reals. */
static void
test_reals (void)
{
  static const char * const names[] = { "one", "two" };
  double real = 2.5;
  guint64 bits;
  DwellTrace *parts[3];

  memcpy (&bits, &real, sizeof bits);
  parts[0] = make_recording (11, FALSE);
  parts[1] = make_recording (bits, TRUE);
  parts[2] = parts[0];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(DwellTrace) joined = dwell_join (parts + i, names, 2, NULL);
      double values[2];

      memcpy (values, joined->write_value, sizeof values);
      g_assert_true (joined->areas[joined->tracks[joined->write_track[0]].area].is_float);
      g_assert_cmpfloat (values[i], ==, 11);
      g_assert_cmpfloat (values[1 - i], ==, 2.5);
    }

  dwell_trace_unref (parts[0]);
  dwell_trace_unref (parts[1]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/join/processes", test_processes);
  g_test_add_func ("/join/without-clock", test_without_clock);
  g_test_add_func ("/join/wild-clocks", test_wild_clocks);
  g_test_add_func ("/join/names", test_names);
  g_test_add_func ("/join/several-processes", test_several_processes);
  g_test_add_func ("/join/other-roots", test_other_roots);
  g_test_add_func ("/join/properties", test_properties);
  g_test_add_func ("/join/refused", test_refused);
  g_test_add_func ("/join/samples", test_samples);
  g_test_add_func ("/join/sessions", test_sessions);
  g_test_add_func ("/join/weights", test_weights);
  g_test_add_func ("/join/random", test_random);
  g_test_add_func ("/join/file-tables", test_file_tables);
  g_test_add_func ("/join/reals", test_reals);

  return g_test_run ();
}
