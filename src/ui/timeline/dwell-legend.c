/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the looks of bars mean: each line has a sample, drawn by the painter as in the timeline, and
 * a few words. The samples are the tracks of a small trace of their own. */
#include "config.h"

#include "ui/timeline/dwell-legend.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-builder.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

#define SAMPLE_WIDTH 60 /* px */
#define SAMPLE_NS    640
#define N_SHORT      128 /* spans of the sample that is folded */

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
    [SAMPLE_PREEMPTED] = N_("It is interrupted, and others run"),
    [SAMPLE_FOLDED] = N_("Several spans that are too short to tell apart"),
  };
  double scale = dwell_text_scale_get (GTK_WIDGET (grid));

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      GtkWidget *sample = g_object_new (GTK_TYPE_DRAWING_AREA,
                                        "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                        NULL);
      GtkWidget *label = gtk_label_new (_(meanings[i]));

      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), (int) (SAMPLE_WIDTH * scale));
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample),
                                           (int) (DWELL_LANE_ROW_HEIGHT * scale));
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw_sample, GUINT_TO_POINTER (i),
                                      NULL);
      gtk_widget_set_valign (sample, GTK_ALIGN_CENTER);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
      gtk_grid_attach (grid, sample, 0, (int) i, 1, 1);
      gtk_grid_attach (grid, label, 1, (int) i, 1, 1);
    }
}
