/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings that stand beside that of a view in a series or in groups, and how they are
 * compared. Kept with the view,
 * whose “kept-changed” tells of a change; that of the view is the first. */
#pragma once

#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

/* The measures of a series: the first of #DwellCompared. */
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
