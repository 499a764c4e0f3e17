/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes folded stacks: a line for each node of the call tree with a weight of its own. The text of
 * a stack grows and shrinks with the depth, without recursion. */
#include "config.h"

#include "formats/folded/dwell-folded-writer.h"

#include <string.h>

#include "analysis/tree/dwell-tree.h"
#include "core/dwell-memory.h"
#include "formats/common/dwell-text-output.h"
#include "formats/folded/dwell-folded-line.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

typedef struct {
  const DwellTree     *tree;
  DwellFoldedSettings  settings;
  GOutputStream       *stream;
  GString             *text;  /* not yet written */
  GString             *stack; /* the frames of the node, with semicolons */
  GArray              *ends;  /* gsize: ends of the frames in the stack, by depth */
  DwellProgress       *progress;
  GCancellable        *cancellable;
  gboolean             is_begun; /* something was written */
} Writer;

static gboolean
flush (Writer   *self,
       double    fraction,
       GError  **error)
{
  self->is_begun = self->is_begun || self->text->len > 0;
  return dwell_text_output_flush (self->stream, self->text, self->progress, fraction,
                                  self->cancellable, error);
}

/* Appends a name, changed where readers would misunderstand it: frames end at “;”, a line that
 * begins with “#” is a comment, blanks around a name can get lost, and a number at the end of a
 * name looks like a weight. */
static void
append_frame (GString    *stack,
              const char *name)
{
  g_autofree char *frame = g_strstrip (g_strdup (name));
  gssize blank;

  g_strdelimit (frame, ";", ':');
  g_strdelimit (frame, "\n\r\t", ' ');
  blank = dwell_folded_find_number ((DwellScan) { frame, frame + strlen (frame) });
  if (blank >= 0)
    frame[blank] = '_';

  if (stack->len == 0 && *frame == '#')
    g_string_append_c (stack, ' ');
  g_string_append (stack, *frame != '\0' ? frame : "(no name)");
}

static void
enter (Writer  *self,
       guint32  node)
{
  guint32 depth = self->tree->depths[node];
  guint32 area = self->tree->areas[node];
  gsize end;

  g_array_set_size (self->ends, depth);
  g_string_truncate (self->stack, depth > 0 ? g_array_index (self->ends, gsize, depth - 1) : 0);
  if (depth > 0)
    g_string_append_c (self->stack, ';');
  append_frame (self->stack, dwell_tree_get_name (self->tree, node));
  if (self->settings.has_lines && area != DWELL_NONE && self->tree->trace->areas[area].line > 0)
    g_string_append_printf (self->stack, ":%u", self->tree->trace->areas[area].line);
  end = self->stack->len;
  g_array_append_val (self->ends, end);
}

/* The weight of a node itself, without its children, in the chosen unit, rounded. */
static guint64
get_weight (const Writer *self,
            guint32       node)
{
  static const guint64 ns[] = {
    [DWELL_FOLDED_WRITE_NS] = 1, [DWELL_FOLDED_WRITE_US] = 1000, [DWELL_FOLDED_WRITE_MS] = 1000000,
  };
  guint64 own = (guint64) dwell_tree_get_own (self->tree, node);

  if (self->settings.unit == DWELL_FOLDED_WRITE_COUNTS)
    return self->tree->counts[node];
  if (!self->tree->weights_are_times)
    return own;

  return (own + ns[self->settings.unit] / 2) / ns[self->settings.unit];
}

/* Whether outermost frames are contexts: if there are several, or one whose name the reader
 * recognises as a context. */
static gboolean
tells_contexts (const DwellTrace *trace)
{
  DwellContextKind kind;
  guint64 id;

  return trace->n_contexts > 1 ||
         (trace->n_contexts == 1 &&
          dwell_folded_is_context (dwell_trace_get_context_name (trace, 0), &kind, &id));
}

static gboolean
write_nodes (Writer   *self,
             GError  **error)
{
  const DwellTree *tree = self->tree;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint64 weight = get_weight (self, node);

      enter (self, node);
      if (weight > 0 || (self->settings.has_empty && tree->areas[node] != DWELL_NONE))
        g_string_append_printf (self->text, "%s %" G_GUINT64_FORMAT "\n", self->stack->str,
                                weight);
      if (self->text->len >= FLUSHED_BYTES && !flush (self, (double) node / tree->n_nodes, error))
        return FALSE;
    }

  return flush (self, 1, error);
}

/**
 * dwell_folded_write:
 * @trace: a trace with a call tree
 * @settings: (nullable): #DwellFoldedSettings; %NULL for the defaults
 * @sink: where the file is written
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes the call tree: own time, or own weight in the trace's unit. If there are several contexts,
 * or one with a name like “java-1234”, each is an outermost frame, unless they are merged.
 * Implements #DwellFormat.write; for any thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_folded_write (DwellTrace                *trace,
                    const DwellExportSettings *settings,
                    DwellSink                 *sink,
                    DwellProgress             *progress,
                    GCancellable              *cancellable,
                    GError                   **error)
{
  const DwellFoldedSettings usual = { .base = { .begin = 1, .end = 0 } };
  const DwellFoldedSettings *wanted = settings != NULL ? (const DwellFoldedSettings *) settings
                                                       : &usual;
  gboolean has_range = wanted->base.begin <= wanted->base.end;
  const DwellTreeOptions options = {
    .begin = has_range ? wanted->base.begin : trace->begin,
    .end = has_range ? wanted->base.end : trace->end,
    .by_context = !wanted->is_merged && tells_contexts (trace),
  };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, cancellable);
  Writer self = { .tree = tree, .settings = *wanted, .progress = progress,
                  .cancellable = cancellable };
  gboolean is_good;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (tree == NULL)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  self.text = g_string_sized_new (2 * FLUSHED_BYTES);
  self.stack = g_string_new (NULL);
  self.ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  is_good = write_nodes (&self, error) && dwell_sink_check_begun (sink, self.is_begun, error);
  g_string_free (self.text, TRUE);
  g_string_free (self.stack, TRUE);
  g_array_unref (self.ends);
  return is_good;
}
