/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving what a page shows: asks where to, has a worker make and write it, and tells how it went.
 * What takes long can be cancelled, and then leaves the old file as it was. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes what @data tells of and writes it to @file. On a worker. */
typedef gboolean (*DwellSaveFunc) (gpointer        data,
                                   GFile          *file,
                                   GCancellable   *cancellable,
                                   GError        **error);

/* @data belongs to the saving; @free must not mind on which thread it is called. */
void     dwell_save_ask     (GtkWidget       *from,
                             GFile           *folder,
                             const char      *name,
                             DwellSaveFunc    write,
                             gpointer         data,
                             GDestroyNotify   free);
void     dwell_save_to      (GtkWidget       *from,
                             GFile           *file,
                             DwellSaveFunc    write,
                             gpointer         data,
                             GDestroyNotify   free);

/* For the functions that write. */
gboolean    dwell_save_text     (GFile         *file,
                                 const char    *text,
                                 GCancellable  *cancellable,
                                 GError       **error);
/* What the user should know of what is written to @file: one translated sentence. */
void        dwell_save_remark   (GFile         *file,
                                 const char    *remark);
const char *dwell_save_get_path (GFile         *file,
                                 GError       **error);

G_END_DECLS
