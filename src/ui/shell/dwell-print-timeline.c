/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the visible range of a timeline in the light style: all tracks, on as many pages as they
 * need. */
#include "config.h"

#include "ui/shell/dwell-print-timeline.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "paint/dwell-timeline-painter.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/widgets/dwell-print.h"

/* px: the width of a page's picture, which is scaled to the paper. */
#define PAGE_WIDTH 1200

/* More pages than anyone wants; the last one says how many tracks are left out. */
#define MAX_PAGES 100

#define FOOT_FONT   "Sans 9"
#define FOOT_HEIGHT 24

typedef struct {
  DwellView *view;
  char      *title;
  gint64     begin; /* ns: the visible range when printing was requested */
  gint64     end;
  GArray    *tops;  /* int: the top of each page in the lanes, px */
} Job;

static void
job_free (gpointer  data,
          GClosure *closure)
{
  Job *job = data;

  g_object_unref (job->view);
  g_array_unref (job->tops);
  g_free (job->title);
  g_free (job);
}

/* Returns the height of a page's picture, px, which has the proportions of the paper. */
static int
get_page_height (GtkPrintContext *context)
{
  double width = gtk_print_context_get_width (context);
  double height = gtk_print_context_get_height (context);

  return (int) (PAGE_WIDTH * height / MAX (width, 1));
}

/* Returns the height of the lanes on a page, px: its height without the headline, the ruler, the
 * page number and the line about the tracks that are left out. */
static int
get_lanes_height (GtkPrintContext *context)
{
  return MAX (get_page_height (context) - DWELL_PICTURE_TITLE_HEIGHT - DWELL_RULER_HEIGHT -
              FOOT_HEIGHT - 24, 50);
}

/* Fills the tops of the pages. A page breaks between lanes, except in one that is higher than a
 * page. */
static void
break_pages (Job                      *job,
             const DwellTimelineScene *scene,
             int                       height)
{
  int top = 0;

  g_array_set_size (job->tops, 0);
  g_array_append_val (job->tops, top);
  for (guint i = 0; i < scene->lanes->len && job->tops->len < MAX_PAGES; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);

      if (lane->y > top && lane->y + lane->height > top + height)
        {
          top = lane->y;
          g_array_append_val (job->tops, top);
        }
      for (; lane->y + lane->height > top + height && job->tops->len < MAX_PAGES;)
        {
          top += height;
          g_array_append_val (job->tops, top);
        }
    }
}

static void
begin_print (GtkPrintOperation *operation,
             GtkPrintContext   *context,
             Job               *job)
{
  DwellTimelineScene scene;

  dwell_scene_init_for_paper (&scene, job->view, job->begin, job->end);
  break_pages (job, &scene, get_lanes_height (context));
  gtk_print_operation_set_n_pages (operation, (int) job->tops->len);
}

static void
draw_foot (cairo_t         *cr,
           GtkPrintContext *context,
           Job             *job,
           int              number)
{
  g_autoptr(PangoLayout) layout = gtk_print_context_create_pango_layout (context);
  g_autoptr(PangoFontDescription) font = pango_font_description_from_string (FOOT_FONT);
  g_autofree char *text = dwell_print_name_page ((guint) number, job->tops->len);

  pango_layout_set_font_description (layout, font);
  pango_layout_set_width (layout, PAGE_WIDTH * PANGO_SCALE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
  pango_layout_set_text (layout, text, -1);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_move_to (cr, 0, get_page_height (context) - FOOT_HEIGHT + 4);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_page (GtkPrintOperation *operation,
           GtkPrintContext   *context,
           int                number,
           Job               *job)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  double scale = gtk_print_context_get_width (context) / PAGE_WIDTH;
  guint n_pages = job->tops->len;
  int height = get_page_height (context) - (n_pages > 1 ? FOOT_HEIGHT : 0);
  g_autoptr(GArray) lanes = g_array_new (FALSE, FALSE, sizeof (DwellLane));
  DwellTimelineScene scene;

  dwell_scene_init_for_paper (&scene, job->view, job->begin, job->end);
  scene.scroll_y = g_array_index (job->tops, int, number);

  /* Lanes that start on the next page are left out here, except on the last page, which says how
   * many it leaves out. */
  for (guint i = 0; i < scene.lanes->len; i++)
    {
      DwellLane lane = g_array_index (scene.lanes, DwellLane, i);

      if ((guint) number + 1 == n_pages || lane.y < g_array_index (job->tops, int, number + 1))
        g_array_append_val (lanes, lane);
    }
  scene.lanes = lanes;

  cairo_scale (cr, scale, scale);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, PAGE_WIDTH, height);
  cairo_clip (cr);
  dwell_timeline_draw_picture (cr, PAGE_WIDTH, height, &scene, job->title);
  cairo_restore (cr);
  if (n_pages > 1)
    draw_foot (cr, context, job, number);
}

/**
 * dwell_print_new_timeline:
 * @view: a view of a session that has been read completely
 * @title: the name of the session
 *
 * Returns: (transfer full): an operation that prints the range that is visible now
 */
GtkPrintOperation *
dwell_print_new_timeline (DwellView  *view,
                          const char *title)
{
  Job *job = g_new0 (Job, 1);
  g_autofree char *name = g_strjoin (" · ", title, _("Timeline"), NULL);
  g_autofree char *range = NULL;

  job->view = g_object_ref (view);
  job->tops = g_array_new (FALSE, FALSE, sizeof (int));
  dwell_view_get_range (view, &job->begin, &job->end);
  range = dwell_axis_range (dwell_view_get_trace (view), job->begin, job->end);
  job->title = g_strjoin (" · ", title, range, NULL);

  return dwell_print_new (name, GTK_PAGE_ORIENTATION_LANDSCAPE, G_CALLBACK (begin_print),
                          G_CALLBACK (draw_page), job, job_free);
}

/**
 * dwell_print_timeline:
 * @from: a widget of the window that the print dialog belongs to
 * @view: a view of a session that has been read completely
 * @title: the name of the session
 *
 * Opens the print dialog, and prints the visible range of the timeline.
 */
void
dwell_print_timeline (GtkWidget  *from,
                      DwellView  *view,
                      const char *title)
{
  g_autoptr(GtkPrintOperation) operation = dwell_print_new_timeline (view, title);

  dwell_print_run (operation, from);
}
