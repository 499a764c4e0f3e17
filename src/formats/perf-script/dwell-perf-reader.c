/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of `perf script`. Workers parse the lines of a block; the consumer assembles
 * samples, which may continue in the next block. */
#include "config.h"

#include "formats/perf-script/dwell-perf-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/perf-script/dwell-perf-block.h"
#include "formats/perf-script/dwell-perf-samples.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

/* Different events that are counted. */
#define MAX_EVENTS 256

/* The meaning of a frame of a block. */
typedef struct {
  guint32 area;
  guint32 name;
  guint8  is_known;
} Known;

typedef struct {
  DwellBuilder     *builder;
  DwellPerfSamples  samples;
  const char       *wanted;  /* the event that is read; "" for the first */
  char             *event;   /* (nullable): this event, once it was found */
  gboolean          has_periods;
  GHashTable       *events;  /* name → number of samples */
  GPtrArray        *event_names; /* the names, in the order of the file; not owned */
  gint64            total;
  guint64           n_samples;
  guint64           n_lost;

  /* the current sample */
  gboolean          is_open;
  gboolean          is_wanted;
  gboolean          has_ended; /* an empty line after frames ended it */
  guint32           thread;
  gint64            time;
  gint64            weight;
  guint32           source_file;
  guint32           source_line;
  GArray           *frames;  /* DwellPerfStackFrame */
} Reader;

static void
report (Reader     *self,
        const char *code,
        guint64     line,
        const char *message)
{
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, code, line, -1, "%s",
                      message);
}

/* Adds the previous sample, which is complete. */
static gboolean
finish_sample (Reader  *self,
               GError **error)
{
  gboolean is_good = TRUE;

  if (self->is_open && self->is_wanted)
    is_good = dwell_perf_samples_add (&self->samples, self->thread, self->time, self->weight,
                                      self->frames, self->source_file, self->source_line, error);
  self->is_open = FALSE;
  return is_good;
}

/* Counts the event, and returns whether it is the one that is read. */
static gboolean
take_event (Reader              *self,
            const DwellPerfHead *head)
{
  g_autofree char *name = dwell_text_to_utf8 (head->event.p,
                                              (gsize) (head->event.end - head->event.p),
                                              DWELL_CHARSET_WINDOWS_1252);
  gpointer key;
  gpointer count;
  gboolean is_wanted;

  if (self->event == NULL && (*self->wanted == '\0' || g_str_equal (self->wanted, name)))
    {
      self->event = g_strdup (name);
      self->has_periods = head->has_period;
    }
  is_wanted = self->event != NULL && g_str_equal (self->event, name);

  if (g_hash_table_lookup_extended (self->events, name, &key, &count))
    ++*(guint64 *) count;
  else if (self->event_names->len < MAX_EVENTS)
    {
      guint64 one = 1;

      g_ptr_array_add (self->event_names, name);
      g_hash_table_insert (self->events, g_steal_pointer (&name), g_memdup2 (&one, sizeof one));
    }

  return is_wanted;
}

static void
set_weight (Reader              *self,
            const DwellPerfHead *head,
            guint64              line)
{
  guint64 weight = self->has_periods && head->has_period ? head->period : 1;

  if (weight > (guint64) (G_MAXINT64 - self->total))
    {
      weight = 0;
      report (self, "large-weight", line,
              _("The periods add up to more than can be counted: a sample weighs nothing"));
    }

  self->weight = (gint64) weight;
  self->total += self->weight;
}

static void
add_frame (Reader               *self,
           const DwellPerfFrame *frame,
           Known                *known,
           guint64               line)
{
  if (!known->is_known)
    {
      known->area = dwell_perf_samples_add_frame_area (&self->samples, frame, &known->name);
      known->is_known = TRUE;
    }

  if (self->frames->len == DWELL_PERF_MAX_FRAMES)
    {
      report (self, "deep-stack", line,
              _("A stack has more than 100,000 frames: the outermost were left out"));
      return;
    }

  g_array_append_val (self->frames, ((DwellPerfStackFrame) { known->area, known->name }));
}

static gboolean
take_head (Reader               *self,
           const DwellPerfHead  *head,
           guint64               line,
           GError              **error)
{
  DwellPerfFrame frame;
  Known known = { 0 };

  if (!finish_sample (self, error))
    return FALSE;

  self->is_open = TRUE;
  self->has_ended = FALSE;
  self->source_line = 0;
  self->n_samples++;
  g_array_set_size (self->frames, 0);
  self->is_wanted = take_event (self, head);
  if (self->is_wanted)
    set_weight (self, head, line);
  if (!self->is_wanted && head->rest.p == head->rest.end)
    return TRUE;

  self->time = dwell_perf_samples_get_time (&self->samples, head);
  self->thread = dwell_perf_samples_get_thread (&self->samples, head);
  if (head->rest.p == head->rest.end)
    return TRUE;

  if (!dwell_perf_parse_frame (head->rest, &frame))
    return dwell_perf_samples_add_mark (&self->samples, self->thread, self->time, head->rest,
                                        error);

  if (self->is_wanted)
    add_frame (self, &frame, &known, line);
  return TRUE;
}

static void
take_frame (Reader               *self,
            const DwellPerfFrame *frame,
            Known                *known,
            guint64               line)
{
  if (!self->is_open || self->has_ended)
    report (self, "frame-without-sample", line,
            _("A frame belongs to no sample: it was left out"));
  else if (self->is_wanted)
    add_frame (self, frame, known, line);
}

static void
take_source (Reader                *self,
             const DwellPerfSource *source)
{
  if (!self->is_open || !self->is_wanted || self->frames->len != 1)
    return;

  self->source_line = source->line;
  self->source_file =
    dwell_strings_intern_bytes (self->builder->strings, source->file.p,
                                (gsize) (source->file.end - source->file.p),
                                DWELL_CHARSET_WINDOWS_1252);
}

/* “# KEY : VALUE” of a header. */
static void
take_comment (Reader    *self,
              DwellScan  text)
{
  static const struct {
    const char *name;
    const char *key;
    const char *title;
  } known[] = {
    { "captured on", "captured_on", N_("Recorded") },
    { "hostname", "hostname", N_("Computer") },
    { "cmdline", "command", N_("Command") },
    { "cpudesc", "processor", N_("Processor") },
  };
  const char *colon = memchr (text.p, ':', (gsize) (text.end - text.p));
  g_autofree char *key = NULL;
  g_autofree char *value = NULL;

  if (colon == NULL || self->n_samples > 0)
    return;

  key = dwell_text_to_utf8 (text.p + 1, (gsize) (colon - text.p - 1), DWELL_CHARSET_WINDOWS_1252);
  value = dwell_text_to_utf8 (colon + 1, (gsize) (text.end - colon - 1),
                              DWELL_CHARSET_WINDOWS_1252);
  g_strstrip (key);
  g_strstrip (value);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].name, key) && *value != '\0')
      dwell_builder_set_property (self->builder, known[i].key, known[i].title,
                                  g_variant_new_string (value));
}

static gboolean
take_entry (Reader                *self,
            const DwellPerfBlock  *block,
            DwellPerfEntry         entry,
            Known                 *known,
            guint64                line,
            GError               **error)
{
  switch ((DwellPerfKind) entry.kind)
    {
    case DWELL_PERF_HEAD:
      return take_head (self, &g_array_index (block->heads, DwellPerfHead, entry.index), line,
                        error);

    case DWELL_PERF_FRAME:
      take_frame (self, &g_array_index (block->frames, DwellPerfFrame, entry.index),
                  &known[entry.index], line);
      break;

    case DWELL_PERF_SOURCE:
      if (self->is_open && self->is_wanted && self->frames->len == 0)
        report (self, "bad-line", line, _("A line has an unknown form: it was left out"));
      take_source (self, &g_array_index (block->sources, DwellPerfSource, entry.index));
      break;

    case DWELL_PERF_EMPTY:
      self->has_ended |= self->frames->len > 0;
      break;

    case DWELL_PERF_COMMENT:
      take_comment (self, g_array_index (block->comments, DwellScan, entry.index));
      break;

    case DWELL_PERF_LOST:
      self->n_lost++;
      break;

    case DWELL_PERF_BAD:
      report (self, "bad-line", line, _("A line has an unknown form: it was left out"));
      break;

    case DWELL_PERF_NOWHERE:
    default:
      break;
    }

  return TRUE;
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  return dwell_perf_block_new (block);
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_perf_block_free (data);
}

static gboolean
consume_block (const DwellBlock  *text,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  const DwellPerfBlock *block = parsed;
  g_autofree Known *known = g_new0 (Known, MAX (block->frames->len, 1));

  if (!dwell_builder_check (self->builder, 0, error))
    return FALSE;

  for (guint i = 0; i < block->entries->len; i++)
    {
      DwellPerfEntry entry = g_array_index (block->entries, DwellPerfEntry, i);

      if (!take_entry (self, block, entry, known, n_lines_before + entry.line + 1, error))
        return FALSE;
    }

  return TRUE;
}

static void
describe_events (Reader *self)
{
  DwellBuilder *builder = self->builder;
  g_autoptr(GString) list = g_string_new (NULL);
  gboolean is_clock = g_str_has_prefix (self->event, "cpu-clock") ||
                      g_str_has_prefix (self->event, "task-clock");

  for (guint i = 0; i < self->event_names->len; i++)
    g_string_append_printf (list, "%s%s (%" G_GUINT64_FORMAT ")", i > 0 ? " " : "",
                            (const char *) self->event_names->pdata[i],
                            *(guint64 *) g_hash_table_lookup (self->events,
                                                              self->event_names->pdata[i]));
  dwell_builder_set_property (builder, "events", N_("Events"), g_variant_new_string (list->str));

  builder->weights_are_times = self->has_periods && is_clock;
  builder->weight_unit =
    dwell_strings_intern (builder->strings, !self->has_periods ? "samples"
                                            : is_clock ? "ns" : self->event, -1);
  if (self->event_names->len > 1)
    dwell_builder_add_note (builder, N_("The file has samples of several events, which cannot be "
                                        "added up: one is shown; choose another in Import "
                                        "Options."));
  if (self->n_lost > 0)
    dwell_builder_add_note (builder, N_("Samples were lost during recording."));
}

static gboolean
finish (Reader  *self,
        GError **error)
{
  DwellBuilder *builder = self->builder;

  if (!finish_sample (self, error))
    return FALSE;

  if (self->n_samples == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: expected “COMMAND THREAD TIME: PERIOD EVENT:”"));
      return FALSE;
    }
  if (self->event == NULL)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                   /* Translators: the name of an event; that of one of the file */
                   _("the file has no event “%s”; it has %s"), self->wanted,
                   (const char *) self->event_names->pdata[0]);
      return FALSE;
    }

  describe_events (self);
  builder->n_events = self->n_samples;
  builder->total_weight = self->total;
  return dwell_perf_samples_finish (&self->samples, error) &&
         dwell_builder_check (builder, 0, error);
}

/**
 * dwell_perf_read:
 * @source: the source of the file
 * @options: the options of reading
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no sample, %DWELL_ERROR_OPTION if no sample
 *   has the wanted event
 *
 * Reads the text of `perf script`. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_perf_read (DwellSource         *source,
                 const DwellOptions  *options,
                 DwellBuilder        *builder,
                 DwellCheckpoint     *checkpoint,
                 DwellProgress       *progress,
                 GCancellable        *cancellable,
                 GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  Reader self = { .builder = builder, .wanted = dwell_options_get (options, "Event") };
  gboolean is_good;

  dwell_perf_samples_init (&self.samples, builder);
  self.events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.event_names = g_ptr_array_new ();
  self.frames = g_array_new (FALSE, FALSE, sizeof (DwellPerfStackFrame));

  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &self, builder->problems, progress,
                             cancellable, error) &&
            finish (&self, error);

  dwell_perf_samples_clear (&self.samples);
  g_free (self.event);
  g_ptr_array_unref (self.event_names);
  g_hash_table_unref (self.events);
  g_array_unref (self.frames);
  return is_good;
}
