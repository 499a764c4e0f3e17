/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes spans, messages and values from rows, in the order of the file (README.md, "In the
 * trace"). */
#include "config.h"

#include "formats/csv/dwell-csv-take.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

/* Each context and each variable has a track. */
#define MAX_TRACKS 65536

/* A block whose rows are being taken, and the meaning of its texts. */
typedef struct {
  DwellCsvTaker       *taker;
  const DwellCsvBlock *block;
  guint                n_taken; /* values of rows before this one */
  guint32             *texts;   /* by text: strings, names and threads, or DWELL_NONE until */
  guint32             *names;   /* they are needed */
  guint32             *threads;
  guint64              n_lines;
  guint32              default_thread;
} Taking;

/**
 * dwell_csv_taker_init:
 * @self: (out): a taker
 * @plan: what the columns are
 * @builder: gets the contents of the rows
 *
 * Makes a taker.
 */
void
dwell_csv_taker_init (DwellCsvTaker      *self,
                      const DwellCsvPlan *plan,
                      DwellBuilder       *builder)
{
  *self = (DwellCsvTaker) {
    .plan = plan, .value_names = g_new (guint32, plan->values->len + 1),
  };
  dwell_store_init (&self->store, builder);
  self->store.is_flat = TRUE;
  self->store.max_tracks = MAX_TRACKS;
  for (guint i = 0; i < plan->values->len; i++)
    self->value_names[i] =
      dwell_strings_intern (builder->strings,
                            dwell_csv_plan_get_name (plan, g_array_index (plan->values, guint, i)),
                            -1);
}

/**
 * dwell_csv_taker_clear:
 * @self: a taker
 *
 * Frees its memory.
 */
void
dwell_csv_taker_clear (DwellCsvTaker *self)
{
  dwell_store_clear (&self->store);
  g_free (self->value_names);
}

static guint32
get_text (Taking  *self,
          guint32  place)
{
  const DwellPair *pair = &g_array_index (self->block->texts.pairs, DwellPair, place);

  if (self->texts[place] == DWELL_NONE)
    self->texts[place] =
      dwell_store_intern (&self->taker->store, pair->first.p, pair->first.length);

  return self->texts[place];
}

/* The name of a context. A bare number gets the kind of context before it: “core 1”. */
static guint32
make_key (Taking  *self,
          guint32  place)
{
  const DwellCsvPlan *plan = self->taker->plan;
  DwellStrings *strings = self->taker->store.builder->strings;
  guint32 text = get_text (self, place);
  const char *bytes = dwell_strings_get (strings, text);
  g_autofree char *key = NULL;

  if (!plan->has_header || bytes[strspn (bytes, "0123456789")] != '\0')
    return text;

  key = g_strdup_printf ("%s %s", dwell_csv_plan_get_name (plan, plan->columns[DWELL_CSV_CONTEXT]),
                         bytes);
  return dwell_strings_intern (strings, key, -1);
}

static guint32
get_name (Taking            *self,
          const DwellCsvRow *row)
{
  gboolean is_context = row->name == DWELL_NONE &&
                        !dwell_csv_plan_has (self->taker->plan, DWELL_CSV_NAME);
  guint32 place = is_context ? row->context : row->name;

  if (place == DWELL_NONE)
    return dwell_store_find_name (&self->taker->store, 0, 0);

  if (self->names[place] == DWELL_NONE)
    self->names[place] =
      dwell_store_find_name (&self->taker->store,
                             is_context ? make_key (self, place) : get_text (self, place), 0);
  return self->names[place];
}

/* Returns the thread of a row, or DWELL_NONE if there are too many. */
static guint32
get_thread (Taking            *self,
            const DwellCsvRow *row)
{
  DwellStore *store = &self->taker->store;
  guint32 *thread = row->context != DWELL_NONE ? &self->threads[row->context]
                                               : &self->default_thread;
  guint32 key;

  if (*thread != DWELL_NONE)
    return *thread;

  if (row->context != DWELL_NONE)
    key = make_key (self, row->context);
  else
    key = dwell_strings_intern (store->builder->strings,
                                dwell_csv_plan_has (self->taker->plan, DWELL_CSV_CONTEXT)
                                  ? "(no context)" : "Table", -1);
  *thread = dwell_store_find_thread (store, key, key);
  return *thread;
}

static void
tell_fault (Taking            *self,
            const DwellCsvRow *row,
            guint64            line)
{
  static const struct {
    const char *code;
    const char *message;
  } faults[] = {
    [DWELL_CSV_BAD_QUOTE] = { "bad-quote", N_("Text follows the closing quote of a cell: the row "
                                              "was left out") },
    [DWELL_CSV_SHORT_ROW] = { "short-row", N_("A row has too few cells: it was left out") },
    [DWELL_CSV_BAD_TIME] = { "bad-time", N_("A time is missing, invalid or too large: the row was "
                                            "left out") },
    [DWELL_CSV_BAD_END] = { "bad-end", N_("An end or a duration is invalid or too large: the row "
                                          "was left out") },
    [DWELL_CSV_BAD_PHASE] = { "bad-phase", N_("A phase is not known: the row was left out") },
    [DWELL_CSV_NO_VALUE] = { "no-value", N_("A value row has no value: it was left out") },
  };

  dwell_problems_add (self->taker->store.builder->problems, DWELL_SEVERITY_ERROR,
                      faults[row->fault].code, line, -1, "%s", _(faults[row->fault].message));
}

static void
tell_flags (Taking            *self,
            const DwellCsvRow *row,
            guint64            line)
{
  DwellCsvTaker *taker = self->taker;
  DwellProblems *problems = taker->store.builder->problems;

  if (row->flags & DWELL_CSV_IS_NEGATIVE)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "negative-duration", line, -1,
                        _("A duration is negative: it counts as 0"));
  if (row->flags & DWELL_CSV_HAS_MORE)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "extra-cells", line, -1,
                        _("A row has more cells than there are columns: the extra cells were left "
                          "out"));
  if ((row->flags & DWELL_CSV_IS_ROUNDED) && taker->n_rounded++ == 0)
    taker->first_rounded = line;
}

/* The value @i of the current row. */
static const DwellCsvValue *
get_value (const Taking *self,
           guint         i)
{
  return &g_array_index (self->block->values, DwellCsvValue, self->n_taken + i);
}

/* Adds the values of a span or a message as its arguments. */
static DwellStoreCall
add_args (Taking            *self,
          const DwellCsvRow *row,
          DwellStoreCall     call)
{
  DwellStore *store = &self->taker->store;

  for (guint32 i = 0; i < row->n_values; i++)
    {
      const DwellCsvValue *value = get_value (self, i);
      guint64 bits;

      if (value->kind == DWELL_ARG_STRING)
        bits = get_text (self, value->text);
      else
        memcpy (&bits, &value->integer, sizeof bits);
      if ((value->kind != DWELL_ARG_REAL || !isnan (value->number)) &&
          !dwell_builder_add_arg (store->builder, self->taker->value_names[value->place],
                                  value->kind, bits))
        store->n_args_lost++;
    }

  return dwell_store_add_args (store, call, dwell_builder_end_args (store->builder));
}

/* Returns the variable of a value: named by the row, else by the column; by both, if there are
 * several columns of values. */
static guint32
get_variable (Taking              *self,
              const DwellCsvRow   *row,
              const DwellCsvValue *value)
{
  DwellStrings *strings = self->taker->store.builder->strings;
  guint32 column = self->taker->value_names[value->place];
  g_autofree char *both = NULL;

  if (row->name == DWELL_NONE)
    return column;
  if (self->taker->plan->values->len == 1)
    return get_text (self, row->name);

  both = g_strconcat (dwell_strings_get (strings, get_text (self, row->name)), ".",
                      dwell_strings_get (strings, column), NULL);
  return dwell_strings_intern (strings, both, -1);
}

static void
add_values (Taking            *self,
            const DwellCsvRow *row,
            guint32            process,
            guint64            line)
{
  DwellStore *store = &self->taker->store;

  for (guint32 i = 0; i < row->n_values; i++)
    {
      const DwellCsvValue *value = get_value (self, i);
      guint32 counter = dwell_store_find_counter (store, process, get_variable (self, row, value));

      if (counter == DWELL_NONE)
        dwell_problems_add (store->builder->problems, DWELL_SEVERITY_ERROR, "too-many-tracks",
                            line, -1, _("There are more than %d contexts or variables: further "
                                        "ones are left out"), MAX_TRACKS);
      else if (value->kind == DWELL_ARG_STRING)
        dwell_store_add_text (store, counter, row->time_ns, get_text (self, value->text), line);
      else if (value->kind == DWELL_ARG_INTEGER)
        dwell_store_add_integer (store, counter, row->time_ns, value->integer);
      else
        dwell_store_add_number (store, counter, row->time_ns, value->number);
    }
}

static void
add_record (Taking            *self,
            const DwellCsvRow *row,
            guint32            thread,
            guint64            line)
{
  gboolean is_span = row->phase == DWELL_CSV_PHASE_SPAN;
  DwellStoreRecord record = {
    .time_ns = row->time_ns,
    .duration_ns = is_span ? row->duration_ns : DWELL_TIME_NONE,
    .name = get_name (self, row),
    .line = _dwell_store_pack_line (line),
    .kind = is_span ? DWELL_STORE_WHOLE
            : row->phase == DWELL_CSV_PHASE_BEGIN ? DWELL_STORE_BEGIN : DWELL_STORE_END,
    .flags = row->flags & DWELL_CSV_IS_NEGATIVE ? DWELL_SPAN_CLAMPED : 0,
  };

  if (G_UNLIKELY (row->n_values > 0))
    record.name = add_args (self, row, record.name);
  dwell_store_add_record (&self->taker->store, thread, &record);
}

static void
add_mark (Taking            *self,
          const DwellCsvRow *row,
          GArray            *points)
{
  DwellStoreCall call = get_name (self, row);

  if (row->n_values > 0)
    call = add_args (self, row, call);
  dwell_store_add_point (&self->taker->store, points, row->time_ns, call);
}

static void
take_row (Taking            *self,
          const DwellCsvRow *row)
{
  DwellStore *store = &self->taker->store;
  guint64 line = self->n_lines + row->line + 1;
  gint64 end_ns = row->time_ns + (row->phase == DWELL_CSV_PHASE_SPAN ? MAX (row->duration_ns, 0)
                                                                     : 0);
  DwellStorePlace *place;
  guint32 number, process;

  number = row->fault == DWELL_CSV_NO_FAULT ? get_thread (self, row) : DWELL_NONE;
  if (row->fault != DWELL_CSV_NO_FAULT)
    tell_fault (self, row, line);
  else if (G_UNLIKELY (row->flags != 0))
    tell_flags (self, row, line);
  if (number == DWELL_NONE)
    {
      if (row->fault == DWELL_CSV_NO_FAULT)
        dwell_problems_add (store->builder->problems, DWELL_SEVERITY_ERROR, "too-many-tracks",
                            line, -1, _("There are more than %d contexts or variables: further "
                                        "ones are left out"), MAX_TRACKS);
      self->n_taken += row->n_values;
      return;
    }

  process = g_array_index (store->threads, DwellStoreThread, number).process;
  place = &g_array_index (store->threads, DwellStoreThread, number).place;
  store->n_events++;
  if (row->phase == DWELL_CSV_PHASE_VALUE)
    {
      place = &g_array_index (store->processes, DwellStorePlace, process);
      add_values (self, row, process, line);
    }
  else if (row->phase == DWELL_CSV_PHASE_MARK)
    add_mark (self, row, place->points);
  else
    add_record (self, row, number, line);

  place->first = place->first == 0 ? store->n_events : place->first;
  store->begin_ns = MIN (store->begin_ns, row->time_ns);
  store->end_ns = MAX (store->end_ns, end_ns);
  self->n_taken += row->n_values;
}

static gboolean
is_long (const Taking *self,
         guint32       text)
{
  return text != DWELL_NONE &&
         g_array_index (self->block->texts.pairs, DwellPair, text).first.length >
           DWELL_STORE_MAX_NAME_BYTES;
}

/* Finds the line of the first text that was cut. */
static void
note_cut (Taking *self)
{
  DwellStore *store = &self->taker->store;

  self->n_taken = 0;
  for (guint i = 0; i < self->block->rows->len && store->cut_line == 0; i++)
    {
      const DwellCsvRow *row = &g_array_index (self->block->rows, DwellCsvRow, i);
      gboolean is_cut = is_long (self, row->name) || is_long (self, row->context);

      for (guint32 k = 0; k < row->n_values; k++)
        if (get_value (self, k)->kind == DWELL_ARG_STRING)
          is_cut = is_cut || is_long (self, get_value (self, k)->text);

      self->n_taken += row->n_values;
      if (is_cut)
        store->cut_line = self->n_lines + row->line + 1;
    }

  store->cut_offset = -1;
}

/* An array of @n numbers that are not yet known. */
static guint32 *
make_numbers (guint n)
{
  guint32 *numbers = g_new (guint32, n + 1);

  memset (numbers, 0xff, (n + 1) * sizeof *numbers);
  return numbers;
}

/**
 * dwell_csv_taker_take:
 * @self: a taker
 * @block: parsed rows
 * @n_lines_before: line ends before the parsed text
 *
 * Takes over the rows of a text, in the order of the file.
 */
void
dwell_csv_taker_take (DwellCsvTaker       *self,
                      const DwellCsvBlock *block,
                      guint64              n_lines_before)
{
  Taking taking = {
    .taker = self, .block = block, .n_lines = n_lines_before, .default_thread = DWELL_NONE,
    .texts = make_numbers (block->texts.pairs->len),
    .names = make_numbers (block->texts.pairs->len),
    .threads = make_numbers (block->texts.pairs->len),
  };

  for (guint i = 0; i < block->rows->len; i++)
    take_row (&taking, &g_array_index (block->rows, DwellCsvRow, i));
  if (self->store.n_cut > 0 && self->store.cut_line == 0)
    note_cut (&taking);

  g_free (taking.texts);
  g_free (taking.names);
  g_free (taking.threads);
}

/* Reports the meaning of each column, and the columns that are not read. */
static void
tell_columns (DwellCsvTaker *self)
{
  const DwellCsvPlan *plan = self->plan;
  g_autoptr(GString) used = g_string_new (NULL);
  g_autoptr(GString) unused = g_string_new (NULL);

  for (guint i = 0; i < plan->names->len; i++)
    {
      const char *name = dwell_csv_plan_get_name (plan, i);
      gboolean is_used = FALSE;

      for (DwellCsvRole role = 0; role < DWELL_CSV_VALUE; role++)
        if (plan->columns[role] == i)
          {
            gboolean is_time = role == DWELL_CSV_BEGIN || role == DWELL_CSV_END ||
                               role == DWELL_CSV_DURATION;

            g_string_append_printf (used, "%s%s: %s%s%s%s", used->len > 0 ? "\n" : "",
                                    dwell_csv_roles[role], name, is_time ? " (" : "",
                                    is_time ? dwell_csv_units[plan->scales[role].unit + 1] : "",
                                    is_time ? ")" : "");
            is_used = TRUE;
          }
      for (guint k = 0; k < plan->values->len; k++)
        if (g_array_index (plan->values, guint, k) == i)
          {
            g_string_append_printf (used, "%s%s: %s", used->len > 0 ? "\n" : "",
                                    dwell_csv_roles[DWELL_CSV_VALUE], name);
            is_used = TRUE;
          }
      if (!is_used)
        g_string_append_printf (unused, "%s%s", unused->len > 0 ? ", " : "", name);
    }

  dwell_builder_set_property (self->store.builder, "columns", N_("Columns"),
                              g_variant_new_string (used->str));
  if (unused->len > 0)
    dwell_builder_set_property (self->store.builder, "unread_columns", N_("Columns not read"),
                                g_variant_new_string (unused->str));
}

/**
 * dwell_csv_taker_finish:
 * @self: a taker with all rows
 * @error: %DWELL_ERROR_SYNTAX if no row can be shown; %DWELL_ERROR_LIMIT
 *
 * Fills the tables of the builder.
 *
 * Returns: %FALSE with an error
 */
gboolean
dwell_csv_taker_finish (DwellCsvTaker  *self,
                        GError        **error)
{
  const DwellCsvPlan *plan = self->plan;
  DwellProblems *problems = self->store.builder->problems;

  if (self->store.n_events == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("no row can be read; another delimiter, other columns or another "
                             "unit may fit"));
      return FALSE;
    }

  tell_columns (self);
  if (plan->assumed != DWELL_CSV_N_ROLES)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "unit-assumed", 0, -1,
                        /* Translators: a unit of time, as ms */
                        _("The file does not contain the unit of its times: %s was assumed. The "
                          "options Unit and DurationUnit set other units"),
                        dwell_csv_units[plan->scales[plan->assumed].unit + 1]);
  if (self->n_rounded > 0)
    dwell_problems_add_n (problems, self->n_rounded, DWELL_SEVERITY_INFO, "rounded-time",
                          self->first_rounded, -1,
                          _("A time is not a whole number of nanoseconds: it was rounded"));

  return dwell_store_finish (&self->store, error);
}
