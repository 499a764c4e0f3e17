/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left side of the dialog of import options: the format, presets, and a row for each of the
 * format's options, created from its table of options. The draft has the options; each row shows
 * one of them and sets it. */
#include "config.h"

#include "ui/import/dwell-import-settings.h"

#include <glib/gi18n-lib.h>

#include "formats/template/dwell-template.h"
#include "model/import/dwell-import-memory.h"
#include "ui/dialogs/dwell-preset-row.h"
#include "ui/import/dwell-column-row.h"
#include "ui/template/dwell-text-row.h"

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

  DwellImportDraft  *draft;      /* NULL until it is set */
  GFile             *folder;     /* the folder of the file to read */
  const DwellFormat *recognised;
  const DwellFormat *shown;      /* the format whose options have rows, or NULL */
  GPtrArray         *groups;     /* AdwPreferencesGroup, not owned: those of the option rows */
  GArray            *rows;       /* OptionRow */
  gboolean           is_showing; /* the program changes rows, not the user */
};

G_DEFINE_FINAL_TYPE (DwellImportSettings, dwell_import_settings, ADW_TYPE_BIN)

static OptionRow *
get_row (DwellImportSettings *self,
         guint                i)
{
  return &g_array_index (self->rows, OptionRow, i);
}

/* Returns (transfer none) the value that a row shows. */
static const char *
get_shown_value (const OptionRow *row)
{
  switch (row->option->type)
    {
    case DWELL_OPTION_CHOICE:
      return row->option->choices[adw_combo_row_get_selected (ADW_COMBO_ROW (row->row))];

    case DWELL_OPTION_BOOLEAN:
      return gtk_switch_get_active (GTK_SWITCH (row->editor)) ? "true" : "false";

    case DWELL_OPTION_COLUMN:
    case DWELL_OPTION_COLUMNS:
      return dwell_column_row_get_value (DWELL_COLUMN_ROW (row->row));

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      return dwell_text_row_get_text (DWELL_TEXT_ROW (row->row));
    }
}

/* Takes the value that the user has given @widget, the editor of an option. */
static void
take_value (DwellImportSettings *self,
            GtkWidget           *widget)
{
  if (self->is_showing)
    return;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const OptionRow *row = get_row (self, i);

      if (row->row == widget || row->editor == widget)
        {
          dwell_import_draft_set_value (self->draft, row->option, get_shown_value (row));
          return;
        }
    }
}

static void
on_value (DwellImportSettings *self,
          GParamSpec          *pspec,
          GtkWidget           *widget)
{
  take_value (self, widget);
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
  g_signal_connect_object (row->row, "notify::selected", G_CALLBACK (on_value), self,
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
  g_signal_connect_object (row->editor, "notify::active", G_CALLBACK (on_value), self,
                           G_CONNECT_SWAPPED);
  return row->row;
}

static GtkWidget *
make_text_row (DwellImportSettings *self,
               OptionRow           *row,
               const char          *title)
{
  const DwellOption *option = row->option;
  DwellTextRow *text_row;

  row->row = dwell_text_row_new (option, title, NULL);
  text_row = DWELL_TEXT_ROW (row->row);
  dwell_text_row_set_folder (text_row, self->folder);
  if (option->type == DWELL_OPTION_TEMPLATE)
    {
      dwell_text_row_set_lenient (text_row);
      dwell_text_row_set_placeholder (
        text_row, dwell_template_get_default (dwell_template_find (option->name)));
    }
  else if (option->type == DWELL_OPTION_FILE)
    {
      dwell_text_row_set_placeholder (text_row, _("The one next to the file"));
    }

  gtk_widget_set_tooltip_text (row->row, _(option->summary));
  g_signal_connect_object (row->row, "changed", G_CALLBACK (take_value), self, G_CONNECT_SWAPPED);
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

    case DWELL_OPTION_COLUMN:
    case DWELL_OPTION_COLUMNS:
      row->row = dwell_column_row_new (option);
      g_signal_connect_object (row->row, "changed", G_CALLBACK (take_value), self,
                               G_CONNECT_SWAPPED);
      break;

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      return make_text_row (self, row, title);
    }

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), title);
  gtk_widget_set_tooltip_text (row->row, _(option->summary));
  return row->row;
}

static void
show_text (DwellImportSettings *self,
           OptionRow           *row)
{
  DwellTextRow *text_row = DWELL_TEXT_ROW (row->row);

  dwell_text_row_set_text (text_row, dwell_import_draft_get_value (self->draft, row->option));
  dwell_text_row_set_original (text_row, dwell_import_draft_get_original (self->draft, self->shown,
                                                                          row->option));
}

static void
show_value (DwellImportSettings *self,
            OptionRow           *row)
{
  const char *value = dwell_import_draft_get_value (self->draft, row->option);

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

    case DWELL_OPTION_COLUMN:
    case DWELL_OPTION_COLUMNS:
      dwell_column_row_set_value (DWELL_COLUMN_ROW (row->row), value);
      break;

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
    case DWELL_OPTION_PATTERN:
    default:
      show_text (self, row);
      break;
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

  if (format != NULL)
    dwell_preset_row_set_kind (self->preset_row, dwell_preset_kind_get_import (format),
                               (const char * const []) { "", NULL });
  gtk_widget_set_visible (GTK_WIDGET (self->preset_row),
                          format != NULL && format->n_read_options > 0);
}

/* Returns (nullable) the chosen format, otherwise the recognised one. */
static const DwellFormat *
get_effective_format (DwellImportSettings *self)
{
  const DwellFormat *chosen = dwell_import_draft_get_format (self->draft);

  return chosen != NULL ? chosen : self->recognised;
}

static guint
find_format (const DwellFormat *format)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();

  for (guint i = 0; formats[i] != NULL; i++)
    if (formats[i] == format)
      return i + 1;

  return 0;
}

/* Shows the draft, with rows for the options of its format. */
static void
show_all (DwellImportSettings *self)
{
  const DwellFormat *format = get_effective_format (self);

  self->is_showing = TRUE;
  adw_combo_row_set_selected (self->format_row,
                              find_format (dwell_import_draft_get_format (self->draft)));
  if (format != self->shown)
    make_rows (self, format);
  for (guint i = 0; i < self->rows->len; i++)
    show_value (self, get_row (self, i));
  self->is_showing = FALSE;

  if (self->shown != NULL)
    dwell_preset_row_update (self->preset_row);
}

static void
on_format (DwellImportSettings *self)
{
  guint selected = adw_combo_row_get_selected (self->format_row);

  if (self->is_showing || self->draft == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;

  dwell_import_draft_set_format (self->draft,
                                 selected > 0 ? dwell_formats_get_readers ()[selected - 1] : NULL);
}

static const char *
get_preset (gpointer  owner,
            gboolean *is_changed)
{
  DwellImportSettings *self = owner;

  return dwell_import_draft_get_preset (self->draft, self->shown, is_changed);
}

static GKeyFile *
get_settings (gpointer   owner,
              GError   **error)
{
  DwellImportSettings *self = owner;
  g_auto(GStrv) key_values = dwell_import_draft_get_key_values (self->draft, self->shown);
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

  return dwell_import_draft_set_preset (self->draft, self->shown, name, settings, error);
}

static void
saved (gpointer    owner,
       const char *name,
       GKeyFile   *settings)
{
  DwellImportSettings *self = owner;

  dwell_import_draft_saved (self->draft, self->shown, name, settings);
}

static void
renamed (gpointer    owner,
         const char *name,
         const char *new_name)
{
  DwellImportSettings *self = owner;

  dwell_draft_renamed (DWELL_DRAFT (self->draft), name, new_name);
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

  self->is_showing = TRUE;
  gtk_string_list_splice (titles, 0, 1, items);
  adw_combo_row_set_selected (self->format_row, selected);
  self->is_showing = FALSE;
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

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);

  G_OBJECT_CLASS (dwell_import_settings_parent_class)->dispose (object);
}

static void
dwell_import_settings_finalize (GObject *object)
{
  DwellImportSettings *self = DWELL_IMPORT_SETTINGS (object);

  g_array_unref (self->rows);
  g_ptr_array_unref (self->groups);
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
  self->is_showing = TRUE;
  fill_formats (self);
  self->is_showing = FALSE;
  self->rows = g_array_new (FALSE, FALSE, sizeof (OptionRow));
  dwell_preset_row_set_owner (self->preset_row, &preset_owner, G_OBJECT (self));
  gtk_widget_set_visible (GTK_WIDGET (self->preset_row), FALSE);
}

/**
 * dwell_import_settings_set:
 * @self: the settings
 * @file: the file to read; dialogs that choose other files start in its folder
 * @draft: the draft to show and change
 *
 * Sets the draft. Without a chosen format, the options get their rows when the file has been
 * recognised.
 */
void
dwell_import_settings_set (DwellImportSettings *self,
                           GFile               *file,
                           DwellImportDraft    *draft)
{
  g_return_if_fail (DWELL_IS_IMPORT_SETTINGS (self));
  g_return_if_fail (self->draft == NULL);

  self->folder = g_file_get_parent (file);
  self->draft = g_object_ref (draft);
  g_signal_connect_swapped (draft, "changed", G_CALLBACK (show_all), self);
  show_all (self);
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
  g_return_val_if_fail (DWELL_IS_IMPORT_SETTINGS (self), NULL);

  return dwell_import_draft_get_key_values (self->draft, self->shown);
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

      if (DWELL_IS_TEXT_ROW (row) && !dwell_text_row_is_valid (DWELL_TEXT_ROW (row)))
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

/* Shows what the file says about a text. The text cannot be edited while that of the file is
 * used. */
static void
show_text_finding (DwellTextRow              *row,
                   const DwellPreviewFinding *finding,
                   gboolean                   is_overridden)
{
  gboolean is_own = finding != NULL && finding->own != NULL &&
                    (!is_overridden || *dwell_text_row_get_text (row) == '\0');
  gboolean is_doubtful = finding != NULL && finding->is_doubtful;
  g_autofree char *text = NULL;

  if (is_own && is_doubtful)
    /* Translators: what was found in the file, and the template that its header carries */
    text = g_strdup_printf (_("%s. Template in the file: %s"), finding->note, finding->own);
  else if (is_own)
    /* Translators: the template that a header of the file carries */
    text = g_strdup_printf (_("Template in the file: %s"), finding->own);
  else if (finding != NULL)
    text = g_strdup (finding->note);

  dwell_text_row_set_note (row, text, is_doubtful ? DWELL_NOTE_WARNING : DWELL_NOTE_PLAIN);
  dwell_text_row_set_editable (row, !is_own || is_overridden);
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

  if (DWELL_IS_TEXT_ROW (row))
    dwell_text_row_focus (DWELL_TEXT_ROW (row));
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
  show_all (self);
  overrides = get_overrides (self);

  if (look->preview == NULL || look->format != self->shown)
    return;

  for (guint i = 0; i < self->rows->len; i++)
    {
      OptionRow *row = get_row (self, i);
      const DwellPreviewFinding *finding = dwell_preview_find (look->preview, row->option->name);

      if (DWELL_IS_COLUMN_ROW (row->row))
        dwell_column_row_set_columns (DWELL_COLUMN_ROW (row->row), look->preview->columns);
      if (DWELL_IS_TEXT_ROW (row->row))
        show_text_finding (DWELL_TEXT_ROW (row->row), finding, overrides);
      else
        show_finding (row, finding);
    }
}
