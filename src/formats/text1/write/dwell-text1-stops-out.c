/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts suspensions and writes of a trace without events of its own into the order of time: they are
 * written in addition to starts and ends of its spans. */
#include "config.h"

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"
#include "formats/text1/write/dwell-text1-writer.h"

static guint64
make_key (gint64 time)
{
  return (guint64) time ^ (guint64) 1 << 63;
}

/* Sorts numbers by their keys in @keyed. */
static void
sort_numbers (DwellKeyed *keyed,
              gsize       n,
              guint32    *numbers)
{
  dwell_sort_keyed (keyed, keyed + n, n);
  for (gsize i = 0; i < n; i++)
    numbers[i] = keyed[i].value;
}

static gboolean
is_chosen (const DwellText1Writer *writer,
           guint32                 suspension)
{
  const DwellTrace *trace = writer->trace;
  guint32 span = trace->suspension_span[suspension];

  return (writer->areas[trace->span_area[span]] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0 &&
         writer->contexts[dwell_trace_get_span_context (trace, span)] &&
         trace->suspension_begin[suspension] < trace->suspension_end[suspension];
}

/**
 * dwell_text1_stop_has_begin:
 * @trace: a trace
 * @suspension: one of its suspensions
 *
 * Returns: whether its start has a row; else a reader infers it from the row of its end, because
 *   its span was suspended before the recording began
 */
gboolean
dwell_text1_stop_has_begin (const DwellTrace *trace,
                            guint32           suspension)
{
  guint32 span = trace->suspension_span[suspension];

  return (trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) == 0 ||
         trace->suspension_begin[suspension] > dwell_trace_get_span_begin (trace, span);
}

/**
 * dwell_text1_stop_has_end:
 * @trace: a trace
 * @suspension: one of its suspensions
 *
 * Returns: whether its end has a row; else the end of its span ends it
 */
gboolean
dwell_text1_stop_has_end (const DwellTrace *trace,
                          guint32           suspension)
{
  guint32 span = trace->suspension_span[suspension];

  return !dwell_text1_stop_has_begin (trace, suspension) ||
         trace->suspension_end[suspension] < dwell_trace_get_span_end (trace, span);
}

/* Distributes the chosen suspensions to their contexts; @first gets the start of each context's. */
static void
group_by_context (const DwellText1Writer *writer,
                  guint32                *first,
                  guint32                *numbers)
{
  const DwellTrace *trace = writer->trace;
  guint32 place = 0;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (is_chosen (writer, i))
      first[dwell_trace_get_span_context (trace, trace->suspension_span[i])]++;
  for (guint32 i = 0; i <= trace->n_contexts; i++)
    {
      guint32 n = first[i];

      first[i] = place;
      place += n;
    }

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (is_chosen (writer, i))
      numbers[first[dwell_trace_get_span_context (trace, trace->suspension_span[i])]++] = i;
  for (guint32 i = trace->n_contexts; i > 0; i--)
    first[i] = first[i - 1];
  first[0] = 0;
}

/**
 * dwell_text1_stops_init:
 * @self: (out caller-allocates): suspensions
 * @writer: a writer
 *
 * Orders the chosen suspensions of each context.
 */
void
dwell_text1_stops_init (DwellText1Stops        *self,
                        const DwellText1Writer *writer)
{
  const DwellTrace *trace = writer->trace;
  gsize n_all = trace->n_suspensions;
  DwellKeyed *keyed = dwell_big_alloc (2 * (n_all + 1) * sizeof *keyed);

  self->first = g_new0 (guint32, (gsize) trace->n_contexts + 2);
  self->begins = dwell_big_alloc ((n_all + 1) * sizeof (guint32));
  self->ends = dwell_big_alloc ((n_all + 1) * sizeof (guint32));
  group_by_context (writer, self->first, self->begins);

  for (guint32 c = 0; c < trace->n_contexts; c++)
    {
      guint32 *numbers = self->begins + self->first[c];
      gsize n = self->first[c + 1] - self->first[c];

      for (gsize i = 0; i < n; i++)
        keyed[i] = (DwellKeyed) { make_key (trace->suspension_end[numbers[i]]), numbers[i] };
      sort_numbers (keyed, n, self->ends + self->first[c]);

      /* At the same time, those of outer spans, which began first, come first. */
      for (gsize i = 0; i < n; i++)
        keyed[i] = (DwellKeyed) { trace->suspension_span[numbers[i]], numbers[i] };
      sort_numbers (keyed, n, numbers);
      for (gsize i = 0; i < n; i++)
        keyed[i] = (DwellKeyed) { make_key (trace->suspension_begin[numbers[i]]), numbers[i] };
      sort_numbers (keyed, n, numbers);
    }

  dwell_big_free (keyed);
}

/**
 * dwell_text1_stops_clear:
 * @self: suspensions
 *
 * Frees the orders.
 */
void
dwell_text1_stops_clear (DwellText1Stops *self)
{
  dwell_big_free (self->begins);
  dwell_big_free (self->ends);
  g_free (self->first);
}

/**
 * dwell_text1_write_has_row:
 * @writer: a writer
 * @write: a write of its trace
 *
 * Returns: whether it has a row of its own; writes of a variable with states are shown by these
 */
gboolean
dwell_text1_write_has_row (const DwellText1Writer *writer,
                           guint32                 write)
{
  guint32 area = writer->trace->tracks[writer->trace->write_track[write]].area;

  return area != DWELL_NONE && (writer->areas[area] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0 &&
         (writer->areas[area] & DWELL_TEXT1_AREA_HAS_STATES) == 0;
}

/**
 * dwell_text1_order_writes:
 * @writer: a writer
 * @n: (out): how many
 *
 * Returns: (transfer full): the writes that have rows, by time; to be freed by dwell_big_free()
 */
guint32 *
dwell_text1_order_writes (const DwellText1Writer *writer,
                          guint32                *n)
{
  const DwellTrace *trace = writer->trace;
  guint32 *numbers = dwell_big_alloc (((gsize) trace->n_writes + 1) * sizeof *numbers);
  gboolean is_sorted = TRUE;
  DwellKeyed *keyed;

  *n = 0;
  for (guint32 i = 0; i < trace->n_writes; i++)
    if (dwell_text1_write_has_row (writer, i))
      {
        is_sorted = is_sorted && (*n == 0 || dwell_trace_get_write_time (trace, numbers[*n - 1]) <=
                                             dwell_trace_get_write_time (trace, i));
        numbers[(*n)++] = i;
      }

  if (is_sorted)
    return numbers;

  keyed = dwell_big_alloc (2 * (gsize) *n * sizeof *keyed);
  for (guint32 i = 0; i < *n; i++)
    keyed[i] = (DwellKeyed) { make_key (dwell_trace_get_write_time (trace, numbers[i])),
                              numbers[i] };
  sort_numbers (keyed, *n, numbers);
  dwell_big_free (keyed);
  return numbers;
}
