/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identifies modules, routines and lines. Two modules are the same if their paths differ only in
 * case; two routines if they have the same module and name. A GOSUB has no name, so it is named
 * after the line that calls it. */
#include "config.h"

#include "formats/br/dwell-br-profile.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"

/**
 * dwell_br_profile_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 * @charset: the encoding of names that are not UTF-8
 * @limits: how many names there may be
 */
void
dwell_br_profile_init (DwellBrProfile        *self,
                       DwellBuilder          *builder,
                       DwellCharset           charset,
                       const DwellReadLimits *limits)
{
  *self = (DwellBrProfile) {
    .builder = builder, .charset = charset,
    .max_tag = limits->max_names > 0 ? DWELL_BR_TAG_FUNCTIONS + limits->max_names - 1
                                     : DWELL_BR_TAG_MAX,
  };
  self->names = dwell_br_names_new ();
  dwell_builder_set_source (builder, self->names, dwell_br_names_free);
  dwell_br_map_init (&self->nodes);
  dwell_br_map_init (&self->lines);
  self->weights = dwell_column_new (sizeof (DwellBrWeight));
  self->depths = dwell_column_new (sizeof (guint32));
  self->modules = g_new0 (guint32, DWELL_BR_N_MODULES);
  self->context = dwell_builder_add_context (builder, "program", DWELL_CONTEXT_SESSION, 0,
                                             DWELL_NONE);
  self->main_name = dwell_strings_intern (builder->strings, "main", -1);
  self->anonymous_name = dwell_strings_intern (builder->strings, "(anonymous function)", -1);
}

/**
 * dwell_br_profile_clear:
 * @self: a profile
 *
 * Frees what @self owns.
 */
void
dwell_br_profile_clear (DwellBrProfile *self)
{
  dwell_br_map_clear (&self->nodes);
  dwell_br_map_clear (&self->lines);
  dwell_column_free (self->weights);
  dwell_column_free (self->depths);
  g_free (self->modules);
  g_clear_error (&self->error);
}

/* Interns a name of the file. Keeps its bytes, too, where the text does not determine them. */
static guint32
intern_name (DwellBrProfile *self,
             const guint8   *name,
             gsize           length)
{
  DwellStrings *strings = self->builder->strings;
  guint32 id = dwell_strings_intern_bytes (strings, (const char *) name, length, self->charset);

  if (dwell_strings_get_length (strings, id) != length ||
      memcmp (dwell_strings_get (strings, id), name, length) != 0)
    g_hash_table_insert (self->names->raw_names, GUINT_TO_POINTER (id), g_bytes_new (name, length));

  return id;
}

/**
 * dwell_br_profile_map_module:
 * @self: a profile
 * @number: number of a module
 * @name: path of the module, not terminated
 * @length: bytes of @name
 *
 * Maps @number to a module, from here on in the file.
 *
 * Returns: string id of the name, spelled as here
 */
guint32
dwell_br_profile_map_module (DwellBrProfile *self,
                             guint           number,
                             const guint8   *name,
                             gsize           length)
{
  guint32 spelling;
  guint32 module;

  if (length > 0)
    {
      spelling = intern_name (self, name, length);
      module = dwell_builder_spell_module (self->builder, spelling);
    }
  else
    {
      g_autofree char *made_up = g_strdup_printf ("(unnamed module %u)", number);

      module = spelling = dwell_strings_intern (self->builder->strings, made_up, -1);
      g_hash_table_insert (self->names->unnamed, GUINT_TO_POINTER (module),
                           GUINT_TO_POINTER (number + 1));
    }

  if (module != self->modules[number])
    self->mapping++;
  self->modules[number] = module;
  return spelling;
}

/**
 * dwell_br_profile_name_unmapped:
 * @self: a profile
 * @number: number of a module without a mapping
 * @offset: offset of the record that refers to it, in bytes of the file
 *
 * Maps @number to a made-up name, and adds a problem.
 *
 * Returns: string id of the name
 */
guint32
dwell_br_profile_name_unmapped (DwellBrProfile *self,
                                guint           number,
                                guint64         offset)
{
  g_autofree char *name = g_strdup_printf ("module #%u", number);
  guint32 module = dwell_strings_intern (self->builder->strings, name, -1);

  if (g_hash_table_insert (self->names->unmapped, GUINT_TO_POINTER (module),
                           GUINT_TO_POINTER (number + 1)))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unmapped-module", 0,
                        (gint64) offset,
                        /* Translators: a module's number; a name like “module #3” */
                        _("Module %u has no name; it shows as “%s”"), number, name);
  return module;
}

/**
 * dwell_br_profile_get_function:
 * @self: a profile
 * @name: name of a function, not terminated
 * @length: bytes of @name
 * @offset: of the record with the name, or of its block
 *
 * Returns: the tag of frames in that function
 */
DwellBrTag
dwell_br_profile_get_function (DwellBrProfile *self,
                               const guint8   *name,
                               gsize           length,
                               guint64         offset)
{
  guint32 id = length > 0 ? intern_name (self, name, length) : self->anonymous_name;

  if (id <= self->max_tag - DWELL_BR_TAG_FUNCTIONS)
    return DWELL_BR_TAG_FUNCTIONS + id;

  if (self->error == NULL)
    g_set_error (&self->error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                 _("offset 0x%" PRIx64 ": more than 16 million names"), offset);
  return DWELL_BR_TAG_NONE;
}

/* Returns the place for an error; NULL if there is one already, since the first one ends
 * reading. */
static GError **
get_error (DwellBrProfile *self)
{
  return self->error == NULL ? &self->error : NULL;
}

static guint32
intern_position (DwellBrProfile *self,
                 const char     *before,
                 guint32         line,
                 guint8          clause,
                 const char     *after)
{
  g_autoptr(GString) text = g_string_new (before);

  g_string_append_printf (text, "%05u", line);
  if (clause > 0)
    g_string_append_printf (text, ":%02u", clause);
  g_string_append (text, after);

  return dwell_strings_intern (self->builder->strings, text->str, (gssize) text->len);
}

/* Returns the area of a frame's routine; DWELL_NONE if it is unknown. */
static guint32
add_routine (DwellBrProfile *self,
             guint32         parent,
             guint32         module,
             DwellBrTag      tag)
{
  DwellBuilder *builder = self->builder;
  DwellArea routine = {
    .module = module,
    .file = module,
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_ROUTINE,
  };

  if (tag == DWELL_BR_TAG_NONE)
    return DWELL_NONE;

  if (tag >= DWELL_BR_TAG_FUNCTIONS)
    {
      routine.kind = DWELL_AREA_FUNCTION;
      routine.name = routine.function = tag - DWELL_BR_TAG_FUNCTIONS;
    }
  else if (tag == DWELL_BR_TAG_MAIN)
    routine.name = self->main_name;
  else if (parent == DWELL_NONE)
    routine.name = dwell_strings_intern (builder->strings, "GOSUB", -1);
  else
    {
      guint32 caller = dwell_column_index (builder->node_area, guint32, parent);
      const DwellArea *line = &dwell_column_index (builder->areas, DwellArea, caller);

      routine.name = intern_position (self, "GOSUB from ", line->line, (guint8) line->value, "");
    }

  return dwell_builder_add_area (builder, &routine);
}

/* Returns the last part of a path of any system. */
static const char *
get_base_name (const char *path)
{
  const char *base = path;

  for (const char *p = path; *p != '\0'; p++)
    if ((*p == '/' || *p == '\\') && p[1] != '\0')
      base = p + 1;

  return base;
}

/* Makes the title of a line, such as “LIB.BR 00500:01 FNSUM”. */
static guint32
make_title (DwellBrProfile *self,
            guint32         module,
            guint32         line,
            guint8          clause,
            guint32         routine)
{
  DwellBuilder *builder = self->builder;
  g_autofree char *before = g_strconcat (get_base_name (dwell_strings_get (builder->strings,
                                                                          module)), " ", NULL);
  const DwellArea *area = routine != DWELL_NONE
                          ? &dwell_column_index (builder->areas, DwellArea, routine) : NULL;
  g_autofree char *after = NULL;

  if (area != NULL && area->kind == DWELL_AREA_FUNCTION)
    after = g_strconcat (" ", dwell_strings_get (builder->strings, area->name), NULL);
  return intern_position (self, before, line, clause, after != NULL ? after : "");
}

static guint32
add_line (DwellBrProfile *self,
          guint32         module,
          guint32         line,
          guint8          clause,
          guint32         routine)
{
  DwellArea area = {
    .name = intern_position (self, "", line, clause, ""),
    .title = make_title (self, module, line, clause, routine),
    .module = module,
    .file = module,
    .parent = routine,
    .line = line,
    .value = clause,
    .has_value = TRUE,
    .kind = DWELL_AREA_LINE,
  };

  return dwell_builder_add_area (self->builder, &area);
}

/* Returns the key of a routine within its module: the tag; for a GOSUB the line and clause of its
 * caller. */
static guint64
make_routine_key (DwellBrProfile *self,
                  guint32         parent,
                  DwellBrTag      tag)
{
  DwellBuilder *builder = self->builder;
  const DwellArea *caller;

  if (tag != DWELL_BR_TAG_GOSUB || parent == DWELL_NONE)
    return tag;

  caller = &dwell_column_index (builder->areas, DwellArea,
                                dwell_column_index (builder->node_area, guint32, parent));
  return (guint64) 1 << 48 | (guint64) caller->line << 8 | (guint8) caller->value;
}

/* Returns the area of a position. */
static guint32
get_line (DwellBrProfile *self,
          guint32         parent,
          guint32         module,
          guint32         line,
          guint8          clause,
          DwellBrTag      tag)
{
  guint64 a = (guint64) module << 32 | line;
  guint64 b = make_routine_key (self, parent, tag) << 8 | clause;
  guint32 area = dwell_br_map_find (&self->lines, a, b);

  if (area == DWELL_BR_MAP_NONE)
    {
      guint32 routine = add_routine (self, parent, module, tag);

      area = add_line (self, module, line, clause, routine);
      dwell_br_map_add (&self->lines, a, b, area, get_error (self));
    }

  return area;
}

/**
 * dwell_br_profile_add_node:
 * @self: a profile
 * @parent: node of the caller, or %DWELL_NONE
 * @module: string id of the module's name
 * @line: line in the module
 * @clause: clause of the line; 0: the whole line, or unknown
 * @tag: tag of the routine
 *
 * Adds the node of a new position. dwell_br_profile_get_node() finds it, or calls this.
 *
 * Returns: the node; %DWELL_NONE with @self's error set if a limit is reached
 */
guint32
dwell_br_profile_add_node (DwellBrProfile *self,
                           guint32         parent,
                           guint32         module,
                           guint32         line,
                           guint8          clause,
                           DwellBrTag      tag)
{
  guint32 area = get_line (self, parent, module, line, clause, tag);
  guint32 depth = parent != DWELL_NONE ? dwell_br_profile_get_depth (self, parent) + 1 : 1;

  guint32 node;

  if (!dwell_column_reserve (self->weights, 1, get_error (self)) ||
      !dwell_column_reserve (self->depths, 1, get_error (self)))
    return DWELL_NONE;

  node = dwell_builder_add_stack_node (self->builder, parent, area, self->context,
                                       get_error (self));
  if (node == DWELL_NONE)
    return DWELL_NONE;

  dwell_column_append (self->weights, &(DwellBrWeight) { 0 }, 1);
  dwell_column_append (self->depths, &depth, 1);
  dwell_br_map_add (&self->nodes, (guint64) module << 32 | line,
                    (guint64) (parent + 1) << 32 | (guint64) tag << 8 | clause, node,
                    get_error (self));
  return node;
}

static void
add_to_line (DwellLineWeight     *line,
             const DwellBrWeight *weight)
{
  line->min = line->hits == 0 ? weight->min : MIN (line->min, weight->min);
  line->max = MAX (line->max, weight->max);
  line->hits += weight->n_blocks;
  dwell_add_saturated (&line->time, weight->time);
}

/**
 * dwell_br_profile_update_builder:
 * @self: a profile
 *
 * Sets the weights of the builder's stack nodes and its line weights to the sums so far. Sets
 * @self's error if there is not enough memory.
 */
void
dwell_br_profile_update_builder (DwellBrProfile *self)
{
  DwellBuilder *builder = self->builder;
  guint32 *places = dwell_big_try_alloc (builder->areas->n * sizeof (guint32), get_error (self));

  dwell_column_clear (builder->lines);
  if (places == NULL || !dwell_column_reserve (builder->lines, builder->areas->n, get_error (self)))
    {
      dwell_big_free (places);
      return;
    }

  for (gsize node = 0; node < builder->node_area->n; node++)
    {
      const DwellBrWeight *weight = &dwell_column_index (self->weights, DwellBrWeight, node);
      guint32 area = dwell_column_index (builder->node_area, guint32, node);
      guint32 *place = &places[area]; /* index into the lines, plus one */

      dwell_column_index (builder->node_count, guint64, node) = weight->n_blocks;
      dwell_column_index (builder->node_self, gint64, node) =
        self->is_timed ? weight->time : (gint64) weight->n_blocks;
      if (weight->n_blocks == 0)
        continue;

      if (*place == 0)
        {
          dwell_column_append (builder->lines, &(DwellLineWeight) { .area = area }, 1);
          *place = (guint32) builder->lines->n;
        }
      add_to_line (&dwell_column_index (builder->lines, DwellLineWeight, *place - 1), weight);
    }

  dwell_big_free (places);
  builder->weights_are_times = self->is_timed;
  builder->weight_unit = dwell_strings_intern (builder->strings,
                                               self->is_timed ? "ns" : "samples", -1);
  builder->total_weight = self->is_timed ? self->time : (gint64) self->n_blocks;
}
