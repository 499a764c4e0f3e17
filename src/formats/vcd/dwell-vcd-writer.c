/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes value change dumps. The lists of spans, values, messages and pauses, each of which is in
 * the order of time, are merged by a heap; all changes at one time are written together. */
#include "config.h"

#include "formats/vcd/dwell-vcd-writer.h"

#include <math.h>
#include <string.h>

#include "formats/common/dwell-text-output.h"
#include "formats/vcd/dwell-vcd-cast.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

typedef struct {
  DwellVcdCast   cast;
  GString       *text;
  GArray        *changed;   /* guint32: signals that may have lost their state, or changed busy */
  gint64         now;       /* ns */
  guint32        n_active;  /* signals that have a value */
  gboolean       is_off;    /* recording is stopped: no signal has a value */
  gboolean       is_new;    /* recording begins or resumes: states may have begun before */
  gboolean       is_begun;  /* something was written besides definitions */
  DwellVcdLosses losses;
  GOutputStream *stream;    /* NULL: nothing is written, only losses are counted */
  DwellProgress *progress;
  GCancellable  *cancellable;
} Writer;

static gboolean
flush (Writer  *self,
       GError **error)
{
  double length = (double) (self->cast.end - self->cast.begin);

  if (self->stream == NULL)
    {
      g_string_truncate (self->text, 0);
      return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
    }

  return dwell_text_output_flush (self->stream, self->text, self->progress,
                                  length > 0 ? (double) (self->now - self->cast.begin) / length : 1,
                                  self->cancellable, error);
}

/* If the range begins before 0, times are counted from its start. */
static void
write_time (Writer *self)
{
  g_string_append_printf (self->text, "#%" G_GINT64_FORMAT "\n",
                          self->cast.begin < 0 ? self->now - self->cast.begin : self->now);
}

/* Writes a text. Blanks would end it, and a backslash begins the code of a byte. */
static void
write_text (Writer            *self,
            const DwellVcdOut *signal,
            const char        *text)
{
  g_string_append_c (self->text, 's');
  if (*text == '\0')
    g_string_append (self->text, "\\x20");
  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p <= ' ' || *p == 0x7f)
      g_string_append_printf (self->text, "\\x%02x", (guint) (guchar) *p);
    else if (*p == '\\')
      g_string_append (self->text, "\\\\");
    else
      g_string_append_c (self->text, *p);
  g_string_append_printf (self->text, " %s\n", signal->code);
}

static void
write_integer (Writer            *self,
               const DwellVcdOut *signal,
               guint64            value)
{
  guint n_bits = value == 0 ? 1 : 64 - (guint) __builtin_clzll (value);

  g_string_append_c (self->text, 'b');
  while (n_bits-- > 0)
    g_string_append_c (self->text, value >> n_bits & 1 ? '1' : '0');
  g_string_append_printf (self->text, " %s\n", signal->code);
}

static void
set_active (Writer      *self,
            DwellVcdOut *signal,
            gboolean     is_active)
{
  self->n_active += (guint32) is_active - (guint32) signal->has_value;
  signal->has_value = (guint8) is_active;
}

static void
take_write (Writer      *self,
            DwellVcdOut *signal,
            guint32      number)
{
  guint64 value = self->cast.trace->write_value[number];
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean is_unknown = FALSE;
  double real;

  memcpy (&real, &value, sizeof real);
  if (signal->kind == DWELL_VCD_OUT_REAL)
    is_unknown = isnan (real);
  if (is_unknown ? !signal->has_value : signal->has_value && signal->value == value)
    {
      /* What was unknown before the range stays so without being written. */
      self->losses.repeated += dwell_trace_get_write_time (self->cast.trace, number) >=
                               self->cast.begin;
      return;
    }

  if (is_unknown)
    g_string_append_printf (self->text, "rnan %s\n", signal->code);
  else if (signal->kind == DWELL_VCD_OUT_REAL)
    g_string_append_printf (self->text, "r%s %s\n",
                            g_ascii_dtostr (digits, sizeof digits, real), signal->code);
  else
    write_integer (self, signal, value);
  signal->value = value;
  self->is_begun = TRUE;
  set_active (self, signal, !is_unknown);
}

static void
watch (Writer      *self,
       DwellVcdOut *signal,
       guint32      number)
{
  if (!signal->is_ending)
    g_array_append_val (self->changed, number);
  signal->is_ending = TRUE;
}

static void
begin_state (Writer      *self,
             DwellVcdOut *signal,
             guint32      span)
{
  guint32 string = dwell_vcd_cast_get_text (&self->cast, span);
  const char *text = dwell_trace_get_string (self->cast.trace, string);
  gboolean lacks_begin = (self->cast.trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) != 0 ||
                         dwell_trace_get_span_begin (self->cast.trace, span) < self->now;

  self->losses.borders += self->is_new && !lacks_begin;
  self->losses.incomplete += !self->is_new && lacks_begin;
  if (signal->kind == DWELL_VCD_OUT_BIT)
    g_string_append_printf (self->text, "%c%s\n", *text, signal->code);
  else
    {
      /* An empty state in between shows that one of the same name begins again. */
      if (signal->has_value && signal->value == string)
        g_string_append_printf (self->text, "s %s\n", signal->code);
      write_text (self, signal, text);
    }
  signal->value = string;
  signal->n_inside++;
  set_active (self, signal, TRUE);
}

/* Writes the start or the end of a span or pause. */
static void
take_border (Writer         *self,
             DwellVcdOut    *signal,
             DwellVcdCursor *cursor)
{
  const DwellTrace *trace = self->cast.trace;
  guint32 span = cursor->from == DWELL_VCD_FROM_SPANS ? trace->row_spans[cursor->place]
                                                      : DWELL_NONE;

  if (signal->kind == DWELL_VCD_OUT_BUSY)
    signal->n_inside += cursor->is_inside ? -1u : 1u;
  else if (!cursor->is_inside)
    begin_state (self, signal, span);
  else
    {
      signal->n_inside--;
      signal->lacks_end = (trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0;
    }

  if (signal->kind == DWELL_VCD_OUT_BUSY || cursor->is_inside)
    watch (self, signal, cursor->signal);
}

static void
take_change (Writer         *self,
             DwellVcdCursor *cursor)
{
  const DwellTrace *trace = self->cast.trace;
  DwellVcdOut *signal = &g_array_index (self->cast.signals, DwellVcdOut, cursor->signal);

  self->is_begun |= cursor->from != DWELL_VCD_FROM_WRITES;
  switch ((DwellVcdFrom) cursor->from)
    {
    case DWELL_VCD_FROM_WRITES:
      take_write (self, signal, trace->track_writes[cursor->place++]);
      break;
    case DWELL_VCD_FROM_MARKS:
      g_string_append_printf (self->text, "1%s\n", signal->code);
      cursor->place++;
      break;
    case DWELL_VCD_FROM_SPANS:
    case DWELL_VCD_FROM_PAUSES:
    default:
      take_border (self, signal, cursor);
      cursor->place += cursor->is_inside;
      cursor->is_inside = !cursor->is_inside;
    }
}

/* Restores the order of the heap below a place: the earliest first; at the same time, the signal
 * that was declared first. */
static void
sink (GArray *cursors,
      guint   place)
{
  DwellVcdCursor *heap = (DwellVcdCursor *) (gpointer) cursors->data;
  DwellVcdCursor moved = heap[place];

  for (;;)
    {
      guint child = 2 * place + 1;

      if (child + 1 < cursors->len &&
          (heap[child + 1].time < heap[child].time ||
           (heap[child + 1].time == heap[child].time &&
            heap[child + 1].signal < heap[child].signal)))
        child++;
      if (child >= cursors->len || heap[child].time > moved.time ||
          (heap[child].time == moved.time && heap[child].signal >= moved.signal))
        break;

      heap[place] = heap[child];
      place = child;
    }
  heap[place] = moved;
}

/* Whether recording stops here: no signal has a value any more, and no state that ends now has a
 * known end. */
static gboolean
stops (const Writer *self)
{
  guint n = 0;

  for (guint i = 0; i < self->changed->len; i++)
    {
      const DwellVcdOut *signal = &g_array_index (
        self->cast.signals, DwellVcdOut, g_array_index (self->changed, guint32, i));

      if (signal->kind == DWELL_VCD_OUT_BUSY || (signal->n_inside == 0 && !signal->lacks_end))
        return FALSE;
      n += signal->kind == DWELL_VCD_OUT_BIT;
    }

  return self->n_active == 0 && n > 0;
}

static void
end_state (Writer      *self,
           DwellVcdOut *signal)
{
  gboolean is_last = self->now == self->cast.end;

  /* A state that lasts until the end needs no end. */
  if (is_last && (signal->lacks_end || signal->kind == DWELL_VCD_OUT_BIT))
    {
      self->losses.borders += !signal->lacks_end;
      return;
    }

  self->losses.incomplete += signal->lacks_end;
  self->losses.gaps += signal->kind == DWELL_VCD_OUT_BIT;
  g_string_append_printf (self->text, "%s%s\n", signal->kind == DWELL_VCD_OUT_BIT ? "x" : "s ",
                          signal->code);
}

static void
settle (Writer      *self,
        DwellVcdOut *signal,
        gboolean     is_stopping)
{
  signal->is_ending = FALSE;
  if (signal->kind == DWELL_VCD_OUT_BUSY)
    {
      if (signal->was_busy != (signal->n_inside > 0))
        g_string_append_printf (self->text, "%c%s\n", signal->n_inside > 0 ? '1' : '0',
                                signal->code);
      signal->was_busy = signal->n_inside > 0;
    }
  else if (signal->n_inside == 0 && !is_stopping)
    end_state (self, signal);
}

/* At the end of an instant it is known which signals have no state. */
static void
settle_all (Writer *self)
{
  gboolean is_stopping;

  for (guint i = 0; i < self->changed->len; i++)
    {
      DwellVcdOut *signal = &g_array_index (self->cast.signals, DwellVcdOut,
                                            g_array_index (self->changed, guint32, i));

      if (signal->kind != DWELL_VCD_OUT_BUSY && signal->n_inside == 0)
        set_active (self, signal, FALSE);
    }

  is_stopping = self->now < self->cast.end && stops (self);
  for (guint i = 0; i < self->changed->len; i++)
    settle (self, &g_array_index (self->cast.signals, DwellVcdOut,
                                  g_array_index (self->changed, guint32, i)), is_stopping);
  g_array_set_size (self->changed, 0);
  if (is_stopping)
    g_string_append (self->text, "$dumpoff\n$end\n");
  self->is_off = is_stopping;
}

/* Writes all changes at one time. */
static void
play_instant (Writer *self)
{
  GArray *cursors = self->cast.cursors;
  DwellVcdCursor *first = (DwellVcdCursor *) (gpointer) cursors->data;

  while (cursors->len > 0 && first->time == self->now)
    {
      take_change (self, first);
      if (!dwell_vcd_cast_aim (&self->cast, first))
        g_array_remove_index_fast (cursors, 0);
      if (cursors->len > 0)
        sink (cursors, 0);
    }
}

static void
play_first (Writer *self)
{
  self->now = self->cast.begin;
  write_time (self);
  g_string_append (self->text, "$dumpvars\n");
  for (guint32 i = 0; i < self->cast.signals->len; i++)
    {
      DwellVcdOut *signal = &g_array_index (self->cast.signals, DwellVcdOut, i);

      if (signal->kind == DWELL_VCD_OUT_BUSY)
        {
          set_active (self, signal, TRUE);
          signal->was_busy = TRUE;
          watch (self, signal, i);
        }
    }
}

static gboolean
play (Writer  *self,
      GError **error)
{
  GArray *cursors = self->cast.cursors;

  for (guint i = cursors->len / 2; i-- > 0; )
    sink (cursors, i);

  play_first (self);
  self->is_new = TRUE;
  play_instant (self);
  settle_all (self);
  g_string_append (self->text, "$end\n");
  while (cursors->len > 0)
    {
      gboolean was_off = self->is_off;

      self->is_new = was_off;
      self->now = g_array_index (cursors, DwellVcdCursor, 0).time;
      write_time (self);
      if (was_off)
        g_string_append (self->text, "$dumpon\n");
      play_instant (self);
      if (was_off)
        g_string_append (self->text, "$end\n");
      settle_all (self);
      if (self->text->len >= FLUSHED_BYTES && !flush (self, error))
        return FALSE;
    }

  if (self->now < self->cast.end)
    {
      self->now = self->cast.end;
      write_time (self);
    }
  return flush (self, error);
}

static void
writer_init (Writer                    *self,
             const DwellTrace          *trace,
             const DwellExportSettings *settings)
{
  self->text = g_string_sized_new (2 * FLUSHED_BYTES);
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
  dwell_vcd_cast_init (&self->cast, trace, (const DwellVcdSettings *) settings);
}

static void
writer_clear (Writer *self)
{
  dwell_vcd_cast_clear (&self->cast);
  g_array_unref (self->changed);
  g_string_free (self->text, TRUE);
}

/**
 * dwell_vcd_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: whether it has times of anything
 */
gboolean
dwell_vcd_can_write (const DwellTrace *trace)
{
  return trace->axis == DWELL_AXIS_TIME && !trace->spans_are_sequence &&
         (trace->n_spans > 0 || trace->n_marks > 0 || trace->n_writes > 0);
}

/**
 * dwell_vcd_write:
 * @trace: a trace with times
 * @settings: #DwellVcdSettings
 * @sink: where the file is written
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Implements #DwellFormat.write; for any thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_vcd_write (DwellTrace                *trace,
                 const DwellExportSettings *settings,
                 DwellSink                 *sink,
                 DwellProgress             *progress,
                 GCancellable              *cancellable,
                 GError                   **error)
{
  Writer self = { .progress = progress, .cancellable = cancellable };
  gboolean is_good;

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  writer_init (&self, trace, settings);
  dwell_vcd_cast_append_definitions (&self.cast, self.text);
  is_good = play (&self, error) && dwell_sink_check_begun (sink, self.is_begun, error);
  writer_clear (&self);
  return is_good;
}

/**
 * dwell_vcd_count_losses:
 * @trace: a trace with times
 * @settings: #DwellVcdSettings
 * @cancellable: (nullable): a cancellable
 * @losses: (out): counts of what cannot be written
 *
 * Goes through the trace as for writing.
 */
void
dwell_vcd_count_losses (const DwellTrace          *trace,
                        const DwellExportSettings *settings,
                        GCancellable              *cancellable,
                        DwellVcdLosses            *losses)
{
  Writer self = { .cancellable = cancellable };

  writer_init (&self, trace, settings);
  play (&self, NULL);
  *losses = self.losses;
  losses->texts = self.cast.n_texts;
  losses->renamed = self.cast.n_renamed;
  losses->cut = self.cast.n_cut;
  writer_clear (&self);
}
