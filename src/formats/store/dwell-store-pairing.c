/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs the begins and ends of a thread in place: begins become whole records, ends are removed. */
#include "config.h"

#include "formats/store/dwell-store.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-sort.h"

/* Open begins, or events at the same time, that are looked at for one end. */
#define MAX_STEPS 4096

/* Records that are sorted at once; the sorted parts are then merged. */
#define CHUNK_RECORDS ((guint64) 65536)

typedef struct {
  DwellStore *store;
  DwellColumn          *records;
  GArray               *points;
  GArray               *open; /* guint32: places of open begins, the outermost first */
  guint                 place;
} Pairing;

static DwellStoreRecord *
get_record (DwellColumn *records,
            gsize        place)
{
  return &dwell_column_index (records, DwellStoreRecord, place);
}

static void
permute (DwellColumn *records,
         DwellKeyed  *keyed,
         guint        first,
         guint        n)
{
  DwellStoreRecord *copy = dwell_big_alloc (n * sizeof *copy);

  dwell_sort_keyed (keyed, keyed + n, n);
  for (guint i = 0; i < n; i++)
    copy[i] = *get_record (records, first + keyed[i].value);
  memcpy (get_record (records, first), copy, n * sizeof *copy);
  dwell_big_free (copy);
}

/* Sorts a few records. */
static void
sort_chunk (DwellColumn *records,
            guint        first,
            guint        n)
{
  DwellKeyed *keyed = dwell_big_alloc (2 * ((gsize) n + 1) * sizeof *keyed);

  for (guint i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) {
      (guint64) get_record (records, first + i)->time_ns ^ (guint64) 1 << 63, i,
    };
  permute (records, keyed, first, n);
  dwell_big_free (keyed);
}

/* The first of the records from @first to @end, which are sorted, whose time is not before
 * @time_ns; with @is_after, whose time is after it. */
static guint
search (DwellColumn *records,
        guint        first,
        guint        end,
        gint64       time_ns,
        gboolean     is_after)
{
  while (first < end)
    {
      guint middle = first + (end - first) / 2;
      gint64 time = get_record (records, middle)->time_ns;

      if (time < time_ns || (is_after && time == time_ns))
        first = middle + 1;
      else
        end = middle;
    }

  return first;
}

/* Merges the records up to @middle with those after it; both parts are sorted. Records that are in
 * their place already (most are, if the rows of the file are in the order of ends) are neither
 * copied nor moved. */
static void
merge (DwellColumn *records,
       guint        first,
       guint        middle,
       guint        end)
{
  DwellStoreRecord *copy;
  guint n_copied;
  guint place;

  first = search (records, first, middle, get_record (records, middle)->time_ns, TRUE);
  if (first == middle)
    return;

  end = search (records, middle, end, get_record (records, middle - 1)->time_ns, FALSE);
  n_copied = middle - first;
  copy = dwell_big_alloc (n_copied * sizeof *copy);
  memcpy (copy, get_record (records, first), n_copied * sizeof *copy);

  place = first;
  for (guint i = 0; i < n_copied; place++)
    *get_record (records, place) =
      middle < end && get_record (records, middle)->time_ns < copy[i].time_ns
      ? *get_record (records, middle++) : copy[i++];

  dwell_big_free (copy);
}

/**
 * _dwell_store_sort:
 * @records: (element-type DwellStoreRecord): records of a thread
 *
 * Sorts records by time; those with the same time keep their order. Sorts in parts, so that it
 * needs at most half as much additional memory as the records.
 */
void
_dwell_store_sort (DwellColumn *records)
{
  guint64 n = records->n;

  for (guint64 first = 0; first < n; first += CHUNK_RECORDS)
    sort_chunk (records, (guint) first, (guint) MIN (CHUNK_RECORDS, n - first));

  for (guint64 size = CHUNK_RECORDS; size < n; size *= 2)
    for (guint64 first = 0; first + size < n; first += 2 * size)
      merge (records, (guint) first, (guint) (first + size), (guint) MIN (first + 2 * size, n));
}

/* Sorts whole records that begin at the same time: the longest first. */
static void
order_run (DwellColumn *records,
           guint   first,
           guint   n)
{
  DwellKeyed *keyed = dwell_big_alloc (2 * (gsize) n * sizeof *keyed);

  for (guint i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { ~(guint64) get_record (records, first + i)->duration_ns, i };
  permute (records, keyed, first, n);
  dwell_big_free (keyed);
}

/**
 * _dwell_store_order:
 * @records: (element-type DwellStoreRecord): whole records, sorted by time
 *
 * Puts records that begin at the same time into the order in which they can be nested: the longest
 * first, equal ones in the present order.
 */
void
_dwell_store_order (DwellColumn *records)
{
  guint first = 0;

  for (guint i = 1; i <= records->n; i++)
    {
      gboolean is_ordered = TRUE;

      if (i < records->n && get_record (records, i)->time_ns ==
                              get_record (records, first)->time_ns)
        continue;

      for (guint k = first + 1; k < i && is_ordered; k++)
        is_ordered = get_record (records, k)->duration_ns <=
                     get_record (records, k - 1)->duration_ns;
      if (!is_ordered)
        order_run (records, first, i - first);
      first = i;
    }
}

static guint32
get_text (const Pairing  *self,
          DwellStoreCall  name)
{
  return g_array_index (self->store->names, DwellStoreName,
                        _dwell_store_get_name (self->store, name)).text;
}

static gboolean
is_named (const Pairing          *self,
          const DwellStoreRecord *record,
          const DwellStoreRecord *other)
{
  return get_text (self, record->name) == get_text (self, other->name);
}

static DwellStoreRecord *
get_open (Pairing *self,
          guint    from_innermost)
{
  return get_record (self->records, g_array_index (self->open, guint32,
                                                   self->open->len - 1 - from_innermost));
}

/* Closes a begin at a time at which it has no end of its own. */
static void
close_begin (DwellStoreRecord *begin,
             gint64            time_ns,
             guint             flags)
{
  begin->kind = DWELL_STORE_WHOLE;
  begin->duration_ns = time_ns - begin->time_ns;
  begin->flags |= flags & 7;
}

/* Closes a begin at its end, whose arguments are added to its own. */
static void
join (Pairing                *self,
      DwellStoreRecord       *begin,
      const DwellStoreRecord *end)
{
  close_begin (begin, end->time_ns, 0);
  begin->name = dwell_store_add_args (self->store, begin->name,
                                      _dwell_store_get_args (self->store, end->name));
}

/* An end at the same time, further on in the file, that has the name of the innermost begin is
 * taken before @end. */
static gboolean
take_later_end (Pairing          *self,
                DwellStoreRecord *end)
{
  DwellStoreRecord *innermost = get_open (self, 0);

  for (guint i = self->place + 1, n = 0; i < self->records->n && n < MAX_STEPS; i++, n++)
    {
      DwellStoreRecord *later = get_record (self->records, i);

      if (later->time_ns != end->time_ns || later->kind == DWELL_STORE_BEGIN)
        break;
      if (later->kind != DWELL_STORE_END || !is_named (self, later, innermost))
        continue;

      later->kind = DWELL_STORE_PASSED;
      join (self, innermost, later);
      g_array_set_size (self->open, self->open->len - 1);
      return TRUE;
    }

  return FALSE;
}

/* Closes the open begin that is @n from the innermost, and with it those that began in it, unless
 * all of these began at this very time: then they follow it. */
static void
close_outer (Pairing          *self,
             DwellStoreRecord *end,
             guint             n)
{
  gboolean follows = TRUE;

  for (guint i = 0; i < n && follows; i++)
    follows = get_open (self, i)->time_ns == end->time_ns;

  join (self, get_open (self, n), end);
  if (follows)
    {
      g_array_remove_index (self->open, self->open->len - 1 - n);
      return;
    }

  for (guint i = 0; i < n; i++)
    close_begin (get_open (self, i), end->time_ns, DWELL_SPAN_END_MISSING);
  g_array_set_size (self->open, self->open->len - 1 - n);
  dwell_problems_add (self->store->builder->problems, DWELL_SEVERITY_WARNING, "end-not-nested",
                      end->line, -1,
                      _("An end closes an outer span before the inner ones: these end there, too"));
}

/* Takes a begin at the same time that comes after its end in the file. */
static gboolean
take_later_begin (Pairing          *self,
                  DwellStoreRecord *end)
{
  for (guint i = self->place + 1, n = 0; i < self->records->n && n < MAX_STEPS; i++, n++)
    {
      DwellStoreRecord *later = get_record (self->records, i);

      if (later->time_ns != end->time_ns)
        break;
      if (later->kind != DWELL_STORE_BEGIN || !is_named (self, later, end))
        continue;

      join (self, later, end);
      return TRUE;
    }

  return FALSE;
}

static void
take_end (Pairing          *self,
          DwellStoreRecord *end)
{
  DwellStorePoint point = { end->time_ns, end->name, DWELL_MARK_ORPHAN_END };

  end->kind = DWELL_STORE_PASSED;
  while (self->open->len > 0)
    {
      if (get_text (self, end->name) == 0 || is_named (self, end, get_open (self, 0)))
        {
          join (self, get_open (self, 0), end);
          g_array_set_size (self->open, self->open->len - 1);
          return;
        }
      if (!take_later_end (self, end))
        break;
    }

  for (guint n = 1; n < self->open->len && n < MAX_STEPS; n++)
    if (is_named (self, end, get_open (self, n)))
      {
        close_outer (self, end, n);
        return;
      }

  if (get_text (self, end->name) != 0 && take_later_begin (self, end))
    return;

  g_array_append_val (self->points, point);
  dwell_problems_add (self->store->builder->problems, DWELL_SEVERITY_WARNING, "end-without-begin",
                      end->line, -1, _("An end has no start: it is shown as a mark"));
}

/* Closes begins that have no end, and reports them. */
static void
close_rest (DwellStore       *self,
            DwellStoreRecord *record)
{
  DwellProblems *problems = self->builder->problems;

  if (record->kind == DWELL_STORE_BEGIN)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "begin-without-end", record->line, -1,
                        _("A start has no end: the span lasts to the end of the recording"));
  else if (record->kind == DWELL_STORE_WHOLE && record->duration_ns == DWELL_TIME_NONE)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "no-duration", record->line, -1,
                        _("A span has no duration: it lasts to the end of the recording"));
  else
    return;

  close_begin (record, self->end_ns, DWELL_SPAN_END_MISSING);
}

/**
 * _dwell_store_pair:
 * @self: a store in which the end of the trace is known
 * @records: (element-type DwellStoreRecord): of a thread, sorted by time
 * @points: (element-type DwellStorePoint): gets the ends without begins
 *
 * Pairs each end with the begin that came last, so that only whole records are left. Those without
 * an end last to the end of the trace.
 */
void
_dwell_store_pair (DwellStore  *self,
                   DwellColumn *records,
                   GArray      *points)
{
  Pairing pairing = { self, records, points, g_array_new (FALSE, FALSE, sizeof (guint32)), 0 };
  guint32 n = 0;

  for (; pairing.place < records->n; pairing.place++)
    {
      DwellStoreRecord *record = get_record (records, pairing.place);

      if (record->kind == DWELL_STORE_END)
        take_end (&pairing, record);
      if (record->kind == DWELL_STORE_PASSED)
        continue;

      if (record->kind == DWELL_STORE_PAIRED)
        close_begin (record, record->time_ns + (gint64) record->end.duration_ns, 0);
      else if (record->kind == DWELL_STORE_BEGIN)
        g_array_append_val (pairing.open, n);
      else
        close_rest (self, record);
      if (n < pairing.place)
        *get_record (records, n) = *record;
      n++;
    }

  for (guint i = 0; i < pairing.open->len; i++)
    close_rest (self, get_record (records, g_array_index (pairing.open, guint32, i)));
  g_array_unref (pairing.open);
  records->n = n;
}
