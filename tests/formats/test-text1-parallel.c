/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Text1 file means the same however many threads read it and wherever it is cut into blocks, and
 * so do the parts of it that are shown while it is read. */
#include "config.h"

#include <string.h>

#include "support/trace-invariants.h"
#include "text1-fixture.h"

#define N_EVENTS 30000

/* Properties of a file that only become visible after many events. */
typedef enum {
  LATE_NOTHING,
  LATE_FRAMES,  /* from before the recording */
  LATE_ORDER,   /* suspend and resume are swapped */
  LATE_STATES,  /* a variable turns out to have states */
  LATE_ALL,     /* no mapping for some, times that run backwards, contexts at random */
  N_LATE,
} Late;

static void
put_names (GString *text)
{
  g_string_append (text, "* CONTEXTS %NAME%,%HANDLE%\nA,0x0\nB,0x1\nC,0x2\n"
                   "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n");
  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "%08X,function%u,\n10000%03X,line %u;,%u\n", i, i, i, i, i + 10);
  g_string_append (text, "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n"
                   "20000000,plain,\n20000001,task,\n30000001,A,0\n30000001,B,1\n30000001,C,2\n"
                   "20000002,state,\n30000002,off,0\n30000002,on,1\n20000003,later,\n"
                   "* STATISTICS(Functions) CONTEXT(TSK: A) %HANDLE%,%COUNT%\n"
                   "00000000,5\n00000001,5\n00000002,5\n"
                   "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%,%CONTEXT%\n");
}

static void
put (GString    *text,
     guint32     handle,
     char        kind,
     int         value,
     gint64      time,
     const char *context)
{
  g_string_append_printf (text, "%08X,%c,", handle, kind);
  if (value >= 0)
    g_string_append_printf (text, "%08X", (guint) value);
  g_string_append_printf (text, ",%" G_GINT64_FORMAT ",%s\n", time, context);
}

/* A legal nest of calls in three contexts, with lines and variables between them. */
static GString *
make_file (GRand *rand,
           Late   late)
{
  GString *text = g_string_new (NULL);
  guint32 stacks[3][8];
  guint depths[3] = { 0 };
  gint64 time = 0;

  put_names (text);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      guint c = (guint) g_rand_int_range (rand, 0, 3);
      const char *context = (const char *[]) { "A", "0x1", "2" }[c];
      guint32 function = c * 4 + (guint32) g_rand_int_range (rand, 0, 4);
      gboolean is_late = i > N_EVENTS / 3 && g_rand_int_range (rand, 0, 500) == 0;

      time += g_rand_int_range (rand, 0, 9);
      if (late == LATE_ALL)
        {
          put (text, (guint32) g_rand_int_range (rand, 0, 8) << 28 |
               (guint32) g_rand_int_range (rand, 0, 5), "XSREW"[g_rand_int_range (rand, 0, 5)],
               g_rand_int_range (rand, 0, 3), time - (is_late ? 20 : 0),
               g_rand_boolean (rand) ? context : "");
          continue;
        }

      if (is_late && late == LATE_FRAMES)
        put (text, function, "RX"[g_rand_int_range (rand, 0, 2)], -1, time, context);
      else if (is_late && late == LATE_STATES)
        put (text, 0x30000003, 'E', g_rand_int_range (rand, 0, 3), time, "");
      else if (g_rand_int_range (rand, 0, 4) == 0)
        put (text, 0x20000000 | (guint32) g_rand_int_range (rand, 0, 4), 'W',
             g_rand_int_range (rand, 0, 4), time, "");
      else if (depths[c] < 8 && g_rand_boolean (rand))
        {
          if (depths[c] > 0)
            put (text, stacks[c][depths[c] - 1], late == LATE_ORDER ? 'R' : 'S', -1, time, context);
          stacks[c][depths[c]++] = function;
          put (text, function, 'E', -1, time, context);
        }
      else if (depths[c] > 0)
        {
          put (text, stacks[c][--depths[c]], 'X', -1, time, context);
          if (depths[c] > 0)
            put (text, stacks[c][depths[c] - 1], late == LATE_ORDER ? 'S' : 'R', -1, time, context);
        }
    }

  return text;
}

#define assert_equal_columns(a, b, column, n) \
  g_assert_cmpmem ((a)->column, (n) * sizeof *(a)->column, (b)->column, (n) * sizeof *(b)->column)

/* @get_time: dwell_trace_get_event_time() or dwell_trace_get_write_time() */
static void
assert_equal_times (const DwellTrace *a,
                    const DwellTrace *b,
                    gint64          (*get_time) (const DwellTrace *, guint32),
                    guint32           n)
{
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpint (get_time (a, i), ==, get_time (b, i));
}

/* Everything but strings by their numbers; names are compared where it matters. */
static void
assert_equal (const DwellTrace *a,
              const DwellTrace *b)
{
  g_assert_cmpuint (a->n_areas, ==, b->n_areas);
  g_assert_cmpuint (a->n_contexts, ==, b->n_contexts);
  g_assert_cmpuint (a->n_tracks, ==, b->n_tracks);
  g_assert_cmpuint (a->n_rows, ==, b->n_rows);
  g_assert_cmpuint (a->n_spans, ==, b->n_spans);
  g_assert_cmpuint (a->n_marks, ==, b->n_marks);
  g_assert_cmpuint (a->n_writes, ==, b->n_writes);
  g_assert_cmpuint (a->n_suspensions, ==, b->n_suspensions);
  g_assert_cmpuint (a->n_file_events, ==, b->n_file_events);
  g_assert_cmpint (a->begin, ==, b->begin);
  g_assert_cmpint (a->end, ==, b->end);

  for (guint32 i = 0; i < a->n_areas; i++)
    g_assert_cmpstr (dwell_trace_get_area_title (a, i), ==, dwell_trace_get_area_title (b, i));
  for (guint32 i = 0; i < a->n_contexts; i++)
    g_assert_cmpstr (dwell_trace_get_context_name (a, i), ==, dwell_trace_get_context_name (b, i));
  for (guint32 i = 0; i < a->n_tracks; i++)
    {
      g_assert_cmpstr (dwell_trace_get_string (a, a->tracks[i].name), ==,
                       dwell_trace_get_string (b, b->tracks[i].name));
      g_assert_cmpuint (a->tracks[i].kind, ==, b->tracks[i].kind);
    }

  assert_equal_columns (a, b, rows, a->n_rows);
  for (guint32 i = 0; i < a->n_spans; i++)
    {
      g_assert_cmpint (dwell_trace_get_span_begin (a, i), ==, dwell_trace_get_span_begin (b, i));
      g_assert_cmpint (dwell_trace_get_span_end (a, i), ==, dwell_trace_get_span_end (b, i));
    }
  assert_equal_columns (a, b, span_area, a->n_spans);
  assert_equal_columns (a, b, span_row, a->n_spans);
  assert_equal_columns (a, b, span_parent, a->n_spans);
  assert_equal_columns (a, b, span_flags, a->n_spans);
  assert_equal_columns (a, b, row_spans, a->n_spans);
  assert_equal_columns (a, b, mark_time, a->n_marks);
  assert_equal_columns (a, b, mark_track, a->n_marks);
  assert_equal_columns (a, b, mark_area, a->n_marks);
  assert_equal_times (a, b, dwell_trace_get_write_time, a->n_writes);
  assert_equal_columns (a, b, write_track, a->n_writes);
  assert_equal_columns (a, b, write_value, a->n_writes);
  assert_equal_columns (a, b, suspension_begin, a->n_suspensions);
  assert_equal_columns (a, b, suspension_end, a->n_suspensions);
  assert_equal_columns (a, b, suspension_span, a->n_suspensions);
  assert_equal_columns (a, b, suspension_kind, a->n_suspensions);
  assert_equal_times (a, b, dwell_trace_get_event_time, a->n_file_events);
  assert_equal_columns (a, b, event_area, a->n_file_events);
  assert_equal_columns (a, b, event_kind, a->n_file_events);
  assert_equal_columns (a, b, event_context, a->n_file_events);

  g_assert_cmpuint (dwell_problems_get_total (a->problems), ==,
                    dwell_problems_get_total (b->problems));
  for (guint i = 0; i < dwell_problems_get_n (a->problems); i++)
    {
      const DwellProblem *one = dwell_problems_get (a->problems, i);
      const DwellProblem *other = dwell_problems_get (b->problems, i);

      g_assert_cmpstr (one->code, ==, other->code);
      g_assert_cmpuint (one->line, ==, other->line);
      g_assert_cmpuint (one->count, ==, other->count);
    }
}

static DwellTrace *
read_with (const char *text,
           guint       n_threads,
           gsize       block_bytes)
{
  DwellTrace *trace;

  file_fixture_limits = (DwellReadLimits) { .n_threads = n_threads, .block_bytes = block_bytes };
  trace = text1_open_text (text, NULL);
  file_fixture_limits = (DwellReadLimits) { 0 };

  return trace;
}

static void
test_threads (gconstpointer data)
{
  static const gsize block_bytes[] = { 300, 5000, 70000, 1 << 20 };
  static const guint n_threads[] = { 1, 2, 5 };
  g_autoptr(GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (data));
  g_autoptr(GString) text = make_file (rand, GPOINTER_TO_UINT (data));
  g_autoptr(DwellTrace) whole = read_with (text->str, 1, 1 << 26);

  g_assert_cmpuint (whole->n_spans, >, 1000);
  g_assert_cmpuint (whole->n_suspensions, >, 1000);
  if (GPOINTER_TO_UINT (data) == LATE_FRAMES)
    g_assert_cmpuint (whole->span_flags[0] & DWELL_SPAN_BEGIN_MISSING, !=, 0);
  if (GPOINTER_TO_UINT (data) == LATE_ORDER)
    g_assert_cmpuint (file_fixture_count (whole, "suspend-resume-swapped"), ==, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (block_bytes) * G_N_ELEMENTS (n_threads); i++)
    {
      g_autoptr(DwellTrace) trace = read_with (text->str, n_threads[i % G_N_ELEMENTS (n_threads)],
                                               block_bytes[i / G_N_ELEMENTS (n_threads)]);

      assert_equal (trace, whole);
    }
}

static void
keep_partial (DwellTrace *trace,
              gpointer    user_data)
{
  g_assert_true (trace->is_partial);
  check_trace_invariants (trace);
  g_ptr_array_add (user_data, trace);
}

/* @part is a prefix of @whole; ends that were not read yet are incomplete. */
static void
check_prefix (const DwellTrace *part,
              const DwellTrace *whole)
{
  assert_equal_times (part, whole, dwell_trace_get_event_time, part->n_file_events);
  assert_equal_columns (part, whole, event_area, part->n_file_events);
  assert_equal_columns (part, whole, event_kind, part->n_file_events);
  assert_equal_times (part, whole, dwell_trace_get_write_time, part->n_writes);
  assert_equal_columns (part, whole, write_value, part->n_writes);
  assert_equal_columns (part, whole, span_area, part->n_spans);
  assert_equal_columns (part, whole, suspension_begin, part->n_suspensions);
  assert_equal_columns (part, whole, suspension_span, part->n_suspensions);

  for (guint32 i = 0; i < part->n_spans; i++)
    g_assert_cmpint (dwell_trace_get_span_begin (part, i), ==,
                     dwell_trace_get_span_begin (whole, i));

  for (guint32 i = 0; i < part->n_spans; i++)
    if ((part->span_flags[i] & DWELL_SPAN_END_MISSING) == 0)
      {
        g_assert_cmpint (dwell_trace_get_span_end (part, i), ==,
                         dwell_trace_get_span_end (whole, i));
        g_assert_cmpuint (part->span_parent[i], ==, whole->span_parent[i]);
      }
}

static DwellTrace *
read_in_parts (GFile     *file,
               GPtrArray *parts)
{
  DwellOpenOptions options = {
    .format = dwell_formats_find ("text1"), .partial = keep_partial, .user_data = parts,
    .limits = { .block_bytes = 2000, .is_eager = TRUE },
  };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace;

  trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (trace->is_partial);
  return trace;
}

/* Late properties may change earlier partial traces, but not the final trace, nor traces in use. */
static void
test_partial (gconstpointer data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (data));
  g_autoptr(GString) text = make_file (rand, GPOINTER_TO_UINT (data));
  g_autoptr(GFile) file = file_fixture_write ("parts.txt", text->str, text->len);
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_trace_unref);
  g_autoptr(DwellTrace) whole = read_with (text->str, 1, 1 << 26);
  g_autoptr(DwellTrace) trace = read_in_parts (file, parts);

  assert_equal (trace, whole);
  g_assert_cmpuint (parts->len, >, GPOINTER_TO_UINT (data) == LATE_NOTHING ? 3 : 0);

  for (guint i = 0; i < parts->len; i++)
    {
      check_trace_invariants (g_ptr_array_index (parts, i));
      if (GPOINTER_TO_UINT (data) == LATE_NOTHING)
        check_prefix (g_ptr_array_index (parts, i), whole);
    }
}

/* The .BIN is shown while it is read, too; names come from the main file before. */
static void
test_partial_binary (void)
{
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_trace_unref);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) binary = NULL;
  const char *names = "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,outer,\n";

  for (guint i = 0; i < 100000; i++)
    {
      guint32 words[6] = { 0, GUINT32_TO_LE (i % 2 == 0 ? 0xff3 : 0xff0), 0, 0,
                           GUINT32_TO_LE (i), 0 };

      g_byte_array_append (records, (const guint8 *) words, sizeof words);
    }

  file = file_fixture_write ("binary-parts.txt", names, strlen (names));
  binary = file_fixture_write ("binary-parts.txt.BIN", records->data, records->len);
  trace = read_in_parts (file, parts);

  g_assert_cmpuint (trace->n_spans, ==, 50000);
  g_assert_cmpuint (parts->len, >, 1);
  for (guint i = 0; i < parts->len; i++)
    check_prefix (g_ptr_array_index (parts, i), trace);
}

int
main (int   argc,
      char *argv[])
{
  static const char * const names[N_LATE] = { "nothing", "frames", "order", "states", "all" };
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_LATE; i++)
    {
      g_autofree char *threads = g_strconcat ("/text1/threads/", names[i], NULL);
      g_autofree char *partial = g_strconcat ("/text1/partial/", names[i], NULL);

      g_test_add_data_func (threads, GUINT_TO_POINTER (i), test_threads);
      g_test_add_data_func (partial, GUINT_TO_POINTER (i), test_partial);
    }
  g_test_add_func ("/text1/partial/binary", test_partial_binary);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
