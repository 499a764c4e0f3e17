/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry shows the deadline that the distribution's areas have in common. A deadline is
 * checked while it is typed, but only set when the user pauses, as half a number would mark half
 * the trace. */
#include "config.h"

#include "ui/pages/dwell-deadline-bar.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/pages/dwell-distribution-requiring.h"

#define PAUSE_MS 400

struct _DwellDeadlineBar
{
  AdwBin parent_instance;

  GtkWidget     *field; /* the entry with its label */
  GtkWidget     *entry;
  GtkLabel      *answer;
  GtkWidget     *select;
  GtkMenuButton *require;

  DwellDistribution *distribution;
  guint              pause_id;
  gboolean           is_updating; /* the program sets the entry, not the user */
};

G_DEFINE_FINAL_TYPE (DwellDeadlineBar, dwell_deadline_bar, ADW_TYPE_BIN)

/* Empty text means no deadline. A comma is read as a decimal point, since users may type “1,5
 * ms”. */
static gboolean
parse (const char *text,
       gint64     *limit_ns)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));

  *limit_ns = G_MAXINT64;
  if (*copy == '\0')
    return TRUE;

  if (strchr (copy, '.') == NULL)
    g_strdelimit (copy, ",", '.');
  return dwell_text_parse_time (copy, limit_ns) && *limit_ns >= 0;
}

/* Returns a text that can be parsed again: “20ms”. */
static char *
format (gint64 limit_ns)
{
  static const struct { gint64 ns; const char *name; } units[] = {
    { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" },
  };
  guint i = 0;

  if (limit_ns == G_MAXINT64)
    return g_strdup ("");

  while (limit_ns % units[i].ns != 0)
    i++;
  return g_strdup_printf ("%" G_GINT64_FORMAT "%s", limit_ns / units[i].ns, units[i].name);
}

static void
show_validity (DwellDeadlineBar *self,
               gboolean          is_valid)
{
  const char *tip = _("Spans that take longer are counted, and marked in the timeline");

  if (dwell_distribution_get_measure (self->distribution) == DWELL_MEASURE_JITTER)
    tip = _("Spans that come earlier or later by more than this are counted, and marked in the "
            "timeline");

  if (is_valid)
    gtk_widget_remove_css_class (self->entry, "error");
  else
    gtk_widget_add_css_class (self->entry, "error");
  gtk_widget_set_tooltip_text (self->entry, is_valid ? tip : _("A time such as 20ms or 1.5s"));
}

static void
stop_pause (DwellDeadlineBar *self)
{
  g_clear_handle_id (&self->pause_id, g_source_remove);
}

static void
keep (DwellDeadlineBar *self)
{
  gint64 limit_ns;

  stop_pause (self);
  if (self->distribution != NULL &&
      parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &limit_ns))
    dwell_distribution_set_deadline (self->distribution, limit_ns);
}

static gboolean
on_pause (gpointer user_data)
{
  DwellDeadlineBar *self = user_data;

  self->pause_id = 0;
  keep (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (DwellDeadlineBar *self)
{
  gint64 limit_ns;
  gboolean is_valid = parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &limit_ns);

  if (self->is_updating)
    return;

  show_validity (self, is_valid);
  stop_pause (self);
  if (is_valid)
    self->pause_id = g_timeout_add (PAUSE_MS, on_pause, self);
}

static void
update_answer (DwellDeadlineBar *self)
{
  const DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  gboolean is_derived = dwell_distribution_is_derived (self->distribution);
  gboolean has_deadline = FALSE;
  guint64 n_over = 0;
  guint64 n = 0;

  for (guint i = 0; answer != NULL && i < answer->n_parts; i++)
    {
      const DwellSamples *samples = answer->parts[i].samples;
      DwellSampleLimits limits = dwell_distribution_get_part_limits (self->distribution, i);

      if (!dwell_sample_limits_exist (&limits))
        continue;

      has_deadline = TRUE;
      n_over += dwell_samples_count_beyond (samples, &limits);
      n += samples->n;
    }

  gtk_widget_set_sensitive (GTK_WIDGET (self->require), answer != NULL && answer->all->n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->require), !is_derived);
  gtk_widget_set_sensitive (self->select, n_over > 0);
  gtk_widget_set_visible (self->select, has_deadline && !is_derived);
  gtk_widget_set_visible (GTK_WIDGET (self->answer), has_deadline);
  if (has_deadline)
    {
      g_autofree char *count = dwell_text_count (n_over);
      g_autofree char *share = dwell_text_percent ((double) n_over / (double) MAX (n, 1));
      /* Translators: how many spans exceed the deadline, and which part of all that is */
      g_autofree char *text = g_strdup_printf (_("%s over (%s)"), count, share);

      gtk_label_set_text (self->answer, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->answer), has_deadline);
}

static void
update_entry (DwellDeadlineBar *self)
{
  g_autofree char *text = NULL;
  gint64 shown_ns;
  gint64 limit_ns;
  gboolean is_common = dwell_distribution_get_deadline (self->distribution, &limit_ns);

  gtk_widget_set_visible (self->field, !dwell_distribution_is_derived (self->distribution));
  gtk_widget_set_sensitive (self->entry, dwell_distribution_get_n_areas (self->distribution) > 0);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry),
                                  /* Translators: a deadline that could be typed */
                                  is_common ? _("e.g. 20ms")
                                  /* Translators: functions have different deadlines */
                                            : C_("deadline", "Various"));
  if (!is_common)
    limit_ns = G_MAXINT64;

  if (self->pause_id != 0 ||
      (parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &shown_ns) &&
       shown_ns == limit_ns))
    return;

  text = format (limit_ns);
  self->is_updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->is_updating = FALSE;
  show_validity (self, TRUE);
}

static void
on_deadlines_changed (DwellDeadlineBar *self)
{
  update_entry (self);
  update_answer (self);
}

static void
on_areas_changed (DwellDeadlineBar *self)
{
  stop_pause (self);
}

/* Leaving the entry counts as a pause. */
static void
on_leave (DwellDeadlineBar *self)
{
  if (self->pause_id != 0)
    keep (self);
}

/* Each answer allows other requirements, so the menu is made when it opens. */
static void
make_menu (GtkMenuButton *button,
           gpointer       user_data)
{
  DwellDeadlineBar *self = user_data;
  g_autoptr(GMenuModel) menu = dwell_distribution_requiring_make_menu (self->distribution);

  gtk_menu_button_set_menu_model (button, menu);
}

static void
dwell_deadline_bar_dispose (GObject *object)
{
  DwellDeadlineBar *self = DWELL_DEADLINE_BAR (object);

  stop_pause (self);
  g_clear_object (&self->distribution);

  G_OBJECT_CLASS (dwell_deadline_bar_parent_class)->dispose (object);
}

static void
dwell_deadline_bar_class_init (DwellDeadlineBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_deadline_bar_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-deadline-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellDeadlineBar, field);
  gtk_widget_class_bind_template_child (widget_class, DwellDeadlineBar, entry);
  gtk_widget_class_bind_template_child (widget_class, DwellDeadlineBar, answer);
  gtk_widget_class_bind_template_child (widget_class, DwellDeadlineBar, select);
  gtk_widget_class_bind_template_child (widget_class, DwellDeadlineBar, require);
  gtk_widget_class_bind_template_callback (widget_class, keep);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
}

static void
dwell_deadline_bar_init (DwellDeadlineBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->require, make_menu, self, NULL);
}

/**
 * dwell_deadline_bar_set_distribution:
 * @self: a bar that has none
 * @distribution: the distribution whose deadlines it shows and sets
 *
 * Sets the distribution. Call it once.
 */
void
dwell_deadline_bar_set_distribution (DwellDeadlineBar  *self,
                                     DwellDistribution *distribution)
{
  g_return_if_fail (DWELL_IS_DEADLINE_BAR (self) && self->distribution == NULL);

  self->distribution = g_object_ref (distribution);
  g_signal_connect_object (distribution, "areas-changed", G_CALLBACK (on_areas_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (distribution, "deadlines-changed", G_CALLBACK (on_deadlines_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (distribution, "answer-changed", G_CALLBACK (update_answer), self,
                           G_CONNECT_SWAPPED);
  show_validity (self, TRUE);
  on_deadlines_changed (self);
}
