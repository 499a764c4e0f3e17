/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all pages with a table have in common. */
#include "config.h"

#include "ui/pages/dwell-table-page.h"

#include "ui/commands/dwell-focus-menu.h"
#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/table/dwell-table.h"

typedef struct {
  DwellList         *list;
  DwellTableRows    *rows;
  DwellTableColumns *columns;
  DwellTableLevels  *levels;       /* NULL: rows have no depth */
  GtkStack          *states;
  GtkLabel          *footer;       /* NULL: none */
  GtkColumnView     *table;
  GtkWidget         *filter;       /* NULL: none */
  GtkWidget         *filter_error;
  GError            *mistake;      /* (nullable): what is wrong with the text of the filter */
  GtkWidget         *row_menu;     /* NULL: none */
  GMenuModel        *row_items;    /* (nullable): the page's own, below those for the focus */
  GMenuModel        *table_items;  /* (nullable): the page's own, above those of all tables */
} DwellTablePagePrivate;

enum {
  PROP_0,
  PROP_ROW_MENU,
  PROP_TABLE_MENU,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellTablePage, dwell_table_page, DWELL_TYPE_VIEW_BIN)

static DwellTablePagePrivate *
get_private (DwellTablePage *self)
{
  return dwell_table_page_get_instance_private (self);
}

/* --- State --- */

static gboolean
dwell_table_page_real_is_filtered (DwellTablePage *self)
{
  GtkWidget *filter = get_private (self)->filter;

  return filter != NULL && *gtk_editable_get_text (GTK_EDITABLE (filter)) != '\0';
}

static void
dwell_table_page_real_update_state (DwellTablePage *self)
{
  DwellQuery *query = DWELL_QUERY (get_private (self)->list);
  const char *state = "empty";

  if (dwell_list_get_n_items (DWELL_LIST (query)) > 0)
    state = "table";
  else if (dwell_query_get_busy (query))
    state = "loading";
  else if (DWELL_TABLE_PAGE_GET_CLASS (self)->is_filtered (self))
    state = "no-match";

  dwell_table_page_show_state (self, state, dwell_query_has_lacked (query));
}

static char *
dwell_table_page_real_make_footer (DwellTablePage *self)
{
  guint n = dwell_list_get_n_items (get_private (self)->list);
  g_autofree char *count = dwell_text_count (n);

  return DWELL_TABLE_PAGE_GET_CLASS (self)->is_filtered (self)
           /* Translators: %s is a number, of what passed a filter */
           ? g_strdup_printf (ngettext ("%s row matches", "%s rows match", n), count)
           : g_strdup_printf (ngettext ("%s row", "%s rows", n), count);
}

static void
update_footer (DwellTablePage *self)
{
  DwellTablePagePrivate *priv = get_private (self);
  g_autofree char *text = NULL;

  if (priv->footer == NULL)
    return;

  text = DWELL_TABLE_PAGE_GET_CLASS (self)->make_footer (self);
  gtk_label_set_text (priv->footer, text);
  gtk_widget_set_visible (GTK_WIDGET (priv->footer), dwell_list_get_n_items (priv->list) > 0);
}

/* A page has a footer only if its table is in a box. */
static void
add_footer (DwellTablePage *self)
{
  DwellTablePagePrivate *priv = get_private (self);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (priv->states));

  if (!GTK_IS_BOX (parent))
    return;

  priv->footer = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (priv->footer, 0);
  gtk_label_set_ellipsize (priv->footer, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (priv->footer), "page-sentence");
  gtk_widget_add_css_class (GTK_WIDGET (priv->footer), "numeric");
  gtk_widget_insert_after (GTK_WIDGET (priv->footer), parent, GTK_WIDGET (priv->states));
}

/* Shows what is wrong with the filter, or that it gave up on some rows. */
static void
update_filter (DwellTablePage *self)
{
  DwellTablePagePrivate *priv = get_private (self);
  g_autoptr(GError) lack = NULL;

  if (priv->filter == NULL)
    return;

  if (priv->mistake == NULL)
    dwell_query_check_filter (DWELL_QUERY (priv->list), &lack);
  dwell_table_show_filter_error (priv->filter, priv->filter_error,
                                 priv->mistake != NULL ? priv->mistake : lack);
}

static void
follow (DwellTablePage *self,
        gboolean        scroll)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);

  if (klass->follow != NULL && gtk_widget_get_mapped (GTK_WIDGET (get_private (self)->table)))
    klass->follow (self, scroll);
}

static void
on_items_changed (DwellTablePage *self)
{
  follow (self, FALSE);
  dwell_table_page_update_state (self);
}

/* --- Order and filter --- */

static void
on_sort_changed (DwellTablePage *self,
                 int             column,
                 gboolean        descending)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  const char *sorting = dwell_table_columns_get_sorting (get_private (self)->columns);

  DWELL_TABLE_PAGE_GET_CLASS (self)->sort (self, column, descending);
  if (view != NULL && sorting != NULL)
    dwell_view_set_kept (view, DWELL_KEPT_SORTING, DWELL_TABLE_PAGE_GET_CLASS (self)->name,
                         sorting);
}

/* The state of the view may be restored before the page is created, or later. */
static void
on_kept_changed (DwellTablePage *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  const char *sorting = view != NULL
                          ? dwell_view_get_kept (view, DWELL_KEPT_SORTING,
                                                 DWELL_TABLE_PAGE_GET_CLASS (self)->name)
                          : "";

  if (*sorting != '\0')
    dwell_table_columns_set_sorting (get_private (self)->columns, sorting);
}

static void
on_filter_changed (DwellTablePage *self)
{
  DwellTablePagePrivate *priv = get_private (self);

  g_clear_error (&priv->mistake);
  DWELL_TABLE_PAGE_GET_CLASS (self)->set_filter (
    self, gtk_editable_get_text (GTK_EDITABLE (priv->filter)), &priv->mistake);
  dwell_table_page_update_state (self);
}

static void
dwell_table_page_real_clear_filter (DwellTablePage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (get_private (self)->filter), "");
}

static void
filter_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellTablePage *self = DWELL_TABLE_PAGE (widget);

  if (g_str_has_suffix (name, ".clear-filter"))
    DWELL_TABLE_PAGE_GET_CLASS (self)->clear_filter (self);
  if (gtk_widget_get_visible (get_private (self)->filter))
    gtk_widget_grab_focus (get_private (self)->filter);
}

/* --- Rows --- */

static void
dwell_table_page_real_chosen (DwellTablePage *self,
                              guint           position)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);

  if (klass->focus != NULL && dwell_view_bin_get_view (DWELL_VIEW_BIN (self)) != NULL)
    klass->focus (self, position);
}

/* A row stands for all spans of its area, not for the one in focus. */
static void
dwell_table_page_real_activated (DwellTablePage *self,
                                 guint           position)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  if (klass->focus != NULL && view != NULL &&
      (!klass->focus (self, position) || !dwell_view_zoom_to_longest (view)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_chosen (DwellTablePage *self,
           guint           position)
{
  DWELL_TABLE_PAGE_GET_CLASS (self)->chosen (self, position);
}

static void
on_activate (DwellTablePage *self,
             guint           position)
{
  DWELL_TABLE_PAGE_GET_CLASS (self)->activated (self, position);
}

static void
on_press (DwellTablePage *self,
          int             n_press,
          double          x,
          double          y)
{
  guint position;

  if (dwell_table_pick_expander (get_private (self)->table, x, y, &position))
    DWELL_TABLE_PAGE_GET_CLASS (self)->toggle (self, position);
}

/* Opens the menu of the row at @position, which also gets the focus of the view, as after a click.
 * If the row is selected, the menu is for all selected rows. */
static void
open_row_menu (DwellTablePage *self,
               guint           position,
               double          x,
               double          y)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);
  DwellTablePagePrivate *priv = get_private (self);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (priv->rows);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  double page_x;
  double page_y;

  if (view == NULL || !gtk_widget_translate_coordinates (GTK_WIDGET (priv->table),
                                                         GTK_WIDGET (self), x, y, &page_x, &page_y))
    return;

  if (!gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_select_item (selection, position, TRUE);
  if (klass->focus != NULL && !klass->focus (self, position))
    dwell_view_focus_area (view, DWELL_NONE);
  dwell_focus_menu_popup (priv->row_menu, klass->focus != NULL ? view : NULL, klass->name,
                          priv->row_items,
                          &(GdkRectangle) { (int) page_x, (int) page_y, 1, 1 });
}

/* The gesture handles the event before the row does: a row that got the press would never get the
 * release, because the menu opens, and would stay drawn as pressed. */
static void
on_secondary_press (GtkGestureClick *gesture,
                    int              n_press,
                    double           x,
                    double           y,
                    DwellTablePage  *self)
{
  guint position = dwell_table_pick (get_private (self)->table, x, y);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_row_menu (self, position, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  DwellTablePage *self = DWELL_TABLE_PAGE (widget);
  GtkColumnView *table = get_private (self)->table;
  graphene_rect_t bounds;
  guint position;

  if (get_private (self)->row_menu == NULL ||
      !dwell_table_get_focused_bounds (table, &position, &bounds))
    return FALSE;

  open_row_menu (self, position, bounds.origin.x, bounds.origin.y + bounds.size.height);
  return TRUE;
}

static void
add_gesture (DwellTablePage      *self,
             guint                button,
             GtkPropagationPhase  phase,
             GCallback            on_pressed)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture), phase);
  g_signal_connect_data (gesture, "pressed", on_pressed, self, NULL,
                         button == GDK_BUTTON_PRIMARY ? G_CONNECT_SWAPPED : G_CONNECT_DEFAULT);
  gtk_widget_add_controller (GTK_WIDGET (get_private (self)->table),
                             GTK_EVENT_CONTROLLER (gesture));
}

/* --- The object --- */

static void
dwell_table_page_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  DwellTablePagePrivate *priv = get_private (DWELL_TABLE_PAGE (object));

  switch (property_id)
    {
    case PROP_ROW_MENU:
      g_set_object (&priv->row_items, g_value_get_object (value));
      break;
    case PROP_TABLE_MENU:
      g_set_object (&priv->table_items, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_table_page_dispose (GObject *object)
{
  DwellTablePagePrivate *priv = get_private (DWELL_TABLE_PAGE (object));

  if (priv->list != NULL)
    g_signal_handlers_disconnect_by_data (priv->list, object);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_pointer (&priv->row_menu, gtk_widget_unparent);
  g_clear_object (&priv->row_items);
  g_clear_object (&priv->table_items);
  /* Disposing saves the user's changes, for which the table must be complete. The columns are also
   * referenced by their button. */
  if (priv->columns != NULL)
    g_object_run_dispose (G_OBJECT (priv->columns));
  g_clear_object (&priv->columns);
  g_clear_object (&priv->levels);

  G_OBJECT_CLASS (dwell_table_page_parent_class)->dispose (object);
}

static void
dwell_table_page_finalize (GObject *object)
{
  DwellTablePagePrivate *priv = get_private (DWELL_TABLE_PAGE (object));

  g_clear_object (&priv->rows);
  g_clear_object (&priv->list);
  g_clear_error (&priv->mistake);

  G_OBJECT_CLASS (dwell_table_page_parent_class)->finalize (object);
}

static void
dwell_table_page_class_init (DwellTablePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = dwell_table_page_set_property;
  object_class->dispose = dwell_table_page_dispose;
  object_class->finalize = dwell_table_page_finalize;
  klass->activated = dwell_table_page_real_activated;
  klass->chosen = dwell_table_page_real_chosen;
  klass->clear_filter = dwell_table_page_real_clear_filter;
  klass->is_filtered = dwell_table_page_real_is_filtered;
  klass->make_footer = dwell_table_page_real_make_footer;
  klass->update_state = dwell_table_page_real_update_state;

  properties[PROP_ROW_MENU] =
    g_param_spec_object ("row-menu", NULL, NULL, G_TYPE_MENU_MODEL,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TABLE_MENU] =
    g_param_spec_object ("table-menu", NULL, NULL, G_TYPE_MENU_MODEL,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_table_page_init (DwellTablePage *self)
{
}

static const char *
make_action_name (DwellTablePageClass *klass,
                  const char          *name)
{
  g_autofree char *full = g_strdup_printf ("%s.%s", klass->name, name);

  return g_intern_string (full);
}

/**
 * dwell_table_page_class_set_up:
 * @klass: the class of a page, which is filled in
 * @name: the name of the page, static
 *
 * Sets the template, and installs the actions of the filter and of the table, except those that the
 * class has already. Call it in class_init, after the class has installed its own actions.
 */
void
dwell_table_page_class_set_up (DwellTablePageClass *klass,
                               const char          *name)
{
  static const char * const children[] = { "states", "table", "columns_button" };
  static const char * const filter_children[] = { "filter", "filter_error" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  g_autofree char *resource =
    g_strdup_printf ("/io/github/dwell_profiler/Dwell/ui/dwell-%s-page.ui", name);

  klass->name = name;
  if (klass->file_name == NULL)
    klass->file_name = name;

  gtk_widget_class_set_template_from_resource (widget_class, resource);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i], FALSE, 0);

  if (klass->set_filter != NULL)
    {
      for (guint i = 0; i < G_N_ELEMENTS (filter_children); i++)
        gtk_widget_class_bind_template_child_full (widget_class, filter_children[i], FALSE, 0);
      gtk_widget_class_install_action (widget_class, make_action_name (klass, "filter"), NULL,
                                       filter_action);
    }
  if (klass->set_filter != NULL && klass->clear_filter != NULL)
    gtk_widget_class_install_action (widget_class, make_action_name (klass, "clear-filter"), NULL,
                                     filter_action);
  dwell_table_tools_install (widget_class, name);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "tab.marker-note", NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
}

static gpointer
get_child (DwellTablePage *self,
           const char     *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), G_OBJECT_TYPE (self), name);
}

static void
set_up_table (DwellTablePage *self)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);
  DwellTablePagePrivate *priv = get_private (self);

  priv->columns = dwell_table_columns_new (priv->table, klass->name);
  klass->add_columns (self, priv->columns);
  dwell_columns_button_set_columns (get_child (self, "columns_button"), priv->columns);

  priv->rows = g_object_ref (dwell_table_show_list (priv->table, G_LIST_MODEL (priv->list)));
  dwell_table_rows_set_max_selected (priv->rows, G_MAXUINT);
  if (klass->get_depth != NULL)
    priv->levels = dwell_table_levels_new (priv->table, priv->rows, G_LIST_MODEL (priv->list),
                                           klass->get_depth);

  if (klass->toggle != NULL)
    {
      dwell_table_add_fold_keys (priv->table, make_action_name (klass, "fold"),
                                 make_action_name (klass, "unfold"));
      add_gesture (self, GDK_BUTTON_PRIMARY, GTK_PHASE_CAPTURE, G_CALLBACK (on_press));
    }
  if (klass->focus != NULL || priv->row_items != NULL)
    {
      priv->row_menu = dwell_focus_menu_new (GTK_WIDGET (self));
      add_gesture (self, GDK_BUTTON_SECONDARY, GTK_PHASE_CAPTURE, G_CALLBACK (on_secondary_press));
    }
  dwell_table_tools_set_up (GTK_WIDGET (self), priv->columns, priv->list, klass->file_name);
  dwell_table_tools_add_button (GTK_WIDGET (self), klass->name, priv->table_items,
                                get_child (self, "columns_button"));
}

static void
connect (DwellTablePage *self,
         gpointer        object,
         const char     *signal,
         GCallback       callback)
{
  g_signal_connect_object (object, signal, callback, self, G_CONNECT_SWAPPED);
}

/**
 * dwell_table_page_set_up:
 * @self: a page with its template
 * @list: (transfer full) (type DwellList): the list that its table shows
 * @sort_by: the column to sort by until the user chooses another; -1: none
 * @descending: %TRUE to sort in descending order in that case
 *
 * Makes the table, and connects it to the list. Call it once for each page, in init.
 */
void
dwell_table_page_set_up (DwellTablePage *self,
                         gpointer        list,
                         int             sort_by,
                         gboolean        descending)
{
  DwellTablePageClass *klass = DWELL_TABLE_PAGE_GET_CLASS (self);
  DwellTablePagePrivate *priv = get_private (self);

  priv->list = list;
  priv->states = get_child (self, "states");
  priv->table = get_child (self, "table");
  set_up_table (self);
  add_footer (self);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "units-changed", G_CALLBACK (update_footer));

  /* Connected after the rows, which must follow the list first. */
  connect (self, priv->table, "map", G_CALLBACK (dwell_table_page_follow));
  connect (self, priv->table, "activate", G_CALLBACK (on_activate));
  connect (self, priv->rows, "chosen", G_CALLBACK (on_chosen));
  if (klass->sort != NULL)
    {
      connect (self, priv->columns, "sort-changed", G_CALLBACK (on_sort_changed));
      dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (on_kept_changed));
      connect (self, self, "notify::view", G_CALLBACK (on_kept_changed));
    }
  if (klass->set_filter != NULL)
    {
      priv->filter = get_child (self, "filter");
      priv->filter_error = get_child (self, "filter_error");
      connect (self, priv->filter, "search-changed", G_CALLBACK (on_filter_changed));
    }
  /* Connected after the rows, which must first drop what is no longer there. */
  g_signal_connect_object (list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  connect (self, list, "notify::busy", G_CALLBACK (dwell_table_page_update_state));

  dwell_table_columns_restore (priv->columns, sort_by, descending);
  dwell_table_page_update_state (self);
}

/**
 * dwell_table_page_get_table:
 * @self: a page that is set up
 *
 * Returns: (transfer none): its table
 */
GtkColumnView *
dwell_table_page_get_table (DwellTablePage *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_PAGE (self), NULL);

  return get_private (self)->table;
}

/**
 * dwell_table_page_get_columns:
 * @self: a page that is set up
 *
 * Returns: (transfer none): the columns of its table
 */
DwellTableColumns *
dwell_table_page_get_columns (DwellTablePage *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_PAGE (self), NULL);

  return get_private (self)->columns;
}

/**
 * dwell_table_page_get_rows:
 * @self: a page that is set up
 *
 * Returns: (transfer none): the rows of its table
 */
DwellTableRows *
dwell_table_page_get_rows (DwellTablePage *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_PAGE (self), NULL);

  return get_private (self)->rows;
}

/**
 * dwell_table_page_get_selected:
 * @self: a page that is set up
 *
 * Returns: the position of the row that was selected last, or %GTK_INVALID_LIST_POSITION
 */
guint
dwell_table_page_get_selected (DwellTablePage *self)
{
  return dwell_table_rows_get_selected (dwell_table_page_get_rows (self));
}

/**
 * dwell_table_page_select:
 * @self: a page that is set up
 * @position: a row, or %GTK_INVALID_LIST_POSITION
 * @scroll: %TRUE to scroll to the row
 *
 * Selects one row or none. Does nothing if that row was selected last, so that rows that the user
 * selected beside it stay selected.
 */
void
dwell_table_page_select (DwellTablePage *self,
                         guint           position,
                         gboolean        scroll)
{
  DwellTablePagePrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));

  if (position == dwell_table_rows_get_selected (priv->rows))
    return;

  dwell_table_rows_set_selected (priv->rows, position);
  if (scroll && position != GTK_INVALID_LIST_POSITION)
    dwell_table_scroll_to (priv->table, position);
}

/**
 * dwell_table_page_has_filter:
 * @self: a page that is set up
 *
 * Returns: whether its rows can be filtered now
 */
gboolean
dwell_table_page_has_filter (DwellTablePage *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_PAGE (self), FALSE);

  return get_private (self)->filter != NULL && gtk_widget_get_visible (get_private (self)->filter);
}

/**
 * dwell_table_page_filter_by:
 * @self: a page that has a filter
 * @text: the text of the filter
 *
 * Filters the rows by @text, as if the user had typed it.
 */
void
dwell_table_page_filter_by (DwellTablePage *self,
                            const char     *text)
{
  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));
  g_return_if_fail (get_private (self)->filter != NULL);

  gtk_editable_set_text (GTK_EDITABLE (get_private (self)->filter), text);
}

/**
 * dwell_table_page_follow:
 * @self: a page that is set up
 *
 * Selects the row of what is in focus, and scrolls to it, if the table is shown.
 */
void
dwell_table_page_follow (DwellTablePage *self)
{
  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));

  follow (self, TRUE);
}

/**
 * dwell_table_page_indent:
 * @self: a page whose class has get_depth
 * @cell: a cell of its table that is being filled
 * @depth: the depth of the cell's item, from 0
 *
 * Sets the indent of @cell.
 */
void
dwell_table_page_indent (DwellTablePage *self,
                         DwellCell      *cell,
                         guint           depth)
{
  DwellTablePagePrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));

  if (priv->levels != NULL)
    dwell_table_levels_apply (priv->levels, cell, depth);
}

/**
 * dwell_table_page_show_state:
 * @self: a page that is set up
 * @state: the name of one of its states; "empty" if there is nothing to show
 * @has_lacked: %TRUE if there was too little memory, see dwell_query_has_lacked()
 *
 * Shows a state of the page.
 */
void
dwell_table_page_show_state (DwellTablePage *self,
                             const char     *state,
                             gboolean        has_lacked)
{
  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));

  dwell_page_states_show (get_private (self)->states, state, has_lacked);
}

/**
 * dwell_table_page_update_state:
 * @self: a page that is set up
 *
 * Shows the present state of the page.
 */
void
dwell_table_page_update_state (DwellTablePage *self)
{
  g_return_if_fail (DWELL_IS_TABLE_PAGE (self));

  DWELL_TABLE_PAGE_GET_CLASS (self)->update_state (self);
  update_footer (self);
  update_filter (self);
}
