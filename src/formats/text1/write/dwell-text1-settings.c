/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of writing (README.md, "Settings"), and the built-in presets. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/text1/write/dwell-text1-export.h"

#define SECTIONS N_("Sections")
#define CONTENTS N_("Content")
#define FORM     N_("Format")

G_STATIC_ASSERT (sizeof (DwellText1ContextValue) == sizeof (guint));
G_STATIC_ASSERT (sizeof (DwellText1States) == sizeof (guint));

static const char * const versions[] = { "1.1", "1.0", NULL };

/* As DwellText1States. */
static const char * const states[] = { "auto", "false", "true", NULL };
static const char * const state_titles[] = { N_("If needed"), N_("Never"), N_("Always"), NULL };

/* Bits of DwellText1Sections. */
static const char * const sections[] =
  { "info", "contexts", "mapping", "statistics", "timeline", NULL };
static const char * const section_titles[] =
  { N_("_Info"), N_("C_ontexts"), N_("M_apping"), N_("_Statistics"), N_("_Timeline"), NULL };
static const char * const section_summaries[] = {
  N_("How long the session lasted"),
  N_("Names and handles of tasks, threads and interrupts"),
  N_("Handles of areas and what they stand for"),
  N_("Counts and times of each area"),
  N_("Every event in order"),
  NULL
};

/* Bits of DwellText1Classes. */
static const char * const classes[] = { "functions", "lines", "data", "aux", NULL };
static const char * const class_titles[] =
  { N_("Functions"), N_("Function Lines"), N_("Data"), N_("AUX"), NULL };
static const char * const class_words[] =
  { N_("functions"), N_("lines"), N_("data"), N_("AUX"), NULL };

static const char * const areas[] = { "all", "active", NULL };
static const char * const area_titles[] = { "", N_("Only those that ran"), NULL };

static const char * const line_ends[] = { "crlf", "lf", NULL };
static const char * const line_end_titles[] = { N_("CR LF (Windows)"), N_("LF (Unix)"), NULL };

/* As DwellText1ContextValue. */
static const char * const context_values[] = { "auto", "name", "handle", NULL };
static const char * const context_titles[] =
  { N_("Handle, else name"), N_("The name"), N_("The handle"), NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellText1Settings, member)
#define TEMPLATE_OPTION(kind, name_, standard)                                               \
  { .name = name_, .type = DWELL_OPTION_TEMPLATE, .default_value = standard,                  \
    .group = SECTIONS, .section = DWELL_TEMPLATE_##kind / 2 + 1,                              \
    .yields_to = DWELL_TEMPLATE_##kind >= DWELL_TEMPLATE_TIMELINE_HEADER ? "TimelineBinary"   \
                                                                         : NULL,              \
    AT (templates[DWELL_TEMPLATE_##kind]) },

const DwellOption dwell_text1_write_options[DWELL_TEXT1_N_WRITE_OPTIONS] = {
  DWELL_TEMPLATES (TEMPLATE_OPTION)
  { "TimelineBinary", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("In a second file, with .BIN added to its name"),
    .title = N_("Binar_y"), .group = SECTIONS, .section = 5, AT (timeline_binary) },
  { "BinaryVersion", DWELL_OPTION_CHOICE, versions, "1.1", NULL,
    .title = N_("_Binary Version"), .group = SECTIONS, .section = 5, AT (binary_is_1_0),
    .needs = "TimelineBinary" },
  { "TimelineStates", DWELL_OPTION_CHOICE, states, "auto",
    N_("Entry and exit of each state, else writes of the variable"),
    .title = N_("States as E_vents"), .choice_titles = state_titles, .group = SECTIONS,
    .section = 5, AT (timeline_states) },
  { "Sections", DWELL_OPTION_SECTIONS, sections, "info,contexts,mapping,statistics,timeline",
    /* xgettext:no-c-format */
    N_("Each has a header line and one entry per line. A macro between % signs stands for a "
       "field."),
    .title = SECTIONS, .choice_titles = section_titles, .choice_summaries = section_summaries,
    .group = SECTIONS, AT (sections) },
  { "Classes", DWELL_OPTION_FLAGS, classes, "functions,lines,data,aux", NULL,
    .title = N_("C_lasses"), .choice_titles = class_titles, .choice_summaries = class_words,
    .group = CONTENTS, AT (classes) },
  { "Areas", DWELL_OPTION_PATTERN, areas, "all",
    N_("_Names: text, * and ?, or /expression/"),
    .title = N_("A_reas"), .choice_titles = area_titles, .group = CONTENTS, AT (base.areas) },
  { "Contexts", DWELL_OPTION_PATTERN, NULL, "",
    N_("Only these contexts, and those below them: text with * and ?, or /expression/."),
    .title = N_("Conte_xts: all, or text, * and ?, /expression/"), .group = CONTENTS,
    AT (base.contexts) },
  { "LineEnds", DWELL_OPTION_CHOICE, line_ends, "crlf", NULL,
    .title = N_("Line En_dings"), .choice_titles = line_end_titles, .group = FORM,
    AT (line_ends_are_lf) },
  { "ContextValue", DWELL_OPTION_CHOICE, context_values, "auto",
    N_("How rows of the timeline name a context."),
    /* xgettext:no-c-format */
    .title = N_("%CONTEXT% _Writes"), .choice_titles = context_titles, .group = FORM,
    AT (context_value) },
};

#define ALL_TIMES(separator) \
  "%T.NET%" separator "%T.NET.MIN%" separator "%T.NET.MAX%" separator "%T.NET.AVG%" separator \
  "%T.GROSS%" separator "%T.GROSS.MIN%" separator "%T.GROSS.MAX%" separator "%T.GROSS.AVG%" \
  separator "%T.CALL%" separator "%T.CALL.MIN%" separator "%T.CALL.MAX%" separator \
  "%T.CALL.AVG%" separator "%T.PERIOD.MIN%" separator "%T.PERIOD.MAX%" separator \
  "%T.PERIOD.AVG%" separator "%T.OUTSIDE%" separator "%T.OUTSIDE.MIN%" separator \
  "%T.OUTSIDE.MAX%" separator "%T.OUTSIDE.AVG%"

/* Free text comes last, so that it can contain the separator and still be read as one field. */
static const char * const full[] = {
  "ContextEntry=%HANDLE%\t%NAME%",
  "MappingEntry=%HANDLE%\t%HANDLE.PARENT%\t%HANDLE.STATE%\t%VALUE%\t%VALUE.TYPE%\t%NAME%\t"
  "%NAME.PARENT%\t%VALUE.UNIT%\t%FILE%\t%PATH%",
  "StatisticsEntry=%HANDLE%\t%VALUE%\t%COUNT%\t" ALL_TIMES ("\t") "\t%CONTEXT%\t%NAME%\t%FILE%",
  "TimelineEntry=%HANDLE%\t%EVENT%\t%VALUE%\t%TIME%\t%CONTEXT%",
  NULL
};
static const char * const csv[] = {
  "ContextEntry=%HANDLE%,%NAME%",
  "MappingEntry=%HANDLE%,%HANDLE.PARENT%,%HANDLE.STATE%,%VALUE%,%VALUE.TYPE%,%NAME%",
  "StatisticsEntry=%HANDLE%,%VALUE%,%COUNT%," ALL_TIMES (",") ",%NAME%",
  "TimelineEntry=%TIME%,%EVENT%,%HANDLE%,%VALUE%,%CONTEXT%",
  NULL
};

const DwellExportPreset dwell_text1_presets[DWELL_TEXT1_N_PRESETS] = {
  { "default", N_("Default"), NULL, FALSE },
  { "full", N_("Full"), full, FALSE },
  { "csv", N_("CSV-like"), csv, FALSE },
  { "source", N_("As it was read"), NULL, TRUE },
};

/**
 * dwell_text1_check_text:
 * @option: a template
 * @text: its text
 * @error: the fault in @text
 *
 * Returns: whether @text is valid
 */
gboolean
dwell_text1_check_text (const DwellOption  *option,
                        const char         *text,
                        GError            **error)
{
  g_autoptr(DwellTemplate) template = NULL;
  const DwellTemplateIssue *issues;
  guint n;

  template = dwell_template_new (text, -1, dwell_template_find (option->name));
  issues = dwell_template_get_issues (template, &n);
  if (n > 0)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, "%s: %s", option->name,
                 issues[0].message);
  return n == 0;
}
