/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Renders headers and entries of the small sections from their templates: see README.md, "Macros".
 * Names are written as they are, except that a line break, which would end the row, becomes a
 * blank; so does a tab if tabs separate fields. */
#include "config.h"

#include <string.h>

#include "formats/text1/read/dwell-text1-contexts.h"
#include "formats/text1/write/dwell-text1-writer.h"

/**
 * dwell_text1_has_tabs:
 * @template: a template
 *
 * Returns: whether tabs separate its fields, so that tabs in names become blanks
 */
gboolean
dwell_text1_has_tabs (const DwellTemplate *template)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);

  for (guint i = 0; i < n; i++)
    if (tokens[i].is_literal && memchr (tokens[i].text, '\t', tokens[i].length) != NULL)
      return TRUE;

  return FALSE;
}

/**
 * dwell_text1_get_class_name:
 * @self: a writer
 * @area: an area
 *
 * Returns: (transfer none): the class whose sections have @area
 */
const char *
dwell_text1_get_class_name (const DwellText1Writer *self,
                            guint32                 area)
{
  return dwell_text1_writer_has_class (self, DWELL_TEXT1_DATA, area) ? "Data"
         : dwell_text1_writer_has_class (self, DWELL_TEXT1_AUX, area) ? "AUX" : "Functions";
}

static void
append_handle (const DwellText1Writer *self,
               GString                *out,
               guint32                 area)
{
  if (area != DWELL_NONE && self->handles[area] != DWELL_NONE)
    g_string_append_printf (out, "%08X", self->handles[area]);
}

/* Returns (transfer full) the name of a context with a label, which readers drop, unless another
 * context has that name with the label; then another label is used. */
static char *
make_labelled (const DwellText1Writer *self,
               guint32                 context)
{
  g_autoptr(GString) text = g_string_new ("TSK: ");

  g_string_append (text, self->context_names[context]);
  while (g_hash_table_contains (self->known_contexts, text->str))
    g_string_prepend_c (text, 'T');

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * dwell_text1_append_context:
 * @self: a writer
 * @out: (inout): the text
 * @context: a context with a name
 * @without_tabs: whether tabs in it become blanks
 *
 * Appends the name that rows have for a context. A reader would drop a prefix that looks like a
 * label (README.md, "Binary timeline"), so such a name gets a label.
 */
void
dwell_text1_append_context (const DwellText1Writer *self,
                            GString                *out,
                            guint32                 context,
                            gboolean                without_tabs)
{
  const char *name = self->context_names[context];
  g_autofree char *labelled = dwell_text1_measure_label (name, strlen (name)) > 0
                                ? make_labelled (self, context) : NULL;

  dwell_text1_append_name (out, labelled != NULL ? labelled : name, without_tabs);
}

/* Appends a macro of the mapping or the statistics that describes an area. */
static void
append_of_area (const DwellText1Writer *self,
                GString                *out,
                DwellMacro              macro,
                gboolean                without_tabs,
                guint32                 id)
{
  const DwellArea *area = &self->trace->areas[id];
  gboolean is_part = area->kind == DWELL_AREA_LINE || area->kind == DWELL_AREA_STATE;
  DwellStrings *strings = self->trace->strings;

  switch ((guint) macro)
    {
    case DWELL_MACRO_HANDLE:
      append_handle (self, out, id);
      break;
    case DWELL_MACRO_HANDLE_PARENT:
      append_handle (self, out, is_part ? area->parent : DWELL_NONE);
      break;
    case DWELL_MACRO_HANDLE_STATE:
      if (self->areas[id] & DWELL_TEXT1_AREA_HAS_STATES)
        g_string_append_printf (out, "%08X", self->state_handles[id]);
      break;
    case DWELL_MACRO_NAME:
      dwell_text1_append_name (out, dwell_trace_get_area_name (self->trace, id), without_tabs);
      break;
    case DWELL_MACRO_NAME_PARENT:
      if (is_part && area->parent != DWELL_NONE)
        dwell_text1_append_name (out, dwell_trace_get_area_name (self->trace, area->parent),
                                 without_tabs);
      break;
    case DWELL_MACRO_VALUE:
      /* The value of a line is its number. Other formats store a clause as the value, which Text1
       * does not have. */
      if (area->kind == DWELL_AREA_LINE && area->line > 0)
        g_string_append_printf (out, "%u", area->line);
      else if (area->kind == DWELL_AREA_STATE)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, self->state_numbers[id]);
      else if (area->has_value && (area->kind != DWELL_AREA_LINE || self->is_text1))
        g_string_append_printf (out, "%" G_GINT64_FORMAT, area->value);
      break;
    case DWELL_MACRO_VALUE_TYPE:
      g_string_append (out, area->is_float ? "F64" : "I64");
      break;
    case DWELL_MACRO_VALUE_UNIT:
      dwell_text1_append_name (out, dwell_strings_get (strings, area->unit), without_tabs);
      break;
    case DWELL_MACRO_FILE:
      dwell_text1_append_name (out, dwell_strings_get (strings, area->file), without_tabs);
      break;
    case DWELL_MACRO_PATH:
      dwell_text1_append_name (out, dwell_strings_get (strings, area->module), without_tabs);
      break;
    default:
      break;
    }
}

/**
 * dwell_text1_append_macro:
 * @self: a writer
 * @out: (inout): the text
 * @kind: kind of the entry's template
 * @macro: a known macro
 * @without_tabs: whether tabs in names become blanks
 * @entry: the fields of the entry
 *
 * Appends the value of @macro; nothing if the entry has none.
 */
void
dwell_text1_append_macro (DwellText1Writer      *self,
                          GString               *out,
                          DwellTemplateKind      kind,
                          DwellMacro             macro,
                          gboolean               without_tabs,
                          const DwellText1Entry *entry)
{
  gboolean has_context = entry->context != DWELL_NONE &&
                         self->context_handles[entry->context] != DWELL_NONE;

  if (macro == DWELL_MACRO_TOTAL_TIME)
    {
      if (self->total_time != DWELL_TIME_NONE)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, self->total_time);
    }
  else if (macro == DWELL_MACRO_COUNT)
    {
      if (entry->known & 1u << DWELL_RECORDED_COUNT)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, entry->count);
    }
  else if (macro >= DWELL_MACRO_T_NET && macro <= DWELL_MACRO_T_OUTSIDE_AVG)
    {
      if (entry->known & 1u << (macro - DWELL_MACRO_T_NET))
        g_string_append_printf (out, "%" G_GINT64_FORMAT, entry->times[macro - DWELL_MACRO_T_NET]);
    }
  else if (kind == DWELL_TEMPLATE_CONTEXT_ENTRY && macro == DWELL_MACRO_HANDLE && has_context)
    g_string_append_printf (out, "0x%x", self->context_handles[entry->context]);
  else if (kind == DWELL_TEMPLATE_CONTEXT_ENTRY && macro == DWELL_MACRO_NAME && has_context)
    dwell_text1_append_name (out, self->context_names[entry->context], without_tabs);
  else if (macro == DWELL_MACRO_CONTEXT)
    {
      if (has_context)
        dwell_text1_append_context (self, out, entry->context, without_tabs);
    }
  else if (entry->area != DWELL_NONE)
    append_of_area (self, out, macro, without_tabs, entry->area);
}

static void
append_line_end (const DwellText1Writer *self,
                 GString                *out)
{
  g_string_append (out, self->settings->line_ends_are_lf ? "\n" : "\r\n");
}

/**
 * dwell_text1_append_entry:
 * @self: a writer
 * @out: (inout): the text
 * @kind: kind of the entry's template
 * @entry: the fields of the entry
 *
 * Appends an entry with its line end. Unknown macros are written as they are.
 */
void
dwell_text1_append_entry (DwellText1Writer      *self,
                          GString               *out,
                          DwellTemplateKind      kind,
                          const DwellText1Entry *entry)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (self->templates[kind], &n);
  gboolean without_tabs = dwell_text1_has_tabs (self->templates[kind]);

  for (guint i = 0; i < n; i++)
    {
      if (tokens[i].is_literal)
        g_string_append_len (out, tokens[i].text, (gssize) tokens[i].length);
      else if (tokens[i].macro != DWELL_MACRO_UNKNOWN)
        dwell_text1_append_macro (self, out, kind, tokens[i].macro, without_tabs, entry);
      else
        g_string_append_printf (out, "%%%.*s%%", (int) tokens[i].length, tokens[i].text);
    }

  append_line_end (self, out);
}

/**
 * dwell_text1_append_header:
 * @self: a writer
 * @out: (inout): the text
 * @kind: kind of the header's template; that of the entry is the next
 * @class_name: (nullable): value of %CLASS%
 * @context: context whose name is the value of %CONTEXT%, or %DWELL_NONE
 *
 * Appends a header with its line end.
 */
void
dwell_text1_append_header (DwellText1Writer  *self,
                           GString           *out,
                           DwellTemplateKind  kind,
                           const char        *class_name,
                           guint32            context)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (self->templates[kind], &n);

  for (guint i = 0; i < n; i++)
    {
      if (tokens[i].is_literal)
        g_string_append_len (out, tokens[i].text, (gssize) tokens[i].length);
      else if (tokens[i].macro == DWELL_MACRO_FORMAT)
        g_string_append (out, dwell_template_get_text (self->templates[kind + 1]));
      else if (tokens[i].macro == DWELL_MACRO_CLASS && class_name != NULL)
        g_string_append (out, class_name);
      else if (tokens[i].macro == DWELL_MACRO_CONTEXT && context != DWELL_NONE)
        {
          g_autofree char *labelled = make_labelled (self, context);

          g_string_append_printf (out, "CONTEXT(%s) ", labelled);
        }
      else if (tokens[i].macro == DWELL_MACRO_UNKNOWN)
        g_string_append_printf (out, "%%%.*s%%", (int) tokens[i].length, tokens[i].text);
    }

  append_line_end (self, out);
}

/**
 * dwell_text1_write_mapping:
 * @self: a writer
 * @output: the output
 * @error: the reason of a failure
 *
 * Writes a section for each class that has areas.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_write_mapping (DwellText1Writer  *self,
                           DwellText1Output  *output,
                           GError           **error)
{
  static const char * const classes[] = { "Functions", "Data", "AUX" };

  for (guint c = 0; c < G_N_ELEMENTS (classes); c++)
    {
      gboolean has_header = FALSE;

      for (guint32 i = 0; i < self->n_listed; i++)
        {
          DwellText1Entry entry = { .area = self->order[i], .context = DWELL_NONE };

          if (!g_str_equal (dwell_text1_get_class_name (self, entry.area), classes[c]))
            continue;

          if (!has_header)
            dwell_text1_append_header (self, output->pending, DWELL_TEMPLATE_MAPPING_HEADER,
                                       classes[c], DWELL_NONE);
          has_header = TRUE;
          dwell_text1_append_entry (self, output->pending, DWELL_TEMPLATE_MAPPING_ENTRY, &entry);
          if (!dwell_text1_output_flush (output, FALSE, error))
            return FALSE;
        }
    }

  return TRUE;
}
