/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up functions, costs of lines and calls. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-profile.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"

/* How many costs before the last one are compared before the hash table is used. */
#define NEAR_COSTS 24

/**
 * dwell_callgrind_profile_init:
 * @self: (out): an uninitialised profile
 * @strings: (transfer none): the strings of names; must outlive @self
 */
void
dwell_callgrind_profile_init (DwellCallgrindProfile *self,
                              DwellStrings          *strings)
{
  *self = (DwellCallgrindProfile) { .strings = strings };
  self->functions = dwell_column_new (sizeof (DwellCallgrindFunction));
  self->costs = dwell_column_new (sizeof (DwellCallgrindCost));
  self->arcs = dwell_column_new (sizeof (DwellCallArc));
  dwell_ids_init (&self->function_ids);
  dwell_ids_init (&self->cost_ids);
  dwell_ids_init (&self->arc_ids);
}

/**
 * dwell_callgrind_profile_close:
 * @self: a profile; nothing may be added any more
 *
 * Frees the memory that is needed only for adding.
 */
void
dwell_callgrind_profile_close (DwellCallgrindProfile *self)
{
  dwell_ids_clear (&self->function_ids);
  dwell_ids_clear (&self->cost_ids);
  dwell_ids_clear (&self->arc_ids);
}

/**
 * dwell_callgrind_profile_clear:
 * @self: a profile
 *
 * Frees the memory of @self.
 */
void
dwell_callgrind_profile_clear (DwellCallgrindProfile *self)
{
  dwell_column_free (self->functions);
  dwell_column_free (self->costs);
  dwell_column_free (self->arcs);
  dwell_callgrind_profile_close (self);
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4). */
static guint32
hash (guint32 a,
      guint32 b,
      guint32 c)
{
  guint64 both = ((guint64) a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  both = (both ^ both >> 29 ^ c) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (both >> 32);
}

/* Appends @element, whose hash is @hashed. Returns its number, or DWELL_NONE. */
static guint32
append (DwellColumn   *column,
        DwellIds      *ids,
        guint32        hashed,
        gconstpointer  element,
        GError       **error)
{
  guint32 n = (guint32) column->n;

  if (!dwell_column_reserve (column, 1, error) || !dwell_ids_add (ids, hashed, n, error))
    return DWELL_NONE;

  dwell_column_append (column, element, 1);
  return n;
}

static gboolean
is_function (const DwellCallgrindProfile  *self,
             guint32                       id,
             const DwellCallgrindFunction *function)
{
  const DwellCallgrindFunction *known =
    &dwell_column_index (self->functions, DwellCallgrindFunction, id);

  return known->object == function->object && known->file == function->file &&
         known->name == function->name;
}

/* If a part repeats the previous one, the function is the callee of the next arc or the function of
 * the next cost. */
static guint32
find_near_function (const DwellCallgrindProfile  *self,
                    const DwellCallgrindFunction *function)
{
  guint32 id = DWELL_NONE;

  if (self->next_arc < self->arcs->n)
    id = dwell_column_index (self->arcs, DwellCallArc, self->next_arc).callee;
  if (id != DWELL_NONE && is_function (self, id, function))
    return id;

  id = DWELL_NONE;
  if (self->next_cost < self->costs->n)
    id = dwell_column_index (self->costs, DwellCallgrindCost, self->next_cost).function;
  return id != DWELL_NONE && is_function (self, id, function) ? id : DWELL_NONE;
}

/**
 * dwell_callgrind_profile_get_function:
 * @self: a profile
 * @function: its object, file and name
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: its number, a new one if the function is new; %DWELL_NONE without the memory
 */
guint32
dwell_callgrind_profile_get_function (DwellCallgrindProfile         *self,
                                      const DwellCallgrindFunction  *function,
                                      GError                       **error)
{
  guint32 hashed;
  gsize n_seen = 0;
  guint32 id = find_near_function (self, function);

  if (id != DWELL_NONE)
    return id;

  hashed = hash (function->object, function->file, function->name);
  while ((id = dwell_ids_next (&self->function_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    if (is_function (self, id, function))
      return id;

  return append (self->functions, &self->function_ids, hashed, function, error);
}

static gboolean
is_cost (const DwellCallgrindProfile *self,
         guint32                      id,
         guint32                      function,
         guint32                      file,
         guint32                      line)
{
  const DwellCallgrindCost *known = &dwell_column_index (self->costs, DwellCallgrindCost, id);

  /* Neighbours mostly differ only in the line. */
  return known->line == line && known->function == function && known->file == file;
}

/* If a part repeats the previous one, costs come in the order in which they were added; a line that
 * a function returns to is a little earlier. Both are near in memory, unlike the places of a hash
 * table. */
static guint32
find_near_cost (const DwellCallgrindProfile *self,
                guint32                      function,
                guint32                      file,
                guint32                      line)
{
  guint32 next = self->next_cost;

  if (next < self->costs->n && is_cost (self, next, function, file, line))
    return next;

  for (guint32 n = 1; n <= MIN (next, NEAR_COSTS); n++)
    if (is_cost (self, next - n, function, file, line))
      return next - n;

  return DWELL_NONE;
}

static guint32
find_cost (const DwellCallgrindProfile *self,
           guint32                      function,
           guint32                      file,
           guint32                      line)
{
  guint32 hashed = hash (function, file, line);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->cost_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    if (is_cost (self, id, function, file, line))
      return id;

  return DWELL_NONE;
}

static gboolean
add_cost (DwellCallgrindProfile         *self,
          guint32                        function,
          guint32                        file,
          const DwellCallgrindLineCost  *cost,
          GError                       **error)
{
  guint32 line = cost->line;
  DwellCallgrindCost *known;
  gboolean is_near;
  guint32 id;

  if (__builtin_add_overflow (self->total, cost->cost, &self->total))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("the costs add up to more than can be counted"));
      return FALSE;
    }

  id = find_near_cost (self, function, file, line);
  is_near = id != DWELL_NONE;
  if (!is_near)
    id = find_cost (self, function, file, line);
  if (id == DWELL_NONE)
    id = append (self->costs, &self->cost_ids, hash (function, file, line),
                 &(DwellCallgrindCost) { function, file, line, 0 }, error);
  if (id == DWELL_NONE)
    return FALSE;

  if (!is_near || id == self->next_cost)
    self->next_cost = id + 1;
  known = &dwell_column_index (self->costs, DwellCallgrindCost, id);
  known->cost += cost->cost;
  return TRUE;
}

/* Fetches into the cache the places of the hash table that will be looked up: those of costs that
 * are not the same as in the previous part. */
static void
prefetch (const DwellCallgrindProfile  *self,
          guint32                       function,
          guint32                       file,
          const DwellCallgrindLineCost *costs,
          guint                         n_costs)
{
  for (guint i = 0; i < n_costs; i++)
    if (self->next_cost + i >= self->costs->n ||
        !is_cost (self, self->next_cost + i, function, file, costs[i].line))
      dwell_ids_prefetch (&self->cost_ids, hash (function, file, costs[i].line));
}

/**
 * dwell_callgrind_profile_add_costs:
 * @self: a profile
 * @function: the number of a function
 * @file: (string): the file of the lines
 * @costs: (array length=n_costs): lines of the function
 * @n_costs: how many
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE without the memory, or if the sum of all is too large
 */
gboolean
dwell_callgrind_profile_add_costs (DwellCallgrindProfile         *self,
                                   guint32                        function,
                                   guint32                        file,
                                   const DwellCallgrindLineCost  *costs,
                                   guint                          n_costs,
                                   GError                       **error)
{
  prefetch (self, function, file, costs, n_costs);
  for (guint i = 0; i < n_costs; i++)
    if (!add_cost (self, function, file, &costs[i], error))
      return FALSE;

  return TRUE;
}

static gboolean
is_arc (const DwellCallgrindProfile *self,
        guint32                      id,
        guint32                      caller,
        guint32                      callee)
{
  const DwellCallArc *known = &dwell_column_index (self->arcs, DwellCallArc, id);

  return known->caller == caller && known->callee == callee;
}

static guint32
find_arc (const DwellCallgrindProfile *self,
          guint32                      caller,
          guint32                      callee)
{
  guint32 hashed;
  gsize n_seen = 0;
  guint32 id = self->next_arc;

  if (id < self->arcs->n && is_arc (self, id, caller, callee))
    return id;

  hashed = hash (caller, callee, 0);
  while ((id = dwell_ids_next (&self->arc_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    if (is_arc (self, id, caller, callee))
      return id;

  return DWELL_NONE;
}

/**
 * dwell_callgrind_profile_add_call:
 * @self: a profile
 * @caller: the number of a function
 * @callee: the number of a function
 * @calls: how often it was called
 * @total: the cost of these calls together, including their callees
 * @error: %DWELL_ERROR_LIMIT
 *
 * The costs of recursive calls count each time, so sums can become too large: they then stay at the
 * greatest number.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_callgrind_profile_add_call (DwellCallgrindProfile  *self,
                                  guint32                 caller,
                                  guint32                 callee,
                                  guint64                 calls,
                                  gint64                  total,
                                  GError                **error)
{
  DwellCallArc *known;
  guint32 id;

  id = find_arc (self, caller, callee);
  if (id == DWELL_NONE)
    id = append (self->arcs, &self->arc_ids, hash (caller, callee, 0),
                 &(DwellCallArc) { caller, callee, 0, 0 }, error);
  if (id == DWELL_NONE)
    return FALSE;

  self->next_arc = id + 1;
  known = &dwell_column_index (self->arcs, DwellCallArc, id);
  known->calls = dwell_wide_narrow ((DwellWide) known->calls + calls);
  known->total = dwell_wide_clamp ((DwellWide) known->total + (guint64) total);
  return TRUE;
}
