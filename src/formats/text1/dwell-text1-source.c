/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collecting how a Text1 file stood on disk. What follows what is one piece with it where that can
 * be: text after text that stands for no event, events after events of the same timeline. */
#include "config.h"

#include "formats/text1/dwell-text1-source.h"

/* So much of a file that is not written anew is kept. */
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
 *
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
 * Returns: what it takes: see dwell_builder_check()
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
 * @bytes: what stands next in the file
 * @length: how many bytes
 * @first_event: the first event that they stand for
 * @n_events: how many events they stand for
 *
 * Returns: %FALSE if the part holds too much text already, and drops these bytes
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
 * @first_event: the first of them
 * @n_events: how many
 * @timeline: which of the source's timelines they are rows of; %DWELL_NONE in a .BIN
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
