/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps events and names, and puts them in order of time. */
#include "config.h"

#include "formats/btf/dwell-btf-log.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-sort.h"

/**
 * dwell_btf_log_init:
 * @self: (out caller-allocates): an empty log
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_btf_log_init (DwellBtfLog  *self,
                    DwellBuilder *builder)
{
  static const DwellScan nothing = { "", "" };

  *self = (DwellBtfLog) {
    .builder = builder,
    .records = dwell_column_new (sizeof (DwellBtfRecord)),
    .lines = g_array_new (FALSE, FALSE, sizeof (DwellBtfLines)),
    .names = dwell_strings_new (),
    .entities = dwell_column_new (sizeof (DwellBtfEntity)),
    .words = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .others = g_string_new (NULL),
    .table = -1,
  };
  for (guint i = 0; i < G_N_ELEMENTS (self->tables); i++)
    self->tables[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  dwell_btf_log_add_entity (self, nothing);
}

/**
 * dwell_btf_log_clear:
 * @self: a log
 *
 * Frees what @self owns.
 */
void
dwell_btf_log_clear (DwellBtfLog *self)
{
  dwell_column_free (self->records);
  dwell_big_free (self->order);
  g_array_unref (self->lines);
  dwell_strings_unref (self->names);
  dwell_column_free (self->entities);
  g_array_unref (self->words);
  g_string_free (self->others, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (self->tables); i++)
    g_hash_table_unref (self->tables[i]);
}

/**
 * dwell_btf_log_add_entity:
 * @self: a log
 * @name: the name of an entity, or the number that stands for it
 *
 * Returns: its id; without memory 0, and dwell_builder_check() fails
 */
guint32
dwell_btf_log_add_entity (DwellBtfLog *self,
                          DwellScan    name)
{
  guint32 id;

  dwell_btf_log_translate (self, DWELL_BTF_ENTITIES, &name);
  id = dwell_strings_intern_bytes (self->names, name.p, (gsize) (name.end - name.p),
                                   DWELL_CHARSET_WINDOWS_1252);
  if (id >= self->entities->n)
    {
      const char *text = dwell_strings_get (self->names, id);
      DwellBtfEntity entity = { .name = dwell_strings_intern (self->builder->strings, text, -1) };

      if (!dwell_builder_reserve (self->builder, self->entities, 1))
        return 0;
      dwell_column_append (self->entities, &entity, 1);
    }

  return id;
}

/**
 * dwell_btf_log_add_word:
 * @self: a log
 * @word: what happened, as the file calls it
 * @line: the line
 *
 * Returns: its number
 */
guint8
dwell_btf_log_add_word (DwellBtfLog *self,
                        DwellScan    word,
                        guint64      line)
{
  guint32 name = dwell_strings_intern_bytes (self->builder->strings, word.p,
                                             (gsize) (word.end - word.p),
                                             DWELL_CHARSET_WINDOWS_1252);

  for (guint i = 0; i < self->words->len; i++)
    if (g_array_index (self->words, guint32, i) == name)
      return (guint8) i;

  if (self->words->len == DWELL_BTF_MAX_WORDS)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "too-many-events", line,
                          -1, _("There are more than %d event names: events with other names get "
                                "the last of these"), DWELL_BTF_MAX_WORDS);
      return DWELL_BTF_MAX_WORDS - 1;
    }

  g_array_append_val (self->words, name);
  return (guint8) (self->words->len - 1);
}

/* Records on which line the record @number is. Calls come in the order of numbers. */
static void
add_line (GArray  *lines,
          guint32  number,
          guint64  line)
{
  DwellBtfLines added = { number, (guint32) MIN (line - number - 1, G_MAXUINT32) };

  if (lines->len == 0 ||
      g_array_index (lines, DwellBtfLines, lines->len - 1).n_others != added.n_others)
    g_array_append_val (lines, added);
}

/**
 * dwell_btf_log_append:
 * @self: a log with room for a record
 * @record: an event
 * @line: its line
 *
 * Adds an event, in the order of the file.
 */
void
dwell_btf_log_append (DwellBtfLog          *self,
                      const DwellBtfRecord *record,
                      guint64               line)
{
  add_line (self->lines, (guint32) self->records->n, line);
  self->latest = MAX (self->latest, (guint64) record->time);
  self->goes_back |= record->time < self->last;
  self->last = record->time;
  dwell_column_index (self->records, DwellBtfRecord, self->records->n++) = *record;
}

/**
 * dwell_btf_log_get_line:
 * @self: a log
 * @record: one of its records
 *
 * Returns: its line, from 1
 */
guint64
dwell_btf_log_get_line (const DwellBtfLog    *self,
                        const DwellBtfRecord *record)
{
  const DwellBtfLines *lines = (const DwellBtfLines *) (gpointer) self->lines->data;
  guint32 number = (guint32) (record - (const DwellBtfRecord *) self->records->data);
  guint low = 0;

  for (guint high = self->lines->len; high - low > 1;)
    {
      guint middle = low + (high - low) / 2;

      if (lines[middle].first <= number)
        low = middle;
      else
        high = middle;
    }

  return (guint64) number + lines[low].n_others + 1;
}

/* Converts times to ns, rounding half up. */
static void
scale_times (DwellBtfLog *self)
{
  DwellBtfRecord *records = self->records->data;
  gint64 factor = (gint64) (self->scale / 1000);

  for (gsize i = 0; i < self->records->n && factor != 1; i++)
    records[i].time = factor > 0 ? records[i].time * factor
                                 : records[i].time / 1000 + (records[i].time % 1000 >= 500);
}

/* Leaves out events later than @latest. */
static void
leave_out_far (DwellBtfLog *self,
               guint64      latest)
{
  DwellBtfRecord *records = self->records->data;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (DwellBtfLines));
  gsize n = 0;

  for (gsize i = 0; i < self->records->n; i++)
    {
      guint64 line = dwell_btf_log_get_line (self, &records[i]);

      if ((guint64) records[i].time > latest)
        {
          dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "time-range", line, -1,
                              _("A time is more than 146 years from 0: the event was left out"));
          continue;
        }

      add_line (lines, (guint32) n, line);
      records[n++] = records[i];
    }

  self->records->n = n;
  g_array_unref (self->lines);
  self->lines = lines;
}

/* Reports how often time goes back. Returns whether it does. */
static gboolean
report_unordered (DwellBtfLog *self)
{
  const DwellBtfRecord *records = self->records->data;
  guint64 n_backwards = 0;
  gsize first = 0;
  gint64 last = 0;

  for (gsize i = 0; i < self->records->n; i++)
    {
      if (records[i].time < last && n_backwards++ == 0)
        first = i;
      last = MAX (last, records[i].time);
    }

  if (n_backwards > 0)
    dwell_problems_add_n (self->builder->problems, n_backwards, DWELL_SEVERITY_INFO, "unordered",
                          dwell_btf_log_get_line (self, &records[first]), -1,
                          _("Events are not in chronological order: they were sorted"));
  return n_backwards > 0;
}

static gboolean
sort (DwellBtfLog  *self,
      GError      **error)
{
  const DwellBtfRecord *records = self->records->data;
  gsize n = self->records->n;
  DwellKeyed *keyed = dwell_big_try_alloc (2 * n * sizeof *keyed, error);

  self->order = keyed != NULL ? dwell_big_try_alloc (n * sizeof *self->order, error) : NULL;
  if (self->order != NULL)
    {
      for (gsize i = 0; i < n; i++)
        keyed[i] = (DwellKeyed) { (guint64) records[i].time, (guint32) i };

      dwell_sort_keyed (keyed, keyed + n, n);
      for (gsize i = 0; i < n; i++)
        self->order[i] = keyed[i].value;
    }

  dwell_big_free (keyed);
  return self->order != NULL;
}

/**
 * dwell_btf_log_finish:
 * @self: a log with all events
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts the events in order of time, in ns.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_log_finish (DwellBtfLog  *self,
                      GError      **error)
{
  guint64 latest = self->scale >= 1000 ? DWELL_TIME_MAX / (self->scale / 1000) : G_MAXINT64;

  gboolean is_unordered;

  if (self->latest > latest)
    leave_out_far (self, latest);

  is_unordered = self->goes_back && report_unordered (self);
  scale_times (self);
  return !is_unordered || sort (self, error);
}
