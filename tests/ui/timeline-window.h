/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A timeline of the small trace in a window, for the tests that use it. */
#pragma once

#include "timeline-fixture.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-selection-chip.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/timeline/dwell-timeline.h"

typedef struct {
  DwellTrace          *trace;
  DwellView           *view;
  GtkWidget           *window;
  GtkWidget           *timeline;
  GtkWidget           *canvas;
  GtkWidget           *chip;
} Fixture;

static inline void
set_up (Fixture       *f,
        gconstpointer  user_data)
{
  f->trace = fixture_trace ();
  f->view = fixture_view (f->trace);
  f->timeline = g_object_new (DWELL_TYPE_TIMELINE, NULL);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  f->window = fixture_window (f->timeline);
  f->canvas = fixture_find (f->timeline, DWELL_TYPE_TIMELINE_CANVAS);
  f->chip = fixture_find (f->timeline, DWELL_TYPE_SELECTION_CHIP);
  wait_for_layout (f->canvas);
}

static inline void
tear_down (Fixture       *f,
           gconstpointer  user_data)
{
  fixture_close (f->window);
  g_clear_object (&f->view);
  g_clear_pointer (&f->trace, dwell_trace_unref);
}

static inline GdkRectangle
rect_of (Fixture *f,
         guint32  span)
{
  GdkRectangle rect;

  g_assert_true (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), span, &rect));
  return rect;
}
