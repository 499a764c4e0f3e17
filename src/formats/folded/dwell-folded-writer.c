/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes folded stacks: a line for each node of the call tree that weighs something without those
 * below it. The text of a stack grows and shrinks with the depth: no recursion. */
#include "config.h"

#include "formats/folded/dwell-folded-writer.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/tree/dwell-tree.h"
#include "core/dwell-memory.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

typedef struct {
  const DwellTree *tree;
  GOutputStream   *stream;
  GString         *text;  /* not yet written */
  GString         *stack; /* the frames of the node, with semicolons */
  GArray          *ends;  /* gsize: of the frame in the stack, by depth */
  DwellProgress   *progress;
  GCancellable    *cancellable;
} Writer;

static gboolean
flush (Writer   *self,
       double    fraction,
       GError  **error)
{
  if (self->progress != NULL)
    dwell_progress_set (self->progress, N_("Writing"), fraction);
  if (!g_output_stream_write_all (self->stream, self->text->str, self->text->len, NULL,
                                  self->cancellable, error))
    return FALSE;

  g_string_truncate (self->text, 0);
  return TRUE;
}

/* Appends a name without what parts frames and lines. Readers take a line that begins with “#” for
 * a comment. */
static void
append_frame (GString    *stack,
              const char *name)
{
  if (stack->len == 0 && *name == '#')
    g_string_append_c (stack, ' ');
  if (*name == '\0')
    g_string_append (stack, "(no name)");

  for (; *name != '\0'; name++)
    g_string_append_c (stack, *name == ';' ? ':'
                              : *name == '\n' || *name == '\r' || *name == '\t' ? ' ' : *name);
}

static void
enter (Writer  *self,
       guint32  node)
{
  guint32 depth = self->tree->depths[node];
  gsize end;

  g_array_set_size (self->ends, depth);
  g_string_truncate (self->stack, depth > 0 ? g_array_index (self->ends, gsize, depth - 1) : 0);
  if (depth > 0)
    g_string_append_c (self->stack, ';');
  append_frame (self->stack, dwell_tree_get_name (self->tree, node));
  end = self->stack->len;
  g_array_append_val (self->ends, end);
}

static gboolean
write_nodes (Writer   *self,
             GError  **error)
{
  const DwellTree *tree = self->tree;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      gint64 own = dwell_tree_get_own (tree, node);

      enter (self, node);
      if (own > 0)
        g_string_append_printf (self->text, "%s %" G_GINT64_FORMAT "\n", self->stack->str, own);
      if (self->text->len >= FLUSHED_BYTES && !flush (self, (double) node / tree->n_nodes, error))
        return FALSE;
    }

  return flush (self, 1, error);
}

/**
 * dwell_folded_write:
 * @trace: a trace with a call tree
 * @settings: (nullable): not used
 * @sink: where the file goes
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes the whole call tree: own time in ns, or own weight in the trace's unit. Of several
 * contexts each is an outermost frame. Implements #DwellFormat.write; for any thread.
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
  const DwellTreeOptions options = { .begin = trace->begin, .end = trace->end,
                                     .by_context = trace->n_contexts > 1 };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, cancellable);
  Writer self = { .tree = tree, .progress = progress, .cancellable = cancellable };
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
  is_good = write_nodes (&self, error);
  g_string_free (self.text, TRUE);
  g_string_free (self.stack, TRUE);
  g_array_unref (self.ends);
  return is_good;
}
