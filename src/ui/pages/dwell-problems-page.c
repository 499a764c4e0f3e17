/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Problems page: what reading found wrong, how grave it is, where, how often; or that there was
 * nothing. */
#include "config.h"

#include "ui/pages/dwell-problems-page.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-problem-list.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/table/dwell-table.h"

struct _DwellProblemsPage
{
  DwellViewBin parent_instance;

  GtkWidget          *tools;
  GtkLabel           *summary;
  GtkWidget          *filter;
  GtkWidget          *filter_error;
  GtkStack           *states;
  GtkColumnView      *table;
  DwellColumnsButton *columns_button;

  DwellProblemList  *list;
  DwellTableRows    *rows;
  DwellTableColumns *columns;
};

G_DEFINE_FINAL_TYPE (DwellProblemsPage, dwell_problems_page, DWELL_TYPE_VIEW_BIN)

static const char * const names[] = {
  [DWELL_PROBLEM_SEVERITY] = "severity",
  [DWELL_PROBLEM_WHAT] = "what",
  [DWELL_PROBLEM_PLACE] = "place",
  [DWELL_PROBLEM_COUNT] = "count",
  [DWELL_PROBLEM_FILE] = "file",
};

static const char *
get_severity_icon (const char *severity_id)
{
  if (g_strcmp0 (severity_id, "error") == 0)
    return "dialog-error-symbolic";
  if (g_strcmp0 (severity_id, "warning") == 0)
    return "dialog-warning-symbolic";

  return "dialog-information-symbolic";
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = NULL;
  g_autofree char *severity_id = NULL;

  g_object_get (item, names[id], &text, "severity-id", &severity_id, NULL);
  dwell_cell_set_text (cell, text);
  if (id == DWELL_PROBLEM_SEVERITY)
    dwell_cell_set_icon (cell, get_severity_icon (severity_id));
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  char *text;

  if (is_plain && id == DWELL_PROBLEM_PLACE)
    return dwell_problem_item_get_plain_place (item);
  if (is_plain && id == DWELL_PROBLEM_COUNT)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, dwell_problem_item_get_count (item));

  g_object_get (item, is_plain && id == DWELL_PROBLEM_SEVERITY ? "severity-id" : names[id], &text,
                NULL);
  return text;
}

static void
add_columns (DwellProblemsPage *self)
{
  const DwellTableColumn infos[] = {
    { _("Severity"), 120, FALSE, FALSE, DWELL_PROBLEM_SEVERITY, fill },
    { _("What"), 400, FALSE, TRUE, DWELL_PROBLEM_WHAT, fill },
    { _("Place"), 140, FALSE, FALSE, DWELL_PROBLEM_PLACE, fill },
    { _("Count"), 80, TRUE, FALSE, DWELL_PROBLEM_COUNT, fill },
    { _("File"), 160, FALSE, FALSE, DWELL_PROBLEM_FILE, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      DwellTableColumn column = infos[i];

      column.name = names[column.id];
      column.get_text = get_text;
      column.sort = column.is_number ? DWELL_TABLE_DESCENDING : DWELL_TABLE_ASCENDING;
      column.is_fixed = column.id == DWELL_PROBLEM_WHAT;
      dwell_table_columns_add (self->columns, &column);
    }
}

static void
update_state (DwellProblemsPage *self)
{
  gboolean has_problems = dwell_problem_list_get_total (self->list) > 0;
  const char *state = "table";

  if (!has_problems)
    state = "empty";
  else if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    state = "no-match";

  gtk_stack_set_visible_child_name (self->states, state);
  gtk_widget_set_visible (self->tools, has_problems);
  gtk_label_set_text (self->summary, dwell_problem_list_get_summary (self->list));
}

static void
on_sort_changed (DwellProblemsPage *self,
                 int                by,
                 gboolean           descending)
{
  dwell_problem_list_sort (self->list, (DwellProblemColumn) by, descending);
}

static void
on_filter_changed (DwellProblemsPage *self)
{
  g_autoptr(GError) error = NULL;

  dwell_problem_list_set_filter (self->list, gtk_editable_get_text (GTK_EDITABLE (self->filter)),
                                 &error);
  dwell_table_show_filter_error (self->filter, self->filter_error, error);
  update_state (self);
}

static void
filter_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellProblemsPage *self = DWELL_PROBLEMS_PAGE (widget);

  if (g_str_equal (name, "problems.clear-filter"))
    gtk_editable_set_text (GTK_EDITABLE (self->filter), "");
  gtk_widget_grab_focus (self->filter);
}

/* Only a joined trace tells of which file a problem is. */
static void
take_trace (DwellViewBin *bin)
{
  DwellProblemsPage *self = DWELL_PROBLEMS_PAGE (bin);
  DwellView *view = dwell_view_bin_get_view (bin);
  guint n_files = 0;

  if (view != NULL)
    dwell_session_get_files (dwell_view_get_session (view), &n_files);

  dwell_table_columns_set_available (self->columns, DWELL_PROBLEM_FILE, n_files > 1);
  update_state (self);
}

static void
dwell_problems_page_dispose (GObject *object)
{
  DwellProblemsPage *self = DWELL_PROBLEMS_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->columns);
  g_clear_object (&self->rows);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_problems_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-problems-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, tools);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, filter);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, filter_error);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, table);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, columns_button);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
}

static void
dwell_problems_page_class_init (DwellProblemsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_problems_page_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = take_trace;

  gtk_widget_class_install_action (widget_class, "problems.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "problems.clear-filter", NULL, filter_action);
  dwell_table_tools_install (widget_class, "problems");

  bind_template (widget_class);
}

static void
dwell_problems_page_init (DwellProblemsPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));

  self->columns = dwell_table_columns_new (self->table, "problems");
  add_columns (self);
  dwell_columns_button_set_columns (self->columns_button, self->columns);
  self->list = dwell_problem_list_new ();
  dwell_view_bin_add (bin, DWELL_ASKER (self->list));
  self->rows = dwell_table_rows_new (G_LIST_MODEL (self->list));
  dwell_table_rows_set_shown (self->rows, TRUE);
  dwell_table_rows_set_max_selected (self->rows, G_MAXUINT);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->rows));
  dwell_table_tools_set_up (GTK_WIDGET (self), self->columns, DWELL_LIST (self->list),
                            "problems");

  g_signal_connect_object (self->columns, "sort-changed", G_CALLBACK (on_sort_changed), self,
                           G_CONNECT_SWAPPED);
  dwell_table_columns_restore (self->columns, -1, FALSE);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::summary", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "trace-changed", G_CALLBACK (take_trace));
  take_trace (bin);
}
