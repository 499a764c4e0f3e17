/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of the states of a variable, for formats that identify states only by number. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

gint64 *dwell_state_numbers_new (const DwellTrace *trace,
                                 const guint32    *groups) G_GNUC_WARN_UNUSED_RESULT;

/* In Text1 a state that has a handle, but no value, has the value 0. */
static inline gboolean
dwell_state_has_number (const DwellArea *state)
{
  return state->has_value || state->has_handle;
}

/* Returns whether the number of @state is not that of the file. */
static inline gboolean
dwell_state_number_is_made (const DwellTrace *trace,
                            const gint64     *numbers,
                            guint32           state)
{
  return !dwell_state_has_number (&trace->areas[state]) ||
         numbers[state] != trace->areas[state].value;
}

G_END_DECLS
