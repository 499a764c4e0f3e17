/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of source lines in the track of a context. Below each depth of functions there are as
 * many rows as lines of one activation were active at once, usually one. A row is reserved while a
 * line is active in it. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

typedef struct _DwellLineRows DwellLineRows;

DwellLineRows *dwell_line_rows_new     (DwellBuilder  *builder,
                                        guint32        track) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_line_rows_free    (DwellLineRows *self);
guint32        dwell_line_rows_take    (DwellLineRows *self,
                                        guint32        depth,
                                        guint32       *row);
void           dwell_line_rows_release (DwellLineRows *self,
                                        guint32        place);
void           dwell_line_rows_clear   (DwellLineRows *self);

G_END_DECLS
