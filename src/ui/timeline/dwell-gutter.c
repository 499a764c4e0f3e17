/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the headers of tracks and the names of rows as widgets, for the visible lanes only.
 *
 * There are two pools, one of headers and one of row names, each a little larger than what fits. A
 * lane (or row) always gets the widget of its number modulo the size of the pool, so that a header
 * keeps its lane, and the keyboard focus, while the lanes scroll. The visible widgets are chosen
 * when something scrolls or changes; size_allocate() only places them. The header of a lane that is
 * partly scrolled out stays at the top, unless the lane has rows with their own names.
 *
 * A header can be dragged to another place among the tracks; a line shows the target. */
#include "config.h"

#include "ui/timeline/dwell-gutter.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/timeline/dwell-gutter-name.h"
#include "ui/timeline/dwell-gutter-private.h"
#include "ui/timeline/dwell-track-header.h"
#include "ui/widgets/dwell-scroll.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define ROW_STEP   (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP)
#define ROW_INDENT 28
#define ROW_PADDING 6

/* A name is compared with those of this many lanes, or rows, on each side. */
#define N_NEIGHBOURS 8

/* A visible widget and its place, px. */
typedef struct {
  GtkWidget *widget;
  int        y; /* in the gutter */
  int        height;
  int        indent;
} Place;

G_DEFINE_FINAL_TYPE (DwellGutter, dwell_gutter, GTK_TYPE_WIDGET)

/* Converts the place of a lane or a row, from the top of all lanes, to px. */
static int
to_px (DwellGutter *self,
       int          y)
{
  return (int) floor (y * self->scale + 0.5);
}

static GtkWidget *
make_name (gboolean is_rtl)
{
  return g_object_new (GTK_TYPE_INSCRIPTION,
                       "text", "",
                       "xalign", is_rtl ? 1.0 : 0.0,
                       "valign", GTK_ALIGN_CENTER,
                       "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE,
                       "css-classes", (const char *[]) { "caption", NULL },
                       NULL);
}

static void
grow_pools (DwellGutter *self,
            int          height)
{
  guint n_headers = (guint) (height / self->scale) / (DWELL_LANE_TOP_HEIGHT + ROW_STEP) + 2;
  guint n_names = (guint) (height / self->scale) / ROW_STEP + 3;

  while (self->headers->len < n_headers)
    {
      GtkWidget *header = dwell_track_header_new (self->viewport, self->menu);

      gtk_widget_set_parent (header, GTK_WIDGET (self));
      g_ptr_array_add (self->headers, header);
    }

  while (self->names->len < n_names)
    {
      GtkWidget *name = make_name (gtk_widget_get_direction (GTK_WIDGET (self)) ==
                                   GTK_TEXT_DIR_RTL);

      gtk_widget_set_parent (name, GTK_WIDGET (self));
      g_ptr_array_add (self->names, name);
    }
}

static void
place (DwellGutter *self,
       GtkWidget   *widget,
       int          indent,
       int          y,
       int          height)
{
  g_array_append_val (self->places, ((Place) { widget, y, height, indent }));
}

/* A row with the same name as its track does not show it. */
static gboolean
has_own_name (const DwellTrack *track,
              const DwellRow   *row)
{
  return track->rows_are_named && row->label != 0 && row->label != track->name;
}

/* Looks at all rows, because the first is often the row of the runtime itself, which has the same
 * name as its track. */
static gboolean
has_row_names (DwellTrace      *trace,
               const DwellLane *lane)
{
  const DwellTrack *track;

  if (lane->kind != DWELL_LANE_TRACK || lane->is_folded)
    return FALSE;

  track = &trace->tracks[lane->track];
  for (guint32 i = 0; i < track->n_rows; i++)
    if (has_own_name (track, &trace->rows[track->first_row + i]))
      return TRUE;

  return FALSE;
}

/* Returns the name of a row; NULL: the row is only a level of depth. @lines: the name for rows of
 * source lines. */
static const char *
get_row_name (const DwellTrace *trace,
              const DwellLane  *lane,
              const DwellRow   *row,
              const char       *lines)
{
  if (has_own_name (&trace->tracks[lane->track], row))
    return dwell_trace_get_string (trace, row->label);

  return row->is_lines && lane->has_lines ? lines : NULL;
}

/* Returns how many bytes at its start the name of a row has in common with names of rows near it,
 * or with that of its track. */
static gsize
get_shared_of_row (const DwellTrace *trace,
                   const DwellLane  *lane,
                   guint32           index)
{
  const char *name = dwell_trace_get_string (
    trace, trace->rows[dwell_lane_get_row (lane, trace, index)].label);
  gsize n = 0;

  for (guint32 i = index - MIN (index, N_NEIGHBOURS);
       i < lane->n_rows && i <= index + N_NEIGHBOURS;
       i++)
    {
      guint32 other = trace->rows[dwell_lane_get_row (lane, trace, i)].label;

      if (i != index)
        n = MAX (n, dwell_gutter_name_get_shared (name, dwell_trace_get_string (trace, other)));
    }

  return n;
}

static void
show_row_name (DwellGutter *self,
               GtkWidget   *name,
               const char  *label,
               gsize        n_shared)
{
  g_autofree char *text = dwell_gutter_name_fit (name, label, n_shared,
                                                 self->width - ROW_INDENT - ROW_PADDING);

  if (!dwell_tip_set (name, label) &&
      g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (name)), text) == 0)
    return;

  gtk_inscription_set_text (GTK_INSCRIPTION (name), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Places the names of a lane's visible rows below @top, px in the gutter. */
static void
place_names (DwellGutter     *self,
             DwellTrace      *trace,
             const DwellLane *lane,
             int              top,
             int              scroll_y)
{
  /* Translators: a row of source lines, below the row of functions that ran them */
  const char *lines = _("lines");
  int above = (int) ((top + scroll_y) / self->scale) - dwell_lane_get_row_y (lane, 0);
  int first = MAX (0, above / ROW_STEP);

  for (guint32 i = (guint32) first; i < lane->n_rows; i++)
    {
      int row_top = dwell_lane_get_row_y (lane, i);
      int y = to_px (self, row_top) - scroll_y;
      const char *label = get_row_name (trace, lane,
                                        &trace->rows[dwell_lane_get_row (lane, trace, i)], lines);
      GtkWidget *name;

      if (y >= self->height)
        break;

      if (label == NULL || y < top)
        continue;

      name = g_ptr_array_index (self->names, (guint) (row_top / ROW_STEP) % self->names->len);
      show_row_name (self, name, label,
                     label != lines ? get_shared_of_row (trace, lane, i) : 0);
      if (label == lines)
        gtk_widget_add_css_class (name, "dim-label");
      else
        gtk_widget_remove_css_class (name, "dim-label");
      place (self, name, ROW_INDENT, y, to_px (self, DWELL_LANE_ROW_HEIGHT));
    }
}

/* Returns how many bytes at its start the name of a track has in common with names of tracks near
 * it. */
static gsize
get_shared_of_lane (DwellTrace   *trace,
                    const GArray *lanes,
                    guint         index)
{
  const DwellLane *lane = &g_array_index (lanes, DwellLane, index);
  g_autofree char *name = NULL;
  gsize n = 0;

  if (lane->kind != DWELL_LANE_TRACK)
    return 0;

  name = dwell_lane_dup_title (lane, trace);
  for (guint i = index - MIN (index, N_NEIGHBOURS);
       i < lanes->len && i <= index + N_NEIGHBOURS;
       i++)
    {
      const DwellLane *other = &g_array_index (lanes, DwellLane, i);
      g_autofree char *other_name = dwell_lane_dup_title (other, trace);

      if (i != index && other->kind == DWELL_LANE_TRACK)
        n = MAX (n, dwell_gutter_name_get_shared (name, other_name));
    }

  return n;
}

static void
place_lane (DwellGutter  *self,
            DwellTrace   *trace,
            const GArray *lanes,
            guint         index,
            int           scroll_y)
{
  const DwellLane *lane = &g_array_index (lanes, DwellLane, index);
  GtkWidget *header = g_ptr_array_index (self->headers, index % self->headers->len);
  int y = to_px (self, lane->y) - scroll_y;
  int bottom = to_px (self, lane->y + lane->height) - scroll_y;
  int height = to_px (self, dwell_lane_get_name_height (lane));

  dwell_track_header_set_lane (DWELL_TRACK_HEADER (header), lane,
                               get_shared_of_lane (trace, lanes, index), self->width);
  g_array_append_val (self->lines, y);

  if (has_row_names (trace, lane))
    {
      place (self, header, 0, y, height);
      place_names (self, trace, lane, -to_px (self, ROW_STEP), scroll_y);
    }
  else
    {
      int header_y = MAX (y, MIN (0, bottom - height));

      place (self, header, 0, header_y, height);
      if (lane->has_lines && lane->shows_lines)
        place_names (self, trace, lane, header_y + height, scroll_y);
    }
}

static void
hide_unplaced (DwellGutter *self,
               GPtrArray   *pool)
{
  for (guint i = 0; i < pool->len; i++)
    {
      gboolean is_placed = FALSE;

      for (guint j = 0; j < self->places->len && !is_placed; j++)
        is_placed = g_array_index (self->places, Place, j).widget == g_ptr_array_index (pool, i);

      gtk_widget_set_visible (g_ptr_array_index (pool, i), is_placed);
    }
}

/* Places the widgets of all visible lanes, and hides the others. */
static void
place_all (DwellGutter *self)
{
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  int scroll_y = (int) gtk_adjustment_get_value (self->vadjustment);

  g_array_set_size (self->places, 0);
  g_array_set_size (self->lines, 0);
  self->scale = dwell_text_scale_get (GTK_WIDGET (self));
  grow_pools (self, self->height);

  if (trace != NULL)
    {
      const GArray *lanes = dwell_view_get_lanes (dwell_viewport_get_view (self->viewport));

      for (guint i = 0; i < lanes->len; i++)
        {
          const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

          if (to_px (self, lane->y) >= scroll_y + self->height)
            break;
          if (to_px (self, lane->y + lane->height) > scroll_y)
            place_lane (self, trace, lanes, i, scroll_y);
        }
    }

  hide_unplaced (self, self->headers);
  hide_unplaced (self, self->names);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
place_later (gpointer data)
{
  DwellGutter *self = data;

  self->placing = 0;
  self->width = gtk_widget_get_width (GTK_WIDGET (self));
  self->height = gtk_widget_get_height (GTK_WIDGET (self));
  place_all (self);
  return G_SOURCE_REMOVE;
}

const GArray *
_dwell_gutter_get_lanes (DwellGutter *self)
{
  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return NULL;

  return dwell_view_get_lanes (dwell_viewport_get_view (self->viewport));
}

/* Returns the number of the lane at @y of the gutter; -1: none. */
int
_dwell_gutter_get_lane_at (DwellGutter *self,
                           double       y)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  guint32 row;

  if (lanes == NULL)
    return -1;

  return dwell_lanes_at (lanes, dwell_viewport_get_trace (self->viewport),
                         (int) ((y + gtk_adjustment_get_value (self->vadjustment)) /
                                self->scale), &row);
}

/* Opens the menu of the track at the pointer, on its header or in the gutter beside its rows. */
static void
menu_wanted (DwellGutter *self,
             int          n_press,
             double       x,
             double       y)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  int lane = _dwell_gutter_get_lane_at (self, y);

  dwell_track_menu_popup_lane (self->menu, GTK_WIDGET (self),
                               lanes != NULL && lane >= 0
                               ? &g_array_index (lanes, DwellLane, lane) : NULL, x, y);
}

static void
dwell_gutter_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  DwellGutter *self = DWELL_GUTTER (widget);
  const DwellColour *line = &dwell_style_get_palette ()->line;
  GdkRGBA colour = { (float) line->red, (float) line->green, (float) line->blue,
                     (float) line->alpha };
  float width = (float) gtk_widget_get_width (widget);

  _dwell_gutter_snapshot_drop (self, snapshot);

  for (guint i = 0; i < self->lines->len; i++)
    {
      float y = (float) g_array_index (self->lines, int, i);

      gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (0, y, width, 1));
    }

  GTK_WIDGET_CLASS (dwell_gutter_parent_class)->snapshot (widget, snapshot);
  _dwell_gutter_snapshot_target (self, snapshot);
}

static void
dwell_gutter_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  double scale = dwell_text_scale_get (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 60
                                                       : (int) (DWELL_LANE_HEADER_HEIGHT * scale);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? (int) (200 * scale) : *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static void
dwell_gutter_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  DwellGutter *self = DWELL_GUTTER (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  /* Other names need other widgets, which must not be created during an allocation. */
  if ((self->width != width || self->height != height) && self->placing == 0)
    self->placing = g_idle_add_full (GTK_PRIORITY_RESIZE, place_later, self, NULL);

  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *p = &g_array_index (self->places, Place, i);
      GtkAllocation at = { p->indent, p->y, 0, p->height };

      gtk_widget_measure (p->widget, GTK_ORIENTATION_HORIZONTAL, -1, &at.width, NULL, NULL, NULL);
      at.width = MAX (at.width, width - p->indent);
      if (is_rtl)
        at.x = width - p->indent - at.width;
      gtk_widget_size_allocate (p->widget, &at, -1);
    }
}

static void
dwell_gutter_css_changed (GtkWidget         *widget,
                          GtkCssStyleChange *change)
{
  DwellGutter *self = DWELL_GUTTER (widget);

  GTK_WIDGET_CLASS (dwell_gutter_parent_class)->css_changed (widget, change);

  /* The size of the text may have changed. */
  if (self->viewport != NULL && self->placing == 0)
    self->placing = g_idle_add_full (GTK_PRIORITY_RESIZE, place_later, self, NULL);
}

static void
dwell_gutter_dispose (GObject *object)
{
  DwellGutter *self = DWELL_GUTTER (object);
  GtkWidget *child;

  g_clear_handle_id (&self->placing, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  g_clear_weak_pointer (&self->over);
  g_clear_object (&self->viewport);
  g_clear_object (&self->vadjustment);
  g_clear_object (&self->menu);

  G_OBJECT_CLASS (dwell_gutter_parent_class)->dispose (object);
}

static void
dwell_gutter_finalize (GObject *object)
{
  DwellGutter *self = DWELL_GUTTER (object);

  g_ptr_array_unref (self->headers);
  g_ptr_array_unref (self->names);
  g_array_unref (self->places);
  g_array_unref (self->lines);

  G_OBJECT_CLASS (dwell_gutter_parent_class)->finalize (object);
}

static void
dwell_gutter_class_init (DwellGutterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_gutter_dispose;
  object_class->finalize = dwell_gutter_finalize;

  widget_class->snapshot = dwell_gutter_snapshot;
  widget_class->measure = dwell_gutter_measure;
  widget_class->size_allocate = dwell_gutter_size_allocate;
  widget_class->css_changed = dwell_gutter_css_changed;

  gtk_widget_class_set_css_name (widget_class, "timelinegutter");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dwell_gutter_init (DwellGutter *self)
{
  self->headers = g_ptr_array_new ();
  self->names = g_ptr_array_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->lines = g_array_new (FALSE, FALSE, sizeof (int));
  self->dragged = DWELL_NONE;
  self->drop = -1;
  self->target = -1;
  self->scale = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

static gboolean
scroll (DwellGutter              *self,
        double                    dx,
        double                    dy,
        GtkEventControllerScroll *controller)
{
  gboolean is_wheel = dwell_scroll_is_wheel (controller);

  gtk_adjustment_set_value (self->vadjustment,
                            gtk_adjustment_get_value (self->vadjustment) +
                            dy * (is_wheel ? 3 * to_px (self, ROW_STEP) : 1));
  return GDK_EVENT_STOP;
}

/**
 * dwell_gutter_set_up:
 * @self: the gutter
 * @viewport: the viewport of the timeline
 * @vadjustment: the vertical scroll position of the lanes, px
 * @menu: the context menu of tracks
 *
 * Connects the gutter to the timeline. Call it once, before the gutter is shown.
 */
void
dwell_gutter_set_up (DwellGutter    *self,
                     DwellViewport  *viewport,
                     GtkAdjustment  *vadjustment,
                     DwellTrackMenu *menu)
{
  static const char * const changes[] = { "view-set", "trace-changed", "lanes-changed" };
  GtkEventController *wheel;
  GtkGesture *menu_click;

  g_return_if_fail (DWELL_IS_GUTTER (self));

  self->viewport = g_object_ref (viewport);
  self->vadjustment = g_object_ref (vadjustment);
  self->menu = g_object_ref (menu);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    dwell_viewport_connect (viewport, changes[i], G_CALLBACK (place_all), self);
  g_signal_connect_object (vadjustment, "value-changed", G_CALLBACK (place_all), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);

  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), wheel);

  _dwell_gutter_add_drag (self);
  menu_click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu_click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu_click, "pressed", G_CALLBACK (menu_wanted), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu_click));
}
