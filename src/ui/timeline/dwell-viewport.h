/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The viewport: the range of time that the parts of one timeline show at this moment.
 *
 * The range of the view is the target, and the viewport moves there. What the user moves directly
 * (a pan, a pinch, the scrollbar) is shown at once; all other changes of the view's range are
 * animated by a glide, if the desktop allows animations. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"
#include "paint/dwell-scale.h"
#include "ui/timeline/dwell-glide.h"

G_BEGIN_DECLS

/* Motions of held keys. */
typedef enum {
  DWELL_MOTION_LEFT  = 1 << 0,
  DWELL_MOTION_RIGHT = 1 << 1,
  DWELL_MOTION_IN    = 1 << 2,
  DWELL_MOTION_OUT   = 1 << 3,
} DwellMotion;

#define DWELL_TYPE_VIEWPORT (dwell_viewport_get_type ())

/* Signals: view-set: the view was replaced; range-changed: the shown range has changed. */
G_DECLARE_FINAL_TYPE (DwellViewport, dwell_viewport, DWELL, VIEWPORT, GObject)

DwellViewport *dwell_viewport_new       (GtkWidget     *clock) G_GNUC_WARN_UNUSED_RESULT;
DwellView     *dwell_viewport_get_view  (DwellViewport *self);
void           dwell_viewport_set_view  (DwellViewport *self,
                                         DwellView     *view);
void           dwell_viewport_connect   (DwellViewport *self,
                                         const char    *signal,
                                         GCallback      callback,
                                         gpointer       object);
DwellTrace    *dwell_viewport_get_trace (DwellViewport *self);

void           dwell_viewport_get_scale (DwellViewport *self,
                                         double         width,
                                         DwellScale    *scale);

void           dwell_viewport_jump_to   (DwellViewport *self,
                                         gint64         begin,
                                         gint64         end);
void           dwell_viewport_pan       (DwellViewport *self,
                                         double         fraction);
void           dwell_viewport_zoom      (DwellViewport *self,
                                         double         factor,
                                         double         anchor);
void           dwell_viewport_zoom_smoothly (DwellViewport *self,
                                             double         factor,
                                             double         anchor);
void           dwell_viewport_remember  (DwellViewport *self);

void           dwell_viewport_press     (DwellViewport *self,
                                         DwellMotion    motion,
                                         double         anchor);
void           dwell_viewport_release   (DwellViewport *self,
                                         DwellMotion    motion);
void           dwell_viewport_release_all (DwellViewport *self);

G_END_DECLS
