/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables of a trace from the contents of the store: a context and a track for each
 * process and each thread that is not empty, spans in rows, marks, writes. */
#include "config.h"

#include "formats/store/dwell-placing.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-sort.h"

/* Traces that begin this close to 0 keep their times, ns; from others an offset is subtracted. */
#define NEAR_NS (G_GINT64_CONSTANT (3600) * 1000000000)

/* From September 2001 on, times are those of a clock that counts from 1970, ns. */
#define WALL_CLOCK_NS     G_GINT64_CONSTANT (1000000000000000000)
#define WALL_CLOCK_END_NS G_GINT64_CONSTANT (4100000000000000000)

/* A span that is not bound to a thread. */
typedef struct {
  DwellStoreRecord record;
  guint32               process;
  guint32               category;
} AsyncSpan;

typedef struct {
  DwellStore *store;
  gint64                offset_ns; /* is subtracted from all times */
  GArray               *async;     /* AsyncSpan, by process and time */
  GArray               *states;    /* DwellStoreState: of the current process, by begin */
  guint                 n_placed;  /* how many of them have become spans */
  guint64               n_overlapping;
} Finish;

/* Adds the states that begin before @until_ns as spans. Room for all is reserved. */
static void
place_states (Finish *self,
              gint64  until_ns)
{
  DwellBuilder *builder = self->store->builder;

  for (; self->n_placed < self->states->len; self->n_placed++)
    {
      const DwellStoreState *state = &g_array_index (self->states, DwellStoreState,
                                                     self->n_placed);

      if (state->begin_ns >= until_ns)
        return;

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, state->area, state->row,
                                                         DWELL_NONE, state->begin_ns),
                                state->end_ns, state->flags);
    }
}

/* Adds the whole records of a thread, in order, as spans of @track. */
static gboolean
place_thread (Finish   *self,
              guint32   thread,
              guint32   track,
              GError  **error)
{
  const DwellColumn *records = g_array_index (self->store->threads, DwellStoreThread,
                                              thread).records;
  DwellPlacing placing;

  if (!dwell_builder_reserve_spans (self->store->builder,
                                    records->n + self->states->len - self->n_placed, error))
    return FALSE;

  _dwell_placing_init (&placing, self->store, thread, track, DWELL_AREA_FUNCTION,
                       self->offset_ns);
  for (guint i = 0; i < records->n; i++)
    {
      const DwellStoreRecord *record = &dwell_column_index (records, DwellStoreRecord, i);

      place_states (self, record->time_ns - self->offset_ns);
      _dwell_placing_add (&placing, record);
      /* The memory of records that became spans is freed for the following spans. */
      _dwell_store_drop (records, i);
    }
  self->n_overlapping += _dwell_placing_finish (&placing);
  return TRUE;
}

static gboolean
add_points (Finish   *self,
            GArray   *points,
            guint32   track,
            GError  **error)
{
  g_autofree DwellKeyed *keyed = g_new (DwellKeyed, 2 * (gsize) points->len + 1);
  gboolean is_good = TRUE;

  for (guint i = 0; i < points->len; i++)
    keyed[i] = (DwellKeyed) {
      (guint64) g_array_index (points, DwellStorePoint, i).time_ns ^ (guint64) 1 << 63, i,
    };
  dwell_sort_keyed (keyed, keyed + points->len, points->len);

  for (guint i = 0; is_good && i < points->len; i++)
    {
      const DwellStorePoint *point = &g_array_index (points, DwellStorePoint,
                                                     keyed[i].value);
      gboolean is_end = point->kind == DWELL_MARK_ORPHAN_END;

      is_good = dwell_builder_add_mark (
        self->store->builder, point->kind, point->time_ns - self->offset_ns, track, DWELL_NONE,
        is_end ? dwell_store_get_area (self->store, point->name, DWELL_AREA_FUNCTION)
               : DWELL_NONE,
        is_end ? 0 : g_array_index (self->store->names, DwellStoreName,
                                    _dwell_store_get_name (self->store, point->name)).text,
        error);
      if (is_good)
        dwell_builder_set_mark_args (self->store->builder,
                                     (guint32) self->store->builder->mark_time->n - 1,
                                     _dwell_store_get_args (self->store, point->name));
    }

  return is_good;
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  const DwellStoreValue *left = a;
  const DwellStoreValue *right = b;

  return left->time_ns < right->time_ns ? -1 : left->time_ns > right->time_ns;
}

static gboolean
add_counter (Finish             *self,
             DwellStoreCounter  *counter,
             guint32             context,
             GError            **error)
{
  DwellBuilder *builder = self->store->builder;
  DwellArea area = { .name = counter->name, .title = counter->name, .parent = DWELL_NONE,
                     .kind = DWELL_AREA_VARIABLE };
  guint32 number, track;

  if (counter->values->len == 0 && counter->texts == NULL && counter->stretches == NULL)
    return TRUE;

  number = dwell_builder_add_area (builder, &area);
  track = dwell_builder_add_track (builder, dwell_strings_get (builder->strings, counter->name),
                                   context, FALSE);
  if (_dwell_store_add_states (self->store, counter, number, track, self->offset_ns,
                               self->states))
    return TRUE;

  dwell_builder_set_track_kind (builder, track, counter->stretches != NULL ? DWELL_TRACK_SPANS
                                                                           : DWELL_TRACK_STEPS,
                                DWELL_TRACKS_DATA, number);
  if (counter->is_float)
    dwell_builder_begin_reals (builder, track);
  if (counter->stretches != NULL)
    _dwell_store_add_stretches (self->store, counter, number, track, self->offset_ns,
                                self->states);
  if (!dwell_builder_reserve_events (builder, counter->values->len, error))
    return FALSE;

  /* A stable sort. */
  if (counter->is_unsorted)
    g_array_sort (counter->values, compare_values);
  for (guint i = 0; i < counter->values->len; i++)
    {
      const DwellStoreValue *value = &g_array_index (counter->values, DwellStoreValue,
                                                     i);
      guint64 bits;

      memcpy (&bits, &value->integer, sizeof bits);
      dwell_builder_add_write (builder, track, value->time_ns - self->offset_ns, bits);
    }

  /* The memory of large counters is freed for the following ones. */
  g_array_unref (counter->values);
  counter->values = g_array_new (FALSE, FALSE, sizeof (DwellStoreValue));
  return TRUE;
}

static int
compare_async (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const DwellStoreAsync *left = a;
  const DwellStoreAsync *right = b;

  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  return left->record.time_ns < right->record.time_ns ? -1
         : left->record.time_ns > right->record.time_ns;
}

/* Takes the events of one key, which are adjacent. */
static void
pair_key (Finish *self,
          guint   first,
          guint   n)
{
  DwellStore *store = self->store;
  const DwellStoreAsync *event = &g_array_index (store->async, DwellStoreAsync, first);
  g_autoptr(DwellColumn) records = dwell_column_new (sizeof (DwellStoreRecord));
  GArray *points = g_array_index (store->processes, DwellStorePlace, event->process).points;

  for (guint i = 0; i < n; i++)
    dwell_column_append (records, &g_array_index (store->async, DwellStoreAsync,
                                                  first + i).record, 1);
  _dwell_store_pair (store, records, points);

  for (guint i = 0; i < records->n; i++)
    {
      AsyncSpan span = { dwell_column_index (records, DwellStoreRecord, i), event->process, 0 };

      span.category = g_array_index (store->names, DwellStoreName,
                                     _dwell_store_get_name (store,
                                                            span.record.name)).category;
      /* The line was reported above: from here on the field contains the key of the span in its
       * track. */
      span.record.line = first & ((1u << DWELL_STORE_LINE_BITS) - 1);
      g_array_append_val (self->async, span);
    }
}

static int
compare_async_spans (gconstpointer a,
                     gconstpointer b)
{
  const AsyncSpan *left = a;
  const AsyncSpan *right = b;

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  return left->record.time_ns < right->record.time_ns ? -1
         : left->record.time_ns > right->record.time_ns;
}

static void
pair_async (Finish *self)
{
  GArray *async = self->store->async;
  guint first = 0;

  g_array_sort_with_data (async, compare_async, NULL);
  for (guint i = 1; i <= async->len && async->len > 0; i++)
    if (i == async->len || g_array_index (async, DwellStoreAsync, i).key !=
                           g_array_index (async, DwellStoreAsync, first).key)
      {
        pair_key (self, first, i - first);
        first = i;
      }

  /* A stable sort: of two spans with the same times, the one that began first stays first. */
  g_array_sort (self->async, compare_async_spans);
}

/* The place of the first span of the process or of a later one. */
static guint
find_async (const Finish *self,
            guint32       process)
{
  guint first = 0;
  guint last = self->async->len;

  while (first < last)
    {
      guint middle = first + (last - first) / 2;

      if (g_array_index (self->async, AsyncSpan, middle).process < process)
        first = middle + 1;
      else
        last = middle;
    }

  return first;
}

/* Adds the spans of a process that are not bound to a thread, each to the track of its category, in
 * the order of their starts, as the spans of one context must be. */
static gboolean
place_async (Finish      *self,
             guint32      process,
             const char  *name,
             guint32      context,
             GError     **error)
{
  DwellBuilder *builder = self->store->builder;
  guint first = find_async (self, process);
  guint end = find_async (self, process + 1);
  g_autoptr(GHashTable) placings = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer value;

  if (!dwell_builder_reserve_spans (builder, end - first, error))
    return FALSE;

  for (guint i = first; i < end; i++)
    {
      const AsyncSpan *span = &g_array_index (self->async, AsyncSpan, i);
      const char *category = dwell_strings_get (builder->strings, span->category);
      DwellPlacing *placing = g_hash_table_lookup (placings, GUINT_TO_POINTER (span->category));

      if (placing == NULL)
        {
          guint32 track = dwell_builder_add_track (builder,
                                                   *category != '\0' ? category : name, context,
                                                   FALSE);

          placing = g_new (DwellPlacing, 1);
          _dwell_placing_init (placing, self->store, DWELL_NONE, track, DWELL_AREA_SCOPE,
                               self->offset_ns);
          g_hash_table_insert (placings, GUINT_TO_POINTER (span->category), placing);
        }
      _dwell_placing_add (placing, &span->record);
    }

  g_hash_table_iter_init (&iter, placings);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      self->n_overlapping += _dwell_placing_finish (value);
      g_free (value);
    }

  return TRUE;
}

static gint64
get_number (DwellStore            *store,
            const DwellStorePlace *place)
{
  return g_ascii_strtoll (dwell_strings_get (store->builder->strings, place->key), NULL, 10);
}

static char *
dup_process_name (DwellStore            *store,
                  const DwellStorePlace *place)
{
  const char *key = dwell_strings_get (store->builder->strings, place->key);
  const char *name = dwell_strings_get (store->builder->strings, place->name);
  const char *labels = dwell_strings_get (store->builder->strings, place->labels);
  g_autofree char *title = *name != '\0' ? g_strdup (name)
                           : store->is_flat ? g_strdup (key) : g_strdup_printf ("Process %s", key);

  return *labels != '\0' ? g_strdup_printf ("%s (%s)", title, labels) : g_steal_pointer (&title);
}

static char *
dup_thread_name (DwellStore             *store,
                 const DwellStoreThread *thread)
{
  const char *key = dwell_strings_get (store->builder->strings, thread->place.key);
  const char *name = dwell_strings_get (store->builder->strings, thread->place.name);

  if (*name != '\0')
    return g_strdup (name);
  if (store->is_flat)
    return g_strdup (key);
  if (g_array_index (store->processes, DwellStorePlace, thread->process).key ==
      thread->place.key)
    return g_strdup ("Main thread");

  return g_strdup_printf ("Thread %s", key);
}

/* The order of contexts: as the file requests it, else by first appearance. */
static int
compare_places (const DwellStorePlace *a,
                const DwellStorePlace *b)
{
  if (a->sort_index != b->sort_index)
    return a->sort_index < b->sort_index ? -1 : 1;

  return a->first < b->first ? -1 : a->first > b->first;
}

static int
compare_processes (gconstpointer a,
                   gconstpointer b,
                   gpointer      store)
{
  const GArray *processes = ((DwellStore *) store)->processes;

  return compare_places (&g_array_index (processes, DwellStorePlace, *(const guint32 *) a),
                         &g_array_index (processes, DwellStorePlace, *(const guint32 *) b));
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer      store)
{
  const GArray *threads = ((DwellStore *) store)->threads;
  const DwellStoreThread *left = &g_array_index (threads, DwellStoreThread,
                                                      *(const guint32 *) a);
  const DwellStoreThread *right = &g_array_index (threads, DwellStoreThread,
                                                       *(const guint32 *) b);

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  return compare_places (&left->place, &right->place);
}

/* Returns: (transfer full): 0 … @n − 1, in order */
static guint32 *
make_order (DwellStore       *store,
            guint             n,
            GCompareDataFunc  compare)
{
  guint32 *order = g_new (guint32, n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare, store);
  return order;
}

static gboolean
add_thread (Finish   *self,
            guint32   number,
            guint32   process_context,
            GError  **error)
{
  DwellStore *store = self->store;
  DwellStoreThread *thread = &g_array_index (store->threads, DwellStoreThread, number);
  g_autofree char *name = dup_thread_name (store, thread);
  guint32 context = store->is_flat
    ? process_context
    : dwell_builder_add_context (store->builder, name, DWELL_CONTEXT_THREAD,
                                 (guint64) get_number (store, &thread->place), process_context);
  guint32 track = dwell_builder_add_track (store->builder, name, context, FALSE);

  if (thread->is_unsorted)
    _dwell_store_sort (thread->records);
  _dwell_store_pair (store, thread->records, thread->place.points);
  _dwell_store_order (thread->records);
  if (!place_thread (self, number, track, error))
    return FALSE;

  /* The memory of large threads is freed for the following ones. */
  dwell_column_free (thread->records);
  thread->records = dwell_column_new (sizeof (DwellStoreRecord));
  return add_points (self, thread->place.points, track, error);
}

/* Adds what belongs to the process as a whole. */
static gboolean
add_process_tracks (Finish      *self,
                    guint32      process,
                    const char  *name,
                    guint32      context,
                    GError     **error)
{
  DwellStore *store = self->store;
  GArray *points = g_array_index (store->processes, DwellStorePlace, process).points;

  if (points->len > 0 &&
      !add_points (self, points, dwell_builder_add_track (store->builder, name, context, FALSE),
                   error))
    return FALSE;

  if (!place_async (self, process, name, context, error))
    return FALSE;

  for (guint i = 0; i < store->counters->len; i++)
    {
      DwellStoreCounter *counter = &g_array_index (store->counters, DwellStoreCounter,
                                                   i);

      if (counter->process == process && !add_counter (self, counter, context, error))
        return FALSE;
    }

  _dwell_store_sort_states (self->states);
  return TRUE;
}

static gboolean
add_process (Finish         *self,
             guint32         process,
             const guint32  *threads,
             guint           n_threads,
             GError        **error)
{
  DwellStore *store = self->store;
  const DwellStorePlace *place = &g_array_index (store->processes, DwellStorePlace,
                                                 process);
  g_autofree char *name = dup_process_name (store, place);
  guint32 context = dwell_builder_add_context (store->builder, name,
                                               store->is_flat ? DWELL_CONTEXT_THREAD
                                                              : DWELL_CONTEXT_PROCESS,
                                               (guint64) get_number (store, place), DWELL_NONE);

  if (!add_process_tracks (self, process, name, context, error))
    return FALSE;

  for (guint i = 0; i < n_threads; i++)
    if (g_array_index (store->threads, DwellStoreThread, threads[i]).place.first > 0 &&
        !add_thread (self, threads[i], context, error))
      return FALSE;

  if (!dwell_builder_reserve_spans (store->builder, self->states->len - self->n_placed, error))
    return FALSE;

  place_states (self, G_MAXINT64);
  g_array_set_size (self->states, self->n_placed = 0);
  return dwell_builder_check (store->builder, store->n_bytes, error);
}

/* A process first appears with its first thread. */
static void
settle_first (DwellStore *store)
{
  for (guint i = 0; i < store->threads->len; i++)
    {
      const DwellStoreThread *thread = &g_array_index (store->threads,
                                                       DwellStoreThread, i);
      guint64 *first = &g_array_index (store->processes, DwellStorePlace,
                                       thread->process).first;

      if (thread->place.first > 0 && (*first == 0 || thread->place.first < *first))
        *first = thread->place.first;
    }
}

static gboolean
add_processes (Finish  *self,
               GError **error)
{
  DwellStore *store = self->store;
  g_autofree guint32 *processes = NULL;
  g_autofree guint32 *threads = make_order (store, store->threads->len, compare_threads);
  g_autofree guint32 *first = g_new0 (guint32, store->processes->len + 1);
  gboolean is_good = TRUE;

  settle_first (store);
  processes = make_order (store, store->processes->len, compare_processes);
  for (guint i = 0; i < store->threads->len; i++)
    first[g_array_index (store->threads, DwellStoreThread, i).process + 1]++;
  for (guint i = 1; i <= store->processes->len; i++)
    first[i] += first[i - 1];

  for (guint i = 0; is_good && i < store->processes->len; i++)
    {
      guint32 process = processes[i];

      if (g_array_index (store->processes, DwellStorePlace, process).first > 0)
        is_good = add_process (self, process, threads + first[process],
                               first[process + 1] - first[process], error);
    }

  return is_good;
}

static gboolean
add_global (Finish  *self,
            GError **error)
{
  DwellBuilder *builder = self->store->builder;
  guint32 context;

  if (self->store->global->len == 0)
    return TRUE;

  context = dwell_builder_add_context (builder, "Global", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  return add_points (self, self->store->global,
                     dwell_builder_add_track (builder, "Global", context, FALSE), error);
}

/* Subtracts an offset so that times begin at 0, unless they begin near 0 anyway. A trace that is
 * longer than the greatest time begins before 0. */
static void
choose_offset (Finish *self)
{
  DwellStore *store = self->store;

  if (store->begin_ns >= -NEAR_NS && store->begin_ns <= NEAR_NS)
    return;

  self->offset_ns = MAX (store->begin_ns, store->end_ns - DWELL_TIME_MAX);
  dwell_builder_set_property (store->builder, "time_offset", N_("Time offset, ns"),
                              g_variant_new_int64 (self->offset_ns));
  if (self->offset_ns >= WALL_CLOCK_NS && self->offset_ns < WALL_CLOCK_END_NS)
    store->builder->wall_clock_ns = self->offset_ns;
}

static void
tell_counts (Finish *self)
{
  DwellStore *store = self->store;
  DwellProblems *problems = store->builder->problems;

  if (self->n_overlapping > 0)
    dwell_problems_add_n (problems, self->n_overlapping, DWELL_SEVERITY_INFO, "overlap", 0, -1,
                          _("A span partly overlaps another of its thread: it is shown in a row of "
                            "its own"));
  if (store->n_args_lost > 0)
    dwell_problems_add_n (problems, store->n_args_lost, DWELL_SEVERITY_ERROR, "too-many-args", 0,
                          -1, _("There are more arguments, or more different keys, than Dwell "
                                "can handle: one was left out"));
  if (store->n_cut > 0)
    dwell_problems_add_n (problems, store->n_cut, DWELL_SEVERITY_WARNING, "long-name",
                          store->cut_line, store->cut_line > 0 ? store->cut_offset : -1,
                          /* Translators: a number */
                          _("A name or a text is longer than %d KiB: it was cut"),
                          (int) (DWELL_STORE_MAX_NAME_BYTES >> 10));
  if (store->n_samples > 0)
    dwell_problems_add_n (problems, store->n_samples, DWELL_SEVERITY_INFO, "samples-not-shown",
                          0, -1, _("A sampled stack is not shown"));
  for (guint i = 0; i < G_N_ELEMENTS (store->n_by_phase); i++)
    if (store->n_by_phase[i] > 0)
      dwell_problems_add_n (problems, store->n_by_phase[i], DWELL_SEVERITY_INFO, "not-shown",
                            0, -1, _("An event of the phase “%c” is not shown"),
                            g_ascii_isprint ((char) i) ? (int) i : '?');
}

/**
 * dwell_store_finish:
 * @self: a store with all events
 * @error: %DWELL_ERROR_SYNTAX if nothing can be shown; %DWELL_ERROR_LIMIT
 *
 * Fills the tables of the builder.
 *
 * Returns: %FALSE with an error
 */
gboolean
dwell_store_finish (DwellStore  *self,
                    GError     **error)
{
  Finish finish = { .store = self, .async = g_array_new (FALSE, FALSE, sizeof (AsyncSpan)),
                    .states = g_array_new (FALSE, FALSE, sizeof (DwellStoreState)) };
  gboolean is_good;

  self->builder->n_events = self->n_events;
  if (self->begin_ns > self->end_ns)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("no events of a kind that can be shown"));
      g_array_unref (finish.async);
      g_array_unref (finish.states);
      return FALSE;
    }

  choose_offset (&finish);
  self->builder->begin = self->builder->recorded_begin = self->begin_ns - finish.offset_ns;
  self->builder->end = self->builder->recorded_end = self->end_ns - finish.offset_ns;
  pair_async (&finish);
  _dwell_store_sort_flows (self);
  is_good = add_processes (&finish, error) && add_global (&finish, error);
  if (is_good)
    _dwell_store_add_flows (self, finish.offset_ns);
  tell_counts (&finish);

  g_array_unref (finish.async);
  g_array_unref (finish.states);
  return is_good;
}
