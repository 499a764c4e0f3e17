/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

DwellSession *dwell_sessions_new     (const DwellOrigin *origin) G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_sessions_ref     (const DwellOrigin *origin) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_sessions_read_as (DwellSession      *session,
                                      const DwellOrigin *origin);

G_END_DECLS
