/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving what a page shows: asks for a file, makes and writes its content on a worker, and shows
 * the result in a toast. Saving that takes long can be cancelled, which leaves the old file as it
 * was. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * DwellSaveFunc:
 * @data: the data that was given with the function
 * @file: the file to write
 * @cancellable: stops the writing
 * @error: set if it fails
 *
 * Makes the content and writes it to @file. Called on a worker.
 *
 * Returns: whether the file was written
 */
typedef gboolean (*DwellSaveFunc) (gpointer        data,
                                   GFile          *file,
                                   GCancellable   *cancellable,
                                   GError        **error);

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
char    *dwell_save_propose_name (const char *suggested,
                                  const char *chosen) G_GNUC_WARN_UNUSED_RESULT;

/* For implementations of DwellSaveFunc. */

void     dwell_save_remark  (GFile           *file,
                             const char      *remark);

G_END_DECLS
