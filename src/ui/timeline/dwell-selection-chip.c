/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip that describes the selection, with a button that zooms to it and one that removes it.
 *
 * The ruler places it over the selection; without a selection it is hidden. Every change counts the
 * spans again, by two binary searches for each row. The chip can be dragged into other programs as
 * a picture of the range. */
#include "config.h"

#include "ui/timeline/dwell-selection-chip.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/dwell-browser.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/timeline/dwell-timeline-text.h"

/* px: the size of a dragged picture, which has only as many lanes as fit. */
#define PICTURE_WIDTH  1200
#define PICTURE_HEIGHT 1600
#define PICTURE_REST   (DWELL_PICTURE_TITLE_HEIGHT + DWELL_RULER_HEIGHT)
/* Device pixels per px. */
#define PICTURE_SCALE  2

struct _DwellSelectionChip
{
  GtkWidget      parent_instance;

  GtkWidget     *box;
  GtkLabel      *label;
  GtkWidget     *drop;

  DwellViewport *viewport;
};

G_DEFINE_FINAL_TYPE (DwellSelectionChip, dwell_selection_chip, GTK_TYPE_WIDGET)

static void
update (DwellSelectionChip *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  g_autofree char *text = NULL;
  gint64 begin;
  gint64 end;
  gboolean has_selection;

  has_selection = trace != NULL && dwell_view_get_selection (view, &begin, &end);
  gtk_widget_set_visible (GTK_WIDGET (self), has_selection);
  if (!has_selection)
    return;

  text = dwell_timeline_describe_range (trace, begin, end);
  gtk_label_set_text (self->label, text);
}

static void
drop_clicked (DwellSelectionChip *self)
{
  if (dwell_viewport_get_view (self->viewport) != NULL)
    dwell_view_drop_selection (dwell_viewport_get_view (self->viewport));
}

/* A double click zooms, as it does inside the selection. */
static void
pressed (DwellSelectionChip *self,
         int                 n_press,
         double              x,
         double              y)
{
  if (n_press == 2)
    gtk_widget_activate_action (GTK_WIDGET (self), "timeline.zoom-selection", NULL);
}

/* Returns a picture of the selected range, with the same look as a print. */
static GdkTexture *
make_picture (DwellView  *view,
              gint64      begin,
              gint64      end,
              const char *range)
{
  const char *title = dwell_session_get_title (dwell_view_get_session (view));
  /* Translators: a routine or another thing, and what is said of it */
  g_autofree char *headline = g_strdup_printf (_("%s: %s"), title, range);
  g_autoptr(GBytes) bytes = NULL;
  DwellTimelineScene scene;
  cairo_surface_t *surface;
  cairo_t *cr;
  GdkTexture *texture;
  int stride;
  int height;

  dwell_scene_init_for_paper (&scene, view, begin, end);
  height = MIN (dwell_scene_get_lanes_height (&scene) + PICTURE_REST, PICTURE_HEIGHT);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PICTURE_WIDTH * PICTURE_SCALE,
                                        height * PICTURE_SCALE);
  cairo_surface_set_device_scale (surface, PICTURE_SCALE, PICTURE_SCALE);
  cr = cairo_create (surface);
  dwell_timeline_draw_picture (cr, PICTURE_WIDTH, height, &scene, headline);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) (height * PICTURE_SCALE),
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  texture = gdk_memory_texture_new (PICTURE_WIDTH * PICTURE_SCALE, height * PICTURE_SCALE,
                                    GDK_MEMORY_DEFAULT, bytes, (gsize) stride);

  return texture;
}

/**
 * dwell_selection_chip_make_content:
 * @viewport: the viewport of a timeline
 *
 * Returns: (transfer full) (nullable): the selection for other programs, as a picture and as text;
 *   %NULL without a selection
 */
GdkContentProvider *
dwell_selection_chip_make_content (DwellViewport *viewport)
{
  DwellView *view = dwell_viewport_get_view (viewport);
  DwellTrace *trace = dwell_viewport_get_trace (viewport);
  g_autoptr(GdkTexture) picture = NULL;
  g_autofree char *text = NULL;
  GdkContentProvider *providers[2];
  gint64 begin;
  gint64 end;

  if (trace == NULL || !dwell_view_get_selection (view, &begin, &end))
    return NULL;

  text = dwell_timeline_describe_range (trace, begin, end);
  picture = make_picture (view, begin, end, text);
  providers[0] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, picture);
  providers[1] = gdk_content_provider_new_typed (G_TYPE_STRING, text);

  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

static GdkContentProvider *
prepare_drag (GtkDragSource      *source,
              double              x,
              double              y,
              DwellSelectionChip *self)
{
  if (dwell_browser_is_display (gtk_widget_get_display (GTK_WIDGET (self))))
    return NULL;

  return dwell_selection_chip_make_content (self->viewport);
}

static void
dwell_selection_chip_dispose (GObject *object)
{
  DwellSelectionChip *self = DWELL_SELECTION_CHIP (object);

  g_clear_object (&self->viewport);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_SELECTION_CHIP);

  G_OBJECT_CLASS (dwell_selection_chip_parent_class)->dispose (object);
}

static void
dwell_selection_chip_class_init (DwellSelectionChipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_selection_chip_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "selectionchip");
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-selection-chip.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, box);
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, label);
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, drop);
  gtk_widget_class_bind_template_callback (widget_class, drop_clicked);
  gtk_widget_class_bind_template_callback (widget_class, pressed);
}

static void
dwell_selection_chip_init (DwellSelectionChip *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect (source, "prepare", G_CALLBACK (prepare_drag), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
}

/**
 * dwell_selection_chip_new:
 * @viewport: the viewport of the timeline
 *
 * Returns: (transfer floating): the chip
 */
GtkWidget *
dwell_selection_chip_new (DwellViewport *viewport)
{
  static const char * const changes[] = {
    "view-set", "selection-changed", "trace-changed", "units-changed",
  };
  DwellSelectionChip *self = g_object_new (DWELL_TYPE_SELECTION_CHIP, NULL);

  self->viewport = g_object_ref (viewport);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    dwell_viewport_connect (viewport, changes[i], G_CALLBACK (update), self);
  update (self);

  return GTK_WIDGET (self);
}
