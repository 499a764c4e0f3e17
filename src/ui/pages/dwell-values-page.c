/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Values page: every variable, state and signal with the values that it had in the scope and
 * has at the cursor, and how long it was in each of its states. From the selected one the user
 * steps to the next change, to the next entry of the selected state, or to where a value is
 * reached. */
#include "config.h"

#include "ui/pages/dwell-values-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "ui/table/dwell-context-titles.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellValuesPage
{
  DwellTablePage parent_instance;

  GtkWidget *target;
  GtkWidget *target_error;
  GtkLabel  *cursor;

  DwellValueList *list;      /* the table page owns it */
  guint32         track;     /* of the selected row, or DWELL_NONE; positions change */
  guint32         state;     /* likewise */
  int             direction; /* of the step under way */
};

G_DEFINE_FINAL_TYPE (DwellValuesPage, dwell_values_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellValuesPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = dwell_value_item_get_text (item, (DwellValueColumn) id);
  gboolean is_state = dwell_value_item_get_state (item) != DWELL_NONE;

  dwell_cell_set_text (cell, text);

  if (id == DWELL_VALUE_COLUMN_NAME)
    {
      dwell_cell_set_depth (cell, is_state);
      dwell_cell_set_swatch_of (cell, dwell_value_item_get_colour_of (item));
      dwell_cell_set_expander (cell, !dwell_value_item_has_states (item) ? DWELL_EXPANDER_NONE
                                     : dwell_value_item_is_folded (item)
                                       ? DWELL_EXPANDER_FOLDED : DWELL_EXPANDER_UNFOLDED);
    }
  else if (id == DWELL_VALUE_COLUMN_SHARE && is_state)
    {
      dwell_cell_set_share (cell, dwell_value_item_get_share (item));
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_value_item_get_plain (item, (DwellValueColumn) id)
                  : dwell_value_item_get_text (item, (DwellValueColumn) id);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  /* The figures come first, so that a narrow window shows some. */
  static const struct {
    DwellValueColumn id;
    int              width;
  } shown[DWELL_N_VALUE_COLUMNS] = {
    { DWELL_VALUE_COLUMN_NAME, 172 },
    { DWELL_VALUE_COLUMN_AT_CURSOR, 88 },
    { DWELL_VALUE_COLUMN_MIN, 76 },
    { DWELL_VALUE_COLUMN_MAX, 76 },
    { DWELL_VALUE_COLUMN_MEAN, 76 },
    { DWELL_VALUE_COLUMN_LAST, 76 },
    { DWELL_VALUE_COLUMN_UNIT, 44 },
    { DWELL_VALUE_COLUMN_COUNT, 68 },
    { DWELL_VALUE_COLUMN_TIME, 76 },
    { DWELL_VALUE_COLUMN_SHARE, 80 },
    { DWELL_VALUE_COLUMN_LONGEST, 76 },
    { DWELL_VALUE_COLUMN_KIND, 116 },
    { DWELL_VALUE_COLUMN_CONTEXT, 110 },
  };

  for (guint i = 0; i < DWELL_N_VALUE_COLUMNS; i++)
    {
      const DwellColumnInfo *info = &dwell_value_columns[shown[i].id];
      DwellTableColumn column = {
        .title = _(info->title),
        .width = shown[i].width,
        .is_number = dwell_column_is_number (info),
        .expands = shown[i].id == DWELL_VALUE_COLUMN_NAME,
        .id = (int) shown[i].id,
        .fill = fill,
        .name = info->id,
        .get_text = get_text,
        .tip = _(info->summary),
        .sort = dwell_column_is_number (info) ? DWELL_TABLE_DESCENDING : DWELL_TABLE_ASCENDING,
        .is_fixed = shown[i].id == DWELL_VALUE_COLUMN_NAME,
      };

      dwell_table_columns_add (columns, &column);
    }
}

static DwellTrace *
get_trace (DwellValuesPage *self)
{
  return dwell_view_bin_get_trace (DWELL_VIEW_BIN (self));
}

static void
update_actions (DwellValuesPage *self)
{
  gboolean has_row =
    dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)) != GTK_INVALID_LIST_POSITION;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "values.next", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "values.previous", has_row);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_value_list_sort (DWELL_VALUES_PAGE (page)->list, (DwellValueColumn) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_value_list_set_filter (DWELL_VALUES_PAGE (page)->list, text, error);
}

/* Selects the row that was selected before, wherever it is now. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (page);
  guint position = GTK_INVALID_LIST_POSITION;

  if (self->track != DWELL_NONE)
    position = dwell_value_list_find (self->list, self->track, self->state);

  /* The row of the variable stands for its states while these are folded. */
  if (self->track != DWELL_NONE && position == GTK_INVALID_LIST_POSITION)
    position = dwell_value_list_find (self->list, self->track, DWELL_NONE);

  dwell_table_page_select (page, position, scroll);
  update_actions (self);
}

/* Selects the row of the area in focus: a variable, or a state of one. A selected row of the same
 * variable stays selected, also while the user steps through its states. */
static void
on_focus_changed (DwellValuesPage *self)
{
  const DwellTrace *trace = get_trace (self);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint32 variable = area;

  if (trace == NULL || area == DWELL_NONE)
    return;

  if (trace->areas[area].kind == DWELL_AREA_STATE && trace->areas[area].parent != DWELL_NONE)
    variable = trace->areas[area].parent;

  if (self->track != DWELL_NONE && trace->tracks[self->track].area == variable)
    return;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    if (trace->tracks[track].area == variable)
      {
        self->track = track;
        self->state = DWELL_NONE;
        follow (DWELL_TABLE_PAGE (self), TRUE);
        return;
      }
}

/* Shows which time the column “at the cursor” is about. */
static void
update_cursor (DwellValuesPage *self)
{
  DwellView *view = get_view (self);
  g_autofree char *text = NULL;
  g_autofree char *time_text = NULL;
  gint64 time;

  if (view == NULL || !dwell_view_get_cursor (view, &time))
    {
      gtk_label_set_text (self->cursor, _("Click in the timeline to see the values there"));
      return;
    }

  time_text = dwell_axis_time (dwell_view_get_trace (view), time,
                               dwell_session_get_resolution (dwell_view_get_session (view)));
  /* Translators: %s is a time: where the cursor stands */
  text = g_strdup_printf (_("Cursor at %s"), time_text);
  gtk_label_set_text (self->cursor, text);
}

static DwellValueItem *
get_item (DwellValuesPage *self,
          guint            position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->list), position);
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (page);
  g_autoptr(DwellValueItem) item = get_item (self, position);
  const DwellTrace *trace = get_trace (self);
  guint32 area;

  if (item == NULL || trace == NULL)
    return FALSE;

  self->track = dwell_value_item_get_track (item);
  self->state = dwell_value_item_get_state (item);
  area = self->state != DWELL_NONE ? self->state : trace->tracks[self->track].area;
  if (area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), area);
  update_actions (self);
  return area != DWELL_NONE;
}

/* Hides columns that would be empty, or the same in all rows. */
static void
take_trace (DwellViewBin *bin)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (bin);
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  const DwellTrace *trace = get_trace (self);
  guint32 context = DWELL_NONE;
  gboolean has_contexts = FALSE;
  DwellContextTitles titles;
  gboolean has_units = FALSE;
  gboolean has_states = FALSE;

  self->track = self->state = DWELL_NONE;
  if (trace == NULL)
    return;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (dwell_values_is_variable (trace, i))
      {
        const DwellTrack *track = &trace->tracks[i];

        has_contexts |= context != DWELL_NONE && context != track->context;
        context = track->context;
        has_units |= track->area != DWELL_NONE && trace->areas[track->area].unit != 0;
        has_states |= dwell_values_has_states (trace, i);
      }

  dwell_context_titles_init (&titles, trace);
  dwell_table_columns_set_title (columns, DWELL_VALUE_COLUMN_CONTEXT, titles.one);
  dwell_table_columns_set_available (columns, DWELL_VALUE_COLUMN_CONTEXT, has_contexts);
  dwell_table_columns_set_available (columns, DWELL_VALUE_COLUMN_UNIT, has_units);
  dwell_table_columns_set_available (columns, DWELL_VALUE_COLUMN_TIME, has_states);
  dwell_table_columns_set_available (columns, DWELL_VALUE_COLUMN_SHARE, has_states);
  dwell_table_columns_set_available (columns, DWELL_VALUE_COLUMN_LONGEST, has_states);
  on_focus_changed (self);
  update_cursor (self);
}

/* --- Folding --- */

static void
set_folded_at (DwellValuesPage *self,
               guint            position,
               gboolean         folded)
{
  g_autoptr(DwellValueItem) item = get_item (self, position);

  if (item != NULL)
    dwell_value_list_set_folded (self->list, dwell_value_item_get_track (item), folded);
}

static void
toggle (DwellTablePage *page,
        guint           position)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (page);
  g_autoptr(DwellValueItem) item = get_item (self, position);

  if (item != NULL)
    set_folded_at (self, position, !dwell_value_item_is_folded (item));
}

static void
fold_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (widget);

  set_folded_at (self, dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)),
                 g_str_equal (name, "values.fold"));
}

/* --- Steps --- */

/* Sets @condition to what to step to: the condition in the entry, or the selected state. */
static gboolean
get_condition (DwellValuesPage      *self,
               DwellValueCondition **condition,
               GError              **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->target));

  *condition = NULL;

  if (strspn (text, " \t") != strlen (text))
    {
      *condition = dwell_value_condition_new (text, error);
      return *condition != NULL;
    }

  if (self->state != DWELL_NONE)
    *condition = dwell_value_condition_new_for_state (get_trace (self), self->state);

  return TRUE;
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (widget);
  g_autoptr(DwellValueCondition) condition = NULL;
  g_autoptr(GError) error = NULL;

  if (self->track == DWELL_NONE || get_trace (self) == NULL)
    return;

  self->direction = g_str_equal (name, "values.previous") ? -1 : 1;
  if (get_condition (self, &condition, &error))
    dwell_value_list_step (self->list, self->track, self->direction, condition, &error);

  dwell_table_show_filter_error (self->target, self->target_error, error);
}

static void
on_stepped (DwellValuesPage *self,
            gboolean         found)
{
  if (found)
    return;

  gtk_widget_error_bell (GTK_WIDGET (self));
  dwell_toast_show (GTK_WIDGET (self),
                    self->direction > 0 ? _("No later match") : _("No earlier match"));
}

/* Shows errors in the text while it is typed. Whether it suits the variable is checked by a
 * step. */
static void
on_target_changed (DwellValuesPage *self)
{
  g_autoptr(DwellValueCondition) condition = NULL;
  g_autoptr(GError) error = NULL;

  get_condition (self, &condition, &error);
  dwell_table_show_filter_error (self->target, self->target_error, error);
}

static void
on_target_activate (DwellValuesPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "values.next", NULL);
}

/* Zooms to the longest time in a state. A row without such times steps to the next change. */
static void
activated (DwellTablePage *page,
           guint           position)
{
  DwellValuesPage *self = DWELL_VALUES_PAGE (page);

  if (get_view (self) != NULL &&
      (!focus (page, position) || !dwell_view_zoom_to_longest (get_view (self))))
    gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
}

static void
dwell_values_page_class_init (DwellValuesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  DWELL_VIEW_BIN_CLASS (klass)->take_view = take_trace;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;
  page_class->activated = activated;
  page_class->toggle = toggle;

  gtk_widget_class_install_action (widget_class, "values.next", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "values.previous", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "values.fold", NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "values.unfold", NULL, fold_action);
  dwell_table_page_class_set_up (page_class, "values");

  gtk_widget_class_bind_template_child (widget_class, DwellValuesPage, target);
  gtk_widget_class_bind_template_child (widget_class, DwellValuesPage, target_error);
  gtk_widget_class_bind_template_child (widget_class, DwellValuesPage, cursor);
  gtk_widget_class_bind_template_callback (widget_class, on_target_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_target_changed);
}

static void
dwell_values_page_init (DwellValuesPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  self->track = self->state = DWELL_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_value_list_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_VALUE_COLUMN_NAME, FALSE);
  g_signal_connect_object (self->list, "stepped", G_CALLBACK (on_stepped), self,
                           G_CONNECT_SWAPPED);

  dwell_view_bin_connect (bin, "cursor-changed", G_CALLBACK (update_cursor));
  dwell_view_bin_connect (bin, "units-changed", G_CALLBACK (update_cursor));
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_view_bin_connect (bin, "trace-changed", G_CALLBACK (take_trace));

  update_actions (self);
  update_cursor (self);
}
