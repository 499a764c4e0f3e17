/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A box for controls that go back and forward in time.
 *
 * Time runs from left to right in every language: in the timeline, the charts and the flame graph.
 * Controls that point along it must not be mirrored in languages that are written from right to
 * left. So the direction of this box and its descendants is always from left to right. */
#include "config.h"

#include "ui/widgets/dwell-time-box.h"

struct _DwellTimeBox
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellTimeBox, dwell_time_box, GTK_TYPE_BOX)

/* Each widget needs the direction, because icons are mirrored by that of their own widget. Texts
 * keep the direction of their language. */
static void
keep_direction (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_EDITABLE (child) && !GTK_IS_LABEL (child))
      keep_direction (child);
}

static void
dwell_time_box_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_time_box_parent_class)->root (widget);

  keep_direction (widget);
}

static void
dwell_time_box_class_init (DwellTimeBoxClass *klass)
{
  GTK_WIDGET_CLASS (klass)->root = dwell_time_box_root;
}

static void
dwell_time_box_init (DwellTimeBox *self)
{
}
