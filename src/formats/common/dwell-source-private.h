/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the sources of DwellSource share. */
#pragma once

#include "formats/common/dwell-source.h"

G_BEGIN_DECLS

GFileInfo *_dwell_source_query_info (DwellSource *self,
                                     const char  *attributes) G_GNUC_WARN_UNUSED_RESULT;
void       _dwell_source_set_name   (DwellSource *self,
                                     const char  *name);

G_END_DECLS
