/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stretch of a recording that the user has kept, for all windows. Another stretch, of this or
 * any other recording, can be compared with it as long as its session lives. */
#pragma once

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

#define DWELL_TYPE_KEPT_STRETCH (dwell_kept_stretch_get_type ())
G_DECLARE_FINAL_TYPE (DwellKeptStretch, dwell_kept_stretch, DWELL, KEPT_STRETCH, GObject)

/* Signal: changed. */

DwellKeptStretch *dwell_kept_stretch_get_default (void);
void              dwell_kept_stretch_set         (DwellKeptStretch *self,
                                                  DwellSession     *session,
                                                  gint64            begin,
                                                  gint64            end);
DwellSession     *dwell_kept_stretch_get         (DwellKeptStretch *self,
                                                  gint64           *begin,
                                                  gint64           *end);

G_END_DECLS
