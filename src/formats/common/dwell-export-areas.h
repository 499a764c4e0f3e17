/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which areas an export holds, and which facts of them it leaves out. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

guint8  *dwell_export_mark_areas      (const DwellTrace *trace,
                                       gint64            begin,
                                       gint64            end) G_GNUC_WARN_UNUSED_RESULT;
guint64  dwell_export_count_functions (const DwellTrace *trace);
gboolean dwell_export_loses_all_facts (const DwellTrace *trace,
                                       guint32           area,
                                       DwellAreaFact     fact);
void     dwell_export_check_facts     (const DwellFormat *format,
                                       const DwellTrace  *trace,
                                       const guint8      *is_written,
                                       GArray            *warnings);

G_END_DECLS
