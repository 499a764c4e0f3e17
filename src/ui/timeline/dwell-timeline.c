/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline as a whole: creates its parts and connects them.
 *
 * The parts do not use one another. They share a viewport (the visible range), an adjustment (the
 * scroll position of the tracks) and the menu of tracks; they read and change everything else in
 * the view. The horizontal scrollbar follows the visible range: its adjustment counts nanoseconds
 * from the start of the range that it can scroll through. */
#include "config.h"

#include "ui/timeline/dwell-timeline.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-time-link.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-legend.h"
#include "ui/timeline/dwell-marker-actions.h"
#include "ui/timeline/dwell-overview.h"
#include "ui/timeline/dwell-ruler.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/timeline/dwell-timeline-hint.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

#define GUTTER_WIDTH     200 /* px, initially */
#define GUTTER_FRACTION  0.3 /* of the width of a narrow timeline */
#define MIN_GUTTER_WIDTH 90  /* px */

/* Fewer tracks need no filter, and a narrower gutter has no room for it. */
#define MIN_FILTERED    6
#define MIN_FILTER_ROOM 160 /* px */

struct _DwellTimeline
{
  GtkWidget            parent_instance;

  GtkStack            *stack;
  DwellOverview       *overview;
  DwellRuler          *ruler;
  DwellGutter         *gutter;
  DwellTimelineCanvas *canvas;
  DwellTimelineHint   *hint;
  GtkLabel            *corner;
  GtkScrollbar        *vertical;
  GtkScrollbar        *horizontal;
  GtkWidget           *gutter_top;
  GtkWidget           *track_filter;
  char                *track_filter_hint;
  GtkGrid             *legend;
  GtkWidget           *gutter_head;
  GtkWidget           *gutter_foot;
  GtkWidget           *show_hidden;
  GMenu               *groups; /* the section of the menu of tracks */
  GtkPaned            *paned;

  DwellViewport       *viewport;
  DwellTrackMenu      *menu;
  DwellMarkerActions  *markers;
  GSignalGroup        *session_signals;
  GtkAdjustment       *time; /* of the horizontal scrollbar, ns */
  gboolean             is_updating;
  gboolean             is_compact; /* shows the overview only together with the filter */
  gboolean             is_linked; /* with another timeline, above or below it */
  guint                showing; /* source that shows or hides the vertical scrollbar, or 0 */
  int                  gutter_width; /* as the program set it; the user may have changed it */
};

enum {
  PROP_0,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellTimeline, dwell_timeline, GTK_TYPE_WIDGET)

static DwellSession *
get_session (DwellTimeline *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);

  return view != NULL ? dwell_view_get_session (view) : NULL;
}

/* Shows above the gutter how much of the file has been read, or how many tracks there are. */
static void
update_corner (DwellTimeline *self)
{
  DwellSession *session = get_session (self);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  g_autofree char *n_tracks = NULL;
  g_autofree char *text = NULL;
  guint n_hidden;

  if (session == NULL || trace == NULL)
    {
      gtk_label_set_text (self->corner, "");
      return;
    }

  if (dwell_session_get_state (session) == DWELL_SESSION_PARTIAL)
    {
      /* Translators: %d is how much of a file has been read so far, in percent */
      text = g_strdup_printf (_("%d %% read"),
                              (int) (dwell_session_get_progress (session) * 100));
      gtk_label_set_text (self->corner, text);
      return;
    }

  n_tracks = dwell_text_count (trace->n_tracks);
  text = g_strdup_printf (ngettext ("%s track", "%s tracks", trace->n_tracks), n_tracks);
  if (*dwell_view_get_track_filter (dwell_viewport_get_view (self->viewport)) != '\0')
    {
      const GArray *lanes = dwell_view_get_lanes (dwell_viewport_get_view (self->viewport));
      g_autofree char *n_shown = dwell_text_count (lanes->len);

      g_free (text);
      /* Translators: how many tracks a filter shows, and of how many */
      text = g_strdup_printf (ngettext ("%s of %s track", "%s of %s tracks", trace->n_tracks),
                              n_shown, n_tracks);
    }
  n_hidden = dwell_view_count_hidden (dwell_viewport_get_view (self->viewport));
  gtk_widget_set_visible (self->show_hidden, n_hidden > 0);
  if (n_hidden > 0)
    {
      g_autofree char *tracks = g_steal_pointer (&text);
      g_autofree char *count = dwell_text_count (n_hidden);
      g_autofree char *hidden = NULL;

      /* Translators: how many tracks are hidden */
      hidden = g_strdup_printf (ngettext ("%s hidden", "%s hidden", n_hidden), count);
      text = g_strjoin (" · ", tracks, hidden, NULL);
    }
  gtk_label_set_text (self->corner, text);
}

/* Fills the menu with the groups of tracks and the number of tracks in each, unless there is only
 * one group. */
static void
update_groups (DwellTimeline *self)
{
  static const struct { const char *label; const char *action; } groups[] = {
    [DWELL_TRACKS_FUNCTIONS] = { N_("_Functions"), "track.functions" },
    [DWELL_TRACKS_DATA] = { N_("_Data"), "track.data" },
    [DWELL_TRACKS_AUX] = { N_("Auxiliary _Signals"), "track.aux" },
  };
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint counts[DWELL_N_TRACK_GROUPS] = { 0 };
  guint n_groups = 0;

  g_menu_remove_all (self->groups);
  if (trace == NULL)
    return;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    n_groups += counts[trace->tracks[track].group]++ == 0;

  for (guint i = 0; i < DWELL_N_TRACK_GROUPS && n_groups > 1; i++)
    if (counts[i] > 0)
      {
        g_autofree char *count = dwell_text_count (counts[i]);
        /* Translators: a group of tracks, and how many there are in it: “Data (3)” */
        g_autofree char *label = g_strdup_printf (_("%s (%s)"), _(groups[i].label), count);

        g_menu_append (self->groups, label, groups[i].action);
      }
}

/* Returns TRUE if a timeline of @width, px, is to have a filter of tracks. */
static gboolean
wants_filter (DwellTimeline *self,
              int            width)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);

  if (trace == NULL)
    return FALSE;

  return *dwell_view_get_track_filter (view) != '\0' ||
         (trace->n_tracks >= MIN_FILTERED && width * GUTTER_FRACTION >= MIN_FILTER_ROOM);
}

/* The filter may have ended because something was revealed, or the view may have been replaced. */
static void
update_filter (DwellTimeline *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  GtkEditable *filter = GTK_EDITABLE (self->track_filter);
  const char *text = view != NULL ? dwell_view_get_track_filter (view) : "";

  gboolean is_shown = wants_filter (self, gtk_widget_get_width (GTK_WIDGET (self)));

  gtk_widget_set_visible (self->track_filter, is_shown);
  gtk_widget_set_visible (self->gutter_top, is_shown || !self->is_compact);
  gtk_widget_set_visible (GTK_WIDGET (self->overview), is_shown || !self->is_compact);
  gtk_widget_set_halign (self->gutter_top, is_shown ? GTK_ALIGN_FILL : GTK_ALIGN_END);
  if (g_strcmp0 (gtk_editable_get_text (filter), text) != 0)
    gtk_editable_set_text (filter, text);
}

static void
on_track_filter (DwellTimeline *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->track_filter));

  g_autoptr(GError) error = NULL;

  if (view != NULL && !dwell_view_set_track_filter (view, text, &error))
    {
      gtk_widget_set_tooltip_text (self->track_filter, error->message);
      gtk_widget_add_css_class (self->track_filter, "error");
    }
  else
    {
      gtk_widget_set_tooltip_text (self->track_filter, self->track_filter_hint);
      gtk_widget_remove_css_class (self->track_filter, "error");
    }
}

static void
on_track_filter_stopped (DwellTimeline *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->track_filter), "");
  on_track_filter (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
on_legend_mapped (DwellTimeline *self)
{
  DwellTimelineScene scene;

  if (dwell_scene_init (&scene, self->viewport, GTK_WIDGET (self->canvas)))
    dwell_legend_show_states (self->legend, &scene);
}

static void
update_page (DwellTimeline *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  const char *page = "timeline";

  if (trace != NULL && !trace->is_partial && trace->n_spans == 0 && trace->n_marks == 0 &&
      trace->n_writes == 0)
    page = "empty";
  else if (trace != NULL && trace->n_tracks > 0 &&
           *dwell_view_get_track_filter (dwell_viewport_get_view (self->viewport)) == '\0' &&
           dwell_view_get_lanes (dwell_viewport_get_view (self->viewport))->len == 0)
    page = "hidden";

  gtk_stack_set_visible_child_name (self->stack, page);
}

static void
update_scrollbar (DwellTimeline *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  DwellScale shown;
  gint64 lower;
  gint64 upper;
  double width;

  if (trace == NULL)
    return;

  dwell_viewport_get_scale (self->viewport, 1, &shown);
  lower = MIN (trace->begin, shown.begin);
  upper = MAX (trace->end, shown.end);
  width = (double) (shown.end - shown.begin);

  self->is_updating = TRUE;
  gtk_adjustment_configure (self->time, (double) shown.begin - (double) lower, 0,
                            (double) upper - (double) lower, width / 10, width * 0.9, width);
  self->is_updating = FALSE;
}

static void
scrollbar_moved (DwellTimeline *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  DwellScale shown;
  gint64 begin;

  if (self->is_updating || trace == NULL)
    return;

  dwell_viewport_get_scale (self->viewport, 1, &shown);
  begin = dwell_time_plus (MIN (trace->begin, shown.begin), gtk_adjustment_get_value (self->time));
  dwell_viewport_remember (self->viewport);
  dwell_viewport_jump_to (self->viewport, begin,
                          dwell_time_plus (begin, (double) (shown.end - shown.begin)));
}

static gboolean
show_vertical (gpointer data)
{
  DwellTimeline *self = data;
  GtkAdjustment *adjustment = gtk_scrollbar_get_adjustment (self->vertical);
  gboolean is_needed = gtk_adjustment_get_upper (adjustment) >
                       gtk_adjustment_get_page_size (adjustment);

  self->showing = 0;
  update_filter (self);
  gtk_widget_set_visible (GTK_WIDGET (self->vertical), is_needed || self->is_linked);
  gtk_widget_set_opacity (GTK_WIDGET (self->vertical), is_needed ? 1 : 0);
  return G_SOURCE_REMOVE;
}

/* The canvas sets the adjustment during an allocation. If the scrollbar or the filter were hidden
 * then, they might have been allocated already, and would keep their place. */
static void
update_vertical (DwellTimeline *self)
{
  if (self->showing == 0 && self->vertical != NULL)
    self->showing = g_idle_add_full (GTK_PRIORITY_RESIZE, show_vertical, self, NULL);
}

/* Two linked timelines are equally wide, whether or not their tracks need scrolling. */
static void
take_link (DwellTimeline *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  gboolean is_linked = dwell_time_link_has_linked (view);

  if (is_linked == self->is_linked)
    return;

  self->is_linked = is_linked;
  update_vertical (self);
}

static void
lanes_changed (DwellTimeline *self)
{
  update_filter (self);
  update_page (self);
  update_corner (self);
  take_link (self);
}

/* --- Actions --- */

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  dwell_timeline_canvas_run (DWELL_TIMELINE (widget)->canvas, name);
}

/* Enables what needs a trace, or a selection. */
static void
update_actions (DwellTimeline *self)
{
  static const char * const of_selection[] = {
    "timeline.zoom-selection", "timeline.drop-selection", "timeline.copy-selection", NULL
  };
  DwellView *view = dwell_viewport_get_view (self->viewport);
  gboolean has_trace = dwell_viewport_get_trace (self->viewport) != NULL;
  gint64 begin;
  gint64 end;
  gboolean has_selection = has_trace && dwell_view_get_selection (view, &begin, &end);
  guint n_actions;
  const char * const *actions = dwell_timeline_canvas_get_actions (&n_actions);

  for (guint i = 0; i < n_actions; i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i],
                                   g_strv_contains (of_selection, actions[i]) ? has_selection
                                                                              : has_trace);
}

static void
trace_changed (DwellTimeline *self)
{
  update_groups (self);
  update_filter (self);
  update_page (self);
  update_corner (self);
  update_scrollbar (self);
  update_actions (self);
}

/* Makes the gutter narrower in a narrow timeline, unless the user has set its width. */
static void
fit_gutter (DwellTimeline *self,
            int            width)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (self));
  int gutter_width = CLAMP ((int) (width * GUTTER_FRACTION), MIN_GUTTER_WIDTH,
                            (int) (GUTTER_WIDTH * scale));

  if (gutter_width == self->gutter_width ||
      gtk_paned_get_position (self->paned) != self->gutter_width)
    return;

  self->gutter_width = gutter_width;
  gtk_paned_set_position (self->paned, gutter_width);
}

/* --- The widget --- */

static void
dwell_timeline_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  DwellTimeline *self = DWELL_TIMELINE (widget);

  fit_gutter (self, width);
  if (gtk_widget_get_visible (self->track_filter) != wants_filter (self, width))
    update_vertical (self);
  gtk_widget_size_allocate (GTK_WIDGET (self->stack), &(GtkAllocation) { 0, 0, width, height }, -1);
  dwell_track_menu_present (self->menu);
  dwell_marker_actions_present (self->markers);
}

static void
dwell_timeline_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  DwellTimeline *self = DWELL_TIMELINE (widget);

  gtk_widget_measure (GTK_WIDGET (self->stack), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

/* Draws the colour of the ruler behind the parts that have no background: names, corner and
 * scrollbars. */
static void
dwell_timeline_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  DwellTimeline *self = DWELL_TIMELINE (widget);
  const DwellColour *band = &dwell_style_get_palette ()->band;
  GdkRGBA colour = { (float) band->red, (float) band->green, (float) band->blue, 1 };

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "timeline") == 0)
    gtk_snapshot_append_color (snapshot, &colour,
                               &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                    (float) gtk_widget_get_height (widget)));

  GTK_WIDGET_CLASS (dwell_timeline_parent_class)->snapshot (widget, snapshot);
}

/* GTK would give the focus to the canvas even if it is hidden. */
static gboolean
dwell_timeline_grab_focus (GtkWidget *widget)
{
  DwellTimeline *self = DWELL_TIMELINE (widget);

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "timeline") == 0)
    return gtk_widget_grab_focus (GTK_WIDGET (self->canvas));

  return gtk_widget_child_focus (gtk_stack_get_visible_child (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
dwell_timeline_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  DwellTimeline *self = DWELL_TIMELINE (object);

  switch (property_id)
    {
    case PROP_VIEW:
      if (self->viewport != NULL)
        g_value_set_object (value, dwell_viewport_get_view (self->viewport));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_timeline_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_VIEW:
      dwell_timeline_set_view (DWELL_TIMELINE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_timeline_dispose (GObject *object)
{
  DwellTimeline *self = DWELL_TIMELINE (object);

  if (self->viewport != NULL)
    dwell_viewport_set_view (self->viewport, NULL);
  if (self->menu != NULL)
    g_object_run_dispose (G_OBJECT (self->menu)); /* its popover is a child of the timeline */
  g_clear_object (&self->menu);
  if (self->markers != NULL)
    g_object_run_dispose (G_OBJECT (self->markers)); /* its popover, too */
  g_clear_object (&self->markers);
  g_clear_object (&self->session_signals);
  g_clear_handle_id (&self->showing, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_TIMELINE);
  g_clear_object (&self->viewport);
  g_clear_object (&self->time);
  g_clear_pointer (&self->track_filter_hint, g_free);

  G_OBJECT_CLASS (dwell_timeline_parent_class)->dispose (object);
}

static void
dwell_timeline_class_init (DwellTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const char * const *actions;
  guint n_actions;

  object_class->get_property = dwell_timeline_get_property;
  object_class->set_property = dwell_timeline_set_property;
  object_class->dispose = dwell_timeline_dispose;

  widget_class->size_allocate = dwell_timeline_size_allocate;
  widget_class->measure = dwell_timeline_measure;
  widget_class->snapshot = dwell_timeline_snapshot;
  widget_class->grab_focus = dwell_timeline_grab_focus;

  properties[PROP_VIEW] =
    g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (DWELL_TYPE_OVERVIEW);
  g_type_ensure (DWELL_TYPE_RULER);
  g_type_ensure (DWELL_TYPE_GUTTER);
  g_type_ensure (DWELL_TYPE_TIMELINE_CANVAS);
  g_type_ensure (DWELL_TYPE_TIMELINE_HINT);

  actions = dwell_timeline_canvas_get_actions (&n_actions);
  for (guint i = 0; i < n_actions; i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, overview);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, ruler);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, gutter);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, canvas);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, hint);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, corner);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, vertical);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, horizontal);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, groups);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, gutter_top);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, track_filter);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, legend);
  gtk_widget_class_bind_template_callback (widget_class, on_legend_mapped);
  gtk_widget_class_bind_template_callback (widget_class, on_track_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_track_filter_stopped);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, gutter_head);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, gutter_foot);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, show_hidden);
  gtk_widget_class_bind_template_child (widget_class, DwellTimeline, paned);
}

static void
dwell_timeline_init (DwellTimeline *self)
{
  static const struct { const char *signal; GCallback handler; } handlers[] = {
    { "view-set", G_CALLBACK (trace_changed) },
    { "trace-changed", G_CALLBACK (trace_changed) },
    { "range-changed", G_CALLBACK (update_scrollbar) },
    { "lanes-changed", G_CALLBACK (lanes_changed) },
    { "selection-changed", G_CALLBACK (update_actions) },
  };
  g_autoptr(GtkSizeGroup) top = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  g_autoptr(GtkSizeGroup) head = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  g_autoptr(GtkSizeGroup) foot = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  GtkAdjustment *vadjustment;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->track_filter_hint = g_strdup (gtk_widget_get_tooltip_text (self->track_filter));
  dwell_legend_fill (self->legend);
  self->gutter_width = GUTTER_WIDTH;
  gtk_paned_set_position (self->paned, GUTTER_WIDTH);

  self->viewport = dwell_viewport_new (GTK_WIDGET (self));
  self->menu = dwell_track_menu_new (GTK_WIDGET (self), self->viewport);
  self->markers = dwell_marker_actions_new (GTK_WIDGET (self), self->viewport,
                                            GTK_WIDGET (self->ruler));
  vadjustment = gtk_scrollbar_get_adjustment (self->vertical);
  self->time = g_object_ref (gtk_scrollbar_get_adjustment (self->horizontal));

  dwell_overview_set_up (self->overview, self->viewport);
  dwell_ruler_set_up (self->ruler, self->viewport);
  dwell_gutter_set_up (self->gutter, self->viewport, vadjustment, self->menu);
  dwell_timeline_canvas_set_up (self->canvas, self->viewport, vadjustment, self->menu);
  dwell_timeline_hint_set_up (self->hint, self->viewport);

  /* The gutter is as high as the lanes, between overview and ruler and the scrollbar. */
  gtk_size_group_add_widget (top, self->gutter_top);
  gtk_size_group_add_widget (top, GTK_WIDGET (self->overview));
  gtk_size_group_add_widget (head, self->gutter_head);
  gtk_size_group_add_widget (head, GTK_WIDGET (self->ruler));
  gtk_size_group_add_widget (foot, self->gutter_foot);
  gtk_size_group_add_widget (foot, GTK_WIDGET (self->horizontal));

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    dwell_viewport_connect (self->viewport, handlers[i].signal, handlers[i].handler, self);
  g_signal_connect_object (self->time, "value-changed", G_CALLBACK (scrollbar_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (vadjustment, "changed", G_CALLBACK (update_vertical), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::progress",
                                  G_CALLBACK (update_corner), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (trace_changed), self);

  update_vertical (self);
  update_actions (self);
}

/**
 * dwell_timeline_get_wanted_height:
 * @self: the timeline
 *
 * Returns: the height at which it shows all its lanes without scrolling, px
 */
int
dwell_timeline_get_wanted_height (DwellTimeline *self)
{
  GtkWidget *others[] = { GTK_WIDGET (self->overview), GTK_WIDGET (self->ruler),
                          GTK_WIDGET (self->horizontal) };
  int wanted = 0;

  g_return_val_if_fail (DWELL_IS_TIMELINE (self), 0);

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      int natural;

      gtk_widget_measure (others[i], GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
      wanted += natural;
    }

  return wanted + dwell_timeline_canvas_get_content_height (self->canvas);
}

/**
 * dwell_timeline_set_view:
 * @self: the timeline
 * @view: (nullable): the view to show and to change; %NULL: none
 *
 * Replaces the view.
 */
void
dwell_timeline_set_view (DwellTimeline *self,
                         DwellView     *view)
{
  g_return_if_fail (DWELL_IS_TIMELINE (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (view == dwell_viewport_get_view (self->viewport))
    return;

  dwell_viewport_set_view (self->viewport, view);
  g_signal_group_set_target (self->session_signals, get_session (self));
  update_corner (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_timeline_set_apart:
 * @self: the timeline
 *
 * Marks the view as one that is not the view of the tab and is not saved: its timeline offers no
 * markers, notes, requirements, or pages of the tab.
 */
void
dwell_timeline_set_apart (DwellTimeline *self)
{
  g_return_if_fail (DWELL_IS_TIMELINE (self));

  gtk_widget_insert_action_group (GTK_WIDGET (self), "marker", NULL);
  dwell_track_menu_set_apart (self->menu);
}

/**
 * dwell_timeline_set_compact:
 * @self: the timeline
 *
 * Leaves out the overview and its buttons, unless there are tracks to filter, because the timeline
 * is below another one that has them, and is linked with it.
 */
void
dwell_timeline_set_compact (DwellTimeline *self)
{
  g_return_if_fail (DWELL_IS_TIMELINE (self));

  self->is_compact = TRUE;
  update_filter (self);
}

/**
 * dwell_timeline_width_to_time:
 * @self: the timeline
 * @width: px, to the right
 *
 * Returns: the time that this width shows, ns
 */
gint64
dwell_timeline_width_to_time (DwellTimeline *self,
                              double         width)
{
  int canvas = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  DwellScale shown;

  g_return_val_if_fail (DWELL_IS_TIMELINE (self), 0);

  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return 0;

  dwell_viewport_get_scale (self->viewport, 1, &shown);
  return dwell_time_plus (0, ((double) shown.end - (double) shown.begin) * width / MAX (canvas, 1));
}

/**
 * dwell_timeline_get_canvas:
 * @self: the timeline
 *
 * Returns: (transfer none): the canvas, whose whole width shows the visible range
 */
GtkWidget *
dwell_timeline_get_canvas (DwellTimeline *self)
{
  g_return_val_if_fail (DWELL_IS_TIMELINE (self), NULL);

  return GTK_WIDGET (self->canvas);
}
