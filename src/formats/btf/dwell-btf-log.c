/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps events and names, and puts them in order of time. */
#include "config.h"

#include "formats/btf/dwell-btf-log.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-sort.h"

/* An event as it is kept: there are many. See DwellBtfRecord. */
typedef struct {
  guint32 offset;    /* of its time, see dwell_time_unpack() */
  guint32 source;
  guint32 target;
  guint32 halves[2]; /* of the value, or the instance and what else there is */
  guint8  type;
  guint8  kind;
  guint8  note;
  guint8  word;
} Event;

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
    .events = dwell_column_new (sizeof (Event)),
    .bases = dwell_column_new (sizeof (gint64)),
    .far_times = dwell_column_new_with_max (sizeof (gint64), DWELL_FAR_TIMES_MAX),
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
  dwell_column_free (self->events);
  dwell_column_free (self->bases);
  dwell_column_free (self->far_times);
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
 * @line: where it does so
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
                          -1, _("There are more than %d names of events: a further one has the "
                                "name of the last"), DWELL_BTF_MAX_WORDS);
      return DWELL_BTF_MAX_WORDS - 1;
    }

  g_array_append_val (self->words, name);
  return (guint8) (self->words->len - 1);
}

/* Says on which line the event @number stands. They come by number. */
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
 * dwell_btf_log_reserve:
 * @self: a log
 * @n_more: a count of events
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes room for as many events.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_log_reserve (DwellBtfLog  *self,
                       gsize         n_more,
                       GError      **error)
{
  return dwell_column_reserve (self->events, n_more, error) &&
         dwell_column_reserve (self->bases, n_more / DWELL_TIME_BLOCK + 1, error) &&
         dwell_column_reserve (self->far_times, n_more, error);
}

static guint32
pack_time (DwellBtfLog *self,
           gint64       time)
{
  guint64 offset;

  if (self->events->n % DWELL_TIME_BLOCK == 0)
    dwell_column_index (self->bases, gint64, self->bases->n++) =
      dwell_time_shift (time, -(guint64) (DWELL_TIME_FAR / 2));

  offset = (guint64) time -
           (guint64) dwell_column_index (self->bases, gint64, self->bases->n - 1);
  if (G_LIKELY (offset < DWELL_TIME_FAR))
    return (guint32) offset;

  dwell_column_index (self->far_times, gint64, self->far_times->n) = time;
  return DWELL_TIME_FAR + (guint32) self->far_times->n++;
}

/**
 * dwell_btf_log_append:
 * @self: a log with room for an event
 * @record: an event
 * @line: where it stands
 *
 * Adds an event, in the order of the file.
 */
void
dwell_btf_log_append (DwellBtfLog          *self,
                      const DwellBtfRecord *record,
                      guint64               line)
{
  Event *event = &dwell_column_index (self->events, Event, self->events->n);

  add_line (self->lines, (guint32) self->events->n, line);
  self->latest = MAX (self->latest, (guint64) record->time);
  self->goes_back |= record->time < self->last;
  self->has_type |= record->type != DWELL_BTF_OTHER_TYPE;
  self->last = record->time;

  *event = (Event) {
    .offset = pack_time (self, record->time),
    .source = record->source,
    .target = record->target,
    .type = record->type,
    .kind = record->kind,
    .note = record->note,
    .word = record->word,
  };
  memcpy (event->halves, &record->value, sizeof event->halves);
  self->events->n++;
}

/* The time of the event @number of the file, as the file has it. */
static gint64
get_raw_time (const DwellBtfLog *self,
          gsize              number)
{
  return dwell_time_unpack (dwell_column_index (self->events, Event, number).offset, number,
                            self->bases->data, self->far_times->data);
}

static gsize
get_number (const DwellBtfLog *self,
            gsize              place)
{
  return self->order != NULL ? self->order[place] : place;
}

/**
 * dwell_btf_log_get_time:
 * @self: a log that is finished
 * @place: which event in the order of time, below `n`
 *
 * Returns: its time, ns; picoseconds are rounded half up
 */
gint64
dwell_btf_log_get_time (const DwellBtfLog *self,
                        gsize              place)
{
  gint64 time = get_raw_time (self, get_number (self, place));
  gint64 factor = (gint64) (self->scale / 1000);

  return factor > 0 ? time * factor : time / 1000 + (time % 1000 >= 500);
}

/**
 * dwell_btf_log_get:
 * @self: a log that is finished
 * @place: which event in the order of time, below `n`
 * @record: (out caller-allocates): it
 */
void
dwell_btf_log_get (const DwellBtfLog *self,
                   gsize              place,
                   DwellBtfRecord    *record)
{
  gsize number = get_number (self, place);
  const Event *event = &dwell_column_index (self->events, Event, number);

  *record = (DwellBtfRecord) {
    .time = dwell_btf_log_get_time (self, place),
    .number = (guint32) number,
    .source = event->source,
    .target = event->target,
    .type = event->type,
    .kind = event->kind,
    .note = event->note,
    .word = event->word,
  };
  memcpy (&record->value, event->halves, sizeof event->halves);
}

/**
 * dwell_btf_log_drop:
 * @self: a log that is finished
 * @first: which event in the order of time
 * @n: how many from there on
 *
 * Gives back memory of events that are not got any more, where they stand side by side.
 */
void
dwell_btf_log_drop (DwellBtfLog *self,
                    gsize        first,
                    gsize        n)
{
  if (self->order == NULL)
    dwell_big_drop (&dwell_column_index (self->events, Event, first), n * sizeof (Event));
}

/* The line of the event @number of the file. */
static guint64
get_line (const DwellBtfLog *self,
          guint32            number)
{
  const DwellBtfLines *lines = (const DwellBtfLines *) (gpointer) self->lines->data;
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

/**
 * dwell_btf_log_get_line:
 * @self: a log
 * @record: one of its events
 *
 * Returns: the line that it stands on, from 1
 */
guint64
dwell_btf_log_get_line (const DwellBtfLog    *self,
                        const DwellBtfRecord *record)
{
  return get_line (self, record->number);
}

/* Takes the events that are not later than @latest: fills @keyed with their times and numbers, in
 * the order of the file. Reports the others, and how often time goes back. Returns how many there
 * are. */
static gsize
take_near (DwellBtfLog *self,
           guint64      latest,
           DwellKeyed  *keyed)
{
  DwellProblems *problems = self->builder->problems;
  guint64 n_backwards = 0;
  guint32 first = 0;
  gint64 last = 0;
  gsize n = 0;

  for (guint32 i = 0; i < self->events->n; i++)
    {
      gint64 time = get_raw_time (self, i);

      if ((guint64) time > latest)
        {
          dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "time-range", get_line (self, i), -1,
                              _("A time is further than 146 years from 0: the event was left out"));
          continue;
        }

      if (time < last && n_backwards++ == 0)
        first = i;
      last = MAX (last, time);
      keyed[n++] = (DwellKeyed) { (guint64) time, i };
    }

  if (n_backwards > 0)
    dwell_problems_add_n (problems, n_backwards, DWELL_SEVERITY_INFO, "unordered",
                          get_line (self, first), -1,
                          _("Events are not in order of time: they were put in order"));
  return n;
}

static gboolean
sort (DwellBtfLog  *self,
      guint64       latest,
      GError      **error)
{
  gsize n = self->events->n;
  DwellKeyed *keyed = dwell_big_try_alloc (2 * n * sizeof *keyed, error);

  self->order = keyed != NULL ? dwell_big_try_alloc (n * sizeof *self->order, error) : NULL;
  if (self->order != NULL)
    {
      self->n = take_near (self, latest, keyed);
      dwell_sort_keyed (keyed, keyed + n, self->n);
      for (gsize i = 0; i < self->n; i++)
        self->order[i] = keyed[i].value;
    }

  dwell_big_free (keyed);
  return self->order != NULL;
}

/**
 * dwell_btf_log_finish:
 * @self: a log that has all events
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts the events in order of time, and leaves out those whose time is none.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_log_finish (DwellBtfLog  *self,
                      GError      **error)
{
  guint64 latest = self->scale >= 1000 ? DWELL_TIME_MAX / (self->scale / 1000) : G_MAXINT64;

  self->n = self->events->n;
  return (self->latest <= latest && !self->goes_back) || sort (self, latest, error);
}
