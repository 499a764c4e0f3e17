/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of a trace that are called only by the builder, and by functions that make a trace from
 * another. */
#pragma once

#include "core/dwell-memory.h"
#include "core/dwell-trace.h"

G_BEGIN_DECLS

DwellTrace *_dwell_trace_new (void) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *_dwell_trace_new_of (DwellTrace *base) G_GNUC_WARN_UNUSED_RESULT;
gpointer    _dwell_trace_own (DwellTrace     *self,
                              gpointer        data,
                              GDestroyNotify  free);
gpointer    _dwell_trace_share_column (DwellTrace     *self,
                                       DwellColumn    *column);
void        _dwell_property_clear (gpointer data);

/* dwell-trace-names.c */
guint32     _dwell_area_make_title (DwellStrings    *strings,
                                    const DwellArea *area,
                                    const DwellArea *parent);

/* dwell-pauses.c: once spans, areas, rows, tracks and suspensions are there. */
void        _dwell_trace_unite_pauses (DwellTrace *self);

G_END_DECLS
