/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The areas of a distribution as buttons: each button keeps its area for comparing, or drops it. */
#include "config.h"

#include "ui/pages/dwell-distribution-areas.h"
#include "ui/widgets/dwell-tip.h"

#include <glib/gi18n-lib.h>

static void
on_area_clicked (GtkButton         *button,
                 DwellDistribution *distribution)
{
  guint32 area = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "area"));
  gboolean is_kept = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "kept"));

  if (is_kept)
    dwell_distribution_drop_area (distribution, area);
  else
    dwell_distribution_keep_area (distribution, area);
}

static GtkWidget *
make_button (DwellDistribution *distribution,
             guint32            area,
             const char        *icon)
{
  DwellTrace *trace = dwell_query_get_trace (DWELL_QUERY (distribution));
  g_autofree char *name = dwell_trace_dup_area_label (trace, area);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), (int) MIN (g_utf8_strlen (name, -1), 12));
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_button_set_child (GTK_BUTTON (button), box);
  return button;
}

static GtkWidget *
make_area_button (DwellDistribution *distribution,
                  guint              i)
{
  guint32 area = dwell_distribution_get_area (distribution, i);
  gboolean is_kept = dwell_distribution_is_kept (distribution, i);
  DwellTrace *trace = dwell_query_get_trace (DWELL_QUERY (distribution));
  GtkWidget *button = make_button (distribution, area, is_kept ? "window-close-symbolic"
                                                               : "view-pin-symbolic");
  g_autofree char *spoken = NULL;

  /* Translators: %s is the name of a function */
  spoken = g_strdup_printf (is_kept ? _("Stop Comparing with %s")
                                    : _("Keep %s to Compare with Others"),
                            dwell_trace_get_area_title (trace, area));
  dwell_tip_set (button, spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  g_object_set_data (G_OBJECT (button), "area", GUINT_TO_POINTER (area));
  g_object_set_data (G_OBJECT (button), "kept", GINT_TO_POINTER (is_kept));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_area_clicked), distribution,
                           G_CONNECT_DEFAULT);
  return button;
}

/* For the area in focus if there is no room for another one. */
static GtkWidget *
make_left_out (DwellDistribution *distribution,
               guint32            area)
{
  GtkWidget *button = make_button (distribution, area, "view-pin-symbolic");

  gtk_widget_set_sensitive (button, FALSE);
  gtk_widget_set_tooltip_text (button, _("No more than 8 can be compared"));
  return button;
}

/**
 * dwell_distribution_areas_update:
 * @bar: a widget that lays out its children
 * @distribution: the distribution whose areas it shows
 *
 * Creates the buttons again.
 */
void
dwell_distribution_areas_update (GtkWidget         *bar,
                                 DwellDistribution *distribution)
{
  guint32 left_out = dwell_distribution_get_left_out (distribution);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (bar)) != NULL)
    gtk_widget_unparent (child);

  for (guint i = 0; i < dwell_distribution_get_n_areas (distribution); i++)
    gtk_widget_set_parent (make_area_button (distribution, i), bar);
  if (left_out != DWELL_NONE)
    gtk_widget_set_parent (make_left_out (distribution, left_out), bar);
}

/**
 * dwell_distribution_areas_follow:
 * @bar: a widget that lays out its children
 * @distribution: the distribution whose areas it shows
 *
 * Keeps a button for each area in @bar.
 */
void
dwell_distribution_areas_follow (GtkWidget         *bar,
                                 DwellDistribution *distribution)
{
  g_signal_connect_object (distribution, "areas-changed",
                           G_CALLBACK (dwell_distribution_areas_update), bar, G_CONNECT_SWAPPED);
}
