/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the contents of a file until dwell_store_finish() can make the trace. */
#include "config.h"

#include "formats/store/dwell-store.h"

#include <string.h>

#include "core/dwell-hash.h"

/**
 * dwell_store_init:
 * @self: (out): a store
 * @builder: gets areas, strings and problems
 *
 * Makes an empty store.
 */
void
dwell_store_init (DwellStore   *self,
                  DwellBuilder *builder)
{
  *self = (DwellStore) {
    .builder = builder,
    .names = g_array_new (FALSE, FALSE, sizeof (DwellStoreName)),
    .with_args = g_array_new (FALSE, FALSE, sizeof (DwellStoreNamedArgs)),
    .processes = g_array_new (FALSE, FALSE, sizeof (DwellStorePlace)),
    .threads = g_array_new (FALSE, FALSE, sizeof (DwellStoreThread)),
    .counters = g_array_new (FALSE, FALSE, sizeof (DwellStoreCounter)),
    .async = g_array_new (FALSE, FALSE, sizeof (DwellStoreAsync)),
    .flows = g_array_new (FALSE, FALSE, sizeof (DwellStoreFlow)),
    .step_spans = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .global = g_array_new (FALSE, FALSE, sizeof (DwellStorePoint)),
    .max_tracks = G_MAXUINT,
    .begin_ns = G_MAXINT64,
    .end_ns = G_MININT64,
  };
  dwell_ids_init (&self->name_ids);
  dwell_ids_init (&self->process_ids);
  dwell_ids_init (&self->thread_ids);
  dwell_ids_init (&self->counter_ids);
}

/**
 * dwell_store_clear:
 * @self: a store
 *
 * Frees its memory.
 */
void
dwell_store_clear (DwellStore *self)
{
  for (guint i = 0; i < self->processes->len; i++)
    g_array_unref (g_array_index (self->processes, DwellStorePlace, i).points);
  for (guint i = 0; i < self->threads->len; i++)
    {
      g_array_unref (g_array_index (self->threads, DwellStoreThread, i).place.points);
      dwell_column_free (g_array_index (self->threads, DwellStoreThread, i).records);
      g_clear_pointer (&g_array_index (self->threads, DwellStoreThread, i).open, g_array_unref);
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      g_array_unref (g_array_index (self->counters, DwellStoreCounter, i).values);
      g_clear_pointer (&g_array_index (self->counters, DwellStoreCounter, i).texts,
                       g_array_unref);
      g_clear_pointer (&g_array_index (self->counters, DwellStoreCounter, i).stretches,
                       g_array_unref);
    }

  g_array_unref (self->names);
  g_array_unref (self->with_args);
  g_array_unref (self->processes);
  g_array_unref (self->threads);
  g_array_unref (self->counters);
  g_array_unref (self->async);
  g_array_unref (self->flows);
  g_array_unref (self->step_spans);
  g_array_unref (self->global);
  dwell_ids_clear (&self->name_ids);
  dwell_ids_clear (&self->process_ids);
  dwell_ids_clear (&self->thread_ids);
  dwell_ids_clear (&self->counter_ids);
}

/* Returns where a name that is too long is cut: never within a character. */
static gsize
cut (DwellStore *self,
     const char *bytes)
{
  gsize length = DWELL_STORE_MAX_NAME_BYTES;

  if (self->n_cut++ == 0)
    self->first_cut = bytes;
  while (length > DWELL_STORE_MAX_NAME_BYTES - 4 && ((guchar) bytes[length] & 0xc0) == 0x80)
    length--;

  return length;
}

/**
 * dwell_store_intern:
 * @self: a store
 * @bytes: a name, of which 64 KiB are kept
 * @length: how many bytes
 *
 * Returns: its string
 */
guint32
dwell_store_intern (DwellStore *self,
                    const char *bytes,
                    gsize       length)
{
  if (G_UNLIKELY (length > DWELL_STORE_MAX_NAME_BYTES))
    length = cut (self, bytes);

  return dwell_strings_intern_bytes (self->builder->strings, bytes, length,
                                     DWELL_CHARSET_WINDOWS_1252);
}

/**
 * dwell_store_find_name:
 * @self: a store
 * @text: a name, as a number of strings
 * @category: its category, likewise; 0: none
 *
 * Returns: its place among the names, a new one if need be
 */
guint32
dwell_store_find_name (DwellStore *self,
                       guint32     text,
                       guint32     category)
{
  DwellStoreName name = { text, category, { DWELL_NONE, DWELL_NONE } };
  guint32 hash = dwell_hash_two (name.text, name.category);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->name_ids, hash, &n_seen)) != DWELL_IDS_NONE)
    if (g_array_index (self->names, DwellStoreName, id).text == name.text &&
        g_array_index (self->names, DwellStoreName, id).category == name.category)
      return id;

  g_array_append_val (self->names, name);
  dwell_ids_add (&self->name_ids, hash, self->names->len - 1, NULL);
  return self->names->len - 1;
}

static DwellStorePlace
make_place (guint32 key)
{
  return (DwellStorePlace) {
    .key = key, .points = g_array_new (FALSE, FALSE, sizeof (DwellStorePoint)),
  };
}

static guint32
find_process (DwellStore *self,
              guint32     key)
{
  DwellStorePlace place;
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->process_ids, dwell_hash_two (key, 0), &n_seen)) !=
         DWELL_IDS_NONE)
    if (g_array_index (self->processes, DwellStorePlace, id).key == key)
      return id;

  if (self->processes->len >= self->max_tracks)
    return DWELL_NONE;

  place = make_place (key);
  g_array_append_val (self->processes, place);
  dwell_ids_add (&self->process_ids, dwell_hash_two (key, 0), self->processes->len - 1, NULL);
  return self->processes->len - 1;
}

/**
 * dwell_store_find_thread:
 * @self: a store
 * @process_key: what the file calls the process, as a number of strings
 * @key: what it calls the thread, likewise
 *
 * Returns: its place among the threads; thread and process are added if they are new; %DWELL_NONE
 *   if there are too many
 */
guint32
dwell_store_find_thread (DwellStore *self,
                         guint32     process_key,
                         guint32     key)
{
  guint32 process = find_process (self, process_key);
  DwellStoreThread thread = { .process = process, .orphan_ns = G_MININT64,
                              .last_ns = G_MININT64 };
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->thread_ids, dwell_hash_two (key, process), &n_seen)) !=
         DWELL_IDS_NONE)
    {
      const DwellStoreThread *other = &g_array_index (self->threads, DwellStoreThread,
                                                      id);

      if (other->place.key == key && other->process == process)
        return id;
    }

  if (process == DWELL_NONE || self->threads->len >= self->max_tracks)
    return DWELL_NONE;

  thread.place = make_place (key);
  thread.records = dwell_column_new (sizeof (DwellStoreRecord));
  thread.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->threads, thread);
  dwell_ids_add (&self->thread_ids, dwell_hash_two (key, process), self->threads->len - 1, NULL);
  return self->threads->len - 1;
}

/* A category that is empty or has several words is not used as a module. */
static guint32
get_module (DwellStore *self,
            guint32     category)
{
  const char *text = dwell_strings_get (self->builder->strings, category);

  return strpbrk (text, ", ") == NULL ? category : 0;
}

/**
 * dwell_store_get_area:
 * @self: a store
 * @call: the call
 * @kind: %DWELL_AREA_FUNCTION or %DWELL_AREA_SCOPE
 *
 * Returns: its area, a new one if need be
 */
guint32
dwell_store_get_area (DwellStore     *self,
                      DwellStoreCall  call,
                      DwellAreaKind   kind)
{
  DwellStoreName *named = &g_array_index (self->names, DwellStoreName,
                                          _dwell_store_get_name (self, call));
  guint32 *area = &named->areas[kind == DWELL_AREA_SCOPE];

  if (*area == DWELL_NONE)
    {
      guint32 text = named->text != 0
        ? named->text : dwell_strings_intern (self->builder->strings, "(no name)", -1);
      DwellArea made = { .name = text, .title = text, .parent = DWELL_NONE, .kind = kind,
                         .module = get_module (self, named->category) };

      *area = dwell_builder_add_area (self->builder, &made);
    }

  return *area;
}

/* Returns the call for @named, which was @call before. */
static DwellStoreCall
change_call (DwellStore                *self,
             DwellStoreCall             call,
             const DwellStoreNamedArgs *named)
{
  if (call & DWELL_STORE_HAS_ARGS)
    {
      g_array_index (self->with_args, DwellStoreNamedArgs,
                     call & ~DWELL_STORE_HAS_ARGS) = *named;
      return call;
    }

  g_array_append_vals (self->with_args, named, 1);
  self->n_bytes += sizeof *named;
  return (self->with_args->len - 1) | DWELL_STORE_HAS_ARGS;
}

/**
 * dwell_store_add_args:
 * @self: a store
 * @call: the call
 * @args: of the builder, or %DWELL_NONE
 *
 * Returns: a call with the name of @call, with @args after those that it has
 */
DwellStoreCall
dwell_store_add_args (DwellStore     *self,
                      DwellStoreCall  call,
                      guint32         args)
{
  DwellStoreNamedArgs named = { _dwell_store_get_name (self, call), args,
                                _dwell_store_get_step (self, call) };

  if (args == DWELL_NONE || self->with_args->len >= DWELL_STORE_HAS_ARGS)
    return call;

  named.args = dwell_builder_merge_args (self->builder,
                                         _dwell_store_get_args (self, call), args);
  return change_call (self, call, &named);
}

/**
 * dwell_store_add_step:
 * @self: a store
 * @call: the call of a span
 * @step: a step of a flow, which belongs to that span
 *
 * Returns: the new call of the span
 */
DwellStoreCall
dwell_store_add_step (DwellStore     *self,
                      DwellStoreCall  call,
                      DwellStoreFlow *step)
{
  DwellStoreNamedArgs named = { _dwell_store_get_name (self, call),
                                _dwell_store_get_args (self, call), self->step_spans->len + 1 };
  guint32 none = DWELL_NONE;

  if (self->with_args->len >= DWELL_STORE_HAS_ARGS)
    return call;

  step->binding = DWELL_STORE_OWN_SPAN;
  step->span = self->step_spans->len;
  g_array_append_val (self->step_spans, none);
  g_array_append_vals (self->flows, step, 1);
  self->n_bytes += sizeof none + sizeof *step;
  return change_call (self, call, &named);
}

/**
 * dwell_store_add_point:
 * @self: a store
 * @points: (element-type DwellStorePoint): of a thread, of a process or of the whole trace
 * @time_ns: when
 * @name: what it is called
 *
 * Adds a message.
 */
void
dwell_store_add_point (DwellStore     *self,
                       GArray         *points,
                       gint64          time_ns,
                       DwellStoreCall  name)
{
  DwellStorePoint point = { time_ns, name, DWELL_MARK_MESSAGE };

  g_array_append_val (points, point);
  self->n_bytes += sizeof point;
}

/**
 * dwell_store_add_record:
 * @self: a store
 * @thread_number: place of the thread
 * @record: a begin, an end or both
 *
 * Adds a record to a thread. Records may come in any order.
 */
void
dwell_store_add_record (DwellStore             *self,
                        guint32                 thread_number,
                        const DwellStoreRecord *record)
{
  DwellStoreThread *thread = &g_array_index (self->threads, DwellStoreThread, thread_number);

  if (G_UNLIKELY (record->time_ns < thread->last_ns && !thread->is_unsorted))
    {
      _dwell_store_split (self, thread);
      thread->is_unsorted = TRUE;
    }
  thread->last_ns = record->time_ns;

  if (thread->open != NULL && record->kind == DWELL_STORE_BEGIN)
    _dwell_store_note_begin (thread, record);
  else if (thread->open != NULL && record->kind == DWELL_STORE_END &&
           _dwell_store_pair_end (self, thread, record))
    return;

  if (G_LIKELY (dwell_column_reserve (thread->records, 1, NULL)))
    dwell_column_index (thread->records, DwellStoreRecord, thread->records->n++) = *record;
  else
    dwell_column_append (thread->records, record, 1);
  self->n_bytes += sizeof *record;
}

/**
 * dwell_store_find_counter:
 * @self: a store
 * @process: place of its process
 * @name: its name, as a number of strings
 *
 * Returns: its place among the counters, a new one if need be; %DWELL_NONE if there are too many
 */
guint32
dwell_store_find_counter (DwellStore *self,
                          guint32     process,
                          guint32     name)
{
  DwellStoreCounter counter = { .process = process, .name = name };
  guint32 hash = dwell_hash_two (name, process);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->counter_ids, hash, &n_seen)) != DWELL_IDS_NONE)
    {
      const DwellStoreCounter *other = &g_array_index (self->counters, DwellStoreCounter, id);

      if (other->name == name && other->process == process)
        return id;
    }

  if (self->counters->len >= self->max_tracks)
    return DWELL_NONE;

  counter.values = g_array_new (FALSE, FALSE, sizeof (DwellStoreValue));
  g_array_append_val (self->counters, counter);
  dwell_ids_add (&self->counter_ids, hash, self->counters->len - 1, NULL);
  return self->counters->len - 1;
}

static void
add_value (DwellStore        *self,
           DwellStoreCounter *counter,
           DwellStoreValue    value)
{
  counter->is_unsorted |= counter->values->len > 0 &&
                          value.time_ns < g_array_index (counter->values, DwellStoreValue,
                                                         counter->values->len - 1).time_ns;
  g_array_append_val (counter->values, value);
  self->n_bytes += sizeof value;
}

/**
 * dwell_store_add_integer:
 * @self: a store
 * @counter_number: place of a counter
 * @time_ns: when
 * @integer: its value from then on
 *
 * Adds a value of a counter. Values may come in any order.
 */
void
dwell_store_add_integer (DwellStore *self,
                         guint32     counter_number,
                         gint64      time_ns,
                         gint64      integer)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, counter_number);
  DwellStoreValue value = { .time_ns = time_ns, .integer = integer };

  if (counter->is_float)
    value.number = (double) integer;
  add_value (self, counter, value);
}

/**
 * dwell_store_add_number:
 * @self: a store
 * @counter_number: place of a counter
 * @time_ns: when
 * @number: its value from then on; NaN: it is unknown
 *
 * Adds a value that is not an integer: from now on, all values of the counter are doubles.
 */
void
dwell_store_add_number (DwellStore *self,
                        guint32     counter_number,
                        gint64      time_ns,
                        double      number)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, counter_number);

  for (guint i = 0; i < counter->values->len && !counter->is_float; i++)
    {
      DwellStoreValue *value = &g_array_index (counter->values, DwellStoreValue, i);

      value->number = (double) value->integer;
    }

  counter->is_float = TRUE;
  add_value (self, counter, (DwellStoreValue) { .time_ns = time_ns, .number = number });
}

/**
 * dwell_store_move_values:
 * @self: a store
 * @from: place of a counter
 * @to: place of another counter
 *
 * Moves the numbers of a counter to another. A counter that is left with nothing is not shown.
 */
void
dwell_store_move_values (DwellStore *self,
                         guint32     from,
                         guint32     to)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, from);
  g_autoptr(GArray) values = counter->values;
  gboolean is_float = counter->is_float;

  counter->values = g_array_new (FALSE, FALSE, sizeof (DwellStoreValue));
  counter->is_float = counter->is_unsorted = FALSE;
  self->n_bytes -= values->len * sizeof (DwellStoreValue);

  for (guint i = 0; i < values->len; i++)
    {
      const DwellStoreValue *value = &g_array_index (values, DwellStoreValue, i);

      if (is_float)
        dwell_store_add_number (self, to, value->time_ns, value->number);
      else
        dwell_store_add_integer (self, to, value->time_ns, value->integer);
    }
}

/**
 * dwell_store_add_text:
 * @self: a store
 * @counter_number: place of a counter
 * @time_ns: when
 * @text: a string: the state that the counter enters
 * @line: the line of the file
 *
 * Adds a value that is not a number.
 */
void
dwell_store_add_text (DwellStore *self,
                      guint32     counter_number,
                      gint64      time_ns,
                      guint32     text,
                      guint64     line)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, counter_number);
  DwellStoreText entry = { time_ns, text, line <= G_MAXUINT32 ? (guint32) line : 0 };

  if (counter->texts == NULL)
    counter->texts = g_array_new (FALSE, FALSE, sizeof entry);

  g_array_append_val (counter->texts, entry);
  self->n_bytes += sizeof entry;
}

/**
 * dwell_store_add_stretch:
 * @self: a store
 * @counter_number: place of a counter
 * @stretch: when it is in which state
 *
 * Adds a state of a counter, in addition to its values. Stretches may come in any order; each ends
 * at the latest where the next begins.
 */
void
dwell_store_add_stretch (DwellStore              *self,
                         guint32                  counter_number,
                         const DwellStoreStretch *stretch)
{
  DwellStoreCounter *counter = &g_array_index (self->counters, DwellStoreCounter, counter_number);

  if (counter->stretches == NULL)
    counter->stretches = g_array_new (FALSE, FALSE, sizeof *stretch);

  g_array_append_vals (counter->stretches, stretch, 1);
  self->n_bytes += sizeof *stretch;
}
