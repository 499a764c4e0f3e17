/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks what breaks a limit, with a shape as well as a colour. A span that exceeds its deadline, or
 * violates a requirement, has a line below the bar, and a corner where it ends; where many end
 * close together, one corner stands for them, so that the cost follows the pixels. Spans in folded
 * rows are marked in the header line of their track; there, a bracket covers each stretch of time
 * in which a requirement is violated. The ruler has a tick where a violation starts; all are marked
 * at the bottom of the overview. What could not be decided because the recording cuts it off has a
 * bracket of another colour with torn edges. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <math.h>

/* The legs of the corner, and the thickness of the line, px. */
#define CORNER 9
#define LINE   3

/* The legs of a bracket, px. */
#define LEG_WIDTH  2
#define LEG_HEIGHT 9

/* The width of the background's colour between the shape and the bar, px. */
#define RIM 1

/* Ends that are closer than this, px, share a corner. */
#define NEAR 4

/* The width of a torn edge, px, and how many teeth it has. */
#define TEAR_WIDTH 3
#define N_TEARS    3

/* The height of a tick in the ruler, px. */
#define TICK_HEIGHT 5

/* The size of a tooth at the bottom of the overview, px. */
#define TOOTH_WIDTH  8
#define TOOTH_HEIGHT 7

typedef struct {
  double x0;
  double x1; /* where it ends */
  double y;
  guint8 has_line;
  guint8 has_corner;
  guint8 has_legs;
  guint8 is_torn_at_begin;
  guint8 is_torn_at_end;
} Overrun;

static void
gather_row (const DwellDrawing *self,
            guint32             row,
            double              y,
            GArray             *found)
{
  const DwellOverruns *overruns = self->scene->overruns;
  const DwellTrace *trace = overruns->trace;
  const DwellScale *scale = &self->scene->scale;
  guint64 place = dwell_overruns_search (overruns, row, scale->begin);

  while (place < overruns->n)
    {
      guint32 span = overruns->spans[place];
      double x1 = dwell_scale_to_x (scale, dwell_trace_get_span_end (trace, span));
      Overrun overrun = { dwell_scale_to_x (scale, dwell_trace_get_span_begin (trace, span)), x1, y,
                          TRUE, TRUE, FALSE };

      if (trace->span_row[span] != row || dwell_trace_get_span_begin (trace, span) > scale->end)
        break;

      overrun.x0 = CLAMP (overrun.x0, 0, scale->width - 1);
      overrun.x1 = CLAMP (x1, overrun.x0 + 1, scale->width);
      g_array_append_val (found, overrun);
      if (x1 >= scale->width)
        break;

      place = MAX (place + 1,
                   dwell_overruns_search (overruns, row, dwell_scale_to_time (scale, x1 + NEAR)));
    }
}

/* Adds the shapes of a span to the path, @rim px larger than usual. */
static void
add_shape (const DwellDrawing *self,
           const Overrun      *overrun,
           double              rim)
{
  double x = dwell_drawing_snap_x (self, overrun->x1);
  double y = dwell_drawing_snap_y (self, overrun->y);
  double bottom = dwell_drawing_snap_y (self, overrun->y + DWELL_LANE_ROW_HEIGHT);

  if (overrun->has_corner)
    {
      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, x - CORNER - 2 * rim, y);
      cairo_line_to (self->cr, x, y + CORNER + 2 * rim);
      cairo_close_path (self->cr);
    }
  if (overrun->has_line)
    cairo_rectangle (self->cr, overrun->x0, bottom - LINE - rim, overrun->x1 - overrun->x0,
                     LINE + rim);
  if (overrun->has_legs)
    {
      cairo_rectangle (self->cr, overrun->x0 - rim, bottom - LEG_HEIGHT - rim, LEG_WIDTH + 2 * rim,
                       LEG_HEIGHT + rim);
      cairo_rectangle (self->cr, MAX (overrun->x1, overrun->x0 + LEG_WIDTH) - LEG_WIDTH - rim,
                       bottom - LEG_HEIGHT - rim, LEG_WIDTH + 2 * rim, LEG_HEIGHT + rim);
    }
}

static void
draw (const DwellDrawing *self,
      const GArray       *found)
{
  const DwellPalette *palette = self->scene->palette;

  for (guint i = 0; i < found->len; i++)
    add_shape (self, &g_array_index (found, Overrun, i), RIM);
  dwell_set_colour (self->cr, &palette->background);
  cairo_fill (self->cr);

  for (guint i = 0; i < found->len; i++)
    add_shape (self, &g_array_index (found, Overrun, i), 0);
  dwell_set_colour (self->cr, &palette->warning);
  cairo_fill (self->cr);
}

/* Returns where a row would be whose bottom is that of the header line of @lane. */
static double
get_header_row_y (const DwellTimelineScene *scene,
                  const DwellLane          *lane)
{
  return lane->y - scene->scroll_y + dwell_lane_get_name_height (lane) - 1 - DWELL_LANE_ROW_HEIGHT;
}

/* Collects the overruns in folded rows of @lane, to be drawn together in its header line. */
static void
gather_folded (const DwellDrawing *self,
               const DwellLane    *lane,
               GArray             *found)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrack *track = &scene->trace->tracks[lane->track];
  guint n_columns = (guint) ceil (scene->scale.width) + 1;
  g_autofree gint32 *covers = g_new0 (gint32, n_columns + 1); /* changes, by column */
  g_autofree guint8 *ends = g_new0 (guint8, n_columns);
  g_autoptr(GArray) of_row = g_array_new (FALSE, FALSE, sizeof (Overrun));
  double y = get_header_row_y (scene, lane);
  guint begin = 0;
  gint32 depth = 0;
  double last = -NEAR;

  for (guint32 row = track->first_row; row < track->first_row + track->n_rows; row++)
    {
      if (dwell_lane_find_row (lane, scene->trace, row) != DWELL_NONE)
        continue;

      g_array_set_size (of_row, 0);
      gather_row (self, row, 0, of_row);
      for (guint i = 0; i < of_row->len; i++)
        {
          const Overrun *overrun = &g_array_index (of_row, Overrun, i);

          covers[(guint) overrun->x0]++;
          covers[(guint) ceil (overrun->x1)]--;
          ends[(guint) ceil (overrun->x1)] = TRUE;
        }
    }

  for (guint i = 0; i < n_columns; i++)
    {
      if (depth == 0 && covers[i] > 0)
        begin = i;
      if (depth > 0 && depth + covers[i] == 0)
        g_array_append_vals (found, &(Overrun) { begin, i, y, TRUE, FALSE, FALSE }, 1);
      depth += covers[i];

      if (ends[i] && i >= last + NEAR)
        {
          g_array_append_vals (found, &(Overrun) { i, i, y, FALSE, TRUE, FALSE }, 1);
          last = i;
        }
    }
}

/* Collects the brackets over stretches of @lane's track. */
static void
gather_bars (const DwellDrawing *self,
             const DwellLane    *lane,
             GArray             *found)
{
  const DwellOverruns *overruns = self->scene->overruns;
  const DwellScale *scale = &self->scene->scale;
  double y = get_header_row_y (self->scene, lane);
  guint place = dwell_overruns_search_bar (overruns, lane->track, scale->begin);

  while (place < overruns->bars->len)
    {
      const DwellOverrunBar *bar = &g_array_index (overruns->bars, DwellOverrunBar, place);
      Overrun overrun = { dwell_scale_to_x (scale, bar->begin), dwell_scale_to_x (scale, bar->end),
                          y, TRUE, FALSE, TRUE };
      double x1 = overrun.x1;

      if (bar->track != lane->track || bar->begin > scale->end)
        break;

      overrun.x0 = CLAMP (overrun.x0, 0, scale->width - 1);
      overrun.x1 = CLAMP (x1, overrun.x0 + 1, scale->width);
      g_array_append_val (found, overrun);
      if (x1 >= scale->width)
        break;

      place = MAX (place + 1,
                   dwell_overruns_search_bar (overruns, lane->track,
                                              dwell_scale_to_time (scale, x1 + NEAR)));
    }
}

/* Collects the brackets over the stretches of @lane's track that could not be decided. */
static void
gather_torn (const DwellDrawing *self,
             const DwellLane    *lane,
             GArray             *found)
{
  const DwellOverruns *overruns = self->scene->overruns;
  const DwellScale *scale = &self->scene->scale;
  double y = get_header_row_y (self->scene, lane);

  for (guint place = dwell_overruns_search_torn (overruns, lane->track, scale->begin);
       place < overruns->torn->len;)
    {
      const DwellOverrunBar *bar = &g_array_index (overruns->torn, DwellOverrunBar, place);
      double x0 = dwell_scale_to_x (scale, bar->begin);
      double x1 = dwell_scale_to_x (scale, bar->end);
      Overrun overrun = { CLAMP (x0, 0, scale->width - 1), 0, y, TRUE, FALSE, TRUE,
                          bar->is_torn_at_begin && x0 >= 0,
                          bar->is_torn_at_end && x1 <= scale->width };

      if (bar->track != lane->track || bar->begin > scale->end)
        break;

      overrun.x1 = CLAMP (x1, overrun.x0 + 2 * TEAR_WIDTH, scale->width);
      g_array_append_val (found, overrun);
      if (x1 >= scale->width)
        break;
      place = MAX (place + 1,
                   dwell_overruns_search_torn (overruns, lane->track,
                                               dwell_scale_to_time (scale, x1 + NEAR)));
    }
}

/* Adds one end of a bracket to the path: a leg or, where the recording cuts it, a torn edge that
 * goes @inwards. */
static void
add_end (const DwellDrawing *self,
         double              x,
         double              bottom,
         double              inwards,
         gboolean            is_torn)
{
  double step = LEG_HEIGHT / (2.0 * N_TEARS);

  cairo_move_to (self->cr, x, bottom);
  for (guint i = 1; is_torn && i < 2 * N_TEARS; i++)
    cairo_line_to (self->cr, i % 2 == 1 ? x + inwards * TEAR_WIDTH : x, bottom - i * step);
  cairo_line_to (self->cr, x, bottom - LEG_HEIGHT);
}

/* Draws brackets over what could not be decided: never in the colour of what is violated. */
static void
draw_torn (const DwellDrawing *self,
           const GArray       *found)
{
  const DwellPalette *palette = self->scene->palette;

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < found->len; i++)
        {
          const Overrun *overrun = &g_array_index (found, Overrun, i);
          double bottom = dwell_drawing_snap_y (self, overrun->y + DWELL_LANE_ROW_HEIGHT) - 1;
          double x0 = dwell_drawing_snap_x (self, overrun->x0) + 1;
          double x1 = dwell_drawing_snap_x (self, overrun->x1) - 1;

          cairo_move_to (self->cr, x0, bottom);
          cairo_line_to (self->cr, x1, bottom);
          add_end (self, x0, bottom, 1, overrun->is_torn_at_begin);
          add_end (self, x1, bottom, -1, overrun->is_torn_at_end);
        }
      dwell_set_colour (self->cr, pass == 0 ? &palette->background : &palette->text);
      cairo_set_line_width (self->cr, pass == 0 ? LEG_WIDTH + 2 * RIM : LEG_WIDTH);
      cairo_stroke (self->cr);
    }
}

static gboolean
has_overruns (const DwellTimelineScene *scene)
{
  return scene->overruns != NULL && scene->overruns->trace == scene->trace &&
         (dwell_overruns_count (scene->overruns) > 0 || scene->overruns->torn->len > 0);
}

static gboolean
folds_rows (const DwellTimelineScene *scene,
            const DwellLane          *lane)
{
  return lane->kind == DWELL_LANE_TRACK &&
         lane->n_rows < scene->trace->tracks[lane->track].n_rows;
}

/* Marks what breaks a limit in the lanes in view. */
void
_dwell_drawing_overruns (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  g_autoptr(GArray) found = NULL;
  g_autoptr(GArray) torn = NULL;

  if (!has_overruns (scene))
    return;

  torn = g_array_new (FALSE, FALSE, sizeof (Overrun));
  found = g_array_new (FALSE, FALSE, sizeof (Overrun));
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      double top = lane->y - scene->scroll_y;
      gboolean shows_header = lane->kind == DWELL_LANE_TRACK && top <= self->clip_y1 &&
                              top + dwell_lane_get_name_height (lane) >= self->clip_y0;
      guint32 first;
      guint32 end;

      if (shows_header && folds_rows (scene, lane))
        gather_folded (self, lane, found);
      if (shows_header)
        gather_bars (self, lane, found);
      if (shows_header)
        gather_torn (self, lane, torn);
      if (!_dwell_drawing_get_rows (self, lane, &first, &end))
        continue;

      for (guint32 index = first; index < end; index++)
        gather_row (self, dwell_lane_get_row (lane, scene->trace, index),
                    dwell_lane_get_row_y (lane, index) - scene->scroll_y, found);
    }

  draw (self, found);
  draw_torn (self, torn);
}

/* Adds a tick to the path wherever a limit begins to be broken, @rim px larger than usual. */
static void
add_ruler_ticks (const DwellDrawing *self,
                 double              rim)
{
  const DwellOverruns *overruns = self->scene->overruns;
  const DwellScale *scale = &self->scene->scale;
  double bottom = DWELL_RULER_HEIGHT - 1;
  guint64 n = dwell_overruns_count (overruns);

  for (guint64 place = dwell_overruns_find (overruns, scale->begin); place < n;)
    {
      gint64 begin = dwell_overruns_get_mark (overruns, place).begin;
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (scale, begin));

      if (begin > scale->end)
        break;

      cairo_move_to (self->cr, x - TICK_HEIGHT / 2.0 - rim, bottom);
      cairo_line_to (self->cr, x, bottom - TICK_HEIGHT - 2 * rim);
      cairo_line_to (self->cr, x + TICK_HEIGHT / 2.0 + rim, bottom);
      cairo_close_path (self->cr);
      place = MAX (place + 1,
                   dwell_overruns_find (overruns, dwell_scale_to_time (scale, x + NEAR)));
    }
}

/* Marks in the ruler where limits begin to be broken. */
void
_dwell_drawing_ruler_overruns (DwellDrawing *self)
{
  const DwellPalette *palette = self->scene->palette;

  if (!has_overruns (self->scene))
    return;

  add_ruler_ticks (self, RIM);
  dwell_set_colour (self->cr, &palette->band);
  cairo_fill (self->cr);
  add_ruler_ticks (self, 0);
  dwell_set_colour (self->cr, &palette->warning);
  cairo_fill (self->cr);
}

/**
 * dwell_timeline_painter_count_ruler_overruns:
 * @scene: the scene as it is drawn
 * @x: px in the ruler, from the right edge of the gutter
 *
 * Returns: how many violations begin where a tick at @x is
 */
guint64
dwell_timeline_painter_count_ruler_overruns (const DwellTimelineScene *scene,
                                             double                    x)
{
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);
  gint64 begin;
  gint64 end;

  if (!has_overruns (scene))
    return 0;

  x /= scale;
  begin = dwell_scale_to_time (&units.scale, x - NEAR);
  end = dwell_scale_to_time (&units.scale, x + NEAR);
  return dwell_overruns_find (scene->overruns, end < G_MAXINT64 ? end + 1 : end) -
         dwell_overruns_find (scene->overruns, begin);
}

/* Returns whether a torn bracket lies at @x of the header of @lane. */
gboolean
_dwell_timeline_has_header_torn (const DwellTimelineScene *scene,
                                 const DwellLane          *lane,
                                 double                    x)
{
  guint place;
  const DwellOverrunBar *bar;

  if (!has_overruns (scene) || lane->kind != DWELL_LANE_TRACK)
    return FALSE;

  place = dwell_overruns_search_torn (scene->overruns, lane->track,
                                      dwell_scale_to_time (&scene->scale, x - NEAR));
  bar = place < scene->overruns->torn->len
        ? &g_array_index (scene->overruns->torn, DwellOverrunBar, place) : NULL;
  return bar != NULL && bar->track == lane->track &&
         bar->begin <= dwell_scale_to_time (&scene->scale, x + NEAR);
}

/* Adds teeth on the bottom of the overview to the path, @rim px larger than usual. */
static void
add_teeth (const DwellDrawing *self,
           const DwellScale   *whole,
           double              rim)
{
  const DwellOverruns *overruns = self->scene->overruns;
  double bottom = DWELL_OVERVIEW_HEIGHT - 1;
  double last = -NEAR;

  for (guint i = 0; i < DWELL_OVERRUNS_N_COLUMNS; i++)
    {
      double x = dwell_drawing_snap_x (self, (i + 0.5) * whole->width / DWELL_OVERRUNS_N_COLUMNS);

      if ((overruns->columns[i] == 0 && !overruns->has_stretch[i]) || x < last + NEAR)
        continue;

      cairo_move_to (self->cr, x - TOOTH_WIDTH / 2.0 - rim, bottom);
      cairo_line_to (self->cr, x, bottom - TOOTH_HEIGHT - 2 * rim);
      cairo_line_to (self->cr, x + TOOTH_WIDTH / 2.0 + rim, bottom);
      cairo_close_path (self->cr);
      last = x;
    }
}

/* Marks where in the whole trace limits are broken. */
void
_dwell_drawing_overview_overruns (DwellDrawing     *self,
                                  const DwellScale *whole)
{
  const DwellPalette *palette = self->scene->palette;

  if (!has_overruns (self->scene))
    return;

  add_teeth (self, whole, RIM);
  dwell_set_colour (self->cr, &palette->background);
  cairo_fill (self->cr);
  add_teeth (self, whole, 0);
  dwell_set_colour (self->cr, &palette->warning);
  cairo_fill (self->cr);
}

/* Returns how many overruns of @row end in [@begin, @end]. */
static guint64
count_row (const DwellOverruns *overruns,
           guint32              row,
           gint64               begin,
           gint64               end)
{
  guint64 last = end < G_MAXINT64 ? dwell_overruns_search (overruns, row, end + 1)
                                  : dwell_overruns_search (overruns, row + 1, G_MININT64);

  return last - dwell_overruns_search (overruns, row, begin);
}

/* Returns how many bars of @track lie in [@begin, @end]. */
static guint64
count_bars (const DwellOverruns *overruns,
            guint32              track,
            gint64               begin,
            gint64               end)
{
  const DwellOverrunBar *bars = (const DwellOverrunBar *) (gconstpointer) overruns->bars->data;
  guint first = dwell_overruns_search_bar (overruns, track, begin);
  guint last = dwell_overruns_search_bar (overruns, track, end);

  if (last < overruns->bars->len && bars[last].track == track && bars[last].begin <= end)
    last++;
  return last - first;
}

/* Returns how many violations the marks at @x of the header of @lane stand for. */
guint64
_dwell_timeline_count_header_overruns (const DwellTimelineScene *scene,
                                       const DwellLane          *lane,
                                       double                    x)
{
  gint64 begin = dwell_scale_to_time (&scene->scale, x - NEAR);
  gint64 end = dwell_scale_to_time (&scene->scale, x + CORNER);
  const DwellTrack *track;
  guint64 n;

  if (!has_overruns (scene) || lane->kind != DWELL_LANE_TRACK)
    return 0;

  n = count_bars (scene->overruns, lane->track, begin,
                  dwell_scale_to_time (&scene->scale, x + NEAR));
  if (!folds_rows (scene, lane))
    return n;

  track = &scene->trace->tracks[lane->track];
  for (guint32 row = track->first_row; row < track->first_row + track->n_rows; row++)
    if (dwell_lane_find_row (lane, scene->trace, row) == DWELL_NONE)
      n += count_row (scene->overruns, row, begin, end);
  return n;
}

/**
 * dwell_timeline_painter_count_overview_overruns:
 * @scene: the scene as it is drawn
 * @x: px in the overview, from the right edge of the gutter
 *
 * Returns: how many spans that break a limit end there, plus how many stretches in which a limit is
 *   broken lie there
 */
guint64
dwell_timeline_painter_count_overview_overruns (const DwellTimelineScene *scene,
                                                double                    x)
{
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);
  DwellScale whole = { scene->trace->begin, scene->trace->end, units.scale.width };
  double columns = DWELL_OVERRUNS_N_COLUMNS / MAX (units.scale.width, 1);
  guint64 n = 0;

  if (!has_overruns (scene))
    return 0;

  x /= scale;
  for (guint i = (guint) MAX ((x - NEAR) * columns, 0);
       i < DWELL_OVERRUNS_N_COLUMNS && i <= (x + NEAR) * columns; i++)
    n += scene->overruns->columns[i];
  return n + dwell_overruns_count_stretches (scene->overruns,
                                             dwell_scale_to_time (&whole, x - NEAR),
                                             dwell_scale_to_time (&whole, x + NEAR));
}
