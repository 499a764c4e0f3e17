/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "core/dwell-measured.h"

/**
 * dwell_measured_get_unit:
 * @trace: a trace
 *
 * Returns: (transfer none): the unit of its costs; "" if there is none
 */
const char *
dwell_measured_get_unit (const DwellTrace *trace)
{
  return dwell_trace_get_string (trace, trace->weight_unit);
}

/**
 * dwell_measured_get_measure:
 * @trace: a trace
 *
 * Returns: (transfer none): the measure of the size of inputs, as “rms”; "" if there is none
 */
const char *
dwell_measured_get_measure (const DwellTrace *trace)
{
  const DwellProperty *property = dwell_trace_get_property (trace, "input_metric");
  const char *measure = property != NULL &&
                        g_variant_is_of_type (property->value, G_VARIANT_TYPE_STRING)
                        ? g_variant_get_string (property->value, NULL) : "";

  /* Two names of one measure. */
  return g_str_equal (measure, "rvms") ? "drms" : measure;
}

/**
 * dwell_measured_add:
 * @self: what differs so far
 * @first: the first of the recordings
 * @other: another one
 *
 * Adds what differs between the two.
 */
void
dwell_measured_add (DwellMeasured    *self,
                    const DwellTrace *first,
                    const DwellTrace *other)
{
  self->units |= !g_str_equal (dwell_measured_get_unit (other), dwell_measured_get_unit (first));
  self->measures |= !g_str_equal (dwell_measured_get_measure (other),
                                  dwell_measured_get_measure (first));
  self->cells |= other->size_bytes != first->size_bytes;
  self->cells_are_unknown |= first->size_bytes == 0 || other->size_bytes == 0;
}
