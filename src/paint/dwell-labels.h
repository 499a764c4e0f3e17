/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cache of text layouts, because creating a layout costs more than drawing it. It holds a bounded
 * number of layouts: those that were used last. Text is plain, never markup. */
#pragma once

#include <pango/pangocairo.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_FONT_BAR,   /* inside bars */
  DWELL_FONT_NAME,  /* for names of tracks */
  DWELL_FONT_RULER, /* with digits of one width */
  DWELL_FONT_TITLE,
  DWELL_N_FONTS,
} DwellFont;

typedef struct {
  PangoLayout *layout;
  int          left;   /* px: where the text begins in the layout */
  int          width;  /* px */
  int          height; /* px */
} DwellLabel;

typedef struct _DwellLabels DwellLabels;

DwellLabels      *dwell_labels_new  (PangoContext *context) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_labels_free (DwellLabels  *self);
const DwellLabel *dwell_labels_get  (DwellLabels  *self,
                                     DwellFont     font,
                                     const char   *text,
                                     int           max_width);
const DwellLabel *dwell_labels_get_for_area (DwellLabels      *self,
                                             const DwellTrace *trace,
                                             guint32           area,
                                             int               room);
void              dwell_label_draw  (const DwellLabel *label,
                                     cairo_t          *cr,
                                     double            x,
                                     double            y);

G_END_DECLS
