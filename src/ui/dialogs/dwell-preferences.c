/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preferences. There are few, because most choices are remembered where the user makes them. */
#include "config.h"

#include "ui/dialogs/dwell-preferences.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-task.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-trace-cache.h"
#include "model/import/dwell-import-memory.h"
#include "model/presets/dwell-preset-store.h"
#include "model/view/dwell-state-store.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-settings.h"

struct _DwellPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *style;
  AdwComboRow *time_unit;
  GtkWidget   *names;
  GtkWidget   *full_names;
  GtkWidget   *copies;
  GtkSwitch   *keeps_copies;
  AdwComboRow *wheel;
  GtkSwitch   *snaps;
  GtkWidget   *timeline;
  AdwComboRow *export_preset;
  GtkWidget   *formulas;
  GtkSwitch   *guards_formulas;

  DwellPresetStore *store; /* not owned */
};

G_DEFINE_FINAL_TYPE (DwellPreferences, dwell_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the rows' choices. */
static const char * const styles[] = { "system", "light", "dark", NULL };
static const char * const wheels[] = { "scroll", "zoom", NULL };
static const char * const time_units[] = { "auto", "s", "ms", "us", "ns", NULL };

static guint
find_value (const char * const *values,
            const char         *value)
{
  for (guint i = 0; values[i] != NULL; i++)
    if (g_str_equal (values[i], value))
      return i;

  return 0;
}

/* The style belongs to the application: the menu changes it, too. */
static void
show_style (DwellPreferences *self)
{
  g_autoptr(GVariant) state = NULL;

  state = g_action_group_get_action_state (G_ACTION_GROUP (g_application_get_default ()), "style");
  adw_combo_row_set_selected (self->style, find_value (styles, g_variant_get_string (state, NULL)));
}

static void
on_style (DwellPreferences *self)
{
  const char *style = styles[adw_combo_row_get_selected (self->style)];

  g_action_group_change_action_state (G_ACTION_GROUP (g_application_get_default ()), "style",
                                      g_variant_new_string (style));
}

/* @user_data: the possible values of the setting, in the order of the row's choices. */
static gboolean
setting_to_selected (GValue   *value,
                     GVariant *variant,
                     gpointer  user_data)
{
  g_value_set_uint (value, find_value (user_data, g_variant_get_string (variant, NULL)));

  return TRUE;
}

static GVariant *
selected_to_setting (const GValue       *value,
                     const GVariantType *type,
                     gpointer            user_data)
{
  guint selected = g_value_get_uint (value);
  char **values = user_data;

  return selected < g_strv_length (values) ? g_variant_new_string (values[selected]) : NULL;
}

/* Lists the built-in presets that apply to any session, and those that the user saved. The row is
 * bound to the setting anew, because the setting may name a preset that was not listed before, and
 * because filling the row must not change the setting. */
static void
fill_presets (DwellPreferences *self)
{
  const DwellFormat *format = dwell_formats_find_usual_writer (NULL);
  const DwellPresetKind *kind = dwell_preset_kind_get_export (format);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  g_auto(GStrv) built_in = dwell_format_get_presets (format, NULL);
  g_auto(GStrv) names = NULL;

  g_settings_unbind (self->export_preset, "selected");
  g_strv_builder_addv (builder, (const char **) built_in);
  g_strv_builder_addv (builder, (const char **) dwell_preset_store_get_names (self->store));
  names = g_strv_builder_end (builder);
  for (guint i = 0; names[i] != NULL; i++)
    gtk_string_list_append (titles, dwell_presets_get_title (kind, names[i]));

  adw_combo_row_set_model (self->export_preset, G_LIST_MODEL (titles));
  if (dwell_settings_get () != NULL)
    g_settings_bind_with_mapping (dwell_settings_get (), "export-preset", self->export_preset,
                                  "selected", G_SETTINGS_BIND_DEFAULT, setting_to_selected,
                                  selected_to_setting, g_steal_pointer (&names),
                                  (GDestroyNotify) g_strfreev);
}

static void
tell (DwellPreferences *self,
      const char       *message)
{
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (message));
}

static void
forget_options_in_thread (GTask        *task,
                          gpointer      source,
                          gpointer      data,
                          GCancellable *cancellable)
{
  dwell_import_memory_forget ();
  g_task_return_boolean (task, TRUE);
}

static void
forget_views_in_thread (GTask        *task,
                        gpointer      source,
                        gpointer      data,
                        GCancellable *cancellable)
{
  dwell_state_store_forget ();
  g_task_return_boolean (task, TRUE);
}

/* @user_data: the message to show. */
static void
on_forgotten (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  tell (DWELL_PREFERENCES (source), user_data);
}

static void
forget (DwellPreferences *self,
        GTaskThreadFunc   in_thread,
        const char       *message)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, on_forgotten, (gpointer) message);

  g_task_set_source_tag (task, forget);
  dwell_task_run_in_thread (task, in_thread);
}

static void
on_forget_options (DwellPreferences *self)
{
  forget (self, forget_options_in_thread, _("Forgot the import options"));
}

static void
delete_copies_in_thread (GTask        *task,
                         gpointer      source,
                         gpointer      data,
                         GCancellable *cancellable)
{
  dwell_trace_cache_clear ();
  g_task_return_boolean (task, TRUE);
}

static void
on_keeps_copies (DwellPreferences *self)
{
  if (!gtk_switch_get_active (self->keeps_copies))
    forget (self, delete_copies_in_thread, _("Deleted the copies"));
}

static void
on_clear_response (DwellPreferences *self)
{
  dwell_recent_clear ();
  tell (self, _("Cleared the list of recent files"));
}

static void
on_delete_response (DwellPreferences *self)
{
  dwell_recent_clear ();
  forget (self, forget_views_in_thread, _("Cleared the list, and deleted markers and notes"));
}

/* Markers and notes are the user's work: they are not deleted with the list of files, only on
 * demand. */
static void
on_forget_recent (DwellPreferences *self)
{
  GtkWidget *question = adw_message_dialog_new (
    GTK_WINDOW (self), _("Forget Recent Files?"),
    _("Clearing the list keeps your work on the files. You can also delete the markers, notes, "
      "filters, favourites and deadlines of all files that are not open. This cannot be undone."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (question), "cancel", _("_Cancel"),
                                    "delete", _("_Delete Markers and Notes, Too"),
                                    "clear", _("Clear _List"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (question), "delete",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (question), "clear",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (question), "clear");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (question), "cancel");
  g_signal_connect_object (question, "response::clear", G_CALLBACK (on_clear_response), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (question, "response::delete", G_CALLBACK (on_delete_response), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (question));
}

static void
dwell_preferences_class_init (DwellPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, style);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, time_unit);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, names);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, full_names);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, copies);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, keeps_copies);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, wheel);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, snaps);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, timeline);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, export_preset);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, formulas);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, guards_formulas);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_options);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_recent);
  gtk_widget_class_bind_template_callback (widget_class, on_style);
}

static void
dwell_preferences_init (DwellPreferences *self)
{
  GSettings *settings = dwell_settings_get ();
  GApplication *application = g_application_get_default ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->store = dwell_preset_store_get (
    dwell_preset_kind_get_export (dwell_formats_find_usual_writer (NULL)));
  g_signal_connect_object (self->store, "changed", G_CALLBACK (fill_presets), self,
                           G_CONNECT_SWAPPED);
  fill_presets (self);

  show_style (self);
  g_signal_connect_object (application, "action-state-changed::style", G_CALLBACK (show_style),
                           self, G_CONNECT_SWAPPED);

  gtk_widget_set_sensitive (self->timeline, settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_preset), settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->time_unit), settings != NULL);
  gtk_widget_set_sensitive (self->names, settings != NULL);
  gtk_widget_set_sensitive (self->copies, settings != NULL);
  gtk_widget_set_sensitive (self->formulas, settings != NULL);
  if (settings == NULL)
    return;

  g_settings_bind_with_mapping (settings, "wheel", self->wheel, "selected",
                                G_SETTINGS_BIND_DEFAULT, setting_to_selected, selected_to_setting,
                                (gpointer) wheels, NULL);
  g_settings_bind_with_mapping (settings, "time-unit", self->time_unit, "selected",
                                G_SETTINGS_BIND_DEFAULT, setting_to_selected, selected_to_setting,
                                (gpointer) time_units, NULL);
  g_settings_bind (settings, "full-names", self->full_names, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "keeps-copies", self->keeps_copies, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->keeps_copies, "notify::active", G_CALLBACK (on_keeps_copies),
                           self, G_CONNECT_SWAPPED);
  g_settings_bind (settings, "guards-formulas", self->guards_formulas, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "selection-snaps", self->snaps, "active", G_SETTINGS_BIND_DEFAULT);
}

/**
 * dwell_preferences_new:
 * @parent: the window to open them for
 *
 * Returns: (transfer none): the preferences, to be presented
 */
GtkWidget *
dwell_preferences_new (GtkWindow *parent)
{
  return g_object_new (DWELL_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
