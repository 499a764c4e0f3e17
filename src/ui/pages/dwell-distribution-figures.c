/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/pages/dwell-distribution-figures.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

/* The texts of a table, row by row. The grid is made to show exactly these. */
typedef struct {
  GPtrArray *texts;
  guint      n_columns;
} Figures;

static void
add_text (Figures *self,
          char    *text)
{
  g_ptr_array_add (self->texts, text);
}

/* Returns the label at a place, and creates it if there is none. Labels are reused, as a drag of
 * the selection changes their texts in every frame. */
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
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 30 : -1);
  gtk_label_set_selectable (GTK_LABEL (label), row > 0);
  gtk_widget_set_focusable (label, FALSE);
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

static void
show_figures (GtkGrid       *grid,
              const Figures *figures)
{
  remove_others (grid, (int) figures->n_columns, (int) (figures->texts->len / figures->n_columns));

  for (guint i = 0; i < figures->texts->len; i++)
    {
      int column = (int) (i % figures->n_columns);
      GtkLabel *label = get_label (grid, column, (int) (i / figures->n_columns));
      const char *text = g_ptr_array_index (figures->texts, i);

      gtk_label_set_text (label, text);
      if (column == 0)
        gtk_label_set_width_chars (label, (int) MIN (g_utf8_strlen (text, -1), 14));
    }
}

static void
add_part (Figures                       *self,
          const DwellDistributionAnswer *answer,
          const DwellDistributionPart   *part,
          gint64                         limit_ns,
          gboolean                       has_deadline)
{
  static const double fractions[] = { 0, 0.5, 0.9, 0.95, 0.99, 0.999, 1 };
  gboolean has_samples = part->samples->n > 0;

  add_text (self, dwell_trace_dup_area_label (answer->trace, part->area));
  add_text (self, dwell_text_count (part->samples->n));

  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    add_text (self, !has_samples ? g_strdup ("")
                    : dwell_text_duration (fractions[i] > 0
                                           ? dwell_samples_get_percentile (part->samples,
                                                                           fractions[i])
                                           : part->samples->sorted[0]));

  if (!has_deadline)
    return;
  if (limit_ns == G_MAXINT64)
    add_text (self, g_strdup ("–"));
  else
    add_text (self, has_samples
                    ? dwell_text_count (dwell_samples_count_over (part->samples, limit_ns))
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
 * @limits: the deadline of each part, ns; %G_MAXINT64: none
 *
 * Fills the grid with a row for each area: the number of its samples and their percentiles.
 */
void
dwell_distribution_figures_show (GtkGrid                       *self,
                                 const DwellDistributionAnswer *answer,
                                 const gint64                  *limits)
{
  Figures figures = { g_ptr_array_new_with_free_func (g_free), 0 };
  gboolean has_deadline = FALSE;

  for (guint i = 0; i < answer->n_parts; i++)
    has_deadline = has_deadline || limits[i] != G_MAXINT64;

  add_text (&figures, g_strdup (""));
  add_text (&figures, g_strdup (_("Count")));
  add_text (&figures, g_strdup (_("Min")));
  add_text (&figures, dwell_distribution_figures_name (0.5));
  add_text (&figures, dwell_distribution_figures_name (0.9));
  add_text (&figures, dwell_distribution_figures_name (0.95));
  add_text (&figures, dwell_distribution_figures_name (0.99));
  add_text (&figures, dwell_distribution_figures_name (0.999));
  add_text (&figures, g_strdup (_("Max")));
  if (has_deadline)
    add_text (&figures, g_strdup (_("Over Deadline")));
  figures.n_columns = figures.texts->len;

  for (guint i = 0; i < answer->n_parts; i++)
    add_part (&figures, answer, &answer->parts[i], limits[i], has_deadline);

  show_figures (self, &figures);
  g_ptr_array_unref (figures.texts);
}
