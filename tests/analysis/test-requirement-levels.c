/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must never or always hold, and how many are open, in a scope that cuts it anywhere: against
 * a look at every nanosecond. And what was written, in whichever process. */
#include "config.h"

#include <string.h>

#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-builder.h"
#include "support/random-trace.h"
#include "support/stride.h"

#define N_TRACES (TEST_STRIDE > 1 ? 100u : 1000u)

/* How many spans of an area are open from @time to the next nanosecond. */
static gint64
count_open (const DwellTrace *trace,
            guint32           area,
            gint64            time)
{
  gint64 n = 0;

  for (guint32 span = 0; span < trace->n_spans; span++)
    n += trace->span_area[span] == area && (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0 &&
         dwell_trace_get_span_begin (trace, span) <= time &&
         dwell_trace_get_span_end (trace, span) > time;
  return n;
}

/* Whether spans of an area are open at a moment: those that are over in no time, or not yet over
 * then. It is not asked where one is over in no time when another ends, with which it is joined. */
static gboolean
knows_moment (const DwellTrace *trace,
              guint32           area,
              gint64            time,
              gboolean         *is_open)
{
  gboolean has_end = FALSE;
  gboolean has_moment = FALSE;

  *is_open = FALSE;
  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      gboolean goes_on = (trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0 &&
                         end == trace->end;

      if (trace->span_area[span] != area || (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0)
        continue;
      has_moment |= begin == time && end == time;
      has_end |= begin < time && end == time;
      *is_open |= begin <= time && (end > time || begin == end || goes_on) && end >= time;
    }
  return !has_end || !has_moment;
}

/* A line, what of the time it looks at, and what breaks it there. */
typedef struct {
  const char *line;
  gboolean    needs_other;  /* only while the other area is open */
  gboolean    breaks_open;  /* it is broken where the area is open, or else where it is not */
  gint64      n_max;        /* of breaks_open: where more are open than these */
} Case;

static const Case cases[] = {
  { "never '%s' is open from %d ns until %d ns", FALSE, TRUE, 0 },
  { "always '%s' is open from %d ns until %d ns", FALSE, FALSE, 0 },
  { "never '%s' is open while '%s' is open from %d ns until %d ns", TRUE, TRUE, 0 },
  { "always '%s' is open from %d ns until %d ns during '%s' is open", TRUE, FALSE, 0 },
  { "concurrency of '%s' <= 0 from %d ns until %d ns", FALSE, TRUE, 0 },
  { "concurrency of '%s' <= 1 from %d ns until %d ns during '%s' is open", TRUE, TRUE, 1 },
};

static char *
make_line (const Case *one,
           const char *area,
           const char *other,
           int         from,
           int         until)
{
  g_auto(GStrv) parts = g_strsplit (one->line, "%", -1);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\nA: ");
  guint n_names = 0;
  guint n_times = 0;

  g_string_append (text, parts[0]);
  for (guint i = 1; parts[i] != NULL; i++)
    {
      if (parts[i][0] == 's')
        g_string_append (text, n_names++ == 0 ? area : other);
      else
        g_string_append_printf (text, "%d", n_times++ == 0 ? from : until);
      g_string_append (text, parts[i] + 1);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
compare (const Case *one,
         DwellTrace *trace,
         guint32     area,
         guint32     other,
         int         from,
         int         until)
{
  g_autofree char *text = make_line (one, dwell_trace_get_area_title (trace, area),
                                     dwell_trace_get_area_title (trace, other), from, until);
  g_autoptr(DwellRequirements) requirements = dwell_requirements_parse (text, strlen (text));
  g_autoptr(GPtrArray) results = NULL;
  const DwellRequirementResult *result;
  gint64 n_bad = 0;
  gint64 n_found = 0;
  gint64 n_seen = 0;

  g_test_message ("%s", text);
  g_assert_cmpuint (requirements->errors->len, ==, 0);
  results = dwell_requirements_check (requirements, trace, NULL, 1000, NULL, NULL, NULL, NULL);
  result = results->pdata[0];

  for (gint64 time = MAX (from, trace->begin); time < MIN (until, trace->end); time++)
    {
      gint64 n_open = count_open (trace, area, time);

      if (one->needs_other && count_open (trace, other, time) == 0)
        continue;
      n_seen++;
      n_bad += one->breaks_open ? n_open > one->n_max : n_open == 0;
    }
  for (guint i = 0; i < result->worst->len; i++)
    {
      const DwellRequirementViolation *violation = &g_array_index (result->worst,
                                                                   DwellRequirementViolation, i);

      g_assert_cmpint (violation->begin, >=, MAX (from, trace->begin));
      g_assert_cmpint (violation->end, <=, MIN (until, trace->end));
      n_found += violation->end - violation->begin;
    }
  g_assert_cmpint (n_found, ==, n_bad);
  if (n_bad > 0)
    g_assert_cmpint (result->verdict, ==, DWELL_OUTCOME_VIOLATED);
  else if (n_seen > 0)
    g_assert_cmpint (result->verdict, !=, DWELL_OUTCOME_INCONCLUSIVE);
  if (MAX (from, trace->begin) > MIN (until, trace->end))
    g_assert_cmpint (result->verdict, ==, DWELL_OUTCOME_INCONCLUSIVE);
}

/* The same for a moment, in which an area is open or not. */
static void
compare_moment (DwellTrace *trace,
                guint32     area,
                int         time)
{
  static const DwellOutcome outcomes[] = { DWELL_OUTCOME_PASSED, DWELL_OUTCOME_VIOLATED };
  gboolean is_open;

  if (time < trace->begin || time > trace->end || !knows_moment (trace, area, time, &is_open))
    return;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = make_line (&cases[i], dwell_trace_get_area_title (trace, area), NULL,
                                         time, time);
      g_autoptr(DwellRequirements) requirements = dwell_requirements_parse (text, strlen (text));
      g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, NULL, 1, NULL,
                                                               NULL, NULL, NULL);
      const DwellRequirementResult *result = results->pdata[0];

      g_test_message ("%s", text);
      g_assert_cmpint (result->verdict, ==, outcomes[is_open == (i == 0)]);
    }
}

static void
test_scope (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  guint n_compared = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      RandomTraceShape shape = { 0 };
      g_autoptr(DwellTrace) trace = NULL;
      gint64 length;
      int from;
      int until;

      random_trace_choose_shape (rand, &shape);
      shape.step = 1;
      shape.n_spans = 1 + shape.n_spans % 30;
      trace = random_trace_new (rand, &shape);
      length = trace->end - trace->begin;
      if (trace->n_spans == 0 || length < 2 || length > 2000 || trace->begin < 0)
        continue;

      from = g_rand_int_range (rand, 0, (gint32) trace->end + 5);
      until = g_rand_int_range (rand, from, (gint32) trace->end + 6);
      for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
        compare (&cases[k], trace,
                 trace->span_area[g_rand_int_range (rand, 0, (gint32) trace->n_spans)],
                 trace->span_area[g_rand_int_range (rand, 0, (gint32) trace->n_spans)],
                 from, until);
      compare_moment (trace, trace->span_area[0], from);
      compare_moment (trace, trace->span_area[0], (int) trace->end);
      n_compared++;
    }
  g_test_message ("%u traces", n_compared);
  g_assert_cmpuint (n_compared, >, N_TRACES / 10);
}

#define N_TRACKS 5
#define N_WRITES 200

/* A variable with a track in each process, of which one was never written into. */
static DwellTrace *
make_variable (GRand  *rand,
               gint64 *values)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_WRITES);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_VARIABLE };
  guint32 number;
  guint32 tracks[N_TRACKS];

  area.name = area.title = dwell_strings_intern (builder->strings, "x", -1);
  number = dwell_builder_add_area (builder, &area);
  for (guint i = 0; i < N_TRACKS; i++)
    {
      guint32 context = dwell_builder_add_context (builder, "p", DWELL_CONTEXT_PROCESS, i,
                                                   DWELL_NONE);

      tracks[i] = dwell_builder_add_track (builder, "x", context, FALSE);
      dwell_builder_set_track_kind (builder, tracks[i], DWELL_TRACK_STEPS, DWELL_TRACKS_DATA,
                                    number);
    }
  g_assert_true (dwell_builder_reserve_writes (builder, N_WRITES, NULL));
  for (guint i = 0; i < N_WRITES; i++)
    {
      values[i] = g_rand_int_range (rand, 0, 100);
      dwell_builder_add_write (builder, tracks[g_rand_int_range (rand, 0, N_TRACKS - 1)],
                               10 * (gint64) i, (guint64) values[i]);
    }
  return dwell_builder_finish (builder);
}

/* Each mark begins with a write into its track. */
static void
assert_marks (const DwellTrace *trace,
              const GArray     *marks)
{
  g_assert_cmpuint (marks->len, >, 1);
  for (guint i = 0; i < marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);
      const DwellTrack *track = &trace->tracks[mark->track];
      gboolean is_its = FALSE;

      for (guint32 k = track->first_write; k < track->first_write + track->n_writes; k++)
        is_its |= dwell_trace_get_track_write_time (trace, k) == mark->begin;
      g_assert_true (is_its);
    }
}

/* Each write into any of the tracks is a sample, in order of time, and is marked on its track. */
static void
test_tracks (void)
{
  static const char * const only[] = { "A", NULL };
  const char *text = "dwell-requirements 1\nA: value of x < 50\n";
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  gint64 values[N_WRITES];
  g_autoptr(DwellTrace) trace = make_variable (rand, values);
  g_autoptr(DwellRequirements) requirements = dwell_requirements_parse (text, strlen (text));
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, only, 1, rows,
                                                           marks, NULL, NULL);

  g_test_message ("seed %u", seed);
  g_assert_cmpuint (results->len, ==, 1);
  g_assert_cmpuint (rows->len, ==, N_WRITES);
  for (guint i = 0; i < N_WRITES; i++)
    {
      const DwellRequirementSampleRow *row = &g_array_index (rows, DwellRequirementSampleRow, i);

      g_assert_cmpint (row->begin, ==, 10 * (gint64) i);
      g_assert_cmpfloat (row->low, ==, (double) values[i]);
    }
  assert_marks (trace, marks);
}

/* What a variable must never be is marked on the track where it begins to be so. */
static void
test_condition_tracks (void)
{
  const char *text = "dwell-requirements 1\nA: never x >= 90\n";
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  gint64 values[N_WRITES];
  g_autoptr(DwellTrace) trace = make_variable (rand, values);
  g_autoptr(DwellRequirements) requirements = dwell_requirements_parse (text, strlen (text));
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, NULL, 1, NULL,
                                                           marks, NULL, NULL);

  g_test_message ("seed %u", seed);
  g_assert_cmpuint (results->len, ==, 1);
  assert_marks (trace, marks);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requirement-levels/scope", test_scope);
  g_test_add_func ("/requirement-levels/tracks", test_tracks);
  g_test_add_func ("/requirement-levels/condition-tracks", test_condition_tracks);
  return g_test_run ();
}
