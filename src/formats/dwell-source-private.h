/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a source share. */
#pragma once

#include "formats/dwell-source.h"

G_BEGIN_DECLS

/* (nullable): of the file that is open, whatever has its name by now. */
GFileInfo *_dwell_source_query_info (DwellSource *self,
                                     const char  *attributes) G_GNUC_WARN_UNUSED_RESULT;
void       _dwell_source_set_name   (DwellSource *self,
                                     const char  *name);

G_END_DECLS
