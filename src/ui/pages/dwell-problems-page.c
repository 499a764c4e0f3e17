/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Problems page: the problems that were found while reading, with their severity, place and
 * number. */
#include "config.h"

#include "ui/pages/dwell-problems-page.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-problem-list.h"

struct _DwellProblemsPage
{
  DwellTablePage parent_instance;

  GtkWidget *tools;
  GtkLabel  *summary;

  DwellProblemList *list; /* the table page owns it */
};

G_DEFINE_FINAL_TYPE (DwellProblemsPage, dwell_problems_page, DWELL_TYPE_TABLE_PAGE)

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
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
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
      dwell_table_columns_add (columns, &column);
    }
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_problem_list_sort (DWELL_PROBLEMS_PAGE (page)->list, (DwellProblemColumn) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_problem_list_set_filter (DWELL_PROBLEMS_PAGE (page)->list, text, error);
}

/* Without problems the table is empty, whatever the filter is. */
static gboolean
is_filtered (DwellTablePage *page)
{
  return dwell_problem_list_get_total (DWELL_PROBLEMS_PAGE (page)->list) > 0 &&
         DWELL_TABLE_PAGE_CLASS (dwell_problems_page_parent_class)->is_filtered (page);
}

static void
update_state (DwellTablePage *page)
{
  DwellProblemsPage *self = DWELL_PROBLEMS_PAGE (page);

  DWELL_TABLE_PAGE_CLASS (dwell_problems_page_parent_class)->update_state (page);
  gtk_widget_set_visible (self->tools, dwell_problem_list_get_total (self->list) > 0);
  gtk_label_set_text (self->summary, dwell_problem_list_get_summary (self->list));
}

/* Only a joined trace can have problems of several files. */
static void
take_trace (DwellViewBin *bin)
{
  DwellTablePage *self = DWELL_TABLE_PAGE (bin);
  DwellView *view = dwell_view_bin_get_view (bin);
  guint n_files = 0;

  if (view != NULL)
    dwell_session_get_files (dwell_view_get_session (view), &n_files);

  dwell_table_columns_set_available (dwell_table_page_get_columns (self), DWELL_PROBLEM_FILE,
                                     n_files > 1);
  dwell_table_page_update_state (self);
}

static void
dwell_problems_page_class_init (DwellProblemsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  DWELL_VIEW_BIN_CLASS (klass)->take_view = take_trace;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->is_filtered = is_filtered;
  page_class->update_state = update_state;
  dwell_table_page_class_set_up (page_class, "problems");

  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, tools);
  gtk_widget_class_bind_template_child (widget_class, DwellProblemsPage, summary);
}

static void
dwell_problems_page_init (DwellProblemsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_problem_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, -1, FALSE);
  g_signal_connect_object (self->list, "notify::summary",
                           G_CALLBACK (dwell_table_page_update_state), self, G_CONNECT_SWAPPED);

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "trace-changed", G_CALLBACK (take_trace));
  take_trace (DWELL_VIEW_BIN (self));
}
