/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images of traces.
 *
 * An image is a header, a directory of sections (place, length and checksum of each), and the
 * sections, each at a multiple of 64 bytes: one for each column, the texts, the numbers of the
 * trace, a GVariant with the rest, and what the format keeps besides. Opening maps the file, and
 * the columns of the trace point into it. */
#include "config.h"

#include "core/dwell-trace-image.h"

#include <string.h>

#include "core/dwell-checksum.h"
#include "core/dwell-trace-private.h"

#define MAGIC         "DwellTrc"
#define IMAGE_VERSION "5" /* to be raised when a column changes its meaning */
#define ALIGNMENT     ((guint64) 64)
#define PIECE_BYTES   ((gsize) 8 << 20) /* cancelling is checked after each */

/* format id and title, notes, properties (key, title, value), problems */
#define REST_TYPE "(ssasa(ssv)v)"

typedef struct {
  char    magic[8];
  guint64 layout;   /* of this version's tables: see get_layout() */
  guint64 n_bytes;  /* of the file */
  guint64 checksum; /* of the directory */
} Header;

typedef struct {
  guint64 offset;   /* in the file; 0: the trace has no such column */
  guint64 n_bytes;
  guint64 checksum;
} Section;

/* Whether elements are plain numbers, or otherwise have no unused bytes. */
#define IS_PLAIN(element) \
  _Generic ((element), guint8: TRUE, guint32: TRUE, guint64: TRUE, gint64: TRUE, \
            DwellSpanTimes: TRUE, DwellCallArc: TRUE, default: FALSE)

#define COLUMN(pointer, n) \
  { G_STRUCT_OFFSET (DwellTrace, pointer), sizeof *((DwellTrace *) NULL)->pointer, \
    G_STRUCT_OFFSET (DwellTrace, n), IS_PLAIN (*((DwellTrace *) NULL)->pointer) }

/* The columns of a trace, except the pauses of contexts, which are computed from suspensions. */
static const struct {
  gsize    offset;    /* of the pointer */
  gsize    element_size;
  gsize    n_offset;  /* of the guint32 that counts the elements */
  gboolean is_plain;  /* equal elements have equal bytes */
} columns[] = {
  COLUMN (areas, n_areas),
  COLUMN (contexts, n_contexts),
  COLUMN (tracks, n_tracks),
  COLUMN (rows, n_rows),
  COLUMN (far_times, n_far_times),
  COLUMN (span_times, n_spans),
  COLUMN (span_bases, n_span_blocks),
  COLUMN (span_area, n_spans),
  COLUMN (span_row, n_spans),
  COLUMN (span_parent, n_spans),
  COLUMN (span_flags, n_spans),
  COLUMN (row_spans, n_spans),
  COLUMN (mark_time, n_marks),
  COLUMN (mark_track, n_marks),
  COLUMN (mark_span, n_marks),
  COLUMN (mark_area, n_marks),
  COLUMN (mark_text, n_marks),
  COLUMN (mark_kind, n_marks),
  COLUMN (track_marks, n_marks),
  COLUMN (write_offset, n_writes),
  COLUMN (write_bases, n_write_blocks),
  COLUMN (write_track, n_writes),
  COLUMN (write_value, n_writes),
  COLUMN (track_writes, n_writes),
  COLUMN (suspension_begin, n_suspensions),
  COLUMN (suspension_end, n_suspensions),
  COLUMN (suspension_span, n_suspensions),
  COLUMN (suspension_kind, n_suspensions),
  COLUMN (row_suspensions, n_suspensions),
  COLUMN (event_offset, n_file_events),
  COLUMN (event_bases, n_event_blocks),
  COLUMN (event_area, n_file_events),
  COLUMN (event_kind, n_file_events),
  COLUMN (event_core, n_file_events),
  COLUMN (event_context, n_file_events),
  COLUMN (args, n_args),
  COLUMN (arg_keys, n_arg_keys),
  COLUMN (arg_wides, n_arg_wides),
  COLUMN (span_args, n_spans),
  COLUMN (mark_args, n_marks),
  COLUMN (flows, n_flows),
  COLUMN (flows_in, n_flows),
  COLUMN (recorded, n_recorded),
  COLUMN (node_parent, n_stack_nodes),
  COLUMN (node_end, n_stack_nodes),
  COLUMN (node_area, n_stack_nodes),
  COLUMN (node_context, n_stack_nodes),
  COLUMN (node_count, n_stack_nodes),
  COLUMN (node_total, n_stack_nodes),
  COLUMN (node_self, n_stack_nodes),
  COLUMN (lines, n_lines),
  COLUMN (functions, n_functions),
  COLUMN (arcs, n_arcs),
  COLUMN (records, n_records),
  COLUMN (cost_owners, n_cost_owners), /* there are none */
};

#define NUMBER(member) \
  { G_STRUCT_OFFSET (DwellTrace, member), sizeof ((DwellTrace *) NULL)->member }

/* The numbers of a trace. */
static const struct {
  gsize offset;
  gsize size;
} numbers[] = {
  NUMBER (n_areas),
  NUMBER (n_contexts),
  NUMBER (n_tracks),
  NUMBER (n_rows),
  NUMBER (n_spans),
  NUMBER (n_span_blocks),
  NUMBER (n_far_times),
  NUMBER (n_marks),
  NUMBER (n_writes),
  NUMBER (n_write_blocks),
  NUMBER (n_suspensions),
  NUMBER (n_file_events),
  NUMBER (n_event_blocks),
  NUMBER (n_args),
  NUMBER (n_arg_keys),
  NUMBER (n_arg_wides),
  NUMBER (n_flows),
  NUMBER (n_recorded),
  NUMBER (n_stack_nodes),
  NUMBER (n_lines),
  NUMBER (n_functions),
  NUMBER (n_arcs),
  NUMBER (n_records),
  NUMBER (n_records_in_file),
  NUMBER (total_time),
  NUMBER (size_bytes),
  NUMBER (weight_unit),
  NUMBER (weights_are_times),
  NUMBER (total_weight),
  NUMBER (axis),
  NUMBER (modules_ignore_case),
  NUMBER (spans_are_sequence),
  NUMBER (begin),
  NUMBER (end),
  NUMBER (recorded_begin),
  NUMBER (recorded_end),
  NUMBER (wall_clock_ns),
  NUMBER (n_events),
  NUMBER (tables),
};

/* The sections. */
enum {
  TEXTS = G_N_ELEMENTS (columns),
  NUMBERS,
  REST,
  SOURCE, /* absent if the trace has no source */
  N_SECTIONS
};

static gsize
count_column_bytes (const DwellTrace *trace,
                    gsize             i)
{
  gconstpointer elements = G_STRUCT_MEMBER (gconstpointer, trace, columns[i].offset);
  guint32 n = G_STRUCT_MEMBER (guint32, trace, columns[i].n_offset);

  return elements != NULL ? n * columns[i].element_size : 0;
}

/* Identifies the tables of this version: version of the program, sizes of its types, and byte
 * order. */
static guint64
get_layout (void)
{
  g_autoptr(GString) text = g_string_new (DWELL_VERSION " " IMAGE_VERSION " " REST_TYPE);

  g_string_append_printf (text, " %d %" G_GSIZE_FORMAT, G_BYTE_ORDER, sizeof (gpointer));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    g_string_append_printf (text, " %" G_GSIZE_FORMAT, columns[i].element_size);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_string_append_printf (text, " %" G_GSIZE_FORMAT, numbers[i].size);

  return dwell_checksum (text->str, text->len);
}

/**
 * dwell_trace_has_image:
 * @trace: a trace
 *
 * Returns: whether dwell_trace_image_write() can write all of @trace
 */
gboolean
dwell_trace_has_image (const DwellTrace *trace)
{
  return !trace->is_partial && trace->n_cost_owners == 0;
}

/**
 * dwell_trace_image_measure:
 * @trace: a trace that has an image
 *
 * Returns: about how many bytes the image will take: its columns and texts
 */
guint64
dwell_trace_image_measure (const DwellTrace *trace)
{
  guint64 n_bytes = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    n_bytes += count_column_bytes (trace, i);
  for (guint32 id = 0; id < dwell_strings_get_n (trace->strings); id++)
    n_bytes += dwell_strings_get_length (trace->strings, id) + 1;

  return n_bytes;
}

static gboolean
have_same_texts (const DwellStrings *a,
                 const DwellStrings *b)
{
  guint32 n = dwell_strings_get_n (a);
  gboolean is_same = n == dwell_strings_get_n (b);

  for (guint32 id = 0; id < n && is_same; id++)
    is_same = strcmp (dwell_strings_get (a, id), dwell_strings_get (b, id)) == 0;

  return is_same;
}

/**
 * dwell_trace_is_same:
 * @a: a trace
 * @b: another
 *
 * Compares what was read, not where from: a copy of a file is the same. For costs and lines, only
 * the names are compared.
 *
 * Returns: whether both are one recording
 */
gboolean
dwell_trace_is_same (const DwellTrace *a,
                     const DwellTrace *b)
{
  if (a == b)
    return TRUE;
  if (g_strcmp0 (a->format_id, b->format_id) != 0)
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (memcmp (G_STRUCT_MEMBER_P (a, numbers[i].offset), G_STRUCT_MEMBER_P (b, numbers[i].offset),
                numbers[i].size) != 0)
      return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      gsize n_bytes = count_column_bytes (a, i);

      if (n_bytes != count_column_bytes (b, i))
        return FALSE;
      if (n_bytes > 0 && columns[i].is_plain &&
          memcmp (G_STRUCT_MEMBER (gconstpointer, a, columns[i].offset),
                  G_STRUCT_MEMBER (gconstpointer, b, columns[i].offset), n_bytes) != 0)
        return FALSE;
    }

  return have_same_texts (a->strings, b->strings);
}

/* Returns: (transfer full): the texts, each with its NUL */
static GBytes *
gather_texts (const DwellStrings *strings)
{
  GByteArray *texts = g_byte_array_new ();

  for (guint32 id = 0; id < dwell_strings_get_n (strings); id++)
    {
      const char *text = dwell_strings_get (strings, id);

      g_byte_array_append (texts, (const guint8 *) text, (guint) strlen (text) + 1);
    }

  return g_byte_array_free_to_bytes (texts);
}

static GBytes *
gather_numbers (const DwellTrace *trace)
{
  GByteArray *bytes = g_byte_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_byte_array_append (bytes, G_STRUCT_MEMBER_P (trace, numbers[i].offset),
                         (guint) numbers[i].size);

  return g_byte_array_free_to_bytes (bytes);
}

static GBytes *
gather_rest (const DwellTrace *trace)
{
  GVariantBuilder properties;
  g_autoptr(GVariant) rest = NULL;

  g_variant_builder_init (&properties, G_VARIANT_TYPE ("a(ssv)"));
  for (guint i = 0; i < trace->n_properties; i++)
    g_variant_builder_add (&properties, "(ssv)", trace->properties[i].key,
                           trace->properties[i].title, trace->properties[i].value);

  rest = g_variant_ref_sink (g_variant_new ("(ss^asa(ssv)v)", trace->format_id,
                                            trace->format_title, trace->notes, &properties,
                                            dwell_problems_to_variant (trace->problems)));
  return g_variant_get_data_as_bytes (rest);
}

static guint64
align (guint64 offset)
{
  return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The memory that each section is written from. */
typedef struct {
  GBytes       *gathered[N_SECTIONS]; /* (nullable) */
  gconstpointer bytes[N_SECTIONS];
  Section       sections[N_SECTIONS];
  Header        header;
} Image;

static void
image_init (Image            *self,
            const DwellTrace *trace,
            GBytes           *source)
{
  guint64 offset = sizeof (Header) + sizeof self->sections;

  memset (self, 0, sizeof *self);
  self->gathered[TEXTS] = gather_texts (trace->strings);
  self->gathered[NUMBERS] = gather_numbers (trace);
  self->gathered[REST] = gather_rest (trace);
  self->gathered[SOURCE] = source != NULL ? g_bytes_ref (source) : NULL;

  for (gsize i = 0; i < N_SECTIONS; i++)
    {
      Section *section = &self->sections[i];
      gsize n_bytes = 0;

      if (self->gathered[i] != NULL)
        {
          self->bytes[i] = g_bytes_get_data (self->gathered[i], &n_bytes);
        }
      else if (i < G_N_ELEMENTS (columns))
        {
          n_bytes = count_column_bytes (trace, i);
          self->bytes[i] = G_STRUCT_MEMBER (gconstpointer, trace, columns[i].offset);
        }

      if (self->bytes[i] == NULL)
        continue;

      section->offset = align (offset);
      section->n_bytes = n_bytes;
      section->checksum = dwell_checksum (self->bytes[i], n_bytes);
      offset = section->offset + n_bytes;
    }

  self->header = (Header) { .layout = get_layout (), .n_bytes = offset };
  memcpy (self->header.magic, MAGIC, sizeof self->header.magic);
  self->header.checksum = dwell_checksum (self->sections, sizeof self->sections);
}

static void
image_clear (Image *self)
{
  for (gsize i = 0; i < N_SECTIONS; i++)
    g_clear_pointer (&self->gathered[i], g_bytes_unref);
}

static gboolean
write_bytes (GOutputStream  *stream,
             gconstpointer   bytes,
             gsize           n_bytes,
             GCancellable   *cancellable,
             GError        **error)
{
  for (gsize begin = 0; begin < n_bytes; begin += PIECE_BYTES)
    if (!g_output_stream_write_all (stream, (const char *) bytes + begin,
                                    MIN (PIECE_BYTES, n_bytes - begin), NULL, cancellable, error))
      return FALSE;

  return TRUE;
}

/**
 * dwell_trace_image_write:
 * @trace: a trace that has an image
 * @source: (nullable): what the format keeps besides, as bytes; %NULL if nothing
 * @stream: where to write it
 * @cancellable: (nullable): a cancellable
 * @error: why it could not be written
 *
 * Writes the image of @trace. Blocks.
 *
 * Returns: whether all was written
 */
gboolean
dwell_trace_image_write (const DwellTrace  *trace,
                         GBytes            *source,
                         GOutputStream     *stream,
                         GCancellable      *cancellable,
                         GError           **error)
{
  static const char padding[ALIGNMENT];
  Image image;
  guint64 offset = sizeof image.header + sizeof image.sections;
  gboolean is_written;

  g_return_val_if_fail (dwell_trace_has_image (trace), FALSE);
  g_return_val_if_fail ((trace->source == NULL) == (source == NULL), FALSE);

  image_init (&image, trace, source);
  is_written = write_bytes (stream, &image.header, sizeof image.header, cancellable, error) &&
               write_bytes (stream, image.sections, sizeof image.sections, cancellable, error);

  for (gsize i = 0; i < N_SECTIONS && is_written; i++)
    {
      const Section *section = &image.sections[i];

      if (section->offset == 0)
        continue;

      is_written = write_bytes (stream, padding, section->offset - offset, cancellable, error) &&
                   write_bytes (stream, image.bytes[i], section->n_bytes, cancellable, error);
      offset = section->offset + section->n_bytes;
    }

  image_clear (&image);
  return is_written;
}

/* A file that is mapped, with its directory. */
typedef struct {
  GMappedFile   *file;
  const char    *bytes;
  const Section *sections;
} Mapping;

static gboolean
is_whole (const Mapping *mapping,
          gsize          n_bytes)
{
  const Header *header = (const Header *) (gconstpointer) mapping->bytes;

  if (n_bytes < sizeof (Header) + N_SECTIONS * sizeof (Section) ||
      memcmp (header->magic, MAGIC, sizeof header->magic) != 0 ||
      header->layout != get_layout () || header->n_bytes != n_bytes ||
      header->checksum != dwell_checksum (mapping->sections, N_SECTIONS * sizeof (Section)))
    return FALSE;

  for (gsize i = 0; i < N_SECTIONS; i++)
    {
      const Section *section = &mapping->sections[i];

      if (section->offset == 0)
        continue;

      if (section->offset > n_bytes || section->n_bytes > n_bytes - section->offset ||
          section->checksum != dwell_checksum (mapping->bytes + section->offset, section->n_bytes))
        return FALSE;
    }

  return TRUE;
}

static gboolean
take_numbers (DwellTrace    *trace,
              const Mapping *mapping)
{
  const char *bytes = mapping->bytes + mapping->sections[NUMBERS].offset;

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      memcpy (G_STRUCT_MEMBER_P (trace, numbers[i].offset), bytes, numbers[i].size);
      bytes += numbers[i].size;
    }

  return bytes == mapping->bytes + mapping->sections[NUMBERS].offset +
                  mapping->sections[NUMBERS].n_bytes;
}

/* To be called after the numbers, which contain the lengths of columns. */
static gboolean
take_columns (DwellTrace    *trace,
              const Mapping *mapping)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const Section *section = &mapping->sections[i];
      guint32 n = G_STRUCT_MEMBER (guint32, trace, columns[i].n_offset);

      if (section->offset == 0)
        continue;

      if (section->n_bytes != n * columns[i].element_size)
        return FALSE;

      G_STRUCT_MEMBER (gconstpointer, trace, columns[i].offset) = mapping->bytes + section->offset;
    }

  return TRUE;
}

static gboolean
take_texts (DwellTrace    *trace,
            const Mapping *mapping)
{
  const Section *section = &mapping->sections[TEXTS];
  g_autoptr(GBytes) bytes =
    g_bytes_new_with_free_func (mapping->bytes + section->offset, section->n_bytes,
                                (GDestroyNotify) g_mapped_file_unref,
                                g_mapped_file_ref (mapping->file));

  trace->strings = dwell_strings_new_for_bytes (bytes);
  if (trace->strings == NULL)
    return FALSE;

  _dwell_trace_own (trace, trace->strings, (GDestroyNotify) dwell_strings_unref);
  return TRUE;
}

static void
take_properties (DwellTrace   *trace,
                 GVariantIter *iter)
{
  GArray *properties = g_array_new (FALSE, FALSE, sizeof (DwellProperty));
  DwellProperty property;

  g_array_set_clear_func (properties, _dwell_property_clear);
  while (g_variant_iter_next (iter, "(&s&sv)", &property.key, &property.title, &property.value))
    {
      property.key = g_intern_string (property.key);
      property.title = g_intern_string (property.title);
      g_array_append_val (properties, property);
    }

  trace->properties = (const DwellProperty *) (gpointer) properties->data;
  trace->n_properties = properties->len;
  _dwell_trace_own (trace, properties, (GDestroyNotify) g_array_unref);
}

static void
take_rest (DwellTrace    *trace,
           const Mapping *mapping)
{
  const Section *section = &mapping->sections[REST];
  g_autoptr(GBytes) bytes = g_bytes_new (mapping->bytes + section->offset, section->n_bytes);
  g_autoptr(GVariant) rest =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (REST_TYPE), bytes, FALSE));
  g_autoptr(GVariantIter) properties = NULL;
  g_autoptr(GVariant) problems = NULL;
  g_autofree const char **notes = NULL;
  const char *id;
  const char *title;
  GPtrArray *kept_notes = g_ptr_array_new ();

  g_variant_get (rest, "(&s&s^a&sa(ssv)v)", &id, &title, &notes, &properties, &problems);
  trace->format_id = g_intern_string (id);
  trace->format_title = g_intern_string (title);
  take_properties (trace, properties);

  for (gsize i = 0; notes[i] != NULL; i++)
    g_ptr_array_add (kept_notes, (gpointer) g_intern_string (notes[i]));
  g_ptr_array_add (kept_notes, NULL);
  trace->notes = (const char * const *) kept_notes->pdata;
  _dwell_trace_own (trace, kept_notes, (GDestroyNotify) g_ptr_array_unref);

  trace->problems = dwell_problems_new_for_variant (problems);
  _dwell_trace_own (trace, (gpointer) trace->problems, (GDestroyNotify) dwell_problems_unref);
}

static gboolean
take_source (DwellTrace        *trace,
             const Mapping     *mapping,
             DwellSourceUnpack  unpack)
{
  const Section *section = &mapping->sections[SOURCE];
  g_autoptr(GBytes) bytes = NULL;
  GDestroyNotify free_source = NULL;
  gpointer source;

  if (section->offset == 0)
    return TRUE;

  bytes = g_bytes_new_static (mapping->bytes + section->offset, section->n_bytes);
  source = unpack != NULL ? unpack (trace->format_id, bytes, &free_source) : NULL;
  if (source == NULL)
    return FALSE;

  trace->source = _dwell_trace_own (trace, source, free_source);
  return TRUE;
}

static DwellTrace *
take_all (const Mapping     *mapping,
          DwellSourceUnpack  unpack)
{
  g_autoptr(DwellTrace) trace = _dwell_trace_new ();

  _dwell_trace_own (trace, g_mapped_file_ref (mapping->file),
                    (GDestroyNotify) g_mapped_file_unref);

  if (!take_numbers (trace, mapping) || !take_columns (trace, mapping) ||
      !take_texts (trace, mapping))
    return NULL;

  take_rest (trace, mapping);
  if (!take_source (trace, mapping, unpack))
    return NULL;
  if (trace->tables & DWELL_TABLE_SUSPENSIONS)
    _dwell_trace_unite_pauses (trace);

  return g_steal_pointer (&trace);
}

/**
 * dwell_trace_image_open:
 * @path: an image, in a folder that only the user may write in
 * @unpack: (nullable): makes DwellTrace.source from its bytes, which live only during the call;
 *   %NULL if no trace has one
 *
 * Opens an image: all of it is read once and compared with its checksums. The file is mapped as
 * long as the trace lives; it may be deleted meanwhile. Blocks.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL if there is no image, it is damaged, or
 *   another version wrote it
 */
DwellTrace *
dwell_trace_image_open (const char        *path,
                        DwellSourceUnpack  unpack)
{
  g_autoptr(GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  Mapping mapping = { .file = file };

  if (file == NULL || g_mapped_file_get_length (file) < sizeof (Header))
    return NULL;

  mapping.bytes = g_mapped_file_get_contents (file);
  mapping.sections = (const Section *) (gconstpointer) (mapping.bytes + sizeof (Header));

  return is_whole (&mapping, g_mapped_file_get_length (file))
           ? take_all (&mapping, unpack) : NULL;
}
