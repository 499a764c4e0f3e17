/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the state of a view: restores it when the session's files have been read, and saves it a
 * little after each change and at the end, so that little is lost when the program is killed. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_STATE_KEEPER (dwell_state_keeper_get_type ())
G_DECLARE_FINAL_TYPE (DwellStateKeeper, dwell_state_keeper, DWELL, STATE_KEEPER, GObject)

/* Property: is-saved (boolean: nothing waits to be saved).
 *
 * Signals: restored (the kept state, if any, has been applied to the view), failed (why a state
 * cannot be saved: string), unread (why a state cannot be read: string, where it was moved: string
 * or NULL). */

DwellStateKeeper *dwell_state_keeper_new             (DwellView        *view)
  G_GNUC_WARN_UNUSED_RESULT;
void              dwell_state_keeper_close           (DwellStateKeeper *self);
gboolean          dwell_state_keeper_get_is_restored (DwellStateKeeper *self);
gboolean          dwell_state_keeper_get_is_saved    (DwellStateKeeper *self);

G_END_DECLS
