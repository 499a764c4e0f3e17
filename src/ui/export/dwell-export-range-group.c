/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The range of an export: the whole session, the selection, the visible range, or from one marker
 * to another. Ranges that do not exist are not offered. */
#include "config.h"

#include "ui/export/dwell-export-range-group.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"

struct _DwellExportRangeGroup
{
  AdwPreferencesGroup parent_instance;

  AdwComboRow *range;
  AdwComboRow *from_marker;
  AdwComboRow *to_marker;

  DwellView        *view;
  DwellExportDraft *draft;
  DwellExportRange  ranges[4]; /* by row of the combo */
  guint             n_ranges;
  gboolean          is_showing;
};

G_DEFINE_FINAL_TYPE (DwellExportRangeGroup, dwell_export_range_group, ADW_TYPE_PREFERENCES_GROUP)

/* Returns FALSE if there are fewer than two markers. The two can be selected in either order. */
static gboolean
get_marked_range (DwellExportRangeGroup *self,
                  gint64                  *begin,
                  gint64                  *end)
{
  guint n = dwell_view_get_n_markers (self->view);
  guint from = adw_combo_row_get_selected (self->from_marker);
  guint to = adw_combo_row_get_selected (self->to_marker);
  gint64 first;
  gint64 last;

  if (n < 2)
    return FALSE;

  first = dwell_view_get_marker (self->view, from < n ? from : 0)->time;
  last = dwell_view_get_marker (self->view, to < n ? to : n - 1)->time;
  *begin = MIN (first, last);
  *end = MAX (first, last);
  return TRUE;
}

static gboolean
can_be_cut (DwellExportRangeGroup *self)
{
  DwellTrace *trace = dwell_view_get_trace (self->view);

  return trace != NULL &&
         dwell_format_takes_range (dwell_export_draft_get_settings (self->draft)->format, trace);
}

static gboolean
get_range (DwellExportRangeGroup *self,
           DwellExportRange       range,
           gint64                *begin,
           gint64                *end)
{
  *begin = G_MAXINT64;
  *end = G_MININT64;

  if (!can_be_cut (self))
    return range == DWELL_EXPORT_WHOLE;
  if (range == DWELL_EXPORT_SELECTION)
    return dwell_view_get_selection (self->view, begin, end);
  if (range == DWELL_EXPORT_VISIBLE)
    dwell_view_get_range (self->view, begin, end);
  if (range == DWELL_EXPORT_MARKERS)
    return get_marked_range (self, begin, end);

  return TRUE;
}

static void
show_marker_rows (DwellExportRangeGroup *self)
{
  guint selected = adw_combo_row_get_selected (self->range);
  gboolean has_markers = selected < self->n_ranges &&
                         self->ranges[selected] == DWELL_EXPORT_MARKERS;

  gtk_widget_set_visible (GTK_WIDGET (self->from_marker), has_markers);
  gtk_widget_set_visible (GTK_WIDGET (self->to_marker), has_markers);
}

static void
on_range (DwellExportRangeGroup *self)
{
  guint selected = adw_combo_row_get_selected (self->range);
  gint64 begin;
  gint64 end;

  if (self->is_showing || selected >= self->n_ranges)
    return;

  show_marker_rows (self);
  get_range (self, self->ranges[selected], &begin, &end);
  dwell_export_draft_set_range (self->draft, self->ranges[selected], begin, end);
}

/* Lists the markers by time in both rows, and selects the first and the last. */
static void
fill_markers (DwellExportRangeGroup *self)
{
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  gint64 resolution = dwell_session_get_resolution (dwell_view_get_session (self->view));
  guint n = dwell_view_get_n_markers (self->view);

  for (guint i = 0; i < n; i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (self->view, i);
      g_autofree char *time = dwell_axis_time (dwell_view_get_trace (self->view), marker->time,
                                               resolution);
      g_autofree char *name = g_strdup_printf ("%s  %s", time, marker->text);

      gtk_string_list_append (list, *marker->text != '\0' ? name : time);
    }

  self->is_showing = TRUE;
  adw_combo_row_set_model (self->from_marker, G_LIST_MODEL (list));
  adw_combo_row_set_model (self->to_marker, G_LIST_MODEL (list));
  if (n > 0)
    adw_combo_row_set_selected (self->to_marker, n - 1);
  self->is_showing = FALSE;
}

static void
fill_ranges (DwellExportRangeGroup *self)
{
  static const char * const names[] = {
    N_("Whole recording"), N_("Selection"), N_("Visible range"),
    N_("Between two markers"),
  };
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);

  self->is_showing = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellExportRange range = (DwellExportRange) i;
      g_autofree char *length = NULL;
      g_autofree char *name = NULL;
      gint64 begin;
      gint64 end;

      if (!get_range (self, range, &begin, &end))
        continue;

      length = begin < end ? dwell_text_duration (end - begin) : NULL;
      /* Translators: which range, and how long it is */
      name = i == 0 || range == DWELL_EXPORT_MARKERS
               ? g_strdup (_(names[i]))
               : g_strdup_printf (_("%s, %s"), _(names[i]), length);
      gtk_string_list_append (list, name);
      self->ranges[self->n_ranges++] = range;
    }

  adw_combo_row_set_model (self->range, G_LIST_MODEL (list));
  self->is_showing = FALSE;
}

/* The selection may have changed or been removed since the dialog was last open. */
static void
adapt_range (DwellExportRangeGroup *self)
{
  DwellExportRange range = dwell_export_draft_get_range (self->draft);
  gint64 begin;
  gint64 end;

  if (!get_range (self, range, &begin, &end))
    range = DWELL_EXPORT_WHOLE;

  dwell_export_draft_set_range (self->draft, range, begin, end);
}

static void
dwell_export_range_group_dispose (GObject *object)
{
  DwellExportRangeGroup *self = DWELL_EXPORT_RANGE_GROUP (object);

  /* Rows that are removed must not set anything. */
  self->is_showing = TRUE;
  g_clear_object (&self->draft);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_export_range_group_parent_class)->dispose (object);
}

static void
dwell_export_range_group_class_init (DwellExportRangeGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_range_group_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-range-group.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportRangeGroup, range);
  gtk_widget_class_bind_template_child (widget_class, DwellExportRangeGroup, from_marker);
  gtk_widget_class_bind_template_child (widget_class, DwellExportRangeGroup, to_marker);
  gtk_widget_class_bind_template_callback (widget_class, on_range);
}

static void
dwell_export_range_group_init (DwellExportRangeGroup *self)
{
  /* Creating the widgets must not set anything. */
  self->is_showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_export_range_group_set_up:
 * @self: the group
 * @view: the view of the session, with its visible range, selection and markers
 * @draft: the draft that has the range
 *
 * Offers the ranges of @view, and adapts the range of @draft to them. Call it once.
 */
void
dwell_export_range_group_set_up (DwellExportRangeGroup *self,
                                 DwellView             *view,
                                 DwellExportDraft      *draft)
{
  g_return_if_fail (DWELL_IS_EXPORT_RANGE_GROUP (self));

  self->view = g_object_ref (view);
  self->draft = g_object_ref (draft);
  fill_markers (self);
  fill_ranges (self);
  adapt_range (self);
  show_marker_rows (self);
  gtk_widget_set_visible (GTK_WIDGET (self->range), can_be_cut (self));
}

/**
 * dwell_export_range_group_update:
 * @self: the group
 *
 * Shows the range that the draft has now.
 */
void
dwell_export_range_group_update (DwellExportRangeGroup *self)
{
  DwellExportRange range;

  g_return_if_fail (DWELL_IS_EXPORT_RANGE_GROUP (self));

  range = dwell_export_draft_get_range (self->draft);
  self->is_showing = TRUE;
  for (guint i = 0; i < self->n_ranges; i++)
    if (self->ranges[i] == range)
      adw_combo_row_set_selected (self->range, i);
  self->is_showing = FALSE;
}
