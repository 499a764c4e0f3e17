/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-series-timelines.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/comparison/dwell-alignment-choice.h"
#include "ui/comparison/dwell-linked-timeline.h"
#include "ui/widgets/dwell-sessions.h"
#include "ui/widgets/dwell-tip.h"

/* As many as fit on a screen: eight, together with that of the tab. */
#define MAX_TIMELINES 7

/* px: the ruler and some rows. */
#define TIMELINE_HEIGHT 220

struct _DwellSeriesTimelines
{
  DwellViewBin parent_instance;

  GtkLabel  *sentence;
  GtkWidget *align_again; /* undoes the shifts */
  GtkBox    *box;

  GPtrArray *rows; /* Row */
};

typedef struct {
  DwellSession        *session;
  GtkWidget           *box;
  GtkLabel            *sentence; /* how it is aligned, or why it cannot be shown */
  DwellLinkedTimeline *linked;
} Row;

G_DEFINE_FINAL_TYPE (DwellSeriesTimelines, dwell_series_timelines, DWELL_TYPE_VIEW_BIN)

static void
row_free (Row *row)
{
  g_signal_handlers_disconnect_by_data (row->session, row);
  g_signal_handlers_disconnect_by_data (dwell_linked_timeline_get_link (row->linked), row);
  dwell_linked_timeline_set_session (row->linked, NULL);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (row->box)), row->box);
  g_object_unref (row->session);
  g_free (row);
}

static void
update_row (Row *row)
{
  const GError *error = dwell_session_get_error (row->session);
  g_autofree char *sentence =
    error != NULL ? g_strdup (error->message)
    : dwell_session_get_state (row->session) == DWELL_SESSION_LOADING ? g_strdup (_("Reading…"))
    : dwell_time_link_describe (dwell_linked_timeline_get_link (row->linked));

  gtk_label_set_text (row->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->sentence), sentence);
  gtk_widget_set_visible (GTK_WIDGET (row->linked),
                          dwell_session_get_trace (row->session) != NULL);
}

static void
update_shifted (DwellSeriesTimelines *self)
{
  gboolean is_shifted = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      is_shifted |= dwell_time_link_get_shift (dwell_linked_timeline_get_link (row->linked)) != 0;
    }

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", is_shifted);
  gtk_widget_set_visible (self->align_again, is_shifted);
}

static GtkLabel *
add_label (GtkBox     *box,
           const char *text,
           const char *class)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (text));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (label), class);
  dwell_tip_set (GTK_WIDGET (label), text);
  gtk_box_append (box, GTK_WIDGET (label));
  return label;
}

static void
add_row (DwellSeriesTimelines *self,
         GFile                *file,
         const char           *name,
         guint                 number)
{
  Row *row = g_new0 (Row, 1);
  g_autoptr(DwellOrigin) origin = dwell_origin_new_for_file (file);
  GtkBox *head = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  g_autofree char *title = g_strdup_printf ("%u  %s", number, name);
  /* Translators: for a screen reader; a file */
  g_autofree char *label = g_strdup_printf (_("Timeline of %s"), name);

  row->session = dwell_sessions_ref (origin);
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  row->linked = g_object_new (DWELL_TYPE_LINKED_TIMELINE, "height-request", TIMELINE_HEIGHT, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (head), "page-tools");
  add_label (head, title, "heading");
  row->sentence = add_label (head, NULL, "dim-label");
  gtk_widget_set_hexpand (GTK_WIDGET (row->sentence), TRUE);
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (head));
  gtk_box_append (GTK_BOX (row->box), GTK_WIDGET (row->linked));
  gtk_box_append (self->box, row->box);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (row->linked),
                           dwell_view_bin_get_view (DWELL_VIEW_BIN (self)));
  dwell_linked_timeline_set_label (row->linked, label);
  dwell_linked_timeline_set_compact (row->linked);
  dwell_linked_timeline_set_session (row->linked, row->session);
  g_signal_connect_swapped (row->session, "notify::state", G_CALLBACK (update_row), row);
  g_signal_connect_swapped (dwell_linked_timeline_get_link (row->linked), "changed",
                            G_CALLBACK (update_row), row);
  g_signal_connect_object (dwell_linked_timeline_get_link (row->linked), "changed",
                           G_CALLBACK (update_shifted), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->rows, row);
  update_row (row);
}

/* Freeing a row emits signals, which a row that is already freed must not get. */
static void
clear_rows (DwellSeriesTimelines *self)
{
  while (self->rows->len > 0)
    row_free (g_ptr_array_steal_index (self->rows, self->rows->len - 1));
}

static void
align_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellSeriesTimelines *self = DWELL_SERIES_TIMELINES (widget);

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      dwell_time_link_undo_shift (dwell_linked_timeline_get_link (row->linked));
    }
}

static void
dwell_series_timelines_dispose (GObject *object)
{
  DwellSeriesTimelines *self = DWELL_SERIES_TIMELINES (object);

  clear_rows (self);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_series_timelines_parent_class)->dispose (object);
}

static void
dwell_series_timelines_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_SERIES_TIMELINES (object)->rows);

  G_OBJECT_CLASS (dwell_series_timelines_parent_class)->finalize (object);
}

static void
dwell_series_timelines_class_init (DwellSeriesTimelinesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_series_timelines_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_series_timelines_finalize;

  gtk_widget_class_install_action (widget_class, "linked.align", NULL, align_action);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-series-timelines.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesTimelines, align_again);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesTimelines, box);
  gtk_widget_class_bind_template_child (widget_class, DwellSeriesTimelines, sentence);
}

static void
dwell_series_timelines_init (DwellSeriesTimelines *self)
{
  g_type_ensure (DWELL_TYPE_ALIGNMENT_CHOICE);
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", FALSE);
}

/* The last recordings are shown, as these matter most in a series. */
static guint
find_first (DwellSeriesList *list,
            guint            n_recordings)
{
  guint n_others = 0;

  for (guint place = n_recordings; place > 0; place--)
    if (dwell_series_list_get_file (list, place - 1) != NULL && ++n_others == MAX_TIMELINES)
      return place - 1;

  return 0;
}

static GFile *
get_file (Row *row)
{
  guint n_files;

  return dwell_session_get_files (row->session, &n_files)[0];
}

static gboolean
is_shown (DwellSeriesTimelines *self,
          DwellSeriesList      *list,
          guint                 first,
          guint                 n_recordings)
{
  guint n = 0;

  for (guint place = first; place < n_recordings; place++)
    {
      GFile *file = dwell_series_list_get_file (list, place);
      Row *row = n < self->rows->len ? self->rows->pdata[n] : NULL;

      if (file == NULL)
        continue;
      if (row == NULL || !g_file_equal (get_file (row), file))
        return FALSE;
      n++;
    }

  return n == self->rows->len;
}

/**
 * dwell_series_timelines_update:
 * @self: the timelines, which have a view
 * @list: the recordings of its series
 *
 * Shows the last recordings of @list in their order, in addition to the view’s own.
 */
void
dwell_series_timelines_update (DwellSeriesTimelines *self,
                               DwellSeriesList      *list)
{
  const DwellRecordings *recordings;
  g_autofree char *n_text = NULL;
  guint first;

  g_return_if_fail (DWELL_IS_SERIES_TIMELINES (self));

  recordings = dwell_series_list_get_recordings (list);
  if (recordings == NULL)
    return;

  first = find_first (list, recordings->n);
  if (is_shown (self, list, first, recordings->n))
    return;

  clear_rows (self);
  for (guint place = first; place < recordings->n; place++)
    {
      GFile *file = dwell_series_list_get_file (list, place);
      g_autofree char *name = dwell_series_list_name (list, place);

      if (file != NULL)
        add_row (self, file, name, place + 1);
    }

  n_text = dwell_text_count (self->rows->len);
  if (self->rows->len + 1 < recordings->n)
    {
      /* Translators: a number of recordings, of a series that has more */
      g_autofree char *sentence = g_strdup_printf (_("The last %s recordings"), n_text);

      gtk_label_set_text (self->sentence, sentence);
    }
  else
    {
      gtk_label_set_text (self->sentence, "");
    }
  update_shifted (self);
}
