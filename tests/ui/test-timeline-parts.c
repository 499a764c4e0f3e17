/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the timeline by themselves: gliding, what tooltips say, the overview's activity, names
 * that are cut. */

#include "config.h"

#include <math.h>

#include "timeline-fixture.h"
#include "paint/dwell-timeline-painter.h"
#include "support/workers.h"
#include "ui/timeline/dwell-activity.h"
#include "ui/timeline/dwell-glide.h"
#include "ui/timeline/dwell-gutter-name.h"
#include "ui/timeline/dwell-span-tip.h"
#include "ui/timeline/dwell-timeline-text.h"
#include "ui/timeline/dwell-viewport.h"

static const DwellTimelineHit nothing = {
  -1, DWELL_NONE, DWELL_NONE, DWELL_NONE, DWELL_NONE, 0, 0
};

static gboolean
has_text (GtkWidget  *widget,
          const char *text)
{
  if (!gtk_widget_get_visible (widget))
    return FALSE;

  if (GTK_IS_LABEL (widget))
    {
      g_autoptr(GString) plain = g_string_new (gtk_label_get_text (GTK_LABEL (widget)));

      g_string_replace (plain, "\xe2\x80\xaf", " ", 0);
      g_string_replace (plain, "\xc2\xa0", " ", 0);
      return g_str_equal (plain->str, text);
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;

  return FALSE;
}

static void
test_tip (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  GtkWidget *tip = g_object_ref_sink (dwell_span_tip_new ());
  DwellTimelineHit hit = nothing;

  g_assert_false (dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, &hit, NULL));

  hit.span = SPAN_LOAD;
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, &hit, NULL));
  g_assert_true (has_text (tip, "load"));
  g_assert_true (has_text (tip, "300 ms"));
  g_assert_true (has_text (tip, "Thread 11"));
  g_assert_false (has_text (tip, "200 ms"));
  WAIT_UNTIL (has_text (tip, "200 ms")); /* its own time comes from a worker */

  hit.n_folded = 1234;
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, &hit, NULL));
  g_assert_true (has_text (tip, "1 234 spans folded here, mostly:"));

  /* Text of a file is never markup. */
  hit = nothing;
  hit.span = SPAN_WORK;
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, &hit, NULL));
  g_assert_true (has_text (tip, "work <b>&amp;"));

  hit = nothing;
  hit.mark = 0;
  hit.n_marks = 1;
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, &hit, NULL));
  g_assert_true (has_text (tip, "half way"));
  g_assert_false (has_text (tip, "Duration"));

  g_object_unref (tip);
}

/* Adds a span of @area, in ms. */
static void
add_span (DwellBuilder *builder,
          const char   *area,
          guint32       row,
          gint64        begin,
          gint64        end,
          guint         flags)
{
  dwell_builder_close_span (builder,
                            dwell_builder_open_span (builder, fixture_area (builder, area), row,
                                                     DWELL_NONE, begin * MS),
                            end * MS, flags);
}

static const struct {
  guint       flags;
  const char *fault;
} faults[] = {
  { DWELL_SPAN_INCOMPLETE, "Neither its start nor its end was recorded" },
  { DWELL_SPAN_BEGIN_MISSING, "Its start was not recorded" },
  { DWELL_SPAN_END_MISSING, "Its end was not recorded" },
  { DWELL_SPAN_DOUBTFUL, "Doubtful: not included in statistics" },
  { DWELL_SPAN_CLAMPED, "Its recorded end is before its start" },
};

/* A span of each fault, then one without any, whose name is long; an end without a begin. */
static DwellTrace *
make_faulty (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  guint32 context = dwell_builder_add_context (builder, "main", DWELL_CONTEXT_THREAD, 1,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "main", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autofree char *name = g_strnfill (500, 'x');

  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (faults) + 1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    add_span (builder, "work", row, i, i + 1, faults[i].flags);
  add_span (builder, name, row, 10, 11, 0);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_ORPHAN_END, 5 * MS, track, DWELL_NONE,
                                         fixture_area (builder, "lost"), 0, NULL));
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_ORPHAN_END, 6 * MS, track, DWELL_NONE,
                                         DWELL_NONE,
                                         dwell_strings_intern (builder->strings, "somewhere", -1),
                                         NULL));
  return dwell_builder_finish (builder);
}

static gboolean
show_tip (GtkWidget              *tip,
          DwellTrace             *trace,
          const DwellTimelineHit *hit,
          const char             *overrun)
{
  return dwell_span_tip_show (DWELL_SPAN_TIP (tip), NULL, trace, hit, overrun);
}

/* The tip says what is wrong with a span, and which limits it breaks. A name that goes on and on is
 * cut. */
static void
test_tip_faults (void)
{
  g_autoptr(DwellTrace) trace = make_faulty ();
  GtkWidget *tip = g_object_ref_sink (dwell_span_tip_new ());
  DwellTimelineHit hit = nothing;
  g_autofree char *name = g_strnfill (400, 'x');
  g_autofree char *cut = g_strconcat (name, "…", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *both = g_strconcat (faults[i].fault, "\nToo long", NULL);

      hit.span = i;
      g_assert_true (show_tip (tip, trace, &hit, NULL));
      g_assert_true (has_text (tip, faults[i].fault));
      g_assert_true (show_tip (tip, trace, &hit, "Too long"));
      g_assert_true (has_text (tip, both));
    }

  hit.span = G_N_ELEMENTS (faults);
  g_assert_true (show_tip (tip, trace, &hit, "Too long"));
  g_assert_true (has_text (tip, cut));
  g_assert_true (has_text (tip, "Too long"));
  hit.folds_lines = TRUE;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_false (has_text (tip, "Too long"));
  g_assert_true (has_text (tip, "Its source lines are folded away: L shows them"));

  /* What breaks a limit to the end. */
  g_assert_true (show_tip (tip, trace, &hit, "Too long"));
  g_object_run_dispose (G_OBJECT (tip));
  g_object_run_dispose (G_OBJECT (tip));
  g_object_unref (tip);
}

/* What a screen reader says of an end without a begin: its function, or else its text. */
static void
test_spoken_ends (void)
{
  static const char * const texts[] = {
    "End of lost without a start, at 5.00 ms, in main",
    "End of somewhere without a start, at 6.00 ms, in main",
  };
  g_autoptr(DwellTrace) trace = make_faulty ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = dwell_timeline_describe_mark (trace, i);

      fixture_assert_text (text, texts[i]);
    }
}

/* A glyph stands for its first message, with how many there are; an end without a begin has the
 * name of its function. */
static void
test_tip_marks (void)
{
  g_autoptr(DwellTrace) faulty = make_faulty ();
  g_autoptr(DwellTrace) trace = fixture_trace ();
  GtkWidget *tip = g_object_ref_sink (dwell_span_tip_new ());
  DwellTimelineHit hit = nothing;

  hit.mark = 0;
  hit.n_marks = 1;
  g_assert_true (show_tip (tip, faulty, &hit, NULL));
  g_assert_true (has_text (tip, "lost"));
  g_assert_true (has_text (tip, "An end without a start"));
  g_assert_true (show_tip (tip, faulty, &hit, NULL));
  g_assert_true (has_text (tip, "lost"));

  /* The same numbers in another trace. */
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_true (has_text (tip, "half way"));
  g_assert_false (has_text (tip, "An end without a start"));
  hit.n_marks = 3;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_true (has_text (tip, "3 messages here, the first:"));

  /* A span and a mark of one number. */
  hit.n_marks = 0;
  hit.mark = DWELL_NONE;
  hit.span = SPAN_MAIN;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_true (has_text (tip, "main"));
  g_assert_false (has_text (tip, "3 messages here, the first:"));
  hit.mark = 0;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_true (has_text (tip, "half way"));
  g_object_unref (tip);
}

/* Spans of one thread that waits and is preempted; and one of a clock that was set back. */
static DwellTrace *
make_suspended (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_SUSPENSIONS);
  guint32 context = dwell_builder_add_context (builder, "main", DWELL_CONTEXT_THREAD, 1,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "main", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  guint32 row_below = dwell_builder_add_row (builder, track, 0);

  g_assert_true (dwell_builder_reserve_spans (builder, 6, NULL));
  add_span (builder, "active", row, 0, 100, 0);
  add_span (builder, "both", row, 100, 200, 0);
  add_span (builder, "waits", row, 200, 300, 0);
  add_span (builder, "back", row, 300, 400, DWELL_SPAN_OWN_UNDEFINED);
  add_span (builder, "outer", row, 400, 500, 0);
  add_span (builder, "inner", row_below, 420, 480, 0);
  g_assert_true (dwell_builder_reserve_events (builder, 5, NULL));
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 1, 120 * MS, 140 * MS);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_PAUSE, 1, 150 * MS, 160 * MS);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 2, 210 * MS, 230 * MS);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 4, 410 * MS, 415 * MS);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_PAUSE, 5, 430 * MS, 460 * MS);
  return dwell_builder_finish (builder);
}

/* For how long a span was not active, and whether it is at the pointer; of folded ones that is not
 * told. */
static void
test_tip_suspended (void)
{
  static const struct {
    guint32     span;
    const char *own;
    const char *suspended; /* NULL: it never was, or that is not known */
  } spans[] = {
    { 1, "70 ms", "30 ms, of which preempted 10 ms" },
    { 0, "100 ms", NULL },
    { 2, "80 ms", "20 ms" },
    { 4, "95 ms", "5 ms" },
  };
  static const struct {
    guint32     span;
    gint64      time;
    const char *here;
  } places[] = {
    { 1, 110, "active" },
    { 1, 130, "waiting for what it called" },
    { 1, 155, "preempted" },
    { 1, 195, "active" },
    { 4, 499, "active" },
  };
  static const gint64 outside[] = { 99, 200 };
  g_autoptr(DwellTrace) trace = make_suspended ();
  GtkWidget *tip = g_object_ref_sink (dwell_span_tip_new ());
  gpointer suspended = gtk_widget_get_template_child (tip, DWELL_TYPE_SPAN_TIP, "suspended");
  gpointer here = gtk_widget_get_template_child (tip, DWELL_TYPE_SPAN_TIP, "here");
  gpointer own = gtk_widget_get_template_child (tip, DWELL_TYPE_SPAN_TIP, "own");
  DwellTimelineHit hit = nothing;

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      hit.span = spans[i].span;
      g_assert_true (show_tip (tip, trace, &hit, NULL));
      WAIT_UNTIL (has_text (tip, spans[i].own));
      g_assert_true (spans[i].suspended != NULL ? has_text (suspended, spans[i].suspended)
                                                : !gtk_widget_get_visible (suspended));
    }

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      hit.span = places[i].span;
      hit.time = places[i].time * MS;
      g_assert_true (show_tip (tip, trace, &hit, NULL));
      g_assert_true (has_text (here, places[i].here));
    }

  hit.span = 1;
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    {
      hit.time = outside[i] * MS;
      g_assert_true (show_tip (tip, trace, &hit, NULL));
      g_assert_false (gtk_widget_get_visible (here));
    }
  hit.time = 130 * MS;
  hit.n_folded = 2;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  g_assert_false (gtk_widget_get_visible (here));

  /* What it did itself is not known. The answer to the question before comes first. */
  hit = nothing;
  hit.span = 3;
  g_assert_true (show_tip (tip, trace, &hit, NULL));
  wait_for_workers ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (has_text (tip, "back"));
  g_assert_false (gtk_widget_get_visible (own));
  g_assert_false (gtk_widget_get_visible (suspended));
  g_object_unref (tip);
}

static void
count (DwellActivity *activity,
       guint         *n)
{
  (*n)++;
}

static float
value (GArray *values,
       guint   index)
{
  return g_array_index (values, DwellActivityColumn, index).activity;
}

static void
test_activity (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellActivity) activity = dwell_activity_new ();
  g_autoptr(GArray) none = dwell_activity_get_values (activity, 0, 1000 * MS);
  g_autoptr(GArray) values = NULL;
  g_autoptr(GArray) shrunk = NULL;
  guint n_answers = 0;

  g_assert_cmpuint (none->len, ==, 0);
  g_signal_connect (activity, "changed", G_CALLBACK (count), &n_answers);

  /* Of many requests the first and the last are answered. */
  for (guint n_columns = 1; n_columns <= 10; n_columns++)
    dwell_activity_ask (activity, trace, NULL, 0, 1000 * MS, n_columns);
  WAIT_UNTIL (n_answers == 2);
  dwell_activity_ask (activity, trace, NULL, 0, 1000 * MS, 10);

  /* Thread 11 runs all the time, Thread 12 from 200 to 800 ms. */
  values = dwell_activity_get_values (activity, 0, 1000 * MS);
  g_assert_cmpuint (values->len, ==, 10);
  g_assert_cmpfloat_with_epsilon (value (values, 1), 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (value (values, 5), 1, 0.01);
  g_assert_cmpfloat_with_epsilon (value (values, 9), 0.5, 0.01);

  /* What ran deepest, not what called it; and of two threads one. */
  g_assert_cmpuint (g_array_index (values, DwellActivityColumn, 0).span, ==, SPAN_MAIN);
  g_assert_cmpuint (g_array_index (values, DwellActivityColumn, 3).span, ==, SPAN_LOAD);
  g_assert_cmpuint (g_array_index (values, DwellActivityColumn, 8).span, ==, SPAN_DRAW);

  /* While a trace grows, what is known keeps its place. */
  shrunk = dwell_activity_get_values (activity, 0, 2000 * MS);
  g_assert_cmpuint (shrunk->len, ==, 10);
  g_assert_cmpfloat_with_epsilon (value (shrunk, 2), 1, 0.01);
  g_assert_cmpfloat_with_epsilon (value (shrunk, 4), 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (value (shrunk, 5), 0, 0.001);

  g_assert_cmpuint (n_answers, ==, 2);
  dwell_activity_forget (activity);
  g_array_unref (none);
  none = dwell_activity_get_values (activity, 0, 1000 * MS);
  g_assert_cmpuint (none->len, ==, 0);
}

/* Each other range is another question; before what is known, nothing ran. */
static void
test_activity_range (void)
{
  static const struct { gint64 begin; gint64 end; } ranges[] = {
    { 0, 1000 }, { 500, 1000 }, { 500, 2000 }, { 0, 1000 },
  };
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellActivity) activity = dwell_activity_new ();
  g_autoptr(GArray) values = NULL;
  guint n_answers = 0;

  g_signal_connect (activity, "changed", G_CALLBACK (count), &n_answers);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      dwell_activity_ask (activity, trace, NULL, ranges[i].begin * MS, ranges[i].end * MS, 10);
      WAIT_UNTIL (n_answers == i + 1);
    }

  values = dwell_activity_get_values (activity, -1000 * MS, 1000 * MS);
  g_assert_cmpuint (values->len, ==, 10);
  g_assert_cmpfloat (value (values, 0), ==, 0);
  g_assert_cmpfloat (value (values, 4), ==, 0);
  g_assert_cmpfloat (value (values, 5), >, 0);
}

/* A viewport without a view stays where it is. One with a view goes as far as there is anything,
 * and shows no less than a few ns. */
static void
test_viewport (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *widget = g_object_ref_sink (gtk_label_new (NULL));
  g_autoptr(DwellViewport) viewport = dwell_viewport_new (widget);
  DwellScale scale, after;
  gint64 begin, end;

  dwell_viewport_get_scale (viewport, 100, &scale);
  dwell_viewport_jump_to (viewport, 1, 100);
  dwell_viewport_pan (viewport, 0.5);
  dwell_viewport_zoom (viewport, 2, 0.5);
  dwell_viewport_zoom_smoothly (viewport, 2, 0.5);
  dwell_viewport_press (viewport, DWELL_MOTION_LEFT, 0.5);
  dwell_viewport_release (viewport, DWELL_MOTION_LEFT);
  dwell_viewport_remember (viewport);
  dwell_viewport_get_scale (viewport, 100, &after);
  g_assert_cmpint (after.begin, ==, scale.begin);
  g_assert_cmpint (after.end, ==, scale.end);

  dwell_viewport_set_view (viewport, view);
  dwell_view_get_range (view, &begin, &end);
  dwell_viewport_zoom (viewport, 0, 0.5);
  dwell_viewport_get_scale (viewport, 100, &after);
  g_assert_cmpint (after.begin, ==, begin);
  g_assert_cmpint (after.end, ==, end);
  dwell_viewport_zoom (viewport, 1e15, 0.5);
  dwell_viewport_get_scale (viewport, 100, &after);
  g_assert_cmpint (after.end - after.begin, >=, 1);
  g_assert_cmpint (after.end - after.begin, <=, 1000);

  /* The widget whose clock it has goes first. */
  g_object_unref (widget);
  dwell_viewport_press (viewport, DWELL_MOTION_RIGHT, 0.5);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, >, after.begin);
}

/* Times end where 64 bits do. A glide sideways keeps its width. */
static void
test_glide_ends (void)
{
  gint64 begin = 5000, end = 6000;

  g_assert_cmpint (dwell_time_plus (G_MAXINT64 - 1, 1e30), ==, G_MAXINT64);
  g_assert_cmpint (dwell_time_plus (G_MININT64 + 1, -1e30), ==, G_MININT64);
  g_assert_cmpint (dwell_time_plus (G_MAXINT64 - 1, 5), ==, G_MAXINT64);
  g_assert_cmpint (dwell_time_plus (G_MININT64 + 1, -5), ==, G_MININT64);

  g_assert_true (dwell_glide_at (0, 1000, 50000, &begin, &end));
  g_assert_cmpint (end - begin, ==, 1000);
  g_assert_cmpint (begin, >, 0);
  g_assert_cmpint (begin, <, 5000);
}

/* From anywhere to anywhere: it begins where it began, what has the same place in both ranges keeps
 * it all the way, and it arrives. */
static void
test_glide (void)
{
  for (guint i = 0; i < 1000; i++)
    {
      gint64 from_begin = g_test_rand_int_range (-1000000, 1000000) * G_GINT64_CONSTANT (1000000);
      gint64 from_width = (gint64) pow (10, g_test_rand_double_range (1, 13));
      gint64 to_width = (gint64) ((double) from_width * g_test_rand_double_range (0.01, 100)) + 10;
      double place = g_test_rand_double_range (0, 1);
      gint64 anchor = from_begin + (gint64) ((double) from_width * place);
      gint64 to_begin = anchor - (gint64) ((double) to_width * place);
      gint64 begin = to_begin;
      gint64 end = to_begin + to_width;

      g_assert_true (dwell_glide_at (from_begin, from_begin + from_width, 0, &begin, &end));
      g_assert_cmpint (begin, ==, from_begin);
      g_assert_cmpint (end, ==, from_begin + from_width);

      for (gint64 us = 1000; us < 200000; us += 33000)
        {
          double shown;

          begin = to_begin;
          end = to_begin + to_width;
          if (!dwell_glide_at (from_begin, from_begin + from_width, us, &begin, &end))
            break;

          g_assert_cmpint (begin, <, end);
          shown = (double) (anchor - begin) / (double) (end - begin);
          if (ABS (to_width - from_width) > from_width / 100 && MIN (from_width, to_width) > 10000)
            g_assert_cmpfloat_with_epsilon (shown, place, 0.002);
        }

      begin = to_begin;
      end = to_begin + to_width;
      g_assert_false (dwell_glide_at (from_begin, from_begin + from_width, 350000, &begin, &end));
      g_assert_cmpint (begin, ==, to_begin);
      g_assert_cmpint (end, ==, to_begin + to_width);
    }
}

/* What two names share are whole words at their start, and never all of a name. */
static void
test_shared_names (void)
{
  static const struct { const char *name; const char *other; const char *rest; } cases[] = {
    { "TASK_1MS", "TASK_10MS", "1MS" },
    { "TASK_10MS", "TASK_1MS", "10MS" },
    { "default.filter", "default.fit", "filter" },
    { "default", "default.fit", "default" },
    { "loadFile", "loadFont", "File" },
    { "worker", "work", "worker" },
    { "a.b", "a.c", "a.b" }, /* no shorter with an ellipsis */
    { "same name", "same name", "name" },
    { "core10x", "core10y", "10x" },
    { "αβ1x", "αβ1y", "1x" },
    { "Größe_α", "Größe_β", "α" },
    { "", "x", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (cases[i].name + dwell_gutter_name_get_shared (cases[i].name, cases[i].other),
                     ==, cases[i].rest);
}

/* Of the shared words only as many go as must. */
static void
test_fitting_names (void)
{
  static const char name[] = "vision.lane_detection.filter";
  gsize n_shared = strlen (name) - strlen ("filter");
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  const char *texts[] = { name, "…lane_detection.filter", "…detection.filter", "…filter" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (label, texts[i]);
      g_autofree char *fitting = NULL;
      g_autofree char *unshared = NULL;
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      fitting = dwell_gutter_name_fit (label, name, n_shared, width);
      g_assert_cmpstr (fitting, ==, texts[i]);
      unshared = dwell_gutter_name_fit (label, name, 0, width);
      g_assert_cmpstr (unshared, ==, name);
    }

  g_object_unref (label);
}

/* A name of several lines is shown as a whole, in one line. */
static void
test_names_of_lines (void)
{
  static const struct { const char *name; const char *shown; } cases[] = {
    { "pool A\nworker 0", "pool A↵worker 0" },
    { "a\r\nb\rc\n\nd", "a↵b↵c↵↵d" },
    { "ä\342\200\251ö\n", "ä↵ö↵" },
    { "", "" },
  };
  static const char other[] = "pool A\nworker 1";
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  g_autofree char *rest =
    dwell_gutter_name_fit (label, cases[0].name,
                           dwell_gutter_name_get_shared (cases[0].name, other) - 7, 0);

  g_assert_cmpstr (rest, ==, "…worker 0");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = dwell_gutter_name_fit (label, cases[i].name, 0, 1000);
      g_autofree char *with_shared = dwell_gutter_name_fit (label, cases[i].name, 1, 1000);

      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_assert_cmpstr (with_shared, ==, cases[i].shown);
    }

  g_object_unref (label);
}

int
main (int   argc,
      char *argv[])
{
  if (!fixture_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/timeline-parts/glide", test_glide);
  g_test_add_func ("/ui/timeline-parts/tip", test_tip);
  g_test_add_func ("/ui/timeline-parts/tip/faults", test_tip_faults);
  g_test_add_func ("/ui/timeline-parts/tip/marks", test_tip_marks);
  g_test_add_func ("/ui/timeline-parts/tip/suspended", test_tip_suspended);
  g_test_add_func ("/ui/timeline-parts/activity", test_activity);
  g_test_add_func ("/ui/timeline-parts/activity/range", test_activity_range);
  g_test_add_func ("/ui/timeline-parts/spoken-ends", test_spoken_ends);
  g_test_add_func ("/ui/timeline-parts/viewport", test_viewport);
  g_test_add_func ("/ui/timeline-parts/glide/ends", test_glide_ends);
  g_test_add_func ("/ui/timeline-parts/names/shared", test_shared_names);
  g_test_add_func ("/ui/timeline-parts/names/fitting", test_fitting_names);
  g_test_add_func ("/ui/timeline-parts/names/lines", test_names_of_lines);

  return g_test_run ();
}
