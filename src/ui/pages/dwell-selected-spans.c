/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans in the selected part of a distribution's charts, as a table. It is hidden while nothing
 * is selected. */
#include "config.h"

#include "ui/pages/dwell-selected-spans.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/events/dwell-span-list.h"
#include "ui/table/dwell-context-titles.h"
#include "ui/table/dwell-table-column.h"
#include "ui/table/dwell-table.h"

struct _DwellSelectedSpans
{
  AdwBin parent_instance;

  GtkLabel            *title;
  GtkColumnView       *table;
  GtkColumnViewColumn *context_column; /* the table owns this and the following ones */
  GtkColumnViewColumn *value_column; /* of the measure */
  GtkColumnViewColumn *name_column;

  DwellDistribution *distribution;
  DwellSpanList     *list;
};

G_DEFINE_FINAL_TYPE (DwellSelectedSpans, dwell_selected_spans, ADW_TYPE_BIN)

enum {
  COLUMN_TIME,
  COLUMN_VALUE,
  COLUMN_DURATION,
  COLUMN_NAME,
  COLUMN_CONTEXT,
};

/* Shows the measured value of an item's span. */
static void
fill_value (DwellCell *cell,
            gpointer   item,
            int        id,
            gpointer   user_data)
{
  DwellSelectedSpans *self = user_data;
  const DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  g_autofree char *text = NULL;
  gint64 value;

  if (answer != NULL &&
      dwell_samples_find (answer->all, dwell_event_item_get_event (item).span, &value))
    text = dwell_text_duration (value);
  dwell_cell_set_text (cell, text != NULL ? text : "");
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  static const char * const names[] = { "time", "", "duration", "name", "context" };
  g_autofree char *text = NULL;

  if (id == COLUMN_NAME)
    {
      const DwellTrace *trace;
      guint32 area = dwell_event_item_get_area (item, &trace);

      text = dwell_trace_dup_area_label (trace, area);
      dwell_cell_set_text (cell, text);
      dwell_cell_set_area (cell, trace, area);
      return;
    }

  g_object_get (item, names[id], &text, NULL);
  dwell_cell_set_text (cell, text);
}

static void
add_columns (DwellSelectedSpans *self)
{
  const DwellTableColumn columns[] = {
    { _("Time"), 110, TRUE, FALSE, COLUMN_TIME, fill },
    { "", 90, TRUE, FALSE, COLUMN_VALUE, fill_value,
      .user_data = self },
    { _("Duration"), 90, TRUE, FALSE, COLUMN_DURATION, fill },
    { _("Name"), 160, FALSE, TRUE, COLUMN_NAME, fill },
    { _("Context"), 110, FALSE, FALSE, COLUMN_CONTEXT, fill },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkColumnViewColumn *column = dwell_table_add_column (self->table, &columns[i]);

      if (columns[i].id == COLUMN_VALUE)
        self->value_column = column;
      if (columns[i].id == COLUMN_NAME)
        self->name_column = column;
      if (columns[i].id == COLUMN_CONTEXT)
        self->context_column = column;
    }
}

static void
on_selected (DwellSelectedSpans *self,
             GArray             *spans)
{
  DwellQuery *query = DWELL_QUERY (self->distribution);
  const DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  g_autofree char *n = dwell_text_count (spans->len);
  g_autofree char *title = NULL;
  DwellContextTitles titles;

  dwell_context_titles_init (&titles, dwell_query_get_trace (query));
  gtk_column_view_column_set_title (self->context_column, titles.one);
  gtk_column_view_column_set_title (self->value_column, dwell_measure_get_title (answer->measure));
  gtk_column_view_column_set_visible (self->value_column, answer->measure != DWELL_MEASURE_CALL);
  /* If there is only one area, the page shows its name. */
  gtk_column_view_column_set_visible (self->name_column, answer->n_parts > 1);

  title = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s span", "%s spans", spans->len), n);
  gtk_label_set_text (self->title, title);
  dwell_span_list_set_spans (self->list, dwell_query_get_trace (query), spans,
                             dwell_session_get_resolution (dwell_query_get_session (query)));
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

static DwellEventItem *
get_item (DwellSelectedSpans *self,
          guint               position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->list), position);
}

static void
on_activate (DwellSelectedSpans *self,
             guint               position)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self->distribution));
  g_autoptr(DwellEventItem) item = get_item (self, position);

  if (item != NULL)
    dwell_view_zoom_to_span (view, dwell_event_item_get_event (item).span);
}

static void
on_chosen (DwellSelectedSpans *self,
           guint               position)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self->distribution));
  g_autoptr(DwellEventItem) item = get_item (self, position);

  if (item != NULL)
    dwell_view_focus_span (view, dwell_event_item_get_event (item).span);
}

static void
dwell_selected_spans_finalize (GObject *object)
{
  DwellSelectedSpans *self = DWELL_SELECTED_SPANS (object);

  g_clear_object (&self->list);
  g_clear_object (&self->distribution);

  G_OBJECT_CLASS (dwell_selected_spans_parent_class)->finalize (object);
}

static void
dwell_selected_spans_class_init (DwellSelectedSpansClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_selected_spans_finalize;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-selected-spans.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSelectedSpans, title);
  gtk_widget_class_bind_template_child (widget_class, DwellSelectedSpans, table);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
dwell_selected_spans_init (DwellSelectedSpans *self)
{
  DwellTableRows *rows;

  gtk_widget_init_template (GTK_WIDGET (self));

  add_columns (self);
  self->list = dwell_span_list_new ();
  rows = dwell_table_show_list (self->table, G_LIST_MODEL (self->list));
  g_signal_connect_object (rows, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
}

/**
 * dwell_selected_spans_set_distribution:
 * @self: a table without a distribution
 * @distribution: the distribution whose selected spans it shows
 *
 * Shows the spans when some are selected, until there is another answer.
 */
void
dwell_selected_spans_set_distribution (DwellSelectedSpans *self,
                                       DwellDistribution  *distribution)
{
  g_return_if_fail (DWELL_IS_SELECTED_SPANS (self) && self->distribution == NULL);

  self->distribution = g_object_ref (distribution);
  g_signal_connect_object (distribution, "selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (distribution, "answer-changed",
                           G_CALLBACK (dwell_selected_spans_clear), self, G_CONNECT_SWAPPED);
}

/**
 * dwell_selected_spans_clear:
 * @self: a table
 *
 * Shows no spans, and hides the table.
 */
void
dwell_selected_spans_clear (DwellSelectedSpans *self)
{
  g_return_if_fail (DWELL_IS_SELECTED_SPANS (self));

  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  dwell_span_list_set_spans (self->list, NULL, NULL, 0);
}
