/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds stacks to the tree of their paths. */
#include "config.h"

#include "formats/folded/dwell-folded-paths.h"

#include "core/dwell-hash.h"

/**
 * dwell_folded_paths_init:
 * @self: (out): uninitialised paths
 * @max_total: the greatest total weight of all stacks, in thousandths
 */
void
dwell_folded_paths_init (DwellFoldedPaths *self,
                         gint64            max_total)
{
  *self = (DwellFoldedPaths) { .max_total = max_total };
  dwell_ids_init (&self->children);
  self->nodes = dwell_column_new (sizeof (DwellFoldedNode));
  self->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * dwell_folded_paths_clear:
 * @self: paths
 *
 * Frees the memory of @self.
 */
void
dwell_folded_paths_clear (DwellFoldedPaths *self)
{
  dwell_ids_clear (&self->children);
  dwell_column_free (self->nodes);
  g_array_unref (self->stack);
  g_array_unref (self->path);
}

/* Returns the node of @frame below @parent; DWELL_NONE if there is not enough memory for a new
 * one. */
static guint32
get_child (DwellFoldedPaths  *self,
           guint32            parent,
           guint32            frame,
           GError           **error)
{
  guint32 hash = dwell_hash_two (parent, frame);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->children, hash, &n_seen)) != DWELL_IDS_NONE)
    {
      const DwellFoldedNode *node = &dwell_column_index (self->nodes, DwellFoldedNode, id);

      if (node->parent == parent && node->frame == frame)
        return id;
    }

  id = (guint32) self->nodes->n;
  if (!dwell_column_reserve (self->nodes, 1, error) ||
      !dwell_ids_add (&self->children, hash, id, error))
    return DWELL_NONE;

  dwell_column_append (self->nodes, &(DwellFoldedNode) { parent, frame, 0, 0 }, 1);
  return id;
}

/* Replaces the frames from @n_common on by @frames. */
static void
set_stack (DwellFoldedPaths *self,
           guint             n_common,
           const guint32    *frames,
           guint             n_frames)
{
  g_array_set_size (self->stack, n_common);
  g_array_append_vals (self->stack, frames, n_frames);
  g_array_set_size (self->path, MIN (self->path->len, n_common));
}

/* Finds the nodes of the stack that are not known from the previous one. */
static gboolean
find_path (DwellFoldedPaths  *self,
           GError           **error)
{
  const guint32 *frames = (const guint32 *) (gpointer) self->stack->data;
  guint first = self->path->len;
  guint32 node = first > 0 ? g_array_index (self->path, guint32, first - 1) : DWELL_NONE;

  g_array_set_size (self->path, self->stack->len);
  for (guint i = first; i < self->stack->len; i++)
    {
      node = get_child (self, node, frames[i], error);
      if (node == DWELL_NONE)
        return FALSE;
      g_array_index (self->path, guint32, i) = node;
    }

  return TRUE;
}

/**
 * dwell_folded_paths_add:
 * @self: paths
 * @n_common: how many outermost frames it shares with the previous stack
 * @frames: (array length=n_frames): strings: the frames after these
 * @n_frames: how many
 * @weight: its weight
 * @is_too_heavy: (out): whether the total would be too large: the stack was left out
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds a stack. The weights of equal stacks add up; a stack without frames is ignored.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_folded_paths_add (DwellFoldedPaths         *self,
                        guint                     n_common,
                        const guint32            *frames,
                        guint                     n_frames,
                        const DwellFoldedWeight  *weight,
                        gboolean                 *is_too_heavy,
                        GError                  **error)
{
  gint64 thousandths;
  DwellFoldedNode *node;

  set_stack (self, n_common, frames, n_frames);
  *is_too_heavy = __builtin_mul_overflow (weight->whole, 1000, &thousandths) ||
                  __builtin_add_overflow (thousandths, weight->thousandths, &thousandths) ||
                  thousandths > self->max_total - self->total;
  if (*is_too_heavy || self->stack->len == 0)
    return TRUE;
  if (!find_path (self, error))
    return FALSE;

  node = &dwell_column_index (self->nodes, DwellFoldedNode,
                              g_array_index (self->path, guint32, self->path->len - 1));
  node->self += thousandths;
  node->count++;
  self->total += thousandths;
  self->n_stacks++;
  self->has_fractions |= weight->thousandths > 0;
  return TRUE;
}
