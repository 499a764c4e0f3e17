/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the graphical parts of a cell. Arrow, level, icon and plot have the colour of its text. */
#include "config.h"

#include "ui/table/dwell-cell-marks.h"

#include <math.h>

#include "ui/widgets/dwell-style.h"

static GdkRGBA
get_colour (GtkWidget *cell)
{
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &colour);
  return colour;
}

static GdkRGBA
get_bar_colour (GtkWidget *cell)
{
  GdkRGBA colour;

  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (cell), "accent_bg_color",
                                       &colour))
    colour = get_colour (cell);
  colour.alpha = 0.25f;
  return colour;
}

static cairo_t *
begin_drawing (GtkWidget   *cell,
               GtkSnapshot *snapshot)
{
  float width = (float) gtk_widget_get_width (cell);
  float height = (float) gtk_widget_get_height (cell);
  GdkRGBA colour = get_colour (cell);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  gdk_cairo_set_source_rgba (cr, &colour);
  return cr;
}

/**
 * dwell_cell_marks_arrow:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @x: the centre, px
 * @y: the centre, px
 * @is_unfolded: whether the rows below are shown
 *
 * Draws a triangle that points down if the row is unfolded, else in the direction of reading.
 */
void
dwell_cell_marks_arrow (GtkWidget   *cell,
                        GtkSnapshot *snapshot,
                        float        x,
                        float        y,
                        gboolean     is_unfolded)
{
  cairo_t *cr = begin_drawing (cell, snapshot);

  cairo_translate (cr, x, y);
  if (is_unfolded)
    cairo_rotate (cr, G_PI_2);
  else if (gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL)
    cairo_rotate (cr, G_PI);

  cairo_move_to (cr, -2, -4);
  cairo_line_to (cr, 3, 0);
  cairo_line_to (cr, -2, 4);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_destroy (cr);
}

/**
 * dwell_cell_marks_bar:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @fraction: the length as a fraction of the width, from 0; more than 1 counts as 1
 *
 * Draws a translucent bar in the accent colour over the height of the cell, from its left edge.
 */
void
dwell_cell_marks_bar (GtkWidget   *cell,
                      GtkSnapshot *snapshot,
                      double       fraction)
{
  float length = (float) gtk_widget_get_width (cell) * (float) MIN (fraction, 1);
  GdkRGBA colour = get_bar_colour (cell);

  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT (0, 0, length,
                                                  (float) gtk_widget_get_height (cell)));
}

/**
 * dwell_cell_marks_change:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @change: the length as a fraction of half the width, −1…1
 *
 * Draws a line in the middle of the cell, and a bar from there: an increase goes to the right in
 * every language, as digits do.
 */
void
dwell_cell_marks_change (GtkWidget   *cell,
                         GtkSnapshot *snapshot,
                         double       change)
{
  float middle = (float) (gtk_widget_get_width (cell) / 2);
  float height = (float) gtk_widget_get_height (cell);
  float length = middle * (float) CLAMP (ABS (change), 0, 1);
  GdkRGBA colour = get_bar_colour (cell);
  GdkRGBA line = get_colour (cell);

  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT (change < 0 ? middle - length : middle, 0, length,
                                                  height));
  line.alpha *= 0.4f;
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (middle, 0, 1, height));
}

/**
 * dwell_cell_marks_level:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @level: the number of the level
 * @width: the room for the number, px from the edge where reading begins
 *
 * Draws the number of a level so that it ends at @width.
 */
void
dwell_cell_marks_level (GtkWidget   *cell,
                        GtkSnapshot *snapshot,
                        guint        level,
                        float        width)
{
  g_autofree char *text = g_strdup_printf ("%u", level);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (cell, text);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  PangoRectangle logical;
  float x;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.8));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_extents (layout, NULL, &logical);
  x = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL
      ? (float) gtk_widget_get_width (cell) - width : width - (float) logical.width;

  gtk_snapshot_push_opacity (snapshot, 0.7);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (cell), (int) x - logical.x,
                              (gtk_widget_get_height (cell) - logical.height) / 2, layout);
  gtk_snapshot_pop (snapshot);
}

/**
 * dwell_cell_marks_swatch:
 * @snapshot: where to draw
 * @colour: the number of a bar colour of the palette
 * @bounds: the place, px
 *
 * Draws a rounded square in a colour of the timeline.
 */
void
dwell_cell_marks_swatch (GtkSnapshot           *snapshot,
                         guint                  colour,
                         const graphene_rect_t *bounds)
{
  const DwellPalette *palette = dwell_style_get_palette ();
  const DwellColour *bar = &palette->bars[colour];
  GdkRGBA rgba = { (float) bar->red, (float) bar->green, (float) bar->blue, 1 };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, bounds, 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &rgba, bounds);
  gtk_snapshot_pop (snapshot);
}

/**
 * dwell_cell_marks_icon:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @icon_name: the name of a symbolic icon
 * @size: the side of the icon, px
 *
 * Draws an icon at the edge where reading begins.
 */
void
dwell_cell_marks_icon (GtkWidget   *cell,
                       GtkSnapshot *snapshot,
                       const char  *icon_name,
                       int          size)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (cell));
  GtkTextDirection direction = gtk_widget_get_direction (cell);
  g_autoptr(GtkIconPaintable) icon =
    gtk_icon_theme_lookup_icon (theme, icon_name, NULL, size,
                                gtk_widget_get_scale_factor (cell), direction, 0);
  float x = direction == GTK_TEXT_DIR_RTL ? (float) (gtk_widget_get_width (cell) - size) : 0;
  float y = (float) ((gtk_widget_get_height (cell) - size) / 2);
  GdkRGBA colour = get_colour (cell);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                            &colour, 1);
  gtk_snapshot_restore (snapshot);
}

/**
 * dwell_cell_marks_plot:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @plot: at least one point: x and y of each, 0…255; y counts upwards
 *
 * Draws a line through the points over the whole cell. The last point has a dot, as it stands for
 * the largest size, which users look for first.
 */
void
dwell_cell_marks_plot (GtkWidget        *cell,
                       GtkSnapshot      *snapshot,
                       const GByteArray *plot)
{
  cairo_t *cr = begin_drawing (cell, snapshot);
  int width = gtk_widget_get_width (cell);
  int height = gtk_widget_get_height (cell);
  const guint8 *points = plot->data;
  double x = 0;
  double y = 0;

  for (guint i = 0; i + 1 < plot->len; i += 2)
    {
      x = 3 + (width - 6) * points[i] / 255.0;
      y = height - 3 - (height - 6) * points[i + 1] / 255.0;
      cairo_line_to (cr, x, y);
    }
  cairo_set_line_width (cr, 1.25);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 2, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_destroy (cr);
}

#define BULLET_HEIGHT 6
#define BEYOND_HEIGHT 12
#define STRIP_HEIGHT  12

static void
set_warning (cairo_t *cr)
{
  const DwellColour *colour = &dwell_style_get_palette ()->warning;

  cairo_set_source_rgb (cr, colour->red, colour->green, colour->blue);
}

/* Adds a bar from one fraction to another, in the middle of the height. */
static void
add_bar (GtkWidget *cell,
         cairo_t   *cr,
         double     from,
         double     to,
         double     height)
{
  double width = gtk_widget_get_width (cell);
  double x = floor (from * width);

  cairo_rectangle (cr, x, floor ((gtk_widget_get_height (cell) - height) / 2),
                   MAX (ceil (to * width) - x, 2), height);
}

/**
 * dwell_cell_marks_bullet:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @bullet: what to draw
 *
 * Draws a bar from the least to the greatest value, which is higher where it lies beyond a limit,
 * and a line at each limit.
 */
void
dwell_cell_marks_bullet (GtkWidget             *cell,
                         GtkSnapshot           *snapshot,
                         const DwellCellBullet *bullet)
{
  cairo_t *cr = begin_drawing (cell, snapshot);
  double width = gtk_widget_get_width (cell);
  double height = gtk_widget_get_height (cell);
  const double limits[] = { bullet->limit_low, bullet->limit_high };

  if (!isnan (bullet->low))
    {
      GdkRGBA colour = get_bar_colour (cell);

      colour.alpha = 0.6f;
      gdk_cairo_set_source_rgba (cr, &colour);
      add_bar (cell, cr, bullet->low, bullet->high, BULLET_HEIGHT);
      cairo_fill (cr);
    }

  set_warning (cr);
  if (bullet->high > bullet->limit_high)
    add_bar (cell, cr, MAX (bullet->limit_high, bullet->low), bullet->high, BEYOND_HEIGHT);
  if (bullet->low < bullet->limit_low)
    add_bar (cell, cr, bullet->low, MIN (bullet->limit_low, bullet->high), BEYOND_HEIGHT);
  cairo_fill (cr);

  {
    GdkRGBA colour = get_colour (cell);

    gdk_cairo_set_source_rgba (cr, &colour);
  }
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (!isnan (limits[i]))
      cairo_rectangle (cr, CLAMP (round (limits[i] * width) - 1, 0, width - 2), 1, 2, height - 2);
  cairo_fill (cr);
  cairo_destroy (cr);
}

/**
 * dwell_cell_marks_strip:
 * @cell: the cell that is drawn
 * @snapshot: where to draw
 * @strip: for each of so many equal parts of the width, whether it is marked
 *
 * Draws a line over the whole width, and a bar on each part that is marked.
 */
void
dwell_cell_marks_strip (GtkWidget        *cell,
                        GtkSnapshot      *snapshot,
                        const GByteArray *strip)
{
  cairo_t *cr = begin_drawing (cell, snapshot);

  cairo_push_group (cr);
  add_bar (cell, cr, 0, 1, 1);
  cairo_fill (cr);
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, 0.4);

  set_warning (cr);
  for (guint i = 0; i < strip->len; i++)
    if (strip->data[i] != 0)
      add_bar (cell, cr, (double) i / strip->len, (i + 1.0) / strip->len, STRIP_HEIGHT);
  cairo_fill (cr);
  cairo_destroy (cr);
}
