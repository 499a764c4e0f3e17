/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A track's header in the gutter: a fold button, the name, a button for source lines if its
 * functions have any, a pin if the track is pinned, and a context menu.
 *
 * The gutter has only as many headers as fit it, and reuses them for other lanes while it scrolls.
 * The lane that stands for all quiet tracks has a header, too: its button shows them. The button of
 * a group folds the group. */
#include "config.h"

#include "ui/timeline/dwell-track-header.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "core/dwell-trace-derived.h"
#include "ui/timeline/dwell-gutter-name.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define LEVEL_INDENT 12  /* px */
#define LINES_ROOM   150 /* px: a narrower header has no room for the button of source lines */

struct _DwellTrackHeader
{
  GtkWidget       parent_instance;

  GtkWidget      *box;
  GtkButton      *fold;
  GtkToggleButton *lines;
  GtkWidget      *pin;
  GtkInscription *name;

  DwellViewport  *viewport;
  DwellTrackMenu *menu;
  DwellLane       lane;
};

G_DEFINE_FINAL_TYPE (DwellTrackHeader, dwell_track_header, GTK_TYPE_WIDGET)

static void
fold_clicked (DwellTrackHeader *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);

  if (view == NULL)
    return;

  switch (self->lane.kind)
    {
    case DWELL_LANE_TRACK:
      dwell_view_set_track_state (view, self->lane.track,
                                  dwell_view_get_track_state (view, self->lane.track) ^
                                  DWELL_TRACK_FOLDED);
      break;
    case DWELL_LANE_GROUP:
      dwell_view_fold_group (view, self->lane.process, self->lane.group, !self->lane.is_folded);
      break;
    case DWELL_LANE_QUIET:
      dwell_view_set_show_quiet (view, self->lane.is_folded);
      break;
    }
}

static void
lines_toggled (DwellTrackHeader *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  guint8 state;

  if (view == NULL || self->lane.track == DWELL_NONE)
    return;

  state = dwell_view_get_track_state (view, self->lane.track);
  if (gtk_toggle_button_get_active (self->lines))
    state |= DWELL_TRACK_LINES;
  else
    state &= (guint8) ~DWELL_TRACK_LINES;

  dwell_view_set_track_state (view, self->lane.track, state);
}

static void
clicked (DwellTrackHeader *self,
         int               n_press,
         double            x,
         double            y)
{
  if (n_press == 2)
    fold_clicked (self);
}

static gboolean
menu_key_pressed (GtkWidget *widget,
                  GVariant  *args,
                  gpointer   user_data)
{
  DwellTrackHeader *self = DWELL_TRACK_HEADER (widget);

  dwell_track_menu_popup_lane (self->menu, widget, &self->lane, 0,
                               gtk_widget_get_height (widget));
  return TRUE;
}

static void
dwell_track_header_dispose (GObject *object)
{
  DwellTrackHeader *self = DWELL_TRACK_HEADER (object);

  g_clear_object (&self->viewport);
  g_clear_object (&self->menu);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_TRACK_HEADER);

  G_OBJECT_CLASS (dwell_track_header_parent_class)->dispose (object);
}

static void
dwell_track_header_class_init (DwellTrackHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_track_header_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "trackheader");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-track-header.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTrackHeader, box);
  gtk_widget_class_bind_template_child (widget_class, DwellTrackHeader, fold);
  gtk_widget_class_bind_template_child (widget_class, DwellTrackHeader, lines);
  gtk_widget_class_bind_template_child (widget_class, DwellTrackHeader, pin);
  gtk_widget_class_bind_template_child (widget_class, DwellTrackHeader, name);
  gtk_widget_class_bind_template_callback (widget_class, fold_clicked);
  gtk_widget_class_bind_template_callback (widget_class, lines_toggled);
  gtk_widget_class_bind_template_callback (widget_class, clicked);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, menu_key_pressed, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key_pressed, NULL);
}

static void
dwell_track_header_init (DwellTrackHeader *self)
{
  self->lane.track = DWELL_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    gtk_inscription_set_xalign (self->name, 1);
}

/**
 * dwell_track_header_new:
 * @viewport: the viewport of the timeline
 * @menu: the context menu of tracks
 *
 * Returns: (transfer floating): a header without a lane
 */
GtkWidget *
dwell_track_header_new (DwellViewport  *viewport,
                        DwellTrackMenu *menu)
{
  DwellTrackHeader *self = g_object_new (DWELL_TYPE_TRACK_HEADER, NULL);

  self->viewport = g_object_ref (viewport);
  self->menu = g_object_ref (menu);
  return GTK_WIDGET (self);
}

/* Returns what a screen reader says of a group. */
static char *
describe_group (DwellTrackHeader *self,
                const char       *name)
{
  g_autofree char *count = dwell_text_count (self->lane.n_tracks);

  /* Translators: a group of tracks and how many there are in it: “Data, 3 tracks” */
  return g_strdup_printf (ngettext ("%s, %s track", "%s, %s tracks", self->lane.n_tracks), name,
                          count);
}

/* Returns what the tooltip and a screen reader say of a derived track: its line of the file. */
static char *
describe_derived (const DwellTrace *trace,
                  guint32           track,
                  const char       *name)
{
  const DwellArea *area = &trace->areas[trace->tracks[track].area];

  /* Translators: a track that was derived from the recording: its name, and the line of the file of
   * requirements that describes it: “Load, derived: track load: load of a in any 1 ms” */
  return g_strdup_printf (_("%s, derived: %s"), name,
                          dwell_trace_get_string (trace, area->full_name));
}

/* Returns the room for the name in a header of @width_px. */
static int
get_name_room (DwellTrackHeader *self,
               int               width_px)
{
  int others_px;
  int name_px;

  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &others_px, NULL, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (self->name), GTK_ORIENTATION_HORIZONTAL, -1, &name_px, NULL,
                      NULL, NULL);

  return width_px - others_px + name_px;
}

/* Shows @title, shortened to fit. @name is its full form for screen readers and tooltips: without a
 * number, or with a process. */
static void
show_name (DwellTrackHeader *self,
           const char       *title,
           const char       *name,
           gsize             n_shared,
           int               width_px)
{
  const DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  gboolean is_derived = self->lane.kind == DWELL_LANE_TRACK &&
                        dwell_trace_is_derived (trace, self->lane.track);
  g_autofree char *action =
    /* Translators: what a button does: %s is a track's name */
    g_strdup_printf (self->lane.is_folded ? C_("track", "Unfold %s") : C_("track", "Fold %s"),
                     name);
  /* Translators: what a toggle button shows: %s is a track's name */
  g_autofree char *lines = g_strdup_printf (_("Source lines of %s"), name);

  g_autofree char *label = self->lane.kind == DWELL_LANE_GROUP ? describe_group (self, name)
                           : is_derived ? describe_derived (trace, self->lane.track, name)
                                        : g_strdup (name);

  g_autofree char *text = dwell_gutter_name_fit (GTK_WIDGET (self->name), title, n_shared,
                                                 get_name_room (self, width_px));

  /* Tracks of two processes can have the same title. */
  if (dwell_tip_set (GTK_WIDGET (self->name), label) ||
      g_strcmp0 (gtk_inscription_get_text (self->name), text) != 0)
    {
      gtk_inscription_set_text (self->name, text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                      -1);
    }

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fold),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, action,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->lines),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, lines,
                                  -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->fold),
                               GTK_ACCESSIBLE_STATE_EXPANDED, !self->lane.is_folded,
                               -1);
}

/**
 * dwell_track_header_set_lane:
 * @self: the header
 * @lane: a lane of the trace of the viewport
 * @n_shared: how many bytes at the start of its name it shares with names near it
 * @width_px: the width of the header
 *
 * Shows @lane from now on; headers are reused.
 */
void
dwell_track_header_set_lane (DwellTrackHeader *self,
                             const DwellLane  *lane,
                             gsize             n_shared,
                             int               width_px)
{
  DwellTrace *trace;
  g_autofree char *title = NULL;
  const char *name = NULL;

  g_return_if_fail (DWELL_IS_TRACK_HEADER (self));

  trace = dwell_viewport_get_trace (self->viewport);
  self->lane = *lane;
  title = dwell_lane_dup_title (lane, trace);

  gtk_button_set_icon_name (self->fold,
                            self->lane.is_folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_widget_set_visible (self->pin, lane->is_pinned);

  /* A folded track has no rows of lines, so the button is hidden. In a narrow gutter the name needs
   * the room of the button; the menu and a key do the same. */
  g_signal_handlers_block_by_func (self->lines, lines_toggled, self);
  gtk_toggle_button_set_active (self->lines, lane->has_lines && lane->shows_lines);
  g_signal_handlers_unblock_by_func (self->lines, lines_toggled, self);
  gtk_widget_set_visible (GTK_WIDGET (self->lines),
                          lane->has_lines && !lane->is_folded &&
                          width_px >= LINES_ROOM * dwell_text_scale_get (GTK_WIDGET (self)));

  gtk_widget_set_margin_start (self->box, lane->level * LEVEL_INDENT);
  if (lane->kind == DWELL_LANE_GROUP)
    gtk_widget_add_css_class (GTK_WIDGET (self->name), "dim-label");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->name), "dim-label");

  if (lane->kind == DWELL_LANE_TRACK && dwell_trace_is_derived (trace, lane->track))
    gtk_widget_add_css_class (GTK_WIDGET (self->name), "derived");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->name), "derived");

  if (lane->kind == DWELL_LANE_GROUP)
    name = dwell_lanes_get_group_name (trace, lane->process, lane->group);
  else if (lane->kind == DWELL_LANE_TRACK)
    name = dwell_trace_get_string (trace, trace->tracks[lane->track].name);
  show_name (self, title, name != NULL ? name : title, n_shared, width_px);
}
