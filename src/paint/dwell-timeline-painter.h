/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline drawn on a cairo context: one code for the widget, PNG, SVG and PDF. Knows nothing
 * of widgets: a scene tells what to draw. Draws only lanes that meet the clip, at a cost that
 * depends on pixels; text from a cache of layouts. */
#pragma once

#include <pango/pangocairo.h>

#include "analysis/dwell-find.h"
#include "analysis/dwell-lanes.h"
#include "analysis/dwell-layout.h"
#include "analysis/dwell-marker.h"
#include "analysis/dwell-overruns.h"
#include "analysis/dwell-values.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-picture.h"
#include "paint/dwell-scale.h"

G_BEGIN_DECLS

#define DWELL_RULER_HEIGHT    28
#define DWELL_OVERVIEW_HEIGHT 44
#define DWELL_PICTURE_TITLE_HEIGHT 32

typedef struct {
  DwellTrace         *trace;
  DwellLayoutIndex   *layout;    /* NULL: a plain one is made (small or partial traces) */
  DwellValueIndex    *values;    /* NULL: columns of many writes are judged by a sample of them */
  const GArray       *lanes;     /* DwellLane */
  DwellScale          scale;     /* of the area right of the gutter */
  double              gutter;    /* px of track names on the left; 0 = none */
  double              scroll_y;  /* px of lanes scrolled away above */
  double              height;    /* px of lanes in view */
  int                 scale_factor; /* device pixels per px; 0 = the surface knows */
  const DwellPalette *palette;
  const DwellFind    *find;      /* NULL: nothing is dimmed */
  const DwellOverruns *overruns; /* marked; NULL: none are */
  gboolean            has_selection;
  gint64              selection_begin;
  gint64              selection_end;
  gboolean            has_cursor;
  gint64              cursor;     /* ns */
  const GArray       *markers;    /* DwellMarker, by time; NULL: none */
  guint32             focus_span; /* DWELL_NONE = none */
  guint32             focus_mark;
  guint32             hover_span;
  guint32             focus_area; /* its bars are outlined */
} DwellTimelineScene;

typedef struct _DwellTimelinePainter DwellTimelinePainter;

/* A painter keeps what repeats from frame to frame: text layouts, colours of areas. Its font is the
 * context's, a little smaller, and never larger than fits a row. */
DwellTimelinePainter *dwell_timeline_painter_new      (PangoContext         *context)
                                                       G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_timeline_painter_free     (DwellTimelinePainter *self);

/* Lanes, at (0, 0) of @cr: gutter first if there is one. */
void dwell_timeline_painter_draw_lanes    (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene);
/* Some of their layers only, for who keeps what did not change. The selection's can also be had as
 * rectangles of the scene's height. */
typedef enum {
  DWELL_LAYER_LANES     = 1 << 0, /* what the trace tells */
  DWELL_LAYER_SELECTION = 1 << 1, /* the veil over what is not selected */
  DWELL_LAYER_TEXTS     = 1 << 2, /* of the lanes drawn last; in another colour on the veil */
  DWELL_LAYER_POINTERS  = 1 << 3, /* markers, overruns, cursor, what is focused or pointed at */
} DwellTimelineLayers;

void dwell_timeline_painter_draw_layers   (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene,
                                           DwellTimelineLayers       layers);

#define DWELL_N_STRIPES 4

/* Between two x; of no width if they are equal. */
typedef struct {
  double             x0;
  double             x1;
  const DwellColour *colour;
} DwellStripe;

/* The veil on the left and the right, then the edges of what is selected. */
void dwell_timeline_get_selection         (const DwellTimelineScene *scene,
                                           DwellStripe               stripes[DWELL_N_STRIPES]);
/* The ruler: DWELL_RULER_HEIGHT pixels. */
void dwell_timeline_painter_draw_ruler    (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene);
/* The overview of the whole trace with the visible range marked: DWELL_OVERVIEW_HEIGHT pixels. */
void dwell_timeline_painter_draw_overview (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene,
                                           const float              *activity,
                                           guint                     n_columns);

/* What is drawn at (@x, @y) of the lanes. */
typedef struct {
  int     lane;  /* index, -1 = none */
  guint32 track;
  guint32 row;   /* DWELL_NONE in a header */
  guint32 span;
  guint32 mark;
  guint32 n_folded; /* spans that the folded bar there stands for; 0 if it is not folded */
  guint32 n_marks;  /* marks that the glyph there stands for; 0 = no glyph */
  guint64 n_overruns; /* in a header: spans of rows folded away that exceed their deadlines there */
  gint64  time;     /* ns */
  gboolean in_header;   /* of the lane */
  gboolean folds_lines; /* the span ran lines whose rows are folded away */
} DwellTimelineHit;

void dwell_timeline_painter_pick (DwellTimelinePainter     *self,
                                  const DwellTimelineScene *scene,
                                  double                    x,
                                  double                    y,
                                  DwellTimelineHit         *hit);

/* The number of the marker whose flag is at @x of the ruler, or -1. */
int  dwell_timeline_painter_pick_marker (DwellTimelinePainter     *self,
                                         const DwellTimelineScene *scene,
                                         double                    x);

/* How many spans that exceed their deadlines end at @x of the overview. */
guint64 dwell_timeline_painter_count_overview_overruns (const DwellTimelineScene *scene,
                                                        double                    x);

/* A whole picture (ruler, gutter, all lanes that fit) for files: the CLI's render, drag out,
 * reports. The scene's gutter (0: one of usual width is made), scale width and height are fitted to
 * the picture. @title: (nullable). */
void     dwell_timeline_draw_picture  (cairo_t                   *cr,
                                       int                        width,
                                       int                        height,
                                       const DwellTimelineScene  *scene,
                                       const char                *title);
gboolean dwell_timeline_write_picture (const char                *path,
                                       DwellPictureType           type,
                                       int                        width,
                                       int                        height,
                                       const DwellTimelineScene  *scene,
                                       const char                *title,
                                       GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTimelinePainter, dwell_timeline_painter_free)

G_END_DECLS
