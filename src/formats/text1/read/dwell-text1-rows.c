/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses INFO, CONTEXTS, HANDLE and STATISTICS rows. The mapping makes areas. Their kind is the top
 * nibble of the handle. If a row does not name a parent, that of a line is the function row above
 * it, that of a state the variable row above it. Two handles are two areas, even with one name.
 *
 * PATH becomes the module of the area, FILE its file. */
#include "config.h"

#include "formats/text1/read/dwell-text1-rows.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/read/dwell-text1-map-private.h"

typedef struct {
  guint32 area;
  guint32 parent_handle;
  guint64 line;
} Orphan;

struct _DwellText1Rows
{
  DwellBuilder          *builder;
  DwellText1Map         *map;
  DwellText1Contexts    *contexts;
  const DwellText1Given *given;

  DwellText1SectionKind  kind;
  DwellTemplate         *entry;
  DwellAreaKind          class_kind; /* of areas without a handle */
  guint32                context;    /* of the section, or DWELL_NONE */
  gboolean               was_guessed;

  GHashTable            *by_name;    /* string id → first area of that name + 1 */
  GArray                *orphans;
  guint32                last_function;
  guint32                last_variable;
};

/**
 * dwell_text1_rows_new:
 * @builder: the builder of the trace; must outlive the rows
 * @map: gets the handles of areas; must outlive the rows
 * @contexts: the contexts of the file; must outlive the rows
 * @given: the settings of the user; must outlive the rows
 *
 * Returns: (transfer full): a parser outside of any section
 */
DwellText1Rows *
dwell_text1_rows_new (DwellBuilder          *builder,
                      DwellText1Map         *map,
                      DwellText1Contexts    *contexts,
                      const DwellText1Given *given)
{
  DwellText1Rows *self = g_new0 (DwellText1Rows, 1);

  self->builder = builder;
  self->map = map;
  self->contexts = contexts;
  self->given = given;
  self->by_name = g_hash_table_new (NULL, NULL);
  self->orphans = g_array_new (FALSE, FALSE, sizeof (Orphan));
  self->context = self->last_function = self->last_variable = DWELL_NONE;

  return self;
}

/**
 * dwell_text1_rows_free:
 * @self: (transfer full): rows
 */
void
dwell_text1_rows_free (DwellText1Rows *self)
{
  g_clear_pointer (&self->entry, dwell_template_unref);
  g_hash_table_unref (self->by_name);
  g_array_unref (self->orphans);
  g_free (self);
}

static guint32
intern (DwellText1Rows   *self,
        const DwellField *field)
{
  return field->text != NULL
           ? dwell_text1_contexts_intern (self->contexts, field->text, field->length) : 0;
}

/* Returns a handle; DWELL_HANDLE_NONE if the field is missing, empty, not a handle, or contains
 * “none”. */
static guint32
get_handle (const DwellField *field)
{
  guint32 handle;

  return field->text != NULL && dwell_text1_parse_handle (field->text, field->length, &handle)
           ? handle : DWELL_HANDLE_NONE;
}

static gboolean
get_value (DwellText1Rows   *self,
           const DwellField *field,
           gint64           *value)
{
  gboolean is_double;
  guint64 bits;
  double number;

  if (field->text == NULL ||
      !dwell_text1_parse_value (field->text, field->length, self->given->base, &bits, &is_double))
    return FALSE;

  *value = (gint64) bits;
  if (is_double)
    {
      memcpy (&number, &bits, sizeof number);
      if (!(number >= -9e18 && number <= 9e18))
        return FALSE;
      *value = (gint64) number;
    }

  return TRUE;
}

static gboolean
is_word (const DwellField *field,
         const char       *word)
{
  return field->text != NULL && field->length == strlen (word) &&
         g_ascii_strncasecmp (field->text, word, field->length) == 0;
}

/**
 * dwell_text1_rows_begin:
 * @self: rows
 * @header: header of the section that begins; not a timeline
 * @entry: template of the section's rows
 *
 * Begins a section.
 */
void
dwell_text1_rows_begin (DwellText1Rows         *self,
                        const DwellText1Header *header,
                        DwellTemplate          *entry)
{
  g_clear_pointer (&self->entry, dwell_template_unref);
  self->entry = dwell_template_ref (entry);
  self->kind = header->kind;
  self->was_guessed = FALSE;
  self->class_kind = is_word (&header->class_name, "Data") ? DWELL_AREA_VARIABLE
                     : is_word (&header->class_name, "AUX") ? DWELL_AREA_AUX
                                                            : DWELL_AREA_FUNCTION;
  self->context = header->context.text != NULL
                    ? dwell_text1_contexts_find (self->contexts, header->context.text,
                                                 header->context.length)
                    : DWELL_NONE;
}

/* Helps to split free text: returns TRUE for a name that is known, or a text that looks like a
 * path. */
static gboolean
is_known_text (DwellMacro  macro,
               const char *text,
               gsize       length,
               gpointer    user_data)
{
  DwellText1Rows *self = user_data;

  if (macro == DWELL_MACRO_CONTEXT)
    return dwell_text1_contexts_knows (self->contexts, text, length);

  if (macro == DWELL_MACRO_NAME || macro == DWELL_MACRO_NAME_PARENT)
    return length > 0 &&
           g_hash_table_contains (self->by_name,
                                  GUINT_TO_POINTER (dwell_text1_contexts_intern (self->contexts,
                                                                                 text, length)));

  return (macro == DWELL_MACRO_FILE || macro == DWELL_MACRO_PATH) && length > 0 && text[0] != ' ' &&
         (memchr (text, '/', length) != NULL || memchr (text, '\\', length) != NULL);
}

static void
add_info (DwellText1Rows   *self,
          const DwellField *fields,
          guint64           line)
{
  const DwellField *total = &fields[DWELL_MACRO_TOTAL_TIME];
  gint64 time;

  if (total->text == NULL)
    return;

  if (!dwell_text1_parse_number (total->text, total->length, &time) || time < 0 ||
      time > DWELL_TIME_MAX)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-total-time", line, -1,
                        _("The total time cannot be read"));
  else if (self->builder->total_time == DWELL_TIME_NONE)
    self->builder->total_time = time;
  else if (self->builder->total_time != time)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "total-time-twice", line,
                        -1, _("A second total time: the first is kept"));
}

/* Adds an area even if another has the same key, such as a second brace in one line. */
static guint32
add_area (DwellText1Rows  *self,
          const DwellArea *area)
{
  gsize n_before = self->builder->areas->n;
  guint32 id = dwell_builder_add_area (self->builder, area);

  if (self->builder->areas->n == n_before && area->has_handle)
    {
      const DwellArea *known = &dwell_column_index (self->builder->areas, DwellArea, id);
      DwellArea added = *area;

      /* Areas with the same key have the same title. */
      added.title = known->title;
      if (!known->has_handle || known->handle != area->handle)
        id = dwell_builder_append_area (self->builder, &added);
    }

  if (area->name != 0 && !g_hash_table_contains (self->by_name, GUINT_TO_POINTER (area->name)))
    g_hash_table_insert (self->by_name, GUINT_TO_POINTER (area->name), GUINT_TO_POINTER (id + 1));
  return id;
}

static gboolean
has_room (DwellText1Rows *self,
          guint64         line)
{
  if (dwell_column_has_room (self->builder->areas, 1))
    return TRUE;

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "too-many-areas", line, -1,
                      _("There are more areas than Dwell can handle"));
  return FALSE;
}

/* Only an area without a parent can be a parent, so there are no cycles. */
static gboolean
can_be_parent (DwellText1Rows *self,
               guint32         parent,
               DwellAreaKind   of)
{
  DwellAreaKind kind;

  if (parent == DWELL_NONE)
    return FALSE;

  kind = dwell_column_index (self->builder->areas, DwellArea, parent).kind;
  return of == DWELL_AREA_LINE ? kind == DWELL_AREA_FUNCTION
                               : kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX;
}

/* Returns the parent that the row names, or that of a row above; @waits_for: the parent's handle,
 * if no row has defined it yet. */
static guint32
find_parent (DwellText1Rows   *self,
             const DwellArea  *area,
             const DwellField *fields,
             guint32          *waits_for)
{
  guint32 handle = get_handle (&fields[DWELL_MACRO_HANDLE_PARENT]);
  guint32 parent = DWELL_NONE;

  *waits_for = DWELL_HANDLE_NONE;
  if (area->kind != DWELL_AREA_LINE && area->kind != DWELL_AREA_STATE)
    return DWELL_NONE;

  if (handle != DWELL_HANDLE_NONE)
    {
      parent = dwell_text1_map_find_area (self->map, handle, 0);
      if (parent == DWELL_NONE)
        *waits_for = handle;
      return can_be_parent (self, parent, area->kind) ? parent : DWELL_NONE;
    }

  if (fields[DWELL_MACRO_NAME_PARENT].length > 0)
    {
      guint32 name = intern (self, &fields[DWELL_MACRO_NAME_PARENT]);

      parent = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (name))) - 1;
    }

  if (!can_be_parent (self, parent, area->kind))
    parent = area->kind == DWELL_AREA_LINE ? self->last_function : self->last_variable;
  return parent;
}

static void
fill_area (DwellText1Rows   *self,
           const DwellField *fields,
           guint32           handle,
           DwellArea        *area)
{
  *area = (DwellArea) {
    .name = intern (self, &fields[DWELL_MACRO_NAME]),
    .module = intern (self, &fields[DWELL_MACRO_PATH]),
    .file = intern (self, &fields[DWELL_MACRO_FILE]),
    .unit = intern (self, &fields[DWELL_MACRO_VALUE_UNIT]),
    .parent = DWELL_NONE,
    .handle = handle,
    .has_handle = handle != DWELL_HANDLE_NONE,
    .kind = dwell_text1_handle_get_area_kind (handle, self->class_kind),
    .is_float = is_word (&fields[DWELL_MACRO_VALUE_TYPE], "F64"),
  };

  area->has_value = get_value (self, &fields[DWELL_MACRO_VALUE], &area->value) &&
                    (area->kind == DWELL_AREA_LINE || area->kind == DWELL_AREA_STATE);
  if (!area->has_value)
    area->value = 0;
  else if (area->kind == DWELL_AREA_LINE && area->value > 0 && area->value <= G_MAXUINT32)
    area->line = (guint32) area->value;
}

/* Records to which variable a new area belongs, if it is a state. @waits_for: the variable's
 * handle, if no row has defined it yet */
static void
note_state (DwellText1Rows  *self,
            const DwellArea *area,
            guint32          waits_for)
{
  guint32 variable = waits_for;

  if (area->parent != DWELL_NONE)
    variable = dwell_column_index (self->builder->areas, DwellArea, area->parent).handle;
  if (variable != DWELL_HANDLE_NONE && dwell_text1_handle_is_shared (area->handle))
    dwell_text1_map_note_state (self->map, variable, area->handle);
}

static void
note_handle_twice (DwellText1Rows *self,
                   guint32         handle,
                   guint64         line)
{
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "handle-twice", line, -1,
                      _("The handle %08X is mapped a second time: the first mapping is kept"),
                      handle);
}

static void
add_mapping (DwellText1Rows   *self,
             const DwellField *fields,
             guint64           line)
{
  guint32 handle = get_handle (&fields[DWELL_MACRO_HANDLE]);
  guint32 states = get_handle (&fields[DWELL_MACRO_HANDLE_STATE]);
  DwellArea area;
  Orphan orphan = { .line = line };

  if (handle == DWELL_HANDLE_NONE && fields[DWELL_MACRO_HANDLE].text != NULL)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-handle", line, -1,
                          _("This row of the mapping has no handle"));
      return;
    }

  fill_area (self, fields, handle, &area);
  area.parent = find_parent (self, &area, fields, &orphan.parent_handle);

  orphan.area = dwell_text1_map_find_area (self->map, handle, area.value);
  if (handle != DWELL_HANDLE_NONE && orphan.area != DWELL_NONE)
    {
      const DwellArea *known = &dwell_column_index (self->builder->areas, DwellArea, orphan.area);

      if (known->name != area.name)
        note_handle_twice (self, handle, line);
    }
  else if (!has_room (self, line))
    return;
  else
    {
      orphan.area = add_area (self, &area);
      if (handle != DWELL_HANDLE_NONE)
        dwell_text1_map_add_area (self->map, handle, area.has_value, area.value, orphan.area);
      if (area.kind == DWELL_AREA_STATE)
        note_state (self, &area, orphan.parent_handle);
      if (orphan.parent_handle != DWELL_HANDLE_NONE)
        g_array_append_val (self->orphans, orphan);
    }

  if (area.kind == DWELL_AREA_FUNCTION)
    self->last_function = orphan.area;
  else if (area.kind == DWELL_AREA_VARIABLE || area.kind == DWELL_AREA_AUX)
    self->last_variable = orphan.area;
  if (handle != DWELL_HANDLE_NONE && dwell_text1_handle_is_shared (states) &&
      can_be_parent (self, orphan.area, DWELL_AREA_STATE))
    dwell_text1_map_set_state_handle (self->map, handle, states);
}

/* Returns the area of a statistics row; adds one if it is not in the mapping. */
static guint32
find_area (DwellText1Rows   *self,
           const DwellField *fields,
           guint64           line)
{
  guint32 handle = get_handle (&fields[DWELL_MACRO_HANDLE]);
  guint32 id = DWELL_NONE;
  DwellArea area;

  fill_area (self, fields, handle, &area);
  if (handle != DWELL_HANDLE_NONE)
    id = dwell_text1_map_find_area (self->map, handle, area.value);
  else if (area.name != 0)
    id = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (area.name))) - 1;

  if (id != DWELL_NONE || (handle == DWELL_HANDLE_NONE && area.name == 0) ||
      !has_room (self, line))
    return id;

  if (area.kind == DWELL_AREA_STATE)
    area.parent = dwell_text1_map_find_variable (self->map, handle);
  else if (area.name == 0)
    {
      g_autofree char *name = g_strdup_printf ("%08X", handle);

      area.name = dwell_strings_intern (self->builder->strings, name, -1);
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unmapped-handle", line,
                          -1, _("The handle %08X has no mapping"), handle);
    }

  id = add_area (self, &area);
  if (handle != DWELL_HANDLE_NONE)
    dwell_text1_map_add_area (self->map, handle, area.has_value, area.value, id);
  return id;
}

static void
add_statistics (DwellText1Rows   *self,
                const DwellField *fields,
                guint64           line)
{
  const DwellField *context = &fields[DWELL_MACRO_CONTEXT];
  DwellRecordedRow row = { .context = self->context, .area = find_area (self, fields, line) };
  gboolean is_used = FALSE;

  if (row.area == DWELL_NONE)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-handle", line, -1,
                          _("This row of the statistics has neither a handle nor a name"));
      return;
    }

  if (context->length > 0)
    row.context = dwell_text1_contexts_find (self->contexts, context->text, context->length);

  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    {
      /* The macros of times have the order of the recorded figures, except the count. */
      DwellMacro macro = i == DWELL_RECORDED_COUNT ? DWELL_MACRO_COUNT : DWELL_MACRO_T_NET + i;

      if (fields[macro].length == 0)
        continue;

      if (!dwell_text1_parse_number (fields[macro].text, fields[macro].length, &row.values[i]))
        {
          dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-number", line,
                              -1, _("“%%%s%%” is not a number here"),
                              dwell_macro_get_info (macro)->name);
          continue;
        }

      row.known |= 1u << i;
      is_used = is_used || row.values[i] != 0;
    }

  if (!dwell_builder_reserve (self->builder, self->builder->recorded, 1))
    return;

  dwell_column_append (self->builder->recorded, &row, 1);
  if (is_used && row.context != DWELL_NONE)
    dwell_text1_map_add_use (self->map, row.area, row.context);
}

static void
add_context (DwellText1Rows   *self,
             const DwellField *fields,
             guint64           line)
{
  const DwellField *name = &fields[DWELL_MACRO_NAME];
  const DwellField *handle = &fields[DWELL_MACRO_HANDLE];
  g_autofree char *number = NULL;

  if (name->text != NULL)
    {
      dwell_text1_contexts_add (self->contexts, name->text, name->length, get_handle (handle),
                                line);
      return;
    }

  if (get_handle (handle) == DWELL_HANDLE_NONE)
    return;

  number = g_strdup_printf ("0x%x", get_handle (handle));
  dwell_text1_contexts_add (self->contexts, number, strlen (number), get_handle (handle), line);
}

/**
 * dwell_text1_rows_add:
 * @self: rows, with a section
 * @row: a row of the section
 * @length: bytes of the row, without its line end
 * @line: number of the row's line
 *
 * Takes a row.
 */
void
dwell_text1_rows_add (DwellText1Rows *self,
                      const char     *row,
                      gsize           length,
                      guint64         line)
{
  DwellField fields[DWELL_N_MACROS];
  gboolean was_guessed = FALSE;

  if (!dwell_template_match (self->entry, row, length, is_known_text, self, fields, &was_guessed))
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unmatched-row", line,
                          -1, _("A row does not match the template of its section"));
      return;
    }

  if (was_guessed && !self->was_guessed)
    {
      self->was_guessed = TRUE;
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "guessed-fields", line,
                          -1, _("Two texts are adjacent in the rows of this section: the border "
                                "between them was guessed"));
    }

  if (self->kind == DWELL_TEXT1_SECTION_INFO)
    add_info (self, fields, line);
  else if (self->kind == DWELL_TEXT1_SECTION_CONTEXTS)
    add_context (self, fields, line);
  else if (self->kind == DWELL_TEXT1_SECTION_HANDLE)
    add_mapping (self, fields, line);
  else if (self->kind == DWELL_TEXT1_SECTION_STATISTICS)
    add_statistics (self, fields, line);
}

/**
 * dwell_text1_rows_end:
 * @self: a parser that has received all rows
 *
 * Finds the parents that are defined after their children.
 */
void
dwell_text1_rows_end (DwellText1Rows *self)
{
  for (guint i = 0; i < self->orphans->len; i++)
    {
      const Orphan *orphan = &g_array_index (self->orphans, Orphan, i);
      DwellArea *area = &dwell_column_index (self->builder->areas, DwellArea, orphan->area);
      guint32 parent = dwell_text1_map_find_area (self->map, orphan->parent_handle, 0);

      if (!can_be_parent (self, parent, area->kind))
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-parent",
                            orphan->line, -1, _("No row maps the parent %08X"),
                            orphan->parent_handle);
      else
        area->parent = parent;
    }

  g_array_set_size (self->orphans, 0);
}
