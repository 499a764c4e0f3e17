/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activity of a trace over its whole length, for the overview; computed on a worker. */
#pragma once

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

#define DWELL_TYPE_ACTIVITY (dwell_activity_get_type ())

/* Signal: changed: new values are available. */
G_DECLARE_FINAL_TYPE (DwellActivity, dwell_activity, DWELL, ACTIVITY, GObject)

DwellActivity *dwell_activity_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_activity_ask        (DwellActivity    *self,
                                          DwellTrace       *trace,
                                          DwellLayoutIndex *layout,
                                          gint64            begin,
                                          gint64            end,
                                          guint             n_columns);
void           dwell_activity_forget     (DwellActivity    *self);
GArray        *dwell_activity_get_values (DwellActivity    *self,
                                          gint64            begin,
                                          gint64            end) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
