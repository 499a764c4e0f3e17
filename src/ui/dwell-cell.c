/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of a table: one line of text; before it, where wanted, an indent and a swatch in the
 * colour that the area has in the timeline; behind it a bar that shows a share.
 *
 * The text is an inscription, whose size does not depend on it: a table of thousands of rows is
 * laid out without measuring a single one. */
#include "config.h"

#include "ui/dwell-cell.h"

#include <adwaita.h>

#include "paint/dwell-palette.h"

#define SWATCH_SIZE 10
#define SWATCH_GAP   6
#define DEPTH_WIDTH 14
/* Deeper names would leave the column; they stay at this indent. */
#define MAX_DEPTH   20

struct _DwellCell
{
  GtkWidget parent_instance;

  GtkWidget *inscription;
  guint      depth;
  int        colour; /* of the palette, -1 = no swatch */
  double     fraction; /* 0…1, negative = no bar */
};

enum {
  PROP_0,
  PROP_TEXT,
  PROP_SWATCH_OF,
  PROP_DEPTH,
  PROP_IS_NUMBER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellCell, dwell_cell, GTK_TYPE_WIDGET)

static int
get_indent (DwellCell *self)
{
  return (int) MIN (self->depth, MAX_DEPTH) * DEPTH_WIDTH +
         (self->colour >= 0 ? SWATCH_SIZE + SWATCH_GAP : 0);
}

static void
dwell_cell_measure (GtkWidget      *widget,
                    GtkOrientation  orientation,
                    int             for_size,
                    int            *minimum,
                    int            *natural,
                    int            *minimum_baseline,
                    int            *natural_baseline)
{
  DwellCell *self = DWELL_CELL (widget);

  gtk_widget_measure (self->inscription, orientation, -1, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
dwell_cell_size_allocate (GtkWidget *widget,
                          int        width,
                          int        height,
                          int        baseline)
{
  DwellCell *self = DWELL_CELL (widget);
  int minimum = 0;
  int indent = get_indent (self);
  GtkAllocation allocation = { 0, 0, width, height };

  gtk_widget_measure (self->inscription, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  indent = CLAMP (indent, 0, MAX (0, width - minimum));
  allocation.width = MAX (minimum, width - indent);
  if (gtk_widget_get_direction (widget) != GTK_TEXT_DIR_RTL)
    allocation.x = indent;

  gtk_widget_size_allocate (self->inscription, &allocation, baseline);
}

static void
snapshot_bar (DwellCell   *self,
              GtkSnapshot *snapshot,
              float        width,
              float        height)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  float length = width * (float) MIN (self->fraction, 1);
  GdkRGBA colour;

  if (!gtk_style_context_lookup_color (context, "accent_bg_color", &colour))
    gtk_style_context_get_color (context, &colour);
  colour.alpha = 0.25f;

  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT (is_rtl ? width - length : 0, 0,
                                                  length, height));
}

static void
snapshot_swatch (DwellCell   *self,
                 GtkSnapshot *snapshot,
                 float        width,
                 float        height)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const DwellPalette *palette = dwell_palette_get (adw_style_manager_get_dark (style),
                                                   adw_style_manager_get_high_contrast (style));
  const DwellColour *colour = &palette->bars[self->colour];
  GdkRGBA rgba = { (float) colour->red, (float) colour->green, (float) colour->blue, 1 };
  float x = (float) MIN (self->depth, MAX_DEPTH) * DEPTH_WIDTH;
  float y = (float) (((int) height - SWATCH_SIZE) / 2);
  GskRoundedRect outline;

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = width - x - SWATCH_SIZE;

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (x, y, SWATCH_SIZE, SWATCH_SIZE), 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &rgba, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
dwell_cell_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  DwellCell *self = DWELL_CELL (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);

  if (self->fraction > 0)
    snapshot_bar (self, snapshot, width, height);
  if (self->colour >= 0)
    snapshot_swatch (self, snapshot, width, height);

  gtk_widget_snapshot_child (widget, self->inscription, snapshot);
}

/* The whole text, where the column is too narrow for it. */
static gboolean
dwell_cell_query_tooltip (GtkWidget  *widget,
                          int         x,
                          int         y,
                          gboolean    is_keyboard,
                          GtkTooltip *tooltip)
{
  DwellCell *self = DWELL_CELL (widget);
  const char *text = gtk_inscription_get_text (GTK_INSCRIPTION (self->inscription));
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (self->inscription, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width <= gtk_widget_get_width (self->inscription))
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
dwell_cell_get_property (GObject    *object,
                         guint       property_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  DwellCell *self = DWELL_CELL (object);

  switch (property_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, gtk_inscription_get_text (GTK_INSCRIPTION (self->inscription)));
      break;
    case PROP_DEPTH:
      g_value_set_uint (value, self->depth);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_cell_set_property (GObject      *object,
                         guint         property_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  DwellCell *self = DWELL_CELL (object);

  switch (property_id)
    {
    case PROP_TEXT:
      dwell_cell_set_text (self, g_value_get_string (value));
      break;
    case PROP_SWATCH_OF:
      dwell_cell_set_swatch_of (self, g_value_get_string (value));
      break;
    case PROP_DEPTH:
      dwell_cell_set_depth (self, g_value_get_uint (value));
      break;
    case PROP_IS_NUMBER:
      dwell_cell_set_is_number (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_cell_dispose (GObject *object)
{
  DwellCell *self = DWELL_CELL (object);

  g_clear_pointer (&self->inscription, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_cell_parent_class)->dispose (object);
}

static void
dwell_cell_class_init (DwellCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_cell_get_property;
  object_class->set_property = dwell_cell_set_property;
  object_class->dispose = dwell_cell_dispose;
  widget_class->measure = dwell_cell_measure;
  widget_class->size_allocate = dwell_cell_size_allocate;
  widget_class->snapshot = dwell_cell_snapshot;
  widget_class->query_tooltip = dwell_cell_query_tooltip;

  properties[PROP_TEXT] =
    g_param_spec_string ("text", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SWATCH_OF] =
    g_param_spec_string ("swatch-of", NULL, NULL, NULL,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_DEPTH] =
    g_param_spec_uint ("depth", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_IS_NUMBER] =
    g_param_spec_boolean ("is-number", NULL, NULL, FALSE,
                          G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "dwellcell");
}

static void
dwell_cell_init (DwellCell *self)
{
  self->colour = -1;
  self->fraction = -1;
  self->inscription = g_object_new (GTK_TYPE_INSCRIPTION,
                                    "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END,
                                    NULL);
  gtk_widget_set_parent (self->inscription, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

/**
 * dwell_cell_new:
 *
 * Returns: (transfer full): an empty cell
 */
GtkWidget *
dwell_cell_new (void)
{
  return g_object_new (DWELL_TYPE_CELL, NULL);
}

/**
 * dwell_cell_set_text:
 * @self: a cell
 * @text: (nullable): what it shows; never markup
 */
void
dwell_cell_set_text (DwellCell  *self,
                     const char *text)
{
  GtkInscription *inscription;

  g_return_if_fail (DWELL_IS_CELL (self));

  inscription = GTK_INSCRIPTION (self->inscription);
  if (g_strcmp0 (gtk_inscription_get_text (inscription), text) == 0)
    return;

  gtk_inscription_set_text (inscription, text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/**
 * dwell_cell_set_swatch_of:
 * @self: a cell
 * @name: (nullable): the area whose colour stands before the text; %NULL or "" for none
 */
void
dwell_cell_set_swatch_of (DwellCell  *self,
                          const char *name)
{
  int colour;

  g_return_if_fail (DWELL_IS_CELL (self));

  colour = name != NULL && *name != '\0' ? (int) dwell_palette_colour_of (name) : -1;
  if (colour == self->colour)
    return;

  if ((colour < 0) != (self->colour < 0))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  self->colour = colour;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_depth:
 * @self: a cell
 * @depth: steps by which the text is indented
 */
void
dwell_cell_set_depth (DwellCell *self,
                      guint      depth)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (depth == self->depth)
    return;

  self->depth = depth;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEPTH]);
}

/**
 * dwell_cell_set_fraction:
 * @self: a cell
 * @fraction: how much of the cell the bar behind the text covers, 0…1; negative for no bar
 */
void
dwell_cell_set_fraction (DwellCell *self,
                         double     fraction)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (fraction == self->fraction)
    return;

  self->fraction = fraction;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_is_number:
 * @self: a cell
 * @is_number: whether the text stands at the end, in figures of one width
 */
void
dwell_cell_set_is_number (DwellCell *self,
                          gboolean   is_number)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->inscription), is_number ? 1 : 0);
  if (is_number)
    gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "numeric");
}
