/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "ui/pages/dwell-distribution-figures.h"

#include "core/dwell-text.h"

/* The label there, which is made if there is none: a drag of the selection brings other texts with
 * every frame, and the same labels. */
static GtkLabel *
get_label (GtkGrid  *self,
           int       column,
           int       row,
           gboolean  is_title)
{
  GtkWidget *label = gtk_grid_get_child_at (self, column, row);

  if (label != NULL)
    return GTK_LABEL (label);

  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 30 : -1);
  gtk_label_set_selectable (GTK_LABEL (label), !is_title);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "numeric");
  if (is_title)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (self, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
add_figure (GtkGrid    *self,
            int         column,
            int         row,
            const char *text,
            gboolean    is_title)
{
  GtkLabel *label = get_label (self, column, row, is_title);

  gtk_label_set_text (label, text);
  if (column == 0)
    gtk_label_set_width_chars (label, (int) MIN (g_utf8_strlen (text, -1), 14));
}

static gboolean
has_shape (GtkGrid *self,
           int      n_columns,
           int      n_rows)
{
  return gtk_grid_get_child_at (self, n_columns - 1, n_rows - 1) != NULL &&
         gtk_grid_get_child_at (self, n_columns, 0) == NULL &&
         gtk_grid_get_child_at (self, 0, n_rows) == NULL;
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
  gboolean has_samples = part->samples->n > 0;

  add_figure (self, 0, row, dwell_trace_get_area_title (answer->trace, part->area), FALSE);
  add_figure (self, 1, row, n, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    {
      g_autofree char *text = NULL;

      if (has_samples)
        text = dwell_text_duration (fractions[i] > 0
                                    ? dwell_samples_get_percentile (part->samples, fractions[i])
                                    : part->samples->sorted[0]);
      add_figure (self, 2 + (int) i, row, has_samples ? text : "", FALSE);
    }

  if (has_deadline)
    {
      gboolean has_limit = limit_ns != G_MAXINT64;
      g_autofree char *over = NULL;

      if (has_limit && has_samples)
        over = dwell_text_count (dwell_samples_count_over (part->samples, limit_ns));
      add_figure (self, 9, row, !has_limit ? "–" : over != NULL ? over : "", FALSE);
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
  int n_columns;

  for (guint i = 0; i < answer->n_parts; i++)
    has_deadline = has_deadline || limits[i] != G_MAXINT64;

  n_columns = (int) G_N_ELEMENTS (titles) - !has_deadline;
  while (!has_shape (self, n_columns, 1 + (int) answer->n_parts) &&
         (child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_grid_remove (self, child);

  for (int i = 0; i < n_columns; i++)
    add_figure (self, i, 0, titles[i], TRUE);
  for (guint i = 0; i < answer->n_parts; i++)
    add_figures (self, 1 + (int) i, answer, &answer->parts[i], limits[i], has_deadline);
}
