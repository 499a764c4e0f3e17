/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a view looks at its trace, as a key file and back: visible range, selection, scope, cursor,
 * tracks, markers and notes, and what its pages keep. Areas and tracks stand in it by their keys,
 * so a state fits another trace as far as the two have the same things. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* Of a view that nobody has touched. */
#define DWELL_VIEW_STATE_PLAIN "[dwell-view]\nVersion=1\n"

/* Same view, same text. */
char    *dwell_view_state_gather (DwellView *view) G_GNUC_WARN_UNUSED_RESULT;
/* Whether @state is one, of a version that is known: on any thread. */
gboolean dwell_view_state_check  (GKeyFile  *state,
                                  GError   **error);
/* @view has a trace. What the user did meanwhile stays: a range that is not the whole, markers. */
void     dwell_view_state_apply  (DwellView *view,
                                  GKeyFile  *state);
/* What is to be kept when others have kept @theirs meanwhile; both come from @base, which may be
 * NULL. On any thread. */
char    *dwell_view_state_merge  (const char *base,
                                  const char *ours,
                                  const char *theirs) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
