/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals become writes, semaphores become states, and other events become messages (README.md, "In
 * the trace"). */
#include "config.h"

#include "formats/btf/dwell-btf-others.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/**
 * dwell_btf_others_init:
 * @self: (out caller-allocates): no events so far
 * @tracks: the tracks of the trace; must outlive @self
 * @has_scheduler: whether events of schedulers and cores are shown
 */
void
dwell_btf_others_init (DwellBtfOthers *self,
                       DwellBtfTracks *tracks,
                       gboolean        has_scheduler)
{
  static const char * const names[] = { "FREE", "FULL", "OVERFULL", "USED" };

  *self = (DwellBtfOthers) {
    .builder = tracks->builder,
    .log = tracks->log,
    .tracks = tracks,
    .has_scheduler = has_scheduler,
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    self->semaphore_states[i] = dwell_strings_intern (self->builder->strings, names[i], -1);
}

static void
add_mark (DwellBtfOthers       *self,
          const DwellBtfRecord *record,
          guint32               process,
          guint32               text)
{
  guint32 track = dwell_btf_tracks_get_mark_track (self->tracks, process);

  if (track == DWELL_NONE)
    return;

  if (!dwell_builder_add_mark (self->builder, DWELL_MARK_MESSAGE, record->time, track, DWELL_NONE,
                               DWELL_NONE, text, NULL))
    dwell_builder_fail (self->builder);
}

static const char *
get_word (DwellBtfOthers       *self,
          const DwellBtfRecord *record)
{
  return dwell_strings_get (self->builder->strings,
                            g_array_index (self->log->words, guint32, record->word));
}

/**
 * dwell_btf_others_get_note:
 * @self: other events
 * @record: an event
 *
 * Returns: its note; "" if it has no text as its note
 */
const char *
dwell_btf_others_get_note (DwellBtfOthers       *self,
                           const DwellBtfRecord *record)
{
  return record->note == DWELL_BTF_TEXT_NOTE
           ? dwell_strings_get (self->builder->strings, record->text) : "";
}

/**
 * dwell_btf_others_mark:
 * @self: other events
 * @record: an event
 * @process: the entity in whose track it is shown: the source, or the target where that is the
 *   process
 *
 * Adds a mark for the event.
 */
void
dwell_btf_others_mark (DwellBtfOthers       *self,
                       const DwellBtfRecord *record,
                       guint32               process)
{
  DwellBtfMark *last = &self->tracks->things[process].mark;
  DwellBtfMark mark = {
    .other = process == record->target ? record->source : record->target,
    .note = record->note == DWELL_BTF_TEXT_NOTE ? record->text : 0,
    .word = record->word,
  };

  if (last->text == 0 || last->other != mark.other || last->note != mark.note ||
      last->word != mark.word)
    {
      const char *note = dwell_btf_others_get_note (self, record);
      g_autofree char *text =
        g_strdup_printf ("%s %s%s%s", get_word (self, record),
                         dwell_strings_get (self->log->names, mark.other),
                         *note != '\0' ? ": " : "", note);

      mark.text = dwell_strings_intern (self->builder->strings, text, -1);
      *last = mark;
    }

  add_mark (self, record, process, last->text);
}

static void
take_write (DwellBtfOthers       *self,
            const DwellBtfRecord *record,
            DwellBtfVariable     *variable)
{
  guint64 value = record->value;

  if (variable == NULL)
    return;

  if (variable->is_real && record->note == DWELL_BTF_INTEGER_NOTE)
    {
      double real = (double) (gint64) value;

      memcpy (&value, &real, sizeof value);
    }

  dwell_builder_add_write (self->builder, variable->track, record->time, value);
}

static void
take_signal (DwellBtfOthers       *self,
             const DwellBtfRecord *record)
{
  if (record->kind == DWELL_BTF_READ)
    self->n_counted++;
  else if (record->note == DWELL_BTF_INTEGER_NOTE || record->note == DWELL_BTF_REAL_NOTE)
    take_write (self, record, dwell_btf_tracks_get_signal (self->tracks, record->target));
  else
    dwell_btf_others_mark (self, record, record->source);
}

static void
take_core (DwellBtfOthers       *self,
           const DwellBtfRecord *record)
{
  if (record->kind == DWELL_BTF_SET_FREQUENCY && record->note == DWELL_BTF_INTEGER_NOTE)
    take_write (self, record, dwell_btf_tracks_get_frequency (self->tracks, record->target));
  else if (self->has_scheduler)
    dwell_btf_others_mark (self, record, record->source);
  else
    self->n_counted++;
}

static void
take_semaphore (DwellBtfOthers       *self,
                const DwellBtfRecord *record)
{
  DwellBtfStates *states;

  if (record->kind == DWELL_BTF_SEMAPHORE_USE)
    {
      dwell_btf_others_mark (self, record, record->source);
      return;
    }

  states = dwell_btf_tracks_get_semaphore (self->tracks, record->target);
  if (states != NULL)
    dwell_btf_states_enter (self->tracks, states,
                            self->semaphore_states[record->kind - DWELL_BTF_SEMAPHORE_FREE],
                            record->time, 0);
}

static void
take_stimulus (DwellBtfOthers       *self,
               const DwellBtfRecord *record)
{
  const char *note = dwell_btf_others_get_note (self, record);
  g_autofree char *text = g_strdup_printf ("%s%s%s",
                                           dwell_strings_get (self->log->names, record->target),
                                           *note != '\0' ? ": " : "", note);

  add_mark (self, record, record->source,
            dwell_strings_intern (self->builder->strings, text, -1));
}

static void
take_unknown (DwellBtfOthers       *self,
              const DwellBtfRecord *record)
{
  if (record->type == DWELL_BTF_CORE || record->type == DWELL_BTF_SCHEDULER)
    take_core (self, record);
  else if (record->type == DWELL_BTF_SYSTEM || record->type == DWELL_BTF_OTHER_TYPE)
    self->n_counted++;
  else
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "unknown-event",
                          dwell_btf_log_get_line (self->log, record), -1, "%s",
                          _("An event is not known for its type: it is shown as a message"));
      dwell_btf_others_mark (self, record,
                             dwell_btf_log_get_entity (self->log, record->target)->is_process
                               ? record->target : record->source);
    }
}

/**
 * dwell_btf_others_take:
 * @self: other events
 * @record: an event of another entity than a process or runnable, or an unknown event of these
 *
 * Takes an event. Room for a span and a write must have been reserved.
 */
void
dwell_btf_others_take (DwellBtfOthers       *self,
                       const DwellBtfRecord *record)
{
  if (!dwell_btf_takes_event (record->type, record->kind))
    take_unknown (self, record);
  else if (record->type == DWELL_BTF_STIMULUS)
    take_stimulus (self, record);
  else if (record->type == DWELL_BTF_SIGNAL)
    take_signal (self, record);
  else if (record->type == DWELL_BTF_SEMAPHORE)
    take_semaphore (self, record);
  else if (record->type == DWELL_BTF_OS_EVENT)
    dwell_btf_others_mark (self, record, record->source);
  else
    take_core (self, record);
}
