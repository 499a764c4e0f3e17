/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the state of a view: restores it when the session's files were read, and saves it a little
 * after each change and at the end, so that little is lost whatever ends the program. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_STATE_KEEPER (dwell_state_keeper_get_type ())
G_DECLARE_FINAL_TYPE (DwellStateKeeper, dwell_state_keeper, DWELL, STATE_KEEPER, GObject)

/* Signal: restored (what was kept, if anything, has been applied to the view). Properties:
 * is-saved (boolean: nothing waits to be saved). */
DwellStateKeeper *dwell_state_keeper_new   (DwellView        *view) G_GNUC_WARN_UNUSED_RESULT;
/* Saves what is not saved yet and lets go of the view. The default application, if there is one,
 * is held until that is done. */
void              dwell_state_keeper_close (DwellStateKeeper *self);
gboolean          dwell_state_keeper_get_is_restored (DwellStateKeeper *self);
gboolean          dwell_state_keeper_get_is_saved    (DwellStateKeeper *self);

G_END_DECLS
