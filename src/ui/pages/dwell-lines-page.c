/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Lines page: the costs of modules, routines and lines, as a tree or as a list, with the
 * callers and callees of the selected row beside it. Two more views show the source with its costs,
 * if the user has it, and the records of the file. */
#include "config.h"

#include "ui/pages/dwell-lines-page.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-neighbour-list.h"
#include "model/lists/lines/dwell-record-list.h"
#include "model/lists/lines/dwell-source-list.h"
#include "ui/pages/dwell-lines-columns.h"
#include "ui/pages/dwell-source-dialog.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-halves.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellLinesPage
{
  DwellTablePage parent_instance;

  GtkWidget     *filter;
  GtkWidget     *columns_button;
  GtkWidget     *scope_bar;
  GtkLabel      *summary;
  GtkWidget     *choose_source;
  GtkWidget     *records_mode;
  GtkStack      *views;
  GtkColumnView *neighbours;
  GtkPaned      *halves;
  GtkWidget     *neighbours_side;
  GtkColumnView *source;
  GtkStack      *source_states;
  GtkColumnView *records;
  GtkColumnViewColumn *record_file; /* owned by the table of records */

  DwellLineList      *list; /* the table page owns it */
  DwellNeighbourList *neighbour_list;
  DwellSourceList    *source_list;
  DwellRecordList    *record_list;
  GFile              *source_file;  /* (nullable): the one that the user has chosen */
  DwellLineTable     *source_table; /* (nullable): the figures beside the source */
  gboolean            source_is_new; /* scroll to its hottest line */
  char               *mode;
  guint32             area;   /* of the selected row, or DWELL_NONE; positions change */
  guint32             module; /* of the list's table */
};

enum {
  PROP_0,
  PROP_MODE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellLinesPage, dwell_lines_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellLinesPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static DwellTrace *
get_trace (DwellLinesPage *self)
{
  return dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
}

/* --- State --- */

static void
update_summary (DwellLinesPage *self)
{
  g_autofree char *records = NULL;
  gboolean has_times = get_trace (self) != NULL && dwell_line_table_has_times (get_trace (self));
  const char *text = has_times ? "" : _("Whole profile");

  if (g_str_equal (self->mode, "records"))
    text = records = dwell_record_list_get_summary (self->record_list);
  else if (g_str_equal (self->mode, "source") &&
           *dwell_source_list_get_title (self->source_list) != '\0')
    text = dwell_source_list_get_title (self->source_list);

  gtk_label_set_text (self->summary, text);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), *text != '\0');
  gtk_widget_set_visible (self->scope_bar, has_times && !g_str_equal (self->mode, "records"));
}

static void
update_state (DwellTablePage *page)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (page);
  gboolean has_source = g_list_model_get_n_items (G_LIST_MODEL (self->source_list)) > 0;

  DWELL_TABLE_PAGE_CLASS (dwell_lines_page_parent_class)->update_state (page);
  gtk_stack_set_visible_child_name (self->source_states, has_source ? "table" : "empty");
  update_summary (self);
}

/* Callers and callees take no room until something is selected. */
static void
show_neighbours (DwellLinesPage *self)
{
  gboolean is_mapped = gtk_widget_get_mapped (GTK_WIDGET (self));

  dwell_neighbour_list_show (self->neighbour_list, get_trace (self),
                             is_mapped ? self->area : DWELL_NONE);
  gtk_widget_set_visible (self->neighbours_side, self->area != DWELL_NONE &&
                                                 get_trace (self)->n_stack_nodes > 0);
}

/* Selects the row that was selected before, wherever it is now. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (page);
  guint position = self->area != DWELL_NONE
                   ? dwell_line_list_find (self->list, self->area)
                   : dwell_line_list_find_module (self->list, self->module);

  dwell_table_page_select (page, position, scroll);
}

static void
select_area (DwellLinesPage *self,
             guint32         area)
{
  self->area = area;
  follow (DWELL_TABLE_PAGE (self), TRUE);
  show_neighbours (self);
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (page);
  g_autoptr(DwellLineItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item == NULL)
    return FALSE;

  self->area = dwell_line_item_get_area (item);
  self->module = dwell_line_item_get_module (item);
  show_neighbours (self);
  if (self->area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), self->area);
  return self->area != DWELL_NONE;
}

static void
on_neighbour_activate (DwellLinesPage *self,
                       guint           position)
{
  g_autoptr(DwellNeighbourItem) item =
    g_list_model_get_item (G_LIST_MODEL (self->neighbour_list), position);

  guint32 area = item != NULL ? dwell_neighbour_item_get_area (item) : DWELL_NONE;

  if (area == DWELL_NONE)
    return;

  select_area (self, area);
  dwell_view_focus_area (get_view (self), area);
}

static void
on_focus_changed (DwellLinesPage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));

  if (area != DWELL_NONE && area != self->area)
    select_area (self, area);
}

/* The figures beside the source are those of the list's range. */
static void
load_source (DwellLinesPage *self)
{
  DwellLineTable *table = dwell_line_list_get_table (self->list);

  g_clear_pointer (&self->source_table, dwell_line_table_unref);
  if (table != NULL)
    self->source_table = dwell_line_table_ref (table);
  dwell_source_list_load (self->source_list, self->source_file, table, self->module);
}

static void
on_items_changed (DwellLinesPage *self)
{
  if (self->source_file != NULL && self->source_table != dwell_line_list_get_table (self->list))
    load_source (self);

  dwell_table_columns_set_available (dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)),
                                     DWELL_LINE_TEXT, dwell_line_list_has_texts (self->list));
}

static void
set_mode (DwellLinesPage *self,
          const char     *mode)
{
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  gboolean is_list = g_str_equal (mode, "list");
  gboolean is_table = g_str_equal (mode, "tree") || is_list;

  if (g_strcmp0 (self->mode, mode) == 0)
    return;

  g_free (self->mode);
  self->mode = g_strdup (mode);
  gtk_stack_set_visible_child_name (self->views, is_table ? "lines" : mode);
  gtk_widget_set_visible (self->filter, is_table);
  gtk_widget_set_visible (self->columns_button, is_table);
  gtk_widget_set_visible (self->choose_source, g_str_equal (mode, "source"));
  if (is_table)
    {
      dwell_line_list_set_flat (self->list, is_list);
      dwell_table_columns_set_available (columns, DWELL_LINE_MODULE, is_list);
      dwell_table_columns_set_available (columns, DWELL_LINE_ROUTINE, is_list);
    }

  show_neighbours (self);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}

/* Hides columns that would be empty. */
static void
take_trace (DwellViewBin *bin)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (bin);
  DwellTablePage *page = DWELL_TABLE_PAGE (bin);
  DwellTrace *trace = get_trace (self);
  gboolean has_times = trace != NULL && (trace->n_lines == 0 || trace->weights_are_times);
  gboolean has_records = trace != NULL && dwell_trace_has (trace, DWELL_TABLE_RECORDS);

  self->area = DWELL_NONE;
  self->module = DWELL_NONE;
  for (guint i = DWELL_LINE_TIME; i <= DWELL_LINE_MAX; i++)
    dwell_table_columns_set_available (dwell_table_page_get_columns (page), (int) i, has_times);
  gtk_widget_set_visible (self->records_mode, has_records);
  gtk_column_view_column_set_visible (self->record_file,
                                      dwell_record_list_is_joined (self->record_list));
  if (!has_records && g_str_equal (self->mode, "records"))
    set_mode (self, "tree");
  g_clear_object (&self->source_file);
  load_source (self);
  show_neighbours (self);
  dwell_table_page_update_state (page);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  dwell_lines_add_columns (columns);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_line_list_sort (DWELL_LINES_PAGE (page)->list, (DwellLineColumn) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_line_list_set_filter (DWELL_LINES_PAGE (page)->list, text, error);
}

/* --- Folding --- */

static void
toggle (DwellTablePage *page,
        guint           position)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (page);
  g_autoptr(DwellLineItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item != NULL)
    dwell_line_list_set_folded (self->list, position, !dwell_line_item_is_folded (item));
}

static void
fold_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (widget);

  if (g_str_equal (name, "lines.fold-all") || g_str_equal (name, "lines.unfold-all"))
    dwell_line_list_fold_all (self->list, g_str_equal (name, "lines.fold-all"));
  else
    dwell_line_list_set_folded (self->list,
                                dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)),
                                g_str_equal (name, "lines.fold"));
}

/* --- The source --- */

static void
on_choose_again (GtkWidget *page)
{
  gtk_widget_activate_action (page, "lines.choose-source", NULL);
}

/* @message: the file and why it could not be read. */
static void
report_failure (GtkWidget  *page,
                const char *message)
{
  /* Translators: a file and why it could not be read */
  g_autofree char *text = g_strdup_printf (_("%s. Choose the text of the program."), message);
  g_autoptr(AdwToast) toast = dwell_toast_show_lasting (page, text, _("Choose…"));

  if (toast != NULL)
    g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_choose_again), page,
                             G_CONNECT_SWAPPED);
}

static void
on_source_loaded (DwellLinesPage *self,
                  const char     *message)
{
  guint position = self->source_is_new ? dwell_source_list_find (self->source_list, 0)
                                       : G_MAXUINT;

  if (message != NULL)
    report_failure (GTK_WIDGET (self), message);

  self->source_is_new = FALSE;
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
  if (position != G_MAXUINT)
    dwell_table_scroll_to (self->source, position);
}

static void
on_source_chosen (GtkWidget *widget,
                  GFile     *file,
                  gpointer   user_data)
{
  dwell_lines_page_load_source (DWELL_LINES_PAGE (widget), file);
}

static void
choose_source_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (widget));

  if (view != NULL)
    dwell_source_dialog_show (widget, _("Choose the Source"), dwell_view_get_session (view),
                              on_source_chosen, NULL);
}

/* --- Copy and save --- */

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (widget);

  if (get_trace (self) != NULL)
    gtk_widget_activate_action_variant (widget, "tab.export", parameter);
}

/* --- The object --- */

static void
dwell_lines_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_lines_page_parent_class)->map (widget);
  show_neighbours (DWELL_LINES_PAGE (widget));
}

static void
dwell_lines_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_lines_page_parent_class)->unmap (widget);
  show_neighbours (DWELL_LINES_PAGE (widget));
}

static void
dwell_lines_page_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (object);

  switch (property_id)
    {
    case PROP_MODE:
      g_value_set_string (value, self->mode);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_lines_page_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_MODE:
      set_mode (DWELL_LINES_PAGE (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_lines_page_finalize (GObject *object)
{
  DwellLinesPage *self = DWELL_LINES_PAGE (object);

  g_object_unref (self->neighbour_list);
  g_object_unref (self->source_list);
  g_object_unref (self->record_list);
  g_clear_object (&self->source_file);
  g_clear_pointer (&self->source_table, dwell_line_table_unref);
  g_free (self->mode);

  G_OBJECT_CLASS (dwell_lines_page_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, filter);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, scope_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, choose_source);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, records_mode);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, views);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, columns_button);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, neighbours);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, neighbours_side);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, source);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, source_states);
  gtk_widget_class_bind_template_child (widget_class, DwellLinesPage, records);
  gtk_widget_class_bind_template_callback (widget_class, on_neighbour_activate);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const char * const folds[] = { "lines.fold", "lines.unfold", "lines.fold-all",
                                        "lines.unfold-all" };

  for (guint i = 0; i < G_N_ELEMENTS (folds); i++)
    gtk_widget_class_install_action (widget_class, folds[i], NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "lines.save", "s", save_action);
  gtk_widget_class_install_action (widget_class, "lines.choose-source", NULL,
                                   choose_source_action);
  gtk_widget_class_install_property_action (widget_class, "lines.mode", "mode");
}

static void
dwell_lines_page_class_init (DwellLinesPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  object_class->get_property = dwell_lines_page_get_property;
  object_class->set_property = dwell_lines_page_set_property;
  object_class->finalize = dwell_lines_page_finalize;
  widget_class->map = dwell_lines_page_map;
  widget_class->unmap = dwell_lines_page_unmap;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = take_trace;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;
  page_class->toggle = toggle;
  page_class->update_state = update_state;

  properties[PROP_MODE] =
    g_param_spec_string ("mode", NULL, NULL, "tree",
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  install_actions (widget_class);
  dwell_table_page_class_set_up (page_class, "lines");
  bind_template (widget_class);
}

static void
dwell_lines_page_init (DwellLinesPage *self)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (self);
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  self->area = DWELL_NONE;
  self->module = DWELL_NONE;
  self->mode = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_halves_follow (self->halves);

  dwell_lines_add_neighbour_columns (self->neighbours);
  self->neighbour_list = dwell_neighbour_list_new ();
  dwell_table_show_list (self->neighbours, G_LIST_MODEL (self->neighbour_list));
  dwell_lines_add_source_columns (self->source);
  self->source_list = dwell_source_list_new ();
  dwell_table_show_list (self->source, G_LIST_MODEL (self->source_list));
  self->record_file = dwell_lines_add_record_columns (self->records);
  self->record_list = dwell_record_list_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->record_list));
  dwell_table_show_list (self->records, G_LIST_MODEL (self->record_list));
  self->list = dwell_line_list_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->list));
  dwell_table_page_set_up (page, self->list, DWELL_LINE_SHARE, TRUE);

  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->source_list, "loaded", G_CALLBACK (on_source_loaded), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "trace-changed", G_CALLBACK (take_trace));
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  set_mode (self, "tree");
}

/**
 * dwell_lines_page_load_source:
 * @self: the page
 * @file: a source file
 *
 * Shows @file with the costs of the lines of the module that has its name, or else of the selected
 * module.
 */
void
dwell_lines_page_load_source (DwellLinesPage *self,
                              GFile          *file)
{
  g_return_if_fail (DWELL_IS_LINES_PAGE (self));
  g_return_if_fail (G_IS_FILE (file));

  set_mode (self, "source");
  g_set_object (&self->source_file, file);
  self->source_is_new = TRUE;
  load_source (self);
}
