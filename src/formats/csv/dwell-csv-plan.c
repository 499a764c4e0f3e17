/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes plans: takes what the options specify, and guesses the rest. */
#include "config.h"

#include "formats/csv/dwell-csv-plan.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-strings.h"

/* Records that guesses are based on. */
#define SAMPLE_RECORDS 50

/* Names of columns that a message lists. */
#define LISTED_NAMES 20

const char * const dwell_csv_roles[] = {
  [DWELL_CSV_CONTEXT] = "Context", [DWELL_CSV_NAME] = "Name", [DWELL_CSV_BEGIN] = "Begin",
  [DWELL_CSV_END] = "End", [DWELL_CSV_DURATION] = "Duration", [DWELL_CSV_PHASE] = "Phase",
  [DWELL_CSV_VALUE] = "Value",
};
const char * const dwell_csv_delimiters[] = { "auto", "comma", "semicolon", "tab", "pipe", NULL };
const char * const dwell_csv_units[] = {
  "auto", "ns", "us", "ms", "s", "min", "h", "date", "ticks", NULL,
};
const char * const dwell_csv_decimals[] = { "auto", "point", "comma", NULL };

static guint
get_choice (const DwellOptions *options,
            const char         *name,
            const char * const *choices)
{
  guint i = 0;

  while (!g_str_equal (choices[i], dwell_options_get (options, name)))
    i++;

  return i;
}

static char *
list_names (const DwellCsvPlan *self)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->names->len && i < LISTED_NAMES; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (self->names, i));
  if (self->names->len > LISTED_NAMES)
    g_string_append (text, ", …");

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Keeps the first fault; @advice: short, untranslated, to be shown beside the option. */
static void
fail (DwellCsvPlan *self,
      const char   *option,
      const char   *advice,
      char         *message)
{
  if (self->error == NULL)
    {
      self->error = g_error_new_literal (DWELL_ERROR, DWELL_ERROR_OPTION, message);
      self->bad_option = option;
      self->advice = advice;
    }
  g_free (message);
}

/* Skips what may come before the header: a byte order mark, a spreadsheet's line with the
 * delimiter, comments, blank lines. */
static void
skip_preamble (DwellCsvPlan *self,
               DwellScan    *s)
{
  DwellScan line;

  dwell_scan_literal (s, "\xef\xbb\xbf");
  for (DwellScan next = *s; dwell_scan_line (&next, &line); *s = next)
    {
      gboolean is_separator = line.end - line.p == 5 && memcmp (line.p, "sep=", 4) == 0;

      if (is_separator && self->delimiter == '\0' && strchr (",;\t|", line.p[4]) != NULL)
        self->delimiter = line.p[4];
      dwell_scan_blanks (&line);
      if (!is_separator && line.p < line.end && *line.p != '#')
        return;
    }
}

/* Takes the names of the columns, and leaves @s at the first record after them. */
static void
take_names (DwellCsvPlan       *self,
            DwellScan          *s,
            const DwellOptions *options)
{
  g_autofree DwellCsvCell *cells = g_new (DwellCsvCell, DWELL_CSV_MAX_COLUMNS);
  DwellCsvRecord record = { .cells = cells, .n_wanted = DWELL_CSV_MAX_COLUMNS };
  const char *header = dwell_options_get (options, "Header");
  DwellScan t = *s;
  guint n;

  if (t.p == t.end || dwell_csv_take_record (&t, self->delimiter, &record) == DWELL_CSV_OPEN)
    return;

  n = MIN (record.n, DWELL_CSV_MAX_COLUMNS);
  self->has_header = g_str_equal (header, "auto") ? _dwell_csv_guess_header (cells, n)
                                                  : g_str_equal (header, "yes");
  for (guint i = 0; i < n; i++)
    {
      char *name = self->has_header ? dwell_csv_cell_dup (&cells[i]) : NULL;

      if (name == NULL || *name == '\0')
        {
          g_free (name);
          name = g_strdup_printf ("#%u", i + 1);
        }
      g_ptr_array_add (self->names, name);
    }

  if (self->has_header)
    *s = t;
}

static void
take_sample (DwellCsvSample     *sample,
             const DwellCsvPlan *plan,
             DwellScan           s)
{
  g_autofree DwellCsvCell *cells = g_new (DwellCsvCell, plan->names->len + 1);
  DwellCsvRecord record = { .cells = cells, .n_wanted = plan->names->len };

  *sample = (DwellCsvSample) {
    .plan = plan, .n_columns = plan->names->len,
    .cells = g_array_new (FALSE, FALSE, sizeof (DwellCsvCell)),
  };

  while (s.p < s.end && sample->n_records < SAMPLE_RECORDS &&
         dwell_csv_take_record (&s, plan->delimiter, &record) != DWELL_CSV_OPEN)
    {
      /* The last record may be cut, unless it is the only one. */
      if (record.is_blank || (s.p == s.end && sample->n_records > 0 && s.p[-1] != '\n'))
        continue;

      for (guint i = record.n; i < sample->n_columns; i++)
        cells[i] = (DwellCsvCell) { .p = "" };
      g_array_append_vals (sample->cells, cells, sample->n_columns);
      sample->n_records++;
    }
}

/* The column that an option names: by its name, in any case, or by # and its number. */
static guint
find_column (const DwellCsvPlan *self,
             const char         *name)
{
  guint64 number;

  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return i;
  for (guint i = 0; i < self->names->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (self->names, i), name) == 0)
      return i;

  if (name[0] == '#' && self->names->len > 0 &&
      g_ascii_string_to_unsigned (name + 1, 10, 1, self->names->len, &number, NULL))
    return (guint) number - 1;

  return DWELL_CSV_NO_COLUMN;
}

static guint
need_column (DwellCsvPlan *self,
             DwellCsvRole  role,
             const char   *name)
{
  guint column = find_column (self, name);
  g_autofree char *names = column == DWELL_CSV_NO_COLUMN ? list_names (self) : NULL;
  /* The command line may contain any bytes. */
  g_autofree char *shown = dwell_text_to_utf8 (name, strlen (name), DWELL_CHARSET_WINDOWS_1252);

  if (names != NULL)
    fail (self, dwell_csv_roles[role], N_("There is no such column"),
          /* Translators: an option, the name of a column, the names of all columns */
          g_strdup_printf (_("%s: there is no column “%s”; there are: %s"), dwell_csv_roles[role],
                           shown, names));
  return column;
}

/* Takes the columns that the option for values lists, as a record of CSV. */
static void
take_listed (DwellCsvPlan *self,
             const char   *list)
{
  g_autofree DwellCsvCell *cells = g_new (DwellCsvCell, DWELL_CSV_MAX_COLUMNS);
  DwellCsvRecord record = { .cells = cells, .n_wanted = DWELL_CSV_MAX_COLUMNS };
  DwellScan s = { list, list + strlen (list) };
  guint whole = find_column (self, list);

  if (whole != DWELL_CSV_NO_COLUMN)
    {
      g_array_append_val (self->values, whole);
      return;
    }
  if (dwell_csv_take_record (&s, ',', &record) == DWELL_CSV_OPEN)
    {
      need_column (self, DWELL_CSV_VALUE, list);
      return;
    }

  for (guint i = 0; i < MIN (record.n, DWELL_CSV_MAX_COLUMNS); i++)
    {
      g_autofree char *name = dwell_csv_cell_dup (&cells[i]);
      guint column = need_column (self, DWELL_CSV_VALUE, name);

      if (column != DWELL_CSV_NO_COLUMN)
        g_array_append_val (self->values, column);
    }
}

/* Takes what the options specify. A column with a role from an option gets no guessed role. */
static void
take_said (DwellCsvPlan       *self,
           const DwellOptions *options,
           gboolean           *is_taken)
{
  for (guint role = 0; role < DWELL_CSV_N_ROLES; role++)
    {
      const char *value = dwell_options_get (options, dwell_csv_roles[role]);

      self->columns[role] = DWELL_CSV_NO_COLUMN;
      self->is_guessed[role] = *value == '\0';
      if (*value == '\0' || g_str_equal (value, "-") ||
          (role == DWELL_CSV_VALUE && g_str_equal (value, "*")))
        continue;

      if (role == DWELL_CSV_VALUE)
        take_listed (self, value);
      else
        self->columns[role] = need_column (self, role, value);
      if (self->columns[role] != DWELL_CSV_NO_COLUMN)
        is_taken[self->columns[role]] = TRUE;
    }

  for (guint i = 0; i < self->values->len; i++)
    is_taken[g_array_index (self->values, guint, i)] = TRUE;
}

/*< private >
 * _dwell_csv_plan_has_variables: whether no column shows that rows are spans, or events with a
 * phase */
gboolean
_dwell_csv_plan_has_variables (const DwellCsvPlan *self)
{
  return !dwell_csv_plan_has (self, DWELL_CSV_END) &&
         !dwell_csv_plan_has (self, DWELL_CSV_DURATION) &&
         !dwell_csv_plan_has (self, DWELL_CSV_PHASE);
}

/* Whether each column seems to be a variable. */
static gboolean
is_wide (const DwellCsvPlan *self)
{
  return _dwell_csv_plan_has_variables (self) &&
         !dwell_csv_plan_has (self, DWELL_CSV_NAME) && self->values->len == 0;
}

static void
guess_role (DwellCsvPlan         *self,
            const DwellCsvSample *sample,
            DwellCsvRole          role,
            gboolean             *is_taken)
{
  guint column = self->is_guessed[role] && self->has_header
                   ? _dwell_csv_guess_column (sample, role, is_taken) : DWELL_CSV_NO_COLUMN;

  if (column == DWELL_CSV_NO_COLUMN ||
      /* Where each column is a variable, “cpu” is more likely its load. */
      (role == DWELL_CSV_CONTEXT && is_wide (self) &&
       _dwell_csv_sample_fits (sample, DWELL_CSV_VALUE, column)))
    return;

  is_taken[column] = TRUE;
  if (role == DWELL_CSV_VALUE)
    g_array_append_val (self->values, column);
  else
    self->columns[role] = column;
}

static void
choose_columns (DwellCsvPlan         *self,
                const DwellCsvSample *sample,
                const DwellOptions   *options)
{
  static const DwellCsvRole order[] = {
    DWELL_CSV_PHASE, DWELL_CSV_BEGIN, DWELL_CSV_END, DWELL_CSV_DURATION, DWELL_CSV_NAME,
    DWELL_CSV_VALUE, DWELL_CSV_CONTEXT,
  };
  g_autofree gboolean *is_taken = g_new0 (gboolean, self->names->len + 1);

  take_said (self, options, is_taken);
  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      /* Of begin, end and duration, two are sufficient. */
      if (order[i] == DWELL_CSV_DURATION && dwell_csv_plan_has (self, DWELL_CSV_BEGIN) &&
          dwell_csv_plan_has (self, DWELL_CSV_END))
        continue;
      guess_role (self, sample, order[i], is_taken);
    }

  if (g_str_equal (dwell_options_get (options, "Value"), "*") ||
      (self->is_guessed[DWELL_CSV_VALUE] && self->has_header &&
       _dwell_csv_plan_has_variables (self) && dwell_csv_plan_has (self, DWELL_CSV_BEGIN) &&
       self->values->len == 0))
    _dwell_csv_guess_values (sample, is_taken, self->values);
  if (self->values->len > 0)
    self->columns[DWELL_CSV_VALUE] = g_array_index (self->values, guint, 0);
  for (guint i = 0; i < self->values->len; i++)
    {
      gboolean is_text = !_dwell_csv_sample_fits (sample, DWELL_CSV_VALUE,
                                                  g_array_index (self->values, guint, i));

      g_array_append_val (self->are_texts, is_text);
    }
}

/* Finds the unit of a column of times, from the option or by guessing. */
static void
choose_unit (DwellCsvPlan         *self,
             const DwellCsvSample *sample,
             DwellCsvRole          role,
             const DwellOptions   *options,
             const DwellRatio     *ns_per_tick)
{
  const char *option = role == DWELL_CSV_DURATION ? "DurationUnit" : "Unit";
  guint said = get_choice (options, option, dwell_csv_units);
  DwellCsvRole timed = dwell_csv_plan_get_timed (self);
  gboolean is_assumed = FALSE;
  DwellCsvUnit unit;

  if (!dwell_csv_plan_has (self, role))
    return;

  unit = said > 0 ? (DwellCsvUnit) (said - 1)
                  : _dwell_csv_guess_unit (sample, self->columns[role], &is_assumed);
  /* An end or a duration without a unit has that of the begin, or a duration that of the end if
   * there is no begin; beside dates, a duration is in seconds. */
  if (is_assumed && role != timed && dwell_csv_plan_has (self, timed) &&
      self->scales[timed].unit != DWELL_CSV_DATE)
    {
      unit = self->scales[timed].unit;
      is_assumed = FALSE;
    }
  else if (is_assumed && role == DWELL_CSV_DURATION)
    unit = DWELL_CSV_S;

  if (unit == DWELL_CSV_TICKS && ns_per_tick->divisor == 0)
    {
      fail (self, "Frequency", N_("Enter the number of ticks per second"),
            g_strdup (_("Frequency: the times are ticks; give the number of ticks per second, such "
                        "as 16 MHz")));
      unit = DWELL_CSV_NS;
    }

  if (is_assumed && self->assumed == DWELL_CSV_N_ROLES)
    self->assumed = role;
  dwell_csv_scale_init (&self->scales[role], unit, ns_per_tick, self->scales[0].points);
}

static void
choose_units (DwellCsvPlan         *self,
              const DwellCsvSample *sample,
              const DwellOptions   *options)
{
  const char *frequency = dwell_options_get (options, "Frequency");
  g_autofree char *shown = dwell_text_to_utf8 (frequency, strlen (frequency),
                                               DWELL_CHARSET_WINDOWS_1252);
  DwellRatio ns_per_tick = { 1, 0 };

  if (*frequency != '\0' && !dwell_csv_frequency_parse (frequency, &ns_per_tick))
    fail (self, "Frequency", N_("This is not a frequency"),
          /* Translators: what was given for the option */
          g_strdup_printf (_("Frequency does not take “%s”; it takes a number of Hz, or a number "
                             "followed by kHz, MHz or GHz"), shown));

  choose_unit (self, sample, DWELL_CSV_BEGIN, options, &ns_per_tick);
  choose_unit (self, sample, DWELL_CSV_END, options, &ns_per_tick);
  choose_unit (self, sample, DWELL_CSV_DURATION, options, &ns_per_tick);
}

/* Finds what rows are, or why the table cannot be read. */
static void
choose_shape (DwellCsvPlan *self)
{
  gboolean has_begin = dwell_csv_plan_has (self, DWELL_CSV_BEGIN);
  gboolean has_end = dwell_csv_plan_has (self, DWELL_CSV_END);
  gboolean has_duration = dwell_csv_plan_has (self, DWELL_CSV_DURATION);
  g_autofree char *names = list_names (self);

  self->shape = dwell_csv_plan_has (self, DWELL_CSV_PHASE) ? DWELL_CSV_PHASES
                : has_end || has_duration ? DWELL_CSV_SPANS
                : self->values->len > 0 ? DWELL_CSV_SAMPLES : DWELL_CSV_MARKS;

  if (!has_begin && !(has_end && has_duration))
    fail (self, "Begin", N_("Choose the column of times"),
          /* Translators: the names of the columns of a table */
          g_strdup_printf (_("Begin: choose the column of times; there are: %s"), names));
  else if (has_begin && has_end && has_duration)
    fail (self, "Duration", N_("Leave out start, end or duration"),
          g_strdup (_("Duration: start and end already determine how long a row lasts; leave out "
                      "one of the three")));
  else if (self->shape == DWELL_CSV_MARKS && !dwell_csv_plan_has (self, DWELL_CSV_NAME))
    fail (self, "Name", N_("Choose a column of names or values"),
          /* Translators: the names of the columns of a table */
          g_strdup_printf (_("Name: choose a column of names, values, ends or durations; there "
                             "are: %s"), names));
}

/* Whether all guesses are consistent, so that a file can be taken for a table. */
static gboolean
is_sure (const DwellCsvPlan   *self,
         const DwellCsvSample *sample)
{
  if (self->error != NULL || !self->has_header || self->names->len < 2 || sample->n_records == 0)
    return FALSE;

  for (DwellCsvRole role = DWELL_CSV_BEGIN; role <= DWELL_CSV_DURATION; role++)
    if (dwell_csv_plan_has (self, role) &&
        !_dwell_csv_sample_is_timed (sample, self->columns[role], &self->scales[role]))
      return FALSE;

  return dwell_csv_plan_has (self, DWELL_CSV_NAME) ||
         dwell_csv_plan_has (self, DWELL_CSV_CONTEXT) || self->values->len > 0;
}

static void
count_needed (DwellCsvPlan *self)
{
  for (guint role = 0; role < DWELL_CSV_VALUE; role++)
    if (dwell_csv_plan_has (self, role))
      self->n_required = MAX (self->n_required, self->columns[role] + 1);

  self->n_needed = self->n_required;
  for (guint i = 0; i < self->values->len; i++)
    self->n_needed = MAX (self->n_needed, g_array_index (self->values, guint, i) + 1);
}

/**
 * dwell_csv_plan_init:
 * @self: (out): a plan
 * @head: the first bytes of a file, in UTF-8
 * @options: options of the format
 *
 * Makes a plan. If the table cannot be read, its error says why.
 */
void
dwell_csv_plan_init (DwellCsvPlan       *self,
                     DwellScan           head,
                     const DwellOptions *options)
{
  static const char delimiters[] = { '\0', ',', ';', '\t', '|' };
  static const char * const points[] = { "", ".", ",." };
  guint decimal = get_choice (options, "Decimal", dwell_csv_decimals);
  DwellCsvSample sample;
  DwellScan s = head;

  *self = (DwellCsvPlan) {
    .delimiter = delimiters[get_choice (options, "Delimiter", dwell_csv_delimiters)],
    .names = g_ptr_array_new_with_free_func (g_free),
    .values = g_array_new (FALSE, FALSE, sizeof (guint)),
    .are_texts = g_array_new (FALSE, FALSE, sizeof (gboolean)),
    .assumed = DWELL_CSV_N_ROLES,
  };

  skip_preamble (self, &s);
  self->header = (gsize) (s.p - head.p);
  if (self->delimiter == '\0')
    self->delimiter = _dwell_csv_guess_delimiter (s);
  if (self->delimiter == '\0')
    {
      self->delimiter = ',';
      fail (self, "Delimiter", N_("Choose the delimiter"),
            g_strdup (_("Delimiter: no delimiter splits the first lines into equal numbers of "
                        "cells; choose one")));
    }

  g_strlcpy (self->scales[0].points, decimal > 0 ? points[decimal]
                                     : self->delimiter == ',' ? "." : ".,",
             sizeof self->scales[0].points);
  take_names (self, &s, options);
  self->begin = (gsize) (s.p - head.p);
  take_sample (&sample, self, s);
  choose_columns (self, &sample, options);
  choose_units (self, &sample, options);
  choose_shape (self);
  self->is_sure = is_sure (self, &sample);
  count_needed (self);
  g_array_unref (sample.cells);
}

/**
 * dwell_csv_plan_clear:
 * @self: a plan
 *
 * Frees its memory.
 */
void
dwell_csv_plan_clear (DwellCsvPlan *self)
{
  g_ptr_array_unref (self->names);
  g_array_unref (self->values);
  g_array_unref (self->are_texts);
  g_clear_error (&self->error);
}

/**
 * dwell_csv_plan_get_name:
 * @self: a plan
 * @column: a column
 *
 * Returns: (transfer none): its name
 */
const char *
dwell_csv_plan_get_name (const DwellCsvPlan *self,
                         guint               column)
{
  return g_ptr_array_index (self->names, column);
}

/**
 * dwell_csv_plan_has:
 * @self: a plan
 * @role: what a column can be
 *
 * Returns: whether there is a column with this role
 */
gboolean
dwell_csv_plan_has (const DwellCsvPlan *self,
                    DwellCsvRole        role)
{
  return self->columns[role] != DWELL_CSV_NO_COLUMN;
}

/**
 * dwell_csv_plan_get_timed:
 * @self: a plan
 *
 * Returns: the column that shows when a row was: that of begins, else that of ends
 */
DwellCsvRole
dwell_csv_plan_get_timed (const DwellCsvPlan *self)
{
  return dwell_csv_plan_has (self, DWELL_CSV_BEGIN) ? DWELL_CSV_BEGIN : DWELL_CSV_END;
}
