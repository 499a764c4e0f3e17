/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns of information that the templates cannot express. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-areas.h"
#include "formats/text1/write/dwell-text1-check-private.h"

static void
check_issues (DwellText1Check *self)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      guint n;
      const DwellTemplateIssue *issues = dwell_template_get_issues (self->writer->templates[i], &n);

      for (guint k = 0; k < n && (self->writer->settings->sections & 1u << i / 2) != 0; k++)
        say (self, FAULT, 1,
             g_strdup_printf ("%s: %s", dwell_template_get_id ((DwellTemplateKind) i),
                              issues[k].message));
    }
}

/* Counts the entries that contain @separator in one of the two texts beside it. */
static guint64
count_ambiguous (DwellText1Check          *self,
                 DwellTemplateKind         kind,
                 const DwellTemplateToken *left,
                 const DwellTemplateToken *separator,
                 const DwellTemplateToken *right)
{
  g_autofree char *between = separator != NULL ? g_strndup (separator->text, separator->length)
                                               : g_strdup ("");
  gboolean has_tab = strchr (between, '\t') != NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  guint64 n = 0;

  for (guint32 i = 0; i < self->writer->n_listed; i++)
    {
      DwellText1Entry entry = { .area = self->writer->order[i], .context = DWELL_NONE };
      gboolean is_ambiguous;

      g_string_truncate (text, 0);
      dwell_text1_append_macro (self->writer, text, kind, left->macro, has_tab, &entry);
      is_ambiguous = strstr (text->str, between) != NULL && text->len > 0;
      g_string_truncate (text, 0);
      dwell_text1_append_macro (self->writer, text, kind, right->macro, has_tab, &entry);
      n += is_ambiguous || (strstr (text->str, between) != NULL && text->len > 0);
    }

  return n;
}

static void
check_neighbours (DwellText1Check   *self,
                  DwellTemplateKind  kind)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (self->writer->templates[kind], &n);

  for (guint i = 0; i + 1 < n; i++)
    {
      guint next = tokens[i + 1].is_literal ? i + 2 : i + 1;

      if (!is_free_text (&tokens[i]) || next >= n || !is_free_text (&tokens[next]))
        continue;

      say (self, NOTE,
           count_ambiguous (self, kind, &tokens[i], next == i + 2 ? &tokens[i + 1] : NULL,
                            &tokens[next]),
           /* Translators: which template, and two macros in it */
           g_strdup_printf (_("%s: the text between %%%s%% and %%%s%% also occurs in the values, "
                              "so readers cannot be sure where one ends"),
                            dwell_template_get_id (kind),
                            dwell_macro_get_info (tokens[i].macro)->name,
                            dwell_macro_get_info (tokens[next].macro)->name));
    }
}

static gboolean
is_lost (const DwellArea *area,
         DwellMacro       macro)
{
  switch ((guint) macro)
    {
    case DWELL_MACRO_HANDLE:
      return TRUE;
    case DWELL_MACRO_VALUE:
      return area->kind == DWELL_AREA_STATE || area->line != 0;
    case DWELL_MACRO_VALUE_TYPE:
      return area->is_float;
    case DWELL_MACRO_VALUE_UNIT:
      return area->unit != 0;
    case DWELL_MACRO_FILE:
      return area->file != 0;
    case DWELL_MACRO_PATH:
      return area->module != 0;
    default:
      return FALSE;
    }
}

/* Checks for properties of areas that only the mapping has, and that would be lost or changed. */
static void
check_mapping (DwellText1Check *self)
{
  static const struct {
    DwellMacro  macro;
    const char *message;
  } properties[] = {
    { DWELL_MACRO_HANDLE,
      /* xgettext:no-c-format */
      N_("Names: MappingEntry has no %HANDLE%, which connects them to the timeline") },
    { DWELL_MACRO_VALUE,
      /* xgettext:no-c-format */
      N_("Lines and states: MappingEntry has no %VALUE%, which distinguishes them") },
    { DWELL_MACRO_VALUE_TYPE,
      /* xgettext:no-c-format */
      N_("Types of values: MappingEntry has no %VALUE.TYPE%, so readers would take fractional "
         "values for integers") },
    { DWELL_MACRO_VALUE_UNIT,
      /* xgettext:no-c-format */
      N_("Units: MappingEntry has no %VALUE.UNIT%") },
    { DWELL_MACRO_FILE,
      /* xgettext:no-c-format */
      N_("Source files: MappingEntry has no %FILE%") },
    { DWELL_MACRO_PATH,
      /* xgettext:no-c-format */
      N_("Modules: MappingEntry has no %PATH%") },
  };
  DwellText1Writer *writer = self->writer;
  const DwellTemplate *entry = writer->templates[DWELL_TEMPLATE_MAPPING_ENTRY];
  g_autofree guint8 *is_listed = g_malloc0 ((gsize) writer->trace->n_areas + 1);
  gboolean is_written = (writer->settings->sections & DWELL_TEXT1_MAPPING) != 0;

  if (!is_written || !dwell_template_has_macro (entry, DWELL_MACRO_NAME))
    say (self, LOSS, writer->n_listed,
         g_strdup (_("Names: no mapping contains them, so areas are read back under their "
                     "handles")));
  if (!is_written)
    return;

  for (guint32 i = 0; i < writer->n_listed; i++)
    is_listed[writer->order[i]] = TRUE;
  dwell_export_check_facts (writer->settings->base.format, writer->trace, is_listed,
                            self->warnings);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      guint64 n_lost = 0;

      if (dwell_template_has_macro (entry, properties[i].macro))
        continue;

      for (guint32 k = 0; k < writer->n_listed; k++)
        n_lost += is_lost (&writer->trace->areas[writer->order[k]], properties[i].macro);
      say (self, LOSS, n_lost, g_strdup (_(properties[i].message)));
    }
}

/* Warns of missing macros that rows of the timeline need. */
static void
check_timeline (DwellText1Check *self)
{
  static const DwellMacro needed[] = { DWELL_MACRO_HANDLE, DWELL_MACRO_EVENT, DWELL_MACRO_TIME };
  const DwellText1Writer *writer = self->writer;
  const DwellTemplate *entry = writer->templates[DWELL_TEMPLATE_TIMELINE_ENTRY];
  guint64 n_variables = 0;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    say (self, LOSS, !dwell_template_has_macro (entry, needed[i]),
         /* Translators: %%%s%% is a macro that is missing, such as %TIME% */
         g_strdup_printf (_("The timeline: TimelineEntry has no %%%s%%, which readers need to "
                            "understand any of it"),
                          dwell_macro_get_info (needed[i])->name));

  for (guint32 i = 0; i < writer->n_listed; i++)
    {
      DwellAreaKind kind = writer->trace->areas[writer->order[i]].kind;

      n_variables += kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX;
    }

  if (!dwell_template_has_macro (entry, DWELL_MACRO_VALUE))
    say (self, LOSS, n_variables,
         /* xgettext:no-c-format */
         g_strdup (_("Values of variables: TimelineEntry has no %VALUE%")));
}

/*< private >
 * _dwell_text1_check_templates: warns of information that the templates of written sections
 * cannot express */
void
_dwell_text1_check_templates (DwellText1Check *self)
{
  const DwellText1Settings *settings = self->writer->settings;
  guint sections = settings->sections;

  check_issues (self);
  if (sections & DWELL_TEXT1_MAPPING)
    check_neighbours (self, DWELL_TEMPLATE_MAPPING_ENTRY);
  if (sections & DWELL_TEXT1_STATISTICS)
    check_neighbours (self, DWELL_TEMPLATE_STATISTICS_ENTRY);
  check_mapping (self);
  if ((sections & DWELL_TEXT1_TIMELINE) != 0 && !settings->timeline_binary &&
      dwell_text1_has_timeline (self->writer->trace))
    {
      check_timeline (self);
      _dwell_text1_check_rows (self, DWELL_TEMPLATE_TIMELINE_HEADER);
    }

  for (DwellTemplateKind header = DWELL_TEMPLATE_INFO_HEADER;
       header < DWELL_TEMPLATE_TIMELINE_HEADER;
       header += 2)
    if ((sections & 1u << header / 2) != 0)
      _dwell_text1_check_rows (self, header);
}
