/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording is read from, and how: one file, or several that are joined. Does not change. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  GPtrArray *files; /* GFile, one or more */
  char      *format_id; /* or NULL: to be recognised */
  GStrv      key_values; /* options, as "KEY=VALUE"; or NULL: none */
} DwellOrigin;

DwellOrigin *dwell_origin_new        (GFile * const      *files,
                                      guint               n_files,
                                      const char         *format_id,
                                      const char * const *key_values) G_GNUC_WARN_UNUSED_RESULT;
DwellOrigin *dwell_origin_new_for_file (GFile           *file) G_GNUC_WARN_UNUSED_RESULT;
DwellOrigin *dwell_origin_ref        (DwellOrigin        *self);
void         dwell_origin_unref      (DwellOrigin        *self);
gboolean     dwell_origin_is_of      (const DwellOrigin  *self,
                                      GFile * const      *files,
                                      guint               n_files);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOrigin, dwell_origin_unref)

G_END_DECLS
