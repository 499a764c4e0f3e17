/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out what was dropped, and what to do with it. */
#pragma once

#include "ui/import/dwell-join-dialog.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray       *recordings;   /* GFile: or of any other kind */
  GPtrArray       *requirements; /* GFile: for the recordings, or for the tab in front */
  gboolean         is_text;      /* a single file, of text that no format recognises */
  DwellJoinAnswer  answer;       /* what to do with the recordings */
} DwellDrop;

void       dwell_dropping_ask_async  (GtkWindow           *window,
                                      GPtrArray           *files,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data);
DwellDrop *dwell_dropping_ask_finish (GAsyncResult        *result);
void       dwell_drop_free           (DwellDrop           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellDrop, dwell_drop_free)

G_END_DECLS
