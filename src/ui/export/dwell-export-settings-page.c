/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of an export: the preset, the range, and a row for each option of the format, made
 * from its table. Nothing here depends on the meaning of an option. The draft has the settings;
 * each row shows one of them and sets it. A setter of the draft does nothing if the value is
 * unchanged, so that showing a setting never sets it. */
#include "config.h"

#include "ui/export/dwell-export-settings-page.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/dwell-names.h"
#include "ui/dialogs/dwell-preset-row.h"
#include "ui/export/dwell-export-range-group.h"
#include "ui/template/dwell-text-row.h"

typedef struct {
  const DwellOption *option;
  GtkWidget         *row;   /* NULL for sections */
  GtkWidget         *text;  /* of a pattern or template: the row to type it in */
  GtkWidget        **parts; /* of flags and sections, by choice: a switch or the section's row; of
                             * a boolean: the only switch */
  guint              n_parts;
} OptionRow;

struct _DwellExportSettingsPage
{
  AdwBin parent_instance;

  GtkBox                *groups;
  DwellPresetRow        *preset_row;
  DwellExportRangeGroup *range_group;

  DwellView         *view;
  DwellExportDraft  *draft;
  const DwellFormat *format;
  OptionRow         *rows;     /* by option */
  gboolean           is_showing;
};

enum {
  ENTERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellExportSettingsPage, dwell_export_settings_page, ADW_TYPE_BIN)

static guint
get_number (DwellExportSettingsPage *self,
            const DwellOption       *option)
{
  return dwell_export_settings_get_number (dwell_export_draft_get_settings (self->draft), option);
}

/* Returns the index of the choice for a typed pattern, which follows those with a name. */
static guint
get_n_choices (const DwellOption *option)
{
  return option->choices != NULL ? g_strv_length ((char **) option->choices) : 0;
}

/* Makes the pattern for a typed text. Some words have a meaning of their own as patterns. */
static char *
make_pattern (const DwellOption *option,
              const char        *text)
{
  if (option->choices == NULL)
    return g_strdup (text);
  if (*text == '\0')
    return g_strdup ("*");
  if (g_strv_contains (option->choices, text))
    return g_strdup_printf ("/%s/i", text);

  return g_strdup (text);
}

/* Returns the index of the choice for a pattern: 0 for an empty one, and the index after the last
 * choice for a typed one. */
static guint
find_choice (const DwellOption *option,
             const char        *pattern)
{
  guint n = get_n_choices (option);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (option->choices[i], pattern) || (i == 0 && *pattern == '\0'))
      return i;

  return n;
}

static void
show_pattern (DwellExportSettingsPage *self,
              OptionRow               *row)
{
  const DwellExportSettings *settings = dwell_export_draft_get_settings (self->draft);
  const char *pattern = dwell_export_settings_get_text (settings, row->option);
  guint choice = find_choice (row->option, pattern);
  gboolean is_typed = choice == get_n_choices (row->option);
  DwellTextRow *text_row = DWELL_TEXT_ROW (row->text);
  g_autofree char *typed = make_pattern (row->option, dwell_text_row_get_text (text_row));
  g_autoptr(GError) error = NULL;

  if (row->row != row->text)
    {
      adw_combo_row_set_selected (ADW_COMBO_ROW (row->row), choice);
      gtk_widget_set_visible (row->text, is_typed);
    }

  if (is_typed && !g_str_equal (typed, pattern))
    dwell_text_row_set_text (text_row, pattern);
  if (is_typed)
    dwell_format_check_text (self->format, row->option, pattern, &error);
  dwell_text_row_set_note (text_row, error != NULL ? error->message : NULL, DWELL_NOTE_ERROR);
}

static void
show_template (DwellExportSettingsPage *self,
               OptionRow               *row)
{
  const DwellExportSettings *original = dwell_export_draft_get_original (self->draft);
  const DwellExportSettings *settings = dwell_export_draft_get_settings (self->draft);
  DwellTextRow *text_row = DWELL_TEXT_ROW (row->row);

  dwell_text_row_set_text (text_row, dwell_export_settings_get_text (settings, row->option));
  dwell_text_row_set_original (text_row, dwell_export_settings_get_text (original, row->option));
}

static void
show_flags (DwellExportSettingsPage *self,
            OptionRow               *row)
{
  const DwellOption *option = row->option;
  guint bits = get_number (self, option);
  g_autoptr(GPtrArray) shown = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < row->n_parts; i++)
    {
      gboolean is_on = (bits & 1u << i) != 0;

      if (option->type == DWELL_OPTION_SECTIONS)
        adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (row->parts[i]), is_on);
      else
        gtk_switch_set_active (GTK_SWITCH (row->parts[i]), is_on);
      if (is_on && option->choice_summaries != NULL)
        g_ptr_array_add (shown, (gpointer) _(option->choice_summaries[i]));
    }

  if (option->type == DWELL_OPTION_SECTIONS)
    return;

  g_ptr_array_add (shown, NULL);
  /* Translators: between the members of a list */
  text = g_strjoinv (C_("list", ", "), (char **) shown->pdata);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row->row),
                                 /* Translators: no classes of areas are written */
                                 shown->len > 1 ? text : C_("classes", "none"));
}

static gboolean
is_on (DwellExportSettingsPage *self,
       const char              *name)
{
  const DwellOption *option = name != NULL ? dwell_format_find_write_option (self->format, name)
                                           : NULL;

  return option != NULL && get_number (self, option) != 0;
}

static void
show_option (DwellExportSettingsPage *self,
             OptionRow               *row)
{
  const DwellOption *option = row->option;

  if (option->type == DWELL_OPTION_BOOLEAN)
    gtk_switch_set_active (GTK_SWITCH (row->parts[0]), get_number (self, option) != 0);
  else if (option->type == DWELL_OPTION_CHOICE)
    adw_combo_row_set_selected (ADW_COMBO_ROW (row->row), get_number (self, option));
  else if (option->type == DWELL_OPTION_FLAGS || option->type == DWELL_OPTION_SECTIONS)
    show_flags (self, row);
  else if (option->type == DWELL_OPTION_TEMPLATE)
    show_template (self, row);
  else
    show_pattern (self, row);

  if (option->needs != NULL)
    gtk_widget_set_visible (row->row, is_on (self, option->needs));
  if (option->yields_to != NULL)
    gtk_widget_set_sensitive (row->row, !is_on (self, option->yields_to));
}

/* The presets are updated first. With the preset that writes a file as it was read, no other
 * setting has an effect. */
static void
show_all (DwellExportSettingsPage *self)
{
  gboolean is_as_read = dwell_export_draft_get_settings (self->draft)->is_as_read;
  GtkWidget *presets = gtk_widget_get_first_child (GTK_WIDGET (self->groups));

  dwell_preset_row_update (self->preset_row);
  self->is_showing = TRUE;
  for (guint i = 0; i < self->format->n_write_options; i++)
    show_option (self, &self->rows[i]);
  for (GtkWidget *group = gtk_widget_get_next_sibling (presets);
       group != NULL;
       group = gtk_widget_get_next_sibling (group))
    gtk_widget_set_sensitive (group, !is_as_read);

  dwell_export_range_group_update (self->range_group);
  self->is_showing = FALSE;
}

/* Returns (nullable) the row that contains @widget, or NULL while the program itself changes it. */
static OptionRow *
find_row (DwellExportSettingsPage *self,
          gpointer                 widget,
          guint                   *part)
{
  *part = 0;
  if (self->is_showing)
    return NULL;

  for (guint i = 0; i < self->format->n_write_options; i++)
    {
      OptionRow *row = &self->rows[i];

      if (row->row == widget || row->text == widget)
        return row;

      for (*part = 0; *part < row->n_parts; (*part)++)
        if (row->parts[*part] == widget)
          return row;
    }

  return NULL;
}

static void
on_choice (DwellExportSettingsPage *self,
           GParamSpec              *pspec,
           AdwComboRow             *combo)
{
  guint selected = adw_combo_row_get_selected (combo);
  guint part;
  OptionRow *row = find_row (self, combo, &part);

  if (row != NULL && selected != GTK_INVALID_LIST_POSITION)
    dwell_export_draft_set_number (self->draft, row->option, selected);
}

static void
on_switch (DwellExportSettingsPage *self,
           GParamSpec              *pspec,
           GtkWidget               *widget)
{
  gboolean is_on = GTK_IS_SWITCH (widget)
                     ? gtk_switch_get_active (GTK_SWITCH (widget))
                     : adw_expander_row_get_enable_expansion (ADW_EXPANDER_ROW (widget));
  guint part;
  OptionRow *row = find_row (self, widget, &part);
  guint bits;

  if (row == NULL)
    return;

  bits = get_number (self, row->option) & ~(1u << part);
  dwell_export_draft_set_number (self->draft, row->option, bits | (guint) is_on << part);
}

/* The choice of a typed pattern starts with a pattern that matches all names. */
static void
on_pattern_choice (DwellExportSettingsPage *self,
                   GParamSpec              *pspec,
                   AdwComboRow             *combo)
{
  guint selected = adw_combo_row_get_selected (combo);
  guint part;
  OptionRow *row = find_row (self, combo, &part);

  if (row == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;

  if (selected < get_n_choices (row->option))
    {
      dwell_export_draft_set_text (self->draft, row->option, row->option->choices[selected]);
      return;
    }

  dwell_export_draft_set_text (self->draft, row->option, "*");
  dwell_text_row_focus (DWELL_TEXT_ROW (row->text));
}

static void
on_text (DwellExportSettingsPage *self,
         DwellTextRow            *text_row)
{
  guint part;
  OptionRow *row = find_row (self, text_row, &part);
  g_autofree char *text = NULL;

  if (row == NULL)
    return;

  text = make_pattern (row->option, dwell_text_row_get_text (text_row));
  dwell_export_draft_set_text (self->draft, row->option, text);
}

static void
on_entered (DwellExportSettingsPage *self,
            DwellTextRow            *text_row)
{
  guint part;
  OptionRow *row = find_row (self, text_row, &part);

  if (row != NULL)
    g_signal_emit (self, signals[ENTERED], 0, row->option);
}

static const char *
get_preset (gpointer  owner,
            gboolean *is_changed)
{
  const char *preset = dwell_export_draft_get_preset (owner);

  *is_changed = preset == NULL || dwell_export_draft_is_modified (owner);
  return preset;
}

static GKeyFile *
get_settings (gpointer   owner,
              GError   **error)
{
  GKeyFile *file = g_key_file_new ();

  dwell_export_settings_save (dwell_export_draft_get_settings (owner), file);
  return file;
}

static gboolean
take_preset (gpointer     owner,
             const char  *name,
             GKeyFile    *settings,
             GError     **error)
{
  return dwell_export_draft_set_preset (owner, name, settings, error);
}

static void
saved (gpointer    owner,
       const char *name,
       GKeyFile   *settings)
{
  dwell_export_draft_saved (owner, name, settings);
}

static void
renamed (gpointer    owner,
         const char *name,
         const char *new_name)
{
  dwell_draft_renamed (DWELL_DRAFT (owner), name, new_name);
}

static void
add_presets (DwellExportSettingsPage *self)
{
  static const DwellPresetOwner functions = {
    get_preset, get_settings, take_preset, saved, renamed,
  };
  DwellTrace *trace = dwell_view_get_trace (self->view);
  g_auto(GStrv) names = dwell_format_get_presets (self->format, trace);

  dwell_preset_row_set_owner (self->preset_row, &functions, G_OBJECT (self->draft));
  dwell_preset_row_set_kind (self->preset_row, dwell_preset_kind_get_export (self->format),
                             (const char * const *) names);
}

static void
set_texts (GtkWidget  *row,
           const char *title,
           const char *subtitle)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), strchr (title, '_') != NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    g_object_set (row, "subtitle", subtitle, NULL);
}

static GtkWidget *
make_switch (DwellExportSettingsPage *self,
             GtkWidget               *row,
             const char              *name)
{
  GtkWidget *widget = gtk_switch_new ();

  gtk_widget_set_name (widget, name);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  g_signal_connect_object (widget, "notify::active", G_CALLBACK (on_switch), self,
                           G_CONNECT_SWAPPED);
  return widget;
}

static void
add_switches (DwellExportSettingsPage *self,
              OptionRow               *row)
{
  const DwellOption *option = row->option;

  for (guint i = 0; i < row->n_parts; i++)
    {
      GtkWidget *part = adw_action_row_new ();

      set_texts (part, _(option->choice_titles[i]), NULL);
      row->parts[i] = make_switch (self, part, option->choices[i]);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (row->row), part);
    }
}

/* With @by_name, a last choice is for a typed text. */
static GtkWidget *
make_combo (DwellExportSettingsPage *self,
            const DwellOption       *option,
            gboolean                 by_name)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  GtkWidget *combo = adw_combo_row_new ();

  for (guint i = 0; option->choices[i] != NULL; i++)
    gtk_string_list_append (titles, by_name && i == 0 ? C_("areas", "All")
                                    : option->choice_titles != NULL ? _(option->choice_titles[i])
                                    : option->choices[i]);
  if (by_name)
    gtk_string_list_append (titles, _("By name"));

  adw_combo_row_set_model (ADW_COMBO_ROW (combo), G_LIST_MODEL (titles));
  g_signal_connect_object (combo, "notify::selected",
                           by_name ? G_CALLBACK (on_pattern_choice) : G_CALLBACK (on_choice), self,
                           G_CONNECT_SWAPPED);
  return combo;
}

static GtkWidget *
make_entry (DwellExportSettingsPage *self,
            const DwellOption       *option,
            const char              *title,
            DwellExportPreview      *preview)
{
  GtkWidget *entry = dwell_text_row_new (option, title, preview);

  g_signal_connect_object (entry, "changed", G_CALLBACK (on_text), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "entered", G_CALLBACK (on_entered), self, G_CONNECT_SWAPPED);
  return entry;
}

static void
make_row (DwellExportSettingsPage *self,
          OptionRow               *row,
          DwellExportPreview      *preview)
{
  const DwellOption *option = row->option;
  const char *title = option->title != NULL ? _(option->title) : option->name;

  switch (option->type)
    {
    case DWELL_OPTION_BOOLEAN:
      row->row = adw_action_row_new ();
      row->parts[0] = make_switch (self, row->row, option->name);
      break;

    case DWELL_OPTION_CHOICE:
      row->row = make_combo (self, option, FALSE);
      break;

    case DWELL_OPTION_FLAGS:
      row->row = adw_expander_row_new ();
      add_switches (self, row);
      break;

    case DWELL_OPTION_TEMPLATE:
      row->row = row->text = make_entry (self, option, title, preview);
      return;

    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_COLUMN:
    case DWELL_OPTION_COLUMNS:
    case DWELL_OPTION_PATTERN:
    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_FILE:
    default:
      row->text = make_entry (self, option, option->choices != NULL ? _(option->summary) : title,
                              NULL);
      row->row = option->choices != NULL ? make_combo (self, option, TRUE) : row->text;
      set_texts (row->row, title, NULL);
      return;
    }

  set_texts (row->row, title, option->summary != NULL ? _(option->summary) : NULL);
}

/* Returns the group of an option. Groups follow the presets: first that of the range, so that what
 * is exported comes before how, then the others in the order in which the options name them. */
static AdwPreferencesGroup *
get_group (DwellExportSettingsPage *self,
           const DwellOption       *option)
{
  const char *title = option->group != NULL ? _(option->group) : _("Options");
  GtkWidget *presets = gtk_widget_get_first_child (GTK_WIDGET (self->groups));
  AdwPreferencesGroup *range_group = ADW_PREFERENCES_GROUP (self->range_group);
  AdwPreferencesGroup *group;

  for (GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (self->groups));
       child != presets;
       child = gtk_widget_get_prev_sibling (child))
    if (child != GTK_WIDGET (range_group) &&
        g_strcmp0 (adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (child)), title) == 0)
      return ADW_PREFERENCES_GROUP (child);

  if (g_strcmp0 (adw_preferences_group_get_title (range_group), title) == 0)
    return range_group;

  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (group, title);
  gtk_box_append (self->groups, GTK_WIDGET (group));
  return group;
}

static void
add_sections (DwellExportSettingsPage *self,
              OptionRow               *row)
{
  const DwellOption *option = row->option;
  AdwPreferencesGroup *group = get_group (self, option);

  adw_preferences_group_set_description (group, _(option->summary));
  for (guint i = 0; i < row->n_parts; i++)
    {
      GtkWidget *section = adw_expander_row_new ();

      gtk_widget_set_name (section, option->choices[i]);
      set_texts (section, _(option->choice_titles[i]), _(option->choice_summaries[i]));
      adw_expander_row_set_show_enable_switch (ADW_EXPANDER_ROW (section), TRUE);
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (section),
                                     (self->format->folded_sections & 1u << i) == 0);
      g_signal_connect_object (section, "notify::enable-expansion", G_CALLBACK (on_switch), self,
                               G_CONNECT_SWAPPED);
      adw_preferences_group_add (group, section);
      row->parts[i] = section;
    }
}

static void
add_row (DwellExportSettingsPage *self,
         OptionRow               *row,
         OptionRow               *sections)
{
  GtkWidget *widgets[] = { row->row, row->text != row->row ? row->text : NULL };

  if (row->n_parts == 0)
    gtk_widget_set_name (row->row, row->option->name);
  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      if (widgets[i] == NULL)
        continue;
      if (sections != NULL && row->option->section > 0)
        adw_expander_row_add_row (ADW_EXPANDER_ROW (sections->parts[row->option->section - 1]),
                                  widgets[i]);
      else
        adw_preferences_group_add (get_group (self, row->option), widgets[i]);
    }
}

/* Adds the sections, then the options that belong to them and the others. Templates are last in
 * their section. */
static void
add_options (DwellExportSettingsPage *self,
             DwellExportPreview      *preview)
{
  guint n = self->format->n_write_options;
  OptionRow *sections = NULL;

  self->rows = g_new0 (OptionRow, n);
  for (guint i = 0; i < n; i++)
    {
      OptionRow *row = &self->rows[i];

      row->option = &self->format->write_options[i];
      row->n_parts = row->option->type == DWELL_OPTION_BOOLEAN ? 1
                     : row->option->type == DWELL_OPTION_FLAGS ||
                       row->option->type == DWELL_OPTION_SECTIONS ? get_n_choices (row->option) : 0;
      row->parts = g_new0 (GtkWidget *, row->n_parts + 1);
      if (row->option->type == DWELL_OPTION_SECTIONS)
        add_sections (self, sections = row);
    }

  for (gboolean is_template = FALSE; is_template <= TRUE; is_template++)
    for (guint i = 0; i < n; i++)
      {
        OptionRow *row = &self->rows[i];

        if (row == sections || (row->option->type == DWELL_OPTION_TEMPLATE) != is_template)
          continue;

        make_row (self, row, preview);
        add_row (self, row, sections);
      }
}

static void
dwell_export_settings_page_dispose (GObject *object)
{
  DwellExportSettingsPage *self = DWELL_EXPORT_SETTINGS_PAGE (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_export_settings_page_parent_class)->dispose (object);
}

static void
dwell_export_settings_page_finalize (GObject *object)
{
  DwellExportSettingsPage *self = DWELL_EXPORT_SETTINGS_PAGE (object);

  for (guint i = 0; self->rows != NULL && i < self->format->n_write_options; i++)
    g_free (self->rows[i].parts);
  g_free (self->rows);

  G_OBJECT_CLASS (dwell_export_settings_page_parent_class)->finalize (object);
}

static void
dwell_export_settings_page_class_init (DwellExportSettingsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_settings_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_export_settings_page_finalize;
  g_type_ensure (DWELL_TYPE_PRESET_ROW);
  g_type_ensure (DWELL_TYPE_EXPORT_RANGE_GROUP);

  signals[ENTERED] = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-settings-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportSettingsPage, groups);
  gtk_widget_class_bind_template_child (widget_class, DwellExportSettingsPage, preset_row);
  gtk_widget_class_bind_template_child (widget_class, DwellExportSettingsPage, range_group);
}

static void
dwell_export_settings_page_init (DwellExportSettingsPage *self)
{
  /* Creating the widgets must not set anything. */
  self->is_showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_export_settings_page_new:
 * @view: the view of the session, with its visible range and selection
 * @draft: the draft that has the settings
 * @preview: a preview that has examples of macros
 *
 * Returns: (transfer full): the settings of the draft's format
 */
GtkWidget *
dwell_export_settings_page_new (DwellView          *view,
                                DwellExportDraft   *draft,
                                DwellExportPreview *preview)
{
  DwellExportSettingsPage *self = g_object_new (DWELL_TYPE_EXPORT_SETTINGS_PAGE, NULL);

  self->view = g_object_ref (view);
  self->draft = g_object_ref (draft);
  self->format = dwell_export_draft_get_settings (draft)->format;
  add_presets (self);
  add_options (self, preview);
  dwell_names_share (GTK_WIDGET (self));
  dwell_export_range_group_set_up (self->range_group, view, draft);

  g_signal_connect_swapped (self->draft, "changed", G_CALLBACK (show_all), self);
  show_all (self);
  return GTK_WIDGET (self);
}
