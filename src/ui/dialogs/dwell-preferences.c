/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preferences: few, for what a user sees is remembered without asking. */
#include "config.h"

#include "ui/dialogs/dwell-preferences.h"

#include <glib/gi18n-lib.h>

#include "model/dwell-export-presets.h"
#include "model/dwell-import-memory.h"
#include "ui/dwell-recent.h"
#include "ui/dwell-settings.h"

struct _DwellPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *style;
  AdwComboRow *wheel;
  GtkSwitch   *snaps;
  GtkWidget   *timeline;
  AdwComboRow *export_preset;

  GPtrArray *presets; /* names, in the order of the row's choices */
};

G_DEFINE_FINAL_TYPE (DwellPreferences, dwell_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the rows' choices. */
static const char * const styles[] = { "system", "light", "dark", NULL };
static const char * const wheels[] = { "scroll", "zoom", NULL };

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

static gboolean
wheel_to_selected (GValue   *value,
                   GVariant *variant,
                   gpointer  user_data)
{
  g_value_set_uint (value, find_value (wheels, g_variant_get_string (variant, NULL)));

  return TRUE;
}

static GVariant *
selected_to_wheel (const GValue       *value,
                   const GVariantType *type,
                   gpointer            user_data)
{
  return g_variant_new_string (wheels[g_value_get_uint (value)]);
}

/* Built-in presets of any session, and what the user saved. */
static void
fill_presets (DwellPreferences *self)
{
  const char * const *built_in = dwell_text1_get_presets (NULL);
  g_auto(GStrv) saved = dwell_export_presets_get_saved ();
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; built_in[i] != NULL; i++)
    g_ptr_array_add (self->presets, g_strdup (built_in[i]));
  for (guint i = 0; saved[i] != NULL; i++)
    g_ptr_array_add (self->presets, g_strdup (saved[i]));
  for (guint i = 0; i < self->presets->len; i++)
    gtk_string_list_append (titles, dwell_export_presets_get_title (self->presets->pdata[i]));
  g_ptr_array_add (self->presets, NULL);

  adw_combo_row_set_model (self->export_preset, G_LIST_MODEL (titles));
}

static gboolean
preset_to_selected (GValue   *value,
                    GVariant *variant,
                    gpointer  user_data)
{
  DwellPreferences *self = user_data;

  g_value_set_uint (value, find_value ((const char * const *) self->presets->pdata,
                                       g_variant_get_string (variant, NULL)));
  return TRUE;
}

static GVariant *
selected_to_preset (const GValue       *value,
                    const GVariantType *type,
                    gpointer            user_data)
{
  DwellPreferences *self = user_data;
  guint selected = g_value_get_uint (value);

  return selected + 1 < self->presets->len ? g_variant_new_string (self->presets->pdata[selected])
                                           : NULL;
}

static void
tell (DwellPreferences *self,
      const char       *message)
{
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (message));
}

static void
forget_in_thread (GTask        *task,
                  gpointer      source,
                  gpointer      data,
                  GCancellable *cancellable)
{
  dwell_import_memory_forget ();
  g_task_return_boolean (task, TRUE);
}

static void
on_forgotten (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  tell (DWELL_PREFERENCES (source), _("Import options are forgotten"));
}

static void
on_forget_options (DwellPreferences *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, on_forgotten, NULL);

  g_task_set_source_tag (task, on_forget_options);
  g_task_run_in_thread (task, forget_in_thread);
}

static void
on_forget_recent (DwellPreferences *self)
{
  dwell_recent_clear ();
  tell (self, _("Recent files are forgotten"));
}

static void
dwell_preferences_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_PREFERENCES (object)->presets);

  G_OBJECT_CLASS (dwell_preferences_parent_class)->finalize (object);
}

static void
dwell_preferences_class_init (DwellPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_preferences_finalize;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, style);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, wheel);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, snaps);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, timeline);
  gtk_widget_class_bind_template_child (widget_class, DwellPreferences, export_preset);
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
  self->presets = g_ptr_array_new_with_free_func (g_free);
  fill_presets (self);

  show_style (self);
  g_signal_connect_object (application, "action-state-changed::style", G_CALLBACK (show_style),
                           self, G_CONNECT_SWAPPED);

  gtk_widget_set_sensitive (self->timeline, settings != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_preset), settings != NULL);
  if (settings == NULL)
    return;

  g_settings_bind_with_mapping (settings, "wheel", self->wheel, "selected",
                                G_SETTINGS_BIND_DEFAULT, wheel_to_selected, selected_to_wheel,
                                NULL, NULL);
  g_settings_bind_with_mapping (settings, "export-preset", self->export_preset, "selected",
                                G_SETTINGS_BIND_DEFAULT, preset_to_selected, selected_to_preset,
                                self, NULL);
  g_settings_bind (settings, "selection-snaps", self->snaps, "active", G_SETTINGS_BIND_DEFAULT);
}

/**
 * dwell_preferences_new:
 * @parent: the window to stand above
 *
 * Returns: (transfer none): the preferences, to be presented
 */
GtkWidget *
dwell_preferences_new (GtkWindow *parent)
{
  return g_object_new (DWELL_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
