/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress of work on a worker thread, read from any other: no lock, no idle sources. The side that
 * shows it reads it now and then; the work writes it as often as it likes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DwellProgress DwellProgress;

DwellProgress *dwell_progress_new   (void) G_GNUC_WARN_UNUSED_RESULT;
DwellProgress *dwell_progress_ref   (DwellProgress *self);
void           dwell_progress_unref (DwellProgress *self);

void           dwell_progress_set   (DwellProgress *self,
                                     const char    *doing,
                                     double         fraction);
double         dwell_progress_get_fraction (DwellProgress *self);
const char    *dwell_progress_get_doing    (DwellProgress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellProgress, dwell_progress_unref)

G_END_DECLS
