/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes reports as Markdown or as HTML. */
#include "config.h"

#include "model/export/dwell-report-text.h"

#include "core/dwell-markdown.h"

static const char style[] =
  ":root { color-scheme: light dark; }\n"
  "body { font: 15px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 2em auto;"
  " padding: 0 1.5em; }\n"
  "h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }\n"
  ".t { overflow-x: auto; margin: 1em 0; }\n"
  "table { border-collapse: collapse; }\n"
  "th, td { text-align: start; vertical-align: top; padding: .25em .9em;"
  " border-bottom: 1px solid #8884; min-width: 7em; overflow-wrap: anywhere; }\n"
  "th:first-child, td:first-child { padding-inline-start: 0; min-width: 11em; }\n"
  "th { border-bottom-width: 2px; }\n"
  "th.n, td.n { text-align: end; min-width: 0; white-space: nowrap;"
  " font-variant-numeric: tabular-nums; }\n"
  "img { max-width: 100%; border: 1px solid #8884; }\n"
  "@media print { body { font-size: 9pt; max-width: none; margin: 0; padding: 0; }"
  " .t { overflow: visible; } h2 { break-after: avoid; } tr, img { break-inside: avoid; } }\n";

/* Writes a space in place of each control character, such as a line end. */
static void
append_markdown (GString    *text,
                 const char *plain)
{
  g_autofree char *line = g_strdup (plain);

  for (char *p = line; *p != '\0'; p++)
    if ((guchar) *p < ' ')
      *p = ' ';

  dwell_markdown_append (text, line);
}

static void
append_plain (DwellReportText *self,
              const char      *plain)
{
  g_autofree char *escaped = NULL;

  if (self->type == DWELL_REPORT_MARKDOWN)
    {
      append_markdown (self->text, plain);
      return;
    }

  escaped = g_markup_escape_text (plain, -1);
  g_string_append (self->text, escaped);
}

/**
 * dwell_report_text_begin:
 * @self: (out): a text, not yet initialised
 * @type: Markdown or HTML
 * @title: the title of the report
 *
 * Begins a text.
 */
void
dwell_report_text_begin (DwellReportText *self,
                         DwellReportType  type,
                         const char      *title)
{
  self->text = g_string_new (NULL);
  self->type = type;

  if (type == DWELL_REPORT_MARKDOWN)
    {
      g_string_append (self->text, "# ");
      append_plain (self, title);
      g_string_append (self->text, "\n\n");
      return;
    }

  g_string_append (self->text, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
  append_plain (self, title);
  g_string_append_printf (self->text, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>",
                          style);
  append_plain (self, title);
  g_string_append (self->text, "</h1>\n");
}

/**
 * dwell_report_text_end:
 * @self: a text
 *
 * Ends the text, so that @self can be used for another one.
 *
 * Returns: (transfer full): the whole text
 */
char *
dwell_report_text_end (DwellReportText *self)
{
  if (self->type == DWELL_REPORT_HTML)
    g_string_append (self->text, "</body>\n</html>\n");

  return g_string_free (g_steal_pointer (&self->text), FALSE);
}

/**
 * dwell_report_text_heading:
 * @self: a text
 * @heading: a plain text
 *
 * Adds a heading.
 */
void
dwell_report_text_heading (DwellReportText *self,
                           const char      *heading)
{
  gboolean is_html = self->type == DWELL_REPORT_HTML;

  g_string_append (self->text, is_html ? "<h2>" : "## ");
  append_plain (self, heading);
  g_string_append (self->text, is_html ? "</h2>\n" : "\n\n");
}

/**
 * dwell_report_text_paragraph:
 * @self: a text
 * @paragraph: a plain text
 *
 * Adds a paragraph.
 */
void
dwell_report_text_paragraph (DwellReportText *self,
                             const char      *paragraph)
{
  gboolean is_html = self->type == DWELL_REPORT_HTML;

  g_string_append (self->text, is_html ? "<p>" : "");
  append_plain (self, paragraph);
  g_string_append (self->text, is_html ? "</p>\n" : "\n\n");
}

/**
 * dwell_report_text_picture:
 * @self: a text
 * @address: the address of the picture, relative or with its data
 * @description: a plain text for readers who cannot see it
 *
 * Adds a picture.
 */
void
dwell_report_text_picture (DwellReportText *self,
                           const char      *address,
                           const char      *description)
{
  if (self->type == DWELL_REPORT_HTML)
    {
      g_string_append (self->text, "<p><img src=\"");
      append_plain (self, address);
      g_string_append (self->text, "\" alt=\"");
      append_plain (self, description);
      g_string_append (self->text, "\"></p>\n");
      return;
    }

  g_string_append (self->text, "![");
  append_plain (self, description);
  g_string_append_printf (self->text, "](<%s>)\n\n", address);
}

/* In Markdown, each row of a table is one line, so line ends in a cell are a tag in both forms. */
static void
append_lines (DwellReportText *self,
              const char      *plain)
{
  g_auto(GStrv) lines = g_strsplit (plain, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (self->text, "<br>");
      append_plain (self, lines[i]);
    }
}

static void
append_cells (DwellReportText    *self,
              const char         *tag,
              const char * const *cells,
              guint               n_columns,
              guint               numbers)
{
  gboolean is_html = self->type == DWELL_REPORT_HTML;

  g_string_append (self->text, is_html ? "<tr>" : "|");
  for (guint i = 0; i < n_columns; i++)
    {
      if (is_html)
        g_string_append_printf (self->text, "<%s%s>", tag,
                                (numbers & 1u << i) != 0 ? " class=\"n\"" : "");
      else
        g_string_append_c (self->text, ' ');

      append_lines (self, cells[i]);

      if (is_html)
        g_string_append_printf (self->text, "</%s>", tag);
      else
        g_string_append (self->text, " |");
    }

  g_string_append (self->text, is_html ? "</tr>\n" : "\n");
}

/**
 * dwell_report_text_table:
 * @self: a text
 * @titles: (array length=n_columns): the headings of the columns
 * @n_columns: the number of columns
 * @numbers: a bit for each column that holds numbers, which are aligned right
 *
 * Begins a table.
 */
void
dwell_report_text_table (DwellReportText    *self,
                         const char * const *titles,
                         guint               n_columns,
                         guint               numbers)
{
  if (self->type == DWELL_REPORT_HTML)
    g_string_append (self->text, "<div class=\"t\"><table>\n<thead>\n");

  append_cells (self, "th", titles, n_columns, numbers);
  if (self->type == DWELL_REPORT_HTML)
    {
      g_string_append (self->text, "</thead>\n");
      return;
    }

  g_string_append_c (self->text, '|');
  for (guint i = 0; i < n_columns; i++)
    g_string_append (self->text, (numbers & 1u << i) != 0 ? " --: |" : " --- |");
  g_string_append_c (self->text, '\n');
}

/**
 * dwell_report_text_row:
 * @self: a text with an open table
 * @cells: (array length=n_columns): the plain texts of the cells
 * @n_columns: the number of columns
 * @numbers: a bit for each column that holds numbers
 *
 * Adds a row to the table.
 */
void
dwell_report_text_row (DwellReportText    *self,
                       const char * const *cells,
                       guint               n_columns,
                       guint               numbers)
{
  append_cells (self, "td", cells, n_columns, numbers);
}

/**
 * dwell_report_text_end_table:
 * @self: a text with an open table
 *
 * Ends the table.
 */
void
dwell_report_text_end_table (DwellReportText *self)
{
  g_string_append (self->text, self->type == DWELL_REPORT_HTML ? "</table></div>\n" : "\n");
}
