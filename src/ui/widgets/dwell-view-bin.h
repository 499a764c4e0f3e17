/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of widgets that show something of a view, such as pages: the view, its signals, and the
 * queries that follow it for the widget, which ask only while the widget is mapped. */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_TYPE_VIEW_BIN (dwell_view_bin_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellViewBin, dwell_view_bin, DWELL, VIEW_BIN, AdwBin)

/**
 * DwellViewBinClass:
 * @take_view: (nullable): called when the view was set; the queries have it already
 */
struct _DwellViewBinClass
{
  AdwBinClass parent_class;

  void (*take_view) (DwellViewBin *self);
};

/* Property: view. A derived widget sets it to NULL first in its dispose; DwellTablePage does so. */

void        dwell_view_bin_set_view       (DwellViewBin *self,
                                           DwellView    *view);
DwellView  *dwell_view_bin_get_view       (DwellViewBin *self);
DwellTrace *dwell_view_bin_get_trace      (DwellViewBin *self);
guint32     dwell_view_bin_get_focus_area (DwellViewBin *self);

void        dwell_view_bin_add            (DwellViewBin *self,
                                           DwellQuery   *query);
void        dwell_view_bin_connect        (DwellViewBin *self,
                                           const char   *signal,
                                           GCallback     callback);

G_END_DECLS
