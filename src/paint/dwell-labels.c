/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cache of text layouts, in two generations. A layout that is used moves to the young
 * generation; when that is full, the old one is dropped and the young one becomes the old one. So
 * the cache is bounded, and what one frame uses is still there for the next. */
#include "config.h"

#include "paint/dwell-labels.h"

#include <string.h>

/* In less room, px, no letter fits. */
#define MIN_ROOM 6

/* Text is ellipsized only if it has at least so much room, px: with less, it would be useless. */
#define MIN_TEXT 34

/* Ellipsized text has a width that is a multiple of this, px, so that layouts are found again while
 * the user zooms. */
#define TEXT_STEP 6

#define MAX_YOUNG 3000

/* The most characters that are laid out: wider than a screen. */
#define MAX_CHARACTERS 400

/* A line of text must fit a row, which is 20 px high. */
#define MAX_LINE_HEIGHT 18

typedef struct {
  DwellLabel label;
  int        max_width;
  DwellFont  font;
  char       text[];
} Entry;

struct _DwellLabels
{
  PangoContext         *context;
  guint                 serial; /* of the context, when the fonts were derived from it */
  PangoFontDescription *fonts[DWELL_N_FONTS];
  PangoAttrList        *ruler_attributes;
  GHashTable           *young; /* Entry, itself the key */
  GHashTable           *old;
};

static guint
entry_hash (gconstpointer key)
{
  const Entry *entry = key;

  return g_str_hash (entry->text) ^ (guint) entry->max_width * 2654435761u ^ (guint) entry->font;
}

static gboolean
entry_equal (gconstpointer a,
             gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  return left->max_width == right->max_width && left->font == right->font &&
         strcmp (left->text, right->text) == 0;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->label.layout);
  g_free (entry);
}

static int
get_line_height (PangoContext               *context,
                 const PangoFontDescription *font)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (context, font, NULL);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics) +
                                  pango_font_metrics_get_descent (metrics));

  pango_font_metrics_unref (metrics);
  return height;
}

/* Derives the fonts of all sizes from that of the context. */
static void
make_fonts (DwellLabels *self)
{
  static const double sizes[DWELL_N_FONTS] = { 0.82, 0.87, 0.78, 1.0 };
  const PangoFontDescription *base = pango_context_get_font_description (self->context);
  int size = pango_font_description_get_size (base);
  gboolean is_absolute = pango_font_description_get_size_is_absolute (base);

  if (size <= 0)
    size = is_absolute ? 15 * PANGO_SCALE : 11 * PANGO_SCALE;

  for (guint i = 0; i < DWELL_N_FONTS; i++)
    {
      PangoFontDescription *font = pango_font_description_copy (base);
      int scaled = (int) (size * sizes[i]);

      if (i == DWELL_FONT_NAME || i == DWELL_FONT_TITLE)
        pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);

      do
        {
          if (is_absolute)
            pango_font_description_set_absolute_size (font, scaled);
          else
            pango_font_description_set_size (font, scaled);

          scaled = scaled * 19 / 20;
        }
      while (scaled > PANGO_SCALE && i != DWELL_FONT_TITLE &&
             get_line_height (self->context, font) > MAX_LINE_HEIGHT);

      g_clear_pointer (&self->fonts[i], pango_font_description_free);
      self->fonts[i] = font;
    }

  /* Time and charts run from left to right in every language. Otherwise Pango would align
   * ellipsized labels to the right. */
  pango_context_set_base_dir (self->context, PANGO_DIRECTION_LTR);
  self->serial = pango_context_get_serial (self->context);
}

/**
 * dwell_labels_new:
 * @context: the Pango context, with the font and the resolution of the widget or surface
 *
 * Creates a cache of text layouts. When the context changes, the cache is emptied.
 *
 * Returns: (transfer full): the cache; free it with dwell_labels_free()
 */
DwellLabels *
dwell_labels_new (PangoContext *context)
{
  DwellLabels *self = g_new0 (DwellLabels, 1);

  self->context = g_object_ref (context);
  self->ruler_attributes = pango_attr_list_new ();
  pango_attr_list_insert (self->ruler_attributes, pango_attr_font_features_new ("tnum=1"));
  self->young = g_hash_table_new_full (entry_hash, entry_equal, entry_free, NULL);
  self->old = g_hash_table_new_full (entry_hash, entry_equal, entry_free, NULL);
  make_fonts (self);

  return self;
}

/**
 * dwell_labels_free:
 * @self: (transfer full): a cache
 *
 * Frees the cache and all its labels.
 */
void
dwell_labels_free (DwellLabels *self)
{
  for (guint i = 0; i < DWELL_N_FONTS; i++)
    pango_font_description_free (self->fonts[i]);

  pango_attr_list_unref (self->ruler_attributes);
  g_hash_table_unref (self->young);
  g_hash_table_unref (self->old);
  g_object_unref (self->context);
  g_free (self);
}

static Entry *
entry_new (DwellLabels *self,
           DwellFont    font,
           const char  *text,
           int          max_width)
{
  gsize length = strlen (text) + 1;
  Entry *entry = g_malloc (sizeof (Entry) + length);
  PangoLayout *layout = pango_layout_new (self->context);
  PangoRectangle place;
  glong n_characters = g_utf8_strlen (text, -1);
  const char *end = g_utf8_offset_to_pointer (text, MIN (n_characters, MAX_CHARACTERS));

  memcpy (entry->text, text, length);
  entry->font = font;
  entry->max_width = max_width;
  entry->label.layout = layout;

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_font_description (layout, self->fonts[font]);
  pango_layout_set_text (layout, text, (int) (end - text));

  if (font == DWELL_FONT_RULER)
    pango_layout_set_attributes (layout, self->ruler_attributes);

  if (max_width >= 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, max_width * PANGO_SCALE);
    }

  /* Pango puts text that is read from right to left at the right of its room. */
  pango_layout_get_pixel_extents (layout, NULL, &place);
  entry->label.left = place.x;
  entry->label.width = place.width;
  entry->label.height = place.height;

  return entry;
}

/* Makes room for one more label: if the young generation is full, drops the old one. */
static void
make_room (DwellLabels *self)
{
  GHashTable *spare = self->old;

  if (g_hash_table_size (self->young) < MAX_YOUNG)
    return;

  g_hash_table_remove_all (spare);
  self->old = self->young;
  self->young = spare;
}

/**
 * dwell_labels_get:
 * @self: a cache
 * @font: which font
 * @text: valid UTF-8, never markup
 * @max_width: px to which the text is ellipsized, or -1 for the whole text
 *
 * Looks up or creates the label of @text on one line.
 *
 * Returns: (transfer none): the label, valid until the next call
 */
const DwellLabel *
dwell_labels_get (DwellLabels *self,
                  DwellFont    font,
                  const char  *text,
                  int          max_width)
{
  gsize length = strlen (text) + 1;
  char small[sizeof (Entry) + 256];
  Entry *key = (Entry *) (gpointer) small;
  Entry *entry;

  if (self->serial != pango_context_get_serial (self->context))
    {
      g_hash_table_remove_all (self->young);
      g_hash_table_remove_all (self->old);
      make_fonts (self);
    }

  if (length > 256)
    key = g_malloc (sizeof (Entry) + length);

  memcpy (key->text, text, length);
  key->font = font;
  key->max_width = max_width;
  entry = g_hash_table_lookup (self->young, key);

  if (entry == NULL)
    {
      gpointer stolen = NULL;

      make_room (self);
      if (g_hash_table_steal_extended (self->old, key, &stolen, NULL))
        entry = stolen;
      else
        entry = entry_new (self, font, text, max_width);

      g_hash_table_add (self->young, entry);
    }

  if (length > 256)
    g_free (key);

  return &entry->label;
}

/**
 * dwell_label_draw:
 * @label: a label
 * @cr: a cairo context with the colour set
 * @x: the left edge, px
 * @y: the top, px
 *
 * Draws the label. Glyphs are sharpest, and cairo caches them best, if @x and @y are whole pixels.
 */
void
dwell_label_draw (const DwellLabel *label,
                  cairo_t          *cr,
                  double            x,
                  double            y)
{
  cairo_move_to (cr, x - label->left, y);
  pango_cairo_show_layout (cr, label->layout);
}

/* Returns the part after the last “::” of a function's name, after the last dot of a process's, or
 * the whole label. */
static const char *
get_last_part (const DwellTrace *trace,
               guint32           area,
               const char       *label)
{
  gboolean is_process = trace->areas[area].kind == DWELL_AREA_PROCESS;
  gsize length = strcspn (label, "<({ ");
  const char *end = g_strrstr_len (label, (gssize) length, is_process ? "." : "::");
  const char *last = end != NULL ? end + (is_process ? 1 : 2) : label;

  return last < label + length ? last : label;
}

/**
 * dwell_labels_get_for_area:
 * @self: a cache
 * @trace: a trace
 * @area: one of its areas
 * @room: px
 *
 * Chooses the text for a bar: the area's label, or its last part if only that fits; if neither
 * fits, the last part, ellipsized.
 *
 * Returns: (transfer none) (nullable): the label, valid until the next call; %NULL if there is too
 * little room for a useful part
 */
const DwellLabel *
dwell_labels_get_for_area (DwellLabels      *self,
                           const DwellTrace *trace,
                           guint32           area,
                           int               room)
{
  g_autofree char *text = NULL;
  const DwellLabel *label;
  const char *last;

  if (room < MIN_ROOM)
    return NULL;

  /* The track of a state is that of its variable. */
  text = trace->areas[area].kind == DWELL_AREA_STATE && trace->areas[area].name != 0
         ? g_strdup (dwell_trace_get_area_name (trace, area))
         : dwell_trace_dup_area_label (trace, area);
  label = dwell_labels_get (self, DWELL_FONT_BAR, text, -1);
  if (label->width <= room)
    return label;

  last = get_last_part (trace, area, text);
  label = last != text ? dwell_labels_get (self, DWELL_FONT_BAR, last, -1) : label;
  if (label->width <= room)
    return label;

  return room < MIN_TEXT ? NULL : dwell_labels_get (self, DWELL_FONT_BAR, last,
                                                    room / TEXT_STEP * TEXT_STEP);
}
