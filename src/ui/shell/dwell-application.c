/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: the command line, the running instance that opens the files of later ones, the
 * actions that belong to no window, and the colour scheme. */
#include "config.h"

#include "ui/shell/dwell-application.h"

#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-actions.h"
#include "ui/compat/dwell-browser.h"
#include "ui/dialogs/dwell-about.h"
#include "ui/dialogs/dwell-preferences.h"
#include "ui/shell/dwell-comparing.h"
#include "ui/shell/dwell-named-files.h"
#include "ui/shell/dwell-text-settings.h"
#include "ui/shell/dwell-window.h"
#include "ui/widgets/dwell-settings.h"

/* EX_UNAVAILABLE of sysexits.h: a required service is not available. */
#define EXIT_NO_DISPLAY 69

struct _DwellApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellApplication, dwell_application, ADW_TYPE_APPLICATION)

static DwellWindow *
get_window (DwellApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (DWELL_IS_WINDOW (window))
    return DWELL_WINDOW (window);

  return dwell_window_new (self);
}

static void
new_window_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  gtk_window_present (GTK_WINDOW (dwell_window_new (DWELL_APPLICATION (user_data))));
}

static void
open_uri_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  g_application_open (G_APPLICATION (user_data), &file, 1, "");
}

/* The parameter consists of the two URIs. */
static void
compare_uris_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  const char *uri;
  const char *other_uri;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) other = NULL;

  g_variant_get (parameter, "(&s&s)", &uri, &other_uri);
  file = g_file_new_for_uri (uri);
  other = g_file_new_for_uri (other_uri);
  dwell_comparing_open (get_window (DWELL_APPLICATION (user_data)), file, other);
}

static void
preferences_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  gtk_window_present (GTK_WINDOW (dwell_preferences_new (parent)));
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  dwell_about_present (gtk_application_get_active_window (GTK_APPLICATION (user_data)));
}

/* Closes each window instead of quitting the application, so that each saves its state and ends its
 * work. */
static void
quit_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  g_autoptr(GList) windows = g_list_copy (gtk_application_get_windows (application));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (GTK_WINDOW (l->data));
}

static AdwColorScheme
color_scheme_from_style (const char *style)
{
  if (g_str_equal (style, "light"))
    return ADW_COLOR_SCHEME_FORCE_LIGHT;
  if (g_str_equal (style, "dark"))
    return ADW_COLOR_SCHEME_FORCE_DARK;

  return ADW_COLOR_SCHEME_DEFAULT;
}

static void
change_style (GSimpleAction *action,
              GVariant      *state,
              gpointer       user_data)
{
  const char *style = g_variant_get_string (state, NULL);
  GSettings *settings = dwell_settings_get ();

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      color_scheme_from_style (style));
  if (settings != NULL)
    g_settings_set_string (settings, "style", style);
  g_simple_action_set_state (action, state);
}

static void
dwell_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "new-window", .activate = new_window_action },
    { .name = "open-uri", .activate = open_uri_action, .parameter_type = "s" },
    { .name = "compare-uris", .activate = compare_uris_action, .parameter_type = "(ss)" },
    { .name = "about", .activate = about_action },
    { .name = "preferences", .activate = preferences_action },
    { .name = "quit", .activate = quit_action },
    { .name = "style", .parameter_type = "s", .state = "'system'", .change_state = change_style },
  };
  GSettings *settings = dwell_settings_get ();

  /* GTK would end the program with an exit status that a script cannot distinguish from others. */
  if (!gtk_init_check ())
    {
      g_printerr ("dwell: %s\n", _("cannot open a display"));
      exit (EXIT_NO_DISPLAY);
    }

  /* Without a session bus GTK 4.8 prints a warning; and it crashes if it finds the bus of screen
   * readers by a property of the X display. */
  if (g_application_get_dbus_connection (application) == NULL)
    g_setenv ("GTK_A11Y", "none", FALSE);

  G_APPLICATION_CLASS (dwell_application_parent_class)->startup (application);

  if (dwell_browser_is_display (gdk_display_get_default ()))
    dwell_browser_guard_all ();
  gtk_window_set_default_icon_name (DWELL_APPLICATION_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  dwell_actions_set_keys (GTK_APPLICATION (application));
  dwell_text_settings_follow (GTK_APPLICATION (application));

  if (settings != NULL)
    {
      g_autofree char *style = g_settings_get_string (settings, "style");

      g_action_group_change_action_state (G_ACTION_GROUP (application), "style",
                                          g_variant_new_string (style));
    }
}

static void
dwell_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (get_window (DWELL_APPLICATION (application))));
}

static void
dwell_application_open (GApplication  *application,
                        GFile        **files,
                        int            n_files,
                        const char    *hint)
{
  DwellWindow *window = get_window (DWELL_APPLICATION (application));

  if (n_files == 2 && g_str_equal (hint, DWELL_HINT_COMPARED))
    dwell_window_compare (window, files[0], files[1]);
  else if (n_files > 2 && g_str_equal (hint, DWELL_HINT_COMPARED))
    dwell_window_open_series (window, files, (guint) n_files);
  else
    dwell_window_open (window, files, (guint) n_files, g_str_equal (hint, DWELL_HINT_JOINED));
  if (n_files == 2 && *hint == '\0')
    dwell_comparing_offer (window, files[0], files[1]);
  gtk_window_present (GTK_WINDOW (window));
}

/* Passes the files to the running instance. GApplication would do that itself, but without --joined
 * and --compare. */
static int
dwell_application_handle_local_options (GApplication *application,
                                        GVariantDict *options)
{
  g_autofree const char **names = NULL;
  g_autoptr(GError) error = NULL;
  gboolean is_joined = FALSE;
  gboolean is_compared = FALSE;
  gboolean wants_window = FALSE;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("%s %s\n", "Dwell", DWELL_VERSION);
      return 0;
    }

  g_variant_dict_lookup (options, "joined", "b", &is_joined);
  g_variant_dict_lookup (options, "compare", "b", &is_compared);
  g_variant_dict_lookup (options, "new-window", "b", &wants_window);
  g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &names);
  if (is_compared && (names == NULL || g_strv_length ((GStrv) names) < 2))
    {
      g_printerr ("dwell: %s\n", _("--compare takes two files, BASE and NEW, or more as a series"));
      return 2;
    }
  if (!wants_window && names == NULL)
    return -1;

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("dwell: %s\n", error->message);
      return 1;
    }

  /* Files are opened in the active window, which is then the new one. */
  if (wants_window)
    g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  if (names == NULL)
    return 0;

  return dwell_named_files_open (application, names, is_compared ? DWELL_HINT_COMPARED
                                                     : is_joined ? DWELL_HINT_JOINED : "");
}

static void
dwell_application_class_init (DwellApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = dwell_application_startup;
  application_class->activate = dwell_application_activate;
  application_class->open = dwell_application_open;
  application_class->handle_local_options = dwell_application_handle_local_options;
}

static void
dwell_application_init (DwellApplication *self)
{
  static const GOptionEntry entries[] = {
    { .long_name = "compare", .arg = G_OPTION_ARG_NONE,
      .description = N_("Compare two files, BASE and NEW, or more as a series") },
    { .long_name = "joined", .arg = G_OPTION_ARG_NONE,
      .description = N_("Open the files as one recording") },
    { .long_name = "new-window", .arg = G_OPTION_ARG_NONE,
      .description = N_("Open a new window, even if one is open") },
    { .long_name = "version", .arg = G_OPTION_ARG_NONE,
      .description = N_("Show the version and exit") },
    { .long_name = G_OPTION_REMAINING, .arg = G_OPTION_ARG_FILENAME_ARRAY,
      .arg_description = N_("[FILE…]") },
    { NULL },
  };
  GApplication *application = G_APPLICATION (self);

  g_application_add_main_option_entries (application, entries);
  g_application_set_option_context_summary (application,
                                            _("Explore profiler recordings."));
}

/**
 * dwell_application_new:
 *
 * Returns: (transfer full): the application; it opens the files of its own command line and those
 *   that other processes of the same user pass to it
 */
DwellApplication *
dwell_application_new (void)
{
  return g_object_new (DWELL_TYPE_APPLICATION,
                       "application-id", DWELL_APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/dwell_profiler/Dwell",
                       NULL);
}
