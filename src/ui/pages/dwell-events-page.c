/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Events page: spans and messages of the view's scope in order of time, indented by depth. The
 * selected row is the span or message in focus; activating it shows it in the timeline. What the
 * view has found, by a text or by brushing a chart, has a sign before its time. */
#include "config.h"

#include "ui/pages/dwell-events-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-levels.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/table/dwell-table.h"

struct _DwellEventsPage
{
  DwellViewBin parent_instance;

  GtkWidget     *filter;
  GtkWidget     *filter_error;
  GtkWidget     *windowed;
  GtkWidget     *found;
  GtkLabel      *found_title;
  GtkToggleButton *only_found;
  GtkStack      *states;
  GtkColumnView *table;
  DwellColumnsButton *columns_button;

  DwellEventList    *list;
  DwellTableRows    *rows;
  DwellTableLevels  *levels;
  DwellTableColumns *columns;
};

enum {
  COLUMN_TIME,
  COLUMN_DURATION,
  COLUMN_NAME,
  COLUMN_MESSAGE,
  COLUMN_CONTEXT,
};

G_DEFINE_FINAL_TYPE (DwellEventsPage, dwell_events_page, DWELL_TYPE_VIEW_BIN)

static DwellView *
get_view (DwellEventsPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static const char * const names[] = { "time", "duration", "name", "message", "context" };

/* What was found, in the words of the user or of the chart that he brushed. */
static char *
describe_found (DwellEventsPage *self)
{
  const char *label = dwell_view_get_find_label (get_view (self));

  return label != NULL ? g_strdup (label)
                       /* Translators: what was looked for */
                       : g_strdup_printf (_("“%s”"), dwell_view_get_find_text (get_view (self)));
}

/* The sign of what was found, and what that is. */
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

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  DwellEventsPage *self = user_data;
  g_autofree char *text = NULL;
  guint depth;

  g_object_get (item, names[id], &text, "depth", &depth, NULL);
  dwell_cell_set_text (cell, text);

  if (id == COLUMN_TIME)
    fill_sign (self, cell, item);

  if (id == COLUMN_NAME)
    {
      dwell_cell_set_swatch_of (cell, text);
      if (self->levels != NULL)
        dwell_table_levels_apply (self->levels, cell, depth);
    }
}

static guint
get_depth (gpointer item)
{
  guint depth;

  g_object_get (item, "depth", &depth, NULL);
  return depth;
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
  char *text;

  if (is_plain && id == COLUMN_TIME)
    return make_plain_time (dwell_event_item_get_time (item));
  if (is_plain && id == COLUMN_DURATION)
    return make_plain_time (dwell_event_item_get_duration (item));

  g_object_get (item, names[id], &text, NULL);
  return text;
}

static void
add_columns (DwellEventsPage *self)
{
  const DwellTableColumn columns[] = {
    { _("Time"), 150, TRUE, FALSE, COLUMN_TIME, fill },
    { _("Duration"), 100, TRUE, FALSE, COLUMN_DURATION, fill },
    { _("Name"), 320, FALSE, TRUE, COLUMN_NAME, fill },
    { _("Message"), 240, FALSE, FALSE, COLUMN_MESSAGE, fill },
    { _("Context"), 140, FALSE, FALSE, COLUMN_CONTEXT, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      DwellTableColumn column = columns[i];

      column.user_data = self;
      column.name = names[i];
      column.get_text = get_text;
      column.is_fixed = i == COLUMN_NAME;
      dwell_table_columns_add (self->columns, &column);
    }
}

static void
follow_focus (DwellEventsPage *self,
              gboolean         scroll)
{
  guint position = get_view (self) != NULL ? dwell_event_list_find_focus (self->list)
                                      : GTK_INVALID_LIST_POSITION;

  if (position == dwell_table_rows_get_selected (self->rows))
    return;

  dwell_table_rows_set_selected (self->rows, position);
  if (scroll && position != GTK_INVALID_LIST_POSITION)
    dwell_table_scroll_to (self->table, position);
}

static void
on_focus_changed (DwellEventsPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    follow_focus (self, TRUE);
}

/* Nothing is done for a table that nobody sees. */
static void
on_map (DwellEventsPage *self)
{
  dwell_table_rows_set_shown (self->rows, TRUE);
  follow_focus (self, TRUE);
}

static void
on_unmap (DwellEventsPage *self)
{
  dwell_table_rows_set_shown (self->rows, FALSE);
}

static DwellEvent
get_event_at (DwellEventsPage *self,
              guint            position)
{
  g_autoptr(DwellEventItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return item != NULL ? dwell_event_item_get_event (item) : (DwellEvent) { DWELL_NONE, DWELL_NONE };
}

static void
on_chosen (DwellEventsPage *self,
           guint            position)
{
  DwellEvent event = get_event_at (self, position);

  if (event.span != DWELL_NONE)
    dwell_view_focus_span (get_view (self), event.span);
  else if (event.mark != DWELL_NONE)
    dwell_view_focus_mark (get_view (self), event.mark);
}

static void
on_activate (DwellEventsPage *self,
             guint            position)
{
  DwellEvent event = get_event_at (self, position);

  if (event.span != DWELL_NONE)
    dwell_view_reveal_span (get_view (self), event.span);
  else if (event.mark != DWELL_NONE)
    dwell_view_reveal_mark (get_view (self), event.mark);
}

static void
update_state (DwellEventsPage *self)
{
  const char *state = "table";
  gboolean is_windowed;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    {
      if (dwell_asker_get_busy (DWELL_ASKER (self->list)))
        state = "loading";
      else if (*gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0' ||
               gtk_toggle_button_get_active (self->only_found))
        state = "no-match";
      else
        state = "empty";
    }

  dwell_page_states_show (self->states, state, dwell_asker_has_lacked (DWELL_ASKER (self->list)));
  g_object_get (self->list, "is-windowed", &is_windowed, NULL);
  gtk_widget_set_visible (self->windowed, is_windowed);
}

/* How many of the rows were found, while the view has found anything. */
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
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->found_title), title);
}

/* Another find, or none any more: only what was found is shown until nothing is. */
static void
on_find_changed (DwellEventsPage *self)
{
  if (get_view (self) != NULL && dwell_view_get_find (get_view (self)) == NULL &&
      !dwell_view_is_finding (get_view (self)))
    gtk_toggle_button_set_active (self->only_found, FALSE);

  dwell_table_rows_refresh (self->rows);
  update_found (self);
}

static void
on_only_found (DwellEventsPage *self)
{
  dwell_event_list_set_only_found (self->list, gtk_toggle_button_get_active (self->only_found));
  update_state (self);
}

static void
step_found (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (widget);
  int direction = g_str_equal (name, "events.next-found") ? 1 : -1;
  guint from = dwell_table_rows_get_selected (self->rows);
  guint position = dwell_event_list_step_found (self->list, from, direction);

  if (position != GTK_INVALID_LIST_POSITION)
    on_activate (self, position);
}

static void
on_items_changed (DwellEventsPage *self)
{
  DwellView *view = get_view (self);
  DwellTrace *trace = view != NULL ? dwell_view_get_trace (view) : NULL;

  dwell_table_columns_set_available (self->columns, COLUMN_MESSAGE,
                                     trace != NULL && dwell_trace_has (trace, DWELL_TABLE_MARKS));
  update_found (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    follow_focus (self, FALSE);
  update_state (self);
}

static void
on_filter_changed (DwellEventsPage *self)
{
  g_autoptr(GError) error = NULL;

  dwell_event_list_set_filter (self->list, gtk_editable_get_text (GTK_EDITABLE (self->filter)),
                               &error);
  dwell_table_show_filter_error (self->filter, self->filter_error, error);
  update_state (self);
}

static void
filter_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (widget);

  if (g_str_equal (name, "events.clear-filter"))
    {
      gtk_editable_set_text (GTK_EDITABLE (self->filter), "");
      gtk_toggle_button_set_active (self->only_found, FALSE);
    }
  gtk_widget_grab_focus (self->filter);
}

/* Nothing is asked for a page that nobody sees. */
static void
dwell_events_page_take_view (DwellViewBin *bin)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (bin);

  on_focus_changed (self);
  on_find_changed (self);
}

static void
dwell_events_page_dispose (GObject *object)
{
  DwellEventsPage *self = DWELL_EVENTS_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->columns);
  g_clear_object (&self->levels);
  g_clear_object (&self->rows);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_events_page_parent_class)->dispose (object);
}

static void
dwell_events_page_class_init (DwellEventsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_events_page_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_events_page_take_view;

  gtk_widget_class_install_action (widget_class, "events.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "events.clear-filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "events.previous-found", NULL, step_found);
  gtk_widget_class_install_action (widget_class, "events.next-found", NULL, step_found);
  dwell_table_tools_install (widget_class, "events");

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-events-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, filter);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, filter_error);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, windowed);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, found);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, found_title);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, only_found);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, table);
  gtk_widget_class_bind_template_child (widget_class, DwellEventsPage, columns_button);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_only_found);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
}

static void
dwell_events_page_init (DwellEventsPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));

  self->columns = dwell_table_columns_new (self->table, "events");
  add_columns (self);
  dwell_columns_button_set_columns (self->columns_button, self->columns);
  dwell_table_columns_restore (self->columns, -1, FALSE);
  self->list = dwell_event_list_new ();
  dwell_view_bin_add (bin, DWELL_ASKER (self->list));
  self->rows = dwell_table_rows_new (G_LIST_MODEL (self->list));
  dwell_table_rows_set_max_selected (self->rows, G_MAXUINT);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->rows));
  self->levels = dwell_table_levels_new (self->table, self->rows, G_LIST_MODEL (self->list),
                                         get_depth);
  dwell_table_tools_set_up (GTK_WIDGET (self), self->columns, DWELL_LIST (self->list),
                            "events");

  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self,
                           G_CONNECT_SWAPPED);
  /* After the rows have dropped what is no longer there. */
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::is-windowed", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  /* After the list, which has connected to the view before. */
  dwell_view_bin_connect (bin, "find-changed", G_CALLBACK (on_find_changed));
  update_state (self);
  update_found (self);
}

/**
 * dwell_events_page_focus:
 * @self: a page
 *
 * Gives the table the keyboard's focus.
 */
void
dwell_events_page_focus (DwellEventsPage *self)
{
  g_return_if_fail (DWELL_IS_EVENTS_PAGE (self));

  gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD);
}
