/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a window without a session: the formats that can be opened, a button to open a file,
 * recent files, and the installed examples. All of them use the actions win.open and
 * app.open-uri. */
#include "config.h"

#include "ui/shell/dwell-welcome.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-collation.h"
#include "formats/dwell-formats.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-tip.h"

/* The lists must fit in the window. */
#define MAX_EXAMPLES 20
#define MAX_RECENT    6

/* The subjects of the installed examples. */
static const struct {
  const char *name;
  const char *subtitle;
} subjects[] = {
  { "autonomous-car.csv",
    N_("LMS profiler CSV: which frames of a control loop come late, and why") },
  { "brake-control.btf",
    N_("Best Trace Format: why a task of a control unit sometimes takes much longer") },
  { "compiler.folded",
    N_("Folded stacks: which functions a compiler spends its time in") },
  { "lane-keeping-base.csv",
    N_("LMS profiler CSV: a run before a change, to compare with the one after it") },
  { "lane-keeping-new.csv",
    N_("LMS profiler CSV: the same run after the change; what takes longer, and why?") },
  { "motor-control.txt",
    N_("winIDEA Text1: tasks that interrupt each other, source lines, states and signals") },
  { "nightly-invoices.prof",
    N_("Business Rules! profile: which lines a nightly run spends its time on") },
  { "office-start_4711.log",
    N_("OpenOffice RTL_LOGFILE log: what three threads do while an office starts") },
  { "route-planner_4711_0_4.aprof",
    N_("aprof report: how the costs of routines grow with their input") },
  { "shop-page.json",
    N_("Trace events: what keeps a page from being shown, with requests and their responses") },
};

struct _DwellWelcome
{
  AdwBin parent_instance;

  AdwStatusPage *page;
  GtkWidget     *recent_group;
  GtkListBox    *recent;
  GtkWidget     *examples_group;
  GtkListBox    *examples;

  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (DwellWelcome, dwell_welcome, ADW_TYPE_BIN)

/* When a second recording is marked, it is compared with the first. */
static void
on_marked (GtkToggleButton *button)
{
  GtkToggleButton *marked = NULL;
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  const char *uri = g_object_get_data (G_OBJECT (button), "uri");

  if (row == NULL || !gtk_toggle_button_get_active (button))
    return;

  for (GtkWidget *other = gtk_widget_get_first_child (gtk_widget_get_parent (row)); other != NULL;
       other = gtk_widget_get_next_sibling (other))
    {
      GtkToggleButton *mark = g_object_get_data (G_OBJECT (other), "mark");

      if (mark != NULL && mark != button && gtk_toggle_button_get_active (mark))
        marked = mark;
    }

  if (marked == NULL)
    return;

  gtk_toggle_button_set_active (marked, FALSE);
  gtk_toggle_button_set_active (button, FALSE);
  gtk_widget_activate_action (row, "app.compare-uris", "(ss)",
                              g_object_get_data (G_OBJECT (marked), "uri"), uri);
}

/* A button that marks a recording, to compare it with another one of the list. */
static void
add_mark (GtkWidget  *row,
          const char *uri)
{
  GtkWidget *mark = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (mark), "object-flip-horizontal-symbolic");
  gtk_widget_add_css_class (mark, "flat");
  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (mark, _("To compare two recent files, mark both"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("To compare two recent files, mark both"), -1);
  g_object_set_data_full (G_OBJECT (mark), "uri", g_strdup (uri), g_free);
  g_object_set_data (G_OBJECT (row), "mark", mark);
  g_signal_connect (mark, "toggled", G_CALLBACK (on_marked), NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
}

static GtkWidget *
add_row (GtkListBox *list,
         const char *title,
         const char *subtitle,
         const char *uri)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "app.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
  dwell_tip_set (row, subtitle);

  gtk_list_box_append (list, row);
  return row;
}

static void
clear (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

static void
fill_recent (DwellWelcome *self)
{
  g_autoptr(GPtrArray) recent = dwell_recent_list ();

  clear (self->recent);
  for (guint i = 0; i < MIN (recent->len, MAX_RECENT); i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (recent, i);
      g_autofree char *place = gtk_recent_info_get_uri_display (info);
      GtkWidget *row;

      row = add_row (self->recent, gtk_recent_info_get_display_name (info), place,
                     gtk_recent_info_get_uri (info));
      if (recent->len > 1)
        add_mark (row, gtk_recent_info_get_uri (info));
    }

  gtk_widget_set_visible (self->recent_group, recent->len > 0);
}

/* Returns (nullable) the subject of an example; NULL for a file that is not one of Dwell's. */
static const char *
get_subject (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (subjects); i++)
    if (g_str_equal (subjects[i].name, name))
      return _(subjects[i].subtitle);

  return NULL;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  GFileInfo *first = G_FILE_INFO (*(gpointer const *) a);
  GFileInfo *second = G_FILE_INFO (*(gpointer const *) b);

  return dwell_collation_compare (g_file_info_get_display_name (first),
                                  g_file_info_get_display_name (second));
}

static void
on_examples_listed (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(DwellWelcome) self = user_data;
  g_autoptr(GPtrArray) infos = g_ptr_array_new ();
  GList *list = g_file_enumerator_next_files_finish (G_FILE_ENUMERATOR (source), result, NULL);

  for (GList *l = list; l != NULL; l = l->next)
    if (g_file_info_get_file_type (l->data) == G_FILE_TYPE_REGULAR &&
        !g_str_has_suffix (g_file_info_get_name (l->data), DWELL_REQUIREMENTS_SUFFIX))
      g_ptr_array_add (infos, l->data);
  g_ptr_array_sort (infos, compare_names);

  if (self->examples != NULL)
    {
      for (guint i = 0; i < infos->len; i++)
        {
          GFileInfo *info = g_ptr_array_index (infos, i);
          g_autoptr(GFile) file = g_file_enumerator_get_child (G_FILE_ENUMERATOR (source), info);
          g_autofree char *uri = g_file_get_uri (file);

          add_row (self->examples, g_file_info_get_display_name (info),
                   get_subject (g_file_info_get_name (info)), uri);
        }
      gtk_widget_set_visible (self->examples_group, infos->len > 0);
    }

  g_list_free_full (list, g_object_unref);
}

static void
on_examples_opened (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(DwellWelcome) self = user_data;
  g_autoptr(GFileEnumerator) enumerator = NULL;

  /* It is not an error if no examples are installed. */
  enumerator = g_file_enumerate_children_finish (G_FILE (source), result, NULL);
  if (enumerator != NULL)
    g_file_enumerator_next_files_async (enumerator, MAX_EXAMPLES, G_PRIORITY_DEFAULT,
                                        self->cancellable, on_examples_listed,
                                        g_object_ref (self));
}

/* A program that runs from its build directory finds the examples with an environment variable. */
static void
list_examples (DwellWelcome *self)
{
  const char *directory = g_getenv ("DWELL_EXAMPLES_DIR");
  g_autoptr(GFile) folder = g_file_new_for_path (directory != NULL ? directory
                                                 : DWELL_DATA_DIR "/examples");

  g_file_enumerate_children_async (folder,
                                   G_FILE_ATTRIBUTE_STANDARD_NAME ","
                                   G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                                   G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME,
                                   G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, self->cancellable,
                                   on_examples_opened, g_object_ref (self));
}

static void
describe_formats (DwellWelcome *self)
{
  const DwellFormat * const *formats = dwell_formats_get_readers ();
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) titles = NULL;
  g_autofree char *list = NULL;
  g_autofree char *description = NULL;
  g_autofree char *escaped = NULL;

  for (guint i = 0; formats[i] != NULL; i++)
    g_strv_builder_add (builder, _(formats[i]->title));

  titles = g_strv_builder_end (builder);
  /* Translators: between the members of a list */
  list = g_strjoinv (C_("list", ", "), titles);
  /* Translators: the placeholder is a list of file formats */
  description = g_strdup_printf (_("Drop a recording here, or open one: %s"), list);
  escaped = g_markup_escape_text (description, -1);
  adw_status_page_set_description (self->page, escaped);
}

static void
dwell_welcome_dispose (GObject *object)
{
  DwellWelcome *self = DWELL_WELCOME (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (dwell_welcome_parent_class)->dispose (object);
}

static void
dwell_welcome_class_init (DwellWelcomeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_welcome_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellWelcome, page);
  gtk_widget_class_bind_template_child (widget_class, DwellWelcome, recent_group);
  gtk_widget_class_bind_template_child (widget_class, DwellWelcome, recent);
  gtk_widget_class_bind_template_child (widget_class, DwellWelcome, examples_group);
  gtk_widget_class_bind_template_child (widget_class, DwellWelcome, examples);
}

static void
dwell_welcome_init (DwellWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_recent),
                           self, G_CONNECT_SWAPPED);
  describe_formats (self);
  fill_recent (self);
  list_examples (self);
}
