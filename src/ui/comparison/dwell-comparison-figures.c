/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table shows the same as the charts, in figures. */
#include "config.h"

#include "ui/comparison/dwell-comparison-figures.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "core/dwell-trace.h"
#include "ui/pages/dwell-distribution-figures.h"

/**
 * dwell_comparison_figures_dup_change:
 * @change: a change, ns
 *
 * Returns: (transfer full): the change with its sign
 */
char *
dwell_comparison_figures_dup_change (double change)
{
  g_autofree char *text = dwell_text_duration (dwell_time_round (change));

  return change > 0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_side (gboolean exists,
          gint64   value)
{
  return exists ? dwell_text_duration (value) : g_strdup ("");
}

static char *
dup_end (double end)
{
  return isnan (end) ? g_strdup ("–") : dwell_comparison_figures_dup_change (end);
}

/**
 * dwell_comparison_figures_fill:
 * @grid: a grid
 * @difference: the difference to show
 *
 * Shows a column for each percentile.
 */
void
dwell_comparison_figures_fill (GtkGrid                           *grid,
                               const DwellDistributionDifference *difference)
{
  enum { NAME, BASE, NEW, CHANGE, LEAST, MOST, Q, N_FIGURES };
  const char * const titles[N_FIGURES] = {
    "", C_("recording", "Base"), C_("recording", "New"), _("Change"), _("At Least"), _("At Most"),
    /* Translators: the letter for a probability of chance among many tests */
    _("q"),
  };
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint figure = 0; figure < N_FIGURES; figure++)
    {
      g_ptr_array_add (texts, g_strdup (titles[figure]));
      for (guint i = 0; i < difference->n_shifts; i++)
        {
          const DwellShift *shift = &difference->shifts[i];
          char *text = NULL;

          if (figure == NAME)
            text = dwell_distribution_figures_name (shift->fraction);
          else if (figure == BASE)
            text = dup_side (shift->has_base, shift->base);
          else if (figure == NEW)
            text = dup_side (shift->has_new, shift->new);
          else if (!shift->has_base || !shift->has_new)
            text = g_strdup ("");
          else if (figure == CHANGE)
            text = dwell_comparison_figures_dup_change ((double) shift->new - (double) shift->base);
          else if (figure == LEAST || figure == MOST)
            text = dup_end (figure == LEAST ? shift->change.low : shift->change.high);
          else
            text = isnan (shift->q) ? g_strdup ("–")
                   : g_strdup_printf (shift->q < 0.0005 ? "< 0.001" : "%.3f", shift->q);
          g_ptr_array_add (texts, text);
        }
    }

  dwell_distribution_figures_fill (grid, texts, difference->n_shifts + 1);
}
