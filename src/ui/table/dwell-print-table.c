/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a table as it is shown, with headings and a page number on every page; mirrored in
 * right-to-left languages. The texts of a page are made when it is printed. Of a very long table
 * only the first pages are printed, and a note on the last of them says so. */
#include "config.h"

#include "ui/table/dwell-print-table.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/widgets/dwell-print.h"

#define FONT         "Sans 8"
#define HEADING_FONT "Sans Bold 8"
#define TITLE_FONT   "Sans Bold 10"

/* pt */
#define ROW_HEIGHT   12.
#define LINE_GAP     2.
#define TITLE_HEIGHT 20.
#define FOOT_HEIGHT  16.
#define GAP          8.

/* Texts like “< 0.1 %” have no letter that sets their direction. */
#define LEFT_TO_RIGHT_MARK "\342\200\216"

/* A cell can have several lines. They are counted only for short tables, since in a long one all
 * rows would have to be made before the first page is printed. */
#define MAX_COUNTED_ROWS 5000

/* The widths of the columns are measured on so many rows, spread over the table. */
#define MAX_MEASURED_ROWS 400

/* pt: the most by which a column is widened beyond its texts, if there is room. */
#define MAX_SPARE 36.

/* A table with more columns is printed in landscape format. */
#define MAX_PORTRAIT_COLUMNS 6

typedef struct {
  char     *title;
  double    width; /* pt, with the gap */
  gboolean  is_number;
} Column;

typedef struct {
  DwellTableText *text;
  char           *title;
  char           *of;      /* (nullable): which part of the session it shows */
  GArray         *columns; /* Column */
  gboolean        is_rtl;
  guint           n_lines; /* lines of a page */
  guint8         *heights; /* (nullable): lines of each row, at most 255; NULL: one */
  GArray         *pages;   /* guint: the first row of each page */
} Job;

static void
clear_column (gpointer data)
{
  g_free (((Column *) data)->title);
}

static void
job_free (gpointer  data,
          GClosure *closure)
{
  Job *job = data;

  dwell_table_text_unref (job->text);
  g_array_unref (job->columns);
  g_array_unref (job->pages);
  g_free (job->heights);
  g_free (job->title);
  g_free (job->of);
  g_free (job);
}

static void
set_font (PangoLayout *layout,
          const char  *name)
{
  g_autoptr(PangoFontDescription) font = pango_font_description_from_string (name);

  pango_layout_set_font_description (layout, font);
}

static void
measure_text (PangoLayout *layout,
              const char  *text,
              Column      *column)
{
  PangoRectangle extents;

  pango_layout_set_text (layout, text, -1);
  pango_layout_get_extents (layout, NULL, &extents);
  column->width = MAX (column->width, pango_units_to_double (extents.width) + GAP);
}

/* Makes each column as wide as the widest of its texts. */
static void
measure_columns (Job         *job,
                 PangoLayout *layout)
{
  guint n = dwell_table_text_get_n (job->text);
  guint step = MAX (n / MAX_MEASURED_ROWS, 1);

  set_font (layout, HEADING_FONT);
  for (guint i = 0; i < job->columns->len; i++)
    {
      Column *column = &g_array_index (job->columns, Column, i);

      column->width = 0;
      measure_text (layout, column->title, column);
    }

  set_font (layout, FONT);
  for (guint row = 0; row < n; row += step)
    {
      g_auto(GStrv) texts = dwell_table_text_get_shown (job->text, row);

      for (guint i = 0; i < job->columns->len; i++)
        measure_text (layout, texts[i], &g_array_index (job->columns, Column, i));
    }
}

/* Returns the width to which texts are cut so that all columns have room: narrower columns and
 * those of numbers keep their width, and the others share what is left. */
static double
find_limit (const Job *job,
            double     room)
{
  double limit = 0;
  gboolean has_changed = TRUE;

  while (has_changed)
    {
      double wanted = 0;
      guint n_wide = 0;
      double next;

      for (guint i = 0; i < job->columns->len; i++)
        {
          const Column *column = &g_array_index (job->columns, Column, i);

          if (column->is_number || column->width <= limit)
            wanted += column->width;
          else
            n_wide++;
        }

      next = n_wide > 0 ? (room - wanted) / n_wide : limit;
      has_changed = next > limit;
      limit = MAX (limit, next);
    }

  return limit;
}

/* Only texts are cut, and only if there is no room, since a number without its end is wrong. */
static void
fit_columns (Job    *job,
             double  room)
{
  double limit = find_limit (job, room);
  double wanted = 0;
  double spare;

  for (guint i = 0; i < job->columns->len; i++)
    {
      Column *column = &g_array_index (job->columns, Column, i);

      if (!column->is_number)
        column->width = MIN (column->width, limit);
      wanted += column->width;
    }

  spare = CLAMP ((room - wanted) / MAX (job->columns->len, 1), 0, MAX_SPARE);
  for (guint i = 0; i < job->columns->len; i++)
    {
      Column *column = &g_array_index (job->columns, Column, i);

      column->width = wanted > room ? column->width * room / wanted : column->width + spare;
    }
}

static double
get_head_height (const Job *job)
{
  return job->of != NULL ? TITLE_HEIGHT + ROW_HEIGHT : TITLE_HEIGHT;
}

static void
count_lines (Job *job)
{
  guint n = dwell_table_text_get_n (job->text);

  g_clear_pointer (&job->heights, g_free);
  if (n > MAX_COUNTED_ROWS)
    return;

  job->heights = g_new (guint8, MAX (n, 1));
  for (guint row = 0; row < n; row++)
    {
      g_auto(GStrv) texts = dwell_table_text_get_shown (job->text, row);
      guint most = 1;

      for (guint i = 0; texts[i] != NULL; i++)
        {
          guint lines = 1;

          for (const char *p = texts[i]; *p != '\0'; p++)
            lines += *p == '\n';
          most = MAX (most, lines);
        }
      job->heights[row] = (guint8) MIN (MIN (most, job->n_lines), G_MAXUINT8);
    }
}

static void
break_pages (Job *job)
{
  guint n = dwell_table_text_get_n (job->text);
  guint row = 0;

  g_array_set_size (job->pages, 0);
  do
    {
      guint n_used = 0;

      g_array_append_val (job->pages, row);
      if (job->heights == NULL)
        row += MIN (job->n_lines, n - row);
      else
        while (row < n && n_used + job->heights[row] <= job->n_lines)
          n_used += job->heights[row++];
    }
  while (row < n);
}

static void
begin_print (GtkPrintOperation *operation,
             GtkPrintContext   *context,
             Job               *job)
{
  g_autoptr(PangoLayout) layout = gtk_print_context_create_pango_layout (context);
  double room = gtk_print_context_get_height (context) - get_head_height (job) - ROW_HEIGHT -
                LINE_GAP - FOOT_HEIGHT;

  job->n_lines = (guint) MAX (floor (room / ROW_HEIGHT), 1);
  count_lines (job);
  break_pages (job);
  gtk_print_operation_set_n_pages (operation,
                                   (int) MIN (job->pages->len, DWELL_TABLE_MAX_PRINTED_PAGES));
  measure_columns (job, layout);
  fit_columns (job, gtk_print_context_get_width (context));
}

/* Aligns the text without Pango, whose alignment depends on the direction of the letters. */
static void
draw_text (cairo_t     *cr,
           PangoLayout *layout,
           const char  *text,
           double       x,
           double       y,
           double       width,
           gboolean     is_at_right)
{
  PangoRectangle extents;

  pango_layout_set_width (layout, (int) (MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_extents (layout, NULL, &extents);
  if (is_at_right)
    x += width - pango_units_to_double (extents.width);
  cairo_move_to (cr, x - pango_units_to_double (extents.x), y);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_row (cairo_t     *cr,
          PangoLayout *layout,
          Job         *job,
          char       **texts, /* NULL: the headings */
          double       y,
          double       width)
{
  double x = job->is_rtl ? width : 0;

  for (guint i = 0; i < job->columns->len; i++)
    {
      const Column *column = &g_array_index (job->columns, Column, i);
      gboolean is_figure = job->is_rtl && column->is_number && texts != NULL;
      g_autofree char *text = g_strconcat (is_figure ? LEFT_TO_RIGHT_MARK : "",
                                           texts != NULL ? texts[i] : column->title, NULL);

      if (job->is_rtl)
        x -= column->width;
      draw_text (cr, layout, text, job->is_rtl ? x + GAP : x, y, column->width - GAP,
                 column->is_number || job->is_rtl);
      if (!job->is_rtl)
        x += column->width;
    }
}

static void
draw_line (cairo_t *cr,
           double   y,
           double   width)
{
  cairo_set_line_width (cr, 0.5);
  cairo_move_to (cr, 0, y);
  cairo_line_to (cr, width, y);
  cairo_stroke (cr);
}

/* Returns the first row after a page. */
static guint
get_page_end (const Job *job,
              guint      number)
{
  return number + 1 < job->pages->len ? g_array_index (job->pages, guint, number + 1)
                                      : dwell_table_text_get_n (job->text);
}

/* Draws the number of the page; on the last printed page of a longer table also how many rows were
 * printed. */
static void
draw_foot (cairo_t     *cr,
           PangoLayout *layout,
           Job         *job,
           guint        number,
           double       y,
           double       width)
{
  g_autofree char *page = dwell_print_name_page (number, job->pages->len);
  g_autofree char *rest = NULL;

  draw_text (cr, layout, page, 0, y, width, !job->is_rtl);

  if (number + 1 == DWELL_TABLE_MAX_PRINTED_PAGES && number + 1 < job->pages->len)
    {
      g_autofree char *printed = dwell_text_count (get_page_end (job, number));
      g_autofree char *all = dwell_text_count (dwell_table_text_get_n (job->text));

      /* Translators: both %s are numbers */
      rest = g_strdup_printf (_("The first %s of %s rows. Save the table to have them all."),
                              printed, all);
      draw_text (cr, layout, rest, job->is_rtl ? width * 0.25 : 0, y, width * 0.75, job->is_rtl);
    }
}

static void
draw_page (GtkPrintOperation *operation,
           GtkPrintContext   *context,
           int                number,
           Job               *job)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  g_autoptr(PangoLayout) layout = gtk_print_context_create_pango_layout (context);
  double width = gtk_print_context_get_width (context);
  double height = gtk_print_context_get_height (context);
  guint end = get_page_end (job, (guint) number);
  double y = get_head_height (job);

  cairo_set_source_rgb (cr, 0, 0, 0);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (layout, TRUE);

  set_font (layout, TITLE_FONT);
  draw_text (cr, layout, job->title, 0, 0, width, job->is_rtl);
  set_font (layout, FONT);
  if (job->of != NULL)
    draw_text (cr, layout, job->of, 0, TITLE_HEIGHT - 4, width, job->is_rtl);

  set_font (layout, HEADING_FONT);
  draw_row (cr, layout, job, NULL, y, width);
  y += ROW_HEIGHT;
  draw_line (cr, y, width);
  y += LINE_GAP;

  set_font (layout, FONT);
  /* If there is no room, each line is cut separately. */
  pango_layout_set_single_paragraph_mode (layout, FALSE);
  cairo_save (cr);
  cairo_rectangle (cr, 0, y, width, height - FOOT_HEIGHT - y);
  cairo_clip (cr);
  for (guint row = g_array_index (job->pages, guint, number); row < end; row++)
    {
      g_auto(GStrv) texts = dwell_table_text_get_shown (job->text, row);

      draw_row (cr, layout, job, texts, y, width);
      y += ROW_HEIGHT * (job->heights != NULL ? job->heights[row] : 1);
    }
  cairo_restore (cr);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  draw_line (cr, height - FOOT_HEIGHT + 2, width);
  draw_foot (cr, layout, job, (guint) number, height - FOOT_HEIGHT + 4, width);
}

static GArray *
get_columns (DwellTableColumns *columns)
{
  g_autofree int *ids = g_new (int, MAX (dwell_table_columns_get_n (columns), 1));
  guint n = dwell_table_columns_get_shown (columns, ids);
  GArray *result = g_array_new (FALSE, FALSE, sizeof (Column));

  g_array_set_clear_func (result, clear_column);
  for (guint i = 0; i < n; i++)
    {
      const DwellTableColumn *info = dwell_table_columns_get_info (columns, ids[i]);
      Column column = {
        .title = g_strdup (dwell_table_columns_get_title (columns, ids[i])),
        .is_number = info->is_number,
      };

      if (info->get_text != NULL)
        g_array_append_val (result, column);
      else
        clear_column (&column);
    }

  return result;
}

/**
 * dwell_print_new_table:
 * @text: the rows of a table, with the columns that are shown and have text
 * @columns: the columns of the table
 * @title: the headline of each page
 * @of: (nullable): the part of the session that it shows, printed below the headline
 *
 * Creates the operation that prints a table.
 *
 * Returns: (transfer full): the operation, which has not been run
 */
GtkPrintOperation *
dwell_print_new_table (DwellTableText    *text,
                       DwellTableColumns *columns,
                       const char        *title,
                       const char        *of)
{
  GtkPrintOperation *operation;
  Job *job = g_new0 (Job, 1);

  job->text = dwell_table_text_ref (text);
  job->title = g_strdup (title);
  job->of = g_strdup (of);
  job->columns = get_columns (columns);
  job->pages = g_array_new (FALSE, FALSE, sizeof (guint));
  job->is_rtl = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL;

  operation = dwell_print_new (title, job->columns->len > MAX_PORTRAIT_COLUMNS
                                        ? GTK_PAGE_ORIENTATION_LANDSCAPE
                                        : GTK_PAGE_ORIENTATION_PORTRAIT,
                               G_CALLBACK (begin_print), G_CALLBACK (draw_page), job, job_free);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);

  return operation;
}

/**
 * dwell_print_table:
 * @from: the widget that shows the table
 * @text: its rows, with the columns that are shown and have text
 * @columns: its columns
 * @title: the headline of each page
 * @of: (nullable): the part of the session that it shows, printed below the headline
 *
 * Shows the print dialog, and prints the table.
 */
void
dwell_print_table (GtkWidget         *from,
                   DwellTableText    *text,
                   DwellTableColumns *columns,
                   const char        *title,
                   const char        *of)
{
  g_autoptr(GtkPrintOperation) operation = dwell_print_new_table (text, columns, title, of);

  dwell_print_run (operation, from);
}
