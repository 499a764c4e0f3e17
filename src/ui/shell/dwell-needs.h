/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

/* What an action needs of the recording in its tab. */
typedef enum {
  DWELL_NEEDS_CONTENT,     /* something of it is shown */
  DWELL_NEEDS_TIMES,       /* it has a timeline */
  DWELL_NEEDS_WHOLE,       /* it was read completely */
  DWELL_NEEDS_WHOLE_TIMES, /* both */
} DwellNeeds;

gboolean dwell_needs_are_met (DwellNeeds    needs,
                              DwellSession *session);
void     dwell_needs_update  (GActionMap   *actions,
                              DwellSession *session);

G_END_DECLS
