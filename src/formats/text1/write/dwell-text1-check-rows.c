/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns of headers and rows that readers would not understand: they are written by their templates
 * and parsed again as a reader does it. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/write/dwell-text1-check-private.h"

/* This many rows of the timeline are tried: all of them have one form. */
#define MAX_ROWS 4096

/* The source of a row: an entry, or a row of the timeline. */
typedef struct {
  DwellText1Writer          *writer;
  DwellTemplateKind          kind;
  const DwellText1Entry     *entry;
  const DwellText1RowFormat *format;
  const DwellText1Row       *row;
  GString                   *text;         /* of the row */
  gboolean                   without_tabs;
} Row;

static void
append_macro (Row        *self,
              DwellMacro  macro)
{
  if (self->entry != NULL)
    dwell_text1_append_macro (self->writer, self->text, self->kind, macro, self->without_tabs,
                              self->entry);
  else
    dwell_text1_row_format_append (self->format, macro, self->row, self->text);
}

/* Returns whether a reader finds the text of each macro, which is from @begins to @ends. It may
 * have to guess where one of two free texts ends. */
static gboolean
has_fields (const Row                *self,
            const DwellTemplateToken *tokens,
            guint                     n,
            const gsize              *begins,
            const gsize              *ends)
{
  DwellField fields[DWELL_N_MACROS];
  gboolean was_guessed = FALSE;
  guint n_free = 0;

  if (!dwell_template_match (self->writer->templates[self->kind], self->text->str, self->text->len,
                             NULL, NULL, fields, &was_guessed))
    return FALSE;

  for (guint i = 0; i < n; i++)
    n_free += is_free_text (&tokens[i]);

  for (guint i = 0; i < n; i++)
    {
      const DwellField *field = &fields[tokens[i].macro];

      if (tokens[i].is_literal || tokens[i].macro == DWELL_MACRO_UNKNOWN ||
          (n_free > 1 && is_free_text (&tokens[i])))
        continue;
      if (field->length != ends[i] - begins[i] ||
          memcmp (field->text, self->text->str + begins[i], field->length) != 0)
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_understood (Row *self)
{
  guint n;
  const DwellTemplateToken *tokens =
    dwell_template_get_tokens (self->writer->templates[self->kind], &n);
  g_autofree gsize *begins = g_new (gsize, (gsize) n + 1);
  g_autofree gsize *ends = g_new (gsize, (gsize) n + 1);
  DwellText1Header header;

  g_string_truncate (self->text, 0);
  for (guint i = 0; i < n; i++)
    {
      begins[i] = self->text->len;
      if (tokens[i].is_literal)
        g_string_append_len (self->text, tokens[i].text, (gssize) tokens[i].length);
      else if (tokens[i].macro != DWELL_MACRO_UNKNOWN)
        append_macro (self, tokens[i].macro);
      ends[i] = self->text->len;
    }

  return has_fields (self, tokens, n, begins, ends) &&
         !dwell_text1_header_parse (self->text->str, self->text->len, &(DwellText1Given) { 0 },
                                    NULL, NULL, &header);
}

static void
say_rows (DwellText1Check   *self,
          DwellTemplateKind  kind,
          guint64            n)
{
  say (self, LOSS, n,
       /* Translators: which template */
       g_strdup_printf (_("%s: readers cannot find the ends of its fields and will not understand "
                          "the rows"), dwell_template_get_id (kind)));
}

/* Checks a row for each area. */
static void
check_areas (DwellText1Check   *self,
             DwellTemplateKind  kind)
{
  static const gint64 times[DWELL_N_RECORDED];
  g_autoptr(GString) text = g_string_new (NULL);
  DwellText1Entry entry = { .context = DWELL_NONE, .times = times, .known = G_MAXUINT32 };
  Row row = { .writer = self->writer, .kind = kind, .entry = &entry, .text = text,
              .without_tabs = dwell_text1_has_tabs (self->writer->templates[kind]) };
  guint64 n = 0;

  for (guint32 i = 0; i < self->writer->n_listed; i++)
    {
      entry.area = self->writer->order[i];
      n += !is_understood (&row);
    }

  say_rows (self, kind, n);
}

static void
check_context_rows (DwellText1Check *self)
{
  DwellText1Writer *writer = self->writer;
  g_autoptr(GString) text = g_string_new (NULL);
  DwellText1Entry entry = { .area = DWELL_NONE };
  Row row = { .writer = writer, .kind = DWELL_TEMPLATE_CONTEXT_ENTRY, .entry = &entry,
              .text = text,
              .without_tabs =
                dwell_text1_has_tabs (writer->templates[DWELL_TEMPLATE_CONTEXT_ENTRY]) };
  guint64 n = 0;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      entry.context = i;
      n += writer->context_handles[i] != DWELL_NONE && writer->contexts[i] && !is_understood (&row);
    }

  say_rows (self, row.kind, n);
}

static void
check_timeline_rows (DwellText1Check *self)
{
  DwellText1Writer *writer = self->writer;
  guint32 n_events = MIN (writer->trace->n_file_events, MAX_ROWS);
  g_autoptr(DwellText1Events) events = n_events > 0 ? dwell_text1_events_new (writer, FALSE) : NULL;
  g_autoptr(DwellText1Spans) spans = n_events > 0 ? NULL : dwell_text1_spans_new (writer);
  g_autofree DwellText1Row *rows = g_new (DwellText1Row, MAX_ROWS * 2);
  g_autoptr(GString) text = g_string_new (NULL);
  gsize n_rows = n_events > 0 ? dwell_text1_events_fill (events, 0, n_events, rows)
                              : dwell_text1_spans_fill (spans, rows, MAX_ROWS);
  DwellText1RowFormat format;
  Row row = { .writer = writer, .kind = DWELL_TEMPLATE_TIMELINE_ENTRY, .format = &format,
              .text = text };
  guint64 n = 0;

  dwell_text1_row_format_init_for (&format, writer);
  for (gsize i = 0; i < n_rows; i++)
    {
      row.row = &rows[i];
      n += !is_understood (&row);
    }

  dwell_text1_row_format_clear (&format);
  say_rows (self, row.kind, n);
}

/* Returns whether a reader finds the template of the rows. */
static gboolean
is_header_understood (DwellText1Writer  *writer,
                      DwellTemplateKind  kind)
{
  gboolean has_class = kind == DWELL_TEMPLATE_MAPPING_HEADER ||
                       kind == DWELL_TEMPLATE_STATISTICS_HEADER;
  const char *rows = dwell_template_get_text (writer->templates[kind + 1]);
  g_autoptr(GString) line = g_string_new (NULL);
  g_autoptr(DwellTemplate) entry = NULL;
  DwellText1Given given = { 0 };
  DwellText1Header header;
  gsize end;
  gsize length;

  dwell_text1_append_header (writer, line, kind, has_class ? "Functions" : NULL, DWELL_NONE);
  length = dwell_text1_measure_line (line->str, line->str + line->len, &end);
  if (!dwell_text1_header_parse (line->str, length, &given, NULL, NULL, &header) ||
      dwell_text1_get_header_kind (header.kind) != kind)
    return FALSE;

  entry = dwell_text1_header_compile (&header, &given);
  return g_str_equal (dwell_template_get_text (entry), rows);
}

/* Returns whether both templates of a section consist of one line; warns of others. */
static gboolean
check_lines (DwellText1Check   *self,
             DwellTemplateKind  header)
{
  gboolean is_good = TRUE;

  for (DwellTemplateKind kind = header; kind <= header + 1; kind++)
    {
      gboolean has_break =
        strpbrk (dwell_template_get_text (self->writer->templates[kind]), "\r\n") != NULL;

      is_good = is_good && !has_break;
      say (self, LOSS, has_break,
           /* Translators: which template */
           g_strdup_printf (_("%s contains a line break, but for readers each line is a row"),
                            dwell_template_get_id (kind)));
    }

  return is_good;
}

/*< private >
 * _dwell_text1_check_rows: warns of headers and rows of a section that readers do not understand.
 *   @header: the template of its header */
void
_dwell_text1_check_rows (DwellText1Check   *self,
                         DwellTemplateKind  header)
{
  if (!check_lines (self, header))
    return;

  say (self, LOSS, !is_header_understood (self->writer, header),
       /* Translators: which template */
       g_strdup_printf (_("%s: readers will not find the template of the rows in it"),
                        dwell_template_get_id (header)));
  if (header == DWELL_TEMPLATE_CONTEXT_HEADER)
    check_context_rows (self);
  else if (header == DWELL_TEMPLATE_MAPPING_HEADER || header == DWELL_TEMPLATE_STATISTICS_HEADER)
    check_areas (self, header + 1);
  else if (header == DWELL_TEMPLATE_TIMELINE_HEADER)
    check_timeline_rows (self);
}
