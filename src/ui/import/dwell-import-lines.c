/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first lines of a file, each field on the colour of its meaning. The meaning is shown not only
 * by colour: above each section its template is shown in the same colours, macro by macro; a legend
 * names them; and so does the tooltip of a field. Rows that do not match are marked and
 * underlined. */
#include "config.h"

#include "ui/import/dwell-import-lines.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/template/dwell-template-colours.h"

/* The width of the line number, in characters. */
#define NUMBER_DIGITS 6

#define LEGEND_LINE_HEIGHT 1.4

#define NO_BREAK_SPACE "\xc2\xa0"

struct _DwellImportLines
{
  AdwBin parent_instance;

  GtkStack      *stack;
  AdwStatusPage *failed;
  GtkLabel      *status;
  GtkSpinner    *spinner;
  GtkLabel      *legend;
  GtkTextView   *view;

  const DwellImportLook *look; /* not owned */
  GPtrArray             *tags; /* GtkTextTag by meaning; not owned */
  GtkTextTag            *bad_tag;
  gboolean               has_shown;
};

G_DEFINE_FINAL_TYPE (DwellImportLines, dwell_import_lines, ADW_TYPE_BIN)

static const char *
get_name (const DwellPreview *preview,
          guint               meaning)
{
  return g_array_index (preview->meanings, DwellPreviewMeaning, meaning).name;
}

static const char *
get_title (const DwellPreviewMeaning *meaning)
{
  return meaning->title != NULL ? _(meaning->title) : meaning->name;
}

static void
add_background (PangoAttrList *attributes,
                GdkRGBA        colour,
                gsize          begin,
                gsize          end)
{
  PangoAttribute *attribute = pango_attr_background_new ((guint16) (colour.red * 65535),
                                                         (guint16) (colour.green * 65535),
                                                         (guint16) (colour.blue * 65535));

  attribute->start_index = (guint) begin;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (attributes, attribute);
}

/* Shows the names in one label, which wraps like text. */
static void
fill_legend (DwellImportLines   *self,
             const DwellPreview *preview)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GString) tooltip = g_string_new (NULL);

  for (guint i = 0; i < preview->meanings->len; i++)
    {
      const DwellPreviewMeaning *meaning = &g_array_index (preview->meanings, DwellPreviewMeaning,
                                                           i);
      const char *title = get_title (meaning);
      gsize begin;

      g_string_append (text, i > 0 ? "  " : "");
      begin = text->len;
      g_string_append_printf (text, NO_BREAK_SPACE "%s" NO_BREAK_SPACE, title);
      add_background (attributes, dwell_template_colours_mix (meaning->name), begin, text->len);

      if (meaning->summary != NULL)
        g_string_append_printf (tooltip, "%s%s: %s", tooltip->len > 0 ? "\n" : "", title,
                                _(meaning->summary));
    }

  /* A gap between the coloured backgrounds of two lines. */
  pango_attr_list_insert (attributes, pango_attr_line_height_new (LEGEND_LINE_HEIGHT));
  gtk_label_set_attributes (self->legend, attributes);
  gtk_label_set_text (self->legend, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->legend), tooltip->str);
  gtk_widget_set_visible (GTK_WIDGET (self->legend), text->len > 0);
  pango_attr_list_unref (attributes);
}

/* Each look gets its own tags, because the numbers of the meanings change with the templates. */
static GtkTextBuffer *
make_buffer (DwellImportLines   *self,
             const DwellPreview *preview)
{
  GtkTextBuffer *buffer = gtk_text_buffer_new (NULL);

  gtk_text_buffer_create_tag (buffer, "dim", "foreground-rgba",
                              &(GdkRGBA) { .5f, .5f, .5f, 1 }, NULL);
  gtk_text_buffer_create_tag (buffer, "header", "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (buffer, "template", "style", PANGO_STYLE_ITALIC, NULL);
  gtk_text_buffer_create_tag (buffer, "mark", "weight", PANGO_WEIGHT_BOLD,
                              "foreground-rgba", &(GdkRGBA) { .88f, .11f, .14f, 1 }, NULL);

  g_ptr_array_set_size (self->tags, 0);
  for (guint i = 0; i < preview->meanings->len; i++)
    g_ptr_array_add (self->tags, dwell_template_colours_get (buffer, get_name (preview, i)));

  self->bad_tag = gtk_text_buffer_create_tag (buffer, "bad", "underline", PANGO_UNDERLINE_ERROR,
                                              NULL);
  return buffer;
}

static void
insert (GtkTextBuffer *buffer,
        const char    *text,
        const char    *tag)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, text, -1, tag, NULL);
  else
    gtk_text_buffer_insert (buffer, &end, text, -1);
}

static void
tag_fields (DwellImportLines       *self,
            GtkTextBuffer          *buffer,
            const DwellPreviewLine *line,
            int                     offset)
{
  for (guint i = 0; i < line->fields->len; i++)
    {
      const DwellPreviewField *field = &g_array_index (line->fields, DwellPreviewField, i);
      GtkTextIter begin;
      GtkTextIter end;

      gtk_text_buffer_get_iter_at_offset (
        buffer, &begin, offset + (int) g_utf8_pointer_to_offset (line->text,
                                                                 line->text + field->begin));
      end = begin;
      gtk_text_iter_forward_chars (&end, (int) g_utf8_pointer_to_offset (line->text + field->begin,
                                                                         line->text + field->end));
      gtk_text_buffer_apply_tag (buffer, g_ptr_array_index (self->tags, field->meaning), &begin,
                                 &end);
      if (field->is_bad)
        gtk_text_buffer_apply_tag (buffer, self->bad_tag, &begin, &end);
    }
}

static const char *
get_line_tag (DwellPreviewLineKind kind)
{
  switch (kind)
    {
    case DWELL_PREVIEW_HEADER:
      return "header";
    case DWELL_PREVIEW_TEMPLATE:
      return "template";
    case DWELL_PREVIEW_OMITTED:
      return "dim";
    case DWELL_PREVIEW_UNMATCHED:
      return "bad";
    case DWELL_PREVIEW_TEXT:
    case DWELL_PREVIEW_ROW:
    default:
      return NULL;
    }
}

static const char *
get_line_mark (DwellPreviewLineKind kind)
{
  switch (kind)
    {
    case DWELL_PREVIEW_TEMPLATE:
      return "= ";
    case DWELL_PREVIEW_UNMATCHED:
      return "✗ ";
    case DWELL_PREVIEW_OMITTED:
      return "… ";
    case DWELL_PREVIEW_TEXT:
    case DWELL_PREVIEW_HEADER:
    case DWELL_PREVIEW_ROW:
    default:
      return "  ";
    }
}

static void
add_line (DwellImportLines       *self,
          GtkTextBuffer          *buffer,
          const DwellPreviewLine *line)
{
  g_autofree char *number = line->number > 0
                              ? g_strdup_printf ("%*" G_GUINT64_FORMAT " ", NUMBER_DIGITS,
                                                 line->number)
                              : g_strnfill (NUMBER_DIGITS + 1, ' ');
  gboolean is_unmatched = line->kind == DWELL_PREVIEW_UNMATCHED;
  GtkTextIter end;
  int offset;

  if (gtk_text_buffer_get_char_count (buffer) > 0)
    {
      insert (buffer, "\n", NULL);
      if (line->kind == DWELL_PREVIEW_HEADER)
        insert (buffer, "\n", NULL);
    }

  insert (buffer, number, "dim");
  insert (buffer, get_line_mark (line->kind), is_unmatched ? "mark" : "dim");
  gtk_text_buffer_get_end_iter (buffer, &end);
  offset = gtk_text_iter_get_offset (&end);

  /* In a line with fields only the invalid ones are underlined. */
  insert (buffer, line->text,
          is_unmatched && line->fields->len > 0 ? NULL : get_line_tag (line->kind));
  tag_fields (self, buffer, line, offset);

  if (line->reading != NULL)
    {
      insert (buffer, "    ", NULL);
      insert (buffer, line->reading, "dim");
    }
}

/* Scrolls to a text mark, because the heights of the new text are not computed yet. */
static void
scroll_to (DwellImportLines *self,
           GtkTextIter      *iter,
           double            align)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);

  gtk_text_iter_set_line_offset (iter, 0);
  gtk_text_view_scroll_to_mark (self->view, gtk_text_buffer_create_mark (buffer, NULL, iter, TRUE),
                                0, TRUE, 0, align);
}

/* Makes the first row that does not match visible, if some do. */
static void
scroll_to_unmatched (DwellImportLines   *self,
                     const DwellPreview *preview)
{
  GtkTextIter iter;

  if (preview->n_unmatched == 0 || preview->n_unmatched == preview->n_rows)
    return;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (self->view), &iter);
  if (gtk_text_iter_forward_to_tag_toggle (&iter, self->bad_tag))
    scroll_to (self, &iter, 0.4);
}

/* Fills the view, and keeps its scroll position. */
static void
fill_view (DwellImportLines   *self,
           const DwellPreview *preview)
{
  g_autoptr(GtkTextBuffer) buffer = make_buffer (self, preview);
  GdkRectangle visible;
  GtkTextIter iter;
  int line;

  gtk_text_view_get_visible_rect (self->view, &visible);
  gtk_text_view_get_line_at_y (self->view, &iter, visible.y, NULL);
  line = gtk_text_iter_get_line (&iter);

  for (guint i = 0; i < preview->lines->len; i++)
    add_line (self, buffer, g_ptr_array_index (preview->lines, i));

  gtk_text_view_set_buffer (self->view, buffer);
  gtk_text_buffer_get_iter_at_line (buffer, &iter, line);
  if (!self->has_shown)
    scroll_to_unmatched (self, preview);
  else if (line > 0)
    scroll_to (self, &iter, 0);
  self->has_shown = TRUE;
}

static char *
make_status (const DwellImportLook *look)
{
  const DwellPreview *preview = look->preview;
  g_autofree char *looked = dwell_text_size (preview->n_bytes);
  g_autofree char *all = dwell_text_size (look->n_bytes);
  g_autofree char *rows = dwell_text_count (preview->n_rows);
  g_autofree char *unmatched = dwell_text_count (preview->n_unmatched);
  g_autofree char *extent =
    preview->is_whole ? g_strdup (_("The whole file"))
    /* Translators: a size, as 256 kB */
    : look->is_compressed ? g_strdup_printf (_("The first %s"), looked)
                          /* Translators: two sizes, as 256 kB of 3 MB */
                          : g_strdup_printf (_("The first %s of %s"), looked, all);
  g_autofree char *count = NULL;

  if (preview->n_rows == 0)
    return g_steal_pointer (&extent);

  if (preview->n_unmatched == 0)
    count = g_strdup_printf (ngettext ("%s row matches", "All %s rows match",
                                       dwell_text_plural (preview->n_rows)), rows);
  else
    /* Translators: two numbers: of the rows that do not match their template, and of all */
    count = g_strdup_printf (_("Rows that do not match: %s of %s"), unmatched, rows);

  return g_strjoin (" · ", extent, count, NULL);
}

static void
show_failure (DwellImportLines *self)
{
  const char *message = self->look->error != NULL ? self->look->error->message : "";
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  adw_status_page_set_description (self->failed, escaped);
  gtk_label_set_text (self->status, "");
  gtk_widget_set_visible (GTK_WIDGET (self->legend), FALSE);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
update (DwellImportLines *self)
{
  g_autofree char *status = NULL;

  if (self->look == NULL)
    return;

  if (self->look->preview == NULL)
    {
      show_failure (self);
      return;
    }

  status = make_status (self->look);
  gtk_label_set_text (self->status, status);
  fill_legend (self, self->look->preview);
  fill_view (self, self->look->preview);
  gtk_stack_set_visible_child_name (self->stack, "lines");
}

static gboolean
on_query_tooltip (DwellImportLines *self,
                  int               x,
                  int               y,
                  gboolean          is_keyboard,
                  GtkTooltip       *tooltip)
{
  GtkTextIter iter;
  g_autoptr(GString) text = g_string_new (NULL);

  if (self->look == NULL || self->look->preview == NULL || is_keyboard)
    return FALSE;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  if (!gtk_text_view_get_iter_at_location (self->view, &iter, x, y))
    return FALSE;

  for (guint i = 0; i < self->tags->len; i++)
    if (gtk_text_iter_has_tag (&iter, g_ptr_array_index (self->tags, i)))
      {
        const DwellPreviewMeaning *meaning = &g_array_index (self->look->preview->meanings,
                                                             DwellPreviewMeaning, i);

        /* Translators: a routine or another thing, and what is said of it */
        g_string_append_printf (text, _("%s: %s"), get_title (meaning),
                                meaning->summary != NULL ? _(meaning->summary) : "");
      }

  if (gtk_text_iter_has_tag (&iter, self->bad_tag))
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "",
                            text->len > 0 ? _("This is not a valid value")
                                          : _("The row does not match the template"));
  if (text->len == 0)
    return FALSE;

  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}

static void
dwell_import_lines_dispose (GObject *object)
{
  DwellImportLines *self = DWELL_IMPORT_LINES (object);

  self->look = NULL;

  G_OBJECT_CLASS (dwell_import_lines_parent_class)->dispose (object);
}

static void
dwell_import_lines_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_IMPORT_LINES (object)->tags);

  G_OBJECT_CLASS (dwell_import_lines_parent_class)->finalize (object);
}

static void
dwell_import_lines_class_init (DwellImportLinesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_import_lines_dispose;
  object_class->finalize = dwell_import_lines_finalize;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-lines.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, failed);
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, status);
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, spinner);
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, legend);
  gtk_widget_class_bind_template_child (widget_class, DwellImportLines, view);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
}

static void
dwell_import_lines_init (DwellImportLines *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->tags = g_ptr_array_new ();
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
}

/**
 * dwell_import_lines_show_look:
 * @self: the view of lines
 * @look: (nullable) (transfer none): the result of reading the head of the file; it must exist
 *   until another one is shown
 *
 * Shows the lines of @look, or its error. %NULL leaves the lines as they are.
 */
void
dwell_import_lines_show_look (DwellImportLines      *self,
                              const DwellImportLook *look)
{
  g_return_if_fail (DWELL_IS_IMPORT_LINES (self));

  if (look == self->look)
    return;

  self->look = look;
  update (self);
}

/**
 * dwell_import_lines_set_busy:
 * @self: the view of lines
 * @is_busy: whether the lines will be replaced soon
 *
 * Shows or hides a spinner.
 */
void
dwell_import_lines_set_busy (DwellImportLines *self,
                             gboolean          is_busy)
{
  gtk_spinner_set_spinning (self->spinner, is_busy);
}
