/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What to do with several files. */
typedef enum {
  DWELL_JOIN_CANCELLED,
  DWELL_JOIN_TABS,       /* open each in a tab of its own */
  DWELL_JOIN_SESSION,    /* open them as one session */
  DWELL_JOIN_SERIES,     /* compare all, one after another */
  DWELL_JOIN_COMPARISON, /* open both and compare them: the first is the base */
} DwellJoinAnswer;

void            dwell_join_dialog_ask_async  (GtkWindow            *parent,
                                              GPtrArray            *files,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
DwellJoinAnswer dwell_join_dialog_ask_finish (GAsyncResult         *result);

G_END_DECLS
