/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/pages/dwell-distribution-figures.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"


/* Returns the label at a position, and creates it if it does not exist. Labels are reused, as
 * dragging the selection changes their texts in every frame. */
static GtkLabel *
get_label (GtkGrid *grid,
           int      column,
           int      row)
{
  GtkWidget *label = gtk_grid_get_child_at (grid, column, row);

  if (label != NULL)
    return GTK_LABEL (label);

  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 30 : -1);
  gtk_label_set_selectable (GTK_LABEL (label), row > 0);
  /* If a selectable label were only not focusable, Tab would get stuck at it. */
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_add_css_class (label, "numeric");
  if (row == 0)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
remove_others (GtkGrid *grid,
               int      n_columns,
               int      n_rows)
{
  GtkWidget *next;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (grid)); child != NULL;
       child = next)
    {
      int column;
      int row;

      next = gtk_widget_get_next_sibling (child);
      gtk_grid_query_child (grid, child, &column, &row, NULL, NULL);
      if (column >= n_columns || row >= n_rows)
        gtk_grid_remove (grid, child);
    }
}

/**
 * dwell_distribution_figures_fill:
 * @self: an empty grid, or one filled before
 * @texts: (element-type utf8): row by row; the first are the headings
 * @n_columns: the number of columns
 *
 * Makes the grid show exactly these texts.
 */
void
dwell_distribution_figures_fill (GtkGrid   *self,
                                 GPtrArray *texts,
                                 guint      n_columns)
{
  remove_others (self, (int) n_columns, (int) (texts->len / n_columns));

  for (guint i = 0; i < texts->len; i++)
    {
      int column = (int) (i % n_columns);
      GtkLabel *label = get_label (self, column, (int) (i / n_columns));
      const char *text = g_ptr_array_index (texts, i);

      gtk_label_set_text (label, text);
      if (column == 0)
        gtk_label_set_width_chars (label, (int) MIN (g_utf8_strlen (text, -1), 14));
    }
}

static void
add_part (GPtrArray                     *texts,
          const DwellDistributionAnswer *answer,
          const DwellDistributionPart   *part,
          const DwellSampleLimits       *limits,
          gboolean                       has_limits)
{
  static const double fractions[] = { 0, 0.5, 0.9, 0.95, 0.99, 0.999, 1 };
  gboolean has_samples = part->samples->n > 0;

  g_ptr_array_add (texts, dwell_trace_dup_area_label (answer->trace, part->area));
  g_ptr_array_add (texts, dwell_text_count (part->samples->n));

  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    g_ptr_array_add (texts, !has_samples ? g_strdup ("")
                    : dwell_text_duration (fractions[i] > 0
                                           ? dwell_samples_get_percentile (part->samples,
                                                                           fractions[i])
                                           : part->samples->sorted[0]));

  if (!has_limits)
    return;
  if (!dwell_sample_limits_exist (limits))
    g_ptr_array_add (texts, g_strdup ("–"));
  else
    g_ptr_array_add (texts, has_samples
                    ? dwell_text_count (dwell_samples_count_beyond (part->samples, limits))
                    : g_strdup (""));
}

/**
 * dwell_distribution_figures_name:
 * @fraction: the part of the samples below it, 0…1
 *
 * Returns: (transfer full): the name of a percentile: “p99.9”
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
 * @answer: the answer to show
 * @limits: the limits of each part
 *
 * Fills the grid with a row for each area: the number of its samples and their percentiles.
 */
void
dwell_distribution_figures_show (GtkGrid                       *self,
                                 const DwellDistributionAnswer *answer,
                                 const DwellSampleLimits       *limits)
{
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean has_limits = FALSE;
  guint n_columns;

  for (guint i = 0; i < answer->n_parts; i++)
    has_limits = has_limits || dwell_sample_limits_exist (&limits[i]);

  g_ptr_array_add (texts, g_strdup (""));
  g_ptr_array_add (texts, g_strdup (_("Count")));
  g_ptr_array_add (texts, g_strdup (_("Min")));
  g_ptr_array_add (texts, dwell_distribution_figures_name (0.5));
  g_ptr_array_add (texts, dwell_distribution_figures_name (0.9));
  g_ptr_array_add (texts, dwell_distribution_figures_name (0.95));
  g_ptr_array_add (texts, dwell_distribution_figures_name (0.99));
  g_ptr_array_add (texts, dwell_distribution_figures_name (0.999));
  g_ptr_array_add (texts, g_strdup (_("Max")));
  if (has_limits)
    g_ptr_array_add (texts, g_strdup (answer->is_derived ? _("Beyond Limit")
                                                         : _("Over Deadline")));
  n_columns = texts->len;

  for (guint i = 0; i < answer->n_parts; i++)
    add_part (texts, answer, &answer->parts[i], &limits[i], has_limits);

  dwell_distribution_figures_fill (self, texts, n_columns);
}
