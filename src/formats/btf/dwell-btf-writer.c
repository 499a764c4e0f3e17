/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Best Trace Format: merges the events of open activations with the starts of spans, in
 * order of time. What cannot be written is counted by the same steps, without writing. */
#include "config.h"

#include "formats/btf/dwell-btf-writer.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-decimal.h"
#include "core/dwell-memory.h"
#include "core/dwell-trace-split.h"
#include "formats/btf/dwell-btf-play.h"
#include "formats/common/dwell-export-warnings.h"
#include "formats/common/dwell-state-numbers.h"
#include "formats/common/dwell-text-output.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

/* Spans between two checks of the cancellable. */
#define PORTION 8192

static void
append_field (GString    *text,
              const char *field)
{
  gsize length = strcspn (field, ",\n\r");

  g_string_append_c (text, ',');
  if (field[length] == '\0' && length > 0 && length < DWELL_BTF_MAX_WRITTEN_BYTES &&
      *field != ' ' && field[length - 1] != ' ')
    g_string_append_len (text, field, (gssize) length);
  else
    {
      g_autofree char *clean = dwell_btf_cast_dup_clean (field);

      g_string_append (text, clean);
    }
}

/* The note is everything after its comma. */
static void
append_note (GString    *text,
             const char *note)
{
  gsize first = text->len + 1;

  g_string_append_c (text, ',');
  g_string_append_len (text, note, (gssize) strnlen (note, DWELL_BTF_MAX_WRITTEN_BYTES));
  for (gsize i = first; i < text->len; i++)
    if (text->str[i] == '\n' || text->str[i] == '\r')
      text->str[i] = '_';
}

static void
append_line (DwellBtfPlay *self,
             gint64        time,
             const char   *source,
             guint32       source_instance,
             const char   *type,
             const char   *target,
             guint32       target_instance,
             const char   *event,
             const char   *note)
{
  GString *text = self->text;

  self->last = time;
  dwell_decimal_append (text, (guint64) time + (guint64) self->shift);
  append_field (text, source);
  g_string_append_c (text, ',');
  dwell_decimal_append (text, source_instance & G_MAXINT32);
  append_field (text, type);
  append_field (text, target);
  g_string_append_c (text, ',');
  dwell_decimal_append (text, target_instance & G_MAXINT32);
  append_field (text, event);
  if (note != NULL && *note != '\0')
    append_note (text, note);
  g_string_append_c (text, '\n');
}

static gboolean
is_cut (const char *text)
{
  return strnlen (text, DWELL_BTF_MAX_WRITTEN_BYTES + 1) > DWELL_BTF_MAX_WRITTEN_BYTES;
}

/* The session begins and ends with its first and last event. */
static void
append_border (DwellBtfPlay *self,
               gint64        time,
               const char   *event)
{
  append_line (self, time, "SIM", 0, "SIM", "SIM", 0, event, NULL);
}

/**
 * dwell_btf_play_add_line:
 * @self: a play
 * @time: ns
 * @source: the entity that the event comes from
 * @source_instance: its instance
 * @type: the type of the target
 * @target: the entity that the event happens to
 * @target_instance: its instance
 * @event: what happens
 * @note: (nullable): a note
 *
 * Writes an event. Times must not fall.
 */
void
dwell_btf_play_add_line (DwellBtfPlay *self,
                         gint64        time,
                         const char   *source,
                         guint32       source_instance,
                         const char   *type,
                         const char   *target,
                         guint32       target_instance,
                         const char   *event,
                         const char   *note)
{
  self->losses.cut += is_cut (target) || (note != NULL && is_cut (note));
  if (self->stream == NULL)
    return;

  if (self->last == DWELL_TIME_NONE && time > self->begin)
    append_border (self, self->begin, "begin");
  append_line (self, time, source, source_instance, type, target, target_instance, event, note);
  self->is_begun = TRUE;
}

static void
write_head (DwellBtfPlay *self)
{
  const DwellTrace *trace = self->trace;

  g_string_append (self->text, "#version 2.2.0\n#creator Dwell " DWELL_VERSION "\n");
  if (trace->wall_clock_ns != DWELL_TIME_NONE)
    {
      gint64 ns = trace->wall_clock_ns - self->shift;
      gint64 seconds = ns / 1000000000 - (ns % 1000000000 < 0);
      g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc (seconds);
      g_autofree char *day = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%S") : NULL;
      guint us = (guint) ((ns - seconds * 1000000000) / 1000);

      if (day != NULL && us != 0)
        g_string_append_printf (self->text, "#creationDate %s.%06uZ\n", day, us);
      else if (day != NULL)
        g_string_append_printf (self->text, "#creationDate %sZ\n", day);
    }

  g_string_append (self->text, "#timeScale ns\n");
  if (self->cast.cores->len > 0)
    g_string_append (self->text, "#entityTypeTable\n");
  for (guint i = 0; i < self->cast.cores->len; i++)
    {
      guint32 row = g_array_index (self->cast.cores, DwellBtfCore, i).row;
      guint32 area = trace->tracks[trace->rows[row].track].area;

      g_string_append_printf (self->text, "#-C %s\n",
                              dwell_btf_cast_get_name (&self->cast, area, "C"));
    }
}

/* Puts spans in order of start, if they are not in it already. */
static gboolean
order_spans (DwellBtfPlay  *self,
             GError       **error)
{
  const DwellTrace *trace = self->trace;
  gsize n = trace->n_spans;
  DwellKeyed *keyed;
  guint32 i = 1;

  while (i < n &&
         dwell_trace_get_span_begin (trace, i - 1) <= dwell_trace_get_span_begin (trace, i))
    i++;
  if (i >= n)
    return TRUE;

  keyed = dwell_big_try_alloc (2 * n * sizeof *keyed, error);
  self->order = keyed != NULL ? dwell_big_try_alloc (n * sizeof *self->order, error) : NULL;
  if (self->order == NULL)
    {
      dwell_big_free (keyed);
      return FALSE;
    }

  for (i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) {
      (guint64) dwell_trace_get_span_begin (trace, i) ^ (guint64) 1 << 63, i
    };
  dwell_sort_keyed (keyed, keyed + n, n);
  for (i = 0; i < n; i++)
    self->order[i] = keyed[i].value;

  dwell_big_free (keyed);
  return TRUE;
}

/* Whether a span is an activation within the range. */
static gboolean
takes_part (DwellBtfPlay *self,
            guint32       span)
{
  if (!dwell_trace_span_takes_part (self->trace, span, self->begin, self->end))
    return FALSE;

  self->losses.lines += self->trace->areas[self->trace->span_area[span]].kind == DWELL_AREA_LINE;
  return dwell_btf_cast_is_call (&self->cast, span);
}

/* Whether a span begins and ends when its caller ends: it belongs before that end. */
static gboolean
is_late (DwellBtfPlay *self,
         guint32       span)
{
  gint64 end = dwell_btf_play_get_end (self, span);
  guint32 caller;

  if (dwell_btf_play_get_begin (self, span) != end || !takes_part (self, span))
    return FALSE;

  caller = dwell_btf_cast_find_caller (&self->cast, span);
  return caller != DWELL_NONE && dwell_btf_play_get_end (self, caller) == end &&
         takes_part (self, caller);
}

static gboolean
gather_late (DwellBtfPlay  *self,
             GError       **error)
{
  gsize n = 0;

  for (guint32 i = 0; i < self->trace->n_spans; i++)
    n += is_late (self, i);
  if (n == 0)
    return TRUE;

  self->late = dwell_big_try_alloc (2 * n * sizeof *self->late, error);
  if (self->late == NULL)
    return FALSE;

  for (guint32 i = 0; i < self->trace->n_spans; i++)
    if (is_late (self, i))
      self->late[self->n_late++] =
        (DwellKeyed) { dwell_btf_cast_find_caller (&self->cast, i), i };

  dwell_sort_keyed (self->late, self->late + n, n);
  return TRUE;
}

/**
 * dwell_btf_play_get_late:
 * @self: a play
 * @caller: a span
 * @number: counted from 0
 *
 * Returns: one of the spans that begin when @caller ends; %DWELL_NONE if there are not so many
 */
guint32
dwell_btf_play_get_late (const DwellBtfPlay *self,
                         guint32             caller,
                         guint32             number)
{
  gsize first = 0;
  gsize last = self->n_late;

  while (first < last)
    {
      gsize middle = first + (last - first) / 2;

      if (self->late[middle].key < caller)
        first = middle + 1;
      else
        last = middle;
    }

  first += number;
  return first < self->n_late && self->late[first].key == caller ? self->late[first].value
                                                                 : DWELL_NONE;
}

/* Writes all events of open activations that come before @time and @rank. */
static void
catch_up (DwellBtfPlay *self,
          gint64        time,
          DwellBtfRank  rank)
{
  gint64 next;
  DwellBtfRank next_rank;

  while (dwell_btf_runs_peek (self, &next, &next_rank) &&
         (next < time || (next == time && next_rank < rank)))
    dwell_btf_runs_step (self);
}

static void
write_instants (DwellBtfPlay *self,
                gsize        *n_done,
                gint64        until)
{
  for (; *n_done < self->n_instants; (*n_done)++)
    {
      const DwellKeyed *instant = &self->instants[*n_done];
      gint64 time = (gint64) (instant->key ^ (guint64) 1 << 63);

      if (time > until)
        return;

      catch_up (self, time, DWELL_BTF_RANK_INSTANT);
      dwell_btf_instants_write (self, instant->value, time);
    }
}

static gboolean
flush (DwellBtfPlay  *self,
       double         fraction,
       GError       **error)
{
  if (self->stream == NULL)
    return !g_cancellable_set_error_if_cancelled (self->cancellable, error);

  return dwell_text_output_flush (self->stream, self->text, self->progress, fraction,
                                  self->cancellable, error);
}

static gboolean
play_spans (DwellBtfPlay  *self,
            GError       **error)
{
  const DwellTrace *trace = self->trace;
  gsize n_instants = 0;

  for (; self->next < trace->n_spans; self->next++)
    {
      guint32 span = dwell_btf_play_get_span (self, self->next);
      gint64 begin = dwell_btf_play_get_begin (self, span);

      if ((self->next % PORTION == 0 || self->text->len >= FLUSHED_BYTES) &&
          !flush (self, (double) self->next / trace->n_spans, error))
        return FALSE;
      if (!takes_part (self, span) || is_late (self, span))
        continue;

      /* What a process did before the range comes before its activation that is held then. */
      if (dwell_trace_get_span_begin (trace, span) >= self->begin)
        write_instants (self, &n_instants, begin);
      catch_up (self, begin, DWELL_BTF_RANK_BEGIN);
      dwell_btf_runs_begin (self, span);
    }

  write_instants (self, &n_instants, self->end);
  catch_up (self, self->end, DWELL_BTF_RANK_LAST + 1);
  if (self->stream != NULL && self->last == DWELL_TIME_NONE)
    append_border (self, self->begin, "begin");
  if (self->stream != NULL && self->last < self->end)
    append_border (self, self->end, "end");
  return flush (self, 1, error);
}

static void
play_init (DwellBtfPlay                *self,
           const DwellTrace            *trace,
           const DwellTrace            *base,
           const DwellBtfWriteSettings *settings)
{
  gboolean has_range = settings->base.begin <= settings->base.end;

  *self = (DwellBtfPlay) {
    .trace = trace,
    .settings = settings,
    .text = g_string_sized_new (2 * FLUSHED_BYTES),
    .begin = has_range ? CLAMP (settings->base.begin, trace->begin, trace->end) : trace->begin,
    .end = has_range ? CLAMP (settings->base.end, trace->begin, trace->end) : trace->end,
    .last = DWELL_TIME_NONE,
    .active = g_sequence_new (NULL),
    .open = g_hash_table_new (NULL, NULL),
    .restarts = g_hash_table_new (NULL, NULL),
    .instances = g_new0 (guint32, trace->n_areas + 1),
    .state_numbers = dwell_state_numbers_new (trace, NULL),
  };
  self->shift = self->begin < 0 ? -self->begin : 0;
  dwell_btf_cast_init (&self->cast, trace, base, settings);
}

static void
play_clear (DwellBtfPlay *self)
{
  gint64 time;
  DwellBtfRank rank;

  /* After a play that was cancelled. */
  self->stream = NULL;
  while (dwell_btf_runs_peek (self, &time, &rank))
    dwell_btf_runs_step (self);

  dwell_btf_cast_clear (&self->cast);
  g_sequence_free (self->active);
  g_hash_table_unref (self->open);
  g_hash_table_unref (self->restarts);
  g_string_free (self->text, TRUE);
  g_free (self->instances);
  g_free (self->state_numbers);
  dwell_big_free (self->order);
  dwell_big_free (self->late);
  dwell_big_free (self->instants);
}

/**
 * dwell_btf_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: whether it has activations of functions, and no times that the format cannot express
 */
gboolean
dwell_btf_can_write (const DwellTrace *trace)
{
  return trace->axis == DWELL_AXIS_TIME && trace->n_spans > 0 && !trace->spans_are_sequence &&
         (trace->begin >= 0 || trace->end <= DWELL_TIME_MAX + trace->begin);
}

/**
 * dwell_btf_write:
 * @base: a trace with activations
 * @settings: #DwellBtfWriteSettings
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
dwell_btf_write (DwellTrace                *base,
                 const DwellExportSettings *settings,
                 DwellSink                 *sink,
                 DwellProgress             *progress,
                 GCancellable              *cancellable,
                 GError                   **error)
{
  g_autoptr(DwellTrace) trace = dwell_trace_split_variables (base, NULL, NULL, error);
  DwellBtfPlay self;
  gboolean is_good;

  if (trace == NULL)
    return FALSE;

  play_init (&self, trace, base, (const DwellBtfWriteSettings *) settings);
  self.progress = progress;
  self.cancellable = cancellable;
  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  is_good = self.stream != NULL && order_spans (&self, error) && gather_late (&self, error) &&
            dwell_btf_instants_gather (&self, error);
  if (is_good)
    {
      write_head (&self);
      is_good = play_spans (&self, error) &&
                dwell_sink_check_begun (sink, self.is_begun || settings->begin > settings->end,
                                        error);
    }

  play_clear (&self);
  return is_good;
}

/**
 * dwell_btf_check:
 * @base: a trace with activations
 * @settings: #DwellBtfWriteSettings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_btf_check (DwellTrace                *base,
                 const DwellExportSettings *settings,
                 GCancellable              *cancellable)
{
  GArray *warnings = dwell_export_warnings_new ();
  guint32 n_split = 0;
  g_autoptr(DwellTrace) trace = dwell_trace_split_variables (base, NULL, &n_split, NULL);
  DwellBtfPlay self;

  if (trace == NULL)
    return warnings;

  play_init (&self, trace, base, (const DwellBtfWriteSettings *) settings);
  self.cancellable = cancellable;
  if (order_spans (&self, NULL) && gather_late (&self, NULL) &&
      dwell_btf_instants_gather (&self, NULL) && play_spans (&self, NULL))
    {
      const struct {
        guint64     count;
        gboolean    is_loss;
        const char *message;
      } told[] = {
        { self.losses.lines, TRUE,
          _("The format has no source lines: their spans are left out") },
        { self.losses.overlapping, TRUE,
          _("Spans that overlap others, or outlast their caller, become activations of their "
            "own") },
        { self.losses.completed, TRUE,
          _("Starts and ends that the recording lacks are written as if they were known") },
        { dwell_export_count_orphans (trace, self.begin, self.end), TRUE,
          _("Ends without a start become instants") },
        { self.losses.states, TRUE,
          _("States of variables are written as numbers, without names") },
        { self.losses.numbers, TRUE,
          _("States of variables without numbers get some, and lose their names") },
        { self.losses.values, TRUE,
          _("Values that are not finite numbers, such as infinity, are left out") },
        { n_split, FALSE,
          _("Variables of several contexts are written as one for each context, with both names") },
        { self.cast.n_cut + self.losses.cut, TRUE,
          _("Names and notes of more than 64 KiB are cut") },
        { self.cast.n_renamed, FALSE,
          _("Names with commas or line breaks, and duplicate names, are changed") },
      };

      for (guint i = 0; i < G_N_ELEMENTS (told); i++)
        dwell_export_warnings_add (warnings, FALSE, told[i].is_loss, told[i].count,
                                   g_strdup (told[i].message));
    }

  play_clear (&self);
  return warnings;
}
