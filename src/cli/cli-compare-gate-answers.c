/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of the conditions of --fail-if, and how they are printed. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"
#include "core/dwell-text.h"

static void
clear_row (gpointer data)
{
  DwellCliGateRow *row = data;

  g_free (row->area);
  g_free (row->context);
}

/* Returns: (transfer full): an empty result of @gate */
DwellCliGateAnswer *
_dwell_cli_gate_answer_new (const DwellCliGate *gate)
{
  DwellCliGateAnswer *self = g_new0 (DwellCliGateAnswer, 1);

  self->gate = gate;
  self->rows = g_array_new (FALSE, FALSE, sizeof (DwellCliGateRow));
  self->is_time = gate->is_time;
  g_array_set_clear_func (self->rows, clear_row);
  return self;
}

void
_dwell_cli_gate_answer_free (DwellCliGateAnswer *self)
{
  g_array_unref (self->rows);
  g_free (self);
}

/* @low: the end of the ratio's interval that is nearer to no change; NAN if there is none */
void
_dwell_cli_gate_answer_add (DwellCliGateAnswer *self,
                            const char         *area,
                            const char         *context,
                            const DwellFigure  *figure,
                            double              low)
{
  DwellCliGateRow row = { g_strdup (area), g_strdup (context), *figure, low };

  g_array_append_val (self->rows, row);
}

static char *
dup_amount (const DwellCliGateAnswer *answer,
            gboolean                  exists,
            double                    value)
{
  if (!exists)
    return g_strdup ("–");
  if (answer->is_share)
    return dwell_text_percent (value);

  return answer->is_time ? dwell_text_duration (dwell_time_round (value))
                         : dwell_text_quantity (value);
}

/* “+18.7 %”, or NULL for a ratio that is not known. */
static char *
dup_change (double ratio)
{
  g_autofree char *percent = isnan (ratio) ? NULL : dwell_text_percent (fabs (ratio - 1));

  return percent != NULL ? g_strconcat (ratio < 1 ? "−" : "+", percent, NULL) : NULL;
}

static void
complain_about_row (const DwellCliGateAnswer *answer,
                    const DwellCliGateRow    *row)
{
  g_autofree char *base = dup_amount (answer, row->figure.has_base, row->figure.base_real);
  g_autofree char *new = dup_amount (answer, row->figure.has_new, row->figure.new_real);
  double ratio = dwell_figure_get_ratio (&row->figure);
  g_autofree char *change = dup_change (ratio);
  g_autofree char *near = dup_change (row->low);
  g_autoptr(GString) text = g_string_new (row->area);

  if (*row->context != '\0')
    g_string_prepend (g_string_prepend (text, " · "), row->context);
  if (text->len > 0)
    g_string_append (text, " ");
  g_string_append_printf (text, "%s → %s", base, new);
  if (change != NULL)
    g_string_append_c (text, ' ');
  if (change != NULL && near == NULL)
    g_string_append_printf (text, "(%s)", change);
  else if (change != NULL)
    /* Translators: how much a figure changed, and how much at the least: “(+18.7 %, at least
     * +11.2 %)” */
    g_string_append_printf (text, _("(%s, at least %s)"), change, near);

  dwell_cli_complain (answer->gate->text, "%s", text->str);
}

/* Prints the rows for which conditions hold to standard error, one per line, and how many rows
 * could not be judged. Returns whether any condition holds. */
gboolean
_dwell_cli_gates_complain (const GPtrArray *answers)
{
  gboolean holds = FALSE;

  for (guint i = 0; i < answers->len; i++)
    {
      const DwellCliGateAnswer *answer = answers->pdata[i];

      holds = holds || answer->rows->len > 0;
      for (guint k = 0; k < answer->rows->len; k++)
        complain_about_row (answer, &g_array_index (answer->rows, DwellCliGateRow, k));
      if (answer->n_undecided > 0)
        dwell_cli_complain (answer->gate->text,
                            ngettext ("%u row could not be judged: it has no interval",
                                      "%u rows could not be judged: they have no interval",
                                      answer->n_undecided), answer->n_undecided);
    }

  return holds;
}

static void
append_figure (GString           *json,
               const DwellFigure *figure,
               double             low)
{
  g_string_append (json, ",\"base\":");
  if (!figure->has_base)
    g_string_append (json, "null");
  else if (figure->is_real)
    _dwell_cli_compare_append_real (json, figure->base_real);
  else
    _dwell_cli_compare_append_signed (json, figure->base);

  g_string_append (json, ",\"new\":");
  if (!figure->has_new)
    g_string_append (json, "null");
  else if (figure->is_real)
    _dwell_cli_compare_append_real (json, figure->new_real);
  else
    _dwell_cli_compare_append_signed (json, figure->new);

  g_string_append (json, ",\"change\":");
  if (!dwell_figure_has_change (figure))
    g_string_append (json, "null");
  else if (figure->is_real)
    _dwell_cli_compare_append_real (json, dwell_figure_get_real_change (figure));
  else
    _dwell_cli_compare_append_signed (json, dwell_figure_get_change (figure));

  g_string_append (json, ",\"ratio\":");
  _dwell_cli_compare_append_real (json, dwell_figure_get_ratio (figure));
  g_string_append (json, ",\"low\":");
  _dwell_cli_compare_append_real (json, low);
}

/* Appends the array “gates”. */
void
_dwell_cli_gates_append_json (const GPtrArray *answers,
                              DwellCliJudge    judge,
                              GString         *json)
{
  static const char * const judged[] = { "likely", "measured", "sure" };

  g_string_append_c (json, '[');
  for (guint i = 0; i < answers->len; i++)
    {
      const DwellCliGateAnswer *answer = answers->pdata[i];

      g_string_append (json, i > 0 ? ",\n{\"condition\":" : "\n{\"condition\":");
      dwell_cli_append_json (json, answer->gate->text);
      g_string_append_printf (json, ",\"holds\":%s,\"judged\":\"%s\",\"rows\":[",
                              answer->rows->len > 0 ? "true" : "false", judged[judge]);
      for (guint k = 0; k < answer->rows->len; k++)
        {
          const DwellCliGateRow *row = &g_array_index (answer->rows, DwellCliGateRow, k);

          g_string_append (json, k > 0 ? ",{\"area\":" : "{\"area\":");
          dwell_cli_append_json (json, row->area);
          g_string_append (json, ",\"context\":");
          dwell_cli_append_json (json, row->context);
          append_figure (json, &row->figure, row->low);
          g_string_append_c (json, '}');
        }
      g_string_append_printf (json, "],\"undecided\":%u}", answer->n_undecided);
    }
  g_string_append_c (json, ']');
}
