/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tools of a page in one or more rows: tools that do not fit in a row wrap into the next, so
 * that nothing is cut off or scrolls, and Tab moves through them in reading order. Tools become
 * narrower than their natural width if they can and if that saves a row.
 *
 * A child that expands requests its minimum and gets the remaining width of its row. A child whose
 * halign is end is at the end of the first row, in the same place on every page. */
#include "config.h"

#include "ui/widgets/dwell-tool-rows.h"

#define SPACING_PX 6

struct _DwellToolRows
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellToolRows, dwell_tool_rows, GTK_TYPE_WIDGET)

/* --- The places of the tools --- */

/* Returns the natural width of the tools at the end, with the spacing between them. */
static int
get_end_width (const DwellToolPlace *places,
               guint                 n_places,
               int                   spacing_px)
{
  int width_px = 0;

  for (guint i = 0; i < n_places; i++)
    if (places[i].is_at_end)
      width_px += places[i].wish_px + (width_px > 0 ? spacing_px : 0);

  return width_px;
}

/* Returns the width that @place asks for in its row. */
static int
get_asked (const DwellToolPlace *place,
           gboolean              is_tight)
{
  return is_tight ? place->least_px : place->wish_px;
}

/* Assigns tools to rows, in order. Tools at the end share the first row, if its first tool leaves
 * enough room, otherwise the last row. With @is_tight, each gets its minimum. Returns the number of
 * rows. */
static guint
choose_rows (DwellToolPlace *places,
             guint           n_places,
             int             width_px,
             int             spacing_px,
             gboolean        is_tight)
{
  int end_px = get_end_width (places, n_places, spacing_px);
  gboolean are_ends_first = FALSE;
  guint end_row;
  guint row = 0;
  int used_px = -1; /* none yet */

  for (guint i = 0; i < n_places; i++)
    {
      int room_px = width_px;

      if (places[i].is_at_end)
        continue;

      if (used_px < 0)
        are_ends_first = end_px > 0 && places[i].least_px + spacing_px + end_px <= width_px;
      if (row == 0 && are_ends_first)
        room_px -= end_px + spacing_px;

      if (used_px >= 0 && used_px + spacing_px + get_asked (&places[i], is_tight) > room_px)
        {
          row++;
          used_px = -1;
        }
      places[i].row = row;
      used_px = (used_px < 0 ? 0 : used_px + spacing_px) + get_asked (&places[i], is_tight);
    }

  end_row = row;
  if (are_ends_first)
    end_row = 0;
  else if (end_px > 0 && used_px >= 0 && used_px + spacing_px + end_px > width_px)
    end_row = ++row;

  for (guint i = 0; i < n_places; i++)
    if (places[i].is_at_end)
      places[i].row = end_row;

  return row + 1;
}

/* Returns by how much a tool can be narrower than its wished width. Tools that expand wish for no
 * more than their minimum. */
static int
get_slack (const DwellToolPlace *place)
{
  return place->is_at_end ? 0 : place->wish_px - place->least_px;
}

/* Sets the widths of the tools in a row. If their natural widths do not fit, tools shrink to their
 * minimum, one after the other, until they do. The remaining width goes to the tools that expand,
 * or else back to the tool that shrank last if it is the last of the row. */
static void
set_widths (DwellToolPlace *places,
            guint           n_places,
            guint           row,
            int             width_px,
            int             spacing_px)
{
  DwellToolPlace *squeezed = NULL;
  int rest_px = width_px + spacing_px;
  int n_expanding = 0;
  guint last = 0;

  for (guint i = 0; i < n_places; i++)
    if (places[i].row == row)
      {
        last = places[i].is_at_end ? last : i;
        places[i].width_px = places[i].wish_px;
        rest_px -= places[i].wish_px + spacing_px;
        n_expanding += places[i].expands && !places[i].is_at_end;
      }

  for (guint i = 0; i < n_places && rest_px < 0; i++)
    if (places[i].row == row && get_slack (&places[i]) > 0)
      {
        squeezed = &places[i];
        squeezed->width_px = squeezed->least_px;
        rest_px += get_slack (squeezed);
      }

  if (rest_px <= 0)
    return;

  if (n_expanding == 0 && squeezed != NULL && squeezed == &places[last])
    squeezed->width_px += rest_px;

  for (guint i = 0; i < n_places && n_expanding > 0; i++)
    if (places[i].row == row && places[i].expands && !places[i].is_at_end)
      {
        places[i].width_px += rest_px / n_expanding;
        rest_px -= rest_px / n_expanding--;
      }
}

static void
place_row (DwellToolPlace *places,
           guint           n_places,
           guint           row,
           int             width_px,
           int             spacing_px)
{
  int end_px = width_px + spacing_px;
  int x_px = 0;

  set_widths (places, n_places, row, width_px, spacing_px);

  for (guint i = 0; i < n_places; i++)
    if (places[i].row == row && places[i].is_at_end)
      end_px -= places[i].width_px + spacing_px;

  for (guint i = 0; i < n_places; i++)
    if (places[i].row == row)
      {
        int *at_px = places[i].is_at_end ? &end_px : &x_px;

        places[i].x_px = *at_px;
        *at_px += places[i].width_px + spacing_px;
      }
}

/**
 * dwell_tool_rows_place:
 * @places: (array length=n_places) (inout): the tools in their order, and their places
 * @n_places: the number of tools
 * @width_px: the width of a row
 * @spacing_px: the distance between tools, and between rows
 *
 * Places tools in as few rows as possible; they become narrower than their natural width only if
 * that saves a row. No tool gets less than its minimum, even if that is wider than the row.
 *
 * Returns: the number of rows
 */
guint
dwell_tool_rows_place (DwellToolPlace *places,
                       guint           n_places,
                       int             width_px,
                       int             spacing_px)
{
  guint n_tight = choose_rows (places, n_places, width_px, spacing_px, TRUE);
  guint n_rows = choose_rows (places, n_places, width_px, spacing_px, FALSE);

  if (n_tight < n_rows)
    n_rows = choose_rows (places, n_places, width_px, spacing_px, TRUE);

  for (guint row = 0; row < n_rows; row++)
    place_row (places, n_places, row, width_px, spacing_px);

  return n_rows;
}

/* --- The widget --- */

/* Adds the visible children to @tools, and sets @places (transfer full) to their sizes. Returns
 * their number. */
static guint
get_tools (DwellToolRows   *self,
           GPtrArray       *tools,
           DwellToolPlace **places)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      g_ptr_array_add (tools, child);

  *places = g_new0 (DwellToolPlace, tools->len);
  for (guint i = 0; i < tools->len; i++)
    {
      GtkWidget *tool = tools->pdata[i];
      DwellToolPlace *place = *places + i;
      int natural_px;

      gtk_widget_measure (tool, GTK_ORIENTATION_HORIZONTAL, -1, &place->least_px, &natural_px,
                          NULL, NULL);
      place->is_at_end = gtk_widget_get_halign (tool) == GTK_ALIGN_END;
      place->expands = !place->is_at_end &&
                       gtk_widget_compute_expand (tool, GTK_ORIENTATION_HORIZONTAL);
      place->wish_px = place->expands ? place->least_px : natural_px;
    }

  return tools->len;
}

/* Returns: (transfer full): the height of each row, px. */
static int *
get_heights (GPtrArray            *tools,
             const DwellToolPlace *places,
             guint                 n_rows)
{
  int *heights_px = g_new0 (int, n_rows);

  for (guint i = 0; i < tools->len; i++)
    {
      int natural_px;

      gtk_widget_measure (tools->pdata[i], GTK_ORIENTATION_VERTICAL, places[i].width_px, NULL,
                          &natural_px, NULL, NULL);
      heights_px[places[i].row] = MAX (heights_px[places[i].row], natural_px);
    }

  return heights_px;
}

static int
get_total_height (const int *heights_px,
                  guint      n_rows)
{
  int total_px = (int) (n_rows - 1) * SPACING_PX;

  for (guint row = 0; row < n_rows; row++)
    total_px += heights_px[row];

  return total_px;
}

static void
measure_width (DwellToolRows *self,
               int           *minimum_px,
               int           *natural_px)
{
  g_autoptr(GPtrArray) tools = g_ptr_array_new ();
  g_autofree DwellToolPlace *places = NULL;
  guint n = get_tools (self, tools, &places);

  *minimum_px = get_end_width (places, n, SPACING_PX);
  *natural_px = 0;
  for (guint i = 0; i < n; i++)
    {
      int wish_px;

      gtk_widget_measure (tools->pdata[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wish_px, NULL,
                          NULL);
      *natural_px += wish_px + (i > 0 ? SPACING_PX : 0);
      if (!places[i].is_at_end)
        *minimum_px = MAX (*minimum_px, places[i].least_px);
    }
}

static int
measure_height (DwellToolRows *self,
                int            width_px)
{
  g_autoptr(GPtrArray) tools = g_ptr_array_new ();
  g_autofree DwellToolPlace *places = NULL;
  g_autofree int *heights_px = NULL;
  guint n = get_tools (self, tools, &places);
  guint n_rows = dwell_tool_rows_place (places, n, width_px, SPACING_PX);

  heights_px = get_heights (tools, places, n_rows);
  return get_total_height (heights_px, n_rows);
}

static void
dwell_tool_rows_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  DwellToolRows *self = DWELL_TOOL_ROWS (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, minimum, natural);
  else
    *minimum = *natural = measure_height (self, for_size < 0 ? G_MAXINT / 2 : for_size);
}

static void
dwell_tool_rows_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  g_autoptr(GPtrArray) tools = g_ptr_array_new ();
  g_autofree DwellToolPlace *places = NULL;
  g_autofree int *heights_px = NULL;
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  guint n = get_tools (DWELL_TOOL_ROWS (widget), tools, &places);
  guint n_rows = dwell_tool_rows_place (places, n, width, SPACING_PX);
  int y_px;

  heights_px = get_heights (tools, places, n_rows);
  /* If there is more height than needed, the rows are in the middle. */
  y_px = MAX (height - get_total_height (heights_px, n_rows), 0) / 2;

  for (guint i = 0; i < n; i++)
    {
      GtkAllocation at = { places[i].x_px, y_px, places[i].width_px, heights_px[places[i].row] };

      if (is_mirrored)
        at.x = width - at.x - at.width;
      for (guint row = 0; row < places[i].row; row++)
        at.y += heights_px[row] + SPACING_PX;
      gtk_widget_size_allocate (tools->pdata[i], &at, -1);
    }
}

static GtkSizeRequestMode
dwell_tool_rows_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* A tool that expands must not make the whole widget expand: the page decides that. */
static void
dwell_tool_rows_compute_expand (GtkWidget *widget,
                                gboolean  *hexpand,
                                gboolean  *vexpand)
{
  *hexpand = *vexpand = FALSE;
}

static void
dwell_tool_rows_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (dwell_tool_rows_parent_class)->dispose (object);
}

static void
dwell_tool_rows_class_init (DwellToolRowsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_tool_rows_dispose;
  widget_class->measure = dwell_tool_rows_measure;
  widget_class->size_allocate = dwell_tool_rows_size_allocate;
  widget_class->get_request_mode = dwell_tool_rows_get_request_mode;
  widget_class->compute_expand = dwell_tool_rows_compute_expand;

  gtk_widget_class_set_css_name (widget_class, "toolrows");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dwell_tool_rows_init (DwellToolRows *self)
{
}
