/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source delivers the bytes of one file to a reader, decompressed if it is .gz or .zst (by
 * content, not by name). It opens regular files only: for a folder, a pipe or a device it returns
 * an error at once. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-problems.h"
#include "core/dwell-progress.h"
#include "formats/common/dwell-read-limits.h"

G_BEGIN_DECLS

/* The greatest number of bytes that recognition gets. */
#define DWELL_SOURCE_HEAD_BYTES 65536

typedef struct _DwellSource DwellSource;

DwellSource *dwell_source_new            (GFile         *file,
                                          GCancellable  *cancellable,
                                          GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_source_free           (DwellSource   *self);
DwellSource *dwell_source_open_companion (DwellSource   *self,
                                          const char    *name,
                                          GCancellable  *cancellable,
                                          GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean     dwell_source_owns           (DwellSource   *self,
                                          const char    *name);

GFile      *dwell_source_get_file      (DwellSource *self);
const char *dwell_source_get_name      (DwellSource *self);
guint64     dwell_source_get_size      (DwellSource *self);
gboolean    dwell_source_is_compressed (DwellSource *self);
GBytes     *dwell_source_get_head      (DwellSource *self);

gssize dwell_source_read             (DwellSource    *self,
                                      void           *buffer,
                                      gsize           size,
                                      DwellProblems  *problems,
                                      GCancellable   *cancellable,
                                      GError        **error);
const char *dwell_source_find_charset (const char  *head,
                                       gsize        length);
void   dwell_source_set_charset      (DwellSource    *self,
                                      const char     *charset);
double dwell_source_get_own_fraction (DwellSource    *self);
double dwell_source_get_fraction     (DwellSource    *self);
void   dwell_source_set_range        (DwellSource    *self,
                                      double          first,
                                      double          last);
void   dwell_source_get_range        (DwellSource    *self,
                                      double         *first,
                                      double         *last);
void   dwell_source_set_limits       (DwellSource    *self,
                                      const DwellReadLimits *limits);
const DwellReadLimits *dwell_source_get_limits (DwellSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSource, dwell_source_free)

G_END_DECLS
