/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bin that accepts files dropped anywhere on its child, and is highlighted while they are dragged
 * over it. Its drop target is in the capture phase, because entries inside would take the names of
 * the files as text. */
#include "config.h"

#include "ui/shell/dwell-drop-area.h"

#include <glib/gi18n-lib.h>

/* px: in a narrower area the parts are one above the other. */
#define NARROW_WIDTH 600

struct _DwellDropArea
{
  GtkWidget parent_instance;

  GtkWidget *overlay;
  GtkWidget *highlight;
  GtkBox    *parts;
  GtkWidget *opening;
  GtkWidget *comparing; /* shown if a file can be compared with what is open */
  GtkLabel  *comparing_label;
};

enum {
  PROP_0,
  PROP_CHILD,
  N_PROPS
};

enum {
  FILES_DROPPED,
  FILE_COMPARED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellDropArea, dwell_drop_area, GTK_TYPE_WIDGET)

static gboolean
is_over_comparing (DwellDropArea *self,
                   double         x,
                   double         y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (!gtk_widget_get_visible (self->comparing))
    return FALSE;
  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->parts)) == GTK_ORIENTATION_VERTICAL)
    return y >= gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;

  return is_rtl ? x < width / 2 : x >= width / 2;
}

static void
set_active (GtkWidget *part,
            gboolean   is_active)
{
  if (is_active)
    gtk_widget_add_css_class (part, "active");
  else
    gtk_widget_remove_css_class (part, "active");
}

static GdkDragAction
on_motion (GtkDropTarget *target,
           double         x,
           double         y,
           DwellDropArea *self)
{
  gboolean is_over = is_over_comparing (self, x, y);

  set_active (self->comparing, is_over);
  set_active (self->opening, !is_over && gtk_widget_get_visible (self->comparing));
  return GDK_ACTION_COPY;
}

static GdkDragAction
on_enter (GtkDropTarget *target,
          double         x,
          double         y,
          DwellDropArea *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->parts),
                                  gtk_widget_get_width (GTK_WIDGET (self)) < NARROW_WIDTH
                                    ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->highlight), TRUE);

  return on_motion (target, x, y, self);
}

static void
on_leave (GtkDropTarget *target,
          DwellDropArea *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->highlight), FALSE);
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         DwellDropArea *self)
{
  g_autoptr(GPtrArray) files = NULL;
  g_autoptr(GSList) list = NULL;

  on_leave (target, self);

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;

  files = g_ptr_array_new_with_free_func (g_object_unref);
  list = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *l = list; l != NULL; l = l->next)
    g_ptr_array_add (files, g_object_ref (l->data));

  if (files->len == 0)
    return FALSE;

  /* For several files a dialog asks what to do; it also offers to compare them. */
  if (files->len == 1 && is_over_comparing (self, x, y))
    g_signal_emit (self, signals[FILE_COMPARED], 0, files->pdata[0]);
  else
    g_signal_emit (self, signals[FILES_DROPPED], 0, files);

  return TRUE;
}

static void
dwell_drop_area_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellDropArea *self = DWELL_DROP_AREA (object);

  switch (property_id)
    {
    case PROP_CHILD:
      g_value_set_object (value, gtk_overlay_get_child (GTK_OVERLAY (self->overlay)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_drop_area_set_property (GObject      *object,
                              guint         property_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_CHILD:
      dwell_drop_area_set_child (DWELL_DROP_AREA (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_drop_area_dispose (GObject *object)
{
  DwellDropArea *self = DWELL_DROP_AREA (object);

  g_clear_pointer (&self->overlay, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_drop_area_parent_class)->dispose (object);
}

static void
dwell_drop_area_class_init (DwellDropAreaClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_drop_area_get_property;
  object_class->set_property = dwell_drop_area_set_property;
  object_class->dispose = dwell_drop_area_dispose;

  properties[PROP_CHILD] =
    g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * DwellDropArea::files-dropped:
   * @self: the area
   * @files: (element-type GFile): one or more files
   */
  signals[FILES_DROPPED] =
    g_signal_new ("files-dropped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);

  /**
   * DwellDropArea::file-compared:
   * @self: the area
   * @file: a file that is to be compared with what is open
   */
  signals[FILE_COMPARED] =
    g_signal_new ("file-compared", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "droparea");
}

/* A drag that has a GdkDrag starts in Dwell's own window: it is not a trace. */
static gboolean
on_accept (GtkDropTarget *target,
           GdkDrop       *drop)
{
  return gdk_drop_get_drag (drop) == NULL &&
         (gdk_drop_get_actions (drop) & gtk_drop_target_get_actions (target)) != 0 &&
         gdk_content_formats_match (gtk_drop_target_get_formats (target),
                                    gdk_drop_get_formats (drop));
}

static GtkWidget *
make_part (const char  *icon_name,
           const char  *text,
           GtkLabel   **label)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  *label = GTK_LABEL (gtk_label_new (text));
  gtk_label_set_wrap (*label, TRUE);
  gtk_label_set_wrap_mode (*label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (*label, GTK_JUSTIFY_CENTER);
  gtk_label_set_ellipsize (*label, PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (*label, 4);
  gtk_image_set_pixel_size (GTK_IMAGE (icon), 64);
  gtk_widget_add_css_class (GTK_WIDGET (*label), "title-1");
  gtk_box_append (GTK_BOX (words), icon);
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (*label));
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (words, 18);
  gtk_widget_set_margin_end (words, 18);
  gtk_widget_set_vexpand (words, TRUE);
  gtk_widget_add_css_class (frame, "drop-highlight");
  gtk_box_append (GTK_BOX (frame), words);
  return frame;
}

static GtkWidget *
make_highlight (DwellDropArea *self)
{
  GtkWidget *revealer = gtk_revealer_new ();
  GtkLabel *label;

  self->opening = make_part ("document-open-symbolic", _("Drop to Open"), &label);
  self->comparing = make_part ("view-dual-symbolic", "", &self->comparing_label);
  gtk_widget_set_visible (self->comparing, FALSE);

  self->parts = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_box_set_homogeneous (self->parts, TRUE);
  gtk_box_append (self->parts, self->opening);
  gtk_box_append (self->parts, self->comparing);

  gtk_revealer_set_transition_type (GTK_REVEALER (revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
  gtk_revealer_set_child (GTK_REVEALER (revealer), GTK_WIDGET (self->parts));
  gtk_widget_set_can_target (revealer, FALSE);

  return revealer;
}

static void
dwell_drop_area_init (DwellDropArea *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->overlay = gtk_overlay_new ();
  self->highlight = make_highlight (self);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->highlight);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  g_signal_connect (target, "accept", G_CALLBACK (on_accept), NULL);
  g_signal_connect_object (target, "enter", G_CALLBACK (on_enter), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (target, "motion", G_CALLBACK (on_motion), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (target, "leave", G_CALLBACK (on_leave), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, G_CONNECT_DEFAULT);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/**
 * dwell_drop_area_set_child:
 * @self: an area
 * @child: (nullable): the only child
 *
 * Sets the widget on which files can be dropped.
 */
void
dwell_drop_area_set_child (DwellDropArea *self,
                           GtkWidget     *child)
{
  g_return_if_fail (DWELL_IS_DROP_AREA (self));
  g_return_if_fail (child == NULL || GTK_IS_WIDGET (child));

  if (gtk_overlay_get_child (GTK_OVERLAY (self->overlay)) == child)
    return;

  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), child);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}

/**
 * dwell_drop_area_set_compared:
 * @self: an area
 * @name: (nullable): the name of the recording that a dropped file can be compared with; %NULL:
 *   files can only be opened
 *
 * While something is dragged over the area, divides it in two: open, or compare.
 */
void
dwell_drop_area_set_compared (DwellDropArea *self,
                              const char    *name)
{
  g_autofree char *text = NULL;

  g_return_if_fail (DWELL_IS_DROP_AREA (self));

  if (name != NULL)
    /* Translators: the name of a file */
    text = g_strdup_printf (_("Drop to Compare with “%s”"), name);
  gtk_label_set_text (self->comparing_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->comparing, text != NULL);
}
