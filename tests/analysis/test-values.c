/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pyramids of values against plain loops over random writes: integers and reals, the greatest
 * there are, what is not finite, equal times; and conditions as they are typed. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/values/dwell-values.h"
#include "core/dwell-builder.h"
#include "core/dwell-error.h"
#include "core/dwell-trace-derived.h"

typedef struct {
  gboolean is_real;
  guint    n;
  guint    variety; /* number of different values */
  gint64   base;    /* ns */
  guint    most;    /* ns from write to write */
} Shape;

static guint32
add_variable (DwellBuilder  *builder,
              const char    *name,
              DwellAreaKind  kind,
              guint32        parent,
              gboolean       is_real)
{
  DwellArea area = { .parent = parent, .kind = kind, .is_float = is_real != FALSE };

  area.name = dwell_strings_intern (builder->strings, name, -1);
  return dwell_builder_add_area (builder, &area);
}

static guint32
add_track (DwellBuilder   *builder,
           DwellTrackKind  kind,
           guint32         area)
{
  guint32 context = dwell_builder_add_context (builder, "session", DWELL_CONTEXT_SESSION, 0,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "variable", context, FALSE);

  dwell_builder_set_track_kind (builder, track, kind, DWELL_TRACKS_DATA, area);
  if (dwell_column_index (builder->areas, DwellArea, area).is_float)
    dwell_builder_begin_reals (builder, track);
  return track;
}

static guint64
to_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static guint64
random_value (const Shape *shape)
{
  static const double odd[] = { NAN, INFINITY, -INFINITY, 1.7e308, -1.7e308, 5e-324, -0.0 };
  static const gint64 huge[] = { G_MAXINT64, G_MININT64, G_MAXINT64 - 1, G_MININT64 + 1, 0 };

  if (g_test_rand_int_range (0, 10) == 0)
    return shape->is_real ? to_bits (odd[g_test_rand_int_range (0, G_N_ELEMENTS (odd))])
                          : (guint64) huge[g_test_rand_int_range (0, G_N_ELEMENTS (huge))];

  if (shape->is_real)
    return to_bits (g_test_rand_int_range (0, (int) shape->variety) * 0.25 - 3);

  return (guint64) (gint64) (g_test_rand_int_range (0, (int) shape->variety) - 3);
}

/* Makes two tracks whose writes alternate at random, so that those of neither are contiguous. */
static DwellTrace *
make_trace (const Shape *shape)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_WRITES);
  guint32 tracks[2];
  gint64 time = shape->base;

  for (guint i = 0; i < 2; i++)
    tracks[i] = add_track (builder, DWELL_TRACK_STEPS,
                           add_variable (builder, i == 0 ? "x" : "y", DWELL_AREA_VARIABLE,
                                         DWELL_NONE, shape->is_real));

  g_assert_true (dwell_builder_reserve_events (builder, shape->n, NULL));

  for (guint i = 0; i < shape->n; i++)
    {
      dwell_builder_add_write (builder, tracks[g_test_rand_int_range (0, 4) == 0], time,
                               random_value (shape));
      time += g_test_rand_int_range (0, (int) shape->most);
    }

  return dwell_builder_finish (builder);
}

static double
as_real (DwellValue value,
         gboolean   is_real)
{
  return is_real ? value.real : (double) value.integer;
}

/* Returns whether @a equals @b except for the last digits, however large both are. */
static gboolean
is_near (double a,
         double b,
         double scale)
{
  return a == b || fabs (a / 2 - b / 2) <= fabs (scale) * 1e-9;
}

static void
check_summary (DwellValueIndex *index,
               guint32          number,
               gint64           begin,
               gint64           end,
               gboolean         is_real)
{
  DwellTrace *trace = dwell_value_index_get_trace (index);
  const DwellTrack *track = &trace->tracks[number];
  DwellValueSummary summary;
  guint64 n_writes = 0;
  guint64 known = 0;
  long double sum = 0;
  double scale = 0;
  gboolean has_values = FALSE;
  gboolean has_last = FALSE;
  DwellValue least = { 0 };
  DwellValue greatest = { 0 };
  DwellValue last = { 0 };

  dwell_value_index_summarise (index, number, begin, end, &summary);

  /* Nothing is known outside the session. */
  begin = MAX (begin, trace->begin);
  end = MIN (end, trace->end);

  for (guint32 i = 0; i < track->n_writes && begin <= end; i++)
    {
      guint32 place = track->first_write + i;
      gint64 time = dwell_trace_get_track_write_time (trace, place);
      gint64 next = i + 1 < track->n_writes ? dwell_trace_get_track_write_time (trace, place + 1)
                                            : end;
      gint64 from = MAX (time, begin);
      gint64 until = MIN (next, end);
      DwellValue value = dwell_values_get (trace, place);

      if (time > end)
        break;

      n_writes += time >= begin;
      has_last = TRUE;
      last = value;

      /* Neither written in the range nor held in it. */
      if (time < begin && (i + 1 == track->n_writes ? FALSE : next <= begin))
        continue;

      if (is_real && !isfinite (value.real))
        continue;

      if (until > from)
        {
          known += (guint64) (until - from);
          sum += (long double) as_real (value, is_real) * (guint64) (until - from);
        }

      if (!has_values || as_real (value, is_real) < as_real (least, is_real) ||
          (!is_real && value.integer < least.integer))
        least = value;
      if (!has_values || as_real (value, is_real) > as_real (greatest, is_real) ||
          (!is_real && value.integer > greatest.integer))
        greatest = value;
      scale = fmax (scale, fabs (as_real (value, is_real)));
      has_values = TRUE;
    }

  g_assert_cmpuint (summary.n_writes, ==, n_writes);
  g_assert_cmpint (summary.has_values, ==, has_values);
  g_assert_cmpint (summary.has_last, ==, has_last);
  g_assert_cmpint (summary.has_mean, ==, known > 0);

  if (has_last)
    g_assert_cmpmem (&summary.last, sizeof last, &last, sizeof last);

  if (has_values && is_real)
    {
      g_assert_true (summary.least.real == least.real);
      g_assert_true (summary.greatest.real == greatest.real);
    }
  else if (has_values)
    {
      g_assert_cmpint (summary.least.integer, ==, least.integer);
      g_assert_cmpint (summary.greatest.integer, ==, greatest.integer);
    }

  if (known > 0)
    g_assert_true (is_near (summary.mean, (double) (sum / known), scale));
}

static gboolean
is_same (DwellValue a,
         DwellValue b,
         gboolean   is_real)
{
  return is_real ? a.real == b.real || (isnan (a.real) && isnan (b.real))
                 : a.integer == b.integer;
}

/* By walking: whether the write at @place is one that a step without or with a condition meets. */
static gboolean
is_met (const DwellTrace          *trace,
        const DwellTrack          *track,
        guint32                    place,
        const DwellValueCondition *condition,
        gboolean                   is_real)
{
  DwellValue value = dwell_values_get (trace, place);
  gboolean is_first = place == track->first_write;
  DwellValue before = is_first ? value : dwell_values_get (trace, place - 1);

  if (condition == NULL)
    return is_first || !is_same (value, before, is_real);

  return dwell_value_condition_holds (condition, value, is_real) &&
         (is_first || !dwell_value_condition_holds (condition, before, is_real));
}

static guint32
step_by_walking (const DwellTrace          *trace,
                 guint32                    number,
                 gint64                     time,
                 int                        direction,
                 const DwellValueCondition *condition,
                 gboolean                   is_real)
{
  const DwellTrack *track = &trace->tracks[number];
  guint32 found = DWELL_NONE;

  for (guint32 i = 0; i < track->n_writes; i++)
    {
      guint32 place = track->first_write + i;
      gint64 then = dwell_trace_get_track_write_time (trace, place);

      if (direction < 0 && then < time && is_met (trace, track, place, condition, is_real))
        found = place;
      if (direction > 0 && then > time && is_met (trace, track, place, condition, is_real))
        return place;
    }

  return found;
}

static void
check_steps (DwellValueIndex *index,
             guint32          track,
             gint64           time,
             gboolean         is_real)
{
  static const char * const texts[] = {
    "= 0", "!= 0", "> 1", ">= 1.1", "< -1", "<= -0.5", "= 1e300", "< 1e300", "= -2", ">= 9",
    "= 9223372036854775807", "!= -9223372036854775808", "> 0x7ffffffffffffffd", "= 0.25",
  };
  DwellTrace *trace = dwell_value_index_get_trace (index);

  for (int direction = -1; direction <= 1; direction += 2)
    {
      g_assert_cmpuint (dwell_value_index_step (index, track, time, direction, NULL, NULL), ==,
                        step_by_walking (trace, track, time, direction, NULL, is_real));

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          g_autoptr(DwellValueCondition) condition = dwell_value_condition_new (texts[i], NULL);

          g_assert_nonnull (condition);
          g_assert_cmpuint (dwell_value_index_step (index, track, time, direction, condition,
                                                    NULL), ==,
                            step_by_walking (trace, track, time, direction, condition, is_real));
        }
    }
}

static gint64
random_time (const DwellTrace *trace)
{
  double part = g_test_rand_double_range (-0.1, 1.1);

  return (gint64) ((double) trace->begin + part * (double) (trace->end - trace->begin));
}

static void
test_random (void)
{
  static const Shape shapes[] = {
    { FALSE, 0, 3, 0, 5 }, { TRUE, 1, 3, 0, 5 }, { FALSE, 40, 3, -50, 5 }, { TRUE, 100, 2, 0, 3 },
    { FALSE, 1500, 4, 1000, 9 }, { TRUE, 1500, 20, -1000, 9 }, { FALSE, 30000, 500, 0, 3 },
    { TRUE, 30000, 500, 0, 1000 }, { FALSE, 3000, 2, G_MAXINT64 - 100000, 30 },
    { FALSE, 2000, 1, G_MININT64 + 10, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr(DwellTrace) trace = make_trace (&shapes[i]);
      g_autoptr(DwellValueIndex) index = dwell_value_index_new (trace, NULL);

      for (guint32 track = 0; track < trace->n_tracks; track++)
        {
          check_summary (index, track, trace->begin, trace->end, shapes[i].is_real);

          for (guint k = 0; k < 25; k++)
            {
              gint64 a = random_time (trace);
              gint64 b = g_test_rand_int_range (0, 4) == 0 ? a : random_time (trace);

              check_summary (index, track, MIN (a, b), MAX (a, b), shapes[i].is_real);
              check_steps (index, track, a, shapes[i].is_real);
            }
        }
    }
}

/* The widest numbers there are, held for the longest time there is. */
static void
test_extremes (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_WRITES);
  guint32 whole = add_track (builder, DWELL_TRACK_STEPS,
                             add_variable (builder, "x", DWELL_AREA_VARIABLE, DWELL_NONE, FALSE));
  guint32 real = add_track (builder, DWELL_TRACK_CURVE,
                            add_variable (builder, "y", DWELL_AREA_AUX, DWELL_NONE, TRUE));
  g_autoptr(DwellValueIndex) index = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  DwellValueSummary summary;

  g_assert_true (dwell_builder_reserve_events (builder, 4, NULL));
  dwell_builder_add_write (builder, whole, G_MININT64 + 1, (guint64) G_MININT64);
  dwell_builder_add_write (builder, real, G_MININT64 + 1, to_bits (-1.7e308));
  dwell_builder_add_write (builder, real, 0, to_bits (1.7e308));
  dwell_builder_add_write (builder, whole, G_MAXINT64, (guint64) G_MAXINT64);
  trace = dwell_builder_finish (builder);
  index = dwell_value_index_new (trace, NULL);

  dwell_value_index_summarise (index, whole, G_MININT64, G_MAXINT64, &summary);
  g_assert_cmpuint (summary.n_writes, ==, 2);
  g_assert_cmpfloat (summary.mean, ==, (double) G_MININT64);
  g_assert_cmpint (summary.least.integer, ==, G_MININT64);
  g_assert_cmpint (summary.greatest.integer, ==, G_MAXINT64);

  dwell_value_index_summarise (index, real, G_MININT64 + 1, G_MAXINT64, &summary);
  g_assert_true (isfinite (summary.mean) && fabs (summary.mean) < 1e300);

  /* Before anything was written nothing is known. */
  dwell_value_index_summarise (index, whole, G_MININT64, G_MININT64, &summary);
  g_assert_false (summary.has_last || summary.has_mean || summary.has_values);
  dwell_value_index_summarise (index, whole, 5, 4, &summary);
  g_assert_cmpuint (summary.n_writes, ==, 0);
}

static void
test_states (void)
{
  static const struct { guint state; gint64 begin; gint64 end; } spans[] = {
    { 0, 0, 10 }, { 1, 10, 20 }, { 1, 20, 25 }, { 0, 25, 30 }, { 2, 40, 50 },
  };
  static const char * const names[] = { "Idle", "Running", "" };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 variable = add_variable (builder, "state", DWELL_AREA_VARIABLE, DWELL_NONE, FALSE);
  guint32 track = add_track (builder, DWELL_TRACK_SPANS, variable);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autoptr(DwellValueCondition) running = dwell_value_condition_new ("running", NULL);
  g_autoptr(DwellValueCondition) other = dwell_value_condition_new ("!= Running", NULL);
  g_autoptr(DwellValueCondition) at_least = dwell_value_condition_new (">= 2", NULL);
  g_autoptr(DwellValueCondition) unknown = dwell_value_condition_new ("= Sleeping", NULL);
  g_autoptr(DwellValueIndex) index = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GError) error = NULL;
  guint32 states[3];

  for (guint i = 0; i < 3; i++)
    {
      DwellArea area = { .parent = variable, .kind = DWELL_AREA_STATE, .has_value = TRUE,
                         .value = i };

      area.name = dwell_strings_intern (builder->strings, names[i], -1);
      states[i] = dwell_builder_add_area (builder, &area);
    }

  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (spans), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    dwell_builder_close_span (builder,
                              dwell_builder_open_span (builder, states[spans[i].state], row,
                                                       DWELL_NONE, spans[i].begin),
                              spans[i].end, 0);
  trace = dwell_builder_finish (builder);
  index = dwell_value_index_new (trace, NULL);

  g_assert_true (dwell_values_has_states (trace, track));
  g_assert_cmpuint (dwell_values_find_state_at (trace, track, -1), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_values_find_state_at (trace, track, 0), ==, 0);
  g_assert_cmpuint (dwell_values_find_state_at (trace, track, 10), ==, 1);
  g_assert_cmpuint (dwell_values_find_state_at (trace, track, 35), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_values_find_state_at (trace, track, 49), ==, 4);

  /* At the end of a range, as far as that lies in the session. */
  g_assert_cmpuint (dwell_values_find_last_state (trace, track, -5, 15), ==, 1);
  g_assert_cmpuint (dwell_values_find_last_state (trace, track, 0, 50), ==, 4);
  g_assert_cmpuint (dwell_values_find_last_state (trace, track, 45, G_MAXINT64), ==, 4);
  g_assert_cmpuint (dwell_values_find_last_state (trace, track, 51, 60), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_values_find_last_state (trace, track, -9, -1), ==, DWELL_NONE);

  g_assert_cmpuint (dwell_value_index_step (index, track, 0, 1, NULL, NULL), ==, 1);
  g_assert_cmpuint (dwell_value_index_step (index, track, 10, 1, NULL, NULL), ==, 3);
  g_assert_cmpuint (dwell_value_index_step (index, track, 40, 1, NULL, NULL), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_value_index_step (index, track, 40, -1, NULL, NULL), ==, 3);
  g_assert_cmpuint (dwell_value_index_step (index, track, 25, -1, NULL, NULL), ==, 1);
  g_assert_cmpuint (dwell_value_index_step (index, track, 0, -1, NULL, NULL), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_value_index_step (index, track, 0, 1, running, NULL), ==, 1);
  g_assert_cmpuint (dwell_value_index_step (index, track, 10, 1, running, NULL), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_value_index_step (index, track, 5, 1, other, NULL), ==, 3);
  g_assert_cmpuint (dwell_value_index_step (index, track, 0, 1, at_least, NULL), ==, 4);

  g_assert_true (dwell_value_condition_suits (running, trace, track, &error));
  g_assert_no_error (error);
  g_assert_false (dwell_value_condition_suits (unknown, trace, track, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
}

static void
test_conditions (void)
{
  static const struct {
    const char *text;
    gboolean    is_good;
    gboolean    is_number;
    gint64      integer;
    double      real;
  } cases[] = {
    { "5", TRUE, TRUE, 5, 0 },
    { " = -7 ", TRUE, TRUE, -7, 0 },
    { ">0x10", TRUE, TRUE, 16, 0 },
    { "= 0xffffffffffffffff", TRUE, TRUE, -1, 0 },
    { "<= -0x10", TRUE, TRUE, -16, 0 },
    { "≥ 2.5", TRUE, TRUE, 0, 2.5 },
    { "≠1e3", TRUE, TRUE, 0, 1000 },
    { "= 9223372036854775808", TRUE, TRUE, 0, 9223372036854775808.0 },
    { "Running", TRUE, FALSE, 0, 0 },
    { "!= stand by", TRUE, FALSE, 0, 0 },
    { "infinity", TRUE, FALSE, 0, 0 },
    { "1.5.2", TRUE, FALSE, 0, 0 },
    { "0x", TRUE, FALSE, 0, 0 },
    { "> Running", FALSE, FALSE, 0, 0 },
    { "", FALSE, FALSE, 0, 0 },
    { "  ", FALSE, FALSE, 0, 0 },
    { ">=", FALSE, FALSE, 0, 0 },
    { "> 0x11111111111111111", FALSE, FALSE, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellValueCondition) condition = dwell_value_condition_new (cases[i].text, &error);
      g_autoptr(DwellValueCondition) copy = NULL;

      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpint (condition != NULL, ==, cases[i].is_good);

      if (condition == NULL)
        {
          g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
          continue;
        }

      g_assert_no_error (error);
      copy = dwell_value_condition_copy (condition);
      g_assert_cmpint (copy->is_number, ==, cases[i].is_number);
      g_assert_cmpint (copy->integer, ==, cases[i].integer);
      g_assert_cmpfloat (copy->real, ==, cases[i].real);
    }
}

static void
test_cancelled (void)
{
  Shape shape = { FALSE, 100000, 3, 0, 2 };
  g_autoptr(DwellTrace) trace = make_trace (&shape);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_value_index_new (trace, cancellable));
}

/* The value of points that go straight from one to the next, by walking along them. */
static double
interpolate (const DwellDerivedPoint *points,
             guint                    n,
             gint64                   time)
{
  guint i = 0;

  while (i + 1 < n && points[i + 1].time <= time)
    i++;
  return i + 1 == n ? points[i].value
                    : points[i].value + (points[i + 1].value - points[i].value) *
                      (double) (time - points[i].time) /
                      (double) (points[i + 1].time - points[i].time);
}

/* A derived track that is linear is what its line is: at a time, at most, and on average. */
static void
test_linear (void)
{
  enum { N = 700 };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "t", context,
                                                                         FALSE), 0);
  DwellDerivedPoint points[N];
  DwellDerivedTrack track = { "l", "l", "%", "track l", 0, TRUE, points, N };
  g_autoptr(DwellTrace) base = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellValueIndex) index = NULL;
  gboolean reserved = dwell_builder_reserve_spans (builder, 1, NULL);
  gint64 time = 0;

  for (guint i = 0; i < N; i++, time += g_test_rand_int_range (1, 9))
    points[i] = (DwellDerivedPoint) { time, g_test_rand_int_range (-50, 50) };
  g_assert_true (reserved);
  dwell_builder_close_span (builder, dwell_builder_open_span (
    builder, dwell_builder_add_area (builder, &area), row, DWELL_NONE, 0), time + 20, 0);
  base = dwell_builder_finish (builder);
  trace = dwell_trace_derive (base, &track, 1, NULL);
  index = dwell_value_index_new (trace, NULL);
  g_assert_true (dwell_values_is_linear (trace, 1));

  for (guint i = 0; i < 300; i++)
    {
      gint64 begin = g_test_rand_int_range (0, (gint32) time);
      gint64 end = begin + 1 + g_test_rand_int_range (0, (gint32) (time + 19 - begin));
      DwellValueSummary summary;
      double least = INFINITY;
      double greatest = -INFINITY;
      double sum = 0;

      for (gint64 t = begin; t <= end; t++)
        {
          double value = interpolate (points, N, t);

          least = fmin (least, value);
          greatest = fmax (greatest, value);
          if (t < end)
            sum += (value + interpolate (points, N, t + 1)) / 2;
        }
      dwell_value_index_summarise (index, 1, begin, end, &summary);
      g_assert_cmpfloat_with_epsilon (summary.least.real, least, 1e-9);
      g_assert_cmpfloat_with_epsilon (summary.greatest.real, greatest, 1e-9);
      g_assert_cmpfloat_with_epsilon (summary.mean, sum / (double) (end - begin), 1e-9);
      g_assert_cmpfloat_with_epsilon (summary.last.real, interpolate (points, N, end), 1e-9);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/values/random", test_random);
  g_test_add_func ("/values/extremes", test_extremes);
  g_test_add_func ("/values/states", test_states);
  g_test_add_func ("/values/conditions", test_conditions);
  g_test_add_func ("/values/cancelled", test_cancelled);

  g_test_add_func ("/values/linear", test_linear);
  return g_test_run ();
}
