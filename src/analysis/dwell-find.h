/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding text in the names of areas and contexts, in messages, and in arguments of spans and
 * marks.
 *
 * A pattern is plain text (case-insensitive, anywhere in the name) or /regular expression/ between
 * slashes, with an optional trailing i, or a condition on an argument: args.KEY>10. Table filters
 * and the CLI use the same patterns; a condition can match spans and marks, but no names. No
 * pattern hangs: a regular expression that takes far too long on a text does not match it. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct _DwellPattern DwellPattern;
typedef struct _DwellFind    DwellFind;

DwellPattern *dwell_pattern_new     (const char          *text,
                                     GError             **error) G_GNUC_WARN_UNUSED_RESULT;
DwellPattern *dwell_pattern_ref     (DwellPattern        *self);
void          dwell_pattern_unref   (DwellPattern        *self);
gboolean      dwell_pattern_replace (DwellPattern       **pattern,
                                     const char          *text,
                                     GError             **error);
gboolean      dwell_pattern_is_condition (const DwellPattern *self);
gboolean      dwell_pattern_suits_names (const DwellPattern *self,
                                         GError            **error);
guint8       *_dwell_pattern_match_args (const DwellPattern *self,
                                         const DwellTrace   *trace,
                                         GCancellable       *cancellable) G_GNUC_WARN_UNUSED_RESULT;
gboolean      dwell_pattern_has_given_up (const DwellPattern *self);
gboolean      dwell_pattern_check   (const DwellPattern  *self,
                                     GError             **error);
gboolean      dwell_pattern_matches (const DwellPattern  *self,
                                     const char          *text);

DwellFind    *dwell_find_new        (DwellTrace          *trace,
                                     DwellPattern        *pattern,
                                     GCancellable        *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellFind    *dwell_find_new_for_spans (DwellTrace         *trace,
                                        const guint32      *spans,
                                        guint64             n_spans,
                                        GCancellable       *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellFind    *dwell_find_new_for_area (DwellTrace          *trace,
                                       guint32              area,
                                       GCancellable        *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellFind    *dwell_find_ref        (DwellFind           *self);
void          dwell_find_unref      (DwellFind           *self);

guint64       dwell_find_get_n_spans (const DwellFind    *self);
guint64       dwell_find_get_n_marks (const DwellFind    *self);
gboolean      dwell_find_has_span    (const DwellFind    *self,
                                      guint32             span);
gboolean      dwell_find_has_mark    (const DwellFind    *self,
                                      guint32             mark);

guint32       dwell_find_next_in_row (const DwellFind    *self,
                                      guint32             row,
                                      gint64              time);

/* A hit: a span or a mark (the other is DWELL_NONE), or neither. */
typedef struct {
  guint32 span;
  guint32 mark;
} DwellHit;

DwellHit      dwell_find_step        (const DwellFind    *self,
                                      DwellHit            from,
                                      gint64              time,
                                      int                 direction);
guint64       dwell_find_get_ordinal (const DwellFind    *self,
                                      DwellHit            hit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellPattern, dwell_pattern_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellFind, dwell_find_unref)

G_END_DECLS
