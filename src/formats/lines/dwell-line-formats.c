/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the costs of lines as text: as CSV with the columns of “dwell-cli lines”, in the order of
 * the source, and as a listing to read or print. */
#include "config.h"

#include "formats/lines/dwell-line-formats.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-line-table.h"
#include "analysis/statistics/dwell-share.h"
#include "core/dwell-csv.h"
#include "core/dwell-memory.h"
#include "core/dwell-text.h"
#include "formats/common/dwell-export-select.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

typedef struct {
  DwellLineTable *table;
  GOutputStream  *stream;
  GString        *text; /* not yet written */
  DwellProgress  *progress;
  GCancellable   *cancellable;
} Writer;

static gboolean
flush (Writer  *self,
       double   fraction,
       GError **error)
{
  if (self->progress != NULL)
    dwell_progress_set (self->progress, N_("Writing"), fraction);
  if (!g_output_stream_write_all (self->stream, self->text->str, self->text->len, NULL,
                                  self->cancellable, error))
    return FALSE;

  g_string_truncate (self->text, 0);
  return TRUE;
}

static const char *
get_module (Writer  *self,
            guint32  module)
{
  return dwell_line_table_get_module (self->table, module);
}

static void
put_time (Writer *self,
          gint64  time)
{
  g_string_append_c (self->text, ',');
  if (self->table->are_times && time != DWELL_TIME_NONE)
    g_string_append_printf (self->text, "%" G_GINT64_FORMAT, time);
}

static void
put_csv_row (Writer             *self,
             const DwellLineRow *row)
{
  const char *routine = dwell_line_table_get_routine (self->table, row->routine);
  g_autofree char *share =
    dwell_share_to_plain (dwell_line_table_get_share (self->table, &row->sums));

  dwell_csv_append (self->text, get_module (self, row->module));
  g_string_append_printf (self->text, ",%u,", row->line);
  if (row->clause >= 0)
    g_string_append_printf (self->text, "%d", row->clause);
  g_string_append_c (self->text, ',');
  if (routine != NULL)
    dwell_csv_append (self->text, routine);
  g_string_append_printf (self->text, ",%" G_GUINT64_FORMAT, row->sums.hits);
  put_time (self, row->sums.time);
  put_time (self, row->sums.min);
  put_time (self, row->sums.max);
  g_string_append_printf (self->text, ",%s\r\n", share);
}

static gboolean
write_csv (Writer  *self,
           GError **error)
{
  g_string_append (self->text, "module,line,clause,routine,hits,time,min,max,share\r\n");

  for (guint32 i = 0; i < self->table->n_rows; i++)
    {
      put_csv_row (self, &self->table->rows[i]);
      if (self->text->len >= FLUSHED_BYTES &&
          !flush (self, (double) i / self->table->n_rows, error))
        return FALSE;
    }

  return TRUE;
}

/* Appends the figures of a line or of a sum, in columns as wide as those of the header. */
static void
put_figures (Writer              *self,
             const DwellLineSums *sums)
{
  double share = dwell_line_table_get_share (self->table, sums);
  gint64 average = dwell_line_sums_get_average (sums);

  g_string_append_printf (self->text, "%12" G_GUINT64_FORMAT, sums->hits);
  if (self->table->are_times)
    {
      g_string_append_printf (self->text, " %16" G_GINT64_FORMAT, sums->time);
      if (sums->min != DWELL_TIME_NONE && average != DWELL_TIME_NONE)
        g_string_append_printf (self->text, " %14" G_GINT64_FORMAT " %14" G_GINT64_FORMAT
                                " %14" G_GINT64_FORMAT, average, sums->min, sums->max);
      else
        g_string_append_printf (self->text, " %14s %14s %14s", "", "", "");
    }

  if (share >= 0)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (self->text, " %7s%%",
                              g_ascii_formatd (buffer, sizeof buffer, "%.2f", 100 * share));
    }
}

static void
put_position (Writer             *self,
              const DwellLineRow *row)
{
  g_string_append_printf (self->text, "      %05u", row->line);
  if (row->clause > 0)
    g_string_append_printf (self->text, ":%02d", row->clause);
  g_string_append_c (self->text, '\n');
}

static void
put_header (Writer *self)
{
  const DwellTrace *trace = self->table->trace;
  DwellLineSums all = { 0 };

  for (guint32 i = 0; i < self->table->n_modules; i++)
    all.hits += self->table->modules[i].sums.hits;

  g_string_append_printf (self->text, "%s\n", trace->format_title);
  g_string_append_printf (self->text, "lines that ran: %" G_GUINT64_FORMAT, all.hits);
  if (self->table->are_times)
    g_string_append_printf (self->text, ", in %" G_GINT64_FORMAT " ns", self->table->total);
  g_string_append_printf (self->text, "\n\n%12s", "hits");
  if (self->table->are_times)
    g_string_append_printf (self->text, " %16s %14s %14s %14s", "time (ns)", "average", "min",
                            "max");
  g_string_append_printf (self->text, " %8s\n", "share");
}

/* The figures come first, because names may have any length. */
static gboolean
write_listing (Writer  *self,
               GError **error)
{
  const DwellLineTable *table = self->table;

  put_header (self);
  for (guint32 i = 0; i < table->n_modules; i++)
    {
      const DwellLineGroup *module = &table->modules[i];

      g_string_append_c (self->text, '\n');
      put_figures (self, &module->sums);
      g_string_append_printf (self->text, "  %s\n", get_module (self, module->module));

      for (guint32 j = module->first; j < module->first + module->n; j++)
        {
          const DwellLineGroup *routine = &table->routines[j];
          const char *name = dwell_line_table_get_routine (table, routine->routine);

          put_figures (self, &routine->sums);
          g_string_append_printf (self->text, "    %s\n", name != NULL ? name
                                                                       : "(unknown routine)");
          for (guint32 k = routine->first; k < routine->first + routine->n; k++)
            {
              put_figures (self, &table->rows[k].sums);
              put_position (self, &table->rows[k]);
            }

          if (self->text->len >= FLUSHED_BYTES &&
              !flush (self, (double) j / table->n_routines, error))
            return FALSE;
        }
    }

  return TRUE;
}

static gboolean
write_table (DwellTrace     *trace,
             DwellSink      *sink,
             DwellProgress  *progress,
             GCancellable   *cancellable,
             gboolean      (*write) (Writer  *self,
                                     GError **error),
             GError        **error)
{
  g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, cancellable);
  g_autoptr(GString) text = g_string_new (NULL);
  Writer self = { .table = table, .text = text, .progress = progress,
                  .cancellable = cancellable };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (table == NULL)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  return self.stream != NULL && write (&self, error) && flush (&self, 1, error);
}

static gboolean
write_as_csv (DwellTrace                 *trace,
              const DwellExportSettings  *settings,
              DwellSink                  *sink,
              DwellProgress              *progress,
              GCancellable               *cancellable,
              GError                    **error)
{
  return write_table (trace, sink, progress, cancellable, write_csv, error);
}

static gboolean
write_as_listing (DwellTrace                 *trace,
                  const DwellExportSettings  *settings,
                  DwellSink                  *sink,
                  DwellProgress              *progress,
                  GCancellable               *cancellable,
                  GError                    **error)
{
  return write_table (trace, sink, progress, cancellable, write_listing, error);
}

static const char * const csv_suffixes[] = { ".csv", NULL };
static const char * const listing_suffixes[] = { ".txt", NULL };

const DwellFormat dwell_lines_csv_format = {
  .id = "lines-csv",
  .title = N_("CSV table of lines"),
  .mime_type = "text/csv",
  .suffixes = csv_suffixes,
  .write = write_as_csv,
  .can_write = dwell_line_table_is_possible,
  .is_whole = TRUE,
  .write_options = dwell_export_selection_options,
  .n_write_options = DWELL_EXPORT_N_SELECTION_OPTIONS,
  .settings_size = sizeof (DwellExportSettings),
  .write_summary = N_("A row for each line that ran, for further work in a spreadsheet."),
};

const DwellFormat dwell_lines_listing_format = {
  .id = "listing",
  .title = N_("Listing of lines"),
  .mime_type = "text/plain",
  .suffixes = listing_suffixes,
  .write = write_as_listing,
  .can_write = dwell_line_table_is_possible,
  .is_whole = TRUE,
  .write_options = dwell_export_selection_options,
  .n_write_options = DWELL_EXPORT_N_SELECTION_OPTIONS,
  .settings_size = sizeof (DwellExportSettings),
  .write_summary = N_("Modules, routines and lines with their costs, to read or to print."),
};
