/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises tables. For reading see dwell-csv-reader.c. */
#include "config.h"

#include "formats/csv/dwell-csv.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/csv/dwell-csv-preview.h"
#include "formats/csv/dwell-csv-reader.h"

/* Certainty in per cent: every other format that recognises a file is more certain of it. */
#define PERHAPS 5

/* Makes a plan for a file without any options. Returns FALSE if the file is not text. */
static gboolean
make_plan (DwellCsvPlan *plan,
           const char   *head,
           gsize         length)
{
  g_autoptr(DwellOptions) options = dwell_options_new (&dwell_csv_format, NULL, NULL);
  g_autofree char *text = _dwell_csv_dup_utf8 (head, &length);

  if (length == 0 || memchr (text, '\0', length) != NULL)
    return FALSE;

  dwell_csv_plan_init (plan, (DwellScan) { text, text + length }, options);
  return TRUE;
}

static guint
recognise (const char *head,
           gsize       length)
{
  DwellCsvPlan plan;
  gboolean is_sure;

  if (!make_plan (&plan, head, length))
    return 0;

  is_sure = plan.is_sure;
  dwell_csv_plan_clear (&plan);
  return is_sure ? PERHAPS : 0;
}

/**
 * dwell_csv_looks_like:
 * @head: the first bytes of a file
 * @length: how many there are
 *
 * Returns: whether it seems to be a table, though its columns may not be known
 */
gboolean
dwell_csv_looks_like (const char *head,
                      gsize       length)
{
  DwellCsvPlan plan;
  gboolean is_table;

  if (!make_plan (&plan, head, length))
    return FALSE;

  is_table = plan.names->len >= 2 && g_strcmp0 (plan.bad_option, "Delimiter") != 0;
  dwell_csv_plan_clear (&plan);
  return is_table;
}

static const char * const suffixes[] = { ".csv", ".tsv", NULL };
static const char * const delimiter_titles[] =
  { N_("Automatic"), N_("Comma"), N_("Semicolon"), N_("Tab"), N_("Pipe"), NULL };
static const char * const header_choices[] = { "auto", "yes", "no", NULL };
static const char * const header_titles[] = { N_("Automatic"), N_("Yes"), N_("No"), NULL };
static const char * const decimal_titles[] =
  { N_("Automatic"), N_("Point"), N_("Comma"), NULL };
static const char * const unit_titles[] =
  { N_("Automatic"), N_("Nanoseconds"), N_("Microseconds"), N_("Milliseconds"), N_("Seconds"),
    N_("Minutes"), N_("Hours"), N_("Dates and times of day"), N_("Ticks"), NULL };

#define COLUMNS N_("Columns")
#define TIMES   N_("Times")
#define TEXT    N_("Text")

#define COLUMN_OPTION(name, type, title, summary) \
  { name, DWELL_OPTION_##type, NULL, "", summary, title, NULL, COLUMNS }

static const DwellOption read_options[] = {
  COLUMN_OPTION ("Begin", COLUMN, N_("Begin"),
                 N_("The column of times: when a span begins, or something happens.")),
  COLUMN_OPTION ("End", COLUMN, N_("End"), N_("The column of times when spans end.")),
  COLUMN_OPTION ("Duration", COLUMN, N_("Duration"),
                 N_("The column of durations of spans, instead of their ends.")),
  COLUMN_OPTION ("Name", COLUMN, N_("Name"),
                 N_("The column that names functions, states, messages or variables.")),
  COLUMN_OPTION ("Context", COLUMN, N_("Context"),
                 N_("The column of threads, tasks, cores or whatever else has a track.")),
  COLUMN_OPTION ("Phase", COLUMN, N_("Phase"),
                 N_("The column that shows whether a row is the start or end of a span, a whole "
                    "span, a message or a value.")),
  COLUMN_OPTION ("Value", COLUMNS, N_("Values"),
                 N_("The columns of values of variables, which are numbers or states. Separate "
                    "several columns with commas.")),
  { "Unit", DWELL_OPTION_CHOICE, dwell_csv_units, "auto",
    N_("The unit of starts and ends. Automatic: the unit in the name of the column."), N_("Unit"),
    unit_titles, TIMES },
  { "DurationUnit", DWELL_OPTION_CHOICE, dwell_csv_units, "auto",
    N_("The unit of durations. Automatic: the unit in the name of the column, else that of "
       "starts or ends."),
    N_("Unit of durations"), unit_titles, TIMES },
  { "Frequency", DWELL_OPTION_TEXT, NULL, "",
    N_("The number of ticks per second, such as 16 MHz."), N_("Frequency of ticks"), NULL, TIMES },
  { "Delimiter", DWELL_OPTION_CHOICE, dwell_csv_delimiters, "auto",
    N_("The character between cells."), N_("Delimiter"), delimiter_titles, TEXT },
  { "Header", DWELL_OPTION_CHOICE, header_choices, "auto",
    N_("Whether the first row names the columns."), N_("Header"), header_titles, TEXT },
  { "Decimal", DWELL_OPTION_CHOICE, dwell_csv_decimals, "auto",
    N_("The decimal sign. Automatic: a point; a comma, too, unless that is the delimiter."),
    N_("Decimal sign"), decimal_titles, TEXT },
};

const DwellFormat dwell_csv_format = {
  .id = "csv",
  .title = N_("CSV table"),
  .mime_type = "text/csv",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES | DWELL_TABLE_ARGS,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = dwell_csv_read,
  .preview = dwell_csv_preview,
};
