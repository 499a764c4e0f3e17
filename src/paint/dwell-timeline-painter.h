/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the timeline on a cairo context: the same code serves the widget and PNG, SVG and PDF
 * files. It knows nothing of widgets; a scene describes what to draw. Only lanes that meet the clip
 * are drawn, and the cost follows the pixels. Text comes from a cache of layouts. */
#pragma once

#include <pango/pangocairo.h>

#include "analysis/dwell-find.h"
#include "analysis/dwell-marker.h"
#include "analysis/dwell-overruns.h"
#include "analysis/layout/dwell-lanes.h"
#include "analysis/layout/dwell-layout.h"
#include "analysis/values/dwell-values.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-picture.h"
#include "paint/dwell-scale.h"

G_BEGIN_DECLS

#define DWELL_RULER_HEIGHT    28
#define DWELL_OVERVIEW_HEIGHT 44
#define DWELL_PICTURE_TITLE_HEIGHT 32

typedef struct {
  DwellTrace         *trace;
  DwellLayoutIndex   *layout;    /* (nullable): a plain one is made (for small or partial traces) */
  DwellValueIndex    *values;    /* (nullable): without it, columns of many writes show a sample of
                                  * them */
  const GArray       *lanes;     /* DwellLane */
  DwellScale          scale;     /* of the area right of the gutter */
  double              gutter;    /* width of the track names on the left, px; 0: none */
  double              scroll_y;  /* px of lanes that are scrolled away above */
  double              height;    /* height of the lanes in view, px */
  int                 scale_factor; /* device pixels per px; 0: that of the surface */
  double              text_scale; /* how large text is, as a multiple of the usual size, and with it
                                   * all that is drawn; 0: 1. The font of the painter is that of
                                   * the usual size, and lanes are in units of this many px. */
  const DwellPalette *palette;
  const DwellFind    *find;      /* (nullable): what it does not match is dimmed */
  const DwellOverruns *overruns; /* (nullable): spans that are marked */
  const GArray       *limits;    /* (nullable): DwellDerivedLimit, by track */
  gboolean            has_selection;
  gint64              selection_begin;
  gint64              selection_end;
  gboolean            has_cursor;
  gint64              cursor;     /* ns */
  const GArray       *markers;    /* (nullable): DwellMarker, by time */
  guint32             focus_span; /* DWELL_NONE: none */
  guint32             focus_mark;
  guint32             hover_span;
  const GArray       *chosen;     /* (nullable): guint32: spans that are numbered */
  guint32             focus_area; /* its bars are outlined */
  const DwellFind    *lit;        /* (nullable): all spans of the focused area: narrow bars are
                                   * outlined, too, and the overview shows where they are */
} DwellTimelineScene;

typedef struct _DwellTimelinePainter DwellTimelinePainter;

DwellTimelinePainter *dwell_timeline_painter_new      (PangoContext         *context)
                                                       G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_timeline_painter_free     (DwellTimelinePainter *self);

void dwell_timeline_painter_draw_lanes    (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene);

/* Layers of the lanes, for callers that keep those that did not change. */
typedef enum {
  DWELL_LAYER_LANES     = 1 << 0, /* background, grid, headers, bars, and the gutter */
  DWELL_LAYER_SELECTION = 1 << 1, /* the veil over what is not selected */
  DWELL_LAYER_TEXTS     = 1 << 2, /* texts of the lanes that were drawn last; on the veil in another
                                   * colour */
  DWELL_LAYER_POINTERS  = 1 << 3, /* markers, overruns, the cursor, what has the focus or is pointed
                                   * at */
} DwellTimelineLayers;

void dwell_timeline_painter_draw_layers   (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene,
                                           DwellTimelineLayers       layers);

#define DWELL_N_STRIPES 4

/* From x0 to x1, px; if they are equal, nothing is drawn. */
typedef struct {
  double             x0;
  double             x1;
  const DwellColour *colour;
} DwellStripe;

void dwell_timeline_get_selection         (const DwellTimelineScene *scene,
                                           DwellStripe               stripes[DWELL_N_STRIPES]);
void dwell_timeline_painter_draw_ruler    (DwellTimelinePainter     *self,
                                           cairo_t                  *cr,
                                           const DwellTimelineScene *scene);

/* How busy a trace is in one of many equal parts of its time. */
typedef struct {
  float   activity; /* 0…1 */
  guint32 span;     /* one of the function that ran most; DWELL_NONE: none did */
} DwellActivityColumn;

void dwell_timeline_painter_draw_overview (DwellTimelinePainter      *self,
                                           cairo_t                   *cr,
                                           const DwellTimelineScene  *scene,
                                           const DwellActivityColumn *activity,
                                           guint                      n_columns);

/* A place in the lanes, and what is drawn there. */
typedef struct {
  int     lane;  /* index in the scene's lanes; -1: none */
  guint32 track;
  guint32 row;   /* DWELL_NONE: in a header */
  guint32 span;
  guint32 mark;
  guint32 n_folded; /* how many spans the folded bar stands for; 0: it is not folded */
  guint32 n_marks;  /* how many marks the glyph stands for; 0: there is no glyph */
  guint64 n_overruns; /* in a header: how many spans of folded rows, and stretches, break a limit */
  gint64  time;     /* ns */
  gboolean is_torn; /* in a header: a mark of what could not be decided is there */
  gboolean in_header;   /* in the header line of the lane */
  gboolean folds_lines; /* the span ran lines of source whose rows are folded */
} DwellTimelineHit;

int  dwell_timeline_painter_lane_at (const DwellTimelineScene *scene,
                                     double                    y,
                                     guint32                  *row);
void dwell_timeline_painter_pick (DwellTimelinePainter     *self,
                                  const DwellTimelineScene *scene,
                                  double                    x,
                                  double                    y,
                                  DwellTimelineHit         *hit);

int  dwell_timeline_painter_pick_marker (DwellTimelinePainter     *self,
                                         const DwellTimelineScene *scene,
                                         double                    x);

guint64 dwell_timeline_painter_count_ruler_overruns (const DwellTimelineScene *scene,
                                                     double                    x);
guint64 dwell_timeline_painter_count_overview_overruns (const DwellTimelineScene *scene,
                                                        double                    x);

void     dwell_timeline_draw_picture  (cairo_t                   *cr,
                                       int                        width,
                                       int                        height,
                                       const DwellTimelineScene  *scene,
                                       const char                *title);
gboolean dwell_timeline_write_picture (GOutputStream             *stream,
                                       DwellPictureType           type,
                                       int                        width,
                                       int                        height,
                                       const DwellTimelineScene  *scene,
                                       const char                *title,
                                       GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTimelinePainter, dwell_timeline_painter_free)

G_END_DECLS
