/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how long the main loop is blocked while a user works with a large trace in a window of
 * 2560 × 1440: benchmark-loop FORMAT|FILE [EVENTS [PAGE…]]. Needs a display, which may be virtual.
 *
 * A gap is the time from when the loop wakes until it waits again: during it nothing is drawn and
 * no key is handled. Each phase reports its longest gap, without the time in which other programs
 * had the processor; the processor time of a frame; and the time until all work that the phase
 * started was done, which is when the program uses no more processor time. */
#include "config.h"

#include <sys/resource.h>
#include <time.h>

#include <adwaita.h>

#include "measure.h"
#include "ui/shell/dwell-ui.h"
#include "ui/shell/dwell-window.h"

#define WIDTH   2560
#define HEIGHT  1440
#define N_MOVES 60

/* Settled: no more than this much work within this long. */
#define QUIET_US   200000
#define QUIET_WORK 0.004

/* The delay that a user perceives as immediate, and the time of a frame. */
#define GAP_BUDGET   0.100
#define GAP_GOAL     0.016
#define FRAME_BUDGET 0.016
#define FRAME_GOAL   0.008

#define FIRST_PICTURE_BUDGET 1.5
#define FIRST_PICTURE_GOAL   0.3

typedef struct {
  GPollFunc poll;
  double    woken;      /* 0: not yet */
  double    woken_queue;
  double    longest;    /* s, of this phase */
} Watch;

typedef struct {
  DwellWindow *window;
  GArray      *frames; /* double: processor seconds of each frame of this phase */
  double       frame_begin;
  double       first_picture; /* when a frame first showed a trace; 0: not yet */
} Benchmark;

/* A poll function takes no data. */
static Watch watch;

static double
get_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Returns how many seconds this thread was ready to run while no processor was free; 0 if the
 * system does not report that. */
static double
get_queued (void)
{
  guint64 run_ns = 0;
  guint64 queued_ns = 0;
  FILE *in = fopen ("/proc/thread-self/schedstat", "r");

  if (in == NULL)
    return 0;
  if (fscanf (in, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, &run_ns, &queued_ns) != 2)
    queued_ns = 0;
  fclose (in);
  return (double) queued_ns * 1e-9;
}

static int
poll_watched (GPollFD *fds,
              guint    n_fds,
              int      timeout)
{
  int result;

  if (watch.woken > 0)
    {
      double gap = measure_now () - watch.woken - (get_queued () - watch.woken_queue);

      watch.longest = MAX (watch.longest, gap);
    }

  result = watch.poll (fds, n_fds, timeout);
  watch.woken = measure_now ();
  watch.woken_queue = get_queued ();
  return result;
}

static DwellSessionPage *
get_page (Benchmark *self)
{
  return dwell_window_get_current (self->window);
}

static DwellView *
get_view (Benchmark *self)
{
  return dwell_session_page_get_view (get_page (self));
}

static guint32
get_n_spans (Benchmark *self)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (self));

  return trace != NULL ? trace->n_spans : 0;
}

static double
get_n_events (Benchmark *self)
{
  return (double) dwell_view_get_trace (get_view (self))->n_events;
}

static void
on_before_paint (GdkFrameClock *clock,
                 Benchmark     *self)
{
  self->frame_begin = get_clock (CLOCK_THREAD_CPUTIME_ID);
}

static void
on_after_paint (GdkFrameClock *clock,
                Benchmark     *self)
{
  double seconds = get_clock (CLOCK_THREAD_CPUTIME_ID) - self->frame_begin;

  g_array_append_val (self->frames, seconds);
  if (self->first_picture <= 0 && get_page (self) != NULL && get_n_spans (self) > 0)
    self->first_picture = measure_now ();
}

static gboolean
tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
run_for (gint64 duration_us)
{
  gint64 end = g_get_monotonic_time () + duration_us;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
}

/* Runs the loop until nothing works any more. Returns when that began. */
static double
settle (void)
{
  double quiet_since = measure_now ();
  double work = get_clock (CLOCK_PROCESS_CPUTIME_ID);

  while (measure_now () - quiet_since < QUIET_US * 1e-6)
    {
      double now;

      run_for (10000);
      now = get_clock (CLOCK_PROCESS_CPUTIME_ID);
      if (now - work > QUIET_WORK)
        {
          work = now;
          quiet_since = measure_now ();
        }
    }

  return quiet_since;
}

static void
begin_phase (Benchmark *self)
{
  g_array_set_size (self->frames, 0);
  watch.longest = 0;
}

/* @begin: when what was set off last was */
static void
end_phase (Benchmark  *self,
           const char *title,
           double      begin)
{
  double settled = settle () - begin;
  g_autofree char *gap = g_strconcat (title, ": longest gap", NULL);
  g_autofree char *frame = g_strconcat (title, ": frame", NULL);
  g_autofree char *done = g_strconcat (title, ": all done", NULL);

  measure_print (&(MeasureRow) { .what = gap, .value = watch.longest, .budget = GAP_BUDGET,
                                 .goal = GAP_GOAL });
  if (self->frames->len > 0)
    measure_print (&(MeasureRow) { .what = frame, .values = self->frames, .budget = FRAME_BUDGET,
                                   .goal = FRAME_GOAL });
  measure_print (&(MeasureRow) { .what = done, .value = settled });
}

static void
open_file (Benchmark  *self,
           const Load *load,
           const char *title)
{
  g_autoptr(GFile) file = g_file_new_for_path (load->path);
  g_autofree char *picture = g_strconcat (title, ": first picture", NULL);
  g_autofree char *ready = g_strconcat (title, ": all read and analysed", NULL);
  double begin = measure_now ();
  double end;

  self->first_picture = 0;
  begin_phase (self);
  dwell_window_open (self->window, &file, 1, FALSE);
  while (get_page (self) == NULL ||
         dwell_session_get_state (dwell_session_page_get_session (get_page (self))) !=
           DWELL_SESSION_READY ||
         dwell_session_get_busy (dwell_session_page_get_session (get_page (self))))
    g_main_context_iteration (NULL, TRUE);
  end = measure_now ();
  end_phase (self, title, begin);
  measure_print (&(MeasureRow) { .what = picture, .value = self->first_picture - begin,
                                 .budget = FIRST_PICTURE_BUDGET, .goal = FIRST_PICTURE_GOAL });
  measure_print (&(MeasureRow) { .what = ready, .value = end - begin });
}

/* Draws the selection open from the begin over nearly all of the trace, a step a frame. */
static void
drag (Benchmark  *self,
      const char *title)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (self));
  gint64 length = trace->end - trace->begin;
  double begin = 0;

  begin_phase (self);
  for (int i = 1; i <= N_MOVES; i++)
    {
      begin = measure_now ();
      dwell_view_set_selection (get_view (self), trace->begin,
                                trace->begin + length / 10 * 9 / N_MOVES * i);
      run_for (16000);
    }
  end_phase (self, title, begin);
  begin_phase (self);
  dwell_view_drop_selection (get_view (self));
  settle ();
}

static void
zoom_by (DwellView *view,
         double     factor,
         gint64     anchor)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (view, &begin, &end);
  dwell_view_set_range (view, anchor - (gint64) ((double) (anchor - begin) / factor),
                        anchor + (gint64) ((double) (end - anchor) / factor));
}

static void
zoom (Benchmark  *self,
      const char *title)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (self));
  gint64 anchor = trace->begin + (trace->end - trace->begin) / 3;
  double begin = 0;

  begin_phase (self);
  for (int i = 0; i < 2 * N_MOVES; i++)
    {
      begin = measure_now ();
      zoom_by (get_view (self), i < N_MOVES ? 1 / 1.2 : 1.2, anchor);
      run_for (16000);
    }
  end_phase (self, title, begin);

  /* The following phases also change the timeline. */
  dwell_view_show_whole (get_view (self));
  settle ();
}

/* All spans of a function, and those that Find found, are shown in each frame. */
static void
zoom_marked (Benchmark *self)
{
  DwellView *view = get_view (self);
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 area = trace->n_spans > 0 ? trace->span_area[trace->n_spans / 2]
                                    : DWELL_NONE;
  g_autofree char *label = area != DWELL_NONE ? dwell_trace_dup_area_label (trace, area) : NULL;

  if (area == DWELL_NONE)
    return;

  dwell_view_focus_area (view, area);
  settle ();
  zoom (self, "zooming, a function lit");
  dwell_view_focus_area (view, DWELL_NONE);
  dwell_view_set_find_text (view, label);
  settle ();
  zoom (self, "zooming, a function found");
  dwell_view_set_find_text (view, "e");
  settle ();
  zoom (self, "zooming, much found");
  dwell_view_set_find_text (view, "");
  settle ();
}

/* The widget of @root's template that its .ui calls @id. */
static GtkWidget *
find_id (GtkWidget  *root,
         const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_id (child, id);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
act (Benchmark  *self,
     const char *title,
     const char *action)
{
  double begin = measure_now ();

  begin_phase (self);
  gtk_widget_activate_action (dwell_session_page_get_shown (get_page (self)), action, NULL);
  end_phase (self, title, begin);
}

static void
press (Benchmark  *self,
       const char *title,
       const char *id)
{
  GtkWidget *button = find_id (dwell_session_page_get_shown (get_page (self)), id);
  double begin = measure_now ();

  begin_phase (self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  end_phase (self, title, begin);
}

static void
use_tree (Benchmark *self)
{
  press (self, "  from below", "bottom_up");
  act (self, "  hottest path from below", "tree.hottest");
  act (self, "  … unfolded below", "tree.unfold-below");
  drag (self, "  dragging, unfolded from below");
  press (self, "  around an area", "around");
  act (self, "  … unfolded below", "tree.unfold-below");
  press (self, "  from above", "top_down");
  act (self, "  hottest path", "tree.hottest");
  drag (self, "  dragging, unfolded from above");
}

static void
use_page (Benchmark  *self,
          const char *id)
{
  g_autofree char *shown = g_strdup_printf ("%s: first show", id);
  g_autofree char *dragged = g_strdup_printf ("%s: dragging", id);
  GtkStack *pages = GTK_STACK (find_id (GTK_WIDGET (get_page (self)), "pages"));
  double begin = measure_now ();

  if (!dwell_session_page_has_page (get_page (self), id))
    return;

  begin_phase (self);
  gtk_stack_set_visible_child_name (pages, id);
  end_phase (self, shown, begin);
  drag (self, dragged);
  if (g_str_equal (id, "tree"))
    use_tree (self);
}

static void
close_window (Benchmark *self)
{
  double begin = measure_now ();

  begin_phase (self);
  gtk_window_close (GTK_WINDOW (self->window));
  end_phase (self, "closing", begin);
}

static void
open_window (Benchmark        *self,
             DwellApplication *application)
{
  GdkFrameClock *clock;

  self->window = dwell_window_new (application);
  gtk_window_set_default_size (GTK_WINDOW (self->window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (self->window));
  run_for (500000);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), self);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), self);
}

/* Opens the file a second time at the end: what took long to read is in the cache by then. */
static void
measure (const Load         *load,
         const char * const *pages)
{
  g_autoptr(DwellApplication) application = dwell_application_new ();
  g_autoptr(GError) error = NULL;
  Benchmark self = { .frames = g_array_new (FALSE, FALSE, sizeof (double)) };
  guint source = g_timeout_add (5, tick, NULL);
  double before;

  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);

  open_window (&self, application);
  watch.poll = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, poll_watched);

  before = measure_get_peak_bytes ();
  open_file (&self, load, "opening");
  zoom (&self, "zooming");
  zoom_marked (&self);
  for (guint i = 0; pages[i] != NULL; i++)
    use_page (&self, pages[i]);
  measure_print (&(MeasureRow) {
    .what = "memory at the peak", .unit = "bytes/event",
    .value = (measure_get_peak_bytes () - before) / get_n_events (&self),
    .budget = 32, .goal = 16,
  });
  close_window (&self);

  open_window (&self, application);
  open_file (&self, load, "opening again");
  gtk_window_close (GTK_WINDOW (self.window));
  settle ();

  g_main_context_set_poll_func (NULL, watch.poll);
  g_source_remove (source);
  g_array_unref (self.frames);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-benchmark-XXXXXX", NULL);
  static const char * const pages[] = {
    "statistics", "events", "tree", "flame", "distribution", "values", NULL,
  };
  Load load;

  setvbuf (stdout, NULL, _IOLBF, 0);

  /* The window's state must not come from, or go to, the user's own. */
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  if (!gtk_init_check ())
    {
      g_print ("No display: nothing is measured.\n");
      return 77;
    }

  dwell_ui_init ();
  load_init (&load, argc, argv);
  measure (&load, argc > 3 ? (const char * const *) argv + 3 : pages);
  load_clear (&load);
  return 0;
}
