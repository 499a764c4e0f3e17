/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines below the functions that ran them: random programs, whose every activation is known, are
 * recorded as Text1 and read, from their begin or from the middle. There are recursion, calls
 * within lines, preemption, functions without lines, lines whose functions are not recorded, and
 * lines that are active within lines. */
#include "config.h"

#include "core/dwell-join.h"
#include "text1-fixture.h"

#define N_CONTEXTS  2
#define N_FUNCTIONS 6
#define N_RECORDED  4 /* the others have lines alone */
#define WITHOUT_LINES 2
#define N_LINES     3 /* of a function */
#define MAX_LEVEL   7
#define MAX_EVENTS  400

/* An activation of a function or line, as it happened. */
typedef struct {
  guint   handle;
  guint   last_event;   /* the time of its exit, when no other ends */
  gint64  end;          /* no other ends then */
  guint32 depth;        /* expected */
  guint32 owner;        /* of a line: the depth of its function; DWELL_NONE: not recorded */
} Truth;

typedef struct {
  GRand     *random;
  GPtrArray *events; /* rows of the timeline */
  GArray    *truths;
  gint64     time;
  guint32    depths[N_CONTEXTS]; /* recorded functions that are open */
  gboolean   is_cut;             /* the recording begins in the middle */
} Program;

static void
emit (Program *program,
      guint    handle,
      char     event,
      guint    context)
{
  g_ptr_array_add (program->events,
                   g_strdup_printf ("%08X,%c,,%" G_GINT64_FORMAT ",0x%u", handle, event,
                                    program->time, context));
}

static guint
add_truth (Program *program,
           guint    handle,
           guint32  depth)
{
  Truth truth = { .handle = handle, .depth = depth, .owner = DWELL_NONE };

  g_array_append_val (program->truths, truth);
  return program->truths->len - 1;
}

static Truth *
get_truth (Program *program,
           guint    number)
{
  return &g_array_index (program->truths, Truth, number);
}

static void
leave (Program *program,
       guint    number,
       guint    context)
{
  Truth *truth = get_truth (program, number);

  program->time += g_rand_int_range (program->random, 1, 9);
  truth->end = program->time;
  truth->last_event = program->events->len;
  emit (program, truth->handle, 'X', context);
}

static void run_function (Program *program,
                          guint    context,
                          guint    function,
                          guint    level);

/* Runs @function while @line (0: none) is active: it does nothing, calls, or waits while others
 * run. */
static void
act (Program *program,
     guint    context,
     guint    function,
     guint    line,
     guint    level)
{
  gboolean is_recorded = function < N_RECORDED;
  guint callee = (guint) g_rand_int_range (program->random, 0, N_FUNCTIONS);
  guint choice = (guint) g_rand_int_range (program->random, 0, 4);
  gboolean calls = choice <= 1 && (is_recorded || !program->is_cut);
  guint other = calls ? context : 1 - context;

  if (level >= MAX_LEVEL || program->events->len > MAX_EVENTS || choice == 3 ||
      (!calls && (choice <= 1 || !is_recorded || program->depths[other] > 0)))
    return;

  program->time += g_rand_int_range (program->random, 1, 9);

  /* A callee that is not recorded does not suspend its caller. */
  if (line != 0 && is_recorded && (!calls || callee < N_RECORDED))
    emit (program, line, 'S', context);
  if (is_recorded && (!calls || callee < N_RECORDED))
    emit (program, function, 'S', context);

  run_function (program, other, callee, level + 1);

  if (is_recorded && (!calls || callee < N_RECORDED))
    emit (program, function, 'R', context);
  if (line != 0 && is_recorded && (!calls || callee < N_RECORDED))
    emit (program, line, 'R', context);
}

/* Runs a line of the activation @owner, and perhaps others while it is active. */
static void
run_line (Program *program,
          guint    context,
          guint    function,
          guint    owner,
          guint32  depth,
          guint    level)
{
  guint line = 0x10000000u + function * N_LINES +
               (guint) g_rand_int_range (program->random, 0, N_LINES);
  guint number = add_truth (program, line, depth);

  program->time += g_rand_int_range (program->random, 0, 3);
  emit (program, line, 'E', context);
  act (program, context, function, line, level);

  if (!program->is_cut && level < MAX_LEVEL && g_rand_int_range (program->random, 0, 4) == 0)
    run_line (program, context, function, owner, depth, level + 1);

  leave (program, number, context);
  get_truth (program, number)->owner = owner;
}

static void
run_function (Program *program,
              guint    context,
              guint    function,
              guint    level)
{
  gboolean is_recorded = function < N_RECORDED;
  guint32 depth = program->depths[context];
  guint n = (guint) g_rand_int_range (program->random, 0, 4);
  guint owner = DWELL_NONE;

  if (is_recorded)
    {
      owner = add_truth (program, function, depth);
      emit (program, function, 'E', context);
      program->depths[context]++;
    }

  for (guint i = 0; i < n; i++)
    if (function == WITHOUT_LINES)
      act (program, context, function, 0, level);
    else
      run_line (program, context, function, owner, depth, level);

  if (is_recorded)
    {
      program->depths[context]--;
      leave (program, owner, context);
    }
}

static char *
write_file (Program *program,
            guint    first_event)
{
  GString *text = g_string_new ("* CONTEXTS %NAME%,%HANDLE%\nTASK,0x0\nISR,0x1\n"
                                "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n");

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_string_append_printf (text, "%08X,f%u,\n", i, i);
      for (guint k = 0; k < N_LINES; k++)
        g_string_append_printf (text, "%08X,line %u of f%u,%u\n", 0x10000000u + i * N_LINES + k, k,
                                i, 10 * i + k + 1);
    }

  g_string_append (text, "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%,%CONTEXT%\n");
  for (guint i = first_event; i < program->events->len; i++)
    g_string_append_printf (text, "%s\n", (char *) g_ptr_array_index (program->events, i));

  return g_string_free (text, FALSE);
}

/* The span that ended at @end. */
static guint32
find_span (const DwellTrace *trace,
           guint             handle,
           gint64            end)
{
  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_get_span_end (trace, i) == end &&
        trace->areas[trace->span_area[i]].handle == handle)
      return i;

  return DWELL_NONE;
}

/* Rows from the outermost to the innermost, each followed by those of its lines, none of them
 * empty. */
static void
check_rows (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      guint32 n_lines = 0;
      guint32 n_functions = 0;

      for (guint32 k = 0; k < track->n_rows; k++)
        {
          const DwellRow *row = &trace->rows[track->first_row + k];

          g_assert_cmpuint (row->n_spans, >, 0);
          if (!row->is_lines)
            g_assert_cmpuint (row->depth, ==, n_functions++);
          else
            n_lines++;

          if (k > 0)
            g_assert_cmpuint (row->depth, >=, row[-1].depth);
        }

      g_assert_cmpuint (n_lines, ==, track->n_line_rows);
    }
}

static void
check_truths (const DwellTrace *trace,
              Program          *program,
              guint             first_event)
{
  guint32 n_spans = 0;

  for (guint i = 0; i < program->truths->len; i++)
    {
      const Truth *truth = get_truth (program, i);
      gboolean is_line = truth->handle >= 0x10000000u;
      guint32 span;
      const DwellRow *row;

      if (truth->last_event < first_event)
        continue;

      n_spans++;
      span = find_span (trace, truth->handle, truth->end);
      g_assert_cmpuint (span, !=, DWELL_NONE);
      row = &trace->rows[trace->span_row[span]];
      g_assert_cmpint (row->is_lines, ==, is_line);
      g_assert_cmpuint (row->depth, ==, truth->depth);

      if (truth->owner != DWELL_NONE)
        {
          const Truth *owner = get_truth (program, truth->owner);

          g_assert_cmpuint (dwell_trace_get_line_function (trace, span), ==,
                            find_span (trace, owner->handle, owner->end));
        }
      else
        {
          g_assert_cmpuint (dwell_trace_get_line_function (trace, span), ==, DWELL_NONE);
        }

      if (is_line)
        g_assert_cmpuint (trace->span_parent[span], ==, DWELL_NONE);
    }

  g_assert_cmpuint (trace->n_spans, ==, n_spans);
}

/* The first line of each function, by the functions of all lines. */
static void
check_first_lines (const DwellTrace *trace)
{
  g_autofree guint32 *firsts = g_new (guint32, trace->n_spans + 1);

  for (guint32 i = 0; i < trace->n_spans; i++)
    firsts[i] = DWELL_NONE;

  for (guint32 i = trace->n_spans; i-- > 0;)
    if (dwell_trace_get_line_function (trace, i) != DWELL_NONE)
      firsts[dwell_trace_get_line_function (trace, i)] = i;

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_assert_cmpuint (dwell_trace_get_first_line (trace, i), ==, firsts[i]);
}

/* Joined with another file, rows keep their places. */
static void
check_joined (DwellTrace *trace)
{
  DwellTrace * const traces[] = { trace, trace };
  static const char * const names[] = { "a", "b" };
  g_autoptr(DwellTrace) joined = dwell_join (traces, names, 2, NULL);

  g_assert_cmpuint (joined->n_rows, ==, 2 * trace->n_rows);
  check_rows (joined);
  check_first_lines (joined);

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_assert_cmpuint (dwell_trace_get_line_function (joined, i), ==,
                      dwell_trace_get_line_function (trace, i));
}

static void
test_programs (gconstpointer data)
{
  for (guint round = 0; round < 200; round++)
    {
      Program program = { .is_cut = GPOINTER_TO_INT (data) };
      g_autofree char *text = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      guint first_event = 0;

      program.random = g_rand_new_with_seed (round);
      program.events = g_ptr_array_new_with_free_func (g_free);
      program.truths = g_array_new (FALSE, FALSE, sizeof (Truth));

      for (guint i = 0; i < 5; i++)
        run_function (&program, i % N_CONTEXTS, i % N_RECORDED, 0);

      if (program.is_cut)
        first_event = (guint) g_rand_int_range (program.random, 1, (int) program.events->len);

      text = write_file (&program, first_event);
      trace = text1_open_text (text, NULL);
      check_rows (trace);
      check_truths (trace, &program, first_event);
      check_first_lines (trace);
      check_joined (trace);

      g_ptr_array_unref (program.events);
      g_array_unref (program.truths);
      g_rand_free (program.random);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/text1-nested/whole", GINT_TO_POINTER (FALSE), test_programs);
  g_test_add_data_func ("/text1-nested/from-the-middle", GINT_TO_POINTER (TRUE), test_programs);

  return g_test_run ();
}
