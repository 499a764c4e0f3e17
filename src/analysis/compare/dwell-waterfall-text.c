/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/compare/dwell-waterfall-text.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference-cells.h"
#include "core/dwell-text.h"

/**
 * dwell_waterfall_get_row:
 * @self: a waterfall
 * @difference: the difference it was made from
 * @step: the number of a step
 *
 * Returns: (transfer none) (nullable): the row of the step, if it has one
 */
const DwellDifferenceRow *
dwell_waterfall_get_row (const DwellWaterfall  *self,
                         const DwellDifference *difference,
                         guint                  step)
{
  return step < self->n_steps && self->steps[step].kind == DWELL_STEP_ROW
           ? &difference->rows[self->steps[step].row] : NULL;
}

static char *
name_step (const DwellWaterfallStep *step)
{
  switch (step->kind)
    {
    case DWELL_STEP_BASE:
      return g_strdup (C_("recording", "Base"));
    case DWELL_STEP_NEW:
      return g_strdup_printf (ngettext ("%u other new row", "%u other new rows", step->n_rows),
                              step->n_rows);
    case DWELL_STEP_GONE:
      return g_strdup_printf (ngettext ("%u other row that is gone", "%u other rows that are gone",
                                        step->n_rows), step->n_rows);
    case DWELL_STEP_CHANGED:
      return g_strdup_printf (ngettext ("%u other row that changed", "%u other rows that changed",
                                        step->n_rows), step->n_rows);
    case DWELL_STEP_WHOLE:
      return g_strdup (C_("recording", "New"));
    case DWELL_STEP_ROW:
    default:
      g_return_val_if_reached (g_strdup (""));
    }
}

static char *
dup_name (const DwellWaterfall  *self,
          const DwellDifference *difference,
          guint                  step)
{
  const DwellDifferenceRow *row = dwell_waterfall_get_row (self, difference, step);

  if (row == NULL)
    return name_step (&self->steps[step]);

  return row->new != NULL ? dwell_trace_dup_area_label (difference->new, row->new_area)
                          : dwell_trace_dup_area_label (difference->base, row->base_area);
}

static char *
dup_value (const DwellWaterfallStep *step)
{
  g_autofree char *text = dwell_text_duration (step->end - step->begin);

  return step->kind != DWELL_STEP_BASE && step->kind != DWELL_STEP_WHOLE && step->end > step->begin
           ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_note (const DwellWaterfall  *self,
          const DwellDifference *difference,
          guint                  step)
{
  const DwellDifferenceRow *row = dwell_waterfall_get_row (self, difference, step);
  DwellFigure net;
  double ratio;

  if (row == NULL)
    return g_strdup ("");
  if (row->base == NULL || row->new == NULL)
    return g_strdup (dwell_verdict_get_title (row->base == NULL ? DWELL_VERDICT_NEW
                                                                : DWELL_VERDICT_GONE));

  net = dwell_difference_get_figure (difference, row, DWELL_STATISTIC_NET);
  ratio = dwell_figure_get_ratio (&net);
  return isnan (ratio) ? g_strdup ("") : g_strdup_printf ("×%.3g", ratio);
}

static void
text_clear (gpointer data)
{
  DwellWaterfallText *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self->note);
}

/**
 * dwell_waterfall_make_texts:
 * @self: a waterfall
 * @difference: the difference it was made from
 *
 * Returns: (transfer full) (element-type DwellWaterfallText): the words of each step
 */
GArray *
dwell_waterfall_make_texts (const DwellWaterfall  *self,
                            const DwellDifference *difference)
{
  GArray *texts = g_array_new (FALSE, FALSE, sizeof (DwellWaterfallText));

  g_array_set_clear_func (texts, text_clear);
  for (guint i = 0; i < self->n_steps; i++)
    {
      DwellWaterfallText text = { dup_name (self, difference, i), dup_value (&self->steps[i]),
                                  dup_note (self, difference, i) };

      g_array_append_val (texts, text);
    }

  return texts;
}

/**
 * dwell_waterfall_describe_cut:
 * @self: a waterfall
 *
 * Returns: (transfer full) (nullable): a text saying where its bars begin, if that is not 0
 */
char *
dwell_waterfall_describe_cut (const DwellWaterfall *self)
{
  g_autofree char *low = dwell_text_duration (self->low);

  /* Translators: a time */
  return self->low > 0 ? g_strdup_printf (_("The bars are cut off: they begin at %s."), low) : NULL;
}
