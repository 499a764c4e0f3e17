/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Series page: how each function develops along several recordings, or how it differs between
 * two groups of them. There is a column for each recording, whose title is set once the recordings
 * are known. */
#include "config.h"

#include "ui/comparison/dwell-series-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-series-list.h"
#include "ui/comparison/dwell-series-timelines.h"

/* The columns of so many recordings are shown at first. */
#define N_SHOWN 12

struct _DwellSeriesPage
{
  DwellTablePage parent_instance;

  GtkLabel    *summary;
  GtkLabel    *problem;
  GtkDropDown *measure;
  GtkDropDown *groups;
  GtkDropDown *reference;
  GtkStack    *forms;
  GtkToggleButton *timelines_button;

  DwellSeriesTimelines *timelines; /* (nullable): while they are shown */
  DwellSeriesList *list; /* the table page owns it */
  gboolean         is_updating;
};

G_DEFINE_FINAL_TYPE (DwellSeriesPage, dwell_series_page, DWELL_TYPE_TABLE_PAGE)

static DwellView *
get_view (DwellSeriesPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static void
fill_curve (DwellCell       *cell,
            DwellSeriesItem *item)
{
  guint8 x[DWELL_SERIES_MAX];
  guint8 y[DWELL_SERIES_MAX];
  g_autofree char *figures = dwell_series_item_describe (item);

  dwell_cell_set_plot (cell, x, y, dwell_series_item_get_curve (item, x, y));
  dwell_cell_set_tip (cell, figures);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = NULL;
  const DwellRecordingsRow *row = dwell_series_item_get_row (item);

  if (id == DWELL_RECORDINGS_CURVE)
    {
      fill_curve (cell, item);
      return;
    }

  text = dwell_series_item_get_text (item, (guint) id);
  dwell_cell_set_text (cell, text);
  if (id == DWELL_RECORDINGS_NAME && row->area != DWELL_NONE)
    dwell_cell_set_area (cell, dwell_series_item_get_trace (item), row->area);
  else if (id == DWELL_RECORDINGS_NAME)
    dwell_cell_set_swatch_of (cell, row->name);
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_series_item_get_plain (item, (guint) id)
                  : dwell_series_item_get_text (item, (guint) id);
}

static void
add_values (DwellTableColumns *columns)
{
  for (int i = 0; i < DWELL_SERIES_MAX; i++)
    {
      g_autofree char *title = g_strdup_printf ("%d", i + 1);
      g_autofree char *name = g_strdup_printf ("recording-%d", i + 1);
      DwellTableColumn column = {
        .title = g_intern_string (title),
        .width = 96,
        .is_number = TRUE,
        .id = DWELL_RECORDINGS_VALUE + i,
        .fill = fill,
        .name = g_intern_string (name),
        .sort = DWELL_TABLE_DESCENDING,
        .get_text = get_text,
        .is_hidden = i >= N_SHOWN,
        .is_of_trace = TRUE,
        .group = _("Recordings"),
      };

      dwell_table_columns_add (columns, &column);
      dwell_table_columns_set_available (columns, column.id, FALSE);
    }
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_RECORDINGS_COLUMNS] = {
    [DWELL_RECORDINGS_NAME] = 176, [DWELL_RECORDINGS_CURVE] = 96,
    [DWELL_RECORDINGS_VERDICT] = 104, [DWELL_RECORDINGS_CHANGE] = 100,
    [DWELL_RECORDINGS_SINCE] = 128, [DWELL_RECORDINGS_GROWTHS] = 180,
  };

  for (guint i = 0; i < DWELL_N_RECORDINGS_COLUMNS; i++)
    {
      const DwellColumnInfo *info = &dwell_recordings_columns[i];
      gboolean is_picture = info->kind == DWELL_CELL_NONE;
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i] > 0 ? widths[i] : 88,
        .is_number = dwell_column_is_number (info),
        .expands = i == DWELL_RECORDINGS_NAME,
        .id = (int) i,
        .fill = fill,
        .name = info->id,
        .tip = _(info->summary),
        .sort = is_picture ? DWELL_TABLE_UNSORTED
                : info->kind == DWELL_CELL_TEXT ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .get_text = is_picture ? NULL : get_text,
        .is_hidden = !info->is_default,
        .is_fixed = i == DWELL_RECORDINGS_NAME,
        .group = i >= DWELL_RECORDINGS_SLOPE ? _("Significance") : _("What Is Compared"),
      };

      dwell_table_columns_add (columns, &column);
    }
  add_values (columns);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_series_list_sort (DWELL_SERIES_PAGE (page)->list, (guint) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_series_list_set_filter (DWELL_SERIES_PAGE (page)->list, text, error);
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellSeriesPage *self = DWELL_SERIES_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_page_get_selected (page);

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_series_list_get_area (self->list, position) != area)
    dwell_table_page_select (page, dwell_series_list_find_area (self->list, area), scroll);
}

/* An area that only other recordings have cannot be shown in this tab. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellSeriesPage *self = DWELL_SERIES_PAGE (page);
  guint32 area = dwell_series_list_get_area (self->list, position);

  if (area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), area);
  return area != DWELL_NONE;
}

/* Groups have no slope, series have no groups, and few recordings do not allow a test of
 * significance. */
static gboolean
is_useful (const DwellRecordings *recordings,
           int                    column)
{
  guint n_base = recordings != NULL ? recordings->options.n_base : 0;
  guint n = recordings != NULL ? recordings->n : 0;

  if (column == DWELL_RECORDINGS_GROWTHS)
    return recordings != NULL && recordings->has_growths;
  if (column >= DWELL_RECORDINGS_LOW)
    return n_base > 0 && MIN (n_base, n - n_base) >= DWELL_GROUP_TESTED_MIN;
  if (column >= DWELL_RECORDINGS_SINCE)
    return n_base == 0 && n >= DWELL_SERIES_SPLIT_MIN;

  return n_base == 0 && (column != DWELL_RECORDINGS_P || n >= DWELL_SERIES_TREND_MIN);
}

/* Sets the titles of the recordings' columns, and hides columns that would be empty. */
static void
update_columns (DwellSeriesPage *self)
{
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  const DwellRecordings *recordings = dwell_series_list_get_recordings (self->list);

  for (int i = DWELL_RECORDINGS_GROWTHS; i < DWELL_N_RECORDINGS_COLUMNS; i++)
    dwell_table_columns_set_available (columns, i, is_useful (recordings, i));

  for (guint i = 0; i < DWELL_SERIES_MAX; i++)
    {
      gboolean is_there = recordings != NULL && i < recordings->n;

      if (is_there)
        {
          g_autofree char *name = dwell_series_list_name (self->list, i);

          dwell_table_columns_set_title (columns, DWELL_RECORDINGS_VALUE + (int) i, name);
        }
      dwell_table_columns_set_available (columns, DWELL_RECORDINGS_VALUE + (int) i, is_there);
    }
}

static char *
describe (const DwellRecordings *recordings)
{
  g_autofree char *number = dwell_text_count (recordings->n);
  guint n_base = recordings->options.n_base;
  g_autofree char *n_base_text = dwell_text_count (n_base);

  if (n_base == 0)
    /* Translators: a number */
    return g_strdup_printf (ngettext ("%s recording, one after another",
                                      "%s recordings, one after another", recordings->n), number);

  /* Translators: two numbers: “5 recordings, of which the first 2 are the base” */
  return g_strdup_printf (ngettext ("%s recordings, of which the first is the base",
                                    "%s recordings, of which the first %s are the base", n_base),
                          number, n_base_text);
}

static void
update_summary (DwellSeriesPage *self)
{
  const DwellRecordings *recordings = dwell_series_list_get_recordings (self->list);
  const char *problem = dwell_series_list_get_problem (self->list);
  g_autofree char *summary = recordings != NULL ? describe (recordings) : g_strdup ("");

  gtk_label_set_text (self->summary, summary);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), summary);
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* “As a Series”, “Base: the First”, “Base: the First 2” … */
static void
fill_groups (DwellSeriesPage *self,
             guint            n_others)
{
  GtkStringList *choices = GTK_STRING_LIST (gtk_drop_down_get_model (self->groups));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (choices));

  for (; n > n_others + 1; n--)
    gtk_string_list_remove (choices, n - 1);
  for (; n < n_others + 1; n++)
    {
      g_autofree char *text =
        n == 0 ? g_strdup (_("As a Series"))
               /* Translators: of several recordings, the first ones are what others are compared
                * with */
               : g_strdup_printf (ngettext ("Base: the First", "Base: the First %u", n), n);

      gtk_string_list_append (choices, text);
    }
}

/* “Change from the First”, then each recording in the order in which they were chosen. If the list
 * has not changed it is not replaced, as the user may be choosing from it. */
static void
fill_references (DwellSeriesPage *self,
                 DwellView       *view,
                 const GPtrArray *files)
{
  GtkStringList *choices = GTK_STRING_LIST (gtk_drop_down_get_model (self->reference));
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) names = NULL;
  guint n = 0;

  g_strv_builder_add (builder, _("Change from the First"));
  for (guint i = 0; i <= files->len; i++)
    {
      g_autofree char *file = i > 0 ? g_file_get_basename (files->pdata[i - 1]) : NULL;
      g_autofree char *name =
        file != NULL ? g_filename_display_name (file)
                     : g_strdup (dwell_session_get_title (dwell_view_get_session (view)));
      /* Translators: the change of a series is counted from this recording; a file */
      g_autofree char *text = g_strdup_printf (_("Change from %s"), name);

      g_strv_builder_add (builder, text);
    }

  names = g_strv_builder_end (builder);
  while (names[n] != NULL && g_strcmp0 (gtk_string_list_get_string (choices, n), names[n]) == 0)
    n++;
  if (names[n] != NULL || gtk_string_list_get_string (choices, n) != NULL)
    gtk_string_list_splice (choices, 0, g_list_model_get_n_items (G_LIST_MODEL (choices)),
                            (const char * const *) names);
}

static void
update_choices (DwellSeriesPage *self)
{
  DwellView *view = get_view (self);
  g_autoptr(GPtrArray) files = view != NULL ? dwell_series_get_files (view) : NULL;

  if (view == NULL || self->is_updating)
    return;

  /* Without a series its recordings need not be open. */
  if (files->len == 0)
    gtk_toggle_button_set_active (self->timelines_button, FALSE);
  self->is_updating = TRUE;
  fill_groups (self, files->len);
  gtk_drop_down_set_selected (self->measure, dwell_series_get_measure (view));
  gtk_drop_down_set_selected (self->groups, MIN (dwell_series_get_n_base (view), files->len));
  fill_references (self, view, files);
  gtk_drop_down_set_selected (self->reference,
                              MIN (dwell_series_get_reference (view), files->len + 1));
  gtk_widget_set_visible (GTK_WIDGET (self->reference),
                          self->timelines == NULL && dwell_series_get_n_base (view) == 0);
  self->is_updating = FALSE;
}

static void
on_choice (DwellSeriesPage *self)
{
  DwellView *view = get_view (self);
  guint measure = gtk_drop_down_get_selected (self->measure);
  guint n_base = gtk_drop_down_get_selected (self->groups);
  guint reference = gtk_drop_down_get_selected (self->reference);

  if (view == NULL || self->is_updating || measure >= DWELL_N_SERIES_MEASURES ||
      n_base == GTK_INVALID_LIST_POSITION || reference == GTK_INVALID_LIST_POSITION)
    return;

  dwell_series_set_measure (view, (DwellCompared) measure);
  dwell_series_set_n_base (view, n_base);
  dwell_series_set_reference (view, reference);
}

static void
update_all (DwellSeriesPage *self)
{
  update_columns (self);
  update_summary (self);
  if (self->timelines != NULL)
    dwell_series_timelines_update (self->timelines, self->list);
}

/* Shows or hides the tools that are for the table only. */
static void
show_tools (DwellSeriesPage *self,
            gboolean         is_table)
{
  for (GtkWidget *tool = gtk_widget_get_next_sibling (GTK_WIDGET (self->timelines_button));
       tool != NULL; tool = gtk_widget_get_next_sibling (tool))
    gtk_widget_set_visible (tool, is_table);

  update_choices (self);
}

/* Recordings are open as long as their timelines are shown. */
static void
show_timelines (DwellSeriesPage *self)
{
  gboolean is_wanted = gtk_toggle_button_get_active (self->timelines_button);

  if (is_wanted == (self->timelines != NULL))
    return;

  if (is_wanted)
    {
      self->timelines = g_object_new (DWELL_TYPE_SERIES_TIMELINES, "view", get_view (self), NULL);
      gtk_stack_add_named (self->forms, GTK_WIDGET (self->timelines), "timelines");
      gtk_stack_set_visible_child_name (self->forms, "timelines");
      dwell_series_timelines_update (self->timelines, self->list);
    }
  else
    {
      gtk_stack_remove (self->forms, GTK_WIDGET (g_steal_pointer (&self->timelines)));
    }
  show_tools (self, !is_wanted);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  dwell_series_set_files (get_view (DWELL_SERIES_PAGE (widget)), NULL, 0);
}

static void
dwell_series_page_take_view (DwellViewBin *bin)
{
  gtk_toggle_button_set_active (DWELL_SERIES_PAGE (bin)->timelines_button, FALSE);
  update_choices (DWELL_SERIES_PAGE (bin));
  dwell_table_page_follow (DWELL_TABLE_PAGE (bin));
}

static void
dwell_series_page_class_init (DwellSeriesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_series_page_take_view;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;

  gtk_widget_class_install_action (widget_class, "series.stop", NULL, stop_action);
  dwell_table_page_class_set_up (page_class, "series");

  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, problem);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, measure);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, groups);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, reference);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, forms);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesPage, timelines_button);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
  gtk_widget_class_bind_template_callback (widget_class, show_timelines);
}

static void
dwell_series_page_init (DwellSeriesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->list = dwell_series_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_RECORDINGS_CHANGE, TRUE);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (update_all), self,
                           G_CONNECT_SWAPPED);
  /* An answer without rows does not emit items-changed. */
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_all), self,
                           G_CONNECT_SWAPPED);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (update_choices));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
}
