/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the state of a view to a key file and back: visible range, selection, scope, cursor,
 * tracks, markers and notes, and what its pages keep. Areas and tracks are named by their keys, so
 * that a state can be applied to another trace as far as both have the same things. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* The state of a new view. */
#define DWELL_VIEW_STATE_PLAIN "[dwell-view]\nVersion=1\n"

char    *dwell_view_state_gather (DwellView *view) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_view_state_check  (GKeyFile  *state,
                                  GError   **error);
void     dwell_view_state_apply  (DwellView *view,
                                  GKeyFile  *state);
char    *dwell_view_state_merge  (const char *base,
                                  const char *ours,
                                  const char *theirs) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
