/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Installs the actions for the table of a page, makes their menu, and runs them. */
#include "config.h"

#include "ui/table/dwell-table-tools.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/common/dwell-sink.h"
#include "model/view/dwell-view.h"
#include "ui/compat/dwell-browser.h"
#include "ui/table/dwell-print-table.h"
#include "ui/table/dwell-table-content.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-print.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-scope-bar.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-toast.h"

/* The data of a page, which owns it. */
typedef struct {
  GtkWidget         *page;
  DwellTableColumns *columns; /* not owned: the page owns them */
  DwellList         *list;
  const char        *name;
} Tools;

static void
tools_free (gpointer data)
{
  Tools *self = data;

  g_object_unref (self->list);
  g_free (self);
}

static GQuark
tools_quark (void)
{
  return g_quark_from_static_string ("dwell-table-tools");
}

static Tools *
get_tools (GtkWidget *page)
{
  return g_object_get_qdata (G_OBJECT (page), tools_quark ());
}

static GtkSelectionModel *
get_selection (Tools *self)
{
  return gtk_column_view_get_model (dwell_table_columns_get_table (self->columns));
}

/* Returns the selected positions; if there are too many, the first of them. */
static GArray *
get_positions (const GtkBitset *selection)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkBitsetIter iter;
  guint position;

  for (gboolean has = gtk_bitset_iter_init_first (&iter, selection, &position);
       has && positions->len < DWELL_TABLE_MAX_COPIED_ROWS;
       has = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row = position;

      g_array_append_val (positions, row);
    }

  return positions;
}

static DwellTableText *
make_text (Tools           *self,
           const GtkBitset *selection)
{
  guint n_columns = dwell_table_columns_get_n (self->columns);
  g_autofree int *ids = g_new (int, MAX (n_columns, 1));
  g_autofree DwellTextColumn *columns = g_new (DwellTextColumn, MAX (n_columns, 1));
  g_autoptr(GListModel) frozen = dwell_list_freeze (self->list);
  guint n_shown = dwell_table_columns_get_shown (self->columns, ids);
  guint n = 0;
  DwellTableText *text;

  for (guint i = 0; i < n_shown; i++)
    {
      const DwellTableColumn *info = dwell_table_columns_get_info (self->columns, ids[i]);

      if (info->get_text != NULL)
        columns[n++] = (DwellTextColumn) { info->id, info->name, info->get_text,
                                           info->get_depth };
    }

  text = dwell_table_text_new (frozen, columns, n);
  if (selection != NULL)
    dwell_table_text_choose (text, get_positions (selection));

  return text;
}

/* --- Copy and drag --- */

/* Returns a name such as “trace-statistics.tsv”. */
static char *
make_file_name (Tools      *self,
                const char *suffix)
{
  g_autoptr(DwellView) view = NULL;
  char *name;

  g_object_get (self->page, "view", &view, NULL);
  if (view == NULL)
    return g_strdup_printf ("%s.%s", self->name, suffix);

  name = g_strdup_printf ("%s-%s.%s", dwell_session_get_title (dwell_view_get_session (view)),
                          self->name, suffix);
  return g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
}

static void
report_copied (Tools   *self,
               guint    n_copied,
               guint64  n_wanted)
{
  g_autofree char *copied = dwell_text_count (n_copied);
  g_autofree char *wanted = dwell_text_count (n_wanted);
  g_autofree char *message = NULL;

  if (n_copied < n_wanted)
    message =
      /* Translators: both %s are numbers */
      g_strdup_printf (_("Copied the first %s of %s rows. Save the table to have them all."),
                       copied, wanted);
  else
    /* Translators: %s is a number */
    message = g_strdup_printf (ngettext ("Copied %s row", "Copied %s rows", n_copied), copied);
  dwell_toast_show (self->page, message);
}

/* Copies the rows of @selection; NULL: all rows. */
static void
copy (Tools           *self,
      const GtkBitset *selection)
{
  guint64 n_wanted = selection != NULL ? gtk_bitset_get_size (selection)
                                       : dwell_list_get_n_items (self->list);
  g_autoptr(DwellTableText) text = make_text (self, selection);
  g_autoptr(GdkContentProvider) content = NULL;

  dwell_table_text_limit (text, DWELL_TABLE_MAX_COPIED_ROWS);
  content = dwell_table_content_new (text, NULL);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (self->page), content);
  report_copied (self, dwell_table_text_get_n (text), n_wanted);
}

static void
copy_action (GtkWidget  *page,
             const char *name,
             GVariant   *parameter)
{
  Tools *self = get_tools (page);
  g_autoptr(GtkBitset) selection = gtk_selection_model_get_selection (get_selection (self));
  gboolean is_all = g_str_has_suffix (name, "-all") || gtk_bitset_is_empty (selection);

  copy (self, is_all ? NULL : selection);
}

/* Drags the row under the pointer; if it is selected, all selected rows. */
static GdkContentProvider *
prepare_drag (GtkDragSource *source,
              double         x,
              double         y,
              Tools         *self)
{
  GtkColumnView *table = dwell_table_columns_get_table (self->columns);
  guint position = dwell_table_pick (table, x, y);
  g_autoptr(GtkBitset) selection = NULL;
  g_autoptr(DwellTableText) text = NULL;
  g_autofree char *file_name = NULL;

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_browser_is_display (gtk_widget_get_display (GTK_WIDGET (table))))
    return NULL;

  if (gtk_selection_model_is_selected (get_selection (self), position))
    selection = gtk_selection_model_get_selection (get_selection (self));
  else
    selection = gtk_bitset_new_range (position, 1);

  text = make_text (self, selection);
  file_name = make_file_name (self, "tsv");
  return dwell_table_content_new (text, file_name);
}

/* --- Save and print --- */

static gboolean
write_csv (gpointer        data,
           GFile          *file,
           GCancellable   *cancellable,
           GError        **error)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);

  return stream != NULL && dwell_table_text_write (data, ',', stream, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

static void
save_action (GtkWidget  *page,
             const char *name,
             GVariant   *parameter)
{
  Tools *self = get_tools (page);
  g_autofree char *file_name = make_file_name (self, "csv");
  g_autoptr(DwellView) view = NULL;
  g_autoptr(GFile) folder = NULL;

  g_object_get (page, "view", &view, NULL);
  if (view == NULL)
    return;

  folder = dwell_session_get_folder (dwell_view_get_session (view));
  dwell_save_ask (page, folder, file_name, write_csv, make_text (self, NULL),
                  (GDestroyNotify) dwell_table_text_unref);
}

/* Returns the title in the tab that the page is in, or NULL. */
static const char *
get_page_title (GtkWidget *page)
{
  const char *title = NULL;
  GtkWidget *parent;

  while (title == NULL && (parent = gtk_widget_get_parent (page)) != NULL)
    {
      if (GTK_IS_STACK (parent))
        title = gtk_stack_page_get_title (gtk_stack_get_page (GTK_STACK (parent), page));
      page = parent;
    }

  return title;
}

/* Returns whether a bar in @widget says which part of the session its rows are from. */
static gboolean
follows_scope (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (DWELL_IS_SCOPE_BAR (widget))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (follows_scope (child))
      return TRUE;

  return FALSE;
}

static void
print_action (GtkWidget  *page,
              const char *name,
              GVariant   *parameter)
{
  Tools *self = get_tools (page);
  g_autoptr(DwellTableText) text = make_text (self, NULL);
  g_autoptr(DwellView) view = NULL;

  g_object_get (page, "view", &view, NULL);
  if (view != NULL)
    {
      const char *trace = dwell_session_get_title (dwell_view_get_session (view));
      const char *what = get_page_title (page);
      g_autofree char *title = g_strjoin (" · ", trace, what, NULL);
      g_autofree char *of = follows_scope (page) ? dwell_print_describe_scope (view) : NULL;

      dwell_print_table (page, text, self->columns, title, of);
    }
}

static void
reset_action (GtkWidget  *page,
              const char *name,
              GVariant   *parameter)
{
  dwell_table_columns_reset (get_tools (page)->columns);
}

/* Finds the action @name of a class; @parameter is the type of its parameter, or NULL. */
static gboolean
find_action (GtkWidgetClass      *klass,
             const char          *name,
             const GVariantType **parameter)
{
  const char *other;
  const char *property;
  GType owner;

  for (guint i = 0;
       gtk_widget_class_query_action (klass, i, &owner, &other, parameter, &property); i++)
    if (g_str_equal (other, name))
      return TRUE;

  return FALSE;
}

/* --- The menu --- */

static void
append_item (GMenu      *menu,
             const char *label,
             const char *action,
             const char *accel)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, action);

  if (accel != NULL)
    g_menu_item_set_attribute (item, "accel", "s", accel);
  g_menu_append_item (menu, item);
}

/* If a page has added a parameter to an action, that action is in the page's own items. */
static GMenuModel *
make_menu (GtkWidgetClass *page_class,
           const char     *group,
           GMenuModel     *page_items)
{
  static const struct { const char *name; const char *label; const char *accel; } items[] = {
    { "copy", N_("_Copy"), "<Primary>c" },
    { "copy-all", N_("Copy the Whole _Table"), NULL },
    { "save", N_("_Save as CSV…"), NULL },
    { "print", N_("_Print…"), NULL },
  };
  g_autoptr(GMenu) tools = g_menu_new ();
  g_autoptr(GMenu) names = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *action = g_strdup_printf ("%s.%s", group, items[i].name);
      const GVariantType *parameter = NULL;

      if (find_action (page_class, action, &parameter) && parameter == NULL)
        append_item (tools, _(items[i].label), action, items[i].accel);
    }
  if (dwell_settings_get () != NULL)
    append_item (names, _("Full _Names"), "settings.full-names", NULL);

  for (int i = 0; page_items != NULL && i < g_menu_model_get_n_items (page_items); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new_from_model (page_items, i);

      g_menu_append_item (menu, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (tools));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (names));
  return G_MENU_MODEL (menu);
}

/**
 * dwell_table_tools_install:
 * @page_class: the class of a page with a table
 * @group: the prefix of the names of its actions, static
 *
 * Installs the actions GROUP.copy, copy-all, save, print and reset-columns, except those that the
 * class has already, and the key that copies. Call it in class_init, after the class installed its
 * own actions.
 */
void
dwell_table_tools_install (GtkWidgetClass *page_class,
                           const char     *group)
{
  static const struct { const char *name; GtkWidgetActionActivateFunc activate; } actions[] = {
    { "copy", copy_action },
    { "copy-all", copy_action },
    { "save", save_action },
    { "print", print_action },
    { "reset-columns", reset_action },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", group, actions[i].name);
      const GVariantType *parameter;

      if (!find_action (page_class, name, &parameter))
        gtk_widget_class_install_action (page_class, g_intern_string (name), NULL,
                                         actions[i].activate);
      if (i == 0)
        gtk_widget_class_add_binding_action (page_class, GDK_KEY_c, GDK_CONTROL_MASK, name, NULL);
    }
}

/**
 * dwell_table_tools_set_up:
 * @page: a page of a class with these actions and with a property view
 * @columns: the columns of its table, which must live as long as the page
 * @list: the list that the table shows
 * @name: the name of the table in names of files, static
 *
 * Connects the actions to the table, and lets its rows be dragged. Call it once for each page.
 */
void
dwell_table_tools_set_up (GtkWidget         *page,
                          DwellTableColumns *columns,
                          DwellList         *list,
                          const char        *name)
{
  GtkWidget *table = GTK_WIDGET (dwell_table_columns_get_table (columns));
  GtkDragSource *source = gtk_drag_source_new ();
  Tools *self = g_new0 (Tools, 1);

  self->page = page;
  self->columns = columns;
  self->list = g_object_ref (list);
  self->name = name;
  g_object_set_qdata_full (G_OBJECT (page), tools_quark (), self, tools_free);

  g_signal_connect (source, "prepare", G_CALLBACK (prepare_drag), self);
  gtk_widget_add_controller (table, GTK_EVENT_CONTROLLER (source));
}

/**
 * dwell_table_tools_add_button:
 * @page: a page of a class with these actions
 * @group: the prefix of the names of its actions
 * @page_items: (nullable): sections of the page, above those that all tables have
 * @sibling: the tool of the page to be followed by the button
 *
 * Adds the button that opens the menu of a table.
 */
void
dwell_table_tools_add_button (GtkWidget  *page,
                              const char *group,
                              GMenuModel *page_items,
                              GtkWidget  *sibling)
{
  g_autoptr(GMenuModel) menu = make_menu (GTK_WIDGET_GET_CLASS (page), group, page_items);
  GtkWidget *button = gtk_menu_button_new ();

  if (dwell_settings_get () != NULL)
    {
      g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new ();
      g_autoptr(GAction) full_names = g_settings_create_action (dwell_settings_get (),
                                                                "full-names");

      g_action_map_add_action (G_ACTION_MAP (actions), full_names);
      gtk_widget_insert_action_group (page, "settings", G_ACTION_GROUP (actions));
    }

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (button, _("More"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("More"), -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_insert_after (button, gtk_widget_get_parent (sibling), sibling);
}

/**
 * dwell_table_tools_make_text:
 * @page: a page that was set up
 * @only_selected: whether to take only the selected rows
 *
 * Returns: (transfer full): the text of the selected rows, or of all rows
 */
DwellTableText *
dwell_table_tools_make_text (GtkWidget *page,
                             gboolean   only_selected)
{
  Tools *self = get_tools (page);
  g_autoptr(GtkBitset) selection = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (only_selected)
    selection = gtk_selection_model_get_selection (get_selection (self));
  return make_text (self, selection);
}
