/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=values: a row for each variable, state variable and signal, followed by
 * a row for each of its states. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-value-difference.h"
#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"

#define FIGURE(path) \
  { path ".base", TRUE }, { path ".new", TRUE }, { path ".change", TRUE }, { path ".ratio", TRUE }

static const DwellCliColumn columns[] = {
  { "context", FALSE }, { "area", FALSE }, { "state", FALSE }, { "kind", FALSE },
  { "unit", FALSE }, { "verdict", FALSE }, { "relative", TRUE }, FIGURE ("writes"),
  FIGURE ("min"), FIGURE ("max"), FIGURE ("mean"), { "last.base", TRUE }, { "last.new", TRUE },
  FIGURE ("time"), { "share.base", TRUE }, { "share.new", TRUE },
};

/* Columns for people. */
static const DwellCliColumn brief_columns[] = {
  { "area", FALSE }, { "state", FALSE }, { "verdict", FALSE }, { "relative", TRUE },
  { "writes.base", TRUE }, { "writes.new", TRUE }, { "mean.base", TRUE }, { "mean.new", TRUE },
  { "time.base", TRUE }, { "time.new", TRUE },
};

typedef struct {
  const DwellCliPair         *pair;
  const DwellValueDifference *difference;
  DwellCliRows               *rows;
} Telling;

/* The recording from which the names of the row are taken. */
static const DwellTrace *
get_subject (const DwellValueDifference    *difference,
             const DwellValueDifferenceRow *row,
             guint32                       *track,
             guint32                       *state)
{
  gboolean is_new = row->is_state ? row->new_state != DWELL_NONE : row->new_track != DWELL_NONE;

  *track = is_new ? row->new_track : row->base_track;
  *state = is_new ? row->new_state : row->base_state;
  return is_new ? difference->new.trace : difference->base.trace;
}

/* Adds the name of a state, or its value if it has none. */
static void
add_state (DwellCliRows     *rows,
           const DwellTrace *trace,
           guint32           state)
{
  const char *name = state != DWELL_NONE ? dwell_trace_get_area_name (trace, state) : NULL;
  g_autofree char *value =
    name != NULL && *name == '\0' && trace->areas[state].has_value
      ? g_strdup_printf ("%" G_GINT64_FORMAT, trace->areas[state].value) : NULL;

  dwell_cli_rows_add_text (rows, value != NULL ? value : name);
}

static void
add_side (DwellCliRows      *rows,
          const DwellFigure *figure,
          gboolean           of_base)
{
  gboolean exists = of_base ? figure->has_base : figure->has_new;

  if (exists && figure->is_real)
    dwell_cli_rows_add_exact (rows, of_base ? figure->base_real : figure->new_real);
  else
    _dwell_cli_rows_add_signed (rows, exists, of_base ? figure->base : figure->new);
}

/* Adds base, new, change and ratio; a change only if both have the figure. */
static void
add_figure (DwellCliRows      *rows,
            const DwellFigure *figure)
{
  gboolean has_both = figure->has_base && figure->has_new;

  add_side (rows, figure, TRUE);
  add_side (rows, figure, FALSE);
  if (has_both && figure->is_real)
    dwell_cli_rows_add_exact (rows, dwell_figure_get_real_change (figure));
  else
    _dwell_cli_rows_add_signed (rows, has_both || (figure->is_sum && (figure->has_base ||
                                                                      figure->has_new)),
                                dwell_figure_get_change (figure));
  dwell_cli_rows_add_real (rows, dwell_figure_get_ratio (figure));
}

static void
add_last (const Telling                 *self,
          const DwellValueDifferenceRow *row,
          gboolean                       of_base)
{
  const DwellValueSide *side = of_base ? &self->difference->base : &self->difference->new;
  guint32 state = of_base ? row->base_state : row->new_state;

  if (!row->is_state && state != DWELL_NONE)
    add_state (self->rows, side->trace, state);
  else
    add_side (self->rows, &row->last, of_base);
}

static void
add_names (const Telling                 *self,
           const DwellValueDifferenceRow *row,
           gboolean                       is_brief)
{
  guint32 track;
  guint32 state;
  const DwellTrace *trace = get_subject (self->difference, row, &track, &state);
  guint32 area = trace->tracks[track].area;

  if (!is_brief)
    dwell_cli_rows_add_text (self->rows, dwell_trace_get_context_name (
                                           trace, trace->tracks[track].context));
  dwell_cli_rows_add_text (self->rows, dwell_trace_get_string (trace, trace->tracks[track].name));
  add_state (self->rows, trace, row->is_state ? state : DWELL_NONE);
  if (is_brief)
    return;

  dwell_cli_rows_add_text (self->rows,
                           dwell_area_kind_get_id (row->is_state ? DWELL_AREA_STATE
                                                   : area != DWELL_NONE ? trace->areas[area].kind
                                                   : DWELL_AREA_VARIABLE));
  dwell_cli_rows_add_text (self->rows, area != DWELL_NONE && trace->areas[area].unit != 0
                                         ? dwell_trace_get_string (trace, trace->areas[area].unit)
                                         : NULL);
}

static void
add_row (const Telling                 *self,
         const DwellValueDifferenceRow *row,
         gboolean                       is_brief)
{
  DwellCliRows *rows = self->rows;

  add_names (self, row, is_brief);
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (dwell_value_difference_get_verdict (row)));
  if (is_brief)
    {
      _dwell_cli_rows_add_brief_real (rows, dwell_value_difference_get_relative (row));
      add_side (rows, &row->count, TRUE);
      add_side (rows, &row->count, FALSE);
      _dwell_cli_rows_add_brief_real (rows, row->mean.has_base ? row->mean.base_real : NAN);
      _dwell_cli_rows_add_brief_real (rows, row->mean.has_new ? row->mean.new_real : NAN);
      add_side (rows, &row->time, TRUE);
      add_side (rows, &row->time, FALSE);
      return;
    }

  dwell_cli_rows_add_real (rows, dwell_value_difference_get_relative (row));
  add_figure (rows, &row->count);
  add_figure (rows, &row->least);
  add_figure (rows, &row->greatest);
  add_figure (rows, &row->mean);
  add_last (self, row, TRUE);
  add_last (self, row, FALSE);
  add_figure (rows, &row->time);
  dwell_cli_rows_add_real (rows, row->share.has_base ? row->share.base_real : NAN);
  dwell_cli_rows_add_real (rows, row->share.has_new ? row->share.new_real : NAN);
}

static gboolean
is_side_chosen (const DwellCliPair      *pair,
                const DwellCliRecording *recording,
                guint32                  track)
{
  const DwellTrace *trace = recording->trace;

  return track != DWELL_NONE && recording->selection.contexts[trace->tracks[track].context] &&
         (pair->arguments->filter == NULL ||
          dwell_pattern_matches (pair->arguments->filter,
                                 dwell_trace_get_string (trace, trace->tracks[track].name)));
}

/* People see only what changed, unless all rows are requested. */
static gboolean
is_told (const Telling                 *self,
         const DwellValueDifferenceRow *row,
         gboolean                       is_brief)
{
  return (is_side_chosen (self->pair, &self->pair->base, row->base_track) ||
          is_side_chosen (self->pair, &self->pair->new, row->new_track)) &&
         (!is_brief || self->pair->options->tells_all ||
          dwell_value_difference_get_verdict (row) != DWELL_VERDICT_IDENTICAL);
}

static gboolean
tell (Telling *self)
{
  DwellCliForm form = self->pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  guint32 n = 0;

  self->rows = dwell_cli_rows_new (form, "values", is_brief ? brief_columns : columns,
                                   is_brief ? G_N_ELEMENTS (brief_columns)
                                            : G_N_ELEMENTS (columns), FALSE);
  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  for (guint32 i = 0; i < self->difference->n_rows && n < self->pair->options->top; i++)
    if (is_told (self, &self->difference->rows[i], is_brief))
      {
        add_row (self, &self->difference->rows[i], is_brief);
        n++;
      }
  dwell_cli_rows_end (self->rows);
  return dwell_cli_rows_finish (self->rows);
}

static gboolean
side_init (DwellValueSide    *side,
           DwellCliRecording *recording)
{
  if (!dwell_value_difference_is_possible (recording->trace))
    {
      dwell_cli_complain (recording->file, _("it has no variables, states or signals"));
      return FALSE;
    }
  if (!_dwell_cli_recording_make_index (recording))
    return FALSE;

  *side = (DwellValueSide) {
    recording->trace, dwell_value_index_new (recording->trace, NULL), recording->index,
    recording->selection.begin, recording->selection.end,
  };
  if (side->values == NULL)
    dwell_cli_complain_memory (recording->file);
  return side->values != NULL;
}

/* Returns the exit status. */
int
_dwell_cli_compare_values (DwellCliPair *pair)
{
  DwellValueSide base = { NULL };
  DwellValueSide new = { NULL };
  g_autoptr(DwellValueIndex) base_values = NULL;
  g_autoptr(DwellValueIndex) new_values = NULL;
  g_autoptr(DwellValueDifference) difference = NULL;
  Telling telling = { .pair = pair };
  gboolean is_ready;

  is_ready = side_init (&base, &pair->base) && side_init (&new, &pair->new);
  base_values = base.values;
  new_values = new.values;
  if (!is_ready)
    return DWELL_CLI_FAILED;

  telling.difference = difference = dwell_value_difference_new (&base, &new, pair->match, NULL);
  if (difference == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }

  return tell (&telling) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}
