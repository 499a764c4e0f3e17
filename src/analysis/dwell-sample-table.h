/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/dwell-samples.h"

G_BEGIN_DECLS

typedef struct _DwellSampleTable DwellSampleTable;

DwellSampleTable *dwell_sample_table_new  (DwellStatisticsIndex   *index,
                                           const gboolean         *is_asked_for,
                                           gint64                  begin,
                                           gint64                  end,
                                           DwellMeasure            measure,
                                           GCancellable           *cancellable)
                                          G_GNUC_WARN_UNUSED_RESULT;
void              dwell_sample_table_free (DwellSampleTable       *self);
DwellSamples     *dwell_sample_table_get  (const DwellSampleTable *self,
                                           guint32                 area,
                                           guint32                 context,
                                           GCancellable           *cancellable)
                                          G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSampleTable, dwell_sample_table_free)

G_END_DECLS
