/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A type that a file can be saved as. */
typedef struct {
  const char *title;       /* untranslated, marked with N_(); NULL ends a list */
  const char *suffixes[3]; /* with dot, in lower case, the usual one first; NULL for none */
} DwellFileType;

void       dwell_open_dialog_choose_async  (GtkWindow            *parent,
                                            GFile                *folder,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray *dwell_open_dialog_choose_finish (GAsyncResult         *result,
                                            gboolean             *is_joined,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;

void       dwell_pick_dialog_choose_async  (GtkWindow            *parent,
                                            GFile                *folder,
                                            const char           *title,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GFile     *dwell_pick_dialog_choose_finish (GAsyncResult         *result,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;

void       dwell_save_dialog_choose_async  (GtkWindow            *parent,
                                            GFile                *folder,
                                            const char           *name,
                                            const DwellFileType  *types,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GFile     *dwell_save_dialog_choose_finish (GAsyncResult         *result,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;
guint      dwell_save_dialog_get_type      (GAsyncResult         *result,
                                            GFile                *file);

G_END_DECLS
