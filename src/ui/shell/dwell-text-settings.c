/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How texts are written: the unit of times, full names, formulas in CSV. Applies the user's
 * settings at the start and when they change. Tables, drawn widgets and tooltips are refreshed;
 * views emit "units-changed" for widgets that show times or names in labels. */
#include "config.h"

#include "ui/shell/dwell-text-settings.h"

#include "core/dwell-csv.h"
#include "core/dwell-name.h"
#include "core/dwell-text.h"
#include "ui/shell/dwell-session-page.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/widgets/dwell-settings.h"

static void
refresh (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    refresh (child);

  if (DWELL_IS_SESSION_PAGE (widget))
    dwell_view_change_units (dwell_session_page_get_view (DWELL_SESSION_PAGE (widget)));

  if (GTK_IS_COLUMN_VIEW (widget))
    {
      GtkSelectionModel *rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (widget));

      if (rows != NULL && DWELL_IS_TABLE_ROWS (rows))
        dwell_table_rows_refresh (DWELL_TABLE_ROWS (rows));
    }
  gtk_widget_queue_draw (widget);
}

static void
apply_settings (GSettings *settings)
{
  static const struct { const char *id; DwellTimeUnit unit; } units[] = {
    { "auto", DWELL_TIME_UNIT_AUTO }, { "s", DWELL_TIME_UNIT_S }, { "ms", DWELL_TIME_UNIT_MS },
    { "us", DWELL_TIME_UNIT_US }, { "ns", DWELL_TIME_UNIT_NS },
  };
  g_autofree char *id = g_settings_get_string (settings, "time-unit");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].id, id))
      dwell_text_set_time_unit (units[i].unit);

  dwell_name_set_full (g_settings_get_boolean (settings, "full-names"));
  dwell_csv_set_is_guarded (g_settings_get_boolean (settings, "guards-formulas"));
}

static void
on_setting_changed (GtkApplication *application,
                    const char     *key,
                    GSettings      *settings)
{
  apply_settings (settings);
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    {
      refresh (l->data);
      gtk_widget_trigger_tooltip_query (l->data);
    }
}

/**
 * dwell_text_settings_follow:
 * @application: the application whose windows are refreshed
 *
 * Applies the settings, now and whenever they change. To be called once, when the application
 * starts.
 */
void
dwell_text_settings_follow (GtkApplication *application)
{
  static const char * const changes[] = { "changed::time-unit", "changed::full-names",
                                          "changed::guards-formulas" };
  GSettings *settings = dwell_settings_get ();

  if (settings == NULL)
    return;

  apply_settings (settings);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (settings, changes[i], G_CALLBACK (on_setting_changed), application,
                             G_CONNECT_SWAPPED);
}
