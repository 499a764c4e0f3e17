/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every file of widgets there is, by the list of resources: a template belongs to a class, all that
 * it names is there, and an instance comes and goes. What is only built deep in a dialog is seen
 * here, too. */
#include <dlfcn.h>
#include <string.h>

#include <adwaita.h>

#include "quark-table.h"
#include "support/wait.h"
#include "ui/shell/dwell-application.h"
#include "ui/shell/dwell-ui.h"

#define FOLDER "/io/github/dwell_profiler/Dwell/ui/"

/* The class that "dwell-find-bar.ui" is the template of, by the function that registers it. */
static GType
get_type (const char *file)
{
  g_autoptr(GString) name = g_string_new_len (file, (gssize) strcspn (file, "."));
  GType (*function) (void);

  g_string_replace (name, "-", "_", 0);
  g_string_append (name, "_get_type");
  *(void **) &function = dlsym (RTLD_DEFAULT, name->str);
  return function != NULL ? function () : G_TYPE_INVALID;
}

static gboolean
is_template (const char *path)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  return strstr (g_bytes_get_data (bytes, NULL), "<template ") != NULL;
}

static void
check_builder (const char *path)
{
  g_autoptr(GtkBuilder) builder = gtk_builder_new ();
  g_autoptr(GError) error = NULL;

  gtk_builder_add_from_resource (builder, path, &error);
  g_assert_no_error (error);
}

/* What is read of the widget's own properties is what can be set. */
static void
check_properties (GObject *widget)
{
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (widget), &n);

  for (guint i = 0; i < n; i++)
    {
      g_auto(GValue) value = G_VALUE_INIT;
      g_auto(GValue) again = G_VALUE_INIT;

      if (!g_str_has_prefix (g_type_name (specs[i]->owner_type), "Dwell") ||
          (specs[i]->flags & G_PARAM_READABLE) == 0)
        continue;

      g_test_message ("%s", specs[i]->name);
      g_object_get_property (widget, specs[i]->name, &value);
      if ((specs[i]->flags & G_PARAM_WRITABLE) != 0 &&
          (specs[i]->flags & G_PARAM_CONSTRUCT_ONLY) == 0)
        g_object_set_property (widget, specs[i]->name, &value);
      g_object_get_property (widget, specs[i]->name, &again);
      g_assert_cmpint (g_param_values_cmp (specs[i], &value, &again), ==, 0);
    }
}

/* Not all of libadwaita's classes can be disposed of twice. */
static gboolean
can_dispose (GType type)
{
  GType parent = g_type_parent (type);

  return parent == ADW_TYPE_BIN || !g_str_has_prefix (g_type_name (parent), "Adw");
}

/* Who holds a widget may dispose of it before it goes: then that is done twice. */
static void
test_template (gconstpointer user_data)
{
  const char *file = user_data;
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);
  GType type;
  gpointer widget;

  if (!is_template (path))
    {
      check_builder (path);
      return;
    }

  type = get_type (file);
  if (!g_type_is_a (type, GTK_TYPE_WIDGET))
    g_error ("%s belongs to no widget", file);

  /* There is none without a session; the window's tests have many. */
  if (g_str_equal (file, "dwell-session-page.ui"))
    return;

  widget = g_object_ref_sink (g_object_new (type, NULL));
  check_properties (widget);
  if (GTK_IS_WINDOW (widget))
    gtk_window_destroy (widget);
  if (can_dispose (type))
    g_object_run_dispose (widget);
  g_object_add_weak_pointer (widget, &widget);
  g_object_unref (widget);

  WAIT_UNTIL (widget == NULL);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(DwellApplication) application = NULL;
  g_auto(GStrv) files = NULL;

  g_test_init (&argc, &argv, NULL);
  gtk_disable_setlocale ();
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP no display\n");
      return 0;
    }

  adw_init ();
  dwell_ui_init ();
  /* Some show the state of its actions. */
  application = dwell_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  g_application_set_default (G_APPLICATION (application));

  files = g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_assert_nonnull (files);
  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/ui/templates/%s", files[i]);

      g_test_add_data_func (path, files[i], test_template);
    }

  return g_test_run ();
}
