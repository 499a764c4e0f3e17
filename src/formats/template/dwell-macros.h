/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The macros of Text1: their names, the templates that they apply to, their meaning, and the form
 * of their text. One table serves reading, writing, the dialogs and the help. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_MACRO_FORMAT, DWELL_MACRO_CLASS, DWELL_MACRO_CONTEXT,
  DWELL_MACRO_HANDLE, DWELL_MACRO_HANDLE_PARENT, DWELL_MACRO_HANDLE_STATE,
  DWELL_MACRO_NAME, DWELL_MACRO_NAME_PARENT,
  DWELL_MACRO_VALUE, DWELL_MACRO_VALUE_TYPE, DWELL_MACRO_VALUE_UNIT,
  DWELL_MACRO_FILE, DWELL_MACRO_PATH, DWELL_MACRO_COUNT,
  DWELL_MACRO_T_NET, DWELL_MACRO_T_NET_MIN, DWELL_MACRO_T_NET_MAX, DWELL_MACRO_T_NET_AVG,
  DWELL_MACRO_T_GROSS, DWELL_MACRO_T_GROSS_MIN, DWELL_MACRO_T_GROSS_MAX, DWELL_MACRO_T_GROSS_AVG,
  DWELL_MACRO_T_CALL, DWELL_MACRO_T_CALL_MIN, DWELL_MACRO_T_CALL_MAX, DWELL_MACRO_T_CALL_AVG,
  DWELL_MACRO_T_PERIOD_MIN, DWELL_MACRO_T_PERIOD_MAX, DWELL_MACRO_T_PERIOD_AVG,
  DWELL_MACRO_T_OUTSIDE, DWELL_MACRO_T_OUTSIDE_MIN, DWELL_MACRO_T_OUTSIDE_MAX,
  DWELL_MACRO_T_OUTSIDE_AVG,
  DWELL_MACRO_EVENT, DWELL_MACRO_TIME, DWELL_MACRO_TOTAL_TIME,
  DWELL_N_MACROS,
  DWELL_MACRO_UNKNOWN = DWELL_N_MACROS, /* kept as it is; matches any text */
} DwellMacro;

/* The ten templates of the dialog, in its order: kind, name on the command line, and the one that
 * reproduces the vendor page's examples. */
#define DWELL_TEMPLATES(TEMPLATE)                                                              \
  TEMPLATE (INFO_HEADER, "InfoHeader", "* INFO %FORMAT%")                                       \
  TEMPLATE (INFO_ENTRY, "InfoEntry", "%TOTAL_TIME%")                                            \
  TEMPLATE (CONTEXT_HEADER, "ContextHeader", "* CONTEXTS %FORMAT%")                             \
  TEMPLATE (CONTEXT_ENTRY, "ContextEntry", "%NAME%,%HANDLE%")                                   \
  TEMPLATE (MAPPING_HEADER, "MappingHeader", "* HANDLE(%CLASS%) %FORMAT%")                      \
  TEMPLATE (MAPPING_ENTRY, "MappingEntry", "%HANDLE%,%NAME%,%VALUE%")                           \
  TEMPLATE (STATISTICS_HEADER, "StatisticsHeader", "* STATISTICS(%CLASS%) %CONTEXT%%FORMAT%")   \
  TEMPLATE (STATISTICS_ENTRY, "StatisticsEntry", "%HANDLE%,%VALUE%,%COUNT%,%T.NET%")            \
  TEMPLATE (TIMELINE_HEADER, "TimelineHeader", "* TIMELINE %FORMAT%")                           \
  TEMPLATE (TIMELINE_ENTRY, "TimelineEntry", "%HANDLE%,%EVENT%,%VALUE%,%TIME%")

typedef enum {
#define KIND(kind, name, standard) DWELL_TEMPLATE_##kind,
  DWELL_TEMPLATES (KIND)
#undef KIND
  DWELL_N_TEMPLATES,
} DwellTemplateKind;

typedef enum {
  DWELL_FIELD_FREE_TEXT, /* anything: NAME, FILE, PATH, CONTEXT, VALUE.UNIT, … */
  DWELL_FIELD_HEX,
  DWELL_FIELD_DECIMAL,
  DWELL_FIELD_VALUE,     /* decimal, hex or floating point: src/formats/text1/README.md, "Values" */
  DWELL_FIELD_WORD,      /* letters: EVENT, VALUE.TYPE, CLASS */
} DwellFieldForm;

typedef struct {
  const char     *name;     /* "T.NET.MIN", without percent signs */
  const char     *summary;  /* one sentence, untranslated */
  DwellFieldForm  form;
  guint           applies;  /* bits 1 << DwellTemplateKind */
} DwellMacroInfo;

const DwellMacroInfo *dwell_macro_get_info       (DwellMacro         macro);
DwellMacro            dwell_macro_find           (const char        *name,
                                                  gsize              length);
const char           *dwell_template_get_id      (DwellTemplateKind  kind);
DwellTemplateKind     dwell_template_find        (const char        *id);
const char           *dwell_template_get_default (DwellTemplateKind  kind);

G_END_DECLS
