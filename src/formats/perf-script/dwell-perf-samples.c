/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads, areas of frames, and nodes of stacks. */
#include "config.h"

#include "formats/perf-script/dwell-perf-samples.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-hash.h"

/**
 * dwell_perf_samples_init:
 * @self: (out): uninitialised samples
 * @builder: (transfer none): gets contexts, areas, nodes and lines; it outlives @self
 */
void
dwell_perf_samples_init (DwellPerfSamples *self,
                         DwellBuilder     *builder)
{
  *self = (DwellPerfSamples) { .builder = builder };
  self->threads = g_array_new (FALSE, FALSE, sizeof (DwellPerfThread));
  self->samples = dwell_column_new (sizeof (DwellPerfSample));
  self->marks = dwell_column_new (sizeof (DwellPerfMark));
  self->thread_numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->processes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lines = g_hash_table_new (NULL, NULL);
  dwell_ids_init (&self->nodes);
}

/**
 * dwell_perf_samples_clear:
 * @self: samples
 *
 * Frees the memory of @self.
 */
void
dwell_perf_samples_clear (DwellPerfSamples *self)
{
  g_array_unref (self->threads);
  dwell_column_free (self->samples);
  dwell_column_free (self->marks);
  g_hash_table_unref (self->thread_numbers);
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->lines);
  dwell_ids_clear (&self->nodes);
}

static guint32
intern (DwellPerfSamples *self,
        DwellScan         text)
{
  return dwell_strings_intern_bytes (self->builder->strings, text.p, (gsize) (text.end - text.p),
                                     DWELL_CHARSET_WINDOWS_1252);
}

/* If samples have no process ids, equal commands are one process. */
static guint32
get_process (DwellPerfSamples    *self,
             const DwellPerfHead *head,
             guint32              comm)
{
  const char *name = dwell_strings_get (self->builder->strings, comm);
  g_autofree char *key = head->has_process
                         ? g_strdup_printf ("%" G_GINT64_FORMAT, head->process)
                         : g_strconcat ("/", name, NULL);
  gpointer known = g_hash_table_lookup (self->processes, key);
  guint32 process;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;

  process = dwell_builder_add_context (self->builder, name, DWELL_CONTEXT_PROCESS,
                                       head->has_process ? (guint64) head->process : 0,
                                       DWELL_NONE);
  g_hash_table_insert (self->processes, g_steal_pointer (&key), GUINT_TO_POINTER (process + 1));
  return process;
}

/**
 * dwell_perf_samples_get_thread:
 * @self: samples
 * @head: the head of a sample
 *
 * The name of a thread's command changes when it starts another program; the thread gets the last
 * name.
 *
 * Returns: the number of the thread, added if it is new
 */
guint32
dwell_perf_samples_get_thread (DwellPerfSamples    *self,
                               const DwellPerfHead *head)
{
  char text[64];
  gint64 process = head->has_process ? head->process : -1;
  DwellPerfThread thread = { .process = process, .thread = head->thread,
                             .comm = intern (self, head->comm) };
  DwellPerfThread *last = self->threads->len > 0
                          ? &g_array_index (self->threads, DwellPerfThread, 0) : NULL;
  gpointer known;
  guint32 number;

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, process, head->thread);
  known = g_hash_table_lookup (self->thread_numbers, text);
  if (known != NULL)
    {
      number = GPOINTER_TO_UINT (known) - 1;
      last[number].comm = thread.comm;
      return number;
    }

  number = self->threads->len;
  thread.context = dwell_builder_add_context (self->builder,
                                              dwell_strings_get (self->builder->strings,
                                                                 thread.comm),
                                              DWELL_CONTEXT_THREAD, (guint64) head->thread,
                                              get_process (self, head, thread.comm));
  g_array_append_val (self->threads, thread);
  g_hash_table_insert (self->thread_numbers, g_strdup (text), GUINT_TO_POINTER (number + 1));
  return number;
}

static DwellScan
get_base (DwellScan path)
{
  const char *p = path.end;

  while (p > path.p && p[-1] != '/')
    p--;
  return p < path.end ? (DwellScan) { p, path.end } : path;
}

static gboolean
begins_with (DwellScan   text,
             const char *word)
{
  return dwell_scan_literal (&text, word);
}

static gboolean
is_kernel (DwellScan dso)
{
  DwellScan base = get_base (dso);

  if (begins_with (dso, "["))
    return !dwell_perf_is (dso, "[unknown]") && !begins_with (dso, "[vdso") &&
           !begins_with (dso, "[vsyscall");

  return begins_with (base, "vmlinux") ||
         (base.end - base.p > 3 && memcmp (base.end - 3, ".ko", 3) == 0);
}

/* A function without a symbol gets the name of its file. */
static guint32
name_frame (DwellPerfSamples     *self,
            const DwellPerfFrame *frame)
{
  DwellScan base = get_base (frame->dso);
  g_autofree char *name = NULL;

  if (!dwell_perf_is (frame->symbol, "[unknown]") || dwell_perf_is (frame->dso, "[unknown]"))
    return intern (self, frame->symbol);

  name = g_strdup_printf ("[%.*s]", (int) MIN (base.end - base.p, G_MAXINT), base.p);
  return intern (self, (DwellScan) { name, name + strlen (name) });
}

/**
 * dwell_perf_samples_add_frame_area:
 * @self: samples
 * @frame: a frame
 * @name: (out): (string): its name
 *
 * Returns: its area; %DWELL_NONE for a function that is inlined into the next one, and has its file
 */
guint32
dwell_perf_samples_add_frame_area (DwellPerfSamples     *self,
                                   const DwellPerfFrame *frame,
                                   guint32              *name)
{
  DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };

  area.name = *name = name_frame (self, frame);
  if (dwell_perf_is (frame->dso, "inlined"))
    return DWELL_NONE;
  if (!dwell_perf_is (frame->dso, "[unknown]"))
    area.file = intern (self, frame->dso);
  if (is_kernel (frame->dso))
    area.module = dwell_strings_intern (self->builder->strings, "kernel", -1);

  return dwell_builder_add_area (self->builder, &area);
}

/**
 * dwell_perf_samples_get_time:
 * @self: samples
 * @head: the head of a sample
 *
 * Returns: when it was taken; if it has no time, that of the previous sample; if the first sample
 *   has none, the number of the sample
 */
gint64
dwell_perf_samples_get_time (DwellPerfSamples    *self,
                             const DwellPerfHead *head)
{
  if (self->samples->n == 0 && self->marks->n == 0)
    self->is_timed = head->has_time;

  if (!self->is_timed)
    return (gint64) self->samples->n;
  if (head->has_time)
    self->last_time = head->time;
  return self->last_time;
}

/* Returns the node of @area below @parent; DWELL_NONE if there is not enough memory for a new
 * one. */
static guint32
get_child (DwellPerfSamples  *self,
           guint32            parent,
           guint32            area,
           guint32            context,
           GError           **error)
{
  const DwellBuilder *builder = self->builder;
  guint32 hash = dwell_hash_two (parent != DWELL_NONE ? parent : ~context, area);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->nodes, hash, &n_seen)) != DWELL_IDS_NONE)
    if (dwell_column_index (builder->node_parent, guint32, id) == parent &&
        dwell_column_index (builder->node_area, guint32, id) == area &&
        dwell_column_index (builder->node_context, guint32, id) == context)
      return id;

  id = dwell_builder_add_stack_node (self->builder, parent, area, context, error);
  return id != DWELL_NONE && dwell_ids_add (&self->nodes, hash, id, error) ? id : DWELL_NONE;
}

static guint32
add_named_area (DwellPerfSamples *self,
                guint32           name,
                guint32           file,
                const char       *module)
{
  DwellArea area = {
    .kind = DWELL_AREA_FUNCTION,
    .parent = DWELL_NONE,
    .name = name,
    .file = file,
    .module = dwell_strings_intern (self->builder->strings, module, -1),
  };

  return dwell_builder_add_area (self->builder, &area);
}

/* The node of a whole stack. */
static guint32
find_node (DwellPerfSamples  *self,
           guint32            context,
           const GArray      *frames,
           GError           **error)
{
  const DwellStrings *strings = self->builder->strings;
  guint32 node = DWELL_NONE;
  guint32 file = 0;

  if (frames->len == 0)
    return get_child (self, DWELL_NONE,
                      add_named_area (self, dwell_strings_intern ((DwellStrings *) strings,
                                                                  _("(no stack)"), -1), 0, ""),
                      context, error);

  for (guint i = frames->len; i-- > 0;)
    {
      const DwellPerfStackFrame *frame = &g_array_index (frames, DwellPerfStackFrame, i);
      guint32 area = frame->area;

      if (area == DWELL_NONE)
        area = add_named_area (self, frame->name, file, "inlined");
      else
        file = dwell_column_index (self->builder->areas, DwellArea, area).file;

      node = get_child (self, node, area, context, error);
      if (node == DWELL_NONE)
        return DWELL_NONE;
    }

  return node;
}

/* Adds the source line of the innermost frame. */
static void
add_line (DwellPerfSamples *self,
          guint32           node,
          guint32           file,
          guint32           line,
          gint64            weight)
{
  DwellBuilder *builder = self->builder;
  g_autofree char *name = g_strdup_printf ("%u", line);
  DwellArea area = {
    .kind = DWELL_AREA_LINE,
    .parent = dwell_column_index (builder->node_area, guint32, node),
    .name = dwell_strings_intern (builder->strings, name, -1),
    .file = file,
    .module = file,
    .line = line,
  };
  DwellLineWeight added = { .min = DWELL_TIME_NONE, .max = DWELL_TIME_NONE };
  gpointer place;

  added.area = dwell_builder_add_area (builder, &area);
  place = g_hash_table_lookup (self->lines, GUINT_TO_POINTER (added.area));
  if (place == NULL)
    {
      if (!dwell_builder_reserve (builder, builder->lines, 1))
        return;
      dwell_column_append (builder->lines, &added, 1);
      place = GSIZE_TO_POINTER (builder->lines->n);
      g_hash_table_insert (self->lines, GUINT_TO_POINTER (added.area), place);
    }

  dwell_column_index (builder->lines, DwellLineWeight, GPOINTER_TO_SIZE (place) - 1).hits++;
  dwell_column_index (builder->lines, DwellLineWeight, GPOINTER_TO_SIZE (place) - 1).time += weight;
}

/**
 * dwell_perf_samples_add:
 * @self: samples
 * @thread: the number of its thread
 * @time: when it was taken
 * @weight: the weight of the sample
 * @frames: (element-type DwellPerfStackFrame): its stack, the innermost frame first
 * @file: (string): the source file of the innermost frame
 * @line: the line in it; 0 if not known
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds a sample. The sum of all weights must fit into 63 bits.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_perf_samples_add (DwellPerfSamples  *self,
                        guint32            thread,
                        gint64             time,
                        gint64             weight,
                        const GArray      *frames,
                        guint32            file,
                        guint32            line,
                        GError           **error)
{
  guint32 context = g_array_index (self->threads, DwellPerfThread, thread).context;
  guint32 node = find_node (self, context, frames, error);

  if (node == DWELL_NONE || !dwell_column_reserve (self->samples, 1, error))
    return FALSE;

  dwell_column_append (self->samples, &(DwellPerfSample) { time, thread, node }, 1);
  dwell_column_index (self->builder->node_count, guint64, node)++;
  dwell_column_index (self->builder->node_self, gint64, node) += weight;
  if (line > 0 && frames->len > 0)
    add_line (self, node, file, line, weight);
  return TRUE;
}

/**
 * dwell_perf_samples_add_mark:
 * @self: samples
 * @thread: the number of its thread
 * @time: the time of the mark
 * @text: the text of a tracepoint
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_perf_samples_add_mark (DwellPerfSamples  *self,
                             guint32            thread,
                             gint64             time,
                             DwellScan          text,
                             GError           **error)
{
  DwellPerfMark mark = { time, thread, intern (self, text) };

  if (!dwell_column_reserve (self->marks, 1, error))
    return FALSE;

  dwell_column_append (self->marks, &mark, 1);
  return TRUE;
}
