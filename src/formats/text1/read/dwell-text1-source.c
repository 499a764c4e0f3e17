/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records the form of a Text1 file on disk. Adjacent pieces are joined if possible: text that
 * belongs to no event, and events of the same timeline. */
#include "config.h"

#include "formats/text1/read/dwell-text1-source.h"

/* Parts (text and pieces), timelines (entry, line end, form of contexts), encoding, the four facts,
 * templates. */
#define PACKED_TYPE "((aya(ttuuu))(aya(ttuuu))a(ayuu)ubbbbamay)"

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

static GVariant *
pack_part (const DwellText1Part *self)
{
  GVariant *text = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, self->text->data,
                                              self->text->len, 1);
  GVariant *pieces = g_variant_new_fixed_array (G_VARIANT_TYPE ("(ttuuu)"), self->pieces->data,
                                                self->pieces->len, sizeof (DwellText1Piece));

  return g_variant_new ("(@ay@a(ttuuu))", text, pieces);
}

static void
unpack_part (DwellText1Part *self,
             GVariant       *packed)
{
  g_autoptr(GVariant) text = g_variant_get_child_value (packed, 0);
  g_autoptr(GVariant) pieces = g_variant_get_child_value (packed, 1);
  gsize n;
  gconstpointer elements = g_variant_get_fixed_array (text, &n, 1);

  g_byte_array_append (self->text, elements, (guint) n);
  elements = g_variant_get_fixed_array (pieces, &n, sizeof (DwellText1Piece));
  g_array_append_vals (self->pieces, elements, (guint) n);
}

/**
 * dwell_text1_source_pack:
 * @source: a #DwellText1Source
 *
 * Implements #DwellFormat.pack_source: the record as a #GVariant of this machine.
 *
 * Returns: (transfer full): its bytes
 */
GBytes *
dwell_text1_source_pack (gconstpointer source)
{
  const DwellText1Source *self = source;
  g_autoptr(GVariant) packed = NULL;
  GVariantBuilder timelines;
  GVariantBuilder templates;

  G_STATIC_ASSERT (sizeof (gsize) == sizeof (guint64) && sizeof (DwellText1Piece) == 32);

  g_variant_builder_init (&timelines, G_VARIANT_TYPE ("a(ayuu)"));
  for (guint i = 0; i < self->timelines->len; i++)
    {
      const DwellText1Timeline *timeline = &g_array_index (self->timelines, DwellText1Timeline, i);

      g_variant_builder_add (&timelines, "(^ayuu)", dwell_template_get_text (timeline->entry),
                             timeline->line_end, timeline->context_form);
    }

  g_variant_builder_init (&templates, G_VARIANT_TYPE ("amay"));
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_variant_builder_add (&templates, "m^ay", self->templates[i]);

  packed = g_variant_new ("(@(aya(ttuuu))@(aya(ttuuu))a(ayuu)ubbbbamay)", pack_part (&self->main),
                          pack_part (&self->binary), &timelines, self->encoding, self->has_binary,
                          self->binary_is_1_0, self->is_swapped, self->is_exact, &templates);
  g_variant_ref_sink (packed);
  return g_variant_get_data_as_bytes (packed);
}

static void
unpack_timelines (DwellText1Source *self,
                  GVariant         *packed)
{
  GVariantIter iter;
  const char *entry;
  guint32 line_end;
  guint32 context_form;

  g_variant_iter_init (&iter, packed);
  while (g_variant_iter_next (&iter, "(^&ayuu)", &entry, &line_end, &context_form))
    {
      DwellText1Timeline timeline = {
        .entry = dwell_template_new (entry, -1, DWELL_TEMPLATE_TIMELINE_ENTRY),
        .line_end = line_end,
        .context_form = context_form,
      };

      g_array_append_val (self->timelines, timeline);
    }
}

/**
 * dwell_text1_source_unpack:
 * @bytes: what dwell_text1_source_pack() returned
 * @free_source: (out): frees the record
 *
 * Implements #DwellFormat.unpack_source.
 *
 * Returns: (transfer full): the #DwellText1Source
 */
gpointer
dwell_text1_source_unpack (GBytes         *bytes,
                           GDestroyNotify *free_source)
{
  g_autoptr(GVariant) packed =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (PACKED_TYPE), bytes, FALSE));
  g_autoptr(GVariant) main_part = g_variant_get_child_value (packed, 0);
  g_autoptr(GVariant) binary = g_variant_get_child_value (packed, 1);
  g_autoptr(GVariant) timelines = g_variant_get_child_value (packed, 2);
  g_autoptr(GVariant) templates = g_variant_get_child_value (packed, 8);
  DwellText1Source *self = dwell_text1_source_new ();
  guint32 encoding;

  unpack_part (&self->main, main_part);
  unpack_part (&self->binary, binary);
  unpack_timelines (self, timelines);
  g_variant_get_child (packed, 3, "u", &encoding);
  self->encoding = encoding;
  g_variant_get_child (packed, 4, "b", &self->has_binary);
  g_variant_get_child (packed, 5, "b", &self->binary_is_1_0);
  g_variant_get_child (packed, 6, "b", &self->is_swapped);
  g_variant_get_child (packed, 7, "b", &self->is_exact);
  for (gsize i = 0; i < MIN (DWELL_N_TEMPLATES, g_variant_n_children (templates)); i++)
    g_variant_get_child (templates, i, "m^ay", &self->templates[i]);

  *free_source = (GDestroyNotify) dwell_text1_source_free;
  return self;
}
