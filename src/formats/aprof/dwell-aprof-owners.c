/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the table of routines and contexts from the lines of the report. */
#include "config.h"

#include "formats/aprof/dwell-aprof-owners.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-hash.h"

static DwellAprofRoutineEntry *
get_routine (DwellAprofOwners *self,
             guint32           entry)
{
  return &dwell_column_index (self->routines, DwellAprofRoutineEntry, entry);
}

static DwellAprofContextEntry *
get_context (DwellAprofOwners *self,
             guint32           entry)
{
  return &dwell_column_index (self->contexts, DwellAprofContextEntry, entry);
}

/**
 * dwell_aprof_owners_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_aprof_owners_init (DwellAprofOwners *self,
                         DwellBuilder     *builder)
{
  self->builder = builder;
  self->routines = dwell_column_new (sizeof (DwellAprofRoutineEntry));
  self->contexts = dwell_column_new (sizeof (DwellAprofContextEntry));
  self->defined_contexts = dwell_column_new (sizeof (guint32));
  self->owners = dwell_column_new (sizeof (DwellAprofOwner));
  self->current = DWELL_NONE;
  self->unknown_caller = DWELL_NONE;
  dwell_aprof_map_init (&self->routine_ids);
  dwell_aprof_map_init (&self->context_ids);
}

/**
 * dwell_aprof_owners_clear:
 * @self: owners
 *
 * Frees what @self owns.
 */
void
dwell_aprof_owners_clear (DwellAprofOwners *self)
{
  dwell_column_free (self->routines);
  dwell_column_free (self->contexts);
  dwell_column_free (self->defined_contexts);
  dwell_column_free (self->owners);
  dwell_aprof_map_clear (&self->routine_ids);
  dwell_aprof_map_clear (&self->context_ids);
}

/**
 * dwell_aprof_owners_reserve:
 * @self: owners
 * @n_lines: how many lines may be added after this
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes room for what @n_lines lines define: a routine and a context each, at most.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_owners_reserve (DwellAprofOwners  *self,
                            gsize              n_lines,
                            GError           **error)
{
  return dwell_column_reserve (self->routines, n_lines, error) &&
         dwell_column_reserve (self->contexts, n_lines, error) &&
         dwell_column_reserve (self->defined_contexts, n_lines, error) &&
         dwell_column_reserve (self->owners, n_lines, error) &&
         dwell_aprof_map_reserve (&self->routine_ids, n_lines, error) &&
         dwell_aprof_map_reserve (&self->context_ids, n_lines, error);
}

static guint32
add_routine (DwellAprofOwners *self,
             guint64           id,
             guint64           line)
{
  DwellAprofRoutineEntry added = {
    .id = id, .line = line, .area = DWELL_NONE, .owner = DWELL_NONE,
  };
  guint32 entry = (guint32) self->routines->n;

  dwell_column_append (self->routines, &added, 1);
  dwell_aprof_map_set (&self->routine_ids, id, entry);
  return entry;
}

/* Returns the entry of the routine @id; adds one without a name if it is not defined yet. */
static guint32
find_routine (DwellAprofOwners *self,
              guint64           id,
              guint64           line)
{
  guint32 entry = dwell_aprof_map_get (&self->routine_ids, id);

  return entry != DWELL_APROF_UNMAPPED ? entry : add_routine (self, id, line);
}

/* Interns a name. Adds a problem if it is not UTF-8. */
static guint32
intern (DwellAprofOwners *self,
        const DwellScan  *name,
        guint64           line)
{
  gsize length = (gsize) (name->end - name->p);

  if (!g_utf8_validate_len (name->p, length, NULL))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "not-utf8", line, -1,
                        _("A name is not valid UTF-8: it was read as Windows-1252"));

  return dwell_strings_intern_bytes (self->builder->strings, name->p, length,
                                     DWELL_CHARSET_WINDOWS_1252);
}

static void
check_routine (DwellAprofOwners        *self,
               const DwellAprofRoutine *routine,
               guint64                  line)
{
  DwellProblems *problems = self->builder->problems;

  if (routine->has_more)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "extra-number", line, -1,
                        _("A routine has a number after its id: the number was left out"));

  if (routine->is_quoted && memchr (routine->name.p, '"',
                                    (gsize) (routine->name.end - routine->name.p)) != NULL)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "quote-in-name", line, -1,
                        _("A routine’s name contains quotation marks, which the report does not "
                          "escape"));

  if (routine->id == G_MAXUINT32 || routine->id == G_MAXUINT64)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "odd-id", line, -1,
                        _("A routine has the id %" PRIu64 ", which can also mean “none”"),
                        routine->id);
}

/**
 * dwell_aprof_owners_take_routine:
 * @self: owners
 * @routine: a parsed r line
 * @line: number of the line, from 1
 *
 * Adds a routine, or gives a name to a routine to which an earlier line referred. After the second
 * definition of an id, the id means the new routine.
 */
void
dwell_aprof_owners_take_routine (DwellAprofOwners        *self,
                                 const DwellAprofRoutine *routine,
                                 guint64                  line)
{
  guint32 entry = find_routine (self, routine->id, line);
  DwellProblems *problems = self->builder->problems;
  DwellArea area = { .kind = DWELL_AREA_ROUTINE, .parent = DWELL_NONE };

  check_routine (self, routine, line);
  area.name = intern (self, &routine->name, line);
  area.file = intern (self, &routine->image, line);
  self->current = entry;

  if (get_routine (self, entry)->area != DWELL_NONE)
    {
      dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "duplicate-id", line, -1,
                          _("The id %" PRIu64 " is given to another routine from here on"),
                          routine->id);
      self->current = add_routine (self, routine->id, line);
    }
  else if (get_routine (self, entry)->owner != DWELL_NONE)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "early-point",
                        get_routine (self, entry)->line, -1,
                        _("Points come before the routine that they belong to"));

  get_routine (self, self->current)->area = dwell_builder_add_area (self->builder, &area);
}

/**
 * dwell_aprof_owners_take_name:
 * @self: owners
 * @id: id of a routine
 * @name: another name of it
 * @is_u: %TRUE for a u line, which has a mangled name or, if it does not begin with _Z, a demangled
 *   one; %FALSE for a d line, which has a full name
 * @line: number of the line, from 1
 */
void
dwell_aprof_owners_take_name (DwellAprofOwners *self,
                              guint64           id,
                              const DwellScan  *name,
                              gboolean          is_u,
                              guint64           line)
{
  guint32 entry = dwell_aprof_map_get (&self->routine_ids, id);
  DwellArea *area;
  guint32 string;

  if (entry == DWELL_APROF_UNMAPPED || get_routine (self, entry)->area == DWELL_NONE)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-routine", line,
                          -1, _("A line gives another name to a routine that has no name yet"));
      return;
    }

  string = intern (self, name, line);
  area = &dwell_column_index (self->builder->areas, DwellArea, get_routine (self, entry)->area);

  if (is_u && name->end - name->p >= 2 && name->p[0] == '_' && name->p[1] == 'Z')
    area->mangled = string;
  else
    area->full_name = string;

  if (!is_u)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "full-name", line, -1,
                        _("“d” lines give full names, which no version of the format documents"));
}

static guint32
find_context (DwellAprofOwners *self,
              guint64           id,
              guint64           line)
{
  guint32 entry = dwell_aprof_map_get (&self->context_ids, id);
  DwellAprofContextEntry added = {
    .id = id, .parent = DWELL_APROF_NO_PARENT, .line = line, .routine = self->current,
    .owner = DWELL_NONE, .node = DWELL_NONE,
  };

  if (entry != DWELL_APROF_UNMAPPED)
    return entry;

  entry = (guint32) self->contexts->n;
  dwell_column_append (self->contexts, &added, 1);
  dwell_aprof_map_set (&self->context_ids, id, entry);
  return entry;
}

/**
 * dwell_aprof_owners_take_context:
 * @self: owners
 * @context: a parsed x line
 * @line: number of the line, from 1
 *
 * Adds a calling context. If a context is defined twice, the first definition counts.
 */
void
dwell_aprof_owners_take_context (DwellAprofOwners        *self,
                                 const DwellAprofContext *context,
                                 guint64                  line)
{
  guint32 entry = find_context (self, context->context, line);
  DwellAprofContextEntry *defined = get_context (self, entry);
  DwellProblems *problems = self->builder->problems;
  guint32 parent;

  if (defined->is_defined)
    {
      dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "duplicate-context", line, -1,
                          _("A calling context is defined twice: the first definition is kept"));
      return;
    }

  defined->is_defined = TRUE;
  defined->parent = context->parent;
  defined->line = line;
  defined->routine = find_routine (self, context->routine, line);
  dwell_column_append (self->defined_contexts, &entry, 1);

  parent = context->parent == DWELL_APROF_NO_PARENT
           ? DWELL_APROF_UNMAPPED : dwell_aprof_map_get (&self->context_ids, context->parent);

  /* A parent without an entry may follow, or be missing: building the tree finds that. */
  if (context->parent != DWELL_APROF_NO_PARENT && parent != DWELL_APROF_UNMAPPED &&
      !get_context (self, parent)->is_defined)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "child-before-parent", line, -1,
                        _("A calling context comes before the one that it was called from"));
}

/**
 * dwell_aprof_owners_get:
 * @self: owners
 * @id: id of a routine or context
 * @is_context: %TRUE if @id is the id of a context
 * @line: number of the line with a point of it, from 1
 *
 * Returns the owner of points; adds one if there is none yet.
 *
 * Returns: index of the owner; owners are numbered as their first points come
 */
guint32
dwell_aprof_owners_get (DwellAprofOwners *self,
                        guint64           id,
                        gboolean          is_context,
                        guint64           line)
{
  DwellAprofOwner owner = { 0, is_context };
  guint32 *number;

  owner.entry = is_context ? find_context (self, id, line) : find_routine (self, id, line);
  number = is_context ? &get_context (self, owner.entry)->owner
                      : &get_routine (self, owner.entry)->owner;

  if (*number == DWELL_NONE)
    {
      *number = (guint32) self->owners->n;
      dwell_column_append (self->owners, &owner, 1);

      if (is_context && get_context (self, owner.entry)->is_defined)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "late-point", line, -1,
                            _("Points come after the calling context that they belong to"));
    }

  return *number;
}

/* Makes up a name for a routine that no r line defines. */
static guint32
add_unnamed_area (DwellAprofOwners *self,
                  guint64           id)
{
  /* Translators: a routine without a name; its id */
  g_autofree char *name = g_strdup_printf (_("(routine %" PRIu64 ")"), id);
  DwellArea area = { .kind = DWELL_AREA_ROUTINE, .parent = DWELL_NONE };

  area.name = dwell_strings_intern (self->builder->strings, name, -1);
  return dwell_builder_add_area (self->builder, &area);
}

/**
 * dwell_aprof_owners_finish:
 * @self: owners
 * @error: %DWELL_ERROR_LIMIT
 *
 * Completes the tables after the last line: each routine without a name gets a name, and each
 * context without a routine gets a routine.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_owners_finish (DwellAprofOwners  *self,
                           GError           **error)
{
  DwellProblems *problems = self->builder->problems;

  /* Reserves one more routine, for all contexts without one. */
  if (!dwell_aprof_owners_reserve (self, 1, error))
    return FALSE;

  for (guint32 i = 0; i < self->contexts->n; i++)
    if (!get_context (self, i)->is_defined)
      {
        DwellAprofContextEntry *context = get_context (self, i);

        dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "untold-context",
                            context->line, -1,
                            _("A calling context has points but no place in the tree"));
        if (context->routine == DWELL_NONE)
          context->routine = find_routine (self, G_MAXUINT64 - 1, context->line);
      }

  for (guint32 i = 0; i < self->routines->n; i++)
    if (get_routine (self, i)->area == DWELL_NONE)
      {
        DwellAprofRoutineEntry *routine = get_routine (self, i);

        routine->area = add_unnamed_area (self, routine->id);
        dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "unnamed-routine",
                            routine->line, -1,
                            _("A routine is referred to but never named"));
      }

  return dwell_builder_check (self->builder, 0, error);
}

/* Maps a routine's entry << 32 | n to the n-th of its contexts, from 1, in the order of the x
 * lines; the value is the context's entry + 1. */
static GHashTable *
number_contexts (DwellAprofOwners *self)
{
  GHashTable *entries = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free, NULL);
  guint32 *ordinals = dwell_big_alloc (self->routines->n * sizeof (guint32));

  for (gsize i = 0; i < self->defined_contexts->n; i++)
    {
      guint32 entry = dwell_column_index (self->defined_contexts, guint32, i);
      guint32 routine = get_context (self, entry)->routine;
      guint64 key = (guint64) routine << 32 | ++ordinals[routine];

      g_hash_table_insert (entries, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (entry + 1));
    }

  dwell_big_free (ordinals);
  return entries;
}

/* Makes the routine or context of a bookmark, such as "12" or "7_3", a favourite. */
static gboolean
mark (DwellAprofOwners *self,
      DwellScan         word,
      GHashTable       *contexts)
{
  guint64 id;
  guint32 ordinal;
  guint32 routine;
  guint64 key;
  guint32 entry;

  if (!dwell_scan_u64 (&word, &id))
    return FALSE;

  routine = dwell_aprof_map_get (&self->routine_ids, id);
  if (routine == DWELL_APROF_UNMAPPED)
    return FALSE;

  if (word.p == word.end)
    {
      get_routine (self, routine)->is_favourite = TRUE;
      return TRUE;
    }

  if (!dwell_scan_char (&word, '_') || !dwell_scan_u32 (&word, &ordinal) || word.p < word.end)
    return FALSE;

  key = (guint64) routine << 32 | ordinal;
  entry = GPOINTER_TO_UINT (g_hash_table_lookup (contexts, &key));
  if (entry == 0)
    return FALSE;

  get_context (self, entry - 1)->is_favourite = TRUE;
  return TRUE;
}

/**
 * dwell_aprof_owners_mark_favourites:
 * @self: owners, finished
 * @bookmarks: the text of the fav lines, such as "12 40 7_3"
 * @line: number of the last fav line, from 1
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes routines and contexts with a bookmark favourites.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_owners_mark_favourites (DwellAprofOwners  *self,
                                    DwellScan          bookmarks,
                                    guint64            line,
                                    GError           **error)
{
  /* The size of a hash table after doubling, including its keys. */
  gsize n_bytes = self->defined_contexts->n * 128 + self->routines->n * sizeof (guint32);
  g_autoptr(GHashTable) contexts = NULL;
  DwellScan word;

  if (!dwell_memory_claim (n_bytes, error))
    return FALSE;

  contexts = number_contexts (self);
  dwell_memory_release (n_bytes);

  while (dwell_aprof_scan_word (&bookmarks, &word))
    if (!mark (self, word, contexts))
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-bookmark",
                          line, -1, _("A bookmark refers to nothing in the report"));

  return TRUE;
}
