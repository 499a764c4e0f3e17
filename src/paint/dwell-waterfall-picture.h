/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/compare/dwell-waterfall-text.h"
#include "paint/dwell-picture.h"
#include "paint/dwell-waterfall-painter.h"

G_BEGIN_DECLS

typedef struct {
  const DwellWaterfall *waterfall;
  const GArray         *texts; /* DwellWaterfallText: of each step */
  const char           *title;
  const char           *cut;   /* (nullable): where the bars begin */
  const DwellPalette   *palette;
} DwellWaterfallPicture;

int      dwell_waterfall_picture_get_height (const DwellWaterfallPicture  *self);
gboolean dwell_waterfall_picture_write      (const DwellWaterfallPicture  *self,
                                             GOutputStream                *stream,
                                             DwellPictureType              type,
                                             int                           width,
                                             int                           height,
                                             GCancellable                 *cancellable,
                                             GError                      **error);

G_END_DECLS
