/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files that draw the timeline: the painter, and one drawing of a scene
 * on a surface. */
#pragma once

#include "paint/dwell-colour.h"
#include "paint/dwell-labels.h"
#include "paint/dwell-timeline-painter.h"

G_BEGIN_DECLS

#define DWELL_BAR_MIN_WIDTH 2.0 /* of folded bars, px */
#define DWELL_BAR_WIDE      7   /* bars at least this wide, px, can have text, torn edges and
                                 * outlines */

struct _DwellTimelinePainter
{
  DwellLabels       *labels;
  cairo_font_face_t *mark_font;
  DwellTrace        *trace;        /* the trace that was drawn last, or NULL */
  guint8            *area_colours; /* colours of its areas; 0xff: not computed yet */
  DwellLayoutIndex  *plain;        /* layout of that trace, for scenes without an index */
  GArray            *bars;         /* DwellBar: those of the row that is drawn */
  GArray            *wide_bars;    /* DwellPlacedBar: bars with text, torn edges or an outline */
  GArray            *values_extents; /* DwellValuesExtent: those of the tracks of values in view */
};

/* One drawing of a scene on a surface. */
typedef struct {
  DwellTimelinePainter     *painter;
  cairo_t                  *cr;
  const DwellTimelineScene *scene;
  DwellLayoutIndex         *layout;
  gboolean                  is_vector; /* SVG, PDF: nothing is aligned to pixels */
  double                    pixels;    /* device pixels per unit */
  double                    origin_x;  /* place of (0, 0), device pixels */
  double                    origin_y;
  double                    clip_y0;
  double                    clip_y1;
} DwellDrawing;

/* The rectangle of a bar. */
typedef struct {
  double  x0;
  double  x1;
  double  y;
  guint32 span;
  guint8  colour;
  guint8  is_folded;
  guint8  is_dim;
  guint8  folds_lines; /* it ran lines of source whose rows are folded */
} DwellPlacedBar;

/* The smallest and the greatest value of the line of a track, which its header line shows. */
typedef struct {
  double least;
  double greatest;
  double top; /* of the lane, px */
  guint32 track;
} DwellValuesExtent;

/* A glyph in a track's header line. */
typedef struct {
  double  x;    /* its middle, px */
  guint32 mark; /* the first mark that it stands for */
  guint32 n;
  guint8  kind; /* DwellMarkKind, if it stands for one mark */
  guint8  has_orphan;
  guint8  is_dim;
} DwellGlyph;

/* Ticks of the ruler, ns. */
typedef struct {
  gint64 step;
  gint64 minor;    /* the step of ticks without a label */
  gint64 anchor;   /* the time that labels count from */
  gint64 anchor_step; /* of which the anchor is a multiple; 0: labels are times */
  gint64 largest;  /* the largest time or distance of a label */
} DwellTicks;

/* Rounds to whole device pixels. */
static inline double
dwell_drawing_snap_x (const DwellDrawing *self,
                      double              x)
{
  return self->is_vector ? x
                         : (floor (x * self->pixels + self->origin_x + 0.5) - self->origin_x) /
                             self->pixels;
}

static inline double
dwell_drawing_snap_y (const DwellDrawing *self,
                      double              y)
{
  return self->is_vector ? y
                         : (floor (y * self->pixels + self->origin_y + 0.5) - self->origin_y) /
                             self->pixels;
}

double  _dwell_scene_to_units (const DwellTimelineScene *scene,
                               DwellTimelineScene       *units);
void    _dwell_drawing_init (DwellDrawing             *self,
                             DwellTimelinePainter     *painter,
                             cairo_t                  *cr,
                             const DwellTimelineScene *scene);
DwellLayoutIndex *_dwell_painter_get_layout (DwellTimelinePainter     *self,
                                             const DwellTimelineScene *scene);
guint   _dwell_painter_get_span_colour (DwellTimelinePainter *self,
                                        guint32               span);
gboolean _dwell_painter_is_found    (const DwellTimelineScene *scene,
                                     guint32                   row,
                                     const DwellBar           *bar);

gboolean _dwell_drawing_get_rows (const DwellDrawing *self,
                                  const DwellLane    *lane,
                                  guint32            *first,
                                  guint32            *end);
gboolean _dwell_drawing_place_span  (const DwellDrawing *self,
                                     guint32             span,
                                     DwellPlacedBar     *placed);

void    _dwell_drawing_bars     (DwellDrawing *self);
void    _dwell_drawing_suspensions (DwellDrawing *self);
void    _dwell_drawing_overruns (DwellDrawing *self);
void    _dwell_drawing_ruler_overruns (DwellDrawing *self);
gboolean _dwell_timeline_has_header_torn (const DwellTimelineScene *scene,
                                          const DwellLane          *lane,
                                          double                    x);
void    _dwell_drawing_edges    (DwellDrawing *self);
void    _dwell_drawing_lit      (DwellDrawing *self);
void    _dwell_drawing_add_ticks (const DwellDrawing *self,
                                  const DwellFind    *find,
                                  const DwellScale   *scale,
                                  double              y,
                                  double              height);
void    _dwell_drawing_texts    (DwellDrawing *self);
void    _dwell_drawing_outlines (DwellDrawing *self);
void    _dwell_drawing_flows    (DwellDrawing *self);
void    _dwell_timeline_get_ticks (const DwellTimelineScene *scene,
                                   DwellTicks               *ticks);
void    _dwell_drawing_add_lines (const DwellDrawing *self,
                                  gint64              step,
                                  double              y,
                                  double              height);
void    _dwell_drawing_grid     (DwellDrawing *self);
char   *_dwell_drawing_format_time (const DwellDrawing *self,
                                    gint64              time,
                                    gint64              resolution) G_GNUC_WARN_UNUSED_RESULT;
void    _dwell_drawing_headers  (DwellDrawing *self);
void    _dwell_drawing_gutter   (DwellDrawing *self);
void    _dwell_drawing_values   (DwellDrawing    *self,
                                 const DwellLane *lane,
                                 double           top);
void    _dwell_drawing_values_texts (DwellDrawing *self);
void    _dwell_drawing_focus_mark (DwellDrawing *self);
void    _dwell_drawing_cursor       (DwellDrawing *self);
void    _dwell_drawing_ruler_cursor (DwellDrawing *self);
gboolean _dwell_drawing_find_ruler_cursor (const DwellDrawing *self,
                                           double             *begin,
                                           double             *end);
void    _dwell_drawing_markers      (DwellDrawing *self);
void    _dwell_drawing_ruler_markers (DwellDrawing *self);
void    _dwell_drawing_overview_markers (DwellDrawing     *self,
                                         const DwellScale *whole);
void    _dwell_drawing_overview_overruns (DwellDrawing     *self,
                                          const DwellScale *whole);

guint64 _dwell_timeline_count_header_overruns (const DwellTimelineScene *scene,
                                               const DwellLane          *lane,
                                               double                    x);

GArray *_dwell_timeline_get_glyphs (const DwellTimelineScene *scene,
                                    guint32                   track) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
