/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Events page: spans and messages of the view's scope in order of time, indented by depth. The
 * selected row is the span or message in focus; activating it zooms the timeline to it. Rows that
 * the view has found, by text or by a selection in a chart, have a sign before the time. */
#include "config.h"

#include "ui/pages/dwell-events-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-name.h"
#include "core/dwell-text.h"
#include "ui/table/dwell-context-titles.h"
#include "ui/widgets/dwell-tip.h"

struct _DwellEventsPage
{
  DwellTablePage parent_instance;

  GtkWidget       *windowed;
  GtkWidget       *found;
  GtkLabel        *found_title;
  GtkToggleButton *only_found;

  DwellEventList *list; /* the table page owns it */
};

enum {
  COLUMN_TIME,
  COLUMN_DURATION,
  COLUMN_NAME,
  COLUMN_MESSAGE,
  COLUMN_CONTEXT,
  COLUMN_ARG, /* the first of the columns of arguments */
};

/* Limits for the columns of arguments. */
#define MAX_CELL_CHARS  300
#define MAX_TITLE_CHARS 40

G_DEFINE_FINAL_TYPE (DwellEventsPage, dwell_events_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellEventsPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static const char * const names[] = { "time", "duration", "name", "message", "context" };

/* The columns of arguments. The trace determines which arguments they show. */
static const char * const arg_names[DWELL_EVENT_LIST_MAX_ARGS] = {
  "argument-1", "argument-2", "argument-3", "argument-4", "argument-5", "argument-6",
  "argument-7", "argument-8", "argument-9", "argument-10", "argument-11", "argument-12",
};

/* Returns what was found: the text that the user typed, or the label of the selection in a
 * chart. */
static char *
describe_found (DwellEventsPage *self)
{
  const char *label = dwell_view_get_find_label (get_view (self));

  return label != NULL ? g_strdup (label)
                       /* Translators: what was looked for */
                       : g_strdup_printf (_("“%s”"), dwell_view_get_find_text (get_view (self)));
}

/* Shows the sign of a row that was found. */
static void
fill_sign (DwellEventsPage *self,
           DwellCell       *cell,
           gpointer         item)
{
  gboolean is_found = dwell_event_list_is_found (self->list, dwell_event_item_get_event (item));
  g_autofree char *what = NULL;
  g_autofree char *tip = NULL;

  dwell_cell_set_icon (cell, is_found ? "edit-find-symbolic" : NULL);
  if (is_found)
    {
      what = describe_found (self);
      /* Translators: %s is what was looked for */
      tip = g_strdup_printf (_("Found: %s"), what);
    }
  dwell_cell_set_tip (cell, tip);
}

static char *
make_plain_time (gint64 time)
{
  return time != DWELL_TIME_NONE ? g_strdup_printf ("%" G_GINT64_FORMAT, time) : g_strdup ("");
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  const DwellTrace *trace;
  guint32 area = dwell_event_item_get_area (item, &trace);
  char *text;

  if (id >= COLUMN_ARG)
    return dwell_event_item_dup_arg (item, (guint) (id - COLUMN_ARG));
  if (is_plain && id == COLUMN_TIME)
    return make_plain_time (dwell_event_item_get_time (item));
  if (is_plain && id == COLUMN_DURATION)
    return make_plain_time (dwell_event_item_get_duration (item));

  if (!is_plain && id == COLUMN_NAME && area != DWELL_NONE)
    return dwell_trace_dup_area_label (trace, area);

  g_object_get (item, names[id], &text, NULL);
  return text;
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  DwellEventsPage *self = user_data;
  g_autofree char *text = get_text (item, id, FALSE);
  const DwellTrace *trace;
  guint depth;

  g_object_get (item, "depth", &depth, NULL);
  dwell_cell_set_text (cell, text);

  if (id == COLUMN_TIME)
    fill_sign (self, cell, item);

  if (id == COLUMN_NAME)
    {
      guint32 area = dwell_event_item_get_area (item, &trace);

      dwell_cell_set_area (cell, trace, area);
      dwell_table_page_indent (DWELL_TABLE_PAGE (self), cell, depth);
    }
}

/* Numbers are right-aligned, as in columns of numbers, though other values of the same key may be
 * text. A long text is cut. */
static void
fill_arg (DwellCell *cell,
          gpointer   item,
          int        id,
          gpointer   user_data)
{
  g_autofree char *whole = get_text (item, id, FALSE);
  g_autofree char *text = dwell_name_cut (whole, MAX_CELL_CHARS);

  g_strdelimit (text, "\n\r\t", ' ');
  dwell_cell_set_is_number (cell, dwell_event_item_is_number (item, (guint) (id - COLUMN_ARG)));
  dwell_cell_set_text (cell, text);
}

static guint
get_depth (gpointer item)
{
  guint depth;

  g_object_get (item, "depth", &depth, NULL);
  return depth;
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  const DwellTableColumn infos[] = {
    { _("Time"), 150, TRUE, FALSE, COLUMN_TIME, fill },
    { _("Duration"), 100, TRUE, FALSE, COLUMN_DURATION, fill },
    { _("Name"), 320, FALSE, TRUE, COLUMN_NAME, fill },
    { _("Message"), 240, FALSE, FALSE, COLUMN_MESSAGE, fill },
    { _("Context"), 140, FALSE, FALSE, COLUMN_CONTEXT, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      DwellTableColumn column = infos[i];

      column.user_data = page;
      column.name = names[i];
      column.get_text = get_text;
      column.get_depth = i == COLUMN_NAME ? get_depth : NULL;
      column.is_fixed = i == COLUMN_NAME;
      column.sort = i == COLUMN_TIME ? DWELL_TABLE_ASCENDING : DWELL_TABLE_UNSORTED;
      dwell_table_columns_add (columns, &column);
    }

  for (int i = 0; i < DWELL_EVENT_LIST_MAX_ARGS; i++)
    {
      const DwellTableColumn column = {
        .title = "", .width = 120, .id = COLUMN_ARG + i, .fill = fill_arg, .name = arg_names[i],
        .sort = DWELL_TABLE_DESCENDING, .get_text = get_text, .is_hidden = TRUE,
        .is_of_trace = TRUE, .group = _("Arguments"), .user_data = page,
      };

      dwell_table_columns_add (columns, &column);
    }
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_event_list_set_filter (DWELL_EVENTS_PAGE (page)->list, text, error);
}

static void
clear_filter (DwellTablePage *page)
{
  DWELL_TABLE_PAGE_CLASS (dwell_events_page_parent_class)->clear_filter (page);
  gtk_toggle_button_set_active (DWELL_EVENTS_PAGE (page)->only_found, FALSE);
}

static gboolean
is_filtered (DwellTablePage *page)
{
  return DWELL_TABLE_PAGE_CLASS (dwell_events_page_parent_class)->is_filtered (page) ||
         gtk_toggle_button_get_active (DWELL_EVENTS_PAGE (page)->only_found);
}

/* If the rows are sorted by an argument, its column is shown: the user may have chosen the order in
 * an earlier session, when it was shown. */
static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  if (by >= COLUMN_ARG)
    dwell_table_columns_set_wanted (dwell_table_page_get_columns (page), by, TRUE);
  dwell_event_list_sort (DWELL_EVENTS_PAGE (page)->list, by >= COLUMN_ARG ? by - COLUMN_ARG : -1,
                         descending);
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (page);

  dwell_table_page_select (page, get_view (self) != NULL
                                 ? dwell_event_list_find_focus (self->list)
                                 : GTK_INVALID_LIST_POSITION, scroll);
}

static DwellEvent
get_event_at (DwellEventsPage *self,
              guint            position)
{
  g_autoptr(DwellEventItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return item != NULL ? dwell_event_item_get_event (item) : (DwellEvent) { DWELL_NONE, DWELL_NONE };
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (page);
  DwellEvent event = get_event_at (self, position);

  if (event.span != DWELL_NONE)
    dwell_view_focus_span (get_view (self), event.span);
  else if (event.mark != DWELL_NONE)
    dwell_view_focus_mark (get_view (self), event.mark);
  return event.span != DWELL_NONE || event.mark != DWELL_NONE;
}

static void
activated (DwellTablePage *page,
           guint           position)
{
  if (focus (page, position))
    dwell_view_zoom_to_focus (get_view (DWELL_EVENTS_PAGE (page)));
}

/* Shows the row's span or message in the timeline without another zoom. */
static void
reveal (DwellEventsPage *self,
        guint            position)
{
  DwellEvent event = get_event_at (self, position);

  if (event.span != DWELL_NONE)
    dwell_view_reveal_span (get_view (self), event.span);
  else if (event.mark != DWELL_NONE)
    dwell_view_reveal_mark (get_view (self), event.mark);
}

static void
update_state (DwellTablePage *page)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (page);
  gboolean is_windowed;

  DWELL_TABLE_PAGE_CLASS (dwell_events_page_parent_class)->update_state (page);
  g_object_get (self->list, "is-windowed", &is_windowed, NULL);
  gtk_widget_set_visible (self->windowed, is_windowed);
}

/* Shows how many of the rows were found, while something is searched for. */
static void
update_found (DwellEventsPage *self)
{
  DwellFind *find = get_view (self) != NULL ? dwell_view_get_find (get_view (self)) : NULL;
  guint n = dwell_event_list_count_found (self->list);
  g_autofree char *what = NULL;
  g_autofree char *count = NULL;
  g_autofree char *title = NULL;

  gtk_widget_set_visible (self->found, find != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.previous-found", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "events.next-found", n > 0);
  if (find == NULL)
    return;

  what = describe_found (self);
  count = dwell_text_count (n);
  /* Translators: what was looked for, and how many rows of the table are that */
  title = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s row", "%s: %s rows", n), what,
                           count);
  gtk_label_set_text (self->found_title, title);
  dwell_tip_set (GTK_WIDGET (self->found_title), title);
}

/* Another search has started, or the search has ended, which also ends showing only what was
 * found. */
static void
on_find_changed (DwellEventsPage *self)
{
  if (get_view (self) != NULL && dwell_view_get_find (get_view (self)) == NULL &&
      !dwell_view_is_finding (get_view (self)))
    gtk_toggle_button_set_active (self->only_found, FALSE);

  dwell_table_rows_refresh (dwell_table_page_get_rows (DWELL_TABLE_PAGE (self)));
  update_found (self);
}

static void
on_only_found (DwellEventsPage *self)
{
  dwell_event_list_set_only_found (self->list, gtk_toggle_button_get_active (self->only_found));
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
}

static void
step_found (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (widget);
  int direction = g_str_equal (name, "events.next-found") ? 1 : -1;
  guint position = dwell_event_list_step_found (DWELL_EVENTS_PAGE (widget)->list,
                                                dwell_table_page_get_selected (page), direction);

  if (position != GTK_INVALID_LIST_POSITION)
    reveal (DWELL_EVENTS_PAGE (widget), position);
}

/* Offers columns for the most frequent arguments of the trace. */
static void
update_args (DwellEventsPage   *self,
             DwellTableColumns *columns)
{
  for (int i = 0; i < DWELL_EVENT_LIST_MAX_ARGS; i++)
    {
      const char *key = dwell_event_list_get_arg (self->list, (guint) i);
      g_autofree char *title = NULL;

      if (key != NULL)
        {
          title = dwell_name_cut (key, MAX_TITLE_CHARS);
          dwell_table_columns_set_title (columns, COLUMN_ARG + i, title);
        }
      dwell_table_columns_set_available (columns, COLUMN_ARG + i, key != NULL);
    }
}

static void
on_items_changed (DwellEventsPage *self)
{
  DwellTrace *trace = dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  DwellContextTitles titles;

  dwell_table_columns_set_available (columns, COLUMN_MESSAGE,
                                     trace != NULL && dwell_trace_has (trace, DWELL_TABLE_MARKS));
  if (trace != NULL)
    {
      dwell_context_titles_init (&titles, trace);
      dwell_table_columns_set_title (columns, COLUMN_CONTEXT, titles.one);
    }
  update_args (self, columns);
  update_found (self);
}

static void
dwell_events_page_take_view (DwellViewBin *bin)
{
  dwell_table_page_follow (DWELL_TABLE_PAGE (bin));
  on_find_changed (DWELL_EVENTS_PAGE (bin));
}

static void
dwell_events_page_class_init (DwellEventsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_events_page_take_view;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->clear_filter = clear_filter;
  page_class->is_filtered = is_filtered;
  page_class->follow = follow;
  page_class->focus = focus;
  page_class->activated = activated;
  page_class->get_depth = get_depth;
  page_class->update_state = update_state;

  gtk_widget_class_install_action (widget_class, "events.previous-found", NULL, step_found);
  gtk_widget_class_install_action (widget_class, "events.next-found", NULL, step_found);
  dwell_table_page_class_set_up (page_class, "events");

  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, windowed);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, found);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, found_title);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, only_found);
  gtk_widget_class_bind_template_callback (widget_class, on_only_found);
}

static void
dwell_events_page_init (DwellEventsPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_event_list_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, COLUMN_TIME, FALSE);

  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::is-windowed",
                           G_CALLBACK (dwell_table_page_update_state), self, G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (dwell_table_page_follow));
  /* Connected after the list, so that the list is updated first. */
  dwell_view_bin_connect (bin, "find-changed", G_CALLBACK (on_find_changed));
  update_found (self);
}

/**
 * dwell_events_page_focus:
 * @self: a page
 *
 * Moves the keyboard focus to the table.
 */
void
dwell_events_page_focus (DwellEventsPage *self)
{
  g_return_if_fail (DWELL_IS_EVENTS_PAGE (self));

  gtk_widget_child_focus (GTK_WIDGET (dwell_table_page_get_table (DWELL_TABLE_PAGE (self))),
                          GTK_DIR_TAB_FORWARD);
}
