/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export: one table of names serves the command line, key files and comparing.
 * Values are text there; a list of words is separated by commas. Preset `source` is all or nothing:
 * it takes no other setting. Presets that the user saved are known to the caller alone. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/text1/dwell-text1-export.h"

#define GROUP "text1"

typedef struct {
  const char *word;
  guint       value;
} Word;

static const Word section_words[] = {
  { "info", DWELL_TEXT1_INFO }, { "contexts", DWELL_TEXT1_CONTEXTS },
  { "mapping", DWELL_TEXT1_MAPPING }, { "statistics", DWELL_TEXT1_STATISTICS },
  { "timeline", DWELL_TEXT1_TIMELINE }, { NULL, 0 },
};
static const Word class_words[] = {
  { "functions", DWELL_TEXT1_FUNCTIONS }, { "lines", DWELL_TEXT1_LINES },
  { "data", DWELL_TEXT1_DATA }, { "aux", DWELL_TEXT1_AUX }, { NULL, 0 },
};
static const Word boolean_words[] = { { "false", FALSE }, { "true", TRUE }, { NULL, 0 } };
static const Word version_words[] = { { "1.1", FALSE }, { "1.0", TRUE }, { NULL, 0 } };
static const Word line_end_words[] = { { "crlf", FALSE }, { "lf", TRUE }, { NULL, 0 } };
static const Word state_words[] = {
  { "auto", DWELL_TEXT1_STATES_AUTO }, { "false", DWELL_TEXT1_STATES_AS_WRITES },
  { "true", DWELL_TEXT1_STATES_AS_EVENTS }, { NULL, 0 },
};
static const Word context_words[] = {
  { "auto", DWELL_TEXT1_CONTEXT_AUTO }, { "name", DWELL_TEXT1_CONTEXT_NAME },
  { "handle", DWELL_TEXT1_CONTEXT_HANDLE }, { NULL, 0 },
};

typedef enum {
  SETTING_TEXT,
  SETTING_CHOICE, /* one of words */
  SETTING_LIST,   /* some of words */
} SettingType;

/* The ten templates come before these. */
static const struct {
  const char  *name;
  SettingType  type;
  gsize        offset; /* of a char *, or a guint */
  const Word  *words;
} options[] = {
#define AT(member) G_STRUCT_OFFSET (DwellText1Settings, member)
  { "TimelineBinary", SETTING_CHOICE, AT (timeline_binary), boolean_words },
  { "BinaryVersion", SETTING_CHOICE, AT (binary_is_1_0), version_words },
  { "TimelineStates", SETTING_CHOICE, AT (timeline_states), state_words },
  { "LineEnds", SETTING_CHOICE, AT (line_ends_are_lf), line_end_words },
  { "Sections", SETTING_LIST, AT (sections), section_words },
  { "Classes", SETTING_LIST, AT (classes), class_words },
  { "Contexts", SETTING_TEXT, AT (contexts), NULL },
  { "Areas", SETTING_TEXT, AT (areas), NULL },
  { "ContextValue", SETTING_CHOICE, AT (context_value), context_words },
#undef AT
};

G_STATIC_ASSERT (sizeof (gboolean) == sizeof (guint));
G_STATIC_ASSERT (sizeof (DwellText1ContextValue) == sizeof (guint));
G_STATIC_ASSERT (sizeof (DwellText1States) == sizeof (guint));

#define N_SETTINGS (DWELL_N_TEMPLATES + G_N_ELEMENTS (options))
#define ALL_TIMES(separator) \
  "%T.NET%" separator "%T.NET.MIN%" separator "%T.NET.MAX%" separator "%T.NET.AVG%" separator \
  "%T.GROSS%" separator "%T.GROSS.MIN%" separator "%T.GROSS.MAX%" separator "%T.GROSS.AVG%" \
  separator "%T.CALL%" separator "%T.CALL.MIN%" separator "%T.CALL.MAX%" separator \
  "%T.CALL.AVG%" separator "%T.PERIOD.MIN%" separator "%T.PERIOD.MAX%" separator \
  "%T.PERIOD.AVG%" separator "%T.OUTSIDE%" separator "%T.OUTSIDE.MIN%" separator \
  "%T.OUTSIDE.MAX%" separator "%T.OUTSIDE.AVG%"

/* Where a preset's templates differ from the default. Free text comes last, where it can hold the
 * separator and still be told from the rest. */
static const struct {
  const char        *preset;
  DwellTemplateKind  kind;
  const char        *text;
} preset_templates[] = {
  { "full", DWELL_TEMPLATE_CONTEXT_ENTRY, "%HANDLE%\t%NAME%" },
  { "full", DWELL_TEMPLATE_MAPPING_ENTRY,
    "%HANDLE%\t%HANDLE.PARENT%\t%HANDLE.STATE%\t%VALUE%\t%VALUE.TYPE%\t%NAME%\t%NAME.PARENT%\t"
    "%VALUE.UNIT%\t%FILE%\t%PATH%" },
  { "full", DWELL_TEMPLATE_STATISTICS_ENTRY,
    "%HANDLE%\t%VALUE%\t%COUNT%\t" ALL_TIMES ("\t") "\t%CONTEXT%\t%NAME%\t%FILE%" },
  { "full", DWELL_TEMPLATE_TIMELINE_ENTRY, "%HANDLE%\t%EVENT%\t%VALUE%\t%TIME%\t%CONTEXT%" },
  { "csv", DWELL_TEMPLATE_CONTEXT_ENTRY, "%HANDLE%,%NAME%" },
  { "csv", DWELL_TEMPLATE_MAPPING_ENTRY,
    "%HANDLE%,%HANDLE.PARENT%,%HANDLE.STATE%,%VALUE%,%VALUE.TYPE%,%NAME%" },
  { "csv", DWELL_TEMPLATE_STATISTICS_ENTRY,
    "%HANDLE%,%VALUE%,%COUNT%," ALL_TIMES (",") ",%NAME%" },
  { "csv", DWELL_TEMPLATE_TIMELINE_ENTRY, "%TIME%,%EVENT%,%HANDLE%,%VALUE%,%CONTEXT%" },
};

static guint *
get_number (const DwellText1Settings *self,
            gsize                     offset)
{
  return (guint *) G_STRUCT_MEMBER_P (self, offset);
}

static char **
get_text (const DwellText1Settings *self,
          gsize                     offset)
{
  return (char **) G_STRUCT_MEMBER_P (self, offset);
}

static const char *
get_name (guint setting)
{
  return setting < DWELL_N_TEMPLATES ? dwell_template_get_id ((DwellTemplateKind) setting)
                                     : options[setting - DWELL_N_TEMPLATES].name;
}

static gboolean
is_preset (const char *name)
{
  return g_str_equal (name, "default") || g_str_equal (name, "full") ||
         g_str_equal (name, "csv") || g_str_equal (name, "source");
}

static void
apply_preset (DwellText1Settings *self,
              const char         *preset)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      g_free (self->templates[i]);
      self->templates[i] = g_strdup (dwell_template_get_default ((DwellTemplateKind) i));
    }

  for (guint i = 0; i < G_N_ELEMENTS (preset_templates); i++)
    if (g_str_equal (preset_templates[i].preset, preset))
      {
        g_free (self->templates[preset_templates[i].kind]);
        self->templates[preset_templates[i].kind] = g_strdup (preset_templates[i].text);
      }

  self->from_source = g_str_equal (preset, "source");
  self->timeline_binary = self->binary_is_1_0 = self->line_ends_are_lf = FALSE;
  self->timeline_states = DWELL_TEXT1_STATES_AUTO;
  self->sections = DWELL_TEXT1_INFO | DWELL_TEXT1_CONTEXTS | DWELL_TEXT1_MAPPING |
                   DWELL_TEXT1_STATISTICS | DWELL_TEXT1_TIMELINE;
  self->classes = DWELL_TEXT1_FUNCTIONS | DWELL_TEXT1_LINES | DWELL_TEXT1_DATA | DWELL_TEXT1_AUX;
  self->context_value = DWELL_TEXT1_CONTEXT_AUTO;
  g_free (self->contexts);
  g_free (self->areas);
  self->contexts = g_strdup ("");
  self->areas = g_strdup ("all");
}

static gboolean
refuse_preset (const char  *name,
               GError     **error)
{
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               _("There is no preset “%s”, but default, full, csv, source and what was saved"),
               name);
  return FALSE;
}

/**
 * dwell_text1_settings_new:
 * @preset: a built-in one: "default", "full", "csv", "source"
 * @error: %DWELL_ERROR_OPTION if there is no such preset
 *
 * Returns: (transfer full) (nullable): its settings, for the whole session
 */
DwellText1Settings *
dwell_text1_settings_new (const char  *preset,
                          GError     **error)
{
  DwellText1Settings *self;

  if (!is_preset (preset) && !refuse_preset (preset, error))
    return NULL;

  self = g_new0 (DwellText1Settings, 1);
  self->begin = G_MAXINT64;
  self->end = G_MININT64;
  self->only = G_MAXUINT;
  apply_preset (self, preset);
  return self;
}

DwellText1Settings *
dwell_text1_settings_copy (const DwellText1Settings *self)
{
  DwellText1Settings *copy = g_memdup2 (self, sizeof *self);

  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    copy->templates[i] = g_strdup (self->templates[i]);
  copy->contexts = g_strdup (self->contexts);
  copy->areas = g_strdup (self->areas);

  return copy;
}

void
dwell_text1_settings_free (DwellText1Settings *self)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_free (self->templates[i]);
  g_free (self->contexts);
  g_free (self->areas);
  g_free (self);
}

gboolean
dwell_text1_settings_equal (const DwellText1Settings *self,
                            const DwellText1Settings *other)
{
  if (self->from_source != other->from_source || self->begin != other->begin ||
      self->end != other->end)
    return FALSE;

  for (guint i = 0; i < N_SETTINGS; i++)
    {
      g_autofree char *mine = dwell_text1_settings_get (self, get_name (i));
      g_autofree char *theirs = dwell_text1_settings_get (other, get_name (i));

      if (!g_str_equal (mine, theirs))
        return FALSE;
    }

  return TRUE;
}

static gboolean
refuse (const char  *name,
        const char  *value,
        const Word  *words,
        GError     **error)
{
  g_autoptr(GString) all = g_string_new (NULL);

  for (; words->word != NULL; words++)
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", words->word);

  /* Translators: an option's name, what was given for it, all that it takes */
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("%s does not take “%s”; it takes: %s"),
               name, value, all->str);
  return FALSE;
}

static gboolean
find_word (const Word *words,
           const char *text,
           guint      *value)
{
  for (; words->word != NULL; words++)
    if (g_ascii_strcasecmp (words->word, text) == 0)
      {
        *value = words->value;
        return TRUE;
      }

  return FALSE;
}

static gboolean
parse_list (const char  *name,
            const char  *list,
            const Word  *words,
            guint       *bits,
            GError     **error)
{
  g_auto(GStrv) parts = g_strsplit_set (list, ",; ", -1);
  guint sum = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint bit = 0;

      if (*parts[i] != '\0' && !find_word (words, parts[i], &bit))
        return refuse (name, parts[i], words, error);
      sum |= bit;
    }

  *bits = sum;
  return TRUE;
}

static gboolean
set_option (DwellText1Settings  *self,
            guint                option,
            const char          *value,
            GError             **error)
{
  const char *name = options[option].name;
  guint *number = get_number (self, options[option].offset);
  char **text;

  switch (options[option].type)
    {
    case SETTING_CHOICE:
      return find_word (options[option].words, value, number) ||
             refuse (name, value, options[option].words, error);
    case SETTING_LIST:
      return parse_list (name, value, options[option].words, number, error);
    case SETTING_TEXT:
    default:
      text = get_text (self, options[option].offset);
      g_free (*text);
      *text = g_strdup (value);
      return TRUE;
    }
}

/**
 * dwell_text1_settings_set:
 * @self: settings
 * @name: of one: "Preset", "TimelineEntry", "LineEnds", …
 * @value: its value
 * @error: %DWELL_ERROR_OPTION for a name or value that there is not; @self is as it was then
 *
 * Setting the preset sets all others, but for the range.
 *
 * Returns: whether it was set
 */
gboolean
dwell_text1_settings_set (DwellText1Settings  *self,
                          const char          *name,
                          const char          *value,
                          GError             **error)
{
  guint setting = 0;

  if (!g_utf8_validate (value, -1, NULL))
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("The value of %s is no UTF-8"), name);
      return FALSE;
    }

  if (g_str_equal (name, "Preset"))
    {
      if (!is_preset (value))
        return refuse_preset (value, error);
      apply_preset (self, value);
      return TRUE;
    }

  while (setting < N_SETTINGS && !g_str_equal (get_name (setting), name))
    setting++;

  if (setting == N_SETTINGS)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("There is no option “%s”"), name);
  else if (self->from_source)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                 _("The preset “source” writes the file as it was read; it takes no %s"), name);
  else if (setting >= DWELL_N_TEMPLATES)
    return set_option (self, setting - DWELL_N_TEMPLATES, value, error);
  else
    {
      g_free (self->templates[setting]);
      self->templates[setting] = g_strdup (value);
      return TRUE;
    }

  return FALSE;
}

static char *
join_words (const Word *words,
            guint       bits)
{
  GString *list = g_string_new (NULL);

  for (; words->word != NULL; words++)
    if (bits & words->value)
      g_string_append_printf (list, "%s%s", list->len > 0 ? "," : "", words->word);

  return g_string_free (list, FALSE);
}

/**
 * dwell_text1_settings_get:
 * @self: settings
 * @name: of one; "Preset" is none, for settings do not know where they come from
 *
 * Returns: (transfer full) (nullable): its value as text, or %NULL if there is no such setting
 */
char *
dwell_text1_settings_get (const DwellText1Settings *self,
                          const char               *name)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    if (g_str_equal (get_name (i), name))
      return g_strdup (self->templates[i]);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      if (!g_str_equal (options[i].name, name))
        continue;

      if (options[i].type == SETTING_TEXT)
        return g_strdup (*get_text (self, options[i].offset));
      if (options[i].type == SETTING_LIST)
        return join_words (options[i].words, *get_number (self, options[i].offset));

      for (const Word *word = options[i].words; word->word != NULL; word++)
        if (word->value == *get_number (self, options[i].offset))
          return g_strdup (word->word);
    }

  return NULL;
}

/**
 * dwell_text1_settings_load:
 * @self: settings
 * @file: a key file
 * @error: %DWELL_ERROR_OPTION for a key or value that there is not
 *
 * Sets what the group [text1] tells, the preset first. What it does not tell stays.
 *
 * Returns: whether all could be set
 */
gboolean
dwell_text1_settings_load (DwellText1Settings  *self,
                           GKeyFile            *file,
                           GError             **error)
{
  g_auto(GStrv) keys = g_key_file_get_keys (file, GROUP, NULL, error);
  g_autofree char *preset = g_key_file_get_string (file, GROUP, "Preset", NULL);

  if (keys == NULL)
    return FALSE;

  /* Not a saved one: these may name one another. */
  if (preset != NULL && is_preset (preset))
    apply_preset (self, preset);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_string (file, GROUP, keys[i], error);

      if (value == NULL)
        return FALSE;
      if (g_str_equal (keys[i], "Preset"))
        continue;
      if (!dwell_text1_settings_set (self, keys[i], value, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_text1_settings_save:
 * @self: settings
 * @file: a key file
 *
 * Tells all of them but the range in the group [text1].
 */
void
dwell_text1_settings_save (const DwellText1Settings *self,
                           GKeyFile                 *file)
{
  g_key_file_remove_group (file, GROUP, NULL);

  if (self->from_source)
    {
      g_key_file_set_string (file, GROUP, "Preset", "source");
      return;
    }

  for (guint i = 0; i < N_SETTINGS; i++)
    {
      g_autofree char *value = dwell_text1_settings_get (self, get_name (i));

      g_key_file_set_string (file, GROUP, get_name (i), value);
    }
}

/**
 * dwell_text1_get_presets:
 * @trace: (nullable): what is to be written
 *
 * Returns: (transfer none) (array zero-terminated=1): the built-in presets that can write it
 */
const char * const *
dwell_text1_get_presets (const DwellTrace *trace)
{
  static const char * const presets[] = { "default", "full", "csv", NULL };
  static const char * const with_source[] = { "default", "full", "csv", "source", NULL };

  return trace != NULL && trace->source != NULL && g_str_equal (trace->format_id, "text1")
           ? with_source : presets;
}
