/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of a table: one line of text, optionally with an indent and a swatch before it, in the
 * hue of the area in the timeline, and with a bar behind it that shows a share.
 *
 * In right-to-left languages all is mirrored except numbers. Digits are read from left to right in
 * every language. So numbers are right-aligned, which puts equal decimal places below one another,
 * and their bars grow from the left, those of changes from the middle.
 *
 * A table keeps about two hundred rows of cells, of which only some dozen are visible. So a cell is
 * one widget, its size does not depend on its text, and the text is laid out only for drawing. */
#include "config.h"

#include "ui/table/dwell-cell.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include <adwaita.h>

#include "paint/dwell-palette.h"
#include "ui/compat/dwell-names.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define SWATCH_SIZE 10
#define SWATCH_GAP   6
#define ICON_SIZE   16
#define DEPTH_WIDTH 14
/* px; in cells that show their level: the width of the number, and of a step of the indent. */
#define LEVEL_WIDTH 34
#define STEP_WIDTH   7
/* Steps of the largest indent; a larger one would push names out of the column. */
#define MAX_DEPTH   20

/* The gap between a name and its scope, and the opacity of the scope in per cent. */
#define SCOPE_GAP   "  "
#define SCOPE_ALPHA 65

#define LEFT_TO_RIGHT_MARK "\342\200\216"

struct _DwellCell
{
  GtkWidget parent_instance;

  char        *text;
  char        *scope;    /* dim, after the text; or NULL */
  PangoLayout *layout;   /* NULL: created at the next drawing */
  guint        depth;
  guint        base;     /* see dwell_cell_set_base() */
  int          colour;   /* number in the palette; -1: no swatch */
  double       fraction; /* 0…1; negative: no bar */
  double       change;   /* −1…1; NAN: no bar from the middle */
  DwellExpander expander;
  char        *icon_name; /* or NULL */
  char        *tip;       /* or NULL */
  GByteArray  *plot;      /* x and y of each point; or NULL */
  GByteArray  *strip;     /* of each part, whether it is marked; or NULL */
  DwellCellBullet *bullet; /* or NULL */
  gboolean     is_number;
  guint        position;
};

enum {
  PROP_0,
  PROP_TEXT,
  N_PROPS
};

enum {
  CUT,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellCell, dwell_cell, GTK_TYPE_WIDGET)

/* The width has room for four digits, and grows with the size of the text. */
static float
get_level_width (DwellCell *self)
{
  return LEVEL_WIDTH * (float) dwell_text_scale_get (GTK_WIDGET (self));
}

/* Returns the px that the number of the level and the indent need. */
static float
get_depth_width (DwellCell *self)
{
  if (self->base == 0)
    return (float) MIN (self->depth, MAX_DEPTH) * DEPTH_WIDTH;

  return get_level_width (self) +
         (float) CLAMP ((gint64) self->depth + 1 - self->base, 0, MAX_DEPTH) * STEP_WIDTH;
}

static float
get_indent (DwellCell *self)
{
  return get_depth_width (self) +
         (self->colour >= 0 ? SWATCH_SIZE + SWATCH_GAP : 0) +
         (self->expander != DWELL_EXPANDER_NONE ? SWATCH_SIZE + SWATCH_GAP : 0) +
         (self->icon_name != NULL ? ICON_SIZE + SWATCH_GAP : 0);
}

static void
forget_layout (DwellCell *self)
{
  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
has_letter (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isalpha (g_utf8_get_char (text)))
      return TRUE;

  return FALSE;
}

/* Texts like “< 0.1 %” have no letter that sets their direction, which must be that of digits. */
static void
set_layout_text (DwellCell *self)
{
  g_autofree char *text = NULL;

  if (self->is_number && self->text != NULL && !has_letter (self->text))
    text = g_strconcat (LEFT_TO_RIGHT_MARK, self->text, NULL);

  else if (self->scope != NULL)
    text = g_strconcat (self->text, SCOPE_GAP, self->scope, NULL);

  pango_layout_set_text (self->layout, text != NULL ? text : self->text != NULL ? self->text : "",
                         -1);
}

static void
set_layout_attributes (DwellCell *self)
{
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();

  if (self->is_number)
    pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));

  if (self->scope != NULL)
    {
      PangoAttribute *dim = pango_attr_foreground_alpha_new (SCOPE_ALPHA * 0xffff / 100);

      dim->start_index = (guint) strlen (self->text);
      pango_attr_list_insert (attributes, dim);
    }

  pango_layout_set_attributes (self->layout, attributes);
}

static PangoLayout *
ensure_layout (DwellCell *self)
{
  if (self->layout != NULL)
    return self->layout;

  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  set_layout_text (self);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  /* Full names often start with the same module or file and differ at their ends, so they are cut
   * in the middle. A scope after the name is cut first. */
  pango_layout_set_ellipsize (self->layout, self->scope == NULL &&
                                            (self->colour >= 0 || get_indent (self) > 0)
                                            ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  set_layout_attributes (self);
  return self->layout;
}

/* Cells with the same font have the same height. As Pango shapes a text to compute it, the last
 * result is kept. */
static int
get_line_height (GtkWidget *widget)
{
  static PangoFontDescription *known_font = NULL;
  static double known_resolution = 0;
  static int known_height = 0;
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double resolution = pango_cairo_context_get_resolution (context);
  PangoFontMetrics *metrics;

  if (known_font != NULL && resolution == known_resolution &&
      pango_font_description_equal (font, known_font))
    return known_height;

  metrics = pango_context_get_metrics (context, NULL, NULL);
  known_height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);

  g_clear_pointer (&known_font, pango_font_description_free);
  known_font = pango_font_description_copy (font);
  known_resolution = resolution;

  return known_height;
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
  /* The column has a fixed width. */
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? get_line_height (widget) : 0;
}

static void
snapshot_swatch (DwellCell   *self,
                 GtkSnapshot *snapshot,
                 float        width,
                 float        height)
{
  float x = get_indent (self) - SWATCH_SIZE - SWATCH_GAP;

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = width - x - SWATCH_SIZE;

  dwell_cell_marks_swatch (snapshot, (guint) self->colour,
                           &GRAPHENE_RECT_INIT (x, (float) (((int) height - SWATCH_SIZE) / 2),
                                                SWATCH_SIZE, SWATCH_SIZE));
}

static void
snapshot_expander (DwellCell   *self,
                   GtkSnapshot *snapshot,
                   float        width,
                   float        height)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  float x = get_depth_width (self) + SWATCH_SIZE / 2.0f;
  float y = (float) (((int) height - SWATCH_SIZE) / 2) + SWATCH_SIZE / 2.0f;

  dwell_cell_marks_arrow (GTK_WIDGET (self), snapshot, is_rtl ? width - x : x, y,
                          self->expander == DWELL_EXPANDER_UNFOLDED);
}

/* A number without its last digits would be wrong. */
static void
emit_cut (DwellCell   *self,
          PangoLayout *layout,
          int          room_px)
{
  int needed_px;

  pango_layout_set_width (layout, -1);
  pango_layout_get_pixel_size (layout, &needed_px, NULL);
  pango_layout_set_width (layout, room_px * PANGO_SCALE);
  g_signal_emit (self, signals[CUT], 0, needed_px - room_px);
}

static void
snapshot_text (DwellCell   *self,
               GtkSnapshot *snapshot,
               float        width,
               float        height)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  PangoLayout *layout = ensure_layout (self);
  float indent = MIN (get_indent (self), width);
  PangoRectangle logical;
  float x = is_rtl ? 0 : indent;

  pango_layout_set_width (layout, (int) (width - indent) * PANGO_SCALE);
  if (self->is_number && pango_layout_is_ellipsized (layout))
    emit_cut (self, layout, (int) (width - indent));
  pango_layout_get_pixel_extents (layout, NULL, &logical);
  if (self->is_number || is_rtl)
    x += width - indent - (float) logical.width;

  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (GTK_WIDGET (self)),
                              (int) x - logical.x, ((int) height - logical.height) / 2, layout);
}

static void
dwell_cell_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  DwellCell *self = DWELL_CELL (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);

  if (self->fraction > 0)
    dwell_cell_marks_bar (widget, snapshot, self->fraction);
  if (!isnan (self->change))
    dwell_cell_marks_change (widget, snapshot, self->change);
  if (self->base > 0)
    dwell_cell_marks_level (widget, snapshot, self->depth + 1, get_level_width (self) - SWATCH_GAP);
  if (self->colour >= 0)
    snapshot_swatch (self, snapshot, width, height);
  if (self->expander >= DWELL_EXPANDER_FOLDED)
    snapshot_expander (self, snapshot, width, height);
  if (self->icon_name != NULL)
    dwell_cell_marks_icon (GTK_WIDGET (self), snapshot, self->icon_name, ICON_SIZE);
  if (self->plot != NULL)
    dwell_cell_marks_plot (GTK_WIDGET (self), snapshot, self->plot);
  if (self->strip != NULL)
    dwell_cell_marks_strip (GTK_WIDGET (self), snapshot, self->strip);
  if (self->bullet != NULL)
    dwell_cell_marks_bullet (GTK_WIDGET (self), snapshot, self->bullet);

  if (self->text != NULL && *self->text != '\0')
    snapshot_text (self, snapshot, width, height);
}

/* Shows the tip. Without a tip, shows the whole text if it is ellipsized. Shows nothing over an
 * open menu. */
static gboolean
dwell_cell_query_tooltip (GtkWidget  *widget,
                          int         x,
                          int         y,
                          gboolean    is_keyboard,
                          GtkTooltip *tooltip)
{
  DwellCell *self = DWELL_CELL (widget);

  if (dwell_focus_is_above (widget))
    return FALSE;

  if (self->tip != NULL)
    {
      dwell_tip_show (tooltip, self->tip);
      return TRUE;
    }

  if (!pango_layout_is_ellipsized (ensure_layout (self)))
    return FALSE;

  dwell_tip_show (tooltip, self->text);
  return TRUE;
}

static void
dwell_cell_css_changed (GtkWidget         *widget,
                        GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dwell_cell_parent_class)->css_changed (widget, change);

  forget_layout (DWELL_CELL (widget));
}

static void
dwell_cell_system_setting_changed (GtkWidget        *widget,
                                   GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (dwell_cell_parent_class)->system_setting_changed (widget, setting);

  forget_layout (DWELL_CELL (widget));
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
      g_value_set_string (value, self->text);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_cell_finalize (GObject *object)
{
  DwellCell *self = DWELL_CELL (object);

  g_clear_object (&self->layout);
  g_free (self->text);
  g_free (self->scope);
  g_free (self->icon_name);
  g_free (self->tip);
  g_clear_pointer (&self->plot, g_byte_array_unref);
  g_clear_pointer (&self->strip, g_byte_array_unref);
  g_free (self->bullet);

  G_OBJECT_CLASS (dwell_cell_parent_class)->finalize (object);
}

static void
dwell_cell_class_init (DwellCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_cell_get_property;
  object_class->finalize = dwell_cell_finalize;
  widget_class->css_changed = dwell_cell_css_changed;
  widget_class->measure = dwell_cell_measure;
  widget_class->snapshot = dwell_cell_snapshot;
  widget_class->query_tooltip = dwell_cell_query_tooltip;
  widget_class->system_setting_changed = dwell_cell_system_setting_changed;

  properties[PROP_TEXT] =
    g_param_spec_string ("text", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CUT] = g_signal_new ("cut", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  gtk_widget_class_set_css_name (widget_class, "dwellcell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
dwell_cell_init (DwellCell *self)
{
  self->colour = -1;
  self->fraction = -1;
  self->change = NAN;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  dwell_names_share_cell (GTK_WIDGET (self));
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
 * @text: (nullable): the text, without markup
 *
 * Sets the text, which is also the accessible label, without a scope after it.
 */
void
dwell_cell_set_text (DwellCell  *self,
                     const char *text)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (self->scope != NULL)
    {
      g_clear_pointer (&self->scope, g_free);
      forget_layout (self);
    }

  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  forget_layout (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/**
 * dwell_cell_set_swatch_of:
 * @self: a cell
 * @name: (nullable): the name of an area; %NULL or "": no swatch
 *
 * Shows a swatch before the text in the hue that the area has in the timeline, where a bar may be
 * in the other tone of it.
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

  self->colour = colour;
  forget_layout (self);
}

/**
 * dwell_cell_set_area:
 * @self: a cell whose text is the label of @area
 * @trace: a trace
 * @area: one of its areas; %DWELL_NONE: the text is not the name of an area
 *
 * Shows what belongs to a name: the colour of the area in the timeline; after the text, dimmed, the
 * scope that the label leaves out; and the full name as the tooltip.
 */
void
dwell_cell_set_area (DwellCell        *self,
                     const DwellTrace *trace,
                     guint32           area)
{
  const char *title;

  g_return_if_fail (DWELL_IS_CELL (self));

  if (area == DWELL_NONE)
    {
      dwell_cell_set_swatch_of (self, NULL);
      dwell_cell_set_tip (self, NULL);
      return;
    }

  dwell_cell_set_swatch_of (self, dwell_trace_get_area_name (trace, area));
  title = dwell_trace_get_area_title (trace, area);
  dwell_cell_set_tip (self, g_strcmp0 (title, self->text) != 0 ? title : NULL);
  self->scope = dwell_trace_dup_area_scope (trace, area);
  if (self->scope != NULL)
    forget_layout (self);
}

/**
 * dwell_cell_set_depth:
 * @self: a cell
 * @depth: the number of steps, from 0
 *
 * Sets by how many steps the text is indented.
 */
void
dwell_cell_set_depth (DwellCell *self,
                      guint      depth)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (depth == self->depth)
    return;

  self->depth = depth;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_base:
 * @self: a cell
 * @base: a level, from 1; 0: none
 *
 * Sets the level from which the indent is counted. With a base the cell also shows the number of
 * its level; without one, the indent is counted from the edge. See dwell-table-levels.h.
 */
void
dwell_cell_set_base (DwellCell *self,
                     guint      base)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (base == self->base)
    return;

  self->base = base;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_fraction:
 * @self: a cell
 * @fraction: the length of the bar as a fraction of the width, 0…1; negative: no bar
 *
 * Sets the bar behind the text.
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
 * dwell_cell_set_change:
 * @self: a cell
 * @change: the length of the bar as a fraction of half the width, −1…1; %NAN: no bar
 *
 * Sets the bar behind the text that goes from the middle of the cell to either side.
 */
void
dwell_cell_set_change (DwellCell *self,
                       double     change)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (change == self->change || (isnan (change) && isnan (self->change)))
    return;

  self->change = change;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_share:
 * @self: a cell
 * @share: a part of a whole, 0…1; negative: it is not known
 *
 * Sets the bar behind the text, or removes it if the share is not known.
 */
void
dwell_cell_set_share (DwellCell *self,
                      double     share)
{
  dwell_cell_set_fraction (self, share);
  dwell_cell_set_tip (self, share < 0 ? _("Not known") : NULL);
}

/**
 * dwell_cell_set_icon:
 * @self: a cell
 * @icon_name: (nullable): the name of a symbolic icon; %NULL: none
 *
 * Shows an icon before the text of a cell without a swatch.
 */
void
dwell_cell_set_icon (DwellCell  *self,
                     const char *icon_name)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (g_strcmp0 (self->icon_name, icon_name) == 0)
    return;

  g_free (self->icon_name);
  self->icon_name = g_strdup (icon_name);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_is_icon:
 * @self: a cell
 * @x: a place, px from the left of the cell
 *
 * Returns: %TRUE if the icon is at @x
 */
gboolean
dwell_cell_is_icon (DwellCell *self,
                    double     x)
{
  g_return_val_if_fail (DWELL_IS_CELL (self), FALSE);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;

  return self->icon_name != NULL && x <= ICON_SIZE + SWATCH_GAP;
}

/**
 * dwell_cell_set_plot:
 * @self: a cell
 * @x: (array length=n): x of each point, 0…255 over the width
 * @y: (array length=n): y of each point, 0…255 over the height, upwards
 * @n: the number of points; 0: no plot
 *
 * Shows a line through the points; the cell then has no text. The arrays are copied.
 */
void
dwell_cell_set_plot (DwellCell    *self,
                     const guint8 *x,
                     const guint8 *y,
                     guint         n)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  g_clear_pointer (&self->plot, g_byte_array_unref);
  if (n > 0)
    self->plot = g_byte_array_sized_new (2 * n);

  for (guint i = 0; i < n; i++)
    {
      g_byte_array_append (self->plot, &x[i], 1);
      g_byte_array_append (self->plot, &y[i], 1);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_bullet:
 * @self: a cell
 * @bullet: (nullable): values against their limits; %NULL: none
 *
 * Sets a bar of values that is drawn over the whole cell.
 */
void
dwell_cell_set_bullet (DwellCell             *self,
                       const DwellCellBullet *bullet)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  g_clear_pointer (&self->bullet, g_free);
  if (bullet != NULL)
    self->bullet = g_memdup2 (bullet, sizeof *bullet);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_strip:
 * @self: a cell
 * @strip: (nullable) (array length=n): for each of so many equal parts, whether it is marked
 * @n: the number of parts; 0: no strip
 *
 * Sets a strip that is drawn over the whole cell.
 */
void
dwell_cell_set_strip (DwellCell    *self,
                      const guint8 *strip,
                      guint         n)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  g_clear_pointer (&self->strip, g_byte_array_unref);
  if (n > 0)
    self->strip = g_byte_array_append (g_byte_array_sized_new (n), strip, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_cell_set_tip:
 * @self: a cell
 * @tip: (nullable): text without markup; %NULL: none
 *
 * Sets the tooltip, which is also the accessible description. Without a tip, the tooltip shows an
 * ellipsized text in full.
 */
void
dwell_cell_set_tip (DwellCell  *self,
                    const char *tip)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (g_strcmp0 (self->tip, tip) == 0)
    return;

  g_free (self->tip);
  self->tip = g_strdup (tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  tip != NULL ? tip : "", -1);
}

/**
 * dwell_cell_set_is_number:
 * @self: a cell
 * @is_number: whether the text is a number
 *
 * Sets whether the text is right-aligned, in digits of equal width.
 */
void
dwell_cell_set_is_number (DwellCell *self,
                          gboolean   is_number)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (is_number == self->is_number)
    return;

  self->is_number = is_number;
  forget_layout (self);
}

/**
 * dwell_cell_set_expander:
 * @self: a cell
 * @expander: the state of the arrow
 *
 * Sets the arrow before the swatch and the text.
 */
void
dwell_cell_set_expander (DwellCell     *self,
                         DwellExpander  expander)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  if (expander == self->expander)
    return;

  self->expander = expander;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (expander < DWELL_EXPANDER_FOLDED)
    gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED);
  else
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 expander == DWELL_EXPANDER_UNFOLDED, -1);
}

/**
 * dwell_cell_is_expander:
 * @self: a cell
 * @x: a place, px from the left of the cell
 *
 * Returns: %TRUE if an arrow that folds or unfolds is at @x
 */
gboolean
dwell_cell_is_expander (DwellCell *self,
                        double     x)
{
  double from;

  g_return_val_if_fail (DWELL_IS_CELL (self), FALSE);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;

  from = (double) get_depth_width (self);
  return self->expander >= DWELL_EXPANDER_FOLDED && x >= from - SWATCH_GAP &&
         x <= from + SWATCH_SIZE + SWATCH_GAP;
}

/**
 * dwell_cell_set_position:
 * @self: a cell
 * @position: the position of its row in the table
 *
 * Stores the position, so that a cell under the pointer leads to its row.
 */
void
dwell_cell_set_position (DwellCell *self,
                         guint      position)
{
  g_return_if_fail (DWELL_IS_CELL (self));

  self->position = position;
}

/**
 * dwell_cell_get_position:
 * @self: a cell
 *
 * Returns: the position of its row in the table
 */
guint
dwell_cell_get_position (DwellCell *self)
{
  g_return_val_if_fail (DWELL_IS_CELL (self), GTK_INVALID_LIST_POSITION);

  return self->position;
}
