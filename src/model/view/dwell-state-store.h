/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of views in files, <state>/dwell/views/ID.conf, where ID is a hash of what the recordings
 * hold: a file that is moved keeps its state, one that is recorded anew begins without. Never
 * written beside the user's files. All of it waits for the disk: for workers. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How many recordings are remembered; those not opened for the longest time go. */
#define DWELL_STATE_STORE_MAX 500

/* Of sizes, heads, tails and samples: as quick for gigabytes. */
char     *dwell_state_store_make_id (GFile * const  *files,
                                     guint           n_files,
                                     GCancellable   *cancellable,
                                     GError        **error) G_GNUC_WARN_UNUSED_RESULT;
/* NULL without an error: there is none. A file that cannot be used is an error, and put aside. */
GKeyFile *dwell_state_store_load    (const char     *id,
                                     char          **broken,
                                     GError        **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean  dwell_state_store_save    (const char     *id,
                                     const char     *base,
                                     const char     *text,
                                     GError        **error);
void      dwell_state_store_forget  (void);
/* (transfer full): where it is kept. */
char     *dwell_state_store_get_path (const char    *id) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
