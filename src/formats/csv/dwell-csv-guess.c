/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses what columns are, from their names and from the first rows (README.md, "Guessing"). */
#include "config.h"

#include "formats/csv/dwell-csv-plan.h"

#include <math.h>

/* Records on which a delimiter is tried. */
#define TRIED_RECORDS 20

/* Times that are assumed to be counted from 1970, s. */
#define CLOCK_MIN_S 1400000000
#define CLOCK_END_S 2100000000

/* Bytes of a column's name that are compared. */
#define NAME_BYTES 64

/* Names of columns, in lower case without blanks and signs, the most certain first. */
static const char * const context_names[] = {
  "context", "thread", "threadname", "threadid", "tid", "core", "coreid", "cpu", "cpuid", "track",
  "lane", "process", "processname", "processid", "pid", "worker", "task", "taskname", "device",
  "machine", "resource", "channel", "host", NULL,
};
static const char * const name_names[] = {
  "name", "spanname", "eventname", "functionname", "function", "func", "routine", "method",
  "activity", "operation", "signal", "signalname", "variable", "counter", "metric", "symbol",
  "region", "zone", "scope", "area", "task", "taskname", "job", "step", "state", "span", "event",
  "title", "label", "message", "msg", "text", "description", "action", NULL,
};
static const char * const begin_names[] = {
  "begin", "start", "begintime", "starttime", "timebegin", "timestart", "begintimestamp",
  "starttimestamp", "startat", "startedat", "beginat", "startdate", "tbegin", "tstart", "from",
  "timestamp", "time", "datetime", "ts", "t", "date", "when", "at", "entry", "clock", NULL,
};
static const char * const end_names[] = {
  "end", "stop", "finish", "endtime", "stoptime", "finishtime", "timeend", "timestop",
  "endtimestamp", "stoptimestamp", "endat", "endedat", "finishedat", "enddate", "tend", "tstop",
  "to", "until", "exit", NULL,
};
static const char * const duration_names[] = {
  "duration", "dur", "elapsed", "elapsedtime", "length", "latency", "runtime", "took", NULL,
};
static const char * const phase_names[] = {
  "phase", "ph", "eventtype", "kind", "type", "edge", "event", "action", "state", NULL,
};
static const char * const value_names[] = {
  "value", "val", "reading", "level", "sample", "measurement", "state", "status", "mode", NULL,
};

static const char * const * const all_names[DWELL_CSV_N_ROLES] = {
  [DWELL_CSV_CONTEXT] = context_names, [DWELL_CSV_NAME] = name_names,
  [DWELL_CSV_BEGIN] = begin_names, [DWELL_CSV_END] = end_names,
  [DWELL_CSV_DURATION] = duration_names, [DWELL_CSV_PHASE] = phase_names,
  [DWELL_CSV_VALUE] = value_names,
};

/* One bad row or cell may be among the first ones. */
static gboolean
is_most (guint n_good,
         guint n)
{
  return n_good > 0 && n_good > n / 2;
}

/* Returns how many cells the header has with that delimiter, if most records have the same number;
 * else 0. */
static guint
try_delimiter (DwellScan s,
               char      delimiter)
{
  DwellCsvRecord record = { 0 };
  guint n_columns = 0;
  guint n = 0;
  guint n_good = 0;

  while (n < TRIED_RECORDS && s.p < s.end &&
         dwell_csv_take_record (&s, delimiter, &record) != DWELL_CSV_OPEN)
    {
      /* The last record may be cut. */
      if (record.is_blank || (s.p == s.end && s.p[-1] != '\n' && n > 1))
        continue;

      n_columns = n == 0 ? record.n : n_columns;
      /* Some programs end each row with a delimiter, but not the header. */
      n_good += record.n == n_columns || record.n == n_columns + 1;
      n++;
    }

  return is_most (n_good, n) ? n_columns : 0;
}

/*< private >
 * _dwell_csv_guess_delimiter: the delimiter that splits most of the first records of @head,
 * including the header, into as many cells as the header, at least two; '\0' if there is none */
char
_dwell_csv_guess_delimiter (DwellScan head)
{
  static const char candidates[] = { '\t', ';', ',', '|' };
  guint best_n = 1;
  char best = '\0';

  for (gsize i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      guint n = try_delimiter (head, candidates[i]);

      if (n > best_n)
        {
          best_n = n;
          best = candidates[i];
        }
    }

  return best;
}

/**
 * dwell_csv_number_parse:
 * @text: a cell
 * @points: one or two decimal signs
 * @integer: (out): its value, if it is an integer of 64 bits
 * @number: (out): its value, NaN if it is unknown
 * @is_integer: (out): whether @integer is valid, else @number
 *
 * Returns: whether it is a number
 */
gboolean
dwell_csv_number_parse (DwellScan   text,
                        const char *points,
                        gint64     *integer,
                        double     *number,
                        gboolean   *is_integer)
{
  DwellScan s = text;
  DwellDecimal decimal;
  char copy[64];
  char *end;
  gsize n = (gsize) (text.end - text.p);

  *is_integer = dwell_scan_i64 (&s, integer) && s.p == s.end;
  if (*is_integer)
    {
      *number = (double) *integer;
      return TRUE;
    }

  if (n == 3 && g_ascii_strncasecmp (text.p, "nan", 3) == 0)
    {
      *number = NAN;
      return TRUE;
    }

  s = text;
  if (n >= sizeof copy || !dwell_scan_decimal (&s, points, &decimal) || s.p != s.end)
    return FALSE;

  for (gsize i = 0; i < n; i++)
    copy[i] = text.p[i] == ',' ? '.' : text.p[i];
  copy[n] = '\0';
  *number = g_ascii_strtod (copy, &end);
  return *end == '\0' && isfinite (*number);
}

/**
 * dwell_csv_phase_find:
 * @word: a cell
 *
 * Returns: the phase that it names, in any case
 */
DwellCsvPhase
dwell_csv_phase_find (DwellScan word)
{
  static const struct {
    const char    *word;
    DwellCsvPhase  phase;
  } phases[] = {
    { "b", DWELL_CSV_PHASE_BEGIN }, { "begin", DWELL_CSV_PHASE_BEGIN },
    { "start", DWELL_CSV_PHASE_BEGIN }, { "enter", DWELL_CSV_PHASE_BEGIN },
    { "entry", DWELL_CSV_PHASE_BEGIN }, { "open", DWELL_CSV_PHASE_BEGIN },
    { "e", DWELL_CSV_PHASE_END }, { "end", DWELL_CSV_PHASE_END },
    { "stop", DWELL_CSV_PHASE_END }, { "exit", DWELL_CSV_PHASE_END },
    { "leave", DWELL_CSV_PHASE_END }, { "return", DWELL_CSV_PHASE_END },
    { "finish", DWELL_CSV_PHASE_END }, { "close", DWELL_CSV_PHASE_END },
    { "x", DWELL_CSV_PHASE_SPAN }, { "complete", DWELL_CSV_PHASE_SPAN },
    { "span", DWELL_CSV_PHASE_SPAN },
    { "i", DWELL_CSV_PHASE_MARK }, { "instant", DWELL_CSV_PHASE_MARK },
    { "mark", DWELL_CSV_PHASE_MARK }, { "marker", DWELL_CSV_PHASE_MARK },
    { "message", DWELL_CSV_PHASE_MARK }, { "event", DWELL_CSV_PHASE_MARK },
    { "c", DWELL_CSV_PHASE_VALUE }, { "counter", DWELL_CSV_PHASE_VALUE },
    { "value", DWELL_CSV_PHASE_VALUE }, { "sample", DWELL_CSV_PHASE_VALUE },
  };
  gsize length = (gsize) (word.end - word.p);

  for (gsize i = 0; i < G_N_ELEMENTS (phases); i++)
    if (strlen (phases[i].word) == length &&
        g_ascii_strncasecmp (phases[i].word, word.p, length) == 0)
      return phases[i].phase;

  return DWELL_CSV_NO_PHASE;
}

/* Whether the text looks like a cell of a row rather than of a header. */
static gboolean
is_data (DwellScan text)
{
  DwellCsvScale date;
  gint64 integer, time_ns;
  double number;
  gboolean flag;

  dwell_csv_scale_init (&date, DWELL_CSV_DATE, NULL, ".");
  return dwell_csv_number_parse (text, ".,", &integer, &number, &flag) ||
         dwell_csv_scale_parse (&date, text, &time_ns, &flag);
}

/*< private >
 * _dwell_csv_guess_header: whether cells are the names of columns */
gboolean
_dwell_csv_guess_header (const DwellCsvCell *cells,
                         guint               n)
{
  guint n_named = 0;

  for (guint i = 0; i < n; i++)
    {
      if (is_data (dwell_csv_cell_scan (&cells[i])))
        return FALSE;
      n_named += cells[i].length > 0;
    }

  return n_named > 0;
}

/* Splits off the unit at the end of a name: in brackets, after a sign or a blank, or with a change
 * of case as in startMs. Returns the unit, and the part before it in lower case without signs. */
static DwellCsvUnit
split_name (const char *name,
            char        base[NAME_BYTES])
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  gsize length = strlen (lower);
  gsize end = length;
  gsize begin;
  gsize n = 0;
  DwellCsvUnit unit = DWELL_CSV_NO_UNIT;
  gboolean is_in_brackets = length > 0 && (lower[length - 1] == ')' || lower[length - 1] == ']');

  if (is_in_brackets)
    end--;
  for (begin = end; begin > 0 && strchr ("([ _-./,:", lower[begin - 1]) == NULL; begin--)
    if (!is_in_brackets && begin < end && g_ascii_isupper (name[begin]) &&
        !g_ascii_isupper (name[begin - 1]))
      break;

  if (begin > 0)
    unit = dwell_csv_unit_find (lower + begin, end - begin);
  if (unit == DWELL_CSV_NO_UNIT && !is_in_brackets)
    begin = length;

  for (gsize i = 0; i < begin && n < NAME_BYTES - 1; i++)
    if (g_ascii_isalnum (lower[i]))
      base[n++] = lower[i];
  base[n] = '\0';

  /* “duration_min” is more likely the minimum. */
  if (unit == DWELL_CSV_MIN && !is_in_brackets && g_strv_contains (duration_names, base))
    {
      g_strlcat (base, "min", NAME_BYTES);
      return DWELL_CSV_NO_UNIT;
    }

  return unit;
}

static const DwellCsvCell *
get_cell (const DwellCsvSample *self,
          guint                 record,
          guint                 column)
{
  return &g_array_index (self->cells, DwellCsvCell, record * self->n_columns + column);
}

/*< private >
 * _dwell_csv_sample_is_timed: whether most cells of the column that are not empty are times */
gboolean
_dwell_csv_sample_is_timed (const DwellCsvSample *self,
                            guint                 column,
                            const DwellCsvScale  *scale)
{
  guint n = 0;
  guint n_good = 0;

  for (guint i = 0; i < self->n_records; i++)
    {
      const DwellCsvCell *cell = get_cell (self, i, column);
      gint64 time_ns;
      gboolean is_rounded;

      n += cell->length > 0;
      n_good += cell->length > 0 &&
                dwell_csv_scale_parse (scale, dwell_csv_cell_scan (cell), &time_ns, &is_rounded);
    }

  return is_most (n_good, n);
}

static gboolean
cell_fits (const DwellCsvSample *self,
           DwellCsvRole          role,
           DwellScan             text)
{
  gint64 integer;
  double number;
  gboolean flag;

  switch (role)
    {
    case DWELL_CSV_PHASE:
      return dwell_csv_phase_find (text) != DWELL_CSV_NO_PHASE;
    case DWELL_CSV_VALUE:
      return dwell_csv_number_parse (text, self->plan->scales[0].points, &integer, &number, &flag);
    case DWELL_CSV_BEGIN:
    case DWELL_CSV_END:
    case DWELL_CSV_DURATION:
      return is_data (text);
    case DWELL_CSV_CONTEXT:
    case DWELL_CSV_NAME:
    case DWELL_CSV_N_ROLES:
    default:
      return TRUE;
    }
}

/*< private >
 * _dwell_csv_sample_fits: whether most cells of the column that are not empty fit the role */
gboolean
_dwell_csv_sample_fits (const DwellCsvSample *self,
                        DwellCsvRole          role,
                        guint                 column)
{
  guint n = 0;
  guint n_good = 0;

  for (guint i = 0; i < self->n_records; i++)
    {
      const DwellCsvCell *cell = get_cell (self, i, column);

      n += cell->length > 0;
      n_good += cell->length > 0 && cell_fits (self, role, dwell_csv_cell_scan (cell));
    }

  /* Without rows only the name counts. */
  return is_most (n_good, n) || self->n_records == 0 || role == DWELL_CSV_CONTEXT ||
         role == DWELL_CSV_NAME;
}

/* Names of columns of values that may be texts: in any table, and in tables whose rows are values
 * of variables, where the texts are states. */
static const char * const text_names[] = { "value", "val", NULL };
static const char * const state_names[] = { "state", "status", "mode", NULL };

/* Whether a column named @name fits the role. */
static gboolean
suits (const DwellCsvSample *self,
       DwellCsvRole          role,
       guint                 column,
       const char           *name)
{
  gboolean has_variables = _dwell_csv_plan_has_variables (self->plan);

  /* If rows are values of variables, a column “state” is more likely the value than the name. */
  if (role == DWELL_CSV_NAME && has_variables && g_str_equal (name, "state"))
    return FALSE;

  return _dwell_csv_sample_fits (self, role, column) ||
         (role == DWELL_CSV_VALUE && (g_strv_contains (text_names, name) ||
                                      (has_variables && g_strv_contains (state_names, name))));
}

/*< private >
 * _dwell_csv_guess_column: the column whose name and contents fit the role */
guint
_dwell_csv_guess_column (const DwellCsvSample *self,
                         DwellCsvRole          role,
                         const gboolean       *is_taken)
{
  for (const char * const *word = all_names[role]; *word != NULL; word++)
    for (guint i = 0; i < self->n_columns; i++)
      {
        char base[NAME_BYTES];

        split_name (g_ptr_array_index (self->plan->names, i), base);
        if (!is_taken[i] && g_str_equal (base, *word) && suits (self, role, i, base))
          return i;
      }

  return DWELL_CSV_NO_COLUMN;
}

/*< private >
 * _dwell_csv_guess_values: takes all other columns of numbers */
void
_dwell_csv_guess_values (const DwellCsvSample *self,
                         const gboolean       *is_taken,
                         GArray               *columns)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (!is_taken[i] && _dwell_csv_sample_fits (self, DWELL_CSV_VALUE, i))
      g_array_append_val (columns, i);
}

/* The number of digits of a time since 1970, from 2014 to 2036, shows its unit. */
static DwellCsvUnit
guess_clock (DwellScan text)
{
  static const DwellCsvUnit units[] = { DWELL_CSV_S, DWELL_CSV_MS, DWELL_CSV_US, DWELL_CSV_NS };
  gint64 number;

  if (!dwell_scan_i64 (&text, &number))
    return DWELL_CSV_NO_UNIT;

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++, number /= 1000)
    if (number >= CLOCK_MIN_S && number < CLOCK_END_S)
      return units[i];

  return DWELL_CSV_NO_UNIT;
}

/*< private >
 * _dwell_csv_guess_unit: the unit of a column of times, from its name, else from its cells;
 * @is_assumed: neither shows the unit */
DwellCsvUnit
_dwell_csv_guess_unit (const DwellCsvSample *self,
                       guint                 column,
                       gboolean             *is_assumed)
{
  char base[NAME_BYTES];
  DwellCsvUnit unit = split_name (g_ptr_array_index (self->plan->names, column), base);
  DwellCsvScale date;
  DwellCsvUnit clock = DWELL_CSV_NO_UNIT;
  gboolean has_fraction = FALSE;
  gboolean is_clock = TRUE;

  *is_assumed = FALSE;
  dwell_csv_scale_init (&date, DWELL_CSV_DATE, NULL, ".");
  if (_dwell_csv_sample_is_timed (self, column, &date))
    return DWELL_CSV_DATE;
  if (unit != DWELL_CSV_NO_UNIT)
    return unit;

  *is_assumed = TRUE;
  for (guint i = 0; i < self->n_records; i++)
    {
      const DwellCsvCell *cell = get_cell (self, i, column);

      unit = guess_clock (dwell_csv_cell_scan (cell));
      is_clock = is_clock && unit != DWELL_CSV_NO_UNIT && (i == 0 || unit == clock);
      clock = unit;
      has_fraction |= memchr (cell->p, '.', cell->length) != NULL ||
                      memchr (cell->p, ',', cell->length) != NULL;
    }

  return is_clock && self->n_records > 0 ? clock : has_fraction ? DWELL_CSV_S : DWELL_CSV_NS;
}
