/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of tracks and of their groups, and its actions, which change the view. On a span
 * the menu starts with the actions for the span.
 *
 * All tracks of a timeline share one popover and one group of actions; the track that these apply
 * to is set before the menu opens. */
#include "config.h"

#include "ui/timeline/dwell-track-menu.h"

#include <glib/gi18n-lib.h>

#include "model/requirements/dwell-requirement-words.h"
#include "ui/commands/dwell-focus-menu.h"
#include "ui/widgets/dwell-undo.h"

struct _DwellTrackMenu
{
  GObject             parent_instance;

  DwellViewport      *viewport;
  GtkWidget          *popover;
  GMenuModel         *model;
  GMenuModel         *selection; /* actions for the selected range */
  GSimpleActionGroup *actions;
  guint32             track; /* the track that the actions apply to, or DWELL_NONE */
  gboolean            is_apart; /* the view is not that of the tab */
  DwellLane           group; /* the group to fold, if it is a DWELL_LANE_GROUP */
};

G_DEFINE_FINAL_TYPE (DwellTrackMenu, dwell_track_menu, G_TYPE_OBJECT)

static DwellView *
get_view (DwellTrackMenu *self)
{
  return dwell_viewport_get_view (self->viewport);
}

/* Returns the number of the lane of the menu's track; -1: it has none, or there is no view. */
static int
find_lane (DwellTrackMenu *self,
           const GArray   *lanes)
{
  if (self->track == DWELL_NONE)
    return -1;

  for (guint i = 0; i < lanes->len; i++)
    if (g_array_index (lanes, DwellLane, i).track == self->track)
      return (int) i;

  return -1;
}

static guint32
track_at (const GArray *lanes,
          int           lane)
{
  if (lane >= (int) lanes->len)
    return DWELL_NONE;

  return g_array_index (lanes, DwellLane, lane).track;
}

static gboolean
has_state (DwellTrackMenu  *self,
           DwellTrackState  bit)
{
  return (dwell_view_get_track_state (get_view (self), self->track) & bit) != 0;
}

/* Like all actions for a track, it is enabled only if the track has a lane: see update(). */
static void
toggle_state (DwellTrackMenu  *self,
              DwellTrackState  bit)
{
  dwell_view_set_track_state (get_view (self), self->track,
                              dwell_view_get_track_state (get_view (self), self->track) ^ bit);
}

static void
fold_activated (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellTrackMenu *self = user_data;

  if (self->group.kind != DWELL_LANE_GROUP)
    toggle_state (self, DWELL_TRACK_FOLDED);
  else
    dwell_view_fold_group (get_view (self), self->group.process, self->group.group,
                           !self->group.is_folded);
}

static void
pin_activated (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  toggle_state (user_data, DWELL_TRACK_PINNED);
}

static void
lines_activated (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  toggle_state (user_data, DWELL_TRACK_LINES);
}

static void
hide_activated (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellTrackMenu *self = user_data;

  dwell_undo_hide_track (self->popover, get_view (self), self->track);
}

/* Returns whether the track shows the values of a variable or signal. */
static gboolean
is_of_value (DwellTrackMenu *self)
{
  const DwellTrace *trace = dwell_view_get_trace (get_view (self));
  guint32 area = trace->tracks[self->track].area;

  return area != DWELL_NONE && (trace->areas[area].kind == DWELL_AREA_VARIABLE ||
                                trace->areas[area].kind == DWELL_AREA_AUX);
}

static void
require_activated (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  DwellTrackMenu *self = user_data;
  DwellTrace *trace = dwell_view_get_trace (get_view (self));
  g_autofree char *words = dwell_requirement_words_of_track (trace, self->track);

  if (words != NULL)
    {
      gtk_widget_activate_action (self->popover, "tab.require", "s", words);
    }
  else if (is_of_value (self))
    {
      dwell_view_focus_area (get_view (self), trace->tracks[self->track].area);
      gtk_widget_activate_action (self->popover, "tab.focus-require", NULL);
    }
}

static void
move (DwellTrackMenu *self,
      gboolean        is_down)
{
  const GArray *lanes = dwell_view_get_lanes (get_view (self));
  int lane = find_lane (self, lanes);
  int upper = is_down ? lane : lane - 1;

  dwell_view_move_track (get_view (self), track_at (lanes, upper + 1), track_at (lanes, upper));
}

static void
move_up_activated (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  move (user_data, FALSE);
}

static void
move_down_activated (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  move (user_data, TRUE);
}

static void
fold_all_activated (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  if (get_view (user_data) != NULL)
    dwell_view_fold_all (get_view (user_data), TRUE);
}

static void
unfold_all_activated (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  if (get_view (user_data) != NULL)
    dwell_view_fold_all (get_view (user_data), FALSE);
}

static void
all_lines_activated (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  DwellView *view = get_view (user_data);

  dwell_view_set_all_lines_shown (view,
                                  dwell_view_get_lines_shown (view) != DWELL_LINES_ALL_SHOWN);
}

static void
show_all_activated (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  if (get_view (user_data) != NULL)
    dwell_view_show_all_tracks (get_view (user_data));
}

static const char * const group_actions[DWELL_N_TRACK_GROUPS] = { "functions", "data", "aux" };

static void
group_activated (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  DwellView *view = get_view (user_data);

  for (guint i = 0; view != NULL && i < DWELL_N_TRACK_GROUPS; i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), group_actions[i]))
      dwell_view_set_group_shown (view, i, !dwell_view_get_group_shown (view, i));
}

static void
set_enabled (DwellTrackMenu *self,
             const char     *name,
             gboolean        enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
set_checked (DwellTrackMenu *self,
             const char     *name,
             gboolean        checked)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (checked));
}

static gboolean
is_of_context (DwellTrackMenu *self)
{
  const DwellTrack *track = &dwell_view_get_trace (get_view (self))->tracks[self->track];

  return track->context != DWELL_NONE && track->kind == DWELL_TRACK_SPANS;
}

/* Enables and checks the actions for the state of the track. */
static void
update (DwellTrackMenu *self)
{
  const GArray *lanes = get_view (self) != NULL ? dwell_view_get_lanes (get_view (self)) : NULL;
  int lane = find_lane (self, lanes);
  DwellLinesShown lines = get_view (self) != NULL ? dwell_view_get_lines_shown (get_view (self))
                                                  : DWELL_LINES_NONE;
  gboolean is_group = self->group.kind == DWELL_LANE_GROUP;

  set_enabled (self, "fold", lane >= 0 || is_group);
  set_enabled (self, "lines", lane >= 0 && g_array_index (lanes, DwellLane, lane).has_lines);
  set_enabled (self, "all-lines", lines != DWELL_LINES_NONE);
  set_enabled (self, "pin", lane >= 0);
  set_enabled (self, "hide", lane >= 0);
  set_enabled (self, "require", lane >= 0 && !self->is_apart &&
                                (is_of_context (self) || is_of_value (self)));
  set_enabled (self, "move-up", lane > 0 && track_at (lanes, lane - 1) != DWELL_NONE);
  set_enabled (self, "move-down", lane >= 0 && track_at (lanes, lane + 1) != DWELL_NONE);
  set_checked (self, "fold", is_group ? self->group.is_folded
                                      : lane >= 0 && has_state (self, DWELL_TRACK_FOLDED));
  set_checked (self, "lines", lane >= 0 && has_state (self, DWELL_TRACK_LINES));
  set_checked (self, "all-lines", lines == DWELL_LINES_ALL_SHOWN);
  set_checked (self, "pin", lane >= 0 && has_state (self, DWELL_TRACK_PINNED));

  for (guint i = 0; i < DWELL_N_TRACK_GROUPS; i++)
    set_checked (self, group_actions[i],
                 get_view (self) == NULL || dwell_view_get_group_shown (get_view (self), i));
}

/* If the group was folded meanwhile, the menu shows it as folded, too. */
static void
lanes_changed (DwellTrackMenu *self)
{
  const GArray *lanes = dwell_view_get_lanes (get_view (self));

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      if (lane->kind == DWELL_LANE_GROUP && lane->process == self->group.process &&
          lane->group == self->group.group)
        self->group.is_folded = lane->is_folded;
    }

  update (self);
}

/* Another trace numbers its tracks differently. */
static void
forget_track (DwellTrackMenu *self)
{
  self->track = DWELL_NONE;
  self->group.kind = DWELL_LANE_TRACK;
  update (self);
}

static void
dwell_track_menu_dispose (GObject *object)
{
  DwellTrackMenu *self = DWELL_TRACK_MENU (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_object (&self->selection);
  g_clear_object (&self->actions);
  g_clear_object (&self->viewport);

  G_OBJECT_CLASS (dwell_track_menu_parent_class)->dispose (object);
}

static void
dwell_track_menu_class_init (DwellTrackMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_track_menu_dispose;
}

static void
dwell_track_menu_init (DwellTrackMenu *self)
{
  static const GActionEntry entries[] = {
    { "fold", fold_activated, NULL, "false", NULL },
    { "lines", lines_activated, NULL, "false", NULL },
    { "pin", pin_activated, NULL, "false", NULL },
    { "hide", hide_activated },
    { "require", require_activated },
    { "move-up", move_up_activated },
    { "move-down", move_down_activated },
    { "fold-all", fold_all_activated },
    { "unfold-all", unfold_all_activated },
    { "all-lines", all_lines_activated, NULL, "false", NULL },
    { "show-all", show_all_activated },
    { "functions", group_activated, NULL, "true", NULL },
    { "data", group_activated, NULL, "true", NULL },
    { "aux", group_activated, NULL, "true", NULL },
  };

  self->track = DWELL_NONE;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}

/* Returns the menu of the selection and of the track. If the actions for the focus come first,
 * those for the track are in a submenu, because there are as many. */
static GMenuModel *
make_below (DwellTrackMenu *self,
            gboolean        is_for_focus)
{
  GMenu *menu = g_menu_new ();

  g_menu_append_section (menu, NULL, self->selection);
  if (is_for_focus)
    g_menu_append_submenu (menu, _("Trac_k"), self->model);

  for (int i = 0; !is_for_focus && i < g_menu_model_get_n_items (self->model); i++)
    {
      g_autoptr(GMenuItem) section = g_menu_item_new_from_model (self->model, i);

      g_menu_append_item (menu, section);
    }

  return G_MENU_MODEL (menu);
}

/**
 * dwell_track_menu_new:
 * @parent: the parent of the popover, which must outlive the menu
 * @viewport: the viewport of the timeline
 *
 * Creates the menu, and gives @parent its group of actions, "track".
 *
 * Returns: (transfer full): the menu
 */
DwellTrackMenu *
dwell_track_menu_new (GtkWidget     *parent,
                      DwellViewport *viewport)
{
  DwellTrackMenu *self = g_object_new (DWELL_TYPE_TRACK_MENU, NULL);
  g_autoptr(GtkBuilder) builder = NULL;

  self->viewport = g_object_ref (viewport);
  dwell_viewport_connect (viewport, "lanes-changed", G_CALLBACK (lanes_changed), self);
  dwell_viewport_connect (viewport, "trace-changed", G_CALLBACK (forget_track), self);
  dwell_viewport_connect (viewport, "view-set", G_CALLBACK (forget_track), self);

  builder = gtk_builder_new_from_resource (
    "/io/github/dwell_profiler/Dwell/ui/dwell-track-menu.ui");
  self->model = g_object_ref (G_MENU_MODEL (gtk_builder_get_object (builder, "menu")));
  self->selection = g_object_ref (G_MENU_MODEL (gtk_builder_get_object (builder, "selection")));

  self->popover = dwell_focus_menu_new (parent);
  gtk_widget_insert_action_group (parent, "track", G_ACTION_GROUP (self->actions));
  update (self);

  return self;
}

static void
open_at (DwellTrackMenu *self,
         GtkWidget      *widget,
         gboolean        is_for_focus,
         double          x,
         double          y)
{
  GtkWidget *parent = gtk_widget_get_parent (self->popover);
  g_autoptr(GMenuModel) below = NULL;
  double px;
  double py;

  if (get_view (self) == NULL || !gtk_widget_translate_coordinates (widget, parent, x, y, &px, &py))
    return;

  update (self);
  below = make_below (self, is_for_focus);
  dwell_focus_menu_popup (self->popover, is_for_focus ? get_view (self) : NULL,
                          self->is_apart ? DWELL_FOCUS_MENU_APART : NULL, below,
                          &(GdkRectangle) { (int) px, (int) py, 1, 1 });
}

/**
 * dwell_track_menu_set_apart:
 * @self: the menu
 *
 * Leaves out what needs the view of the tab: its pages and requirements.
 */
void
dwell_track_menu_set_apart (DwellTrackMenu *self)
{
  g_return_if_fail (DWELL_IS_TRACK_MENU (self));

  self->is_apart = TRUE;
}

/**
 * dwell_track_menu_popup:
 * @self: the menu
 * @widget: the parent of the menu, or a descendant of it
 * @track: the track that the actions apply to, or %DWELL_NONE
 * @is_for_focus: whether the menu starts with the actions for what is in focus
 * @x: a place in @widget, px
 * @y: a place in @widget, px
 *
 * Opens the menu for @track.
 */
void
dwell_track_menu_popup (DwellTrackMenu *self,
                        GtkWidget      *widget,
                        guint32         track,
                        gboolean        is_for_focus,
                        double          x,
                        double          y)
{
  g_return_if_fail (DWELL_IS_TRACK_MENU (self));

  self->track = track;
  self->group.kind = DWELL_LANE_TRACK;
  open_at (self, widget, is_for_focus, x, y);
}

/**
 * dwell_track_menu_popup_lane:
 * @self: the menu
 * @widget: the parent of the menu, or a descendant of it
 * @lane: (nullable): the lane that the actions apply to
 * @x: a place in @widget, px
 * @y: a place in @widget, px
 *
 * Opens the menu for a track or a group of tracks.
 */
void
dwell_track_menu_popup_lane (DwellTrackMenu  *self,
                             GtkWidget       *widget,
                             const DwellLane *lane,
                             double           x,
                             double           y)
{
  g_return_if_fail (DWELL_IS_TRACK_MENU (self));

  self->track = lane != NULL ? lane->track : DWELL_NONE;
  self->group = lane != NULL ? *lane : (DwellLane) { .kind = DWELL_LANE_TRACK };
  open_at (self, widget, FALSE, x, y);
}

/**
 * dwell_track_menu_present:
 * @self: the menu
 *
 * Places an open menu again. Call it in the size_allocate() of the parent.
 */
void
dwell_track_menu_present (DwellTrackMenu *self)
{
  g_return_if_fail (DWELL_IS_TRACK_MENU (self));

  if (gtk_widget_get_visible (self->popover))
    gtk_popover_present (GTK_POPOVER (self->popover));
}
