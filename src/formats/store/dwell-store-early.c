/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs ends as they come, as long as the events of a thread come in order and nest: a begin and
 * its end then need the memory of only one record. Anything else stays as it came, for
 * _dwell_store_pair(), which gives the same result for a paired record as for two separate ones. */
#include "config.h"

#include "formats/store/dwell-store.h"

#define MAX_DURATION_NS (((guint64) 1 << 37) - 1)

/* Undoes the pairing of a thread. */
typedef struct {
  DwellStore  *store;
  DwellColumn *records; /* gets begins and ends, in the order in which they came */
  GArray      *open;    /* DwellStoreRecord: begins, paired or not, whose ends are to follow */
} Splitting;

static void
stop_pairing (DwellStoreThread *thread)
{
  g_clear_pointer (&thread->open, g_array_unref);
}

/**
 * _dwell_store_note_begin:
 * @thread: a thread that pairs ends as they come
 * @record: a begin, which is added next
 *
 * Prepares to pair the end of the begin.
 */
void
_dwell_store_note_begin (DwellStoreThread       *thread,
                         const DwellStoreRecord *record)
{
  guint32 place = (guint32) thread->records->n;

  /* An earlier end at this time, which had no begin, may belong to it: _dwell_store_pair() finds
   * out. */
  if (record->time_ns == thread->orphan_ns)
    stop_pairing (thread);
  else
    g_array_append_val (thread->open, place);
}

/* Whether the record of the begin has room for all that is known of the end. The position of the
 * end must follow from its time, too: it must come before all other records of that time. */
static gboolean
is_plain (const DwellStore       *self,
          const DwellStoreThread *thread,
          const DwellStoreRecord *begin,
          const DwellStoreRecord *end)
{
  const DwellStoreName *name;

  if ((guint64) end->time_ns - (guint64) begin->time_ns > MAX_DURATION_NS ||
      (end->name & DWELL_STORE_HAS_ARGS) != 0 || end->flags != 0 ||
      dwell_column_index (thread->records, DwellStoreRecord, thread->records->n - 1).time_ns ==
      end->time_ns)
    return FALSE;

  name = &g_array_index (self->names, DwellStoreName, end->name);
  return end->name == _dwell_store_get_name (self, begin->name) ||
         (name->text == 0 && name->category == 0);
}

/**
 * _dwell_store_pair_end:
 * @self: a store
 * @thread: one of its threads, which pairs ends as they come
 * @end: an end, not before the records of the thread
 *
 * Pairs an end with the begin that it closes.
 *
 * Returns: whether the begin now contains the whole end; else the end must be added
 */
gboolean
_dwell_store_pair_end (DwellStore             *self,
                       DwellStoreThread       *thread,
                       const DwellStoreRecord *end)
{
  guint32 text = g_array_index (self->names, DwellStoreName,
                                _dwell_store_get_name (self, end->name)).text;
  DwellStoreRecord *begin;
  guint32 name;

  if (thread->open->len == 0)
    {
      thread->orphan_ns = end->time_ns;
      return FALSE;
    }

  begin = &dwell_column_index (thread->records, DwellStoreRecord,
                               g_array_index (thread->open, guint32, thread->open->len - 1));
  name = _dwell_store_get_name (self, begin->name);
  if (text != 0 && text != g_array_index (self->names, DwellStoreName, name).text)
    {
      stop_pairing (thread);
      return FALSE;
    }

  /* An end that stays a record closes the same begin, in _dwell_store_pair(). */
  thread->open->len--;
  if (!is_plain (self, thread, begin, end))
    return FALSE;

  begin->kind = DWELL_STORE_PAIRED;
  begin->end = (DwellStoreEnd) {
    .duration_ns = (guint64) (end->time_ns - begin->time_ns) & MAX_DURATION_NS,
    .is_named = end->name == name, .line = end->line,
  };
  return TRUE;
}

/* Adds the end of the innermost begin as a record, if it is paired; if not, its end is a record
 * already. */
static void
pop (Splitting *self)
{
  DwellStoreRecord begin = g_array_index (self->open, DwellStoreRecord, self->open->len - 1);
  DwellStoreRecord end = { .duration_ns = DWELL_TIME_NONE, .kind = DWELL_STORE_END };

  g_array_set_size (self->open, self->open->len - 1);
  if (begin.kind != DWELL_STORE_PAIRED)
    return;

  end.time_ns = begin.time_ns + (gint64) begin.end.duration_ns;
  end.name = begin.end.is_named ? _dwell_store_get_name (self->store, begin.name)
                                : dwell_store_find_name (self->store, 0, 0);
  end.line = begin.end.line & ((1u << DWELL_STORE_LINE_BITS) - 1);
  dwell_column_append (self->records, &end, 1);
}

/* Whether the innermost begin is paired and ends until @time_ns. */
static gboolean
has_ended (const Splitting *self,
           gint64           time_ns)
{
  const DwellStoreRecord *begin;

  if (self->open->len == 0)
    return FALSE;

  begin = &g_array_index (self->open, DwellStoreRecord, self->open->len - 1);
  return begin->kind == DWELL_STORE_PAIRED &&
         begin->time_ns + (gint64) begin->end.duration_ns <= time_ns;
}

static void
split_record (Splitting              *self,
              const DwellStoreRecord *record)
{
  DwellStoreRecord begin = *record;

  while (has_ended (self, record->time_ns))
    pop (self);
  if (record->kind == DWELL_STORE_END && self->open->len > 0)
    pop (self);

  if (record->kind == DWELL_STORE_BEGIN || record->kind == DWELL_STORE_PAIRED)
    g_array_append_vals (self->open, record, 1);
  if (record->kind == DWELL_STORE_PAIRED)
    {
      begin.kind = DWELL_STORE_BEGIN;
      begin.duration_ns = DWELL_TIME_NONE;
    }
  dwell_column_append (self->records, &begin, 1);
}

static gsize
count_paired (const DwellColumn *records)
{
  gsize n = 0;

  for (gsize i = 0; i < records->n; i++)
    n += dwell_column_index (records, DwellStoreRecord, i).kind == DWELL_STORE_PAIRED;
  return n;
}

/**
 * _dwell_store_split:
 * @self: a store
 * @thread: one of its threads, whose events came in order so far
 *
 * Undoes the pairing, because the next event may belong between a begin and its end, and pairs no
 * more ends as they come. The records are then in the order in which they came, with all ends.
 */
void
_dwell_store_split (DwellStore       *self,
                    DwellStoreThread *thread)
{
  DwellColumn *records = thread->records;
  gsize n_paired = count_paired (records);
  Splitting splitting;

  stop_pairing (thread);
  if (n_paired == 0)
    return;

  splitting = (Splitting) { self, dwell_column_new (sizeof (DwellStoreRecord)),
                            g_array_new (FALSE, FALSE, sizeof (DwellStoreRecord)) };
  if (!dwell_builder_reserve (self->builder, splitting.records, records->n + n_paired))
    {
      dwell_column_free (splitting.records);
      g_array_unref (splitting.open);
      return;
    }

  for (gsize i = 0; i < records->n; i++)
    {
      split_record (&splitting, &dwell_column_index (records, DwellStoreRecord, i));
      _dwell_store_drop (records, i);
    }
  while (splitting.open->len > 0)
    pop (&splitting);

  self->n_bytes += n_paired * sizeof (DwellStoreRecord);
  dwell_column_free (records);
  thread->records = splitting.records;
  g_array_unref (splitting.open);
}
