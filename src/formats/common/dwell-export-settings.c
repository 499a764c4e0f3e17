/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of an export, by the options table of the format that is written. As text, flags are a
 * list of words separated by commas. Only the caller knows presets that the user saved. */
#include "config.h"

#include "formats/common/dwell-export-settings.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-name-matcher.h"

/* For formats without presets of their own. */
static const DwellExportPreset only_default[] = { { "default", N_("Default"), NULL, FALSE } };

static const char * const booleans[] = { "false", "true", NULL };

G_STATIC_ASSERT (sizeof (gboolean) == sizeof (guint));

static const DwellExportPreset *
get_presets (const DwellFormat *format,
             guint             *n)
{
  *n = format->presets != NULL ? format->n_presets : G_N_ELEMENTS (only_default);
  return format->presets != NULL ? format->presets : only_default;
}

static const DwellExportPreset *
find_preset (const DwellFormat *format,
             const char        *name)
{
  guint n;
  const DwellExportPreset *presets = get_presets (format, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (presets[i].name, name))
      return &presets[i];

  return NULL;
}

/**
 * dwell_format_get_presets:
 * @format: a format that is written
 * @trace: (nullable): what is to be written
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the built-in presets that can
 *   write it
 */
char **
dwell_format_get_presets (const DwellFormat *format,
                          const DwellTrace  *trace)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new ();
  gboolean has_source = trace != NULL && trace->source != NULL &&
                        g_str_equal (trace->format_id, format->id);
  guint n;
  const DwellExportPreset *presets = get_presets (format, &n);

  for (guint i = 0; i < n; i++)
    if (has_source || !presets[i].is_as_read)
      g_strv_builder_add (names, presets[i].name);

  return g_strv_builder_end (names);
}

/**
 * dwell_format_find_write_option:
 * @format: a format that is written
 * @name: of an option, as on the command line
 *
 * Returns: (transfer none) (nullable): the option of that name
 */
const DwellOption *
dwell_format_find_write_option (const DwellFormat *format,
                                const char        *name)
{
  for (guint i = 0; i < format->n_write_options; i++)
    if (g_str_equal (format->write_options[i].name, name))
      return &format->write_options[i];

  return NULL;
}

/**
 * dwell_format_find_sections:
 * @format: a format that is written
 *
 * Returns: (transfer none) (nullable): the option that says which sections are written
 */
const DwellOption *
dwell_format_find_sections (const DwellFormat *format)
{
  for (guint i = 0; i < format->n_write_options; i++)
    if (format->write_options[i].type == DWELL_OPTION_SECTIONS)
      return &format->write_options[i];

  return NULL;
}

/**
 * dwell_export_settings_has_number:
 * @option: an option of writing
 *
 * Returns: whether its value is a number; otherwise it is a text
 */
gboolean
dwell_export_settings_has_number (const DwellOption *option)
{
  return option->type == DWELL_OPTION_CHOICE || option->type == DWELL_OPTION_BOOLEAN ||
         option->type == DWELL_OPTION_FLAGS || option->type == DWELL_OPTION_SECTIONS;
}

/**
 * dwell_export_settings_get_number:
 * @self: settings
 * @option: an option of their format that has a number
 *
 * Returns: whether it is on, the place of the choice, or a bit for each of the choices
 */
guint
dwell_export_settings_get_number (const DwellExportSettings *self,
                                  const DwellOption         *option)
{
  g_return_val_if_fail (dwell_export_settings_has_number (option), 0);

  return G_STRUCT_MEMBER (guint, self, option->offset);
}

/**
 * dwell_export_settings_set_number:
 * @self: settings
 * @option: an option of their format that has a number
 * @number: whether it is on, the place of the choice, or a bit for each of the choices
 */
void
dwell_export_settings_set_number (DwellExportSettings *self,
                                  const DwellOption   *option,
                                  guint                number)
{
  g_return_if_fail (dwell_export_settings_has_number (option));

  G_STRUCT_MEMBER (guint, self, option->offset) = number;
}

/**
 * dwell_export_settings_get_text:
 * @self: settings
 * @option: an option of their format that has a text
 *
 * Returns: (transfer none): its text
 */
const char *
dwell_export_settings_get_text (const DwellExportSettings *self,
                                const DwellOption         *option)
{
  g_return_val_if_fail (!dwell_export_settings_has_number (option), NULL);

  return G_STRUCT_MEMBER (char *, self, option->offset);
}

/**
 * dwell_export_settings_set_text:
 * @self: settings
 * @option: an option of their format that has a text
 * @text: its text
 */
void
dwell_export_settings_set_text (DwellExportSettings *self,
                                const DwellOption   *option,
                                const char          *text)
{
  char **member = &G_STRUCT_MEMBER (char *, self, option->offset);
  char *copy = g_strdup (text);

  g_return_if_fail (!dwell_export_settings_has_number (option));

  g_free (*member);
  *member = copy;
}

static const char * const *
get_words (const DwellOption *option)
{
  return option->type == DWELL_OPTION_BOOLEAN ? booleans : option->choices;
}

static gboolean
find_word (const DwellOption *option,
           const char        *word,
           guint             *place)
{
  const char * const *words = get_words (option);

  for (*place = 0; words[*place] != NULL; (*place)++)
    if (g_ascii_strcasecmp (words[*place], word) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
parse_number (const DwellOption  *option,
              const char         *value,
              guint              *number,
              GError            **error)
{
  gboolean is_list = option->type == DWELL_OPTION_FLAGS || option->type == DWELL_OPTION_SECTIONS;
  g_auto(GStrv) words = g_strsplit_set (value, is_list ? ",; " : "", -1);
  guint bits = 0;
  guint place;

  if (!is_list)
    {
      if (find_word (option, value, number))
        return TRUE;

      _dwell_option_refuse (option->name, value, get_words (option), error);
      return FALSE;
    }

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (!find_word (option, words[i], &place))
        {
          _dwell_option_refuse (option->name, words[i], get_words (option), error);
          return FALSE;
        }

      bits |= 1u << place;
    }

  *number = bits;
  return TRUE;
}

static gboolean
set_value (DwellExportSettings  *self,
           const DwellOption    *option,
           const char           *value,
           GError              **error)
{
  guint number;

  if (!dwell_export_settings_has_number (option))
    {
      dwell_export_settings_set_text (self, option, value);
      return TRUE;
    }

  if (!parse_number (option, value, &number, error))
    return FALSE;

  dwell_export_settings_set_number (self, option, number);
  return TRUE;
}

/* Sets all but the range. */
static void
apply_preset (DwellExportSettings     *self,
              const DwellExportPreset *preset)
{
  for (guint i = 0; i < self->format->n_write_options; i++)
    set_value (self, &self->format->write_options[i], self->format->write_options[i].default_value,
               NULL);

  for (guint i = 0; preset->key_values != NULL && preset->key_values[i] != NULL; i++)
    {
      const char *equals = strchr (preset->key_values[i], '=');
      g_autofree char *name = g_strndup (preset->key_values[i],
                                         (gsize) (equals - preset->key_values[i]));

      set_value (self, dwell_format_find_write_option (self->format, name), equals + 1, NULL);
    }

  self->is_as_read = preset->is_as_read;
}

static void
refuse_preset (const DwellFormat  *format,
               const char         *name,
               GError            **error)
{
  g_autoptr(GString) names = g_string_new (NULL);
  guint n;
  const DwellExportPreset *presets = get_presets (format, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", presets[i].name);

  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: what was asked for, and the names of all built-in presets */
               _("There is no preset “%s”; there are %s and saved ones"), name, names->str);
}

/**
 * dwell_export_settings_new:
 * @format: a format that is written
 * @preset: one of its built-in presets; each format has "default"
 * @error: %DWELL_ERROR_OPTION if there is no such preset
 *
 * Returns: (transfer full) (nullable): its settings, for the whole session
 */
DwellExportSettings *
dwell_export_settings_new (const DwellFormat  *format,
                           const char         *preset,
                           GError            **error)
{
  const DwellExportPreset *found = find_preset (format, preset);
  DwellExportSettings *self;

  if (found == NULL)
    {
      refuse_preset (format, preset, error);
      return NULL;
    }

  self = g_malloc0 (MAX (format->settings_size, sizeof *self));
  self->format = format;
  self->begin = G_MAXINT64;
  self->end = G_MININT64;
  apply_preset (self, found);
  return self;
}

/**
 * dwell_export_settings_copy:
 * @self: settings
 *
 * Returns: (transfer full): the same
 */
DwellExportSettings *
dwell_export_settings_copy (const DwellExportSettings *self)
{
  const DwellFormat *format = self->format;
  DwellExportSettings *copy = g_memdup2 (self, MAX (format->settings_size, sizeof *self));

  for (guint i = 0; i < format->n_write_options; i++)
    {
      const DwellOption *option = &format->write_options[i];

      if (!dwell_export_settings_has_number (option))
        G_STRUCT_MEMBER (char *, copy, option->offset) =
          g_strdup (dwell_export_settings_get_text (self, option));
    }

  return copy;
}

/**
 * dwell_export_settings_free:
 * @self: (transfer full): settings
 */
void
dwell_export_settings_free (DwellExportSettings *self)
{
  for (guint i = 0; i < self->format->n_write_options; i++)
    if (!dwell_export_settings_has_number (&self->format->write_options[i]))
      g_free (G_STRUCT_MEMBER (char *, self, self->format->write_options[i].offset));

  g_free (self);
}

static gboolean
is_value_equal (const DwellExportSettings *self,
                const DwellExportSettings *other,
                const DwellOption         *option)
{
  return dwell_export_settings_has_number (option)
           ? dwell_export_settings_get_number (self, option) ==
             dwell_export_settings_get_number (other, option)
           : g_str_equal (dwell_export_settings_get_text (self, option),
                          dwell_export_settings_get_text (other, option));
}

/**
 * dwell_export_settings_get_range:
 * @self: (nullable): settings; %NULL for the whole session
 * @trace: what is written
 * @begin: (out): ns: where the range begins
 * @end: (out): ns: where it ends
 *
 * Gets the range, limited to the session.
 */
void
dwell_export_settings_get_range (const DwellExportSettings *self,
                                 const DwellTrace          *trace,
                                 gint64                    *begin,
                                 gint64                    *end)
{
  gboolean is_part = self != NULL && self->begin <= self->end;

  *begin = is_part ? CLAMP (self->begin, trace->begin, trace->end) : trace->begin;
  *end = is_part ? CLAMP (self->end, trace->begin, trace->end) : trace->end;
}

/**
 * dwell_export_settings_equal:
 * @self: settings
 * @other: settings of the same format
 *
 * Returns: whether all values are equal
 */
gboolean
dwell_export_settings_equal (const DwellExportSettings *self,
                             const DwellExportSettings *other)
{
  if (self->is_as_read != other->is_as_read || self->begin != other->begin ||
      self->end != other->end)
    return FALSE;

  for (guint i = 0; i < self->format->n_write_options; i++)
    if (!is_value_equal (self, other, &self->format->write_options[i]))
      return FALSE;

  return TRUE;
}

/**
 * dwell_export_settings_set:
 * @self: settings
 * @name: "Preset", or the name of an option
 * @value: its value
 * @error: %DWELL_ERROR_OPTION for an unknown name or an invalid value; @self is then unchanged
 *
 * Setting the preset sets all options, but not the range.
 *
 * Returns: whether it was set
 */
gboolean
dwell_export_settings_set (DwellExportSettings  *self,
                           const char           *name,
                           const char           *value,
                           GError              **error)
{
  const DwellOption *option = dwell_format_find_write_option (self->format, name);

  if (!g_utf8_validate (value, -1, NULL))
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("The value of %s is not valid UTF-8"),
                 name);
  else if (g_str_equal (name, "Preset"))
    {
      const DwellExportPreset *preset = find_preset (self->format, value);

      if (preset != NULL)
        apply_preset (self, preset);
      else
        refuse_preset (self->format, value, error);
      return preset != NULL;
    }
  else if (option == NULL)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("There is no option “%s”"), name);
  else if (self->is_as_read)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                 _("The preset “source” writes the file as it was read; it takes no %s"), name);
  else
    return set_value (self, option, value, error);

  return FALSE;
}

/**
 * dwell_export_settings_get:
 * @self: settings
 * @name: of an option; not "Preset", because settings do not know which preset they come from
 *
 * Returns: (transfer full) (nullable): its value as text, or %NULL if there is no such option
 */
char *
dwell_export_settings_get (const DwellExportSettings *self,
                           const char                *name)
{
  const DwellOption *option = dwell_format_find_write_option (self->format, name);
  g_autoptr(GString) list = g_string_new (NULL);
  const char * const *words;
  guint number;

  if (option == NULL)
    return NULL;
  if (!dwell_export_settings_has_number (option))
    return g_strdup (dwell_export_settings_get_text (self, option));

  words = get_words (option);
  number = dwell_export_settings_get_number (self, option);
  if (option->type == DWELL_OPTION_CHOICE || option->type == DWELL_OPTION_BOOLEAN)
    return g_strdup (words[number]);

  for (guint i = 0; words[i] != NULL; i++)
    if (number & 1u << i)
      g_string_append_printf (list, "%s%s", list->len > 0 ? "," : "", words[i]);

  return g_strdup (list->str);
}

/**
 * dwell_export_settings_load:
 * @self: settings
 * @file: a key file
 * @error: %DWELL_ERROR_OPTION for an unknown key or an invalid value
 *
 * Sets the options in the group named after the format's id, the preset first. Options that are not
 * there keep their values.
 *
 * Returns: whether all of them could be set
 */
gboolean
dwell_export_settings_load (DwellExportSettings  *self,
                            GKeyFile             *file,
                            GError              **error)
{
  const char *group = self->format->id;
  g_auto(GStrv) keys = g_key_file_get_keys (file, group, NULL, error);
  g_autofree char *name = dwell_option_load (file, group, "Preset", NULL);
  const DwellExportPreset *preset = name != NULL ? find_preset (self->format, name) : NULL;

  if (keys == NULL)
    return FALSE;

  /* Not a saved preset: saved presets could refer to one another. */
  if (preset != NULL)
    apply_preset (self, preset);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = dwell_option_load (file, group, keys[i], error);

      if (value == NULL || (!g_str_equal (keys[i], "Preset") &&
                            !dwell_export_settings_set (self, keys[i], value, error)))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_export_settings_save:
 * @self: settings
 * @file: a key file
 *
 * Puts all settings except the range into the group named after the format's id.
 */
void
dwell_export_settings_save (const DwellExportSettings *self,
                            GKeyFile                  *file)
{
  const DwellFormat *format = self->format;

  g_key_file_remove_group (file, format->id, NULL);

  for (guint i = 0; self->is_as_read && i < format->n_presets; i++)
    if (format->presets[i].is_as_read)
      g_key_file_set_string (file, format->id, "Preset", format->presets[i].name);

  for (guint i = 0; !self->is_as_read && i < format->n_write_options; i++)
    {
      const char *name = format->write_options[i].name;
      g_autofree char *value = dwell_export_settings_get (self, name);

      g_key_file_set_string (file, format->id, name, value);
    }
}

/**
 * dwell_export_settings_has_section:
 * @self: settings
 * @section: a section, as in DwellOption; 0: what is in no section
 *
 * Returns: whether the section is switched on
 */
gboolean
dwell_export_settings_has_section (const DwellExportSettings *self,
                                   guint                      section)
{
  const DwellOption *sections = dwell_format_find_sections (self->format);

  return sections == NULL || section == 0 ||
         (dwell_export_settings_get_number (self, sections) & 1u << (section - 1)) != 0;
}

/**
 * dwell_export_settings_check:
 * @self: settings
 * @error: why nothing can be written like that
 *
 * Checks only the settings; the format's `check` checks the data, too.
 *
 * Returns: %TRUE if nothing is wrong
 */
gboolean
dwell_export_settings_check (const DwellExportSettings  *self,
                             GError                    **error)
{
  const DwellFormat *format = self->format;
  const DwellOption *sections = dwell_format_find_sections (format);

  if (self->is_as_read)
    return TRUE;

  if (sections != NULL && dwell_export_settings_get_number (self, sections) == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("All sections are off"));
      return FALSE;
    }

  for (guint i = 0; i < format->n_write_options; i++)
    {
      const DwellOption *option = &format->write_options[i];

      if (!dwell_export_settings_has_number (option) &&
          dwell_export_settings_has_section (self, option->section) &&
          !dwell_format_check_text (format, option,
                                    dwell_export_settings_get_text (self, option), error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_format_check_text:
 * @format: a format that is written
 * @option: one of its options that has a text
 * @text: a value of it
 * @error: the fault in @text
 *
 * Returns: whether @text is valid
 */
gboolean
dwell_format_check_text (const DwellFormat  *format,
                         const DwellOption  *option,
                         const char         *text,
                         GError            **error)
{
  if (option->type == DWELL_OPTION_PATTERN)
    return dwell_name_matcher_check (text, error);

  return format->check_text == NULL || format->check_text (option, text, error);
}
