/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains the looks of bars: each line has a sample, drawn by the painter as in the timeline, and
 * a few words. The samples are the tracks of a small trace made for them.
 *
 * Below are the states of the variables that the timeline shows at that moment, each with its
 * colour: most of their bars are too short for a name. */
#include "config.h"

#include "ui/timeline/dwell-legend.h"

#include <glib/gi18n-lib.h>

#include "analysis/values/dwell-values.h"
#include "core/dwell-builder.h"
#include "core/dwell-collation.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

#define SAMPLE_WIDTH 60 /* px */
#define SAMPLE_NS    640
#define N_SHORT      128 /* spans of the sample that is folded */

/* A user would not read more; the Values page has them all. */
#define MAX_VARIABLES 8
#define MAX_STATES    32 /* of a variable */

enum {
  SAMPLE_RUNNING,
  SAMPLE_WAITING,
  SAMPLE_PREEMPTED,
  SAMPLE_FOLDED,
  N_SAMPLES
};

static void
add_span (DwellBuilder *builder,
          guint32       area,
          guint32       row,
          gint64        begin,
          gint64        end)
{
  guint32 span;

  if (!dwell_builder_reserve_spans (builder, 1, NULL))
    return;

  span = dwell_builder_open_span (builder, area, row, DWELL_NONE, begin);
  dwell_builder_close_span (builder, span, end, 0);
}

/* Makes a trace with a track for each sample. */
static DwellTrace *
make_samples (void)
{
  DwellBuilder *builder = dwell_builder_new ("legend", "Legend",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_SUSPENSIONS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  guint32 number = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);

  for (guint i = 0; i < N_SAMPLES; i++)
    dwell_builder_add_row (builder, dwell_builder_add_track (builder, "", context, FALSE), 0);

  for (guint row = 0; row < SAMPLE_FOLDED; row++)
    add_span (builder, number, row, 0, SAMPLE_NS);
  for (gint64 i = 0; i < N_SHORT; i++)
    add_span (builder, number, SAMPLE_FOLDED, i * SAMPLE_NS / N_SHORT,
              (i + 1) * SAMPLE_NS / N_SHORT - 2);

  if (dwell_builder_reserve_events (builder, 2, NULL))
    {
      dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, SAMPLE_WAITING, 0, SAMPLE_NS);
      dwell_builder_add_suspension (builder, DWELL_SUSPENSION_PAUSE, SAMPLE_PREEMPTED, 0,
                                    SAMPLE_NS);
    }

  return dwell_builder_finish (builder);
}

static void
fill_with_colour (GtkDrawingArea *drawing,
                  cairo_t        *cr,
                  int             width,
                  int             height,
                  gpointer        user_data)
{
  const DwellColour *colour =
    &dwell_style_get_palette ()->bars[GPOINTER_TO_UINT (user_data) % DWELL_N_COLOURS];

  cairo_set_source_rgb (cr, colour->red, colour->green, colour->blue);
  cairo_paint (cr);
}

static void
draw_sample (GtkDrawingArea *drawing,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  const guint32 order[N_SAMPLES] = { 0, 1, 2, 3 };
  const guint8 states[N_SAMPLES] = { 0 };
  guint sample = GPOINTER_TO_UINT (user_data);
  GtkWidget *widget = GTK_WIDGET (drawing);
  g_autoptr(DwellTrace) trace = make_samples ();
  g_autoptr(GArray) lanes = dwell_lanes_new (trace, order, states, TRUE);
  g_autoptr(DwellTimelinePainter) painter = dwell_scene_make_painter (widget);
  DwellTimelineScene scene = {
    .trace = trace,
    .lanes = lanes,
    .scale = { 0, SAMPLE_NS, width },
    .height = height,
    .text_scale = dwell_text_scale_get (widget),
    .palette = dwell_style_get_palette (),
    .focus_span = DWELL_NONE,
    .focus_mark = DWELL_NONE,
    .hover_span = DWELL_NONE,
    .focus_area = DWELL_NONE,
  };

  if (sample >= lanes->len)
    return;

  scene.scroll_y = dwell_lane_get_row_y (&g_array_index (lanes, DwellLane, sample), 0) *
                   scene.text_scale;
  dwell_timeline_painter_draw_lanes (painter, cr, &scene);
}

/* Adds a row: a sample that @draw draws, and what it means. */
static void
add_row (GtkGrid                *grid,
         int                     row,
         GtkDrawingAreaDrawFunc  draw,
         guint                   sample,
         const char             *meaning)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (grid));
  GtkWidget *drawing = g_object_new (GTK_TYPE_DRAWING_AREA,
                                     "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                     "content-width", (int) (SAMPLE_WIDTH * scale),
                                     "content-height", (int) (DWELL_LANE_ROW_HEIGHT * scale),
                                     "valign", GTK_ALIGN_CENTER,
                                     NULL);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "label", meaning,
                                   "xalign", 0.f,
                                   "wrap", TRUE,
                                   "max-width-chars", 30,
                                   NULL);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (drawing), draw, GUINT_TO_POINTER (sample),
                                  NULL);
  gtk_grid_attach (grid, drawing, 0, row, 1, 1);
  gtk_grid_attach (grid, label, 1, row, 1, 1);
}

static void
add_title (GtkGrid    *grid,
           int         row,
           const char *title)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "label", title,
                                   "xalign", 0.f,
                                   "single-line-mode", TRUE,
                                   "ellipsize", PANGO_ELLIPSIZE_MIDDLE,
                                   "max-width-chars", 30,
                                   "margin-top", 6,
                                   "css-classes", (const char *[]) { "heading", NULL },
                                   NULL);

  gtk_grid_attach (grid, label, 0, row, 2, 1);
}

static int
compare_states (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const DwellTrace *trace = user_data;
  guint32 first = *(const guint32 *) a;
  guint32 second = *(const guint32 *) b;
  const DwellArea *areas = trace->areas;

  if (areas[first].has_value != areas[second].has_value)
    return areas[first].has_value ? -1 : 1;
  if (areas[first].has_value && areas[first].value != areas[second].value)
    return areas[first].value < areas[second].value ? -1 : 1;

  return dwell_collation_compare (dwell_trace_get_area_name (trace, first),
                                  dwell_trace_get_area_name (trace, second));
}

/* Returns: (transfer full): the states whose bars @row has in the timeline, guint32. */
static GArray *
collect_states (const DwellTimelineScene *scene,
                guint32                   row)
{
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  GArray *states = g_array_new (FALSE, FALSE, sizeof (guint32));

  dwell_layout_row (scene->layout, row, scene->scale.begin, scene->scale.end, scene->scale.width, 1,
                    bars);
  for (guint i = 0; i < bars->len; i++)
    {
      guint32 area = scene->trace->span_area[g_array_index (bars, DwellBar, i).span];
      gboolean is_new = TRUE;

      for (guint j = 0; j < states->len && is_new; j++)
        is_new = g_array_index (states, guint32, j) != area;
      if (is_new && states->len < MAX_STATES)
        g_array_append_val (states, area);
    }

  g_array_sort_with_data (states, compare_states, (gpointer) scene->trace);
  return states;
}

static int
add_states (GtkGrid                  *grid,
            int                       row,
            const DwellTimelineScene *scene,
            guint32                   track)
{
  const DwellTrace *trace = scene->trace;
  g_autoptr(GArray) states = collect_states (scene, trace->tracks[track].first_row);

  if (states->len == 0)
    return row;

  add_title (grid, row++, dwell_trace_get_string (trace, trace->tracks[track].name));
  for (guint i = 0; i < states->len; i++)
    {
      guint32 area = g_array_index (states, guint32, i);
      const char *name = dwell_trace_get_area_name (trace, area);
      g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, trace->areas[area].value);

      add_row (grid, row++, fill_with_colour, dwell_palette_colour_of (name),
               *name != '\0' ? name : value);
    }

  return row;
}

/**
 * dwell_legend_show_states:
 * @grid: the grid of a legend
 * @scene: what the timeline shows
 *
 * Shows the states of the variables in @scene with their colours, instead of those shown before.
 */
void
dwell_legend_show_states (GtkGrid                  *grid,
                          const DwellTimelineScene *scene)
{
  int row = N_SAMPLES;
  guint n = 0;

  while (gtk_grid_get_child_at (grid, 0, N_SAMPLES) != NULL)
    gtk_grid_remove_row (grid, N_SAMPLES);

  if (scene->layout == NULL || scene->lanes == NULL)
    return;

  for (guint i = 0; i < scene->lanes->len && n < MAX_VARIABLES; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);

      if (lane->kind != DWELL_LANE_TRACK || !dwell_values_has_states (scene->trace, lane->track))
        continue;

      row = add_states (grid, row, scene, lane->track);
      n++;
    }
}

/**
 * dwell_legend_fill:
 * @grid: an empty grid
 *
 * Shows in @grid what the looks of bars mean.
 */
void
dwell_legend_fill (GtkGrid *grid)
{
  static const char * const meanings[N_SAMPLES] = {
    [SAMPLE_RUNNING] = N_("The function runs"),
    [SAMPLE_WAITING] = N_("It waits for a function that it called"),
    [SAMPLE_PREEMPTED] = N_("It is preempted, and others run"),
    [SAMPLE_FOLDED] = N_("Several spans that are too short to tell apart"),
  };

  for (guint i = 0; i < N_SAMPLES; i++)
    add_row (grid, (int) i, draw_sample, i, _(meanings[i]));
}
