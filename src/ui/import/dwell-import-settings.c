/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left side of the dialog of import options: the format, presets, and a row for each of the
 * format's options, created from its table of options. */
#include "config.h"

#include "ui/import/dwell-import-settings.h"

#include <glib/gi18n-lib.h>

#include "model/import/dwell-import-memory.h"
#include "ui/dialogs/dwell-preset-row.h"
#include "ui/import/dwell-import-text-row.h"

/* The row of one option. */
typedef struct {
  const DwellOption *option;
  GtkWidget         *row;
  GtkWidget         *editor; /* the switch of a boolean */
} OptionRow;

struct _DwellImportSettings
{
  AdwBin parent_instance;

  AdwPreferencesPage *page;
  AdwComboRow        *format_row;
  DwellPresetRow     *preset_row;

  GFile             *folder;     /* the folder of the file to read */
  const DwellFormat *recognised;
  const DwellFormat *shown;      /* the format whose options have rows, or NULL */
  char             **wanted;     /* key-values for rows that are not created yet, or NULL */
  char              *preset;     /* (nullable): the preset that the options come from */
  char             **of_preset;  /* the key-values of that preset */
  GPtrArray         *groups;     /* AdwPreferencesGroup, not owned: those of the option rows */
  GArray            *rows;       /* OptionRow */
  gboolean           is_filling; /* the program changes rows, not the user */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellImportSettings, dwell_import_settings, ADW_TYPE_BIN)

static void
changed (DwellImportSettings *self)
{
  if (self->is_filling)
    return;

  if (self->preset_row != NULL)
    dwell_preset_row_update (self->preset_row);
  g_signal_emit (self, signals[CHANGED], 0);
}

static GtkWidget *
make_choice_row (DwellImportSettings *self,
                 OptionRow           *row)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; row->option->choices[i] != NULL; i++)
    gtk_string_list_append (titles, row->option->choice_titles != NULL
                                    ? _(row->option->choice_titles[i]) : row->option->choices[i]);

  row->row = adw_combo_row_new ();
  adw_combo_row_set_model (ADW_COMBO_ROW (row->row), G_LIST_MODEL (titles));
  g_object_unref (titles);
  g_signal_connect_object (row->row, "notify::selected", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  return row->row;
}

static GtkWidget *
make_boolean_row (DwellImportSettings *self,
                  OptionRow           *row)
{
  row->row = adw_action_row_new ();
  row->editor = gtk_switch_new ();
  gtk_widget_set_valign (row->editor, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), row->editor);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row->row), row->editor);
  g_signal_connect_object (row->editor, "notify::active", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  return row->row;
}

static GtkWidget *
make_row (DwellImportSettings *self,
          OptionRow           *row)
{
  const DwellOption *option = row->option;
  const char *title = option->title != NULL ? _(option->title) : option->name;

  switch (option->type)
    {
    case DWELL_OPTION_CHOICE:
      make_choice_row (self, row);
      break;

    case DWELL_OPTION_BOOLEAN:
      make_boolean_row (self, row);
      break;

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      row->row = dwell_import_text_row_new (option, self->folder);
      g_signal_connect_object (row->row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
      return row->row;
    }

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), title);
  gtk_widget_set_tooltip_text (row->row, _(option->summary));
  return row->row;
}

static void
set_value (OptionRow  *row,
           const char *value)
{
  switch (row->option->type)
    {
    case DWELL_OPTION_CHOICE:
      for (guint i = 0; row->option->choices[i] != NULL; i++)
        if (g_str_equal (row->option->choices[i], value))
          adw_combo_row_set_selected (ADW_COMBO_ROW (row->row), i);
      break;

    case DWELL_OPTION_BOOLEAN:
      gtk_switch_set_active (GTK_SWITCH (row->editor), g_str_equal (value, "true"));
      break;

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      dwell_import_text_row_set_text (DWELL_IMPORT_TEXT_ROW (row->row), value);
      break;
    }
}

static char *
get_value (const OptionRow *row)
{
  switch (row->option->type)
    {
    case DWELL_OPTION_CHOICE:
      return g_strdup (row->option->choices[adw_combo_row_get_selected (ADW_COMBO_ROW (row->row))]);

    case DWELL_OPTION_BOOLEAN:
      return g_strdup (gtk_switch_get_active (GTK_SWITCH (row->editor)) ? "true" : "false");

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      return g_strdup (dwell_import_text_row_get_text (DWELL_IMPORT_TEXT_ROW (row->row)));
    }
}

static OptionRow *
get_row (DwellImportSettings *self,
         guint                i)
{
  return &g_array_index (self->rows, OptionRow, i);
}

/* Sets the rows to the values in @key_values, and the others to their defaults. */
static void
fill_rows (DwellImportSettings *self,
           const char * const  *key_values)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      OptionRow *row = get_row (self, i);
      g_autofree char *prefix = g_strconcat (row->option->name, "=", NULL);
      const char *value = row->option->default_value;

      for (guint j = 0; key_values != NULL && key_values[j] != NULL; j++)
        if (g_str_has_prefix (key_values[j], prefix))
          value = key_values[j] + strlen (prefix);

      set_value (row, value);
    }
}

/* Returns the last group if it has that title, otherwise a new one: options that are consecutive in
 * the table share a group. */
static AdwPreferencesGroup *
get_group (DwellImportSettings *self,
           const char          *title)
{
  AdwPreferencesGroup *group = self->groups->len > 0
                                 ? g_ptr_array_index (self->groups, self->groups->len - 1) : NULL;

  if (group != NULL && g_str_equal (adw_preferences_group_get_title (group), title))
    return group;

  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (group, title);
  adw_preferences_page_add (self->page, group);
  g_ptr_array_add (self->groups, group);
  return group;
}

/* Takes ownership of @of_preset, which is nullable. */
static void
set_preset (DwellImportSettings  *self,
            const char           *preset,
            char                **of_preset)
{
  g_autofree char *old = self->preset;

  self->preset = g_strdup (preset);
  g_strfreev (self->of_preset);
  self->of_preset = of_preset != NULL ? of_preset : g_new0 (char *, 1);
}

/* Replaces the rows by those for the options of another format. */
static void
make_rows (DwellImportSettings *self,
           const DwellFormat   *format)
{
  self->shown = format;
  g_array_set_size (self->rows, 0);
  for (guint i = 0; i < self->groups->len; i++)
    adw_preferences_page_remove (self->page, g_ptr_array_index (self->groups, i));
  g_ptr_array_set_size (self->groups, 0);

  for (guint i = 0; format != NULL && i < format->n_read_options; i++)
    {
      const DwellOption *option = &format->read_options[i];
      const char *title = option->group != NULL ? option->group : N_("Options");
      OptionRow row = { .option = option };

      adw_preferences_group_add (get_group (self, _(title)), make_row (self, &row));
      g_array_append_val (self->rows, row);
    }

  fill_rows (self, (const char * const *) self->wanted);
  g_clear_pointer (&self->wanted, g_strfreev);
  set_preset (self, "", NULL);
  if (format != NULL)
    dwell_preset_row_set_kind (self->preset_row, dwell_preset_kind_get_import (format),
                               (const char * const []) { "", NULL });
  gtk_widget_set_visible (GTK_WIDGET (self->preset_row),
                          format != NULL && format->n_read_options > 0);
}

static const DwellFormat *
get_effective_format (DwellImportSettings *self)
{
  const DwellFormat *forced = dwell_import_settings_get_format (self);

  return forced != NULL ? forced : self->recognised;
}

/* Updates the rows for the present format. Values are kept in options of the same name. */
static void
update_rows (DwellImportSettings *self)
{
  const DwellFormat *format = get_effective_format (self);

  if (format == self->shown)
    return;

  if (self->wanted == NULL)
    self->wanted = dwell_import_settings_get_key_values (self);

  self->is_filling = TRUE;
  make_rows (self, format);
  self->is_filling = FALSE;
}

static void
on_format (DwellImportSettings *self)
{
  if (self->is_filling || self->rows == NULL)
    return;

  update_rows (self);
  changed (self);
}

static const char *
get_preset (gpointer  owner,
            gboolean *is_changed)
{
  DwellImportSettings *self = owner;
  g_auto(GStrv) key_values = dwell_import_settings_get_key_values (self);

  *is_changed = self->preset == NULL || !g_strv_equal ((const char * const *) key_values,
                                                       (const char * const *) self->of_preset);
  return self->preset;
}

static GKeyFile *
get_settings (gpointer   owner,
              GError   **error)
{
  DwellImportSettings *self = owner;
  g_auto(GStrv) key_values = dwell_import_settings_get_key_values (self);
  g_autoptr(GKeyFile) file = g_key_file_new ();

  return dwell_import_options_save (self->shown, (const char * const *) key_values, file, error)
           ? g_steal_pointer (&file) : NULL;
}

static gboolean
take_preset (gpointer     owner,
             const char  *name,
             GKeyFile    *settings,
             GError     **error)
{
  DwellImportSettings *self = owner;
  g_auto(GStrv) key_values = settings != NULL
                               ? dwell_import_options_load (self->shown, settings, error)
                               : g_new0 (char *, 1);

  if (key_values == NULL)
    return FALSE;

  self->is_filling = TRUE;
  fill_rows (self, (const char * const *) key_values);
  self->is_filling = FALSE;
  set_preset (self, name, dwell_import_settings_get_key_values (self));
  changed (self);
  return TRUE;
}

static void
saved (gpointer    owner,
       const char *name,
       GKeyFile   *settings)
{
  DwellImportSettings *self = owner;

  set_preset (self, name, dwell_import_options_load (self->shown, settings, NULL));
}

static void
renamed (gpointer    owner,
         const char *name,
         const char *new_name)
{
  DwellImportSettings *self = owner;

  if (g_strcmp0 (self->preset, name) == 0)
    set_preset (self, new_name, g_steal_pointer (&self->of_preset));
}

static const DwellPresetOwner preset_owner = {
  get_preset, get_settings, take_preset, saved, renamed,
};

static void
set_recognised_title (DwellImportSettings *self,
                      const DwellFormat   *recognised)
{
  GtkStringList *titles = GTK_STRING_LIST (adw_combo_row_get_model (self->format_row));
  /* Translators: the placeholder is a file format */
  g_autofree char *title = recognised != NULL
                             ? g_strdup_printf (_("Recognised: %s"), _(recognised->title))
                             : g_strdup (_("Not recognised"));
  const char *items[] = { title, NULL };
  guint selected = adw_combo_row_get_selected (self->format_row);

  if (g_str_equal (gtk_string_list_get_string (titles, 0), title))
    return;

  self->is_filling = TRUE;
  gtk_string_list_splice (titles, 0, 1, items);
  adw_combo_row_set_selected (self->format_row, selected);
  self->is_filling = FALSE;
}

static void
fill_formats (DwellImportSettings *self)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();
  GtkStringList *titles = gtk_string_list_new (NULL);

  gtk_string_list_append (titles, _("Recognising…"));
  for (guint i = 0; formats[i] != NULL; i++)
    gtk_string_list_append (titles, _(formats[i]->title));

  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (titles));
  g_object_unref (titles);
}

static void
dwell_import_settings_dispose (GObject *object)
{
  DwellImportSettings *self = DWELL_IMPORT_SETTINGS (object);

  g_clear_pointer (&self->rows, g_array_unref);
  self->preset_row = NULL;

  G_OBJECT_CLASS (dwell_import_settings_parent_class)->dispose (object);
}

static void
dwell_import_settings_finalize (GObject *object)
{
  DwellImportSettings *self = DWELL_IMPORT_SETTINGS (object);

  g_ptr_array_unref (self->groups);
  g_strfreev (self->wanted);
  g_free (self->preset);
  g_strfreev (self->of_preset);
  g_clear_object (&self->folder);

  G_OBJECT_CLASS (dwell_import_settings_parent_class)->finalize (object);
}

static void
dwell_import_settings_class_init (DwellImportSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_import_settings_dispose;
  object_class->finalize = dwell_import_settings_finalize;

  g_type_ensure (DWELL_TYPE_PRESET_ROW);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportSettings, page);
  gtk_widget_class_bind_template_child (widget_class, DwellImportSettings, format_row);
  gtk_widget_class_bind_template_child (widget_class, DwellImportSettings, preset_row);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
}

static void
dwell_import_settings_init (DwellImportSettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->groups = g_ptr_array_new ();
  self->is_filling = TRUE;
  fill_formats (self);
  self->is_filling = FALSE;
  self->rows = g_array_new (FALSE, FALSE, sizeof (OptionRow));
  dwell_preset_row_set_owner (self->preset_row, &preset_owner, G_OBJECT (self));
  gtk_widget_set_visible (GTK_WIDGET (self->preset_row), FALSE);
}

/**
 * dwell_import_settings_set:
 * @self: the settings
 * @file: the file to read; dialogs that choose other files begin in its folder
 * @format: (nullable): the chosen format; %NULL: it is recognised
 * @key_values: (nullable) (array zero-terminated=1): options, as "KEY=VALUE"
 *
 * Sets the initial settings. Without a chosen format, the options get their rows when the file has
 * been recognised.
 */
void
dwell_import_settings_set (DwellImportSettings *self,
                           GFile               *file,
                           const DwellFormat   *format,
                           const char * const  *key_values)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();
  guint selected = 0;

  g_return_if_fail (DWELL_IS_IMPORT_SETTINGS (self));

  for (guint i = 0; formats[i] != NULL; i++)
    if (formats[i] == format)
      selected = i + 1;

  g_clear_object (&self->folder);
  self->folder = g_file_get_parent (file);
  g_strfreev (self->wanted);
  self->wanted = g_strdupv ((char **) key_values);
  self->is_filling = TRUE;
  adw_combo_row_set_selected (self->format_row, selected);
  self->is_filling = FALSE;
  update_rows (self);
}

/**
 * dwell_import_settings_get_format:
 * @self: the settings
 *
 * Returns: (transfer none) (nullable): the format that the user chose; %NULL: it is recognised
 */
const DwellFormat *
dwell_import_settings_get_format (DwellImportSettings *self)
{
  guint selected = adw_combo_row_get_selected (self->format_row);

  return selected == 0 || selected == GTK_INVALID_LIST_POSITION
           ? NULL : dwell_formats_get_readers ()[selected - 1];
}

/**
 * dwell_import_settings_get_key_values:
 * @self: the settings
 *
 * Returns: (transfer full) (array zero-terminated=1): the options that differ from their default,
 *   as "KEY=VALUE"
 */
char **
dwell_import_settings_get_key_values (DwellImportSettings *self)
{
  GPtrArray *texts = g_ptr_array_new ();

  /* Until the file is recognised, there are no rows, and the options are as they were set. */
  if (self->wanted != NULL)
    {
      g_ptr_array_free (texts, TRUE);
      return g_strdupv (self->wanted);
    }

  for (guint i = 0; i < self->rows->len; i++)
    {
      OptionRow *row = get_row (self, i);
      g_autofree char *value = get_value (row);

      if (!g_str_equal (value, row->option->default_value))
        g_ptr_array_add (texts, g_strconcat (row->option->name, "=", value, NULL));
    }

  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}

/**
 * dwell_import_settings_is_valid:
 * @self: the settings
 *
 * Returns: whether the file can be read with these options: all templates are valid
 */
gboolean
dwell_import_settings_is_valid (DwellImportSettings *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = get_row (self, i)->row;

      if (DWELL_IS_IMPORT_TEXT_ROW (row) &&
          !dwell_import_text_row_is_valid (DWELL_IMPORT_TEXT_ROW (row)))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether the user's templates have precedence over those in the file. */
static gboolean
get_overrides (DwellImportSettings *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (get_row (self, i)->option->type == DWELL_OPTION_BOOLEAN &&
        g_str_equal (get_row (self, i)->option->name, "OverrideTemplates"))
      return gtk_switch_get_active (GTK_SWITCH (get_row (self, i)->editor));

  return FALSE;
}

static void
show_finding (OptionRow                 *row,
              const DwellPreviewFinding *finding)
{
  g_autofree char *escaped = finding != NULL && finding->note != NULL
                               ? g_markup_escape_text (finding->note, -1) : NULL;

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), escaped != NULL ? escaped : "");
  if (finding != NULL && finding->is_doubtful)
    gtk_widget_add_css_class (row->row, "import-doubtful");
  else
    gtk_widget_remove_css_class (row->row, "import-doubtful");
}

/* New rows have no allocation yet, without which GTK cannot scroll to them. */
static gboolean
focus_when_placed (GtkWidget     *row,
                   GdkFrameClock *clock,
                   gpointer       user_data)
{
  if (gtk_widget_get_height (row) == 0)
    return G_SOURCE_CONTINUE;

  if (DWELL_IS_IMPORT_TEXT_ROW (row))
    dwell_import_text_row_focus (DWELL_IMPORT_TEXT_ROW (row));
  else
    gtk_widget_grab_focus (row);

  return G_SOURCE_REMOVE;
}

/**
 * dwell_import_settings_focus_needed:
 * @self: the settings
 * @look: the result of reading the head of the file
 *
 * Focuses, once it has an allocation, the first option that does not fit the file; otherwise the
 * first that the file needs.
 */
void
dwell_import_settings_focus_needed (DwellImportSettings   *self,
                                    const DwellImportLook *look)
{
  GtkWidget *needed = NULL;

  for (guint i = 0; i < self->rows->len && look->preview != NULL; i++)
    {
      OptionRow *row = get_row (self, i);
      const DwellPreviewFinding *finding = dwell_preview_find (look->preview, row->option->name);

      if (finding == NULL || !finding->is_needed || (needed != NULL && !finding->is_doubtful))
        continue;

      needed = row->row;
      if (finding->is_doubtful)
        break;
    }

  if (needed != NULL)
    gtk_widget_add_tick_callback (needed, focus_when_placed, NULL, NULL);
}

/**
 * dwell_import_settings_show_look:
 * @self: the settings
 * @look: the result of reading the head of the file
 *
 * Shows the recognised format, and at each option what the file says about it.
 */
void
dwell_import_settings_show_look (DwellImportSettings   *self,
                                 const DwellImportLook *look)
{
  gboolean overrides;

  g_return_if_fail (DWELL_IS_IMPORT_SETTINGS (self));

  self->recognised = look->recognised;
  set_recognised_title (self, look->recognised);
  update_rows (self);
  overrides = get_overrides (self);

  if (look->preview == NULL || look->format != self->shown)
    return;

  for (guint i = 0; i < self->rows->len; i++)
    {
      OptionRow *row = get_row (self, i);
      const DwellPreviewFinding *finding = dwell_preview_find (look->preview, row->option->name);

      if (DWELL_IS_IMPORT_TEXT_ROW (row->row))
        dwell_import_text_row_set_found (DWELL_IMPORT_TEXT_ROW (row->row), finding, overrides);
      else
        show_finding (row, finding);
    }
}
