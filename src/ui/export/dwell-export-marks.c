/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks the lines that one template makes in the preview of an export, each field on the colour of
 * its macro. */
#include "config.h"

#include "ui/export/dwell-export-marks.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/template/dwell-template.h"
#include "ui/template/dwell-template-colours.h"

/* The tag of whole lines. */
#define LINE_TAG "made"

/* More lines than fit into the view. */
#define MAX_LINES 300

/* How to recognise the lines that one template has made. */
typedef struct {
  DwellTemplate *template;
  const char    *header_begin;
  const char    *entry; /* the template of the section's entries, which headers carry */
  gboolean       is_header;
} Maker;

/**
 * _dwell_export_marks_get_header_begin:
 * @settings: the settings of an export
 * @part: a part of its preview; the one after the sections is the whole file
 *
 * In a file that is written as it was read, headers start with the first word of the default
 * header.
 *
 * Returns: (transfer full): the common start of all headers of @part; "" if it does not distinguish
 *   them from entries
 */
char *
_dwell_export_marks_get_header_begin (const DwellExportSettings *settings,
                                      guint                      part)
{
  const DwellFormat *format = settings->format;
  const DwellOption *sections = dwell_format_find_sections (format);
  guint n_sections = sections != NULL ? g_strv_length ((char **) sections->choices) : 0;

  for (guint i = 0; i < format->n_write_options; i++)
    {
      const DwellOption *option = &format->write_options[i];

      if (option->type != DWELL_OPTION_TEMPLATE)
        continue;
      if (part == n_sections)
        return g_strndup (option->default_value, strcspn (option->default_value, " ") + 1);
      if (option->section == part + 1)
        {
          const char *header = dwell_export_settings_get_text (settings, option);

          return g_strndup (header, strcspn (header, "%"));
        }
    }

  return g_strdup ("");
}

/* Returns (nullable) a template of the section of @option: the first one, which is that of the
 * header, or the last one, which is that of entries. */
static const DwellOption *
find_template (const DwellFormat *format,
               const DwellOption *option,
               gboolean           is_last)
{
  const DwellOption *found = NULL;

  for (guint i = 0; i < format->n_write_options; i++)
    if (format->write_options[i].type == DWELL_OPTION_TEMPLATE &&
        format->write_options[i].section == option->section && (is_last || found == NULL))
      found = &format->write_options[i];

  return found;
}

/* Splits the template of entries, at the end of a header, from the free text before it: matching
 * adds it to that text if nothing separates the two. */
static void
take_format (const Maker *maker,
             const char  *text,
             gsize        length,
             DwellField  *fields)
{
  gsize n = strlen (maker->entry);
  const char *begin = text + length - n;

  if (length < n || memcmp (begin, maker->entry, n) != 0 ||
      !dwell_template_has_macro (maker->template, DWELL_MACRO_FORMAT))
    return;

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (fields[i].length > 0 && fields[i].text < begin && fields[i].text + fields[i].length > begin)
      fields[i].length = (gsize) (begin - fields[i].text);

  fields[DWELL_MACRO_FORMAT] = (DwellField) { begin, n };
}

/**
 * _dwell_export_marks_clear:
 * @buffer: the text of a preview
 *
 * Removes all marks.
 */
void
_dwell_export_marks_clear (GtkTextBuffer *buffer)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  if (gtk_text_tag_table_lookup (tags, LINE_TAG) != NULL)
    gtk_text_buffer_remove_tag_by_name (buffer, LINE_TAG, &begin, &end);
  for (guint i = 0; i < DWELL_N_MACROS; i++)
    {
      const char *name = dwell_macro_get_info ((DwellMacro) i)->name;

      if (gtk_text_tag_table_lookup (tags, name) != NULL)
        gtk_text_buffer_remove_tag_by_name (buffer, name, &begin, &end);
    }
}

static void
mark_fields (GtkTextBuffer     *buffer,
             const GtkTextIter *line,
             const char        *text,
             const DwellField  *fields)
{
  for (guint i = 0; i < DWELL_N_MACROS; i++)
    {
      const char *name = dwell_macro_get_info ((DwellMacro) i)->name;
      GtkTextIter begin = *line;
      GtkTextIter end;

      if (fields[i].length == 0)
        continue;

      gtk_text_iter_forward_chars (&begin, (int) g_utf8_strlen (text, fields[i].text - text));
      end = begin;
      gtk_text_iter_forward_chars (&end, (int) g_utf8_strlen (fields[i].text,
                                                              (gssize) fields[i].length));
      gtk_text_buffer_apply_tag (buffer, dwell_template_colours_get (buffer, name), &begin, &end);
    }
}

/* Marks the line at @line, if it was made by the template. Headers are recognised by their common
 * start; if they have none, because their template starts with a macro, lines are recognised by the
 * template. */
static gboolean
mark_line (GtkTextBuffer     *buffer,
           const Maker       *maker,
           const GtkTextIter *line,
           const char        *text,
           gsize              length)
{
  gsize n = strlen (maker->header_begin);
  DwellField fields[DWELL_N_MACROS] = { 0 };
  gboolean matches = dwell_template_match (maker->template, text, length, NULL, NULL, fields, NULL);
  gboolean begins = length >= n && memcmp (text, maker->header_begin, n) == 0;
  GtkTextIter end = *line;

  if (n > 0 ? begins != maker->is_header : !matches)
    return FALSE;

  if (matches && maker->is_header)
    take_format (maker, text, length, fields);

  gtk_text_iter_forward_line (&end);
  gtk_text_buffer_apply_tag_by_name (buffer, LINE_TAG, line, &end);
  if (matches)
    mark_fields (buffer, line, text, fields);
  return TRUE;
}

static void
add_line_tag (GtkTextBuffer *buffer)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer);

  /* Transparent enough for any background. */
  if (gtk_text_tag_table_lookup (tags, LINE_TAG) == NULL)
    gtk_text_buffer_create_tag (buffer, LINE_TAG, "paragraph-background-rgba",
                                &(GdkRGBA) { .5f, .5f, .5f, .12f }, NULL);
}

/**
 * _dwell_export_marks_add:
 * @buffer: the text of a preview
 * @offset: the offset of a section in it, in characters
 * @text: the text of the section
 * @settings: the settings that it was written with
 * @option: a template of the section
 * @first: (out): the start of the first line that the template has made
 *
 * Returns: whether there is such a line
 */
gboolean
_dwell_export_marks_add (GtkTextBuffer             *buffer,
                         int                        offset,
                         const char                *text,
                         const DwellExportSettings *settings,
                         const DwellOption         *option,
                         GtkTextIter               *first)
{
  g_autoptr(DwellTemplate) template =
    dwell_template_new (dwell_export_settings_get_text (settings, option), -1,
                        dwell_template_find (option->name));
  g_autofree char *header_begin = _dwell_export_marks_get_header_begin (settings,
                                                                        option->section - 1);
  const Maker maker = {
    template, header_begin,
    dwell_export_settings_get_text (settings, find_template (settings->format, option, TRUE)),
    option == find_template (settings->format, option, FALSE),
  };
  GtkTextIter line;
  guint n_marked = 0;

  add_line_tag (buffer);
  gtk_text_buffer_get_iter_at_offset (buffer, &line, offset);
  while (*text != '\0' && n_marked < MAX_LINES)
    {
      gsize length = strcspn (text, "\n");

      if (mark_line (buffer, &maker, &line, text, length) && n_marked++ == 0)
        *first = line;

      gtk_text_iter_forward_line (&line);
      text += length + (text[length] == '\n');
    }

  return n_marked > 0;
}

/**
 * _dwell_export_marks_describe:
 * @iter: a place in the text of a preview
 *
 * Returns: (transfer full) (nullable): the macro of the marked field there, and its meaning
 */
char *
_dwell_export_marks_describe (const GtkTextIter *iter)
{
  g_autoptr(GSList) tags = gtk_text_iter_get_tags (iter);

  for (GSList *tag = tags; tag != NULL; tag = tag->next)
    {
      g_autofree char *name = NULL;
      DwellMacro macro;

      g_object_get (tag->data, "name", &name, NULL);
      macro = name != NULL ? dwell_macro_find (name, strlen (name)) : DWELL_MACRO_UNKNOWN;
      if (macro != DWELL_MACRO_UNKNOWN)
        /* Translators: a routine or another thing, and what is said of it */
        return g_strdup_printf (_("%s: %s"), name, _(dwell_macro_get_info (macro)->summary));
    }

  return NULL;
}
