/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the cells of the list of values. A value that does not exist makes an empty cell, never a
 * 0. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-contexts.h"
#include "model/lists/values/dwell-value-answer.h"

static DwellCellValue
make_value (gboolean   exists,
            DwellValue value,
            gboolean   is_real)
{
  return is_real ? dwell_cell_real (DWELL_CELL_REAL, exists ? value.real : 0, exists)
                 : dwell_cell_whole (DWELL_CELL_INTEGER, exists ? value.integer : 0, exists);
}

/* Returns the name of a state, or its value if the file has no name for it. */
static DwellCellValue
make_state (const DwellTrace *trace,
            guint32           area)
{
  const char *name;

  if (area == DWELL_NONE)
    return (DwellCellValue) { DWELL_CELL_NONE };

  name = dwell_trace_get_area_name (trace, area);

  return *name == '\0' && trace->areas[area].has_value
         ? dwell_cell_whole (DWELL_CELL_INTEGER, trace->areas[area].value, TRUE)
         : dwell_cell_text (name);
}

static const char *
get_kind (const DwellTrace *trace,
          guint32           track)
{
  guint32 area = trace->tracks[track].area;

  if (dwell_values_has_states (trace, track) && trace->areas[area].kind == DWELL_AREA_VARIABLE)
    return _("State variable");

  return area != DWELL_NONE ? dwell_area_kind_get_title (trace->areas[area].kind) : "";
}

static DwellCellValue
get_at (const DwellTrace *trace,
        guint32           track,
        gint64            time)
{
  guint32 found;

  if (dwell_values_has_states (trace, track))
    {
      found = dwell_values_find_state_at (trace, track, time);
      return make_state (trace, found != DWELL_NONE ? trace->span_area[found] : DWELL_NONE);
    }

  found = dwell_values_find_at (trace, track, time);
  return make_value (found != DWELL_NONE,
                     found != DWELL_NONE ? dwell_values_get_at (trace, track, found, time)
                                         : (DwellValue) { 0 },
                     dwell_values_is_real (trace, track));
}

static DwellCellValue
get_variable_cell (const DwellValueAnswer *self,
                   const DwellVariableRow *row,
                   DwellValueColumn        column,
                   gboolean                has_cursor,
                   gint64                  cursor)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[row->track];
  const DwellValueSummary *summary = &row->summary;
  gboolean is_real = dwell_values_is_real (trace, row->track);

  switch ((guint) column)
    {
    case DWELL_VALUE_COLUMN_NAME:
      return dwell_cell_text (dwell_trace_get_string (trace, track->name));
    case DWELL_VALUE_COLUMN_KIND:
      return dwell_cell_text (get_kind (trace, row->track));
    case DWELL_VALUE_COLUMN_CONTEXT:
      return dwell_cell_text (dwell_trace_get_context_label (trace, track->context));
    case DWELL_VALUE_COLUMN_UNIT:
      return dwell_cell_text (track->area != DWELL_NONE
                        ? dwell_trace_get_string (trace, trace->areas[track->area].unit) : "");
    case DWELL_VALUE_COLUMN_AT_CURSOR:
      return has_cursor ? get_at (trace, row->track, cursor)
                        : (DwellCellValue) { DWELL_CELL_NONE };
    case DWELL_VALUE_COLUMN_COUNT:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->count, TRUE);
    case DWELL_VALUE_COLUMN_MIN:
      return make_value (summary->has_values, summary->least, is_real);
    case DWELL_VALUE_COLUMN_MAX:
      return make_value (summary->has_values, summary->greatest, is_real);
    case DWELL_VALUE_COLUMN_MEAN:
      return dwell_cell_real (DWELL_CELL_MEAN, summary->mean, summary->has_mean);
    case DWELL_VALUE_COLUMN_LAST:
      return row->last_state != DWELL_NONE
             ? make_state (trace, row->last_state)
             : make_value (summary->has_last && !(is_real && isnan (summary->last.real)),
                           summary->last, is_real);
    default:
      return (DwellCellValue) { DWELL_CELL_NONE };
    }
}

static DwellCellValue
get_state_cell (const DwellValueAnswer *self,
                const DwellStateRow    *row,
                DwellValueColumn        column)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[row->time.area];

  switch ((guint) column)
    {
    case DWELL_VALUE_COLUMN_NAME:
      return row->title != NULL ? dwell_cell_text (row->title) : make_state (trace, row->time.area);
    case DWELL_VALUE_COLUMN_KIND:
      return dwell_cell_text (dwell_area_kind_get_title (area->kind));
    case DWELL_VALUE_COLUMN_COUNT:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->time.count, TRUE);
    case DWELL_VALUE_COLUMN_TIME:
      return dwell_cell_whole (DWELL_CELL_TIME, row->time.time, TRUE);
    case DWELL_VALUE_COLUMN_SHARE:
      return dwell_cell_share (row->time.share);
    case DWELL_VALUE_COLUMN_LONGEST:
      return row->longest != DWELL_NONE
             ? dwell_cell_whole (DWELL_CELL_TIME,
                                 dwell_trace_get_span_duration (trace, row->longest), TRUE)
             : (DwellCellValue) { DWELL_CELL_NONE };
    default:
      return (DwellCellValue) { DWELL_CELL_NONE };
    }
}

DwellCellValue
_dwell_value_answer_get_cell (const DwellValueAnswer *self,
                              guint32                 row,
                              DwellValueColumn        column,
                              gboolean                has_cursor,
                              gint64                  cursor)
{
  guint32 n_variables = self->variables->len;

  if (row < n_variables)
    return get_variable_cell (self, &g_array_index (self->variables, DwellVariableRow, row),
                              column, has_cursor, cursor);

  return get_state_cell (self, &g_array_index (self->states, DwellStateRow, row - n_variables),
                         column);
}
