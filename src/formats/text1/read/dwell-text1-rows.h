/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the rows of all sections except the timeline into the builder and the map. */
#pragma once

#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/read/dwell-text1-contexts.h"

G_BEGIN_DECLS

typedef struct _DwellText1Rows DwellText1Rows;

DwellText1Rows *dwell_text1_rows_new   (DwellBuilder           *builder,
                                        DwellText1Map          *map,
                                        DwellText1Contexts     *contexts,
                                        const DwellText1Given  *given) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_text1_rows_free  (DwellText1Rows         *self);
void            dwell_text1_rows_begin (DwellText1Rows         *self,
                                        const DwellText1Header *header,
                                        DwellTemplate          *entry);
void            dwell_text1_rows_add   (DwellText1Rows         *self,
                                        const char             *row,
                                        gsize                   length,
                                        guint64                 line);
void            dwell_text1_rows_end   (DwellText1Rows         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Rows, dwell_text1_rows_free)

G_END_DECLS
