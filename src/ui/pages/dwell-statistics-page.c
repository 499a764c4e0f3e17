/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Statistics page: figures of each area in the view's scope, as a table that can be sorted,
 * filtered, grouped, copied and saved. The selected row is the area in focus. */
#include "config.h"

#include "ui/pages/dwell-statistics-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-statistics-columns.h"
#include "ui/table/dwell-context-titles.h"

/* Positions in the list of contexts; the contexts of the trace follow. */
enum {
  CONTEXTS_SUM,
  CONTEXTS_EACH,
  CONTEXTS_FIRST,
};

enum {
  CLASS_FUNCTIONS,
  CLASS_LINES,
  CLASS_STATES,
  N_CLASSES,
};

/* The classes of areas. The table shows one of them; shares are parts of the whole class. */
static const struct {
  guint       kinds; /* bits 1 << DwellAreaKind */
  const char *title;
} classes[N_CLASSES] = {
  [CLASS_FUNCTIONS] = { 1u << DWELL_AREA_FUNCTION | 1u << DWELL_AREA_SCOPE |
                        1u << DWELL_AREA_PROCESS | 1u << DWELL_AREA_ROUTINE, N_("Functions") },
  [CLASS_LINES] = { 1u << DWELL_AREA_LINE, N_("Lines") },
  [CLASS_STATES] = { 1u << DWELL_AREA_STATE | 1u << DWELL_AREA_VARIABLE | 1u << DWELL_AREA_AUX,
                     N_("States") },
};

struct _DwellStatisticsPage
{
  DwellTablePage parent_instance;

  GtkDropDown   *classes;
  guint          present; /* bits: which of the classes the trace has, in their order */
  GtkDropDown   *contexts;
  GtkStringList *context_names;
  GtkDropDown   *groups;

  DwellStatisticsList *list; /* the table page owns it */
  gboolean             is_updating;
};

G_DEFINE_FINAL_TYPE (DwellStatisticsPage, dwell_statistics_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellStatisticsPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

/* The area of a row: DWELL_NONE for a module or an author. */
static guint32
get_area_at (DwellStatisticsPage *self,
             guint                position)
{
  g_autoptr(DwellStatisticsItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return item != NULL ? dwell_statistics_item_get_row (item)->area : DWELL_NONE;
}

static void
update_actions (DwellStatisticsPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint position = dwell_table_page_get_selected (DWELL_TABLE_PAGE (self));
  gboolean has_area = position != GTK_INVALID_LIST_POSITION &&
                      get_area_at (self, position) != DWELL_NONE;

  gtk_widget_action_set_enabled (widget, "statistics.longest", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.shortest", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.next", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.previous", has_area);
  gtk_widget_action_set_enabled (widget, "statistics.copy-name",
                                 position != GTK_INVALID_LIST_POSITION);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  dwell_statistics_columns_add (columns);
  dwell_statistics_columns_show (columns, NULL);
  dwell_table_columns_set_available (columns, DWELL_STATISTIC_CONTEXT, FALSE);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_statistics_list_sort (DWELL_STATISTICS_PAGE (page)->list, (DwellStatistic) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_statistics_list_set_filter (DWELL_STATISTICS_PAGE (page)->list, text, error);
}

/* Returns the class at a position of the drop-down. */
static guint
get_class_at (DwellStatisticsPage *self,
              guint                position)
{
  guint i = 0;

  for (guint n = 0; i < G_N_ELEMENTS (classes); i++)
    if (self->present & 1u << i && n++ == position)
      break;

  return i;
}

/* Chooses the class of @area. */
static void
choose_class_of (DwellStatisticsPage *self,
                 guint32              area)
{
  const DwellTrace *trace = dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
  guint n = 0;

  for (guint i = 0; trace != NULL && i < G_N_ELEMENTS (classes); i++)
    if (self->present & 1u << i)
      {
        if (classes[i].kinds & 1u << trace->areas[area].kind)
          gtk_drop_down_set_selected (self->classes, n);
        n++;
      }
}

/* There is no sum for states: those of several variables last at the same time. */
static char *
make_footer (DwellTablePage *page)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (page);
  const DwellStatisticsSums *sums = dwell_statistics_list_get_sums (self->list);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint class = get_class_at (self, gtk_drop_down_get_selected (self->classes));
  g_autofree char *shown = dwell_text_count (n);
  g_autofree char *all = dwell_text_count (sums->n_rows);
  g_autofree char *rows =
    n < sums->n_rows
      /* Translators: both %s are numbers */
      ? g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", sums->n_rows), shown, all)
      /* Translators: %s is a number */
      : g_strdup_printf (ngettext ("%s row", "%s rows", n), shown);
  g_autofree char *count = dwell_text_count (dwell_wide_narrow (sums->count));
  g_autofree char *time = dwell_text_duration ((DwellSignedWide) sums->self);
  /* The sum of all shares is 1, except for rounding errors. */
  g_autofree char *share = dwell_text_percent (sums->share > 1 - 1e-9 ? 1 : sums->share);

  if (class == CLASS_STATES || sums->n_selves == 0)
    return g_steal_pointer (&rows);

  /* Translators: below a table: “7 of 28 rows”, and the sums of three of its columns */
  return g_strdup_printf (_("%s · Count %s · Self %s · Share %s"), rows, count, time, share);
}

/* Selects the row of the area in focus. If a row of the area is selected already, it stays: an area
 * has several rows if each context has its own. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_page_get_selected (page);

  if (scroll && area != DWELL_NONE)
    choose_class_of (self, area);

  if (position == GTK_INVALID_LIST_POSITION || get_area_at (self, position) != area)
    dwell_table_page_select (page, area != DWELL_NONE
                                   ? dwell_statistics_list_find_area (self->list, area)
                                   : GTK_INVALID_LIST_POSITION, scroll);

  update_actions (self);
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (page);
  guint32 area = get_area_at (self, position);

  if (area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), area);
  update_actions (self);
  return area != DWELL_NONE;
}

static void
on_context_chosen (DwellStatisticsPage *self)
{
  guint position = gtk_drop_down_get_selected (self->contexts);
  guint32 context = DWELL_NONE;

  if (self->is_updating || position == GTK_INVALID_LIST_POSITION)
    return;

  if (position == CONTEXTS_EACH)
    context = DWELL_EACH_CONTEXT;
  else if (position >= CONTEXTS_FIRST)
    context = position - CONTEXTS_FIRST;

  dwell_table_columns_set_available (dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)),
                                     DWELL_STATISTIC_CONTEXT, context == DWELL_EACH_CONTEXT);
  dwell_statistics_list_set_context (self->list, context);
}

static void
on_group_chosen (DwellStatisticsPage *self)
{
  guint position = gtk_drop_down_get_selected (self->groups);

  dwell_statistics_list_set_group_by (self->list,
                                      position == 1 ? DWELL_GROUP_BY_MODULE
                                      : position == 2 ? DWELL_GROUP_BY_AUTHOR
                                      : DWELL_GROUP_BY_AREA);
}

static void
on_class_chosen (DwellStatisticsPage *self)
{
  guint class = get_class_at (self, gtk_drop_down_get_selected (self->classes));

  if (!self->is_updating && class < G_N_ELEMENTS (classes))
    dwell_statistics_list_set_kinds (self->list, classes[class].kinds);
}

/* Offers the classes that the trace has areas of. While a trace is read, classes are only added. */
static void
update_classes (DwellStatisticsPage *self,
                const DwellTrace    *trace)
{
  guint chosen = get_class_at (self, gtk_drop_down_get_selected (self->classes));
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  guint kinds = 0;
  guint present = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    kinds |= 1u << trace->areas[i].kind;

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if ((kinds & classes[i].kinds) != 0)
      {
        present |= 1u << i;
        gtk_string_list_append (titles, _(classes[i].title));
      }

  if (present == self->present)
    return;

  self->is_updating = TRUE;
  self->present = present;
  gtk_drop_down_set_model (self->classes, G_LIST_MODEL (titles));
  for (guint n = 0; n < g_list_model_get_n_items (G_LIST_MODEL (titles)); n++)
    if (get_class_at (self, n) == chosen)
      gtk_drop_down_set_selected (self->classes, n);
  self->is_updating = FALSE;

  gtk_widget_set_visible (GTK_WIDGET (self->classes), (present & (present - 1)) != 0);
  on_class_chosen (self);
}

static gboolean
has_modules (DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].module != 0 || trace->areas[i].author != 0)
      return TRUE;

  return FALSE;
}

/* Uses “thread”, “task” or “process” in the heading and in the choice. */
static void
name_contexts (DwellStatisticsPage *self,
               const DwellTrace    *trace)
{
  guint chosen = gtk_drop_down_get_selected (self->contexts);
  DwellContextTitles titles;

  dwell_context_titles_init (&titles, trace);
  dwell_table_columns_set_title (dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)),
                                 DWELL_STATISTIC_CONTEXT, titles.one);

  self->is_updating = TRUE;
  gtk_string_list_splice (self->context_names, 0, CONTEXTS_FIRST,
                          (const char *[]) { titles.all, titles.each, NULL });
  gtk_drop_down_set_selected (self->contexts, chosen);
  self->is_updating = FALSE;
}

/* Offers the trace's contexts if there are several. The contexts of a partial trace are a prefix of
 * those of the complete one, so the user's choice stays. */
static void
on_trace_changed (DwellStatisticsPage *self)
{
  DwellTrace *trace = dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
  guint n_known = g_list_model_get_n_items (G_LIST_MODEL (self->context_names)) - CONTEXTS_FIRST;
  guint chosen = gtk_drop_down_get_selected (self->contexts);

  if (trace == NULL)
    return;

  update_classes (self, trace);
  dwell_statistics_columns_show (dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)), trace);

  if (trace->n_contexts != n_known)
    {
      g_autofree const char **names = g_new0 (const char *, trace->n_contexts + 1);

      for (guint32 i = 0; i < trace->n_contexts; i++)
        names[i] = dwell_trace_get_context_name (trace, i);

      self->is_updating = TRUE;
      gtk_string_list_splice (self->context_names, CONTEXTS_FIRST, n_known, names);
      if (chosen >= CONTEXTS_FIRST + trace->n_contexts)
        chosen = CONTEXTS_SUM;
      self->is_updating = FALSE;
      gtk_drop_down_set_selected (self->contexts, chosen);
    }

  name_contexts (self, trace);
  gtk_widget_set_visible (GTK_WIDGET (self->contexts), trace->n_contexts > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->groups), has_modules (trace));
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (widget);
  DwellMove move = DWELL_MOVE_LONGEST;

  if (g_str_equal (name, "statistics.shortest"))
    move = DWELL_MOVE_SHORTEST;
  else if (g_str_equal (name, "statistics.next"))
    move = DWELL_MOVE_NEXT_SAME_AREA;
  else if (g_str_equal (name, "statistics.previous"))
    move = DWELL_MOVE_PREVIOUS_SAME_AREA;

  if (get_view (self) != NULL && !dwell_view_move_focus (get_view (self), move))
    gtk_widget_error_bell (widget);
}

static void
copy_name_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  DwellStatisticsPage *self = DWELL_STATISTICS_PAGE (widget);
  g_autoptr(DwellStatisticsItem) item = NULL;
  g_autofree char *text = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list),
                                dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)));
  if (item == NULL)
    return;

  text = dwell_statistics_item_get_plain (item, DWELL_STATISTIC_NAME);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
dwell_statistics_page_take_view (DwellViewBin *bin)
{
  on_trace_changed (DWELL_STATISTICS_PAGE (bin));
  dwell_table_page_follow (DWELL_TABLE_PAGE (bin));
}

static void
dwell_statistics_page_class_init (DwellStatisticsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_statistics_page_take_view;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->make_footer = make_footer;
  page_class->follow = follow;
  page_class->focus = focus;

  gtk_widget_class_install_action (widget_class, "statistics.longest", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.shortest", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.next", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.previous", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "statistics.copy-name", NULL, copy_name_action);
  dwell_table_page_class_set_up (page_class, "statistics");

  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, classes);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, contexts);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, context_names);
  gtk_widget_class_bind_template_child (widget_class, DwellStatisticsPage, groups);
  gtk_widget_class_bind_template_callback (widget_class, on_class_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_context_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_group_chosen);
}

static void
dwell_statistics_page_init (DwellStatisticsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  self->list = dwell_statistics_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_STATISTIC_NET, TRUE);

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "trace-changed", G_CALLBACK (on_trace_changed));
  update_actions (self);
}
