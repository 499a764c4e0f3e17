/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a stack node of each calling context, parents before their children. A context whose caller
 * is not in the report, or that calls itself in a circle, gets the parent “(unknown caller)”. The
 * tree may be deep, so no function here is recursive. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/aprof/dwell-aprof-owners.h"

/* The states of a context. */
enum { FRESH, ON_PATH, DONE };

typedef struct {
  DwellAprofOwners *owners;
  guint32           thread;
  guint8           *states;         /* by context */
  GArray           *path;           /* guint32: contexts, from one to its outermost caller */
} Tree;

static guint32
get_unknown_caller (Tree    *tree,
                    GError **error)
{
  DwellBuilder *builder = tree->owners->builder;
  DwellArea area = { .kind = DWELL_AREA_ROUTINE, .parent = DWELL_NONE };

  if (tree->owners->unknown_caller == DWELL_NONE)
    {
      area.name = dwell_strings_intern (builder->strings, _("(unknown caller)"), -1);
      tree->owners->unknown_caller =
        dwell_builder_add_stack_node (builder, DWELL_NONE, dwell_builder_add_area (builder, &area),
                                      tree->thread, error);
    }

  return tree->owners->unknown_caller;
}

/* Returns the caller of @context; DWELL_NONE if it is outermost, or if the report has no valid
 * caller of it: then @is_unknown is set, and a problem added. */
static guint32
find_caller (Tree                         *tree,
             const DwellAprofContextEntry *context,
             gboolean                     *is_unknown)
{
  DwellProblems *problems = tree->owners->builder->problems;
  guint32 caller;

  *is_unknown = FALSE;
  if (context->is_defined && context->parent == DWELL_APROF_NO_PARENT)
    return DWELL_NONE;

  *is_unknown = TRUE;
  if (!context->is_defined)
    return DWELL_NONE;

  caller = dwell_aprof_map_get (&tree->owners->context_ids, context->parent);
  if (caller == DWELL_APROF_UNMAPPED)
    {
      dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "missing-caller",
                          context->line, -1,
                          _("The caller of a calling context is not in the report"));
      return DWELL_NONE;
    }

  if (tree->states[caller] == ON_PATH)
    {
      dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "caller-cycle",
                          context->line, -1,
                          _("Calling contexts call one another in a cycle"));
      return DWELL_NONE;
    }

  *is_unknown = FALSE;
  return caller;
}

static gboolean
add_node (Tree                    *tree,
          DwellAprofContextEntry  *context,
          guint32                  parent,
          GError                 **error)
{
  const DwellAprofRoutineEntry *routine =
    &dwell_column_index (tree->owners->routines, DwellAprofRoutineEntry, context->routine);

  context->node = dwell_builder_add_stack_node (tree->owners->builder, parent, routine->area,
                                                tree->thread, error);
  return context->node != DWELL_NONE;
}

/* Adds @first and all its callers that have no node yet, the outermost first. */
static gboolean
add_path (Tree     *tree,
          guint32   first,
          GError  **error)
{
  DwellAprofContextEntry *contexts = tree->owners->contexts->data;
  gboolean is_unknown = FALSE;
  guint32 caller = first;
  guint32 parent = DWELL_NONE;

  g_array_set_size (tree->path, 0);

  while (caller != DWELL_NONE && tree->states[caller] == FRESH)
    {
      tree->states[caller] = ON_PATH;
      g_array_append_val (tree->path, caller);
      caller = find_caller (tree, &contexts[caller], &is_unknown);
    }

  if (caller != DWELL_NONE)
    parent = contexts[caller].node;
  else if (is_unknown)
    {
      parent = get_unknown_caller (tree, error);
      if (parent == DWELL_NONE)
        return FALSE;
    }

  for (guint n = tree->path->len; n > 0; n--)
    {
      guint32 entry = g_array_index (tree->path, guint32, n - 1);

      if (!add_node (tree, &contexts[entry], parent, error))
        return FALSE;

      tree->states[entry] = DONE;
      parent = contexts[entry].node;
    }

  return TRUE;
}

/**
 * dwell_aprof_owners_add_nodes:
 * @self: owners, finished
 * @thread: the context of the trace that they ran in
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds a stack node for each calling context, parents first.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_owners_add_nodes (DwellAprofOwners  *self,
                              guint32            thread,
                              GError           **error)
{
  Tree tree = { self, thread, NULL, NULL };
  gsize n_bytes = self->contexts->n * (sizeof (guint8) + 2 * sizeof (guint32));
  gboolean is_good = TRUE;

  if (!dwell_memory_claim (n_bytes, error))
    return FALSE;

  tree.states = dwell_big_alloc (self->contexts->n);
  tree.path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->contexts->n && is_good; i++)
    is_good = tree.states[i] == DONE || add_path (&tree, i, error);

  dwell_big_free (tree.states);
  g_array_unref (tree.path);
  dwell_memory_release (n_bytes);
  return is_good;
}
