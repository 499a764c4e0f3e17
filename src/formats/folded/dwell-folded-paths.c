/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds stacks to the tree of their paths. */
#include "config.h"

#include "formats/folded/dwell-folded-paths.h"

#include <string.h>

/**
 * dwell_folded_paths_init:
 * @self: (out): uninitialised paths
 * @strings: (transfer none): where names of frames go; it outlives @self
 * @max_total: what all stacks may weigh together
 */
void
dwell_folded_paths_init (DwellFoldedPaths *self,
                         DwellStrings     *strings,
                         gint64            max_total)
{
  *self = (DwellFoldedPaths) { .strings = strings, .max_total = max_total };
  dwell_ids_init (&self->children);
  self->nodes = dwell_column_new (sizeof (DwellFoldedNode));
  self->text = g_byte_array_new ();
  self->steps = g_array_new (FALSE, FALSE, sizeof (DwellFoldedStep));
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
  g_byte_array_unref (self->text);
  g_array_unref (self->steps);
}

/* Multiplicative hashing of two numbers (Knuth, The Art of Computer Programming, vol. 3, 6.4). */
static guint32
hash_child (guint32 parent,
            guint32 frame)
{
  guint64 both = (guint64) parent << 32 | frame;

  return (guint32) ((both ^ both >> 29) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/* Returns the node of @frame below @parent, or DWELL_NONE without the memory for a new one. */
static guint32
get_child (DwellFoldedPaths  *self,
           guint32            parent,
           DwellScan          frame,
           GError           **error)
{
  guint32 name = dwell_strings_intern_bytes (self->strings, frame.p, (gsize) (frame.end - frame.p),
                                             DWELL_CHARSET_WINDOWS_1252);
  guint32 hash = hash_child (parent, name);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->children, hash, &n_seen)) != DWELL_IDS_NONE)
    {
      const DwellFoldedNode *node = &dwell_column_index (self->nodes, DwellFoldedNode, id);

      if (node->parent == parent && node->frame == name)
        return id;
    }

  id = (guint32) self->nodes->n;
  if (!dwell_column_reserve (self->nodes, 1, error) ||
      !dwell_ids_add (&self->children, hash, id, error))
    return DWELL_NONE;

  dwell_column_append (self->nodes, &(DwellFoldedNode) { parent, name, 0, 0, 0 }, 1);
  return id;
}

/* How many frames @stack has in common with the one before, from the outermost on. @p moves behind
 * them and their semicolon. */
static guint
skip_common (DwellFoldedPaths *self,
             DwellScan         stack,
             const char      **p)
{
  const DwellFoldedStep *steps = (const DwellFoldedStep *) (gpointer) self->steps->data;
  gsize length = (gsize) (stack.end - stack.p);
  gsize begin = 0;
  guint n = 0;

  *p = stack.p;
  while (n < self->steps->len && steps[n].end <= length &&
         (steps[n].end == length || stack.p[steps[n].end] == ';') &&
         memcmp (self->text->data + begin, stack.p + begin, steps[n].end - begin) == 0)
    {
      begin = MIN (steps[n].end + 1, length);
      *p = stack.p + begin;
      n++;
    }

  return n;
}

static void
remember (DwellFoldedPaths *self,
          DwellScan         stack)
{
  g_byte_array_set_size (self->text, 0);
  g_byte_array_append (self->text, (const guint8 *) stack.p, (guint) (stack.end - stack.p));
}

/* Returns the node of the whole stack; DWELL_NONE without memory, or if it has no frame. */
static guint32
find_node (DwellFoldedPaths  *self,
           DwellScan          stack,
           guint             *faults,
           GError           **error)
{
  const char *p;
  guint n_common = skip_common (self, stack, &p);
  guint32 node = n_common > 0
                 ? g_array_index (self->steps, DwellFoldedStep, n_common - 1).node : DWELL_NONE;

  g_array_set_size (self->steps, n_common);
  remember (self, stack);

  while (p < stack.end)
    {
      const char *semicolon = memchr (p, ';', (gsize) (stack.end - p));
      DwellScan frame = { p, semicolon != NULL ? semicolon : stack.end };

      p = semicolon != NULL ? semicolon + 1 : stack.end;
      if (frame.p == frame.end)
        {
          *faults |= DWELL_FOLDED_EMPTY_FRAME;
          continue;
        }
      if (self->steps->len == DWELL_FOLDED_MAX_DEPTH)
        {
          *faults |= DWELL_FOLDED_TOO_DEEP;
          break;
        }

      node = get_child (self, node, frame, error);
      if (node == DWELL_NONE)
        return DWELL_NONE;
      g_array_append_val (self->steps, ((DwellFoldedStep) { (gsize) (frame.end - stack.p), node }));
    }

  /* The steps do not tell where a frame behind an empty one begins. */
  if ((*faults & DWELL_FOLDED_EMPTY_FRAME) != 0)
    g_array_set_size (self->steps, 0);
  return node;
}

/* So many thousandths stay below 2⁶³, as there are fewer than 2⁵³ lines. */
static void
add_weight (gint64                  *whole,
            gint64                  *thousandths,
            const DwellFoldedWeight *weight)
{
  *whole += weight->whole;
  *thousandths += weight->thousandths;
}

/**
 * dwell_folded_paths_add:
 * @self: paths
 * @stack: frames with a semicolon between them, the outermost first
 * @weight: what it weighs
 * @faults: (out): bits of #DwellFoldedFaults
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds a stack. Equal ones add up.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_folded_paths_add (DwellFoldedPaths         *self,
                        DwellScan                 stack,
                        const DwellFoldedWeight  *weight,
                        guint                    *faults,
                        GError                  **error)
{
  GError *failure = NULL;
  DwellFoldedNode *node;
  guint32 id;

  *faults = 0;
  if (weight->whole > self->max_total - self->total)
    {
      *faults |= DWELL_FOLDED_TOO_HEAVY;
      return TRUE;
    }

  id = find_node (self, stack, faults, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (id == DWELL_NONE)
    return TRUE;

  add_weight (&self->total, &self->total_thousandths, weight);
  node = &dwell_column_index (self->nodes, DwellFoldedNode, id);
  add_weight (&node->self, &node->thousandths, weight);
  node->count++;
  self->n_stacks++;
  self->has_fractions |= weight->thousandths > 0;
  return TRUE;
}
