/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of macros, after the vendor's help page (src/formats/text1/README.md, "Macros"), with
 * the templates that each applies to, and its meaning according to that page. */
#include "config.h"

#include "formats/template/dwell-macros.h"

#include <glib/gi18n-lib.h>

#define IN(kind) (1u << DWELL_TEMPLATE_##kind)
#define HEADERS (IN (INFO_HEADER) | IN (CONTEXT_HEADER) | IN (MAPPING_HEADER) | \
                 IN (STATISTICS_HEADER) | IN (TIMELINE_HEADER))
#define MAPPING IN (MAPPING_ENTRY)
#define STATISTICS IN (STATISTICS_ENTRY)
#define TIMELINE IN (TIMELINE_ENTRY)
#define TIME(suffix, text) { "T." suffix, text, DWELL_FIELD_DECIMAL, STATISTICS }

static const DwellMacroInfo macros[DWELL_N_MACROS] = {
  [DWELL_MACRO_FORMAT] =
    { "FORMAT", N_("The template of the entries that follow"), DWELL_FIELD_FREE_TEXT, HEADERS },
  [DWELL_MACRO_CLASS] =
    { "CLASS", N_("Functions, Data or AUX"), DWELL_FIELD_WORD,
      IN (MAPPING_HEADER) | IN (STATISTICS_HEADER) },
  [DWELL_MACRO_CONTEXT] =
    { "CONTEXT", N_("The context’s name; empty for anything but functions"), DWELL_FIELD_FREE_TEXT,
      IN (STATISTICS_HEADER) | STATISTICS | TIMELINE },
  [DWELL_MACRO_HANDLE] =
    { "HANDLE", N_("The number of the area or context, hexadecimal"), DWELL_FIELD_HEX,
      IN (CONTEXT_ENTRY) | MAPPING | STATISTICS | TIMELINE },
  [DWELL_MACRO_HANDLE_PARENT] =
    { "HANDLE.PARENT", N_("The handle of a line’s function or a state’s variable"),
      DWELL_FIELD_HEX, MAPPING },
  [DWELL_MACRO_HANDLE_STATE] =
    { "HANDLE.STATE", N_("The handle that a variable’s states use"), DWELL_FIELD_HEX, MAPPING },
  [DWELL_MACRO_NAME] =
    { "NAME", N_("The name: function, source text of a line, variable, signal, context"),
      DWELL_FIELD_FREE_TEXT, IN (CONTEXT_ENTRY) | MAPPING | STATISTICS },
  [DWELL_MACRO_NAME_PARENT] =
    { "NAME.PARENT", N_("The name of a line’s function or a state’s variable"),
      DWELL_FIELD_FREE_TEXT, MAPPING },
  [DWELL_MACRO_VALUE] =
    { "VALUE", N_("Line number or value of a state; in the timeline the value written"),
      DWELL_FIELD_VALUE, MAPPING | STATISTICS | TIMELINE },
  [DWELL_MACRO_VALUE_TYPE] =
    { "VALUE.TYPE", N_("F64 for analog signals, otherwise I64"), DWELL_FIELD_WORD, MAPPING },
  [DWELL_MACRO_VALUE_UNIT] =
    { "VALUE.UNIT", N_("The unit: V, A, …"), DWELL_FIELD_FREE_TEXT, MAPPING },
  [DWELL_MACRO_FILE] =
    { "FILE", N_("The source file of a line"), DWELL_FIELD_FREE_TEXT, MAPPING | STATISTICS },
  [DWELL_MACRO_PATH] =
    { "PATH", N_("Where the profiler lists the area"), DWELL_FIELD_FREE_TEXT, MAPPING },
  [DWELL_MACRO_COUNT] =
    { "COUNT", N_("How many entries, or writes, were recorded"), DWELL_FIELD_DECIMAL, STATISTICS },
  [DWELL_MACRO_T_NET] = TIME ("NET", N_("Self time, in the area itself, ns")),
  [DWELL_MACRO_T_NET_MIN] = TIME ("NET.MIN", N_("Shortest self time, ns")),
  [DWELL_MACRO_T_NET_MAX] = TIME ("NET.MAX", N_("Longest self time, ns")),
  [DWELL_MACRO_T_NET_AVG] = TIME ("NET.AVG", N_("Mean self time, ns")),
  [DWELL_MACRO_T_GROSS] = TIME ("GROSS", N_("Total time, including everything it called, not "
                                            "preempted, ns")),
  [DWELL_MACRO_T_GROSS_MIN] = TIME ("GROSS.MIN", N_("Shortest total time, ns")),
  [DWELL_MACRO_T_GROSS_MAX] = TIME ("GROSS.MAX", N_("Longest total time, ns")),
  [DWELL_MACRO_T_GROSS_AVG] = TIME ("GROSS.AVG", N_("Mean total time, ns")),
  [DWELL_MACRO_T_CALL] = TIME ("CALL", N_("Duration, from entry to exit, ns")),
  [DWELL_MACRO_T_CALL_MIN] = TIME ("CALL.MIN", N_("Shortest duration, ns")),
  [DWELL_MACRO_T_CALL_MAX] = TIME ("CALL.MAX", N_("Longest duration, ns")),
  [DWELL_MACRO_T_CALL_AVG] = TIME ("CALL.AVG", N_("Mean duration, ns")),
  [DWELL_MACRO_T_PERIOD_MIN] = TIME ("PERIOD.MIN", N_("Shortest period, from entry to entry, ns")),
  [DWELL_MACRO_T_PERIOD_MAX] = TIME ("PERIOD.MAX", N_("Longest period, ns")),
  [DWELL_MACRO_T_PERIOD_AVG] = TIME ("PERIOD.AVG", N_("Mean period, ns")),
  [DWELL_MACRO_T_OUTSIDE] = TIME ("OUTSIDE", N_("Time outside the area, ns")),
  [DWELL_MACRO_T_OUTSIDE_MIN] = TIME ("OUTSIDE.MIN", N_("Shortest gap between activations, ns")),
  [DWELL_MACRO_T_OUTSIDE_MAX] = TIME ("OUTSIDE.MAX", N_("Longest gap between activations, ns")),
  [DWELL_MACRO_T_OUTSIDE_AVG] = TIME ("OUTSIDE.AVG", N_("Mean gap between activations, ns")),
  [DWELL_MACRO_EVENT] =
    { "EVENT", N_("E entry, S suspend, R resume, X exit, W write"), DWELL_FIELD_WORD, TIMELINE },
  [DWELL_MACRO_TIME] = { "TIME", N_("Time of the event, ns"), DWELL_FIELD_DECIMAL, TIMELINE },
  [DWELL_MACRO_TOTAL_TIME] =
    { "TOTAL_TIME", N_("How long the session lasted, ns"), DWELL_FIELD_DECIMAL, IN (INFO_ENTRY) },
};

static const struct {
  const char *id;
  const char *standard;
} templates[DWELL_N_TEMPLATES] = {
#define TEXTS(kind, name, standard) { name, standard },
  DWELL_TEMPLATES (TEXTS)
#undef TEXTS
};

/**
 * dwell_macro_get_info:
 * @macro: a known macro
 *
 * Returns: (transfer none): the entry of @macro in the table
 */
const DwellMacroInfo *
dwell_macro_get_info (DwellMacro macro)
{
  g_return_val_if_fail (macro < DWELL_N_MACROS, NULL);

  return &macros[macro];
}

/* Compares without case and spaces, since the page once prints “T. OUTSIDE.MIN”. */
static gboolean
is_named (const char *name,
          gsize       length,
          const char *known)
{
  for (gsize i = 0; i < length; i++)
    {
      if (name[i] == ' ')
        continue;
      if (*known == '\0' || g_ascii_toupper (name[i]) != *known)
        return FALSE;
      known++;
    }

  return *known == '\0';
}

/**
 * dwell_macro_find:
 * @name: name of a macro, without percent signs; its case, and spaces in it, do not matter
 * @length: bytes of the name
 *
 * Returns: the macro, or %DWELL_MACRO_UNKNOWN
 */
DwellMacro
dwell_macro_find (const char *name,
                  gsize       length)
{
  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (is_named (name, length, macros[i].name))
      return i;

  return DWELL_MACRO_UNKNOWN;
}

/**
 * dwell_template_get_id:
 * @kind: kind of a template
 *
 * Returns: (transfer none): its name in the dialog, on the command line and in key files, such as
 *   "InfoHeader"
 */
const char *
dwell_template_get_id (DwellTemplateKind kind)
{
  return templates[kind].id;
}

/**
 * dwell_template_find:
 * @id: the name of a template, which is the name of its option
 *
 * Returns: the template
 */
DwellTemplateKind
dwell_template_find (const char *id)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    if (g_str_equal (templates[i].id, id))
      return (DwellTemplateKind) i;

  g_return_val_if_reached (DWELL_TEMPLATE_TIMELINE_ENTRY);
}

/**
 * dwell_template_get_default:
 * @kind: kind of a template
 *
 * Returns: (transfer none): the default: the template of the vendor page's examples
 */
const char *
dwell_template_get_default (DwellTemplateKind kind)
{
  return templates[kind].standard;
}
