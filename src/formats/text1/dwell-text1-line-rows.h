/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of source lines in the track of a context: below each depth of functions as many as
 * lines of one activation were ever active at once, mostly one. A row is given out while a line is
 * active in it. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

typedef struct _DwellLineRows DwellLineRows;

DwellLineRows *dwell_line_rows_new   (DwellBuilder  *builder,
                                      guint32        track) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_line_rows_free  (DwellLineRows *self);
/* A free row below the functions of @depth. @row: (out): its number in the builder. Returns: what
 * to give back. */
guint32        dwell_line_rows_take  (DwellLineRows *self,
                                      guint32        depth,
                                      guint32       *row);
void           dwell_line_rows_give_back (DwellLineRows *self,
                                          guint32        place);
/* All spans were dropped: all rows are free again, and may get other depths. */
void           dwell_line_rows_clear (DwellLineRows *self);

G_END_DECLS
