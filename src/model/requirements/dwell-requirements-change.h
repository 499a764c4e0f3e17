/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A change of a file of requirements, to be made and undone on a worker: a line is replaced, added
 * or removed, or several lines are added at the end. Everything else in the file stays as it is,
 * also what others wrote into it meanwhile. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellRequirementsChange DwellRequirementsChange;

DwellRequirementsChange *
         dwell_requirements_change_new   (GFile                   *file,
                                          guint                    line,
                                          const char              *old_line,
                                          const char              *new_line)
                                         G_GNUC_WARN_UNUSED_RESULT;
DwellRequirementsChange *
         dwell_requirements_change_new_of_lines (GFile            *file,
                                          const char * const      *lines)
                                         G_GNUC_WARN_UNUSED_RESULT;
DwellRequirementsChange *
         dwell_requirements_change_ref   (DwellRequirementsChange *self);
void     dwell_requirements_change_unref (DwellRequirementsChange *self);
GFile   *dwell_requirements_change_get_file (DwellRequirementsChange *self);
gboolean dwell_requirements_change_makes_file (DwellRequirementsChange *self);
gboolean dwell_requirements_change_make  (DwellRequirementsChange *self,
                                          GCancellable            *cancellable,
                                          GError                 **error);
gboolean dwell_requirements_change_undo  (DwellRequirementsChange *self,
                                          GCancellable            *cancellable,
                                          GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRequirementsChange, dwell_requirements_change_unref)

G_END_DECLS
