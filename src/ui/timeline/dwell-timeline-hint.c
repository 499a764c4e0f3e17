/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hint at the first start. */
#include "config.h"

#include "ui/timeline/dwell-timeline-hint.h"

#include "ui/widgets/dwell-settings.h"

#define SHOWN_KEY "timeline-hint-shown"
#define TIMEOUT_S 30

struct _DwellTimelineHint
{
  AdwBin         parent_instance;

  GtkRevealer   *revealer;

  DwellViewport *viewport;
  gint64         width;   /* ns: of the visible range when the hint was shown */
  guint          timeout; /* source that hides it, or 0: it is hidden */
};

G_DEFINE_FINAL_TYPE (DwellTimelineHint, dwell_timeline_hint, ADW_TYPE_BIN)

static gint64
get_visible_width (DwellTimelineHint *self)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (dwell_viewport_get_view (self->viewport), &begin, &end);
  return end - begin;
}

/* A hidden hint leaves pointer events to the timeline below. */
static void
set_shown (DwellTimelineHint *self,
           gboolean           is_shown)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), is_shown);
  gtk_revealer_set_reveal_child (self->revealer, is_shown);
}

static void
hide (DwellTimelineHint *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  set_shown (self, FALSE);
}

static gboolean
on_timeout (gpointer data)
{
  DwellTimelineHint *self = data;

  self->timeout = 0;
  hide (self);
  return G_SOURCE_REMOVE;
}

static void
trace_changed (DwellTimelineHint *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  GSettings *settings = dwell_settings_get ();

  if (trace == NULL || trace->is_partial || settings == NULL ||
      !dwell_trace_has_timeline (trace) || g_settings_get_boolean (settings, SHOWN_KEY))
    return;

  g_settings_set_boolean (settings, SHOWN_KEY, TRUE);
  self->width = get_visible_width (self);
  self->timeout = g_timeout_add_seconds (TIMEOUT_S, on_timeout, self);
  set_shown (self, TRUE);
}

static void
range_changed (DwellTimelineHint *self)
{
  if (self->timeout != 0 && dwell_viewport_get_trace (self->viewport) != NULL &&
      get_visible_width (self) != self->width)
    hide (self);
}

/* A user who selects does not need the hint any more. */
static void
selection_changed (DwellTimelineHint *self)
{
  if (self->timeout != 0)
    hide (self);
}

static void
dwell_timeline_hint_dispose (GObject *object)
{
  DwellTimelineHint *self = DWELL_TIMELINE_HINT (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->viewport);

  G_OBJECT_CLASS (dwell_timeline_hint_parent_class)->dispose (object);
}

static void
dwell_timeline_hint_class_init (DwellTimelineHintClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_timeline_hint_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-timeline-hint.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTimelineHint, revealer);
  gtk_widget_class_bind_template_callback (widget_class, hide);
}

static void
dwell_timeline_hint_init (DwellTimelineHint *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  set_shown (self, FALSE);
}

/**
 * dwell_timeline_hint_set_up:
 * @self: the hint
 * @viewport: the viewport of the timeline
 *
 * Shows the hint when a trace has been read, if it was never shown before. Call it once.
 */
void
dwell_timeline_hint_set_up (DwellTimelineHint *self,
                            DwellViewport     *viewport)
{
  g_return_if_fail (DWELL_IS_TIMELINE_HINT (self));

  self->viewport = g_object_ref (viewport);
  dwell_viewport_connect (viewport, "trace-changed", G_CALLBACK (trace_changed), self);
  dwell_viewport_connect (viewport, "view-set", G_CALLBACK (trace_changed), self);
  dwell_viewport_connect (viewport, "range-changed", G_CALLBACK (range_changed), self);
  dwell_viewport_connect (viewport, "selection-changed", G_CALLBACK (selection_changed), self);
}
