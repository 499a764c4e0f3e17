/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes cost points as a report of the latest version that has the layout of a point, with the
 * header of the recording; nothing is made up. Each point is written with the columns that are
 * known for it; readers recognise them by their number. Joined reports are written as one; a reader
 * merges equal sizes. */
#include "config.h"

#include "formats/aprof/dwell-aprof-writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-decimal.h"
#include "core/dwell-error.h"
#include "core/dwell-hash.h"
#include "core/dwell-memory.h"
#include "formats/aprof/dwell-aprof-layout.h"

#define PORTION_BYTES 65536

/* 2^64: a smaller sum of squares has to be written with an exponent, so that it is read as a
 * double. */
#define WHOLE_MAX 18446744073709551616.0

typedef struct {
  DwellTrace    *trace;
  GOutputStream *stream;
  GString       *text;       /* not yet written */
  GCancellable  *cancellable;
  DwellProgress *progress;
  guint32        known;      /* columns that are known for any point */
  guint          version;    /* of the report */
  guint64       *area_ids;   /* by area: the id of its routine, valid if has_ids is set */
  guint8        *has_ids;
  guint32       *order;      /* cost owners, sorted by area */
  guint32       *node_ids;   /* by stack node: the id of its context; 0: not written */
} Writer;

static gboolean
flush_text (Writer  *self,
            gsize    limit,
            GError **error)
{
  gboolean is_good = TRUE;

  if (self->text->len >= limit)
    {
      is_good = g_output_stream_write_all (self->stream, self->text->str, self->text->len, NULL,
                                           self->cancellable, error);
      g_string_truncate (self->text, 0);
    }

  return is_good;
}

/* Appends a blank and a number. */
static void
append_number (GString *text,
               guint64  value)
{
  g_string_append_c (text, ' ');
  dwell_decimal_append (text, value);
}

static void
append_squares (GString  *text,
                guint64   bits,
                gboolean  is_double)
{
  char digits[400];
  double value;

  /* The sum of squares of calls that have a cost cannot be 0: 0 is read as “no variance”, if it is
   * a double, since a whole number may have wrapped to it. */
  if (!is_double)
    {
      append_number (text, bits);
      return;
    }

  memcpy (&value, &bits, sizeof value);
  if (!isfinite (value))
    value = 0;
  g_string_append_c (text, ' ');
  g_string_append (text, g_ascii_formatd (digits, sizeof digits,
                                          value < WHOLE_MAX ? "%.17e" : "%.0f", value));
}

static void
append_columns (Writer                 *self,
                const DwellAprofLayout *layout,
                guint32                 point)
{
  guint32 known = (guint32) dwell_packed_get (self->trace->point_known, point);
  guint flags = (guint) dwell_packed_get (self->trace->point_flags, point);

  for (guint i = 0; i < layout->n; i++)
    {
      DwellCostColumn column = layout->columns[i];
      gboolean is_known = (known & 1u << column) != 0;
      guint64 value = is_known ? dwell_trace_get_point (self->trace, column, point) : 0;

      if (column == DWELL_COST_SQUARES)
        append_squares (self->text, value,
                        !is_known || (flags & DWELL_COST_SQUARES_ARE_DOUBLE) != 0);
      else if (column == DWELL_COST_SELF_SQUARES)
        append_squares (self->text, value, flags & DWELL_COST_SELF_SQUARES_ARE_DOUBLE);
      else
        append_number (self->text, value);
    }
}

static void
append_point (Writer  *self,
              char     tag,
              guint64  owner,
              guint32  point)
{
  const DwellAprofLayout *layout =
    _dwell_aprof_layout_find ((guint32) dwell_packed_get (self->trace->point_known, point),
                              self->known);

  g_string_append_c (self->text, tag);
  append_number (self->text, owner);
  append_number (self->text, dwell_packed_get (self->trace->point_size, point));

  if (layout->n > 0)
    append_columns (self, layout, point);
  else
    {
      guint64 calls = dwell_trace_get_point (self->trace, DWELL_COST_CALLS, point);

      append_number (self->text, dwell_trace_get_point (self->trace, DWELL_COST_SUM, point) /
                                 MAX (calls, 1));
      append_number (self->text, calls);
    }

  g_string_append_c (self->text, '\n');
}

static void
append_property (Writer     *self,
                 char        tag,
                 const char *key,
                 const char *otherwise)
{
  const DwellProperty *property = dwell_trace_get_property (self->trace, key);
  const char *text = otherwise;

  if (property != NULL && g_variant_is_of_type (property->value, G_VARIANT_TYPE_STRING))
    text = g_variant_get_string (property->value, NULL);

  if (text != NULL)
    {
      g_autofree char *line = g_strdelimit (g_strdup (text), "\r\n", ' ');

      g_string_append_printf (self->text, "%c %s\n", tag, line);
    }
}

static void
append_header (Writer *self)
{
  const DwellTrace *trace = self->trace;

  if (self->version > 0)
    {
      g_string_append (self->text, "c -------------------------------------\n"
                                   "c report generated by aprof, written by Dwell\n"
                                   "c -------------------------------------\n");
      g_string_append_printf (self->text, "v %u\n", self->version);

      if (trace->total_weight != DWELL_TIME_NONE)
        g_string_append_printf (self->text, "k %" G_GINT64_FORMAT "\n", trace->total_weight);
      append_property (self, 'e', "executable_date", NULL);
      append_property (self, 'm', "metric", "bb-count");
      append_property (self, 'i', "input_metric", "rms");
      if (trace->size_bytes > 0)
        g_string_append_printf (self->text, "t %u\n", trace->size_bytes);
      else
        append_property (self, 't', "created", NULL);
    }

  append_property (self, 'a', "program", self->version > 0 ? "(null)" : NULL);
  append_property (self, 'f', "command_line", self->version > 0 ? "(null)" : NULL);
}

static const char *
get_string (const Writer *self,
            guint32       string)
{
  return dwell_trace_get_string (self->trace, string);
}

static void
append_routine (Writer  *self,
                guint32  number)
{
  const DwellArea *area = &self->trace->areas[number];
  guint64 id = self->area_ids[number];

  if (self->version > 0)
    g_string_append_printf (self->text, "r \"%s\" \"%s\" %" PRIu64 "\n",
                            get_string (self, area->name), get_string (self, area->file), id);
  else
    g_string_append_printf (self->text, "r %s 0x0 %s %" PRIu64 "\n", get_string (self, area->name),
                            area->file != 0 ? get_string (self, area->file) : "NONE", id);

  if (area->mangled != 0)
    g_string_append_printf (self->text, "u %" PRIu64 " \"%s\"\n", id,
                            get_string (self, area->mangled));
  if (area->full_name != 0)
    g_string_append_printf (self->text, "%c %" PRIu64 " \"%s\"\n", area->mangled != 0 ? 'd' : 'u',
                            id, get_string (self, area->full_name));
}

/* Gives each routine the id that it has in its file, unless another routine has that id already. */
static void
choose_ids (Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GHashTable) taken = g_hash_table_new (dwell_int64_hash, g_int64_equal);
  guint64 next = 0;

  self->area_ids = dwell_big_alloc (trace->n_areas * sizeof (guint64));
  self->has_ids = dwell_big_alloc (trace->n_areas);

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    if (trace->cost_owners[i].id < G_MAXUINT64)
      next = MAX (next, trace->cost_owners[i].id + 1);

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[i];
      guint64 *id = &self->area_ids[owner->area];

      if (self->has_ids[owner->area])
        continue;

      *id = g_hash_table_contains (taken, &owner->id) ? next++ : owner->id;
      self->has_ids[owner->area] = TRUE;
      g_hash_table_add (taken, id);
    }

  /* Routines without points of their own occur only in contexts. */
  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    if (!self->has_ids[trace->node_area[i]])
      {
        self->area_ids[trace->node_area[i]] = next++;
        self->has_ids[trace->node_area[i]] = TRUE;
      }
}

static void
sort_owners (Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint32 *places = dwell_big_alloc ((trace->n_areas + 1) * sizeof (guint32));

  self->order = dwell_big_alloc (trace->n_cost_owners * sizeof (guint32));
  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    places[trace->cost_owners[i].area + 1]++;
  for (guint32 i = 0; i < trace->n_areas; i++)
    places[i + 1] += places[i];
  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    self->order[places[trace->cost_owners[i].area]++] = i;

  dwell_big_free (places);
}

/* Returns TRUE for the root that the reader adds above contexts without a caller. It has no calls
 * and no file. Its children are written with the caller 0, which does not exist. */
static gboolean
is_unknown_caller (const DwellTrace *trace,
                   guint32           node)
{
  return trace->node_parent[node] == DWELL_NONE && trace->node_count[node] == 0 &&
         trace->areas[trace->node_area[node]].file == 0;
}

static void
number_nodes (Writer *self)
{
  guint32 next = 1;

  self->node_ids = dwell_big_alloc (self->trace->n_stack_nodes * sizeof (guint32));
  for (guint32 i = 0; i < self->trace->n_stack_nodes; i++)
    if (!is_unknown_caller (self->trace, i))
      self->node_ids[i] = next++;
}

static gboolean
write_routines (Writer  *self,
                GError **error)
{
  const DwellTrace *trace = self->trace;
  guint8 *is_written = dwell_big_alloc (trace->n_areas);
  gboolean is_good = TRUE;

  for (guint32 i = 0; i < trace->n_cost_owners && is_good; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[self->order[i]];
      gboolean is_node = owner->node != DWELL_NONE;
      guint64 id = is_node ? self->node_ids[owner->node] : self->area_ids[owner->area];

      if (!is_written[owner->area])
        append_routine (self, owner->area);
      is_written[owner->area] = TRUE;

      for (guint32 p = 0; p < owner->n_points && is_good; p++)
        {
          append_point (self, is_node ? 'q' : 'p', id, owner->first_point + p);
          is_good = flush_text (self, PORTION_BYTES, error);
        }

      if (self->progress != NULL && i % 256 == 0)
        dwell_progress_set (self->progress, N_("Writing"), (double) i / trace->n_cost_owners);
    }

  for (guint32 i = 0; i < trace->n_stack_nodes && is_good; i++)
    if (self->node_ids[i] != 0 && !is_written[trace->node_area[i]])
      {
        append_routine (self, trace->node_area[i]);
        is_written[trace->node_area[i]] = TRUE;
        is_good = flush_text (self, PORTION_BYTES, error);
      }

  dwell_big_free (is_written);
  return is_good;
}

static gboolean
write_contexts (Writer  *self,
                GError **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      guint32 parent = trace->node_parent[i];

      if (self->node_ids[i] == 0)
        continue;

      g_string_append_c (self->text, 'x');
      append_number (self->text, self->area_ids[trace->node_area[i]]);
      append_number (self->text, self->node_ids[i]);
      if (parent == DWELL_NONE)
        g_string_append (self->text, " -1");
      else
        append_number (self->text, self->node_ids[parent]);
      g_string_append_c (self->text, '\n');

      if (!flush_text (self, PORTION_BYTES, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns (transfer full), by node, its number among the contexts of its routine, from 1. */
static guint32 *
number_ordinals (const Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint32 *counts = dwell_big_alloc (trace->n_areas * sizeof (guint32));
  guint32 *ordinals = dwell_big_alloc (trace->n_stack_nodes * sizeof (guint32));

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    if (self->node_ids[i] != 0)
      ordinals[i] = ++counts[trace->node_area[i]];

  dwell_big_free (counts);
  return ordinals;
}

static void
append_bookmarks (Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint32 *ordinals = number_ordinals (self);
  gboolean is_first = TRUE;

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[i];

      if (!owner->is_favourite)
        continue;

      g_string_append (self->text, is_first ? "fav" : "");
      append_number (self->text, self->area_ids[owner->area]);
      if (owner->node != DWELL_NONE)
        g_string_append_printf (self->text, "_%u", ordinals[owner->node]);
      is_first = FALSE;
    }

  g_string_append (self->text, is_first ? "" : "\n");
  dwell_big_free (ordinals);
}

/* Fails for joined reports that measure different things, since a report has one metric. */
static gboolean
check_measures (const DwellTrace  *trace,
                GError           **error)
{
  for (guint32 i = 1; i < trace->n_cost_owners; i++)
    if (trace->areas[trace->cost_owners[i].area].module !=
        trace->areas[trace->cost_owners[0].area].module)
      {
        g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                             _("the joined reports do not all measure the same thing: one report "
                               "cannot hold them"));
        return FALSE;
      }

  return TRUE;
}

/**
 * dwell_aprof_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: %TRUE if the trace has cost points
 */
gboolean
dwell_aprof_can_write (const DwellTrace *trace)
{
  return trace->n_cost_points > 0;
}

/**
 * dwell_aprof_write:
 * @trace: a trace with cost points
 * @settings: not used: there are no settings
 * @sink: the sink that gets the report as its only part
 * @progress: (nullable): shows how much is written
 * @cancellable: (nullable): a cancellable
 * @error: the cause of a failure
 *
 * Writes a report. Implements #DwellFormat.write; for any thread.
 *
 * Returns: %FALSE with @error set if the report could not be written
 */
gboolean
dwell_aprof_write (DwellTrace                 *trace,
                   const DwellExportSettings  *settings,
                   DwellSink                  *sink,
                   DwellProgress              *progress,
                   GCancellable               *cancellable,
                   GError                    **error)
{
  Writer self = { .trace = trace, .cancellable = cancellable, .progress = progress };
  gboolean is_good;

  /* By area: ids, and their entry in a hash table that doubles; by owner and node: indexes. */
  gsize n_bytes = trace->n_areas * (sizeof (guint64) + 64) +
                  ((gsize) trace->n_cost_owners + 2 * (gsize) trace->n_stack_nodes) *
                  sizeof (guint32);

  if (!check_measures (trace, error) || !dwell_memory_check (n_bytes, error))
    return FALSE;

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  self.text = g_string_sized_new (PORTION_BYTES * 2);
  self.known = _dwell_aprof_layout_get_known (trace);
  self.version = _dwell_aprof_layout_get_version (trace, self.known);
  choose_ids (&self);
  sort_owners (&self);
  number_nodes (&self);

  append_header (&self);
  is_good = write_routines (&self, error) && write_contexts (&self, error);
  append_bookmarks (&self);
  is_good = is_good && flush_text (&self, 0, error);

  dwell_big_free (self.area_ids);
  dwell_big_free (self.has_ids);
  dwell_big_free (self.order);
  dwell_big_free (self.node_ids);
  g_string_free (self.text, TRUE);
  return is_good;
}
