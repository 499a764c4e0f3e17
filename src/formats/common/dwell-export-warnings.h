/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings of a writer before an export. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

GArray *dwell_export_warnings_new (void) G_GNUC_WARN_UNUSED_RESULT;
void    dwell_export_warnings_add (GArray   *warnings,
                                   gboolean  is_error,
                                   gboolean  is_loss,
                                   guint64   count,
                                   char     *message);
void    dwell_export_warnings_add_doubtful (GArray *warnings,
                                   guint64  count);
gboolean dwell_export_is_doubtful (const DwellTrace *trace,
                                   guint32           span);
guint64 dwell_export_count_incomplete (const DwellTrace *trace,
                                       gint64            begin,
                                       gint64            end);
guint64 dwell_export_count_pauses     (const DwellTrace *trace,
                                       gint64            begin,
                                       gint64            end);
guint64 dwell_export_count_orphans    (const DwellTrace *trace,
                                       gint64            begin,
                                       gint64            end);

G_END_DECLS
