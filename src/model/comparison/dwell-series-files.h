/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings that are compared with that of a view in a series or in groups, and how. They
 * are kept with the view, whose “kept-changed” reports changes; the view's own recording is the
 * first. */
#pragma once

#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

/* A series can use the first so many measures of #DwellCompared. */
#define DWELL_N_SERIES_MEASURES (DWELL_COMPARED_MAX + 1)

gboolean      dwell_series_has_files   (DwellView     *view);
GPtrArray    *dwell_series_get_files   (DwellView     *view) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_series_set_files   (DwellView     *view,
                                        GFile * const *files,
                                        guint          n_files);
DwellCompared dwell_series_get_measure (DwellView     *view);
void          dwell_series_set_measure (DwellView     *view,
                                        DwellCompared  measure);
guint         dwell_series_get_n_base  (DwellView     *view);
void          dwell_series_set_n_base  (DwellView     *view,
                                        guint          n_base);
guint         dwell_series_get_reference (DwellView   *view);
void          dwell_series_set_reference (DwellView   *view,
                                          guint        reference);

G_END_DECLS
