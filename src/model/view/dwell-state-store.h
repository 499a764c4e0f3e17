/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps states of views in files, <state>/dwell/views/ID.conf, where ID is a hash of the
 * recordings: a file that is moved keeps its state, one that is recorded again has none. Nothing is
 * written beside the user's files. All functions wait for the disk: for workers. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The number of recordings whose state is kept; the least recently opened ones are removed. */
#define DWELL_STATE_STORE_MAX 500

char     *dwell_state_store_make_id (GFile * const  *files,
                                     guint           n_files,
                                     GCancellable   *cancellable,
                                     GError        **error) G_GNUC_WARN_UNUSED_RESULT;
GKeyFile *dwell_state_store_load    (const char     *id,
                                     char          **broken,
                                     GError        **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean  dwell_state_store_save    (const char     *id,
                                     const char     *base,
                                     const char     *text,
                                     GError        **error);
void      dwell_state_store_forget  (void);
char     *dwell_state_store_get_path (const char    *id) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
