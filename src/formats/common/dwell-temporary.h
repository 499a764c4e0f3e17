/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is written beside its target: hidden, locked and readable only by its owner, until it
 * takes the target's place. The lock distinguishes it from a file that was left over. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellTemporary DwellTemporary;

DwellTemporary *dwell_temporary_new         (GFile           *main_file,
                                             const char      *suffix,
                                             GCancellable    *cancellable,
                                             GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_temporary_free        (DwellTemporary  *self);
GOutputStream  *dwell_temporary_get_stream  (DwellTemporary  *self);
gboolean        dwell_temporary_finish      (DwellTemporary  *self,
                                             GFile           *model,
                                             guint32          mode,
                                             GCancellable    *cancellable,
                                             GError         **error);
gboolean        dwell_temporary_place       (DwellTemporary  *self,
                                             GFile           *target,
                                             GError         **error);
guint32         dwell_temporary_ask_mode    (GFile           *main_file,
                                             GCancellable    *cancellable);
void            dwell_temporary_clear_up    (const char      *path,
                                             const char      *what);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTemporary, dwell_temporary_free)

G_END_DECLS
