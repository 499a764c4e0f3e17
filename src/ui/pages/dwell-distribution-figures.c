/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "ui/pages/dwell-distribution-figures.h"

#include "core/dwell-text.h"

static void
add_figure (GtkGrid               *self,
            int                    column,
            int                    row,
            const char            *text,
            gboolean               is_title)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 30 : -1);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             column == 0 ? (int) MIN (g_utf8_strlen (text, -1), 14) : -1);
  gtk_label_set_selectable (GTK_LABEL (label), !is_title);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "numeric");
  if (is_title)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (self, label, column, row, 1, 1);
}

static void
add_figures (GtkGrid                       *self,
             int                            row,
             const DwellDistributionAnswer *answer,
             const DwellDistributionPart   *part,
             gint64                         limit_ns,
             gboolean                       has_deadline)
{
  static const double fractions[] = { 0, 0.5, 0.9, 0.95, 0.99, 0.999, 1 };
  g_autofree char *n = dwell_text_count (part->samples->n);

  add_figure (self, 0, row, dwell_trace_get_area_title (answer->trace, part->area), FALSE);
  add_figure (self, 1, row, n, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (fractions) && part->samples->n > 0; i++)
    {
      gint64 value = fractions[i] > 0 ? dwell_samples_get_percentile (part->samples, fractions[i])
                                      : part->samples->sorted[0];
      g_autofree char *text = dwell_text_duration (value);

      add_figure (self, 2 + (int) i, row, text, FALSE);
    }

  if (has_deadline && limit_ns == G_MAXINT64)
    {
      add_figure (self, 9, row, "–", FALSE);
    }
  else if (has_deadline && part->samples->n > 0)
    {
      g_autofree char *over = dwell_text_count (dwell_samples_count_over (part->samples,
                                                                          limit_ns));

      add_figure (self, 9, row, over, FALSE);
    }
}

/**
 * dwell_distribution_figures_name:
 * @fraction: 0…1
 *
 * Returns: (transfer full): what the percentile is called: “p99.9”
 */
char *
dwell_distribution_figures_name (double fraction)
{
  g_autofree char *percent = dwell_text_quantity (fraction * 100);

  /* Translators: the name of a percentile, “p99.9”: so many percent took no longer */
  return g_strdup_printf (C_("percentile", "p%s"), percent);
}

/**
 * dwell_distribution_figures_show:
 * @self: an empty grid, or one filled before
 * @answer: what to tell
 * @limits: by part what is too long, ns, or %G_MAXINT64
 *
 * Fills the grid: a row an area, with the number of its samples and their percentiles.
 */
void
dwell_distribution_figures_show (GtkGrid                       *self,
                                 const DwellDistributionAnswer *answer,
                                 const gint64                  *limits)
{
  g_autofree char *p90 = dwell_distribution_figures_name (0.9);
  g_autofree char *p95 = dwell_distribution_figures_name (0.95);
  g_autofree char *p99 = dwell_distribution_figures_name (0.99);
  g_autofree char *p999 = dwell_distribution_figures_name (0.999);
  const char * const titles[] = { "", _("Count"), _("Min"), _("Median"), p90, p95, p99, p999,
                                  _("Max"), _("Over Deadline") };
  gboolean has_deadline = FALSE;
  GtkWidget *child;

  for (guint i = 0; i < answer->n_parts; i++)
    has_deadline = has_deadline || limits[i] != G_MAXINT64;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_grid_remove (self, child);

  for (guint i = 0; i < G_N_ELEMENTS (titles) - !has_deadline; i++)
    add_figure (self, (int) i, 0, titles[i], TRUE);
  for (guint i = 0; i < answer->n_parts; i++)
    add_figures (self, 1 + (int) i, answer, &answer->parts[i], limits[i], has_deadline);
}
