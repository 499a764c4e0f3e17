/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit in which times are shown: applies the user's setting at the start and when it changes.
 * Tables and drawn widgets are refreshed; views emit "units-changed" for widgets that show times in
 * labels. */
#include "config.h"

#include "ui/shell/dwell-time-unit.h"

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
apply_setting (GSettings *settings)
{
  static const struct { const char *id; DwellTimeUnit unit; } units[] = {
    { "auto", DWELL_TIME_UNIT_AUTO }, { "s", DWELL_TIME_UNIT_S }, { "ms", DWELL_TIME_UNIT_MS },
    { "us", DWELL_TIME_UNIT_US }, { "ns", DWELL_TIME_UNIT_NS },
  };
  g_autofree char *id = g_settings_get_string (settings, "time-unit");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].id, id))
      dwell_text_set_time_unit (units[i].unit);
}

static void
on_setting_changed (GtkApplication *application,
                    const char     *key,
                    GSettings      *settings)
{
  apply_setting (settings);
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    refresh (l->data);
}

/**
 * dwell_time_unit_follow:
 * @application: the application whose windows are refreshed
 *
 * Applies the unit of the settings, now and whenever it changes. To be called once, when the
 * application starts.
 */
void
dwell_time_unit_follow (GtkApplication *application)
{
  GSettings *settings = dwell_settings_get ();

  if (settings == NULL)
    return;

  apply_setting (settings);
  g_signal_connect_object (settings, "changed::time-unit", G_CALLBACK (on_setting_changed),
                           application, G_CONNECT_SWAPPED);
}
