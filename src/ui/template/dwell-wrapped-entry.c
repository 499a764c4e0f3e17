/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry of one line of text that wraps, so that a long template can be read as a whole. A tab is
 * shown as an arrow. The owner keeps the undo history of the text. Offsets are bytes. */
#include "config.h"

#include "ui/template/dwell-wrapped-entry.h"

#include <string.h>

#define TAB_LETTERS 3
#define MIN_LETTERS 6

struct _DwellWrappedEntry
{
  GtkTextView parent_instance;

  char     *text;
  char     *placeholder; /* (nullable) */
  gboolean  is_taking;   /* the program changes the text, not the user */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellWrappedEntry, dwell_wrapped_entry, GTK_TYPE_TEXT_VIEW)

static GtkTextBuffer *
get_buffer (DwellWrappedEntry *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
}

static void
get_iter (DwellWrappedEntry *self,
          gsize              offset,
          GtkTextIter       *iter)
{
  gtk_text_buffer_get_iter_at_offset (get_buffer (self), iter,
                                      (int) g_utf8_strlen (self->text, (gssize) offset));
}

static void
take_text (DwellWrappedEntry *self)
{
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (get_buffer (self), &begin, &end);
  g_free (self->text);
  self->text = gtk_text_buffer_get_text (get_buffer (self), &begin, &end, TRUE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
on_changed (DwellWrappedEntry *self)
{
  if (self->is_taking)
    return;

  take_text (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The text is one line: line breaks of pasted text are left out. */
static void
on_insert (GtkTextBuffer *buffer,
           GtkTextIter   *at,
           const char    *text,
           int            length,
           gpointer       user_data)
{
  g_autofree char *line = g_strndup (text, (gsize) length);
  char *to = line;

  if (strpbrk (line, "\r\n") == NULL)
    return;

  for (const char *from = line; *from != '\0'; from++)
    if (*from != '\r' && *from != '\n')
      *to++ = *from;
  *to = '\0';

  g_signal_stop_emission_by_name (buffer, "insert-text");
  gtk_text_buffer_insert (buffer, at, line, -1);
}

/* Returns a layout in the style of the text, and changes @snapshot's colour to @colour. */
static PangoLayout *
make_layout (DwellWrappedEntry *self,
             const char        *text,
             GdkRGBA           *colour)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));

  gtk_style_context_get_color (context, colour);
  colour->alpha *= .55f;
  return gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
}

static void
draw_placeholder (DwellWrappedEntry *self,
                  GtkSnapshot       *snapshot)
{
  GdkRGBA colour;
  g_autoptr(PangoLayout) layout = make_layout (self, self->placeholder, &colour);

  pango_layout_set_width (layout, gtk_widget_get_width (GTK_WIDGET (self)) * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  gtk_snapshot_append_layout (snapshot, layout, &colour);
}

static void
draw_tabs (DwellWrappedEntry *self,
           GtkSnapshot       *snapshot)
{
  GdkRGBA colour;
  g_autoptr(PangoLayout) arrow = make_layout (self, "→", &colour);

  for (const char *tab = strchr (self->text, '\t'); tab != NULL; tab = strchr (tab + 1, '\t'))
    {
      GtkTextIter iter;
      GdkRectangle place;
      int width;

      get_iter (self, (gsize) (tab - self->text), &iter);
      gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self), &iter, &place);
      pango_layout_get_pixel_size (arrow, &width, NULL);
      place.x += MAX (place.width - width, 0) / 2;
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) place.x, (float) place.y));
      gtk_snapshot_append_layout (snapshot, arrow, &colour);
      gtk_snapshot_restore (snapshot);
    }
}

static void
dwell_wrapped_entry_snapshot_layer (GtkTextView      *view,
                                    GtkTextViewLayer  layer,
                                    GtkSnapshot      *snapshot)
{
  DwellWrappedEntry *self = DWELL_WRAPPED_ENTRY (view);

  if (layer != GTK_TEXT_VIEW_LAYER_ABOVE_TEXT)
    return;

  if (*self->text == '\0' && self->placeholder != NULL)
    draw_placeholder (self, snapshot);
  draw_tabs (self, snapshot);
}

static GtkSizeRequestMode
dwell_wrapped_entry_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* A text view requests no height before it is laid out, and lists give rows only the height that
 * they request. */
static void
dwell_wrapped_entry_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  DwellWrappedEntry *self = DWELL_WRAPPED_ENTRY (widget);
  gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;
  const char *text = *self->text == '\0' && self->placeholder != NULL ? self->placeholder
                                                                      : self->text;
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, is_width ? "n" : text);
  PangoTabArray *tabs = gtk_text_view_get_tabs (GTK_TEXT_VIEW (widget));

  pango_layout_set_tabs (layout, tabs);
  g_clear_pointer (&tabs, pango_tab_array_free);
  if (!is_width && for_size > 0)
    {
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_width (layout, for_size * PANGO_SCALE);
    }

  pango_layout_get_pixel_size (layout, is_width ? minimum : NULL, is_width ? NULL : minimum);
  if (is_width)
    *minimum *= MIN_LETTERS;
  *natural = *minimum;
}

/* The width of a tab depends on the font. */
static void
dwell_wrapped_entry_css_changed (GtkWidget         *widget,
                                 GtkCssStyleChange *change)
{
  g_autoptr(PangoLayout) letters = NULL;
  PangoTabArray *tabs;
  int width;

  GTK_WIDGET_CLASS (dwell_wrapped_entry_parent_class)->css_changed (widget, change);

  letters = gtk_widget_create_pango_layout (widget, "n");
  pango_layout_get_pixel_size (letters, &width, NULL);
  tabs = pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, width * TAB_LETTERS);
  gtk_text_view_set_tabs (GTK_TEXT_VIEW (widget), tabs);
  pango_tab_array_free (tabs);
}

static void
dwell_wrapped_entry_finalize (GObject *object)
{
  DwellWrappedEntry *self = DWELL_WRAPPED_ENTRY (object);

  g_free (self->text);
  g_free (self->placeholder);

  G_OBJECT_CLASS (dwell_wrapped_entry_parent_class)->finalize (object);
}

static void
dwell_wrapped_entry_class_init (DwellWrappedEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_wrapped_entry_finalize;
  widget_class->css_changed = dwell_wrapped_entry_css_changed;
  widget_class->get_request_mode = dwell_wrapped_entry_get_request_mode;
  widget_class->measure = dwell_wrapped_entry_measure;
  GTK_TEXT_VIEW_CLASS (klass)->snapshot_layer = dwell_wrapped_entry_snapshot_layer;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_wrapped_entry_init (DwellWrappedEntry *self)
{
  GtkTextBuffer *buffer = get_buffer (self);

  self->text = g_strdup ("");
  gtk_text_buffer_set_enable_undo (buffer, FALSE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_input_hints (GTK_TEXT_VIEW (self),
                                 GTK_INPUT_HINT_NO_SPELLCHECK | GTK_INPUT_HINT_NO_EMOJI);
  g_signal_connect_object (buffer, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (buffer, "insert-text", G_CALLBACK (on_insert), NULL);
}

/**
 * dwell_wrapped_entry_get_text:
 * @self: an entry
 *
 * Returns: (transfer none): the text; valid until the next change
 */
const char *
dwell_wrapped_entry_get_text (DwellWrappedEntry *self)
{
  g_return_val_if_fail (DWELL_IS_WRAPPED_ENTRY (self), "");

  return self->text;
}

/* Returns the length of the common start of @text and @other, without splitting a character. */
static gsize
get_common_begin (const char *text,
                  const char *other)
{
  gsize n = 0;

  while (text[n] != '\0' && text[n] == other[n])
    n++;
  while (n > 0 && ((guint8) text[n] & 0xc0) == 0x80)
    n--;
  return n;
}

/* Returns the length of the common end of both texts after @begin, without splitting a
 * character. */
static gsize
get_common_end (const char *text,
                const char *other,
                gsize       begin)
{
  gsize n_text = strlen (text);
  gsize n_other = strlen (other);
  gsize n = 0;

  while (n < n_text - begin && n < n_other - begin &&
         text[n_text - 1 - n] == other[n_other - 1 - n])
    n++;
  while (n > 0 && ((guint8) text[n_text - n] & 0xc0) == 0x80)
    n--;
  return n;
}

/**
 * dwell_wrapped_entry_set_text:
 * @self: an entry
 * @text: the new text
 *
 * Replaces only what differs, and puts the cursor after it: after an undo the user continues typing
 * there.
 */
void
dwell_wrapped_entry_set_text (DwellWrappedEntry *self,
                              const char        *text)
{
  gsize begin;
  gsize n_end;
  g_autofree char *middle = NULL;
  GtkTextIter from;
  GtkTextIter to;

  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  if (g_str_equal (text, self->text))
    return;

  begin = get_common_begin (self->text, text);
  n_end = get_common_end (self->text, text, begin);
  middle = g_strndup (text + begin, strlen (text) - begin - n_end);
  get_iter (self, begin, &from);
  get_iter (self, strlen (self->text) - n_end, &to);

  self->is_taking = TRUE;
  gtk_text_buffer_delete (get_buffer (self), &from, &to);
  gtk_text_buffer_insert (get_buffer (self), &from, middle, -1);
  gtk_text_buffer_place_cursor (get_buffer (self), &from);
  take_text (self);
  self->is_taking = FALSE;
}

/**
 * dwell_wrapped_entry_replace:
 * @self: an entry
 * @begin: the start of the text to replace
 * @end: its end
 * @text: the text to insert there
 *
 * Changes the text as the user does, in one step, and puts the cursor after @text.
 */
void
dwell_wrapped_entry_replace (DwellWrappedEntry *self,
                             gsize              begin,
                             gsize              end,
                             const char        *text)
{
  g_autofree char *whole = NULL;

  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  whole = g_strdup_printf ("%.*s%s%s", (int) begin, self->text, text, self->text + end);
  dwell_wrapped_entry_set_text (self, whole);
  dwell_wrapped_entry_set_cursor (self, begin + strlen (text));
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_wrapped_entry_get_cursor:
 * @self: an entry
 *
 * Returns: the offset of the cursor
 */
gsize
dwell_wrapped_entry_get_cursor (DwellWrappedEntry *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  g_return_val_if_fail (DWELL_IS_WRAPPED_ENTRY (self), 0);

  buffer = get_buffer (self);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return (gsize) (g_utf8_offset_to_pointer (self->text, gtk_text_iter_get_offset (&iter)) -
                  self->text);
}

/**
 * dwell_wrapped_entry_set_cursor:
 * @self: an entry
 * @offset: the new offset of the cursor
 */
void
dwell_wrapped_entry_set_cursor (DwellWrappedEntry *self,
                                gsize              offset)
{
  GtkTextIter iter;

  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  get_iter (self, offset, &iter);
  gtk_text_buffer_place_cursor (get_buffer (self), &iter);
}

/**
 * dwell_wrapped_entry_set_placeholder:
 * @self: an entry
 * @text: (nullable): what is shown, dim, while there is no text
 */
void
dwell_wrapped_entry_set_placeholder (DwellWrappedEntry *self,
                                     const char        *text)
{
  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  g_free (self->placeholder);
  self->placeholder = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * dwell_wrapped_entry_mark:
 * @self: an entry
 * @tag: a tag of its buffer
 * @begin: the start of the text to mark
 * @end: its end
 */
void
dwell_wrapped_entry_mark (DwellWrappedEntry *self,
                          GtkTextTag        *tag,
                          gsize              begin,
                          gsize              end)
{
  GtkTextIter from;
  GtkTextIter to;

  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  get_iter (self, begin, &from);
  get_iter (self, end, &to);
  gtk_text_buffer_apply_tag (get_buffer (self), tag, &from, &to);
}

/**
 * dwell_wrapped_entry_unmark:
 * @self: an entry
 *
 * Removes all marks.
 */
void
dwell_wrapped_entry_unmark (DwellWrappedEntry *self)
{
  GtkTextIter from;
  GtkTextIter to;

  g_return_if_fail (DWELL_IS_WRAPPED_ENTRY (self));

  gtk_text_buffer_get_bounds (get_buffer (self), &from, &to);
  gtk_text_buffer_remove_all_tags (get_buffer (self), &from, &to);
}
