/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records the form of a Text1 file on disk. Adjacent pieces are joined if possible: text that
 * belongs to no event, and events of the same timeline. */
#include "config.h"

#include "formats/text1/read/dwell-text1-source.h"

/* The greatest amount of text that is kept of a file. */
#define MAX_TEXT_BYTES ((gsize) 256 << 20)

static void
part_init (DwellText1Part *self)
{
  self->text = g_byte_array_new ();
  self->pieces = g_array_new (FALSE, FALSE, sizeof (DwellText1Piece));
}

static void
part_clear (DwellText1Part *self)
{
  g_byte_array_unref (self->text);
  g_array_unref (self->pieces);
}

static void
timeline_clear (gpointer data)
{
  DwellText1Timeline *timeline = data;

  dwell_template_unref (timeline->entry);
}

/**
 * dwell_text1_source_new:
 * Returns: (transfer full): the record of an empty file
 */
DwellText1Source *
dwell_text1_source_new (void)
{
  DwellText1Source *self = g_new0 (DwellText1Source, 1);

  part_init (&self->main);
  part_init (&self->binary);
  self->timelines = g_array_new (FALSE, FALSE, sizeof (DwellText1Timeline));
  g_array_set_clear_func (self->timelines, timeline_clear);
  self->is_exact = TRUE;

  return self;
}

/**
 * dwell_text1_source_free:
 * @self: (transfer full): a record
 */
void
dwell_text1_source_free (DwellText1Source *self)
{
  part_clear (&self->main);
  part_clear (&self->binary);
  g_array_unref (self->timelines);
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_free (self->templates[i]);
  g_free (self);
}

/**
 * dwell_text1_source_count_bytes:
 * @self: a record
 *
 * Returns: the memory that it takes: for dwell_builder_check()
 */
gsize
dwell_text1_source_count_bytes (const DwellText1Source *self)
{
  return (gsize) self->main.text->len + self->binary.text->len +
         (self->main.pieces->len + self->binary.pieces->len) * sizeof (DwellText1Piece) +
         self->timelines->len * sizeof (DwellText1Timeline);
}

static DwellText1Piece *
get_last (DwellText1Part *self)
{
  return self->pieces->len > 0
           ? &g_array_index (self->pieces, DwellText1Piece, self->pieces->len - 1) : NULL;
}

/**
 * dwell_text1_part_add_text:
 * @self: a part
 * @bytes: the next bytes of the file
 * @length: how many bytes
 * @first_event: the first event that they represent
 * @n_events: how many events they represent; mostly 0
 *
 * Appends text. Drops it if the part has too much text already.
 *
 * Returns: %FALSE if the text was dropped
 */
gboolean
dwell_text1_part_add_text (DwellText1Part *self,
                           const char     *bytes,
                           gsize           length,
                           guint32         first_event,
                           guint32         n_events)
{
  DwellText1Piece *last = get_last (self);
  DwellText1Piece piece = {
    .text_offset = self->text->len,
    .text_length = length,
    .first_event = first_event,
    .n_events = n_events,
    .timeline = DWELL_NONE,
  };

  if (length == 0)
    return TRUE;
  if (length > MAX_TEXT_BYTES - MIN (self->text->len, MAX_TEXT_BYTES))
    return FALSE;

  g_byte_array_append (self->text, (const guint8 *) bytes, (guint) length);

  if (last != NULL && last->text_length > 0 &&
      (n_events == 0 || last->n_events == 0 || last->first_event + last->n_events == first_event))
    {
      last->text_length += length;
      if (last->n_events == 0)
        last->first_event = first_event;
      last->n_events += n_events;
    }
  else
    g_array_append_val (self->pieces, piece);

  return TRUE;
}

/**
 * dwell_text1_part_add_events:
 * @self: a part
 * @first_event: the first of the next events
 * @n_events: how many
 * @timeline: index of their timeline in the source; %DWELL_NONE for a .BIN
 *
 * Appends events that can be written again.
 */
void
dwell_text1_part_add_events (DwellText1Part *self,
                             guint32         first_event,
                             guint32         n_events,
                             guint32         timeline)
{
  DwellText1Piece *last = get_last (self);
  DwellText1Piece piece = { 0, 0, first_event, n_events, timeline };

  if (n_events == 0)
    return;

  if (last != NULL && last->text_length == 0 && last->timeline == timeline &&
      last->first_event + last->n_events == first_event)
    last->n_events += n_events;
  else
    g_array_append_val (self->pieces, piece);
}
