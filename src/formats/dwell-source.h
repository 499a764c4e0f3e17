/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source: the bytes of one file for a reader, decompressed on the way if it is .gz or .zst (by
 * content, not by name). Opens nothing but regular files: a directory, a pipe or a device is an
 * error that says so, at once. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-problems.h"
#include "core/dwell-progress.h"

G_BEGIN_DECLS

/* What recognition sees at most. */
#define DWELL_SOURCE_HEAD_BYTES 65536

typedef struct _DwellSource DwellSource;

DwellSource *dwell_source_new       (GFile         *file,
                                     GCancellable  *cancellable,
                                     GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_source_free      (DwellSource   *self);
/* A file of that name beside it. NULL without an error if there is none. */
DwellSource *dwell_source_open_companion (DwellSource   *self,
                                          const char    *name,
                                          GCancellable  *cancellable,
                                          GError       **error) G_GNUC_WARN_UNUSED_RESULT;
/* FALSE: that file beside it belongs to another main file, which was to take this one's place. */
gboolean     dwell_source_owns      (DwellSource   *self,
                                     const char    *name);

GFile       *dwell_source_get_file  (DwellSource   *self);
/* Display name without directories, for messages and for rules that look at the file's name. */
const char  *dwell_source_get_name  (DwellSource   *self);
/* Bytes on disk. */
guint64      dwell_source_get_size  (DwellSource   *self);
gboolean     dwell_source_is_compressed (DwellSource *self);
/* The first decompressed bytes, at most DWELL_SOURCE_HEAD_BYTES. */
GBytes      *dwell_source_get_head  (DwellSource   *self);

/* Sequential decompressed bytes from the start; 0 at the end. A damaged or truncated compressed
 * stream ends there: what came out is delivered, and the problem is put into @problems. */
gssize       dwell_source_read      (DwellSource   *self,
                                     void          *buffer,
                                     gsize          size,
                                     DwellProblems *problems,
                                     GCancellable  *cancellable,
                                     GError       **error);
/* From here on read() converts to UTF-8; before the first read(). The head stays as it is. */
void         dwell_source_set_charset  (DwellSource  *self,
                                        const char   *charset);
/* How much of the file on disk read() has used, 0…1; the other one mapped to the range set. */
double       dwell_source_get_own_fraction (DwellSource *self);
double       dwell_source_get_fraction (DwellSource *self);
/* Of a longer work this file is the part from @first to @last. */
void         dwell_source_set_range    (DwellSource *self,
                                        double       first,
                                        double       last);
void         dwell_source_get_range    (DwellSource *self,
                                        double      *first,
                                        double      *last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSource, dwell_source_free)

G_END_DECLS
