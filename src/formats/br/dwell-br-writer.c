/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a profile. If all records of the file were kept, they are written as they were: for a
 * file without faults that gives the same bytes. Otherwise each stack gets as many blocks as it
 * had, in the order of the tree, and their times have the same sum and the same extremes; so
 * every line and stack is read as before. Blocks that are excluded from the totals, and bytes
 * that are not records, are left out. */
#include "config.h"

#include "formats/br/dwell-br-writer.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/br/dwell-br-profile.h"

#define FLUSHED_BYTES ((guint) 1 << 20)
#define NAME_BYTES    255u
#define PATH_BYTES    65535u

typedef struct {
  DwellTrace         *trace;
  const DwellBrNames *names; /* (nullable) */
  GOutputStream      *stream;
  GByteArray         *bytes; /* not yet written */
  DwellProgress      *progress;
  GCancellable       *cancellable;

  /* modules get numbers when they are first used */
  GHashTable         *numbers;     /* string id → number + 1 */
  guint32            *mapped;      /* by number: string id; 0 = none */
  gboolean           *is_reserved; /* by number: reserved for a module without a name */
  guint               next;
} Writer;

static void
put (Writer  *self,
     guint64  number,
     guint    n_bytes)
{
  guint8 bytes[8];

  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = (guint8) (number >> 8 * (n_bytes - 1 - i));
  g_byte_array_append (self->bytes, bytes, n_bytes);
}

/* Appends a name with its length, as bytes of the file, cut to @max bytes. */
static void
put_name (Writer  *self,
          guint32  string,
          guint    max,
          guint    n_length_bytes)
{
  GBytes *raw = self->names != NULL ? g_hash_table_lookup (self->names->raw_names,
                                                           GUINT_TO_POINTER (string)) : NULL;
  gsize length = raw != NULL ? g_bytes_get_size (raw)
                             : dwell_strings_get_length (self->trace->strings, string);
  const char *bytes = raw != NULL ? g_bytes_get_data (raw, NULL)
                                  : dwell_trace_get_string (self->trace, string);

  length = MIN (length, max);
  put (self, length, n_length_bytes);
  g_byte_array_append (self->bytes, (const guint8 *) bytes, (guint) length);
}

static gboolean
is_made_up (GHashTable *table,
            guint32     string)
{
  return table != NULL && g_hash_table_contains (table, GUINT_TO_POINTER (string));
}

static void
put_mapping (Writer  *self,
             guint    number,
             guint32  module)
{
  put (self, DWELL_BR_MAPPING, 1);
  put (self, number, 2);
  if (self->names != NULL && is_made_up (self->names->unnamed, module))
    put (self, 0, 2);
  else
    put_name (self, module, PATH_BYTES, 2);
}

static void
put_function (Writer  *self,
              guint32  name)
{
  put (self, DWELL_BR_FUNCTION, 1);
  if (g_str_equal (dwell_trace_get_string (self->trace, name), "(anonymous function)"))
    put (self, 0, 1);
  else
    put_name (self, name, NAME_BYTES, 1);
}

static gboolean
flush (Writer  *self,
       double   fraction,
       GError **error)
{
  if (self->progress != NULL)
    dwell_progress_set (self->progress, N_("Writing"), fraction);
  if (!g_output_stream_write_all (self->stream, self->bytes->data, self->bytes->len, NULL,
                                  self->cancellable, error))
    return FALSE;

  g_byte_array_set_size (self->bytes, 0);
  return TRUE;
}

static gboolean
flush_if_full (Writer  *self,
               double   fraction,
               GError **error)
{
  return self->bytes->len < FLUSHED_BYTES || flush (self, fraction, error);
}

static void
put_record (Writer            *self,
            const DwellRecord *record)
{
  guint type = record->type & ~(guint) DWELL_BR_RECORD_IS_APART;

  switch (type)
    {
    case DWELL_BR_MAPPING:
      put_mapping (self, (guint) record->value, record->text);
      break;

    case DWELL_BR_LINE:
    case DWELL_BR_BACKTRACE:
      put (self, type, 1);
      put (self, record->value, 7);
      break;

    case DWELL_BR_TIME:
      put (self, type, 1);
      put (self, record->value, 8);
      break;

    case DWELL_BR_FUNCTION:
      put_function (self, record->text);
      break;

    default:
      put (self, type, 1);
    }
}

/* A line without an end was ended by the next one. If that one is excluded and no other follows,
 * the end is written, because a reader would take the line for cut by the end of the file. */
static gboolean
write_records (Writer  *self,
               GError **error)
{
  const DwellTrace *trace = self->trace;
  gboolean is_open = FALSE;

  for (guint32 i = 0; i < trace->n_records; i++)
    {
      const DwellRecord *record = &trace->records[i];

      /* A mapping is valid even if its block is excluded. */
      if ((record->type & DWELL_BR_RECORD_IS_APART) == 0 ||
          record->type == (DWELL_BR_MAPPING | DWELL_BR_RECORD_IS_APART))
        {
          put_record (self, record);
          is_open = record->type != DWELL_BR_END && (is_open || record->type == DWELL_BR_LINE);
        }
      if (!flush_if_full (self, (double) i / trace->n_records, error))
        return FALSE;
    }

  if (is_open)
    put (self, DWELL_BR_END, 1);
  return TRUE;
}

/* Reserves the numbers of modules without a name, because only the numbers identify them. */
static void
reserve_number (Writer     *self,
                GHashTable *table,
                gboolean    is_mapped)
{
  GHashTableIter iter;
  gpointer string;
  gpointer number;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &string, &number))
    {
      guint n = GPOINTER_TO_UINT (number) - 1;

      g_hash_table_insert (self->numbers, string, number);
      self->is_reserved[n] = TRUE;
      if (!is_mapped)
        self->mapped[n] = GPOINTER_TO_UINT (string);
    }
}

/* Returns the number of a module; writes a mapping if it has none at the moment. */
static guint
map_module (Writer  *self,
            guint32  module)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, GUINT_TO_POINTER (module)));
  guint number = known - 1;

  if (known > 0 && self->mapped[number] == module)
    return number;

  if (known == 0)
    {
      while (self->is_reserved[self->next])
        self->next = (self->next + 1) % DWELL_BR_N_MODULES;
      number = self->next;
      self->next = (self->next + 1) % DWELL_BR_N_MODULES;
      g_hash_table_insert (self->numbers, GUINT_TO_POINTER (module),
                           GUINT_TO_POINTER (number + 1));
    }

  self->mapped[number] = module;
  put_mapping (self, number, module);
  return number;
}

/* Appends a frame and its tag. */
static void
put_frame (Writer  *self,
           guint    type,
           guint32  node)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *line = &trace->areas[trace->node_area[node]];
  const DwellArea *routine = line->parent != DWELL_NONE ? &trace->areas[line->parent] : NULL;
  guint number = map_module (self, line->file);

  put (self, type, 1);
  put (self, DWELL_BR_PACK (number, line->line, (guint8) line->value), 7);

  if (routine == NULL)
    return;
  if (routine->kind == DWELL_AREA_FUNCTION)
    put_function (self, routine->name);
  else
    put (self, g_str_equal (dwell_trace_get_string (trace, routine->name), "main")
               ? DWELL_BR_MAIN : DWELL_BR_GOSUB, 1);
}

static int
compare_areas (gconstpointer a,
               gconstpointer b)
{
  guint32 area = *(const guint32 *) a;
  guint32 other = ((const DwellLineWeight *) b)->area;

  return (area > other) - (area < other);
}

/* Times of blocks with a given sum: as many as possible of the greatest time, one in between, and
 * the rest of the least time. The extremes of a line stay the same, because they are those of the
 * blocks of one of its stacks. */
typedef struct {
  guint64 n_greatest;
  gint64  between; /* DWELL_TIME_NONE: there is none */
  gint64  least;
  gint64  greatest;
} Times;

static Times
distribute_time (const DwellLineWeight *line,
                 guint64                n,
                 gint64                 sum)
{
  Times times = { 0, DWELL_TIME_NONE, line->min, line->max };
  __extension__ typedef __int128 Wide;
  Wide rest = (Wide) sum - (Wide) n * line->min;
  gint64 width = line->max - line->min;

  if (rest <= 0 || width == 0)
    return times;

  times.n_greatest = (guint64) MIN (rest / width, (Wide) n);
  rest -= (Wide) times.n_greatest * width;
  if (rest > 0 && times.n_greatest < n)
    times.between = line->min + (gint64) rest;
  return times;
}

static gint64
get_time (const Times *times,
          guint64      i)
{
  if (i < times->n_greatest)
    return times->greatest;

  return i == times->n_greatest && times->between != DWELL_TIME_NONE ? times->between
                                                                     : times->least;
}

/* Writes the blocks whose stack ends in @node. */
static gboolean
write_blocks (Writer   *self,
              guint32   node,
              double    fraction,
              GError  **error)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GByteArray) head = g_byte_array_new ();
  g_autoptr(GByteArray) tail = g_byte_array_new ();
  GByteArray *bytes = self->bytes;
  const DwellLineWeight *line = bsearch (&trace->node_area[node], trace->lines, trace->n_lines,
                                         sizeof *trace->lines, compare_areas);
  Times times = { 0 };

  if (trace->weights_are_times && line != NULL)
    times = distribute_time (line, trace->node_count[node], trace->node_self[node]);

  for (guint32 frame = node; frame != DWELL_NONE; frame = trace->node_parent[frame])
    map_module (self, trace->areas[trace->node_area[frame]].file);

  self->bytes = head;
  put_frame (self, DWELL_BR_LINE, node);
  self->bytes = tail;
  for (guint32 frame = trace->node_parent[node]; frame != DWELL_NONE;
       frame = trace->node_parent[frame])
    put_frame (self, DWELL_BR_BACKTRACE, frame);
  self->bytes = bytes;

  for (guint64 i = 0; i < trace->node_count[node]; i++)
    {
      g_byte_array_append (bytes, head->data, head->len);
      if (trace->weights_are_times)
        {
          put (self, DWELL_BR_TIME, 1);
          put (self, (guint64) get_time (&times, i), 8);
        }
      g_byte_array_append (bytes, tail->data, tail->len);
      put (self, DWELL_BR_END, 1);
      if (!flush_if_full (self, fraction, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_nodes (Writer  *self,
             GError **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 node = 0; node < trace->n_stack_nodes; node++)
    if (trace->node_count[node] > 0 &&
        !write_blocks (self, node, (double) node / trace->n_stack_nodes, error))
      return FALSE;

  return TRUE;
}

/**
 * dwell_br_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: %TRUE if the trace has stacks of lines
 */
gboolean
dwell_br_can_write (const DwellTrace *trace)
{
  return trace->n_stack_nodes > 0 && g_str_equal (trace->format_id, "br");
}

/**
 * dwell_br_write:
 * @trace: a profile of Business Rules!
 * @settings: not used: there are no settings
 * @sink: the sink that gets the profile as its only part; the caller commits it
 * @progress: (nullable): shows how much is written
 * @cancellable: (nullable): a cancellable
 * @error: the cause of a failure
 *
 * Writes a profile. Implements #DwellFormat.write; for any thread.
 *
 * Returns: %FALSE with @error set if the profile could not be written
 */
gboolean
dwell_br_write (DwellTrace                 *trace,
                const DwellExportSettings  *settings,
                DwellSink                  *sink,
                DwellProgress              *progress,
                GCancellable               *cancellable,
                GError                    **error)
{
  Writer self = { .trace = trace, .names = trace->source, .progress = progress,
                  .cancellable = cancellable };
  gboolean is_whole = trace->source != NULL && trace->n_records == trace->n_records_in_file;
  gboolean is_good;

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  self.bytes = g_byte_array_new ();
  self.numbers = g_hash_table_new (NULL, NULL);
  self.mapped = g_new0 (guint32, DWELL_BR_N_MODULES);
  self.is_reserved = g_new0 (gboolean, DWELL_BR_N_MODULES);
  self.next = 1;
  if (self.names != NULL)
    {
      reserve_number (&self, self.names->unnamed, TRUE);
      reserve_number (&self, self.names->unmapped, FALSE);
    }

  is_good = (is_whole ? write_records (&self, error) : write_nodes (&self, error)) &&
            flush (&self, 1, error);

  g_byte_array_unref (self.bytes);
  g_hash_table_unref (self.numbers);
  g_free (self.mapped);
  g_free (self.is_reserved);
  return is_good;
}
