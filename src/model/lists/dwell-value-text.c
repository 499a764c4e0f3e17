/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cells of the values say. Integers are told digit by digit; reals with seven digits, and
 * in copies exactly. What does not exist has an empty cell, never a 0. */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/dwell-share.h"
#include "core/dwell-text.h"
#include "model/dwell-field.h"
#include "model/lists/dwell-value-answer.h"

static const DwellValueColumnInfo infos[DWELL_N_VALUE_COLUMNS] = {
  [DWELL_VALUE_COLUMN_NAME] = {
    "name", N_("Name"), N_("The variable or signal, or one of its states"), FALSE },
  [DWELL_VALUE_COLUMN_KIND] = {
    "kind", N_("Kind"), N_("What it is: variable, state variable, signal"), FALSE },
  [DWELL_VALUE_COLUMN_CONTEXT] = {
    "context", N_("Context"), N_("Where it belongs"), FALSE },
  [DWELL_VALUE_COLUMN_AT_CURSOR] = {
    "value", N_("At Cursor"), N_("The value that it holds at the cursor"), TRUE },
  [DWELL_VALUE_COLUMN_UNIT] = {
    "unit", N_("Unit"), N_("Of its values"), FALSE },
  [DWELL_VALUE_COLUMN_COUNT] = {
    "writes", N_("Writes"), N_("How often it was written in this range; of a state, entered"),
    TRUE },
  [DWELL_VALUE_COLUMN_MIN] = {
    "min", N_("Min"), N_("The least value that it held in this range"), TRUE },
  [DWELL_VALUE_COLUMN_MAX] = {
    "max", N_("Max"), N_("The greatest value that it held in this range"), TRUE },
  [DWELL_VALUE_COLUMN_MEAN] = {
    "mean", N_("Mean"), N_("Its mean value, weighted by the time for which it held each"), TRUE },
  [DWELL_VALUE_COLUMN_LAST] = {
    "last", N_("Last"), N_("The value that it held at the end of this range"), TRUE },
  [DWELL_VALUE_COLUMN_TIME] = {
    "time", N_("Time"), N_("For how long it was in this state"), TRUE },
  [DWELL_VALUE_COLUMN_SHARE] = {
    "share", N_("Share"),
    N_("That time as a part of this range, as far as it lies in the session"), TRUE },
  [DWELL_VALUE_COLUMN_LONGEST] = {
    "longest", N_("Longest"), N_("The longest stay in this state, from entry to exit"), TRUE },
};

const DwellValueColumnInfo *
dwell_value_column_get_info (DwellValueColumn column)
{
  g_return_val_if_fail (column < DWELL_N_VALUE_COLUMNS, NULL);

  return &infos[column];
}

/* --- Numbers --- */

/* Shown to seven digits; for other programs as few digits as are exact. */
static char *
make_real (double   real,
           gboolean is_plain)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];

  if (isnan (real))
    return g_strdup (is_plain ? "nan" : _("not a number"));

  if (isinf (real))
    return g_strdup (is_plain ? (real < 0 ? "-inf" : "inf") : (real < 0 ? "−∞" : "∞"));

  if (!is_plain)
    return g_strdup_printf ("%.7g", real);

  for (int digits = 15; digits <= 17; digits++)
    {
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, real);
      if (g_ascii_strtod (buffer, NULL) == real)
        break;
    }

  return g_strdup (buffer);
}

static char *
make_mean (double   mean,
           gboolean is_plain)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (is_plain)
    return g_strdup (g_ascii_dtostr (buffer, sizeof buffer, mean));

  return g_strdup_printf ("%.6g", mean);
}

char *
_dwell_value_cell_to_text (const DwellValueCell *self,
                           gboolean              is_plain)
{
  switch (self->type)
    {
    case DWELL_VALUE_CELL_TEXT:
      return g_strdup (self->text);
    case DWELL_VALUE_CELL_COUNT:
      return is_plain ? g_strdup_printf ("%" G_GINT64_FORMAT, self->integer)
                      : dwell_text_count ((guint64) self->integer);
    case DWELL_VALUE_CELL_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, self->integer);
    case DWELL_VALUE_CELL_REAL:
      return make_real (self->real, is_plain);
    case DWELL_VALUE_CELL_MEAN:
      return make_mean (self->real, is_plain);
    case DWELL_VALUE_CELL_TIME:
      return is_plain ? g_strdup_printf ("%" G_GINT64_FORMAT, self->integer)
                      : dwell_text_duration (self->integer);
    case DWELL_VALUE_CELL_SHARE:
      return is_plain ? dwell_share_to_plain (self->real) : dwell_text_percent (self->real);
    case DWELL_VALUE_CELL_EMPTY:
    default:
      return g_strdup ("");
    }
}

void
_dwell_value_cell_clear (DwellValueCell *self)
{
  g_clear_pointer (&self->text, g_free);
  self->type = DWELL_VALUE_CELL_EMPTY;
}

/* --- Cells --- */

static DwellValueCell
make_text (const char *text)
{
  if (text == NULL || *text == '\0')
    return (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };

  return (DwellValueCell) { DWELL_VALUE_CELL_TEXT, 0, 0, g_strdup (text) };
}

static DwellValueCell
make_integer (DwellValueCellType type,
              gint64             integer)
{
  return (DwellValueCell) { type, integer, 0, NULL };
}

static DwellValueCell
make_number (DwellValueCellType type,
             double             real)
{
  return (DwellValueCell) { type, 0, real, NULL };
}

static DwellValueCell
make_value (gboolean   exists,
            DwellValue value,
            gboolean   is_real)
{
  if (!exists)
    return (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };

  return is_real ? make_number (DWELL_VALUE_CELL_REAL, value.real)
                 : make_integer (DWELL_VALUE_CELL_INTEGER, value.integer);
}

/* A state's name, or its value where the file gives it no name. */
static DwellValueCell
make_state (const DwellTrace *trace,
            guint32           area)
{
  const char *name;

  if (area == DWELL_NONE)
    return (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };

  name = dwell_trace_get_area_name (trace, area);

  return *name == '\0' && trace->areas[area].has_value
         ? make_integer (DWELL_VALUE_CELL_INTEGER, trace->areas[area].value) : make_text (name);
}

/* “Running (2)” */
static DwellValueCell
make_state_with_value (const DwellTrace *trace,
                       guint32           area)
{
  DwellValueCell cell = make_state (trace, area);

  if (cell.type == DWELL_VALUE_CELL_TEXT && trace->areas[area].has_value)
    {
      g_autofree char *name = g_steal_pointer (&cell.text);

      cell.text = g_strdup_printf ("%s (%" G_GINT64_FORMAT ")", name, trace->areas[area].value);
    }

  return cell;
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

static DwellValueCell
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
                     found != DWELL_NONE ? dwell_values_get (trace, found) : (DwellValue) { 0 },
                     dwell_values_is_real (trace, track));
}

static DwellValueCell
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
      return make_text (dwell_trace_get_string (trace, track->name));
    case DWELL_VALUE_COLUMN_KIND:
      return make_text (get_kind (trace, row->track));
    case DWELL_VALUE_COLUMN_CONTEXT:
      return make_text (dwell_trace_get_context_name (trace, track->context));
    case DWELL_VALUE_COLUMN_UNIT:
      return make_text (track->area != DWELL_NONE
                        ? dwell_trace_get_string (trace, trace->areas[track->area].unit) : "");
    case DWELL_VALUE_COLUMN_AT_CURSOR:
      return has_cursor ? get_at (trace, row->track, cursor)
                        : (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    case DWELL_VALUE_COLUMN_COUNT:
      return make_integer (DWELL_VALUE_CELL_COUNT, (gint64) row->count);
    case DWELL_VALUE_COLUMN_MIN:
      return make_value (summary->has_values, summary->least, is_real);
    case DWELL_VALUE_COLUMN_MAX:
      return make_value (summary->has_values, summary->greatest, is_real);
    case DWELL_VALUE_COLUMN_MEAN:
      return summary->has_mean ? make_number (DWELL_VALUE_CELL_MEAN, summary->mean)
                               : (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    case DWELL_VALUE_COLUMN_LAST:
      return row->last_state != DWELL_NONE
             ? make_state (trace, row->last_state)
             : make_value (summary->has_last, summary->last, is_real);
    default:
      return (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    }
}

static DwellValueCell
get_state_cell (const DwellValueAnswer *self,
                const DwellStateRow    *row,
                DwellValueColumn        column)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[row->time.area];

  switch ((guint) column)
    {
    case DWELL_VALUE_COLUMN_NAME:
      return make_state_with_value (trace, row->time.area);
    case DWELL_VALUE_COLUMN_KIND:
      return make_text (dwell_area_kind_get_title (area->kind));
    case DWELL_VALUE_COLUMN_COUNT:
      return make_integer (DWELL_VALUE_CELL_COUNT, (gint64) row->time.count);
    case DWELL_VALUE_COLUMN_TIME:
      return make_integer (DWELL_VALUE_CELL_TIME, row->time.time);
    case DWELL_VALUE_COLUMN_SHARE:
      return row->time.share >= 0 ? make_number (DWELL_VALUE_CELL_SHARE, row->time.share)
                                  : (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    case DWELL_VALUE_COLUMN_LONGEST:
      return row->longest != DWELL_NONE
             ? make_integer (DWELL_VALUE_CELL_TIME,
                             dwell_trace_get_span_duration (trace, row->longest))
             : (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    default:
      return (DwellValueCell) { DWELL_VALUE_CELL_EMPTY };
    }
}

DwellValueCell
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
