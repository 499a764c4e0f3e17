/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the keys of the canvas.
 *
 * W and S zoom, and A and D pan, for as long as they are held. The other keys run the commands of a
 * table. The keys can do all that the pointer can: R selects the time of the focused span, Shift
 * and an arrow key extend the selection to the next span, Ctrl and an arrow key move the cursor,
 * and the Menu key opens the menu of the track. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "ui/timeline/dwell-selection-chip.h"
#include "ui/timeline/dwell-timeline-canvas-private.h"
#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-toast.h"

#define ZOOM_STEP 1.5
#define CURSOR_STEP 10 /* px */
#define PAN_STEP 0.25 /* visible ranges */

typedef enum {
  COMMAND_LEFT,
  COMMAND_RIGHT,
  COMMAND_UP,
  COMMAND_DOWN,
  COMMAND_NEXT_SAME,
  COMMAND_PREVIOUS_SAME,
  COMMAND_NEXT_VIOLATION,
  COMMAND_PREVIOUS_VIOLATION,
  COMMAND_WORST_VIOLATION,
  COMMAND_PARENT,
  COMMAND_CHILD,
  COMMAND_NEXT_IN_FLOW,
  COMMAND_PREVIOUS_IN_FLOW,
  COMMAND_EXTEND_LEFT,
  COMMAND_EXTEND_RIGHT,
  COMMAND_ZOOM,
  COMMAND_ZOOM_TO_SELECTION,
  COMMAND_SELECT_FOCUS,
  COMMAND_CHOOSE,
  COMMAND_HOME,
  COMMAND_END,
  COMMAND_WHOLE,
  COMMAND_ZOOM_IN,
  COMMAND_ZOOM_OUT,
  COMMAND_PAN_LEFT,
  COMMAND_PAN_RIGHT,
  COMMAND_CURSOR_LEFT,
  COMMAND_CURSOR_RIGHT,
  COMMAND_DROP_SELECTION,
  COMMAND_COPY_SELECTION,
  COMMAND_PAGE_UP,
  COMMAND_PAGE_DOWN,
  COMMAND_LINES,
  COMMAND_MENU,
  N_COMMANDS
} Command;

/* The names of the commands as actions of the timeline. */
static const char * const command_names[N_COMMANDS] = {
  [COMMAND_LEFT] = "timeline.left",
  [COMMAND_RIGHT] = "timeline.right",
  [COMMAND_UP] = "timeline.up",
  [COMMAND_DOWN] = "timeline.down",
  [COMMAND_NEXT_SAME] = "timeline.next",
  [COMMAND_PREVIOUS_SAME] = "timeline.previous",
  [COMMAND_NEXT_VIOLATION] = "timeline.next-violation",
  [COMMAND_PREVIOUS_VIOLATION] = "timeline.previous-violation",
  [COMMAND_WORST_VIOLATION] = "timeline.worst-violation",
  [COMMAND_PARENT] = "timeline.parent",
  [COMMAND_CHILD] = "timeline.child",
  [COMMAND_NEXT_IN_FLOW] = "timeline.flow-next",
  [COMMAND_PREVIOUS_IN_FLOW] = "timeline.flow-previous",
  [COMMAND_EXTEND_LEFT] = "timeline.extend-left",
  [COMMAND_EXTEND_RIGHT] = "timeline.extend-right",
  [COMMAND_ZOOM] = "timeline.zoom",
  [COMMAND_ZOOM_TO_SELECTION] = "timeline.zoom-selection",
  [COMMAND_SELECT_FOCUS] = "timeline.select",
  [COMMAND_CHOOSE] = "timeline.choose",
  [COMMAND_HOME] = "timeline.begin",
  [COMMAND_END] = "timeline.end",
  [COMMAND_WHOLE] = "timeline.whole",
  [COMMAND_ZOOM_IN] = "timeline.zoom-in",
  [COMMAND_ZOOM_OUT] = "timeline.zoom-out",
  [COMMAND_PAN_LEFT] = "timeline.pan-left",
  [COMMAND_PAN_RIGHT] = "timeline.pan-right",
  [COMMAND_CURSOR_LEFT] = "timeline.cursor-left",
  [COMMAND_CURSOR_RIGHT] = "timeline.cursor-right",
  [COMMAND_DROP_SELECTION] = "timeline.drop-selection",
  [COMMAND_COPY_SELECTION] = "timeline.copy-selection",
  [COMMAND_PAGE_UP] = "timeline.page-up",
  [COMMAND_PAGE_DOWN] = "timeline.page-down",
  [COMMAND_LINES] = "timeline.lines",
  [COMMAND_MENU] = "timeline.menu",
};

static const struct {
  guint           key;
  GdkModifierType modifiers;
  Command         command;
} keys[] = {
  { GDK_KEY_Left, 0, COMMAND_LEFT },
  { GDK_KEY_Right, 0, COMMAND_RIGHT },
  { GDK_KEY_Up, 0, COMMAND_UP },
  { GDK_KEY_Down, 0, COMMAND_DOWN },
  { GDK_KEY_Left, GDK_SHIFT_MASK, COMMAND_EXTEND_LEFT },
  { GDK_KEY_Right, GDK_SHIFT_MASK, COMMAND_EXTEND_RIGHT },
  { GDK_KEY_Left, GDK_CONTROL_MASK, COMMAND_CURSOR_LEFT },
  { GDK_KEY_Right, GDK_CONTROL_MASK, COMMAND_CURSOR_RIGHT },
  { GDK_KEY_period, 0, COMMAND_NEXT_SAME },
  { GDK_KEY_comma, 0, COMMAND_PREVIOUS_SAME },
  { GDK_KEY_v, 0, COMMAND_NEXT_VIOLATION },
  { GDK_KEY_v, GDK_SHIFT_MASK, COMMAND_PREVIOUS_VIOLATION },
  { GDK_KEY_x, 0, COMMAND_WORST_VIOLATION },
  { GDK_KEY_bracketleft, 0, COMMAND_PARENT },
  { GDK_KEY_bracketright, 0, COMMAND_CHILD },
  { GDK_KEY_g, 0, COMMAND_NEXT_IN_FLOW },
  { GDK_KEY_g, GDK_SHIFT_MASK, COMMAND_PREVIOUS_IN_FLOW },
  { GDK_KEY_f, 0, COMMAND_ZOOM },
  { GDK_KEY_Return, 0, COMMAND_ZOOM },
  { GDK_KEY_r, 0, COMMAND_SELECT_FOCUS },
  { GDK_KEY_c, 0, COMMAND_CHOOSE },
  { GDK_KEY_Home, 0, COMMAND_HOME },
  { GDK_KEY_End, 0, COMMAND_END },
  { GDK_KEY_0, 0, COMMAND_WHOLE },
  { GDK_KEY_0, GDK_CONTROL_MASK, COMMAND_WHOLE },
  { GDK_KEY_plus, 0, COMMAND_ZOOM_IN },
  { GDK_KEY_equal, 0, COMMAND_ZOOM_IN },
  { GDK_KEY_plus, GDK_CONTROL_MASK, COMMAND_ZOOM_IN },
  { GDK_KEY_equal, GDK_CONTROL_MASK, COMMAND_ZOOM_IN },
  { GDK_KEY_minus, 0, COMMAND_ZOOM_OUT },
  { GDK_KEY_minus, GDK_CONTROL_MASK, COMMAND_ZOOM_OUT },
  { GDK_KEY_Escape, 0, COMMAND_DROP_SELECTION },
  { GDK_KEY_c, GDK_CONTROL_MASK, COMMAND_COPY_SELECTION },
  { GDK_KEY_Page_Up, 0, COMMAND_PAGE_UP },
  { GDK_KEY_Page_Down, 0, COMMAND_PAGE_DOWN },
  { GDK_KEY_l, 0, COMMAND_LINES },
  { GDK_KEY_Menu, 0, COMMAND_MENU },
  { GDK_KEY_F10, GDK_SHIFT_MASK, COMMAND_MENU },
};

/* Keys that activate actions of the timeline. */
static const struct {
  guint           key;
  GdkModifierType modifiers;
  const char     *action;
} action_keys[] = {
  { GDK_KEY_m, 0, "marker.set" },
  { GDK_KEY_n, 0, "marker.note" },
  { GDK_KEY_m, GDK_SHIFT_MASK, "marker.next" },
  { GDK_KEY_m, GDK_SHIFT_MASK | GDK_CONTROL_MASK, "marker.previous" },
};

static DwellMotion
motion_of_key (guint key)
{
  switch (key)
    {
    case GDK_KEY_w:
    case GDK_KEY_W:
      return DWELL_MOTION_IN;
    case GDK_KEY_s:
    case GDK_KEY_S:
      return DWELL_MOTION_OUT;
    case GDK_KEY_a:
    case GDK_KEY_A:
      return DWELL_MOTION_LEFT;
    case GDK_KEY_d:
    case GDK_KEY_D:
      return DWELL_MOTION_RIGHT;
    default:
      return 0;
    }
}

static DwellView *
get_view (DwellTimelineCanvas *self)
{
  return dwell_viewport_get_view (self->viewport);
}

static gboolean
has_focus_item (DwellView *view)
{
  return dwell_view_get_focus_span (view) != DWELL_NONE ||
         dwell_view_get_focus_mark (view) != DWELL_NONE;
}

/* Returns the span of the widest visible bar of @row, or DWELL_NONE. */
static guint32
widest_span (const DwellTimelineScene *scene,
             guint32                   row)
{
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  guint32 span = DWELL_NONE;
  float widest = 0;

  dwell_layout_row (scene->layout, row, scene->scale.begin, scene->scale.end, scene->scale.width,
                    2, bars);
  for (guint i = 0; i < bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (bars, DwellBar, i);

      if (bar->x1 - bar->x0 > widest)
        {
          widest = bar->x1 - bar->x0;
          span = bar->span;
        }
    }

  return span;
}

/* Focuses the widest bar of the topmost visible row that has one, for the first key without a
 * focus. It is the most prominent item, and focusing it scrolls nothing. */
static gboolean
focus_first_item (DwellTimelineCanvas *self)
{
  DwellTimelineScene scene;

  if (!_dwell_timeline_canvas_get_scene (self, &scene) || scene.layout == NULL)
    return FALSE;

  for (double y = 0; y < scene.height; y += DWELL_LANE_ROW_HEIGHT)
    {
      guint32 row;
      guint32 span = DWELL_NONE;

      if (dwell_timeline_painter_lane_at (&scene, y, &row) >= 0 && row != DWELL_NONE)
        span = widest_span (&scene, row);

      if (span != DWELL_NONE)
        {
          dwell_view_focus_span (get_view (self), span);
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
move_focus (DwellTimelineCanvas *self,
            DwellMove            move)
{
  if (!has_focus_item (get_view (self)) && focus_first_item (self))
    return TRUE;

  if (!dwell_view_move_focus (get_view (self), move))
    gtk_widget_error_bell (GTK_WIDGET (self));

  return TRUE;
}

/* Goes to the next or previous violation of a limit, or to the worst one if @direction is 0, and
 * describes it in a toast. */
static gboolean
step_violation (DwellTimelineCanvas *self,
                int                  direction)
{
  DwellView *view = get_view (self);
  g_autofree char *text = direction == 0 ? dwell_view_step_worst (view)
                                         : dwell_view_step_overrun (view, direction);

  if (text != NULL)
    dwell_toast_show_instead (GTK_WIDGET (self), &self->told, text);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return TRUE;
}

/* Adds a span to the chosen ones or removes it from them, and shows in a toast what can be done
 * with them. */
gboolean
_dwell_timeline_canvas_choose (DwellTimelineCanvas *self,
                               guint32              span)
{
  DwellView *view = get_view (self);
  const GArray *chosen;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (span == DWELL_NONE || !dwell_view_choose_span (view, span))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return TRUE;
    }

  chosen = dwell_view_get_chosen_spans (view);
  n = chosen != NULL ? chosen->len : 0;
  count = g_strdup_printf (ngettext ("%u span is chosen", "%u spans are chosen", n), n);
  text = g_strdup_printf ("%s · %s", count,
                          n < 2 ? _("Choose another span to add a requirement for both")
                                : _("Their menu can add a requirement for them"));
  dwell_toast_show_instead (GTK_WIDGET (self), &self->told, text);
  return TRUE;
}

/* Selects the focused span; if there is a selection, moves the focus and extends the selection to
 * the span that gets it. */
static gboolean
extend_selection (DwellTimelineCanvas *self,
                  DwellMove            move)
{
  DwellView *view = get_view (self);
  DwellTrace *trace = dwell_view_get_trace (view);
  gint64 begin;
  gint64 end;
  guint32 span = dwell_view_get_focus_span (view);

  if (span == DWELL_NONE)
    return move_focus (self, move);

  if (!dwell_view_get_selection (view, &begin, &end))
    {
      begin = dwell_trace_get_span_begin (trace, span);
      end = dwell_trace_get_span_end (trace, span);
    }
  else if (dwell_view_move_focus (view, move))
    {
      span = dwell_view_get_focus_span (view);
    }

  if (span != DWELL_NONE)
    dwell_view_set_selection (view, MIN (begin, dwell_trace_get_span_begin (trace, span)),
                              MAX (end, dwell_trace_get_span_end (trace, span)));
  return TRUE;
}

static gboolean
select_focus (DwellTimelineCanvas *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint32 span = dwell_view_get_focus_span (get_view (self));

  if (span == DWELL_NONE)
    return FALSE;

  dwell_view_set_selection (get_view (self), dwell_trace_get_span_begin (trace, span),
                            dwell_trace_get_span_end (trace, span));
  return TRUE;
}

/* Shows the start or end of the trace without changing the zoom. */
static void
go_to_edge (DwellTimelineCanvas *self,
            gboolean             is_begin)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  gint64 begin;
  gint64 end;
  gint64 width;

  dwell_view_get_range (get_view (self), &begin, &end);
  width = end - begin;

  if (is_begin)
    dwell_view_go_to_range (get_view (self), trace->begin, trace->begin + width);
  else
    dwell_view_go_to_range (get_view (self), trace->end - width, trace->end);
}

static gboolean
drop_selection (DwellTimelineCanvas *self)
{
  gint64 begin;
  gint64 end;

  if (dwell_view_drop_chosen_spans (get_view (self)))
    return TRUE;

  /* Without a selection or cursor Escape is propagated to other widgets. */
  if (!dwell_view_get_selection (get_view (self), &begin, &end))
    {
      gboolean has_cursor = dwell_view_get_cursor (get_view (self), NULL);

      dwell_view_drop_cursor (get_view (self));
      return has_cursor;
    }

  dwell_view_drop_selection (get_view (self));
  return TRUE;
}

static void
pan (DwellTimelineCanvas *self,
     double               fraction)
{
  dwell_viewport_remember (self->viewport);
  dwell_viewport_pan (self->viewport, fraction);
}

/* Moves the cursor by a step, at least 1 ns; beyond the edge the range follows it. A cursor outside
 * the visible range is moved to the middle of the range. */
static void
move_cursor (DwellTimelineCanvas *self,
             int                  direction)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  DwellScale scale;
  gint64 before;
  gint64 time;
  double x;

  dwell_viewport_get_scale (self->viewport, width, &scale);
  if (!dwell_view_get_cursor (get_view (self), &before) ||
      before < scale.begin || before > scale.end)
    {
      dwell_view_set_cursor (get_view (self), dwell_scale_to_time (&scale, width / 2));
      return;
    }

  x = dwell_scale_to_x (&scale, before) + direction * CURSOR_STEP;
  time = dwell_scale_to_time (&scale, x);
  dwell_view_set_cursor (get_view (self), time != before ? time : before + direction);
  if (x < 0 || x > width)
    pan (self, direction * PAN_STEP);
}

static void
zoom (DwellTimelineCanvas *self,
      double               factor)
{
  dwell_viewport_remember (self->viewport);
  dwell_viewport_zoom_smoothly (self->viewport, factor,
                                dwell_navigation_get_anchor (self->navigation));
}

static void
scroll_page (DwellTimelineCanvas *self,
             double               pages)
{
  gtk_adjustment_set_value (self->vadjustment,
                            gtk_adjustment_get_value (self->vadjustment) +
                            pages * gtk_adjustment_get_page_increment (self->vadjustment));
}

static gboolean
copy_selection (DwellTimelineCanvas *self)
{
  g_autoptr(GdkContentProvider) content = dwell_selection_chip_make_content (self->viewport);

  if (content != NULL)
    gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return TRUE;
}

/* Returns the track of the focused span or mark, or DWELL_NONE. */
static guint32
get_focus_track (DwellTimelineCanvas *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint32 span = dwell_view_get_focus_span (get_view (self));
  guint32 mark = dwell_view_get_focus_mark (get_view (self));

  if (span != DWELL_NONE)
    return dwell_trace_get_span_track (trace, span);

  return mark != DWELL_NONE ? trace->mark_track[mark] : DWELL_NONE;
}

static gboolean
open_menu (DwellTimelineCanvas *self)
{
  GdkRectangle rect = { 0, 0, 1, 1 };

  _dwell_timeline_canvas_get_focus_rect (self, &rect);
  dwell_track_menu_popup (self->menu, GTK_WIDGET (self), get_focus_track (self),
                          has_focus_item (get_view (self)), rect.x, rect.y + rect.height);
  return TRUE;
}

/* Shows or hides the source lines of the focused track; without one, of all tracks. */
static gboolean
toggle_lines (DwellTimelineCanvas *self)
{
  DwellView *view = get_view (self);
  guint32 track = get_focus_track (self);

  if (track == DWELL_NONE ||
      !dwell_lanes_has_lines (dwell_viewport_get_trace (self->viewport), track))
    {
      if (dwell_view_get_lines_shown (view) == DWELL_LINES_NONE)
        gtk_widget_error_bell (GTK_WIDGET (self));
      else
        gtk_widget_activate_action (GTK_WIDGET (self), "track.all-lines", NULL);
      return TRUE;
    }

  dwell_view_set_track_state (view, track,
                              dwell_view_get_track_state (view, track) ^ DWELL_TRACK_LINES);
  return TRUE;
}

static gboolean
run_on_focus (DwellTimelineCanvas *self,
              Command              command)
{
  switch ((guint) command)
    {
    case COMMAND_LEFT:
      return move_focus (self, DWELL_MOVE_PREVIOUS_IN_ROW);
    case COMMAND_RIGHT:
      return move_focus (self, DWELL_MOVE_NEXT_IN_ROW);
    case COMMAND_UP:
      return move_focus (self, DWELL_MOVE_ROW_ABOVE);
    case COMMAND_DOWN:
      return move_focus (self, DWELL_MOVE_ROW_BELOW);
    case COMMAND_NEXT_SAME:
      return move_focus (self, DWELL_MOVE_NEXT_SAME_AREA);
    case COMMAND_PREVIOUS_SAME:
      return move_focus (self, DWELL_MOVE_PREVIOUS_SAME_AREA);
    case COMMAND_NEXT_VIOLATION:
      return step_violation (self, 1);
    case COMMAND_PREVIOUS_VIOLATION:
      return step_violation (self, -1);
    case COMMAND_WORST_VIOLATION:
      return step_violation (self, 0);
    case COMMAND_PARENT:
      return move_focus (self, DWELL_MOVE_PARENT);
    case COMMAND_CHILD:
      return move_focus (self, DWELL_MOVE_FIRST_CHILD);
    case COMMAND_NEXT_IN_FLOW:
      return move_focus (self, DWELL_MOVE_NEXT_IN_FLOW);
    case COMMAND_PREVIOUS_IN_FLOW:
      return move_focus (self, DWELL_MOVE_PREVIOUS_IN_FLOW);
    case COMMAND_EXTEND_LEFT:
      return extend_selection (self, DWELL_MOVE_PREVIOUS_IN_ROW);
    case COMMAND_EXTEND_RIGHT:
      return extend_selection (self, DWELL_MOVE_NEXT_IN_ROW);
    case COMMAND_SELECT_FOCUS:
      return select_focus (self);
    case COMMAND_CHOOSE:
      return _dwell_timeline_canvas_choose (self, dwell_view_get_focus_span (get_view (self)));
    case COMMAND_ZOOM:
      return dwell_view_zoom_to_latest (get_view (self));
    case COMMAND_ZOOM_TO_SELECTION:
      return dwell_view_zoom_to_selection (get_view (self));
    default:
      g_return_val_if_reached (FALSE);
    }
}

static gboolean
run_command (DwellTimelineCanvas *self,
             Command              command)
{
  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return FALSE;

  switch ((guint) command)
    {
    case COMMAND_HOME:
      go_to_edge (self, TRUE);
      return TRUE;
    case COMMAND_END:
      go_to_edge (self, FALSE);
      return TRUE;
    case COMMAND_WHOLE:
      dwell_view_show_whole (get_view (self));
      return TRUE;
    case COMMAND_ZOOM_IN:
      zoom (self, ZOOM_STEP);
      return TRUE;
    case COMMAND_ZOOM_OUT:
      zoom (self, 1 / ZOOM_STEP);
      return TRUE;
    case COMMAND_PAN_LEFT:
      pan (self, -PAN_STEP);
      return TRUE;
    case COMMAND_PAN_RIGHT:
      pan (self, PAN_STEP);
      return TRUE;
    case COMMAND_CURSOR_LEFT:
      move_cursor (self, -1);
      return TRUE;
    case COMMAND_CURSOR_RIGHT:
      move_cursor (self, 1);
      return TRUE;
    case COMMAND_DROP_SELECTION:
      return drop_selection (self);
    case COMMAND_COPY_SELECTION:
      return copy_selection (self);
    case COMMAND_PAGE_UP:
      scroll_page (self, -1);
      return TRUE;
    case COMMAND_PAGE_DOWN:
      scroll_page (self, 1);
      return TRUE;
    case COMMAND_LINES:
      return toggle_lines (self);
    case COMMAND_MENU:
      return open_menu (self);
    default:
      return run_on_focus (self, command);
    }
}

static gboolean
run_key (GtkWidget *widget,
         GVariant  *args,
         gpointer   user_data)
{
  return run_command (DWELL_TIMELINE_CANVAS (widget), (Command) g_variant_get_int32 (args));
}

/**
 * dwell_timeline_canvas_get_actions:
 * @n_actions: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_actions): the names of the actions that a timeline has
 *   and passes to its canvas
 */
const char * const *
dwell_timeline_canvas_get_actions (guint *n_actions)
{
  *n_actions = N_COMMANDS;

  return command_names;
}

/**
 * dwell_timeline_canvas_run:
 * @self: the canvas of a timeline
 * @name: the name of an action
 *
 * Runs the action; rings the bell if that is not possible.
 */
void
dwell_timeline_canvas_run (DwellTimelineCanvas *self,
                           const char          *name)
{
  g_return_if_fail (DWELL_IS_TIMELINE_CANVAS (self));

  for (guint i = 0; i < N_COMMANDS; i++)
    if (g_str_equal (command_names[i], name) && !run_command (self, (Command) i))
      gtk_widget_error_bell (GTK_WIDGET (self));
}

/* --- Held keys --- */

static gboolean
key_pressed (DwellTimelineCanvas *self,
             guint                key,
             guint                keycode,
             GdkModifierType      state)
{
  DwellMotion motion = motion_of_key (key);

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  if (key == GDK_KEY_space)
    {
      dwell_selection_drag_set_pans (self->drag, TRUE);
      return GDK_EVENT_STOP;
    }

  if (motion == 0 || dwell_viewport_get_trace (self->viewport) == NULL)
    return GDK_EVENT_PROPAGATE;

  dwell_viewport_press (self->viewport, motion, dwell_navigation_get_anchor (self->navigation));
  return GDK_EVENT_STOP;
}

static void
key_released (DwellTimelineCanvas *self,
              guint                key,
              guint                keycode,
              GdkModifierType      state)
{
  if (key == GDK_KEY_space)
    dwell_selection_drag_set_pans (self->drag, FALSE);
  else if (motion_of_key (key) != 0)
    dwell_viewport_release (self->viewport, motion_of_key (key));
}

static void
focus_left (DwellTimelineCanvas *self)
{
  dwell_selection_drag_set_pans (self->drag, FALSE);
  dwell_viewport_release_all (self->viewport);
}

/* Binds the keys of the tables; for the class_init of the canvas. */
void
_dwell_timeline_canvas_class_add_keys (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      guint twin = dwell_keypad_get_twin (keys[i].key);

      gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, run_key,
                                    "i", (int) keys[i].command);
      if (twin != 0)
        gtk_widget_class_add_binding (widget_class, twin, keys[i].modifiers, run_key,
                                      "i", (int) keys[i].command);
    }

  for (guint i = 0; i < G_N_ELEMENTS (action_keys); i++)
    gtk_widget_class_add_binding_action (widget_class, action_keys[i].key,
                                         action_keys[i].modifiers, action_keys[i].action, NULL);
}

/* Adds the controllers for held keys. */
void
_dwell_timeline_canvas_add_keys (DwellTimelineCanvas *self)
{
  GtkEventController *held = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (held, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (held, "key-released", G_CALLBACK (key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), held);

  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
